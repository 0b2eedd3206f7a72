/**
 * Round bodies that roll.
 */
#ifndef DRYSTONE_LAB_ROLL_H
#define DRYSTONE_LAB_ROLL_H

#include "lab/scene.h"

/** Speed of the lowest material point of a round body on a plane with the normal `up`: |v + w x (-R up)|,
 * zero when it rolls. */
double lab_slip(const LabScene *scene, DryBodyId body, LabVec up, double radius);

#endif
