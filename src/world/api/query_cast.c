/* Rays and moving shapes through a world. */
#include "base/error.h"
#include "world/api/check.h"
#include "world/api/query_parts.h"

/* ---- what is met ---- */

/* Where several are as near the first in order is asked for: on as far as rounding may hide one, also at 0.
 */
static float search_limit(const Cast *c)
{
    if (c->mode == DRY_QUERY_ALL || c->kept == 0) {
        return 1.0f;
    }
    return f_min(c->hits[0].fraction * (1.0f + 1e-6f) + 1e-30f, 1.0f);
}

static void take(Cast *c, const DryQueryHit *hit)
{
    if (c->mode != DRY_QUERY_ALL && c->kept > 0 && !dry__query_precedes(hit, &c->hits[0])) {
        return;
    }
    if (!dry__query_takes(c->options, hit, &c->done)) {
        return;
    }
    c->kept = dry__query_insert(c->hits, c->kept, c->capacity, hit);
    c->found++;
    c->done = c->done || c->mode == DRY_QUERY_ANY;
}

static void meet_ray(Cast *c, int32_t shape)
{
    ShapeRayHit found;
    if (!dry__ray_meets_shape(c->w, shape, &c->ray, search_limit(c), &found)) {
        return;
    }
    bool inside = found.fraction == 0.0f && !(v3_length_squared(found.normal) > 0.0f);
    if (inside && c->options->start != DRY_START_HIT) {
        return;
    }
    DryQueryHit hit = { .normal = found.normal, .fraction = found.fraction, .triangle = found.triangle };
    hit.point = hit.query_point = pos_add(c->ray.origin, v3_scale(c->ray.translation, found.fraction));
    dry__query_name(c->w, shape, &hit);
    take(c, &hit);
}

static void meet_shape(Cast *c, int32_t shape)
{
    PlacedShape target = query_shape_at(c->w, shape);
    ShapeSweep sweep = { .way = d3_from(c->ray.translation),
                         .limit = (double)search_limit(c),
                         .start = (StartRule)c->options->start };
    ShapeGap gap;
    double fraction;
    if (!dry__shape_sweep(&c->mover, &target, &sweep, &fraction, &gap)) {
        return;
    }
    gap.separation = fraction > 0.0 ? 0.0 : gap.separation;
    DryQueryHit hit = dry__query_hit(&target, &gap, fraction);
    dry__query_name(c->w, shape, &hit);
    take(c, &hit);
}

void dry__cast_meet(Cast *c, int32_t shape)
{
    if (c->is_ray) {
        meet_ray(c, shape);
    } else {
        meet_shape(c, shape);
    }
}

/* ---- through the world ---- */

static float visit(int32_t shape, float max_fraction, void *context)
{
    Cast *c = context;
    (void)max_fraction;
    if (world_shape(c->w, shape)->body != c->ignored &&
        dry__filter_accepts(c->w, shape, c->options->filter)) {
        dry__cast_meet(c, shape);
    }
    return c->done ? 0.0f : search_limit(c);
}

void dry__cast_run(Cast *c)
{
    const DryWorld *w = c->w;
    for (int32_t i = 0; i < w->state.planes.count && !c->done; ++i) {
        (void)visit(w->state.planes.data[i], 1.0f, c);
    }
    if (!c->done) {
        dry__dynamic_tree_cast(&w->state.stored, c->ray.origin, c->half, c->ray.translation, search_limit(c),
                               visit, c);
    }
    if (!c->done) {
        dry__packed_tree_cast(&w->derived.tree, c->ray.origin, c->half, c->ray.translation, search_limit(c),
                              visit, c);
    }
}

static Cast cast_in(const DryWorld *w, const DryQueryOptions *options)
{
    Cast c = { .w = w, .options = options != NULL ? options : &dry__query_defaults };
    c.ignored = dry__find_body(w, c.options->ignore_body);
    return c;
}

Cast dry__cast_of_ray(const DryWorld *w, const RayPath *path, const DryQueryOptions *options)
{
    Cast c = cast_in(w, options);
    c.is_ray = true;
    c.ray = *path;
    return c;
}

Cast dry__cast_of_shape(const DryWorld *w, const PlacedShape *mover, DryVec3 translation,
                        const DryQueryOptions *options)
{
    Cast c = cast_in(w, options);
    BoxF box = dry__shape_bounds(mover->geometry, (DryPose){ mover->position, mover->rotation }, 0.0f);
    double middle[3];
    for (int k = 0; k < 3; ++k) {
        middle[k] = 0.5 * ((double)box.lower[k] + (double)box.upper[k]);
        c.half[k] = 0.5 * ((double)box.upper[k] - (double)box.lower[k]);
    }
    c.mover = *mover;
    c.ray = (RayPath){ dry_pos(middle[0], middle[1], middle[2]), translation };
    return c;
}

static int32_t run(Cast *c, DryQueryMode mode, DryQueryHit *hits, int32_t capacity)
{
    DryQueryHit one;
    c->mode = mode;
    bool single = mode != DRY_QUERY_ALL;
    c->hits = single ? &one : hits;
    c->capacity = single ? 1 : capacity;
    dry__cast_run(c);
    if (!single) {
        return c->found;
    }
    if (c->kept > 0 && capacity > 0) {
        hits[0] = one;
    }
    return c->kept;
}

static bool refuses(DryQueryMode mode, const DryQueryOptions *options, const void *hits, int32_t capacity,
                    const char *call)
{
    if (mode < DRY_QUERY_CLOSEST || mode > DRY_QUERY_ANY) {
        (void)dry__fail(NULL, DRY_ERROR_ARGUMENT, call, "mode is %d, must be a DRY_QUERY_...", (int)mode);
        return true;
    }
    return dry__query_refuses_options(options, call) || dry__query_refuses_array(hits, capacity, call);
}

int32_t dry_world_cast_ray(const DryWorld *world, DryRay ray, DryQueryMode mode,
                           const DryQueryOptions *options, DryQueryHit *hits, int32_t capacity)
{
    const char *call = "dry_world_cast_ray";
    RayPath path;
    if (dry__query_refuses_ray(world, ray, call, &path) || refuses(mode, options, hits, capacity, call)) {
        return -1;
    }
    Cast c = dry__cast_of_ray(world, &path, options);
    return run(&c, mode, hits, capacity);
}

int32_t dry_world_cast_shape(const DryWorld *world, const DryQueryShape *shape, DryVec3 translation,
                             DryQueryMode mode, const DryQueryOptions *options, DryQueryHit *hits,
                             int32_t capacity)
{
    const char *call = "dry_world_cast_shape";
    ShapeGeometry geometry;
    PlacedShape mover;
    if (dry__query_refuses_world(world, call) ||
        dry__query_refuses_shape(shape, false, call, &geometry, &mover) ||
        dry__query_refuses_vector(translation, call) || refuses(mode, options, hits, capacity, call)) {
        return -1;
    }
    Cast c = dry__cast_of_shape(world, &mover, translation, options);
    return run(&c, mode, hits, capacity);
}

/* ---- one shape, one body ---- */

static bool give(const Cast *c, const DryQueryHit *found, DryQueryHit *hit)
{
    if (c->kept > 0 && hit != NULL) {
        *hit = *found;
    }
    return c->kept > 0;
}

bool dry_shape_cast_ray(const DryWorld *world, DryShapeId shape, DryRay ray, DryQueryHit *hit)
{
    const char *call = "dry_shape_cast_ray";
    RayPath path;
    if (dry__query_refuses_ray(world, ray, call, &path)) {
        return false;
    }
    int32_t slot = dry__find_shape(world, shape);
    if (slot < 0) {
        (void)dry__fail(NULL, DRY_ERROR_ID, call, "no such shape: id %u generation %u", shape.index,
                        shape.generation);
        return false;
    }
    DryQueryHit one;
    Cast c = dry__cast_of_ray(world, &path, NULL);
    c.hits = &one;
    c.capacity = 1;
    dry__cast_meet(&c, slot);
    return give(&c, &one, hit);
}

static bool refuses_body(const DryWorld *w, DryBodyId body, const char *call, int32_t *slot)
{
    *slot = dry__find_body(w, body);
    if (*slot < 0) {
        (void)dry__fail(NULL, DRY_ERROR_ID, call, "no such body: id %u generation %u", body.index,
                        body.generation);
    }
    return *slot < 0;
}

static bool meet_body(Cast *c, int32_t body, DryQueryHit *hit)
{
    DryQueryHit one;
    c->hits = &one;
    c->capacity = 1;
    for (int32_t s = world_body(c->w, body)->shape_head; s >= 0; s = world_shape(c->w, s)->next) {
        dry__cast_meet(c, s);
    }
    return give(c, &one, hit);
}

bool dry_body_cast_ray(const DryWorld *world, DryBodyId body, DryRay ray, DryQueryHit *hit)
{
    const char *call = "dry_body_cast_ray";
    RayPath path;
    int32_t slot;
    if (dry__query_refuses_ray(world, ray, call, &path) || refuses_body(world, body, call, &slot)) {
        return false;
    }
    Cast c = dry__cast_of_ray(world, &path, NULL);
    return meet_body(&c, slot, hit);
}

bool dry_body_cast_shape(const DryWorld *world, DryBodyId body, const DryQueryShape *shape,
                         DryVec3 translation, DryStartOverlap start, DryQueryHit *hit)
{
    const char *call = "dry_body_cast_shape";
    ShapeGeometry geometry;
    PlacedShape mover;
    int32_t slot;
    if (dry__query_refuses_world(world, call) ||
        dry__query_refuses_shape(shape, false, call, &geometry, &mover) ||
        dry__query_refuses_vector(translation, call) || dry__query_refuses_start(start, call) ||
        refuses_body(world, body, call, &slot)) {
        return false;
    }
    DryQueryOptions options = dry__query_defaults;
    options.start = start;
    Cast c = dry__cast_of_shape(world, &mover, translation, &options);
    return meet_body(&c, slot, hit);
}
