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
