/* The convex hull of points on an integer grid, exact, as triangles.

   Every decision about sides is made in integers, so the surface is a closed, weakly convex polytope whatever
   the input, and the same on every platform. Points are taken farthest first and the search stops at a vertex
   budget or when no point is farther outside than the tolerance: the result then approximates the full hull
   from inside. */
#ifndef DRY_GEOMETRY_HULL_QUICK_H
#define DRY_GEOMETRY_HULL_QUICK_H

#include "geometry/dvec.h"
#include "geometry/hull.h"

enum {
    QUICK_GRID = 1 << 28,            /* largest coordinate */
    QUICK_MAX_FACES = HULL_MAX_FACES /* triangles */
};

typedef struct GridPoint {
    int32_t x[3];
} GridPoint;

typedef struct QuickFace {
    int32_t v[3];      /* points, counter-clockwise seen from outside */
    int32_t across[3]; /* face across the edge v[k] -> v[k + 1] */
    int64_t n[3];      /* (v1 - v0) x (v2 - v0), exact */
    D3 unit;           /* the same, normalised */
    bool alive, visible;
} QuickFace;

typedef struct QuickHull {
    const GridPoint *points;
    int32_t point_count; /* may be lowered between builds */
    int32_t room;        /* points there is memory for */
    QuickFace faces[QUICK_MAX_FACES];
    int32_t face_slots; /* slots in use or used once */
    int32_t face_count; /* alive */
    int32_t version;    /* of the surface */
    /* Points that may be outside, as a heap: farthest first. Distances are upper bounds: the hull only grows.
     */
    int32_t *heap;
    int32_t heap_count;
    double *distance;  /* per point */
    int32_t *examined; /* per point: version of the surface when its distance was found */
} QuickHull;

typedef enum QuickResult {
    QUICK_OK,
    QUICK_POINT,    /* all points are within the tolerance of one; measure: the cloud's size */
    QUICK_LINE,     /* of one line; measure: largest distance from it */
    QUICK_PLANE,    /* of one plane; measure: largest distance from it */
    QUICK_INTERNAL, /* the surface came apart: never seen, checked all the same */
    QUICK_MEMORY
} QuickResult;

/* Takes room for `point_count` points; false when memory ran out. */
bool dry__quick_create(QuickHull *hull, const GridPoint *points, int32_t point_count);
void dry__quick_destroy(QuickHull *hull);

/* Builds the hull. Tolerance and measure are in grid units; budget 4..HULL_MAX_VERTICES. */
QuickResult dry__quick_build(QuickHull *hull, double tolerance, int32_t budget, double *measure);

#endif
