/* Pyramids, and a large world of slabs. */
#include "bench/scenes.h"

static const DryVec3 cube = { 0.5f, 0.5f, 0.5f };

static DryShapeOptions light_options(void)
{
    DryShapeOptions options = bench_options();
    options.density = 100.0f;
    return options;
}

void bench_build_large_pyramid(BenchWorld *bench)
{
    bench_add_ground(bench, 400.0f, 1.0f, 400.0f);
    DryShapeOptions options = light_options();
    for (int32_t i = 0; i < 100; ++i) {
        for (int32_t j = i; j < 100; ++j) {
            double x = 0.5 * (i + 1) + (j - i) - 50.0;
            DryBodyDef def = bench_body_def(DRY_DYNAMIC, x, i + 0.5, 0.0);
            bench_add_box(bench, bench_add_body(bench, &def), cube, &options);
        }
    }
}

static void add_pyramid(BenchWorld *bench, int32_t row, int32_t column)
{
    DryShapeOptions options = light_options();
    double left = -76.5 + 11.0 * column, z = -76.0 + row * 152.0 / 13.0;
    for (int32_t i = 0; i < 10; ++i) {
        for (int32_t j = i; j < 10; ++j) {
            DryBodyDef def = bench_body_def(DRY_DYNAMIC, left + 0.5 * (i + 1) + (j - i), i + 0.5, z);
            def.can_sleep = false;
            bench_add_box(bench, bench_add_body(bench, &def), cube, &options);
        }
    }
}

void bench_build_many_pyramids(BenchWorld *bench)
{
    bench_add_ground(bench, 77.0f, 1.0f, 77.0f);
    for (int32_t row = 0; row < 14; ++row) {
        for (int32_t column = 0; column < 14; ++column) {
            add_pyramid(bench, row, column);
        }
    }
}

void bench_build_large_world(BenchWorld *bench)
{
    DryShapeOptions options = bench_options();
    for (int32_t i = 0; i < 1000; ++i) {
        for (int32_t k = 0; k < 1000; ++k) {
            DryBodyDef def = bench_body_def(DRY_STATIC, 10.0 * (i - 499.5), 0.0, 10.0 * (k - 499.5));
            bench_add_box(bench, bench_add_body(bench, &def), dry_vec3(5.0f, 0.25f, 5.0f), &options);
        }
    }
}

void bench_before_large_world(BenchWorld *bench, int32_t step)
{
    if (step < 5 || step % 5 != 0 || bench->kept_count == BENCH_KEPT) {
        return;
    }
    int32_t n = bench->kept_count;
    double x = -4000.0 + (n % 10 + 0.5) * 800.0, z = -4000.0 + (n / 10 + 0.5) * 800.0;
    DryBodyDef def = bench_body_def(DRY_DYNAMIC, x, 1.5, z);
    DryShapeOptions options = bench_options();
    DrySphere sphere = { { 0.0f, 0.0f, 0.0f }, 0.5f };
    DryBodyId body = bench_add_body(bench, &def);
    bench_check(bench, dry_shape_add_sphere(bench->world, body, &sphere, &options).index != 0);
    bench->kept[bench->kept_count++] = body;
}
