/**
 * A heap of balls.
 */
#ifndef DRYSTONE_LAB_HEAP_H
#define DRYSTONE_LAB_HEAP_H

#include "lab/scene.h"

enum {
    LAB_HEAP = 216
};

/** Adds 6 x 6 x 6 balls of 10 kg and radius 0.1 at a pitch of 0.21, each up to a millimetre from its place,
 * the lowest centres at y = `lowest`. */
void lab_heap(LabScene *scene, DryBodyId balls[LAB_HEAP], double lowest, const DryShapeOptions *options);

#endif
