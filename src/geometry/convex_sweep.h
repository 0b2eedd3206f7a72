/* A convex shape that moves without turning, against another one. */
#ifndef DRY_GEOMETRY_CONVEX_SWEEP_H
#define DRY_GEOMETRY_CONVEX_SWEEP_H

#include "geometry/convex_distance.h"

/* Part of the two shapes' size: nearer counts as touching. */
#define SWEEP_TOUCH 2e-8

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
    D3 way; /* translation */
    double limit;
    StartRule start;
    double grown; /* the mover is larger by this all around */
} ShapeSweep;

static inline ShapeGap shape_gap_from(const ConvexGap *gap, int32_t triangle)
{
    return (ShapeGap){ gap->separation, d3_scale(gap->normal, -1.0), gap->on_a, gap->on_b, triangle };
}

typedef enum SweepState {
    SWEEP_GOES_ON,
    SWEEP_HITS,
    SWEEP_MISSES
} SweepState;

/* What the gap at the start says; `touch`: nearer counts as touching. */
SweepState dry__sweep_start(const ConvexGap *gap, const ShapeSweep *sweep, double touch);

/* The convex mover against a convex target: the gap's normal is from the mover to the target, as with
 * dry__convex_gap. */
bool dry__convex_sweep(const Convex *mover, const Convex *target, const ShapeSweep *sweep, double *fraction,
                       ConvexGap *gap);

#endif
