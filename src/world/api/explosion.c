/* Explosions: what each body gets is found first, then given to all. */
#include "base/memory.h"
#include "collision/segment_hull.h"
#include "geometry/convex_distance.h"
#include "math/trig.h"
#include "world/api/check.h"
#include "world/edit/body_edit.h"
#include "world/edit/proxy_edit.h"
#include "world/edit/wake_edit.h"
#include "world/store/energy.h"

#include <drystone/explosion.h>

/* Of a body afterwards, m/s and rad/s: as for impulses. */
#define FASTEST 1e6f
/* Rays end this share before the point they are to reach, which may lie on a surface. */
#define RAY_SHORT 1e-3f

enum {
    SAMPLES = 7
};

DryExplosion dry_explosion_default(void)
{
    return (DryExplosion){ .radius = 1.0f, .falloff = 4.0f, .filter = DRY_FILTER_ALL };
}

/* ---- arguments ---- */

static DryStatus check_range(DryWorld *w, const char *call, const char *name, float value, float least,
                             float most)
{
    return value >= least && value <= most
               ? DRY_OK
               : dry__fail(w, DRY_ERROR_ARGUMENT, call, "%s is %g, must be in [%g, %g]", name, (double)value,
                           (double)least, (double)most);
}

static DryStatus check(DryWorld *w, const DryExplosion *e, const char *call)
{
    if (e == NULL) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "the explosion is null");
    }
    if (!pos_finite(e->position)) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "position is (%g, %g, %g), must be finite",
                         e->position.x, e->position.y, e->position.z);
    }
    DryStatus status = check_range(w, call, "radius", e->radius, 0.0f, 1e6f);
    status = status != DRY_OK ? status : check_range(w, call, "falloff", e->falloff, 0.0f, 1e6f);
    status = status != DRY_OK ? status : check_range(w, call, "impulse", e->impulse, -1e12f, 1e12f);
    status = status != DRY_OK ? status : check_range(w, call, "law", (float)e->law, 0.0f, 5.0f);
    status = status != DRY_OK ? status : check_range(w, call, "blast", (float)e->blast, 0.0f, 1.0f);
    if (status != DRY_OK) {
        return status;
    }
    bool inverse = e->law == DRY_FALLOFF_INVERSE || e->law == DRY_FALLOFF_INVERSE_SQUARE;
    if (inverse && !(e->radius > 0.0f)) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "radius is 0, this law needs one > 0");
    }
    if (e->law == DRY_FALLOFF_CUSTOM && e->strength == NULL) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "strength is null, the law is DRY_FALLOFF_CUSTOM");
    }
    return DRY_OK;
}

/* ---- one shape ---- */

/* How a shape lies to the explosion, world axes. */
typedef struct Exposure {
    float distance;    /* >= 0 */
    float area;        /* m^2 */
    DryVec3 direction; /* unit, away from the explosion */
    DryPos point;      /* where it is hit */
} Exposure;

/* Middle of the shape and half the size of its bounds, shape frame. */
static void local_bounds(const ShapeGeometry *g, DryVec3 *middle, DryVec3 *half)
{
    *middle = v3(0.0f, 0.0f, 0.0f);
    switch (g->kind) {
    case SHAPE_SPHERE:
        *half = v3(g->u.sphere.radius, g->u.sphere.radius, g->u.sphere.radius);
        break;
    case SHAPE_CAPSULE:
        *half = v3(g->u.capsule.radius, g->u.capsule.half_height + g->u.capsule.radius, g->u.capsule.radius);
        break;
    case SHAPE_BOX:
        *half = g->u.box.half;
        break;
    case SHAPE_CYLINDER:
    case SHAPE_CONE:
    case SHAPE_TAPERED_CAPSULE:
    case SHAPE_ELLIPSOID:
    case SHAPE_ROUNDED_BOX: {
        const DryPose nowhere = { { 0.0, 0.0, 0.0 }, { 0.0f, 0.0f, 0.0f, 1.0f } };
        BoxF box = dry__shape_bounds(g, nowhere, 0.0f);
        *half = v3(box.upper[0], 0.5f * (box.upper[1] - box.lower[1]), box.upper[2]);
        middle->y = 0.5f * (box.lower[1] + box.upper[1]);
        break;
    }
    default:
        *middle = v3_scale(v3_add(g->u.hull->data.lower, g->u.hull->data.upper), 0.5f);
        *half = v3_scale(v3_sub(g->u.hull->data.upper, g->u.hull->data.lower), 0.5f);
        break;
    }
}

/* The area the shape shows in a unit direction; of hulls, cones, tapered capsules and rounded boxes that of
 * their bounds. */
static float shown_area(const ShapeGeometry *g, DryVec3 d)
{
    if (g->kind == SHAPE_SPHERE) {
        return DRY_PI * g->u.sphere.radius * g->u.sphere.radius;
    }
    if (g->kind == SHAPE_CAPSULE) {
        float r = g->u.capsule.radius, across = sqrtf(f_max(1.0f - d.y * d.y, 0.0f));
        return DRY_PI * r * r + 4.0f * r * g->u.capsule.half_height * across;
    }
    if (g->kind == SHAPE_CYLINDER) {
        float r = g->u.frustum.bottom, across = sqrtf(f_max(1.0f - d.y * d.y, 0.0f));
        return DRY_PI * r * r * fabsf(d.y) + 4.0f * r * g->u.frustum.half_height * across;
    }
    if (g->kind == SHAPE_ELLIPSOID) {
        DryVec3 s = g->u.ellipsoid.radii;
        return DRY_PI * v3_length(v3(s.y * s.z * d.x, s.z * s.x * d.y, s.x * s.y * d.z));
    }
    DryVec3 middle, half, a = v3_abs(d);
    local_bounds(g, &middle, &half);
    return 4.0f * (a.x * half.y * half.z + a.y * half.z * half.x + a.z * half.x * half.y);
}

/* The point of a capsule's or box's core that is nearest to p. */
static DryVec3 core_point(const ShapeGeometry *g, DryVec3 p)
{
    if (g->kind == SHAPE_BOX) {
        return v3_max(v3_min(p, g->u.box.half), v3_neg(g->u.box.half));
    }
    float along = g->kind == SHAPE_CAPSULE ? g->u.capsule.half_height : 0.0f;
    return v3(0.0f, f_clamp(p.y, -along, along), 0.0f);
}

static float nearest_of_smooth(const ShapeGeometry *g, DryVec3 p, float reach, DryVec3 *point)
{
    const D33 axes = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    const ShapeGeometry dot = { .kind = SHAPE_SPHERE };
    BoxHull box, unused;
    Convex a = dry__convex_from(&dot, axes, d3_from(p), &unused),
           b = dry__convex_from(g, axes, d3(0.0, 0.0, 0.0), &box);
    ConvexGap gap;
    if (!dry__convex_gap(&a, &b, (double)reach, &gap)) {
        *point = p;
        return INFINITY;
    }
    *point = gap.separation > 0.0 ? d3_round(gap.on_b) : p;
    return f_max((float)gap.separation, 0.0f);
}

/* Nearest point of the shape to p, shape frame; returns the distance, 0 inside. */
static float nearest(const ShapeGeometry *g, DryVec3 p, float reach, DryVec3 *point)
{
    if (g->kind == SHAPE_HULL) {
        SegmentHull found;
        bool near = dry__segment_hull(&g->u.hull->data, p, p, reach, &found);
        *point = near ? v3_mad(p, found.normal, -found.distance) : p;
        return near ? f_max(found.distance, 0.0f) : INFINITY;
    }
    if (g->kind >= SHAPE_CYLINDER && g->kind < SHAPE_MESH) {
        return nearest_of_smooth(g, p, reach, point);
    }
    float radius = g->kind == SHAPE_SPHERE    ? g->u.sphere.radius
                   : g->kind == SHAPE_CAPSULE ? g->u.capsule.radius
                                              : 0.0f;
    DryVec3 core = core_point(g, p), away = v3_sub(p, core);
    float length = v3_length(away);
    *point = length > radius ? v3_mad(core, away, radius / length) : p;
    return f_max(length - radius, 0.0f);
}

static DryVec3 direction_or(DryVec3 v, DryVec3 otherwise)
{
    float length = v3_length(v);
    return length > 1e-6f ? v3_scale(v, 1.0f / length) : otherwise;
}

static DryVec3 upward(const DryWorld *w)
{
    return direction_or(v3_neg(w->state.gravity), v3(0.0f, 1.0f, 0.0f));
}

static bool expose(const DryWorld *w, int32_t shape, const DryExplosion *e, Exposure *x)
{
    const CollideShape *c = &w->state.shapes.collide.data[shape];
    float reach = e->radius + e->falloff;
    DryVec3 p = quat_rotate_inverse(c->rotation, pos_sub(e->position, c->position));
    DryVec3 point, middle, half;
    x->distance = nearest(&c->geometry, p, reach, &point);
    if (!(x->distance <= reach)) {
        return false;
    }
    if (!(x->distance > 0.0f)) { /* from inside */
        local_bounds(&c->geometry, &middle, &half);
        point = middle;
    }
    DryVec3 away = quat_rotate_inverse(c->rotation, upward(w));
    DryVec3 local = direction_or(v3_sub(point, p), away);
    x->direction = quat_rotate(c->rotation, local);
    x->point = pos_add(c->position, quat_rotate(c->rotation, point));
    x->area = shown_area(&c->geometry, local);
    return true;
}

/* ---- shelter ---- */

typedef struct Sight {
    const DryWorld *w;
    DryFilter filter;
    DryPos from;
    DryVec3 way;
    bool blocked;
} Sight;

static float visit_shelter(int32_t shape, float max_fraction, void *context)
{
    Sight *s = context;
    const CollideShape *c = &s->w->state.shapes.collide.data[shape];
    ShapeRayHit hit;
    if (s->blocked || body_is_dynamic(world_body(s->w, world_shape(s->w, shape)->body)) ||
        !dry__filter_accepts(s->w, shape, s->filter)) {
        return max_fraction;
    }
    DryVec3 origin = quat_rotate_inverse(c->rotation, pos_sub(s->from, c->position));
    DryVec3 way = quat_rotate_inverse(c->rotation, s->way);
    s->blocked = dry__shape_cast_ray(&c->geometry, origin, way, max_fraction, &hit);
    return max_fraction;
}

static bool sees(const DryWorld *w, const DryExplosion *e, DryPos to)
{
    Sight s = { .w = w, .filter = e->filter, .from = e->position };
    s.way = v3_scale(pos_sub(to, e->position), 1.0f - RAY_SHORT);
    if (!(v3_length_squared(s.way) > 0.0f)) {
        return true;
    }
    for (int32_t i = 0; i < w->state.planes.count; ++i) {
        (void)visit_shelter(w->state.planes.data[i], 1.0f, &s);
    }
    dry__dynamic_tree_ray(&w->state.stored, s.from, s.way, 1.0f, visit_shelter, &s);
    dry__packed_tree_ray(&w->derived.tree, s.from, s.way, 1.0f, visit_shelter, &s);
    return !s.blocked;
}

/* Share of the shape's seven points, its middle and half-way out along its axes, that nothing shelters. */
static float visible_share(const DryWorld *w, int32_t shape, const DryExplosion *e)
{
    const CollideShape *c = &w->state.shapes.collide.data[shape];
    DryVec3 middle, half;
    int seen = 0;
    local_bounds(&c->geometry, &middle, &half);
    for (int i = 0; i < SAMPLES; ++i) {
        DryVec3 at = middle;
        if (i > 0) {
            int axis = (i - 1) / 2;
            float side = (i & 1) != 0 ? 0.5f : -0.5f;
            v3_set(&at, axis, v3_get(middle, axis) + side * v3_get(half, axis));
        }
        seen += sees(w, e, pos_add(c->position, quat_rotate(c->rotation, at))) ? 1 : 0;
    }
    return (float)seen / (float)SAMPLES;
}

/* ---- strength ---- */

static float strength_at(const DryExplosion *e, float d)
{
    if (e->law == DRY_FALLOFF_CUSTOM) {
        return e->strength(d, e->user);
    }
    float beyond = d - e->radius;
    float left = beyond <= 0.0f ? 1.0f : e->falloff > 0.0f ? f_max(1.0f - beyond / e->falloff, 0.0f) : 0.0f;
    float ratio = d > e->radius ? e->radius / d : 1.0f;
    switch (e->law) {
    case DRY_FALLOFF_QUADRATIC:
        return left * left;
    case DRY_FALLOFF_CONSTANT:
        return 1.0f;
    case DRY_FALLOFF_INVERSE:
        return ratio;
    case DRY_FALLOFF_INVERSE_SQUARE:
        return ratio * ratio;
    case DRY_FALLOFF_LINEAR:
    default:
        return left;
    }
}

/* ---- one body ---- */

typedef struct Kick {
    DryVec3 linear, angular; /* impulses, about the centre of mass */
} Kick;

static DryStatus kick_by_area(DryWorld *w, int32_t body, const DryExplosion *e, Kick *kick, const char *call)
{
    DryPos center = world_motion(w, body)->center;
    for (int32_t s = world_body(w, body)->shape_head; s >= 0; s = world_shape(w, s)->next) {
        Exposure x;
        if (!dry__filter_accepts(w, s, e->filter) || !expose(w, s, e, &x)) {
            continue;
        }
        float strength = strength_at(e, x.distance);
        if (!(fabsf(strength) <= 1e6f)) {
            return dry__fail(w, DRY_ERROR_ARGUMENT, call, "strength(%g) is %g, must be within 1e6",
                             (double)x.distance, (double)strength);
        }
        float share = e->occlusion ? visible_share(w, s, e) : 1.0f;
        DryVec3 impulse = v3_scale(x.direction, e->impulse * x.area * strength * share);
        kick->linear = v3_add(kick->linear, impulse);
        kick->angular = v3_add(kick->angular, v3_cross(pos_sub(x.point, center), impulse));
    }
    return DRY_OK;
}

/* The nearest shape decides how strong; how much is seen is the mean over the shapes by area. */
static DryStatus kick_by_mass(DryWorld *w, int32_t body, const DryExplosion *e, Kick *kick, const char *call)
{
    float distance = INFINITY, area = 0.0f, seen = 0.0f;
    for (int32_t s = world_body(w, body)->shape_head; s >= 0; s = world_shape(w, s)->next) {
        Exposure x;
        if (dry__filter_accepts(w, s, e->filter) && expose(w, s, e, &x)) {
            distance = f_min(distance, x.distance);
            area += x.area;
            seen += e->occlusion ? x.area * visible_share(w, s, e) : x.area;
        }
    }
    if (!(area > 0.0f)) {
        return DRY_OK;
    }
    float strength = strength_at(e, distance);
    if (!(fabsf(strength) <= 1e6f)) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "strength(%g) is %g, must be within 1e6",
                         (double)distance, (double)strength);
    }
    DryVec3 away = direction_or(pos_sub(world_motion(w, body)->center, e->position), upward(w));
    kick->linear = v3_scale(away, e->impulse * world_body(w, body)->mass * strength * (seen / area));
    return DRY_OK;
}

/* What the kick makes of the velocities. */
static DryVec3 kicked_v(const BodyCold *c, const BodyMotion *m, const Kick *kick)
{
    return v3_add(m->v, unlocked(v3_scale(kick->linear, c->inv_mass), c->locks));
}

static DryVec3 kicked_w(const BodyCold *c, const BodyMotion *m, const Kick *kick)
{
    return v3_add(m->w, unlocked(body_turned_by(c, m, kick->angular), c->locks >> 3));
}

static DryStatus find_kick(DryWorld *w, int32_t body, const DryExplosion *e, Kick *kick, const char *call)
{
    const BodyCold *c = world_body(w, body);
    const BodyMotion *m = world_motion(w, body);
    *kick = (Kick){ 0 };
    bool hit = id_alive(&w->state.bodies.ids, body) && body_is_dynamic(c) && (c->flags & BODY_ENABLED) != 0;
    double reach = (double)e->radius + (double)e->falloff + 1.01 * (double)c->extent;
    if (!hit || !((double)v3_length(pos_sub(m->center, e->position)) <= reach * 1.001)) {
        return DRY_OK;
    }
    DryStatus status = e->blast == DRY_BLAST_PER_AREA ? kick_by_area(w, body, e, kick, call)
                                                      : kick_by_mass(w, body, e, kick, call);
    if (status == DRY_OK &&
        !(v3_length(kicked_v(c, m, kick)) <= FASTEST && v3_length(kicked_w(c, m, kick)) <= FASTEST)) {
        return dry__fail(w, DRY_ERROR_RANGE, call, "a body would be faster than %g m/s or rad/s",
                         (double)FASTEST);
    }
    return status;
}

static void give(DryWorld *w, int32_t body, const Kick *kick)
{
    const BodyCold *c = world_body(w, body);
    BodyMotion *m = world_motion(w, body);
    dry__wake_body(w, body);
    double before = body_kinetic_energy(c, m);
    DryVec3 v = kicked_v(c, m, kick), spin = kicked_w(c, m, kick);
    m->v = v;
    m->w = spin;
    if (w->state.bodies.counting) {
        w->state.bodies.work.data[body].forces += body_kinetic_energy(c, m) - before;
    }
    dry__proxy_stretch(w, body);
}

static bool is_nothing(const Kick *kick)
{
    return !(v3_length_squared(kick->linear) > 0.0f) && !(v3_length_squared(kick->angular) > 0.0f);
}

int32_t dry_world_explode(DryWorld *world, const DryExplosion *explosion)
{
    const char *call = "dry_world_explode";
    DryStatus status = dry__begin_edit(world, call);
    status = status != DRY_OK ? status : check(world, explosion, call);
    if (status != DRY_OK) {
        return -1;
    }
    int32_t count = world->state.bodies.cold.count, pushed = 0;
    size_t bytes = (size_t)count * sizeof(Kick);
    Kick *kicks = dry__alloc(bytes);
    if (kicks == NULL && count > 0) {
        (void)dry__fail(world, DRY_ERROR_MEMORY, call, "out of memory");
        return -1;
    }
    for (int32_t i = 0; i < count && status == DRY_OK; ++i) {
        status = find_kick(world, i, explosion, &kicks[i], call);
    }
    for (int32_t i = 0; i < count && status == DRY_OK; ++i) {
        if (!is_nothing(&kicks[i])) {
            give(world, i, &kicks[i]);
            ++pushed;
        }
    }
    dry__free(kicks, bytes);
    return status == DRY_OK ? pushed : -1;
}
