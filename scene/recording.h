/**
 * What a recorder holds. Internal to scene/.
 */
#ifndef DRYSTONE_SCENE_RECORDING_H
#define DRYSTONE_SCENE_RECORDING_H

#include "scene/recorder.h"
#include "scene/track.h"

/** Contact impulses and sleep of a body over the frames. */
typedef struct BodySeries {
    float *impulses; /**< one per frame; null for static bodies */
    int32_t *asleep; /**< frames at which the state changes, beginning awake */
    int32_t asleep_count, asleep_capacity;
    float pending; /**< largest impulse since the last frame */
} BodySeries;

struct DrySceneRecorder {
    const DryScene *scene;
    DrySceneRecorderOptions options;
    DryBodyId *ids;
    SceneTrack *tracks;
    BodySeries *series;
    int32_t body_count;
    double time;
    int32_t frame_count, frame_capacity;
    double *times;
    DryEnergy *energies;
    int32_t *contacts;
    DryContactRecord *records; /**< room for the contacts of a body */
    int32_t record_capacity;
    DrySceneWarnings warnings;
};

#endif
