/**
 * @file
 * Explosions: an impulse on everything around a point.
 */
#ifndef DRYSTONE_EXPLOSION_H
#define DRYSTONE_EXPLOSION_H

#include <drystone/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How the strength falls from 1 at `radius` to its value at the distance d, with s = (d - radius) / falloff
 * within 0..1 and 0 beyond. */
typedef enum DryFalloff {
    DRY_FALLOFF_LINEAR = 0,         /**< 1 - s */
    DRY_FALLOFF_QUADRATIC = 1,      /**< (1 - s)^2: ends smoothly */
    DRY_FALLOFF_CONSTANT = 2,       /**< 1 */
    DRY_FALLOFF_INVERSE = 3,        /**< radius / d: a blast along a surface; needs radius > 0 */
    DRY_FALLOFF_INVERSE_SQUARE = 4, /**< (radius / d)^2: a blast in open space; needs radius > 0 */
    DRY_FALLOFF_CUSTOM = 5          /**< DryExplosion.strength decides */
} DryFalloff;

/** What DryExplosion.impulse is. */
typedef enum DryBlast {
    /** N s/m^2: times the area that the shape's bounds show to the explosion; it acts at the shape's point
       that is nearest to the explosion, along the line from there, so that bodies turn */
    DRY_BLAST_PER_AREA = 0,
    /** N s/kg, a change of velocity in m/s: it acts at the centre of mass, along the line to it */
    DRY_BLAST_PER_MASS = 1
} DryBlast;

/** Strength at a distance, m, from the explosion; a finite factor within 1e6 of `impulse`. Must be a pure
 * function: the order of calls is by body and shape. It must not change the world. */
typedef float DryStrengthFn(float distance, void *user);

/** Start from dry_explosion_default(). */
typedef struct DryExplosion {
    DryPos position;
    float radius;     /**< full strength up to here, m, 0..1e6; 1 */
    float falloff;    /**< it ends this far beyond, m, 0..1e6; 4 */
    DryFalloff law;   /**< DRY_FALLOFF_LINEAR */
    DryBlast blast;   /**< DRY_BLAST_PER_AREA */
    float impulse;    /**< N s/m^2 or m/s, within 1e12; negative pulls; 0 */
    DryFilter filter; /**< as a shape's: which shapes it reaches; all */
    /** What stands behind static and kinematic shapes is spared: rays go to seven points of each shape, and
       only the visible share of them counts. Shapes that the filter leaves out do not shelter; false */
    bool occlusion;
    DryStrengthFn *strength; /**< with DRY_FALLOFF_CUSTOM; null */
    void *user;
} DryExplosion;

DRY_API DryExplosion dry_explosion_default(void);

/**
 * Gives every dynamic, enabled body within radius + falloff of the position its impulse, and wakes it.
 * Sensors take none. Returns how many bodies were pushed, or -1 on an error: nothing has changed then.
 * DRY_ERROR_RANGE when a body would be faster than 1e6 m/s or rad/s.
 */
DRY_API int32_t dry_world_explode(DryWorld *world, const DryExplosion *explosion);

#ifdef __cplusplus
}
#endif

#endif
