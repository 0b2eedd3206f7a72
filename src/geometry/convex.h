/* Any convex shape by its support function: a core and a ball added to it. In double precision, since the
   methods that use it take differences of nearly equal numbers. */
#ifndef DRY_GEOMETRY_CONVEX_H
#define DRY_GEOMETRY_CONVEX_H

#include "geometry/dvec.h"
#include "geometry/shape.h"

/* A triangle is no shape of its own; see convex_triangle. */
#define CONVEX_TRIANGLE SHAPE_KIND_COUNT

typedef struct Convex {
    int kind; /* ShapeKind, or CONVEX_TRIANGLE */
    D33 axes; /* of the shape in the work frame */
    D3 at;    /* origin of the shape in the work frame */
    D3 center;
    double size[3];       /* half-extents or semi-axes; half height, radius below, radius above */
    double radius;        /* of the ball */
    double reach;         /* no point of the shape is farther from `at` */
    double inner;         /* a length that stands for its thickness: tolerances are parts of it */
    const HullData *hull; /* of boxes and hulls */
    const DryVec3 *corner;
} Convex;

/* A shape other than a mesh or half-space. `box` gives room for a box as a hull. */
Convex dry__convex_from(const ShapeGeometry *g, D33 axes, D3 at, BoxHull *box);

/* A mesh's triangle; its thickness is what the caller says. */
Convex dry__convex_triangle(const DryVec3 corner[3], double inner);

/* Point of the core farthest along d (work frame, not zero); the same for all multiples of d. */
D3 dry__convex_support(const Convex *c, D3 d);

/* For what asks about parts of a shape. */
static inline bool convex_is_frustum(const Convex *c)
{
    return c->kind == (int)SHAPE_CYLINDER || c->kind == (int)SHAPE_CONE;
}

static inline D3 convex_point(const Convex *c, D3 local)
{
    return d3_add(c->at, d33_mul(&c->axes, local));
}

static inline D3 convex_vertex(const Convex *c, int32_t i)
{
    return convex_point(c, d3((double)c->hull->vx[i], (double)c->hull->vy[i], (double)c->hull->vz[i]));
}

int32_t dry__convex_farthest_vertex(const HullData *hull, D3 d);

/* Point of the rim at height y that is farthest along d, shape frame; the middle where d is along the axis.
 */
D3 dry__convex_rim_point(double radius, double y, D3 d);

#endif
