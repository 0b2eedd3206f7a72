/* Rows of one step by kernel, and what the kernels share: reading and pushing the two bodies. */
#ifndef DRY_SOLVER_JOINT_ROWS_H
#define DRY_SOLVER_JOINT_ROWS_H

#include "solver/joint_geometry.h"
#include "solver/joint_law.h"

enum {
    JOINT_MAX_FREE = 11, /* one row per unlocked axis, two sets, three of the rotation drive */
    JOINT_MAX_ROWS = 11  /* locked and free ones: an axis is either */
};

/* A row's position follows the bodies: it is brought up to date by the first relaxation after they moved. */
typedef struct RowState {
    bool moved;       /* the bodies have been moved since the row was built */
    int32_t substeps; /* of this step that have begun */
} RowState;

typedef struct DistanceRows {
    RowState state;
    JointRow row;
    AxisLaw law;
    float position, k, impulse;
} DistanceRows;

/* One per kind of rows. */
typedef struct JointKernel {
    void (*prepare)(const JointSolve *solve, const JointSoft *soft, const JointGroup *group);
    void (*warm_start)(const JointSolve *solve, const JointSoft *soft, const JointGroup *group);
    void (*solve_bias)(const JointSolve *solve, const JointSoft *soft, const JointGroup *group);
    void (*solve_relax)(const JointSolve *solve, const JointSoft *soft, const JointGroup *group);
    void (*store)(const JointSolve *solve, const JointSoft *soft, const JointGroup *group);
} JointKernel;

extern const JointKernel dry__joint_kernel_distance, dry__joint_kernel_six_axis;

static inline void *joint_rows(const JointSolve *solve, const JointGroup *group)
{
    return (unsigned char *)solve->rows + (size_t)group->rows * JOINT_ROW_UNIT;
}

/* Forces push along row directions; zero where the pivot is too small to say anything. */
static inline float joint_inv_pivot(float pivot, float raw)
{
    return pivot > 1e-6f * raw && pivot > 1e-30f ? 1.0f / pivot : 0.0f;
}

static inline DryVec3 joint_inv_mass(const SolverMass *m)
{
    return v3((m->flags & SOLVER_LOCK_X) != 0 ? 0.0f : m->inv_mass,
              (m->flags & SOLVER_LOCK_Y) != 0 ? 0.0f : m->inv_mass,
              (m->flags & SOLVER_LOCK_Z) != 0 ? 0.0f : m->inv_mass);
}

static inline void joint_geometry(const JointSolve *solve, const JointRef *ref, const Joint *joint,
                                  JointGeometry *g)
{
    const SolverBodies *bodies = &solve->bodies;
    DryQuat ra = ref->body_a != 0 ? bodies->motion[ref->body_a].rotation : ref->static_rotation_a;
    DryQuat rb = ref->body_b != 0 ? bodies->motion[ref->body_b].rotation : ref->static_rotation_b;
    DryVec3 moved = v3_sub(bodies->delta[ref->body_b].p, bodies->delta[ref->body_a].p);
    dry__joint_geometry(joint, ra, rb, v3_add(ref->center_offset, moved), g);
}

/* Only dynamic bodies are written: others may belong to several joints at once. */
static inline void joint_push(const JointSolve *solve, int32_t body, DryVec3 impulse, DryVec3 angular)
{
    const SolverMass *m = &solve->bodies.mass[body];
    if (m->inv_mass > 0.0f) {
        SolverVelocity *s = &solve->bodies.velocity[body];
        s->v = v3_add(s->v, v3_mul(joint_inv_mass(m), impulse));
        s->w = v3_add(s->w, sym3_mul(&m->inv_inertia, angular));
    }
}

/* A row's velocity. */
static inline float joint_row_velocity(const JointRow *row, const SolverVelocity *a, const SolverVelocity *b)
{
    return v3_dot(row->lin, v3_sub(b->v, a->v)) + v3_dot(row->ang_b, b->w) - v3_dot(row->ang_a, a->w);
}

/* The velocity that a unit impulse of a row gives to both bodies together (linear) and to each (angular). */
typedef struct RowAnswer {
    DryVec3 lin, ang_a, ang_b;
} RowAnswer;

static inline RowAnswer joint_row_answer(const JointRow *row, DryVec3 inv_mass, const SolverMass *a,
                                         const SolverMass *b)
{
    return (RowAnswer){ v3_mul(inv_mass, row->lin), sym3_mul(&a->inv_inertia, row->ang_a),
                        sym3_mul(&b->inv_inertia, row->ang_b) };
}

static inline float joint_row_k(const JointRow *row, const RowAnswer *answer)
{
    return v3_dot(row->lin, answer->lin) + v3_dot(row->ang_a, answer->ang_a) +
           v3_dot(row->ang_b, answer->ang_b);
}

#endif
