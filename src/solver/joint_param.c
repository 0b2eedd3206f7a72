/* Changing and reading the parameters of a joint, and reading its state. */
#include "base/error.h"
#include "math/trig.h"
#include "solver/joint_check.h"
#include "solver/joint_geometry.h"

static const char *const axis_names[JOINT_AXES] = { "linear x",  "linear y",  "linear z", "angular x",
                                                    "angular y", "angular z", "radius",   "cone" };

/* The axis the user means, or -1 and a message. */
static int find_axis(const Joint *joint, DryJointAxis axis, const char *call)
{
    if ((unsigned)axis >= (unsigned)JOINT_AXES) {
        (void)dry__error_set(DRY_ERROR_ARGUMENT, "%s: axis is %d, which is no axis", call, (int)axis);
        return -1;
    }
    int inner = dry__joint_inner_axis(joint, axis);
    if (!dry__joint_has_axis(joint, inner)) {
        (void)dry__error_set(DRY_ERROR_ARGUMENT, "%s: axis %s is locked or absent in this joint", call,
                             axis_names[axis]);
        return -1;
    }
    return inner;
}

static JointAxis *parameters(Joint *joint, JointAxes *axes, int axis)
{
    return axes != NULL ? &axes->axis[axis] : &joint->axis;
}

static AxisRange range_of(const Joint *joint, int axis)
{
    if (axis == DRY_AXIS_RADIUS) {
        return RANGE_LENGTH;
    }
    if (axis == DRY_AXIS_CONE) {
        return RANGE_CONE;
    }
    return axis < DRY_AXIS_ANGULAR_X ? RANGE_LINE : dry__joint_is_hinge(joint) ? RANGE_TURNS : RANGE_ANGLE;
}

DryStatus dry__joint_set_limit(Joint *joint, JointAxes *axes, DryJointAxis axis, const DryLimit *limit,
                               const char *call)
{
    int inner = find_axis(joint, axis, call);
    if (inner < 0) {
        return DRY_ERROR_ARGUMENT;
    }
    JointLimit checked;
    DryStatus status = dry__check_limit(limit, range_of(joint, inner), call, "limit", &checked);
    if (status == DRY_OK) {
        parameters(joint, axes, inner)->limit = checked;
        dry__joint_activate(joint, axes);
    }
    return status;
}

DryStatus dry__joint_set_drive(Joint *joint, JointAxes *axes, DryJointAxis axis, const DryDrive *drive,
                               const char *call)
{
    int inner = find_axis(joint, axis, call);
    if (inner < 0) {
        return DRY_ERROR_ARGUMENT;
    }
    bool set = inner >= DRY_AXIS_RADIUS && joint->kind != DRY_JOINT_DISTANCE;
    bool turned =
        inner >= DRY_AXIS_ANGULAR_X && axes != NULL && axes->rotation.drive.mode != (uint32_t)DRY_DRIVE_OFF;
    if (drive->mode != DRY_DRIVE_OFF && (joint->kind == DRY_JOINT_BALL || set || turned)) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: axis %s takes no drive of its own%s", call,
                              axis_names[axis], turned ? " beside the rotation drive" : "");
    }
    JointDrive checked;
    DryStatus status = dry__check_drive(drive, call, "drive", &checked);
    if (status == DRY_OK) {
        parameters(joint, axes, inner)->drive = checked;
        dry__joint_activate(joint, axes);
    }
    return status;
}

DryStatus dry__joint_set_rotation_drive(Joint *joint, JointAxes *axes, const DryRotationDrive *drive,
                                        const char *call)
{
    bool free = joint->kind == DRY_JOINT_BALL || joint->kind == DRY_JOINT_SIX_AXIS;
    if (!free || (joint->locked & JOINT_LOCKED_ANGULAR) != 0) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: the joint locks a rotation", call);
    }
    for (int i = DRY_AXIS_ANGULAR_X; drive->mode != DRY_DRIVE_OFF && i <= DRY_AXIS_ANGULAR_Z; ++i) {
        if (axes->axis[i].drive.mode != (uint32_t)DRY_DRIVE_OFF) {
            return dry__error_set(DRY_ERROR_ARGUMENT, "%s: an angular axis has a drive of its own", call);
        }
    }
    JointRotationDrive checked = axes->rotation;
    DryStatus status = dry__check_rotation_drive(drive, call, "drive", &checked);
    if (status == DRY_OK) {
        axes->rotation = checked;
        dry__joint_activate(joint, axes);
    }
    return status;
}

DryStatus dry__joint_set_friction(Joint *joint, JointAxes *axes, DryJointAxis axis, float friction,
                                  const char *call)
{
    int inner = find_axis(joint, axis, call);
    if (inner < 0) {
        return DRY_ERROR_ARGUMENT;
    }
    if (inner >= DRY_AXIS_RADIUS) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: axis %s takes no friction", call, axis_names[axis]);
    }
    DryStatus status = dry__check_friction(friction, call, "friction");
    if (status == DRY_OK) {
        *(joint->kind == DRY_JOINT_BALL ? &axes->rotation.friction
                                        : &parameters(joint, axes, inner)->friction) = friction;
        dry__joint_activate(joint, axes);
    }
    return status;
}

const JointAxis *dry__joint_axis(const Joint *joint, const JointAxes *axes, DryJointAxis axis)
{
    if ((unsigned)axis >= (unsigned)JOINT_AXES) {
        return NULL;
    }
    int inner = dry__joint_inner_axis(joint, axis);
    if (!dry__joint_has_axis(joint, inner)) {
        return NULL;
    }
    if (axes != NULL) {
        return &axes->axis[inner];
    }
    return inner == joint->own_axis ? &joint->axis : NULL;
}

DryLimit dry__joint_limit(const JointAxis *axis)
{
    const JointLimit *l = &axis->limit;
    return (DryLimit){ l->enabled != 0,  l->lower,     l->upper,  l->frequency,
                       l->damping_ratio, l->stiffness, l->damping };
}

DryDrive dry__joint_drive(const JointAxis *axis)
{
    const JointDrive *d = &axis->drive;
    return (DryDrive){ .mode = (DryDriveMode)d->mode,
                       .target = d->target,
                       .target_velocity = d->target_velocity,
                       .stiffness = d->stiffness,
                       .damping = d->damping,
                       .frequency = d->frequency,
                       .damping_ratio = d->damping_ratio,
                       .max_force = d->max_force,
                       .acceleration = d->acceleration != 0 };
}

DryRotationDrive dry__joint_rotation_drive(const JointRotationDrive *rotation)
{
    const JointDrive *d = &rotation->drive;
    return (DryRotationDrive){ .mode = (DryDriveMode)d->mode,
                               .target = rotation->target,
                               .target_velocity = rotation->target_velocity,
                               .stiffness = d->stiffness,
                               .damping = d->damping,
                               .frequency = d->frequency,
                               .damping_ratio = d->damping_ratio,
                               .max_torque = d->max_force,
                               .acceleration = d->acceleration != 0 };
}

void dry__joint_forget(Joint *joint, JointAxes *axes)
{
    for (int i = 0; i < 6; ++i) {
        joint->locked_impulse[i] = 0.0f;
    }
    joint->axis.impulse = 0.0f;
    for (int i = 0; axes != NULL && i < JOINT_AXES; ++i) {
        axes->axis[i].impulse = 0.0f;
    }
    if (axes != NULL) {
        axes->rotation.impulse = v3(0.0f, 0.0f, 0.0f);
    }
    joint->total_force = joint->total_torque = v3(0.0f, 0.0f, 0.0f);
    joint->total_time = 0.0f;
    joint->flags = (uint8_t)(joint->flags | JOINT_FRESH);
}

void dry__joint_scale_impulses(Joint *joint, JointAxes *axes, float scale)
{
    for (int i = 0; i < 6; ++i) {
        joint->locked_impulse[i] *= scale;
    }
    joint->axis.impulse *= scale;
    for (int i = 0; axes != NULL && i < JOINT_AXES; ++i) {
        axes->axis[i].impulse *= scale;
    }
    if (axes != NULL) {
        axes->rotation.impulse = v3_scale(axes->rotation.impulse, scale);
    }
}

static void placed(const Joint *joint, const JointPlacement *at, JointGeometry *g)
{
    dry__joint_geometry(joint, at->rotation_a, at->rotation_b, at->center_offset, g);
}

bool dry__joint_position(const Joint *joint, const JointAxes *axes, const JointPlacement *at,
                         DryJointAxis axis, float *position, float *speed)
{
    if ((unsigned)axis >= (unsigned)JOINT_AXES) {
        return false;
    }
    Joint seen = *joint;
    seen.linear_set = joint->linear_set != 0 ? joint->linear_set : (uint8_t)7;
    seen.angular_set = joint->angular_set != 0 ? joint->angular_set : (uint8_t)6;
    JointGeometry g;
    placed(&seen, at, &g);
    JointRow row;
    int inner = dry__joint_inner_axis(joint, axis);
    *position = dry__joint_axis_row(&seen, &g, inner, &row);
    if (inner == DRY_AXIS_ANGULAR_X && dry__joint_is_hinge(joint)) {
        int32_t turns;
        *position = dry__joint_hinge_position(joint, axes != NULL ? &axes->axis[inner] : &joint->axis,
                                              *position, &turns);
    }
    const SolverVelocity *a = &at->velocity_a, *b = &at->velocity_b;
    *speed = v3_dot(row.lin, v3_sub(b->v, a->v)) + v3_dot(row.ang_b, b->w) - v3_dot(row.ang_a, a->w);
    return true;
}

void dry__joint_errors(const Joint *joint, const JointPlacement *at, float *gap, float *skew)
{
    JointGeometry g;
    placed(joint, at, &g);
    JointRow rows[6];
    float errors[6];
    int count = dry__joint_locked_rows(joint, &g, rows, errors);
    int linear = (joint->locked & 1) + (joint->locked >> 1 & 1) + (joint->locked >> 2 & 1);
    float squares[2] = { 0.0f, 0.0f };
    for (int i = 0; i < count; ++i) {
        squares[i < linear ? 0 : 1] += errors[i] * errors[i];
    }
    *gap = sqrtf(squares[0]);
    *skew = 2.0f *
            dry__asin(f_min(0.5f * sqrtf(squares[1]), 1.0f)); /* errors are twice the sine of half an angle */
    if (joint->kind == DRY_JOINT_DISTANCE && joint->axis.limit.enabled != 0) {
        float length = v3_length(g.d);
        *gap = f_max(f_max(joint->axis.limit.lower - length, length - joint->axis.limit.upper), 0.0f);
    }
}

bool dry__joint_breaks(const Joint *joint, float inv_dt, float break_force, float break_torque)
{
    return (break_force > 0.0f && v3_length(joint->total_force) * inv_dt > break_force) ||
           (break_torque > 0.0f && v3_length(joint->total_torque) * inv_dt > break_torque);
}
