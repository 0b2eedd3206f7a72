/* Contact constraints of one step, as handed to the solver: one per manifold, sorted by colour. */
#ifndef DRY_SOLVER_CONTACT_H
#define DRY_SOLVER_CONTACT_H

#include "collision/manifold.h"
#include "solver/body.h"

/* Mixed material of a pair. */
typedef struct ContactMaterial {
    float friction;           /* static coefficient */
    float dynamic_friction;   /* kinetic coefficient, <= friction */
    float restitution;        /* 0..1 */
    float rolling;            /* rolling resistance: |torque| <= rolling * rolling_radius * N */
    float rolling_radius;     /* metres */
    DryVec3 surface_velocity; /* tangential target of vB - vA in world axes, m/s (conveyors); zero usually */
    uint32_t special;         /* MATERIAL_ flags: which parts of its ContactSpecial count; usually none */
} ContactMaterial;

enum {
    MATERIAL_GRAIN = 1,   /* friction depends on direction: grain, across */
    MATERIAL_TORSION = 2, /* torsion_radius */
    MATERIAL_SPRING = 4,  /* stiffness > 0, damping: a penalty contact, whose restitution is 0 */
    MATERIAL_SOFT = 8     /* hertz > 0, damping_ratio */
};

/* What few materials have. Parts without their flag are not set and not read. */
typedef struct ContactSpecial {
    DryVec3 grain;              /* unit, world axes, in the contact's plane: the coefficients hold along it */
    float across;               /* coefficients across it over those along it */
    float torsion_radius;       /* added to the mean radius of the patch, m */
    float stiffness, damping;   /* of each point as a spring and damper, N/m and N s/m */
    float hertz, damping_ratio; /* softness in place of the solver's */
} ContactSpecial;

/* Empty lanes: manifold -1, bodies 0. */
typedef struct ContactInput {
    int32_t body_a, body_b; /* dense body indices, 0: static */
    int32_t manifold;       /* index into SolverInput.manifolds */
    DryVec3 origin_a;       /* shape A's origin (to which the points are relative) minus A's centre of mass */
    DryVec3 center_offset;  /* centre of mass of B minus that of A */
    ContactMaterial material;
} ContactInput;

/* Limits of a manifold; see SolverInput.limits. */
typedef struct ContactLimit {
    float most[MANIFOLD_MAX_POINTS]; /* largest normal impulse of each point in the whole step, N s, >= 0 */
    bool hold[2];                    /* the contact does not change the velocity of A, of B */
} ContactLimit;

#endif
