/**
 * The container of a scene: a .gltf or .glb with its JSON, and what its buffers, buffer views and accessors
 * are.
 */
#ifndef DRYSTONE_SCENE_GLTF_FILE_H
#define DRYSTONE_SCENE_GLTF_FILE_H

#include "scene/arena.h"
#include "scene/json.h"

typedef struct GltfBuffer {
    const uint8_t *data; /**< null when the file leaves it out, as a compressed view's fallback */
    size_t size;         /**< its byteLength */
    uint8_t *owned;      /**< to be freed */
} GltfBuffer;

typedef struct GltfView {
    int32_t buffer;
    size_t offset, size;
    size_t stride;           /**< 0: tightly packed */
    const char *compression; /**< name of an extension that compresses it, or null */
} GltfView;

/** Component types by their glTF numbers. */
enum {
    GLTF_BYTE = 5120,
    GLTF_UNSIGNED_BYTE = 5121,
    GLTF_SHORT = 5122,
    GLTF_UNSIGNED_SHORT = 5123,
    GLTF_UNSIGNED_INT = 5125,
    GLTF_FLOAT = 5126
};

typedef struct GltfAccessor {
    int32_t view; /**< -1: zeros */
    size_t offset;
    int32_t count;
    int32_t component;
    int32_t columns; /**< values per element; 0 for matrices, which are not read */
    bool normalized;
    int32_t sparse_count;
    int32_t index_view, index_component, value_view;
    size_t index_offset, value_offset;
} GltfAccessor;

typedef struct GltfFile {
    SceneArena *arena;
    char *folder;  /**< with its last slash, "" for the current one; null: external files are refused */
    uint8_t *data; /**< the file as read, of a .glb: owned */
    json_t *json;
    const uint8_t *bin; /**< the container's binary chunk */
    size_t bin_size;
    int64_t bytes; /**< decoded so far */
    GltfBuffer *buffers;
    GltfView *views;
    GltfAccessor *accessors;
    int32_t buffer_count, view_count, accessor_count;
} GltfFile;

/** Parses the container and the JSON. Takes `data` over, also when it fails. */
bool dry__gltf_open(GltfFile *file, SceneReport *report, uint8_t *data, size_t size);
void dry__gltf_close(GltfFile *file);

#endif
