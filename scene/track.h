/**
 * The recorded motion of a body, and dropping keys that interpolation gives back.
 */
#ifndef DRYSTONE_SCENE_TRACK_H
#define DRYSTONE_SCENE_TRACK_H

#include <drystone/math.h>

/** Poses at the frames at which they changed; between two keys the earlier one holds. */
typedef struct SceneTrack {
    int32_t *frames;
    DryPose *poses;
    int32_t count, capacity;
} SceneTrack;

/** False when memory ran out. */
bool dry__track_add(SceneTrack *track, int32_t frame, DryPose pose);
void dry__track_release(SceneTrack *track);
/** The pose at a frame; `cursor` (from 0) speeds up ascending calls. */
DryPose dry__track_pose(const SceneTrack *track, int32_t frame, int32_t *cursor);

/** Values of a channel over time: `width` numbers per key, quaternions when it is 4. */
typedef struct SceneChannel {
    float *times;
    float *values;
    int32_t count, width;
} SceneChannel;

/**
 * Drops, in place, keys that lie within `tolerance` of the interpolation of those kept (Douglas and Peucker
 * 1973): linear for vectors, along the great circle for quaternions, whose signs are made continuous first.
 * False when memory ran out.
 */
bool dry__channel_reduce(SceneChannel *channel, double tolerance);

#endif
