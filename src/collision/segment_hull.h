/* A point or segment against a convex hull: exact closest features when apart, the shallowest way out when
 * inside. */
#ifndef DRY_COLLISION_SEGMENT_HULL_H
#define DRY_COLLISION_SEGMENT_HULL_H

#include "geometry/hull.h"

typedef struct SegmentHull {
    float distance; /* of segment and hull; negative: how far the segment must move along the normal to be out
                     */
    DryVec3 normal; /* unit, out of the hull towards the segment, hull's frame */
    float t;        /* closest or deepest point p + t (q - p) */
    int32_t face;   /* the face whose plane is farthest below the segment */
} SegmentHull;

/* The segment from p to q (equal points: a point) in the hull's frame. Returns false, with a lower bound of
   the distance only, when the segment is farther away than `reach`. */
bool dry__segment_hull(const HullData *hull, DryVec3 p, DryVec3 q, float reach, SegmentHull *out);

/* The part [range[0], range[1]] of the segment over a face (between its side planes moved out by `slack`),
   and the loop indices of the sides that cut it, -1 for its own ends; false when nothing is left. */
bool dry__segment_over_face(const HullData *hull, int32_t face, DryVec3 p, DryVec3 q, float slack,
                            float range[2], int32_t cut[2]);

#endif
