/* How much of a shape is under a plane. */
#ifndef DRY_KIT_DISPLACED_H
#define DRY_KIT_DISPLACED_H

#include "kit/dvec.h"

#include <drystone/world.h>

/* In the body's frame. */
typedef struct Displaced {
    double volume; /* under the plane, m^3 */
    double whole;  /* of the shape */
    DVec center;   /* of what is under the plane; without meaning when the volume is 0 */
} Displaced;

/* Of the part where normal . x <= height, in the body's frame. Zero for meshes and half-spaces. */
Displaced dry__displaced(const DryWorld *world, DryShapeId shape, DVec normal, double height);

#endif
