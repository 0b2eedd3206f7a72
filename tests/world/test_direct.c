/* Loaded contacts solved together: what stands, what must still fall, and the same bits everywhere. Cubes are
   a metre wide and weigh 100 kg, the heavy one a thousand times as much. */
#include "support/build.h"

#include <math.h>
#include <stdlib.h>

enum {
    MOST_BODIES = 32
};

static const double heavy_mass = 1e5;
static const double tenth = 1e-4; /* of a millimetre */

/* A world with a ground, the bodies on it, and where each was set down. */
typedef struct Rig {
    DryWorld *world;
    DryBodyId bodies[MOST_BODIES];
    DryPos places[MOST_BODIES];
    int count;
    float friction;
    uint32_t locks;
    double energy; /* most that there may be, J */
    int steps;     /* since begin() */
    int32_t contacts, failures;
} Rig;

static DryWorldDef usual_def(void)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.gravity = dry_vec3(0.0f, -10.0f, 0.0f);
    return def;
}

static DryBodyId add_box(Rig *rig, DryBodyType type, DryPos place, DryVec3 half_extents, double mass)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = place;
    def.locks = type == DRY_DYNAMIC ? rig->locks : 0;
    DryBodyId body = dry_body_create(rig->world, &def);
    DryShapeOptions options = dry_shape_options_default();
    options.material.friction = rig->friction;
    options.density =
        (float)(mass / (8.0 * (double)half_extents.x * (double)half_extents.y * (double)half_extents.z));
    DryBox box = { half_extents };
    assert_int_not_equal(dry_shape_add_box(rig->world, body, &box, &options).index, 0);
    return body;
}

static DryBodyId add_dynamic(Rig *rig, DryPos place, DryVec3 half_extents, double mass)
{
    DryBodyId body = add_box(rig, DRY_DYNAMIC, place, half_extents, mass);
    rig->bodies[rig->count] = body;
    rig->places[rig->count++] = place;
    return body;
}

static Rig open_rig(const DryWorldDef *def, float friction, uint32_t locks)
{
    Rig rig = { .world = dry_world_create(def), .friction = friction, .locks = locks };
    assert_non_null(rig.world);
    add_box(&rig, DRY_STATIC, dry_pos(0.0, -1.0, 0.0), dry_vec3(50.0f, 1.0f, 50.0f), 1.0);
    return rig;
}

static const DryVec3 cube = { 0.5f, 0.5f, 0.5f };

static DryBodyId add_cube(Rig *rig, double x, double y, double z, double mass)
{
    return add_dynamic(rig, dry_pos(x, y, z), cube, mass);
}

/* `lean` is how far each cube is beyond the one under it. */
static void add_column(Rig *rig, int count, double lean)
{
    for (int i = 0; i < count; ++i) {
        add_cube(rig, lean * i, 0.5 + i, 0.0, 100.0);
    }
}

static void add_loaded_column(Rig *rig, int count)
{
    add_column(rig, count, 0.0);
    add_cube(rig, 0.0, 0.5 + count, 0.0, heavy_mass);
}

static void add_loaded_four(Rig *rig)
{
    for (int i = 0; i < 4; ++i) {
        add_cube(rig, i % 2 ? 1.0 : -1.0, 0.5, i / 2 ? 1.0 : -1.0, 100.0);
    }
    add_dynamic(rig, dry_pos(0.0, 1.5, 0.0), dry_vec3(1.5f, 0.5f, 1.5f), heavy_mass);
}

static double weight(const Rig *rig)
{
    double sum = 0.0;
    for (int i = 0; i < rig->count; ++i) {
        sum += (double)dry_body_mass(rig->world, rig->bodies[i]).mass * 10.0;
    }
    return sum;
}

/* From here on energy is watched: after all is set down, and again after a push. */
static void begin(Rig *rig)
{
    rig->energy = dry_world_energy(rig->world).total;
    rig->steps = 0;
}

/* Steps, with a look at the counters, and at the energy. Of what the first two seconds gave away by sinking,
   lifting out takes some back; later the energy never rises, but for rounding: a hundredth of a millimetre.
 */
static void run(Rig *rig, int steps)
{
    enum {
        SETTLING = 120
    };
    double slack = 1e-5 * weight(rig);
    if (rig->steps == 0) {
        begin(rig);
    }
    for (int i = 0; i < steps; ++i) {
        run_steps(rig->world, 1);
        ++rig->steps;
        DryCounters counters = dry_world_counters(rig->world);
        rig->contacts = counters.direct_contacts > rig->contacts ? counters.direct_contacts : rig->contacts;
        rig->failures += counters.direct_failures;
        double energy = dry_world_energy(rig->world).total;
        if (!(energy <= rig->energy + slack)) {
            fail_msg("step %d: %.9g J, there were %.9g J", rig->steps, energy, rig->energy);
        }
        if (rig->steps >= SETTLING && energy < rig->energy) {
            rig->energy = energy;
        }
    }
}

static double distance(DryPos a, DryPos b)
{
    double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return sqrt(x * x + y * y + z * z);
}

static double largest_move(const Rig *rig)
{
    double worst = 0.0;
    for (int i = 0; i < rig->count; ++i) {
        worst = fmax(worst, distance(dry_body_position(rig->world, rig->bodies[i]), rig->places[i]));
    }
    return worst;
}

static bool all_asleep(const Rig *rig)
{
    bool asleep = true;
    for (int i = 0; i < rig->count; ++i) {
        asleep &= !dry_body_is_awake(rig->world, rig->bodies[i]);
    }
    return asleep;
}

static DryPos top_of(const Rig *rig)
{
    return dry_body_position(rig->world, rig->bodies[rig->count - 1]);
}

static void stands(Rig *rig, const char *what)
{
    run(rig, 600);
    double moved = largest_move(rig);
    print_message("%s: moved %.4f mm, %d contacts solved directly, %d failures, %s\n", what, 1e3 * moved,
                  (int)rig->contacts, (int)rig->failures, all_asleep(rig) ? "asleep" : "awake");
    assert_true(moved < tenth);
    assert_true(all_asleep(rig));
    assert_true(rig->contacts > 1);
    dry_world_destroy(rig->world);
}

/* ---- what stands ---- */

static void heavy_box_stands_on_one(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    Rig rig = open_rig(&def, 0.6f, 0);
    add_loaded_column(&rig, 1);
    stands(&rig, "1000x on one");
}

static void heavy_box_stands_on_four(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    Rig rig = open_rig(&def, 0.6f, 0);
    add_loaded_four(&rig);
    stands(&rig, "1000x on four");
}

static void heavy_box_stands_on_a_column_of_five(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    Rig rig = open_rig(&def, 0.6f, 0);
    add_loaded_column(&rig, 5);
    stands(&rig, "1000x on five");
}

static void column_of_ten_does_not_sink(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    Rig rig = open_rig(&def, 0.6f, 0);
    add_column(&rig, 10, 0.0);
    stands(&rig, "ten");
}

static void columns_with_locked_axes_stand(void **state)
{
    (void)state;
    const uint32_t locks[] = { DRY_LOCK_PLANAR, DRY_LOCK_ROTATION, DRY_LOCK_LINEAR_X | DRY_LOCK_ANGULAR_Y,
                               DRY_LOCK_ROTATION | DRY_LOCK_LINEAR_X | DRY_LOCK_LINEAR_Z };
    for (int i = 0; i < 4; ++i) {
        DryWorldDef def = usual_def();
        Rig rig = open_rig(&def, 0.6f, locks[i]);
        add_loaded_column(&rig, 3);
        char what[32];
        snprintf(what, sizeof what, "1000x on three, locks %u", (unsigned)locks[i]);
        stands(&rig, what);
    }
}

/* The lowest cannot move up or down, whatever lies on it, and no ground is near. */
static void column_on_a_body_that_hangs_fast_stands(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    Rig rig = open_rig(&def, 0.6f, DRY_LOCK_LINEAR_Y | DRY_LOCK_ROTATION);
    add_cube(&rig, 0.0, 3.5, 0.0, 100.0);
    rig.locks = 0;
    add_cube(&rig, 0.0, 4.5, 0.0, 100.0);
    add_cube(&rig, 0.0, 5.5, 0.0, heavy_mass);
    stands(&rig, "1000x above a hanging one");
}

/* Gravity leans by 90 % of what friction holds. */
static void columns_hold_on_a_slope(void **state)
{
    (void)state;
    const float friction = 0.15f, tangent = 0.9f * friction;
    const float c = 1.0f / sqrtf(1.0f + tangent * tangent), s = tangent * c;
    for (int loaded = 0; loaded < 2; ++loaded) {
        DryWorldDef def = usual_def();
        def.sleeping = false;
        def.gravity = dry_vec3(10.0f * s, -10.0f * c, 0.0f);
        Rig rig = open_rig(&def, friction, 0);
        if (loaded) {
            add_loaded_column(&rig, 2);
        } else {
            add_column(&rig, 5, 0.0);
        }
        run(&rig, 60);
        DryPos early = top_of(&rig);
        run(&rig, 540);
        double crept = distance(top_of(&rig), early), moved = largest_move(&rig);
        print_message("slope, %s: moved %.4f mm, crept %.5f mm, %d contacts, %d failures\n",
                      loaded ? "1000x on two" : "five", 1e3 * moved, 1e3 * crept, (int)rig.contacts,
                      (int)rig.failures);
        assert_true(rig.contacts > 1);
        assert_true(moved < (loaded ? 2.0 * tenth : tenth));
        assert_true(crept < (loaded ? tenth : 1e-6));
        dry_world_destroy(rig.world);
    }
}

static void without_the_direct_solver_it_sinks(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    def.direct_contacts = false;
    def.stiff_islands = false;
    Rig rig = open_rig(&def, 0.6f, 0);
    add_loaded_column(&rig, 1);
    run_steps(rig.world, 600);
    assert_true(largest_move(&rig) > 0.01);
    assert_int_equal(dry_world_counters(rig.world).direct_clusters, 0);
    assert_int_equal(dry_world_counters(rig.world).direct_contacts, 0);
    dry_world_destroy(rig.world);
}

/* By 1/S^2, because contacts get stiffer as substeps shrink. */
static void more_substeps_make_it_sink_less(void **state)
{
    (void)state;
    double sunk[2];
    for (int i = 0; i < 2; ++i) {
        DryWorldDef def = usual_def();
        def.direct_contacts = false;
        def.substeps = i == 0 ? 4 : 16;
        Rig rig = open_rig(&def, 0.6f, 0);
        add_column(&rig, 5, 0.0);
        run_steps(rig.world, 300);
        sunk[i] = largest_move(&rig);
        dry_world_destroy(rig.world);
    }
    print_message("five cubes sink by %.3f mm with 4 substeps, by %.3f mm with 16\n", 1e3 * sunk[0],
                  1e3 * sunk[1]);
    assert_true(sunk[0] > 5e-3);
    assert_true(fabs(sunk[1] / sunk[0] - 1.0 / 16.0) < 0.005);
}

static void pyramids_are_left_to_the_sweeps(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    def.sleeping = false;
    Rig rig = open_rig(&def, 0.6f, 0);
    for (int row = 0; row < 5; ++row) {
        for (int i = 0; i < 5 - row; ++i) {
            add_cube(&rig, i - 0.5 * (4 - row), row + 0.5, 0.0, 100.0);
        }
    }
    for (int i = 0; i < 120; ++i) {
        run_steps(rig.world, 1);
        DryCounters counters = dry_world_counters(rig.world);
        assert_int_equal(counters.direct_clusters, 0);
        assert_int_equal(counters.direct_contacts, 0);
        assert_int_equal(counters.direct_failures, 0);
    }
    dry_world_destroy(rig.world);
}

/* ---- what moves ---- */

/* On a slab of the weight of one cube and on one cube; friction decides how far it goes: v^2 / (2 mu g), less
   half a substep's way, because velocities change before bodies move. */
static void pushed_heavy_box_stops_where_friction_says(void **state)
{
    (void)state;
    const double speeds[] = { 2.0, 0.5 };
    for (int i = 0; i < 2; ++i) {
        DryWorldDef def = usual_def();
        Rig rig = open_rig(&def, 0.3f, 0);
        if (i == 0) {
            add_dynamic(&rig, dry_pos(0.0, 0.25, 0.0), dry_vec3(4.0f, 0.25f, 2.0f), 100.0);
        } else {
            add_cube(&rig, 0.0, 0.5, 0.0, 100.0);
        }
        DryBodyId heavy = add_cube(&rig, 0.0, i == 0 ? 1.0 : 1.5, 0.0, heavy_mass);
        run(&rig, 60);
        DryVec3 impulse = dry_vec3((float)(heavy_mass * speeds[i]), 0.0f, 0.0f);
        assert_int_equal(dry_body_apply_impulse_center(rig.world, heavy, impulse, DRY_WAKE), DRY_OK);
        begin(&rig);
        run(&rig, i == 0 ? 12 : 1);
        double speed = (double)dry_body_velocity(rig.world, heavy).x, then = top_of(&rig).x;
        double rest = speed * speed / 6.0 - speed / 480.0,
               whole = speeds[i] * speeds[i] / 6.0 - speeds[i] / 480.0;
        run(&rig, 300);
        double end = top_of(&rig).x,
               below = distance(dry_body_position(rig.world, rig.bodies[0]), rig.places[0]);
        print_message(
            "pushed with %g m/s: %.5f m, exact %.5f m; later %.5f m, exact %.5f m; below: %.5f m, %d "
            "failures\n",
            speeds[i], end, whole, end - then, rest, below, (int)rig.failures);
        assert_true(fabs(end - then - rest) < 0.005 * whole);
        assert_true(fabs(end - whole) < 0.005 * whole);
        assert_true(below < tenth);
        assert_int_equal(rig.failures, 0);
        assert_true(all_asleep(&rig));
        dry_world_destroy(rig.world);
    }
}

static void pushed_heavy_box_falls_over_the_edge(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    Rig rig = open_rig(&def, 0.3f, 0);
    add_loaded_column(&rig, 1);
    run(&rig, 60);
    DryVec3 impulse = dry_vec3((float)(heavy_mass * 4.0), 0.0f, 0.0f);
    assert_int_equal(dry_body_apply_impulse_center(rig.world, rig.bodies[1], impulse, DRY_WAKE), DRY_OK);
    begin(&rig);
    run(&rig, 480);
    DryPos at = top_of(&rig);
    assert_true(at.x > 1.0 && at.y < 0.6);
    dry_world_destroy(rig.world);
}

/* Where the heavy one is half a second after it was set down off the centre of what carries it. */
static DryPos set_down_off_centre(bool direct, double off, double *lowest)
{
    DryWorldDef def = usual_def();
    def.direct_contacts = direct;
    Rig rig = open_rig(&def, 0.6f, 0);
    add_cube(&rig, 0.0, 0.5, 0.0, heavy_mass);
    add_cube(&rig, off, 1.5, 0.0, heavy_mass);
    run(&rig, 30);
    DryPos early = top_of(&rig);
    run(&rig, 330);
    *lowest = top_of(&rig).y;
    dry_world_destroy(rig.world);
    return early;
}

static void box_set_down_off_centre_tips_as_without(void **state)
{
    (void)state;
    double lowest[2];
    for (int falls = 0; falls < 2; ++falls) {
        DryPos a = set_down_off_centre(true, falls ? 0.6 : 0.4, &lowest[0]);
        DryPos b = set_down_off_centre(false, falls ? 0.6 : 0.4, &lowest[1]);
        print_message("off centre: %.5f %.5f with, %.5f %.5f without; at last at %.4f and %.4f\n", a.x, a.y,
                      b.x, b.y, lowest[0], lowest[1]);
        assert_true(distance(a, b) < 0.01);
        assert_true(falls ? lowest[0] < 1.2 && lowest[1] < 1.2 : lowest[0] > 1.49 && lowest[1] > 1.49);
    }
}

/* The same with a thousand times the weight of what carries it. */
static void heavy_box_set_down_off_centre(void **state)
{
    (void)state;
    for (int falls = 0; falls < 2; ++falls) {
        DryWorldDef def = usual_def();
        Rig rig = open_rig(&def, 0.6f, 0);
        add_cube(&rig, 0.0, 0.5, 0.0, 100.0);
        add_cube(&rig, falls ? 0.6 : 0.4, 1.5, 0.0, heavy_mass);
        run(&rig, 360);
        DryPos at = top_of(&rig);
        print_message("1000x off centre: ends at %.5f %.5f, %d contacts, %d failures\n", at.x, at.y,
                      (int)rig.contacts, (int)rig.failures);
        assert_true(falls ? at.y < 1.2 : distance(at, rig.places[1]) < 1e-3);
        dry_world_destroy(rig.world);
    }
}

/* Five cubes of width 1, each `d` beyond the one under it: the upper four have their centre at 2.5 d from the
   lowest one's, and stand while that is less than 0.5. */
static void leaning_column_stands_and_falls_at_its_limit(void **state)
{
    (void)state;
    const double leans[] = { 0.19, 0.21 };
    for (int i = 0; i < 2; ++i) {
        DryWorldDef def = usual_def();
        Rig rig = open_rig(&def, 0.6f, 0);
        add_column(&rig, 5, leans[i]);
        run(&rig, 600);
        print_message("lean %g: moved %.5f m, %d contacts, %d failures\n", leans[i], largest_move(&rig),
                      (int)rig.contacts, (int)rig.failures);
        assert_true(i == 0 ? largest_move(&rig) < 1e-3 : largest_move(&rig) > 0.5);
        dry_world_destroy(rig.world);
    }
}

/* Also where only the top one falls, all its weight at 2 m/s onto what stands. */
static void dropped_columns_stand(void **state)
{
    (void)state;
    for (int i = 0; i < 4; ++i) {
        DryWorldDef def = usual_def();
        Rig rig = open_rig(&def, 0.6f, 0);
        int count = i % 2 ? 4 : 1;
        for (int k = 0; k <= count; ++k) {
            double lift = i >= 2 || k == count ? 0.2 : 0.0;
            add_cube(&rig, 0.0, 0.5 + k + lift, 0.0, k == count ? heavy_mass : 100.0);
            rig.places[k].y -= lift;
        }
        run(&rig, 600);
        print_message("%s onto %d: off by %.4f mm, %d failures\n", i >= 2 ? "all" : "1000x", count,
                      1e3 * largest_move(&rig), (int)rig.failures);
        assert_true(largest_move(&rig) < 0.01);
        assert_int_equal(rig.failures, 0);
        dry_world_destroy(rig.world);
    }
}

/* ---- a platform that moves ---- */

static DryBodyId add_platform(Rig *rig, double heavy)
{
    DryBodyId platform =
        add_box(rig, DRY_KINEMATIC, dry_pos(0.0, 3.5, 0.0), dry_vec3(2.0f, 0.5f, 2.0f), 100.0);
    for (int i = 0; i < 5; ++i) {
        add_cube(rig, 0.0, 4.5 + i, 0.0, i == 4 ? heavy : 100.0);
    }
    return platform;
}

/* Up and down with 1 m/s at most and a third of gravity's acceleration: nothing may lift off. */
static void column_rides_a_platform(void **state)
{
    (void)state;
    const double loads[] = { 100.0, heavy_mass };
    for (int i = 0; i < 2; ++i) {
        DryWorldDef def = usual_def();
        Rig rig = open_rig(&def, 0.6f, 0);
        DryBodyId platform = add_platform(&rig, loads[i]);
        double worst = 0.0;
        for (int k = 0; k < 480; ++k) {
            DryVec3 v = dry_vec3(0.0f, (float)sin(3.14159265358979 * k / 60.0), 0.0f);
            assert_int_equal(dry_body_set_velocity(rig.world, platform, v), DRY_OK);
            run_steps(rig.world, 1);
            rig.failures += dry_world_counters(rig.world).direct_failures;
            DryPos top = top_of(&rig), under = dry_body_position(rig.world, platform);
            under.y += 5.0;
            worst = fmax(worst, distance(top, under));
        }
        print_message("riding, top %g kg: off by %.4f mm at most, %d failures\n", loads[i], 1e3 * worst,
                      (int)rig.failures);
        assert_true(worst < (i == 0 ? tenth : 0.01));
        assert_int_equal(rig.failures, 0);
        dry_world_destroy(rig.world);
    }
}

/* From 1 m/s up to 1 m/s down at once, and back: it lifts off and comes down, and still stands in the end. */
static void column_survives_a_jerking_platform(void **state)
{
    (void)state;
    const double loads[] = { 100.0, 1e4 };
    for (int i = 0; i < 2; ++i) {
        DryWorldDef def = usual_def();
        Rig rig = open_rig(&def, 0.6f, 0);
        DryBodyId platform = add_platform(&rig, loads[i]);
        for (int k = 0; k < 600; ++k) {
            float v = k >= 480 ? 0.0f : k / 60 % 2 == 0 ? 1.0f : -1.0f;
            assert_int_equal(dry_body_set_velocity(rig.world, platform, dry_vec3(0.0f, v, 0.0f)), DRY_OK);
            run_steps(rig.world, 1);
            rig.failures += dry_world_counters(rig.world).direct_failures;
        }
        double moved = largest_move(&rig);
        print_message("jerked, top %g kg: moved %.4f mm, %d failures\n", loads[i], 1e3 * moved,
                      (int)rig.failures);
        assert_true(moved < 5e-3);
        dry_world_destroy(rig.world);
    }
}

/* ---- the same bits ---- */

/* Columns, a table, one that leans too far and one that is pushed, apart from each other. */
static void build_collection(Rig *rig)
{
    add_loaded_column(rig, 4);
    for (int i = 0; i < 5; ++i) {
        add_cube(rig, 6.0 + 0.21 * i, 0.5 + i, 0.0, 100.0);
    }
    for (int i = 0; i < 4; ++i) {
        add_cube(rig, -6.0 + (i % 2), 0.5, i / 2 ? 1.0 : -1.0, 100.0);
    }
    add_dynamic(rig, dry_pos(-5.5, 1.5, 0.0), dry_vec3(1.5f, 0.5f, 1.5f), heavy_mass);
    add_cube(rig, 0.0, 0.5, 6.0, 100.0);
    DryBodyId pushed = add_cube(rig, 0.1, 1.5, 6.0, heavy_mass);
    assert_int_equal(dry_body_set_velocity(rig->world, pushed, dry_vec3(0.5f, 0.0f, 0.2f)), DRY_OK);
}

enum {
    BIT_STEPS = 180
};

static bool run_collection(int32_t workers, DryKernel kernel, uint64_t hashes[BIT_STEPS])
{
    DryWorldDef def = usual_def();
    def.workers = workers;
    def.kernel = kernel;
    DryWorld *probe = dry_world_create(&def);
    if (probe == NULL) {
        return false; /* a kernel that this processor lacks */
    }
    dry_world_destroy(probe);
    Rig rig = open_rig(&def, 0.3f, 0);
    build_collection(&rig);
    int32_t most = 0;
    for (int i = 0; i < BIT_STEPS; ++i) {
        run_steps(rig.world, 1);
        DryCounters counters = dry_world_counters(rig.world);
        most = counters.direct_clusters > most ? counters.direct_clusters : most;
        hashes[i] = dry_world_hash(rig.world);
    }
    assert_true(most >= 3);
    dry_world_destroy(rig.world);
    return true;
}

static void same_bits_for_any_workers_and_kernel(void **state)
{
    (void)state;
    static uint64_t expected[BIT_STEPS], hashes[BIT_STEPS];
    assert_true(run_collection(1, DRY_KERNEL_SCALAR, expected));
    for (int32_t workers = 1; workers <= 4; workers *= 2) {
        for (int kernel = DRY_KERNEL_SCALAR; kernel <= DRY_KERNEL_AVX2; ++kernel) {
            if (run_collection(workers, (DryKernel)kernel, hashes)) {
                assert_memory_equal(hashes, expected, sizeof hashes);
            }
        }
    }
}

static void same_bits_after_a_restore(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    Rig rig = open_rig(&def, 0.3f, 0);
    build_collection(&rig);
    run_steps(rig.world, 40);
    assert_true(dry_world_counters(rig.world).direct_clusters > 0);
    size_t size = dry_world_save(rig.world, NULL, 0);
    void *saved = malloc(size);
    assert_non_null(saved);
    assert_int_equal(dry_world_save(rig.world, saved, size), size);
    uint64_t expected[60];
    for (int i = 0; i < 60; ++i) {
        run_steps(rig.world, 1);
        expected[i] = dry_world_hash(rig.world);
    }
    add_cube(&rig, 0.0, 12.0, 0.0, 1.0); /* and this is forgotten */
    if (dry_world_restore(rig.world, saved, size) != DRY_OK) {
        fail_msg("%s", dry_world_error(rig.world));
    }
    for (int i = 0; i < 60; ++i) {
        run_steps(rig.world, 1);
        assert_true(dry_world_hash(rig.world) == expected[i]);
    }
    dry_world_destroy(rig.world);
    free(saved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heavy_box_stands_on_one),
        cmocka_unit_test(heavy_box_stands_on_four),
        cmocka_unit_test(heavy_box_stands_on_a_column_of_five),
        cmocka_unit_test(column_of_ten_does_not_sink),
        cmocka_unit_test(columns_with_locked_axes_stand),
        cmocka_unit_test(column_on_a_body_that_hangs_fast_stands),
        cmocka_unit_test(columns_hold_on_a_slope),
        cmocka_unit_test(without_the_direct_solver_it_sinks),
        cmocka_unit_test(more_substeps_make_it_sink_less),
        cmocka_unit_test(pyramids_are_left_to_the_sweeps),
        cmocka_unit_test(pushed_heavy_box_stops_where_friction_says),
        cmocka_unit_test(pushed_heavy_box_falls_over_the_edge),
        cmocka_unit_test(box_set_down_off_centre_tips_as_without),
        cmocka_unit_test(heavy_box_set_down_off_centre),
        cmocka_unit_test(leaning_column_stands_and_falls_at_its_limit),
        cmocka_unit_test(dropped_columns_stand),
        cmocka_unit_test(column_rides_a_platform),
        cmocka_unit_test(column_survives_a_jerking_platform),
        cmocka_unit_test(same_bits_for_any_workers_and_kernel),
        cmocka_unit_test(same_bits_after_a_restore),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
