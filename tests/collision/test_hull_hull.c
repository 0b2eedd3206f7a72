/* Hulls against hulls and boxes: all kernels, against every axis in double precision. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "collision/pair.h"
#include "pair_rig.h"

enum {
    HULL_COUNT = 12,
    CUBE = 0,
    PLATE = 8,
    NEEDLE = 9,
    CYLINDER = 10,
    WEDGE = 11
};

static DryHull *hulls[HULL_COUNT];
static PairFn *kernels[CPU_KERNEL_COUNT], *box_kernels[CPU_KERNEL_COUNT];
static int kernel_count;

static DryHull *build(const DryVec3 *points, int count)
{
    DryHullSource source = { .points = points, .point_count = count };
    DryHullReport report;
    DryHull *hull = dry_hull_create(&source, &report);
    if (hull == NULL) {
        print_error("%s\n", report.message);
    }
    return hull;
}

static DryHull *build_box(DryVec3 half)
{
    DryVec3 corner[8];
    for (int i = 0; i < 8; ++i) {
        corner[i] = dry_vec3(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
    }
    return build(corner, 8);
}

/* Points near an ellipsoid. */
static DryHull *build_rock(Random *r, int count, DryVec3 size)
{
    DryVec3 points[64];
    for (int i = 0; i < count; ++i) {
        points[i] = v3_mul(random_direction(r), size);
        points[i] = dry_vec3_scale(points[i], (float)random_range(r, 0.8, 1.0));
    }
    return build(points, count);
}

static DryHull *build_wedge(void)
{
    const DryVec3 points[6] = { { -1.0f, 0.0f, -0.5f }, { -1.0f, 0.0f, 0.5f },   { 1.0f, 0.02f, -0.5f },
                                { 1.0f, 0.02f, 0.5f },  { 1.0f, -0.02f, -0.5f }, { 1.0f, -0.02f, 0.5f } };
    return build(points, 6);
}

static int build_hulls(void **state)
{
    (void)state;
    Random r = { 0x5eed0010u };
    hulls[CUBE] = build_box(dry_vec3(0.5f, 0.5f, 0.5f));
    hulls[1] = build_rock(&r, 8, dry_vec3(0.5f, 0.5f, 0.5f));
    hulls[2] = build_rock(&r, 12, dry_vec3(0.5f, 0.4f, 0.3f));
    hulls[3] = build_rock(&r, 16, dry_vec3(0.6f, 0.6f, 0.3f));
    hulls[4] = build_rock(&r, 20, dry_vec3(0.3f, 0.5f, 0.4f));
    hulls[5] = build_rock(&r, 32, dry_vec3(0.5f, 0.5f, 0.5f));
    hulls[6] = build_rock(&r, 40, dry_vec3(0.7f, 0.5f, 0.4f));
    hulls[7] = build_rock(&r, 10, dry_vec3(0.05f, 0.06f, 0.04f));
    hulls[PLATE] = build_box(dry_vec3(0.6f, 0.01f, 0.4f));
    hulls[NEEDLE] = build_rock(&r, 14, dry_vec3(0.02f, 1.0f, 0.03f));
    hulls[CYLINDER] = dry_hull_create_cylinder(0.3f, 0.4f, 24);
    hulls[WEDGE] = build_wedge();
    kernels[0] = dry__pair_hull_hull_scalar;
    box_kernels[0] = dry__pair_box_hull_scalar;
    kernel_count = 1;
#if defined(__x86_64__) || defined(__i386__)
    if (dry__cpu_supports(CPU_SSE2)) {
        kernels[kernel_count] = dry__pair_hull_hull_sse2;
        box_kernels[kernel_count++] = dry__pair_box_hull_sse2;
    }
    if (dry__cpu_supports(CPU_AVX2)) {
        kernels[kernel_count] = dry__pair_hull_hull_avx2;
        box_kernels[kernel_count++] = dry__pair_box_hull_avx2;
    }
#endif
    for (int i = 0; i < HULL_COUNT; ++i) {
        if (hulls[i] == NULL) {
            return -1;
        }
    }
    return 0;
}

static int release_hulls(void **state)
{
    (void)state;
    for (int i = 0; i < HULL_COUNT; ++i) {
        dry_hull_release(hulls[i]);
    }
    return 0;
}

static void run(const CollideShape *a, const CollideShape *b, float margin, PairRun *out)
{
    memset(&out->cache, 0, sizeof out->cache);
    run_pair(a->geometry.kind == SHAPE_BOX ? box_kernels[kernel_count - 1] : kernels[kernel_count - 1], a, b,
             margin, out);
}

static void random_hulls(Random *r, double spread, CollideShape *a, CollideShape *b)
{
    const DryHull *ha = hulls[(int)random_range(r, 0.0, HULL_COUNT)],
                  *hb = hulls[(int)random_range(r, 0.0, HULL_COUNT)];
    DryVec3 d = random_vector(r, spread * (double)(ha->data.outer_radius + hb->data.outer_radius));
    DryQuat qa = random_rotation(r);
    DryQuat qb = random_unit(r) < 0.1 ? random_nudge(r, qa, 1e-6, 0.05) : random_rotation(r);
    DryPos origin = { 100.0, -50.0, 7.0 };
    *a = shape_hull(ha, origin, qa);
    *b = shape_hull(hb, dry_pos_add(origin, d), qb);
}

static void check_points(const Manifold *m, const Solid *sa, const Solid *sb, float margin)
{
    for (int i = 0; i < m->count; ++i) {
        assert_true(m->points[i].separation <= margin + 1e-6f);
        assert_true(solid_distance_to_planes(sa, vec3d(point_on_a(m, i))) <= 2e-3);
        assert_true(solid_distance_to_planes(sb, vec3d(point_on_b(m, i))) <= 2e-3);
        for (int k = 0; k < i; ++k) {
            assert_true(m->points[k].feature < m->points[i].feature);
        }
    }
}

static const HullData *data_of(const CollideShape *s)
{
    return &s->geometry.u.hull->data;
}

/* Depths within which face and edge contacts are alike. */
static double alike(const CollideShape *a, const CollideShape *b)
{
    float inner_b = data_of(b)->inner_radius,
          inner = a->geometry.kind == SHAPE_BOX ? inner_b : data_of(a)->inner_radius;
    return (double)(f_min(5e-3f, 0.02f * f_min(inner, inner_b)) +
                    (a->geometry.kind == SHAPE_BOX ? 1e-3f : 2e-5f));
}

static void check_against_reference(const PairRun *out, const Solid *sa, const Solid *sb, float margin,
                                    double tolerance, double alike_tolerance, int *missed)
{
    Vec3d axis;
    double best = solid_best_separation(sa, sb, &axis);
    if (out->result.manifold_count == 0) {
        assert_true((double)out->result.gap <= best);
        if (best < -tolerance) {
            ++*missed;
        }
        return;
    }
    const Manifold *m = &out->manifold;
    double least = (double)least_separation(m), along = solid_separation(sa, sb, vec3d(m->normal));
    assert_true(best <= (double)margin + tolerance);
    assert_near(out->result.gap, least, 0.0);
    assert_near(dry_vec3_length(m->normal), 1.0, 1e-5);
    assert_true(least >= along - tolerance);
    if (best < 0.0) {
        check_depth(m, sa, sb, best, axis, tolerance, alike_tolerance);
    }
    check_points(m, sa, sb, margin);
}

static void random_pairs_agree_with_every_axis_in_double(void **state)
{
    (void)state;
    Random r = { 0x5eed0011u };
    print_message("seed 0x5eed0011\n");
    static Solid sa, sb;
    int missed = 0, touching = 0;
    for (int i = 0; i < 6000; ++i) {
        CollideShape a, b;
        PairRun out;
        random_hulls(&r, 0.45, &a, &b);
        run(&a, &b, 0.02f, &out);
        solid_hull(&sa, &a, a.position);
        solid_hull(&sb, &b, a.position);
        check_against_reference(&out, &sa, &sb, 0.02f, 1e-4, alike(&a, &b), &missed);
        touching += out.result.manifold_count;
    }
    assert_int_equal(missed, 0);
    assert_true(touching > 1000);
}

static void rocks_on_a_wide_floor(void **state)
{
    (void)state;
    Random r = { 0x5eed0017u };
    print_message("seed 0x5eed0017\n");
    static Solid sa, sb;
    int missed = 0, touching = 0;
    CollideShape floor =
        shape_box(dry_vec3(50.0f, 1.0f, 50.0f), dry_pos(100.0, -1.0, 0.0), dry_quat_identity());
    for (int i = 0; i < 3000; ++i) {
        double x = random_range(&r, -50.2, 50.2), y = random_range(&r, -0.1, 0.6);
        DryPos at = dry_pos(100.0 + x, y, random_range(&r, -50.2, 50.2));
        CollideShape rock = shape_hull(hulls[i % HULL_COUNT], at, random_rotation(&r));
        PairRun out;
        run(&floor, &rock, 0.02f, &out);
        solid_box(&sa, &floor, floor.position);
        solid_hull(&sb, &rock, floor.position);
        check_against_reference(&out, &sa, &sb, 0.02f, 1e-4, alike(&floor, &rock), &missed);
        touching += out.result.manifold_count;
    }
    assert_int_equal(missed, 0);
    assert_true(touching > 1000);
}

/* A stale cache, even of other hulls, changes the choice of the axis by the hysteresis at most. */
static void any_cache_is_safe(void **state)
{
    (void)state;
    Random r = { 0x5eed0012u };
    print_message("seed 0x5eed0012\n");
    static Solid sa, sb;
    int missed = 0;
    for (int i = 0; i < 3000; ++i) {
        CollideShape a, b;
        PairRun out;
        random_hulls(&r, 0.4, &a, &b);
        memset(&out.cache, 0, sizeof out.cache);
        out.cache.feature = (uint32_t)random_range(&r, 0.0, 4294967295.0);
        if (i % 2 == 0) {
            out.cache.feature = (out.cache.feature & 0xc0000000u) | (out.cache.feature & 0x1fu) << 15 |
                                (out.cache.feature >> 20 & 0x1fu);
        }
        run_pair(kernels[kernel_count - 1], &a, &b, 0.02f, &out);
        solid_hull(&sa, &a, a.position);
        solid_hull(&sb, &b, a.position);
        check_against_reference(&out, &sa, &sb, 0.02f, 4e-4, alike(&a, &b), &missed);
    }
    assert_int_equal(missed, 0);
}

static void all_kernels_give_the_same_bits(void **state)
{
    (void)state;
    Random r = { 0x5eed0013u };
    print_message("seed 0x5eed0013\n");
    for (int i = 0; i < 20000; ++i) {
        CollideShape a, b;
        PairRun out[CPU_KERNEL_COUNT];
        memset(out, 0, sizeof out);
        random_hulls(&r, 0.4, &a, &b);
        bool box = i % 4 == 0;
        if (box) {
            a = shape_box(dry_vec3(0.5f, 0.2f, 0.3f), a.position, a.rotation);
        }
        for (int pass = 0; pass < 3; ++pass) {
            for (int k = 0; k < kernel_count; ++k) {
                run_pair(box ? box_kernels[k] : kernels[k], &a, &b, 0.02f, &out[k]);
            }
            for (int k = 1; k < kernel_count; ++k) {
                assert_memory_equal(&out[k], &out[0], sizeof out[0]);
            }
            b.position = dry_pos_add(b.position, random_vector(&r, 1e-3));
        }
    }
}

static void cubes_as_hulls_agree_with_boxes(void **state)
{
    (void)state;
    Random r = { 0x5eed0014u };
    print_message("seed 0x5eed0014\n");
    const DryVec3 half = { 0.5f, 0.5f, 0.5f };
    int compared = 0, different = 0;
    for (int i = 0; i < 20000; ++i) {
        DryQuat qa = random_rotation(&r), qb = i % 3 == 0 ? qa : random_rotation(&r);
        DryPos pa = { 0.0, 0.0, 0.0 }, pb = dry_pos_add(pa, random_vector(&r, 0.8));
        CollideShape ha = shape_hull(hulls[CUBE], pa, qa), hb = shape_hull(hulls[CUBE], pb, qb);
        CollideShape ba = shape_box(half, pa, qa), bb = shape_box(half, pb, qb);
        PairRun hull, box, mixed;
        memset(&box.cache, 0, sizeof box.cache);
        run(&ha, &hb, 0.02f, &hull);
        run(&ba, &hb, 0.02f, &mixed);
        run_pair(dry__pair_box_box_scalar, &ba, &bb, 0.02f, &box);
        assert_int_equal(mixed.result.manifold_count, hull.result.manifold_count);
        if (box.manifold.count > 0 && hull.manifold.count > 0) {
            assert_near(mixed.result.gap, hull.result.gap, 5.1e-3);
            if (box.result.gap < 0.0f) {
                assert_near(hull.result.gap, box.result.gap, 5.1e-3);
                different += fabsf(hull.result.gap - box.result.gap) > 1e-4f;
                ++compared;
            }
        } else if (box.manifold.count > 0 || hull.manifold.count > 0) {
            assert_true(box.result.gap > -1e-4f && hull.result.gap > -1e-4f);
        }
    }
    assert_true(compared > 5000 && different < compared / 200); /* one the face, one the edges beside it */
}

static void stacked_hulls_touch_at_their_corners(void **state)
{
    (void)state;
    for (int far = 0; far < 2; ++far) {
        DryPos pa = { far ? 1e6 : 0.0, 0.5, 0.0 }, pb = { far ? 1e6 : 0.0, 1.5, 0.0 };
        DryQuat q = turned(dry_vec3(0.0f, 1.0f, 0.0f), 0.3f);
        CollideShape a = shape_hull(hulls[CUBE], pa, q), b = shape_hull(hulls[CUBE], pb, q);
        CollideShape box = shape_box(dry_vec3(0.5f, 0.5f, 0.5f), pa, q);
        PairRun out[2];
        run(&a, &b, 0.02f, &out[0]);
        run(&box, &b, 0.02f, &out[1]);
        for (int k = 0; k < 2; ++k) {
            assert_int_equal(out[k].manifold.count, 4);
            assert_near(out[k].manifold.normal.y, 1.0, 1e-6);
            for (int i = 0; i < 4; ++i) {
                DryVec3 p = quat_rotate_inverse(q, out[k].manifold.points[i].position);
                assert_near(fabsf(p.x), 0.5, 1e-5);
                assert_near(p.y, 0.5, 1e-6);
                assert_near(fabsf(p.z), 0.5, 1e-5);
                assert_near(out[k].manifold.points[i].separation, 0.0, 1e-6);
            }
        }
    }
}

static void both_orders_of_a_pair_agree(void **state)
{
    (void)state;
    Random r = { 0x5eed0015u };
    print_message("seed 0x5eed0015\n");
    for (int i = 0; i < 20000; ++i) {
        CollideShape a, b;
        PairRun ab, ba;
        random_hulls(&r, 0.4, &a, &b);
        run(&a, &b, 0.02f, &ab);
        run(&b, &a, 0.02f, &ba);
        if (ab.manifold.count > 0 && ba.manifold.count > 0 && ab.result.gap < 0.0f) {
            assert_near(ab.result.gap, ba.result.gap, 2e-4 + alike(&a, &b));
        } else if (ab.manifold.count == 0 || ba.manifold.count == 0) {
            assert_true(ab.result.gap > -1e-4f && ba.result.gap > -1e-4f);
        }
    }
}

static void features_survive_small_motion(void **state)
{
    (void)state;
    Random r = { 0x5eed0016u };
    print_message("seed 0x5eed0016\n");
    const int kinds[3] = { CUBE, CYLINDER, PLATE };
    const float tops[3] = { 0.5f, 0.4f, 0.01f };
    for (int k = 0; k < 3; ++k) {
        CollideShape a = shape_hull(hulls[CUBE], dry_pos(0.0, -0.5, 0.0), dry_quat_identity());
        DryPos rest = { 0.03, (double)tops[k] - 1e-4, 0.02 };
        DryQuat q = turned(dry_vec3(0.0f, 1.0f, 0.0f), 0.2f);
        CollideShape b = shape_hull(hulls[kinds[k]], rest, q);
        PairRun first, out;
        run(&a, &b, 0.02f, &first);
        assert_int_equal(first.manifold.count, 4);
        out.cache = first.cache;
        for (int i = 0; i < 500; ++i) {
            b.position = dry_pos_add(rest, random_vector(&r, 2e-6));
            b.rotation = quat_mul(q, turned(random_direction(&r), 1e-6f));
            run_pair(kernels[kernel_count - 1], &a, &b, 0.02f, &out);
            assert_int_equal(out.manifold.count, 4);
            for (int p = 0; p < 4; ++p) {
                assert_int_equal(out.manifold.points[p].feature, first.manifold.points[p].feature);
            }
        }
    }
}

/* Boxes nearly flat on each other have edge pairs of nearly the same normal, which would make one point of
 * four. */
static void nearly_flat_cubes_keep_their_points(void **state)
{
    (void)state;
    Random r = { 0x5eed0018U };
    print_message("seed 0x5eed0018\n");
    for (int i = 0; i < 5000; ++i) {
        float tilt = (float)random_log(&r, 1e-5, 5e-3);
        DryQuat yaw = turned(dry_vec3(0.0f, 1.0f, 0.0f), (float)random_range(&r, -0.5, 0.5));
        DryVec3 axis = random_direction(&r);
        axis.y = 0.0f;
        DryQuat q = quat_mul(turned(axis, 0.5f * tilt), yaw);
        double x = random_range(&r, -0.6, 0.6), z = random_range(&r, -0.3, 0.3);
        PairRun out;
        CollideShape a = shape_hull(hulls[CUBE], dry_pos(0.0, 0.0, 0.0), dry_quat_identity());
        CollideShape b = shape_hull(hulls[CUBE], dry_pos(x, 0.999, z), q);
        run(&a, &b, 0.02f, &out);
        assert_in_range(out.manifold.count, 3, 4);
        assert_true(out.manifold.normal.y > 0.9999f);
    }
}

static void n2_thin_plate_deep_in_a_floor(void **state)
{
    (void)state;
    DryHull *thin = build_box(dry_vec3(0.047f, 0.00035f, 0.032f)),
            *ground = build_box(dry_vec3(5.0f, 0.5f, 5.0f));
    assert_non_null(thin);
    assert_non_null(ground);
    const double heights[4] = { 15e-6, -100e-6, -400e-6, -650e-6 };
    for (int i = 0; i < 4; ++i) {
        CollideShape a = shape_hull(ground, dry_pos(0.0, -0.5, 0.0), dry_quat_identity());
        CollideShape b = shape_hull(thin, dry_pos(0.2, 0.00035 + heights[i], 0.1),
                                    turned(dry_vec3(0.0f, 1.0f, 0.0f), 0.1f));
        PairRun out;
        run(&a, &b, 0.02f, &out);
        assert_int_equal(out.manifold.count, 4);
        assert_near(least_separation(&out.manifold), heights[i], 2e-6);
        run(&b, &a, 0.02f, &out);
        assert_int_equal(out.manifold.count, 4);
        assert_near(least_separation(&out.manifold), heights[i], 2e-6);
    }
    dry_hull_release(thin);
    dry_hull_release(ground);
}

static void coincident_hulls_give_numbers(void **state)
{
    (void)state;
    for (int i = 0; i < HULL_COUNT; ++i) {
        for (int k = 0; k < HULL_COUNT; ++k) {
            CollideShape a = shape_hull(hulls[i], dry_pos(0.0, 0.0, 0.0), dry_quat_identity());
            CollideShape b = shape_hull(hulls[k], dry_pos(0.0, 0.0, 0.0), dry_quat_identity());
            PairRun out;
            run(&a, &b, 0.02f, &out);
            assert_in_range(out.manifold.count, 1, 4);
            assert_near(dry_vec3_length(out.manifold.normal), 1.0, 1e-5);
            for (int p = 0; p < out.manifold.count; ++p) {
                assert_true(v3_finite(out.manifold.points[p].position));
                assert_true(out.manifold.points[p].separation < 0.0f);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_pairs_agree_with_every_axis_in_double),
        cmocka_unit_test(rocks_on_a_wide_floor),
        cmocka_unit_test(any_cache_is_safe),
        cmocka_unit_test(all_kernels_give_the_same_bits),
        cmocka_unit_test(cubes_as_hulls_agree_with_boxes),
        cmocka_unit_test(stacked_hulls_touch_at_their_corners),
        cmocka_unit_test(both_orders_of_a_pair_agree),
        cmocka_unit_test(features_survive_small_motion),
        cmocka_unit_test(nearly_flat_cubes_keep_their_points),
        cmocka_unit_test(n2_thin_plate_deep_in_a_floor),
        cmocka_unit_test(coincident_hulls_give_numbers),
    };
    return cmocka_run_group_tests(tests, build_hulls, release_hulls);
}
