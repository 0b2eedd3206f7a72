/* Bounding-volume trees of the broad phase.

   DynamicTree: persistent, boxes inserted and removed one by one (static and sleeping proxies, and those
   edited since the last step). PackedTree: a pure function of its boxes, rebuilt every step in parallel from
   the awake proxies (sorted along a Morton curve, 8 children per node in lanes), joined with itself. Both are
   plain data with indices.

   Nothing may depend on the order in which a tree reports: callers sort by id. */
#ifndef DRY_GEOMETRY_TREE_H
#define DRY_GEOMETRY_TREE_H

#include "base/array.h"
#include "base/jobs.h"
#include "geometry/shape.h"
#include "geometry/sort.h"

typedef struct DynamicNode {
    BoxF box;
    int32_t parent;   /* or next free */
    int32_t child[2]; /* child[0] < 0: leaf */
    int32_t item;     /* leaf: the caller's item; inner: height */
} DynamicNode;

typedef struct DynamicTree {
    ARRAY(DynamicNode) nodes;
    int32_t root, free_list, leaf_count;
} DynamicTree; /* must be set up by dry__dynamic_tree_init */

void dry__dynamic_tree_init(DynamicTree *tree);
void dry__dynamic_tree_free(DynamicTree *tree);
/* Makes room so that `extra` further inserts cannot fail. */
bool dry__dynamic_tree_reserve(DynamicTree *tree, int32_t extra);
/* Returns the leaf, or -1 when memory ran out. Surface-area heuristic descent with rotations. */
int32_t dry__dynamic_tree_insert(DynamicTree *tree, const BoxF *box, int32_t item);
void dry__dynamic_tree_remove(DynamicTree *tree, int32_t leaf);

/* Return false to stop. */
typedef bool TreeItemFn(int32_t item, void *context);
void dry__dynamic_tree_query(const DynamicTree *tree, const BoxF *box, TreeItemFn *visit, void *context);

/* Ray from origin (relative to world origin, double) along translation; visit returns the new largest
 * fraction (0 stops). */
typedef float TreeRayFn(int32_t item, float max_fraction, void *context);
void dry__dynamic_tree_ray(const DynamicTree *tree, DryPos origin, DryVec3 translation, float max_fraction,
                           TreeRayFn *visit, void *context);
/* The same for a box of half-extents `half` about the origin. */
void dry__dynamic_tree_cast(const DynamicTree *tree, DryPos origin, const double half[3], DryVec3 translation,
                            float max_fraction, TreeRayFn *visit, void *context);

/* 8 children in lanes; empty lanes hold an inverted box that overlaps nothing. */
typedef struct PackedNode {
    _Alignas(32) float lower[3][8];
    float upper[3][8];
} PackedNode;

typedef struct PackedTree {
    ARRAY(PackedNode)
    nodes;                /* levels from the leaves (blocks of 8 items in Morton order) upward to one root */
    ARRAY(int32_t) items; /* Morton order -> the caller's item */
    ARRAY(int32_t) index; /* Morton order -> index in the arrays given to the build */
    ARRAY(SortKey) keys;  /* scratch of the sort */
    ARRAY(SortKey) keys_other;
    ARRAY(int32_t) histogram;
    int32_t level_start[12]; /* first node of each level */
    int32_t level_count;
    int32_t item_count;
} PackedTree;

/* Builds from `count` boxes; boxes[i] belongs to items[i]; ties in the Morton order go by i. False: memory
   ran out, tree empty. Deterministic for any number of workers; jobs may be null. Bounds are clamped to the
   middle mass so that one escaped box does not spoil the curve (21 bits per axis). Sides beyond +-1e30 count
   as 1e30; a box with a NaN overlaps nothing. */
bool dry__packed_tree_build(PackedTree *tree, const BoxF *boxes, const int32_t *items, int32_t count,
                            Jobs *jobs);
/* Makes an item invisible until the next build; `order` is its place in items[]. */
void dry__packed_tree_hide(PackedTree *tree, int32_t order);
void dry__packed_tree_query(const PackedTree *tree, const BoxF *box, TreeItemFn *visit, void *context);
void dry__packed_tree_ray(const PackedTree *tree, DryPos origin, DryVec3 translation, float max_fraction,
                          TreeRayFn *visit, void *context);
void dry__packed_tree_cast(const PackedTree *tree, DryPos origin, const double half[3], DryVec3 translation,
                           float max_fraction, TreeRayFn *visit, void *context);

typedef struct TreePair {
    int32_t a, b; /* items, a < b */
} TreePair;

typedef struct TreePairList {
    ARRAY(TreePair) pairs;
    int32_t largest_block; /* for the user's own account: most pairs that one block has added */
    bool out_of_memory;
} TreePairList;

/* The share of leaf blocks [begin, end) of all overlapping pairs of which at least one item is flagged in
   moved[] (indexed by the item's place in the order). A block without a moved item has no share, so few
   movers cost little. Each pair comes once over all blocks. Number of blocks: (item_count + 7) / 8. */
void dry__packed_tree_self_join(const PackedTree *tree, const uint8_t *moved, int32_t begin, int32_t end,
                                TreePairList *out);

void dry__packed_tree_free(PackedTree *tree);

#endif
