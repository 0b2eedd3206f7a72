/* C2.9: time goes in fixed steps. C2.11: defaults belong to a protocol version, and data of another one is
 * refused. */
#include "contracts/check.h"

#include <drystone/drystone.h>

#include <stdlib.h>

static const float dt = 1.0f / 60.0f;

/* A box that tumbles down onto the ground. */
static DryWorld *open_world(void)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    DryBodyDef ground = dry_body_def_default();
    ground.position = dry_pos(0.0, -1.0, 0.0);
    DryBox floor = { { 10.0f, 1.0f, 10.0f } }, box = { { 0.5f, 0.3f, 0.4f } };
    assert_int_not_equal(dry_shape_add_box(world, dry_body_create(world, &ground), &floor, NULL).index, 0);
    DryBodyDef body = dry_body_def_default();
    body.type = DRY_DYNAMIC;
    body.position = dry_pos(0.0, 2.0, 0.0);
    body.angular_velocity = dry_vec3(1.0f, 2.0f, 3.0f);
    assert_int_not_equal(dry_shape_add_box(world, dry_body_create(world, &body), &box, NULL).index, 0);
    return world;
}

static uint64_t close_world(DryWorld *world)
{
    uint64_t hash = dry_world_hash(world);
    dry_world_destroy(world);
    return hash;
}

static const double frames[] = { 0.016, 0.018, 0.001, 0.033, 0.0, 0.017, 0.029, 0.0166, 0.021, 0.007 };

static void c2_9_frames_become_fixed_steps(void **unused)
{
    (void)unused;
    DryWorld *framed = open_world(), *fixed = open_world(), *varied = open_world();
    DryStepper stepper = { .dt = dt, .max_steps = 4 };
    int32_t steps = 0;
    double time = 0.0;
    for (int i = 0; i < 60; ++i) {
        double frame = frames[i % 10];
        int32_t done = dry_world_step_frame(framed, &stepper, frame);
        assert_in_range(done, 0, 2);
        steps += done;
        time += frame;
        assert_close(steps * (double)dt + stepper.remainder, time, 1e-12);
        assert_true(stepper.remainder >= 0.0 && stepper.remainder < (double)dt);
        assert_int_equal(dry_world_step(varied, (float)frame), DRY_OK);
    }
    for (int32_t i = 0; i < steps; ++i) {
        assert_int_equal(dry_world_step(fixed, dt), DRY_OK);
    }
    /* whatever the frames, the bits are those of as many steps; steps as long as the frames go another way */
    uint64_t right = close_world(fixed);
    assert_true(close_world(framed) == right);
    assert_true(close_world(varied) != right);
}

static void c2_9_a_long_frame_is_cut_off(void **unused)
{
    (void)unused;
    DryWorld *world = open_world();
    DryStepper stepper = { .dt = dt, .max_steps = 4 };
    assert_int_equal(dry_world_step_frame(world, &stepper, 1.0), 4);
    /* the other 56 are dropped, not owed */
    assert_int_equal(dry_world_step_frame(world, &stepper, 0.0), 0);
    assert_true(stepper.remainder < (double)dt);
    dry_world_destroy(world);
}

static void c2_11_data_of_another_protocol_is_refused(void **unused)
{
    (void)unused;
    DryWorld *world = open_world();
    assert_int_equal(dry_world_step(world, dt), DRY_OK);
    size_t size = dry_world_save(world, NULL, 0);
    unsigned char *data = malloc(size);
    assert_non_null(data);
    assert_int_equal(dry_world_save(world, data, size), size);
    assert_int_equal(dry_world_step(world, dt), DRY_OK);
    uint64_t hash = dry_world_hash(world);

    /* the protocol is the second word */
    uint32_t protocol, other = 1; /* this library has 2 or more */
    memcpy(&protocol, data + sizeof protocol, sizeof protocol);
    assert_int_equal(protocol, DRY_PROTOCOL_VERSION);
    memcpy(data + sizeof other, &other, sizeof other);
    assert_refused(dry_world_restore(world, data, size), DRY_ERROR_FORMAT, "protocol version 1");
    assert_true(dry_world_hash(world) == hash);

    memcpy(data + sizeof protocol, &protocol, sizeof protocol);
    assert_int_equal(dry_world_restore(world, data, size), DRY_OK);
    assert_true(dry_world_hash(world) != hash);
    assert_int_equal(dry_world_step(world, dt), DRY_OK);
    assert_true(dry_world_hash(world) == hash);
    free(data);
    dry_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c2_9_frames_become_fixed_steps),
        cmocka_unit_test(c2_9_a_long_frame_is_cut_off),
        cmocka_unit_test(c2_11_data_of_another_protocol_is_refused),
    };
    return cmocka_run_group_tests_name("c2_9_c2_11_protocol", tests, NULL, NULL);
}
