/* What a character does to the bodies around it. */
#ifndef DRY_KIT_CHARACTER_PUSH_H
#define DRY_KIT_CHARACTER_PUSH_H

#include "kit/mover.h"

/* Forces of the contacts for a character that wants to move at `wanted` (m/s, world) and presses with
   `weight` (N) on its ground; only computed. */
void dry__character_forces(Mover *m, DVec wanted, const DryCharacterGround *ground, double weight);

/* Puts them on the bodies for the next step. `fresh`: the ground is another than before, which wakes it. */
void dry__character_press(Mover *m, const DryCharacterGround *ground, bool fresh);

#endif
