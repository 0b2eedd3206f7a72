/* drystone inspect */
#include "tools/command.h"
#include "tools/inspect.h"
#include "tools/options.h"
#include "tools/output.h"

#include <math.h>
#include <stdlib.h>

static const CommandHelp help = {
    "[OPTION...] FILE",
    "Reads an OBJ, STL, PLY, glTF or GLB file and tells of each mesh what a simulation has to know: size, "
    "what is\n"
    "wrong with its triangles and where, whether it is closed, volume and mass, its convex hull, and "
    "advice.\n"
    "Numbers of triangles and vertices count from 0, within the mesh, as they are read.",
    "Examples:\n"
    "  drystone inspect crate.obj                 size, faults, volume, hull, advice\n"
    "  drystone inspect --scale 0.001 part.stl    a file in millimetres\n"
    "  drystone inspect --weld 0.0001 hall.glb    vertices closer than a tenth of a millimetre are one\n"
    "  drystone inspect --json crate.obj          as data\n"
    "\n"
    "Exit status: 0 nothing wrong, open meshes included; 1 a mesh is wrong (degenerate or duplicate "
    "triangles,\n"
    "flipped or non-manifold edges, T-junctions, inside out, refused), or the output could not be written; 2 "
    "wrong\n"
    "usage, or a file that cannot be read.\n",
};

static bool check_options(const InspectOptions *options)
{
    if (!(options->weld >= 0.0 && options->weld <= 1e9)) {
        usage_error("inspect", "--weld %g: must be 0 to 1e9 metres", options->weld);
        return false;
    }
    if (!(options->scale >= 1e-9 && options->scale <= 1e9)) {
        usage_error("inspect", "--scale %g: must be 1e-9 to 1e9", options->scale);
        return false;
    }
    if (options->hull_budget < 4 || options->hull_budget > DRY_HULL_MAX_VERTICES) {
        usage_error("inspect", "--hull-budget %d: must be 4 to %d", options->hull_budget,
                    (int)DRY_HULL_MAX_VERTICES);
        return false;
    }
    return true;
}

static int report(const char *path, const MeshFile *file, const InspectOptions *options)
{
    Inspection *all = calloc((size_t)file->count, sizeof *all);
    bool good = all != NULL;
    int32_t wrong = 0;
    for (int32_t i = 0; i < file->count && good; ++i) {
        good = inspect_part(&all[i], &file->parts[i], options);
        wrong += all[i].wrong;
    }
    if (!good) {
        free(all);
        usage_error("inspect", "%s: out of memory", path);
        return STATUS_FAILED;
    }
    if (options->json) {
        good = inspect_print_json(path, all, file->count, stdout);
    } else {
        for (int32_t i = 0; i < file->count && output_good(); ++i) {
            inspect_print(&all[i], stdout);
        }
        printf("%s: %d mesh%s, %d wrong\n", path, (int)file->count, file->count == 1 ? "" : "es", (int)wrong);
    }
    free(all);
    return wrong == 0 && good ? STATUS_OK : STATUS_FAILED;
}

static int inspect(const char *path, const InspectOptions *options)
{
    MeshFile file;
    int status = STATUS_INPUT;
    if (mesh_file_read(&file, path, options->scale)) {
        status = report(path, &file, options);
    } else {
        usage_error("inspect", "%s:%s", path, file.message);
    }
    mesh_file_free(&file);
    return status;
}

int command_inspect(int argc, const char **argv)
{
    int help_wanted = 0;
    InspectOptions inspect_options = { .scale = 1.0, .hull_budget = 64 };
    const struct poptOption options[] = {
        { "weld", '\0', POPT_ARG_DOUBLE, &inspect_options.weld, 0,
          "Vertices closer than this are one, metres (0: equal ones only)", "DISTANCE" },
        { "scale", '\0', POPT_ARG_DOUBLE, &inspect_options.scale, 0, "Metres per unit of the file (1)",
          "FACTOR" },
        { "hull-budget", '\0', POPT_ARG_INT, &inspect_options.hull_budget, 0,
          "Most vertices of the hull, 4 to 128 (64)", "N" },
        { "json", '\0', POPT_ARG_NONE, &inspect_options.json, 0, "Print everything as JSON", NULL },
        OPTION_HELP(&help_wanted),
        OPTIONS_END,
    };
    CommandLine line;
    int status = command_line_open(&line, "inspect", argc, argv, options, &help_wanted, &help);
    if (status < 0) {
        if (line.name_count != 1) {
            status = usage_error("inspect", "%d files named, one is inspected ('drystone inspect --help')",
                                 line.name_count);
        } else {
            status =
                check_options(&inspect_options) ? inspect(line.names[0], &inspect_options) : STATUS_INPUT;
        }
    }
    command_line_close(&line);
    return status;
}
