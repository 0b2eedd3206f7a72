/**
 * What an experiment of the lab is asked for and what it answers.
 */
#ifndef DRYSTONE_LAB_RESULT_H
#define DRYSTONE_LAB_RESULT_H

#include <drystone/world.h>

enum {
    LAB_ID = 8,
    LAB_CASE = 24,
    LAB_NAME = 64,
    LAB_UNIT = 12,
    LAB_NOTE = 160,
    LAB_CURVES = 8
};

/** A point of a curve. NaN: there is no measured, or no exact, value at this place. */
typedef struct LabSample {
    double x, measured, exact;
} LabSample;

typedef struct LabCurve {
    char name[LAB_NAME];
    LabSample *samples;
    int32_t count, capacity;
} LabCurve;

/** What one experiment recorded on its way. Start with zeros; end with lab_record_free(). */
typedef struct LabRecord {
    char x[LAB_NAME], y[LAB_NAME]; /**< what the axes mean: "time, s" */
    LabCurve curves[LAB_CURVES];
    int32_t curve_count;
    bool lost; /**< memory ran out; the record is not complete */
} LabRecord;

void lab_record_free(LabRecord *record);

/** How the experiments' worlds are run. None of it may change which rows pass. */
typedef struct LabOptions {
    int32_t workers; /**< 0: all cores */
    DryKernel kernel;
    bool turned;       /**< every scene, gravity included, turned by one fixed rotation */
    LabRecord *record; /**< where the experiments record their curves; null: nowhere */
} LabOptions;

/** One measured quantity beside its right answer. It passes when lower <= measured <= upper. */
typedef struct LabResult {
    char id[LAB_ID];        /**< of the experiment: "F1" */
    char variant[LAB_CASE]; /**< which of its cases: "22.5 deg"; may be empty */
    char name[LAB_NAME];    /**< what was measured: "distance" */
    char unit[LAB_UNIT];    /**< "" for counts and yes (1) or no (0) */
    double measured, exact;
    double lower, upper; /**< the range that passes */
    bool pass;
    char note[LAB_NOTE]; /**< why nothing could be measured; "" otherwise */
} LabResult;

/** Largest deviation from the exact value that passes. */
double lab_result_tolerance(const LabResult *result);

/** Results in the order in which they were measured. Start with zeros; end with lab_report_free(). */
typedef struct LabReport {
    LabResult *results;
    int32_t count, capacity;
    int32_t lost;  /**< results for which memory ran out; they count as failed */
    uint64_t hash; /**< of the final states of all worlds: the same for any worker count and kernel */
} LabReport;

/** Number of results that did not pass. */
int32_t lab_report_failures(const LabReport *report);
void lab_report_free(LabReport *report);

#endif
