/* C4.6: what slides over ground that is put together of flush pieces feels none of their edges. */
#include "check.h"
#include "weld_scenes.h"

#include <drystone/drystone.h>

#include <stdlib.h>

static const float dt = 1.0f / 60.0f;

static DryWorld *open_world(bool weld, float gravity_x)
{
    DryWorldDef def = dry_world_def_default();
    def.gravity = dry_vec3(gravity_x, -9.81f, 0.0f);
    def.workers = 1;
    def.sleeping = false;
    def.weld_contacts = weld;
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    return world;
}

static DryShapeOptions with_friction(float friction)
{
    DryShapeOptions options = dry_shape_options_default();
    options.material.friction = friction;
    return options;
}

static float next(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (float)(*seed >> 8) / 16777216.0f;
}

/* The most a body was disturbed, m/s. */
typedef struct Disturbed {
    float up, side, slowed;
    int32_t welded; /* false contacts in all steps */
} Disturbed;

static Disturbed watch(DryWorld *world, DryBodyId body, int steps, float speed)
{
    Disturbed d = { 0 };
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(dry_world_step(world, dt), DRY_OK);
        DryVec3 v = dry_body_velocity(world, body);
        d.up = fmaxf(d.up, v.y);
        d.side = fmaxf(d.side, fabsf(v.z));
        d.slowed = fmaxf(d.slowed, speed - v.x);
        d.welded += dry_world_counters(world).welded_contacts;
    }
    return d;
}

/* A start of a slide at 9 m/s along x over ground turned by `heading`; odd trials also turn the slider. */
typedef struct Start {
    float heading, overlap, yaw, x, z;
} Start;

static Start start_of(int trial, uint32_t *seed)
{
    static const float overlaps[] = { 1e-4f, 1e-3f, 5e-3f }, headings[] = { 0.0f, 17.0f, 45.0f };
    Start s = { .heading = headings[trial / 3 % 3], .overlap = overlaps[trial % 3] };
    s.x = 0.9f * next(seed) - 0.5f;
    s.z = next(seed) - 0.5f;
    float yaw = 360.0f * next(seed);
    s.yaw = (trial & 1) != 0 ? yaw : s.heading;
    return s;
}

static Disturbed slide(Ground ground, Slider slider, const Start *s, bool weld)
{
    DryWorld *world = open_world(weld, 0.0f);
    DryShapeOptions options = with_friction(0.0f);
    add_ground(world, ground, dry_vec3(-2.0f, 0.0f, 0.0f), 11, s->heading, DRY_STATIC, &options);
    DryPos place = { (double)s->x, (double)(slider_height(slider) - s->overlap), (double)s->z };
    DryBodyId body = add_slider(world, slider, place, s->yaw, dry_vec3(9.0f, 0.0f, 0.0f), &options);
    Disturbed d = watch(world, body, 48, 9.0f);
    dry_world_destroy(world);
    return d;
}

static void c4_6_sliders_feel_no_edges_of_flush_pieces(void **state)
{
    (void)state;
    uint32_t seed = 6;
    for (int slider = 0; slider < SLIDER_COUNT; ++slider) {
        for (int ground = 0; ground < GROUND_COUNT; ++ground) {
            int32_t welded = 0;
            for (int trial = 0; trial < 18; ++trial) {
                Start s = start_of(trial, &seed);
                Disturbed d = slide((Ground)ground, (Slider)slider, &s, true);
                welded += d.welded;
                if (!(d.up < 0.02f && d.side < 0.02f && d.slowed < 0.02f)) {
                    fail_msg("%s on %s, trial %d (seed %u): up %g, sideways %g, slower by %g m/s",
                             slider_names[slider], ground_names[ground], trial, seed, (double)d.up,
                             (double)d.side, (double)d.slowed);
                }
            }
            /* else nothing has been tested */
            assert_int_equal(welded > 0, ground != GROUND_ONE_BOX && ground != GROUND_ONE_MESH);
        }
    }
}

static void c4_6_without_the_rule_they_do(void **state)
{
    (void)state;
    static const Ground grounds[] = { GROUND_BOXES, GROUND_T_JUNCTIONS, GROUND_TWO_MESHES };
    Start s = { .heading = 17.0f, .overlap = 1e-3f, .yaw = 17.0f };
    for (int slider = 0; slider < SLIDER_COUNT; ++slider) {
        for (int i = 0; i < 3; ++i) {
            Disturbed off = slide(grounds[i], (Slider)slider, &s, false);
            assert_true(off.slowed > 1.0f || off.up > 1.0f);
            assert_int_equal(off.welded, 0);
        }
    }
    DryWorld *world = open_world(false, 0.0f);
    assert_false(dry_world_def(world).weld_contacts);
    dry_world_destroy(world);
    assert_true(dry_world_def_default().weld_contacts);
}

/* Ground of unit boxes whose tops differ by up to 0.1 mm. */
static void c4_6_steps_below_half_a_millimetre_are_none(void **state)
{
    (void)state;
    uint32_t seed = 46;
    for (int slider = 0; slider < SLIDER_COUNT; ++slider) {
        for (int trial = 0; trial < 6; ++trial) {
            DryWorld *world = open_world(true, 0.0f);
            DryShapeOptions options = with_friction(0.0f);
            for (int i = -2; i < 9; ++i) {
                for (int k = -2; k < 2; ++k) {
                    float top = 1e-4f * next(&seed) - 5e-5f, x = (float)i, z = (float)k;
                    add_block(world, dry_vec3(x, -1.0f, z), dry_vec3(x + 1.0f, top, z + 1.0f), &options);
                }
            }
            DryPos place = { (double)(next(&seed) - 0.5f), (double)slider_height((Slider)slider) - 1e-3,
                             0.3 };
            float yaw = 90.0f * next(&seed);
            DryBodyId body =
                add_slider(world, (Slider)slider, place, yaw, dry_vec3(9.0f, 0.0f, 0.0f), &options);
            Disturbed d = watch(world, body, 48, 9.0f);
            assert_true(d.up < 0.05f && d.side < 0.05f && d.slowed < 0.05f);
            dry_world_destroy(world);
        }
    }
}

/* Ground that is carried along: the slider is 9 m/s faster than it. */
static void c4_6_moving_ground_has_no_edges_either(void **state)
{
    (void)state;
    static const Ground grounds[] = { GROUND_BOXES, GROUND_COMPOUND, GROUND_TWO_MESHES };
    for (int slider = 0; slider < SLIDER_COUNT; ++slider) {
        for (int i = 0; i < 3; ++i) {
            DryWorld *world = open_world(true, 0.0f);
            DryShapeOptions options = with_friction(0.0f);
            DryBodyId first = add_ground(world, grounds[i], dry_vec3(-2.0f, 0.0f, 0.0f), 10, 17.0f,
                                         DRY_KINEMATIC, &options);
            DryPos place = { 0.1, (double)slider_height((Slider)slider) - 1e-3, 0.2 };
            DryBodyId body =
                add_slider(world, (Slider)slider, place, 30.0f, dry_vec3(7.0f, 0.0f, 0.0f), &options);
            DryBodyId bodies[256];
            int32_t count = dry_world_bodies(world, bodies, 256);
            for (int32_t k = 0; k < count; ++k) {
                if (dry_body_type(world, bodies[k]) == DRY_KINEMATIC) {
                    dry_body_set_velocity(world, bodies[k], dry_vec3(-2.0f, 0.0f, 0.0f));
                }
            }
            assert_true(dry_body_velocity(world, first).x == -2.0f);
            Disturbed d = watch(world, body, 40, 7.0f);
            assert_true(d.welded > 0);
            assert_true(d.up < 0.02f && d.side < 0.02f && d.slowed < 0.02f);
            dry_world_destroy(world);
        }
    }
}

/* ---- with friction ---- */

static double friction_slide(Ground ground, Slider slider)
{
    DryWorld *world = open_world(true, 0.0f);
    DryShapeOptions options = with_friction(0.5f);
    add_ground(world, ground, dry_vec3(-2.0f, 0.0f, 0.0f), 14, 17.0f, DRY_STATIC, &options);
    DryPos place = { -0.3, (double)slider_height(slider), 0.2 };
    DryBodyId body = add_slider(world, slider, place, 17.0f, dry_vec3(0.0f, 0.0f, 0.0f), &options);
    if (slider == SLIDER_SPHERE || slider == SLIDER_CAPSULE) {
        dry_body_set_locks(world, body, DRY_LOCK_ROTATION);
    }
    (void)watch(world, body, 30, 0.0f);
    dry_body_set_velocity(world, body, dry_vec3(9.0f, 0.0f, 0.0f));
    (void)watch(world, body, 180, 9.0f);
    assert_true(fabsf(dry_body_velocity(world, body).x) < 1e-3f);
    double way = dry_body_pose(world, body).position.x - place.x;
    dry_world_destroy(world);
    return way;
}

static void c4_6_friction_brakes_on_pieces_as_on_one(void **state)
{
    (void)state;
    for (int slider = 0; slider < SLIDER_COUNT; ++slider) {
        double one = friction_slide(GROUND_ONE_BOX, (Slider)slider);
        assert_close(one, 81.0 / (2.0 * 0.5 * 9.81), 0.15);
        for (int ground = GROUND_ONE_MESH; ground < GROUND_COUNT; ++ground) {
            double way = friction_slide((Ground)ground, (Slider)slider);
            if (!(fabs(way - one) <= 0.01 * one)) {
                fail_msg("%s on %s slid %g m, on one box %g m", slider_names[slider], ground_names[ground],
                         way, one);
            }
        }
    }
}

static void c4_6_rolling_ball_loses_no_speed(void **state)
{
    (void)state;
    for (int ground = 0; ground < GROUND_COUNT; ++ground) {
        DryWorld *world = open_world(true, 0.0f);
        DryShapeOptions options = with_friction(0.5f);
        add_ground(world, (Ground)ground, dry_vec3(-2.0f, 0.0f, 0.0f), 11, 17.0f, DRY_STATIC, &options);
        DryPos place = { -0.4, 0.3, 0.2 };
        DryBodyId ball = add_slider(world, SLIDER_SPHERE, place, 0.0f, dry_vec3(3.0f, 0.0f, 0.0f), &options);
        dry_body_set_angular_velocity(world, ball, dry_vec3(0.0f, 0.0f, -10.0f));
        Disturbed d = watch(world, ball, 150, 3.0f);
        assert_true(d.up < 0.01f && d.side < 0.01f && d.slowed < 0.01f);
        assert_close((double)dry_body_velocity(world, ball).x, 3.0, 0.01);
        dry_world_destroy(world);
    }
}

/* ---- at rest ---- */

/* Speed two seconds after a fall of 2 cm. Without friction nothing takes away what the fall has left. */
static void rest_across_seams(Slider slider, Ground ground, float friction, float limit, uint32_t *seed)
{
    DryWorld *world = open_world(true, 0.0f);
    DryShapeOptions options = with_friction(friction);
    add_ground(world, ground, dry_vec3(-2.0f, 0.0f, 0.0f), 6, 0.0f, DRY_STATIC, &options);
    float x = 1.0f + 0.3f * (next(seed) - 0.5f), z = 0.3f * (next(seed) - 0.5f);
    DryPos place = { (double)x, (double)slider_height(slider) + 0.02, (double)z };
    float yaw = 360.0f * next(seed);
    DryBodyId body = add_slider(world, slider, place, yaw, dry_vec3(0.0f, 0.0f, 0.0f), &options);
    (void)watch(world, body, 120, 0.0f);
    for (int i = 0; i < 120; ++i) {
        assert_int_equal(dry_world_step(world, dt), DRY_OK);
        float speed = dry_vec3_length(dry_body_velocity(world, body));
        if (!(speed < limit)) {
            fail_msg("%s on %s moves with %g m/s", slider_names[slider], ground_names[ground], (double)speed);
        }
    }
    DryPos end = dry_body_pose(world, body).position;
    assert_close(end.x, place.x, 4.0 * (double)limit);
    assert_close(end.z, place.z, 4.0 * (double)limit);
    assert_close(end.y, (double)slider_height(slider), 5e-3);
    dry_world_destroy(world);
}

static void c4_6_rest_across_seams_is_still(void **state)
{
    (void)state;
    uint32_t seed = 64;
    for (int slider = 0; slider < SLIDER_COUNT; ++slider) {
        for (int ground = 0; ground < GROUND_COUNT; ++ground) {
            for (int trial = 0; trial < 3; ++trial) {
                rest_across_seams((Slider)slider, (Ground)ground, 0.0f, 5e-3f, &seed);
                rest_across_seams((Slider)slider, (Ground)ground, 0.5f, 1e-3f, &seed);
            }
        }
    }
}

/* ---- the same bits ---- */

typedef struct Setting {
    int32_t workers;
    DryKernel kernel;
} Setting;

static DryWorld *crowd(const Setting *setting)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = setting->workers;
    def.kernel = setting->kernel;
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    DryShapeOptions options = with_friction(0.1f);
    add_ground(world, GROUND_BOXES, dry_vec3(-2.0f, 0.0f, 0.0f), 6, 0.0f, DRY_STATIC, &options);
    add_ground(world, GROUND_T_JUNCTIONS, dry_vec3(4.0f, 0.0f, 0.0f), 6, 0.0f, DRY_STATIC, &options);
    uint32_t seed = 12;
    for (int i = 0; i < 40; ++i) {
        Slider slider = (Slider)(i % SLIDER_COUNT);
        DryPos place = { (double)(i / 8) * 0.9 - 1.0, (double)slider_height(slider), (double)(i % 8) - 3.6 };
        float yaw = 360.0f * next(&seed), speed = 3.0f + 6.0f * next(&seed);
        add_slider(world, slider, place, yaw, dry_vec3(speed, 0.0f, 0.0f), &options);
    }
    return world;
}

static int32_t run(DryWorld *world, int steps)
{
    int32_t welded = 0;
    for (int step = 0; step < steps; ++step) {
        assert_int_equal(dry_world_step(world, dt), DRY_OK);
        welded += dry_world_counters(world).welded_contacts;
    }
    return welded;
}

static void c4_6_same_bits_for_workers_kernels_and_restored_worlds(void **state)
{
    (void)state;
    static const Setting settings[] = { { 1, DRY_KERNEL_SCALAR }, { 3, DRY_KERNEL_AUTO } };
    uint64_t hash[2], again = 0;
    int32_t welded[2];
    for (int i = 0; i < 2; ++i) {
        DryWorld *world = crowd(&settings[i]);
        welded[i] = run(world, 20);
        size_t size = dry_world_save(world, NULL, 0);
        void *data = malloc(size);
        assert_int_equal(dry_world_save(world, data, size), size);
        int32_t rest = run(world, 60);
        hash[i] = dry_world_hash(world);
        assert_int_equal(dry_world_restore(world, data, size), DRY_OK);
        assert_int_equal(run(world, 60), rest);
        again = dry_world_hash(world);
        assert_true(again == hash[i]);
        welded[i] += rest;
        free(data);
        dry_world_destroy(world);
    }
    assert_true(welded[0] > 100);
    assert_int_equal(welded[0], welded[1]);
    assert_true(hash[0] == hash[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c4_6_sliders_feel_no_edges_of_flush_pieces),
        cmocka_unit_test(c4_6_without_the_rule_they_do),
        cmocka_unit_test(c4_6_steps_below_half_a_millimetre_are_none),
        cmocka_unit_test(c4_6_moving_ground_has_no_edges_either),
        cmocka_unit_test(c4_6_friction_brakes_on_pieces_as_on_one),
        cmocka_unit_test(c4_6_rolling_ball_loses_no_speed),
        cmocka_unit_test(c4_6_rest_across_seams_is_still),
        cmocka_unit_test(c4_6_same_bits_for_workers_kernels_and_restored_worlds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
