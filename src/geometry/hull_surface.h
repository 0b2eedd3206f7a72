/* The surface of a hull as polygons: triangles of the exact hull, merged where they are flat within a
 * tolerance. */
#ifndef DRY_GEOMETRY_HULL_SURFACE_H
#define DRY_GEOMETRY_HULL_SURFACE_H

#include "geometry/hull_quick.h"

typedef struct SurfaceFace {
    int32_t count; /* corners; 0: no face */
    uint8_t loop[HULL_MAX_VERTICES];
    D3 n; /* unit, outward */
} SurfaceFace;

typedef struct HullSurface {
    int32_t vertex_count;
    D3 p[HULL_MAX_VERTICES];
    int32_t source[HULL_MAX_VERTICES]; /* point the vertex came from */
    int32_t face_count;                /* slots, some may be empty while merging */
    SurfaceFace face[HULL_MAX_FACES];
    int16_t owner[HULL_MAX_VERTICES]
                 [HULL_MAX_VERTICES];   /* face + 1 that walks the edge from row to column; 0: none */
    int16_t valence[HULL_MAX_VERTICES]; /* faces at a vertex; 0: no vertex of the surface any more */
} HullSurface;

/* Copies the triangles; `positions` are those of the grid points, in metres. */
void dry__surface_from_quick(HullSurface *surface, const QuickHull *hull, const D3 *positions);

/* Smallest distance between a face's plane and the vertex farthest behind it. */
double dry__surface_width(const HullSurface *surface);

/* Joins neighbouring faces, and takes away vertices that end up inside a face or on a straight edge, as long
   as every vertex concerned stays within `tolerance` of its face's plane and every face stays convex. Then
   closes the gaps in the numbering. */
void dry__surface_merge(HullSurface *surface, double tolerance);

/* Closed, every face convex and flat within `tolerance`, no edge bent inward by much: else a reason. */
const char *dry__surface_fault(const HullSurface *surface, double tolerance);

/* Largest n.x of all vertices along the face's normal: its plane supports the whole surface. */
double dry__surface_offset(const HullSurface *surface, const SurfaceFace *face);

#endif
