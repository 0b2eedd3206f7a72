#include "world/pipeline/rest.h"

#include "world/edit/body_edit.h"

/* What the criterion looks at, and below which it counts as rest. */
typedef struct Measure {
    float value, threshold;
} Measure;

static Measure measure_speed(const DryWorld *w, const BodyCold *c, const BodyMotion *m, const StepWay *way,
                             float dt)
{
    /* the way it went says more than its velocity where overlap is pushed apart */
    float speed = f_max(v3_length(m->v) + v3_length(m->w) * c->extent,
                        (v3_length(way->moved) + way->turned * c->extent) / dt);
    return (Measure){ speed, c->sleep_speed < 0.0f ? w->def.sleep_speed : c->sleep_speed };
}

/* World axes. */
static DryVec3 spin_of(const BodyCold *c, const BodyMotion *m, DryVec3 angular_velocity)
{
    DryVec3 local = quat_rotate_inverse(m->rotation, angular_velocity);
    return quat_rotate(m->rotation, v3_mul(c->inertia, local));
}

static float sum_of_momenta(const BodyCold *c, float linear, float spin)
{
    return linear + (c->extent > 0.0f ? spin / c->extent : 0.0f);
}

static Measure measure_momentum(const DryWorld *w, const BodyCold *c, const BodyMotion *m, const StepWay *way,
                                float dt)
{
    float linear = c->mass * f_max(v3_length(m->v), v3_length(way->moved) / dt);
    float spin = f_max(v3_length(spin_of(c, m, m->w)), v3_length(spin_of(c, m, way->turn)) / dt);
    return (Measure){ sum_of_momenta(c, linear, spin), w->state.sleep.momentum };
}

static Measure measure_mean(const DryWorld *w, int32_t body, const BodyCold *c, const BodyMotion *m,
                            const StepWay *way, float dt)
{
    BodyMean *mean = &w->state.bodies.means.data[body];
    float share = 1.0f / (w->state.sleep.mean_time + dt); /* over dt: the ways become velocities */
    float keep = w->state.sleep.mean_time / (w->state.sleep.mean_time + dt);
    mean->momentum = v3_mad(v3_scale(mean->momentum, keep), way->moved, c->mass * share);
    mean->spin = v3_mad(v3_scale(mean->spin, keep), spin_of(c, m, way->turn), share);
    return (Measure){ sum_of_momenta(c, v3_length(mean->momentum), v3_length(mean->spin)),
                      w->state.sleep.momentum };
}

static Measure measure_energy(const DryWorld *w, const BodyCold *c, const BodyMotion *m, const StepWay *way,
                              float dt)
{
    float speed = f_max(v3_length(m->v), v3_length(way->moved) / dt);
    float turning = v3_dot(m->w, spin_of(c, m, m->w));
    turning = f_max(turning, v3_dot(way->turn, spin_of(c, m, way->turn)) / (dt * dt));
    float value = 0.5f * (speed * speed + turning * c->inv_mass);
    return (Measure){ value, w->state.sleep.energy };
}

static Measure measure(const DryWorld *w, int32_t body, const StepWay *way, float dt)
{
    const BodyCold *c = world_body(w, body);
    const BodyMotion *m = world_motion(w, body);
    switch (w->state.sleep.criterion) {
    case DRY_SLEEP_MOMENTUM:
        return measure_momentum(w, c, m, way, dt);
    case DRY_SLEEP_MEAN_MOMENTUM:
        return measure_mean(w, body, c, m, way, dt);
    case DRY_SLEEP_ENERGY:
        return measure_energy(w, c, m, way, dt);
    case DRY_SLEEP_SPEED:
    case DRY_SLEEP_SUPPORTED:
    default:
        return measure_speed(w, c, m, way, dt);
    }
}

static bool is_touched(const DryWorld *w, const BodyCold *c)
{
    for (int32_t e = c->contact_head; e >= 0;) {
        const Contact *contact = &w->state.contacts.contacts.data[e >> 1];
        if ((contact->flags & CONTACT_TOUCHING) != 0 && (contact->flags & CONTACT_SENSOR) == 0) {
            return true;
        }
        e = contact->next[e & 1];
    }
    return false;
}

/* A body that nothing bears may turn back, as a pendulum does, or a ball at the top of its flight: then its
   velocity keeps changing, however slow it is. In flight it does so by gravity, which may be little beside a
   speed that counts as slow. */
static bool turns_back(const DryWorld *w, const BodyCold *c, const SolverVelocity *now)
{
    float slow = c->sleep_speed < 0.0f ? w->def.sleep_speed : c->sleep_speed, most = 0.1f * slow;
    float change = v3_length(v3_sub(now->v, c->rest_v)) + v3_length(v3_sub(now->w, c->rest_w)) * c->extent;
    float fall = 0.5f * w->def.sleep_time * fabsf(c->gravity_scale) * v3_length(w->state.gravity);
    if (fall > 0.0f) {
        most = f_min(0.5f * fall, most);
    }
    return change > most && !is_touched(w, c);
}

/* The body's velocity, or the mean one where that counts. */
static SolverVelocity felt_velocity(const DryWorld *w, int32_t body)
{
    const BodyCold *c = world_body(w, body);
    const BodyMotion *m = world_motion(w, body);
    if (!w->state.bodies.averaging) {
        return (SolverVelocity){ .v = m->v, .w = m->w };
    }
    const BodyMean *mean = &w->state.bodies.means.data[body];
    return (SolverVelocity){ .v = v3_scale(mean->momentum, c->inv_mass),
                             .w = body_turned_by(c, m, mean->spin) };
}

/* Slow is not yet at rest: a body that begins to slide, or a pendulum at its turning point, is slow but
   getting faster. So it must also not be faster than it was half a time to sleep ago, unless it hardly moves
   at all. */
void dry__rest_advance(const DryWorld *w, int32_t body, const StepWay *way, float dt)
{
    BodyCold *c = world_body(w, body);
    Measure now = measure(w, body, way, dt);
    if (!(now.value < now.threshold) || (c->flags & BODY_CAN_SLEEP) == 0) {
        c->sleep_timer = 0.0f;
        return;
    }
    float half = 0.5f * w->def.sleep_time;
    bool midway = c->sleep_timer < half && c->sleep_timer + dt >= half;
    c->sleep_timer += dt;
    bool ready = !midway && c->sleep_timer >= w->def.sleep_time;
    if (!midway && !ready) {
        return;
    }
    SolverVelocity velocity = felt_velocity(w, body);
    bool faster = now.value > c->rest_value && now.value > 0.1f * now.threshold;
    if (ready && (faster || turns_back(w, c, &velocity))) {
        c->sleep_timer = half;
        midway = true;
    }
    if (midway) {
        c->rest_value = now.value;
        c->rest_v = velocity.v;
        c->rest_w = velocity.w;
    }
}

/* ---- support ---- */

enum {
    SUPPORT_MOST = 64
};

/* Points that bear the body, seen from its centre of mass along gravity. */
typedef struct Support {
    DryVec3 up, right, ahead;
    float x[SUPPORT_MOST], y[SUPPORT_MOST];
    int count;
} Support;

static void add_points(const DryWorld *w, const Contact *c, int side, DryPos center, Support *s)
{
    const ContactTable *t = &w->state.contacts;
    DryVec3 origin = pos_sub(w->state.shapes.collide.data[c->shape_a].position, center);
    for (int32_t i = c->manifold; i >= 0; i = t->links.data[i].next) {
        const Manifold *m = &t->manifolds.data[i];
        float upward = side == 0 ? -v3_dot(m->normal, s->up) : v3_dot(m->normal, s->up);
        for (int32_t p = 0; upward > 0.0f && p < m->count && s->count < SUPPORT_MOST; ++p) {
            if (m->total_impulse[p] > 0.0f) {
                DryVec3 at = v3_add(origin, m->points[p].position);
                s->x[s->count] = v3_dot(at, s->right);
                s->y[s->count++] = v3_dot(at, s->ahead);
            }
        }
    }
}

/* Inside strictly: on every line through the origin and a point there are points on both sides. */
static bool surrounds_origin(const Support *s)
{
    for (int i = 0; i < s->count; ++i) {
        bool left = false, right = false;
        for (int k = 0; k < s->count; ++k) {
            float cross = s->x[i] * s->y[k] - s->y[i] * s->x[k];
            left |= cross > 0.0f;
            right |= cross < 0.0f;
        }
        if (!left || !right) {
            return false;
        }
    }
    return s->count >= 3;
}

static bool held_by_joint(const DryWorld *w, int32_t body)
{
    const JointLink *links = w->state.joints.links.data;
    for (int32_t e = world_body(w, body)->joint_head; e >= 0; e = links[e >> 1].next[e & 1]) {
        int32_t other = links[e >> 1].body[(e & 1) ^ 1];
        if ((links[e >> 1].flags & JOINT_ENABLED) != 0 && (world_body(w, other)->flags & BODY_ENABLED) != 0) {
            return true;
        }
    }
    return false;
}

bool dry__rest_supported(const DryWorld *w, int32_t body)
{
    const BodyCold *c = world_body(w, body);
    DryVec3 g = v3_scale(w->state.gravity, c->gravity_scale);
    float strength = v3_length(g);
    if (!(strength > 0.0f) || held_by_joint(w, body)) {
        return true;
    }
    Support s = { .up = v3_scale(g, -1.0f / strength) };
    v3_basis(s.up, &s.right, &s.ahead);
    DryPos center = world_motion(w, body)->center;
    for (int32_t e = c->contact_head; e >= 0;) {
        const Contact *contact = &w->state.contacts.contacts.data[e >> 1];
        if ((contact->flags & CONTACT_SENSOR) == 0) {
            add_points(w, contact, e & 1, center, &s);
        }
        e = contact->next[e & 1];
    }
    return surrounds_origin(&s);
}
