/* What the mesh builder tells about bad meshes, and the mass of good ones. */
#include "geometry/mesh.h"

#include "support/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static const DryVec3 cube[8] = { { 0.0f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.0f }, { 0.0f, 1.0f, 0.0f },
                                 { 1.0f, 1.0f, 0.0f }, { 0.0f, 0.0f, 1.0f }, { 1.0f, 0.0f, 1.0f },
                                 { 0.0f, 1.0f, 1.0f }, { 1.0f, 1.0f, 1.0f } };
static const uint32_t cube_indices[36] = { 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                           2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6 };

static DryMesh *build(const DryVec3 *vertices, int32_t vertex_count, const uint32_t *indices,
                      int32_t triangle_count, DryMeshReport *report)
{
    DryMeshSource source = { .vertices = vertices,
                             .vertex_count = vertex_count,
                             .indices = indices,
                             .triangle_count = triangle_count };
    DryMesh *mesh = dry_mesh_create(&source, report);
    assert_non_null(mesh);
    assert_int_equal(report->status, DRY_OK);
    return mesh;
}

static int32_t faults(const DryMeshReport *report)
{
    int32_t sum = 0;
    for (int i = 0; i < DRY_MESH_FAULTS; ++i) {
        sum += dry_mesh_report_count(report, (DryMeshFault)i);
    }
    return sum;
}

static void good_cube_has_no_fault_and_a_mass(void **state)
{
    (void)state;
    DryMeshReport report;
    DryMesh *mesh = build(cube, 8, cube_indices, 12, &report);
    assert_int_equal(faults(&report), 0);
    assert_true(report.closed);
    assert_true(fabs(report.volume - 1.0) < 1e-12);
    DryMass mass;
    assert_int_equal(dry_mesh_mass(mesh, 600.0f, &mass), DRY_OK);
    assert_float_equal(mass.mass, 600.0f, 1e-4f);
    assert_float_equal(mass.center.x, 0.5f, 1e-6f);
    assert_float_equal(mass.inertia.xx, 100.0f, 1e-4f);
    assert_float_equal(mass.inertia.zz, 100.0f, 1e-4f);
    assert_float_equal(mass.inertia.xy, 0.0f, 1e-5f);
    DryMass before = mass;
    assert_int_equal(dry_mesh_mass(NULL, 1.0f, &mass), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_mesh_mass(mesh, 0.0f, &mass), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_mesh_mass(mesh, NAN, &mass), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_mesh_mass(mesh, 1.0f, NULL), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_mesh_mass(mesh, 1e-38f, &mass), DRY_ERROR_RANGE);
    assert_memory_equal(&before, &mass, sizeof mass);
    dry_mesh_release(mesh);
    assert_int_equal(dry_mesh_report_count(NULL, DRY_MESH_FLIPPED), 0);
    assert_int_equal(dry_mesh_report_count(&report, (DryMeshFault)DRY_MESH_FAULTS), 0);
    assert_int_equal(dry_last_status(), DRY_ERROR_ARGUMENT);
}

/* Held against a hull, whose integrals are the same but whose surface is not the same triangles. */
static void mass_far_from_the_origin_is_that_of_the_hull(void **state)
{
    (void)state;
    DryVec3 moved[8];
    for (int i = 0; i < 8; ++i) {
        moved[i] = dry_vec3(3.0f * cube[i].x + 4.0f * cube[i].y + 5000.0f, 2.0f * cube[i].y - 300.0f,
                            0.5f * cube[i].z + 0.25f * cube[i].x + 70.0f);
    }
    DryMeshReport report;
    DryMesh *mesh = build(moved, 8, cube_indices, 12, &report);
    DryHull *hull = dry_hull_create(&(DryHullSource){ .points = moved, .point_count = 8 }, NULL);
    DryMass a, b;
    assert_int_equal(dry_mesh_mass(mesh, 1000.0f, &a), DRY_OK);
    assert_int_equal(dry_hull_mass(hull, 1000.0f, &b), DRY_OK);
    assert_float_equal(a.mass, b.mass, 1e-3f * b.mass);
    assert_float_equal(a.center.x, b.center.x, 1e-3f);
    assert_float_equal(a.center.z, b.center.z, 1e-3f);
    assert_float_equal(a.inertia.xx, b.inertia.xx, 1e-3f * b.inertia.xx);
    assert_float_equal(a.inertia.yy, b.inertia.yy, 1e-3f * b.inertia.yy);
    assert_float_equal(a.inertia.xy, b.inertia.xy, 1e-3f * b.inertia.yy);
    assert_float_equal(a.inertia.xz, b.inertia.xz, 1e-3f * b.inertia.yy);
    dry_hull_release(hull);
    dry_mesh_release(mesh);
}

static void meshes_without_inside_have_no_mass(void **state)
{
    (void)state;
    uint32_t indices[36];
    DryMeshReport report;
    DryMass mass;
    /* one triangle is missing */
    DryMesh *mesh = build(cube, 8, cube_indices, 11, &report);
    assert_int_equal(report.boundary_edges, 3);
    assert_false(report.closed);
    assert_true(report.volume == 0.0);
    assert_int_equal(dry_mesh_mass(mesh, 1.0f, &mass), DRY_ERROR_GEOMETRY);
    assert_non_null(strstr(dry_last_error(), "3 edges are open"));
    dry_mesh_release(mesh);
    /* all are turned */
    for (int i = 0; i < 12; ++i) {
        indices[3 * i] = cube_indices[3 * i];
        indices[3 * i + 1] = cube_indices[3 * i + 2];
        indices[3 * i + 2] = cube_indices[3 * i + 1];
    }
    mesh = build(cube, 8, indices, 12, &report);
    assert_true(report.closed);
    assert_true(fabs(report.volume + 1.0) < 1e-12);
    assert_int_equal(dry_mesh_mass(mesh, 1.0f, &mass), DRY_ERROR_GEOMETRY);
    assert_non_null(strstr(dry_last_error(), "inside out"));
    dry_mesh_release(mesh);
    /* one is turned */
    memcpy(indices, cube_indices, sizeof indices);
    indices[3 * 7 + 1] = cube_indices[3 * 7 + 2];
    indices[3 * 7 + 2] = cube_indices[3 * 7 + 1];
    mesh = build(cube, 8, indices, 12, &report);
    assert_int_equal(report.flipped_edges, 3);
    assert_int_equal(faults(&report), 3);
    for (int i = 0; i < 3; ++i) {
        const DryMeshPlace *place = &report.examples[DRY_MESH_FLIPPED][i];
        assert_true(place->triangle == 7 || place->other == 7);
        assert_true(place->triangle != place->other && place->triangle >= 0 && place->other >= 0);
    }
    assert_int_equal(dry_mesh_mass(mesh, 1.0f, &mass), DRY_ERROR_GEOMETRY);
    assert_non_null(strstr(dry_last_error(), "3 flipped"));
    dry_mesh_release(mesh);
}

/* Two cubes that share an edge: four triangles meet there, and yet there is an inside. */
static void cubes_on_an_edge_are_not_manifold_but_closed(void **state)
{
    (void)state;
    DryVec3 vertices[16];
    uint32_t indices[72];
    for (int i = 0; i < 8; ++i) {
        vertices[i] = cube[i];
        vertices[8 + i] = dry_vec3_add(cube[i], dry_vec3(1.0f, 1.0f, 0.0f));
    }
    for (uint32_t i = 0; i < 36; ++i) {
        indices[i] = cube_indices[i];
        indices[36 + i] = cube_indices[i] + 8;
    }
    DryMeshReport report;
    DryMesh *mesh = build(vertices, 16, indices, 24, &report);
    assert_int_equal(report.non_manifold_edges, 1);
    assert_int_equal(report.welded, 2);
    assert_int_equal(faults(&report), 1);
    const DryMeshPlace *place = &report.examples[DRY_MESH_NON_MANIFOLD][0];
    assert_float_equal(place->point.x, 1.0f, 1e-6f);
    assert_float_equal(place->point.z, 0.5f, 1e-6f);
    assert_true(report.closed);
    DryMass mass;
    assert_int_equal(dry_mesh_mass(mesh, 1.0f, &mass), DRY_OK);
    assert_float_equal(mass.mass, 2.0f, 1e-5f);
    assert_float_equal(mass.center.x, 1.0f, 1e-5f);
    dry_mesh_release(mesh);
}

static void duplicates_and_unused_vertices_are_told(void **state)
{
    (void)state;
    DryVec3 vertices[10];
    uint32_t indices[45];
    memcpy(vertices, cube, sizeof cube);
    vertices[8] = dry_vec3(7.0f, 8.0f, 9.0f);
    vertices[9] = cube[0];
    memcpy(indices, cube_indices, sizeof cube_indices);
    const uint32_t more[9] = { 6, 9, 4, 3, 7, 1, 0, 5, 9 }; /* two copies and one without area */
    memcpy(indices + 36, more, sizeof more);
    uint16_t materials[15];
    for (uint16_t i = 0; i < 15; ++i) {
        materials[i] = i;
    }
    DryMeshReport report;
    DryMeshSource source = { vertices, 10, indices, 15, 0.0f, false, materials };
    DryMesh *mesh = dry_mesh_create(&source, &report);
    assert_non_null(mesh);
    assert_int_equal(report.triangles, 12);
    assert_int_equal(report.duplicates, 2);
    assert_int_equal(report.degenerate, 1);
    assert_int_equal(report.unused_vertices, 1);
    assert_int_equal(report.welded, 1);
    assert_true(report.closed);
    const DryMeshPlace *copies = report.examples[DRY_MESH_DUPLICATE];
    assert_int_equal(copies[0].triangle, 12);
    assert_int_equal(copies[0].other, 0);
    assert_int_equal(copies[1].triangle, 13);
    assert_int_equal(copies[1].other, 2);
    assert_int_equal(report.examples[DRY_MESH_DEGENERATE][0].triangle, 14);
    const DryMeshPlace *unused = report.examples[DRY_MESH_UNUSED_VERTEX];
    assert_int_equal(unused->vertex, 8);
    assert_int_equal(unused->triangle, -1);
    assert_float_equal(unused->point.z, 9.0f, 0.0f);
    assert_int_equal(dry_mesh_triangle_material(mesh, 11), 11);
    dry_mesh_release(mesh);
    /* the back of a sheet is no copy of its front */
    const uint32_t sheet[6] = { 0, 1, 2, 0, 2, 1 };
    mesh = build(cube, 3, sheet, 2, &report);
    assert_int_equal(report.duplicates, 0);
    assert_int_equal(report.triangles, 2);
    assert_true(report.closed && report.volume == 0.0);
    DryMass mass;
    assert_int_equal(dry_mesh_mass(mesh, 1.0f, &mass), DRY_ERROR_GEOMETRY);
    assert_non_null(strstr(dry_last_error(), "volume is 0"));
    dry_mesh_release(mesh);
}

/* A floor of `many` narrow strips beside one wide quad: each inner corner of the strips lies on its edge. */
static void t_junctions_are_found_and_counted_by_edges(void **state)
{
    (void)state;
    enum {
        STRIPS = 100
    };
    static DryVec3 v[4 + 2 * (STRIPS + 1)];
    static uint32_t indices[6 + 6 * STRIPS];
    const float scales[] = { 1.0f, 1e-3f, 1e4f };
    for (int s = 0; s < 3; ++s) {
        float size = scales[s];
        const DryVec3 wide[4] = { { 0, 0, 0 }, { 0, 0, size }, { size, 0, size }, { size, 0, 0 } };
        memcpy(v, wide, sizeof wide);
        const uint32_t two[6] = { 0, 1, 2, 0, 2, 3 };
        memcpy(indices, two, sizeof two);
        for (uint32_t i = 0; i <= STRIPS; ++i) {
            v[4 + 2 * i] = v3(size, 0.0f, size * (float)i / STRIPS);
            v[5 + 2 * i] = v3(2.0f * size, 0.0f, size * (float)i / STRIPS);
        }
        for (uint32_t i = 0; i < STRIPS; ++i) {
            uint32_t a = 4 + 2 * i;
            const uint32_t strip[6] = { a, a + 2, a + 3, a, a + 3, a + 1 };
            memcpy(indices + 6 + 6 * i, strip, sizeof strip);
        }
        DryMeshReport report;
        DryMesh *mesh = build(v, 4 + 2 * (STRIPS + 1), indices, 2 + 2 * STRIPS, &report);
        assert_int_equal(report.welded, 2);
        assert_int_equal(report.t_junctions, 1);
        assert_false(report.t_junctions_cut);
        const DryMeshPlace *place = report.examples[DRY_MESH_T_JUNCTION];
        assert_int_equal(place->triangle, 1);
        assert_true(place->vertex >= 4);
        assert_memory_equal(&place->point, &v[place->vertex], sizeof(DryVec3));
        assert_float_equal(place->point.x, size, 0.0f);
        dry_mesh_release(mesh);
        /* moved away by a thousandth there is none */
        for (int i = 0; i < 4; ++i) {
            v[i].x -= 1e-3f * size;
        }
        mesh = build(v, 4 + 2 * (STRIPS + 1), indices, 2 + 2 * STRIPS, &report);
        assert_int_equal(report.t_junctions, 0);
        dry_mesh_release(mesh);
    }
}

/* Random segments and points, held against every pair. */
static void t_junctions_equal_brute_force(void **state)
{
    (void)state;
    enum {
        COUNT = 400
    };
    static DryVec3 v[3 * COUNT];
    static uint32_t indices[3 * COUNT];
    Random random = random_seeded(4411);
    int32_t found = 0;
    for (int round = 0; round < 20; ++round) {
        for (uint32_t i = 0; i < 3 * COUNT; ++i) { /* a coarse lattice: many points lie on lines */
            float x = (float)random_int(&random, 9), y = (float)random_int(&random, 9);
            float z = (float)random_int(&random, 2);
            v[i] = v3(x, y, z);
            indices[i] = i;
        }
        DryMeshReport report;
        DryMesh *mesh = build(v, 3 * COUNT, indices, COUNT, &report);
        bool open[3 * COUNT] = { false };
        for (int32_t t = 0; t < mesh->triangle_count; ++t) {
            for (int k = 0; k < 3; ++k) {
                int32_t a = mesh->triangles[t].vertex[k], b = mesh->triangles[t].vertex[(k + 1) % 3];
                int32_t users = 0;
                for (int32_t u = 0; u < mesh->triangle_count; ++u) {
                    const int32_t *w = mesh->triangles[u].vertex;
                    users += (w[0] == a || w[1] == a || w[2] == a) && (w[0] == b || w[1] == b || w[2] == b);
                }
                if (users == 1) {
                    open[a] = open[b] = true;
                }
            }
        }
        int32_t expected = 0;
        for (int32_t t = 0; t < mesh->triangle_count; ++t) {
            for (int k = 0; k < 3; ++k) {
                int32_t a = mesh->triangles[t].vertex[k], b = mesh->triangles[t].vertex[(k + 1) % 3];
                int32_t users = 0;
                for (int32_t u = 0; u < mesh->triangle_count; ++u) {
                    const int32_t *w = mesh->triangles[u].vertex;
                    users += (w[0] == a || w[1] == a || w[2] == a) && (w[0] == b || w[1] == b || w[2] == b);
                }
                bool hit = false;
                for (int32_t p = 0; p < mesh->vertex_count && users == 1 && !hit; ++p) {
                    DryVec3 ab = v3_sub(mesh->vertices[b], mesh->vertices[a]);
                    DryVec3 ap = v3_sub(mesh->vertices[p], mesh->vertices[a]);
                    float t_along = v3_dot(ap, ab);
                    hit = open[p] && v3_length_squared(v3_cross(ap, ab)) == 0.0f && t_along > 0.0f &&
                          t_along < v3_length_squared(ab);
                }
                expected += hit;
            }
        }
        assert_int_equal(report.t_junctions, expected);
        assert_false(report.t_junctions_cut);
        found += expected;
        dry_mesh_release(mesh);
    }
    assert_true(found > 1000);
}

/* Examples are the first by number, whatever the order in which they are found. */
static void examples_are_the_first_triangles(void **state)
{
    (void)state;
    enum {
        COUNT = 50
    };
    DryVec3 v[3 * COUNT];
    uint32_t indices[3 * COUNT];
    Random random = random_seeded(17);
    for (uint32_t i = 0; i < 3 * COUNT; ++i) {
        float x = random_float(&random, 0.0f, 1.0f), y = random_float(&random, 0.0f, 1.0f);
        v[3 * COUNT - 1 - i] = v3(x, y, 0.0f);
        indices[i] = i;
    }
    DryMeshReport report;
    DryMesh *mesh = build(v, 3 * COUNT, indices, COUNT, &report);
    assert_int_equal(report.boundary_edges, 3 * COUNT);
    for (int i = 0; i < DRY_MESH_EXAMPLES; ++i) {
        assert_int_equal(report.examples[DRY_MESH_OPEN_EDGE][i].triangle, i / 3);
    }
    dry_mesh_release(mesh);
}

/* Whatever the bytes are, the builder answers, and soon. */
static void wild_numbers_are_answered(void **state)
{
    (void)state;
    enum {
        VERTICES = 3000,
        TRIANGLES = 3000
    };
    static DryVec3 v[VERTICES];
    static uint32_t indices[3 * TRIANGLES];
    static const float wild[] = { 0.0f, -0.0f, 1e-45f, 1e-38f, 1e-30f, -1e-30f,     1e-6f,
                                  1.0f, -1.0f, 1e6f,   1e9f,   -1e9f,  16777216.0f, 1.0000001f };
    static const float welds[] = { 0.0f, 1e-45f, 1e-30f, 1e-9f, 1.0f, 1e9f };
    Random random = random_seeded(901);
    for (int round = 0; round < 60; ++round) {
        int kinds = 1 + random_int(&random, 14);
        for (int i = 0; i < VERTICES; ++i) {
            for (int axis = 0; axis < 3; ++axis) {
                float base = wild[random_int(&random, kinds)];
                v3_set(&v[i], axis, round % 3 == 0 ? base : base * random_float(&random, 0.5f, 1.0f));
            }
        }
        for (int i = 0; i < 3 * TRIANGLES; ++i) {
            indices[i] = (uint32_t)random_int(&random, VERTICES);
        }
        DryMeshSource source = { v, VERTICES, indices, TRIANGLES, welds[round % 6], false, NULL };
        DryMeshReport report;
        DryMesh *mesh = dry_mesh_create(&source, &report);
        assert_int_equal(report.status, mesh ? DRY_OK : DRY_ERROR_GEOMETRY);
        assert_int_equal(report.triangles + report.degenerate + report.duplicates,
                         mesh ? TRIANGLES : report.degenerate);
        assert_true(isfinite(report.volume));
        dry_mesh_release(mesh);
    }
}

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static DryMeshReport build_large(const DryVec3 *v, int32_t count, const uint32_t *indices, int32_t triangles,
                                 const char *name, double limit)
{
    DryMeshReport report;
    double start = seconds();
    DryMesh *mesh = build(v, count, indices, triangles, &report);
    double taken = seconds() - start;
    print_message("%s: %d triangles, %.2f s, %d open edges, %d T-junctions%s\n", name, report.triangles,
                  taken, report.boundary_edges, report.t_junctions, report.t_junctions_cut ? " or more" : "");
    dry_mesh_release(mesh);
    if (taken > limit) {
        fail_msg("%s took %.1f s of processor time", name, taken);
    }
    return report;
}

/* The limits are many times what it takes, and far below what comparing all pairs would. */
static void large_meshes_take_seconds(void **state)
{
    (void)state;
    enum {
        TRIANGLES = 200000
    };
    DryVec3 *v = calloc(3 * (size_t)TRIANGLES, sizeof *v);
    uint32_t *indices = calloc(3 * (size_t)TRIANGLES, sizeof *indices);
    assert_non_null(v);
    assert_non_null(indices);
    Random random = random_seeded(55);
    for (uint32_t i = 0; i < TRIANGLES; ++i) { /* small ones everywhere: no edge has a partner */
        DryVec3 at = v3(random_float(&random, -1.0f, 1.0f), 0.0f, 0.0f);
        at.y = random_float(&random, -1.0f, 1.0f);
        at.z = random_float(&random, -1.0f, 1.0f);
        for (uint32_t k = 0; k < 3; ++k) {
            DryVec3 off = v3(random_float(&random, -0.01f, 0.01f), 0.0f, 0.0f);
            off.y = random_float(&random, -0.01f, 0.01f);
            off.z = random_float(&random, -0.01f, 0.01f);
            v[3 * i + k] = v3_add(at, off);
            indices[3 * i + k] = 3 * i + k;
        }
    }
    DryMeshReport report = build_large(v, 3 * TRIANGLES, indices, TRIANGLES, "soup", 20.0);
    assert_false(report.t_junctions_cut);
    for (uint32_t i = 0; i < 3 * TRIANGLES; ++i) { /* needles through everything */
        v[i] = v3_scale(v[i], i % 3 == 0 ? -1.0f : 1.0f);
    }
    (void)build_large(v, 3 * TRIANGLES, indices, TRIANGLES, "needles", 60.0);
    for (uint32_t i = 0; i < 3 * TRIANGLES; ++i) { /* all corners of all triangles on a few lines */
        v[i] = v3((float)(i % 3), i % 3 == 1 ? 1.0f : 0.0f, random_float(&random, -1.0f, 1.0f));
    }
    (void)build_large(v, 3 * TRIANGLES, indices, TRIANGLES, "lines", 60.0);
    free(v);
    free(indices);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_cube_has_no_fault_and_a_mass),
        cmocka_unit_test(mass_far_from_the_origin_is_that_of_the_hull),
        cmocka_unit_test(meshes_without_inside_have_no_mass),
        cmocka_unit_test(cubes_on_an_edge_are_not_manifold_but_closed),
        cmocka_unit_test(duplicates_and_unused_vertices_are_told),
        cmocka_unit_test(t_junctions_are_found_and_counted_by_edges),
        cmocka_unit_test(t_junctions_equal_brute_force),
        cmocka_unit_test(examples_are_the_first_triangles),
        cmocka_unit_test(wild_numbers_are_answered),
        cmocka_unit_test(large_meshes_take_seconds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
