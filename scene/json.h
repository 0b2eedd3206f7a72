/**
 * Reading JSON values with checks, each at a place that messages can name: `nodes[3].extensions.X.collider`.
 *
 * The getters answer an absent member with the value that `out` holds already; a member of the wrong type or
 * out of range is an error and returns false.
 */
#ifndef DRYSTONE_SCENE_JSON_H
#define DRYSTONE_SCENE_JSON_H

#include "scene/report.h"

#include <jansson.h>

enum {
    JSON_PATH_SIZE = 256
};

/** A value and the way to it. Lives on the stack, below its parent. */
typedef struct JsonPlace {
    const struct JsonPlace *parent;
    const char *key; /**< null for an array's item */
    size_t index;
    json_t *value; /**< borrowed; null when absent */
} JsonPlace;

JsonPlace dry__json_root(json_t *value);
JsonPlace dry__json_member(const JsonPlace *parent, const char *key);
JsonPlace dry__json_item(const JsonPlace *parent, size_t index);
/** Writes the place as text; the beginning of a long one is cut. */
void dry__json_path(const JsonPlace *place, char path[JSON_PATH_SIZE]);

/** The error DRY_ERROR_FORMAT at this place. Returns false. */
bool dry__json_fail(SceneReport *report, const JsonPlace *place, const char *format, ...)
    DRY_SCENE_PRINTF(3, 4);
void dry__json_warn(SceneReport *report, const JsonPlace *place, const char *format, ...)
    DRY_SCENE_PRINTF(3, 4);

/** The item itself must be an object. */
bool dry__json_expect_object(SceneReport *report, const JsonPlace *place);
/** out->value is null when absent. */
bool dry__json_object(SceneReport *report, const JsonPlace *parent, const char *key, JsonPlace *out);
/** An array of at most `most` items; count 0 when absent. */
bool dry__json_array(SceneReport *report, const JsonPlace *parent, const char *key, int64_t most,
                     JsonPlace *out, int32_t *count);
bool dry__json_number(SceneReport *report, const JsonPlace *parent, const char *key, double least,
                      double most, double *out);
/** An array of exactly `count` numbers within +-most. `present` may be null. */
bool dry__json_numbers(SceneReport *report, const JsonPlace *parent, const char *key, size_t count,
                       double most, double *out, bool *present);
bool dry__json_integer(SceneReport *report, const JsonPlace *parent, const char *key, int64_t least,
                       int64_t most, int64_t *out);
/** An index into a table of `count` things called `table`. */
bool dry__json_index(SceneReport *report, const JsonPlace *parent, const char *key, int64_t count,
                     const char *table, int32_t *out);
bool dry__json_boolean(SceneReport *report, const JsonPlace *parent, const char *key, bool *out);
/** The text belongs to the JSON value. */
bool dry__json_string(SceneReport *report, const JsonPlace *parent, const char *key, const char **out);

#endif
