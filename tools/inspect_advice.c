/* What `drystone inspect` says in words. */
#include "tools/inspect.h"

#include <math.h>
#include <stdarg.h>

static void say(Inspection *inspection, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

static void say(Inspection *inspection, const char *format, ...)
{
    if (inspection->advice_count < INSPECT_ADVICE) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(inspection->advice[inspection->advice_count++], INSPECT_LINE, format, arguments);
        va_end(arguments);
    }
}

static double largest_side(const Inspection *inspection)
{
    DryVec3 size = dry_vec3_sub(inspection->upper, inspection->lower);
    return fmax(fmax((double)size.x, (double)size.y), (double)size.z);
}

static void advise_size(Inspection *inspection)
{
    double size = largest_side(inspection), reach = 0.0;
    const DryVec3 ends[2] = { inspection->lower, inspection->upper };
    for (int i = 0; i < 2; ++i) {
        reach = fmax(reach,
                     fmax(fmax(fabs((double)ends[i].x), fabs((double)ends[i].y)), fabs((double)ends[i].z)));
    }
    if (size > 1000.0) {
        say(inspection, "size: %g m is large; if the file is in millimetres, give --scale 0.001", size);
    } else if (size < 0.01) {
        say(inspection, "size: %g m is small; contacts are kept to within millimetres", size);
    }
    if (reach > 1000.0 * size) {
        say(inspection,
            "place: %g m from its own origin, %.2g times its size; move the mesh there and place the body "
            "instead",
            reach, reach / size);
    }
}

static void advise_surface(Inspection *inspection)
{
    const DryMeshReport *mesh = &inspection->mesh;
    if (mesh->degenerate > 0) {
        say(inspection, "degenerate: dropped and harmless as such; where a hole or a T-junction is left, "
                        "delete the triangle and join its corners in the modeller");
    }
    if (mesh->duplicates > 0) {
        say(inspection, "duplicate: dropped and harmless; delete them to save the reader time");
    }
    if (mesh->flipped_edges > 0) {
        say(inspection, "flipped: bodies fall through a one-sided mesh where it shows its back; turn the "
                        "triangles, or make the mesh two-sided");
    }
    if (mesh->non_manifold_edges > 0) {
        say(inspection, "non-manifold: such edges count as rims, over which only the welding of contacts "
                        "makes sliding smooth; remove what is inside the solid, or separate the parts");
    }
    if (mesh->t_junctions > 0) {
        say(inspection, "T-junction: the two sides share no edge, and only the welding of contacts makes "
                        "sliding over it smooth; split the edge at the vertex");
    }
    if (mesh->t_junctions_cut) {
        say(inspection, "T-junction: there may be more; the triangles lie across each other too much to look "
                        "at all");
    }
    if (mesh->unused_vertices > 0) {
        say(inspection, "unused vertex: harmless in the mesh, but a hull of the file's points takes them in");
    }
    if (mesh->closed && mesh->volume == 0.0) {
        say(inspection, "flat: front and back lie in each other; delete one and make the mesh two-sided");
    }
    if (mesh->closed && mesh->volume < 0.0) {
        say(inspection, "inside out: its outside is inside; turn all triangles");
    }
}

static DryMeshSource source_of(const MeshPart *part, double weld)
{
    DryMeshSource source = { .vertices = part->points,
                             .vertex_count = part->point_count,
                             .indices = part->indices,
                             .triangle_count = part->triangle_count,
                             .weld_distance = (float)weld };
    return source;
}

/* Whether welding a little more closes what is open. */
static void advise_open(Inspection *inspection, const InspectOptions *options)
{
    const DryMeshReport *mesh = &inspection->mesh;
    if (mesh->boundary_edges == 0) {
        return;
    }
    double weld = pow(10.0, floor(log10(1e-4 * largest_side(inspection))));
    if (weld > options->weld) {
        DryMeshSource source = source_of(inspection->part, weld);
        DryMeshReport tried;
        dry_mesh_release(dry_mesh_create(&source, &tried));
        if (tried.status == DRY_OK && tried.boundary_edges < mesh->boundary_edges &&
            tried.degenerate == mesh->degenerate) {
            say(inspection, "open: --weld %g closes %d of the %d edges", weld,
                (int)(mesh->boundary_edges - tried.boundary_edges), (int)mesh->boundary_edges);
            return;
        }
    }
    say(inspection,
        "open: as ground or wall it is good; it has no inside, hence no volume and no mass, and a body "
        "that is behind it is not pushed out");
}

static void advise_hull(Inspection *inspection)
{
    const DryHullReport *hull = &inspection->hull;
    if (hull->status != DRY_OK) {
        return;
    }
    if (hull->dropped > 0) {
        say(inspection, "hull: simplified, %.2g m off at most; --hull-budget takes up to %d vertices",
            (double)hull->max_error, (int)DRY_HULL_MAX_VERTICES);
    }
    if (inspection->has_mass) {
        double share = inspection->mesh.volume / (double)hull->volume;
        if (share < 0.9) {
            say(inspection,
                "to move: a mesh stands still or is moved by the user, and the hull is %.0f %% air; build "
                "the body of several hulls or simple shapes",
                100.0 * (1.0 - share));
        } else {
            say(inspection, "to move: take the hull, which the mesh fills to %.0f %%", 100.0 * share);
        }
    }
}

void inspect_advise(Inspection *inspection, const InspectOptions *options)
{
    const DryMeshReport *mesh = &inspection->mesh;
    bool built = mesh->status == DRY_OK;
    bool inside_out = mesh->closed && !(mesh->volume > 0.0);
    inspection->wrong = !built || mesh->degenerate > 0 || mesh->duplicates > 0 ||
                        mesh->non_manifold_edges > 0 || mesh->flipped_edges > 0 || mesh->t_junctions > 0 ||
                        mesh->t_junctions_cut || inside_out;
    if (!built) {
        return;
    }
    advise_size(inspection);
    advise_surface(inspection);
    advise_open(inspection, options);
    advise_hull(inspection);
}

bool inspect_part(Inspection *inspection, const MeshPart *part, const InspectOptions *options)
{
    *inspection = (Inspection){ .part = part };
    inspection->lower = inspection->upper = part->points[0];
    for (int32_t i = 1; i < part->point_count; ++i) {
        DryVec3 p = part->points[i], *low = &inspection->lower, *high = &inspection->upper;
        *low =
            dry_vec3(p.x < low->x ? p.x : low->x, p.y < low->y ? p.y : low->y, p.z < low->z ? p.z : low->z);
        *high = dry_vec3(p.x > high->x ? p.x : high->x, p.y > high->y ? p.y : high->y,
                         p.z > high->z ? p.z : high->z);
    }
    DryMeshSource source = source_of(part, options->weld);
    DryMesh *mesh = dry_mesh_create(&source, &inspection->mesh);
    inspection->has_mass = mesh && dry_mesh_mass(mesh, INSPECT_DENSITY, &inspection->mass) == DRY_OK;
    dry_mesh_release(mesh);
    DryHullSource points = { .points = part->points,
                             .point_count = part->point_count,
                             .vertex_budget = options->hull_budget };
    dry_hull_release(dry_hull_create(&points, &inspection->hull));
    if (inspection->mesh.status == DRY_ERROR_MEMORY || inspection->hull.status == DRY_ERROR_MEMORY) {
        return false;
    }
    inspect_advise(inspection, options);
    return true;
}
