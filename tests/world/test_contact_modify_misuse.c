/* The contact modifier: what it must not be able to break, and that its changes are the same bits everywhere.
 */
#include "support/invariants.h"
#include "world/modify_rig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- wrong answers ---- */

static const char *const wrong_names[] = { "friction",  "dynamic_friction", "restitution", "rolling",
                                           "target",    "normal",           "normal 0",    "offset",
                                           "impulse",   "impulse -1",       "friction -1", "restitution 2",
                                           "normal inf" };

static void answer_wrong(DryContactModification *c, int32_t worker, void *user)
{
    (void)worker;
    DryModifyManifold *m = &c->manifolds[c->manifold_count - 1];
    DryModifyPoint *p = &m->points[m->point_count - 1];
    c->drop = true;
    c->manifold_count = 1000; /* and what is not to be changed is not looked at */
    m->point_count = -7;
    switch (*(const int *)user) {
    case 0:
        m->friction = NAN;
        break;
    case 1:
        m->dynamic_friction = NAN;
        break;
    case 2:
        m->restitution = NAN;
        break;
    case 3:
        m->rolling_resistance = INFINITY;
        break;
    case 4:
        m->target_velocity.z = NAN;
        break;
    case 5:
        m->normal.x = NAN;
        break;
    case 6:
        m->normal = (DryVec3){ 0, 0, 0 };
        break;
    case 7:
        p->offset = NAN;
        break;
    case 8:
        p->maximum_impulse = NAN;
        break;
    case 9:
        p->maximum_impulse = -1.0f;
        break;
    case 10:
        m->friction = -1.0f;
        break;
    case 11:
        m->restitution = 2.0f;
        break;
    default:
        m->normal.y = INFINITY;
        break;
    }
}

static int logged;

static void count_log(const char *message, void *user)
{
    (void)user;
    assert_non_null(strstr(message, "contact modifier"));
    ++logged;
}

static void wrong_answers_are_as_none_and_counted(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < (int)(sizeof wrong_names / sizeof wrong_names[0]); ++kind) {
        ModifyRig r = modify_rig(false, 1, DRY_KERNEL_AUTO, answer_wrong, &kind);
        ModifyRig plain = modify_rig(false, 1, DRY_KERNEL_AUTO, NULL, NULL);
        dry_set_log(count_log, NULL);
        logged = 0;
        run_steps(r.w, 5);
        dry_set_log(NULL, NULL);
        run_steps(plain.w, 5);
        if (dry_world_counters(r.w).refused_modifications != 1 || logged != 5) {
            fail_msg("%s: not refused", wrong_names[kind]);
        }
        DryPos a = dry_body_position(r.w, r.body), b = dry_body_position(plain.w, plain.body);
        assert_memory_equal(&a, &b, sizeof a);
        dry_world_destroy(r.w);
        dry_world_destroy(plain.w);
    }
}

typedef struct Intruder {
    ModifyRig *rig;
    int refused, calls;
} Intruder;

static void call_back(DryContactModification *c, int32_t worker, void *user)
{
    (void)worker;
    Intruder *i = user;
    DryWorld *w = i->rig->w;
    DryBodyId body = i->rig->body;
    DryStatus answers[] = { dry_world_step(w, STEP),
                            dry_body_set_velocity(w, body, dry_vec3(0, 9, 0)),
                            dry_body_destroy(w, body),
                            dry_shape_destroy(w, c->shape_a),
                            dry_shape_set_modify_contacts(w, c->shape_a, false),
                            dry_world_set_contact_modifier(w, NULL),
                            dry_world_set_pair_filter(w, NULL, NULL),
                            dry_shape_refilter(w, c->shape_a),
                            dry_body_refilter(w, body),
                            dry_world_restore(w, i, sizeof *i) };
    for (size_t k = 0; k < sizeof answers / sizeof answers[0]; ++k) {
        i->refused += answers[k] == DRY_ERROR_STATE;
        i->calls++;
    }
    i->refused += dry_world_save(w, NULL, 0) == 0;
    dry_world_destroy(w);
    (void)dry_body_velocity(c->world, c->body_a);
}

static bool call_back_from_filter(const DryPairCandidate *pair, void *user)
{
    *(DryStatus *)user = dry_body_destroy((DryWorld *)(uintptr_t)pair->world, pair->body_a);
    return true;
}

static void calls_during_the_step_are_refused(void **unused)
{
    (void)unused;
    Intruder intruder = { 0 };
    ModifyRig r = modify_rig(false, 2, DRY_KERNEL_AUTO, call_back, &intruder);
    DryStatus status = DRY_OK;
    dry_world_set_pair_filter(r.w, call_back_from_filter, &status);
    intruder.rig = &r;
    run_steps(r.w, 3);
    assert_int_equal(status, DRY_ERROR_STATE);
    assert_int_equal(intruder.calls, 30);
    assert_int_equal(intruder.refused, 33);
    assert_null(broken_invariant(r.w, true));
    dry_world_destroy(r.w);
}

/* ---- the same bits ---- */

/* Depends on nothing but what it is given, and uses everything. */
static void change_much(DryContactModification *c, int32_t worker, void *user)
{
    (void)worker;
    (void)user;
    uint32_t mix = c->shape_a.index * 7u + c->shape_b.index * 13u;
    c->drop = mix % 11u == 0 && (c->is_new || c->filtered);
    c->hold_a = mix % 17u == 0;
    for (int i = 0; i < c->manifold_count; ++i) {
        DryModifyManifold *m = &c->manifolds[i];
        m->friction = 0.1f * (float)(mix % 9u);
        m->dynamic_friction = 0.5f * m->friction;
        m->restitution = mix % 5u == 0 ? 0.6f : 0.0f;
        m->target_velocity = mix % 3u == 0 ? dry_vec3(1, 0, 0) : m->target_velocity;
        m->normal = mix % 7u == 0 ? dry_vec3_add(m->normal, dry_vec3(0.1f, 0, 0)) : m->normal;
        for (int p = 0; p < m->point_count; ++p) {
            m->points[p].drop = (m->points[p].feature + mix) % 13u == 0;
            m->points[p].offset = mix % 6u == 0 ? 0.01f : 0.0f;
            m->points[p].maximum_impulse = mix % 4u == 0 ? 20.0f : INFINITY;
        }
    }
}

enum {
    RUN = 240
};

static bool run_heap(int workers, DryKernel kernel, bool serial, uint64_t *hashes)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = workers;
    def.kernel = kernel;
    DryWorld *w = dry_world_create(&def);
    if (w == NULL) {
        return false;
    }
    drop_heap(w, true);
    dry_world_set_contact_modifier(w, &(DryContactModifier){ .modify = change_much, .serial = serial });
    DryBodyId bodies[32];
    for (int i = 0; i < RUN; ++i) {
        if (i == RUN / 2) { /* sleepers wake again */
            int n = dry_world_bodies(w, bodies, 32);
            for (int k = 1; k < n; ++k) {
                dry_body_set_awake(w, bodies[k], false);
            }
        }
        if (i == RUN / 2 + 10) {
            dry_body_apply_impulse_center(w, bodies[5], dry_vec3(0, 500, 0), DRY_WAKE);
        }
        run_steps(w, 1);
        assert_null(broken_invariant(w, false));
        hashes[i] = dry_world_hash(w);
    }
    dry_world_destroy(w);
    return true;
}

static void workers_and_kernels_do_not_matter(void **unused)
{
    (void)unused;
    static uint64_t expected[RUN], hashes[RUN];
    assert_true(run_heap(1, DRY_KERNEL_SCALAR, false, expected));
    static const struct {
        int workers;
        DryKernel kernel;
        bool serial;
    } runs[] = { { 1, DRY_KERNEL_SSE2, false },
                 { 1, DRY_KERNEL_AVX2, false },
                 { 2, DRY_KERNEL_AUTO, false },
                 { 4, DRY_KERNEL_AUTO, false },
                 { 4, DRY_KERNEL_AUTO, true } };
    for (size_t k = 0; k < sizeof runs / sizeof runs[0]; ++k) {
        if (run_heap(runs[k].workers, runs[k].kernel, runs[k].serial, hashes)) {
            for (int i = 0; i < RUN; ++i) {
                if (hashes[i] != expected[i]) {
                    fail_msg("run %zu differs first in step %d", k, i);
                }
            }
        }
    }
}

static void a_restored_world_goes_on_alike(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(2, DRY_KERNEL_AUTO);
    drop_heap(w, true);
    dry_world_set_contact_modifier(w, &(DryContactModifier){ .modify = change_much });
    run_steps(w, 40);
    size_t size = dry_world_save(w, NULL, 0);
    void *data = malloc(size);
    assert_int_equal(dry_world_save(w, data, size), size);
    run_steps(w, 60);
    uint64_t hash = dry_world_hash(w);
    assert_int_equal(dry_world_restore(w, data, size), DRY_OK);
    assert_true(dry_world_contact_modifier(w).modify == change_much); /* a setting, no state */
    run_steps(w, 60);
    assert_true(dry_world_hash(w) == hash);
    /* and without the modifier nothing is left of what it did */
    assert_int_equal(dry_world_restore(w, data, size), DRY_OK);
    dry_world_set_contact_modifier(w, NULL);
    run_steps(w, 300);
    assert_int_equal(dry_world_counters(w).modified_contacts, 0);
    assert_true(dry_world_counters(w).largest_overlap < 0.01f);
    free(data);
    dry_world_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_answers_are_as_none_and_counted),
        cmocka_unit_test(calls_during_the_step_are_refused),
        cmocka_unit_test(workers_and_kernels_do_not_matter),
        cmocka_unit_test(a_restored_world_goes_on_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
