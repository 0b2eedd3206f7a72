/* A convex shape against the triangles of a mesh, nearest boxes of the tree first. */
#include "geometry/mesh_near.h"

#include "geometry/tree_ray.h"

enum {
    LEAF_LANES = 8
};

/* A one-sided triangle is met from its back when the normal is turned away from its own by more than this. */
#define BACKWARD (-1e-3)

typedef struct Bounds {
    double lower[3], upper[3];
} Bounds;

/* What all walks share. `limit`: boxes whose key is larger are passed over. */
typedef struct Walk {
    const DryMesh *mesh;
    const Convex *mover;
    Bounds bounds; /* of the mover */
    double limit;
    bool stop;
    /* of a sweep */
    const ShapeSweep *sweep;
    TreeRay ray;
    double fraction;
    /* the best so far */
    ShapeGap gap;
    bool from_back;
} Walk;

typedef double BoxKeyFn(const Walk *walk, const float lower[3], const float upper[3]);
typedef void TriangleFn(Walk *walk, const DryVec3 corner[3], int32_t triangle);

static Bounds bounds_of(const Convex *c)
{
    Bounds b;
    for (int k = 0; k < 3; ++k) {
        D3 d = d3(k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0);
        /* rounding of the support */
        double high = d3_dot(dry__convex_support(c, d), d) + c->radius;
        double low = d3_dot(dry__convex_support(c, d3_scale(d, -1.0)), d) - c->radius;
        double slack = 1e-12 * (fabs(high) + fabs(low) + c->reach);
        b.lower[k] = low - slack;
        b.upper[k] = high + slack;
    }
    return b;
}

static double apart_key(const Walk *walk, const float lower[3], const float upper[3])
{
    double sum = 0.0;
    for (int k = 0; k < 3; ++k) {
        double d = d_max((double)lower[k] - walk->bounds.upper[k], walk->bounds.lower[k] - (double)upper[k]);
        sum += d > 0.0 ? d * d : 0.0;
    }
    return sqrt(sum) * (1.0 - 1e-12);
}

static double sweep_key(const Walk *walk, const float lower[3], const float upper[3])
{
    double enter = 0.0, leave = walk->limit;
    for (int k = 0; k < 3; ++k) {
        tree_ray_clip(&walk->ray, k, (double)lower[k], (double)upper[k], &enter, &leave);
    }
    return enter <= leave ? enter : HUGE_VAL;
}

static void visit_leaf(Walk *walk, const MeshLeaf *leaf, BoxKeyFn *key, TriangleFn *visit)
{
    for (int lane = 0; lane < LEAF_LANES && leaf->triangle[lane] >= 0 && !walk->stop; ++lane) {
        DryVec3 corner[3];
        float lower[3], upper[3];
        for (int k = 0; k < 3; ++k) {
            corner[k] = v3(leaf->v[k][0][lane], leaf->v[k][1][lane], leaf->v[k][2][lane]);
            lower[k] = f_min(f_min(leaf->v[0][k][lane], leaf->v[1][k][lane]), leaf->v[2][k][lane]);
            upper[k] = f_max(f_max(leaf->v[0][k][lane], leaf->v[1][k][lane]), leaf->v[2][k][lane]);
        }
        if (key(walk, lower, upper) <= walk->limit) {
            visit(walk, corner, leaf->triangle[lane]);
        }
    }
}

static void run(Walk *walk, BoxKeyFn *key, TriangleFn *visit)
{
    const MeshNode *nodes = walk->mesh->nodes;
    int32_t stack[MESH_TREE_DEPTH + 2];
    double keys[MESH_TREE_DEPTH + 2];
    int depth = 0;
    keys[0] = key(walk, nodes[0].lower, nodes[0].upper);
    stack[depth++] = 0;
    while (depth > 0 && !walk->stop) {
        const MeshNode *node = &nodes[stack[--depth]];
        if (!(keys[depth] <= walk->limit)) {
            continue;
        }
        if (node->leaf != 0) {
            visit_leaf(walk, &walk->mesh->leaves[node->first], key, visit);
            continue;
        }
        const MeshNode *left = &nodes[node->first], *right = left + 1;
        double a = key(walk, left->lower, left->upper), b = key(walk, right->lower, right->upper);
        bool left_first = a <= b;
        stack[depth] = left_first ? node->first + 1 : node->first;
        keys[depth++] = left_first ? b : a;
        stack[depth] = left_first ? node->first : node->first + 1;
        keys[depth++] = left_first ? a : b;
    }
}

static bool is_from_back(const Walk *walk, const ShapeGap *gap)
{
    return !walk->mesh->two_sided &&
           d3_dot(gap->normal, d3_from(walk->mesh->normals[gap->triangle])) < BACKWARD;
}

/* ---- gap ---- */

/* Apart the nearer one; of those that overlap first the ones in front, then the deeper one. */
static bool is_better(const Walk *walk, const ShapeGap *gap, bool from_back)
{
    if (walk->gap.triangle < 0) {
        return true;
    }
    bool overlap = gap->separation < 0.0;
    if (overlap && walk->gap.separation < 0.0 && from_back != walk->from_back) {
        return walk->from_back;
    }
    return gap->separation < walk->gap.separation ||
           (gap->separation == walk->gap.separation && gap->triangle < walk->gap.triangle);
}

static void gap_triangle(Walk *walk, const DryVec3 corner[3], int32_t triangle)
{
    Convex b = dry__convex_triangle(corner, 0.0);
    ConvexGap found;
    if (!dry__convex_gap(walk->mover, &b, walk->limit, &found)) {
        return;
    }
    ShapeGap gap = shape_gap_from(&found, triangle);
    bool from_back = is_from_back(walk, &gap);
    if (is_better(walk, &gap, from_back)) {
        walk->gap = gap;
        walk->from_back = from_back;
        walk->limit = d_max(gap.separation, 0.0);
    }
}

bool dry__mesh_gap(const DryMesh *mesh, const Convex *mover, double reach, ShapeGap *gap)
{
    Walk walk = { .mesh = mesh,
                  .mover = mover,
                  .bounds = bounds_of(mover),
                  .limit = d_max(reach, 0.0),
                  .gap.triangle = -1 };
    run(&walk, apart_key, gap_triangle);
    *gap = walk.gap;
    return walk.gap.triangle >= 0 && walk.gap.separation <= reach;
}

static void touch_triangle(Walk *walk, const DryVec3 corner[3], int32_t triangle)
{
    Convex b = dry__convex_triangle(corner, 0.0);
    ConvexGap found;
    (void)triangle;
    walk->stop = dry__convex_gap(walk->mover, &b, 0.0, &found);
}

bool dry__mesh_touches(const DryMesh *mesh, const Convex *mover)
{
    Walk walk = { .mesh = mesh, .mover = mover, .bounds = bounds_of(mover) };
    run(&walk, apart_key, touch_triangle);
    return walk.stop;
}

/* ---- sweep ---- */

/* At the start the deeper one counts more. */
static bool is_earlier(const Walk *walk, double fraction, const ShapeGap *gap)
{
    if (walk->gap.triangle < 0 || fraction != walk->fraction) {
        return walk->gap.triangle < 0 || fraction < walk->fraction;
    }
    if (fraction == 0.0 && gap->separation != walk->gap.separation) {
        return gap->separation < walk->gap.separation;
    }
    return gap->triangle < walk->gap.triangle;
}

static void sweep_triangle(Walk *walk, const DryVec3 corner[3], int32_t triangle)
{
    Convex b = dry__convex_triangle(corner, 0.0);
    ShapeSweep sweep = *walk->sweep;
    sweep.limit = walk->limit;
    ConvexGap found;
    double fraction;
    if (!dry__convex_sweep(walk->mover, &b, &sweep, &fraction, &found)) {
        return;
    }
    ShapeGap gap = shape_gap_from(&found, triangle);
    if (!is_from_back(walk, &gap) && is_earlier(walk, fraction, &gap)) {
        walk->gap = gap;
        walk->fraction = fraction;
        walk->limit = fraction;
    }
}

bool dry__mesh_sweep(const DryMesh *mesh, const Convex *mover, const ShapeSweep *sweep, double *fraction,
                     ShapeGap *gap)
{
    Walk walk = { .mesh = mesh,
                  .mover = mover,
                  .bounds = bounds_of(mover),
                  .limit = sweep->limit,
                  .sweep = sweep,
                  .gap.triangle = -1 };
    double center[3], half[3];
    for (int k = 0; k < 3; ++k) {
        center[k] = 0.5 * (walk.bounds.lower[k] + walk.bounds.upper[k]);
        half[k] = 0.5 * (walk.bounds.upper[k] - walk.bounds.lower[k]) * (1.0 + 1e-12);
    }
    walk.ray = tree_box_ray(dry_pos(center[0], center[1], center[2]), half, d3_round(sweep->way));
    const double way[3] = { sweep->way.x, sweep->way.y, sweep->way.z };
    for (int k = 0; k < 3; ++k) {
        walk.ray.inverse[k] = way[k] != 0.0 ? 1.0 / way[k] : 0.0;
    }
    run(&walk, sweep_key, sweep_triangle);
    *fraction = walk.fraction;
    *gap = walk.gap;
    return walk.gap.triangle >= 0;
}
