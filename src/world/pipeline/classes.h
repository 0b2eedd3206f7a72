/* Islands that are solved with settings of their own: small and large ones, and stiff ones, in which light
   bodies bear heavy ones (docs/laws/stacks.md). */
#ifndef DRY_WORLD_CLASSES_H
#define DRY_WORLD_CLASSES_H

#include "world/store/world.h"

typedef struct IslandClasses {
    SolverClasses solver;
    int32_t count; /* classes that are used; 0: islands have not been told apart */
    int32_t islands[SOLVER_MAX_CLASSES], manifolds[SOLVER_MAX_CLASSES];
} IslandClasses;

/* SolverSettings.strain of a step that knows no stiff islands yet. */
float dry__classes_strain(const DryWorld *w, float dt);

/* Whether the islands of this step have to be told apart. */
bool dry__classes_wanted(const DryWorld *w);

/* Finds the islands of the gathered bodies and rows and their classes, and brings the impulses of islands
   that change theirs to its substeps. The input's settings are those of small islands. False: out of memory;
   then nothing has changed. */
bool dry__classes_choose(DryWorld *w, const SolverInput *input, IslandClasses *classes);

/* After a step that found manifolds sinking: their islands are solved stiffly from now on. */
void dry__classes_note_sinking(DryWorld *w, const SolverInput *input);

/* Into the world's counters. */
void dry__classes_count(DryWorld *w, const IslandClasses *classes);

/* Substeps that the impulses of a contact between the two bodies are of. */
int32_t dry__latest_substeps(const DryWorld *w, const int32_t body[2]);

#endif
