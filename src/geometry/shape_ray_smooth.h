/* Rays against smooth shapes. */
#ifndef DRY_GEOMETRY_SHAPE_RAY_SMOOTH_H
#define DRY_GEOMETRY_SHAPE_RAY_SMOOTH_H

#include "geometry/ray_parts.h"

/* Against cylinders, cones, tapered capsules, ellipsoids and rounded boxes. */
bool dry__smooth_cast_ray(const ShapeGeometry *shape, const Ray *ray, ShapeRayHit *hit);

#endif
