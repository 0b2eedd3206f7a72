/* Mass properties against closed forms, slices and decompositions. */
#include "geometry/hull.h"
#include "geometry/shape.h"

#include "support/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void assert_close(double a, double b, double relative)
{
    if (!(fabs(a - b) <= relative * fmax(fabs(a), fabs(b)))) {
        fail_msg("%.9g is not %.9g", a, b);
    }
}

static DryHull *create(const DryVec3 *points, int32_t count)
{
    DryHullSource source = { points, count, 128, 0.0f };
    DryHull *hull = dry_hull_create(&source, NULL);
    assert_non_null(hull);
    return hull;
}

/* Inertia about another point, axes kept. */
static DrySym3 shifted(const DryMass *m, DryVec3 to)
{
    DryVec3 d = dry_vec3_sub(m->center, to);
    DrySym3 s = m->inertia;
    s.xx += m->mass * (d.y * d.y + d.z * d.z);
    s.yy += m->mass * (d.x * d.x + d.z * d.z);
    s.zz += m->mass * (d.x * d.x + d.y * d.y);
    s.xy -= m->mass * d.x * d.y;
    s.xz -= m->mass * d.x * d.z;
    s.yz -= m->mass * d.y * d.z;
    return s;
}

static void assert_same_tensor(DrySym3 a, DrySym3 b, float tolerance)
{
    float scale = a.xx + a.yy + a.zz;
    assert_float_equal(a.xx / scale, b.xx / scale, tolerance);
    assert_float_equal(a.yy / scale, b.yy / scale, tolerance);
    assert_float_equal(a.zz / scale, b.zz / scale, tolerance);
    assert_float_equal(a.xy / scale, b.xy / scale, tolerance);
    assert_float_equal(a.xz / scale, b.xz / scale, tolerance);
    assert_float_equal(a.yz / scale, b.yz / scale, tolerance);
}

static void sphere_and_box_closed_forms(void **state)
{
    (void)state;
    DryMass m;
    DrySphere sphere = { { 1.0f, 2.0f, 3.0f }, 0.5f };
    assert_int_equal(dry_sphere_mass(&sphere, 1000.0f, &m), DRY_OK);
    assert_close((double)m.mass, 523.598776, 1e-6);
    assert_close((double)m.inertia.yy, 0.4 * 523.598776 * 0.25, 1e-6);
    assert_float_equal(m.center.z, 3.0f, 0.0f);
    assert_float_equal(m.inertia.xy, 0.0f, 0.0f);
    DryBox box = { { 1.0f, 2.0f, 3.0f } };
    assert_int_equal(dry_box_mass(&box, 0.5f, &m), DRY_OK);
    assert_close((double)m.mass, 24.0, 1e-6);
    assert_close((double)m.inertia.xx, 24.0 * 13.0 / 3.0, 1e-6);
    assert_close((double)m.inertia.yy, 24.0 * 10.0 / 3.0, 1e-6);
    assert_close((double)m.inertia.zz, 24.0 * 5.0 / 3.0, 1e-6);
}

/* The capsule cut into thin discs along its axis, by the midpoint rule. */
static void capsule_matches_its_slices(void **state)
{
    (void)state;
    const double r = 0.3, h = 0.7, pi = 3.14159265358979323846;
    const int slices = 20000;
    double mass = 0.0, along = 0.0, across = 0.0, step = 2.0 * (h + r) / slices;
    for (int i = 0; i < slices; ++i) {
        double y = -(h + r) + (i + 0.5) * step, over = fmax(fabs(y) - h, 0.0);
        double r2 = r * r - over * over, m = pi * r2 * step;
        mass += m;
        along += 0.5 * m * r2;
        across += m * (0.25 * r2 + y * y);
    }
    DryMass m;
    DryCapsule capsule = { { 0.0f, -0.7f, 0.0f }, { 0.0f, 0.7f, 0.0f }, 0.3f };
    assert_int_equal(dry_capsule_mass(&capsule, 1.0f, &m), DRY_OK);
    assert_close((double)m.mass, mass, 1e-6);
    assert_close((double)m.inertia.yy, along, 1e-6);
    assert_close((double)m.inertia.xx, across, 1e-6);
    assert_close((double)m.inertia.zz, across, 1e-6);

    /* along (1, 2, 2) / 3 and away from the origin */
    DryCapsule tilted = { { 1.0f, 1.0f, 1.0f },
                          { 1.0f + 1.4f / 3.0f, 1.0f + 2.8f / 3.0f, 1.0f + 2.8f / 3.0f },
                          0.3f };
    DryMass t;
    assert_int_equal(dry_capsule_mass(&tilted, 1.0f, &t), DRY_OK);
    DrySym3 expected;
    double extra = along - across;
    expected.xx = (float)(across + extra / 9.0);
    expected.yy = expected.zz = (float)(across + extra * 4.0 / 9.0);
    expected.xy = expected.xz = (float)(extra * 2.0 / 9.0);
    expected.yz = (float)(extra * 4.0 / 9.0);
    assert_same_tensor(t.inertia, expected, 1e-6f);
    assert_float_equal(t.center.x, 1.0f + 0.7f / 3.0f, 1e-6f);

    DryCapsule point = { { 1.0f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.0f }, 0.5f };
    DrySphere ball = { { 1.0f, 0.0f, 0.0f }, 0.5f };
    DryMass b;
    assert_int_equal(dry_capsule_mass(&point, 2.0f, &m), DRY_OK);
    assert_int_equal(dry_sphere_mass(&ball, 2.0f, &b), DRY_OK);
    assert_memory_equal(&m, &b, sizeof m);
}

static void hull_of_a_turned_box_matches_the_box(void **state)
{
    (void)state;
    Random random = random_seeded(77);
    for (int round = 0; round < 100; ++round) {
        DryVec3 half = dry_vec3(random_float(&random, 0.1f, 2.0f), random_float(&random, 0.1f, 2.0f),
                                random_float(&random, 0.1f, 2.0f));
        DryQuat q = { random_float(&random, -1.0f, 1.0f), random_float(&random, -1.0f, 1.0f),
                      random_float(&random, -1.0f, 1.0f), random_float(&random, -1.0f, 1.0f) };
        q = dry_quat_normalize(q);
        DryVec3 at = dry_vec3(random_float(&random, -5.0f, 5.0f), 2.0f, -3.0f), points[8];
        for (int i = 0; i < 8; ++i) {
            DryVec3 p = dry_vec3((i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y,
                                 (i & 4) != 0 ? half.z : -half.z);
            points[i] = dry_vec3_add(at, dry_quat_rotate(q, p));
        }
        DryHull *hull = create(points, 8);
        DryBox box = { half };
        DryMass of_box, of_hull;
        assert_int_equal(dry_box_mass(&box, 700.0f, &of_box), DRY_OK);
        assert_int_equal(dry_hull_mass(hull, 700.0f, &of_hull), DRY_OK);
        DryMat3 r = mat3_from_quat(q);
        DrySym3 turned =
            sym3_rotate_diagonal(&r, v3(of_box.inertia.xx, of_box.inertia.yy, of_box.inertia.zz));
        assert_close((double)of_hull.mass, (double)of_box.mass, 2e-5);
        assert_same_tensor(of_hull.inertia, turned, 2e-5f);
        assert_float_equal(dry_vec3_length(dry_vec3_sub(of_hull.center, at)), 0.0f, 2e-6f);
        dry_hull_release(hull);
    }
}

static void hull_closed_forms(void **state)
{
    (void)state;
    /* corner of a unit cube: V = 1/6, centroid 1/4, and about the origin the integral of x^2 is 1/60, of xy
     * 1/120 */
    const DryVec3 corner[4] = {
        { 0.0f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.0f }, { 0.0f, 1.0f, 0.0f }, { 0.0f, 0.0f, 1.0f }
    };
    DryHull *hull = create(corner, 4);
    DryMass m;
    assert_int_equal(dry_hull_mass(hull, 1.0f, &m), DRY_OK);
    assert_close((double)m.mass, 1.0 / 6.0, 1e-6);
    assert_close((double)m.center.y, 0.25, 1e-6);
    DrySym3 about = shifted(&m, dry_vec3(0.0f, 0.0f, 0.0f));
    assert_close((double)about.xx, 2.0 / 60.0, 1e-6);
    assert_close((double)about.yz, -1.0 / 120.0, 1e-6);
    dry_hull_release(hull);

    /* prism over a regular polygon: polar moment r^2 (2 + cos(2 pi / n)) / 6 per mass */
    for (int n = 3; n <= 32; n += 29) {
        hull = dry_hull_create_cylinder(0.4f, 1.1f, n);
        assert_int_equal(dry_hull_mass(hull, 3.0f, &m), DRY_OK);
        double c = cos(6.283185307179586 / n), polar = (double)m.mass * 0.16 * (2.0 + c) / 6.0;
        assert_close((double)m.mass, 3.0 * 2.2 * 0.5 * n * 0.16 * sin(6.283185307179586 / n), 1e-5);
        assert_close((double)m.inertia.yy, polar, 1e-5);
        assert_close((double)m.inertia.xx, 0.5 * polar + (double)m.mass * 2.2 * 2.2 / 12.0, 1e-5);
        dry_hull_release(hull);
    }
}

/* A random cloud cut by a plane: the two parts add up to the whole. */
static void parts_add_up(void **state)
{
    (void)state;
    const DryVec3 octahedron[6] = { { 2.0f, 0.0f, 0.0f },  { -2.0f, 0.0f, 0.0f }, { 0.0f, 1.0f, 0.0f },
                                    { 0.0f, -3.0f, 0.0f }, { 0.0f, 0.0f, 1.5f },  { 0.0f, 0.0f, -1.0f } };
    DryHull *whole = create(octahedron, 6);
    const DryVec3 upper[5] = { octahedron[0], octahedron[1], octahedron[2], octahedron[4], octahedron[5] };
    const DryVec3 lower[5] = { octahedron[0], octahedron[1], octahedron[3], octahedron[4], octahedron[5] };
    DryHull *a = create(upper, 5), *b = create(lower, 5);
    DryMass w, u, l;
    dry_hull_mass(whole, 1.0f, &w);
    dry_hull_mass(a, 1.0f, &u);
    dry_hull_mass(b, 1.0f, &l);
    assert_close((double)w.mass, (double)u.mass + (double)l.mass, 1e-6);
    DrySym3 iu = shifted(&u, w.center), il = shifted(&l, w.center);
    iu.xx += il.xx;
    iu.yy += il.yy;
    iu.zz += il.zz;
    iu.xy += il.xy;
    iu.xz += il.xz;
    iu.yz += il.yz;
    assert_same_tensor(iu, w.inertia, 1e-6f);
    dry_hull_release(whole);
    dry_hull_release(a);
    dry_hull_release(b);
}

static void wrong_input_leaves_the_result(void **state)
{
    (void)state;
    DryMass m, before;
    memset(&m, 0x5a, sizeof m);
    before = m;
    DrySphere sphere = { { 0.0f, 0.0f, 0.0f }, -1.0f };
    assert_int_equal(dry_sphere_mass(&sphere, 1.0f, &m), DRY_ERROR_ARGUMENT);
    assert_non_null(strstr(dry_last_error(), "dry_sphere_mass: sphere radius is -1"));
    sphere.radius = 1.0f;
    assert_int_equal(dry_sphere_mass(&sphere, 0.0f, &m), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_sphere_mass(&sphere, NAN, &m), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_sphere_mass(NULL, 1.0f, &m), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_sphere_mass(&sphere, 1.0f, NULL), DRY_ERROR_ARGUMENT);
    sphere.radius = 9e7f;
    assert_int_equal(dry_sphere_mass(&sphere, 1.0f, &m), DRY_ERROR_RANGE);
    DryBox box = { { 1.0f, INFINITY, 1.0f } };
    assert_int_equal(dry_box_mass(&box, 1.0f, &m), DRY_ERROR_ARGUMENT);
    assert_non_null(strstr(dry_last_error(), "dry_box_mass: box half_extents.y is inf"));
    DryCapsule capsule = { { 0.0f, NAN, 0.0f }, { 0.0f, 1.0f, 0.0f }, 1.0f };
    assert_int_equal(dry_capsule_mass(&capsule, 1.0f, &m), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_hull_mass(NULL, 1.0f, &m), DRY_ERROR_ARGUMENT);
    assert_memory_equal(&m, &before, sizeof m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sphere_and_box_closed_forms),
        cmocka_unit_test(capsule_matches_its_slices),
        cmocka_unit_test(hull_of_a_turned_box_matches_the_box),
        cmocka_unit_test(hull_closed_forms),
        cmocka_unit_test(parts_add_up),
        cmocka_unit_test(wrong_input_leaves_the_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
