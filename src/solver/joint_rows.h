/* Rows of one step by kernel, and what the kernels share: reading and pushing the two bodies. */
#ifndef DRY_SOLVER_JOINT_ROWS_H
#define DRY_SOLVER_JOINT_ROWS_H

#include "solver/joint_geometry.h"
#include "solver/joint_law.h"

enum {
    JOINT_MAX_FREE = 11,  /* one row per unlocked axis, two sets, three of the rotation drive */
    JOINT_MAX_ROWS = 11   /* locked and free ones: an axis is either */
};

/* A row's position follows the bodies: it is brought up to date by the first relaxation after they moved. */
typedef struct RowState {
    bool moved;       /* the bodies have been moved since the row was built */
    int32_t substeps; /* of this step that have begun */
} RowState;

typedef struct BallRows {
    RowState state;
    DryVec3 arm_a, arm_b, error;
    float lower[3];     /* K = L D Lt: l10, l20, l21 */
    float inv_pivot[3]; /* 0: no motion that way can be corrected */
    DryVec3 impulse;
} BallRows;

typedef struct DistanceRows {
    RowState state;
    JointRow row;
    AxisLaw law;
    float position, k, impulse;
} DistanceRows;

typedef struct SixAxisRows {
    RowState state;
    int32_t locked, free;  /* number of rows: locked ones first, then free ones */
    int32_t rotation;      /* first row of the rotation drive among the free ones, or -1 */
    uint8_t axis[JOINT_MAX_FREE]; /* of free rows */
    uint8_t locked_linear;        /* how many of the locked rows are linear */
    JointRow row[JOINT_MAX_ROWS];
    float error[6];        /* of locked rows */
    float impulse[JOINT_MAX_ROWS];
    float position[JOINT_MAX_FREE];
    float factor[6][6], inv_pivot[6];      /* of the locked rows' K = L D Lt */
    float coupling[JOINT_MAX_FREE][6];     /* K between a free row and the locked ones */
    float response[JOINT_MAX_FREE][6];     /* the locked rows' answer to a unit impulse of a free row: K^-1 coupling */
    float k[JOINT_MAX_FREE * (JOINT_MAX_FREE + 1) / 2]; /* between free rows, lower triangle */
    AxisLaw law[JOINT_MAX_FREE];           /* of rows before the rotation drive's */
    DryVec3 rotation_error;                /* from the target, world axes, rad */
    DryVec3 rotation_bias[2];
    float rotation_gamma, rotation_scale;  /* compliance: gamma 1 + scale K */
    float rotation_max, rotation_friction; /* impulses; max 0: no drive */
} SixAxisRows;

typedef union JointRows {
    _Alignas(16) BallRows ball;
    DistanceRows distance;
    SixAxisRows six_axis;
} JointRows;

/* One per kernel; each handles refs [begin, end), all of its kind. */
typedef struct JointKernel {
    void (*prepare)(const JointSolve *solve, const JointSoft *soft, int32_t begin, int32_t end);
    void (*warm_start)(const JointSolve *solve, const JointSoft *soft, int32_t begin, int32_t end);
    void (*solve_bias)(const JointSolve *solve, const JointSoft *soft, int32_t begin, int32_t end);
    void (*solve_relax)(const JointSolve *solve, const JointSoft *soft, int32_t begin, int32_t end);
    void (*store)(const JointSolve *solve, const JointSoft *soft, int32_t begin, int32_t end);
} JointKernel;

extern const JointKernel dry__joint_kernel_ball, dry__joint_kernel_distance, dry__joint_kernel_six_axis;

/* Forces push along row directions; zero where the pivot is too small to say anything. */
static inline float joint_inv_pivot(float pivot, float raw)
{
    return pivot > 1e-6f * raw && pivot > 1e-30f ? 1.0f / pivot : 0.0f;
}

static inline DryVec3 joint_inv_mass(const SolverMass *m)
{
    return v3((m->flags & SOLVER_LOCK_X) != 0 ? 0.0f : m->inv_mass, (m->flags & SOLVER_LOCK_Y) != 0 ? 0.0f : m->inv_mass,
              (m->flags & SOLVER_LOCK_Z) != 0 ? 0.0f : m->inv_mass);
}

static inline void joint_geometry(const JointSolve *solve, const JointRef *ref, const Joint *joint, JointGeometry *g)
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

static inline RowAnswer joint_row_answer(const JointRow *row, DryVec3 inv_mass, const SolverMass *a, const SolverMass *b)
{
    return (RowAnswer){v3_mul(inv_mass, row->lin), sym3_mul(&a->inv_inertia, row->ang_a), sym3_mul(&b->inv_inertia, row->ang_b)};
}

static inline float joint_row_k(const JointRow *row, const RowAnswer *answer)
{
    return v3_dot(row->lin, answer->lin) + v3_dot(row->ang_a, answer->ang_a) + v3_dot(row->ang_b, answer->ang_b);
}

#endif
