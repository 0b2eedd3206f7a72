/* Boxes against boxes: all kernels, against every axis in double precision, and the habits a solver relies
 * on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "pair_rig.h"

enum {
    SOLVER_PART = offsetof(Manifold, normal_impulse)
};

static PairFn *kernels[CPU_KERNEL_COUNT];
static int kernel_count;

static int find_kernels(void **state)
{
    (void)state;
    kernel_count = 0;
    kernels[kernel_count++] = dry__pair_box_box_scalar;
#if defined(__x86_64__) || defined(__i386__)
    if (dry__cpu_supports(CPU_SSE2)) {
        kernels[kernel_count++] = dry__pair_box_box_sse2;
    }
    if (dry__cpu_supports(CPU_AVX2)) {
        kernels[kernel_count++] = dry__pair_box_box_avx2;
    }
#endif
    return 0;
}

static void run(const CollideShape *a, const CollideShape *b, float margin, PairRun *out)
{
    memset(&out->cache, 0, sizeof out->cache);
    run_pair(kernels[kernel_count - 1], a, b, margin, out);
}

typedef struct Scene {
    double size_low, size_high, spread;
    DryPos origin;
} Scene;

static void random_boxes(Random *r, const Scene *scene, CollideShape *a, CollideShape *b)
{
    DryVec3 half[2];
    for (int i = 0; i < 2; ++i) {
        half[i].x = (float)random_log(r, scene->size_low, scene->size_high);
        half[i].y = (float)random_log(r, scene->size_low, scene->size_high);
        half[i].z = (float)random_log(r, scene->size_low, scene->size_high);
    }
    DryVec3 d =
        random_vector(r, scene->spread * (double)(dry_vec3_length(half[0]) + dry_vec3_length(half[1])));
    DryQuat qa = random_rotation(r), qb = random_rotation(r);
    double style = random_unit(r);
    if (style < 0.2) { /* nearly aligned */
        qb = random_nudge(r, qa, 1e-6, 0.05);
    } else if (style < 0.3) {
        qb = qa;
    }
    *a = shape_box(half[0], scene->origin, qa);
    *b = shape_box(half[1], dry_pos_add(scene->origin, d), qb);
}

/* Depths within which face and edge contacts are alike. */
static double alike(const CollideShape *a, const CollideShape *b)
{
    DryVec3 h = v3_min(a->geometry.u.box.half, b->geometry.u.box.half);
    DryVec3 size = dry_vec3_add(a->geometry.u.box.half, b->geometry.u.box.half);
    return (double)(f_min(5e-3f, 0.02f * f_min(h.x, f_min(h.y, h.z))) + 4e-6f * (size.x + size.y + size.z));
}

/* One random pair against the reference; tolerances in units of the boxes' size. */
static void check_against_reference(const CollideShape *a, const CollideShape *b, float margin,
                                    double tolerance)
{
    static Solid sa, sb;
    PairRun out;
    run(a, b, margin, &out);
    solid_box(&sa, a, a->position);
    solid_box(&sb, b, a->position);
    Vec3d axis;
    double best = solid_best_separation(&sa, &sb, &axis);
    if (out.result.manifold_count == 0) {
        assert_true((double)out.result.gap <= best);
        assert_true(best > -tolerance);
        assert_int_equal(out.manifold.count, 0);
        return;
    }
    const Manifold *m = &out.manifold;
    assert_true(best <= (double)margin + tolerance);
    assert_in_range(m->count, 1, 4);
    double least = (double)least_separation(m), along = solid_separation(&sa, &sb, vec3d(m->normal));
    assert_near(out.result.gap, least, 0.0);
    assert_near(dry_vec3_length(m->normal), 1.0, 1e-5);
    assert_true(least >= along - tolerance);
    if (best < 0.0) { /* apart, the best axis may belong to edges that do not cross within their lengths */
        check_depth(m, &sa, &sb, best, axis, tolerance, alike(a, b));
    }
    for (int i = 0; i < m->count; ++i) {
        assert_true(m->points[i].separation <= margin + 1e-6f);
        double slack = 1e-3 * (double)dry_vec3_length(a->geometry.u.box.half) + tolerance;
        assert_true(solid_distance_to_planes(&sa, vec3d(point_on_a(m, i))) <= slack);
        assert_true(solid_distance_to_planes(&sb, vec3d(point_on_b(m, i))) <= slack);
        for (int k = 0; k < i; ++k) {
            assert_true(m->points[k].feature < m->points[i].feature);
        }
    }
}

static void random_pairs_agree_with_every_axis_in_double(void **state)
{
    (void)state;
    Random r = { 0x5eed0001u };
    print_message("seed 0x5eed0001\n");
    const Scene scene = { 0.05, 2.0, 0.45, { 3.0, -2.0, 1.0 } };
    for (int i = 0; i < 100000; ++i) {
        CollideShape a, b;
        random_boxes(&r, &scene, &a, &b);
        check_against_reference(&a, &b, 0.02f, 1e-4);
    }
}

static void tiny_huge_and_remote_pairs_agree_too(void **state)
{
    (void)state;
    Random r = { 0x5eed0002u };
    print_message("seed 0x5eed0002\n");
    const Scene tiny = { 5e-4, 5e-3, 0.45, { 0.0, 0.0, 0.0 } },
                huge = { 10.0, 300.0, 0.45, { 0.0, 0.0, 0.0 } },
                remote = { 0.05, 2.0, 0.45, { 1e6, -1e6, 1e6 } },
                thin = { 2e-4, 0.5, 0.4, { 0.0, 0.0, 0.0 } };
    for (int i = 0; i < 10000; ++i) {
        CollideShape a, b;
        random_boxes(&r, &tiny, &a, &b);
        check_against_reference(&a, &b, 2e-4f, 2e-6);
        random_boxes(&r, &huge, &a, &b);
        check_against_reference(&a, &b, 0.02f, 2e-2);
        random_boxes(&r, &remote, &a, &b);
        check_against_reference(&a, &b, 0.02f, 1e-4);
        random_boxes(&r, &thin, &a, &b);
        check_against_reference(&a, &b, 0.02f, 1e-4);
    }
}

/* Any cache, also a wrong one, changes the choice of the axis by the hysteresis at most. */
static void any_cache_is_safe(void **state)
{
    (void)state;
    Random r = { 0x5eed0006u };
    print_message("seed 0x5eed0006\n");
    static Solid sa, sb;
    const Scene scene = { 0.05, 2.0, 0.4, { 0.0, 0.0, 0.0 } };
    for (int i = 0; i < 50000; ++i) {
        CollideShape a, b;
        PairRun out;
        random_boxes(&r, &scene, &a, &b);
        memset(&out.cache, 0, sizeof out.cache);
        out.cache.feature = (uint32_t)random_range(&r, 0.0, i % 2 == 0 ? 32.0 : 4294967295.0);
        run_pair(kernels[kernel_count - 1], &a, &b, 0.02f, &out);
        solid_box(&sa, &a, a.position);
        solid_box(&sb, &b, a.position);
        Vec3d axis;
        double best = solid_best_separation(&sa, &sb, &axis);
        if (out.result.manifold_count == 0) {
            assert_true((double)out.result.gap <= best && best > -1e-4);
        } else if (best < 0.0) {
            check_depth(&out.manifold, &sa, &sb, best, axis, 4e-4, alike(&a, &b));
        }
    }
}

enum {
    BATCH = 64
};

static void batch_of(CollideShape shapes[2 * BATCH], PairWork work[BATCH], Random *r)
{
    const Scene scene = { 0.2, 1.0, 0.35, { 0.0, 0.0, 0.0 } };
    for (int i = 0; i < BATCH; ++i) {
        random_boxes(r, &scene, &shapes[2 * i], &shapes[2 * i + 1]);
        work[i] = (PairWork){
            .shape_a = 2 * i, .shape_b = 2 * i + 1, .margin = 0.01f + 0.001f * (float)i, .cache = i
        };
    }
}

static void all_kernels_and_all_companions_give_the_same_bits(void **state)
{
    (void)state;
    Random r = { 0x5eed0003u };
    print_message("seed 0x5eed0003\n");
    static CollideShape shapes[2 * BATCH];
    static PairWork work[BATCH];
    static PairCache caches[CPU_KERNEL_COUNT][BATCH];
    static PairResult results[CPU_KERNEL_COUNT][BATCH];
    static Manifold manifolds[CPU_KERNEL_COUNT][BATCH];
    for (int round = 0; round < 300; ++round) {
        batch_of(shapes, work, &r);
        memset(caches, 0, sizeof caches);
        for (int pass = 0; pass < 2; ++pass) { /* fresh caches, then those of the first pass */
            for (int i = 0; i < 2 * BATCH && pass == 1; ++i) {
                shapes[i].position = dry_pos_add(shapes[i].position, random_vector(&r, 1e-4));
            }
            memset(manifolds, 0, sizeof manifolds);
            for (int k = 0; k < kernel_count; ++k) {
                PairBatch batch = { shapes, work, caches[k], results[k], manifolds[k], 1, NULL };
                kernels[k](&batch, 0, BATCH - 3);
            }
            for (int k = 1; k < kernel_count; ++k) {
                assert_memory_equal(manifolds[k], manifolds[0], sizeof manifolds[0]);
                assert_memory_equal(results[k], results[0], (BATCH - 3) * sizeof results[0][0]);
                assert_memory_equal(caches[k], caches[0], sizeof caches[0]);
            }
        }
        for (int i = 0; i < BATCH - 3;
             ++i) { /* alone, without history, against the batch's second pass without history */
            PairRun alone;
            memset(&alone.cache, 0, sizeof alone.cache);
            memset(caches[0], 0, sizeof caches[0]);
            if (i == 0) {
                memset(manifolds[0], 0, sizeof manifolds[0]);
                PairBatch batch = { shapes, work, caches[0], results[0], manifolds[0], 1, NULL };
                kernels[0](&batch, 0, BATCH - 3);
            }
            run_pair(kernels[kernel_count - 1], &shapes[2 * i], &shapes[2 * i + 1], work[i].margin, &alone);
            assert_memory_equal(&alone.manifold, &manifolds[0][i], sizeof alone.manifold);
            assert_memory_equal(&alone.result, &results[0][i], sizeof alone.result);
        }
    }
}

static void aligned_stack_touches_at_its_four_corners(void **state)
{
    (void)state;
    const DryQuat turns[3] = { dry_quat_identity(),
                               turned(dry_vec3(0.0f, 1.0f, 0.0f), 0.3f),
                               { 0.0f, 0.70710678f, 0.0f, 0.70710678f } };
    for (int k = 0; k < 3; ++k) {
        for (int far = 0; far < 2; ++far) {
            double x = far ? 1e6 : 0.0;
            CollideShape a = shape_box(dry_vec3(0.5f, 0.5f, 0.5f), dry_pos(x, 0.5, 0.0), turns[k]);
            CollideShape b = shape_box(dry_vec3(0.5f, 0.5f, 0.5f), dry_pos(x, 1.5, 0.0), turns[k]);
            PairRun out;
            run(&a, &b, 0.02f, &out);
            assert_int_equal(out.manifold.count, 4);
            assert_near(out.manifold.normal.y, 1.0, 1e-6);
            for (int i = 0; i < 4; ++i) {
                DryVec3 p = quat_rotate_inverse(turns[k], out.manifold.points[i].position);
                assert_near(fabs((double)p.x), 0.5, 1e-5);
                assert_near(p.y, 0.5, 1e-6);
                assert_near(fabs((double)p.z), 0.5, 1e-5);
                assert_near(out.manifold.points[i].separation, 0.0, k == 0 ? 0.0 : 1e-6);
            }
        }
    }
}

/* Unlike boxes, flush at one side: still the four corners of the overlap. */
static void small_box_on_a_large_one(void **state)
{
    (void)state;
    CollideShape floor =
        shape_box(dry_vec3(50.0f, 1.0f, 50.0f), dry_pos(0.0, -1.0, 0.0), dry_quat_identity());
    CollideShape box =
        shape_box(dry_vec3(0.25f, 0.25f, 0.25f), dry_pos(49.75, 0.249, 3.0), dry_quat_identity());
    PairRun ab, ba;
    run(&floor, &box, 0.02f, &ab);
    run(&box, &floor, 0.02f, &ba);
    assert_int_equal(ab.manifold.count, 4);
    assert_int_equal(ba.manifold.count, 4);
    assert_near(ab.manifold.normal.y, 1.0, 1e-6);
    assert_near(ba.manifold.normal.y, -1.0, 1e-6);
    for (int i = 0; i < 4; ++i) {
        assert_near(ab.manifold.points[i].separation, -0.001, 2e-5);
        assert_near(ba.manifold.points[i].separation, -0.001, 2e-5);
    }
}

static void both_orders_of_a_pair_agree(void **state)
{
    (void)state;
    Random r = { 0x5eed0004u };
    print_message("seed 0x5eed0004\n");
    const Scene scene = { 0.2, 1.0, 0.4, { 0.0, 0.0, 0.0 } };
    int compared = 0;
    for (int i = 0; i < 20000; ++i) {
        CollideShape a, b;
        PairRun ab, ba;
        random_boxes(&r, &scene, &a, &b);
        run(&a, &b, 0.02f, &ab);
        run(&b, &a, 0.02f, &ba);
        bool close = fabsf(ab.result.gap - 0.02f) < 1e-3f || fabsf(ba.result.gap - 0.02f) < 1e-3f;
        if (!close && ab.result.manifold_count != ba.result.manifold_count) {
            assert_true(ab.result.gap > -1e-4f &&
                        ba.result.gap > -1e-4f); /* no overlap is missed from either side */
        }
        if (ab.manifold.count == 0 || ba.manifold.count == 0) {
            continue;
        }
        ++compared;
        if (least_separation(&ab.manifold) < 0.0f) {
            assert_near(least_separation(&ab.manifold), least_separation(&ba.manifold), 2e-4 + alike(&a, &b));
        }
    }
    assert_true(compared > 2000);
}

/* A box settling on another, turned by 30 degrees: tiny motions must not rename or swap its points. */
static void features_survive_small_motion(void **state)
{
    (void)state;
    Random r = { 0x5eed0005u };
    print_message("seed 0x5eed0005\n");
    const float yaws[4] = { 0.0f, 0.05f, 0.268f, 0.4142136f };
    for (int y = 0; y < 4; ++y) {
        CollideShape a = shape_box(dry_vec3(0.5f, 0.5f, 0.5f), dry_pos(0.0, 0.0, 0.0), dry_quat_identity());
        DryQuat q = turned(dry_vec3(0.0f, 1.0f, 0.0f), yaws[y]);
        CollideShape b = shape_box(dry_vec3(0.5f, 0.5f, 0.5f), dry_pos(0.0, 0.9999, 0.0), q);
        PairRun first, out;
        run(&a, &b, 0.02f, &first);
        assert_int_equal(first.manifold.count, 4);
        out.cache = first.cache;
        for (int i = 0; i < 1000; ++i) {
            b.position = dry_pos_add(dry_pos(0.0, 0.9999, 0.0), random_vector(&r, 5e-6));
            b.rotation = quat_mul(q, turned(random_direction(&r), 2e-6f));
            run_pair(kernels[kernel_count - 1], &a, &b, 0.02f, &out);
            assert_int_equal(out.manifold.count, 4);
            for (int k = 0; k < 4; ++k) {
                assert_int_equal(out.manifold.points[k].feature, first.manifold.points[k].feature);
            }
        }
    }
}

/* The axis changes only when it pays, and then the points keep the names of what touches. */
static void cached_axis_has_hysteresis(void **state)
{
    (void)state;
    CollideShape a = shape_box(dry_vec3(0.5f, 0.5f, 0.5f), dry_pos(0.0, 0.0, 0.0), dry_quat_identity());
    CollideShape b = shape_box(dry_vec3(0.5f, 0.5f, 0.5f), dry_pos(0.95, 0.9501, 0.0), dry_quat_identity());
    PairRun out;
    run(&a, &b, 0.02f, &out);
    assert_near(out.manifold.normal.y, 1.0, 1e-6);
    b.position.y = 0.9499;
    run_pair(kernels[kernel_count - 1], &a, &b, 0.02f, &out);
    assert_near(out.manifold.normal.y, 1.0, 1e-6);
    b.position.y = 0.9490;
    run_pair(kernels[kernel_count - 1], &a, &b, 0.02f, &out);
    assert_near(out.manifold.normal.x, 1.0, 1e-6);
    b.position.y = 0.9501;
    run_pair(kernels[kernel_count - 1], &a, &b, 0.02f, &out);
    assert_near(out.manifold.normal.x, 1.0, 1e-6);
}

/* Boxes nearly flat on each other have edge pairs of nearly the same normal, which would make one point of
 * four. */
static void nearly_flat_boxes_keep_their_points(void **state)
{
    (void)state;
    Random r = { 0x5eed0007U };
    print_message("seed 0x5eed0007\n");
    for (int i = 0; i < 5000; ++i) {
        float tilt = (float)random_log(&r, 1e-5, 5e-3);
        DryQuat yaw = turned(dry_vec3(0.0f, 1.0f, 0.0f), (float)random_range(&r, -0.5, 0.5));
        DryVec3 axis = random_direction(&r);
        axis.y = 0.0f;
        DryQuat q = quat_mul(turned(axis, 0.5f * tilt), yaw);
        double x = random_range(&r, -0.6, 0.6), z = random_range(&r, -0.3, 0.3);
        PairRun out;
        CollideShape a = shape_box(dry_vec3(0.5f, 0.5f, 0.5f), dry_pos(0.0, 0.0, 0.0), dry_quat_identity());
        CollideShape b = shape_box(dry_vec3(0.5f, 0.5f, 0.5f), dry_pos(x, 0.999, z), q);
        run(&a, &b, 0.02f, &out);
        assert_in_range(out.manifold.count, 3, 4);
        assert_true(out.manifold.normal.y > 0.9999f);
    }
}

static void crossed_edges_touch_in_one_point(void **state)
{
    (void)state;
    /* Ridges along z and x, one over the other. */
    CollideShape a = shape_box(dry_vec3(1.0f, 1.0f, 3.0f), dry_pos(0.0, 0.0, 0.0),
                               turned(dry_vec3(0.0f, 0.0f, 1.0f), 0.41421356f));
    CollideShape b = shape_box(dry_vec3(3.0f, 1.0f, 1.0f), dry_pos(0.0, 2.0 * sqrt(2.0) - 0.01, 0.0),
                               turned(dry_vec3(1.0f, 0.0f, 0.0f), 0.41421356f));
    PairRun out;
    run(&a, &b, 0.02f, &out);
    assert_int_equal(out.manifold.count, 1);
    assert_near(out.manifold.normal.y, 1.0, 1e-5);
    assert_near(out.manifold.points[0].separation, -0.01, 1e-5);
    assert_near(out.manifold.points[0].position.y, sqrt(2.0) - 0.005, 1e-5);
    assert_near(out.manifold.points[0].position.x, 0.0, 1e-5);
    assert_true(out.manifold.points[0].feature >= 768);
}

static void n2_thin_box_on_a_floor(void **state)
{
    (void)state;
    const double heights[4] = { 15e-6, -100e-6, -400e-6, -650e-6 };
    for (int i = 0; i < 4; ++i) {
        CollideShape floor =
            shape_box(dry_vec3(5.0f, 0.5f, 5.0f), dry_pos(0.0, -0.5, 0.0), dry_quat_identity());
        CollideShape thin =
            shape_box(dry_vec3(0.047f, 0.032f, 0.00035f), dry_pos(0.3, 0.00035 + heights[i], 0.2),
                      dry_quat_normalize((DryQuat){ -0.70710678f, 0.0f, 0.0f, 0.70710678f }));
        PairRun out;
        run(&floor, &thin, 0.02f, &out);
        assert_int_equal(out.manifold.count, 4);
        assert_near(out.manifold.normal.y, 1.0, 1e-5);
        assert_near(least_separation(&out.manifold), heights[i], 1e-6);
        run(&thin, &floor, 0.02f, &out);
        assert_int_equal(out.manifold.count, 4);
        assert_near(least_separation(&out.manifold), heights[i], 1e-6);
    }
}

static void n3_deep_inside(void **state)
{
    (void)state;
    CollideShape a = shape_box(dry_vec3(1.0f, 1.0f, 1.0f), dry_pos(0.0, 0.0, 0.0), dry_quat_identity());
    CollideShape b = shape_box(dry_vec3(0.2f, 0.2f, 0.2f), dry_pos(0.1, 0.2, 0.3), dry_quat_identity());
    PairRun out;
    run(&a, &b, 0.02f, &out);
    assert_int_equal(out.manifold.count, 4);
    assert_near(out.manifold.normal.z, 1.0, 1e-6);
    assert_near(least_separation(&out.manifold), -0.9, 1e-6);
    CollideShape table =
        shape_box(dry_vec3(0.65f, 0.48f, 0.04f), dry_pos(0.0, 0.0, 0.0), dry_quat_identity());
    run(&a, &table, 0.02f, &out);
    assert_int_equal(out.manifold.count, 4);
    assert_near(least_separation(&out.manifold), -1.04, 1e-6);
}

static void degenerate_input_gives_numbers(void **state)
{
    (void)state;
    const DryQuat turns[3] = { dry_quat_identity(), turned(dry_vec3(1.0f, 0.0f, 0.0f), 1e-7f),
                               turned(dry_vec3(0.0f, 0.0f, 1.0f), 1.0f) };
    for (int k = 0; k < 3; ++k) {
        CollideShape a = shape_box(dry_vec3(0.5f, 0.5f, 0.5f), dry_pos(0.0, 0.0, 0.0), turns[0]);
        CollideShape b = shape_box(dry_vec3(0.5f, 0.5f, 0.5f), dry_pos(0.0, 0.0, 0.0), turns[k]);
        PairRun out;
        run(&a, &b, 0.02f, &out);
        assert_true(isfinite(out.result.gap));
        assert_in_range(out.manifold.count, 1, 4);
        assert_near(dry_vec3_length(out.manifold.normal), 1.0, 1e-5);
        for (int i = 0; i < out.manifold.count; ++i) {
            assert_true(v3_finite(out.manifold.points[i].position));
            assert_near(out.manifold.points[i].separation, -1.0, 1e-3);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_pairs_agree_with_every_axis_in_double),
        cmocka_unit_test(tiny_huge_and_remote_pairs_agree_too),
        cmocka_unit_test(any_cache_is_safe),
        cmocka_unit_test(all_kernels_and_all_companions_give_the_same_bits),
        cmocka_unit_test(aligned_stack_touches_at_its_four_corners),
        cmocka_unit_test(small_box_on_a_large_one),
        cmocka_unit_test(both_orders_of_a_pair_agree),
        cmocka_unit_test(features_survive_small_motion),
        cmocka_unit_test(cached_axis_has_hysteresis),
        cmocka_unit_test(nearly_flat_boxes_keep_their_points),
        cmocka_unit_test(crossed_edges_touch_in_one_point),
        cmocka_unit_test(n2_thin_box_on_a_floor),
        cmocka_unit_test(n3_deep_inside),
        cmocka_unit_test(degenerate_input_gives_numbers),
    };
    return cmocka_run_group_tests(tests, find_kernels, NULL);
}
