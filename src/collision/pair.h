/* Collision of pairs, a batch of one kind at a time. Functions on flat arrays that know no body. */
#ifndef DRY_COLLISION_PAIR_H
#define DRY_COLLISION_PAIR_H

#include "base/cpu.h"
#include "collision/manifold.h"
#include "geometry/shape.h"

/* A shape at its pose in the world; one cache line. Indexed by shape slot. */
typedef struct CollideShape {
    ShapeGeometry geometry;
    DryPos position;
    DryQuat rotation;
} CollideShape;

/* A pair to test: kind(a) <= kind(b), and a < b for equal kinds. */
typedef struct PairWork {
    int32_t shape_a, shape_b;
    float margin;  /* points with a separation up to this are wanted (speculative distance) */
    int32_t cache; /* index of the pair's PairCache */
} PairWork;

/* What a pair remembers between steps; zero for a new pair. Part of the world's state. The kernel of the kind
   decides the meaning; a wrong or stale cache may cost time, never correctness. */
typedef struct PairCache {
    uint32_t feature;
    float value[3];
} PairCache;

typedef struct PairResult {
    /* Lower bound on the separation of the two shapes (metres; rigorous when positive), or the smallest point
     * separation. */
    float gap;
    int32_t manifold_count; /* 0: no point within the margin */
} PairResult;

typedef struct PairBatch {
    const CollideShape *shapes;
    const PairWork *work;
    PairCache *caches;
    PairResult *results;     /* per work item */
    Manifold *manifolds;     /* stride per work item, at i * stride */
    int32_t stride;          /* 1, or MESH_MANIFOLD_MAX for pairs with a mesh */
    struct MeshRawList *raw; /* with a mesh: where all points go, and no manifolds come out; null: nowhere */
} PairBatch;

/* Tests work items [begin, end). A result depends on its own pair only, never on its companions in the batch,
   and not on the instruction set. Points are relative to shape A's position, in world axes. Safe to call from
   many threads on disjoint ranges. begin is a multiple of 8. */
typedef void PairFn(const PairBatch *batch, int32_t begin, int32_t end);

/* One function per pair of kinds; null where a pair never collides (mesh and half-space among themselves). */
typedef struct PairTable {
    PairFn *fn[SHAPE_KIND_COUNT][SHAPE_KIND_COUNT]; /* [smaller kind][larger kind] */
} PairTable;

void dry__pair_table_fill(PairTable *table, CpuKernel kernel);

static inline bool pair_kind_has_mesh(ShapeKind a, ShapeKind b)
{
    return a == SHAPE_MESH || b == SHAPE_MESH;
}

/* The pair functions, by kind; src/collision/dispatch.c fills the table with them. Those of instruction sets
   that the processor family does not have are not built. */
PairFn dry__pair_sphere_sphere, dry__pair_sphere_capsule, dry__pair_sphere_box, dry__pair_sphere_hull,
    dry__pair_sphere_mesh, dry__pair_sphere_half_space;
PairFn dry__pair_capsule_capsule, dry__pair_capsule_box, dry__pair_capsule_hull, dry__pair_capsule_mesh,
    dry__pair_capsule_half_space;
PairFn dry__pair_box_box_scalar, dry__pair_box_box_sse2, dry__pair_box_box_avx2, dry__pair_box_hull_scalar,
    dry__pair_box_hull_sse2, dry__pair_box_hull_avx2, dry__pair_box_mesh, dry__pair_box_half_space;
PairFn dry__pair_hull_hull_scalar, dry__pair_hull_hull_sse2, dry__pair_hull_hull_avx2, dry__pair_hull_mesh,
    dry__pair_hull_half_space;
/* of the kinds from SHAPE_CYLINDER to SHAPE_ROUNDED_BOX; A may be any convex shape */
PairFn dry__pair_smooth_convex, dry__pair_smooth_mesh, dry__pair_smooth_half_space;

#endif
