#include "scene/gltf_data.h"
#include "scene/gltf_mesh.h"
#include "scene/gltf_nodes.h"
#include "scene/gltf_physics.h"
#include "scene/gltf_tables.h"
#include "scene/limits.h"
#include "scene/reader.h"
#include "scene/uri.h"

#include <stdlib.h>
#include <string.h>

static bool check_asset(SceneReader *reader)
{
    JsonPlace asset;
    const char *version = NULL;
    if (!dry__json_object(reader->report, &reader->root, "asset", &asset))
        return false;
    if (!asset.value)
        return dry__json_fail(reader->report, &asset, "missing: this is no glTF file");
    if (!dry__json_string(reader->report, &asset, "version", &version))
        return false;
    if (!version || strncmp(version, "2.", 2) != 0)
        return dry__json_fail(reader->report, &asset, "version is \"%.20s\", must be 2.x",
                              version ? version : "");
    return true;
}

/* ---- what has no effect ---- */

/* Extensions that change only what is seen, or nothing at all. */
static bool is_harmless(const char *name)
{
    static const char *const prefixes[] = { "KHR_materials_", "KHR_texture_",     "EXT_texture_",
                                            "MSFT_texture_",  "KHR_lights_",      "EXT_lights_",
                                            "KHR_xmp",        "KHR_audio",        "KHR_animation_",
                                            "EXT_feature",    "KHR_interact",     "KHR_node_visibility",
                                            "MSFT_lod",       "EXT_mesh_features" };
    static const char *const known[] = { "KHR_physics_rigid_bodies", "KHR_implicit_shapes",
                                         "KHR_mesh_quantization" };
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; ++i)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        if (strcmp(name, known[i]) == 0)
            return true;
    return false;
}

static bool names_extension(const JsonPlace *array, const char *name)
{
    for (size_t i = 0; i < json_array_size(array->value); ++i) {
        const char *other = json_string_value(json_array_get(array->value, i));
        if (other && strcmp(other, name) == 0)
            return true;
    }
    return false;
}

static bool warn_extensions(SceneReader *reader)
{
    JsonPlace used;
    JsonPlace required;
    int32_t used_count = 0;
    int32_t required_count = 0;
    if (!dry__json_array(reader->report, &reader->root, "extensionsUsed", DRY_SCENE_MAX_ITEMS, &used,
                         &used_count) ||
        !dry__json_array(reader->report, &reader->root, "extensionsRequired", DRY_SCENE_MAX_ITEMS, &required,
                         &required_count))
        return false;
    for (int32_t pass = 0; pass < 2; ++pass) {
        const JsonPlace *array = pass == 0 ? &required : &used;
        for (size_t i = 0; i < json_array_size(array->value); ++i) {
            JsonPlace item = dry__json_item(array, i);
            const char *name = json_string_value(item.value);
            if (!name)
                return dry__json_fail(reader->report, &item, "is no string");
            if (is_harmless(name) || (pass == 1 && names_extension(&required, name)))
                continue;
            dry__json_warn(reader->report, &item, "extension %s is not supported%s", name,
                           pass == 0 ? ", though the file requires it: the simulation may be another one"
                                     : "");
        }
    }
    return true;
}

static bool warn_animation(SceneReader *reader, const JsonPlace *animation)
{
    JsonPlace channels;
    int32_t count = 0;
    if (!dry__json_expect_object(reader->report, animation) ||
        !dry__json_array(reader->report, animation, "channels", DRY_SCENE_MAX_ITEMS, &channels, &count))
        return false;
    for (int32_t i = 0; i < count; ++i) {
        JsonPlace channel = dry__json_item(&channels, (size_t)i);
        JsonPlace target;
        int32_t node = -1;
        if (!dry__json_expect_object(reader->report, &channel) ||
            !dry__json_object(reader->report, &channel, "target", &target) ||
            (target.value &&
             !dry__json_index(reader->report, &target, "node", reader->scene->node_count, "nodes", &node)))
            return false;
        if (node >= 0 && reader->scene->nodes[node].has_physics) {
            dry__json_warn(
                reader->report, &target,
                "the node carries a rigid body: it is simulated and does not follow the animation");
        }
    }
    return true;
}

static bool warn_unsupported(SceneReader *reader)
{
    JsonPlace animations;
    int32_t count = 0;
    if (!warn_extensions(reader) || !dry__json_array(reader->report, &reader->root, "animations",
                                                     DRY_SCENE_MAX_ITEMS, &animations, &count))
        return false;
    for (int32_t i = 0; i < count; ++i) {
        JsonPlace animation = dry__json_item(&animations, (size_t)i);
        if (!warn_animation(reader, &animation))
            return false;
    }
    return true;
}

/* ---- opening and closing ---- */

static const char *last_slash(const char *path)
{
    const char *slash = strrchr(path, '/');
#if defined(_WIN32)
    const char *back = strrchr(path, '\\');
    slash = !slash || (back && back > slash) ? back : slash;
#endif
    return slash;
}

static DryScene *create(const char *path, bool external)
{
    DryScene *scene = calloc(1, sizeof *scene);
    SceneArena *arena = calloc(1, sizeof *arena);
    GltfFile *file = calloc(1, sizeof *file);
    if (!scene || !arena || !file) {
        free(scene);
        free(arena);
        free(file);
        return NULL;
    }
    scene->arena = arena;
    scene->file = file;
    file->arena = arena;
    const char *slash = last_slash(path);
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    scene->name = dry__arena_text(arena, path + folder);
    char *copy = dry__arena_text(arena, path);
    if (!scene->name || !copy) {
        dry_scene_destroy(scene);
        return NULL;
    }
    copy[folder] = '\0';
    file->folder = external ? copy : NULL;
    return scene;
}

void dry_scene_destroy(DryScene *scene)
{
    if (!scene)
        return;
    dry__gltf_close(scene->file);
    dry__warnings_release(&scene->warnings);
    dry__arena_release(scene->arena);
    free(scene->file);
    free(scene->arena);
    free(scene);
}

static bool read_all(DryScene *scene, SceneReport *report, uint8_t *data, size_t size)
{
    SceneReader reader = { scene, scene->file, report, { 0 } };
    if (!dry__gltf_open(reader.file, report, data, size))
        return false;
    reader.root = dry__json_root(reader.file->json);
    return check_asset(&reader) && dry__gltf_load_data(reader.file, report) && dry__read_nodes(&reader) &&
           dry__read_physics_tables(&reader) && dry__read_physics_nodes(&reader) &&
           dry__read_collider_meshes(&reader) && warn_unsupported(&reader);
}

/* Takes `data` over. */
static DryStatus read_data(const char *path, bool external, uint8_t *data, size_t size, DryScene **out,
                           DrySceneMessage *message)
{
    SceneReport report = { .file = path, .message = message };
    DryScene *scene = create(path, external);
    if (!scene) {
        free(data);
        (void)dry__report_memory(&report);
        return report.status;
    }
    report.warnings = &scene->warnings;
    if (!read_all(scene, &report, data, size)) {
        dry_scene_destroy(scene);
        return report.status;
    }
    *out = scene;
    return DRY_OK;
}

DryStatus dry_scene_read(const char *path, DryScene **scene, DrySceneMessage *message)
{
    SceneReport report = { .file = path ? path : "dry_scene_read", .message = message };
    if (message)
        message->text[0] = '\0';
    if (scene)
        *scene = NULL;
    if (!path || !scene) {
        (void)dry__report_fail(&report, DRY_ERROR_ARGUMENT, "", "an argument is null");
        return report.status;
    }
    size_t size = 0;
    const char *reason = NULL;
    uint8_t *data = dry__file_read(path, DRY_SCENE_MAX_FILE, &size, &reason);
    if (!data) {
        (void)dry__report_fail(&report, DRY_ERROR_ARGUMENT, "", "%s", reason);
        return report.status;
    }
    return read_data(path, true, data, size, scene, message);
}

DryStatus dry_scene_read_memory(const void *data, size_t size, const char *name, DryScene **scene,
                                DrySceneMessage *message)
{
    SceneReport report = { .file = name ? name : "dry_scene_read_memory", .message = message };
    if (message)
        message->text[0] = '\0';
    if (scene)
        *scene = NULL;
    if (!data || !name || !scene || size > (size_t)DRY_SCENE_MAX_FILE) {
        (void)dry__report_fail(&report, DRY_ERROR_ARGUMENT, "", "an argument is null or the data too large");
        return report.status;
    }
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy) {
        (void)dry__report_memory(&report);
        return report.status;
    }
    memcpy(copy, data, size);
    return read_data(name, false, copy, size, scene, message);
}
