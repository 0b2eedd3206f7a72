/* What cylinders, cones, tapered capsules, ellipsoids and rounded boxes do in a world. */
#include "support/build.h"

#include <math.h>
#include <string.h>

typedef enum Floor {
    FLOOR_BOX,
    FLOOR_PLANE,
    FLOOR_MESH,
    FLOOR_COUNT
} Floor;

enum {
    CELLS = 12
};

/* Squares of 1.7 m, off the origin, so that nothing lies on their edges by chance. */
static void add_mesh_floor(DryWorld *w, DryBodyId body)
{
    DryVec3 v[(CELLS + 1) * (CELLS + 1)];
    uint32_t t[6 * CELLS * CELLS];
    int32_t n = 0;
    for (int i = 0; i <= CELLS; ++i) {
        for (int k = 0; k <= CELLS; ++k) {
            v[i * (CELLS + 1) + k] =
                dry_vec3(1.7f * (float)(i - CELLS / 2) + 0.31f, 0.0f, 1.7f * (float)(k - CELLS / 2) + 0.17f);
        }
    }
    for (uint32_t i = 0; i < CELLS; ++i) {
        for (uint32_t k = 0; k < CELLS; ++k) {
            uint32_t a = i * (CELLS + 1) + k, b = a + 1, c = a + CELLS + 1, d = c + 1;
            const uint32_t corner[6] = { a, b, c, b, d, c };
            memcpy(&t[n], corner, sizeof corner);
            n += 6;
        }
    }
    DryMesh *mesh = dry_mesh_create(
        &(DryMeshSource){
            .vertices = v, .vertex_count = (CELLS + 1) * (CELLS + 1), .indices = t, .triangle_count = n / 3 },
        NULL);
    assert_non_null(mesh);
    assert_int_not_equal(dry_shape_add_mesh(w, body, mesh, NULL, NULL).index, 0);
    dry_mesh_release(mesh);
}

static DryWorld *world_on(Floor floor)
{
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    if (floor == FLOOR_BOX) {
        (void)build_ground(w);
        return w;
    }
    DryBodyId ground = build_body(w, DRY_STATIC, 0.0, 0.0, 0.0);
    if (floor == FLOOR_PLANE) {
        DryHalfSpace plane = { { 0.0f, 1.0f, 0.0f }, 0.0f };
        assert_int_not_equal(dry_shape_add_half_space(w, ground, &plane, NULL).index, 0);
    } else {
        add_mesh_floor(w, ground);
    }
    return w;
}

/* Upright, or lying along z. */
static DryBodyId add_cylinder(DryWorld *w, double x, double y, double z, float half, float radius, bool lying)
{
    DryBodyId body = build_body(w, DRY_DYNAMIC, x, y, z);
    DryVec3 axis = lying ? dry_vec3(0.0f, 0.0f, half) : dry_vec3(0.0f, half, 0.0f);
    DryCylinder cylinder = { dry_vec3_negate(axis), axis, radius };
    assert_int_not_equal(dry_shape_add_cylinder(w, body, &cylinder, NULL).index, 0);
    return body;
}

static double moved(const DryWorld *w, DryBodyId body, double x, double y, double z)
{
    DryPos p = dry_body_position(w, body);
    return sqrt((p.x - x) * (p.x - x) + (p.y - y) * (p.y - y) + (p.z - z) * (p.z - z));
}

static void rests(const DryWorld *w, DryBodyId body, double x, double y, double z)
{
    double way = moved(w, body, x, y, z);
    if (!(way < 6e-3) || dry_body_is_awake(w, body)) {
        DryPos p = dry_body_position(w, body);
        fail_msg("at (%g, %g, %g), %s", p.x, p.y, p.z, dry_body_is_awake(w, body) ? "awake" : "asleep");
    }
}

static void a_cylinder_stands_and_lies(void **unused)
{
    (void)unused;
    for (int floor = 0; floor < FLOOR_COUNT; ++floor) {
        DryWorld *w = world_on((Floor)floor);
        DryBodyId tall = add_cylinder(w, 0.0, 1.0, 0.0, 1.0f, 0.3f, false);
        DryBodyId coin = add_cylinder(w, 3.0, 0.05, 0.0, 0.05f, 1.0f, false);
        DryBodyId log = add_cylinder(w, -3.0, 0.4, 0.0, 1.0f, 0.4f, true);
        run_steps(w, 60);
        DryPos settled[3] = { dry_body_position(w, tall), dry_body_position(w, coin),
                              dry_body_position(w, log) };
        run_steps(w, 540);
        rests(w, tall, 0.0, 1.0, 0.0);
        rests(w, coin, 3.0, 0.05, 0.0);
        rests(w, log, -3.0, 0.4, 0.0);
        assert_true(moved(w, tall, settled[0].x, settled[0].y, settled[0].z) < 1e-3);
        assert_true(moved(w, coin, settled[1].x, settled[1].y, settled[1].z) < 1e-3);
        assert_true(moved(w, log, settled[2].x, settled[2].y, settled[2].z) < 1e-3);
        dry_world_destroy(w);
    }
}

static void ten_cylinders_stack(void **unused)
{
    (void)unused;
    for (int floor = 0; floor < FLOOR_COUNT; ++floor) {
        DryWorld *w = world_on((Floor)floor);
        DryBodyId body[10];
        for (int i = 0; i < 10; ++i) {
            body[i] = add_cylinder(w, 0.0, 0.25 + 0.5 * i, 0.0, 0.25f, 0.5f, false);
        }
        run_steps(w, 600);
        for (int i = 0; i < 10; ++i) {
            DryPos p = dry_body_position(w, body[i]);
            assert_true(sqrt(p.x * p.x + p.z * p.z) < 0.01);
            assert_true(fabs(p.y - 0.25 - 0.5 * i) < 0.03);
        }
        assert_false(dry_body_is_awake(w, body[9]));
        dry_world_destroy(w);
    }
}

static void logs_lie_in_a_heap(void **unused)
{
    (void)unused;
    DryWorld *w = world_on(FLOOR_BOX);
    DryBodyId top = { 0, 0 };
    for (int side = -1; side <= 1; side += 2) {
        DryBodyId wall = build_body(w, DRY_STATIC, 1.55 * side, 0.5, 0.0);
        DryBox box = { { 0.5f, 0.5f, 2.0f } };
        (void)dry_shape_add_box(w, wall, &box, NULL);
    }
    for (int row = 0; row < 3; ++row) {
        for (int i = 0; i < 3 - row; ++i) {
            top = add_cylinder(w, 0.7 * (i - 0.5 * (2 - row)), 0.35 + 0.607 * row, 0.0, 1.0f, 0.35f, true);
        }
    }
    run_steps(w, 600);
    DryPos p = dry_body_position(w, top);
    assert_true(fabs(p.x) < 0.02 && fabs(p.y - 1.564) < 0.03 && fabs(p.z) < 0.01);
    assert_false(dry_body_is_awake(w, top));
    dry_world_destroy(w);
}

static void the_others_stand(void **unused)
{
    (void)unused;
    for (int floor = 0; floor < FLOOR_COUNT; ++floor) {
        DryWorld *w = world_on((Floor)floor);
        DryBodyId body[5];
        double height[5] = { 0.5, 0.4, 0.4, 0.3, 0.6 };
        for (int i = 0; i < 5; ++i) {
            body[i] = build_body(w, DRY_DYNAMIC, 2.0 * i - 4.0, height[i], 0.4);
        }
        DryCone cone = { { 0.0f, -0.5f, 0.0f }, { 0.0f, 0.5f, 0.0f }, 0.5f, 0.0f };
        DryCone bucket = { { 0.0f, -0.4f, 0.0f }, { 0.0f, 0.4f, 0.0f }, 0.3f, 0.5f };
        DryTaperedCapsule pin = { { 0.0f, 0.0f, -0.6f }, { 0.0f, 0.0f, 0.6f }, 0.4f, 0.4001f };
        DryEllipsoid pebble = { { 0.5f, 0.3f, 0.4f } };
        DryRoundedBox soap = { { 0.3f, 0.5f, 0.3f }, 0.1f };
        assert_int_not_equal(dry_shape_add_cone(w, body[0], &cone, NULL).index, 0);
        assert_int_not_equal(dry_shape_add_cone(w, body[1], &bucket, NULL).index, 0);
        assert_int_not_equal(dry_shape_add_tapered_capsule(w, body[2], &pin, NULL).index, 0);
        assert_int_not_equal(dry_shape_add_ellipsoid(w, body[3], &pebble, NULL).index, 0);
        assert_int_not_equal(dry_shape_add_rounded_box(w, body[4], &soap, NULL).index, 0);
        run_steps(w, 600);
        for (int i = 0; i < 5; ++i) {
            rests(w, body[i], 2.0 * i - 4.0, height[i], 0.4);
        }
        dry_world_destroy(w);
    }
}

static double energy(const DryWorld *w, DryBodyId body)
{
    return dry_body_energy(w, body).total;
}

/* Tilted by 5 degrees and spun up, it rattles down flat, and never gains energy. */
static void a_coin_spins_down(void **unused)
{
    (void)unused;
    for (int floor = 0; floor < FLOOR_COUNT; ++floor) {
        DryWorld *w = world_on((Floor)floor);
        DryBodyId coin = add_cylinder(w, 0.0, 0.14, 0.0, 0.05f, 1.0f, false);
        DryPose tilted = { dry_pos(0.0, 0.14, 0.0),
                           dry_quat_from_axis_angle(dry_vec3(0.0f, 0.0f, 1.0f), 0.0873f) };
        (void)dry_body_set_pose(w, coin, tilted);
        (void)dry_body_set_angular_velocity(w, coin, dry_vec3(0.0f, 3.0f, 0.0f));
        double start = energy(w, coin), most = start, highest = 0.0;
        for (int i = 0; i < 900; ++i) {
            run_steps(w, 1);
            most = fmax(most, energy(w, coin));
            highest = i > 120 ? fmax(highest, dry_body_position(w, coin).y) : highest;
        }
        assert_true(most <= start * 1.001);
        assert_true(highest < 0.14);
        assert_true(fabs(dry_body_position(w, coin).y - 0.05) < 0.005);
        assert_false(dry_body_is_awake(w, coin));
        dry_world_destroy(w);
    }
}

/* Over the edges of the triangles, none of which can be felt. */
static void a_cylinder_rolls_straight(void **unused)
{
    (void)unused;
    for (int floor = 0; floor < FLOOR_COUNT; ++floor) {
        DryWorld *w = world_on((Floor)floor);
        DryBodyId log = add_cylinder(w, -7.0, 0.4, 0.0, 0.6f, 0.4f, true);
        (void)dry_body_set_velocity(w, log, dry_vec3(3.0f, 0.0f, 0.0f));
        (void)dry_body_set_angular_velocity(w, log, dry_vec3(0.0f, 0.0f, -7.5f));
        for (int i = 0; i < 240; ++i) {
            run_steps(w, 1);
            DryPos p = dry_body_position(w, log);
            assert_true(fabs(p.y - 0.4) < 0.006);
            assert_true(fabs(p.z) < 0.01);
        }
        assert_true(fabs((double)dry_body_velocity(w, log).x - 3.0) < 0.02);
        assert_true(fabs(dry_body_position(w, log).x - 5.0) < 0.1);
        dry_world_destroy(w);
    }
}

/* A box without friction over the caps of two drums, and a drum over two boxes side by side. */
static void tables_of_drums_bear(void **unused)
{
    (void)unused;
    DryWorld *w = world_on(FLOOR_BOX);
    for (int k = -1; k <= 1; k += 2) {
        (void)add_cylinder(w, 0.8 * k, 0.5, 0.0, 0.5f, 0.3f, false);
    }
    DryBodyId board = build_body(w, DRY_DYNAMIC, 0.0, 1.1, 0.0);
    DryBox plank = { { 1.2f, 0.1f, 0.4f } };
    (void)dry_shape_add_box(w, board, &plank, NULL);
    DryBodyId drum = add_cylinder(w, 0.0, 1.6, 0.0, 0.4f, 0.35f, false);
    run_steps(w, 480);
    rests(w, board, 0.0, 1.1, 0.0);
    rests(w, drum, 0.0, 1.6, 0.0);
    dry_world_destroy(w);
}

static void shapes_are_read_back(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId b = build_body(w, DRY_STATIC, 7, 8, 9);
    DryShapeOptions o = dry_shape_options_default();
    o.frame.position = (DryVec3){ 1, 2, 3 };
    o.frame.rotation = dry_quat_from_axis_angle((DryVec3){ 0, 0, 1 }, 1.57079633f);
    DryCylinder drum = { { 0, 0, 0 }, { 2, 0, 0 }, 0.5f }, drum_read;
    DryCone cone = { { 0, 0, 0 }, { 2, 0, 0 }, 0.5f, 0.0f }, straight = { { 0, 0, 0 }, { 2, 0, 0 }, 1, 1 },
            cone_read;
    DryTaperedCapsule pin = { { 0, 0, 0 }, { 2, 0, 0 }, 0.5f, 0.25f }, pin_read;
    DryTaperedCapsule pill = { { 0, 0, 0 }, { 2, 0, 0 }, 0.5f, 0.5f };
    DryTaperedCapsule ball = { { 0, 0, 0 }, { 2, 0, 0 }, 0.5f, 2.5f };
    DryEllipsoid egg = { { 1, 2, 3 } }, egg_read;
    DryRoundedBox soap = { { 1, 2, 3 }, 0.5f }, soap_read;
    DryShapeId s[8] = {
        dry_shape_add_cylinder(w, b, &drum, &o),        dry_shape_add_cone(w, b, &cone, &o),
        dry_shape_add_tapered_capsule(w, b, &pin, &o),  dry_shape_add_ellipsoid(w, b, &egg, &o),
        dry_shape_add_rounded_box(w, b, &soap, &o),     dry_shape_add_cone(w, b, &straight, &o),
        dry_shape_add_tapered_capsule(w, b, &pill, &o), dry_shape_add_tapered_capsule(w, b, &ball, &o)
    };
    const DryShapeKind kinds[8] = { DRY_SHAPE_CYLINDER,  DRY_SHAPE_CONE,        DRY_SHAPE_TAPERED_CAPSULE,
                                    DRY_SHAPE_ELLIPSOID, DRY_SHAPE_ROUNDED_BOX, DRY_SHAPE_CYLINDER,
                                    DRY_SHAPE_CAPSULE,   DRY_SHAPE_SPHERE };
    for (int i = 0; i < 8; ++i) {
        assert_int_equal(dry_shape_kind(w, s[i]), kinds[i]);
    }
    assert_true(dry_shape_cylinder(w, s[0], &drum_read) && drum_read.radius == 0.5f);
    assert_float_equal(drum_read.point_b.y, 4.0f, 1e-5f);
    assert_true(dry_shape_cone(w, s[1], &cone_read) && cone_read.radius_a == 0.5f &&
                cone_read.radius_b == 0.0f);
    assert_float_equal(cone_read.point_a.y, 2.0f, 1e-5f);
    assert_true(dry_shape_tapered_capsule(w, s[2], &pin_read) && pin_read.radius_b == 0.25f);
    assert_true(dry_shape_ellipsoid(w, s[3], &egg_read) && egg_read.radii.y == 2.0f);
    assert_true(dry_shape_rounded_box(w, s[4], &soap_read) && soap_read.radius == 0.5f &&
                soap_read.half_extents.z == 3.0f);
    assert_false(dry_shape_cylinder(w, s[1], &drum_read) || dry_shape_cone(w, s[0], &cone_read) ||
                 dry_shape_tapered_capsule(w, s[6], &pin_read) || dry_shape_ellipsoid(w, s[4], &egg_read) ||
                 dry_shape_rounded_box(w, s[3], &soap_read) || dry_shape_cylinder(w, s[0], NULL));
    dry_world_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cylinder_stands_and_lies), cmocka_unit_test(ten_cylinders_stack),
        cmocka_unit_test(logs_lie_in_a_heap),         cmocka_unit_test(the_others_stand),
        cmocka_unit_test(a_coin_spins_down),          cmocka_unit_test(a_cylinder_rolls_straight),
        cmocka_unit_test(tables_of_drums_bear),       cmocka_unit_test(shapes_are_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
