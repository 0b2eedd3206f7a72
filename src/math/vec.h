/* Short names for the vector functions of the public face, and the matrices used inside. */
#ifndef DRY_MATH_VEC_H
#define DRY_MATH_VEC_H

#include <drystone/math.h>

#define v3 dry_vec3
#define v3_add dry_vec3_add
#define v3_sub dry_vec3_sub
#define v3_scale dry_vec3_scale
#define v3_mad dry_vec3_add_scaled /* a + s b: (a, b, s) */
#define v3_neg dry_vec3_negate
#define v3_dot dry_vec3_dot
#define v3_cross dry_vec3_cross
#define v3_length dry_vec3_length
#define v3_normalize dry_vec3_normalize
#define quat_mul dry_quat_mul
#define quat_conjugate dry_quat_conjugate
#define quat_normalize dry_quat_normalize
#define quat_rotate dry_quat_rotate
#define quat_rotate_inverse dry_quat_rotate_inverse
#define pos_add dry_pos_add
#define pos_sub dry_pos_sub

/* The one meaning of minimum and maximum in this library: the second operand when unordered or equal, as in
 * SSE. */
static inline float f_min(float a, float b)
{
    return a < b ? a : b;
}

static inline float f_max(float a, float b)
{
    return a > b ? a : b;
}

static inline float f_clamp(float x, float low, float high)
{
    return f_min(f_max(x, low), high);
}

static inline float v3_length_squared(DryVec3 a)
{
    return v3_dot(a, a);
}

static inline DryVec3 v3_min(DryVec3 a, DryVec3 b)
{
    return v3(f_min(a.x, b.x), f_min(a.y, b.y), f_min(a.z, b.z));
}

static inline DryVec3 v3_max(DryVec3 a, DryVec3 b)
{
    return v3(f_max(a.x, b.x), f_max(a.y, b.y), f_max(a.z, b.z));
}

static inline DryVec3 v3_abs(DryVec3 a)
{
    return v3(fabsf(a.x), fabsf(a.y), fabsf(a.z));
}

static inline DryVec3 v3_mul(DryVec3 a, DryVec3 b)
{
    return v3(a.x * b.x, a.y * b.y, a.z * b.z);
}

static inline DryVec3 v3_lerp(DryVec3 a, DryVec3 b, float t)
{
    return v3_mad(a, v3_sub(b, a), t);
}

static inline float v3_get(DryVec3 a, int axis)
{
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}

static inline void v3_set(DryVec3 *a, int axis, float value)
{
    *(axis == 0 ? &a->x : axis == 1 ? &a->y : &a->z) = value;
}

static inline bool v3_finite(DryVec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static inline bool pos_finite(DryPos p)
{
    return isfinite(p.x) && isfinite(p.y) && isfinite(p.z);
}

static inline bool quat_finite(DryQuat q)
{
    return isfinite(q.x) && isfinite(q.y) && isfinite(q.z) && isfinite(q.w);
}

/* Two unit vectors that complete the unit vector n to a right-handed basis (t1, t2, n); the rule depends on n
   only. Frisvad / Duff et al. 2017, "Building an Orthonormal Basis, Revisited". */
static inline void v3_basis(DryVec3 n, DryVec3 *t1, DryVec3 *t2)
{
    float sign = n.z >= 0.0f ? 1.0f : -1.0f;
    float a = -1.0f / (sign + n.z);
    float b = n.x * n.y * a;
    *t1 = v3(1.0f + sign * n.x * n.x * a, sign * b, -sign * n.x);
    *t2 = v3(b, sign + n.y * n.y * a, -n.y);
}

static inline DryMat3 mat3_from_quat(DryQuat q)
{
    float x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
    float xx = q.x * x2, yy = q.y * y2, zz = q.z * z2, xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
    float wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
    DryMat3 m;
    m.cx = v3(1.0f - (yy + zz), xy + wz, xz - wy);
    m.cy = v3(xy - wz, 1.0f - (xx + zz), yz + wx);
    m.cz = v3(xz + wy, yz - wx, 1.0f - (xx + yy));
    return m;
}

static inline DryVec3 mat3_mul(const DryMat3 *m, DryVec3 v)
{
    return v3_mad(v3_mad(v3_scale(m->cx, v.x), m->cy, v.y), m->cz, v.z);
}

/* mᵀ v */
static inline DryVec3 mat3_mul_transposed(const DryMat3 *m, DryVec3 v)
{
    return v3(v3_dot(m->cx, v), v3_dot(m->cy, v), v3_dot(m->cz, v));
}

static inline DryVec3 sym3_mul(const DrySym3 *s, DryVec3 v)
{
    return v3(s->xx * v.x + s->xy * v.y + s->xz * v.z, s->xy * v.x + s->yy * v.y + s->yz * v.z,
              s->xz * v.x + s->yz * v.y + s->zz * v.z);
}

/* R diag(d) Rᵀ, R given by its columns. */
static inline DrySym3 sym3_rotate_diagonal(const DryMat3 *r, DryVec3 d)
{
    DryVec3 a = v3_scale(r->cx, d.x), b = v3_scale(r->cy, d.y), c = v3_scale(r->cz, d.z);
    DrySym3 s;
    s.xx = a.x * r->cx.x + b.x * r->cy.x + c.x * r->cz.x;
    s.xy = a.x * r->cx.y + b.x * r->cy.y + c.x * r->cz.y;
    s.xz = a.x * r->cx.z + b.x * r->cy.z + c.x * r->cz.z;
    s.yy = a.y * r->cx.y + b.y * r->cy.y + c.y * r->cz.y;
    s.yz = a.y * r->cx.z + b.y * r->cy.z + c.y * r->cz.z;
    s.zz = a.z * r->cx.z + b.z * r->cy.z + c.z * r->cz.z;
    return s;
}

/* The pose of a frame carried by a pose. */
static inline DryPose pose_mul_frame(DryPose pose, DryFrame frame)
{
    DryPose r;
    r.position = pos_add(pose.position, quat_rotate(pose.rotation, frame.position));
    r.rotation = quat_mul(pose.rotation, frame.rotation);
    return r;
}

/* Frame b seen through frame a. */
static inline DryFrame frame_mul(DryFrame a, DryFrame b)
{
    DryFrame r;
    r.position = v3_add(a.position, quat_rotate(a.rotation, b.position));
    r.rotation = quat_mul(a.rotation, b.rotation);
    return r;
}

#endif
