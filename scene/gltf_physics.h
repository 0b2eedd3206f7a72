/**
 * The nodes' physics: which node is a body, which colliders are its shapes, and what joins bodies.
 */
#ifndef DRYSTONE_SCENE_GLTF_PHYSICS_H
#define DRYSTONE_SCENE_GLTF_PHYSICS_H

#include "scene/reader.h"

/** After nodes and tables. */
bool dry__read_physics_nodes(SceneReader *reader);

#endif
