/* What acts along one free axis: drive, friction and limit as one scalar law, solved exactly.

   For a row with inverse mass k whose velocity is u before any impulse of its own, each law gives the whole
   impulse of the substep: drive     v + b + g L = 0, |L| <= max                        (implicit spring or
   motor) friction  |L| <= bound, against v limit     s v + b + g L = 0, L >= 0, or the limit is idle     (s:
   +1 lower, -1 upper) with v = u + k (sum of the impulses). */
#ifndef DRY_SOLVER_JOINT_LAW_H
#define DRY_SOLVER_JOINT_LAW_H

#include "solver/joint.h"

enum {
    PASS_RELAX = 0,
    PASS_BIAS = 1
};

enum {
    JOINT_LINEAR = 0,
    JOINT_ANGULAR = 1
};

/* Coefficients of the soft step for one substep. */
typedef struct JointSoft {
    float h, inv_h;
    float rate;       /* of error removed per second: bias velocity per metre */
    float mass_scale; /* 1 / (1 + compliance in units of the row's inverse mass) */
    float leak;       /* 1 - mass_scale */
    float push[2];    /* errors shrink no faster, by JOINT_LINEAR and JOINT_ANGULAR; 0: no bound */
    float fastest[2]; /* what acts along free axes makes them no faster; 0: no bound */
} JointSoft;

typedef struct AxisLaw {
    float drive_gamma, drive_max; /* max 0: no drive */
    float drive_bias[2];          /* by pass */
    float friction;
    float limit_sign; /* 0: no limit */
    float limit_gamma[2], limit_bias[2];
    float fastest;    /* 0: no bound */
    bool limit_holds; /* lower == upper: pulls too */
} AxisLaw;

/* A spring and damper as an implicit row: gamma = 1 / (h (c + h k)), bias = share of the error removed per
   second, and the share of a target velocity. gamma < 0: neither stiff nor damped. */
typedef struct ImplicitSpring {
    float gamma, rate, velocity_share;
} ImplicitSpring;

JointSoft dry__joint_soft(const JointSolve *solve);
/* `inv_mass` of the axis turns frequencies and accelerations into stiffness and damping. */
ImplicitSpring dry__implicit_spring(float stiffness, float damping, float h);
ImplicitSpring dry__drive_spring(const JointDrive *drive, float inv_mass, float h);
/* The speed at which an error is to shrink in the bias pass, bounded: bodies that are put far apart come back
   without being shot. `kind`: JOINT_LINEAR or JOINT_ANGULAR. */
static inline float joint_bias(const JointSoft *soft, int kind, float error)
{
    float bias = soft->rate * error, most = soft->push[kind];
    return fabsf(bias) > most && most > 0.0f ? (bias > 0.0f ? most : -most) : bias;
}

/* `position` is the current one, `frozen` that of the latest bias pass: springs use it again in the
   relaxation. `kind` as above. */
void dry__axis_law_build(const JointAxis *axis, const JointSoft *soft, int kind, float inv_mass,
                         float position, float frozen, AxisLaw *law);
/* The impulse of all three for a row with inverse mass k > 0 and velocity u without them. */
float dry__axis_law_solve(const AxisLaw *law, int pass, float k, float u);

#endif
