/* The rule of welding: which contacts of a body are false. */
#ifndef DRY_COLLISION_WELD_RULE_H
#define DRY_COLLISION_WELD_RULE_H

#include "collision/weld_set.h"

/* Sets the state of each contact, and moves the false ones. */
void dry__weld_decide(WeldSet *set);

#endif
