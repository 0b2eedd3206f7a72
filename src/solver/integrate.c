#include "solver/integrate.h"

#include "math/trig.h"

#include <string.h>

DryVec3 dry__unlocked(DryVec3 v, uint32_t flags)
{
    return v3((flags & SOLVER_LOCK_X) != 0 ? 0.0f : v.x, (flags & SOLVER_LOCK_Y) != 0 ? 0.0f : v.y,
              (flags & SOLVER_LOCK_Z) != 0 ? 0.0f : v.z);
}

/* The square of its length may overflow. */
DryVec3 dry__shortened(DryVec3 v, float most)
{
    float length2 = v3_length_squared(v);
    if (!(length2 > most * most)) {
        return v;
    }
    if (isfinite(length2)) {
        return v3_scale(v, most / sqrtf(length2));
    }
    DryVec3 u = v3_scale(v, 1e-20f);
    return v3_scale(u, most / v3_length(u));
}

static inline void cap(DryVec3 *v, float most)
{
    if (!(v3_length_squared(*v) <= most * most)) {
        *v = dry__shortened(*v, most);
    }
}

/* Impulses that ask for this many times the largest velocity are no answer of the contacts to the bodies'
   motion: rows that cannot all hold have driven each other up. */
#define TORN 2.0f

static DryVec3 bounded(DryVec3 v, float most, bool *torn)
{
    *torn |= !(v3_length_squared(v) <= TORN * TORN * most * most);
    return dry__shortened(v, most);
}

static bool is_finite(const SolverVelocity *velocity)
{
    return isfinite(v3_length(velocity->v)) && isfinite(v3_length(velocity->w));
}

/* Impulses that are no numbers have not been: a body that had a velocity before them keeps it. */
static void take_back(const SolverMotion *m, SolverVelocity *velocity)
{
    SolverVelocity before = { .v = m->pre_v, .w = m->pre_w };
    if (!is_finite(velocity) && is_finite(&before)) {
        velocity->v = before.v;
        velocity->w = before.w;
    }
}

/* Of a velocity that is too large. True if impulses have torn the body. */
static __attribute__((noinline)) bool cut_velocity(const Motion *motion, const SolverMotion *m,
                                                   SolverVelocity *velocity)
{
    bool torn = false;
    if (!(v3_length_squared(velocity->v) <= motion->maximum_speed * motion->maximum_speed)) {
        velocity->v = bounded(velocity->v, motion->maximum_speed, &torn);
    }
    if (!(v3_length_squared(velocity->w) <= motion->maximum_spin * motion->maximum_spin)) {
        velocity->w = bounded(velocity->w, motion->maximum_spin, &torn);
    }
    if (torn) {
        take_back(m, velocity);
    }
    return torn;
}

/* The last word on what impulses have done: bodies are moved, and left behind by the step, no faster than the
   world allows and turn no further than integration can follow. True if they have torn the body. */
static inline bool bound_velocity(const Motion *motion, const SolverMotion *m, SolverVelocity *velocity)
{
    float speed2 = v3_length_squared(velocity->v), spin2 = v3_length_squared(velocity->w);
    bool allowed = speed2 <= motion->maximum_speed * motion->maximum_speed &&
                   spin2 <= motion->maximum_spin * motion->maximum_spin;
    return !allowed && cut_velocity(motion, m, velocity);
}

void dry__motion_reset_late(const Motion *motion, int32_t begin, int32_t end)
{
    memset(motion->late + begin, 0, (size_t)(end - begin) * sizeof *motion->late);
}

bool dry__motion_keep_carry(const Motion *motion, int32_t begin, int32_t end)
{
    const SolverBodies *bodies = &motion->bodies;
    bool torn = false;
    for (int32_t i = begin; i < end; ++i) {
        if (bodies->mass[i].inv_mass > 0.0f) {
            SolverMotion *m = &bodies->motion[i];
            if (bound_velocity(motion, m, &bodies->velocity[i])) {
                bodies->mass[i].flags |= SOLVER_TORN;
                torn = true;
            }
            m->carry_v = v3_sub(bodies->velocity[i].v, m->pre_v);
            m->carry_w = v3_add(v3_sub(bodies->velocity[i].w, m->pre_w), motion->late[i].w);
            motion->late[i].w = v3(0.0f, 0.0f, 0.0f);
        }
    }
    return torn;
}

/* v + h a, with the rounding of the substeps before made good (Kahan): the same increment again and again
   would round the same way each time, and show in ballistics. */
static DryVec3 accelerated(DryVec3 v, DryVec3 a, float h, DryVec3 *lost)
{
    DryVec3 change = v3_sub(v3_scale(a, h), *lost), sum = v3_add(v, change);
    *lost = v3_sub(v3_sub(sum, v), change);
    return sum;
}

void dry__motion_accelerate(const Motion *motion, int32_t begin, int32_t end)
{
    const SolverBodies *bodies = &motion->bodies;
    float h = motion->h;
    for (int32_t i = begin; i < end; ++i) {
        const SolverMass *mass = &bodies->mass[i];
        if (!(mass->inv_mass > 0.0f)) {
            continue;
        }
        SolverMotion *m = &bodies->motion[i];
        SolverVelocity *velocity = &bodies->velocity[i];
        DryVec3 v = accelerated(velocity->v, m->acceleration, h, &m->lost_v);
        DryVec3 w = v3_mad(velocity->w, m->angular_acceleration, h);
        v = v3_scale(v, 1.0f / (1.0f + h * m->linear_damping));
        w = v3_scale(w, 1.0f / (1.0f + h * m->angular_damping));
        cap(&v, motion->maximum_speed);
        cap(&w, motion->maximum_spin);
        velocity->v = dry__unlocked(v, mass->flags);
        velocity->w = w;
    }
}

void dry__motion_begin_impulses(const Motion *motion, int32_t begin, int32_t end, bool first)
{
    const SolverBodies *bodies = &motion->bodies;
    for (int32_t i = begin; i < end; ++i) {
        const SolverMass *mass = &bodies->mass[i];
        if (!(mass->inv_mass > 0.0f)) {
            continue;
        }
        SolverMotion *m = &bodies->motion[i];
        SolverVelocity *velocity = &bodies->velocity[i];
        m->pre_v = velocity->v;
        m->pre_w = velocity->w;
        if (!first && motion->warm_starting && (mass->flags & SOLVER_JOINTED) == 0) {
            velocity->v = v3_add(velocity->v, m->carry_v);
            velocity->w = v3_add(velocity->w, m->carry_w);
        }
    }
}

DryQuat dry__quat_turn(DryQuat q, DryVec3 r)
{
    float x = v3_length_squared(r), s, c; /* s: sine of half the angle over the angle */
    if (x < 1.0f) {
        s = 0.5f - x * (1.0f / 48.0f - x * (1.0f / 3840.0f - x * (1.0f / 645120.0f)));
        c = 1.0f - x * (1.0f / 8.0f - x * (1.0f / 384.0f - x * (1.0f / 46080.0f - x * (1.0f / 10321920.0f))));
    } else {
        float angle = sqrtf(x), sine;
        dry__sin_cos(0.5f * angle, &sine, &c);
        s = sine / angle;
    }
    DryQuat turn = { s * r.x, s * r.y, s * r.z, c };
    return quat_normalize(quat_mul(turn, q));
}

/* A body's angular momentum in its principal axes and its rotation, in double: single precision loses a flip
   of the tumbling body of the lab in a minute. */
typedef struct Spin {
    double l[3], q[4];
} Spin;

/* Free rotation for h with the energy of one axis alone: an exact rotation of the momentum about it, in
 * Cayley form. */
static void spin_axis(Spin *spin, int axis, double h, double inertia)
{
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    double t = 0.5 * h * spin->l[axis] / inertia, d = 1.0 / (1.0 + t * t);
    double c = (1.0 - t * t) * d, s = 2.0 * t * d;
    double li = spin->l[i], lj = spin->l[j];
    spin->l[i] = c * li + s * lj;
    spin->l[j] = c * lj - s * li;
    /* q times the unnormalised (t on the axis, 1) */
    double *q = spin->q, qa = q[axis], qi = q[i], qj = q[j], qw = q[3];
    q[axis] = qa + t * qw;
    q[i] = qi + t * qj;
    q[j] = qj - t * qi;
    q[3] = qw - t * qa;
}

static void rotate_between(const double q[4], const double v[3], double sign, double out[3])
{
    double x = sign * q[0], y = sign * q[1], z = sign * q[2], w = q[3];
    double tx = 2.0 * (y * v[2] - z * v[1]), ty = 2.0 * (z * v[0] - x * v[2]),
           tz = 2.0 * (x * v[1] - y * v[0]);
    out[0] = v[0] + w * tx + (y * tz - z * ty);
    out[1] = v[1] + w * ty + (z * tx - x * tz);
    out[2] = v[2] + w * tz + (x * ty - y * tx);
}

static void normalize4(double q[4])
{
    double scale = 1.0 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; ++i) {
        q[i] *= scale;
    }
}

/* Gyroscopic motion by Strang splitting of the kinetic energy over the principal axes, 1 2 3 2 1 (Touma and
   Wisdom 1994). Keeps |L| and the order of the energy at any step. */
void dry__turn_freely(const SolverMotion *m, float step, DryQuat *rotation, DryVec3 *velocity)
{
    double h = (double)step;
    double inertia[3] = { (double)m->inertia.x, (double)m->inertia.y, (double)m->inertia.z };
    double w[3] = { (double)velocity->x, (double)velocity->y, (double)velocity->z };
    Spin spin = { { 0 },
                  { (double)rotation->x, (double)rotation->y, (double)rotation->z, (double)rotation->w } };
    normalize4(spin.q);
    rotate_between(spin.q, w, -1.0, spin.l);
    for (int i = 0; i < 3; ++i) {
        spin.l[i] *= inertia[i];
    }
    spin_axis(&spin, 0, 0.5 * h, inertia[0]);
    spin_axis(&spin, 1, 0.5 * h, inertia[1]);
    spin_axis(&spin, 2, h, inertia[2]);
    spin_axis(&spin, 1, 0.5 * h, inertia[1]);
    spin_axis(&spin, 0, 0.5 * h, inertia[0]);
    normalize4(spin.q);
    for (int i = 0; i < 3; ++i) {
        spin.l[i] /= inertia[i];
    }
    rotate_between(spin.q, spin.l, 1.0, w);
    *rotation = (DryQuat){ (float)spin.q[0], (float)spin.q[1], (float)spin.q[2], (float)spin.q[3] };
    *velocity = v3((float)w[0], (float)w[1], (float)w[2]);
}

DrySym3 dry__turned_inertia(const SolverMotion *motion, DryQuat rotation)
{
    DryMat3 r = mat3_from_quat(rotation);
    return sym3_rotate_diagonal(&r, motion->inv_inertia);
}

DryVec3 dry__same_torque(const SolverMotion *motion, DryQuat before, DryQuat after, DryVec3 dw)
{
    DryVec3 torque = v3_mul(motion->inertia, quat_rotate_inverse(before, dw));
    DryVec3 turned = quat_rotate_inverse(after, quat_rotate(before, torque));
    return quat_rotate(after, v3_mul(motion->inv_inertia, turned));
}

/* The impulses of the substep so far become the velocities they would have given the body as it lies now, so
   that their repetition as the carry is the same torque. */
static void move_gyroscopic(SolverMotion *m, SolverVelocity *velocity, float h)
{
    DryQuat before = m->rotation;
    DryVec3 change = v3_sub(velocity->w, m->pre_w);
    dry__turn_freely(m, h, &m->rotation, &velocity->w);
    m->pre_w = v3_sub(velocity->w, dry__same_torque(m, before, m->rotation, change));
}

bool dry__motion_move(const Motion *motion, int32_t begin, int32_t end)
{
    const SolverBodies *bodies = &motion->bodies;
    float h = motion->h;
    bool torn = false;
    for (int32_t i = begin > 1 ? begin : 1; i < end; ++i) {
        SolverMass *mass = &bodies->mass[i];
        SolverVelocity *velocity = &bodies->velocity[i];
        SolverMotion *m = &bodies->motion[i];
        SolverDelta *delta = &bodies->delta[i];
        bool moves = mass->inv_mass > 0.0f;
        if (moves && bound_velocity(motion, m, velocity)) {
            mass->flags |= SOLVER_TORN;
            torn = true;
        }
        DryVec3 v = velocity->v, turn = v3_scale(velocity->w, h), step = v3_scale(v, h);
        if (moves && v.x == m->pre_v.x && v.y == m->pre_v.y && v.z == m->pre_v.z) {
            /* no impulse: a free path bends by the mean of the velocities before and after, h v - h^2/2 a */
            DryVec3 a = v3_mad(m->acceleration, v, -m->linear_damping);
            step = v3_sub(step, dry__unlocked(v3_scale(a, 0.5f * h * h), mass->flags));
        }
        delta->p = v3_add(delta->p, step);
        delta->r = v3_add(delta->r, turn);
        /* spins below 1e-6 a substep turn too slowly for gyroscopic torque to matter */
        if (moves && (mass->flags & SOLVER_GYROSCOPIC) != 0 && v3_length_squared(turn) > 1e-12f) {
            move_gyroscopic(m, velocity, h);
            if (solver_turns(mass)) {
                mass->inv_inertia = dry__turned_inertia(m, m->rotation);
            }
        } else if (moves || (mass->flags & SOLVER_KINEMATIC) != 0) {
            m->rotation = dry__quat_turn(m->rotation, turn);
        }
    }
    return torn;
}

void dry__motion_shift(const Motion *motion, SolverVelocity *push, int32_t begin, int32_t end)
{
    const SolverBodies *bodies = &motion->bodies;
    for (int32_t i = begin; i < end; ++i) {
        SolverMass *mass = &bodies->mass[i];
        if (!(mass->inv_mass > 0.0f)) {
            continue;
        }
        SolverMotion *m = &bodies->motion[i];
        SolverDelta *delta = &bodies->delta[i];
        cap(&push[i].v, motion->maximum_speed);
        cap(&push[i].w, motion->maximum_spin);
        if (!is_finite(&push[i])) {
            push[i] = (SolverVelocity){ 0 }; /* sweeps that have run away say nothing about places */
        }
        DryVec3 turn = v3_scale(push[i].w, motion->h);
        delta->p = v3_mad(delta->p, push[i].v, motion->h);
        delta->r = v3_add(delta->r, turn);
        push[i] = (SolverVelocity){ 0 };
        if (v3_length_squared(turn) > 0.0f) {
            m->rotation = dry__quat_turn(m->rotation, turn);
            if (solver_turns(mass)) {
                mass->inv_inertia = dry__turned_inertia(m, m->rotation);
            }
        }
    }
}
