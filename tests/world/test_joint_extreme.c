/* Joints with extreme parameters: whatever is asked of them, they must not make unbounded energy. Bodies have
   mass but no shapes, so that nothing but joints acts. */
#include "support/build.h"

#include "support/random.h"

#include <math.h>

/* Errors of joints shrink no faster than this. */
#define PUSH 10.0f

static DryWorld *empty_world(void)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.gravity = dry_vec3(0, 0, 0);
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    return world;
}

static DryBodyId add_mass(DryWorld *world, DryPos at, float mass, float size, uint32_t locks)
{
    DryBodyDef def = dry_body_def_default();
    def.type = DRY_DYNAMIC;
    def.position = at;
    def.locks = locks;
    def.can_sleep = false;
    DryBodyId body = dry_body_create(world, &def);
    float i = 0.4f * mass * size * size;
    DryMass m = { .mass = mass, .inertia = { i, 0.0f, 0.0f, 1.3f * i, 0.0f, 0.8f * i } };
    assert_int_equal(dry_body_set_mass(world, body, &m), DRY_OK);
    return body;
}

static double length(DryVec3 v)
{
    return sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y + (double)v.z * (double)v.z);
}

static void step(DryWorld *world)
{
    assert_int_equal(dry_world_step(world, STEP), DRY_OK);
    assert_int_equal(dry_world_events(world).quarantined_count, 0);
}

static double kinetic(const DryWorld *world)
{
    return dry_world_energy(world).kinetic;
}

static DryVec3 vector(Random *random, float size)
{
    float x = random_float(random, -size, size), y = random_float(random, -size, size);
    return dry_vec3(x, y, random_float(random, -size, size));
}

static DryFrame frame(Random *random, float size)
{
    DryFrame f = { .position = vector(random, size) };
    DryVec3 axis = vector(random, 1.0f);
    f.rotation = dry_quat_from_axis_angle(axis, random_float(random, -3.0f, 3.0f));
    return f;
}

/* 10^low .. 10^high, evenly over the powers */
static float power(Random *random, float low, float high)
{
    return powf(10.0f, random_float(random, low, high));
}

static const DryJointKind kinds[] = { DRY_JOINT_FIXED, DRY_JOINT_BALL, DRY_JOINT_HINGE, DRY_JOINT_PRISMATIC,
                                      DRY_JOINT_DISTANCE };

enum {
    KINDS = sizeof kinds / sizeof kinds[0]
};

static const DryDrive off = { .mode = DRY_DRIVE_OFF };

static DryJointId join(DryWorld *world, DryJointKind kind, DryBodyId a, DryBodyId b, DryFrame fa, DryFrame fb,
                       DryLimit limit, DryDrive drive)
{
    DryJointId joint;
    if (kind == DRY_JOINT_FIXED) {
        DryFixedDef def = dry_fixed_def_default();
        def.body_a = a, def.body_b = b, def.frame_a = fa, def.frame_b = fb;
        joint = dry_fixed_create(world, &def);
    } else if (kind == DRY_JOINT_BALL) {
        DryBallDef def = dry_ball_def_default();
        def.body_a = a, def.body_b = b, def.frame_a = fa, def.frame_b = fb;
        joint = dry_ball_create(world, &def);
    } else if (kind == DRY_JOINT_HINGE) {
        DryHingeDef def = dry_hinge_def_default();
        def.body_a = a, def.body_b = b, def.frame_a = fa, def.frame_b = fb;
        def.limit = limit, def.drive = drive;
        joint = dry_hinge_create(world, &def);
    } else if (kind == DRY_JOINT_PRISMATIC) {
        DryPrismaticDef def = dry_prismatic_def_default();
        def.body_a = a, def.body_b = b, def.frame_a = fa, def.frame_b = fb;
        def.limit = limit, def.drive = drive;
        joint = dry_prismatic_create(world, &def);
    } else {
        DryDistanceDef def = dry_distance_def_default();
        def.body_a = a, def.body_b = b, def.frame_a = fa, def.frame_b = fb;
        def.min_length = def.max_length = 1.0f;
        joint = dry_distance_create(world, &def);
    }
    if (joint.index == 0) {
        fail_msg("%s", dry_world_error(world));
    }
    return joint;
}

/* A gap of a kilometre used to become some 60 km/s. */
static void parts_far_apart_come_back_slowly(void **unused)
{
    (void)unused;
    for (int k = 0; k < KINDS; ++k) {
        DryWorld *world = empty_world();
        DryBodyId ground = build_body(world, DRY_STATIC, 0, 0, 0);
        DryBodyId body = add_mass(world, dry_pos(600, 800, 3), 1.0f, 0.5f, 0);
        DryFrame at = dry_frame_identity();
        join(world, kinds[k], ground, body, at, at, (DryLimit){ 0 }, off);
        double fastest = 0.0;
        for (int i = 0; i < 120; ++i) {
            step(world);
            fastest = fmax(fastest, length(dry_body_velocity(world, body)));
        }
        DryPos p = dry_body_pose(world, body).position;
        double left = kinds[k] == DRY_JOINT_PRISMATIC ? hypot(p.y, p.z) : sqrt(p.x * p.x + p.y * p.y);
        assert_true(fastest < 1.1 * (double)PUSH);
        assert_true(left < (kinds[k] == DRY_JOINT_PRISMATIC ? 785.0 : 985.0)); /* and they do come back */
        dry_world_destroy(world);
    }
}

/* Locked axes leave rows hardly any lever: the rounding of an axis along a locked one was taken for an
   inverse mass, and spun bodies of 1 kg to 1e8 rad/s within a pass. */
static void locked_axes_leave_no_poor_lever(void **unused)
{
    (void)unused;
    Random random = random_seeded(1);
    double most = 0.0;
    for (int i = 0; i < 400; ++i) {
        DryWorld *world = empty_world();
        DryBodyId ground = build_body(world, DRY_STATIC, 0, 0, 0);
        DryBodyId a = add_mass(world, dry_pos(1, 0, 0), 1.0f, 0.5f, random_u32(&random) % 64u);
        DryBodyId b = add_mass(world, dry_pos(3, 1, 0), 1.0f, 0.5f, random_u32(&random) % 64u);
        DryLimit limit = { .enabled = true, .lower = -0.2f, .upper = 0.3f };
        DryFrame fa = frame(&random, 1.0f), fb = frame(&random, 1.0f), fc = frame(&random, 1.0f);
        join(world, kinds[random_int(&random, KINDS)], ground, a, fa, fb, limit, off);
        join(world, kinds[random_int(&random, KINDS)], a, b, fb, fc, limit, off);
        for (int k = 0; k < 30; ++k) {
            step(world);
            most = fmax(most, kinetic(world));
        }
        dry_world_destroy(world);
    }
    print_message("largest energy with locked axes: %g J\n", most);
    assert_true(most < 0.5 * 250.0 * 250.0);
}

/* Two joints that cannot both hold, up to 20 m apart: their impulses grew against each other, to 4e7 J. */
static void contradicting_joints_stay_bounded(void **unused)
{
    (void)unused;
    Random random = random_seeded(2);
    double most = 0.0;
    for (int i = 0; i < 100; ++i) {
        DryWorld *world = empty_world();
        DryBodyId ground = build_body(world, DRY_STATIC, 0, 0, 0);
        DryBodyId body = add_mass(world, dry_pos(0, 1, 0), 1.0f, 0.5f, 0);
        DryLimit limit = { .enabled = true, .lower = -0.2f, .upper = 0.3f };
        DryFrame fa = frame(&random, 10.0f), fb = frame(&random, 1.0f), fc = frame(&random, 10.0f);
        join(world, kinds[random_int(&random, KINDS)], ground, body, fa, fb, limit, off);
        DryFrame fd = frame(&random, 1.0f);
        join(world, kinds[random_int(&random, KINDS)], ground, body, fc, fd, limit, off);
        for (int k = 0; k < 300; ++k) {
            step(world);
            most = fmax(most, kinetic(world));
        }
        dry_world_destroy(world);
    }
    print_message("largest energy of contradicting joints: %g J\n", most);
    assert_true(most < 0.5 * 250.0 * 250.0);
}

/* A drive about an axis that the body cannot turn about: rounding alone was left of its inverse mass. */
static void a_drive_of_nothing_does_nothing(void **unused)
{
    (void)unused;
    Random random = random_seeded(3);
    for (int i = 0; i < 50; ++i) {
        DryWorld *world = empty_world();
        DryBodyId ground = build_body(world, DRY_STATIC, 0, 0, 0);
        DryBodyId body = add_mass(world, dry_pos(0, 0, 0), 1.0f, 0.5f, DRY_LOCK_ROTATION);
        DryFrame at = frame(&random, 0.0f);
        DryDrive drive = dry_drive_default();
        drive.mode = DRY_DRIVE_VELOCITY;
        drive.target_velocity = 1000.0f;
        join(world, DRY_JOINT_HINGE, ground, body, at, at, (DryLimit){ 0 }, drive);
        for (int k = 0; k < 60; ++k) {
            step(world);
        }
        assert_true(kinetic(world) < 1e-6);
        dry_world_destroy(world);
    }
}

/* The force of a drive may be infinite and its target anywhere. */
static void drives_obey_the_maximum_speed(void **unused)
{
    (void)unused;
    static const float targets[] = { 1e3f, 1e6f, 1e20f, 3e38f };
    for (int i = 0; i < 16; ++i) {
        DryWorld *world = empty_world();
        DryBodyId ground = build_body(world, DRY_STATIC, 0, 0, 0);
        DryBodyId body = add_mass(world, dry_pos(0, 0, 0), 1.0f, 0.5f, 0);
        DryFrame at = dry_frame_identity();
        DryDrive drive = dry_drive_default();
        drive.mode = i % 2 == 0 ? DRY_DRIVE_VELOCITY : DRY_DRIVE_POSITION;
        drive.target = targets[i / 4];
        drive.target_velocity = -targets[i / 4];
        drive.stiffness = i % 2 == 0 ? 0.0f : 1e20f;
        drive.damping = i % 4 < 2 ? 1e20f : 1.0f;
        join(world, i % 3 == 0 ? DRY_JOINT_HINGE : DRY_JOINT_PRISMATIC, ground, body, at, at, (DryLimit){ 0 },
             drive);
        for (int k = 0; k < 60; ++k) {
            step(world);
            assert_true(length(dry_body_velocity(world, body)) <= 500.1);
            assert_true(length(dry_body_angular_velocity(world, body)) <= 377.1);
        }
        dry_world_destroy(world);
    }
}

/* Bodies of any mass and size with any arms; held together already, they must keep their energy or lose it.
 */
static void passive_joints_gain_nothing(void **unused)
{
    (void)unused;
    Random random = random_seeded(4);
    double worst = 0.0;
    for (int i = 0; i < 400; ++i) {
        DryWorld *world = empty_world();
        float reach = power(&random, -2.0f, 2.0f);
        /* one draw after another: compilers differ in the order of arguments */
        float size_a = power(&random, -2, 1), mass_a = power(&random, -6, 9);
        DryBodyId a = add_mass(world, dry_pos(0, 0, 0), mass_a, size_a, 0);
        DryFrame fa = frame(&random, reach), fb = frame(&random, reach);
        fb.rotation = fa.rotation;
        DryVec3 d = dry_vec3(fa.position.x - fb.position.x, fa.position.y - fb.position.y,
                             fa.position.z - fb.position.z);
        DryPos at = dry_pos((double)d.x, (double)d.y, (double)d.z);
        float size_b = power(&random, -2, 1), mass_b = power(&random, -6, 9);
        DryBodyId b = add_mass(world, at, mass_b, size_b, 0);
        join(world, kinds[random_int(&random, 4)], a, b, fa, fb, (DryLimit){ 0 }, off);
        assert_int_equal(dry_body_set_velocity(world, b, vector(&random, 1.0f)), DRY_OK);
        assert_int_equal(dry_body_set_angular_velocity(world, a, vector(&random, 1.0f)), DRY_OK);
        double before = kinetic(world);
        for (int k = 0; k < 120; ++k) {
            step(world);
            worst = fmax(worst, kinetic(world) / before);
        }
        dry_world_destroy(world);
    }
    print_message("largest gain of energy: %g\n", worst);
    assert_true(worst < 1.05);
}

static DryDrive any_drive(Random *random)
{
    DryDrive d = dry_drive_default();
    d.mode = (DryDriveMode)random_int(random, 3);
    float target = random_float(random, -1.0f, 1.0f), velocity = random_float(random, -1.0f, 1.0f);
    d.target = target * power(random, -3, 30);
    d.target_velocity = velocity * power(random, -3, 30);
    if (random_int(random, 2) != 0) {
        d.frequency = power(random, -3, 6);
        d.damping_ratio = power(random, -3, 3);
    } else {
        d.stiffness = power(random, -3, 20);
        d.damping = power(random, -3, 20);
    }
    d.max_force = random_int(random, 2) != 0 ? d.max_force : power(random, -3, 30);
    d.acceleration = random_int(random, 2) != 0;
    return d;
}

/* Anything at once: rows of every scale, limits and drives at odds, two joints between the same bodies. */
static void nothing_exceeds_the_maximum_speed(void **unused)
{
    (void)unused;
    Random random = random_seeded(5);
    for (int i = 0; i < 300; ++i) {
        DryWorld *world = empty_world();
        DryBodyId body[4] = { build_body(world, random_int(&random, 2) ? DRY_STATIC : DRY_KINEMATIC, 0, 0,
                                         0) };
        for (int k = 1; k < 4; ++k) {
            uint32_t locks = random_int(&random, 3) == 0 ? random_u32(&random) % 64u : 0u;
            float size = power(&random, -3, 1), mass = power(&random, -6, 9);
            body[k] = add_mass(world, dry_pos(k, 0, 0), mass, size, locks);
        }
        for (int k = 0; k < 5; ++k) {
            int a = random_int(&random, 4), b = (a + 1 + random_int(&random, 3)) % 4;
            float low = random_float(&random, -1.0f, 0.0f);
            DryLimit limit = { .enabled = random_int(&random, 2) != 0,
                               .lower = low,
                               .upper = random_int(&random, 2) ? low : 1.0f };
            if (random_int(&random, 2) != 0) {
                limit.frequency = power(&random, -3, 6);
            }
            DryFrame fa = frame(&random, power(&random, -3, 6)), fb = frame(&random, power(&random, -3, 6));
            DryDrive drive = any_drive(&random);
            join(world, kinds[random_int(&random, KINDS)], body[a], body[b], fa, fb, limit, drive);
        }
        for (int k = 0; k < 60; ++k) {
            step(world);
            for (int n = 1; n < 4; ++n) {
                assert_true(length(dry_body_velocity(world, body[n])) <= 500.1);
            }
        }
        dry_world_destroy(world);
    }
}

static void frames_beyond_reach_are_refused(void **unused)
{
    (void)unused;
    DryWorld *world = empty_world();
    DryBallDef def = dry_ball_def_default();
    def.body_a = build_body(world, DRY_STATIC, 0, 0, 0);
    def.body_b = add_mass(world, dry_pos(0, 0, 0), 1.0f, 1.0f, 0);
    def.frame_b.position = dry_vec3(0, 3e38f, 0);
    assert_int_equal(dry_ball_create(world, &def).index, 0);
    def.frame_b.position = dry_vec3(0, 9e6f, 0);
    assert_int_not_equal(dry_ball_create(world, &def).index, 0);
    dry_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_far_apart_come_back_slowly),
        cmocka_unit_test(locked_axes_leave_no_poor_lever),
        cmocka_unit_test(contradicting_joints_stay_bounded),
        cmocka_unit_test(a_drive_of_nothing_does_nothing),
        cmocka_unit_test(drives_obey_the_maximum_speed),
        cmocka_unit_test(passive_joints_gain_nothing),
        cmocka_unit_test(nothing_exceeds_the_maximum_speed),
        cmocka_unit_test(frames_beyond_reach_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
