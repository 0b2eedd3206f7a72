/* Sphere, capsule, box and hull against triangle meshes. */
#include "collision/mesh_rig.h"

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
        mesh_random_state = SEED + (uint64_t)which;
        for (int i = 0; i < 600; ++i) {
            const DryMesh *mesh = i % 2 ? fine : coarse;
            DryPose place = places[i % 3];
            place.rotation = quat_normalize(place.rotation);
            float x = mesh_random(-4.5f, 4.5f), z = mesh_random(-4.5f, 4.5f);
            if (i % 5 == 0) { /* straight above grid lines and corners */
                x = 0.2f * (float)(int)(x * 5.0f);
                z = i % 10 == 0 ? 0.2f * (float)(int)(z * 5.0f) : z;
            }
            bool standing = i % 4 == 1;
            DryQuat q = standing ? mesh_random_rotation()
                                 : resting_rotation(&g, i % 7 == 0 ? 0.0f : mesh_random(0.0f, 6.2f));
            float separation = mesh_random(-0.005f, 0.015f);
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
    mesh_random_state = SEED;
    for (int i = 0; i < 300; ++i) {
        DryVec3 on_side =
            v3_lerp(v3(b, 0.0f, mesh_random(-0.5f, 0.5f)), v3(0.0f, h, 0.0f), mesh_random(0.25f, 0.6f));
        DryQuat q = mesh_random_rotation();
        float reach = v3_dot(v3_abs(quat_rotate_inverse(q, n)), v3(0.2f, 0.2f, 0.2f));
        DryVec3 p = v3_mad(on_side, n, reach - mesh_random(0.001f, 0.15f));
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
    mesh_random_state = SEED;
    DryMesh *mesh = make_grid(12, 4.0f, roof, true);
    int32_t promised = 0;
    for (int i = 0; i < 3000; ++i) {
        ShapeGeometry g = mover(i % mover_count());
        DryPose at = pose_at((double)mesh_random(-4.5f, 4.5f), (double)mesh_random(-3.0f, 1.5f),
                             (double)mesh_random(-4.5f, 4.5f));
        at.rotation = mesh_random_rotation();
        float margin = mesh_random(0.0f, 0.5f);
        Outcome outcome = collide(g, at, mesh, home, margin);
        if (outcome.result.gap <= 0.0f) {
            continue;
        }
        ++promised;
        for (int k = 0; k < 6; ++k) { /* still apart after moving that far */
            DryVec3 way = v3_normalize(
                v3(mesh_random(-1.0f, 1.0f), mesh_random(-1.0f, 1.0f), mesh_random(-1.0f, 1.0f)));
            DryPose moved = { pos_add(at.position, v3_scale(way, 0.99f * outcome.result.gap)), at.rotation };
            Outcome after = collide(g, moved, mesh, home, 0.0f);
            assert_true(after.result.manifold_count == 0 || after.result.gap > -1e-5f);
        }
    }
    assert_true(promised > 500);
    dry_mesh_release(mesh);
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
    };
    return cmocka_run_group_tests(tests, NULL, free_hull);
}
