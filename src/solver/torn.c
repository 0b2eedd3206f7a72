#include "solver/torn.h"

static void forget_carry(const SolverBodies *bodies, int32_t body, bool taken_back)
{
    if (bodies->mass[body].inv_mass > 0.0f) {
        SolverMotion *m = &bodies->motion[body];
        m->carry_v = m->carry_w = v3(0.0f, 0.0f, 0.0f);
        if (taken_back) {
            bodies->velocity[body].v = m->pre_v;
            bodies->velocity[body].w = m->pre_w;
        }
    }
}

static void begin_anew(ContactBatch *b, ContactExtra *e, int lane)
{
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        b->impulse[k][lane] = 0.0f;
    }
    for (int i = 0; i < 3; ++i) {
        b->friction[i][lane] = 0.0f;
        if (b->extras != 0) {
            e->rolling[i][lane] = 0.0f;
        }
    }
    b->drifted &= ~(1 << lane);
}

void dry__torn_let_go(const ContactStep *step, int32_t batch_count, bool taken_back)
{
    const SolverBodies *bodies = &step->bodies;
    for (int32_t i = 0; i < batch_count; ++i) {
        ContactBatch *b = &step->batches[i];
        for (int lane = 0; lane < b->count; ++lane) {
            int32_t body_a = b->body_a[lane], body_b = b->body_b[lane];
            if (((bodies->mass[body_a].flags | bodies->mass[body_b].flags) & SOLVER_TORN) != 0) {
                begin_anew(b, contact_extra(step, i), lane);
                forget_carry(bodies, body_a, taken_back);
                forget_carry(bodies, body_b, taken_back);
            }
        }
    }
    for (int32_t i = 1; i < bodies->count; ++i) {
        if ((bodies->mass[i].flags & SOLVER_TORN) != 0) {
            forget_carry(bodies, i, taken_back);
            bodies->mass[i].flags &= ~(uint32_t)SOLVER_TORN;
        }
    }
}
