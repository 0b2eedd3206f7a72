/* The solver's view of the awake bodies: dense arrays. Record 0 stands for everything static: zero, never
 * written. */
#ifndef DRY_SOLVER_BODY_H
#define DRY_SOLVER_BODY_H

#include "math/vec.h"

/* Velocity of the centre of mass and angular velocity, world axes. */
typedef struct SolverVelocity {
    _Alignas(32) DryVec3 v;
    float pad0;
    DryVec3 w;
    float pad1;
} SolverVelocity;

/* Change of place and rotation vector since the start of the step. */
typedef struct SolverDelta {
    _Alignas(32) DryVec3 p;
    float pad0;
    DryVec3 r;
    float pad1;
} SolverDelta;

enum {
    SOLVER_LOCK_X = 1, /* linear, world axes */
    SOLVER_LOCK_Y = 2,
    SOLVER_LOCK_Z = 4,
    SOLVER_KINEMATIC = 8,   /* moves by its own velocity; no impulse changes it */
    SOLVER_JOINTED = 16,    /* an enabled joint holds it: constraint-form warm start */
    SOLVER_GYROSCOPIC = 32, /* its three moments of inertia differ and no rotation is locked */
    SOLVER_APART = 64,      /* overlap of its contacts is taken out by the position pass */
    SOLVER_TORN = 128,      /* impulses of this substep asked for far more speed than it may have */
    SOLVER_SPINNING = 256   /* it turns by more than SOLVER_SPIN in this step, if it goes on as it does */
};

/* Inverse mass and world-space inverse inertia (rotation locks already folded in): at the start of the step,
   and as they turn for solver_turns(). */
typedef struct SolverMass {
    _Alignas(32) float inv_mass; /* 0: static or kinematic */
    DrySym3 inv_inertia;
    uint32_t flags;
} SolverMass;

/* Bodies that have turned less than this in the step keep the inertia of its start, rad. */
#define SOLVER_TURN 1e-5f

/* Contacts of bodies that turn less than this in the step stay as they are at its start, rad. */
#define SOLVER_SPIN 4e-3f

/* The inverse inertia follows the body's rotation within the step. Rows of joints are made for one inertia.
 */
static inline bool solver_turns(const SolverMass *mass)
{
    return (mass->flags & (SOLVER_GYROSCOPIC | SOLVER_JOINTED)) == SOLVER_GYROSCOPIC;
}

/* What integration needs. Carried and previous velocities implement the per-body warm start
 * (docs/laws/stacks.md). */
typedef struct SolverMotion {
    DryQuat rotation;             /* of the principal frame of inertia; turned in place by the solver */
    DryVec3 inertia;              /* principal moments */
    DryVec3 inv_inertia;          /* principal, 0 where locked or infinite */
    DryVec3 acceleration;         /* gravity and user forces over mass */
    DryVec3 angular_acceleration; /* world inverse inertia times user torque */
    float linear_damping, angular_damping; /* 1/s */
    DryVec3 carry_v, carry_w;              /* v_end - v_pre of the latest substep; kept across steps */
    DryVec3 pre_v, pre_w;                  /* velocity after forces, before impulses, of this substep */
    DryVec3 lost_v; /* what rounding has added to the velocity so far; kept across steps like the carry */
} SolverMotion;

typedef struct SolverBodies {
    SolverVelocity *velocity;
    SolverDelta *delta; /* zero at the start of the step */
    SolverMass *mass;
    SolverMotion *motion;
    int32_t count; /* including record 0 */
} SolverBodies;

#endif
