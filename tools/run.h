/* What a simulation of a scene file did: gathered while it runs, told afterwards. */
#ifndef TOOLS_RUN_H
#define TOOLS_RUN_H

#include "scene/recorder.h"

#include <jansson.h>
#include <stdio.h>

/* What the command line asks for. */
typedef struct RunOptions {
    const char *scene, *glb, *html, *report; /* paths; null: not wanted */
    double seconds;
    double rate;      /* frames per second in the outputs */
    double step_rate; /* steps per second */
    int substeps, workers;
    DryKernel kernel;
    bool verbose;
} RunOptions;

/* What the solver did. */
typedef struct RunSolver {
    int64_t sweeps, sweeps_saved, early_exits; /* over all steps */
    DryCounters most;    /* of islands and manifolds of each class, and of substeps, the most in any step */
    int32_t stiff_steps; /* steps with a stiff island */
} RunSolver;

/* A run, from the file read to the figures at its end. */
typedef struct Run {
    const RunOptions *options;
    DryScene *scene;
    DryWorld *world;
    DrySceneMap map;
    DrySceneRecorder *recorder; /* null: no output wants one */
    DrySceneMessage message;    /* of the call that failed */

    int32_t steps, steps_wanted;
    double wall;          /* seconds spent stepping */
    DryProfile stages;    /* seconds, summed over the steps */
    double overlap;       /* largest on the way, m */
    DryEnergy start, end; /* J */
    double asleep_after;  /* s; negative: not everything is asleep */
    int32_t quarantined;  /* bodies put out of the simulation */
    RunSolver solver;
    int32_t touching; /* contacts at the end, those of sleeping bodies included */
} Run;

/* run_loop.c: reads, builds, simulates. Return an exit status; `message` then says why. */
int run_open(Run *run, const RunOptions *options);
int run_simulate(Run *run);
void run_close(Run *run);

/* run_report.c */
void run_print_scene(const Run *run, FILE *out);
void run_print_figures(const Run *run, FILE *out);
/* The whole report; null when memory ran out. */
json_t *run_report_json(const Run *run);
/* The part of it that the page shows, as viewer/FORMAT.md wants it. */
json_t *run_page_json(const Run *run);

#endif
