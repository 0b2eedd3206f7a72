/* The geometry of shapes, read back. */
#include "world/api/check.h"

static const ShapeRecord *find(const DryWorld *w, DryShapeId id)
{
    int32_t shape = dry__find_shape(w, id);
    return shape < 0 ? NULL : world_shape(w, shape);
}

/* The shape, when it is of this kind. */
static const ShapeRecord *find_kind(const DryWorld *w, DryShapeId id, ShapeKind kind)
{
    const ShapeRecord *r = find(w, id);
    return r != NULL && r->kind == (int32_t)kind ? r : NULL;
}

DryShapeKind dry_shape_kind(const DryWorld *world, DryShapeId id)
{
    const ShapeRecord *r = find(world, id);
    return r == NULL ? DRY_SHAPE_NONE : dry__shape_public_kind(r);
}

DryFrame dry_shape_frame(const DryWorld *world, DryShapeId id)
{
    const ShapeRecord *r = find(world, id);
    return r == NULL ? dry_frame_identity() : r->frame;
}

bool dry_shape_sphere(const DryWorld *world, DryShapeId id, DrySphere *sphere)
{
    const ShapeRecord *r = find_kind(world, id, SHAPE_SPHERE);
    if (r == NULL || sphere == NULL) {
        return false;
    }
    *sphere = (DrySphere){ .center = r->frame.position, .radius = r->size[0] };
    return true;
}

bool dry_shape_capsule(const DryWorld *world, DryShapeId id, DryCapsule *capsule)
{
    const ShapeRecord *r = find_kind(world, id, SHAPE_CAPSULE);
    if (r == NULL || capsule == NULL) {
        return false;
    }
    DryVec3 half = quat_rotate(r->frame.rotation, v3(0.0f, r->size[0], 0.0f));
    *capsule = (DryCapsule){ .point_a = v3_sub(r->frame.position, half),
                             .point_b = v3_add(r->frame.position, half),
                             .radius = r->size[1] };
    return true;
}

bool dry_shape_half_space(const DryWorld *world, DryShapeId id, DryHalfSpace *half_space)
{
    const ShapeRecord *r = find_kind(world, id, SHAPE_HALF_SPACE);
    if (r == NULL || half_space == NULL) {
        return false;
    }
    DryVec3 normal = quat_rotate(r->frame.rotation, v3(0.0f, 1.0f, 0.0f));
    *half_space = (DryHalfSpace){ .normal = normal, .offset = v3_dot(normal, r->frame.position) };
    return true;
}

bool dry_shape_box(const DryWorld *world, DryShapeId id, DryBox *box)
{
    const ShapeRecord *r = find_kind(world, id, SHAPE_BOX);
    if (r == NULL || box == NULL) {
        return false;
    }
    *box = (DryBox){ .half_extents = v3(r->size[0], r->size[1], r->size[2]) };
    return true;
}

DryHull *dry_shape_hull(const DryWorld *world, DryShapeId id)
{
    const ShapeRecord *r = find_kind(world, id, SHAPE_HULL);
    return r == NULL ? NULL : world->geometry.records.data[r->geometry].hull;
}

DryMesh *dry_shape_mesh(const DryWorld *world, DryShapeId id)
{
    const ShapeRecord *r = find_kind(world, id, SHAPE_MESH);
    return r == NULL ? NULL : world->geometry.records.data[r->geometry].mesh;
}
