/* C4.6: what sticks out of ground made of pieces, or opens in it, is hit as it would be on ground of one
   piece. */
#include "check.h"
#include "weld_scenes.h"

#include <drystone/drystone.h>

static const float dt = 1.0f / 60.0f;

typedef enum Obstacle {
    WALL, /* on a seam */
    POST, /* on a corner of four pieces */
    BUMP, /* 6 mm high */
    LIP,  /* 10 mm, reaching into the ground */
    RAMP, /* 30 degrees, from a seam on */
    WALL_OF_TRIANGLES,
    RAMP_OF_TRIANGLES,
    STEP_5,
    STEP_10,
    STEP_50, /* the ground goes on higher, mm */
    PIT,     /* of 1.2 m; the ground goes on as high */
    OBSTACLE_COUNT
} Obstacle;

static const char *const obstacle_names[OBSTACLE_COUNT] = { "wall",  "post",      "bump",      "lip",
                                                            "ramp",  "mesh wall", "mesh ramp", "5 mm",
                                                            "10 mm", "50 mm",     "pit" };

static void add_wedge(DryWorld *world, const DryShapeOptions *options)
{
    const DryVec3 points[] = { { 0.0f, 0.0f, -3.0f }, { 2.0f, 0.0f, -3.0f }, { 2.0f, 1.1547f, -3.0f },
                               { 0.0f, 0.0f, 4.0f },  { 2.0f, 0.0f, 4.0f },  { 2.0f, 1.1547f, 4.0f } };
    DryHullSource source = { .points = points, .point_count = 6 };
    DryHull *hull = dry_hull_create(&source, NULL);
    assert_non_null(hull);
    DryBodyDef def = dry_body_def_default();
    dry_shape_add_hull(world, dry_body_create(world, &def), hull, options);
    dry_hull_release(hull);
}

static bool is_mesh(Ground ground)
{
    return ground != GROUND_ONE_BOX && ground != GROUND_BOXES && ground != GROUND_COMPOUND;
}

/* What stands on the ground at x = 0. */
static void add_obstacle(DryWorld *world, Obstacle obstacle, const DryShapeOptions *options)
{
    switch (obstacle) {
    case WALL:
        add_block(world, dry_vec3(0.0f, 0.0f, -3.0f), dry_vec3(1.0f, 2.0f, 4.0f), options);
        break;
    case POST:
        add_block(world, dry_vec3(-0.05f, 0.0f, -0.05f), dry_vec3(0.05f, 0.5f, 0.05f), options);
        break;
    case BUMP:
        add_block(world, dry_vec3(0.1f, 0.0f, -3.0f), dry_vec3(0.5f, 0.006f, 4.0f), options);
        break;
    case LIP:
        add_block(world, dry_vec3(0.0f, -0.5f, -3.0f), dry_vec3(1.0f, 0.01f, 4.0f), options);
        break;
    case RAMP:
        add_wedge(world, options);
        break;
    case WALL_OF_TRIANGLES:
    case RAMP_OF_TRIANGLES: {
        float x = obstacle == RAMP_OF_TRIANGLES ? 2.0f : 0.0f,
              y = obstacle == RAMP_OF_TRIANGLES ? 1.1547f : 2.0f;
        const DryVec3 corners[] = { { 0.0f, 0.0f, -3.0f }, { 0.0f, 0.0f, 4.0f }, { x, y, 4.0f },
                                    { 0.0f, 0.0f, -3.0f }, { x, y, 4.0f },       { x, y, -3.0f } };
        add_triangles(world, corners, 2, options);
        break;
    }
    default:
        break;
    }
}

/* Ground up to x = 0 and, `step` higher, from `pit` on. */
static void add_broken_ground(DryWorld *world, Ground ground, float step, float pit,
                              const DryShapeOptions *options)
{
    add_ground(world, ground, dry_vec3(-3.0f, 0.0f, 0.0f), 3, 0.0f, DRY_STATIC, options);
    add_ground(world, ground, dry_vec3(pit, step, 0.0f), 4, 0.0f, DRY_STATIC, options);
    if (is_mesh(ground)) {
        float foot = step > 0.0f ? 0.0f : -1.0f;
        const DryVec3 corners[] = { { pit, foot, -6.0f },   { pit, foot, 6.0f },   { pit, step, 6.0f },
                                    { pit, foot, -6.0f },   { pit, step, 6.0f },   { pit, step, -6.0f },
                                    { 0.0f, -1.0f, -6.0f }, { 0.0f, 0.0f, 6.0f },  { 0.0f, -1.0f, 6.0f },
                                    { 0.0f, -1.0f, -6.0f }, { 0.0f, 0.0f, -6.0f }, { 0.0f, 0.0f, 6.0f } };
        add_triangles(world, corners, pit > 0.0f ? 4 : 2, options);
    }
}

typedef struct Trial {
    float x, z, yaw, overlap;
} Trial;

/* How a slider at 9 m/s fared: its least speed along x and largest upwards, m/s. */
typedef struct Hit {
    float slowest, up;
} Hit;

static Hit run_into(Obstacle obstacle, Ground ground, Slider slider, const Trial *trial, bool weld)
{
    static const float steps[] = { 5e-3f, 1e-2f, 5e-2f };
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.weld_contacts = weld;
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    DryShapeOptions options = dry_shape_options_default();
    options.material.friction = 0.0f;
    if (obstacle >= STEP_5) {
        add_broken_ground(world, ground, obstacle == PIT ? 0.0f : steps[obstacle - STEP_5],
                          obstacle == PIT ? 1.2f : 0.0f, &options);
    } else {
        add_ground(world, ground, dry_vec3(-3.0f, 0.0f, 0.0f), 7, 0.0f, DRY_STATIC, &options);
        add_obstacle(world, obstacle, &options);
    }
    DryPos place = { (double)trial->x, (double)(slider_height(slider) - trial->overlap), (double)trial->z };
    DryBodyId body = add_slider(world, slider, place, trial->yaw, dry_vec3(9.0f, 0.0f, 0.0f), &options);
    Hit hit = { 9.0f, 0.0f };
    for (int i = 0; i < 14; ++i) {
        assert_int_equal(dry_world_step(world, dt), DRY_OK);
        DryVec3 v = dry_body_velocity(world, body);
        hit.slowest = fminf(hit.slowest, v.x);
        hit.up = fmaxf(hit.up, v.y);
    }
    dry_world_destroy(world);
    return hit;
}

static float next(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (float)(*seed >> 8) / 16777216.0f;
}

static Trial trial_of(Obstacle obstacle, int number, uint32_t *seed)
{
    static const float overlaps[] = { 1e-4f, 1e-3f, 5e-3f };
    Trial t = { .overlap = overlaps[number % 3] };
    t.x = -0.8f - 0.3f * next(seed);
    float side = next(seed), yaw = 360.0f * next(seed);
    t.z = obstacle == POST ? 0.2f * (side - 0.5f) : side;
    t.yaw = (number & 1) != 0 ? yaw : 0.0f;
    return t;
}

/* A hit counts when it takes half a metre per second, or throws the slider up as fast. */
static bool is_hit(Hit h)
{
    return h.slowest < 8.5f || h.up > 0.5f;
}

static void hit_all(Ground pieces, Ground whole)
{
    uint32_t seed = 46;
    int hits = 0;
    for (int obstacle = 0; obstacle < OBSTACLE_COUNT; ++obstacle) {
        for (int slider = 0; slider < SLIDER_COUNT; ++slider) {
            for (int number = 0; number < 6; ++number) {
                Trial t = trial_of((Obstacle)obstacle, number, &seed);
                Hit expected = run_into((Obstacle)obstacle, whole, (Slider)slider, &t, false);
                Hit found = run_into((Obstacle)obstacle, pieces, (Slider)slider, &t, true);
                hits += is_hit(expected) ? 1 : 0;
                bool softer = 9.0f - found.slowest < 0.5f * (9.0f - expected.slowest) &&
                              found.up < 0.5f * expected.up + 0.2f;
                if (is_hit(expected) ? softer : is_hit(found)) {
                    fail_msg(
                        "%s and %s, trial %d (seed %u): %g and %g m/s along and up, on one piece %g and %g",
                        slider_names[slider], obstacle_names[obstacle], number, seed, (double)found.slowest,
                        (double)found.up, (double)expected.slowest, (double)expected.up);
                }
            }
        }
    }
    assert_true(hits > OBSTACLE_COUNT * SLIDER_COUNT * 6 * 9 / 10);
}

static void c4_6_obstacles_on_boxes_are_hit(void **state)
{
    (void)state;
    hit_all(GROUND_BOXES, GROUND_ONE_BOX);
}

static void c4_6_obstacles_on_triangles_are_hit(void **state)
{
    (void)state;
    hit_all(GROUND_T_JUNCTIONS, GROUND_ONE_MESH);
}

/* A slider at `speed` over a pit of 0.1 m: how deep it dips, and its least speed along x, m and m/s. */
typedef struct Crossing {
    double dip;
    float slowest, up;
} Crossing;

static Crossing cross_pit(Ground ground, Slider slider, float yaw, float speed, bool weld)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.weld_contacts = weld;
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    DryShapeOptions options = dry_shape_options_default();
    options.material.friction = 0.0f;
    add_broken_ground(world, ground, 0.0f, 0.1f, &options);
    DryPos place = { -0.6, (double)slider_height(slider) - 1e-4, 0.3 };
    DryBodyId body = add_slider(world, slider, place, yaw, dry_vec3(speed, 0.0f, 0.0f), &options);
    Crossing c = { 0.0, speed, 0.0f };
    for (int i = 0; i < (int)(75.0f / speed); ++i) {
        assert_int_equal(dry_world_step(world, dt), DRY_OK);
        DryVec3 v = dry_body_velocity(world, body);
        c.dip = fmax(c.dip, (double)slider_height(slider) - dry_body_pose(world, body).position.y);
        c.slowest = fminf(c.slowest, v.x);
        c.up = fmaxf(c.up, v.y);
    }
    dry_world_destroy(world);
    return c;
}

static void c4_6_level_bodies_cross_narrow_pits(void **state)
{
    (void)state;
    static const Ground grounds[] = { GROUND_BOXES, GROUND_T_JUNCTIONS };
    static const float speeds[] = { 9.0f, 1.5f };
    for (int i = 0; i < 4; ++i) {
        for (int flat = 0; flat < 2; ++flat) {
            Slider slider = flat != 0 ? SLIDER_CYLINDER : SLIDER_BOX;
            Crossing c = cross_pit(grounds[i & 1], slider, 10.0f, speeds[i >> 1], true);
            assert_true(c.dip < 1e-3 && c.slowest > speeds[i >> 1] - 0.02f && c.up < 0.02f);
        }
    }
}

static void c4_6_round_bodies_dip_into_narrow_pits(void **state)
{
    (void)state;
    static const Ground grounds[] = { GROUND_BOXES, GROUND_T_JUNCTIONS };
    for (int i = 0; i < 4; ++i) {
        Slider slider = i < 2 ? SLIDER_SPHERE : SLIDER_CAPSULE;
        Crossing one = cross_pit(i % 2 == 0 ? GROUND_ONE_BOX : GROUND_ONE_MESH, slider, 90.0f, 1.0f, false);
        Crossing c = cross_pit(grounds[i & 1], slider, 90.0f, 1.0f, true);
        assert_true(one.dip > 2e-3 && one.slowest < 0.97f);
        assert_close(c.dip, one.dip, 1.5e-3); /* 4.2 mm where it does not bounce */
        assert_close((double)c.slowest, (double)one.slowest, 0.05);
    }
}

/* ---- rough ground ---- */

typedef enum Rough {
    ROUGH_MESH,    /* connected */
    ROUGH_SQUARES, /* a mesh for each square */
    ROUGH_BOXES
} Rough;

enum {
    HALF = 10,
    BODIES = 36
};

static float height_at(int i, int k)
{
    uint32_t seed = (uint32_t)i * 374761393u + (uint32_t)k * 668265263u;
    (void)next(&seed);
    seed ^= seed >> 13;
    return 0.6f * (next(&seed) - 0.5f);
}

static void add_rough_ground(DryWorld *world, Rough rough, const DryShapeOptions *options)
{
    static DryVec3 all[6 * 4 * HALF * HALF];
    int count = 0;
    for (int i = -HALF; i < HALF; ++i) {
        for (int k = -HALF; k < HALF; ++k) {
            float x = (float)i, z = (float)k;
            const DryVec3 corners[] = { dry_vec3(x, height_at(i, k), z),
                                        dry_vec3(x, height_at(i, k + 1), z + 1.0f),
                                        dry_vec3(x + 1.0f, height_at(i + 1, k), z),
                                        dry_vec3(x + 1.0f, height_at(i + 1, k + 1), z + 1.0f) };
            static const int order[] = { 0, 1, 2, 2, 1, 3 };
            for (int j = 0; j < 6; ++j) {
                all[count++] = corners[order[j]];
            }
            if (rough == ROUGH_SQUARES) {
                add_triangles(world, all + count - 6, 2, options);
            } else if (rough == ROUGH_BOXES) {
                add_block(world, dry_vec3(x, -2.0f, z), dry_vec3(x + 1.0f, corners[0].y, z + 1.0f), options);
            }
        }
    }
    if (rough == ROUGH_MESH) {
        add_triangles(world, all, count / 3, options);
    }
}

typedef struct RoughRun {
    uint64_t hash;
    float overlap; /* largest after half a second, m */
    double lowest; /* at the end, of all bodies still on it */
    int32_t welded;
} RoughRun;

static RoughRun tumble(Rough rough, bool weld)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.weld_contacts = weld;
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    DryShapeOptions options = dry_shape_options_default();
    options.material.friction = 0.5f;
    add_rough_ground(world, rough, &options);
    DryBodyId bodies[BODIES];
    for (int i = 0; i < BODIES; ++i) {
        DryPos place = { i % 6 * 2.0 - 5.3, 1.7, i / 6 * 2.0 - 5.1 };
        DryVec3 velocity = dry_vec3((float)(i % 3) * 3.0f - 3.0f, 0.0f, (float)(i % 5) * 1.5f - 3.0f);
        bodies[i] =
            add_slider(world, (Slider)(i % SLIDER_COUNT), place, (float)i * 37.0f, velocity, &options);
    }
    RoughRun run = { 0 };
    for (int step = 0; step < 180; ++step) {
        assert_int_equal(dry_world_step(world, dt), DRY_OK);
        DryCounters c = dry_world_counters(world);
        run.overlap = step > 30 ? fmaxf(run.overlap, c.largest_overlap) : 0.0f;
        run.welded += c.welded_contacts;
    }
    for (int i = 0; i < BODIES; ++i) {
        DryPos at = dry_body_pose(world, bodies[i]).position;
        bool on_it = fabs(at.x) < (double)HALF && fabs(at.z) < (double)HALF;
        run.lowest = on_it ? fmin(run.lowest, at.y) : run.lowest;
    }
    run.hash = dry_world_hash(world);
    dry_world_destroy(world);
    return run;
}

static void c4_6_connected_meshes_are_left_alone(void **state)
{
    (void)state;
    RoughRun off = tumble(ROUGH_MESH, false), on = tumble(ROUGH_MESH, true);
    assert_int_equal(on.welded, 0);
    assert_true(on.hash == off.hash);
}

static void c4_6_rough_ground_of_pieces_carries_as_before(void **state)
{
    (void)state;
    for (int rough = ROUGH_SQUARES; rough <= ROUGH_BOXES; ++rough) {
        RoughRun off = tumble((Rough)rough, false), on = tumble((Rough)rough, true);
        assert_true(on.welded > 10);
        assert_true(on.overlap < 1.5f * off.overlap + 0.01f);
        assert_true(off.lowest > -0.5 && on.lowest > -0.5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c4_6_obstacles_on_boxes_are_hit),
        cmocka_unit_test(c4_6_obstacles_on_triangles_are_hit),
        cmocka_unit_test(c4_6_level_bodies_cross_narrow_pits),
        cmocka_unit_test(c4_6_round_bodies_dip_into_narrow_pits),
        cmocka_unit_test(c4_6_connected_meshes_are_left_alone),
        cmocka_unit_test(c4_6_rough_ground_of_pieces_carries_as_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
