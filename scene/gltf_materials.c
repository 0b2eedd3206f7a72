#include "scene/gltf_materials.h"

#include "scene/limits.h"

#include <math.h>
#include <string.h>

static const double most_size = 1e9;

/* The geometric mean is none of glTF's modes and gives way to all of them: what the other material says wins.
 */
DryMaterial dry__scene_material_default(void)
{
    DryMaterial material = dry_material_default();
    material.friction_combine = DRY_COMBINE_GEOMETRIC;
    material.restitution_combine = DRY_COMBINE_GEOMETRIC;
    return material;
}

static bool read_combine(SceneReader *reader, const JsonPlace *at, const char *key, DryCombine *combine)
{
    static const struct {
        const char *name;
        DryCombine combine;
    } modes[] = { { "average", DRY_COMBINE_AVERAGE },
                  { "minimum", DRY_COMBINE_MINIMUM },
                  { "maximum", DRY_COMBINE_MAXIMUM },
                  { "multiply", DRY_COMBINE_MULTIPLY } };
    const char *name = NULL;
    if (!dry__json_string(reader->report, at, key, &name))
        return false;
    if (!name)
        return true;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; ++i) {
        if (strcmp(name, modes[i].name) == 0) {
            *combine = modes[i].combine;
            return true;
        }
    }
    JsonPlace place = dry__json_member(at, key);
    dry__json_warn(reader->report, &place, "\"%.40s\" is not known and ignored", name);
    return true;
}

/* ---- what only Drystone reads: extras.drystone ---- */

/* Member of the file and of the material, with the range of the latter. */
typedef struct Extra {
    const char *key;
    float *value;
    double least, most; /* of values other than 0 */
} Extra;

static bool read_extra(SceneReader *reader, const JsonPlace *at, const Extra *extra)
{
    double value = (double)*extra->value;
    if (!dry__json_number(reader->report, at, extra->key, 0, extra->most, &value))
        return false;
    if (value > 0 && value < extra->least)
        return dry__json_fail(reader->report, at, "%s is %g, must be 0 or in [%g, %g]", extra->key, value,
                              extra->least, extra->most);
    *extra->value = (float)value;
    return true;
}

static bool read_direction(SceneReader *reader, const JsonPlace *at, const char *key, DryVec3 *direction)
{
    double v[3] = { 0, 0, 0 };
    if (!dry__json_numbers(reader->report, at, key, 3, 1e6, v, NULL))
        return false;
    *direction = dry_vec3((float)v[0], (float)v[1], (float)v[2]);
    return true;
}

/* A misspelt name would otherwise be a setting without effect. */
static void warn_of_others(SceneReader *reader, const JsonPlace *at, const Extra *extras, size_t count)
{
    static const char *const others[] = { "surfaceVelocity", "frictionDirection", "rollingCombine",
                                          "torsionCombine" };
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach(at->value, key, value)
    {
        bool known = false;
        for (size_t i = 0; i < count; ++i)
            known |= strcmp(key, extras[i].key) == 0;
        for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
            known |= strcmp(key, others[i]) == 0;
        if (!known)
            dry__json_warn(reader->report, at, "\"%.40s\" is not known and ignored", key);
    }
}

/* The extension has no words for these. `extras` may be of any type and belong to any program. */
static bool read_extras(SceneReader *reader, const JsonPlace *material_at, DryMaterial *material)
{
    const Extra extras[] = { { "rollingResistance", &material->rolling_resistance, 0, 1e6 },
                             { "torsionRadius", &material->torsion_radius, 0, 1e8 },
                             { "frictionAcross", &material->friction_across, 0, 1e3 },
                             { "stiffness", &material->stiffness, 1e-6, 1e12 },
                             { "damping", &material->damping, 0, 1e12 },
                             { "contactHertz", &material->contact_hertz, 0.01, 1e5 },
                             { "contactDampingRatio", &material->contact_damping_ratio, 0, 1e3 } };
    const size_t count = sizeof extras / sizeof *extras;
    JsonPlace all = dry__json_member(material_at, "extras");
    JsonPlace at;
    if (!json_is_object(all.value))
        return true;
    if (!dry__json_object(reader->report, &all, "drystone", &at))
        return false;
    if (!at.value)
        return true;
    for (size_t i = 0; i < count; ++i)
        if (!read_extra(reader, &at, &extras[i]))
            return false;
    warn_of_others(reader, &at, extras, count);
    return read_direction(reader, &at, "surfaceVelocity", &material->surface_velocity) &&
           read_direction(reader, &at, "frictionDirection", &material->friction_direction) &&
           read_combine(reader, &at, "rollingCombine", &material->rolling_combine) &&
           read_combine(reader, &at, "torsionCombine", &material->torsion_combine);
}

static bool read_material(SceneReader *reader, const JsonPlace *at, DryMaterial *material)
{
    SceneReport *report = reader->report;
    double friction = 0.6;
    double dynamic = 0.6;
    double restitution = 0;
    *material = dry__scene_material_default();
    material->restitution_combine = DRY_COMBINE_AVERAGE; /* a bouncy thing bounces, whatever it meets */
    if (!dry__json_expect_object(report, at) ||
        !dry__json_number(report, at, "staticFriction", 0, most_size, &friction) ||
        !dry__json_number(report, at, "dynamicFriction", 0, most_size, &dynamic) ||
        !dry__json_number(report, at, "restitution", 0, most_size, &restitution) ||
        !read_combine(reader, at, "frictionCombine", &material->friction_combine) ||
        !read_combine(reader, at, "restitutionCombine", &material->restitution_combine))
        return false;
    /* a file that gives only one of the two means it for both */
    bool has_static = dry__json_member(at, "staticFriction").value != NULL;
    bool has_dynamic = dry__json_member(at, "dynamicFriction").value != NULL;
    if (has_static && !has_dynamic)
        dynamic = fmin(dynamic, friction);
    if (has_dynamic && !has_static)
        friction = fmax(dynamic, friction);
    if (dynamic > friction) {
        dry__json_warn(report, at, "dynamicFriction %g exceeds staticFriction %g, which is used for both",
                       dynamic, friction);
        dynamic = friction;
    }
    if (restitution > 1) {
        dry__json_warn(report, at, "restitution %g would gain energy, 1 is used", restitution);
        restitution = 1;
    }
    material->friction = (float)friction;
    material->dynamic_friction = (float)dynamic;
    material->restitution = (float)restitution;
    return read_extras(reader, at, material);
}

bool dry__read_materials(SceneReader *reader, const JsonPlace *extension)
{
    JsonPlace array;
    DryScene *scene = reader->scene;
    if (!dry__json_array(reader->report, extension, "physicsMaterials", DRY_SCENE_MAX_ITEMS, &array,
                         &scene->material_count))
        return false;
    scene->materials = dry__read_alloc(reader, scene->material_count, sizeof *scene->materials);
    if (!scene->materials)
        return false;
    for (int32_t i = 0; i < scene->material_count; ++i) {
        JsonPlace item = dry__json_item(&array, (size_t)i);
        if (!read_material(reader, &item, &scene->materials[i]))
            return false;
    }
    return true;
}
