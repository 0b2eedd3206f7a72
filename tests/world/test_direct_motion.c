/* Loaded contacts under motion: pushed, on platforms that jerk and swing, on slopes. Cubes are a metre wide
   and weigh 100 kg. */
#include "support/build.h"

#include "support/random.h"

#include <math.h>

enum {
    MOST_BODIES = 8
};

static const double pi = 3.14159265358979;
static const double heavy_mass = 1e5;
static const DryVec3 cube = { 0.5f, 0.5f, 0.5f };

typedef struct Rig {
    DryWorld *world;
    DryBodyId bodies[MOST_BODIES];
    DryPos places[MOST_BODIES];
    int count;
    float friction, kinetic;
} Rig;

static Rig open_rig(DryVec3 gravity, float friction, float kinetic)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.gravity = gravity;
    def.sleeping = false;
    Rig rig = { .world = dry_world_create(&def), .friction = friction, .kinetic = kinetic };
    assert_non_null(rig.world);
    return rig;
}

static DryBodyId add_box(Rig *rig, DryBodyType type, DryPos place, DryVec3 half, double mass)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = place;
    DryBodyId body = dry_body_create(rig->world, &def);
    DryShapeOptions options = dry_shape_options_default();
    options.material.friction = rig->friction;
    options.material.dynamic_friction = rig->kinetic;
    options.density = (float)(mass / (8.0 * (double)half.x * (double)half.y * (double)half.z));
    DryBox box = { half };
    assert_int_not_equal(dry_shape_add_box(rig->world, body, &box, &options).index, 0);
    if (type == DRY_DYNAMIC) {
        rig->bodies[rig->count] = body;
        rig->places[rig->count++] = place;
    }
    return body;
}

static void add_ground(Rig *rig)
{
    add_box(rig, DRY_STATIC, dry_pos(0.0, -1.0, 0.0), dry_vec3(50.0f, 1.0f, 50.0f), 1.0);
}

/* Four cubes whose lower sides are at y, and a slab of the mass on them. */
static void add_loaded_four(Rig *rig, double y, float half_width, double mass)
{
    for (int i = 0; i < 4; ++i) {
        add_box(rig, DRY_DYNAMIC, dry_pos(i % 2 ? 1.0 : -1.0, y + 0.5, i / 2 ? 1.0 : -1.0), cube, 100.0);
    }
    add_box(rig, DRY_DYNAMIC, dry_pos(0.0, y + 1.5, 0.0), dry_vec3(half_width, 0.5f, half_width), mass);
}

static DryPos place_of(const Rig *rig, int body)
{
    return dry_body_position(rig->world, rig->bodies[body]);
}

/* Of the body from where it would be if it had gone with the last one, m. */
static double out_of_place(const Rig *rig, int body)
{
    int last = rig->count - 1;
    DryPos a = place_of(rig, body), b = place_of(rig, last);
    double x = a.x - b.x - (rig->places[body].x - rig->places[last].x);
    double y = a.y - b.y - (rig->places[body].y - rig->places[last].y);
    double z = a.z - b.z - (rig->places[body].z - rig->places[last].z);
    return sqrt(x * x + y * y + z * z);
}

static double moved(const Rig *rig, int body)
{
    DryPos a = place_of(rig, body), b = rig->places[body];
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

/* How far the uppermost goes when it is pushed, and how far those below it are dragged along. */
static double push(Rig *rig, double speed, double *dragged)
{
    int last = rig->count - 1;
    run_steps(rig->world, 60);
    DryPos from = place_of(rig, last);
    float mass = dry_body_mass(rig->world, rig->bodies[last]).mass;
    DryVec3 impulse = dry_vec3(mass * (float)speed, 0.0f, 0.0f);
    assert_int_equal(dry_body_apply_impulse_center(rig->world, rig->bodies[last], impulse, DRY_WAKE), DRY_OK);
    double before = dry_world_energy(rig->world).total;
    for (int i = 0; i < 120; ++i) {
        run_steps(rig->world, 1);
        double now = dry_world_energy(rig->world).total;
        assert_true(now <= before * (1.0 + 1e-6));
        before = now;
    }
    *dragged = 0.0;
    for (int i = 0; i < last; ++i) {
        *dragged = fmax(*dragged, moved(rig, i));
    }
    double gone = place_of(rig, last).x - from.x;
    dry_world_destroy(rig->world);
    return gone;
}

/* Velocities change before bodies move: half a substep's way is missing from v^2 / (2 mu g), here as
 * everywhere. */
static double sliding_distance(double speed, double friction)
{
    return speed * speed / (20.0 * friction) - speed / 480.0;
}

static void heavy_on_light_slides_as_far_as_friction_says(void **state)
{
    (void)state;
    const double masses[] = { 1e3, 1e4, 1e5 };
    for (int i = 0; i < 6; ++i) {
        Rig rig = open_rig(dry_vec3(0.0f, -10.0f, 0.0f), 0.3f, 0.3f);
        add_ground(&rig);
        double mass = masses[i % 3], dragged;
        if (i < 3) {
            add_box(&rig, DRY_DYNAMIC, dry_pos(0.0, 0.25, 0.0), dry_vec3(4.0f, 0.25f, 2.0f), 100.0);
            add_box(&rig, DRY_DYNAMIC, dry_pos(0.0, 1.0, 0.0), cube, mass);
        } else {
            add_loaded_four(&rig, 0.0, 2.5f, mass);
        }
        double gone = push(&rig, 2.0, &dragged), exact = sliding_distance(2.0, 0.3);
        print_message("%s, %gx: %.5f m, exact %.5f m; dragged %.4f mm\n",
                      i < 3 ? "cube on slab" : "slab on four", mass / 100.0, gone, exact, 1e3 * dragged);
        assert_true(fabs(gone - exact) < 1e-3 * exact);
        assert_true(dragged < 2e-4);
    }
}

static void kinetic_friction_rules_while_it_slides(void **state)
{
    (void)state;
    Rig rig = open_rig(dry_vec3(0.0f, -10.0f, 0.0f), 0.5f, 0.25f);
    add_ground(&rig);
    add_box(&rig, DRY_DYNAMIC, dry_pos(0.0, 0.25, 0.0), dry_vec3(4.0f, 0.25f, 2.0f), 100.0);
    add_box(&rig, DRY_DYNAMIC, dry_pos(0.0, 1.0, 0.0), cube, heavy_mass);
    double dragged, gone = push(&rig, 2.0, &dragged), exact = sliding_distance(2.0, 0.25);
    print_message("kinetic: %.5f m, exact %.5f m; dragged %.4f mm\n", gone, exact, 1e3 * dragged);
    assert_true(fabs(gone - exact) < 0.01 * exact);
    assert_true(dragged < 1e-4);
}

/* A platform that turns around at once from 1 m/s to -1 m/s each second. Slab and cubes slide on it together,
   as far as friction says. */
static void loaded_cubes_survive_a_platform_that_turns_around(void **state)
{
    (void)state;
    const double masses[] = { 1e3, 1e5 };
    for (int i = 0; i < 2; ++i) {
        Rig rig = open_rig(dry_vec3(0.0f, -10.0f, 0.0f), 0.6f, 0.6f);
        DryBodyId platform =
            add_box(&rig, DRY_KINEMATIC, dry_pos(0.0, 3.5, 0.0), dry_vec3(6.0f, 0.5f, 6.0f), 1.0);
        add_loaded_four(&rig, 4.0, 1.5f, masses[i]);
        run_steps(rig.world, 30);
        double apart = 0.0, slid = 0.0;
        for (int k = 0; k < 480; ++k) {
            float v = k / 60 % 2 == 0 ? 1.0f : -1.0f;
            assert_int_equal(dry_body_set_velocity(rig.world, platform, dry_vec3(v, 0.0f, 0.0f)), DRY_OK);
            run_steps(rig.world, 1);
            for (int body = 0; body < 4; ++body) {
                apart = fmax(apart, out_of_place(&rig, body));
            }
            if (k == 59 || k == 119) {
                double on = place_of(&rig, 4).x - dry_body_position(rig.world, platform).x;
                slid = k == 59 ? on : on - slid;
            }
        }
        /* 2 m/s against 6 m/s2 */
        print_message("turned around, %gx: apart %.4f mm, slid %.5f m, exact %.5f m\n", masses[i] / 100.0,
                      1e3 * apart, slid, 1.0 / 3.0);
        assert_true(apart < 1e-4);
        assert_true(fabs(slid - 1.0 / 3.0) < 5e-3);
        dry_world_destroy(rig.world);
    }
}

/* Two thirds of the acceleration that friction can give at most. The platform's speed changes once per step,
   so that each step slips, forth and back, by what the substep that notices it moves. */
static void column_rides_a_swinging_platform(void **state)
{
    (void)state;
    Rig rig = open_rig(dry_vec3(0.0f, -10.0f, 0.0f), 0.6f, 0.6f);
    DryBodyId platform =
        add_box(&rig, DRY_KINEMATIC, dry_pos(0.0, 3.5, 0.0), dry_vec3(6.0f, 0.5f, 6.0f), 1.0);
    for (int i = 0; i < 3; ++i) {
        add_box(&rig, DRY_DYNAMIC, dry_pos(0.0, 4.5 + i, 0.0), cube, i == 2 ? heavy_mass : 100.0);
    }
    run_steps(rig.world, 30);
    double worst = 0.0;
    for (int k = 0; k < 600; ++k) {
        DryVec3 v = dry_vec3((float)(2.0 / pi * sin(pi * k / 60.0)), 0.0f, 0.0f);
        assert_int_equal(dry_body_set_velocity(rig.world, platform, v), DRY_OK);
        run_steps(rig.world, 1);
        worst = fmax(worst, fabs(place_of(&rig, 2).x - dry_body_position(rig.world, platform).x));
    }
    print_message("swinging: off by %.4f mm at most\n", 1e3 * worst);
    assert_true(worst < 2e-3);
    dry_world_destroy(rig.world);
}

static Rig open_slope(float friction, double share)
{
    double tangent = share * (double)friction, c = 1.0 / sqrt(1.0 + tangent * tangent);
    Rig rig = open_rig(dry_vec3((float)(10.0 * tangent * c), (float)(-10.0 * c), 0.0f), friction, friction);
    add_ground(&rig);
    return rig;
}

/* At 90 % of what friction holds. */
static void loaded_bodies_hold_on_a_slope(void **state)
{
    (void)state;
    for (int i = 0; i < 2; ++i) {
        Rig rig = open_slope(0.15f, 0.9);
        if (i == 0) {
            add_box(&rig, DRY_DYNAMIC, dry_pos(0.0, 0.5, 0.0), cube, 100.0);
            add_box(&rig, DRY_DYNAMIC, dry_pos(0.0, 1.5, 0.0), cube, 100.0);
            add_box(&rig, DRY_DYNAMIC, dry_pos(0.0, 2.5, 0.0), cube, heavy_mass);
        } else {
            add_loaded_four(&rig, 0.0, 1.5f, heavy_mass);
        }
        run_steps(rig.world, 300);
        double far = moved(&rig, rig.count - 1);
        print_message("slope, %s: moved %.4f mm\n", i == 0 ? "1000x on two" : "1000x on four", 1e3 * far);
        assert_true(far < 3e-4);
        dry_world_destroy(rig.world);
    }
}

/* At 120 %: all slide together, a fifth of friction's acceleration remains. */
static void loaded_bodies_slide_down_a_steep_slope(void **state)
{
    (void)state;
    Rig rig = open_slope(0.15f, 1.2);
    add_loaded_four(&rig, 0.0, 1.5f, heavy_mass);
    run_steps(rig.world, 60);
    double exact = 0.5 * (0.2 * 0.15) * 10.0 / sqrt(1.0 + 0.18 * 0.18);
    print_message("steep slope: %.5f m, exact %.5f m\n", moved(&rig, 4), exact);
    assert_true(fabs(moved(&rig, 4) - exact) < 0.02 * exact);
    dry_world_destroy(rig.world);
}

/* Thin rods turn fast when they fall on each other, and answer to a torque about their axis many times more
   than across it: what is solved directly has to follow their turning. */
static void heap_of_rods_gains_no_energy(void **state)
{
    (void)state;
    enum {
        RODS = 800,
        SIDE = 13
    };
    Rig rig = open_rig(dry_vec3(0.0f, -9.81f, 0.0f), 0.6f, -1.0f);
    (void)add_box(&rig, DRY_STATIC, dry_pos(0.0, -1.0, 0.0), dry_vec3(30.0f, 1.0f, 30.0f), 1.0);
    Random random = random_seeded(5);
    DryBox rod = { { 0.02f, 0.4f, 0.02f } };
    for (int i = 0; i < RODS; ++i) {
        DryBodyDef def = dry_body_def_default();
        def.type = DRY_DYNAMIC;
        def.position =
            dry_pos(i % SIDE * 1.1 - 6.6, 1 + i / (SIDE * SIDE) * 1.1, i / SIDE % SIDE * 1.1 - 6.6);
        float q[4], length = 0.0f;
        for (int k = 0; k < 4; ++k) {
            q[k] = random_float(&random, -1.0f, 1.0f);
            length += q[k] * q[k];
        }
        length = sqrtf(length);
        def.rotation = (DryQuat){ q[0] / length, q[1] / length, q[2] / length, q[3] / length };
        DryBodyId body = dry_body_create(rig.world, &def);
        assert_int_not_equal(dry_shape_add_box(rig.world, body, &rod, NULL).index, 0);
    }
    double start = dry_world_energy(rig.world).total, before = start;
    int solved = 0;
    for (int i = 0; i < 80; ++i) {
        run_steps(rig.world, 1);
        double now = dry_world_energy(rig.world).total;
        assert_true(now < before + 1e-3 * start);
        before = now;
        solved += dry_world_counters(rig.world).direct_clusters;
    }
    assert_true(solved > 100);
    dry_world_destroy(rig.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heavy_on_light_slides_as_far_as_friction_says),
        cmocka_unit_test(kinetic_friction_rules_while_it_slides),
        cmocka_unit_test(loaded_cubes_survive_a_platform_that_turns_around),
        cmocka_unit_test(column_rides_a_swinging_platform),
        cmocka_unit_test(loaded_bodies_hold_on_a_slope),
        cmocka_unit_test(loaded_bodies_slide_down_a_steep_slope),
        cmocka_unit_test(heap_of_rods_gains_no_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
