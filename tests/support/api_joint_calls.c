/* Calls on joints. */
#include "support/api_run.h"

static DryLimit limit(ApiRun *r, float low, float high)
{
    DryLimit l = { .enabled = api_coin(r),
                   .lower = api_number(r, low, 0.0f),
                   .upper = api_number(r, 0.0f, high) };
    if (api_choose(r, 4) == 0) {
        l.frequency = api_number(r, 0.5f, 20.0f);
        l.damping_ratio = api_number(r, 0.0f, 1.0f);
    }
    return l;
}

static DryDrive drive(ApiRun *r)
{
    DryDrive d = dry_drive_default();
    d.mode = (DryDriveMode)api_choose(r, api_wild(r) ? 6 : 3);
    d.target = api_number(r, -1.0f, 1.0f);
    d.target_velocity = api_number(r, -3.0f, 3.0f);
    if (api_coin(r)) {
        d.frequency = api_number(r, 0.5f, 10.0f);
        d.damping_ratio = api_number(r, 0.0f, 2.0f);
    } else {
        d.stiffness = api_number(r, 0.0f, 1000.0f);
        d.damping = api_number(r, 0.0f, 100.0f);
    }
    d.max_force = api_coin(r) ? d.max_force : api_number(r, 0.0f, 5000.0f);
    d.acceleration = api_coin(r);
    return d;
}

static DryRotationDrive rotation_drive(ApiRun *r)
{
    DryRotationDrive d = dry_rotation_drive_default();
    d.mode = (DryDriveMode)api_choose(r, api_wild(r) ? 6 : 3);
    d.target = api_rotation(r);
    d.target_velocity = api_vector(r, 2.0f);
    d.frequency = api_number(r, 0.0f, 5.0f);
    d.damping_ratio = api_number(r, 0.0f, 2.0f);
    d.damping = api_number(r, 0.0f, 10.0f);
    d.acceleration = api_coin(r);
    return d;
}

/* The members that all definitions begin with. */
#define FILL(d)                                                                          \
    do {                                                                                 \
        (d).body_a = api_body(r);                                                        \
        (d).body_b = api_body(r);                                                        \
        (d).frame_a = api_frame(r, 1.0f);                                                \
        (d).frame_b = api_frame(r, 1.0f);                                                \
        (d).collide_connected = api_coin(r);                                             \
        (d).break_force = api_choose(r, 6) == 0 ? api_number(r, 1.0f, 20000.0f) : 0.0f;  \
        (d).break_torque = api_choose(r, 6) == 0 ? api_number(r, 1.0f, 20000.0f) : 0.0f; \
    } while (0)

static Answer create_ball(ApiRun *r, DryWorld *w)
{
    DryBallDef d = dry_ball_def_default();
    FILL(d);
    if (api_coin(r)) {
        d.cone = limit(r, 0.0f, 1.5f);
        d.twist = limit(r, -2.0f, 2.0f);
        d.drive = rotation_drive(r);
        d.friction_torque = api_number(r, 0.0f, 5.0f);
    }
    return api_new_joint(r, dry_ball_create(w, api_wild(r) ? NULL : &d));
}

static Answer create_hinge(ApiRun *r, DryWorld *w)
{
    DryHingeDef d = dry_hinge_def_default();
    FILL(d);
    d.limit = limit(r, -2.0f, 2.0f);
    d.drive = drive(r);
    d.friction_torque = api_number(r, 0.0f, 5.0f);
    return api_new_joint(r, dry_hinge_create(w, &d));
}

static Answer create_slider(ApiRun *r, DryWorld *w)
{
    if (api_coin(r)) {
        DryPrismaticDef d = dry_prismatic_def_default();
        FILL(d);
        d.limit = limit(r, -1.0f, 1.0f);
        d.drive = drive(r);
        d.friction_force = api_number(r, 0.0f, 50.0f);
        return api_new_joint(r, dry_prismatic_create(w, &d));
    }
    DryFixedDef d = dry_fixed_def_default();
    FILL(d);
    return api_new_joint(r, dry_fixed_create(w, api_wild(r) ? NULL : &d));
}

static Answer create_distance(ApiRun *r, DryWorld *w)
{
    DryDistanceDef d = dry_distance_def_default();
    FILL(d);
    d.min_length = api_number(r, 0.0f, 1.0f);
    d.max_length = d.min_length + api_number(r, 0.0f, 1.0f);
    if (api_coin(r)) {
        d.rest_length = api_number(r, 0.0f, 1.0f);
        d.frequency = api_number(r, 0.0f, 10.0f);
        d.damping_ratio = api_number(r, 0.0f, 1.0f);
    }
    return api_new_joint(r, dry_distance_create(w, &d));
}

static DryAxisDef axis_def(ApiRun *r)
{
    DryAxisDef a = { .motion = (DryAxisMotion)api_choose(r, api_wild(r) ? 5 : 3),
                     .limit = limit(r, -1.0f, 1.0f),
                     .drive = dry_drive_default() };
    if (a.motion != DRY_AXIS_LOCKED && api_coin(r)) {
        a.drive = drive(r);
        a.friction = api_number(r, 0.0f, 5.0f);
    }
    return a;
}

static Answer create_six_axis(ApiRun *r, DryWorld *w)
{
    DrySixAxisDef d = dry_six_axis_def_default();
    FILL(d);
    for (int i = 0; i < 3; ++i) {
        d.linear[i] = api_coin(r) ? axis_def(r) : d.linear[i];
        d.angular[i] = api_coin(r) ? axis_def(r) : d.angular[i];
    }
    if (api_choose(r, 4) == 0) {
        d.linear_set = (DryAxisSetLimit){ (uint32_t)api_choose(r, 9), limit(r, 0.0f, 1.0f) };
        d.angular_set = (DryAxisSetLimit){ (uint32_t)api_choose(r, 9), limit(r, 0.0f, 1.0f) };
        d.rotation_drive = rotation_drive(r);
    }
    return api_new_joint(r, dry_six_axis_create(w, &d));
}

static Answer destroy_joint(ApiRun *r, DryWorld *w)
{
    return api_status(dry_joint_destroy(w, api_joint(r)));
}

static DryJointAxis axis(ApiRun *r)
{
    return (DryJointAxis)api_choose(r, api_wild(r) ? 20 : 8);
}

static Answer change_joint(ApiRun *r, DryWorld *w)
{
    DryJointId j = api_joint(r);
    DryJointAxis a = axis(r);
    DryLimit l = limit(r, -1.0f, 1.0f);
    DryDrive d = drive(r);
    DryRotationDrive rd = rotation_drive(r);
    bool none = api_wild(r);
    switch (api_choose(r, 8)) {
    case 0:
        return api_status(dry_joint_set_limit(w, j, a, none ? NULL : &l));
    case 1:
        return api_status(dry_joint_set_drive(w, j, a, none ? NULL : &d));
    case 2:
        return api_status(dry_joint_set_rotation_drive(w, j, none ? NULL : &rd));
    case 3:
        return api_status(dry_joint_set_friction(w, j, a, api_number(r, 0.0f, 10.0f)));
    case 4: {
        DryFrame fa = api_frame(r, 1.0f);
        return api_status(dry_joint_set_frames(w, j, fa, api_frame(r, 1.0f)));
    }
    case 5:
        return api_status(dry_joint_set_enabled(w, j, api_coin(r)));
    case 6:
        return api_status(dry_joint_set_collide_connected(w, j, api_coin(r)));
    default: {
        float force = api_number(r, 0.0f, 5000.0f);
        return api_status(dry_joint_set_break(w, j, force, api_number(r, 0.0f, 5000.0f)));
    }
    }
}

static Answer read_joint(ApiRun *r, DryWorld *w)
{
    DryJointId j = api_joint(r), all[4];
    DryJointAxis a = axis(r);
    float values[7] = { dry_joint_angle(w, j, a),      dry_joint_offset(w, j, a), dry_joint_speed(w, j, a),
                        dry_joint_gap(w, j),           dry_joint_skew(w, j),      dry_joint_friction(w, j, a),
                        dry_joint_limit(w, j, a).lower };
    DryVec3 f = dry_joint_force(w, j), t = dry_joint_torque(w, j);
    DryBodyId ba = dry_joint_body_a(w, j), bb = dry_joint_body_b(w, j);
    DryFrame fa = dry_joint_frame_a(w, j), fb = dry_joint_frame_b(w, j);
    int32_t counts[2] = { dry_world_joints(w, all, 4), (int32_t)dry_joint_kind(w, j) };
    float target = dry_joint_drive(w, j, a).target + dry_joint_rotation_drive(w, j).frequency;
    float most[2] = { dry_joint_break_force(w, j), dry_joint_break_torque(w, j) };
    uint64_t h = MIX(MIX(MIX(MIX(0, values), f), t), counts);
    h = MIX(MIX(MIX(MIX(MIX(MIX(h, ba), bb), fa), fb), target), most);
    h ^= (uint64_t)dry_joint_is_valid(w, j) + 2u * (uint64_t)dry_joint_is_enabled(w, j) +
         4u * (uint64_t)dry_joint_collide_connected(w, j);
    return api_read_value(h);
}

const Call api_joint_calls[] = {
    { "ball_create", create_ball, 3 },
    { "hinge_create", create_hinge, 3 },
    { "slider_create", create_slider, 4 },
    { "distance_create", create_distance, 3 },
    { "six_axis_create", create_six_axis, 4 },
    { "joint_destroy", destroy_joint, 3 },
    { "change joint", change_joint, 8 },
    { "read joint", read_joint, 2 },
    { NULL, NULL, 0 },
};
