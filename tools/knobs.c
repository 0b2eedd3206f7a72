#include "tools/knobs.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef enum KnobKind {
    KNOB_INT,
    KNOB_FLOAT,
    KNOB_BOOL
} KnobKind;

struct Knob {
    const char *name;
    KnobKind kind;
    size_t offset;
};

#define KNOB(kind, member)                                  \
    {                                                       \
#member, KNOB_##kind, offsetof(DryWorldDef, member) \
    }

static const Knob knobs[] = {
    KNOB(INT, substeps),
    KNOB(INT, iterations),
    KNOB(INT, large_island),
    KNOB(INT, large_iterations),
    KNOB(FLOAT, residual_tolerance),
    KNOB(FLOAT, contact_hertz),
    KNOB(FLOAT, contact_damping_ratio),
    KNOB(FLOAT, push_speed),
    KNOB(FLOAT, joint_hertz),
    KNOB(FLOAT, joint_damping_ratio),
    KNOB(FLOAT, restitution_threshold),
    KNOB(FLOAT, speculative_distance),
    KNOB(FLOAT, maximum_speed),
    KNOB(FLOAT, length_unit),
    KNOB(FLOAT, sleep_speed),
    KNOB(FLOAT, sleep_time),
    KNOB(BOOL, sleeping),
    KNOB(BOOL, warm_starting),
    KNOB(BOOL, direct_contacts),
    KNOB(BOOL, stiff_islands),
    KNOB(BOOL, weld_contacts),
    KNOB(BOOL, position_pass),
    KNOB(BOOL, joints_first),
};

enum {
    KNOBS = (int)(sizeof knobs / sizeof knobs[0])
};

const Knob *knob_find(const char *name, size_t length)
{
    for (int i = 0; i < KNOBS; ++i) {
        if (strlen(knobs[i].name) == length && strncmp(knobs[i].name, name, length) == 0) {
            return &knobs[i];
        }
    }
    return NULL;
}

const char *knob_name(const Knob *knob)
{
    return knob->name;
}

static bool set_bool(void *place, const char *text)
{
    bool on = strcmp(text, "on") == 0 || strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
    bool off = strcmp(text, "off") == 0 || strcmp(text, "false") == 0 || strcmp(text, "0") == 0;
    *(bool *)place = on;
    return on || off;
}

bool knob_set(const Knob *knob, DryWorldDef *def, const char *text, size_t length)
{
    char value[40], *end = value;
    void *place = (char *)def + knob->offset;
    if (length == 0 || length >= sizeof value) {
        return false;
    }
    memcpy(value, text, length);
    value[length] = '\0';
    if (knob->kind == KNOB_BOOL) {
        return set_bool(place, value);
    }
    if (knob->kind == KNOB_INT) {
        long number = strtol(value, &end, 10);
        if (number < -1000000 || number > 1000000) {
            return false;
        }
        *(int32_t *)place = (int32_t)number;
    } else {
        *(float *)place = strtof(value, &end);
    }
    return end != value && *end == '\0';
}

void knob_print(const Knob *knob, const DryWorldDef *def, char *text, size_t size)
{
    const void *place = (const char *)def + knob->offset;
    if (knob->kind == KNOB_BOOL) {
        snprintf(text, size, "%s", *(const bool *)place ? "on" : "off");
    } else if (knob->kind == KNOB_INT) {
        snprintf(text, size, "%d", (int)*(const int32_t *)place);
    } else {
        snprintf(text, size, "%g", (double)*(const float *)place);
    }
}

void knobs_list(FILE *out)
{
    DryWorldDef def = dry_world_def_default();
    for (int i = 0; i < KNOBS; ++i) {
        char value[40];
        knob_print(&knobs[i], &def, value, sizeof value);
        fprintf(out, "%-22s %s\n", knobs[i].name, value);
    }
}

void knobs_names(char *text, size_t size)
{
    size_t used = 0;
    for (int i = 0; i < KNOBS && used < size; ++i) {
        int n = snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "", knobs[i].name);
        used += n > 0 ? (size_t)n : 0;
    }
}
