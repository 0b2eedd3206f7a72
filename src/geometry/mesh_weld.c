#include "geometry/mesh.h"

#include <math.h>
#include <string.h>

/* Vertices by the cell they lie in: chains of equal hash. A match is the lowest vertex of all that are close
   enough, so the order inside a chain does not matter. */
typedef struct VertexGrid {
    int32_t *head, *next; /* per bucket; per vertex of the draft */
    uint32_t mask;
    double cell; /* 0: only equal vertices meet, and the coordinates are the cell */
} VertexGrid;

typedef struct Cell {
    int64_t k[3];
} Cell;

/* Beyond it coordinates are coarser than the cells, so that only equal ones meet and their bits will do. */
#define CELL_LIMIT 4503599627370496.0

static Cell cell_of(const VertexGrid *grid, DryVec3 p)
{
    Cell cell;
    for (int axis = 0; axis < 3; ++axis) {
        double x = (double)v3_get(p, axis);
        double at = grid->cell > 0.0 ? floor(x / grid->cell) : CELL_LIMIT;
        if (fabs(at) < CELL_LIMIT) {
            cell.k[axis] = (int64_t)at;
        } else {
            x += 0.0; /* minus zero equals zero */
            memcpy(&cell.k[axis], &x, sizeof x);
        }
    }
    return cell;
}

static uint32_t bucket_of(const VertexGrid *grid, Cell cell)
{
    uint64_t h = 0x9e3779b97f4a7c15ull;
    for (int axis = 0; axis < 3; ++axis) {
        h = (h ^ (uint64_t)cell.k[axis]) * 0xff51afd7ed558ccdull;
        h ^= h >> 32;
    }
    return (uint32_t)h & grid->mask;
}

/* Lowest vertex within the weld distance among those of one cell, or `best` when that is lower. */
static int32_t search_cell(const VertexGrid *grid, const MeshDraft *draft, Cell cell, DryVec3 p, int32_t best)
{
    for (int32_t i = grid->head[bucket_of(grid, cell)]; i >= 0; i = grid->next[i]) {
        DryVec3 q = draft->vertices[i];
        double x = (double)q.x - (double)p.x, y = (double)q.y - (double)p.y, z = (double)q.z - (double)p.z;
        if (x * x + y * y + z * z <= grid->cell * grid->cell && (best < 0 || i < best)) {
            best = i;
        }
    }
    return best;
}

static int32_t find_vertex(const VertexGrid *grid, const MeshDraft *draft, DryVec3 p)
{
    Cell cell = cell_of(grid, p);
    if (!(grid->cell > 0.0)) {
        return search_cell(grid, draft, cell, p, -1);
    }
    int32_t best = -1;
    for (int64_t x = -1; x <= 1; ++x) {
        for (int64_t y = -1; y <= 1; ++y) {
            for (int64_t z = -1; z <= 1; ++z) {
                Cell near = { { cell.k[0] + x, cell.k[1] + y, cell.k[2] + z } };
                best = search_cell(grid, draft, near, p, best);
            }
        }
    }
    return best;
}

bool dry__mesh_weld(MeshDraft *draft, const DryMeshSource *source, int32_t *remap, int32_t *welded)
{
    uint32_t buckets = 16;
    while (buckets < (uint32_t)source->vertex_count) {
        buckets *= 2;
    }
    size_t head_bytes = (size_t)buckets * sizeof(int32_t),
           next_bytes = (size_t)source->vertex_count * sizeof(int32_t);
    VertexGrid grid = { .mask = buckets - 1, .cell = (double)source->weld_distance };
    grid.head = dry__alloc(head_bytes);
    grid.next = dry__alloc(next_bytes);
    bool ok = grid.head && grid.next;
    if (ok) {
        memset(grid.head, 0xff, head_bytes);
        for (int32_t i = 0; i < source->vertex_count; ++i) {
            DryVec3 p = source->vertices[i];
            int32_t match = find_vertex(&grid, draft, p);
            if (match < 0) {
                match = draft->vertex_count++;
                draft->vertices[match] = p;
                draft->vertex_source[match] = i;
                int32_t *head = &grid.head[bucket_of(&grid, cell_of(&grid, p))];
                grid.next[match] = *head;
                *head = match;
            } else {
                ++*welded;
            }
            remap[i] = match;
        }
    }
    dry__free(grid.head, head_bytes);
    dry__free(grid.next, next_bytes);
    return ok;
}
