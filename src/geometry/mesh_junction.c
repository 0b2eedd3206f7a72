/* T-junctions: vertices of open edges that lie on other open edges, between the ends.

   The vertices stand in a tree of boxes, split at the median along the longest side. Each open edge walks
   down to the leaves near it and stops at the first vertex found, so that many vertices on one edge cost no
   more than one. Edges that lie across a large part of a mesh visit many boxes; the visits are counted, and
   the search is given up, and told to be, where they are too many. */
#include "geometry/dvec.h"
#include "geometry/mesh.h"

#include <string.h>

enum {
    LEAF = 8,              /* vertices in one, at most */
    VISITS_PER_EDGE = 300, /* on average; an ordinary edge needs some dozens */
    STACK = 64
};

typedef struct Box {
    float lower[3], upper[3];
} Box;

typedef struct JunctionTree {
    const MeshDraft *draft;
    int32_t count, leaves; /* leaves: a power of two */
    int32_t *vertex;       /* leaf by leaf */
    Box *boxes;            /* of node n at n; its children are 2n and 2n + 1; leaf i is node leaves + i */
    int64_t visits_left;
} JunctionTree;

typedef struct Edge {
    int32_t a, b, apex; /* vertices; apex: the triangle's third */
    D3 from, along;
    double tolerance; /* how near counts as on the edge */
    double margin;    /* how near counts as one of its ends, and not yet welded */
} Edge;

static Edge edge_of(const MeshDraft *draft, int32_t half_edge)
{
    const int32_t *v = draft->triangles[half_edge / 3].vertex;
    int k = half_edge % 3;
    Edge edge = { .a = v[k], .b = v[(k + 1) % 3], .apex = v[(k + 2) % 3] };
    DryVec3 a = draft->vertices[edge.a], b = draft->vertices[edge.b];
    edge.from = d3_from(a);
    edge.along = d3_sub(d3_from(b), edge.from);
    double reach = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        reach = d_max(reach, d_max(fabs((double)v3_get(a, axis)), fabs((double)v3_get(b, axis))));
    }
    double least = d_max(1e-5 * d3_length(edge.along), 4e-7 * reach);
    edge.tolerance = d_max((double)draft->weld_distance, least);
    edge.margin = d_max((double)draft->weld_distance, 10.0 * least);
    return edge;
}

/* Whether a vertex lies on the edge, between its ends. */
static bool lies_on(const MeshDraft *draft, const Edge *edge, int32_t vertex)
{
    if (vertex == edge->a || vertex == edge->b || vertex == edge->apex) {
        return false;
    }
    D3 p = d3_sub(d3_from(draft->vertices[vertex]), edge->from), q = d3_sub(p, edge->along);
    double length2 = d3_dot(edge->along, edge->along), t = d3_dot(p, edge->along) / length2;
    double near = edge->margin * edge->margin;
    D3 off = d3_mad(p, edge->along, -t);
    return t > 0.0 && t < 1.0 && d3_dot(off, off) <= edge->tolerance * edge->tolerance &&
           d3_dot(p, p) > near && d3_dot(q, q) > near;
}

/* Whether the edge comes within its tolerance of a box; true as well when it comes a little less near. */
static bool comes_near(const Edge *edge, const Box *box)
{
    const double from[3] = { edge->from.x, edge->from.y, edge->from.z };
    const double along[3] = { edge->along.x, edge->along.y, edge->along.z };
    double enter = 0.0, leave = 1.0;
    for (int k = 0; k < 3; ++k) {
        double low = (double)box->lower[k] - edge->tolerance - from[k];
        double high = (double)box->upper[k] + edge->tolerance - from[k];
        if (fabs(along[k]) <= edge->tolerance) { /* too short to divide by */
            if (low > edge->tolerance || high < -edge->tolerance) {
                return false;
            }
            continue;
        }
        double t0 = low / along[k], t1 = high / along[k];
        enter = d_max(enter, d_min(t0, t1));
        leave = d_min(leave, d_max(t0, t1));
    }
    return enter <= leave;
}

/* Vertices before leaf `leaf`. */
static int32_t first_of(const JunctionTree *tree, int32_t leaf)
{
    return (int32_t)((int64_t)leaf * tree->count / tree->leaves);
}

/* A vertex on the edge, or -1. */
static int32_t search(JunctionTree *tree, const Edge *edge)
{
    int32_t stack[STACK], depth = 0;
    stack[depth++] = 1;
    while (depth > 0) {
        int32_t node = stack[--depth];
        if (--tree->visits_left < 0) {
            return -1;
        }
        if (!comes_near(edge, &tree->boxes[node])) {
            continue;
        }
        if (node < tree->leaves) {
            stack[depth++] = 2 * node + 1;
            stack[depth++] = 2 * node;
            continue;
        }
        int32_t leaf = node - tree->leaves, end = first_of(tree, leaf + 1);
        for (int32_t i = first_of(tree, leaf); i < end; ++i) {
            if (lies_on(tree->draft, edge, tree->vertex[i])) {
                return tree->vertex[i];
            }
        }
    }
    return -1;
}

static const Box nothing = { { INFINITY, INFINITY, INFINITY }, { -INFINITY, -INFINITY, -INFINITY } };

/* The vertices of open edges, each once. */
static bool gather(JunctionTree *tree)
{
    const MeshDraft *draft = tree->draft;
    size_t bytes = (size_t)draft->vertex_count * sizeof(bool);
    bool *open = dry__alloc(bytes);
    if (!open) {
        return false;
    }
    memset(open, 0, bytes);
    for (int32_t i = 0; i < draft->open_edges.count; ++i) {
        Edge edge = edge_of(draft, draft->open_edges.data[i]);
        open[edge.a] = open[edge.b] = true;
    }
    for (int32_t v = 0; v < draft->vertex_count; ++v) {
        if (open[v]) {
            tree->vertex[tree->count++] = v;
        }
    }
    dry__free(open, bytes);
    return true;
}

/* A total order, so that equal coordinates do not slow the selection down. */
static bool goes_before(const DryVec3 *vertices, int axis, int32_t v, int32_t w)
{
    float x = v3_get(vertices[v], axis), y = v3_get(vertices[w], axis);
    return x != y ? x < y : v < w;
}

/* Puts in place what would stand at `at` if all were sorted, and the others on its two sides. Pivots are
   drawn from the positions, so that no order of the vertices is a bad one in general. */
static void select_at(const DryVec3 *vertices, int axis, int32_t *v, int32_t count, int32_t at)
{
    int32_t low = 0, high = count - 1;
    uint32_t draw = 2463534242u;
    while (low < high) {
        draw = draw * 1664525u + 1013904223u;
        int32_t pivot = v[low + (int32_t)((uint64_t)draw * (uint64_t)(high - low + 1) >> 32)];
        int32_t i = low, j = high;
        while (i <= j) {
            while (goes_before(vertices, axis, v[i], pivot)) {
                ++i;
            }
            while (goes_before(vertices, axis, pivot, v[j])) {
                --j;
            }
            if (i <= j) {
                int32_t moved = v[i];
                v[i++] = v[j];
                v[j--] = moved;
            }
        }
        if (at <= j) {
            high = j;
        } else if (at >= i) {
            low = i;
        } else {
            return;
        }
    }
}

/* Halves leaves first to end - 1 along the longest side of their box, until each has its own. */
static void split(JunctionTree *tree, int32_t node, int32_t first, int32_t end)
{
    const DryVec3 *vertices = tree->draft->vertices;
    int32_t from = first_of(tree, first), to = first_of(tree, end);
    Box *box = &tree->boxes[node];
    *box = nothing;
    for (int32_t i = from; i < to; ++i) {
        DryVec3 p = vertices[tree->vertex[i]];
        for (int k = 0; k < 3; ++k) {
            float x = v3_get(p, k);
            box->lower[k] = x < box->lower[k] ? x : box->lower[k];
            box->upper[k] = x > box->upper[k] ? x : box->upper[k];
        }
    }
    if (end - first == 1) {
        return;
    }
    int axis = 0;
    for (int k = 1; k < 3; ++k) {
        axis = box->upper[k] - box->lower[k] > box->upper[axis] - box->lower[axis] ? k : axis;
    }
    int32_t middle = (first + end) / 2;
    select_at(vertices, axis, tree->vertex + from, to - from, first_of(tree, middle) - from);
    split(tree, 2 * node, first, middle);
    split(tree, 2 * node + 1, middle, end);
}

static void find_all(JunctionTree *tree, DryMeshReport *report)
{
    const MeshDraft *draft = tree->draft;
    for (int32_t i = 0; i < draft->open_edges.count && tree->visits_left >= 0; ++i) {
        int32_t half_edge = draft->open_edges.data[i];
        Edge edge = edge_of(draft, half_edge);
        int32_t vertex = search(tree, &edge);
        if (vertex >= 0) {
            DryMeshPlace place = { draft->triangle_source[half_edge / 3], -1, draft->vertex_source[vertex],
                                   draft->vertices[vertex] };
            dry__mesh_note(report, DRY_MESH_T_JUNCTION, &place);
        }
    }
    report->t_junctions_cut = tree->visits_left < 0;
}

bool dry__mesh_find_junctions(const MeshDraft *draft, DryMeshReport *report)
{
    if (draft->open_edges.count == 0) {
        return true;
    }
    int32_t ends =
        draft->open_edges.count < draft->vertex_count / 2 ? 2 * draft->open_edges.count : draft->vertex_count;
    JunctionTree tree = { .draft = draft, .leaves = 1 };
    while (tree.leaves < ends / LEAF + 1) {
        tree.leaves *= 2;
    }
    tree.visits_left = 100000 + (int64_t)VISITS_PER_EDGE * draft->open_edges.count;
    size_t vertex_bytes = (size_t)ends * sizeof(int32_t), box_bytes = 2 * (size_t)tree.leaves * sizeof(Box);
    tree.vertex = dry__alloc(vertex_bytes);
    tree.boxes = dry__alloc(box_bytes);
    bool ok = tree.vertex && tree.boxes && gather(&tree);
    if (ok) {
        split(&tree, 1, 0, tree.leaves);
        find_all(&tree, report);
    }
    dry__free(tree.vertex, vertex_bytes);
    dry__free(tree.boxes, box_bytes);
    return ok;
}
