/* What can be set can be read back, counts from then on, and goes back with a snapshot. */
#include "support/build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *save(const DryWorld *w, size_t *size)
{
    *size = dry_world_save(w, NULL, 0);
    void *data = malloc(*size);
    assert_non_null(data);
    assert_int_equal(dry_world_save(w, data, *size), *size);
    return data;
}

static void a_body_is_read_back_as_defined(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyDef def = dry_body_def_default();
    def.type = DRY_DYNAMIC;
    def.linear_damping = 0.25f;
    def.angular_damping = 0.5f;
    def.gravity_scale = -0.75f;
    def.sleep_speed = 0.125f;
    def.locks = DRY_LOCK_PLANAR;
    def.can_sleep = false;
    DryBodyId b = dry_body_create(w, &def);
    assert_true(dry_body_linear_damping(w, b) == 0.25f && dry_body_angular_damping(w, b) == 0.5f);
    assert_true(dry_body_gravity_scale(w, b) == -0.75f && dry_body_sleep_speed(w, b) == 0.125f);
    assert_int_equal(dry_body_locks(w, b), DRY_LOCK_PLANAR);
    assert_false(dry_body_can_sleep(w, b) || dry_body_is_mass_given(w, b));
    dry_world_destroy(w);
}

/* Every setting of a body changes the hash, is read back, and a restore undoes it. */
static void settings_of_a_body_are_state(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId b = build_box(w, DRY_DYNAMIC, 0, 5, 0, 0.5f);
    size_t size;
    void *data = save(w, &size);
    uint64_t before = dry_world_hash(w);
    const DryMass mass = { .mass = 2.0f, .inertia = { .xx = 1.0f, .yy = 1.0f, .zz = 1.0f } };
    for (int i = 0; i < 7; ++i) {
        switch (i) {
        case 0:
            assert_int_equal(dry_body_set_damping(w, b, 0.5f, 2.0f), DRY_OK);
            assert_true(dry_body_linear_damping(w, b) == 0.5f && dry_body_angular_damping(w, b) == 2.0f);
            break;
        case 1:
            assert_int_equal(dry_body_set_gravity_scale(w, b, 0.5f), DRY_OK);
            assert_true(dry_body_gravity_scale(w, b) == 0.5f);
            break;
        case 2:
            assert_int_equal(dry_body_set_locks(w, b, DRY_LOCK_ROTATION), DRY_OK);
            assert_int_equal(dry_body_locks(w, b), DRY_LOCK_ROTATION);
            break;
        case 3:
            assert_int_equal(dry_body_set_sleep_speed(w, b, 3.0f), DRY_OK);
            assert_true(dry_body_sleep_speed(w, b) == 3.0f);
            break;
        case 4:
            assert_int_equal(dry_body_set_can_sleep(w, b, false), DRY_OK);
            assert_false(dry_body_can_sleep(w, b));
            break;
        case 5:
            assert_int_equal(dry_body_set_mass(w, b, &mass), DRY_OK);
            assert_true(dry_body_is_mass_given(w, b));
            break;
        default:
            assert_int_equal(dry_shape_set_density(w, first_shape(w, b), 500.0f), DRY_OK);
            assert_true(dry_shape_density(w, first_shape(w, b)) == 500.0f);
            break;
        }
        assert_true(dry_world_hash(w) != before);
        assert_int_equal(dry_world_restore(w, data, size), DRY_OK);
        assert_true(dry_world_hash(w) == before);
    }
    assert_true(dry_body_linear_damping(w, b) == 0.0f && dry_body_gravity_scale(w, b) == 1.0f &&
                dry_body_locks(w, b) == 0 && dry_body_sleep_speed(w, b) == -1.0f);
    assert_true(dry_body_can_sleep(w, b) && !dry_body_is_mass_given(w, b));
    assert_true(dry_shape_density(w, first_shape(w, b)) == 1000.0f);
    free(data);
    dry_world_destroy(w);
}

static void a_higher_sleep_speed_lets_a_slow_body_sleep(void **unused)
{
    (void)unused;
    for (int i = 0; i < 2; ++i) {
        DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
        dry_world_set_gravity(w, (DryVec3){ 0, 0, 0 });
        DryBodyId b = build_box(w, DRY_DYNAMIC, 0, 0, 0, 0.5f);
        assert_int_equal(dry_body_set_velocity(w, b, (DryVec3){ 0.2f, 0, 0 }), DRY_OK);
        if (i == 1) {
            assert_int_equal(dry_body_set_sleep_speed(w, b, 0.3f), DRY_OK);
        }
        run_steps(w, 60);
        assert_int_equal(dry_body_is_awake(w, b), i == 0);
        dry_world_destroy(w);
    }
}

static void forces_are_read_and_cleared(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    dry_world_set_gravity(w, (DryVec3){ 0, 0, 0 });
    DryBodyId b = build_box(w, DRY_DYNAMIC, 0, 0, 0, 0.5f);
    dry_body_apply_force(w, b, (DryVec3){ 0, 10, 0 }, dry_pos(2, 0, 0), DRY_WAKE);
    dry_body_apply_force_center(w, b, (DryVec3){ 3, 0, 0 }, DRY_WAKE);
    DryVec3 force = dry_body_force(w, b), torque = dry_body_torque(w, b);
    assert_true(force.x == 3.0f && force.y == 10.0f && torque.z == 20.0f);
    assert_int_equal(dry_body_clear_forces(w, b), DRY_OK);
    force = dry_body_force(w, b);
    torque = dry_body_torque(w, b);
    assert_true(force.x == 0.0f && force.y == 0.0f && torque.z == 0.0f);
    run_steps(w, 1);
    assert_true(dry_body_velocity(w, b).y == 0.0f && dry_body_angular_velocity(w, b).z == 0.0f);
    dry_world_destroy(w);
}

static void a_target_is_read_back_until_it_is_reached(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId b = build_box(w, DRY_KINEMATIC, 0, 0, 0, 0.5f);
    DryPose target = { { 1, 2, 3 }, dry_quat_identity() }, read = { 0 };
    assert_false(dry_body_target(w, b, &read));
    assert_int_equal(dry_body_set_target(w, b, target), DRY_OK);
    assert_true(dry_body_target(w, b, &read) && read.position.z == 3.0);
    run_steps(w, 1);
    assert_false(dry_body_target(w, b, &read));
    dry_world_destroy(w);
}

/* A disabled body does not move, so a target is refused; one it has already is forgotten. */
static void a_disabled_body_takes_no_target(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId b = build_box(w, DRY_KINEMATIC, 0, 0, 0, 0.5f);
    DryPose target = { { 1, 0, 0 }, dry_quat_identity() };
    assert_int_equal(dry_body_set_target(w, b, target), DRY_OK);
    assert_int_equal(dry_body_set_enabled(w, b, false), DRY_OK);
    assert_false(dry_body_target(w, b, NULL));
    uint64_t before = dry_world_hash(w);
    assert_int_equal(dry_body_set_target(w, b, target), DRY_ERROR_STATE);
    assert_non_null(strstr(dry_world_error(w), "dry_body_set_target: the body is disabled"));
    assert_true(dry_world_hash(w) == before);
    run_steps(w, 3);
    assert_true(dry_body_position(w, b).x == 0.0);
    assert_int_equal(dry_body_set_enabled(w, b, true), DRY_OK);
    assert_int_equal(dry_body_set_target(w, b, target), DRY_OK);
    run_steps(w, 1);
    assert_true(fabs(dry_body_position(w, b).x - 1.0) < 1e-6);
    dry_world_destroy(w);
}

static void density_decides_the_mass(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId b = build_box(w, DRY_DYNAMIC, 0, 0, 0, 0.5f);
    DryShapeId s = first_shape(w, b);
    assert_int_equal(dry_shape_set_density(w, s, 250.0f), DRY_OK);
    assert_float_equal(dry_body_mass(w, b).mass, 250.0f, 1e-3f);
    assert_float_equal(dry_body_mass(w, b).inertia.xx, 250.0f / 6.0f, 1e-3f);
    DryBox large = { { 1e5f, 1e5f, 1e5f } };
    DryShapeOptions o = dry_shape_options_default();
    o.density = 1.0f;
    DryShapeId huge = dry_shape_add_box(w, b, &large, &o);
    assert_true(huge.index != 0);
    uint64_t before = dry_world_hash(w);
    assert_int_equal(dry_shape_set_density(w, huge, 1e15f), DRY_ERROR_RANGE);
    assert_true(dry_world_hash(w) == before);
    dry_world_destroy(w);
}

/* A floor becomes a sensor: the box falls through and is reported; made solid again it carries. */
static void a_shape_becomes_a_sensor_and_back(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId ground = build_ground(w), box = build_box(w, DRY_DYNAMIC, 0, 0.5, 0, 0.5f);
    DryShapeId floor = first_shape(w, ground);
    run_steps(w, 60);
    assert_false(dry_body_is_awake(w, box));
    assert_int_equal(dry_shape_set_sensor(w, floor, true), DRY_OK);
    assert_true(dry_shape_is_sensor(w, floor));
    run_steps(w, 1);
    DryEvents e = dry_world_events(w);
    assert_int_equal(e.contact_end_count, 1);
    assert_int_equal(e.sensor_begin_count, 1);
    assert_memory_equal(&e.sensor_begin[0].sensor_body, &ground, sizeof ground);
    assert_memory_equal(&e.sensor_begin[0].visitor_body, &box, sizeof box);
    run_steps(w, 20);
    assert_true(dry_body_position(w, box).y < 0.2);
    assert_int_equal(dry_body_set_pose(w, box, (DryPose){ { 0, 0.5, 0 }, { 0, 0, 0, 1 } }), DRY_OK);
    assert_int_equal(dry_body_set_velocity(w, box, (DryVec3){ 0, 0, 0 }), DRY_OK);
    assert_int_equal(dry_shape_set_sensor(w, floor, false), DRY_OK);
    run_steps(w, 1);
    e = dry_world_events(w);
    assert_int_equal(e.sensor_end_count, 1);
    assert_memory_equal(&e.sensor_end[0].sensor_body, &ground, sizeof ground);
    assert_memory_equal(&e.sensor_end[0].visitor_body, &box, sizeof box);
    run_steps(w, 60);
    assert_true(fabs(dry_body_position(w, box).y - 0.5) < 0.01);
    dry_world_destroy(w);
}

static void events_are_turned_on_and_off(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryShapeId floor = first_shape(w, build_ground(w));
    DryBodyId box = build_box(w, DRY_DYNAMIC, 0, 1.5, 0, 0.5f);
    DryShapeId shape = first_shape(w, box);
    for (int i = 0; i < 2; ++i) {
        DryShapeId s = i == 0 ? floor : shape;
        assert_true(dry_shape_contact_events(w, s) && dry_shape_hit_events(w, s));
        assert_int_equal(dry_shape_set_contact_events(w, s, false), DRY_OK);
        assert_int_equal(dry_shape_set_hit_events(w, s, false), DRY_OK);
        assert_false(dry_shape_contact_events(w, s) || dry_shape_hit_events(w, s));
    }
    int begins = 0, hits = 0;
    for (int i = 0; i < 60; ++i) {
        run_steps(w, 1);
        begins += dry_world_events(w).contact_begin_count;
        hits += dry_world_events(w).hit_count;
    }
    assert_int_equal(begins + hits, 0);
    /* it rests; now its end is wanted, and then a hit */
    assert_int_equal(dry_shape_set_contact_events(w, shape, true), DRY_OK);
    assert_int_equal(dry_shape_set_hit_events(w, shape, true), DRY_OK);
    assert_int_equal(dry_body_set_velocity(w, box, (DryVec3){ 0, 3, 0 }), DRY_OK);
    int ends = 0;
    for (int i = 0; i < 60; ++i) {
        run_steps(w, 1);
        ends += dry_world_events(w).contact_end_count;
        hits += dry_world_events(w).hit_count;
    }
    assert_int_equal(ends, 1);
    assert_int_equal(hits, 1);
    dry_world_destroy(w);
}

static void near_to(DryVec3 a, DryVec3 b)
{
    assert_float_equal(a.x, b.x, 1e-5f);
    assert_float_equal(a.y, b.y, 1e-5f);
    assert_float_equal(a.z, b.z, 1e-5f);
}

static void round_shapes_are_read_back(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId b = build_body(w, DRY_STATIC, 7, 8, 9);
    DryShapeOptions o = dry_shape_options_default();
    o.frame.position = (DryVec3){ 1, 2, 3 };
    o.frame.rotation = dry_quat_from_axis_angle((DryVec3){ 0, 0, 1 }, 1.57079633f);
    const DrySphere ball = { { 1, 0, 0 }, 0.25f };
    const DryCapsule pill = { { 1, 0, 0 }, { 3, 0, 0 }, 0.5f }, dot = { { 1, 0, 0 }, { 1, 0, 0 }, 0.5f };
    const DryHalfSpace half = { { 2, 0, 0 }, 2.0f };
    DryShapeId s[4] = { dry_shape_add_sphere(w, b, &ball, &o), dry_shape_add_capsule(w, b, &pill, &o),
                        dry_shape_add_capsule(w, b, &dot, &o), dry_shape_add_half_space(w, b, &half, &o) };
    DrySphere sphere;
    DryCapsule capsule;
    DryHalfSpace plane;
    assert_int_equal(dry_shape_kind(w, s[0]), DRY_SHAPE_SPHERE);
    assert_true(dry_shape_sphere(w, s[0], &sphere) && sphere.radius == 0.25f);
    near_to(sphere.center, (DryVec3){ 1, 3, 3 });
    assert_int_equal(dry_shape_kind(w, s[1]), DRY_SHAPE_CAPSULE);
    assert_true(dry_shape_capsule(w, s[1], &capsule) && capsule.radius == 0.5f);
    near_to(capsule.point_a, (DryVec3){ 1, 3, 3 });
    near_to(capsule.point_b, (DryVec3){ 1, 5, 3 });
    assert_false(dry_shape_sphere(w, s[1], &sphere) || dry_shape_capsule(w, s[0], &capsule) ||
                 dry_shape_sphere(w, s[0], NULL));
    assert_int_equal(dry_shape_kind(w, s[2]), DRY_SHAPE_SPHERE);
    assert_int_equal(dry_shape_kind(w, s[3]), DRY_SHAPE_HALF_SPACE);
    assert_true(dry_shape_half_space(w, s[3], &plane));
    near_to(plane.normal, (DryVec3){ 0, 1, 0 });
    assert_float_equal(plane.offset, 3.0f, 1e-5f); /* x <= 1 in the frame */
    dry_world_destroy(w);
}

static void edged_shapes_are_read_back(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId b = build_body(w, DRY_STATIC, 0, 0, 0);
    DryShapeOptions o = dry_shape_options_default();
    o.frame.position = (DryVec3){ 1, 2, 3 };
    DryBox box = { { 1, 2, 3 } }, read;
    DryHull *hull = dry_hull_create_cylinder(0.5f, 0.5f, 8);
    const DryVec3 v[3] = { { 0, 0, 0 }, { 0, 0, 1 }, { 1, 0, 0 } };
    const uint32_t t[3] = { 0, 1, 2 };
    DryMesh *mesh = dry_mesh_create(
        &(DryMeshSource){ .vertices = v, .vertex_count = 3, .indices = t, .triangle_count = 1 }, NULL);
    const DryVec3 twice = { 2, 2, 2 };
    DryShapeId s[3] = { dry_shape_add_box(w, b, &box, &o), dry_shape_add_hull(w, b, hull, &o),
                        dry_shape_add_mesh(w, b, mesh, &twice, &o) };
    assert_int_equal(dry_shape_kind(w, s[0]), DRY_SHAPE_BOX);
    assert_true(dry_shape_box(w, s[0], &read) && read.half_extents.y == 2.0f);
    near_to(dry_shape_frame(w, s[0]).position, o.frame.position);
    assert_int_equal(dry_shape_kind(w, s[1]), DRY_SHAPE_HULL);
    assert_ptr_equal(dry_shape_hull(w, s[1]), hull);
    assert_null(dry_shape_mesh(w, s[1]));
    assert_int_equal(dry_shape_kind(w, s[2]), DRY_SHAPE_MESH);
    DryVec3 corners[3];
    dry_mesh_triangle(dry_shape_mesh(w, s[2]), 0, corners);
    near_to(dry_vec3_add(corners[0], dry_vec3_add(corners[1], corners[2])), (DryVec3){ 2, 0, 2 });
    int tag;
    assert_int_equal(dry_shape_set_user_data(w, s[2], &tag), DRY_OK);
    assert_ptr_equal(dry_shape_user_data(w, s[2]), &tag);
    dry_world_destroy(w);
    dry_hull_release(hull);
    dry_mesh_release(mesh);
}

/* Calls that return an id leave the reason of their failure. */
static void failures_without_a_status_have_one(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId ground = build_ground(w), body = build_body(w, DRY_DYNAMIC, 0, 9, 0);
    const DryVec3 v[3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1e-3f, 0 } }, far = { 1, 1, 1e6f };
    const DryVec3 w4[3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 0, 1e4f } }, thin = { 1e6f, 1e-6f, 1 };
    const uint32_t t[3] = { 0, 1, 2 };
    DryMeshSource source = { .vertices = v, .vertex_count = 3, .indices = t, .triangle_count = 1 };
    DryMesh *narrow = dry_mesh_create(&source, NULL);
    source.vertices = w4;
    DryMesh *wide = dry_mesh_create(&source, NULL);
    assert_int_equal(dry_shape_add_mesh(w, ground, narrow, &thin, NULL).index, 0);
    assert_int_equal(dry_last_status(), DRY_ERROR_GEOMETRY);
    assert_int_equal(dry_shape_add_mesh(w, ground, wide, &far, NULL).index, 0);
    assert_int_equal(dry_last_status(), DRY_ERROR_ARGUMENT);
    DrySphere ball = { { 0, 0, 0 }, 1e8f };
    DryShapeOptions o = dry_shape_options_default();
    o.density = 1e20f;
    assert_int_equal(dry_shape_add_sphere(w, body, &ball, &o).index, 0);
    assert_int_equal(dry_last_status(), DRY_ERROR_RANGE);
    assert_non_null(strstr(dry_world_error(w), "dry_shape_add_sphere"));
    assert_true(dry_shape_add_sphere(w, ground, &ball, NULL).index !=
                0); /* weighs nothing while it is static */
    assert_int_equal(dry_body_set_type(w, ground, DRY_DYNAMIC), DRY_ERROR_RANGE);
    assert_int_equal(dry_body_type(w, ground), DRY_STATIC);
    assert_int_equal(dry_shape_add_sphere(w, (DryBodyId){ 99, 1 }, &ball, NULL).index, 0);
    assert_int_equal(dry_last_status(), DRY_ERROR_ID);
    assert_null(dry_hull_create(&(DryHullSource){ .points = v, .point_count = 3 }, NULL));
    assert_int_equal(dry_last_status(), DRY_ERROR_GEOMETRY);
    dry_mesh_release(narrow);
    dry_mesh_release(wide);
    dry_world_destroy(w);
}

static void a_world_is_read_back(void **unused)
{
    (void)unused;
    int tag, other;
    DryWorldDef def = dry_world_def_default();
    def.substeps = 7;
    def.workers = 1;
    def.sleep_time = 0.25f;
    def.user_data = &tag;
    DryWorld *w = dry_world_create(&def);
    dry_world_set_gravity(w, (DryVec3){ 1, 2, 3 });
    DryWorldDef read = dry_world_def(w);
    assert_true(read.substeps == 7 && read.workers == 1 && read.sleep_time == 0.25f);
    assert_true(read.gravity.z == 3.0f && read.push_speed == def.push_speed && read.user_data == &tag);
    assert_true(read.kernel != DRY_KERNEL_AUTO);
    assert_int_equal(dry_world_set_user_data(w, &other), DRY_OK);
    assert_ptr_equal(dry_world_user_data(w), &other);
    assert_int_equal(dry_world_set_user_data(NULL, &other), DRY_ERROR_ARGUMENT);
    DryWorld *twin = dry_world_create(&read);
    assert_non_null(twin);
    dry_world_destroy(twin);
    dry_world_destroy(w);
}

/* The member that is given is multiplied by the unit: a body at 3 m/s is slow in a world of hectometres. */
static void length_unit_scales_lengths_and_speeds(void **unused)
{
    (void)unused;
    for (int i = 0; i < 2; ++i) {
        DryWorldDef def = dry_world_def_default();
        def.workers = 1;
        def.gravity = (DryVec3){ 0, 0, 0 };
        def.length_unit = i == 0 ? 1.0f : 100.0f;
        DryWorld *w = dry_world_create(&def);
        assert_true(dry_world_def(w).sleep_speed == def.sleep_speed);
        DryBodyId b = build_box(w, DRY_DYNAMIC, 0, 0, 0, 50.0f);
        dry_body_set_velocity(w, b, (DryVec3){ 3, 0, 0 });
        DryBodyId fast = build_box(w, DRY_DYNAMIC, 0, 500, 0, 50.0f);
        dry_body_set_velocity(w, fast, (DryVec3){ 5000, 0, 0 });
        run_steps(w, 60);
        assert_int_equal(dry_body_is_awake(w, b), i == 0);
        assert_float_equal(dry_body_velocity(w, fast).x, i == 0 ? 500.0f : 5000.0f, 1.0f);
        dry_world_destroy(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_is_read_back_as_defined),
        cmocka_unit_test(settings_of_a_body_are_state),
        cmocka_unit_test(a_higher_sleep_speed_lets_a_slow_body_sleep),
        cmocka_unit_test(forces_are_read_and_cleared),
        cmocka_unit_test(a_target_is_read_back_until_it_is_reached),
        cmocka_unit_test(a_disabled_body_takes_no_target),
        cmocka_unit_test(density_decides_the_mass),
        cmocka_unit_test(a_shape_becomes_a_sensor_and_back),
        cmocka_unit_test(events_are_turned_on_and_off),
        cmocka_unit_test(round_shapes_are_read_back),
        cmocka_unit_test(edged_shapes_are_read_back),
        cmocka_unit_test(failures_without_a_status_have_one),
        cmocka_unit_test(a_world_is_read_back),
        cmocka_unit_test(length_unit_scales_lengths_and_speeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
