/**
 * What is built of many parts, and how far they move from where they were set down.
 */
#ifndef DRYSTONE_LAB_PARTS_H
#define DRYSTONE_LAB_PARTS_H

#include "lab/scene.h"

enum {
    LAB_PARTS_MAX = 300
};

/** Bodies and where each one was set down. Start with a count of 0. */
typedef struct LabParts {
    DryBodyId bodies[LAB_PARTS_MAX];
    LabVec places[LAB_PARTS_MAX];
    int32_t count;
} LabParts;

/** Adds a body without shape. */
DryBodyId lab_part(LabScene *scene, LabParts *parts, LabVec place, const DryQuat *rotation);
DryBodyId lab_part_box(LabScene *scene, LabParts *parts, LabVec place, LabVec half_extents,
                       const DryShapeOptions *options);
/** A cube of half-extent 0.5. */
DryBodyId lab_part_cube(LabScene *scene, LabParts *parts, LabVec place, const DryShapeOptions *options);
/** A pyramid of such cubes in one plane: `rows` in the lowest row, one on top. */
void lab_planar_pyramid(LabScene *scene, LabParts *parts, int rows, const DryShapeOptions *options);

/** How far the worst of them is from its place, m. */
double lab_largest_move(const LabScene *scene, const LabParts *parts);
/** Speed of the fastest of them, m/s; bodies that sleep have none. */
double lab_largest_speed(const LabScene *scene, const LabParts *parts);

#endif
