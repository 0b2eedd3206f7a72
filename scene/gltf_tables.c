#include "scene/gltf_tables.h"

#include "scene/gltf_materials.h"
#include "scene/limits.h"

#include <float.h>
#include <string.h>

/* Sizes and stiffnesses beyond this cannot be held in single precision with room for arithmetic. */
static const double most_size = 1e9, most_stiffness = 1e20;

/* ---- shapes ---- */

static bool read_radii(SceneReader *reader, const JsonPlace *at, DrySceneShape *shape)
{
    SceneReport *report = reader->report;
    shape->radius_top = shape->radius_bottom = 0.25;
    shape->height = 0.5;
    if (!dry__json_number(report, at, "height", 0, most_size, &shape->height) ||
        !dry__json_number(report, at, "radiusTop", 0, most_size, &shape->radius_top) ||
        !dry__json_number(report, at, "radiusBottom", 0, most_size, &shape->radius_bottom))
        return false;
    if (!(shape->height > 0))
        return dry__json_fail(report, at, "height must be > 0");
    if (!(shape->radius_top > 0 || shape->radius_bottom > 0))
        return dry__json_fail(report, at, "one radius must be > 0");
    return true;
}

static bool read_box(SceneReader *reader, const JsonPlace *at, DrySceneShape *shape)
{
    shape->size[0] = shape->size[1] = shape->size[2] = 1;
    if (!dry__json_numbers(reader->report, at, "size", 3, most_size, shape->size, NULL))
        return false;
    if (!(shape->size[0] > 0 && shape->size[1] > 0 && shape->size[2] > 0))
        return dry__json_fail(reader->report, at, "every size must be > 0");
    return true;
}

static bool read_sphere(SceneReader *reader, const JsonPlace *at, DrySceneShape *shape)
{
    shape->radius_top = 0.5;
    if (!dry__json_number(reader->report, at, "radius", 0, most_size, &shape->radius_top))
        return false;
    return shape->radius_top > 0 || dry__json_fail(reader->report, at, "radius must be > 0");
}

static bool read_plane(SceneReader *reader, const JsonPlace *at, DrySceneShape *shape)
{
    static const char *const keys[2] = { "sizeX", "sizeZ" };
    double *sizes[2] = { &shape->size_x, &shape->size_z };
    for (int i = 0; i < 2; ++i) {
        if (!dry__json_number(reader->report, at, keys[i], 0, most_size, sizes[i]))
            return false;
        if (dry__json_member(at, keys[i]).value && !(*sizes[i] > 0))
            return dry__json_fail(reader->report, at, "%s must be > 0", keys[i]);
    }
    return dry__json_boolean(reader->report, at, "doubleSided", &shape->double_sided);
}

static bool read_shape(SceneReader *reader, const JsonPlace *at, DrySceneShape *shape)
{
    static const struct {
        const char *name;
        DrySceneShapeKind kind;
        bool (*read)(SceneReader *, const JsonPlace *, DrySceneShape *);
    } kinds[] = { { "sphere", DRY_SCENE_SPHERE, read_sphere },
                  { "box", DRY_SCENE_BOX, read_box },
                  { "capsule", DRY_SCENE_CAPSULE, read_radii },
                  { "cylinder", DRY_SCENE_CYLINDER, read_radii },
                  { "plane", DRY_SCENE_PLANE, read_plane } };
    const char *type = NULL;
    if (!dry__json_expect_object(reader->report, at) || !dry__json_string(reader->report, at, "type", &type))
        return false;
    if (!type)
        return dry__json_fail(reader->report, at, "has no type");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
        if (strcmp(type, kinds[i].name) != 0)
            continue;
        JsonPlace parameters;
        shape->kind = kinds[i].kind;
        return dry__json_object(reader->report, at, type, &parameters) &&
               kinds[i].read(reader, &parameters, shape);
    }
    shape->kind = DRY_SCENE_UNKNOWN;
    dry__json_warn(reader->report, at,
                   "shapes of type \"%.40s\" are not supported: its colliders are left out", type);
    return true;
}

static bool read_shapes(SceneReader *reader, const JsonPlace *extensions)
{
    JsonPlace extension;
    JsonPlace array;
    DryScene *scene = reader->scene;
    if (!dry__json_object(reader->report, extensions, "KHR_implicit_shapes", &extension) ||
        !dry__json_array(reader->report, &extension, "shapes", DRY_SCENE_MAX_ITEMS, &array,
                         &scene->shape_count))
        return false;
    scene->shapes = dry__read_alloc(reader, scene->shape_count, sizeof *scene->shapes);
    if (!scene->shapes)
        return false;
    for (int32_t i = 0; i < scene->shape_count; ++i) {
        JsonPlace item = dry__json_item(&array, (size_t)i);
        if (!read_shape(reader, &item, &scene->shapes[i]))
            return false;
    }
    return true;
}

/* ---- filters ---- */

/* Names of systems in order of appearance; the bit of the last place stands for all colliders without a
 * system. */
typedef struct Systems {
    const char *names[63];
    int32_t count;
    bool full;
} Systems;

/* Bits of the systems named; a null array gives `absent`. */
static bool read_systems(SceneReader *reader, const JsonPlace *at, const char *key, Systems *systems,
                         uint64_t absent, uint64_t *bits)
{
    JsonPlace array;
    int32_t count = 0;
    *bits = absent;
    if (!dry__json_array(reader->report, at, key, DRY_SCENE_MAX_ITEMS, &array, &count))
        return false;
    if (!array.value)
        return true;
    *bits = 0;
    for (int32_t i = 0; i < count; ++i) {
        JsonPlace item = dry__json_item(&array, (size_t)i);
        const char *name = json_string_value(item.value);
        if (!name)
            return dry__json_fail(reader->report, &item, "is no string");
        int32_t bit = 0;
        while (bit < systems->count && strcmp(systems->names[bit], name) != 0)
            ++bit;
        if (bit == 63) {
            if (!systems->full)
                dry__json_warn(reader->report, &item,
                               "more than 63 collision systems: \"%.40s\" and further ones are ignored",
                               name);
            systems->full = true;
            continue;
        }
        systems->names[bit] = name;
        systems->count = bit < systems->count ? systems->count : bit + 1;
        *bits |= (uint64_t)1 << bit;
    }
    return true;
}

static bool read_filter(SceneReader *reader, const JsonPlace *at, Systems *systems, DryFilter *filter)
{
    uint64_t excluded = 0;
    *filter = dry_filter_default();
    if (!dry__json_expect_object(reader->report, at) ||
        !read_systems(reader, at, "collisionSystems", systems, UINT64_MAX, &filter->category) ||
        !read_systems(reader, at, "collideWithSystems", systems, UINT64_MAX, &filter->mask) ||
        !read_systems(reader, at, "notCollideWithSystems", systems, 0, &excluded))
        return false;
    if (filter->category == 0)
        filter->category = UINT64_MAX;
    filter->mask &= ~excluded;
    return true;
}

static bool read_filters(SceneReader *reader, const JsonPlace *extension)
{
    JsonPlace array;
    DryScene *scene = reader->scene;
    Systems systems = { .count = 0 };
    if (!dry__json_array(reader->report, extension, "collisionFilters", DRY_SCENE_MAX_ITEMS, &array,
                         &scene->filter_count))
        return false;
    scene->filters = dry__read_alloc(reader, scene->filter_count, sizeof *scene->filters);
    if (!scene->filters)
        return false;
    for (int32_t i = 0; i < scene->filter_count; ++i) {
        JsonPlace item = dry__json_item(&array, (size_t)i);
        if (!read_filter(reader, &item, &systems, &scene->filters[i]))
            return false;
    }
    return true;
}

/* ---- kinds of joint ---- */

static bool read_axes(SceneReader *reader, const JsonPlace *at, const char *key, uint32_t *axes)
{
    JsonPlace array;
    int32_t count = 0;
    if (!dry__json_array(reader->report, at, key, 3, &array, &count))
        return false;
    *axes = 0;
    for (int32_t i = 0; i < count; ++i) {
        JsonPlace item = dry__json_item(&array, (size_t)i);
        json_int_t axis = json_is_integer(item.value) ? json_integer_value(item.value) : -1;
        if (axis < 0 || axis > 2)
            return dry__json_fail(reader->report, &item, "is no axis 0, 1 or 2");
        *axes |= 1u << axis;
    }
    return true;
}

static bool read_limit(SceneReader *reader, const JsonPlace *at, DrySceneLimit *limit)
{
    SceneReport *report = reader->report;
    limit->min = -(double)INFINITY;
    limit->max = (double)INFINITY;
    if (!dry__json_expect_object(report, at) || !read_axes(reader, at, "linearAxes", &limit->linear_axes) ||
        !read_axes(reader, at, "angularAxes", &limit->angular_axes) ||
        !dry__json_number(report, at, "min", -most_size, most_size, &limit->min) ||
        !dry__json_number(report, at, "max", -most_size, most_size, &limit->max) ||
        !dry__json_number(report, at, "stiffness", 0, DBL_MAX, &limit->stiffness) ||
        !dry__json_number(report, at, "damping", 0, DBL_MAX, &limit->damping))
        return false;
    if ((limit->linear_axes == 0) == (limit->angular_axes == 0))
        return dry__json_fail(report, at, "needs either linearAxes or angularAxes");
    if (!(limit->min <= limit->max))
        return dry__json_fail(report, at, "min %g exceeds max %g", limit->min, limit->max);
    limit->soft = dry__json_member(at, "stiffness").value != NULL && limit->stiffness < most_stiffness;
    limit->damping = fmin(limit->damping, most_stiffness);
    return true;
}

static bool read_drive(SceneReader *reader, const JsonPlace *at, DrySceneDrive *drive)
{
    SceneReport *report = reader->report;
    const char *type = "";
    const char *mode = "";
    int64_t axis = -1;
    drive->max_force = (double)INFINITY;
    if (!dry__json_expect_object(report, at) || !dry__json_string(report, at, "type", &type) ||
        !dry__json_string(report, at, "mode", &mode) || !dry__json_integer(report, at, "axis", 0, 2, &axis) ||
        !dry__json_number(report, at, "maxForce", 0, DBL_MAX, &drive->max_force) ||
        !dry__json_number(report, at, "positionTarget", -most_size, most_size, &drive->position_target) ||
        !dry__json_number(report, at, "velocityTarget", -most_size, most_size, &drive->velocity_target) ||
        !dry__json_number(report, at, "stiffness", 0, DBL_MAX, &drive->stiffness) ||
        !dry__json_number(report, at, "damping", 0, DBL_MAX, &drive->damping))
        return false;
    if (axis < 0)
        return dry__json_fail(report, at, "has no axis");
    drive->axis = (int32_t)axis;
    drive->angular = strcmp(type, "angular") == 0;
    drive->acceleration = strcmp(mode, "acceleration") == 0;
    drive->stiffness = fmin(drive->stiffness, most_stiffness);
    drive->damping = fmin(drive->damping, most_stiffness);
    bool known = (drive->angular || strcmp(type, "linear") == 0) &&
                 (drive->acceleration || strcmp(mode, "force") == 0);
    if (!known) {
        dry__json_warn(report, at, "a drive of type \"%.20s\" and mode \"%.20s\" is not known and left out",
                       type, mode);
        drive->stiffness = drive->damping = 0;
    }
    return true;
}

static bool read_joint_kind(SceneReader *reader, const JsonPlace *at, DrySceneJointKind *kind)
{
    JsonPlace limits;
    JsonPlace drives;
    if (!dry__json_expect_object(reader->report, at) ||
        !dry__json_array(reader->report, at, "limits", 64, &limits, &kind->limit_count) ||
        !dry__json_array(reader->report, at, "drives", 64, &drives, &kind->drive_count))
        return false;
    kind->limits = dry__read_alloc(reader, kind->limit_count, sizeof *kind->limits);
    kind->drives = dry__read_alloc(reader, kind->drive_count, sizeof *kind->drives);
    if (!kind->limits || !kind->drives)
        return false;
    for (int32_t i = 0; i < kind->limit_count; ++i) {
        JsonPlace item = dry__json_item(&limits, (size_t)i);
        if (!read_limit(reader, &item, &kind->limits[i]))
            return false;
    }
    for (int32_t i = 0; i < kind->drive_count; ++i) {
        JsonPlace item = dry__json_item(&drives, (size_t)i);
        if (!read_drive(reader, &item, &kind->drives[i]))
            return false;
    }
    return true;
}

static bool read_joint_kinds(SceneReader *reader, const JsonPlace *extension)
{
    JsonPlace array;
    DryScene *scene = reader->scene;
    if (!dry__json_array(reader->report, extension, "physicsJoints", DRY_SCENE_MAX_ITEMS, &array,
                         &scene->joint_kind_count))
        return false;
    scene->joint_kinds = dry__read_alloc(reader, scene->joint_kind_count, sizeof *scene->joint_kinds);
    if (!scene->joint_kinds)
        return false;
    for (int32_t i = 0; i < scene->joint_kind_count; ++i) {
        JsonPlace item = dry__json_item(&array, (size_t)i);
        if (!read_joint_kind(reader, &item, &scene->joint_kinds[i]))
            return false;
    }
    return true;
}

bool dry__read_physics_tables(SceneReader *reader)
{
    JsonPlace extensions;
    JsonPlace physics;
    return dry__json_object(reader->report, &reader->root, "extensions", &extensions) &&
           read_shapes(reader, &extensions) &&
           dry__json_object(reader->report, &extensions, "KHR_physics_rigid_bodies", &physics) &&
           dry__read_materials(reader, &physics) && read_filters(reader, &physics) &&
           read_joint_kinds(reader, &physics);
}
