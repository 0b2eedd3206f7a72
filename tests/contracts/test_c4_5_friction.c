/* C4.5 in the engine: the slope law, friction in impacts, rolling, friction in joints.
 */
#include "contracts/check.h"

#include <drystone/drystone.h>

static const double g = 10.0;

static DryWorld *open_world(void)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.gravity = dry_vec3(0.0f, (float)-g, 0.0f);
    def.sleeping = false;
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    return world;
}

static void step(DryWorld *world, int steps)
{
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(dry_world_step(world, 1.0f / 60.0f), DRY_OK);
    }
}

static DryBodyId add_body(DryWorld *world, DryBodyType type, DryPos position, DryQuat rotation)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = position;
    def.rotation = rotation;
    return dry_body_create(world, &def);
}

static DryShapeOptions with_friction(double coefficient)
{
    DryShapeOptions options = dry_shape_options_default();
    options.material.friction = (float)coefficient;
    return options;
}

/* Of 200 m, with its top at y = 0. */
static DryBodyId add_floor(DryWorld *world, const DryShapeOptions *options)
{
    DryBodyId floor = add_body(world, DRY_STATIC, dry_pos(0.0, -1.0, 0.0), dry_quat_identity());
    DryBox box = { { 100.0f, 1.0f, 100.0f } };
    assert_int_not_equal(dry_shape_add_box(world, floor, &box, options).index, 0);
    return floor;
}

static DryBodyId add_ball(DryWorld *world, double x, double y, float radius, const DryShapeOptions *options)
{
    DryBodyId ball = add_body(world, DRY_DYNAMIC, dry_pos(x, y, 0.0), dry_quat_identity());
    DrySphere sphere = { { 0.0f, 0.0f, 0.0f }, radius };
    assert_int_not_equal(dry_shape_add_sphere(world, ball, &sphere, options).index, 0);
    return ball;
}

/* ---- slopes ---- */

/* Along the slope, after two seconds. */
static double speed_on_slope(double angle, double friction)
{
    DryWorld *world = open_world();
    DryShapeOptions options = with_friction(friction);
    DryQuat tilt = dry_quat_from_axis_angle(dry_vec3(0.0f, 0.0f, 1.0f), (float)-angle);
    DryBodyId slope = add_body(world, DRY_STATIC, dry_pos(0.0, 0.0, 0.0), tilt);
    DryBox ground = { { 100.0f, 1.0f, 5.0f } }, box = { { 0.4f, 0.2f, 0.4f } };
    assert_int_not_equal(dry_shape_add_box(world, slope, &ground, &options).index, 0);
    DryPos start = dry_pos(1.2 * sin(angle), 1.2 * cos(angle), 0.0);
    DryBodyId block = add_body(world, DRY_DYNAMIC, start, tilt);
    assert_int_not_equal(dry_shape_add_box(world, block, &box, &options).index, 0);
    step(world, 120);
    DryVec3 v = dry_body_velocity(world, block);
    double speed = (double)v.x * cos(angle) - (double)v.y * sin(angle);
    dry_world_destroy(world);
    return speed;
}

static void c4_5_the_slope_law(void **unused)
{
    (void)unused;
    const double angles[4] = { 0.3, 0.5, 0.7, 0.5 }, frictions[4] = { 0.1, 0.3, 0.6, 0.0 };
    for (int i = 0; i < 4; ++i) {
        double wanted = 2.0 * g * (sin(angles[i]) - frictions[i] * cos(angles[i]));
        assert_close(speed_on_slope(angles[i], frictions[i]), wanted, 0.01 * wanted);
    }
    assert_close(speed_on_slope(0.5, 1.01 * tan(0.5)), 0.0, 1e-4);
}

/* ---- impacts ---- */

/* A ball of 0.5 m, some way above the floor, comes down on it with (4, -5) m/s. What friction may give in the
   impact is mu times the impulse along the normal, (1 + e) 5 m. */
static void strike(double friction, double restitution, double *speed, double *spin)
{
    DryWorld *world = open_world();
    assert_int_equal(dry_world_set_gravity(world, dry_vec3(0.0f, 0.0f, 0.0f)), DRY_OK);
    DryShapeOptions options = with_friction(friction);
    options.material.restitution = (float)restitution;
    DryBodyId ball = add_ball(world, 0.0, 0.97, 0.5f, &options);
    (void)add_floor(world, &options);
    dry_body_set_velocity(world, ball, dry_vec3(4.0f, -5.0f, 0.0f));
    step(world, 20);
    assert_close((double)dry_body_velocity(world, ball).y, 5.0 * restitution, 1e-4);
    *speed = (double)dry_body_velocity(world, ball).x;
    *spin = (double)dry_body_angular_velocity(world, ball).z;
    dry_world_destroy(world);
}

static void c4_5_friction_acts_at_impact(void **unused)
{
    (void)unused;
    double speed = 0.0, spin = 0.0;
    const double restitutions[3] = { 0.2, 0.5, 1.0 };
    for (int i = 0; i < 3; ++i) {
        /* too little to stop the slip: all that mu allows */
        double lost = 0.1 * (1.0 + restitutions[i]) * 5.0;
        strike(0.1, restitutions[i], &speed, &spin);
        assert_close(speed, 4.0 - lost, 1e-4);
        assert_close(spin, -lost * 2.5 / 0.5, 1e-3);
        /* enough: the ball rolls off with 5/7 of its speed */
        strike(2.0, restitutions[i], &speed, &spin);
        assert_close(speed, 4.0 * 5.0 / 7.0, 1e-3);
        assert_close(spin, -speed / 0.5, 2e-3);
    }
}

/* ---- rolling ---- */

typedef enum Roller {
    BALL,
    CAPSULE,
    CYLINDER
} Roller;

/* How far a body of radius 0.5 rolls with a coefficient of 0.05, from 2 m/s. */
static double rolls(Roller kind)
{
    DryWorld *world = open_world();
    DryShapeOptions options = with_friction(1.0);
    options.material.rolling_resistance = 0.05f;
    (void)add_floor(world, &options);
    DryBodyId body = add_body(world, DRY_DYNAMIC, dry_pos(0.0, 0.5, 0.0), dry_quat_identity());
    DrySphere sphere = { { 0.0f, 0.0f, 0.0f }, 0.5f };
    DryCapsule capsule = { { 0.0f, 0.0f, -1.0f }, { 0.0f, 0.0f, 1.0f }, 0.5f };
    DryCylinder cylinder = { { 0.0f, 0.0f, -1.0f }, { 0.0f, 0.0f, 1.0f }, 0.5f };
    DryShapeId shape = kind == BALL      ? dry_shape_add_sphere(world, body, &sphere, &options)
                       : kind == CAPSULE ? dry_shape_add_capsule(world, body, &capsule, &options)
                                         : dry_shape_add_cylinder(world, body, &cylinder, &options);
    assert_int_not_equal(shape.index, 0);
    dry_body_set_velocity(world, body, dry_vec3(2.0f, 0.0f, 0.0f));
    dry_body_set_angular_velocity(world, body, dry_vec3(0.0f, 0.0f, -4.0f));
    double inertia = (double)dry_body_mass(world, body).inertia.zz,
           mass = (double)dry_body_mass(world, body).mass;
    step(world, 900);
    assert_close((double)dry_body_velocity(world, body).x, 0.0, 1e-4);
    double way = dry_body_position(world, body).x;
    dry_world_destroy(world);
    return way / ((1.0 + inertia / (mass * 0.25)) * 4.0 / (2.0 * 0.05 * g));
}

static void c4_5_rolling_resistance_stops_what_rolls(void **unused)
{
    (void)unused;
    assert_close(rolls(BALL), 1.0, 0.01);
    assert_close(rolls(CAPSULE), 1.0, 0.01);
    assert_close(rolls(CYLINDER), 1.0, 0.01);
}

/* ---- joints ---- */

static void c4_5_friction_in_joints_brakes_and_holds(void **unused)
{
    (void)unused;
    DryWorld *world = open_world();
    DryBodyId wall = add_body(world, DRY_STATIC, dry_pos(0.0, 5.0, 0.0), dry_quat_identity());
    DryBodyId wheel = add_body(world, DRY_DYNAMIC, dry_pos(0.0, 5.0, 0.0), dry_quat_identity());
    DryBodyId slider = add_body(world, DRY_DYNAMIC, dry_pos(3.0, 5.0, 0.0), dry_quat_identity());
    DrySphere ball = { { 0.0f, 0.0f, 0.0f }, 0.5f };
    dry_shape_add_sphere(world, wheel, &ball, NULL);
    dry_shape_add_sphere(world, slider, &ball, NULL);
    double inertia = (double)dry_body_mass(world, wheel).inertia.xx,
           mass = (double)dry_body_mass(world, wheel).mass;
    DryHingeDef hinge = dry_hinge_def_default();
    hinge.body_a = wall;
    hinge.body_b = wheel;
    hinge.friction_torque = (float)(4.0 * inertia);
    assert_int_not_equal(dry_hinge_create(world, &hinge).index, 0);
    DryPrismaticDef rail = dry_prismatic_def_default();
    rail.body_a = wall;
    rail.body_b = slider;
    rail.frame_a.position = dry_vec3(3.0f, 0.0f, 0.0f);
    rail.friction_force = (float)(4.0 * mass);
    assert_int_not_equal(dry_prismatic_create(world, &rail).index, 0);
    dry_body_set_angular_velocity(world, wheel, dry_vec3(6.0f, 0.0f, 0.0f));
    dry_body_set_velocity(world, slider, dry_vec3(6.0f, 0.0f, 0.0f));
    step(world, 60);
    assert_close((double)dry_body_angular_velocity(world, wheel).x, 2.0, 0.02);
    assert_close((double)dry_body_velocity(world, slider).x, 2.0, 0.02);
    step(world, 60);
    for (int i = 0; i < 60; ++i) { /* less than friction moves nothing */
        dry_body_apply_torque(world, wheel, dry_vec3((float)(3.5 * inertia), 0.0f, 0.0f), DRY_WAKE);
        dry_body_apply_force_center(world, slider, dry_vec3((float)(3.5 * mass), 0.0f, 0.0f), DRY_WAKE);
        step(world, 1);
    }
    assert_close((double)dry_body_angular_velocity(world, wheel).x, 0.0, 1e-3);
    assert_close((double)dry_body_velocity(world, slider).x, 0.0, 1e-3);
    dry_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c4_5_the_slope_law),
        cmocka_unit_test(c4_5_friction_acts_at_impact),
        cmocka_unit_test(c4_5_rolling_resistance_stops_what_rolls),
        cmocka_unit_test(c4_5_friction_in_joints_brakes_and_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
