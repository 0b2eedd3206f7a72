#include "lab/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool lab_recording(const LabRun *run)
{
    return run->options.record != NULL;
}

void lab_axes(LabRun *run, const char *x, const char *y)
{
    LabRecord *record = run->options.record;
    if (record) {
        snprintf(record->x, sizeof record->x, "%s", x);
        snprintf(record->y, sizeof record->y, "%s", y);
    }
}

static LabCurve *find_curve(LabRecord *record, const char *name)
{
    for (int32_t i = 0; i < record->curve_count; ++i) {
        if (strcmp(record->curves[i].name, name) == 0) {
            return &record->curves[i];
        }
    }
    if (record->curve_count == LAB_CURVES) {
        return NULL;
    }
    LabCurve *curve = &record->curves[record->curve_count++];
    snprintf(curve->name, sizeof curve->name, "%s", name);
    return curve;
}

static bool make_room(LabCurve *curve)
{
    if (curve->count < curve->capacity) {
        return true;
    }
    int32_t capacity = curve->capacity > 0 ? 2 * curve->capacity : 256;
    LabSample *grown = realloc(curve->samples, (size_t)capacity * sizeof *grown);
    if (grown) {
        curve->samples = grown;
        curve->capacity = capacity;
    }
    return grown != NULL;
}

void lab_record(LabRun *run, const char *name, double x, double measured, double exact)
{
    LabRecord *record = run->options.record;
    if (!record) {
        return;
    }
    LabCurve *curve = find_curve(record, name);
    if (curve && make_room(curve)) {
        curve->samples[curve->count++] = (LabSample){ x, measured, exact };
    } else {
        record->lost = true;
    }
}

void lab_record_free(LabRecord *record)
{
    for (int32_t i = 0; i < record->curve_count; ++i) {
        free(record->curves[i].samples);
    }
    memset(record, 0, sizeof *record);
}
