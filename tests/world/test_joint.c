/* Joints through the public face: creation and its refusals, life, parameters, readings, breaking. */
#include <drystone/drystone.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const float pi = 3.14159265f;

static DryWorld *make_world(void)
{
    DryWorldDef def = dry_world_def_default();
    def.gravity = dry_vec3(0.0f, -10.0f, 0.0f);
    def.workers = 1;
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    return world;
}

static DryBodyId add_static(DryWorld *world)
{
    DryBodyDef def = dry_body_def_default();
    return dry_body_create(world, &def);
}

static DryBodyId add_box(DryWorld *world, DryPos at, DryVec3 half, float density)
{
    DryBodyDef def = dry_body_def_default();
    def.type = DRY_DYNAMIC;
    def.position = at;
    def.can_sleep = false;
    DryBodyId body = dry_body_create(world, &def);
    DryShapeOptions options = dry_shape_options_default();
    options.density = density;
    DryBox box = { .half_extents = half };
    assert_true(dry_shape_add_box(world, body, &box, &options).index != 0);
    return body;
}

static void step(DryWorld *world, int count)
{
    for (int i = 0; i < count; ++i) {
        if (dry_world_step(world, 1.0f / 60.0f) != DRY_OK) {
            fail_msg("%s", dry_world_error(world));
        }
    }
}

static void j3_pendulum(void **state)
{
    (void)state;
    DryWorld *world = make_world();
    DryBodyDef def = dry_body_def_default();
    DryBodyId anchor = add_static(world);
    def.type = DRY_DYNAMIC;
    def.position = dry_pos(2.0, 0.0, 0.0);
    def.can_sleep = false;
    DryBodyId ball = dry_body_create(world, &def);
    DryMass mass = { .mass = 1.0f, .inertia = { .xx = 0.004f, .yy = 0.004f, .zz = 0.004f } };
    assert_int_equal(dry_body_set_mass(world, ball, &mass), DRY_OK);
    DryBallDef joint = dry_ball_def_default();
    joint.body_a = anchor;
    joint.body_b = ball;
    joint.frame_b.position = dry_vec3(-2.0f, 0.0f, 0.0f);
    DryJointId id = dry_ball_create(world, &joint);
    assert_true(dry_joint_is_valid(world, id));
    double before = dry_world_energy(world).total, first = 0.0, last = 0.0, previous = 2.0;
    int crossings = 0;
    float gap = 0.0f;
    for (int i = 0; i < 3600; ++i) {
        step(world, 1);
        double x = dry_body_position(world, ball).x;
        if (previous < 0.0 && x >= 0.0) {
            last = (i + 1 - x / (x - previous)) / 60.0;
            first = crossings++ == 0 ? last : first;
        }
        previous = x;
        gap = fmaxf(gap, dry_joint_gap(world, id));
    }
    double period = (last - first) / (crossings - 1), loss = (before - dry_world_energy(world).total) / 20.0;
    assert_true(fabs(period - 3.3183) < 0.002 * 3.3183);
    assert_true(loss > -0.001 && loss < 0.01);
    assert_true(gap < 1e-3f);
    dry_world_destroy(world);
}

/* The door of the manual's example: a hinge whose frames are off the centres, with limit and closer. */
static void door_swings_stops_and_closes(void **state)
{
    (void)state;
    DryWorld *world = make_world();
    DryBodyId frame = add_static(world);
    DryBodyId door = add_box(world, dry_pos(0.5, 1.0, 0.0), dry_vec3(0.5f, 1.0f, 0.02f), 500.0f);
    DryHingeDef hinge = dry_hinge_def_default();
    hinge.body_a = frame;
    hinge.body_b = door;
    hinge.frame_a = dry_frame_from_axis(dry_vec3(0.0f, 1.0f, 0.0f), dry_vec3(0.0f, 1.0f, 0.0f));
    hinge.frame_b = dry_frame_from_axis(dry_vec3(-0.5f, 0.0f, 0.0f), dry_vec3(0.0f, 1.0f, 0.0f));
    hinge.limit = (DryLimit){ .enabled = true, .lower = -1.9f, .upper = 1.9f };
    DryJointId id = dry_hinge_create(world, &hinge);
    assert_int_equal(dry_joint_kind(world, id), DRY_JOINT_HINGE);
    assert_int_equal(dry_body_apply_angular_impulse(world, door, dry_vec3(0.0f, 60.0f, 0.0f), DRY_WAKE),
                     DRY_OK);
    float peak = 0.0f;
    for (int i = 0; i < 120; ++i) {
        step(world, 1);
        peak = fmaxf(peak, dry_joint_angle(world, id, DRY_AXIS_ANGULAR_X));
    }
    assert_true(fabsf(peak - 1.9f) * 180.0f / pi < 0.5f);
    assert_true(fabsf(dry_body_angular_velocity(world, door).y) < 1e-2f);
    DryDrive closer = {
        .mode = DRY_DRIVE_POSITION, .frequency = 1.0f, .damping_ratio = 1.0f, .max_force = 200.0f
    };
    assert_int_equal(dry_joint_set_drive(world, id, DRY_AXIS_ANGULAR_X, &closer), DRY_OK);
    step(world, 240);
    assert_true(fabsf(dry_joint_angle(world, id, DRY_AXIS_ANGULAR_X)) < 1e-2f);
    assert_true(fabsf(dry_joint_speed(world, id, DRY_AXIS_ANGULAR_X)) < 1e-2f);
    assert_true(dry_joint_gap(world, id) < 1e-3f && dry_joint_skew(world, id) < 1e-2f);
    float weight = dry_body_mass(world, door).mass * 10.0f;
    assert_true(fabsf(dry_joint_force(world, id).y - weight) < 0.01f * weight);
    assert_true(fabsf(fabsf(dry_joint_torque(world, id).z) - 0.5f * weight) < 0.02f * weight);
    dry_world_destroy(world);
}

/* The example's frames again after the body's centre of mass has moved: the anchors stay where they were. */
static void frames_survive_a_change_of_mass(void **state)
{
    (void)state;
    DryWorld *world = make_world();
    DryBodyId a = add_static(world),
              b = add_box(world, dry_pos(0.0, -1.0, 0.0), dry_vec3(0.1f, 0.5f, 0.1f), 1000.0f);
    DryFixedDef def = dry_fixed_def_default();
    def.body_a = a;
    def.body_b = b;
    def.frame_b.position = dry_vec3(0.0f, 1.0f, 0.0f);
    DryJointId id = dry_fixed_create(world, &def);
    DryShapeOptions options = dry_shape_options_default();
    options.frame.position = dry_vec3(2.0f, 0.5f, 0.0f);
    options.frame.rotation = dry_quat_from_axis_angle(dry_vec3(1.0f, 1.0f, 0.0f), 0.5f);
    DryBox box = { .half_extents = { 0.3f, 0.2f, 0.1f } };
    assert_true(dry_shape_add_box(world, b, &box, &options).index != 0);
    assert_true(dry_joint_gap(world, id) < 1e-5f && dry_joint_skew(world, id) < 1e-5f);
    step(world, 120);
    DryPos p = dry_body_position(world, b);
    assert_true(fabs(p.x) < 1e-3 && fabs(p.y + 1.0) < 1e-3 && fabs(p.z) < 1e-3);
    dry_world_destroy(world);
}

static DryJointId hang(DryWorld *world, DryBodyId *body, float break_force)
{
    DryBodyId a = add_static(world);
    *body = add_box(world, dry_pos(0.0, -1.0, 0.0), dry_vec3(0.5f, 0.5f, 0.5f), 1.0f); /* 1 kg: 10 N */
    DryBallDef def = dry_ball_def_default();
    def.body_a = a;
    def.body_b = *body;
    def.frame_b.position = dry_vec3(0.0f, 1.0f, 0.0f);
    def.break_force = break_force;
    DryJointId id = dry_ball_create(world, &def);
    assert_true(id.index != 0);
    return id;
}

static void j10_breaks_above_its_limit_and_says_so(void **state)
{
    (void)state;
    DryWorld *world = make_world();
    DryBodyId body;
    DryJointId id = hang(world, &body, 20.0f);
    /* the load is put on slowly: the limit is on the mean over one step */
    float broke_at = 0.0f;
    for (int i = 0; i <= 400 && broke_at == 0.0f; ++i) {
        float pull = 0.05f * (float)i;
        assert_int_equal(dry_body_apply_force_center(world, body, dry_vec3(0.0f, -pull, 0.0f), DRY_WAKE),
                         DRY_OK);
        step(world, 1);
        DryEvents events = dry_world_events(world);
        if (events.broken_joint_count > 0) {
            assert_int_equal(events.broken_joint_count, 1);
            const DryBrokenJointEvent *e = &events.broken_joints[0];
            assert_memory_equal(&e->joint, &id, sizeof id);
            assert_memory_equal(&e->body_b, &body, sizeof body);
            assert_true(dry_body_is_valid(world, e->body_a));
            broke_at = 10.0f + pull;
        }
    }
    assert_true(broke_at > 0.99f * 20.0f && broke_at < 1.01f * 20.0f);
    assert_false(dry_joint_is_valid(world, id));
    assert_int_equal(dry_body_joints(world, body, NULL, 0), 0);
    dry_world_destroy(world);
}

static void disabled_joint_lets_go(void **state)
{
    (void)state;
    DryWorld *world = make_world();
    DryBodyId body;
    DryJointId id = hang(world, &body, 0.0f);
    step(world, 30);
    assert_true(fabs(dry_body_position(world, body).y + 1.0) < 1e-3);
    assert_int_equal(dry_joint_set_enabled(world, id, false), DRY_OK);
    assert_false(dry_joint_is_enabled(world, id));
    step(world, 30);
    assert_true(dry_body_position(world, body).y < -1.5);
    assert_int_equal(dry_joint_set_enabled(world, id, true), DRY_OK);
    step(world, 120);
    assert_true(dry_joint_gap(world, id) < 5e-3f);
    assert_int_equal(dry_joint_destroy(world, id), DRY_OK);
    assert_int_equal(dry_joint_destroy(world, id), DRY_ERROR_ID);
    assert_int_equal(dry_world_counters(world).joints, 0);
    dry_world_destroy(world);
}

/* Two boxes that overlap: joined they ignore each other, set free they part. */
static void joined_bodies_touch_only_when_allowed(void **state)
{
    (void)state;
    for (int mode = 0; mode < 4; ++mode) {
        DryWorld *world = make_world();
        assert_int_equal(dry_world_set_gravity(world, dry_vec3(0.0f, 0.0f, 0.0f)), DRY_OK);
        DryBodyId a = add_box(world, dry_pos(0.0, 0.0, 0.0), dry_vec3(0.5f, 0.5f, 0.5f), 1000.0f);
        DryBodyId b = add_box(world, dry_pos(0.9, 0.0, 0.0), dry_vec3(0.5f, 0.5f, 0.5f), 1000.0f);
        DryDistanceDef rope = dry_distance_def_default();
        rope.body_a = a;
        rope.body_b = b;
        rope.max_length = 5.0f;
        rope.collide_connected = mode == 1;
        DryJointId id = dry_distance_create(world, &rope);
        assert_true(id.index != 0);
        step(world, 5);
        assert_true((dry_world_counters(world).touching > 0) == (mode == 1));
        if (mode == 2) {
            assert_int_equal(dry_joint_set_collide_connected(world, id, true), DRY_OK);
        } else if (mode == 3) {
            assert_int_equal(dry_joint_set_enabled(world, id, false), DRY_OK);
        }
        step(world, 60);
        bool apart = dry_body_position(world, b).x - dry_body_position(world, a).x > 0.98;
        assert_true(apart == (mode != 0));
        dry_world_destroy(world);
    }
}

static void wrong_definitions_are_refused(void **state)
{
    (void)state;
    DryWorld *world = make_world();
    DryBodyId a = add_static(world),
              b = add_box(world, dry_pos(1.0, 0.0, 0.0), dry_vec3(0.5f, 0.5f, 0.5f), 1.0f);
    DryHingeDef good = dry_hinge_def_default();
    good.body_a = a;
    good.body_b = b;
    struct {
        DryHingeDef def;
        const char *says;
    } cases[12];
    for (int i = 0; i < 12; ++i) {
        cases[i].def = good;
    }
    cases[0].def.body_b = a;
    cases[0].says = "both";
    cases[1].def.frame_a.rotation.w = 2.0f;
    cases[1].says = "frame_a.rotation";
    cases[2].def.frame_b.position.y = NAN;
    cases[2].says = "frame_b is not finite";
    cases[3].def.limit = (DryLimit){ .enabled = true, .lower = 2.0f, .upper = 1.0f };
    cases[3].says = "limit.lower 2 and upper 1";
    cases[4].def.limit = (DryLimit){ .enabled = true, .lower = NAN, .upper = 1.0f };
    cases[4].says = "limit.lower";
    cases[5].def.drive = (DryDrive){ .mode = DRY_DRIVE_POSITION, .max_force = 1.0f };
    cases[5].says = "frequency 0, stiffness 0 and damping 0";
    cases[6].def.drive = (DryDrive){ .mode = DRY_DRIVE_VELOCITY, .target_velocity = INFINITY };
    cases[6].says = "target_velocity inf";
    cases[7].def.drive = (DryDrive){ .mode = DRY_DRIVE_VELOCITY, .max_force = -1.0f };
    cases[7].says = "drive.max_force is -1";
    cases[8].def.friction_torque = -2.0f;
    cases[8].says = "friction_torque is -2";
    cases[9].def.break_force = -5.0f;
    cases[9].says = "break_force is -5";
    cases[10].def.drive.mode = (DryDriveMode)7;
    cases[10].says = "drive.mode is 7";
    cases[11].def.body_a = (DryBodyId){ 77, 1 };
    cases[11].says = "no such body";
    for (int i = 0; i < 12; ++i) {
        DryJointId id = dry_hinge_create(world, &cases[i].def);
        assert_int_equal(id.index, 0);
        if (strstr(dry_world_error(world), cases[i].says) == NULL ||
            strncmp(dry_world_error(world), "dry_hinge_create: ", 18) != 0) {
            fail_msg("case %d: %s", i, dry_world_error(world));
        }
    }
    assert_int_equal(dry_hinge_create(world, NULL).index, 0);
    assert_int_equal(dry_world_counters(world).joints, 0);
    DryJointId id = dry_hinge_create(world, &good);
    assert_true(id.index != 0);
    DryLimit limit = { .enabled = true, .lower = -1.0f, .upper = 1.0f };
    assert_int_equal(dry_joint_set_limit(world, id, DRY_AXIS_LINEAR_X, &limit), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_joint_set_limit(world, id, (DryJointAxis)9, &limit), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_joint_set_limit(world, id, DRY_AXIS_ANGULAR_X, NULL), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_joint_set_friction(world, id, DRY_AXIS_ANGULAR_X, NAN), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_joint_set_break(world, id, NAN, 0.0f), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_joint_set_limit(world, (DryJointId){ 0 }, DRY_AXIS_ANGULAR_X, &limit), DRY_ERROR_ID);
    assert_true(dry_joint_angle(world, (DryJointId){ 5, 5 }, DRY_AXIS_ANGULAR_X) == 0.0f);
    assert_int_equal(dry_joint_kind(world, (DryJointId){ 5, 5 }), DRY_JOINT_NONE);
    dry_world_destroy(world);
}

static void wrong_six_axis_definitions_are_refused(void **state)
{
    (void)state;
    DryWorld *world = make_world();
    DrySixAxisDef good = dry_six_axis_def_default();
    good.body_a = add_static(world);
    good.body_b = add_box(world, dry_pos(1.0, 0.0, 0.0), dry_vec3(0.5f, 0.5f, 0.5f), 1.0f);
    DrySixAxisDef def = good;
    def.angular[1].drive.mode = DRY_DRIVE_VELOCITY;
    assert_int_equal(dry_six_axis_create(world, &def).index, 0);
    def = good;
    def.linear_set = (DryAxisSetLimit){ 3, { .lower = 0.0f, .upper = 1.0f } };
    assert_int_equal(dry_six_axis_create(world, &def).index, 0);
    assert_non_null(strstr(dry_world_error(world), "linear_set.axes is 3, of which 3 are locked"));
    def = good;
    def.linear[0].motion = DRY_AXIS_FREE;
    def.linear_set = (DryAxisSetLimit){ 1, { .lower = 0.0f, .upper = 1.0f } };
    assert_int_equal(dry_six_axis_create(world, &def).index, 0);
    def = good;
    def.rotation_drive.mode = DRY_DRIVE_VELOCITY;
    assert_int_equal(dry_six_axis_create(world, &def).index, 0);
    def = good;
    def.angular[2].motion = (DryAxisMotion)5;
    assert_int_equal(dry_six_axis_create(world, &def).index, 0);
    def = good;
    def.linear[2].motion = DRY_AXIS_LIMITED;
    def.linear[2].limit = (DryLimit){ .lower = 1.0f, .upper = -1.0f };
    assert_int_equal(dry_six_axis_create(world, &def).index, 0);
    assert_non_null(strstr(dry_world_error(world), "linear[2].limit"));
    assert_int_equal(dry_world_joints(world, NULL, 0), 0);
    assert_true(dry_six_axis_create(world, &good).index != 0);
    dry_world_destroy(world);
}

static void what_was_said_can_be_read_back(void **state)
{
    (void)state;
    DryWorld *world = make_world();
    int tag;
    DryBodyId a = add_static(world),
              b = add_box(world, dry_pos(1.0, 0.0, 0.0), dry_vec3(0.5f, 0.4f, 0.3f), 1.0f);
    DrySixAxisDef six = dry_six_axis_def_default();
    six.body_a = a;
    six.body_b = b;
    six.frame_a = dry_frame_from_axis(dry_vec3(1.0f, 2.0f, 3.0f), dry_vec3(1.0f, 1.0f, 0.0f));
    six.frame_b = dry_frame_from_axis(dry_vec3(-1.0f, 0.0f, 0.0f), dry_vec3(0.0f, 1.0f, 1.0f));
    six.user_data = &tag;
    six.angular[1].motion = DRY_AXIS_LIMITED; /* a hinge about y */
    six.angular[1].limit = (DryLimit){ .lower = -1.0f, .upper = 2.0f, .stiffness = 5.0f, .damping = 1.0f };
    DryJointId id = dry_six_axis_create(world, &six);
    assert_true(id.index != 0);
    DryFrame frame = dry_joint_frame_a(world, id), other = dry_joint_frame_b(world, id);
    assert_true(frame.position.z == 3.0f && other.position.x == -1.0f);
    DryVec3 x = dry_quat_rotate(frame.rotation, dry_vec3(1.0f, 0.0f, 0.0f));
    assert_true(fabsf(x.x - 0.70710678f) < 1e-5f && fabsf(x.y - 0.70710678f) < 1e-5f);
    DryLimit limit = dry_joint_limit(world, id, DRY_AXIS_ANGULAR_Y);
    assert_true(limit.enabled && limit.lower == -1.0f && limit.upper == 2.0f && limit.stiffness == 5.0f &&
                limit.damping == 1.0f);
    assert_false(dry_joint_limit(world, id, DRY_AXIS_ANGULAR_X).enabled);
    assert_int_equal(dry_joint_body_a(world, id).index, a.index);
    assert_int_equal(dry_joint_body_b(world, id).index, b.index);
    assert_ptr_equal(dry_joint_user_data(world, id), &tag);

    DryBallDef ball = dry_ball_def_default();
    ball.body_a = a;
    ball.body_b = b;
    DryJointId plain = dry_ball_create(world, &ball);
    DryLimit cone = { .enabled = true, .lower = 0.0f, .upper = 0.5f },
             wrong = { .enabled = true, .lower = -2.0f, .upper = 0.5f };
    uint64_t hash = dry_world_hash(world);
    assert_int_equal(dry_joint_set_limit(world, plain, DRY_AXIS_CONE, &wrong), DRY_ERROR_ARGUMENT);
    assert_true(dry_world_hash(world) == hash);
    assert_int_equal(dry_joint_set_limit(world, plain, DRY_AXIS_CONE, &cone), DRY_OK);
    assert_true(dry_joint_limit(world, plain, DRY_AXIS_CONE).upper == 0.5f);
    assert_int_equal(dry_joint_set_friction(world, plain, DRY_AXIS_ANGULAR_X, 3.0f), DRY_OK);
    assert_true(dry_joint_friction(world, plain, DRY_AXIS_ANGULAR_X) == 3.0f);
    DryRotationDrive drive = dry_rotation_drive_default();
    drive.mode = DRY_DRIVE_POSITION;
    drive.stiffness = 10.0f;
    assert_int_equal(dry_joint_set_rotation_drive(world, plain, &drive), DRY_OK);
    assert_true(dry_joint_rotation_drive(world, plain).stiffness == 10.0f);
    DryDrive own = dry_drive_default();
    own.mode = DRY_DRIVE_VELOCITY;
    assert_int_equal(dry_joint_set_drive(world, plain, DRY_AXIS_ANGULAR_X, &own), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_joint_set_rotation_drive(world, id, &drive), DRY_ERROR_ARGUMENT);

    DryJointId ids[4];
    assert_int_equal(dry_world_joints(world, ids, 4), 2);
    assert_memory_equal(&ids[0], &id, sizeof id);
    assert_int_equal(dry_body_joints(world, b, ids, 4), 2);
    assert_memory_equal(&ids[1], &plain, sizeof plain);
    assert_int_equal(dry_body_destroy(world, b), DRY_OK);
    assert_int_equal(dry_world_joints(world, ids, 4), 0);
    step(world, 1);
    dry_world_destroy(world);
}

/* Accepted, since a type may change later: until then the joint does nothing. */
static void a_joint_of_static_bodies_waits_for_a_dynamic_one(void **state)
{
    (void)state;
    DryWorld *world = make_world();
    DryBodyId a = add_static(world),
              b = add_box(world, dry_pos(1.0, 0.0, 0.0), dry_vec3(0.5f, 0.5f, 0.5f), 1.0f);
    assert_int_equal(dry_body_set_type(world, b, DRY_STATIC), DRY_OK);
    DryHingeDef def = dry_hinge_def_default();
    def.body_a = a;
    def.body_b = b;
    def.frame_a = dry_frame_from_axis(dry_vec3(0.0f, 0.0f, 0.0f), dry_vec3(0.0f, 0.0f, 1.0f));
    def.frame_b = dry_frame_from_axis(dry_vec3(-1.0f, 0.0f, 0.0f), dry_vec3(0.0f, 0.0f, 1.0f));
    DryJointId id = dry_hinge_create(world, &def);
    assert_true(dry_joint_is_valid(world, id) && dry_joint_is_enabled(world, id));
    step(world, 30);
    assert_true(dry_joint_angle(world, id, DRY_AXIS_ANGULAR_X) == 0.0f);
    assert_true(dry_joint_force(world, id).y == 0.0f);
    DryLimit limit = { .enabled = true, .lower = -0.5f, .upper = 0.5f };
    assert_int_equal(dry_joint_set_limit(world, id, DRY_AXIS_ANGULAR_X, &limit), DRY_OK);
    assert_int_equal(dry_body_set_type(world, b, DRY_DYNAMIC), DRY_OK);
    step(world, 120);
    assert_true(fabsf(dry_joint_angle(world, id, DRY_AXIS_ANGULAR_X) + 0.5f) < 0.01f);
    assert_true(dry_joint_gap(world, id) < 1e-3f);
    dry_world_destroy(world);
}

/* The default may pull as hard as it must; a force turned down to 0 is none. */
static void a_drive_without_force_does_nothing(void **state)
{
    (void)state;
    assert_true(dry_drive_default().max_force == INFINITY);
    assert_true(dry_rotation_drive_default().max_torque == INFINITY);
    assert_true(dry_hinge_def_default().drive.max_force == INFINITY);
    assert_true(dry_prismatic_def_default().drive.max_force == INFINITY);
    assert_true(dry_ball_def_default().drive.max_torque == INFINITY);
    assert_true(dry_six_axis_def_default().angular[2].drive.max_force == INFINITY);
    assert_true(dry_distance_def_default().max_force == INFINITY);
    DryWorld *world = make_world();
    dry_world_set_gravity(world, dry_vec3(0.0f, 0.0f, 0.0f));
    DryHingeDef def = dry_hinge_def_default();
    def.body_a = add_static(world);
    def.body_b = add_box(world, dry_pos(0.0, 0.0, 0.0), dry_vec3(0.5f, 0.5f, 0.5f), 1.0f);
    def.drive = (DryDrive){ .mode = DRY_DRIVE_VELOCITY, .target_velocity = 2.0f };
    DryJointId id = dry_hinge_create(world, &def);
    assert_true(id.index != 0);
    step(world, 30);
    assert_true(dry_joint_speed(world, id, DRY_AXIS_ANGULAR_X) == 0.0f);
    DryDrive drive = dry_drive_default();
    drive.mode = DRY_DRIVE_VELOCITY;
    drive.target_velocity = 2.0f;
    assert_int_equal(dry_joint_set_drive(world, id, DRY_AXIS_ANGULAR_X, &drive), DRY_OK);
    step(world, 10);
    assert_true(fabsf(dry_joint_speed(world, id, DRY_AXIS_ANGULAR_X) - 2.0f) < 1e-3f);
    drive.target_velocity = -2.0f;
    drive.max_force = 0.0f;
    assert_int_equal(dry_joint_set_drive(world, id, DRY_AXIS_ANGULAR_X, &drive), DRY_OK);
    step(world, 10);
    assert_true(fabsf(dry_joint_speed(world, id, DRY_AXIS_ANGULAR_X) - 2.0f) < 1e-3f);
    dry_world_destroy(world);
}

static void break_limits_are_read_back_and_are_state(void **state)
{
    (void)state;
    DryWorld *world = make_world();
    DryBodyId body;
    DryJointId id = hang(world, &body, 20.0f);
    assert_true(dry_joint_break_force(world, id) == 20.0f && dry_joint_break_torque(world, id) == 0.0f);
    uint64_t before = dry_world_hash(world);
    assert_int_equal(dry_joint_set_break(world, id, INFINITY, 3.0f), DRY_OK);
    assert_true(dry_joint_break_force(world, id) == 0.0f && dry_joint_break_torque(world, id) == 3.0f);
    assert_true(dry_world_hash(world) != before);
    dry_world_destroy(world);
}

/* Many kinds at once, in a heap: the same bits with one and two workers, and after a restore. */
static uint64_t run_heap(int workers, bool restore)
{
    DryWorldDef world_def = dry_world_def_default();
    world_def.workers = workers;
    DryWorld *world = dry_world_create(&world_def);
    DryBodyId ground = add_static(world), previous = ground;
    DryHalfSpace floor = { .normal = { 0.0f, 1.0f, 0.0f }, .offset = -3.0f };
    assert_true(dry_shape_add_half_space(world, ground, &floor, NULL).index != 0);
    for (int i = 0; i < 60; ++i) {
        DryBodyId b = add_box(world, dry_pos(0.5 * (i % 12), 1.0 + 0.5 * (i / 12), 0.1 * i),
                              dry_vec3(0.2f, 0.1f, 0.15f), 500.0f);
        DryFrame fa = { { 0.25f, 0.0f, 0.0f }, dry_quat_identity() },
                 fb = { { -0.25f, 0.0f, 0.0f }, dry_quat_identity() };
        if (i % 12 == 0) {
            fa.position = dry_vec3(-0.25f, 1.0f + 0.5f * (float)(i / 12), 0.1f * (float)i);
            previous = ground;
        }
        DryBallDef ball = dry_ball_def_default();
        DryHingeDef hinge = dry_hinge_def_default();
        DryFixedDef fixed = dry_fixed_def_default();
        DryDistanceDef rod = dry_distance_def_default();
        ball.body_a = hinge.body_a = fixed.body_a = rod.body_a = previous;
        ball.body_b = hinge.body_b = fixed.body_b = rod.body_b = b;
        ball.frame_a = hinge.frame_a = fixed.frame_a = rod.frame_a = fa;
        ball.frame_b = hinge.frame_b = fixed.frame_b = rod.frame_b = fb;
        hinge.limit = (DryLimit){ .enabled = true, .lower = -0.5f, .upper = 0.5f };
        ball.cone = (DryLimit){ .enabled = i % 8 == 0, .lower = 0.0f, .upper = 0.8f };
        rod.max_length = 0.3f;
        DryJointId id = i % 4 == 0   ? dry_ball_create(world, &ball)
                        : i % 4 == 1 ? dry_hinge_create(world, &hinge)
                        : i % 4 == 2 ? dry_distance_create(world, &rod)
                                     : dry_fixed_create(world, &fixed);
        assert_true(id.index != 0);
        previous = b;
    }
    step(world, 60);
    if (restore) {
        size_t size = dry_world_save(world, NULL, 0);
        void *buffer = malloc(size);
        assert_int_equal(dry_world_save(world, buffer, size), size);
        step(world, 30);
        assert_int_equal(dry_world_restore(world, buffer, size), DRY_OK);
        free(buffer);
    }
    step(world, 60);
    uint64_t hash = dry_world_hash(world);
    DryJointId ids[64];
    int count = dry_world_joints(world, ids, 64);
    float worst = 0.0f;
    for (int i = 0; i < count; ++i) {
        worst = fmaxf(worst, dry_joint_gap(world, ids[i]));
    }
    assert_true(worst < 0.05f);
    dry_world_destroy(world);
    return hash;
}

static void any_workers_and_a_restore_give_the_same_bits(void **state)
{
    (void)state;
    uint64_t hash = run_heap(1, false);
    assert_true(run_heap(2, false) == hash);
    assert_true(run_heap(4, false) == hash);
    assert_true(run_heap(1, true) == hash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(j3_pendulum),
        cmocka_unit_test(door_swings_stops_and_closes),
        cmocka_unit_test(frames_survive_a_change_of_mass),
        cmocka_unit_test(j10_breaks_above_its_limit_and_says_so),
        cmocka_unit_test(disabled_joint_lets_go),
        cmocka_unit_test(joined_bodies_touch_only_when_allowed),
        cmocka_unit_test(wrong_definitions_are_refused),
        cmocka_unit_test(wrong_six_axis_definitions_are_refused),
        cmocka_unit_test(what_was_said_can_be_read_back),
        cmocka_unit_test(a_joint_of_static_bodies_waits_for_a_dynamic_one),
        cmocka_unit_test(a_drive_without_force_does_nothing),
        cmocka_unit_test(break_limits_are_read_back_and_are_state),
        cmocka_unit_test(any_workers_and_a_restore_give_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
