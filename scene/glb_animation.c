/*
 * The recorded motion as animation of the bodies' nodes. A body's pose in the world is turned into its node's
 * translation and rotation below its parent, which may be moved by a body itself; the node's scale stays.
 */
#include "scene/glb_animation.h"

#include "scene/build.h"

#include <stdlib.h>
#include <string.h>

/* The nodes of bodies at a frame. */
typedef struct Stage {
    const DrySceneRecorder *recorder;
    const DryScene *scene;
    int32_t *cursors; /**< one per body, for ascending frames */
} Stage;

/* A body without a track: static, or not simulated. */
static bool is_tracked(const Stage *stage, int32_t body)
{
    return body >= 0 && stage->recorder->tracks[body].count > 0 && !stage->scene->bodies[body].singular;
}

static bool is_moved(const Stage *stage, int32_t body)
{
    return is_tracked(stage, body) && stage->recorder->tracks[body].count > 1;
}

/* The world transform of a body's node: its scale, which never changes, then its pose. */
static DryAffine body_node(Stage *stage, int32_t index, int32_t frame)
{
    const DrySceneBody *body = &stage->scene->bodies[index];
    DryPose pose = dry__track_pose(&stage->recorder->tracks[index], frame, &stage->cursors[index]);
    double rotation[4] = { (double)pose.rotation.x, (double)pose.rotation.y, (double)pose.rotation.z,
                           (double)pose.rotation.w };
    const double translation[3] = { pose.position.x, pose.position.y, pose.position.z };
    const double one[3] = { 1, 1, 1 };
    (void)dry__quat_normalize(rotation);
    DryAffine moved = dry__affine_from_trs(translation, rotation, one);
    DryAffine own = dry__build_relative(body, &stage->scene->nodes[body->node].world);
    return dry__affine_mul(&moved, &own);
}

/* The world transform of the parent of a body's node. */
static DryAffine parent_node(Stage *stage, int32_t node, int32_t frame)
{
    int32_t parent = stage->scene->nodes[node].parent;
    if (parent < 0)
        return dry__affine_identity();
    const DrySceneNode *p = &stage->scene->nodes[parent];
    if (!is_moved(stage, p->body))
        return p->world;
    DryAffine carrier = body_node(stage, p->body, frame);
    DryAffine inverse;
    (void)dry__affine_invert(&stage->scene->nodes[stage->scene->bodies[p->body].node].world, &inverse);
    DryAffine relative = dry__affine_mul(&inverse, &p->world);
    return dry__affine_mul(&carrier, &relative);
}

/* Translation and rotation of the node at a frame; the rotation is what remains without the node's scale. */
static bool local_pose(Stage *stage, int32_t index, int32_t frame, float *translation, float *rotation)
{
    int32_t node_index = stage->scene->bodies[index].node;
    const DrySceneNode *node = &stage->scene->nodes[node_index];
    DryAffine parent = parent_node(stage, node_index, frame);
    DryAffine inverse;
    if (!dry__affine_invert(&parent, &inverse))
        return false;
    DryAffine world = body_node(stage, index, frame);
    DryAffine local = dry__affine_mul(&inverse, &world);
    for (int i = 0; i < 3; ++i) {
        if (node->scale[i] == 0)
            return false;
        for (int k = 0; k < 3; ++k)
            local.r[k][i] /= node->scale[i];
    }
    DryPolar polar;
    if (!dry__affine_polar(&local, &polar))
        return false;
    for (int i = 0; i < 3; ++i)
        translation[i] = (float)local.t[i];
    for (int i = 0; i < 4; ++i)
        rotation[i] = (float)polar.rotation[i];
    return true;
}

/* ---- channels ---- */

static void release(SceneChannel *channel)
{
    free(channel->times);
    free(channel->values);
    *channel = (SceneChannel){ 0 };
}

static bool allocate(SceneChannel *channel, int32_t count, int32_t width)
{
    *channel = (SceneChannel){ .count = count, .width = width };
    channel->times = malloc((size_t)count * sizeof(float));
    channel->values = malloc((size_t)count * (size_t)width * sizeof(float));
    return channel->times && channel->values;
}

/* Samples the node at the frames at which it may have changed. False when it has no pose below its parent. */
static bool sample(Stage *stage, int32_t index, SceneChannel *t, SceneChannel *r)
{
    const DrySceneRecorder *recorder = stage->recorder;
    const SceneTrack *track = &recorder->tracks[index];
    int32_t parent = stage->scene->nodes[stage->scene->bodies[index].node].parent;
    bool own = parent < 0 || !is_moved(stage, stage->scene->nodes[parent].body);
    t->count = r->count = own ? track->count : recorder->frame_count;
    memset(stage->cursors, 0, (size_t)recorder->body_count * sizeof *stage->cursors);
    for (int32_t i = 0; i < t->count; ++i) {
        int32_t frame = own ? track->frames[i] : i;
        t->times[i] = r->times[i] = (float)recorder->times[frame];
        if (!local_pose(stage, index, frame, t->values + 3 * i, r->values + 4 * i))
            return false;
    }
    return true;
}

/* Two equal keys say nothing that the node does not say. */
static bool is_still(const SceneChannel *channel)
{
    size_t width = (size_t)channel->width * sizeof(float);
    return channel->count < 2 ||
           (channel->count == 2 && memcmp(channel->values, channel->values + channel->width, width) == 0);
}

static bool add_channel(GlbWriter *writer, json_t *animation, const SceneChannel *channel, int32_t node,
                        const char *path)
{
    size_t time_size = (size_t)channel->count * sizeof(float);
    size_t value_size = time_size * (size_t)channel->width;
    size_t offset = 0;
    size_t value_offset = 0;
    if (!dry__glb_append(writer, channel->times, time_size, &offset) ||
        !dry__glb_append(writer, channel->values, value_size, &value_offset))
        return false;
    int64_t time_view = dry__glb_view(writer, offset, time_size, GLB_NO_TARGET);
    int64_t value_view = dry__glb_view(writer, value_offset, value_size, GLB_NO_TARGET);
    if (time_view < 0 || value_view < 0)
        return false;
    int64_t input = dry__glb_floats(writer, time_view, 0, channel->times, channel->count, 1, true);
    int64_t output =
        dry__glb_floats(writer, value_view, 0, channel->values, channel->count, channel->width, false);
    if (input < 0 || output < 0)
        return false;
    json_t *samplers = json_object_get(animation, "samplers");
    json_t *channels = json_object_get(animation, "channels");
    json_int_t sampler = (json_int_t)json_array_size(samplers);
    if (json_array_append_new(samplers, json_pack("{s:I, s:I, s:s}", "input", (json_int_t)input, "output",
                                                  (json_int_t)output, "interpolation", "LINEAR")) != 0 ||
        json_array_append_new(channels, json_pack("{s:I, s:{s:i, s:s}}", "sampler", sampler, "target", "node",
                                                  node, "path", path)) != 0)
        return dry__report_memory(writer->report);
    return true;
}

/* An animated node may not be given as a matrix. */
static bool split_matrix(GlbWriter *writer, int32_t index)
{
    const DrySceneNode *node = &writer->scene->nodes[index];
    json_t *object = json_array_get(json_object_get(writer->root, "nodes"), (size_t)index);
    if (!node->is_matrix)
        return true;
    (void)json_object_del(object, "matrix");
    const double *t = node->translation;
    const double *r = node->rotation;
    const double *s = node->scale;
    if (json_object_set_new(object, "translation", json_pack("[f,f,f]", t[0], t[1], t[2])) != 0 ||
        json_object_set_new(object, "rotation", json_pack("[f,f,f,f]", r[0], r[1], r[2], r[3])) != 0 ||
        json_object_set_new(object, "scale", json_pack("[f,f,f]", s[0], s[1], s[2])) != 0)
        return dry__report_memory(writer->report);
    return true;
}

static bool reduce_and_add(GlbWriter *writer, json_t *animation, int32_t node, SceneChannel *t,
                           SceneChannel *r)
{
    const DrySceneRecorderOptions *options = &writer->recorder->options;
    if (!dry__channel_reduce(t, options->position_tolerance) ||
        !dry__channel_reduce(r, options->rotation_tolerance))
        return dry__report_memory(writer->report);
    bool moves = !is_still(t);
    bool turns = !is_still(r);
    if ((moves || turns) && !split_matrix(writer, node))
        return false;
    return (!moves || add_channel(writer, animation, t, node, "translation")) &&
           (!turns || add_channel(writer, animation, r, node, "rotation"));
}

static bool animate_body(GlbWriter *writer, Stage *stage, json_t *animation, int32_t index)
{
    int32_t node = writer->scene->bodies[index].node;
    int32_t parent = writer->scene->nodes[node].parent;
    bool carried = parent >= 0 && is_moved(stage, writer->scene->nodes[parent].body);
    if (!is_tracked(stage, index) || (!is_moved(stage, index) && !carried))
        return true;
    int32_t most = carried ? writer->recorder->frame_count : writer->recorder->tracks[index].count;
    SceneChannel t = { 0 };
    SceneChannel r = { 0 };
    bool good = allocate(&t, most, 3) && allocate(&r, most, 4);
    if (!good) {
        (void)dry__report_memory(writer->report);
    } else if (sample(stage, index, &t, &r)) {
        good = reduce_and_add(writer, animation, node, &t, &r);
    } else {
        char place[BUILD_PLACE_SIZE];
        dry__build_place(node, "motion", place);
        dry__warnings_add(&writer->recorder->warnings, place,
                          "not animated: a node above is scaled to nothing");
    }
    release(&t);
    release(&r);
    return good;
}

/* ---- animations of the file ---- */

/* Channels that would move nodes with bodies, which the simulation moves; animations left without any go as
 * well. */
static void drop_animations(GlbWriter *writer)
{
    json_t *animations = json_object_get(writer->root, "animations");
    for (size_t i = json_array_size(animations); i-- > 0;) {
        json_t *channels = json_object_get(json_array_get(animations, i), "channels");
        for (size_t k = json_array_size(channels); k-- > 0;) {
            json_t *node = json_object_get(json_object_get(json_array_get(channels, k), "target"), "node");
            json_int_t index = json_is_integer(node) ? json_integer_value(node) : -1;
            if (index >= 0 && index < writer->scene->node_count && writer->scene->nodes[index].has_physics)
                (void)json_array_remove(channels, k);
        }
        if (json_array_size(channels) == 0)
            (void)json_array_remove(animations, i);
    }
    if (animations && json_array_size(animations) == 0)
        (void)json_object_del(writer->root, "animations");
}

bool dry__glb_animate(GlbWriter *writer)
{
    DrySceneRecorder *recorder = writer->recorder;
    drop_animations(writer);
    Stage stage = { recorder, writer->scene, calloc((size_t)recorder->body_count + 1, sizeof(int32_t)) };
    json_t *animation = json_pack("{s:s, s:[], s:[]}", "name", "simulation", "samplers", "channels");
    bool good = stage.cursors && animation;
    if (!good)
        (void)dry__report_memory(writer->report);
    for (int32_t i = 0; good && i < recorder->body_count; ++i)
        good = animate_body(writer, &stage, animation, i);
    if (good && json_array_size(json_object_get(animation, "channels")) > 0)
        good = dry__glb_add(writer, "animations", json_incref(animation)) >= 0;
    json_decref(animation);
    free(stage.cursors);
    return good;
}
