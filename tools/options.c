#define _POSIX_C_SOURCE 200809L

#include "tools/options.h"

#include "tools/command.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int usage_error(const char *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "drystone %s: ", command);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return STATUS_INPUT;
}

static void show_help(const CommandLine *line, const CommandHelp *help)
{
    printf("Usage: drystone %s %s\n\n%s\n\n", line->command, help->usage, help->intro);
    /* popt writes its own "Usage:" line first, which does not know the command: leave it out */
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory) {
        poptPrintHelp(line->context, memory, 0);
        fclose(memory);
        const char *rest = text ? strchr(text, '\n') : NULL;
        printf("Options:%s", rest ? rest : "\n");
        free(text);
    }
    printf("\n%s", help->after);
}

int command_line_open(CommandLine *line, const char *command, int argc, const char **argv,
                      const struct poptOption *options, const int *help_wanted, const CommandHelp *help)
{
    line->command = command;
    line->names = NULL;
    line->name_count = 0;
    line->given = 0;
    line->context = poptGetContext("drystone", argc, argv, options, 0);
    if (!line->context) {
        return usage_error(command, "out of memory");
    }
    int found = poptGetNextOpt(line->context);
    while (found > 0) {
        line->given |= UINT32_C(1) << found;
        found = poptGetNextOpt(line->context);
    }
    if (found < -1) {
        return usage_error(command, "%s: %s ('drystone %s --help' lists the options)",
                           poptBadOption(line->context, POPT_BADOPTION_NOALIAS), poptStrerror(found),
                           command);
    }
    if (*help_wanted) {
        show_help(line, help);
        return STATUS_OK;
    }
    line->names = (const char *const *)poptGetArgs(line->context);
    while (line->names && line->names[line->name_count]) {
        ++line->name_count;
    }
    return -1;
}

void command_line_close(CommandLine *line)
{
    if (line->context) {
        poptFreeContext(line->context);
    }
    line->context = NULL;
}

static const char *const kernel_names[] = { "auto", "scalar", "sse2", "avx2" };

const char *kernel_name(DryKernel kernel)
{
    return kernel >= DRY_KERNEL_AUTO && kernel <= DRY_KERNEL_AVX2 ? kernel_names[kernel] : "?";
}

/* Whether a world can be made with it. */
static bool kernel_runs(const char *command, DryKernel kernel)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.kernel = kernel;
    DryWorld *world = dry_world_create(&def);
    if (!world) {
        usage_error(command, "--kernel %s: %s", kernel_name(kernel), dry_last_error());
        return false;
    }
    dry_world_destroy(world);
    return true;
}

bool parse_kernel(const char *command, const char *name, DryKernel *kernel)
{
    *kernel = DRY_KERNEL_AUTO;
    if (!name) {
        return true;
    }
    for (int i = DRY_KERNEL_AUTO; i <= DRY_KERNEL_AVX2; ++i) {
        if (strcmp(name, kernel_names[i]) == 0) {
            *kernel = (DryKernel)i;
            return kernel_runs(command, *kernel);
        }
    }
    usage_error(command, "--kernel %s: unknown; there are auto, scalar, sse2 and avx2", name);
    return false;
}

bool check_workers(const char *command, int workers)
{
    if (workers < 0 || workers > 64) {
        usage_error(command, "--workers %d: must be 0 (all cores) to 64", workers);
        return false;
    }
    return true;
}
