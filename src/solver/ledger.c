#include "solver/ledger.h"

#include "base/jobs.h"
#include "solver/contact_batch.h"
#include "solver/integrate.h"

#include <string.h>

enum {
    ACCOUNT_GRAIN = 128
};

static Motion6 motion_of(DryVec3 v, DryVec3 w)
{
    return (Motion6){ { (double)v.x, (double)v.y, (double)v.z, (double)w.x, (double)w.y, (double)w.z } };
}

static void add_difference(Motion6 *sum, const Motion6 *from, const Motion6 *to)
{
    for (int i = 0; i < 6; ++i) {
        sum->x[i] += to->x[i] - from->x[i];
    }
}

static bool counts(const Ledger *ledger, int32_t body)
{
    return ledger->bodies.mass[body].inv_mass > 0.0f;
}

static void run(Ledger *ledger, RangeFn *fn)
{
    if (ledger->bodies.count > 1) {
        dry__jobs_for(ledger->jobs, ledger->bodies.count - 1, ACCOUNT_GRAIN, fn, ledger);
    }
}

/* ---- the substep's changes ---- */

static void open_range(void *context, int32_t begin, int32_t end, int32_t worker)
{
    const Ledger *ledger = context;
    (void)worker;
    for (int32_t i = begin + 1; i < end + 1; ++i) {
        SolverAccount *a = &ledger->accounts[i];
        const SolverVelocity *v = &ledger->bodies.velocity[i];
        a->start = a->latest = motion_of(v->v, v->w);
        memset(a->change, 0, sizeof a->change);
    }
}

void dry__ledger_open(Ledger *ledger)
{
    run(ledger, open_range);
}

static void note_range(void *context, int32_t begin, int32_t end, int32_t worker)
{
    const Ledger *ledger = context;
    (void)worker;
    for (int32_t i = begin + 1; i < end + 1; ++i) {
        SolverAccount *a = &ledger->accounts[i];
        const SolverVelocity *v = &ledger->bodies.velocity[i];
        Motion6 now = motion_of(v->v, v->w);
        if (ledger->source < LEDGER_SOURCES) {
            add_difference(&a->change[ledger->source], &a->latest, &now);
        }
        a->latest = now;
    }
}

void dry__ledger_note(Ledger *ledger, LedgerSource source)
{
    ledger->source = source;
    run(ledger, note_range);
}

static bool damped(const SolverMotion *m)
{
    return m->linear_damping > 0.0f || m->angular_damping > 0.0f;
}

static void forces_range(void *context, int32_t begin, int32_t end, int32_t worker)
{
    const Ledger *ledger = context;
    (void)worker;
    float h = ledger->h;
    for (int32_t i = begin + 1; i < end + 1; ++i) {
        if (!counts(ledger, i)) {
            continue;
        }
        SolverAccount *a = &ledger->accounts[i];
        const SolverVelocity *v = &ledger->bodies.velocity[i];
        const SolverMotion *m = &ledger->bodies.motion[i];
        bool carried = ledger->carried;
        Motion6 now = carried ? motion_of(m->pre_v, m->pre_w) : motion_of(v->v, v->w);
        Motion6 push = motion_of(v3_scale(a->force, h), v3_scale(a->torque, h));
        /* what damping leaves of all acceleration; its rest is not worth the name of an undamped body */
        Motion6 all = motion_of(v3_scale(m->acceleration, h), v3_scale(m->angular_acceleration, h));
        for (int k = 0; k < 6; ++k) {
            a->change[LEDGER_FORCES].x[k] += push.x[k];
            a->change[LEDGER_DAMPING].x[k] += damped(m) ? now.x[k] - a->latest.x[k] - all.x[k] : 0.0;
        }
        a->latest = now;
        if (carried) {
            Motion6 after = motion_of(v->v, v->w);
            add_difference(&a->change[LEDGER_CONTACTS], &now, &after);
            a->latest = after;
        }
    }
}

void dry__ledger_forces(Ledger *ledger, bool carried)
{
    ledger->carried = carried;
    run(ledger, forces_range);
}

/* ---- parts of contacts and joints ---- */

static void add_impulse(Motion6 *change, const SolverMass *mass, DryVec3 impulse, DryVec3 angular)
{
    DryVec3 v = dry__unlocked(v3_scale(impulse, mass->inv_mass), mass->flags);
    Motion6 zero = { { 0.0 } }, more = motion_of(v, sym3_mul(&mass->inv_inertia, angular));
    add_difference(change, &zero, &more);
}

void dry__ledger_drive(SolverAccount *account, const SolverMass *mass, DryVec3 impulse, DryVec3 angular)
{
    if (mass->inv_mass > 0.0f) {
        add_impulse(&account->change[LEDGER_DRIVES], mass, impulse, angular);
    }
}

static DryVec3 lane_vector(const Lanes v[3], int lane)
{
    return v3(v[0][lane], v[1][lane], v[2][lane]);
}

/* The friction impulses of the substep, which started with those of the one before. */
static void note_friction(const Ledger *ledger, const ContactBatch *b, int lane)
{
    const ContactFrame *f = &b->frame;
    DryVec3 impulse = v3_scale(lane_vector(f->tangent_1, lane), b->friction[0][lane]);
    impulse = v3_mad(impulse, lane_vector(f->tangent_2, lane), b->friction[1][lane]);
    DryVec3 twist = v3_scale(lane_vector(f->normal, lane), b->friction[2][lane] * b->radius[lane]);
    for (int side = 0; side < 2; ++side) {
        int32_t body = side == 0 ? b->body_a[lane] : b->body_b[lane];
        if (!counts(ledger, body)) {
            continue;
        }
        DryVec3 arm = lane_vector(side == 0 ? f->arm_a : f->arm_b, lane);
        DryVec3 angular = v3_add(v3_cross(arm, impulse), twist);
        float sign = side == 0 ? -1.0f : 1.0f;
        add_impulse(&ledger->accounts[body].change[LEDGER_FRICTION], &ledger->bodies.mass[body],
                    v3_scale(impulse, sign), v3_scale(angular, sign));
    }
}

/* ---- the end of the substep ---- */

/* P . (v0 + v3) / 2 with the impulse P that made the change. */
static double work_of(const SolverMass *mass, const SolverMotion *m, const Motion6 *change,
                      const Motion6 *mean)
{
    double linear = 0.0, angular = 0.0;
    DryVec3 turn = v3((float)change->x[3], (float)change->x[4], (float)change->x[5]);
    DryVec3 spin = v3((float)mean->x[3], (float)mean->x[4], (float)mean->x[5]);
    turn = quat_rotate_inverse(m->rotation, turn);
    spin = quat_rotate_inverse(m->rotation, spin);
    for (int k = 0; k < 3; ++k) {
        linear += change->x[k] * mean->x[k];
        angular += (double)v3_get(m->inertia, k) * (double)v3_get(turn, k) * (double)v3_get(spin, k);
    }
    return linear / (double)mass->inv_mass + angular;
}

static void close_range(void *context, int32_t begin, int32_t end, int32_t worker)
{
    const Ledger *ledger = context;
    (void)worker;
    for (int32_t i = begin + 1; i < end + 1; ++i) {
        if (!counts(ledger, i)) {
            continue;
        }
        SolverAccount *a = &ledger->accounts[i];
        Motion6 mean;
        for (int k = 0; k < 6; ++k) {
            mean.x[k] = 0.5 * (a->start.x[k] + a->latest.x[k]);
        }
        double work[LEDGER_SOURCES];
        for (int s = 0; s < LEDGER_SOURCES; ++s) {
            work[s] = work_of(&ledger->bodies.mass[i], &ledger->bodies.motion[i], &a->change[s], &mean);
        }
        work[LEDGER_CONTACTS] -= work[LEDGER_FRICTION];
        work[LEDGER_JOINTS] -= work[LEDGER_DRIVES];
        for (int s = 0; s < LEDGER_SOURCES; ++s) {
            a->work[s] += work[s];
        }
    }
}

/* Batches one after another: their bodies are shared between colours. */
void dry__ledger_close(Ledger *ledger)
{
    for (int32_t i = 0; i < ledger->batch_count; ++i) {
        const ContactBatch *b = &ledger->batches[i];
        for (int lane = 0; lane < b->count; ++lane) {
            note_friction(ledger, b, lane);
        }
    }
    run(ledger, close_range);
}
