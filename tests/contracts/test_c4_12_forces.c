/* C4.12: forces that last one step, impulses, couples, explosions, and regions that push. */
#include "contracts/check.h"

#include <drystone/drystone.h>

static const float dt = 1.0f / 60.0f;

static DryWorld *open_world(float gravity)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.gravity = dry_vec3(0.0f, -gravity, 0.0f);
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    return world;
}

static void step(DryWorld *world, int steps)
{
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(dry_world_step(world, dt), DRY_OK);
    }
}

static DryBodyId add_box(DryWorld *world, DryBodyType type, double x, double y, double z, DryVec3 half)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = dry_pos(x, y, z);
    DryBodyId body = dry_body_create(world, &def);
    DryBox box = { half };
    assert_int_not_equal(dry_shape_add_box(world, body, &box, NULL).index, 0);
    return body;
}

static DryBodyId add_cube(DryWorld *world, double x, double y, double z)
{
    return add_box(world, DRY_DYNAMIC, x, y, z, dry_vec3(0.5f, 0.5f, 0.5f));
}

static DryBodyId add_ball(DryWorld *world, double x, double y, double z, float radius)
{
    DryBodyDef def = dry_body_def_default();
    def.type = DRY_DYNAMIC;
    def.position = dry_pos(x, y, z);
    DryBodyId body = dry_body_create(world, &def);
    DrySphere sphere = { { 0.0f, 0.0f, 0.0f }, radius };
    dry_shape_add_sphere(world, body, &sphere, NULL);
    return body;
}

static double speed(const DryWorld *world, DryBodyId body)
{
    return (double)dry_vec3_length(dry_body_velocity(world, body));
}

/* ---- forces and impulses ---- */

static void c4_12_forces_last_one_step(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(0.0f);
    DryBodyId cube = add_cube(world, 0.0, 0.0, 0.0);
    dry_body_apply_force_center(world, cube, dry_vec3(6000.0f, 0.0f, 0.0f), DRY_WAKE);
    dry_body_apply_torque(world, cube, dry_vec3(0.0f, 1000.0f, 0.0f), DRY_WAKE);
    step(world, 1);
    assert_close((double)dry_body_velocity(world, cube).x, 0.1, 1e-6);
    assert_close((double)dry_body_angular_velocity(world, cube).y, 0.1, 1e-6);
    assert_true(dry_body_force(world, cube).x == 0.0f && dry_body_torque(world, cube).y == 0.0f);
    step(world, 10);
    assert_close((double)dry_body_velocity(world, cube).x, 0.1, 1e-6);
    assert_close((double)dry_body_angular_velocity(world, cube).y, 0.1, 1e-6);
    dry_world_destroy(world);
}

static void c4_12_a_couple_turns_without_moving(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(0.0f);
    DryBodyId pair = add_cube(world, 0.0, 0.0, 0.0), torque = add_cube(world, 5.0, 0.0, 0.0);
    dry_body_apply_force(world, pair, dry_vec3(0.0f, 700.0f, 0.0f), dry_pos(0.5, 0.0, 0.0), DRY_WAKE);
    dry_body_apply_force(world, pair, dry_vec3(0.0f, -700.0f, 0.0f), dry_pos(-0.5, 0.0, 0.0), DRY_WAKE);
    dry_body_apply_torque(world, torque, dry_vec3(0.0f, 0.0f, 700.0f), DRY_WAKE);
    step(world, 1);
    assert_close(speed(world, pair), 0.0, 0.0);
    assert_close((double)dry_body_angular_velocity(world, pair).z,
                 (double)dry_body_angular_velocity(world, torque).z, 1e-9);
    assert_true(dry_body_angular_velocity(world, pair).z > 0.05f);
    dry_world_destroy(world);
}

static void c4_12_an_impulse_at_a_point_is_linear_and_angular(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(0.0f);
    DryBodyId a = add_cube(world, 0.0, 0.0, 0.0), b = add_cube(world, 5.0, 0.0, 0.0);
    dry_body_apply_impulse(world, a, dry_vec3(0.0f, 300.0f, 0.0f), dry_pos(0.4, 0.0, 0.0), DRY_WAKE);
    dry_body_apply_impulse_center(world, b, dry_vec3(0.0f, 300.0f, 0.0f), DRY_WAKE);
    dry_body_apply_angular_impulse(world, b, dry_vec3(0.0f, 0.0f, 120.0f), DRY_WAKE);
    assert_close((double)dry_body_velocity(world, a).y, 0.3, 1e-6);
    assert_close((double)dry_body_angular_velocity(world, a).z, 120.0 / (1000.0 / 6.0), 1e-5);
    assert_close((double)dry_body_angular_velocity(world, b).z, (double)dry_body_angular_velocity(world, a).z,
                 1e-6);
    dry_world_destroy(world);
}

/* ---- explosions ---- */

static DryExplosion blast(double x, double y, double z)
{
    DryExplosion e = dry_explosion_default();
    e.position = dry_pos(x, y, z);
    e.radius = 2.0f;
    e.falloff = 8.0f;
    e.impulse = 100.0f;
    return e;
}

/* Velocity per mass of a ball at this distance of its surface. */
static double strength(DryFalloff law, double distance)
{
    DryWorld *world = open_world(0.0f);
    DryBodyId ball = add_ball(world, distance + 0.25, 0.0, 0.0, 0.25f);
    DryExplosion e = blast(0.0, 0.0, 0.0);
    e.law = law;
    e.blast = DRY_BLAST_PER_MASS;
    e.impulse = 1.0f;
    int32_t pushed = dry_world_explode(world, &e);
    double v = (double)dry_body_velocity(world, ball).x;
    assert_int_equal(pushed, v > 0.0 ? 1 : 0);
    dry_world_destroy(world);
    return v;
}

static void c4_12_explosions_fall_off_as_asked(void **unused)
{
    (void)unused;
    for (int law = 0; law < DRY_FALLOFF_CUSTOM; ++law) {
        assert_close(strength((DryFalloff)law, 1.5), 1.0, 1e-6);
        assert_close(strength((DryFalloff)law, 10.5), 0.0, 0.0);
    }
    assert_close(strength(DRY_FALLOFF_LINEAR, 4.0), 0.75, 1e-5);
    assert_close(strength(DRY_FALLOFF_QUADRATIC, 4.0), 0.5625, 1e-5);
    assert_close(strength(DRY_FALLOFF_CONSTANT, 9.0), 1.0, 1e-6);
    assert_close(strength(DRY_FALLOFF_INVERSE, 4.0), 0.5, 1e-5);
    assert_close(strength(DRY_FALLOFF_INVERSE_SQUARE, 4.0), 0.25, 1e-5);
}

static void c4_12_explosions_push_by_area(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(0.0f);
    DryBodyId ball = add_ball(world, 1.5, 0.0, 0.0, 0.5f);
    DryBodyId cube = add_cube(world, -1.5, 0.0, 0.0);
    DryBodyId plank = add_box(world, DRY_DYNAMIC, 0.0, 1.5, 0.0, dry_vec3(1.0f, 0.1f, 0.5f));
    DryBodyId wall = add_box(world, DRY_STATIC, 0.0, 0.0, 1.5, dry_vec3(0.5f, 0.5f, 0.1f));
    DryExplosion e = blast(0.0, 0.0, 0.0);
    assert_int_equal(dry_world_explode(world, &e), 3);
    double m = (double)dry_body_mass(world, ball).mass;
    assert_close((double)dry_body_velocity(world, ball).x, 100.0 * 3.14159265 * 0.25 / m, 1e-5);
    assert_close((double)dry_body_velocity(world, cube).x, -100.0 / 1000.0, 1e-6);
    assert_close((double)dry_body_velocity(world, plank).y, 100.0 * 2.0 / 400.0, 1e-5);
    assert_close(speed(world, wall), 0.0, 0.0);
    /* off the middle of a plank it turns it: its nearest point is above the explosion */
    DryBodyId other = add_box(world, DRY_DYNAMIC, 20.7, 1.5, 0.0, dry_vec3(1.0f, 0.1f, 0.5f));
    e.position = dry_pos(20.0, 0.0, 0.0);
    assert_int_equal(dry_world_explode(world, &e), 1);
    assert_true(dry_body_angular_velocity(world, other).z < -0.1f);
    dry_world_destroy(world);
}

/* A wide wall between; then half a wall; then none. */
static double sheltered(double wall_from, DryBlast blast_kind)
{
    DryWorld *world = open_world(0.0f);
    DryBodyId cube = add_cube(world, 4.0, 0.0, 0.0);
    add_box(world, DRY_STATIC, 2.0, wall_from + 5.0, 0.0, dry_vec3(0.1f, 5.0f, 5.0f));
    DryExplosion e = blast(0.0, 0.0, 0.0);
    e.occlusion = true;
    e.blast = blast_kind;
    int32_t pushed = dry_world_explode(world, &e);
    double v = (double)dry_body_velocity(world, cube).x;
    assert_int_equal(pushed, v > 0.0 ? 1 : 0);
    dry_world_destroy(world);
    return v;
}

static void c4_12_walls_shelter(void **unused)
{
    (void)unused;
    for (int per_mass = 0; per_mass < 2; ++per_mass) {
        DryBlast kind = per_mass != 0 ? DRY_BLAST_PER_MASS : DRY_BLAST_PER_AREA;
        double open = sheltered(9.0, kind), half = sheltered(0.05, kind), closed = sheltered(-5.0, kind);
        assert_true(open > 0.05);
        assert_close(closed, 0.0, 0.0);
        assert_close(half / open, 1.0 - 1.0 / 7.0, 1e-5); /* the upper one of seven points */
    }
    DryWorld *world = open_world(0.0f);
    DryBodyId near = add_cube(world, 2.0, 0.0, 0.0), behind = add_cube(world, 4.0, 0.0, 0.0);
    DryExplosion e = blast(0.0, 0.0, 0.0);
    e.occlusion = true;
    assert_int_equal(dry_world_explode(world, &e), 2); /* dynamic bodies shelter nothing */
    assert_true(speed(world, near) > speed(world, behind) && speed(world, behind) > 0.0);
    dry_world_destroy(world);
}

static float halving(float distance, void *user)
{
    ++*(int *)user;
    return 0.5f / (1.0f + distance);
}

static float not_finite(float distance, void *user)
{
    (void)distance;
    (void)user;
    return NAN;
}

static void c4_12_explosions_filter_and_take_a_law_of_ones_own(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(0.0f);
    DryBodyId cube = add_cube(world, 2.5, 0.0, 0.0);
    DryExplosion e = blast(0.0, 0.0, 0.0);
    e.filter = (DryFilter){ 1, 2, 0 };
    assert_int_equal(dry_world_explode(world, &e), 0);
    assert_close(speed(world, cube), 0.0, 0.0);
    int calls = 0;
    e.filter = DRY_FILTER_ALL;
    e.law = DRY_FALLOFF_CUSTOM;
    e.strength = halving;
    e.user = &calls;
    e.blast = DRY_BLAST_PER_MASS;
    e.impulse = 3.0f;
    assert_int_equal(dry_world_explode(world, &e), 1);
    assert_int_equal(calls, 1);
    assert_close(speed(world, cube), 0.5, 1e-6);
    e.strength = not_finite;
    assert_int_equal(dry_world_explode(world, &e), -1);
    assert_close(speed(world, cube), 0.5, 1e-6);
    e.impulse = -1.0f;
    e.strength = halving;
    assert_int_equal(dry_world_explode(world, &e), 1); /* pulls */
    assert_true(speed(world, cube) < 0.5);
    dry_world_destroy(world);
}

static void c4_12_an_explosion_inside_or_at_the_centre_lifts(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(10.0f);
    DryBodyId cube = add_cube(world, 0.0, 0.0, 0.0);
    DryExplosion e = blast(0.0, 0.0, 0.0);
    assert_int_equal(dry_world_explode(world, &e), 1);
    DryVec3 v = dry_body_velocity(world, cube);
    assert_close((double)v.y, 0.1, 1e-6);
    assert_true(v.x == 0.0f && v.z == 0.0f);
    dry_world_destroy(world);
}

static void c4_12_every_kind_of_shape_is_reached(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(0.0f);
    DryVec3 corners[8];
    for (int i = 0; i < 8; ++i) {
        corners[i] =
            dry_vec3((i & 1) != 0 ? 0.5f : -0.5f, (i & 2) != 0 ? 0.5f : -0.5f, (i & 4) != 0 ? 0.5f : -0.5f);
    }
    DryHullSource source = { .points = corners, .point_count = 8 };
    DryHull *hull = dry_hull_create(&source, NULL);
    assert_non_null(hull);
    DryBodyDef def = dry_body_def_default();
    def.type = DRY_DYNAMIC;
    def.position = dry_pos(0.0, 3.0, 0.0);
    DryBodyId of_hull = dry_body_create(world, &def);
    dry_shape_add_hull(world, of_hull, hull, NULL);
    dry_hull_release(hull);
    DryBodyId of_box = add_cube(world, 0.0, -3.0, 0.0);
    def.position = dry_pos(3.0, 0.0, 0.0);
    DryBodyId rod = dry_body_create(world, &def);
    DryCapsule capsule = { { 0.0f, -1.0f, 0.0f }, { 0.0f, 1.0f, 0.0f }, 0.25f };
    dry_shape_add_capsule(world, rod, &capsule, NULL);
    DryExplosion e = blast(0.0, 0.0, 0.0);
    assert_int_equal(dry_world_explode(world, &e), 3);
    assert_close((double)dry_body_velocity(world, of_hull).y, -(double)dry_body_velocity(world, of_box).y,
                 1e-6);
    double m = (double)dry_body_mass(world, rod).mass, area = 3.14159265 * 0.0625 + 0.5 * 2.0;
    assert_close((double)dry_body_velocity(world, rod).x, 100.0 * area * (1.0 - 0.75 / 8.0) / m, 1e-5);
    dry_world_destroy(world);
}

static void c4_12_a_bad_explosion_changes_nothing(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(0.0f);
    add_cube(world, 2.5, 0.0, 0.0);
    uint64_t hash = dry_world_hash(world);
    const DryExplosion good = blast(0.0, 0.0, 0.0);
    struct {
        DryExplosion e;
        const char *word;
    } rows[8] = { { good, "position" }, { good, "radius" },   { good, "falloff" }, { good, "impulse" },
                  { good, "law" },      { good, "strength" }, { good, "blast" },   { good, "faster" } };
    rows[0].e.position.y = NAN_DOUBLE;
    rows[1].e.radius = -1.0f;
    rows[2].e.falloff = INFINITY;
    rows[3].e.impulse = NAN;
    rows[4].e.law = (DryFalloff)9;
    rows[5].e.law = DRY_FALLOFF_CUSTOM;
    rows[6].e.blast = (DryBlast)2;
    rows[7].e.impulse = 1e12f;
    for (int i = 0; i < 8; ++i) {
        assert_int_equal(dry_world_explode(world, &rows[i].e), -1);
        assert_non_null(strstr(dry_world_error(world), rows[i].word));
        assert_int_equal(dry_last_status(), i == 7 ? DRY_ERROR_RANGE : DRY_ERROR_ARGUMENT);
        assert_true(dry_world_hash(world) == hash);
    }
    assert_int_equal(dry_world_explode(world, NULL), -1);
    assert_int_equal(dry_world_explode(NULL, &good), -1);
    dry_world_destroy(world);
}

/* ---- a region that pushes, made of a sensor and forces ---- */

static void c4_12_a_vent_holds_a_ball_up(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(10.0f);
    DryBodyDef def = dry_body_def_default();
    DryBodyId vent = dry_body_create(world, &def);
    DryShapeOptions options = dry_shape_options_default();
    options.sensor = true;
    DryBox column = { { 1.0f, 4.0f, 1.0f } };
    DryShapeId sensor = dry_shape_add_box(world, vent, &column, &options);
    DryBodyId ball = add_ball(world, 0.0, 3.0, 0.0, 0.3f);
    DryBodyId outside = add_ball(world, 5.0, 3.0, 0.0, 0.3f);
    for (int i = 0; i < 300; ++i) {
        DryShapeId inside[4];
        int32_t count = dry_shape_sensor_overlaps(world, sensor, inside, 4);
        for (int32_t k = 0; k < count && k < 4; ++k) {
            DryBodyId body = dry_shape_body(world, inside[k]);
            float height = (float)dry_body_position(world, body).y;
            float mass = dry_body_mass(world, body).mass, v = dry_body_velocity(world, body).y;
            DryVec3 lift = dry_vec3(0.0f, mass * (10.0f - 4.0f * height - 2.0f * v), 0.0f);
            dry_body_apply_force_center(world, body, lift, DRY_WAKE);
        }
        step(world, 1);
    }
    assert_close(dry_body_position(world, ball).y, 0.0, 0.05);
    assert_true(dry_body_position(world, outside).y < -50.0);
    dry_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c4_12_forces_last_one_step),
        cmocka_unit_test(c4_12_a_couple_turns_without_moving),
        cmocka_unit_test(c4_12_an_impulse_at_a_point_is_linear_and_angular),
        cmocka_unit_test(c4_12_explosions_fall_off_as_asked),
        cmocka_unit_test(c4_12_explosions_push_by_area),
        cmocka_unit_test(c4_12_walls_shelter),
        cmocka_unit_test(c4_12_explosions_filter_and_take_a_law_of_ones_own),
        cmocka_unit_test(c4_12_an_explosion_inside_or_at_the_centre_lifts),
        cmocka_unit_test(c4_12_every_kind_of_shape_is_reached),
        cmocka_unit_test(c4_12_a_bad_explosion_changes_nothing),
        cmocka_unit_test(c4_12_a_vent_holds_a_ball_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
