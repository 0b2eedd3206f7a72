/* Continuous collision: what is fast stops where it meets something, and nowhere else. */
#include "support/build.h"
#include "support/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SEED 20261201u

static DryWorld *open_space(bool continuous, int32_t workers, DryKernel kernel)
{
    DryWorldDef def = dry_world_def_default();
    def.gravity = dry_vec3(0.0f, 0.0f, 0.0f);
    def.continuous = continuous;
    def.workers = workers;
    def.kernel = kernel;
    return dry_world_create(&def);
}

static DryWorld *usual_space(void)
{
    DryWorld *world = open_space(true, 1, DRY_KERNEL_AUTO);
    assert_non_null(world);
    return world;
}

static DryBodyId add_plate(DryWorld *world, DryBodyType type, DryPos place, DryVec3 half,
                           const DryShapeOptions *options)
{
    DryBodyId body = build_body(world, type, place.x, place.y, place.z);
    DryBox box = { half };
    assert_int_not_equal(dry_shape_add_box(world, body, &box, options).index, 0);
    return body;
}

/* Across x at 0, 2 cm thick. */
static DryBodyId add_wall(DryWorld *world, const DryShapeOptions *options)
{
    return add_plate(world, DRY_STATIC, dry_pos(0.0, 0.0, 0.0), dry_vec3(0.01f, 3.0f, 3.0f), options);
}

static void step(DryWorld *world, int steps)
{
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(dry_world_step(world, STEP), DRY_OK);
    }
}

static void launch(DryWorld *world, DryBodyId body, DryVec3 velocity, DryVec3 spin)
{
    assert_int_equal(dry_body_set_velocity(world, body, velocity), DRY_OK);
    assert_int_equal(dry_body_set_angular_velocity(world, body, spin), DRY_OK);
}

typedef struct Volley {
    int through, held;
} Volley;

/* Plates that turn, at a wall. */
static Volley shoot_plates(bool continuous)
{
    Random random = random_seeded(SEED);
    Volley volley = { 0, 0 };
    for (int i = 0; i < 100; ++i) {
        DryWorld *world = open_space(continuous, 1, DRY_KERNEL_AUTO);
        assert_non_null(world);
        add_wall(world, NULL);
        DryBodyDef def = dry_body_def_default();
        def.type = DRY_DYNAMIC;
        def.position.x = (double)random_float(&random, -9.0f, -1.0f);
        def.velocity.x = random_float(&random, 20.0f, 300.0f);
        def.angular_velocity.x = random_float(&random, -30.0f, 30.0f);
        def.angular_velocity.y = random_float(&random, -30.0f, 30.0f);
        def.angular_velocity.z = random_float(&random, -30.0f, 30.0f);
        DryBodyId body = dry_body_create(world, &def);
        DryBox plate = { { 0.25f, 0.25f, 0.01f } };
        assert_int_not_equal(dry_shape_add_box(world, body, &plate, NULL).index, 0);
        bool through = false;
        for (int k = 0; k < 60; ++k) {
            step(world, 1);
            volley.held += dry_world_counters(world).held_back;
            DryPos p = dry_body_position(world, body);
            through = through || (p.x > 0.0 && fabs(p.y) < 2.9 && fabs(p.z) < 2.9);
        }
        volley.through += through ? 1 : 0;
        dry_world_destroy(world);
    }
    return volley;
}

static void plates_do_not_come_through(void **state)
{
    (void)state;
    Volley with = shoot_plates(true), without = shoot_plates(false);
    print_message("seed %u: %d held back; without, %d of 100 come through\n", SEED, with.held,
                  without.through);
    assert_int_equal(with.through, 0);
    assert_true(with.held > 0);
    assert_true(without.through > 0);
    assert_int_equal(without.held, 0);
}

/* A ball at 20 m/s in steps of a quarter of a second: it flies 5 m a step up to the wall, at full speed. */
static void nothing_slows_before_the_wall(void **state)
{
    (void)state;
    DryWorld *world = usual_space();
    add_plate(world, DRY_STATIC, dry_pos(12.25, 0.0, 0.0), dry_vec3(0.05f, 4.0f, 4.0f), NULL);
    DryBodyId ball = build_ball(world, DRY_DYNAMIC, 0.0, 0.0, 0.0, 0.5f);
    launch(world, ball, dry_vec3(20.0f, 0.0f, 0.0f), dry_vec3(0.0f, 0.0f, 0.0f));
    const double way[] = { 5.0, 10.0, 11.7, 11.7 };
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(dry_world_step(world, 0.25f), DRY_OK);
        double x = dry_body_position(world, ball).x;
        assert_true(fabs(x - way[i]) < (i < 2 ? 1e-4 : 0.01));
    }
    dry_world_destroy(world);
}

/* A ball that rolls fast over boxes side by side stops at no seam. */
static void seams_do_not_hold_a_fast_ball(void **state)
{
    (void)state;
    DryWorld *world = usual_space();
    DryShapeOptions slick = dry_shape_options_default();
    slick.material.friction = 0.0f;
    for (int i = 0; i < 40; ++i) {
        add_plate(world, DRY_STATIC, dry_pos(0.5 + i, -0.25, 0.0), dry_vec3(0.5f, 0.25f, 2.0f), &slick);
    }
    DryBodyId ball = build_ball(world, DRY_DYNAMIC, 0.2, 0.1, 0.0, 0.1f);
    launch(world, ball, dry_vec3(30.0f, 0.0f, 0.0f), dry_vec3(0.0f, 0.0f, 0.0f));
    double last = 0.2;
    for (int i = 0; i < 60; ++i) {
        step(world, 1);
        double x = dry_body_position(world, ball).x;
        assert_true(x - last > 0.999 * 0.5);
        last = x;
    }
    dry_world_destroy(world);
}

/* A kinematic paddle turns about one end, without moving otherwise, through the place of a ball. */
static void a_turning_paddle_strikes(void **state)
{
    (void)state;
    const float spins[] = { 5.0f, 40.0f, 60.0f };
    for (int i = 0; i < 3; ++i) {
        DryWorld *world = usual_space();
        DryShapeOptions options = dry_shape_options_default();
        options.frame.position = dry_vec3(1.0f, 0.0f, 0.0f);
        DryBodyId paddle =
            add_plate(world, DRY_KINEMATIC, dry_pos(0.0, 0.0, 0.0), dry_vec3(1.0f, 0.01f, 0.5f), &options);
        launch(world, paddle, dry_vec3(0.0f, 0.0f, 0.0f), dry_vec3(0.0f, 0.0f, spins[i]));
        DryBodyId ball = build_ball(world, DRY_DYNAMIC, 0.0, 1.5, 0.0, 0.05f);
        step(world, 40);
        assert_true(dry_vec3_length(dry_body_velocity(world, ball)) > spins[i]);
        dry_world_destroy(world);
    }
}

/* However the mass was set, what is fast stops. */
static void a_given_mass_changes_nothing(void **state)
{
    (void)state;
    for (int way = 0; way < 3; ++way) {
        DryWorld *world = usual_space();
        add_wall(world, NULL);
        DryShapeOptions options = dry_shape_options_default();
        options.density = way == 1 ? 0.0f : 1000.0f;
        DryBodyId body = build_body(world, DRY_DYNAMIC, -3.0, 0.0, 0.0);
        DryBox box = { { 0.02f, 0.3f, 0.3f } };
        if (way == 2) { /* before there is a shape */
            DryMass mass = { .mass = 2.0f, .inertia = { .xx = 0.2f, .yy = 0.2f, .zz = 0.2f } };
            assert_int_equal(dry_body_set_mass(world, body, &mass), DRY_OK);
        }
        assert_int_not_equal(dry_shape_add_box(world, body, &box, &options).index, 0);
        if (way == 1) {
            DryMass mass = { .mass = 2.0f, .inertia = { .xx = 0.2f, .yy = 0.2f, .zz = 0.2f } };
            assert_int_equal(dry_body_set_mass(world, body, &mass), DRY_OK);
        }
        launch(world, body, dry_vec3(400.0f, 0.0f, 0.0f), dry_vec3(0.0f, 25.0f, 20.0f));
        for (int i = 0; i < 30; ++i) {
            step(world, 1);
            DryPos p = dry_body_position(world, body);
            assert_true(p.x < 0.0 || fabs(p.y) > 2.9 || fabs(p.z) > 2.9);
        }
        dry_world_destroy(world);
    }
}

/* What may not collide flies through at full speed: by masks, by a filter, sensors, and contacts that a
   modifier may drop. */
static bool refuse_all(const DryPairCandidate *pair, void *user)
{
    (void)pair;
    (void)user;
    return false;
}

static void drop_all(DryContactModification *contact, int32_t worker, void *user)
{
    (void)worker;
    (void)user;
    contact->drop = true;
}

static void what_is_filtered_does_not_stop(void **state)
{
    (void)state;
    for (int way = 0; way < 4; ++way) {
        DryWorld *world = usual_space();
        DryShapeOptions options = dry_shape_options_default();
        options.filter.category = way == 0 ? 2 : 1;
        options.sensor = way == 2;
        add_wall(world, &options);
        if (way == 1) {
            assert_int_equal(dry_world_set_pair_filter(world, refuse_all, NULL), DRY_OK);
        }
        if (way == 3) {
            DryContactModifier modifier = { .modify = drop_all };
            assert_int_equal(dry_world_set_contact_modifier(world, &modifier), DRY_OK);
        }
        DryShapeOptions own = dry_shape_options_default();
        own.filter.mask = ~(uint64_t)2;
        own.modify_contacts = true;
        DryBodyId body =
            add_plate(world, DRY_DYNAMIC, dry_pos(-3.0, 0.0, 0.0), dry_vec3(0.1f, 0.1f, 0.1f), &own);
        launch(world, body, dry_vec3(120.0f, 0.0f, 0.0f), dry_vec3(10.0f, 3.0f, 20.0f));
        step(world, 10);
        assert_true(fabs(dry_body_position(world, body).x - 17.0) < 1e-3);
        dry_world_destroy(world);
    }
}

/* Two bullets and a swinging door: only marked bodies are held back before others that move. */
static void fast_bodies_stop_at_moving_ones(void **state)
{
    (void)state;
    Random random = random_seeded(SEED + 1);
    int through[2] = { 0, 0 };
    for (int i = 0; i < 200; ++i) {
        bool fast = i % 2 == 1;
        DryWorld *world = usual_space();
        DryBodyId wall =
            add_plate(world, DRY_DYNAMIC, dry_pos(0.0, 0.0, 0.0), dry_vec3(0.01f, 3.0f, 3.0f), NULL);
        DryBodyId body =
            add_plate(world, DRY_DYNAMIC, dry_pos(-2.0, 0.0, 0.0), dry_vec3(0.15f, 0.15f, 0.01f), NULL);
        assert_int_equal(dry_body_set_fast(world, body, fast), DRY_OK);
        assert_int_equal(dry_body_is_fast(world, body), fast);
        float speed = random_float(&random, 50.0f, 300.0f), spin = random_float(&random, 10.0f, 40.0f);
        launch(world, body, dry_vec3(speed, 0.0f, 0.0f), dry_vec3(0.0f, spin, 0.3f * spin));
        double before = -2.0;
        for (int k = 0; k < 20; ++k) {
            step(world, 1);
            DryPos p = dry_body_position(world, body), q = dry_body_position(world, wall);
            DryVec3 seen = dry_quat_rotate_inverse(dry_body_rotation(world, wall), dry_pos_sub(p, q));
            bool beside = fabsf(seen.y) < 2.9f && fabsf(seen.z) < 2.9f;
            through[fast] += beside && before < 0.0 && seen.x > 0.02f ? 1 : 0;
            before = (double)seen.x;
        }
        dry_world_destroy(world);
    }
    print_message("seed %u: %d unmarked plates come through a plate, %d marked ones\n", SEED + 1, through[0],
                  through[1]);
    assert_int_equal(through[1], 0);
}

/* Balls and cubes that miss the edge of a wall by 3 cm at any speed. */
static void near_misses_go_on_undisturbed(void **state)
{
    (void)state;
    Random random = random_seeded(SEED + 2);
    for (int i = 0; i < 300; ++i) {
        DryWorld *world = usual_space();
        add_wall(world, NULL);
        double start = (double)random_float(&random, -9.0f, -1.0f);
        float speed = random_float(&random, 5.0f, 400.0f);
        DryBodyId body = i % 2 == 0 ? build_ball(world, DRY_DYNAMIC, start, 3.13, 0.0, 0.1f)
                                    : build_box(world, DRY_DYNAMIC, start, 3.13, 0.0, 0.1f);
        launch(world, body, dry_vec3(speed, 0.0f, 0.0f), dry_vec3(0.0f, 0.0f, 0.0f));
        step(world, 20);
        DryPos p = dry_body_position(world, body);
        double way = (double)speed * 20.0 / 60.0;
        assert_true(fabs(p.x - start - way) < 1e-4 * way + 1e-4);
        assert_true(fabs(p.y - 3.13) < 1e-4);
        dry_world_destroy(world);
    }
}

/* A slab falls on two triangles and lies there. */
static void a_slab_lies_on_two_triangles(void **state)
{
    (void)state;
    DryWorld *world = build_world(1, DRY_KERNEL_AUTO);
    const DryVec3 corners[4] = {
        { -20.0f, 0.0f, -20.0f }, { -20.0f, 0.0f, 20.0f }, { 20.0f, 0.0f, 20.0f }, { 20.0f, 0.0f, -20.0f }
    };
    const uint32_t indices[6] = { 0, 1, 2, 0, 2, 3 };
    DryMeshSource source = {
        .vertices = corners, .vertex_count = 4, .indices = indices, .triangle_count = 2
    };
    DryMesh *mesh = dry_mesh_create(&source, NULL);
    assert_non_null(mesh);
    DryBodyId ground = build_body(world, DRY_STATIC, 0.0, 0.0, 0.0);
    assert_int_not_equal(dry_shape_add_mesh(world, ground, mesh, NULL, NULL).index, 0);
    dry_mesh_release(mesh);
    DryBodyDef def = dry_body_def_default();
    def.type = DRY_DYNAMIC;
    def.position = dry_pos(0.0, 5.0, 0.0);
    def.rotation = dry_quat_from_axis_angle(dry_vec3(0.6f, 0.0f, 0.8f), 0.1f);
    DryBodyId slab = dry_body_create(world, &def);
    DryBox box = { { 1.0f, 0.03f, 1.0f } };
    assert_int_not_equal(dry_shape_add_box(world, slab, &box, NULL).index, 0);
    for (int i = 0; i < 300; ++i) {
        step(world, 1);
        assert_true(dry_body_position(world, slab).y > 0.0);
    }
    assert_true(fabs(dry_body_position(world, slab).y - 0.03) < 2e-3);
    dry_world_destroy(world);
}

/* ---- the same bits ---- */

enum {
    BODIES = 60,
    STEPS = 80
};

static bool run_storm(int32_t workers, DryKernel kernel, uint64_t hashes[STEPS], int *held)
{
    DryWorld *world = open_space(true, workers, kernel);
    if (world == NULL) {
        return false;
    }
    Random random = random_seeded(SEED + 3);
    for (int side = 0; side < 6; ++side) {
        double at = side % 2 == 0 ? 3.0 : -3.0;
        DryPos place = dry_pos(side / 2 == 0 ? at : 0.0, side / 2 == 1 ? at : 0.0, side / 2 == 2 ? at : 0.0);
        DryVec3 half = { side / 2 == 0 ? 0.01f : 4.0f, side / 2 == 1 ? 0.01f : 4.0f,
                         side / 2 == 2 ? 0.01f : 4.0f };
        add_plate(world, DRY_STATIC, place, half, NULL);
    }
    for (int i = 0; i < BODIES; ++i) {
        float x = random_float(&random, -2.0f, 2.0f), y = random_float(&random, -2.0f, 2.0f);
        float z = random_float(&random, -2.0f, 2.0f);
        DryBodyId body = add_plate(world, DRY_DYNAMIC, dry_pos((double)x, (double)y, (double)z),
                                   dry_vec3(0.2f, 0.15f, 0.02f), NULL);
        assert_int_equal(dry_body_set_fast(world, body, i % 4 == 0), DRY_OK);
        DryVec3 v, w;
        v.x = random_float(&random, -90.0f, 90.0f);
        v.y = random_float(&random, -90.0f, 90.0f);
        v.z = random_float(&random, -90.0f, 90.0f);
        w.x = random_float(&random, -30.0f, 30.0f);
        w.y = random_float(&random, -30.0f, 30.0f);
        w.z = random_float(&random, -30.0f, 30.0f);
        launch(world, body, v, w);
    }
    void *saved = NULL;
    size_t size = 0;
    for (int i = 0; i < STEPS; ++i) {
        if (i == STEPS / 2) {
            size = dry_world_save(world, NULL, 0);
            saved = malloc(size);
            assert_non_null(saved);
            assert_int_equal(dry_world_save(world, saved, size), size);
        }
        step(world, 1);
        *held += dry_world_counters(world).held_back;
        hashes[i] = dry_world_hash(world);
        for (DryBodyId b = dry_world_next_body(world, (DryBodyId){ 0 }); b.index != 0;
             b = dry_world_next_body(world, b)) {
            DryPos p = dry_body_center(world, b);
            assert_true(dry_body_type(world, b) == DRY_STATIC ||
                        (fabs(p.x) < 3.0 && fabs(p.y) < 3.0 && fabs(p.z) < 3.0));
        }
    }
    assert_int_equal(dry_world_restore(world, saved, size), DRY_OK);
    for (int i = STEPS / 2; i < STEPS; ++i) {
        step(world, 1);
        assert_true(dry_world_hash(world) == hashes[i]);
    }
    free(saved);
    dry_world_destroy(world);
    return true;
}

static void same_bits_for_any_workers_and_kernel(void **state)
{
    (void)state;
    static uint64_t expected[STEPS], hashes[STEPS];
    int held = 0, again = 0;
    assert_true(run_storm(1, DRY_KERNEL_SCALAR, expected, &held));
    print_message("seed %u: %d held back\n", SEED + 3, held);
    assert_true(held > 0);
    for (int32_t workers = 1; workers <= 4; workers *= 2) {
        for (int kernel = DRY_KERNEL_SCALAR; kernel <= DRY_KERNEL_AVX2; ++kernel) {
            if (run_storm(workers, (DryKernel)kernel, hashes, &again)) {
                assert_memory_equal(hashes, expected, sizeof hashes);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plates_do_not_come_through),
        cmocka_unit_test(nothing_slows_before_the_wall),
        cmocka_unit_test(seams_do_not_hold_a_fast_ball),
        cmocka_unit_test(a_turning_paddle_strikes),
        cmocka_unit_test(a_given_mass_changes_nothing),
        cmocka_unit_test(what_is_filtered_does_not_stop),
        cmocka_unit_test(fast_bodies_stop_at_moving_ones),
        cmocka_unit_test(near_misses_go_on_undisturbed),
        cmocka_unit_test(a_slab_lies_on_two_triangles),
        cmocka_unit_test(same_bits_for_any_workers_and_kernel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
