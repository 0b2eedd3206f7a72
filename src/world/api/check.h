/* What every public function of a world begins with: ids looked up, arguments checked, refusals remembered.
 */
#ifndef DRY_WORLD_CHECK_H
#define DRY_WORLD_CHECK_H

#include "world/store/world.h"

/* Keeps "call: message" as the world's and the thread's latest error; returns `status`. */
DryStatus dry__fail(DryWorld *w, DryStatus status, const char *call, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Takes over dry_last_error() as the world's message, prefixed with the call; returns `status`. */
DryStatus dry__fail_last(DryWorld *w, DryStatus status, const char *call);

/* Slot of a living body or shape, or -1. */
int32_t dry__find_body(const DryWorld *w, DryBodyId id);
int32_t dry__find_shape(const DryWorld *w, DryShapeId id);
int32_t dry__find_joint(const DryWorld *w, DryJointId id);

/* The same for calls that change the world: refuses a null world, a call during the step, and a stale id. The
 * slot goes to *slot. */
DryStatus dry__begin_edit(DryWorld *w, const char *call);
DryStatus dry__edit_body(DryWorld *w, DryBodyId id, const char *call, int32_t *slot);
DryStatus dry__edit_shape(DryWorld *w, DryShapeId id, const char *call, int32_t *slot);
DryStatus dry__edit_joint(DryWorld *w, DryJointId id, const char *call, int32_t *slot);

DryStatus dry__check_density(DryWorld *w, float density, const char *call);
DryStatus dry__check_material(DryWorld *w, const DryMaterial *material, const char *call);
DryStatus dry__check_materials(DryWorld *w, const DryMaterial *materials, int32_t count, const char *call);

/* Whether a query or an explosion with this filter meets the shape; sensors are never met. */
bool dry__filter_accepts(const DryWorld *w, int32_t shape, DryFilter filter);

/* Unit within 1e-3. */
bool dry__quat_is_unit(DryQuat q);

#endif
