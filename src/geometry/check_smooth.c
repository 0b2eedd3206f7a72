/* Checks and folding of cylinders, cones, tapered capsules, ellipsoids and rounded boxes. */
#include "geometry/check.h"

#include "base/error.h"
#include "geometry/dvec.h"

#include <stdio.h>
#include <string.h>

/* An axis from a to b with a length between the limits. */
static DryStatus check_axis(const char *noun, DryVec3 a, DryVec3 b, double least, double most)
{
    char name[64];
    (void)snprintf(name, sizeof name, "%s point_a", noun);
    DryStatus status = dry__check_point(name, a);
    if (status == DRY_OK) {
        (void)snprintf(name, sizeof name, "%s point_b", noun);
        status = dry__check_point(name, b);
    }
    double length = status == DRY_OK ? d3_length(d3_sub(d3_from(b), d3_from(a))) : 0.0;
    if (status == DRY_OK && !(length >= least && length <= most)) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "%s length is %g, must be between %g and %g m", noun,
                              length, least, most);
    }
    return status;
}

DryStatus dry__check_cylinder(const DryCylinder *cylinder)
{
    if (cylinder == NULL) {
        return dry__refuse_null("cylinder");
    }
    DryStatus status = dry__check_size("cylinder radius", cylinder->radius);
    return status != DRY_OK ? status
                            : check_axis("cylinder", cylinder->point_a, cylinder->point_b,
                                         2.0 * (double)SHAPE_MIN_SIZE, 2.0 * (double)SHAPE_MAX_SIZE);
}

DryStatus dry__check_cone(const DryCone *cone)
{
    if (cone == NULL) {
        return dry__refuse_null("cone");
    }
    DryStatus status = cone->radius_a == 0.0f && cone->radius_b != 0.0f
                           ? DRY_OK
                           : dry__check_size("cone radius_a", cone->radius_a);
    if (status == DRY_OK && (cone->radius_b != 0.0f || cone->radius_a == 0.0f)) {
        status = dry__check_size("cone radius_b", cone->radius_b);
    }
    return status != DRY_OK ? status
                            : check_axis("cone", cone->point_a, cone->point_b, 2.0 * (double)SHAPE_MIN_SIZE,
                                         2.0 * (double)SHAPE_MAX_SIZE);
}

DryStatus dry__check_tapered_capsule(const DryTaperedCapsule *capsule)
{
    if (capsule == NULL) {
        return dry__refuse_null("tapered capsule");
    }
    DryStatus status = dry__check_size("tapered capsule radius_a", capsule->radius_a);
    if (status == DRY_OK) {
        status = dry__check_size("tapered capsule radius_b", capsule->radius_b);
    }
    return status != DRY_OK ? status
                            : check_axis("tapered capsule", capsule->point_a, capsule->point_b, 0.0,
                                         (double)SHAPE_MAX_SIZE);
}

static DryStatus check_sizes(const char *noun, const char *field, DryVec3 size)
{
    DryStatus status = DRY_OK;
    for (int k = 0; k < 3 && status == DRY_OK; ++k) {
        char name[64];
        (void)snprintf(name, sizeof name, "%s %s.%c", noun, field, "xyz"[k]);
        status = dry__check_size(name, v3_get(size, k));
    }
    return status;
}

DryStatus dry__check_ellipsoid(const DryEllipsoid *ellipsoid)
{
    return ellipsoid == NULL ? dry__refuse_null("ellipsoid")
                             : check_sizes("ellipsoid", "radii", ellipsoid->radii);
}

DryStatus dry__check_rounded_box(const DryRoundedBox *box)
{
    if (box == NULL) {
        return dry__refuse_null("rounded box");
    }
    DryStatus status = check_sizes("rounded box", "half_extents", box->half_extents);
    return status != DRY_OK ? status : dry__check_size("rounded box radius", box->radius);
}

/* Lays the y axis from a to b. */
static void fold_axis(DryFrame at, DryVec3 point_a, DryVec3 point_b, float bottom, float top,
                      ShapeGeometry *shape, DryFrame *frame)
{
    D3 a = d3_from(point_a), b = d3_from(point_b), span = d3_sub(b, a);
    shape->u.frustum.half_height = (float)(0.5 * d3_length(span));
    shape->u.frustum.bottom = bottom;
    shape->u.frustum.top = top;
    *frame = dry__shape_fold(at, d3_round(d3_scale(d3_add(a, b), 0.5)),
                             dry_quat_between(v3(0.0f, 1.0f, 0.0f), d3_round(d3_normalize(span))));
}

DryStatus dry__shape_from_cylinder(const DryCylinder *cylinder, DryFrame at, ShapeGeometry *shape,
                                   DryFrame *frame)
{
    DryStatus status = dry__check_cylinder(cylinder);
    status = status != DRY_OK ? status : dry__check_frame(&at);
    if (status == DRY_OK) {
        memset(shape, 0, sizeof *shape);
        shape->kind = SHAPE_CYLINDER;
        fold_axis(at, cylinder->point_a, cylinder->point_b, cylinder->radius, cylinder->radius, shape, frame);
    }
    return status;
}

DryStatus dry__shape_from_cone(const DryCone *cone, DryFrame at, ShapeGeometry *shape, DryFrame *frame)
{
    DryStatus status = dry__check_cone(cone);
    status = status != DRY_OK ? status : dry__check_frame(&at);
    if (status == DRY_OK) {
        memset(shape, 0, sizeof *shape);
        shape->kind = cone->radius_a == cone->radius_b ? SHAPE_CYLINDER : SHAPE_CONE;
        fold_axis(at, cone->point_a, cone->point_b, cone->radius_a, cone->radius_b, shape, frame);
    }
    return status;
}

DryStatus dry__shape_from_tapered_capsule(const DryTaperedCapsule *capsule, DryFrame at, ShapeGeometry *shape,
                                          DryFrame *frame)
{
    DryStatus status = dry__check_tapered_capsule(capsule);
    status = status != DRY_OK ? status : dry__check_frame(&at);
    if (status != DRY_OK) {
        return status;
    }
    float ra = capsule->radius_a, rb = capsule->radius_b;
    double length = d3_length(d3_sub(d3_from(capsule->point_b), d3_from(capsule->point_a)));
    if (length <= fabs((double)ra - (double)rb) * (1.0 + 1e-6)) {
        DrySphere ball = { ra >= rb ? capsule->point_a : capsule->point_b, f_max(ra, rb) };
        return dry__shape_from_sphere(&ball, at, shape, frame);
    }
    if (ra == rb) {
        DryCapsule straight = { capsule->point_a, capsule->point_b, ra };
        return dry__shape_from_capsule(&straight, at, shape, frame);
    }
    memset(shape, 0, sizeof *shape);
    shape->kind = SHAPE_TAPERED_CAPSULE;
    fold_axis(at, capsule->point_a, capsule->point_b, ra, rb, shape, frame);
    return DRY_OK;
}

DryStatus dry__shape_from_ellipsoid(const DryEllipsoid *ellipsoid, DryFrame at, ShapeGeometry *shape,
                                    DryFrame *frame)
{
    DryStatus status = dry__check_ellipsoid(ellipsoid);
    status = status != DRY_OK ? status : dry__check_frame(&at);
    if (status == DRY_OK) {
        memset(shape, 0, sizeof *shape);
        shape->kind = SHAPE_ELLIPSOID;
        shape->u.ellipsoid.radii = ellipsoid->radii;
        *frame = dry__shape_fold(at, v3(0.0f, 0.0f, 0.0f), dry_quat_identity());
    }
    return status;
}

DryStatus dry__shape_from_rounded_box(const DryRoundedBox *box, DryFrame at, ShapeGeometry *shape,
                                      DryFrame *frame)
{
    DryStatus status = dry__check_rounded_box(box);
    status = status != DRY_OK ? status : dry__check_frame(&at);
    if (status == DRY_OK) {
        memset(shape, 0, sizeof *shape);
        shape->kind = SHAPE_ROUNDED_BOX;
        shape->u.rounded_box.half = box->half_extents;
        shape->u.rounded_box.radius = box->radius;
        *frame = dry__shape_fold(at, v3(0.0f, 0.0f, 0.0f), dry_quat_identity());
    }
    return status;
}
