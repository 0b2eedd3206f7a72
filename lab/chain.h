/**
 * Bodies on ball joints, in a row.
 */
#ifndef DRYSTONE_LAB_CHAIN_H
#define DRYSTONE_LAB_CHAIN_H

#include "lab/scene.h"

/** A ball joint between a place of one body and a place of another, each in its body's frame. */
DryJointId lab_pin(LabScene *scene, DryBodyId a, DryVec3 at_a, DryBodyId b, DryVec3 at_b);

/**
 * Links of 1 kg and half a metre along `way` from a static anchor at the origin, and a ball of `end_mass` kg
 * on the end; held straight at first, then left to a gravity of 10 for ten seconds. Joints close: the gap is
 * expected to stay under 1 mm. Nothing drives it: its energy is expected to rise by no more than 0.5 % of
 * what its weight could do over its length.
 */
void lab_chain_expect(LabRun *run, LabVec way, int32_t links, double end_mass);

#endif
