/* Contact points of two hulls along a face: the incident face clipped by the reference face's side planes.
   Part of hull_hull.inl.

   Features do not depend on which hull is the reference: kind << 28 | ..., see below; an edge is named by its
   two vertices. */
enum {
    FEATURE_VERTEX_A = 1,
    FEATURE_VERTEX_B = 2,
    FEATURE_EDGES = 3,
    LOOP_SPACE = HULL_MAX_LOOP + 8
};

typedef struct Clip {
    const HullSide *side; /* of the reference hull */
    bool swapped;         /* the reference is B */
    int32_t face, incident;
    float slack, margin;
    int32_t corners, sides; /* of the incident and of the reference face */
    /* Incident loop in the reference frame, closed: the first corner follows the last, repeatedly. */
    _Alignas(32) float x[LOOP_SPACE + 8], y[LOOP_SPACE + 8], z[LOOP_SPACE + 8];
    ManifoldPoint points[2 * HULL_MAX_LOOP + HULL_MAX_LOOP + 1];
    int count;
} Clip;

static int32_t loop_vertex(const HullData *hull, int32_t face, int32_t k)
{
    int32_t start = hull->face_start[face], count = hull->face_start[face + 1] - start;
    return hull->loop_vertex[start + (k < count ? k : k - count)];
}

static uint32_t edge_name(const HullData *hull, int32_t face, int32_t k)
{
    uint32_t v = (uint32_t)loop_vertex(hull, face, k), w = (uint32_t)loop_vertex(hull, face, k + 1);
    return v < w ? v << 7 | w : w << 7 | v;
}

static uint32_t vertex_feature(const Clip *c, bool of_reference, int32_t vertex)
{
    bool of_a = of_reference != c->swapped;
    return (uint32_t)(of_a ? FEATURE_VERTEX_A : FEATURE_VERTEX_B) << 28 | (uint32_t)vertex;
}

static uint32_t edges_feature(uint32_t edge_a, uint32_t edge_b)
{
    return (uint32_t)FEATURE_EDGES << 28 | edge_a << 14 | edge_b;
}

static uint32_t crossing_feature(const Clip *c, int32_t incident_edge, int32_t side)
{
    uint32_t inner = edge_name(c->side->other, c->incident, incident_edge);
    uint32_t outer = edge_name(c->side->hull, c->face, side);
    return c->swapped ? edges_feature(inner, outer) : edges_feature(outer, inner);
}

/* The other hull's face that looks most against the reference face. */
static int32_t incident_face(const HullSide *side, int32_t face)
{
    Vec8 d = vec8(v3_neg(mat3_mul_transposed(&side->r, normal_at(side->hull, face))));
    Largest most = largest_none();
    f8 index = lane_numbers();
    for (int32_t i = 0; i < side->other->face_padded; i += 8) {
        Vec8 n = { f8_load(side->other->fx + i), f8_load(side->other->fy + i), f8_load(side->other->fz + i) };
        largest_add(&most, dot8(n, d), index);
        index = f8_add(index, f8_set(8.0f));
    }
    int32_t best;
    (void)largest_take(&most, &best);
    return best;
}

static void start_clip(const HullPair *pair, const Axis *axis, Clip *c)
{
    c->swapped = axis->kind == AXIS_FACE_B;
    c->side = c->swapped ? &pair->b : &pair->a;
    c->face = c->swapped ? axis->b : axis->a;
    c->incident = incident_face(c->side, c->face);
    c->margin = pair->margin;
    c->slack = 5e-4f * f_min(c->side->hull->inner_radius, c->side->other->inner_radius) + 1e-7f * pair->size;
    c->count = 0;
    const HullData *hull = c->side->hull, *other = c->side->other;
    c->sides = hull->face_start[c->face + 1] - hull->face_start[c->face];
    c->corners = other->face_start[c->incident + 1] - other->face_start[c->incident];
    int32_t space = ((c->corners + 7) & ~7) + 8;
    for (int32_t k = 0; k < space; ++k) {
        DryVec3 v = k < c->corners ? seen_from(c->side, vertex_at(other, loop_vertex(other, c->incident, k)))
                                   : v3(c->x[k - c->corners], c->y[k - c->corners], c->z[k - c->corners]);
        c->x[k] = v.x;
        c->y[k] = v.y;
        c->z[k] = v.z;
    }
}

static void add_candidate(Clip *c, DryVec3 position, float separation, uint32_t feature)
{
    if (separation <= c->margin) {
        c->points[c->count++] = (ManifoldPoint){ position, separation, feature };
    }
}

/* What the side planes leave of eight edges: parameters and the planes that cut them. */
typedef struct CutEdges {
    Vec8 p, q;
    f8 enter, leave, enter_side, leave_side;
    m8 alive;
} CutEdges;

LANES_INLINE void cut_edges(const Clip *c, int32_t first, CutEdges *e)
{
    e->p = (Vec8){ f8_load(c->x + first), f8_load(c->y + first), f8_load(c->z + first) };
    e->q = (Vec8){ f8_loadu(c->x + first + 1), f8_loadu(c->y + first + 1), f8_loadu(c->z + first + 1) };
    e->enter = f8_zero();
    e->leave = f8_set(1.0f);
    e->enter_side = e->leave_side = f8_set(-1.0f);
    m8 dead = m8_none();
    const float(*side)[4] = c->side->hull->side + c->side->hull->face_start[c->face];
    for (int32_t k = 0; k < c->sides; ++k) {
        Vec8 n = vec8(v3(side[k][0], side[k][1], side[k][2]));
        f8 o = f8_set(side[k][3] + c->slack), zero = f8_zero(), number = f8_set((float)k);
        f8 dp = f8_sub(dot8(n, e->p), o), dq = f8_sub(dot8(n, e->q), o);
        m8 p_out = f8_gt(dp, zero), q_out = f8_gt(dq, zero);
        m8 enters = m8_andnot(q_out, p_out), leaves = m8_andnot(p_out, q_out);
        dead = m8_or(dead, m8_and(p_out, q_out));
        f8 t = f8_div(dp, f8_select(m8_or(enters, leaves), f8_sub(dp, dq), f8_set(1.0f)));
        m8 later = m8_and(enters, f8_gt(t, e->enter)), sooner = m8_and(leaves, f8_lt(t, e->leave));
        e->enter = f8_select(later, t, e->enter);
        e->enter_side = f8_select(later, number, e->enter_side);
        e->leave = f8_select(sooner, t, e->leave);
        e->leave_side = f8_select(sooner, number, e->leave_side);
    }
    e->alive = m8_andnot(dead, f8_le(e->enter, e->leave));
}

/* Every incident edge gives the point where it starts or enters, and where it leaves. */
static void clip_incident_edges(Clip *c)
{
    const HullData *hull = c->side->hull;
    DryVec3 n = normal_at(hull, c->face);
    Vec8 n8 = vec8(n);
    f8 offset = f8_set(hull->fo[c->face]);
    for (int32_t first = 0; first < c->corners; first += 8) {
        CutEdges e;
        cut_edges(c, first, &e);
        Vec8 d = sub8(e.q, e.p), start = mad8(e.p, d, e.enter), end = mad8(e.p, d, e.leave);
        float x[2][8], y[2][8], z[2][8], s[2][8], side[2][8];
        f8_storeu(x[0], start.x);
        f8_storeu(y[0], start.y);
        f8_storeu(z[0], start.z);
        f8_storeu(s[0], f8_sub(dot8(n8, start), offset));
        f8_storeu(side[0], e.enter_side);
        f8_storeu(x[1], end.x);
        f8_storeu(y[1], end.y);
        f8_storeu(z[1], end.z);
        f8_storeu(s[1], f8_sub(dot8(n8, end), offset));
        f8_storeu(side[1], e.leave_side);
        uint32_t bits = (uint32_t)m8_bits(e.alive);
        for (; bits != 0; bits &= bits - 1) {
            int lane = bits_lowest(bits);
            int32_t k = first + lane;
            if (k >= c->corners) {
                break;
            }
            uint32_t feature = side[0][lane] < 0.0f
                                   ? vertex_feature(c, false, loop_vertex(c->side->other, c->incident, k))
                                   : crossing_feature(c, k, (int32_t)side[0][lane]);
            add_candidate(c, v3(x[0][lane], y[0][lane], z[0][lane]), s[0][lane], feature);
            if (side[1][lane] >= 0.0f) {
                feature = crossing_feature(c, k, (int32_t)side[1][lane]);
                add_candidate(c, v3(x[1][lane], y[1][lane], z[1][lane]), s[1][lane], feature);
            }
        }
    }
}

/* Lines through the incident edges, square to the reference normal: w.x > o inside, by more than the slack.
 */
typedef struct EdgeLines {
    _Alignas(32) float x[LOOP_SPACE], y[LOOP_SPACE], z[LOOP_SPACE], o[LOOP_SPACE];
} EdgeLines;

static void edge_lines(const Clip *c, DryVec3 n, EdgeLines *lines)
{
    Vec8 n8 = vec8(n);
    for (int32_t i = 0; i < c->corners; i += 8) {
        Vec8 p = { f8_load(c->x + i), f8_load(c->y + i), f8_load(c->z + i) };
        Vec8 q = { f8_loadu(c->x + i + 1), f8_loadu(c->y + i + 1), f8_loadu(c->z + i + 1) };
        Vec8 w = cross8(sub8(q, p), n8);
        f8_store(lines->x + i, w.x);
        f8_store(lines->y + i, w.y);
        f8_store(lines->z + i, w.z);
        f8_store(lines->o + i, f8_madd(f8_set(c->slack), f8_sqrt(dot8(w, w)), dot8(w, p)));
    }
}

/* Reference corners under the incident face. */
static void clip_reference_corners(Clip *c)
{
    const HullData *hull = c->side->hull, *other = c->side->other;
    DryVec3 n = normal_at(hull, c->face), m = mat3_mul(&c->side->r, normal_at(other, c->incident));
    float slope = v3_dot(m, n);
    if (!(slope < -1e-3f)) {
        return; /* seen edge on */
    }
    float offset = other->fo[c->incident] + v3_dot(m, c->side->t);
    EdgeLines lines;
    edge_lines(c, n, &lines);
    for (int32_t k = 0; k < c->sides; ++k) {
        int32_t vertex = loop_vertex(hull, c->face, k);
        DryVec3 v = vertex_at(hull, vertex);
        Vec8 v8 = vec8(v);
        bool inside = true;
        for (int32_t i = 0; i < c->corners && inside; i += 8) {
            f8 d = dot8((Vec8){ f8_load(lines.x + i), f8_load(lines.y + i), f8_load(lines.z + i) }, v8);
            int needed = c->corners - i >= 8 ? 0xff : (1 << (c->corners - i)) - 1;
            inside = (m8_bits(f8_gt(d, f8_load(lines.o + i))) & needed) == needed;
        }
        if (inside) {
            float separation = (offset - v3_dot(m, v)) / slope;
            add_candidate(c, v3_mad(v, n, separation), separation, vertex_feature(c, true, vertex));
        }
    }
}

/* The deepest vertex may belong to none of the incident face's edges. With `anywhere` it counts also beside
 * the face. */
static void add_deepest_vertex(Clip *c, float separation, float tie, bool anywhere)
{
    for (int i = 0; i < c->count; ++i) {
        if (c->points[i].separation <= separation + tie) {
            return;
        }
    }
    DryVec3 n = normal_at(c->side->hull, c->face);
    int32_t vertex = farthest_vertex(c->side->other, v3_neg(mat3_mul_transposed(&c->side->r, n)));
    DryVec3 v = seen_from(c->side, vertex_at(c->side->other, vertex));
    if (anywhere || within_sides(c->side->hull, c->face, v, c->slack)) {
        add_candidate(c, v, separation, vertex_feature(c, false, vertex));
    }
}

static void clip_face(const HullPair *pair, const Axis *axis, Clip *c)
{
    start_clip(pair, axis, c);
    clip_incident_edges(c);
    clip_reference_corners(c);
    add_deepest_vertex(c, axis->separation, pair->tie, false);
}

/* The four points that matter in the reference hull's frame, moved to half way between the surfaces. */
static void finish_face_contact(const HullPair *pair, Clip *c, Manifold *m)
{
    m->normal = normal_at(c->side->hull, c->face);
    dry__manifold_reduce(m, c->points, c->count, pair->tie, 2.0f * c->slack);
    for (int i = 0; i < m->count; ++i) {
        ManifoldPoint *p = &m->points[i];
        p->position = v3_mad(p->position, m->normal, -0.5f * p->separation);
    }
}
