/* C2.7: no missed wake edge. One row per edge: a sleeping scene, the edge, who must be awake at once (or
   after a few steps where something must arrive first), and what is right after it. */
#include "contracts/check.h"

#include <drystone/drystone.h>

static const float dt = 1.0f / 60.0f;

/* What the rows work on. Unused members are zero ids. */
typedef struct Scene {
    DryWorld *world;
    DryBodyId support, box; /* box: the sleeper */
    DryJointId joint;
} Scene;

static void step(Scene *s, int steps)
{
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(dry_world_step(s->world, dt), DRY_OK);
    }
}

static DryBodyId body_at(DryWorld *world, DryBodyType type, double x, double y, double z)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = dry_pos(x, y, z);
    return dry_body_create(world, &def);
}

static DryShapeId box_on(DryWorld *world, DryBodyId body, float hx, float hy, float hz)
{
    DryBox box = { { hx, hy, hz } };
    DryShapeId shape = dry_shape_add_box(world, body, &box, NULL);
    assert_int_not_equal(shape.index, 0);
    return shape;
}

static DryShapeId shape_of(const Scene *s, DryBodyId body)
{
    DryShapeId shape = { 0, 0 };
    (void)dry_body_shapes(s->world, body, &shape, 1);
    return shape;
}

static DryPos at(const Scene *s)
{
    return dry_body_position(s->world, s->box);
}

/* ---- scenes ---- */

static void fall_asleep(Scene *s)
{
    step(s, 120);
    assert_false(dry_body_is_awake(s->world, s->box));
}

static Scene open_scene(void)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    Scene s = { .world = dry_world_create(&def) };
    assert_non_null(s.world);
    return s;
}

/* A cube asleep at (0, 0.5, 0) on a support whose top is at 0. */
static Scene on_support(DryBodyType type)
{
    Scene s = open_scene();
    s.support = body_at(s.world, type, 0.0, -0.5, 0.0);
    box_on(s.world, s.support, 5.0f, 0.5f, 5.0f);
    s.box = body_at(s.world, DRY_DYNAMIC, 0.0, 0.5, 0.0);
    box_on(s.world, s.box, 0.5f, 0.5f, 0.5f);
    fall_asleep(&s);
    return s;
}

static Scene on_static(void)
{
    return on_support(DRY_STATIC);
}

static Scene on_kinematic(void)
{
    return on_support(DRY_KINEMATIC);
}

/* The sleeper stands on another dynamic cube, the support, which stands on the ground: one island. */
static Scene on_dynamic(void)
{
    Scene s = open_scene();
    DryBodyId ground = body_at(s.world, DRY_STATIC, 0.0, -0.5, 0.0);
    box_on(s.world, ground, 5.0f, 0.5f, 5.0f);
    s.support = body_at(s.world, DRY_DYNAMIC, 0.0, 0.5, 0.0);
    box_on(s.world, s.support, 0.5f, 0.5f, 0.5f);
    s.box = body_at(s.world, DRY_DYNAMIC, 0.0, 1.5, 0.0);
    box_on(s.world, s.box, 0.5f, 0.5f, 0.5f);
    fall_asleep(&s);
    return s;
}

/* A slope of about 17 degrees, friction 0.6. */
static Scene on_slope(void)
{
    Scene s = open_scene();
    DryQuat tilt = dry_quat_from_axis_angle(dry_vec3(0.0f, 0.0f, 1.0f), 0.3f);
    DryBodyDef def = dry_body_def_default();
    def.rotation = tilt;
    s.support = dry_body_create(s.world, &def);
    box_on(s.world, s.support, 20.0f, 0.5f, 5.0f);
    DryVec3 above = dry_quat_rotate(tilt, dry_vec3(0.0f, 1.0f, 0.0f));
    def.type = DRY_DYNAMIC;
    def.position = dry_pos_add(dry_pos(0.0, 0.0, 0.0), above);
    s.box = dry_body_create(s.world, &def);
    box_on(s.world, s.box, 0.5f, 0.5f, 0.5f);
    fall_asleep(&s);
    return s;
}

/* Hangs 2 m below the support by a hinge about z, without touching anything. */
static Scene hanging(DryBodyType type)
{
    Scene s = open_scene();
    s.support = body_at(s.world, type, 0.0, 0.0, 0.0);
    box_on(s.world, s.support, 0.2f, 0.2f, 0.2f);
    s.box = body_at(s.world, DRY_DYNAMIC, 0.0, -2.0, 0.0);
    box_on(s.world, s.box, 0.5f, 0.5f, 0.5f);
    DryHingeDef def = dry_hinge_def_default();
    def.body_a = s.support;
    def.body_b = s.box;
    def.frame_a = dry_frame_from_axis(dry_vec3(0.0f, 0.0f, 0.0f), dry_vec3(0.0f, 0.0f, 1.0f));
    def.frame_b = dry_frame_from_axis(dry_vec3(0.0f, 2.0f, 0.0f), dry_vec3(0.0f, 0.0f, 1.0f));
    s.joint = dry_hinge_create(s.world, &def);
    assert_int_not_equal(s.joint.index, 0);
    fall_asleep(&s);
    return s;
}

static Scene hanging_static(void)
{
    return hanging(DRY_STATIC);
}

static Scene hanging_kinematic(void)
{
    return hanging(DRY_KINEMATIC);
}

/* ---- edges ---- */

static void destroy_support(Scene *s)
{
    dry_body_destroy(s->world, s->support);
}

static void disable_support(Scene *s)
{
    dry_body_set_enabled(s->world, s->support, false);
}

static void lower_support(Scene *s)
{
    dry_body_set_pose(s->world, s->support, (DryPose){ { 0.0, -3.5, 0.0 }, dry_quat_identity() });
}

static void destroy_shape(Scene *s)
{
    dry_shape_destroy(s->world, shape_of(s, s->support));
}

/* The support's shape is replaced by a smaller one in two calls. */
static void shrink_support(Scene *s)
{
    DryShapeId old = shape_of(s, s->support);
    box_on(s->world, s->support, 0.2f, 0.2f, 0.2f);
    dry_shape_destroy(s->world, old);
}

static void add_shape_into_box(Scene *s)
{
    DryShapeOptions options = dry_shape_options_default();
    options.frame.position = dry_vec3(0.9f, 1.0f, 0.0f);
    DryBox box = { { 0.5f, 0.4f, 0.5f } };
    dry_shape_add_box(s->world, s->support, &box, &options);
}

static void add_shape_to_box(Scene *s)
{
    DryShapeOptions options = dry_shape_options_default();
    options.frame.position = dry_vec3(2.0f, 0.0f, 0.0f);
    DryBox box = { { 0.4f, 0.4f, 0.4f } };
    dry_shape_add_box(s->world, s->box, &box, &options);
}

static void forbid_contact(Scene *s)
{
    dry_shape_set_filter(s->world, shape_of(s, s->support), (DryFilter){ 1, 0, 0 });
}

static void support_becomes_sensor(Scene *s)
{
    dry_shape_set_sensor(s->world, shape_of(s, s->support), true);
}

static void grease_support(Scene *s)
{
    DryMaterial material = dry_material_default();
    material.friction = 0.0f;
    dry_shape_set_material(s->world, shape_of(s, s->support), &material);
}

static void run_belt(Scene *s)
{
    DryMaterial material = dry_material_default();
    material.surface_velocity = dry_vec3(1.0f, 0.0f, 0.0f);
    dry_shape_set_material(s->world, shape_of(s, s->support), &material);
}

static void make_joint(Scene *s)
{
    DryDistanceDef def = dry_distance_def_default();
    def.body_a = s->support;
    def.body_b = s->box;
    def.frame_a.position = dry_vec3(0.0f, 5.5f, 0.0f);
    def.min_length = def.max_length = 3.0f;
    s->joint = dry_distance_create(s->world, &def);
    assert_int_not_equal(s->joint.index, 0);
}

static void destroy_joint(Scene *s)
{
    dry_joint_destroy(s->world, s->joint);
}

static void disable_joint(Scene *s)
{
    dry_joint_set_enabled(s->world, s->joint, false);
}

static void weaken_joint(Scene *s)
{
    dry_joint_set_break(s->world, s->joint, 100.0f, 0.0f);
}

static void drive_joint(Scene *s)
{
    DryDrive drive = dry_drive_default();
    drive.mode = DRY_DRIVE_VELOCITY;
    drive.target_velocity = 2.0f;
    dry_joint_set_drive(s->world, s->joint, DRY_AXIS_ANGULAR_X, &drive);
}

static void move_joint_frame(Scene *s)
{
    DryFrame a = dry_frame_from_axis(dry_vec3(0.0f, 1.0f, 0.0f), dry_vec3(0.0f, 0.0f, 1.0f));
    DryFrame b = dry_frame_from_axis(dry_vec3(0.0f, 2.0f, 0.0f), dry_vec3(0.0f, 0.0f, 1.0f));
    assert_int_equal(dry_joint_set_frames(s->world, s->joint, a, b), DRY_OK);
}

static void push(Scene *s)
{
    dry_body_apply_force_center(s->world, s->box, dry_vec3(50000.0f, 0.0f, 0.0f), DRY_WAKE);
}

static void push_at(Scene *s)
{
    dry_body_apply_force(s->world, s->box, dry_vec3(50000.0f, 0.0f, 0.0f), at(s), DRY_WAKE);
}

static void twist(Scene *s)
{
    dry_body_apply_torque(s->world, s->box, dry_vec3(0.0f, 60000.0f, 0.0f), DRY_WAKE);
}

static void kick(Scene *s)
{
    dry_body_apply_impulse_center(s->world, s->box, dry_vec3(2000.0f, 0.0f, 0.0f), DRY_WAKE);
}

static void kick_at(Scene *s)
{
    dry_body_apply_impulse(s->world, s->box, dry_vec3(2000.0f, 0.0f, 0.0f), at(s), DRY_WAKE);
}

static void spin_kick(Scene *s)
{
    dry_body_apply_angular_impulse(s->world, s->box, dry_vec3(0.0f, 500.0f, 0.0f), DRY_WAKE);
}

static void set_velocity(Scene *s)
{
    dry_body_set_velocity(s->world, s->box, dry_vec3(2.0f, 0.0f, 0.0f));
}

static void set_spin(Scene *s)
{
    dry_body_set_angular_velocity(s->world, s->box, dry_vec3(0.0f, 3.0f, 0.0f));
}

static void explode(Scene *s)
{
    DryExplosion e = dry_explosion_default();
    e.position = dry_pos(-2.0, 0.5, 0.0);
    e.impulse = 3000.0f;
    assert_int_equal(dry_world_explode(s->world, &e), 1);
}

static void raise_platform(Scene *s)
{
    dry_body_set_velocity(s->world, s->support, dry_vec3(0.0f, 1.0f, 0.0f));
}

static void turn_platform(Scene *s)
{
    dry_body_set_angular_velocity(s->world, s->support, dry_vec3(0.0f, 0.0f, 1.5f));
}

static void aim_platform(Scene *s)
{
    dry_body_set_target(s->world, s->support, (DryPose){ { 0.0, -0.45, 0.0 }, dry_quat_identity() });
}

/* 0.05 m a step for 200 steps. */
static void tow(Scene *s)
{
    for (int i = 1; i <= 200; ++i) {
        dry_body_set_target(s->world, s->support, (DryPose){ { 0.05 * i, 0.0, 0.0 }, dry_quat_identity() });
        step(s, 1);
    }
}

static void tow_by_teleport(Scene *s)
{
    for (int i = 1; i <= 200; ++i) {
        dry_body_set_pose(s->world, s->support, (DryPose){ { 0.05 * i, 0.0, 0.0 }, dry_quat_identity() });
        step(s, 1);
    }
}

static void tilt_gravity(Scene *s)
{
    dry_world_set_gravity(s->world, dry_vec3(9.81f, -5.0f, 0.0f));
}

static void lift_by_scale(Scene *s)
{
    dry_body_set_gravity_scale(s->world, s->box, -0.5f);
}

static void support_becomes_dynamic(Scene *s)
{
    dry_body_set_type(s->world, s->support, DRY_DYNAMIC);
}

static void box_becomes_kinematic(Scene *s)
{
    dry_body_set_type(s->world, s->support, DRY_KINEMATIC);
    dry_body_set_velocity(s->world, s->support, dry_vec3(0.0f, 0.5f, 0.0f));
}

static void shift_mass(Scene *s)
{
    DryMass mass = dry_body_mass(s->world, s->box);
    mass.center = dry_vec3(1.0f, 0.0f, 0.0f);
    assert_int_equal(dry_body_set_mass(s->world, s->box, &mass), DRY_OK);
}

static void lighten(Scene *s)
{
    dry_shape_set_density(s->world, shape_of(s, s->box), 10.0f);
}

static void teleport(Scene *s)
{
    dry_body_set_pose(s->world, s->box, (DryPose){ { 0.0, 2.0, 0.0 }, dry_quat_identity() });
}

static void forbid_sleep(Scene *s)
{
    dry_body_set_can_sleep(s->world, s->box, false);
}

static void wake(Scene *s)
{
    dry_body_set_awake(s->world, s->box, true);
}

static void lock(Scene *s)
{
    dry_body_set_locks(s->world, s->box, DRY_LOCK_LINEAR_Y);
}

static void throw_ball(Scene *s)
{
    DryBodyId ball = body_at(s->world, DRY_DYNAMIC, -3.0, 0.5, 0.0);
    DrySphere sphere = { { 0.0f, 0.0f, 0.0f }, 0.4f };
    dry_shape_add_sphere(s->world, ball, &sphere, NULL);
    dry_body_set_velocity(s->world, ball, dry_vec3(10.0f, 0.0f, 0.0f));
    step(s, 20);
}

static void ram(Scene *s)
{
    DryBodyId ram = body_at(s->world, DRY_KINEMATIC, -2.0, 0.6, 0.0);
    box_on(s->world, ram, 0.5f, 0.5f, 0.5f);
    dry_body_set_velocity(s->world, ram, dry_vec3(1.5f, 0.0f, 0.0f));
    step(s, 60);
}

static void enable_wall(Scene *s)
{
    DryBodyDef def = dry_body_def_default();
    def.position = dry_pos(0.9, 0.6, 0.0);
    def.enabled = false;
    DryBodyId wall = dry_body_create(s->world, &def);
    box_on(s->world, wall, 0.5f, 0.5f, 0.5f);
    step(s, 2);
    assert_false(dry_body_is_awake(s->world, s->box));
    dry_body_set_enabled(s->world, wall, true);
}

/* ---- what is right afterwards ---- */

static bool falls(Scene *s)
{
    step(s, 40);
    return at(s).y < 0.0;
}

/* The rest of the support has its top at -0.3. */
static bool drops_to_smaller(Scene *s)
{
    step(s, 60);
    return fabs(at(s).y - 0.2) < 0.01;
}

/* Onto the new shape, a tenth above the ground. */
static bool tips(Scene *s)
{
    step(s, 60);
    return fabsf(dry_body_rotation(s->world, s->box).z) > 0.01f;
}

static bool falls_from_joint(Scene *s)
{
    step(s, 40);
    return at(s).y < -3.0;
}

static bool drops_one(Scene *s)
{
    step(s, 90);
    return fabs(at(s).y - 0.5) < 0.05;
}

static bool goes_right(Scene *s)
{
    step(s, 30);
    return at(s).x > 0.02;
}

static bool goes_left(Scene *s)
{
    step(s, 60);
    return at(s).x < -0.02;
}

static bool slides_down(Scene *s)
{
    step(s, 60);
    return at(s).x < -1.0;
}

static bool turns(Scene *s)
{
    step(s, 10);
    return fabsf(dry_body_rotation(s->world, s->box).y) > 0.01f;
}

static bool rises(Scene *s)
{
    step(s, 60);
    return at(s).y > 0.9;
}

static bool rises_a_little(Scene *s)
{
    step(s, 60);
    return fabs(at(s).y - 0.55) < 0.01;
}

static bool tilts(Scene *s)
{
    step(s, 40);
    return fabsf(dry_body_rotation(s->world, s->box).z) > 0.2f;
}

static bool swings(Scene *s)
{
    step(s, 30);
    return fabs(at(s).x) > 0.1;
}

static bool is_a_metre_higher(Scene *s)
{
    step(s, 60);
    return fabs(at(s).y + 1.0) < 0.1;
}

static bool has_followed(Scene *s)
{
    return fabs(at(s).x - 10.0) < 2.5;
}

static bool stays(Scene *s)
{
    DryPos before = at(s);
    step(s, 20);
    return fabs(at(s).x - before.x) < 0.01 && fabs(at(s).y - before.y) < 0.01;
}

static bool stays_awake(Scene *s)
{
    step(s, 120);
    return dry_body_is_awake(s->world, s->box);
}

typedef struct Edge {
    const char *name;
    Scene (*scene)(void);
    void (*act)(Scene *);
    bool (*right)(Scene *);
} Edge;

static const Edge edges[] = {
    { "support destroyed", on_static, destroy_support, falls },
    { "support disabled", on_static, disable_support, falls },
    { "support moved by hand", on_static, lower_support, falls },
    { "shape of the support destroyed", on_static, destroy_shape, falls },
    { "support shrunk", on_static, shrink_support, drops_to_smaller },
    { "shape added to the support, into the sleeper", on_static, add_shape_into_box, goes_left },
    { "shape added to the sleeper", on_static, add_shape_to_box, tips },
    { "filter changed", on_static, forbid_contact, falls },
    { "support becomes a sensor", on_static, support_becomes_sensor, falls },
    { "friction lowered on a slope", on_slope, grease_support, slides_down },
    { "belt started", on_static, run_belt, goes_right },
    { "supporting body destroyed", on_dynamic, destroy_support, drops_one },
    { "supporting body disabled", on_dynamic, disable_support, drops_one },
    { "filter of the supporting body", on_dynamic, forbid_contact, drops_one },
    { "supporting kinematic destroyed", on_kinematic, destroy_support, falls },
    { "supporting kinematic disabled", on_kinematic, disable_support, falls },
    { "supporting kinematic teleported", on_kinematic, lower_support, falls },
    { "supporting kinematic starts to rise", on_kinematic, raise_platform, rises },
    { "supporting kinematic starts to turn", on_kinematic, turn_platform, tilts },
    { "supporting kinematic gets a target", on_kinematic, aim_platform, rises_a_little },
    { "joint made", on_static, make_joint, rises },
    { "joint destroyed", hanging_static, destroy_joint, falls_from_joint },
    { "joint disabled", hanging_static, disable_joint, falls_from_joint },
    { "joint made weaker than its load", hanging_static, weaken_joint, falls_from_joint },
    { "joint drive set", hanging_static, drive_joint, swings },
    { "joint frames moved", hanging_static, move_joint_frame, is_a_metre_higher },
    { "body it hangs on destroyed", hanging_static, destroy_support, falls_from_joint },
    { "body it hangs on disabled", hanging_static, disable_support, falls_from_joint },
    { "towed by a kinematic body with targets", hanging_kinematic, tow, has_followed },
    { "towed by a teleported kinematic body", hanging_kinematic, tow_by_teleport, has_followed },
    { "force", on_static, push, goes_right },
    { "force at a point", on_static, push_at, goes_right },
    { "torque", on_static, twist, turns },
    { "impulse", on_static, kick, goes_right },
    { "impulse at a point", on_static, kick_at, goes_right },
    { "angular impulse", on_static, spin_kick, turns },
    { "velocity set", on_static, set_velocity, goes_right },
    { "angular velocity set", on_static, set_spin, turns },
    { "explosion", on_static, explode, goes_right },
    { "gravity changed", on_static, tilt_gravity, goes_right },
    { "gravity scale changed", on_static, lift_by_scale, rises },
    { "support becomes dynamic", on_static, support_becomes_dynamic, falls },
    { "support becomes a moving kinematic", on_static, box_becomes_kinematic, rises },
    { "mass shifted beyond the edge", on_static, shift_mass, tilts },
    { "density changed", on_static, lighten, stays },
    { "teleported", on_static, teleport, drops_one },
    { "may no longer sleep", on_static, forbid_sleep, stays_awake },
    { "woken", on_static, wake, stays },
    { "locks changed", on_static, lock, stays },
    { "hit by a ball", on_static, throw_ball, goes_right },
    { "pushed by a kinematic body", on_static, ram, goes_right },
    { "wall enabled inside of it", on_static, enable_wall, goes_left },
};

static void c2_7_every_edge_wakes(void **unused)
{
    (void)unused;
    int wrong = 0;
    for (size_t i = 0; i < sizeof edges / sizeof edges[0]; ++i) {
        Scene s = edges[i].scene();
        edges[i].act(&s);
        bool awake = dry_body_is_awake(s.world, s.box), right = edges[i].right(&s);
        if (!awake || !right) {
            DryPos p = at(&s);
            print_error("%s: %s, then %s, at (%g, %g, %g)\n", edges[i].name, awake ? "awake" : "asleep",
                        right ? "right" : "wrong", p.x, p.y, p.z);
            ++wrong;
        }
        dry_world_destroy(s.world);
    }
    assert_int_equal(wrong, 0);
}

/* ---- what must not wake ---- */

static void read_only(Scene *s)
{
    (void)dry_body_pose(s->world, s->box);
    (void)dry_world_energy(s->world);
    (void)dry_island_energy(s->world, s->box);
    (void)dry_body_awake_reason(s->world, s->box, NULL);
}

static void force_without_wake(Scene *s)
{
    dry_body_apply_force_center(s->world, s->box, dry_vec3(1e6f, 0.0f, 0.0f), DRY_DONT_WAKE);
    dry_body_apply_impulse_center(s->world, s->box, dry_vec3(1e6f, 0.0f, 0.0f), DRY_DONT_WAKE);
}

/* A kinematic sensor passes through. */
static void sweep_sensor(Scene *s)
{
    DryBodyId sweeper = body_at(s->world, DRY_KINEMATIC, -2.0, 0.5, 0.0);
    DryShapeOptions options = dry_shape_options_default();
    options.sensor = true;
    DryBox box = { { 0.5f, 0.5f, 0.5f } };
    dry_shape_add_box(s->world, sweeper, &box, &options);
    dry_body_set_velocity(s->world, sweeper, dry_vec3(4.0f, 0.0f, 0.0f));
    bool seen = false;
    for (int i = 0; i < 60; ++i) {
        step(s, 1);
        DryEvents e = dry_world_events(s->world);
        for (int k = 0; k < e.sensor_begin_count; ++k) {
            seen |= e.sensor_begin[k].visitor_body.index == s->box.index;
        }
        assert_false(dry_body_is_awake(s->world, s->box));
    }
    assert_true(seen);
    dry_body_destroy(s->world, sweeper);
}

/* A falling body with a sensor around it wakes and sleeps beside the sleeper. */
static void dynamic_sensor_beside(Scene *s)
{
    DryBodyId other = body_at(s->world, DRY_DYNAMIC, 1.5, 0.5, 0.0);
    box_on(s->world, other, 0.5f, 0.5f, 0.5f);
    DryShapeOptions options = dry_shape_options_default();
    options.sensor = true;
    options.density = 0.0f;
    DrySphere around = { { 0.0f, 0.0f, 0.0f }, 2.0f };
    dry_shape_add_sphere(s->world, other, &around, &options);
    step(s, 90);
    assert_false(dry_body_is_awake(s->world, other));
    dry_body_set_awake(s->world, other, true);
    assert_false(dry_body_is_awake(s->world, s->box));
    dry_body_destroy(s->world, other);
}

static void change_what_does_not_matter(Scene *s)
{
    DryShapeId shape = shape_of(s, s->box);
    dry_shape_set_contact_events(s->world, shape, false);
    dry_shape_set_hit_events(s->world, shape, false);
    dry_shape_set_user_data(s->world, shape, s);
    dry_body_set_user_data(s->world, s->box, s);
    dry_body_set_damping(s->world, s->box, 1.0f, 1.0f);
    dry_body_set_sleep_speed(s->world, s->box, 0.1f);
    dry_world_set_gravity(s->world, dry_world_gravity(s->world));
    dry_world_set_track_work(s->world, true);
    DrySleepSettings settings = dry_world_sleep_settings(s->world);
    dry_world_set_sleep_settings(s->world, &settings);
}

static void pass_by(Scene *s)
{
    DryBodyId ball = body_at(s->world, DRY_DYNAMIC, -3.0, 3.0, 0.0);
    DrySphere sphere = { { 0.0f, 0.0f, 0.0f }, 0.4f };
    dry_shape_add_sphere(s->world, ball, &sphere, NULL);
    dry_body_set_gravity_scale(s->world, ball, 0.0f);
    dry_body_set_velocity(s->world, ball, dry_vec3(10.0f, 0.0f, 0.0f));
    step(s, 60);
}

static void enable_distant(Scene *s)
{
    DryBodyId far = body_at(s->world, DRY_DYNAMIC, 4.0, 0.5, 0.0);
    box_on(s->world, far, 0.5f, 0.5f, 0.5f);
    step(s, 10);
    dry_body_destroy(s->world, far); /* on the same static support: another island */
}

static void explode_far_away(Scene *s)
{
    DryExplosion e = dry_explosion_default();
    e.position = dry_pos(-20.0, 0.5, 0.0);
    e.impulse = 3000.0f;
    assert_int_equal(dry_world_explode(s->world, &e), 0);
}

static const Edge quiet[] = {
    { "reading", on_static, read_only, stays },
    { "forces that are told not to wake", on_static, force_without_wake, stays },
    { "a kinematic sensor passes and is destroyed", on_static, sweep_sensor, stays },
    { "a body with a sensor wakes beside it", on_static, dynamic_sensor_beside, stays },
    { "settings that change no motion", on_static, change_what_does_not_matter, stays },
    { "a body passes by", on_static, pass_by, stays },
    { "a neighbour on the same floor comes and goes", on_static, enable_distant, stays },
    { "an explosion out of reach", on_static, explode_far_away, stays },
};

static void c2_7_nothing_else_wakes(void **unused)
{
    (void)unused;
    int wrong = 0;
    for (size_t i = 0; i < sizeof quiet / sizeof quiet[0]; ++i) {
        Scene s = quiet[i].scene();
        quiet[i].act(&s);
        if (dry_body_is_awake(s.world, s.box) || !quiet[i].right(&s)) {
            print_error("%s wakes\n", quiet[i].name);
            ++wrong;
        }
        dry_world_destroy(s.world);
    }
    assert_int_equal(wrong, 0);
}

/* Two bodies linked by a disabled joint are two islands: one may wake, and be put to sleep, without the
 * other. */
static void c2_7_disabled_joints_connect_nothing(void **unused)
{
    (void)unused;
    Scene s = on_static();
    DryBodyId other = body_at(s.world, DRY_DYNAMIC, 3.0, 0.5, 0.0);
    box_on(s.world, other, 0.5f, 0.5f, 0.5f);
    DryBallDef def = dry_ball_def_default();
    def.body_a = s.box;
    def.body_b = other;
    def.frame_a.position = dry_vec3(1.5f, 0.0f, 0.0f);
    def.frame_b.position = dry_vec3(-1.5f, 0.0f, 0.0f);
    DryJointId joint = dry_ball_create(s.world, &def);
    dry_joint_set_enabled(s.world, joint, false);
    step(&s, 120);
    assert_false(dry_body_is_awake(s.world, s.box));
    dry_body_set_awake(s.world, other, true);
    assert_false(dry_body_is_awake(s.world, s.box));
    dry_body_set_awake(s.world, s.box, true);
    dry_body_set_awake(s.world, other, false);
    assert_true(dry_body_is_awake(s.world, s.box));
    assert_false(dry_body_is_awake(s.world, other));
    dry_joint_set_enabled(s.world, joint, true);
    assert_true(dry_body_is_awake(s.world, other));
    dry_world_destroy(s.world);
}

/* A small force each step must not let the body flicker between sleep and waking. */
static void c2_7_constant_small_force_does_not_flicker(void **unused)
{
    (void)unused;
    Scene s = on_static();
    int changes = 0;
    bool awake = true;
    for (int i = 0; i < 240; ++i) {
        dry_body_apply_force_center(s.world, s.box, dry_vec3(10.0f, 0.0f, 0.0f), DRY_WAKE);
        step(&s, 1);
        changes += dry_body_is_awake(s.world, s.box) != awake;
        awake = dry_body_is_awake(s.world, s.box);
    }
    assert_int_equal(changes, 0);
    dry_world_destroy(s.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c2_7_every_edge_wakes),
        cmocka_unit_test(c2_7_nothing_else_wakes),
        cmocka_unit_test(c2_7_disabled_joints_connect_nothing),
        cmocka_unit_test(c2_7_constant_small_force_does_not_flicker),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
