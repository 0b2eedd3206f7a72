/* The linear complementarity problem of a cluster: normals push or part, friction sticks. Block principal
   pivoting with a single pivot as the way out of circles (Judice and Pires 1994) over a skyline Cholesky
   factor. The softness acts on the change of the impulse only, so that nothing sinks. */
#include "solver/direct.h"
#include "solver/direct_problem.h"

#include <math.h>
#include <string.h>

enum {
    MOST_PIVOTINGS = 30,
    BLOCK_TRIES = 3,  /* without progress, before single pivots */
    MOST_ROUNDS = 40, /* of supposing what friction does */
    MOST_REFINEMENTS = 20
};

/* Share of the overlap that the bias pass takes out in a substep. */
#define PUSH_SHARE 0.05f
/* How far bodies may slide past each other in a step, in units of ContactStep.drift. */
#define MOST_SLIDE 100.0f
/* What rounding may leave: of the largest impulse, and of speed, m/s. */
#define IMPULSE_SLACK 1e-6f
#define SPEED_SLACK 1e-5f

static float motion_along(const DirectRow *r, DryVec3 va, DryVec3 wa, DryVec3 vb, DryVec3 wb)
{
    return v3_dot(r->direction, v3_sub(vb, va)) + (v3_dot(r->turn_b, wb) - v3_dot(r->turn_a, wa));
}

static const ContactBatch *batch_of(const Problem *p, const DirectRow *r, int32_t *lane)
{
    const DirectManifold *m = &p->plan->manifolds[r->manifold];
    *lane = m->lane;
    return &p->step->batches[m->batch];
}

static float *matrix_at(const Problem *p, int32_t i)
{
    return p->plan->matrix + p->rows[i].place;
}

static void set_up_normal(Problem *p, int32_t i, float velocity, float moved)
{
    const DirectRow *r = &p->rows[i];
    const ContactStep *step = p->step;
    int32_t lane;
    const ContactBatch *b = batch_of(p, r, &lane);
    float s = b->separation[r->kind][lane] + moved, bias = 0.0f;
    if (s > step->gap) {
        bias = s * step->inv_h;
    } else if (p->pass == DIRECT_BIAS && s < 0.0f) {
        bias = f_max(PUSH_SHARE * s * step->inv_h, -step->push_speed);
    }
    p->before[i] = b->impulse[r->kind][lane];
    p->residual[i] = p->velocity[i] = velocity + bias;
    float diagonal = direct_diagonal(p, i), least = DIRECT_LOCKED_SHARE * direct_inverse_mass(p, i);
    p->softness[i] = f_max(DIRECT_SOFTNESS * diagonal, least - diagonal);
    /* what lies still on something that is about to fall is as good as pressed onto it */
    p->state[i] = p->before[i] > 0.0f || p->residual[i] < SPEED_SLACK ? ROW_ACTIVE : 0;
}

static void set_up_friction(Problem *p, int32_t i, float velocity)
{
    const DirectRow *r = &p->rows[i];
    int32_t lane;
    const ContactBatch *b = batch_of(p, r, &lane);
    const ContactExtra *e = contact_extra(p->step, p->plan->manifolds[r->manifold].batch);
    int32_t part = r->kind - DIRECT_TANGENT_1;
    float wanted = b->extras != 0 && part < 2 ? e->surface[part][lane] : 0.0f;
    p->before[i] = b->friction[part][lane];
    p->velocity[i] = velocity - wanted;
}

/* False when bodies have slid so far past each other that the rows of the start are no longer right. */
static bool set_up(Problem *p)
{
    const ContactStep *step = p->step;
    const SolverBodies *bodies = &step->bodies;
    for (int32_t i = 0; i < p->cluster->rows; ++i) {
        const DirectRow *r = &p->rows[i];
        const int32_t *body = p->plan->manifolds[r->manifold].body;
        const SolverVelocity *va = &bodies->velocity[body[0]], *vb = &bodies->velocity[body[1]];
        const SolverDelta *da = &bodies->delta[body[0]], *db = &bodies->delta[body[1]];
        bool normal = r->kind < MANIFOLD_MAX_POINTS;
        if (normal && bodies->mass[body[0]].inv_mass > 0.0f && bodies->mass[body[1]].inv_mass > 0.0f) {
            DryVec3 drift = v3_sub(db->p, da->p);
            float along = v3_dot(drift, r->direction), limit = MOST_SLIDE * step->drift;
            if (v3_dot(drift, drift) - along * along > limit * limit) {
                return false;
            }
        }
        float velocity = motion_along(r, va->v, va->w, vb->v, vb->w);
        if (normal) {
            set_up_normal(p, i, velocity, motion_along(r, da->p, da->r, db->p, db->r));
        } else {
            set_up_friction(p, i, velocity);
        }
    }
    dry__direct_begin_friction(p);
    return true;
}

/* out = matrix times x, over all rows. */
static void multiply(const Problem *p, const float *x, double *out)
{
    for (int32_t i = 0; i < p->cluster->rows; ++i) {
        const float *row = matrix_at(p, i);
        int32_t first = direct_first(p, i);
        double sum = 0.0, xi = (double)x[i];
        for (int32_t j = first; j < i; ++j) {
            sum += (double)row[j - first] * (double)x[j];
            out[j] += (double)row[j - first] * xi;
        }
        out[i] = sum + (double)row[i - first] * xi;
    }
}

/* L of the active rows; the others are zero with a one on the diagonal. */
static bool factorize(Problem *p, double *factor)
{
    for (int32_t i = 0; i < p->cluster->rows; ++i) {
        const float *row = matrix_at(p, i);
        int32_t first = direct_first(p, i);
        double *li = factor + p->rows[i].place;
        if ((p->state[i] & ROW_ACTIVE) == 0) {
            memset(li, 0, (size_t)(i - first) * sizeof *li);
            li[i - first] = 1.0;
            continue;
        }
        for (int32_t j = first; j <= i; ++j) {
            if ((p->state[j] & ROW_ACTIVE) == 0) {
                li[j - first] = 0.0;
                continue;
            }
            int32_t first_j = direct_first(p, j), k = first > first_j ? first : first_j;
            const double *lj = factor + p->rows[j].place;
            double v = (double)row[j - first] + (i == j ? (double)p->softness[i] : 0.0);
            for (; k < j; ++k) {
                v -= li[k - first] * lj[k - first_j];
            }
            if (i != j) {
                li[j - first] = v / lj[j - first_j];
            } else if (v > 0.0) {
                li[j - first] = sqrt(v);
            } else {
                return false;
            }
        }
    }
    return true;
}

/* x of L L^T x = rhs in place. */
static void back_substitute(const Problem *p, const double *factor, double *x)
{
    int32_t n = p->cluster->rows;
    for (int32_t i = 0; i < n; ++i) {
        const double *li = factor + p->rows[i].place;
        int32_t first = direct_first(p, i);
        double v = x[i];
        for (int32_t k = first; k < i; ++k) {
            v -= li[k - first] * x[k];
        }
        x[i] = v / li[i - first];
    }
    for (int32_t i = n - 1; i >= 0; --i) {
        const double *li = factor + p->rows[i].place;
        int32_t first = direct_first(p, i);
        x[i] /= li[i - first];
        for (int32_t k = first; k < i; ++k) {
            x[k] -= li[k - first] * x[i];
        }
    }
}

/* A factor of the rows that are active now: the last one, if they are the same. */
static bool factor_for(Problem *p, DirectCluster *cluster)
{
    DirectPlan *plan = p->plan;
    uint8_t *made_for = plan->active[p->pass] + cluster->row;
    size_t n = (size_t)cluster->rows;
    bool same = cluster->factored[p->pass];
    for (size_t i = 0; i < n && same; ++i) {
        same = made_for[i] == (p->state[i] & ROW_ACTIVE);
    }
    if (!same) {
        cluster->factored[p->pass] = factorize(p, plan->factor[p->pass]);
        for (size_t i = 0; i < n; ++i) {
            made_for[i] = p->state[i] & ROW_ACTIVE;
        }
    }
    return cluster->factored[p->pass];
}

/* The changes of impulse for the present choice of active rows. False where they overflow: what is not a
   number would look like a solution, because nothing is wrong with it. */
static bool solve_active(Problem *p, DirectCluster *cluster)
{
    int32_t n = cluster->rows;
    bool any = false;
    for (int32_t i = 0; i < n; ++i) {
        bool parts = (p->state[i] & (ROW_ACTIVE | ROW_HELD)) == 0;
        p->change[i] = parts ? -p->before[i] : 0.0f;
        any |= p->change[i] != 0.0f;
    }
    memset(p->work, 0, (size_t)n * sizeof *p->work);
    if (any) {
        multiply(p, p->change, p->work);
    }
    for (int32_t i = 0; i < n; ++i) {
        bool active = (p->state[i] & ROW_ACTIVE) != 0;
        p->work[i] = active ? -(double)p->residual[i] - p->work[i] : 0.0;
    }
    if (!factor_for(p, cluster)) {
        return false;
    }
    back_substitute(p, p->plan->factor[p->pass], p->work);
    bool finite = true;
    for (int32_t i = 0; i < n; ++i) {
        p->change[i] = (p->state[i] & ROW_ACTIVE) != 0 ? (float)p->work[i] : p->change[i];
        finite &= isfinite(p->change[i]);
    }
    return finite;
}

/* Rows that pull, or that part into each other. Returns how many, and the last. */
static int32_t find_wrong(Problem *p, uint8_t *wrong, int32_t *last)
{
    int32_t n = p->cluster->rows, count = 0;
    float largest = 0.0f;
    for (int32_t i = 0; i < n; ++i) {
        largest = f_max(largest, f_max(fabsf(p->before[i]), fabsf(p->before[i] + p->change[i])));
    }
    multiply(p, p->change, p->work);
    for (int32_t i = 0; i < n; ++i) {
        bool is_wrong = false;
        if ((p->state[i] & (ROW_FRICTION | ROW_HELD)) == 0) {
            bool active = (p->state[i] & ROW_ACTIVE) != 0;
            float speed = p->residual[i] + (float)p->work[i] + p->softness[i] * p->change[i];
            is_wrong = active ? p->before[i] + p->change[i] < -IMPULSE_SLACK * largest : speed < -SPEED_SLACK;
        }
        wrong[i] = is_wrong;
        count += is_wrong ? 1 : 0;
        *last = is_wrong ? i : *last;
    }
    return count;
}

static bool pivot(Problem *p, DirectCluster *cluster, uint8_t *wrong)
{
    int32_t fewest = INT32_MAX, tries = BLOCK_TRIES;
    for (int round = 0; round < MOST_PIVOTINGS; ++round) {
        int32_t last = -1;
        if (!solve_active(p, cluster)) {
            return false;
        }
        int32_t count = find_wrong(p, wrong, &last);
        if (count == 0) {
            return true;
        }
        tries = count < fewest ? BLOCK_TRIES : tries - 1;
        fewest = count < fewest ? count : fewest;
        for (int32_t i = 0; i < cluster->rows; ++i) {
            if (tries >= 0 ? wrong[i] != 0 : i == last) {
                p->state[i] ^= ROW_ACTIVE;
            }
        }
    }
    return false;
}

static void apply(const Problem *p, const DirectRow *r, float change)
{
    const int32_t *body = p->plan->manifolds[r->manifold].body;
    const SolverBodies *bodies = &p->step->bodies;
    SolverVelocity *a = &bodies->velocity[body[0]], *b = &bodies->velocity[body[1]];
    if (bodies->mass[body[0]].inv_mass > 0.0f) {
        a->v = v3_mad(a->v, r->push_a, change);
        a->w = v3_mad(a->w, r->spin_a, change);
    }
    if (bodies->mass[body[1]].inv_mass > 0.0f) {
        b->v = v3_mad(b->v, r->push_b, change);
        b->w = v3_mad(b->w, r->spin_b, change);
    }
}

/* The impulse acted along the arms of the start of the step: without a moment of its drift. */
static void note_force(ContactExtra *e, int32_t lane, DryVec3 force)
{
    e->drift_force[0][lane] += force.x;
    e->drift_force[1][lane] += force.y;
    e->drift_force[2][lane] += force.z;
}

static void take_over(const Problem *p)
{
    for (int32_t i = 0; i < p->cluster->rows; ++i) {
        const DirectRow *r = &p->rows[i];
        const DirectManifold *m = &p->plan->manifolds[r->manifold];
        ContactBatch *b = &p->step->batches[m->batch];
        float next = p->before[i] + p->change[i];
        float *impulse;
        if (r->kind < MANIFOLD_MAX_POINTS) {
            next = f_max(next, 0.0f);
            impulse = &b->impulse[r->kind][m->lane];
        } else if ((p->state[i] & ROW_HELD) != 0) {
            continue;
        } else {
            impulse = &b->friction[r->kind - DIRECT_TANGENT_1][m->lane];
        }
        float change = next - *impulse;
        apply(p, r, change);
        *impulse = next;
        if ((b->drifted >> m->lane & 1) != 0) {
            note_force(contact_extra(p->step, m->batch), m->lane, v3_scale(r->direction, change));
        }
    }
}

/* Takes the solution as the start of the next round. Returns the most that the softness has left of a row's
   speed, m/s. */
static float go_on(Problem *p)
{
    float left = 0.0f;
    for (int32_t i = 0; i < p->cluster->rows; ++i) {
        if ((p->state[i] & ROW_ACTIVE) != 0) {
            left = f_max(left, fabsf(DIRECT_SOFTNESS * direct_diagonal(p, i) * p->change[i]));
        }
        p->velocity[i] += (float)p->work[i];
        p->before[i] += p->change[i];
        if ((p->state[i] & ROW_FRICTION) == 0) {
            p->before[i] = f_max(p->before[i], 0.0f);
            p->residual[i] = p->velocity[i];
        }
        p->change[i] = 0.0f;
    }
    dry__direct_go_on(p);
    return left;
}

/* Keeps what was found before the last round. */
static void give_up_round(Problem *p)
{
    memset(p->change, 0, (size_t)p->cluster->rows * sizeof *p->change);
}

/* Rounds of {pivoting, a look at friction}; settled ones are refined, because the softness leaves some speed.
   False when none is worth taking. */
static bool find_impulses(Problem *p, DirectCluster *cluster, uint8_t *wrong)
{
    bool solved = false;
    int refinements = 0;
    for (int round = 0; round < MOST_ROUNDS; ++round) {
        bool slides = dry__direct_slides(p); /* the factor is for this round only */
        cluster->factored[p->pass] &= !slides;
        if (!pivot(p, cluster, wrong)) {
            give_up_round(p);
            return solved;
        }
        cluster->factored[p->pass] &= !slides;
        bool last = round + 1 == MOST_ROUNDS, bounded = dry__direct_friction_bounded(p);
        if (dry__direct_judge_friction(p)) {
            solved = true;
            if (++refinements > MOST_REFINEMENTS || go_on(p) < SPEED_SLACK) {
                return true;
            }
        } else if (last && solved) {
            give_up_round(p);
        } else if (last) {
            return bounded;
        }
    }
    return true;
}

static bool solve_cluster(const ContactStep *step, DirectPlan *plan, DirectCluster *cluster, int pass)
{
    int32_t at = cluster->row;
    Problem p = { .step = step,
                  .plan = plan,
                  .cluster = cluster,
                  .rows = plan->rows + at,
                  .velocity = plan->velocity + at,
                  .residual = plan->residual + at,
                  .before = plan->before + at,
                  .softness = plan->softness + at,
                  .change = plan->change + at,
                  .work = plan->work + at,
                  .state = plan->state + at,
                  .pass = pass };
    dry__direct_follow_turns(step, plan, cluster);
    if (!set_up(&p) || !find_impulses(&p, cluster, plan->wrong + at)) {
        return false;
    }
    take_over(&p);
    dry__direct_note_slip(&p);
    return true;
}

void dry__direct_solve(const ContactStep *step, DirectPlan *plan, int pass)
{
    for (int32_t c = 0; c < plan->cluster_count; ++c) {
        DirectCluster *cluster = &plan->clusters[c];
        cluster->solved = solve_cluster(step, plan, cluster, pass);
        plan->failures += cluster->solved ? 0 : 1;
        for (int32_t i = cluster->manifold; i < cluster->manifold + cluster->manifolds; ++i) {
            ContactBatch *b = &step->batches[plan->manifolds[i].batch];
            int bit = 1 << plan->manifolds[i].lane;
            b->direct = (uint8_t)(cluster->solved ? b->direct | bit : b->direct & ~bit);
            b->refused = (uint8_t)(cluster->solved ? b->refused : b->refused | bit);
        }
    }
}
