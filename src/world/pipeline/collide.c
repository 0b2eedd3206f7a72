/* Narrow phase. Tier 0 walks the pair stream and skips pairs that cannot have come together yet (NARROW: a
   gap shrinks by no more than the motion of the two shapes); the rest is sorted by kind of pair, and each
   kind runs its kernel over its list. */
#include "world/pipeline/stages.h"

enum {
    BLOCK = 2048
}; /* pairs per block of tier 0 */

typedef struct TierContext {
    DryWorld *w;
    float dt;
} TierContext;

static int32_t kind_of(const DryWorld *w, PairKey key)
{
    return world_shape(w, key.shape_a)->kind * SHAPE_KIND_COUNT + world_shape(w, key.shape_b)->kind;
}

/* Half-spaces have no fat box; their pairs last until the other shape sleeps or goes. */
static bool still_near(const DryWorld *w, PairKey key)
{
    if (world_shape(w, key.shape_b)->kind == (int32_t)SHAPE_HALF_SPACE) {
        return true;
    }
    return boxf_overlap(&w->state.shapes.proxies.data[key.shape_a].fat,
                        &w->state.shapes.proxies.data[key.shape_b].fat);
}

static void tier_zero(void *context, int32_t begin, int32_t end, int32_t worker)
{
    (void)worker;
    const TierContext *tier = context;
    DryWorld *w = tier->w;
    ContactTable *t = &w->state.contacts;
    const ProxyTravel *travel = w->state.shapes.travel.data;
    /* the acceleration of one step may add this to the approach */
    float fall = 2.0f * v3_length(w->state.gravity) * tier->dt * tier->dt;
    for (int32_t i = begin; i < end; ++i) {
        PairKey key = t->pair_keys.data[i];
        const ProxyTravel *a = &travel[key.shape_a], *b = &travel[key.shape_b];
        float moved = v3_length(v3_sub(a->moved, b->moved)) + a->turned + b->turned;
        float gap = t->pair_gaps.data[i] - moved * (1.0f + 1e-5f) - 1e-6f;
        float ahead = v3_length(v3_sub(a->ahead, b->ahead)) + a->spin + b->spin;
        float margin = w->def.speculative_distance + 1.05f * ahead + fall;
        w->scratch.margins.data[i] = margin;
        if (gap > margin) {
            t->pair_gaps.data[i] = gap;
            w->scratch.work_kind.data[i] = WORK_SKIP;
        } else {
            w->scratch.work_kind.data[i] = still_near(w, key) ? (uint8_t)kind_of(w, key) : WORK_STALE;
        }
    }
}

static void run_tier_zero(void *context, int32_t begin, int32_t end, int32_t worker)
{
    const TierContext *tier = context;
    int32_t pairs = tier->w->state.contacts.pair_keys.count;
    for (int32_t block = begin; block < end; ++block) {
        int32_t from = block * BLOCK, to = from + BLOCK < pairs ? from + BLOCK : pairs;
        tier_zero(context, from, to, worker);
        int32_t *counts = &tier->w->scratch.block_counts.data[block * PAIR_KIND_COUNT];
        for (int32_t k = 0; k < PAIR_KIND_COUNT; ++k) {
            counts[k] = 0;
        }
        for (int32_t i = from; i < to; ++i) {
            uint8_t kind = tier->w->scratch.work_kind.data[i];
            if (kind < PAIR_KIND_COUNT) {
                counts[kind]++;
            }
        }
    }
}

/* Counts become places: kind after kind, block after block. Each kind's list begins at a multiple of 8. */
static int32_t place_work(DryWorld *w, int32_t blocks)
{
    int32_t place = 0;
    for (int32_t kind = 0; kind < PAIR_KIND_COUNT; ++kind) {
        w->scratch.kind_begin[kind] = place;
        for (int32_t block = 0; block < blocks; ++block) {
            int32_t *count = &w->scratch.block_counts.data[block * PAIR_KIND_COUNT + kind];
            int32_t n = *count;
            *count = place;
            place += n;
        }
        w->scratch.kind_end[kind] = place;
        place = (place + 7) & ~7;
    }
    return place;
}

static void list_work(void *context, int32_t begin, int32_t end, int32_t worker)
{
    (void)worker;
    const TierContext *tier = context;
    DryWorld *w = tier->w;
    const ContactTable *t = &w->state.contacts;
    for (int32_t block = begin; block < end; ++block) {
        int32_t from = block * BLOCK;
        int32_t to = from + BLOCK < t->pair_keys.count ? from + BLOCK : t->pair_keys.count;
        int32_t *place = &w->scratch.block_counts.data[block * PAIR_KIND_COUNT];
        for (int32_t i = from; i < to; ++i) {
            uint8_t kind = w->scratch.work_kind.data[i];
            if (kind < PAIR_KIND_COUNT) {
                PairKey key = t->pair_keys.data[i];
                w->scratch.work.data[place[kind]++] = (PairWork){ .shape_a = key.shape_a,
                                                                  .shape_b = key.shape_b,
                                                                  .margin = w->scratch.margins.data[i],
                                                                  .cache = i };
            }
        }
    }
}

typedef struct KindContext {
    PairBatch batch; /* of the kind's own list */
    PairFn *fn;
    int32_t count;
} KindContext;

static void run_kind(void *context, int32_t begin, int32_t end, int32_t worker)
{
    (void)worker;
    const KindContext *kind = context;
    kind->fn(&kind->batch, 8 * begin, 8 * end < kind->count ? 8 * end : kind->count);
}

/* Place of the first manifold of each kind in found_manifolds; the sum is the room needed. */
static int32_t place_manifolds(DryWorld *w)
{
    int32_t total = 0;
    for (int32_t kind = 0; kind < PAIR_KIND_COUNT; ++kind) {
        int32_t a = kind / SHAPE_KIND_COUNT, b = kind % SHAPE_KIND_COUNT;
        int32_t stride = pair_kind_has_mesh((ShapeKind)a, (ShapeKind)b) ? MESH_MANIFOLD_MAX : 1;
        w->scratch.kind_stride[kind] = stride;
        w->scratch.kind_manifolds[kind] = total;
        total += stride * (w->scratch.kind_end[kind] - w->scratch.kind_begin[kind]);
    }
    return total;
}

static void run_kernels(DryWorld *w)
{
    WorldScratch *k = &w->scratch;
    for (int32_t kind = 0; kind < PAIR_KIND_COUNT; ++kind) {
        int32_t begin = k->kind_begin[kind], count = k->kind_end[kind] - begin;
        if (count == 0) {
            continue;
        }
        KindContext context = { .batch = { .shapes = w->state.shapes.collide.data,
                                           .work = k->work.data + begin,
                                           .caches = w->state.contacts.pair_caches.data,
                                           .results = k->results.data + begin,
                                           .manifolds = k->found_manifolds.data + k->kind_manifolds[kind],
                                           .stride = k->kind_stride[kind] },
                                .fn = w->pair_table.fn[kind / SHAPE_KIND_COUNT][kind % SHAPE_KIND_COUNT],
                                .count = count };
        dry__jobs_for(w->jobs, (count + 7) / 8, 4, run_kind, &context);
    }
}

bool dry__stage_collide(DryWorld *w, float dt)
{
    WorldScratch *k = &w->scratch;
    int32_t pairs = w->state.contacts.pair_keys.count;
    int32_t blocks = (pairs + BLOCK - 1) / BLOCK;
    if (!array_resize(&k->work_kind, pairs) || !array_resize(&k->margins, pairs) ||
        !array_resize(&k->block_counts, blocks * PAIR_KIND_COUNT)) {
        return false;
    }
    TierContext tier = { w, dt };
    dry__jobs_for(w->jobs, blocks, 1, run_tier_zero, &tier);
    int32_t work = place_work(w, blocks);
    int32_t manifolds = place_manifolds(w);
    if (!array_resize(&k->work, work) || !array_resize(&k->results, work) ||
        !array_resize(&k->changed, work) || !array_resize(&k->found_manifolds, manifolds)) {
        return false;
    }
    dry__jobs_for(w->jobs, blocks, 1, list_work, &tier);
    run_kernels(w);
    return true;
}
