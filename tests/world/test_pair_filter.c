/* The pair filter: asked once when a pair begins, on the stepping thread, in a fixed order, and again when
 * told to. */
#include "support/build.h"
#include "support/invariants.h"

#include <pthread.h>

typedef struct Asked {
    int calls;
    uint64_t order; /* hash of what was asked, in order */
    DryBodyId refused;
    bool sensor, elsewhere;
    pthread_t thread;
} Asked;

static bool answer(const DryPairCandidate *pair, void *user)
{
    Asked *asked = user;
    asked->calls++;
    asked->order = asked->order * 1099511628211u + pair->shape_a.index * 1000u + pair->shape_b.index;
    asked->sensor = asked->sensor || pair->sensor;
    asked->elsewhere = asked->elsewhere || !pthread_equal(asked->thread, pthread_self());
    assert_int_equal(dry_shape_body(pair->world, pair->shape_a).index, pair->body_a.index);
    assert_int_equal(dry_shape_body(pair->world, pair->shape_b).index, pair->body_b.index);
    return pair->body_a.index != asked->refused.index && pair->body_b.index != asked->refused.index;
}

static void a_refused_pair_does_not_collide_and_is_asked_once(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    build_ground(w);
    DryBodyId held = build_box(w, DRY_DYNAMIC, 0, 0.6, 0, 0.5f);
    DryBodyId falls = build_box(w, DRY_DYNAMIC, 4, 0.6, 0, 0.5f);
    Asked asked = { .refused = falls, .thread = pthread_self() };
    assert_int_equal(dry_world_set_pair_filter(w, answer, &asked), DRY_OK);
    void *user = NULL;
    assert_true(dry_world_pair_filter(w, &user) == answer && user == &asked);
    run_steps(w, 5);
    assert_int_equal(asked.calls, 2);
    run_steps(w, 40);
    assert_int_equal(asked.calls, 2);
    assert_float_equal(dry_body_position(w, held).y, 0.5, 0.01);
    assert_true(dry_body_position(w, falls).y < -1.0);
    assert_false(asked.sensor);
    dry_world_destroy(w);
}

static void refiltering_ends_what_is_refused_and_begins_what_is_allowed(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    build_ground(w);
    DryBodyId box = build_box(w, DRY_DYNAMIC, 0, 0.5, 0, 0.5f);
    DryBodyId other = build_box(w, DRY_DYNAMIC, 3, 0.5, 0, 0.5f);
    Asked asked = { .thread = pthread_self() };
    dry_world_set_pair_filter(w, answer, &asked);
    run_steps(w, 200);
    assert_false(dry_body_is_awake(w, box));
    asked.refused = box; /* no effect before it is asked again */
    int calls = asked.calls;
    run_steps(w, 5);
    assert_int_equal(asked.calls, calls);

    assert_int_equal(dry_shape_refilter(w, first_shape(w, other)), DRY_OK);
    run_steps(w, 1);
    assert_true(asked.calls > calls);
    DryEvents e = dry_world_events(w);
    assert_int_equal(e.contact_begin_count + e.contact_end_count,
                     0); /* an allowed contact is not disturbed */
    assert_true(dry_body_is_awake(w, other));
    assert_false(dry_body_is_awake(w, box));

    assert_int_equal(dry_body_refilter(w, box), DRY_OK);
    run_steps(w, 1);
    assert_int_equal(dry_world_events(w).contact_end_count, 1);
    run_steps(w, 9);
    assert_true(dry_body_position(w, box).y < 0.45);
    assert_null(broken_invariant(w, true));

    asked.refused = (DryBodyId){ 0, 0 };
    assert_int_equal(dry_body_refilter(w, box), DRY_OK);
    run_steps(w, 1);
    assert_int_equal(dry_world_events(w).contact_begin_count, 1);
    dry_world_destroy(w);
}

/* Of the ground asked again, also about a pair whose dynamic body sleeps. */
static void the_ground_can_be_refiltered(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId ground = build_ground(w);
    DryBodyId box = build_box(w, DRY_DYNAMIC, 0, 0.5, 0, 0.5f);
    Asked asked = { .thread = pthread_self() };
    dry_world_set_pair_filter(w, answer, &asked);
    run_steps(w, 200);
    assert_false(dry_body_is_awake(w, box));
    asked.refused = box;
    assert_int_equal(dry_body_refilter(w, ground), DRY_OK);
    run_steps(w, 20);
    assert_true(dry_body_position(w, box).y < 0.4);
    dry_world_destroy(w);
}

static void it_decides_about_sensors_too(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId zone = build_body(w, DRY_STATIC, 0, 0, 0),
              visitor = build_ball(w, DRY_KINEMATIC, 0, 0, 0, 0.2f);
    DryShapeOptions o = dry_shape_options_default();
    o.sensor = true;
    DryShapeId sensor = dry_shape_add_box(w, zone, &(DryBox){ { 1, 1, 1 } }, &o);
    Asked asked = { .thread = pthread_self() };
    dry_world_set_pair_filter(w, answer, &asked);
    dry_body_set_velocity(w, visitor, dry_vec3(0.1f, 0, 0));
    run_steps(w, 3);
    dry_body_set_velocity(w, visitor, dry_vec3(0, 0, 0));
    run_steps(w, 3);
    assert_false(dry_body_is_awake(w, visitor));
    assert_true(asked.sensor);
    assert_int_equal(dry_shape_sensor_overlaps(w, sensor, NULL, 0), 1);
    asked.refused = visitor;
    assert_int_equal(dry_shape_refilter(w, sensor), DRY_OK);
    run_steps(w, 1);
    assert_int_equal(dry_shape_sensor_overlaps(w, sensor, NULL, 0), 0);
    assert_int_equal(dry_world_events(w).sensor_end_count, 1);
    dry_world_destroy(w);
}

static void the_order_of_questions_does_not_depend_on_workers(void **unused)
{
    (void)unused;
    uint64_t order = 0, hash = 0;
    for (int workers = 1; workers <= 4; workers *= 2) {
        DryWorld *w = build_world(workers, DRY_KERNEL_AUTO);
        build_ground(w);
        Asked asked = { .thread = pthread_self() };
        dry_world_set_pair_filter(w, answer, &asked);
        for (int i = 0; i < 60; ++i) {
            DryBodyId b =
                build_ball(w, DRY_DYNAMIC, 0.5 * (i % 5), 0.5 + 0.7 * (i / 10), 0.4 * (i % 3), 0.3f);
            asked.refused = i == 30 ? b : asked.refused;
        }
        run_steps(w, 90);
        assert_false(asked.elsewhere);
        assert_true(asked.calls > 100);
        if (workers == 1) {
            order = asked.order;
            hash = dry_world_hash(w);
        }
        assert_true(asked.order == order && dry_world_hash(w) == hash);
        dry_world_destroy(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_refused_pair_does_not_collide_and_is_asked_once),
        cmocka_unit_test(refiltering_ends_what_is_refused_and_begins_what_is_allowed),
        cmocka_unit_test(the_ground_can_be_refiltered),
        cmocka_unit_test(it_decides_about_sensors_too),
        cmocka_unit_test(the_order_of_questions_does_not_depend_on_workers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
