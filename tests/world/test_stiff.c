/* Islands in which light bodies bear heavy ones: what stands there, what is not taken for one, and what does
   not notice. Cubes are a metre wide and weigh 100 kg. */
#include "support/build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_BODIES = 128
};

static const double heavy_mass = 1e4, weight_of_cube = 1e3;

typedef struct Rig {
    DryWorld *world;
    DryBodyId bodies[MOST_BODIES];
    DryPos places[MOST_BODIES];
    int count;
} Rig;

static DryWorldDef usual_def(void)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.gravity = dry_vec3(0.0f, -10.0f, 0.0f);
    return def;
}

static DryBodyId add_box(DryWorld *world, DryBodyType type, DryPos place, DryVec3 half, double mass)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = place;
    DryBodyId body = dry_body_create(world, &def);
    DryShapeOptions options = dry_shape_options_default();
    options.density = (float)(mass / (8.0 * (double)half.x * (double)half.y * (double)half.z));
    DryBox box = { half };
    assert_int_not_equal(dry_shape_add_box(world, body, &box, &options).index, 0);
    return body;
}

static Rig open_rig(const DryWorldDef *def)
{
    Rig rig = { .world = dry_world_create(def) };
    assert_non_null(rig.world);
    add_box(rig.world, DRY_STATIC, dry_pos(0.0, -1.0, 0.0), dry_vec3(200.0f, 1.0f, 50.0f), 1.0);
    return rig;
}

static DryBodyId add_cube(Rig *rig, double x, double y, double z, double mass)
{
    DryPos place = dry_pos(x, y, z);
    DryBodyId body = add_box(rig->world, DRY_DYNAMIC, place, dry_vec3(0.5f, 0.5f, 0.5f), mass);
    rig->bodies[rig->count] = body;
    rig->places[rig->count++] = place;
    return body;
}

static void add_pyramid(Rig *rig, int rows, double x, double y)
{
    for (int i = 0; i < rows; ++i) {
        for (int k = 0; k < rows - i; ++k) {
            add_cube(rig, x + k - 0.5 * (rows - 1 - i), y + i + 0.5, 0.0, 100.0);
        }
    }
}

/* Returns the heavy cube on its tip. */
static DryBodyId add_loaded_pyramid(Rig *rig, int rows, double x, double y)
{
    add_pyramid(rig, rows, x, y);
    return add_cube(rig, x, y + rows + 0.5, 0.0, heavy_mass);
}

static double moved(const Rig *rig, int i)
{
    DryPos p = dry_body_position(rig->world, rig->bodies[i]), q = rig->places[i];
    double x = p.x - q.x, y = p.y - q.y, z = p.z - q.z;
    return sqrt(x * x + y * y + z * z);
}

static double largest_move(const Rig *rig)
{
    double most = 0.0;
    for (int i = 0; i < rig->count; ++i) {
        most = fmax(most, moved(rig, i));
    }
    return most;
}

static double fastest(const Rig *rig)
{
    double most = 0.0;
    for (int i = 0; i < rig->count; ++i) {
        DryVec3 v = dry_body_velocity(rig->world, rig->bodies[i]);
        most = fmax(most, sqrt((double)(v.x * v.x + v.y * v.y + v.z * v.z)));
    }
    return most;
}

static bool all_asleep(const Rig *rig)
{
    bool asleep = true;
    for (int i = 0; i < rig->count; ++i) {
        asleep &= !dry_body_is_awake(rig->world, rig->bodies[i]);
    }
    return asleep;
}

static void run_until_asleep(const Rig *rig, int steps)
{
    for (int i = 0; i < steps && !all_asleep(rig); ++i) {
        run_steps(rig->world, 1);
    }
    assert_true(all_asleep(rig));
}

/* ---- what stands ---- */

static void heavy_cube_stands_on_a_pyramid(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    Rig rig = open_rig(&def);
    add_loaded_pyramid(&rig, 10, 0.0, 0.0);
    run_steps(rig.world, 5);
    DryCounters counters = dry_world_counters(rig.world);
    assert_int_equal(counters.stiff_islands, 1);
    assert_int_equal(counters.small_islands, 0);
    assert_int_equal(counters.stiff_manifolds, counters.manifolds);
    assert_int_equal(counters.stiff_substeps, 32);
    assert_int_equal(counters.sweeps, 64);
    run_until_asleep(&rig, 300);
    assert_true(largest_move(&rig) < 0.005);
    dry_world_destroy(rig.world);
}

static void heavy_slab_stands_on_nine(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    Rig rig = open_rig(&def);
    for (int i = 0; i < 9; ++i) {
        add_cube(&rig, 1.05 * (i % 3 - 1), 0.5, 1.05 * (i / 3 - 1), 100.0);
    }
    DryBodyId slab = add_box(rig.world, DRY_DYNAMIC, dry_pos(0.0, 1.5, 0.0), dry_vec3(1.5f, 0.5f, 1.5f), 1e5);
    rig.bodies[rig.count] = slab;
    rig.places[rig.count++] = dry_pos(0.0, 1.5, 0.0);
    run_until_asleep(&rig, 300);
    assert_true(largest_move(&rig) < 0.002);
    dry_world_destroy(rig.world);
}

static void without_stiff_islands_it_sinks(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    def.stiff_islands = false;
    assert_true(dry_world_def_default().stiff_islands);
    Rig rig = open_rig(&def);
    assert_false(dry_world_def(rig.world).stiff_islands);
    add_loaded_pyramid(&rig, 10, 0.0, 0.0);
    run_steps(rig.world, 60);
    assert_int_equal(dry_world_counters(rig.world).stiff_islands, 0);
    assert_true(largest_move(&rig) > 0.05);
    dry_world_destroy(rig.world);
}

/* While it is stiff and after, contacts bear what there is to bear. Softer again, it settles for some steps.
 */
static void ground_bears_the_weight(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    def.persist_events = true;
    def.sleeping = false;
    Rig rig = open_rig(&def);
    DryBodyId heavy = add_loaded_pyramid(&rig, 4, 0.0, 0.0);
    double weight = 10.0 * weight_of_cube + 10.0 * heavy_mass;
    for (int i = 0; i < 240; ++i) {
        run_steps(rig.world, 1);
        if (i == 119) {
            assert_int_equal(dry_world_counters(rig.world).stiff_islands, 1);
            assert_int_equal(dry_body_destroy(rig.world, heavy), DRY_OK);
            --rig.count;
            weight = 10.0 * weight_of_cube;
        }
        bool settled = (i >= 60 && i < 119) || (i >= 130 && i < 178) || i >= 220;
        DryEvents events = dry_world_events(rig.world);
        double sum = 0.0;
        for (int32_t k = 0; settled && k < events.contact_persist_count; ++k) {
            const DryContactEvent *e = &events.contact_persist[k];
            bool ground = e->body_a.index == 1 || e->body_b.index == 1;
            for (int32_t p = 0; ground && p < e->point_count; ++p) {
                sum += (double)e->points[p].impulse;
            }
        }
        if (settled && fabs(sum - weight / 60.0) > 1e-3 * weight / 60.0) {
            fail_msg("step %d: %g N s, the weight is %g N s", i, sum, weight / 60.0);
        }
    }
    assert_int_equal(dry_world_counters(rig.world).stiff_islands, 0);
    dry_world_destroy(rig.world);
}

/* ---- what becomes stiff, and when it ends ---- */

static void equal_cubes_are_never_stiff(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    Rig rig = open_rig(&def);
    add_pyramid(&rig, 12, 0.0, 0.0);
    for (int i = 0; i < 15; ++i) {
        add_cube(&rig, 20.0, 0.5 + i, 0.0, 100.0);
    }
    add_cube(&rig, 3.0, 14.0, 0.0, 100.0);
    for (int i = 0; i < 240; ++i) {
        run_steps(rig.world, 1);
        assert_int_equal(dry_world_counters(rig.world).stiff_islands, 0);
    }
    dry_world_destroy(rig.world);
}

static void light_ones_on_heavy_ones_are_never_stiff(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    Rig rig = open_rig(&def);
    add_cube(&rig, 0.0, 0.5, 0.0, heavy_mass);
    for (int i = 0; i < 5; ++i) {
        add_cube(&rig, 0.0, 1.5 + 1.5 * i, 0.0, 100.0);
        add_cube(&rig, 1.2, 1.5 + 1.5 * i, 0.0, 10.0);
    }
    for (int i = 0; i < 240; ++i) {
        run_steps(rig.world, 1);
        assert_int_equal(dry_world_counters(rig.world).stiff_islands, 0);
    }
    dry_world_destroy(rig.world);
}

/* Whatever the direct solver holds needs no substeps. */
static void heavy_columns_are_not_stiff(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    Rig rig = open_rig(&def);
    for (int i = 0; i < 5; ++i) {
        add_cube(&rig, 0.0, 0.5 + i, 0.0, i == 4 ? heavy_mass : 100.0);
    }
    for (int i = 0; i < 120; ++i) {
        run_steps(rig.world, 1);
        assert_int_equal(dry_world_counters(rig.world).stiff_islands, 0);
    }
    assert_true(largest_move(&rig) < 1e-4);
    dry_world_destroy(rig.world);
}

static void ends_a_second_after_the_load_is_gone(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    def.sleeping = false;
    Rig rig = open_rig(&def);
    DryBodyId heavy = add_loaded_pyramid(&rig, 10, 0.0, 0.0);
    run_steps(rig.world, 120);
    assert_int_equal(dry_body_destroy(rig.world, heavy), DRY_OK);
    --rig.count;
    int stiff = 0;
    for (int i = 0; i < 90; ++i) {
        run_steps(rig.world, 1);
        stiff += dry_world_counters(rig.world).stiff_islands;
        assert_true(fastest(&rig) < (stiff > i ? 0.03 : 0.1)); /* it settles to what soft contacts sink by */
    }
    assert_in_range(stiff, 50, 61);
    assert_true(largest_move(&rig) < 0.01);
    dry_world_destroy(rig.world);
}

static void sleeps_and_wakes_stiff(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    Rig rig = open_rig(&def);
    add_loaded_pyramid(&rig, 10, 0.0, 0.0);
    run_until_asleep(&rig, 300);
    run_steps(rig.world, 100);
    assert_int_equal(dry_world_counters(rig.world).stiff_islands, 0);
    assert_int_equal(dry_body_set_awake(rig.world, rig.bodies[0], true), DRY_OK);
    run_steps(rig.world, 1);
    assert_int_equal(dry_world_counters(rig.world).stiff_islands, 1);
    assert_true(fastest(&rig) < 0.01);
    run_until_asleep(&rig, 300);
    assert_true(largest_move(&rig) < 0.005);
    dry_world_destroy(rig.world);
}

/* What wakes without the body that made it stiff is no longer so after a second, and does not jump. */
static void load_is_taken_away_in_its_sleep(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    Rig rig = open_rig(&def);
    DryBodyId heavy = add_loaded_pyramid(&rig, 10, 0.0, 0.0);
    run_until_asleep(&rig, 300);
    assert_int_equal(dry_body_destroy(rig.world, heavy), DRY_OK);
    --rig.count;
    for (int i = 0; i < 120; ++i) {
        run_steps(rig.world, 1);
        assert_true(fastest(&rig) < 0.05);
    }
    assert_true(largest_move(&rig) < 0.01);
    dry_world_destroy(rig.world);
}

/* ---- what does not notice ---- */

enum {
    TOGETHER_STEPS = 150
};

/* Poses of a pyramid of four rows over time, beside a stiff island or alone. */
static void run_beside(bool loaded, DryPose *poses, int *stiff, int *small)
{
    DryWorldDef def = usual_def();
    Rig rig = open_rig(&def);
    add_pyramid(&rig, 4, 40.0, 0.01);
    add_cube(&rig, 40.2, 5.0, 0.0, 100.0);
    if (loaded) {
        add_loaded_pyramid(&rig, 6, 0.0, 0.0);
    }
    for (int i = 0; i < TOGETHER_STEPS; ++i) {
        run_steps(rig.world, 1);
        DryCounters counters = dry_world_counters(rig.world);
        *stiff += counters.stiff_islands == 1 && counters.small_islands > 0 ? 1 : 0;
        *small += counters.stiff_islands == 0 ? 1 : 0;
        for (int k = 0; k < 11; ++k) {
            poses[i * 11 + k] = dry_body_pose(rig.world, rig.bodies[k]);
        }
    }
    dry_world_destroy(rig.world);
}

static void ordinary_islands_keep_their_bits(void **state)
{
    (void)state;
    static DryPose alone[TOGETHER_STEPS * 11], beside[TOGETHER_STEPS * 11];
    int stiff = 0, small = 0;
    run_beside(false, alone, &stiff, &small);
    assert_int_equal(stiff, 0);
    assert_int_equal(small, TOGETHER_STEPS);
    run_beside(true, beside, &stiff, &small);
    assert_true(stiff > 20);
    for (int i = 0; i < TOGETHER_STEPS * 11; ++i) {
        if (memcmp(&alone[i].position, &beside[i].position, sizeof alone[i].position) != 0 ||
            memcmp(&alone[i].rotation, &beside[i].rotation, sizeof alone[i].rotation) != 0) {
            fail_msg("body %d differs after %d steps", i % 11, i / 11 + 1);
        }
    }
}

/* A platform that moves carries a stiff and an ordinary island, and itself is where its velocity says. */
static void platform_carries_both(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    Rig rig = open_rig(&def);
    DryBodyId platform =
        add_box(rig.world, DRY_KINEMATIC, dry_pos(0.0, 0.5, 0.0), dry_vec3(20.0f, 0.5f, 5.0f), 1.0);
    add_pyramid(&rig, 3, -10.0, 1.0);
    add_loaded_pyramid(&rig, 5, 5.0, 1.0);
    assert_int_equal(dry_body_set_velocity(rig.world, platform, dry_vec3(0.0f, 0.5f, 0.0f)), DRY_OK);
    int both = 0;
    for (int i = 0; i < 120; ++i) {
        run_steps(rig.world, 1);
        DryCounters counters = dry_world_counters(rig.world);
        both += counters.stiff_islands == 1 && counters.small_islands == 1 ? 1 : 0;
    }
    assert_true(both > 100);
    double up = dry_body_position(rig.world, platform).y - 0.5;
    assert_true(fabs(up - 1.0) < 1e-6);
    for (int i = 0; i < rig.count; ++i) {
        rig.places[i].y += up;
    }
    assert_true(largest_move(&rig) < 0.005);
    dry_world_destroy(rig.world);
}

/* Sweeps of the step in which the pyramid has become stiff, and how far it has moved until then. */
static int32_t stiff_sweeps(int32_t iterations, double *moved)
{
    DryWorldDef def = usual_def();
    def.sleeping = false;
    def.iterations = iterations;
    Rig rig = open_rig(&def);
    add_loaded_pyramid(&rig, 4, 0.0, 0.0);
    run_steps(rig.world, 60);
    DryCounters counters = dry_world_counters(rig.world);
    assert_int_equal(counters.stiff_islands, 1);
    *moved = largest_move(&rig);
    dry_world_destroy(rig.world);
    return counters.sweeps;
}

/* More substeps come instead of more sweeps in each, not on top of them. */
static void substeps_share_the_sweeps(void **state)
{
    (void)state;
    double moved_1 = 0.0, moved_8 = 0.0, moved_64 = 0.0;
    int32_t one = stiff_sweeps(1, &moved_1), eight = stiff_sweeps(8, &moved_8);
    int32_t many = stiff_sweeps(64, &moved_64);
    print_message("%d, %d and %d sweeps; moved %.2f, %.2f and %.2f mm\n", (int)one, (int)eight, (int)many,
                  1e3 * moved_1, 1e3 * moved_8, 1e3 * moved_64);
    assert_true(one >= 32);
    assert_true(eight <= 2 * one);
    assert_true(many <= 2 * 4 * 64 + one);
    assert_true(moved_8 < 1.5 * moved_1 && moved_64 < 1.5 * moved_1);
}

/* A joint within a stiff island bears what hangs on it, before, while and after the island is stiff. */
static void joints_bear_their_load(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    def.sleeping = false;
    Rig rig = open_rig(&def);
    DryBodyId heavy = add_loaded_pyramid(&rig, 4, 0.0, 0.0);
    DryBodyId hung = add_cube(&rig, 2.6, 0.8, 0.0, 10.0);
    DryFixedDef fixed = dry_fixed_def_default();
    fixed.body_a = rig.bodies[3];
    fixed.body_b = hung;
    fixed.frame_a.position = dry_vec3(1.1f, 0.3f, 0.0f);
    DryJointId joint = dry_fixed_create(rig.world, &fixed);
    assert_int_not_equal(joint.index, 0);
    for (int i = 0; i < 240; ++i) {
        run_steps(rig.world, 1);
        if (i == 119) {
            assert_int_equal(dry_world_counters(rig.world).stiff_islands, 1);
            assert_int_equal(dry_body_destroy(rig.world, heavy), DRY_OK);
            --rig.count;
            rig.bodies[rig.count - 1] = hung;
        }
        double force = (double)dry_joint_force(rig.world, joint).y;
        if ((i >= 60 && i < 119) || i >= 150) {
            assert_true(fabs(fabs(force) - 100.0) < 2.0);
        }
    }
    assert_int_equal(dry_world_counters(rig.world).stiff_islands, 0);
    dry_world_destroy(rig.world);
}

/* ---- the same bits ---- */

enum {
    BIT_STEPS = 100
};

static void build_collection(Rig *rig)
{
    add_loaded_pyramid(rig, 5, 0.0, 0.0);
    add_pyramid(rig, 4, 20.0, 0.0);
    add_cube(rig, 20.3, 6.0, 0.2, 100.0);
    add_loaded_pyramid(rig, 3, -20.0, 0.05);
    add_cube(rig, 40.0, 0.5, 0.0, 100.0);
    add_cube(rig, 40.0, 1.5, 0.0, heavy_mass);
}

static bool run_collection(int32_t workers, DryKernel kernel, uint64_t *hashes)
{
    DryWorldDef def = usual_def();
    def.workers = workers;
    def.kernel = kernel;
    def.large_island = 12;
    def.large_iterations = 3;
    def.residual_tolerance = 1e-3f;
    Rig rig = { .world = dry_world_create(&def) };
    if (rig.world == NULL) {
        return false; /* this machine does not have the kernel */
    }
    add_box(rig.world, DRY_STATIC, dry_pos(0.0, -1.0, 0.0), dry_vec3(200.0f, 1.0f, 50.0f), 1.0);
    build_collection(&rig);
    int stiff = 0;
    for (int i = 0; i < BIT_STEPS; ++i) {
        run_steps(rig.world, 1);
        DryCounters counters = dry_world_counters(rig.world);
        stiff += counters.stiff_islands >= 2 && counters.large_islands == 1 && counters.small_islands >= 1;
        hashes[i] = dry_world_hash(rig.world);
    }
    assert_true(stiff > 10);
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

static void restore_and_compare(Rig *rig, int steps)
{
    enum {
        MOST = 100
    };
    size_t size = dry_world_save(rig->world, NULL, 0);
    void *saved = malloc(size);
    assert_non_null(saved);
    assert_int_equal(dry_world_save(rig->world, saved, size), size);
    uint64_t expected[MOST];
    assert_true(steps <= MOST);
    for (int i = 0; i < steps; ++i) {
        run_steps(rig->world, 1);
        expected[i] = dry_world_hash(rig->world);
    }
    assert_int_equal(dry_world_restore(rig->world, saved, size), DRY_OK);
    for (int i = 0; i < steps; ++i) {
        run_steps(rig->world, 1);
        assert_true(dry_world_hash(rig->world) == expected[i]);
    }
    free(saved);
}

/* Before, while, and when it ends. */
static void same_bits_after_a_restore(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    def.sleeping = false;
    Rig rig = open_rig(&def);
    build_collection(&rig);
    run_steps(rig.world, 1);
    restore_and_compare(&rig, 20);
    assert_true(dry_world_counters(rig.world).stiff_islands > 0);
    restore_and_compare(&rig, 20);
    assert_int_equal(dry_body_destroy(rig.world, rig.bodies[15]), DRY_OK);
    restore_and_compare(&rig, 100);
    dry_world_destroy(rig.world);
}

/* Work that was done is still accounted for. */
static void energy_adds_up(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    def.sleeping = false;
    Rig rig = open_rig(&def);
    assert_int_equal(dry_world_set_track_work(rig.world, true), DRY_OK);
    add_pyramid(&rig, 4, 20.0, 0.0);
    add_loaded_pyramid(&rig, 6, 0.0, 0.02);
    double start = dry_world_energy(rig.world).kinetic;
    run_steps(rig.world, 40);
    assert_int_equal(dry_world_counters(rig.world).stiff_islands, 1);
    double change = dry_world_energy(rig.world).kinetic - start;
    DryWork work = dry_world_work(rig.world);
    double sum = work.gravity + work.forces + work.damping + work.contacts + work.friction + work.joints +
                 work.drives + work.correction;
    if (fabs(change - sum) > 0.5) {
        fail_msg("the energy changed by %g J, the work was %g J", change, sum);
    }
    assert_true(work.contacts < 0.0);
    dry_world_destroy(rig.world);
}

/* Times of all classes are in the profile: those of contacts that are warm started, of joints and of what is
   solved directly as well. */
static void profile_has_all_classes(void **state)
{
    (void)state;
    DryWorldDef def = usual_def();
    def.sleeping = false;
    Rig rig = open_rig(&def);
    add_loaded_pyramid(&rig, 4, 0.0, 0.0);
    add_cube(&rig, 20.0, 0.5, 0.0, 100.0);
    DryBodyId high = add_cube(&rig, 20.0, 1.5, 0.0, heavy_mass);
    DryBallDef ball = dry_ball_def_default();
    ball.body_a = high;
    ball.body_b = add_cube(&rig, 21.5, 2.5, 0.0, 10.0);
    ball.frame_a.position = dry_vec3(0.5f, 0.5f, 0.0f);
    ball.frame_b.position = dry_vec3(-1.0f, -0.5f, 0.0f);
    assert_int_not_equal(dry_ball_create(rig.world, &ball).index, 0);
    run_steps(rig.world, 30);
    assert_int_equal(dry_world_counters(rig.world).stiff_islands, 1);
    assert_int_equal(dry_world_counters(rig.world).small_islands, 1);
    DryProfile profile = dry_world_profile(rig.world);
    assert_true(profile.warm_start > 0.0 && profile.joints > 0.0);
    assert_true(profile.solve > 0.0 && profile.relax > 0.0 && profile.store > 0.0);
    dry_world_destroy(rig.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heavy_cube_stands_on_a_pyramid),
        cmocka_unit_test(heavy_slab_stands_on_nine),
        cmocka_unit_test(without_stiff_islands_it_sinks),
        cmocka_unit_test(ground_bears_the_weight),
        cmocka_unit_test(equal_cubes_are_never_stiff),
        cmocka_unit_test(light_ones_on_heavy_ones_are_never_stiff),
        cmocka_unit_test(heavy_columns_are_not_stiff),
        cmocka_unit_test(ends_a_second_after_the_load_is_gone),
        cmocka_unit_test(sleeps_and_wakes_stiff),
        cmocka_unit_test(load_is_taken_away_in_its_sleep),
        cmocka_unit_test(ordinary_islands_keep_their_bits),
        cmocka_unit_test(platform_carries_both),
        cmocka_unit_test(substeps_share_the_sweeps),
        cmocka_unit_test(joints_bear_their_load),
        cmocka_unit_test(same_bits_for_any_workers_and_kernel),
        cmocka_unit_test(same_bits_after_a_restore),
        cmocka_unit_test(energy_adds_up),
        cmocka_unit_test(profile_has_all_classes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
