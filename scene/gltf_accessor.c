#include "scene/gltf_accessor.h"

#include "scene/limits.h"

#include <math.h>
#include <string.h>

size_t dry__gltf_component_size(int32_t component)
{
    switch (component) {
    case GLTF_BYTE:
    case GLTF_UNSIGNED_BYTE:
        return 1;
    case GLTF_SHORT:
    case GLTF_UNSIGNED_SHORT:
        return 2;
    case GLTF_UNSIGNED_INT:
    case GLTF_FLOAT:
        return 4;
    default:
        return 0;
    }
}

/* Bytes of an element; columns of matrices are padded to four bytes. */
static size_t element_size(const char *type, size_t component, int32_t *columns)
{
    static const struct {
        const char *name;
        int32_t columns, rows;
    } types[] = { { "SCALAR", 1, 0 }, { "VEC2", 2, 0 }, { "VEC3", 3, 0 }, { "VEC4", 4, 0 },
                  { "MAT2", 2, 2 },   { "MAT3", 3, 3 }, { "MAT4", 4, 4 } };
    for (size_t i = 0; i < sizeof types / sizeof *types; ++i) {
        if (strcmp(type, types[i].name) != 0)
            continue;
        *columns = types[i].rows ? 0 : types[i].columns;
        if (!types[i].rows)
            return (size_t)types[i].columns * component;
        return (size_t)types[i].columns * (((size_t)types[i].rows * component + 3) / 4 * 4);
    }
    return 0;
}

/* Whether `count` elements from `offset` on lie within the view. */
static bool check_range(SceneReport *report, const JsonPlace *at, const GltfFile *file, int32_t view,
                        size_t offset, int32_t count, size_t size, size_t stride)
{
    size_t have = file->views[view].size;
    size_t need = (size_t)(count - 1) * stride + size;
    if (offset > have || need > have - offset)
        return dry__json_fail(report, at, "%d elements need bytes %zu..%zu of bufferViews[%d], which has %zu",
                              count, offset, offset + need, view, have);
    return true;
}

static bool read_sparse(GltfFile *file, SceneReport *report, const JsonPlace *at, GltfAccessor *accessor,
                        size_t size)
{
    JsonPlace sparse;
    JsonPlace indices;
    JsonPlace values;
    if (!dry__json_object(report, at, "sparse", &sparse))
        return false;
    if (!sparse.value)
        return true;
    int64_t count = 0;
    int64_t component = 0;
    int64_t index_offset = 0;
    int64_t value_offset = 0;
    if (!dry__json_integer(report, &sparse, "count", 1, accessor->count, &count) ||
        !dry__json_object(report, &sparse, "indices", &indices) ||
        !dry__json_object(report, &sparse, "values", &values))
        return false;
    if (count == 0 || !indices.value || !values.value)
        return dry__json_fail(report, &sparse, "needs count, indices and values");
    if (!dry__json_index(report, &indices, "bufferView", file->view_count, "bufferViews",
                         &accessor->index_view) ||
        !dry__json_integer(report, &indices, "byteOffset", 0, DRY_SCENE_MAX_BYTES, &index_offset) ||
        !dry__json_integer(report, &indices, "componentType", GLTF_BYTE, GLTF_FLOAT, &component) ||
        !dry__json_index(report, &values, "bufferView", file->view_count, "bufferViews",
                         &accessor->value_view) ||
        !dry__json_integer(report, &values, "byteOffset", 0, DRY_SCENE_MAX_BYTES, &value_offset))
        return false;
    if (accessor->index_view < 0 || accessor->value_view < 0)
        return dry__json_fail(report, &sparse, "needs a bufferView for indices and for values");
    if (component != GLTF_UNSIGNED_BYTE && component != GLTF_UNSIGNED_SHORT && component != GLTF_UNSIGNED_INT)
        return dry__json_fail(report, &indices, "componentType %lld is no unsigned integer",
                              (long long)component);
    accessor->sparse_count = (int32_t)count;
    accessor->index_component = (int32_t)component;
    accessor->index_offset = (size_t)index_offset;
    accessor->value_offset = (size_t)value_offset;
    size_t index_size = dry__gltf_component_size(accessor->index_component);
    return check_range(report, &indices, file, accessor->index_view, accessor->index_offset,
                       accessor->sparse_count, index_size, index_size) &&
           check_range(report, &values, file, accessor->value_view, accessor->value_offset,
                       accessor->sparse_count, size, size);
}

static bool read_accessor(GltfFile *file, SceneReport *report, const JsonPlace *at, GltfAccessor *accessor)
{
    int64_t offset = 0;
    int64_t count = 0;
    int64_t component = 0;
    const char *type = "";
    accessor->view = accessor->index_view = accessor->value_view = -1;
    if (!dry__json_expect_object(report, at) ||
        !dry__json_index(report, at, "bufferView", file->view_count, "bufferViews", &accessor->view) ||
        !dry__json_integer(report, at, "byteOffset", 0, DRY_SCENE_MAX_BYTES, &offset) ||
        !dry__json_integer(report, at, "count", 1, DRY_SCENE_MAX_ELEMENTS, &count) ||
        !dry__json_integer(report, at, "componentType", 0, INT32_MAX, &component) ||
        !dry__json_string(report, at, "type", &type) ||
        !dry__json_boolean(report, at, "normalized", &accessor->normalized))
        return false;
    if (count == 0)
        return dry__json_fail(report, at, "has no count");
    accessor->offset = (size_t)offset;
    accessor->count = (int32_t)count;
    accessor->component = (int32_t)component;
    size_t component_size = dry__gltf_component_size(accessor->component);
    if (component_size == 0)
        return dry__json_fail(report, at, "componentType %lld is not known", (long long)component);
    size_t size = element_size(type, component_size, &accessor->columns);
    if (size == 0)
        return dry__json_fail(report, at, "type \"%.20s\" is not known", type);
    if (accessor->view >= 0) {
        size_t stride = file->views[accessor->view].stride;
        if (!check_range(report, at, file, accessor->view, accessor->offset, accessor->count, size,
                         stride ? stride : size))
            return false;
    }
    return read_sparse(file, report, at, accessor, size);
}

bool dry__gltf_load_accessors(GltfFile *file, SceneReport *report, const JsonPlace *root)
{
    JsonPlace array;
    int32_t count = 0;
    if (!dry__json_array(report, root, "accessors", DRY_SCENE_MAX_ITEMS, &array, &count))
        return false;
    file->accessors = dry__arena_alloc(file->arena, (size_t)count, sizeof *file->accessors);
    if (!file->accessors)
        return dry__report_memory(report);
    file->accessor_count = count;
    for (int32_t i = 0; i < count; ++i) {
        JsonPlace item = dry__json_item(&array, (size_t)i);
        if (!read_accessor(file, report, &item, &file->accessors[i]))
            return false;
    }
    return true;
}

/* ---- elements ---- */

static uint32_t read_unsigned(const uint8_t *p, int32_t component)
{
    uint32_t value = p[0];
    if (component == GLTF_UNSIGNED_SHORT || component == GLTF_UNSIGNED_INT)
        value |= (uint32_t)p[1] << 8;
    if (component == GLTF_UNSIGNED_INT)
        value |= (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    return value;
}

/* Normalized integers as glTF maps them: c / 127 with -128 as -1, and so on. */
static float read_component(const uint8_t *p, int32_t component, bool normalized)
{
    uint32_t pair = dry__gltf_component_size(component) > 1 ? read_unsigned(p, GLTF_UNSIGNED_SHORT) : 0;
    switch (component) {
    case GLTF_BYTE:
        return normalized ? fmaxf((float)(int8_t)p[0] / 127.0f, -1.0f) : (float)(int8_t)p[0];
    case GLTF_UNSIGNED_BYTE:
        return normalized ? (float)p[0] / 255.0f : (float)p[0];
    case GLTF_SHORT:
        return normalized ? fmaxf((float)(int16_t)pair / 32767.0f, -1.0f) : (float)(int16_t)pair;
    case GLTF_UNSIGNED_SHORT:
        return normalized ? (float)pair / 65535.0f : (float)pair;
    case GLTF_UNSIGNED_INT:
        return (float)read_unsigned(p, GLTF_UNSIGNED_INT);
    default: {
        uint32_t bits = read_unsigned(p, GLTF_UNSIGNED_INT);
        float value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    }
}

static DryVec3 read_vector(const uint8_t *p, const GltfAccessor *accessor)
{
    size_t size = dry__gltf_component_size(accessor->component);
    return dry_vec3(read_component(p, accessor->component, accessor->normalized),
                    read_component(p + size, accessor->component, accessor->normalized),
                    read_component(p + 2 * size, accessor->component, accessor->normalized));
}

/* The view's data, or an error when it is compressed or was left out. */
static const uint8_t *view_data(GltfFile *file, SceneReport *report, const JsonPlace *place, int32_t view)
{
    const GltfView *v = &file->views[view];
    const GltfBuffer *buffer = &file->buffers[v->buffer];
    if (v->compression)
        (void)dry__json_fail(report, place, "needs data compressed with %s, which is not supported",
                             v->compression);
    else if (!buffer->data)
        (void)dry__json_fail(report, place, "needs buffers[%d], which has neither uri nor data", v->buffer);
    else
        return buffer->data + v->offset;
    return NULL;
}

static bool apply_sparse(GltfFile *file, SceneReport *report, const JsonPlace *place,
                         const GltfAccessor *accessor, DryVec3 *points)
{
    const uint8_t *indices = view_data(file, report, place, accessor->index_view);
    const uint8_t *values = indices ? view_data(file, report, place, accessor->value_view) : NULL;
    if (!values)
        return false;
    size_t index_size = dry__gltf_component_size(accessor->index_component);
    size_t size = 3 * dry__gltf_component_size(accessor->component);
    for (int32_t i = 0; i < accessor->sparse_count; ++i) {
        uint32_t target = read_unsigned(indices + accessor->index_offset + (size_t)i * index_size,
                                        accessor->index_component);
        if (target >= (uint32_t)accessor->count)
            return dry__json_fail(report, place, "sparse index %u of an accessor with %d elements", target,
                                  accessor->count);
        points[target] = read_vector(values + accessor->value_offset + (size_t)i * size, accessor);
    }
    return true;
}

DryVec3 *dry__gltf_read_points(GltfFile *file, SceneReport *report, const JsonPlace *place, int32_t index)
{
    const GltfAccessor *accessor = &file->accessors[index];
    if (accessor->columns != 3) {
        (void)dry__json_fail(report, place, "accessors[%d] must be of type VEC3", index);
        return NULL;
    }
    if (accessor->count > DRY_SCENE_MAX_VERTICES) {
        (void)dry__json_fail(report, place, "%d vertices, at most %d are allowed", accessor->count,
                             DRY_SCENE_MAX_VERTICES);
        return NULL;
    }
    DryVec3 *points = dry__arena_alloc(file->arena, (size_t)accessor->count, sizeof *points);
    if (!points) {
        (void)dry__report_memory(report);
        return NULL;
    }
    if (accessor->view >= 0) {
        const uint8_t *data = view_data(file, report, place, accessor->view);
        if (!data)
            return NULL;
        size_t stride = file->views[accessor->view].stride;
        stride = stride ? stride : 3 * dry__gltf_component_size(accessor->component);
        for (int32_t i = 0; i < accessor->count; ++i)
            points[i] = read_vector(data + accessor->offset + (size_t)i * stride, accessor);
    }
    if (accessor->sparse_count > 0 && !apply_sparse(file, report, place, accessor, points))
        return NULL;
    for (int32_t i = 0; i < accessor->count; ++i) {
        if (!isfinite(points[i].x) || !isfinite(points[i].y) || !isfinite(points[i].z)) {
            (void)dry__json_fail(report, place, "vertex %d is not finite", i);
            return NULL;
        }
    }
    return points;
}

uint32_t *dry__gltf_read_indices(GltfFile *file, SceneReport *report, const JsonPlace *place, int32_t index,
                                 uint32_t limit)
{
    const GltfAccessor *accessor = &file->accessors[index];
    int32_t component = accessor->component;
    if (accessor->columns != 1 || accessor->sparse_count > 0 || accessor->view < 0 ||
        (component != GLTF_UNSIGNED_BYTE && component != GLTF_UNSIGNED_SHORT &&
         component != GLTF_UNSIGNED_INT)) {
        (void)dry__json_fail(report, place,
                             "accessors[%d] holds no indices: unsigned scalars in a buffer view", index);
        return NULL;
    }
    const uint8_t *data = view_data(file, report, place, accessor->view);
    uint32_t *indices = data ? dry__arena_alloc(file->arena, (size_t)accessor->count, sizeof *indices) : NULL;
    if (!indices) {
        (void)dry__report_memory(report);
        return NULL;
    }
    size_t stride = file->views[accessor->view].stride;
    stride = stride ? stride : dry__gltf_component_size(component);
    for (int32_t i = 0; i < accessor->count; ++i) {
        indices[i] = read_unsigned(data + accessor->offset + (size_t)i * stride, component);
        if (indices[i] >= limit) {
            (void)dry__json_fail(report, place, "index %u of %u vertices", indices[i], limit);
            return NULL;
        }
    }
    return indices;
}
