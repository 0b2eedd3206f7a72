/* Every public function with every kind of wrong id: it answers with the documented error, names itself in
   the message, and leaves the world as it was. Getters answer zero. */
#include "world/bad_input_rig.h"

/* The argument that is always right, for calls that are tried with wrong ids. */
typedef DryStatus BodyCall(DryWorld *w, DryBodyId body);
#define BODY_CALL(name, ...)                                \
    static DryStatus on_##name(DryWorld *w, DryBodyId body) \
    {                                                       \
        return dry_body_##name(w, body, __VA_ARGS__);       \
    }
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
BODY_CALL(set_fast, true)
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
    { "dry_body_set_fast", on_set_fast },
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
    assert_int_equal(dry_world_next_body(NULL, (DryBodyId){ 0, 0 }).index, 0);
    assert_int_equal(dry_world_next_body(r->w, (DryBodyId){ 0xffffffffu, 0 }).index, 0);
    assert_int_equal(dry_body_next_shape(r->w, (DryBodyId){ 9999, 1 }, (DryShapeId){ 0, 0 }).index, 0);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG(bodies_by_wrong_ids),
        RIG(joints_by_wrong_ids),
        RIG(shapes_by_wrong_ids),
        RIG(getters_answer_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
