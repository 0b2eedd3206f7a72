/* Cylinders, cones, tapered capsules, ellipsoids and rounded boxes by themselves: mass, rays, bounds,
 * overlap. */
#include "geometry/shape.h"

#include "support/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum {
    FORMS = 8
};

static ShapeGeometry form(int i)
{
    ShapeGeometry g;
    memset(&g, 0, sizeof g);
    g.kind = i == 0   ? SHAPE_CYLINDER
             : i < 4  ? SHAPE_CONE
             : i < 6  ? SHAPE_TAPERED_CAPSULE
             : i == 6 ? SHAPE_ELLIPSOID
                      : SHAPE_ROUNDED_BOX;
    const float size[6][3] = { { 0.7f, 0.4f, 0.4f }, { 0.6f, 0.9f, 0.0f }, { 0.5f, 0.0f, 0.8f },
                               { 0.4f, 0.3f, 0.7f }, { 0.6f, 0.2f, 0.7f }, { 0.4f, 0.8f, 0.3f } };
    if (i < 6) {
        g.u.frustum.half_height = size[i][0];
        g.u.frustum.bottom = size[i][1];
        g.u.frustum.top = size[i][2];
    } else if (i == 6) {
        g.u.ellipsoid.radii = dry_vec3(0.3f, 0.9f, 0.6f);
    } else {
        g.u.rounded_box.half = dry_vec3(0.2f, 0.5f, 0.3f);
        g.u.rounded_box.radius = 0.25f;
    }
    return g;
}

/* Below 0 inside, above 0 outside; near the surface about a distance. */
static double depth(const ShapeGeometry *g, const double p[3])
{
    double across = sqrt(p[0] * p[0] + p[2] * p[2]);
    double h = (double)g->u.frustum.half_height, r = (double)g->u.frustum.bottom,
           s = (double)g->u.frustum.top;
    switch (g->kind) {
    case SHAPE_CYLINDER:
    case SHAPE_CONE: {
        double slope = (r - s) / (2.0 * h), radius = 0.5 * (r + s) - slope * p[1];
        return fmax(fabs(p[1]) - h, (across - radius) / sqrt(1.0 + slope * slope));
    }
    case SHAPE_TAPERED_CAPSULE: {
        double a = (r - s) / (2.0 * h), b = sqrt(1.0 - a * a), y = p[1] + h, along = b * y - a * across;
        return along < 0.0           ? sqrt(across * across + y * y) - r
               : along > 2.0 * b * h ? sqrt(across * across + (p[1] - h) * (p[1] - h)) - s
                                     : b * across + a * y - r;
    }
    case SHAPE_ELLIPSOID: {
        double x = p[0] / (double)g->u.ellipsoid.radii.x, y = p[1] / (double)g->u.ellipsoid.radii.y,
               z = p[2] / (double)g->u.ellipsoid.radii.z, k = sqrt(x * x + y * y + z * z);
        double gx = x / (double)g->u.ellipsoid.radii.x, gy = y / (double)g->u.ellipsoid.radii.y,
               gz = z / (double)g->u.ellipsoid.radii.z;
        return k > 0.0 ? k * (k - 1.0) / sqrt(gx * gx + gy * gy + gz * gz) : -1.0;
    }
    default: {
        const double half[3] = { (double)g->u.rounded_box.half.x, (double)g->u.rounded_box.half.y,
                                 (double)g->u.rounded_box.half.z };
        double sum = 0.0, most = -1e300;
        for (int k = 0; k < 3; ++k) {
            double d = fabs(p[k]) - half[k];
            sum += d > 0.0 ? d * d : 0.0;
            most = fmax(most, d);
        }
        return sqrt(sum) + fmin(most, 0.0) - (double)g->u.rounded_box.radius;
    }
    }
}

static void mass_matches_a_grid(void **state)
{
    (void)state;
    enum {
        CELLS = 100
    };
    for (int i = 0; i < FORMS; ++i) {
        ShapeGeometry g = form(i);
        DryMass m;
        assert_true(dry__shape_unit_mass(&g, &m));
        double cell = 2.8 / CELLS, volume = 0.0, first = 0.0, second[3] = { 0.0, 0.0, 0.0 };
        for (int n = 0; n < CELLS * CELLS * CELLS; ++n) {
            const double p[3] = { cell * (n % CELLS + 0.5) - 1.4, cell * (n / CELLS % CELLS + 0.5) - 1.4,
                                  cell * (n / CELLS / CELLS + 0.5) - 1.4 };
            /* the part of a cell that is inside, about */
            double part = fmin(fmax(0.5 - depth(&g, p) / cell, 0.0), 1.0) * cell * cell * cell;
            volume += part;
            first += part * p[1];
            for (int k = 0; k < 3; ++k) {
                second[k] += part * p[k] * p[k];
            }
        }
        double y = first / volume, yy = second[1] - y * first;
        assert_true(fabs((double)m.mass / volume - 1.0) < 3e-3);
        assert_true(fabs((double)m.center.y - y) < 2e-3 && m.center.x == 0.0f && m.center.z == 0.0f);
        assert_true(fabs((double)m.inertia.xx / (yy + second[2]) - 1.0) < 8e-3);
        assert_true(fabs((double)m.inertia.yy / (second[0] + second[2]) - 1.0) < 8e-3);
        assert_true(fabs((double)m.inertia.zz / (yy + second[0]) - 1.0) < 8e-3);
    }
}

static void mass_follows_the_axis(void **state)
{
    (void)state;
    DryMass m, n;
    DryCylinder drum = { { 1, 2, 3 }, { 1, 2, 5 }, 0.5f };
    DryCone same = { { 1, 2, 3 }, { 1, 2, 5 }, 0.5f, 0.5f };
    assert_int_equal(dry_cylinder_mass(&drum, 100.0f, &m), DRY_OK);
    assert_float_equal(m.mass, 100.0f * 3.14159265f * 0.5f, 1e-3f);
    assert_float_equal(m.center.z, 4.0f, 1e-6f);
    assert_float_equal(m.inertia.zz, m.mass * 0.125f, 1e-3f);
    assert_float_equal(m.inertia.xx, m.mass * (0.0625f + 4.0f / 12.0f), 1e-3f);
    assert_int_equal(dry_cone_mass(&same, 100.0f, &n), DRY_OK);
    assert_memory_equal(&m, &n, sizeof m);
    DryCone tip = { { 0, 0, 0 }, { 0, 2, 0 }, 0.5f, 0.0f };
    assert_int_equal(dry_cone_mass(&tip, 10.0f, &m), DRY_OK);
    assert_float_equal(m.mass, 10.0f * 3.14159265f * 0.5f / 3.0f, 1e-5f);
    assert_float_equal(m.center.y, 0.5f, 1e-6f);
    assert_float_equal(m.inertia.yy, 0.3f * m.mass * 0.25f, 1e-5f);
    assert_float_equal(m.inertia.xx, 3.0f / 80.0f * m.mass * (4.0f * 0.25f + 4.0f), 1e-5f);
    DryTaperedCapsule pill = { { 1, 2, 3 }, { 2, 2, 4 }, 0.5f, 0.5f };
    DryCapsule straight = { { 1, 2, 3 }, { 2, 2, 4 }, 0.5f };
    assert_int_equal(dry_tapered_capsule_mass(&pill, 100.0f, &m), DRY_OK);
    assert_int_equal(dry_capsule_mass(&straight, 100.0f, &n), DRY_OK);
    assert_float_equal(m.mass, n.mass, 1e-4f);
    assert_float_equal(m.inertia.xz, n.inertia.xz, 1e-4f);
    assert_float_equal(m.inertia.yy, n.inertia.yy, 1e-4f);
    DryEllipsoid egg = { { 1, 1, 1 } };
    DrySphere ball = { { 0, 0, 0 }, 1 };
    assert_int_equal(dry_ellipsoid_mass(&egg, 100.0f, &m), DRY_OK);
    assert_int_equal(dry_sphere_mass(&ball, 100.0f, &n), DRY_OK);
    assert_float_equal(m.inertia.xx, n.inertia.xx, 1e-3f);
    DryRoundedBox soap = { { 1, 2, 3 }, 1e-6f };
    DryBox box = { { 1, 2, 3 } };
    assert_int_equal(dry_rounded_box_mass(&soap, 1.0f, &m), DRY_OK);
    assert_int_equal(dry_box_mass(&box, 1.0f, &n), DRY_OK);
    assert_float_equal(m.inertia.yy, n.inertia.yy, 1e-2f);
    assert_int_equal(dry_cylinder_mass(NULL, 1.0f, &m), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_cone_mass(&same, -1.0f, &m), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_ellipsoid_mass(&egg, 1.0f, NULL), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_cylinder_mass(&drum, 3e38f, &m), DRY_ERROR_RANGE);
}

static DryVec3 point(Random *random, float size)
{
    DryVec3 p;
    p.x = random_float(random, -size, size);
    p.y = random_float(random, -size, size);
    p.z = random_float(random, -size, size);
    return p;
}

static DryQuat turn(Random *random)
{
    DryQuat q;
    q.x = random_float(random, -1.0f, 1.0f);
    q.y = random_float(random, -1.0f, 1.0f);
    q.z = random_float(random, -1.0f, 1.0f);
    q.w = random_float(random, -1.0f, 1.0f);
    return dry_quat_normalize(q);
}

static double depth_along(const ShapeGeometry *g, DryVec3 o, DryVec3 d, double t)
{
    const double p[3] = { (double)o.x + t * (double)d.x, (double)o.y + t * (double)d.y,
                          (double)o.z + t * (double)d.z };
    return depth(g, p);
}

static void rays_match_a_march(void **state)
{
    (void)state;
    Random random = random_seeded(707);
    for (int i = 0; i < FORMS; ++i) {
        ShapeGeometry g = form(i);
        int hits = 0, inside = 0;
        for (int round = 0; round < 4000; ++round) {
            DryVec3 o = point(&random, 2.0f), d = dry_vec3_sub(point(&random, 0.9f), o);
            if (round % 5 == 0) { /* along the axis, or square to it */
                d = round % 10 == 0 ? dry_vec3(0.0f, o.y > 0.0f ? -3.0f : 3.0f, 0.0f)
                                    : dry_vec3(-2.0f * o.x, 0.0f, -2.0f * o.z);
            }
            float limit = random_float(&random, 0.3f, 1.5f);
            ShapeRayHit hit = { -1.0f, { 9.0f, 9.0f, 9.0f }, 5 };
            bool found = dry__shape_cast_ray(&g, o, d, limit, &hit);
            if (found && hit.fraction == 0.0f) {
                assert_true(depth_along(&g, o, d, 0.0) <= 1e-7);
                ++inside;
                continue;
            }
            double end = found ? (double)hit.fraction - 1e-5 : (double)limit;
            for (int k = 0; k <= 300; ++k) {
                assert_true(depth_along(&g, o, d, end * k / 300.0) > -2e-6);
            }
            if (found) {
                assert_true(fabs(depth_along(&g, o, d, (double)hit.fraction)) < 2e-6);
                assert_true(hit.fraction <= limit && hit.triangle == -1);
                assert_float_equal(dry_vec3_length(hit.normal), 1.0f, 1e-6f);
                assert_true(dry_vec3_dot(hit.normal, d) <= 1e-6f);
                DryVec3 on = dry_vec3_add_scaled(o, d, hit.fraction);
                assert_true(fabs(depth_along(&g, on, hit.normal, 1e-3) - 1e-3) < 1e-5);
                ++hits;
            }
        }
        assert_in_range(hits, 400, 3900);
        assert_in_range(inside, 20, 2000);
    }
}

static void far_rays_stay_exact(void **state)
{
    (void)state;
    for (int i = 0; i < FORMS; ++i) {
        ShapeGeometry g = form(i);
        for (float far = 10.0f; far < 2e7f; far *= 10.0f) {
            ShapeRayHit hit;
            DryVec3 from = dry_vec3(far, 0.01f, 0.0f), d = dry_vec3(-2.0f * far, 0.0f, 0.0f);
            assert_true(dry__shape_cast_ray(&g, from, d, 1.0f, &hit));
            const double p[3] = { (double)far * (1.0 - 2.0 * (double)hit.fraction), 0.01, 0.0 };
            assert_true(fabs(depth(&g, p)) < 2.4e-7 * (double)far + 1e-6);
        }
    }
}

/* Of points on the surface found by rays from outside to the middle. */
static void bounds_are_tight(void **state)
{
    (void)state;
    Random random = random_seeded(717);
    for (int i = 0; i < FORMS; ++i) {
        ShapeGeometry g = form(i);
        for (int round = 0; round < 12; ++round) {
            DryPose pose = { dry_pos(1.0, 2.0, 3.0), turn(&random) };
            BoxF box = dry__shape_bounds(&g, pose, 0.0f);
            DryVec3 center = point(&random, 0.5f);
            double least[3] = { 1e9, 1e9, 1e9 }, most[3] = { -1e9, -1e9, -1e9 }, farthest = 0.0;
            for (int n = 0; n < 6000; ++n) {
                double z = 1.0 - (2.0 * n + 1.0) / 6000.0, w = sqrt(1.0 - z * z), a = 2.399963229728653 * n;
                DryVec3 o = { (float)(4.0 * w * cos(a)), (float)(4.0 * w * sin(a)), (float)(4.0 * z) };
                ShapeRayHit hit;
                assert_true(dry__shape_cast_ray(&g, o, dry_vec3_negate(o), 1.0f, &hit));
                DryVec3 local = dry_vec3_scale(o, 1.0f - hit.fraction);
                DryPos p = dry_pose_point(pose, local);
                farthest = fmax(farthest, (double)dry_vec3_length(dry_vec3_sub(local, center)));
                const double x[3] = { p.x, p.y, p.z };
                for (int k = 0; k < 3; ++k) {
                    least[k] = fmin(least[k], x[k]);
                    most[k] = fmax(most[k], x[k]);
                }
            }
            for (int k = 0; k < 3; ++k) {
                assert_true((double)box.lower[k] <= least[k] + 2e-6 &&
                            (double)box.lower[k] > least[k] - 0.04);
                assert_true((double)box.upper[k] >= most[k] - 2e-6 && (double)box.upper[k] < most[k] + 0.04);
            }
            double extent = (double)dry__shape_extent(&g, center);
            assert_true(extent >= farthest - 2e-6 && extent < farthest + (i >= 6 ? 0.5 : 0.04));
        }
    }
}

/* A ball of the inner radius fits, one a little larger does not. */
static void inner_ball_fits(void **state)
{
    (void)state;
    for (int i = 0; i < FORMS; ++i) {
        ShapeGeometry g = form(i);
        double deepest = 0.0;
        for (int n = -2000; n <= 2000; ++n) {
            const double p[3] = { 0.0, n * 1e-3, 0.0 };
            deepest = g.kind == SHAPE_ELLIPSOID ? -0.3 : fmin(deepest, depth(&g, p));
        }
        assert_true(fabs(deepest + (double)dry__shape_inner_radius(&g)) < 2e-3);
    }
}

/* Whether some point of a box is in the shape, by descent on the depth from several corners. */
static double least_depth_in_box(const ShapeGeometry *g, DryFrame frame, DryVec3 half)
{
    double best = 1e300;
    double q[3] = { 0.0, 0.0, 0.0 };
    for (double step = 1.0; step > 1e-7;) {
        bool moved = false;
        for (int k = 0; k < 26 && !moved; ++k) {
            int n = k < 13 ? k : k + 1;
            double x = q[0] + step * (n % 3 - 1), y = q[1] + step * (n / 3 % 3 - 1),
                   z = q[2] + step * (n / 9 - 1);
            x = fmin(fmax(x, -1.0), 1.0);
            y = fmin(fmax(y, -1.0), 1.0);
            z = fmin(fmax(z, -1.0), 1.0);
            DryVec3 p = { (float)x * half.x, (float)y * half.y, (float)z * half.z };
            p = dry_quat_rotate_inverse(frame.rotation, dry_vec3_sub(p, frame.position));
            double d = depth(g, (const double[3]){ (double)p.x, (double)p.y, (double)p.z });
            if (d < best - 1e-12) {
                best = d;
                q[0] = x;
                q[1] = y;
                q[2] = z;
                moved = true;
            }
        }
        step *= moved ? 1.0 : 0.6;
    }
    return best;
}

static void overlaps_match_a_search(void **state)
{
    (void)state;
    Random random = random_seeded(727);
    for (int i = 0; i < FORMS; ++i) {
        ShapeGeometry g = form(i);
        int touching = 0, apart = 0, odd = 0;
        for (int round = 0; round < 400; ++round) {
            DryFrame frame;
            frame.position = point(&random, 1.3f);
            frame.rotation = turn(&random);
            DryVec3 half = dry_vec3(0.2f, 0.5f, 0.3f);
            bool overlap = dry__shape_overlaps_box(&g, frame, half);
            double gap = least_depth_in_box(&g, frame, half);
            touching += overlap;
            apart += !overlap;
            if (gap < -1e-5) {
                assert_true(overlap); /* a point of both is known */
            }
            odd += overlap && gap > 2e-2 ? 1 : 0; /* the search may stop early in a corner */
        }
        assert_true(touching > 60 && apart > 60 && odd < 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mass_matches_a_grid),     cmocka_unit_test(mass_follows_the_axis),
        cmocka_unit_test(rays_match_a_march),      cmocka_unit_test(far_rays_stay_exact),
        cmocka_unit_test(bounds_are_tight),        cmocka_unit_test(inner_ball_fits),
        cmocka_unit_test(overlaps_match_a_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
