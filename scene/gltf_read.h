/**
 * The steps of reading a scene, in their order.
 */
#ifndef DRYSTONE_SCENE_GLTF_READ_H
#define DRYSTONE_SCENE_GLTF_READ_H

#include "scene/gltf_file.h"
#include "scene/scene.h"

typedef struct SceneReader {
    DryScene *scene;
    GltfFile *file;
    SceneReport *report;
    JsonPlace root;
} SceneReader;

/** Nodes, their tree and transforms; which scene is shown. */
bool dry__read_nodes(SceneReader *reader);
/** Shapes, materials, filters and joints of the document. */
bool dry__read_physics_tables(SceneReader *reader);
/** Bodies, colliders and joints of the nodes. */
bool dry__read_physics_nodes(SceneReader *reader);
/** The meshes that colliders need. */
bool dry__read_collider_meshes(SceneReader *reader);
/** Warns of extensions and animations that have no effect. */
bool dry__read_unsupported(SceneReader *reader);

/** Memory of the scene; null sets the error. */
void *dry__read_alloc(SceneReader *reader, int32_t count, size_t size);

#endif
