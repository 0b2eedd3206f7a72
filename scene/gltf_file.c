#include "scene/gltf_file.h"

#include "scene/json_parse.h"
#include "scene/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t read_u32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static bool parse_json(GltfFile *file, SceneReport *report, const char *place, const char *text, size_t size)
{
    if (size > (size_t)DRY_SCENE_MAX_JSON)
        return dry__report_fail(report, DRY_ERROR_FORMAT, "", "%zu bytes of JSON, at most %lld are allowed",
                                size, (long long)DRY_SCENE_MAX_JSON);
    file->json = dry__json_parse(report, place, text, size);
    return file->json != NULL;
}

/* A .glb: 12 bytes of header, then chunks of 8 bytes and their content: JSON first, binary second. */
static bool open_container(GltfFile *file, SceneReport *report, const uint8_t *data, size_t size)
{
    enum {
        JSON_CHUNK = 0x4e4f534a,
        BIN_CHUNK = 0x004e4942
    };
    if (size < 20)
        return dry__report_fail(report, DRY_ERROR_FORMAT, "header", "the file ends after %zu bytes", size);
    if (read_u32(data + 4) != 2)
        return dry__report_fail(report, DRY_ERROR_FORMAT, "header", "container version %u, must be 2",
                                read_u32(data + 4));
    size_t length = read_u32(data + 8);
    if (length > size || length < 20)
        return dry__report_fail(report, DRY_ERROR_FORMAT, "header",
                                "length is %zu, but the file has %zu bytes", length, size);
    size_t json_size = read_u32(data + 12);
    if (read_u32(data + 16) != (uint32_t)JSON_CHUNK)
        return dry__report_fail(report, DRY_ERROR_FORMAT, "chunk 0", "is no JSON");
    if (json_size > length - 20)
        return dry__report_fail(report, DRY_ERROR_FORMAT, "chunk 0", "%zu bytes are announced, %zu are left",
                                json_size, length - 20);
    size_t at = 20 + json_size;
    if (length - at >= 8 && read_u32(data + at + 4) == (uint32_t)BIN_CHUNK) {
        file->bin_size = read_u32(data + at);
        if (file->bin_size > length - at - 8)
            return dry__report_fail(report, DRY_ERROR_FORMAT, "chunk 1",
                                    "%zu bytes are announced, %zu are left", file->bin_size, length - at - 8);
        file->bin = data + at + 8;
    }
    return parse_json(file, report, "chunk 0", (const char *)data + 20, json_size);
}

bool dry__gltf_open(GltfFile *file, SceneReport *report, uint8_t *data, size_t size)
{
    file->data = data;
    if (size >= 4 && memcmp(data, "glTF", 4) == 0)
        return open_container(file, report, data, size);
    size_t mark = size >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    bool good = parse_json(file, report, "", (const char *)data + mark, size - mark);
    free(file->data);
    file->data = NULL;
    return good;
}

void dry__gltf_close(GltfFile *file)
{
    for (int32_t i = 0; i < file->buffer_count; ++i)
        free(file->buffers[i].owned);
    file->buffer_count = 0;
    json_decref(file->json);
    file->json = NULL;
    free(file->data);
    file->data = NULL;
}
