/* drystone run */
#define _POSIX_C_SOURCE 200809L

#include "tools/command.h"
#include "tools/options.h"
#include "tools/output.h"
#include "tools/run.h"

#include "scene/html_write.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const CommandHelp help = {
    "[OPTION...] SCENE",
    "Simulates a scene file: glTF 2.0 (.gltf or .glb) with KHR_physics_rigid_bodies. At the end it tells "
    "what\n"
    "the step took, how far bodies overlapped, what became of the energy, and when everything fell asleep.",
    "Examples:\n"
    "  drystone run arch.gltf                                  ten seconds, and the figures\n"
    "  drystone run arch.gltf -o arch.glb --html arch.html     the motion, for Blender and for a browser\n"
    "  drystone run arch.gltf --seconds 60 --report arch.json  a minute; where every body came to rest\n"
    "  drystone run arch.gltf -v                               what of the file could not be honoured\n"
    "\n"
    "Exit status: 0 done; 1 it ran, but a body became non-finite, or an output file or the standard output\n"
    "could not be written; 2 the scene file or the command line is wrong, such as an output in a folder that "
    "is\n"
    "not there. One line on the error output says where and why. When the reader of the standard output "
    "leaves\n"
    "early the files are written all the same.\n",
};

static int say(const char *text)
{
    fprintf(stderr, "drystone run: %s\n", text);
    return STATUS_FAILED;
}

/* Whether a file can be made at the path: told before the simulation, not after it. */
static bool check_output(const char *option, const char *path)
{
    if (!path) {
        return true;
    }
    struct stat info;
    if (path[0] == '\0' || (stat(path, &info) == 0 && S_ISDIR(info.st_mode))) {
        usage_error("run", "%s %s: not a file name", option, path);
        return false;
    }
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
    bool good = folder && access(folder, W_OK | X_OK) == 0;
    if (!good) {
        usage_error("run", "%s %s: %s", option, path, folder ? strerror(errno) : "out of memory");
    }
    free(folder);
    return good;
}

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;
    if (!a || !b) {
        return false;
    }
    return strcmp(a, b) == 0 || (stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) &&
                                 x.st_dev == y.st_dev && x.st_ino == y.st_ino);
}

/* No output may replace the scene or another output. */
static bool check_distinct(const RunOptions *options)
{
    const char *files[4] = { options->scene, options->glb, options->html, options->report };
    for (int i = 0; i < 4; ++i) {
        for (int j = i + 1; j < 4; ++j) {
            if (same_file(files[i], files[j])) {
                usage_error("run", "%s: named twice; an output may not replace the scene or another output",
                            files[j]);
                return false;
            }
        }
    }
    return true;
}

static bool check_options(const RunOptions *options)
{
    if (!(options->seconds >= 0.0 && options->seconds <= 1e5)) {
        usage_error("run", "--seconds %g: must be 0 to 100000", options->seconds);
    } else if (!(options->step_rate >= 1.0 && options->step_rate <= 10000.0)) {
        usage_error("run", "--step-rate %g: must be 1 to 10000", options->step_rate);
    } else if (!(options->rate >= 0.01 && options->rate <= options->step_rate)) {
        usage_error("run", "--rate %g: must be 0.01 to %g, the steps per second", options->rate,
                    options->step_rate);
    } else if (options->substeps < 1 || options->substeps > 64) {
        usage_error("run", "--substeps %d: must be 1 to 64", options->substeps);
    } else {
        return check_workers("run", options->workers) && check_output("-o", options->glb) &&
               check_output("--html", options->html) && check_output("--report", options->report) &&
               check_distinct(options);
    }
    return false;
}

static void add_wrote(char *list, size_t size, const char *path)
{
    struct stat info;
    size_t used = strlen(list);
    double size_kb = stat(path, &info) == 0 ? (double)info.st_size / 1000.0 : 0.0;
    bool large = size_kb >= 1000.0;
    double shown = large ? size_kb / 1000.0 : size_kb;
    snprintf(list + used, size - used, "%s%s (%.*f %s)", used > 0 ? ", " : "wrote ", path,
             shown < 10.0 ? 1 : 0, shown, large ? "MB" : "kB");
}

static int write_html(Run *run)
{
    const char *page = dry_html_template_path();
    if (!page) {
        fprintf(stderr,
                "drystone run: %s is not written: the page is missing, because drystone was built without "
                "Node.js\n",
                run->options->html);
        return STATUS_OK;
    }
    void *glb = NULL;
    size_t size = 0;
    if (dry_scene_recorder_glb(run->recorder, &glb, &size, &run->message) != DRY_OK) {
        return say(run->message.text);
    }
    json_t *shown = run_page_json(run);
    char *report = shown ? json_dumps(shown, JSON_COMPACT | JSON_REAL_PRECISION(9)) : NULL;
    char *telemetry = dry_scene_recorder_telemetry(run->recorder, run->scene->name, report);
    bool good = telemetry && dry_html_write(page, glb, size, telemetry, run->options->html, run->message.text,
                                            sizeof run->message.text);
    if (!telemetry) {
        snprintf(run->message.text, sizeof run->message.text, "%s: out of memory", run->options->html);
    }
    json_decref(shown);
    free(report);
    dry_scene_free(telemetry);
    dry_scene_free(glb);
    return good ? STATUS_OK : say(run->message.text);
}

static int write_report(Run *run)
{
    json_t *report = run_report_json(run);
    const int flags = JSON_INDENT(1) | JSON_REAL_PRECISION(12);
    errno = 0;
    bool good = report && json_dump_file(report, run->options->report, flags) == 0;
    json_decref(report);
    if (!good) {
        snprintf(run->message.text, sizeof run->message.text, "%s: cannot write: %s", run->options->report,
                 errno ? strerror(errno) : "output error");
        return say(run->message.text);
    }
    return STATUS_OK;
}

/* All files that were asked for; what went wrong with one does not keep the others from being written. */
static int write_outputs(Run *run)
{
    const RunOptions *options = run->options;
    char wrote[4096] = "";
    int status = STATUS_OK;
    if (options->glb) {
        if (dry_scene_recorder_write_glb(run->recorder, options->glb, &run->message) == DRY_OK) {
            add_wrote(wrote, sizeof wrote, options->glb);
        } else {
            status = say(run->message.text);
        }
    }
    if (options->html) {
        if (write_html(run) != STATUS_OK) {
            status = STATUS_FAILED;
        } else if (dry_html_template_path()) {
            add_wrote(wrote, sizeof wrote, options->html);
        }
    }
    if (options->report) {
        if (write_report(run) == STATUS_OK) {
            add_wrote(wrote, sizeof wrote, options->report);
        } else {
            status = STATUS_FAILED;
        }
    }
    if (wrote[0] != '\0') {
        puts(wrote);
    }
    return status;
}

/* Samples of bodies that a recording may hold: about a gigabyte. */
#define MOST_SAMPLES 2e7

static int check_recording(Run *run)
{
    const RunOptions *o = run->options;
    double samples = o->seconds * o->rate * (double)run->scene->body_count;
    if ((!o->glb && !o->html) || samples <= MOST_SAMPLES) {
        return STATUS_OK;
    }
    snprintf(
        run->message.text, sizeof run->message.text,
        "%s: %g s at %g frames per second of %d bodies are too much to record; lower --seconds or --rate",
        o->scene, o->seconds, o->rate, run->scene->body_count);
    return STATUS_INPUT;
}

static int simulate(const RunOptions *options)
{
    Run run;
    int status = run_open(&run, options);
    status = status == STATUS_OK ? check_recording(&run) : status;
    if (status == STATUS_OK) {
        run_print_scene(&run, stdout);
        (void)output_good(); /* files are written, whoever listens */
        status = run_simulate(&run);
    }
    if (status != STATUS_OK) {
        fprintf(stderr, "%s\n", run.message.text);
    } else {
        run_print_figures(&run, stdout);
        status = write_outputs(&run);
        status = run.quarantined > 0 ? STATUS_FAILED : status;
    }
    run_close(&run);
    return status;
}

/* Values in the table of options, for CommandLine.given. */
enum {
    RATE_GIVEN = 1
};

int command_run(int argc, const char **argv)
{
    int help_wanted = 0, verbose = 0;
    char *glb = NULL, *html = NULL, *report = NULL, *kernel = NULL;
    RunOptions run = { .seconds = 10.0, .step_rate = 60.0, .substeps = 4, .workers = 0 };
    const struct poptOption options[] = {
        { "output", 'o', POPT_ARG_STRING, &glb, 0, "Write the scene with its motion as glTF animation",
          "FILE.glb" },
        { "html", '\0', POPT_ARG_STRING, &html, 0, "Write one page that plays it in any browser",
          "FILE.html" },
        { "report", '\0', POPT_ARG_STRING, &report, 0, "Write all figures, and every body, as JSON",
          "FILE.json" },
        { "seconds", '\0', POPT_ARG_DOUBLE, &run.seconds, 0, "Simulated time, 0 to 100000 s (10)", "S" },
        { "rate", '\0', POPT_ARG_DOUBLE, &run.rate, RATE_GIVEN,
          "Frames per second in the outputs, 0.01 to the step rate (60, or the step rate when that is lower)",
          "FPS" },
        { "step-rate", '\0', POPT_ARG_DOUBLE, &run.step_rate, 0, "Steps per second, 1 to 10000 (60)", "HZ" },
        { "substeps", '\0', POPT_ARG_INT, &run.substeps, 0, "Solver substeps of a step, 1 to 64 (4)", "N" },
        { "workers", '\0', POPT_ARG_INT, &run.workers, 0, "Threads, 1 to 64; 0: all cores (0)", "N" },
        { "kernel", '\0', POPT_ARG_STRING, &kernel, 0, "auto, scalar, sse2 or avx2 (auto)", "NAME" },
        { "verbose", 'v', POPT_ARG_NONE, &verbose, 0, "Show the warnings", NULL },
        OPTION_HELP(&help_wanted),
        OPTIONS_END,
    };
    CommandLine line;
    int status = command_line_open(&line, "run", argc, argv, options, &help_wanted, &help);
    if (status < 0) {
        run.scene = line.name_count > 0 ? line.names[0] : NULL;
        run.glb = glb;
        run.html = html;
        run.report = report;
        run.verbose = verbose != 0;
        if ((line.given & 1u << RATE_GIVEN) == 0) {
            run.rate = fmin(60.0, run.step_rate);
        }
        if (line.name_count != 1) {
            status = usage_error("run", "%s ('drystone run --help' tells more)",
                                 line.name_count == 0 ? "no scene given" : "one scene at a time");
        } else if (!check_options(&run) || !parse_kernel("run", kernel, &run.kernel)) {
            status = STATUS_INPUT;
        } else {
            status = simulate(&run);
        }
    }
    command_line_close(&line);
    free(glb);
    free(html);
    free(report);
    free(kernel);
    return status;
}
