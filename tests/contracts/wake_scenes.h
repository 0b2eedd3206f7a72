/* Sleeping scenes, and what the rows about waking say of them. */
#ifndef CONTRACTS_WAKE_SCENES_H
#define CONTRACTS_WAKE_SCENES_H

#include "contracts/check.h"

#include <drystone/drystone.h>

/* What the rows work on. Unused members are zero ids. */
typedef struct Scene {
    DryWorld *world;
    DryBodyId support, box; /* box: the sleeper */
    DryJointId joint;
} Scene;

/* A scene, what is done to it, and what is right afterwards. */
typedef struct Edge {
    const char *name;
    Scene (*scene)(void);
    void (*act)(Scene *);
    bool (*right)(Scene *);
} Edge;

void step(Scene *s, int steps);
DryBodyId body_at(DryWorld *world, DryBodyType type, double x, double y, double z);
DryShapeId box_on(DryWorld *world, DryBodyId body, float hx, float hy, float hz);
DryShapeId shape_of(const Scene *s, DryBodyId body);
/* Where the sleeper is. */
DryPos at(const Scene *s);
void fall_asleep(Scene *s);
Scene open_scene(void);
/* A cube asleep at (0, 0.5, 0) on a support whose top is at 0. */
Scene on_static(void);
Scene on_kinematic(void);
/* The sleeper stands on another dynamic cube, the support, which stands on the ground: one island. */
Scene on_dynamic(void);
/* A slope of about 17 degrees, friction 0.6. */
Scene on_slope(void);
/* Hangs 2 m below the support by a hinge about z, without touching anything. */
Scene hanging_static(void);
Scene hanging_kinematic(void);
/* It does not move in the next steps. */
bool stays(Scene *s);

#endif
