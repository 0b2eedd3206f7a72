/**
 * Records a simulated scene and writes it back: a .glb with the motion as node animation, and telemetry for
 * the player's page (viewer/FORMAT.md).
 *
 *     dry_scene_recorder_begin(scene, &map, world, NULL, &recorder, &message);
 *     while (...) {
 *         dry_world_step(world, dt);
 *         dry_scene_recorder_step(recorder, world, dt);
 *     }
 *     dry_scene_recorder_write_glb(recorder, "out.glb", &message);
 */
#ifndef DRYSTONE_SCENE_RECORDER_H
#define DRYSTONE_SCENE_RECORDER_H

#include "scene/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct DrySceneRecorder DrySceneRecorder;

/** Start from dry_scene_recorder_options_default(). */
typedef struct DrySceneRecorderOptions {
    double rate;               /**< frames per second, 0.01..10000; 60. At most one frame per step is kept. */
    double position_tolerance; /**< metres that a dropped key may have been off the line between its
                                  neighbours, >= 0; 0.0005 */
    double rotation_tolerance; /**< radians, likewise; 0.001 */
    bool telemetry;            /**< energies, contacts and impulses are recorded too; true */
} DrySceneRecorderOptions;

DrySceneRecorderOptions dry_scene_recorder_options_default(void);

/**
 * Begins with the frame at time 0. The scene must outlive the recorder; the map is copied. Null options: the
 * defaults.
 */
DryStatus dry_scene_recorder_begin(const DryScene *scene, const DrySceneMap *map, const DryWorld *world,
                                   const DrySceneRecorderOptions *options, DrySceneRecorder **out,
                                   DrySceneMessage *message);
/** To be called after every step of `dt` seconds: takes a frame when one is due. DRY_ERROR_MEMORY leaves the
 * frames so far. */
DryStatus dry_scene_recorder_step(DrySceneRecorder *recorder, const DryWorld *world, double dt);
/** Null is allowed. */
void dry_scene_recorder_destroy(DrySceneRecorder *recorder);

/** Pairs of shapes that touch, those of sleeping bodies included, which DryCounters.touching leaves out. -1
 * when memory ran out. */
int32_t dry_scene_touching(const DryWorld *world);

/** Frames taken. */
int32_t dry_scene_recorder_frames(const DrySceneRecorder *recorder);
/** What writing could not keep, after it. */
const DrySceneWarnings *dry_scene_recorder_warnings(const DrySceneRecorder *recorder);

/** The animated scene as a .glb in memory; free it with dry_scene_free. */
DryStatus dry_scene_recorder_glb(DrySceneRecorder *recorder, void **data, size_t *size,
                                 DrySceneMessage *message);
/** Writes it to a file, which is replaced only when all was written. */
DryStatus dry_scene_recorder_write_glb(DrySceneRecorder *recorder, const char *path,
                                       DrySceneMessage *message);

/**
 * The telemetry as JSON text; free it with dry_scene_free. `title` and `report` (a JSON object as text, see
 * viewer/FORMAT.md) may be null. Null when memory ran out, the report is no JSON object, or telemetry was not
 * recorded.
 */
char *dry_scene_recorder_telemetry(const DrySceneRecorder *recorder, const char *title, const char *report);

void dry_scene_free(void *memory);

#ifdef __cplusplus
}
#endif

#endif
