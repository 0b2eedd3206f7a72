/* Joints in groups, and the passes over ranges of groups. */
#include "base/bits.h"
#include "solver/joint_ball.h"
#include "solver/joint_six_axis_rows.h"

#include <math.h>

/* ---- groups ---- */

void dry__joint_count_rows(const Joint *joint, JointRef *ref)
{
    const uint32_t rotation = (uint32_t)1 << JOINT_ROTATION;
    ref->kernel = joint->kernel;
    ref->locked_rows = (uint8_t)bits_count(joint->locked);
    ref->free_rows = (uint8_t)bits_count(joint->active & (rotation - 1));
    ref->rotation_rows = (joint->active & rotation) != 0 ? 3 : 0;
}

/* Bytes of the rows of a group. */
static size_t group_bytes(const JointRef *refs, int32_t count)
{
    if (refs->kernel == JOINT_KERNEL_BALL) {
        return sizeof(BallBatch);
    }
    if (refs->kernel == JOINT_KERNEL_DISTANCE) {
        return (size_t)count * sizeof(DistanceRows);
    }
    size_t bytes = 0;
    for (int32_t i = 0; i < count; ++i) {
        bytes += six_axis_bytes(&refs[i]);
    }
    return bytes;
}

typedef struct Grouping {
    const JointRef *refs;
    JointGroup *groups; /* null: only counting */
    int32_t count;
    size_t units;
} Grouping;

/* Groups of at most `most` joints of one kernel. */
static void group_range(Grouping *g, int32_t begin, int32_t end, int32_t most)
{
    for (int32_t first = begin, i = begin; i < end; first = i) {
        uint8_t kernel = g->refs[first].kernel;
        while (i < end && i - first < most && g->refs[i].kernel == kernel) {
            ++i;
        }
        if (g->groups != NULL) {
            g->groups[g->count] = (JointGroup){ first, i - first, (uint32_t)g->units, kernel };
        }
        g->count++;
        g->units += (group_bytes(&g->refs[first], i - first) + JOINT_ROW_UNIT - 1) / JOINT_ROW_UNIT;
    }
}

int32_t dry__joints_group(const JointOrder *order, JointGroup *groups, int32_t *group_begin,
                          size_t *row_bytes)
{
    Grouping g = { .refs = order->refs, .groups = groups };
    for (int32_t c = 0; c < order->colors; ++c) {
        if (groups != NULL) {
            group_begin[c] = g.count;
        }
        group_range(&g, order->color_begin[c], order->color_begin[c + 1], JOINT_LANES);
    }
    if (groups != NULL) {
        group_begin[order->colors] = g.count;
    }
    group_range(&g, order->overflow_begin, order->overflow_end, 1);
    *row_bytes = g.units * JOINT_ROW_UNIT;
    return g.count;
}

/* ---- passes ---- */

const JointKernel *dry__joint_ball(CpuKernel cpu)
{
#if JOINT_KERNELS_X86
    if (cpu == CPU_AVX2 && dry__cpu_supports(CPU_AVX2)) {
        return &dry__joint_ball_avx2;
    }
    if (cpu == CPU_SSE2 && dry__cpu_supports(CPU_SSE2)) {
        return &dry__joint_ball_sse2;
    }
#else
    (void)cpu;
#endif
    return &dry__joint_ball_scalar;
}

typedef struct Kernels {
    const JointKernel *by_kind[JOINT_KERNEL_COUNT];
    JointSoft soft;
} Kernels;

static Kernels find_kernels(const JointSolve *solve)
{
    return (Kernels){ { [JOINT_KERNEL_BALL] = dry__joint_ball(solve->cpu),
                        [JOINT_KERNEL_DISTANCE] = &dry__joint_kernel_distance,
                        [JOINT_KERNEL_SIX_AXIS] = &dry__joint_kernel_six_axis },
                      dry__joint_soft(solve) };
}

void dry__joints_prepare(const JointSolve *solve, int32_t begin, int32_t end)
{
    Kernels k = find_kernels(solve);
    for (const JointGroup *group = solve->groups + begin; group < solve->groups + end; ++group) {
        k.by_kind[group->kernel]->prepare(solve, &k.soft, group);
    }
}

void dry__joints_warm_start(const JointSolve *solve, int32_t begin, int32_t end)
{
    Kernels k = find_kernels(solve);
    for (const JointGroup *group = solve->groups + begin; group < solve->groups + end; ++group) {
        k.by_kind[group->kernel]->warm_start(solve, &k.soft, group);
    }
}

void dry__joints_solve(const JointSolve *solve, int32_t begin, int32_t end, bool use_bias)
{
    Kernels k = find_kernels(solve);
    for (const JointGroup *group = solve->groups + begin; group < solve->groups + end; ++group) {
        const JointKernel *kernel = k.by_kind[group->kernel];
        (use_bias ? kernel->solve_bias : kernel->solve_relax)(solve, &k.soft, group);
    }
}

/* Impulses that are no numbers are none: bodies have been given back the velocities they had before them. */
static void forget_nonsense(const JointSolve *solve, const JointRef *ref)
{
    Joint *joint = &solve->joints[ref->joint];
    JointAxes *axes = joint->axes >= 0 ? &solve->axes[joint->axes] : NULL;
    DryVec3 force = joint->total_force, torque = joint->total_torque;
    float sum = joint->axis.impulse + force.x + force.y + force.z + torque.x + torque.y + torque.z;
    for (int i = 0; i < 6; ++i) {
        sum += joint->locked_impulse[i];
    }
    for (int i = 0; axes != NULL && i < JOINT_AXES; ++i) {
        sum += axes->axis[i].impulse;
    }
    if (axes != NULL) {
        DryVec3 turn = axes->rotation.impulse;
        sum += turn.x + turn.y + turn.z;
    }
    if (!isfinite(sum)) {
        dry__joint_forget(joint, axes);
    }
}

void dry__joints_store(const JointSolve *solve, int32_t begin, int32_t end)
{
    Kernels k = find_kernels(solve);
    for (const JointGroup *group = solve->groups + begin; group < solve->groups + end; ++group) {
        k.by_kind[group->kernel]->store(solve, &k.soft, group);
        for (int32_t i = 0; i < group->count; ++i) {
            forget_nonsense(solve, &solve->refs[group->first + i]);
        }
    }
}
