/* Bounds, extents, checks and folding of single shapes. */
#include "geometry/check.h"

#include "support/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static DryHull *hull;

static int make_hull(void **state)
{
    (void)state;
    DryVec3 points[60];
    Random random = random_seeded(8);
    for (int i = 0; i < 60; ++i) {
        points[i] = dry_vec3(random_float(&random, -0.5f, 2.0f), random_float(&random, -1.0f, 1.0f),
                             random_float(&random, -0.3f, 0.2f));
    }
    DryHullSource source = { points, 60, 0, 0.0f };
    hull = dry_hull_create(&source, NULL);
    return hull == NULL;
}

static int drop_hull(void **state)
{
    (void)state;
    dry_hull_release(hull);
    return 0;
}

static ShapeGeometry shape_of(int kind)
{
    ShapeGeometry shape;
    memset(&shape, 0, sizeof shape);
    shape.kind = (ShapeKind)kind;
    switch (kind) {
    case SHAPE_SPHERE:
        shape.u.sphere.radius = 0.7f;
        break;
    case SHAPE_CAPSULE:
        shape.u.capsule.half_height = 1.3f;
        shape.u.capsule.radius = 0.2f;
        break;
    case SHAPE_BOX:
        shape.u.box.half = dry_vec3(0.1f, 0.5f, 2.0f);
        break;
    default:
        shape.u.hull = hull;
        break;
    }
    return shape;
}

static DryVec3 unit(Random *random)
{
    DryVec3 v;
    do {
        v = dry_vec3(random_float(random, -1.0f, 1.0f), random_float(random, -1.0f, 1.0f),
                     random_float(random, -1.0f, 1.0f));
    } while (dry_vec3_length(v) < 0.1f);
    return dry_vec3_normalize(v);
}

static DryQuat turn(Random *random)
{
    DryQuat q = { random_float(random, -1.0f, 1.0f), random_float(random, -1.0f, 1.0f),
                  random_float(random, -1.0f, 1.0f), random_float(random, -1.0f, 1.0f) };
    return dry_quat_normalize(q);
}

/* An extreme point of the shape in the direction d. */
static DryVec3 extreme(const ShapeGeometry *shape, DryVec3 d)
{
    switch (shape->kind) {
    case SHAPE_SPHERE:
        return dry_vec3_scale(d, shape->u.sphere.radius);
    case SHAPE_CAPSULE:
        return dry_vec3_add(
            dry_vec3(0.0f, d.y < 0.0f ? -shape->u.capsule.half_height : shape->u.capsule.half_height, 0.0f),
            dry_vec3_scale(d, shape->u.capsule.radius));
    case SHAPE_BOX: {
        DryVec3 h = shape->u.box.half;
        return dry_vec3(d.x < 0.0f ? -h.x : h.x, d.y < 0.0f ? -h.y : h.y, d.z < 0.0f ? -h.z : h.z);
    }
    default:
        return dry_hull_vertex(shape->u.hull, dry__hull_support(&shape->u.hull->data, d));
    }
}

static void bounds_hold_every_point_anywhere(void **state)
{
    (void)state;
    static const double far[] = { 0.0, 1.0, 1e3, 1e7, 1e12 };
    Random random = random_seeded(31);
    for (int kind = SHAPE_SPHERE; kind <= SHAPE_HULL; ++kind) {
        ShapeGeometry shape = shape_of(kind);
        for (int round = 0; round < 500; ++round) {
            double at = far[round % 5];
            DryPose pose;
            pose.position = dry_pos(random_double(&random, -at, at), random_double(&random, -at, at), at);
            pose.rotation = turn(&random);
            BoxF box = dry__shape_bounds(&shape, pose, 0.0f);
            double least[3] = { 1e300, 1e300, 1e300 }, most[3] = { -1e300, -1e300, -1e300 };
            for (int i = 0; i < 40; ++i) {
                DryVec3 axis =
                    dry_vec3(i % 3 == 0 ? 1.0f : 0.0f, i % 3 == 1 ? 1.0f : 0.0f, i % 3 == 2 ? 1.0f : 0.0f);
                DryVec3 d = i < 6 ? dry_vec3_scale(axis, i < 3 ? 1.0f : -1.0f) : unit(&random);
                DryVec3 local = extreme(&shape, dry_quat_rotate_inverse(pose.rotation, d));
                DryPos p = dry_pose_point(pose, local);
                const double x[3] = { p.x, p.y, p.z };
                for (int k = 0; k < 3; ++k) {
                    assert_true(x[k] >= (double)box.lower[k] && x[k] <= (double)box.upper[k]);
                    least[k] = fmin(least[k], x[k]);
                    most[k] = fmax(most[k], x[k]);
                }
            }
            for (int k = 0; k < 3; ++k) { /* and no larger than a rounding of the position */
                double slack = 1e-5 + 2.4e-7 * at * 2.0;
                assert_true((double)box.lower[k] >= least[k] - slack &&
                            (double)box.upper[k] <= most[k] + slack);
            }
        }
    }
}

static void margin_grows_bounds_and_half_space_fills_space(void **state)
{
    (void)state;
    ShapeGeometry shape = shape_of(SHAPE_SPHERE);
    DryPose pose = { { 1.0, 2.0, 3.0 }, { 0.0f, 0.0f, 0.0f, 1.0f } };
    BoxF box = dry__shape_bounds(&shape, pose, 0.3f);
    assert_float_equal(box.lower[0], 0.0f, 3e-6f);
    assert_float_equal(box.upper[2], 4.0f, 3e-6f);
    assert_true(box.lower[0] <= 0.0f && box.upper[2] >= 4.0f);
    shape.kind = SHAPE_HALF_SPACE;
    box = dry__shape_bounds(&shape, pose, 0.0f);
    assert_true(box.lower[1] == -1e30f && box.upper[1] == 1e30f);
    /* a place no float can hold */
    shape = shape_of(SHAPE_SPHERE);
    pose.position = dry_pos(1e300, -1e300, 0.0);
    box = dry__shape_bounds(&shape, pose, 0.0f);
    assert_true(isfinite(box.lower[0]) && isfinite(box.upper[0]) && isfinite(box.lower[1]));
}

static void extent_reaches_the_farthest_point(void **state)
{
    (void)state;
    Random random = random_seeded(4);
    for (int kind = SHAPE_SPHERE; kind <= SHAPE_HULL; ++kind) {
        ShapeGeometry shape = shape_of(kind);
        for (int round = 0; round < 50; ++round) {
            DryVec3 center = dry_vec3_scale(unit(&random), random_float(&random, 0.01f, 3.0f));
            float extent = dry__shape_extent(&shape, center), reached = 0.0f;
            for (int i = 0; i < 2000; ++i) {
                DryVec3 p = extreme(&shape, unit(&random));
                reached = f_max(dry_vec3_length(dry_vec3_sub(p, center)), reached);
            }
            assert_true(reached <= extent * 1.000001f);
            assert_true(reached >= extent * 0.98f);
        }
    }
    ShapeGeometry plane = { SHAPE_HALF_SPACE, { { 0.0f } } };
    assert_true(dry__shape_extent(&plane, dry_vec3(0.0f, 0.0f, 0.0f)) == 1e30f);
    assert_true(dry__shape_inner_radius(&plane) == 0.0f);
    ShapeGeometry capsule = shape_of(SHAPE_CAPSULE);
    assert_float_equal(dry__shape_inner_radius(&capsule), 0.2f, 0.0f);
    ShapeGeometry box = shape_of(SHAPE_BOX);
    assert_float_equal(dry__shape_inner_radius(&box), 0.1f, 0.0f);
    DryMass mass;
    assert_true(dry__shape_unit_mass(&box, &mass));
    assert_float_equal(mass.mass, 0.8f, 1e-6f);
    assert_false(dry__shape_unit_mass(&plane, &mass));
}

static void folding_places_the_same_points(void **state)
{
    (void)state;
    Random random = random_seeded(12);
    for (int round = 0; round < 200; ++round) {
        DryFrame at = { dry_vec3_scale(unit(&random), 3.0f), turn(&random) }, frame;
        ShapeGeometry shape;
        DryCapsule capsule = { dry_vec3_scale(unit(&random), 2.0f), dry_vec3_scale(unit(&random), 2.0f),
                               0.25f };
        if (round == 0) { /* straight down: no shortest turn is special */
            capsule.point_a = dry_vec3(0.5f, 1.0f, 0.0f);
            capsule.point_b = dry_vec3(0.5f, -1.0f, 0.0f);
        }
        assert_int_equal(dry__shape_from_capsule(&capsule, at, &shape, &frame), DRY_OK);
        assert_int_equal(shape.kind, SHAPE_CAPSULE);
        for (int end = 0; end < 2; ++end) {
            float h = end == 0 ? -shape.u.capsule.half_height : shape.u.capsule.half_height;
            DryVec3 expected = end == 0 ? capsule.point_a : capsule.point_b;
            expected = dry_vec3_add(at.position, dry_quat_rotate(at.rotation, expected));
            DryVec3 got =
                dry_vec3_add(frame.position, dry_quat_rotate(frame.rotation, dry_vec3(0.0f, h, 0.0f)));
            assert_float_equal(dry_vec3_length(dry_vec3_sub(got, expected)), 0.0f, 3e-6f);
        }
        DryHalfSpace half_space = { dry_vec3_scale(unit(&random), 4.0f), random_float(&random, -8.0f, 8.0f) };
        assert_int_equal(dry__shape_from_half_space(&half_space, at, &shape, &frame), DRY_OK);
        DryVec3 up =
            dry_quat_rotate_inverse(at.rotation, dry_quat_rotate(frame.rotation, dry_vec3(0.0f, 1.0f, 0.0f)));
        DryVec3 origin = dry_quat_rotate_inverse(at.rotation, dry_vec3_sub(frame.position, at.position));
        assert_float_equal(dry_vec3_dot(up, half_space.normal), 4.0f, 4e-6f);
        assert_float_equal(dry_vec3_dot(half_space.normal, origin), half_space.offset, 1e-5f);
    }
    DryFrame frame;
    ShapeGeometry shape;
    DryCapsule point = { { 1.0f, 2.0f, 3.0f }, { 1.0f, 2.0f, 3.0f }, 0.5f };
    assert_int_equal(dry__shape_from_capsule(&point, dry_frame_identity(), &shape, &frame), DRY_OK);
    assert_int_equal(shape.kind, SHAPE_SPHERE);
    assert_float_equal(frame.position.z, 3.0f, 0.0f);
    assert_int_equal(dry__shape_from_hull(hull, dry_frame_identity(), &shape, &frame), DRY_OK);
    assert_ptr_equal(shape.u.hull, hull);
}

static void wrong_shapes_are_named(void **state)
{
    (void)state;
    ShapeGeometry shape, before;
    DryFrame frame, frame_before, at = dry_frame_identity();
    memset(&shape, 0x33, sizeof shape);
    memset(&frame, 0x33, sizeof frame);
    memcpy(&before, &shape, sizeof shape);
    memcpy(&frame_before, &frame, sizeof frame);
    DrySphere sphere = { { 0.0f, NAN, 0.0f }, 1.0f };
    assert_int_equal(dry__shape_from_sphere(&sphere, at, &shape, &frame), DRY_ERROR_ARGUMENT);
    assert_non_null(strstr(dry_last_error(), "sphere center is (0, nan, 0)"));
    sphere.center.y = 0.0f;
    sphere.radius = 0.0f;
    assert_int_equal(dry__shape_from_sphere(&sphere, at, &shape, &frame), DRY_ERROR_ARGUMENT);
    sphere.radius = 1.0f;
    at.rotation.w = 0.5f;
    assert_int_equal(dry__shape_from_sphere(&sphere, at, &shape, &frame), DRY_ERROR_ARGUMENT);
    assert_non_null(strstr(dry_last_error(), "frame rotation is (0, 0, 0, 0.5)"));
    at.rotation.w = NAN;
    assert_int_equal(dry__shape_from_sphere(&sphere, at, &shape, &frame), DRY_ERROR_ARGUMENT);
    at = dry_frame_identity();
    at.position.x = INFINITY;
    assert_int_equal(dry__shape_from_hull(hull, at, &shape, &frame), DRY_ERROR_ARGUMENT);
    at = dry_frame_identity();
    DryHalfSpace flat = { { 0.0f, 0.0f, 0.0f }, 1.0f };
    assert_int_equal(dry__shape_from_half_space(&flat, at, &shape, &frame), DRY_ERROR_ARGUMENT);
    flat.normal.y = 1.0f;
    flat.offset = NAN;
    assert_int_equal(dry__shape_from_half_space(&flat, at, &shape, &frame), DRY_ERROR_ARGUMENT);
    DryBox box = { { 1.0f, -1.0f, 1.0f } };
    assert_int_equal(dry__shape_from_box(&box, at, &shape, &frame), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry__check_named("dry_shape_create_box", DRY_ERROR_ARGUMENT), DRY_ERROR_ARGUMENT);
    assert_non_null(strstr(dry_last_error(), "dry_shape_create_box: box half_extents.y is -1"));
    assert_int_equal(dry__shape_from_box(NULL, at, &shape, &frame), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry__shape_from_hull(NULL, at, &shape, &frame), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry__shape_from_mesh(NULL, at, &shape, &frame), DRY_ERROR_ARGUMENT);
    assert_memory_equal(&shape, &before, sizeof shape);
    assert_memory_equal(&frame, &frame_before, sizeof frame);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_hold_every_point_anywhere),
        cmocka_unit_test(margin_grows_bounds_and_half_space_fills_space),
        cmocka_unit_test(extent_reaches_the_farthest_point),
        cmocka_unit_test(folding_places_the_same_points),
        cmocka_unit_test(wrong_shapes_are_named),
    };
    return cmocka_run_group_tests(tests, make_hull, drop_hull);
}
