/**
 * Slopes: static boxes tilted about z, whose upper face falls towards +x and holds the origin.
 */
#ifndef DRYSTONE_LAB_SLOPE_H
#define DRYSTONE_LAB_SLOPE_H

#include "lab/scene.h"

typedef struct LabSlope {
    LabVec up;    /**< out of its face */
    LabVec down;  /**< the way of steepest descent */
    DryQuat tilt; /**< rotation of what stands squarely on it */
} LabSlope;

/** Adds the slope at an angle, radians. */
LabSlope lab_slope(LabScene *scene, double angle, const DryShapeOptions *options);
/** The place over the origin at a height, along the normal. */
LabVec lab_slope_place(const LabSlope *slope, double height);
/** A dynamic box that stands on it over the origin. */
DryBodyId lab_slope_box(LabScene *scene, const LabSlope *slope, LabVec half_extents,
                        const DryShapeOptions *options);

/**
 * Sets a cube of half-extent 0.5 down at rest on a slope of this tangent, friction 0.5 and g = 10, and tells
 * how far it moves in ten seconds: x down the slope, y out of it, z across.
 */
LabVec lab_slope_slide(LabRun *run, double tangent);

#endif
