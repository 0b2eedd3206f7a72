/* Hulls against hulls, and boxes (as hulls) against hulls. Included by hull_hull_*.c, which choose the lanes.

   The axis of the last step is tried first: it settles most pairs that are apart, it makes the bounds prune,
   and it stays unless another is better by more than the hysteresis; nothing else depends on history. */
#include "base/bits.h"
#include "base/lanes.h"
#include "collision/each_pair.h"
#include "collision/hull_lanes.h"
#include "collision/reduce.h"

#include "collision/hull_sat.inl"

#include "collision/hull_clip.inl"

static void start_side(HullSide *s, const HullData *hull, const HullData *other, DryMat3 r, DryVec3 t)
{
    s->hull = hull;
    s->other = other;
    s->r = r;
    s->t = t;
    s->other_center = seen_from(s, other->center);
}

static DryMat3 transposed(const DryMat3 *m)
{
    return (DryMat3){ v3(m->cx.x, m->cy.x, m->cz.x), v3(m->cx.y, m->cy.y, m->cz.y),
                      v3(m->cx.z, m->cy.z, m->cz.z) };
}

static void start_pair(HullPair *p, const HullData *a, const HullData *b, DryQuat qa, DryQuat qb,
                       DryVec3 offset, float margin)
{
    DryMat3 r = mat3_from_quat(quat_mul(quat_conjugate(qa), qb));
    DryVec3 t = quat_rotate_inverse(qa, offset);
    start_side(&p->a, a, b, r, t);
    start_side(&p->b, b, a, transposed(&r), v3_neg(mat3_mul_transposed(&r, t)));
    float least = f_min(a->inner_radius, b->inner_radius);
    p->size = a->outer_radius + b->outer_radius + v3_length(a->center) + v3_length(b->center);
    p->margin = margin;
    p->tie = f_min(2e-5f, 1e-3f * least) + 2e-7f * p->size;
    p->hysteresis = f_min(2.5e-4f, 0.02f * least) + 2e-6f * p->size;
    p->edge_bias = f_min(5e-3f, 0.02f * least) + 2e-6f * p->size;
}

/* Where the two edges cross; A's frame. Hulls that are apart may be nearest elsewhere, and then the edges
   cross beyond their ends; those that overlap along their best axis cross within them but for rounding. */
static bool edge_contact(const HullPair *pair, const Axis *axis, Manifold *m)
{
    const HullEdge *ea = &pair->a.hull->edges[axis->a], *eb = &pair->b.hull->edges[axis->b];
    DryVec3 u = v3(ea->d[0], ea->d[1], ea->d[2]), p = v3(ea->p[0], ea->p[1], ea->p[2]);
    DryVec3 w = mat3_mul(&pair->a.r, v3(eb->d[0], eb->d[1], eb->d[2]));
    DryVec3 q = seen_from(&pair->a, v3(eb->p[0], eb->p[1], eb->p[2]));
    DryVec3 between = v3_sub(q, p), square = v3_cross(u, w);
    float area2 = v3_length_squared(square);
    float s = v3_dot(v3_cross(between, w), square) / area2, t = v3_dot(v3_cross(between, u), square) / area2;
    if (axis->separation > 0.0f && !(s >= -1e-3f && s <= 1.001f && t >= -1e-3f && t <= 1.001f)) {
        return false;
    }
    s = f_clamp(s, 0.0f, 1.0f);
    t = f_clamp(t, 0.0f, 1.0f);
    const HullData *a = pair->a.hull, *b = pair->b.hull;
    uint32_t a0 = (uint32_t)a->edge_tail[axis->a], a1 = (uint32_t)a->edge_head[axis->a];
    uint32_t b0 = (uint32_t)b->edge_tail[axis->b], b1 = (uint32_t)b->edge_head[axis->b];
    uint32_t feature =
        edges_feature(a0 < a1 ? a0 << 7 | a1 : a1 << 7 | a0, b0 < b1 ? b0 << 7 | b1 : b1 << 7 | b0);
    m->normal = axis->normal;
    m->count = 0;
    add_point(m, v3_scale(v3_add(v3_mad(p, u, s), v3_mad(q, w, t)), 0.5f), axis->separation, feature);
    return true;
}

static void to_world(Manifold *m, DryQuat rotation, DryVec3 origin, float sign)
{
    m->normal = v3_scale(quat_rotate(rotation, m->normal), sign);
    for (int i = 0; i < m->count; ++i) {
        m->points[i].position = v3_add(origin, quat_rotate(rotation, m->points[i].position));
    }
}

/* A lower bound of the distance from an axis: edges are measured anew with the vertices, since the normals of
   their faces have rounding errors of their own. */
static float axis_bound(const HullPair *pair, const Axis *axis)
{
    float separation = axis->separation;
    if (axis->kind == AXIS_EDGES) {
        DryVec3 n = axis->normal;
        float beyond = reach(pair->b.hull, v3_neg(mat3_mul_transposed(&pair->a.r, n)));
        separation = f_min(separation, v3_dot(n, pair->a.t) - reach(pair->a.hull, n) - beyond);
    }
    return gap_below(separation, pair->size + v3_length(pair->a.t));
}

/* What is left of the incident face over the reference face of `axis`, with the points in that face's frame. */
static bool clipped_contact(const HullPair *pair, const Axis *axis, Clip *clip, Manifold *m)
{
    m->count = 0;
    clip_face(pair, axis, clip);
    finish_face_contact(pair, clip, m);
    return m->count > 0;
}

/* A face contact although nothing is left after clipping: where hulls overlap something must come out of it. */
static void lost_contact(HullPair *pair, const Axis *face, Clip *clip, Manifold *m, bool *crossing)
{
    Axis edges = edges_beside(pair, face->separation);
    *crossing = edges.kind == AXIS_EDGES && edge_contact(pair, &edges, m);
    if (!*crossing) {
        add_deepest_vertex(clip, face->separation, pair->tie, true);
        finish_face_contact(pair, clip, m);
    }
}

/* Hulls that lie on each other nearly flat have edge pairs whose normals differ from the face's by the tilt alone: one point
   there would replace those that carry the load, and stacks would rock. So a clipped face contact is given up only for edges that
   are clearly better. */
static float collide_hulls(const HullData *a, const HullData *b, const CollideShape *sa,
                           const CollideShape *sb, float margin, PairCache *cache, Manifold *m)
{
    const DryVec3 zero = v3(0.0f, 0.0f, 0.0f);
    DryVec3 offset = pos_sub(sb->position, sa->position);
    HullPair pair;
    start_pair(&pair, a, b, sa->rotation, sb->rotation, offset, margin);
    Axis axis = best_axis(&pair, cache->feature), face = axis;
    cache->feature = axis_feature(&axis);
    if (axis.separation > margin) {
        return axis_bound(&pair, &axis);
    }
    bool edges = axis.kind == AXIS_EDGES;
    if (edges) {
        face = no_axis;
        try_all_faces(&pair, &face);
    }
    Clip clip;
    bool clipped = clipped_contact(&pair, &face, &clip, m), crossing = false;
    if (edges && (!clipped || axis.separation > least_of(m) + pair.edge_bias)) {
        Manifold at_edges = *m;
        crossing = edge_contact(&pair, &axis, &at_edges);
        *m = crossing ? at_edges : *m;
    }
    if (!clipped && !crossing && axis.separation <= 0.0f) {
        lost_contact(&pair, &face, &clip, m, &crossing);
    }
    if (crossing) {
        to_world(m, sa->rotation, zero, 1.0f);
    } else {
        to_world(m, clip.swapped ? sb->rotation : sa->rotation, clip.swapped ? offset : zero, clip.swapped ? -1.0f : 1.0f);
    }
    return m->count > 0 ? least_of(m) : axis_bound(&pair, &axis);
}

static float hull_hull(const CollideShape *a, const CollideShape *b, float margin, PairCache *cache,
                       Manifold *m)
{
    return collide_hulls(&a->geometry.u.hull->data, &b->geometry.u.hull->data, a, b, margin, cache, m);
}

void LANES_NAME(dry__pair_hull_hull)(const PairBatch *batch, int32_t begin, int32_t end)
{
    each_pair(batch, begin, end, hull_hull);
}

void LANES_NAME(dry__pair_box_hull)(const PairBatch *batch, int32_t begin, int32_t end)
{
    BoxHull box;
    DryVec3 built = { 0.0f, 0.0f, 0.0f };
    for (int32_t i = begin; i < end; ++i) {
        const PairWork *work = &batch->work[i];
        const CollideShape *a = &batch->shapes[work->shape_a], *b = &batch->shapes[work->shape_b];
        Manifold *m = &batch->manifolds[(ptrdiff_t)i * batch->stride];
        const HullData *box_hull = box_as_hull(&box, &built, a->geometry.u.box.half);
        m->count = 0;
        batch->results[i].gap = collide_hulls(box_hull, &b->geometry.u.hull->data, a, b, work->margin,
                                              &batch->caches[work->cache], m);
        batch->results[i].manifold_count = m->count > 0 ? 1 : 0;
    }
}
