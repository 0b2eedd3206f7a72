#include "geometry/solid.h"

#include "base/error.h"
#include "geometry/check.h"

DryStatus dry__solid_finish(const char *call, const Solid *solid, DryMass *mass)
{
    DryMass result;
    result.mass = (float)solid->mass;
    result.center = d3_round(solid->center);
    result.inertia.xx = (float)solid->xx;
    result.inertia.xy = (float)solid->xy;
    result.inertia.xz = (float)solid->xz;
    result.inertia.yy = (float)solid->yy;
    result.inertia.yz = (float)solid->yz;
    result.inertia.zz = (float)solid->zz;
    double smallest = d_min(d_min(solid->mass, solid->xx), d_min(solid->yy, solid->zz));
    double largest = d_max(d_max(solid->mass, solid->xx), d_max(solid->yy, solid->zz));
    if (!(smallest > 1e-37) || !(largest < 3e38)) {
        return dry__error_set(DRY_ERROR_RANGE,
                              "%s: mass %g kg with inertia %g, %g, %g leaves the range of single precision",
                              call, solid->mass, solid->xx, solid->yy, solid->zz);
    }
    *mass = result;
    return DRY_OK;
}

DryStatus dry__solid_check(const char *call, DryStatus shape_status, float density, const DryMass *mass)
{
    if (shape_status != DRY_OK) {
        return dry__check_named(call, shape_status);
    }
    if (!isfinite(density) || !(density > 0.0f)) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: density is %g, must be finite and > 0", call,
                              (double)density);
    }
    if (mass == NULL) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s: mass is null", call);
    }
    return DRY_OK;
}

/* With s = a + b + c and D six times the volume, the integral of x is D s / 24 and that of x x^T is
   D (a a^T + b b^T + c c^T + s s^T) / 120: the integral of two barycentric coordinates over a tetrahedron is
   V / 20, or V / 10 when they are the same one. Compare Mirtich, "Fast and Accurate Computation of Polyhedral
   Mass Properties" (1996). */
void dry__moments_add(Moments *m, D3 a, D3 b, D3 c)
{
    double d = d3_dot(a, d3_cross(b, c));
    D3 s = d3_add(d3_add(a, b), c);
    m->volume += d;
    m->first = d3_mad(m->first, s, d);
    m->xx += d * (a.x * a.x + b.x * b.x + c.x * c.x + s.x * s.x);
    m->yy += d * (a.y * a.y + b.y * b.y + c.y * c.y + s.y * s.y);
    m->zz += d * (a.z * a.z + b.z * b.z + c.z * c.z + s.z * s.z);
    m->xy += d * (a.x * a.y + b.x * b.y + c.x * c.y + s.x * s.y);
    m->xz += d * (a.x * a.z + b.x * b.z + c.x * c.z + s.x * s.z);
    m->yz += d * (a.y * a.z + b.y * b.z + c.y * c.z + s.y * s.z);
}
