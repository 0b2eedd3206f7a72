/**
 * Buffers and buffer views of a glTF file, loaded and checked.
 */
#ifndef DRYSTONE_SCENE_GLTF_DATA_H
#define DRYSTONE_SCENE_GLTF_DATA_H

#include "scene/gltf_file.h"

/** Loads the buffers and checks views and accessors: every range lies within what it is a part of. */
bool dry__gltf_load_data(GltfFile *file, SceneReport *report);

#endif
