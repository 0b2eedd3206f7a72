#include "geometry/mesh.h"

#include <string.h>

/* Two triangles are the same when they name the same corners in the same turn. Chains of equal hash. */
typedef struct TriangleTable {
    int32_t *head, *next;
    uint32_t mask;
} TriangleTable;

/* The corners, lowest first, in their turn. */
static void spell(const MeshTriangle *triangle, int32_t v[3])
{
    const int32_t *c = triangle->vertex;
    int first = c[0] < c[1] ? (c[0] < c[2] ? 0 : 2) : (c[1] < c[2] ? 1 : 2);
    for (int k = 0; k < 3; ++k) {
        v[k] = c[(first + k) % 3];
    }
}

static uint32_t bucket_of(const TriangleTable *table, const int32_t v[3])
{
    uint64_t h = 0x9e3779b97f4a7c15ull;
    for (int k = 0; k < 3; ++k) {
        h = (h ^ (uint64_t)(uint32_t)v[k]) * 0xff51afd7ed558ccdull;
        h ^= h >> 32;
    }
    return (uint32_t)h & table->mask;
}

static int32_t find(const TriangleTable *table, const MeshDraft *draft, uint32_t bucket, const int32_t v[3])
{
    for (int32_t i = table->head[bucket]; i >= 0; i = table->next[i]) {
        int32_t other[3];
        spell(&draft->triangles[i], other);
        if (other[0] == v[0] && other[1] == v[1] && other[2] == v[2]) {
            return i;
        }
    }
    return -1;
}

static void note(const MeshDraft *draft, int32_t triangle, int32_t earlier, DryMeshReport *report)
{
    const float third = 1.0f / 3.0f;
    DryMeshPlace place = { .triangle = draft->triangle_source[triangle],
                           .other = draft->triangle_source[earlier],
                           .vertex = -1 };
    for (int k = 0; k < 3; ++k) {
        place.point = v3_mad(place.point, draft->vertices[draft->triangles[triangle].vertex[k]], third);
    }
    dry__mesh_note(report, DRY_MESH_DUPLICATE, &place);
}

/* Moves the triangles that stay to the front, in their order. */
static void keep_first(TriangleTable *table, MeshDraft *draft, DryMeshReport *report)
{
    int32_t count = 0;
    for (int32_t i = 0; i < draft->triangle_count; ++i) {
        int32_t v[3];
        spell(&draft->triangles[i], v);
        uint32_t bucket = bucket_of(table, v);
        int32_t earlier = find(table, draft, bucket, v);
        if (earlier >= 0) {
            note(draft, i, earlier, report);
            continue;
        }
        draft->triangles[count] = draft->triangles[i];
        draft->triangle_source[count] = draft->triangle_source[i];
        draft->normals[count] = draft->normals[i];
        if (draft->materials) {
            draft->materials[count] = draft->materials[i];
        }
        table->next[count] = table->head[bucket];
        table->head[bucket] = count++;
    }
    draft->triangle_count = count;
}

bool dry__mesh_drop_duplicates(MeshDraft *draft, DryMeshReport *report)
{
    uint32_t buckets = 16;
    while (buckets < (uint32_t)draft->triangle_count) {
        buckets *= 2;
    }
    size_t head_bytes = (size_t)buckets * sizeof(int32_t),
           next_bytes = (size_t)draft->triangle_count * sizeof(int32_t);
    TriangleTable table = { .mask = buckets - 1 };
    table.head = dry__alloc(head_bytes);
    table.next = dry__alloc(next_bytes);
    bool ok = table.head && table.next;
    if (ok) {
        memset(table.head, 0xff, head_bytes);
        keep_first(&table, draft, report);
    }
    dry__free(table.head, head_bytes);
    dry__free(table.next, next_bytes);
    return ok;
}
