/* Cylinders, cones, tapered capsules, ellipsoids and rounded polytopes against everything convex, and against
   half-spaces. Flat parts come first: where the other shape is over one, its normal is exact and steady. */
#include "collision/each_pair.h"
#include "collision/patch.h"
#include "collision/reduce.h"
#include "geometry/convex_distance.h"

enum {
    SINGLE = 7 << 16
};

/* The two shapes, and what counts as small between them. */
typedef struct Meeting {
    Convex a, b;
    double margin, size, thin;
} Meeting;

/* The flat part of a shape that holds the other one farthest away. */
typedef struct Rest {
    bool of_a;
    int flat;  /* -1: none */
    D3 normal; /* out of the shape that has it */
    double separation;
} Rest;

static Rest best_rest(const Convex *owner, const Convex *other, bool of_a)
{
    Rest best = { .of_a = of_a, .flat = -1, .separation = -1e300 };
    int count = dry__flat_count(owner);
    for (int i = 0; i < count; ++i) {
        D3 n = dry__flat_normal(owner, i);
        D3 p = dry__convex_support(other, d3_scale(n, -1.0));
        double separation = d3_dot(p, n) - other->radius - dry__flat_height(owner, i, n);
        if (separation > best.separation) {
            best = (Rest){ of_a, i, n, separation };
        }
    }
    return best;
}

/* An axis of the shape that lies along the surface. */
static D3 right_of(const Convex *c, D3 n)
{
    return fabs(d3_dot(c->axes.cx, n)) < 0.8 ? c->axes.cx : c->axes.cz;
}

/* Near a rim the mantle may be the shorter way out: whether its normal, at the azimuth of the point p in
   world axes, holds the two farther apart. */
static bool mantle_is_better(const Convex *c, const Convex *other, D3 p, double separation)
{
    if (!convex_is_frustum(c)) {
        return false;
    }
    D3 local = d33_mul_transposed(&c->axes, p);
    double across = sqrt(local.x * local.x + local.z * local.z), height = 2.0 * c->size[0];
    if (!(across > 0.0)) {
        return false;
    }
    D3 n = d3_normalize(d3(local.x / across, (c->size[1] - c->size[2]) / height, local.z / across));
    D3 on_c, on_other;
    return dry__convex_separation(c, other, d33_mul(&c->axes, n), &on_c, &on_other) > separation;
}

/* A flat part is the shortest way out unless one of the mantles is a shorter one. */
static bool is_shortest(const Meeting *x, const Rest *rest)
{
    const Convex *owner = rest->of_a ? &x->a : &x->b, *other = rest->of_a ? &x->b : &x->a;
    double separation = rest->separation + 1e-3 * x->thin;
    D3 back = d3_scale(rest->normal, -1.0), place = d3_sub(dry__convex_support(other, back), owner->at);
    return rest->separation >= 0.0 || !(mantle_is_better(owner, other, place, separation) ||
                                        mantle_is_better(other, owner, back, separation));
}

static void emit(const Meeting *x, const Patch *patch, D3 normal, bool reference_is_a, Manifold *m)
{
    ManifoldPoint points[PATCH_MAX];
    int count = 0;
    m->normal = d3_round(normal);
    for (int i = 0; i < patch->count; ++i) {
        const PatchPoint *p = &patch->point[i];
        if (p->separation > x->margin) {
            continue;
        }
        points[count].position = d3_round(d3_scale(d3_add(p->on_reference, p->on_other), 0.5));
        points[count].separation = (float)p->separation;
        points[count++].feature = p->feature + (reference_is_a ? 0u : 1u << 24);
    }
    float thin = (float)x->thin, tie = f_min(2e-5f, 1e-3f * thin) + 2e-7f * (float)x->size;
    dry__manifold_reduce(m, points, count, tie, 1e-3f * thin);
}

static void patch_on(const Meeting *x, const Rest *rest, Patch *patch)
{
    const Convex *owner = rest->of_a ? &x->a : &x->b, *other = rest->of_a ? &x->b : &x->a;
    Look ground = dry__look_flat(owner, rest->flat);
    Look seen = dry__look(other, d3_scale(rest->normal, -1.0));
    const Convex *still = owner->hull == NULL && other->hull != NULL ? other : owner;
    dry__patch_over(&ground, &seen, right_of(still, rest->normal), 1e-3 * x->thin, patch);
}

/* Contact along the normal of a flat part, if the points there are as deep as `deepest`. */
static bool rests(const Meeting *x, const Rest *rest, double deepest, Manifold *m)
{
    Patch patch;
    patch_on(x, rest, &patch);
    if (patch.count == 0 || !(patch.least <= deepest + 1e-3 * x->thin)) {
        return false;
    }
    emit(x, &patch, d3_scale(rest->normal, rest->of_a ? 1.0 : -1.0), rest->of_a, m);
    return true;
}

static void touch_along(const Meeting *x, const ConvexGap *gap, Manifold *m)
{
    Look a = dry__look_line(&x->a, gap->normal), b = dry__look_line(&x->b, d3_scale(gap->normal, -1.0));
    Patch patch;
    if (dry__patch_lines(&a, &b, gap->normal, &patch) && patch.least <= gap->separation + 1e-3 * x->thin) {
        emit(x, &patch, gap->normal, true, m);
        return;
    }
    m->normal = d3_round(gap->normal);
    add_point(m, d3_round(d3_scale(d3_add(gap->on_a, gap->on_b), 0.5)), (float)gap->separation, SINGLE);
}

static double cosine_of(const Rest *rest, const ConvexGap *gap)
{
    return (rest->of_a ? 1.0 : -1.0) * d3_dot(rest->normal, gap->normal);
}

/* Returns the gap of PairResult. */
static float meet(const Meeting *x, Manifold *m)
{
    Rest rest[2] = { best_rest(&x->b, &x->a, false), best_rest(&x->a, &x->b, true) };
    /* hysteresis between two parts that are as good as each other */
    if (rest[1].separation > rest[0].separation + 1e-3 * x->thin) {
        Rest other = rest[0];
        rest[0] = rest[1];
        rest[1] = other;
    }
    float size = (float)(x->size + d3_length(d3_sub(x->b.at, x->a.at)));
    if (rest[0].flat >= 0 && !(d_max(rest[0].separation, rest[1].separation) <= x->margin)) {
        return gap_below((float)d_max(rest[0].separation, rest[1].separation), size);
    }
    bool shallow = rest[0].separation > -0.25 * x->thin;
    if (rest[0].flat >= 0 && shallow && is_shortest(x, &rest[0]) &&
        rests(x, &rest[0], rest[0].separation, m)) {
        return m->count > 0 ? least_of(m) : gap_below((float)rest[0].separation, size);
    }
    ConvexGap gap;
    if (!dry__convex_gap(&x->a, &x->b, x->margin, &gap)) {
        return gap_below((float)gap.separation, size);
    }
    for (int i = 0; i < 2; ++i) {
        if (rest[i].flat >= 0 && cosine_of(&rest[i], &gap) > 0.9994 &&
            rests(x, &rest[i], gap.separation, m) && m->count > 0) {
            return least_of(m);
        }
    }
    touch_along(x, &gap, m);
    return m->count > 0 ? least_of(m) : gap_below((float)gap.separation, size);
}

/* In world axes about `origin`. */
static Convex convex_at(const CollideShape *shape, DryPos origin, BoxHull *box)
{
    D3 at = d3(shape->position.x - origin.x, shape->position.y - origin.y, shape->position.z - origin.z);
    return dry__convex_from(&shape->geometry, d33_from_quat(shape->rotation), at, box);
}

static float smooth_convex(const CollideShape *a, const CollideShape *b, float margin, PairCache *cache,
                           Manifold *m)
{
    (void)cache;
    BoxHull box_a, box_b;
    Meeting x = { .margin = (double)margin };
    x.a = convex_at(a, a->position, &box_a);
    x.b = convex_at(b, a->position, &box_b);
    x.size = x.a.reach + x.b.reach;
    x.thin = d_min(x.a.inner, x.b.inner);
    return meet(&x, m);
}

/* B is { x : y <= 0 } in its frame, which may be far away. */
static float smooth_half_space(const CollideShape *a, const CollideShape *b, float margin, PairCache *cache,
                               Manifold *m)
{
    (void)cache;
    BoxHull box;
    Meeting x = { .margin = (double)margin };
    x.a = convex_at(a, a->position, &box);
    x.b.axes = d33_from_quat(b->rotation);
    x.size = x.a.reach;
    x.thin = x.a.inner;
    D3 n = x.b.axes.cy;
    D3 off = d3(a->position.x - b->position.x, a->position.y - b->position.y, a->position.z - b->position.z);
    Look plane = { .kind = LOOK_PLANE, .count = 1, .normal = n };
    plane.point[0] = d3_scale(n, -d3_dot(off, n));
    Look seen = dry__look(&x.a, d3_scale(n, -1.0));
    double separation = d3_dot(d3_sub(seen.lowest, plane.point[0]), n);
    if (separation <= x.margin) {
        Patch patch;
        dry__patch_over(&plane, &seen, right_of(&x.b, n), 0.0, &patch);
        emit(&x, &patch, d3_scale(n, -1.0), true, m);
    }
    return m->count > 0 ? least_of(m) : gap_below((float)separation, (float)(x.size + fabs(separation)));
}

void dry__pair_smooth_convex(const PairBatch *batch, int32_t begin, int32_t end)
{
    each_pair(batch, begin, end, smooth_convex);
}

void dry__pair_smooth_half_space(const PairBatch *batch, int32_t begin, int32_t end)
{
    each_pair(batch, begin, end, smooth_half_space);
}
