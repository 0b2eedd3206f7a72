/**
 * Cost of the solver's stages per manifold, joint or body and pass.
 */
#ifndef DRYSTONE_BENCH_COST_H
#define DRYSTONE_BENCH_COST_H

#include "bench/bench.h"

/** Names the stages and counts the passes of a world's steps. */
void bench_cost_begin(BenchCost costs[BENCH_COSTS], const DryWorldDef *def);
/** Adds the latest step. */
void bench_cost_add(BenchCost costs[BENCH_COSTS], const DryWorld *world);
/** From the sums over `steps` steps to means. */
void bench_cost_finish(BenchCost costs[BENCH_COSTS], int32_t steps);

#endif
