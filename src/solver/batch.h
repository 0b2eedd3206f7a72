/* Eight things side by side: the unit of the lane kernels on every machine. */
#ifndef DRY_SOLVER_BATCH_H
#define DRY_SOLVER_BATCH_H

enum {
    BATCH_LANES = 8
};

typedef float Lanes[BATCH_LANES];

#endif
