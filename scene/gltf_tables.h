/**
 * The document's tables: implicit shapes, physics materials, collision filters and kinds of joint.
 */
#ifndef DRYSTONE_SCENE_GLTF_TABLES_H
#define DRYSTONE_SCENE_GLTF_TABLES_H

#include "scene/reader.h"

/** Reads them all. */
bool dry__read_physics_tables(SceneReader *reader);

#endif
