/* Creation and state of bodies. Forces and settings: body_control.c. */
#include "world/api/check.h"
#include "world/edit/body_edit.h"
#include "world/edit/proxy_edit.h"
#include "world/edit/wake_edit.h"

/* Positions beyond this lose what double precision is for. */
#define FARTHEST 1e12

DryBodyDef dry_body_def_default(void)
{
    return (DryBodyDef){ .type = DRY_STATIC,
                         .rotation = { 0.0f, 0.0f, 0.0f, 1.0f },
                         .gravity_scale = 1.0f,
                         .sleep_speed = -1.0f,
                         .can_sleep = true,
                         .awake = true,
                         .enabled = true };
}

static DryStatus check_pose(DryWorld *w, DryPose pose, const char *call)
{
    if (!pos_finite(pose.position) || fabs(pose.position.x) > FARTHEST || fabs(pose.position.y) > FARTHEST ||
        fabs(pose.position.z) > FARTHEST) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call,
                         "position is (%g, %g, %g) m, must be finite and within 1e12", pose.position.x,
                         pose.position.y, pose.position.z);
    }
    if (!dry__quat_is_unit(pose.rotation)) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call,
                         "rotation is (%g, %g, %g, %g), must be of unit length within 1e-3",
                         (double)pose.rotation.x, (double)pose.rotation.y, (double)pose.rotation.z,
                         (double)pose.rotation.w);
    }
    return DRY_OK;
}

static DryStatus check_velocity(DryWorld *w, DryVec3 v, const char *call, const char *name)
{
    if (!v3_finite(v) || v3_length(v) > 1e6f) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "%s is (%g, %g, %g), must be finite and within 1e6",
                         name, (double)v.x, (double)v.y, (double)v.z);
    }
    return DRY_OK;
}

static DryStatus check_number(DryWorld *w, float x, float low, float high, const char *call, const char *name)
{
    if (!(x >= low && x <= high)) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "%s is %g, must be in [%g, %g]", name, (double)x,
                         (double)low, (double)high);
    }
    return DRY_OK;
}

static DryStatus check_def(DryWorld *w, const DryBodyDef *d, const char *call)
{
    if (d == NULL) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "the definition is null");
    }
    if ((uint32_t)d->type > (uint32_t)DRY_DYNAMIC) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "type is %d", (int)d->type);
    }
    if (d->locks > 63u) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "locks is 0x%x, has unknown bits", (unsigned)d->locks);
    }
    DryPose pose = { d->position, d->rotation };
    DryStatus status = check_pose(w, pose, call);
    status = status != DRY_OK ? status : check_velocity(w, d->velocity, call, "velocity");
    status = status != DRY_OK ? status : check_velocity(w, d->angular_velocity, call, "angular_velocity");
    status =
        status != DRY_OK ? status : check_number(w, d->linear_damping, 0.0f, 1e6f, call, "linear_damping");
    status =
        status != DRY_OK ? status : check_number(w, d->angular_damping, 0.0f, 1e6f, call, "angular_damping");
    status =
        status != DRY_OK ? status : check_number(w, d->gravity_scale, -1e6f, 1e6f, call, "gravity_scale");
    return status != DRY_OK ? status : check_number(w, d->sleep_speed, -1e6f, 1e6f, call, "sleep_speed");
}

/* A dynamic body that begins asleep is an island of its own. */
static void begin_life(DryWorld *w, int32_t body, const DryBodyDef *d)
{
    BodyCold *c = world_body(w, body);
    if (!d->enabled || d->type == DRY_STATIC) {
        return;
    }
    bool rests = v3_length(d->velocity) == 0.0f && v3_length(d->angular_velocity) == 0.0f;
    if (d->type == DRY_KINEMATIC && rests) {
        return;
    }
    dry__wake_body(w, body);
    if (d->type == DRY_DYNAMIC && !d->awake) {
        dry__sleep_island(w, &body, 1);
    }
    c->sleep_timer = 0.0f;
}

DryBodyId dry_body_create(DryWorld *world, const DryBodyDef *def)
{
    const char *call = "dry_body_create";
    DryBodyId none = { 0, 0 };
    if (dry__begin_edit(world, call) != DRY_OK || check_def(world, def, call) != DRY_OK) {
        return none;
    }
    int32_t body = dry__wake_reserve(world) ? dry__body_table_take(&world->state.bodies) : -1;
    if (body < 0) {
        (void)dry__fail(world, DRY_ERROR_MEMORY, call, "out of memory");
        return none;
    }
    BodyCold *c = world_body(world, body);
    BodyMotion *m = world_motion(world, body);
    m->center = def->position;
    m->rotation = quat_normalize(def->rotation);
    if (def->type != DRY_STATIC) {
        m->v = unlocked(def->velocity, def->locks);
        m->w = unlocked(def->angular_velocity, def->locks >> 3);
    }
    c->type = (uint8_t)def->type;
    c->flags = (uint16_t)((def->can_sleep ? BODY_CAN_SLEEP : 0) | (def->fast ? BODY_FAST : 0) |
                          (def->enabled ? BODY_ENABLED : 0));
    c->linear_damping = def->linear_damping;
    c->angular_damping = def->angular_damping;
    c->gravity_scale = def->gravity_scale;
    c->sleep_speed = def->sleep_speed;
    c->locks = def->locks;
    c->user_data = def->user_data;
    begin_life(world, body, def);
    return world_body_id(world, body);
}

DryStatus dry_body_destroy(DryWorld *world, DryBodyId id)
{
    int32_t body;
    DryStatus status = dry__edit_body(world, id, "dry_body_destroy", &body);
    if (status == DRY_OK) {
        dry__body_destroy(world, body);
    }
    return status;
}

bool dry_body_is_valid(const DryWorld *world, DryBodyId body)
{
    return dry__find_body(world, body) >= 0;
}

int32_t dry_world_bodies(const DryWorld *world, DryBodyId *bodies, int32_t capacity)
{
    if (world == NULL) {
        return 0;
    }
    int32_t n = 0;
    for (int32_t i = 0; i < world->state.bodies.ids.generation.count; ++i) {
        if (id_alive(&world->state.bodies.ids, i)) {
            if (bodies != NULL && n < capacity) {
                bodies[n] = world_body_id(world, i);
            }
            ++n;
        }
    }
    return n;
}

DryBodyId dry_world_next_body(const DryWorld *world, DryBodyId after)
{
    DryBodyId none = { 0, 0 };
    if (world == NULL) {
        return none;
    }
    const IdPool *ids = &world->state.bodies.ids;
    for (int64_t i = after.index; i < ids->generation.count; ++i) {
        if (id_alive(ids, (int32_t)i)) {
            return world_body_id(world, (int32_t)i);
        }
    }
    return none;
}

DryBodyType dry_body_type(const DryWorld *world, DryBodyId id)
{
    int32_t body = dry__find_body(world, id);
    return body < 0 ? DRY_STATIC : (DryBodyType)world_body(world, body)->type;
}

DryStatus dry_body_set_type(DryWorld *world, DryBodyId id, DryBodyType type)
{
    const char *call = "dry_body_set_type";
    int32_t body;
    DryStatus status = dry__edit_body(world, id, call, &body);
    if (status != DRY_OK) {
        return status;
    }
    if ((uint32_t)type > (uint32_t)DRY_DYNAMIC) {
        return dry__fail(world, DRY_ERROR_ARGUMENT, call, "type is %d", (int)type);
    }
    BodyCold *c = world_body(world, body);
    for (int32_t s = c->shape_head; type == DRY_DYNAMIC && s >= 0; s = world_shape(world, s)->next) {
        if (world_shape(world, s)->kind >= (int32_t)SHAPE_MESH) {
            return dry__fail(world, DRY_ERROR_ARGUMENT, call,
                             "a body with a mesh or a half-space cannot be dynamic");
        }
    }
    if (type == DRY_DYNAMIC && !dry__body_can_carry(world, body, NULL, true)) {
        return dry__fail(world, DRY_ERROR_RANGE, call, "the body's mass or inertia would exceed %g",
                         (double)MASS_MOST);
    }
    if (c->type != (uint8_t)type) {
        if (type == DRY_STATIC) {
            world_motion(world, body)->v = v3(0.0f, 0.0f, 0.0f);
            world_motion(world, body)->w = v3(0.0f, 0.0f, 0.0f);
        }
        dry__body_rebuild(world, body, type, (c->flags & BODY_ENABLED) != 0);
    }
    return DRY_OK;
}

DryPose dry_body_pose(const DryWorld *world, DryBodyId id)
{
    int32_t body = dry__find_body(world, id);
    if (body < 0) {
        return (DryPose){ .rotation = { 0.0f, 0.0f, 0.0f, 1.0f } };
    }
    return body_pose(world_motion(world, body), world_body(world, body));
}

DryPos dry_body_position(const DryWorld *world, DryBodyId body)
{
    return dry_body_pose(world, body).position;
}

DryQuat dry_body_rotation(const DryWorld *world, DryBodyId body)
{
    return dry_body_pose(world, body).rotation;
}

DryPos dry_body_center(const DryWorld *world, DryBodyId id)
{
    int32_t body = dry__find_body(world, id);
    return body < 0 ? dry_pos(0.0, 0.0, 0.0) : world_motion(world, body)->center;
}

DryStatus dry_body_set_pose(DryWorld *world, DryBodyId id, DryPose pose)
{
    const char *call = "dry_body_set_pose";
    int32_t body;
    DryStatus status = dry__edit_body(world, id, call, &body);
    status = status != DRY_OK ? status : check_pose(world, pose, call);
    if (status != DRY_OK) {
        return status;
    }
    dry__wake_touching(world, body);
    dry__wake_body(world, body);
    dry__body_set_pose(world, body, pose);
    for (int32_t s = world_body(world, body)->shape_head; s >= 0; s = world_shape(world, s)->next) {
        dry__wake_overlapping(world, s);
    }
    return DRY_OK;
}

DryVec3 dry_body_velocity(const DryWorld *world, DryBodyId id)
{
    int32_t body = dry__find_body(world, id);
    return body < 0 ? v3(0.0f, 0.0f, 0.0f) : world_motion(world, body)->v;
}

DryVec3 dry_body_angular_velocity(const DryWorld *world, DryBodyId id)
{
    int32_t body = dry__find_body(world, id);
    return body < 0 ? v3(0.0f, 0.0f, 0.0f) : world_motion(world, body)->w;
}

static DryStatus set_velocity(DryWorld *w, DryBodyId id, DryVec3 v, bool angular, const char *call)
{
    int32_t body;
    DryStatus status = dry__edit_body(w, id, call, &body);
    status =
        status != DRY_OK ? status : check_velocity(w, v, call, angular ? "angular velocity" : "velocity");
    if (status != DRY_OK) {
        return status;
    }
    if (world_body(w, body)->type == (uint8_t)DRY_STATIC) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "the body is static");
    }
    if (v.x != 0.0f || v.y != 0.0f || v.z != 0.0f) { /* the length of a tiny velocity rounds to zero */
        dry__wake_body(w, body);
    }
    BodyMotion *m = world_motion(w, body);
    uint32_t locks = world_body(w, body)->locks >> (angular ? 3 : 0);
    *(angular ? &m->w : &m->v) = unlocked(v, locks);
    dry__proxy_stretch(w, body);
    return DRY_OK;
}

DryStatus dry_body_set_velocity(DryWorld *world, DryBodyId body, DryVec3 velocity)
{
    return set_velocity(world, body, velocity, false, "dry_body_set_velocity");
}

DryStatus dry_body_set_angular_velocity(DryWorld *world, DryBodyId body, DryVec3 angular_velocity)
{
    return set_velocity(world, body, angular_velocity, true, "dry_body_set_angular_velocity");
}

DryVec3 dry_body_point_velocity(const DryWorld *world, DryBodyId id, DryPos point)
{
    int32_t body = dry__find_body(world, id);
    if (body < 0) {
        return v3(0.0f, 0.0f, 0.0f);
    }
    const BodyMotion *m = world_motion(world, body);
    return v3_add(m->v, v3_cross(m->w, pos_sub(point, m->center)));
}

DryStatus dry_body_set_target(DryWorld *world, DryBodyId id, DryPose target)
{
    const char *call = "dry_body_set_target";
    int32_t body;
    DryStatus status = dry__edit_body(world, id, call, &body);
    status = status != DRY_OK ? status : check_pose(world, target, call);
    if (status != DRY_OK) {
        return status;
    }
    BodyCold *c = world_body(world, body);
    if (c->type != (uint8_t)DRY_KINEMATIC) {
        return dry__fail(world, DRY_ERROR_ARGUMENT, call, "the body is not kinematic");
    }
    if ((c->flags & BODY_ENABLED) == 0) {
        return dry__fail(world, DRY_ERROR_STATE, call, "the body is disabled");
    }
    dry__wake_body(world, body);
    target.rotation = quat_normalize(target.rotation);
    BodyTarget record = { body, target };
    if ((c->flags & BODY_HAS_TARGET) == 0) {
        c->flags |= BODY_HAS_TARGET;
        (void)array_push(&world->state.targets, record);
        return DRY_OK;
    }
    for (int32_t i = 0; i < world->state.targets.count; ++i) {
        if (world->state.targets.data[i].body == body) {
            world->state.targets.data[i] = record;
        }
    }
    return DRY_OK;
}

bool dry_body_target(const DryWorld *world, DryBodyId id, DryPose *target)
{
    int32_t body = dry__find_body(world, id);
    if (body < 0 || (world_body(world, body)->flags & BODY_HAS_TARGET) == 0) {
        return false;
    }
    for (int32_t i = 0; target != NULL && i < world->state.targets.count; ++i) {
        if (world->state.targets.data[i].body == body) {
            *target = world->state.targets.data[i].pose;
        }
    }
    return true;
}

int32_t dry_body_shapes(const DryWorld *world, DryBodyId id, DryShapeId *shapes, int32_t capacity)
{
    int32_t body = dry__find_body(world, id), n = 0;
    if (body < 0) {
        return 0;
    }
    for (int32_t s = world_body(world, body)->shape_head; s >= 0; s = world_shape(world, s)->next) {
        if (shapes != NULL && n < capacity) {
            shapes[n] = world_shape_id(world, s);
        }
        ++n;
    }
    return n;
}

DryShapeId dry_body_next_shape(const DryWorld *world, DryBodyId id, DryShapeId after)
{
    DryShapeId none = { 0, 0 };
    int32_t body = dry__find_body(world, id), next = -1;
    if (body < 0) {
        return none;
    }
    if (after.index == 0) {
        next = world_body(world, body)->shape_head;
    } else {
        int32_t shape = dry__find_shape(world, after);
        next = shape >= 0 && world_shape(world, shape)->body == body ? world_shape(world, shape)->next : -1;
    }
    return next < 0 ? none : world_shape_id(world, next);
}

void *dry_body_user_data(const DryWorld *world, DryBodyId id)
{
    int32_t body = dry__find_body(world, id);
    return body < 0 ? NULL : world_body(world, body)->user_data;
}

DryStatus dry_body_set_user_data(DryWorld *world, DryBodyId id, void *user_data)
{
    int32_t body;
    DryStatus status = dry__edit_body(world, id, "dry_body_set_user_data", &body);
    if (status == DRY_OK) {
        world_body(world, body)->user_data = user_data;
    }
    return status;
}
