/* drystone tune */
#include "tools/command.h"
#include "tools/knobs.h"
#include "tools/options.h"
#include "tools/output.h"
#include "tools/tune.h"

#include "bench/bench.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const CommandHelp help = {
    "[OPTION...] SCENE",
    "Runs a scene as it is, then with a setting of the world changed, and prints before and after: seconds "
    "until\n"
    "everything sleeps, creep (the fastest body over the last second), overlap, residual, energy, time per "
    "step.\n"
    "SCENE is a glTF file or a benchmark scene. One setting is changed at a time.",
    "Examples:\n"
    "  drystone tune scene.gltf --knob substeps=2,8\n"
    "  drystone tune many_pyramids --knob push_speed=1 --knob contact_hertz=60\n"
    "  drystone tune scene.gltf --knob substeps=8 --knob iterations=2 --together\n"
    "  drystone tune --knobs                           the settings and their defaults\n"
    "\n"
    "Exit status: 0 done; 1 a run failed, or the standard output could not be written; 2 wrong usage, a\n"
    "setting out of range, or a wrong file.\n",
};

enum {
    MOST_VARIANTS = 32,
    LABEL = 160
};

typedef struct Variant {
    char label[LABEL];
    DryWorldDef def;
    TuneFigures figures;
} Variant;

/* The scene as it is, and the variants behind it. */
typedef struct Notebook {
    TuneScene scene;
    int32_t steps;
    Variant variants[MOST_VARIANTS + 1];
    int count;
} Notebook;

/* "substeps 4 -> 8" to the variant's label. */
static void add_label(Variant *v, const Knob *knob, const DryWorldDef *base)
{
    char from[40], to[40];
    size_t used = strlen(v->label);
    knob_print(knob, base, from, sizeof from);
    knob_print(knob, &v->def, to, sizeof to);
    snprintf(v->label + used, sizeof v->label - used, "%s%s %s -> %s", used > 0 ? ", " : "", knob_name(knob),
             from, to);
}

/* One --knob NAME=VALUE[,VALUE...]: a variant for each value, or with `together` all in the first. */
static int add_knob(Notebook *book, const char *text, bool together)
{
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : strlen(text);
    const Knob *knob = knob_find(text, length);
    if (!knob) {
        char names[500];
        knobs_names(names, sizeof names);
        return usage_error("tune", "--knob %s: no such setting; there are %s", text, names);
    }
    if (together && equals && strchr(equals, ',')) {
        return usage_error("tune", "--knob %s: one value each with --together", text);
    }
    const DryWorldDef *base = &book->variants[0].def;
    for (const char *value = equals; value; value = strchr(value + 1, ',')) {
        if (book->count > MOST_VARIANTS) {
            return usage_error("tune", "more than %d variants", (int)MOST_VARIANTS);
        }
        bool first = !together || book->count == 1;
        Variant *v = &book->variants[first ? book->count : 1];
        if (first) {
            *v = (Variant){ .def = *base };
            book->count++;
        }
        if (!knob_set(knob, &v->def, value + 1, strcspn(value + 1, ","))) {
            return usage_error("tune", "--knob %s: not a value of %s", text, knob_name(knob));
        }
        add_label(v, knob, base);
    }
    return equals ? STATUS_OK : usage_error("tune", "--knob %s: it needs =VALUE", text);
}

static double asleep(const TuneFigures *f)
{
    return f->asleep_after;
}

static double creep(const TuneFigures *f)
{
    return 1e3 * f->creep;
}

static double overlap_mean(const TuneFigures *f)
{
    return 1e3 * f->overlap_mean;
}

static double overlap_max(const TuneFigures *f)
{
    return 1e3 * f->overlap_max;
}

static double residual_mean(const TuneFigures *f)
{
    return f->residual_mean;
}

static double residual_max(const TuneFigures *f)
{
    return f->residual_max;
}

static double energy(const TuneFigures *f)
{
    return f->energy;
}

static double ms(const TuneFigures *f)
{
    return f->ms;
}

static void print_row(const char *name, const Notebook *book, double (*figure)(const TuneFigures *))
{
    printf("%-26s", name);
    for (int i = 0; i < book->count; ++i) {
        double x = figure(&book->variants[i].figures);
        if (figure == asleep && x < 0.0) {
            printf(" %14s", "awake");
        } else {
            printf(" %14.6g", x);
        }
    }
    putchar('\n');
}

static void print_table(const Notebook *book)
{
    printf("%s, %d steps of 1/60 s\n", book->scene.name, (int)book->steps);
    for (int i = 1; i < book->count; ++i) {
        printf("  [%d] %s\n", i, book->variants[i].label);
    }
    printf("%-26s %14s", "", "before");
    for (int i = 1; i < book->count; ++i) {
        char head[24];
        snprintf(head, sizeof head, "[%d]", i);
        printf(" %14s", head);
    }
    putchar('\n');
    print_row("asleep after, s", book, asleep);
    print_row("creep, mm/s", book, creep);
    print_row("overlap, mean, mm", book, overlap_mean);
    print_row("overlap, largest, mm", book, overlap_max);
    print_row("residual, mean, m/s", book, residual_mean);
    print_row("residual, largest, m/s", book, residual_max);
    print_row("energy at the end, J", book, energy);
    print_row("ms per step", book, ms);
}

static int print_json(const Notebook *book)
{
    json_t *array = json_array();
    for (int i = 0; i < book->count; ++i) {
        const Variant *v = &book->variants[i];
        const TuneFigures *f = &v->figures;
        char hash[24];
        snprintf(hash, sizeof hash, "%016llx", (unsigned long long)f->hash);
        json_t *o = json_object();
        json_object_set_new(o, "scene", json_string(book->scene.name));
        json_object_set_new(o, "steps", json_integer(book->steps));
        json_object_set_new(o, "change", i > 0 ? json_string(v->label) : json_null());
        json_object_set_new(o, "asleep_after",
                            f->asleep_after < 0.0 ? json_null() : json_real(f->asleep_after));
        json_object_set_new(o, "creep", json_real(f->creep));
        json_object_set_new(o, "overlap_mean", json_real(f->overlap_mean));
        json_object_set_new(o, "overlap_max", json_real(f->overlap_max));
        json_object_set_new(o, "residual_mean", json_real(f->residual_mean));
        json_object_set_new(o, "residual_max", json_real(f->residual_max));
        json_object_set_new(o, "energy", json_real(f->energy));
        json_object_set_new(o, "ms", json_real(f->ms));
        json_object_set_new(o, "hash", json_string(hash));
        json_array_append_new(array, o);
    }
    int status =
        json_dumpf(array, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9)) == 0 ? STATUS_OK : STATUS_FAILED;
    putchar('\n');
    json_decref(array);
    return status;
}

/* Settings out of range are told before anything runs. */
static int check_settings(Notebook *book)
{
    for (int i = 1; i < book->count; ++i) {
        DryWorld *world = dry_world_create(&book->variants[i].def);
        if (!world) {
            return usage_error("tune", "%s: %s", book->variants[i].label, dry_last_error());
        }
        dry_world_destroy(world);
    }
    return STATUS_OK;
}

static int write_notebook(Notebook *book, const char *const *knobs, bool together, bool json)
{
    char message[TUNE_MESSAGE];
    DryWorldDef *base = &book->variants[0].def;
    DryKernel kernel = base->kernel;
    int32_t workers = base->workers;
    if (!tune_def(&book->scene, base, message)) {
        return usage_error("tune", "%s", message);
    }
    base->kernel = kernel;
    base->workers = workers;
    book->count = 1;
    int status = STATUS_OK;
    for (; knobs && *knobs && status == STATUS_OK; ++knobs) {
        status = add_knob(book, *knobs, together);
    }
    if (status == STATUS_OK && book->count < 2) {
        status = usage_error("tune", "nothing to change: give --knob NAME=VALUE ('drystone tune --knobs')");
    }
    status = status == STATUS_OK ? check_settings(book) : status;
    for (int i = 0; i < book->count && status == STATUS_OK; ++i) {
        Variant *v = &book->variants[i];
        if (!tune_run(&book->scene, &v->def, book->steps, &v->figures, message)) {
            fprintf(stderr, "drystone tune: %s\n", message);
            status = STATUS_FAILED;
        }
    }
    if (status != STATUS_OK || json) {
        return status != STATUS_OK ? status : print_json(book);
    }
    print_table(book);
    return STATUS_OK;
}

int command_tune(int argc, const char **argv)
{
    int help_wanted = 0, json = 0, list = 0, together = 0, workers = 1, steps = 600;
    char **knobs = NULL, *kernel = NULL;
    const struct poptOption options[] = {
        { "knob", 'k', POPT_ARG_ARGV, &knobs, 0, "A setting and the values to try; may be given again",
          "NAME=VALUE[,VALUE...]" },
        { "together", '\0', POPT_ARG_NONE, &together, 0, "Change all named settings at once", NULL },
        { "knobs", '\0', POPT_ARG_NONE, &list, 0, "List the settings and their defaults and stop", NULL },
        { "steps", '\0', POPT_ARG_INT, &steps, 0, "Steps of 1/60 s, 1 to 1000000 (600)", "N" },
        { "workers", '\0', POPT_ARG_INT, &workers, 0, "Threads, 1 to 64; 0: all cores (1)", "N" },
        { "kernel", '\0', POPT_ARG_STRING, &kernel, 0, "auto, scalar, sse2 or avx2 (auto)", "NAME" },
        { "json", '\0', POPT_ARG_NONE, &json, 0, "Print an array of runs as JSON", NULL },
        OPTION_HELP(&help_wanted),
        OPTIONS_END,
    };
    CommandLine line;
    int status = command_line_open(&line, "tune", argc, argv, options, &help_wanted, &help);
    if (status < 0 && list) {
        knobs_list(stdout);
        status = STATUS_OK;
    } else if (status < 0 && line.name_count != 1) {
        status = usage_error("tune", "it needs one scene, a file or a name ('drystone bench --list')");
    } else if (status < 0 && (steps < 1 || steps > 1000000)) {
        status = usage_error("tune", "--steps %d: must be 1 to 1000000", steps);
    } else if (status < 0 && !check_workers("tune", workers)) {
        status = STATUS_INPUT;
    } else if (status < 0) {
        static Notebook book;
        DryWorldDef *base = &book.variants[0].def;
        base->workers = workers;
        book.scene = (TuneScene){ line.names[0], bench_scene_find(line.names[0]) };
        book.steps = steps;
        status = parse_kernel("tune", kernel, &base->kernel)
                     ? write_notebook(&book, (const char *const *)knobs, together != 0, json != 0)
                     : STATUS_INPUT;
    }
    command_line_close(&line);
    for (int i = 0; knobs && knobs[i]; ++i) {
        free(knobs[i]);
    }
    free(knobs);
    free(kernel);
    return status;
}
