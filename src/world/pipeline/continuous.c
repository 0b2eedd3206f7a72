/* Continuous collision: bodies that the step would take through something are held back.

   Contacts are found as far ahead as bodies go in a step, so nearly everything fast is stopped by the solver
   at the time of its impact. What turns fast may still come through with another corner than the one that was
   seen coming. So each shape has a core, half of the largest ball inside it: where a core has gone farther
   than the ball's radius its way is swept, in the frame of what it may have passed, and the body is set down
   where the core first touches. It keeps its velocity, and the next step has the contact. */
#include "world/pipeline/stages.h"

#include "geometry/shape_near.h"

#include <string.h>

/* Of the inner radius: the core, what it may go unseen, and how far before the touch it stays. */
#define CORE 0.5f
#define UNSEEN 0.75f
#define SHORT_OF 0.05f
/* Likewise: what is left of a core that has come into something already. */
#define KERNEL 0.05f
/* The farthest point of a shape over its inner radius. */
#define COMPACT 4.0f

enum {
    GOES_FAR = 1, /* the core of one of its shapes goes farther than it may unseen */
    MOVES = 2     /* moves enough to come over others */
};

/* A body's pose at the end of the step as the solver left it; others stay. */
typedef struct EndPose {
    DryPos center;
    DryQuat rotation;
} EndPose;

static EndPose end_pose(const DryWorld *w, int32_t body)
{
    const BodyMotion *m = world_motion(w, body);
    int32_t place = world_body(w, body)->awake_index;
    if (place < 0) {
        return (EndPose){ m->center, m->rotation };
    }
    return (EndPose){ pos_add(m->center, w->scratch.delta.data[place + 1].p),
                      w->scratch.motion.data[place + 1].rotation };
}

static DryPos core_at(const DryWorld *w, int32_t shape, const EndPose *body)
{
    const ShapeRecord *r = world_shape(w, shape);
    DryVec3 core = dry__shape_inner_center(&w->state.shapes.collide.data[shape].geometry);
    DryVec3 local = v3_add(r->local.position, quat_rotate(r->local.rotation, core));
    return pos_add(body->center, quat_rotate(body->rotation, local));
}

static DryPos core_before(const DryWorld *w, int32_t shape)
{
    const CollideShape *c = &w->state.shapes.collide.data[shape];
    return pos_add(c->position, quat_rotate(c->rotation, dry__shape_inner_center(&c->geometry)));
}

/* How far the body goes tells whether any of its pairs is worth a look; most go nowhere near as far. */
static uint8_t look_at_body(const DryWorld *w, int32_t body, const SolverDelta *delta)
{
    const BodyCold *c = world_body(w, body);
    float way = v3_length(delta->p), reach = way + f_min(v3_length(delta->r), 2.0f) * c->extent;
    if (!(reach > w->def.speculative_distance)) {
        return 0; /* also what is not finite */
    }
    uint8_t marks = !body_is_dynamic(c) || (c->flags & BODY_FAST) != 0 ? MOVES : 0;
    if (!body_is_dynamic(c)) {
        return marks;
    }
    EndPose end = end_pose(w, body);
    for (int32_t s = c->shape_head; s >= 0; s = world_shape(w, s)->next) {
        float radius = world_shape(w, s)->inner_radius;
        if (radius > 0.0f && reach > UNSEEN * radius &&
            v3_length(pos_sub(core_at(w, s, &end), core_before(w, s))) > UNSEEN * radius) {
            return GOES_FAR | marks;
        }
    }
    return marks;
}

static void mark_range(void *context, int32_t begin, int32_t end, int32_t worker)
{
    DryWorld *w = context;
    for (int32_t i = begin; i < end; ++i) {
        uint8_t marks = look_at_body(w, w->state.awake.data[i], &w->scratch.delta.data[i + 1]);
        w->scratch.body_flags.data[i] = marks;
        if (marks != 0) {
            w->scratch.far[worker] = true;
        }
    }
}

static D3 seen_from(DryPos p, DryPos origin, DryQuat rotation)
{
    D33 turn = d33_from_quat(rotation);
    return d33_mul_transposed(&turn, d3(p.x - origin.x, p.y - origin.y, p.z - origin.z));
}

/* A ball against a shape in its own frame. What it overlaps where it starts does not count. */
static bool ball_meets(const ShapeGeometry *target, D3 from, D3 way, float radius, double *fraction)
{
    ShapeGeometry ball = { .kind = SHAPE_SPHERE, .u.sphere.radius = radius };
    PlacedShape moving = { &ball, { from.x, from.y, from.z }, dry_quat_identity() };
    PlacedShape standing = { target, { 0.0, 0.0, 0.0 }, dry_quat_identity() };
    ShapeSweep sweep = { .way = way, .limit = *fraction, .start = START_IGNORE };
    ShapeGap gap;
    double at;
    if (!dry__shape_sweep(&moving, &standing, &sweep, &at, &gap) || !(at < *fraction)) {
        return false;
    }
    *fraction = at;
    return true;
}

/* Where the core of `mover` ends if it may not pass `target`; false when it does not. fraction: of the way.
 */
static bool core_meets(const DryWorld *w, int32_t mover, int32_t target, double *fraction, DryPos *stop)
{
    const ShapeRecord *t = world_shape(w, target);
    const CollideShape *before = &w->state.shapes.collide.data[target];
    float radius = world_shape(w, mover)->inner_radius;
    EndPose mover_end = end_pose(w, world_shape(w, mover)->body), target_end = end_pose(w, t->body);
    DryPos origin = pos_add(target_end.center, quat_rotate(target_end.rotation, t->local.position));
    DryQuat rotation = quat_mul(target_end.rotation, t->local.rotation);
    D3 from = seen_from(core_before(w, mover), before->position, before->rotation);
    D3 to = seen_from(core_at(w, mover, &mover_end), origin, rotation);
    D3 way = d3_sub(to, from);
    double length = d3_length(way);
    if (!(radius > 0.0f) || !(length > (double)(UNSEEN * radius)) || !(length < 1e9)) {
        return false;
    }
    double at = *fraction;
    if (!ball_meets(&before->geometry, from, way, CORE * radius, &at) &&
        !ball_meets(&before->geometry, from, way, KERNEL * radius, &at)) {
        return false;
    }
    at = d_max(at - (double)(SHORT_OF * radius) / length, 0.0);
    D33 turn = d33_from_quat(rotation);
    D3 p = d33_mul(&turn, d3_mad(from, way, at));
    *fraction = at;
    *stop = (DryPos){ origin.x + p.x, origin.y + p.y, origin.z + p.z };
    return true;
}

/* Holds the mover's body back if this is the first thing it meets; whether it meets it. */
static bool hold_back(DryWorld *w, int32_t mover, int32_t target)
{
    int32_t body = world_shape(w, mover)->body, place = world_body(w, body)->awake_index;
    StepHold *hold = &w->scratch.holds.data[place];
    double fraction = hold->fraction;
    DryPos stop;
    if (!core_meets(w, mover, target, &fraction, &stop)) {
        return false;
    }
    EndPose end = end_pose(w, body);
    hold->fraction = fraction;
    hold->shift = pos_sub(stop, core_at(w, mover, &end));
    return true;
}

static uint8_t marks_of(const DryWorld *w, int32_t body)
{
    int32_t place = world_body(w, body)->awake_index;
    return place >= 0 ? w->scratch.body_flags.data[place] : 0;
}

/* Static and kinematic bodies hold back all dynamic ones; of two dynamic ones one has to be marked. */
static bool holds(const DryWorld *w, int32_t mover, int32_t target)
{
    const BodyCold *m = world_body(w, mover), *t = world_body(w, target);
    if (!body_is_dynamic(m) || m->awake_index < 0) {
        return false;
    }
    bool passes = (marks_of(w, mover) & GOES_FAR) != 0 || (marks_of(w, target) & MOVES) != 0;
    return passes && (!body_is_dynamic(t) || ((m->flags | t->flags) & BODY_FAST) != 0);
}

/* Contacts that a modifier may leave out hold nobody back. */
static bool solid_pair(const DryWorld *w, const ShapeRecord *a, const ShapeRecord *b)
{
    uint32_t flags = a->flags | b->flags;
    return (flags & SHAPE_SENSOR) == 0 && (w->modifier.modify == NULL || (flags & SHAPE_MODIFY) == 0);
}

static bool moves_freely(const DryWorld *w, int32_t body)
{
    return body_is_dynamic(world_body(w, body));
}

/* The core stands for the shape: beside a sheet that turns by, that of another sheet stands for nothing. */
static bool is_compact(const DryWorld *w, int32_t shape)
{
    const ShapeRecord *r = world_shape(w, shape);
    return r->extent < COMPACT * r->inner_radius;
}

static void sweep_pairs(DryWorld *w)
{
    const ContactTable *t = &w->state.contacts;
    for (int32_t i = 0; i < t->pair_keys.count; ++i) {
        PairKey key = t->pair_keys.data[i];
        const ShapeRecord *a = world_shape(w, key.shape_a), *b = world_shape(w, key.shape_b);
        if ((marks_of(w, a->body) | marks_of(w, b->body)) == 0 || !solid_pair(w, a, b)) {
            continue;
        }
        /* of two that move the fast one is set down where the other ends; only one is */
        bool first_b = (world_body(w, b->body)->flags & ~world_body(w, a->body)->flags & BODY_FAST) != 0;
        int32_t first = first_b ? key.shape_b : key.shape_a, second = first_b ? key.shape_a : key.shape_b;
        int32_t body = first_b ? b->body : a->body, other = first_b ? a->body : b->body;
        if (!holds(w, body, other) || !hold_back(w, first, second)) {
            if (holds(w, other, body) && (!moves_freely(w, body) || is_compact(w, second))) {
                (void)hold_back(w, second, first);
            }
        }
    }
}

/* The velocity that goes with the place on the way, whose end has been paid for with height: what lifts the
   body back against its acceleration is taken from the speed along it, and if need be from the rest. */
static DryVec3 paid_for(DryVec3 v, DryVec3 acceleration, DryVec3 shift)
{
    float cost = -2.0f * v3_dot(acceleration, shift), size2 = v3_length_squared(acceleration);
    if (!(cost > 0.0f) || !(size2 > 0.0f)) {
        return v;
    }
    DryVec3 along = v3_scale(acceleration, v3_dot(v, acceleration) / size2), across = v3_sub(v, along);
    float along2 = v3_length_squared(along), across2 = v3_length_squared(across);
    float rest = f_max(cost - along2, 0.0f);
    along = v3_scale(along, along2 > cost ? sqrtf((along2 - cost) / along2) : 0.0f);
    across = v3_scale(across, across2 > rest ? sqrtf((across2 - rest) / across2) : 0.0f);
    return v3_add(along, across);
}

static void set_down(WorldScratch *k, int32_t dense, DryVec3 shift)
{
    k->delta.data[dense].p = v3_add(k->delta.data[dense].p, shift);
    DryVec3 *v = &k->velocity.data[dense].v;
    *v = paid_for(*v, k->motion.data[dense].acceleration, shift);
}

void dry__stage_hold_back(DryWorld *w)
{
    WorldScratch *k = &w->scratch;
    int32_t count = w->state.awake.count;
    bool far = false;
    w->counters.held_back = 0;
    if (!w->def.continuous) {
        return;
    }
    memset(k->far, 0, sizeof k->far);
    dry__jobs_for(w->jobs, count, 128, mark_range, w);
    for (int32_t i = 0; i < JOBS_MAX_WORKERS; ++i) {
        far = far || k->far[i];
    }
    if (!far) {
        return;
    }
    for (int32_t i = 0; i < count; ++i) {
        k->holds.data[i] = (StepHold){ .fraction = 1.0 };
    }
    sweep_pairs(w);
    for (int32_t i = 0; i < count; ++i) {
        if (k->holds.data[i].fraction < 1.0) {
            set_down(k, i + 1, k->holds.data[i].shift);
            w->counters.held_back++;
        }
    }
}
