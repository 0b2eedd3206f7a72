#include "scene/node_walk.h"

NodeWalk dry__walk_begin(int32_t root)
{
    NodeWalk walk = { root, root, 0 };
    return walk;
}

void dry__walk_next(const DryScene *scene, NodeWalk *walk)
{
    int32_t at = walk->node;
    if (scene->nodes[at].first_child >= 0) {
        walk->node = scene->nodes[at].first_child;
        ++walk->depth;
        return;
    }
    while (at != walk->root && scene->nodes[at].next_sibling < 0) {
        at = scene->nodes[at].parent;
        --walk->depth;
    }
    walk->node = at == walk->root ? -1 : scene->nodes[at].next_sibling;
}
