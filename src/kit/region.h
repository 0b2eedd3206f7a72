/* Regions of the world, and how the kit says what was wrong. */
#ifndef DRY_KIT_REGION_H
#define DRY_KIT_REGION_H

#include "kit/dvec.h"

#include <drystone/fields.h>

/* Sets dry_last_error() to "<call>: <text>"; returns `status`. */
DryStatus dry__kit_fail(DryStatus status, const char *call, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Null when the region is right, else what is wrong with it. */
const char *dry__region_check(const DryRegion *region);

/* The world point in the region's axes, from its middle. */
DVec dry__region_local(const DryRegion *region, DryPos point);
bool dry__region_holds(const DryRegion *region, DVec local);

/* Where the region ends along y, seen from its middle. A half-space has no lower end and everywhere none at
   all: false then. */
bool dry__region_top(const DryRegion *region, double *top);
bool dry__region_bottom(const DryRegion *region, double *bottom);

bool dry__kit_pos_finite(DryPos p);
bool dry__kit_vec_within(DryVec3 v, float most);
/* least <= x <= most; false for a NaN. */
bool dry__kit_within(float x, float least, float most);

#endif
