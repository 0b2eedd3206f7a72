/* The general joint kernel in two halves: rows at the bodies' present place, and their solution. */
#ifndef DRY_SOLVER_JOINT_SIX_AXIS_H
#define DRY_SOLVER_JOINT_SIX_AXIS_H

#include "solver/joint_rows.h"

/* Builds the rows of ref i. `first`: nothing of `row` is known yet; else springs keep their old positions for the relaxation. */
void dry__six_axis_build(const JointSolve *solve, const JointSoft *soft, int32_t i, bool first, SixAxisRows *row);

/* The change of every row's impulse for the row velocities `v` (locked rows first). */
void dry__six_axis_impulses(const SixAxisRows *row, const JointSoft *soft, int pass, const float *v, float *change);

/* K^-1 x of the locked rows, in place. */
static inline void six_axis_solve_locked(const SixAxisRows *row, float *x)
{
    for (int i = 0; i < row->locked; ++i) {
        for (int l = 0; l < i; ++l) {
            x[i] -= row->factor[i][l] * x[l];
        }
    }
    for (int i = row->locked - 1; i >= 0; --i) {
        x[i] *= row->inv_pivot[i];
        for (int l = i + 1; l < row->locked; ++l) {
            x[i] -= row->factor[l][i] * x[l];
        }
    }
}

/* K between two free rows. */
static inline float six_axis_k(const SixAxisRows *row, int i, int j)
{
    return i >= j ? row->k[i * (i + 1) / 2 + j] : row->k[j * (j + 1) / 2 + i];
}

/* Part of K between two free rows that the locked rows take away. */
static inline float six_axis_taken(const SixAxisRows *row, int i, int j)
{
    float sum = 0.0f;
    for (int l = 0; l < row->locked; ++l) {
        sum += row->coupling[i][l] * row->response[j][l];
    }
    return sum;
}

static inline JointAxis *six_axis_parameters(const JointSolve *solve, Joint *joint, int axis)
{
    return joint->axes >= 0 ? &solve->axes[joint->axes].axis[axis] : &joint->axis;
}

#endif
