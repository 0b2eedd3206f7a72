/**
 * Meshes that colliders need: positions and triangles of all primitives.
 */
#ifndef DRYSTONE_SCENE_GLTF_MESH_H
#define DRYSTONE_SCENE_GLTF_MESH_H

#include "scene/reader.h"

/** After the nodes' physics. */
bool dry__read_collider_meshes(SceneReader *reader);

#endif
