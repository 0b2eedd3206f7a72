/* C2.7: what must not wake a sleeper, and who does not belong to its island. */
#include "contracts/wake_scenes.h"

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
        cmocka_unit_test(c2_7_nothing_else_wakes),
        cmocka_unit_test(c2_7_disabled_joints_connect_nothing),
        cmocka_unit_test(c2_7_constant_small_force_does_not_flicker),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
