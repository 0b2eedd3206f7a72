/* C4.7: what counts as rest, and why a body is awake. */
#include "contracts/check.h"

#include <drystone/drystone.h>

static const float dt = 1.0f / 60.0f;

static DryWorld *open_world(DrySleepCriterion criterion)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    DrySleepSettings settings = dry_sleep_settings_default();
    settings.criterion = criterion;
    assert_int_equal(dry_world_set_sleep_settings(world, &settings), DRY_OK);
    return world;
}

static void step(DryWorld *world, int steps)
{
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(dry_world_step(world, dt), DRY_OK);
    }
}

static DryBodyId body_at(DryWorld *world, DryBodyType type, double x, double y, double z)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = dry_pos(x, y, z);
    return dry_body_create(world, &def);
}

static DryBodyId add_box(DryWorld *world, DryBodyType type, double x, double y, double z, float hx, float hy,
                         float hz)
{
    DryBodyId body = body_at(world, type, x, y, z);
    DryBox box = { { hx, hy, hz } };
    assert_int_not_equal(dry_shape_add_box(world, body, &box, NULL).index, 0);
    return body;
}

static DryBodyId add_cube(DryWorld *world, double x, double y, double z)
{
    return add_box(world, DRY_DYNAMIC, x, y, z, 0.5f, 0.5f, 0.5f);
}

static DryBodyId add_ball(DryWorld *world, double x, double y, double z)
{
    DryBodyId body = body_at(world, DRY_DYNAMIC, x, y, z);
    DrySphere sphere = { { 0.0f, 0.0f, 0.0f }, 0.5f };
    dry_shape_add_sphere(world, body, &sphere, NULL);
    return body;
}

static DryBodyId add_ground(DryWorld *world)
{
    return add_box(world, DRY_STATIC, 0.0, -1.0, 0.0, 50.0f, 1.0f, 50.0f);
}

static const char *name_of(DrySleepCriterion criterion)
{
    static const char *names[] = { "speed", "momentum", "mean momentum", "energy", "supported" };
    return names[criterion];
}

/* ---- every criterion ---- */

static void c4_7_every_criterion_puts_a_stack_to_sleep_whole(void **unused)
{
    (void)unused;
    for (int c = 0; c <= DRY_SLEEP_SUPPORTED; ++c) {
        DryWorld *world = open_world((DrySleepCriterion)c);
        DrySleepSettings settings = dry_world_sleep_settings(world);
        settings.momentum = 20.0f; /* of a ton: 2 cm/s */
        dry_world_set_sleep_settings(world, &settings);
        add_ground(world);
        DryBodyId stack[4];
        for (int i = 0; i < 4; ++i) {
            stack[i] = add_cube(world, 0.02 * i, 0.5 + i, 0.0);
        }
        int awake = 4;
        for (int i = 0; i < 300 && awake > 0; ++i) {
            step(world, 1);
            awake = 0;
            for (int k = 0; k < 4; ++k) {
                awake += dry_body_is_awake(world, stack[k]);
            }
            assert_true(awake == 0 || awake == 4);
        }
        if (awake != 0) {
            fail_msg("%s: never sleeps", name_of((DrySleepCriterion)c));
        }
        dry_world_destroy(world);
    }
}

static void c4_7_no_criterion_stops_a_fall(void **unused)
{
    (void)unused;
    for (int c = 0; c <= DRY_SLEEP_SUPPORTED; ++c) {
        DryWorld *world = open_world((DrySleepCriterion)c);
        DryBodyId box = add_cube(world, 0.0, 100.0, 0.0);
        DryBodyId thrown = add_cube(world, 9.0, 100.0, 0.0);
        dry_body_set_velocity(world, thrown, dry_vec3(0.0f, 5.0f, 0.0f));
        step(world, 120);
        assert_true(dry_body_is_awake(world, box) && dry_body_is_awake(world, thrown));
        dry_world_destroy(world);
    }
}

/* A pendulum of this length with the given swing at its turning point; gives the time it took to fall asleep,
 * s. */
static double pendulum_sleeps(DrySleepCriterion criterion, double length, double swing)
{
    DryWorld *world = open_world(criterion);
    DrySleepSettings settings = dry_world_sleep_settings(world);
    settings.momentum = 50.0f;
    dry_world_set_sleep_settings(world, &settings);
    DryBodyId hook = body_at(world, DRY_STATIC, 0.0, 0.0, 0.0);
    double drop = sqrt(length * length - swing * swing);
    DryBodyId bob = add_ball(world, swing, -drop, 0.0);
    DryBallDef def = dry_ball_def_default();
    def.body_a = hook;
    def.body_b = bob;
    def.frame_b.position = dry_vec3((float)-swing, (float)drop, 0.0f);
    assert_int_not_equal(dry_ball_create(world, &def).index, 0);
    int steps = 0;
    while (steps < 60 * 45 && dry_body_is_awake(world, bob)) {
        step(world, 1);
        ++steps;
    }
    dry_world_destroy(world);
    return (double)steps / 60.0;
}

static void c4_7_long_pendulum_does_not_sleep_at_its_turning_point(void **unused)
{
    (void)unused;
    for (int c = 0; c <= DRY_SLEEP_SUPPORTED; ++c) {
        for (int k = 0; k < 3; ++k) {
            static const double swing[3] = { 2.0, 0.5, 5.0 };
            double slept = pendulum_sleeps((DrySleepCriterion)c, 100.0, swing[k]);
            if (slept < 45.0) {
                fail_msg("%s: swing of %g m sleeps after %g s", name_of((DrySleepCriterion)c), swing[k],
                         slept);
            }
        }
        assert_true(pendulum_sleeps((DrySleepCriterion)c, 100.0, 0.0) < 2.0);
    }
}

/* Where lengths are large many speeds are slow, but what gravity turns round in the air is not at rest, nor
   is it inside a sensor. */
static void c4_7_a_ball_does_not_sleep_at_the_top_of_its_flight(void **unused)
{
    (void)unused;
    for (int c = 0; c <= DRY_SLEEP_SUPPORTED; ++c) {
        for (int sensor = 0; sensor < 2; ++sensor) {
            DryWorldDef def = dry_world_def_default();
            def.workers = 1;
            def.length_unit = 1000.0f;
            DryWorld *world = dry_world_create(&def);
            DrySleepSettings settings = dry_sleep_settings_default();
            settings.criterion = (DrySleepCriterion)c;
            settings.momentum = 3e3f; /* of a ball of half a tonne */
            settings.energy = 1e5f;
            assert_int_equal(dry_world_set_sleep_settings(world, &settings), DRY_OK);
            DryBodyId field = body_at(world, DRY_STATIC, 0.0, 0.0, 0.0),
                      ball = add_ball(world, 0.0, 0.0, 0.0);
            if (sensor == 1) {
                DryShapeOptions options = dry_shape_options_default();
                options.sensor = true;
                DryBox box = { { 200.0f, 200.0f, 200.0f } };
                assert_int_not_equal(dry_shape_add_box(world, field, &box, &options).index, 0);
            }
            dry_body_set_velocity(world, ball, dry_vec3(0.0f, 20.0f, 0.0f));
            for (int i = 0; i < 240; ++i) {
                step(world, 1);
                if (!dry_body_is_awake(world, ball)) {
                    fail_msg("%s: asleep at %g m/s", name_of((DrySleepCriterion)c), 20.0 - 10.0 / 60.0 * i);
                }
            }
            dry_world_destroy(world);
        }
    }
}

/* ---- what tells the criteria apart ---- */

/* Seconds until a body that slides without friction at this speed sleeps; 5 when it does not. */
static double slider_sleeps(const DrySleepSettings *settings, float half, float speed)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.gravity = dry_vec3(0.0f, 0.0f, 0.0f);
    DryWorld *world = dry_world_create(&def);
    assert_int_equal(dry_world_set_sleep_settings(world, settings), DRY_OK);
    DryBodyId box = add_box(world, DRY_DYNAMIC, 0.0, 0.0, 0.0, half, half, half);
    dry_body_set_velocity(world, box, dry_vec3(speed, 0.0f, 0.0f));
    int steps = 0;
    while (steps < 300 && dry_body_is_awake(world, box)) {
        step(world, 1);
        ++steps;
    }
    dry_world_destroy(world);
    return (double)steps / 60.0;
}

static void c4_7_thresholds_are_what_they_say(void **unused)
{
    (void)unused;
    DrySleepSettings s = dry_sleep_settings_default();
    assert_true(slider_sleeps(&s, 0.5f, 0.049f) < 1.0);
    assert_close(slider_sleeps(&s, 0.5f, 0.051f), 5.0, 0.0);
    /* a ton at 1 cm/s has 10 kg m/s, a kilogram at 1 m/s one */
    s.criterion = DRY_SLEEP_MOMENTUM;
    s.momentum = 5.0f;
    assert_close(slider_sleeps(&s, 0.5f, 0.01f), 5.0, 0.0);
    assert_true(slider_sleeps(&s, 0.05f, 1.0f) < 1.0);
    s.momentum = 10.5f;
    assert_true(slider_sleeps(&s, 0.5f, 0.01f) < 1.0);
    /* 1/2 v^2 */
    s.criterion = DRY_SLEEP_ENERGY;
    s.energy = 0.02f;
    assert_true(slider_sleeps(&s, 0.5f, 0.19f) < 1.0);
    assert_close(slider_sleeps(&s, 0.5f, 0.21f), 5.0, 0.0);
    assert_true(slider_sleeps(&s, 0.05f, 0.19f) < 1.0);
}

/* Shaken to and fro on ice by 2 m/s changes each step: its speed is never below 1 m/s, its mean momentum is
 * small. */
static bool trembler_sleeps(DrySleepCriterion criterion)
{
    DryWorld *world = open_world(criterion);
    DrySleepSettings s = dry_world_sleep_settings(world);
    s.momentum = 100.0f;
    dry_world_set_sleep_settings(world, &s);
    DryShapeId floor = { 0, 0 };
    (void)dry_body_shapes(world, add_ground(world), &floor, 1);
    DryMaterial ice = dry_material_default();
    ice.friction = 0.0f;
    dry_shape_set_material(world, floor, &ice);
    DryBodyId box = add_cube(world, 0.0, 0.5, 0.0);
    dry_body_set_velocity(world, box, dry_vec3(1.0f, 0.0f, 0.0f));
    for (int i = 0; i < 180 && dry_body_is_awake(world, box); ++i) {
        float push = (i & 1) != 0 ? 2000.0f : -2000.0f;
        step(world, 1);
        dry_body_apply_impulse_center(world, box, dry_vec3(push, 0.0f, 0.0f), DRY_DONT_WAKE);
    }
    bool asleep = !dry_body_is_awake(world, box);
    dry_world_destroy(world);
    return asleep;
}

static void c4_7_mean_momentum_forgives_trembling(void **unused)
{
    (void)unused;
    assert_false(trembler_sleeps(DRY_SLEEP_SPEED));
    assert_false(trembler_sleeps(DRY_SLEEP_MOMENTUM));
    assert_true(trembler_sleeps(DRY_SLEEP_MEAN_MOMENTUM));
}

static void c4_7_supported_needs_three_points_around_the_centre(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(DRY_SLEEP_SUPPORTED);
    add_ground(world);
    DryBodyId box = add_cube(world, 0.0, 0.5, 0.0), ball = add_ball(world, 5.0, 0.5, 0.0);
    step(world, 180);
    assert_false(dry_body_is_awake(world, box));
    assert_true(dry_body_is_awake(world, ball));
    DryBodyId who = { 0, 0 };
    assert_int_equal(dry_body_awake_reason(world, ball, &who), DRY_AWAKE_UNSUPPORTED);
    assert_int_equal(who.index, ball.index);
    /* where speed alone counts it sleeps */
    DrySleepSettings s = dry_sleep_settings_default();
    dry_world_set_sleep_settings(world, &s);
    step(world, 90);
    assert_false(dry_body_is_awake(world, ball));
    dry_world_destroy(world);
}

/* Three points are not enough: over the edge of its table a body that may not turn stands, out of balance. */
static void c4_7_support_beside_the_centre_is_none(void **unused)
{
    (void)unused;
    for (int over = 0; over < 2; ++over) {
        DryWorld *world = open_world(DRY_SLEEP_SUPPORTED);
        add_box(world, DRY_STATIC, -2.0, -1.0, 0.0, 2.0f, 1.0f, 2.0f);
        DryBodyId box = add_cube(world, over ? 0.2 : -0.2, 0.5, 0.0);
        dry_body_set_locks(world, box, DRY_LOCK_ROTATION);
        step(world, 180);
        DryContactRecord contact;
        assert_int_equal(dry_body_contacts(world, box, &contact, 1), 1);
        assert_int_equal(contact.point_count, 4);
        assert_close(dry_body_position(world, box).y, 0.5, 1e-3);
        assert_true(dry_body_is_awake(world, box) == (over == 1));
        assert_int_equal(dry_body_awake_reason(world, box, NULL),
                         over ? DRY_AWAKE_UNSUPPORTED : DRY_AWAKE_NOT);
        dry_world_destroy(world);
    }
}

/* What a force holds up in the air stands on nothing. */
static void c4_7_supported_needs_contacts(void **unused)
{
    (void)unused;
    for (int supported = 0; supported < 2; ++supported) {
        DryWorld *world = open_world(supported != 0 ? DRY_SLEEP_SUPPORTED : DRY_SLEEP_SPEED);
        DryBodyId box = add_cube(world, 0.0, 5.0, 0.0);
        for (int i = 0; i < 90; ++i) {
            float weight = 9.81f * dry_body_mass(world, box).mass;
            dry_body_apply_force_center(world, box, dry_vec3(0.0f, weight, 0.0f), DRY_DONT_WAKE);
            step(world, 1);
        }
        assert_int_equal(dry_body_is_awake(world, box), supported != 0);
        DryAwakeReason reason = dry_body_awake_reason(world, box, NULL);
        assert_int_equal(reason, supported != 0 ? DRY_AWAKE_UNSUPPORTED : DRY_AWAKE_NOT);
        dry_world_destroy(world);
    }
}

/* Whether a cube of a ton and 1 m that turns freely at this speed falls asleep. */
static bool spinner_sleeps(const DrySleepSettings *settings, float spin)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.gravity = dry_vec3(0.0f, 0.0f, 0.0f);
    DryWorld *world = dry_world_create(&def);
    assert_int_equal(dry_world_set_sleep_settings(world, settings), DRY_OK);
    DryBodyId cube = add_cube(world, 0.0, 0.0, 0.0);
    dry_body_set_angular_velocity(world, cube, dry_vec3(0.0f, spin, 0.0f));
    step(world, 240);
    bool sleeps = !dry_body_is_awake(world, cube);
    dry_world_destroy(world);
    return sleeps;
}

/* With I = m/6 and the farthest point at sqrt(3)/2: the energy per mass is w^2 / 12, the momentum m w / (3
   sqrt(3)), and the speed w sqrt(3)/2. */
static void c4_7_turning_counts_by_every_criterion(void **unused)
{
    (void)unused;
    DrySleepSettings s = dry_sleep_settings_default();
    float limits[4] = { 0.05f / 0.8660254f, 0.02f, 0.02f, sqrtf(12.0f * 0.003f) };
    s.momentum = 1000.0f * 0.02f / 5.1961524f;
    s.energy = 0.003f;
    for (int i = 0; i < 4; ++i) {
        s.criterion = (DrySleepCriterion)(DRY_SLEEP_SPEED + i);
        assert_true(spinner_sleeps(&s, 0.97f * limits[i]));
        assert_false(spinner_sleeps(&s, 1.03f * limits[i]));
    }
}

/* ---- damping towards sleep ---- */

static float speed_after_a_second(float calming)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.gravity = dry_vec3(0.0f, 0.0f, 0.0f);
    def.sleep_time = 2.0f;
    DryWorld *world = dry_world_create(&def);
    DrySleepSettings s = dry_sleep_settings_default();
    s.calming_damping = calming;
    dry_world_set_sleep_settings(world, &s);
    DryBodyId slow = add_cube(world, 0.0, 0.0, 0.0), fast = add_cube(world, 0.0, 5.0, 0.0);
    dry_body_set_velocity(world, slow, dry_vec3(0.04f, 0.0f, 0.0f));
    dry_body_set_velocity(world, fast, dry_vec3(0.4f, 0.0f, 0.0f));
    step(world, 60);
    assert_true(dry_body_velocity(world, fast).x == 0.4f);
    float speed = dry_body_velocity(world, slow).x;
    dry_world_destroy(world);
    return speed;
}

static void c4_7_damping_may_rise_towards_sleep(void **unused)
{
    (void)unused;
    assert_true(speed_after_a_second(0.0f) == 0.04f);
    /* exp of minus the integral of 4 t / 2 */
    assert_close((double)speed_after_a_second(4.0f), 0.04 * exp(-1.0), 0.04 * 0.02);
}

/* ---- why awake ---- */

static DryAwakeReason reason(const DryWorld *world, DryBodyId body, DryBodyId *who)
{
    return dry_body_awake_reason(world, body, who);
}

static void c4_7_a_body_says_why_it_is_awake(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(DRY_SLEEP_SPEED);
    DryBodyId ground = add_ground(world), who = { 9, 9 };
    DryBodyId box = add_cube(world, 0.0, 3.0, 0.0);
    step(world, 5);
    assert_int_equal(reason(world, box, &who), DRY_AWAKE_MOVING);
    assert_int_equal(who.index, box.index);
    assert_int_equal(reason(world, ground, &who), DRY_AWAKE_NOT);
    assert_int_equal(who.index, 0);
    step(world, 60);
    assert_int_equal(reason(world, box, NULL), DRY_AWAKE_TIMER);
    step(world, 75);
    assert_int_equal(reason(world, box, &who), DRY_AWAKE_NOT);
    assert_int_equal(who.index, 0);
    dry_body_set_can_sleep(world, box, false);
    step(world, 60);
    assert_int_equal(reason(world, box, &who), DRY_AWAKE_NOT_ALLOWED);
    assert_int_equal(who.index, box.index);
    assert_int_equal(dry_body_awake_reason(world, (DryBodyId){ 77, 1 }, &who), DRY_AWAKE_NOT);
    assert_int_equal(dry_body_awake_reason(NULL, box, NULL), DRY_AWAKE_NOT);
    dry_world_destroy(world);
}

static void c4_7_a_neighbour_is_named(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(DRY_SLEEP_SPEED);
    add_ground(world);
    /* a top spins on a slab: the slab rests, the top does not */
    DryBodyId slab = add_box(world, DRY_DYNAMIC, 0.0, 0.25, 0.0, 2.0f, 0.25f, 2.0f);
    DryBodyId idle = add_box(world, DRY_DYNAMIC, 1.5, 0.6, 0.0, 0.1f, 0.1f, 0.1f);
    DryBodyId top = add_ball(world, 0.0, 1.0, 0.0), who = { 0, 0 };
    dry_body_set_angular_velocity(world, top, dry_vec3(0.0f, 20.0f, 0.0f));
    step(world, 120);
    assert_int_equal(reason(world, top, &who), DRY_AWAKE_MOVING);
    assert_int_equal(reason(world, slab, &who), DRY_AWAKE_NEIGHBOUR);
    assert_int_equal(who.index, top.index);
    assert_int_equal(reason(world, idle, &who), DRY_AWAKE_NEIGHBOUR);
    assert_int_equal(who.index, top.index);
    dry_body_set_can_sleep(world, idle, false);
    assert_int_equal(reason(world, slab, &who), DRY_AWAKE_NOT_ALLOWED);
    assert_int_equal(who.index, idle.index);
    dry_world_destroy(world);
}

static void c4_7_carriers_and_overlap_are_named(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(DRY_SLEEP_SPEED);
    DryBodyId lift = add_box(world, DRY_KINEMATIC, 0.0, 0.0, 0.0, 2.0f, 0.5f, 2.0f);
    DryBodyId box = add_cube(world, 0.0, 1.0, 0.0), who = { 0, 0 };
    dry_body_set_velocity(world, lift, dry_vec3(0.0f, 0.01f, 0.0f));
    step(world, 120);
    assert_int_equal(reason(world, lift, &who), DRY_AWAKE_KINEMATIC);
    assert_int_equal(who.index, lift.index);
    assert_int_equal(reason(world, box, &who), DRY_AWAKE_KINEMATIC);
    assert_int_equal(who.index, lift.index);
    DryBodyId a = add_cube(world, 20.0, 20.0, 0.0), b = add_cube(world, 20.3, 20.0, 0.0);
    dry_body_set_gravity_scale(world, a, 0.0f);
    dry_body_set_gravity_scale(world, b, 0.0f);
    step(world, 3);
    assert_int_equal(reason(world, a, &who), DRY_AWAKE_PUSHED);
    dry_world_destroy(world);
}

static void c4_7_a_world_that_does_not_sleep_says_so(void **unused)
{
    (void)unused;
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.sleeping = false;
    DryWorld *world = dry_world_create(&def);
    add_ground(world);
    DryBodyId box = add_cube(world, 0.0, 0.5, 0.0), who = { 1, 1 };
    step(world, 90);
    assert_int_equal(reason(world, box, &who), DRY_AWAKE_NOT_ALLOWED);
    assert_int_equal(who.index, 0);
    dry_world_destroy(world);
}

/* ---- settings ---- */

static void c4_7_settings_are_checked_and_kept(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(DRY_SLEEP_MEAN_MOMENTUM);
    const DrySleepSettings good = dry_world_sleep_settings(world);
    DrySleepSettings bad = good;
    assert_int_equal(dry_world_set_sleep_settings(world, NULL), DRY_ERROR_ARGUMENT);
    bad.criterion = (DrySleepCriterion)5;
    assert_refused(dry_world_set_sleep_settings(world, &bad), DRY_ERROR_ARGUMENT, "criterion");
    bad = good;
    bad.momentum = NAN;
    assert_refused(dry_world_set_sleep_settings(world, &bad), DRY_ERROR_ARGUMENT, "momentum");
    bad = good;
    bad.energy = -1.0f;
    assert_refused(dry_world_set_sleep_settings(world, &bad), DRY_ERROR_ARGUMENT, "energy");
    bad = good;
    bad.mean_time = INFINITY;
    assert_refused(dry_world_set_sleep_settings(world, &bad), DRY_ERROR_ARGUMENT, "mean_time");
    bad = good;
    bad.calming_damping = -0.5f;
    assert_refused(dry_world_set_sleep_settings(world, &bad), DRY_ERROR_ARGUMENT, "calming_damping");
    DrySleepSettings kept = dry_world_sleep_settings(world);
    assert_memory_equal(&kept, &good, sizeof good);
    dry_world_destroy(world);
}

/* A snapshot takes criterion and averages along: the same bits again. */
static void c4_7_snapshots_take_the_criterion_along(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(DRY_SLEEP_MEAN_MOMENTUM);
    add_ground(world);
    add_cube(world, 0.0, 1.2, 0.0);
    step(world, 20);
    static unsigned char data[1 << 17];
    size_t size = dry_world_save(world, data, sizeof data);
    assert_in_range(size, 1, sizeof data);
    step(world, 30);
    uint64_t hash = dry_world_hash(world);
    DrySleepSettings other = dry_sleep_settings_default();
    dry_world_set_sleep_settings(world, &other);
    add_cube(world, 3.0, 1.2, 0.0);
    step(world, 5);
    assert_int_equal(dry_world_restore(world, data, size), DRY_OK);
    assert_int_equal(dry_world_sleep_settings(world).criterion, DRY_SLEEP_MEAN_MOMENTUM);
    step(world, 30);
    assert_true(dry_world_hash(world) == hash);
    dry_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c4_7_every_criterion_puts_a_stack_to_sleep_whole),
        cmocka_unit_test(c4_7_no_criterion_stops_a_fall),
        cmocka_unit_test(c4_7_long_pendulum_does_not_sleep_at_its_turning_point),
        cmocka_unit_test(c4_7_a_ball_does_not_sleep_at_the_top_of_its_flight),
        cmocka_unit_test(c4_7_thresholds_are_what_they_say),
        cmocka_unit_test(c4_7_mean_momentum_forgives_trembling),
        cmocka_unit_test(c4_7_supported_needs_three_points_around_the_centre),
        cmocka_unit_test(c4_7_support_beside_the_centre_is_none),
        cmocka_unit_test(c4_7_turning_counts_by_every_criterion),
        cmocka_unit_test(c4_7_supported_needs_contacts),
        cmocka_unit_test(c4_7_damping_may_rise_towards_sleep),
        cmocka_unit_test(c4_7_a_body_says_why_it_is_awake),
        cmocka_unit_test(c4_7_a_neighbour_is_named),
        cmocka_unit_test(c4_7_carriers_and_overlap_are_named),
        cmocka_unit_test(c4_7_a_world_that_does_not_sleep_says_so),
        cmocka_unit_test(c4_7_settings_are_checked_and_kept),
        cmocka_unit_test(c4_7_snapshots_take_the_criterion_along),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
