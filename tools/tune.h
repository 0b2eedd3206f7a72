/* A scene run once with given settings, and what is worth knowing of it. */
#ifndef TOOLS_TUNE_H
#define TOOLS_TUNE_H

#include <drystone/world.h>

enum {
    TUNE_MESSAGE = 700
};

/* A built-in scene (>= 0) or a file. */
typedef struct TuneScene {
    const char *name;
    int32_t bench;
} TuneScene;

typedef struct TuneFigures {
    double asleep_after;              /* s; negative: something is awake at the end */
    double creep;                     /* m/s: the farthest way of a body in the last second, over that time */
    double overlap_mean, overlap_max; /* m */
    double residual_mean, residual_max; /* m/s */
    double energy;                      /* at the end, J */
    double ms;                          /* mean of a step */
    uint64_t hash;                      /* of the last state */
} TuneFigures;

/* The settings the scene asks for. False, with a message, when a file cannot be read. */
bool tune_def(const TuneScene *scene, DryWorldDef *def, char message[TUNE_MESSAGE]);
/* False, with a message, when the world or the scene was refused, or a step failed. */
bool tune_run(const TuneScene *scene, const DryWorldDef *def, int32_t steps, TuneFigures *figures,
              char message[TUNE_MESSAGE]);

#endif
