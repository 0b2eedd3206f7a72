/* Memory: what happens when it runs out at any one place, that steady steps need none, and that churn does
   not grow. SOAK=minutes in the environment runs the soak, which otherwise is skipped. */
#include "support/build.h"

#include "support/invariants.h"
#include "support/scenes.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* An allocator that counts, checks what it gets back, and fails when told to. */
typedef struct Trial {
    atomic_llong held, calls;
    long long fail_at, fail_count; /* calls fail_at .. fail_at + fail_count - 1 fail */
    atomic_int failed, wrong_sizes;
} Trial;

static Trial trial;

enum {
    HEADER = 64
};

static void *trial_allocate(size_t size, size_t alignment, void *user)
{
    Trial *t = user;
    long long call = atomic_fetch_add(&t->calls, 1);
    if (call >= t->fail_at && call < t->fail_at + t->fail_count) {
        atomic_fetch_add(&t->failed, 1);
        return NULL;
    }
    size_t rounded = (size + alignment - 1) / alignment * alignment;
    unsigned char *block = aligned_alloc(HEADER, rounded + HEADER);
    assert_true(alignment <= HEADER);
    if (block == NULL) {
        return NULL;
    }
    memcpy(block, &size, sizeof size);
    memset(block + HEADER, 0xcd, rounded);
    atomic_fetch_add(&t->held, (long long)size);
    return block + HEADER;
}

static void trial_release(void *memory, size_t size, void *user)
{
    Trial *t = user;
    unsigned char *block = (unsigned char *)memory - HEADER;
    size_t given;
    memcpy(&given, block, sizeof given);
    if (given != size) {
        atomic_fetch_add(&t->wrong_sizes, 1);
    }
    atomic_fetch_sub(&t->held, (long long)size);
    memset(block, 0xdd, HEADER + given);
    free(block);
}

static int trial_setup(void **unused)
{
    (void)unused;
    memset(&trial, 0, sizeof trial);
    DryAllocator hooks = { trial_allocate, trial_release, &trial };
    return dry_set_allocator(&hooks) == DRY_OK ? 0 : -1;
}

static int trial_teardown(void **unused)
{
    (void)unused;
    return dry_set_allocator(NULL) == DRY_OK ? 0 : -1;
}

static void nothing_is_left(void)
{
    assert_int_equal(dry_allocated_bytes(), 0);
    assert_int_equal(trial.held, 0);
    assert_int_equal(trial.wrong_sizes, 0);
}

/* ---- a program that uses everything, and goes on after refusals ---- */

typedef struct Use {
    DryWorld *w;
    DryHull *hull;
    DryMesh *mesh;
    DryBodyId bodies[16];
    int count, refused;
} Use;

/* The first call that fails does so for want of memory and says so (later ones may miss what it was to
   create); none may have changed anything. */
static void expect(Use *u, bool worked, uint64_t before, const char *call)
{
    const char *broken = broken_invariant(u->w, false);
    if (broken != NULL) {
        fail_msg("allocation %lld: after %s: %s", trial.fail_at, call, broken);
    }
    if (worked) {
        return;
    }
    if (u->refused++ == 0 && strstr(dry_world_error(u->w), "memory") == NULL) {
        fail_msg("allocation %lld: %s failed otherwise: %s", trial.fail_at, call, dry_world_error(u->w));
    }
    if (dry_world_hash(u->w) != before) {
        fail_msg("allocation %lld: %s failed and changed the world", trial.fail_at, call);
    }
}

static DryBodyId use_body(Use *u, DryBodyType type, double x, double y, double z)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = dry_pos(x, y, z);
    uint64_t before = dry_world_hash(u->w);
    DryBodyId body = dry_body_create(u->w, &def);
    expect(u, body.index != 0, before, "dry_body_create");
    u->bodies[u->count++] = body;
    return body;
}

static void use_shapes(Use *u)
{
    DryBox slab = { { 8, 0.5f, 8 } }, box = { { 0.5f, 0.4f, 0.3f } };
    DrySphere ball = { { 0, 0, 0 }, 0.4f };
    DryCapsule capsule = { { -0.3f, 0, 0 }, { 0.3f, 0, 0 }, 0.3f };
    DryHalfSpace plane = { { 0, 1, 0 }, -0.8f };
    DryVec3 mirrored = { -1.0f, 1.0f, 1.5f };
    DryShapeOptions sensor = dry_shape_options_default();
    sensor.sensor = true;
    DryBodyId ground = use_body(u, DRY_STATIC, 0, -0.5, 0);
    uint64_t h = dry_world_hash(u->w);
    expect(u, dry_shape_add_box(u->w, ground, &slab, NULL).index != 0, h, "dry_shape_add_box");
    h = dry_world_hash(u->w);
    expect(u, dry_shape_add_half_space(u->w, ground, &plane, NULL).index != 0, h, "dry_shape_add_half_space");
    h = dry_world_hash(u->w);
    expect(u, dry_shape_add_mesh(u->w, ground, u->mesh, &mirrored, NULL).index != 0, h, "dry_shape_add_mesh");
    h = dry_world_hash(u->w);
    expect(u, dry_shape_add_box(u->w, ground, &slab, &sensor).index != 0, h, "dry_shape_add_box");
    for (int i = 0; i < 12; ++i) {
        DryBodyId body = use_body(u, i == 11 ? DRY_KINEMATIC : DRY_DYNAMIC, 0.9 * (i % 4) - 1,
                                  0.5 + 0.85 * (i / 4), 0.1 * i);
        h = dry_world_hash(u->w);
        DryShapeId shape = i % 4 == 0   ? dry_shape_add_box(u->w, body, &box, NULL)
                           : i % 4 == 1 ? dry_shape_add_sphere(u->w, body, &ball, NULL)
                           : i % 4 == 2 ? dry_shape_add_capsule(u->w, body, &capsule, NULL)
                                        : dry_shape_add_hull(u->w, body, u->hull, NULL);
        expect(u, shape.index != 0, h, "dry_shape_add");
    }
}

#define USE_JOINT(Def, noun, a, b)                                                                 \
    do {                                                                                           \
        Def def = dry_##noun##_def_default();                                                      \
        def.body_a = u->bodies[a], def.body_b = u->bodies[b];                                      \
        def.frame_a.position = dry_vec3(0.5f, 0, 0), def.frame_b.position = dry_vec3(-0.5f, 0, 0); \
        uint64_t h = dry_world_hash(u->w);                                                         \
        expect(u, dry_##noun##_create(u->w, &def).index != 0, h, "dry_" #noun "_create");          \
    } while (0)

static void use_joints(Use *u)
{
    USE_JOINT(DryBallDef, ball, 1, 2);
    USE_JOINT(DryHingeDef, hinge, 3, 4);
    USE_JOINT(DryPrismaticDef, prismatic, 5, 6);
    USE_JOINT(DryDistanceDef, distance, 7, 8);
    USE_JOINT(DryFixedDef, fixed, 9, 10);
    USE_JOINT(DrySixAxisDef, six_axis, 11, 12);
    DryJointId joint = { 0, 0 };
    if (dry_world_joints(u->w, &joint, 1) > 0) {
        DryLimit cone = { .enabled = true, .upper = 0.5f };
        uint64_t h = dry_world_hash(u->w);
        DryStatus s = dry_joint_kind(u->w, joint) == DRY_JOINT_BALL
                          ? dry_joint_set_limit(u->w, joint, DRY_AXIS_CONE, &cone)
                          : DRY_OK;
        expect(u, s == DRY_OK, h, "dry_joint_set_limit");
    }
}

/* A refused step has moved nobody and does not count; one that only lost events does. */
static void use_step(Use *u)
{
    uint64_t count = dry_world_step_count(u->w);
    DryPos before[16];
    for (int i = 0; i < u->count; ++i) {
        before[i] = dry_body_position(u->w, u->bodies[i]);
    }
    DryStatus status = dry_world_step(u->w, STEP);
    const char *broken = broken_invariant(u->w, false);
    if (broken != NULL) {
        fail_msg("allocation %lld: after a step: %s", trial.fail_at, broken);
    }
    if (status == DRY_OK) {
        return;
    }
    u->refused++;
    assert_int_equal(status, DRY_ERROR_MEMORY);
    assert_non_null(strstr(dry_world_error(u->w), "memory"));
    for (int i = 0; i < u->count && dry_world_step_count(u->w) == count; ++i) {
        DryPos now = dry_body_position(u->w, u->bodies[i]);
        if (memcmp(&now, &before[i], sizeof now) != 0) {
            fail_msg("allocation %lld: a refused step moved body %d", trial.fail_at, i);
        }
    }
}

static void use_state(Use *u)
{
    size_t size = dry_world_save(u->w, NULL, 0);
    void *saved = malloc(size);
    assert_int_equal(dry_world_save(u->w, saved, size), size);
    use_step(u);
    (void)dry_body_destroy(u->w, u->bodies[2]);
    DrySphere ball = { { 0, 0, 0 }, 0.4f };
    (void)dry_shape_add_sphere(u->w, use_body(u, DRY_DYNAMIC, 0, 4, 0), &ball, NULL);
    use_step(u);
    uint64_t h = dry_world_hash(u->w);
    expect(u, dry_world_restore(u->w, saved, size) == DRY_OK, h, "dry_world_restore");
    free(saved);
}

static void use_everything(Use *u)
{
    DryVec3 corners[8], floor[4] = { { -6, 0, -6 }, { 6, 0, -6 }, { -6, 0.2f, 6 }, { 6, 0, 6 } };
    const uint32_t triangles[6] = { 0, 2, 1, 1, 2, 3 };
    for (int i = 0; i < 8; ++i) {
        corners[i] =
            dry_vec3((i & 1) != 0 ? 0.4f : -0.4f, (i & 2) != 0 ? 0.3f : -0.4f, (i & 4) != 0 ? 0.5f : -0.4f);
    }
    DryHullSource hull = { .points = corners, .point_count = 8 };
    DryMeshSource mesh = { .vertices = floor, .vertex_count = 4, .indices = triangles, .triangle_count = 2 };
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.sleep_time = 0.05f;
    def.sleep_speed = 1.0f;
    def.persist_events = true;
    u->hull = dry_hull_create(&hull, NULL);
    assert_true(u->hull != NULL || strstr(dry_last_error(), "memory") != NULL);
    u->mesh = dry_mesh_create(&mesh, NULL);
    assert_true(u->mesh != NULL || strstr(dry_last_error(), "memory") != NULL);
    u->refused = (u->hull == NULL) + (u->mesh == NULL);
    u->w = dry_world_create(&def);
    if (u->w == NULL) {
        u->refused++;
        assert_non_null(strstr(dry_last_error(), "memory"));
        return;
    }
    use_shapes(u);
    use_joints(u);
    for (int i = 0; i < 3; ++i) {
        use_step(u);
    }
    use_state(u);
    (void)dry_body_set_awake(u->w, u->bodies[1], false);
    (void)dry_body_set_velocity(u->w, u->bodies[12], dry_vec3(1, 0, 0));
    for (int i = 0; i < 30; ++i) {
        use_step(u);
    }
    DryRayHit hits[8];
    DryRay ray = { { 0, 5, 0 }, { 0, -1, 0 }, 10 };
    (void)dry_world_cast_ray_all(u->w, ray, DRY_FILTER_ALL, hits, 8);
    dry_world_trim(u->w);
}

/* The world that ran out of memory goes on once there is some again, and gives all back. */
static void recover(Use *u)
{
    trial.fail_count = 0;
    if (u->w != NULL) {
        run_steps(u->w, 5);
        const char *broken = broken_invariant(u->w, false);
        if (broken != NULL) {
            fail_msg("allocation %lld: after recovery: %s", trial.fail_at, broken);
        }
    }
    dry_world_destroy(u->w);
    dry_hull_release(u->hull);
    dry_mesh_release(u->mesh);
    nothing_is_left();
}

/* Every allocation of the program fails once. */
static void fail_each(long long failures)
{
    int refusals = 0;
    long long n = 0;
    for (;; ++n) {
        atomic_store(&trial.calls, 0);
        atomic_store(&trial.failed, 0);
        trial.fail_at = n;
        trial.fail_count = failures;
        Use use = { 0 };
        use_everything(&use);
        bool reached = trial.failed > 0;
        recover(&use);
        refusals += use.refused > 0;
        if (!reached) {
            assert_int_equal(use.refused, 0);
            break;
        }
    }
    print_message("%lld allocations failed %lld at a time; in %d programs a call was refused\n", n, failures,
                  refusals);
    assert_true(n > 100 && refusals > 50);
}

static void each_allocation_may_fail(void **unused)
{
    (void)unused;
    fail_each(1);
}

static void several_allocations_in_a_row_may_fail(void **unused)
{
    (void)unused;
    fail_each(4);
}

static void all_further_allocations_may_fail(void **unused)
{
    (void)unused;
    fail_each(1000000);
}

/* ---- steady state ---- */

static void steady_steps_allocate_nothing(void **unused)
{
    (void)unused;
    for (int workers = 1; workers <= 3; workers += 2) {
        DryWorldDef def = dry_world_def_default();
        def.workers = workers;
        def.sleeping = false;
        DryWorld *w = dry_world_create(&def);
        test_scenes[1].build(w);
        run_steps(w, 400);
        long long calls = trial.calls;
        run_steps(w, 120);
        assert_int_equal(trial.calls, calls);
        dry_world_destroy(w);
        nothing_is_left();
    }
}

static void every_scene_gives_everything_back(void **unused)
{
    (void)unused;
    for (int s = 0; s < test_scene_count; ++s) {
        DryWorld *w = build_world(2, DRY_KERNEL_AUTO);
        test_scenes[s].build(w);
        for (int i = 0; i < 60; ++i) {
            if (test_scenes[s].before_step != NULL) {
                test_scenes[s].before_step(w, i);
            }
            run_steps(w, 1);
        }
        assert_true(trial.held > 0 && (size_t)trial.held == dry_allocated_bytes());
        dry_world_destroy(w);
        nothing_is_left();
    }
}

/* ---- churn ---- */

static void come_and_go(DryWorld *w, DryBodyId ground, int i)
{
    DryBodyDef def = dry_body_def_default();
    def.type = DRY_DYNAMIC;
    def.position = dry_pos(0.1 * (i % 7), 0.4 + 0.1 * (i % 3), 0.1 * (i % 5));
    DryBodyId body = dry_body_create(w, &def);
    DrySphere ball = { { 0, 0, 0 }, 0.3f };
    DryBox box = { { 0.3f, 0.3f, 0.3f } };
    DryShapeId shape = dry_shape_add_sphere(w, body, &ball, NULL);
    assert_int_not_equal(dry_shape_add_box(w, body, &box, NULL).index, 0);
    DryBallDef joint = dry_ball_def_default();
    joint.body_a = ground;
    joint.body_b = body;
    DryJointId held = dry_ball_create(w, &joint);
    assert_int_not_equal(held.index, 0);
    if (i % 3 == 0) {
        assert_int_equal(dry_shape_destroy(w, shape), DRY_OK);
    }
    if (i % 50 == 0) {
        run_steps(w, 1);
    }
    if (i % 4 == 0) {
        assert_int_equal(dry_joint_destroy(w, held), DRY_OK);
    }
    assert_int_equal(dry_body_destroy(w, body), DRY_OK);
}

/* I22 */
static void churn_does_not_grow(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId ground = build_ground(w);
    for (int i = 0; i < 2000; ++i) {
        come_and_go(w, ground, i);
    }
    size_t bytes = dry_allocated_bytes(), saved = dry_world_save(w, NULL, 0);
    for (int i = 0; i < 200000; ++i) {
        come_and_go(w, ground, i);
    }
    assert_int_equal(dry_allocated_bytes(), bytes);
    assert_true(dry_world_save(w, NULL, 0) <= saved + 64);
    assert_null(broken_invariant(w, false));
    dry_world_destroy(w);
}

/* Without a single step nothing may pile up for the step either. */
static void churn_without_steps_does_not_grow(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId ground = build_ground(w);
    for (int i = 1; i < 50; ++i) {
        come_and_go(w, ground, 50 * i + 1);
    }
    size_t bytes = dry_allocated_bytes();
    for (int i = 1; i < 20000; ++i) {
        come_and_go(w, ground, 50 * i + 1);
    }
    assert_int_equal(dry_allocated_bytes(), bytes);
    dry_world_destroy(w);
}

static void worlds_come_and_go(void **unused)
{
    (void)unused;
    for (int i = 0; i < 300; ++i) {
        DryWorld *w = build_world(1 + i % 3, DRY_KERNEL_AUTO);
        build_ground(w);
        build_box(w, DRY_DYNAMIC, 0, 1, 0, 0.5f);
        run_steps(w, i % 3);
        dry_world_destroy(w);
    }
    assert_int_equal(dry_allocated_bytes(), 0);
}

static void soak(void **unused)
{
    (void)unused;
    const char *minutes = getenv("SOAK");
    if (minutes == NULL) {
        skip();
        return;
    }
    DryWorld *w = build_world(2, DRY_KERNEL_AUTO);
    const TestScene *scene = &test_scenes[test_scene_count - 1];
    scene->build(w);
    time_t end = time(NULL) + (time_t)(60.0 * atof(minutes));
    size_t most = 0;
    int step = 0;
    for (; time(NULL) < end; ++step) {
        scene->before_step(w, step);
        run_steps(w, 1);
        const char *broken = broken_invariant(w, false);
        if (broken != NULL) {
            fail_msg("step %d: %s", step, broken);
        }
        if (step == 20000) {
            most = 2 * dry_allocated_bytes();
        }
        assert_true(most == 0 || dry_allocated_bytes() <= most);
    }
    print_message("%d steps, %zu bytes\n", step, dry_allocated_bytes());
    dry_world_destroy(w);
}

#define TRIAL(test) cmocka_unit_test_setup_teardown(test, trial_setup, trial_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TRIAL(each_allocation_may_fail),
        TRIAL(several_allocations_in_a_row_may_fail),
        TRIAL(all_further_allocations_may_fail),
        TRIAL(steady_steps_allocate_nothing),
        TRIAL(every_scene_gives_everything_back),
        cmocka_unit_test(churn_does_not_grow),
        cmocka_unit_test(churn_without_steps_does_not_grow),
        cmocka_unit_test(worlds_come_and_go),
        cmocka_unit_test(soak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
