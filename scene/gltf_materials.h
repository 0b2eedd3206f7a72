/** The materials of a scene file. */
#ifndef DRYSTONE_SCENE_GLTF_MATERIALS_H
#define DRYSTONE_SCENE_GLTF_MATERIALS_H

#include "scene/reader.h"

/** Reads physicsMaterials of the document's KHR_physics_rigid_bodies, and of each extras.drystone. */
bool dry__read_materials(SceneReader *reader, const JsonPlace *extension);

#endif
