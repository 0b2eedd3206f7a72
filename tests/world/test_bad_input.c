/* Calls about bodies and shapes with every kind of wrong value: they answer with the documented error, name
   themselves in the message, and leave the world as it was. */
#include "world/bad_input_rig.h"

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

static void sizes_of_smooth_shapes(void **state)
{
    Rig *r = *state;
    const float bad[] = { NAN, INFINITY, -INFINITY, -1.0f, 1e-40f, 1e-9f, 1e9f, 3e38f };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        float x = bad[i];
        char what[48];
        snprintf(what, sizeof what, "size %g", (double)x);
        DryCylinder drum = { { 0, 0, 0 }, { 1, 0, 0 }, x }, far_drum = { { 0, 0, 0 }, { 0, x, 0 }, 1 };
        DryCone cones[3] = { { { 0, 0, 0 }, { 1, 0, 0 }, x, 1 },
                             { { 0, 0, 0 }, { 1, 0, 0 }, 1, x },
                             { { 0, 0, 0 }, { 1, 0, 0 }, 0, x } };
        DryTaperedCapsule pins[2] = { { { 0, 0, 0 }, { 1, 0, 0 }, x, 1 },
                                      { { 0, 0, 0 }, { 1, 0, 0 }, 1, x } };
        DryRoundedBox soap = { { 1, 1, 1 }, x };
        refused_id(r, dry_shape_add_cylinder(r->w, r->box, &drum, NULL).index, "dry_shape_add_cylinder",
                   what);
        if (x != -1.0f) { /* a length of 1 */
            refused_id(r, dry_shape_add_cylinder(r->w, r->box, &far_drum, NULL).index,
                       "dry_shape_add_cylinder", what);
        }
        for (int k = 0; k < 3; ++k) {
            refused_id(r, dry_shape_add_cone(r->w, r->box, &cones[k], NULL).index, "dry_shape_add_cone",
                       what);
        }
        for (int k = 0; k < 2; ++k) {
            refused_id(r, dry_shape_add_tapered_capsule(r->w, r->box, &pins[k], NULL).index,
                       "dry_shape_add_tapered_capsule", what);
        }
        refused_id(r, dry_shape_add_rounded_box(r->w, r->box, &soap, NULL).index, "dry_shape_add_rounded_box",
                   what);
        for (int axis = 0; axis < 3; ++axis) {
            DryVec3 size = { axis == 0 ? x : 1, axis == 1 ? x : 1, axis == 2 ? x : 1 };
            DryEllipsoid egg = { size };
            DryRoundedBox box = { size, 1 };
            refused_id(r, dry_shape_add_ellipsoid(r->w, r->box, &egg, NULL).index, "dry_shape_add_ellipsoid",
                       what);
            refused_id(r, dry_shape_add_rounded_box(r->w, r->box, &box, NULL).index,
                       "dry_shape_add_rounded_box", what);
        }
    }
    DryCone nothing = { { 0, 0, 0 }, { 1, 0, 0 }, 0, 0 }, flat = { { 1, 0, 0 }, { 1, 0, 0 }, 1, 0 };
    DryTaperedCapsule lost = { { 0, 0, 0 }, { NAN, 0, 0 }, 1, 2 },
                      pointed = { { 0, 0, 0 }, { 1, 0, 0 }, 1, 0 };
    refused_id(r, dry_shape_add_cone(r->w, r->box, &nothing, NULL).index, "dry_shape_add_cone", "no radius");
    refused_id(r, dry_shape_add_cone(r->w, r->box, &flat, NULL).index, "dry_shape_add_cone", "no height");
    refused_id(r, dry_shape_add_tapered_capsule(r->w, r->box, &lost, NULL).index,
               "dry_shape_add_tapered_capsule", "point");
    refused_id(r, dry_shape_add_tapered_capsule(r->w, r->box, &pointed, NULL).index,
               "dry_shape_add_tapered_capsule", "radius 0");
    refused_id(r, dry_shape_add_cylinder(r->w, r->box, NULL, NULL).index, "dry_shape_add_cylinder", "null");
    refused_id(r, dry_shape_add_cone(r->w, r->box, NULL, NULL).index, "dry_shape_add_cone", "null");
    refused_id(r, dry_shape_add_tapered_capsule(r->w, r->box, NULL, NULL).index,
               "dry_shape_add_tapered_capsule", "null");
    refused_id(r, dry_shape_add_ellipsoid(r->w, r->box, NULL, NULL).index, "dry_shape_add_ellipsoid", "null");
    refused_id(r, dry_shape_add_rounded_box(r->w, r->box, NULL, NULL).index, "dry_shape_add_rounded_box",
               "null");
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

static void mass_and_report_of_a_mesh(void **state)
{
    Rig *r = *state;
    DryMass mass = { 0 };
    DryMeshReport report = { 0 };
    const struct {
        const DryMesh *mesh;
        float density;
        DryMass *mass;
        DryStatus status;
        const char *says;
    } calls[] = {
        { NULL, 1.0f, &mass, DRY_ERROR_ARGUMENT, "null" },
        { r->mesh, -1.0f, &mass, DRY_ERROR_ARGUMENT, "density is -1" },
        { r->mesh, NAN, &mass, DRY_ERROR_ARGUMENT, "density is nan" },
        { r->mesh, 1.0f, NULL, DRY_ERROR_ARGUMENT, "mass is null" },
        { r->mesh, 1.0f, &mass, DRY_ERROR_GEOMETRY, "no inside" },
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; ++i) {
        assert_int_equal(dry_mesh_mass(calls[i].mesh, calls[i].density, calls[i].mass), calls[i].status);
        assert_non_null(strstr(dry_last_error(), "dry_mesh_mass"));
        assert_non_null(strstr(dry_last_error(), calls[i].says));
    }
    assert_true(mass.mass == 0.0f);
    assert_int_equal(dry_mesh_report_count(NULL, DRY_MESH_FLIPPED), 0);
    assert_non_null(strstr(dry_last_error(), "dry_mesh_report_count: report is null"));
    assert_int_equal(dry_mesh_report_count(&report, (DryMeshFault)99), 0);
    assert_non_null(strstr(dry_last_error(), "dry_mesh_report_count: fault 99"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG(mass_and_report_of_a_mesh), RIG(vectors_and_poses),      RIG(sums_that_overflow),
        RIG(settings_of_bodies),        RIG(given_masses),           RIG(body_definitions),
        RIG(sizes_of_shapes),           RIG(sizes_of_smooth_shapes), RIG(shapes_of_nothing),
        RIG(options_and_materials),     RIG(special_materials),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
