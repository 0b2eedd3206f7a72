/**
 * The recorded motion as node animation.
 */
#ifndef DRYSTONE_SCENE_GLB_ANIMATION_H
#define DRYSTONE_SCENE_GLB_ANIMATION_H

#include "scene/glb.h"

/** Node animation of all bodies that moved; animations of the file that would move bodies go. */
bool dry__glb_animate(GlbWriter *writer);

#endif
