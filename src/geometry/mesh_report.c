#include "base/error.h"
#include "geometry/mesh.h"

#include <string.h>

static int32_t *count_of(DryMeshReport *report, DryMeshFault fault)
{
    switch (fault) {
    case DRY_MESH_DEGENERATE:
        return &report->degenerate;
    case DRY_MESH_DUPLICATE:
        return &report->duplicates;
    case DRY_MESH_OPEN_EDGE:
        return &report->boundary_edges;
    case DRY_MESH_NON_MANIFOLD:
        return &report->non_manifold_edges;
    case DRY_MESH_FLIPPED:
        return &report->flipped_edges;
    case DRY_MESH_T_JUNCTION:
        return &report->t_junctions;
    case DRY_MESH_UNUSED_VERTEX:
        return &report->unused_vertices;
    default:
        return NULL;
    }
}

int32_t dry_mesh_report_count(const DryMeshReport *report, DryMeshFault fault)
{
    if (!report) {
        dry__error_set(DRY_ERROR_ARGUMENT, "dry_mesh_report_count: report is null");
        return 0;
    }
    DryMeshReport copy = *report;
    const int32_t *count = count_of(&copy, fault);
    if (!count) {
        dry__error_set(DRY_ERROR_ARGUMENT, "dry_mesh_report_count: fault %d of %d", (int)fault,
                       (int)DRY_MESH_FAULTS);
        return 0;
    }
    return *count;
}

static bool comes_before(const DryMeshPlace *a, const DryMeshPlace *b)
{
    if (a->triangle != b->triangle) {
        return a->triangle < b->triangle;
    }
    return a->other != b->other ? a->other < b->other : a->vertex < b->vertex;
}

void dry__mesh_note(DryMeshReport *report, DryMeshFault fault, const DryMeshPlace *place)
{
    DryMeshPlace *kept = report->examples[fault];
    int32_t *count = count_of(report, fault);
    int32_t at = *count < DRY_MESH_EXAMPLES ? *count : DRY_MESH_EXAMPLES;
    ++*count;
    for (; at > 0 && comes_before(place, &kept[at - 1]); --at) {
        if (at < DRY_MESH_EXAMPLES) {
            kept[at] = kept[at - 1];
        }
    }
    if (at < DRY_MESH_EXAMPLES) {
        kept[at] = *place;
    }
}

bool dry__mesh_find_unused(const MeshDraft *draft, DryMeshReport *report)
{
    size_t bytes = (size_t)draft->vertex_count * sizeof(bool);
    bool *used = dry__alloc(bytes);
    if (!used) {
        return false;
    }
    memset(used, 0, bytes);
    for (int32_t i = 0; i < draft->triangle_count; ++i) {
        for (int k = 0; k < 3; ++k) {
            used[draft->triangles[i].vertex[k]] = true;
        }
    }
    for (int32_t i = 0; i < draft->vertex_count; ++i) {
        if (!used[i]) {
            DryMeshPlace place = { -1, -1, draft->vertex_source[i], draft->vertices[i] };
            dry__mesh_note(report, DRY_MESH_UNUSED_VERTEX, &place);
        }
    }
    dry__free(used, bytes);
    return true;
}
