/**
 * What a glTF file's `uri` may say: data in place, or a file beside the scene.
 */
#ifndef DRYSTONE_SCENE_URI_H
#define DRYSTONE_SCENE_URI_H

#include "scene/limits.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool dry__uri_is_data(const char *uri);

/**
 * Decodes a `data:` URI with base64 content. Null with `reason` set when it is not one, is damaged or holds
 * more than `most` bytes; the caller frees the result. A null reason means that memory ran out.
 */
uint8_t *dry__uri_decode_data(const char *uri, size_t most, size_t *size, const char **reason);

/**
 * Turns a relative URI into a relative path, percent-decoded. Refused, with a reason: other schemes and
 * hosts, absolute paths, `..`, empty segments, backslashes, colons, control characters, and more than
 * DRY_SCENE_MAX_URI bytes.
 */
bool dry__uri_to_path(const char *uri, char path[DRY_SCENE_MAX_URI + 1], const char **reason);

/**
 * Reads a regular file of at most `most` bytes. Null with `reason` set; the caller frees the result.
 */
uint8_t *dry__file_read(const char *path, int64_t most, size_t *size, const char **reason);

#endif
