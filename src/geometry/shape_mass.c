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
    default:
        return false;
    }
}
