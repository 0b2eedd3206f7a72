/* Rods, ropes and springs: one row along the line between the anchors. */
#include "solver/joint_rows.h"

static void build(const JointSolve *solve, const JointSoft *soft, int32_t i, bool first, DistanceRows *row)
{
    const JointRef *ref = &solve->refs[i];
    const Joint *joint = &solve->joints[ref->joint];
    JointGeometry g;
    joint_geometry(solve, ref, joint, &g);
    float frozen = row->position;
    row->position = dry__joint_axis_row(joint, &g, DRY_AXIS_RADIUS, &row->row);
    const SolverMass *a = &solve->bodies.mass[ref->body_a], *b = &solve->bodies.mass[ref->body_b];
    RowAnswer answer = joint_row_answer(&row->row, v3_add(joint_inv_mass(a), joint_inv_mass(b)), a, b);
    row->k = joint_row_k(&row->row, &answer);
    if (!(row->k > JOINT_LEAST_SHARE * joint_row_scale(&row->row, a, b))) {
        row->k = 0.0f;
    } else {
        dry__axis_law_build(&joint->axis, soft, JOINT_LINEAR, row->k, row->position,
                            first ? row->position : frozen, &row->law);
        joint_bound_law(solve, soft, ref, row->k, &row->law);
    }
    row->state.moved = false;
}

static void prepare(const JointSolve *solve, const JointSoft *soft, const JointGroup *group)
{
    DistanceRows *row = joint_rows(solve, group);
    for (int32_t i = group->first; i < group->first + group->count; ++i, ++row) {
        Joint *joint = &solve->joints[solve->refs[i].joint];
        build(solve, soft, i, true, row);
        row->state.substeps = 0;
        row->impulse = solve->warm && row->k > 0.0f ? joint->axis.impulse : 0.0f;
        joint->total_force = joint->total_torque = v3(0.0f, 0.0f, 0.0f);
    }
}

static void add_total(const JointSolve *solve, int32_t i, const DistanceRows *row)
{
    Joint *joint = &solve->joints[solve->refs[i].joint];
    joint->total_force = v3_mad(joint->total_force, row->row.lin, row->impulse);
}

static void warm_start(const JointSolve *solve, const JointSoft *soft, const JointGroup *group)
{
    (void)soft;
    DistanceRows *row = joint_rows(solve, group);
    for (int32_t i = group->first; i < group->first + group->count; ++i, ++row) {
        if (row->state.substeps > 0) {
            add_total(solve, i, row);
        }
        row->state.substeps++;
        if (!solve->warm) {
            row->impulse = 0.0f;
        }
        row->impulse *= joint_push_share(solve, &solve->refs[i], &row->row, row->impulse);
        joint_push_row(solve, &solve->refs[i], &row->row, row->impulse);
    }
}

static void solve_row(const JointSolve *solve, const JointRef *ref, DistanceRows *row, int pass)
{
    if (!(row->k > 0.0f)) {
        return;
    }
    const SolverVelocity *velocity = solve->bodies.velocity;
    float v = joint_row_velocity(&row->row, &velocity[ref->body_a], &velocity[ref->body_b]);
    float change = dry__axis_law_solve(&row->law, pass, row->k, v - row->k * row->impulse) - row->impulse;
    change *= joint_push_share(solve, ref, &row->row, change);
    joint_push_row(solve, ref, &row->row, change);
    row->impulse += change;
}

static void solve_bias(const JointSolve *solve, const JointSoft *soft, const JointGroup *group)
{
    (void)soft;
    DistanceRows *row = joint_rows(solve, group);
    for (int32_t i = group->first; i < group->first + group->count; ++i, ++row) {
        row->state.moved = true;
        solve_row(solve, &solve->refs[i], row, PASS_BIAS);
    }
}

static void solve_relax(const JointSolve *solve, const JointSoft *soft, const JointGroup *group)
{
    DistanceRows *row = joint_rows(solve, group);
    for (int32_t i = group->first; i < group->first + group->count; ++i, ++row) {
        if (row->state.moved) {
            build(solve, soft, i, false, row);
        }
        solve_row(solve, &solve->refs[i], row, PASS_RELAX);
    }
}

static void store(const JointSolve *solve, const JointSoft *soft, const JointGroup *group)
{
    DistanceRows *row = joint_rows(solve, group);
    for (int32_t i = group->first; i < group->first + group->count; ++i, ++row) {
        add_total(solve, i, row);
        Joint *joint = &solve->joints[solve->refs[i].joint];
        joint->axis.impulse = row->impulse;
        joint->total_time = soft->h * (float)row->state.substeps;
    }
}

const JointKernel dry__joint_kernel_distance = { prepare, warm_start, solve_bias, solve_relax, store };
