/* Contacts whose geometry changes within a step: faces that turn under what touches them, and bodies that
   turn about their corners. */
#include "support/build.h"

#include <math.h>

static DryWorld *open_world(DryVec3 gravity, float length_unit)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.gravity = gravity;
    def.length_unit = length_unit;
    def.sleeping = false;
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    return world;
}

static DryBodyId add_box(DryWorld *world, DryBodyType type, DryPos place, DryVec3 half, DryVec3 shift,
                         float friction)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = place;
    DryBodyId body = dry_body_create(world, &def);
    DryShapeOptions options = dry_shape_options_default();
    options.material.friction = friction;
    options.material.restitution = 0.0f;
    options.frame.position = shift;
    DryBox box = { half };
    assert_int_not_equal(dry_shape_add_box(world, body, &box, &options).index, 0);
    return body;
}

/* A box slides outwards without friction on a plate that turns about the origin: along the plate its centre
   moves by s'' = W^2 s, so that s = s0 cosh Wt + s'0 / W sinh Wt. In weightlessness; the plate pushes it. */
static void box_slides_on_a_turning_plate(void **state)
{
    (void)state;
    const double spin = 2.0, start = 1.0, speed = 1.0, seconds = 1.0;
    DryWorld *world = open_world(dry_vec3(0.0f, 0.0f, 0.0f), 1.0f);
    DryVec3 none = dry_vec3(0.0f, 0.0f, 0.0f);
    DryBodyId plate = add_box(world, DRY_KINEMATIC, dry_pos(0.0, 0.0, 0.0), dry_vec3(10.0f, 0.5f, 2.0f),
                              dry_vec3(0.0f, -0.5f, 0.0f), 0.0f);
    DryBodyId box =
        add_box(world, DRY_DYNAMIC, dry_pos(start, 0.1, 0.0), dry_vec3(0.1f, 0.1f, 0.1f), none, 0.0f);
    DryVec3 turning = dry_vec3(0.0f, 0.0f, (float)spin);
    assert_int_equal(dry_body_set_angular_velocity(world, plate, turning), DRY_OK);
    DryVec3 v = dry_vec3((float)(speed - spin * 0.1), (float)(spin * start), 0.0f);
    assert_int_equal(dry_body_set_velocity(world, box, v), DRY_OK);
    assert_int_equal(dry_body_set_angular_velocity(world, box, turning), DRY_OK);
    for (int i = 0; i < 60; ++i) {
        assert_int_equal(dry_world_step(world, (float)(seconds / 60.0)), DRY_OK);
    }
    DryPos p = dry_body_position(world, box);
    double s = p.x * cos(spin * seconds) + p.y * sin(spin * seconds);
    double height = p.y * cos(spin * seconds) - p.x * sin(spin * seconds);
    double exact = start * cosh(spin * seconds) + speed / spin * sinh(spin * seconds);
    print_message("slid to %.4f, exact %.4f; height %.4f\n", s, exact, height);
    assert_true(fabs(s - exact) < 0.022 * exact);
    assert_true(fabs(height - 0.1) < 0.001);
    dry_world_destroy(world);
}

typedef struct Totals {
    double energy, spin; /* about the z axis through the origin */
} Totals;

/* Of bodies that move in the plane z = 0. */
static Totals totals_of(const DryWorld *world, const DryBodyId bodies[2])
{
    Totals sum = { 0.0, 0.0 };
    for (int i = 0; i < 2; ++i) {
        DryMass m = dry_body_mass(world, bodies[i]);
        DryPos p = dry_body_position(world, bodies[i]);
        DryVec3 v = dry_body_velocity(world, bodies[i]), w = dry_body_angular_velocity(world, bodies[i]);
        double mass = (double)m.mass, vx = (double)v.x, vy = (double)v.y, wz = (double)w.z;
        double turning = (double)m.inertia.zz * wz;
        sum.energy += 0.5 * (mass * (vx * vx + vy * vy) + turning * wz);
        sum.spin += mass * (p.x * vy - p.y * vx) + turning;
    }
    return sum;
}

/* The same on a plate that is itself free: what the box gains the plate loses. */
static void box_on_a_free_plate_keeps_energy_and_momentum(void **state)
{
    (void)state;
    DryWorld *world = open_world(dry_vec3(0.0f, 0.0f, 0.0f), 1.0f);
    DryVec3 none = dry_vec3(0.0f, 0.0f, 0.0f), turning = dry_vec3(0.0f, 0.0f, 2.0f);
    DryBodyId bodies[2] = {
        add_box(world, DRY_DYNAMIC, dry_pos(0.0, 0.0, 0.0), dry_vec3(10.0f, 0.05f, 0.5f), none, 0.0f),
        add_box(world, DRY_DYNAMIC, dry_pos(1.0, 0.25, 0.0), dry_vec3(0.2f, 0.2f, 0.2f), none, 0.0f),
    };
    assert_int_equal(dry_body_set_angular_velocity(world, bodies[0], turning), DRY_OK);
    assert_int_equal(dry_body_set_angular_velocity(world, bodies[1], turning), DRY_OK);
    assert_int_equal(dry_body_set_velocity(world, bodies[1], dry_vec3(0.5f, 2.0f, 0.0f)), DRY_OK);
    Totals before = totals_of(world, bodies);
    for (int i = 0; i < 60; ++i) {
        assert_int_equal(dry_world_step(world, 1.0f / 60.0f), DRY_OK);
    }
    Totals after = totals_of(world, bodies);
    double energy = after.energy / before.energy - 1.0, spin = after.spin / before.spin - 1.0;
    print_message("energy %+.2e, angular momentum %+.2e; box at %.3f\n", energy, spin,
                  dry_body_position(world, bodies[1]).x);
    assert_true(fabs(energy) < 0.002);
    assert_true(fabs(spin) < 1e-5);
    dry_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(box_slides_on_a_turning_plate),
        cmocka_unit_test(box_on_a_free_plate_keeps_energy_and_momentum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
