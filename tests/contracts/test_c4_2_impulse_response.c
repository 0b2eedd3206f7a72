/* C4.2: impulse response for restitutions from 0 to 1, against a mass without bounds. */
#include "contracts/check.h"

#include <drystone/drystone.h>

static const DryVec3d X = { 1.0, 0.0, 0.0 };

static void c4_2_a_wall_gives_back_the_part_e(void **unused)
{
    (void)unused;
    for (int i = 0; i <= 10; ++i) {
        double e = 0.1 * i;
        DryVec3d a = { 4.0, 2.0, -1.0 }, wall = { 0.0, 0.0, 0.0 };
        assert_int_equal(dry_impulse_pair(X, 0.5, 0.0, e, &a, &wall, NULL), DRY_OK);
        assert_close(a.x, -4.0 * e, 1e-15);
        assert_close(a.y, 2.0, 0.0);
        assert_close(a.z, -1.0, 0.0);
        assert_close(wall.x, 0.0, 0.0);
    }
}

/* Velocity of a ball without friction after it has met a static wall with (4, 2, -1) m/s. */
static DryVec3 after_the_wall(float restitution)
{
    DryWorldDef def = dry_world_def_default();
    def.gravity = dry_vec3(0.0f, 0.0f, 0.0f);
    def.workers = 1;
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    DryShapeOptions options = dry_shape_options_default();
    options.material.friction = 0.0f;
    options.material.restitution = restitution;
    DryBodyDef body = dry_body_def_default();
    body.position = dry_pos(2.0, 0.0, 0.0);
    DryBox box = { { 1.0f, 10.0f, 10.0f } };
    assert_int_not_equal(dry_shape_add_box(world, dry_body_create(world, &body), &box, &options).index, 0);
    body.type = DRY_DYNAMIC;
    body.position = dry_pos(0.0, 0.0, 0.0);
    body.velocity = dry_vec3(4.0f, 2.0f, -1.0f);
    DryBodyId ball = dry_body_create(world, &body);
    DrySphere sphere = { { 0.0f, 0.0f, 0.0f }, 0.5f };
    assert_int_not_equal(dry_shape_add_sphere(world, ball, &sphere, &options).index, 0);
    for (int i = 0; i < 30; ++i) {
        assert_int_equal(dry_world_step(world, 1.0f / 60.0f), DRY_OK);
    }
    DryVec3 velocity = dry_body_velocity(world, ball);
    dry_world_destroy(world);
    return velocity;
}

static void c4_2_engine_reflects_at_e_1_and_stops_at_e_0(void **unused)
{
    (void)unused;
    const float restitutions[] = { 1.0f, 0.5f, 0.0f };
    for (int i = 0; i < 3; ++i) {
        DryVec3 v = after_the_wall(restitutions[i]);
        assert_close((double)v.x, -4.0 * (double)restitutions[i], 1e-4);
        assert_close((double)v.y, 2.0, 1e-5);
        assert_close((double)v.z, -1.0, 1e-5);
    }
}

static void c4_2_restitution_outside_0_to_1_is_refused(void **unused)
{
    (void)unused;
    const double bad[] = { -0.1, 1.01, NAN_DOUBLE };
    for (int i = 0; i < 3; ++i) {
        DryVec3d a = { 4.0, 0.0, 0.0 }, b = { 0.0, 0.0, 0.0 };
        assert_refused(dry_impulse_pair(X, 1.0, 0.0, bad[i], &a, &b, NULL), DRY_ERROR_ARGUMENT,
                       "restitution");
        assert_close(a.x, 4.0, 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c4_2_a_wall_gives_back_the_part_e),
        cmocka_unit_test(c4_2_engine_reflects_at_e_1_and_stops_at_e_0),
        cmocka_unit_test(c4_2_restitution_outside_0_to_1_is_refused),
    };
    return cmocka_run_group_tests_name("c4_2_impulse_response", tests, NULL, NULL);
}
