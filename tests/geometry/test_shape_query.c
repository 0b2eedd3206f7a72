/* Rays and box overlaps of single shapes against closed forms and against search by brute force. */
#include "geometry/shape.h"

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
    DryVec3 points[40];
    Random random = random_seeded(8);
    for (int i = 0; i < 40; ++i) {
        points[i] = dry_vec3(random_float(&random, -1.0f, 1.5f), random_float(&random, -1.0f, 1.0f),
                             random_float(&random, -0.5f, 0.5f));
    }
    DryHullSource source = { points, 40, 0, 0.0f };
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
        shape.u.sphere.radius = 0.8f;
        break;
    case SHAPE_CAPSULE:
        shape.u.capsule.half_height = 0.9f;
        shape.u.capsule.radius = 0.4f;
        break;
    case SHAPE_BOX:
        shape.u.box.half = dry_vec3(0.3f, 0.7f, 1.1f);
        break;
    case SHAPE_HULL:
        shape.u.hull = hull;
        break;
    default:
        break;
    }
    return shape;
}

/* Below 0 inside, above 0 outside, 0 on the surface; near the surface a distance. */
static double depth(const ShapeGeometry *shape, const double p[3])
{
    double y, most = -1e300;
    switch (shape->kind) {
    case SHAPE_SPHERE:
        return sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - (double)shape->u.sphere.radius;
    case SHAPE_CAPSULE:
        y = fmax(fabs(p[1]) - (double)shape->u.capsule.half_height, 0.0);
        return sqrt(p[0] * p[0] + y * y + p[2] * p[2]) - (double)shape->u.capsule.radius;
    case SHAPE_BOX:
        most = fmax(fabs(p[0]) - (double)shape->u.box.half.x, fabs(p[1]) - (double)shape->u.box.half.y);
        return fmax(most, fabs(p[2]) - (double)shape->u.box.half.z);
    case SHAPE_HULL:
        for (int32_t i = 0; i < hull->data.face_count; ++i) {
            most = fmax(most, (double)hull->data.fx[i] * p[0] + (double)hull->data.fy[i] * p[1] +
                                  (double)hull->data.fz[i] * p[2] - (double)hull->data.fo[i]);
        }
        return most;
    default:
        return p[1];
    }
}

static DryVec3 point(Random *random, float size)
{
    return dry_vec3(random_float(random, -size, size), random_float(random, -size, size),
                    random_float(random, -size, size));
}

static double depth_along(const ShapeGeometry *shape, DryVec3 o, DryVec3 d, double t)
{
    const double p[3] = { (double)o.x + t * (double)d.x, (double)o.y + t * (double)d.y,
                          (double)o.z + t * (double)d.z };
    return depth(shape, p);
}

static void rays_match_a_march(void **state)
{
    (void)state;
    Random random = random_seeded(606);
    for (int kind = SHAPE_SPHERE; kind <= SHAPE_HALF_SPACE;
         ++kind) { /* the smooth ones: test_smooth_shape.c */
        if (kind > SHAPE_HULL && kind != SHAPE_HALF_SPACE) {
            continue;
        }
        ShapeGeometry shape = shape_of(kind);
        int hits = 0, inside = 0;
        for (int round = 0; round < 3000; ++round) {
            DryVec3 o = point(&random, 2.0f), d = dry_vec3_sub(point(&random, 1.2f), o);
            float limit = random_float(&random, 0.3f, 1.5f);
            ShapeRayHit hit = { -1.0f, { 9.0f, 9.0f, 9.0f }, 5 };
            bool found = dry__shape_cast_ray(&shape, o, d, limit, &hit);
            double end = found ? (double)hit.fraction - 1e-5 : (double)limit;
            if (found && hit.fraction == 0.0f) {
                assert_true(depth_along(&shape, o, d, 0.0) <= 1e-7);
                assert_true(dry_vec3_length(hit.normal) == 0.0f);
                ++inside;
                continue;
            }
            for (int i = 0; i <= 400; ++i) {
                assert_true(depth_along(&shape, o, d, end * i / 400.0) > -1e-6);
            }
            if (found) {
                double at = (double)hit.fraction, h = 1e-3;
                assert_true(fabs(depth_along(&shape, o, d, at)) < 1e-6);
                assert_true(hit.fraction <= limit && hit.triangle == -1);
                assert_float_equal(dry_vec3_length(hit.normal), 1.0f, 1e-6f);
                assert_true(dry_vec3_dot(hit.normal, d) <= 0.0f);
                /* out along the normal the depth grows as fast as the distance */
                DryVec3 on = dry_vec3_add_scaled(o, d, hit.fraction);
                assert_true(fabs(depth_along(&shape, on, hit.normal, h) - h) < 1e-5);
                ++hits;
            }
        }
        assert_in_range(hits, 300, 2900);
        assert_in_range(inside, 20, 2000);
    }
}

static void far_and_long_rays_stay_exact(void **state)
{
    (void)state;
    for (int kind = SHAPE_SPHERE; kind <= SHAPE_BOX; ++kind) {
        ShapeGeometry shape = shape_of(kind);
        const float reach[] = { 0.8f, 0.4f, 0.3f };
        float far = 1.0f;
        for (int decade = 1; decade <= 7; ++decade) {
            far *= 10.0f;
            ShapeRayHit hit;
            assert_true(dry__shape_cast_ray(&shape, dry_vec3(far, 0.0f, 0.0f),
                                            dry_vec3(-2.0f * far, 0.0f, 0.0f), 1.0f, &hit));
            double x = (double)far * (1.0 - 2.0 * (double)hit.fraction);
            assert_true(fabs(x - (double)reach[kind]) <
                        1.2e-7 * (double)far + 1e-6); /* half a step of the fraction */
            assert_float_equal(hit.normal.x, 1.0f, 1e-6f);
            /* grazing: a hair inside and a hair outside */
            DryVec3 o = dry_vec3(reach[kind] * 0.9999f, 0.0f, far), d = dry_vec3(0.0f, 0.0f, -2.0f * far);
            assert_true(dry__shape_cast_ray(&shape, o, d, 1.0f, &hit));
            o.x = reach[kind] * 1.0001f;
            assert_false(dry__shape_cast_ray(&shape, o, d, 1.0f, &hit));
        }
    }
}

static void rays_that_stop_short_or_do_not_move(void **state)
{
    (void)state;
    ShapeRayHit hit;
    DryVec3 zero = dry_vec3(0.0f, 0.0f, 0.0f), from = dry_vec3(0.1f, 3.0f, 0.1f),
            down = dry_vec3(0.0f, -1.0f, 0.0f);
    for (int kind = SHAPE_SPHERE; kind <= SHAPE_HALF_SPACE;
         ++kind) { /* the smooth ones: test_smooth_shape.c */
        if (kind > SHAPE_HULL && kind != SHAPE_HALF_SPACE) {
            continue;
        }
        ShapeGeometry shape = shape_of(kind);
        assert_false(dry__shape_cast_ray(&shape, from, zero, 1.0f, &hit));
        assert_true(dry__shape_cast_ray(&shape, dry_vec3(0.1f, -0.1f, 0.1f), zero, 1.0f, &hit));
        assert_float_equal(hit.fraction, 0.0f, 0.0f);
        assert_false(dry__shape_cast_ray(&shape, from, down, 1.0f, &hit));
        assert_true(dry__shape_cast_ray(&shape, from, down, 5.0f, &hit));
        assert_true(hit.fraction > 1.0f && hit.fraction < 5.0f);
        assert_false(dry__shape_cast_ray(&shape, from, dry_vec3(0.0f, 1.0f, 0.0f), 5.0f, &hit));
    }
    /* along a capsule's axis, outside its mantle and onto its cap */
    ShapeGeometry capsule = shape_of(SHAPE_CAPSULE);
    assert_false(dry__shape_cast_ray(&capsule, dry_vec3(0.41f, 5.0f, 0.0f), down, 10.0f, &hit));
    assert_true(dry__shape_cast_ray(&capsule, dry_vec3(0.0f, 5.0f, 0.0f), down, 10.0f, &hit));
    assert_float_equal(hit.fraction, 3.7f, 1e-6f);
    /* past a box along its side, exactly in the plane of a face: touching counts */
    ShapeGeometry box = shape_of(SHAPE_BOX);
    assert_true(dry__shape_cast_ray(&box, dry_vec3(0.3f, 5.0f, 0.0f), down, 10.0f, &hit));
    assert_float_equal(hit.normal.y, 1.0f, 0.0f);
}

/* Whether box and shape share a point, by projecting onto both in turn; the distance left between them. */
static double gap_by_projection(const ShapeGeometry *shape, DryFrame frame, DryVec3 half)
{
    BoxHull box;
    const HullData *data = &box.data;
    if (shape->kind == SHAPE_BOX) {
        dry__hull_from_box(&box, shape->u.box.half);
    } else {
        data = &shape->u.hull->data;
    }
    DryMat3 r = mat3_from_quat(dry_quat_normalize(frame.rotation));
    double p[3] = { (double)frame.position.x, (double)frame.position.y, (double)frame.position.z },
           worst = 1e300;
    const double h[3] = { (double)half.x, (double)half.y, (double)half.z };
    for (int round = 0; round < 1500 && worst > 1e-9; ++round) {
        for (int k = 0; k < 3; ++k) {
            p[k] = fmin(fmax(p[k], -h[k]), h[k]);
        }
        worst = 0.0;
        for (int32_t i = 0; i < data->face_count; ++i) {
            DryVec3 n = mat3_mul(&r, dry_vec3(data->fx[i], data->fy[i], data->fz[i]));
            double over = (double)n.x * p[0] + (double)n.y * p[1] + (double)n.z * p[2] - (double)data->fo[i] -
                          (double)dry_vec3_dot(n, frame.position);
            worst = fmax(worst, over);
            if (over > 0.0) {
                p[0] -= over * (double)n.x;
                p[1] -= over * (double)n.y;
                p[2] -= over * (double)n.z;
            }
        }
    }
    return worst;
}

/* Smallest distance of the shape's core (a point or a segment) to the box, by search. */
static double core_distance(const ShapeGeometry *shape, DryFrame frame, DryVec3 half)
{
    double best = 1e300;
    float h = shape->kind == SHAPE_CAPSULE ? shape->u.capsule.half_height : 0.0f;
    for (int i = 0; i <= 2000; ++i) {
        DryVec3 p = dry_vec3(0.0f, h * ((float)i / 1000.0f - 1.0f), 0.0f);
        p = dry_vec3_add(frame.position, dry_quat_rotate(frame.rotation, p));
        double x = fmax(fabs((double)p.x) - (double)half.x, 0.0),
               y = fmax(fabs((double)p.y) - (double)half.y, 0.0);
        double z = fmax(fabs((double)p.z) - (double)half.z, 0.0);
        best = fmin(best, sqrt(x * x + y * y + z * z));
    }
    return best;
}

static void overlaps_match_a_search(void **state)
{
    (void)state;
    Random random = random_seeded(808);
    for (int kind = SHAPE_SPHERE; kind <= SHAPE_HULL; ++kind) {
        ShapeGeometry shape = shape_of(kind);
        int touching = 0, apart = 0;
        for (int round = 0; round < 600; ++round) {
            DryQuat q = { random_float(&random, -1.0f, 1.0f), random_float(&random, -1.0f, 1.0f),
                          random_float(&random, -1.0f, 1.0f), random_float(&random, -1.0f, 1.0f) };
            DryFrame frame = { point(&random, 2.5f), dry_quat_normalize(q) };
            DryVec3 half = dry_vec3(random_float(&random, 0.1f, 1.0f), random_float(&random, 0.1f, 1.0f),
                                    random_float(&random, 0.1f, 1.0f));
            bool overlap = dry__shape_overlaps_box(&shape, frame, half);
            touching += overlap;
            apart += !overlap;
            double gap;
            if (kind <= SHAPE_CAPSULE) {
                double radius =
                    (double)(kind == SHAPE_SPHERE ? shape.u.sphere.radius : shape.u.capsule.radius);
                gap = core_distance(&shape, frame, half) - radius;
                assert_true(overlap ? gap < 1e-5 : gap > -1e-5);
            } else {
                gap = gap_by_projection(&shape, frame, half);
                assert_true(overlap ? gap < 1e-2 : gap > 1e-8);
            }
        }
        assert_true(touching > 60 && apart > 60);
    }
}

static void overlap_counts_touching_and_tilted_edges(void **state)
{
    (void)state;
    ShapeGeometry box = shape_of(SHAPE_BOX);
    DryFrame frame = dry_frame_identity();
    DryVec3 half = dry_vec3(0.5f, 0.5f, 0.5f);
    frame.position = dry_vec3(0.8f, 0.0f, 0.0f);
    assert_true(dry__shape_overlaps_box(&box, frame, half));
    frame.position.x = 0.8001f;
    assert_false(dry__shape_overlaps_box(&box, frame, half));
    /* edge against edge: neither box's faces part them, only the product of the edges does */
    box.u.box.half = dry_vec3(1.0f, 1.0f, 1.0f);
    DryQuat roll = dry_quat_from_axis_angle(dry_vec3(1.0f, 0.0f, 0.0f), 0.785398163f);
    frame.rotation = dry_quat_mul(dry_quat_from_axis_angle(dry_vec3(0.0f, 1.0f, 0.0f), 0.785398163f), roll);
    DryVec3 n = dry_vec3_normalize(dry_vec3(1.0f, 1.0f, 0.0f));
    float touching = 0.0f;
    for (int i = 0; i < 1500; ++i) {
        float at = 2.0f + 0.001f * (float)i;
        frame.position = dry_vec3_scale(n, at);
        touching = dry__shape_overlaps_box(&box, frame, dry_vec3(1.0f, 1.0f, 1.0f)) ? at : touching;
        frame.rotation = dry_quat_normalize(frame.rotation);
    }
    assert_true(touching > 2.0f && touching < 3.4f);
    frame.position = dry_vec3_scale(n, touching - 0.01f);
    assert_true(gap_by_projection(&box, frame, dry_vec3(1.0f, 1.0f, 1.0f)) < 1e-3);
    frame.position = dry_vec3_scale(n, touching + 0.01f);
    assert_true(gap_by_projection(&box, frame, dry_vec3(1.0f, 1.0f, 1.0f)) > 1e-3);

    ShapeGeometry plane = shape_of(SHAPE_HALF_SPACE);
    frame = dry_frame_identity();
    frame.position.y = -0.5f;
    assert_true(dry__shape_overlaps_box(&plane, frame, half));
    frame.position.y = -0.501f;
    assert_false(dry__shape_overlaps_box(&plane, frame, half));
    frame.rotation = dry_quat_from_axis_angle(dry_vec3(0.0f, 0.0f, 1.0f), 0.785398163f);
    frame.position = dry_vec3_scale(dry_quat_rotate(frame.rotation, dry_vec3(0.0f, 1.0f, 0.0f)), -0.70f);
    assert_true(dry__shape_overlaps_box(&plane, frame, half));
    frame.position = dry_vec3_scale(frame.position, 1.03f);
    assert_false(dry__shape_overlaps_box(&plane, frame, half));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_match_a_march),
        cmocka_unit_test(far_and_long_rays_stay_exact),
        cmocka_unit_test(rays_that_stop_short_or_do_not_move),
        cmocka_unit_test(overlaps_match_a_search),
        cmocka_unit_test(overlap_counts_touching_and_tilted_edges),
    };
    return cmocka_run_group_tests(tests, make_hull, drop_hull);
}
