/* Vectors in double precision: volumes are sums of terms that nearly cancel. */
#ifndef DRY_KIT_DVEC_H
#define DRY_KIT_DVEC_H

#include <drystone/math.h>

typedef struct DVec {
    double x, y, z;
} DVec;

static inline DVec dvec(double x, double y, double z)
{
    DVec r = { x, y, z };
    return r;
}

static inline DVec dvec_of(DryVec3 v)
{
    return dvec((double)v.x, (double)v.y, (double)v.z);
}

static inline DryVec3 dvec_single(DVec v)
{
    return dry_vec3((float)v.x, (float)v.y, (float)v.z);
}

/* a + s b */
static inline DVec dvec_add_scaled(DVec a, DVec b, double s)
{
    return dvec(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline DVec dvec_sub(DVec a, DVec b)
{
    return dvec(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline double dvec_dot(DVec a, DVec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline DVec dvec_cross(DVec a, DVec b)
{
    return dvec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline DVec dvec_rotate(DryQuat q, DVec v)
{
    DVec u = dvec((double)q.x, (double)q.y, (double)q.z), t = dvec_cross(u, v);
    t = dvec(2.0 * t.x, 2.0 * t.y, 2.0 * t.z);
    return dvec_add_scaled(dvec_add_scaled(v, t, (double)q.w), dvec_cross(u, t), 1.0);
}

static inline DVec dvec_rotate_inverse(DryQuat q, DVec v)
{
    return dvec_rotate(dry_quat_conjugate(q), v);
}

#endif
