/* A few boxes and balls on a plane with hand-made manifolds: enough of a world to drive the solver, and no
 * more. */
#ifndef TESTS_SOLVER_MINI_WORLD_H
#define TESTS_SOLVER_MINI_WORLD_H

#include "solver/solver.h"

enum {
    MINI_MAX_BODIES = 256,
    MINI_MAX_CONTACTS = 2048
};

typedef struct MiniBody {
    DryPos position;
    DryQuat rotation;
    DryVec3 v, w, carry_v, carry_w, lost_v;
    float mass; /* 0: kinematic */
    DryVec3 inertia;
    DryVec3 half; /* of a box; zero for a ball */
    float radius; /* of a ball */
    DryVec3 force;
    float linear_damping, angular_damping;
    uint32_t flags; /* SOLVER_LOCK_... */
} MiniBody;

typedef struct MiniContact {
    int32_t a, b; /* -1: the plane */
    Manifold manifold;
} MiniContact;

typedef struct MiniWorld {
    MiniBody bodies[MINI_MAX_BODIES];
    int32_t count;
    MiniContact contacts[MINI_MAX_CONTACTS];
    int32_t contact_count;
    bool has_plane;
    DryVec3 plane_normal; /* through the origin */
    DryVec3 gravity;
    ContactMaterial material;
    SolverSettings settings;
    SolverOutput output;
    SolverScratch scratch;
    Jobs *jobs;         /* null: one worker */
    int32_t max_colors; /* contacts that fit in none go to the overflow */
} MiniWorld;

MiniWorld *mini_create(void);
void mini_destroy(MiniWorld *world);
int32_t mini_add_box(MiniWorld *world, DryVec3 at, DryVec3 half, float density);
int32_t mini_add_ball(MiniWorld *world, DryVec3 at, float radius, float mass);
void mini_step(MiniWorld *world);
/* Kinetic and potential energy, and the two momenta about the origin. */
double mini_energy(const MiniWorld *world);
void mini_momentum(const MiniWorld *world, double linear[3], double angular[3]);
/* The bits of all bodies and impulses in one number. */
uint64_t mini_hash(const MiniWorld *world);

#endif
