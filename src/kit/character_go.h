/* One move of a character, from what overlaps it to what it stands on. */
#ifndef DRY_KIT_CHARACTER_GO_H
#define DRY_KIT_CHARACTER_GO_H

#include "kit/mover.h"

typedef struct Wish {
    DVec way;      /* mean velocity over the step, m/s; on ground relative to it */
    DVec velocity; /* at its end */
    bool jumps;    /* leaves the ground, however slowly */
} Wish;

/* Whether it stands on something that is still there. */
bool dry__character_stands(const DryCharacter *character);

/* m/s^2 against up. */
double dry__character_gravity(const DryCharacter *character);

/* Of the ground at the feet in the step to come; only when it stands. */
DVec dry__character_ground_velocity(const DryCharacter *character, float dt);

/* What the call has checked; nothing has changed unless this is DRY_OK. */
DryStatus dry__character_go(DryCharacter *character, Wish wish, float dt, const char *call);

#endif
