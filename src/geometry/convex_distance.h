/* Distance of two convex shapes, or how deep they are in each other. */
#ifndef DRY_GEOMETRY_CONVEX_DISTANCE_H
#define DRY_GEOMETRY_CONVEX_DISTANCE_H

#include "geometry/convex.h"

typedef struct ConvexGap {
    double separation; /* of the surfaces along the normal; negative: overlap */
    D3 normal;         /* unit, from a to b */
    D3 on_a, on_b;     /* of the surfaces */
} ConvexGap;

/* False, with a lower bound of the separation only, when that is more than `reach`. Accurate to about 1e-7 of
   the shapes' sizes where both are polytopes with balls or apart, 1e-5 for round ones in each other. */
bool dry__convex_gap(const Convex *a, const Convex *b, double reach, ConvexGap *gap);

/* Separation along n (unit, from a to b), and the points that are nearest along it. */
double dry__convex_separation(const Convex *a, const Convex *b, D3 n, D3 *on_a, D3 *on_b);

#endif
