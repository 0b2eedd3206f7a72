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

/* Impacts this little after the substep count as in it (their time is used as it is), and so do those of
   points that it leaves closer than this to each other over what the rows of contacts take for a gap:
   rounding cannot leave one to the plastic rows, which would take its speed. */
#define HORIZON 1.001f
#define CLOSE 1.01f
/* Share of what the rows of the step have a point answer that it answers at least: locks may leave nothing.
 */
#define LEAST_ANSWER 1e-2f

/* A body at the time of an impact. */
typedef struct Impacted {
    int32_t index;
    bool moves;
    bool turns; /* rotation, w and inv_inertia differ from those at the start of the substep */
    DryVec3 arm, v, w;
    DryQuat rotation;
    DrySym3 inv_inertia;
} Impacted;

/* One lane of a batch, in the space of its manifold. */
typedef struct Impact {
    ContactBatch *batch;
    const ContactExtra *extra;
    int lane;
    Impacted a, b;
    DryVec3 axis[3];    /* normal and tangents */
    DryVec3 open, held; /* accelerations of B against A */
    float k[TWIST_SIZE][TWIST_SIZE];
    float restitution, radius;
    int active[MANIFOLD_MAX_POINTS], count;
    float diagonal[MANIFOLD_MAX_POINTS]; /* of the active points */
    float wanted[MANIFOLD_MAX_POINTS];   /* velocity after the impact, at least */
    float fastest;                       /* approach of the points, most negative */
    float time;                          /* of the impact, from the start of the substep */
    float impulse[MANIFOLD_MAX_POINTS], p[TWIST_SIZE];
} Impact;

static DryVec3 lane3(const Lanes *p, int lane)
{
    return v3(p[0][lane], p[1][lane], p[2][lane]);
}

/* The motion of B against A: va, wa at the arm of A, vb, wb at that of B. */
static void relative_motion(const Impact *impact, DryVec3 va, DryVec3 wa, DryVec3 vb, DryVec3 wb,
                            float out[TWIST_SIZE])
{
    DryVec3 at_a = v3_add(va, v3_cross(wa, impact->a.arm));
    DryVec3 at_b = v3_add(vb, v3_cross(wb, impact->b.arm));
    DryVec3 v = v3_sub(at_b, at_a), w = v3_sub(wb, wa);
    for (int i = 0; i < 3; ++i) {
        out[TWIST_VN + i] = v3_dot(impact->axis[i], v);
        out[TWIST_WN + i] = v3_dot(impact->axis[i], w);
    }
}

static float at_point(const ContactBatch *b, int lane, int k, const float v[TWIST_SIZE])
{
    return v[TWIST_VN] + b->w[k][lane] * v[TWIST_W1] - b->u[k][lane] * v[TWIST_W2];
}

/* Time at which a point at distance s with velocity v and acceleration a arrives, when that is in the substep
   or it comes as close as `close` in it; else -1. */
static float time_of_impact(float s, float v, float a, float h, float close)
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
    return time <= HORIZON * h || s + h * (v + 0.5f * h * a) < close ? time : -1.0f;
}

/* Accelerations of B against A: free, and with what other constraints did to the bodies in the substep before
   (a supported body does not fall). */
static void accelerations(const ContactStep *step, Impact *impact)
{
    const SolverMotion *a = &step->bodies.motion[impact->a.index], *b = &step->bodies.motion[impact->b.index];
    DryVec3 free_a = dry__unlocked(a->acceleration, step->bodies.mass[impact->a.index].flags);
    DryVec3 free_b = dry__unlocked(b->acceleration, step->bodies.mass[impact->b.index].flags);
    DryVec3 none = v3(0.0f, 0.0f, 0.0f);
    impact->open = v3_sub(impact->b.moves ? free_b : none, impact->a.moves ? free_a : none);
    DryVec3 carry = v3_sub(impact->b.moves ? b->carry_v : none, impact->a.moves ? a->carry_v : none);
    impact->held = v3_mad(impact->open, carry, step->inv_h);
}

/* The same for two balls, whose centres are `at` apart, touch at `touching`, and move with v and a. Inside
   each other they meet only if they would still be coming closer at the end. */
static float time_balls_meet(DryVec3 at, DryVec3 v, DryVec3 a, float touching, float h, float close)
{
    float outside = v3_length(at) - touching, closing = v3_dot(at, v);
    DryVec3 end = v3_mad(v3_mad(at, v, h), a, 0.5f * h * h);
    if (outside <= 0.0f) {
        bool inside = v3_length(end) < touching && v3_dot(end, v3_mad(v, a, h)) < 0.0f;
        return inside && closing < 0.0f ? 0.0f : -1.0f;
    }
    float speed2 = v3_length_squared(v), c = outside * (v3_length(at) + touching);
    float discriminant = closing * closing - speed2 * c;
    if (!(discriminant >= 0.0f) || !(closing < 0.0f)) {
        return -1.0f;
    }
    float time = c / (sqrtf(discriminant) - closing);
    for (int i = 0; i < 2; ++i) {
        DryVec3 there = v3_mad(v3_mad(at, v, time), a, 0.5f * time * time);
        float length = v3_length(there), rate = v3_dot(there, v3_mad(v, a, time)) / length;
        if (!(rate < 0.0f)) {
            return -1.0f;
        }
        time = f_max(time - (length - touching) / rate, 0.0f);
    }
    return time <= HORIZON * h || v3_length(end) < touching + close ? time : -1.0f;
}

/* Arms and axes of the start of the step. */
static void load_frame(Impact *impact)
{
    const ContactBatch *b = impact->batch;
    int lane = impact->lane;
    impact->axis[0] = lane3(b->frame.normal, lane);
    impact->axis[1] = lane3(b->frame.tangent_1, lane);
    impact->axis[2] = lane3(b->frame.tangent_2, lane);
    impact->a.arm = lane3(b->frame.arm_a, lane);
    impact->b.arm = lane3(b->frame.arm_b, lane);
}

/* The same, shifted by how far the bodies have drifted apart: as in the kernels, but at the time of the
   impact. */
static void shift_frame(const ContactStep *step, Impact *impact, float time)
{
    const ContactBatch *b = impact->batch;
    int lane = impact->lane;
    load_frame(impact);
    DryVec3 drift = v3_sub(step->bodies.delta[impact->b.index].p, step->bodies.delta[impact->a.index].p);
    drift = v3_mad(drift, v3_sub(impact->b.v, impact->a.v), time);
    float length2 = v3_length_squared(drift), limit = impact->extra->drift_limit[lane];
    if (length2 > limit * limit) {
        drift = v3_scale(drift, limit / sqrtf(length2));
    }
    impact->a.arm = v3_mad(impact->a.arm, drift, impact->extra->share_a[lane]);
    impact->b.arm = v3_mad(impact->b.arm, drift, -impact->extra->share_b[lane]);
    if ((b->round >> lane & 1) != 0) {
        DryVec3 n = v3_normalize(v3_sub(impact->a.arm, impact->b.arm)), t1 = impact->axis[1];
        t1 = v3_normalize(v3_mad(t1, n, -v3_dot(t1, n)));
        impact->axis[0] = n;
        impact->axis[1] = t1;
        impact->axis[2] = v3_cross(n, t1);
    }
}

/* Time at which point k hits, or negative. moved, v: place and velocity in the space of the manifold. */
static float hit_time(const ContactStep *step, const Impact *impact, int k, const float moved[TWIST_SIZE],
                      const float v[TWIST_SIZE])
{
    const ContactBatch *b = impact->batch;
    int lane = impact->lane;
    float h = step->h, held = v3_dot(impact->held, impact->axis[0]);
    if ((b->round >> lane & 1) != 0) {
        DryVec3 start = v3_mad(v3_sub(impact->b.v, impact->a.v), impact->open, -h); /* of the substep */
        float touching = v3_length(v3_sub(lane3(b->frame.arm_a, lane), lane3(b->frame.arm_b, lane))) -
                         b->separation[k][lane];
        return time_balls_meet(v3_sub(impact->a.arm, impact->b.arm), start, impact->held, touching, h,
                               CLOSE * step->gap);
    }
    float s = b->separation[k][lane] + at_point(b, lane, k, moved);
    float start = at_point(b, lane, k, v) - h * v3_dot(impact->open, impact->axis[0]);
    float time = time_of_impact(s, start, held, h, CLOSE * step->gap);
    return start + held * time > 0.0f ? -1.0f : time;
}

/* What is left of a point's largest impulse in the step, where ContactBatch.capped. */
static float impulse_left(const Impact *impact, int k)
{
    return f_max(impact->extra->most[k][impact->lane] - impact->batch->total[k][impact->lane], 0.0f);
}

/* Finds the points that hit within the substep, from the velocities at its end. */
static void find_hits(const ContactStep *step, Impact *impact)
{
    const ContactBatch *b = impact->batch;
    float moved[TWIST_SIZE], v[TWIST_SIZE];
    const SolverDelta *da = &step->bodies.delta[impact->a.index], *db = &step->bodies.delta[impact->b.index];
    load_frame(impact);
    relative_motion(impact, da->p, da->r, db->p, db->r, moved);
    shift_frame(step, impact, 0.0f);
    relative_motion(impact, impact->a.v, impact->a.w, impact->b.v, impact->b.w, v);
    accelerations(step, impact);
    impact->count = 0;
    impact->time = HORIZON * step->h;
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        bool capped = (b->capped >> impact->lane & 1) != 0;
        bool can = b->diagonal[k][impact->lane] > 0.0f && !(capped && impulse_left(impact, k) <= 0.0f);
        float time = can ? hit_time(step, impact, k, moved, v) : -1.0f;
        if (time >= 0.0f) {
            impact->time = f_min(time, impact->time);
            impact->active[impact->count++] = k;
        }
    }
}

/* Takes a body on to the time of the impact. */
static void go_to_impact(const ContactStep *step, Impacted *body, float time)
{
    const SolverMass *mass = &step->bodies.mass[body->index];
    const SolverMotion *motion = &step->bodies.motion[body->index];
    body->inv_inertia = mass->inv_inertia;
    body->rotation = motion->rotation;
    body->turns = time > 0.0f && solver_turns(mass);
    if (body->turns) {
        dry__turn_freely(motion, time, &body->rotation, &body->w);
        body->inv_inertia = dry__turned_inertia(motion, body->rotation);
    }
}

/* The velocities at the impact and what they are to become. False: none is faster than the threshold. */
static bool set_targets(const ContactStep *step, Impact *impact, float threshold, float v[TWIST_SIZE])
{
    go_to_impact(step, &impact->a, impact->time);
    go_to_impact(step, &impact->b, impact->time);
    shift_frame(step, impact, impact->time);
    relative_motion(impact, impact->a.v, impact->a.w, impact->b.v, impact->b.w, v);
    v[TWIST_VN] += impact->time * v3_dot(impact->held, impact->axis[0]) -
                   step->h * v3_dot(impact->open, impact->axis[0]);
    impact->fastest = 0.0f;
    for (int i = 0; i < impact->count; ++i) {
        float speed = at_point(impact->batch, impact->lane, impact->active[i], v);
        impact->wanted[i] = -impact->restitution * speed;
        impact->fastest = f_min(speed, impact->fastest);
    }
    return impact->fastest < -threshold;
}

/* What an impulse in the space of the manifold is in the world: along and about its axes. */
static void world_impulse(const Impact *impact, const float p[TWIST_SIZE], DryVec3 *force, DryVec3 *torque)
{
    const DryVec3 *axis = impact->axis;
    *force = v3_mad(v3_mad(v3_scale(axis[0], p[TWIST_VN]), axis[1], p[TWIST_V1]), axis[2], p[TWIST_V2]);
    *torque = v3_mad(v3_mad(v3_scale(axis[0], p[TWIST_WN]), axis[1], p[TWIST_W1]), axis[2], p[TWIST_W2]);
}

static void respond(const ContactStep *step, const Impacted *body, DryVec3 force, DryVec3 torque, DryVec3 *dv,
                    DryVec3 *dw)
{
    const SolverMass *mass = &step->bodies.mass[body->index];
    *dv = *dw = v3(0.0f, 0.0f, 0.0f);
    if (body->moves) {
        *dv = dry__unlocked(v3_scale(force, mass->inv_mass), mass->flags);
        *dw = sym3_mul(&body->inv_inertia, v3_add(v3_cross(body->arm, force), torque));
    }
}

/* K at the impact: the answers to unit impulses. */
static void fill_response(const ContactStep *step, Impact *impact)
{
    for (int j = 0; j < TWIST_SIZE; ++j) {
        float p[TWIST_SIZE] = { 0.0f }, answer[TWIST_SIZE];
        DryVec3 force, torque, va, wa, vb, wb;
        p[j] = 1.0f;
        world_impulse(impact, p, &force, &torque);
        respond(step, &impact->a, v3_neg(force), v3_neg(torque), &va, &wa);
        respond(step, &impact->b, force, torque, &vb, &wb);
        relative_motion(impact, va, wa, vb, wb, answer);
        for (int i = 0; i < TWIST_SIZE; ++i) {
            impact->k[i][j] = answer[i];
        }
    }
    for (int i = 0; i < impact->count; ++i) {
        float u = impact->batch->u[impact->active[i]][impact->lane];
        float w = impact->batch->w[impact->active[i]][impact->lane], row[3];
        const int part[3] = { TWIST_VN, TWIST_W1, TWIST_W2 };
        for (int j = 0; j < 3; ++j) {
            const float *k = impact->k[part[j]];
            row[j] = k[TWIST_VN] + w * k[TWIST_W1] - u * k[TWIST_W2];
        }
        float least = LEAST_ANSWER * impact->batch->diagonal[impact->active[i]][impact->lane];
        impact->diagonal[i] = f_max(row[0] + w * row[1] - u * row[2], least);
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
            float next = f_max(impact->impulse[k] - error / impact->diagonal[i], 0.0f);
            if ((b->capped >> lane & 1) != 0) {
                next = f_min(next, impulse_left(impact, k));
            }
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

/* The change of v by dv, or what of it takes v to the largest speed allowed: light bodies between heavy ones
   could go on from impact to impact to any speed. */
static DryVec3 allowed_change(DryVec3 v, DryVec3 dv, float most)
{
    DryVec3 after = v3_add(v, dv);
    return v3_length_squared(after) <= most * most ? dv : v3_sub(dry__shortened(after, most), v);
}

/* Changes one body's velocity, and its place as if the change had come at the impact: it went there with the
   old velocity and comes back with the new one. */
static void hit_body(const ContactStep *step, const Impacted *body, float time, DryVec3 force, DryVec3 torque)
{
    SolverVelocity *velocity = &step->bodies.velocity[body->index];
    SolverDelta *delta = &step->bodies.delta[body->index];
    SolverMotion *motion = &step->bodies.motion[body->index];
    DryVec3 dv, dw;
    respond(step, body, force, torque, &dv, &dw);
    dv = allowed_change(velocity->v, dv, step->maximum_speed);
    dw = allowed_change(body->w, dw, step->maximum_spin);
    velocity->v = v3_add(velocity->v, dv);
    velocity->w = v3_add(body->w, dw);
    if (!(time > 0.0f)) {
        return;
    }
    DryVec3 turn = v3_scale(dw, -time);
    delta->p = v3_mad(delta->p, dv, -time);
    delta->r = v3_add(delta->r, turn);
    if (!body->turns) {
        motion->rotation = dry__quat_turn(motion->rotation, turn);
        return;
    }
    DryQuat before = motion->rotation;
    motion->rotation = body->rotation;
    dry__turn_freely(motion, -time, &motion->rotation, &velocity->w);
    motion->carry_w = dry__same_torque(motion, before, motion->rotation, motion->carry_w);
    step->bodies.mass[body->index].inv_inertia = dry__turned_inertia(motion, motion->rotation);
}

static void apply_impact(const ContactStep *step, const Impact *impact)
{
    DryVec3 force, torque;
    world_impulse(impact, impact->p, &force, &torque);
    if (impact->a.moves) {
        hit_body(step, &impact->a, impact->time, v3_neg(force), v3_neg(torque));
    }
    if (impact->b.moves) {
        hit_body(step, &impact->b, impact->time, force, torque);
    }
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        impact->batch->total[k][impact->lane] += impact->impulse[k];
    }
}

static Impacted impacted(const ContactStep *step, int32_t index, int moves)
{
    Impacted body = { .index = index, .moves = (moves & 1) != 0 };
    body.v = step->bodies.velocity[index].v;
    body.w = step->bodies.velocity[index].w;
    return body;
}

static bool bounce_lane(const ContactStep *step, int32_t batch, int lane, float threshold)
{
    Impact impact;
    ContactBatch *b = impact.batch = &step->batches[batch];
    impact.extra = contact_extra(step, batch);
    impact.lane = lane;
    impact.a = impacted(step, b->body_a[lane], b->dynamic_a >> lane);
    impact.b = impacted(step, b->body_b[lane], b->dynamic_b >> lane);
    impact.radius = b->radius[lane];
    impact.restitution = step->contacts[b->first + lane].material.restitution;
    float v[TWIST_SIZE];
    find_hits(step, &impact);
    if (impact.count == 0 || !set_targets(step, &impact, threshold, v)) {
        return false;
    }
    fill_response(step, &impact);
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
