#include "collision/mesh_rig.h"

uint64_t mesh_random_state;

float mesh_random(float low, float high)
{
    mesh_random_state = mesh_random_state * 6364136223846793005ull + 1442695040888963407ull;
    return low + (high - low) * (float)((double)(mesh_random_state >> 11) / 9007199254740992.0);
}

DryQuat mesh_random_rotation(void)
{
    float x = mesh_random(-1.0f, 1.0f);
    float y = mesh_random(-1.0f, 1.0f);
    float z = mesh_random(-1.0f, 1.0f);
    float w = mesh_random(-1.0f, 1.0f);
    return quat_normalize((DryQuat){ x, y, z, w });
}

float flat(float x, float z)
{
    (void)x;
    (void)z;
    return 0.0f;
}

float roof(float x, float z)
{
    (void)z;
    return -0.57735027f * fabsf(x);
}

float valley(float x, float z)
{
    return -roof(x, z);
}

DryMesh *make_grid(int32_t cells, float extent, HeightFn *height, bool two_sided)
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

DryMesh *make_triangle(DryVec3 a, DryVec3 b, DryVec3 c, bool two_sided)
{
    const DryVec3 vertices[3] = { a, b, c };
    const uint32_t indices[3] = { 0, 1, 2 };
    DryMeshSource source = { vertices, 3, indices, 1, 0.0f, two_sided, NULL };
    DryMesh *mesh = dry_mesh_create(&source, NULL);
    assert_non_null(mesh);
    return mesh;
}

DryMesh *make_block(DryVec3 half)
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

PairFn *pair_fn(ShapeKind kind)
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

float smallest_separation(const Outcome *outcome)
{
    float smallest = INFINITY;
    for (int32_t i = 0; i < outcome->result.manifold_count; ++i) {
        for (int32_t k = 0; k < outcome->manifolds[i].count; ++k) {
            smallest = f_min(outcome->manifolds[i].points[k].separation, smallest);
        }
    }
    return smallest;
}

Outcome collide(ShapeGeometry mover, DryPose at, const DryMesh *mesh, DryPose mesh_at, float margin)
{
    Outcome outcome;
    memset(&outcome, 0, sizeof outcome);
    CollideShape shapes[2] = { { mover, at.position, at.rotation },
                               { { .kind = SHAPE_MESH }, mesh_at.position, mesh_at.rotation } };
    shapes[1].geometry.u.mesh.mesh = mesh;
    PairWork work = { 0, 1, margin, 0 };
    PairCache cache = { 0 };
    PairBatch batch = { shapes, &work, &cache, &outcome.result, outcome.manifolds, MESH_MANIFOLD_MAX, NULL };
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

DryPose pose_at(double x, double y, double z)
{
    return (DryPose){ dry_pos(x, y, z), dry_quat_identity() };
}

ShapeGeometry sphere(float radius)
{
    ShapeGeometry g = { .kind = SHAPE_SPHERE };
    g.u.sphere.radius = radius;
    return g;
}

ShapeGeometry capsule(float half_height, float radius)
{
    ShapeGeometry g = { .kind = SHAPE_CAPSULE };
    g.u.capsule.half_height = half_height;
    g.u.capsule.radius = radius;
    return g;
}

ShapeGeometry box(float x, float y, float z)
{
    ShapeGeometry g = { .kind = SHAPE_BOX };
    g.u.box.half = v3(x, y, z);
    return g;
}

static DryHull *random_hull;

ShapeGeometry hull(void)
{
    if (!random_hull) {
        DryVec3 points[40];
        mesh_random_state = SEED;
        for (int i = 0; i < 40; ++i) {
            float x = mesh_random(-1.0f, 1.0f);
            float y = mesh_random(-1.0f, 1.0f);
            float z = mesh_random(-1.0f, 1.0f);
            points[i] = v3_scale(v3_normalize(v3(x, y, z)), 0.5f);
        }
        DryHullSource source = { .points = points, .point_count = 40 };
        random_hull = dry_hull_create(&source, NULL);
        assert_non_null(random_hull);
    }
    ShapeGeometry g = { .kind = SHAPE_HULL };
    g.u.hull = random_hull;
    return g;
}

float lowest_point(const ShapeGeometry *g, DryQuat q)
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

int mover_count(void)
{
    return 6;
}

ShapeGeometry mover(int which)
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

DryQuat resting_rotation(const ShapeGeometry *g, float yaw)
{
    DryQuat turn = dry_quat_from_axis_angle(v3(0.0f, 1.0f, 0.0f), yaw);
    DryQuat lie = dry_quat_from_axis_angle(v3(0.0f, 0.0f, 1.0f), 1.57079633f);
    return g->kind == SHAPE_CAPSULE ? quat_mul(turn, lie) : turn;
}

const Manifold *find_normal(const Outcome *outcome, DryVec3 normal, float cosine)
{
    for (int32_t i = 0; i < outcome->result.manifold_count; ++i) {
        if (v3_dot(outcome->manifolds[i].normal, normal) > cosine) {
            return &outcome->manifolds[i];
        }
    }
    return NULL;
}

int free_hull(void **state)
{
    (void)state;
    dry_hull_release(random_hull);
    return 0;
}
