/* Ground under a mover: finding it, going down to it, stepping up to it. */
#ifndef DRY_KIT_FOOTING_H
#define DRY_KIT_FOOTING_H

#include "kit/mover.h"

typedef struct Footing {
    DryGroundState state;
    DryQueryHit hit;
    bool on_edge; /* firm by the ground beside the contact, not by its normal */
    double drop;  /* how far down the mover would stand on it, m; may be negative */
} Footing;

/* What is under the mover, at most `reach` metres down; state DRY_GROUND_NONE: nothing. */
Footing dry__footing_find(Mover *m, double reach);

/* Goes down to firm ground within `reach`, along steep ground if need be; else stays, and tells what it
 * touches.
 */
Footing dry__footing_keep(Mover *m, double reach);

/* Tries to get farther along `way`, which lies across `up`, than `slid` did from the same place, by a step
   up. `ground`: height of what the mover stands on, as feet.up. */
bool dry__footing_step(Mover *m, DVec way, const Mover *slid, double ground, Mover *stepped);

#endif
