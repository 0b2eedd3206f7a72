/* What `drystone inspect` finds out about a mesh. */
#ifndef TOOLS_INSPECT_H
#define TOOLS_INSPECT_H

#include "tools/mesh_file.h"

#include <drystone/geometry.h>

#include <stdio.h>

enum {
    INSPECT_ADVICE = 16,
    INSPECT_LINE = 240
};

/* kg/m^3 */
#define INSPECT_DENSITY 1000.0f

typedef struct InspectOptions {
    double weld, scale; /* metres; factor */
    int hull_budget;
    int json;
} InspectOptions;

typedef struct Inspection {
    const MeshPart *part;
    DryVec3 lower, upper; /* of the points */
    DryMeshReport mesh;
    DryMass mass;
    bool has_mass;
    DryHullReport hull;
    bool wrong;
    int advice_count;
    char advice[INSPECT_ADVICE][INSPECT_LINE];
} Inspection;

/* False when memory ran out. */
bool inspect_part(Inspection *inspection, const MeshPart *part, const InspectOptions *options);

/* What to do about what was found, and whether that makes the mesh wrong. */
void inspect_advise(Inspection *inspection, const InspectOptions *options);

void inspect_print(const Inspection *inspection, FILE *out);
/* False when memory ran out or the file takes no more. */
bool inspect_print_json(const char *path, const Inspection *inspections, int32_t count, FILE *out);

#endif
