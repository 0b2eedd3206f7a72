/* Many casts at once, shared among the world's workers. */
#include "base/jobs.h"
#include "world/api/check.h"
#include "world/api/query_parts.h"

enum {
    GRAIN = 32 /* casts that one worker takes at a time */
};

typedef struct Many {
    const DryWorld *w;
    const DryQueryOptions *options;
    const DryRay *rays;
    const DryShapeCast *casts; /* one of the two */
    DryQueryHit *hits;
} Many;

static void run_one(Cast *c, DryQueryHit *hit)
{
    *hit = (DryQueryHit){ .triangle = -1 };
    c->hits = hit;
    c->capacity = 1;
    dry__cast_run(c);
}

/* All were checked before. */
static void run_some(void *context, int32_t begin, int32_t end, int32_t worker)
{
    const Many *m = context;
    const char *call = "many";
    (void)worker;
    for (int32_t i = begin; i < end; ++i) {
        RayPath path;
        ShapeGeometry geometry;
        PlacedShape mover;
        if (m->rays != NULL && !dry__query_refuses_ray(m->w, m->rays[i], call, &path)) {
            Cast c = dry__cast_of_ray(m->w, &path, m->options);
            run_one(&c, &m->hits[i]);
        } else if (m->casts != NULL &&
                   !dry__query_refuses_shape(&m->casts[i].shape, false, call, &geometry, &mover)) {
            Cast c = dry__cast_of_shape(m->w, &mover, m->casts[i].translation, m->options);
            run_one(&c, &m->hits[i]);
        }
    }
}

static int32_t run(DryWorld *w, Many *m, int32_t count)
{
    dry__jobs_open(w->jobs);
    dry__jobs_for(w->jobs, count, GRAIN, run_some, m);
    dry__jobs_close(w->jobs);
    int32_t hit = 0;
    for (int32_t i = 0; i < count; ++i) {
        hit += m->hits[i].shape.index != 0 ? 1 : 0;
    }
    return hit;
}

static bool refuses(const DryWorld *w, const void *input, int32_t count, const DryQueryOptions *options,
                    const DryQueryHit *hits, const char *call)
{
    return dry__query_refuses_world(w, call) || dry__query_refuses_array(input, count, call) ||
           dry__query_refuses_array(hits, count, call) || dry__query_refuses_options(options, call);
}

int32_t dry_world_cast_rays(DryWorld *world, const DryRay *rays, int32_t count,
                            const DryQueryOptions *options, DryQueryHit *hits)
{
    const char *call = "dry_world_cast_rays";
    if (refuses(world, rays, count, options, hits, call)) {
        return -1;
    }
    for (int32_t i = 0; i < count; ++i) {
        RayPath path;
        if (dry__query_refuses_ray(world, rays[i], call, &path)) {
            return -1;
        }
    }
    Many m = { .w = world, .options = options, .rays = rays, .hits = hits };
    return run(world, &m, count);
}

int32_t dry_world_cast_shapes(DryWorld *world, const DryShapeCast *casts, int32_t count,
                              const DryQueryOptions *options, DryQueryHit *hits)
{
    const char *call = "dry_world_cast_shapes";
    if (refuses(world, casts, count, options, hits, call)) {
        return -1;
    }
    for (int32_t i = 0; i < count; ++i) {
        ShapeGeometry geometry;
        PlacedShape mover;
        if (dry__query_refuses_shape(&casts[i].shape, false, call, &geometry, &mover) ||
            dry__query_refuses_vector(casts[i].translation, call)) {
            return -1;
        }
    }
    Many m = { .w = world, .options = options, .casts = casts, .hits = hits };
    return run(world, &m, count);
}
