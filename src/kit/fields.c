#include "kit/field_law.h"
#include "kit/region.h"

DryField dry_field_default(void)
{
    DryField f = { .kind = DRY_FIELD_VENT,
                   .filter = DRY_FILTER_ALL,
                   .enabled = true,
                   .falloff = DRY_FALLOFF_LINEAR,
                   .density = 1000.0f,
                   .linear_drag = 0.5f,
                   .quadratic_drag = 0.47f,
                   .angular_drag = 0.5f,
                   .frequency = 1.0f,
                   .damping_ratio = 1.0f,
                   .max_force = INFINITY };
    f.region.kind = DRY_REGION_EVERYWHERE;
    f.region.pose.rotation = dry_quat_identity();
    return f;
}

static const char *check_vent(const DryField *f)
{
    double bottom;
    if (!dry__region_bottom(&f->region, &bottom)) {
        return "region.kind of a vent must have two ends";
    }
    if (f->falloff != DRY_FALLOFF_LINEAR && f->falloff != DRY_FALLOFF_QUADRATIC &&
        f->falloff != DRY_FALLOFF_CONSTANT) {
        return "falloff must be linear, quadratic or constant";
    }
    if (!dry__kit_within(f->strength, -1e12f, 1e12f)) {
        return "strength must be within 1e12";
    }
    return dry__kit_within(f->damping, 0.0f, 1e6f) ? NULL : "damping must be within 0..1e6";
}

static const char *check_fluid(const DryField *f)
{
    if (!dry__kit_vec_within(f->flow, 1e6f)) {
        return "flow must be within 1e6";
    }
    if (!dry__kit_within(f->density, 0.0f, 1e20f)) {
        return "density must be within 0..1e20";
    }
    if (!dry__kit_within(f->linear_drag, 0.0f, 1e6f)) {
        return "linear_drag must be within 0..1e6";
    }
    if (!dry__kit_within(f->quadratic_drag, 0.0f, 1e6f)) {
        return "quadratic_drag must be within 0..1e6";
    }
    return dry__kit_within(f->angular_drag, 0.0f, 1e6f) ? NULL : "angular_drag must be within 0..1e6";
}

static const char *check_gravity(const DryField *f)
{
    if (!dry__kit_within(f->gravity_scale, -1e6f, 1e6f)) {
        return "gravity_scale must be within 1e6";
    }
    return dry__kit_vec_within(f->acceleration, 1e6f) ? NULL : "acceleration must be within 1e6";
}

static const char *check_tractor(const DryField *f)
{
    if (!dry__kit_within(f->frequency, 0.0f, 1e5f)) {
        return "frequency must be within 0..1e5";
    }
    if (!dry__kit_within(f->damping_ratio, 0.0f, 1e3f)) {
        return "damping_ratio must be within 0..1e3";
    }
    return f->max_force >= 0.0f ? NULL : "max_force must not be negative";
}

static const char *check_whirl(const DryField *f)
{
    if (!dry__kit_within(f->spin, -1e6f, 1e6f)) {
        return "spin must be within 1e6";
    }
    if (!dry__kit_within(f->strength, -1e12f, 1e12f)) {
        return "strength must be within 1e12";
    }
    return dry__kit_within(f->damping, 0.0f, 1e6f) ? NULL : "damping must be within 0..1e6";
}

/* Null, or what is wrong with the field. */
static const char *check_field(const DryField *f)
{
    const char *wrong = dry__region_check(&f->region);
    if (wrong != NULL) {
        return wrong;
    }
    switch (f->kind) {
    case DRY_FIELD_VENT:
        return check_vent(f);
    case DRY_FIELD_FLUID:
        return check_fluid(f);
    case DRY_FIELD_GRAVITY:
        return check_gravity(f);
    case DRY_FIELD_TRACTOR:
        return check_tractor(f);
    case DRY_FIELD_WHIRL:
        return check_whirl(f);
    }
    return "kind is none";
}

static DryStatus check_fields(const DryWorld *world, const DryField *fields, int32_t count, const char *call)
{
    if (world == NULL || count < 0 || (fields == NULL && count > 0)) {
        return dry__kit_fail(DRY_ERROR_ARGUMENT, call, "%s is %s", world == NULL ? "the world" : "fields",
                             count < 0 ? "of a negative count" : "null");
    }
    for (int32_t i = 0; i < count; ++i) {
        const char *wrong = check_field(&fields[i]);
        if (wrong != NULL) {
            return dry__kit_fail(DRY_ERROR_ARGUMENT, call, "field %d: %s", (int)i, wrong);
        }
    }
    return DRY_OK;
}

/* What a field pushes at all, awake or not. */
static bool is_movable(const DryWorld *world, DryBodyId body)
{
    return dry_body_type(world, body) == DRY_DYNAMIC && dry_body_is_enabled(world, body);
}

/* Forces that are beyond the range of numbers are refused by the world, and left out. */
static DryStatus push(DryWorld *world, DryBodyId body, const FieldForce *f, DryWake wake)
{
    DryStatus status = dry_body_apply_force_center(world, body, dvec_single(f->force), wake);
    if (status == DRY_OK && (f->torque.x != 0.0 || f->torque.y != 0.0 || f->torque.z != 0.0)) {
        status = dry_body_apply_torque(world, body, dvec_single(f->torque), wake);
    }
    return status;
}

/* Of one field; -1 when the world takes no forces now. */
static int32_t apply(DryWorld *world, const DryField *field, float ahead, float dt)
{
    int32_t pushed = 0;
    DryWake wake = field->wake ? DRY_WAKE : DRY_DONT_WAKE;
    DryBodyId id = dry_world_next_body(world, (DryBodyId){ 0, 0 });
    for (; id.index != 0; id = dry_world_next_body(world, id)) {
        if (!is_movable(world, id) || !(field->wake || dry_body_is_awake(world, id))) {
            continue;
        }
        FieldBody body = dry__field_body(world, id, ahead);
        FieldForce force;
        if (dry__field_law(world, field, &body, dt, &force)) {
            DryStatus status = push(world, id, &force, wake);
            if (status == DRY_ERROR_STATE) {
                return -1;
            }
            pushed += status == DRY_OK ? 1 : 0;
        }
    }
    return pushed;
}

int32_t dry_fields_apply(DryWorld *world, const DryField *fields, int32_t count, float dt)
{
    const char *call = "dry_fields_apply";
    if (check_fields(world, fields, count, call) != DRY_OK) {
        return -1;
    }
    if (!dry__kit_within(dt, 0.0f, 1.0f)) {
        (void)dry__kit_fail(DRY_ERROR_ARGUMENT, call, "dt is %g, it must be within 0..1", (double)dt);
        return -1;
    }
    /* A constant force moves a body by a dt^2 / 2 in a step, whatever the substeps; taken half a step ahead
       it makes the step keep areas in phase space. */
    float ahead = 0.5f * dt;
    int32_t pushed = 0;
    for (int32_t i = 0; i < count; ++i) {
        int32_t n = fields[i].enabled ? apply(world, &fields[i], ahead, dt) : 0;
        if (n < 0) {
            return -1;
        }
        pushed += n;
    }
    return pushed;
}

DryStatus dry_field_wake(DryWorld *world, const DryField *field)
{
    DryStatus status = check_fields(world, field, 1, "dry_field_wake");
    DryBodyId id = { 0, 0 };
    while (status == DRY_OK && (id = dry_world_next_body(world, id)).index != 0) {
        if (!is_movable(world, id) || dry_body_is_awake(world, id)) {
            continue;
        }
        FieldBody body = dry__field_body(world, id, 0.0f);
        FieldForce force;
        if (dry__field_law(world, field, &body, 0.0f, &force)) {
            status = dry_body_set_awake(world, id, true);
        }
    }
    return status;
}
