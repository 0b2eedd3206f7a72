/* Eight pairs of boxes in lanes: the incident face clipped by the reference face, reduced to four points.
   Part of box_box.inl.

   Features do not depend on which box is the reference, so that points keep their names when it changes:
   256 + vertex of A, 512 + vertex of B, 768 + 16 * edge of A + edge of B. Vertices: bit k set on the + side
   of axis k. Edges: 4 * axis k, + 1 on the + side of axis k+1, + 2 on the + side of axis k+2. As floats,
   exact. */
enum {
    FEATURE_VERTEX_A = 256,
    FEATURE_VERTEX_B = 512,
    FEATURE_EDGES = 768,
    CLIP_SLOTS = 12
};

/* The reference face and the incident face in the frame (u, v, n) of the reference: n is the face normal, u
   and v the axes after it, the origin the centre of the reference box. */
typedef struct BoxFaces {
    m8 k0, k1;         /* reference axis is 0, is 1 */
    f8 sign;           /* the face is on this side of its axis */
    f8 hu, hv, hn;     /* reference half-extents */
    f8 cu, cv, cn;     /* centre of the incident face */
    f8 u1, v1, n1, h1; /* its first axis, unit, and half-extent */
    f8 u2, v2, n2, h2; /* its second axis */
    f8 determinant;    /* u1 v2 - v1 u2 */
    f8 slack;          /* what is this little outside counts as inside, so that flush corners stay corners */
    f8 vertex[4];      /* features of the incident corners, in order */
    f8 edge[4]; /* of the incident edges, corner e to corner e + 1, times the factor of the incident box */
    f8 side_u, side_v; /* of the reference edges on the minus sides, times the factor of the reference box */
    f8 step_u, step_v; /* added on the plus sides */
    f8 corner[4];      /* features of the reference corners (+,+) (-,+) (-,-) (+,-) */
} BoxFaces;

typedef struct ClipPoints {
    f8 u[CLIP_SLOTS], v[CLIP_SLOTS], separation[CLIP_SLOTS], feature[CLIP_SLOTS];
    m8 valid[CLIP_SLOTS];
} ClipPoints;

typedef struct FourPoints {
    f8 u[4], v[4], separation[4], feature[4];
    m8 valid[4];
    f8 least;   /* smallest separation */
    f8 deepest; /* separation of the deepest incident corner, over the face or not */
} FourPoints;

/* Relative pose as the reference box sees it, rows u, v, n and columns the incident axes. */
BOX_INLINE void choose_reference(const BoxLanes *b, const BoxAxes *axes, BoxFaces *f, f8 rows[3][3], f8 t[3],
                                 f8 incident[3])
{
    f8 from[3], half[3], r[9];
    for (int i = 0; i < 3; ++i) {
        from[i] = f8_select(axes->use_b, f8_neg(b->tb[i]), b->t[i]);
        half[i] = f8_select(axes->use_b, b->hb[i], b->ha[i]);
        incident[i] = f8_select(axes->use_b, b->ha[i], b->hb[i]);
        for (int j = 0; j < 3; ++j) {
            r[3 * i + j] = f8_select(axes->use_b, b->r[3 * j + i], b->r[3 * i + j]);
        }
    }
    f->k0 = f8_eq(axes->face, f8_zero());
    f->k1 = f8_eq(axes->face, f8_set(1.0f));
    for (int row = 0; row < 3; ++row) { /* u, v, n: axes k+1, k+2, k */
        const int a = (row + 1) % 3, c = (row + 2) % 3, d = row;
        t[row] = f8_select(f->k0, from[a], f8_select(f->k1, from[c], from[d]));
        for (int j = 0; j < 3; ++j) {
            rows[row][j] = f8_select(f->k0, r[3 * a + j], f8_select(f->k1, r[3 * c + j], r[3 * d + j]));
        }
    }
    f->hu = f8_select(f->k0, half[1], f8_select(f->k1, half[2], half[0]));
    f->hv = f8_select(f->k0, half[2], f8_select(f->k1, half[0], half[1]));
    f->hn = f8_select(f->k0, half[0], f8_select(f->k1, half[1], half[2]));

    /* The side facing the other box; centres nearly level with each other stay with the side of the last
     * step. */
    f8 code = f8_add(axes->face, f8_select(axes->use_b, f8_set(AXIS_FACE_B), f8_set(AXIS_FACE_A)));
    m8 level = f8_lt(f8_add(f8_abs(t[2]), f8_abs(t[2])), b->hysteresis);
    f->sign = f8_select(m8_and(level, f8_eq(code, b->cached)), b->cached_sign, f8_sign(t[2]));
    t[2] = f8_mul(t[2], f->sign);
    for (int j = 0; j < 3; ++j) {
        rows[2][j] = f8_mul(rows[2][j], f->sign);
    }
}

/* Names of what can meet; all arithmetic is on small whole numbers. */
BOX_INLINE void name_features(const BoxAxes *axes, m8 j0, m8 j1, m8 positive, BoxFaces *f)
{
    const f8 one = f8_set(1.0f), two = f8_set(2.0f), four = f8_set(4.0f), eight = f8_set(8.0f),
             zero = f8_zero();
    const f8 weights[3] = { one, two, four }, weights_next[3] = { two, four, one },
             weights_last[3] = { four, one, two };
    const f8 next[3] = { four, eight, zero }, last[3] = { eight, zero, four }; /* 4 x axis number */
    f8 incident_factor = f8_select(axes->use_b, f8_set(16.0f), one),
       reference_factor = f8_select(axes->use_b, one, f8_set(16.0f));
    f8 side = f8_and_mask(positive, one);
    f8 w1 = pick3(j0, j1, weights_next), w2 = pick3(j0, j1, weights_last);
    f8 base = f8_add(f8_and_mask(positive, pick3(j0, j1, weights)),
                     f8_select(axes->use_b, f8_set(FEATURE_VERTEX_A), f8_set(FEATURE_VERTEX_B)));
    f->vertex[0] = f8_add(base, f8_add(w1, w2));
    f->vertex[1] = f8_add(base, w2);
    f->vertex[2] = base;
    f->vertex[3] = f8_add(base, w1);
    f8 along1 = f8_madd(side, two, pick3(j0, j1, next)), along2 = f8_add(side, pick3(j0, j1, last));
    f->edge[0] = f8_mul(incident_factor, f8_add(along1, one));
    f->edge[1] = f8_mul(incident_factor, along2);
    f->edge[2] = f8_mul(incident_factor, along1);
    f->edge[3] = f8_mul(incident_factor, f8_add(along2, two));

    side = f8_and_mask(f8_gt(f->sign, zero), one);
    w1 = pick3(f->k0, f->k1, weights_next);
    w2 = pick3(f->k0, f->k1, weights_last);
    base = f8_madd(side, pick3(f->k0, f->k1, weights),
                   f8_select(axes->use_b, f8_set(FEATURE_VERTEX_B), f8_set(FEATURE_VERTEX_A)));
    f->corner[0] = f8_add(base, f8_add(w1, w2));
    f->corner[1] = f8_add(base, w2);
    f->corner[2] = base;
    f->corner[3] = f8_add(base, w1);
    f8 edges = f8_set(FEATURE_EDGES);
    f->side_u = f8_madd(reference_factor, f8_add(side, pick3(f->k0, f->k1, last)), edges);
    f->side_v = f8_madd(reference_factor, f8_madd(side, two, pick3(f->k0, f->k1, next)), edges);
    f->step_u = f8_mul(reference_factor, two);
    f->step_v = reference_factor;
}

BOX_INLINE void choose_faces(const BoxLanes *b, const BoxAxes *axes, BoxFaces *f)
{
    f8 rows[3][3], t[3], half[3];
    choose_reference(b, axes, f, rows, t, half);
    /* Incident: the axis most along the normal, the side facing the reference. */
    f8 a0 = f8_abs(rows[2][0]), a1 = f8_abs(rows[2][1]), a2 = f8_abs(rows[2][2]);
    m8 j0 = m8_and(f8_ge(a0, a1), f8_ge(a0, a2)), j1 = m8_andnot(j0, f8_ge(a1, a2));
    f8 cosine = pick3(j0, j1, rows[2]);
    m8 positive = f8_lt(cosine, f8_zero());
    f8 h = pick3(j0, j1, half);
    h = f8_select(positive, h, f8_neg(h));
    f->cu = f8_madd(h, pick3(j0, j1, rows[0]), t[0]);
    f->cv = f8_madd(h, pick3(j0, j1, rows[1]), t[1]);
    f->cn = f8_madd(h, cosine, t[2]);
    const f8 next_u[3] = { rows[0][1], rows[0][2], rows[0][0] },
             last_u[3] = { rows[0][2], rows[0][0], rows[0][1] };
    const f8 next_v[3] = { rows[1][1], rows[1][2], rows[1][0] },
             last_v[3] = { rows[1][2], rows[1][0], rows[1][1] };
    const f8 next_n[3] = { rows[2][1], rows[2][2], rows[2][0] },
             last_n[3] = { rows[2][2], rows[2][0], rows[2][1] };
    const f8 next_h[3] = { half[1], half[2], half[0] }, last_h[3] = { half[2], half[0], half[1] };
    f->u1 = pick3(j0, j1, next_u);
    f->v1 = pick3(j0, j1, next_v);
    f->n1 = pick3(j0, j1, next_n);
    f->h1 = pick3(j0, j1, next_h);
    f->u2 = pick3(j0, j1, last_u);
    f->v2 = pick3(j0, j1, last_v);
    f->n2 = pick3(j0, j1, last_n);
    f->h2 = pick3(j0, j1, last_h);
    /* The cofactor of the largest entry of n's row: at least 1/sqrt(3). */
    f->determinant = f8_sub(f8_mul(f->u1, f->v2), f8_mul(f->v1, f->u2));
    f->slack = f8_mul(f8_set(5e-4f), f8_min(f8_min(f->hu, f->hv), f8_min(f->h1, f->h2)));
    name_features(axes, j0, j1, positive, f);
}

/* Where an incident edge enters and leaves the reference rectangle: slots 2 e and 2 e + 1. */
BOX_INLINE void clip_edge(const BoxFaces *f, int e, f8 qu, f8 qv, f8 qn, f8 du, f8 dv, f8 dn, f8 inverse_u,
                          f8 inverse_v, ClipPoints *p)
{
    const f8 zero = f8_zero(), one = f8_set(1.0f);
    f8 limit_u = f8_add(f->hu, f->slack), limit_v = f8_add(f->hv, f->slack);
    f8 ua = f8_mul(f8_sub(f8_neg(limit_u), qu), inverse_u), ub = f8_mul(f8_sub(limit_u, qu), inverse_u);
    f8 va = f8_mul(f8_sub(f8_neg(limit_v), qv), inverse_v), vb = f8_mul(f8_sub(limit_v, qv), inverse_v);
    f8 enter_u = f8_min(ua, ub), leave_u = f8_max(ua, ub), enter_v = f8_min(va, vb), leave_v = f8_max(va, vb);
    f8 enter = f8_max(enter_u, enter_v), leave = f8_min(leave_u, leave_v);
    f8 t0 = f8_max(enter, zero), t1 = f8_min(leave, one);
    m8 crosses = f8_le(t0, t1), up = f8_gt(inverse_u, zero), vp = f8_gt(inverse_v, zero);
    m8 by_v0 = f8_gt(enter_v, enter_u), by_v1 = f8_lt(leave_v, leave_u);

    /* Going up in u the edge enters at the minus side and leaves at the plus side. */
    f8 plus_u = f8_add(f->side_u, f->step_u), plus_v = f8_add(f->side_v, f->step_v);
    f8 first = f8_select(by_v0, f8_select(vp, f->side_v, plus_v), f8_select(up, f->side_u, plus_u));
    f8 second = f8_select(by_v1, f8_select(vp, plus_v, f->side_v), f8_select(up, plus_u, f->side_u));
    const int k = 2 * e;
    p->u[k] = f8_madd(t0, du, qu);
    p->v[k] = f8_madd(t0, dv, qv);
    p->separation[k] = f8_sub(f8_madd(t0, dn, qn), f->hn);
    p->feature[k] = f8_select(f8_le(enter, zero), f->vertex[e], f8_add(f->edge[e], first));
    p->valid[k] = crosses;
    p->u[k + 1] = f8_madd(t1, du, qu);
    p->v[k + 1] = f8_madd(t1, dv, qv);
    p->separation[k + 1] = f8_sub(f8_madd(t1, dn, qn), f->hn);
    p->feature[k + 1] = f8_add(f->edge[e], second);
    p->valid[k + 1] = m8_and(crosses, f8_lt(leave, one));
}

/* Keeps a divisor away from zero; an edge along the clipping line then lies inside or outside for all of its
 * length. */
BOX_INLINE f8 safe_inverse(f8 d)
{
    const f8 tiny = f8_set(1e-18f);
    return f8_div(f8_set(1.0f), f8_select(f8_lt(f8_abs(d), tiny), tiny, d));
}

BOX_INLINE void place_corners(f8 center, f8 a, f8 b, f8 q[4])
{
    f8 plus = f8_add(center, b), minus = f8_sub(center, b);
    q[0] = f8_add(plus, a);
    q[1] = f8_sub(plus, a);
    q[2] = f8_sub(minus, a);
    q[3] = f8_add(minus, a);
}

BOX_INLINE void clip_edges(const BoxFaces *f, f8 *deepest, ClipPoints *p)
{
    f8 u1 = f8_mul(f->h1, f->u1), v1 = f8_mul(f->h1, f->v1), n1 = f8_mul(f->h1, f->n1);
    f8 u2 = f8_mul(f->h2, f->u2), v2 = f8_mul(f->h2, f->v2), n2 = f8_mul(f->h2, f->n2);
    f8 qu[4], qv[4], qn[4];
    place_corners(f->cu, u1, u2, qu);
    place_corners(f->cv, v1, v2, qv);
    place_corners(f->cn, n1, n2, qn);
    *deepest = f8_sub(f8_min(f8_min(qn[0], qn[1]), f8_min(qn[2], qn[3])), f->hn);
    f8 du1 = f8_add(u1, u1), dv1 = f8_add(v1, v1), dn1 = f8_add(n1, n1);
    f8 du2 = f8_add(u2, u2), dv2 = f8_add(v2, v2), dn2 = f8_add(n2, n2);
    f8 iu1 = safe_inverse(du1), iv1 = safe_inverse(dv1), iu2 = safe_inverse(du2), iv2 = safe_inverse(dv2);
    clip_edge(f, 0, qu[0], qv[0], qn[0], f8_neg(du1), f8_neg(dv1), f8_neg(dn1), f8_neg(iu1), f8_neg(iv1), p);
    clip_edge(f, 1, qu[1], qv[1], qn[1], f8_neg(du2), f8_neg(dv2), f8_neg(dn2), f8_neg(iu2), f8_neg(iv2), p);
    clip_edge(f, 2, qu[2], qv[2], qn[2], du1, dv1, dn1, iu1, iv1, p);
    clip_edge(f, 3, qu[3], qv[3], qn[3], du2, dv2, dn2, iu2, iv2, p);
}

/* Reference corners within the incident parallelogram: slots 8 to 11. */
BOX_INLINE void clip_corners(const BoxFaces *f, ClipPoints *p)
{
    f8 inverse = f8_div(f8_set(1.0f), f->determinant);
    f8 limit1 = f8_sub(f->h1, f->slack), limit2 = f8_sub(f->h2, f->slack);
    for (int c = 0; c < 4; ++c) {
        f8 u = c == 0 || c == 3 ? f->hu : f8_neg(f->hu), v = c < 2 ? f->hv : f8_neg(f->hv);
        f8 ru = f8_sub(u, f->cu), rv = f8_sub(v, f->cv);
        f8 x1 = f8_mul(f8_sub(f8_mul(ru, f->v2), f8_mul(rv, f->u2)), inverse);
        f8 x2 = f8_mul(f8_sub(f8_mul(rv, f->u1), f8_mul(ru, f->v1)), inverse);
        p->u[8 + c] = u;
        p->v[8 + c] = v;
        p->separation[8 + c] = f8_sub(f8_madd(x2, f->n2, f8_madd(x1, f->n1, f->cn)), f->hn);
        p->feature[8 + c] = f->corner[c];
        p->valid[8 + c] = m8_and(f8_lt(f8_abs(x1), limit1), f8_lt(f8_abs(x2), limit2));
    }
}

/* Takes the lowest slot among those whose score reaches the threshold; near ties must not change the choice.
 */
BOX_INLINE void take(const ClipPoints *p, const f8 score[CLIP_SLOTS], f8 threshold, m8 valid, int k,
                     FourPoints *four)
{
    f8 u = f8_zero(), v = f8_zero(), separation = f8_zero(), feature = f8_set(1e6f);
    for (int i = CLIP_SLOTS - 1; i >= 0; --i) {
        m8 wins = f8_ge(score[i], threshold);
        u = f8_select(wins, p->u[i], u);
        v = f8_select(wins, p->v[i], v);
        separation = f8_select(wins, p->separation[i], separation);
        feature = f8_select(wins, p->feature[i], feature);
    }
    four->u[k] = u;
    four->v[k] = v;
    four->separation[k] = separation;
    four->feature[k] = f8_select(valid, feature, f8_set(1e6f)); /* sorts behind all others */
    four->valid[k] = valid;
}

/* The deepest point, the farthest from it, and the two that span the largest triangles with these to either
 * side. */
BOX_INLINE void reduce(const BoxLanes *b, const BoxFaces *f, const ClipPoints *p, FourPoints *four)
{
    const f8 lowest = f8_set(-1e30f), near_tie = f8_set(0.96f);
    f8 score[CLIP_SLOTS], opposite[CLIP_SLOTS], best = lowest;
    for (int i = 0; i < CLIP_SLOTS; ++i) {
        m8 wanted = m8_and(p->valid[i], f8_le(p->separation[i], b->margin));
        score[i] = f8_select(wanted, f8_neg(p->separation[i]), lowest);
        best = f8_max(score[i], best);
    }
    take(p, score, f8_sub(best, b->tie), f8_gt(best, lowest), 0, four);

    best = f8_zero();
    for (int i = 0; i < CLIP_SLOTS; ++i) {
        f8 du = f8_sub(p->u[i], four->u[0]), dv = f8_sub(p->v[i], four->v[0]);
        score[i] = f8_select(f8_gt(score[i], lowest), f8_add(f8_mul(du, du), f8_mul(dv, dv)), lowest);
        best = f8_max(score[i], best);
    }
    take(p, score, f8_mul(best, near_tie), f8_gt(best, f8_mul(f->slack, f->slack)), 1, four);

    f8 eu = f8_sub(four->u[1], four->u[0]), ev = f8_sub(four->v[1], four->v[0]), worst = f8_zero(),
       length2 = best;
    best = f8_zero();
    for (int i = 0; i < CLIP_SLOTS; ++i) {
        f8 du = f8_sub(p->u[i], four->u[0]), dv = f8_sub(p->v[i], four->v[0]);
        f8 area = f8_sub(f8_mul(eu, dv), f8_mul(ev, du));
        m8 wanted = f8_gt(score[i], lowest);
        score[i] = f8_select(wanted, area, lowest);
        opposite[i] = f8_select(wanted, f8_neg(area), lowest);
        best = f8_max(score[i], best);
        worst = f8_max(opposite[i], worst);
    }
    f8 least_area = f8_mul(length2, f8_set(1e-4f));
    take(p, score, f8_mul(best, near_tie), m8_and(four->valid[1], f8_gt(best, least_area)), 2, four);
    take(p, opposite, f8_mul(worst, near_tie), m8_and(four->valid[1], f8_gt(worst, least_area)), 3, four);
}

BOX_INLINE void exchange(f8 *a, f8 *b, m8 swap)
{
    f8 old = *a;
    *a = f8_select(swap, *b, old);
    *b = f8_select(swap, old, *b);
}

/* By feature, so that the order of the points does not follow their depths. */
BOX_INLINE void sort_points(FourPoints *four)
{
    static const int network[5][2] = { { 0, 1 }, { 2, 3 }, { 0, 2 }, { 1, 3 }, { 1, 2 } };
    for (int k = 0; k < 5; ++k) {
        const int a = network[k][0], c = network[k][1];
        m8 swap = f8_gt(four->feature[a], four->feature[c]);
        exchange(&four->u[a], &four->u[c], swap);
        exchange(&four->v[a], &four->v[c], swap);
        exchange(&four->separation[a], &four->separation[c], swap);
        exchange(&four->feature[a], &four->feature[c], swap);
    }
    four->least = f8_set(1e30f);
    for (int k = 0; k < 4; ++k) {
        four->valid[k] = f8_lt(four->feature[k], f8_set(1e6f));
        four->least = f8_min(four->least, f8_select(four->valid[k], four->separation[k], f8_set(1e30f)));
    }
}

BOX_INLINE void clip_faces(const BoxLanes *b, const BoxFaces *faces, FourPoints *four)
{
    ClipPoints points;
    clip_edges(faces, &four->deepest, &points);
    clip_corners(faces, &points);
    reduce(b, faces, &points, four);
    sort_points(four);
}
