/* Separating axes of two hulls: exact, but a face or an edge is only tried when a bound says that it can win.
   Part of hull_hull.inl.

   The bound of a face: the other hull's centre over its plane, less the radius of the ball inside that hull.
   Of an edge: the larger of the bounds of its two faces, before subtracting, grown by 1 / cos(half the angle
   between them), since the normals the edge can have lie between those of its faces. Bounds only prune;
   needles and plates prune badly, but come out right. */

typedef enum AxisKind {
    AXIS_NONE = 0,
    AXIS_FACE_A,
    AXIS_FACE_B,
    AXIS_EDGES
} AxisKind;

/* One hull and what it sees of the other. */
typedef struct HullSide {
    const HullData *hull;
    const HullData *other;
    DryMat3 r; /* x_here = r x_other + t */
    DryVec3 t;
    DryVec3 other_center; /* in this hull's frame */
    /* Of the other's centre over the face planes, and the face with the largest; filled by measure_planes. */
    _Alignas(32) float plane_distance[HULL_MAX_FACES];
    int32_t farthest_face;
} HullSide;

typedef struct HullPair {
    HullSide a, b;
    float margin;
    float tie;        /* separations closer than this count as equal */
    float hysteresis; /* by which a new axis must beat the cached one */
    float edge_bias;  /* depths closer than this make a face contact as good as an edge contact */
    float size;       /* what rounding errors are relative to */
} HullPair;

typedef struct Axis {
    float separation;
    float bar; /* separation that a challenger must exceed */
    AxisKind kind;
    int32_t a, b;   /* face or edge of A, of B */
    DryVec3 normal; /* edges only: unit, from A to B, A's frame */
} Axis;

LANES_INLINE float largest_lane(f8 v)
{
    float lane[8];
    f8_storeu(lane, v);
    float a = f_max(lane[0], lane[4]), b = f_max(lane[1], lane[5]), c = f_max(lane[2], lane[6]),
          d = f_max(lane[3], lane[7]);
    a = f_max(a, c);
    b = f_max(b, d);
    return f_max(a, b) + 0.0f; /* no negative zero, whichever lane it came from */
}

/* Largest v.d over the vertices. */
LANES_INLINE float reach(const HullData *hull, DryVec3 d)
{
    Vec8 d8 = vec8(d);
    f8 most = f8_set(-1e30f);
    for (int32_t i = 0; i < hull->vertex_padded; i += 8) {
        most = f8_max(
            most, dot8((Vec8){ f8_load(hull->vx + i), f8_load(hull->vy + i), f8_load(hull->vz + i) }, d8));
    }
    return largest_lane(most);
}

/* The vertex with the largest v.d. */
static int32_t farthest_vertex(const HullData *hull, DryVec3 d)
{
    Vec8 d8 = vec8(d);
    Largest most = largest_none();
    f8 index = lane_numbers();
    for (int32_t i = 0; i < hull->vertex_padded; i += 8) {
        largest_add(&most,
                    dot8((Vec8){ f8_load(hull->vx + i), f8_load(hull->vy + i), f8_load(hull->vz + i) }, d8),
                    index);
        index = f8_add(index, f8_set(8.0f));
    }
    int32_t best;
    (void)largest_take(&most, &best);
    return best;
}

static DryVec3 vertex_at(const HullData *hull, int32_t i)
{
    return v3(hull->vx[i], hull->vy[i], hull->vz[i]);
}

static DryVec3 normal_at(const HullData *hull, int32_t face)
{
    return v3(hull->fx[face], hull->fy[face], hull->fz[face]);
}

static DryVec3 seen_from(const HullSide *side, DryVec3 other_point)
{
    return v3_add(mat3_mul(&side->r, other_point), side->t);
}

static float face_separation(const HullSide *side, int32_t face)
{
    DryVec3 n = normal_at(side->hull, face);
    float beyond = reach(side->other, v3_neg(mat3_mul_transposed(&side->r, n)));
    return v3_dot(n, side->t) - side->hull->fo[face] - beyond;
}

static void measure_planes(HullSide *side)
{
    Vec8 c = vec8(side->other_center);
    Largest most = largest_none();
    f8 index = lane_numbers();
    for (int32_t i = 0; i < side->hull->face_padded; i += 8) {
        Vec8 n = { f8_load(side->hull->fx + i), f8_load(side->hull->fy + i), f8_load(side->hull->fz + i) };
        f8 d = f8_sub(dot8(n, c), f8_load(side->hull->fo + i));
        f8_store(side->plane_distance + i, d);
        largest_add(&most, d, index);
        index = f8_add(index, f8_set(8.0f));
    }
    (void)largest_take(&most, &side->farthest_face);
}

static void try_face(const HullSide *side, AxisKind kind, int32_t face, Axis *best)
{
    float s = face_separation(side, face);
    if (s > best->bar) {
        *best = (Axis){ s, s, kind, face, face, { 0.0f, 0.0f, 0.0f } };
    }
}

static void try_faces(HullSide *side, AxisKind kind, Axis *best)
{
    measure_planes(side);
    int32_t first = side->farthest_face;
    float ball = side->other->inner_radius;
    if (side->plane_distance[first] - ball > best->bar) {
        try_face(side, kind, first, best);
    }
    for (int32_t i = 0; i < side->hull->face_padded; i += 8) {
        f8 bound = f8_sub(f8_load(side->plane_distance + i), f8_set(ball));
        uint32_t bits = (uint32_t)m8_bits(f8_gt(bound, f8_set(best->bar)));
        for (; bits != 0; bits &= bits - 1) {
            int32_t face = i + bits_lowest(bits);
            if (face < side->hull->face_count && face != first &&
                side->plane_distance[face] - ball > best->bar) {
                try_face(side, kind, face, best);
            }
        }
    }
}

/* Edges whose bound exceeds `bar`, in order; the list is filled up to a multiple of 8 with its last entry. */
static int32_t select_edges(const HullSide *side, float bar, int32_t *list)
{
    const HullData *hull = side->hull;
    _Alignas(32) float distance[HULL_MAX_EDGES];
    for (int32_t i = 0; i < hull->edge_padded; ++i) {
        float d0 = side->plane_distance[hull->edge_face0[i]], d1 = side->plane_distance[hull->edge_face1[i]];
        distance[i] = d0 > d1 ? d0 : d1;
    }
    f8 limit = f8_set(bar + side->other->inner_radius);
    int32_t count = 0;
    for (int32_t i = 0; i < hull->edge_padded; i += 8) {
        f8 d = f8_load(distance + i);
        d = f8_max(d, f8_mul(d, f8_load(hull->ek + i)));
        uint32_t bits = (uint32_t)m8_bits(f8_gt(d, limit));
        for (; bits != 0; bits &= bits - 1) {
            list[count++] = i + bits_lowest(bits);
        }
    }
    while (count > 0 && list[count - 1] >= hull->edge_count) { /* padding */
        --count;
    }
    for (int32_t i = count; i < ((count + 7) & ~7) && count > 0; ++i) {
        list[i] = list[count - 1];
    }
    return count;
}

LANES_INLINE Edges8 gather_edges(const HullData *hull, const int32_t *index, f8 *tolerance)
{
    f8 low[8], high[8];
    const float *base = hull->edges[0].n0;
    f8_gather_rows(base, index, 16, low);
    f8_gather_rows(base + 8, index, 16, high);
    *tolerance = high[4];
    return (Edges8){ { low[0], low[1], low[2] },
                     { low[3], low[4], low[5] },
                     { low[6], low[7], high[0] },
                     { high[1], high[2], high[3] } };
}

LANES_INLINE Vec8 rotate8(const DryMat3 *m, Vec8 v)
{
    return (
        Vec8){ f8_madd(f8_set(m->cz.x), v.z, f8_madd(f8_set(m->cy.x), v.y, f8_mul(f8_set(m->cx.x), v.x))),
               f8_madd(f8_set(m->cz.y), v.z, f8_madd(f8_set(m->cy.y), v.y, f8_mul(f8_set(m->cx.y), v.x))),
               f8_madd(f8_set(m->cz.z), v.z, f8_madd(f8_set(m->cy.z), v.y, f8_mul(f8_set(m->cx.z), v.x))) };
}

/* Edges of B in A's frame, face normals reversed; rows of components. */
enum {
    ROW_N0 = 0,
    ROW_N1 = 3,
    ROW_D = 6,
    ROW_P = 9,
    ROW_COUNT = 12
};
typedef struct EdgeRows {
    _Alignas(32) float v[ROW_COUNT][HULL_MAX_EDGES];
} EdgeRows;

LANES_INLINE void store_rows(EdgeRows *rows, int row, int32_t i, Vec8 v)
{
    f8_store(&rows->v[row][i], v.x);
    f8_store(&rows->v[row + 1][i], v.y);
    f8_store(&rows->v[row + 2][i], v.z);
}

LANES_INLINE Vec8 row_at(const EdgeRows *rows, int row, int32_t i)
{
    return (Vec8){ f8_set(rows->v[row][i]), f8_set(rows->v[row + 1][i]), f8_set(rows->v[row + 2][i]) };
}

static void transform_edges(const HullSide *a, const int32_t *list, int32_t count, EdgeRows *rows)
{
    Vec8 t = vec8(a->t);
    DryMat3 reversed = { v3_neg(a->r.cx), v3_neg(a->r.cy), v3_neg(a->r.cz) };
    for (int32_t i = 0; i < count; i += 8) {
        f8 tolerance;
        Edges8 e = gather_edges(a->other, list + i, &tolerance);
        Vec8 p = rotate8(&a->r, e.tail);
        store_rows(rows, ROW_N0, i, rotate8(&reversed, e.n0));
        store_rows(rows, ROW_N1, i, rotate8(&reversed, e.n1));
        store_rows(rows, ROW_D, i, rotate8(&a->r, e.d));
        store_rows(rows, ROW_P, i, (Vec8){ f8_add(p.x, t.x), f8_add(p.y, t.y), f8_add(p.z, t.z) });
    }
}

/* Eight edges of A against one of B (normals c0, c1 reversed, direction d, tail p, all in A's frame): those
   pairs whose arcs of normals cross are faces of the Minkowski difference; their common normal and the
   separation along it. */
LANES_INLINE m8 edge_pairs(const Edges8 *a, f8 tolerance, Vec8 c0, Vec8 c1, Vec8 d, Vec8 p, Vec8 *normal,
                           f8 *separation)
{
    const f8 zero = f8_zero();
    f8 c0a = dot8(c0, a->d), c1a = dot8(c1, a->d), n0d = dot8(a->n0, d), n1d = dot8(a->n1, d);
    m8 cross = m8_and(f8_lt(f8_mul(c0a, c1a), zero),
                      m8_and(f8_lt(f8_mul(n0d, n1d), zero), f8_gt(f8_mul(c0a, n1d), zero)));
    *normal = (Vec8){ zero, zero, zero };
    *separation = zero;
    if (m8_bits(cross) == 0) {
        return cross;
    }
    cross = m8_and(cross, f8_gt(f8_max(f8_mul(c0a, c0a), f8_mul(c1a, c1a)), tolerance));
    /* Between c0 and c1, square to A's edge. Where these are nearly opposite (the rim of a plate) the cross
     * product is better. */
    Vec8 n = mad8(c0, sub8(c1, c0), f8_div(c0a, f8_select(cross, f8_sub(c0a, c1a), f8_set(1.0f))));
    f8 length2 = dot8(n, n);
    m8 sharp = m8_and(cross, f8_lt(length2, f8_set(0.02f)));
    if (m8_bits(sharp) != 0) {
        Vec8 square = cross8(a->d, d);
        f8 sign = f8_sign(f8_add(dot8(square, a->n0), dot8(square, a->n1)));
        n.x = f8_select(sharp, f8_mul(square.x, sign), n.x);
        n.y = f8_select(sharp, f8_mul(square.y, sign), n.y);
        n.z = f8_select(sharp, f8_mul(square.z, sign), n.z);
        length2 = dot8(n, n);
    }
    f8 inverse = f8_div(f8_set(1.0f), f8_sqrt(f8_max(length2, f8_set(1e-30f))));
    *normal = (Vec8){ f8_mul(n.x, inverse), f8_mul(n.y, inverse), f8_mul(n.z, inverse) };
    *separation = dot8(*normal, sub8(p, a->tail));
    return cross;
}

static void take_pairs(m8 wins, f8 separation, Vec8 normal, const int32_t *list_a, int32_t count, int32_t b,
                       Axis *best)
{
    float s[8], x[8], y[8], z[8];
    f8_storeu(s, separation);
    f8_storeu(x, normal.x);
    f8_storeu(y, normal.y);
    f8_storeu(z, normal.z);
    uint32_t bits = (uint32_t)m8_bits(wins);
    for (; bits != 0; bits &= bits - 1) {
        int lane = bits_lowest(bits);
        if (lane < count && s[lane] > best->bar) {
            *best = (Axis){ s[lane], s[lane], AXIS_EDGES, list_a[lane], b, v3(x[lane], y[lane], z[lane]) };
        }
    }
}

static void try_edges(const HullPair *pair, Axis *best)
{
    int32_t list_a[HULL_MAX_EDGES + 8], list_b[HULL_MAX_EDGES + 8];
    int32_t count_a = select_edges(&pair->a, best->bar, list_a);
    int32_t count_b = count_a > 0 ? select_edges(&pair->b, best->bar, list_b) : 0;
    if (count_b == 0) {
        return;
    }
    EdgeRows rows;
    transform_edges(&pair->a, list_b, count_b, &rows);
    for (int32_t i = 0; i < count_a; i += 8) {
        f8 tolerance;
        Edges8 a = gather_edges(pair->a.hull, list_a + i, &tolerance);
        for (int32_t k = 0; k < count_b; ++k) {
            Vec8 normal;
            f8 separation;
            m8 cross = edge_pairs(&a, tolerance, row_at(&rows, ROW_N0, k), row_at(&rows, ROW_N1, k),
                                  row_at(&rows, ROW_D, k), row_at(&rows, ROW_P, k), &normal, &separation);
            if (m8_bits(cross) != 0) {
                m8 wins = m8_and(cross, f8_gt(separation, f8_set(best->bar)));
                if (m8_bits(wins) != 0) {
                    take_pairs(wins, separation, normal, list_a + i, count_a - i, list_b[k], best);
                }
            }
        }
    }
}

/* The axis of the last step at the present pose; AXIS_NONE when it says nothing any more. */
static Axis cached_axis(const HullPair *pair, uint32_t feature)
{
    Axis axis = { -1e30f,
                  -1e30f,
                  (AxisKind)(feature >> 30),
                  (int32_t)(feature >> 15 & 0x7fff),
                  (int32_t)(feature & 0x7fff),
                  { 0.0f, 0.0f, 0.0f } };
    const HullData *a = pair->a.hull, *b = pair->b.hull;
    if (axis.kind == AXIS_FACE_A && axis.a < a->face_count) {
        axis.separation = face_separation(&pair->a, axis.a);
    } else if (axis.kind == AXIS_FACE_B && axis.b < b->face_count) {
        axis.separation = face_separation(&pair->b, axis.b);
    } else if (axis.kind == AXIS_EDGES && axis.a < a->edge_count && axis.b < b->edge_count) {
        int32_t ia[8], ib[8];
        for (int i = 0; i < 8; ++i) {
            ia[i] = axis.a;
            ib[i] = axis.b;
        }
        f8 tolerance;
        EdgeRows rows;
        Edges8 edges = gather_edges(a, ia, &tolerance);
        Vec8 normal;
        f8 separation;
        transform_edges(&pair->a, ib, 8, &rows);
        m8 cross = edge_pairs(&edges, tolerance, row_at(&rows, ROW_N0, 0), row_at(&rows, ROW_N1, 0),
                              row_at(&rows, ROW_D, 0), row_at(&rows, ROW_P, 0), &normal, &separation);
        if (m8_bits(cross) == 0) {
            axis.kind = AXIS_NONE;
            return axis;
        }
        axis.separation = f8_get(separation, 0);
        axis.normal = v3(f8_get(normal.x, 0), f8_get(normal.y, 0), f8_get(normal.z, 0));
    } else {
        axis.kind = AXIS_NONE;
    }
    axis.bar = axis.separation + pair->hysteresis;
    return axis;
}

static uint32_t axis_feature(const Axis *axis)
{
    return (uint32_t)axis->kind << 30 | (uint32_t)axis->a << 15 | (uint32_t)axis->b;
}

static bool within_sides(const HullData *hull, int32_t face, DryVec3 p, float slack)
{
    for (int32_t k = hull->face_start[face]; k < hull->face_start[face + 1]; ++k) {
        const float *s = hull->side[k];
        if (s[0] * p.x + s[1] * p.y + s[2] * p.z - s[3] > slack) {
            return false;
        }
    }
    return true;
}

/* No axis can beat a face's by more than `tie` when the vertex of the other hull that is deepest under it
   lies over the face, or, inside the hull, is nearer to this face than to all others: the vertex alone is
   then as far from the way out. */
static bool face_is_best(const HullSide *side, int32_t face, float separation, float tie)
{
    DryVec3 n = normal_at(side->hull, face);
    DryVec3 v = seen_from(
        side, vertex_at(side->other, farthest_vertex(side->other, v3_neg(mat3_mul_transposed(&side->r, n)))));
    if (separation > 0.0f) {
        return within_sides(side->hull, face, v, 0.0f);
    }
    Vec8 v8 = vec8(v);
    m8 nearer = m8_none();
    f8 limit = f8_set(separation + tie);
    for (int32_t i = 0; i < side->hull->face_padded; i += 8) {
        Vec8 f = { f8_load(side->hull->fx + i), f8_load(side->hull->fy + i), f8_load(side->hull->fz + i) };
        nearer = m8_or(nearer, f8_gt(f8_sub(dot8(f, v8), f8_load(side->hull->fo + i)), limit));
    }
    return m8_bits(nearer) == 0;
}

static bool certain(const HullPair *pair, const Axis *axis)
{
    return axis->kind == AXIS_FACE_A   ? face_is_best(&pair->a, axis->a, axis->separation, pair->tie)
           : axis->kind == AXIS_FACE_B ? face_is_best(&pair->b, axis->b, axis->separation, pair->tie)
                                       : false;
}

static const Axis no_axis = { -1e30f, -1e30f, AXIS_NONE, 0, 0, { 0.0f, 0.0f, 0.0f } };

/* The best face of both; near ties go to A. */
static void try_all_faces(HullPair *pair, Axis *best)
{
    try_faces(&pair->a, AXIS_FACE_A, best);
    if (best->separation <= pair->margin) {
        best->bar += pair->tie;
        try_faces(&pair->b, AXIS_FACE_B, best);
    }
}

/* Largest separation, or the first found above the margin. */
static Axis best_axis(HullPair *pair, uint32_t feature)
{
    Axis best = cached_axis(pair, feature);
    if (best.kind == AXIS_NONE) {
        best = no_axis;
    } else if (best.separation > pair->margin || certain(pair, &best)) {
        return best;
    }
    try_all_faces(pair, &best);
    if (best.separation > pair->margin || certain(pair, &best)) {
        return best;
    }
    best.bar += pair->tie; /* near ties go to faces */
    try_edges(pair, &best);
    return best;
}

/* Faces that are best but for ties and hysteresis may clip away the deepest part of the overlap, which then
   belongs to edges of nearly the same normal; this finds them. */
static Axis edges_beside(HullPair *pair, float separation)
{
    Axis best = no_axis;
    best.bar = separation - pair->hysteresis - pair->tie;
    measure_planes(&pair->a);
    measure_planes(&pair->b);
    try_edges(pair, &best);
    return best;
}
