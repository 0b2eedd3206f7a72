#include "solver/laws_check.h"

static bool inputs_valid(const char *call, double velocity, double restitution, double threshold)
{
    return law_finite(call, "velocity", velocity) && law_fraction(call, "restitution", restitution) &&
           law_not_negative(call, "threshold", threshold);
}

static DryRestitutionRow row_make(double velocity, double restitution, double threshold, double inverse_mass)
{
    DryRestitutionRow row;
    row.target = velocity < -threshold ? -restitution * velocity : 0.0;
    row.inverse_mass = inverse_mass;
    return row;
}

DryStatus dry_restitution_prepare(double velocity, double restitution, double threshold, double inverse_mass,
                                  DryRestitutionRow *row)
{
    const char *call = "dry_restitution_prepare";
    if (!inputs_valid(call, velocity, restitution, threshold) ||
        !law_positive(call, "inverse_mass", inverse_mass) || !law_given(call, "row", row)) {
        return DRY_ERROR_ARGUMENT;
    }
    *row = row_make(velocity, restitution, threshold, inverse_mass);
    return DRY_OK;
}

DryStatus dry_restitution_prepare_pair(double velocity, double restitution, double threshold,
                                       double inverse_mass_a, double inverse_mass_b, DryRestitutionRow *row,
                                       bool *skipped)
{
    const char *call = "dry_restitution_prepare_pair";
    if (!inputs_valid(call, velocity, restitution, threshold) ||
        !law_not_negative(call, "inverse_mass_a", inverse_mass_a) ||
        !law_not_negative(call, "inverse_mass_b", inverse_mass_b) || !law_given(call, "row", row) ||
        !law_given(call, "skipped", skipped)) {
        return DRY_ERROR_ARGUMENT;
    }
    double inverse_mass = inverse_mass_a + inverse_mass_b;
    if (!law_in_range(call, "the sum of the inverse masses", inverse_mass)) {
        return DRY_ERROR_RANGE;
    }
    *skipped = inverse_mass == 0.0;
    if (!*skipped) {
        *row = row_make(velocity, restitution, threshold, inverse_mass);
    }
    return DRY_OK;
}

DryStatus dry_restitution_solve(const DryRestitutionRow *row, DryRowState *state)
{
    const char *call = "dry_restitution_solve";
    if (!law_given(call, "row", row) || !law_given(call, "state", state) ||
        !law_not_negative(call, "row->target", row->target) ||
        !law_positive(call, "row->inverse_mass", row->inverse_mass) ||
        !law_finite(call, "state->velocity", state->velocity) ||
        !law_not_negative(call, "state->lambda", state->lambda)) {
        return DRY_ERROR_ARGUMENT;
    }
    double wanted = state->lambda + (row->target - state->velocity) / row->inverse_mass;
    double lambda = wanted > 0.0 ? wanted : 0.0;
    double velocity = state->velocity + row->inverse_mass * (lambda - state->lambda);
    if (!law_in_range(call, "the impulse", wanted) || !law_in_range(call, "the velocity", velocity)) {
        return DRY_ERROR_RANGE;
    }
    state->velocity = velocity;
    state->lambda = lambda;
    return DRY_OK;
}
