#include "geometry/mesh.h"
#include "geometry/sort.h"

/* Half-edge k of triangle t has the number 3 t + k. */
static int32_t corner(const MeshDraft *draft, int32_t half_edge, int step)
{
    return draft->triangles[half_edge / 3].vertex[(half_edge % 3 + step) % 3];
}

static uint64_t edge_key(const MeshDraft *draft, int32_t half_edge)
{
    uint32_t a = (uint32_t)corner(draft, half_edge, 0), b = (uint32_t)corner(draft, half_edge, 1);
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

static uint8_t edge_flags(const MeshDraft *draft, int32_t half_edge, int32_t neighbour)
{
    const float flat = 0.01f; /* radians */
    DryVec3 n = draft->normals[half_edge / 3], m = draft->normals[neighbour];
    DryVec3 cross = v3_cross(n, m);
    DryVec3 along =
        v3_sub(draft->vertices[corner(draft, half_edge, 1)], draft->vertices[corner(draft, half_edge, 0)]);
    bool parallel = v3_length_squared(cross) < flat * flat;
    if (parallel && v3_dot(n, m) > 0.0f) {
        return MESH_EDGE_FLAT;
    }
    /* folded back on itself: taken for a knife's edge, which can be hit */
    return parallel || v3_dot(cross, along) > 0.0f ? MESH_EDGE_CONVEX : 0;
}

static void join_triangles(MeshDraft *draft, int32_t a, int32_t b)
{
    MeshTriangle *ta = &draft->triangles[a / 3], *tb = &draft->triangles[b / 3];
    ta->neighbour[a % 3] = b / 3;
    tb->neighbour[b % 3] = a / 3;
    ta->edge_flags[a % 3] = edge_flags(draft, a, b / 3);
    tb->edge_flags[b % 3] = edge_flags(draft, b, a / 3);
}

static void note_edge(const MeshDraft *draft, const SortKey *edge, int32_t count, DryMeshFault fault,
                      DryMeshReport *report)
{
    int32_t first = edge[0].index;
    DryVec3 a = draft->vertices[corner(draft, first, 0)], b = draft->vertices[corner(draft, first, 1)];
    DryMeshPlace place = { .triangle = draft->triangle_source[first / 3], .other = -1, .vertex = -1 };
    if (count > 1) {
        place.other = draft->triangle_source[edge[1].index / 3];
    }
    place.point = v3_mad(v3_scale(a, 0.5f), b, 0.5f);
    dry__mesh_note(report, fault, &place);
}

/* `count` half-edges with the same two vertices. False: memory ran out. */
static bool connect_edge(MeshDraft *draft, const SortKey *edge, int32_t count, DryMeshReport *report)
{
    int32_t tail = corner(draft, edge[0].index, 0), balance = 0;
    for (int32_t i = 0; i < count; ++i) {
        MeshTriangle *triangle = &draft->triangles[edge[i].index / 3];
        triangle->neighbour[edge[i].index % 3] = -1;
        triangle->edge_flags[edge[i].index % 3] = MESH_EDGE_BOUNDARY;
        balance += corner(draft, edge[i].index, 0) == tail ? 1 : -1;
    }
    report->closed = report->closed && balance == 0;
    if (count == 1) {
        note_edge(draft, edge, count, DRY_MESH_OPEN_EDGE, report);
        return array_push(&draft->open_edges, edge[0].index);
    }
    if (count > 2) {
        note_edge(draft, edge, count, DRY_MESH_NON_MANIFOLD, report);
    } else if (balance != 0) {
        note_edge(draft, edge, count, DRY_MESH_FLIPPED, report);
    } else {
        join_triangles(draft, edge[0].index, edge[1].index);
    }
    return true;
}

/* `marks`: a zeroed byte per vertex. */
static void mark_boundary(MeshDraft *draft, uint8_t *marks)
{
    for (int32_t i = 0; i < 3 * draft->triangle_count; ++i) {
        if ((draft->triangles[i / 3].edge_flags[i % 3] & MESH_EDGE_BOUNDARY) != 0) {
            marks[corner(draft, i, 0)] = marks[corner(draft, i, 1)] = 1;
        }
    }
    for (int32_t i = 0; i < draft->triangle_count; ++i) {
        MeshTriangle *t = &draft->triangles[i];
        t->at_boundary = (uint8_t)(marks[t->vertex[0]] | marks[t->vertex[1]] | marks[t->vertex[2]]);
    }
}

bool dry__mesh_connect(MeshDraft *draft, DryMeshReport *report)
{
    int32_t count = 3 * draft->triangle_count;
    size_t key_bytes = (size_t)count * sizeof(SortKey);
    size_t histogram_bytes = (size_t)dry__sort_histogram_size(count) * sizeof(int32_t);
    SortKey *keys = dry__alloc(key_bytes), *other = dry__alloc(key_bytes);
    int32_t *histogram = dry__alloc(histogram_bytes);
    uint8_t *marks = dry__alloc((size_t)draft->vertex_count);
    bool ok = keys && other && histogram && marks;
    report->closed = ok;
    if (ok) {
        for (int32_t i = 0; i < count; ++i) {
            keys[i] = (SortKey){ .key = edge_key(draft, i), .index = i };
        }
        const SortKey *sorted = dry__sort_keys(keys, other, histogram, count, 64, NULL);
        for (int32_t first = 0, end; first < count && ok; first = end) {
            end = first + 1;
            while (end < count && sorted[end].key == sorted[first].key) {
                ++end;
            }
            ok = connect_edge(draft, sorted + first, end - first, report);
        }
        mark_boundary(draft, marks);
    }
    dry__free(marks, (size_t)draft->vertex_count);
    dry__free(keys, key_bytes);
    dry__free(other, key_bytes);
    dry__free(histogram, histogram_bytes);
    return ok;
}
