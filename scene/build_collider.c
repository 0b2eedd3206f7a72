#include "scene/build_collider.h"

#include "scene/build_geometry.h"
#include "scene/points.h"

#include <string.h>

/* A collider on its way into the world. */
typedef struct Fold {
    SceneBuilder *builder;
    const DrySceneCollider *collider;
    DryBodyId body;
    DryBodyType type;
    DryShapeOptions options;
    DryPolar polar;  /**< of the node in the body */
    double scale[3]; /**< sizes of the stretch along its axes, > 0 */
    bool diagonal;
    char place[BUILD_PLACE_SIZE];
} Fold;

static DrySceneWarnings *warnings(Fold *fold)
{
    return &fold->builder->map->warnings;
}

static bool equal(double a, double b)
{
    return fabs(a - b) <= 1e-4 * fmax(fabs(a), fabs(b));
}

/* ---- one function per kind of shape; each returns the new shape, or none ---- */

static DryShapeId add_hull(Fold *fold)
{
    const GeometryEntry *entry =
        dry__build_geometry(fold->builder, fold->collider, true, fold->polar.stretch, fold->place);
    if (!entry)
        return (DryShapeId){ 0, 0 };
    return dry_shape_add_hull(fold->builder->world, fold->body, entry->built_hull, &fold->options);
}

static DryShapeId add_mesh(Fold *fold)
{
    const GeometryEntry *entry =
        dry__build_geometry(fold->builder, fold->collider, false, fold->polar.stretch, fold->place);
    if (!entry)
        return (DryShapeId){ 0, 0 };
    return dry_shape_add_mesh(fold->builder->world, fold->body, entry->built_mesh, NULL, &fold->options);
}

static DryShapeId add_sphere(Fold *fold, const DrySceneShape *shape)
{
    if (!fold->diagonal) {
        dry__warnings_add(warnings(fold), fold->place, "a sheared sphere is simulated as a convex hull");
        return add_hull(fold);
    }
    if (!equal(fold->scale[0], fold->scale[1]) || !equal(fold->scale[1], fold->scale[2])) {
        DryEllipsoid ellipsoid = { dry_vec3((float)(shape->radius_top * fold->scale[0]),
                                            (float)(shape->radius_top * fold->scale[1]),
                                            (float)(shape->radius_top * fold->scale[2])) };
        return dry_shape_add_ellipsoid(fold->builder->world, fold->body, &ellipsoid, &fold->options);
    }
    DrySphere sphere = { .radius = (float)(shape->radius_top * fold->scale[0]) };
    return dry_shape_add_sphere(fold->builder->world, fold->body, &sphere, &fold->options);
}

static DryShapeId add_box(Fold *fold, const DrySceneShape *shape)
{
    if (!fold->diagonal)
        return add_hull(fold); /* a sheared box is exactly the hull of its corners */
    DryBox box = { dry_vec3((float)(0.5 * shape->size[0] * fold->scale[0]),
                            (float)(0.5 * shape->size[1] * fold->scale[1]),
                            (float)(0.5 * shape->size[2] * fold->scale[2])) };
    return dry_shape_add_box(fold->builder->world, fold->body, &box, &fold->options);
}

/* The scale applies to the parameters: a capsule stretched along its axis grows longer with the same caps. */
static DryShapeId add_capsule(Fold *fold, const DrySceneShape *shape)
{
    bool round = fold->diagonal && equal(fold->scale[0], fold->scale[2]);
    double half = 0.5 * shape->height * fold->scale[1];
    double top = shape->radius_top * fold->scale[0];
    double bottom = shape->radius_bottom * fold->scale[0];
    if (round && equal(top, bottom)) {
        DryCapsule capsule = { dry_vec3(0, (float)-half, 0), dry_vec3(0, (float)half, 0), (float)top };
        return dry_shape_add_capsule(fold->builder->world, fold->body, &capsule, &fold->options);
    }
    if (round && fabs(top - bottom) >= 2 * half) {
        /* one ball holds the other */
        DrySphere sphere = { dry_vec3(0, (float)(top > bottom ? half : -half), 0), (float)fmax(top, bottom) };
        return dry_shape_add_sphere(fold->builder->world, fold->body, &sphere, &fold->options);
    }
    if (round && top > 0 && bottom > 0) {
        DryTaperedCapsule capsule = { dry_vec3(0, (float)-half, 0), dry_vec3(0, (float)half, 0),
                                      (float)bottom, (float)top };
        return dry_shape_add_tapered_capsule(fold->builder->world, fold->body, &capsule, &fold->options);
    }
    dry__warnings_add(warnings(fold), fold->place, "a capsule %s is simulated as a convex hull",
                      round ? "with a point at one end" : "scaled unevenly");
    return add_hull(fold);
}

static DryShapeId add_cylinder(Fold *fold, const DrySceneShape *shape)
{
    bool straight = equal(shape->radius_top, shape->radius_bottom);
    if (fold->diagonal && equal(fold->scale[0], fold->scale[2])) {
        float half = (float)(0.5 * shape->height * fold->scale[1]);
        DryCone cone = { dry_vec3(0, -half, 0), dry_vec3(0, half, 0),
                         (float)(shape->radius_bottom * fold->scale[0]),
                         (float)(shape->radius_top * fold->scale[0]) };
        return dry_shape_add_cone(fold->builder->world, fold->body, &cone, &fold->options);
    }
    dry__warnings_add(
        warnings(fold), fold->place,
        "a %s scaled unevenly is simulated as a convex hull of 32 sides, up to %g %% of the radius inside it",
        straight ? "cylinder" : "cone", 100 * DRY_SCENE_CYLINDER_ERROR);
    return add_hull(fold);
}

static DryShapeId add_half_space(Fold *fold)
{
    /* normals go with the inverse transpose, which is the cofactor matrix but for its length; its second
     * column */
    double(*s)[3] = fold->polar.stretch;
    DryVec3 normal = dry_vec3((float)(s[1][2] * s[2][0] - s[1][0] * s[2][2]),
                              (float)(s[0][0] * s[2][2] - s[0][2] * s[2][0]),
                              (float)(s[0][2] * s[1][0] - s[0][0] * s[1][2]));
    double sign = s[0][0] < 0 ? -1 : 1;
    DryHalfSpace plane = { dry_vec3_scale(dry_vec3_normalize(normal), (float)sign), 0.0f };
    return dry_shape_add_half_space(fold->builder->world, fold->body, &plane, &fold->options);
}

/* A sheet on a moving body gets a thickness. */
static DryShapeId add_slab(Fold *fold, const DrySceneShape *shape)
{
    double x = 0.5 * shape->size_x * fold->scale[0];
    double z = 0.5 * shape->size_z * fold->scale[2];
    double y = 0.01 * fmin(x, z);
    dry__warnings_add(warnings(fold), fold->place,
                      "a plane on a moving body is simulated as a box %.2g m thick", 2 * y);
    DryBox box = { dry_vec3((float)x, (float)y, (float)z) };
    return dry_shape_add_box(fold->builder->world, fold->body, &box, &fold->options);
}

static DryShapeId add_plane(Fold *fold, const DrySceneShape *shape)
{
    bool infinite = !(shape->size_x > 0 && shape->size_z > 0);
    if (fold->type == DRY_DYNAMIC) {
        if (!infinite)
            return add_slab(fold, shape);
        dry__warnings_add(warnings(fold), fold->place, "left out: an infinite plane on a moving body");
        return (DryShapeId){ 0, 0 };
    }
    if (!infinite)
        return add_mesh(fold);
    if (shape->size_x > 0 || shape->size_z > 0)
        dry__warnings_add(warnings(fold), fold->place,
                          "a plane infinite in one direction is simulated as infinite in both");
    if (shape->double_sided)
        dry__warnings_add(warnings(fold), fold->place, "an infinite plane is solid below, not double sided");
    return add_half_space(fold);
}

static DryShapeId add_implicit(Fold *fold)
{
    const DrySceneShape *shape = &fold->builder->scene->shapes[fold->collider->shape];
    switch (shape->kind) {
    case DRY_SCENE_SPHERE:
        return add_sphere(fold, shape);
    case DRY_SCENE_BOX:
        return add_box(fold, shape);
    case DRY_SCENE_CAPSULE:
        return add_capsule(fold, shape);
    case DRY_SCENE_CYLINDER:
        return add_cylinder(fold, shape);
    case DRY_SCENE_PLANE:
        return add_plane(fold, shape);
    case DRY_SCENE_UNKNOWN:
    default:
        dry__warnings_add(warnings(fold), fold->place, "left out: its shape is not known");
        return (DryShapeId){ 0, 0 };
    }
}

static DryShapeId add_explicit(Fold *fold)
{
    if (fold->collider->hull)
        return add_hull(fold);
    if (fold->type != DRY_DYNAMIC)
        return add_mesh(fold);
    dry__warnings_add(warnings(fold), fold->place,
                      "a triangle mesh on a moving body is simulated as its convex hull");
    return add_hull(fold);
}

/* ---- what they have in common ---- */

static DryShapeOptions collider_options(const DryScene *scene, const DrySceneCollider *collider)
{
    DryShapeOptions options = dry_shape_options_default();
    options.material =
        collider->material >= 0 ? scene->materials[collider->material] : dry__scene_material_default();
    /* a collider without a filter counts as a member of every system */
    options.filter.category = UINT64_MAX;
    if (collider->filter >= 0)
        options.filter = scene->filters[collider->filter];
    options.sensor = collider->trigger;
    if (collider->trigger)
        options.density = 0.0f;
    return options;
}

/* Where the node lies in its body. A negative scale of the node's own does not mirror an implicit shape, that
   of nodes above does. False when the node is scaled to nothing. */
static bool place_shape(Fold *fold, const DrySceneBody *body, const DrySceneNode *node)
{
    DryAffine relative = dry__build_relative(body, &node->world);
    if (fold->collider->shape >= 0) {
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k)
                relative.r[i][k] *= node->scale[k] < 0 ? -1 : 1;
    }
    if (!dry__affine_polar(&relative, &fold->polar))
        return false;
    fold->diagonal = dry__polar_is_diagonal(&fold->polar);
    if (fold->diagonal) {
        /* noise off the diagonal would keep equal geometry from being shared */
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k)
                fold->polar.stretch[i][k] = i == k ? (double)(float)fold->polar.stretch[i][k] : 0;
    }
    for (int i = 0; i < 3; ++i)
        fold->scale[i] = fabs(fold->polar.stretch[i][i]);
    fold->options.frame.position = dry_vec3((float)relative.t[0], (float)relative.t[1], (float)relative.t[2]);
    fold->options.frame.rotation = dry__quat_to_float(fold->polar.rotation);
    /* of the node in the file, of the body in the world */
    DryVec3 *surface = &fold->options.material.surface_velocity;
    *surface = dry_quat_rotate(fold->options.frame.rotation, *surface);
    return true;
}

/* Zero along all three axes is the way to turn a collider off. */
static bool is_nothing(const double scale[3])
{
    return scale[0] == 0 && scale[1] == 0 && scale[2] == 0;
}

bool dry__build_collider(SceneBuilder *builder, int32_t index)
{
    const DryScene *scene = builder->scene;
    const DrySceneCollider *collider = &scene->colliders[index];
    const DrySceneNode *node = &scene->nodes[collider->node];
    Fold fold = { .builder = builder,
                  .collider = collider,
                  .body = builder->map->bodies[collider->body],
                  .type = dry__build_type(&scene->bodies[collider->body]),
                  .options = collider_options(scene, collider) };
    dry__build_place(collider->node, collider->trigger ? "trigger" : "collider", fold.place);
    if (fold.body.index == 0)
        return true;
    if (!place_shape(&fold, &scene->bodies[collider->body], node)) {
        if (!is_nothing(node->scale))
            dry__warnings_add(&builder->map->warnings, fold.place, "left out: the node is scaled to nothing");
        return true;
    }
    int32_t before = builder->map->warnings.count + builder->map->warnings.dropped;
    DryShapeId shape = collider->shape >= 0 ? add_implicit(&fold) : add_explicit(&fold);
    if (builder->report->status != DRY_OK)
        return false;
    if (shape.index == 0 && builder->map->warnings.count + builder->map->warnings.dropped == before)
        dry__warnings_add(&builder->map->warnings, fold.place, "left out: %s",
                          dry_world_error(builder->world));
    builder->map->shapes[index] = shape;
    return true;
}
