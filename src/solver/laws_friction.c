#include "solver/laws_check.h"

#include <float.h>

enum {
    MAX_NEWTON_STEPS = 60
};

static double length_of(DryVec2d v)
{
    double ax = fabs(v.x), ay = fabs(v.y), size = ax > ay ? ax : ay;
    if (size == 0.0) {
        return 0.0;
    }
    double x = v.x / size, y = v.y / size; /* squares neither overflow nor vanish */
    return size * sqrt(x * x + y * y);
}

static DryVec2d scaled(DryVec2d v, double s)
{
    return (DryVec2d){ v.x * s, v.y * s };
}

static DryVec2d sym2_mul(DrySym2d m, DryVec2d v)
{
    return (DryVec2d){ m.xx * v.x + m.xy * v.y, m.xy * v.x + m.yy * v.y };
}

/* v brought to the length; first to about one, so that the quotient stays in range. */
static DryVec2d with_length(DryVec2d v, double length)
{
    double ax = fabs(v.x), ay = fabs(v.y), size = ax > ay ? ax : ay;
    DryVec2d unit = { v.x / size, v.y / size };
    double s = length / sqrt(unit.x * unit.x + unit.y * unit.y);
    return scaled(unit, s);
}

static DryVec2d disk_project(DryVec2d candidate, double radius)
{
    return length_of(candidate) <= radius ? candidate : with_length(candidate, radius);
}

/* Disk
 * -------------------------------------------------------------------------------------------------------- */

DryStatus dry_friction_disk_project(DryVec2d candidate, double radius, DryVec2d *impulse)
{
    const char *call = "dry_friction_disk_project";
    if (!law_finite_2(call, "candidate", candidate) || !law_not_negative(call, "radius", radius) ||
        !law_given(call, "impulse", impulse)) {
        return DRY_ERROR_ARGUMENT;
    }
    *impulse = disk_project(candidate, radius);
    return DRY_OK;
}

/* Squares of floats never overflow a double. */
static DryVec2 disk_project_float(DryVec2d candidate, double radius)
{
    double length = sqrt(candidate.x * candidate.x + candidate.y * candidate.y);
    double s = length <= radius ? 1.0 : radius / length;
    return (DryVec2){ (float)(candidate.x * s), (float)(candidate.y * s) };
}

static DryVec2d widened(DryVec2 v)
{
    return (DryVec2d){ (double)v.x, (double)v.y };
}

DryStatus dry_friction_disk_project_float(DryVec2 candidate, float radius, DryVec2 *impulse)
{
    const char *call = "dry_friction_disk_project_float";
    if (!law_finite_2(call, "candidate", widened(candidate)) ||
        !law_not_negative(call, "radius", (double)radius) || !law_given(call, "impulse", impulse)) {
        return DRY_ERROR_ARGUMENT;
    }
    *impulse = disk_project_float(widened(candidate), (double)radius);
    return DRY_OK;
}

/* Friction and normal impulse of any of the laws, and their product, the radius; `*radius` is always written.
 */
static DryStatus limit_of(const char *call, double friction, double normal_impulse, double *radius)
{
    *radius = friction * normal_impulse;
    if (!law_not_negative(call, "friction", friction) ||
        !law_not_negative(call, "normal_impulse", normal_impulse)) {
        return DRY_ERROR_ARGUMENT;
    }
    return law_in_range(call, "friction * normal_impulse", *radius) ? DRY_OK : DRY_ERROR_RANGE;
}

static bool state_valid(const char *call, const DryFrictionState *state)
{
    return law_given(call, "state", state) && law_finite_2(call, "state->velocity", state->velocity) &&
           law_finite_2(call, "state->impulse", state->impulse);
}

DryStatus dry_friction_disk_solve(double inverse_mass, double friction, double normal_impulse,
                                  DryFrictionState *state)
{
    const char *call = "dry_friction_disk_solve";
    if (!law_positive(call, "inverse_mass", inverse_mass) || !state_valid(call, state)) {
        return DRY_ERROR_ARGUMENT;
    }
    double radius;
    DryStatus status = limit_of(call, friction, normal_impulse, &radius);
    if (status != DRY_OK) {
        return status;
    }
    DryVec2d candidate = { state->impulse.x - state->velocity.x / inverse_mass,
                           state->impulse.y - state->velocity.y / inverse_mass };
    if (!law_in_range_2(call, "the impulse", candidate)) {
        return DRY_ERROR_RANGE;
    }
    DryVec2d impulse = disk_project(candidate, radius);
    DryVec2d velocity = { state->velocity.x + inverse_mass * (impulse.x - state->impulse.x),
                          state->velocity.y + inverse_mass * (impulse.y - state->impulse.y) };
    if (!law_in_range_2(call, "the velocity", velocity)) {
        return DRY_ERROR_RANGE;
    }
    state->impulse = impulse;
    state->velocity = velocity;
    return DRY_OK;
}

DryStatus dry_friction_disk_solve_float(float inverse_mass, float friction, float normal_impulse,
                                        DryVec2 *velocity, DryVec2 *impulse)
{
    const char *call = "dry_friction_disk_solve_float";
    if (!law_given(call, "velocity", velocity) || !law_given(call, "impulse", impulse) ||
        !law_positive(call, "inverse_mass", (double)inverse_mass) ||
        !law_finite_2(call, "velocity", widened(*velocity)) ||
        !law_finite_2(call, "impulse", widened(*impulse))) {
        return DRY_ERROR_ARGUMENT;
    }
    double radius;
    DryStatus status = limit_of(call, (double)friction, (double)normal_impulse, &radius);
    if (status != DRY_OK) {
        return status;
    }
    if (radius > (double)FLT_MAX) {
        return dry__error_set(DRY_ERROR_RANGE, "%s: friction * normal_impulse is too large for a float (%g)",
                              call, radius);
    }
    double k = (double)inverse_mass;
    DryVec2d old = widened(*impulse), v = widened(*velocity);
    DryVec2 next = disk_project_float((DryVec2d){ old.x - v.x / k, old.y - v.y / k }, radius);
    DryVec2 after = { (float)(v.x + k * ((double)next.x - old.x)),
                      (float)(v.y + k * ((double)next.y - old.y)) };
    if (!law_in_range_2(call, "the impulse", widened(next)) ||
        !law_in_range_2(call, "the velocity", widened(after))) {
        return DRY_ERROR_RANGE;
    }
    *impulse = next;
    *velocity = after;
    return DRY_OK;
}

/* Coupled masses and ellipses
 * --------------------------------------------------------------------------------- */

/* A turn of the plane; the columns of a rotation matrix are (c, s) and (-s, c). */
typedef struct Turn {
    double c, s;
} Turn;

static DryVec2d turn_into(Turn t, DryVec2d v)
{
    return (DryVec2d){ t.c * v.x + t.s * v.y, t.c * v.y - t.s * v.x };
}

static DryVec2d turn_back(Turn t, DryVec2d v)
{
    return (DryVec2d){ t.c * v.x - t.s * v.y, t.s * v.x + t.c * v.y };
}

/* The matrix in the turned basis. */
static DrySym2d turn_sym2(Turn t, DrySym2d m)
{
    DryVec2d x = { t.c, t.s }, y = { -t.s, t.c }, mx = sym2_mul(m, x), my = sym2_mul(m, y);
    return (DrySym2d){ x.x * mx.x + x.y * mx.y, x.x * my.x + x.y * my.y, y.x * my.x + y.y * my.y };
}

/* Principal axes, by one Jacobi turn. */
static Turn principal_turn(DrySym2d m)
{
    if (m.xy == 0.0) {
        return (Turn){ 1.0, 0.0 };
    }
    double theta = (m.yy - m.xx) / (2.0 * m.xy);
    double t = (theta >= 0.0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(1.0 + theta * theta));
    double c = 1.0 / sqrt(1.0 + t * t);
    return (Turn){ c, -t * c };
}

/* -w / (k + s), and nothing along an axis that nothing can push. */
static double response(double w, double k, double s)
{
    return k + s > 0.0 ? -w / (k + s) : 0.0;
}

/* The u with |u| <= radius that makes u.mu/2 + w.u least; m positive semidefinite. On the rim (m + s I) u =
   -w with the one s > 0 for which |u| = radius. 1/|u(s)| is concave and almost straight, so that Newton's
   method on 1/|u(s)| = 1/radius climbs from s = 0 to the root without passing it. */
static DryVec2d disk_minimum(DrySym2d m, DryVec2d w, double radius)
{
    Turn turn = principal_turn(m);
    DrySym2d k = turn_sym2(turn, m);
    DryVec2d v = turn_into(turn, w);
    double s = 0.0;
    DryVec2d u = { response(v.x, k.xx, 0.0), response(v.y, k.yy, 0.0) };
    double length = length_of(u);
    if (length <= radius || radius == 0.0) {
        return radius == 0.0 ? (DryVec2d){ 0.0, 0.0 } : turn_back(turn, u);
    }
    for (int i = 0; i < MAX_NEWTON_STEPS && length > radius; ++i) {
        DryVec2d e = { u.x / length, u.y / length };
        double slope =
            (u.x != 0.0 ? e.x * e.x / (k.xx + s) : 0.0) + (u.y != 0.0 ? e.y * e.y / (k.yy + s) : 0.0);
        double next = s + (length / radius - 1.0) / slope;
        if (!(next > s)) {
            break;
        }
        s = next;
        u = (DryVec2d){ response(v.x, k.xx, s), response(v.y, k.yy, s) };
        length = length_of(u);
    }
    return turn_back(turn, with_length(u, radius));
}

static bool sym2_valid(const char *call, const DrySym2d *m)
{
    if (!law_given(call, "inverse_mass", m) || !law_positive(call, "inverse_mass->xx", m->xx) ||
        !law_positive(call, "inverse_mass->yy", m->yy) || !law_finite(call, "inverse_mass->xy", m->xy)) {
        return false;
    }
    return law_positive(call, "the determinant of inverse_mass over its xx", m->yy - m->xy * (m->xy / m->xx));
}

/* m^-1 v, by elimination */
static DryVec2d sym2_solve(const DrySym2d *m, DryVec2d v)
{
    double f = m->xy / m->xx;
    double y = (v.y - f * v.x) / (m->yy - f * m->xy);
    return (DryVec2d){ (v.x - m->xy * y) / m->xx, y };
}

/* The impulse nearest to the candidate, as m measures distance, in the ellipse with half axes a along x and b
 * along y. */
static DryVec2d ellipse_nearest(DrySym2d m, DryVec2d candidate, double a, double b)
{
    if (a > 0.0 && b > 0.0 && length_of((DryVec2d){ candidate.x / a, candidate.y / b }) <= 1.0) {
        return candidate;
    }
    /* J = (a u.x, b u.y) makes it a unit disk */
    DryVec2d w = sym2_mul(m, candidate);
    DrySym2d stretched = { a * a * m.xx, a * b * m.xy, b * b * m.yy };
    DryVec2d u = disk_minimum(stretched, (DryVec2d){ -a * w.x, -b * w.y }, 1.0);
    return (DryVec2d){ a * u.x, b * u.y };
}

static bool ellipse_valid(const char *call, const DryFrictionEllipse *ellipse)
{
    if (!law_given(call, "ellipse", ellipse) ||
        !law_finite_2(call, "ellipse->direction", ellipse->direction)) {
        return false;
    }
    DryVec2d d = ellipse->direction;
    return law_unit(call, "ellipse->direction", d.x * d.x + d.y * d.y);
}

static DryStatus ellipse_limits(const char *call, const DryFrictionEllipse *ellipse, double normal_impulse,
                                double *a, double *b)
{
    DryStatus status = limit_of(call, ellipse->along, normal_impulse, a);
    return status != DRY_OK ? status : limit_of(call, ellipse->across, normal_impulse, b);
}

static DryStatus state_commit(const char *call, const DrySym2d *inverse_mass, DryVec2d impulse,
                              DryFrictionState *state)
{
    DryVec2d delta = { impulse.x - state->impulse.x, impulse.y - state->impulse.y };
    DryVec2d change = sym2_mul(*inverse_mass, delta);
    DryVec2d velocity = { state->velocity.x + change.x, state->velocity.y + change.y };
    if (!law_in_range_2(call, "the impulse", impulse) || !law_in_range_2(call, "the velocity", velocity)) {
        return DRY_ERROR_RANGE;
    }
    state->impulse = impulse;
    state->velocity = velocity;
    return DRY_OK;
}

/* The impulse that would stop the sliding. */
static DryVec2d sticking_impulse(const DrySym2d *inverse_mass, const DryFrictionState *state)
{
    DryVec2d j = sym2_solve(inverse_mass, state->velocity);
    return (DryVec2d){ state->impulse.x - j.x, state->impulse.y - j.y };
}

DryStatus dry_friction_disk_solve_coupled(const DrySym2d *inverse_mass, double friction,
                                          double normal_impulse, DryFrictionState *state)
{
    const char *call = "dry_friction_disk_solve_coupled";
    if (!sym2_valid(call, inverse_mass) || !state_valid(call, state)) {
        return DRY_ERROR_ARGUMENT;
    }
    double radius;
    DryStatus status = limit_of(call, friction, normal_impulse, &radius);
    if (status != DRY_OK) {
        return status;
    }
    DryVec2d impulse = sticking_impulse(inverse_mass, state);
    if (!law_in_range_2(call, "the impulse", impulse)) {
        return DRY_ERROR_RANGE;
    }
    if (length_of(impulse) > radius) {
        DryVec2d w = sym2_mul(*inverse_mass, impulse);
        impulse = disk_minimum(*inverse_mass, scaled(w, -1.0), radius);
    }
    return state_commit(call, inverse_mass, impulse, state);
}

DryStatus dry_friction_direction(DryVec3d material, DryVec3d tangent_x, DryVec3d tangent_y,
                                 DryVec2d *direction)
{
    const char *call = "dry_friction_direction";
    const double tolerance = 1e-5; /* tangents may come from single precision */
    if (!law_finite_3(call, "material", material) || !law_finite_3(call, "tangent_x", tangent_x) ||
        !law_finite_3(call, "tangent_y", tangent_y) || !law_given(call, "direction", direction)) {
        return DRY_ERROR_ARGUMENT;
    }
    DryVec3d x = tangent_x, y = tangent_y, m = material;
    double xx = x.x * x.x + x.y * x.y + x.z * x.z, yy = y.x * y.x + y.y * y.y + y.z * y.z;
    double xy = x.x * y.x + x.y * y.y + x.z * y.z;
    if (!(fabs(xx - 1.0) <= tolerance && fabs(yy - 1.0) <= tolerance && fabs(xy) <= tolerance)) {
        return dry__error_set(
            DRY_ERROR_ARGUMENT,
            "%s: tangents must be unit and perpendicular, but their squared lengths are %g and %g "
            "and their product is %g",
            call, xx, yy, xy);
    }
    double size = fmax(fabs(m.x), fmax(fabs(m.y), fabs(m.z)));
    if (size > 0.0) {
        m = (DryVec3d){ m.x / size, m.y / size, m.z / size };
    }
    DryVec2d in_plane = { m.x * x.x + m.y * x.y + m.z * x.z, m.x * y.x + m.y * y.y + m.z * y.z };
    double length = length_of(in_plane);
    if (!(length > 1e-6)) {
        return dry__error_set(DRY_ERROR_ARGUMENT,
                              "%s: the material direction (%g, %g, %g) is zero or along the normal", call,
                              material.x, material.y, material.z);
    }
    *direction = with_length(in_plane, 1.0);
    return DRY_OK;
}

DryStatus dry_friction_ellipse_project(const DryFrictionEllipse *ellipse, double normal_impulse,
                                       DryVec2d candidate, DryVec2d *impulse)
{
    const char *call = "dry_friction_ellipse_project";
    if (!ellipse_valid(call, ellipse) || !law_finite_2(call, "candidate", candidate) ||
        !law_given(call, "impulse", impulse)) {
        return DRY_ERROR_ARGUMENT;
    }
    double a, b;
    DryStatus status = ellipse_limits(call, ellipse, normal_impulse, &a, &b);
    if (status != DRY_OK) {
        return status;
    }
    Turn turn = { ellipse->direction.x, ellipse->direction.y };
    DryVec2d nearest = ellipse_nearest((DrySym2d){ 1.0, 0.0, 1.0 }, turn_into(turn, candidate), a, b);
    nearest = turn_back(turn, nearest);
    if (!law_in_range_2(call, "the impulse", nearest)) {
        return DRY_ERROR_RANGE;
    }
    *impulse = nearest;
    return DRY_OK;
}

DryStatus dry_friction_ellipse_solve(const DrySym2d *inverse_mass, const DryFrictionEllipse *ellipse,
                                     double normal_impulse, DryFrictionState *state)
{
    const char *call = "dry_friction_ellipse_solve";
    if (!sym2_valid(call, inverse_mass) || !ellipse_valid(call, ellipse) || !state_valid(call, state)) {
        return DRY_ERROR_ARGUMENT;
    }
    double a, b;
    DryStatus status = ellipse_limits(call, ellipse, normal_impulse, &a, &b);
    if (status != DRY_OK) {
        return status;
    }
    DryVec2d candidate = sticking_impulse(inverse_mass, state);
    if (!law_in_range_2(call, "the impulse", candidate)) {
        return DRY_ERROR_RANGE;
    }
    Turn turn = { ellipse->direction.x, ellipse->direction.y };
    DryVec2d impulse = ellipse_nearest(turn_sym2(turn, *inverse_mass), turn_into(turn, candidate), a, b);
    return state_commit(call, inverse_mass, turn_back(turn, impulse), state);
}
