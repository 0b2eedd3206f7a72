/* From the solver's results back to the tables: poses, proxies, travel, sleep clocks; and kinematic targets
 * before the step. */
#include "world/pipeline/stages.h"

#include "math/trig.h"
#include "world/edit/body_edit.h"
#include "world/edit/contact_edit.h"
#include "world/edit/joint_edit.h"
#include "world/edit/proxy_edit.h"
#include "world/edit/wake_edit.h"
#include "world/pipeline/rest.h"

enum {
    FOUND_NOT_FINITE = 1,
    FOUND_RESTING = 2, /* kinematic without velocity */
    FOUND_FAT_CHANGED = 4
};

/* Velocity that brings a kinematic body's centre and rotation to its target in dt. */
void dry__stage_aim(DryWorld *w, float dt)
{
    WorldState *s = &w->state;
    for (int32_t i = 0; i < s->targets.count; ++i) {
        int32_t body = s->targets.data[i].body;
        const BodyCold *c = world_body(w, body);
        BodyMotion *m = world_motion(w, body);
        DryPose pose = s->targets.data[i].pose;
        m->v = v3_scale(pos_sub(dry_pose_point(pose, c->local_center), m->center), 1.0f / dt);
        DryQuat turn = quat_mul(quat_mul(pose.rotation, c->principal), quat_conjugate(m->rotation));
        float sign = turn.w < 0.0f ? -1.0f : 1.0f;
        DryVec3 axis = v3_scale(v3(turn.x, turn.y, turn.z), sign);
        float sine = v3_length(axis);
        float angle = 2.0f * dry__atan2(sine, fabsf(turn.w));
        m->w = sine > 1e-12f ? v3_scale(axis, angle / (sine * dt)) : v3(0.0f, 0.0f, 0.0f);
        dry__proxy_stretch(w, body);
    }
}

/* Beyond this a body is as lost as one that is not finite, m, and m/s and rad/s of a body that others push.
 */
#define FARTHEST 1e12
#define FASTEST 1e12f

static bool result_usable(const BodyMotion *m, const SolverVelocity *v, const SolverDelta *d, DryQuat q,
                          bool dynamic)
{
    if (!(v3_finite(v->v) && v3_finite(v->w) && v3_finite(d->p) && v3_finite(d->r) && quat_finite(q))) {
        return false;
    }
    DryPos p = pos_add(m->center, d->p);
    bool near = fabs(p.x) <= FARTHEST && fabs(p.y) <= FARTHEST && fabs(p.z) <= FARTHEST;
    return near && (!dynamic || (v3_length(v->v) <= FASTEST && v3_length(v->w) <= FASTEST));
}

/* The new bounds of the body's proxies, and how far they went. */
static bool move_proxies(DryWorld *w, int32_t body, DryVec3 moved, float turned, float dt)
{
    const BodyMotion *m = world_motion(w, body);
    float spin = v3_length(m->w) * dt;
    bool changed = false;
    for (int32_t s = world_body(w, body)->shape_head; s >= 0; s = world_shape(w, s)->next) {
        dry__shape_place(w, s);
        ProxyRecord *p = &w->state.shapes.proxies.data[s];
        float extent = world_shape(w, s)->extent;
        w->state.shapes.travel.data[s] = (ProxyTravel){
            .moved = moved, .turned = turned * extent, .ahead = v3_scale(m->v, dt), .spin = spin * extent
        };
        BoxF fat = dry__proxy_fit(w, s, dt);
        if (!boxf_contains(&p->fat, &fat)) {
            p->fat = fat;
            changed = true;
        }
    }
    return changed;
}

/* Chord length of the rotation from a to b on a unit ball: at least the distance any point at distance 1
 * moved. */
static float turn_between(DryQuat a, DryQuat b)
{
    DryQuat d = quat_mul(b, quat_conjugate(a));
    return 2.0f * sqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
}

static bool is_zero(DryVec3 v)
{
    return v.x == 0.0f && v.y == 0.0f && v.z == 0.0f;
}

static void finish_range(void *context, int32_t begin, int32_t end, int32_t worker)
{
    (void)worker;
    DryWorld *w = context;
    const WorldScratch *k = &w->scratch;
    float dt = w->state.latest_dt;
    for (int32_t i = begin; i < end; ++i) {
        int32_t body = w->state.awake.data[i];
        BodyCold *c = world_body(w, body);
        BodyMotion *m = world_motion(w, body);
        const SolverVelocity *v = &k->velocity.data[i + 1];
        const SolverDelta *d = &k->delta.data[i + 1];
        const SolverMotion *motion = &k->motion.data[i + 1];
        uint8_t found = 0;
        if (!result_usable(m, v, d, motion->rotation, body_is_dynamic(c))) {
            w->scratch.body_flags.data[i] = FOUND_NOT_FINITE;
            continue;
        }
        float turned = turn_between(m->rotation, motion->rotation);
        DryPos before = m->center;
        m->center = pos_add(m->center, d->p);
        m->rotation = motion->rotation;
        m->v = v->v;
        m->w = v->w;
        c->carry_v = motion->carry_v;
        c->carry_w = motion->carry_w;
        c->lost_v = motion->lost_v;
        c->force = v3(0.0f, 0.0f, 0.0f);
        c->torque = v3(0.0f, 0.0f, 0.0f);
        found |= move_proxies(w, body, pos_sub(m->center, before), turned, dt) ? FOUND_FAT_CHANGED : 0;
        dry__rest_advance(w, body, &(StepWay){ d->p, d->r, turned }, dt);
        if (c->type == (uint8_t)DRY_KINEMATIC && is_zero(m->v) && is_zero(m->w)) {
            found |= FOUND_RESTING;
        }
        w->scratch.body_flags.data[i] = found;
    }
}

/* After a long way the pose asked for may lie outside of the box that was fitted to the way. */
static void refit_proxy(DryWorld *w, int32_t shape, float dt)
{
    ProxyRecord *p = &w->state.shapes.proxies.data[shape];
    BoxF fat = dry__proxy_fit(w, shape, dt);
    if (p->place == (int32_t)PROXY_AWAKE && !boxf_contains(&p->fat, &fat)) {
        p->fat = fat;
        w->derived.tree_stale = true;
    }
}

/* Targets are reached: their bodies rest again, exactly at the pose asked for. */
static void end_targets(DryWorld *w)
{
    WorldState *s = &w->state;
    for (int32_t i = 0; i < s->targets.count; ++i) {
        int32_t body = s->targets.data[i].body;
        BodyCold *c = world_body(w, body);
        BodyMotion *m = world_motion(w, body);
        if ((c->flags & BODY_HAS_TARGET) == 0) {
            continue; /* quarantined on the way */
        }
        DryPose pose = s->targets.data[i].pose;
        m->rotation = quat_normalize(quat_mul(pose.rotation, c->principal));
        m->center = dry_pose_point(pose, c->local_center);
        m->v = v3(0.0f, 0.0f, 0.0f);
        m->w = v3(0.0f, 0.0f, 0.0f);
        c->flags &= (uint16_t)~BODY_HAS_TARGET;
        for (int32_t k = c->shape_head; k >= 0; k = world_shape(w, k)->next) {
            dry__shape_place(w, k);
            refit_proxy(w, k, 0.0f);
        }
    }
    s->targets.count = 0;
}

/* Out of the simulation at the last finite pose. What touched it misses its support, and may have been
   reached by its numbers in the same step. */
static void quarantine(DryWorld *w, int32_t body)
{
    BodyCold *c = world_body(w, body);
    BodyMotion *m = world_motion(w, body);
    DryVec3 zero = v3(0.0f, 0.0f, 0.0f);
    m->v = zero;
    m->w = zero;
    c->carry_v = zero;
    c->carry_w = zero;
    c->lost_v = zero;
    c->force = zero;
    c->torque = zero;
    c->flags |= BODY_QUARANTINED;
    c->flags &= (uint16_t) ~(BODY_ENABLED | BODY_HAS_TARGET);
    dry__contact_end_all(w, body);
    dry__body_leave(w, body);
    dry__body_forget_joints(w, body);
    for (int32_t s = c->shape_head; s >= 0; s = world_shape(w, s)->next) {
        dry__proxy_remove(w, s);
    }
    DryBodyId id = world_body_id(w, body);
    (void)array_push(&w->events.quarantined, id);
}

/* Bodies that leave the awake list, from its end so that the places still to be visited stay. */
static void leave_awake(DryWorld *w)
{
    for (int32_t i = w->state.awake.count - 1; i >= 0; --i) {
        uint8_t found = w->scratch.body_flags.data[i];
        if ((found & FOUND_FAT_CHANGED) != 0) {
            w->derived.tree_stale = true;
        }
        if ((found & FOUND_NOT_FINITE) != 0) {
            quarantine(w, w->state.awake.data[i]);
        } else if ((found & FOUND_RESTING) != 0 &&
                   (world_body(w, w->state.awake.data[i])->flags & BODY_HAS_TARGET) == 0) {
            dry__body_leave(w, w->state.awake.data[i]);
        }
    }
}

void dry__stage_finish(DryWorld *w, float dt)
{
    w->state.latest_dt = dt;
    dry__jobs_for(w->jobs, w->state.awake.count, 64, finish_range, w);
    if (w->state.bodies.counting) {
        dry__account_close(w);
    }
    leave_awake(w);
    end_targets(w);
}
