/* Joints: creation, life, what they join. */
#include "world/api/check.h"
#include "world/edit/joint_edit.h"
#include "world/edit/wake_edit.h"

/* The message of a failed check names the call already. */
static DryStatus keep_error(DryWorld *w, DryStatus status)
{
    return dry__error_format(w->error, sizeof w->error, status, "%s", dry_last_error());
}

static void wake_bodies(DryWorld *w, int32_t joint)
{
    for (int side = 0; side < 2; ++side) {
        dry__wake_body(w, w->state.joints.links.data[joint].body[side]);
    }
}

static DryStatus find_pair(DryWorld *w, const JointCommon *common, const char *call, int32_t body[2])
{
    DryStatus status = dry__edit_body(w, common->body_a, call, &body[0]);
    return status != DRY_OK ? status : dry__edit_body(w, common->body_b, call, &body[1]);
}

/* The rest of every creation, once the definition has been translated. `checked`: what that answered. */
static DryJointId create(DryWorld *w, DryStatus checked, const Joint *joint, const JointAxes *axes,
                         const JointCommon *common, const char *call)
{
    int32_t body[2];
    if (checked != DRY_OK) {
        (void)keep_error(w, checked);
        return (DryJointId){ 0 };
    }
    if (find_pair(w, common, call, body) != DRY_OK) {
        return (DryJointId){ 0 };
    }
    JointTable *t = &w->state.joints;
    bool with_axes = axes != NULL && dry__joint_needs_axes(joint);
    int32_t slot = dry__joint_table_take(t, with_axes);
    if (slot < 0) {
        (void)dry__fail(w, DRY_ERROR_MEMORY, call, "out of memory");
        return (DryJointId){ 0 };
    }
    int32_t axes_slot = t->joints.data[slot].axes;
    t->joints.data[slot] = *joint;
    t->joints.data[slot].axes = axes_slot;
    if (with_axes) {
        t->axes.data[axes_slot] = *axes;
    }
    JointLink *link = &t->links.data[slot];
    link->body[0] = body[0];
    link->body[1] = body[1];
    link->flags = JOINT_ENABLED | (common->collide_connected ? (uint32_t)JOINT_COLLIDE : 0u);
    link->break_force = common->break_force;
    link->break_torque = common->break_torque;
    link->frame_a = common->frame_a;
    link->frame_b = common->frame_b;
    link->user_data = common->user_data;
    dry__joint_link(w, slot);
    wake_bodies(w, slot);
    return world_joint_id(w, slot);
}

static bool begin_create(DryWorld *w, const void *def, const char *call)
{
    if (dry__begin_edit(w, call) != DRY_OK) {
        return false;
    }
    if (def == NULL) {
        (void)dry__fail(w, DRY_ERROR_ARGUMENT, call, "the definition is null");
        return false;
    }
    return true;
}

DryJointId dry_fixed_create(DryWorld *world, const DryFixedDef *def)
{
    static const char *call = "dry_fixed_create";
    if (!begin_create(world, def, call)) {
        return (DryJointId){ 0 };
    }
    Joint joint;
    JointCommon common;
    DryStatus status = dry__joint_from_fixed(def, &joint, &common);
    return create(world, status, &joint, NULL, &common, call);
}

DryJointId dry_ball_create(DryWorld *world, const DryBallDef *def)
{
    static const char *call = "dry_ball_create";
    if (!begin_create(world, def, call)) {
        return (DryJointId){ 0 };
    }
    Joint joint;
    JointAxes axes;
    JointCommon common;
    DryStatus status = dry__joint_from_ball(def, &joint, &axes, &common);
    return create(world, status, &joint, &axes, &common, call);
}

DryJointId dry_hinge_create(DryWorld *world, const DryHingeDef *def)
{
    static const char *call = "dry_hinge_create";
    if (!begin_create(world, def, call)) {
        return (DryJointId){ 0 };
    }
    Joint joint;
    JointCommon common;
    DryStatus status = dry__joint_from_hinge(def, &joint, &common);
    return create(world, status, &joint, NULL, &common, call);
}

DryJointId dry_prismatic_create(DryWorld *world, const DryPrismaticDef *def)
{
    static const char *call = "dry_prismatic_create";
    if (!begin_create(world, def, call)) {
        return (DryJointId){ 0 };
    }
    Joint joint;
    JointCommon common;
    DryStatus status = dry__joint_from_prismatic(def, &joint, &common);
    return create(world, status, &joint, NULL, &common, call);
}

DryJointId dry_distance_create(DryWorld *world, const DryDistanceDef *def)
{
    static const char *call = "dry_distance_create";
    if (!begin_create(world, def, call)) {
        return (DryJointId){ 0 };
    }
    Joint joint;
    JointCommon common;
    DryStatus status = dry__joint_from_distance(def, &joint, &common);
    return create(world, status, &joint, NULL, &common, call);
}

DryJointId dry_six_axis_create(DryWorld *world, const DrySixAxisDef *def)
{
    static const char *call = "dry_six_axis_create";
    if (!begin_create(world, def, call)) {
        return (DryJointId){ 0 };
    }
    Joint joint;
    JointAxes axes;
    JointCommon common;
    DryStatus status = dry__joint_from_six_axis(def, &joint, &axes, &common);
    return create(world, status, &joint, &axes, &common, call);
}

DryStatus dry_joint_destroy(DryWorld *world, DryJointId id)
{
    int32_t joint;
    DryStatus status = dry__edit_joint(world, id, "dry_joint_destroy", &joint);
    if (status == DRY_OK) {
        wake_bodies(world, joint);
        dry__joint_destroy(world, joint);
    }
    return status;
}

bool dry_joint_is_valid(const DryWorld *world, DryJointId id)
{
    return dry__find_joint(world, id) >= 0;
}

int32_t dry_world_joints(const DryWorld *world, DryJointId *joints, int32_t capacity)
{
    if (world == NULL) {
        return 0;
    }
    const IdPool *ids = &world->state.joints.ids;
    int32_t count = 0;
    for (int32_t i = 0; i < ids->generation.count; ++i) {
        if (id_alive(ids, i)) {
            if (joints != NULL && count < capacity) {
                joints[count] = world_joint_id(world, i);
            }
            count++;
        }
    }
    return count;
}

/* Lowest slot above `after` among the body's joints, or -1. */
static int32_t next_joint(const DryWorld *w, int32_t body, int32_t after)
{
    int32_t best = -1;
    for (int32_t edge = world_body(w, body)->joint_head; edge >= 0;) {
        int32_t joint = edge >> 1;
        if (joint > after && (best < 0 || joint < best)) {
            best = joint;
        }
        edge = w->state.joints.links.data[joint].next[edge & 1];
    }
    return best;
}

int32_t dry_body_joints(const DryWorld *world, DryBodyId id, DryJointId *joints, int32_t capacity)
{
    int32_t body = dry__find_body(world, id);
    if (body < 0) {
        return 0;
    }
    int32_t joint = -1;
    for (int32_t i = 0; joints != NULL && i < capacity; ++i) {
        joint = next_joint(world, body, joint);
        if (joint < 0) {
            break;
        }
        joints[i] = world_joint_id(world, joint);
    }
    return world_body(world, body)->joint_count;
}

static const JointLink *find_link(const DryWorld *w, DryJointId id)
{
    int32_t joint = dry__find_joint(w, id);
    return joint < 0 ? NULL : &w->state.joints.links.data[joint];
}

DryJointKind dry_joint_kind(const DryWorld *world, DryJointId id)
{
    int32_t joint = dry__find_joint(world, id);
    return joint < 0 ? DRY_JOINT_NONE : (DryJointKind)world->state.joints.joints.data[joint].kind;
}

DryBodyId dry_joint_body_a(const DryWorld *world, DryJointId id)
{
    const JointLink *link = find_link(world, id);
    return link == NULL ? (DryBodyId){ 0 } : world_body_id(world, link->body[0]);
}

DryBodyId dry_joint_body_b(const DryWorld *world, DryJointId id)
{
    const JointLink *link = find_link(world, id);
    return link == NULL ? (DryBodyId){ 0 } : world_body_id(world, link->body[1]);
}

static DryFrame user_frame(const DryWorld *w, DryJointId id, int side)
{
    int32_t joint = dry__find_joint(w, id);
    if (joint < 0) {
        return (DryFrame){ 0 };
    }
    const JointLink *link = &w->state.joints.links.data[joint];
    return dry__joint_user_frame(&w->state.joints.joints.data[joint],
                                 side == 0 ? link->frame_a : link->frame_b);
}

DryFrame dry_joint_frame_a(const DryWorld *world, DryJointId id)
{
    return user_frame(world, id, 0);
}

DryFrame dry_joint_frame_b(const DryWorld *world, DryJointId id)
{
    return user_frame(world, id, 1);
}

static JointAxes *joint_axes(DryWorld *w, int32_t joint)
{
    int32_t axes = w->state.joints.joints.data[joint].axes;
    return axes >= 0 ? &w->state.joints.axes.data[axes] : NULL;
}

DryStatus dry_joint_set_frames(DryWorld *world, DryJointId id, DryFrame frame_a, DryFrame frame_b)
{
    static const char *call = "dry_joint_set_frames";
    int32_t joint;
    DryStatus status = dry__edit_joint(world, id, call, &joint);
    if (status != DRY_OK) {
        return status;
    }
    status = dry__joint_check_frame(&frame_a, call, "frame_a");
    if (status == DRY_OK) {
        status = dry__joint_check_frame(&frame_b, call, "frame_b");
    }
    if (status != DRY_OK) {
        return keep_error(world, status);
    }
    Joint *j = &world->state.joints.joints.data[joint];
    JointLink *link = &world->state.joints.links.data[joint];
    link->frame_a = dry__joint_inner_frame(j, frame_a);
    link->frame_b = dry__joint_inner_frame(j, frame_b);
    dry__joint_forget(j, joint_axes(world, joint));
    dry__joint_rebase(world, joint);
    wake_bodies(world, joint);
    return DRY_OK;
}

/* Sets or clears a flag of the link; the bodies wake and what may touch is looked at again. */
static DryStatus set_flag(DryWorld *w, DryJointId id, uint32_t flag, bool on, const char *call)
{
    int32_t joint;
    DryStatus status = dry__edit_joint(w, id, call, &joint);
    if (status != DRY_OK) {
        return status;
    }
    JointLink *link = &w->state.joints.links.data[joint];
    if (((link->flags & flag) != 0) == on) {
        return DRY_OK;
    }
    wake_bodies(w, joint);
    link->flags ^= flag;
    dry__joint_forget(&w->state.joints.joints.data[joint], joint_axes(w, joint));
    dry__joint_refilter(w, joint);
    dry__joint_update(w, joint);
    return DRY_OK;
}

DryStatus dry_joint_set_enabled(DryWorld *world, DryJointId id, bool enabled)
{
    return set_flag(world, id, JOINT_ENABLED, enabled, "dry_joint_set_enabled");
}

bool dry_joint_is_enabled(const DryWorld *world, DryJointId id)
{
    const JointLink *link = find_link(world, id);
    return link != NULL && (link->flags & JOINT_ENABLED) != 0;
}

DryStatus dry_joint_set_collide_connected(DryWorld *world, DryJointId id, bool collide)
{
    return set_flag(world, id, JOINT_COLLIDE, collide, "dry_joint_set_collide_connected");
}

bool dry_joint_collide_connected(const DryWorld *world, DryJointId id)
{
    const JointLink *link = find_link(world, id);
    return link != NULL && (link->flags & JOINT_COLLIDE) != 0;
}

void *dry_joint_user_data(const DryWorld *world, DryJointId id)
{
    const JointLink *link = find_link(world, id);
    return link == NULL ? NULL : link->user_data;
}

DryStatus dry_joint_set_user_data(DryWorld *world, DryJointId id, void *user_data)
{
    int32_t joint;
    DryStatus status = dry__edit_joint(world, id, "dry_joint_set_user_data", &joint);
    if (status == DRY_OK) {
        world->state.joints.links.data[joint].user_data = user_data;
    }
    return status;
}
