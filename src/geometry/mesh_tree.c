#include "geometry/mesh.h"

/* Binned surface-area heuristic (Wald 2007), counted in leaves of eight triangles. Below SAH_DEPTH a range is
   halved, so that no arrangement of triangles makes the tree deeper than MESH_TREE_DEPTH. */
enum {
    BINS = 16,
    SAH_DEPTH = 32,
    LEAF_TRIANGLES = 8
};

typedef struct Bounds {
    DryVec3 lower, upper;
} Bounds;

typedef struct Builder {
    MeshTree *tree;
    const MeshDraft *draft;
    int32_t *order;   /* triangles, permuted */
    DryVec3 *centers; /* per triangle */
} Builder;

typedef struct Range {
    int32_t node, begin, end, depth;
} Range;

static Bounds empty_bounds(void)
{
    return (Bounds){ v3(INFINITY, INFINITY, INFINITY), v3(-INFINITY, -INFINITY, -INFINITY) };
}

static Bounds grow(Bounds bounds, Bounds other)
{
    return (Bounds){ v3_min(bounds.lower, other.lower), v3_max(bounds.upper, other.upper) };
}

static Bounds triangle_bounds(const MeshDraft *draft, int32_t triangle)
{
    const int32_t *vertex = draft->triangles[triangle].vertex;
    DryVec3 a = draft->vertices[vertex[0]], b = draft->vertices[vertex[1]], c = draft->vertices[vertex[2]];
    return (Bounds){ v3_min(v3_min(a, b), c), v3_max(v3_max(a, b), c) };
}

static double bounds_area(Bounds b)
{
    double x = (double)b.upper.x - (double)b.lower.x, y = (double)b.upper.y - (double)b.lower.y;
    double z = (double)b.upper.z - (double)b.lower.z;
    return x * y + y * z + z * x;
}

typedef struct Split {
    int axis, bin; /* triangles of bins below `bin` go left */
    double cost;
} Split;

static int bin_of(DryVec3 center, int axis, float lower, float scale)
{
    int bin = (int)((v3_get(center, axis) - lower) * scale);
    return bin < 0 ? 0 : bin > BINS - 1 ? BINS - 1 : bin;
}

static double leaf_cost(int32_t count)
{
    return (double)(count / LEAF_TRIANGLES + (count % LEAF_TRIANGLES != 0));
}

static void try_axis(const Builder *builder, Range range, int axis, float lower, float scale, Split *best)
{
    Bounds bins[BINS];
    int32_t counts[BINS] = { 0 };
    for (int k = 0; k < BINS; ++k) {
        bins[k] = empty_bounds();
    }
    for (int32_t i = range.begin; i < range.end; ++i) {
        int32_t triangle = builder->order[i];
        int bin = bin_of(builder->centers[triangle], axis, lower, scale);
        bins[bin] = grow(bins[bin], triangle_bounds(builder->draft, triangle));
        ++counts[bin];
    }
    double right_cost[BINS + 1] = { 0.0 };
    Bounds right = empty_bounds();
    for (int32_t k = BINS - 1, count = 0; k > 0; --k) {
        right = grow(right, bins[k]);
        count += counts[k];
        right_cost[k] = count > 0 ? bounds_area(right) * leaf_cost(count) : 0.0;
    }
    Bounds left = empty_bounds();
    for (int32_t k = 1, count = 0; k < BINS; ++k) {
        left = grow(left, bins[k - 1]);
        count += counts[k - 1];
        if (count == 0 || count == range.end - range.begin) {
            continue;
        }
        double cost = bounds_area(left) * leaf_cost(count) + right_cost[k];
        if (cost < best->cost) {
            *best = (Split){ axis, k, cost };
        }
    }
}

/* Moves the triangles of the left side to the front; returns how many there are. */
static int32_t partition(const Builder *builder, Range range, const Split *split, float lower, float scale)
{
    int32_t *order = builder->order, left = range.begin, right = range.end;
    while (left < right) {
        if (bin_of(builder->centers[order[left]], split->axis, lower, scale) < split->bin) {
            ++left;
        } else {
            int32_t t = order[left];
            order[left] = order[--right];
            order[right] = t;
        }
    }
    return left;
}

/* First index of the right half. */
static int32_t split_range(const Builder *builder, Range range)
{
    if (range.depth < SAH_DEPTH) {
        Bounds centers = empty_bounds();
        for (int32_t i = range.begin; i < range.end; ++i) {
            DryVec3 c = builder->centers[builder->order[i]];
            centers = grow(centers, (Bounds){ c, c });
        }
        Split best = { .axis = -1, .cost = HUGE_VAL };
        float scale[3];
        for (int axis = 0; axis < 3; ++axis) {
            float lower = v3_get(centers.lower, axis), extent = v3_get(centers.upper, axis) - lower;
            scale[axis] = (float)BINS / extent;
            if (extent > 0.0f && isfinite(scale[axis])) {
                try_axis(builder, range, axis, lower, scale[axis], &best);
            }
        }
        if (best.axis >= 0) {
            return partition(builder, range, &best, v3_get(centers.lower, best.axis), scale[best.axis]);
        }
    }
    return range.begin + (range.end - range.begin) / 2;
}

static void fill_leaf(const Builder *builder, Range range, MeshLeaf *leaf)
{
    const MeshDraft *draft = builder->draft;
    for (int lane = 0; lane < 8; ++lane) {
        bool used = range.begin + lane < range.end;
        int32_t triangle = builder->order[used ? range.begin + lane : range.end - 1];
        DryVec3 n = draft->normals[triangle];
        for (int k = 0; k < 3; ++k) {
            DryVec3 p = draft->vertices[draft->triangles[triangle].vertex[k]];
            for (int axis = 0; axis < 3; ++axis) {
                leaf->v[k][axis][lane] = v3_get(p, axis);
            }
            leaf->n[k][lane] = v3_get(n, k);
        }
        leaf->o[lane] = v3_dot(n, draft->vertices[draft->triangles[triangle].vertex[0]]);
        leaf->triangle[lane] = used ? triangle : -1;
    }
}

static void sort_indices(int32_t *values, int32_t count)
{
    for (int32_t i = 1; i < count; ++i) {
        int32_t value = values[i], k = i;
        for (; k > 0 && value < values[k - 1]; --k) {
            values[k] = values[k - 1];
        }
        values[k] = value;
    }
}

static bool build_node(Builder *builder, Range range, Range children[2])
{
    MeshTree *tree = builder->tree;
    Bounds bounds = empty_bounds();
    for (int32_t i = range.begin; i < range.end; ++i) {
        bounds = grow(bounds, triangle_bounds(builder->draft, builder->order[i]));
    }
    MeshNode node = { .lower = { bounds.lower.x, bounds.lower.y, bounds.lower.z },
                      .upper = { bounds.upper.x, bounds.upper.y, bounds.upper.z } };
    if (range.end - range.begin <= LEAF_TRIANGLES) {
        node.leaf = 1;
        node.first = tree->leaves.count;
        sort_indices(builder->order + range.begin, range.end - range.begin);
        MeshLeaf leaf;
        fill_leaf(builder, range, &leaf);
        tree->nodes.data[range.node] = node;
        return array_push(&tree->leaves, leaf);
    }
    int32_t middle = split_range(builder, range);
    node.first = tree->nodes.count;
    tree->nodes.data[range.node] = node;
    children[0] = (Range){ node.first, range.begin, middle, range.depth + 1 };
    children[1] = (Range){ node.first + 1, middle, range.end, range.depth + 1 };
    return array_resize(&tree->nodes, tree->nodes.count + 2);
}

static bool build_nodes(Builder *builder)
{
    Range stack[MESH_TREE_DEPTH + 2];
    int depth = 0;
    stack[depth++] = (Range){ .end = builder->draft->triangle_count };
    if (!array_resize(&builder->tree->nodes, 1)) {
        return false;
    }
    while (depth > 0) {
        Range range = stack[--depth], children[2];
        if (!build_node(builder, range, children)) {
            return false;
        }
        if (builder->tree->nodes.data[range.node].leaf == 0) {
            stack[depth++] = children[1];
            stack[depth++] = children[0];
        }
    }
    return true;
}

bool dry__mesh_tree_build(MeshTree *tree, const MeshDraft *draft)
{
    size_t order_bytes = (size_t)draft->triangle_count * sizeof(int32_t);
    size_t center_bytes = (size_t)draft->triangle_count * sizeof(DryVec3);
    Builder builder = { .tree = tree, .draft = draft };
    builder.order = dry__alloc(order_bytes);
    builder.centers = dry__alloc(center_bytes);
    bool ok = builder.order && builder.centers;
    if (ok) {
        for (int32_t i = 0; i < draft->triangle_count; ++i) {
            Bounds bounds = triangle_bounds(draft, i);
            builder.order[i] = i;
            builder.centers[i] = v3_lerp(bounds.lower, bounds.upper, 0.5f);
        }
        ok = build_nodes(&builder);
    }
    dry__free(builder.order, order_bytes);
    dry__free(builder.centers, center_bytes);
    return ok;
}
