/* C0: the restitution row. */
#include "contracts/check.h"
#include "support/random.h"

#include <drystone/laws.h>

static const double E = 0.5, THRESHOLD = 0.2, K = 0.5;

static DryRestitutionRow prepared(double velocity, double restitution, double threshold, double inverse_mass)
{
    DryRestitutionRow row = { NAN_DOUBLE, NAN_DOUBLE };
    assert_int_equal(dry_restitution_prepare(velocity, restitution, threshold, inverse_mass, &row), DRY_OK);
    return row;
}

static DryRowState solved(DryRestitutionRow row, DryRowState state)
{
    assert_int_equal(dry_restitution_solve(&row, &state), DRY_OK);
    return state;
}

static void assert_state(DryRowState state, double velocity, double lambda)
{
    assert_close(state.velocity, velocity, 0.0);
    assert_close(state.lambda, lambda, 0.0);
}

static void c0_1_prepare_fixes_the_target(void **unused)
{
    (void)unused;
    assert_close(prepared(-4.0, E, THRESHOLD, K).target, 2.0, 0.0);
    assert_close(prepared(-4.0, E, THRESHOLD, K).inverse_mass, K, 0.0);
    assert_close(prepared(-THRESHOLD, E, THRESHOLD, K).target, 0.0, 0.0);
    assert_close(prepared(nextafter(-THRESHOLD, -1.0), E, THRESHOLD, K).target, E * THRESHOLD, 1e-15);
    assert_close(prepared(-0.1, E, THRESHOLD, K).target, 0.0, 0.0);
    assert_close(prepared(3.0, E, THRESHOLD, K).target, 0.0, 0.0);
}

static void c0_1_solving_leaves_the_row_alone(void **unused)
{
    (void)unused;
    const DryRestitutionRow row = prepared(-4.0, E, THRESHOLD, K);
    DryRowState state = { -4.0, 0.0 };
    for (int i = 0; i < 8; ++i) {
        assert_int_equal(dry_restitution_solve(&row, &state), DRY_OK);
        assert_close(row.target, 2.0, 0.0);
    }
}

/* Wrong: the increment kept from becoming negative, so that no impulse is ever given back. */
static DryRowState solved_with_clamped_increment(DryRestitutionRow row, DryRowState state)
{
    double increment = fmax(0.0, (row.target - state.velocity) / row.inverse_mass);
    return (DryRowState){ state.velocity + row.inverse_mass * increment, state.lambda + increment };
}

static void c0_2_the_accumulated_impulse_may_shrink(void **unused)
{
    (void)unused;
    DryRestitutionRow row = prepared(-4.0, E, THRESHOLD, K);
    DryRowState pushed = { 5.0, 12.0 };
    assert_state(solved(row, pushed), 2.0, 6.0);
    assert_state(solved_with_clamped_increment(row, pushed), 5.0, 12.0);
}

static void c0_2_the_accumulated_impulse_stops_at_zero(void **unused)
{
    (void)unused;
    DryRestitutionRow row = prepared(-4.0, E, THRESHOLD, K);
    assert_state(solved(row, (DryRowState){ 20.0, 12.0 }), 14.0, 0.0);
}

static void c0_3_fixed_target_is_idempotent(void **unused)
{
    (void)unused;
    DryRestitutionRow row = prepared(-4.0, E, THRESHOLD, K);
    DryRowState state = solved(row, (DryRowState){ -4.0, 0.0 });
    assert_state(state, 2.0, 12.0);
    for (int i = 0; i < 8; ++i) {
        state = solved(row, state);
        assert_state(state, 2.0, 12.0);
    }
}

static void c0_4_preparing_again_from_the_changed_velocity_loses_the_bounce(void **unused)
{
    (void)unused;
    DryRowState first = solved(prepared(-4.0, E, THRESHOLD, K), (DryRowState){ -4.0, 0.0 });
    DryRestitutionRow again = prepared(first.velocity, E, THRESHOLD, K);
    assert_close(again.target, 0.0, 0.0);
    assert_state(solved(again, first), 0.0, 8.0);
}

static void c0_5_another_row_pushes_and_impulse_is_given_back(void **unused)
{
    (void)unused;
    DryRestitutionRow row = prepared(-4.0, E, THRESHOLD, K);
    DryRowState state = solved(row, (DryRowState){ -4.0, 0.0 });
    state.velocity = 5.0;
    assert_state(solved(row, state), 2.0, 6.0);
}

static void c0_6_random_rows_satisfy_complementarity(void **unused)
{
    (void)unused;
    const uint64_t seed = 11081930;
    Random random = random_seeded(seed);
    int pulled_back = 0, released = 0;
    for (int i = 0; i < 10000; ++i) {
        double before = -random_double(&random, 1e-6, 20.0), e = random_double(&random, 0.0, 1.0);
        double threshold = random_double(&random, 0.0, 1.0), k = random_double(&random, 0.01, 10.0);
        DryRowState old = { random_double(&random, -20.0, 20.0), random_double(&random, 0.0, 50.0) };
        DryRestitutionRow row = prepared(before, e, threshold, k);
        DryRowState state = solved(row, old);

        double free_velocity = old.velocity - k * old.lambda;
        double reference = fmax(0.0, (row.target - free_velocity) / k);
        double size = 1.0 + fabs(old.velocity) + k * old.lambda + row.target, rounding = 8.0 * 0x1p-52 * size;
        assert_close(row.target, before < -threshold ? -e * before : 0.0, 0.0);
        assert_close(state.lambda, reference, rounding / k);
        assert_close(state.velocity, free_velocity + k * reference, rounding);
        assert_true(state.lambda >= 0.0);
        assert_true(state.velocity >= row.target - rounding);
        assert_close(state.lambda * (state.velocity - row.target), 0.0, rounding * (1.0 + state.lambda));
        DryRowState again = solved(row, state);
        assert_close(again.velocity, state.velocity, rounding);
        assert_close(again.lambda, state.lambda, rounding / k);
        pulled_back += state.lambda < old.lambda;
        released += state.lambda == 0.0;
    }
    /* the cases really cover both sides */
    assert_in_range(pulled_back, 1000, 9000);
    assert_in_range(released, 100, 9000);
}

static void c0_7_separating_inelastic_and_elastic(void **unused)
{
    (void)unused;
    assert_state(solved(prepared(3.0, E, THRESHOLD, K), (DryRowState){ 3.0, 0.0 }), 3.0, 0.0);
    assert_state(solved(prepared(-4.0, 0.0, THRESHOLD, K), (DryRowState){ -4.0, 0.0 }), 0.0, 8.0);
    assert_state(solved(prepared(-4.0, 1.0, THRESHOLD, K), (DryRowState){ -4.0, 0.0 }), 4.0, 16.0);
    assert_state(solved(prepared(-0.2, 1.0, 0.2, K), (DryRowState){ -0.2, 0.0 }), 0.0, 0.4);
    assert_close(prepared(-4.0, 1.0, 0.0, K).target, 4.0, 0.0);
    assert_close(prepared(0.0, 1.0, 0.0, K).target, 0.0, 0.0);
}

static void refuse_prepare(double velocity, double e, double threshold, double k, const char *word)
{
    DryRestitutionRow row = { 7.0, 8.0 };
    assert_refused(dry_restitution_prepare(velocity, e, threshold, k, &row), DRY_ERROR_ARGUMENT, word);
    assert_non_null(strstr(dry_last_error(), "dry_restitution_prepare"));
    assert_close(row.target, 7.0, 0.0);
    assert_close(row.inverse_mass, 8.0, 0.0);
}

static void c0_7_prepare_refuses_bad_input(void **unused)
{
    (void)unused;
    const double bad[] = { NAN_DOUBLE, INFINITE_DOUBLE, -INFINITE_DOUBLE };
    for (int i = 0; i < 3; ++i) {
        refuse_prepare(bad[i], E, THRESHOLD, K, "velocity");
        refuse_prepare(-4.0, bad[i], THRESHOLD, K, "restitution");
        refuse_prepare(-4.0, E, bad[i], K, "threshold");
        refuse_prepare(-4.0, E, THRESHOLD, bad[i], "inverse_mass");
    }
    refuse_prepare(-4.0, -0.01, THRESHOLD, K, "restitution");
    refuse_prepare(-4.0, 1.01, THRESHOLD, K, "1.01");
    refuse_prepare(-4.0, E, -0.2, K, "threshold");
    refuse_prepare(-4.0, E, THRESHOLD, 0.0, "inverse_mass");
    refuse_prepare(-4.0, E, THRESHOLD, -1.0, "inverse_mass");
    assert_refused(dry_restitution_prepare(-4.0, E, THRESHOLD, K, NULL), DRY_ERROR_ARGUMENT, "row");
}

static void refuse_solve(DryRestitutionRow row, DryRowState state, DryStatus status, const char *word)
{
    DryRowState copy = state;
    assert_refused(dry_restitution_solve(&row, &copy), status, word);
    assert_memory_equal(&copy, &state, sizeof state);
}

static void c0_7_solve_refuses_bad_input(void **unused)
{
    (void)unused;
    const DryRestitutionRow good = { 2.0, 0.5 };
    const double bad[] = { NAN_DOUBLE, INFINITE_DOUBLE, -INFINITE_DOUBLE, -1.0 };
    for (int i = 0; i < 4; ++i) {
        refuse_solve((DryRestitutionRow){ bad[i], 0.5 }, (DryRowState){ -4.0, 0.0 }, DRY_ERROR_ARGUMENT,
                     "target");
        refuse_solve((DryRestitutionRow){ 2.0, bad[i] }, (DryRowState){ -4.0, 0.0 }, DRY_ERROR_ARGUMENT,
                     "inverse_mass");
        refuse_solve(good, (DryRowState){ -4.0, bad[i] }, DRY_ERROR_ARGUMENT, "lambda");
        if (bad[i] != -1.0) {
            refuse_solve(good, (DryRowState){ bad[i], 0.0 }, DRY_ERROR_ARGUMENT, "velocity");
        }
    }
    refuse_solve((DryRestitutionRow){ 2.0, 0.0 }, (DryRowState){ -4.0, 0.0 }, DRY_ERROR_ARGUMENT,
                 "inverse_mass");
    refuse_solve((DryRestitutionRow){ 1e300, 1e-300 }, (DryRowState){ -4.0, 0.0 }, DRY_ERROR_RANGE,
                 "impulse");
    refuse_solve((DryRestitutionRow){ 0.0, 1e-300 }, (DryRowState){ 1e300, 1.0 }, DRY_ERROR_RANGE, "impulse");
    assert_refused(dry_restitution_solve(NULL, &(DryRowState){ 0.0, 0.0 }), DRY_ERROR_ARGUMENT, "row");
    assert_refused(dry_restitution_solve(&good, NULL), DRY_ERROR_ARGUMENT, "state");
}

static void c0_8_pair_without_inverse_mass_is_skipped(void **unused)
{
    (void)unused;
    DryRestitutionRow row = { 7.0, 8.0 };
    bool skipped = false;
    assert_int_equal(dry_restitution_prepare_pair(-4.0, E, THRESHOLD, 0.0, 0.0, &row, &skipped), DRY_OK);
    assert_true(skipped);
    assert_close(row.target, 7.0, 0.0);
    assert_close(row.inverse_mass, 8.0, 0.0);

    assert_int_equal(dry_restitution_prepare_pair(-4.0, E, THRESHOLD, 0.0, 0.5, &row, &skipped), DRY_OK);
    assert_false(skipped);
    assert_close(row.target, 2.0, 0.0);
    assert_close(row.inverse_mass, 0.5, 0.0);
    assert_int_equal(dry_restitution_prepare_pair(-4.0, E, THRESHOLD, 1.0, 0.25, &row, &skipped), DRY_OK);
    assert_close(row.inverse_mass, 1.25, 0.0);
}

static void c0_8_pair_refuses_bad_input(void **unused)
{
    (void)unused;
    DryRestitutionRow row = { 7.0, 8.0 };
    bool skipped = true;
    DryStatus argument = DRY_ERROR_ARGUMENT;
    assert_refused(dry_restitution_prepare_pair(NAN_DOUBLE, E, THRESHOLD, 0.0, 0.0, &row, &skipped), argument,
                   "velocity");
    assert_refused(dry_restitution_prepare_pair(-4.0, 2.0, THRESHOLD, 0.0, 0.0, &row, &skipped), argument,
                   "restitution");
    assert_refused(dry_restitution_prepare_pair(-4.0, E, -1.0, 1.0, 1.0, &row, &skipped), argument,
                   "threshold");
    assert_refused(dry_restitution_prepare_pair(-4.0, E, THRESHOLD, -1.0, 2.0, &row, &skipped), argument,
                   "mass_a");
    assert_refused(dry_restitution_prepare_pair(-4.0, E, THRESHOLD, 1.0, NAN_DOUBLE, &row, &skipped),
                   argument, "mass_b");
    assert_refused(dry_restitution_prepare_pair(-4.0, E, THRESHOLD, 1e308, 1e308, &row, &skipped),
                   DRY_ERROR_RANGE, "sum");
    assert_refused(dry_restitution_prepare_pair(-4.0, E, THRESHOLD, 1.0, 1.0, NULL, &skipped), argument,
                   "row");
    assert_refused(dry_restitution_prepare_pair(-4.0, E, THRESHOLD, 1.0, 1.0, &row, NULL), argument,
                   "skipped");
    assert_true(skipped);
    assert_close(row.target, 7.0, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c0_1_prepare_fixes_the_target),
        cmocka_unit_test(c0_1_solving_leaves_the_row_alone),
        cmocka_unit_test(c0_2_the_accumulated_impulse_may_shrink),
        cmocka_unit_test(c0_2_the_accumulated_impulse_stops_at_zero),
        cmocka_unit_test(c0_3_fixed_target_is_idempotent),
        cmocka_unit_test(c0_4_preparing_again_from_the_changed_velocity_loses_the_bounce),
        cmocka_unit_test(c0_5_another_row_pushes_and_impulse_is_given_back),
        cmocka_unit_test(c0_6_random_rows_satisfy_complementarity),
        cmocka_unit_test(c0_7_separating_inelastic_and_elastic),
        cmocka_unit_test(c0_7_prepare_refuses_bad_input),
        cmocka_unit_test(c0_7_solve_refuses_bad_input),
        cmocka_unit_test(c0_8_pair_without_inverse_mass_is_skipped),
        cmocka_unit_test(c0_8_pair_refuses_bad_input),
    };
    return cmocka_run_group_tests_name("c0_restitution", tests, NULL, NULL);
}
