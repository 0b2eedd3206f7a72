/* Welding: no false contacts where flat ground is put together of pieces.

   A contact is false when another touched face carries the body there: what the contact touches does not rise
   above that face's plane, the face reaches the contact, and it sticks out through the contact's own plane. A
   false contact is moved onto the face of its own piece that is nearest to the covering one, so that no hole
   opens. Works on all contacts of one moving body with pieces that do not give way: convex shapes, and
   triangles of meshes one by one, before their points are thinned out. Knows no bodies. docs/welding.md has
   the rule. */
#ifndef DRY_COLLISION_WELD_H
#define DRY_COLLISION_WELD_H

#include "collision/weld_set.h"

/* True when the body touches pieces that are not all of connected triangles, along normals that differ by
   more than a milliradian; else there is nothing to weld. */
bool dry__weld_wanted(const WeldPair *pairs, int32_t count);

/* Welds the contacts of one body with `count` pairs, in place: results and manifolds of the pairs that have
   false contacts are rewritten. Returns how many contacts were false. What comes out depends on the order of
   the pairs only where two covering faces are equally good. `unit`: metres of a usual length. */
int32_t dry__weld(WeldSet *set, const WeldPair *pairs, int32_t count, float unit);

#endif
