#include "base/error.h"
#include "base/hash.h"
#include "geometry/mesh.h"

#include <stdatomic.h>
#include <string.h>

enum {
    MAX_TRIANGLES = 1 << 27,
    MAX_VERTICES = 1 << 28
};

/* Farther out, single precision is coarser than 64 m, and products of distances near the end of its range. */
#define MAX_COORDINATE 1e9f

static DryStatus check_indices(const DryMeshSource *source, DryMeshReport *report)
{
    for (int32_t i = 0; i < source->triangle_count; ++i) {
        for (int k = 0; k < 3; ++k) {
            uint32_t index = source->indices[3 * (size_t)i + (size_t)k];
            if (index >= (uint32_t)source->vertex_count) {
                return dry__error_format(report->message, sizeof report->message, DRY_ERROR_ARGUMENT,
                                         "triangle %d: index %u of %d vertices", i, index,
                                         source->vertex_count);
            }
        }
    }
    return DRY_OK;
}

static DryStatus check_vertices(const DryMeshSource *source, DryMeshReport *report)
{
    for (int32_t i = 0; i < source->vertex_count; ++i) {
        DryVec3 p = source->vertices[i];
        DryVec3 size = v3_abs(p);
        if (!v3_finite(p)) {
            return dry__error_format(report->message, sizeof report->message, DRY_ERROR_ARGUMENT,
                                     "vertex %d: (%g, %g, %g) is not finite", i, (double)p.x, (double)p.y,
                                     (double)p.z);
        }
        if (size.x > MAX_COORDINATE || size.y > MAX_COORDINATE || size.z > MAX_COORDINATE) {
            return dry__error_format(report->message, sizeof report->message, DRY_ERROR_ARGUMENT,
                                     "vertex %d: (%g, %g, %g) is farther out than %g m", i, (double)p.x,
                                     (double)p.y, (double)p.z, (double)MAX_COORDINATE);
        }
    }
    return DRY_OK;
}

static DryStatus check_source(const DryMeshSource *source, DryMeshReport *report)
{
    char *message = report->message;
    const size_t size = sizeof report->message;
    if (!source) {
        return dry__error_format(message, size, DRY_ERROR_ARGUMENT, "source is null");
    }
    if (source->vertex_count <= 0 || source->vertex_count > MAX_VERTICES || !source->vertices) {
        return dry__error_format(message, size, DRY_ERROR_ARGUMENT, "vertices: %s, count %d, not in 1..%d",
                                 source->vertices ? "given" : "null", source->vertex_count, MAX_VERTICES);
    }
    if (source->triangle_count <= 0 || source->triangle_count > MAX_TRIANGLES || !source->indices) {
        return dry__error_format(message, size, DRY_ERROR_ARGUMENT,
                                 "triangles: indices %s, count %d, not in 1..%d",
                                 source->indices ? "given" : "null", source->triangle_count, MAX_TRIANGLES);
    }
    if (!(source->weld_distance >= 0.0f && source->weld_distance <= MAX_COORDINATE)) {
        return dry__error_format(message, size, DRY_ERROR_ARGUMENT, "weld_distance %g is not in 0..%g",
                                 (double)source->weld_distance, (double)MAX_COORDINATE);
    }
    DryStatus status = check_vertices(source, report);
    return status == DRY_OK ? check_indices(source, report) : status;
}

/* The unit normal, or false when the corners are in one line as far as their precision tells. */
static bool triangle_normal(const MeshDraft *draft, const int32_t vertex[3], DryVec3 *normal)
{
    double p[3][3], edge[3][3], longest = 0.0, reach = 0.0;
    for (int k = 0; k < 3; ++k) {
        for (int axis = 0; axis < 3; ++axis) {
            p[k][axis] = (double)v3_get(draft->vertices[vertex[k]], axis);
            reach = fabs(p[k][axis]) > reach ? fabs(p[k][axis]) : reach;
        }
    }
    for (int k = 0; k < 3; ++k) {
        double squared = 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            edge[k][axis] = p[(k + 1) % 3][axis] - p[k][axis];
            squared += edge[k][axis] * edge[k][axis];
        }
        longest = squared > longest ? squared : longest;
    }
    longest = sqrt(longest);
    double x = edge[0][1] * edge[1][2] - edge[0][2] * edge[1][1];
    double y = edge[0][2] * edge[1][0] - edge[0][0] * edge[1][2];
    double z = edge[0][0] * edge[1][1] - edge[0][1] * edge[1][0];
    double area = sqrt(x * x + y * y + z * z);
    /* height over the longest side, against the rounding of the corners */
    if (!(area > longest * (1e-6 * longest + 2.4e-7 * reach))) {
        return false;
    }
    *normal = v3((float)(x / area), (float)(y / area), (float)(z / area));
    return true;
}

static void note_degenerate(const MeshDraft *draft, int32_t number, const int32_t *v, DryMeshReport *report)
{
    const float third = 1.0f / 3.0f;
    DryMeshPlace place = { .triangle = number, .other = -1, .vertex = -1 };
    for (int k = 0; k < 3; ++k) {
        place.point = v3_mad(place.point, draft->vertices[v[k]], third);
    }
    dry__mesh_note(report, DRY_MESH_DEGENERATE, &place);
}

static void fill_triangles(MeshDraft *draft, const DryMeshSource *source, const int32_t *remap,
                           DryMeshReport *report)
{
    for (int32_t i = 0; i < source->triangle_count; ++i) {
        MeshTriangle triangle = { .neighbour = { -1, -1, -1 } };
        for (int k = 0; k < 3; ++k) {
            triangle.vertex[k] = remap[source->indices[3 * (size_t)i + (size_t)k]];
        }
        const int32_t *v = triangle.vertex;
        DryVec3 normal;
        if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0] || !triangle_normal(draft, v, &normal)) {
            note_degenerate(draft, i, v, report);
            continue;
        }
        draft->normals[draft->triangle_count] = normal;
        if (draft->materials) {
            draft->materials[draft->triangle_count] = source->materials[i];
        }
        draft->triangle_source[draft->triangle_count] = i;
        draft->triangles[draft->triangle_count++] = triangle;
    }
}

static bool draft_alloc(MeshDraft *draft, const DryMeshSource *source)
{
    draft->vertex_room = source->vertex_count;
    draft->triangle_room = source->triangle_count;
    draft->weld_distance = source->weld_distance;
    draft->vertices = dry__alloc((size_t)draft->vertex_room * sizeof(DryVec3));
    draft->vertex_source = dry__alloc((size_t)draft->vertex_room * sizeof(int32_t));
    draft->triangles = dry__alloc((size_t)draft->triangle_room * sizeof(MeshTriangle));
    draft->triangle_source = dry__alloc((size_t)draft->triangle_room * sizeof(int32_t));
    draft->normals = dry__alloc((size_t)draft->triangle_room * sizeof(DryVec3));
    if (source->materials) {
        draft->materials = dry__alloc((size_t)draft->triangle_room * sizeof(uint16_t));
    }
    return draft->vertices && draft->vertex_source && draft->triangles && draft->triangle_source &&
           draft->normals && (draft->materials || !source->materials);
}

static void draft_free(MeshDraft *draft)
{
    dry__free(draft->vertices, (size_t)draft->vertex_room * sizeof(DryVec3));
    dry__free(draft->vertex_source, (size_t)draft->vertex_room * sizeof(int32_t));
    dry__free(draft->triangles, (size_t)draft->triangle_room * sizeof(MeshTriangle));
    dry__free(draft->triangle_source, (size_t)draft->triangle_room * sizeof(int32_t));
    dry__free(draft->normals, (size_t)draft->triangle_room * sizeof(DryVec3));
    dry__free(draft->materials, (size_t)draft->triangle_room * sizeof(uint16_t));
    array_free(&draft->open_edges);
}

static DryStatus out_of_memory(DryMeshReport *report)
{
    (void)dry__error_format(report->message, sizeof report->message, DRY_ERROR_MEMORY, "out of memory");
    return DRY_ERROR_MEMORY;
}

/* What is there to tell about the triangles that are left. False: memory ran out. */
static bool examine(MeshDraft *draft, DryMeshReport *report)
{
    if (!dry__mesh_drop_duplicates(draft, report) || !dry__mesh_connect(draft, report) ||
        !dry__mesh_find_junctions(draft, report) || !dry__mesh_find_unused(draft, report)) {
        return false;
    }
    report->volume = report->closed ? dry__mesh_volume(draft) : 0.0;
    return true;
}

static DryStatus make_draft(MeshDraft *draft, const DryMeshSource *source, DryMeshReport *report)
{
    size_t remap_bytes = (size_t)source->vertex_count * sizeof(int32_t);
    int32_t *remap = dry__alloc(remap_bytes);
    DryStatus status = DRY_OK;
    if (!remap || !draft_alloc(draft, source) || !dry__mesh_weld(draft, source, remap, &report->welded)) {
        status = out_of_memory(report);
    } else {
        fill_triangles(draft, source, remap, report);
        if (draft->triangle_count == 0) {
            status = dry__error_format(report->message, sizeof report->message, DRY_ERROR_GEOMETRY,
                                       "all %d triangles are degenerate", source->triangle_count);
        } else if (!examine(draft, report)) {
            status = out_of_memory(report);
        }
    }
    dry__free(remap, remap_bytes);
    return status;
}

/* Takes `bytes` from a block that is laid out piece by piece, at cache lines. */
static size_t take(size_t *offset, size_t bytes)
{
    size_t at = *offset;
    *offset = (at + bytes + 63) / 64 * 64;
    return at;
}

static uint64_t hash_mesh(const DryMesh *mesh)
{
    uint64_t hash = HASH_SEED;
    const int32_t head[3] = { mesh->vertex_count, mesh->triangle_count, mesh->two_sided ? 1 : 0 };
    hash = dry__hash_bytes(hash, head, sizeof head);
    hash = dry__hash_bytes(hash, mesh->vertices, (size_t)mesh->vertex_count * sizeof(DryVec3));
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        hash = dry__hash_bytes(hash, mesh->triangles[i].vertex, sizeof mesh->triangles[i].vertex);
    }
    if (mesh->materials) {
        hash = dry__hash_bytes(hash, mesh->materials, (size_t)mesh->triangle_count * sizeof(uint16_t));
    }
    return hash;
}

/* Everything into one block. */
static DryMesh *assemble(const MeshDraft *draft, const MeshTree *tree, bool two_sided,
                         const DryMeshReport *report)
{
    const size_t vertex_bytes = (size_t)draft->vertex_count * sizeof(DryVec3);
    const size_t triangle_bytes = (size_t)draft->triangle_count * sizeof(MeshTriangle);
    const size_t normal_bytes = (size_t)draft->triangle_count * sizeof(DryVec3);
    const size_t material_bytes = draft->materials ? (size_t)draft->triangle_count * sizeof(uint16_t) : 0;
    const size_t node_bytes = (size_t)tree->nodes.count * sizeof(MeshNode);
    const size_t leaf_bytes = (size_t)tree->leaves.count * sizeof(MeshLeaf);
    size_t size = 0;
    take(&size, sizeof(DryMesh));
    size_t vertices = take(&size, vertex_bytes), triangles = take(&size, triangle_bytes);
    size_t normals = take(&size, normal_bytes), materials = take(&size, material_bytes);
    size_t nodes = take(&size, node_bytes), leaves = take(&size, leaf_bytes);
    char *block = dry__alloc(size);
    if (!block) {
        return NULL;
    }
    DryMesh *mesh = (DryMesh *)(void *)block;
    mesh->vertex_count = draft->vertex_count;
    mesh->triangle_count = draft->triangle_count;
    mesh->node_count = tree->nodes.count;
    mesh->leaf_count = tree->leaves.count;
    mesh->vertices = memcpy(block + vertices, draft->vertices, vertex_bytes);
    mesh->triangles = memcpy(block + triangles, draft->triangles, triangle_bytes);
    mesh->normals = memcpy(block + normals, draft->normals, normal_bytes);
    mesh->materials = draft->materials ? memcpy(block + materials, draft->materials, material_bytes) : NULL;
    mesh->nodes = memcpy(block + nodes, tree->nodes.data, node_bytes);
    mesh->leaves = memcpy(block + leaves, tree->leaves.data, leaf_bytes);
    mesh->two_sided = two_sided;
    mesh->open_edges = report->boundary_edges;
    mesh->non_manifold_edges = report->non_manifold_edges;
    mesh->flipped_edges = report->flipped_edges;
    mesh->closed = report->closed;
    mesh->volume = report->volume;
    mesh->lower = v3(mesh->nodes[0].lower[0], mesh->nodes[0].lower[1], mesh->nodes[0].lower[2]);
    mesh->upper = v3(mesh->nodes[0].upper[0], mesh->nodes[0].upper[1], mesh->nodes[0].upper[2]);
    atomic_init(&mesh->references, 1);
    mesh->bytes = size;
    mesh->hash = hash_mesh(mesh);
    return mesh;
}

static DryMesh *create(const DryMeshSource *source, DryMeshReport *report)
{
    report->status = check_source(source, report);
    if (report->status != DRY_OK) {
        return NULL;
    }
    MeshDraft draft = { 0 };
    MeshTree tree = { 0 };
    DryMesh *mesh = NULL;
    report->status = make_draft(&draft, source, report);
    if (report->status == DRY_OK) {
        bool grown = dry__mesh_tree_build(&tree, &draft);
        mesh = grown ? assemble(&draft, &tree, source->two_sided, report) : NULL;
        if (!mesh) {
            report->status = out_of_memory(report);
        }
    }
    draft_free(&draft);
    array_free(&tree.nodes);
    array_free(&tree.leaves);
    return mesh;
}

DryMesh *dry_mesh_create(const DryMeshSource *source, DryMeshReport *report)
{
    DryMeshReport own = { 0 };
    DryMesh *mesh = create(source, &own);
    if (mesh) {
        own.vertices = mesh->vertex_count;
        own.triangles = mesh->triangle_count;
    } else {
        dry__error_set(own.status, "dry_mesh_create: %s", own.message);
    }
    if (report) {
        *report = own;
    }
    return mesh;
}

void dry_mesh_retain(DryMesh *mesh)
{
    if (mesh) {
        atomic_fetch_add_explicit(&mesh->references, 1, memory_order_relaxed);
    }
}

void dry_mesh_release(DryMesh *mesh)
{
    if (mesh && atomic_fetch_sub_explicit(&mesh->references, 1, memory_order_acq_rel) == 1) {
        dry__free(mesh, mesh->bytes);
    }
}

int32_t dry_mesh_triangle_count(const DryMesh *mesh)
{
    return mesh ? mesh->triangle_count : 0;
}

int32_t dry_mesh_triangle_material(const DryMesh *mesh, int32_t triangle)
{
    if (!mesh || triangle < 0 || triangle >= mesh->triangle_count) {
        dry__error_set(DRY_ERROR_ARGUMENT, "dry_mesh_triangle_material: triangle %d of %d", triangle,
                       dry_mesh_triangle_count(mesh));
        return 0;
    }
    return mesh->materials ? mesh->materials[triangle] : 0;
}

void dry_mesh_triangle(const DryMesh *mesh, int32_t triangle, DryVec3 corners[3])
{
    if (!corners) {
        dry__error_set(DRY_ERROR_ARGUMENT, "dry_mesh_triangle: corners is null");
        return;
    }
    if (!mesh || triangle < 0 || triangle >= mesh->triangle_count) {
        dry__error_set(DRY_ERROR_ARGUMENT, "dry_mesh_triangle: triangle %d of %d", triangle,
                       dry_mesh_triangle_count(mesh));
        memset(corners, 0, 3 * sizeof *corners);
        return;
    }
    for (int k = 0; k < 3; ++k) {
        corners[k] = mesh->vertices[mesh->triangles[triangle].vertex[k]];
    }
}
