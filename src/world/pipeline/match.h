/* Carrying impulses from last step's manifolds to this step's. */
#ifndef DRY_WORLD_MATCH_H
#define DRY_WORLD_MATCH_H

#include "collision/manifold.h"

/* Gives the points of fresh[0..fresh_count) the impulses of the points of old[0..old_count) they continue:
   same feature first, then the nearest within `reach` metres. Impulses do not survive a normal that turned
   far. Clears what has no predecessor. */
void dry__match_manifolds(Manifold *fresh, int32_t fresh_count, const Manifold *old, int32_t old_count,
                          float reach);

#endif
