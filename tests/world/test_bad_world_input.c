/* Calls about joints and worlds with every kind of wrong value: they answer with the documented error, name
   themselves in the message, and leave the world as it was. */
#include "world/bad_input_rig.h"

#define JOINT_MEMBERS(Def, noun)                                                    \
    do {                                                                            \
        const char *call = "dry_" #noun "_create";                                  \
        Def good = dry_##noun##_def_default(), d;                                   \
        good.body_a = r->ground, good.body_b = r->box;                              \
        refused_id(r, dry_##noun##_create(r->w, NULL).index, call, "null");         \
        assert_int_equal(dry_##noun##_create(NULL, &good).index, 0);                \
        d = good, d.body_b = r->gone;                                               \
        refused_id(r, dry_##noun##_create(r->w, &d).index, call, "a stale body");   \
        d = good, d.body_a = (DryBodyId){ 0, 0 };                                   \
        refused_id(r, dry_##noun##_create(r->w, &d).index, call, "no body");        \
        d = good, d.body_b = d.body_a;                                              \
        refused_id(r, dry_##noun##_create(r->w, &d).index, call, "one body twice"); \
        d = good, d.frame_a.position.x = NAN;                                       \
        refused_id(r, dry_##noun##_create(r->w, &d).index, call, "frame_a");        \
        d = good, d.frame_b.rotation.w = 3.0f;                                      \
        refused_id(r, dry_##noun##_create(r->w, &d).index, call, "frame_b");        \
        d = good, d.break_force = -1.0f;                                            \
        refused_id(r, dry_##noun##_create(r->w, &d).index, call, "break_force");    \
        d = good, d.break_torque = NAN;                                             \
        refused_id(r, dry_##noun##_create(r->w, &d).index, call, "break_torque");   \
    } while (0)

static void joint_definitions(void **state)
{
    Rig *r = *state;
    JOINT_MEMBERS(DryFixedDef, fixed);
    JOINT_MEMBERS(DryBallDef, ball);
    JOINT_MEMBERS(DryHingeDef, hinge);
    JOINT_MEMBERS(DryPrismaticDef, prismatic);
    JOINT_MEMBERS(DryDistanceDef, distance);
    JOINT_MEMBERS(DrySixAxisDef, six_axis);
    DryDistanceDef rope = dry_distance_def_default();
    rope.body_a = r->ground, rope.body_b = r->box;
    rope.min_length = 2, rope.max_length = 1;
    refused_id(r, dry_distance_create(r->w, &rope).index, "dry_distance_create", "min > max");
    rope.min_length = -1;
    refused_id(r, dry_distance_create(r->w, &rope).index, "dry_distance_create", "negative");
    DrySixAxisDef six = dry_six_axis_def_default();
    six.body_a = r->ground, six.body_b = r->box;
    six.linear[0].drive = (DryDrive){ .mode = DRY_DRIVE_VELOCITY, .max_force = 1 };
    refused_id(r, dry_six_axis_create(r->w, &six).index, "dry_six_axis_create", "a drive on a locked axis");
}

static void joint_parameters(void **state)
{
    Rig *r = *state;
    DryWorld *w = r->w;
    const DryLimit limits[] = {
        { .enabled = true, .lower = 1, .upper = -1 },      { .enabled = true, .lower = NAN, .upper = 1 },
        { .enabled = true, .lower = -1, .upper = NAN },    { .enabled = true, .upper = 1, .frequency = -1 },
        { .enabled = true, .upper = 1, .stiffness = NAN }, { .enabled = true, .upper = 1, .damping = -1 }
    };
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; ++i) {
        refused(r, dry_joint_set_limit(w, r->hinge, DRY_AXIS_ANGULAR_X, &limits[i]), DRY_ERROR_ARGUMENT,
                "dry_joint_set_limit", "value");
        refused(r, dry_joint_set_limit(w, r->ball, DRY_AXIS_CONE, &limits[i]), DRY_ERROR_ARGUMENT,
                "dry_joint_set_limit", "cone");
        refused(r, dry_joint_set_limit(w, r->slider, DRY_AXIS_LINEAR_X, &limits[i]), DRY_ERROR_ARGUMENT,
                "dry_joint_set_limit", "slider");
    }
    DryDrive drives[5];
    for (int i = 0; i < 5; ++i) {
        drives[i] = dry_drive_default();
        drives[i].mode = DRY_DRIVE_POSITION;
        drives[i].frequency = 1;
    }
    drives[0].target = NAN;
    drives[1].max_force = -1;
    drives[2].mode = (DryDriveMode)9;
    drives[3].frequency = 0;
    drives[4].damping_ratio = NAN;
    for (int i = 0; i < 5; ++i) {
        refused(r, dry_joint_set_drive(w, r->hinge, DRY_AXIS_ANGULAR_X, &drives[i]), DRY_ERROR_ARGUMENT,
                "dry_joint_set_drive", "value");
    }
    DryRotationDrive turn = dry_rotation_drive_default();
    turn.mode = DRY_DRIVE_POSITION;
    turn.frequency = 1;
    turn.target = (DryQuat){ 0, 2, 0, 1 };
    refused(r, dry_joint_set_rotation_drive(w, r->ball, &turn), DRY_ERROR_ARGUMENT,
            "dry_joint_set_rotation_drive", "target");
    turn.target = dry_quat_identity();
    refused(r, dry_joint_set_rotation_drive(w, r->hinge, &turn), DRY_ERROR_ARGUMENT,
            "dry_joint_set_rotation_drive", "a hinge");
    for (int axis = -1; axis <= 9; ++axis) {
        if (axis != (int)DRY_AXIS_ANGULAR_X) {
            refused(r, dry_joint_set_limit(w, r->hinge, (DryJointAxis)axis, &some_limit), DRY_ERROR_ARGUMENT,
                    "dry_joint_set_limit", "axis");
            refused(r, dry_joint_set_friction(w, r->hinge, (DryJointAxis)axis, 1), DRY_ERROR_ARGUMENT,
                    "dry_joint_set_friction", "axis");
        }
    }
    refused(r, dry_joint_set_limit(w, r->hinge, DRY_AXIS_ANGULAR_X, NULL), DRY_ERROR_ARGUMENT,
            "dry_joint_set_limit", "null");
    refused(r, dry_joint_set_drive(w, r->hinge, DRY_AXIS_ANGULAR_X, NULL), DRY_ERROR_ARGUMENT,
            "dry_joint_set_drive", "null");
    refused(r, dry_joint_set_rotation_drive(w, r->ball, NULL), DRY_ERROR_ARGUMENT,
            "dry_joint_set_rotation_drive", "null");
    refused(r, dry_joint_set_friction(w, r->hinge, DRY_AXIS_ANGULAR_X, -1), DRY_ERROR_ARGUMENT,
            "dry_joint_set_friction", "negative");
    refused(r, dry_joint_set_friction(w, r->hinge, DRY_AXIS_ANGULAR_X, NAN), DRY_ERROR_ARGUMENT,
            "dry_joint_set_friction", "nan");
    refused(r, dry_joint_set_break(w, r->hinge, -1, 0), DRY_ERROR_ARGUMENT, "dry_joint_set_break", "force");
    refused(r, dry_joint_set_break(w, r->hinge, 0, NAN), DRY_ERROR_ARGUMENT, "dry_joint_set_break", "torque");
}

static void steps_and_frames(void **state)
{
    Rig *r = *state;
    const float bad[] = { NAN, INFINITY, -INFINITY, -1e-9f, -1.0f, 1.0001f, 10.0f };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        refused(r, dry_world_step(r->w, bad[i]), DRY_ERROR_ARGUMENT, "dry_world_step", "dt");
        DryStepper stepper = { STEP, 4, 0.0 };
        if (bad[i] < 0.0f || bad[i] != bad[i] || isinf(bad[i])) {
            assert_int_equal(dry_world_step_frame(r->w, &stepper, (double)bad[i]), -1);
            unchanged(r, "dry_world_step_frame", "frame time");
        }
        stepper.dt = bad[i];
        assert_int_equal(dry_world_step_frame(r->w, &stepper, 0.02), -1);
        unchanged(r, "dry_world_step_frame", "dt");
    }
    DryStepper lazy = { STEP, 0, 0.0 }, mad = { STEP, 4, (double)NAN };
    assert_int_equal(dry_world_step_frame(r->w, &lazy, 0.02), -1);
    assert_int_equal(dry_world_step_frame(r->w, &mad, 0.02), -1);
    assert_int_equal(dry_world_step_frame(r->w, NULL, 0.02), -1);
    unchanged(r, "dry_world_step_frame", "null");
    assert_int_equal(dry_world_step_frame(NULL, &lazy, 0.02), -1);
    assert_int_equal(dry_world_step(NULL, STEP), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_world_set_gravity(NULL, push), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_world_set_contact_modifier(NULL, NULL), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_world_set_pair_filter(NULL, NULL, NULL), DRY_ERROR_ARGUMENT);
}

static void queries(void **state)
{
    Rig *r = *state;
    const DryRay rays[] = {
        { { (double)NAN, 0, 0 }, { 0, -1, 0 }, 1 },
        { { 0, (double)INFINITY, 0 }, { 0, -1, 0 }, 1 },
        { { 0, 0, 0 }, { 0, 0, 0 }, 1 },
        { { 0, 0, 0 }, { NAN, 0, 0 }, 1 },
        { { 0, 0, 0 }, { 0, INFINITY, 0 }, 1 },
        { { 0, 0, 0 }, { 0, 1, 0 }, 0 },
        { { 0, 0, 0 }, { 0, 1, 0 }, -1 },
        { { 0, 0, 0 }, { 0, 1, 0 }, NAN },
        { { 0, 0, 0 }, { 0, 1, 0 }, INFINITY },
    };
    DryRayHit hit;
    for (size_t i = 0; i < sizeof rays / sizeof rays[0]; ++i) {
        assert_false(dry_world_cast_ray_closest(r->w, rays[i], DRY_FILTER_ALL, &hit));
        assert_non_null(strstr(dry_last_error(), "dry_world_cast_ray_closest"));
        assert_int_equal(dry_world_cast_ray_all(r->w, rays[i], DRY_FILTER_ALL, &hit, 1), -1);
        assert_non_null(strstr(dry_last_error(), "dry_world_cast_ray_all"));
        DryQueryHit found;
        assert_int_equal(dry_world_cast_ray(r->w, rays[i], DRY_QUERY_ALL, NULL, &found, 1), -1);
        assert_non_null(strstr(dry_last_error(), "dry_world_cast_ray:"));
        assert_int_equal(dry_world_cast_rays(r->w, &rays[i], 1, NULL, &found), -1);
        assert_non_null(strstr(dry_last_error(), "dry_world_cast_rays:"));
        assert_false(dry_shape_cast_ray(r->w, r->shape, rays[i], &found));
        assert_non_null(strstr(dry_last_error(), "dry_shape_cast_ray:"));
        assert_false(dry_body_cast_ray(r->w, r->box, rays[i], &found));
        assert_non_null(strstr(dry_last_error(), "dry_body_cast_ray:"));
    }
    DryRay good = { { 0, 5, 0 }, { 0, -1, 0 }, 10 };
    assert_false(dry_world_cast_ray_closest(NULL, good, DRY_FILTER_ALL, &hit));
    assert_int_equal(dry_world_cast_ray_all(NULL, good, DRY_FILTER_ALL, &hit, 1), -1);
    assert_int_equal(dry_world_cast_ray_all(r->w, good, DRY_FILTER_ALL, &hit, -1), -1);
    assert_int_equal(dry_world_cast_ray_all(r->w, good, DRY_FILTER_ALL, NULL, 3), -1);
    assert_true(dry_world_cast_ray_closest(r->w, good, DRY_FILTER_ALL, NULL));
    const DryBounds boxes[] = { { { 1, 0, 0 }, { 0, 1, 1 } },
                                { { (double)NAN, 0, 0 }, { 1, 1, 1 } },
                                { { 0, 0, 0 }, { 1, (double)INFINITY, 1 } } };
    DryShapeId shapes[4];
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(dry_world_overlap_box(r->w, boxes[i], DRY_FILTER_ALL, shapes, 4), -1);
        assert_non_null(strstr(dry_last_error(), "dry_world_overlap_box"));
    }
    DryBounds box = { { -1, -1, -1 }, { 1, 1, 1 } };
    assert_int_equal(dry_world_overlap_box(NULL, box, DRY_FILTER_ALL, shapes, 4), -1);
    assert_int_equal(dry_world_overlap_box(r->w, box, DRY_FILTER_ALL, shapes, -1), -1);
    assert_int_equal(dry_world_overlap_box(r->w, box, DRY_FILTER_ALL, NULL, 4), -1);
    assert_true(dry_world_overlap_box(r->w, box, DRY_FILTER_ALL, NULL, 0) > 0);
    assert_true(dry_world_hash(r->w) == r->hash);
}

static void drawing_and_states(void **state)
{
    Rig *r = *state;
    DryDebugDraw draw = dry_debug_draw_default();
    assert_int_equal(dry_world_draw(NULL, &draw), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_world_draw(r->w, NULL), DRY_ERROR_ARGUMENT);
    draw.origin.x = (double)NAN;
    assert_int_equal(dry_world_draw(r->w, &draw), DRY_ERROR_ARGUMENT);
    assert_non_null(strstr(dry_last_error(), "dry_world_draw"));
    char bytes[64] = { 0 };
    refused(r, dry_world_restore(r->w, NULL, 64), DRY_ERROR_ARGUMENT, "dry_world_restore", "null");
    refused(r, dry_world_restore(r->w, bytes, 0), DRY_ERROR_SIZE, "dry_world_restore", "empty");
    refused(r, dry_world_restore(r->w, bytes, sizeof bytes), DRY_ERROR_FORMAT, "dry_world_restore", "zeros");
    assert_int_equal(dry_world_restore(NULL, bytes, sizeof bytes), DRY_ERROR_ARGUMENT);
    assert_true(dry_world_save(r->w, bytes, sizeof bytes) > sizeof bytes);
}

static void world_definitions(void **state)
{
    (void)state;
    const float bad[] = { NAN, INFINITY, -INFINITY, -1.0f };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        DryWorldDef defs[17];
        for (int k = 0; k < 17; ++k) {
            defs[k] = dry_world_def_default();
            defs[k].workers = 1;
        }
        float x = bad[i];
        defs[0].length_unit = x;
        defs[1].contact_hertz = x;
        defs[2].contact_damping_ratio = x;
        defs[3].push_speed = x;
        defs[4].joint_hertz = x;
        defs[5].joint_damping_ratio = x;
        defs[6].restitution_threshold = x;
        defs[7].hit_threshold = x;
        defs[8].speculative_distance = x;
        defs[9].maximum_speed = x;
        defs[10].sleep_speed = x;
        defs[11].sleep_time = x;
        defs[12].substeps = -(int32_t)i;
        defs[13].iterations = 65 + (int32_t)i;
        defs[14].large_iterations = -(int32_t)i;
        defs[15].large_island = -1 - (int32_t)i;
        defs[16].residual_tolerance = x;
        for (int k = 0; k < 17; ++k) {
            assert_null(dry_world_create(&defs[k]));
            assert_non_null(strstr(dry_last_error(), "dry_world_create"));
        }
    }
    DryWorldDef def = dry_world_def_default();
    def.workers = -1;
    assert_null(dry_world_create(&def));
    def.workers = 1;
    def.kernel = (DryKernel)17;
    assert_null(dry_world_create(&def));
    assert_null(dry_world_create(NULL));
    dry_world_destroy(NULL);
}

/* A snapshot of a world that is gone is refused also by a world that lives at the same address. */
static void snapshots_of_dead_worlds(void **state)
{
    (void)state;
    DryWorld *first = build_world(1, DRY_KERNEL_AUTO);
    DryHull *hull = dry_hull_create_cylinder(0.5f, 0.5f, 8);
    (void)dry_shape_add_hull(first, build_body(first, DRY_DYNAMIC, 0, 0, 0), hull, NULL);
    size_t size = dry_world_save(first, NULL, 0);
    void *data = malloc(size);
    assert_int_equal(dry_world_save(first, data, size), size);
    dry_world_destroy(first);
    for (int i = 0; i < 8; ++i) {
        DryWorld *next = build_world(1, DRY_KERNEL_AUTO);
        (void)build_box(next, DRY_DYNAMIC, 0, 0, 0, 0.5f);
        assert_int_equal(dry_world_restore(next, data, size), DRY_ERROR_FORMAT);
        dry_world_destroy(next);
    }
    free(data);
    dry_hull_release(hull);
}

static void sleep_energy_and_explosions(void **state)
{
    Rig *r = *state;
    DrySleepSettings sleep = dry_sleep_settings_default();
    sleep.momentum = -1.0f;
    refused(r, dry_world_set_sleep_settings(r->w, &sleep), DRY_ERROR_ARGUMENT, "dry_world_set_sleep_settings",
            "a negative momentum");
    refused(r, dry_world_set_sleep_settings(r->w, NULL), DRY_ERROR_ARGUMENT, "dry_world_set_sleep_settings",
            "null");
    refused(r, dry_world_reset_work(r->w), DRY_ERROR_STATE, "dry_world_reset_work", "work not counted");
    DryExplosion e = dry_explosion_default();
    e.radius = NAN;
    assert_int_equal(dry_world_explode(r->w, &e), -1);
    refused(r, dry_last_status(), DRY_ERROR_ARGUMENT, "dry_world_explode", "radius not a number");
    assert_int_equal(dry_world_explode(r->w, NULL), -1);
    refused(r, dry_last_status(), DRY_ERROR_ARGUMENT, "dry_world_explode", "null");
    assert_int_equal(dry_world_set_track_work(NULL, true), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_world_reset_work(NULL), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_world_set_sleep_settings(NULL, &sleep), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_world_explode(NULL, &e), -1);
    assert_int_equal(dry_body_island(r->w, r->box, NULL, 3), -1);
    assert_int_equal(dry_body_island(r->w, r->box, NULL, -1), -1);
    DryBodyId who = { 7, 7 };
    DryWorld *worlds[2] = { r->w, NULL };
    for (int i = 0; i < 2; ++i) {
        DryBodyId b = i == 0 ? r->gone : r->box;
        assert_true(dry_body_energy(worlds[i], b).total == 0.0 &&
                    dry_island_energy(worlds[i], b).total == 0.0);
        assert_true(dry_body_work(worlds[i], b).gravity == 0.0 &&
                    dry_island_work(worlds[i], b).forces == 0.0);
        assert_int_equal(dry_body_island(worlds[i], b, NULL, 0), 0);
        assert_int_equal(dry_body_awake_reason(worlds[i], b, &who), DRY_AWAKE_NOT);
        assert_int_equal(who.index, 0);
    }
    assert_true(dry_world_work(NULL).gravity == 0.0 && !dry_world_track_work(NULL));
    assert_true(dry_world_sleep_settings(NULL).momentum == 0.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG(joint_definitions),
        RIG(joint_parameters),
        RIG(steps_and_frames),
        RIG(queries),
        RIG(drawing_and_states),
        cmocka_unit_test(world_definitions),
        cmocka_unit_test(snapshots_of_dead_worlds),
        RIG(sleep_energy_and_explosions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
