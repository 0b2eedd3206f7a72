/* C4.5, C1.7: materials of the parts of a body, surfaces that move, grains that twist or stand upright. */
#include "contracts/check.h"

#include <drystone/drystone.h>

static const double g = 10.0;
static const float dt = 1.0f / 60.0f;

static DryWorld *open_world(DryMixFn *mix, void *user)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.gravity = dry_vec3(0.0f, -10.0f, 0.0f);
    def.sleeping = false;
    def.mix_materials = mix;
    def.mix_user = user;
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

static DryBodyId add_body(DryWorld *world, DryBodyType type, double x, double y, double z)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = dry_pos(x, y, z);
    return dry_body_create(world, &def);
}

/* At a place in the body. */
static DryShapeId add_box(DryWorld *world, DryBodyId body, DryVec3 at, DryVec3 half, DryMaterial material)
{
    DryShapeOptions options = dry_shape_options_default();
    options.frame.position = at;
    options.material = material;
    DryBox box = { half };
    DryShapeId shape = dry_shape_add_box(world, body, &box, &options);
    assert_int_not_equal(shape.index, 0);
    return shape;
}

static DryMaterial rubbing(float friction)
{
    DryMaterial m = dry_material_default();
    m.friction = friction;
    m.friction_combine = DRY_COMBINE_MULTIPLY;
    return m;
}

static const DryVec3 middle = { 0.0f, 0.0f, 0.0f }, flat = { 0.5f, 0.1f, 0.5f };

static DryBodyId add_floor(DryWorld *world, DryMaterial material)
{
    DryBodyId floor = add_body(world, DRY_STATIC, 0.0, -1.0, 0.0);
    add_box(world, floor, middle, dry_vec3(60.0f, 1.0f, 60.0f), material);
    return floor;
}

/* ---- combine modes ---- */

static void remember(DryContactMaterial *mixed, const DryMaterial *a, const DryMaterial *b, void *user)
{
    (void)a;
    (void)b;
    *(DryContactMaterial *)user = *mixed;
}

static void c4_5_each_property_has_a_mode_of_its_own(void **unused)
{
    (void)unused;
    const DryCombine modes[5] = { DRY_COMBINE_MULTIPLY, DRY_COMBINE_AVERAGE, DRY_COMBINE_MINIMUM,
                                  DRY_COMBINE_MAXIMUM, DRY_COMBINE_GEOMETRIC };
    const double wanted[5] = { 0.16, 0.5, 0.2, 0.8, 0.4 };
    for (int i = 0; i < 5; ++i) {
        DryContactMaterial seen = { 0 };
        DryWorld *world = open_world(remember, &seen);
        DryMaterial a = dry_material_default();
        a.friction_combine = modes[i];
        a.restitution_combine = modes[(i + 1) % 5];
        a.rolling_combine = modes[(i + 2) % 5];
        a.torsion_combine = modes[(i + 3) % 5];
        a.friction = a.restitution = a.rolling_resistance = a.torsion_radius = 0.2f;
        DryMaterial b = a;
        b.friction = b.restitution = b.rolling_resistance = b.torsion_radius = 0.8f;
        add_floor(world, a);
        add_box(world, add_body(world, DRY_DYNAMIC, 0.0, 0.1, 0.0), middle, flat, b);
        step(world, 1);
        assert_close((double)seen.friction, wanted[i], 1e-6);
        assert_close((double)seen.restitution, wanted[(i + 1) % 5], 1e-6);
        assert_close((double)seen.rolling_resistance, wanted[(i + 2) % 5], 1e-6);
        assert_close((double)seen.torsion_radius, wanted[(i + 3) % 5], 1e-6);
        dry_world_destroy(world);
    }
}

/* ---- the parts of a body ---- */

/* Ice where x < 0 and tar beyond, both parts of one body: 2 m at 4 m/s, then 4 m/s of braking at 0.5 g. */
static void c4_5_parts_of_the_ground_have_materials_of_their_own(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(NULL, NULL);
    DryBodyId ground = add_body(world, DRY_STATIC, 0.0, -1.0, 0.0);
    DryMaterial ice = rubbing(0.0f), tar = rubbing(0.5f);
    ice.user_tag = 7;
    tar.user_tag = 8;
    add_box(world, ground, dry_vec3(-20.0f, 0.0f, 0.0f), dry_vec3(20.0f, 1.0f, 20.0f), ice);
    add_box(world, ground, dry_vec3(20.0f, 0.0f, 0.0f), dry_vec3(20.0f, 1.0f, 20.0f), tar);
    DryBodyId block = add_body(world, DRY_DYNAMIC, -2.5, 0.1, 0.0);
    add_box(world, block, middle, flat, rubbing(1.0f));
    step(world, 10);
    dry_body_set_velocity(world, block, dry_vec3(4.0f, 0.0f, 0.0f));
    step(world, 29); /* up to the seam */
    assert_close((double)dry_body_velocity(world, block).x, 4.0, 1e-3);
    uint64_t met = 0;
    for (int i = 0; i < 90; ++i) {
        step(world, 1);
        DryEvents events = dry_world_events(world);
        for (int32_t k = 0; k < events.contact_begin_count; ++k) {
            met |= events.contact_begin[k].material_a | events.contact_begin[k].material_b;
        }
    }
    assert_true((met & 8) != 0);
    assert_close((double)dry_body_velocity(world, block).x, 0.0, 1e-3);
    /* while it lies on both, half the load of each side brakes in proportion to the part that is over */
    assert_close(dry_body_position(world, block).x, 1.6, 0.15);
    dry_world_destroy(world);
}

/* A sledge with a runner of tar at z > 0 turns towards it, one of ice and ice goes straight. */
static void c4_5_parts_of_a_body_have_materials_of_their_own(void **unused)
{
    (void)unused;
    for (int one = 0; one < 2; ++one) {
        DryWorld *world = open_world(NULL, NULL);
        add_floor(world, rubbing(1.0f));
        DryBodyId sledge = add_body(world, DRY_DYNAMIC, 0.0, 0.1, 0.0);
        DryVec3 runner = dry_vec3(0.5f, 0.1f, 0.05f);
        add_box(world, sledge, dry_vec3(0.0f, 0.0f, 0.4f), runner, rubbing(one ? 0.3f : 0.0f));
        add_box(world, sledge, dry_vec3(0.0f, 0.0f, -0.4f), runner, rubbing(0.0f));
        step(world, 10);
        dry_body_set_velocity(world, sledge, dry_vec3(4.0f, 0.0f, 0.0f));
        step(world, 15);
        float turning = dry_body_angular_velocity(world, sledge).y;
        assert_true(one ? turning < -0.5f : fabsf(turning) < 1e-4f);
        dry_world_destroy(world);
    }
}

/* ---- surfaces that move ---- */

/* After two seconds on a table that turns at 1 rad/s, 1 m from its middle. */
static void check_round(DryWorld *world, DryBodyId block, double spin)
{
    step(world, 120);
    DryPos p = dry_body_position(world, block);
    DryVec3 v = dry_body_velocity(world, block);
    assert_close(hypot(p.x, p.z), 1.0, 0.02);
    assert_close((double)dry_vec3_length(v), 1.0, 0.02);
    assert_close((p.x * (double)v.x + p.z * (double)v.z), 0.0, 0.02);
    assert_close((double)dry_body_angular_velocity(world, block).y, spin, 0.02);
    assert_true(fabs(atan2(-p.z, p.x)) > 1.5);
}

static void c4_5_a_turntable_takes_along(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(NULL, NULL);
    DryBodyId table = add_body(world, DRY_KINEMATIC, 0.0, -0.5, 0.0);
    DryShapeOptions options = dry_shape_options_default();
    options.material = rubbing(0.8f);
    DryCylinder disc = { { 0.0f, -0.5f, 0.0f }, { 0.0f, 0.5f, 0.0f }, 2.0f };
    assert_int_not_equal(dry_shape_add_cylinder(world, table, &disc, &options).index, 0);
    dry_body_set_angular_velocity(world, table, dry_vec3(0.0f, 1.0f, 0.0f));
    DryBodyId block = add_body(world, DRY_DYNAMIC, 1.0, 0.1, 0.0);
    add_box(world, block, middle, dry_vec3(0.2f, 0.1f, 0.2f), rubbing(1.0f));
    dry_body_set_velocity(world, block, dry_vec3(0.0f, 0.0f, -1.0f));
    check_round(world, block, 1.0);
    dry_world_destroy(world);
}

/* A surface that turns though its body does not: each patch wants the velocity of its place. */
static void turn_surface(DryContactModification *contact, int32_t worker, void *user)
{
    DryBodyId table = *(const DryBodyId *)user;
    float sign = contact->body_a.index == table.index ? 1.0f : -1.0f;
    (void)worker;
    for (int32_t i = 0; i < contact->manifold_count; ++i) {
        DryModifyManifold *m = &contact->manifolds[i];
        double x = 0.0, z = 0.0;
        for (int32_t k = 0; k < m->point_count; ++k) {
            x += m->points[k].point.x / m->point_count;
            z += m->points[k].point.z / m->point_count;
        }
        m->target_velocity = dry_vec3(sign * (float)z, 0.0f, -sign * (float)x);
    }
}

static void c4_5_a_turntable_by_contact_modification(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(NULL, NULL);
    DryBodyId table = add_floor(world, rubbing(0.8f));
    DryShapeId surface;
    assert_int_equal(dry_body_shapes(world, table, &surface, 1), 1);
    assert_int_equal(dry_shape_set_modify_contacts(world, surface, true), DRY_OK);
    DryContactModifier modifier = { .modify = turn_surface, .user = &table };
    assert_int_equal(dry_world_set_contact_modifier(world, &modifier), DRY_OK);
    DryBodyId block = add_body(world, DRY_DYNAMIC, 1.0, 0.1, 0.0);
    add_box(world, block, middle, dry_vec3(0.2f, 0.1f, 0.2f), rubbing(1.0f));
    dry_body_set_velocity(world, block, dry_vec3(0.0f, 0.0f, -1.0f));
    check_round(world, block, 0.0);
    dry_world_destroy(world);
}

/* The slip of 2 m/s ends in the impact, which takes mu > 2/7 * 2 / (1.5 * 4): the ball goes off with 2/7 of
   the belt's speed, and the spin of a ball that rolls on it. */
static void c4_5_a_ball_that_bounces_on_a_belt_is_taken_along(void **unused)
{
    (void)unused;
    DryWorld *world = open_world(NULL, NULL);
    DryMaterial belt = rubbing(1.0f), rubber = rubbing(1.0f);
    belt.surface_velocity = dry_vec3(2.0f, 0.0f, 0.0f);
    rubber.restitution = 0.5f;
    add_floor(world, belt);
    DryBodyId ball = add_body(world, DRY_DYNAMIC, 0.0, 0.6, 0.0);
    DryShapeOptions options = dry_shape_options_default();
    options.material = rubber;
    DrySphere sphere = { { 0.0f, 0.0f, 0.0f }, 0.5f };
    dry_shape_add_sphere(world, ball, &sphere, &options);
    dry_body_set_velocity(world, ball, dry_vec3(0.0f, -4.0f, 0.0f));
    for (int i = 0; i < 60; ++i) {
        assert_int_equal(dry_world_step(world, 0.001f), DRY_OK);
    }
    assert_true(dry_body_velocity(world, ball).y > 0.0f);
    assert_close((double)dry_body_velocity(world, ball).x, 2.0 * 2.0 / 7.0, 0.01);
    assert_close((double)dry_body_angular_velocity(world, ball).z, 2.0 * (5.0 / 7.0) / 0.5, 0.02);
    dry_world_destroy(world);
}

/* ---- grains ---- */

/* What is left of a spin of 5 rad/s after half a second. */
static double spin_left(DryMaterial ground)
{
    DryWorld *world = open_world(NULL, NULL);
    add_floor(world, ground);
    DryBodyId block = add_body(world, DRY_DYNAMIC, 0.0, 0.1, 0.0);
    add_box(world, block, middle, flat, rubbing(1.0f));
    step(world, 30);
    dry_body_set_angular_velocity(world, block, dry_vec3(0.0f, 5.0f, 0.0f));
    step(world, 30);
    double left = (double)dry_body_angular_velocity(world, block).y;
    dry_world_destroy(world);
    return left;
}

/* A patch twists against the mean over all directions, the circumference of the ellipse over 2 pi. */
static void c1_7_a_grain_twists_against_the_mean(void **unused)
{
    (void)unused;
    const double a = 0.1, b = 0.3, mean = 0.5 * (3.0 * (a + b) - sqrt((3.0 * a + b) * (a + 3.0 * b)));
    DryMaterial grain = rubbing((float)a);
    grain.friction_direction = dry_vec3(1.0f, 0.0f, 0.0f);
    grain.friction_across = (float)(b / a);
    double plain = spin_left(rubbing((float)mean));
    assert_true(plain > 0.5 && plain < 4.0);
    assert_close(spin_left(grain), plain, 0.01 * (5.0 - plain));
}

/* All of the plane is across a grain along the normal. */
static void c1_7_a_grain_along_the_normal_is_across_everywhere(void **unused)
{
    (void)unused;
    for (int heading = 0; heading < 2; ++heading) {
        DryWorld *world = open_world(NULL, NULL);
        DryMaterial grain = rubbing(0.1f);
        grain.friction_direction = dry_vec3(0.0f, 1.0f, 0.0f);
        grain.friction_across = 6.0f;
        add_floor(world, grain);
        DryBodyId block = add_body(world, DRY_DYNAMIC, 0.0, 0.1, 0.0);
        add_box(world, block, middle, flat, rubbing(1.0f));
        step(world, 30);
        DryVec3 push = heading == 0 ? dry_vec3(5.0f, 0.0f, 0.0f) : dry_vec3(0.0f, 0.0f, 5.0f);
        dry_body_set_velocity(world, block, push);
        step(world, 30);
        assert_close((double)dry_vec3_length(dry_body_velocity(world, block)), 5.0 - 0.6 * g * 0.5, 0.03);
        dry_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c4_5_each_property_has_a_mode_of_its_own),
        cmocka_unit_test(c4_5_parts_of_the_ground_have_materials_of_their_own),
        cmocka_unit_test(c4_5_parts_of_a_body_have_materials_of_their_own),
        cmocka_unit_test(c4_5_a_turntable_takes_along),
        cmocka_unit_test(c4_5_a_turntable_by_contact_modification),
        cmocka_unit_test(c4_5_a_ball_that_bounces_on_a_belt_is_taken_along),
        cmocka_unit_test(c1_7_a_grain_twists_against_the_mean),
        cmocka_unit_test(c1_7_a_grain_along_the_normal_is_across_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
