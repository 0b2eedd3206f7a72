#include "solver/direct_rows.h"
#include "solver/integrate.h"

#include <string.h>

static DryVec3 lane_vector(const Lanes *v, int32_t lane)
{
    return v3(v[0][lane], v[1][lane], v[2][lane]);
}

static DryVec3 pushed(const ContactStep *step, int32_t body, DryVec3 direction)
{
    const SolverMass *m = &step->bodies.mass[body];
    return dry__unlocked(v3_scale(direction, m->inv_mass), m->flags);
}

static void set_spins(const ContactStep *step, const DirectManifold *manifold, DirectRow *row)
{
    const SolverMass *mass = step->bodies.mass;
    row->spin_a = v3_scale(sym3_mul(&mass[manifold->body[0]].inv_inertia, row->turn_a), -1.0f);
    row->spin_b = sym3_mul(&mass[manifold->body[1]].inv_inertia, row->turn_b);
}

void dry__direct_make_row(const ContactStep *step, const DirectManifold *manifold, int32_t kind,
                          DirectRow *row)
{
    const ContactBatch *b = &step->batches[manifold->batch];
    int32_t lane = manifold->lane;
    DryVec3 n = lane_vector(b->frame.normal, lane), t1 = lane_vector(b->frame.tangent_1, lane),
            t2 = lane_vector(b->frame.tangent_2, lane);
    DryVec3 arm_a = lane_vector(b->frame.arm_a, lane), arm_b = lane_vector(b->frame.arm_b, lane);
    row->kind = kind;
    if (kind == DIRECT_TWIST) {
        row->direction = v3(0.0f, 0.0f, 0.0f);
        row->turn_a = row->turn_b = v3_scale(n, b->radius[lane]);
    } else {
        DryVec3 off = v3(0.0f, 0.0f, 0.0f);
        row->direction = kind == DIRECT_TANGENT_1 ? t1 : kind == DIRECT_TANGENT_2 ? t2 : n;
        if (kind < MANIFOLD_MAX_POINTS) {
            off = v3_mad(v3_scale(t1, b->u[kind][lane]), t2, b->w[kind][lane]);
        }
        row->turn_a = v3_cross(v3_add(arm_a, off), row->direction);
        row->turn_b = v3_cross(v3_add(arm_b, off), row->direction);
    }
    int32_t body_a = manifold->body[0], body_b = manifold->body[1];
    row->push_a = v3_scale(pushed(step, body_a, row->direction), -1.0f);
    row->push_b = pushed(step, body_b, row->direction);
    set_spins(step, manifold, row);
}

/* What an impulse of row j does to the motion that row i acts on. */
static float response(const DirectPlan *plan, const DirectRow *i, const DirectRow *j)
{
    const int32_t *bi = plan->manifolds[i->manifold].body, *bj = plan->manifolds[j->manifold].body;
    float sum = 0.0f;
    for (int side = 0; side < 2; ++side) {
        bool from_a = bi[side] == bj[0], from_b = bi[side] == bj[1];
        if (!from_a && !from_b) {
            continue;
        }
        DryVec3 push = from_a ? j->push_a : j->push_b, spin = from_a ? j->spin_a : j->spin_b;
        float here = v3_dot(i->direction, push) + v3_dot(side == 0 ? i->turn_a : i->turn_b, spin);
        sum += side == 0 ? -here : here;
    }
    return sum;
}

void dry__direct_make_matrix(DirectPlan *plan, const DirectCluster *cluster)
{
    for (int32_t i = cluster->row; i < cluster->row + cluster->rows; ++i) {
        const DirectRow *row = &plan->rows[i];
        float *out = plan->matrix + row->place;
        for (int32_t j = row->first; j <= i; ++j) {
            *out++ = response(plan, row, &plan->rows[j]);
        }
    }
}

static bool has_turned(const ContactStep *step, int32_t body)
{
    const SolverMass *mass = &step->bodies.mass[body];
    return solver_turns(mass) && v3_length_squared(step->bodies.delta[body].r) > SOLVER_TURN * SOLVER_TURN;
}

void dry__direct_follow_turns(const ContactStep *step, DirectPlan *plan, DirectCluster *cluster)
{
    bool turned = cluster->turned;
    for (int32_t i = cluster->manifold; i < cluster->manifold + cluster->manifolds && !turned; ++i) {
        const int32_t *body = plan->manifolds[i].body;
        turned = has_turned(step, body[0]) || has_turned(step, body[1]);
    }
    if (!turned) {
        return;
    }
    for (int32_t i = cluster->row; i < cluster->row + cluster->rows; ++i) {
        set_spins(step, &plan->manifolds[plan->rows[i].manifold], &plan->rows[i]);
    }
    dry__direct_make_matrix(plan, cluster);
    memset(cluster->factored, 0, sizeof cluster->factored);
    cluster->turned = true;
}
