/**
 * Nodes: the tree, its transforms, and which of it is the scene.
 */
#ifndef DRYSTONE_SCENE_GLTF_NODES_H
#define DRYSTONE_SCENE_GLTF_NODES_H

#include "scene/reader.h"

/** Reads all nodes and places those of the scene that is shown. */
bool dry__read_nodes(SceneReader *reader);

#endif
