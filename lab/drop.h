/**
 * A ball that falls and bounces, and how high it comes each time.
 */
#ifndef DRYSTONE_LAB_DROP_H
#define DRYSTONE_LAB_DROP_H

#include "lab/scene.h"

enum {
    LAB_PEAKS = 6
};

/** The peaks of a bouncing ball, as heights of its gap to the ground. Of each flight the sample nearest its
 * top counts, extended to the top by v^2 / 2g, which is less than half a millimetre: height is measured where
 * the ball is, not inferred from its energy. */
typedef struct LabPeaks {
    double heights[LAB_PEAKS];
} LabPeaks;

/** Drops a ball of 10 kg, g = 10, with half a length of radius from a gap of five lengths, until it has
 * bounced more than `bounces` times; `scale` says how long a length is, m, and is the world's length unit.
 * `threshold` is that of restitution, m/s. */
LabPeaks lab_drop(LabRun *run, double scale, double restitution, double threshold, int32_t bounces);

#endif
