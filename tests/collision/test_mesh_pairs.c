/* Sphere, capsule, box and hull against triangle meshes. */
#include "collision/pair.h"
#include "geometry/mesh.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    SEED = 90125
};

static uint64_t random_state;

static float random_range(float low, float high)
{
    random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
    return low + (high - low) * (float)((double)(random_state >> 11) / 9007199254740992.0);
}

static DryQuat random_rotation(void)
{
    return quat_normalize((DryQuat){ random_range(-1.0f, 1.0f), random_range(-1.0f, 1.0f),
                                     random_range(-1.0f, 1.0f), random_range(-1.0f, 1.0f) });
}

typedef float HeightFn(float x, float z);

static float flat(float x, float z)
{
    (void)x;
    (void)z;
    return 0.0f;
}

/* A roof along z with its ridge at x = 0, 30 degrees each side. */
static float roof(float x, float z)
{
    (void)z;
    return -0.57735027f * fabsf(x);
}

static float valley(float x, float z)
{
    return -roof(x, z);
}

/* Grid over [-extent, extent]^2, outside up. */
static DryMesh *make_grid(int32_t cells, float extent, HeightFn *height, bool two_sided)
{
    int32_t side = cells + 1;
    DryVec3 *vertices = calloc((size_t)side * (size_t)side, sizeof *vertices);
    uint32_t *indices = calloc((size_t)cells * (size_t)cells * 6, sizeof *indices);
    assert_non_null(vertices);
    assert_non_null(indices);
    for (int32_t i = 0; i < side * side; ++i) {
        float x = extent * (2.0f * (float)(i % side) / (float)cells - 1.0f);
        float z = extent * (2.0f * (float)(i / side) / (float)cells - 1.0f);
        vertices[i] = v3(x, height(x, z), z);
    }
    for (int32_t i = 0; i < cells * cells; ++i) {
        uint32_t a = (uint32_t)(i / cells * side + i % cells), b = a + 1, c = a + (uint32_t)side, d = c + 1;
        const uint32_t two[2][6] = { { a, c, b, b, c, d }, { a, c, d, a, d, b } };
        memcpy(indices + 6 * i, two[i * 7 / 3 % 2], sizeof two[0]);
    }
    DryMeshSource source = { vertices, side * side, indices, cells * cells * 2, 0.0f, two_sided, NULL };
    DryMesh *mesh = dry_mesh_create(&source, NULL);
    assert_non_null(mesh);
    free(vertices);
    free(indices);
    return mesh;
}

static DryMesh *make_triangle(DryVec3 a, DryVec3 b, DryVec3 c, bool two_sided)
{
    const DryVec3 vertices[3] = { a, b, c };
    const uint32_t indices[3] = { 0, 1, 2 };
    DryMeshSource source = { vertices, 3, indices, 1, 0.0f, two_sided, NULL };
    DryMesh *mesh = dry_mesh_create(&source, NULL);
    assert_non_null(mesh);
    return mesh;
}

/* A closed box with corners at +-half, two triangles a side. */
static DryMesh *make_block(DryVec3 half)
{
    DryVec3 vertices[8];
    for (int i = 0; i < 8; ++i) {
        vertices[i] = v3(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
    }
    const uint32_t indices[36] = { 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                   2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6 };
    DryMeshSource source = { vertices, 8, indices, 12, 0.0f, false, NULL };
    DryMeshReport report;
    DryMesh *mesh = dry_mesh_create(&source, &report);
    assert_non_null(mesh);
    assert_int_equal(report.boundary_edges + report.flipped_edges, 0);
    return mesh;
}

typedef struct Outcome {
    PairResult result;
    Manifold manifolds[MESH_MANIFOLD_MAX];
} Outcome;

static PairFn *pair_fn(ShapeKind kind)
{
    switch (kind) {
    case SHAPE_SPHERE:
        return dry__pair_sphere_mesh;
    case SHAPE_CAPSULE:
        return dry__pair_capsule_mesh;
    case SHAPE_BOX:
        return dry__pair_box_mesh;
    default:
        return dry__pair_hull_mesh;
    }
}

static float smallest_separation(const Outcome *outcome)
{
    float smallest = INFINITY;
    for (int32_t i = 0; i < outcome->result.manifold_count; ++i) {
        for (int32_t k = 0; k < outcome->manifolds[i].count; ++k) {
            smallest = f_min(outcome->manifolds[i].points[k].separation, smallest);
        }
    }
    return smallest;
}

static Outcome collide(ShapeGeometry mover, DryPose at, const DryMesh *mesh, DryPose mesh_at, float margin)
{
    Outcome outcome;
    memset(&outcome, 0, sizeof outcome);
    CollideShape shapes[2] = { { mover, at.position, at.rotation },
                               { { .kind = SHAPE_MESH }, mesh_at.position, mesh_at.rotation } };
    shapes[1].geometry.u.mesh.mesh = mesh;
    PairWork work = { 0, 1, margin, 0 };
    PairCache cache = { 0 };
    PairBatch batch = { shapes, &work, &cache, &outcome.result, outcome.manifolds, MESH_MANIFOLD_MAX };
    pair_fn(mover.kind)(&batch, 0, 1);
    assert_in_range(outcome.result.manifold_count, 0, MESH_MANIFOLD_MAX);
    for (int32_t i = 0; i < outcome.result.manifold_count; ++i) {
        const Manifold *m = &outcome.manifolds[i];
        assert_in_range(m->count, 1, 4);
        assert_float_equal(v3_length(m->normal), 1.0f, 1e-5f);
        for (int32_t k = 0; k < m->count; ++k) {
            assert_true(v3_finite(m->points[k].position));
            assert_true(m->points[k].separation <= margin);
            assert_true(m->points[k].feature != 0);
            for (int32_t j = 0; j < k; ++j) {
                assert_true(m->points[k].feature != m->points[j].feature);
            }
        }
    }
    if (outcome.result.manifold_count > 0) {
        assert_true(outcome.result.gap <= smallest_separation(&outcome) + 1e-3f);
    }
    return outcome;
}

static DryPose pose_at(double x, double y, double z)
{
    return (DryPose){ dry_pos(x, y, z), dry_quat_identity() };
}

static const DryPose home = { { 0.0, 0.0, 0.0 }, { 0.0f, 0.0f, 0.0f, 1.0f } };

static ShapeGeometry sphere(float radius)
{
    ShapeGeometry g = { .kind = SHAPE_SPHERE };
    g.u.sphere.radius = radius;
    return g;
}

static ShapeGeometry capsule(float half_height, float radius)
{
    ShapeGeometry g = { .kind = SHAPE_CAPSULE };
    g.u.capsule.half_height = half_height;
    g.u.capsule.radius = radius;
    return g;
}

static ShapeGeometry box(float x, float y, float z)
{
    ShapeGeometry g = { .kind = SHAPE_BOX };
    g.u.box.half = v3(x, y, z);
    return g;
}

static DryHull *random_hull;

static ShapeGeometry hull(void)
{
    if (!random_hull) {
        DryVec3 points[40];
        random_state = SEED;
        for (int i = 0; i < 40; ++i) {
            points[i] = v3_scale(v3_normalize(v3(random_range(-1.0f, 1.0f), random_range(-1.0f, 1.0f),
                                                 random_range(-1.0f, 1.0f))),
                                 0.5f);
        }
        DryHullSource source = { .points = points, .point_count = 40 };
        random_hull = dry_hull_create(&source, NULL);
        assert_non_null(random_hull);
    }
    ShapeGeometry g = { .kind = SHAPE_HULL };
    g.u.hull = random_hull;
    return g;
}

/* Lowest point of the mover over its origin, in world axes. */
static float lowest_point(const ShapeGeometry *g, DryQuat q)
{
    DryVec3 down = quat_rotate_inverse(q, v3(0.0f, -1.0f, 0.0f));
    switch (g->kind) {
    case SHAPE_SPHERE:
        return -g->u.sphere.radius;
    case SHAPE_CAPSULE:
        return -g->u.capsule.radius - g->u.capsule.half_height * fabsf(down.y);
    case SHAPE_BOX:
        return -v3_dot(v3_abs(down), g->u.box.half);
    default: {
        const HullData *h = &g->u.hull->data;
        int32_t i = dry__hull_support(h, down);
        return -v3_dot(v3(h->vx[i], h->vy[i], h->vz[i]), down);
    }
    }
}

static int mover_count(void)
{
    return 6;
}

static ShapeGeometry mover(int which)
{
    switch (which) {
    case 0:
        return sphere(0.5f);
    case 1:
        return capsule(0.4f, 0.2f);
    case 2:
        return box(0.5f, 0.3f, 0.4f);
    case 3:
        return box(0.5f, 0.02f, 0.4f);
    case 4:
        return hull();
    default:
        return box(0.05f, 0.05f, 0.05f);
    }
}

/* The rotation a mover would rest in, with some heading. */
static DryQuat resting_rotation(const ShapeGeometry *g, float yaw)
{
    DryQuat turn = dry_quat_from_axis_angle(v3(0.0f, 1.0f, 0.0f), yaw);
    DryQuat lie = dry_quat_from_axis_angle(v3(0.0f, 0.0f, 1.0f), 1.57079633f);
    return g->kind == SHAPE_CAPSULE ? quat_mul(turn, lie) : turn;
}

static void check_flat(const Outcome *outcome, DryPose at, DryPose mesh_at, float separation)
{
    DryVec3 up = quat_rotate(mesh_at.rotation, v3(0.0f, 1.0f, 0.0f));
    assert_int_equal(outcome->result.manifold_count, 1);
    const Manifold *m = &outcome->manifolds[0];
    assert_true(v3_dot(m->normal, up) < -0.999999f);
    assert_float_equal(outcome->result.gap, separation, 2e-5f);
    for (int32_t k = 0; k < m->count; ++k) {
        DryVec3 place = pos_sub(pos_add(at.position, m->points[k].position), mesh_at.position);
        assert_float_equal(v3_dot(place, up), 0.5f * m->points[k].separation, 2e-5f);
    }
}

/* Nothing but the face normal and the exact depth, wherever a mover lies or stands on a welded flat floor. */
static void g5_flat_welded_floor_has_only_face_normals(void **state)
{
    (void)state;
    const DryPose places[3] = { home,
                                { { 1.0e5, -2.0e5, 3.0e5 }, { 0.0f, 0.0f, 0.0f, 1.0f } },
                                { { 50.0, 20.0, -30.0 }, { 0.36f, 0.48f, 0.64f, 0.48f } } };
    DryMesh *fine = make_grid(60, 6.0f, flat, false), *coarse = make_grid(3, 6.0f, flat, false);
    for (int which = 0; which < mover_count(); ++which) {
        ShapeGeometry g = mover(which);
        random_state = SEED + (uint64_t)which;
        for (int i = 0; i < 600; ++i) {
            const DryMesh *mesh = i % 2 ? fine : coarse;
            DryPose place = places[i % 3];
            place.rotation = quat_normalize(place.rotation);
            float x = random_range(-4.5f, 4.5f), z = random_range(-4.5f, 4.5f);
            if (i % 5 == 0) { /* straight above grid lines and corners */
                x = 0.2f * (float)(int)(x * 5.0f);
                z = i % 10 == 0 ? 0.2f * (float)(int)(z * 5.0f) : z;
            }
            bool standing = i % 4 == 1;
            DryQuat q = standing ? random_rotation()
                                 : resting_rotation(&g, i % 7 == 0 ? 0.0f : random_range(0.0f, 6.2f));
            float separation = random_range(-0.005f, 0.015f);
            float y = separation - lowest_point(&g, q);
            DryPose at = pose_mul_frame(place, (DryFrame){ v3(x, y, z), q });
            Outcome outcome = collide(g, at, mesh, place, 0.02f);
            check_flat(&outcome, at, place, separation);
            if (!standing) {
                assert_int_equal(outcome.manifolds[0].count, g.kind == SHAPE_SPHERE    ? 1
                                                             : g.kind == SHAPE_CAPSULE ? 2
                                                             : g.kind == SHAPE_BOX
                                                                 ? 4
                                                                 : outcome.manifolds[0].count);
            }
        }
    }
    dry_mesh_release(fine);
    dry_mesh_release(coarse);
}

/* The points of a box at rest are its corners, and keep their names while it slides. */
static void features_of_a_sliding_box_stay(void **state)
{
    (void)state;
    DryMesh *mesh = make_grid(40, 6.0f, flat, false);
    ShapeGeometry g = box(0.5f, 0.3f, 0.4f);
    uint32_t first[4] = { 0 };
    for (int i = 0; i < 200; ++i) {
        DryPose at = pose_at(-2.0 + 0.0173 * i, 0.2999 + 1e-6 * (i % 7), 0.3 + 0.004 * i);
        at.rotation = dry_quat_from_axis_angle(v3(0.0f, 1.0f, 0.0f), 0.3f);
        Outcome outcome = collide(g, at, mesh, home, 0.02f);
        assert_int_equal(outcome.manifolds[0].count, 4);
        for (int k = 0; k < 4; ++k) {
            uint32_t feature = outcome.manifolds[0].points[k].feature;
            if (i == 0) {
                first[k] = feature;
            }
            assert_true(feature == first[0] || feature == first[1] || feature == first[2] ||
                        feature == first[3]);
        }
    }
    dry_mesh_release(mesh);
}

static const Manifold *find_normal(const Outcome *outcome, DryVec3 normal, float cosine)
{
    for (int32_t i = 0; i < outcome->result.manifold_count; ++i) {
        if (v3_dot(outcome->manifolds[i].normal, normal) > cosine) {
            return &outcome->manifolds[i];
        }
    }
    return NULL;
}

static void real_obstacles_are_hit(void **state)
{
    (void)state;
    DryMesh *block = make_block(v3(2.0f, 0.5f, 2.0f));
    for (int which = 0; which < mover_count(); ++which) {
        ShapeGeometry g = mover(which);
        DryQuat q = dry_quat_identity();
        /* beside the block, overlapping its side by 2 mm: seen from the side only */
        DryQuat side_view = dry_quat_from_axis_angle(v3(0.0f, 0.0f, 1.0f), 1.57079633f);
        float reach = -lowest_point(&g, quat_mul(side_view, q));
        Outcome outcome = collide(g, pose_at(2.0 + (double)reach - 0.002, 0.1, 0.3), block, home, 0.02f);
        const Manifold *m = find_normal(&outcome, v3(-1.0f, 0.0f, 0.0f), 0.99f);
        assert_non_null(m);
        assert_float_equal(outcome.result.gap, -0.002f, 1e-4f);
        assert_int_equal(outcome.result.manifold_count, 1);
    }
    /* a ball at the edge and at the corner reflects along the line to it */
    const float r = 0.5f, d = 0.499f;
    Outcome edge =
        collide(sphere(r), pose_at(2.0 + 0.6 * (double)d, 0.5 + 0.8 * (double)d, 0.2), block, home, 0.02f);
    assert_int_equal(edge.result.manifold_count, 1);
    assert_true(v3_dot(edge.manifolds[0].normal, v3(-0.6f, -0.8f, 0.0f)) > 0.99999f);
    const double c = (double)d / 1.7320508;
    Outcome corner = collide(sphere(r), pose_at(2.0 + c, 0.5 + c, 2.0 + c), block, home, 0.02f);
    assert_int_equal(corner.result.manifold_count, 1);
    assert_true(v3_dot(corner.manifolds[0].normal, v3(-0.577350f, -0.577350f, -0.577350f)) > 0.99999f);
    assert_float_equal(corner.result.gap, d - r, 1e-5f);
    /* box edge across the block's edge */
    DryPose across = pose_at(2.0, 0.5, 0.0);
    DryQuat roll = dry_quat_from_axis_angle(v3(1.0f, 0.0f, 0.0f), 0.785398163f);
    across.rotation = quat_mul(dry_quat_from_axis_angle(v3(0.0f, 0.0f, 1.0f), -0.785398163f), roll);
    float h = 0.70710678f * 0.5f - 0.001f; /* to the edge of a box of half 0.25 */
    across.position = dry_pos(2.0 + 0.70710678 * (double)h, 0.5 + 0.70710678 * (double)h, 0.0);
    Outcome crossing = collide(box(0.25f, 0.25f, 0.25f), across, block, home, 0.02f);
    assert_int_equal(crossing.result.manifold_count, 1);
    assert_true(v3_dot(crossing.manifolds[0].normal, v3(-0.70710678f, -0.70710678f, 0.0f)) > 0.9999f);
    assert_float_equal(crossing.result.gap, -0.001f, 1e-4f);
    dry_mesh_release(block);
}

static void ridges_and_valleys(void **state)
{
    (void)state;
    DryMesh *up = make_grid(20, 4.0f, roof, false), *down = make_grid(20, 4.0f, valley, false);
    /* a ball over the ridge touches it, one in the valley both slopes */
    Outcome top = collide(sphere(0.5f), pose_at(0.0, 0.499, 0.13), up, home, 0.02f);
    assert_non_null(find_normal(&top, v3(0.0f, -1.0f, 0.0f), 0.9999f));
    assert_float_equal(top.result.gap, -0.001f, 1e-5f);
    double y = 0.499 / 0.8660254;
    Outcome bottom = collide(sphere(0.5f), pose_at(0.0, y, 0.13), down, home, 0.02f);
    assert_int_equal(bottom.result.manifold_count, 2);
    assert_non_null(find_normal(&bottom, v3(0.5f, -0.8660254f, 0.0f), 0.9999f));
    assert_non_null(find_normal(&bottom, v3(-0.5f, -0.8660254f, 0.0f), 0.9999f));
    assert_float_equal(bottom.result.gap, -0.001f, 1e-5f);
    /* a box lying across the ridge rests on the ridge line */
    Outcome across = collide(box(1.0f, 0.2f, 0.5f), pose_at(0.1, 0.199, 0.13), up, home, 0.02f);
    const Manifold *m = find_normal(&across, v3(0.0f, -1.0f, 0.0f), 0.9999f);
    assert_non_null(m);
    assert_true(m->count >= 2);
    for (int32_t k = 0; k < m->count; ++k) {
        float depth = 0.57735027f * fabsf(m->points[k].position.x + 0.1f) - 0.001f; /* of the roof below it */
        assert_float_equal(m->points[k].separation, depth, 1e-4f);
    }
    /* a capsule across it: one point on top */
    DryPose lying = pose_at(0.0, 0.199, 0.13);
    lying.rotation = dry_quat_from_axis_angle(v3(0.0f, 0.0f, 1.0f), 1.57079633f);
    Outcome rod = collide(capsule(0.4f, 0.2f), lying, up, home, 0.02f);
    assert_non_null(find_normal(&rod, v3(0.0f, -1.0f, 0.0f), 0.9999f));
    assert_float_equal(rod.result.gap, -0.001f, 1e-5f);
    dry_mesh_release(up);
    dry_mesh_release(down);
}

static void g9_capsule_beside_a_triangle_edge(void **state)
{
    (void)state;
    /* edge along z at x = 0; the capsule lies along it, its centre outside the side plane */
    DryMesh *mesh = make_triangle(v3(0.0f, 0.0f, -1.0f), v3(0.0f, 0.0f, 1.0f), v3(2.0f, 0.0f, 0.0f), false);
    DryQuat along = dry_quat_from_axis_angle(v3(1.0f, 0.0f, 0.0f), 1.57079633f);
    for (int i = 0; i < 8; ++i) {
        float outside = 0.02f * (float)i, height = sqrtf(0.199f * 0.199f - outside * outside);
        DryPose at = pose_at(-(double)outside, (double)height, 0.05);
        at.rotation = along;
        Outcome outcome = collide(capsule(0.4f, 0.2f), at, mesh, home, 0.02f);
        assert_int_equal(outcome.result.manifold_count, 1);
        assert_int_equal(outcome.manifolds[0].count, 2);
        assert_float_equal(outcome.result.gap, -0.001f, 1e-5f);
        assert_true(v3_dot(outcome.manifolds[0].normal, v3(outside / 0.199f, -height / 0.199f, 0.0f)) >
                    0.9999f);
    }
    dry_mesh_release(mesh);
}

static void g10_long_box_on_one_large_triangle(void **state)
{
    (void)state;
    DryMesh *mesh =
        make_triangle(v3(-10.0f, 0.0f, -10.0f), v3(-10.0f, 0.0f, 10.0f), v3(10.0f, 0.0f, -10.0f), false);
    ShapeGeometry g = box(4.0f, 0.5f, 0.5f);
    for (int i = 0; i < 60; ++i) { /* from inside, across the long edge, until it only just reaches in */
        double x = -2.0 + 0.1 * i;
        Outcome outcome = collide(g, pose_at(x, 0.499, 0.0), mesh, home, 0.02f);
        assert_non_null(find_normal(&outcome, v3(0.0f, -1.0f, 0.0f), 0.9999f));
        assert_float_equal(outcome.result.gap, -0.001f, 1e-5f);
        const Manifold *m = &outcome.manifolds[0];
        for (int32_t k = 0; k < m->count; ++k) { /* inside both */
            DryVec3 p = v3_add(m->points[k].position, v3((float)x, 0.0f, 0.0f));
            assert_true(p.x + p.z <= 1e-4f && p.z >= -0.5001f && p.z <= 0.5001f);
        }
        assert_int_equal(m->count, x < 3.45 ? 4 : 3); /* later only the tip of the box is over the triangle */
    }
    dry_mesh_release(mesh);
}

static void n7_large_box_and_triangle_at_any_distance(void **state)
{
    (void)state;
    DryMesh *mesh =
        make_triangle(v3(-0.1f, -1.0f, -1.0f), v3(-0.1f, 0.0f, 1.0f), v3(-0.1f, 1.0f, -1.0f), true);
    const float distances[7] = { 0.0f, 0.01f, 1.0f, 10.0f, 100.0f, 1000.0f, 10000.0f };
    for (int i = 0; i < 7; ++i) {
        for (int k = 0; k < 7; ++k) {
            float margin = distances[k] + 0.001f;
            double x = -0.1 + 10.0 + (double)distances[i];
            Outcome outcome = collide(box(10.0f, 10.0f, 10.0f), pose_at(x, 0.0, 0.0), mesh, home, margin);
            if (distances[i] <= distances[k]) {
                assert_int_equal(outcome.result.manifold_count, 1);
                assert_float_equal(outcome.result.gap, distances[i], 1e-3f);
                assert_true(outcome.manifolds[0].normal.x < -0.999f);
                assert_int_equal(outcome.manifolds[0].count, 3);
            } else {
                assert_int_equal(outcome.result.manifold_count, 0);
                assert_true(outcome.result.gap > 0.0f && outcome.result.gap <= distances[i]);
            }
        }
    }
    dry_mesh_release(mesh);
}

static void n10_centre_exactly_on_the_face(void **state)
{
    (void)state;
    for (int sides = 0; sides < 2; ++sides) {
        DryMesh *mesh = make_grid(10, 5.0f, flat, sides == 1);
        const double places[3][2] = { { 0.3, 0.1 }, { 0.0, 0.25 }, { 0.0, 0.0 } }; /* face, edge, vertex */
        for (int i = 0; i < 3; ++i) {
            for (int which = 0; which < mover_count(); ++which) {
                ShapeGeometry g = mover(which);
                DryPose at = pose_at(places[i][0], 0.0, places[i][1]);
                at.rotation = resting_rotation(&g, 0.2f);
                Outcome outcome = collide(g, at, mesh, home, 0.02f);
                const Manifold *m = find_normal(&outcome, v3(0.0f, -1.0f, 0.0f), 0.999f);
                m = m ? m : find_normal(&outcome, v3(0.0f, 1.0f, 0.0f), sides == 1 ? 0.999f : 2.0f);
                assert_non_null(m);
                assert_float_equal(outcome.result.gap, lowest_point(&g, at.rotation), 0.05f);
            }
        }
        dry_mesh_release(mesh);
    }
}

static void g16_sides_of_a_mesh(void **state)
{
    (void)state;
    DryMesh *one = make_grid(10, 5.0f, flat, false), *two = make_grid(10, 5.0f, flat, true);
    for (int which = 0; which < mover_count(); ++which) {
        ShapeGeometry g = mover(which);
        DryQuat q = resting_rotation(&g, 0.4f);
        DryQuat upside = quat_mul(dry_quat_from_axis_angle(v3(1.0f, 0.0f, 0.0f), 3.14159265f), q);
        float low = lowest_point(&g, q), high = -lowest_point(&g, upside);
        /* below, touching from underneath */
        DryPose under = { dry_pos(0.3, (double)(0.001f - high), 0.2), q };
        Outcome outcome = collide(g, under, one, home, 0.02f);
        assert_int_equal(outcome.result.manifold_count, 0);
        assert_true(outcome.result.gap <= 0.0f); /* it may turn up in front any time */
        outcome = collide(g, under, two, home, 0.02f);
        assert_non_null(find_normal(&outcome, v3(0.0f, 1.0f, 0.0f), 0.9999f));
        assert_float_equal(outcome.result.gap, -0.001f, 1e-4f);
        /* sunk in from above, the centre just below the floor: pushed up */
        DryPose deep = { dry_pos(0.3, -0.2 * (double)f_min(-low, high), 0.2), q };
        outcome = collide(g, deep, one, home, 0.02f);
        assert_non_null(find_normal(&outcome, v3(0.0f, -1.0f, 0.0f), 0.9999f));
        assert_int_equal(outcome.result.manifold_count, 1);
    }
    dry_mesh_release(one);
    dry_mesh_release(two);
}

/* A body that reaches round the rim of a table top and under it is not in the table top. */
static void nothing_is_deep_round_a_rim(void **state)
{
    (void)state;
    DryMesh *mesh = make_grid(10, 2.0f, flat, false);
    DryQuat lean = dry_quat_from_axis_angle(v3(0.0f, 0.0f, 1.0f), -0.6f);
    for (int which = 0; which < 2; ++which) {
        ShapeGeometry g = which == 0 ? capsule(1.5f, 0.05f) : box(0.05f, 1.5f, 0.05f);
        /* leaning over the rim at x = 2, its lower end far below the top and inside its outline */
        DryVec3 axis = quat_rotate(lean, v3(0.0f, 1.0f, 0.0f)); /* up and outward: (0.56, 0.83, 0) */
        DryVec3 square = v3(axis.y, -axis.x, 0.0f);             /* outward and down */
        DryPose at = { dry_pos_add(dry_pos(2.0, 0.0, 0.0), v3_mad(v3_scale(square, 0.2f), axis, 0.5f)),
                       lean };
        Outcome outcome = collide(g, at, mesh, home, 0.02f);
        assert_true(outcome.result.manifold_count == 0 || outcome.result.gap > 0.0f);
    }
    dry_mesh_release(mesh);
}

static void g14_box_on_a_pyramid_side(void **state)
{
    (void)state;
    const float b = 1.78321f, h = 1.783479f;
    const DryVec3 corner[5] = {
        { -b, 0.0f, -b }, { b, 0.0f, -b }, { b, 0.0f, b }, { -b, 0.0f, b }, { 0.0f, h, 0.0f }
    };
    const uint32_t faces[18] = { 1, 0, 4, 2, 1, 4, 3, 2, 4, 0, 3, 4, 0, 1, 2, 0, 2, 3 };
    DryVec3 v[18];
    uint32_t indices[24];
    for (uint32_t i = 0; i < 24; ++i) {
        indices[i] = i % 18;
        v[i % 18] = corner[faces[i % 18]];
    }
    const uint32_t degenerate[6] = { 0, 0, 1, 2, 5, 2 };
    memcpy(indices + 18, degenerate, sizeof degenerate);
    DryMeshSource source = { v, 18, indices, 8, 0.0f, false, NULL };
    DryMesh *mesh = dry_mesh_create(&source, NULL);
    assert_non_null(mesh);
    DryVec3 n = v3_normalize(v3(h, b, 0.0f)); /* of the side towards +x */
    random_state = SEED;
    for (int i = 0; i < 300; ++i) {
        DryVec3 on_side =
            v3_lerp(v3(b, 0.0f, random_range(-0.5f, 0.5f)), v3(0.0f, h, 0.0f), random_range(0.25f, 0.6f));
        DryQuat q = random_rotation();
        float reach = v3_dot(v3_abs(quat_rotate_inverse(q, n)), v3(0.2f, 0.2f, 0.2f));
        DryVec3 p = v3_mad(on_side, n, reach - random_range(0.001f, 0.15f));
        Outcome outcome =
            collide(box(0.2f, 0.2f, 0.2f), pose_at((double)p.x, (double)p.y, (double)p.z), mesh, home, 0.02f);
        DryPose at = { dry_pos((double)p.x, (double)p.y, (double)p.z), q };
        outcome = collide(box(0.2f, 0.2f, 0.2f), at, mesh, home, 0.02f);
        assert_non_null(find_normal(&outcome, v3_neg(n), 0.99f));
    }
    dry_mesh_release(mesh);
}

/* gap never promises more room than there is. */
static void gap_is_a_lower_bound(void **state)
{
    (void)state;
    random_state = SEED;
    DryMesh *mesh = make_grid(12, 4.0f, roof, true);
    int32_t promised = 0;
    for (int i = 0; i < 3000; ++i) {
        ShapeGeometry g = mover(i % mover_count());
        DryPose at = pose_at((double)random_range(-4.5f, 4.5f), (double)random_range(-3.0f, 1.5f),
                             (double)random_range(-4.5f, 4.5f));
        at.rotation = random_rotation();
        float margin = random_range(0.0f, 0.5f);
        Outcome outcome = collide(g, at, mesh, home, margin);
        if (outcome.result.gap <= 0.0f) {
            continue;
        }
        ++promised;
        for (int k = 0; k < 6; ++k) { /* still apart after moving that far */
            DryVec3 way = v3_normalize(
                v3(random_range(-1.0f, 1.0f), random_range(-1.0f, 1.0f), random_range(-1.0f, 1.0f)));
            DryPose moved = { pos_add(at.position, v3_scale(way, 0.99f * outcome.result.gap)), at.rotation };
            Outcome after = collide(g, moved, mesh, home, 0.0f);
            assert_true(after.result.manifold_count == 0 || after.result.gap > -1e-5f);
        }
    }
    assert_true(promised > 500);
    dry_mesh_release(mesh);
}

/* Against a dense sampling: a ball on a bumpy mesh has the exact depth, also at ridges and in valleys. */
static float bumpy(float x, float z)
{
    return 0.3f * sinf(2.0f * x) * cosf(1.7f * z);
}

static void ball_on_bumps_has_the_exact_distance(void **state)
{
    (void)state;
    random_state = SEED;
    DryMesh *mesh = make_grid(24, 4.0f, bumpy, false);
    for (int i = 0; i < 1000; ++i) {
        float x = random_range(-2.5f, 2.5f), z = random_range(-2.5f, 2.5f);
        DryVec3 center = v3(x, bumpy(x, z) + random_range(0.2f, 0.6f), z);
        double best = 1e9;
        for (int32_t t = 0; t < mesh->triangle_count; ++t) { /* closest points by projection and edges */
            DryVec3 p[3];
            dry_mesh_triangle(mesh, t, p);
            DryVec3 n = mesh->normals[t];
            bool inside = true;
            for (int k = 0; k < 3; ++k) {
                DryVec3 e = v3_sub(p[(k + 1) % 3], p[k]), w = v3_sub(center, p[k]);
                inside = inside && v3_dot(v3_cross(e, n), w) <= 0.0f;
                float s = f_clamp(v3_dot(w, e) / v3_dot(e, e), 0.0f, 1.0f);
                double d = (double)v3_length(v3_sub(w, v3_scale(e, s)));
                best = d < best ? d : best;
            }
            if (inside) {
                double d = fabs((double)v3_dot(v3_sub(center, p[0]), n));
                best = d < best ? d : best;
            }
        }
        Outcome outcome = collide(sphere(0.5f), pose_at((double)center.x, (double)center.y, (double)center.z),
                                  mesh, home, 0.1f);
        if (best < 0.599) {
            assert_true(outcome.result.manifold_count >= 1);
            assert_float_equal(outcome.result.gap, (float)best - 0.5f, 1e-5f);
        } else if (best > 0.601) {
            assert_int_equal(outcome.result.manifold_count, 0);
        }
    }
    dry_mesh_release(mesh);
}

static void a_pair_does_not_depend_on_its_batch(void **state)
{
    enum {
        COUNT = 40
    };
    static CollideShape shapes[COUNT + 1];
    static PairWork work[COUNT];
    static PairCache caches[COUNT];
    static PairResult results[COUNT];
    static Manifold manifolds[COUNT * MESH_MANIFOLD_MAX];
    (void)state;
    random_state = SEED;
    DryMesh *mesh = make_grid(24, 4.0f, bumpy, false);
    for (int kind = 0; kind < 4; ++kind) {
        ShapeGeometry g = mover(kind == 3 ? 4 : kind);
        memset(manifolds, 0, sizeof manifolds);
        shapes[COUNT] = (CollideShape){ { .kind = SHAPE_MESH }, { 0.0, 0.0, 0.0 }, dry_quat_identity() };
        shapes[COUNT].geometry.u.mesh.mesh = mesh;
        for (int i = 0; i < COUNT; ++i) {
            float x = random_range(-3.0f, 3.0f), z = random_range(-3.0f, 3.0f);
            shapes[i] = (CollideShape){ g, dry_pos((double)x, (double)bumpy(x, z) + 0.3, (double)z),
                                        random_rotation() };
            work[i] = (PairWork){ i, COUNT, 0.05f, i };
        }
        PairBatch batch = { shapes, work, caches, results, manifolds, MESH_MANIFOLD_MAX };
        pair_fn(g.kind)(&batch, 0, COUNT);
        for (int i = 0; i < COUNT; ++i) {
            DryPose at = { shapes[i].position, shapes[i].rotation };
            Outcome alone = collide(g, at, mesh, home, 0.05f);
            assert_memory_equal(&alone.result, &results[i], sizeof(PairResult));
            assert_memory_equal(alone.manifolds, &manifolds[i * MESH_MANIFOLD_MAX],
                                (size_t)alone.result.manifold_count * sizeof(Manifold));
        }
    }
    dry_mesh_release(mesh);
}

/* Separation of two boxes by the 15 axes; *axis points from b to a. */
static float box_separation(DryVec3 ha, DryVec3 ca, const DryMat3 *ra, DryVec3 hb, DryVec3 *axis)
{
    const DryVec3 a[3] = { ra->cx, ra->cy, ra->cz };
    const DryVec3 b[3] = { v3(1.0f, 0.0f, 0.0f), v3(0.0f, 1.0f, 0.0f), v3(0.0f, 0.0f, 1.0f) };
    float best = -INFINITY;
    for (int i = 0; i < 15; ++i) {
        DryVec3 n = i < 3 ? a[i] : i < 6 ? b[i - 3] : v3_cross(a[(i - 6) / 3], b[(i - 6) % 3]);
        if (v3_length(n) < 1e-2f) {
            continue;
        }
        n = v3_normalize(n);
        n = v3_dot(n, ca) < 0.0f ? v3_neg(n) : n;
        float reach = v3_dot(v3_abs(n), hb) + ha.x * fabsf(v3_dot(n, a[0])) + ha.y * fabsf(v3_dot(n, a[1])) +
                      ha.z * fabsf(v3_dot(n, a[2]));
        float separation = v3_dot(n, ca) - reach;
        if (separation > best) {
            best = separation;
            *axis = n;
        }
    }
    return best;
}

/* A closed convex mesh collides as the solid it encloses: same depth, same direction, edges and corners
 * included. */
static void box_on_convex_mesh_equals_separating_axes(void **state)
{
    (void)state;
    random_state = SEED;
    const DryVec3 hb = v3(1.0f, 0.7f, 0.8f), ha = v3(0.4f, 0.3f, 0.5f);
    DryMesh *block = make_block(hb);
    int32_t touching = 0, odd = 0;
    for (int i = 0; i < 20000; ++i) {
        DryQuat q = random_rotation();
        DryMat3 ra = mat3_from_quat(q);
        DryVec3 axis = v3(0.0f, 0.0f, 0.0f),
                way = v3_normalize(
                    v3(random_range(-1.0f, 1.0f), random_range(-1.0f, 1.0f), random_range(-1.0f, 1.0f)));
        DryVec3 center = v3_scale(way, random_range(0.9f, 2.0f));
        float separation = box_separation(ha, center, &ra, hb, &axis);
        if (separation < -0.05f || separation > -0.004f) {
            continue;
        }
        ++touching;
        DryPose at = { dry_pos((double)center.x, (double)center.y, (double)center.z), q };
        Outcome outcome = collide(box(ha.x, ha.y, ha.z), at, block, home, 0.02f);
        assert_true(outcome.result.manifold_count > 0);
        bool same = find_normal(&outcome, v3_neg(axis), 0.99f) != NULL;
        odd += !same || outcome.result.gap < separation - 0.01f;
    }
    /* what remains is deep and at a corner, where an edge beyond the next triangle would be the better axis
     */
    assert_true(touching > 200);
    assert_true(odd <= touching / 50);
    dry_mesh_release(block);
}

/* The same for a capsule whose axis is outside the solid, against sampled distances. */
static void capsule_on_convex_mesh_equals_distance(void **state)
{
    (void)state;
    random_state = SEED;
    const DryVec3 half = v3(1.0f, 0.7f, 0.8f);
    const float radius = 0.3f, half_height = 0.6f;
    DryMesh *block = make_block(half);
    int32_t touching = 0;
    for (int i = 0; i < 6000; ++i) {
        DryPose at = pose_at((double)random_range(-2.0f, 2.0f), (double)random_range(-2.0f, 2.0f),
                             (double)random_range(-2.0f, 2.0f));
        at.rotation = random_rotation();
        DryVec3 axis = quat_rotate(at.rotation, v3(0.0f, half_height, 0.0f));
        float distance = INFINITY;
        for (int k = -100; k <= 100; ++k) {
            DryVec3 x = v3_mad(pos_sub(at.position, home.position), axis, 0.01f * (float)k);
            DryVec3 out = v3_max(v3_sub(v3_abs(x), half), v3(0.0f, 0.0f, 0.0f));
            distance = f_min(distance, v3_length(out));
        }
        Outcome outcome = collide(capsule(half_height, radius), at, block, home, 0.02f);
        if (distance > radius + 0.021f) {
            assert_int_equal(outcome.result.manifold_count, 0);
        } else if (distance > 0.1f && distance < radius + 0.015f) {
            ++touching;
            assert_true(outcome.result.manifold_count > 0);
            assert_float_equal(smallest_separation(&outcome), distance - radius, 3e-3f);
            assert_true(outcome.result.gap <= distance - radius + 1e-3f);
        }
    }
    assert_true(touching > 200);
    dry_mesh_release(block);
}

static int free_hull(void **state)
{
    (void)state;
    dry_hull_release(random_hull);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(g5_flat_welded_floor_has_only_face_normals),
        cmocka_unit_test(features_of_a_sliding_box_stay),
        cmocka_unit_test(real_obstacles_are_hit),
        cmocka_unit_test(ridges_and_valleys),
        cmocka_unit_test(g9_capsule_beside_a_triangle_edge),
        cmocka_unit_test(g10_long_box_on_one_large_triangle),
        cmocka_unit_test(n7_large_box_and_triangle_at_any_distance),
        cmocka_unit_test(n10_centre_exactly_on_the_face),
        cmocka_unit_test(g16_sides_of_a_mesh),
        cmocka_unit_test(nothing_is_deep_round_a_rim),
        cmocka_unit_test(g14_box_on_a_pyramid_side),
        cmocka_unit_test(gap_is_a_lower_bound),
        cmocka_unit_test(ball_on_bumps_has_the_exact_distance),
        cmocka_unit_test(box_on_convex_mesh_equals_separating_axes),
        cmocka_unit_test(capsule_on_convex_mesh_equals_distance),
        cmocka_unit_test(a_pair_does_not_depend_on_its_batch),
    };
    return cmocka_run_group_tests(tests, NULL, free_hull);
}
