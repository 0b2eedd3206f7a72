/* Free motion of the bodies, body by body. */
#ifndef DRY_SOLVER_INTEGRATE_H
#define DRY_SOLVER_INTEGRATE_H

#include "solver/body.h"

typedef struct Motion {
    SolverBodies bodies;
    float h;             /* of a substep, s */
    float maximum_speed; /* m/s; 0: none */
    float maximum_spin;  /* rad/s */
    bool warm_starting;
} Motion;

/* What the latest substep's impulses did becomes the carry. */
void dry__motion_keep_carry(const Motion *motion, int32_t begin, int32_t end);

/* Forces and damping. */
void dry__motion_accelerate(const Motion *motion, int32_t begin, int32_t end);

/* Notes the velocity before impulses and, unless this is the step's first substep, warm starts: adds the
   carry. Bodies with joints get none, their constraints are warm started one by one. */
void dry__motion_begin_impulses(const Motion *motion, int32_t begin, int32_t end, bool first);

/* Places and rotations. */
void dry__motion_move(const Motion *motion, int32_t begin, int32_t end);

/* Turns q by the rotation vector r (world axes), exactly. */
DryQuat dry__quat_turn(DryQuat q, DryVec3 r);

/* v without the components along locked axes. */
DryVec3 dry__unlocked(DryVec3 v, uint32_t flags);

#endif
