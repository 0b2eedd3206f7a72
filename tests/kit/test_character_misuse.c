/* Characters with every kind of wrong argument, at wrong times, and in places where there is no room. */
#include "support/random.h"
#include "support/walker.h"

#include "contracts/check.h"

#include <stdlib.h>

static void end(DryCharacter *c)
{
    DryWorld *world = dry_character_world(c);
    dry_character_destroy(c);
    dry_world_destroy(world);
    assert_int_equal(dry_allocated_bytes(), 0);
}

static void wrong_definitions_are_refused(void **unused)
{
    (void)unused;
    DryWorld *world = walk_world(1.0f, 1);
    const DryCharacterDef right = dry_character_def_default(world);
    uint64_t hash = dry_world_hash(world);
    size_t bytes = dry_allocated_bytes();
    DryCharacterDef d = right;
#define REFUSED(member, value, word)                                                   \
    do {                                                                               \
        d = right;                                                                     \
        d.member = (value);                                                            \
        assert_null(dry_character_create(world, &d));                                  \
        assert_refused(dry_last_status(), DRY_ERROR_ARGUMENT, "dry_character_create"); \
        assert_non_null(strstr(dry_last_error(), word));                               \
        assert_true(dry_world_hash(world) == hash);                                    \
    } while (0)
    const float wrong[] = { NAN, INFINITY, -INFINITY, -1.0f, 1e30f };
    for (int i = 0; i < 5; ++i) {
        REFUSED(radius, wrong[i], "radius");
        REFUSED(height, wrong[i], "height");
        REFUSED(skin, wrong[i], "skin");
        REFUSED(settings.step_height, wrong[i], "step_height");
        REFUSED(settings.snap_distance, wrong[i], "snap_distance");
        REFUSED(settings.slope_limit, wrong[i], "slope_limit");
        REFUSED(settings.push_force, wrong[i], "push_force");
        REFUSED(settings.mass, wrong[i], "mass");
    }
    REFUSED(settings.gravity, NAN, "gravity");
    REFUSED(settings.ground_acceleration, -1.0f, "ground_acceleration");
    REFUSED(settings.air_acceleration, NAN, "air_acceleration");
    REFUSED(height, 0.59f, "height");
    REFUSED(skin, 0.2f, "skin");
    REFUSED(skin, 0.0f, "skin");
    REFUSED(position.x, NAN_DOUBLE, "position");
    REFUSED(position.y, 1e12, "position");
    REFUSED(up, dry_vec3(0, 0, 0), "up");
    REFUSED(up, dry_vec3(NAN, 1, 0), "up");
#undef REFUSED
    assert_null(dry_character_create(NULL, &right));
    assert_null(dry_character_create(world, NULL));
    assert_int_equal(dry_allocated_bytes(), bytes);
    assert_int_equal(dry_world_bodies(world, NULL, 0), 0);
    dry_world_destroy(world);
}

/* The character is bit for bit what it was, and so is the world. */
typedef struct Before {
    DryCharacterState state;
    DryCharacterSettings settings;
    uint64_t hash;
} Before;

static Before look(const DryCharacter *c)
{
    Before b = { dry_character_state(c), dry_character_settings(c), dry_world_hash(dry_character_world(c)) };
    return b;
}

static void assert_untouched(const DryCharacter *c, const Before *b)
{
    Before now = look(c);
    assert_memory_equal(&b->state, &now.state, sizeof now.state);
    assert_memory_equal(&b->settings, &now.settings, sizeof now.settings);
    assert_true(b->hash == now.hash);
}

static void wrong_arguments_change_nothing(void **unused)
{
    (void)unused;
    DryWorld *world = walk_world(1.0f, 1);
    (void)walk_floor(world);
    DryCharacter *c = walk_character(world, dry_pos(0, 0, 0));
    walk_steps(c, dry_vec3(1, 0, 0), 20);
    Before before = look(c);
    const float wrong[] = { NAN, INFINITY, -INFINITY, -1e-9f, 1.5f };
    DryCharacterInput input = { .move = { 1, 0, 0 }, .speed = 3 };
    for (int i = 0; i < 5; ++i) {
        assert_refused(dry_character_move(c, dry_vec3(1, 0, 0), wrong[i]), DRY_ERROR_ARGUMENT, "dt");
        assert_refused(dry_character_update(c, &input, wrong[i]), DRY_ERROR_ARGUMENT, "dt");
        if (i < 3) {
            DryVec3 v = { 0, wrong[i], 0 };
            assert_refused(dry_character_move(c, v, STEP), DRY_ERROR_ARGUMENT, "velocity");
            assert_refused(dry_character_set_velocity(c, v), DRY_ERROR_ARGUMENT, "velocity");
            assert_refused(dry_character_set_position(c, dry_pos(0, (double)wrong[i], 0)), DRY_ERROR_ARGUMENT,
                           "position");
            assert_refused(dry_character_set_up(c, v), DRY_ERROR_ARGUMENT, "up");
            assert_refused(dry_character_set_height(c, wrong[i]), DRY_ERROR_ARGUMENT, "height");
            DryCharacterInput bad = input;
            bad.move = v;
            assert_refused(dry_character_update(c, &bad, STEP), DRY_ERROR_ARGUMENT, "move");
            bad = input;
            bad.speed = wrong[i];
            assert_refused(dry_character_update(c, &bad, STEP), DRY_ERROR_ARGUMENT, "speed");
            bad = input;
            bad.jump_speed = wrong[i];
            assert_refused(dry_character_update(c, &bad, STEP), DRY_ERROR_ARGUMENT, "jump speed");
            DryCharacterSettings s = dry_character_settings(c);
            s.step_height = wrong[i];
            assert_refused(dry_character_set_settings(c, &s), DRY_ERROR_ARGUMENT, "step_height");
        }
    }
    assert_refused(dry_character_move(c, dry_vec3(2e6f, 0, 0), STEP), DRY_ERROR_ARGUMENT, "velocity");
    assert_refused(dry_character_update(c, NULL, STEP), DRY_ERROR_ARGUMENT, "null");
    assert_refused(dry_character_set_settings(c, NULL), DRY_ERROR_ARGUMENT, "null");
    assert_refused(dry_character_set_state(c, NULL), DRY_ERROR_ARGUMENT, "null");
    assert_refused(dry_character_set_height(c, 0.5f), DRY_ERROR_ARGUMENT, "height");
    assert_refused(dry_character_set_up(c, dry_vec3(0, 0, 0)), DRY_ERROR_ARGUMENT, "up");
    assert_int_equal(dry_character_contacts(c, NULL, 3), -1);
    assert_int_equal(dry_character_contacts(c, NULL, -1), -1);
    assert_untouched(c, &before);
    end(c);
}

static void wrong_states_are_refused(void **unused)
{
    (void)unused;
    DryWorld *world = walk_world(1.0f, 1);
    DryBodyId floor = walk_floor(world);
    DryCharacter *c = walk_character(world, dry_pos(0, 0, 0));
    walk_steps(c, dry_vec3(1, 0, 0), 20);
    Before before = look(c);
    DryCharacterState s = before.state;
    s.position.x = NAN_DOUBLE;
    assert_refused(dry_character_set_state(c, &s), DRY_ERROR_ARGUMENT, "position");
    s = before.state;
    s.height = 0.1f;
    assert_refused(dry_character_set_state(c, &s), DRY_ERROR_ARGUMENT, "height");
    s = before.state;
    s.up = dry_vec3(0, 2, 0);
    assert_refused(dry_character_set_state(c, &s), DRY_ERROR_ARGUMENT, "up");
    s = before.state;
    s.velocity.y = INFINITY;
    assert_refused(dry_character_set_state(c, &s), DRY_ERROR_ARGUMENT, "velocity");
    s = before.state;
    s.anchor[1] = NAN_DOUBLE;
    assert_refused(dry_character_set_state(c, &s), DRY_ERROR_ARGUMENT, "anchor");
    s = before.state;
    s.ground.state = (DryGroundState)7;
    assert_refused(dry_character_set_state(c, &s), DRY_ERROR_ARGUMENT, "ground");
    s = before.state;
    s.presence.index = 0;
    assert_refused(dry_character_set_state(c, &s), DRY_ERROR_ARGUMENT, "presence");
    s = before.state;
    s.presence.generation += 5;
    assert_refused(dry_character_set_state(c, &s), DRY_ERROR_ID, "presence");
    s = before.state;
    s.ground.body.generation += 5;
    assert_refused(dry_character_set_state(c, &s), DRY_ERROR_ID, "ground");
    assert_untouched(c, &before);
    /* ground that is destroyed under its feet is no error */
    assert_int_equal(dry_body_destroy(world, floor), DRY_OK);
    walk_steps(c, dry_vec3(0, 0, 0), 3);
    assert_int_equal(walk_state(c), DRY_GROUND_NONE);
    end(c);
}

static void all_calls_survive_null_and_a_world_that_is_gone(void **unused)
{
    (void)unused;
    DryWorld *world = walk_world(1.0f, 1);
    (void)walk_floor(world);
    DryCharacter *c = walk_character(world, dry_pos(1, 0, 2));
    DryCharacter *other = walk_character(world, dry_pos(3, 0, 2));
    walk_steps(c, dry_vec3(0, 0, 0), 5);
    DryCharacterState state = dry_character_state(c);
    dry_character_destroy(other);
    dry_world_destroy(world);
    for (int k = 0; k < 2; ++k) {
        DryCharacter *who = k == 0 ? c : NULL;
        DryStatus wanted = k == 0 ? DRY_ERROR_STATE : DRY_ERROR_ARGUMENT;
        DryCharacterInput input = { 0 };
        DryCharacterSettings settings = dry_character_settings(c);
        assert_int_equal(dry_character_move(who, dry_vec3(0, 0, 0), STEP), wanted);
        assert_int_equal(dry_character_update(who, &input, STEP), wanted);
        assert_int_equal(dry_character_set_state(who, &state), wanted);
        assert_int_equal(dry_character_set_settings(who, &settings), wanted);
        assert_int_equal(dry_character_set_position(who, dry_pos(0, 0, 0)), wanted);
        assert_int_equal(dry_character_set_velocity(who, dry_vec3(0, 0, 0)), wanted);
        assert_int_equal(dry_character_set_height(who, 1.0f), wanted);
        assert_int_equal(dry_character_set_up(who, dry_vec3(1, 0, 0)), wanted);
        assert_null(dry_character_world(who));
    }
    assert_close(dry_character_position(c).x, 1.0, 1e-9);
    assert_int_equal(dry_character_position(NULL).x == 0.0, 1);
    assert_int_equal(dry_character_state(NULL).presence.index, 0);
    assert_int_equal(dry_character_body(NULL).index, 0);
    assert_int_equal(dry_character_ground(NULL).state, DRY_GROUND_NONE);
    assert_int_equal(dry_character_contacts(NULL, NULL, 0), -1);
    dry_character_destroy(NULL);
    dry_character_destroy(c);
    assert_int_equal(dry_allocated_bytes(), 0);
}

static void a_presence_that_is_gone_is_an_error(void **unused)
{
    (void)unused;
    DryWorld *world = walk_world(1.0f, 1);
    DryCharacter *c = walk_character(world, dry_pos(0, 0, 0));
    assert_int_equal(dry_body_destroy(world, dry_character_body(c)), DRY_OK);
    Before before = look(c);
    assert_refused(dry_character_move(c, dry_vec3(1, 0, 0), STEP), DRY_ERROR_ID, "destroyed");
    assert_refused(dry_character_set_height(c, 1.0f), DRY_ERROR_ID, "destroyed");
    assert_untouched(c, &before);
    end(c);
}

static void without_presence_the_world_knows_nothing_of_it(void **unused)
{
    (void)unused;
    DryWorld *world = walk_world(1.0f, 1);
    (void)walk_floor(world);
    uint64_t hash = dry_world_hash(world);
    DryCharacterDef def = dry_character_def_default(world);
    def.presence = false;
    DryCharacter *c = dry_character_create(world, &def);
    assert_non_null(c);
    for (int i = 0; i < 60; ++i) {
        walk_update(c, dry_vec3(2, 0, 0), i == 10 ? 4.0f : 0.0f, STEP);
    }
    assert_int_equal(dry_character_set_height(c, 1.0f), DRY_OK);
    assert_true(dry_character_position(c).x > 1.9);
    assert_true(dry_world_hash(world) == hash);
    end(c);
}

static DryCharacter *in_step;

static bool move_in_step(const DryPairCandidate *pair, void *user)
{
    (void)pair;
    int *count = user;
    DryCharacterDef def = dry_character_def_default(NULL);
    assert_int_equal(dry_character_move(in_step, dry_vec3(1, 0, 0), STEP), DRY_ERROR_STATE);
    assert_int_equal(dry_character_set_height(in_step, 1.0f), DRY_ERROR_STATE);
    assert_null(dry_character_create(dry_character_world(in_step), &def));
    dry_character_destroy(in_step);
    ++*count;
    return true;
}

static void during_the_step_it_is_refused(void **unused)
{
    (void)unused;
    for (int presence = 0; presence < 2; ++presence) {
        DryWorld *world = walk_world(1.0f, 1);
        (void)walk_floor(world);
        DryCharacterDef def = dry_character_def_default(world);
        def.presence = presence != 0;
        in_step = dry_character_create(world, &def);
        int count = 0;
        (void)dry_world_set_pair_filter(world, move_in_step, &count);
        (void)build_box(world, DRY_DYNAMIC, 3, 0.4, 0, 0.5f);
        run_steps(world, 3);
        assert_true(count > 0);
        assert_close(dry_character_position(in_step).x, 0.0, 0.0);
        end(in_step);
    }
}

static void assert_sane(const DryCharacter *c)
{
    DryCharacterState s = dry_character_state(c);
    DryCharacterMotion m = dry_character_motion(c);
    assert_true(isfinite(s.position.x) && isfinite(s.position.y) && isfinite(s.position.z));
    assert_true(isfinite(s.velocity.x) && isfinite(s.velocity.y) && isfinite(s.velocity.z));
    assert_true(isfinite(m.yaw) && isfinite(m.overlap));
    for (int i = 0; i < 3; ++i) {
        assert_true(isfinite(s.anchor[i]));
    }
}

/* In a closed box that is smaller than itself, between planes that leave it no room, and deep in everything.
 */
static void no_room_at_all_is_reported_and_stays_finite(void **unused)
{
    (void)unused;
    for (int k = 0; k < 4; ++k) {
        DryWorld *world = walk_world(1.0f, 1);
        double x = k == 1 ? 0.2 : 0.6, y = k == 2 ? 1.0 : 1.9;
        if (k < 3) {
            (void)walk_block(world, dry_pos(-x - 1, -1, -2), dry_pos(-x, 3, 2));
            (void)walk_block(world, dry_pos(x, -1, -2), dry_pos(x + 1, 3, 2));
            (void)walk_block(world, dry_pos(-2, -1, -x - 1), dry_pos(2, 3, -x));
            (void)walk_block(world, dry_pos(-2, -1, x), dry_pos(2, 3, x + 1));
            (void)walk_block(world, dry_pos(-2, -1, -2), dry_pos(2, 0, 2));
            (void)walk_block(world, dry_pos(-2, y, -2), dry_pos(2, y + 1, 2));
        } else {
            Random random = random_seeded(5);
            for (int i = 0; i < 60; ++i) { /* half-spaces that all hold the middle */
                DryBodyId body = build_body(world, DRY_STATIC, 0, 0, 0);
                DryHalfSpace plane;
                plane.normal.x = random_float(&random, -1.0f, 1.0f);
                plane.normal.y = random_float(&random, -1.0f, 1.0f);
                plane.normal.z = random_float(&random, -1.0f, 1.0f);
                plane.offset = 0.5f;
                (void)dry_shape_add_half_space(world, body, &plane, NULL);
            }
        }
        DryCharacter *c = walk_character(world, dry_pos(0, 0, 0));
        bool squeezed = false;
        for (int i = 0; i < 200; ++i) {
            walk_steps(c, dry_vec3(i % 20 < 10 ? 3.0f : -3.0f, 0, i % 30 < 15 ? 2.0f : -2.0f), 1);
            assert_sane(c);
            squeezed = squeezed || dry_character_motion(c).squeezed;
        }
        DryPos p = dry_character_position(c);
        print_message("no room %d: at %.3f %.3f %.3f, overlap %.3f\n", k, p.x, p.y, p.z,
                      (double)dry_character_motion(c).overlap);
        assert_int_equal(squeezed, k != 0);
        end(c);
    }
}

static void huge_velocities_and_times(void **unused)
{
    (void)unused;
    const float speeds[] = { 1e2f, 1e4f, 9e5f };
    for (int k = 0; k < 3; ++k) {
        DryWorld *world = walk_world(1.0f, 1);
        (void)walk_floor(world);
        (void)walk_block(world, dry_pos(50, -1, -1e5), dry_pos(50.2, 4e3, 1e5));
        DryCharacter *c = walk_character(world, dry_pos(0, 0, 0));
        for (int i = 0; i < 20; ++i) {
            assert_int_equal(dry_character_move(c, dry_vec3(speeds[k], -1.0f, 0), i % 2 == 0 ? 1.0f : STEP),
                             DRY_OK);
            assert_sane(c);
            assert_close(dry_character_position(c).y, 0.0, 0.02);
        }
        assert_close(dry_character_position(c).x, 49.7, 0.011);
        for (int i = 0; i < 100; ++i) { /* falls for good */
            assert_int_equal(dry_character_set_position(c, dry_pos(0, 9e10, 0)), DRY_OK);
            walk_update(c, dry_vec3(1, 0, 0), 0, 1.0f);
            assert_sane(c);
        }
        assert_int_equal(dry_character_set_position(c, dry_pos(0, 1e11, 0)), DRY_OK);
        Before before = look(c);
        assert_refused(dry_character_move(c, dry_vec3(0, 1e6f, 0), 1.0f), DRY_ERROR_RANGE, "1e11");
        assert_untouched(c, &before);
        end(c);
    }
}

static void zero_dt_only_frees_it(void **unused)
{
    (void)unused;
    DryWorld *world = walk_world(1.0f, 1);
    (void)walk_floor(world);
    DryCharacter *c = walk_character(world, dry_pos(0, -0.1, 0));
    assert_int_equal(dry_character_move(c, dry_vec3(5, 0, 0), 0.0f), DRY_OK);
    assert_int_equal(walk_state(c), DRY_GROUND_FIRM);
    assert_close(dry_character_position(c).y, 0.0, 1e-3);
    assert_close(dry_character_position(c).x, 0.0, 1e-9);
    assert_close(dry_body_position(world, dry_character_body(c)).y, dry_character_position(c).y, 1e-9);
    walk_update(c, dry_vec3(5, 0, 0), 3.0f, 0.0f);
    assert_close(dry_character_position(c).x, 0.0, 1e-9);
    assert_sane(c);
    end(c);
}

static void without_gravity_it_floats_and_can_walk(void **unused)
{
    (void)unused;
    DryWorld *world = walk_world(1.0f, 1);
    (void)walk_floor(world);
    (void)dry_world_set_gravity(world, dry_vec3(0, 0, 0));
    DryCharacter *c = walk_character(world, dry_pos(0, 2, 0));
    walk_steps(c, dry_vec3(0, 0, 0), 60);
    assert_close(dry_character_position(c).y, 2.0, 1e-9);
    assert_int_equal(dry_character_set_position(c, dry_pos(0, 0, 0)), DRY_OK);
    walk_steps(c, dry_vec3(1, 0, 0), 60);
    assert_int_equal(walk_state(c), DRY_GROUND_FIRM);
    walk_update(c, dry_vec3(0, 0, 0), 1.0f, STEP);
    walk_steps(c, dry_vec3(0, 0, 0), 60);
    assert_close(dry_character_position(c).y, 1.0, 0.05);
    end(c);
}

/* Up along gravity: it falls "up", and no call fails. */
static void upside_down(void **unused)
{
    (void)unused;
    DryWorld *world = walk_world(1.0f, 1);
    (void)walk_block(world, dry_pos(-5, -1, -5), dry_pos(5, 0, 5));
    DryCharacterDef def = dry_character_def_default(world);
    def.up = dry_vec3(0, -1, 0);
    def.position = dry_pos(0, 4, 0);
    DryCharacter *c = dry_character_create(world, &def);
    for (int i = 0; i < 120; ++i) {
        walk_update(c, dry_vec3(1, 0, 0), i % 10 == 0 ? 2.0f : 0.0f, STEP);
        run_steps(world, 1);
        assert_sane(c);
        assert_true(dry_character_position(c).y > 1.79);
    }
    assert_int_equal(dry_character_set_up(c, dry_vec3(0, 1, 0)), DRY_OK);
    walk_steps(c, dry_vec3(0, 0, 0), 120);
    assert_int_equal(walk_state(c), DRY_GROUND_FIRM);
    assert_close(dry_character_position(c).y, 0.0, 2e-3);
    assert_int_equal(dry_character_set_up(c, dry_vec3(1, 0, 0)), DRY_OK);
    end(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_definitions_are_refused),
        cmocka_unit_test(wrong_arguments_change_nothing),
        cmocka_unit_test(wrong_states_are_refused),
        cmocka_unit_test(all_calls_survive_null_and_a_world_that_is_gone),
        cmocka_unit_test(a_presence_that_is_gone_is_an_error),
        cmocka_unit_test(without_presence_the_world_knows_nothing_of_it),
        cmocka_unit_test(during_the_step_it_is_refused),
        cmocka_unit_test(no_room_at_all_is_reported_and_stays_finite),
        cmocka_unit_test(huge_velocities_and_times),
        cmocka_unit_test(zero_dt_only_frees_it),
        cmocka_unit_test(without_gravity_it_floats_and_can_walk),
        cmocka_unit_test(upside_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
