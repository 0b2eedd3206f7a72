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

/* What is left of the incident face over the reference face of `axis`; points in that face's frame. */
static bool clipped_contact(const HullPair *pair, const Axis *axis, Clip *clip, Manifold *m)
{
    m->count = 0;
    clip_face(pair, axis, clip);
    finish_face_contact(pair, clip, m);
    return m->count > 0;
}

/* Of the four faces beside an edge pair the one whose normal is nearest to theirs; false when none is near.
 */
static bool face_beside(const HullPair *pair, const Axis *edges, Axis *face)
{
    const HullData *a = pair->a.hull, *b = pair->b.hull;
    DryVec3 n = edges->normal, in_b = v3_neg(mat3_mul_transposed(&pair->a.r, n));
    const int32_t faces[4] = { a->edge_face0[edges->a], a->edge_face1[edges->a], b->edge_face0[edges->b],
                               b->edge_face1[edges->b] };
    float most = 0.9986f;
    *face = no_axis;
    for (int i = 0; i < 4; ++i) {
        float cosine = i < 2 ? v3_dot(normal_at(a, faces[i]), n) : v3_dot(normal_at(b, faces[i]), in_b);
        if (cosine > most) {
            most = cosine;
            face->kind = i < 2 ? AXIS_FACE_A : AXIS_FACE_B;
            face->a = face->b = faces[i];
        }
    }
    if (face->kind == AXIS_NONE) {
        return false;
    }
    face->separation = face_separation(face->kind == AXIS_FACE_A ? &pair->a : &pair->b, face->a);
    return true;
}

/* Hulls that lie on each other nearly flat have edge pairs whose normals differ from the face's by the tilt
   alone: one point there would replace those that carry the load, and stacks would rock. So a face contact of
   nearly the same normal (3 degrees) and depth is taken instead. */
static bool face_will_do(const HullPair *pair, const Axis *edges, Axis *face, Clip *clip, Manifold *m)
{
    return face_beside(pair, edges, face) && clipped_contact(pair, face, clip, m) &&
           fabsf(least_of(m) - edges->separation) <= pair->edge_bias;
}

static void face_to_world(const Clip *clip, const CollideShape *sa, const CollideShape *sb, Manifold *m)
{
    m->flags = clip->swapped ? MANIFOLD_OWNED_B : MANIFOLD_OWNED_A;
    if (clip->swapped) {
        to_world(m, sb->rotation, pos_sub(sb->position, sa->position), -1.0f);
    } else {
        to_world(m, sa->rotation, v3(0.0f, 0.0f, 0.0f), 1.0f);
    }
}

/* Contact at the best edges: there, on a face beside them, or, for hulls that are apart and nearest
   elsewhere, on the best face. Leaves in `axis` what the contact is of. */
static void contact_at_edges(HullPair *pair, Axis *axis, const CollideShape *sa, const CollideShape *sb,
                             Manifold *m)
{
    Clip clip;
    Axis face;
    if (face_will_do(pair, axis, &face, &clip, m)) {
        face_to_world(&clip, sa, sb, m);
        *axis = face;
    } else if (edge_contact(pair, axis, m)) {
        to_world(m, sa->rotation, v3(0.0f, 0.0f, 0.0f), 1.0f);
    } else {
        face = no_axis;
        try_all_faces(pair, &face);
        clipped_contact(pair, &face, &clip, m);
        face_to_world(&clip, sa, sb, m);
    }
}

/* Contact on the best face. A face that is best but for ties and hysteresis may clip away the deepest part of
   the overlap, which then belongs to edges. Where hulls overlap something must come out. */
static void contact_on_face(HullPair *pair, Axis *axis, const CollideShape *sa, const CollideShape *sb,
                            Manifold *m)
{
    Clip clip;
    bool clipped = clipped_contact(pair, axis, &clip, m), overlap = axis->separation <= 0.0f;
    if (overlap && (!clipped || least_of(m) > axis->separation + 4.0f * pair->tie)) {
        Axis edges = edges_beside(pair, axis->separation);
        if (edges.kind == AXIS_EDGES) {
            *axis = edges;
            contact_at_edges(pair, axis, sa, sb, m);
            return;
        }
        if (!clipped) {
            add_deepest_vertex(&clip, axis->separation, pair->tie, true);
            finish_face_contact(pair, &clip, m);
        }
    }
    face_to_world(&clip, sa, sb, m);
}

static float collide_hulls(const HullData *a, const HullData *b, const CollideShape *sa,
                           const CollideShape *sb, float margin, PairCache *cache, Manifold *m)
{
    HullPair pair;
    start_pair(&pair, a, b, sa->rotation, sb->rotation, pos_sub(sb->position, sa->position), margin);
    Axis axis = best_axis(&pair, cache->feature);
    float gap = axis_bound(&pair, &axis);
    if (axis.kind == AXIS_EDGES && axis.separation <= margin) {
        contact_at_edges(&pair, &axis, sa, sb, m);
    } else if (axis.separation <= margin) {
        contact_on_face(&pair, &axis, sa, sb, m);
    }
    cache->feature = axis_feature(&axis);
    return m->count > 0 ? least_of(m) : gap;
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
        m->material = 0;
        m->flags = 0;
        batch->results[i].gap = collide_hulls(box_hull, &b->geometry.u.hull->data, a, b, work->margin,
                                              &batch->caches[work->cache], m);
        batch->results[i].manifold_count = m->count > 0 ? 1 : 0;
    }
}
