/* A world of all that can be named, for calls that must be refused and leave it as it was. */
#ifndef TESTS_WORLD_BAD_INPUT_RIG_H
#define TESTS_WORLD_BAD_INPUT_RIG_H

#include "support/build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Arguments that are right. */
static const DryPose home = { { 0, 1, 0 }, { 0, 0, 0, 1 } };
static const DryVec3 push = { 1, 0, 0 };
static const DryPos point = { 0, 0, 0 };
static const DryLimit some_limit = { .enabled = true, .lower = -1, .upper = 1 };

typedef struct Rig {
    DryWorld *w;
    DryBodyId ground, box, platform, gone;
    DryShapeId shape, sensor, gone_shape;
    DryJointId hinge, ball, slider, gone_joint;
    DryHull *hull;
    DryMesh *mesh;
    uint64_t hash;
} Rig;

/* Set-up and tear-down; nothing may leak. */
int make_rig(void **state);
int free_rig(void **state);
/* The last message begins with the call, and the world is bit for bit what it was. */
void unchanged(Rig *r, const char *call, const char *what);
/* And the answer is the wanted one; of calls that create something, none. */
void refused(Rig *r, DryStatus got, DryStatus wanted, const char *call, const char *what);
void refused_id(Rig *r, uint32_t index, const char *call, const char *what);

/* For cmocka_run_group_tests: the test gets a rig of its own. */
#define RIG(test) cmocka_unit_test_setup_teardown(test, make_rig, free_rig)

#endif
