#include "scene/track.h"

#include <stdlib.h>
#include <string.h>

static bool grow(SceneTrack *track, int32_t extra)
{
    if (track->count + extra <= track->capacity)
        return true;
    int32_t capacity = track->capacity ? 2 * track->capacity : 8;
    int32_t *frames = realloc(track->frames, (size_t)capacity * sizeof *frames);
    if (frames)
        track->frames = frames;
    DryPose *poses = frames ? realloc(track->poses, (size_t)capacity * sizeof *poses) : NULL;
    if (!poses)
        return false;
    track->poses = poses;
    track->capacity = capacity;
    return true;
}

static bool same_pose(const DryPose *a, const DryPose *b)
{
    return a->position.x == b->position.x && a->position.y == b->position.y &&
           a->position.z == b->position.z && a->rotation.x == b->rotation.x &&
           a->rotation.y == b->rotation.y && a->rotation.z == b->rotation.z && a->rotation.w == b->rotation.w;
}

bool dry__track_add(SceneTrack *track, int32_t frame, DryPose pose)
{
    int32_t last = track->count - 1;
    if (last >= 0 && same_pose(&track->poses[last], &pose))
        return true;
    if (!grow(track, 2))
        return false;
    if (last >= 0 && track->frames[last] < frame - 1) {
        track->frames[track->count] = frame - 1;
        track->poses[track->count++] = track->poses[last];
    }
    track->frames[track->count] = frame;
    track->poses[track->count++] = pose;
    return true;
}

void dry__track_release(SceneTrack *track)
{
    free(track->frames);
    free(track->poses);
    *track = (SceneTrack){ 0 };
}

DryPose dry__track_pose(const SceneTrack *track, int32_t frame, int32_t *cursor)
{
    while (*cursor + 1 < track->count && track->frames[*cursor + 1] <= frame)
        ++*cursor;
    return track->poses[*cursor];
}

/* ---- reduction ---- */

static void interpolate_vector(const float *a, const float *b, int32_t width, double u, double *out)
{
    for (int32_t i = 0; i < width; ++i)
        out[i] = (double)a[i] + u * ((double)b[i] - (double)a[i]);
}

static void interpolate_rotation(const float *a, const float *b, double u, double *out)
{
    double dot = 0;
    for (int i = 0; i < 4; ++i)
        dot += (double)a[i] * (double)b[i];
    double sign = dot < 0 ? -1 : 1;
    double angle = acos(fmin(fabs(dot), 1));
    double sine = sin(angle);
    double wa = sine > 1e-6 ? sin((1 - u) * angle) / sine : 1 - u;
    double wb = sine > 1e-6 ? sin(u * angle) / sine : u;
    for (int i = 0; i < 4; ++i)
        out[i] = wa * (double)a[i] + sign * wb * (double)b[i];
}

/* Distance of key `k` from the line between keys `a` and `b`; of rotations, the angle. */
static double deviation(const SceneChannel *channel, int32_t a, int32_t b, int32_t k)
{
    double span = (double)channel->times[b] - (double)channel->times[a];
    double u = ((double)channel->times[k] - (double)channel->times[a]) / span;
    const float *values = channel->values;
    double out[4] = { 0, 0, 0, 0 };
    int32_t w = channel->width;
    if (w == 4)
        interpolate_rotation(values + 4 * a, values + 4 * b, u, out);
    else
        interpolate_vector(values + w * a, values + w * b, w, u, out);
    double square = 0;
    double opposite = 0;
    for (int32_t i = 0; i < w; ++i) {
        double v = (double)values[w * k + i];
        square += (out[i] - v) * (out[i] - v);
        opposite += (out[i] + v) * (out[i] + v);
    }
    return w == 4 ? 4 * asin(fmin(0.5 * sqrt(fmin(square, opposite)), 1)) : sqrt(square);
}

static int32_t farthest(const SceneChannel *channel, int32_t a, int32_t b, double tolerance)
{
    int32_t split = -1;
    double most = tolerance;
    for (int32_t k = a + 1; k < b; ++k) {
        double d = deviation(channel, a, b, k);
        if (d > most) {
            most = d;
            split = k;
        }
    }
    return split;
}

static void make_continuous(SceneChannel *channel)
{
    for (int32_t i = 1; i < channel->count; ++i) {
        float *q = channel->values + 4 * i;
        const float *p = q - 4;
        if (p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3] < 0)
            for (int k = 0; k < 4; ++k)
                q[k] = -q[k];
    }
}

static void keep_marked(SceneChannel *channel, const bool *keep)
{
    int32_t kept = 0;
    size_t width = (size_t)channel->width;
    for (int32_t i = 0; i < channel->count; ++i) {
        if (!keep[i])
            continue;
        channel->times[kept] = channel->times[i];
        memmove(channel->values + width * (size_t)kept, channel->values + width * (size_t)i,
                width * sizeof(float));
        ++kept;
    }
    channel->count = kept;
}

bool dry__channel_reduce(SceneChannel *channel, double tolerance)
{
    int32_t n = channel->count;
    if (channel->width == 4)
        make_continuous(channel);
    if (n < 3)
        return true;
    bool *keep = calloc((size_t)n, sizeof *keep);
    int32_t *stack = malloc((size_t)n * 2 * sizeof *stack);
    if (!keep || !stack) {
        free(keep);
        free(stack);
        return false;
    }
    int32_t depth = 0;
    keep[0] = keep[n - 1] = true;
    stack[depth++] = 0;
    stack[depth++] = n - 1;
    while (depth > 0) {
        int32_t b = stack[--depth];
        int32_t a = stack[--depth];
        int32_t split = farthest(channel, a, b, tolerance);
        if (split < 0)
            continue;
        keep[split] = true;
        stack[depth++] = a;
        stack[depth++] = split;
        stack[depth++] = split;
        stack[depth++] = b;
    }
    keep_marked(channel, keep);
    free(keep);
    free(stack);
    return true;
}
