/* Queries. They read only, so any number of threads may run them between steps. */
#include "world/api/check.h"
#include "world/api/query_parts.h"
#include "world/edit/proxy_edit.h"

/* ---- rays ---- */

typedef struct RayQuery {
    const DryWorld *w;
    DryFilter filter;
    RayPath path;
    DryRayHit *hits;
    float *fractions;
    int32_t capacity, count;
    bool closest_only;
    float best;
    int32_t best_shape;
    ShapeRayHit best_hit;
} RayQuery;

static DryRayHit finished(const RayQuery *q, int32_t shape, const ShapeRayHit *hit)
{
    DryRayHit r = { .body = world_body_id(q->w, world_shape(q->w, shape)->body),
                    .shape = world_shape_id(q->w, shape),
                    .point = pos_add(q->path.origin, v3_scale(q->path.translation, hit->fraction)),
                    .normal = hit->normal,
                    .distance = hit->fraction * v3_length(q->path.translation),
                    .triangle = hit->triangle,
                    .material = dry__query_material(q->w, shape, hit->triangle) };
    return r;
}

/* The lowest of shapes at the same distance is asked for: on as far as rounding may hide one, also at 0. */
static float search_limit(const RayQuery *q)
{
    return q->closest_only ? f_min(q->best * (1.0f + 1e-6f) + 1e-30f, 1.0f) : 1.0f;
}

static float visit_closest(int32_t shape, float max_fraction, void *context)
{
    RayQuery *q = context;
    ShapeRayHit hit;
    (void)max_fraction;
    if (dry__filter_accepts(q->w, shape, q->filter) &&
        dry__ray_meets_shape(q->w, shape, &q->path, search_limit(q), &hit) &&
        (hit.fraction < q->best ||
         (hit.fraction == q->best && (q->best_shape < 0 || shape < q->best_shape)))) {
        q->best = hit.fraction;
        q->best_shape = shape;
        q->best_hit = hit;
    }
    return search_limit(q);
}

/* Before (distance, shape) order among the hits kept. */
static bool precedes(const RayQuery *q, float fraction, uint32_t shape_index, int32_t i)
{
    return fraction < q->fractions[i] ||
           (fraction == q->fractions[i] && shape_index < q->hits[i].shape.index);
}

static float visit_all(int32_t shape, float max_fraction, void *context)
{
    RayQuery *q = context;
    ShapeRayHit hit;
    if (!dry__filter_accepts(q->w, shape, q->filter) ||
        !dry__ray_meets_shape(q->w, shape, &q->path, 1.0f, &hit)) {
        return max_fraction;
    }
    DryRayHit found = finished(q, shape, &hit);
    int32_t kept = q->count < q->capacity ? q->count : q->capacity;
    int32_t place = kept;
    while (place > 0 && precedes(q, hit.fraction, found.shape.index, place - 1)) {
        --place;
    }
    if (place < q->capacity) {
        int32_t last = kept < q->capacity ? kept : q->capacity - 1;
        for (int32_t i = last; i > place; --i) {
            q->hits[i] = q->hits[i - 1];
            q->fractions[i] = q->fractions[i - 1];
        }
        q->hits[place] = found;
        q->fractions[place] = hit.fraction;
    }
    q->count++;
    return max_fraction;
}

static void run_ray(RayQuery *q, TreeRayFn *visit)
{
    const DryWorld *w = q->w;
    for (int32_t i = 0; i < w->state.planes.count; ++i) {
        (void)visit(w->state.planes.data[i], search_limit(q), q);
    }
    dry__dynamic_tree_ray(&w->state.stored, q->path.origin, q->path.translation, search_limit(q), visit, q);
    dry__packed_tree_ray(&w->derived.tree, q->path.origin, q->path.translation, search_limit(q), visit, q);
}

static bool begin_ray(const DryWorld *w, DryRay ray, DryFilter filter, const char *call, RayQuery *q)
{
    RayPath path;
    if (dry__query_refuses_ray(w, ray, call, &path)) {
        return false;
    }
    *q = (RayQuery){ .w = w, .filter = filter, .path = path, .best = 1.0f, .best_shape = -1 };
    return true;
}

bool dry_world_cast_ray_closest(const DryWorld *world, DryRay ray, DryFilter filter, DryRayHit *hit)
{
    RayQuery q;
    if (!begin_ray(world, ray, filter, "dry_world_cast_ray_closest", &q)) {
        return false;
    }
    q.closest_only = true;
    run_ray(&q, visit_closest);
    if (q.best_shape < 0) {
        return false;
    }
    if (hit != NULL) {
        *hit = finished(&q, q.best_shape, &q.best_hit);
    }
    return true;
}

int32_t dry_world_cast_ray_all(const DryWorld *world, DryRay ray, DryFilter filter, DryRayHit *hits,
                               int32_t capacity)
{
    const char *call = "dry_world_cast_ray_all";
    RayQuery q;
    if (!begin_ray(world, ray, filter, call, &q)) {
        return -1;
    }
    if (capacity < 0 || (hits == NULL && capacity > 0)) {
        (void)dry__fail(NULL, DRY_ERROR_ARGUMENT, call, "capacity is %d with %s", capacity,
                        hits == NULL ? "no hits" : "hits");
        return -1;
    }
    q.hits = hits;
    q.capacity = capacity;
    size_t bytes = sizeof(float) * (size_t)capacity;
    q.fractions = dry__alloc(bytes);
    if (q.fractions == NULL && capacity > 0) {
        (void)dry__fail(NULL, DRY_ERROR_MEMORY, call, "out of memory");
        return -1;
    }
    run_ray(&q, visit_all);
    dry__free(q.fractions, bytes);
    return q.count;
}

/* ---- boxes ---- */

typedef struct BoxQuery {
    const DryWorld *w;
    DryFilter filter;
    DryPos center;
    DryVec3 half;
    DryShapeId *shapes;
    int32_t capacity, count;
} BoxQuery;

static bool visit_box(int32_t shape, void *context)
{
    BoxQuery *q = context;
    const CollideShape *c = &q->w->state.shapes.collide.data[shape];
    DryFrame frame = { pos_sub(c->position, q->center), c->rotation };
    if (!dry__filter_accepts(q->w, shape, q->filter) ||
        !dry__shape_overlaps_box(&c->geometry, frame, q->half)) {
        return true;
    }
    DryShapeId id = world_shape_id(q->w, shape);
    int32_t kept = q->count < q->capacity ? q->count : q->capacity;
    int32_t place = kept;
    while (place > 0 && id.index < q->shapes[place - 1].index) {
        --place;
    }
    if (place < q->capacity) {
        for (int32_t i = kept < q->capacity ? kept : q->capacity - 1; i > place; --i) {
            q->shapes[i] = q->shapes[i - 1];
        }
        q->shapes[place] = id;
    }
    q->count++;
    return true;
}

static float half_of(double low, double high)
{
    return (float)(0.5 * (high - low));
}

/* The box in single precision, rounded outward, for the trees. */
static BoxF tree_box(DryBounds b)
{
    const double low[3] = { b.lower.x, b.lower.y, b.lower.z }, high[3] = { b.upper.x, b.upper.y, b.upper.z };
    BoxF box;
    for (int i = 0; i < 3; ++i) {
        float l = (float)low[i], h = (float)high[i];
        box.lower[i] = l - fabsf(l) * 2.4e-7f - 1e-37f;
        box.upper[i] = h + fabsf(h) * 2.4e-7f + 1e-37f;
    }
    return box;
}

int32_t dry_world_overlap_box(const DryWorld *world, DryBounds box, DryFilter filter, DryShapeId *shapes,
                              int32_t capacity)
{
    const char *call = "dry_world_overlap_box";
    if (world == NULL || world->stepping || capacity < 0 || (shapes == NULL && capacity > 0)) {
        (void)dry__fail(NULL, DRY_ERROR_ARGUMENT, call,
                        "the world is null or stepping, or capacity %d does not fit the array", capacity);
        return -1;
    }
    bool ordered = box.lower.x <= box.upper.x && box.lower.y <= box.upper.y && box.lower.z <= box.upper.z;
    if (!pos_finite(box.lower) || !pos_finite(box.upper) || !ordered) {
        (void)dry__fail(NULL, DRY_ERROR_ARGUMENT, call, "the box must be finite with lower <= upper");
        return -1;
    }
    BoxQuery q = { .w = world,
                   .filter = filter,
                   .center = dry_pos(0.5 * (box.lower.x + box.upper.x), 0.5 * (box.lower.y + box.upper.y),
                                     0.5 * (box.lower.z + box.upper.z)),
                   .half = v3(half_of(box.lower.x, box.upper.x), half_of(box.lower.y, box.upper.y),
                              half_of(box.lower.z, box.upper.z)),
                   .shapes = shapes,
                   .capacity = capacity };
    BoxF bounds = tree_box(box);
    for (int32_t i = 0; i < world->state.planes.count; ++i) {
        (void)visit_box(world->state.planes.data[i], &q);
    }
    dry__dynamic_tree_query(&world->state.stored, &bounds, visit_box, &q);
    dry__packed_tree_query(&world->derived.tree, &bounds, visit_box, &q);
    return q.count;
}
