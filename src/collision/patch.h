/* The points at which two surfaces that look at each other touch. */
#ifndef DRY_COLLISION_PATCH_H
#define DRY_COLLISION_PATCH_H

#include "collision/look.h"

enum {
    PATCH_MAX = 96
};

typedef struct PatchPoint {
    D3 on_reference, on_other; /* in one line along the reference's normal */
    double separation;
    uint32_t feature;
} PatchPoint;

typedef struct Patch {
    int count;
    double least; /* separation; 1e300 without points */
    PatchPoint point[PATCH_MAX];
} Patch;

/* Where `other` lies over `reference`, a polygon, disc or plane. Rims are sampled in a frame given by
   `right`, which should turn with neither of the shapes that have them. */
void dry__patch_over(const Look *reference, const Look *other, D3 right, double slack, Patch *patch);

/* Where two lines run side by side, n being the normal from the first shape to the second: both ends of the
   common stretch. False when they cross. */
bool dry__patch_lines(const Look *a, const Look *b, D3 n, Patch *patch);

#endif
