/* Movers against triangle meshes, beside sampled distances, separating axes, and themselves in other batches.
 */
#include "collision/mesh_rig.h"

/* Against a dense sampling: a ball on a bumpy mesh has the exact depth, also at ridges and in valleys. */
static float bumpy(float x, float z)
{
    return 0.3f * sinf(2.0f * x) * cosf(1.7f * z);
}

static void ball_on_bumps_has_the_exact_distance(void **state)
{
    (void)state;
    mesh_random_state = SEED;
    DryMesh *mesh = make_grid(24, 4.0f, bumpy, false);
    for (int i = 0; i < 1000; ++i) {
        float x = mesh_random(-2.5f, 2.5f), z = mesh_random(-2.5f, 2.5f);
        DryVec3 center = v3(x, bumpy(x, z) + mesh_random(0.2f, 0.6f), z);
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
    mesh_random_state = SEED;
    DryMesh *mesh = make_grid(24, 4.0f, bumpy, false);
    for (int kind = 0; kind < 4; ++kind) {
        ShapeGeometry g = mover(kind == 3 ? 4 : kind);
        memset(manifolds, 0, sizeof manifolds);
        shapes[COUNT] = (CollideShape){ { .kind = SHAPE_MESH }, { 0.0, 0.0, 0.0 }, dry_quat_identity() };
        shapes[COUNT].geometry.u.mesh.mesh = mesh;
        for (int i = 0; i < COUNT; ++i) {
            float x = mesh_random(-3.0f, 3.0f), z = mesh_random(-3.0f, 3.0f);
            shapes[i] = (CollideShape){ g, dry_pos((double)x, (double)bumpy(x, z) + 0.3, (double)z),
                                        mesh_random_rotation() };
            work[i] = (PairWork){ i, COUNT, 0.05f, i };
        }
        PairBatch batch = { shapes, work, caches, results, manifolds, MESH_MANIFOLD_MAX, NULL };
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
    mesh_random_state = SEED;
    const DryVec3 hb = v3(1.0f, 0.7f, 0.8f), ha = v3(0.4f, 0.3f, 0.5f);
    DryMesh *block = make_block(hb);
    int32_t touching = 0, odd = 0;
    for (int i = 0; i < 20000; ++i) {
        DryQuat q = mesh_random_rotation();
        DryMat3 ra = mat3_from_quat(q);
        DryVec3 axis = v3(0.0f, 0.0f, 0.0f),
                way = v3_normalize(
                    v3(mesh_random(-1.0f, 1.0f), mesh_random(-1.0f, 1.0f), mesh_random(-1.0f, 1.0f)));
        DryVec3 center = v3_scale(way, mesh_random(0.9f, 2.0f));
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
    mesh_random_state = SEED;
    const DryVec3 half = v3(1.0f, 0.7f, 0.8f);
    const float radius = 0.3f, half_height = 0.6f;
    DryMesh *block = make_block(half);
    int32_t touching = 0;
    for (int i = 0; i < 6000; ++i) {
        DryPose at = pose_at((double)mesh_random(-2.0f, 2.0f), (double)mesh_random(-2.0f, 2.0f),
                             (double)mesh_random(-2.0f, 2.0f));
        at.rotation = mesh_random_rotation();
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ball_on_bumps_has_the_exact_distance),
        cmocka_unit_test(box_on_convex_mesh_equals_separating_axes),
        cmocka_unit_test(capsule_on_convex_mesh_equals_distance),
        cmocka_unit_test(a_pair_does_not_depend_on_its_batch),
    };
    return cmocka_run_group_tests(tests, NULL, free_hull);
}
