/**
 * Assembling a .glb: the scene's own JSON with additions, and one binary chunk. Internal to scene/.
 */
#ifndef DRYSTONE_SCENE_GLB_H
#define DRYSTONE_SCENE_GLB_H

#include "scene/gltf_file.h"
#include "scene/recording.h"

typedef struct GlbWriter {
    DrySceneRecorder *recorder;
    const DryScene *scene;
    SceneReport *report;
    json_t *root;
    uint8_t *bin;
    size_t bin_size, bin_capacity;
} GlbWriter;

/** Bytes of a .glb, and so of its binary chunk: a 32-bit length. Less than that, for the JSON. */
#define GLB_MOST_BIN ((size_t)0xe0000000u)

enum {
    GLB_NO_TARGET = 0,
    GLB_VERTICES = 34962,
    GLB_INDICES = 34963
};

/** Appends at the next multiple of four; false on an error, which is set. `data` null: zeros. */
bool dry__glb_append(GlbWriter *writer, const void *data, size_t size, size_t *offset);
/** The root's array of this name, made when missing; null when memory ran out. Borrowed. */
json_t *dry__glb_array(GlbWriter *writer, const char *key);
/** Appends `item`, which is taken over; its index, or -1 with the error set. */
int64_t dry__glb_add(GlbWriter *writer, const char *key, json_t *item);
/** A buffer view of bytes of the binary chunk. */
int64_t dry__glb_view(GlbWriter *writer, size_t offset, size_t size, int target);
/** Writes floats and an accessor for them, with bounds when `bounds`. */
int64_t dry__glb_floats(GlbWriter *writer, int64_t view, size_t view_offset, const float *values,
                        int32_t count, int32_t width, bool bounds);

#endif
