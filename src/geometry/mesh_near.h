/* A convex shape against a mesh, in the mesh's frame; see shape_near.h. */
#ifndef DRY_GEOMETRY_MESH_NEAR_H
#define DRY_GEOMETRY_MESH_NEAR_H

#include "geometry/convex_sweep.h"
#include "geometry/mesh.h"

bool dry__mesh_gap(const DryMesh *mesh, const Convex *mover, double reach, ShapeGap *gap);
bool dry__mesh_touches(const DryMesh *mesh, const Convex *mover);
bool dry__mesh_sweep(const DryMesh *mesh, const Convex *mover, const ShapeSweep *sweep, double *fraction,
                     ShapeGap *gap);

#endif
