#include "world/store/geometry_table.h"

#include "geometry/mesh.h"

#include <stddef.h>
#include <string.h>

static bool in_use(const GeometryRecord *r)
{
    return r->hull != NULL || r->mesh != NULL || r->palette != NULL;
}

static int32_t free_slot(GeometryTable *table)
{
    for (int32_t i = 0; i < table->records.count; ++i) {
        if (!in_use(&table->records.data[i])) {
            return i;
        }
    }
    GeometryRecord empty = { 0 };
    return array_push(&table->records, empty) ? table->records.count - 1 : -1;
}

int32_t dry__geometry_add_hull(GeometryTable *table, DryHull *hull)
{
    for (int32_t i = table->records.count - 1; i >= 0; --i) {
        if (table->records.data[i].hull == hull) {
            return i;
        }
    }
    int32_t slot = free_slot(table);
    if (slot >= 0) {
        dry_hull_retain(hull);
        table->records.data[slot].hull = hull;
    }
    return slot;
}

static DryMesh *scaled_copy(const DryMesh *mesh, DryVec3 scale, DryStatus *status)
{
    size_t vertex_bytes = sizeof(DryVec3) * (size_t)mesh->vertex_count;
    size_t index_bytes = sizeof(uint32_t) * 3 * (size_t)mesh->triangle_count;
    DryVec3 *vertices = dry__alloc(vertex_bytes);
    uint32_t *indices = dry__alloc(index_bytes);
    DryMesh *copy = NULL;
    if (vertices != NULL && indices != NULL) {
        bool mirrored = scale.x * scale.y * scale.z < 0.0f;
        for (int32_t i = 0; i < mesh->vertex_count; ++i) {
            vertices[i] = v3_mul(mesh->vertices[i], scale);
        }
        for (int32_t i = 0; i < mesh->triangle_count; ++i) {
            const int32_t *v = mesh->triangles[i].vertex;
            indices[3 * i] = (uint32_t)v[0];
            indices[3 * i + 1] = (uint32_t)v[mirrored ? 2 : 1];
            indices[3 * i + 2] = (uint32_t)v[mirrored ? 1 : 2];
        }
        DryMeshSource source = { .vertices = vertices,
                                 .vertex_count = mesh->vertex_count,
                                 .indices = indices,
                                 .triangle_count = mesh->triangle_count,
                                 .two_sided = mesh->two_sided,
                                 .materials = mesh->materials };
        DryMeshReport report;
        copy = dry_mesh_create(&source, &report);
        *status = report.status;
    }
    dry__free(vertices, vertex_bytes);
    dry__free(indices, index_bytes);
    return copy;
}

int32_t dry__geometry_add_mesh(GeometryTable *table, DryMesh *mesh, DryVec3 scale, DryStatus *status)
{
    *status = DRY_ERROR_MEMORY;
    for (int32_t i = table->records.count - 1; i >= 0; --i) {
        const GeometryRecord *r = &table->records.data[i];
        if (r->source == mesh && r->scale.x == scale.x && r->scale.y == scale.y && r->scale.z == scale.z) {
            return i;
        }
    }
    int32_t slot = free_slot(table);
    if (slot < 0) {
        return -1;
    }
    bool unscaled = scale.x == 1.0f && scale.y == 1.0f && scale.z == 1.0f;
    DryMesh *own = mesh;
    if (unscaled) {
        dry_mesh_retain(mesh);
    } else {
        own = scaled_copy(mesh, scale, status);
        if (own == NULL) {
            return -1;
        }
    }
    dry_mesh_retain(mesh);
    GeometryRecord *r = &table->records.data[slot];
    r->mesh = own;
    r->source = mesh;
    r->scale = scale;
    return slot;
}

_Static_assert(offsetof(DryMaterial, user_tag) == 80 && sizeof(DryMaterial) == 88,
               "no padding: compared by bytes");

int32_t dry__geometry_add_palette(GeometryTable *table, const DryMaterial *materials, int32_t count)
{
    for (int32_t i = table->records.count - 1; i >= 0; --i) {
        const GeometryRecord *r = &table->records.data[i];
        if (r->palette != NULL && r->palette_count == count &&
            memcmp(r->palette, materials, sizeof *materials * (size_t)count) == 0) {
            return i;
        }
    }
    int32_t slot = free_slot(table);
    DryMaterial *copy = slot < 0 ? NULL : dry__alloc(sizeof *copy * (size_t)count);
    if (copy == NULL) {
        return -1;
    }
    memcpy(copy, materials, sizeof *copy * (size_t)count);
    table->records.data[slot].palette = copy;
    table->records.data[slot].palette_count = count;
    return slot;
}

static void release(GeometryRecord *r)
{
    dry_hull_release(r->hull);
    dry__free(r->palette, sizeof *r->palette * (size_t)r->palette_count);
    dry_mesh_release(r->mesh);
    /* the table retained the source itself, so giving that reference up is its right */
    dry_mesh_release((DryMesh *)(uintptr_t)r->source);
    *r = (GeometryRecord){ .generation = r->generation + 1 };
}

void dry__geometry_trim(GeometryTable *table)
{
    for (int32_t i = 0; i < table->records.count; ++i) {
        GeometryRecord *r = &table->records.data[i];
        if (r->users == 0 && in_use(r)) {
            release(r);
        }
    }
}

void dry__geometry_table_free(GeometryTable *table)
{
    for (int32_t i = 0; i < table->records.count; ++i) {
        release(&table->records.data[i]);
    }
    array_free(&table->records);
}
