/* Bodies and their shapes over several tables: mass, place, attachment, destruction. */
#ifndef DRY_WORLD_BODY_EDIT_H
#define DRY_WORLD_BODY_EDIT_H

#include "world/store/world.h"

/* Bodies lighter than MASS_LEAST (kg) have no mass, moments below MOMENT_LEAST (kg m^2) do not turn: their
   inverses would not be finite. What is heavier than MASS_MOST is refused. */
#define MASS_LEAST 1e-30f
#define MASS_MOST 1e30f
#define MOMENT_LEAST 1e-36f

/* What a shape adds to its body's mass. */
typedef struct MassPart {
    const ShapeGeometry *geometry;
    DryFrame frame; /* in the body's frame */
    float density;
} MassPart;

/* A velocity, or with `locks` shifted by 3 an angular velocity, without its locked components. */
static inline DryVec3 unlocked(DryVec3 v, uint32_t locks)
{
    return v3((locks & 1u) != 0 ? 0.0f : v.x, (locks & 2u) != 0 ? 0.0f : v.y, (locks & 4u) != 0 ? 0.0f : v.z);
}

static inline float over_or_zero(float x, float y)
{
    return y > 0.0f ? x / y : 0.0f;
}

/* Change of angular velocity by an angular impulse, or angular acceleration by a torque. */
static inline DryVec3 body_turned_by(const BodyCold *c, const BodyMotion *m, DryVec3 angular)
{
    DryVec3 local = quat_rotate_inverse(m->rotation, angular);
    local = v3(over_or_zero(local.x, c->inertia.x), over_or_zero(local.y, c->inertia.y),
               over_or_zero(local.z, c->inertia.z));
    return quat_rotate(m->rotation, local);
}

bool dry__mass_in_range(const DryMass *mass);
/* Whether the masses of the body's shapes, and of one more if given, stay in range. `dynamic`: also refuses a
   solid too large for its mass to be computed, which other bodies may have, as they do not use it. */
bool dry__body_can_carry(const DryWorld *w, int32_t body, const MassPart *more, bool dynamic);

/* Recomputes mass, centre, principal frame and extent from the shapes (or the given mass), keeping the body's
   own frame and the velocity of its material; then the local frames of its shapes and joints. */
void dry__body_update_mass(DryWorld *w, int32_t body);

/* Puts the body's own frame at a pose; moves its proxies. Does not wake. */
void dry__body_set_pose(DryWorld *w, int32_t body, DryPose pose);

/* Wakes sleeping bodies whose shapes overlap the shape's bounds. */
void dry__wake_overlapping(DryWorld *w, int32_t shape);

/* Links a taken shape slot, whose record is filled but for `body`, `next` and `local`, to the body. */
void dry__shape_attach(DryWorld *w, int32_t body, int32_t shape);
/* Takes the shape from its body, with contacts and proxy, and frees the slot. The body's mass is not updated.
 */
void dry__shape_destroy(DryWorld *w, int32_t shape);

void dry__body_destroy(DryWorld *w, int32_t body);

/* Changes type or enabled state: leaves all lists, ends contacts, and comes back as what it is now. */
void dry__body_rebuild(DryWorld *w, int32_t body, DryBodyType type, bool enabled);

#endif
