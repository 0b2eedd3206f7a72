/* Two placed shapes: how far apart they are, how deep in each other, and where a moving one meets the other.
   The mover is convex, the target any shape; all in double precision, in the target's frame. */
#ifndef DRY_GEOMETRY_SHAPE_NEAR_H
#define DRY_GEOMETRY_SHAPE_NEAR_H

#include "geometry/convex_sweep.h"

typedef struct PlacedShape {
    const ShapeGeometry *geometry;
    DryPos position;
    DryQuat rotation;
} PlacedShape;

/* The mover in the target's frame. `box` gives room for a box as a hull. */
Convex dry__shape_in_frame(const PlacedShape *mover, const PlacedShape *target, BoxHull *box, D33 *turn);

/* False when they are farther apart than `reach`. Of a mesh the nearest triangle; where several overlap the
   deepest, those of a one-sided mesh that face the mover before the others. Ties: lowest triangle. */
bool dry__shape_gap(const PlacedShape *mover, const PlacedShape *target, double reach, ShapeGap *gap);

/* Whether they overlap or touch; quicker than the gap. */
bool dry__shape_touches(const PlacedShape *mover, const PlacedShape *target);

/* First fraction of the translation at which the mover touches the target, and the gap there. A one-sided
   mesh is met from its outside only. */
bool dry__shape_sweep(const PlacedShape *mover, const PlacedShape *target, const ShapeSweep *sweep,
                      double *fraction, ShapeGap *gap);

#endif
