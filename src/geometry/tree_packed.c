#include "geometry/tree.h"

#if defined(__SSE2__)
#define LANES_SSE2
#else
#define LANES_SCALAR
#endif
#include "base/bits.h"
#include "base/lanes.h"
#include "geometry/tree_ray.h"

enum {
    AXIS_BITS = 21,
    SAMPLES = 64,
    MAX_LEVELS = 12
};

/* Boxes reach to here at most; an empty lane is inverted beyond it, so that nothing overlaps it. */
#define BOX_LIMIT 1e30f
#define EMPTY_LIMIT 3e38f

/* What the parallel stages of a build share. */
typedef struct Build {
    PackedTree *tree;
    const BoxF *boxes;
    const int32_t *items;
    float lower[3], scale; /* of the Morton grid */
    const SortKey *order;
    int level;
} Build;

static float box_center(const BoxF *box, int axis)
{
    return 0.5f * box->lower[axis] + 0.5f * box->upper[axis];
}

static void sort_floats(float *values, int32_t count)
{
    for (int32_t i = 1; i < count; ++i) {
        float value = values[i];
        int32_t k = i;
        for (; k > 0 && value < values[k - 1]; --k) {
            values[k] = values[k - 1];
        }
        values[k] = value;
    }
}

/* The Morton grid: cubic cells over 33 times the extent of the middle 80 % of a sample of the centres. What
   lies farther out shares the outermost cells; in the middle more than 15 bits of each axis remain. */
static void choose_grid(Build *build, int32_t count)
{
    int32_t samples = count < SAMPLES ? count : SAMPLES;
    float middle[3], extent = 0.0f, full = 0.0f;
    for (int axis = 0; axis < 3; ++axis) {
        float values[SAMPLES];
        for (int32_t i = 0; i < samples; ++i) {
            values[i] = box_center(&build->boxes[(int64_t)i * count / samples], axis);
        }
        sort_floats(values, samples);
        float low = values[samples / 10], high = values[samples - 1 - samples / 10];
        middle[axis] = 0.5f * low + 0.5f * high;
        extent = f_max(high - low, extent);
        full = f_max(values[samples - 1] - values[0], full);
    }
    float range = 33.0f * (extent > 0.0f ? extent : full);
    build->scale = range > 0.0f ? (float)(1 << AXIS_BITS) / range : 0.0f;
    for (int axis = 0; axis < 3; ++axis) {
        build->lower[axis] = middle[axis] - 0.5f * range;
    }
}

/* Spreads 21 bits so that two zero bits follow each. */
static uint64_t spread_bits(uint64_t v)
{
    v = (v | v << 32) & 0x001f00000000ffffull;
    v = (v | v << 16) & 0x001f0000ff0000ffull;
    v = (v | v << 8) & 0x100f00f00f00f00full;
    v = (v | v << 4) & 0x10c30c30c30c30c3ull;
    return (v | v << 2) & 0x1249249249249249ull;
}

static void compute_keys(void *context, int32_t begin, int32_t end, int32_t worker)
{
    const Build *build = context;
    (void)worker;
    for (int32_t i = begin; i < end; ++i) {
        uint64_t key = 0;
        for (int axis = 0; axis < 3; ++axis) {
            float cell = (box_center(&build->boxes[i], axis) - build->lower[axis]) * build->scale;
            cell = f_clamp(cell, 0.0f, (float)((1 << AXIS_BITS) - 1));
            key |= spread_bits((uint64_t)(uint32_t)cell) << axis;
        }
        build->tree->keys.data[i] = (SortKey){ .key = key, .index = i };
    }
}

static void clear_lane(PackedNode *node, int lane)
{
    for (int axis = 0; axis < 3; ++axis) {
        node->lower[axis][lane] = EMPTY_LIMIT;
        node->upper[axis][lane] = -EMPTY_LIMIT;
    }
}

static void fill_leaves(void *context, int32_t begin, int32_t end, int32_t worker)
{
    const Build *build = context;
    PackedTree *tree = build->tree;
    (void)worker;
    for (int32_t block = begin; block < end; ++block) {
        PackedNode *node = &tree->nodes.data[block];
        for (int lane = 0; lane < 8; ++lane) {
            int32_t order = block * 8 + lane;
            if (order >= tree->item_count) {
                clear_lane(node, lane);
                continue;
            }
            int32_t index = build->order[order].index;
            const BoxF *box = &build->boxes[index];
            tree->items.data[order] = build->items[index];
            tree->index.data[order] = index;
            for (int axis = 0; axis < 3; ++axis) {
                float lower = box->lower[axis], upper = box->upper[axis];
                node->lower[axis][lane] = lower < -BOX_LIMIT ? -BOX_LIMIT : lower;
                node->upper[axis][lane] = upper > BOX_LIMIT ? BOX_LIMIT : upper;
            }
        }
    }
}

static int32_t level_size(const PackedTree *tree, int level)
{
    int32_t end = level + 1 < tree->level_count ? tree->level_start[level + 1] : tree->nodes.count;
    return end - tree->level_start[level];
}

static void fill_level(void *context, int32_t begin, int32_t end, int32_t worker)
{
    const Build *build = context;
    PackedTree *tree = build->tree;
    const PackedNode *below = tree->nodes.data + tree->level_start[build->level - 1];
    int32_t below_count = level_size(tree, build->level - 1);
    (void)worker;
    for (int32_t i = begin; i < end; ++i) {
        PackedNode *node = &tree->nodes.data[tree->level_start[build->level] + i];
        for (int lane = 0; lane < 8; ++lane) {
            clear_lane(node, lane);
            if (i * 8 + lane >= below_count) {
                continue;
            }
            const PackedNode *child = &below[i * 8 + lane];
            for (int axis = 0; axis < 3; ++axis) {
                float lower = EMPTY_LIMIT, upper = -EMPTY_LIMIT;
                for (int k = 0; k < 8; ++k) { /* a NaN is passed over */
                    lower = f_min(child->lower[axis][k], lower);
                    upper = f_max(child->upper[axis][k], upper);
                }
                node->lower[axis][lane] = lower;
                node->upper[axis][lane] = upper;
            }
        }
    }
}

/* Lays out the levels; false when memory ran out. */
static bool make_room(PackedTree *tree, int32_t count)
{
    int32_t total = 0, width = count;
    tree->level_count = 0;
    do {
        width = width / 8 + (width % 8 != 0);
        tree->level_start[tree->level_count++] = total;
        total += width;
    } while (width > 1);
    return array_resize(&tree->nodes, total) && array_resize(&tree->items, count) &&
           array_resize(&tree->index, count) && array_resize(&tree->keys, count) &&
           array_resize(&tree->keys_other, count) &&
           array_resize(&tree->histogram, dry__sort_histogram_size(count));
}

static void clear(PackedTree *tree)
{
    tree->nodes.count = 0;
    tree->items.count = 0;
    tree->index.count = 0;
    tree->level_count = 0;
    tree->item_count = 0;
}

bool dry__packed_tree_build(PackedTree *tree, const BoxF *boxes, const int32_t *items, int32_t count,
                            Jobs *jobs)
{
    if (count <= 0) {
        clear(tree);
        return true;
    }
    if (!make_room(tree, count)) {
        clear(tree);
        return false;
    }
    tree->item_count = count;
    Build build = { .tree = tree, .boxes = boxes, .items = items };
    choose_grid(&build, count);
    dry__jobs_run(jobs, count, 1024, compute_keys, &build);
    build.order = dry__sort_keys(tree->keys.data, tree->keys_other.data, tree->histogram.data, count,
                                 3 * AXIS_BITS, jobs);
    dry__jobs_run(jobs, level_size(tree, 0), 128, fill_leaves, &build);
    for (build.level = 1; build.level < tree->level_count; ++build.level) {
        dry__jobs_run(jobs, level_size(tree, build.level), 64, fill_level, &build);
    }
    return true;
}

void dry__packed_tree_free(PackedTree *tree)
{
    array_free(&tree->nodes);
    array_free(&tree->items);
    array_free(&tree->index);
    array_free(&tree->keys);
    array_free(&tree->keys_other);
    array_free(&tree->histogram);
    clear(tree);
}

void dry__packed_tree_hide(PackedTree *tree, int32_t order)
{
    clear_lane(&tree->nodes.data[order / 8], order % 8);
}

static int overlap_lanes(const PackedNode *node, const BoxF *box)
{
    m8 m = m8_all();
    for (int axis = 0; axis < 3; ++axis) {
        m = m8_and(m, f8_le(f8_load(node->lower[axis]), f8_set(box->upper[axis])));
        m = m8_and(m, f8_le(f8_set(box->lower[axis]), f8_load(node->upper[axis])));
    }
    return m8_bits(m);
}

/* Depth-first walk over the lanes of one level that overlap a box. */
typedef struct Walk {
    const PackedTree *tree;
    BoxF box;
    int floor, level;
    int32_t node[MAX_LEVELS];
    int mask[MAX_LEVELS];
} Walk;

static const PackedNode *node_at(const PackedTree *tree, int level, int32_t node)
{
    return &tree->nodes.data[tree->level_start[level] + node];
}

static void walk_enter(Walk *walk, int level, int32_t node)
{
    walk->level = level;
    walk->node[level] = node;
    walk->mask[level] = overlap_lanes(node_at(walk->tree, level, node), &walk->box);
}

/* The next overlapping lane of the floor level (node * 8 + lane), or -1. */
static int32_t walk_next(Walk *walk)
{
    while (walk->level < walk->tree->level_count) {
        int level = walk->level, mask = walk->mask[level];
        if (mask == 0) {
            ++walk->level;
            continue;
        }
        walk->mask[level] = mask & (mask - 1);
        int32_t child = walk->node[level] * 8 + bits_lowest((uint64_t)(uint32_t)mask);
        if (level == walk->floor) {
            return child;
        }
        walk_enter(walk, level - 1, child);
    }
    return -1;
}

void dry__packed_tree_query(const PackedTree *tree, const BoxF *box, TreeItemFn *visit, void *context)
{
    if (tree->item_count == 0) {
        return;
    }
    Walk walk = { .tree = tree, .floor = 0 };
    for (int axis = 0; axis < 3; ++axis) {
        walk.box.lower[axis] = f_max(box->lower[axis], -BOX_LIMIT);
        walk.box.upper[axis] = f_min(box->upper[axis], BOX_LIMIT);
    }
    walk_enter(&walk, tree->level_count - 1, 0);
    for (int32_t order = walk_next(&walk); order >= 0; order = walk_next(&walk)) {
        if (!visit(tree->items.data[order], context)) {
            return;
        }
    }
}

/* Fractions at which the ray enters the lanes; returns the lanes it meets within max_fraction. */
static int ray_lanes(const PackedNode *node, const TreeRay *ray, double max_fraction, double enter[8])
{
    double leave[8];
    int mask = 0;
    for (int lane = 0; lane < 8; ++lane) {
        enter[lane] = 0.0;
        leave[lane] = max_fraction;
    }
    for (int axis = 0; axis < 3; ++axis) {
        for (int lane = 0; lane < 8; ++lane) {
            tree_ray_clip(ray, axis, (double)node->lower[axis][lane], (double)node->upper[axis][lane],
                          &enter[lane], &leave[lane]);
        }
    }
    for (int lane = 0; lane < 8; ++lane) {
        mask |= enter[lane] <= leave[lane] ? 1 << lane : 0;
    }
    return mask;
}

static int nearest_lane(int mask, const double enter[8])
{
    int best = bits_lowest((uint64_t)(uint32_t)mask);
    for (int lane = best + 1; lane < 8; ++lane) {
        if ((mask >> lane & 1) != 0 && enter[lane] < enter[best]) {
            best = lane;
        }
    }
    return best;
}

void dry__packed_tree_ray(const PackedTree *tree, DryPos origin, DryVec3 translation, float max_fraction,
                          TreeRayFn *visit, void *context)
{
    const double point[3] = { 0.0, 0.0, 0.0 };
    dry__packed_tree_cast(tree, origin, point, translation, max_fraction, visit, context);
}

void dry__packed_tree_cast(const PackedTree *tree, DryPos origin, const double half[3], DryVec3 translation,
                           float max_fraction, TreeRayFn *visit, void *context)
{
    if (tree->item_count == 0) {
        return;
    }
    TreeRay ray = tree_box_ray(origin, half, translation);
    double enter[MAX_LEVELS][8];
    int32_t node[MAX_LEVELS] = { 0 };
    int mask[MAX_LEVELS], level = tree->level_count - 1;
    mask[level] = ray_lanes(node_at(tree, level, 0), &ray, (double)max_fraction, enter[level]);
    while (level < tree->level_count) {
        if (mask[level] == 0) {
            ++level;
            continue;
        }
        int lane = nearest_lane(mask[level], enter[level]);
        mask[level] &= ~(1 << lane);
        if (enter[level][lane] > (double)max_fraction) {
            mask[level] = 0;
            continue;
        }
        int32_t child = node[level] * 8 + lane;
        if (level > 0) {
            --level;
            node[level] = child;
            mask[level] = ray_lanes(node_at(tree, level, child), &ray, (double)max_fraction, enter[level]);
            continue;
        }
        float limit = visit(tree->items.data[child], max_fraction, context);
        if (!(limit > 0.0f)) {
            return;
        }
        max_fraction = f_min(limit, max_fraction);
    }
}

/* One leaf block on its way through the tree. */
typedef struct Join {
    const PackedTree *tree;
    const uint8_t *moved;
    TreePairList *out;
    int32_t block;
    int block_moved; /* lanes */
} Join;

static int moved_lanes(const Join *join, int32_t block)
{
    const uint8_t *flags = join->moved + (size_t)block * 8;
    int32_t count = join->tree->item_count - block * 8;
    uint64_t word = 0;
    if (count >= 8) {
        for (int lane = 0; lane < 8; ++lane) { /* one load */
            word |= (uint64_t)flags[lane] << (8 * lane);
        }
    } else {
        for (int lane = 0; lane < count; ++lane) {
            word |= (uint64_t)flags[lane] << (8 * lane);
        }
    }
    /* byte i not zero -> bit i */
    word |= word >> 4;
    word |= word >> 2;
    word |= word >> 1;
    return (int)((word & 0x0101010101010101ull) * 0x0102040810204080ull >> 56);
}

/* Reports the pairs of one item with lanes of a block. */
static void emit(Join *join, int32_t order, int32_t block, int lanes)
{
    TreePairList *out = join->out;
    if (out->out_of_memory) {
        return;
    }
    if (out->pairs.count > INT32_MAX - 8 ||
        (out->pairs.count + 8 > out->pairs.capacity && !array_reserve(&out->pairs, out->pairs.count + 8))) {
        out->out_of_memory = true;
        return;
    }
    const int32_t *items = join->tree->items.data + (size_t)block * 8;
    int32_t item = join->tree->items.data[order], count = out->pairs.count;
    for (; lanes != 0; lanes &= lanes - 1) {
        int32_t other = items[bits_lowest((uint64_t)(uint32_t)lanes)];
        out->pairs.data[count++] = item < other ? (TreePair){ item, other } : (TreePair){ other, item };
    }
    out->pairs.count = count;
}

static BoxF lane_box(const PackedNode *node, int lane)
{
    BoxF box;
    for (int axis = 0; axis < 3; ++axis) {
        box.lower[axis] = node->lower[axis][lane];
        box.upper[axis] = node->upper[axis][lane];
    }
    return box;
}

static void join_with_itself(Join *join)
{
    const PackedNode *node = node_at(join->tree, 0, join->block);
    for (int lane = 1; lane < 8 && join->block * 8 + lane < join->tree->item_count; ++lane) {
        BoxF box = lane_box(node, lane);
        int lanes = overlap_lanes(node, &box) & ((1 << lane) - 1);
        if ((join->block_moved >> lane & 1) == 0) {
            lanes &= join->block_moved;
        }
        if (lanes != 0) {
            emit(join, join->block * 8 + lane, join->block, lanes);
        }
    }
}

/* The items of block a that are flagged in `mask`, each against all of block b. */
static void join_lanes(Join *join, int32_t a, int mask, int a_moved, int32_t b, int b_moved)
{
    const PackedNode *node = node_at(join->tree, 0, a), *partner = node_at(join->tree, 0, b);
    for (; mask != 0; mask &= mask - 1) {
        int lane = bits_lowest((uint64_t)(uint32_t)mask);
        BoxF box = lane_box(node, lane);
        int lanes = overlap_lanes(partner, &box) & ((a_moved >> lane & 1) != 0 ? 0xff : b_moved);
        if (lanes != 0) {
            emit(join, a * 8 + lane, b, lanes);
        }
    }
}

/* Two blocks: only what reaches into the other's bounds can touch, and the side with fewer such items goes
 * one by one. */
static void join_with(Join *join, const BoxF *bounds, int32_t other, int other_moved)
{
    const PackedTree *tree = join->tree;
    BoxF other_bounds = lane_box(node_at(tree, 1, other / 8), other % 8);
    int own_lanes = overlap_lanes(node_at(tree, 0, join->block), &other_bounds);
    int other_lanes = overlap_lanes(node_at(tree, 0, other), bounds);
    if (own_lanes == 0 || other_lanes == 0) {
        return;
    }
    if (bits_count((uint64_t)(uint32_t)own_lanes) < bits_count((uint64_t)(uint32_t)other_lanes)) {
        join_lanes(join, join->block, own_lanes, join->block_moved, other, other_moved);
    } else {
        join_lanes(join, other, other_lanes, other_moved, join->block, join->block_moved);
    }
}

/* A pair of blocks belongs to the first of them that has moved items. */
static void join_block(Join *join)
{
    const PackedTree *tree = join->tree;
    join_with_itself(join);
    if (tree->level_count == 1) {
        return;
    }
    Walk walk = { .tree = tree,
                  .floor = 1,
                  .box = lane_box(node_at(tree, 1, join->block / 8), join->block % 8) };
    walk_enter(&walk, tree->level_count - 1, 0);
    for (int32_t other = walk_next(&walk); other >= 0; other = walk_next(&walk)) {
        if (other == join->block) {
            continue;
        }
        int other_moved = moved_lanes(join, other);
        if (other > join->block || other_moved == 0) {
            join_with(join, &walk.box, other, other_moved);
        }
    }
}

void dry__packed_tree_self_join(const PackedTree *tree, const uint8_t *moved, int32_t begin, int32_t end,
                                TreePairList *out)
{
    Join join = { .tree = tree, .moved = moved, .out = out };
    for (int32_t block = begin; block < end; ++block) {
        join.block = block;
        join.block_moved = moved_lanes(&join, block);
        if (join.block_moved != 0) {
            join_block(&join);
        }
    }
}
