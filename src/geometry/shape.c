/* Bounds, extents and mass of one shape. */
#include "geometry/shape.h"

#if defined(__SSE2__)
#define LANES_SSE2
#else
#define LANES_SCALAR
#endif
#include "base/lanes.h"
#include "geometry/dvec.h"
#include "geometry/mesh.h"

#include <string.h>

static const float all_space = 1e30f;

/* The neighbouring single-precision number above (step 1) or below (step -1) a finite one. */
static float neighbour(float x, int step)
{
    int32_t bits;
    if (x == 0.0f) {
        return (float)step * 1.1754944e-38f; /* the smallest normal number: denormals may be flushed */
    }
    memcpy(&bits, &x, sizeof bits);
    bits += (x > 0.0f) == (step > 0) ? 1 : -1;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static float round_down(double x)
{
    x = d_clamp(x, -3.4e38, 3.4e38);
    float f = (float)x;
    return (double)f > x ? neighbour(f, -1) : f;
}

static float round_up(double x)
{
    return -round_down(-x);
}

static BoxF whole_space(void)
{
    BoxF box;
    for (int k = 0; k < 3; ++k) {
        box.lower[k] = -all_space;
        box.upper[k] = all_space;
    }
    return box;
}

/* A box around the turned box, relative to the pose. */
static void bound_box(const D33 *r, D3 middle, D3 half, D3 *lower, D3 *upper)
{
    D3 center = d33_mul(r, middle);
    D3 reach = d3(fabs(r->cx.x) * half.x + fabs(r->cy.x) * half.y + fabs(r->cz.x) * half.z,
                  fabs(r->cx.y) * half.x + fabs(r->cy.y) * half.y + fabs(r->cz.y) * half.z,
                  fabs(r->cx.z) * half.x + fabs(r->cy.z) * half.y + fabs(r->cz.z) * half.z);
    *lower = d3_sub(center, reach);
    *upper = d3_add(center, reach);
}

static void bound_lanes(f8 least, f8 most, double *lower, double *upper)
{
    float low[8], high[8];
    f8_storeu(low, least);
    f8_storeu(high, most);
    for (int k = 1; k < 8; ++k) {
        low[0] = f_min(low[k], low[0]);
        high[0] = f_max(high[k], high[0]);
    }
    *lower = (double)low[0];
    *upper = (double)high[0];
}

/* Single precision is made good by the caller's slack. */
static void bound_hull(const D33 *r, const HullData *hull, D3 *lower, D3 *upper)
{
    const double rows[3][3] = { { r->cx.x, r->cy.x, r->cz.x },
                                { r->cx.y, r->cy.y, r->cz.y },
                                { r->cx.z, r->cy.z, r->cz.z } };
    double *low[3] = { &lower->x, &lower->y, &lower->z }, *high[3] = { &upper->x, &upper->y, &upper->z };
    for (int axis = 0; axis < 3; ++axis) {
        f8 x = f8_set((float)rows[axis][0]), y = f8_set((float)rows[axis][1]),
           z = f8_set((float)rows[axis][2]);
        f8 least = f8_set(all_space), most = f8_set(-all_space);
        for (int32_t i = 0; i < hull->vertex_padded; i += 8) {
            f8 at = f8_madd(f8_loadu(hull->vz + i), z,
                            f8_madd(f8_loadu(hull->vy + i), y, f8_mul(f8_loadu(hull->vx + i), x)));
            least = f8_min(at, least);
            most = f8_max(at, most);
        }
        bound_lanes(least, most, low[axis], high[axis]);
    }
}

/* Reach along one world axis, of which `along` is the component of the shape's y axis. */
static void bound_rims(const ShapeGeometry *shape, double along, double *lower, double *upper)
{
    double h = along * (double)shape->u.frustum.half_height;
    double across = shape->kind == SHAPE_TAPERED_CAPSULE ? 1.0 : sqrt(d_max(1.0 - along * along, 0.0));
    double bottom = across * (double)shape->u.frustum.bottom, top = across * (double)shape->u.frustum.top;
    *lower = d_min(-h - bottom, h - top);
    *upper = d_max(-h + bottom, h + top);
}

static double bound_frustum(const ShapeGeometry *shape, const D33 *r, D3 *lower, D3 *upper)
{
    bound_rims(shape, r->cy.x, &lower->x, &upper->x);
    bound_rims(shape, r->cy.y, &lower->y, &upper->y);
    bound_rims(shape, r->cy.z, &lower->z, &upper->z);
    return (double)shape->u.frustum.half_height +
           d_max((double)shape->u.frustum.bottom, (double)shape->u.frustum.top);
}

static D3 ellipsoid_reach(const D33 *r, D3 radii)
{
    D3 x = d3_scale(r->cx, radii.x), y = d3_scale(r->cy, radii.y), z = d3_scale(r->cz, radii.z);
    return d3(sqrt(x.x * x.x + y.x * y.x + z.x * z.x), sqrt(x.y * x.y + y.y * y.y + z.y * z.y),
              sqrt(x.z * x.z + y.z * y.z + z.z * z.z));
}

/* Bounds relative to the pose's position, and the size that single-precision rounding of points is relative
 * to. */
static double bound_relative(const ShapeGeometry *shape, DryQuat rotation, D3 *lower, D3 *upper)
{
    D33 r = d33_from_quat(rotation);
    D3 reach = d3(0.0, 0.0, 0.0), zero = reach;
    switch (shape->kind) {
    case SHAPE_SPHERE:
        reach.x = reach.y = reach.z = (double)shape->u.sphere.radius;
        break;
    case SHAPE_CAPSULE: {
        double h = (double)shape->u.capsule.half_height, radius = (double)shape->u.capsule.radius;
        reach = d3(fabs(r.cy.x) * h + radius, fabs(r.cy.y) * h + radius, fabs(r.cy.z) * h + radius);
        break;
    }
    case SHAPE_BOX:
        bound_box(&r, zero, d3_from(shape->u.box.half), lower, upper);
        return d3_length(d3_from(shape->u.box.half));
    case SHAPE_HULL: {
        const HullData *hull = &shape->u.hull->data;
        bound_hull(&r, hull, lower, upper);
        return d3_length(d3_from(v3_max(v3_abs(hull->lower), v3_abs(hull->upper))));
    }
    case SHAPE_CYLINDER:
    case SHAPE_CONE:
    case SHAPE_TAPERED_CAPSULE:
        return bound_frustum(shape, &r, lower, upper);
    case SHAPE_ELLIPSOID:
        reach = ellipsoid_reach(&r, d3_from(shape->u.ellipsoid.radii));
        break;
    case SHAPE_ROUNDED_BOX: {
        double radius = (double)shape->u.rounded_box.radius;
        D3 ball = d3(radius, radius, radius);
        bound_box(&r, zero, d3_from(shape->u.rounded_box.half), lower, upper);
        *lower = d3_sub(*lower, ball);
        *upper = d3_add(*upper, ball);
        return d3_length(d3_from(shape->u.rounded_box.half)) + radius;
    }
    case SHAPE_MESH: {
        const DryMesh *mesh = shape->u.mesh.mesh;
        D3 low = d3_from(mesh->lower), high = d3_from(mesh->upper);
        bound_box(&r, d3_scale(d3_add(low, high), 0.5), d3_scale(d3_sub(high, low), 0.5), lower, upper);
        return d3_length(d3_from(v3_max(v3_abs(mesh->lower), v3_abs(mesh->upper))));
    }
    default:
        break;
    }
    *lower = d3_scale(reach, -1.0);
    *upper = reach;
    return d3_length(reach);
}

BoxF dry__shape_bounds(const ShapeGeometry *shape, DryPose pose, float margin)
{
    if (shape->kind == SHAPE_HALF_SPACE) {
        return whole_space();
    }
    D3 lower, upper;
    /* points turned in single precision stray by a few roundings of the shape's size */
    double slack = (double)margin + 1e-6 * bound_relative(shape, pose.rotation, &lower, &upper);
    BoxF box;
    box.lower[0] = round_down(pose.position.x + lower.x - slack);
    box.lower[1] = round_down(pose.position.y + lower.y - slack);
    box.lower[2] = round_down(pose.position.z + lower.z - slack);
    box.upper[0] = round_up(pose.position.x + upper.x + slack);
    box.upper[1] = round_up(pose.position.y + upper.y + slack);
    box.upper[2] = round_up(pose.position.z + upper.z + slack);
    return box;
}

static double farthest_corner(D3 center, D3 lower, D3 upper)
{
    D3 reach = d3(d_max(fabs(lower.x - center.x), fabs(upper.x - center.x)),
                  d_max(fabs(lower.y - center.y), fabs(upper.y - center.y)),
                  d_max(fabs(lower.z - center.z), fabs(upper.z - center.z)));
    return d3_length(reach);
}

/* From c to the farther of the two rims, or of the two balls of a tapered capsule. */
static double farthest_rim(const ShapeGeometry *shape, D3 c)
{
    double h = (double)shape->u.frustum.half_height, most = 0.0;
    double across = sqrt(c.x * c.x + c.z * c.z);
    for (int end = 0; end < 2; ++end) {
        double radius = (double)(end == 0 ? shape->u.frustum.bottom : shape->u.frustum.top);
        double y = c.y - (end == 0 ? -h : h), x = across + radius;
        most = d_max(shape->kind == SHAPE_TAPERED_CAPSULE ? sqrt(across * across + y * y) + radius
                                                          : sqrt(x * x + y * y),
                     most);
    }
    return most;
}

/* Exact about the middle. */
static double farthest_of_ellipsoid(D3 c, D3 radii)
{
    double largest = d_max(radii.x, d_max(radii.y, radii.z));
    return d_min(d3_length(c) + largest, farthest_corner(c, d3_scale(radii, -1.0), radii));
}

float dry__shape_extent(const ShapeGeometry *shape, DryVec3 center)
{
    D3 c = d3_from(center);
    switch (shape->kind) {
    case SHAPE_SPHERE:
        return round_up(d3_length(c) + (double)shape->u.sphere.radius);
    case SHAPE_CAPSULE:
        c.y = fabs(c.y) + (double)shape->u.capsule.half_height;
        return round_up(d3_length(c) + (double)shape->u.capsule.radius);
    case SHAPE_BOX: {
        D3 half = d3_from(shape->u.box.half);
        return round_up(farthest_corner(c, d3_scale(half, -1.0), half));
    }
    case SHAPE_HULL: {
        const HullData *hull = &shape->u.hull->data;
        double most = 0.0;
        for (int32_t i = 0; i < hull->vertex_count; ++i) {
            D3 off = d3_sub(d3((double)hull->vx[i], (double)hull->vy[i], (double)hull->vz[i]), c);
            most = d_max(most, d3_dot(off, off));
        }
        return round_up(sqrt(most) * (1.0 + 1e-12));
    }
    case SHAPE_CYLINDER:
    case SHAPE_CONE:
    case SHAPE_TAPERED_CAPSULE:
        return round_up(farthest_rim(shape, c) * (1.0 + 1e-12));
    case SHAPE_ELLIPSOID:
        return round_up(farthest_of_ellipsoid(c, d3_from(shape->u.ellipsoid.radii)));
    case SHAPE_ROUNDED_BOX: {
        D3 half = d3_from(shape->u.rounded_box.half);
        return round_up(farthest_corner(c, d3_scale(half, -1.0), half) + (double)shape->u.rounded_box.radius);
    }
    case SHAPE_MESH:
        return round_up(
            farthest_corner(c, d3_from(shape->u.mesh.mesh->lower), d3_from(shape->u.mesh.mesh->upper)));
    default:
        return all_space;
    }
}

/* Of the ball that touches the wider cap and the mantle, or both caps. */
static float frustum_inner_radius(const ShapeGeometry *shape)
{
    double height = 2.0 * (double)shape->u.frustum.half_height;
    double bottom = (double)shape->u.frustum.bottom, top = (double)shape->u.frustum.top;
    double wide = d_max(bottom, top), shrink = wide - d_min(bottom, top);
    double slope = sqrt(height * height + shrink * shrink);
    /* at height u the mantle is (wide - shrink u / height) height / slope away from the axis */
    return (float)d_min(wide * height / (slope + shrink), 0.5 * height);
}

float dry__shape_inner_radius(const ShapeGeometry *shape)
{
    switch (shape->kind) {
    case SHAPE_SPHERE:
        return shape->u.sphere.radius;
    case SHAPE_CAPSULE:
        return shape->u.capsule.radius;
    case SHAPE_BOX:
        return f_min(f_min(shape->u.box.half.x, shape->u.box.half.y), shape->u.box.half.z);
    case SHAPE_HULL:
        return shape->u.hull->data.inner_radius;
    case SHAPE_CYLINDER:
    case SHAPE_CONE:
        return frustum_inner_radius(shape);
    case SHAPE_TAPERED_CAPSULE:
        return f_max(shape->u.frustum.bottom, shape->u.frustum.top);
    case SHAPE_ELLIPSOID: {
        DryVec3 r = shape->u.ellipsoid.radii;
        return f_min(f_min(r.x, r.y), r.z);
    }
    case SHAPE_ROUNDED_BOX: {
        DryVec3 half = shape->u.rounded_box.half;
        return f_min(f_min(half.x, half.y), half.z) + shape->u.rounded_box.radius;
    }
    default:
        return 0.0f;
    }
}

DryVec3 dry__shape_inner_center(const ShapeGeometry *shape)
{
    DryVec3 center = { 0.0f, 0.0f, 0.0f };
    if (shape->kind == SHAPE_HULL) {
        return shape->u.hull->data.center;
    }
    bool cut = shape->kind == SHAPE_CYLINDER || shape->kind == SHAPE_CONE;
    if ((cut && shape->u.frustum.top != shape->u.frustum.bottom) || shape->kind == SHAPE_TAPERED_CAPSULE) {
        float from_cap = shape->u.frustum.half_height - (cut ? frustum_inner_radius(shape) : 0.0f);
        bool wide_top = shape->u.frustum.top > shape->u.frustum.bottom;
        center.y = wide_top ? from_cap : -from_cap;
    }
    return center;
}
