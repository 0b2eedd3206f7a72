#include "solver/joint_geometry.h"

#include "math/trig.h"

void dry__joint_geometry(const Joint *joint, DryQuat rotation_a, DryQuat rotation_b, DryVec3 center_offset,
                         JointGeometry *g)
{
    DryQuat qa = quat_mul(rotation_a, joint->frame_a.rotation),
            qb = quat_mul(rotation_b, joint->frame_b.rotation);
    DryQuat q = quat_mul(quat_conjugate(qa), qb);
    if (q.w < 0.0f) {
        q = (DryQuat){ -q.x, -q.y, -q.z, -q.w };
    }
    g->axes = mat3_from_quat(qa);
    g->arm_a = quat_rotate(rotation_a, joint->frame_a.position);
    g->arm_b = quat_rotate(rotation_b, joint->frame_b.position);
    g->d = v3_add(center_offset, v3_sub(g->arm_b, g->arm_a));
    g->q = q;
    g->b = v3(1.0f - 2.0f * (q.y * q.y + q.z * q.z), 2.0f * (q.x * q.y + q.w * q.z),
              2.0f * (q.x * q.z - q.w * q.y));
}

static DryVec3 frame_axis(const JointGeometry *g, int axis)
{
    return axis == 0 ? g->axes.cx : axis == 1 ? g->axes.cy : g->axes.cz;
}

static void angular_row(DryVec3 direction, JointRow *row)
{
    row->lin = v3(0.0f, 0.0f, 0.0f);
    row->ang_a = row->ang_b = direction;
}

/* Along a direction that A carries: both bodies are pushed at B's anchor. */
static void linear_row(const JointGeometry *g, DryVec3 direction, JointRow *row)
{
    row->lin = direction;
    row->ang_a = v3_cross(v3_add(g->arm_a, g->d), direction);
    row->ang_b = v3_cross(g->arm_b, direction);
}

/* Gradient of the twist: (uA + uB) / (1 + uA . uB); bounded near a swing of half a turn, where it has none.
 */
static float twist_row(const JointGeometry *g, JointRow *row)
{
    float scale = 1.0f / f_max(1.0f + g->b.x, 0.1f);
    angular_row(mat3_mul(&g->axes, v3_scale(v3(1.0f + g->b.x, g->b.y, g->b.z), scale)), row);
    return 2.0f * dry__atan2(g->q.x, g->q.w);
}

/* The swing takes x to b, so tan(z / 2) = b.y / (1 + b.x) and tan(y / 2) = -b.z / (1 + b.x); with db/dt = w x
 * b. */
static float swing_row(const JointGeometry *g, int axis, JointRow *row)
{
    DryVec3 b = g->b;
    float c = 1.0f + b.x, s = axis == 1 ? b.z : b.y;
    float scale = 2.0f / f_max(c * c + s * s, 1e-4f);
    DryVec3 gradient = axis == 1 ? v3(-b.y * c, b.x * c + b.z * b.z, -b.y * b.z)
                                 : v3(-b.z * c, -b.y * b.z, b.x * c + b.y * b.y);
    angular_row(mat3_mul(&g->axes, v3_scale(gradient, scale)), row);
    return 2.0f * dry__atan2(axis == 1 ? -s : s, c);
}

static float radius_row(const Joint *joint, const JointGeometry *g, JointRow *row)
{
    DryVec3 e = v3(0.0f, 0.0f, 0.0f), fallback = e;
    for (int axis = 2; axis >= 0; --axis) {
        if (joint->linear_set >> axis & 1) {
            fallback = frame_axis(g, axis);
            e = v3_mad(e, fallback, v3_dot(g->d, fallback));
        }
    }
    float length = v3_length(e);
    linear_row(g, length > 1e-9f ? v3_scale(e, 1.0f / length) : fallback, row);
    return length;
}

static float cone_row(const Joint *joint, const JointGeometry *g, JointRow *row)
{
    bool whole = joint->angular_set == 7;
    DryVec3 n = whole ? v3(g->q.x, g->q.y, g->q.z) : v3(0.0f, -g->b.z, g->b.y);
    float length = v3_length(n);
    DryVec3 fallback = whole ? v3(1.0f, 0.0f, 0.0f) : v3(0.0f, 1.0f, 0.0f);
    angular_row(mat3_mul(&g->axes, length > 1e-9f ? v3_scale(n, 1.0f / length) : fallback), row);
    return whole ? 2.0f * dry__atan2(length, g->q.w) : dry__atan2(length, g->b.x);
}

float dry__joint_axis_row(const Joint *joint, const JointGeometry *g, int axis, JointRow *row)
{
    switch (axis) {
    case DRY_AXIS_ANGULAR_X:
        return twist_row(g, row);
    case DRY_AXIS_ANGULAR_Y:
    case DRY_AXIS_ANGULAR_Z:
        return swing_row(g, axis - DRY_AXIS_ANGULAR_X, row);
    case DRY_AXIS_RADIUS:
        return radius_row(joint, g, row);
    case DRY_AXIS_CONE:
        return cone_row(joint, g, row);
    default:
        linear_row(g, frame_axis(g, axis), row);
        return v3_dot(g->d, row->lin);
    }
}

/* The swing about y and z is zero. Rows: y and z turned by half the swing; error 2 sin(swing / 2), which
 * grows up to half a turn. */
static void hinge_rows(const JointGeometry *g, JointRow *rows, float *errors)
{
    DryVec3 m = v3(1.0f + g->b.x, g->b.y, g->b.z);
    float length = v3_length(m);
    DryVec3 n = length > 1e-3f ? v3_scale(m, 1.0f / length) : v3(0.0f, 0.0f, -1.0f);
    float s = 1.0f / (1.0f + n.x), yz = -n.y * n.z * s;
    angular_row(mat3_mul(&g->axes, v3(-n.y, 1.0f - n.y * n.y * s, yz)), &rows[0]);
    angular_row(mat3_mul(&g->axes, v3(-n.z, yz, 1.0f - n.z * n.z * s)), &rows[1]);
    errors[0] = -2.0f * n.z;
    errors[1] = 2.0f * n.y;
}

static int locked_angular_rows(const Joint *joint, const JointGeometry *g, JointRow *rows, float *errors)
{
    uint32_t locked = joint->locked & (uint32_t)JOINT_LOCKED_ANGULAR;
    if (locked == JOINT_LOCKED_ANGULAR) {
        for (int axis = 0; axis < 3; ++axis) {
            angular_row(frame_axis(g, axis), &rows[axis]);
            errors[axis] = 2.0f * v3_get(v3(g->q.x, g->q.y, g->q.z), axis);
        }
        return 3;
    }
    if (locked == JOINT_LOCKED_SWING) {
        hinge_rows(g, rows, errors);
        return 2;
    }
    int count = 0;
    for (int axis = DRY_AXIS_ANGULAR_X; axis <= DRY_AXIS_ANGULAR_Z; ++axis) {
        if (locked >> axis & 1u) {
            errors[count] = dry__joint_axis_row(joint, g, axis, &rows[count]);
            count++;
        }
    }
    return count;
}

int dry__joint_locked_rows(const Joint *joint, const JointGeometry *g, JointRow rows[6], float errors[6])
{
    static const DryVec3 world_axes[3] = { { 1.0f, 0.0f, 0.0f }, { 0.0f, 1.0f, 0.0f }, { 0.0f, 0.0f, 1.0f } };
    bool point = (joint->locked & JOINT_LOCKED_LINEAR) == JOINT_LOCKED_LINEAR;
    DryVec3 arm_a = g->arm_a, arm_b = g->arm_b;
    int count = 0;
    if (point) {
        joint_meet(g->d, (joint->locked & JOINT_LOCKED_ANGULAR) == JOINT_LOCKED_ANGULAR, &arm_a, &arm_b);
    }
    for (int axis = 0; axis < 3; ++axis) {
        if (point) {
            rows[axis] = (JointRow){ world_axes[axis], v3_cross(arm_a, world_axes[axis]),
                                     v3_cross(arm_b, world_axes[axis]) };
            errors[axis] = v3_get(g->d, axis);
            count++;
        } else if (joint->locked >> axis & 1) {
            errors[count] = dry__joint_axis_row(joint, g, axis, &rows[count]);
            count++;
        }
    }
    return count + locked_angular_rows(joint, g, rows + count, errors + count);
}

bool dry__joint_is_hinge(const Joint *joint)
{
    return (joint->locked & JOINT_LOCKED_ANGULAR) == JOINT_LOCKED_SWING;
}

/* Full turns to add to `angle` to come closest to `near`. */
static int32_t turns_near(float angle, float near)
{
    float turns = floorf((near - angle) / (2.0f * DRY_PI) + 0.5f);
    return (int32_t)f_clamp(turns, -1e9f, 1e9f);
}

/* The turn a hinge starts with is the one that suits its limits, or its target. */
static float expected_position(const JointAxis *axis)
{
    const JointLimit *limit = &axis->limit;
    bool lower = limit->enabled != 0 && (limit->enabled & LIMIT_OPEN_BELOW) == 0;
    bool upper = limit->enabled != 0 && (limit->enabled & LIMIT_OPEN_ABOVE) == 0;
    if (lower) {
        return upper ? 0.5f * (limit->lower + limit->upper) : limit->lower + DRY_PI;
    }
    if (upper) {
        return limit->upper - DRY_PI;
    }
    return axis->drive.mode == (uint32_t)DRY_DRIVE_POSITION ? axis->drive.target : 0.0f;
}

float dry__joint_hinge_position(const Joint *joint, const JointAxis *axis, float angle, int32_t *turns)
{
    enum {
        MOST_TURNS = 1 << 30
    };
    if ((joint->flags & JOINT_FRESH) != 0) {
        *turns = turns_near(angle, expected_position(axis));
    } else {
        int32_t count = joint->turns + turns_near(angle, joint->angle);
        *turns = count < -MOST_TURNS ? -MOST_TURNS : count > MOST_TURNS ? MOST_TURNS : count;
    }
    return angle + 2.0f * DRY_PI * (float)*turns;
}
