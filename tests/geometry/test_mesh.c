/* The mesh builder, its tree, and what can be asked of a mesh. */
#include "geometry/mesh.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    SEED = 77001
};

static uint64_t random_state;

static float random_range(float low, float high)
{
    random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
    return low + (high - low) * (float)((double)(random_state >> 11) / 9007199254740992.0);
}

static DryMesh *make(const DryVec3 *vertices, int32_t vertex_count, const uint32_t *indices,
                     int32_t triangle_count, DryMeshReport *report)
{
    DryMeshSource source = { vertices, vertex_count, indices, triangle_count, 0.0f, false, NULL };
    return dry_mesh_create(&source, report);
}

/* Outside looking up (+y), cells x cells, height from a function. */
typedef float HeightFn(float x, float z);

static DryMesh *make_grid(int32_t cells, float pitch, HeightFn *height, bool two_sided)
{
    int32_t side = cells + 1;
    DryVec3 *vertices = calloc((size_t)side * (size_t)side, sizeof *vertices);
    uint32_t *indices = calloc((size_t)cells * (size_t)cells * 6, sizeof *indices);
    assert_non_null(vertices);
    assert_non_null(indices);
    for (int32_t i = 0; i < side * side; ++i) {
        float x = pitch * (float)(i % side), z = pitch * (float)(i / side);
        vertices[i] = v3(x, height(x, z), z);
    }
    for (int32_t i = 0; i < cells * cells; ++i) {
        uint32_t a = (uint32_t)(i / cells * side + i % cells), b = a + 1, c = a + (uint32_t)side, d = c + 1;
        const uint32_t two[6] = { a, c, b, b, c, d };
        memcpy(indices + 6 * i, two, sizeof two);
    }
    DryMeshSource source = { vertices, side * side, indices, cells * cells * 2, 0.0f, two_sided, NULL };
    DryMeshReport report;
    DryMesh *mesh = dry_mesh_create(&source, &report);
    assert_non_null(mesh);
    assert_int_equal(report.status, DRY_OK);
    free(vertices);
    free(indices);
    return mesh;
}

static float flat(float x, float z)
{
    (void)x;
    (void)z;
    return 0.0f;
}

static float wavy(float x, float z)
{
    return 1.3f * sinf(0.37f * x) * cosf(0.61f * z) + 0.2f * sinf(2.1f * x + z);
}

/* Cube of half-extent 1; four vertices per side, so that nothing is shared before welding. */
static DryMesh *make_cube(float weld, DryMeshReport *report, bool flip_one)
{
    DryVec3 vertices[24];
    uint32_t indices[36];
    for (uint32_t f = 0; f < 6; ++f) {
        int axis = (int)f / 2, u = (axis + 1) % 3, w = (axis + 2) % 3;
        float sign = f % 2 ? 1.0f : -1.0f;
        for (uint32_t k = 0; k < 4; ++k) {
            DryVec3 p = v3(0.0f, 0.0f, 0.0f);
            v3_set(&p, axis, sign);
            v3_set(&p, u, sign * (k == 0 || k == 3 ? -1.0f : 1.0f));
            v3_set(&p, w, k < 2 ? -1.0f : 1.0f);
            vertices[4 * f + k] = p;
        }
        const uint32_t two[6] = { 0, 1, 2, 0, 2, 3 };
        for (uint32_t k = 0; k < 6; ++k) {
            indices[6 * f + k] = 4 * f + two[k];
        }
    }
    if (flip_one) {
        uint32_t t = indices[0];
        indices[0] = indices[1];
        indices[1] = t;
    }
    DryMeshSource source = { vertices, 24, indices, 12, weld, false, NULL };
    return dry_mesh_create(&source, report);
}

static void refused_sources_say_why(void **state)
{
    (void)state;
    const DryVec3 v[3] = { { 0.0f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.0f }, { 0.0f, 1.0f, 0.0f } };
    const uint32_t good[3] = { 0, 1, 2 }, bad[3] = { 0, 1, 90000 }, line[3] = { 0, 1, 1 };
    DryMeshReport report;
    /* I10 */
    assert_null(make(v, 3, NULL, 0, &report));
    assert_int_equal(report.status, DRY_ERROR_ARGUMENT);
    assert_null(make(v, 3, NULL, 1, &report));
    assert_int_equal(report.status, DRY_ERROR_ARGUMENT);
    assert_null(make(NULL, 0, good, 1, &report));
    assert_int_equal(report.status, DRY_ERROR_ARGUMENT);
    assert_null(make(NULL, 3, good, 1, &report));
    assert_null(make(v, -3, good, 1, &report));
    assert_null(make(v, 3, good, -1, &report));
    assert_null(make(v, 3, good, INT32_MAX, &report));
    assert_int_equal(report.status, DRY_ERROR_ARGUMENT);
    assert_null(dry_mesh_create(NULL, &report));
    assert_int_equal(report.status, DRY_ERROR_ARGUMENT);
    assert_null(dry_mesh_create(NULL, NULL));

    assert_null(make(v, 3, bad, 1, &report));
    assert_int_equal(report.status, DRY_ERROR_ARGUMENT);
    assert_string_equal(report.message, "triangle 0: index 90000 of 3 vertices");
    assert_null(make(v, 3, line, 1, &report));
    assert_int_equal(report.status, DRY_ERROR_GEOMETRY);
    assert_int_equal(report.degenerate, 1);
    assert_int_equal(report.triangles, 0);

    DryVec3 broken[3];
    memcpy(broken, v, sizeof v);
    const float wrong[4] = { NAN, INFINITY, -INFINITY, 1e20f };
    for (int i = 0; i < 4; ++i) {
        broken[2].y = wrong[i];
        assert_null(make(broken, 3, good, 1, &report));
        assert_int_equal(report.status, DRY_ERROR_ARGUMENT);
        assert_non_null(strstr(report.message, "vertex 2"));
    }
    const float welds[3] = { -1.0f, NAN, INFINITY };
    for (int i = 0; i < 3; ++i) {
        DryMeshSource source = { v, 3, good, 1, welds[i], false, NULL };
        assert_null(dry_mesh_create(&source, &report));
        assert_int_equal(report.status, DRY_ERROR_ARGUMENT);
        assert_non_null(strstr(report.message, "weld_distance"));
    }
}

static void i7_thin_triangle_is_kept_or_dropped_cleanly(void **state)
{
    (void)state;
    const DryVec3 v[3] = { { 0.279280782f, -0.467894495f, 0.105353981f },
                           { 0.280091137f, -0.467545986f, 0.104968153f },
                           { 0.277769983f, -0.46932292f, 0.105590254f } };
    const uint32_t indices[3] = { 0, 1, 2 };
    DryMeshReport report;
    DryMesh *mesh = make(v, 3, indices, 1, &report);
    assert_non_null(mesh);
    assert_float_equal(v3_length(mesh->normals[0]), 1.0f, 1e-6f);
    dry_mesh_release(mesh);
}

static void i9_zero_area_triangles_are_dropped_and_counted(void **state)
{
    (void)state;
    const DryVec3 v[5] = { { 0.0f, 0.0f, 0.0f },
                           { 1.0f, 0.0f, 0.0f },
                           { 0.0f, 1.0f, 0.0f },
                           { 0.5f, 0.0f, 0.0f },
                           { 0.0f, 0.0f, 0.0f } };
    const uint32_t indices[12] = { 0, 1, 2, 0, 3, 1, 0, 4, 2, 2, 2, 2 };
    DryMeshReport report;
    DryMesh *mesh = make(v, 5, indices, 4, &report);
    assert_non_null(mesh);
    assert_int_equal(report.triangles, 1);
    assert_int_equal(report.degenerate, 3);
    assert_int_equal(report.welded, 1);
    assert_int_equal(report.vertices, 4);
    DryVec3 corners[3];
    dry_mesh_triangle(mesh, 0, corners);
    assert_memory_equal(corners, v, sizeof corners);
    dry_mesh_triangle(mesh, 1, corners);
    assert_true(corners[2].y == 0.0f);
    dry_mesh_release(mesh);
}

static void closed_cube_has_convex_and_flat_edges(void **state)
{
    (void)state;
    DryMeshReport report;
    DryMesh *mesh = make_cube(0.0f, &report, false);
    assert_non_null(mesh);
    assert_int_equal(report.vertices, 8);
    assert_int_equal(report.welded, 16);
    assert_int_equal(report.triangles, 12);
    assert_int_equal(report.boundary_edges + report.non_manifold_edges + report.flipped_edges, 0);
    int32_t convex = 0, flat_edges = 0;
    for (int32_t t = 0; t < 12; ++t) {
        for (int k = 0; k < 3; ++k) {
            const MeshTriangle *triangle = &mesh->triangles[t];
            convex += triangle->edge_flags[k] == MESH_EDGE_CONVEX;
            flat_edges += triangle->edge_flags[k] == MESH_EDGE_FLAT;
            const MeshTriangle *other = &mesh->triangles[triangle->neighbour[k]];
            assert_true(other->neighbour[0] == t || other->neighbour[1] == t || other->neighbour[2] == t);
        }
        assert_true(v3_dot(mesh->normals[t], mesh->vertices[mesh->triangles[t].vertex[0]]) > 0.99f);
    }
    assert_int_equal(convex, 24);
    assert_int_equal(flat_edges, 12);
    dry_mesh_release(mesh);
    mesh = make_cube(0.0f, &report, true);
    assert_non_null(mesh);
    assert_int_equal(report.flipped_edges, 3);
    dry_mesh_release(mesh);
}

static void valleys_are_neither_convex_nor_flat(void **state)
{
    (void)state;
    const DryVec3 v[4] = {
        { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 1.0f }, { 1.0f, 0.0f, 0.0f }, { -1.0f, 0.5f, 0.0f }
    };
    const uint32_t indices[6] = { 0, 1, 2, 1, 0, 3 };
    DryMeshReport report;
    DryMesh *mesh = make(v, 4, indices, 2, &report);
    assert_non_null(mesh);
    assert_int_equal(mesh->triangles[0].neighbour[0], 1);
    assert_int_equal(mesh->triangles[0].edge_flags[0], 0);
    assert_int_equal(mesh->triangles[0].edge_flags[1], MESH_EDGE_BOUNDARY);
    assert_int_equal(report.boundary_edges, 4);
    dry_mesh_release(mesh);
}

static void three_triangles_at_an_edge_are_not_manifold(void **state)
{
    (void)state;
    const DryVec3 v[5] = { { 0.0f, 0.0f, 0.0f },
                           { 0.0f, 0.0f, 1.0f },
                           { 1.0f, 0.0f, 0.0f },
                           { -1.0f, 0.0f, 0.0f },
                           { 0.0f, 1.0f, 0.0f } };
    const uint32_t indices[9] = { 0, 1, 2, 1, 0, 3, 0, 1, 4 };
    DryMeshReport report;
    DryMesh *mesh = make(v, 5, indices, 3, &report);
    assert_non_null(mesh);
    assert_int_equal(report.non_manifold_edges, 1);
    assert_int_equal(mesh->triangles[0].neighbour[0], -1);
    dry_mesh_release(mesh);
}

/* Welding equals the plain rule: each vertex joins the lowest kept one within the distance, else is kept. */
static void welding_equals_brute_force(void **state)
{
    enum {
        COUNT = 600
    };
    static DryVec3 v[COUNT], kept[COUNT];
    static uint32_t indices[3 * COUNT];
    (void)state;
    const float distances[4] = { 0.0f, 0.05f, 0.3f, 100.0f };
    for (int round = 0; round < 4; ++round) {
        random_state = SEED;
        int32_t kept_count = 0;
        for (int32_t i = 0; i < COUNT; ++i) {
            v[i] = i % 3 ? v3(random_range(-1.0f, 1.0f), random_range(-1.0f, 1.0f), random_range(-1.0f, 1.0f))
                         : v[i / 2];
            v[i] = i == 5 ? v3(-0.0f, 0.0f, 0.0f) : i == 7 ? v3(0.0f, -0.0f, 0.0f) : v[i];
            indices[3 * i] = (uint32_t)i;
            indices[3 * i + 1] = (uint32_t)(i * 7 + 1) % COUNT;
            indices[3 * i + 2] = (uint32_t)(i * 13 + 2) % COUNT;
            int32_t k = 0;
            for (; k < kept_count; ++k) {
                double x = (double)v[i].x - (double)kept[k].x, y = (double)v[i].y - (double)kept[k].y;
                double z = (double)v[i].z - (double)kept[k].z, d = (double)distances[round];
                if (x * x + y * y + z * z <= d * d) {
                    break;
                }
            }
            if (k == kept_count) {
                kept[kept_count++] = v[i];
            }
        }
        DryMeshSource source = { v, COUNT, indices, COUNT, distances[round], false, NULL };
        DryMeshReport report;
        DryMesh *mesh = dry_mesh_create(&source, &report);
        assert_int_equal(report.welded, COUNT - kept_count);
        if (mesh) {
            assert_int_equal(report.vertices, kept_count);
            assert_memory_equal(mesh->vertices, kept, (size_t)kept_count * sizeof(DryVec3));
            dry_mesh_release(mesh);
        } else {
            assert_int_equal(report.status, DRY_ERROR_GEOMETRY);
        }
    }
}

static int32_t check_node(const DryMesh *mesh, int32_t index, uint8_t *seen, int32_t depth)
{
    const MeshNode *node = &mesh->nodes[index];
    if (node->leaf) {
        const MeshLeaf *leaf = &mesh->leaves[node->first];
        for (int lane = 0; lane < 8; ++lane) {
            int32_t t = leaf->triangle[lane];
            assert_true(t >= 0 || lane > 0);
            if (t >= 0) {
                ++seen[t];
                assert_true(lane == 0 || leaf->triangle[lane - 1] < t);
            }
            for (int k = 0; k < 3; ++k) {
                for (int axis = 0; axis < 3; ++axis) {
                    assert_true(leaf->v[k][axis][lane] >= node->lower[axis] &&
                                leaf->v[k][axis][lane] <= node->upper[axis]);
                }
            }
        }
        return depth;
    }
    int32_t deepest = 0;
    for (int k = 0; k < 2; ++k) {
        const MeshNode *child = &mesh->nodes[node->first + k];
        for (int axis = 0; axis < 3; ++axis) {
            assert_true(child->lower[axis] >= node->lower[axis] && child->upper[axis] <= node->upper[axis]);
        }
        int32_t d = check_node(mesh, node->first + k, seen, depth + 1);
        deepest = d > deepest ? d : deepest;
    }
    return deepest;
}

static DryMesh *make_soup(int32_t count, float spread, float size)
{
    DryVec3 *v = calloc((size_t)count * 3, sizeof *v);
    uint32_t *indices = calloc((size_t)count * 3, sizeof *indices);
    for (int32_t i = 0; i < count; ++i) {
        DryVec3 c =
            v3(random_range(-spread, spread), random_range(-spread, spread), random_range(-spread, spread));
        for (int k = 0; k < 3; ++k) {
            v[3 * i + k] = v3_add(
                c, v3(random_range(-size, size), random_range(-size, size), random_range(-size, size)));
            indices[3 * i + k] = (uint32_t)(3 * i + k);
        }
    }
    DryMesh *mesh = make(v, 3 * count, indices, count, NULL);
    free(v);
    free(indices);
    return mesh;
}

static void tree_holds_each_triangle_once(void **state)
{
    static uint8_t seen[5000];
    (void)state;
    random_state = SEED;
    for (int round = 0; round < 4; ++round) {
        /* the third has all centres at one place, so only halving can split it */
        DryMesh *mesh = round == 0 ? make_grid(40, 0.5f, wavy, false)
                                   : make_soup(round == 3 ? 3 : 2000, round == 2 ? 0.0f : 5.0f, 0.5f);
        assert_non_null(mesh);
        memset(seen, 0, sizeof seen);
        int32_t depth = check_node(mesh, 0, seen, 1);
        assert_true(depth < MESH_TREE_DEPTH);
        for (int32_t t = 0; t < mesh->triangle_count; ++t) {
            assert_int_equal(seen[t], 1);
        }
        if (round == 0) {
            assert_true(mesh->leaf_count * 8 < mesh->triangle_count * 2); /* leaves are well filled */
        }
        dry_mesh_release(mesh);
    }
}

static bool mark_leaf(const MeshLeaf *leaf, void *context)
{
    uint8_t *seen = context;
    for (int lane = 0; lane < 8 && leaf->triangle[lane] >= 0; ++lane) {
        seen[leaf->triangle[lane]] = 1;
    }
    return true;
}

static void query_misses_no_triangle(void **state)
{
    static uint8_t seen[5000];
    (void)state;
    random_state = SEED;
    DryMesh *mesh = make_soup(2000, 5.0f, 0.4f);
    assert_non_null(mesh);
    for (int i = 0; i < 200; ++i) {
        DryVec3 lower = v3(random_range(-6.0f, 6.0f), random_range(-6.0f, 6.0f), random_range(-6.0f, 6.0f));
        DryVec3 upper =
            v3_add(lower, v3(random_range(0.0f, 2.0f), random_range(0.0f, 2.0f), random_range(0.0f, 2.0f)));
        memset(seen, 0, sizeof seen);
        dry__mesh_query(mesh, lower, upper, mark_leaf, seen);
        for (int32_t t = 0; t < mesh->triangle_count; ++t) {
            DryVec3 p[3];
            dry_mesh_triangle(mesh, t, p);
            DryVec3 low = v3_min(v3_min(p[0], p[1]), p[2]), high = v3_max(v3_max(p[0], p[1]), p[2]);
            bool overlap = low.x <= upper.x && lower.x <= high.x && low.y <= upper.y && lower.y <= high.y &&
                           low.z <= upper.z && lower.z <= high.z;
            assert_true(!overlap || seen[t]);
        }
    }
    dry_mesh_release(mesh);
}

/* Reference: Cramer's rule in long double. */
static bool ray_triangle(const DryVec3 p[3], DryVec3 o, DryVec3 d, long double slack, long double *t)
{
    long double e1[3], e2[3], s[3], dir[3], h[3], q[3];
    for (int k = 0; k < 3; ++k) {
        e1[k] = (long double)v3_get(p[1], k) - (long double)v3_get(p[0], k);
        e2[k] = (long double)v3_get(p[2], k) - (long double)v3_get(p[0], k);
        s[k] = (long double)v3_get(o, k) - (long double)v3_get(p[0], k);
        dir[k] = (long double)v3_get(d, k);
    }
    for (int k = 0; k < 3; ++k) {
        int a = (k + 1) % 3, b = (k + 2) % 3;
        h[k] = dir[a] * e2[b] - dir[b] * e2[a];
        q[k] = s[a] * e1[b] - s[b] * e1[a];
    }
    long double det = e1[0] * h[0] + e1[1] * h[1] + e1[2] * h[2];
    if (fabsl(det) < 1e-15L) {
        return false;
    }
    long double u = (s[0] * h[0] + s[1] * h[1] + s[2] * h[2]) / det;
    long double v = (dir[0] * q[0] + dir[1] * q[1] + dir[2] * q[2]) / det;
    *t = (e2[0] * q[0] + e2[1] * q[1] + e2[2] * q[2]) / det;
    return u >= slack && v >= slack && u + v <= 1.0L - slack;
}

static void rays_equal_brute_force(void **state)
{
    (void)state;
    random_state = SEED;
    for (int sides = 0; sides < 2; ++sides) {
        DryMesh *mesh = make_soup(1000, 3.0f, 0.5f);
        assert_non_null(mesh);
        mesh->two_sided = sides == 1;
        int32_t hits = 0;
        for (int i = 0; i < 500; ++i) {
            DryVec3 o = v3(random_range(-5.0f, 5.0f), random_range(-5.0f, 5.0f), random_range(-5.0f, 5.0f));
            DryVec3 d = v3(random_range(-8.0f, 8.0f), random_range(-8.0f, 8.0f), random_range(-8.0f, 8.0f));
            long double best = 0.7L, sure = 0.7L, t; /* with and without a rim where rounding may decide */
            for (int32_t k = 0; k < mesh->triangle_count; ++k) {
                DryVec3 p[3];
                dry_mesh_triangle(mesh, k, p);
                bool side = mesh->two_sided || v3_dot(mesh->normals[k], d) < 0.0f;
                if (side && ray_triangle(p, o, d, -1e-6L, &t) && t >= -1e-6L && t < best) {
                    best = t;
                }
                if (side && ray_triangle(p, o, d, 1e-6L, &t) && t >= 1e-6L && t < sure) {
                    sure = t;
                }
            }
            ShapeRayHit hit;
            if (dry__mesh_cast_ray(mesh, o, d, 0.7f, &hit)) {
                ++hits;
                assert_true((long double)hit.fraction >= best - 1e-5L &&
                            (long double)hit.fraction <= sure + 1e-5L);
                assert_true(v3_dot(hit.normal, d) <= 0.0f);
                assert_in_range(hit.triangle, 0, mesh->triangle_count - 1);
            } else {
                assert_true(sure == 0.7L);
            }
        }
        assert_true(hits > 50);
        dry_mesh_release(mesh);
    }
}

static void g13_rays_on_cell_borders_hit(void **state)
{
    (void)state;
    /* a field that covers the listed origins, its borders at multiples of the pitch */
    DryMesh *mesh = make_grid(38, 1.0526316f, wavy, false);
    const DryVec3 listed[4] = { { 5.0f, 10.0f, 2.63113f },
                                { 9.50162f, 10.0f, 5.0f },
                                { 10.0f, 10.0f, 5.26226f },
                                { 30.0f, 10.0f, 15.78678f } };
    const DryVec3 down = v3(0.0f, -20.0f, 0.0f);
    ShapeRayHit hit;
    for (int i = 0; i < 4; ++i) {
        assert_true(dry__mesh_cast_ray(mesh, listed[i], down, 1.0f, &hit));
    }
    for (int32_t i = 0; i < mesh->vertex_count; ++i) { /* exactly through each vertex but those on the rim */
        DryVec3 p = mesh->vertices[i];
        if (p.x > 0.0f && p.z > 0.0f && p.x < mesh->upper.x && p.z < mesh->upper.z) {
            assert_true(dry__mesh_cast_ray(mesh, v3(p.x, 10.0f, p.z), down, 1.0f, &hit));
            assert_float_equal(10.0f - 20.0f * hit.fraction, p.y, 1e-5f);
            DryVec3 from = v3_add(p, v3(0.7f, 8.0f, -0.4f)); /* and slanted */
            assert_true(dry__mesh_cast_ray(mesh, from, v3_scale(v3_sub(p, from), 2.0f), 1.0f, &hit));
        }
    }
    random_state = SEED;
    for (int32_t t = 0; t < mesh->triangle_count; ++t) { /* and along each edge */
        DryVec3 p[3];
        dry_mesh_triangle(mesh, t, p);
        for (int k = 0; k < 3; ++k) {
            DryVec3 q = v3_lerp(p[k], p[(k + 1) % 3], random_range(0.0f, 1.0f));
            bool rim = q.x <= 0.0f || q.z <= 0.0f || q.x >= mesh->upper.x || q.z >= mesh->upper.z;
            assert_true(rim || dry__mesh_cast_ray(mesh, v3(q.x, 10.0f, q.z), down, 1.0f, &hit));
        }
    }
    dry_mesh_release(mesh);
}

static void rays_that_go_nowhere_or_pass_by_miss(void **state)
{
    (void)state;
    DryMesh *mesh = make_grid(4, 1.0f, flat, false);
    ShapeRayHit hit;
    assert_false(dry__mesh_cast_ray(mesh, v3(1.5f, 1.0f, 1.3f), v3(0.0f, 0.0f, 0.0f), 1.0f, &hit));
    assert_false(dry__mesh_cast_ray(mesh, v3(1.5f, 1.0f, 1.3f), v3(0.0f, -0.5f, 0.0f), 1.0f, &hit));
    assert_false(dry__mesh_cast_ray(mesh, v3(1.5f, 1.0f, 1.3f), v3(0.0f, 5.0f, 0.0f), 1.0f, &hit));
    assert_false(dry__mesh_cast_ray(mesh, v3(-1.5f, 1.0f, 1.3f), v3(0.0f, -5.0f, 0.0f), 1.0f, &hit));
    assert_false(dry__mesh_cast_ray(mesh, v3(1.5f, 1.0f, 1.3f), v3(NAN, -5.0f, 0.0f), 1.0f, &hit));
    assert_true(dry__mesh_cast_ray(mesh, v3(1.5f, 1.0f, 1.3f), v3(0.0f, -1.0f, 0.0f), 1.0f, &hit));
    assert_float_equal(hit.fraction, 1.0f, 1e-6f);
    /* G16: from behind */
    assert_false(dry__mesh_cast_ray(mesh, v3(1.5f, -1.0f, 1.3f), v3(0.0f, 2.0f, 0.0f), 1.0f, &hit));
    dry_mesh_release(mesh);
    mesh = make_grid(4, 1.0f, flat, true);
    assert_true(dry__mesh_cast_ray(mesh, v3(1.5f, -1.0f, 1.3f), v3(0.0f, 2.0f, 0.0f), 1.0f, &hit));
    assert_float_equal(hit.normal.y, -1.0f, 1e-6f);
    dry_mesh_release(mesh);
}

/* Reference: sample points of the triangle, in the box's frame. */
static float smallest_excess(const DryVec3 p[3], DryFrame frame, DryVec3 half)
{
    float best = INFINITY;
    for (int i = 0; i <= 40; ++i) {
        for (int k = 0; k <= 40 - i; ++k) {
            float a = (float)i / 40.0f, b = (float)k / 40.0f;
            DryVec3 x = v3_add(v3_scale(p[0], 1.0f - a - b), v3_add(v3_scale(p[1], a), v3_scale(p[2], b)));
            DryVec3 y = v3_sub(v3_abs(quat_rotate_inverse(frame.rotation, v3_sub(x, frame.position))), half);
            best = f_min(best, f_max(y.x, f_max(y.y, y.z)));
        }
    }
    return best;
}

static void box_overlap_equals_sampling(void **state)
{
    (void)state;
    random_state = SEED;
    int32_t touching = 0, apart = 0;
    for (int i = 0; i < 400; ++i) {
        DryVec3 v[3];
        const uint32_t indices[3] = { 0, 1, 2 };
        for (int k = 0; k < 3; ++k) {
            v[k] = v3(random_range(-1.0f, 1.0f), random_range(-1.0f, 1.0f), random_range(-1.0f, 1.0f));
        }
        DryMesh *mesh = make(v, 3, indices, 1, NULL);
        assert_non_null(mesh);
        DryFrame frame;
        frame.position = v3(random_range(-1.2f, 1.2f), random_range(-1.2f, 1.2f), random_range(-1.2f, 1.2f));
        frame.rotation = quat_normalize((DryQuat){ random_range(-1.0f, 1.0f), random_range(-1.0f, 1.0f),
                                                   random_range(-1.0f, 1.0f), random_range(-1.0f, 1.0f) });
        DryVec3 half = v3(random_range(0.05f, 0.8f), random_range(0.05f, 0.8f), random_range(0.05f, 0.8f));
        float excess = smallest_excess(v, frame, half);
        bool touches = dry__mesh_overlaps_box(mesh, frame, half);
        if (excess < -1e-4f) {
            assert_true(touches);
            ++touching;
        } else if (excess > 0.05f) { /* more than the pitch of the samples */
            assert_false(touches);
            ++apart;
        }
        dry_mesh_release(mesh);
    }
    assert_true(touching > 40);
    assert_true(apart > 100);
}

static void g14_duplicated_vertices_weld_into_a_closed_pyramid(void **state)
{
    (void)state;
    const float b = 1.78321f, h = 1.783479f;
    const DryVec3 corner[5] = {
        { -b, 0.0f, -b }, { b, 0.0f, -b }, { b, 0.0f, b }, { -b, 0.0f, b }, { 0.0f, h, 0.0f }
    };
    const uint32_t faces[18] = { 1, 0, 4, 2, 1, 4, 3, 2, 4, 0, 3, 4, 0, 1, 2, 0, 2, 3 };
    DryVec3 v[21];
    uint32_t indices[24];
    for (uint32_t i = 0; i < 18; ++i) { /* every corner its own vertex */
        v[i] = corner[faces[i]];
        indices[i] = i;
    }
    v[18] = v[19] = v[20] = corner[4];
    const uint32_t degenerate[6] = { 18, 19, 20, 0, 1, 0 };
    memcpy(indices + 18, degenerate, sizeof degenerate);
    DryMeshReport report;
    DryMesh *mesh = make(v, 21, indices, 8, &report);
    assert_non_null(mesh);
    assert_int_equal(report.vertices, 5);
    assert_int_equal(report.triangles, 6);
    assert_int_equal(report.degenerate, 2);
    assert_int_equal(report.boundary_edges + report.flipped_edges + report.non_manifold_edges, 0);
    dry_mesh_release(mesh);
}

static void same_source_same_hash_and_references_count(void **state)
{
    (void)state;
    DryMesh *a = make_grid(10, 1.0f, wavy, false), *b = make_grid(10, 1.0f, wavy, false);
    DryMesh *c = make_grid(10, 1.0f, wavy, true), *d = make_grid(10, 1.0f, flat, false);
    assert_true(a->hash == b->hash);
    assert_true(a->hash != c->hash && a->hash != d->hash);
    assert_int_equal(a->bytes, b->bytes);
    dry_mesh_retain(a);
    dry_mesh_release(a);
    assert_int_equal(dry_mesh_triangle_count(a), 200);
    assert_int_equal(dry_mesh_triangle_count(NULL), 0);
    dry_mesh_release(NULL);
    dry_mesh_retain(NULL);
    dry_mesh_release(a);
    dry_mesh_release(b);
    dry_mesh_release(c);
    dry_mesh_release(d);
}

/* An allocator that gives up after some calls. */
static int32_t allocations_left;

static void *scarce_allocate(size_t size, size_t alignment, void *user)
{
    (void)user;
    return allocations_left-- > 0 ? aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment)
                                  : NULL;
}

static void scarce_release(void *memory, size_t size, void *user)
{
    (void)size;
    (void)user;
    free(memory);
}

static void out_of_memory_is_an_error_and_leaks_nothing(void **state)
{
    enum {
        CELLS = 20,
        SIDE = CELLS + 1
    };
    static DryVec3 vertices[SIDE * SIDE];
    static uint32_t indices[CELLS * CELLS * 3];
    (void)state;
    for (int i = 0; i < SIDE * SIDE; ++i) {
        vertices[i] = v3((float)(i % SIDE), 0.0f, (float)(i / SIDE));
    }
    for (uint32_t i = 0; i < CELLS * CELLS; ++i) {
        uint32_t a = i / CELLS * SIDE + i % CELLS;
        indices[3 * i] = a;
        indices[3 * i + 1] = a + SIDE;
        indices[3 * i + 2] = a + 1;
    }
    const DryAllocator scarce = { scarce_allocate, scarce_release, NULL };
    assert_int_equal(dry_set_allocator(&scarce), DRY_OK);
    size_t before = dry_allocated_bytes();
    int32_t failures = 0;
    for (int32_t room = 0;; ++room) {
        allocations_left = room;
        DryMeshReport report;
        DryMesh *mesh = make(vertices, SIDE * SIDE, indices, CELLS * CELLS, &report);
        if (mesh) {
            dry_mesh_release(mesh);
            break;
        }
        ++failures;
        assert_int_equal(report.status, DRY_ERROR_MEMORY);
        assert_true(dry_allocated_bytes() == before);
    }
    assert_true(failures >= 12);
    assert_true(dry_allocated_bytes() == before);
    assert_int_equal(dry_set_allocator(NULL), DRY_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refused_sources_say_why),
        cmocka_unit_test(i7_thin_triangle_is_kept_or_dropped_cleanly),
        cmocka_unit_test(i9_zero_area_triangles_are_dropped_and_counted),
        cmocka_unit_test(closed_cube_has_convex_and_flat_edges),
        cmocka_unit_test(valleys_are_neither_convex_nor_flat),
        cmocka_unit_test(three_triangles_at_an_edge_are_not_manifold),
        cmocka_unit_test(welding_equals_brute_force),
        cmocka_unit_test(tree_holds_each_triangle_once),
        cmocka_unit_test(query_misses_no_triangle),
        cmocka_unit_test(rays_equal_brute_force),
        cmocka_unit_test(g13_rays_on_cell_borders_hit),
        cmocka_unit_test(rays_that_go_nowhere_or_pass_by_miss),
        cmocka_unit_test(box_overlap_equals_sampling),
        cmocka_unit_test(g14_duplicated_vertices_weld_into_a_closed_pyramid),
        cmocka_unit_test(same_source_same_hash_and_references_count),
        cmocka_unit_test(out_of_memory_is_an_error_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
