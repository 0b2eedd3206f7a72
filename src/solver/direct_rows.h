/* Manifolds, clusters and rows of the direct solver. */
#ifndef DRY_SOLVER_DIRECT_ROWS_H
#define DRY_SOLVER_DIRECT_ROWS_H

#include "solver/contact_batch.h"

enum {
    DIRECT_BIAS, /* pushes overlap out, friction waits */
    DIRECT_RELAX,
    DIRECT_PASSES
};

enum {
    DIRECT_POINT_ROWS = MANIFOLD_MAX_POINTS, /* rows of kind 0..3: normals of the points */
    DIRECT_TANGENT_1 = MANIFOLD_MAX_POINTS,
    DIRECT_TANGENT_2,
    DIRECT_TWIST,
    DIRECT_MOST_ROWS /* of a manifold */
};

/* The motion of B against A that an impulse of one acts on, and what it does to the two bodies. */
typedef struct DirectRow {
    DryVec3 direction;      /* zero for the twist */
    DryVec3 turn_a, turn_b; /* arm x direction, or the normal times the patch's radius for the twist */
    DryVec3 push_a, push_b; /* change of velocity by an impulse */
    DryVec3 spin_a, spin_b; /* of angular velocity */
    int32_t manifold, kind; /* of the plan; DIRECT_ above */
    int32_t first, place;   /* first column that is not zero, and where the row begins in the skyline */
} DirectRow;

/* What friction does in a pass. */
typedef enum DirectFriction {
    DIRECT_WAITS,
    DIRECT_STICKS,
    DIRECT_SLIDES,
    DIRECT_FREE /* no load: no friction */
} DirectFriction;

typedef struct DirectManifold {
    int32_t batch, lane;
    int32_t body[2];
    int32_t row, rows; /* its rows are neighbours */
    int32_t first;     /* row of the first manifold that shares a body that has mass, or its own */
    /* of the pass that is going on */
    int32_t friction; /* DirectFriction */
    int32_t sticks;   /* how often sliding has turned into sticking */
    bool fast;        /* kinetic friction rules */
    bool guessed;     /* `compliance` is only a bound of what it is */
    float slip;       /* speed before the pass, m/s */
    float compliance; /* while it slides: speed over impulse, 1/kg */
} DirectManifold;

typedef struct DirectCluster {
    int32_t manifold, manifolds;
    int32_t row, rows;
    int32_t place, entries; /* of the skyline */
    bool factored[DIRECT_PASSES];
    bool turned; /* the responses are no longer those of the start of the step */
    bool solved; /* in the pass that is going on */
} DirectCluster;

/* Memory for the plan of one step. */
typedef struct DirectPlan {
    DirectManifold *manifolds;
    DirectCluster *clusters;
    DirectRow *rows;
    float *matrix;                  /* lower triangles, row by row from the first non-zero on */
    double *factor[DIRECT_PASSES];  /* L of the rows that were active */
    uint8_t *active[DIRECT_PASSES]; /* rows the factor is made for */
    /* per row, of the pass that is going on */
    float *velocity, *residual, *before, *softness, *change;
    double *work;
    uint8_t *state, *wrong;
    int32_t manifold_count, cluster_count, row_count, entry_count;
    bool impossible;  /* whatever the loads, nothing can be solved directly */
    int32_t failures; /* passes that were left to the ordinary rows */
} DirectPlan;

/* Directions and responses of one row of a manifold. */
void dry__direct_make_row(const ContactStep *step, const DirectManifold *manifold, int32_t kind,
                          DirectRow *row);

/* The cluster's matrix from its rows. */
void dry__direct_make_matrix(DirectPlan *plan, const DirectCluster *cluster);

/* Responses and matrix again where bodies have turned so far that they answer to torques otherwise than when
   the rows were made. */
void dry__direct_follow_turns(const ContactStep *step, DirectPlan *plan, DirectCluster *cluster);

#endif
