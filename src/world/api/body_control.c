/* Mass, forces and impulses of bodies. Settings and sleep: body_settings.c. */
#include "world/api/check.h"
#include "world/edit/body_edit.h"
#include "world/edit/proxy_edit.h"
#include "world/edit/wake_edit.h"
#include "world/store/energy.h"

/* Of a given centre of mass from the body's frame, m. */
#define CENTER_FARTHEST 1e8f
/* Linear and angular; what would exceed it is refused, m/s and rad/s. As dry_body_set_velocity. */
#define FASTEST 1e6f
/* Acceleration that forces may add up to, m/s^2 and rad/s^2: its square is still finite. */
#define HARDEST 1e15f

static DryStatus check_vector(DryWorld *w, DryVec3 v, const char *call, const char *name)
{
    if (!v3_finite(v)) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "%s is (%g, %g, %g), must be finite", name, (double)v.x,
                         (double)v.y, (double)v.z);
    }
    return DRY_OK;
}

DryMass dry_body_mass(const DryWorld *world, DryBodyId id)
{
    int32_t body = dry__find_body(world, id);
    DryMass mass = { 0 };
    if (body >= 0) {
        const BodyCold *c = world_body(world, body);
        DryMat3 r = mat3_from_quat(c->principal);
        mass.mass = c->mass;
        mass.center = c->local_center;
        mass.inertia = sym3_rotate_diagonal(&r, c->inertia);
    }
    return mass;
}

static bool inertia_is_physical(const DrySym3 *i)
{
    if (!isfinite(i->xx + i->yy + i->zz + i->xy + i->xz + i->yz)) {
        return false;
    }
    double xx = (double)i->xx, yy = (double)i->yy, zz = (double)i->zz, xy = (double)i->xy, xz = (double)i->xz,
           yz = (double)i->yz;
    double minor = xx * yy - xy * xy;
    double det = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
    if (!(xx > 0.0 && minor > 0.0 && det > 0.0)) {
        return false;
    }
    double slack = 0.01 * (xx + yy + zz);
    return xx + yy + slack >= zz && yy + zz + slack >= xx && zz + xx + slack >= yy;
}

DryStatus dry_body_set_mass(DryWorld *world, DryBodyId id, const DryMass *mass)
{
    const char *call = "dry_body_set_mass";
    int32_t body;
    DryStatus status = dry__edit_body(world, id, call, &body);
    if (status != DRY_OK) {
        return status;
    }
    if (mass == NULL) {
        return dry__fail(world, DRY_ERROR_ARGUMENT, call, "the mass is null");
    }
    if (!(mass->mass >= MASS_LEAST && mass->mass <= MASS_MOST)) {
        return dry__fail(world, DRY_ERROR_ARGUMENT, call, "mass is %g kg, must be in [%g, %g]",
                         (double)mass->mass, (double)MASS_LEAST, (double)MASS_MOST);
    }
    if (!(v3_length(mass->center) <= CENTER_FARTHEST)) {
        return dry__fail(world, DRY_ERROR_ARGUMENT, call, "center is (%g, %g, %g), must be within %g m",
                         (double)mass->center.x, (double)mass->center.y, (double)mass->center.z,
                         (double)CENTER_FARTHEST);
    }
    if (!inertia_is_physical(&mass->inertia) || !dry__mass_in_range(mass)) {
        return dry__fail(world, DRY_ERROR_ARGUMENT, call,
                         "inertia (xx %g, yy %g, zz %g) must be positive definite and each moment at most "
                         "the sum of the others",
                         (double)mass->inertia.xx, (double)mass->inertia.yy, (double)mass->inertia.zz);
    }
    BodyCold *c = world_body(world, body);
    c->given_mass = *mass;
    c->flags |= BODY_MASS_GIVEN;
    dry__body_update_mass(world, body);
    dry__wake_body(world, body);
    return DRY_OK;
}

DryStatus dry_body_reset_mass(DryWorld *world, DryBodyId id)
{
    int32_t body;
    DryStatus status = dry__edit_body(world, id, "dry_body_reset_mass", &body);
    if (status == DRY_OK) {
        world_body(world, body)->flags &= (uint16_t)~BODY_MASS_GIVEN;
        dry__body_update_mass(world, body);
        dry__wake_body(world, body);
    }
    return status;
}

bool dry_body_is_mass_given(const DryWorld *world, DryBodyId id)
{
    int32_t body = dry__find_body(world, id);
    return body >= 0 && (world_body(world, body)->flags & BODY_MASS_GIVEN) != 0;
}

static DryStatus check_point(DryWorld *w, DryPos p, const char *call)
{
    return pos_finite(p) ? DRY_OK
                         : dry__fail(w, DRY_ERROR_ARGUMENT, call, "point is (%g, %g, %g), must be finite",
                                     p.x, p.y, p.z);
}

/* A force with a torque about the centre of mass, or an impulse with an angular one. */
typedef struct Push {
    DryVec3 linear, angular;
    bool impulse;
} Push;

static DryStatus push_force(DryWorld *w, int32_t body, const Push *push, DryWake wake, const char *call)
{
    BodyCold *c = world_body(w, body);
    DryVec3 force = v3_add(c->force, push->linear), torque = v3_add(c->torque, push->angular);
    float hardest =
        f_max(v3_length(force) * c->inv_mass, v3_length(body_turned_by(c, world_motion(w, body), torque)));
    if (!(v3_finite(force) && v3_finite(torque) && hardest <= HARDEST)) {
        return dry__fail(w, DRY_ERROR_RANGE, call,
                         "the body would be accelerated by more than %g m/s^2 or rad/s^2", (double)HARDEST);
    }
    if (wake == DRY_WAKE) {
        dry__wake_body(w, body);
    }
    if (world_body_awake(w, body)) {
        c->force = force;
        c->torque = torque;
    }
    return DRY_OK;
}

static DryStatus push_impulse(DryWorld *w, int32_t body, const Push *push, DryWake wake, const char *call)
{
    const BodyCold *c = world_body(w, body);
    BodyMotion *m = world_motion(w, body);
    DryVec3 v = v3_add(m->v, unlocked(v3_scale(push->linear, c->inv_mass), c->locks));
    DryVec3 spin = v3_add(m->w, unlocked(body_turned_by(c, m, push->angular), c->locks >> 3));
    if (!(v3_length(v) <= FASTEST && v3_length(spin) <= FASTEST)) {
        return dry__fail(w, DRY_ERROR_RANGE, call, "the body would be faster than %g m/s or rad/s",
                         (double)FASTEST);
    }
    if (wake == DRY_WAKE) {
        dry__wake_body(w, body);
    }
    if (world_body_awake(w, body)) {
        double before = w->state.bodies.counting ? body_kinetic_energy(c, m) : 0.0;
        m->v = v;
        m->w = spin;
        if (w->state.bodies.counting) {
            w->state.bodies.work.data[body].forces += body_kinetic_energy(c, m) - before;
        }
        dry__proxy_stretch(w, body);
    }
    return DRY_OK;
}

/* `point`: where it acts, or null: at the centre of mass. */
static DryStatus apply(DryWorld *w, DryBodyId id, Push push, const DryPos *point, DryWake wake,
                       const char *call)
{
    int32_t body;
    DryStatus status = dry__edit_body(w, id, call, &body);
    status = status != DRY_OK ? status : check_vector(w, push.linear, call, "the vector");
    status = status != DRY_OK ? status : check_vector(w, push.angular, call, "the vector");
    status = status != DRY_OK || point == NULL ? status : check_point(w, *point, call);
    if (status != DRY_OK) {
        return status;
    }
    if (!body_is_dynamic(world_body(w, body))) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "the body is not dynamic");
    }
    if (wake != DRY_WAKE && !world_body_awake(w, body)) {
        return DRY_OK;
    }
    if (point != NULL) {
        push.angular = v3_cross(pos_sub(*point, world_motion(w, body)->center), push.linear);
    }
    return push.impulse ? push_impulse(w, body, &push, wake, call) : push_force(w, body, &push, wake, call);
}

DryStatus dry_body_apply_force(DryWorld *world, DryBodyId id, DryVec3 force, DryPos point, DryWake wake)
{
    return apply(world, id, (Push){ .linear = force }, &point, wake, "dry_body_apply_force");
}

DryStatus dry_body_apply_force_center(DryWorld *world, DryBodyId id, DryVec3 force, DryWake wake)
{
    return apply(world, id, (Push){ .linear = force }, NULL, wake, "dry_body_apply_force_center");
}

DryStatus dry_body_apply_torque(DryWorld *world, DryBodyId id, DryVec3 torque, DryWake wake)
{
    return apply(world, id, (Push){ .angular = torque }, NULL, wake, "dry_body_apply_torque");
}

DryStatus dry_body_apply_impulse(DryWorld *world, DryBodyId id, DryVec3 impulse, DryPos point, DryWake wake)
{
    return apply(world, id, (Push){ .linear = impulse, .impulse = true }, &point, wake,
                 "dry_body_apply_impulse");
}

DryStatus dry_body_apply_impulse_center(DryWorld *world, DryBodyId id, DryVec3 impulse, DryWake wake)
{
    return apply(world, id, (Push){ .linear = impulse, .impulse = true }, NULL, wake,
                 "dry_body_apply_impulse_center");
}

DryStatus dry_body_apply_angular_impulse(DryWorld *world, DryBodyId id, DryVec3 impulse, DryWake wake)
{
    return apply(world, id, (Push){ .angular = impulse, .impulse = true }, NULL, wake,
                 "dry_body_apply_angular_impulse");
}

DryVec3 dry_body_force(const DryWorld *world, DryBodyId id)
{
    int32_t body = dry__find_body(world, id);
    return body < 0 ? v3(0.0f, 0.0f, 0.0f) : world_body(world, body)->force;
}

DryVec3 dry_body_torque(const DryWorld *world, DryBodyId id)
{
    int32_t body = dry__find_body(world, id);
    return body < 0 ? v3(0.0f, 0.0f, 0.0f) : world_body(world, body)->torque;
}

DryStatus dry_body_clear_forces(DryWorld *world, DryBodyId id)
{
    int32_t body;
    DryStatus status = dry__edit_body(world, id, "dry_body_clear_forces", &body);
    if (status == DRY_OK) {
        world_body(world, body)->force = v3(0.0f, 0.0f, 0.0f);
        world_body(world, body)->torque = v3(0.0f, 0.0f, 0.0f);
    }
    return status;
}
