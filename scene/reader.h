/**
 * What the steps of reading a scene share.
 */
#ifndef DRYSTONE_SCENE_READER_H
#define DRYSTONE_SCENE_READER_H

#include "scene/gltf_file.h"
#include "scene/scene.h"

typedef struct SceneReader {
    DryScene *scene;
    GltfFile *file;
    SceneReport *report;
    JsonPlace root;
} SceneReader;

/** Memory of the scene; null sets the error. */
void *dry__read_alloc(SceneReader *reader, int32_t count, size_t size);

#endif
