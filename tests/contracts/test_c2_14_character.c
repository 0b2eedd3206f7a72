/* C2.14: a character climbs a step of 0.20 m and does not climb one of 0.80 m. */
#include "support/walker.h"

#include "contracts/check.h"

static const DryVec3 ahead = { 2.0f, 0.0f, 0.0f };

/* Walks for 3 s at 2 m/s against a step at x = 2, and tells where its feet are then. */
static DryPos climb(double step, bool *stayed)
{
    DryWorld *world = walk_world(1.0f, 1);
    (void)walk_floor(world);
    (void)walk_block(world, dry_pos(2, -1, -5), dry_pos(12, step, 5));
    DryCharacter *c = walk_character(world, dry_pos(0, 0, 0));
    *stayed = true;
    for (int i = 0; i < 180; ++i) {
        walk_steps(c, ahead, 1);
        *stayed = *stayed && walk_state(c) == DRY_GROUND_FIRM;
    }
    DryPos feet = dry_character_position(c);
    dry_character_destroy(c);
    dry_world_destroy(world);
    return feet;
}

static void assert_climbed(double step)
{
    bool stayed;
    DryPos feet = climb(step, &stayed);
    print_message("step %.3f m: feet at x %.4f, y %.4f\n", step, feet.x, feet.y);
    assert_close(feet.y, step, 2e-3);
    assert_close(feet.x, 6.0, 0.04); /* the first move finds the ground */
    assert_true(stayed);
}

static void assert_stopped(double step)
{
    bool stayed;
    DryPos feet = climb(step, &stayed);
    print_message("step %.3f m: feet at x %.4f, y %.4f\n", step, feet.x, feet.y);
    assert_close(feet.y, 0.0, 2e-3);
    assert_true(feet.x < 2.0);
    assert_true(stayed);
}

static void c2_14_climbs_a_step_of_20_cm(void **unused)
{
    (void)unused;
    assert_climbed(0.20);
}

static void c2_14_does_not_climb_80_cm(void **unused)
{
    (void)unused;
    assert_stopped(0.80);
}

static void c2_14_the_limit_is_the_step_height(void **unused)
{
    (void)unused;
    const double climbed[] = { 0.01, 0.05, 0.09, 0.12, 0.25, 0.29, 0.298 };
    const double stopped[] = { 0.305, 0.31, 0.35, 0.5, 0.6, 1.0, 2.0 };
    for (size_t i = 0; i < sizeof climbed / sizeof climbed[0]; ++i) {
        assert_climbed(climbed[i]);
        assert_stopped(stopped[i]);
    }
}

/* Twelve steps of 0.18 m by 0.3 m up, a landing, and twelve down. */
static DryWorld *stairs(void)
{
    DryWorld *world = walk_world(1.0f, 1);
    (void)walk_floor(world);
    for (int i = 0; i < 12; ++i) {
        double x = 2.0 + 0.3 * i, top = 0.18 * (i + 1);
        (void)walk_block(world, dry_pos(x, -1, -2), dry_pos(x + 0.3, top, 2));
        (void)walk_block(world, dry_pos(15.3 - x, -1, -2), dry_pos(15.6 - x, top, 2));
    }
    (void)walk_block(world, dry_pos(5.6, -1, -2), dry_pos(10.0, 0.18 * 12, 2));
    return world;
}

static void c2_14_stairs_up_and_down_keep_the_ground(void **unused)
{
    (void)unused;
    const float speeds[] = { 1.0f, 3.0f, 8.0f };
    for (int k = 0; k < 3; ++k) {
        DryWorld *world = stairs();
        DryCharacter *c = walk_character(world, dry_pos(0, 0, 0));
        double highest = 0.0;
        int air = 0, steps = (int)(16.0f / speeds[k] * 60.0f);
        for (int i = 0; i < steps; ++i) {
            walk_steps(c, dry_vec3(speeds[k], 0.0f, 0.0f), 1);
            air += walk_state(c) != DRY_GROUND_FIRM;
            highest = fmax(highest, dry_character_position(c).y);
        }
        DryPos feet = dry_character_position(c);
        print_message("%.0f m/s: highest %.4f, end x %.4f y %.4f, %d of %d moves off the ground\n",
                      (double)speeds[k], highest, feet.x, feet.y, air, steps);
        assert_int_equal(air, 0);
        assert_close(highest, 0.18 * 12, 5e-3);
        assert_close(feet.y, 0.0, 2e-3);
        assert_true(feet.x > 15.0);
        dry_character_destroy(c);
        dry_world_destroy(world);
    }
}

static void c2_14_no_step_without_room_above(void **unused)
{
    (void)unused;
    for (int low = 0; low < 2; ++low) {
        DryWorld *world = walk_world(1.0f, 1);
        (void)walk_floor(world);
        (void)walk_block(world, dry_pos(2, -1, -5), dry_pos(12, 0.2, 5));
        double ceiling = low ? 1.95 : 2.05;
        (void)walk_block(world, dry_pos(-5, ceiling, -5), dry_pos(12, ceiling + 1, 5));
        DryCharacter *c = walk_character(world, dry_pos(0, 0, 0));
        walk_steps(c, ahead, 180);
        DryPos feet = dry_character_position(c);
        print_message("ceiling at %.2f m: feet at x %.4f y %.4f\n", ceiling, feet.x, feet.y);
        assert_close(feet.y, low ? 0.0 : 0.2, 2e-3);
        assert_true(low ? feet.x < 2.0 : feet.x > 5.9);
        dry_character_destroy(c);
        dry_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c2_14_climbs_a_step_of_20_cm),
        cmocka_unit_test(c2_14_does_not_climb_80_cm),
        cmocka_unit_test(c2_14_the_limit_is_the_step_height),
        cmocka_unit_test(c2_14_stairs_up_and_down_keep_the_ground),
        cmocka_unit_test(c2_14_no_step_without_room_above),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
