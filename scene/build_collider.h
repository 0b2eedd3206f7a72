/**
 * Colliders become shapes: the node's transform is folded into the shape's size and frame.
 */
#ifndef DRYSTONE_SCENE_BUILD_COLLIDER_H
#define DRYSTONE_SCENE_BUILD_COLLIDER_H

#include "scene/build.h"

/** Adds the shape of a collider. False only when memory ran out; what cannot be made is a warning. */
bool dry__build_collider(SceneBuilder *builder, int32_t collider);

#endif
