/* The general joint kernel in two halves: rows at the bodies' present place, and their solution. */
#ifndef DRY_SOLVER_JOINT_SIX_AXIS_H
#define DRY_SOLVER_JOINT_SIX_AXIS_H

#include "solver/joint_six_axis_rows.h"

/* Builds the rows of a ref. `first`: nothing of `row` is known yet; else springs keep their old positions for
 * the relaxation. */
void dry__six_axis_build(const JointSolve *solve, const JointSoft *soft, const JointRef *ref, bool first,
                         SixAxisRows *row);

/* The change of every row's impulse for the row velocities `v` (locked rows first). */
void dry__six_axis_impulses(const SixAxisRows *row, const JointSoft *soft, int pass, const float *v,
                            float *change);

#endif
