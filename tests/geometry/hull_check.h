/* What every hull must satisfy, checked from its packed data alone. */
#ifndef GEOMETRY_HULL_CHECK_H
#define GEOMETRY_HULL_CHECK_H

#include "geometry/hull.h"

/* A reason why the data is wrong, or null. `tolerance`: how far a corner may lie behind its face's plane,
 * metres. */
const char *hull_fault(const HullData *hull, double tolerance);

/* Largest v.d over points, and over a hull's vertices. */
double cloud_support(const DryVec3 *points, int32_t count, const double direction[3]);
double hull_support(const HullData *hull, const double direction[3]);

/* Half the sum of the loops' areas and so on: volume by the divergence theorem, from face planes and areas.
 */
double hull_volume(const HullData *hull);

#endif
