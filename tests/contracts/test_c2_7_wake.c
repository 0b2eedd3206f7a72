/* C2.7: no missed wake edge. One row per edge: a sleeping scene, the edge, who must be awake at once (or
   after a few steps where something must arrive first), and what is right after it. */
#include "contracts/wake_scenes.h"

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

static bool stays_awake(Scene *s)
{
    step(s, 120);
    return dry_body_is_awake(s->world, s->box);
}

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c2_7_every_edge_wakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
