/* The program: drystone COMMAND ... */
#include "tools/command.h"
#include "tools/output.h"

#include <drystone/base.h>

#include <stdio.h>
#include <string.h>

typedef struct Command {
    const char *name;
    int (*perform)(int argc, const char **argv);
} Command;

static const Command commands[] = {
    { "run", command_run },   { "lab", command_lab },         { "bench", command_bench },
    { "tune", command_tune }, { "inspect", command_inspect },
};

enum {
    COMMANDS = (int)(sizeof commands / sizeof commands[0])
};

static const char help[] =
    "Usage: drystone COMMAND [OPTION...] [ARGUMENT...]\n"
    "\n"
    "Drystone simulates rigid bodies.\n"
    "\n"
    "  run SCENE         simulate a glTF scene; write the motion as .glb and as a page for the browser\n"
    "  lab [ROW...]      experiments with a known right answer\n"
    "  bench [SCENE...]  benchmark scenes\n"
    "  tune SCENE        what changing one setting does to a scene: before and after\n"
    "  inspect FILE      what is wrong with the meshes of an OBJ, STL, PLY or glTF file, and their mass\n"
    "  help [COMMAND]    this text, or all about one command\n"
    "  version           version of program and library\n"
    "\n"
    "Examples:\n"
    "  drystone run scene.gltf                          ten seconds, and a report\n"
    "  drystone run scene.gltf -o out.glb --html out.html --seconds 20\n"
    "  drystone lab F1 B3                               two rows of the lab\n"
    "  drystone bench large_pyramid --workers 2\n"
    "  drystone inspect crate.obj                       faults, size, mass, hull, advice\n"
    "  drystone run --help                              all options of a command\n"
    "\n"
    "Exit status:\n"
    "  0  done as asked\n"
    "  1  it ran, and the result is not good: a row of the lab failed, a body became non-finite, a mesh\n"
    "     is wrong, an output file or the standard output could not be written\n"
    "  2  the input is wrong: unknown option, value out of range, file or output folder not found, "
    "malformed\n"
    "     scene\n"
    "One line on the error output says what went wrong, and where.\n";

static int show_version(void)
{
    printf("drystone %d.%d.%d (library %s, protocol %d)\n", DRY_VERSION_MAJOR, DRY_VERSION_MINOR,
           DRY_VERSION_PATCH, dry_version(), DRY_PROTOCOL_VERSION);
    return STATUS_OK;
}

static const Command *find_command(const char *name)
{
    for (int i = 0; i < COMMANDS; ++i) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

static int unknown(const char *name)
{
    fprintf(stderr,
            "drystone: %s: unknown %s; there are run, lab, bench, tune, inspect, help and version "
            "('drystone --help')\n",
            name, name[0] == '-' ? "option" : "command");
    return STATUS_INPUT;
}

static int show_help(const char *name)
{
    if (!name) {
        fputs(help, stdout);
        return STATUS_OK;
    }
    const Command *command = find_command(name);
    const char *arguments[] = { name, "--help", NULL };
    return command ? command->perform(2, arguments) : unknown(name);
}

static int perform(int argc, const char **argv)
{
    if (argc < 2) {
        fputs(help, stderr);
        return STATUS_INPUT;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        return show_help(argc > 2 ? argv[2] : NULL);
    }
    if (strcmp(name, "--version") == 0 || strcmp(name, "version") == 0) {
        return show_version();
    }
    const Command *command = find_command(name);
    return command ? command->perform(argc - 1, argv + 1) : unknown(name);
}

int main(int argc, char **argv)
{
    output_begin();
    return output_end(perform(argc, (const char **)argv));
}
