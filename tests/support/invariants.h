/* Consistency of a world's tables: every list against every other. For tests, between steps. */
#ifndef SUPPORT_INVARIANTS_H
#define SUPPORT_INVARIANTS_H

#include <drystone/drystone.h>

/* Null when all is well, else what is wrong first; the text is valid until the next call. The trees of
   queries may lack awake shapes after a call that ran out of memory: `after_failure` lets that pass. */
const char *broken_invariant(const DryWorld *world, bool after_failure);

#endif
