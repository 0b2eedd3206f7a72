/* Mass properties of packed hulls. The other shapes' are public: drystone/geometry.h. */
#ifndef DRY_GEOMETRY_MASS_H
#define DRY_GEOMETRY_MASS_H

#include "geometry/hull.h"

/* Volume, centroid and inertia at density 1. */
void dry__hull_unit_mass(const HullData *hull, DryMass *mass);

#endif
