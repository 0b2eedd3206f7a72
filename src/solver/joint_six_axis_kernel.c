/* Every joint with locked rotations or anything acting along its free axes.

   Locked axes are solved as one block. Free ones (limits, drives, friction) see the mass that is left once
   the locked rows have answered (Schur complement), so that a stop at a hinge feels the whole arm; a single
   free axis is exact in one go. */
#include "base/bits.h"
#include "solver/joint_six_axis.h"

/* Row impulses, summed: at and about B, and about A. */
static JointRow sum_up(const SixAxisRows *row, const float *impulse)
{
    JointRow sum = { .lin = v3(0.0f, 0.0f, 0.0f) };
    int count = row->locked + row->free;
    for (int i = 0; i < count; ++i) {
        sum.lin = v3_mad(sum.lin, row->row[i].lin, impulse[i]);
        sum.ang_a = v3_mad(sum.ang_a, row->row[i].ang_a, impulse[i]);
        sum.ang_b = v3_mad(sum.ang_b, row->row[i].ang_b, impulse[i]);
    }
    return sum;
}

/* The part of the free axes for the ledger, where one is kept. */
static void note_drives(const JointSolve *solve, const JointRef *ref, const SixAxisRows *row,
                        const float *impulse, float share)
{
    JointRow sum = { .lin = v3(0.0f, 0.0f, 0.0f) };
    for (int i = row->locked; solve->accounts != NULL && i < row->locked + row->free; ++i) {
        sum.lin = v3_mad(sum.lin, row->row[i].lin, share * impulse[i]);
        sum.ang_a = v3_mad(sum.ang_a, row->row[i].ang_a, share * impulse[i]);
        sum.ang_b = v3_mad(sum.ang_b, row->row[i].ang_b, share * impulse[i]);
    }
    if (solve->accounts != NULL && row->free > 0) {
        const SolverMass *mass = solve->bodies.mass;
        dry__ledger_drive(&solve->accounts[ref->body_a], &mass[ref->body_a], v3_neg(sum.lin),
                          v3_neg(sum.ang_a));
        dry__ledger_drive(&solve->accounts[ref->body_b], &mass[ref->body_b], sum.lin, sum.ang_b);
    }
}

static bool is_angular(const Joint *joint, const SixAxisRows *row, int i)
{
    if (i < row->locked) {
        return i >= bits_count(joint->locked & (uint32_t)JOINT_LOCKED_LINEAR);
    }
    int axis = row->axis[i - row->locked];
    return axis >= DRY_AXIS_ANGULAR_X && axis != DRY_AXIS_RADIUS;
}

static void add_total(Joint *joint, const SixAxisRows *row)
{
    int count = row->locked + row->free;
    for (int i = 0; i < count; ++i) {
        joint->total_force = v3_mad(joint->total_force, row->row[i].lin, row->impulse[i]);
        if (is_angular(joint, row, i)) {
            joint->total_torque = v3_mad(joint->total_torque, row->row[i].ang_b, row->impulse[i]);
        }
    }
}

/* Impulses between the joint's records and the rows. */
static float *stored_impulse(const JointSolve *solve, Joint *joint, const SixAxisRows *row, int i)
{
    if (i < row->locked) {
        return &joint->locked_impulse[i];
    }
    int axis = row->axis[i - row->locked];
    if (axis != JOINT_ROTATION) {
        return &six_axis_parameters(solve, joint, axis)->impulse;
    }
    DryVec3 *impulse = &solve->axes[joint->axes].rotation.impulse;
    int k = i - row->locked - row->rotation;
    return k == 0 ? &impulse->x : k == 1 ? &impulse->y : &impulse->z;
}

static void prepare(const JointSolve *solve, const JointSoft *soft, const JointGroup *group)
{
    SixAxisRows row = { .end = joint_rows(solve, group) };
    for (int32_t i = group->first; i < group->first + group->count; ++i) {
        const JointRef *ref = &solve->refs[i];
        row = six_axis_rows(ref, row.end);
        Joint *joint = &solve->joints[ref->joint];
        dry__six_axis_build(solve, soft, ref, true, &row);
        row.state->substeps = 0;
        for (int r = 0; r < row.locked + row.free; ++r) {
            row.impulse[r] = solve->warm ? *stored_impulse(solve, joint, &row, r) : 0.0f;
        }
        joint->total_force = joint->total_torque = v3(0.0f, 0.0f, 0.0f);
    }
}

static void warm_start(const JointSolve *solve, const JointSoft *soft, const JointGroup *group)
{
    (void)soft;
    SixAxisRows row = { .end = joint_rows(solve, group) };
    for (int32_t i = group->first; i < group->first + group->count; ++i) {
        const JointRef *ref = &solve->refs[i];
        row = six_axis_rows(ref, row.end);
        if (row.state->substeps > 0) {
            add_total(&solve->joints[ref->joint], &row);
        }
        row.state->substeps++;
        for (int r = 0; r < row.locked + row.free; ++r) {
            /* a row that cannot move anything now remembers nothing */
            bool moves = r >= row.locked || row.inv_pivot[r] > 0.0f;
            row.impulse[r] = solve->warm && moves ? row.impulse[r] : 0.0f;
        }
        JointRow sum = sum_up(&row, row.impulse);
        float share = joint_push_share(solve, ref, &sum, 1.0f);
        for (int r = 0; share < 1.0f && r < row.locked + row.free; ++r) {
            row.impulse[r] *= share;
        }
        joint_push_row(solve, ref, &sum, share);
        note_drives(solve, ref, &row, row.impulse, 1.0f);
    }
}

static void solve_row(const JointSolve *solve, const JointSoft *soft, const JointRef *ref, SixAxisRows *row,
                      int pass)
{
    const SolverVelocity *a = &solve->bodies.velocity[ref->body_a], *b = &solve->bodies.velocity[ref->body_b];
    int count = row->locked + row->free;
    if (count <= 0) {
        return;
    }
    float v[JOINT_MAX_ROWS], change[JOINT_MAX_ROWS];
    for (int r = 0; r < count; ++r) {
        v[r] = joint_row_velocity(&row->row[r], a, b);
    }
    dry__six_axis_impulses(row, soft, pass, v, change);
    JointRow sum = sum_up(row, change);
    float share = joint_push_share(solve, ref, &sum, 1.0f);
    for (int r = 0; r < count; ++r) {
        row->impulse[r] += share * change[r];
    }
    joint_push_row(solve, ref, &sum, share);
    note_drives(solve, ref, row, change, share);
}

static void solve_bias(const JointSolve *solve, const JointSoft *soft, const JointGroup *group)
{
    SixAxisRows row = { .end = joint_rows(solve, group) };
    for (int32_t i = group->first; i < group->first + group->count; ++i) {
        const JointRef *ref = &solve->refs[i];
        row = six_axis_rows(ref, row.end);
        row.state->moved = true;
        solve_row(solve, soft, ref, &row, PASS_BIAS);
    }
}

static void solve_relax(const JointSolve *solve, const JointSoft *soft, const JointGroup *group)
{
    SixAxisRows row = { .end = joint_rows(solve, group) };
    for (int32_t i = group->first; i < group->first + group->count; ++i) {
        const JointRef *ref = &solve->refs[i];
        row = six_axis_rows(ref, row.end);
        if (row.state->moved) {
            dry__six_axis_build(solve, soft, ref, false, &row);
        }
        solve_row(solve, soft, ref, &row, PASS_RELAX);
    }
}

static void store(const JointSolve *solve, const JointSoft *soft, const JointGroup *group)
{
    SixAxisRows row = { .end = joint_rows(solve, group) };
    for (int32_t i = group->first; i < group->first + group->count; ++i) {
        const JointRef *ref = &solve->refs[i];
        row = six_axis_rows(ref, row.end);
        Joint *joint = &solve->joints[ref->joint];
        add_total(joint, &row);
        joint->total_time = soft->h * (float)row.state->substeps;
        for (int r = 0; r < row.locked + row.free; ++r) {
            *stored_impulse(solve, joint, &row, r) = row.impulse[r];
        }
    }
}

const JointKernel dry__joint_kernel_six_axis = { prepare, warm_start, solve_bias, solve_relax, store };
