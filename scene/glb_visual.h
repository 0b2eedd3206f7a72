/**
 * Something to see where a file has colliders only.
 */
#ifndef DRYSTONE_SCENE_GLB_VISUAL_H
#define DRYSTONE_SCENE_GLB_VISUAL_H

#include "scene/glb.h"

/** Meshes for the colliders of bodies that have none to see. */
bool dry__glb_show_colliders(GlbWriter *writer);

#endif
