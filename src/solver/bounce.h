/* Restitution, substep by substep, at the time of each impact (docs/laws/restitution.md). */
#ifndef DRY_SOLVER_BOUNCE_H
#define DRY_SOLVER_BOUNCE_H

#include "solver/contact_batch.h"

typedef struct Bounces {
    float threshold;        /* slower approaches do not bounce, m/s */
    const int32_t *batches; /* the batches with bouncing contacts, in order */
    int32_t count;
} Bounces;

typedef struct BounceReport {
    int32_t impacts;
    bool capped; /* sweeps ended with impacts left */
} BounceReport;

/* To be called with the velocities at the end of the substep as they would be without impulses. */
BounceReport dry__bounce(const ContactStep *step, const Bounces *bounces);

#endif
