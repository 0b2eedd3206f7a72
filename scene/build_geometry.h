/**
 * Hulls and meshes of colliders, shared between those of the same geometry and stretch. Internal to scene/.
 */
#ifndef DRYSTONE_SCENE_BUILD_GEOMETRY_H
#define DRYSTONE_SCENE_BUILD_GEOMETRY_H

#include "scene/build.h"

/**
 * The geometry of a collider after `stretch`. Null when it cannot be built: the reason is a warning at
 * `place`, or the error that memory ran out.
 */
const GeometryEntry *dry__build_geometry(SceneBuilder *builder, const DrySceneCollider *collider, bool hull,
                                         double stretch[3][3], const char *place);

/** Gives up the geometry that was built; the world holds its own references. */
void dry__build_release_geometry(SceneBuilder *builder);

#endif
