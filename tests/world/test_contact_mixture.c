/* All contact laws in one world: clusters solved directly, balls that bounce, springs, explosions, a contact
   modifier and a pair filter. Run with several workers (also under the thread sanitizer), and with memory
   running out at every single allocation. */
#include "support/build.h"

#include "support/invariants.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* ---- an allocator that fails once, when told to ---- */

typedef struct Trial {
    atomic_llong calls, held;
    long long fail_at;
    atomic_bool failed;
} Trial;

static void *trial_allocate(size_t size, size_t alignment, void *user)
{
    Trial *t = user;
    if (atomic_fetch_add(&t->calls, 1) == t->fail_at) {
        atomic_store(&t->failed, true);
        return NULL;
    }
    void *block = aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    atomic_fetch_add(&t->held, block != NULL ? (long long)size : 0);
    return block;
}

static void trial_release(void *memory, size_t size, void *user)
{
    Trial *t = user;
    atomic_fetch_sub(&t->held, (long long)size);
    free(memory);
}

/* ---- the scene ---- */

/* Weakens and turns some contacts; from nothing but what it is given. */
static void modify(DryContactModification *c, int32_t worker, void *user)
{
    (void)worker;
    atomic_int *calls = user;
    atomic_fetch_add(calls, 1);
    for (int i = 0; i < c->manifold_count; ++i) {
        c->manifolds[i].friction *= 0.5f;
        c->manifolds[i].target_velocity = dry_vec3(0.1f, 0, 0);
    }
    c->drop = (c->shape_a.index + c->shape_b.index) % 7 == 0;
}

static bool accept(const DryPairCandidate *pair, void *user)
{
    atomic_int *calls = user;
    atomic_fetch_add(calls, 1);
    return (pair->shape_a.index ^ pair->shape_b.index) % 13 != 5;
}

typedef struct Mixture {
    DryWorld *w;
    atomic_int modified, asked;
    int impacts, clusters, refused;
    bool stopped; /* a call was refused while building: the rest of the scene is missing */
} Mixture;

static DryBodyId add(Mixture *m, DryBodyType type, DryPos at, bool ball, float half,
                     const DryShapeOptions *options)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = at;
    DryBodyId body = { 0, 0 };
    if (m->stopped) {
        return body;
    }
    body = dry_body_create(m->w, &def);
    DryBox box = { { half, half, half } };
    DrySphere sphere = { { 0, 0, 0 }, half };
    bool added = body.index != 0 && (ball ? dry_shape_add_sphere(m->w, body, &sphere, options).index != 0
                                          : dry_shape_add_box(m->w, body, &box, options).index != 0);
    m->stopped = !added;
    return body;
}

static void build(Mixture *m)
{
    DryShapeOptions plain = dry_shape_options_default(), bouncy = plain, soft = plain, modified = plain;
    bouncy.material.restitution = 0.8f;
    bouncy.hit_events = true;
    soft.material.stiffness = 1e4f;
    soft.material.damping = 50.0f;
    modified.modify_contacts = true;
    (void)add(m, DRY_STATIC, dry_pos(0, -20, 0), false, 20, &plain);
    for (int i = 0; i < 4; ++i) { /* columns under a heavy box */
        for (int k = 0; k < 3; ++k) {
            (void)add(m, DRY_DYNAMIC, dry_pos(3.0 * i - 8, 0.5 + k, -4), false, 0.5f, &plain);
        }
        DryBodyId top = add(m, DRY_DYNAMIC, dry_pos(3.0 * i - 8, 3.5, -4), false, 0.5f, &plain);
        if (!m->stopped) {
            DryMass mass = dry_body_mass(m->w, top);
            mass.mass *= 300.0f;
            mass.inertia.xx *= 300.0f, mass.inertia.yy *= 300.0f, mass.inertia.zz *= 300.0f;
            assert_int_equal(dry_body_set_mass(m->w, top, &mass), DRY_OK);
        }
    }
    for (int i = 0; i < 24; ++i) {
        double x = 0.9 * (i % 6) - 3, y = 0.6 + 0.9 * (i / 6);
        (void)add(m, DRY_DYNAMIC, dry_pos(x, y, 0), true, 0.4f, &bouncy);
        (void)add(m, DRY_DYNAMIC, dry_pos(x, y, 4), false, 0.4f, i % 2 == 0 ? &soft : &modified);
    }
}

static bool start(Mixture *m, int32_t workers)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = workers;
    m->w = dry_world_create(&def);
    if (m->w == NULL) {
        assert_non_null(strstr(dry_last_error(), "memory"));
        return false;
    }
    DryContactModifier modifier = { modify, &m->modified, false };
    m->stopped = dry_world_set_contact_modifier(m->w, &modifier) != DRY_OK ||
                 dry_world_set_pair_filter(m->w, accept, &m->asked) != DRY_OK;
    build(m);
    return true;
}

/* One step, and an explosion before some. A refused call says why and has changed nothing. */
static void go_on(Mixture *m, int step)
{
    if (step % 8 == 3) {
        DryExplosion e = dry_explosion_default();
        e.position = dry_pos(0, 0.2, 2);
        e.radius = 4.0f;
        e.impulse = 20.0f;
        e.occlusion = true;
        uint64_t before = dry_world_hash(m->w);
        if (dry_world_explode(m->w, &e) < 0) {
            assert_non_null(strstr(dry_world_error(m->w), "memory"));
            assert_int_equal(dry_world_hash(m->w), before);
            m->refused++;
        }
    }
    if (dry_world_step(m->w, STEP) != DRY_OK) {
        assert_non_null(strstr(dry_world_error(m->w), "memory"));
        m->refused++;
    }
    DryCounters counters = dry_world_counters(m->w);
    m->impacts += counters.bounces;
    m->clusters += counters.direct_clusters;
}

/* ---- tests ---- */

static void four_workers_get_the_bits_of_one(void **unused)
{
    (void)unused;
    Mixture one = { 0 }, four = { 0 };
    assert_true(start(&one, 1) && start(&four, 4));
    assert_false(one.stopped || four.stopped);
    for (int i = 0; i < 40; ++i) {
        go_on(&one, i);
        go_on(&four, i);
        assert_int_equal(dry_world_hash(one.w), dry_world_hash(four.w));
    }
    assert_true(one.impacts > 20 && one.clusters > 40 && one.modified > 100 && one.asked > 50);
    dry_world_destroy(one.w);
    dry_world_destroy(four.w);
}

static void each_allocation_may_fail(void **unused)
{
    (void)unused;
    int refusals = 0;
    long long n = 0;
    for (bool reached = true; reached; ++n) {
        Trial trial = { .fail_at = n };
        DryAllocator hooks = { trial_allocate, trial_release, &trial };
        assert_int_equal(dry_set_allocator(&hooks), DRY_OK);
        Mixture m = { 0 };
        if (start(&m, 1)) {
            for (int i = 0; i < 6; ++i) {
                go_on(&m, i);
                const char *broken = broken_invariant(m.w, false);
                if (broken != NULL) {
                    fail_msg("allocation %lld, step %d: %s", n, i, broken);
                }
            }
            trial.fail_at = -1; /* there is memory again */
            for (int i = 0; i < 3; ++i) {
                assert_int_equal(dry_world_step(m.w, STEP), DRY_OK);
            }
        }
        reached = atomic_load(&trial.failed);
        refusals += m.w == NULL || m.stopped || m.refused > 0;
        dry_world_destroy(m.w);
        assert_int_equal(trial.held, 0);
        assert_int_equal(dry_set_allocator(NULL), DRY_OK);
    }
    print_message("%lld allocations failed, in %d programs a call was refused\n", n, refusals);
    assert_true(n > 60 && refusals > 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_workers_get_the_bits_of_one),
        cmocka_unit_test(each_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
