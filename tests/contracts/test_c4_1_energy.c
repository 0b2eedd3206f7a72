/* C4.1: energy, and the work that changed it, add up. */
#include "contracts/check.h"

#include <drystone/drystone.h>

static const float dt = 1.0f / 60.0f;
static const float g = 9.81f;

static DryWorld *open_world(bool gravity)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.sleeping = false;
    if (!gravity) {
        def.gravity = dry_vec3(0.0f, 0.0f, 0.0f);
    }
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    assert_int_equal(dry_world_set_track_work(world, true), DRY_OK);
    return world;
}

static void step(DryWorld *world, int steps)
{
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(dry_world_step(world, dt), DRY_OK);
    }
}

static DryBodyId add_box(DryWorld *world, DryBodyType type, DryPos position, DryVec3 half, float friction)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = position;
    DryBodyId body = dry_body_create(world, &def);
    DryShapeOptions options = dry_shape_options_default();
    options.material.friction = friction;
    DryBox box = { half };
    assert_int_not_equal(dry_shape_add_box(world, body, &box, &options).index, 0);
    return body;
}

static void add_ground(DryWorld *world, float friction)
{
    add_box(world, DRY_STATIC, dry_pos(0.0, -1.0, 0.0), dry_vec3(50.0f, 1.0f, 50.0f), friction);
}

static const DryVec3 cube = { 0.5f, 0.5f, 0.5f };

/* All but gravity: what the sum of kinetic and potential energy has changed by. */
static double others(DryWork w)
{
    return w.forces + w.damping + w.contacts + w.friction + w.joints + w.drives + w.correction;
}

/* The books of one body against its energy before. */
static void assert_balance(const DryWorld *world, DryBodyId body, DryEnergy before, double scale)
{
    DryEnergy now = dry_body_energy(world, body);
    DryWork work = dry_body_work(world, body);
    assert_close(work.gravity, before.potential - now.potential, 1e-9 * scale);
    assert_close(others(work), now.total - before.total, 1e-9 * scale);
}

static void c4_1_energy_is_that_of_the_textbook(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(true);
    DryBodyId body = add_box(world, DRY_DYNAMIC, dry_pos(0.0, 3.0, 0.0), dry_vec3(1.0f, 0.5f, 0.25f), 0.6f);
    DryBodyId far = add_box(world, DRY_DYNAMIC, dry_pos(20.0, -2.0, 0.0), cube, 0.6f);
    dry_body_set_gravity_scale(world, body, 0.5f);
    dry_body_set_velocity(world, body, dry_vec3(1.0f, 2.0f, -2.0f));
    dry_body_set_angular_velocity(world, body, dry_vec3(0.0f, 3.0f, 0.0f));
    double m = 1000.0, iy = m / 12.0 * (2.0 * 2.0 + 0.5 * 0.5);
    DryEnergy e = dry_body_energy(world, body);
    assert_close(e.kinetic, 0.5 * m * 9.0 + 0.5 * iy * 9.0, 1e-2);
    assert_close(e.potential, m * 0.5 * (double)g * 3.0, 1e-2);
    assert_close(e.total, e.kinetic + e.potential, 0.0);
    assert_close(dry_body_kinetic_energy(world, body), e.kinetic, 0.0);
    assert_close(dry_world_energy(world).total, e.total + dry_body_energy(world, far).total, 1e-9);
    assert_close(dry_island_energy(world, body).total, e.total, 0.0);
    dry_world_destroy(world);
}

static void c4_1_island_is_what_touches_or_hangs_together(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(true);
    add_ground(world, 0.6f);
    DryBodyId low = add_box(world, DRY_DYNAMIC, dry_pos(0.0, 0.5, 0.0), cube, 0.6f);
    DryBodyId high = add_box(world, DRY_DYNAMIC, dry_pos(0.0, 1.5, 0.0), cube, 0.6f);
    DryBodyId apart = add_box(world, DRY_DYNAMIC, dry_pos(9.0, 0.5, 0.0), cube, 0.6f);
    step(world, 30);
    DryBodyId found[3];
    assert_int_equal(dry_body_island(world, high, found, 3), 2);
    assert_true(found[0].index == low.index && found[1].index == high.index);
    assert_int_equal(dry_body_island(world, apart, NULL, 0), 1);
    double sum = dry_body_energy(world, low).total + dry_body_energy(world, high).total;
    assert_close(dry_island_energy(world, low).total, sum, 1e-9);
    assert_close(dry_island_work(world, low).gravity,
                 dry_body_work(world, low).gravity + dry_body_work(world, high).gravity, 1e-12);
    dry_world_destroy(world);
}

static void c4_1_free_fall_is_gravity_alone(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(true);
    DryBodyId body = add_box(world, DRY_DYNAMIC, dry_pos(0.0, 100.0, 0.0), cube, 0.6f);
    DryEnergy before = dry_body_energy(world, body);
    step(world, 120);
    DryWork work = dry_body_work(world, body);
    double fallen = 0.5 * (double)g * 4.0;
    assert_close(work.gravity, 1000.0 * (double)g * fallen, 1e-5 * 1000.0 * (double)g * fallen);
    assert_close(others(work), 0.0, 2e-6 * work.gravity);
    assert_balance(world, body, before, before.total);
    dry_world_destroy(world);
}

static void c4_1_sliding_box_loses_mu_m_g_d(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(true);
    add_ground(world, 0.3f);
    DryBodyId body = add_box(world, DRY_DYNAMIC, dry_pos(0.0, 0.5, 0.0), dry_vec3(0.5f, 0.05f, 0.5f), 0.3f);
    dry_body_set_pose(world, body, (DryPose){ { 0.0, 0.05, 0.0 }, dry_quat_identity() });
    step(world, 30);
    dry_body_set_velocity(world, body, dry_vec3(4.0f, 0.0f, 0.0f));
    assert_int_equal(dry_world_reset_work(world), DRY_OK);
    DryEnergy before = dry_body_energy(world, body);
    double from = dry_body_position(world, body).x;
    step(world, 60);
    double d = dry_body_position(world, body).x - from, v = (double)dry_body_velocity(world, body).x;
    DryWork work = dry_body_work(world, body);
    double lost = 0.3 * 100.0 * (double)g * d, gone = before.kinetic - 0.5 * 100.0 * v * v;
    assert_true(d > 2.0);
    assert_close(work.friction, -gone, 1e-4 * before.kinetic);
    /* of mean velocities: half a substep's way more than of the velocities the body went with */
    assert_close(work.friction, -lost, 0.005 * lost);
    assert_close(work.contacts, 0.0, 2e-4 * lost);
    assert_close(work.correction, 0.0, 2e-4 * lost);
    assert_balance(world, body, before, before.kinetic);
    dry_world_destroy(world);
}

static void c4_1_resting_stack_does_no_work(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(true);
    add_ground(world, 0.6f);
    for (int i = 0; i < 3; ++i) {
        add_box(world, DRY_DYNAMIC, dry_pos(0.0, 0.5 + i, 0.0), cube, 0.6f);
    }
    step(world, 120);
    dry_world_reset_work(world);
    step(world, 120);
    DryWork work = dry_world_work(world);
    /* a millimetre of one body's height is 10 J */
    assert_close(work.contacts, 0.0, 1e-2);
    assert_close(work.friction, 0.0, 1e-2);
    assert_close(work.gravity, 0.0, 2.0);
    dry_world_destroy(world);
}

static void c4_1_motor_lifts_a_mass(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(true);
    DryBodyId mast = add_box(world, DRY_STATIC, dry_pos(5.0, 0.0, 0.0), cube, 0.6f);
    DryBodyId load = add_box(world, DRY_DYNAMIC, dry_pos(0.0, 0.0, 0.0), cube, 0.6f);
    DryPrismaticDef def = dry_prismatic_def_default();
    def.body_a = mast;
    def.body_b = load;
    def.frame_a = dry_frame_from_axis(dry_vec3(-5.0f, 0.0f, 0.0f), dry_vec3(0.0f, 1.0f, 0.0f));
    def.frame_b = dry_frame_from_axis(dry_vec3(0.0f, 0.0f, 0.0f), dry_vec3(0.0f, 1.0f, 0.0f));
    def.drive = dry_drive_default();
    def.drive.mode = DRY_DRIVE_VELOCITY;
    def.drive.target_velocity = 1.0f;
    def.drive.max_force = 20000.0f;
    assert_int_not_equal(dry_prismatic_create(world, &def).index, 0);
    DryEnergy before = dry_body_energy(world, load);
    step(world, 120);
    double risen = dry_body_position(world, load).y;
    assert_true(risen > 1.8);
    DryWork work = dry_body_work(world, load);
    double needed = 1000.0 * (double)g * risen + dry_body_kinetic_energy(world, load);
    /* the motor starts with a jerk: half a substep of lifting, as with friction */
    assert_close(work.drives, needed, 2e-3 * needed);
    assert_close(work.joints, 0.0, 1e-4 * needed);
    assert_balance(world, load, before, needed);
    dry_world_destroy(world);
}

static void c4_1_damping_takes_what_is_lost(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(false);
    DryBodyId body = add_box(world, DRY_DYNAMIC, dry_pos(0.0, 0.0, 0.0), cube, 0.6f);
    dry_body_set_damping(world, body, 0.7f, 1.3f);
    dry_body_set_velocity(world, body, dry_vec3(3.0f, -1.0f, 2.0f));
    dry_body_set_angular_velocity(world, body, dry_vec3(1.0f, 4.0f, 0.0f));
    DryEnergy before = dry_body_energy(world, body);
    step(world, 90);
    double lost = before.kinetic - dry_body_kinetic_energy(world, body);
    assert_true(lost > 0.5 * before.kinetic);
    assert_close(dry_body_work(world, body).damping, -lost, 1e-6 * before.kinetic);
    assert_balance(world, body, before, before.kinetic);
    dry_world_destroy(world);
}

static void c4_1_forces_and_impulses_count(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(false);
    DryBodyId body = add_box(world, DRY_DYNAMIC, dry_pos(0.0, 0.0, 0.0), cube, 0.6f);
    DryEnergy before = dry_body_energy(world, body);
    for (int i = 0; i < 60; ++i) {
        dry_body_apply_force(world, body, dry_vec3(500.0f, 0.0f, 0.0f), dry_pos(0.0, 0.3, 0.0), DRY_WAKE);
        step(world, 1);
    }
    dry_body_apply_impulse(world, body, dry_vec3(0.0f, 300.0f, 0.0f), dry_pos(1.0, 0.0, 0.0), DRY_WAKE);
    dry_body_apply_angular_impulse(world, body, dry_vec3(0.0f, 20.0f, 0.0f), DRY_WAKE);
    double gained = dry_body_kinetic_energy(world, body);
    assert_true(gained > 100.0);
    assert_close(dry_body_work(world, body).forces, gained, 1e-5 * gained);
    assert_balance(world, body, before, gained);
    dry_world_destroy(world);
}

static void c4_1_bouncing_ball_loses_in_contacts(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(true);
    add_ground(world, 0.6f);
    DryBodyDef def = dry_body_def_default();
    def.type = DRY_DYNAMIC;
    def.position = dry_pos(0.0, 2.5, 0.0);
    DryBodyId ball = dry_body_create(world, &def);
    DryShapeOptions options = dry_shape_options_default();
    options.material.restitution = 0.5f;
    DrySphere sphere = { { 0.0f, 0.0f, 0.0f }, 0.5f };
    dry_shape_add_sphere(world, ball, &sphere, &options);
    DryEnergy before = dry_body_energy(world, ball);
    double m = (double)dry_body_mass(world, ball).mass, drop = m * (double)g * 2.0;
    int i = 0;
    while (i < 120 && !(dry_body_velocity(world, ball).y > 0.1f)) {
        step(world, 1);
        ++i;
    }
    DryWork work = dry_body_work(world, ball);
    assert_close(work.contacts, -0.75 * drop, 0.01 * drop);
    assert_balance(world, ball, before, drop);
    step(world, 300);
    assert_balance(world, ball, before, drop);
    dry_world_destroy(world);
}

static void c4_1_falling_asleep_is_booked(void **unused)
{
    (void)unused;
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    DryWorld *world = dry_world_create(&def);
    dry_world_set_track_work(world, true);
    add_ground(world, 0.6f);
    DryBodyId body = add_box(world, DRY_DYNAMIC, dry_pos(0.0, 1.0, 0.0), cube, 0.6f);
    DryEnergy before = dry_body_energy(world, body);
    step(world, 180);
    assert_false(dry_body_is_awake(world, body));
    assert_balance(world, body, before, 1e4);
    /* put to sleep in the middle of its motion, it loses all of that */
    assert_int_equal(dry_world_reset_work(world), DRY_OK);
    assert_int_equal(dry_body_set_velocity(world, body, dry_vec3(3.0f, 0.0f, 0.0f)), DRY_OK);
    before = dry_body_energy(world, body);
    assert_true(before.kinetic > 4000.0);
    assert_int_equal(dry_body_set_awake(world, body, false), DRY_OK);
    assert_false(dry_body_is_awake(world, body));
    assert_close(dry_body_work(world, body).correction, -before.kinetic, 1e-6 * before.kinetic);
    assert_balance(world, body, before, 1e4);
    dry_world_destroy(world);
}

static void c4_1_chaos_balances_and_changes_no_bit(void **unused)
{
    (void)unused;
    uint64_t hashes[2];
    for (int track = 0; track < 2; ++track) {
        DryWorldDef def = dry_world_def_default();
        def.workers = 1 + track;
        DryWorld *world = dry_world_create(&def);
        dry_world_set_track_work(world, track != 0);
        add_ground(world, 0.5f);
        DryBodyId last = add_box(world, DRY_DYNAMIC, dry_pos(0.0, 0.5, 4.0), cube, 0.5f);
        for (int i = 0; i < 20; ++i) {
            DryBodyId body = add_box(world, DRY_DYNAMIC, dry_pos(0.3 * (i % 3), 1.0 + 1.1 * i, 0.2 * (i % 2)),
                                     dry_vec3(0.5f, 0.3f, 0.4f), 0.5f);
            dry_body_set_damping(world, body, 0.1f, 0.1f);
            if (i % 4 == 3) {
                DryBallDef ball = dry_ball_def_default();
                ball.body_a = last;
                ball.body_b = body;
                ball.frame_b.position = dry_vec3(0.0f, -1.0f, 0.0f);
                dry_ball_create(world, &ball);
            }
            last = body;
        }
        DryEnergy before = dry_world_energy(world);
        step(world, 150);
        hashes[track] = dry_world_hash(world);
        DryWork work = dry_world_work(world);
        if (track != 0) {
            double change = dry_world_energy(world).total - before.total;
            assert_close(others(work), change, 1e-9 * fabs(before.total));
            assert_true(work.friction < 0.0 && work.damping < 0.0);
        } else {
            assert_close(others(work), 0.0, 0.0);
        }
        dry_world_destroy(world);
    }
    assert_true(hashes[0] == hashes[1]);
}

static void c4_1_work_goes_with_snapshots(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(true);
    DryBodyId body = add_box(world, DRY_DYNAMIC, dry_pos(0.0, 9.0, 0.0), cube, 0.6f);
    step(world, 20);
    double saved = dry_body_work(world, body).gravity;
    static unsigned char data[1 << 16];
    size_t size = dry_world_save(world, data, sizeof data);
    assert_in_range(size, 1, sizeof data);
    step(world, 20);
    assert_int_equal(dry_world_set_track_work(world, false), DRY_OK);
    assert_int_equal(dry_world_reset_work(world), DRY_ERROR_STATE);
    assert_close(dry_body_work(world, body).gravity, 0.0, 0.0);
    assert_int_equal(dry_world_restore(world, data, size), DRY_OK);
    assert_true(dry_world_track_work(world));
    assert_close(dry_body_work(world, body).gravity, saved, 0.0);
    dry_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c4_1_energy_is_that_of_the_textbook),
        cmocka_unit_test(c4_1_island_is_what_touches_or_hangs_together),
        cmocka_unit_test(c4_1_free_fall_is_gravity_alone),
        cmocka_unit_test(c4_1_sliding_box_loses_mu_m_g_d),
        cmocka_unit_test(c4_1_resting_stack_does_no_work),
        cmocka_unit_test(c4_1_motor_lifts_a_mass),
        cmocka_unit_test(c4_1_damping_takes_what_is_lost),
        cmocka_unit_test(c4_1_forces_and_impulses_count),
        cmocka_unit_test(c4_1_bouncing_ball_loses_in_contacts),
        cmocka_unit_test(c4_1_falling_asleep_is_booked),
        cmocka_unit_test(c4_1_chaos_balances_and_changes_no_bit),
        cmocka_unit_test(c4_1_work_goes_with_snapshots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
