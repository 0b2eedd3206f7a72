#include "collision/segment_hull.h"

#if defined(__SSE2__)
#define LANES_SSE2
#else
#define LANES_SCALAR
#endif
#include "base/lanes.h"
#include "collision/hull_lanes.h"

/* The segment against all face planes. */
typedef struct Planes {
    float most_p, most_q,
        most; /* largest plane distance of p, of q, and of the lower of both for one plane */
    int32_t face_p, face_q, face;
    bool inside; /* part of the segment lies behind all planes */
} Planes;

static void against_planes(const HullData *hull, DryVec3 p, DryVec3 q, Planes *out)
{
    Largest most_p = largest_none(), most_q = most_p, most = most_p;
    Vec8 p8 = vec8(p), q8 = vec8(q);
    f8 enter = f8_zero(), leave = f8_set(1.0f), zero = f8_zero(), index = lane_numbers();
    m8 apart = m8_none();
    for (int32_t i = 0; i < hull->face_padded; i += 8) {
        Vec8 n = { f8_load(hull->fx + i), f8_load(hull->fy + i), f8_load(hull->fz + i) };
        f8 o = f8_load(hull->fo + i);
        f8 dp = f8_sub(dot8(n, p8), o), dq = f8_sub(dot8(n, q8), o);
        largest_add(&most_p, dp, index);
        largest_add(&most_q, dq, index);
        largest_add(&most, f8_min(dp, dq), index);
        index = f8_add(index, f8_set(8.0f));

        m8 out_p = f8_gt(dp, zero), out_q = f8_gt(dq, zero),
           differ = m8_or(m8_andnot(out_p, out_q), m8_andnot(out_q, out_p));
        f8 t = f8_div(dp, f8_select(differ, f8_sub(dp, dq), f8_set(1.0f)));
        enter = f8_select(m8_and(differ, out_p), f8_max(enter, t), enter);
        leave = f8_select(m8_and(differ, out_q), f8_min(leave, t), leave);
        apart = m8_or(apart, m8_and(out_p, out_q));
    }
    float entries[8], exits[8], first = 0.0f, last = 1.0f;
    f8_storeu(entries, enter);
    f8_storeu(exits, leave);
    for (int i = 0; i < 8; ++i) {
        first = f_max(entries[i], first);
        last = f_min(exits[i], last);
    }
    out->most_p = largest_take(&most_p, &out->face_p);
    out->most_q = largest_take(&most_q, &out->face_q);
    out->most = largest_take(&most, &out->face);
    out->inside = m8_bits(apart) == 0 && first <= last;
}

static bool over_face(const HullData *hull, int32_t face, DryVec3 p)
{
    for (int32_t k = hull->face_start[face]; k < hull->face_start[face + 1]; ++k) {
        const float *s = hull->side[k];
        if (s[0] * p.x + s[1] * p.y + s[2] * p.z > s[3]) {
            return false;
        }
    }
    return true;
}

static DryVec3 face_normal(const HullData *hull, int32_t face)
{
    return v3(hull->fx[face], hull->fy[face], hull->fz[face]);
}

static inline f8 clamp01(f8 t)
{
    return f8_min(f8_max(t, f8_zero()), f8_set(1.0f));
}

/* Where the segment p + t u and the edges come closest (Ericson, "Real-Time Collision Detection", 5.1.9); u2
 * is |u|^2, not 0. */
static inline void closest_to_edges(const Edges8 *e, Vec8 p, Vec8 u, f8 u2, f8 *t, f8 *w)
{
    Vec8 r = sub8(p, e->tail);
    f8 d2 = f8_max(dot8(e->d, e->d), f8_set(1e-30f)), ud = dot8(u, e->d), ur = dot8(u, r), dr = dot8(e->d, r);
    f8 area = f8_sub(f8_mul(u2, d2), f8_mul(ud, ud));
    m8 crossing = f8_gt(area, f8_mul(f8_set(1e-7f), f8_mul(u2, d2)));
    f8 raw = f8_div(f8_sub(f8_mul(ud, dr), f8_mul(ur, d2)), f8_select(crossing, area, f8_set(1.0f)));
    *t = clamp01(f8_and_mask(crossing, raw));
    *w = clamp01(f8_div(f8_madd(ud, *t, dr), d2));
    *t = clamp01(f8_div(f8_sub(f8_mul(ud, *w), ur), u2));
    *w = clamp01(f8_div(f8_madd(ud, *t, dr), d2));
}

/* The closest pair of points of the segment and the edges. */
static float nearest_edge(const HullData *hull, DryVec3 p, DryVec3 u, float u2, float *t, DryVec3 *apart)
{
    Vec8 p8 = vec8(p), u8 = vec8(u);
    Largest nearest = largest_none();
    f8 index = lane_numbers(), length2 = f8_set(u2);
    for (int32_t i = 0; i < hull->edge_padded; i += 8) {
        Edges8 e = load_edges(hull->edges + i);
        f8 t8, w8;
        closest_to_edges(&e, p8, u8, length2, &t8, &w8);
        Vec8 gap = sub8(mad8(p8, u8, t8), mad8(e.tail, e.d, w8));
        largest_add(&nearest, f8_neg(dot8(gap, gap)), index);
        index = f8_add(index, f8_set(8.0f));
    }
    int32_t best;
    (void)largest_take(&nearest, &best);
    /* Once more for the winner, all lanes alike. */
    f8 t8, w8;
    const HullEdge *edge = &hull->edges[best];
    DryVec3 d = v3(edge->d[0], edge->d[1], edge->d[2]), tail = v3(edge->p[0], edge->p[1], edge->p[2]);
    Edges8 e = { p8, p8, vec8(d), vec8(tail) };
    closest_to_edges(&e, p8, u8, length2, &t8, &w8);
    *t = f8_get(t8, 0);
    *apart = v3_sub(v3_mad(p, u, *t), v3_mad(tail, d, f8_get(w8, 0)));
    return v3_length(*apart);
}

/* Separation along u x d for all edges d whose two faces look to both sides of the segment's direction: the
   other axes that can be the shallowest way out. */
static float deepest_edge(const HullData *hull, DryVec3 p, DryVec3 u, float u2, int32_t *edge,
                          DryVec3 *normal)
{
    Vec8 p8 = vec8(p), u8 = vec8(u);
    Largest most = largest_none();
    f8 index = lane_numbers(), zero = f8_zero();
    for (int32_t i = 0; i < hull->edge_padded; i += 8) {
        Edges8 e = load_edges(hull->edges + i);
        m8 faces = f8_lt(f8_mul(dot8(u8, e.n0), dot8(u8, e.n1)), zero);
        Vec8 axis = cross8(u8, e.d);
        f8 length2 = dot8(axis, axis);
        m8 real = m8_and(faces, f8_gt(length2, f8_mul(f8_set(1e-6f * u2), dot8(e.d, e.d))));
        f8 outward = f8_add(dot8(axis, e.n0), dot8(axis, e.n1));
        f8 s = f8_mul(dot8(axis, sub8(p8, e.tail)), f8_sign(outward));
        s = f8_div(s, f8_sqrt(f8_max(length2, f8_set(1e-30f))));
        largest_add(&most, f8_select(real, s, f8_set(-1e30f)), index);
        index = f8_add(index, f8_set(8.0f));
    }
    float best = largest_take(&most, edge);
    const HullEdge *e = &hull->edges[*edge];
    DryVec3 axis = v3_normalize(v3_cross(u, v3(e->d[0], e->d[1], e->d[2])));
    float outward =
        axis.x * (e->n0[0] + e->n1[0]) + axis.y * (e->n0[1] + e->n1[1]) + axis.z * (e->n0[2] + e->n1[2]);
    *normal = outward < 0.0f ? v3_neg(axis) : axis;
    return best;
}

/* The segment runs through the hull, or so close to its surface that the direction of the distance is noise.
 */
static void way_out(const HullData *hull, DryVec3 p, DryVec3 u, float u2, const Planes *planes,
                    SegmentHull *out)
{
    out->distance = planes->most;
    out->normal = face_normal(hull, planes->face);
    out->t = v3_dot(out->normal, u) > 0.0f ? 0.0f : 1.0f;
    if (u2 <= 1e-12f * hull->outer_radius * hull->outer_radius) {
        return;
    }
    DryVec3 normal;
    int32_t edge;
    float separation = deepest_edge(hull, p, u, u2, &edge, &normal);
    if (separation > planes->most + 1e-4f * hull->inner_radius) {
        const HullEdge *e = &hull->edges[edge];
        Edges8 single = { vec8(p), vec8(p), vec8(v3(e->d[0], e->d[1], e->d[2])),
                          vec8(v3(e->p[0], e->p[1], e->p[2])) };
        f8 t, w;
        closest_to_edges(&single, vec8(p), vec8(u), f8_set(u2), &t, &w);
        out->distance = separation;
        out->normal = normal;
        out->t = f8_get(t, 0);
    }
}

bool dry__segment_hull(const HullData *hull, DryVec3 p, DryVec3 q, float reach, SegmentHull *out)
{
    Planes planes;
    against_planes(hull, p, q, &planes);
    out->face = planes.face;
    out->distance = planes.most;
    if (!(planes.most <= reach)) {
        return false;
    }
    DryVec3 u = v3_sub(q, p);
    float u2 = v3_length_squared(u), rounding = 1e-5f * hull->outer_radius;
    bool p_over = planes.most_p > rounding && over_face(hull, planes.face_p, p);
    bool q_over = planes.most_q > rounding && over_face(hull, planes.face_q, q);
    if (p_over && v3_dot(face_normal(hull, planes.face_p), u) >= 0.0f) {
        *out = (SegmentHull){ planes.most_p, face_normal(hull, planes.face_p), 0.0f, planes.face_p };
        return true;
    }
    if (q_over && v3_dot(face_normal(hull, planes.face_q), u) <= 0.0f) {
        *out = (SegmentHull){ planes.most_q, face_normal(hull, planes.face_q), 1.0f, planes.face_q };
        return true;
    }
    if (!planes.inside) {
        DryVec3 apart;
        float distance = nearest_edge(hull, p, u, f_max(u2, 1e-30f), &out->t, &apart);
        if (p_over && planes.most_p <= distance) {
            *out = (SegmentHull){ planes.most_p, face_normal(hull, planes.face_p), 0.0f, planes.face_p };
            distance = planes.most_p;
        } else if (q_over && planes.most_q <= distance) {
            *out = (SegmentHull){ planes.most_q, face_normal(hull, planes.face_q), 1.0f, planes.face_q };
            distance = planes.most_q;
        } else if (distance > rounding) {
            out->normal = v3_scale(apart, 1.0f / distance);
        }
        out->distance = distance;
        if (distance > rounding) {
            return true;
        }
    }
    way_out(hull, p, u, u2, &planes, out);
    return true;
}

bool dry__segment_over_face(const HullData *hull, int32_t face, DryVec3 p, DryVec3 q, float slack,
                            float range[2], int32_t cut[2])
{
    range[0] = 0.0f;
    range[1] = 1.0f;
    cut[0] = cut[1] = -1;
    for (int32_t k = hull->face_start[face]; k < hull->face_start[face + 1]; ++k) {
        const float *s = hull->side[k];
        float dp = s[0] * p.x + s[1] * p.y + s[2] * p.z - s[3] - slack;
        float dq = s[0] * q.x + s[1] * q.y + s[2] * q.z - s[3] - slack;
        if (dp > 0.0f && dq > 0.0f) {
            return false;
        }
        if (dp <= 0.0f && dq <= 0.0f) {
            continue;
        }
        float t = dp / (dp - dq);
        int end = dp > 0.0f ? 0 : 1;
        if (end == 0 ? t > range[0] : t < range[1]) {
            range[end] = t;
            cut[end] = k;
        }
    }
    return range[0] <= range[1];
}
