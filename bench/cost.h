/**
 * Cost of the solver's stages per manifold, joint or body and pass.
 */
#ifndef DRYSTONE_BENCH_COST_H
#define DRYSTONE_BENCH_COST_H

#include <drystone/world.h>

enum {
    BENCH_COSTS = 10
};

/** What a stage of the solver costs. */
typedef struct BenchCost {
    const char *stage;
    const char *unit; /**< "manifold" (an awake one), "direct manifold" (solved directly), "joint" or "body"
                         (an awake one) */
    int32_t passes;   /**< in a step; a bounce and the sweeps of a position pass count as one per substep */
    int32_t steps;    /**< timed ones that had any */
    double units;     /**< mean over the timed steps */
    double ns; /**< wall time of one unit in one pass: the median of those steps; 0 where there are none */
} BenchCost;

/** Names the stages and counts the passes of a world's steps. */
void bench_cost_begin(BenchCost costs[BENCH_COSTS], const DryWorldDef *def);
/** Adds the latest of `steps` steps. samples: room for BENCH_COSTS times `steps` numbers, kept between calls.
 */
void bench_cost_add(BenchCost costs[BENCH_COSTS], const DryWorld *world, int32_t steps, double *samples);
/** After the last step: sums to means, samples to medians. */
void bench_cost_finish(BenchCost costs[BENCH_COSTS], int32_t steps, double *samples);

#endif
