/* One cluster's pass of the direct solver, and the part of it that friction is. */
#ifndef DRY_SOLVER_DIRECT_PROBLEM_H
#define DRY_SOLVER_DIRECT_PROBLEM_H

#include "solver/direct_rows.h"

/* State of a row. */
enum {
    ROW_FRICTION = 1,
    ROW_HELD = 2, /* its impulse does not change */
    ROW_ACTIVE = 4
};

/* Rows count from the cluster's first one. */
typedef struct Problem {
    const ContactStep *step;
    DirectPlan *plan;
    DirectCluster *cluster;
    const DirectRow *rows;
    float *velocity; /* before the pass, less what is wanted */
    float *residual; /* the same with what the softness of sliding adds */
    float *before, *softness, *change;
    double *work;
    uint8_t *state;
    int pass;
} Problem;

/* Over the diagonal. Smaller ones make pivoting fail where points are redundant. */
#define DIRECT_SOFTNESS 1e-3f

static inline int32_t direct_first(const Problem *p, int32_t i)
{
    return p->rows[i].first - p->cluster->row;
}

static inline float direct_diagonal(const Problem *p, int32_t i)
{
    return p->plan->matrix[p->rows[i].place + i - direct_first(p, i)];
}

/* Rows along which the bodies' locks leave less than a share of this hardly answer, or by rounding alone. */
#define DIRECT_LOCKED_SHARE 1e-3f
#define DIRECT_LOCKED_TWIST 1e-6f

static inline float direct_inverse_mass(const Problem *p, int32_t i)
{
    const int32_t *body = p->plan->manifolds[p->rows[i].manifold].body;
    const SolverMass *mass = p->step->bodies.mass;
    return mass[body[0]].inv_mass + mass[body[1]].inv_mass;
}

/* What friction is supposed to do, once velocity, before and state of all rows are set. */
void dry__direct_begin_friction(const Problem *p);

/* The rows of friction again, after velocity and before have changed. */
void dry__direct_go_on(const Problem *p);

/* Some patch slides: the factor is right for this round only. */
bool dry__direct_slides(const Problem *p);

/* Looks at the solution for what is supposed. False: it was not so, and something better is supposed now. */
bool dry__direct_judge_friction(const Problem *p);

/* Whether the bounds hold well enough to take a solution that has not settled. */
bool dry__direct_friction_bounded(const Problem *p);

/* Notes which patches slip now. */
void dry__direct_note_slip(const Problem *p);

#endif
