/* Settings of bodies, sleep, and whether they take part. */
#include "world/api/check.h"
#include "world/edit/body_edit.h"
#include "world/edit/wake_edit.h"

static const BodyCold *find(const DryWorld *w, DryBodyId id)
{
    int32_t body = dry__find_body(w, id);
    return body < 0 ? NULL : world_body(w, body);
}

DryStatus dry_body_set_damping(DryWorld *world, DryBodyId id, float linear, float angular)
{
    const char *call = "dry_body_set_damping";
    int32_t body;
    DryStatus status = dry__edit_body(world, id, call, &body);
    if (status != DRY_OK) {
        return status;
    }
    if (!(linear >= 0.0f && linear <= 1e6f && angular >= 0.0f && angular <= 1e6f)) {
        return dry__fail(world, DRY_ERROR_ARGUMENT, call, "damping is %g and %g 1/s, must be in [0, 1e6]",
                         (double)linear, (double)angular);
    }
    world_body(world, body)->linear_damping = linear;
    world_body(world, body)->angular_damping = angular;
    return DRY_OK;
}

float dry_body_linear_damping(const DryWorld *world, DryBodyId id)
{
    const BodyCold *c = find(world, id);
    return c == NULL ? 0.0f : c->linear_damping;
}

float dry_body_angular_damping(const DryWorld *world, DryBodyId id)
{
    const BodyCold *c = find(world, id);
    return c == NULL ? 0.0f : c->angular_damping;
}

DryStatus dry_body_set_gravity_scale(DryWorld *world, DryBodyId id, float scale)
{
    const char *call = "dry_body_set_gravity_scale";
    int32_t body;
    DryStatus status = dry__edit_body(world, id, call, &body);
    if (status != DRY_OK) {
        return status;
    }
    if (!(fabsf(scale) <= 1e6f)) {
        return dry__fail(world, DRY_ERROR_ARGUMENT, call, "scale is %g, must be within 1e6", (double)scale);
    }
    if (world_body(world, body)->gravity_scale != scale) {
        world_body(world, body)->gravity_scale = scale;
        dry__wake_body(world, body);
    }
    return DRY_OK;
}

float dry_body_gravity_scale(const DryWorld *world, DryBodyId id)
{
    const BodyCold *c = find(world, id);
    return c == NULL ? 0.0f : c->gravity_scale;
}

DryStatus dry_body_set_locks(DryWorld *world, DryBodyId id, uint32_t locks)
{
    const char *call = "dry_body_set_locks";
    int32_t body;
    DryStatus status = dry__edit_body(world, id, call, &body);
    if (status != DRY_OK) {
        return status;
    }
    if (locks > 63u) {
        return dry__fail(world, DRY_ERROR_ARGUMENT, call, "locks is 0x%x, has unknown bits", (unsigned)locks);
    }
    BodyMotion *m = world_motion(world, body);
    world_body(world, body)->locks = locks;
    m->v = unlocked(m->v, locks);
    m->w = unlocked(m->w, locks >> 3);
    dry__wake_body(world, body);
    return DRY_OK;
}

uint32_t dry_body_locks(const DryWorld *world, DryBodyId id)
{
    const BodyCold *c = find(world, id);
    return c == NULL ? 0u : c->locks;
}

DryStatus dry_body_set_sleep_speed(DryWorld *world, DryBodyId id, float speed)
{
    const char *call = "dry_body_set_sleep_speed";
    int32_t body;
    DryStatus status = dry__edit_body(world, id, call, &body);
    if (status != DRY_OK) {
        return status;
    }
    if (!(fabsf(speed) <= 1e6f)) {
        return dry__fail(world, DRY_ERROR_ARGUMENT, call, "speed is %g m/s, must be within 1e6",
                         (double)speed);
    }
    world_body(world, body)->sleep_speed = speed;
    return DRY_OK;
}

float dry_body_sleep_speed(const DryWorld *world, DryBodyId id)
{
    const BodyCold *c = find(world, id);
    return c == NULL ? 0.0f : c->sleep_speed;
}

DryStatus dry_body_set_can_sleep(DryWorld *world, DryBodyId id, bool can_sleep)
{
    int32_t body;
    DryStatus status = dry__edit_body(world, id, "dry_body_set_can_sleep", &body);
    if (status != DRY_OK) {
        return status;
    }
    BodyCold *c = world_body(world, body);
    if (can_sleep) {
        c->flags |= BODY_CAN_SLEEP;
    } else {
        c->flags &= (uint16_t)~BODY_CAN_SLEEP;
        dry__wake_body(world, body);
    }
    return DRY_OK;
}

bool dry_body_can_sleep(const DryWorld *world, DryBodyId id)
{
    const BodyCold *c = find(world, id);
    return c != NULL && (c->flags & BODY_CAN_SLEEP) != 0;
}

DryStatus dry_body_set_fast(DryWorld *world, DryBodyId id, bool fast)
{
    int32_t body;
    DryStatus status = dry__edit_body(world, id, "dry_body_set_fast", &body);
    if (status != DRY_OK) {
        return status;
    }
    BodyCold *c = world_body(world, body);
    c->flags = (uint16_t)(fast ? c->flags | BODY_FAST : c->flags & ~BODY_FAST);
    return DRY_OK;
}

bool dry_body_is_fast(const DryWorld *world, DryBodyId id)
{
    const BodyCold *c = find(world, id);
    return c != NULL && (c->flags & BODY_FAST) != 0;
}

bool dry_body_is_awake(const DryWorld *world, DryBodyId id)
{
    int32_t body = dry__find_body(world, id);
    return body >= 0 && world_body_awake(world, body);
}

DryStatus dry_body_set_awake(DryWorld *world, DryBodyId id, bool awake)
{
    int32_t body;
    DryStatus status = dry__edit_body(world, id, "dry_body_set_awake", &body);
    if (status != DRY_OK) {
        return status;
    }
    BodyCold *c = world_body(world, body);
    if (awake) {
        dry__wake_body(world, body);
    } else if (body_is_dynamic(c) && c->awake_index >= 0) {
        int32_t count = dry__collect_island(world, body);
        const int32_t *island = world->scratch.stack.data;
        bool carried = false;
        for (int32_t i = 0; i < count && !carried; ++i) {
            carried = dry__touches_moving_kinematic(world, island[i]);
        }
        if (!carried) {
            dry__sleep_island(world, island, count);
        }
        world->scratch.stack.count = 0;
    }
    return DRY_OK;
}

DryStatus dry_body_set_enabled(DryWorld *world, DryBodyId id, bool enabled)
{
    int32_t body;
    DryStatus status = dry__edit_body(world, id, "dry_body_set_enabled", &body);
    if (status == DRY_OK && enabled != ((world_body(world, body)->flags & BODY_ENABLED) != 0)) {
        dry__body_rebuild(world, body, (DryBodyType)world_body(world, body)->type, enabled);
    }
    return status;
}

bool dry_body_is_enabled(const DryWorld *world, DryBodyId id)
{
    int32_t body = dry__find_body(world, id);
    return body >= 0 && (world_body(world, body)->flags & BODY_ENABLED) != 0;
}

bool dry_body_is_quarantined(const DryWorld *world, DryBodyId id)
{
    int32_t body = dry__find_body(world, id);
    return body >= 0 && (world_body(world, body)->flags & BODY_QUARANTINED) != 0;
}
