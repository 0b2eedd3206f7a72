/**
 * Grounds and tracks of triangles.
 */
#ifndef DRYSTONE_LAB_MESH_H
#define DRYSTONE_LAB_MESH_H

#include "lab/scene.h"

/**
 * Adds a mesh of vertices on a grid of rows x columns, two triangles a cell, which face up for a grid seen
 * with rows along x and columns along z. Null `points` count as out of memory.
 */
void lab_add_grid(LabScene *scene, DryBodyId body, const DryVec3 *points, uint32_t rows, uint32_t columns,
                  const DryShapeOptions *options);
/** A flat static ground at y = 0 of right triangles, cells of 1.7 m, that slides cross at odd places.
 * `rotation` null: its rows run along x. */
void lab_mesh_ground(LabScene *scene, const DryQuat *rotation, const DryShapeOptions *options);

#endif
