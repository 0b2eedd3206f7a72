/* Definitions: their defaults, and their translation into the solver's records. */
#include "base/error.h"
#include "solver/joint_check.h"
#include "solver/joint_geometry.h"

#include <stdio.h>

DryDrive dry_drive_default(void)
{
    return (DryDrive){ .mode = DRY_DRIVE_OFF, .max_force = INFINITY };
}

DryRotationDrive dry_rotation_drive_default(void)
{
    return (DryRotationDrive){ .mode = DRY_DRIVE_OFF,
                               .target = { 0.0f, 0.0f, 0.0f, 1.0f },
                               .max_torque = INFINITY };
}

DryFixedDef dry_fixed_def_default(void)
{
    return (DryFixedDef){ .frame_a = dry_frame_identity(), .frame_b = dry_frame_identity() };
}

DryBallDef dry_ball_def_default(void)
{
    return (DryBallDef){ .frame_a = dry_frame_identity(),
                         .frame_b = dry_frame_identity(),
                         .drive = dry_rotation_drive_default() };
}

DryHingeDef dry_hinge_def_default(void)
{
    return (DryHingeDef){ .frame_a = dry_frame_identity(),
                          .frame_b = dry_frame_identity(),
                          .drive = dry_drive_default() };
}

DryPrismaticDef dry_prismatic_def_default(void)
{
    return (DryPrismaticDef){ .frame_a = dry_frame_identity(),
                              .frame_b = dry_frame_identity(),
                              .drive = dry_drive_default() };
}

DryDistanceDef dry_distance_def_default(void)
{
    return (DryDistanceDef){ .frame_a = dry_frame_identity(),
                             .frame_b = dry_frame_identity(),
                             .max_length = INFINITY,
                             .max_force = INFINITY };
}

DrySixAxisDef dry_six_axis_def_default(void)
{
    DrySixAxisDef def = { .frame_a = dry_frame_identity(),
                          .frame_b = dry_frame_identity(),
                          .rotation_drive = dry_rotation_drive_default() };
    for (int i = 0; i < 3; ++i) {
        def.linear[i].drive = def.angular[i].drive = dry_drive_default();
    }
    return def;
}

/* ---- axes ---- */

/* Turns axes x, y, z into the twist axis and its two followers. */
static DryQuat twist_rotation(int twist_axis)
{
    static const DryQuat rotation[3] = { { 0.0f, 0.0f, 0.0f, 1.0f },
                                         { 0.5f, 0.5f, 0.5f, 0.5f },
                                         { -0.5f, -0.5f, -0.5f, 0.5f } };
    return rotation[twist_axis];
}

DryFrame dry__joint_inner_frame(const Joint *joint, DryFrame frame)
{
    frame.rotation = quat_mul(frame.rotation, twist_rotation(joint->twist_axis));
    return frame;
}

DryFrame dry__joint_user_frame(const Joint *joint, DryFrame frame)
{
    frame.rotation = quat_mul(frame.rotation, quat_conjugate(twist_rotation(joint->twist_axis)));
    return frame;
}

int dry__joint_inner_axis(const Joint *joint, DryJointAxis axis)
{
    int a = (int)axis;
    if (a >= DRY_AXIS_RADIUS) {
        return a;
    }
    return a / 3 * 3 + (a % 3 + 3 - joint->twist_axis) % 3;
}

static uint8_t inner_set(const Joint *joint, uint32_t axes)
{
    uint32_t inner = 0;
    for (int i = 0; i < 3; ++i) {
        inner |= (axes >> (i + joint->twist_axis) % 3 & 1u) << i;
    }
    return (uint8_t)inner;
}

bool dry__joint_has_axis(const Joint *joint, int axis)
{
    switch (joint->kind) {
    case DRY_JOINT_BALL:
        return axis == DRY_AXIS_ANGULAR_X || axis == DRY_AXIS_CONE;
    case DRY_JOINT_HINGE:
    case DRY_JOINT_PRISMATIC:
    case DRY_JOINT_DISTANCE:
        return axis == joint->own_axis;
    case DRY_JOINT_SIX_AXIS:
        return axis == DRY_AXIS_RADIUS ? joint->linear_set != 0
               : axis == DRY_AXIS_CONE ? joint->angular_set != 0
                                       : (joint->locked >> axis & 1) == 0;
    default:
        return false;
    }
}

static bool acts(const JointAxis *axis)
{
    return axis->limit.enabled != 0 || axis->drive.mode != (uint32_t)DRY_DRIVE_OFF || axis->friction > 0.0f;
}

void dry__joint_activate(Joint *joint, const JointAxes *axes)
{
    uint32_t active = 0;
    if (axes == NULL) {
        active = acts(&joint->axis) ? 1u << joint->own_axis : 0;
    } else {
        for (int i = 0; i < JOINT_AXES; ++i) {
            active |= (acts(&axes->axis[i]) && dry__joint_has_axis(joint, i) ? 1u : 0u) << i;
        }
        const JointRotationDrive *rotation = &axes->rotation;
        bool turns = rotation->drive.mode != (uint32_t)DRY_DRIVE_OFF || rotation->friction > 0.0f;
        active |= (turns ? 1u : 0u) << JOINT_ROTATION;
    }
    joint->active = (uint16_t)active;
    if (joint->kind == DRY_JOINT_BALL) {
        joint->kernel = active != 0 ? JOINT_KERNEL_SIX_AXIS : JOINT_KERNEL_BALL;
    }
}

bool dry__joint_needs_axes(const Joint *joint)
{
    return joint->kind == DRY_JOINT_SIX_AXIS || (joint->kind == DRY_JOINT_BALL && joint->active != 0);
}

/* ---- definitions ---- */

/* Members that every definition begins with; the definitions differ in nothing before `user_data`. */
#define COMMON_OF(def)                                                                    \
    (JointCommon)                                                                         \
    {                                                                                     \
        (def)->body_a, (def)->body_b, (def)->frame_a, (def)->frame_b, (def)->break_force, \
            (def)->break_torque, (def)->collide_connected, (def)->user_data               \
    }

static DryStatus check_common(JointCommon *common, const char *call)
{
    if (common->body_a.index == common->body_b.index) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: body_a and body_b are both slot %u", call,
                              (unsigned)common->body_a.index);
    }
    DryStatus status = dry__joint_check_frame(&common->frame_a, call, "frame_a");
    if (status == DRY_OK) {
        status = dry__joint_check_frame(&common->frame_b, call, "frame_b");
    }
    return status != DRY_OK ? status
                            : dry__joint_check_break(&common->break_force, &common->break_torque, call);
}

static Joint new_joint(DryJointKind kind, int kernel, int locked)
{
    return (Joint){ .kind = (uint8_t)kind,
                    .kernel = (uint8_t)kernel,
                    .flags = JOINT_FRESH,
                    .locked = (uint8_t)locked,
                    .axes = -1,
                    .frame_a = dry_frame_identity(),
                    .frame_b = dry_frame_identity() };
}

DryStatus dry__joint_from_fixed(const DryFixedDef *def, Joint *joint, JointCommon *common)
{
    *joint = new_joint(DRY_JOINT_FIXED, JOINT_KERNEL_SIX_AXIS, JOINT_LOCKED_LINEAR | JOINT_LOCKED_ANGULAR);
    *common = COMMON_OF(def);
    return check_common(common, "dry_fixed_create");
}

/* Joints with one axis of their own. */
static DryStatus one_axis(const DryLimit *limit, AxisRange range, const DryDrive *drive, float friction,
                          const char *call, Joint *joint, JointCommon *common)
{
    DryStatus status = check_common(common, call);
    if (status == DRY_OK) {
        status = dry__check_limit(limit, range, call, "limit", &joint->axis.limit);
    }
    if (status == DRY_OK) {
        status = dry__check_drive(drive, call, "drive", &joint->axis.drive);
    }
    if (status == DRY_OK) {
        status =
            dry__check_friction(friction, call, range == RANGE_TURNS ? "friction_torque" : "friction_force");
    }
    joint->axis.friction = friction;
    dry__joint_activate(joint, NULL);
    return status;
}

DryStatus dry__joint_from_hinge(const DryHingeDef *def, Joint *joint, JointCommon *common)
{
    *joint = new_joint(DRY_JOINT_HINGE, JOINT_KERNEL_SIX_AXIS, JOINT_LOCKED_LINEAR | JOINT_LOCKED_SWING);
    joint->own_axis = DRY_AXIS_ANGULAR_X;
    *common = COMMON_OF(def);
    return one_axis(&def->limit, RANGE_TURNS, &def->drive, def->friction_torque, "dry_hinge_create", joint,
                    common);
}

DryStatus dry__joint_from_prismatic(const DryPrismaticDef *def, Joint *joint, JointCommon *common)
{
    *joint = new_joint(DRY_JOINT_PRISMATIC, JOINT_KERNEL_SIX_AXIS, 6 | JOINT_LOCKED_ANGULAR);
    joint->own_axis = DRY_AXIS_LINEAR_X;
    *common = COMMON_OF(def);
    return one_axis(&def->limit, RANGE_LINE, &def->drive, def->friction_force, "dry_prismatic_create", joint,
                    common);
}

DryStatus dry__joint_from_distance(const DryDistanceDef *def, Joint *joint, JointCommon *common)
{
    static const char *call = "dry_distance_create";
    *joint = new_joint(DRY_JOINT_DISTANCE, JOINT_KERNEL_DISTANCE, 0);
    joint->own_axis = DRY_AXIS_RADIUS;
    joint->linear_set = 7;
    *common = COMMON_OF(def);
    if (!(def->min_length >= 0.0f) || !(def->min_length <= def->max_length) || def->min_length == INFINITY) {
        return dry__error_set(DRY_ERROR_ARGUMENT,
                              "%s: min_length %g and max_length %g are not a range of lengths", call,
                              (double)def->min_length, (double)def->max_length);
    }
    if (!(def->rest_length >= 0.0f)) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: rest_length is %g, must be >= 0", call,
                              (double)def->rest_length);
    }
    bool springs = def->frequency != 0.0f || def->stiffness != 0.0f || def->damping != 0.0f;
    bool bounded = def->min_length > 0.0f || def->max_length < INFINITY;
    DryLimit limit = { .enabled = bounded, .lower = def->min_length, .upper = def->max_length };
    DryDrive spring = { .mode = springs ? DRY_DRIVE_POSITION : DRY_DRIVE_OFF,
                        .target = def->rest_length,
                        .stiffness = def->stiffness,
                        .damping = def->damping,
                        .frequency = def->frequency,
                        .damping_ratio = def->damping_ratio,
                        .max_force = def->max_force };
    return one_axis(&limit, RANGE_LENGTH, &spring, 0.0f, call, joint, common);
}

DryStatus dry__joint_from_ball(const DryBallDef *def, Joint *joint, JointAxes *axes, JointCommon *common)
{
    static const char *call = "dry_ball_create";
    *joint = new_joint(DRY_JOINT_BALL, JOINT_KERNEL_BALL, JOINT_LOCKED_LINEAR);
    joint->angular_set = 6;
    *axes = (JointAxes){ 0 };
    *common = COMMON_OF(def);
    DryStatus status = check_common(common, call);
    if (status == DRY_OK) {
        status = dry__check_limit(&def->cone, RANGE_CONE, call, "cone", &axes->axis[DRY_AXIS_CONE].limit);
    }
    if (status == DRY_OK) {
        status =
            dry__check_limit(&def->twist, RANGE_ANGLE, call, "twist", &axes->axis[DRY_AXIS_ANGULAR_X].limit);
    }
    if (status == DRY_OK) {
        status = dry__check_rotation_drive(&def->drive, call, "drive", &axes->rotation);
    }
    if (status == DRY_OK) {
        status = dry__check_friction(def->friction_torque, call, "friction_torque");
    }
    axes->rotation.friction = def->friction_torque;
    dry__joint_activate(joint, axes);
    return status;
}

/* ---- six axes ---- */

static const char *const six_axis_call = "dry_six_axis_create";

static int count_bits(uint32_t bits)
{
    return (int)((bits & 1u) + (bits >> 1 & 1u) + (bits >> 2 & 1u));
}

static DryStatus check_motion(const DryAxisDef *axis, const char *name, bool *locked)
{
    if (axis->motion != DRY_AXIS_LOCKED && axis->motion != DRY_AXIS_FREE &&
        axis->motion != DRY_AXIS_LIMITED) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s.motion is %d, which is no motion", six_axis_call,
                              name, (int)axis->motion);
    }
    *locked = axis->motion == DRY_AXIS_LOCKED;
    if (*locked && (axis->drive.mode != DRY_DRIVE_OFF || axis->friction != 0.0f)) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s is locked and has a drive or friction",
                              six_axis_call, name);
    }
    return DRY_OK;
}

static DryStatus check_set(const DryAxisSetLimit *set, uint32_t locked, const char *name)
{
    if (set->axes > 7u || count_bits(set->axes) == 1) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s.axes is %u, must name two or three axes",
                              six_axis_call, name, (unsigned)set->axes);
    }
    if ((set->axes & locked) != 0) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: %s.axes is %u, of which %u are locked", six_axis_call,
                              name, (unsigned)set->axes, (unsigned)(set->axes & locked));
    }
    return DRY_OK;
}

/* The only axis that can turn; else the axis of the cone; else x. */
static int choose_twist(uint32_t locked_angular, uint32_t cone)
{
    uint32_t open = ~locked_angular & 7u;
    uint32_t axis = count_bits(open) == 1 ? open : count_bits(cone) == 2 ? ~cone & 7u : 1u;
    return axis == 1u ? 0 : axis == 2u ? 1 : 2;
}

static DryStatus fill_axis(const DryAxisDef *def, AxisRange range, const char *name, JointAxis *axis)
{
    DryLimit limit = def->limit;
    limit.enabled = def->motion == DRY_AXIS_LIMITED;
    char part[32];
    (void)snprintf(part, sizeof part, "%s.limit", name);
    DryStatus status = dry__check_limit(&limit, range, six_axis_call, part, &axis->limit);
    if (status == DRY_OK) {
        (void)snprintf(part, sizeof part, "%s.drive", name);
        status = dry__check_drive(&def->drive, six_axis_call, part, &axis->drive);
    }
    if (status == DRY_OK) {
        (void)snprintf(part, sizeof part, "%s.friction", name);
        status = dry__check_friction(def->friction, six_axis_call, part);
    }
    axis->friction = def->friction;
    return status;
}

static DryStatus fill_set(const DryAxisSetLimit *set, AxisRange range, const char *name, JointAxis *axis)
{
    DryLimit limit = set->limit;
    limit.enabled = set->axes != 0;
    return dry__check_limit(&limit, range, six_axis_call, name, &axis->limit);
}

static DryStatus fill_rotation(const DrySixAxisDef *def, uint32_t locked_angular, JointAxes *axes)
{
    if (def->rotation_drive.mode == DRY_DRIVE_OFF) {
        return DRY_OK;
    }
    bool driven = false;
    for (int i = 0; i < 3; ++i) {
        driven = driven || def->angular[i].drive.mode != DRY_DRIVE_OFF;
    }
    if (locked_angular != 0 || driven) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: rotation_drive beside a %s angular axis",
                              six_axis_call, driven ? "driven" : "locked");
    }
    return dry__check_rotation_drive(&def->rotation_drive, six_axis_call, "rotation_drive", &axes->rotation);
}

static DryStatus fill_axes(const DrySixAxisDef *def, const Joint *joint, JointAxes *axes)
{
    static const char *const names[6] = { "linear[0]",  "linear[1]",  "linear[2]",
                                          "angular[0]", "angular[1]", "angular[2]" };
    DryStatus status = DRY_OK;
    for (int i = 0; i < 6 && status == DRY_OK; ++i) {
        const DryAxisDef *axis = i < 3 ? &def->linear[i] : &def->angular[i - 3];
        AxisRange range = i < 3 ? RANGE_LINE : dry__joint_is_hinge(joint) ? RANGE_TURNS : RANGE_ANGLE;
        if (axis->motion != DRY_AXIS_LOCKED) {
            status =
                fill_axis(axis, range, names[i], &axes->axis[dry__joint_inner_axis(joint, (DryJointAxis)i)]);
        }
    }
    if (status == DRY_OK) {
        status = fill_set(&def->linear_set, RANGE_LENGTH, "linear_set.limit", &axes->axis[DRY_AXIS_RADIUS]);
    }
    if (status == DRY_OK) {
        status = fill_set(&def->angular_set, RANGE_CONE, "angular_set.limit", &axes->axis[DRY_AXIS_CONE]);
    }
    return status;
}

DryStatus dry__joint_from_six_axis(const DrySixAxisDef *def, Joint *joint, JointAxes *axes,
                                   JointCommon *common)
{
    *joint = new_joint(DRY_JOINT_SIX_AXIS, JOINT_KERNEL_SIX_AXIS, 0);
    *axes = (JointAxes){ .rotation.target = { 0.0f, 0.0f, 0.0f, 1.0f } };
    *common = COMMON_OF(def);
    uint32_t linear = 0, angular = 0;
    DryStatus status = check_common(common, six_axis_call);
    for (int i = 0; i < 6 && status == DRY_OK; ++i) {
        bool locked = false;
        status = i < 3 ? check_motion(&def->linear[i], "a linear axis", &locked)
                       : check_motion(&def->angular[i - 3], "an angular axis", &locked);
        *(i < 3 ? &linear : &angular) |= (locked ? 1u : 0u) << i % 3;
    }
    if (status == DRY_OK) {
        status = check_set(&def->linear_set, linear, "linear_set");
    }
    if (status == DRY_OK) {
        status = check_set(&def->angular_set, angular, "angular_set");
    }
    if (status == DRY_OK) {
        joint->twist_axis = (uint8_t)choose_twist(angular, def->angular_set.axes);
        joint->locked = (uint8_t)(inner_set(joint, linear) | inner_set(joint, angular) << 3);
        joint->linear_set = inner_set(joint, def->linear_set.axes);
        joint->angular_set = inner_set(joint, def->angular_set.axes);
        common->frame_a = dry__joint_inner_frame(joint, common->frame_a);
        common->frame_b = dry__joint_inner_frame(joint, common->frame_b);
        status = fill_rotation(def, angular, axes);
    }
    if (status == DRY_OK) {
        status = fill_axes(def, joint, axes);
    }
    dry__joint_activate(joint, axes);
    return status;
}
