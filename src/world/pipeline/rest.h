/* Whether a body rests, by the world's criterion. */
#ifndef DRY_WORLD_REST_H
#define DRY_WORLD_REST_H

#include "world/store/world.h"

/* How a body went through the latest step. */
typedef struct StepWay {
    DryVec3 moved, turn; /* of the centre; rotation vector, world axes */
    float turned;        /* chord of the rotation on a unit ball */
} StepWay;

/* The body's clock after a step: how long it has been at rest. */
void dry__rest_advance(const DryWorld *w, int32_t body, const StepWay *way, float dt);

/* Three contact points or more bear the body, with its centre of mass above the inside of their polygon. True
   without gravity, and for bodies that joints hold. */
bool dry__rest_supported(const DryWorld *w, int32_t body);

/* Damping on the way to sleep, 1/s. */
static inline float dry__rest_damping(const DryWorld *w, const BodyCold *c)
{
    float most = w->state.sleep.calming_damping;
    if (!(most > 0.0f) || !w->def.sleeping) {
        return 0.0f;
    }
    return c->sleep_timer < w->def.sleep_time ? most * (c->sleep_timer / w->def.sleep_time) : most;
}

#endif
