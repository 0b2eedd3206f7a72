/* C4.15: where the textbook errs or mixes things up. Each time the right law in the laws and in the engine,
   and what the wrong one would give. */
#include "contracts/check.h"

#include <drystone/drystone.h>

static const float dt = 1.0f / 60.0f;
static const DryVec3d X = { 1.0, 0.0, 0.0 };
static const double mass_a = 1.0, mass_b = 3.0;

static DryWorld *open_world(float gravity)
{
    DryWorldDef def = dry_world_def_default();
    def.gravity = dry_vec3(0.0f, -gravity, 0.0f);
    def.restitution_threshold = 0.0f;
    def.sleeping = false;
    def.workers = 1;
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    return world;
}

static void run(DryWorld *world, double seconds)
{
    for (int i = (int)(seconds * 60.0 + 0.5); i > 0; --i) {
        assert_int_equal(dry_world_step(world, dt), DRY_OK);
    }
}

static DryBodyId add_ball(DryWorld *world, DryPos place, DryVec3 velocity, double mass, DryMaterial material)
{
    DryBodyDef def = dry_body_def_default();
    def.type = DRY_DYNAMIC;
    def.position = place;
    def.velocity = velocity;
    DryBodyId ball = dry_body_create(world, &def);
    DryShapeOptions options = dry_shape_options_default();
    options.material = material;
    options.density = (float)(mass / (4.0 / 3.0 * 3.14159265358979 * 0.125));
    DrySphere sphere = { { 0.0f, 0.0f, 0.0f }, 0.5f };
    assert_int_not_equal(dry_shape_add_sphere(world, ball, &sphere, &options).index, 0);
    return ball;
}

/* Velocities in the engine after balls of 1 and 3 kg with 4 and 0 m/s have met along x, and how much energy
   is left. `sideways` times 2 and -1 m/s is what they have besides, along y. */
static void meet(float restitution, double sideways, DryVec3 *a, DryVec3 *b, double *energy)
{
    DryWorld *world = open_world(0.0f);
    DryMaterial material = dry_shape_options_default().material;
    material.friction = 0.0f;
    material.restitution = restitution;
    /* they touch after a tenth of a second, at the same height */
    float y = (float)sideways;
    DryBodyId first = add_ball(world, dry_pos(-0.4, -0.2 * sideways, 0.0), dry_vec3(4.0f, 2.0f * y, 0.0f),
                               mass_a, material);
    DryBodyId second =
        add_ball(world, dry_pos(1.0, 0.1 * sideways, 0.0), dry_vec3(0.0f, -y, 0.0f), mass_b, material);
    run(world, 0.5);
    *a = dry_body_velocity(world, first);
    *b = dry_body_velocity(world, second);
    *energy = dry_world_energy(world).kinetic;
    dry_world_destroy(world);
}

/* ---- the minus sign for the second body ---- */

static void c4_15_the_second_body_gets_the_opposite_impulse(void **unused)
{
    (void)unused;
    DryVec3d a = { 4.0, 2.0, 0.0 }, b = { 0.0, -1.0, 0.0 };
    double j = 0.0;
    assert_int_equal(dry_impulse_pair(X, 1.0 / mass_a, 1.0 / mass_b, 1.0, &a, &b, &j), DRY_OK);
    assert_close(mass_a * a.x + mass_b * b.x, 4.0, 1e-14);
    DryVec3 va, vb;
    double energy;
    meet(1.0f, 1.0, &va, &vb, &energy);
    assert_close(mass_a * (double)va.x + mass_b * (double)vb.x, 4.0, 1e-5);

    /* the same sign on both: the momentum of 4 becomes -8 */
    assert_close(mass_a * (4.0 - j / mass_a) + mass_b * (0.0 - j / mass_b), -8.0, 1e-14);
}

/* ---- restitution: with a minus sign, and along the normal only ---- */

static void c4_15_restitution_turns_the_normal_velocity_round(void **unused)
{
    (void)unused;
    for (int i = 0; i <= 4; ++i) {
        double e = 0.25 * i;
        DryVec3d a = { 4.0, 2.0, 0.0 }, b = { 0.0, -1.0, 0.0 };
        double before = b.x - a.x;
        assert_int_equal(dry_impulse_pair(X, 1.0 / mass_a, 1.0 / mass_b, e, &a, &b, NULL), DRY_OK);
        assert_close(b.x - a.x, -e * before, 1e-14);
        DryVec3 va, vb;
        double energy;
        meet((float)e, 0.0, &va, &vb, &energy);
        assert_close((double)(vb.x - va.x), -e * before, 1e-4);
        /* without the minus sign they go on approaching, and a perfect bounce changes nothing */
        double wrong = e * before;
        assert_true(i == 0 || wrong < 0.0);
        assert_true(i < 4 || wrong == before);
    }
}

static void c4_15_restitution_leaves_what_is_beside_the_normal(void **unused)
{
    (void)unused;
    const double e = 0.5;
    DryVec3d a = { 4.0, 2.0, 0.0 }, b = { 0.0, -1.0, 0.0 };
    double beside = b.y - a.y;
    assert_int_equal(dry_impulse_pair(X, 1.0 / mass_a, 1.0 / mass_b, e, &a, &b, NULL), DRY_OK);
    assert_close(b.y - a.y, -3.0, 0.0);
    DryVec3 va, vb;
    double energy;
    meet((float)e, 1.0, &va, &vb, &energy);
    assert_close((double)(vb.y - va.y), -3.0, 1e-5);

    /* restitution of the whole vector would turn the sliding round: 1.5 the other way */
    assert_close(-e * beside, 1.5, 0.0);
}

/* ---- a plastic impact keeps momentum, and the energy of the common centre ---- */

static void c4_15_a_plastic_impact_keeps_momentum(void **unused)
{
    (void)unused;
    DryVec3d a = { 4.0, 0.0, 0.0 }, b = { 0.0, 0.0, 0.0 };
    assert_int_equal(dry_impulse_pair(X, 1.0 / mass_a, 1.0 / mass_b, 0.0, &a, &b, NULL), DRY_OK);
    double left = 0.5 * mass_a * a.x * a.x + 0.5 * mass_b * b.x * b.x;
    assert_close(mass_a * a.x + mass_b * b.x, 4.0, 1e-14);
    assert_close(left, 4.0 * 4.0 / (2.0 * (mass_a + mass_b)), 1e-14);

    /* of 8 J the relative part is lost, 1/2 3/4 4^2 = 6 J */
    DryVec3 va, vb;
    double energy;
    meet(0.0f, 0.0, &va, &vb, &energy);
    assert_close(mass_a * (double)va.x + mass_b * (double)vb.x, 4.0, 1e-5);
    assert_close(energy, 2.0, 1e-4);

    /* what is said of such impacts, that all kinetic energy is lost, needs bodies at rest: a momentum of 0,
       not 4. Only with no momentum to begin with it is so. */
    a = (DryVec3d){ 3.0, 0.0, 0.0 }, b = (DryVec3d){ -1.0, 0.0, 0.0 };
    assert_int_equal(dry_impulse_pair(X, 1.0 / mass_a, 1.0 / mass_b, 0.0, &a, &b, NULL), DRY_OK);
    assert_close(a.x, 0.0, 1e-14);
    assert_close(b.x, 0.0, 1e-14);
}

/* ---- rolling resistance is a torque, static friction is what makes rolling possible ---- */

/* Speed and spin, both positive when rolling, of a ball that was let go rolling at 2 m/s, after 3 s with g
 * = 10. */
static void roll(float friction, float resistance, double *speed, double *spin)
{
    DryWorld *world = open_world(10.0f);
    DryShapeOptions options = dry_shape_options_default();
    options.material.friction = friction;
    options.material.rolling_resistance = resistance;
    DryBodyDef def = dry_body_def_default();
    def.position = dry_pos(0.0, -1.0, 0.0);
    DryBox box = { { 50.0f, 1.0f, 50.0f } };
    DryBodyId ground = dry_body_create(world, &def);
    assert_int_not_equal(dry_shape_add_box(world, ground, &box, &options).index, 0);
    DryBodyId ball =
        add_ball(world, dry_pos(0.0, 0.5, 0.0), dry_vec3(0.0f, 0.0f, 0.0f), 1.0, options.material);
    run(world, 0.5);
    assert_int_equal(dry_body_set_velocity(world, ball, dry_vec3(2.0f, 0.0f, 0.0f)), DRY_OK);
    assert_int_equal(dry_body_set_angular_velocity(world, ball, dry_vec3(0.0f, 0.0f, -4.0f)), DRY_OK);
    run(world, 3.0);
    *speed = (double)dry_body_velocity(world, ball).x;
    *spin = -(double)dry_body_angular_velocity(world, ball).z;
    dry_world_destroy(world);
}

static void c4_15_rolling_resistance_is_not_static_friction(void **unused)
{
    (void)unused;
    double speed, spin;
    /* static friction alone lets it roll and takes nothing, however large: taken for the resistance of
       rolling it would have stopped the ball */
    roll(0.9f, 0.0f, &speed, &spin);
    assert_close(speed, 2.0, 1e-3);
    assert_close(spin, 4.0, 2e-3);
    /* with resistance it brakes by c g / 1.4, and still rolls */
    roll(0.9f, 0.02f, &speed, &spin);
    assert_close(speed, 2.0 - 3.0 * 0.02 * 10.0 / 1.4, 0.01);
    assert_close(spin, 2.0 * speed, 0.01);
    /* without friction the torque c R m g stops the spin, by 5/2 c g / R, and no force brakes the slide */
    roll(0.0f, 0.02f, &speed, &spin);
    assert_close(speed, 2.0, 1e-5);
    assert_close(spin, 4.0 - 3.0 * 2.5 * 0.02 * 10.0 / 0.5, 0.02);
}

/* ---- springs need damping to track ---- */

/* A hinge is to go from 0 to 1 rad by a spring of 1 Hz: the largest angle, and the largest error after 2 s.
 */
static void follow(float damping_ratio, double *largest, double *late_error)
{
    DryWorld *world = open_world(0.0f);
    DryMaterial material = dry_shape_options_default().material;
    DryBodyDef base = dry_body_def_default();
    DryHingeDef hinge = dry_hinge_def_default();
    hinge.body_a = dry_body_create(world, &base);
    hinge.body_b = add_ball(world, dry_pos(0.0, 0.0, 0.0), dry_vec3(0.0f, 0.0f, 0.0f), 1.0, material);
    hinge.drive.mode = DRY_DRIVE_POSITION;
    hinge.drive.target = 1.0f;
    hinge.drive.frequency = 1.0f;
    hinge.drive.damping_ratio = damping_ratio;
    DryJointId joint = dry_hinge_create(world, &hinge);
    assert_int_not_equal(joint.index, 0);
    *largest = *late_error = 0.0;
    for (int i = 0; i < 240; ++i) {
        assert_int_equal(dry_world_step(world, dt), DRY_OK);
        double angle = (double)dry_joint_angle(world, joint, DRY_AXIS_ANGULAR_X);
        *largest = fmax(*largest, angle);
        *late_error = i >= 120 ? fmax(*late_error, fabs(angle - 1.0)) : 0.0;
    }
    dry_world_destroy(world);
}

static void c4_15_springs_need_damping_to_track(void **unused)
{
    (void)unused;
    double largest, late_error;
    follow(1.0f, &largest, &late_error);
    assert_true(largest < 1.001);
    assert_close(late_error, 0.0, 1e-3);
    /* without damping it swings about its target, first to nearly twice the way, and is still doing so after
     * 2 s */
    follow(0.0f, &largest, &late_error);
    assert_close(largest, 2.0, 0.1);
    assert_true(late_error > 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c4_15_the_second_body_gets_the_opposite_impulse),
        cmocka_unit_test(c4_15_restitution_turns_the_normal_velocity_round),
        cmocka_unit_test(c4_15_restitution_leaves_what_is_beside_the_normal),
        cmocka_unit_test(c4_15_a_plastic_impact_keeps_momentum),
        cmocka_unit_test(c4_15_rolling_resistance_is_not_static_friction),
        cmocka_unit_test(c4_15_springs_need_damping_to_track),
    };
    return cmocka_run_group_tests_name("c4_15_corrections", tests, NULL, NULL);
}
