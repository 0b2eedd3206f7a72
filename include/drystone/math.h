/**
 * @file
 * Vectors, quaternions and poses of the public face. Plain data; every function is pure.
 */
#ifndef DRYSTONE_MATH_H
#define DRYSTONE_MATH_H

#include <drystone/base.h>

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A vector or a point relative to something near: single precision. */
typedef struct DryVec3 {
    float x, y, z;
} DryVec3;

/** A position in the world: always double precision, metres. */
typedef struct DryPos {
    double x, y, z;
} DryPos;

/** A rotation; w is the real part. Unit length unless said otherwise. */
typedef struct DryQuat {
    float x, y, z, w;
} DryQuat;

/** Place and rotation in the world. */
typedef struct DryPose {
    DryPos position;
    DryQuat rotation;
} DryPose;

/** Place and rotation relative to a body. */
typedef struct DryFrame {
    DryVec3 position;
    DryQuat rotation;
} DryFrame;

/** Symmetric 3x3 matrix. */
typedef struct DrySym3 {
    float xx, xy, xz, yy, yz, zz;
} DrySym3;

/** 3x3 matrix by columns. */
typedef struct DryMat3 {
    DryVec3 cx, cy, cz;
} DryMat3;

/** Axis-aligned box in the world, metres. */
typedef struct DryBounds {
    DryPos lower, upper;
} DryBounds;

static inline DryVec3 dry_vec3(float x, float y, float z)
{
    DryVec3 r;
    r.x = x;
    r.y = y;
    r.z = z;
    return r;
}

static inline DryVec3 dry_vec3_add(DryVec3 a, DryVec3 b)
{
    return dry_vec3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline DryVec3 dry_vec3_sub(DryVec3 a, DryVec3 b)
{
    return dry_vec3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline DryVec3 dry_vec3_scale(DryVec3 a, float s)
{
    return dry_vec3(a.x * s, a.y * s, a.z * s);
}

/** a + s b */
static inline DryVec3 dry_vec3_add_scaled(DryVec3 a, DryVec3 b, float s)
{
    return dry_vec3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline DryVec3 dry_vec3_negate(DryVec3 a)
{
    return dry_vec3(-a.x, -a.y, -a.z);
}

static inline float dry_vec3_dot(DryVec3 a, DryVec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline DryVec3 dry_vec3_cross(DryVec3 a, DryVec3 b)
{
    return dry_vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline float dry_vec3_length(DryVec3 a)
{
    return sqrtf(a.x * a.x + a.y * a.y + a.z * a.z);
}

/** a / |a|, or zero when a is too short to have a direction. */
static inline DryVec3 dry_vec3_normalize(DryVec3 a)
{
    float length = dry_vec3_length(a);
    return length > 1e-30f ? dry_vec3_scale(a, 1.0f / length) : dry_vec3(0.0f, 0.0f, 0.0f);
}

static inline DryPos dry_pos(double x, double y, double z)
{
    DryPos r;
    r.x = x;
    r.y = y;
    r.z = z;
    return r;
}

/** p + v */
static inline DryPos dry_pos_add(DryPos p, DryVec3 v)
{
    return dry_pos(p.x + (double)v.x, p.y + (double)v.y, p.z + (double)v.z);
}

/** a - b, rounded to single precision after the subtraction. */
static inline DryVec3 dry_pos_sub(DryPos a, DryPos b)
{
    return dry_vec3((float)(a.x - b.x), (float)(a.y - b.y), (float)(a.z - b.z));
}

static inline DryQuat dry_quat_identity(void)
{
    DryQuat q;
    q.x = 0.0f;
    q.y = 0.0f;
    q.z = 0.0f;
    q.w = 1.0f;
    return q;
}

/** Rotation b, then rotation a. */
static inline DryQuat dry_quat_mul(DryQuat a, DryQuat b)
{
    DryQuat r;
    r.x = a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y;
    r.y = a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x;
    r.z = a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w;
    r.w = a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z;
    return r;
}

static inline DryQuat dry_quat_conjugate(DryQuat q)
{
    DryQuat r;
    r.x = -q.x;
    r.y = -q.y;
    r.z = -q.z;
    r.w = q.w;
    return r;
}

/** q / |q|, or the identity when q is too short. */
static inline DryQuat dry_quat_normalize(DryQuat q)
{
    float length = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (!(length > 1e-30f)) {
        return dry_quat_identity();
    }
    float s = 1.0f / length;
    DryQuat r;
    r.x = q.x * s;
    r.y = q.y * s;
    r.z = q.z * s;
    r.w = q.w * s;
    return r;
}

/** Turns v by the unit quaternion q. */
static inline DryVec3 dry_quat_rotate(DryQuat q, DryVec3 v)
{
    DryVec3 u = dry_vec3(q.x, q.y, q.z);
    DryVec3 t = dry_vec3_scale(dry_vec3_cross(u, v), 2.0f);
    return dry_vec3_add(dry_vec3_add_scaled(v, t, q.w), dry_vec3_cross(u, t));
}

/** Turns v by the inverse of the unit quaternion q. */
static inline DryVec3 dry_quat_rotate_inverse(DryQuat q, DryVec3 v)
{
    return dry_quat_rotate(dry_quat_conjugate(q), v);
}

/** Rotation about `axis` (need not be unit; zero gives the identity) by `angle` radians; the library's own
 * sine, same bits everywhere. */
DRY_API DryQuat dry_quat_from_axis_angle(DryVec3 axis, float angle);

/** Shortest rotation that turns the direction `from` into the direction `to`. */
DRY_API DryQuat dry_quat_between(DryVec3 from, DryVec3 to);

/** The library's own sine and cosine of an angle in radians, |angle| <= 1e6, same bits on every platform. */
DRY_API void dry_sin_cos(float angle, float *sine, float *cosine);

/** The library's own four-quadrant arc tangent in radians, same bits on every platform. */
DRY_API float dry_atan2(float y, float x);

/** A frame at `position` whose x axis is `axis` (normalised here); the other two axes are chosen by a fixed
 * rule. */
DRY_API DryFrame dry_frame_from_axis(DryVec3 position, DryVec3 axis);

/** Frame at the origin without rotation. */
static inline DryFrame dry_frame_identity(void)
{
    DryFrame f;
    f.position = dry_vec3(0.0f, 0.0f, 0.0f);
    f.rotation = dry_quat_identity();
    return f;
}

/** The world point of the body-space point v. */
static inline DryPos dry_pose_point(DryPose pose, DryVec3 v)
{
    return dry_pos_add(pose.position, dry_quat_rotate(pose.rotation, v));
}

/** The body-space point of the world point p. */
static inline DryVec3 dry_pose_point_inverse(DryPose pose, DryPos p)
{
    return dry_quat_rotate_inverse(pose.rotation, dry_pos_sub(p, pose.position));
}

#ifdef __cplusplus
}
#endif

#endif
