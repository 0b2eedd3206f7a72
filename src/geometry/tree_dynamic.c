#include "geometry/tree.h"

#include "geometry/tree_ray.h"

/* Half the surface of a box; in double, because boxes may be as large as 1e30. */
static double box_area(const BoxF *box)
{
    double x = (double)box->upper[0] - (double)box->lower[0];
    double y = (double)box->upper[1] - (double)box->lower[1];
    double z = (double)box->upper[2] - (double)box->lower[2];
    return x * y + y * z + z * x;
}

static BoxF box_union(const BoxF *a, const BoxF *b)
{
    BoxF r;
    for (int k = 0; k < 3; ++k) {
        r.lower[k] = f_min(a->lower[k], b->lower[k]);
        r.upper[k] = f_max(a->upper[k], b->upper[k]);
    }
    return r;
}

static double union_area(const BoxF *a, const BoxF *b)
{
    BoxF box = box_union(a, b);
    return box_area(&box);
}

static bool is_leaf(const DynamicNode *node)
{
    return node->child[0] < 0;
}

static int32_t height(const DynamicTree *tree, int32_t index)
{
    const DynamicNode *node = &tree->nodes.data[index];
    return is_leaf(node) ? 0 : node->item;
}

void dry__dynamic_tree_init(DynamicTree *tree)
{
    *tree = (DynamicTree){ .root = -1, .free_list = -1 };
}

void dry__dynamic_tree_free(DynamicTree *tree)
{
    array_free(&tree->nodes);
    dry__dynamic_tree_init(tree);
}

bool dry__dynamic_tree_reserve(DynamicTree *tree, int32_t extra)
{
    if (extra > (INT32_MAX - tree->nodes.count) / 2) {
        return false;
    }
    return array_reserve(&tree->nodes, tree->nodes.count + 2 * extra);
}

/* A node from the free list or the end of the array, whose room the caller has reserved. */
static int32_t take_node(DynamicTree *tree)
{
    int32_t index = tree->free_list;
    if (index >= 0) {
        tree->free_list = tree->nodes.data[index].parent;
        return index;
    }
    return tree->nodes.count++;
}

static void free_node(DynamicTree *tree, int32_t index)
{
    tree->nodes.data[index] = (DynamicNode){ .parent = tree->free_list, .child = { -1, -1 } };
    tree->free_list = index;
}

/* Puts `fresh` where `old` hangs below `parent`; no parent means the root. */
static void replace_child(DynamicTree *tree, int32_t parent, int32_t old, int32_t fresh)
{
    if (parent < 0) {
        tree->root = fresh;
    } else {
        int32_t *child = tree->nodes.data[parent].child;
        child[child[0] == old ? 0 : 1] = fresh;
    }
    tree->nodes.data[fresh].parent = parent;
}

static void refit(DynamicTree *tree, int32_t index)
{
    DynamicNode *node = &tree->nodes.data[index];
    node->box = box_union(&tree->nodes.data[node->child[0]].box, &tree->nodes.data[node->child[1]].box);
    int32_t h0 = height(tree, node->child[0]), h1 = height(tree, node->child[1]);
    node->item = 1 + (h0 > h1 ? h0 : h1);
}

/* The best exchange of one child of `index` with a child of the other child. */
typedef struct Rotation {
    int32_t upper, lower,
        lower_parent; /* upper: child of the node; lower: grandchild, child of lower_parent */
    double gain;      /* area saved */
    int32_t height;   /* of the node afterwards */
} Rotation;

static void consider_rotation(const DynamicTree *tree, int32_t upper, int32_t other, int side, Rotation *best)
{
    const DynamicNode *nodes = tree->nodes.data;
    int32_t lower = nodes[other].child[side], stays = nodes[other].child[1 - side];
    Rotation r = { .upper = upper, .lower = lower, .lower_parent = other };
    r.gain = box_area(&nodes[other].box) - union_area(&nodes[upper].box, &nodes[stays].box);
    int32_t hu = height(tree, upper), hs = height(tree, stays), hl = height(tree, lower);
    int32_t inner = 1 + (hu > hs ? hu : hs);
    r.height = 1 + (inner > hl ? inner : hl);
    if (r.gain > best->gain || (r.gain == best->gain && r.height < best->height)) {
        *best = r;
    }
}

/* Exchanges a child with a grandchild when that saves area, or costs none and makes the tree lower: piles of
   equal boxes stay balanced. */
static void rotate(DynamicTree *tree, int32_t index)
{
    DynamicNode *nodes = tree->nodes.data;
    Rotation best = { .upper = -1, .height = nodes[index].item };
    for (int side = 0; side < 2; ++side) {
        int32_t upper = nodes[index].child[side], other = nodes[index].child[1 - side];
        if (!is_leaf(&nodes[other])) {
            consider_rotation(tree, upper, other, 0, &best);
            consider_rotation(tree, upper, other, 1, &best);
        }
    }
    if (best.upper >= 0) {
        replace_child(tree, index, best.upper, best.lower);
        replace_child(tree, best.lower_parent, best.lower, best.upper);
        refit(tree, best.lower_parent);
        refit(tree, index);
    }
}

static void refit_upward(DynamicTree *tree, int32_t index)
{
    while (index >= 0) {
        refit(tree, index);
        rotate(tree, index);
        index = tree->nodes.data[index].parent;
    }
}

/* Where a new leaf with this box hangs best: descends while that promises to add no more area than stopping
 * here. */
static int32_t find_sibling(const DynamicTree *tree, const BoxF *box)
{
    const DynamicNode *nodes = tree->nodes.data;
    double own_area = box_area(box);
    int32_t index = tree->root;
    while (!is_leaf(&nodes[index])) {
        double combined = union_area(&nodes[index].box, box);
        double growth = combined - box_area(&nodes[index].box);
        double cost[2];
        for (int side = 0; side < 2; ++side) {
            const DynamicNode *child = &nodes[nodes[index].child[side]];
            double area = union_area(&child->box, box);
            /* below an inner child the leaf costs at least its own area, and the child grows */
            cost[side] = growth + (is_leaf(child) ? area : area - box_area(&child->box) + own_area);
        }
        int side = cost[1] < cost[0] ? 1 : 0;
        if (cost[0] == cost[1]) {
            side = height(tree, nodes[index].child[1]) < height(tree, nodes[index].child[0]) ? 1 : 0;
        }
        if (combined < cost[side]) {
            break;
        }
        index = nodes[index].child[side];
    }
    return index;
}

int32_t dry__dynamic_tree_insert(DynamicTree *tree, const BoxF *box, int32_t item)
{
    if (!dry__dynamic_tree_reserve(tree, 1)) {
        return -1;
    }
    int32_t leaf = take_node(tree);
    DynamicNode *nodes = tree->nodes.data;
    nodes[leaf] = (DynamicNode){ .box = *box, .parent = -1, .child = { -1, -1 }, .item = item };
    ++tree->leaf_count;
    if (tree->root < 0) {
        tree->root = leaf;
        return leaf;
    }
    int32_t sibling = find_sibling(tree, box);
    int32_t parent = take_node(tree);
    replace_child(tree, nodes[sibling].parent, sibling, parent);
    nodes[parent].child[0] = sibling;
    nodes[parent].child[1] = leaf;
    nodes[sibling].parent = parent;
    nodes[leaf].parent = parent;
    refit_upward(tree, parent);
    return leaf;
}

void dry__dynamic_tree_remove(DynamicTree *tree, int32_t leaf)
{
    DynamicNode *nodes = tree->nodes.data;
    int32_t parent = nodes[leaf].parent;
    free_node(tree, leaf);
    --tree->leaf_count;
    if (parent < 0) {
        tree->root = -1;
        return;
    }
    int32_t sibling = nodes[parent].child[nodes[parent].child[0] == leaf ? 1 : 0];
    int32_t grandparent = nodes[parent].parent;
    replace_child(tree, grandparent, parent, sibling);
    free_node(tree, parent);
    refit_upward(tree, grandparent);
}

/* The walks below climb by parent links instead of keeping a stack: no tree is too high for them.
   `next_after` is the node to look at once all below `index` is done: the second child of the nearest
   ancestor whose first child we come from. */
static int32_t next_after(const DynamicNode *nodes, int32_t index)
{
    int32_t parent = nodes[index].parent;
    while (parent >= 0 && nodes[parent].child[1] == index) {
        index = parent;
        parent = nodes[index].parent;
    }
    return parent < 0 ? -1 : nodes[parent].child[1];
}

void dry__dynamic_tree_query(const DynamicTree *tree, const BoxF *box, TreeItemFn *visit, void *context)
{
    const DynamicNode *nodes = tree->nodes.data;
    int32_t index = tree->root;
    while (index >= 0) {
        const DynamicNode *node = &nodes[index];
        bool overlap = boxf_overlap(&node->box, box);
        if (overlap && !is_leaf(node)) {
            index = node->child[0];
            continue;
        }
        if (overlap && !visit(node->item, context)) {
            return;
        }
        index = next_after(nodes, index);
    }
}

/* Which child a ray meets first, judged by the centres; the rule depends on the node only, so the walk can
 * climb again. */
static int near_side(const DynamicNode *nodes, int32_t index, const double direction[3])
{
    const BoxF *a = &nodes[nodes[index].child[0]].box, *b = &nodes[nodes[index].child[1]].box;
    double along = 0.0;
    for (int k = 0; k < 3; ++k) {
        double difference =
            ((double)b->lower[k] - (double)a->lower[k]) + ((double)b->upper[k] - (double)a->upper[k]);
        along += difference * direction[k];
    }
    return along < 0.0 ? 1 : 0;
}

static bool ray_hits_box(const TreeRay *ray, const BoxF *box, double max_fraction)
{
    double enter = 0.0, leave = max_fraction;
    for (int k = 0; k < 3; ++k) {
        tree_ray_clip(ray, k, (double)box->lower[k], (double)box->upper[k], &enter, &leave);
    }
    return enter <= leave;
}

void dry__dynamic_tree_ray(const DynamicTree *tree, DryPos origin, DryVec3 translation, float max_fraction,
                           TreeRayFn *visit, void *context)
{
    const double point[3] = { 0.0, 0.0, 0.0 };
    dry__dynamic_tree_cast(tree, origin, point, translation, max_fraction, visit, context);
}

void dry__dynamic_tree_cast(const DynamicTree *tree, DryPos origin, const double half[3], DryVec3 translation,
                            float max_fraction, TreeRayFn *visit, void *context)
{
    const DynamicNode *nodes = tree->nodes.data;
    const double direction[3] = { (double)translation.x, (double)translation.y, (double)translation.z };
    TreeRay ray = tree_box_ray(origin, half, translation);
    int32_t index = tree->root;
    while (index >= 0) {
        const DynamicNode *node = &nodes[index];
        if (ray_hits_box(&ray, &node->box, (double)max_fraction)) {
            if (!is_leaf(node)) {
                index = node->child[near_side(nodes, index, direction)];
                continue;
            }
            float limit = visit(node->item, max_fraction, context);
            if (!(limit > 0.0f)) {
                return;
            }
            max_fraction = f_min(limit, max_fraction);
        }
        int32_t parent = node->parent;
        while (parent >= 0 && nodes[parent].child[near_side(nodes, parent, direction)] != index) {
            index = parent;
            parent = nodes[index].parent;
        }
        index = parent < 0 ? -1 : nodes[parent].child[1 - near_side(nodes, parent, direction)];
    }
}
