/* Overlap that is there from the start is pushed out and never becomes speed (C2.5, C2.6). */
#include "support/build.h"

#include <math.h>

enum {
    MOST = 64
};

/* Unit cubes in a row along an axis, `pitch` apart. */
static int build_row(DryWorld *w, DryBodyId *bodies, int count, int axis, double first, double pitch)
{
    for (int i = 0; i < count; ++i) {
        double at = first + pitch * i;
        bodies[i] =
            build_box(w, DRY_DYNAMIC, axis == 0 ? at : 0.0, axis == 1 ? at : 0.0, axis == 2 ? at : 0.0, 0.5f);
    }
    return count;
}

static float fastest(const DryWorld *w, const DryBodyId *bodies, int count)
{
    float most = 0.0f;
    for (int i = 0; i < count; ++i) {
        DryVec3 v = dry_body_velocity(w, bodies[i]), s = dry_body_angular_velocity(w, bodies[i]);
        most = fmaxf(most, sqrtf(v.x * v.x + v.y * v.y + v.z * v.z + s.x * s.x + s.y * s.y + s.z * s.z));
    }
    return most;
}

static float fastest_in(DryWorld *w, const DryBodyId *bodies, int count, int steps)
{
    float most = 0.0f;
    for (int i = 0; i < steps; ++i) {
        run_steps(w, 1);
        most = fmaxf(most, fastest(w, bodies, count));
    }
    return most;
}

static DryWorld *build_weightless(int32_t workers)
{
    DryWorldDef def = dry_world_def_default();
    def.gravity = dry_vec3(0, 0, 0);
    def.workers = workers;
    DryWorld *w = dry_world_create(&def);
    assert_non_null(w);
    return w;
}

static void overlapping_rows_come_apart_without_speed(void **unused)
{
    (void)unused;
    const int counts[] = { 2, 3, 10, 50 };
    const double pitches[] = { 0.5, 0.9, 0.97, 0.99, 0.999 };
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; ++c) {
        for (size_t p = 0; p < sizeof pitches / sizeof pitches[0]; ++p) {
            DryBodyId bodies[MOST];
            DryWorld *w = build_weightless(1);
            int count = build_row(w, bodies, counts[c], (int)(p % 3), 0.0, pitches[p]);
            float most = fastest_in(w, bodies, count, 600), last = fastest(w, bodies, count);
            if (most > 0.05f || last > 0.005f) {
                fail_msg("%d cubes %g apart reach %g m/s and keep %g", count, pitches[p], (double)most,
                         (double)last);
            }
            dry_world_destroy(w);
        }
    }
}

static void overlapping_tower_rises_to_its_height_and_sleeps(void **unused)
{
    (void)unused;
    const double pitches[] = { 0.5, 0.9, 0.99 };
    for (size_t p = 0; p < sizeof pitches / sizeof pitches[0]; ++p) {
        DryBodyId bodies[MOST];
        DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
        build_ground(w);
        int count = build_row(w, bodies, 10, 1, 0.5 * pitches[p], pitches[p]);
        float most = fastest_in(w, bodies, count, 900);
        double top = dry_body_position(w, bodies[count - 1]).y;
        assert_true(most < 0.5f);
        assert_true(top > 9.4 && top < 9.5 + 1e-3);
        assert_false(dry_body_is_awake(w, bodies[count - 1]));
        dry_world_destroy(w);
    }
}

static void body_put_into_another_comes_out_without_speed(void **unused)
{
    (void)unused;
    DryBodyId bodies[MOST];
    DryWorld *w = build_weightless(1);
    int count = build_row(w, bodies, 3, 0, 0.0, 1.0);
    run_steps(w, 5);
    DryPose pose = dry_body_pose(w, bodies[1]);
    pose.position.x += 0.4;
    assert_int_equal(dry_body_set_pose(w, bodies[1], pose), DRY_OK);
    assert_true(fastest_in(w, bodies, count, 300) < 0.02f);
    double gap = dry_body_position(w, bodies[2]).x - dry_body_position(w, bodies[1]).x;
    assert_true(gap > 1.0 - 2e-3);
    dry_world_destroy(w);
}

/* What was moving goes on as before beside overlap that is being pushed out. */
static void pushing_changes_no_velocity_of_the_pushed(void **unused)
{
    (void)unused;
    DryBodyId bodies[MOST];
    DryWorld *w = build_weightless(1);
    int count = build_row(w, bodies, 3, 0, 0.0, 0.7);
    for (int i = 0; i < count; ++i) {
        assert_int_equal(dry_body_set_velocity(w, bodies[i], dry_vec3(0, 0, 4)), DRY_OK);
    }
    run_steps(w, 120);
    for (int i = 0; i < count; ++i) {
        DryVec3 v = dry_body_velocity(w, bodies[i]);
        assert_float_equal(v.x, 0, 1e-3);
        assert_float_equal(v.y, 0, 1e-3);
        assert_float_equal(v.z, 4, 1e-3);
        assert_true(fabs(dry_body_position(w, bodies[i]).z - 8.0) < 1e-2);
    }
    dry_world_destroy(w);
}

static uint64_t hash_of_overlap(int32_t workers, DryKernel kernel)
{
    DryBodyId bodies[MOST];
    DryWorld *w = build_world(workers, kernel);
    build_ground(w);
    build_row(w, bodies, 30, 1, 0.3, 0.7);
    build_row(w, bodies, 30, 0, 3.0, 0.6);
    run_steps(w, 60);
    uint64_t hash = dry_world_hash(w);
    dry_world_destroy(w);
    return hash;
}

static void pushing_gives_the_same_bits_everywhere(void **unused)
{
    (void)unused;
    uint64_t hash = hash_of_overlap(1, DRY_KERNEL_SCALAR);
    assert_true(hash == hash_of_overlap(1, DRY_KERNEL_AUTO));
    assert_true(hash == hash_of_overlap(1, DRY_KERNEL_SSE2));
    assert_true(hash == hash_of_overlap(3, DRY_KERNEL_AUTO));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overlapping_rows_come_apart_without_speed),
        cmocka_unit_test(overlapping_tower_rises_to_its_height_and_sleeps),
        cmocka_unit_test(body_put_into_another_comes_out_without_speed),
        cmocka_unit_test(pushing_changes_no_velocity_of_the_pushed),
        cmocka_unit_test(pushing_gives_the_same_bits_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
