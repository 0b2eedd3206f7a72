/* Passes over ranges of joints: finds runs of one kernel and hands them over. */
#include "solver/joint_rows.h"

static const JointKernel *const kernels[JOINT_KERNEL_COUNT] = {
    [JOINT_KERNEL_BALL] = &dry__joint_kernel_ball,
    [JOINT_KERNEL_DISTANCE] = &dry__joint_kernel_distance,
    [JOINT_KERNEL_SIX_AXIS] = &dry__joint_kernel_six_axis,
};

/* First ref at or after `begin` with another kernel than it. */
static int32_t run_end(const JointSolve *solve, int32_t begin, int32_t end)
{
    uint8_t kernel = solve->joints[solve->refs[begin].joint].kernel;
    int32_t i = begin + 1;
    while (i < end && solve->joints[solve->refs[i].joint].kernel == kernel) {
        ++i;
    }
    return i;
}

static const JointKernel *kernel_at(const JointSolve *solve, int32_t i)
{
    return kernels[solve->joints[solve->refs[i].joint].kernel];
}

size_t dry__joints_row_size(void)
{
    return sizeof(JointRows);
}

void dry__joints_prepare(const JointSolve *solve, int32_t begin, int32_t end)
{
    JointSoft soft = dry__joint_soft(solve);
    for (int32_t i = begin, stop; i < end; i = stop) {
        stop = run_end(solve, i, end);
        kernel_at(solve, i)->prepare(solve, &soft, i, stop);
    }
}

void dry__joints_warm_start(const JointSolve *solve, int32_t begin, int32_t end)
{
    JointSoft soft = dry__joint_soft(solve);
    for (int32_t i = begin, stop; i < end; i = stop) {
        stop = run_end(solve, i, end);
        kernel_at(solve, i)->warm_start(solve, &soft, i, stop);
    }
}

void dry__joints_solve(const JointSolve *solve, int32_t begin, int32_t end, bool use_bias)
{
    JointSoft soft = dry__joint_soft(solve);
    for (int32_t i = begin, stop; i < end; i = stop) {
        stop = run_end(solve, i, end);
        const JointKernel *kernel = kernel_at(solve, i);
        (use_bias ? kernel->solve_bias : kernel->solve_relax)(solve, &soft, i, stop);
    }
}

void dry__joints_store(const JointSolve *solve, int32_t begin, int32_t end)
{
    JointSoft soft = dry__joint_soft(solve);
    for (int32_t i = begin, stop; i < end; i = stop) {
        stop = run_end(solve, i, end);
        kernel_at(solve, i)->store(solve, &soft, i, stop);
    }
}
