/*
 * Recording and writing: the scene comes back with its motion. With arguments, SCENE SECONDS OUT, this
 * program simulates and writes instead of testing; the scene "features" is files/features.gltf.
 * test_validate.mjs checks the results with the Khronos validator.
 */
#include "rig.h"

#include "scene/track.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PHYSICS(members) "'extensions':{'KHR_physics_rigid_bodies':{" members "}}"
#define SHAPE(index) "'collider':{'geometry':{'shape':" #index "}}"

/* Every shape without a mesh to see, a matrix node, scaled parents, a body below a body, an animation that
 * must go, an image. */
static char *features(void)
{
    return rig_file("features.gltf");
}

typedef struct Result {
    unsigned char *data;
    size_t size;
    json_t *json;
    const unsigned char *bin;
} Result;

static uint32_t u32(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static Result write_rig(DrySceneRecorder *recorder)
{
    Result result = { 0 };
    void *data = NULL;
    DrySceneMessage message;
    if (dry_scene_recorder_glb(recorder, &data, &result.size, &message) != DRY_OK)
        fail_msg("%s", message.text);
    result.data = data;
    assert_memory_equal(result.data, "glTF", 4);
    assert_int_equal(u32(result.data + 8), result.size);
    assert_int_equal(result.size % 4, 0);
    uint32_t length = u32(result.data + 12);
    result.json = json_loadb((const char *)result.data + 20, length, 0, NULL);
    assert_non_null(result.json);
    result.bin = result.data + 28 + length;
    return result;
}

static void release(Result *result)
{
    json_decref(result->json);
    dry_scene_free(result->data);
}

static DrySceneRecorder *record(SceneRig *rig, int steps, const DrySceneRecorderOptions *options)
{
    DrySceneRecorder *recorder = NULL;
    DrySceneMessage message;
    if (dry_scene_recorder_begin(rig->scene, &rig->map, rig->world, options, &recorder, &message) != DRY_OK)
        fail_msg("%s", message.text);
    for (int i = 0; i < steps; ++i) {
        rig_step(rig, 1);
        assert_int_equal(dry_scene_recorder_step(recorder, rig->world, 1.0 / 60), DRY_OK);
    }
    return recorder;
}

static const float *accessor_data(const Result *result, json_t *index, int *count)
{
    json_t *accessor =
        json_array_get(json_object_get(result->json, "accessors"), (size_t)json_integer_value(index));
    json_t *view = json_array_get(json_object_get(result->json, "bufferViews"),
                                  (size_t)json_integer_value(json_object_get(accessor, "bufferView")));
    *count = (int)json_integer_value(json_object_get(accessor, "count"));
    size_t offset = (size_t)(json_integer_value(json_object_get(view, "byteOffset")) +
                             json_integer_value(json_object_get(accessor, "byteOffset")));
    return (const float *)(const void *)(result->bin + offset);
}

/* The value of a node's channel at a time; false when the node has no such channel. */
static bool channel_value(const Result *result, int node, const char *path, double time, int width,
                          double *out)
{
    json_t *animations = json_object_get(result->json, "animations");
    json_t *animation = json_array_get(animations, json_array_size(animations) - 1);
    size_t i;
    json_t *channel;
    json_array_foreach(json_object_get(animation, "channels"), i, channel)
    {
        json_t *target = json_object_get(channel, "target");
        if (json_integer_value(json_object_get(target, "node")) != node ||
            strcmp(json_string_value(json_object_get(target, "path")), path) != 0)
            continue;
        json_t *sampler = json_array_get(json_object_get(animation, "samplers"),
                                         (size_t)json_integer_value(json_object_get(channel, "sampler")));
        int n = 0;
        int m = 0;
        const float *times = accessor_data(result, json_object_get(sampler, "input"), &n);
        const float *values = accessor_data(result, json_object_get(sampler, "output"), &m);
        assert_int_equal(n, m);
        int k = 0;
        while (k + 2 < n && (double)times[k + 1] <= time)
            ++k;
        double u = fmin(fmax((time - (double)times[k]) / (double)(times[k + 1] - times[k]), 0), 1);
        double a = 1 - u;
        double b = u;
        if (width == 4) {
            /* rotations go along the great circle */
            double dot = 0;
            for (int c = 0; c < 4; ++c)
                dot += (double)values[k * 4 + c] * (double)values[(k + 1) * 4 + c];
            double angle = acos(fmin(fabs(dot), 1));
            a = angle > 1e-6 ? sin((1 - u) * angle) / sin(angle) : a;
            b = (angle > 1e-6 ? sin(u * angle) / sin(angle) : b) * (dot < 0 ? -1 : 1);
        }
        for (int c = 0; c < width; ++c)
            out[c] = (double)values[k * width + c] * a + (double)values[(k + 1) * width + c] * b;
        return true;
    }
    return false;
}

static json_t *node_of(const Result *result, int index)
{
    return json_array_get(json_object_get(result->json, "nodes"), (size_t)index);
}

static void test_motion_is_animation(void **state)
{
    (void)state;
    SceneRig rig = rig_build(rig_physics(
        "{" PHYSICS(
            "'motion':{'gravityFactor':0,'linearVelocity':[1,0,0],'angularVelocity':[0,2,0]}," SHAPE(0)) "}",
        "{'type':'box'}", ""));
    DrySceneRecorder *recorder = record(&rig, 120, NULL);
    assert_int_equal(dry_scene_recorder_frames(recorder), 121);
    Result result = write_rig(recorder);
    double t[3] = { 0 };
    double r[4] = { 0 };
    for (int i = 0; i <= 120; i += 5) {
        double time = i / 60.0;
        assert_true(channel_value(&result, 0, "translation", time, 3, t));
        assert_true(fabs(t[0] - time) < 0.001);
        assert_true(channel_value(&result, 0, "rotation", time, 4, r));
        assert_true(fabs(2 * atan2(fabs(r[1]), fabs(r[3])) -
                         (2 * time > 3.14159265 ? 2 * 3.14159265 - 2 * time : 2 * time)) < 0.01);
    }
    /* uniform motion needs two keys, uniform rotation of more than half a turn three */
    int keys = 0;
    json_t *samplers =
        json_object_get(json_array_get(json_object_get(result.json, "animations"), 0), "samplers");
    (void)accessor_data(&result, json_object_get(json_array_get(samplers, 0), "input"), &keys);
    assert_int_equal(keys, 2);
    (void)accessor_data(&result, json_object_get(json_array_get(samplers, 1), "input"), &keys);
    assert_in_range(keys, 3, 5);
    release(&result);
    dry_scene_recorder_destroy(recorder);
    rig_destroy(&rig);
}

/* Node transform from JSON with animated values put in; only translation, rotation, scale. */
static DryAffine local_of(const Result *result, int node, double time)
{
    double t[3] = { 0, 0, 0 };
    double r[4] = { 0, 0, 0, 1 };
    double s[3] = { 1, 1, 1 };
    json_t *object = node_of(result, node);
    for (size_t i = 0; i < 4; ++i) {
        if (i < 3 && json_object_get(object, "translation"))
            t[i] = json_number_value(json_array_get(json_object_get(object, "translation"), i));
        if (i < 3 && json_object_get(object, "scale"))
            s[i] = json_number_value(json_array_get(json_object_get(object, "scale"), i));
        if (json_object_get(object, "rotation"))
            r[i] = json_number_value(json_array_get(json_object_get(object, "rotation"), i));
    }
    (void)channel_value(result, node, "translation", time, 3, t);
    (void)channel_value(result, node, "rotation", time, 4, r);
    (void)dry__quat_normalize(r);
    return dry__affine_from_trs(t, r, s);
}

/* Bodies under scaled, rotated and moving parents come out where the simulation has them. */
static void test_world_poses_come_back(void **state)
{
    (void)state;
    SceneRig rig = rig_build(features());
    DrySceneRecorderOptions options = dry_scene_recorder_options_default();
    options.position_tolerance = 1e-5;
    options.rotation_tolerance = 1e-5;
    DrySceneRecorder *recorder = record(&rig, 90, &options);
    Result result = write_rig(recorder);
    for (int32_t i = 0; i < rig.scene->body_count; ++i) {
        int32_t node = rig.scene->bodies[i].node;
        DryAffine world = local_of(&result, node, 1.5);
        for (int32_t at = rig.scene->nodes[node].parent; at >= 0; at = rig.scene->nodes[at].parent) {
            DryAffine outer = local_of(&result, at, 1.5);
            world = dry__affine_mul(&outer, &world);
        }
        DryPos p = dry_body_position(rig.world, rig.map.bodies[i]);
        double error = fabs(world.t[0] - p.x) + fabs(world.t[1] - p.y) + fabs(world.t[2] - p.z);
        DryPolar now;
        assert_true(dry__affine_polar(&world, &now));
        DryQuat q = dry_body_rotation(rig.world, rig.map.bodies[i]);
        double dot = now.rotation[0] * (double)q.x + now.rotation[1] * (double)q.y +
                     now.rotation[2] * (double)q.z + now.rotation[3] * (double)q.w;
        if (error > 1e-3 || fabs(dot) < 0.99999)
            fail_msg("node %d: %g m off, rotation %g", node, error, fabs(dot));
    }
    assert_null(json_object_get(node_of(&result, 1), "matrix"));
    release(&result);
    dry_scene_recorder_destroy(recorder);
    rig_destroy(&rig);
}

static void test_what_is_kept_and_added(void **state)
{
    (void)state;
    SceneRig rig = rig_build(features());
    DrySceneRecorder *recorder = record(&rig, 30, NULL);
    Result result = write_rig(recorder);
    assert_int_equal(json_array_size(json_object_get(result.json, "buffers")), 1);
    assert_null(json_object_get(json_array_get(json_object_get(result.json, "buffers"), 0), "uri"));
    /* of the two animations one moved only a body and is gone, the other kept the channel that does not */
    json_t *animations = json_object_get(result.json, "animations");
    assert_int_equal(json_array_size(animations), 2);
    assert_int_equal(json_array_size(json_object_get(json_array_get(animations, 0), "channels")), 1);
    /* colliders without anything to see got a mesh, the body with a mesh did not get another one */
    for (int i = 0; i < 11; ++i)
        assert_int_equal(json_object_get(node_of(&result, i), "mesh") != NULL, i != 2 && i != 5);
    assert_int_equal(json_integer_value(json_object_get(node_of(&result, 11), "mesh")), 0);
    assert_non_null(
        json_object_get(json_object_get(node_of(&result, 3), "extensions"), "KHR_physics_rigid_bodies"));
    json_t *materials = json_object_get(result.json, "materials");
    json_t *added =
        json_object_get(json_array_get(materials, json_array_size(materials) - 1), "pbrMetallicRoughness");
    assert_int_equal(json_integer_value(json_object_get(added, "metallicFactor")), 0);
    /* the original data, moved */
    int count = 0;
    json_t *zero = json_integer(0);
    const float *points = accessor_data(&result, zero, &count);
    json_decref(zero);
    assert_int_equal(count, 3);
    assert_true(points[3] == 1.0f && points[7] == 1.0f);
    release(&result);
    dry_scene_recorder_destroy(recorder);
    rig_destroy(&rig);
}

/* What was written is read again as the same scene, and moves the same way. */
static void test_round_trip(void **state)
{
    (void)state;
    SceneRig rig = rig_build(features());
    DrySceneRecorder *recorder = record(&rig, 60, NULL);
    Result result = write_rig(recorder);
    DryScene *scene = NULL;
    DrySceneMessage message;
    if (dry_scene_read_memory(result.data, result.size, "result.glb", &scene, &message) != DRY_OK)
        fail_msg("%s", message.text);
    assert_int_equal(scene->body_count, rig.scene->body_count);
    assert_int_equal(scene->collider_count, rig.scene->collider_count);
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    DryWorld *world = dry_world_create(&def);
    DrySceneMap map;
    assert_int_equal(dry_scene_build(scene, world, &map, &message), DRY_OK);
    for (int i = 0; i < 60; ++i)
        assert_int_equal(dry_world_step(world, 1.0f / 60.0f), DRY_OK);
    for (int32_t i = 0; i < scene->body_count; ++i) {
        DryPos a = dry_body_position(rig.world, rig.map.bodies[i]);
        DryPos b = dry_body_position(world, map.bodies[i]);
        assert_true(fabs(a.x - b.x) + fabs(a.y - b.y) + fabs(a.z - b.z) < 1e-3);
    }
    dry_world_destroy(world);
    dry_scene_map_release(&map);
    dry_scene_destroy(scene);
    release(&result);
    dry_scene_recorder_destroy(recorder);
    rig_destroy(&rig);
}

static void test_telemetry(void **state)
{
    (void)state;
    SceneRig rig =
        rig_build(rig_physics("{" PHYSICS(SHAPE(1)) "},{'name':'ball','translation':[0,0.6,0]," PHYSICS(
                                  "'motion':{'mass':2}," SHAPE(0)) "}",
                              "{'type':'sphere'},{'type':'plane'}", ""));
    DrySceneRecorderOptions options = dry_scene_recorder_options_default();
    options.rate = 30;
    DrySceneRecorder *recorder = record(&rig, 180, &options);
    assert_int_equal(dry_scene_recorder_frames(recorder), 91);
    char *text = dry_scene_recorder_telemetry(recorder, "ball.gltf",
                                              "{\"simulatedTime\":{\"value\":3,\"unit\":\"s\"}}");
    assert_non_null(text);
    json_t *root = json_loads(text, 0, NULL);
    dry_scene_free(text);
    assert_non_null(root);
    assert_int_equal(json_integer_value(json_object_get(root, "version")), 1);
    assert_string_equal(json_string_value(json_object_get(root, "title")), "ball.gltf");
    static const char *const series[] = { "time", "kinetic", "potential", "total", "contacts" };
    for (int i = 0; i < 5; ++i)
        assert_int_equal(json_array_size(json_object_get(root, series[i])), 91);
    json_t *time = json_object_get(root, "time");
    for (size_t i = 1; i < 91; ++i)
        assert_true(json_number_value(json_array_get(time, i)) >
                    json_number_value(json_array_get(time, i - 1)));
    assert_true(fabs(json_number_value(json_array_get(json_object_get(root, "total"), 0)) - 2 * 9.81 * 0.6) <
                1e-3);
    /* asleep at the end, and still touching the ground */
    json_t *contacts = json_object_get(root, "contacts");
    assert_int_equal(json_integer_value(json_array_get(contacts, 0)), 0);
    assert_int_equal(json_integer_value(json_array_get(contacts, 90)), 1);
    assert_int_equal(dry_world_counters(rig.world).awake_bodies, 0);
    assert_int_equal(dry_world_counters(rig.world).touching, 0);
    assert_int_equal(dry_scene_touching(rig.world), 1);
    json_t *bodies = json_object_get(root, "bodies");
    assert_string_equal(json_string_value(json_object_get(json_array_get(bodies, 0), "type")), "static");
    json_t *ball = json_array_get(bodies, 1);
    assert_string_equal(json_string_value(json_object_get(ball, "name")), "ball");
    assert_int_equal(json_integer_value(json_object_get(ball, "node")), 1);
    assert_int_equal(json_array_size(json_object_get(ball, "asleep")), 1);
    json_t *impulse = json_object_get(ball, "impulse");
    assert_int_equal(json_array_size(impulse), 91);
    /* at rest the contact carries the weight for one step */
    assert_true(fabs(json_number_value(json_array_get(impulse, 90)) - 2 * 9.81 / 60) < 0.02);
    assert_non_null(json_object_get(json_object_get(root, "report"), "simulatedTime"));
    json_decref(root);
    assert_null(dry_scene_recorder_telemetry(recorder, NULL, "not JSON"));
    dry_scene_recorder_destroy(recorder);
    rig_destroy(&rig);
}

static void test_track_holds(void **state)
{
    (void)state;
    SceneTrack track = { 0 };
    DryPose pose = { { 0, 0, 0 }, { 0, 0, 0, 1 } };
    for (int32_t i = 0; i < 100; ++i) {
        pose.position.x = i < 10 ? i : i < 90 ? 10 : i;
        assert_true(dry__track_add(&track, i, pose));
    }
    assert_int_equal(track.count, 10 + 1 + 1 + 10);
    int32_t cursor = 0;
    for (int32_t i = 0; i < 100; ++i)
        assert_true(dry__track_pose(&track, i, &cursor).position.x == (i < 10 ? i : i < 90 ? 10 : i));
    dry__track_release(&track);
}

static void test_wrong_arguments(void **state)
{
    (void)state;
    SceneRig rig = rig_build(rig_document(""));
    DrySceneRecorder *recorder = NULL;
    DrySceneRecorderOptions options = dry_scene_recorder_options_default();
    options.rate = 0;
    assert_int_equal(dry_scene_recorder_begin(rig.scene, &rig.map, rig.world, &options, &recorder, NULL),
                     DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_scene_recorder_begin(NULL, &rig.map, rig.world, NULL, &recorder, NULL),
                     DRY_ERROR_ARGUMENT);
    assert_null(recorder);
    assert_int_equal(dry_scene_recorder_step(NULL, rig.world, 1), DRY_ERROR_ARGUMENT);
    assert_int_equal(dry_scene_recorder_begin(rig.scene, &rig.map, rig.world, NULL, &recorder, NULL), DRY_OK);
    assert_int_equal(dry_scene_recorder_step(recorder, rig.world, (double)NAN), DRY_ERROR_ARGUMENT);
    DrySceneMessage message;
    assert_int_equal(dry_scene_recorder_write_glb(recorder, "no/such/folder/x.glb", &message),
                     DRY_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "no/such/folder/x.glb: cannot write"));
    Result result = write_rig(recorder); /* an empty scene, without a binary chunk */
    release(&result);
    dry_scene_recorder_destroy(recorder);
    dry_scene_recorder_destroy(NULL);
    rig_destroy(&rig);
}

static int write_out(const char *input, double seconds, const char *output)
{
    DrySceneMessage message;
    SceneRig rig = { 0 };
    if (strcmp(input, "features") == 0) {
        rig = rig_build(features());
    } else {
        DryWorldDef def = dry_world_def_default();
        def.workers = 1;
        rig.world = dry_world_create(&def);
        if (dry_scene_read(input, &rig.scene, &message) != DRY_OK ||
            dry_scene_build(rig.scene, rig.world, &rig.map, &message) != DRY_OK) {
            (void)fprintf(stderr, "%s\n", message.text);
            return 2;
        }
    }
    DrySceneRecorder *recorder = record(&rig, (int)(seconds * 60), NULL);
    DryStatus status = dry_scene_recorder_write_glb(recorder, output, &message);
    if (status != DRY_OK)
        (void)fprintf(stderr, "%s\n", message.text);
    dry_scene_recorder_destroy(recorder);
    rig_destroy(&rig);
    return status == DRY_OK ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 4)
        return write_out(argv[1], atof(argv[2]), argv[3]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_motion_is_animation),
        cmocka_unit_test(test_world_poses_come_back),
        cmocka_unit_test(test_what_is_kept_and_added),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_telemetry),
        cmocka_unit_test(test_track_holds),
        cmocka_unit_test(test_wrong_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
