/* The benchmark scenes are what they are said to be, and end in the same state with any worker count and
 * kernel. */
#include "bench/bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

/* Steps enough for contacts to begin; a build without optimisation takes a few seconds each. */
typedef struct Expectation {
    const char *name;
    int32_t steps, bodies, joints;
    bool touching;
} Expectation;

static const Expectation expectations[] = {
    { "large_pyramid", 3, 5051, 0, true },    { "many_pyramids", 3, 10781, 0, true },
    { "convex_pile", 40, 5121, 0, true },     { "junkyard", 3, 10586, 0, false },
    { "washer", 60, 8002, 0, true },          { "joint_grid", 3, 10000, 19800, false },
    { "contacts_heavy", 3, 1601, 0, true },   { "contacts_bounce", 30, 1601, 0, true },
    { "contacts_rolling", 3, 1601, 0, true }, { "contacts_spring", 3, 1601, 0, true },
    { "contacts_grain", 3, 1601, 0, true },   { "contacts_apart", 3, 1601, 0, true },
};

static BenchResult run(const Expectation *scene, int32_t workers, DryKernel kernel)
{
    BenchOptions options = { .workers = workers, .kernel = kernel, .repeat = 1, .steps = scene->steps };
    BenchResult result;
    int32_t index = bench_scene_find(scene->name);
    assert_true(index >= 0);
    if (!bench_run(index, &options, NULL, NULL, &result)) {
        print_error("%s\n", result.message);
        fail();
    }
    return result;
}

static void scene_is_the_same_everywhere(void **state)
{
    const Expectation *scene = *state;
    BenchResult first = run(scene, 1, DRY_KERNEL_SCALAR);
    assert_int_equal(first.counters.bodies, scene->bodies);
    assert_int_equal(first.counters.joints, scene->joints);
    assert_int_equal(first.steps, scene->steps);
    assert_true(!scene->touching || first.counters.touching > 0);
    assert_true(first.max >= first.median && first.median > 0.0);
    assert_true(first.bytes > 0);
    int different = 0;
    for (int32_t workers = 2; workers <= 4; workers += 2) {
        if (run(scene, workers, DRY_KERNEL_AUTO).hash != first.hash) {
            print_error("%s differs with %d workers, widest kernel\n", scene->name, (int)workers);
            ++different;
        }
    }
    for (int kernel = DRY_KERNEL_SSE2; kernel <= DRY_KERNEL_AVX2; ++kernel) {
        DryWorldDef def = dry_world_def_default();
        def.workers = 1;
        def.kernel = (DryKernel)kernel;
        DryWorld *world = dry_world_create(&def);
        dry_world_destroy(world);
        if (world && run(scene, 1, (DryKernel)kernel).hash != first.hash) {
            print_error("%s differs between scalar and kernel %d\n", scene->name, kernel);
            ++different;
        }
    }
    assert_int_equal(different, 0);
}

static const BenchCost *cost_of(const BenchResult *result, const char *stage)
{
    for (int i = 0; i < BENCH_COSTS; ++i) {
        if (strcmp(result->costs[i].stage, stage) == 0) {
            return &result->costs[i];
        }
    }
    fail_msg("no cost of %s", stage);
    return NULL;
}

/* ms: time of the stage in the one step, which units, passes and cost come to. */
static void assert_cost(const BenchResult *result, const char *stage, const char *unit, int passes,
                        double units, double ms)
{
    const BenchCost *cost = cost_of(result, stage);
    assert_string_equal(cost->unit, unit);
    assert_int_equal(cost->passes, passes);
    assert_true(cost->units == units);
    assert_true(cost->ns > 0.0);
    double sum = 1e-6 * cost->ns * cost->units * cost->passes;
    assert_true(sum > 0.999 * ms && sum < 1.001 * ms);
}

static void costs_are_the_stages_by_unit_and_pass(void **state)
{
    (void)state;
    const Expectation plain = { "contacts_plain", 1, 1601, 0, true };
    const Expectation joints = { "joint_grid", 1, 10000, 19800, false };
    const Expectation heavy = { "contacts_heavy", 1, 1601, 0, true };
    const Expectation apart = { "contacts_apart", 1, 1601, 0, true };
    const Expectation bounce = { "contacts_bounce", 30, 1601, 0, true };
    BenchResult result = run(&plain, 1, DRY_KERNEL_AUTO);
    assert_cost(&result, "prepare", "manifold", 1, 1600.0, result.stages.prepare);
    assert_cost(&result, "warm_start", "manifold", 1, 1600.0, result.stages.warm_start);
    assert_cost(&result, "solve", "manifold", 4, 1600.0, result.stages.solve);
    assert_cost(&result, "relax", "manifold", 4, 1600.0, result.stages.relax);
    assert_cost(&result, "store", "manifold", 1, 1600.0, result.stages.store);
    assert_cost(&result, "integrate", "body", 4, 1600.0, result.stages.integrate);
    assert_true(cost_of(&result, "direct")->units == 0.0 && cost_of(&result, "direct")->ns == 0.0);
    assert_true(cost_of(&result, "joints")->units == 0.0 && cost_of(&result, "push")->ns < 0.5);
    result = run(&joints, 1, DRY_KERNEL_AUTO);
    assert_cost(&result, "joints", "joint", 8, 19800.0, result.stages.joints);
    assert_true(cost_of(&result, "solve")->units == 0.0);
    result = run(&heavy, 1, DRY_KERNEL_AUTO);
    assert_cost(&result, "direct", "direct manifold", 8, 1600.0, result.stages.direct);
    result = run(&apart, 1, DRY_KERNEL_AUTO);
    assert_cost(&result, "push", "manifold", 4, 1600.0, result.stages.push);
    result = run(&bounce, 1, DRY_KERNEL_AUTO);
    assert_true(cost_of(&result, "bounce")->units > 0.0 && cost_of(&result, "bounce")->ns > 1.0);
    assert_in_range(cost_of(&result, "bounce")->steps, 1, 29);
    assert_int_equal(cost_of(&result, "integrate")->steps, 30);
}

static void names_are_found(void **state)
{
    (void)state;
    for (int32_t i = 0; i < bench_scene_count(); ++i) {
        assert_int_equal(bench_scene_find(bench_scene_name(i)), i);
        assert_non_null(bench_scene_title(i));
    }
    assert_int_equal(bench_scene_find("no_such"), -1);
    assert_null(bench_scene_name(-1));
    BenchOptions options = { .workers = 1, .repeat = 1 };
    BenchResult result;
    assert_false(bench_run(-1, &options, NULL, NULL, &result));
    assert_true(strlen(result.message) > 0);
}

int main(void)
{
    enum {
        SCENES = (int)(sizeof expectations / sizeof expectations[0])
    };
    struct CMUnitTest tests[SCENES + 2];
    memset(tests, 0, sizeof tests);
    for (int i = 0; i < SCENES; ++i) {
        tests[i].name = expectations[i].name;
        tests[i].test_func = scene_is_the_same_everywhere;
        tests[i].initial_state = (void *)(uintptr_t)&expectations[i];
    }
    tests[SCENES].name = "names_are_found";
    tests[SCENES].test_func = names_are_found;
    tests[SCENES + 1].name = "costs_are_the_stages_by_unit_and_pass";
    tests[SCENES + 1].test_func = costs_are_the_stages_by_unit_and_pass;
    return _cmocka_run_group_tests("bench scenes", tests, SCENES + 2, NULL, NULL);
}
