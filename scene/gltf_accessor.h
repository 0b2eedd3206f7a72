/**
 * Accessors of a glTF file: their ranges are checked once for all, then elements are read.
 */
#ifndef DRYSTONE_SCENE_GLTF_ACCESSOR_H
#define DRYSTONE_SCENE_GLTF_ACCESSOR_H

#include "scene/gltf_file.h"

#include <drystone/math.h>

/** Checks all accessors against the buffer views. */
bool dry__gltf_load_accessors(GltfFile *file, SceneReport *report, const JsonPlace *root);

/** Bytes per component. */
size_t dry__gltf_component_size(int32_t component);
/**
 * Reads vectors of three numbers, normalized ones scaled to -1..1. `place` is what needs them, for messages.
 * The result is in the arena, null on an error.
 */
DryVec3 *dry__gltf_read_points(GltfFile *file, SceneReport *report, const JsonPlace *place, int32_t index);
/** Reads an index accessor; each index must be below `limit`. */
uint32_t *dry__gltf_read_indices(GltfFile *file, SceneReport *report, const JsonPlace *place, int32_t index,
                                 uint32_t limit);

#endif
