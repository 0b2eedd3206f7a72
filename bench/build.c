#include "bench/scenes.h"

DryWorldDef bench_world_def(bool sleeping)
{
    DryWorldDef def = dry_world_def_default();
    def.gravity = dry_vec3(0.0f, -10.0f, 0.0f);
    def.substeps = 4;
    def.sleeping = sleeping;
    return def;
}

DryShapeOptions bench_options(void)
{
    DryShapeOptions options = dry_shape_options_default();
    options.density = 1000.0f;
    options.material.friction = 0.6f;
    options.material.restitution = 0.0f;
    return options;
}

DryBodyDef bench_body_def(DryBodyType type, double x, double y, double z)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = dry_pos(x, y, z);
    return def;
}

void bench_check(BenchWorld *bench, bool good)
{
    bench->failed = bench->failed || !good;
}

DryBodyId bench_add_body(BenchWorld *bench, const DryBodyDef *def)
{
    DryBodyId body = dry_body_create(bench->world, def);
    bench_check(bench, body.index != 0);
    return body;
}

void bench_add_box(BenchWorld *bench, DryBodyId body, DryVec3 half_extents, const DryShapeOptions *options)
{
    DryBox box = { half_extents };
    bench_check(bench, dry_shape_add_box(bench->world, body, &box, options).index != 0);
}

void bench_add_hull(BenchWorld *bench, DryBodyId body, DryHull *hull, const DryShapeOptions *options)
{
    bench_check(bench, dry_shape_add_hull(bench->world, body, hull, options).index != 0);
}

DryBodyId bench_add_ground(BenchWorld *bench, float x, float y, float z)
{
    DryShapeOptions options = bench_options();
    DryBodyDef def = bench_body_def(DRY_STATIC, 0.0, -1.0, 0.0);
    DryBodyId ground = bench_add_body(bench, &def);
    bench_add_box(bench, ground, dry_vec3(x, y, z), &options);
    return ground;
}

DryHull *bench_hull(BenchWorld *bench, const DryVec3 *points, int32_t count)
{
    DryHullSource source = { .points = points,
                             .point_count = count,
                             .vertex_budget = count > 64 ? count : 64 };
    DryHull *hull = dry_hull_create(&source, NULL);
    bench_check(bench, hull != NULL);
    return hull;
}
