/* Two placed shapes: how far apart they are, how deep in each other, and where a moving one meets the other.
   The mover is convex, the target any shape; all in double precision, in the target's frame. */
#ifndef DRY_GEOMETRY_SHAPE_NEAR_H
#define DRY_GEOMETRY_SHAPE_NEAR_H

#include "geometry/convex_distance.h"

typedef struct PlacedShape {
    const ShapeGeometry *geometry;
    DryPos position;
    DryQuat rotation;
} PlacedShape;

/* How two shapes lie to each other. */
typedef struct ShapeGap {
    double separation; /* negative: overlap */
    D3 normal;         /* unit, from the target to the mover */
    D3 on_mover, on_target;
    int32_t triangle; /* of a mesh, else -1 */
} ShapeGap;

/* What counts of shapes, and of triangles of a mesh, that overlap the mover where it starts. */
typedef enum StartRule {
    START_HIT,    /* hit at fraction 0 */
    START_DEEPER, /* only if the motion leads deeper */
    START_IGNORE
} StartRule;

typedef struct ShapeSweep {
    D3 way; /* translation in world axes */
    double limit;
    StartRule start;
} ShapeSweep;

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

/* ---- parts, for meshes ---- */

/* The convex mover against a convex target: the gap's normal is from the mover to the target, as with
 * dry__convex_gap. */
bool dry__convex_sweep(const Convex *mover, const Convex *target, const ShapeSweep *sweep, double *fraction,
                       ConvexGap *gap);

bool dry__mesh_gap(const DryMesh *mesh, const Convex *mover, double reach, ShapeGap *gap);
bool dry__mesh_touches(const DryMesh *mesh, const Convex *mover);
bool dry__mesh_sweep(const DryMesh *mesh, const Convex *mover, const ShapeSweep *sweep, double *fraction,
                     ShapeGap *gap);

static inline ShapeGap shape_gap_from(const ConvexGap *gap, int32_t triangle)
{
    return (ShapeGap){ gap->separation, d3_scale(gap->normal, -1.0), gap->on_a, gap->on_b, triangle };
}

#endif
