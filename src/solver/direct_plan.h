/* The plan of the direct solver for one step: which manifolds it takes, in which clusters, with which rows.
 */
#ifndef DRY_SOLVER_DIRECT_PLAN_H
#define DRY_SOLVER_DIRECT_PLAN_H

#include "solver/direct_rows.h"

/* Memory of plans, grown as needed; zero-initialise. */
typedef struct DirectScratch {
    void *block;
    size_t size;
} DirectScratch;

/* Collects the clusters of the prepared batches' heavy lanes. False when memory ran out. */
bool dry__direct_plan(const ContactStep *step, int32_t batch_count, DirectScratch scratch[2],
                      DirectPlan *plan);

void dry__direct_scratch_free(DirectScratch *scratch);

#endif
