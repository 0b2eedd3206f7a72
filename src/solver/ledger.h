/* Who has changed each body's velocity in a substep, and the work that was. Only kept where
   SolverInput.accounts is given.

   An impulse P that takes a body from v0 to v3 together with others does the work P . (v0 + v3) / 2: these
   add up to the change of kinetic energy exactly, whatever their order, and of a body at rest each one is
   zero. The same with angular impulses. */
#ifndef DRY_SOLVER_LEDGER_H
#define DRY_SOLVER_LEDGER_H

#include "solver/body.h"

typedef enum LedgerSource {
    LEDGER_FORCES, /* of the user */
    LEDGER_DAMPING,
    LEDGER_CONTACTS, /* friction included until the substep is closed */
    LEDGER_FRICTION,
    LEDGER_JOINTS, /* drives included until the substep is closed */
    LEDGER_DRIVES, /* what acts along and about free axes */
    LEDGER_SOURCES,
    LEDGER_NOBODY /* a change that is no impulse */
} LedgerSource;

/* Linear parts first, then angular ones, world axes. */
typedef struct Motion6 {
    double x[6];
} Motion6;

typedef struct SolverAccount {
    DryVec3 force, torque;     /* accelerations by the user's, m/s^2 and rad/s^2; set by the caller */
    double kinetic, potential; /* energies at the start of the step: the caller's own */
    Motion6 start, latest;     /* velocity at the start of the substep, and when last looked at */
    Motion6 change[LEDGER_SOURCES];
    double work[LEDGER_SOURCES]; /* of the step so far, J; zero at its start */
} SolverAccount;

struct ContactBatch;
struct Jobs;

/* What the ledger is kept of. */
typedef struct Ledger {
    SolverAccount *accounts; /* per body; null: nothing is counted */
    SolverBodies bodies;
    const struct ContactBatch *batches;
    int32_t batch_count;
    struct Jobs *jobs;
    float h; /* of a substep, s */
    /* of the entry that is being made */
    LedgerSource source;
    bool carried;
} Ledger;

void dry__ledger_open(Ledger *ledger);
/* After forces and damping; `carried`: the velocity has the carry already. */
void dry__ledger_forces(Ledger *ledger, bool carried);
/* Every change since the latest look is this source's. */
void dry__ledger_note(Ledger *ledger, LedgerSource source);
/* A joint's impulses along its free axes. */
void dry__ledger_drive(SolverAccount *account, const SolverMass *mass, DryVec3 impulse, DryVec3 angular);
/* The end of the substep. */
void dry__ledger_close(Ledger *ledger);

#endif
