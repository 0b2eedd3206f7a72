/* Every public function with every kind of wrong argument: it answers with the documented error, names itself
   in the message, and leaves the world as it was. */
#include "support/build.h"

#include "support/invariants.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Rig {
    DryWorld *w;
    DryBodyId ground, box, platform, gone;
    DryShapeId shape, sensor, gone_shape;
    DryJointId hinge, ball, slider, gone_joint;
    DryHull *hull;
    DryMesh *mesh;
    uint64_t hash;
} Rig;

static DryMesh *make_mesh(void)
{
    const DryVec3 v[4] = { { -1, 0, -1 }, { 1, 0, -1 }, { -1, 0, 1 }, { 1, 0, 1 } };
    const uint32_t t[6] = { 0, 2, 1, 1, 2, 3 };
    DryMeshSource source = { .vertices = v, .vertex_count = 4, .indices = t, .triangle_count = 2 };
    return dry_mesh_create(&source, NULL);
}

static int make_rig(void **state)
{
    static Rig rig;
    Rig *r = &rig;
    memset(r, 0, sizeof *r);
    r->w = build_world(1, DRY_KERNEL_AUTO);
    r->hull = dry_hull_create_cylinder(0.5f, 0.5f, 8);
    r->mesh = make_mesh();
    r->ground = build_ground(r->w);
    r->box = build_box(r->w, DRY_DYNAMIC, 0, 0.5, 0, 0.5f);
    DryBodyId other = build_ball(r->w, DRY_DYNAMIC, 2, 0.5, 0, 0.5f);
    r->platform = build_box(r->w, DRY_KINEMATIC, 5, 1, 0, 0.5f);
    r->shape = first_shape(r->w, r->box);
    DryShapeOptions o = dry_shape_options_default();
    o.sensor = true;
    DryBox box = { { 1, 1, 1 } };
    r->sensor = dry_shape_add_box(r->w, r->ground, &box, &o);
    DryHingeDef hinge = dry_hinge_def_default();
    hinge.body_a = r->ground, hinge.body_b = r->box;
    r->hinge = dry_hinge_create(r->w, &hinge);
    DryBallDef ball = dry_ball_def_default();
    ball.body_a = r->box, ball.body_b = other;
    r->ball = dry_ball_create(r->w, &ball);
    DryPrismaticDef slider = dry_prismatic_def_default();
    slider.body_a = r->ground, slider.body_b = other;
    r->slider = dry_prismatic_create(r->w, &slider);
    run_steps(r->w, 3);
    r->gone = build_box(r->w, DRY_DYNAMIC, 9, 9, 9, 0.5f);
    r->gone_shape = first_shape(r->w, r->gone);
    ball.body_b = r->gone;
    r->gone_joint = dry_ball_create(r->w, &ball);
    assert_int_equal(dry_body_destroy(r->w, r->gone), DRY_OK);
    r->hash = dry_world_hash(r->w);
    *state = r;
    return 0;
}

static int free_rig(void **state)
{
    Rig *r = *state;
    dry_world_destroy(r->w);
    dry_hull_release(r->hull);
    dry_mesh_release(r->mesh);
    return dry_allocated_bytes() == 0 ? 0 : -1;
}

static void unchanged(Rig *r, const char *call, const char *what)
{
    const char *message = dry_world_error(r->w);
    if (strstr(message, call) != message) {
        fail_msg("%s, %s: the message is \"%s\"", call, what, message);
    }
    if (strstr(dry_last_error(), call) == NULL) {
        fail_msg("%s, %s: the thread's message is \"%s\"", call, what, dry_last_error());
    }
    if (dry_world_hash(r->w) != r->hash) {
        fail_msg("%s, %s: the world changed", call, what);
    }
    const char *broken = broken_invariant(r->w, false);
    if (broken != NULL) {
        fail_msg("%s, %s: %s", call, what, broken);
    }
}

static void refused(Rig *r, DryStatus got, DryStatus wanted, const char *call, const char *what)
{
    if (got != wanted) {
        fail_msg("%s, %s: answered %s, not %s", call, what, dry_status_name(got), dry_status_name(wanted));
    }
    unchanged(r, call, what);
}

static void refused_id(Rig *r, uint32_t index, const char *call, const char *what)
{
    if (index != 0) {
        fail_msg("%s, %s: accepted", call, what);
    }
    unchanged(r, call, what);
}

/* ---- ids ---- */

/* The argument that is always right, for calls that are tried with wrong ids. */
typedef DryStatus BodyCall(DryWorld *w, DryBodyId body);
#define BODY_CALL(name, ...)                                \
    static DryStatus on_##name(DryWorld *w, DryBodyId body) \
    {                                                       \
        return dry_body_##name(w, body, __VA_ARGS__);       \
    }
static const DryPose home = { { 0, 1, 0 }, { 0, 0, 0, 1 } };
static const DryVec3 push = { 1, 0, 0 };
static const DryPos point = { 0, 0, 0 };
static const DryMass unit_mass = { 1, { 0, 0, 0 }, { 1, 0, 0, 1, 0, 1 } };
BODY_CALL(set_type, DRY_STATIC)
BODY_CALL(set_pose, home)
BODY_CALL(set_velocity, push)
BODY_CALL(set_angular_velocity, push)
BODY_CALL(set_target, home)
BODY_CALL(set_mass, &unit_mass)
BODY_CALL(apply_force, push, point, DRY_WAKE)
BODY_CALL(apply_force_center, push, DRY_WAKE)
BODY_CALL(apply_torque, push, DRY_WAKE)
BODY_CALL(apply_impulse, push, point, DRY_WAKE)
BODY_CALL(apply_impulse_center, push, DRY_WAKE)
BODY_CALL(apply_angular_impulse, push, DRY_WAKE)
BODY_CALL(set_damping, 0.0f, 0.0f)
BODY_CALL(set_gravity_scale, 1.0f)
BODY_CALL(set_locks, 0)
BODY_CALL(set_sleep_speed, 1.0f)
BODY_CALL(set_can_sleep, true)
BODY_CALL(set_awake, true)
BODY_CALL(set_enabled, false)
BODY_CALL(set_user_data, NULL)

static const struct {
    const char *name;
    BodyCall *call;
} body_calls[] = {
    { "dry_body_destroy", dry_body_destroy },
    { "dry_body_reset_mass", dry_body_reset_mass },
    { "dry_body_set_type", on_set_type },
    { "dry_body_set_pose", on_set_pose },
    { "dry_body_set_velocity", on_set_velocity },
    { "dry_body_set_angular_velocity", on_set_angular_velocity },
    { "dry_body_set_target", on_set_target },
    { "dry_body_set_mass", on_set_mass },
    { "dry_body_apply_force", on_apply_force },
    { "dry_body_apply_force_center", on_apply_force_center },
    { "dry_body_apply_torque", on_apply_torque },
    { "dry_body_apply_impulse", on_apply_impulse },
    { "dry_body_apply_impulse_center", on_apply_impulse_center },
    { "dry_body_apply_angular_impulse", on_apply_angular_impulse },
    { "dry_body_set_damping", on_set_damping },
    { "dry_body_set_gravity_scale", on_set_gravity_scale },
    { "dry_body_set_locks", on_set_locks },
    { "dry_body_set_sleep_speed", on_set_sleep_speed },
    { "dry_body_clear_forces", dry_body_clear_forces },
    { "dry_body_refilter", dry_body_refilter },
    { "dry_body_set_can_sleep", on_set_can_sleep },
    { "dry_body_set_awake", on_set_awake },
    { "dry_body_set_enabled", on_set_enabled },
    { "dry_body_set_user_data", on_set_user_data },
};

typedef struct WrongId {
    const char *what;
    uint32_t index, generation;
} WrongId;

enum {
    WRONG_IDS = 6
};

/* None, stale, of another generation, beyond the table, and absurd. */
static void wrong_ids(uint32_t good_index, uint32_t good_generation, uint32_t stale_index,
                      uint32_t stale_generation, WrongId *ids)
{
    ids[0] = (WrongId){ "none", 0, 0 };
    ids[1] = (WrongId){ "stale", stale_index, stale_generation };
    ids[2] = (WrongId){ "the next generation", good_index, good_generation + 2u };
    ids[3] = (WrongId){ "a dead generation", good_index, good_generation + 1u };
    ids[4] = (WrongId){ "beyond the table", 100000, 1 };
    ids[5] = (WrongId){ "absurd", UINT32_MAX, UINT32_MAX };
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

static void bodies_by_wrong_ids(void **state)
{
    Rig *r = *state;
    WrongId ids[WRONG_IDS];
    wrong_ids(r->box.index, r->box.generation, r->gone.index, r->gone.generation, ids);
    for (size_t k = 0; k < sizeof body_calls / sizeof body_calls[0]; ++k) {
        for (int i = 0; i < WRONG_IDS; ++i) {
            DryBodyId id = { ids[i].index, ids[i].generation };
            refused(r, body_calls[k].call(r->w, id), DRY_ERROR_ID, body_calls[k].name, ids[i].what);
        }
        assert_int_equal(body_calls[k].call(NULL, r->box), DRY_ERROR_ARGUMENT);
        assert_non_null(strstr(dry_last_error(), body_calls[k].name));
    }
}

typedef DryStatus JointCall(DryWorld *w, DryJointId joint);
static const DryLimit some_limit = { .enabled = true, .lower = -1, .upper = 1 };

static DryStatus on_set_frames(DryWorld *w, DryJointId joint)
{
    return dry_joint_set_frames(w, joint, dry_frame_identity(), dry_frame_identity());
}

static DryStatus on_joint_enabled(DryWorld *w, DryJointId joint)
{
    return dry_joint_set_enabled(w, joint, false);
}

static DryStatus on_collide(DryWorld *w, DryJointId joint)
{
    return dry_joint_set_collide_connected(w, joint, true);
}

static DryStatus on_joint_user_data(DryWorld *w, DryJointId joint)
{
    return dry_joint_set_user_data(w, joint, NULL);
}

static DryStatus on_limit(DryWorld *w, DryJointId joint)
{
    return dry_joint_set_limit(w, joint, DRY_AXIS_ANGULAR_X, &some_limit);
}

static DryStatus on_drive(DryWorld *w, DryJointId joint)
{
    DryDrive drive = dry_drive_default();
    return dry_joint_set_drive(w, joint, DRY_AXIS_ANGULAR_X, &drive);
}

static DryStatus on_rotation_drive(DryWorld *w, DryJointId joint)
{
    DryRotationDrive drive = dry_rotation_drive_default();
    return dry_joint_set_rotation_drive(w, joint, &drive);
}

static DryStatus on_friction(DryWorld *w, DryJointId joint)
{
    return dry_joint_set_friction(w, joint, DRY_AXIS_ANGULAR_X, 1.0f);
}

static DryStatus on_break(DryWorld *w, DryJointId joint)
{
    return dry_joint_set_break(w, joint, 1.0f, 1.0f);
}

static const struct {
    const char *name;
    JointCall *call;
} joint_calls[] = {
    { "dry_joint_destroy", dry_joint_destroy },
    { "dry_joint_set_frames", on_set_frames },
    { "dry_joint_set_enabled", on_joint_enabled },
    { "dry_joint_set_collide_connected", on_collide },
    { "dry_joint_set_user_data", on_joint_user_data },
    { "dry_joint_set_limit", on_limit },
    { "dry_joint_set_drive", on_drive },
    { "dry_joint_set_rotation_drive", on_rotation_drive },
    { "dry_joint_set_friction", on_friction },
    { "dry_joint_set_break", on_break },
};

static void joints_by_wrong_ids(void **state)
{
    Rig *r = *state;
    WrongId ids[WRONG_IDS];
    wrong_ids(r->hinge.index, r->hinge.generation, r->gone_joint.index, r->gone_joint.generation, ids);
    for (size_t k = 0; k < sizeof joint_calls / sizeof joint_calls[0]; ++k) {
        for (int i = 0; i < WRONG_IDS; ++i) {
            DryJointId id = { ids[i].index, ids[i].generation };
            refused(r, joint_calls[k].call(r->w, id), DRY_ERROR_ID, joint_calls[k].name, ids[i].what);
        }
        assert_int_equal(joint_calls[k].call(NULL, r->hinge), DRY_ERROR_ARGUMENT);
        assert_non_null(strstr(dry_last_error(), joint_calls[k].name));
    }
}

static void shapes_by_wrong_ids(void **state)
{
    Rig *r = *state;
    WrongId ids[WRONG_IDS];
    DryMaterial material = dry_material_default();
    wrong_ids(r->shape.index, r->shape.generation, r->gone_shape.index, r->gone_shape.generation, ids);
    for (int i = 0; i < WRONG_IDS; ++i) {
        DryShapeId id = { ids[i].index, ids[i].generation };
        refused(r, dry_shape_destroy(r->w, id), DRY_ERROR_ID, "dry_shape_destroy", ids[i].what);
        refused(r, dry_shape_set_material(r->w, id, &material), DRY_ERROR_ID, "dry_shape_set_material",
                ids[i].what);
        refused(r, dry_shape_set_filter(r->w, id, dry_filter_default()), DRY_ERROR_ID, "dry_shape_set_filter",
                ids[i].what);
        refused(r, dry_shape_set_density(r->w, id, 1), DRY_ERROR_ID, "dry_shape_set_density", ids[i].what);
        refused(r, dry_shape_set_sensor(r->w, id, true), DRY_ERROR_ID, "dry_shape_set_sensor", ids[i].what);
        refused(r, dry_shape_set_contact_events(r->w, id, true), DRY_ERROR_ID, "dry_shape_set_contact_events",
                ids[i].what);
        refused(r, dry_shape_set_hit_events(r->w, id, true), DRY_ERROR_ID, "dry_shape_set_hit_events",
                ids[i].what);
        refused(r, dry_shape_set_modify_contacts(r->w, id, true), DRY_ERROR_ID,
                "dry_shape_set_modify_contacts", ids[i].what);
        refused(r, dry_shape_refilter(r->w, id), DRY_ERROR_ID, "dry_shape_refilter", ids[i].what);
        refused(r, dry_shape_set_user_data(r->w, id, NULL), DRY_ERROR_ID, "dry_shape_set_user_data",
                ids[i].what);
    }
    refused(r, dry_shape_set_material(r->w, r->shape, NULL), DRY_ERROR_ARGUMENT, "dry_shape_set_material",
            "null");
}

/* Getters answer a stale id with zero, and a null world too. */
static void getters_answer_zero(void **state)
{
    Rig *r = *state;
    DryWorld *worlds[2] = { r->w, NULL };
    for (int i = 0; i < 2; ++i) {
        DryWorld *w = worlds[i];
        DryBodyId b = i == 0 ? r->gone : r->box;
        DryShapeId s = i == 0 ? r->gone_shape : r->shape;
        DryJointId j = i == 0 ? r->gone_joint : r->hinge;
        assert_false(dry_body_is_valid(w, b) || dry_body_is_awake(w, b) || dry_body_is_enabled(w, b) ||
                     dry_body_is_quarantined(w, b));
        assert_true(dry_body_position(w, b).x == 0.0 && dry_body_rotation(w, b).w == 1.0f &&
                    dry_body_center(w, b).y == 0.0);
        assert_true(dry_body_velocity(w, b).y == 0.0f && dry_body_angular_velocity(w, b).x == 0.0f);
        assert_true(dry_body_point_velocity(w, b, point).x == 0.0f && dry_body_mass(w, b).mass == 0.0f);
        assert_true(dry_body_linear_damping(w, b) == 0.0f && dry_body_angular_damping(w, b) == 0.0f &&
                    dry_body_gravity_scale(w, b) == 0.0f && dry_body_sleep_speed(w, b) == 0.0f);
        assert_true(dry_body_force(w, b).y == 0.0f && dry_body_torque(w, b).y == 0.0f &&
                    dry_body_locks(w, b) == 0);
        assert_false(dry_body_can_sleep(w, b) || dry_body_is_mass_given(w, b) || dry_body_target(w, b, NULL));
        assert_true(dry_body_kinetic_energy(w, b) == 0.0 && dry_body_potential_energy(w, b) == 0.0);
        assert_null(dry_body_user_data(w, b));
        assert_int_equal(dry_body_shapes(w, b, NULL, 0) + dry_body_joints(w, b, NULL, 0) +
                             dry_body_contacts(w, b, NULL, 0),
                         0);
        assert_false(dry_shape_is_valid(w, s));
        assert_true(dry_shape_body(w, s).index == 0 && dry_shape_material(w, s).friction == 0.0f &&
                    dry_shape_filter(w, s).mask == 0);
        assert_true(dry_shape_bounds(w, s).upper.x == 0.0);
        assert_null(dry_shape_user_data(w, s));
        assert_int_equal(dry_shape_kind(w, s), DRY_SHAPE_NONE);
        assert_true(dry_shape_density(w, s) == 0.0f && dry_shape_frame(w, s).rotation.w == 1.0f);
        assert_false(dry_shape_is_sensor(w, s) || dry_shape_contact_events(w, s) ||
                     dry_shape_hit_events(w, s) || dry_shape_modify_contacts(w, s));
        DryBox box;
        assert_false(dry_shape_box(w, s, &box));
        assert_true(dry_shape_hull(w, s) == NULL && dry_shape_mesh(w, s) == NULL);
        assert_int_equal(dry_shape_sensor_overlaps(w, s, NULL, 0), 0);
        assert_false(dry_joint_is_valid(w, j) || dry_joint_is_enabled(w, j) ||
                     dry_joint_collide_connected(w, j));
        assert_int_equal(dry_joint_kind(w, j), DRY_JOINT_NONE);
        assert_true(dry_joint_body_a(w, j).index == 0 && dry_joint_body_b(w, j).index == 0);
        assert_true(dry_joint_angle(w, j, DRY_AXIS_ANGULAR_X) == 0.0f &&
                    dry_joint_offset(w, j, DRY_AXIS_LINEAR_X) == 0.0f);
        assert_true(dry_joint_speed(w, j, DRY_AXIS_CONE) == 0.0f && dry_joint_gap(w, j) == 0.0f &&
                    dry_joint_skew(w, j) == 0.0f);
        assert_true(dry_joint_force(w, j).x == 0.0f && dry_joint_torque(w, j).x == 0.0f);
        assert_true(dry_joint_friction(w, j, DRY_AXIS_ANGULAR_X) == 0.0f &&
                    !dry_joint_limit(w, j, DRY_AXIS_ANGULAR_X).enabled);
        assert_null(dry_joint_user_data(w, j));
        assert_true(dry_joint_break_force(w, j) == 0.0f && dry_joint_break_torque(w, j) == 0.0f);
    }
    assert_int_equal(dry_world_bodies(NULL, NULL, 0) + dry_world_joints(NULL, NULL, 0), 0);
    assert_true(dry_world_hash(NULL) == 0 && dry_world_step_count(NULL) == 0 &&
                dry_world_gravity(NULL).y == 0.0f);
    assert_int_equal(dry_world_events(NULL).moved_count, 0);
    assert_int_equal(dry_world_counters(NULL).bodies, 0);
    assert_true(dry_world_energy(NULL).total == 0.0 && dry_world_profile(NULL).step == 0.0);
    assert_null(dry_world_user_data(NULL));
    assert_int_equal(dry_world_def(NULL).substeps, 0);
    void *user = r;
    assert_true(dry_world_contact_modifier(NULL).modify == NULL &&
                dry_world_pair_filter(NULL, &user) == NULL);
    assert_null(user);
    dry_world_trim(NULL);
    assert_true(dry_world_hash(r->w) == r->hash);
}

/* ---- values ---- */

static const float not_finite[3] = { NAN, INFINITY, -INFINITY };

static void vectors_and_poses(void **state)
{
    Rig *r = *state;
    DryWorld *w = r->w;
    for (int i = 0; i < 3; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            float c[3] = { 0, 0, 0 };
            c[axis] = not_finite[i];
            DryVec3 v = { c[0], c[1], c[2] };
            DryPos p = { (double)c[0], (double)c[1], (double)c[2] };
            DryPose bad = { p, { 0, 0, 0, 1 } }, turned = { { 0, 0, 0 }, { c[0], c[1], c[2], 1 } };
            refused(r, dry_body_set_velocity(w, r->box, v), DRY_ERROR_ARGUMENT, "dry_body_set_velocity",
                    "not finite");
            refused(r, dry_body_set_angular_velocity(w, r->box, v), DRY_ERROR_ARGUMENT,
                    "dry_body_set_angular_velocity", "not finite");
            refused(r, dry_body_set_pose(w, r->box, bad), DRY_ERROR_ARGUMENT, "dry_body_set_pose",
                    "not finite");
            refused(r, dry_body_set_pose(w, r->box, turned), DRY_ERROR_ARGUMENT, "dry_body_set_pose",
                    "rotation not finite");
            refused(r, dry_body_set_target(w, r->platform, bad), DRY_ERROR_ARGUMENT, "dry_body_set_target",
                    "not finite");
            refused(r, dry_body_apply_force(w, r->box, v, point, DRY_WAKE), DRY_ERROR_ARGUMENT,
                    "dry_body_apply_force", "not finite");
            refused(r, dry_body_apply_force(w, r->box, push, p, DRY_WAKE), DRY_ERROR_ARGUMENT,
                    "dry_body_apply_force", "point");
            refused(r, dry_body_apply_force_center(w, r->box, v, DRY_WAKE), DRY_ERROR_ARGUMENT,
                    "dry_body_apply_force_center", "");
            refused(r, dry_body_apply_torque(w, r->box, v, DRY_WAKE), DRY_ERROR_ARGUMENT,
                    "dry_body_apply_torque", "not finite");
            refused(r, dry_body_apply_impulse(w, r->box, v, point, DRY_WAKE), DRY_ERROR_ARGUMENT,
                    "dry_body_apply_impulse", "");
            refused(r, dry_body_apply_impulse(w, r->box, push, p, DRY_WAKE), DRY_ERROR_ARGUMENT,
                    "dry_body_apply_impulse", "point");
            refused(r, dry_body_apply_impulse_center(w, r->box, v, DRY_WAKE), DRY_ERROR_ARGUMENT,
                    "dry_body_apply_impulse_center", "");
            refused(r, dry_body_apply_angular_impulse(w, r->box, v, DRY_WAKE), DRY_ERROR_ARGUMENT,
                    "dry_body_apply_angular_impulse", "");
            refused(r, dry_world_set_gravity(w, v), DRY_ERROR_ARGUMENT, "dry_world_set_gravity",
                    "not finite");
            DryFrame frame = { v, { 0, 0, 0, 1 } };
            refused(r, dry_joint_set_frames(w, r->hinge, frame, dry_frame_identity()), DRY_ERROR_ARGUMENT,
                    "dry_joint_set_frames", "a");
            refused(r, dry_joint_set_frames(w, r->hinge, dry_frame_identity(), frame), DRY_ERROR_ARGUMENT,
                    "dry_joint_set_frames", "b");
        }
    }
    refused(r, dry_body_set_pose(w, r->box, (DryPose){ { 0, 0, 0 }, { 0, 0, 0, 0 } }), DRY_ERROR_ARGUMENT,
            "dry_body_set_pose", "no rotation");
    refused(r, dry_body_set_pose(w, r->box, (DryPose){ { 0, 0, 0 }, { 0, 0, 0, 1.01f } }), DRY_ERROR_ARGUMENT,
            "dry_body_set_pose", "too long");
    refused(r, dry_body_set_pose(w, r->box, (DryPose){ { 1e13, 0, 0 }, { 0, 0, 0, 1 } }), DRY_ERROR_ARGUMENT,
            "dry_body_set_pose", "too far");
    refused(r, dry_body_set_velocity(w, r->box, dry_vec3(2e6f, 0, 0)), DRY_ERROR_ARGUMENT,
            "dry_body_set_velocity", "too fast");
}

/* What is finite alone and overflows together. */
static void sums_that_overflow(void **state)
{
    Rig *r = *state;
    DryVec3 huge = { 3e38f, 3e38f, 0 };
    DryPos far = { 1e30, 0, 1e30 };
    refused(r, dry_body_apply_force_center(r->w, r->box, huge, DRY_WAKE), DRY_ERROR_RANGE,
            "dry_body_apply_force_center", "huge");
    refused(r, dry_body_apply_torque(r->w, r->box, huge, DRY_WAKE), DRY_ERROR_RANGE, "dry_body_apply_torque",
            "huge");
    refused(r, dry_body_apply_force(r->w, r->box, huge, far, DRY_WAKE), DRY_ERROR_RANGE,
            "dry_body_apply_force", "huge");
    refused(r, dry_body_apply_impulse_center(r->w, r->box, huge, DRY_WAKE), DRY_ERROR_RANGE,
            "dry_body_apply_impulse_center", "huge");
    refused(r, dry_body_apply_impulse(r->w, r->box, push, far, DRY_WAKE), DRY_ERROR_RANGE,
            "dry_body_apply_impulse", "far");
    refused(r, dry_body_apply_angular_impulse(r->w, r->box, huge, DRY_WAKE), DRY_ERROR_RANGE,
            "dry_body_apply_angular_impulse", "huge");
    DryShapeOptions heavy = dry_shape_options_default();
    heavy.density = 1e20f;
    DryBox house = { { 1e7f, 1e7f, 1e7f } };
    refused_id(r, dry_shape_add_box(r->w, r->box, &house, &heavy).index, "dry_shape_add_box", "too heavy");
    DryShapeOptions away = dry_shape_options_default();
    away.frame.position = dry_vec3(0, 3e38f, 0);
    DrySphere ball = { { 0, 0, 0 }, 0.5f };
    refused_id(r, dry_shape_add_sphere(r->w, r->box, &ball, &away).index, "dry_shape_add_sphere",
               "too far from its body");
}

static void settings_of_bodies(void **state)
{
    Rig *r = *state;
    for (int i = 0; i < 3; ++i) {
        float x = not_finite[i];
        refused(r, dry_body_set_damping(r->w, r->box, x, 0), DRY_ERROR_ARGUMENT, "dry_body_set_damping",
                "linear");
        refused(r, dry_body_set_damping(r->w, r->box, 0, x), DRY_ERROR_ARGUMENT, "dry_body_set_damping",
                "angular");
        refused(r, dry_body_set_gravity_scale(r->w, r->box, x), DRY_ERROR_ARGUMENT,
                "dry_body_set_gravity_scale", "not finite");
        refused(r, dry_body_set_sleep_speed(r->w, r->box, x), DRY_ERROR_ARGUMENT, "dry_body_set_sleep_speed",
                "not finite");
        refused(r, dry_shape_set_density(r->w, r->shape, x), DRY_ERROR_ARGUMENT, "dry_shape_set_density",
                "not finite");
    }
    refused(r, dry_body_set_damping(r->w, r->box, -1, 0), DRY_ERROR_ARGUMENT, "dry_body_set_damping",
            "negative");
    refused(r, dry_shape_set_density(r->w, r->shape, -1), DRY_ERROR_ARGUMENT, "dry_shape_set_density",
            "negative");
    refused(r, dry_body_set_locks(r->w, r->box, 64), DRY_ERROR_ARGUMENT, "dry_body_set_locks", "unknown bit");
    refused(r, dry_body_set_type(r->w, r->box, (DryBodyType)3), DRY_ERROR_ARGUMENT, "dry_body_set_type",
            "unknown");
    refused(r, dry_body_set_type(r->w, r->box, (DryBodyType)-1), DRY_ERROR_ARGUMENT, "dry_body_set_type",
            "unknown");
    refused(r, dry_body_set_velocity(r->w, r->ground, push), DRY_ERROR_ARGUMENT, "dry_body_set_velocity",
            "static");
    refused(r, dry_body_set_target(r->w, r->box, home), DRY_ERROR_ARGUMENT, "dry_body_set_target", "dynamic");
    refused(r, dry_body_apply_force_center(r->w, r->ground, push, DRY_WAKE), DRY_ERROR_ARGUMENT,
            "dry_body_apply_force_center", "static");
    refused(r, dry_body_apply_impulse_center(r->w, r->platform, push, DRY_WAKE), DRY_ERROR_ARGUMENT,
            "dry_body_apply_impulse_center", "");
}

static void given_masses(void **state)
{
    Rig *r = *state;
    const DryMass bad[] = {
        { 0, { 0, 0, 0 }, { 1, 0, 0, 1, 0, 1 } },        { -1, { 0, 0, 0 }, { 1, 0, 0, 1, 0, 1 } },
        { NAN, { 0, 0, 0 }, { 1, 0, 0, 1, 0, 1 } },      { INFINITY, { 0, 0, 0 }, { 1, 0, 0, 1, 0, 1 } },
        { 1e-40f, { 0, 0, 0 }, { 1, 0, 0, 1, 0, 1 } },   { 1, { NAN, 0, 0 }, { 1, 0, 0, 1, 0, 1 } },
        { 1, { 0, 3e38f, 0 }, { 1, 0, 0, 1, 0, 1 } },    { 1, { 0, 0, 0 }, { 0, 0, 0, 0, 0, 0 } },
        { 1, { 0, 0, 0 }, { -1, 0, 0, 1, 0, 1 } },       { 1, { 0, 0, 0 }, { 1, 0, 0, 1, 0, 3 } },
        { 1, { 0, 0, 0 }, { 1, 5, 0, 1, 0, 1 } },        { 1, { 0, 0, 0 }, { NAN, 0, 0, 1, 0, 1 } },
        { 1, { 0, 0, 0 }, { INFINITY, 0, 0, 1, 0, 1 } }, { 1, { 0, 0, 0 }, { 3e38f, 0, 0, 3e38f, 0, 3e38f } },
    };
    refused(r, dry_body_set_mass(r->w, r->box, NULL), DRY_ERROR_ARGUMENT, "dry_body_set_mass", "null");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        char what[24];
        snprintf(what, sizeof what, "case %zu", i);
        refused(r, dry_body_set_mass(r->w, r->box, &bad[i]), DRY_ERROR_ARGUMENT, "dry_body_set_mass", what);
    }
}

static void body_definitions(void **state)
{
    Rig *r = *state;
    refused_id(r, dry_body_create(r->w, NULL).index, "dry_body_create", "null");
    assert_int_equal(dry_body_create(NULL, NULL).index, 0);
    for (int i = 0; i < 3; ++i) {
        float x = not_finite[i];
        DryBodyDef defs[9];
        for (int k = 0; k < 9; ++k) {
            defs[k] = dry_body_def_default();
        }
        defs[0].position.y = (double)x;
        defs[1].rotation.z = x;
        defs[2].velocity.x = x;
        defs[3].angular_velocity.z = x;
        defs[4].linear_damping = x;
        defs[5].angular_damping = x;
        defs[6].gravity_scale = x;
        defs[7].sleep_speed = x;
        defs[8].locks = 64u + (uint32_t)i;
        for (int k = 0; k < 9; ++k) {
            char what[48];
            snprintf(what, sizeof what, "member %d, %g", k, (double)x);
            refused_id(r, dry_body_create(r->w, &defs[k]).index, "dry_body_create", what);
        }
    }
    DryBodyDef def = dry_body_def_default();
    def.type = (DryBodyType)7;
    refused_id(r, dry_body_create(r->w, &def).index, "dry_body_create", "type");
    def = dry_body_def_default();
    def.rotation.w = 0.0f;
    refused_id(r, dry_body_create(r->w, &def).index, "dry_body_create", "rotation of length 0");
}

static void sizes_of_shapes(void **state)
{
    Rig *r = *state;
    const float bad[] = { NAN, INFINITY, -INFINITY, 0.0f, -0.0f, -1.0f, 1e-40f, 1e-9f, 1e9f, 3e38f };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        float x = bad[i];
        char what[48];
        snprintf(what, sizeof what, "size %g", (double)x);
        DrySphere ball = { { 0, 0, 0 }, x };
        DryCapsule capsule = { { 0, 0, 0 }, { 1, 0, 0 }, x };
        refused_id(r, dry_shape_add_sphere(r->w, r->box, &ball, NULL).index, "dry_shape_add_sphere", what);
        refused_id(r, dry_shape_add_capsule(r->w, r->box, &capsule, NULL).index, "dry_shape_add_capsule",
                   what);
        for (int axis = 0; axis < 3; ++axis) {
            DryBox box = { { axis == 0 ? x : 1, axis == 1 ? x : 1, axis == 2 ? x : 1 } };
            refused_id(r, dry_shape_add_box(r->w, r->box, &box, NULL).index, "dry_shape_add_box", what);
        }
    }
    for (int i = 0; i < 3; ++i) {
        DrySphere ball = { { 0, not_finite[i], 0 }, 1 };
        DryCapsule capsule = { { 0, 0, 0 }, { not_finite[i], 0, 0 }, 1 };
        DryHalfSpace plane = { { 0, not_finite[i], 0 }, 0 }, shifted = { { 0, 1, 0 }, not_finite[i] };
        DryVec3 scale = { 1, not_finite[i], 1 };
        refused_id(r, dry_shape_add_sphere(r->w, r->box, &ball, NULL).index, "dry_shape_add_sphere",
                   "centre");
        refused_id(r, dry_shape_add_capsule(r->w, r->box, &capsule, NULL).index, "dry_shape_add_capsule",
                   "point");
        refused_id(r, dry_shape_add_half_space(r->w, r->ground, &plane, NULL).index,
                   "dry_shape_add_half_space", "normal");
        refused_id(r, dry_shape_add_half_space(r->w, r->ground, &shifted, NULL).index,
                   "dry_shape_add_half_space", "offset");
        refused_id(r, dry_shape_add_mesh(r->w, r->ground, r->mesh, &scale, NULL).index, "dry_shape_add_mesh",
                   "scale");
    }
    DryHalfSpace plane = { { 0, 0, 0 }, 0 }, good = { { 0, 1, 0 }, 0 };
    DryVec3 flat = { 1, 0, 1 };
    refused_id(r, dry_shape_add_half_space(r->w, r->ground, &plane, NULL).index, "dry_shape_add_half_space",
               "no normal");
    refused_id(r, dry_shape_add_half_space(r->w, r->box, &good, NULL).index, "dry_shape_add_half_space",
               "on a dynamic body");
    refused_id(r, dry_shape_add_mesh(r->w, r->ground, r->mesh, &flat, NULL).index, "dry_shape_add_mesh",
               "scale 0");
    refused_id(r, dry_shape_add_mesh(r->w, r->box, r->mesh, NULL, NULL).index, "dry_shape_add_mesh",
               "on a dynamic body");
}

static void shapes_of_nothing(void **state)
{
    Rig *r = *state;
    refused_id(r, dry_shape_add_sphere(r->w, r->box, NULL, NULL).index, "dry_shape_add_sphere", "null");
    refused_id(r, dry_shape_add_capsule(r->w, r->box, NULL, NULL).index, "dry_shape_add_capsule", "null");
    refused_id(r, dry_shape_add_box(r->w, r->box, NULL, NULL).index, "dry_shape_add_box", "null");
    refused_id(r, dry_shape_add_half_space(r->w, r->ground, NULL, NULL).index, "dry_shape_add_half_space",
               "null");
    refused_id(r, dry_shape_add_hull(r->w, r->box, NULL, NULL).index, "dry_shape_add_hull", "null");
    refused_id(r, dry_shape_add_mesh(r->w, r->ground, NULL, NULL, NULL).index, "dry_shape_add_mesh", "null");
    DryBox box = { { 1, 1, 1 } };
    refused_id(r, dry_shape_add_box(r->w, r->gone, &box, NULL).index, "dry_shape_add_box", "a stale body");
    refused_id(r, dry_shape_add_hull(r->w, (DryBodyId){ 0, 0 }, r->hull, NULL).index, "dry_shape_add_hull",
               "no body");
    assert_int_equal(dry_shape_add_box(NULL, r->box, &box, NULL).index, 0);
}

static void options_and_materials(void **state)
{
    Rig *r = *state;
    DryShapeOptions options[14];
    for (int i = 0; i < 14; ++i) {
        options[i] = dry_shape_options_default();
    }
    options[0].material.friction = -0.1f;
    options[1].material.friction = NAN;
    options[2].material.friction = INFINITY;
    options[3].material.restitution = 1.01f;
    options[4].material.restitution = NAN;
    options[5].material.rolling_resistance = -1.0f;
    options[6].material.dynamic_friction = 5.0f;
    options[7].material.surface_velocity.y = NAN;
    options[8].material.friction_combine = (DryCombine)5;
    options[9].material.restitution_combine = (DryCombine)-1;
    options[10].density = -1.0f;
    options[11].density = INFINITY;
    options[12].frame.position.x = NAN;
    options[13].frame.rotation = (DryQuat){ 0, 0, 0, 0.5f };
    DryBox box = { { 1, 1, 1 } };
    for (int i = 0; i < 14; ++i) {
        char what[24];
        snprintf(what, sizeof what, "options %d", i);
        refused_id(r, dry_shape_add_box(r->w, r->box, &box, &options[i]).index, "dry_shape_add_box", what);
        refused_id(r, dry_shape_add_hull(r->w, r->box, r->hull, &options[i]).index, "dry_shape_add_hull",
                   what);
        if (i < 10) {
            refused(r, dry_shape_set_material(r->w, r->shape, &options[i].material), DRY_ERROR_ARGUMENT,
                    "dry_shape_set_material", what);
        }
    }
}

static void special_materials(void **state)
{
    Rig *r = *state;
    enum {
        BAD = 19
    };
    DryMaterial m[BAD];
    for (int i = 0; i < BAD; ++i) {
        m[i] = dry_material_default();
    }
    m[0].friction_direction.x = NAN;
    m[1].friction_direction.x = 2e6f;
    m[2].friction_direction.x = 1e-9f;
    m[3].friction_across = -1.0f;
    m[4].friction_across = 1001.0f;
    m[5].friction_across = NAN;
    m[6].torsion_radius = -1.0f;
    m[7].torsion_radius = INFINITY;
    m[8].stiffness = -1.0f;
    m[9].stiffness = 1e-7f;
    m[10].stiffness = INFINITY;
    m[11].damping = -1.0f;
    m[12].damping = NAN;
    m[13].contact_hertz = -1.0f;
    m[14].contact_hertz = 2e5f;
    m[15].contact_damping_ratio = -1.0f;
    m[16].contact_damping_ratio = NAN;
    m[17].rolling_combine = (DryCombine)5;
    m[18].torsion_combine = (DryCombine)-1;
    DryShapeOptions with = dry_shape_options_default(), without = with;
    for (int i = 0; i < BAD; ++i) {
        char what[24];
        snprintf(what, sizeof what, "material %d", i);
        refused(r, dry_shape_set_material(r->w, r->shape, &m[i]), DRY_ERROR_ARGUMENT,
                "dry_shape_set_material", what);
        refused(r, dry_shape_set_materials(r->w, r->shape, &m[i], 1), DRY_ERROR_ARGUMENT,
                "dry_shape_set_materials", what);
        with.materials = &m[i];
        with.material_count = 1;
        refused_id(r, dry_shape_add_mesh(r->w, r->ground, r->mesh, NULL, &with).index, "dry_shape_add_mesh",
                   what);
    }
    DryMaterial good = dry_material_default();
    const char *call = "dry_shape_set_materials";
    refused(r, dry_shape_set_materials(r->w, r->shape, &good, 1), DRY_ERROR_ARGUMENT, call, "no mesh");
    refused(r, dry_shape_set_materials(r->w, r->shape, &good, -1), DRY_ERROR_ARGUMENT, call, "count -1");
    refused(r, dry_shape_set_materials(r->w, r->shape, &good, 65536), DRY_ERROR_ARGUMENT, call,
            "count 65536");
    refused(r, dry_shape_set_materials(r->w, r->shape, NULL, 1), DRY_ERROR_ARGUMENT, call, "null");
    refused(r, dry_shape_set_materials(r->w, r->gone_shape, &good, 1), DRY_ERROR_ID, call, "gone");
    without.material_count = 1;
    refused_id(r, dry_shape_add_mesh(r->w, r->ground, r->mesh, NULL, &without).index, "dry_shape_add_mesh",
               "null");
    without.materials = &good;
    DryBox box = { { 1, 1, 1 } };
    refused_id(r, dry_shape_add_box(r->w, r->box, &box, &without).index, "dry_shape_add_box", "materials");
    assert_int_equal(dry_shape_material_count(r->w, r->gone_shape), 0);
    assert_true(dry_shape_material_at(r->w, r->shape, 0).friction == 0.0f);
    assert_int_equal(dry_mesh_triangle_material(r->mesh, 0), 0);
    assert_int_equal(dry_mesh_triangle_material(r->mesh, 2), 0);
    assert_non_null(strstr(dry_last_error(), "dry_mesh_triangle_material"));
    assert_int_equal(dry_mesh_triangle_material(NULL, 0), 0);
}

/* ---- joints ---- */

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

/* ---- the world ---- */

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
        DryWorldDef defs[14];
        for (int k = 0; k < 14; ++k) {
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
        for (int k = 0; k < 14; ++k) {
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

#define RIG(test) cmocka_unit_test_setup_teardown(test, make_rig, free_rig)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG(sleep_energy_and_explosions),
        RIG(bodies_by_wrong_ids),
        RIG(joints_by_wrong_ids),
        RIG(shapes_by_wrong_ids),
        RIG(getters_answer_zero),
        RIG(vectors_and_poses),
        RIG(sums_that_overflow),
        RIG(settings_of_bodies),
        RIG(given_masses),
        RIG(body_definitions),
        RIG(sizes_of_shapes),
        RIG(shapes_of_nothing),
        RIG(options_and_materials),
        RIG(special_materials),
        RIG(joint_definitions),
        RIG(joint_parameters),
        RIG(steps_and_frames),
        RIG(queries),
        RIG(drawing_and_states),
        cmocka_unit_test(world_definitions),
        cmocka_unit_test(snapshots_of_dead_worlds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
