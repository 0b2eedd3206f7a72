#include "solver/joint_check.h"

#include "base/error.h"
#include "math/trig.h"

/* Beyond these a spring is rigid for every time step, and products of them stay finite. */
static const float most_stiffness = 1e20f, most_frequency = 1e5f;

/* Squares of longer arms, over moments of inertia, would leave the range of numbers. */
static const float farthest_frame = 1e7f;

DryStatus dry__check_not_negative(float value, const char *call, const char *name, const char *member)
{
    if (!(value >= 0.0f)) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s%s is %g, must be >= 0", call, name, member,
                              (double)value);
    }
    return DRY_OK;
}

DryStatus dry__check_friction(float friction, const char *call, const char *name)
{
    if (!(friction >= 0.0f) || !isfinite(friction)) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s is %g, must be finite and >= 0", call, name,
                              (double)friction);
    }
    return DRY_OK;
}

/* Four numbers that describe a spring; clamped in place. */
static DryStatus check_spring(float *frequency, float *damping_ratio, float *stiffness, float *damping,
                              const char *call, const char *name)
{
    static const char *const members[4] = { ".frequency", ".damping_ratio", ".stiffness", ".damping" };
    float *values[4] = { frequency, damping_ratio, stiffness, damping };
    for (int i = 0; i < 4; ++i) {
        DryStatus status = dry__check_not_negative(*values[i], call, name, members[i]);
        if (status != DRY_OK) {
            return status;
        }
        *values[i] = f_min(*values[i], i < 2 ? most_frequency : most_stiffness);
    }
    return DRY_OK;
}

static DryStatus check_range(const DryLimit *limit, AxisRange range, const char *call, const char *name)
{
    float lower = limit->lower, upper = limit->upper;
    if (!(lower <= upper) || lower == INFINITY || upper == -INFINITY) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s.lower %g and upper %g are not a range", call, name,
                              (double)lower, (double)upper);
    }
    if ((range == RANGE_LENGTH || range == RANGE_CONE) && lower < 0.0f) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s.lower is %g, must be >= 0", call, name,
                              (double)lower);
    }
    if (range == RANGE_CONE && lower > DRY_PI) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s.lower is %g, must be <= pi", call, name,
                              (double)lower);
    }
    if (range == RANGE_ANGLE && (lower > DRY_PI || upper < -DRY_PI)) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s from %g to %g lies outside of -pi..pi", call, name,
                              (double)lower, (double)upper);
    }
    return DRY_OK;
}

/* An end at or beyond the last position there is does nothing, unless the range is a single position. */
static uint32_t open_ends(const DryLimit *limit, AxisRange range)
{
    if (limit->lower == limit->upper) {
        return 0;
    }
    bool angle = range == RANGE_ANGLE || range == RANGE_CONE;
    float least = range == RANGE_ANGLE                           ? -DRY_PI
                  : range == RANGE_LENGTH || range == RANGE_CONE ? 0.0f
                                                                 : -INFINITY;
    float most = angle ? DRY_PI : INFINITY;
    return (limit->lower <= least ? LIMIT_OPEN_BELOW : 0u) | (limit->upper >= most ? LIMIT_OPEN_ABOVE : 0u);
}

DryStatus dry__check_limit(const DryLimit *limit, AxisRange range, const char *call, const char *name,
                           JointLimit *out)
{
    *out = (JointLimit){ 0 };
    if (!limit->enabled) {
        return DRY_OK;
    }
    DryStatus status = check_range(limit, range, call, name);
    if (status != DRY_OK) {
        return status;
    }
    *out = (JointLimit){ limit->lower,     limit->upper,   limit->frequency, limit->damping_ratio,
                         limit->stiffness, limit->damping, LIMIT_ENABLED };
    status = check_spring(&out->frequency, &out->damping_ratio, &out->stiffness, &out->damping, call, name);
    out->enabled = LIMIT_ENABLED | open_ends(limit, range);
    return status;
}

/* What both kinds of drive have in common. */
static DryStatus check_motor(JointDrive *drive, const char *call, const char *name)
{
    if (drive->mode > (uint32_t)DRY_DRIVE_POSITION) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s.mode is %u, which is no mode", call, name,
                              (unsigned)drive->mode);
    }
    DryStatus status = check_spring(&drive->frequency, &drive->damping_ratio, &drive->stiffness,
                                    &drive->damping, call, name);
    if (status != DRY_OK) {
        return status;
    }
    bool soft = drive->frequency > 0.0f || drive->stiffness > 0.0f || drive->damping > 0.0f;
    if (drive->mode == (uint32_t)DRY_DRIVE_POSITION && !soft) {
        return dry__error_set(DRY_ERROR_ARGUMENT,
                              "%s: %s towards a position has frequency 0, stiffness 0 and damping 0", call,
                              name);
    }
    return DRY_OK;
}

DryStatus dry__check_drive(const DryDrive *drive, const char *call, const char *name, JointDrive *out)
{
    *out = (JointDrive){ 0 };
    if (drive->mode == DRY_DRIVE_OFF) {
        return DRY_OK;
    }
    if (!isfinite(drive->target) || !isfinite(drive->target_velocity)) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s.target %g or target_velocity %g is not finite",
                              call, name, (double)drive->target, (double)drive->target_velocity);
    }
    *out = (JointDrive){ .mode = (uint32_t)drive->mode,
                         .target = drive->target,
                         .target_velocity = drive->target_velocity,
                         .stiffness = drive->stiffness,
                         .damping = drive->damping,
                         .frequency = drive->frequency,
                         .damping_ratio = drive->damping_ratio,
                         .max_force = drive->max_force,
                         .acceleration = drive->acceleration };
    DryStatus status = check_motor(out, call, name);
    return status != DRY_OK ? status : dry__check_not_negative(drive->max_force, call, name, ".max_force");
}

static DryStatus check_target(const DryRotationDrive *drive, const char *call, const char *name,
                              JointRotationDrive *out)
{
    if (!v3_finite(drive->target_velocity)) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s.target_velocity is not finite", call, name);
    }
    DryQuat q = drive->target;
    float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (square != 0.0f && !(fabsf(square - 1.0f) <= 2e-3f)) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s.target (%g, %g, %g, %g) is not a unit quaternion",
                              call, name, (double)q.x, (double)q.y, (double)q.z, (double)q.w);
    }
    out->target = square != 0.0f ? quat_normalize(q) : dry_quat_identity();
    out->target_velocity = drive->target_velocity;
    return DRY_OK;
}

DryStatus dry__check_rotation_drive(const DryRotationDrive *drive, const char *call, const char *name,
                                    JointRotationDrive *out)
{
    out->target = dry_quat_identity();
    out->target_velocity = v3(0.0f, 0.0f, 0.0f);
    out->drive = (JointDrive){ 0 };
    if (drive->mode == DRY_DRIVE_OFF) {
        return DRY_OK;
    }
    DryStatus status = check_target(drive, call, name, out);
    if (status != DRY_OK) {
        return status;
    }
    out->drive = (JointDrive){ .mode = (uint32_t)drive->mode,
                               .stiffness = drive->stiffness,
                               .damping = drive->damping,
                               .frequency = drive->frequency,
                               .damping_ratio = drive->damping_ratio,
                               .max_force = drive->max_torque,
                               .acceleration = drive->acceleration };
    status = check_motor(&out->drive, call, name);
    return status != DRY_OK ? status : dry__check_not_negative(drive->max_torque, call, name, ".max_torque");
}

DryStatus dry__joint_check_frame(DryFrame *frame, const char *call, const char *name)
{
    if (!v3_finite(frame->position) || !quat_finite(frame->rotation)) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s is not finite", call, name);
    }
    DryVec3 p = frame->position;
    if (!(v3_length(v3_scale(p, 1.0f / farthest_frame)) <= 1.0f)) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s.position (%g, %g, %g) is farther than %g m", call,
                              name, (double)p.x, (double)p.y, (double)p.z, (double)farthest_frame);
    }
    DryQuat q = frame->rotation;
    float length = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (!(fabsf(length - 1.0f) <= 1e-3f)) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s.rotation (%g, %g, %g, %g) has length %g, must be 1",
                              call, name, (double)q.x, (double)q.y, (double)q.z, (double)q.w, (double)length);
    }
    frame->rotation = quat_normalize(q);
    return DRY_OK;
}

DryStatus dry__joint_check_break(float *force, float *torque, const char *call)
{
    DryStatus status = dry__check_not_negative(*force, call, "", "break_force");
    if (status == DRY_OK) {
        status = dry__check_not_negative(*torque, call, "", "break_torque");
    }
    if (status == DRY_OK) {
        *force = isfinite(*force) ? *force : 0.0f;
        *torque = isfinite(*torque) ? *torque : 0.0f;
    }
    return status;
}
