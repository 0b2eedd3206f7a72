/* C0.9: in the engine, a bounce does not depend on the number of iterations or substeps. */
#include "contracts/check.h"

#include <drystone/drystone.h>

static const float dt = 1.0f / 60.0f;

typedef struct Bounce {
    DryWorld *world;
    DryBodyId ball;
} Bounce;

/* A ball of half a metre over the ground y = 0, its lowest point `gap` above it. */
static Bounce bounce_open(int32_t iterations, int32_t substeps, float gravity, float gap, float velocity,
                          float restitution)
{
    DryWorldDef def = dry_world_def_default();
    def.gravity = dry_vec3(0.0f, -gravity, 0.0f);
    def.iterations = iterations;
    def.substeps = substeps;
    def.workers = 1;
    def.sleeping = false;
    Bounce bounce = { dry_world_create(&def), { 0, 0 } };
    assert_non_null(bounce.world);
    DryShapeOptions options = dry_shape_options_default();
    options.material.restitution = restitution;
    DryBodyDef body = dry_body_def_default();
    DryBox slab = { { 10.0f, 1.0f, 10.0f } };
    body.position.y = -1.0;
    dry_shape_add_box(bounce.world, dry_body_create(bounce.world, &body), &slab, &options);
    body.type = DRY_DYNAMIC;
    body.position.y = 0.5 + (double)gap;
    body.velocity.y = velocity;
    bounce.ball = dry_body_create(bounce.world, &body);
    DrySphere sphere = { { 0.0f, 0.0f, 0.0f }, 0.5f };
    assert_int_not_equal(dry_shape_add_sphere(bounce.world, bounce.ball, &sphere, &options).index, 0);
    return bounce;
}

static void bounce_step(Bounce *bounce, int steps)
{
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(dry_world_step(bounce->world, dt), DRY_OK);
    }
}

static double bounce_velocity(const Bounce *bounce)
{
    return (double)dry_body_velocity(bounce->world, bounce->ball).y;
}

static void c0_9_bounce_does_not_depend_on_effort(void **state)
{
    (void)state;
    for (int32_t iterations = 1; iterations <= 64; iterations *= 2) {
        for (int32_t substeps = 1; substeps <= 16; ++substeps) {
            Bounce bounce = bounce_open(iterations, substeps, 0.0f, 0.2f, -4.0f, 0.5f);
            bounce_step(&bounce, 15);
            assert_close(bounce_velocity(&bounce), 2.0, 1e-3);
            dry_world_destroy(bounce.world);
        }
    }
}

/* The velocity that bounces contains the gravity of this step: v^2 = v0^2 + 2 g h at the ground, and the way
 * up likewise. */
static void c0_9_snapshot_follows_external_forces(void **state)
{
    (void)state;
    for (int32_t substeps = 1; substeps <= 16; substeps *= 2) {
        Bounce bounce = bounce_open(1, substeps, 10.0f, 1.25f, 0.0f, 0.5f);
        double highest = 0.0;
        bounce_step(&bounce, 31); /* it hits after half a second, with 5 m/s */
        for (int i = 0; i < 20; ++i) {
            bounce_step(&bounce, 1);
            double gap = dry_body_position(bounce.world, bounce.ball).y - 0.5, v = bounce_velocity(&bounce);
            highest = fabs(v) < 0.2 ? gap + v * v / 20.0 : highest;
        }
        assert_close(highest, 0.3125, 0.003);
        dry_world_destroy(bounce.world);
    }
}

static void c0_9_every_impact_is_read_afresh(void **state)
{
    (void)state;
    Bounce bounce = bounce_open(1, 4, 0.0f, 0.2f, -4.0f, 0.5f);
    bounce_step(&bounce, 15);
    assert_close(bounce_velocity(&bounce), 2.0, 1e-3);
    const float speeds[] = { 8.0f, 1.0f, 3.0f };
    for (int i = 0; i < 3; ++i) {
        DryPose pose = { { 0.0, 0.6, 0.0 }, { 0.0f, 0.0f, 0.0f, 1.0f } };
        assert_int_equal(dry_body_set_pose(bounce.world, bounce.ball, pose), DRY_OK);
        assert_int_equal(dry_body_set_velocity(bounce.world, bounce.ball, dry_vec3(0.0f, -speeds[i], 0.0f)),
                         DRY_OK);
        bounce_step(&bounce, 15);
        assert_close(bounce_velocity(&bounce), 0.5 * (double)speeds[i], 1e-3);
    }
    dry_world_destroy(bounce.world);
}

/* A ball that overlaps the ground and rests is pushed out without ever being thrown. */
static void c0_9_penetration_bias_does_not_bounce(void **state)
{
    (void)state;
    Bounce bounce = bounce_open(1, 4, 10.0f, -0.1f, 0.0f, 1.0f);
    for (int i = 0; i < 120; ++i) {
        bounce_step(&bounce, 1);
        assert_true(bounce_velocity(&bounce) < 0.05);
        assert_true(dry_body_position(bounce.world, bounce.ball).y < 0.5 + 1e-3);
    }
    assert_close(dry_body_position(bounce.world, bounce.ball).y, 0.5, 0.01);
    dry_world_destroy(bounce.world);
}

/* At the threshold and below, the impact is plastic. */
static void c0_9_threshold_holds_in_the_engine(void **state)
{
    (void)state;
    const float speeds[] = { 0.4f, 0.6f };
    const double expected[] = { 0.0, 0.3 };
    for (int i = 0; i < 2; ++i) {
        Bounce bounce = bounce_open(1, 4, 0.0f, 0.05f, -speeds[i], 0.5f);
        bounce_step(&bounce, 30);
        assert_close(bounce_velocity(&bounce), expected[i], 1e-3);
        dry_world_destroy(bounce.world);
    }
}

static DryBodyId add_ball(DryWorld *world, double x, double y, float radius, float mass, float restitution,
                          DryVec3 velocity)
{
    DryShapeOptions options = dry_shape_options_default();
    options.material.friction = 0.0f;
    options.material.restitution = restitution;
    DryBodyDef def = dry_body_def_default();
    def.type = DRY_DYNAMIC;
    def.position = dry_pos(x, y, 0.0);
    def.velocity = velocity;
    DryBodyId ball = dry_body_create(world, &def);
    DrySphere sphere = { { 0.0f, 0.0f, 0.0f }, radius };
    options.density = mass / (4.18879f * radius * radius * radius);
    assert_int_not_equal(dry_shape_add_sphere(world, ball, &sphere, &options).index, 0);
    return ball;
}

/* Without a threshold, every speed bounces alike. */
static void c0_9_threshold_of_zero_bounces_at_every_speed(void **state)
{
    (void)state;
    for (double speed = 1e-3; speed < 200.0; speed *= 10.0) {
        DryWorldDef def = dry_world_def_default();
        def.gravity = dry_vec3(0.0f, 0.0f, 0.0f);
        def.restitution_threshold = 0.0f;
        def.sleeping = false;
        def.workers = 1;
        DryWorld *world = dry_world_create(&def);
        assert_non_null(world);
        DryBodyId wall = add_ball(world, 0.0, 0.0, 1.0f, 1.0f, 0.5f, dry_vec3(0.0f, 0.0f, 0.0f));
        assert_int_equal(dry_body_set_type(world, wall, DRY_STATIC), DRY_OK);
        DryBodyId ball =
            add_ball(world, 1.5 + 0.1 * speed, 0.0, 0.5f, 1.0f, 0.5f, dry_vec3((float)-speed, 0.0f, 0.0f));
        for (int i = 0; i < 12; ++i) {
            assert_int_equal(dry_world_step(world, dt), DRY_OK);
        }
        assert_close((double)dry_body_velocity(world, ball).x / speed, 0.5, 1e-3);
        dry_world_destroy(world);
    }
}

/* A substep that ends a hair before the impact leaves a gap so small that the plastic rows take it for touch:
   they would take the speed. */
static void c0_9_no_impact_is_left_to_the_plastic_rows(void **state)
{
    (void)state;
    for (int i = -40; i <= 40; ++i) {
        float gap = 2.0f * dt + 1e-6f * (float)i;
        Bounce bounce = bounce_open(1, 4, 0.0f, gap, -1.0f, 0.5f);
        bounce_step(&bounce, 6);
        assert_close(bounce_velocity(&bounce), 0.5, 1e-3);
        dry_world_destroy(bounce.world);
    }
}

/* What a body that rests gets from its support is no part of the velocity that bounces: a ball comes back
   from a heavy box on the ground as from the ground. */
static void c0_9_snapshot_precedes_warm_starting(void **state)
{
    (void)state;
    Bounce bounce = bounce_open(1, 4, 10.0f, 5.0f, 0.0f, 0.0f);
    DryShapeOptions options = dry_shape_options_default();
    options.density = 1e6f;
    DryBodyDef def = dry_body_def_default();
    def.type = DRY_DYNAMIC;
    def.position.y = 0.5;
    DryBox box = { { 1.0f, 0.5f, 1.0f } };
    assert_int_not_equal(
        dry_shape_add_box(bounce.world, dry_body_create(bounce.world, &def), &box, &options).index, 0);
    assert_int_equal(dry_body_destroy(bounce.world, bounce.ball), DRY_OK);
    bounce.ball = add_ball(bounce.world, 0.0, 1.0 + 0.5 + 3.2, 0.5f, 1.0f, 1.0f, dry_vec3(0.0f, 0.0f, 0.0f));
    double highest = 0.0;
    for (int i = 0; i < 100; ++i) {
        bounce_step(&bounce, 1);
        double y = dry_body_position(bounce.world, bounce.ball).y - 1.5;
        highest = i > 60 ? fmax(highest, y) : 0.0;
    }
    assert_close(highest, 3.2, 0.01);
    dry_world_destroy(bounce.world);
}

/* Struck balls strike on within the same step, over gaps that nothing spanned when it began. */
static void c0_9_impacts_follow_each_other_within_a_step(void **state)
{
    (void)state;
    DryWorldDef def = dry_world_def_default();
    def.gravity = dry_vec3(0.0f, 0.0f, 0.0f);
    def.workers = 1;
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    DryBodyId balls[4];
    for (int i = 0; i < 4; ++i) {
        balls[i] = add_ball(world, i == 0 ? -0.45 : 0.25 * (i - 1), 0.0, 0.1f, 1.0f, 1.0f,
                            dry_vec3(i == 0 ? 20.0f : 0.0f, 0.0f, 0.0f));
    }
    for (int i = 0; i < 10; ++i) {
        assert_int_equal(dry_world_step(world, dt), DRY_OK);
    }
    for (int i = 0; i < 4; ++i) {
        assert_close((double)dry_body_velocity(world, balls[i]).x, i == 3 ? 20.0 : 0.0, 1e-3);
        if (i < 3) {
            /* each stops where it touches the next one's place; late impacts would let it come further */
            assert_close(dry_body_position(world, balls[i]).x, 0.25 * i - 0.2, 1e-3);
        }
    }
    dry_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c0_9_bounce_does_not_depend_on_effort),
        cmocka_unit_test(c0_9_snapshot_follows_external_forces),
        cmocka_unit_test(c0_9_every_impact_is_read_afresh),
        cmocka_unit_test(c0_9_penetration_bias_does_not_bounce),
        cmocka_unit_test(c0_9_threshold_holds_in_the_engine),
        cmocka_unit_test(c0_9_threshold_of_zero_bounces_at_every_speed),
        cmocka_unit_test(c0_9_no_impact_is_left_to_the_plastic_rows),
        cmocka_unit_test(c0_9_snapshot_precedes_warm_starting),
        cmocka_unit_test(c0_9_impacts_follow_each_other_within_a_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
