#include "scene/json.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

JsonPlace dry__json_root(json_t *value)
{
    JsonPlace place = { .value = value };
    return place;
}

JsonPlace dry__json_member(const JsonPlace *parent, const char *key)
{
    JsonPlace place = { parent, key, 0, json_object_get(parent->value, key) };
    return place;
}

JsonPlace dry__json_item(const JsonPlace *parent, size_t index)
{
    JsonPlace place = { parent, NULL, index, json_array_get(parent->value, index) };
    return place;
}

/* Written from the end, since the innermost part says most. */
void dry__json_path(const JsonPlace *place, char path[JSON_PATH_SIZE])
{
    char buffer[JSON_PATH_SIZE];
    size_t start = sizeof buffer - 1;
    buffer[start] = '\0';
    for (; place && place->parent; place = place->parent) {
        char part[96];
        if (place->key)
            (void)snprintf(part, sizeof part, "%s%s", place->parent->parent ? "." : "", place->key);
        else
            (void)snprintf(part, sizeof part, "[%zu]", place->index);
        size_t length = strlen(part);
        if (length > start)
            break;
        start -= length;
        memcpy(buffer + start, part, length);
    }
    memcpy(path, buffer + start, sizeof buffer - start);
}

bool dry__json_fail(SceneReport *report, const JsonPlace *place, const char *format, ...)
{
    char path[JSON_PATH_SIZE];
    dry__json_path(place, path);
    char reason[DRY_SCENE_MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return dry__report_fail(report, DRY_ERROR_FORMAT, path, "%s", reason);
}

void dry__json_warn(SceneReport *report, const JsonPlace *place, const char *format, ...)
{
    char path[JSON_PATH_SIZE];
    dry__json_path(place, path);
    char reason[DRY_SCENE_MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    dry__warnings_add(report->warnings, path, "%s", reason);
}

static const char *type_name(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "an array";
    case JSON_STRING:
        return "a string";
    case JSON_INTEGER:
    case JSON_REAL:
        return "a number";
    case JSON_TRUE:
    case JSON_FALSE:
        return "a boolean";
    case JSON_NULL:
    default:
        return "null";
    }
}

static bool wrong_type(SceneReport *report, const JsonPlace *place, const char *wanted)
{
    if (!place->value)
        return dry__json_fail(report, place, "missing, must be %s", wanted);
    return dry__json_fail(report, place, "is %s, must be %s", type_name(place->value), wanted);
}

bool dry__json_expect_object(SceneReport *report, const JsonPlace *place)
{
    return json_is_object(place->value) || wrong_type(report, place, "an object");
}

bool dry__json_object(SceneReport *report, const JsonPlace *parent, const char *key, JsonPlace *out)
{
    *out = dry__json_member(parent, key);
    return !out->value || dry__json_expect_object(report, out);
}

bool dry__json_array(SceneReport *report, const JsonPlace *parent, const char *key, int64_t most,
                     JsonPlace *out, int32_t *count)
{
    *out = dry__json_member(parent, key);
    *count = 0;
    if (!out->value)
        return true;
    if (!json_is_array(out->value))
        return wrong_type(report, out, "an array");
    size_t size = json_array_size(out->value);
    if (size > (size_t)most)
        return dry__json_fail(report, out, "has %zu items, at most %lld are allowed", size, (long long)most);
    *count = (int32_t)size;
    return true;
}

static bool check_number(SceneReport *report, const JsonPlace *place, double least, double most, double *out)
{
    if (!json_is_number(place->value))
        return wrong_type(report, place, "a number");
    double value = json_number_value(place->value);
    if (!(value >= least && value <= most))
        return dry__json_fail(report, place, "is %g, must lie in %g..%g", value, least, most);
    *out = value;
    return true;
}

bool dry__json_number(SceneReport *report, const JsonPlace *parent, const char *key, double least,
                      double most, double *out)
{
    JsonPlace place = dry__json_member(parent, key);
    return !place.value || check_number(report, &place, least, most, out);
}

bool dry__json_numbers(SceneReport *report, const JsonPlace *parent, const char *key, size_t count,
                       double most, double *out, bool *present)
{
    JsonPlace array = dry__json_member(parent, key);
    if (present)
        *present = array.value != NULL;
    if (!array.value)
        return true;
    if (!json_is_array(array.value))
        return wrong_type(report, &array, "an array");
    if (json_array_size(array.value) != count)
        return dry__json_fail(report, &array, "has %zu items, must have %zu", json_array_size(array.value),
                              count);
    for (size_t i = 0; i < count; ++i) {
        JsonPlace item = dry__json_item(&array, i);
        if (!check_number(report, &item, -most, most, &out[i]))
            return false;
    }
    return true;
}

bool dry__json_integer(SceneReport *report, const JsonPlace *parent, const char *key, int64_t least,
                       int64_t most, int64_t *out)
{
    JsonPlace place = dry__json_member(parent, key);
    if (!place.value)
        return true;
    double number = json_is_number(place.value) ? json_number_value(place.value) : (double)NAN;
    if (!(floor(number) == number))
        return wrong_type(report, &place, "an integer");
    if (!(number >= (double)least && number <= (double)most))
        return dry__json_fail(report, &place, "is %.0f, must lie in %lld..%lld", number, (long long)least,
                              (long long)most);
    *out = (int64_t)number;
    return true;
}

bool dry__json_index(SceneReport *report, const JsonPlace *parent, const char *key, int64_t count,
                     const char *table, int32_t *out)
{
    JsonPlace place = dry__json_member(parent, key);
    int64_t index = *out;
    if (!place.value)
        return true;
    if (!dry__json_integer(report, parent, key, INT32_MIN, INT32_MAX, &index))
        return false;
    if (index < 0 || index >= count)
        return dry__json_fail(report, &place, "is %lld, but the file has %lld %s", (long long)index,
                              (long long)count, table);
    *out = (int32_t)index;
    return true;
}

bool dry__json_boolean(SceneReport *report, const JsonPlace *parent, const char *key, bool *out)
{
    JsonPlace place = dry__json_member(parent, key);
    if (!place.value)
        return true;
    if (!json_is_boolean(place.value))
        return wrong_type(report, &place, "true or false");
    *out = json_is_true(place.value);
    return true;
}

bool dry__json_string(SceneReport *report, const JsonPlace *parent, const char *key, const char **out)
{
    JsonPlace place = dry__json_member(parent, key);
    if (!place.value)
        return true;
    if (!json_is_string(place.value))
        return wrong_type(report, &place, "a string");
    *out = json_string_value(place.value);
    return true;
}
