#include "world/query_rig.h"

#include <math.h>
#include <stdlib.h>

DryVec3 rig_vector(Random *r, float size)
{
    float x = random_float(r, -size, size);
    float y = random_float(r, -size, size);
    float z = random_float(r, -size, size);
    return dry_vec3(x, y, z);
}

DryQuat rig_rotation(Random *r)
{
    DryVec3 axis = rig_vector(r, 1.0f);
    return dry_quat_from_axis_angle(axis, random_float(r, -3.0f, 3.0f));
}

DryQueryShape rig_shape(Random *r, int kind, float size, const DryHull *hull)
{
    float a = size * random_float(r, 0.3f, 1.0f);
    float b = size * random_float(r, 0.3f, 1.0f);
    float c = size * random_float(r, 0.3f, 1.0f);
    DryVec3 low = { 0, -a, 0 }, high = { 0, a, 0 };
    DryQueryShape s = { .kind = DRY_SHAPE_NONE, .pose = { { 0, 0, 0 }, rig_rotation(r) } };
    switch (kind) {
    case 0:
        s.kind = DRY_SHAPE_SPHERE;
        s.sphere.radius = a;
        break;
    case 1:
        s.kind = DRY_SHAPE_CAPSULE;
        s.capsule = (DryCapsule){ low, high, b };
        break;
    case 2:
        s.kind = DRY_SHAPE_BOX;
        s.box.half_extents = dry_vec3(a, b, c);
        break;
    case 3:
        s.kind = hull != NULL ? DRY_SHAPE_HULL : DRY_SHAPE_BOX;
        s.box.half_extents = dry_vec3(b, b, a);
        if (hull != NULL) {
            s.hull = hull;
        }
        break;
    case 4:
        s.kind = DRY_SHAPE_CYLINDER;
        s.cylinder = (DryCylinder){ low, high, b };
        break;
    case 5:
        s.kind = DRY_SHAPE_CONE;
        s.cone = (DryCone){ low, high, b, 0.0f };
        break;
    case 6:
        s.kind = DRY_SHAPE_TAPERED_CAPSULE;
        s.tapered_capsule = (DryTaperedCapsule){ low, high, 0.3f * b, 0.8f * b };
        break;
    case 7:
        s.kind = DRY_SHAPE_ELLIPSOID;
        s.ellipsoid.radii = dry_vec3(a, b, c);
        break;
    case 8:
        s.kind = DRY_SHAPE_ROUNDED_BOX;
        s.rounded_box = (DryRoundedBox){ { a, b, c }, 0.2f * size };
        break;
    default:
        break;
    }
    return s;
}

DryShapeId rig_add(DryWorld *w, DryBodyId body, const DryQueryShape *s)
{
    switch (s->kind) {
    case DRY_SHAPE_SPHERE:
        return dry_shape_add_sphere(w, body, &s->sphere, NULL);
    case DRY_SHAPE_CAPSULE:
        return dry_shape_add_capsule(w, body, &s->capsule, NULL);
    case DRY_SHAPE_BOX:
        return dry_shape_add_box(w, body, &s->box, NULL);
    case DRY_SHAPE_CYLINDER:
        return dry_shape_add_cylinder(w, body, &s->cylinder, NULL);
    case DRY_SHAPE_CONE:
        return dry_shape_add_cone(w, body, &s->cone, NULL);
    case DRY_SHAPE_TAPERED_CAPSULE:
        return dry_shape_add_tapered_capsule(w, body, &s->tapered_capsule, NULL);
    case DRY_SHAPE_ELLIPSOID:
        return dry_shape_add_ellipsoid(w, body, &s->ellipsoid, NULL);
    case DRY_SHAPE_ROUNDED_BOX:
        return dry_shape_add_rounded_box(w, body, &s->rounded_box, NULL);
    default: {
        DrySphere dot = { { 0, 0, 0 }, 1e-6f };
        return dry_shape_add_sphere(w, body, &dot, NULL);
    }
    }
}

DryHull *rig_hull(void)
{
    Random r = random_seeded(3);
    DryVec3 points[24];
    for (int i = 0; i < 24; ++i) {
        points[i] = dry_vec3_scale(dry_vec3_normalize(rig_vector(&r, 1.0f)), 0.6f);
    }
    DryHullSource source = { .points = points, .point_count = 24 };
    return dry_hull_create(&source, NULL);
}

DryMesh *rig_grid(int n, float height, bool two_sided)
{
    int count = (n + 1) * (n + 1);
    DryVec3 *vertices = malloc(sizeof *vertices * (size_t)count);
    uint32_t *indices = malloc(sizeof *indices * (size_t)(6 * n * n));
    assert_non_null(vertices);
    assert_non_null(indices);
    for (int i = 0; i < count; ++i) {
        float x = (float)(i % (n + 1)) - 0.5f * (float)n, z = (float)(i / (n + 1)) - 0.5f * (float)n;
        vertices[i] = dry_vec3(x, height * (sinf(0.7f * x) + cosf(0.9f * z)), z);
    }
    uint32_t *next = indices;
    for (int i = 0; i < n * n; ++i) {
        uint32_t a = (uint32_t)(i / n * (n + 1) + i % n), b = a + 1, c = a + (uint32_t)n + 1, d = c + 1;
        uint32_t cell[6] = { a, c, b, b, c, d };
        for (int k = 0; k < 6; ++k) {
            *next++ = cell[k];
        }
    }
    DryMeshSource source = { .vertices = vertices,
                             .vertex_count = count,
                             .indices = indices,
                             .triangle_count = 2 * n * n,
                             .two_sided = two_sided };
    DryMesh *mesh = dry_mesh_create(&source, NULL);
    free(vertices);
    free(indices);
    assert_non_null(mesh);
    return mesh;
}
