/* Characters on what moves, jumping, and with bodies that they push or that push them. */
#include "support/walker.h"

#include "contracts/check.h"

static void end(DryCharacter *c)
{
    DryWorld *world = dry_character_world(c);
    dry_character_destroy(c);
    dry_world_destroy(world);
    assert_int_equal(dry_allocated_bytes(), 0);
}

static DryBodyId platform(DryWorld *world, DryPos top, DryVec3 half)
{
    DryPose pose = { { top.x, top.y - (double)half.y, top.z }, dry_quat_identity() };
    return walk_box_at(world, DRY_KINEMATIC, pose, half, 1000.0f);
}

static DryVec3 from_body(const DryWorld *world, DryBodyId body, const DryCharacter *c)
{
    return dry_pose_point_inverse(dry_body_pose(world, body), dry_character_position(c));
}

/* Case C2: down and sideways. The place on the platform stays within rounding. */
static void c2_platform_down_and_sideways(void **unused)
{
    (void)unused;
    const DryVec3 velocities[] = { { 2, -3, 0 }, { -1, 3, 2 }, { 10, -8, 0 }, { 0, 5, 0 } };
    for (int k = 0; k < 4; ++k) {
        DryWorld *world = walk_world(1.0f, 1);
        DryBodyId lift = platform(world, dry_pos(0, 100, 0), dry_vec3(2, 0.2f, 2));
        DryCharacter *c = walk_character(world, dry_pos(0.5, 100, 0.5));
        walk_steps(c, dry_vec3(0, 0, 0), 5);
        (void)dry_body_set_velocity(world, lift, velocities[k]);
        DryVec3 start = from_body(world, lift, c);
        double most = 0.0;
        for (int i = 0; i < 300; ++i) {
            walk_steps(c, dry_vec3(0, 0, 0), 1);
            DryVec3 d = dry_vec3_sub(from_body(world, lift, c), start);
            most = fmax(most, (double)dry_vec3_length(d));
            assert_int_equal(walk_state(c), DRY_GROUND_FIRM);
        }
        print_message("lift %d: off by %.2g m at most\n", k, most);
        assert_true(most < 1e-5);
        assert_close((double)dry_vec3_length(dry_vec3_sub(dry_character_velocity(c), velocities[k])), 0.0,
                     1e-3);
        end(c);
    }
}

/* Case C3: to and fro by 0.04 m in a step, by targets; along each axis and all at once. */
static void c3_platform_that_reverses_makes_no_hop(void **unused)
{
    (void)unused;
    for (int k = 1; k < 8; ++k) {
        DryWorld *world = walk_world(1.0f, 1);
        DryBodyId lift = platform(world, dry_pos(0, 0, 0), dry_vec3(2, 0.2f, 2));
        DryPose home = dry_body_pose(world, lift);
        DryCharacter *c = walk_character(world, dry_pos(0, 0, 0));
        walk_steps(c, dry_vec3(0, 0, 0), 5);
        DryVec3 start = from_body(world, lift, c);
        double most = 0.0;
        for (int i = 0; i < 240; ++i) {
            double s = i % 2 == 0 ? 0.04 : 0.0;
            DryPose goal = home;
            goal.position.x += (k & 1) != 0 ? s : 0.0;
            goal.position.y += (k & 2) != 0 ? s : 0.0;
            goal.position.z += (k & 4) != 0 ? s : 0.0;
            assert_int_equal(dry_body_set_target(world, lift, goal), DRY_OK);
            walk_steps(c, dry_vec3(0, 0, 0), 1);
            DryVec3 d = dry_vec3_sub(from_body(world, lift, c), start);
            most = fmax(most, (double)dry_vec3_length(d));
            assert_int_equal(walk_state(c), DRY_GROUND_FIRM);
        }
        print_message("axes %d: off by %.2g m at most\n", k, most);
        assert_true(most < 1e-5);
        end(c);
    }
}

/* Case C5: on a turning platform it stays at its place, and is told how far it was turned. */
static void c5_turning_platform_keeps_place_and_heading(void **unused)
{
    (void)unused;
    for (int k = 0; k < 3; ++k) {
        DryWorld *world = walk_world(1.0f, 1);
        DryBodyId table = platform(world, dry_pos(0, 0, 0), dry_vec3(5, 0.2f, 5));
        DryCharacter *c = walk_character(world, dry_pos(3, 0, 1));
        walk_steps(c, dry_vec3(0, 0, 0), 5);
        float spin = k == 0 ? 0.5f : k == 1 ? -2.0f : 6.0f;
        (void)dry_body_set_angular_velocity(world, table, dry_vec3(0, spin, 0));
        DryVec3 start = from_body(world, table, c);
        double most = 0.0, heading = 0.0;
        for (int i = 0; i < 600; ++i) {
            walk_steps(c, dry_vec3(0, 0, 0), 1);
            heading += (double)dry_character_motion(c).yaw;
            DryVec3 d = dry_vec3_sub(from_body(world, table, c), start);
            most = fmax(most, (double)dry_vec3_length(d));
        }
        print_message("spin %.1f: off by %.2g m at most, turned by %.5f\n", (double)spin, most, heading);
        assert_true(most < 1e-4);
        assert_close(heading, (double)spin * 10.0, 1e-3 * fabs((double)spin) * 10.0);
        end(c);
    }
}

/* Walking on a turning platform: a straight line in its frame, when the wish is given in it. */
static void a_walk_on_a_turning_platform_is_relative_to_it(void **unused)
{
    (void)unused;
    DryWorld *world = walk_world(1.0f, 1);
    DryBodyId table = platform(world, dry_pos(0, 0, 0), dry_vec3(6, 0.2f, 6));
    DryCharacter *c = walk_character(world, dry_pos(-3, 0, 0));
    walk_steps(c, dry_vec3(0, 0, 0), 5);
    (void)dry_body_set_angular_velocity(world, table, dry_vec3(0, 1, 0));
    DryVec3 start = from_body(world, table, c);
    for (int i = 0; i < 120; ++i) {
        DryVec3 wish = dry_quat_rotate(dry_body_rotation(world, table), dry_vec3(1.5f, 0, 0));
        walk_steps(c, wish, 1);
        DryVec3 now = from_body(world, table, c);
        assert_close((double)(now.z - start.z), 0.0, 1e-3);
    }
    assert_close((double)(from_body(world, table, c).x - start.x), 3.0, 2e-3);
    end(c);
}

static void a_belt_carries(void **unused)
{
    (void)unused;
    DryWorld *world = walk_world(1.0f, 1);
    DryBodyId floor = walk_floor(world);
    DryMaterial material = dry_material_default();
    material.surface_velocity = dry_vec3(0, 0, 1);
    (void)dry_shape_set_material(world, first_shape(world, floor), &material);
    DryCharacter *c = walk_character(world, dry_pos(0, 0, 0));
    walk_steps(c, dry_vec3(0, 0, 0), 2);
    DryPos start = dry_character_position(c);
    walk_steps(c, dry_vec3(2, 0, 0), 60);
    assert_close(dry_character_position(c).z - start.z, 1.0, 1e-3);
    assert_close(dry_character_position(c).x - start.x, 2.0, 1e-3);
    assert_close((double)dry_character_velocity(c).z, 1.0, 1e-3);
    end(c);
}

/* Case C6: how high a jump goes, with the snap on, at steps from 1/400 to 1/25 s; standing, walking, on a
 * lift. */
static void c6_jump_height_is_right_for_every_dt(void **unused)
{
    (void)unused;
    const float steps[] = { 1.0f / 400.0f, 1.0f / 120.0f, 1.0f / 60.0f, 1.0f / 30.0f, 1.0f / 25.0f };
    const float jump = 5.0f;
    for (int k = 0; k < 15; ++k) {
        float dt = steps[k % 5];
        DryWorld *world = walk_world(1.0f, 1);
        DryBodyId lift = platform(world, dry_pos(0, 0, 0), dry_vec3(20, 0.2f, 20));
        float speed = k / 5 == 2 ? 1.0f : 0.0f;
        (void)dry_body_set_velocity(world, lift, dry_vec3(0, speed, 0));
        DryCharacter *c = walk_character(world, dry_pos(0, 0, 0));
        DryVec3 wish = dry_vec3(k / 5 == 1 ? 4.0f : 0.0f, 0, 0);
        walk_update(c, wish, 0, dt);
        (void)dry_world_step(world, dt);
        walk_update(c, wish, 0, dt);
        (void)dry_world_step(world, dt);
        double start = dry_character_position(c).y, highest = start;
        double v = (double)(jump + speed), due = v * v / (2.0 * WALK_GRAVITY);
        for (int i = 0; i < (int)(1.0f / dt); ++i) {
            walk_update(c, wish, i == 0 ? jump : 0.0f, dt);
            (void)dry_world_step(world, dt);
            highest = fmax(highest, dry_character_position(c).y);
        }
        print_message("dt 1/%.0f: jump of %.4f m, due %.4f\n", 1.0 / (double)dt, highest - start, due);
        assert_close(highest - start, due, 0.01 * due);
        end(c);
    }
}

static void c6_diagonal_input_is_not_faster(void **unused)
{
    (void)unused;
    DryWorld *world = walk_world(1.0f, 1);
    (void)walk_floor(world);
    DryCharacter *c = walk_character(world, dry_pos(0, 0, 0));
    walk_steps(c, dry_vec3(0, 0, 0), 2);
    const DryVec3 moves[] = { { 1, 0, 0 }, { 1, 0, 1 }, { 1, 5, -1 }, { 0.5f, 0, 0 }, { 0, 1, 0 } };
    const double speeds[] = { 4, 4, 4, 2, 0 };
    for (int k = 0; k < 5; ++k) {
        DryPos start = dry_character_position(c);
        DryCharacterInput input = { .move = moves[k], .speed = 4 };
        for (int i = 0; i < 60; ++i) {
            assert_int_equal(dry_character_update(c, &input, STEP), DRY_OK);
            run_steps(world, 1);
        }
        assert_close((double)dry_vec3_length(dry_pos_sub(dry_character_position(c), start)), speeds[k], 1e-3);
    }
    end(c);
}

/* It leaves a moving platform with the platform's velocity. */
static void a_jump_takes_the_platform_along(void **unused)
{
    (void)unused;
    DryWorld *world = walk_world(1.0f, 1);
    DryBodyId lift = platform(world, dry_pos(0, 0, 0), dry_vec3(3, 0.2f, 3));
    DryCharacter *c = walk_character(world, dry_pos(0, 0, 0));
    walk_steps(c, dry_vec3(0, 0, 0), 2);
    (void)dry_body_set_velocity(world, lift, dry_vec3(5, 0, 0));
    walk_steps(c, dry_vec3(0, 0, 0), 10);
    DryVec3 start = from_body(world, lift, c);
    walk_update(c, dry_vec3(0, 0, 0), 4.0f, STEP);
    run_steps(world, 1);
    assert_int_equal(walk_state(c), DRY_GROUND_NONE);
    walk_steps(c, dry_vec3(0, 0, 0), 60);
    DryVec3 now = from_body(world, lift, c);
    assert_int_equal(walk_state(c), DRY_GROUND_FIRM);
    assert_close((double)(now.x - start.x), 0.0, 0.01);
    end(c);
}

static double pushed(float mass, double *progress)
{
    DryWorld *world = walk_world(1.0f, 1);
    (void)walk_floor(world);
    DryPose pose = { { 2, 0.25, 0 }, dry_quat_identity() };
    DryBodyId box = walk_box_at(world, DRY_DYNAMIC, pose, dry_vec3(0.25f, 0.25f, 0.25f), mass / 0.125f);
    DryCharacter *c = walk_character(world, dry_pos(0, 0, 0));
    walk_steps(c, dry_vec3(2, 0, 0), 240);
    DryPos p = dry_body_position(world, box);
    *progress = dry_character_position(c).x;
    print_message("box of %.0f kg: at x %.3f y %.3f z %.3f, character at %.3f\n", (double)mass, p.x, p.y, p.z,
                  *progress);
    assert_close(p.y, 0.25, 0.01);
    end(c);
    return p.x - 2.0;
}

static void pushes_a_box_of_10_kg_and_not_one_of_10_t(void **unused)
{
    (void)unused;
    double progress;
    assert_true(pushed(10.0f, &progress) > 4.0);
    assert_true(progress > 6.0);
    assert_true(fabs(pushed(10000.0f, &progress)) < 1e-3);
    assert_true(progress < 1.46);
}

/* The force on what is pushed never exceeds push_force, however fast it runs. */
static void the_push_is_bounded(void **unused)
{
    (void)unused;
    DryWorld *world = walk_world(1.0f, 1);
    for (int k = 0; k < 3; ++k) {
        DryPose pose = { { 1, 0.9, 0.55 * (k - 1) }, dry_quat_identity() };
        (void)walk_box_at(world, DRY_DYNAMIC, pose, dry_vec3(0.25f, 0.25f, 0.25f), 800.0f);
    }
    (void)dry_world_set_gravity(world, dry_vec3(0, 0, 0));
    DryCharacter *c = walk_character(world, dry_pos(0, 0, 0));
    bool some = false;
    for (int i = 0; i < 60; ++i) {
        DryVec3 v = { 30, 0, 0 };
        assert_int_equal(dry_character_move(c, v, STEP), DRY_OK);
        DryCharacterContact contacts[DRY_CHARACTER_MAX_CONTACTS];
        int32_t count = dry_character_contacts(c, contacts, DRY_CHARACTER_MAX_CONTACTS);
        double sum = 0.0;
        for (int32_t n = 0; n < count; ++n) {
            sum += (double)dry_vec3_length(contacts[n].force);
        }
        assert_true(sum <= 400.01);
        some = some || sum > 399.0;
        run_steps(world, 1);
    }
    assert_true(some);
    end(c);
}

/* Its weight rests on the dynamic board under it: a balance tips. */
static void its_weight_tips_a_seesaw(void **unused)
{
    (void)unused;
    for (int k = 0; k < 2; ++k) {
        DryWorld *world = walk_world(1.0f, 1);
        (void)walk_floor(world);
        DryPose pose = { { 0, 0.6, 0 }, dry_quat_identity() };
        DryBodyId board = walk_box_at(world, DRY_DYNAMIC, pose, dry_vec3(3, 0.05f, 0.6f), 50.0f);
        DryBodyId post = build_body(world, DRY_STATIC, 0, 0.6, 0);
        DryHingeDef hinge = dry_hinge_def_default();
        hinge.body_a = post;
        hinge.body_b = board;
        hinge.frame_a = hinge.frame_b = dry_frame_from_axis(dry_vec3(0, 0, 0), dry_vec3(0, 0, 1));
        assert_int_not_equal(dry_hinge_create(world, &hinge).index, 0);
        DryCharacter *c = walk_character(world, dry_pos(k == 0 ? 1.5 : -1.5, 0.65, 0));
        walk_steps(c, dry_vec3(0, 0, 0), 180);
        DryVec3 along = dry_quat_rotate(dry_body_rotation(world, board), dry_vec3(1, 0, 0));
        print_message("seesaw: %.3f, feet at %.3f %.3f\n", (double)along.y, dry_character_position(c).x,
                      dry_character_position(c).y);
        assert_true(k == 0 ? along.y < -0.1f : along.y > 0.1f);
        end(c);
    }
}

static void rides_a_dynamic_raft(void **unused)
{
    (void)unused;
    DryWorld *world = walk_world(1.0f, 1);
    (void)dry_world_set_gravity(world, dry_vec3(0, 0, 0));
    DryPose pose = { { 0, -0.2, 0 }, dry_quat_identity() };
    DryBodyId raft = walk_box_at(world, DRY_DYNAMIC, pose, dry_vec3(2, 0.2f, 2), 500.0f);
    DryCharacter *c = walk_character(world, dry_pos(1, 0, 0));
    walk_steps(c, dry_vec3(0, 0, 0), 3);
    (void)dry_body_set_velocity(world, raft, dry_vec3(2, 0, 1));
    (void)dry_body_set_angular_velocity(world, raft, dry_vec3(0, 1, 0));
    DryVec3 start = from_body(world, raft, c);
    walk_steps(c, dry_vec3(0, 0, 0), 240);
    DryVec3 d = dry_vec3_sub(from_body(world, raft, c), start);
    assert_true(dry_vec3_length(d) < 1e-3f);
    assert_close((double)dry_body_velocity(world, raft).x, 2.0, 1e-3);
    end(c);
}

/* A wall that closes on it against a fixed one, and goes back. */
static void squeezed_between_walls(void **unused)
{
    (void)unused;
    for (int k = 0; k < 3; ++k) {
        DryWorld *world = walk_world(1.0f, 1);
        (void)walk_floor(world);
        (void)walk_block(world, dry_pos(1, -1, -5), dry_pos(k == 1 ? 1.1 : 3, 3, 5));
        DryPose pose = { { -3, 1.5, 0 }, dry_quat_identity() };
        DryBodyId press = walk_box_at(world, DRY_KINEMATIC, pose, dry_vec3(1, 1.5f, 5), 1000.0f);
        DryCharacter *c = walk_character(world, dry_pos(0, 0, 0));
        (void)dry_body_set_velocity(world, press, dry_vec3(k == 2 ? 4.0f : 1.0f, 0, 0));
        bool squeezed = false;
        int closing = k == 2 ? 43 : 171; /* to a gap of about 0.15 m */
        for (int i = 0; i < 2 * closing; ++i) {
            if (i == closing) {
                (void)dry_body_set_velocity(world, press, dry_vec3(k == 2 ? -4.0f : -1.0f, 0, 0));
            }
            walk_steps(c, dry_vec3(0, 0, 0), 1);
            DryPos p = dry_character_position(c);
            assert_true(isfinite(p.x) && isfinite(p.y) && isfinite(p.z));
            assert_true(p.x < 0.75);
            squeezed = squeezed || dry_character_motion(c).squeezed;
        }
        DryPos p = dry_character_position(c);
        print_message("squeezed: ends at %.3f %.3f %.3f\n", p.x, p.y, p.z);
        assert_true(squeezed);
        assert_false(dry_character_motion(c).squeezed);
        assert_true(p.x < 0.71);
        assert_close(p.y, 0.0, 2e-3);
        end(c);
    }
}

/* A lift brings it against a ceiling. */
static void squeezed_under_a_ceiling(void **unused)
{
    (void)unused;
    DryWorld *world = walk_world(1.0f, 1);
    (void)walk_block(world, dry_pos(-5, 3, -5), dry_pos(5, 4, 5));
    DryBodyId lift = platform(world, dry_pos(0, 0, 0), dry_vec3(2, 0.2f, 2));
    DryCharacter *c = walk_character(world, dry_pos(0, 0, 0));
    (void)dry_body_set_velocity(world, lift, dry_vec3(0, 1, 0));
    bool squeezed = false;
    for (int i = 0; i < 180; ++i) {
        if (i == 100) {
            (void)dry_body_set_velocity(world, lift, dry_vec3(0, -1, 0));
        }
        walk_steps(c, dry_vec3(0, 0, 0), 1);
        squeezed = squeezed || dry_character_motion(c).squeezed;
        assert_true(dry_character_position(c).y + 1.8 < 3.02);
    }
    print_message("under the ceiling: y %.4f, lift %.4f\n", dry_character_position(c).y,
                  dry_body_position(world, lift).y + 0.2);
    assert_true(squeezed);
    assert_close(dry_character_position(c).y, dry_body_position(world, lift).y + 0.2, 2e-3);
    end(c);
}

static void two_characters_block_each_other_and_rays_see_them(void **unused)
{
    (void)unused;
    DryWorld *world = walk_world(1.0f, 1);
    (void)walk_floor(world);
    DryCharacter *a = walk_character(world, dry_pos(-2, 0, 0)), *b = walk_character(world, dry_pos(2, 0, 0));
    for (int i = 0; i < 120; ++i) {
        walk_update(a, dry_vec3(2, 0, 0), 0, STEP);
        walk_update(b, dry_vec3(-2, 0, 0), 0, STEP);
        run_steps(world, 1);
    }
    double gap = dry_character_position(b).x - dry_character_position(a).x;
    print_message("two characters: %.4f m apart\n", gap);
    assert_true(gap > 0.57 && gap < 0.7);
    DryRayHit hit;
    DryRay ray = { { -5, 1, 0 }, { 1, 0, 0 }, 20 };
    assert_true(dry_world_cast_ray_closest(world, ray, DRY_FILTER_ALL, &hit));
    assert_int_equal(hit.body.index, dry_character_body(a).index);
    dry_character_destroy(b);
    end(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c2_platform_down_and_sideways),
        cmocka_unit_test(c3_platform_that_reverses_makes_no_hop),
        cmocka_unit_test(c5_turning_platform_keeps_place_and_heading),
        cmocka_unit_test(a_walk_on_a_turning_platform_is_relative_to_it),
        cmocka_unit_test(a_belt_carries),
        cmocka_unit_test(c6_jump_height_is_right_for_every_dt),
        cmocka_unit_test(c6_diagonal_input_is_not_faster),
        cmocka_unit_test(a_jump_takes_the_platform_along),
        cmocka_unit_test(pushes_a_box_of_10_kg_and_not_one_of_10_t),
        cmocka_unit_test(the_push_is_bounded),
        cmocka_unit_test(its_weight_tips_a_seesaw),
        cmocka_unit_test(rides_a_dynamic_raft),
        cmocka_unit_test(squeezed_between_walls),
        cmocka_unit_test(squeezed_under_a_ceiling),
        cmocka_unit_test(two_characters_block_each_other_and_rays_see_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
