#include "scene/gltf_data.h"

#include "scene/gltf_accessor.h"
#include "scene/limits.h"
#include "scene/uri.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- buffers ---- */

static bool read_external(GltfFile *file, SceneReport *report, const JsonPlace *place, const char *uri,
                          GltfBuffer *buffer, size_t *have)
{
    char path[DRY_SCENE_MAX_URI + 1];
    const char *reason = "an external file, which is not allowed here";
    if (!file->folder || !dry__uri_to_path(uri, path, &reason))
        return dry__json_fail(report, place, "\"%.80s\" %s", uri, reason);
    size_t length = strlen(file->folder) + strlen(path) + 1;
    char *full = malloc(length);
    if (!full)
        return dry__report_memory(report);
    (void)snprintf(full, length, "%s%s", file->folder, path);
    buffer->owned = dry__file_read(full, DRY_SCENE_MAX_BYTES - file->bytes, have, &reason);
    free(full);
    if (!buffer->owned)
        return dry__json_fail(report, place, "\"%.200s\": %s", path, reason);
    return true;
}

static bool read_buffer_uri(GltfFile *file, SceneReport *report, const JsonPlace *at, const char *uri,
                            GltfBuffer *buffer, size_t *have)
{
    JsonPlace place = dry__json_member(at, "uri");
    if (!dry__uri_is_data(uri)) {
        if (!read_external(file, report, &place, uri, buffer, have))
            return false;
    } else {
        const char *reason = NULL;
        buffer->owned = dry__uri_decode_data(uri, (size_t)(DRY_SCENE_MAX_BYTES - file->bytes), have, &reason);
        if (!buffer->owned)
            return reason ? dry__json_fail(report, &place, "%s", reason) : dry__report_memory(report);
    }
    buffer->data = buffer->owned;
    file->bytes += (int64_t)*have;
    return true;
}

static bool read_buffer(GltfFile *file, SceneReport *report, const JsonPlace *at, int32_t index)
{
    GltfBuffer *buffer = &file->buffers[index];
    const char *uri = NULL;
    int64_t length = -1;
    if (!dry__json_expect_object(report, at) || !dry__json_string(report, at, "uri", &uri) ||
        !dry__json_integer(report, at, "byteLength", 1, DRY_SCENE_MAX_BYTES, &length))
        return false;
    if (length < 0)
        return dry__json_fail(report, at, "has no byteLength");
    size_t have = 0;
    if (uri) {
        if (!read_buffer_uri(file, report, at, uri, buffer, &have))
            return false;
    } else if (index == 0 && file->bin) {
        buffer->data = file->bin;
        have = file->bin_size;
    } else {
        /* the fallback of a compressed view: without data, views of it are never read */
        have = (size_t)length;
    }
    if ((size_t)length > have)
        return dry__json_fail(report, at, "byteLength is %lld, but there are %zu bytes", (long long)length,
                              have);
    buffer->size = (size_t)length;
    return true;
}

static bool load_buffers(GltfFile *file, SceneReport *report, const JsonPlace *root)
{
    JsonPlace array;
    int32_t count = 0;
    if (!dry__json_array(report, root, "buffers", DRY_SCENE_MAX_ITEMS, &array, &count))
        return false;
    file->buffers = dry__arena_alloc(file->arena, (size_t)count, sizeof *file->buffers);
    if (!file->buffers)
        return dry__report_memory(report);
    file->buffer_count = count;
    for (int32_t i = 0; i < count; ++i) {
        JsonPlace item = dry__json_item(&array, (size_t)i);
        if (!read_buffer(file, report, &item, i))
            return false;
    }
    return true;
}

/* ---- views ---- */

static const char *view_compression(const JsonPlace *at)
{
    static const char *const names[] = { "EXT_meshopt_compression", "KHR_meshopt_compression",
                                         "MESHOPT_compression" };
    JsonPlace extensions = dry__json_member(at, "extensions");
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (json_object_get(extensions.value, names[i]))
            return names[i];
    return NULL;
}

static bool read_view(GltfFile *file, SceneReport *report, const JsonPlace *at, GltfView *view)
{
    int64_t offset = 0;
    int64_t size = -1;
    int64_t stride = 0;
    view->buffer = -1;
    if (!dry__json_expect_object(report, at) ||
        !dry__json_index(report, at, "buffer", file->buffer_count, "buffers", &view->buffer) ||
        !dry__json_integer(report, at, "byteOffset", 0, DRY_SCENE_MAX_BYTES, &offset) ||
        !dry__json_integer(report, at, "byteLength", 1, DRY_SCENE_MAX_BYTES, &size) ||
        !dry__json_integer(report, at, "byteStride", 4, 252, &stride))
        return false;
    if (view->buffer < 0 || size < 0)
        return dry__json_fail(report, at, "has no %s", view->buffer < 0 ? "buffer" : "byteLength");
    int64_t have = (int64_t)file->buffers[view->buffer].size;
    if (offset > have || size > have - offset)
        return dry__json_fail(report, at, "bytes %lld..%lld of buffers[%d], which has %lld",
                              (long long)offset, (long long)offset + (long long)size, view->buffer,
                              (long long)have);
    view->offset = (size_t)offset;
    view->size = (size_t)size;
    view->stride = (size_t)stride;
    view->compression = view_compression(at);
    return true;
}

static bool load_views(GltfFile *file, SceneReport *report, const JsonPlace *root)
{
    JsonPlace array;
    int32_t count = 0;
    if (!dry__json_array(report, root, "bufferViews", DRY_SCENE_MAX_ITEMS, &array, &count))
        return false;
    file->views = dry__arena_alloc(file->arena, (size_t)count, sizeof *file->views);
    if (!file->views)
        return dry__report_memory(report);
    file->view_count = count;
    for (int32_t i = 0; i < count; ++i) {
        JsonPlace item = dry__json_item(&array, (size_t)i);
        if (!read_view(file, report, &item, &file->views[i]))
            return false;
    }
    return true;
}

bool dry__gltf_load_data(GltfFile *file, SceneReport *report)
{
    JsonPlace root = dry__json_root(file->json);
    return load_buffers(file, report, &root) && load_views(file, report, &root) &&
           dry__gltf_load_accessors(file, report, &root);
}
