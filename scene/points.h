/**
 * Points whose hull is, or comes near, an implicit shape. Directions along y as in KHR_implicit_shapes.
 */
#ifndef DRYSTONE_SCENE_POINTS_H
#define DRYSTONE_SCENE_POINTS_H

#include "scene/scene.h"

enum {
    SHAPE_POINTS = 64
};

/** Writes the points of a shape other than a plane; returns how many. Round shapes are inscribed. */
int32_t dry__shape_points(const DrySceneShape *shape, double points[SHAPE_POINTS][3]);

/** How far the hull of those points may be inside the true surface, as a part of the radius. */
#define DRY_SCENE_CYLINDER_ERROR 0.005

#endif
