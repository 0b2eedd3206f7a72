/* Contacts that are farther away than a body's own thickness.

   What comes near in the coming step is found where bodies are at its start. Far away that is not what will
   touch: the plane between a ball and an edge that it will pass bars its way, and a box turns before it
   lands. So such a pair is followed to the moment when it touches. If it never does there is no contact; else
   the contact is the one of that moment, with the separations that lead up to it. */
#include "world/pipeline/stages.h"

#include "collision/mesh_contact.h"
#include "geometry/shape_near.h"
#include "solver/integrate.h"

#include <float.h>

/* Of the speculative distance: nearer is touching. */
#define TOUCHING 0.1f

enum {
    BALLS = SHAPE_SPHERE * SHAPE_KIND_COUNT + SHAPE_SPHERE, /* the solver follows the line between them */
    ADVANCES = 16                                           /* of a pair that turns, until it touches */
};

typedef struct Foresee {
    DryWorld *w;
    float dt, fall; /* fall: TierContext */
    int32_t kind;
} Foresee;

/* One of the two shapes with its body's motion in the step. */
typedef struct Traveller {
    const CollideShape *start;
    const ShapeRecord *record;
    DryPos center;
    DryQuat rotation;
    DryVec3 way, turn; /* of the body */
} Traveller;

static Traveller traveller(const Foresee *f, int32_t shape)
{
    const DryWorld *w = f->w;
    const ShapeRecord *r = world_shape(w, shape);
    const BodyMotion *m = world_motion(w, r->body);
    float dt = world_body_awake(w, r->body) ? f->dt : 0.0f;
    return (Traveller){ .start = &w->state.shapes.collide.data[shape],
                        .record = r,
                        .center = m->center,
                        .rotation = m->rotation,
                        .way = v3_scale(m->v, dt),
                        .turn = v3_scale(m->w, dt) };
}

static CollideShape shape_at(const Traveller *t, float fraction)
{
    CollideShape c = *t->start;
    if (fraction > 0.0f) {
        DryQuat rotation = dry__quat_turn(t->rotation, v3_scale(t->turn, fraction));
        DryPos center = pos_add(t->center, v3_scale(t->way, fraction));
        c.position = pos_add(center, quat_rotate(rotation, t->record->local.position));
        c.rotation = quat_mul(rotation, t->record->local.rotation);
    }
    return c;
}

static float spin_of(const Traveller *t)
{
    return v3_length(t->turn) * t->record->extent;
}

static PlacedShape placed(const CollideShape *c)
{
    return (PlacedShape){ &c->geometry, c->position, c->rotation };
}

static D3 relative_way(const Traveller *a, const Traveller *b)
{
    return d3_sub(d3_from(a->way), d3_from(b->way));
}

/* When the two touch at the earliest, grown by as much as turning and falling may bring them nearer. */
static bool sweep_grown(const Traveller *a, const Traveller *b, double grown, float *fraction)
{
    PlacedShape mover = placed(a->start), target = placed(b->start);
    ShapeSweep sweep = { .way = relative_way(a, b), .limit = 1.0, .start = START_HIT, .grown = grown };
    ShapeGap gap;
    double at;
    if (!dry__shape_sweep(&mover, &target, &sweep, &at, &gap)) {
        return false;
    }
    *fraction = (float)at;
    return true;
}

/* The part of the step after which they touch, or are nearer than `near`. False: they do not. Those that are
   still under way after ADVANCES pass each other at a distance, unless it is small. */
static bool moment_of_touch(const Traveller *a, const Traveller *b, float near, float small, float fall,
                            float *fraction)
{
    float spin = spin_of(a) + spin_of(b), separation = 0.0f;
    float speed = (float)d3_length(relative_way(a, b)) + spin + fall;
    if (!sweep_grown(a, b, (double)(near + spin + fall), fraction)) {
        return false;
    }
    for (int i = 0; i < ADVANCES && spin > near; ++i) {
        CollideShape at_a = shape_at(a, *fraction), at_b = shape_at(b, *fraction);
        PlacedShape mover = placed(&at_a), target = placed(&at_b);
        ShapeGap gap;
        separation = dry__shape_gap(&mover, &target, (double)speed, &gap) ? (float)gap.separation : speed;
        if (separation <= near) {
            return true;
        }
        *fraction += (separation - 0.5f * near) / speed;
        if (!(*fraction <= 1.0f)) {
            return false;
        }
    }
    return separation <= small;
}

static DryVec3 point_way(const Traveller *t, DryVec3 arm, float fraction)
{
    return v3_scale(v3_add(t->way, v3_cross(t->turn, arm)), fraction);
}

static bool stands(const Traveller *t)
{
    return v3_length_squared(t->way) + v3_length_squared(t->turn) == 0.0f;
}

/* Points of the moment, told as contacts of the start are: separations are what they were before the way to
   there, and points lie midway between the surfaces where that leads the arm of the body that comes to where
   it will be touched. One of the two stands. */
static void tell_from_start(const Traveller *a, const Traveller *b, const CollideShape *at_a, float fraction,
                            Manifold *m)
{
    const Traveller *comes = stands(a) ? b : a;
    DryVec3 way = v3_scale(comes->way, fraction);
    float nearest = FLT_MAX, left = 0.0f; /* at the start, and of the same point at the moment */
    for (int32_t i = 0; i < m->count; ++i) {
        ManifoldPoint *p = &m->points[i];
        DryVec3 arm = v3_sub(pos_sub(pos_add(at_a->position, p->position), comes->center), way);
        float along = v3_dot(m->normal, point_way(comes, arm, fraction));
        float then = p->separation;
        p->separation += comes == a ? along : -along;
        left = p->separation < nearest ? then : left;
        nearest = f_min(p->separation, nearest);
    }
    float half = 0.5f * (f_max(nearest, 0.0f) - left);
    DryVec3 shift = v3_sub(pos_sub(at_a->position, a->start->position), way);
    shift = v3_mad(shift, m->normal, comes == a ? half : -half);
    for (int32_t i = 0; i < m->count; ++i) {
        m->points[i].position = v3_add(m->points[i].position, shift);
    }
    m->flags &= (uint16_t) ~(unsigned)MANIFOLD_OWNED; /* they are ahead already */
}

/* The pair's manifolds at that moment. */
static void collide_then(const Foresee *f, const Traveller *a, const Traveller *b, float fraction,
                         float margin, Manifold *manifolds, PairResult *result)
{
    CollideShape shapes[2] = { shape_at(a, fraction), shape_at(b, fraction) };
    PairWork work = { .shape_a = 0, .shape_b = 1, .margin = margin, .cache = 0 };
    PairCache cache = { 0 };
    PairResult then = { 0 };
    PairBatch batch = { .shapes = shapes,
                        .work = &work,
                        .caches = &cache,
                        .results = &then,
                        .manifolds = manifolds,
                        .stride = f->w->scratch.kind_stride[f->kind] };
    f->w->pair_table.fn[f->kind / SHAPE_KIND_COUNT][f->kind % SHAPE_KIND_COUNT](&batch, 0, 1);
    result->manifold_count = then.manifold_count;
    for (int32_t i = 0; i < then.manifold_count; ++i) {
        tell_from_start(a, b, &shapes[0], fraction, &manifolds[i]);
    }
}

/* Inner radius of the smaller shape: nearer pairs are taken as they are. */
static float thickness(const Traveller *a, const Traveller *b)
{
    float ra = a->record->inner_radius, rb = b->record->inner_radius;
    return ra > 0.0f && rb > 0.0f ? f_min(ra, rb) : f_max(ra, rb);
}

/* Far is what lies ahead by more than it is thick, by its own speed: what only bounces may bring together
   (widened margins) is taken as it is. */
static void foresee(const Foresee *f, int32_t item)
{
    WorldScratch *k = &f->w->scratch;
    const PairWork *work = &k->work.data[item];
    PairResult *result = &k->results.data[item];
    float least = f->w->def.speculative_distance + f->fall;
    if (result->manifold_count == 0 || result->gap <= least) {
        return;
    }
    Traveller a = traveller(f, work->shape_a), b = traveller(f, work->shape_b);
    float ahead = v3_length(v3_sub(a.way, b.way)) + spin_of(&a) + spin_of(&b);
    float small = thickness(&a, &b);
    if (result->gap <= least + small || result->gap > least + 1.05f * ahead) {
        return;
    }
    int32_t stride = k->kind_stride[f->kind];
    Manifold *manifolds = k->found_manifolds.data + k->kind_manifolds[f->kind] +
                          (ptrdiff_t)stride * (item - k->kind_begin[f->kind]);
    float fraction;
    if (!moment_of_touch(&a, &b, TOUCHING * f->w->def.speculative_distance, small, f->fall, &fraction)) {
        result->manifold_count = 0;
    } else if (stands(&a) || stands(&b)) {
        collide_then(f, &a, &b, fraction, work->margin, manifolds, result);
    }
}

static void foresee_range(void *context, int32_t begin, int32_t end, int32_t worker)
{
    (void)worker;
    const Foresee *f = context;
    int32_t first = f->w->scratch.kind_begin[f->kind];
    for (int32_t i = begin; i < end; ++i) {
        foresee(f, first + i);
    }
}

void dry__stage_foresee(DryWorld *w, float dt, float fall)
{
    if (!w->def.continuous) {
        return;
    }
    for (int32_t kind = 0; kind < PAIR_KIND_COUNT; ++kind) {
        int32_t count = w->scratch.kind_end[kind] - w->scratch.kind_begin[kind];
        if (count > 0 && kind != BALLS) {
            Foresee f = { .w = w, .dt = dt, .fall = fall, .kind = kind };
            dry__jobs_for(w->jobs, count, 256, foresee_range, &f);
        }
    }
}
