/**
 * All buffers become the binary chunk, and images beside the scene become part of it.
 */
#ifndef DRYSTONE_SCENE_GLB_MERGE_H
#define DRYSTONE_SCENE_GLB_MERGE_H

#include "scene/glb.h"

/** One buffer for all, images embedded. */
bool dry__glb_merge(GlbWriter *writer);

#endif
