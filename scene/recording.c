#include "scene/recording.h"

#include <stdlib.h>
#include <string.h>

DrySceneRecorderOptions dry_scene_recorder_options_default(void)
{
    DrySceneRecorderOptions options = { 60.0, 0.0005, 0.001, true };
    return options;
}

void dry_scene_free(void *memory)
{
    free(memory);
}

/* ---- frames ---- */

static bool grow_frames(DrySceneRecorder *recorder)
{
    if (recorder->frame_count < recorder->frame_capacity)
        return true;
    int32_t capacity = recorder->frame_capacity ? 2 * recorder->frame_capacity : 256;
    size_t n = (size_t)capacity;
    double *times = realloc(recorder->times, n * sizeof *times);
    if (!times)
        return false;
    recorder->times = times;
    DryEnergy *energies = realloc(recorder->energies, n * sizeof *energies);
    if (!energies)
        return false;
    recorder->energies = energies;
    int32_t *contacts = realloc(recorder->contacts, n * sizeof *contacts);
    if (!contacts)
        return false;
    recorder->contacts = contacts;
    for (int32_t i = 0; recorder->options.telemetry && i < recorder->body_count; ++i) {
        if (recorder->scene->bodies[i].type == DRY_STATIC)
            continue;
        float *impulses = realloc(recorder->series[i].impulses, n * sizeof *impulses);
        if (!impulses)
            return false;
        recorder->series[i].impulses = impulses;
    }
    recorder->frame_capacity = capacity;
    return true;
}

static bool note_sleep(BodySeries *series, int32_t frame, bool asleep)
{
    if (asleep == (series->asleep_count % 2 == 1))
        return true;
    if (series->asleep_count == series->asleep_capacity) {
        int32_t capacity = series->asleep_capacity ? 2 * series->asleep_capacity : 4;
        int32_t *larger = realloc(series->asleep, (size_t)capacity * sizeof *larger);
        if (!larger)
            return false;
        series->asleep = larger;
        series->asleep_capacity = capacity;
    }
    series->asleep[series->asleep_count++] = frame;
    return true;
}

/* Impulse of the hardest contact of the body in the latest step: summed over the points of a pair. */
static float hardest_contact(DrySceneRecorder *recorder, const DryWorld *world, DryBodyId body)
{
    int32_t count = dry_body_contacts(world, body, recorder->records, recorder->record_capacity);
    if (count > recorder->record_capacity) {
        DryContactRecord *larger = realloc(recorder->records, (size_t)count * sizeof *larger);
        if (larger) {
            recorder->records = larger;
            recorder->record_capacity = count;
            count = dry_body_contacts(world, body, larger, count);
        }
    }
    float most = 0.0f;
    for (int32_t i = 0; i < count && i < recorder->record_capacity; ++i) {
        float sum = 0.0f;
        for (int32_t k = 0; k < recorder->records[i].point_count; ++k)
            sum += recorder->records[i].points[k].impulse;
        most = sum > most ? sum : most;
    }
    return most;
}

static void note_impulses(DrySceneRecorder *recorder, const DryWorld *world)
{
    for (int32_t i = 0; recorder->options.telemetry && i < recorder->body_count; ++i) {
        if (!recorder->series[i].impulses || !dry_body_is_awake(world, recorder->ids[i]))
            continue;
        float impulse = hardest_contact(recorder, world, recorder->ids[i]);
        BodySeries *series = &recorder->series[i];
        series->pending = impulse > series->pending ? impulse : series->pending;
    }
}

/* A body at rest carries its load though nothing is computed: its last impulse stays. */
static bool take_body(DrySceneRecorder *recorder, const DryWorld *world, int32_t i, int32_t frame)
{
    DryBodyId id = recorder->ids[i];
    if (recorder->scene->bodies[i].type == DRY_STATIC || !dry_body_is_valid(world, id))
        return true;
    if (!dry__track_add(&recorder->tracks[i], frame, dry_body_pose(world, id)))
        return false;
    BodySeries *series = &recorder->series[i];
    if (!series->impulses)
        return true;
    bool awake = dry_body_is_awake(world, id);
    series->impulses[frame] = awake || frame == 0 ? series->pending : series->impulses[frame - 1];
    series->pending = 0.0f;
    return note_sleep(series, frame, !awake);
}

int32_t dry_scene_touching(const DryWorld *world)
{
    int32_t count = dry_world_bodies(world, NULL, 0);
    DryBodyId *bodies = malloc((size_t)(count > 0 ? count : 1) * sizeof *bodies);
    if (!bodies)
        return -1;
    (void)dry_world_bodies(world, bodies, count);
    int32_t ends = 0; /* each contact is found from both of its bodies */
    for (int32_t i = 0; i < count; ++i)
        ends += dry_body_contacts(world, bodies[i], NULL, 0);
    free(bodies);
    return ends / 2;
}

static bool take_frame(DrySceneRecorder *recorder, const DryWorld *world)
{
    int32_t frame = recorder->frame_count;
    if (!grow_frames(recorder))
        return false;
    recorder->times[frame] = recorder->time;
    if (recorder->options.telemetry) {
        recorder->energies[frame] = dry_world_energy(world);
        recorder->contacts[frame] = dry_scene_touching(world);
        if (recorder->contacts[frame] < 0)
            return false;
    }
    for (int32_t i = 0; i < recorder->body_count; ++i)
        if (!take_body(recorder, world, i, frame))
            return false;
    ++recorder->frame_count;
    return true;
}

DryStatus dry_scene_recorder_step(DrySceneRecorder *recorder, const DryWorld *world, double dt)
{
    if (!recorder || !world || !(dt >= 0) || !isfinite(dt))
        return DRY_ERROR_ARGUMENT;
    recorder->time += dt;
    note_impulses(recorder, world);
    /* half a step early is nearer than half a step late; time must have passed all the same */
    double due = recorder->times[recorder->frame_count - 1] + 1.0 / recorder->options.rate;
    if (recorder->time < due - 0.5 * dt || !(recorder->time > recorder->times[recorder->frame_count - 1]))
        return DRY_OK;
    return take_frame(recorder, world) ? DRY_OK : DRY_ERROR_MEMORY;
}

/* ---- beginning and end ---- */

static bool check_options(SceneReport *report, const DrySceneRecorderOptions *options)
{
    if (!(options->rate >= 0.01 && options->rate <= 10000))
        return dry__report_fail(report, DRY_ERROR_ARGUMENT, "rate", "is %g, must lie in 0.01..10000",
                                options->rate);
    if (!(options->position_tolerance >= 0) || !(options->rotation_tolerance >= 0))
        return dry__report_fail(report, DRY_ERROR_ARGUMENT, "tolerance", "must be >= 0");
    return true;
}

static bool allocate(DrySceneRecorder *recorder, const DrySceneMap *map)
{
    size_t n = recorder->body_count > 0 ? (size_t)recorder->body_count : 1;
    recorder->record_capacity = 32;
    recorder->records = malloc((size_t)recorder->record_capacity * sizeof *recorder->records);
    recorder->ids = calloc(n, sizeof *recorder->ids);
    recorder->tracks = calloc(n, sizeof *recorder->tracks);
    recorder->series = calloc(n, sizeof *recorder->series);
    if (!recorder->records || !recorder->ids || !recorder->tracks || !recorder->series)
        return false;
    memcpy(recorder->ids, map->bodies, (size_t)recorder->body_count * sizeof *recorder->ids);
    return true;
}

DryStatus dry_scene_recorder_begin(const DryScene *scene, const DrySceneMap *map, const DryWorld *world,
                                   const DrySceneRecorderOptions *options, DrySceneRecorder **out,
                                   DrySceneMessage *message)
{
    SceneReport report = { .file = "dry_scene_recorder_begin", .message = message };
    if (message)
        message->text[0] = '\0';
    if (out)
        *out = NULL;
    if (!scene || !map || !world || !out || map->body_count != scene->body_count) {
        (void)dry__report_fail(&report, DRY_ERROR_ARGUMENT, "",
                               "an argument is null, or the map is of another scene");
        return report.status;
    }
    DrySceneRecorderOptions chosen = options ? *options : dry_scene_recorder_options_default();
    if (!check_options(&report, &chosen))
        return report.status;
    DrySceneRecorder *recorder = calloc(1, sizeof *recorder);
    if (recorder) {
        recorder->scene = scene;
        recorder->options = chosen;
        recorder->body_count = scene->body_count;
    }
    if (!recorder || !allocate(recorder, map) || !take_frame(recorder, world)) {
        dry_scene_recorder_destroy(recorder);
        (void)dry__report_memory(&report);
        return report.status;
    }
    *out = recorder;
    return DRY_OK;
}

void dry_scene_recorder_destroy(DrySceneRecorder *recorder)
{
    if (!recorder)
        return;
    for (int32_t i = 0; recorder->tracks && i < recorder->body_count; ++i)
        dry__track_release(&recorder->tracks[i]);
    for (int32_t i = 0; recorder->series && i < recorder->body_count; ++i) {
        free(recorder->series[i].impulses);
        free(recorder->series[i].asleep);
    }
    free(recorder->tracks);
    free(recorder->series);
    free(recorder->ids);
    free(recorder->records);
    free(recorder->times);
    free(recorder->energies);
    free(recorder->contacts);
    dry__warnings_release(&recorder->warnings);
    free(recorder);
}

int32_t dry_scene_recorder_frames(const DrySceneRecorder *recorder)
{
    return recorder ? recorder->frame_count : 0;
}

const DrySceneWarnings *dry_scene_recorder_warnings(const DrySceneRecorder *recorder)
{
    static const DrySceneWarnings none = { 0 };
    return recorder ? &recorder->warnings : &none;
}
