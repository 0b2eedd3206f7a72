/* Characters on ground, slopes, walls and in corners. */
#include "support/walker.h"

#include "contracts/check.h"

static void end(DryCharacter *c)
{
    DryWorld *world = dry_character_world(c);
    dry_character_destroy(c);
    dry_world_destroy(world);
    assert_int_equal(dry_allocated_bytes(), 0);
}

static void speed_on_flat_ground_is_the_wanted_one(void **unused)
{
    (void)unused;
    DryWorld *world = walk_world(1.0f, 1);
    (void)walk_floor(world);
    DryCharacter *c = walk_character(world, dry_pos(0, 0, 0));
    walk_steps(c, dry_vec3(0, 0, 0), 10);
    assert_int_equal(walk_state(c), DRY_GROUND_FIRM);
    DryPos start = dry_character_position(c);
    walk_steps(c, dry_vec3(3, 0, 4), 60);
    DryPos feet = dry_character_position(c);
    assert_close(feet.x - start.x, 3.0, 1e-4);
    assert_close(feet.z - start.z, 4.0, 1e-4);
    assert_close(feet.y, start.y, 1e-9);
    assert_close(feet.y, 0.0, 1e-3);
    assert_close((double)dry_vec3_length(dry_character_velocity(c)), 5.0, 1e-4);
    end(c);
}

/* Standing still it is where it was to the last bit, and lets the world sleep. */
static void stands_still_to_the_last_bit(void **unused)
{
    (void)unused;
    for (int k = 0; k < 5; ++k) {
        DryWorld *world = walk_world(1.0f, 1);
        (void)walk_ramp(world, dry_pos(0, 0, 0), 0.2f * (float)k);
        DryCharacter *c = walk_character(world, dry_pos(0, 0.2, 0));
        walk_steps(c, dry_vec3(0, 0, 0), 120);
        DryPos start = dry_character_position(c);
        walk_steps(c, dry_vec3(0, 0, 0), 300);
        DryPos feet = dry_character_position(c);
        assert_int_equal(walk_state(c), DRY_GROUND_FIRM);
        assert_true(feet.x == start.x && feet.y == start.y && feet.z == start.z);
        assert_false(dry_body_is_awake(world, dry_character_body(c)));
        end(c);
    }
}

static void climbs_40_degrees_and_not_60(void **unused)
{
    (void)unused;
    for (int degrees = 10; degrees <= 80; degrees += 10) {
        DryWorld *world = walk_world(1.0f, 1);
        (void)walk_floor(world);
        float angle = (float)degrees * 0.01745329f, sine, cosine;
        dry_sin_cos(angle, &sine, &cosine);
        (void)walk_ramp(world, dry_pos(2, 0, 0), angle);
        DryCharacter *c = walk_character(world, dry_pos(0, 0, 0));
        double highest = 0.0;
        int firm = 0;
        for (int i = 0; i < 180; ++i) {
            walk_steps(c, dry_vec3(2, 0, 0.3f), 1);
            highest = fmax(highest, dry_character_position(c).y);
            firm += walk_state(c) == DRY_GROUND_FIRM;
        }
        DryPos feet = dry_character_position(c);
        print_message("%d degrees: x %.4f y %.4f highest %.4f firm %d\n", degrees, feet.x, feet.y, highest,
                      firm);
        assert_int_equal(firm, 180);
        if (degrees <= 40) { /* with the wanted speed across */
            assert_close(feet.x, 5.97, 0.02);
            double touch = 0.3 * (double)sine, rise = (feet.x + touch - 2.0) * (double)(sine / cosine);
            assert_close(feet.y, rise - 0.3 * (1.0 - (double)cosine), 0.01);
        } else {
            assert_true(feet.x < 2.3);
            assert_true(highest < 0.01);
        }
        end(c);
    }
}

/* Put on a slope of 60 degrees it slides down, whatever it wants. */
static void slides_down_what_is_steep(void **unused)
{
    (void)unused;
    for (int k = 0; k < 3; ++k) {
        DryWorld *world = walk_world(1.0f, 1);
        (void)walk_floor(world);
        (void)walk_ramp(world, dry_pos(2, 0, 0), 1.0471976f);
        DryCharacter *c = walk_character(world, dry_pos(4.5, 5, 0));
        walk_steps(c, dry_vec3(0, 0, 0), 30);
        assert_int_equal(walk_state(c), DRY_GROUND_STEEP);
        double last = dry_character_position(c).y, fastest = 0.0;
        int steps = 0;
        while (walk_state(c) == DRY_GROUND_STEEP && steps < 300) {
            walk_steps(c, dry_vec3(k == 1 ? 5.0f : 0.0f, 0, k == 2 ? 3.0f : 0.0f), 1);
            double y = dry_character_position(c).y;
            assert_true(y < last);
            last = y;
            fastest = fmax(fastest, (double)dry_vec3_length(dry_character_velocity(c)));
            ++steps;
        }
        walk_steps(c, dry_vec3(0, 0, 0), 30);
        print_message("steep: down in %d steps, fastest %.3f m/s, z %.3f\n", steps, fastest,
                      dry_character_position(c).z);
        assert_int_equal(walk_state(c), DRY_GROUND_FIRM);
        assert_close(dry_character_position(c).y, 0.0, 2e-3);
        if (k == 0) { /* frictionless: v^2 = 2 g h, from about 4.2 m */
            assert_in_range((int)(fastest * 100.0), 800, 1000);
        }
        if (k == 2) {
            assert_true(dry_character_position(c).z > 1.0);
        }
        end(c);
    }
}

/* A gutter of two slopes of 60 degrees that rises by 30 degrees along x cannot be walked up. */
static void corner_of_two_steep_slopes_is_not_climbed(void **unused)
{
    (void)unused;
    DryWorld *world = walk_world(1.0f, 1);
    (void)walk_floor(world);
    for (int side = -1; side <= 1; side += 2) {
        DryQuat tilt = dry_quat_from_axis_angle(dry_vec3(1, 0, 0), (float)side * -1.0471976f);
        DryQuat rise = dry_quat_from_axis_angle(dry_vec3(0, 0, 1), 0.5236f);
        DryPose pose = { { 0, 0, 0 }, dry_quat_mul(rise, tilt) };
        pose.position = dry_pos_add(dry_pos(2, 0, 0), dry_quat_rotate(pose.rotation, dry_vec3(0, -1, 0)));
        (void)walk_box_at(world, DRY_STATIC, pose, dry_vec3(20, 1, 20), 1000.0f);
    }
    DryCharacter *c = walk_character(world, dry_pos(-3, 0, 0));
    double highest = 0.0;
    for (int i = 0; i < 600; ++i) {
        walk_steps(c, dry_vec3(3, 0, i / 60 % 2 == 0 ? 1.0f : -1.0f), 1);
        highest = fmax(highest, dry_character_position(c).y);
    }
    DryPos feet = dry_character_position(c);
    print_message("gutter: x %.3f y %.3f z %.3f, highest %.3f\n", feet.x, feet.y, feet.z, highest);
    assert_true(highest < 0.02);
    end(c);
}

/* Walks into a corner of two walls `angle` apart for 100 moves after it has arrived. */
static double jitter_in_corner(float angle, DryVec3 wish, bool by_move)
{
    DryWorld *world = walk_world(1.0f, 1);
    (void)walk_floor(world);
    for (int side = -1; side <= 1; side += 2) {
        DryPose pose = { { 3, 1, 0 }, dry_quat_from_axis_angle(dry_vec3(0, 1, 0), (float)side * angle / 2) };
        DryVec3 middle = dry_vec3(-10, 0, (float)side * 0.5f);
        pose.position = dry_pos_add(pose.position, dry_quat_rotate(pose.rotation, middle));
        (void)walk_box_at(world, DRY_STATIC, pose, dry_vec3(10, 3, 0.5f), 1000.0f);
    }
    DryCharacter *c = walk_character(world, dry_pos(-2, 0, 0));
    DryPos first = { 0 };
    double most = 0.0;
    for (int i = 0; i < 400; ++i) {
        if (by_move) {
            DryVec3 v = wish;
            v.y = -1.0f;
            assert_int_equal(dry_character_move(c, v, STEP), DRY_OK);
            run_steps(world, 1);
        } else {
            walk_steps(c, wish, 1);
        }
        DryPos p = dry_character_position(c);
        first = i == 299 ? p : first;
        if (i >= 300) {
            most = fmax(most, (double)dry_vec3_length(dry_pos_sub(p, first)));
        }
    }
    print_message("corner of %.2f: at x %.4f z %.4f, jitter %.2g m\n", (double)angle, first.x, first.z, most);
    assert_true(first.x > -2.0 && first.x < 3.0);
    end(c);
    return most;
}

static void corners_hold_without_jitter(void **unused)
{
    (void)unused;
    const float angles[] = { 0.5f, 1.0f, 1.5707963f, 2.2f };
    for (size_t i = 0; i < sizeof angles / sizeof angles[0]; ++i) {
        for (int by_move = 0; by_move < 2; ++by_move) {
            assert_true(jitter_in_corner(angles[i], dry_vec3(3, 0, 0), by_move != 0) < 1e-4);
            assert_true(jitter_in_corner(angles[i], dry_vec3(3, 0, 0.4f), by_move != 0) < 1e-4);
        }
    }
}

/* Between a wall and a walkable slope it goes along the crease. */
static void goes_along_the_crease_of_wall_and_slope(void **unused)
{
    (void)unused;
    DryWorld *world = walk_world(1.0f, 1);
    (void)walk_ramp(world, dry_pos(0, 0, 0), 0.6f);
    (void)walk_block(world, dry_pos(-20, -10, 1), dry_pos(20, 20, 2));
    DryCharacter *c = walk_character(world, dry_pos(0, 0.3, 0));
    walk_steps(c, dry_vec3(0, 0, 2), 60);
    DryPos start = dry_character_position(c);
    assert_close(start.z, 0.7, 1e-3);
    for (int i = 0; i < 120; ++i) {
        walk_steps(c, dry_vec3(1.5f, 0, 2), 1);
        assert_close(dry_character_position(c).z, 0.7, 1e-3);
        assert_int_equal(walk_state(c), DRY_GROUND_FIRM);
    }
    DryPos feet = dry_character_position(c);
    assert_close(feet.x - start.x, 3.0, 0.01);
    assert_close(feet.y - start.y, 3.0 * 0.68414, 0.01);
    DryCharacterContact contacts[DRY_CHARACTER_MAX_CONTACTS];
    int32_t count = dry_character_contacts(c, contacts, DRY_CHARACTER_MAX_CONTACTS);
    assert_int_equal(count, 2);
    assert_close((double)contacts[0].normal.z, -1.0, 1e-3);
    end(c);
}

static void leaves_ground_off_a_high_edge_and_lands(void **unused)
{
    (void)unused;
    DryWorld *world = walk_world(1.0f, 1);
    (void)walk_floor(world);
    (void)walk_block(world, dry_pos(-5, 0, -5), dry_pos(0, 3, 5));
    DryCharacter *c = walk_character(world, dry_pos(-2, 3, 0));
    int air = 0;
    for (int i = 0; i < 180; ++i) {
        walk_steps(c, dry_vec3(2, 0, 0), 1);
        air += walk_state(c) != DRY_GROUND_FIRM;
    }
    print_message("fell for %d steps\n", air);
    assert_in_range(air, 40, 56); /* sqrt(2 3 / g) = 0.78 s: 47 steps, less the snap, and the rounded end */
    assert_close(dry_character_position(c).y, 0.0, 2e-3);
    end(c);
}

static void starts_inside_and_comes_out(void **unused)
{
    (void)unused;
    const DryPos starts[] = { { 0, 0.5, 0 }, { 0.9, 0.1, 0.2 }, { -0.3, -0.9, 0.4 }, { 0, 1.95, 0 } };
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; ++i) {
        DryWorld *world = walk_world(1.0f, 1);
        (void)walk_floor(world);
        (void)walk_block(world, dry_pos(-1, -1, -1), dry_pos(1, 2, 1));
        DryCharacter *c = walk_character(world, starts[i]);
        walk_steps(c, dry_vec3(0, 0, 0), 90);
        DryPos feet = dry_character_position(c);
        DryCharacterMotion motion = dry_character_motion(c);
        print_message("from (%.2f %.2f %.2f) to (%.3f %.3f %.3f)\n", starts[i].x, starts[i].y, starts[i].z,
                      feet.x, feet.y, feet.z);
        assert_false(motion.squeezed);
        bool beside = fabs(feet.x) > 1.29 || fabs(feet.z) > 1.29;
        assert_true(beside || feet.y > 1.99);
        assert_int_equal(walk_state(c), DRY_GROUND_FIRM);
        end(c);
    }
}

static void crouches_where_it_cannot_stand_up(void **unused)
{
    (void)unused;
    DryWorld *world = walk_world(1.0f, 1);
    (void)walk_floor(world);
    (void)walk_block(world, dry_pos(1, 1.2, -2), dry_pos(4, 3, 2));
    DryCharacter *c = walk_character(world, dry_pos(0, 0, 0));
    walk_steps(c, dry_vec3(2, 0, 0), 120);
    assert_true(dry_character_position(c).x < 0.71);
    assert_int_equal(dry_character_set_height(c, 1.1f), DRY_OK);
    walk_steps(c, dry_vec3(2, 0, 0), 50);
    DryCharacterState before = dry_character_state(c);
    assert_in_range((int)(before.position.x * 100.0), 200, 300);
    assert_refused(dry_character_set_height(c, 1.8f), DRY_ERROR_STATE, "no room");
    DryCharacterState after = dry_character_state(c);
    assert_memory_equal(&before, &after, sizeof before);
    assert_int_equal(dry_character_set_height(c, 1.15f), DRY_OK);
    walk_steps(c, dry_vec3(2, 0, 0), 100);
    assert_true(dry_character_position(c).x > 4.3);
    assert_int_equal(dry_character_set_height(c, 1.8f), DRY_OK);
    assert_int_equal(dry_body_shapes(world, dry_character_body(c), NULL, 0), 1);
    end(c);
}

static DryQueryVerdict skip_tagged(const DryQueryHit *hit, void *user)
{
    return hit->material == *(const uint64_t *)user ? DRY_QUERY_SKIP : DRY_QUERY_TAKE;
}

static void filters_decide_what_blocks(void **unused)
{
    (void)unused;
    uint64_t tag = 7;
    for (int k = 0; k < 3; ++k) {
        DryWorld *world = walk_world(1.0f, 1);
        (void)walk_floor(world);
        DryBodyId wall = walk_block(world, dry_pos(1, 0, -2), dry_pos(2, 3, 2));
        DryMaterial material = dry_material_default();
        material.user_tag = tag;
        (void)dry_shape_set_material(world, first_shape(world, wall), &material);
        DryFilter filter = dry_filter_default();
        filter.category = 4;
        (void)dry_shape_set_filter(world, first_shape(world, wall), filter);
        DryCharacter *c = walk_character(world, dry_pos(0, 0, 0));
        DryCharacterSettings settings = dry_character_settings(c);
        if (k == 1) {
            settings.filter.mask = ~(uint64_t)4;
        }
        if (k == 2) {
            settings.accept = skip_tagged;
            settings.user = &tag;
        }
        assert_int_equal(dry_character_set_settings(c, &settings), DRY_OK);
        walk_steps(c, dry_vec3(2, 0, 0), 120);
        assert_true(k == 0 ? dry_character_position(c).x < 0.71 : dry_character_position(c).x > 3.5);
        if (k == 0) {
            DryCharacterContact contacts[4];
            assert_int_equal(dry_character_contacts(c, contacts, 4), 2);
            assert_int_equal(contacts[0].material, tag);
            assert_int_equal(contacts[0].body.index, wall.index);
            assert_close(contacts[0].point.x, 1.0, 1e-3);
        }
        end(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speed_on_flat_ground_is_the_wanted_one),
        cmocka_unit_test(stands_still_to_the_last_bit),
        cmocka_unit_test(climbs_40_degrees_and_not_60),
        cmocka_unit_test(slides_down_what_is_steep),
        cmocka_unit_test(corner_of_two_steep_slopes_is_not_climbed),
        cmocka_unit_test(corners_hold_without_jitter),
        cmocka_unit_test(goes_along_the_crease_of_wall_and_slope),
        cmocka_unit_test(leaves_ground_off_a_high_edge_and_lands),
        cmocka_unit_test(starts_inside_and_comes_out),
        cmocka_unit_test(crouches_where_it_cannot_stand_up),
        cmocka_unit_test(filters_decide_what_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
