#include "scene/glb_merge.h"

#include "scene/limits.h"
#include "scene/uri.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- buffers ---- */

/* Where each of the file's buffers went. */
typedef struct BufferPlace {
    int64_t buffer; /**< new index */
    size_t offset;
} BufferPlace;

static bool move_index(GlbWriter *writer, json_t *object, const BufferPlace *places)
{
    json_t *index = json_object_get(object, "buffer");
    json_int_t old = json_is_integer(index) ? json_integer_value(index) : -1;
    if (old < 0 || old >= writer->scene->file->buffer_count)
        return true;
    json_int_t offset =
        json_integer_value(json_object_get(object, "byteOffset")) + (json_int_t)places[old].offset;
    if (json_object_set_new(object, "buffer", json_integer(places[old].buffer)) != 0 ||
        json_object_set_new(object, "byteOffset", json_integer(offset)) != 0)
        return dry__report_memory(writer->report);
    return true;
}

/* Compressed views name a buffer once more, inside their extension. */
static bool move_views(GlbWriter *writer, const BufferPlace *places)
{
    size_t i;
    json_t *view;
    json_array_foreach(json_object_get(writer->root, "bufferViews"), i, view)
    {
        const char *name;
        json_t *extension;
        if (!move_index(writer, view, places))
            return false;
        json_object_foreach(json_object_get(view, "extensions"), name, extension)
        {
            if (!move_index(writer, extension, places))
                return false;
        }
    }
    return true;
}

static bool merge_buffers(GlbWriter *writer)
{
    const GltfFile *file = writer->scene->file;
    json_t *old = json_incref(json_object_get(writer->root, "buffers"));
    json_t *buffers = json_array();
    BufferPlace *places = calloc((size_t)file->buffer_count + 1, sizeof *places);
    bool good = places && json_object_set_new(writer->root, "buffers", buffers) == 0 &&
                json_array_append_new(buffers, json_pack("{s:i}", "byteLength", 0)) == 0;
    if (!good)
        (void)dry__report_memory(writer->report);
    for (int32_t i = 0; good && i < file->buffer_count; ++i) {
        const GltfBuffer *buffer = &file->buffers[i];
        if (buffer->data) {
            good = dry__glb_append(writer, buffer->data, buffer->size, &places[i].offset);
        } else {
            /* a fallback without data stays what it is */
            places[i].buffer = (int64_t)json_array_size(buffers);
            good = json_array_append(buffers, json_array_get(old, (size_t)i)) == 0 ||
                   dry__report_memory(writer->report);
        }
    }
    good = good && move_views(writer, places);
    json_decref(old);
    free(places);
    return good;
}

/* ---- images ---- */

/* A PNG of one white pixel, in the place of images that cannot be had: the result must hold all it names. */
static const uint8_t white_pixel[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00,
    0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3a, 0x7e, 0x9b, 0x55, 0x00,
    0x00, 0x00, 0x0a, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0xf8, 0x0f, 0x00, 0x01, 0x01, 0x01, 0x00,
    0x1c, 0xb0, 0x8c, 0x99, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
};

static const char *image_type(const uint8_t *data, size_t size)
{
    if (size >= 8 && memcmp(data, "\x89PNG\r\n\x1a\n", 8) == 0)
        return "image/png";
    if (size >= 3 && memcmp(data, "\xff\xd8\xff", 3) == 0)
        return "image/jpeg";
    if (size >= 12 && memcmp(data, "RIFF", 4) == 0 && memcmp(data + 8, "WEBP", 4) == 0)
        return "image/webp";
    if (size >= 12 && memcmp(data, "\xabKTX 20\xbb\r\n\x1a\n", 12) == 0)
        return "image/ktx2";
    return NULL;
}

/* The image's bytes, to be freed, or null with the reason. */
static uint8_t *load_image(const GltfFile *file, const char *uri, size_t *size, const char **reason)
{
    char path[DRY_SCENE_MAX_URI + 1];
    if (dry__uri_is_data(uri))
        return dry__uri_decode_data(uri, (size_t)DRY_SCENE_MAX_BYTES, size, reason);
    *reason = "is an external file, which is not allowed here";
    if (!file->folder || !dry__uri_to_path(uri, path, reason))
        return NULL;
    size_t length = strlen(file->folder) + strlen(path) + 1;
    char *full = malloc(length);
    *reason = NULL;
    if (!full)
        return NULL;
    (void)snprintf(full, length, "%s%s", file->folder, path);
    uint8_t *data = dry__file_read(full, DRY_SCENE_MAX_BYTES, size, reason);
    free(full);
    return data;
}

static bool embed_image(GlbWriter *writer, json_t *image, size_t index)
{
    const char *uri = json_string_value(json_object_get(image, "uri"));
    if (!uri)
        return true;
    size_t size = 0;
    const char *reason = NULL;
    uint8_t *data = load_image(writer->scene->file, uri, &size, &reason);
    const char *type = data ? image_type(data, size) : NULL;
    if (!type) {
        char place[64];
        (void)snprintf(place, sizeof place, "images[%zu].uri", index);
        dry__warnings_add(&writer->recorder->warnings, place, "replaced by white: %s",
                          data     ? "no known kind of image"
                          : reason ? reason
                                   : "out of memory");
        type = "image/png";
    }
    size_t offset = 0;
    bool known = data && image_type(data, size);
    size = known ? size : sizeof white_pixel;
    bool good = dry__glb_append(writer, known ? data : white_pixel, size, &offset);
    free(data);
    int64_t view = good ? dry__glb_view(writer, offset, size, GLB_NO_TARGET) : -1;
    if (view < 0)
        return false;
    (void)json_object_del(image, "uri");
    if (json_object_set_new(image, "bufferView", json_integer(view)) != 0 ||
        json_object_set_new(image, "mimeType", json_string(type)) != 0)
        return dry__report_memory(writer->report);
    return true;
}

bool dry__glb_merge(GlbWriter *writer)
{
    size_t i;
    json_t *image;
    if (!merge_buffers(writer))
        return false;
    json_array_foreach(json_object_get(writer->root, "images"), i, image)
    {
        if (!embed_image(writer, image, i))
            return false;
    }
    return true;
}
