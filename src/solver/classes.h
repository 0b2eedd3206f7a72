/* A step in which islands are solved with different settings: each class of islands as a step of its own, on
   copies of its bodies. */
#ifndef DRY_SOLVER_CLASSES_H
#define DRY_SOLVER_CLASSES_H

#include "solver/solver.h"

enum {
    SOLVER_MAX_CLASSES = 4,
    SOLVER_EVERY_CLASS = 255 /* of bodies without mass: they move along in every class */
};

/* Memory of the classes, kept between steps; zero-initialise. */
typedef struct SolverClassScratch {
    SolverScratch solver[SOLVER_MAX_CLASSES];
    DirectScratch block;
} SolverClassScratch;

/* By dense index, whose record 0 is SOLVER_EVERY_CLASS. What contacts and joints connect is of one class,
   through bodies without mass excepted. */
typedef struct SolverClasses {
    const uint8_t *body_class;
    bool used[SOLVER_MAX_CLASSES];               /* at least one */
    SolverSettings settings[SOLVER_MAX_CLASSES]; /* of those that are used; same dt */
} SolverClasses;

/* One step; the input's own settings are not looked at. What was done is added up in `output`. False when
   memory ran out: then nothing has been changed. */
bool dry__solver_step_in_classes(const SolverInput *input, const SolverClasses *classes,
                                 SolverClassScratch *scratch, SolverOutput *output);

void dry__solver_class_scratch_free(SolverClassScratch *scratch);

#endif
