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

/* What the inverse mass of a row would be about if nothing were locked. Far less than that is the rounding of
   its direction along something locked, or a lever too short to be meant. */
static inline float joint_row_scale(const JointRow *row, const SolverMass *a, const SolverMass *b)
{
    const DrySym3 *ia = &a->inv_inertia, *ib = &b->inv_inertia;
    return v3_length_squared(row->lin) * (a->inv_mass + b->inv_mass) +
           v3_length_squared(row->ang_a) * (ia->xx + ia->yy + ia->zz) +
           v3_length_squared(row->ang_b) * (ib->xx + ib->yy + ib->zz);
}

#define JOINT_LEAST_SHARE 1e-8f

/* Whether a free row of inverse mass `raw` is left enough of it by the locked rows to be more than rounding.
 */
static inline bool joint_row_left(float left, float raw)
{
    return left > 1e-5f * raw && left > 1e-20f;
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

/* No impulse of a joint, remembered or new, gives a body more energy than it has at so many times the maximum
   speed. More is asked for by constraints that contradict each other: remembered impulses grow while no
   motion can satisfy them, and locked or kinematic bodies want motion through levers of hardly any length.
   Whatever is solved next would make lasting motion of it. */
#define JOINT_MOST_PUSH 1.0f

/* The largest share, at most 1, of an impulse at and about the centre of mass that respects it. */
static inline float joint_body_share(const JointSolve *solve, int32_t body, DryVec3 impulse, DryVec3 angular)
{
    const SolverMass *m = &solve->bodies.mass[body];
    float most = JOINT_MOST_PUSH * solve->maximum_speed;
    float energy = m->inv_mass * (v3_dot(impulse, v3_mul(joint_inv_mass(m), impulse)) +
                                  v3_dot(angular, sym3_mul(&m->inv_inertia, angular)));
    return energy > most * most && most > 0.0f ? most / sqrtf(energy) : 1.0f;
}

/* The largest share, at most 1, of a row's impulse that respects it. */
static inline float joint_push_share(const JointSolve *solve, const JointRef *ref, const JointRow *row,
                                     float impulse)
{
    DryVec3 force = v3_scale(row->lin, impulse);
    return f_min(joint_body_share(solve, ref->body_a, force, v3_scale(row->ang_a, impulse)),
                 joint_body_share(solve, ref->body_b, force, v3_scale(row->ang_b, impulse)));
}

/* Pushes both bodies along a row. */
static inline void joint_push_row(const JointSolve *solve, const JointRef *ref, const JointRow *row,
                                  float impulse)
{
    joint_push(solve, ref->body_a, v3_scale(row->lin, -impulse), v3_scale(row->ang_a, -impulse));
    joint_push(solve, ref->body_b, v3_scale(row->lin, impulse), v3_scale(row->ang_b, impulse));
}

static inline float joint_lighter(const JointSolve *solve, const JointRef *ref)
{
    return f_max(solve->bodies.mass[ref->body_a].inv_mass, solve->bodies.mass[ref->body_b].inv_mass);
}

/* The largest share, at most 1, of biases that may be used when all would give the bodies `energy` (twice,
   J): no more than the lighter one has at the largest speed meant. */
static inline float joint_bias_share(const JointSolve *solve, const JointSoft *soft, const JointRef *ref,
                                     float energy)
{
    float most = soft->push[JOINT_LINEAR] * soft->push[JOINT_LINEAR];
    float square = energy * joint_lighter(solve, ref);
    return square > most && most > 0.0f ? sqrtf(most / square) : 1.0f;
}

/* Bounds what acts along a free row of inverse mass k likewise. */
static inline void joint_bound_law(const JointSolve *solve, const JointSoft *soft, const JointRef *ref,
                                   float k, AxisLaw *law)
{
    float *back = &law->limit_bias[PASS_BIAS];
    if (*back < 0.0f && law->limit_gamma[PASS_BIAS] == 0.0f) {
        *back *= joint_bias_share(solve, soft, ref, *back * *back / k);
    }
    float lighter = joint_lighter(solve, ref);
    if (k < lighter && law->fastest > 0.0f && solve->maximum_speed > 0.0f) {
        law->fastest = f_min(law->fastest, solve->maximum_speed * sqrtf(k / lighter));
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
