/* Rows of a general joint: as long as the joint needs, one after another in memory. */
#ifndef DRY_SOLVER_JOINT_SIX_AXIS_ROWS_H
#define DRY_SOLVER_JOINT_SIX_AXIS_ROWS_H

#include "solver/joint_rows.h"

/* Drive and friction of all three rotations together. */
typedef struct RotationRows {
    DryVec3 error; /* from the target, world axes, rad */
    DryVec3 bias[2];
    float gamma, scale;  /* compliance: gamma 1 + scale K */
    float max, friction; /* impulses; max 0: no drive */
} RotationRows;

/* Where the rows of one joint are. Locked rows come first, then free ones, the rotation drive's last. */
typedef struct SixAxisRows {
    int32_t locked, free; /* number of rows */
    int32_t rotation;     /* first row of the rotation drive among the free ones, or -1 */
    RowState *state;
    JointRow *row;
    float *bias;      /* of locked rows: the speed at which their errors are to shrink */
    float *impulse;   /* of all */
    float *position;  /* of free rows */
    float *factor;    /* of the locked rows' K = L D Lt: L below its diagonal, see six_axis_lower */
    float *inv_pivot; /* 1 / D */
    float *coupling;  /* K between a free row and the locked ones: [free][locked] */
    float *response;  /* the locked rows' answer to a unit impulse of a free row, K^-1 coupling: likewise */
    float *left, *taken; /* K between free rows: what the locked ones leave and what they take away, each a
                            lower triangle */
    AxisLaw *law;        /* of rows before the rotation drive's */
    RotationRows *turn;  /* null without one */
    uint8_t *axis;       /* of free rows */
    void *end;
} SixAxisRows;

enum {
    SIX_AXIS_AXIS_BYTES = (JOINT_MAX_FREE + 3) / 4 * 4
};

/* Floats of the arrays of single numbers. */
static inline int six_axis_floats(int locked, int free)
{
    return locked + (locked + free) + free + locked * (locked - 1) / 2 + locked + 2 * free * locked +
           free * (free + 1);
}

static inline size_t six_axis_bytes(const JointRef *ref)
{
    int locked = ref->locked_rows, free = ref->free_rows + ref->rotation_rows;
    return sizeof(RowState) + (size_t)(locked + free) * sizeof(JointRow) +
           (size_t)six_axis_floats(locked, free) * sizeof(float) + ref->free_rows * sizeof(AxisLaw) +
           (ref->rotation_rows != 0 ? sizeof(RotationRows) : 0) + SIX_AXIS_AXIS_BYTES;
}

static inline float *six_axis_take(float **next, int count)
{
    float *taken = *next;
    *next += count;
    return taken;
}

/* The rows of the ref that begin at `memory`; `end` is where the next joint's begin. */
static inline SixAxisRows six_axis_rows(const JointRef *ref, void *memory)
{
    int locked = ref->locked_rows, free = ref->free_rows + ref->rotation_rows;
    SixAxisRows r = { .locked = locked, .free = free };
    r.rotation = ref->rotation_rows != 0 ? ref->free_rows : -1;
    r.state = memory;
    r.row = (JointRow *)(void *)(r.state + 1);
    float *next = (float *)(void *)(r.row + locked + free);
    r.bias = six_axis_take(&next, locked);
    r.impulse = six_axis_take(&next, locked + free);
    r.position = six_axis_take(&next, free);
    r.factor = six_axis_take(&next, locked * (locked - 1) / 2);
    r.inv_pivot = six_axis_take(&next, locked);
    r.coupling = six_axis_take(&next, free * locked);
    r.response = six_axis_take(&next, free * locked);
    r.left = six_axis_take(&next, free * (free + 1) / 2);
    r.taken = six_axis_take(&next, free * (free + 1) / 2);
    r.law = (AxisLaw *)(void *)next;
    void *after = r.law + ref->free_rows;
    if (ref->rotation_rows != 0) {
        r.turn = after;
        after = r.turn + 1;
    }
    r.axis = after;
    r.end = r.axis + SIX_AXIS_AXIS_BYTES;
    return r;
}

/* L[i][j] of the factor, j < i. */
static inline float *six_axis_lower(const SixAxisRows *row, int i, int j)
{
    return &row->factor[i * (i - 1) / 2 + j];
}

/* K^-1 x of the locked rows, in place. */
static inline void six_axis_solve_locked(const SixAxisRows *row, float *x)
{
    for (int i = 0; i < row->locked; ++i) {
        for (int l = 0; l < i; ++l) {
            x[i] -= *six_axis_lower(row, i, l) * x[l];
        }
    }
    for (int i = row->locked - 1; i >= 0; --i) {
        x[i] *= row->inv_pivot[i];
        for (int l = i + 1; l < row->locked; ++l) {
            x[i] -= *six_axis_lower(row, l, i) * x[l];
        }
    }
}

/* Where the elements of a pair of free rows are in `left` and `taken`, j <= i. */
static inline int six_axis_pair(int i, int j)
{
    return i * (i + 1) / 2 + j;
}

/* K of a free row by itself. */
static inline float six_axis_raw(const SixAxisRows *row, int i)
{
    return row->left[six_axis_pair(i, i)] + row->taken[six_axis_pair(i, i)];
}

static inline JointAxis *six_axis_parameters(const JointSolve *solve, Joint *joint, int axis)
{
    return joint->axes >= 0 ? &solve->axes[joint->axes].axis[axis] : &joint->axis;
}

#endif
