/**
 * The lab: experiments whose right answer is known.
 */
#ifndef DRYSTONE_LAB_LAB_H
#define DRYSTONE_LAB_LAB_H

#include "lab/result.h"

/** A row of the lab. */
typedef struct LabExperiment {
    const char *id;
    const char *title;
    /** A gate row must pass for the tests to pass; another one shows how far the engine has come. */
    bool gate;
} LabExperiment;

int32_t lab_experiment_count(void);
/** `index` from 0 to lab_experiment_count() - 1, in the order of docs/lab.md. */
const LabExperiment *lab_experiment(int32_t index);
/** Index of an id such as "F1", upper or lower case; -1 when there is none. */
int32_t lab_experiment_find(const char *id);

/** Runs one experiment and appends its results. */
void lab_experiment_run(int32_t index, const LabOptions *options, LabReport *report);

#endif
