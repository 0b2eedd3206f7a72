/* A platform that is solid from above only, by the contact modifier: bodies pass from below, land from above,
   and all of it is the same for any number of workers and every kernel, through sleep and waking. */
#include "support/build.h"
#include "support/invariants.h"

#include <string.h>

enum {
    BODIES = 24,
    STEPS = 420
};

/* The platform is the only static body. */
static void one_way(DryContactModification *c, int32_t worker, void *user)
{
    (void)worker;
    (void)user;
    bool is_a = dry_body_type(c->world, c->body_a) == DRY_STATIC;
    float rising = 0.0f, separation = 1.0f;
    for (int i = 0; i < c->manifold_count; ++i) {
        for (int p = 0; p < c->manifolds[i].point_count; ++p) {
            const DryModifyPoint *point = &c->manifolds[i].points[p];
            float speed = is_a ? point->velocity.y : -point->velocity.y;
            rising = speed > rising ? speed : rising;
            separation = point->separation < separation ? point->separation : separation;
        }
    }
    c->drop = (c->filtered && separation < 0.0f) || ((c->is_new || c->filtered) && rising > 0.01f);
}

typedef struct Run {
    uint64_t hashes[STEPS];
    DryBodyId bodies[BODIES];
    int begins[BODIES], ends, passed, asleep, woken;
    double highest[BODIES];
} Run;

static void add_bodies(DryWorld *w, Run *run)
{
    for (int i = 0; i < BODIES; ++i) {
        double x = 1.3 * (i % 6) - 3.2, z = 1.3 * (i / 6) - 2.0;
        /* every third one comes from above */
        bool above = i % 3 == 0;
        run->bodies[i] = i % 2 == 0 ? build_ball(w, DRY_DYNAMIC, x, above ? 3 : -1.5, z, 0.3f)
                                    : build_box(w, DRY_DYNAMIC, x, above ? 3 : -1.5, z, 0.3f);
        dry_body_set_velocity(w, run->bodies[i], dry_vec3(0, above ? 0 : 9 + 0.1f * (float)i, 0));
    }
}

static void note_step(const DryWorld *w, Run *run, int step)
{
    DryEvents e = dry_world_events(w);
    for (int k = 0; k < e.contact_begin_count; ++k) {
        for (int i = 0; i < BODIES; ++i) {
            run->begins[i] += e.contact_begin[k].body_a.index == run->bodies[i].index ||
                              e.contact_begin[k].body_b.index == run->bodies[i].index;
        }
    }
    run->ends += e.contact_end_count;
    for (int i = 0; i < BODIES; ++i) {
        double y = dry_body_position(w, run->bodies[i]).y;
        run->highest[i] = y > run->highest[i] ? y : run->highest[i];
    }
    run->hashes[step] = dry_world_hash(w);
}

static bool throw_bodies(int workers, DryKernel kernel, Run *run)
{
    memset(run, 0, sizeof *run);
    DryWorldDef def = dry_world_def_default();
    def.workers = workers;
    def.kernel = kernel;
    DryWorld *w = dry_world_create(&def);
    if (w == NULL) {
        return false;
    }
    DryBodyId base = build_body(w, DRY_STATIC, 0, -0.1, 0);
    DryShapeOptions o = dry_shape_options_default();
    o.modify_contacts = true;
    assert_int_not_equal(dry_shape_add_box(w, base, &(DryBox){ { 6, 0.1f, 6 } }, &o).index, 0);
    dry_world_set_contact_modifier(w, &(DryContactModifier){ .modify = one_way });
    add_bodies(w, run);
    for (int i = 0; i < STEPS; ++i) {
        if (i == STEPS - 120) {
            run->asleep = BODIES - dry_world_counters(w).awake_bodies;
            dry_body_apply_impulse_center(w, run->bodies[3], dry_vec3(0, 400, 0), DRY_WAKE);
            run->woken = dry_world_counters(w).awake_bodies;
        }
        run_steps(w, 1);
        note_step(w, run, i);
        assert_null(broken_invariant(w, false));
    }
    for (int i = 0; i < BODIES; ++i) {
        assert_float_equal(dry_body_position(w, run->bodies[i]).y, 0.3, 0.01);
    }
    dry_world_destroy(w);
    return true;
}

static void bodies_pass_from_below_and_land_from_above(void **unused)
{
    (void)unused;
    static Run run;
    assert_true(throw_bodies(1, DRY_KERNEL_AUTO, &run));
    for (int i = 0; i < BODIES; ++i) {
        assert_true(run.highest[i] > 1.0);
        /* one landing each, and no touch on the way up; number 3 was thrown up once more */
        assert_int_equal(run.begins[i], i == 3 ? 2 : 1);
    }
    assert_int_equal(run.ends, 1);
    assert_int_equal(run.asleep, BODIES);
    assert_true(run.woken >= 1);
}

static void workers_and_kernels_do_not_matter(void **unused)
{
    (void)unused;
    static Run expected, run;
    assert_true(throw_bodies(1, DRY_KERNEL_SCALAR, &expected));
    static const int workers[] = { 1, 1, 2, 4 };
    static const DryKernel kernels[] = { DRY_KERNEL_SSE2, DRY_KERNEL_AVX2, DRY_KERNEL_AUTO, DRY_KERNEL_AUTO };
    for (int k = 0; k < 4; ++k) {
        if (throw_bodies(workers[k], kernels[k], &run)) {
            assert_memory_equal(run.hashes, expected.hashes, sizeof run.hashes);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_pass_from_below_and_land_from_above),
        cmocka_unit_test(workers_and_kernels_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
