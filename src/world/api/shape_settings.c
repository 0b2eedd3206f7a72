/* Settings of shapes that may change during their life. Material and filter: shape.c. */
#include "world/api/check.h"
#include "world/edit/body_edit.h"
#include "world/edit/contact_edit.h"
#include "world/edit/proxy_edit.h"
#include "world/edit/wake_edit.h"

static const ShapeRecord *find(const DryWorld *w, DryShapeId id)
{
    int32_t shape = dry__find_shape(w, id);
    return shape < 0 ? NULL : world_shape(w, shape);
}

static bool has_flag(const DryWorld *w, DryShapeId id, uint32_t flag)
{
    const ShapeRecord *r = find(w, id);
    return r != NULL && (r->flags & flag) != 0;
}

DryStatus dry_shape_set_user_data(DryWorld *world, DryShapeId id, void *user_data)
{
    int32_t shape;
    DryStatus status = dry__edit_shape(world, id, "dry_shape_set_user_data", &shape);
    if (status == DRY_OK) {
        world_shape(world, shape)->user_data = user_data;
    }
    return status;
}

float dry_shape_density(const DryWorld *world, DryShapeId id)
{
    const ShapeRecord *r = find(world, id);
    return r == NULL ? 0.0f : r->density;
}

DryStatus dry_shape_set_density(DryWorld *world, DryShapeId id, float density)
{
    const char *call = "dry_shape_set_density";
    int32_t shape;
    DryStatus status = dry__edit_shape(world, id, call, &shape);
    status = status != DRY_OK ? status : dry__check_density(world, density, call);
    if (status != DRY_OK) {
        return status;
    }
    ShapeRecord *r = world_shape(world, shape);
    float old = r->density;
    r->density = density;
    if (!dry__body_can_carry(world, r->body, NULL, body_is_dynamic(world_body(world, r->body)))) {
        r->density = old;
        return dry__fail(world, DRY_ERROR_RANGE, call,
                         "with density %g the body's mass or inertia would exceed %g", (double)density,
                         (double)MASS_MOST);
    }
    dry__body_update_mass(world, r->body);
    dry__wake_body(world, r->body);
    return DRY_OK;
}

bool dry_shape_is_sensor(const DryWorld *world, DryShapeId id)
{
    return has_flag(world, id, SHAPE_SENSOR);
}

DryStatus dry_shape_set_sensor(DryWorld *world, DryShapeId id, bool sensor)
{
    int32_t shape;
    DryStatus status = dry__edit_shape(world, id, "dry_shape_set_sensor", &shape);
    if (status != DRY_OK) {
        return status;
    }
    ShapeRecord *r = world_shape(world, shape);
    if (((r->flags & SHAPE_SENSOR) != 0) == sensor) {
        return DRY_OK;
    }
    dry__wake_touching(world, r->body);
    dry__wake_body(world, r->body);
    dry__contact_end_shape(world, shape); /* as what they were */
    r->flags ^= (uint32_t)SHAPE_SENSOR;
    dry__proxy_touch(world, shape);
    dry__wake_overlapping(world, shape);
    return DRY_OK;
}

static DryStatus set_events(DryWorld *w, DryShapeId id, uint32_t flag, bool on, const char *call)
{
    int32_t shape;
    DryStatus status = dry__edit_shape(w, id, call, &shape);
    if (status != DRY_OK) {
        return status;
    }
    ShapeRecord *r = world_shape(w, shape);
    r->flags = on ? r->flags | flag : r->flags & ~flag;
    for (int32_t e = world_body(w, r->body)->contact_head; e >= 0;) {
        Contact *c = &w->state.contacts.contacts.data[e >> 1];
        if (c->shape_a == shape || c->shape_b == shape) {
            dry__contact_choose_events(w, c);
        }
        e = c->next[e & 1];
    }
    return DRY_OK;
}

bool dry_shape_contact_events(const DryWorld *world, DryShapeId id)
{
    return has_flag(world, id, SHAPE_CONTACT_EVENTS);
}

DryStatus dry_shape_set_contact_events(DryWorld *world, DryShapeId id, bool events)
{
    return set_events(world, id, SHAPE_CONTACT_EVENTS, events, "dry_shape_set_contact_events");
}

bool dry_shape_hit_events(const DryWorld *world, DryShapeId id)
{
    return has_flag(world, id, SHAPE_HIT_EVENTS);
}

DryStatus dry_shape_set_hit_events(DryWorld *world, DryShapeId id, bool events)
{
    return set_events(world, id, SHAPE_HIT_EVENTS, events, "dry_shape_set_hit_events");
}
