/* Mass of a shape of any kind. Apart from shape.c because the mass functions stand on the checks, and those
   on shape.h. */
#include "geometry/shape.h"

bool dry__shape_unit_mass(const ShapeGeometry *shape, DryMass *mass)
{
    switch (shape->kind) {
    case SHAPE_SPHERE: {
        DrySphere sphere = { v3(0.0f, 0.0f, 0.0f), shape->u.sphere.radius };
        return dry_sphere_mass(&sphere, 1.0f, mass) == DRY_OK;
    }
    case SHAPE_CAPSULE: {
        float h = shape->u.capsule.half_height;
        DryCapsule capsule = { v3(0.0f, -h, 0.0f), v3(0.0f, h, 0.0f), shape->u.capsule.radius };
        return dry_capsule_mass(&capsule, 1.0f, mass) == DRY_OK;
    }
    case SHAPE_BOX: {
        DryBox box = { shape->u.box.half };
        return dry_box_mass(&box, 1.0f, mass) == DRY_OK;
    }
    case SHAPE_HULL:
        *mass = shape->u.hull->unit_mass;
        return true;
    case SHAPE_CYLINDER:
    case SHAPE_CONE: {
        float h = shape->u.frustum.half_height;
        DryCone cone = { v3(0.0f, -h, 0.0f), v3(0.0f, h, 0.0f), shape->u.frustum.bottom,
                         shape->u.frustum.top };
        return dry_cone_mass(&cone, 1.0f, mass) == DRY_OK;
    }
    case SHAPE_TAPERED_CAPSULE: {
        float h = shape->u.frustum.half_height;
        DryTaperedCapsule capsule = { v3(0.0f, -h, 0.0f), v3(0.0f, h, 0.0f), shape->u.frustum.bottom,
                                      shape->u.frustum.top };
        return dry_tapered_capsule_mass(&capsule, 1.0f, mass) == DRY_OK;
    }
    case SHAPE_ELLIPSOID: {
        DryEllipsoid ellipsoid = { shape->u.ellipsoid.radii };
        return dry_ellipsoid_mass(&ellipsoid, 1.0f, mass) == DRY_OK;
    }
    case SHAPE_ROUNDED_BOX: {
        DryRoundedBox box = { shape->u.rounded_box.half, shape->u.rounded_box.radius };
        return dry_rounded_box_mass(&box, 1.0f, mass) == DRY_OK;
    }
    default:
        return false;
    }
}
