/* Free motion of the bodies, body by body. */
#ifndef DRY_SOLVER_INTEGRATE_H
#define DRY_SOLVER_INTEGRATE_H

#include "solver/body.h"

typedef struct Motion {
    SolverBodies bodies;
    SolverVelocity *late; /* per body: what the contacts want added to the carry */
    float h;              /* of a substep, s */
    float maximum_speed;  /* m/s */
    float maximum_spin;   /* rad/s */
    bool warm_starting;
} Motion;

/* The first substep of a step: nothing is late. */
void dry__motion_reset_late(const Motion *motion, int32_t begin, int32_t end);

/* What the latest substep's impulses did becomes the carry. True if a body has become SOLVER_TORN. */
bool dry__motion_keep_carry(const Motion *motion, int32_t begin, int32_t end);

/* Forces and damping. */
void dry__motion_accelerate(const Motion *motion, int32_t begin, int32_t end);

/* Notes the velocity before impulses and, unless this is the step's first substep, warm starts: adds the
   carry. Bodies with joints get none, their constraints are warm started one by one. */
void dry__motion_begin_impulses(const Motion *motion, int32_t begin, int32_t end, bool first);

/* Places and rotations. True if a body has become SOLVER_TORN. */
bool dry__motion_move(const Motion *motion, int32_t begin, int32_t end);

/* Moves and turns bodies by the velocities `push` for a substep, leaves their own velocity alone, and sets
   `push` to zero. */
void dry__motion_shift(const Motion *motion, SolverVelocity *push, int32_t begin, int32_t end);

/* Free rotation for a step of either sign, gyroscopic torque included. */
void dry__turn_freely(const SolverMotion *m, float step, DryQuat *rotation, DryVec3 *velocity);

/* The world-space inverse inertia of a body with this rotation. */
DrySym3 dry__turned_inertia(const SolverMotion *motion, DryQuat rotation);

/* What a torque does to a body with the rotation `after` that did dw to it with the rotation `before`. */
DryVec3 dry__same_torque(const SolverMotion *motion, DryQuat before, DryQuat after, DryVec3 dw);

/* Turns q by the rotation vector r (world axes), exactly. */
DryQuat dry__quat_turn(DryQuat q, DryVec3 r);

/* v, shortened to `most` where it is longer. */
DryVec3 dry__shortened(DryVec3 v, float most);

/* v without the components along locked axes. */
DryVec3 dry__unlocked(DryVec3 v, uint32_t flags);

#endif
