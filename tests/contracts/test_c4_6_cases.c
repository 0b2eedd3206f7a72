/* C4.6: cases that are known to go wrong at seams. */
#include "check.h"
#include "weld_scenes.h"

#include <drystone/drystone.h>

#include <stdlib.h>

static const float dt = 1.0f / 60.0f;

enum {
    SOUP_ROOM = 3 * 40000
};

/* Corners of loose triangles. */
typedef struct Soup {
    DryVec3 *corners;
    int32_t count;
} Soup;

static Soup open_soup(void)
{
    return (Soup){ malloc(SOUP_ROOM * sizeof(DryVec3)), 0 };
}

static void close_soup(Soup *soup, DryWorld *world, const DryShapeOptions *options)
{
    assert_true(soup->count <= SOUP_ROOM);
    add_triangles(world, soup->corners, soup->count / 3, options);
    free(soup->corners);
}

/* Corners counter-clockwise seen from outside. */
static void quad(Soup *soup, DryVec3 a, DryVec3 b, DryVec3 c, DryVec3 d)
{
    const DryVec3 corners[] = { a, b, c, a, c, d };
    for (int i = 0; i < 6; ++i) {
        soup->corners[soup->count++] = corners[i];
    }
}

/* A level rectangle of n x m squares. */
static void level(Soup *soup, float x0, float x1, int n, float z0, float z1, int m, float y)
{
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < m; ++k) {
            float a = x0 + (x1 - x0) * (float)i / (float)n, b = x0 + (x1 - x0) * (float)(i + 1) / (float)n;
            float c = z0 + (z1 - z0) * (float)k / (float)m, d = z0 + (z1 - z0) * (float)(k + 1) / (float)m;
            quad(soup, dry_vec3(a, y, c), dry_vec3(a, y, d), dry_vec3(b, y, d), dry_vec3(b, y, c));
        }
    }
}

/* A strip along z between two points of the section. */
static void strip(Soup *soup, float x0, float y0, float x1, float y1, float wide)
{
    quad(soup, dry_vec3(x0, y0, -wide), dry_vec3(x0, y0, wide), dry_vec3(x1, y1, wide),
         dry_vec3(x1, y1, -wide));
}

static DryWorld *open_world(float gravity)
{
    DryWorldDef def = dry_world_def_default();
    def.gravity = dry_vec3(0.0f, -gravity, 0.0f);
    def.restitution_threshold = 0.0f;
    def.workers = 1;
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    return world;
}

static float next(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (float)(*seed >> 8) / 16777216.0f;
}

static DryBodyId add_body(DryWorld *world, DryBodyType type, DryPos place)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = place;
    return dry_body_create(world, &def);
}

static DryShapeOptions smooth(void)
{
    DryShapeOptions options = dry_shape_options_default();
    options.material.friction = 0.0f;
    return options;
}

/* ---- G1 ---- */

#define INCH 0.0254f

/* Tiles of 32 inches from tile `first` to before `last`, cells of 4, 8 or 16 inches. */
static void tiles(Soup *soup, float x, int first, int last, uint32_t *seed)
{
    const float side = 32.0f * INCH;
    for (int i = first; i < last; ++i) {
        for (int k = -3; k < 3; ++k) {
            int cells = 2 << (int)(3.0f * next(seed));
            float x0 = x + (float)i * side, z0 = (float)k * side;
            level(soup, x0, x0 + side, cells, z0, z0 + side, cells, 0.0f);
        }
    }
}

/* Nine beams, 12 inches wide on top and 22 apart, with chamfers and pits between; returns where they end. */
static float beams(Soup *soup, float x)
{
    const float wide = 96.0f * INCH, deep = -24.0f * INCH, down = -1.0f * INCH;
    strip(soup, x, 0.0f, x, deep, wide);
    strip(soup, x, deep, x + 3.5f * INCH, deep, wide);
    x += 3.5f * INCH;
    for (int i = 0; i < 9; ++i) {
        strip(soup, x, deep, x, down, wide);
        strip(soup, x, down, x + 1.5f * INCH, 0.0f, wide);
        strip(soup, x + 1.5f * INCH, 0.0f, x + 13.5f * INCH, 0.0f, wide);
        strip(soup, x + 13.5f * INCH, 0.0f, x + 15.0f * INCH, down, wide);
        strip(soup, x + 15.0f * INCH, down, x + 15.0f * INCH, deep, wide);
        float gap = i < 8 ? 7.0f * INCH : 3.5f * INCH;
        strip(soup, x + 15.0f * INCH, deep, x + 15.0f * INCH + gap, deep, wide);
        x += 15.0f * INCH + gap;
    }
    strip(soup, x, deep, x, 0.0f, wide);
    return x;
}

static void c4_6_g1_walker_over_tiles_and_beams_is_not_thrown_up(void **state)
{
    (void)state;
    uint32_t seed = 1;
    for (int trial = 0; trial < 6; ++trial) {
        DryWorld *world = open_world(2.03f * 9.81f);
        DryShapeOptions options = smooth();
        Soup before = open_soup(), after = open_soup();
        tiles(&before, 0.0f, -8, 0, &seed);
        tiles(&after, 0.0f, 0, 3, &seed);
        float end = beams(&after, 3.0f * 32.0f * INCH);
        tiles(&after, end, 0, 5, &seed);
        close_soup(&before, world, &options);
        close_soup(&after, world, &options);
        DryPos place = { (double)(-200.0f * INCH), (double)(36.0f * INCH), (double)(next(&seed) - 0.5f) };
        DryBodyId body = add_body(world, DRY_DYNAMIC, place);
        DryBox box = { { 16.0f * INCH, 36.0f * INCH, 16.0f * INCH } };
        dry_shape_add_box(world, body, &box, &options);
        dry_body_set_locks(world, body, DRY_LOCK_ROTATION);
        float sideways = trial < 2 ? 0.0f : 0.4f * next(&seed) - 0.2f, up = 0.0f;
        int32_t welded = 0;
        for (int i = 0; i < 105; ++i) {
            float y = dry_body_velocity(world, body).y;
            dry_body_set_velocity(world, body, dry_vec3(350.0f * INCH, y, sideways));
            assert_int_equal(dry_world_step(world, dt), DRY_OK);
            up = fmaxf(up, dry_body_velocity(world, body).y);
            welded += dry_world_counters(world).welded_contacts;
        }
        assert_true(dry_body_pose(world, body).position.x > (double)end + 0.5);
        assert_true(welded > 0);
        assert_true(up < 0.1f);
        assert_close(dry_body_pose(world, body).position.y, (double)(36.0f * INCH), 0.02);
        dry_world_destroy(world);
    }
}

/* ---- G2 ---- */

static void c4_6_g2_capsule_crosses_from_grid_to_grid_level(void **state)
{
    (void)state;
    for (int trial = 0; trial < 4; ++trial) {
        DryWorld *world = open_world(9.81f);
        DryShapeOptions options = smooth();
        Soup first = open_soup(), second = open_soup();
        level(&first, -8.0f, 8.0f, 16, -8.0f, 8.0f, 16, 0.0f);
        level(&second, 8.0f, 24.0f, trial < 2 ? 16 : 25, -8.0f, 8.0f, trial < 2 ? 16 : 23, 0.0f);
        close_soup(&first, world, &options);
        close_soup(&second, world, &options);
        DryPos place = { 4.0, 0.6, 0.37 * (double)trial };
        DryBodyId body = add_body(world, DRY_DYNAMIC, place);
        DryCapsule capsule = { { 0.0f, -0.3f, 0.0f }, { 0.0f, 0.3f, 0.0f }, 0.3f };
        dry_shape_add_capsule(world, body, &capsule, &options);
        dry_body_set_locks(world, body, DRY_LOCK_ROTATION);
        for (int i = 0; i < 120; ++i) {
            DryVec3 v = dry_body_velocity(world, body);
            dry_body_set_velocity(world, body, dry_vec3(5.0f, v.y, 0.3f));
            assert_int_equal(dry_world_step(world, dt), DRY_OK);
            assert_close(dry_body_pose(world, body).position.y, 0.6, 0.01);
            assert_true(dry_body_velocity(world, body).y < 0.05f);
        }
        assert_true(dry_body_pose(world, body).position.x > 12.0);
        dry_world_destroy(world);
    }
}

/* ---- G4 ---- */

static DryVec3 shot(int pieces, DryPos from, DryVec3 velocity)
{
    DryWorld *world = open_world(0.0f);
    DryShapeOptions options = smooth();
    options.material.restitution = 1.0f;
    float size = 3.0f / (float)pieces;
    for (int i = 0; i < pieces * pieces * pieces; ++i) {
        DryVec3 low = dry_vec3((float)(i % pieces) * size - 1.5f, (float)(i / pieces % pieces) * size - 1.5f,
                               (float)(i / pieces / pieces) * size - 1.5f);
        add_block(world, low, dry_vec3(low.x + size, low.y + size, low.z + size), &options);
    }
    DryBodyId ball = add_body(world, DRY_DYNAMIC, from);
    DrySphere sphere = { { 0.0f, 0.0f, 0.0f }, 0.2f };
    dry_shape_add_sphere(world, ball, &sphere, &options);
    dry_body_set_velocity(world, ball, velocity);
    for (int i = 0; i < 60; ++i) {
        assert_int_equal(dry_world_step(world, dt), DRY_OK);
    }
    DryVec3 v = dry_body_velocity(world, ball);
    DryPos p = dry_body_pose(world, ball).position;
    assert_false(fabs(p.x) < 1.5 && fabs(p.y) < 1.5 && fabs(p.z) < 1.5);
    dry_world_destroy(world);
    return v;
}

static void c4_6_g4_ball_leaves_a_block_of_boxes_as_it_leaves_one_box(void **state)
{
    (void)state;
    uint32_t seed = 4;
    for (int trial = 0; trial < 60; ++trial) {
        /* at a face, an edge, and a corner, from outside */
        float a = 3.4f * next(&seed) - 1.7f, b = 3.4f * next(&seed) - 1.7f;
        DryVec3 aim = trial % 3 == 0   ? dry_vec3(1.5f, a, b)
                      : trial % 3 == 1 ? dry_vec3(1.5f, 1.5f, b)
                                       : dry_vec3(1.5f, 1.5f, 1.5f);
        DryVec3 from = dry_vec3(4.0f, 1.0f + 2.0f * next(&seed), 0.0f);
        from.z = 2.0f * next(&seed);
        DryVec3 way = dry_vec3(aim.x - from.x, aim.y - from.y, aim.z - from.z);
        float scale = 10.0f / dry_vec3_length(way);
        DryVec3 v = dry_vec3(scale * way.x, scale * way.y, scale * way.z);
        DryPos start = { (double)from.x, (double)from.y, (double)from.z };
        DryVec3 one = shot(1, start, v), many = shot(3, start, v);
        assert_close((double)dry_vec3_length(many), 10.0, 0.1);
        assert_close((double)many.x, (double)one.x, 0.1);
        assert_close((double)many.y, (double)one.y, 0.1);
        assert_close((double)many.z, (double)one.z, 0.1);
    }
}

/* ---- G6 ---- */

/* A box whose edges are cut off. */
static DryHull *bevelled_box(DryVec3 half, float cut)
{
    DryVec3 points[24];
    for (int i = 0; i < 24; ++i) {
        int corner = i / 3, axis = i % 3;
        float x = half.x - (axis == 0 ? 0.0f : cut), y = half.y - (axis == 1 ? 0.0f : cut),
              z = half.z - (axis == 2 ? 0.0f : cut);
        points[i] =
            dry_vec3((corner & 1) != 0 ? x : -x, (corner & 2) != 0 ? y : -y, (corner & 4) != 0 ? z : -z);
    }
    DryHullSource source = { .points = points, .point_count = 24 };
    return dry_hull_create(&source, NULL);
}

static void c4_6_g6_bevelled_box_slides_along_a_row_of_boxes(void **state)
{
    (void)state;
    static const float speeds[] = { 0.1f, 1.0f, 9.0f };
    for (int trial = 0; trial < 6; ++trial) {
        DryWorld *world = open_world(9.81f);
        DryShapeOptions options = smooth();
        add_ground(world, trial % 2 == 0 ? GROUND_BOXES : GROUND_TWO_MESHES, dry_vec3(-2.0f, 0.0f, 0.0f), 11,
                   10.0f, DRY_STATIC, &options);
        DryHull *hull = bevelled_box(dry_vec3(0.4f, 0.25f, 0.3f), 0.03f);
        assert_non_null(hull);
        DryPos place = { -0.4, 0.249, 0.1 };
        DryBodyId body = add_body(world, DRY_DYNAMIC, place);
        dry_shape_add_hull(world, body, hull, &options);
        dry_hull_release(hull);
        float speed = speeds[trial / 2];
        dry_body_set_velocity(world, body, dry_vec3(speed, 0.0f, 0.0f));
        for (int i = 0; i < 48; ++i) {
            assert_int_equal(dry_world_step(world, dt), DRY_OK);
            DryVec3 v = dry_body_velocity(world, body);
            assert_true(v.y < 0.02f && fabsf(v.z) < 0.02f && v.x > speed - 0.02f);
        }
        dry_world_destroy(world);
    }
}

/* A body of several boxes, over boxes. */
static void c4_6_g6_sledge_of_two_runners_slides_along_boxes(void **state)
{
    (void)state;
    for (int ground = GROUND_T_JUNCTIONS; ground < GROUND_COUNT; ++ground) {
        DryWorld *world = open_world(9.81f);
        DryShapeOptions options = smooth();
        add_ground(world, (Ground)ground, dry_vec3(-2.0f, 0.0f, 0.0f), 11, 10.0f, DRY_STATIC, &options);
        DryPos place = { -0.4, 0.099, 0.1 };
        DryBodyId body = add_body(world, DRY_DYNAMIC, place);
        for (int side = -1; side <= 1; side += 2) {
            DryBox runner = { { 0.5f, 0.1f, 0.05f } };
            options.frame.position = dry_vec3(0.0f, 0.0f, 0.4f * (float)side);
            dry_shape_add_box(world, body, &runner, &options);
        }
        dry_body_set_velocity(world, body, dry_vec3(9.0f, 0.0f, 0.0f));
        for (int i = 0; i < 48; ++i) {
            assert_int_equal(dry_world_step(world, dt), DRY_OK);
            DryVec3 v = dry_body_velocity(world, body);
            assert_true(v.y < 0.02f && fabsf(v.z) < 0.02f && v.x > 8.98f);
        }
        dry_world_destroy(world);
    }
}

/* ---- G17 ---- */

static void c4_6_g17_upright_box_rests_on_a_platform_over_a_grid(void **state)
{
    (void)state;
    static const float heights[] = { 0.3f, 1e-3f, 1e-4f }; /* of the platform over the grid */
    for (int trial = 0; trial < 9; ++trial) {
        DryWorld *world = open_world(9.81f);
        DryShapeOptions options = dry_shape_options_default();
        Soup grid = open_soup(), platform = open_soup();
        level(&grid, -8.0f, 8.0f, 16, -8.0f, 8.0f, 16, 0.0f);
        float top = heights[trial % 3];
        level(&platform, -2.0f, 2.0f, 1, -2.0f, 2.0f, 1, top);
        close_soup(&grid, world, &options);
        close_soup(&platform, world, &options);
        DryPos place = { trial < 3 ? 0.0 : trial < 6 ? 0.4 : 1.9, (double)top + 1.5, trial < 3 ? 0.0 : 0.3 };
        DryBodyId body = add_body(world, DRY_DYNAMIC, place);
        DryBox box = { { 0.25f, 1.0f, 0.25f } };
        dry_shape_add_box(world, body, &box, &options);
        dry_body_set_locks(world, body, DRY_LOCK_ROTATION);
        for (int i = 0; i < 240; ++i) {
            assert_int_equal(dry_world_step(world, dt), DRY_OK);
        }
        DryPos end = dry_body_pose(world, body).position;
        assert_close(end.x, place.x, 1e-3);
        assert_close(end.z, place.z, 1e-3);
        assert_close(end.y, (double)top + 1.0, 5e-3);
        assert_true(dry_vec3_length(dry_body_velocity(world, body)) < 1e-3f);
        assert_true(dry_vec3_length(dry_body_angular_velocity(world, body)) < 1e-4f);
        dry_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c4_6_g1_walker_over_tiles_and_beams_is_not_thrown_up),
        cmocka_unit_test(c4_6_g2_capsule_crosses_from_grid_to_grid_level),
        cmocka_unit_test(c4_6_g4_ball_leaves_a_block_of_boxes_as_it_leaves_one_box),
        cmocka_unit_test(c4_6_g6_bevelled_box_slides_along_a_row_of_boxes),
        cmocka_unit_test(c4_6_g6_sledge_of_two_runners_slides_along_boxes),
        cmocka_unit_test(c4_6_g17_upright_box_rests_on_a_platform_over_a_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
