/* The findings of `drystone inspect`, as text and as data. */
#include "tools/inspect.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static const char *const fault_names[DRY_MESH_FAULTS] = { "degenerate",   "duplicate",    "open edge",
                                                          "non-manifold", "flipped edge", "T-junction",
                                                          "unused vertex" };
static const char *const fault_keys[DRY_MESH_FAULTS] = { "degenerate",     "duplicate",     "open_edges",
                                                         "non_manifold",   "flipped_edges", "t_junctions",
                                                         "unused_vertices" };

static const char *plural(int32_t count)
{
    return count == 1 ? "" : "s";
}

static void print_point(DryVec3 p, FILE *out)
{
    fprintf(out, "(%g, %g, %g)", (double)p.x, (double)p.y, (double)p.z);
}

static void print_place(const DryMeshPlace *place, FILE *out)
{
    if (place->triangle >= 0) {
        fprintf(out, "triangle %d", (int)place->triangle);
    }
    if (place->other >= 0) {
        fprintf(out, " and %d", (int)place->other);
    }
    if (place->vertex >= 0) {
        fprintf(out, "%svertex %d", place->triangle >= 0 ? ", " : "", (int)place->vertex);
    }
    fputs(" at ", out);
    print_point(place->point, out);
}

static void print_faults(const DryMeshReport *mesh, FILE *out)
{
    int32_t sum = 0;
    for (int fault = 0; fault < DRY_MESH_FAULTS; ++fault) {
        int32_t count = dry_mesh_report_count(mesh, (DryMeshFault)fault);
        sum += count;
        if (count == 0) {
            continue;
        }
        fprintf(out, "  %-13s %d", fault_names[fault], (int)count);
        for (int32_t i = 0; i < count && i < DRY_MESH_EXAMPLES; ++i) {
            fputs(i == 0 ? ": " : "\n                  ", out);
            print_place(&mesh->examples[fault][i], out);
        }
        fputs(count > DRY_MESH_EXAMPLES ? "\n                  ...\n" : "\n", out);
    }
    if (sum == 0) {
        fputs("  faults        none\n", out);
    }
}

static void print_mass(const Inspection *inspection, FILE *out)
{
    const DryMeshReport *mesh = &inspection->mesh;
    const char *surface = mesh->closed               ? (mesh->volume > 0.0 ? "closed" : "closed, inside out")
                          : mesh->boundary_edges > 0 ? "open: no inside, no mass"
                                                     : "no inside: its triangles disagree";
    fprintf(out, "  surface       %s\n", surface);
    if (!inspection->has_mass) {
        return;
    }
    const DryMass *mass = &inspection->mass;
    const DrySym3 *inertia = &mass->inertia;
    fprintf(out, "  volume        %g m^3; %g kg at %g kg/m^3, centre ", mesh->volume, (double)mass->mass,
            (double)INSPECT_DENSITY);
    print_point(mass->center, out);
    fprintf(out, "\n  inertia       xx %g, yy %g, zz %g, xy %g, xz %g, yz %g kg m^2\n", (double)inertia->xx,
            (double)inertia->yy, (double)inertia->zz, (double)inertia->xy, (double)inertia->xz,
            (double)inertia->yz);
}

static void print_hull(const Inspection *inspection, FILE *out)
{
    const DryHullReport *hull = &inspection->hull;
    if (hull->status != DRY_OK) {
        fprintf(out, "  hull          none: %s\n", hull->message);
        return;
    }
    fprintf(out, "  hull          %d vertices, %d faces, %g m^3", (int)hull->vertices, (int)hull->faces,
            (double)hull->volume);
    if (inspection->has_mass) {
        fprintf(out, "; the mesh fills %.1f %% of it",
                100.0 * inspection->mesh.volume / (double)hull->volume);
    }
    if (hull->dropped > 0) {
        fprintf(out, "; %d points outside, by %.2g m at most; at least %.1f %% of the full hull",
                (int)hull->dropped, (double)hull->max_error, 100.0 * (double)hull->volume_kept);
    }
    fputc('\n', out);
}

/* A text of at most 84 columns, its further lines below its first. */
static void print_wrapped(const char *before, const char *text, FILE *out)
{
    const int columns = 84, indent = 16;
    for (int line = 0; *text != '\0'; ++line) {
        int length = (int)strlen(text);
        if (length > columns) {
            for (length = columns; length > 0 && text[length] != ' '; --length) {
            }
            length = length > 0 ? length : columns;
        }
        fprintf(out, "%*s%.*s\n", line == 0 ? 0 : indent, line == 0 ? before : "", length, text);
        text += length;
        text += strspn(text, " ");
    }
}

void inspect_print(const Inspection *inspection, FILE *out)
{
    const MeshPart *part = inspection->part;
    const DryMeshReport *mesh = &inspection->mesh;
    DryVec3 size = dry_vec3_sub(inspection->upper, inspection->lower);
    fprintf(out, "%s: %d triangle%s, %d vertices read", part->name, (int)part->triangle_count,
            plural(part->triangle_count), (int)part->point_count);
    if (mesh->status == DRY_OK) {
        fprintf(out, "; %d and %d left, %d welded", (int)mesh->triangles, (int)mesh->vertices,
                (int)mesh->welded);
    }
    fprintf(out, "\n  size          %g x %g x %g m, from ", (double)size.x, (double)size.y, (double)size.z);
    print_point(inspection->lower, out);
    fputs(" to ", out);
    print_point(inspection->upper, out);
    fputc('\n', out);
    if (part->skipped > 0) {
        fprintf(out, "  left out      %d point%s and lines\n", (int)part->skipped, plural(part->skipped));
    }
    if (mesh->status != DRY_OK) {
        fprintf(out, "  refused       %s\n", mesh->message);
    }
    print_faults(mesh, out);
    if (mesh->status == DRY_OK) {
        print_mass(inspection, out);
    }
    print_hull(inspection, out);
    for (int i = 0; i < inspection->advice_count; ++i) {
        print_wrapped(i == 0 ? "  advice        " : "                ", inspection->advice[i], out);
    }
}

static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *point_json(DryVec3 p)
{
    json_t *array = json_array();
    json_array_append_new(array, number((double)p.x));
    json_array_append_new(array, number((double)p.y));
    json_array_append_new(array, number((double)p.z));
    return array;
}

static json_t *place_json(const DryMeshPlace *place)
{
    json_t *object = json_object();
    if (place->triangle >= 0) {
        json_object_set_new(object, "triangle", json_integer(place->triangle));
    }
    if (place->other >= 0) {
        json_object_set_new(object, "other", json_integer(place->other));
    }
    if (place->vertex >= 0) {
        json_object_set_new(object, "vertex", json_integer(place->vertex));
    }
    json_object_set_new(object, "point", point_json(place->point));
    return object;
}

static json_t *faults_json(const DryMeshReport *mesh)
{
    json_t *object = json_object();
    for (int fault = 0; fault < DRY_MESH_FAULTS; ++fault) {
        int32_t count = dry_mesh_report_count(mesh, (DryMeshFault)fault);
        json_t *item = json_object(), *examples = json_array();
        for (int32_t i = 0; i < count && i < DRY_MESH_EXAMPLES; ++i) {
            json_array_append_new(examples, place_json(&mesh->examples[fault][i]));
        }
        json_object_set_new(item, "count", json_integer(count));
        json_object_set_new(item, "examples", examples);
        json_object_set_new(object, fault_keys[fault], item);
    }
    return object;
}

static json_t *mass_json(const Inspection *inspection)
{
    const DryMass *mass = &inspection->mass;
    const DrySym3 *inertia = &mass->inertia;
    if (!inspection->has_mass) {
        return json_null();
    }
    json_t *object = json_object();
    const float six[6] = { inertia->xx, inertia->yy, inertia->zz, inertia->xy, inertia->xz, inertia->yz };
    json_t *moments = json_array();
    for (int i = 0; i < 6; ++i) {
        json_array_append_new(moments, number((double)six[i]));
    }
    json_object_set_new(object, "density", number((double)INSPECT_DENSITY));
    json_object_set_new(object, "mass", number((double)mass->mass));
    json_object_set_new(object, "center", point_json(mass->center));
    json_object_set_new(object, "inertia", moments);
    return object;
}

static json_t *hull_json(const Inspection *inspection)
{
    const DryHullReport *hull = &inspection->hull;
    json_t *object = json_object();
    if (hull->status != DRY_OK) {
        json_object_set_new(object, "error", json_string(hull->message));
        return object;
    }
    json_object_set_new(object, "vertices", json_integer(hull->vertices));
    json_object_set_new(object, "faces", json_integer(hull->faces));
    json_object_set_new(object, "volume", number((double)hull->volume));
    json_object_set_new(object, "volume_kept", number((double)hull->volume_kept));
    json_object_set_new(object, "max_error", number((double)hull->max_error));
    json_object_set_new(object, "dropped", json_integer(hull->dropped));
    json_object_set_new(object, "filled",
                        inspection->has_mass ? number(inspection->mesh.volume / (double)hull->volume)
                                             : json_null());
    return object;
}

static json_t *inspection_json(const Inspection *inspection)
{
    const MeshPart *part = inspection->part;
    const DryMeshReport *mesh = &inspection->mesh;
    json_t *object = json_object(), *advice = json_array();
    json_object_set_new(object, "name", json_string(part->name));
    json_object_set_new(object, "wrong", json_boolean(inspection->wrong));
    json_object_set_new(object, "vertices_read", json_integer(part->point_count));
    json_object_set_new(object, "triangles_read", json_integer(part->triangle_count));
    json_object_set_new(object, "points_and_lines", json_integer(part->skipped));
    json_object_set_new(object, "vertices", json_integer(mesh->vertices));
    json_object_set_new(object, "triangles", json_integer(mesh->triangles));
    json_object_set_new(object, "welded", json_integer(mesh->welded));
    json_object_set_new(object, "lower", point_json(inspection->lower));
    json_object_set_new(object, "upper", point_json(inspection->upper));
    json_object_set_new(object, "error", mesh->status == DRY_OK ? json_null() : json_string(mesh->message));
    json_object_set_new(object, "faults", faults_json(mesh));
    json_object_set_new(object, "t_junctions_cut", json_boolean(mesh->t_junctions_cut));
    json_object_set_new(object, "closed", json_boolean(mesh->closed));
    json_object_set_new(object, "volume", mesh->closed ? number(mesh->volume) : json_null());
    json_object_set_new(object, "mass", mass_json(inspection));
    json_object_set_new(object, "hull", hull_json(inspection));
    for (int i = 0; i < inspection->advice_count; ++i) {
        json_array_append_new(advice, json_string(inspection->advice[i]));
    }
    json_object_set_new(object, "advice", advice);
    return object;
}

bool inspect_print_json(const char *path, const Inspection *inspections, int32_t count, FILE *out)
{
    json_t *object = json_object(), *meshes = json_array();
    json_object_set_new(object, "file", json_string(path));
    for (int32_t i = 0; i < count; ++i) {
        json_array_append_new(meshes, inspection_json(&inspections[i]));
    }
    json_object_set_new(object, "meshes", meshes);
    int status = object ? json_dumpf(object, out, JSON_INDENT(2) | JSON_REAL_PRECISION(9)) : -1;
    fputc('\n', out);
    json_decref(object);
    return status == 0;
}
