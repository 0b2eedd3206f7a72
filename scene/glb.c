#include "scene/glb.h"

#include <stdlib.h>
#include <string.h>

bool dry__glb_append(GlbWriter *writer, const void *data, size_t size, size_t *offset)
{
    size_t start = (writer->bin_size + 3) / 4 * 4;
    if (size > GLB_MOST_BIN || start > GLB_MOST_BIN - size)
        return dry__report_fail(writer->report, DRY_ERROR_SIZE, "",
                                "the result is larger than a .glb can be");
    size_t end = start + size;
    if (end > writer->bin_capacity) {
        size_t capacity = writer->bin_capacity ? writer->bin_capacity : 4096;
        while (capacity < end)
            capacity *= 2;
        uint8_t *larger = realloc(writer->bin, capacity);
        if (!larger)
            return dry__report_memory(writer->report);
        writer->bin = larger;
        writer->bin_capacity = capacity;
    }
    memset(writer->bin + writer->bin_size, 0, start - writer->bin_size);
    if (data)
        memcpy(writer->bin + start, data, size);
    else
        memset(writer->bin + start, 0, size);
    writer->bin_size = end;
    *offset = start;
    return true;
}

json_t *dry__glb_array(GlbWriter *writer, const char *key)
{
    json_t *array = json_object_get(writer->root, key);
    if (!array) {
        array = json_array();
        if (json_object_set_new(writer->root, key, array) != 0) {
            (void)dry__report_memory(writer->report);
            return NULL;
        }
    }
    return array;
}

int64_t dry__glb_add(GlbWriter *writer, const char *key, json_t *item)
{
    json_t *array = dry__glb_array(writer, key);
    if (!array) {
        json_decref(item);
        return -1;
    }
    if (json_array_append_new(array, item) != 0) {
        (void)dry__report_memory(writer->report);
        return -1;
    }
    return (int64_t)json_array_size(array) - 1;
}

int64_t dry__glb_view(GlbWriter *writer, size_t offset, size_t size, int target)
{
    json_t *view = json_pack("{s:i, s:I, s:I}", "buffer", 0, "byteOffset", (json_int_t)offset, "byteLength",
                             (json_int_t)size);
    if (view && target != GLB_NO_TARGET)
        (void)json_object_set_new(view, "target", json_integer(target));
    return dry__glb_add(writer, "bufferViews", view);
}

static json_t *bound(const float *values, int32_t count, int32_t width, int sign)
{
    json_t *array = json_array();
    for (int32_t k = 0; k < width; ++k) {
        float extreme = values[k];
        for (int32_t i = 1; i < count; ++i) {
            float value = values[(size_t)i * (size_t)width + (size_t)k];
            if ((float)sign * value > (float)sign * extreme)
                extreme = value;
        }
        (void)json_array_append_new(array, json_real((double)extreme));
    }
    return array;
}

int64_t dry__glb_floats(GlbWriter *writer, int64_t view, size_t view_offset, const float *values,
                        int32_t count, int32_t width, bool bounds)
{
    static const char *const types[5] = { "", "SCALAR", "VEC2", "VEC3", "VEC4" };
    json_t *accessor =
        json_pack("{s:I, s:I, s:i, s:i, s:s}", "bufferView", (json_int_t)view, "byteOffset",
                  (json_int_t)view_offset, "componentType", GLTF_FLOAT, "count", count, "type", types[width]);
    if (accessor && bounds) {
        (void)json_object_set_new(accessor, "min", bound(values, count, width, -1));
        (void)json_object_set_new(accessor, "max", bound(values, count, width, 1));
    }
    return dry__glb_add(writer, "accessors", accessor);
}
