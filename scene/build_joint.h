/**
 * Joints: limits and drives over sets of axes onto the six-axis joint; drystone/joints.h tells the mapping.
 */
#ifndef DRYSTONE_SCENE_BUILD_JOINT_H
#define DRYSTONE_SCENE_BUILD_JOINT_H

#include "scene/build.h"

/** What cannot be honoured is a warning. */
void dry__build_joint(SceneBuilder *builder, int32_t index);

#endif
