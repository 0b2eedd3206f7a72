/* Sleeping, waking, and every edge by which a body must wake. */
#include "support/build.h"

#include <math.h>

static DryWorld *resting_box(DryBodyId *ground, DryBodyId *box)
{
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    *ground = build_ground(w);
    *box = build_box(w, DRY_DYNAMIC, 0, 0.5, 0, 0.5f);
    run_steps(w, 90);
    assert_false(dry_body_is_awake(w, *box));
    return w;
}

static void a_resting_box_falls_asleep_and_says_so(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    build_ground(w);
    DryBodyId box = build_box(w, DRY_DYNAMIC, 0, 0.5, 0, 0.5f);
    int slept = 0;
    for (int i = 0; i < 90; ++i) {
        run_steps(w, 1);
        DryEvents e = dry_world_events(w);
        for (int k = 0; k < e.moved_count; ++k) {
            slept += e.moved[k].fell_asleep && e.moved[k].body.index == box.index;
        }
    }
    assert_int_equal(slept, 1);
    assert_false(dry_body_is_awake(w, box));
    assert_int_equal(dry_world_events(w).moved_count, 0);
    assert_int_equal(dry_world_counters(w).islands_asleep, 1);
    dry_world_destroy(w);
}

static void a_body_in_free_fall_does_not_sleep(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId box = build_box(w, DRY_DYNAMIC, 0, 100, 0, 0.5f);
    run_steps(w, 120);
    assert_true(dry_body_is_awake(w, box));
    dry_world_destroy(w);
}

static void removed_support_wakes(void **unused)
{
    (void)unused;
    DryBodyId ground, box;
    DryWorld *w = resting_box(&ground, &box);
    dry_body_destroy(w, ground);
    assert_true(dry_body_is_awake(w, box));
    run_steps(w, 30);
    assert_true(dry_body_position(w, box).y < 0.0);
    dry_world_destroy(w);
}

static void moved_support_wakes(void **unused)
{
    (void)unused;
    DryBodyId ground, box;
    DryWorld *w = resting_box(&ground, &box);
    dry_body_set_pose(w, ground, (DryPose){ { 0, -3, 0 }, dry_quat_identity() });
    run_steps(w, 30);
    assert_true(dry_body_position(w, box).y < 0.0);
    dry_world_destroy(w);
}

static void removed_shape_of_support_wakes(void **unused)
{
    (void)unused;
    DryBodyId ground, box;
    DryWorld *w = resting_box(&ground, &box);
    dry_shape_destroy(w, first_shape(w, ground));
    run_steps(w, 30);
    assert_true(dry_body_position(w, box).y < 0.0);
    dry_world_destroy(w);
}

static void changed_filter_wakes(void **unused)
{
    (void)unused;
    DryBodyId ground, box;
    DryWorld *w = resting_box(&ground, &box);
    DryFilter nothing = { .category = 0, .mask = 0 };
    dry_shape_set_filter(w, first_shape(w, ground), nothing);
    run_steps(w, 30);
    assert_true(dry_body_position(w, box).y < 0.0);
    dry_world_destroy(w);
}

static void forces_impulses_and_gravity_wake(void **unused)
{
    (void)unused;
    DryBodyId ground, box;
    DryWorld *w = resting_box(&ground, &box);
    dry_body_apply_force_center(w, box, (DryVec3){ 1, 0, 0 }, DRY_DONT_WAKE);
    assert_false(dry_body_is_awake(w, box));
    dry_body_apply_force_center(w, box, (DryVec3){ 1, 0, 0 }, DRY_WAKE);
    assert_true(dry_body_is_awake(w, box));
    dry_body_set_awake(w, box, false);
    dry_body_apply_impulse_center(w, box, (DryVec3){ 0, 5000, 0 }, DRY_WAKE);
    assert_true(dry_body_is_awake(w, box));
    dry_body_set_awake(w, box, false);
    assert_false(dry_body_is_awake(w, box));
    dry_world_set_gravity(w, (DryVec3){ 3, -10, 0 });
    assert_true(dry_body_is_awake(w, box));
    dry_world_destroy(w);
}

static void a_new_static_shape_wakes_what_it_overlaps(void **unused)
{
    (void)unused;
    DryBodyId ground, box;
    DryWorld *w = resting_box(&ground, &box);
    build_box(w, DRY_STATIC, 0.6, 0.5, 0, 0.3f);
    assert_true(dry_body_is_awake(w, box));
    run_steps(w, 60);
    assert_true(dry_body_position(w, box).x < -0.19);
    dry_world_destroy(w);
}

static void a_new_static_shape_reaches_a_body_that_does_not_move(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    dry_world_set_gravity(w, (DryVec3){ 0, 0, 0 });
    DryBodyId box = build_box(w, DRY_DYNAMIC, 0, 0, 0, 0.5f);
    run_steps(w, 10);
    build_box(w, DRY_STATIC, 0.9, 0, 0, 0.5f);
    run_steps(w, 60);
    assert_true(dry_body_position(w, box).x < -0.09);
    dry_world_destroy(w);
}

static void a_hit_wakes_and_is_reported_that_step(void **unused)
{
    (void)unused;
    DryBodyId ground, box;
    DryWorld *w = resting_box(&ground, &box);
    DryBodyId ball = build_ball(w, DRY_DYNAMIC, -3, 0.5, 0, 0.3f);
    dry_body_set_velocity(w, ball, (DryVec3){ 8, 0, 0 });
    dry_body_set_angular_velocity(w, ball, (DryVec3){ 0, 0, -8.0f / 0.3f });
    bool reported = false;
    for (int i = 0; i < 60 && !reported; ++i) {
        run_steps(w, 1);
        DryEvents e = dry_world_events(w);
        for (int k = 0; k < e.contact_begin_count; ++k) {
            DryContactEvent c = e.contact_begin[k];
            reported |= (c.body_a.index == box.index && c.body_b.index == ball.index) ||
                        (c.body_b.index == box.index && c.body_a.index == ball.index);
        }
        if (reported) {
            assert_true(dry_body_is_awake(w, box));
            assert_true(dry_body_velocity(w, box).x > 0.05f);
            assert_int_equal(e.hit_count, 1);
            assert_float_equal(e.hits[0].speed, 8.0f, 0.3f);
        }
    }
    assert_true(reported);
    dry_world_destroy(w);
}

static void a_moving_kinematic_wakes_what_rests_on_it(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId platform = build_box(w, DRY_KINEMATIC, 0, 0, 0, 1.0f);
    DryBodyId box = build_box(w, DRY_DYNAMIC, 0, 1.5, 0, 0.5f);
    run_steps(w, 90);
    assert_false(dry_body_is_awake(w, box));
    dry_body_set_velocity(w, platform, (DryVec3){ 0, 1, 0 });
    run_steps(w, 90);
    assert_true(dry_body_position(w, box).y > 2.9);
    assert_true(dry_body_is_awake(w, box));
    dry_world_destroy(w);
}

static void islands_sleep_and_wake_whole(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    build_ground(w);
    DryBodyId stack[5], apart = build_box(w, DRY_DYNAMIC, 10, 0.5, 0, 0.5f);
    for (int i = 0; i < 5; ++i) {
        stack[i] = build_box(w, DRY_DYNAMIC, 0, 0.5 + i, 0, 0.5f);
    }
    int awake_before = 6;
    for (int i = 0; i < 240 && awake_before > 0; ++i) {
        run_steps(w, 1);
        int awake = 0;
        for (int k = 0; k < 5; ++k) {
            awake += dry_body_is_awake(w, stack[k]);
        }
        assert_true(awake == 0 || awake == 5);
        awake_before = awake;
    }
    assert_int_equal(awake_before, 0);
    run_steps(w, 60);
    assert_int_equal(dry_world_counters(w).islands_asleep, 2);
    dry_body_set_awake(w, stack[4], true);
    for (int k = 0; k < 5; ++k) {
        assert_true(dry_body_is_awake(w, stack[k]));
    }
    assert_false(dry_body_is_awake(w, apart));
    dry_body_destroy(w, stack[2]);
    run_steps(w, 120);
    assert_true(fabs(dry_body_position(w, stack[4]).y - 3.5) < 0.05);
    dry_world_destroy(w);
}

static void a_sleeping_world_costs_no_pairs(void **unused)
{
    (void)unused;
    DryBodyId ground, box;
    DryWorld *w = resting_box(&ground, &box);
    DryCounters c = dry_world_counters(w);
    assert_int_equal(c.pairs, 0);
    assert_int_equal(c.manifolds, 0);
    assert_int_equal(c.contacts, 1); /* dormant, with its impulses */
    dry_body_set_awake(w, box, true);
    run_steps(w, 1);
    assert_true(fabsf(dry_body_velocity(w, box).y) < 1e-3f);
    dry_world_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_resting_box_falls_asleep_and_says_so),
        cmocka_unit_test(a_body_in_free_fall_does_not_sleep),
        cmocka_unit_test(removed_support_wakes),
        cmocka_unit_test(moved_support_wakes),
        cmocka_unit_test(removed_shape_of_support_wakes),
        cmocka_unit_test(changed_filter_wakes),
        cmocka_unit_test(forces_impulses_and_gravity_wake),
        cmocka_unit_test(a_new_static_shape_wakes_what_it_overlaps),
        cmocka_unit_test(a_new_static_shape_reaches_a_body_that_does_not_move),
        cmocka_unit_test(a_hit_wakes_and_is_reported_that_step),
        cmocka_unit_test(a_moving_kinematic_wakes_what_rests_on_it),
        cmocka_unit_test(islands_sleep_and_wake_whole),
        cmocka_unit_test(a_sleeping_world_costs_no_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
