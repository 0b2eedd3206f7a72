/**
 * Cost of the solver's stages per manifold, joint or body and pass.
 */
#ifndef DRYSTONE_BENCH_COST_H
#define DRYSTONE_BENCH_COST_H

#include "bench/bench.h"

/** Names the stages and counts the passes of a world's steps. */
void bench_cost_begin(BenchCost costs[BENCH_COSTS], const DryWorldDef *def);
/** Adds the latest of `steps` steps. samples: room for BENCH_COSTS times `steps` numbers, kept between calls.
 */
void bench_cost_add(BenchCost costs[BENCH_COSTS], const DryWorld *world, int32_t steps, double *samples);
/** After the last step: sums to means, samples to medians. */
void bench_cost_finish(BenchCost costs[BENCH_COSTS], int32_t steps, double *samples);

#endif
