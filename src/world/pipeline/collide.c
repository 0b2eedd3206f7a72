/* Narrow phase. Tier 0 walks the pair stream and skips pairs that cannot have come together yet (a gap
   shrinks by no more than the motion of the two shapes); the rest is sorted by kind of pair, and each
   kind runs its kernel over its list. */
#include "world/pipeline/stages.h"

#include <string.h>

enum {
    BLOCK = 2048
}; /* pairs per block of tier 0 */

typedef struct TierContext {
    DryWorld *w;
    float fall;                        /* what the acceleration of the step may add to an approach */
    uint8_t bounces[JOBS_MAX_WORKERS]; /* the worker has met a moving pair that bounces */
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

static float way_ahead(const ProxyTravel *t)
{
    return v3_length(t->ahead) + t->spin;
}

static bool pair_bounces(const DryWorld *w, PairKey key)
{
    return world_shape(w, key.shape_a)->material.restitution > 0.0f ||
           world_shape(w, key.shape_b)->material.restitution > 0.0f;
}

static uint8_t work_of(const DryWorld *w, PairKey key)
{
    return still_near(w, key) ? (uint8_t)kind_of(w, key) : (uint8_t)WORK_STALE;
}

static bool can_be_struck(const DryWorld *w, int32_t shape)
{
    return world_body(w, world_shape(w, shape)->body)->inv_mass > 0.0f;
}

/* Which of the pair's shapes may not give way to the other: 1 (A), 2 (B), or 0. Most of those are not in the
   packed tree. */
static int holding_side(const DryWorld *w, PairKey key)
{
    if (w->state.shapes.proxies.data[key.shape_a].place != (int32_t)PROXY_AWAKE) {
        return 1;
    }
    if (w->state.shapes.proxies.data[key.shape_b].place != (int32_t)PROXY_AWAKE) {
        return 2;
    }
    if (w->derived.kinematics == 0) {
        return 0;
    }
    bool moves_a = can_be_struck(w, key.shape_a), moves_b = can_be_struck(w, key.shape_b);
    return !moves_a ? 1 : !moves_b ? 2 : 0;
}

static float margin_of(const TierContext *tier, float ahead)
{
    return tier->w->def.speculative_distance + 1.05f * ahead + tier->fall;
}

static void tier_zero(TierContext *tier, int32_t begin, int32_t end, int32_t worker)
{
    DryWorld *w = tier->w;
    ContactTable *t = &w->state.contacts;
    const ProxyTravel *travel = w->state.shapes.travel.data;
    for (int32_t i = begin; i < end; ++i) {
        PairKey key = t->pair_keys.data[i];
        const ProxyTravel *a = &travel[key.shape_a], *b = &travel[key.shape_b];
        float moved = v3_length(v3_sub(a->moved, b->moved)) + a->turned + b->turned;
        float gap = t->pair_gaps.data[i] - moved * (1.0f + 1e-5f) - 1e-6f;
        float ahead = v3_length(v3_sub(a->ahead, b->ahead)) + a->spin + b->spin;
        float margin = margin_of(tier, ahead);
        w->scratch.margins.data[i] = margin;
        if (gap > margin) {
            t->pair_gaps.data[i] = gap;
            w->scratch.work_kind.data[i] = WORK_SKIP;
        } else {
            w->scratch.work_kind.data[i] = work_of(w, key);
        }
        if (tier->bounces[worker] == 0 && f_max(way_ahead(a), way_ahead(b)) > w->def.speculative_distance &&
            pair_bounces(w, key)) {
            tier->bounces[worker] = 1;
        }
    }
}

static void count_work(DryWorld *w, int32_t block)
{
    int32_t pairs = w->state.contacts.pair_keys.count;
    int32_t from = block * BLOCK, to = from + BLOCK < pairs ? from + BLOCK : pairs;
    int32_t *counts = &w->scratch.block_counts.data[block * PAIR_KIND_COUNT];
    for (int32_t k = 0; k < PAIR_KIND_COUNT; ++k) {
        counts[k] = 0;
    }
    int32_t held = 0;
    for (int32_t i = from; i < to; ++i) {
        uint8_t kind = w->scratch.work_kind.data[i];
        if (kind < PAIR_KIND_COUNT) {
            counts[kind]++;
            held += w->def.weld_contacts && holding_side(w, w->state.contacts.pair_keys.data[i]) != 0 ? 1 : 0;
        }
    }
    w->scratch.block_held.data[block] = held;
}

static void run_tier_zero(void *context, int32_t begin, int32_t end, int32_t worker)
{
    TierContext *tier = context;
    int32_t pairs = tier->w->state.contacts.pair_keys.count;
    for (int32_t block = begin; block < end; ++block) {
        int32_t from = block * BLOCK, to = from + BLOCK < pairs ? from + BLOCK : pairs;
        tier_zero(tier, from, to, worker);
        count_work(tier->w, block);
    }
}

/* ---- pairs that bounce ----

   A bounce turns velocities round within the step and hands them on: a ball that rests beside another one may
   be struck by a third and reach it at once. So margins between shapes that bounce take the sum of their
   speeds, whatever the directions, and count each as fast as the fastest of those that may strike it. */

enum {
    STRIKES = 2 /* one after another in a step, that margins foresee */
};

static bool some_bounce(const TierContext *tier)
{
    bool some = false;
    for (int32_t i = 0; i < JOBS_MAX_WORKERS; ++i) {
        some = some || tier->bounces[i] != 0;
    }
    return some;
}

static bool pair_within(const DryWorld *w, int32_t pair, float margin)
{
    return w->scratch.work_kind.data[pair] != WORK_SKIP || w->state.contacts.pair_gaps.data[pair] <= margin;
}

/* Speeds are handed on to the shapes within reach. */
static void hand_on(const TierContext *tier, const float *reach, float *next)
{
    const DryWorld *w = tier->w;
    const ContactTable *t = &w->state.contacts;
    for (int32_t i = 0; i < t->pair_keys.count; ++i) {
        PairKey key = t->pair_keys.data[i];
        float a = reach[key.shape_a], b = reach[key.shape_b];
        if (a == b || !pair_bounces(w, key) || !pair_within(w, i, margin_of(tier, a + b))) {
            continue;
        }
        int32_t slower = a < b ? key.shape_a : key.shape_b;
        if (can_be_struck(w, slower)) {
            next[slower] = f_max(f_max(a, b), next[slower]);
        }
    }
}

static bool widen_for_bounces(const TierContext *tier, int32_t blocks)
{
    DryWorld *w = tier->w;
    ContactTable *t = &w->state.contacts;
    int32_t shapes = w->state.shapes.travel.count;
    if (!array_resize(&w->scratch.reach, 2 * shapes)) {
        return false;
    }
    float *reach = w->scratch.reach.data, *next = reach + shapes;
    for (int32_t s = 0; s < shapes; ++s) {
        reach[s] = next[s] = way_ahead(&w->state.shapes.travel.data[s]);
    }
    for (int strike = 0; strike < STRIKES; ++strike) {
        hand_on(tier, reach, next);
        memcpy(reach, next, (size_t)shapes * sizeof *reach);
    }
    for (int32_t i = 0; i < t->pair_keys.count; ++i) {
        PairKey key = t->pair_keys.data[i];
        if (!pair_bounces(w, key)) {
            continue;
        }
        float margin = margin_of(tier, reach[key.shape_a] + reach[key.shape_b]);
        if (w->scratch.work_kind.data[i] == WORK_SKIP && pair_within(w, i, margin)) {
            w->scratch.work_kind.data[i] = work_of(w, key);
        }
        w->scratch.margins.data[i] = margin;
    }
    for (int32_t block = 0; block < blocks; ++block) {
        count_work(w, block);
    }
    return true;
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

/* The same for what welding looks at; true when there is room. */
static bool place_held(DryWorld *w, int32_t blocks)
{
    int32_t place = 0;
    for (int32_t block = 0; block < blocks; ++block) {
        int32_t count = w->scratch.block_held.data[block];
        w->scratch.block_held.data[block] = place;
        place += count;
    }
    return array_resize(&w->scratch.held, place);
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
        int32_t held = w->scratch.block_held.data[block];
        int32_t held_end =
            to < t->pair_keys.count ? w->scratch.block_held.data[block + 1] : w->scratch.held.count;
        for (int32_t i = from; i < to; ++i) {
            uint8_t kind = w->scratch.work_kind.data[i];
            if (kind < PAIR_KIND_COUNT) {
                PairKey key = t->pair_keys.data[i];
                int side = held < held_end ? holding_side(w, key) : 0;
                if (side != 0) {
                    w->scratch.held.data[held++] = side == 1 ? ~place[kind] : place[kind];
                }
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
        !array_resize(&k->block_counts, blocks * PAIR_KIND_COUNT) || !array_resize(&k->block_held, blocks)) {
        return false;
    }
    TierContext tier = { .w = w, .fall = 2.0f * v3_length(w->state.gravity) * dt * dt };
    dry__jobs_for(w->jobs, blocks, 1, run_tier_zero, &tier);
    if (some_bounce(&tier) && !widen_for_bounces(&tier, blocks)) {
        return false;
    }
    int32_t work = place_work(w, blocks);
    int32_t manifolds = place_manifolds(w);
    if (!place_held(w, blocks) || !array_resize(&k->work, work) || !array_resize(&k->results, work) ||
        !array_resize(&k->changed, work) || !array_resize(&k->found_manifolds, manifolds)) {
        return false;
    }
    dry__jobs_for(w->jobs, blocks, 1, list_work, &tier);
    run_kernels(w);
    if (!dry__stage_weld(w)) {
        return false;
    }
    dry__stage_foresee(w, dt, tier.fall);
    return true;
}
