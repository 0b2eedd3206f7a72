/* Scenes as text, for the tests of scene/. */
#ifndef DRYSTONE_TESTS_SCENE_RIG_H
#define DRYSTONE_TESTS_SCENE_RIG_H

#include "scene/recorder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/** A scene in a world of one worker. */
typedef struct SceneRig {
    DryScene *scene;
    DryWorld *world;
    DrySceneMap map;
} SceneRig;

/**
 * A glTF document around `members`, which follow "asset" and are written with ' for ". Freed by the caller.
 */
char *rig_document(const char *members);
/** A document with nodes (an array's content) and a document-level physics extension (an object's content).
 */
char *rig_physics(const char *nodes, const char *shapes, const char *physics);

/** The text of tests/scene/files/NAME without the last line's end. Freed by the caller. */
char *rig_file(const char *name);

/** Reads and builds; fails the test on an error. Frees the document. */
SceneRig rig_build(char *document);
void rig_destroy(SceneRig *rig);
void rig_step(SceneRig *rig, int steps);

/** Reading must fail with a message that contains all of `parts` (separated by |). Frees the document. */
void rig_refused(char *document, const char *parts);
/** Whether a warning of the scene or of the world contains the text. */
bool rig_warned(const SceneRig *rig, const char *text);
void rig_print_warnings(const SceneRig *rig);

#endif
