/* Fuzzes the reader of scene files: the bytes are a .gltf or a .glb. What can be read is built, simulated for
   some steps and written, and what was written can be read again. */
#include "read_bytes.h"
#include "scene/recorder.h"
#include "support/invariants.h"

#include <stdlib.h>
#include <string.h>

enum {
    STEPS = 3
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Worlds are dear: one is kept and emptied. */
static DryWorld *empty_world(void)
{
    static DryWorld *world;
    if (world == NULL) {
        DryWorldDef def = dry_world_def_default();
        def.workers = 1;
        world = dry_world_create(&def);
    }
    DryBodyId body;
    while (dry_world_bodies(world, &body, 1) > 0) {
        (void)dry_body_destroy(world, body);
    }
    return world;
}

/* One line that begins with the file's name. */
static void check_message(DryStatus status, const DrySceneMessage *message)
{
    bool right = status == DRY_ERROR_FORMAT || status == DRY_ERROR_MEMORY;
    if (!right || strncmp(message->text, "fuzz: ", 6) != 0 || strchr(message->text, '\n') != NULL) {
        fuzz_failed("status %d, \"%s\"", (int)status, message->text);
    }
}

static void write_and_read(DrySceneRecorder *recorder)
{
    void *glb = NULL;
    size_t size = 0;
    DrySceneMessage message;
    if (dry_scene_recorder_glb(recorder, &glb, &size, &message) != DRY_OK) {
        return; /* too large */
    }
    DryScene *again = NULL;
    if (dry_scene_read_memory(glb, size, "fuzz", &again, &message) != DRY_OK) {
        fuzz_failed("what was written cannot be read: %s", message.text);
    }
    dry_scene_destroy(again);
    dry_scene_free(glb);
}

static void simulate(const DryScene *scene, DryWorld *world, const DrySceneMap *map)
{
    DrySceneRecorder *recorder = NULL;
    if (dry_scene_recorder_begin(scene, map, world, NULL, &recorder, NULL) != DRY_OK) {
        return;
    }
    for (int i = 0; i < STEPS; ++i) {
        (void)dry_world_step(world, 1.0f / 60.0f);
        (void)dry_scene_recorder_step(recorder, world, 1.0 / 60.0);
    }
    const char *broken = broken_invariant(world, false);
    if (broken != NULL) {
        fuzz_failed("%s", broken);
    }
    write_and_read(recorder);
    dry_scene_recorder_destroy(recorder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    DryScene *scene = NULL;
    DrySceneMessage message = { "" };
    DryStatus status = dry_scene_read_memory(data, size, "fuzz", &scene, &message);
    if (status != DRY_OK) {
        check_message(status, &message);
        return 0;
    }
    DryWorld *world = empty_world();
    DrySceneMap map;
    status = dry_scene_build(scene, world, &map, &message);
    if (status == DRY_OK) {
        simulate(scene, world, &map);
    } else {
        check_message(status, &message);
    }
    dry_scene_map_release(&map);
    dry_scene_destroy(scene);
    return 0;
}
