/* C2.1, C2.3, C2.4, C2.5, C2.6, C2.8 and C2.10 in the engine. */
#include "contracts/check.h"

#include <drystone/drystone.h>

static const float dt = 1.0f / 60.0f;

static DryWorld *open_world(const DryWorldDef *changed)
{
    DryWorldDef def = changed ? *changed : dry_world_def_default();
    def.workers = 1;
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

static DryBodyId add_box(DryWorld *world, DryBodyType type, DryPos position, DryVec3 half_extents,
                         float friction)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = position;
    DryBodyId body = dry_body_create(world, &def);
    DryShapeOptions options = dry_shape_options_default();
    options.material.friction = friction;
    DryBox box = { half_extents };
    assert_int_not_equal(dry_shape_add_box(world, body, &box, &options).index, 0);
    return body;
}

static const DryVec3 cube = { 0.5f, 0.5f, 0.5f };

static void add_ground(DryWorld *world)
{
    add_box(world, DRY_STATIC, dry_pos(0.0, -1.0, 0.0), dry_vec3(30.0f, 1.0f, 30.0f), 0.6f);
}

/* ---- C2.1: what warm starting buys ---- */

enum {
    STACK = 8
};

/* How far the top of a stack is below where it belongs after three seconds, m. Soft contacts sink by a little
   even when solved exactly; what comes on top of that is left unsolved. */
static double sink_of_stack(bool warm_starting, int32_t iterations)
{
    DryWorldDef def = dry_world_def_default();
    def.warm_starting = warm_starting;
    def.direct_contacts = false; /* which would hold it in any case */
    def.iterations = iterations;
    def.sleeping = false;
    DryWorld *world = open_world(&def);
    add_ground(world);
    DryBodyId top = { 0, 0 };
    for (int i = 0; i < STACK; ++i) {
        top = add_box(world, DRY_DYNAMIC, dry_pos(0.0, 0.5 + i, 0.0), cube, 0.6f);
    }
    step(world, 180);
    double sink = STACK - 0.5 - dry_body_position(world, top).y;
    dry_world_destroy(world);
    return sink;
}

/* Sweeps per substep until the stack is within a millimetre of where 64 sweeps hold it; 65 when never. */
static int32_t sweeps_to_hold(bool warm_starting)
{
    double held = sink_of_stack(true, 64);
    int32_t iterations = 1;
    while (iterations <= 64 && !(fabs(sink_of_stack(warm_starting, iterations) - held) <= 1e-3)) {
        ++iterations;
    }
    return iterations;
}

static void c2_1_warm_starting_saves_sweeps(void **state)
{
    (void)state;
    int32_t warm = sweeps_to_hold(true), cold = sweeps_to_hold(false);
    print_message("sweeps that hold a stack of %d: %d with warm starting, %d without\n", STACK, (int)warm,
                  (int)cold);
    assert_true(warm <= 2);
    assert_true(cold >= 4 * warm);
}

static void c2_1_warm_starting_holds_a_stack_with_one_sweep(void **state)
{
    (void)state;
    double warm = sink_of_stack(true, 1), cold = sink_of_stack(false, 1);
    print_message("sink of %d cubes with one sweep: %g mm with warm starting, %g mm without\n", STACK,
                  1e3 * warm, 1e3 * cold);
    assert_true(fabs(warm) < 0.02);
    assert_true(cold > 4.0 * fabs(warm));
}

/* ---- C2.3: contacts first, or joints first ---- */

enum {
    HANGING = 5 /* links above the tray */
};

/* Two boxes, one on the other, on a tray that hangs from a chain. */
typedef struct Hanging {
    DryBodyId links[HANGING + 1]; /* the last is the tray */
    DryBodyId boxes[2];
} Hanging;

static void hang(DryWorld *world, DryBodyId above, DryBodyId below)
{
    DryHingeDef def = dry_hinge_def_default();
    def.body_a = above;
    def.frame_a = dry_frame_from_axis(dry_vec3(0.0f, -0.25f, 0.0f), dry_vec3(0.0f, 0.0f, 1.0f));
    def.body_b = below;
    def.frame_b = dry_frame_from_axis(dry_vec3(0.0f, 0.25f, 0.0f), dry_vec3(0.0f, 0.0f, 1.0f));
    assert_int_not_equal(dry_hinge_create(world, &def).index, 0);
}

static Hanging add_hanging(DryWorld *world)
{
    Hanging h;
    DryBodyId above = add_box(world, DRY_STATIC, dry_pos(0.0, 0.5, 0.0), dry_vec3(0.1f, 0.1f, 0.1f), 0.6f);
    for (int i = 0; i <= HANGING; ++i) {
        DryVec3 half = i < HANGING ? dry_vec3(0.05f, 0.2f, 0.05f) : dry_vec3(0.6f, 0.05f, 0.6f);
        h.links[i] = add_box(world, DRY_DYNAMIC, dry_pos(0.0, -0.5 * i, 0.0), half, 0.6f);
        hang(world, above, h.links[i]);
        above = h.links[i];
    }
    /* beside the chain, one on each side of it, or the tray would turn */
    for (int i = 0; i < 2; ++i) {
        h.boxes[i] = add_box(world, DRY_DYNAMIC, dry_pos(i ? 0.35 : -0.35, -0.5 * HANGING + 0.25, 0.0),
                             dry_vec3(0.2f, 0.2f, 0.2f), 0.6f);
    }
    return h;
}

static void c2_3_both_orders_hold_a_loaded_chain(void **state)
{
    (void)state;
    uint64_t hashes[2];
    for (int first = 0; first < 2; ++first) {
        DryWorldDef def = dry_world_def_default();
        def.joints_first = first != 0;
        def.sleeping = false;
        DryWorld *world = open_world(&def);
        assert_true(dry_world_def(world).joints_first == def.joints_first);
        Hanging h = add_hanging(world);
        dry_body_set_velocity(world, h.links[2], dry_vec3(0.3f, 0.0f, 0.0f));
        step(world, 30);
        hashes[first] = dry_world_hash(world);
        step(world, 270);
        for (int i = 0; i <= HANGING; ++i) {
            DryPos above = { 0.0, 0.5, 0.0 }, p = dry_body_position(world, h.links[i]);
            above = i > 0 ? dry_body_position(world, h.links[i - 1]) : above;
            assert_close(p.y - above.y, -0.5, 0.01);
        }
        DryPos tray = dry_body_position(world, h.links[HANGING]);
        for (int i = 0; i < 2; ++i) {
            DryPos box = dry_body_position(world, h.boxes[i]);
            assert_close(box.y - tray.y, 0.25, 0.01);
            assert_close(box.x - tray.x, i ? 0.35 : -0.35, 0.02);
        }
        dry_world_destroy(world);
    }
    assert_true(hashes[0] != hashes[1]);
}

/* ---- C2.4: as many sweeps as it takes ---- */

static void add_stack(DryWorld *world, int count, double x)
{
    for (int i = 0; i < count; ++i) {
        add_box(world, DRY_DYNAMIC, dry_pos(x, 0.5 + i, 0.0), cube, 0.6f);
    }
}

/* What is left out is counted, and what is left over is under the tolerance. */
static void c2_4_sweeps_end_when_the_error_is_under_the_tolerance(void **state)
{
    (void)state;
    enum {
        SWEEPS = 8,
        ALL = 2 * 4 * SWEEPS
    };
    const float tolerances[] = { 0.0f, 1e-4f, 1e-2f };
    double before = 0.0;
    int32_t sweeps[3];
    for (int i = 0; i < 3; ++i) {
        DryWorldDef def = dry_world_def_default();
        def.iterations = SWEEPS;
        def.residual_tolerance = tolerances[i];
        def.direct_contacts = false;
        def.sleeping = false;
        DryWorld *world = open_world(&def);
        assert_true(dry_world_def(world).residual_tolerance == tolerances[i]);
        add_ground(world);
        add_stack(world, STACK, 0.0);
        step(world, 240);
        DryCounters counters = dry_world_counters(world);
        sweeps[i] = counters.sweeps;
        assert_int_equal(counters.sweeps + counters.sweeps_saved, ALL);
        assert_true((counters.early_exits > 0) == (counters.sweeps_saved > 0));
        assert_true(counters.residual <= 2.0f * tolerances[i] + 1e-4f);
        DryBodyId bodies[STACK + 1];
        assert_int_equal(dry_world_bodies(world, bodies, STACK + 1), STACK + 1);
        double top = dry_body_position(world, bodies[STACK]).y;
        before = i == 0 ? top : before;
        assert_true(fabs(top - before) < 1e-4);
        dry_world_destroy(world);
    }
    assert_int_equal(sweeps[0], ALL);
    assert_true(sweeps[1] < ALL && sweeps[2] <= sweeps[1]);
}

/* A hard blow is not at rest after one sweep: the passes it needs are done. */
static void c2_4_what_moves_gets_its_sweeps(void **state)
{
    (void)state;
    DryWorldDef def = dry_world_def_default();
    def.iterations = 8;
    def.residual_tolerance = 1e-3f;
    def.direct_contacts = false;
    DryWorld *world = open_world(&def);
    add_ground(world);
    add_stack(world, STACK, 0.0);
    step(world, 120);
    int32_t at_rest = dry_world_counters(world).sweeps;
    DryBodyId bodies[STACK + 1];
    assert_int_equal(dry_world_bodies(world, bodies, STACK + 1), STACK + 1);
    assert_int_equal(dry_body_set_velocity(world, bodies[STACK], dry_vec3(0.0f, -4.0f, 0.0f)), DRY_OK);
    step(world, 1);
    assert_true(dry_world_counters(world).sweeps > at_rest);
    dry_world_destroy(world);
}

static void c2_4_large_islands_have_iterations_of_their_own(void **state)
{
    (void)state;
    DryWorldDef def = dry_world_def_default();
    def.large_island = STACK;
    def.iterations = 2;
    def.large_iterations = 6;
    DryWorld *world = open_world(&def);
    DryWorldDef got = dry_world_def(world);
    assert_int_equal(got.large_island, STACK);
    assert_int_equal(got.large_iterations, 6);
    add_ground(world);
    add_stack(world, 2, -5.0);
    add_stack(world, 3, -10.0);
    add_stack(world, STACK, 5.0);
    step(world, 2);
    DryCounters counters = dry_world_counters(world);
    assert_int_equal(counters.small_islands, 2);
    assert_int_equal(counters.large_islands, 1);
    assert_int_equal(counters.stiff_islands, 0);
    assert_int_equal(counters.small_manifolds, 5);
    assert_int_equal(counters.large_manifolds, STACK);
    assert_int_equal(counters.sweeps, 2 * 4 * (2 + 6));
    assert_int_equal(counters.sweeps_saved, 0);
    dry_world_destroy(world);
}

/* Islands solved apart have the bits that they have alone. */
static void c2_4_classes_do_not_see_each_other(void **state)
{
    (void)state;
    DryPos tops[3];
    for (int i = 0; i < 3; ++i) {
        DryWorldDef def = dry_world_def_default();
        def.large_island = i == 1 ? 0 : STACK; /* alone it is small with the iterations of a large one */
        def.iterations = i == 1 ? 5 : 1;
        def.large_iterations = 5;
        def.sleeping = false;
        DryWorld *world = open_world(&def);
        add_ground(world);
        add_stack(world, STACK, 0.2);
        if (i == 2) {
            add_stack(world, 3, 9.0);
        }
        step(world, 90);
        DryBodyId bodies[STACK + 4];
        assert_true(dry_world_bodies(world, bodies, STACK + 4) > STACK);
        tops[i] = dry_body_position(world, bodies[STACK]);
        dry_world_destroy(world);
    }
    assert_memory_equal(&tops[0], &tops[1], sizeof tops[0]);
    assert_memory_equal(&tops[0], &tops[2], sizeof tops[0]);
}

/* ---- C2.5: soft contacts, and a cap on how fast overlap is pushed out ---- */

/* How far a cube of 100 kg sinks under its weight. */
static double sink_of_cube(float hertz)
{
    DryWorldDef def = dry_world_def_default();
    def.contact_hertz = hertz;
    def.sleeping = false;
    DryWorld *world = open_world(&def);
    add_ground(world);
    DryBodyId box = add_box(world, DRY_DYNAMIC, dry_pos(0.0, 0.5, 0.0), cube, 0.6f);
    step(world, 600);
    double sink = 0.5 - dry_body_position(world, box).y;
    dry_world_destroy(world);
    return sink;
}

static void c2_5_softer_contacts_sink_further(void **state)
{
    (void)state;
    double soft = sink_of_cube(2.0f), usual = sink_of_cube(8.0f), hard = sink_of_cube(30.0f);
    print_message("sinks %g mm at 2 Hz, %g mm at 8 Hz, %g mm at 30 Hz\n", 1e3 * soft, 1e3 * usual,
                  1e3 * hard);
    assert_true(soft > 4.0 * usual && usual > 4.0 * hard && hard > 0.0 && hard < 1e-3);
}

/* Set down 0.3 m inside the ground, a cube is pushed out no faster than push_speed, in either way of doing
   it, and is not thrown. */
static void c2_5_deep_overlap_is_pushed_out_without_throwing(void **state)
{
    (void)state;
    const float speeds[] = { 0.25f, 1.0f, 3.0f };
    for (int i = 0; i < 6; ++i) {
        DryWorldDef def = dry_world_def_default();
        def.push_speed = speeds[i / 2];
        def.position_pass = i % 2 != 0;
        def.sleeping = false;
        DryWorld *world = open_world(&def);
        add_ground(world);
        DryBodyId box = add_box(world, DRY_DYNAMIC, dry_pos(0.0, 0.2, 0.0), cube, 0.6f);
        double before = 0.2, fastest = 0.0, highest = 0.0;
        for (int k = 0; k < 300; ++k) {
            step(world, 1);
            double y = dry_body_position(world, box).y;
            fastest = fmax(fastest, (y - before) / (double)dt);
            highest = fmax(highest, y);
            before = y;
        }
        print_message("push speed %g, pass %d: fastest %g m/s, highest %g m, in the end %g m\n",
                      (double)def.push_speed, def.position_pass, fastest, highest, before);
        assert_true(fastest <= 1.01 * (double)def.push_speed);
        assert_true(highest < 0.501);
        assert_close(before, 0.5, 5e-3);
        dry_world_destroy(world);
    }
}

/* ---- C2.6: two ways to correct positions ---- */

/* Sum of the impulses that the events of the latest step tell of, N s. */
static double told_impulse(const DryWorld *world)
{
    DryEvents events = dry_world_events(world);
    double sum = 0.0;
    for (int32_t i = 0; i < events.contact_persist_count; ++i) {
        sum += (double)events.contact_persist[i].impulse;
    }
    return sum;
}

/* A bouncy cube in the ground comes out as if it were not bouncy, with no more speed than gravity gives in a
   substep, and what is told of the contact is its weight alone. */
static void c2_6_overlap_comes_out_without_bounce_in_either_way(void **state)
{
    (void)state;
    for (int pass = 0; pass < 2; ++pass) {
        DryWorldDef def = dry_world_def_default();
        def.position_pass = pass != 0;
        def.persist_events = true;
        def.sleeping = false;
        def.restitution_threshold = 0.0f;
        DryWorld *world = open_world(&def);
        assert_true(dry_world_def(world).position_pass == def.position_pass);
        add_ground(world);
        DryBodyId box = add_box(world, DRY_DYNAMIC, dry_pos(0.0, 0.4, 0.0), cube, 0.6f);
        DryShapeId shape;
        assert_int_equal(dry_body_shapes(world, box, &shape, 1), 1);
        DryMaterial bouncy = dry_material_default();
        bouncy.restitution = 1.0f;
        assert_int_equal(dry_shape_set_material(world, shape, &bouncy), DRY_OK);
        double weight = (double)dry_body_mass(world, box).mass * 9.81 * (double)dt, fastest = 0.0,
               highest = 0.0, most = 0.0;
        for (int k = 0; k < 240; ++k) {
            step(world, 1);
            fastest = fmax(fastest, (double)dry_body_velocity(world, box).y);
            highest = fmax(highest, dry_body_position(world, box).y);
            most = fmax(most, told_impulse(world));
        }
        print_message("pass %d: fastest %g m/s, highest %g m, at most %g of its weight\n", pass, fastest,
                      highest, most / weight);
        assert_true(highest < 0.501);
        assert_close(dry_body_position(world, box).y, 0.5, 5e-3);
        assert_true(fastest < 0.05);
        assert_true(most > 0.9 * weight && most < 1.1 * weight);
        dry_world_destroy(world);
    }
}

/* Two weightless cubes inside each other, of which nothing is known but their overlap. */
static void c2_6_position_pass_gives_no_speed_and_no_impulse(void **state)
{
    (void)state;
    DryWorldDef def = dry_world_def_default();
    def.position_pass = true;
    def.persist_events = true;
    def.sleeping = false;
    def.gravity = dry_vec3(0.0f, 0.0f, 0.0f);
    DryWorld *world = open_world(&def);
    DryBodyId a = add_box(world, DRY_DYNAMIC, dry_pos(0.0, 0.0, 0.0), cube, 0.6f);
    DryBodyId b = add_box(world, DRY_DYNAMIC, dry_pos(0.1, 0.8, 0.1), cube, 0.6f);
    for (int i = 0; i < 300; ++i) {
        step(world, 1);
        assert_close((double)dry_body_velocity(world, a).y, 0.0, 1e-4);
        assert_close((double)dry_body_velocity(world, b).y, 0.0, 1e-4);
        assert_close(told_impulse(world), 0.0, 1e-2);
    }
    double gap = dry_body_position(world, b).y - dry_body_position(world, a).y;
    print_message("in the end %g m apart\n", gap);
    assert_close(gap, 1.0, 6e-3);
    assert_close(dry_body_position(world, b).y + dry_body_position(world, a).y, 0.8, 1e-3);
    dry_world_destroy(world);
}

/* How far eight cubes sink that nothing else holds. */
static double sink_by(bool position_pass)
{
    DryWorldDef def = dry_world_def_default();
    def.position_pass = position_pass;
    def.direct_contacts = def.stiff_islands = false;
    def.iterations = 16;
    def.sleeping = false;
    DryWorld *world = open_world(&def);
    add_ground(world);
    DryBodyId top = { 0, 0 };
    for (int i = 0; i < STACK; ++i) {
        top = add_box(world, DRY_DYNAMIC, dry_pos(0.0, 0.5 + i, 0.0), cube, 0.6f);
    }
    step(world, 240);
    double sink = STACK - 0.5 - dry_body_position(world, top).y;
    dry_world_destroy(world);
    return sink;
}

/* With the pass contacts have no softness, and what stands on them has none of its sink. */
static void c2_6_the_position_pass_stands_in_for_softness(void **state)
{
    (void)state;
    double soft = sink_by(false), firm = sink_by(true);
    print_message("sink of the soft step %g m, of the position pass %g m\n", soft, firm);
    assert_true(soft > 5e-3);
    assert_true(firm < 0.2 * soft);
}

/* ---- C2.8: stacks, slopes, chains ---- */

static bool all_asleep(const DryWorld *world, const DryBodyId *bodies, int count)
{
    for (int i = 0; i < count; ++i) {
        if (dry_body_is_awake(world, bodies[i])) {
            return false;
        }
    }
    return true;
}

static void c2_8_pyramid_of_five_layers_sleeps_within_two_seconds(void **state)
{
    (void)state;
    DryWorld *world = open_world(NULL);
    add_ground(world);
    DryBodyId bodies[15];
    int count = 0;
    for (int row = 0; row < 5; ++row) {
        for (int i = 0; i < 5 - row; ++i) {
            bodies[count++] =
                add_box(world, DRY_DYNAMIC, dry_pos(i - 0.5 * (4 - row), row + 0.5, 0.0), cube, 0.6f);
        }
    }
    int steps = 0;
    while (steps < 121 && !all_asleep(world, bodies, count)) {
        step(world, 1);
        ++steps;
    }
    assert_true(steps <= 120);
    assert_close(dry_body_position(world, bodies[14]).y, 4.5, 0.01);
    dry_world_destroy(world);
}

static void c2_8_box_on_a_slope_does_not_creep(void **state)
{
    (void)state;
    DryWorldDef def = dry_world_def_default();
    def.sleeping = false; /* nothing may hold it but friction */
    const float tangents[] = { 0.2f, 0.4f, 0.49f };
    for (int i = 0; i < 3; ++i) {
        float c = 1.0f / sqrtf(1.0f + tangents[i] * tangents[i]), s = tangents[i] * c;
        def.gravity = dry_vec3(9.81f * s, -9.81f * c, 0.0f);
        DryWorld *world = open_world(&def);
        add_box(world, DRY_STATIC, dry_pos(0.0, -1.0, 0.0), dry_vec3(30.0f, 1.0f, 30.0f), 0.5f);
        DryBodyId box = add_box(world, DRY_DYNAMIC, dry_pos(0.0, 0.5, 0.0), cube, 0.5f);
        step(world, 60);
        DryPos early = dry_body_position(world, box);
        step(world, 540);
        DryPos late = dry_body_position(world, box);
        assert_close(late.x, early.x, 1e-4);
        assert_close(late.z, early.z, 1e-4);
        dry_world_destroy(world);
    }
}

enum {
    LINKS = 30
};

/* Links of half a metre along x, each hinged about z to the next. */
static void add_hinge_chain(DryWorld *world, DryBodyId links[LINKS])
{
    for (int i = 0; i < LINKS; ++i) {
        links[i] =
            add_box(world, DRY_DYNAMIC, dry_pos(0.5 * i, 0.0, 0.0), dry_vec3(0.22f, 0.04f, 0.04f), 0.6f);
        if (i > 0) {
            DryHingeDef def = dry_hinge_def_default();
            def.body_a = links[i - 1];
            def.frame_a = dry_frame_from_axis(dry_vec3(0.25f, 0.0f, 0.0f), dry_vec3(0.0f, 0.0f, 1.0f));
            def.body_b = links[i];
            def.frame_b = dry_frame_from_axis(dry_vec3(-0.25f, 0.0f, 0.0f), dry_vec3(0.0f, 0.0f, 1.0f));
            assert_int_not_equal(dry_hinge_create(world, &def).index, 0);
        }
    }
}

/* The chain gives a little, like a spring; it stays in line, and let go it never has more energy than was put
 * in. */
static void c2_8_hinge_chain_pulled_straight_does_not_explode(void **state)
{
    (void)state;
    const float pull = 1e4f;
    DryWorldDef def = dry_world_def_default();
    def.gravity = dry_vec3(0.0f, 0.0f, 0.0f);
    def.sleeping = false;
    DryWorld *world = open_world(&def);
    DryBodyId links[LINKS], first, last;
    add_hinge_chain(world, links);
    first = links[0];
    last = links[LINKS - 1];
    double longest = 0.0;
    for (int i = 0; i < 120; ++i) {
        dry_body_apply_force_center(world, first, dry_vec3(-pull, 0.0f, 0.0f), DRY_WAKE);
        dry_body_apply_force_center(world, last, dry_vec3(pull, 0.0f, 0.0f), DRY_WAKE);
        step(world, 1);
        for (int k = 0; k < LINKS; ++k) {
            DryPos p = dry_body_position(world, links[k]);
            if (!(fabs(p.x - 0.5 * k) < 1.5 && fabs(p.y) < 0.1 && fabs(p.z) < 0.1)) {
                print_error("pulled for %d steps, link %d is at %g %g %g\n", i + 1, k, p.x, p.y, p.z);
                fail();
            }
        }
        double length = dry_body_position(world, last).x - dry_body_position(world, first).x;
        longest = fmax(longest, length - 0.5 * (LINKS - 1));
    }
    double energy = 0.0;
    for (int i = 0; i < 300; ++i) {
        step(world, 1);
        energy = dry_world_energy(world).kinetic;
        if (!(energy <= (double)pull * longest)) {
            print_error("let go, the chain has %g J; only %g J went in\n", energy, (double)pull * longest);
            fail();
        }
    }
    assert_true(energy < 1.0);
    dry_world_destroy(world);
}

/* ---- C2.10: what is wrong is caught where it enters ---- */

static const float bad_numbers[] = { NAN, INFINITY, -INFINITY };

static void c2_10_non_finite_values_are_refused(void **state)
{
    (void)state;
    DryWorld *world = open_world(NULL);
    DryBodyId box = add_box(world, DRY_DYNAMIC, dry_pos(0.0, 5.0, 0.0), cube, 0.6f);
    uint64_t hash = dry_world_hash(world);
    for (int i = 0; i < 3; ++i) {
        float bad = bad_numbers[i];
        DryVec3 vector = dry_vec3(0.0f, bad, 0.0f);
        DryPose pose = { { 0.0, (double)bad, 0.0 }, { 0.0f, 0.0f, 0.0f, 1.0f } };
        assert_int_equal(dry_world_step(world, bad), DRY_ERROR_ARGUMENT);
        assert_int_equal(dry_world_set_gravity(world, vector), DRY_ERROR_ARGUMENT);
        assert_int_equal(dry_body_set_velocity(world, box, vector), DRY_ERROR_ARGUMENT);
        assert_int_equal(dry_body_set_angular_velocity(world, box, vector), DRY_ERROR_ARGUMENT);
        assert_int_equal(dry_body_set_pose(world, box, pose), DRY_ERROR_ARGUMENT);
        assert_int_equal(dry_body_apply_force_center(world, box, vector, DRY_WAKE), DRY_ERROR_ARGUMENT);
        assert_int_equal(
            dry_body_apply_force(world, box, dry_vec3(1.0f, 0.0f, 0.0f), pose.position, DRY_WAKE),
            DRY_ERROR_ARGUMENT);
        assert_int_equal(dry_body_apply_torque(world, box, vector, DRY_WAKE), DRY_ERROR_ARGUMENT);
        assert_int_equal(dry_body_apply_impulse_center(world, box, vector, DRY_WAKE), DRY_ERROR_ARGUMENT);
        assert_int_equal(dry_body_apply_angular_impulse(world, box, vector, DRY_WAKE), DRY_ERROR_ARGUMENT);
        assert_int_equal(dry_body_set_damping(world, box, bad, 0.0f), DRY_ERROR_ARGUMENT);
        assert_int_equal(dry_body_set_gravity_scale(world, box, bad), DRY_ERROR_ARGUMENT);
        DryBodyDef def = dry_body_def_default();
        def.position.x = (double)bad;
        assert_int_equal(dry_body_create(world, &def).index, 0);
        DryBox shape = { { 0.5f, bad, 0.5f } };
        assert_int_equal(dry_shape_add_box(world, box, &shape, NULL).index, 0);
    }
    assert_true(dry_world_error(world)[0] != '\0');
    assert_true(dry_world_hash(world) == hash);
    dry_world_destroy(world);
}

static void c2_10_unnormalised_quaternions_are_refused(void **state)
{
    (void)state;
    DryWorld *world = open_world(NULL);
    DryBodyId box = add_box(world, DRY_DYNAMIC, dry_pos(0.0, 5.0, 0.0), cube, 0.6f);
    DryBodyId other = add_box(world, DRY_DYNAMIC, dry_pos(3.0, 5.0, 0.0), cube, 0.6f);
    const DryQuat bad[] = { { 0.0f, 0.0f, 0.0f, 0.0f },
                            { 0.0f, 0.0f, 0.0f, 1.1f },
                            { 1.0f, 1.0f, 0.0f, 0.0f },
                            { NAN, 0.0f, 0.0f, 1.0f } };
    uint64_t hash = dry_world_hash(world);
    for (int i = 0; i < 4; ++i) {
        DryBodyDef def = dry_body_def_default();
        def.rotation = bad[i];
        assert_int_equal(dry_body_create(world, &def).index, 0);
        DryPose pose = { { 0.0, 0.0, 0.0 }, bad[i] };
        assert_int_equal(dry_body_set_pose(world, box, pose), DRY_ERROR_ARGUMENT);
        DryFixedDef fixed = dry_fixed_def_default();
        fixed.body_a = box;
        fixed.body_b = other;
        fixed.frame_a.rotation = bad[i];
        assert_int_equal(dry_fixed_create(world, &fixed).index, 0);
        DryShapeOptions options = dry_shape_options_default();
        options.frame.rotation = bad[i];
        DryBox shape = { cube };
        assert_int_equal(dry_shape_add_box(world, box, &shape, &options).index, 0);
    }
    assert_true(dry_world_hash(world) == hash);
    dry_world_destroy(world);
}

static void c2_10_zero_axes_and_masses_are_refused(void **state)
{
    (void)state;
    DryWorld *world = open_world(NULL);
    DryBodyId box = add_box(world, DRY_DYNAMIC, dry_pos(0.0, 5.0, 0.0), cube, 0.6f);
    DryBodyDef def = dry_body_def_default();
    DryBodyId ground = dry_body_create(world, &def);
    uint64_t hash = dry_world_hash(world);
    DryHalfSpace flat = { { 0.0f, 0.0f, 0.0f }, 0.0f };
    assert_int_equal(dry_shape_add_half_space(world, ground, &flat, NULL).index, 0);
    DryRay ray = { { 0.0, 0.0, 0.0 }, { 0.0f, 0.0f, 0.0f }, 1.0f };
    DryRayHit hit;
    assert_false(dry_world_cast_ray_closest(world, ray, DRY_FILTER_ALL, &hit));
    assert_int_equal(dry_world_cast_ray_all(world, ray, DRY_FILTER_ALL, &hit, 1), -1);
    DryMass mass = dry_body_mass(world, box);
    mass.mass = 0.0f;
    assert_int_equal(dry_body_set_mass(world, box, &mass), DRY_ERROR_ARGUMENT);
    mass = dry_body_mass(world, box);
    mass.inertia.xx = 0.0f;
    assert_int_equal(dry_body_set_mass(world, box, &mass), DRY_ERROR_ARGUMENT);
    DrySphere point = { { 0.0f, 0.0f, 0.0f }, 0.0f };
    assert_int_equal(dry_shape_add_sphere(world, box, &point, NULL).index, 0);
    assert_true(dry_world_hash(world) == hash);
    dry_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c2_1_warm_starting_saves_sweeps),
        cmocka_unit_test(c2_1_warm_starting_holds_a_stack_with_one_sweep),
        cmocka_unit_test(c2_3_both_orders_hold_a_loaded_chain),
        cmocka_unit_test(c2_4_sweeps_end_when_the_error_is_under_the_tolerance),
        cmocka_unit_test(c2_4_what_moves_gets_its_sweeps),
        cmocka_unit_test(c2_4_large_islands_have_iterations_of_their_own),
        cmocka_unit_test(c2_4_classes_do_not_see_each_other),
        cmocka_unit_test(c2_5_softer_contacts_sink_further),
        cmocka_unit_test(c2_5_deep_overlap_is_pushed_out_without_throwing),
        cmocka_unit_test(c2_6_overlap_comes_out_without_bounce_in_either_way),
        cmocka_unit_test(c2_6_position_pass_gives_no_speed_and_no_impulse),
        cmocka_unit_test(c2_6_the_position_pass_stands_in_for_softness),
        cmocka_unit_test(c2_8_pyramid_of_five_layers_sleeps_within_two_seconds),
        cmocka_unit_test(c2_8_box_on_a_slope_does_not_creep),
        cmocka_unit_test(c2_8_hinge_chain_pulled_straight_does_not_explode),
        cmocka_unit_test(c2_10_non_finite_values_are_refused),
        cmocka_unit_test(c2_10_unnormalised_quaternions_are_refused),
        cmocka_unit_test(c2_10_zero_axes_and_masses_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
