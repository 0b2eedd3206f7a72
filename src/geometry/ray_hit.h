/* What a ray finds on a shape. */
#ifndef DRY_GEOMETRY_RAY_HIT_H
#define DRY_GEOMETRY_RAY_HIT_H

#include "math/vec.h"

typedef struct ShapeRayHit {
    float fraction;   /* of the translation, 0..1 */
    DryVec3 normal;   /* unit, shape frame, towards the ray's origin side; zero when the ray starts inside
                         (fraction 0) */
    int32_t triangle; /* of a mesh, else -1 */
} ShapeRayHit;

#endif
