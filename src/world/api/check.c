#include "world/api/check.h"

#include <stdarg.h>
#include <stdio.h>

DryStatus dry__fail(DryWorld *w, DryStatus status, const char *call, const char *format, ...)
{
    char message[ERROR_CAPACITY];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (w != NULL) {
        dry__error_format(w->error, sizeof w->error, status, "%s: %.200s", call, message);
    }
    return dry__error_set(status, "%s: %.200s", call, message);
}

DryStatus dry__fail_last(DryWorld *w, DryStatus status, const char *call)
{
    char message[ERROR_CAPACITY];
    snprintf(message, sizeof message, "%s", dry_last_error());
    return dry__fail(w, status, call, "%s", message);
}

static int32_t find(const IdPool *ids, uint32_t index, uint32_t generation)
{
    if (index == 0 || index > (uint32_t)ids->generation.count) {
        return -1;
    }
    int32_t slot = (int32_t)(index - 1u);
    return id_alive(ids, slot) && ids->generation.data[slot] == generation ? slot : -1;
}

int32_t dry__find_body(const DryWorld *w, DryBodyId id)
{
    return w == NULL ? -1 : find(&w->state.bodies.ids, id.index, id.generation);
}

int32_t dry__find_shape(const DryWorld *w, DryShapeId id)
{
    return w == NULL ? -1 : find(&w->state.shapes.ids, id.index, id.generation);
}

int32_t dry__find_joint(const DryWorld *w, DryJointId id)
{
    return w == NULL ? -1 : find(&w->state.joints.ids, id.index, id.generation);
}

DryStatus dry__begin_edit(DryWorld *w, const char *call)
{
    if (w == NULL) {
        return dry__fail(NULL, DRY_ERROR_ARGUMENT, call, "the world is null");
    }
    if (w->stepping) {
        return dry__fail(NULL, DRY_ERROR_STATE, call, "not allowed during the step");
    }
    return DRY_OK;
}

static DryStatus edit(DryWorld *w, int32_t slot, const char *call, const char *noun, uint32_t index,
                      uint32_t generation)
{
    if (slot >= 0) {
        return DRY_OK;
    }
    if (index == 0) {
        return dry__fail(w, DRY_ERROR_ID, call, "the %s id is none", noun);
    }
    return dry__fail(w, DRY_ERROR_ID, call, "no such %s: id %u generation %u is stale or of another world",
                     noun, index, generation);
}

DryStatus dry__edit_body(DryWorld *w, DryBodyId id, const char *call, int32_t *slot)
{
    DryStatus status = dry__begin_edit(w, call);
    *slot = dry__find_body(w, id);
    return status != DRY_OK ? status : edit(w, *slot, call, "body", id.index, id.generation);
}

DryStatus dry__edit_shape(DryWorld *w, DryShapeId id, const char *call, int32_t *slot)
{
    DryStatus status = dry__begin_edit(w, call);
    *slot = dry__find_shape(w, id);
    return status != DRY_OK ? status : edit(w, *slot, call, "shape", id.index, id.generation);
}

DryStatus dry__edit_joint(DryWorld *w, DryJointId id, const char *call, int32_t *slot)
{
    DryStatus status = dry__begin_edit(w, call);
    *slot = dry__find_joint(w, id);
    return status != DRY_OK ? status : edit(w, *slot, call, "joint", id.index, id.generation);
}

DryStatus dry__check_density(DryWorld *w, float density, const char *call)
{
    if (!(density >= 0.0f && density <= 1e20f)) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "density is %g kg/m^3, must be in [0, 1e20]",
                         (double)density);
    }
    return DRY_OK;
}

bool dry__quat_is_unit(DryQuat q)
{
    float length = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return quat_finite(q) && fabsf(length - 1.0f) <= 1e-3f;
}

bool dry__filter_accepts(const DryWorld *w, int32_t shape, DryFilter filter)
{
    const ShapeRecord *r = world_shape(w, shape);
    if ((r->flags & SHAPE_SENSOR) != 0) {
        return false;
    }
    if (filter.group == r->filter.group && filter.group != 0) {
        return filter.group > 0;
    }
    return (filter.mask & r->filter.category) != 0 && (r->filter.mask & filter.category) != 0;
}
