/* Spheres and capsules against hulls, and capsules against boxes, which are hulls here. */
#include "collision/each_pair.h"
#include "collision/segment_hull.h"

enum {
    LOWER_END = 1,
    UPPER_END = 2,
    SINGLE = 3,
    CUT = 256
};

typedef struct Round {
    DryVec3 p, q; /* the capsule's axis, or twice the sphere's centre, in the hull's frame */
    float radius;
    DryVec3 middle;   /* of p and q: position of shape A */
    DryQuat rotation; /* of the hull */
    float size;
} Round;

static Round round_seen_by(const CollideShape *a, const CollideShape *b, const HullData *hull,
                           float half_height, float radius)
{
    Round r;
    r.middle = quat_rotate_inverse(b->rotation, pos_sub(a->position, b->position));
    DryVec3 axis = v3(0.0f, 0.0f, 0.0f);
    if (half_height > 0.0f) {
        axis = quat_rotate_inverse(b->rotation, quat_rotate(a->rotation, v3(0.0f, half_height, 0.0f)));
    }
    r.p = v3_sub(r.middle, axis);
    r.q = v3_add(r.middle, axis);
    r.radius = radius;
    r.rotation = b->rotation;
    r.size = v3_length(r.middle) + half_height + radius + v3_length(hull->center) + hull->outer_radius;
    return r;
}

/* The point of the axis at t, seen along the hull's outward normal n at height `separation` above the hull's
 * surface. */
static void add_axis_point(const Round *r, float t, DryVec3 n, float separation, uint32_t feature,
                           Manifold *m)
{
    DryVec3 arm = v3_sub(v3_lerp(r->p, r->q, t), r->middle);
    arm = v3_mad(arm, n, -(r->radius + 0.5f * separation));
    add_point(m, quat_rotate(r->rotation, arm), separation, feature);
}

static int32_t face_towards(const HullData *hull, DryVec3 n, float *cosine)
{
    int32_t best = 0;
    *cosine = -2.0f;
    for (int32_t i = 0; i < hull->face_count; ++i) {
        float c = hull->fx[i] * n.x + hull->fy[i] * n.y + hull->fz[i] * n.z;
        if (c > *cosine) {
            *cosine = c;
            best = i;
        }
    }
    return best;
}

static uint32_t cut_feature(const HullData *hull, int32_t face, int32_t side)
{
    int32_t next = side + 1 < hull->face_start[face + 1] ? side + 1 : hull->face_start[face];
    uint32_t v = hull->loop_vertex[side], w = hull->loop_vertex[next];
    return CUT + (v < w ? v << 8 | w : w << 8 | v);
}

/* Both ends of the part of the axis that lies over a face, when the contact is (nearly) along the face's
 * normal. */
static bool lies_on_face(const HullData *hull, const Round *r, const SegmentHull *nearest, float margin,
                         Manifold *m)
{
    float cosine, range[2];
    int32_t cut[2], face = face_towards(hull, nearest->normal, &cosine);
    if (cosine < 0.9994f ||
        !dry__segment_over_face(hull, face, r->p, r->q, 1e-3f * f_min(hull->inner_radius, r->radius), range,
                                cut)) {
        return false;
    }
    DryVec3 n = v3(hull->fx[face], hull->fy[face], hull->fz[face]);
    float separation[2], deepest = nearest->distance - r->radius;
    for (int i = 0; i < 2; ++i) {
        separation[i] = v3_dot(n, v3_lerp(r->p, r->q, range[i])) - hull->fo[face] - r->radius;
    }
    bool apart = (range[1] - range[0]) * v3_length(v3_sub(r->q, r->p)) > 1e-3f * r->radius;
    if (!apart || !(f_min(separation[0], separation[1]) <= deepest + 1e-3f * r->radius)) {
        return false;
    }
    m->normal = v3_neg(quat_rotate(r->rotation, n));
    for (int i = 0; i < 2; ++i) {
        if (separation[i] <= margin) {
            uint32_t end = i == 0 ? LOWER_END : UPPER_END;
            add_axis_point(r, range[i], n, separation[i], cut[i] < 0 ? end : cut_feature(hull, face, cut[i]),
                           m);
        }
    }
    return m->count > 0;
}

static float round_hull(const HullData *hull, const Round *r, float margin, Manifold *m)
{
    SegmentHull nearest;
    if (!dry__segment_hull(hull, r->p, r->q, margin + r->radius, &nearest) ||
        !(nearest.distance - r->radius <= margin)) {
        return gap_below(nearest.distance - r->radius, r->size);
    }
    bool segment = v3_length_squared(v3_sub(r->q, r->p)) > 1e-6f * r->radius * r->radius;
    if (segment && lies_on_face(hull, r, &nearest, margin, m)) {
        return least_of(m);
    }
    m->normal = v3_neg(quat_rotate(r->rotation, nearest.normal));
    add_axis_point(r, nearest.t, nearest.normal, nearest.distance - r->radius, SINGLE, m);
    return nearest.distance - r->radius;
}

static float sphere_hull(const CollideShape *a, const CollideShape *b, float margin, PairCache *cache,
                         Manifold *m)
{
    (void)cache;
    const HullData *hull = &b->geometry.u.hull->data;
    Round r = round_seen_by(a, b, hull, 0.0f, a->geometry.u.sphere.radius);
    return round_hull(hull, &r, margin, m);
}

static float capsule_hull(const CollideShape *a, const CollideShape *b, float margin, PairCache *cache,
                          Manifold *m)
{
    (void)cache;
    const HullData *hull = &b->geometry.u.hull->data;
    Round r = round_seen_by(a, b, hull, a->geometry.u.capsule.half_height, a->geometry.u.capsule.radius);
    return round_hull(hull, &r, margin, m);
}

/* Largest distance of both ends to one plane of the box: nothing is built for boxes out of reach. */
static float box_bound(const Round *r, DryVec3 half)
{
    DryVec3 lower = v3_min(r->p, r->q), upper = v3_max(r->p, r->q);
    DryVec3 d = v3_sub(v3_max(lower, v3_neg(upper)), half);
    return f_max(d.x, f_max(d.y, d.z)) - r->radius;
}

void dry__pair_sphere_hull(const PairBatch *batch, int32_t begin, int32_t end)
{
    each_pair(batch, begin, end, sphere_hull);
}

void dry__pair_capsule_hull(const PairBatch *batch, int32_t begin, int32_t end)
{
    each_pair(batch, begin, end, capsule_hull);
}

void dry__pair_capsule_box(const PairBatch *batch, int32_t begin, int32_t end)
{
    BoxHull box;
    box.data.face_count = 0;
    DryVec3 built = { 0.0f, 0.0f, 0.0f };
    for (int32_t i = begin; i < end; ++i) {
        const PairWork *work = &batch->work[i];
        const CollideShape *a = &batch->shapes[work->shape_a], *b = &batch->shapes[work->shape_b];
        Manifold *m = &batch->manifolds[(ptrdiff_t)i * batch->stride];
        PairResult *result = &batch->results[i];
        DryVec3 half = b->geometry.u.box.half;
        HullData about = { .outer_radius = v3_length(half) };
        Round r =
            round_seen_by(a, b, &about, a->geometry.u.capsule.half_height, a->geometry.u.capsule.radius);
        m->count = 0;
        m->material = 0;
        m->flags = 0;
        result->gap = gap_below(box_bound(&r, half), r.size);
        if (box_bound(&r, half) <= work->margin) {
            result->gap = round_hull(box_as_hull(&box, &built, half), &r, work->margin, m);
        }
        result->manifold_count = m->count > 0 ? 1 : 0;
    }
}
