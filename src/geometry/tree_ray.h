/* A ray against boxes, shared by both trees. In double, so that a ray far from the origin is as sharp as one
   at home, and with a slack of a few units in the last place, so that rounding never loses a box. */
#ifndef DRY_GEOMETRY_TREE_RAY_H
#define DRY_GEOMETRY_TREE_RAY_H

#include "math/vec.h"

typedef struct TreeRay {
    double origin[3];
    double inverse[3]; /* 1 / translation; 0 where the ray does not move along the axis */
    double grow[3];    /* of every box, on both sides: 0, or the half-extents of a box that is cast */
} TreeRay;

static inline TreeRay tree_ray(DryPos origin, DryVec3 translation)
{
    TreeRay ray = { .origin = { origin.x, origin.y, origin.z } };
    const double d[3] = { (double)translation.x, (double)translation.y, (double)translation.z };
    for (int k = 0; k < 3; ++k) {
        ray.inverse[k] = d[k] != 0.0 ? 1.0 / d[k] : 0.0;
    }
    return ray;
}

/* The box's centre as the ray, against boxes that are larger by its half-extents. */
static inline TreeRay tree_box_ray(DryPos center, const double half[3], DryVec3 translation)
{
    TreeRay ray = tree_ray(center, translation);
    for (int k = 0; k < 3; ++k) {
        ray.grow[k] = half[k];
    }
    return ray;
}

/* Narrows [enter, leave] to the part of the ray between the planes `lower` and `upper` of one axis. */
static inline void tree_ray_clip(const TreeRay *ray, int axis, double lower, double upper, double *enter,
                                 double *leave)
{
    const double slack = 1e-15;
    lower -= ray->grow[axis];
    upper += ray->grow[axis];
    double inverse = ray->inverse[axis], near, far;
    if (inverse == 0.0) {
        bool inside = lower <= ray->origin[axis] && ray->origin[axis] <= upper;
        near = inside ? -HUGE_VAL : HUGE_VAL;
        far = inside ? HUGE_VAL : -HUGE_VAL;
    } else {
        near = ((inverse > 0.0 ? lower : upper) - ray->origin[axis]) * inverse;
        far = ((inverse > 0.0 ? upper : lower) - ray->origin[axis]) * inverse;
        near -= fabs(near) * slack;
        far += fabs(far) * slack;
    }
    *enter = near > *enter ? near : *enter;
    *leave = far < *leave ? far : *leave;
}

#endif
