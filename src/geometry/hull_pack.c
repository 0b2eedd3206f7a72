#include "geometry/hull_pack.h"

#include "base/hash.h"
#include "base/memory.h"
#include "geometry/mass.h"

#include <string.h>

/* Where the arrays lie in the block. */
typedef struct Layout {
    size_t floats, edges, ek, ints, side, loops, bytes;
} Layout;

static int32_t pad8(int32_t count)
{
    return (count + 7) & ~7;
}

static size_t take(size_t *cursor, size_t bytes)
{
    size_t at = *cursor;
    *cursor = (at + bytes + 31) & ~(size_t)31;
    return at;
}

static Layout plan_layout(int32_t vertices, int32_t faces, int32_t edges, int32_t loops)
{
    Layout layout;
    size_t v = (size_t)pad8(vertices), f = (size_t)pad8(faces), e = (size_t)pad8(edges), l = (size_t)loops;
    size_t cursor = 0;
    take(&cursor, sizeof(DryHull));
    layout.floats = take(&cursor, (3 * v + 4 * f) * sizeof(float));
    layout.edges = take(&cursor, e * sizeof(HullEdge));
    layout.ek = take(&cursor, e * sizeof(float));
    layout.ints = take(&cursor, (4 * e + f + 1) * sizeof(int32_t));
    layout.side = take(&cursor, l * 4 * sizeof(float));
    layout.loops = take(&cursor, l);
    layout.bytes = cursor;
    return layout;
}

/* Mutable view of the arrays while they are filled. */
typedef struct Arrays {
    float *v[3], *f[4], *ek;
    HullEdge *edges;
    int32_t *face0, *face1, *tail, *head, *start;
    float (*side)[4];
    uint8_t *loop;
} Arrays;

static Arrays place_arrays(DryHull *hull, const Layout *layout)
{
    HullData *data = &hull->data;
    char *block = (char *)hull;
    Arrays to;
    float *floats = (float *)(void *)(block + layout->floats);
    for (int k = 0; k < 3; ++k) {
        to.v[k] = floats + k * data->vertex_padded;
    }
    for (int k = 0; k < 4; ++k) {
        to.f[k] = floats + 3 * data->vertex_padded + k * data->face_padded;
    }
    int32_t *ints = (int32_t *)(void *)(block + layout->ints);
    data->edges = to.edges = (HullEdge *)(void *)(block + layout->edges);
    data->ek = to.ek = (float *)(void *)(block + layout->ek);
    data->edge_face0 = to.face0 = ints;
    data->edge_face1 = to.face1 = ints + data->edge_padded;
    data->edge_tail = to.tail = ints + 2 * data->edge_padded;
    data->edge_head = to.head = ints + 3 * data->edge_padded;
    data->face_start = to.start = ints + 4 * data->edge_padded;
    to.side = (float(*)[4])(void *)(block + layout->side);
    data->side = (const float(*)[4])to.side;
    data->loop_vertex = to.loop = (uint8_t *)(block + layout->loops);
    data->vx = to.v[0];
    data->vy = to.v[1];
    data->vz = to.v[2];
    data->fx = to.f[0];
    data->fy = to.f[1];
    data->fz = to.f[2];
    data->fo = to.f[3];
    return to;
}

static D3 vertex_of(const HullData *data, int32_t i)
{
    return d3((double)data->vx[i], (double)data->vy[i], (double)data->vz[i]);
}

static D3 normal_of(const HullData *data, int32_t i)
{
    return d3((double)data->fx[i], (double)data->fy[i], (double)data->fz[i]);
}

static float round_up(double x)
{
    float f = (float)x;
    return (double)f < x ? f + fabsf(f) * 1.2e-7f + 1e-37f : f;
}

static void fill_vertices(DryHull *hull, Arrays *to, const HullSurface *surface, const DryVec3 *points)
{
    HullData *data = &hull->data;
    data->lower = data->upper = points[surface->source[0]];
    for (int32_t i = 0; i < data->vertex_padded; ++i) {
        DryVec3 p = points[surface->source[i < data->vertex_count ? i : 0]];
        to->v[0][i] = p.x;
        to->v[1][i] = p.y;
        to->v[2][i] = p.z;
        data->lower = v3_min(p, data->lower);
        data->upper = v3_max(p, data->upper);
    }
}

/* The plane of a face supports the whole hull, so that the separation along a face normal is exact. */
static void fill_faces(DryHull *hull, Arrays *to, const HullSurface *surface)
{
    HullData *data = &hull->data;
    int32_t corners = 0;
    for (int32_t i = 0; i < data->face_padded; ++i) {
        const SurfaceFace *face = surface->face + (i < data->face_count ? i : 0);
        DryVec3 n = d3_round(face->n);
        double offset = -1e300;
        for (int32_t k = 0; k < data->vertex_count; ++k) {
            offset = d_max(offset, d3_dot(d3_from(n), vertex_of(data, k)));
        }
        to->f[0][i] = n.x;
        to->f[1][i] = n.y;
        to->f[2][i] = n.z;
        to->f[3][i] = round_up(offset);
        if (i >= data->face_count) {
            continue;
        }
        to->start[i] = corners;
        for (int32_t k = 0; k < face->count; ++k) {
            to->loop[corners++] = face->loop[k];
        }
    }
    to->start[data->face_count] = corners;
}

static void fill_sides(const DryHull *hull, Arrays *to)
{
    const HullData *data = &hull->data;
    for (int32_t i = 0; i < data->face_count; ++i) {
        int32_t start = data->face_start[i], end = data->face_start[i + 1];
        for (int32_t k = start; k < end; ++k) {
            D3 a = vertex_of(data, to->loop[k]);
            D3 b = vertex_of(data, to->loop[k + 1 < end ? k + 1 : start]);
            DryVec3 m = d3_round(d3_normalize(d3_cross(d3_sub(b, a), normal_of(data, i))));
            to->side[k][0] = m.x;
            to->side[k][1] = m.y;
            to->side[k][2] = m.z;
            to->side[k][3] = (float)d_max(d3_dot(d3_from(m), a), d3_dot(d3_from(m), b));
        }
    }
}

static void set_edge(const HullData *data, Arrays *to, int32_t at, int32_t tail, int32_t head, int32_t left,
                     int32_t right)
{
    to->tail[at] = tail;
    to->head[at] = head;
    to->face0[at] = left;
    to->face1[at] = right;
    HullEdge *edge = to->edges + at;
    float length2 = 0.0f;
    D3 sum = d3_add(normal_of(data, left), normal_of(data, right));
    for (int k = 0; k < 3; ++k) {
        edge->n0[k] = to->f[k][left];
        edge->n1[k] = to->f[k][right];
        edge->d[k] = to->v[k][head] - to->v[k][tail];
        edge->p[k] = to->v[k][tail];
        length2 += edge->d[k] * edge->d[k];
    }
    edge->tolerance = 1e-6f * length2;
    /* |n0 + n1| = 2 cos(half the angle); rounded up, as it serves as a bound */
    to->ek[at] = (float)(1.000001 / d_max(0.5 * d3_length(sum), 1e-9));
}

static void fill_edges(const DryHull *hull, Arrays *to, const HullSurface *surface)
{
    const HullData *data = &hull->data;
    int32_t count = 0;
    for (int32_t i = 0; i < data->face_count; ++i) {
        int32_t start = data->face_start[i], end = data->face_start[i + 1];
        for (int32_t k = start; k < end; ++k) {
            int32_t a = to->loop[k], b = to->loop[k + 1 < end ? k + 1 : start];
            if (a < b) {
                set_edge(data, to, count++, a, b, i, surface->owner[b][a] - 1);
            }
        }
    }
    for (; count < data->edge_padded; ++count) {
        to->edges[count] = to->edges[0];
        to->ek[count] = to->ek[0];
        to->face0[count] = to->face0[0];
        to->face1[count] = to->face1[0];
        to->tail[count] = to->tail[0];
        to->head[count] = to->head[0];
    }
}

/* Distance from the lowest corner of a face to its plane. */
static double face_depth(const HullData *data, int32_t face)
{
    D3 n = normal_of(data, face);
    double depth = 0.0;
    for (int32_t k = data->face_start[face]; k < data->face_start[face + 1]; ++k) {
        depth = d_max(depth, (double)data->fo[face] - d3_dot(n, vertex_of(data, data->loop_vertex[k])));
    }
    return depth;
}

/* Every boundary point lies between some face's plane and that face's depth below it, so the nearest such
   level bounds the ball from below. */
static void fill_radii(DryHull *hull)
{
    HullData *data = &hull->data;
    D3 center = d3_from(data->center);
    double inner = 1e300, outer = 0.0;
    for (int32_t i = 0; i < data->face_count; ++i) {
        double level = (double)data->fo[i] - d3_dot(normal_of(data, i), center) - face_depth(data, i);
        inner = d_min(inner, level);
    }
    for (int32_t i = 0; i < data->vertex_count; ++i) {
        outer = d_max(outer, d3_length(d3_sub(vertex_of(data, i), center)));
    }
    data->inner_radius = (float)d_max(0.0, inner * 0.99999);
    data->outer_radius = (float)(outer * 1.000001);
}

static uint64_t hash_of(const HullData *data)
{
    uint64_t hash = HASH_SEED;
    int32_t counts[3] = { data->vertex_count, data->face_count, data->edge_count };
    hash = dry__hash_bytes(hash, counts, sizeof counts);
    size_t bytes = (size_t)data->vertex_count * sizeof(float);
    hash = dry__hash_bytes(hash, data->vx, bytes);
    hash = dry__hash_bytes(hash, data->vy, bytes);
    hash = dry__hash_bytes(hash, data->vz, bytes);
    hash = dry__hash_bytes(hash, data->face_start, ((size_t)data->face_count + 1) * sizeof(int32_t));
    return dry__hash_bytes(hash, data->loop_vertex, (size_t)data->face_start[data->face_count]);
}

DryHull *dry__hull_pack(const HullSurface *surface, const DryVec3 *points)
{
    int32_t corners = 0;
    for (int32_t i = 0; i < surface->face_count; ++i) {
        corners += surface->face[i].count;
    }
    Layout layout = plan_layout(surface->vertex_count, surface->face_count, corners / 2, corners);
    DryHull *hull = dry__alloc(layout.bytes);
    if (hull == NULL) {
        return NULL;
    }
    HullData *data = &hull->data;
    data->vertex_count = surface->vertex_count;
    data->face_count = surface->face_count;
    data->edge_count = corners / 2;
    data->vertex_padded = pad8(data->vertex_count);
    data->face_padded = pad8(data->face_count);
    data->edge_padded = pad8(data->edge_count);
    hull->references = 1;
    hull->bytes = layout.bytes;
    Arrays to = place_arrays(hull, &layout);
    fill_vertices(hull, &to, surface, points);
    fill_faces(hull, &to, surface);
    fill_sides(hull, &to);
    fill_edges(hull, &to, surface);
    dry__hull_unit_mass(data, &hull->unit_mass);
    data->center = hull->unit_mass.center;
    fill_radii(hull);
    hull->hash = hash_of(data);
    return hull;
}

const char *dry__hull_fault(const DryHull *hull, double tolerance)
{
    const HullData *data = &hull->data;
    D3 center = d3_from(data->center);
    for (int32_t i = 0; i < data->face_count; ++i) {
        D3 n = normal_of(data, i);
        double offset = (double)data->fo[i];
        if (!(fabs(d3_length(n) - 1.0) < 1e-6) || !isfinite(offset)) {
            return "a face has no normal";
        }
        for (int32_t k = 0; k < data->vertex_count; ++k) {
            if (!(d3_dot(n, vertex_of(data, k)) <= offset)) {
                return "a vertex lies in front of a face";
            }
        }
        if (!(face_depth(data, i) <= tolerance)) {
            return "a face is not flat";
        }
        if (!(d3_dot(n, center) < offset)) {
            return "the centre lies outside";
        }
    }
    const DryMass *mass = &hull->unit_mass;
    bool solid =
        mass->mass > 0.0f && mass->inertia.xx > 0.0f && mass->inertia.yy > 0.0f && mass->inertia.zz > 0.0f;
    if (!solid || !isfinite(mass->mass) ||
        !isfinite(mass->inertia.xx + mass->inertia.yy + mass->inertia.zz)) {
        return "the volume or inertia leaves the range of single precision";
    }
    return NULL;
}
