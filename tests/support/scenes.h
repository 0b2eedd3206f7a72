/* Small scenes that between them use everything; for tests that must hold on every scene. */
#ifndef SUPPORT_SCENES_H
#define SUPPORT_SCENES_H

#include <drystone/drystone.h>

typedef struct TestScene {
    const char *name;
    void (*build)(DryWorld *world);
    /* Called before each step; may be null. */
    void (*before_step)(DryWorld *world, int step);
} TestScene;

extern const TestScene test_scenes[];
extern const int test_scene_count;

#endif
