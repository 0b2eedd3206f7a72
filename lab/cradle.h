/**
 * Newton's cradle.
 */
#ifndef DRYSTONE_LAB_CRADLE_H
#define DRYSTONE_LAB_CRADLE_H

#include "lab/scene.h"

/**
 * Weightless, a ball of 1 kg and radius 0.5 m meets five like it, in a row with gaps between them, head on
 * with 4 m/s and loses nothing. Of equal balls that meet one pair after another, each takes over the other's
 * velocity: what is expected, within `tolerance`, m/s, is the last ball at 4 m/s and rest for all others.
 */
void lab_cradle_expect(LabRun *run, double gap, double tolerance);

#endif
