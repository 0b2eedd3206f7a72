/* Felled trees on a wavy meadow. */
#include "bench/scenes.h"

#include <stdlib.h>

static const float pi = 3.14159265f;

/* A meadow of 150 x 200 m, n cells a metre. */
static DryMesh *wave_mesh(BenchWorld *bench, int32_t n)
{
    int32_t across = 150 * n, along = 200 * n;
    int32_t vertex_count = (across + 1) * (along + 1), triangle_count = 2 * across * along;
    DryVec3 *points = malloc((size_t)vertex_count * sizeof *points);
    uint32_t *indices = malloc((size_t)triangle_count * 3 * sizeof *indices);
    DryMesh *mesh = NULL;
    if (points && indices) {
        int32_t at = 0;
        for (int32_t i = 0; i <= across; ++i) {
            for (int32_t k = 0; k <= along; ++k) {
                float x = (float)i / (float)n, z = (float)k / (float)n, sx, sz, unused;
                dry_sin_cos(0.2f * pi * x, &sx, &unused);
                dry_sin_cos(0.1f * pi * z, &sz, &unused);
                points[at++] = dry_vec3(x - 75.0f, 0.4f * sx * sz, z - 100.0f);
            }
        }
        at = 0;
        for (uint32_t i = 0; i < (uint32_t)across; ++i) {
            for (uint32_t k = 0; k < (uint32_t)along; ++k) {
                uint32_t a = i * ((uint32_t)along + 1) + k, b = a + (uint32_t)along + 1;
                const uint32_t two[6] = { a, a + 1, b, b, a + 1, b + 1 };
                for (int32_t j = 0; j < 6; ++j) {
                    indices[at++] = two[j];
                }
            }
        }
        DryMeshSource source = { .vertices = points,
                                 .vertex_count = vertex_count,
                                 .indices = indices,
                                 .triangle_count = triangle_count };
        mesh = dry_mesh_create(&source, NULL);
    }
    bench_check(bench, mesh != NULL);
    free(points);
    free(indices);
    return mesh;
}

/* The trunk's pieces, thinner and thinner. */
static void add_trunk(BenchWorld *bench, DryBodyId tree, DryHull *const pieces[22])
{
    DryShapeOptions options = bench_options();
    options.density = 1.0f;
    options.material.friction = 0.9f;
    options.material.rolling_resistance = 0.05f;
    for (int32_t i = 0; i < 22; ++i) {
        bench_add_hull(bench, tree, pieces[i], &options);
    }
}

static void make_pieces(BenchWorld *bench, DryHull *pieces[22])
{
    float y = 1.0f, r = 0.75f;
    for (int32_t i = 0; i < 22; ++i) {
        float height = 1.5f + 2.0f * r;
        DryVec3 points[12];
        for (int32_t k = 0; k < 6; ++k) {
            float s, c;
            dry_sin_cos(pi * (float)k / 3.0f, &s, &c);
            points[2 * k] = dry_vec3(r * c, y - r, r * s);
            points[2 * k + 1] = dry_vec3(r * c, y - r + height, r * s);
        }
        pieces[i] = bench_hull(bench, points, 12);
        y += height;
        r *= 0.95f;
    }
}

static void build_trees(BenchWorld *bench, int32_t n)
{
    DryShapeOptions options = bench_options();
    DryBodyDef ground = bench_body_def(DRY_STATIC, 0.0, 0.0, 0.0);
    DryMesh *mesh = wave_mesh(bench, n);
    bench_check(
        bench,
        dry_shape_add_mesh(bench->world, bench_add_body(bench, &ground), mesh, NULL, &options).index != 0);
    dry_mesh_release(mesh);

    DryHull *pieces[22];
    make_pieces(bench, pieces);
    for (int32_t b = 0; b < 50; ++b) {
        DryBodyDef def = bench_body_def(DRY_DYNAMIC, 0.0, 1.0, -70.0 + 3.0 * b);
        def.sleep_speed = 0.2f;
        DryBodyId tree = bench_add_body(bench, &def);
        add_trunk(bench, tree, pieces);
        float spin = 0.5f * (0.5f + 0.5f * (float)b / 50.0f) * (b % 2 ? 1.0f : -1.0f);
        DryVec3 w = dry_vec3(0.0f, 0.0f, spin);
        DryVec3 arm = dry_pos_sub(dry_body_center(bench->world, tree), def.position);
        dry_body_set_angular_velocity(bench->world, tree, w);
        dry_body_set_velocity(bench->world, tree, dry_vec3_cross(w, arm));
    }
    for (int32_t i = 0; i < 22; ++i) {
        dry_hull_release(pieces[i]);
    }
}

void bench_build_trees_100(BenchWorld *bench)
{
    build_trees(bench, 1);
}

void bench_build_trees_50(BenchWorld *bench)
{
    build_trees(bench, 2);
}

void bench_build_trees_25(BenchWorld *bench)
{
    build_trees(bench, 4);
}
