/* C3 in the engine: two bodies that meet. */
#include "contracts/check.h"

#include <drystone/drystone.h>

static const float dt = 1.0f / 60.0f;

static DryWorld *open_space(void)
{
    DryWorldDef def = dry_world_def_default();
    def.gravity = dry_vec3(0.0f, 0.0f, 0.0f);
    def.restitution_threshold = 0.0f;
    def.workers = 1;
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    return world;
}

static void step(DryWorld *world, int steps)
{
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(dry_world_step(world, dt), DRY_OK);
    }
}

/* A ball without friction. */
static DryBodyId add_ball(DryWorld *world, DryBodyType type, DryPos place, DryVec3 velocity, float mass,
                          float restitution)
{
    DryShapeOptions options = dry_shape_options_default();
    options.material.friction = 0.0f;
    options.material.restitution = restitution;
    options.density = mass / (4.18879f * 0.125f);
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = place;
    def.velocity = velocity;
    DryBodyId ball = dry_body_create(world, &def);
    DrySphere sphere = { { 0.0f, 0.0f, 0.0f }, 0.5f };
    assert_int_not_equal(dry_shape_add_sphere(world, ball, &sphere, &options).index, 0);
    return ball;
}

static void assert_velocity(const DryWorld *world, DryBodyId body, double x, double y)
{
    DryVec3 v = dry_body_velocity(world, body);
    assert_close((double)v.x, x, 1e-5);
    assert_close((double)v.y, y, 1e-5);
    assert_close((double)v.z, 0.0, 1e-5);
}

/* The impact comes after a tenth of a second, on the line between the centres, which then is the x axis. */
static void meet(DryWorld *world, float restitution, DryBodyId pair[2])
{
    pair[0] =
        add_ball(world, DRY_DYNAMIC, dry_pos(-0.4, -0.2, 0.0), dry_vec3(4.0f, 2.0f, 0.0f), 1.0f, restitution);
    pair[1] =
        add_ball(world, DRY_DYNAMIC, dry_pos(1.0, 0.1, 0.0), dry_vec3(0.0f, -1.0f, 0.0f), 3.0f, restitution);
}

static void c3_1_engine_keeps_momentum_and_what_is_beside_the_normal(void **state)
{
    (void)state;
    DryWorld *world = open_space();
    DryBodyId pair[2];
    meet(world, 1.0f, pair);
    step(world, 30);
    assert_velocity(world, pair[0], -2.0, 2.0);
    assert_velocity(world, pair[1], 2.0, -1.0);
    dry_world_destroy(world);
}

static void c3_2_engine_loses_the_relative_part_at_e_0(void **state)
{
    (void)state;
    DryWorld *world = open_space();
    DryBodyId pair[2];
    pair[0] = add_ball(world, DRY_DYNAMIC, dry_pos(-1.0, 0.0, 0.0), dry_vec3(4.0f, 0.0f, 0.0f), 1.0f, 0.0f);
    pair[1] = add_ball(world, DRY_DYNAMIC, dry_pos(1.0, 0.0, 0.0), dry_vec3(0.0f, 0.0f, 0.0f), 3.0f, 0.0f);
    assert_close(dry_world_energy(world).kinetic, 8.0, 1e-4);
    step(world, 30);
    assert_velocity(world, pair[0], 1.0, 0.0);
    assert_velocity(world, pair[1], 1.0, 0.0);
    assert_close(dry_world_energy(world).kinetic, 2.0, 1e-4);
    dry_world_destroy(world);
}

static void c3_3_engine_leaves_those_that_part_or_pass_alone(void **state)
{
    (void)state;
    const float speeds[] = { -1.0f, 0.0f };
    for (int i = 0; i < 2; ++i) {
        DryWorld *world = open_space();
        /* touching, and moving apart or past each other */
        DryBodyId a =
            add_ball(world, DRY_DYNAMIC, dry_pos(0.0, 0.0, 0.0), dry_vec3(speeds[i], 1.0f, 0.0f), 1.0f, 1.0f);
        DryBodyId b =
            add_ball(world, DRY_DYNAMIC, dry_pos(1.0, 0.0, 0.0), dry_vec3(0.0f, -1.0f, 0.0f), 1.0f, 1.0f);
        step(world, 10);
        assert_velocity(world, a, (double)speeds[i], 1.0);
        assert_velocity(world, b, 0.0, -1.0);
        dry_world_destroy(world);
    }
}

static void c3_3_engine_kinematic_body_hits_and_is_not_changed(void **state)
{
    (void)state;
    DryWorld *world = open_space();
    DryBodyId bat =
        add_ball(world, DRY_KINEMATIC, dry_pos(0.0, 0.0, 0.0), dry_vec3(2.0f, 0.0f, 0.0f), 1.0f, 0.5f);
    DryBodyId ball =
        add_ball(world, DRY_DYNAMIC, dry_pos(1.5, 0.0, 0.0), dry_vec3(-4.0f, 0.0f, 0.0f), 1.0f, 0.5f);
    step(world, 20);
    assert_velocity(world, bat, 2.0, 0.0);
    assert_velocity(world, ball, 5.0, 0.0); /* 2 + e 6 */
    dry_world_destroy(world);
}

/* A ball on the end of a free plank: with lever arm and inertia, energy comes back whole at e = 1. */
static void c3_6_engine_off_centre_impact(void **state)
{
    (void)state;
    DryWorld *world = open_space();
    DryShapeOptions options = dry_shape_options_default();
    options.material.friction = 0.0f;
    DryBodyDef def = dry_body_def_default();
    def.type = DRY_DYNAMIC;
    DryBodyId plank = dry_body_create(world, &def);
    DryBox box = { { 2.0f, 0.1f, 0.1f } };
    assert_int_not_equal(dry_shape_add_box(world, plank, &box, &options).index, 0);
    DryBodyId ball =
        add_ball(world, DRY_DYNAMIC, dry_pos(1.5, 1.0, 0.0), dry_vec3(0.0f, -3.0f, 0.0f), 50.0f, 1.0f);
    double start = dry_world_energy(world).kinetic;
    step(world, 30);
    DryMass mass = dry_body_mass(world, plank);
    double k = 1.0 / 50.0 + 1.0 / (double)mass.mass + 1.5 * 1.5 / (double)mass.inertia.zz;
    double impulse = 2.0 * 3.0 / k;
    assert_velocity(world, ball, 0.0, -3.0 + impulse / 50.0);
    assert_velocity(world, plank, 0.0, -impulse / (double)mass.mass);
    assert_close((double)dry_body_angular_velocity(world, plank).z, -1.5 * impulse / (double)mass.inertia.zz,
                 1e-4);
    assert_close(dry_world_energy(world).kinetic, start, 1e-4 * start);
    dry_world_destroy(world);
}

/* Friction acts where the ball will touch, not midway between the surfaces as they are at the start of the
   step: a ball that grips keeps 5/7 of its speed along the ground, wherever in the step it lands. */
static void c3_6_engine_landing_grips_at_the_surface(void **state)
{
    (void)state;
    for (int height = 0; height < 10; ++height) {
        DryWorld *world = open_space();
        DryBodyDef def = dry_body_def_default();
        DryBodyId ground = dry_body_create(world, &def);
        DryShapeOptions options = dry_shape_options_default();
        options.material.friction = 5.0f;
        DryBox box = { { 50.0f, 1.0f, 50.0f } };
        assert_int_not_equal(dry_shape_add_box(world, ground, &box, &options).index, 0);
        options.material.restitution = height % 2 == 0 ? 0.0f : 0.5f;
        def.type = DRY_DYNAMIC;
        def.position = dry_pos(0.0, 1.6 + 0.1 * height, 0.0);
        def.velocity = dry_vec3(2.0f, -20.0f, 0.0f);
        DryBodyId ball = dry_body_create(world, &def);
        DrySphere sphere = { { 0.0f, 0.0f, 0.0f }, 0.5f };
        assert_int_not_equal(dry_shape_add_sphere(world, ball, &sphere, &options).index, 0);
        step(world, 10);
        assert_velocity(world, ball, 10.0 / 7.0, 20.0 * (double)options.material.restitution);
        assert_close((double)dry_body_angular_velocity(world, ball).z, -20.0 / 7.0, 1e-4);
        dry_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c3_1_engine_keeps_momentum_and_what_is_beside_the_normal),
        cmocka_unit_test(c3_2_engine_loses_the_relative_part_at_e_0),
        cmocka_unit_test(c3_3_engine_leaves_those_that_part_or_pass_alone),
        cmocka_unit_test(c3_3_engine_kinematic_body_hits_and_is_not_changed),
        cmocka_unit_test(c3_6_engine_off_centre_impact),
        cmocka_unit_test(c3_6_engine_landing_grips_at_the_surface),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
