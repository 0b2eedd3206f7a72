/* Heaps of hulls, a rock heap that is stirred, and a drum. */
#include "bench/scenes.h"

#include <math.h>

static const float pi = 3.14159265f;

/* The scene's own generator: it is part of the scene. */
static float next_half(uint32_t *seed)
{
    *seed = *seed * 2147001325u + 715136305u;
    return (float)(*seed & 0xffffu) / 65535.0f - 0.5f;
}

void bench_build_convex_pile(BenchWorld *bench)
{
    enum {
        POINTS = 32
    };
    DryVec3 points[POINTS];
    uint32_t seed = 42;
    for (int32_t n = 0; n < POINTS;) {
        float x = next_half(&seed), y = next_half(&seed), z = next_half(&seed);
        DryVec3 p = { x, y, z };
        if (dry_vec3_dot(p, p) <= 0.25f) {
            points[n++] = dry_vec3_scale(dry_vec3_normalize(p), 2.0f);
        }
    }
    bench_add_ground(bench, 250.0f, 1.0f, 250.0f);
    DryHull *hull = bench_hull(bench, points, POINTS);
    DryShapeOptions options = bench_options();
    for (int32_t layer = 0; layer < 80; ++layer) {
        for (int32_t i = 0; i < 64; ++i) {
            DryBodyDef def =
                bench_body_def(DRY_DYNAMIC, (i % 8 - 4) * 4.0, 2.0 + 4.0 * layer, (i / 8 - 4) * 4.0);
            bench_add_hull(bench, bench_add_body(bench, &def), hull, &options);
        }
    }
    dry_hull_release(hull);
}

/* The stirring cylinder's way round: 6 degrees a second. */
static DryPose stirrer_pose(int32_t step)
{
    float angle = -(6.0f / 60.0f) * (float)step * pi / 180.0f, s, c;
    dry_sin_cos(angle, &s, &c);
    DryPose pose = { { 35.0 * (double)c, 0.0, 35.0 * (double)s }, { 0.0f, 0.0f, 0.0f, 1.0f } };
    return pose;
}

static void add_walls(BenchWorld *bench, DryBodyId floor_body)
{
    const DryVec3 sizes[] = { { 1.0f, 8.0f, 50.0f }, { 50.0f, 8.0f, 1.0f } };
    for (int32_t i = 0; i < 4; ++i) {
        DryShapeOptions options = bench_options();
        float way = i % 2 ? -50.0f : 50.0f;
        /* the floor's body is one metre below */
        options.frame.position = i < 2 ? dry_vec3(way, 9.0f, 0.0f) : dry_vec3(0.0f, 9.0f, way);
        bench_add_box(bench, floor_body, sizes[i / 2], &options);
    }
}

static void add_rocks(BenchWorld *bench)
{
    enum {
        POINTS = 10
    };
    DryVec3 points[POINTS];
    for (int32_t i = 0; i < POINTS; ++i) {
        float z = 1.0f - (2.0f * (float)i + 1.0f) / (float)POINTS, r = sqrtf(1.0f - z * z), s, c;
        /* the golden angle, 2 pi / 1.618... */
        dry_sin_cos((float)i * 3.88322208f, &s, &c);
        points[i] = dry_vec3(1.5f * r * c, 1.5f * r * s, 1.5f * z);
    }
    DryHull *hull = bench_hull(bench, points, POINTS);
    DryShapeOptions options = bench_options();
    for (int32_t x = 0; x < 21; ++x) {
        for (int32_t y = 0; y < 24; ++y) {
            for (int32_t z = 0; z < 21; ++z) {
                DryBodyDef def =
                    bench_body_def(DRY_DYNAMIC, -40.0 + 4.0 * x, 25.0 + 4.0 * y, -40.0 + 4.0 * z);
                bench_add_hull(bench, bench_add_body(bench, &def), hull, &options);
            }
        }
    }
    dry_hull_release(hull);
}

void bench_build_junkyard(BenchWorld *bench)
{
    DryBodyId ground = bench_add_ground(bench, 120.0f, 1.0f, 120.0f);
    add_walls(bench, ground);
    add_rocks(bench);

    DryVec3 rim[32];
    for (int32_t i = 0; i < 16; ++i) {
        float s, c;
        dry_sin_cos(2.0f * pi * (float)i / 16.0f, &s, &c);
        rim[2 * i] = dry_vec3(4.0f * c, 0.0f, 4.0f * s);
        rim[2 * i + 1] = dry_vec3(4.0f * c, 24.0f, 4.0f * s);
    }
    DryHull *cylinder = bench_hull(bench, rim, 32);
    DryPose pose = stirrer_pose(0);
    DryBodyDef def = bench_body_def(DRY_KINEMATIC, pose.position.x, pose.position.y, pose.position.z);
    DryShapeOptions options = bench_options();
    bench->kept[bench->kept_count++] = bench_add_body(bench, &def);
    bench_add_hull(bench, bench->kept[0], cylinder, &options);
    dry_hull_release(cylinder);
}

void bench_before_junkyard(BenchWorld *bench, int32_t step)
{
    bench_check(bench, dry_body_set_target(bench->world, bench->kept[0], stirrer_pose(step + 1)) == DRY_OK);
}

/* A slab of the drum between two radii around an angle, degrees. */
static void add_segment(BenchWorld *bench, DryBodyId drum, float from, float to, float inner, float outer)
{
    const float angles[2] = { from, to }, radii[2] = { inner, outer };
    DryVec3 points[8];
    for (int32_t i = 0; i < 4; ++i) {
        float s, c, r = radii[i / 2];
        dry_sin_cos(angles[i % 2] * pi / 180.0f, &s, &c);
        points[2 * i] = dry_vec3(r * c, r * s, -10.0f);
        points[2 * i + 1] = dry_vec3(r * c, r * s, 10.0f);
    }
    DryHull *hull = bench_hull(bench, points, 8);
    DryShapeOptions options = bench_options();
    bench_add_hull(bench, drum, hull, &options);
    dry_hull_release(hull);
}

void bench_build_washer(BenchWorld *bench)
{
    bench_add_ground(bench, 60.0f, 1.0f, 60.0f);
    DryBodyDef def = bench_body_def(DRY_KINEMATIC, 0.0, 21.0, 0.0);
    def.angular_velocity = dry_vec3(0.0f, 0.0f, 25.0f * pi / 180.0f);
    def.velocity = dry_vec3(0.001f, -0.002f, 0.0f);
    DryBodyId drum = bench_add_body(bench, &def);
    for (int32_t i = 0; i < 36; ++i) {
        float from = 10.0f * (float)i, to = from + 10.0f;
        add_segment(bench, drum, from - 1.0f, to + 1.0f, 16.0f, 18.0f);
        if (i % 9 == 0) {
            add_segment(bench, drum, from, to, 14.0f, 16.0f);
        }
    }
    DryShapeOptions options = bench_options();
    for (int32_t i = 0; i < 20 * 20 * 20; ++i) {
        DryBodyDef cube = bench_body_def(DRY_DYNAMIC, -8.0 + 0.8 * (i % 20), 13.0 + 0.8 * (i / 20 % 20),
                                         -8.0 + 0.8 * (i / 400));
        bench_add_box(bench, bench_add_body(bench, &cube), dry_vec3(0.2f, 0.2f, 0.2f), &options);
    }
}
