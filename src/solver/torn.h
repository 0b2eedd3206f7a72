/* Contacts that have driven bodies beyond the largest velocity. */
#ifndef DRY_SOLVER_TORN_H
#define DRY_SOLVER_TORN_H

#include "solver/contact_batch.h"

/* The contacts of bodies with SOLVER_TORN begin anew, and they and what they touch keep no carry; clears the
   flag. taken_back: their velocities become those before the impulses of this substep. */
void dry__torn_let_go(const ContactStep *step, int32_t batch_count, bool taken_back);

#endif
