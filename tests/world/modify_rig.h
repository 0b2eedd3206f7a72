/* A body on a floor whose contacts a modifier gets to see. */
#ifndef TESTS_WORLD_MODIFY_RIG_H
#define TESTS_WORLD_MODIFY_RIG_H

#include "support/build.h"

typedef struct ModifyRig {
    DryWorld *w;
    DryBodyId floor, body;
    DryShapeId floor_shape;
} ModifyRig;

DryShapeId add_modified_floor(DryWorld *w, DryBodyId floor, bool modify);
/* A floor with its top at y = 0, and a ball or a box of half a metre on it. */
ModifyRig modify_rig(bool ball, int workers, DryKernel kernel, DryModifyContactFn *modify, void *user);
double body_height(const ModifyRig *r);
/* Balls and boxes fall onto a floor that asks to be modified or does not. */
void drop_heap(DryWorld *w, bool modify);

#endif
