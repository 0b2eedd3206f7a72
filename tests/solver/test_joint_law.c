/* The scalar law of one joint axis against bisection, and springs and limits against their definitions. */
#include "solver/joint_law.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static uint32_t seed = 12345u;

static float uniform(float low, float high)
{
    seed = seed * 1664525u + 1013904223u;
    return low + (high - low) * (float)(seed >> 8) / 16777216.0f;
}

static double clamp(double x, double bound)
{
    return x < -bound ? -bound : x > bound ? bound : x;
}

/* Everything the laws do at velocity v: falls with v. Rigid ones are given a very small compliance. */
static double total(const AxisLaw *law, double v)
{
    const double rigid = 1e-9;
    double drive = 0.0, limit = 0.0;
    if (law->drive_max > 0.0f) {
        double gamma = law->drive_gamma > 0.0f ? (double)law->drive_gamma : rigid;
        drive = clamp(-(v + (double)law->drive_bias[PASS_BIAS]) / gamma, (double)law->drive_max);
    }
    double friction = clamp(-v / rigid, (double)law->friction);
    if (law->limit_sign != 0.0f) {
        double gamma = law->limit_gamma[PASS_BIAS] > 0.0f ? (double)law->limit_gamma[PASS_BIAS] : rigid;
        limit = -((double)law->limit_sign * v + (double)law->limit_bias[PASS_BIAS]) / gamma;
        limit = (limit > 0.0 || law->limit_holds ? limit : 0.0) * (double)law->limit_sign;
    }
    return drive + friction + limit;
}

static double bisect(const AxisLaw *law, double k, double u)
{
    double low = -1e6, high = 1e6;
    for (int i = 0; i < 200; ++i) {
        double v = 0.5 * (low + high);
        *(v - u - k * total(law, v) > 0.0 ? &high : &low) = v;
    }
    return 0.5 * (low + high);
}

static void law_agrees_with_bisection(void **state)
{
    (void)state;
    print_message("seed %u\n", seed);
    for (int i = 0; i < 20000; ++i) {
        AxisLaw law = { 0 };
        if (uniform(0, 1) < 0.7f) {
            law.drive_gamma = uniform(0, 1) < 0.3f ? 0.0f : uniform(0.01f, 3.0f);
            law.drive_max = uniform(0.0f, 4.0f);
            law.drive_bias[PASS_BIAS] = uniform(0, 1) < 0.2f ? 0.0f : uniform(-3, 3);
        }
        law.friction = uniform(0, 1) < 0.5f ? 0.0f : uniform(0, 2);
        if (uniform(0, 1) < 0.7f) {
            law.limit_sign = uniform(0, 1) < 0.5f ? -1.0f : 1.0f;
            law.limit_gamma[PASS_BIAS] = uniform(0, 1) < 0.5f ? 0.0f : uniform(0.01f, 2.0f);
            law.limit_bias[PASS_BIAS] = uniform(-2, 2);
            law.limit_holds = uniform(0, 1) < 0.2f;
        }
        float k = uniform(0.2f, 3.0f), u = uniform(-5, 5);
        double v = (double)u + (double)k * (double)dry__axis_law_solve(&law, PASS_BIAS, k, u);
        double right = bisect(&law, (double)k, (double)u);
        if (fabs(v - right) > 1e-3) {
            fail_msg("case %d: v %g, must be %g (drive g %g b %g max %g, friction %g, limit s %g g %g b %g "
                     "holds %d, k %g u %g)",
                     i, v, right, (double)law.drive_gamma, (double)law.drive_bias[1], (double)law.drive_max,
                     (double)law.friction, (double)law.limit_sign, (double)law.limit_gamma[1],
                     (double)law.limit_bias[1], law.limit_holds, (double)k, (double)u);
        }
    }
}

static void infinite_motor_gives_way_to_a_hard_limit(void **state)
{
    (void)state;
    AxisLaw law = { .drive_max = INFINITY,
                    .drive_bias = { -5.0f, -5.0f },
                    .limit_sign = -1.0f,
                    .limit_bias = { 0.0f, 0.0f } };
    float impulse = dry__axis_law_solve(&law, PASS_RELAX, 2.0f, 1.0f);
    assert_true(fabsf(1.0f + 2.0f * impulse) < 1e-6f);
}

static void spring_is_the_implicit_law(void **state)
{
    (void)state;
    const float h = 1.0f / 240.0f, k = 50.0f, c = 3.0f, inv_mass = 0.5f, x = 0.3f, target = 1.0f, v0 = 0.7f;
    JointAxis axis = { .drive = { .mode = DRY_DRIVE_POSITION,
                                  .target = target,
                                  .stiffness = k,
                                  .damping = c,
                                  .max_force = INFINITY } };
    JointSoft soft = { .h = h, .inv_h = 240.0f };
    AxisLaw law;
    dry__axis_law_build(&axis, &soft, JOINT_LINEAR, inv_mass, x, x, &law);
    float v = v0 + inv_mass * dry__axis_law_solve(&law, PASS_BIAS, inv_mass, v0);
    float right = (v0 / inv_mass + h * k * (target - x)) / (1.0f / inv_mass + h * c + h * h * k);
    assert_true(fabsf(v - right) < 1e-5f);
    /* the same by frequency: w^2 = k / m, 2 zeta w = c / m */
    float omega = sqrtf(k * inv_mass);
    axis.drive.frequency = omega / 6.28318531f;
    axis.drive.damping_ratio = c * inv_mass / (2.0f * omega);
    dry__axis_law_build(&axis, &soft, JOINT_LINEAR, inv_mass, x, x, &law);
    assert_true(fabsf(v0 + inv_mass * dry__axis_law_solve(&law, PASS_BIAS, inv_mass, v0) - right) < 1e-4f);
}

static void springs_of_any_stiffness_stay_finite(void **state)
{
    (void)state;
    JointSoft soft = { .h = 1.0f / 240.0f, .inv_h = 240.0f, .rate = 60.0f };
    static const float values[6] = { 0.0f, 1e-20f, 1.0f, 1e10f, 1e20f, INFINITY };
    for (int i = 1; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            JointAxis axis = { .drive = {
                                   .mode = DRY_DRIVE_POSITION, .target = 1.0f, .max_force = INFINITY } };
            axis.drive.stiffness = f_min(values[i], 1e20f);
            axis.drive.damping = f_min(values[j], 1e20f);
            axis.drive.acceleration = (uint32_t)(i & 1);
            axis.limit = (JointLimit){
                0.0f, 0.5f, 0.0f, 0.0f, axis.drive.stiffness, axis.drive.damping, LIMIT_ENABLED
            };
            AxisLaw law;
            for (float inv_mass = 1e-8f; inv_mass < 1e9f; inv_mass *= 1e4f) {
                dry__axis_law_build(&axis, &soft, JOINT_LINEAR, inv_mass, 0.6f, 0.6f, &law);
                float v = 1.0f + inv_mass * dry__axis_law_solve(&law, PASS_BIAS, inv_mass, 1.0f);
                if (!(isfinite(v) && fabsf(v) < 1e3f)) {
                    fail_msg("stiffness %g damping %g inverse mass %g: v %g", (double)axis.drive.stiffness,
                             (double)axis.drive.damping, (double)inv_mass, (double)v);
                }
            }
        }
    }
}

static void limits_act_only_where_they_are_reached(void **state)
{
    (void)state;
    JointSoft soft = { .h = 0.01f, .inv_h = 100.0f, .rate = 20.0f };
    JointAxis axis = { .limit = { -1.0f, 2.0f, 0.0f, 0.0f, 0.0f, 0.0f, LIMIT_ENABLED } };
    AxisLaw law;
    dry__axis_law_build(&axis, &soft, JOINT_LINEAR, 1.0f, 1.99f, 1.99f, &law);
    assert_true(fabsf(dry__axis_law_solve(&law, PASS_BIAS, 1.0f, 0.9f)) == 0.0f); /* arrives later */
    assert_true(fabsf(dry__axis_law_solve(&law, PASS_BIAS, 1.0f, 3.0f) + 2.0f) <
                1e-4f); /* arrives exactly: 1 m/s is left */
    dry__axis_law_build(&axis, &soft, JOINT_LINEAR, 1.0f, 2.1f, 2.1f, &law);
    assert_true(fabsf(dry__axis_law_solve(&law, PASS_BIAS, 1.0f, 0.0f) + 2.0f) < 1e-4f); /* back by 20 / s */
    assert_true(dry__axis_law_solve(&law, PASS_RELAX, 1.0f, 0.0f) == 0.0f);
    assert_true(dry__axis_law_solve(&law, PASS_RELAX, 1.0f, -1.0f) == 0.0f); /* never pulls */
    axis.limit.enabled |= LIMIT_OPEN_ABOVE;
    dry__axis_law_build(&axis, &soft, JOINT_LINEAR, 1.0f, 2.1f, 2.1f, &law);
    assert_true(dry__axis_law_solve(&law, PASS_BIAS, 1.0f, 3.0f) == 0.0f);
    axis.limit = (JointLimit){ 0.5f, 0.5f, 0.0f, 0.0f, 0.0f, 0.0f, LIMIT_ENABLED };
    dry__axis_law_build(&axis, &soft, JOINT_LINEAR, 1.0f, 0.6f, 0.6f, &law);
    assert_true(fabsf(dry__axis_law_solve(&law, PASS_RELAX, 1.0f, -1.0f) - 1.0f) <
                1e-6f); /* holds both ways */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(law_agrees_with_bisection),
        cmocka_unit_test(infinite_motor_gives_way_to_a_hard_limit),
        cmocka_unit_test(spring_is_the_implicit_law),
        cmocka_unit_test(springs_of_any_stiffness_stay_finite),
        cmocka_unit_test(limits_act_only_where_they_are_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
