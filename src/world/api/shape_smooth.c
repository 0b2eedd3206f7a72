/* Cylinders, cones, tapered capsules, ellipsoids and rounded boxes: added and read back. */
#include "world/api/shape_add.h"

#include "geometry/check.h"

/* What a shape becomes once body and options are known to be right. */
typedef struct NewShape {
    const char *call;
    int32_t body;
    DryShapeOptions o;
    ShapeGeometry g;
    DryFrame frame;
} NewShape;

static DryShapeId finish(DryWorld *w, const NewShape *n, DryStatus status)
{
    if (status != DRY_OK) {
        (void)dry__fail_last(w, status, n->call);
        return (DryShapeId){ 0, 0 };
    }
    return dry__shape_add_finish(w, n->body, &n->g, n->frame, -1, &n->o, n->call);
}

DryShapeId dry_shape_add_cylinder(DryWorld *world, DryBodyId id, const DryCylinder *cylinder,
                                  const DryShapeOptions *options)
{
    NewShape n = { .call = "dry_shape_add_cylinder" };
    if (dry__shape_add_begin(world, id, options, n.call, &n.body, &n.o) != DRY_OK) {
        return (DryShapeId){ 0, 0 };
    }
    return finish(world, &n, dry__shape_from_cylinder(cylinder, n.o.frame, &n.g, &n.frame));
}

DryShapeId dry_shape_add_cone(DryWorld *world, DryBodyId id, const DryCone *cone,
                              const DryShapeOptions *options)
{
    NewShape n = { .call = "dry_shape_add_cone" };
    if (dry__shape_add_begin(world, id, options, n.call, &n.body, &n.o) != DRY_OK) {
        return (DryShapeId){ 0, 0 };
    }
    return finish(world, &n, dry__shape_from_cone(cone, n.o.frame, &n.g, &n.frame));
}

DryShapeId dry_shape_add_tapered_capsule(DryWorld *world, DryBodyId id, const DryTaperedCapsule *capsule,
                                         const DryShapeOptions *options)
{
    NewShape n = { .call = "dry_shape_add_tapered_capsule" };
    if (dry__shape_add_begin(world, id, options, n.call, &n.body, &n.o) != DRY_OK) {
        return (DryShapeId){ 0, 0 };
    }
    return finish(world, &n, dry__shape_from_tapered_capsule(capsule, n.o.frame, &n.g, &n.frame));
}

DryShapeId dry_shape_add_ellipsoid(DryWorld *world, DryBodyId id, const DryEllipsoid *ellipsoid,
                                   const DryShapeOptions *options)
{
    NewShape n = { .call = "dry_shape_add_ellipsoid" };
    if (dry__shape_add_begin(world, id, options, n.call, &n.body, &n.o) != DRY_OK) {
        return (DryShapeId){ 0, 0 };
    }
    return finish(world, &n, dry__shape_from_ellipsoid(ellipsoid, n.o.frame, &n.g, &n.frame));
}

DryShapeId dry_shape_add_rounded_box(DryWorld *world, DryBodyId id, const DryRoundedBox *box,
                                     const DryShapeOptions *options)
{
    NewShape n = { .call = "dry_shape_add_rounded_box" };
    if (dry__shape_add_begin(world, id, options, n.call, &n.body, &n.o) != DRY_OK) {
        return (DryShapeId){ 0, 0 };
    }
    return finish(world, &n, dry__shape_from_rounded_box(box, n.o.frame, &n.g, &n.frame));
}

/* The shape, when it is of this kind. */
static const ShapeRecord *find_kind(const DryWorld *w, DryShapeId id, ShapeKind kind)
{
    int32_t shape = dry__find_shape(w, id);
    const ShapeRecord *r = shape < 0 ? NULL : world_shape(w, shape);
    return r != NULL && r->kind == (int32_t)kind ? r : NULL;
}

/* The middle of the lower (side -1) or upper end, in the body's frame. */
static DryVec3 end_of(const ShapeRecord *r, float side)
{
    return v3_add(r->frame.position, quat_rotate(r->frame.rotation, v3(0.0f, side * r->size[0], 0.0f)));
}

bool dry_shape_cylinder(const DryWorld *world, DryShapeId id, DryCylinder *cylinder)
{
    const ShapeRecord *r = find_kind(world, id, SHAPE_CYLINDER);
    if (r == NULL || cylinder == NULL) {
        return false;
    }
    *cylinder = (DryCylinder){ end_of(r, -1.0f), end_of(r, 1.0f), r->size[1] };
    return true;
}

bool dry_shape_cone(const DryWorld *world, DryShapeId id, DryCone *cone)
{
    const ShapeRecord *r = find_kind(world, id, SHAPE_CONE);
    if (r == NULL || cone == NULL) {
        return false;
    }
    *cone = (DryCone){ end_of(r, -1.0f), end_of(r, 1.0f), r->size[1], r->size[2] };
    return true;
}

bool dry_shape_tapered_capsule(const DryWorld *world, DryShapeId id, DryTaperedCapsule *capsule)
{
    const ShapeRecord *r = find_kind(world, id, SHAPE_TAPERED_CAPSULE);
    if (r == NULL || capsule == NULL) {
        return false;
    }
    *capsule = (DryTaperedCapsule){ end_of(r, -1.0f), end_of(r, 1.0f), r->size[1], r->size[2] };
    return true;
}

bool dry_shape_ellipsoid(const DryWorld *world, DryShapeId id, DryEllipsoid *ellipsoid)
{
    const ShapeRecord *r = find_kind(world, id, SHAPE_ELLIPSOID);
    if (r == NULL || ellipsoid == NULL) {
        return false;
    }
    *ellipsoid = (DryEllipsoid){ v3(r->size[0], r->size[1], r->size[2]) };
    return true;
}

bool dry_shape_rounded_box(const DryWorld *world, DryShapeId id, DryRoundedBox *box)
{
    const ShapeRecord *r = find_kind(world, id, SHAPE_ROUNDED_BOX);
    if (r == NULL || box == NULL) {
        return false;
    }
    *box = (DryRoundedBox){ v3(r->size[0], r->size[1], r->size[2]), r->rounding };
    return true;
}
