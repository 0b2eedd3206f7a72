/* Own trigonometry against libm in double precision. */
#include "math/trig.h"
#include "support/random.h"

#include <drystone/math.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

static const double TURN = 6.28318530717958647692;

/* Distance from the true value in units of the last place of the float nearest to it. */
static double ulps(float actual, double expected)
{
    float nearest = (float)expected;
    double unit = (double)nextafterf(fabsf(nearest), INFINITY) - (double)fabsf(nearest);
    return fabs((double)actual - expected) / unit;
}

static float from_bits(uint32_t u)
{
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}

static double sin_cos_error(float angle)
{
    float s, c;
    dry__sin_cos(angle, &s, &c);
    return fmax(ulps(s, sin((double)angle)), ulps(c, cos((double)angle)));
}

static void sine_and_cosine(void **unused)
{
    (void)unused;
    const float limits[] = { 0.8f, 7.0f, 1000.0f, 1e6f };
    Random random = random_seeded(1);
    for (int k = 0; k < 4; ++k) {
        double worst = 0.0;
        for (int i = 0; i < 200000; ++i) {
            worst = fmax(worst, sin_cos_error(random_float(&random, -limits[k], limits[k])));
        }
        print_message("|angle| < %g: %.3f ulp\n", (double)limits[k], worst);
        assert_true(worst < 0.51);
    }
    /* at multiples of a quarter turn one of the two is almost nothing */
    double worst = 0.0;
    for (int i = -200000; i <= 200000; ++i) {
        worst = fmax(worst, sin_cos_error((float)(i * 0.25 * TURN)));
    }
    assert_true(worst < 0.51);
}

static void sine_and_cosine_of_special_angles(void **unused)
{
    (void)unused;
    float s, c;
    dry__sin_cos(0.0f, &s, &c);
    assert_true(s == 0.0f && !signbit(s) && c == 1.0f);
    dry__sin_cos(-0.0f, &s, &c);
    assert_true(s == 0.0f && signbit(s) && c == 1.0f);
    dry__sin_cos(1e-40f, &s, &c);
    assert_true(s == 1e-40f && c == 1.0f);
    const float bad[] = { NAN, INFINITY, -INFINITY };
    for (int i = 0; i < 3; ++i) {
        dry__sin_cos(bad[i], &s, &c);
        assert_true(isnan(s) && isnan(c));
    }
    /* far outside the promised range still a point of the circle */
    const float far[] = { 1.1e6f, -3e9f, 1e20f, FLT_MAX };
    for (int i = 0; i < 4; ++i) {
        dry__sin_cos(far[i], &s, &c);
        assert_true(fabs((double)s * (double)s + (double)c * (double)c - 1.0) < 1e-6);
    }
    dry_sin_cos(1.0f, &s, NULL);
    dry_sin_cos(1.0f, NULL, &c);
    assert_true(ulps(s, sin(1.0)) < 0.51 && ulps(c, cos(1.0)) < 0.51);
}

static void arc_tangent(void **unused)
{
    (void)unused;
    Random random = random_seeded(2);
    double worst = 0.0;
    for (int i = 0; i < 400000; ++i) {
        /* all magnitudes: any bits but the exponent of infinity */
        uint32_t a = random_u32(&random), b = random_u32(&random);
        bool near = i % 2 == 0;
        float y = near ? random_float(&random, -3.0f, 3.0f) : from_bits(a & 0xbfffffffu);
        float x = near ? random_float(&random, -3.0f, 3.0f) : from_bits(b & 0xbfffffffu);
        double expected = atan2((double)y, (double)x);
        if (x != 0.0f || y != 0.0f) {
            worst = fmax(worst, ulps(dry__atan2(y, x), expected));
        }
    }
    print_message("atan2: %.3f ulp\n", worst);
    assert_true(worst < 0.51);
}

static void arc_tangent_of_special_values(void **unused)
{
    (void)unused;
    const float values[] = { 0.0f,     1.0f,     -1.0f,     1e-45f, -1e-45f, FLT_MAX,
                             -FLT_MAX, INFINITY, -INFINITY, 0.25f,  0.75f };
    for (int i = 0; i < 11; ++i) {
        for (int k = 0; k < 11; ++k) {
            float y = values[i], x = values[k];
            double expected = y == 0.0f && x == 0.0f ? 0.0 : atan2((double)y, (double)x);
            assert_true(fabs((double)dry_atan2(y, x) - expected) <= 2e-7 * fabs(expected) + 1e-45);
        }
        assert_true(isnan(dry__atan2(NAN, values[i])) && isnan(dry__atan2(values[i], NAN)));
    }
    assert_true(dry__atan2(0.0f, -1.0f) > 3.14f && dry__atan2(-0.0f, -1.0f) < -3.14f);
    assert_true(dry__atan2(0.0f, 0.0f) == 0.0f && dry__atan2(0.0f, -0.0f) == 0.0f &&
                dry__atan2(-0.0f, -0.0f) == 0.0f);
}

static void arc_sine_and_cosine(void **unused)
{
    (void)unused;
    Random random = random_seeded(3);
    double worst = 0.0;
    for (int i = 0; i < 200000; ++i) {
        float x = random_float(&random, -1.0f, 1.0f);
        if (i % 2 == 0) {
            x = copysignf(1.0f - fabsf(x) * 1e-4f, x);
        }
        worst = fmax(worst, fmax(ulps(dry__asin(x), asin((double)x)), ulps(dry__acos(x), acos((double)x))));
    }
    print_message("asin, acos: %.3f ulp\n", worst);
    assert_true(worst < 0.51);
    assert_true(dry__asin(1.0f) == (float)(0.25 * TURN) && dry__asin(-2.0f) == -(float)(0.25 * TURN));
    assert_true(dry__acos(1.0f) == 0.0f && dry__acos(3.0f) == 0.0f &&
                dry__acos(-7.0f) == (float)(0.5 * TURN));
    assert_true(dry__asin(0.0f) == 0.0f && isnan(dry__asin(NAN)) && isnan(dry__acos(NAN)));
}

/* The same bits everywhere: one number over many results, written down once. */
static void the_bits_are_the_same_everywhere(void **unused)
{
    (void)unused;
    uint64_t hash = 0;
    Random random = random_seeded(4);
    for (int i = 0; i < 20000; ++i) {
        float results[5], x = random_float(&random, -50.0f, 50.0f), y = random_float(&random, -1.0f, 1.0f);
        dry__sin_cos(x, &results[0], &results[1]);
        results[2] = dry__atan2(y, x);
        results[3] = dry__asin(y);
        results[4] = dry__acos(y);
        for (int k = 0; k < 5; ++k) {
            uint32_t u;
            memcpy(&u, &results[k], sizeof u);
            hash = (hash ^ u) * 0x9e3779b97f4a7c15ull;
            hash ^= hash >> 32;
        }
    }
    if (hash != 0x86bc23799b9d7d5eull) {
        fail_msg("%016llx", (unsigned long long)hash);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sine_and_cosine),     cmocka_unit_test(sine_and_cosine_of_special_angles),
        cmocka_unit_test(arc_tangent),         cmocka_unit_test(arc_tangent_of_special_values),
        cmocka_unit_test(arc_sine_and_cosine), cmocka_unit_test(the_bits_are_the_same_everywhere),
    };
    return cmocka_run_group_tests_name("trig", tests, NULL, NULL);
}
