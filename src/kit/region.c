#include "kit/region.h"

#include <stdarg.h>
#include <stdio.h>

DryStatus dry__kit_fail(DryStatus status, const char *call, const char *format, ...)
{
    char message[240];
    int used = snprintf(message, sizeof message, "%s: ", call);
    if (used > 0 && used < (int)sizeof message) {
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(message + used, sizeof message - (size_t)used, format, arguments);
        va_end(arguments);
    }
    return dry_set_last_error(status, message);
}

bool dry__kit_within(float x, float least, float most)
{
    return x >= least && x <= most;
}

bool dry__kit_vec_within(DryVec3 v, float most)
{
    return dry__kit_within(v.x, -most, most) && dry__kit_within(v.y, -most, most) &&
           dry__kit_within(v.z, -most, most);
}

bool dry__kit_pos_finite(DryPos p)
{
    return isfinite(p.x) && isfinite(p.y) && isfinite(p.z);
}

static bool is_unit(DryQuat q)
{
    float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    return dry__kit_within(square, 0.998f, 1.002f);
}

static bool is_size(float x)
{
    return dry__kit_within(x, 1e-6f, 1e8f);
}

const char *dry__region_check(const DryRegion *region)
{
    if (!dry__kit_pos_finite(region->pose.position) || !is_unit(region->pose.rotation)) {
        return "region.pose needs a finite position and a unit rotation";
    }
    switch (region->kind) {
    case DRY_REGION_EVERYWHERE:
    case DRY_REGION_HALF_SPACE:
        return NULL;
    case DRY_REGION_BOX: {
        DryVec3 h = region->half_extents;
        return is_size(h.x) && is_size(h.y) && is_size(h.z) ? NULL
                                                            : "region.half_extents must be within 1e-6..1e8";
    }
    case DRY_REGION_BALL:
        return is_size(region->radius) ? NULL : "region.radius must be within 1e-6..1e8";
    case DRY_REGION_CAPSULE:
    case DRY_REGION_CYLINDER: {
        float least = region->kind == DRY_REGION_CAPSULE ? 0.0f : 1e-6f;
        return is_size(region->radius) && dry__kit_within(region->half_height, least, 1e8f)
                   ? NULL
                   : "region.radius and region.half_height must be within 1e-6..1e8";
    }
    }
    return "region.kind is none";
}

DVec dry__region_local(const DryRegion *region, DryPos point)
{
    DryPos o = region->pose.position;
    return dvec_rotate_inverse(region->pose.rotation, dvec(point.x - o.x, point.y - o.y, point.z - o.z));
}

static double beyond(double y, double half)
{
    return y > half ? y - half : y < -half ? y + half : 0.0;
}

bool dry__region_holds(const DryRegion *region, DVec p)
{
    double r = (double)region->radius, half = (double)region->half_height;
    switch (region->kind) {
    case DRY_REGION_EVERYWHERE:
        return true;
    case DRY_REGION_HALF_SPACE:
        return p.y <= 0.0;
    case DRY_REGION_BOX:
        return fabs(p.x) <= (double)region->half_extents.x && fabs(p.y) <= (double)region->half_extents.y &&
               fabs(p.z) <= (double)region->half_extents.z;
    case DRY_REGION_BALL:
        return dvec_dot(p, p) <= r * r;
    case DRY_REGION_CAPSULE:
        p.y = beyond(p.y, half);
        return dvec_dot(p, p) <= r * r;
    case DRY_REGION_CYLINDER:
        return p.x * p.x + p.z * p.z <= r * r && fabs(p.y) <= half;
    }
    return false;
}

bool dry__region_top(const DryRegion *region, double *top)
{
    switch (region->kind) {
    case DRY_REGION_EVERYWHERE:
        return false;
    case DRY_REGION_HALF_SPACE:
        *top = 0.0;
        return true;
    case DRY_REGION_BOX:
        *top = (double)region->half_extents.y;
        return true;
    case DRY_REGION_BALL:
        *top = (double)region->radius;
        return true;
    case DRY_REGION_CAPSULE:
        *top = (double)region->half_height + (double)region->radius;
        return true;
    case DRY_REGION_CYLINDER:
        *top = (double)region->half_height;
        return true;
    }
    return false;
}

bool dry__region_bottom(const DryRegion *region, double *bottom)
{
    double top;
    if (region->kind == DRY_REGION_HALF_SPACE || !dry__region_top(region, &top)) {
        return false;
    }
    *bottom = -top;
    return true;
}

bool dry_region_contains(const DryRegion *region, DryPos point)
{
    const char *call = "dry_region_contains";
    const char *wrong = region == NULL ? "the region is null" : dry__region_check(region);
    if (wrong == NULL && !dry__kit_pos_finite(point)) {
        wrong = "the point is not finite";
    }
    if (wrong != NULL) {
        (void)dry__kit_fail(DRY_ERROR_ARGUMENT, call, "%s", wrong);
        return false;
    }
    return dry__region_holds(region, dry__region_local(region, point));
}
