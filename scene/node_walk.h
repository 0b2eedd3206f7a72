/**
 * Walking down a part of the node tree, parents first.
 */
#ifndef DRYSTONE_SCENE_NODE_WALK_H
#define DRYSTONE_SCENE_NODE_WALK_H

#include "scene/scene.h"

typedef struct NodeWalk {
    int32_t root;
    int32_t node; /**< -1 at the end */
    int32_t depth;
} NodeWalk;

NodeWalk dry__walk_begin(int32_t root);
/** The next node of the tree below the root, -1 at the end. */
void dry__walk_next(const DryScene *scene, NodeWalk *walk);

#endif
