/* Telemetry as the player's page reads it: viewer/FORMAT.md. */
#include "scene/recording.h"

#include <jansson.h>

static json_t *number_or_null(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

typedef enum EnergyPart {
    ENERGY_KINETIC,
    ENERGY_POTENTIAL,
    ENERGY_TOTAL
} EnergyPart;

static json_t *energy_array(const DrySceneRecorder *recorder, EnergyPart part)
{
    json_t *array = json_array();
    for (int32_t i = 0; i < recorder->frame_count; ++i) {
        const DryEnergy *e = &recorder->energies[i];
        double value = part == ENERGY_KINETIC     ? e->kinetic
                       : part == ENERGY_POTENTIAL ? e->potential
                                                  : e->total;
        if (json_array_append_new(array, number_or_null(value)) != 0)
            break;
    }
    return array;
}

static json_t *time_array(const DrySceneRecorder *recorder)
{
    json_t *array = json_array();
    for (int32_t i = 0; i < recorder->frame_count; ++i)
        (void)json_array_append_new(array, json_real(recorder->times[i]));
    return array;
}

static json_t *contact_array(const DrySceneRecorder *recorder)
{
    json_t *array = json_array();
    for (int32_t i = 0; i < recorder->frame_count; ++i)
        (void)json_array_append_new(array, json_integer(recorder->contacts[i]));
    return array;
}

static json_t *body_object(const DrySceneRecorder *recorder, int32_t index)
{
    static const char *const types[] = { "static", "kinematic", "dynamic" };
    const DrySceneBody *body = &recorder->scene->bodies[index];
    const BodySeries *series = &recorder->series[index];
    json_t *object = json_object();
    (void)json_object_set_new(object, "node", json_integer(body->node));
    const char *name = recorder->scene->nodes[body->node].name;
    if (name[0] != '\0')
        (void)json_object_set_new(object, "name", json_string(name));
    (void)json_object_set_new(object, "type", json_string(types[body->type]));
    if (series->asleep_count > 0) {
        json_t *asleep = json_array();
        for (int32_t i = 0; i < series->asleep_count; ++i)
            (void)json_array_append_new(asleep, json_integer(series->asleep[i]));
        (void)json_object_set_new(object, "asleep", asleep);
    }
    if (series->impulses) {
        json_t *impulse = json_array();
        for (int32_t i = 0; i < recorder->frame_count; ++i)
            (void)json_array_append_new(impulse, number_or_null((double)series->impulses[i]));
        (void)json_object_set_new(object, "impulse", impulse);
    }
    return object;
}

static json_t *body_array(const DrySceneRecorder *recorder)
{
    json_t *array = json_array();
    for (int32_t i = 0; i < recorder->body_count; ++i)
        (void)json_array_append_new(array, body_object(recorder, i));
    return array;
}

char *dry_scene_recorder_telemetry(const DrySceneRecorder *recorder, const char *title, const char *report)
{
    if (!recorder || !recorder->options.telemetry)
        return NULL;
    json_t *panel = report ? json_loads(report, JSON_REJECT_DUPLICATES, NULL) : NULL;
    json_t *root = json_object();
    if (!root || (report && !json_is_object(panel))) {
        json_decref(panel);
        json_decref(root);
        return NULL;
    }
    int32_t n = recorder->frame_count;
    (void)json_object_set_new(root, "version", json_integer(1));
    if (title)
        (void)json_object_set_new(root, "title", json_string(title));
    (void)json_object_set_new(root, "rate", json_real(recorder->options.rate));
    (void)json_object_set_new(root, "frames", json_integer(n));
    (void)json_object_set_new(
        root, "dt",
        json_real(n > 1 ? recorder->times[n - 1] - recorder->times[n - 2] : 1 / recorder->options.rate));
    (void)json_object_set_new(root, "time", time_array(recorder));
    (void)json_object_set_new(root, "kinetic", energy_array(recorder, ENERGY_KINETIC));
    (void)json_object_set_new(root, "potential", energy_array(recorder, ENERGY_POTENTIAL));
    (void)json_object_set_new(root, "total", energy_array(recorder, ENERGY_TOTAL));
    (void)json_object_set_new(root, "contacts", contact_array(recorder));
    (void)json_object_set_new(root, "bodies", body_array(recorder));
    if (panel)
        (void)json_object_set_new(root, "report", panel);
    char *text = json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(7));
    json_decref(root);
    return text;
}
