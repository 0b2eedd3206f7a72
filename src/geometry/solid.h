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

/* Volume and moments of the tetrahedra from the origin to the triangles of a surface. */
typedef struct Moments {
    double volume;                 /* times 6 */
    D3 first;                      /* times 24 */
    double xx, yy, zz, xy, xz, yz; /* times 120: the integrals of x x^T */
} Moments;

/* Adds the tetrahedron from the origin to abc; negative when abc turns the other way. Summed over a closed
   surface this is exact. */
void dry__moments_add(Moments *m, D3 a, D3 b, D3 c);

/* What the shape's check said, density and result pointer; the message names the call. */
DryStatus dry__solid_check(const char *call, DryStatus shape_status, float density, const DryMass *mass);

/* Rounds, unless that leaves the range of single precision. */
DryStatus dry__solid_finish(const char *call, const Solid *solid, DryMass *mass);

#endif
