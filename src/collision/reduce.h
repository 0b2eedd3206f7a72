/* From many contact points of one normal to the four that matter. */
#ifndef DRY_COLLISION_REDUCE_H
#define DRY_COLLISION_REDUCE_H

#include "collision/manifold.h"

/* Keeps the deepest point, the one farthest from it, and the two that span the largest triangles with these
   to either side, and stores them in m in the order of their features. Depths closer than `tie` and distances
   within a few percent count as equal: then the earliest point wins, so that the choice is the same from step
   to step. Points nearer to each other than `merge` along the surface are one. Leaves the points in another
   order. */
void dry__manifold_reduce(Manifold *m, ManifoldPoint *points, int count, float tie, float merge);

#endif
