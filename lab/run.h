/**
 * The notebook an experiment writes its measurements into.
 */
#ifndef DRYSTONE_LAB_RUN_H
#define DRYSTONE_LAB_RUN_H

#include "lab/result.h"

/** A running experiment. */
typedef struct LabRun {
    const char *id;
    LabOptions options;
    LabReport *report;
    char variant[LAB_CASE];
    char trouble[LAB_NOTE]; /**< first call that failed in the present case */
} LabRun;

/** Names the case that the following measurements belong to (printf style). */
void lab_case(LabRun *run, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/** Remembers that something went wrong; the measurements of this case then fail with it as their note. */
void lab_trouble(LabRun *run, const char *what, const char *message);

/** |measured - exact| <= tolerance */
void lab_expect(LabRun *run, const char *name, double measured, double exact, double tolerance,
                const char *unit);
/** |measured - exact| <= fraction |exact| */
void lab_expect_relative(LabRun *run, const char *name, double measured, double exact, double fraction,
                         const char *unit);
/** lower <= measured <= upper */
void lab_expect_range(LabRun *run, const char *name, double measured, double exact, double lower,
                      double upper, const char *unit);
/** Yes (1) or no (0). */
void lab_expect_bool(LabRun *run, const char *name, bool measured, bool exact);

/** Whether lab_record() does anything, so that an exact curve need not be computed for nobody. */
bool lab_recording(const LabRun *run);
/** What the axes of the recorded curves mean: "time, s". */
void lab_axes(LabRun *run, const char *x, const char *y);
/** Adds a point to the curve of that name; NaN for a value that there is not. Nothing unless asked for. */
void lab_record(LabRun *run, const char *name, double x, double measured, double exact);

#endif
