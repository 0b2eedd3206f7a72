#include "solver/laws_check.h"

static DryVec3d add_scaled(DryVec3d a, DryVec3d b, double s)
{
    return (DryVec3d){ a.x + b.x * s, a.y + b.y * s, a.z + b.z * s };
}

static double dot(DryVec3d a, DryVec3d b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static DryVec3d cross(DryVec3d a, DryVec3d b)
{
    return (DryVec3d){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static DryVec3d sym3_mul(const DrySym3d *m, DryVec3d v)
{
    return (DryVec3d){ m->xx * v.x + m->xy * v.y + m->xz * v.z, m->xy * v.x + m->yy * v.y + m->yz * v.z,
                       m->xz * v.x + m->yz * v.y + m->zz * v.z };
}

static bool normal_valid(const char *call, DryVec3d normal)
{
    return law_finite_3(call, "normal", normal) && law_unit(call, "normal", dot(normal, normal));
}

DryStatus dry_impulse_pair(DryVec3d normal, double inverse_mass_a, double inverse_mass_b, double restitution,
                           DryVec3d *velocity_a, DryVec3d *velocity_b, double *impulse)
{
    const char *call = "dry_impulse_pair";
    if (!normal_valid(call, normal) || !law_not_negative(call, "inverse_mass_a", inverse_mass_a) ||
        !law_not_negative(call, "inverse_mass_b", inverse_mass_b) ||
        !law_fraction(call, "restitution", restitution) || !law_given(call, "velocity_a", velocity_a) ||
        !law_given(call, "velocity_b", velocity_b) || !law_finite_3(call, "velocity_a", *velocity_a) ||
        !law_finite_3(call, "velocity_b", *velocity_b)) {
        return DRY_ERROR_ARGUMENT;
    }
    if (velocity_a == velocity_b) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: velocity_a and velocity_b are the same object", call);
    }
    double sum = inverse_mass_a + inverse_mass_b;
    double approach = dot(add_scaled(*velocity_b, *velocity_a, -1.0), normal);
    if (!law_in_range(call, "the sum of the inverse masses", sum) ||
        !law_in_range(call, "the relative velocity", approach)) {
        return DRY_ERROR_RANGE;
    }
    double j = sum == 0.0 || approach >= 0.0 ? 0.0 : -(1.0 + restitution) * approach / sum;
    DryVec3d next_a = add_scaled(*velocity_a, normal, -(j * inverse_mass_a));
    DryVec3d next_b = add_scaled(*velocity_b, normal, j * inverse_mass_b);
    if (!law_in_range(call, "the impulse", j) || !law_in_range_3(call, "the velocity of A", next_a) ||
        !law_in_range_3(call, "the velocity of B", next_b)) {
        return DRY_ERROR_RANGE;
    }
    if (j != 0.0) { /* else not even a zero changes its sign */
        *velocity_a = next_a;
        *velocity_b = next_b;
    }
    if (impulse != NULL) {
        *impulse = j;
    }
    return DRY_OK;
}

/* Nonnegative on the diagonal, and no 2x2 minor below zero by more than rounding. */
static bool inertia_valid(const char *call, const char *name, const DrySym3d *m)
{
    const double slack = 1.0 + 1e-9;
    if (!law_not_negative(call, name, m->xx) || !law_not_negative(call, name, m->yy) ||
        !law_not_negative(call, name, m->zz) || !law_finite(call, name, m->xy) ||
        !law_finite(call, name, m->xz) || !law_finite(call, name, m->yz)) {
        return false;
    }
    double x = sqrt(m->xx), y = sqrt(m->yy), z = sqrt(m->zz);
    if (fabs(m->xy) <= x * y * slack && fabs(m->xz) <= x * z * slack && fabs(m->yz) <= y * z * slack) {
        return true;
    }
    dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s is not positive semidefinite", call, name);
    return false;
}

static bool body_valid(const char *call, const char *name, const DryImpulseBody *body)
{
    return law_given(call, name, body) && law_finite_3(call, name, body->velocity) &&
           law_finite_3(call, name, body->angular_velocity) && law_finite_3(call, name, body->arm) &&
           law_not_negative(call, name, body->inverse_mass) &&
           inertia_valid(call, name, &body->inverse_inertia);
}

static DryVec3d point_velocity(const DryImpulseBody *body)
{
    return add_scaled(body->velocity, cross(body->angular_velocity, body->arm), 1.0);
}

/* The body's velocity per impulse along n at the end of its arm, seen along n. A rod's inertia is singular:
   what rounding makes of a zero must not become negative. */
static double inverse_mass_along(const DryImpulseBody *body, DryVec3d n)
{
    DryVec3d lever = cross(body->arm, n);
    double turning = dot(lever, sym3_mul(&body->inverse_inertia, lever));
    return body->inverse_mass + (turning < 0.0 ? 0.0 : turning);
}

static DryImpulseBody body_pushed(const DryImpulseBody *body, DryVec3d n, double j)
{
    DryImpulseBody pushed = *body;
    pushed.velocity = add_scaled(body->velocity, n, j * body->inverse_mass);
    pushed.angular_velocity =
        add_scaled(body->angular_velocity, sym3_mul(&body->inverse_inertia, cross(body->arm, n)), j);
    return pushed;
}

DryStatus dry_impulse_pair_at(DryVec3d normal, double restitution, DryImpulseBody *a, DryImpulseBody *b,
                              double *impulse)
{
    const char *call = "dry_impulse_pair_at";
    if (!normal_valid(call, normal) || !law_fraction(call, "restitution", restitution) ||
        !body_valid(call, "a", a) || !body_valid(call, "b", b)) {
        return DRY_ERROR_ARGUMENT;
    }
    if (a == b) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: a and b are the same object", call);
    }
    double sum = inverse_mass_along(a, normal) + inverse_mass_along(b, normal);
    double approach = dot(add_scaled(point_velocity(b), point_velocity(a), -1.0), normal);
    if (!law_in_range(call, "the effective inverse mass", sum) ||
        !law_in_range(call, "the relative velocity", approach)) {
        return DRY_ERROR_RANGE;
    }
    double j = sum == 0.0 || approach >= 0.0 ? 0.0 : -(1.0 + restitution) * approach / sum;
    DryImpulseBody next_a = body_pushed(a, normal, -j), next_b = body_pushed(b, normal, j);
    if (!law_in_range(call, "the impulse", j) ||
        !law_in_range_3(call, "the velocity of A", next_a.velocity) ||
        !law_in_range_3(call, "the velocity of B", next_b.velocity) ||
        !law_in_range_3(call, "the angular velocity of A", next_a.angular_velocity) ||
        !law_in_range_3(call, "the angular velocity of B", next_b.angular_velocity)) {
        return DRY_ERROR_RANGE;
    }
    if (j != 0.0) {
        *a = next_a;
        *b = next_b;
    }
    if (impulse != NULL) {
        *impulse = j;
    }
    return DRY_OK;
}
