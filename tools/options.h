/* What the commands share in reading their command lines. */
#ifndef TOOLS_OPTIONS_H
#define TOOLS_OPTIONS_H

#include <drystone/world.h>

#include <popt.h>
#include <stdbool.h>
#include <stdint.h>

/* A command line that is being read. Free with command_line_close. */
typedef struct CommandLine {
    const char *command; /* "lab" */
    poptContext context;
    const char *const *names; /* what is not an option; ends with null */
    int name_count;
    uint32_t given; /* bit N: an option whose table entry has the value N, 1 to 31, was there */
} CommandLine;

/* What --help shows around the list of options. */
typedef struct CommandHelp {
    const char *usage; /* "[OPTION...] [ROW...]" */
    const char *intro;
    const char *after; /* examples and exit statuses */
} CommandHelp;

/* Every table of options ends with these two lines. */
#define OPTION_HELP(flag)                                             \
    {                                                                 \
        "help", 'h', POPT_ARG_NONE, (flag), 0, "Show this help", NULL \
    }
#define OPTIONS_END                        \
    {                                      \
        NULL, '\0', 0, NULL, 0, NULL, NULL \
    }

/* Reads everything. Returns -1 when the command shall go on, else the exit status with which it is over: help
   was asked for (`*help_wanted`), or an option is wrong. */
int command_line_open(CommandLine *line, const char *command, int argc, const char **argv,
                      const struct poptOption *options, const int *help_wanted, const CommandHelp *help);
void command_line_close(CommandLine *line);

/* One line on stderr, "drystone lab: ..."; returns STATUS_INPUT. */
int usage_error(const char *command, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Kernel of a name; null: the widest. False, with a message, when there is none such or this processor lacks
 * it. */
bool parse_kernel(const char *command, const char *name, DryKernel *kernel);
const char *kernel_name(DryKernel kernel);
/* False, with a message, unless 0 <= workers <= 64. */
bool check_workers(const char *command, int workers);

#endif
