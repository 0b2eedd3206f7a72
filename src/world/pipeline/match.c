#include "world/pipeline/match.h"

enum {
    MAX_OLD = MESH_MANIFOLD_MAX * MANIFOLD_MAX_POINTS
};

/* Cosines of the turn of a normal beyond which normal and tangential impulses are dropped: along another
   direction they would do work of their own. */
#define KEEP_NORMAL 0.7f
#define KEEP_FRICTION 0.9f

typedef struct Source {
    const Manifold *old;
    int32_t old_count;
    bool used[MAX_OLD];              /* per old point */
    int32_t heir[MESH_MANIFOLD_MAX]; /* old manifold -> fresh manifold that takes its friction, or -1 */
} Source;

static void take_point(Source *source, Manifold *fresh, int32_t fresh_index, int32_t point, int32_t old_point)
{
    int32_t m = old_point / MANIFOLD_MAX_POINTS, p = old_point % MANIFOLD_MAX_POINTS;
    const Manifold *old = &source->old[m];
    source->used[old_point] = true;
    float turn = v3_dot(old->normal, fresh->normal);
    if (turn > KEEP_NORMAL) {
        fresh->normal_impulse[point] = old->normal_impulse[p];
    }
    if (source->heir[m] < 0) {
        source->heir[m] = fresh_index;
        fresh->flags = (uint16_t)((old->flags & ~MANIFOLD_OWNED) | (fresh->flags & MANIFOLD_OWNED));
        if (turn > KEEP_FRICTION) {
            fresh->friction_impulse = v3_add(fresh->friction_impulse, old->friction_impulse);
            fresh->twist_impulse += old->twist_impulse;
            fresh->rolling_impulse = v3_add(fresh->rolling_impulse, old->rolling_impulse);
        }
    }
}

static int32_t same_feature(const Source *source, uint32_t feature)
{
    for (int32_t m = 0; m < source->old_count; ++m) {
        for (int32_t p = 0; p < source->old[m].count; ++p) {
            int32_t i = m * MANIFOLD_MAX_POINTS + p;
            if (!source->used[i] && source->old[m].points[p].feature == feature) {
                return i;
            }
        }
    }
    return -1;
}

static int32_t nearest(const Source *source, DryVec3 position, float reach)
{
    int32_t best = -1;
    float best_distance = reach * reach;
    for (int32_t m = 0; m < source->old_count; ++m) {
        for (int32_t p = 0; p < source->old[m].count; ++p) {
            int32_t i = m * MANIFOLD_MAX_POINTS + p;
            float d = v3_length_squared(v3_sub(source->old[m].points[p].position, position));
            if (!source->used[i] && d < best_distance) {
                best_distance = d;
                best = i;
            }
        }
    }
    return best;
}

/* Also the points that the kernel left alone: state must not hold what an earlier pair wrote there. */
static void clear_rest(Manifold *m)
{
    for (int32_t i = m->count; i < MANIFOLD_MAX_POINTS; ++i) {
        m->points[i] = (ManifoldPoint){ 0 };
    }
    for (int32_t i = 0; i < MANIFOLD_MAX_POINTS; ++i) {
        m->normal_impulse[i] = 0.0f;
        m->total_impulse[i] = 0.0f;
    }
    m->friction_impulse = v3(0.0f, 0.0f, 0.0f);
    m->twist_impulse = 0.0f;
    m->rolling_impulse = v3(0.0f, 0.0f, 0.0f);
    m->flags &= MANIFOLD_OWNED;
}

void dry__match_manifolds(Manifold *fresh, int32_t fresh_count, const Manifold *old, int32_t old_count,
                          float reach)
{
    Source source = { .old = old, .old_count = old_count };
    bool open[MAX_OLD] = { false }; /* fresh points without a predecessor yet */
    for (int32_t i = 0; i < MESH_MANIFOLD_MAX; ++i) {
        source.heir[i] = -1;
    }
    for (int32_t m = 0; m < fresh_count; ++m) {
        clear_rest(&fresh[m]);
        for (int32_t p = 0; p < fresh[m].count; ++p) {
            int32_t found = same_feature(&source, fresh[m].points[p].feature);
            if (found >= 0) {
                take_point(&source, &fresh[m], m, p, found);
            } else {
                open[m * MANIFOLD_MAX_POINTS + p] = true;
            }
        }
    }
    for (int32_t m = 0; m < fresh_count; ++m) {
        for (int32_t p = 0; p < fresh[m].count; ++p) {
            if (open[m * MANIFOLD_MAX_POINTS + p]) {
                int32_t found = nearest(&source, fresh[m].points[p].position, reach);
                if (found >= 0) {
                    take_point(&source, &fresh[m], m, p, found);
                }
            }
        }
    }
}
