/* Running the lab's rows as tests. */
#ifndef LAB_GATE_H
#define LAB_GATE_H

#include "lab/lab.h"

/* Runs every gate row as a test of its own, named after the row, with the scenes turned or not. Returns the
   number that failed. */
int gate_run(const char *name, bool turned);

/* Whether a world can be made with this kernel here. */
bool gate_kernel_runs(DryKernel kernel);

#endif
