/* The substep loop on flat arrays: spans and settings in, velocities, changes of place and impulses out.
 * Knows no world. */
#ifndef DRY_SOLVER_SOLVER_H
#define DRY_SOLVER_SOLVER_H

#include "base/cpu.h"
#include "base/jobs.h"
#include "solver/contact.h"
#include "solver/direct.h"
#include "solver/joint.h"
#include "solver/ledger.h"

enum {
    SOLVER_MAX_COLORS = 64
};

typedef struct SolverSettings {
    float dt;                 /* the whole step, s */
    int32_t substeps;         /* >= 1 */
    int32_t iterations;       /* bias and relax sweeps per substep, >= 1; usually 1 */
    float residual_tolerance; /* m/s: sweeps end when no normal velocity is farther off; 0: never */
    float contact_hertz;      /* 30; also capped by 0.125 / h */
    float load_hertz; /* softness by which loads are judged, capped likewise over dt / load_substeps */
    int32_t load_substeps;
    float contact_damping_ratio; /* 10 */
    float push_speed;            /* largest speed at which overlap is pushed out, 3 m/s */
    float joint_hertz;           /* 60 */
    float joint_damping_ratio;   /* 2 */
    float restitution_threshold; /* m/s, >= 0 */
    float length_unit;           /* metres per "usual length": scales every tolerance */
    float maximum_speed;         /* 0: none */
    bool warm_starting;
    bool joints_first; /* in every sweep; else contacts */
    bool direct;       /* heavily loaded contacts are solved directly where they can be */
    float strain; /* > 0: manifolds under more than this times a heavy load, beneath far heavier bodies, and
                     not solved directly are marked as strained */
    CpuKernel kernel;
} SolverSettings;

typedef struct SolverInput {
    SolverSettings settings;
    SolverBodies bodies;
    /* contacts of colour c: [contact_begin[c], contact_begin[c + 1]); no two share a dynamic body. Colours
       are solved in order. The last one, overflow, may share bodies: solved one after another in order. */
    const ContactInput *contacts;
    const ContactSpecial
        *specials; /* beside the contacts, set where ContactMaterial.special; null: nowhere */
    int32_t contact_begin[SOLVER_MAX_COLORS + 2];
    int32_t contact_colors;
    int32_t overflow_begin, overflow_end;
    Manifold *manifolds;
    /* of the manifolds from number limited_begin on; null: none has any */
    const ContactLimit *limits;
    int32_t limited_begin;
    /* joints likewise */
    const JointRef *joints;
    int32_t joint_begin[SOLVER_MAX_COLORS + 2];
    int32_t joint_colors;
    int32_t joint_overflow_begin, joint_overflow_end;
    Joint *joint_table;
    JointAxes *joint_axes;   /* parameters of joints with several free axes */
    SolverAccount *accounts; /* per body, or null: no work is counted */
    Jobs *jobs;
} SolverInput;

typedef struct SolverTimes {
    /* seconds; joints: all of theirs, the others: without them */
    double prepare, warm_start, bounce, direct, solve, push, relax, joints, integrate, store;
} SolverTimes;

typedef struct SolverOutput {
    SolverTimes times;
    int32_t bounces;                           /* impacts resolved */
    int32_t bounce_capped;                     /* substeps in which the sweeps hit their cap */
    int32_t direct_clusters, direct_manifolds; /* solved directly */
    bool direct_impossible;                    /* as the contacts hang together, whatever their loads */
    int32_t direct_failures;                   /* passes on clusters that were left to the sweeps after all */
    float residual; /* largest approach speed left at a touching contact after the last relaxation, m/s */
    int32_t sweeps, sweeps_saved; /* over all rows; left out because the others had done enough */
    int32_t early_exits;          /* passes that ended so */
    bool sinking;                 /* some manifold is MANIFOLD_SINKING */
} SolverOutput;

/* Memory of the solver, grown as needed and kept between steps; zero-initialise. No state of the simulation
 * lives in it. */
typedef struct SolverScratch {
    void *block;
    size_t size;
    DirectScratch direct[2];
} SolverScratch;

/* The stiffness that contacts of `wanted` 1/s get in substeps of h, s: more in substeps that are shorter than
 * usual, and never more than these can follow. */
float dry__contact_hertz(float wanted, float h);

/* One step: both of the following. False when memory ran out: then nothing has been changed. */
bool dry__solver_step(const SolverInput *input, SolverScratch *scratch, SolverOutput *output);

/* The rows of a step, in `scratch`; changes nothing else. Input and output must stay until the run. */
bool dry__solver_prepare(const SolverInput *input, SolverScratch *scratch, SolverOutput *output);
/* The step itself. */
void dry__solver_run(SolverScratch *scratch);

void dry__solver_scratch_free(SolverScratch *scratch);

#endif
