/* Ball joints without limits, drives or friction, eight at a time: one 3x3 block each, in world axes. All
   instruction sets give the same bits. */
#ifndef DRY_SOLVER_JOINT_BALL_H
#define DRY_SOLVER_JOINT_BALL_H

#include "solver/batch.h"
#include "solver/joint_rows.h"

/* The rows of one group, lane beside lane. */
typedef struct BallBatch {
    _Alignas(JOINT_ROW_UNIT) int32_t body_a[BATCH_LANES], body_b[BATCH_LANES]; /* unused lanes: 0 */
    Lanes anchor_a[3], anchor_b[3]; /* in the bodies' axes; of static bodies in the world's */
    Lanes offset[3];                /* between the centres of mass at the start of the step */
    Lanes arm_a[3], arm_b[3];
    Lanes bias[3];      /* the velocity at which the gap is to close */
    Lanes lower[3];     /* K = L D Lt: l10, l20, l21 */
    Lanes inv_pivot[3]; /* 0: no motion that way can be corrected */
    Lanes reach;        /* largest energy over mass that a unit impulse can give a body, or somewhat more */
    Lanes impulse[3];
    Lanes total[3]; /* of the substeps that have ended */
    RowState state;
    int32_t dynamic_a, dynamic_b; /* bit i: the body of lane i has mass, its velocity is written */
    int32_t locks;                /* some body has a locked axis */
} BallBatch;

extern const JointKernel dry__joint_ball_scalar;
#if defined(__x86_64__) || defined(_M_X64) || defined(__i386__) || defined(_M_IX86)
#define JOINT_KERNELS_X86 1
extern const JointKernel dry__joint_ball_sse2;
extern const JointKernel dry__joint_ball_avx2;
#else
#define JOINT_KERNELS_X86 0
#endif

/* The kernel asked for, or the scalar one where this processor or build does not have it. */
const JointKernel *dry__joint_ball(CpuKernel cpu);

#endif
