/* Direct solution of heavily loaded contacts: clusters of manifolds whose normals, and friction while it
   sticks, are solved together and exactly instead of one after another, so that heavy bodies on light ones
   and columns stand without sinking (docs/laws/stacks.md). Which manifolds take part depends on the scene
   alone: on masses, on the loads of the step before and on how the contacts hang together. */
#ifndef DRY_SOLVER_DIRECT_H
#define DRY_SOLVER_DIRECT_H

#include "solver/direct_plan.h"

/* Solves every cluster for one pass, and marks the lanes that are done in ContactBatch.direct: the kernels
   leave their normals alone (and, in the bias pass, their friction). */
void dry__direct_solve(const ContactStep *step, DirectPlan *plan, int pass);

#endif
