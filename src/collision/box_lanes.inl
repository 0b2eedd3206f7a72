/* Eight pairs of boxes in lanes: loading, and the separating axes. Part of box_box.inl. */

/* Codes of the separating axes, as kept in PairCache.feature; 0 is none. */
enum {
    AXIS_FACE_A = 1,
    AXIS_FACE_B = 4,
    AXIS_EDGE = 7,
    AXIS_CODE = 15,
    AXIS_NEGATIVE = 16
};

typedef struct BoxLanes {
    f8 ha[3], hb[3];   /* half-extents */
    f8 qa[4], qb[4];   /* rotations */
    f8 offset[3];      /* centre of B minus centre of A, world axes */
    f8 r[9], abs_r[9]; /* r[3 i + j] = a_i . b_j */
    f8 t[3], tb[3];    /* centre of B in A's frame; the same vector in B's axes */
    f8 margin;
    f8 cached, cached_sign; /* axis of the last step and its side */
    f8 size;                /* sum of all half-extents: what rounding errors are relative to */
    f8 noise;               /* rounding error of a separation */
    f8 tie;                 /* separations closer than this count as equal */
    f8 hysteresis;          /* by which a new axis must beat the cached one */
    f8 edge_bias;           /* depths closer than this make a face contact as good as an edge contact */
} BoxLanes;

typedef struct BoxAxes {
    f8 separation; /* largest of all axes: a lower bound of the distance but for rounding */
    f8 face;       /* number 0..2 of the reference face's axis */
    m8 use_b;      /* the reference face is B's */
    m8 use_edge;   /* an edge pair beats the faces */
    f8 edge;       /* 3 i + j of the best edge pair */
} BoxAxes;

BOX_INLINE f8 pick3(m8 is0, m8 is1, const f8 a[3])
{
    return f8_select(is0, a[0], f8_select(is1, a[1], a[2]));
}

BOX_INLINE f8 dot3(f8 ax, f8 ay, f8 az, f8 bx, f8 by, f8 bz)
{
    return f8_add(f8_add(f8_mul(ax, bx), f8_mul(ay, by)), f8_mul(az, bz));
}

/* One shape per lane; half-extents lie in the first, the rotation in the second half of the record. */
BOX_INLINE void load_shapes(const CollideShape *shapes, const int32_t index[8], f8 half[3], f8 rotation[4])
{
    _Static_assert(sizeof(CollideShape) == 64 && offsetof(CollideShape, geometry.u) == 8 &&
                       offsetof(CollideShape, position) == 24 && offsetof(CollideShape, rotation) == 48,
                   "lanes are filled from the raw record");
    f8 low[8], high[8];
    for (int i = 0; i < 8; ++i) {
        const float *record = (const float *)(const void *)&shapes[index[i]];
        low[i] = f8_loadu(record);
        high[i] = f8_loadu(record + 8);
    }
    f8_transpose(low);
    f8_transpose(high);
    for (int k = 0; k < 3; ++k) {
        half[k] = low[2 + k];
    }
    for (int k = 0; k < 4; ++k) {
        rotation[k] = high[4 + k];
    }
}

/* Columns of a rotation: m[3 row + column]. */
BOX_INLINE void matrix_from_quat(const f8 q[4], f8 m[9])
{
    f8 x = q[0], y = q[1], z = q[2], w = q[3], one = f8_set(1.0f);
    f8 x2 = f8_add(x, x), y2 = f8_add(y, y), z2 = f8_add(z, z);
    f8 xx = f8_mul(x, x2), yy = f8_mul(y, y2), zz = f8_mul(z, z2);
    f8 xy = f8_mul(x, y2), xz = f8_mul(x, z2), yz = f8_mul(y, z2);
    f8 wx = f8_mul(w, x2), wy = f8_mul(w, y2), wz = f8_mul(w, z2);
    m[0] = f8_sub(one, f8_add(yy, zz));
    m[1] = f8_sub(xy, wz);
    m[2] = f8_add(xz, wy);
    m[3] = f8_add(xy, wz);
    m[4] = f8_sub(one, f8_add(xx, zz));
    m[5] = f8_sub(yz, wx);
    m[6] = f8_sub(xz, wy);
    m[7] = f8_add(yz, wx);
    m[8] = f8_sub(one, f8_add(xx, yy));
}

/* Through the product of the quaternions, which is exactly the identity for equally turned boxes. */
BOX_INLINE void relative_pose(BoxLanes *b)
{
    f8 ax = f8_neg(b->qa[0]), ay = f8_neg(b->qa[1]), az = f8_neg(b->qa[2]), aw = b->qa[3];
    f8 bx = b->qb[0], by = b->qb[1], bz = b->qb[2], bw = b->qb[3];
    f8 q[4];
    q[0] = f8_sub(f8_add(f8_add(f8_mul(aw, bx), f8_mul(ax, bw)), f8_mul(ay, bz)), f8_mul(az, by));
    q[1] = f8_add(f8_add(f8_sub(f8_mul(aw, by), f8_mul(ax, bz)), f8_mul(ay, bw)), f8_mul(az, bx));
    q[2] = f8_add(f8_sub(f8_add(f8_mul(aw, bz), f8_mul(ax, by)), f8_mul(ay, bx)), f8_mul(az, bw));
    q[3] = f8_sub(f8_sub(f8_sub(f8_mul(aw, bw), f8_mul(ax, bx)), f8_mul(ay, by)), f8_mul(az, bz));
    matrix_from_quat(q, b->r);
    f8 dx = b->offset[0], dy = b->offset[1], dz = b->offset[2], two = f8_set(2.0f);
    f8 ux = f8_mul(two, f8_sub(f8_mul(ay, dz), f8_mul(az, dy)));
    f8 uy = f8_mul(two, f8_sub(f8_mul(az, dx), f8_mul(ax, dz)));
    f8 uz = f8_mul(two, f8_sub(f8_mul(ax, dy), f8_mul(ay, dx)));
    b->t[0] = f8_add(f8_madd(aw, ux, dx), f8_sub(f8_mul(ay, uz), f8_mul(az, uy)));
    b->t[1] = f8_add(f8_madd(aw, uy, dy), f8_sub(f8_mul(az, ux), f8_mul(ax, uz)));
    b->t[2] = f8_add(f8_madd(aw, uz, dz), f8_sub(f8_mul(ax, uy), f8_mul(ay, ux)));
    for (int k = 0; k < 9; ++k) {
        b->abs_r[k] = f8_abs(b->r[k]);
    }
    for (int j = 0; j < 3; ++j) {
        b->tb[j] = dot3(b->t[0], b->t[1], b->t[2], b->r[j], b->r[3 + j], b->r[6 + j]);
    }
}

/* Lengths follow the smaller box where they are a matter of taste, and the larger one where they cover
 * rounding. */
BOX_INLINE void tolerances(BoxLanes *b)
{
    f8 sum = f8_zero(), least = b->ha[0];
    for (int k = 0; k < 3; ++k) {
        sum = f8_add(sum, f8_add(b->ha[k], b->hb[k]));
        least = f8_min(least, f8_min(b->ha[k], b->hb[k]));
    }
    b->size = sum;
    b->noise = f8_mul(sum, f8_set(2e-7f));
    b->tie = f8_add(f8_min(f8_mul(least, f8_set(1e-3f)), f8_set(2e-5f)), b->noise);
    f8 scale = f8_mul(least, f8_set(0.02f)), slack = f8_mul(b->noise, f8_set(10.0f));
    b->hysteresis = f8_add(slack, f8_min(scale, f8_set(2.5e-4f)));
    b->edge_bias = f8_add(slack, f8_min(scale, f8_set(5e-3f)));
}

BOX_INLINE void load_pairs(const PairBatch *batch, int32_t begin, int32_t end, BoxLanes *b)
{
    int32_t index_a[8], index_b[8];
    _Alignas(32) float offset[3][8];
    _Alignas(32) float margin[8];
    _Alignas(32) float cached[8];
    _Alignas(32) float side[8];
    for (int i = 0; i < 8; ++i) {
        const PairWork *work = &batch->work[begin + i < end ? begin + i : end - 1];
        const DryPos *pa = &batch->shapes[work->shape_a].position,
                     *pb = &batch->shapes[work->shape_b].position;
        uint32_t feature = batch->caches[work->cache].feature;
        index_a[i] = work->shape_a;
        index_b[i] = work->shape_b;
        offset[0][i] = (float)(pb->x - pa->x);
        offset[1][i] = (float)(pb->y - pa->y);
        offset[2][i] = (float)(pb->z - pa->z);
        margin[i] = work->margin;
        cached[i] = (float)(int32_t)(feature & AXIS_CODE);
        side[i] = (feature & AXIS_NEGATIVE) != 0 ? -1.0f : 1.0f;
    }
    load_shapes(batch->shapes, index_a, b->ha, b->qa);
    load_shapes(batch->shapes, index_b, b->hb, b->qb);
    for (int k = 0; k < 3; ++k) {
        b->offset[k] = f8_load(offset[k]);
    }
    b->margin = f8_load(margin);
    b->cached = f8_load(cached);
    b->cached_sign = f8_load(side);
    relative_pose(b);
    tolerances(b);
}

/* Raised separation of the cached axis, so that a challenger must win clearly. */
BOX_INLINE f8 favour_cached(const BoxLanes *b, int code, f8 separation)
{
    return f8_add(separation, f8_and_mask(f8_eq(b->cached, f8_set((float)code)), b->hysteresis));
}

BOX_INLINE void face_axes(const BoxLanes *b, BoxAxes *axes, f8 *best)
{
    f8 lowest = f8_set(-1e30f), best_a = lowest, best_b = lowest, all = lowest, face_a = f8_zero(),
       face_b = f8_zero();
    const f8 *r = b->abs_r;
    for (int i = 0; i < 3; ++i) {
        f8 reach = f8_add(b->ha[i], dot3(b->hb[0], b->hb[1], b->hb[2], r[3 * i], r[3 * i + 1], r[3 * i + 2]));
        f8 s = f8_sub(f8_abs(b->t[i]), reach);
        all = f8_max(s, all);
        s = favour_cached(b, AXIS_FACE_A + i, s);
        m8 wins = f8_gt(s, best_a);
        best_a = f8_select(wins, s, best_a);
        face_a = f8_select(wins, f8_set((float)i), face_a);
    }
    for (int j = 0; j < 3; ++j) {
        f8 reach = f8_add(b->hb[j], dot3(b->ha[0], b->ha[1], b->ha[2], r[j], r[3 + j], r[6 + j]));
        f8 s = f8_sub(f8_abs(b->tb[j]), reach);
        all = f8_max(s, all);
        s = favour_cached(b, AXIS_FACE_B + j, s);
        m8 wins = f8_gt(s, best_b);
        best_b = f8_select(wins, s, best_b);
        face_b = f8_select(wins, f8_set((float)j), face_b);
    }
    axes->separation = all;
    axes->use_b = f8_gt(best_b, f8_add(best_a, b->tie));
    axes->face = f8_select(axes->use_b, face_b, face_a);
    *best = f8_select(axes->use_b, best_b, best_a);
}

/* Separation along a_i x b_j as (x - noise) / |a_i x b_j|, where the divisor is at most 1: a lane whose x
   neither beats the best axis nor is positive cannot win, and the division is skipped when that holds for
   all. */
BOX_INLINE void edge_axis(const BoxLanes *b, int i, int j, BoxAxes *axes, f8 *best)
{
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    const f8 *r = b->r, *ar = b->abs_r;
    f8 bonus = f8_and_mask(f8_eq(b->cached, f8_set((float)(AXIS_EDGE + 3 * i + j))), b->hysteresis);
    f8 reach_a = f8_add(f8_mul(b->ha[i1], ar[3 * i2 + j]), f8_mul(b->ha[i2], ar[3 * i1 + j]));
    f8 reach_b = f8_add(f8_mul(b->hb[j1], ar[3 * i + j2]), f8_mul(b->hb[j2], ar[3 * i + j1]));
    f8 along = f8_sub(f8_mul(b->t[i2], r[3 * i1 + j]), f8_mul(b->t[i1], r[3 * i2 + j]));
    f8 x = f8_sub(f8_sub(f8_abs(along), f8_add(reach_a, reach_b)), b->noise);
    m8 chance = m8_or(f8_gt(f8_add(x, bonus), *best), f8_gt(x, f8_zero()));
    if (m8_bits(chance) == 0) {
        return;
    }
    f8 sine2 = f8_add(f8_mul(r[3 * i1 + j], r[3 * i1 + j]), f8_mul(r[3 * i2 + j], r[3 * i2 + j]));
    m8 real = f8_gt(sine2, f8_set(1e-8f));
    f8 sine = f8_sqrt(f8_min(f8_max(sine2, f8_set(1e-8f)), f8_set(1.0f)));
    f8 s = f8_select(real, f8_div(x, sine), f8_set(-1e30f));
    axes->separation = f8_max(s, axes->separation);
    s = f8_add(s, bonus);
    m8 wins = f8_gt(s, *best);
    *best = f8_select(wins, s, *best);
    axes->edge = f8_select(wins, f8_set((float)(3 * i + j)), axes->edge);
    axes->use_edge = m8_or(axes->use_edge, wins);
}

/* Edge pairs that beat `best`. */
static void edge_axes(const BoxLanes *b, BoxAxes *axes, f8 best)
{
    axes->use_edge = m8_none();
    axes->edge = f8_zero();
    edge_axis(b, 0, 0, axes, &best);
    edge_axis(b, 0, 1, axes, &best);
    edge_axis(b, 0, 2, axes, &best);
    edge_axis(b, 1, 0, axes, &best);
    edge_axis(b, 1, 1, axes, &best);
    edge_axis(b, 1, 2, axes, &best);
    edge_axis(b, 2, 0, axes, &best);
    edge_axis(b, 2, 1, axes, &best);
    edge_axis(b, 2, 2, axes, &best);
}

BOX_INLINE void separating_axes(const BoxLanes *b, BoxAxes *axes)
{
    f8 best;
    face_axes(b, axes, &best);
    edge_axes(b, axes, f8_add(best, b->tie));
}
