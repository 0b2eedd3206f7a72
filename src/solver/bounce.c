/* Before the contacts are solved, impacts that will happen within the substep are resolved one manifold at a
   time, in the order of the contacts, until none is left. Each impact is computed at its own time: velocities
   are taken back to it, the points get v+ >= -e v- by one small complementarity problem, and since the bodies
   then had the new velocity for the rest of the substep and the old one before, their places are shifted by
   -time * (change of velocity). */
#include "solver/bounce.h"

#include "solver/integrate.h"

enum {
    SWEEP_CAP = 16,
    ROUNDS = 8,       /* of normals and friction */
    INNER_SWEEPS = 6, /* over the points in each of these rounds */
    PLAIN_SWEEPS = 30 /* over the points without friction */
};

/* Impacts this little after the substep count as in it (their time is used as it is), so that rounding cannot
   leave one to the plastic rows, which would take its speed. */
#define HORIZON 1.001f

/* One lane of a batch, in the space of its manifold. */
typedef struct Impact {
    ContactBatch *batch;
    const ContactExtra *extra;
    int lane;
    int32_t body_a, body_b;
    float k[TWIST_SIZE][TWIST_SIZE];
    float restitution, radius;
    int active[MANIFOLD_MAX_POINTS], count;
    float wanted[MANIFOLD_MAX_POINTS]; /* velocity after the impact, at least */
    float fastest;                     /* approach of the points, most negative */
    float time;                        /* of the impact, from the start of the substep */
    float impulse[MANIFOLD_MAX_POINTS], p[TWIST_SIZE];
} Impact;

static DryVec3 lane3(const Lanes *p, int lane)
{
    return v3(p[0][lane], p[1][lane], p[2][lane]);
}

static void relative_motion(const ContactBatch *b, int lane, DryVec3 va, DryVec3 wa, DryVec3 vb, DryVec3 wb,
                            float out[TWIST_SIZE])
{
    DryVec3 n = lane3(b->normal, lane), t1 = lane3(b->tangent_1, lane), t2 = lane3(b->tangent_2, lane);
    DryVec3 at_a = v3_add(va, v3_cross(wa, lane3(b->arm_a, lane)));
    DryVec3 at_b = v3_add(vb, v3_cross(wb, lane3(b->arm_b, lane)));
    DryVec3 v = v3_sub(at_b, at_a), w = v3_sub(wb, wa);
    out[TWIST_VN] = v3_dot(n, v);
    out[TWIST_V1] = v3_dot(t1, v);
    out[TWIST_V2] = v3_dot(t2, v);
    out[TWIST_WN] = v3_dot(n, w);
    out[TWIST_W1] = v3_dot(t1, w);
    out[TWIST_W2] = v3_dot(t2, w);
}

static float at_point(const ContactBatch *b, int lane, int k, const float v[TWIST_SIZE])
{
    return v[TWIST_VN] + b->w[k][lane] * v[TWIST_W1] - b->u[k][lane] * v[TWIST_W2];
}

/* Time in [0, horizon] at which a point at distance s with velocity v and acceleration a arrives, else -1. */
static float time_of_impact(float s, float v, float a, float horizon)
{
    if (s <= 0.0f) {
        return 0.0f;
    }
    float discriminant = v * v - 2.0f * a * s;
    if (!(discriminant >= 0.0f)) {
        return -1.0f;
    }
    float root = sqrtf(discriminant);
    if (!(v - root < 0.0f)) {
        return -1.0f;
    }
    float time = 2.0f * s / (root - v);
    return time <= horizon ? time : -1.0f;
}

/* Accelerations of B against A along the normal: free, and with what other constraints did to the bodies in
   the substep before (a supported body does not fall). */
static void accelerations(const ContactStep *step, const Impact *impact, float *open, float *held)
{
    DryVec3 n = lane3(impact->batch->normal, impact->lane);
    const SolverMotion *a = &step->bodies.motion[impact->body_a], *b = &step->bodies.motion[impact->body_b];
    DryVec3 free_a = dry__unlocked(a->acceleration, step->bodies.mass[impact->body_a].flags);
    DryVec3 free_b = dry__unlocked(b->acceleration, step->bodies.mass[impact->body_b].flags);
    bool has_a = (impact->batch->dynamic_a >> impact->lane & 1) != 0;
    bool has_b = (impact->batch->dynamic_b >> impact->lane & 1) != 0;
    DryVec3 none = v3(0.0f, 0.0f, 0.0f);
    DryVec3 change = v3_sub(has_b ? free_b : none, has_a ? free_a : none);
    DryVec3 carry = v3_sub(has_b ? b->carry_v : none, has_a ? a->carry_v : none);
    *open = v3_dot(change, n);
    *held = v3_dot(v3_mad(change, carry, step->inv_h), n);
}

/* Finds the points that hit within the substep, and how fast. v: velocities at the end of the substep. False:
   none is faster than the threshold. */
static bool find_hits(const ContactStep *step, Impact *impact, float threshold, const float v[TWIST_SIZE],
                      float *free_change)
{
    const ContactBatch *b = impact->batch;
    int lane = impact->lane;
    float h = step->h, open, held, moved[TWIST_SIZE];
    const SolverDelta *da = &step->bodies.delta[impact->body_a], *db = &step->bodies.delta[impact->body_b];
    relative_motion(b, lane, da->p, da->r, db->p, db->r, moved);
    accelerations(step, impact, &open, &held);
    impact->count = 0;
    impact->time = HORIZON * h;
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        if (!(b->diagonal[k][lane] > 0.0f)) {
            continue;
        }
        float s = b->separation[k][lane] + at_point(b, lane, k, moved);
        float start = at_point(b, lane, k, v) - held * h;
        float time = time_of_impact(s, start, held, HORIZON * h);
        if (time < 0.0f || start + held * time > 0.0f) {
            continue;
        }
        impact->time = f_min(time, impact->time);
        impact->active[impact->count++] = k;
    }
    *free_change = held * impact->time - open * h;
    impact->fastest = 0.0f;
    for (int i = 0; i < impact->count; ++i) {
        float speed = at_point(b, lane, impact->active[i], v) + *free_change;
        impact->wanted[i] = -impact->restitution * speed;
        impact->fastest = f_min(speed, impact->fastest);
    }
    return impact->fastest < -threshold;
}

static void fill_response(Impact *impact)
{
    static const int normal[3] = { TWIST_VN, TWIST_W1, TWIST_W2 },
                     friction[3] = { TWIST_V1, TWIST_V2, TWIST_WN };
    static const int at[3][3] = { { SYM3_00, SYM3_01, SYM3_02 },
                                  { SYM3_01, SYM3_11, SYM3_12 },
                                  { SYM3_02, SYM3_12, SYM3_22 } };
    const ContactBatch *b = impact->batch;
    int lane = impact->lane;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            impact->k[normal[i]][normal[j]] = b->k_normal[at[i][j]][lane];
            impact->k[friction[i]][friction[j]] = b->k_friction[at[i][j]][lane];
            impact->k[friction[i]][normal[j]] = impact->k[normal[j]][friction[i]] =
                b->k_cross[3 * i + j][lane];
        }
    }
}

static void sweep_points(Impact *impact, float v[TWIST_SIZE], int sweeps)
{
    const ContactBatch *b = impact->batch;
    int lane = impact->lane;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        for (int i = 0; i < impact->count; ++i) {
            int k = impact->active[i];
            float error = at_point(b, lane, k, v) - impact->wanted[i];
            float next = f_max(impact->impulse[k] - error / b->diagonal[k][lane], 0.0f);
            float d = next - impact->impulse[k], d1 = b->w[k][lane] * d, d2 = -b->u[k][lane] * d;
            impact->impulse[k] = next;
            impact->p[TWIST_VN] += d;
            impact->p[TWIST_W1] += d1;
            impact->p[TWIST_W2] += d2;
            for (int j = 0; j < TWIST_SIZE; ++j) {
                v[j] +=
                    impact->k[j][TWIST_VN] * d + impact->k[j][TWIST_W1] * d1 + impact->k[j][TWIST_W2] * d2;
            }
        }
    }
}

/* As in the kernel: the exact step while it sticks, else the projected one. x: impulses over (v1, v2, radius
 * wn). */
static void rub(Impact *impact, float v[TWIST_SIZE], float x[3])
{
    const ContactBatch *b = impact->batch;
    int lane = impact->lane;
    float load = impact->p[TWIST_VN], radius = impact->radius;
    float slip[3] = { v[TWIST_V1], v[TWIST_V2], radius * v[TWIST_WN] }, next[3], length2 = 0.0f;
    if (b->extras != 0) {
        slip[0] -= impact->extra->surface[0][lane];
        slip[1] -= impact->extra->surface[1][lane];
    }
    static const int at[3][3] = { { SYM3_00, SYM3_01, SYM3_02 },
                                  { SYM3_01, SYM3_11, SYM3_12 },
                                  { SYM3_02, SYM3_12, SYM3_22 } };
    for (int i = 0; i < 3; ++i) {
        const Lanes *inverse = b->friction_inverse;
        next[i] = x[i] - (inverse[at[i][0]][lane] * slip[0] + inverse[at[i][1]][lane] * slip[1] +
                          inverse[at[i][2]][lane] * slip[2]);
        length2 += next[i] * next[i];
    }
    float bound = b->friction_static[lane] * load;
    if (!(length2 <= bound * bound)) {
        bound = b->friction_kinetic[lane] * load;
        length2 = 0.0f;
        for (int i = 0; i < 3; ++i) {
            next[i] = x[i] - b->friction_step[lane] * slip[i];
            length2 += next[i] * next[i];
        }
        float length = sqrtf(length2), shrink = length > bound ? bound / length : 1.0f;
        for (int i = 0; i < 3; ++i) {
            next[i] *= shrink;
        }
    }
    float d[3] = { next[0] - x[0], next[1] - x[1], radius * (next[2] - x[2]) };
    for (int i = 0; i < 3; ++i) {
        x[i] = next[i];
    }
    impact->p[TWIST_V1] += d[0];
    impact->p[TWIST_V2] += d[1];
    impact->p[TWIST_WN] += d[2];
    for (int j = 0; j < TWIST_SIZE; ++j) {
        v[j] += impact->k[j][TWIST_V1] * d[0] + impact->k[j][TWIST_V2] * d[1] + impact->k[j][TWIST_WN] * d[2];
    }
}

/* The impulses of the impact. An attempt with friction that would gain energy is done again without. */
static void resolve(Impact *impact, const float before[TWIST_SIZE])
{
    for (int rubs = impact->batch->friction_static[impact->lane] > 0.0f ? 1 : 0;; rubs = 0) {
        float v[TWIST_SIZE], x[3] = { 0.0f, 0.0f, 0.0f }, gain = 0.0f;
        for (int j = 0; j < TWIST_SIZE; ++j) {
            v[j] = before[j];
            impact->p[j] = 0.0f;
        }
        for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
            impact->impulse[k] = 0.0f;
        }
        int sweeps = impact->count == 1 ? 1 : rubs != 0 ? INNER_SWEEPS : PLAIN_SWEEPS;
        for (int round = 0; round < (rubs != 0 ? ROUNDS : 1); ++round) {
            sweep_points(impact, v, sweeps);
            if (rubs != 0) {
                rub(impact, v, x);
            }
        }
        for (int j = 0; j < TWIST_SIZE; ++j) {
            gain += 0.5f * impact->p[j] * (before[j] + v[j]); /* exact change of kinetic energy */
        }
        if (rubs == 0 || gain <= 1e-6f * impact->p[TWIST_VN] * -impact->fastest) {
            return;
        }
    }
}

/* Changes one body's velocity, and its place as if the change had come at the impact. */
static void hit_body(const ContactStep *step, const Impact *impact, int32_t body, DryVec3 arm, DryVec3 force,
                     DryVec3 torque)
{
    const SolverMass *mass = &step->bodies.mass[body];
    SolverDelta *delta = &step->bodies.delta[body];
    DryVec3 dv = dry__unlocked(v3_scale(force, mass->inv_mass), mass->flags);
    DryVec3 dw = sym3_mul(&mass->inv_inertia, v3_add(v3_cross(arm, force), torque));
    step->bodies.velocity[body].v = v3_add(step->bodies.velocity[body].v, dv);
    step->bodies.velocity[body].w = v3_add(step->bodies.velocity[body].w, dw);
    if (impact->time > 0.0f) {
        DryVec3 turn = v3_scale(dw, -impact->time);
        delta->p = v3_mad(delta->p, dv, -impact->time);
        delta->r = v3_add(delta->r, turn);
        step->bodies.motion[body].rotation = dry__quat_turn(step->bodies.motion[body].rotation, turn);
    }
}

static void apply_impact(const ContactStep *step, const Impact *impact)
{
    ContactBatch *b = impact->batch;
    int lane = impact->lane;
    const float *p = impact->p;
    DryVec3 n = lane3(b->normal, lane), t1 = lane3(b->tangent_1, lane), t2 = lane3(b->tangent_2, lane);
    DryVec3 force = v3_mad(v3_mad(v3_scale(n, p[TWIST_VN]), t1, p[TWIST_V1]), t2, p[TWIST_V2]);
    DryVec3 torque = v3_mad(v3_mad(v3_scale(n, p[TWIST_WN]), t1, p[TWIST_W1]), t2, p[TWIST_W2]);
    if ((b->dynamic_a >> lane & 1) != 0) {
        hit_body(step, impact, impact->body_a, lane3(b->arm_a, lane), v3_neg(force), v3_neg(torque));
    }
    if ((b->dynamic_b >> lane & 1) != 0) {
        hit_body(step, impact, impact->body_b, lane3(b->arm_b, lane), force, torque);
    }
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        b->total[k][lane] += impact->impulse[k];
    }
}

static bool bounce_lane(const ContactStep *step, int32_t batch, int lane, float threshold)
{
    Impact impact;
    impact.batch = &step->batches[batch];
    impact.extra = &step->extras[batch];
    impact.lane = lane;
    impact.body_a = impact.batch->body_a[lane];
    impact.body_b = impact.batch->body_b[lane];
    impact.radius = impact.batch->radius[lane];
    impact.restitution = step->contacts[impact.batch->first + lane].material.restitution;
    const SolverVelocity *a = &step->bodies.velocity[impact.body_a],
                         *b = &step->bodies.velocity[impact.body_b];
    float v[TWIST_SIZE], free_change;
    relative_motion(impact.batch, lane, a->v, a->w, b->v, b->w, v);
    if (!find_hits(step, &impact, threshold, v, &free_change)) {
        return false;
    }
    fill_response(&impact);
    v[TWIST_VN] += free_change;
    resolve(&impact, v);
    apply_impact(step, &impact);
    return true;
}

BounceReport dry__bounce(const ContactStep *step, const Bounces *bounces)
{
    BounceReport report = { 0, false };
    for (int sweep = 0; sweep < SWEEP_CAP; ++sweep) {
        int32_t before = report.impacts;
        for (int32_t i = 0; i < bounces->count; ++i) {
            int32_t batch = bounces->batches[i];
            for (int lane = 0; lane < step->batches[batch].count; ++lane) {
                if ((step->batches[batch].bouncing >> lane & 1) != 0 &&
                    bounce_lane(step, batch, lane, bounces->threshold)) {
                    ++report.impacts;
                }
            }
        }
        if (report.impacts == before) {
            return report;
        }
    }
    report.capped = true;
    return report;
}
