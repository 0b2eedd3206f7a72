/**
 * Boxes that slide on level ground until they stand: friction 0.5 and g = 10, so that they brake with 5
 * m/s^2.
 */
#ifndef DRYSTONE_LAB_SLIDE_H
#define DRYSTONE_LAB_SLIDE_H

#include "lab/scene.h"

#define LAB_SLIDE_FRICTION 0.5
#define LAB_SLIDE_GRAVITY 10.0f

/** How a body slid to a stop. */
typedef struct LabSlide {
    double distance;  /**< along the heading, m */
    double sideways;  /**< m */
    double stop_time; /**< found by extending the last fast samples to zero speed, finer than a step, s */
    double yaw;       /**< degrees, largest on the way */
} LabSlide;

/** The scene of such a slide. */
LabScene lab_slide_open(LabRun *run);
/** A box that has rested for half a second on the ground, which it adds. */
DryBodyId lab_slide_box(LabScene *scene, LabVec half_extents);
/** Pushes a resting body and lets it slide until it stands. Records its speed as `curve` unless null. */
LabSlide lab_slide_to_stop(LabScene *scene, DryBodyId body, LabVec heading, double speed, double spin,
                           const char *curve);
/** All of it: a box pushed with 10 m/s, `heading` degrees from its own x axis. */
LabSlide lab_slide_of_box(LabRun *run, LabVec half_extents, double heading);

#endif
