/* What a shape touches, how deep, and what is near it; and two shapes without a world. */
#include "world/api/check.h"
#include "world/api/query_parts.h"

typedef enum NearKind {
    NEAR_TOUCHES,    /* yes or no */
    NEAR_PENETRATES, /* with depth */
    NEAR_WITHIN      /* the nearest ones */
} NearKind;

typedef struct Near {
    const DryWorld *w;
    const DryQueryOptions *options;
    NearKind kind;
    int32_t ignored;
    PlacedShape asker;
    BoxF bounds;     /* of the asker */
    double distance; /* farther ones are not of interest */
    DryQueryHit *hits;
    DryShapeId *shapes;
    int32_t capacity, kept, found;
    bool done;
} Near;

static int32_t insert_shape(DryShapeId *shapes, int32_t kept, int32_t capacity, DryShapeId id)
{
    int32_t place = kept;
    while (place > 0 && id.index < shapes[place - 1].index) {
        --place;
    }
    if (place >= capacity) {
        return kept;
    }
    int32_t last = kept < capacity ? kept : capacity - 1;
    for (int32_t i = last; i > place; --i) {
        shapes[i] = shapes[i - 1];
    }
    shapes[place] = id;
    return last + 1;
}

static void take_touching(Near *n, int32_t shape, const PlacedShape *target)
{
    if (!dry__shape_touches(&n->asker, target)) {
        return;
    }
    DryQueryHit hit = { .triangle = -1 };
    dry__query_name(n->w, shape, &hit);
    if (dry__query_takes(n->options, &hit, &n->done)) {
        n->kept = insert_shape(n->shapes, n->kept, n->capacity, hit.shape);
        n->found++;
    }
}

static void take_gap(Near *n, int32_t shape, const PlacedShape *target)
{
    ShapeGap gap;
    if (!dry__shape_gap(&n->asker, target, n->distance, &gap)) {
        return;
    }
    DryQueryHit hit = dry__query_hit(target, &gap, 0.0);
    dry__query_name(n->w, shape, &hit);
    if (!dry__query_takes(n->options, &hit, &n->done)) {
        return;
    }
    n->kept = dry__query_insert(n->hits, n->kept, n->capacity, &hit);
    n->found++;
    if (n->kind == NEAR_WITHIN && n->kept == n->capacity) {
        /* one that is as far, by rounding, may still come first in order */
        double last = d_max((double)n->hits[n->kept - 1].separation, 0.0);
        n->distance = d_min(n->distance, last * (1.0 + 1e-6));
    }
}

/* The distance of the bounds tells more than a box about all that is near. */
static bool bounds_are_near(const Near *n, int32_t shape)
{
    const ProxyRecord *p = &n->w->state.shapes.proxies.data[shape];
    double sum = 0.0;
    if (p->place == PROXY_PLANE) {
        return true;
    }
    for (int k = 0; k < 3; ++k) {
        double d = d_max((double)p->fat.lower[k] - (double)n->bounds.upper[k],
                         (double)n->bounds.lower[k] - (double)p->fat.upper[k]);
        sum += d > 0.0 ? d * d : 0.0;
    }
    return sum <= n->distance * n->distance * (1.0 + 1e-6);
}

static bool visit(int32_t shape, void *context)
{
    Near *n = context;
    if (world_shape(n->w, shape)->body == n->ignored ||
        !dry__filter_accepts(n->w, shape, n->options->filter) || !bounds_are_near(n, shape)) {
        return true;
    }
    PlacedShape target = query_shape_at(n->w, shape);
    if (n->kind == NEAR_TOUCHES) {
        take_touching(n, shape, &target);
    } else {
        take_gap(n, shape, &target);
    }
    return !n->done;
}

static void run(Near *n)
{
    const DryWorld *w = n->w;
    for (int32_t i = 0; i < w->state.planes.count && !n->done; ++i) {
        (void)visit(w->state.planes.data[i], n);
    }
    DryPose pose = { n->asker.position, n->asker.rotation };
    BoxF box = dry__shape_bounds(n->asker.geometry, pose, (float)n->distance);
    if (!n->done) {
        dry__dynamic_tree_query(&w->state.stored, &box, visit, n);
    }
    if (!n->done) {
        dry__packed_tree_query(&w->derived.tree, &box, visit, n);
    }
}

/* False when something is wrong. */
static bool begin(Near *n, const DryWorld *w, const DryQueryShape *shape, ShapeGeometry *geometry,
                  const DryQueryOptions *options, const void *array, int32_t capacity, const char *call)
{
    *n = (Near){ .w = w, .options = options != NULL ? options : &dry__query_defaults, .capacity = capacity };
    if (dry__query_refuses_world(w, call) ||
        dry__query_refuses_shape(shape, false, call, geometry, &n->asker) ||
        dry__query_refuses_options(options, call) || dry__query_refuses_array(array, capacity, call)) {
        return false;
    }
    n->ignored = dry__find_body(w, n->options->ignore_body);
    n->bounds = dry__shape_bounds(geometry, (DryPose){ n->asker.position, n->asker.rotation }, 0.0f);
    return true;
}

int32_t dry_world_overlap_shape(const DryWorld *world, const DryQueryShape *shape,
                                const DryQueryOptions *options, DryShapeId *shapes, int32_t capacity)
{
    Near n;
    ShapeGeometry geometry;
    if (!begin(&n, world, shape, &geometry, options, shapes, capacity, "dry_world_overlap_shape")) {
        return -1;
    }
    n.kind = NEAR_TOUCHES;
    n.shapes = shapes;
    run(&n);
    return n.found;
}

int32_t dry_world_penetration(const DryWorld *world, const DryQueryShape *shape,
                              const DryQueryOptions *options, DryQueryHit *hits, int32_t capacity)
{
    Near n;
    ShapeGeometry geometry;
    if (!begin(&n, world, shape, &geometry, options, hits, capacity, "dry_world_penetration")) {
        return -1;
    }
    n.kind = NEAR_PENETRATES;
    n.hits = hits;
    run(&n);
    return n.found;
}

int32_t dry_world_closest(const DryWorld *world, const DryQueryShape *shape, float distance,
                          const DryQueryOptions *options, DryQueryHit *hits, int32_t capacity)
{
    const char *call = "dry_world_closest";
    Near n;
    ShapeGeometry geometry;
    if (!begin(&n, world, shape, &geometry, options, hits, capacity, call)) {
        return -1;
    }
    if (!(distance >= 0.0f && distance <= 1e12f)) {
        (void)dry__fail(NULL, DRY_ERROR_ARGUMENT, call, "distance is %g m, must be in [0, 1e12]",
                        (double)distance);
        return -1;
    }
    n.kind = NEAR_WITHIN;
    n.hits = hits;
    n.distance = (double)distance;
    if (capacity > 0) {
        run(&n);
    }
    return n.kept;
}

/* ---- two shapes ---- */

typedef struct Two {
    ShapeGeometry geometry[2];
    PlacedShape a, b;
} Two;

static bool refuses_two(const DryQueryShape *a, const DryQueryShape *b, const char *call, Two *two)
{
    return dry__query_refuses_shape(a, false, call, &two->geometry[0], &two->a) ||
           dry__query_refuses_shape(b, true, call, &two->geometry[1], &two->b);
}

bool dry_shape_cast_shape(const DryQueryShape *a, const DryQueryShape *b, DryVec3 translation,
                          DryStartOverlap start, DryQueryHit *hit)
{
    const char *call = "dry_shape_cast_shape";
    Two two;
    ShapeGap gap;
    double fraction;
    if (refuses_two(a, b, call, &two) || dry__query_refuses_vector(translation, call) ||
        dry__query_refuses_start(start, call)) {
        return false;
    }
    ShapeSweep sweep = { .way = d3_from(translation), .limit = 1.0, .start = (StartRule)start };
    if (!dry__shape_sweep(&two.a, &two.b, &sweep, &fraction, &gap)) {
        return false;
    }
    gap.separation = fraction > 0.0 ? 0.0 : gap.separation;
    if (hit != NULL) {
        *hit = dry__query_hit(&two.b, &gap, fraction);
    }
    return true;
}

static bool gap_of(const DryQueryShape *a, const DryQueryShape *b, double reach, const char *call,
                   ShapeGap *gap, DryQueryHit *hit)
{
    Two two;
    if (refuses_two(a, b, call, &two) || !dry__shape_gap(&two.a, &two.b, reach, gap)) {
        return false;
    }
    if (hit != NULL) {
        *hit = dry__query_hit(&two.b, gap, 0.0);
    }
    return true;
}

bool dry_shape_closest_points(const DryQueryShape *a, const DryQueryShape *b, DryQueryHit *hit)
{
    ShapeGap gap;
    return gap_of(a, b, 1e300, "dry_shape_closest_points", &gap, hit);
}

double dry_shape_distance(const DryQueryShape *a, const DryQueryShape *b)
{
    ShapeGap gap;
    return gap_of(a, b, 1e300, "dry_shape_distance", &gap, NULL) ? d_max(gap.separation, 0.0) : -1.0;
}

bool dry_shape_penetration(const DryQueryShape *a, const DryQueryShape *b, DryQueryHit *hit)
{
    ShapeGap gap;
    return gap_of(a, b, 0.0, "dry_shape_penetration", &gap, hit);
}
