/* drystone bench */
#define _POSIX_C_SOURCE 200809L

#include "tools/command.h"
#include "tools/options.h"
#include "tools/output.h"

#include "bench/bench.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const CommandHelp help = {
    "[OPTION...] [SCENE...]",
    "Runs benchmark scenes and prints milliseconds per step, the stages they are spent in, and a hash of "
    "the\n"
    "last state, which must not depend on workers and kernel. Building and the first step are not timed.",
    "Examples:\n"
    "  drystone bench                                  the six standard scenes\n"
    "  drystone bench --list                           all scenes\n"
    "  drystone bench large_pyramid --workers 2\n"
    "  drystone bench --costs contacts_plain contacts_heavy\n"
    "  drystone bench washer --kernel sse2 --steps 100 --repeat 3\n"
    "  drystone bench --json > bench.json              as data\n"
    "\n"
    "Exit status: 0 done; 1 a scene could not be run, two runs differ, or the standard output could not be\n"
    "written; 2 wrong usage.\n",
};

/* Scenes that run when none is named: the first ones of the table. */
enum {
    STANDARD_SCENES = 6
};

static void show_progress(int32_t done, int32_t total, void *user)
{
    fprintf(stderr, "\r%s %d/%d ", (const char *)user, (int)done, (int)total);
    if (done == total) {
        fputs("\r\033[K", stderr);
    }
    fflush(stderr);
}

/* A stage of the step and where the profile holds it. */
typedef struct Stage {
    const char *name;
    double ms;
} Stage;

enum {
    STAGES = 15
};

static void list_stages(const DryProfile *profile, Stage stages[STAGES])
{
    const Stage all[STAGES] = {
        { "pairs", profile->pairs },
        { "collide", profile->collide },
        { "change", profile->change },
        { "prepare", profile->prepare },
        { "warm_start", profile->warm_start },
        { "bounce", profile->bounce },
        { "direct", profile->direct },
        { "solve", profile->solve },
        { "push", profile->push },
        { "relax", profile->relax },
        { "joints", profile->joints },
        { "integrate", profile->integrate },
        { "store", profile->store },
        { "finish", profile->finish },
        { "report", profile->report },
    };
    for (int i = 0; i < STAGES; ++i) {
        stages[i] = all[i];
    }
}

/* Stages that took no time worth telling are left out. */
static void print_costs(const BenchResult *result)
{
    printf("                 %-10s %9s %-15s %6s %9s\n", "cost of", "mean", "", "passes", "ns each");
    for (int i = 0; i < BENCH_COSTS; ++i) {
        const BenchCost *cost = &result->costs[i];
        if (cost->ns >= 0.05) {
            printf("                 %-10s %9.0f %-15s %6d %9.1f\n", cost->stage, cost->units, cost->unit,
                   (int)cost->passes, cost->ns);
        }
    }
}

static json_t *costs_json(const BenchResult *result)
{
    json_t *array = json_array();
    for (int i = 0; i < BENCH_COSTS; ++i) {
        const BenchCost *cost = &result->costs[i];
        json_t *object = json_object();
        json_object_set_new(object, "stage", json_string(cost->stage));
        json_object_set_new(object, "unit", json_string(cost->unit));
        json_object_set_new(object, "units", json_real(cost->units));
        json_object_set_new(object, "passes", json_integer(cost->passes));
        json_object_set_new(object, "steps", json_integer(cost->steps));
        json_object_set_new(object, "ns", json_real(cost->ns));
        json_array_append_new(array, object);
    }
    return array;
}

static void print_result(const BenchResult *result, bool costs)
{
    printf("%-16s %5d %8.3f %8.3f %8.3f %7d %8d %016llx %7.0f %9.4f\n", result->scene, (int)result->steps,
           result->mean, result->median, result->max, (int)result->counters.bodies,
           (int)result->counters.contacts, (unsigned long long)result->hash, result->bytes_per_body,
           result->penetration_max);
    Stage stages[STAGES];
    list_stages(&result->stages, stages);
    printf("                ");
    for (int i = 0; i < STAGES; ++i) {
        printf(" %s %.3f", stages[i].name, stages[i].ms);
    }
    putchar('\n');
    if (costs) {
        print_costs(result);
    }
    (void)output_good();
}

static json_t *result_json(const BenchResult *result)
{
    char hash[24];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)result->hash);
    json_t *object = json_object(), *stages = json_object();
    json_object_set_new(object, "scene", json_string(result->scene));
    json_object_set_new(object, "steps", json_integer(result->steps));
    json_object_set_new(object, "workers", json_integer(result->workers));
    json_object_set_new(object, "kernel", json_string(kernel_name(result->kernel)));
    json_object_set_new(object, "ms_mean", json_real(result->mean));
    json_object_set_new(object, "ms_median", json_real(result->median));
    json_object_set_new(object, "ms_max", json_real(result->max));
    json_object_set_new(object, "bodies", json_integer(result->counters.bodies));
    json_object_set_new(object, "contacts", json_integer(result->counters.contacts));
    json_object_set_new(object, "joints", json_integer(result->counters.joints));
    json_object_set_new(object, "hash", json_string(hash));
    json_object_set_new(object, "bytes", json_integer(result->bytes));
    json_object_set_new(object, "penetration_max", json_real(result->penetration_max));
    Stage list[STAGES];
    list_stages(&result->stages, list);
    for (int i = 0; i < STAGES; ++i) {
        json_object_set_new(stages, list[i].name, json_real(list[i].ms));
    }
    json_object_set_new(object, "stages", stages);
    json_object_set_new(object, "costs", costs_json(result));
    return object;
}

static int list_scenes(void)
{
    for (int32_t i = 0; i < bench_scene_count(); ++i) {
        printf("%-16s %s%s\n", bench_scene_name(i), bench_scene_title(i),
               i < STANDARD_SCENES ? "" : " (when named)");
    }
    return STATUS_OK;
}

/* Runs one scene; to the table, or into the array. */
static int run_scene(int32_t scene, const BenchOptions *options, bool costs, json_t *array)
{
    BenchResult result;
    BenchProgress *progress = isatty(STDERR_FILENO) ? show_progress : NULL;
    if (!bench_run(scene, options, progress, (void *)(uintptr_t)bench_scene_name(scene), &result)) {
        fprintf(stderr, "drystone bench: %s\n", result.message);
        return STATUS_FAILED;
    }
    if (array) {
        json_array_append_new(array, result_json(&result));
    } else {
        print_result(&result, costs);
    }
    return STATUS_OK;
}

static int run_scenes(const CommandLine *line, const BenchOptions *options, bool costs, bool json)
{
    for (int i = 0; i < line->name_count; ++i) {
        if (bench_scene_find(line->names[i]) < 0) {
            return usage_error("bench", "%s: no such scene ('drystone bench --list' names them)",
                               line->names[i]);
        }
    }
    json_t *array = json ? json_array() : NULL;
    if (!json) {
        printf("ms per step; %s kernel, %d workers\n", kernel_name(options->kernel), (int)options->workers);
        printf("%-16s %5s %8s %8s %8s %7s %8s %-16s %7s %9s\n", "scene", "steps", "mean", "median", "max",
               "bodies", "contacts", "hash", "B/body", "overlap m");
    }
    int count = line->name_count > 0 ? line->name_count : STANDARD_SCENES, status = STATUS_OK;
    for (int i = 0; i < count && output_good(); ++i) {
        int32_t scene = line->name_count > 0 ? bench_scene_find(line->names[i]) : i;
        int one = run_scene(scene, options, costs, array);
        status = one != STATUS_OK ? one : status;
    }
    if (json) {
        status =
            json_dumpf(array, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9)) == 0 ? status : STATUS_FAILED;
        putchar('\n');
        json_decref(array);
    }
    return status;
}

static bool check_counts(int repeat, int steps)
{
    if (repeat < 1 || repeat > 1000) {
        usage_error("bench", "--repeat %d: must be 1 to 1000", repeat);
        return false;
    }
    if (steps < 0 || steps > 1000000) {
        usage_error("bench", "--steps %d: must be 0 (as the scene says) to 1000000", steps);
        return false;
    }
    return true;
}

int command_bench(int argc, const char **argv)
{
    int help_wanted = 0, json = 0, costs = 0, list = 0, workers = 1, repeat = 1, steps = 0;
    char *kernel = NULL;
    const struct poptOption options[] = {
        { "json", '\0', POPT_ARG_NONE, &json, 0, "Print an array of results as JSON", NULL },
        { "costs", '\0', POPT_ARG_NONE, &costs, 0,
          "Print what the solver takes per manifold, joint or body and pass too", NULL },
        { "list", '\0', POPT_ARG_NONE, &list, 0, "List the scenes and stop", NULL },
        { "workers", '\0', POPT_ARG_INT, &workers, 0, "Threads, 1 to 64; 0: all cores (1)", "N" },
        { "kernel", '\0', POPT_ARG_STRING, &kernel, 0, "auto, scalar, sse2 or avx2 (auto)", "NAME" },
        { "repeat", '\0', POPT_ARG_INT, &repeat, 0, "Run each scene 1 to 1000 times, report the fastest (1)",
          "N" },
        { "steps", '\0', POPT_ARG_INT, &steps, 0, "Timed steps, 1 to 1000000; 0: as the scene says (0)",
          "N" },
        OPTION_HELP(&help_wanted),
        OPTIONS_END,
    };
    CommandLine line;
    int status = command_line_open(&line, "bench", argc, argv, options, &help_wanted, &help);
    if (status < 0) {
        BenchOptions bench = { .workers = workers, .repeat = repeat, .steps = steps };
        if (!check_workers("bench", workers) || !check_counts(repeat, steps) ||
            !parse_kernel("bench", kernel, &bench.kernel)) {
            status = STATUS_INPUT;
        } else {
            status = list ? list_scenes() : run_scenes(&line, &bench, costs != 0, json != 0);
        }
    }
    command_line_close(&line);
    free(kernel);
    return status;
}
