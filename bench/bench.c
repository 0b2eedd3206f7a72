#define _POSIX_C_SOURCE 199309L

#include "bench/bench.h"

#include "bench/cost.h"
#include "bench/scenes.h"

#include <drystone/state.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const BenchScene scenes[] = {
    { "large_pyramid", "5050 cubes in one pyramid of 100 rows", 200, false, bench_build_large_pyramid, NULL,
      NULL },
    { "many_pyramids", "196 pyramids of 10 rows", 100, true, bench_build_many_pyramids, NULL, NULL },
    { "convex_pile", "5120 hulls of 32 points fall on a heap", 500, true, bench_build_convex_pile, NULL,
      NULL },
    { "junkyard", "10,584 rocks, stirred", 500, true, bench_build_junkyard, bench_before_junkyard, NULL },
    { "washer", "8000 cubes in a turning drum", 1000, true, bench_build_washer, NULL, NULL },
    { "joint_grid", "10,000 balls, 19,800 ball joints", 100, false, bench_build_joint_grid, NULL, NULL },
    { "large_world", "a million static slabs, 100 balls", 500, true, bench_build_large_world,
      bench_before_large_world, NULL },
    { "trees100", "50 compound trunks on a mesh of 60,000 triangles", 500, true, bench_build_trees_100, NULL,
      NULL },
    { "trees50", "the same on 240,000 triangles", 500, true, bench_build_trees_50, NULL, NULL },
    { "trees25", "the same on 960,000 triangles", 500, true, bench_build_trees_25, NULL, NULL },
    { "contacts_plain", "400 columns of 4 cubes, solved by sweeps", 100, false, bench_build_contacts_plain,
      NULL, bench_define_swept },
    { "contacts_heavy", "400 columns of 4 cubes, the upper ones a thousand times heavier", 100, false,
      bench_build_contacts_heavy, NULL, NULL },
    { "contacts_bounce", "1600 balls in 400 columns, restitution 0.95", 100, false,
      bench_build_contacts_bounce, NULL, NULL },
    { "contacts_rolling", "400 columns of 4 balls with rolling resistance", 20, false,
      bench_build_contacts_rolling, NULL, bench_define_swept },
    { "contacts_spring", "400 columns of 4 cubes, contacts as springs and dampers", 100, false,
      bench_build_contacts_spring, NULL, NULL },
    { "contacts_grain", "400 columns of 4 cubes, friction by direction", 100, false,
      bench_build_contacts_grain, NULL, NULL },
    { "contacts_apart", "400 columns of 4 cubes, with the position pass", 100, false,
      bench_build_contacts_plain, NULL, bench_define_apart },
};

int32_t bench_scene_count(void)
{
    return (int32_t)(sizeof scenes / sizeof scenes[0]);
}

const BenchScene *bench_scene(int32_t index)
{
    return index >= 0 && index < bench_scene_count() ? &scenes[index] : NULL;
}

const char *bench_scene_name(int32_t index)
{
    return index >= 0 && index < bench_scene_count() ? scenes[index].name : NULL;
}

const char *bench_scene_title(int32_t index)
{
    return index >= 0 && index < bench_scene_count() ? scenes[index].title : NULL;
}

int32_t bench_scene_find(const char *name)
{
    for (int32_t i = 0; i < bench_scene_count(); ++i) {
        if (strcmp(scenes[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static double now_ms(void)
{
    struct timespec time;
    timespec_get(&time, TIME_UTC);
#if defined(CLOCK_MONOTONIC)
    clock_gettime(CLOCK_MONOTONIC, &time);
#endif
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

static bool failed(const BenchWorld *bench, const char *what, BenchResult *result)
{
    const char *reason = bench->world ? dry_world_error(bench->world) : dry_last_error();
    if (reason[0] == '\0') {
        reason = dry_last_error();
    }
    snprintf(result->message, sizeof result->message, "%s: %s: %s", result->scene, what,
             reason[0] != '\0' ? reason : "out of memory");
    return false;
}

static int compare_times(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void add_profile(DryProfile *sum, const DryProfile *step, double scale)
{
    sum->step += scale * step->step;
    sum->pairs += scale * step->pairs;
    sum->collide += scale * step->collide;
    sum->change += scale * step->change;
    sum->prepare += scale * step->prepare;
    sum->warm_start += scale * step->warm_start;
    sum->bounce += scale * step->bounce;
    sum->direct += scale * step->direct;
    sum->solve += scale * step->solve;
    sum->push += scale * step->push;
    sum->relax += scale * step->relax;
    sum->joints += scale * step->joints;
    sum->integrate += scale * step->integrate;
    sum->store += scale * step->store;
    sum->finish += scale * step->finish;
    sum->report += scale * step->report;
}

/* All steps of one run; `times` has room for each timed one, and for the samples of the costs behind them. */
static bool step_all(const BenchScene *scene, BenchWorld *bench, double *times, BenchProgress *progress,
                     void *user, BenchResult *result)
{
    for (int32_t step = 0; step <= result->steps; ++step) {
        if (scene->before_step) {
            scene->before_step(bench, step);
        }
        if (bench->failed) {
            return failed(bench, "before a step", result);
        }
        double start = now_ms();
        if (dry_world_step(bench->world, 1.0f / 60.0f) != DRY_OK) {
            return failed(bench, "step", result);
        }
        double time = now_ms() - start;
        double overlap = (double)dry_world_counters(bench->world).largest_overlap;
        result->penetration_max = overlap > result->penetration_max ? overlap : result->penetration_max;
        if (step > 0) {
            DryProfile profile = dry_world_profile(bench->world);
            add_profile(&result->stages, &profile, 1e3 / result->steps);
            bench_cost_add(result->costs, bench->world, result->steps, times + result->steps);
            times[step - 1] = time;
            result->mean += time / result->steps;
        }
        if (progress) {
            progress(step, result->steps, user);
        }
    }
    return true;
}

static bool run_once(const BenchScene *scene, const BenchOptions *options, double *times,
                     BenchProgress *progress, void *user, BenchResult *result)
{
    DryWorldDef def = bench_world_def(scene->sleeping);
    if (scene->define) {
        scene->define(&def);
    }
    def.workers = options->workers;
    def.kernel = options->kernel;
    BenchWorld bench = { .world = dry_world_create(&def) };
    if (!bench.world) {
        return failed(&bench, "world", result);
    }
    bench_cost_begin(result->costs, &def);
    scene->build(&bench);
    bool good = !bench.failed || failed(&bench, "building", result);
    good = good && step_all(scene, &bench, times, progress, user, result);
    if (good) {
        bench_cost_finish(result->costs, result->steps, times + result->steps);
        result->counters = dry_world_counters(bench.world);
        result->hash = dry_world_hash(bench.world);
        result->bytes = result->counters.bytes;
        result->bytes_per_body =
            (double)result->bytes / (result->counters.bodies > 0 ? result->counters.bodies : 1);
        qsort(times, (size_t)result->steps, sizeof *times, compare_times);
        result->median = 0.5 * (times[(result->steps - 1) / 2] + times[result->steps / 2]);
        result->max = times[result->steps - 1];
    }
    dry_world_destroy(bench.world);
    return good;
}

bool bench_run(int32_t scene, const BenchOptions *options, BenchProgress *progress, void *user,
               BenchResult *result)
{
    memset(result, 0, sizeof *result);
    if (scene < 0 || scene >= bench_scene_count()) {
        snprintf(result->message, sizeof result->message, "no such scene");
        return false;
    }
    BenchResult blank = { .scene = scenes[scene].name,
                          .steps = options->steps > 0 ? options->steps : scenes[scene].steps,
                          .workers = options->workers,
                          .kernel = options->kernel };
    *result = blank;
    double *times = malloc((size_t)blank.steps * (1 + BENCH_COSTS) * sizeof *times);
    if (!times) {
        snprintf(result->message, sizeof result->message, "%s: out of memory", blank.scene);
        return false;
    }
    bool good = true;
    for (int32_t i = 0; i < (options->repeat > 1 ? options->repeat : 1) && good; ++i) {
        BenchResult run = blank;
        good = run_once(&scenes[scene], options, times, progress, user, &run);
        if (good && i > 0 && run.hash != result->hash) {
            snprintf(run.message, sizeof run.message, "%s: two runs ended in different states", blank.scene);
            good = false;
        }
        if (!good || i == 0 || run.mean < result->mean) {
            *result = run;
        }
    }
    free(times);
    return good;
}
