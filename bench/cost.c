#include "bench/cost.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* What the rows of a stage are counted by. */
typedef enum Unit {
    UNIT_MANIFOLD,
    UNIT_DIRECT,
    UNIT_JOINT,
    UNIT_BODY
} Unit;

static const char *const unit_names[] = { "manifold", "direct manifold", "joint", "body" };

typedef struct Row {
    const char *stage;
    Unit unit;
    int32_t passes;
    double seconds;
} Row;

/* The stages of the latest step of a world with these settings. A joint is prepared, warm started, solved,
   relaxed and stored; only the sweeps count as passes of its. */
static void list_rows(const DryProfile *profile, const DryWorldDef *def, Row rows[BENCH_COSTS])
{
    int32_t sweeps = def->substeps * def->iterations;
    const Row all[BENCH_COSTS] = {
        { "prepare", UNIT_MANIFOLD, 1, profile->prepare },
        { "warm_start", UNIT_MANIFOLD, 1, profile->warm_start },
        { "solve", UNIT_MANIFOLD, sweeps, profile->solve },
        { "relax", UNIT_MANIFOLD, sweeps, profile->relax },
        { "bounce", UNIT_MANIFOLD, def->substeps, profile->bounce },
        { "direct", UNIT_DIRECT, 2 * sweeps, profile->direct },
        { "push", UNIT_MANIFOLD, def->substeps, profile->push },
        { "store", UNIT_MANIFOLD, 1, profile->store },
        { "joints", UNIT_JOINT, 2 * sweeps, profile->joints },
        { "integrate", UNIT_BODY, def->substeps, profile->integrate },
    };
    memcpy(rows, all, sizeof all);
}

static double count_of(Unit unit, const DryCounters *counters)
{
    switch (unit) {
    case UNIT_MANIFOLD:
        return counters->manifolds;
    case UNIT_DIRECT:
        return counters->direct_contacts;
    case UNIT_JOINT:
        return counters->joints;
    case UNIT_BODY:
        return counters->awake_bodies;
    }
    return 0.0;
}

void bench_cost_begin(BenchCost costs[BENCH_COSTS], const DryWorldDef *def)
{
    const DryProfile none = { 0 };
    Row rows[BENCH_COSTS];
    list_rows(&none, def, rows);
    for (int32_t i = 0; i < BENCH_COSTS; ++i) {
        costs[i] =
            (BenchCost){ .stage = rows[i].stage, .unit = unit_names[rows[i].unit], .passes = rows[i].passes };
    }
}

void bench_cost_add(BenchCost costs[BENCH_COSTS], const DryWorld *world, int32_t steps, double *samples)
{
    DryProfile profile = dry_world_profile(world);
    DryCounters counters = dry_world_counters(world);
    DryWorldDef def = dry_world_def(world);
    Row rows[BENCH_COSTS];
    list_rows(&profile, &def, rows);
    for (int32_t i = 0; i < BENCH_COSTS; ++i) {
        double count = count_of(rows[i].unit, &counters);
        if (count > 0.0) { /* what is spent on finding that there is nothing to do is no unit's */
            costs[i].units += count;
            samples[(ptrdiff_t)i * steps + costs[i].steps++] =
                1e9 * rows[i].seconds / (count * rows[i].passes);
        }
    }
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void bench_cost_finish(BenchCost costs[BENCH_COSTS], int32_t steps, double *samples)
{
    for (int32_t i = 0; i < BENCH_COSTS; ++i) {
        BenchCost *cost = &costs[i];
        double *own = samples + (ptrdiff_t)i * steps;
        qsort(own, (size_t)cost->steps, sizeof *own, compare);
        cost->ns = cost->steps > 0 ? 0.5 * (own[(cost->steps - 1) / 2] + own[cost->steps / 2]) : 0.0;
        cost->units /= steps > 0 ? steps : 1;
    }
}
