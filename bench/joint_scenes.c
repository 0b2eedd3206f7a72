/* Many joints. */
#include "bench/scenes.h"

#include <drystone/joints.h>

#include <stdlib.h>

static void link_balls(BenchWorld *bench, DryBodyId a, DryVec3 at_a, DryBodyId b, DryVec3 at_b)
{
    DryBallDef def = dry_ball_def_default();
    def.body_a = a;
    def.frame_a.position = at_a;
    def.body_b = b;
    def.frame_b.position = at_b;
    bench_check(bench, dry_ball_create(bench->world, &def).index != 0);
}

void bench_build_joint_grid(BenchWorld *bench)
{
    enum {
        SIDE = 100
    };
    DryBodyId *grid = calloc((size_t)SIDE * SIDE, sizeof *grid);
    if (!grid) {
        bench_check(bench, false);
        return;
    }
    DryShapeOptions options = bench_options();
    options.filter.category = 2;
    options.filter.mask = ~(uint64_t)2;
    const DrySphere sphere = { { 0.0f, 0.0f, 0.0f }, 0.4f };
    for (int32_t k = 0; k < SIDE; ++k) {
        for (int32_t i = 0; i < SIDE; ++i) {
            DryBodyDef def = bench_body_def(i == 0 ? DRY_STATIC : DRY_DYNAMIC, k, -i, 0.0);
            DryBodyId body = bench_add_body(bench, &def);
            bench_check(bench, dry_shape_add_sphere(bench->world, body, &sphere, &options).index != 0);
            grid[k * SIDE + i] = body;
            if (i > 0) {
                link_balls(bench, grid[k * SIDE + i - 1], dry_vec3(0.0f, -0.5f, 0.0f), body,
                           dry_vec3(0.0f, 0.5f, 0.0f));
            }
            if (k > 0) {
                link_balls(bench, grid[(k - 1) * SIDE + i], dry_vec3(0.5f, 0.0f, 0.0f), body,
                           dry_vec3(-0.5f, 0.0f, 0.0f));
            }
        }
    }
    free(grid);
}
