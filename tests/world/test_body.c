/* Bodies: identity, place, mass, forces, locks, and what is refused. */
#include "support/build.h"

#include <math.h>
#include <string.h>

static void stale_ids_are_answered_not_followed(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId old = build_box(w, DRY_DYNAMIC, 0, 1, 0, 0.5f);
    DryShapeId old_shape = first_shape(w, old);
    assert_int_equal(dry_body_destroy(w, old), DRY_OK);
    DryBodyId heir = build_box(w, DRY_DYNAMIC, 5, 1, 0, 0.5f);
    assert_int_equal(heir.index, old.index);
    assert_false(dry_body_is_valid(w, old));
    assert_false(dry_shape_is_valid(w, old_shape));
    assert_true(dry_body_is_valid(w, heir));
    assert_int_equal(dry_body_destroy(w, old), DRY_ERROR_ID);
    assert_non_null(strstr(dry_world_error(w), "dry_body_destroy"));
    assert_non_null(strstr(dry_world_error(w), "stale"));
    DryBodyId none = { 0, 0 };
    assert_int_equal(dry_body_set_velocity(w, none, (DryVec3){ 1, 0, 0 }), DRY_ERROR_ID);
    assert_true(dry_body_position(w, old).x == 0.0);
    dry_world_destroy(w);
}

static void destroying_everything_gives_all_memory_back(void **unused)
{
    (void)unused;
    size_t before = dry_allocated_bytes();
    DryWorld *w = build_world(2, DRY_KERNEL_AUTO);
    build_ground(w);
    for (int i = 0; i < 50; ++i) {
        build_box(w, DRY_DYNAMIC, 0.1 * i, 1.0 + i, 0, 0.5f);
    }
    run_steps(w, 60);
    dry_world_destroy(w);
    assert_int_equal(dry_allocated_bytes(), before);
}

static void mass_follows_the_shapes(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId body = build_body(w, DRY_DYNAMIC, 3, 4, 5);
    DryShapeOptions o = dry_shape_options_default();
    DryBox box = { { 1.0f, 1.0f, 1.0f } };
    o.frame.position = (DryVec3){ 2, 0, 0 };
    dry_shape_add_box(w, body, &box, &o);
    o.frame.position = (DryVec3){ -2, 0, 0 };
    DryShapeId second = dry_shape_add_box(w, body, &box, &o);
    DryMass mass = dry_body_mass(w, body);
    assert_float_equal(mass.mass, 16000.0f, 1.0f);
    assert_float_equal(mass.center.x, 0.0f, 1e-6f);
    /* two cubes of 8000 kg, edge 2, at distance 2: Iyy = 2 (m a^2/6 + m d^2) */
    assert_float_equal(mass.inertia.yy, 2.0f * (8000.0f * 4.0f / 6.0f + 8000.0f * 4.0f), 8.0f);
    assert_float_equal(mass.inertia.xx, 2.0f * (8000.0f * 4.0f / 6.0f), 4.0f);
    dry_shape_destroy(w, second);
    mass = dry_body_mass(w, body);
    assert_float_equal(mass.mass, 8000.0f, 1.0f);
    assert_float_equal(mass.center.x, 2.0f, 1e-6f);
    assert_true(fabs(dry_body_center(w, body).x - 5.0) < 1e-6);
    assert_true(fabs(dry_body_position(w, body).x - 3.0) < 1e-6);
    dry_world_destroy(w);
}

static void given_mass_is_checked_and_used(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId body = build_box(w, DRY_DYNAMIC, 0, 10, 0, 0.5f);
    DryMass bad = { .mass = 1.0f, .inertia = { .xx = 1.0f, .yy = 1.0f, .zz = 3.0f } };
    assert_int_equal(dry_body_set_mass(w, body, &bad), DRY_ERROR_ARGUMENT);
    assert_float_equal(dry_body_mass(w, body).mass, 1000.0f, 0.01f);
    DryMass good = { .mass = 2.0f, .inertia = { .xx = 1.0f, .yy = 1.0f, .zz = 1.5f } };
    assert_int_equal(dry_body_set_mass(w, body, &good), DRY_OK);
    assert_int_equal(dry_body_apply_impulse_center(w, body, (DryVec3){ 4, 0, 0 }, DRY_WAKE), DRY_OK);
    assert_float_equal(dry_body_velocity(w, body).x, 2.0f, 1e-6f);
    assert_int_equal(dry_body_reset_mass(w, body), DRY_OK);
    assert_float_equal(dry_body_mass(w, body).mass, 1000.0f, 0.01f);
    dry_world_destroy(w);
}

static void tilted_inertia_keeps_the_body_frame(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyDef def = dry_body_def_default();
    def.type = DRY_DYNAMIC;
    def.position = dry_pos(1, 2, 3);
    def.rotation = dry_quat_from_axis_angle((DryVec3){ 1, 2, 3 }, 0.7f);
    DryBodyId body = dry_body_create(w, &def);
    DryShapeOptions o = dry_shape_options_default();
    o.frame.rotation = dry_quat_from_axis_angle((DryVec3){ 0, 0, 1 }, 0.5f);
    DryBox box = { { 0.2f, 1.0f, 0.5f } };
    dry_shape_add_box(w, body, &box, &o);
    DryPose pose = dry_body_pose(w, body);
    assert_true(fabs(pose.position.x - 1.0) < 1e-6 && fabs(pose.position.y - 2.0) < 1e-6);
    float dot = pose.rotation.x * def.rotation.x + pose.rotation.y * def.rotation.y +
                pose.rotation.z * def.rotation.z + pose.rotation.w * def.rotation.w;
    assert_float_equal(fabsf(dot), 1.0f, 1e-6f);
    dry_world_destroy(w);
}

static void impulse_off_centre_turns_the_body(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId body = build_box(w, DRY_DYNAMIC, 0, 10, 0, 0.5f);
    float inertia = dry_body_mass(w, body).inertia.zz;
    dry_body_apply_impulse(w, body, (DryVec3){ 0, 100, 0 }, dry_pos(0.5, 10, 0), DRY_WAKE);
    assert_float_equal(dry_body_velocity(w, body).y, 0.1f, 1e-6f);
    assert_float_equal(dry_body_angular_velocity(w, body).z, 50.0f / inertia, 1e-6f);
    DryVec3 at = dry_body_point_velocity(w, body, dry_pos(0.5, 10, 0));
    assert_float_equal(at.y, 0.1f + 0.5f * 50.0f / inertia, 1e-6f);
    dry_world_destroy(w);
}

static void a_force_lasts_one_step(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    dry_world_set_gravity(w, (DryVec3){ 0, 0, 0 });
    DryBodyId body = build_box(w, DRY_DYNAMIC, 0, 0, 0, 0.5f);
    dry_body_apply_force_center(w, body, (DryVec3){ 60000, 0, 0 }, DRY_WAKE);
    run_steps(w, 1);
    assert_float_equal(dry_body_velocity(w, body).x, 1.0f, 1e-5f);
    run_steps(w, 5);
    assert_float_equal(dry_body_velocity(w, body).x, 1.0f, 1e-5f);
    dry_world_destroy(w);
}

static void planar_locks_hold_exactly(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    build_ground(w);
    DryBodyId bodies[20];
    for (int i = 0; i < 20; ++i) {
        DryBodyDef def = dry_body_def_default();
        def.type = DRY_DYNAMIC;
        def.position = dry_pos(0.3 * (i % 3), 1.0 + 1.1 * i, 0.0);
        def.rotation = dry_quat_from_axis_angle((DryVec3){ 0, 0, 1 }, 0.3f * (float)i);
        def.locks = DRY_LOCK_PLANAR;
        bodies[i] = dry_body_create(w, &def);
        DryBox box = { { 0.5f, 0.4f, 0.3f + 0.02f * (float)i } };
        dry_shape_add_box(w, bodies[i], &box, NULL);
    }
    run_steps(w, 240);
    for (int i = 0; i < 20; ++i) {
        DryPose pose = dry_body_pose(w, bodies[i]);
        assert_true(pose.position.z == 0.0);
        assert_true(fabsf(pose.rotation.x) < 1e-6f && fabsf(pose.rotation.y) < 1e-6f);
        assert_true(pose.position.y > 0.0);
    }
    dry_world_destroy(w);
}

static void a_kinematic_body_reaches_its_target(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId body = build_box(w, DRY_KINEMATIC, 0, 0, 0, 0.5f);
    DryPose target = { { 0.1, 0.2, 0.3 }, dry_quat_from_axis_angle((DryVec3){ 1, 1, 0 }, 0.2f) };
    assert_int_equal(dry_body_set_target(w, body, target), DRY_OK);
    run_steps(w, 1);
    DryPose pose = dry_body_pose(w, body);
    assert_true(fabs(pose.position.x - 0.1) < 1e-6 && fabs(pose.position.z - 0.3) < 1e-6);
    assert_float_equal(pose.rotation.x, target.rotation.x, 1e-6f);
    run_steps(w, 3);
    assert_true(dry_body_position(w, body).x == pose.position.x);
    assert_false(dry_body_is_awake(w, body));
    DryBodyId dynamic = build_box(w, DRY_DYNAMIC, 9, 9, 9, 0.5f);
    assert_int_equal(dry_body_set_target(w, dynamic, target), DRY_ERROR_ARGUMENT);
    dry_world_destroy(w);
}

static void a_kinematic_platform_carries_a_box(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId platform = build_body(w, DRY_KINEMATIC, 0, 0, 0);
    DryBox plate = { { 2.0f, 0.25f, 2.0f } };
    dry_shape_add_box(w, platform, &plate, NULL);
    DryBodyId box = build_box(w, DRY_DYNAMIC, 0, 0.75, 0, 0.5f);
    run_steps(w, 30);
    for (int i = 1; i <= 120; ++i) {
        DryPose target = { { 0.01 * i, 0.005 * i, 0.0 }, dry_quat_identity() };
        dry_body_set_target(w, platform, target);
        run_steps(w, 1);
    }
    DryPos p = dry_body_position(w, box);
    assert_true(fabs(p.x - 1.2) < 0.05);
    assert_true(fabs(p.y - (0.6 + 0.75)) < 0.01);
    dry_world_destroy(w);
}

static void initial_overlap_is_pushed_out_gently(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    dry_world_set_gravity(w, (DryVec3){ 0, 0, 0 });
    DryBodyId a = build_box(w, DRY_DYNAMIC, 0, 0, 0, 0.5f), b = build_box(w, DRY_DYNAMIC, 0.6, 0, 0, 0.5f);
    double fastest = 0.0;
    for (int i = 0; i < 120; ++i) {
        run_steps(w, 1);
        fastest = fmax(fastest, (double)fabsf(dry_body_velocity(w, a).x));
    }
    double gap = dry_body_position(w, b).x - dry_body_position(w, a).x;
    assert_true(gap > 0.99 && gap < 1.02);
    assert_true(fastest < 0.05); /* pushed, but nothing of it is kept as speed */
    dry_world_destroy(w);
}

static void bad_values_are_refused_and_change_nothing(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId body = build_box(w, DRY_DYNAMIC, 0, 10, 0, 0.5f);
    uint64_t before = dry_world_hash(w);
    const float bad[3] = { NAN, INFINITY, -INFINITY };
    for (int i = 0; i < 3; ++i) {
        DryVec3 v = { bad[i], 0, 0 };
        DryPose pose = { { (double)bad[i], 0, 0 }, dry_quat_identity() };
        DryPose turned = { { 0, 0, 0 }, { 0, bad[i], 0, 1 } };
        assert_int_equal(dry_body_set_velocity(w, body, v), DRY_ERROR_ARGUMENT);
        assert_int_equal(dry_body_set_angular_velocity(w, body, v), DRY_ERROR_ARGUMENT);
        assert_int_equal(dry_body_set_pose(w, body, pose), DRY_ERROR_ARGUMENT);
        assert_int_equal(dry_body_set_pose(w, body, turned), DRY_ERROR_ARGUMENT);
        assert_int_equal(dry_body_apply_force(w, body, v, dry_pos(0, 0, 0), DRY_WAKE), DRY_ERROR_ARGUMENT);
        assert_int_equal(
            dry_body_apply_impulse(w, body, (DryVec3){ 1, 0, 0 }, dry_pos((double)bad[i], 0, 0), DRY_WAKE),
            DRY_ERROR_ARGUMENT);
        assert_int_equal(dry_body_set_damping(w, body, bad[i], 0), DRY_ERROR_ARGUMENT);
        assert_int_equal(dry_body_set_gravity_scale(w, body, bad[i]), DRY_ERROR_ARGUMENT);
        assert_int_equal(dry_world_set_gravity(w, v), DRY_ERROR_ARGUMENT);
        assert_int_equal(dry_world_step(w, bad[i]), DRY_ERROR_ARGUMENT);
    }
    assert_int_equal(dry_body_set_pose(w, body, (DryPose){ { 0, 0, 0 }, { 0, 0, 0, 2 } }),
                     DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_body_set_locks(w, body, 64), DRY_ERROR_ARGUMENT);
    assert_true(dry_world_hash(w) == before);
    dry_world_destroy(w);
}

static void wrong_worlds_are_refused(void **unused)
{
    (void)unused;
    DryWorldDef def = dry_world_def_default();
    def.substeps = 0;
    assert_null(dry_world_create(&def));
    assert_non_null(strstr(dry_last_error(), "substeps"));
    def = dry_world_def_default();
    def.gravity.x = NAN;
    assert_null(dry_world_create(&def));
    assert_null(dry_world_create(NULL));
    assert_int_equal(dry_world_step(NULL, STEP), DRY_ERROR_ARGUMENT);
    dry_world_destroy(NULL);
}

static void walks_visit_what_lists_list(void **state)
{
    (void)state;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId bodies[6], listed[6];
    for (int i = 0; i < 6; ++i) {
        bodies[i] = build_box(w, DRY_DYNAMIC, 3.0 * i, 0.0, 0.0, 0.5f);
    }
    DrySphere ball = { { 0.0f, 1.0f, 0.0f }, 0.3f };
    dry_shape_add_sphere(w, bodies[2], &ball, NULL);
    DryShapeId shapes[4];
    assert_int_equal(dry_body_shapes(w, bodies[2], shapes, 4), 2);
    DryShapeId shape = dry_body_next_shape(w, bodies[2], (DryShapeId){ 0, 0 });
    assert_int_equal(shape.index, shapes[0].index);
    shape = dry_body_next_shape(w, bodies[2], shape);
    assert_int_equal(shape.index, shapes[1].index);
    assert_int_equal(dry_body_next_shape(w, bodies[2], shape).index, 0);
    assert_int_equal(dry_body_next_shape(w, bodies[3], shape).index, 0); /* not its shape */
    DryBodyId at = dry_world_next_body(w, (DryBodyId){ 0, 0 });
    assert_int_equal(at.index, bodies[0].index);
    dry_body_destroy(w, at); /* under the walker's feet */
    dry_body_destroy(w, bodies[3]);
    int32_t count = dry_world_bodies(w, listed, 6), seen = 0;
    while ((at = dry_world_next_body(w, at)).index != 0) {
        assert_true(seen < count && at.index == listed[seen].index &&
                    at.generation == listed[seen].generation);
        ++seen;
    }
    assert_int_equal(seen, count);
    dry_world_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_visit_what_lists_list),
        cmocka_unit_test(stale_ids_are_answered_not_followed),
        cmocka_unit_test(destroying_everything_gives_all_memory_back),
        cmocka_unit_test(mass_follows_the_shapes),
        cmocka_unit_test(given_mass_is_checked_and_used),
        cmocka_unit_test(tilted_inertia_keeps_the_body_frame),
        cmocka_unit_test(impulse_off_centre_turns_the_body),
        cmocka_unit_test(a_force_lasts_one_step),
        cmocka_unit_test(planar_locks_hold_exactly),
        cmocka_unit_test(a_kinematic_body_reaches_its_target),
        cmocka_unit_test(a_kinematic_platform_carries_a_box),
        cmocka_unit_test(initial_overlap_is_pushed_out_gently),
        cmocka_unit_test(bad_values_are_refused_and_change_nothing),
        cmocka_unit_test(wrong_worlds_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
