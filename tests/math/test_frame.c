/* Rotations, frames and principal axes. */
#include "math/eigen.h"
#include "math/frame.h"
#include "support/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <float.h>
#include <string.h>

static const float PI = 3.14159265358979323846f;

static double distance(DryVec3 a, DryVec3 b)
{
    return (double)v3_length(v3_sub(a, b));
}

static double off_unit(DryQuat q)
{
    double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    return fabs(sqrt(x * x + y * y + z * z + w * w) - 1.0);
}

static void assert_same_rotation(DryQuat a, DryQuat b)
{
    double dot = (double)(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
    assert_true(fabs(fabs(dot) - 1.0) < 1e-6);
}

static DryVec3 random_vector(Random *random)
{
    float x = random_float(random, -1.0f, 1.0f), y = random_float(random, -1.0f, 1.0f);
    return v3(x, y, random_float(random, -1.0f, 1.0f));
}

static DryQuat random_rotation(Random *random)
{
    DryVec3 axis = random_vector(random);
    return dry_quat_from_axis_angle(axis, random_float(random, -PI, PI));
}

static void axis_and_angle(void **unused)
{
    (void)unused;
    DryQuat q = dry_quat_from_axis_angle(v3(0.0f, 0.0f, 5.0f), 0.5f * PI);
    assert_true(distance(quat_rotate(q, v3(1.0f, 0.0f, 0.0f)), v3(0.0f, 1.0f, 0.0f)) < 1e-6);
    Random random = random_seeded(11);
    for (int i = 0; i < 10000; ++i) {
        DryVec3 axis = v3_scale(random_vector(&random), i % 3 == 0 ? 1e-30f : i % 3 == 1 ? 1.0f : 3e38f);
        float angle = random_float(&random, -10.0f, 10.0f);
        q = dry_quat_from_axis_angle(axis, angle);
        assert_true(off_unit(q) < 1e-7);
        assert_true(fabs((double)q.w - cos(0.5 * (double)angle)) < 1e-7);
        DryVec3 own = v3(q.x, q.y, q.z);
        double along = (double)v3_dot(own, v3_normalize(v3_scale(axis, 1.0f / 3e38f)));
        if (i % 3 == 2) {
            assert_true(fabs(along - sin(0.5 * (double)angle)) < 1e-6);
        }
    }
}

static void axes_without_direction_give_the_identity(void **unused)
{
    (void)unused;
    const DryQuat identity = dry_quat_identity();
    const DryVec3 none[] = { { 0.0f, 0.0f, 0.0f }, { NAN, 1.0f, 0.0f }, { INFINITY, 0.0f, 0.0f } };
    const DryVec3 x = { 1.0f, 0.0f, 0.0f };
    for (int i = 0; i < 3; ++i) {
        DryQuat results[4] = { dry_quat_from_axis_angle(none[i], 1.0f), dry_quat_between(none[i], x),
                               dry_quat_between(x, none[i]), dry_frame_from_axis(x, none[i]).rotation };
        for (int k = 0; k < 4; ++k) {
            assert_memory_equal(&results[k], &identity, sizeof identity);
        }
    }
    DryQuat q = dry_quat_from_axis_angle(x, NAN);
    assert_memory_equal(&q, &identity, sizeof identity);
}

static void between_two_directions(void **unused)
{
    (void)unused;
    Random random = random_seeded(12);
    for (int i = 0; i < 20000; ++i) {
        DryVec3 from = v3_normalize(random_vector(&random));
        DryVec3 to = v3_normalize(random_vector(&random));
        if (i % 4 == 1) { /* nearly or exactly opposite */
            to = v3_normalize(v3_mad(v3_neg(from), random_vector(&random), i % 8 == 1 ? 1e-6f : 0.0f));
        } else if (i % 4 == 2) { /* nearly the same */
            to = v3_normalize(v3_mad(from, random_vector(&random), 1e-6f));
        }
        DryQuat q = dry_quat_between(v3_scale(from, random_float(&random, 0.01f, 100.0f)), to);
        assert_true(off_unit(q) < 1e-7);
        assert_true(distance(quat_rotate(q, from), to) < 6e-7);
        /* the shortest: the axis is across */
        assert_true(fabs((double)v3_dot(v3(q.x, q.y, q.z), from)) < 1e-6);
        assert_true(q.w >= 0.0f);
    }
}

static void between_opposite_directions(void **unused)
{
    (void)unused;
    const DryVec3 axes[] = { { 1.0f, 0.0f, 0.0f },  { 0.0f, 1.0f, 0.0f }, { 0.0f, 0.0f, 1.0f },
                             { 0.0f, 0.0f, -1.0f }, { 1.0f, 1.0f, 1.0f }, { -3.0f, 1e-20f, 0.0f } };
    for (int i = 0; i < 6; ++i) {
        DryQuat q = dry_quat_between(axes[i], v3_neg(axes[i]));
        assert_true(off_unit(q) < 1e-7);
        assert_true(q.w == 0.0f);
        assert_true(distance(quat_rotate(q, axes[i]), v3_neg(axes[i])) < 1e-6 * (double)v3_length(axes[i]));
    }
}

static void frame_from_axis(void **unused)
{
    (void)unused;
    Random random = random_seeded(13);
    for (int i = 0; i < 5000; ++i) {
        DryVec3 axis = v3_scale(random_vector(&random), 7.0f), position = random_vector(&random);
        DryFrame frame = dry_frame_from_axis(position, axis), again = dry_frame_from_axis(position, axis);
        assert_memory_equal(&frame, &again, sizeof frame);
        assert_memory_equal(&frame.position, &position, sizeof position);
        assert_true(distance(quat_rotate(frame.rotation, v3(1.0f, 0.0f, 0.0f)), v3_normalize(axis)) < 5e-7);
    }
    DryQuat identity = dry_quat_identity();
    DryQuat q = dry_frame_from_axis(v3(0.0f, 0.0f, 0.0f), v3(2.0f, 0.0f, 0.0f)).rotation;
    assert_memory_equal(&q, &identity, sizeof q);
    q = dry_frame_from_axis(v3(0.0f, 0.0f, 0.0f), v3(-2.0f, 0.0f, 0.0f)).rotation;
    assert_true(distance(quat_rotate(q, v3(1.0f, 0.0f, 0.0f)), v3(-1.0f, 0.0f, 0.0f)) < 1e-7);
}

static void matrix_and_back(void **unused)
{
    (void)unused;
    Random random = random_seeded(14);
    for (int i = 0; i < 10000; ++i) {
        DryQuat q = random_rotation(&random);
        if (i % 4 == 0) { /* half turns, where the real part vanishes */
            q = quat_normalize((DryQuat){ i % 3 == 0 ? q.x : 1e-4f * q.x, q.y, q.z, 1e-5f * q.w });
        }
        DryMat3 m = mat3_from_quat(q);
        DryQuat back = dry__quat_from_mat3(&m);
        assert_true(off_unit(back) < 1e-7);
        assert_same_rotation(q, back);
        DryVec3 v = random_vector(&random);
        assert_true(distance(quat_rotate(back, v), mat3_mul(&m, v)) < 1e-6);
    }
}

static void diagonal_matrices_are_their_own_axes(void **unused)
{
    (void)unused;
    const DrySym3 m = { .xx = 3.0f, .yy = 1.0f, .zz = 2.0f };
    DryVec3 values;
    DryQuat axes, identity = dry_quat_identity();
    dry__sym3_eigen(&m, &values, &axes);
    assert_memory_equal(&axes, &identity, sizeof axes);
    assert_true(values.x == 3.0f && values.y == 1.0f && values.z == 2.0f);
    const DrySym3 zero = { 0 };
    dry__sym3_eigen(&zero, &values, &axes);
    assert_memory_equal(&axes, &identity, sizeof axes);
    assert_true(v3_length(values) == 0.0f);
}

static double sym3_distance(DrySym3 a, DrySym3 b)
{
    return fabs((double)(a.xx - b.xx)) + fabs((double)(a.xy - b.xy)) + fabs((double)(a.xz - b.xz)) +
           fabs((double)(a.yy - b.yy)) + fabs((double)(a.yz - b.yz)) + fabs((double)(a.zz - b.zz));
}

static void principal_axes(void **unused)
{
    (void)unused;
    Random random = random_seeded(15);
    double worst = 0.0;
    for (int i = 0; i < 20000; ++i) {
        float scale = i % 5 == 0 ? 1e-12f : i % 5 == 1 ? 1e12f : 1.0f;
        DryVec3 d = v3_abs(random_vector(&random));
        if (i % 7 == 0) {
            d.y = d.x; /* a disc or a rod: any axes across will do */
        } else if (i % 7 == 1) {
            d.y = 1e-6f * d.x;
        }
        d = v3_scale(d, scale);
        DryMat3 r = mat3_from_quat(random_rotation(&random));
        DrySym3 m = sym3_rotate_diagonal(&r, d);
        DryVec3 values;
        DryQuat axes;
        dry__sym3_eigen(&m, &values, &axes);
        assert_true(off_unit(axes) < 1e-7);
        DryMat3 basis = mat3_from_quat(axes);
        assert_true((double)v3_dot(v3_cross(basis.cx, basis.cy), basis.cz) > 0.999999);
        worst = fmax(worst, sym3_distance(m, sym3_rotate_diagonal(&basis, values)) / (double)scale);
        DryVec3 sorted =
            v3(f_min(values.x, f_min(values.y, values.z)), 0.0f, f_max(values.x, f_max(values.y, values.z)));
        assert_true(fabs((double)(sorted.x - f_min(d.x, f_min(d.y, d.z)))) < 1e-6 * (double)scale);
        assert_true(fabs((double)(sorted.z - f_max(d.x, f_max(d.y, d.z)))) < 1e-6 * (double)scale);
    }
    print_message("axes put together again: %.3g off\n", worst);
    assert_true(worst < 2e-6);
}

static void eigen_of_nonsense(void **unused)
{
    (void)unused;
    const DrySym3 bad[] = { { .xx = NAN, .yy = 1.0f, .zz = 2.0f },
                            { .xx = 1.0f, .xy = INFINITY, .yy = 1.0f } };
    DryQuat identity = dry_quat_identity();
    for (int i = 0; i < 2; ++i) {
        DryVec3 values;
        DryQuat axes;
        dry__sym3_eigen(&bad[i], &values, &axes);
        assert_memory_equal(&axes, &identity, sizeof axes);
        assert_true(values.y == 1.0f);
    }
    /* huge and tiny beside each other */
    const DrySym3 wild = { FLT_MAX, 1e10f, 1e-30f, 1e-30f, FLT_MIN, -FLT_MAX };
    DryVec3 values;
    DryQuat axes;
    dry__sym3_eigen(&wild, &values, &axes);
    assert_true(v3_finite(values) && quat_finite(axes) && off_unit(axes) < 1e-7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(axis_and_angle),
        cmocka_unit_test(axes_without_direction_give_the_identity),
        cmocka_unit_test(between_two_directions),
        cmocka_unit_test(between_opposite_directions),
        cmocka_unit_test(frame_from_axis),
        cmocka_unit_test(matrix_and_back),
        cmocka_unit_test(diagonal_matrices_are_their_own_axes),
        cmocka_unit_test(principal_axes),
        cmocka_unit_test(eigen_of_nonsense),
    };
    return cmocka_run_group_tests_name("frame", tests, NULL, NULL);
}
