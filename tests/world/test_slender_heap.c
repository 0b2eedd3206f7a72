/* Heaps of thin rods that tumble over each other: they answer to a torque about their axis some hundred times
   more than across it, so that rows made for the attitude of the step's start are wrong after some degrees.
   Nothing works on the heap but gravity: its energy does not rise. */
#include "support/build.h"
#include "support/random.h"

enum {
    RODS = 800,
    SIDE = 13,
    STEPS = 70
};

/* A floor and four walls. */
static void add_pit(DryWorld *world)
{
    static const struct {
        DryVec3 at, half;
    } parts[] = { { { 0.0f, -1.0f, 0.0f }, { 30.0f, 1.0f, 30.0f } },
                  { { -8.0f, 10.0f, 0.0f }, { 0.5f, 10.0f, 8.5f } },
                  { { 8.0f, 10.0f, 0.0f }, { 0.5f, 10.0f, 8.5f } },
                  { { 0.0f, 10.0f, -8.0f }, { 8.5f, 10.0f, 0.5f } },
                  { { 0.0f, 10.0f, 8.0f }, { 8.5f, 10.0f, 0.5f } } };
    DryBodyDef def = dry_body_def_default();
    DryBodyId pit = dry_body_create(world, &def);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        DryShapeOptions options = dry_shape_options_default();
        options.frame.position = parts[i].at;
        DryBox box = { parts[i].half };
        assert_int_not_equal(dry_shape_add_box(world, pit, &box, &options).index, 0);
    }
}

static void add_rod(DryWorld *world, Random *random, int i, bool cone)
{
    DryBodyDef def = dry_body_def_default();
    def.type = DRY_DYNAMIC;
    def.position = dry_pos(i % SIDE * 1.1 - 6.6, 1 + i / (SIDE * SIDE) * 1.1, i / SIDE % SIDE * 1.1 - 6.6);
    float q[4];
    for (int k = 0; k < 4; ++k) {
        q[k] = random_float(random, -1.0f, 1.0f);
    }
    def.rotation = dry_quat_normalize((DryQuat){ q[0], q[1], q[2], q[3] });
    DryBodyId body = dry_body_create(world, &def);
    DryVec3 lower = dry_vec3(0.0f, -0.4f, 0.0f), upper = dry_vec3(0.0f, 0.4f, 0.0f);
    if (cone) {
        DryCone shape = { lower, upper, 0.02f, 0.0f };
        assert_int_not_equal(dry_shape_add_cone(world, body, &shape, NULL).index, 0);
    } else {
        DryCapsule shape = { lower, upper, 0.02f };
        assert_int_not_equal(dry_shape_add_capsule(world, body, &shape, NULL).index, 0);
    }
}

static void check_heap(bool cone, uint64_t seed)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    add_pit(world);
    Random random = random_seeded(seed);
    for (int i = 0; i < RODS; ++i) {
        add_rod(world, &random, i, cone);
    }
    double least = dry_world_energy(world).total, start = least, rise = 0.0;
    for (int i = 0; i < STEPS; ++i) {
        assert_int_equal(dry_world_step(world, 1.0f / 60.0f), DRY_OK);
        double now = dry_world_energy(world).total;
        rise = now - least > rise ? now - least : rise;
        least = now < least ? now : least;
    }
    print_message("%s, seed %d: largest rise %g of %g J\n", cone ? "cones" : "capsules", (int)seed, rise,
                  start);
    assert_true(rise < 1e-3 * start);
    dry_world_destroy(world);
}

static void heap_of_capsules_gains_no_energy(void **unused)
{
    (void)unused;
    check_heap(false, 5);
}

static void heap_of_cones_gains_no_energy(void **unused)
{
    (void)unused;
    check_heap(true, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heap_of_capsules_gains_no_energy),
        cmocka_unit_test(heap_of_cones_gains_no_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
