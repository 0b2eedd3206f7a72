/* What the functions of mass have in common. */
#ifndef DRY_GEOMETRY_SOLID_H
#define DRY_GEOMETRY_SOLID_H

#include "geometry/dvec.h"
#include <drystone/geometry.h>

#define SOLID_PI 3.14159265358979323846

/* Mass properties before they are rounded. */
typedef struct Solid {
    double mass;
    D3 center;
    double xx, xy, xz, yy, yz, zz; /* inertia about the centre of mass */
} Solid;

/* What the shape's check said, density and result pointer; the message names the call. */
DryStatus dry__solid_check(const char *call, DryStatus shape_status, float density, const DryMass *mass);

/* Rounds, unless that leaves the range of single precision. */
DryStatus dry__solid_finish(const char *call, const Solid *solid, DryMass *mass);

#endif
