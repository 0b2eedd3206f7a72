#include "geometry/check.h"

#include "base/error.h"
#include "geometry/dvec.h"

#include <string.h>

DryStatus dry__refuse_null(const char *what)
{
    return dry__error_set(DRY_ERROR_ARGUMENT, "%s is null", what);
}

DryStatus dry__check_size(const char *what, float size)
{
    if (size >= SHAPE_MIN_SIZE && size <= SHAPE_MAX_SIZE) {
        return DRY_OK;
    }
    return dry__error_set(DRY_ERROR_ARGUMENT, "%s is %g, must be between %g and %g m", what, (double)size,
                          (double)SHAPE_MIN_SIZE, (double)SHAPE_MAX_SIZE);
}

DryStatus dry__check_point(const char *what, DryVec3 p)
{
    if (v3_finite(p)) {
        return DRY_OK;
    }
    return dry__error_set(DRY_ERROR_ARGUMENT, "%s is (%g, %g, %g), must be finite", what, (double)p.x,
                          (double)p.y, (double)p.z);
}

DryStatus dry__check_named(const char *call, DryStatus status)
{
    if (status != DRY_OK) {
        char message[ERROR_CAPACITY];
        strncpy(message, dry_last_error(), sizeof message - 1);
        message[sizeof message - 1] = '\0';
        return dry__error_set(status, "%s: %s", call, message);
    }
    return status;
}

DryStatus dry__check_sphere(const DrySphere *sphere)
{
    if (sphere == NULL) {
        return dry__refuse_null("sphere");
    }
    DryStatus status = dry__check_size("sphere radius", sphere->radius);
    return status != DRY_OK ? status : dry__check_point("sphere center", sphere->center);
}

DryStatus dry__check_capsule(const DryCapsule *capsule)
{
    if (capsule == NULL) {
        return dry__refuse_null("capsule");
    }
    DryStatus status = dry__check_size("capsule radius", capsule->radius);
    if (status == DRY_OK) {
        status = dry__check_point("capsule point_a", capsule->point_a);
    }
    if (status == DRY_OK) {
        status = dry__check_point("capsule point_b", capsule->point_b);
    }
    if (status != DRY_OK) {
        return status;
    }
    double length = d3_length(d3_sub(d3_from(capsule->point_b), d3_from(capsule->point_a)));
    if (length > (double)SHAPE_MAX_SIZE) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "capsule length is %g, must be at most %g m", length,
                              (double)SHAPE_MAX_SIZE);
    }
    return DRY_OK;
}

DryStatus dry__check_box(const DryBox *box)
{
    if (box == NULL) {
        return dry__refuse_null("box");
    }
    DryStatus status = dry__check_size("box half_extents.x", box->half_extents.x);
    if (status == DRY_OK) {
        status = dry__check_size("box half_extents.y", box->half_extents.y);
    }
    return status != DRY_OK ? status : dry__check_size("box half_extents.z", box->half_extents.z);
}

DryStatus dry__check_half_space(const DryHalfSpace *half_space)
{
    if (half_space == NULL) {
        return dry__refuse_null("half-space");
    }
    DryStatus status = dry__check_point("half-space normal", half_space->normal);
    if (status != DRY_OK) {
        return status;
    }
    double length = d3_length(d3_from(half_space->normal));
    if (!(length > 1e-30)) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "half-space normal is (%g, %g, %g), must not be zero",
                              (double)half_space->normal.x, (double)half_space->normal.y,
                              (double)half_space->normal.z);
    }
    double offset = (double)half_space->offset / length;
    if (!isfinite(half_space->offset) || fabs(offset) > (double)SHAPE_MAX_SIZE) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "half-space offset is %g m, must be finite and at most %g",
                              offset, (double)SHAPE_MAX_SIZE);
    }
    return DRY_OK;
}

DryStatus dry__check_hull(const DryHull *hull)
{
    return hull != NULL ? DRY_OK : dry__refuse_null("hull");
}

DryStatus dry__check_mesh(const DryMesh *mesh)
{
    return mesh != NULL ? DRY_OK : dry__refuse_null("mesh");
}

DryStatus dry__check_frame(const DryFrame *frame)
{
    DryStatus status = dry__check_point("frame position", frame->position);
    if (status != DRY_OK) {
        return status;
    }
    DryQuat q = frame->rotation;
    double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    double length = sqrt(x * x + y * y + z * z + w * w);
    if (!(fabs(length - 1.0) <= 1e-3)) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "frame rotation is (%g, %g, %g, %g), must have length 1", x,
                              y, z, w);
    }
    return DRY_OK;
}

DryFrame dry__shape_fold(DryFrame at, DryVec3 position, DryQuat rotation)
{
    DryFrame local;
    local.position = position;
    local.rotation = rotation;
    at.rotation = quat_normalize(at.rotation);
    DryFrame frame = frame_mul(at, local);
    frame.rotation = quat_normalize(frame.rotation);
    return frame;
}

static DryStatus check_pair(DryStatus shape_status, const DryFrame *at)
{
    return shape_status != DRY_OK ? shape_status : dry__check_frame(at);
}

DryStatus dry__shape_from_sphere(const DrySphere *sphere, DryFrame at, ShapeGeometry *shape, DryFrame *frame)
{
    DryStatus status = check_pair(dry__check_sphere(sphere), &at);
    if (status != DRY_OK) {
        return status;
    }
    memset(shape, 0, sizeof *shape);
    shape->kind = SHAPE_SPHERE;
    shape->u.sphere.radius = sphere->radius;
    *frame = dry__shape_fold(at, sphere->center, dry_quat_identity());
    return DRY_OK;
}

DryStatus dry__shape_from_capsule(const DryCapsule *capsule, DryFrame at, ShapeGeometry *shape,
                                  DryFrame *frame)
{
    DryStatus status = check_pair(dry__check_capsule(capsule), &at);
    if (status != DRY_OK) {
        return status;
    }
    D3 a = d3_from(capsule->point_a), b = d3_from(capsule->point_b);
    DryVec3 middle = d3_round(d3_scale(d3_add(a, b), 0.5));
    D3 span = d3_sub(b, a);
    float half_height = (float)(0.5 * d3_length(span));
    memset(shape, 0, sizeof *shape);
    if (half_height <= 1e-6f * capsule->radius) {
        shape->kind = SHAPE_SPHERE;
        shape->u.sphere.radius = capsule->radius;
        *frame = dry__shape_fold(at, middle, dry_quat_identity());
        return DRY_OK;
    }
    shape->kind = SHAPE_CAPSULE;
    shape->u.capsule.half_height = half_height;
    shape->u.capsule.radius = capsule->radius;
    *frame =
        dry__shape_fold(at, middle, dry_quat_between(v3(0.0f, 1.0f, 0.0f), d3_round(d3_normalize(span))));
    return DRY_OK;
}

DryStatus dry__shape_from_box(const DryBox *box, DryFrame at, ShapeGeometry *shape, DryFrame *frame)
{
    DryStatus status = check_pair(dry__check_box(box), &at);
    if (status != DRY_OK) {
        return status;
    }
    memset(shape, 0, sizeof *shape);
    shape->kind = SHAPE_BOX;
    shape->u.box.half = box->half_extents;
    *frame = dry__shape_fold(at, v3(0.0f, 0.0f, 0.0f), dry_quat_identity());
    return DRY_OK;
}

/* normal . x <= offset holds for the normal as given, so the offset is divided by its length too. */
DryStatus dry__shape_from_half_space(const DryHalfSpace *half_space, DryFrame at, ShapeGeometry *shape,
                                     DryFrame *frame)
{
    DryStatus status = check_pair(dry__check_half_space(half_space), &at);
    if (status != DRY_OK) {
        return status;
    }
    D3 normal = d3_from(half_space->normal);
    double length = d3_length(normal);
    normal = d3_scale(normal, 1.0 / length);
    DryVec3 origin = d3_round(d3_scale(normal, (double)half_space->offset / length));
    memset(shape, 0, sizeof *shape);
    shape->kind = SHAPE_HALF_SPACE;
    *frame = dry__shape_fold(at, origin, dry_quat_between(v3(0.0f, 1.0f, 0.0f), d3_round(normal)));
    return DRY_OK;
}

DryStatus dry__shape_from_hull(const DryHull *hull, DryFrame at, ShapeGeometry *shape, DryFrame *frame)
{
    DryStatus status = check_pair(dry__check_hull(hull), &at);
    if (status != DRY_OK) {
        return status;
    }
    memset(shape, 0, sizeof *shape);
    shape->kind = SHAPE_HULL;
    shape->u.hull = hull;
    *frame = dry__shape_fold(at, v3(0.0f, 0.0f, 0.0f), dry_quat_identity());
    return DRY_OK;
}

DryStatus dry__shape_from_mesh(const DryMesh *mesh, DryFrame at, ShapeGeometry *shape, DryFrame *frame)
{
    DryStatus status = check_pair(dry__check_mesh(mesh), &at);
    if (status != DRY_OK) {
        return status;
    }
    memset(shape, 0, sizeof *shape);
    shape->kind = SHAPE_MESH;
    shape->u.mesh.mesh = mesh;
    *frame = dry__shape_fold(at, v3(0.0f, 0.0f, 0.0f), dry_quat_identity());
    return DRY_OK;
}
