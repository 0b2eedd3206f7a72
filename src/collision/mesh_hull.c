/* Box and hull against mesh. A triangle is taken into the hull's frame, where planes and vertices lie in
 * arrays of eight. */
#include "collision/mesh_contact.h"
#include "collision/mesh_polygon.h"

#if defined(__SSE2__)
#define LANES_SSE2
#else
#define LANES_SCALAR
#endif
#include "base/lanes.h"

typedef struct HullTest {
    MeshContacts contacts;
    const HullData *hull;
    const DryMat3 *axes; /* hull to work frame */
    float margin, bias;
    float deepest; /* points deeper than this are not of the triangle at hand */
} HullTest;

/* A triangle in the hull's frame. */
typedef struct LocalFace {
    const MeshFace *face;
    DryVec3 p[3], n, side[3];
} LocalFace;

/* The best axis of a kind: how far apart it holds the two (negative: overlap), and which feature it is. */
typedef struct Axis {
    float separation;
    int32_t feature;
} Axis;

static LocalFace to_hull_frame(const HullTest *test, const MeshFace *face)
{
    LocalFace local = { .face = face, .n = mat3_mul_transposed(test->axes, face->n) };
    for (int k = 0; k < 3; ++k) {
        local.p[k] = mat3_mul_transposed(test->axes, face->p[k]);
        local.side[k] = mat3_mul_transposed(test->axes, face->side[k]);
    }
    return local;
}

/* Smallest of v.n over the vertices (or normals) in x, y, z; ties to the lowest index. */
static Axis lowest(const float *x, const float *y, const float *z, int32_t padded, DryVec3 n)
{
    f8 best = f8_set(INFINITY), index = f8_zero();
    for (int32_t i = 0; i < padded; i += 8) {
        f8 d = f8_mul(f8_load(x + i), f8_set(n.x));
        d = f8_madd(f8_load(y + i), f8_set(n.y), d);
        d = f8_madd(f8_load(z + i), f8_set(n.z), d);
        m8 less = f8_lt(d, best);
        best = f8_select(less, d, best);
        index = f8_select(less, f8_set((float)i), index);
    }
    _Alignas(32) float value[8], base[8];
    f8_store(value, best);
    f8_store(base, index);
    Axis result = { INFINITY, INT32_MAX };
    for (int32_t lane = 0; lane < 8; ++lane) {
        int32_t feature = (int32_t)base[lane] + lane;
        if (value[lane] < result.separation ||
            (value[lane] == result.separation && feature < result.feature)) {
            result = (Axis){ value[lane], feature };
        }
    }
    return result;
}

/* The hull's face plane that holds the triangle farthest away. */
static Axis best_hull_face(const HullData *hull, const DryVec3 p[3])
{
    f8 best = f8_set(-INFINITY), index = f8_zero();
    for (int32_t i = 0; i < hull->face_padded; i += 8) {
        f8 x = f8_load(hull->fx + i), y = f8_load(hull->fy + i), z = f8_load(hull->fz + i),
           d = f8_set(INFINITY);
        for (int k = 0; k < 3; ++k) {
            f8 dot = f8_madd(z, f8_set(p[k].z), f8_madd(y, f8_set(p[k].y), f8_mul(x, f8_set(p[k].x))));
            d = f8_min(dot, d);
        }
        d = f8_sub(d, f8_load(hull->fo + i));
        m8 more = f8_gt(d, best);
        best = f8_select(more, d, best);
        index = f8_select(more, f8_set((float)i), index);
    }
    _Alignas(32) float value[8], base[8];
    f8_store(value, best);
    f8_store(base, index);
    Axis result = { -INFINITY, INT32_MAX };
    for (int32_t lane = 0; lane < 8; ++lane) {
        int32_t feature = (int32_t)base[lane] + lane;
        if (value[lane] > result.separation ||
            (value[lane] == result.separation && feature < result.feature)) {
            result = (Axis){ value[lane], feature };
        }
    }
    return result;
}

static DryVec3 hull_normal(const HullData *hull, int32_t face)
{
    return v3(hull->fx[face], hull->fy[face], hull->fz[face]);
}

static DryVec3 hull_vertex(const HullData *hull, int32_t vertex)
{
    return v3(hull->vx[vertex], hull->vy[vertex], hull->vz[vertex]);
}

/* The corner farthest along m may be touched along m: it, or an edge at it that is square to m within 1
   degree, has m in its cone. An m within 1 degree of the triangle's own normal is no: that normal serves as
   well, and steadier. */
static bool support_admits(const HullTest *test, const LocalFace *local, DryVec3 m)
{
    int best = 0;
    for (int k = 1; k < 3; ++k) {
        best = v3_dot(m, local->p[k]) > v3_dot(m, local->p[best]) ? k : best;
    }
    DryVec3 direction = mat3_mul(test->axes, m);
    if (v3_dot(m, local->n) > 0.9998f) {
        return false;
    }
    if (dry__mesh_vertex_admits(local->face, best, direction)) {
        return true;
    }
    for (int i = 0; i < 2; ++i) {
        int k = i == 0 ? best : (best + 2) % 3;
        DryVec3 edge = v3_sub(local->p[(k + 1) % 3], local->p[k]);
        if (fabsf(v3_dot(edge, m)) <= 0.0175f * v3_length(edge) &&
            dry__mesh_edge_admits(local->face, k, direction)) {
            return true;
        }
    }
    return false;
}

/* A crossing of an edge of the triangle and one of the hull. */
typedef struct EdgeContact {
    float separation;
    DryVec3 normal; /* hull frame, mesh to hull */
    DryVec3 on_hull, on_mesh;
    int32_t hull_edge;
    int k;
} EdgeContact;

/* Where the lines of two edges come closest, if that is inside both. */
static bool edges_meet(const HullEdge *edge, DryVec3 p, DryVec3 v, DryVec3 *on_hull, DryVec3 *on_mesh)
{
    DryVec3 a = v3(edge->p[0], edge->p[1], edge->p[2]), u = v3(edge->d[0], edge->d[1], edge->d[2]);
    DryVec3 r = v3_sub(a, p);
    float uu = v3_dot(u, u), vv = v3_dot(v, v), uv = v3_dot(u, v), ur = v3_dot(u, r), vr = v3_dot(v, r);
    float determinant = uu * vv - uv * uv;
    if (!(determinant > 1e-4f * uu * vv)) { /* parallel within half a degree: left to the faces */
        return false;
    }
    float s = (uv * vr - vv * ur) / determinant, t = (uu * vr - uv * ur) / determinant;
    if (!(s >= 0.0f && s <= 1.0f && t >= 0.0f && t <= 1.0f)) {
        return false;
    }
    *on_hull = v3_mad(a, u, s);
    *on_mesh = v3_mad(p, v, t);
    return true;
}

/* The segment meets the hull's bounding box grown by `reach`. */
static bool segment_near_hull(const HullData *hull, DryVec3 p, DryVec3 v, float reach)
{
    float enter = 0.0f, leave = 1.0f;
    for (int axis = 0; axis < 3; ++axis) {
        float lower = v3_get(hull->lower, axis) - reach - v3_get(p, axis), along = v3_get(v, axis);
        float upper = v3_get(hull->upper, axis) + reach - v3_get(p, axis);
        if (along == 0.0f) {
            if (lower > 0.0f || upper < 0.0f) {
                return false;
            }
            continue;
        }
        float a = lower / along, b = upper / along;
        enter = f_max(f_min(a, b), enter);
        leave = f_min(f_max(a, b), leave);
    }
    return enter <= leave;
}

/* Edge k of the triangle against all edges of the hull. The direction square to edge k in the arc between the
   normals of a hull edge is the only one along which the two can touch (Gauss map); it must lie in the cone
   of edge k as well. */
static void try_edge(const HullTest *test, const LocalFace *local, int k, EdgeContact *best)
{
    DryVec3 p = local->p[k], v = v3_sub(local->p[(k + 1) % 3], p);
    /* where they touch, the edge is as close to the hull as the contact is wide, or inside it */
    if (!segment_near_hull(test->hull, p, v, f_max(test->margin, 0.0f))) {
        return;
    }
    for (int32_t i = 0; i < test->hull->edge_count; ++i) {
        const HullEdge *edge = &test->hull->edges[i];
        DryVec3 n0 = v3(edge->n0[0], edge->n0[1], edge->n0[2]),
                n1 = v3(edge->n1[0], edge->n1[1], edge->n1[2]);
        float c0 = v3_dot(n0, v), c1 = v3_dot(n1, v);
        if (!(c0 * c1 < 0.0f)) {
            continue;
        }
        DryVec3 outward = v3_normalize(v3_add(v3_scale(n0, fabsf(c1)), v3_scale(n1, fabsf(c0))));
        DryVec3 m = v3_neg(outward);
        EdgeContact contact = { .normal = m, .hull_edge = i, .k = k };
        contact.separation = v3_dot(v3_sub(v3(edge->p[0], edge->p[1], edge->p[2]), p), m);
        if (contact.separation > best->separation &&
            edges_meet(edge, p, v, &contact.on_hull, &contact.on_mesh) &&
            dry__mesh_edge_admits(local->face, k, mat3_mul(test->axes, m))) {
            *best = contact;
        }
    }
}

/* normal: work frame; position: hull frame. */
static void add_point(HullTest *test, const LocalFace *local, DryVec3 normal, DryVec3 position,
                      float separation, uint32_t feature)
{
    MeshPoint point = { mat3_mul(test->axes, position), separation, feature };
    dry__mesh_contacts_add(&test->contacts, local->face->mesh, local->face->triangle, normal, point);
}

static uint32_t loop_edge_id(const HullData *hull, int32_t face, int32_t k)
{
    int32_t start = hull->face_start[face], count = hull->face_start[face + 1] - start;
    uint32_t a = hull->loop_vertex[start + k], b = hull->loop_vertex[start + (k + 1) % count];
    return a < b ? a << 8 | b : b << 8 | a;
}

/* Feature of a corner of a clipped polygon: a vertex of one side, or the crossing of an edge of each. Lines
   of the polygon's own come as k >= 0, clip planes as ~k. */
typedef struct FeatureNames {
    const HullData *hull;
    int32_t hull_face;
    const MeshFace *face;
    bool hull_is_polygon; /* else the triangle is */
} FeatureNames;

static uint32_t corner_feature(const FeatureNames *names, int32_t line_in, int32_t line_out)
{
    bool in_own = line_in >= 0, out_own = line_out >= 0;
    int32_t in = in_own ? line_in : ~line_in, out = out_own ? line_out : ~line_out;
    int32_t start = names->hull->face_start[names->hull_face];
    if (in_own != out_own) {
        int32_t own = in_own ? in : out, other = in_own ? out : in;
        int32_t hull_line = names->hull_is_polygon ? own : other,
                mesh_line = names->hull_is_polygon ? other : own;
        return dry__mesh_feature(FEATURE_CROSSING,
                                 dry__mesh_edge_id(names->face->mesh, names->face->triangle, mesh_line),
                                 loop_edge_id(names->hull, names->hull_face, hull_line));
    }
    /* line k goes from corner k to its successor; the polygons may run either way round */
    bool on_hull = in_own == names->hull_is_polygon;
    int32_t lines = on_hull ? names->hull->face_start[names->hull_face + 1] - start : 3;
    int32_t corner = in == (out + 1) % lines ? in : out;
    if (on_hull) {
        return dry__mesh_feature(FEATURE_MOVER_VERTEX, names->hull->loop_vertex[start + corner], 0);
    }
    const int32_t *vertex = names->face->mesh->triangles[names->face->triangle].vertex;
    return dry__mesh_feature(FEATURE_MESH_VERTEX, (uint32_t)vertex[corner], 0);
}

static void swap_polygons(Polygon **a, Polygon **b)
{
    Polygon *t = *a;
    *a = *b;
    *b = t;
}

/* The hull's deepest vertex, in case the face that was clipped does not have it. */
static void add_support_vertex(HullTest *test, const LocalFace *local, int32_t vertex)
{
    DryVec3 x = hull_vertex(test->hull, vertex);
    for (int k = 0; k < 3; ++k) {
        if (v3_dot(v3_sub(x, local->p[k]), local->side[k]) > 0.0f) {
            return;
        }
    }
    float separation = v3_dot(v3_sub(x, local->p[0]), local->n);
    if (separation <= test->margin && separation >= test->deepest) {
        add_point(test, local, local->face->n, v3_mad(x, local->n, -0.5f * separation), separation,
                  dry__mesh_feature(FEATURE_MOVER_VERTEX, (uint32_t)vertex, 0));
    }
}

/* The triangle is the reference: the hull face that looks at it most is cut to the triangle's prism. */
static void contacts_on_triangle(HullTest *test, const LocalFace *local, int32_t support)
{
    const HullData *hull = test->hull;
    int32_t incident = lowest(hull->fx, hull->fy, hull->fz, hull->face_padded, local->n).feature;
    int32_t start = hull->face_start[incident], count = hull->face_start[incident + 1] - start;
    Polygon buffer[2], *polygon = &buffer[0], *other = &buffer[1];
    polygon->count = 0;
    for (int32_t k = 0; k < count; ++k) {
        polygon_push(polygon, hull_vertex(hull, hull->loop_vertex[start + k]), k);
    }
    for (int k = 0; k < 3; ++k) {
        polygon_clip(polygon, other, local->side[k], v3_dot(local->side[k], local->p[k]), ~k);
        swap_polygons(&polygon, &other);
    }
    FeatureNames names = { hull, incident, local->face, true };
    for (int32_t i = 0; i < polygon->count; ++i) {
        DryVec3 x = polygon->point[i];
        float separation = v3_dot(v3_sub(x, local->p[0]), local->n);
        if (separation <= test->margin && separation >= test->deepest) {
            uint32_t feature = corner_feature(&names, polygon_line_into(polygon, i), polygon->line[i]);
            add_point(test, local, local->face->n, v3_mad(x, local->n, -0.5f * separation), separation,
                      feature);
        }
    }
    add_support_vertex(test, local, support);
}

/* A face of the hull is the reference: the triangle is cut to the face's prism. */
static void contacts_on_hull_face(HullTest *test, const LocalFace *local, int32_t hull_face)
{
    const HullData *hull = test->hull;
    DryVec3 f = hull_normal(hull, hull_face), normal = v3_neg(v3_normalize(mat3_mul(test->axes, f)));
    int32_t start = hull->face_start[hull_face], count = hull->face_start[hull_face + 1] - start;
    Polygon buffer[2], *polygon = &buffer[0], *other = &buffer[1];
    polygon->count = other->count = 0;
    for (int k = 0; k < 3; ++k) {
        polygon_push(polygon, local->p[k], k);
    }
    for (int32_t k = 0; k < count; ++k) {
        const float *side = hull->side[start + k];
        polygon_clip(polygon, other, v3(side[0], side[1], side[2]), side[3], ~k);
        swap_polygons(&polygon, &other);
    }
    FeatureNames names = { hull, hull_face, local->face, false };
    for (int32_t i = 0; i < polygon->count; ++i) {
        DryVec3 x = polygon->point[i];
        float separation = v3_dot(x, f) - hull->fo[hull_face];
        if (separation <= test->margin) {
            uint32_t feature = corner_feature(&names, polygon_line_into(polygon, i), polygon->line[i]);
            add_point(test, local, normal, v3_mad(x, f, -0.5f * separation), separation, feature);
        }
    }
}

static void contact_of_edges(HullTest *test, const LocalFace *local, const EdgeContact *contact)
{
    const HullData *hull = test->hull;
    uint32_t a = (uint32_t)hull->edge_tail[contact->hull_edge],
             b = (uint32_t)hull->edge_head[contact->hull_edge];
    uint32_t feature = dry__mesh_feature(
        FEATURE_EDGES, dry__mesh_edge_id(local->face->mesh, local->face->triangle, contact->k),
        a < b ? a << 8 | b : b << 8 | a);
    DryVec3 normal = v3_normalize(mat3_mul(test->axes, contact->normal));
    add_point(test, local, normal, v3_lerp(contact->on_hull, contact->on_mesh, 0.5f), contact->separation,
              feature);
}

/* How far the hull is above the plane through corner k along the normal of `triangle`, a triangle across a
 * convex edge. That is a separating axis as well, and the other triangle sees to it: -inf when that one looks
 * away from the hull. */
static float separation_across(const HullTest *test, const LocalFace *local, int k, int32_t triangle)
{
    const HullData *hull = test->hull;
    DryVec3 n = local->face->mesh->normals[triangle];
    n = mat3_mul_transposed(test->axes, local->face->flipped ? v3_neg(n) : n);
    float offset = v3_dot(n, local->p[k]);
    if (v3_dot(n, hull->center) - offset < -0.5f * hull->inner_radius) {
        return -INFINITY;
    }
    return lowest(hull->vx, hull->vy, hull->vz, hull->vertex_padded, n).separation - offset;
}

/* Edge k of a triangle is convex seen from the face's side, and leads to a neighbour. */
static bool leads_over_ridge(const MeshFace *face, const MeshTriangle *triangle, int k)
{
    uint8_t flags = triangle->edge_flags[k];
    return triangle->neighbour[k] >= 0 && (flags & MESH_EDGE_FLAT) == 0 &&
           ((flags & MESH_EDGE_CONVEX) != 0) != face->flipped;
}

/* True when moving along the normal of a neighbour over a ridge frees the hull sooner than `separation` does:
 * then the touch belongs to the neighbour. Without this a body that rests near the rim of a table is thrown
 * off by the table's side. Coplanar neighbours are looked through, so that it does not matter how a side is
 * cut into triangles. */
static bool belongs_to_neighbour(const HullTest *test, const LocalFace *local, float separation)
{
    const MeshFace *face = local->face;
    const MeshTriangle *triangle = &face->mesh->triangles[face->triangle];
    for (int k = 0; k < 3; ++k) {
        if (leads_over_ridge(face, triangle, k) &&
            separation_across(test, local, k, triangle->neighbour[k]) > separation) {
            return true;
        }
        if (triangle->neighbour[k] < 0 || (triangle->edge_flags[k] & MESH_EDGE_FLAT) == 0) {
            continue;
        }
        const MeshTriangle *next = &face->mesh->triangles[triangle->neighbour[k]];
        for (int i = 0; i < 3; ++i) {
            /* only over an edge that starts or ends at one of this edge's corners */
            int corner =
                next->vertex[i] == triangle->vertex[k] || next->vertex[(i + 1) % 3] == triangle->vertex[k]
                    ? k
                    : (k + 1) % 3;
            if (leads_over_ridge(face, next, i) &&
                separation_across(test, local, corner, next->neighbour[i]) > separation) {
                return true;
            }
        }
    }
    return false;
}

/* How the hull and a triangle touch: along the triangle's normal, a face of the hull, or a crossing of edges.
 */
typedef struct Touch {
    Axis plane, side;     /* side.feature < 0: not along a face of the hull */
    EdgeContact crossing; /* hull_edge < 0: no crossing */
    float separation;
    bool apart; /* a face of the hull holds the two apart */
} Touch;

/* False when they are farther apart than the margin. */
static bool find_touch(HullTest *test, const LocalFace *local, Touch *touch)
{
    const HullData *hull = test->hull;
    touch->plane = lowest(hull->vx, hull->vy, hull->vz, hull->vertex_padded, local->n);
    touch->plane.separation -= v3_dot(local->n, local->p[0]);
    if (touch->plane.separation > test->margin) {
        return false;
    }
    touch->side = best_hull_face(hull, local->p);
    test->contacts.gap = f_min(test->contacts.gap, f_max(touch->plane.separation, touch->side.separation));
    if (touch->side.separation > test->margin) {
        return false;
    }
    touch->apart = touch->side.separation > 0.0f;
    /* The triangle's own plane wins unless another axis is clearly better: contacts that change their kind
     * shake. */
    EdgeContact crossing = { .separation = touch->plane.separation + test->bias, .hull_edge = -1 };
    touch->separation = touch->plane.separation;
    if (touch->side.separation > crossing.separation &&
        support_admits(test, local, v3_neg(hull_normal(hull, touch->side.feature)))) {
        crossing.separation = touch->side.separation;
        touch->separation = touch->side.separation;
    } else {
        touch->side.feature = -1;
    }
    for (int k = 0; k < 3; ++k) {
        if (dry__mesh_edge_is_real(local->face, k)) {
            try_edge(test, local, k, &crossing);
        }
    }
    touch->separation = crossing.hull_edge >= 0 ? crossing.separation : touch->separation;
    touch->crossing = crossing;
    return touch->separation <= test->margin;
}

static void hull_face(const MeshFace *face, void *context)
{
    HullTest *test = context;
    LocalFace local = to_hull_frame(test, face);
    Touch touch;
    if (!find_touch(test, &local, &touch) ||
        belongs_to_neighbour(test, &local, touch.separation + test->bias)) {
        return;
    }
    if (touch.crossing.hull_edge >= 0) {
        contact_of_edges(test, &local, &touch.crossing);
    } else if (touch.side.feature >= 0) {
        contacts_on_hull_face(test, &local, touch.side.feature);
    } else {
        /* a hull that a plane holds apart from the triangle is not in it, though it may be below it, round
         * the rim */
        test->deepest = touch.apart ? 0.0f : -INFINITY;
        contacts_on_triangle(test, &local, touch.plane.feature);
    }
}

static void test_hull(const PairBatch *batch, int32_t i, const HullData *hull)
{
    const PairWork *work = &batch->work[i];
    const CollideShape *shape = &batch->shapes[work->shape_a], *mesh = &batch->shapes[work->shape_b];
    MeshMover mover = { .center = v3_lerp(hull->lower, hull->upper, 0.5f), .core = hull->center };
    mover.half = v3_scale(v3_sub(hull->upper, hull->lower), 0.5f);
    mover.oriented = true;
    mover.behind = 0.5f * hull->inner_radius;
    dry__mesh_mover_place(&mover, shape, mesh, work->margin);
    HullTest test;
    test.contacts.count = 0;
    test.contacts.boundary = 0;
    test.contacts.raw = batch->raw;
    test.contacts.gap = work->margin;
    test.contacts.size = hull->inner_radius;
    test.hull = hull;
    test.axes = &mover.axes;
    test.margin = work->margin;
    test.bias = f_min(2.5e-3f, 0.02f * hull->inner_radius);
    if (dry__mesh_visit(&mover, hull_face, &test)) {
        test.contacts.gap = f_min(test.contacts.gap, 0.0f);
    }
    PairResult *result = &batch->results[i];
    result->manifold_count = dry__mesh_contacts_finish(
        &test.contacts, mesh->rotation, &batch->manifolds[(size_t)i * (size_t)batch->stride], &result->gap);
}

void dry__pair_box_mesh(const PairBatch *batch, int32_t begin, int32_t end)
{
    BoxHull box;
    for (int32_t i = begin; i < end; ++i) {
        dry__hull_from_box(&box, batch->shapes[batch->work[i].shape_a].geometry.u.box.half);
        test_hull(batch, i, &box.data);
    }
}

void dry__pair_hull_mesh(const PairBatch *batch, int32_t begin, int32_t end)
{
    for (int32_t i = begin; i < end; ++i) {
        test_hull(batch, i, &batch->shapes[batch->work[i].shape_a].geometry.u.hull->data);
    }
}
