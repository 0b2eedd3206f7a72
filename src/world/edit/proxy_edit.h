/* Moving a shape's proxy between the trees of the broad phase. None of these can fail: room is reserved at
 * creation. */
#ifndef DRY_WORLD_PROXY_EDIT_H
#define DRY_WORLD_PROXY_EDIT_H

#include "world/store/world.h"

/* Room for one more shape in every table that proxies move between. */
bool dry__proxy_reserve(DryWorld *w);

/* Derived pose of the shape for the collision kernels, from its body's motion. */
void dry__shape_place(DryWorld *w, int32_t shape);

/* Tight bounds at the present pose, grown by margin. */
BoxF dry__shape_tight_bounds(const DryWorld *w, int32_t shape, float margin);

/* A proxy without a place joins the persistent tree (or the planes). */
void dry__proxy_insert(DryWorld *w, int32_t shape);
/* Takes the proxy out of wherever it is; its pairs are swept by the next step. */
void dry__proxy_remove(DryWorld *w, int32_t shape);
/* Persistent tree -> awake: found by queries where it was until the next step takes it into the packed tree.
 */
void dry__proxy_wake(DryWorld *w, int32_t shape);
/* Awake -> persistent tree. */
void dry__proxy_sleep(DryWorld *w, int32_t shape);
/* The shape was moved by hand, refiltered or reshaped: every overlap counts as new, and its pairs are tested
 * again. */
void dry__proxy_touch(DryWorld *w, int32_t shape);
/* Its pairs are swept before the next step. */
void dry__shape_mark_dirty(DryWorld *w, int32_t shape);

/* The fat box that the proxy should have now that its body moves with its velocity for `dt`: the present one
   while it has room enough. It reaches as far as contacts are looked for (speculative distance and a step's
   travel). */
BoxF dry__proxy_fit(const DryWorld *w, int32_t shape, float dt);
/* The body's velocity was set by hand: its proxies get boxes that fit it. */
void dry__proxy_stretch(DryWorld *w, int32_t body);

/* Extra room of fat boxes around tight ones, metres. */
float dry__proxy_margin(const DryWorld *w);

#endif
