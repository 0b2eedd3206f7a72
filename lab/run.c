#include "lab/run.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lab_case(LabRun *run, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(run->variant, sizeof run->variant, format, arguments);
    va_end(arguments);
    run->trouble[0] = '\0';
}

void lab_trouble(LabRun *run, const char *what, const char *message)
{
    if (run->trouble[0] == '\0') {
        snprintf(run->trouble, sizeof run->trouble, "%s: %s", what, message);
    }
}

static LabResult *new_result(LabReport *report)
{
    if (report->count == report->capacity) {
        int32_t capacity = report->capacity > 0 ? 2 * report->capacity : 64;
        LabResult *grown = realloc(report->results, (size_t)capacity * sizeof *grown);
        if (!grown) {
            return NULL;
        }
        report->results = grown;
        report->capacity = capacity;
    }
    LabResult *result = &report->results[report->count++];
    memset(result, 0, sizeof *result);
    return result;
}

void lab_expect_range(LabRun *run, const char *name, double measured, double exact, double lower,
                      double upper, const char *unit)
{
    LabResult *result = new_result(run->report);
    if (!result) {
        ++run->report->lost;
        return;
    }
    snprintf(result->id, sizeof result->id, "%s", run->id);
    snprintf(result->variant, sizeof result->variant, "%s", run->variant);
    snprintf(result->name, sizeof result->name, "%s", name);
    snprintf(result->unit, sizeof result->unit, "%s", unit);
    snprintf(result->note, sizeof result->note, "%s", run->trouble);
    result->measured = measured;
    result->exact = exact;
    result->lower = lower;
    result->upper = upper;
    /* a NaN is in no range */
    result->pass = run->trouble[0] == '\0' && measured >= lower && measured <= upper;
}

void lab_expect(LabRun *run, const char *name, double measured, double exact, double tolerance,
                const char *unit)
{
    lab_expect_range(run, name, measured, exact, exact - tolerance, exact + tolerance, unit);
}

void lab_expect_relative(LabRun *run, const char *name, double measured, double exact, double fraction,
                         const char *unit)
{
    double tolerance = fraction * (exact < 0.0 ? -exact : exact);
    lab_expect(run, name, measured, exact, tolerance, unit);
}

void lab_expect_bool(LabRun *run, const char *name, bool measured, bool exact)
{
    lab_expect(run, name, measured ? 1.0 : 0.0, exact ? 1.0 : 0.0, 0.0, "");
}

double lab_result_tolerance(const LabResult *result)
{
    double below = result->exact - result->lower;
    double above = result->upper - result->exact;
    return below > above ? below : above;
}

int32_t lab_report_failures(const LabReport *report)
{
    int32_t failures = report->lost;
    for (int32_t i = 0; i < report->count; ++i) {
        failures += report->results[i].pass ? 0 : 1;
    }
    return failures;
}

void lab_report_free(LabReport *report)
{
    free(report->results);
    memset(report, 0, sizeof *report);
}
