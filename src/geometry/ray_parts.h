/* What rays against single shapes share, in double. */
#ifndef DRY_GEOMETRY_RAY_PARTS_H
#define DRY_GEOMETRY_RAY_PARTS_H

#include "geometry/dvec.h"
#include "geometry/shape.h"

/* A ray o + t d and what it met first. */
typedef struct Ray {
    D3 o, d;
    double limit;
} Ray;

static inline bool ray_inside(ShapeRayHit *hit)
{
    hit->fraction = 0.0f;
    hit->normal = v3(0.0f, 0.0f, 0.0f);
    hit->triangle = -1;
    return true;
}

static inline bool ray_hit(const Ray *ray, double t, D3 normal, ShapeRayHit *hit)
{
    if (!(t >= 0.0 && t <= ray->limit)) {
        return false;
    }
    hit->fraction = (float)t;
    hit->normal = d3_round(d3_normalize(normal));
    hit->triangle = -1;
    return true;
}

/* Smaller root of the distance to a ball about `center`. The discriminant is taken at the ray's point nearest
   to the centre: the textbook form loses everything when the ray starts far away (Haines et al., "Precision
   Improvements for Ray/Sphere Intersection", 2019). */
static inline bool ray_enter_ball(const Ray *ray, D3 center, double radius, double *t)
{
    double dd = d3_dot(ray->d, ray->d);
    if (!(dd > 0.0)) {
        return false;
    }
    D3 from = d3_sub(ray->o, center);
    double nearest = -d3_dot(from, ray->d) / dd;
    D3 off = d3_mad(from, ray->d, nearest);
    double room = radius * radius - d3_dot(off, off);
    if (room < 0.0) {
        return false;
    }
    *t = nearest - sqrt(room / dd);
    return true;
}

#endif
