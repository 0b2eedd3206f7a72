/**
 * Benchmark scenes and the clock around them.
 */
#ifndef DRYSTONE_BENCH_BENCH_H
#define DRYSTONE_BENCH_BENCH_H

#include "bench/cost.h"

#include <drystone/world.h>

/** How a scene is run. */
typedef struct BenchOptions {
    int32_t workers; /**< 0: all cores */
    DryKernel kernel;
    int32_t repeat; /**< runs of which the one with the smallest mean counts, >= 1 */
    int32_t steps;  /**< timed steps; 0: as many as the scene asks for */
} BenchOptions;

enum {
    BENCH_MESSAGE = 200
};

/** What a run took. Times in milliseconds per step. */
typedef struct BenchResult {
    const char *scene;
    int32_t steps; /**< timed */
    int32_t workers;
    DryKernel kernel;
    double mean, median, max;
    DryProfile stages; /**< mean, ms */
    BenchCost costs[BENCH_COSTS];
    DryCounters counters; /**< after the last step */
    uint64_t hash;        /**< of the last state */
    int64_t bytes;        /**< held by the world after the last step */
    double bytes_per_body;
    double penetration_max;      /**< largest overlap at the start of any step, m */
    char message[BENCH_MESSAGE]; /**< why the run failed; "" when it did not */
} BenchResult;

/** Called after every step with the number of steps done and their total; may be null. */
typedef void BenchProgress(int32_t done, int32_t total, void *user);

int32_t bench_scene_count(void);
/** Name of a scene; null when the index is wrong. */
const char *bench_scene_name(int32_t index);
/** One line about the scene. */
const char *bench_scene_title(int32_t index);
/** -1 when there is none of that name. */
int32_t bench_scene_find(const char *name);

/**
 * Builds the scene, takes one step that does not count, times the others. Building is not timed, and of a
 * repeated run the fastest is returned. False with a message when the world refused something, when repeated
 * runs ended in different states, or when memory ran out.
 */
bool bench_run(int32_t scene, const BenchOptions *options, BenchProgress *progress, void *user,
               BenchResult *result);

/** A scene that somebody else steps and measures. */
typedef struct BenchPlay BenchPlay;

/** The settings that a scene asks for. */
DryWorldDef bench_scene_def(int32_t scene);
/** Builds the scene in a world of these settings; null with a message when something was refused. */
BenchPlay *bench_play_open(int32_t scene, const DryWorldDef *def, char message[BENCH_MESSAGE]);
/** A step of 1/60 s; false with a message when it failed. */
bool bench_play_step(BenchPlay *play, char message[BENCH_MESSAGE]);
DryWorld *bench_play_world(BenchPlay *play);
/** Null is allowed. */
void bench_play_close(BenchPlay *play);

#endif
