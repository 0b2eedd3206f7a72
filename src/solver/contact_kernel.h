/* The contact kernels of one instruction set. All sets give the same bits. */
#ifndef DRY_SOLVER_CONTACT_KERNEL_H
#define DRY_SOLVER_CONTACT_KERNEL_H

#include "base/cpu.h"
#include "solver/contact_batch.h"

/* What a step has left. */
typedef struct ContactsLeft {
    float approach; /* largest approach speed at a touching point, m/s */
    bool sinking;   /* some manifold is MANIFOLD_SINKING */
} ContactsLeft;

/* All work on the batches [begin, end). Those of one colour share no body that has mass, so their order is
 * free. */
typedef struct ContactKernel {
    /* Rows from manifolds and bodies. Returns what the batches have: PREPARED_ flags. */
    uint32_t (*prepare)(const ContactStep *step, int32_t begin, int32_t end);
    /* Applies the impulses carried over; jointed_only: to bodies with joints alone. */
    void (*warm_start)(const ContactStep *step, int32_t begin, int32_t end, bool jointed_only);
    /* Soft pass that pushes overlap out. fresh: impulses start from zero. */
    void (*solve)(const ContactStep *step, int32_t begin, int32_t end, bool fresh);
    /* Position pass: pushes the overlap of bodies with SOLVER_APART out through the velocities
       ContactStep.push. Without friction, bounce or warm start; first: impulses start from zero. */
    void (*push)(const ContactStep *step, int32_t begin, int32_t end, bool first);
    /* Rigid pass at the new positions. last: it ends the substep, whose impulses are added to the totals. */
    void (*relax)(const ContactStep *step, int32_t begin, int32_t end, bool last);
    /* Impulses back into the manifolds. */
    ContactsLeft (*store)(const ContactStep *step, int32_t begin, int32_t end);
    /* Largest error of a normal velocity that a sweep has left, m/s; bias: against what the soft pass wants.
     */
    float (*error)(const ContactStep *step, int32_t begin, int32_t end, bool bias);
} ContactKernel;

enum {
    PREPARED_JOINTED = 1,
    PREPARED_BOUNCING = 2,
    PREPARED_APART = 4,
    PREPARED_HEAVY = 8
};

extern const ContactKernel dry__contact_kernel_scalar;
#if defined(__x86_64__) || defined(_M_X64) || defined(__i386__) || defined(_M_IX86)
#define CONTACT_KERNELS_X86 1
extern const ContactKernel dry__contact_kernel_sse2;
extern const ContactKernel dry__contact_kernel_avx2;
#else
#define CONTACT_KERNELS_X86 0
#endif

/* The kernel asked for, or the scalar one where this processor or build does not have it. */
const ContactKernel *dry__contact_kernel(CpuKernel kernel);

#endif
