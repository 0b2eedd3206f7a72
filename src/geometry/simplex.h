/* Simplices of the difference b - a of two convex bodies: the part nearest to the origin, and the polytope
   grown from one that holds it. */
#ifndef DRY_GEOMETRY_SIMPLEX_H
#define DRY_GEOMETRY_SIMPLEX_H

#include "geometry/dvec.h"

/* A point of the difference and where it comes from. */
typedef struct Difference {
    D3 w, on_a, on_b;
} Difference;

typedef struct Simplex {
    int count; /* 1..4 */
    Difference point[4];
    double weight[4]; /* of the point nearest to the origin */
} Simplex;

static inline bool simplex_has(const Simplex *s, D3 w)
{
    for (int i = 0; i < s->count; ++i) {
        if (s->point[i].w.x == w.x && s->point[i].w.y == w.y && s->point[i].w.z == w.z) {
            return true;
        }
    }
    return false;
}

static inline void simplex_points(const Simplex *s, D3 *on_a, D3 *on_b)
{
    *on_a = *on_b = d3(0.0, 0.0, 0.0);
    for (int i = 0; i < s->count; ++i) {
        *on_a = d3_mad(*on_a, s->point[i].on_a, s->weight[i]);
        *on_b = d3_mad(*on_b, s->point[i].on_b, s->weight[i]);
    }
}

/* Keeps only the points that span the part nearest to the origin, and sets their weights. False: the origin
 * is inside. */
bool dry__simplex_nearest(Simplex *s, D3 *nearest);

/* Farthest point of the difference along d. */
typedef Difference DifferenceFn(const void *context, D3 d);

/* The face of the difference's surface nearest to the origin. */
typedef struct ExpandedFace {
    D3 normal; /* unit, outward */
    double distance;
    D3 on_a, on_b;
} ExpandedFace;

/* `start` touches or holds the origin. False when no polytope could be spanned. */
bool dry__simplex_expand(const Simplex *start, DifferenceFn *support, const void *context, double size,
                         ExpandedFace *face);

#endif
