/* What a touching pair of shapes has: up to four points sharing one normal, and the impulses they carried
 * last step. */
#ifndef DRY_COLLISION_MANIFOLD_H
#define DRY_COLLISION_MANIFOLD_H

#include "math/vec.h"

enum {
    MANIFOLD_MAX_POINTS = 4,
    MESH_MANIFOLD_MAX = 6 /* manifolds of one pair with a mesh */
};

enum {
    MANIFOLD_SLIPPING = 1, /* the friction bound was reached and the contact slides */
    MANIFOLD_HEAVY = 2,    /* ContactBatch.loaded */
    MANIFOLD_REFUSED = 4,  /* ContactBatch.refused, in the latest step */
    MANIFOLD_STRAINED = 8, /* this and the next bit: for how many steps, up to 3, a body has borne one that is
                              far too heavy for the soft step: Strain */
    MANIFOLD_STRAINED_MOST = 24,
    MANIFOLD_SINKING = 32,  /* for more than these steps, or it is about to be */
    MANIFOLD_BOUNDARY = 32, /* the same bit from collision to welding only: the mesh has a boundary there */
    MANIFOLD_OWNED_A = 64,  /* of collision: the normal is that of a face of A, and the points are corners or
                               edges of the other; it turns with A within the step */
    MANIFOLD_OWNED_B = 128,
    MANIFOLD_OWNED = MANIFOLD_OWNED_A | MANIFOLD_OWNED_B,
    MANIFOLD_WAITING = 256 /* this and all higher bits: steps until the direct solver is tried again */
};

typedef struct ManifoldPoint {
    DryVec3 position; /* midway between the two surfaces; world axes, relative to shape A's origin */
    float separation; /* along the normal; negative: overlap, metres */
    uint32_t feature; /* what touches what; equal in consecutive steps for the same features */
} ManifoldPoint;

/* Filled by collision: normal, count, points, material, and of the flags MANIFOLD_OWNED. The rest belongs to
   the solver and is carried from step to step by matching features; collision kernels leave it alone (flags
   of fresh manifolds from meshes say MANIFOLD_BOUNDARY, until they are matched). All impulses in N s. */
typedef struct Manifold {
    DryVec3 normal; /* unit, world axes, from A to B */
    int32_t count;  /* 0..4 */
    ManifoldPoint points[MANIFOLD_MAX_POINTS];
    float normal_impulse[MANIFOLD_MAX_POINTS]; /* of the last substep */
    float
        total_impulse[MANIFOLD_MAX_POINTS]; /* summed over the substeps of the last step, bounces included */
    DryVec3 friction_impulse;               /* world axes, on B */
    float twist_impulse;                    /* about the normal, on B, N m s */
    DryVec3 rolling_impulse;                /* world axes, on B, N m s */
    uint16_t flags;                         /* MANIFOLD_ above */
    uint16_t material;                      /* of the mesh's triangles; 0 without a mesh */
} Manifold;

#endif
