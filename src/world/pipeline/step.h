/* One step of the world. */
#ifndef DRY_WORLD_STEP_H
#define DRY_WORLD_STEP_H

#include "world/store/world.h"

/* dt > 0. DRY_ERROR_MEMORY: memory ran out; no body has moved. */
DryStatus dry__world_step(DryWorld *w, float dt);

#endif
