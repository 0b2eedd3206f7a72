/* The substep loop: which stage follows which. */
#ifndef DRY_SOLVER_SUBSTEPS_H
#define DRY_SOLVER_SUBSTEPS_H

#include "solver/bounce.h"
#include "solver/contact_kernel.h"
#include "solver/direct.h"
#include "solver/integrate.h"
#include "solver/solver.h"

/* What one worker found; a cache line each. */
typedef struct WorkerNotes {
    _Alignas(64) uint32_t prepared; /* PREPARED_ flags */
    float residual, error;
    bool sinking;
    bool torn; /* it has met SOLVER_TORN since this was last cleared */
} WorkerNotes;

typedef struct Substeps {
    const SolverInput *input;
    SolverOutput *output;
    const ContactKernel *kernel;
    ContactStep contacts;
    JointSolve joints;
    Motion motion;
    DirectPlan direct;
    DirectScratch *direct_scratch; /* two */
    Bounces bounces;
    Ledger ledger;
    int32_t *bouncing; /* room for the list of bounces: one entry per batch */
    int32_t batch_begin[SOLVER_MAX_COLORS + 2];
    int32_t batch_count; /* with the overflow's */
    int32_t joint_group_begin[SOLVER_MAX_COLORS + 2];
    int32_t joint_group_count; /* with the overflow's */
    uint32_t prepared;
    WorkerNotes notes[JOBS_MAX_WORKERS];
    /* of the stage that is running */
    int32_t offset;
    bool flag;
} Substeps;

/* Fills the rows. False when memory ran out; nothing else is changed in any case. */
bool dry__substeps_prepare(Substeps *loop);

void dry__substeps_run(Substeps *loop);

#endif
