/**
 * @file
 * Fields: regions of the world that push what is in them. A vent, a river that carries and floats things,
 * weightlessness, a tractor beam, a whirl.
 *
 * A field is plain data that the caller owns; the world knows nothing of it. dry_fields_apply() turns fields
 * into forces on bodies for the next step (dry_body_apply_force), so call it before each one. What the forces
 * do is counted as DryWork.forces.
 *
 * Fields push dynamic, enabled bodies that are awake. A body that has come to rest in a field, afloat or
 * held, falls asleep as anywhere else and stays so; call dry_field_wake() when the field has changed, moved,
 * or gone, or set DryField.wake for a field that always changes.
 */
#ifndef DRYSTONE_FIELDS_H
#define DRYSTONE_FIELDS_H

#include <drystone/explosion.h>
#include <drystone/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Form of a region. Sizes are along the axes of DryRegion.pose. */
typedef enum DryRegionKind {
    DRY_REGION_EVERYWHERE = 0,
    DRY_REGION_HALF_SPACE = 1, /**< all points with y <= 0 */
    DRY_REGION_BOX = 2,        /**< half_extents */
    DRY_REGION_BALL = 3,       /**< radius */
    DRY_REGION_CAPSULE = 4,    /**< points within radius of the y axis from -half_height to half_height */
    DRY_REGION_CYLINDER = 5    /**< about the y axis, from -half_height to half_height */
} DryRegionKind;

/** A part of the world. */
typedef struct DryRegion {
    DryRegionKind kind;
    DryPose pose; /**< finite, rotation unit within 1e-3 */
    DryVec3 half_extents;
    float radius, half_height; /**< m, as half_extents 1e-6..1e8, half_height of a capsule from 0; what the
                                  kind has no use for is not looked at */
} DryRegion;

/** What a field does. m is a body's mass, v its velocity; all vectors of a field are along its region's axes.
 */
typedef enum DryFieldKind {
    /** A force along +y: `strength` at the lower end of the region, from where it changes by `falloff` to the
     * upper end, and -m `damping` v_y. The region has two ends: a box, capsule, cylinder or ball. */
    DRY_FIELD_VENT = 0,
    /** A fluid of `density` that moves with `flow`, up to the plane that bounds a half-space, or the upper
     * end of a box or cylinder; the other regions have no surface. Each shape takes the weight of the fluid
     * it displaces, against gravity, at the middle of what is under the surface, and there the drag towards
     * the flow: displaced mass times linear_drag times relative speed, and 1/2 density quadratic_drag area
     * speed^2, where the area is that of a ball of the volume under the surface. Turning is slowed by
     * angular_drag times the part of it under the surface. Drag never reverses a motion within a step. */
    DRY_FIELD_FLUID = 1,
    /** The world's gravity times `gravity_scale`, plus `acceleration`, in place of gravity. */
    DRY_FIELD_GRAVITY = 2,
    /** A damped spring towards the middle of the region, or with `along_axis` towards its y axis, of
     * `frequency` and `damping_ratio`, at most max_force. Stable at any frequency; a body hangs lower by g /
     * (2 pi frequency)^2. */
    DRY_FIELD_TRACTOR = 3,
    /** A whirl about the y axis: m `damping` (spin x r - v) across the axis, and m `strength` towards it. */
    DRY_FIELD_WHIRL = 4
} DryFieldKind;

/** Start from dry_field_default(). Members that the kind does not name are not looked at. */
typedef struct DryField {
    DryFieldKind kind;
    DryRegion region; /**< a body is in it when its centre of mass is; in a fluid each shape counts by itself,
                         when the middle of its part below the surface is inside */
    DryFilter filter; /**< as a shape's: bodies with a shape that it accepts, in a fluid those shapes; never
                         sensors; all */
    bool enabled;     /**< true */
    bool wake;        /**< wakes sleeping bodies in it, whenever applied; false */

    float strength;       /**< N; m/s^2 with `per_mass` and of a whirl; within 1e12; 0 */
    bool per_mass;        /**< of a vent: `strength` is an acceleration; false */
    DryFalloff falloff;   /**< of a vent: DRY_FALLOFF_LINEAR, QUADRATIC or CONSTANT, from the lower to the
                             upper end; LINEAR */
    float damping;        /**< 1/s, 0..1e6; 0 */
    DryVec3 flow;         /**< m/s, within 1e6; 0 */
    float density;        /**< kg/m^3, 0..1e20; 1000 */
    float linear_drag;    /**< 1/s, 0..1e6; 0.5 */
    float quadratic_drag; /**< drag coefficient, 0..1e6; 0.47, a ball's */
    float angular_drag;   /**< 1/s, 0..1e6; 0.5 */
    float gravity_scale;  /**< within 1e6; 0 */
    DryVec3 acceleration; /**< m/s^2, within 1e6; 0 */
    bool along_axis;      /**< false */
    float frequency;      /**< 1/s, 0..1e5; 1 */
    float damping_ratio;  /**< 0..1e3; 1 */
    float max_force;      /**< N, >= 0, may be infinite; infinite */
    float spin;           /**< rad/s about y, within 1e6; 0 */
} DryField;

/** A field that does nothing yet: everywhere, a vent without strength. */
DRY_API DryField dry_field_default(void);

/**
 * Applies the fields for a next step of `dt` seconds, in order, each to the bodies in slot order. Returns how
 * often a field pushed a body, or -1 when a field or dt (0..1) is wrong, or during the step: dry_last_error()
 * names the field and the member, and nothing has been pushed. A force that dry_body_apply_force would refuse
 * as too strong is left out.
 *
 * Forces are those at the pose that a body will have half a step later, which makes up for their being
 * constant within the step: what swings in a field without drag neither gains nor loses energy.
 */
DRY_API int32_t dry_fields_apply(DryWorld *world, const DryField *fields, int32_t count, float dt);

/** Wakes the sleeping bodies that the field would push, whether or not it is enabled. */
DRY_API DryStatus dry_field_wake(DryWorld *world, const DryField *field);

/** Whether the world point is in the region; false also when the region is wrong (dry_last_error()). */
DRY_API bool dry_region_contains(const DryRegion *region, DryPos point);

/**
 * Volume (m^3) of a shape below the plane through `surface` with the unit `normal` pointing out of the fluid,
 * and its middle to `center` (may be null; untouched when the volume is 0). Exact for balls,
 * boxes, ellipsoids and hulls; of the other solids that of an inscribed polyhedron brought to their volume,
 * within 0.5 % of it. 0 for meshes, half-spaces, and when an argument is wrong (dry_last_error()).
 */
DRY_API double dry_shape_volume_below(const DryWorld *world, DryShapeId shape, DryPos surface, DryVec3 normal,
                                      DryPos *center);

#ifdef __cplusplus
}
#endif

#endif
