/* Limits, drives and friction of joints, and what joints tell. */
#include "world/api/check.h"
#include "world/edit/wake_edit.h"

/* One change of parameters, made on copies so that a refused one leaves no trace. */
typedef struct JointEdit {
    DryWorld *world;
    int32_t slot;
    Joint joint;
    JointAxes axes;
    bool has_axes;
} JointEdit;

/* `argument`: a pointer that must not be null. */
static DryStatus begin(DryWorld *w, DryJointId id, const void *argument, const char *call, JointEdit *e)
{
    e->world = w;
    DryStatus status = dry__edit_joint(w, id, call, &e->slot);
    if (status != DRY_OK) {
        return status;
    }
    if (argument == NULL) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "the parameters are null");
    }
    const JointTable *t = &w->state.joints;
    e->joint = t->joints.data[e->slot];
    e->has_axes = e->joint.axes >= 0 || e->joint.kind == DRY_JOINT_BALL;
    if (e->joint.axes >= 0) {
        e->axes = t->axes.data[e->joint.axes];
    } else {
        e->axes = (JointAxes){ .rotation.target = { 0.0f, 0.0f, 0.0f, 1.0f } };
    }
    return DRY_OK;
}

static JointAxes *edited_axes(JointEdit *e)
{
    return e->has_axes ? &e->axes : NULL;
}

/* `status`: of the change. Ball joints get their record of axes with the first one. */
static DryStatus finish(const JointEdit *e, DryStatus status, const char *call)
{
    DryWorld *w = e->world;
    if (status != DRY_OK) {
        return dry__error_format(w->error, sizeof w->error, status, "%s", dry_last_error());
    }
    JointTable *t = &w->state.joints;
    if (e->has_axes && !dry__joint_table_add_axes(t, e->slot)) {
        return dry__fail(w, DRY_ERROR_MEMORY, call, "out of memory");
    }
    int32_t axes = t->joints.data[e->slot].axes;
    t->joints.data[e->slot] = e->joint;
    t->joints.data[e->slot].axes = axes;
    if (e->has_axes) {
        t->axes.data[axes] = e->axes;
    }
    for (int side = 0; side < 2; ++side) {
        dry__wake_body(w, t->links.data[e->slot].body[side]);
    }
    return DRY_OK;
}

DryStatus dry_joint_set_limit(DryWorld *world, DryJointId id, DryJointAxis axis, const DryLimit *limit)
{
    static const char *call = "dry_joint_set_limit";
    JointEdit e;
    DryStatus status = begin(world, id, limit, call, &e);
    return status != DRY_OK
               ? status
               : finish(&e, dry__joint_set_limit(&e.joint, edited_axes(&e), axis, limit, call), call);
}

DryStatus dry_joint_set_drive(DryWorld *world, DryJointId id, DryJointAxis axis, const DryDrive *drive)
{
    static const char *call = "dry_joint_set_drive";
    JointEdit e;
    DryStatus status = begin(world, id, drive, call, &e);
    return status != DRY_OK
               ? status
               : finish(&e, dry__joint_set_drive(&e.joint, edited_axes(&e), axis, drive, call), call);
}

DryStatus dry_joint_set_rotation_drive(DryWorld *world, DryJointId id, const DryRotationDrive *drive)
{
    static const char *call = "dry_joint_set_rotation_drive";
    JointEdit e;
    DryStatus status = begin(world, id, drive, call, &e);
    return status != DRY_OK
               ? status
               : finish(&e, dry__joint_set_rotation_drive(&e.joint, edited_axes(&e), drive, call), call);
}

DryStatus dry_joint_set_friction(DryWorld *world, DryJointId id, DryJointAxis axis, float friction)
{
    static const char *call = "dry_joint_set_friction";
    JointEdit e;
    DryStatus status = begin(world, id, &friction, call, &e);
    return status != DRY_OK
               ? status
               : finish(&e, dry__joint_set_friction(&e.joint, edited_axes(&e), axis, friction, call), call);
}

DryStatus dry_joint_set_break(DryWorld *world, DryJointId id, float force, float torque)
{
    static const char *call = "dry_joint_set_break";
    int32_t joint;
    DryStatus status = dry__edit_joint(world, id, call, &joint);
    if (status != DRY_OK) {
        return status;
    }
    status = dry__joint_check_break(&force, &torque, call);
    if (status != DRY_OK) {
        return dry__error_format(world->error, sizeof world->error, status, "%s", dry_last_error());
    }
    world->state.joints.links.data[joint].break_force = force;
    world->state.joints.links.data[joint].break_torque = torque;
    for (int side = 0; side < 2; ++side) {
        dry__wake_body(world, world->state.joints.links.data[joint].body[side]);
    }
    return DRY_OK;
}

static const JointLink *find_link(const DryWorld *w, DryJointId id)
{
    int32_t joint = dry__find_joint(w, id);
    return joint < 0 ? NULL : &w->state.joints.links.data[joint];
}

float dry_joint_break_force(const DryWorld *world, DryJointId id)
{
    const JointLink *link = find_link(world, id);
    return link == NULL ? 0.0f : link->break_force;
}

float dry_joint_break_torque(const DryWorld *world, DryJointId id)
{
    const JointLink *link = find_link(world, id);
    return link == NULL ? 0.0f : link->break_torque;
}

static const Joint *find(const DryWorld *w, DryJointId id, const JointAxes **axes)
{
    int32_t joint = dry__find_joint(w, id);
    if (joint < 0) {
        return NULL;
    }
    const Joint *j = &w->state.joints.joints.data[joint];
    *axes = j->axes >= 0 ? &w->state.joints.axes.data[j->axes] : NULL;
    return j;
}

static const JointAxis *find_axis(const DryWorld *w, DryJointId id, DryJointAxis axis)
{
    const JointAxes *axes;
    const Joint *joint = find(w, id, &axes);
    return joint == NULL ? NULL : dry__joint_axis(joint, axes, axis);
}

DryLimit dry_joint_limit(const DryWorld *world, DryJointId id, DryJointAxis axis)
{
    const JointAxis *a = find_axis(world, id, axis);
    return a == NULL ? (DryLimit){ 0 } : dry__joint_limit(a);
}

DryDrive dry_joint_drive(const DryWorld *world, DryJointId id, DryJointAxis axis)
{
    const JointAxis *a = find_axis(world, id, axis);
    return a == NULL ? (DryDrive){ 0 } : dry__joint_drive(a);
}

DryRotationDrive dry_joint_rotation_drive(const DryWorld *world, DryJointId id)
{
    const JointAxes *axes;
    const Joint *joint = find(world, id, &axes);
    return joint == NULL || axes == NULL ? (DryRotationDrive){ 0 }
                                         : dry__joint_rotation_drive(&axes->rotation);
}

float dry_joint_friction(const DryWorld *world, DryJointId id, DryJointAxis axis)
{
    const JointAxes *axes;
    const Joint *joint = find(world, id, &axes);
    if (joint != NULL && joint->kind == DRY_JOINT_BALL) {
        return axes != NULL && axis == DRY_AXIS_ANGULAR_X ? axes->rotation.friction : 0.0f;
    }
    const JointAxis *a = joint == NULL ? NULL : dry__joint_axis(joint, axes, axis);
    return a == NULL ? 0.0f : a->friction;
}

/* ---- readings ---- */

static JointPlacement placement(const DryWorld *w, DryJointId id)
{
    const JointLink *link = &w->state.joints.links.data[dry__find_joint(w, id)];
    const BodyMotion *a = world_motion(w, link->body[0]), *b = world_motion(w, link->body[1]);
    return (JointPlacement){ .rotation_a = a->rotation,
                             .rotation_b = b->rotation,
                             .center_offset = pos_sub(b->center, a->center),
                             .velocity_a = { .v = a->v, .w = a->w },
                             .velocity_b = { .v = b->v, .w = b->w } };
}

static bool read_axis(const DryWorld *w, DryJointId id, DryJointAxis axis, float *position, float *speed)
{
    const JointAxes *axes;
    const Joint *joint = find(w, id, &axes);
    if (joint == NULL) {
        return false;
    }
    JointPlacement at = placement(w, id);
    return dry__joint_position(joint, axes, &at, axis, position, speed);
}

static bool is_angular(DryJointAxis axis)
{
    return axis == DRY_AXIS_ANGULAR_X || axis == DRY_AXIS_ANGULAR_Y || axis == DRY_AXIS_ANGULAR_Z ||
           axis == DRY_AXIS_CONE;
}

float dry_joint_angle(const DryWorld *world, DryJointId id, DryJointAxis axis)
{
    float position, speed;
    return is_angular(axis) && read_axis(world, id, axis, &position, &speed) ? position : 0.0f;
}

float dry_joint_offset(const DryWorld *world, DryJointId id, DryJointAxis axis)
{
    float position, speed;
    return !is_angular(axis) && read_axis(world, id, axis, &position, &speed) ? position : 0.0f;
}

float dry_joint_speed(const DryWorld *world, DryJointId id, DryJointAxis axis)
{
    float position, speed;
    return read_axis(world, id, axis, &position, &speed) ? speed : 0.0f;
}

static void read_errors(const DryWorld *w, DryJointId id, float *gap, float *skew)
{
    const JointAxes *axes;
    const Joint *joint = find(w, id, &axes);
    *gap = *skew = 0.0f;
    if (joint != NULL) {
        JointPlacement at = placement(w, id);
        dry__joint_errors(joint, &at, gap, skew);
    }
}

float dry_joint_gap(const DryWorld *world, DryJointId id)
{
    float gap, skew;
    read_errors(world, id, &gap, &skew);
    return gap;
}

float dry_joint_skew(const DryWorld *world, DryJointId id)
{
    float gap, skew;
    read_errors(world, id, &gap, &skew);
    return skew;
}

/* Impulses over the latest step as a mean. */
static DryVec3 mean(const DryWorld *w, DryJointId id, bool torque)
{
    const JointAxes *axes;
    const Joint *joint = find(w, id, &axes);
    if (joint == NULL || !(joint->total_time > 0.0f)) {
        return v3(0.0f, 0.0f, 0.0f);
    }
    return v3_scale(torque ? joint->total_torque : joint->total_force, 1.0f / joint->total_time);
}

DryVec3 dry_joint_force(const DryWorld *world, DryJointId id)
{
    return mean(world, id, false);
}

DryVec3 dry_joint_torque(const DryWorld *world, DryJointId id)
{
    return mean(world, id, true);
}
