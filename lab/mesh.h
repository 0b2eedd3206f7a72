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
/** Corners of loose triangles, three each, counter-clockwise seen from outside. Null corners count as out of
 * memory. */
typedef struct LabTriangles {
    DryVec3 *corners;
    int32_t count, room;
} LabTriangles;

/** An empty list with room for so many corners. */
LabTriangles lab_triangles(int32_t room);
/** More than there is room for are trouble when the mesh is made. */
void lab_add_corners(LabTriangles *triangles, const DryVec3 *corners, int32_t count);
/** Adds a mesh of them, equal corners merged, and frees the list. */
void lab_add_triangles(LabScene *scene, DryBodyId body, LabTriangles *triangles,
                       const DryShapeOptions *options);

/** A flat static ground at y = 0 of right triangles, cells of 1.7 m, that slides cross at odd places.
 * `rotation` null: its rows run along x. */
void lab_mesh_ground(LabScene *scene, const DryQuat *rotation, const DryShapeOptions *options);

#endif
