/* The last stage of the hull builder: from polygons to the arrays of the collision kernels. */
#ifndef DRY_GEOMETRY_HULL_PACK_H
#define DRY_GEOMETRY_HULL_PACK_H

#include "geometry/hull_surface.h"

/* One block holding the hull, with one reference; null when memory ran out. `points` are those the surface's
 * sources index. */
DryHull *dry__hull_pack(const HullSurface *surface, const DryVec3 *points);

/* Checks what the kernels rely on, in the single precision they see: no vertex in front of a plane, every
   corner within `tolerance` of its face's plane, the centre inside, everything finite. A reason, or null. */
const char *dry__hull_fault(const DryHull *hull, double tolerance);

#endif
