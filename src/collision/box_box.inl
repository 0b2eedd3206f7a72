/* Boxes against boxes, eight pairs at a time: all fifteen separating axes, the incident face clipped by the
   reference face without branches, four points kept. Included by box_box_*.c, which choose the lanes.

   The axis of the last step is kept unless another is better by more than the hysteresis; nothing else
   depends on history. */
#include "base/lanes.h"
#include "collision/pair.h"

/* Wide lanes live in registers, so everything is one function; scalar ones live in memory, and inlined
   eightfold loops would only make the compiler slow. */
#if defined(LANES_SCALAR)
#define BOX_INLINE static
#else
#define BOX_INLINE LANES_INLINE
#endif

#include "collision/box_lanes.inl"

#include "collision/box_clip.inl"

/* Points ready to be written, world axes, relative to A's position. */
typedef struct BoxContacts {
    f8 normal[3];
    f8 position[4][3], separation[4], feature[4];
    f8 count, gap, axis; /* axis: code of the axis, negative when it points to the minus side */
    f8 owner;            /* MANIFOLD_OWNED */
} BoxContacts;

BOX_INLINE void world_points(const BoxLanes *b, const BoxAxes *axes, const BoxFaces *f,
                             const FourPoints *four, BoxContacts *out)
{
    f8 q[4], m[9];
    for (int k = 0; k < 4; ++k) {
        q[k] = f8_select(axes->use_b, b->qb[k], b->qa[k]);
    }
    matrix_from_quat(q, m);
    f8 any = f8_zero();
    for (int i = 0; i < 4; ++i) {
        any = f8_add(any, f8_and_mask(four->valid[i], f8_set(1.0f)));
        out->separation[i] = f8_and_mask(four->valid[i], four->separation[i]);
        out->feature[i] = f8_and_mask(four->valid[i], four->feature[i]);
    }
    out->count = any;
    out->owner = f8_select(axes->use_b, f8_set((float)MANIFOLD_OWNED_B), f8_set((float)MANIFOLD_OWNED_A));
    for (int row = 0; row < 3; ++row) {
        const f8 *x = &m[3 * row];
        const f8 next[3] = { x[1], x[2], x[0] }, last[3] = { x[2], x[0], x[1] };
        f8 u = pick3(f->k0, f->k1, next), v = pick3(f->k0, f->k1, last);
        f8 n = f8_mul(pick3(f->k0, f->k1, x), f->sign), origin = f8_and_mask(axes->use_b, b->offset[row]);
        out->normal[row] = f8_select(axes->use_b, f8_neg(n), n);
        for (int i = 0; i < 4; ++i) {
            f8 height = f8_madd(f8_set(0.5f), four->separation[i], f->hn);
            f8 point = f8_add(origin, dot3(u, v, n, four->u[i], four->v[i], height));
            out->position[i][row] = f8_and_mask(four->valid[i], point);
        }
    }
}

/* The supporting edges along +-n, in A's frame: middle of each edge, and its feature number. */
typedef struct BoxEdges {
    m8 i0, i1, j0, j1;
    f8 axis_b[3], n[3], sine2; /* direction of B's edge, unit normal from A to B */
    f8 middle_a[3], middle_b[3], code_a, code_b;
} BoxEdges;

BOX_INLINE void supporting_edges(const BoxLanes *b, f8 edge, BoxEdges *e)
{
    const f8 zero = f8_zero(), one = f8_set(1.0f), two = f8_set(2.0f), three = f8_set(3.0f),
             six = f8_set(6.0f);
    e->i0 = f8_lt(edge, three);
    e->i1 = m8_andnot(e->i0, f8_lt(edge, six));
    f8 j = f8_sub(edge, f8_select(e->i0, zero, f8_select(e->i1, three, six)));
    e->j0 = f8_eq(j, zero);
    e->j1 = f8_eq(j, one);
    for (int k = 0; k < 3; ++k) {
        e->axis_b[k] = pick3(e->j0, e->j1, &b->r[3 * k]);
    }
    const f8 *d = e->axis_b; /* the normal is e_i x d */
    e->n[0] = f8_select(e->i0, zero, f8_select(e->i1, d[2], f8_neg(d[1])));
    e->n[1] = f8_select(e->i0, f8_neg(d[2]), f8_select(e->i1, zero, d[0]));
    e->n[2] = f8_select(e->i0, d[1], f8_select(e->i1, f8_neg(d[0]), zero));
    e->sine2 = dot3(e->n[0], e->n[1], e->n[2], e->n[0], e->n[1], e->n[2]);
    f8 along = dot3(e->n[0], e->n[1], e->n[2], b->t[0], b->t[1], b->t[2]);
    f8 scale = f8_div(f8_sign(along), f8_sqrt(f8_max(e->sine2, f8_set(1e-8f))));
    f8 bit_a[3], bit_b[3];
    const m8 own_a[3] = { e->i0, e->i1, m8_not(m8_or(e->i0, e->i1)) },
             own_b[3] = { e->j0, e->j1, m8_not(m8_or(e->j0, e->j1)) };
    for (int k = 0; k < 3; ++k) {
        e->n[k] = f8_mul(e->n[k], scale);
        m8 plus = f8_gt(e->n[k], zero);
        f8 h = f8_select(plus, b->ha[k], f8_neg(b->ha[k]));
        e->middle_a[k] = f8_select(own_a[k], zero, h);
        e->middle_b[k] = b->t[k];
        bit_a[k] = f8_and_mask(plus, one);
    }
    for (int k = 0; k < 3; ++k) {
        m8 plus = f8_lt(dot3(e->n[0], e->n[1], e->n[2], b->r[k], b->r[3 + k], b->r[6 + k]), zero);
        f8 h = f8_select(own_b[k], zero, f8_select(plus, b->hb[k], f8_neg(b->hb[k])));
        bit_b[k] = f8_and_mask(plus, one);
        for (int row = 0; row < 3; ++row) {
            e->middle_b[row] = f8_madd(h, b->r[3 * row + k], e->middle_b[row]);
        }
    }
    const f8 next_a[3] = { bit_a[1], bit_a[2], bit_a[0] }, last_a[3] = { bit_a[2], bit_a[0], bit_a[1] };
    const f8 next_b[3] = { bit_b[1], bit_b[2], bit_b[0] }, last_b[3] = { bit_b[2], bit_b[0], bit_b[1] };
    const f8 axis[3] = { zero, f8_set(4.0f), f8_set(8.0f) };
    e->code_a = f8_add(pick3(e->i0, e->i1, axis),
                       f8_madd(two, pick3(e->i0, e->i1, last_a), pick3(e->i0, e->i1, next_a)));
    e->code_b = f8_add(pick3(e->j0, e->j1, axis),
                       f8_madd(two, pick3(e->j0, e->j1, last_b), pick3(e->j0, e->j1, next_b)));
}

/* Where the best edges cross, in world axes relative to A's position. */
typedef struct BoxCrossing {
    f8 point[3], normal[3], separation, feature;
    m8 within; /* the edges' ends */
} BoxCrossing;

BOX_INLINE void cross_edges(const BoxLanes *b, f8 edge, BoxCrossing *c)
{
    BoxEdges e;
    supporting_edges(b, edge, &e);
    f8 w[3], point[3], m[9];
    for (int k = 0; k < 3; ++k) {
        w[k] = f8_sub(e.middle_b[k], e.middle_a[k]);
    }
    const f8 *d = e.axis_b;
    f8 cosine = pick3(e.i0, e.i1, d), along_a = pick3(e.i0, e.i1, w),
       along_b = dot3(d[0], d[1], d[2], w[0], w[1], w[2]);
    f8 inverse = f8_div(f8_set(1.0f), f8_max(e.sine2, f8_set(1e-8f)));
    f8 s = f8_mul(f8_sub(along_a, f8_mul(cosine, along_b)), inverse);
    f8 t = f8_mul(f8_sub(f8_mul(cosine, along_a), along_b), inverse);
    f8 length_a = pick3(e.i0, e.i1, b->ha), length_b = pick3(e.j0, e.j1, b->hb), stretch = f8_set(1.001f);
    c->within =
        m8_and(f8_le(f8_abs(s), f8_mul(stretch, length_a)), f8_le(f8_abs(t), f8_mul(stretch, length_b)));
    c->separation = dot3(w[0], w[1], w[2], e.n[0], e.n[1], e.n[2]);
    c->feature = f8_add(f8_madd(f8_set(16.0f), e.code_a, e.code_b), f8_set(FEATURE_EDGES));
    s = f8_min(f8_max(s, f8_neg(length_a)), length_a);
    t = f8_min(f8_max(t, f8_neg(length_b)), length_b);
    const m8 own[3] = { e.i0, e.i1, m8_not(m8_or(e.i0, e.i1)) };
    for (int k = 0; k < 3; ++k) {
        f8 on_a = f8_add(e.middle_a[k], f8_and_mask(own[k], s));
        point[k] = f8_mul(f8_set(0.5f), f8_add(on_a, f8_madd(t, d[k], e.middle_b[k])));
    }
    matrix_from_quat(b->qa, m);
    for (int row = 0; row < 3; ++row) {
        const f8 *x = &m[3 * row];
        c->normal[row] = dot3(x[0], x[1], x[2], e.n[0], e.n[1], e.n[2]);
        c->point[row] = dot3(x[0], x[1], x[2], point[0], point[1], point[2]);
    }
}

/* Boxes that lie on each other nearly flat have edge pairs whose normals differ from the face's by the tilt
   alone: one point there would replace those that carry the load, and stacks would rock. So a face contact of
   nearly the same normal (3 degrees) and depth stays. */
BOX_INLINE m8 face_will_do(const BoxLanes *b, const BoxContacts *face, const BoxCrossing *c)
{
    f8 cosine =
        dot3(c->normal[0], c->normal[1], c->normal[2], face->normal[0], face->normal[1], face->normal[2]);
    m8 alike = m8_and(f8_gt(cosine, f8_set(0.9986f)), f8_gt(face->count, f8_zero()));
    return m8_and(alike, f8_le(f8_abs(f8_sub(face->gap, c->separation)), b->edge_bias));
}

/* One point in place of the face contact, in the lanes where edges are the best axis. Boxes that are apart
   may be nearest elsewhere, their edges crossing beyond their ends; those that overlap have them cross within
   but for rounding. */
BOX_INLINE m8 edge_contact(const BoxLanes *b, const BoxAxes *axes, BoxContacts *out)
{
    BoxCrossing c;
    cross_edges(b, axes->edge, &c);
    m8 meet = m8_or(c.within, f8_le(c.separation, f8_zero()));
    m8 use = m8_and(m8_and(axes->use_edge, meet), f8_le(c.separation, b->margin));
    use = m8_andnot(face_will_do(b, out, &c), use);
    for (int row = 0; row < 3; ++row) {
        out->normal[row] = f8_select(use, c.normal[row], out->normal[row]);
        out->position[0][row] = f8_select(use, c.point[row], out->position[0][row]);
        for (int i = 1; i < 4; ++i) {
            out->position[i][row] = f8_select(use, f8_zero(), out->position[i][row]);
        }
    }
    out->separation[0] = f8_select(use, c.separation, out->separation[0]);
    out->feature[0] = f8_select(use, c.feature, out->feature[0]);
    for (int i = 1; i < 4; ++i) {
        out->separation[i] = f8_select(use, f8_zero(), out->separation[i]);
        out->feature[i] = f8_select(use, f8_zero(), out->feature[i]);
    }
    out->count = f8_select(use, f8_set(1.0f), out->count);
    out->owner = f8_select(use, f8_zero(), out->owner);
    out->gap = f8_select(use, c.separation, out->gap);
    return use;
}

/* Writes normal, count and points of the manifolds that have any; the rest of a manifold is the solver's. */
BOX_INLINE void store_manifolds(const PairBatch *batch, int32_t begin, int lanes, const int count[8],
                                const BoxContacts *c)
{
    _Static_assert(offsetof(Manifold, points) == 16 && sizeof(ManifoldPoint) == 20 &&
                       offsetof(Manifold, normal_impulse) == 96,
                   "manifolds are written in three rows of eight floats");
    const f8 z = f8_zero();
    f8 rows[3][8] = {
        { c->normal[0], c->normal[1], c->normal[2], z, c->position[0][0], c->position[0][1],
          c->position[0][2], c->separation[0] },
        { z, c->position[1][0], c->position[1][1], c->position[1][2], c->separation[1], z, c->position[2][0],
          c->position[2][1] },
        { c->position[2][2], c->separation[2], z, c->position[3][0], c->position[3][1], c->position[3][2],
          c->separation[3], z },
    };
    _Alignas(32) float feature[4][8];
    _Alignas(32) float owner[8];
    f8_store(owner, c->owner);
    for (int k = 0; k < 3; ++k) {
        f8_transpose(rows[k]);
    }
    for (int k = 0; k < 4; ++k) {
        f8_store(feature[k], c->feature[k]);
    }
    for (int i = 0; i < lanes; ++i) {
        Manifold *m = &batch->manifolds[(ptrdiff_t)(begin + i) * batch->stride];
        if (count[i] > 0) {
            float *raw = (float *)(void *)m;
            f8_storeu(raw, rows[0][i]);
            f8_storeu(raw + 8, rows[1][i]);
            f8_storeu(raw + 16, rows[2][i]);
            m->material = 0;
            m->flags = (uint16_t)owner[i];
            for (int k = 0; k < 4; ++k) {
                m->points[k].feature = (uint32_t)(int32_t)feature[k][i];
            }
        }
        m->count = count[i];
    }
}

BOX_INLINE void store_results(const PairBatch *batch, int32_t begin, int32_t end, const BoxContacts *c)
{
    _Alignas(32) float gap[8];
    _Alignas(32) float axis[8];
    _Alignas(32) float count[8];
    f8_store(gap, c->gap);
    f8_store(axis, c->axis);
    f8_store(count, c->count);
    const int lanes = end - begin < 8 ? (int)(end - begin) : 8;
    int counts[8] = { 0 };
    for (int i = 0; i < lanes; ++i) {
        int32_t code = (int32_t)axis[i];
        counts[i] = (int)count[i];
        batch->results[begin + i].gap = gap[i];
        batch->results[begin + i].manifold_count = counts[i] > 0 ? 1 : 0;
        batch->caches[batch->work[begin + i].cache].feature =
            code < 0 ? (uint32_t)-code | AXIS_NEGATIVE : (uint32_t)code;
    }
    store_manifolds(batch, begin, lanes, counts, c);
}

/* A face that is best but for ties and hysteresis may clip away the deepest part of the overlap, which then
   belongs to edges: those lanes try the best edges after all. */
BOX_INLINE void try_edges_for_lost_depth(const BoxLanes *b, const FourPoints *four, BoxAxes *axes)
{
    m8 overlap = m8_andnot(axes->use_edge, f8_le(four->deepest, f8_zero()));
    m8 lost = m8_and(overlap, f8_gt(four->least, f8_madd(f8_set(4.0f), b->tie, four->deepest)));
    if (m8_bits(lost) == 0) {
        return;
    }
    BoxAxes retry = *axes;
    edge_axes(b, &retry, f8_sub(f8_sub(four->deepest, b->hysteresis), b->tie));
    lost = m8_and(lost, retry.use_edge);
    axes->use_edge = m8_or(axes->use_edge, lost);
    axes->edge = f8_select(lost, retry.edge, axes->edge);
}

static void collide_eight(const PairBatch *batch, int32_t begin, int32_t end)
{
    BoxLanes b;
    BoxAxes axes;
    load_pairs(batch, begin, end, &b);
    separating_axes(&b, &axes);

    BoxContacts out;
    BoxFaces faces;
    /* Covers the rounding of poses, axes and sums. */
    f8 rounding =
        f8_mul(f8_set(1e-6f), f8_add(b.size, f8_add(f8_abs(b.t[0]), f8_add(f8_abs(b.t[1]), f8_abs(b.t[2])))));
    f8 bound = f8_sub(axes.separation, rounding);
    m8 near = f8_le(axes.separation, b.margin);
    choose_faces(&b, &axes, &faces);
    f8 face_code = f8_add(axes.face, f8_select(axes.use_b, f8_set(AXIS_FACE_B), f8_set(AXIS_FACE_A)));
    face_code = f8_mul(face_code, faces.sign);
    if (m8_bits(near) == 0) {
        memset(&out, 0, sizeof out);
        out.gap = bound;
        out.axis = f8_select(axes.use_edge, f8_add(axes.edge, f8_set(AXIS_EDGE)), face_code);
        store_results(batch, begin, end, &out);
        return;
    }
    FourPoints four;
    clip_faces(&b, &faces, &four);
    try_edges_for_lost_depth(&b, &four, &axes);
    world_points(&b, &axes, &faces, &four, &out);
    out.gap = f8_select(f8_gt(out.count, f8_zero()), four.least, bound);
    out.axis = face_code;
    f8 edge_code = f8_add(axes.edge, f8_set(AXIS_EDGE));
    if (m8_bits(axes.use_edge) != 0) {
        m8 edges = edge_contact(&b, &axes, &out);
        out.axis = f8_select(edges, edge_code, face_code);
    }
    out.count = f8_and_mask(near, out.count);
    out.gap = f8_select(near, out.gap, bound);
    out.axis = f8_select(near, out.axis, f8_select(axes.use_edge, edge_code, face_code));
    store_results(batch, begin, end, &out);
}

void LANES_NAME(dry__pair_box_box)(const PairBatch *batch, int32_t begin, int32_t end)
{
    for (int32_t i = begin; i < end; i += 8) {
        collide_eight(batch, i, end);
    }
}
