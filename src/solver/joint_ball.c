/* Ball joints without limits, drives or friction: one 3x3 block in world axes. */
#include "solver/joint_rows.h"

/* K = (1/mA + 1/mB) 1 - [rA] IA^-1 [rA] - [rB] IB^-1 [rB], factored. */
static void factor(const JointSolve *solve, const JointRef *ref, BallRows *row)
{
    static const DryVec3 e[3] = {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};
    const SolverMass *a = &solve->bodies.mass[ref->body_a], *b = &solve->bodies.mass[ref->body_b];
    DryVec3 inv_mass = v3_add(joint_inv_mass(a), joint_inv_mass(b));
    DryVec3 turn_a[3], turn_b[3], answer_a[3], answer_b[3];
    for (int i = 0; i < 3; ++i) {
        turn_a[i] = v3_cross(row->arm_a, e[i]);
        turn_b[i] = v3_cross(row->arm_b, e[i]);
        answer_a[i] = sym3_mul(&a->inv_inertia, turn_a[i]);
        answer_b[i] = sym3_mul(&b->inv_inertia, turn_b[i]);
    }
    float k00 = inv_mass.x + v3_dot(turn_a[0], answer_a[0]) + v3_dot(turn_b[0], answer_b[0]);
    float k10 = v3_dot(turn_a[1], answer_a[0]) + v3_dot(turn_b[1], answer_b[0]);
    float k11 = inv_mass.y + v3_dot(turn_a[1], answer_a[1]) + v3_dot(turn_b[1], answer_b[1]);
    float k20 = v3_dot(turn_a[2], answer_a[0]) + v3_dot(turn_b[2], answer_b[0]);
    float k21 = v3_dot(turn_a[2], answer_a[1]) + v3_dot(turn_b[2], answer_b[1]);
    float k22 = inv_mass.z + v3_dot(turn_a[2], answer_a[2]) + v3_dot(turn_b[2], answer_b[2]);
    float inv0 = joint_inv_pivot(k00, k00);
    float l10 = k10 * inv0, l20 = k20 * inv0;
    float inv1 = joint_inv_pivot(k11 - l10 * k10, k11);
    float rest21 = k21 - l20 * k10;
    float l21 = rest21 * inv1;
    row->lower[0] = l10;
    row->lower[1] = l20;
    row->lower[2] = l21;
    row->inv_pivot[0] = inv0;
    row->inv_pivot[1] = inv1;
    row->inv_pivot[2] = joint_inv_pivot(k22 - l20 * k20 - l21 * rest21, k22);
}

static DryVec3 solve_block(const BallRows *row, DryVec3 r)
{
    float y1 = r.y - row->lower[0] * r.x;
    float y2 = r.z - row->lower[1] * r.x - row->lower[2] * y1;
    float z = y2 * row->inv_pivot[2];
    float y = y1 * row->inv_pivot[1] - row->lower[2] * z;
    return v3(r.x * row->inv_pivot[0] - row->lower[0] * y - row->lower[1] * z, y, z);
}

static void build(const JointSolve *solve, int32_t i, BallRows *row)
{
    const JointRef *ref = &solve->refs[i];
    const Joint *joint = &solve->joints[ref->joint];
    const SolverBodies *bodies = &solve->bodies;
    DryQuat ra = ref->body_a != 0 ? bodies->motion[ref->body_a].rotation : ref->static_rotation_a;
    DryQuat rb = ref->body_b != 0 ? bodies->motion[ref->body_b].rotation : ref->static_rotation_b;
    row->arm_a = quat_rotate(ra, joint->frame_a.position);
    row->arm_b = quat_rotate(rb, joint->frame_b.position);
    DryVec3 moved = v3_sub(bodies->delta[ref->body_b].p, bodies->delta[ref->body_a].p);
    row->error = v3_add(v3_add(ref->center_offset, moved), v3_sub(row->arm_b, row->arm_a));
    joint_meet(row->error, false, &row->arm_a, &row->arm_b);
    factor(solve, ref, row);
    row->state.moved = false;
}

static void push(const JointSolve *solve, const JointRef *ref, const BallRows *row, DryVec3 impulse)
{
    DryVec3 back = v3_neg(impulse);
    joint_push(solve, ref->body_a, back, v3_cross(row->arm_a, back));
    joint_push(solve, ref->body_b, impulse, v3_cross(row->arm_b, impulse));
}

static BallRows *ball_rows(const JointSolve *solve, int32_t i)
{
    return &((JointRows *)solve->rows)[i].ball;
}

static void prepare(const JointSolve *solve, const JointSoft *soft, int32_t begin, int32_t end)
{
    (void)soft;
    for (int32_t i = begin; i < end; ++i) {
        Joint *joint = &solve->joints[solve->refs[i].joint];
        BallRows *row = ball_rows(solve, i);
        build(solve, i, row);
        row->state.substeps = 0;
        row->impulse = solve->warm ? v3(joint->locked_impulse[0], joint->locked_impulse[1], joint->locked_impulse[2])
                                   : v3(0.0f, 0.0f, 0.0f);
        joint->total_force = joint->total_torque = v3(0.0f, 0.0f, 0.0f);
    }
}

static void warm_start(const JointSolve *solve, const JointSoft *soft, int32_t begin, int32_t end)
{
    (void)soft;
    for (int32_t i = begin; i < end; ++i) {
        const JointRef *ref = &solve->refs[i];
        BallRows *row = ball_rows(solve, i);
        if (row->state.substeps > 0) {
            Joint *joint = &solve->joints[ref->joint];
            joint->total_force = v3_add(joint->total_force, row->impulse);
        }
        row->state.substeps++;
        if (!solve->warm) {
            row->impulse = v3(0.0f, 0.0f, 0.0f);
        }
        push(solve, ref, row, row->impulse);
    }
}

static void solve_row(const JointSolve *solve, const JointRef *ref, BallRows *row, float rate, float scale, float leak)
{
    const SolverVelocity *a = &solve->bodies.velocity[ref->body_a], *b = &solve->bodies.velocity[ref->body_b];
    DryVec3 va = v3_add(a->v, v3_cross(a->w, row->arm_a)), vb = v3_add(b->v, v3_cross(b->w, row->arm_b));
    DryVec3 wanted = v3_neg(v3_mad(v3_sub(vb, va), row->error, rate));
    DryVec3 impulse = v3_sub(v3_scale(solve_block(row, wanted), scale), v3_scale(row->impulse, leak));
    row->impulse = v3_add(row->impulse, impulse);
    push(solve, ref, row, impulse);
}

static void solve_bias(const JointSolve *solve, const JointSoft *soft, int32_t begin, int32_t end)
{
    for (int32_t i = begin; i < end; ++i) {
        BallRows *row = ball_rows(solve, i);
        row->state.moved = true;
        solve_row(solve, &solve->refs[i], row, soft->rate, soft->mass_scale, soft->leak);
    }
}

static void solve_relax(const JointSolve *solve, const JointSoft *soft, int32_t begin, int32_t end)
{
    (void)soft;
    for (int32_t i = begin; i < end; ++i) {
        BallRows *row = ball_rows(solve, i);
        if (row->state.moved) {
            build(solve, i, row);
        }
        solve_row(solve, &solve->refs[i], row, 0.0f, 1.0f, 0.0f);
    }
}

static void store(const JointSolve *solve, const JointSoft *soft, int32_t begin, int32_t end)
{
    for (int32_t i = begin; i < end; ++i) {
        Joint *joint = &solve->joints[solve->refs[i].joint];
        const BallRows *row = ball_rows(solve, i);
        joint->total_force = v3_add(joint->total_force, row->impulse);
        joint->total_time = soft->h * (float)row->state.substeps;
        joint->locked_impulse[0] = row->impulse.x;
        joint->locked_impulse[1] = row->impulse.y;
        joint->locked_impulse[2] = row->impulse.z;
    }
}

const JointKernel dry__joint_kernel_ball = {prepare, warm_start, solve_bias, solve_relax, store};
