/* drystone lab */
#include "tools/command.h"
#include "tools/options.h"
#include "tools/output.h"
#include "tools/plot.h"

#include "lab/lab.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const CommandHelp help = {
    "[OPTION...] [ROW...]",
    "Runs experiments whose right answer is known and prints, for each quantity, what was measured, what is\n"
    "exact, the tolerance, and pass or FAIL. Without rows it runs all of them.",
    "Examples:\n"
    "  drystone lab                    every row\n"
    "  drystone lab F1 B3              two of them\n"
    "  drystone lab --list             ids and titles\n"
    "  drystone lab --rotated F1       the same scene, turned: the result must not change\n"
    "  drystone lab --json > lab.json  as data\n"
    "  drystone lab B1 --plot b1.svg   the heights of B1 over time, measured and exact, as a figure\n"
    "\n"
    "Exit status: 0 all pass; 1 one failed, or the output could not be written; 2 wrong usage.\n",
};

static int list_rows(void)
{
    for (int32_t i = 0; i < lab_experiment_count(); ++i) {
        const LabExperiment *row = lab_experiment(i);
        printf("%-4s %s%s\n", row->id, row->title, row->gate ? "" : " (not a gate)");
    }
    return STATUS_OK;
}

static void print_result(const LabResult *result)
{
    char what[LAB_ID + LAB_CASE + 2], tolerance[48];
    snprintf(what, sizeof what, "%s%s%s", result->id, result->variant[0] ? "@" : "", result->variant);
    double below = result->exact - result->lower, above = result->upper - result->exact;
    if (fabs(below - above) <= 1e-9 * (fabs(below) + fabs(above))) {
        snprintf(tolerance, sizeof tolerance, "+-%.4g", above);
    } else {
        snprintf(tolerance, sizeof tolerance, "%.4g..%.4g", result->lower, result->upper);
    }
    printf("%-24s %-32s %12.6g %10.5g %14s %-8s %s%s%s\n", what, result->name, result->measured,
           result->exact, tolerance, result->unit, result->pass ? "pass" : "FAIL",
           result->note[0] ? "  " : "", result->note);
}

static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *result_json(const LabResult *result)
{
    json_t *object = json_object();
    json_object_set_new(object, "id", json_string(result->id));
    json_object_set_new(object, "case", json_string(result->variant));
    json_object_set_new(object, "name", json_string(result->name));
    json_object_set_new(object, "measured", number(result->measured));
    json_object_set_new(object, "exact", number(result->exact));
    json_object_set_new(object, "tolerance", number(lab_result_tolerance(result)));
    json_object_set_new(object, "lower", number(result->lower));
    json_object_set_new(object, "upper", number(result->upper));
    json_object_set_new(object, "unit", json_string(result->unit));
    json_object_set_new(object, "pass", json_boolean(result->pass));
    if (result->note[0] != '\0') {
        json_object_set_new(object, "note", json_string(result->note));
    }
    return object;
}

static int print_json(const LabReport *report)
{
    json_t *array = json_array();
    for (int32_t i = 0; i < report->count; ++i) {
        json_array_append_new(array, result_json(&report->results[i]));
    }
    int status = array ? json_dumpf(array, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9)) : -1;
    putchar('\n');
    json_decref(array);
    return status == 0 && output_good() ? STATUS_OK : STATUS_FAILED;
}

/* False when there is nobody left to tell. */
static bool run_row(int32_t index, const LabOptions *options, bool quiet, LabReport *report)
{
    int32_t first = report->count;
    lab_experiment_run(index, options, report);
    for (int32_t i = first; i < report->count && !quiet; ++i) {
        print_result(&report->results[i]);
    }
    return output_good();
}

/* Rows that failed, counted as rows. */
static int32_t failed_rows(const LabReport *report, int32_t *rows)
{
    int32_t failed = 0;
    *rows = 0;
    for (int32_t i = 0; i < report->count;) {
        bool good = true;
        int32_t start = i;
        for (; i < report->count && strcmp(report->results[i].id, report->results[start].id) == 0; ++i) {
            good = good && report->results[i].pass;
        }
        ++*rows;
        failed += good ? 0 : 1;
    }
    return failed;
}

static int run_rows(const CommandLine *line, const LabOptions *options, bool json)
{
    for (int i = 0; i < line->name_count; ++i) {
        if (lab_experiment_find(line->names[i]) < 0) {
            return usage_error("lab", "%s: no such row ('drystone lab --list' names them)", line->names[i]);
        }
    }
    LabReport report = { 0 };
    if (!json) {
        printf("%-24s %-32s %12s %10s %14s %-8s\n", "row", "what", "measured", "exact", "tolerance", "unit");
    }
    int32_t count = line->name_count > 0 ? line->name_count : lab_experiment_count();
    bool told = true;
    for (int32_t i = 0; i < count && told; ++i) {
        int32_t row = line->name_count > 0 ? lab_experiment_find(line->names[i]) : i;
        told = run_row(row, options, json, &report);
    }
    int status = lab_report_failures(&report) == 0 ? STATUS_OK : STATUS_FAILED;
    if (json) {
        status = print_json(&report) == STATUS_OK ? status : STATUS_FAILED;
    } else {
        int32_t rows = 0, failed = failed_rows(&report, &rows);
        printf("\n%d of %d rows pass; %d of %d figures; state hash %016llx\n", (int)(rows - failed),
               (int)rows, (int)(report.count + report.lost - lab_report_failures(&report)),
               (int)(report.count + report.lost), (unsigned long long)report.hash);
    }
    lab_report_free(&report);
    return status;
}

/* Draws what the row recorded. */
static int write_plot(const char *path, const LabExperiment *row, const LabRecord *record)
{
    char title[160];
    if (record->curve_count == 0) {
        return usage_error("lab", "--plot %s: %s records no curve", path, row->id);
    }
    FILE *file = fopen(path, "w");
    if (!file) {
        return usage_error("lab", "--plot %s: %s", path, strerror(errno));
    }
    snprintf(title, sizeof title, "%s: %s", row->id, row->title);
    plot_write(file, title, record);
    bool good = !record->lost && ferror(file) == 0;
    if (fclose(file) != 0 || !good) {
        usage_error("lab", "--plot %s: could not be written", path);
        return STATUS_FAILED;
    }
    return STATUS_OK;
}

static int run_and_plot(const CommandLine *line, LabOptions options, bool json, const char *path)
{
    LabRecord record = { 0 };
    if (line->name_count != 1) {
        return usage_error("lab", "--plot %s: draws one row, and %d are named", path, line->name_count);
    }
    options.record = &record;
    int status = run_rows(line, &options, json);
    if (status != STATUS_INPUT) {
        int drawn = write_plot(path, lab_experiment(lab_experiment_find(line->names[0])), &record);
        status = drawn != STATUS_OK ? drawn : status;
    }
    lab_record_free(&record);
    return status;
}

int command_lab(int argc, const char **argv)
{
    int help_wanted = 0, json = 0, list = 0, rotated = 0, workers = 1;
    char *kernel = NULL, *plot = NULL;
    const struct poptOption options[] = {
        { "json", '\0', POPT_ARG_NONE, &json, 0, "Print an array of results as JSON", NULL },
        { "list", '\0', POPT_ARG_NONE, &list, 0, "List the rows and stop", NULL },
        { "rotated", '\0', POPT_ARG_NONE, &rotated, 0, "Turn every scene by a fixed rotation", NULL },
        { "workers", '\0', POPT_ARG_INT, &workers, 0, "Threads, 1 to 64; 0: all cores (1)", "N" },
        { "kernel", '\0', POPT_ARG_STRING, &kernel, 0, "auto, scalar, sse2 or avx2 (auto)", "NAME" },
        { "plot", '\0', POPT_ARG_STRING, &plot, 0, "Draw the curves of the one row named, as SVG", "FILE" },
        OPTION_HELP(&help_wanted),
        OPTIONS_END,
    };
    CommandLine line;
    int status = command_line_open(&line, "lab", argc, argv, options, &help_wanted, &help);
    if (status < 0) {
        LabOptions lab = { .workers = workers, .turned = rotated != 0 };
        if (!check_workers("lab", workers) || !parse_kernel("lab", kernel, &lab.kernel)) {
            status = STATUS_INPUT;
        } else if (list) {
            status = list_rows();
        } else {
            status = plot ? run_and_plot(&line, lab, json != 0, plot) : run_rows(&line, &lab, json != 0);
        }
    }
    command_line_close(&line);
    free(kernel);
    free(plot);
    return status;
}
