#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* stat */
#endif

#include "scene/glb_animation.h"
#include "scene/glb_merge.h"
#include "scene/glb_visual.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- the container ---- */

static void put_u32(uint8_t *p, size_t value)
{
    for (int i = 0; i < 4; ++i)
        p[i] = (uint8_t)(value >> (8 * i));
}

/* Header, JSON padded with spaces, binary chunk padded with zeros. */
static uint8_t *pack(GlbWriter *writer, const char *json, size_t *size)
{
    size_t text = strlen(json);
    size_t text_size = (text + 3) / 4 * 4;
    size_t bin_size = (writer->bin_size + 3) / 4 * 4;
    size_t total = 20 + text_size + (bin_size ? 8 + bin_size : 0);
    if (total > 0xffffffffu) {
        (void)dry__report_fail(writer->report, DRY_ERROR_SIZE, "", "the result is larger than a .glb can be");
        return NULL;
    }
    uint8_t *data = calloc(1, total);
    if (!data) {
        (void)dry__report_memory(writer->report);
        return NULL;
    }
    /* no strings: NOLINTBEGIN(bugprone-not-null-terminated-result) */
    memcpy(data, "glTF", 4);
    put_u32(data + 4, 2);
    put_u32(data + 8, total);
    put_u32(data + 12, text_size);
    memcpy(data + 16, "JSON", 4);
    memset(data + 20, ' ', text_size);
    memcpy(data + 20, json, text);
    /* NOLINTEND(bugprone-not-null-terminated-result) */
    if (bin_size) {
        uint8_t *chunk = data + 20 + text_size;
        put_u32(chunk, bin_size);
        memcpy(chunk + 4, "BIN", 4);
        memcpy(chunk + 8, writer->bin, writer->bin_size);
    }
    *size = total;
    return data;
}

static bool name_generator(GlbWriter *writer)
{
    json_t *asset = json_object_get(writer->root, "asset");
    char name[64];
    (void)snprintf(name, sizeof name, "drystone %s", dry_version());
    return json_object_set_new(asset, "generator", json_string(name)) == 0 ||
           dry__report_memory(writer->report);
}

static uint8_t *write_all(GlbWriter *writer, size_t *size)
{
    writer->root = json_deep_copy(writer->scene->file->json);
    if (!writer->root) {
        (void)dry__report_memory(writer->report);
        return NULL;
    }
    if (!name_generator(writer) || !dry__glb_merge(writer) || !dry__glb_show_colliders(writer) ||
        !dry__glb_animate(writer))
        return NULL;
    if (writer->bin_size > 0) {
        json_t *buffer = json_array_get(dry__glb_array(writer, "buffers"), 0);
        if (json_object_set_new(buffer, "byteLength", json_integer((json_int_t)writer->bin_size)) != 0) {
            (void)dry__report_memory(writer->report);
            return NULL;
        }
    }
    char *json = json_dumps(writer->root, JSON_COMPACT | JSON_REAL_PRECISION(9));
    if (!json) {
        (void)dry__report_memory(writer->report);
        return NULL;
    }
    uint8_t *data = pack(writer, json, size);
    free(json);
    return data;
}

DryStatus dry_scene_recorder_glb(DrySceneRecorder *recorder, void **data, size_t *size,
                                 DrySceneMessage *message)
{
    SceneReport report = { .file = recorder ? recorder->scene->name : "dry_scene_recorder_glb",
                           .message = message };
    if (message)
        message->text[0] = '\0';
    if (!recorder || !data || !size) {
        (void)dry__report_fail(&report, DRY_ERROR_ARGUMENT, "", "an argument is null");
        return report.status;
    }
    dry__warnings_release(&recorder->warnings);
    report.warnings = &recorder->warnings;
    GlbWriter writer = { .recorder = recorder, .scene = recorder->scene, .report = &report };
    *data = write_all(&writer, size);
    json_decref(writer.root);
    free(writer.bin);
    return report.status;
}

/* ---- the file ---- */

/* Devices and pipes are written to, not replaced by a file of their name. */
static bool is_special(const char *path)
{
#if defined(_WIN32)
    (void)path;
    return false;
#else
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
#endif
}

static bool replace(const char *from, const char *to)
{
#if defined(_WIN32)
    (void)remove(to); /* rename does not replace there */
#endif
    return rename(from, to) == 0;
}

static bool write_file(SceneReport *report, const char *path, const void *data, size_t size)
{
    static const char suffix[] = ".partial";
    bool special = is_special(path);
    size_t length = strlen(path) + sizeof suffix;
    char *temporary = malloc(length);
    if (!temporary)
        return dry__report_memory(report);
    (void)snprintf(temporary, length, "%s%s", path, special ? "" : suffix);
    errno = 0;
    FILE *file = fopen(temporary, "wb");
    bool good = file != NULL;
    if (file) {
        good = fwrite(data, 1, size, file) == size;
        good = fclose(file) == 0 && good;
        good = good && (special || replace(temporary, path));
        if (!good && !special) {
            int code = errno;
            (void)remove(temporary);
            errno = code;
        }
    }
    if (!good)
        (void)dry__report_fail(report, DRY_ERROR_ARGUMENT, "", "cannot write: %s",
                               errno ? strerror(errno) : "output error");
    free(temporary);
    return good;
}

DryStatus dry_scene_recorder_write_glb(DrySceneRecorder *recorder, const char *path, DrySceneMessage *message)
{
    SceneReport report = { .file = path ? path : "dry_scene_recorder_write_glb", .message = message };
    void *data = NULL;
    size_t size = 0;
    if (!path) {
        (void)dry__report_fail(&report, DRY_ERROR_ARGUMENT, "", "an argument is null");
        return report.status;
    }
    DryStatus status = dry_scene_recorder_glb(recorder, &data, &size, message);
    if (status != DRY_OK)
        return status;
    (void)write_file(&report, path, data, size);
    free(data);
    return report.status;
}
