/* The point nearest to where something wants to go that lies on the right side of some planes. */
#ifndef DRY_KIT_PLANE_SOLVE_H
#define DRY_KIT_PLANE_SOLVE_H

#include "kit/dvec.h"

enum {
    PLANES_MAX = 8,
    PLANE_RANKS = 3
};

/* Displacements x with normal . x >= -room are allowed. */
typedef struct Plane {
    DVec normal;
    double room;
    double drift; /* speed of what it belongs to along the normal, m/s */
    int rank;     /* 0..PLANE_RANKS - 1: where not all can be kept the highest are */
} Plane;

typedef struct PlaneSet {
    Plane planes[PLANES_MAX];
    int count;
} PlaneSet;

/* False when the set is full. A plane like one that is there makes this one stricter. */
bool dry__planes_add(PlaneSet *set, const Plane *plane);

/* The allowed displacement nearest to `wanted`; when there is none, one that keeps the planes of high rank.
 */
DVec dry__planes_solve(const PlaneSet *set, DVec wanted);

#endif
