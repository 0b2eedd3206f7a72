/* Vectors in double precision, for building and for queries that must be exact over long distances. */
#ifndef DRY_GEOMETRY_DVEC_H
#define DRY_GEOMETRY_DVEC_H

#include "math/vec.h"

typedef struct D3 {
    double x, y, z;
} D3;

static inline D3 d3(double x, double y, double z)
{
    D3 r = { x, y, z };
    return r;
}

static inline D3 d3_from(DryVec3 a)
{
    return d3((double)a.x, (double)a.y, (double)a.z);
}

static inline DryVec3 d3_round(D3 a)
{
    return v3((float)a.x, (float)a.y, (float)a.z);
}

static inline D3 d3_add(D3 a, D3 b)
{
    return d3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline D3 d3_sub(D3 a, D3 b)
{
    return d3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline D3 d3_scale(D3 a, double s)
{
    return d3(a.x * s, a.y * s, a.z * s);
}

/* a + s b */
static inline D3 d3_mad(D3 a, D3 b, double s)
{
    return d3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline double d3_dot(D3 a, D3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline D3 d3_cross(D3 a, D3 b)
{
    return d3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double d3_length(D3 a)
{
    return sqrt(d3_dot(a, a));
}

/* a / |a|, or zero when a is zero. */
static inline D3 d3_normalize(D3 a)
{
    double length = d3_length(a);
    return length > 0.0 ? d3_scale(a, 1.0 / length) : d3(0.0, 0.0, 0.0);
}

static inline double d_min(double a, double b)
{
    return a < b ? a : b;
}

static inline double d_max(double a, double b)
{
    return a > b ? a : b;
}

static inline double d_clamp(double x, double low, double high)
{
    return d_min(d_max(x, low), high);
}

/* Rotation matrix by columns of a quaternion near unit length, normalised in double. */
typedef struct D33 {
    D3 cx, cy, cz;
} D33;

static inline D33 d33_from_quat(DryQuat q)
{
    double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    double s = 2.0 / (x * x + y * y + z * z + w * w);
    D33 m;
    m.cx = d3(1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y));
    m.cy = d3(s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x));
    m.cz = d3(s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y));
    return m;
}

static inline D3 d33_mul(const D33 *m, D3 v)
{
    return d3_mad(d3_mad(d3_scale(m->cx, v.x), m->cy, v.y), m->cz, v.z);
}

/* Transposed matrix times v. */
static inline D3 d33_mul_transposed(const D33 *m, D3 v)
{
    return d3(d3_dot(m->cx, v), d3_dot(m->cy, v), d3_dot(m->cz, v));
}

/* Squared distance from p to the segment ab. */
static inline double d3_segment_distance2(D3 p, D3 a, D3 b)
{
    D3 ab = d3_sub(b, a), ap = d3_sub(p, a);
    double length2 = d3_dot(ab, ab);
    double t = length2 > 0.0 ? d_clamp(d3_dot(ap, ab) / length2, 0.0, 1.0) : 0.0;
    D3 off = d3_sub(ap, d3_scale(ab, t));
    return d3_dot(off, off);
}

/* Squared distance from p to the triangle abc with unit normal n. */
static inline double d3_triangle_distance2(D3 p, D3 a, D3 b, D3 c, D3 n)
{
    D3 ap = d3_sub(p, a), bp = d3_sub(p, b), cp = d3_sub(p, c);
    double outside_ab = d3_dot(d3_cross(d3_sub(b, a), n), ap);
    double outside_bc = d3_dot(d3_cross(d3_sub(c, b), n), bp);
    double outside_ca = d3_dot(d3_cross(d3_sub(a, c), n), cp);
    if (outside_ab <= 0.0 && outside_bc <= 0.0 && outside_ca <= 0.0) {
        double height = d3_dot(n, ap);
        return height * height;
    }
    double best = d3_segment_distance2(p, a, b);
    best = d_min(best, d3_segment_distance2(p, b, c));
    return d_min(best, d3_segment_distance2(p, c, a));
}

#endif
