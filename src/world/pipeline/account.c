/* Work of the step, body by body. */
#include "world/pipeline/stages.h"

#include "world/edit/body_edit.h"
#include "world/store/energy.h"

#include <string.h>

bool dry__account_open(DryWorld *w)
{
    WorldScratch *k = &w->scratch;
    int32_t count = w->state.awake.count + 1;
    if (!array_resize(&k->accounts, count)) {
        return false;
    }
    memset(k->accounts.data, 0, (size_t)count * sizeof *k->accounts.data);
    for (int32_t i = 0; i < w->state.awake.count; ++i) {
        int32_t body = w->state.awake.data[i];
        const BodyCold *c = world_body(w, body);
        const BodyMotion *m = world_motion(w, body);
        SolverAccount *a = &k->accounts.data[i + 1];
        a->force = unlocked(v3_scale(c->force, c->inv_mass), c->locks);
        a->torque = k->motion.data[i + 1].angular_acceleration;
        a->kinetic = body_kinetic_energy(c, m);
        a->potential = body_potential_energy(w, c, m);
    }
    return true;
}

void dry__account_close(DryWorld *w)
{
    for (int32_t i = 0; i < w->state.awake.count; ++i) {
        int32_t body = w->state.awake.data[i];
        const BodyCold *c = world_body(w, body);
        if (!body_is_dynamic(c)) {
            continue;
        }
        const BodyMotion *m = world_motion(w, body);
        const SolverAccount *a = &w->scratch.accounts.data[i + 1];
        DryWork *work = &w->state.bodies.work.data[body];
        double gravity = a->potential - body_potential_energy(w, c, m), sum = gravity;
        for (int s = 0; s < LEDGER_SOURCES; ++s) {
            sum += a->work[s];
        }
        if (!isfinite(sum)) {
            continue; /* about to be quarantined */
        }
        double gained = body_kinetic_energy(c, m) - a->kinetic;
        work->gravity += gravity;
        work->forces += a->work[LEDGER_FORCES];
        work->damping += a->work[LEDGER_DAMPING];
        work->contacts += a->work[LEDGER_CONTACTS];
        work->friction += a->work[LEDGER_FRICTION];
        work->joints += a->work[LEDGER_JOINTS];
        work->drives += a->work[LEDGER_DRIVES];
        work->correction += gained - sum;
    }
}
