/**
 * Mass and velocity of bodies. Zero stands for infinity in the file.
 */
#ifndef DRYSTONE_SCENE_BUILD_MOTION_H
#define DRYSTONE_SCENE_BUILD_MOTION_H

#include "scene/build.h"

/** Of a body whose shapes are there. What cannot be honoured is a warning. */
void dry__build_motion(SceneBuilder *builder, int32_t index);

#endif
