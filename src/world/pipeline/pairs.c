/* Broad phase: the packed tree of awake proxies joined with itself, the persistent tree joined with the awake
   proxies that moved out of their fat boxes. A pair is new when its fat boxes overlap now and did not at the
   last search. */
#include "world/edit/contact_edit.h"
#include "world/edit/proxy_edit.h"
#include "world/pipeline/stages.h"

/* Of the proxies listed in scratch.tree_items. */
static bool build_tree(DryWorld *w)
{
    WorldState *s = &w->state;
    int32_t count = w->scratch.tree_items.count;
    w->derived.tree_stale = true;
    if (!array_resize(&w->scratch.boxes, count)) {
        return false;
    }
    for (int32_t i = 0; i < count; ++i) {
        w->scratch.boxes.data[i] = s->shapes.proxies.data[w->scratch.tree_items.data[i]].fat;
    }
    if (!dry__packed_tree_build(&w->derived.tree, w->scratch.boxes.data, w->scratch.tree_items.data, count,
                                w->jobs)) {
        return false;
    }
    for (int32_t i = 0; i < count; ++i) {
        s->shapes.proxies.data[w->derived.tree.items.data[i]].order = i;
    }
    w->derived.tree_stale = false;
    return true;
}

/* Awake proxies, with those that queries still find in the persistent tree or without them. */
static bool list_awake(DryWorld *w, bool with_pending)
{
    const WorldState *s = &w->state;
    w->scratch.tree_items.count = 0;
    if (!array_reserve(&w->scratch.tree_items, s->awake_shapes.count)) {
        return false;
    }
    for (int32_t i = 0; i < s->awake_shapes.count; ++i) {
        int32_t shape = s->awake_shapes.data[i];
        if (with_pending || s->shapes.proxies.data[shape].pending < 0) {
            (void)array_push(&w->scratch.tree_items, shape);
        }
    }
    return true;
}

/* Without memory for the packed tree queries find every awake proxy in the persistent one, where there is
 * always room. */
static void store_awake(DryWorld *w)
{
    WorldState *s = &w->state;
    (void)dry__packed_tree_build(&w->derived.tree, NULL, NULL, 0, w->jobs);
    for (int32_t i = 0; i < s->awake_shapes.count; ++i) {
        int32_t shape = s->awake_shapes.data[i];
        ProxyRecord *p = &s->shapes.proxies.data[shape];
        p->order = -1;
        if (p->pending < 0) {
            p->pending = dry__dynamic_tree_insert(&s->stored, &p->fat, shape);
        }
    }
    w->derived.tree_stale = true;
}

static bool rebuild(DryWorld *w, bool with_pending)
{
    bool built = list_awake(w, with_pending) && build_tree(w);
    if (!built) {
        store_awake(w);
    }
    return built;
}

bool dry__rebuild_tree(DryWorld *w)
{
    return rebuild(w, true);
}

bool dry__rebuild_queries(DryWorld *w)
{
    bool built = rebuild(w, false);
    w->derived.tree_stale = !built || w->scratch.tree_items.count < w->state.awake_shapes.count;
    return built;
}

/* Queries find pending proxies in the persistent tree; from here on in the packed one. */
static void absorb_pending(DryWorld *w)
{
    WorldState *s = &w->state;
    for (int32_t i = 0; i < s->awake_shapes.count; ++i) {
        ProxyRecord *p = &s->shapes.proxies.data[s->awake_shapes.data[i]];
        if (p->pending >= 0) {
            dry__dynamic_tree_remove(&s->stored, p->pending);
            p->pending = -1;
        }
    }
}

void dry__rebuild_after_step(DryWorld *w)
{
    absorb_pending(w);
    (void)dry__rebuild_tree(w);
}

void dry__remove_pair(DryWorld *w, int32_t pair)
{
    int32_t contact = w->state.contacts.pair_contacts.data[pair];
    if (contact >= 0) {
        dry__contact_end(w, contact);
    }
    dry__contact_remove_pair(&w->state.contacts, pair, false);
}

static bool either_awake(const DryWorld *w, PairKey key)
{
    const ProxyRecord *proxies = w->state.shapes.proxies.data;
    return proxies[key.shape_a].place == PROXY_AWAKE || proxies[key.shape_b].place == PROXY_AWAKE;
}

/* What the user's filter says; without one everything may collide. */
static bool filter_allows(const DryWorld *w, PairKey key)
{
    if (w->pair_filter == NULL) {
        return true;
    }
    const ShapeRecord *a = world_shape(w, key.shape_a), *b = world_shape(w, key.shape_b);
    DryPairCandidate pair = { .world = w,
                              .shape_a = world_shape_id(w, key.shape_a),
                              .shape_b = world_shape_id(w, key.shape_b),
                              .body_a = world_body_id(w, a->body),
                              .body_b = world_body_id(w, b->body),
                              .sensor = ((a->flags | b->flags) & SHAPE_SENSOR) != 0 };
    return w->pair_filter(&pair, w->pair_filter_user);
}

static void sweep_pairs(DryWorld *w)
{
    WorldState *s = &w->state;
    ContactTable *t = &s->contacts;
    for (int32_t i = t->pair_keys.count - 1; i >= 0; --i) {
        PairKey key = t->pair_keys.data[i];
        const ShapeRecord *a = world_shape(w, key.shape_a), *b = world_shape(w, key.shape_b);
        if (((a->flags | b->flags) & SHAPE_DIRTY) == 0) {
            continue;
        }
        bool alive = a->body >= 0 && b->body >= 0 && ((a->flags | b->flags) & SHAPE_FRESH) == 0;
        bool overlap = alive && boxf_overlap(&s->shapes.proxies.data[key.shape_a].fat,
                                             &s->shapes.proxies.data[key.shape_b].fat);
        bool ask = ((a->flags | b->flags) & SHAPE_ASK) != 0;
        if (!overlap || !either_awake(w, key) || !dry__shapes_collide(w, key.shape_a, key.shape_b) ||
            (ask && !filter_allows(w, key))) {
            dry__remove_pair(w, i);
        } else {
            t->pair_gaps.data[i] = 0.0f;
        }
    }
    for (int32_t i = 0; i < s->dirty.count; ++i) {
        world_shape(w, s->dirty.data[i])->flags &= ~(uint32_t)(SHAPE_DIRTY | SHAPE_FRESH | SHAPE_ASK);
    }
    s->dirty.count = 0;
}

static PairKey oriented(const DryWorld *w, int32_t a, int32_t b)
{
    int32_t ka = world_shape(w, a)->kind, kb = world_shape(w, b)->kind;
    bool keep = ka != kb ? ka < kb : a < b;
    return keep ? (PairKey){ a, b } : (PairKey){ b, a };
}

/* Whether an overlap of fat boxes is a pair that does not exist yet. */
static bool is_new(const DryWorld *w, int32_t a, int32_t b)
{
    const ProxyRecord *pa = &w->state.shapes.proxies.data[a], *pb = &w->state.shapes.proxies.data[b];
    if (boxf_overlap(&pa->previous, &pb->previous) || !dry__shapes_collide(w, a, b)) {
        return false;
    }
    int32_t low = a < b ? a : b, high = a < b ? b : a;
    return dry__pair_map_find(&w->state.contacts.map, low, high) < 0;
}

static void add_found(TreePairList *list, int32_t a, int32_t b)
{
    TreePair pair = { a, b };
    if (!array_push(&list->pairs, pair)) {
        list->out_of_memory = true;
    }
}

static void keep_new(const DryWorld *w, TreePairList *list, int32_t from)
{
    int32_t kept = from, added = list->pairs.count - from;
    list->largest_block = added > list->largest_block ? added : list->largest_block;
    for (int32_t i = from; i < list->pairs.count; ++i) {
        TreePair p = list->pairs.data[i];
        if (is_new(w, p.a, p.b)) {
            list->pairs.data[kept++] = p;
        }
    }
    list->pairs.count = kept;
}

static void join_self(void *context, int32_t begin, int32_t end, int32_t worker)
{
    DryWorld *w = context;
    TreePairList *list = &w->scratch.found[worker];
    int32_t from = list->pairs.count;
    dry__packed_tree_self_join(&w->derived.tree, w->scratch.moved.data, begin, end, list);
    keep_new(w, list, from);
}

typedef struct StoredQuery {
    TreePairList *list;
    int32_t shape;
} StoredQuery;

static bool add_stored(int32_t item, void *context)
{
    const StoredQuery *query = context;
    add_found(query->list, query->shape, item);
    return true;
}

/* Half-spaces have no box: they overlap what reaches below their surface. */
static bool plane_reaches(const DryWorld *w, int32_t plane, const BoxF *box)
{
    const CollideShape *c = &w->state.shapes.collide.data[plane];
    DryVec3 n = quat_rotate(c->rotation, v3(0.0f, 1.0f, 0.0f));
    double x = (double)(n.x >= 0.0f ? box->lower[0] : box->upper[0]) - c->position.x;
    double y = (double)(n.y >= 0.0f ? box->lower[1] : box->upper[1]) - c->position.y;
    double z = (double)(n.z >= 0.0f ? box->lower[2] : box->upper[2]) - c->position.z;
    return (double)n.x * x + (double)n.y * y + (double)n.z * z <= 0.0;
}

static void join_stored(void *context, int32_t begin, int32_t end, int32_t worker)
{
    DryWorld *w = context;
    const WorldState *s = &w->state;
    TreePairList *list = &w->scratch.found[worker];
    for (int32_t i = begin; i < end; ++i) {
        if (w->scratch.moved.data[i] == 0) {
            continue;
        }
        int32_t shape = w->derived.tree.items.data[i];
        const ProxyRecord *p = &s->shapes.proxies.data[shape];
        int32_t from = list->pairs.count;
        StoredQuery query = { list, shape };
        dry__dynamic_tree_query(&s->stored, &p->fat, add_stored, &query);
        for (int32_t k = 0; k < s->planes.count; ++k) {
            if (plane_reaches(w, s->planes.data[k], &p->fat)) {
                add_found(list, shape, s->planes.data[k]);
            }
        }
        keep_new(w, list, from);
    }
}

/* Shapes outside the packed tree that were created, moved or put to sleep look for awake ones. */
static void join_touched(DryWorld *w)
{
    WorldState *s = &w->state;
    TreePairList *list = &w->scratch.found[0];
    for (int32_t i = 0; i < s->touched.count; ++i) {
        int32_t shape = s->touched.data[i];
        const ProxyRecord *p = &s->shapes.proxies.data[shape];
        int32_t from = list->pairs.count;
        if (p->place == PROXY_STORED) {
            StoredQuery query = { list, shape };
            dry__packed_tree_query(&w->derived.tree, &p->fat, add_stored, &query);
        } else if (p->place == PROXY_PLANE) {
            for (int32_t k = 0; k < s->awake_shapes.count; ++k) {
                if (plane_reaches(w, shape, &s->shapes.proxies.data[s->awake_shapes.data[k]].fat)) {
                    add_found(list, shape, s->awake_shapes.data[k]);
                }
            }
        }
        keep_new(w, list, from);
    }
}

static bool flag_moved(DryWorld *w)
{
    if (!array_resize(&w->scratch.moved, w->derived.tree.item_count)) {
        return false;
    }
    for (int32_t i = 0; i < w->derived.tree.item_count; ++i) {
        const ProxyRecord *p = &w->state.shapes.proxies.data[w->derived.tree.items.data[i]];
        w->scratch.moved.data[i] =
            !(boxf_contains(&p->previous, &p->fat) && boxf_contains(&p->fat, &p->previous));
    }
    return true;
}

/* A few keys are sorted faster in place than by digits. */
static const SortKey *sort_found(DryWorld *w, int32_t total)
{
    SortKey *keys = w->scratch.sort_keys.data;
    if (total > 48) {
        return dry__sort_keys(keys, keys + total, w->scratch.sort_histogram.data, total, 64, w->jobs);
    }
    for (int32_t i = 1; i < total; ++i) {
        SortKey key = keys[i];
        int32_t j = i;
        for (; j > 0 && keys[j - 1].key > key.key; --j) {
            keys[j] = keys[j - 1];
        }
        keys[j] = key;
    }
    return keys;
}

static uint64_t pair_order(PairKey key)
{
    return (uint64_t)(uint32_t)key.shape_a << 32 | (uint32_t)key.shape_b;
}

/* Gives each list room for the findings of all: which worker finds how many is chance, and whether a step
   allocates must not be. */
static bool level_lists(DryWorld *w, int32_t total)
{
    TreePairList *found = w->scratch.found;
    int32_t workers = dry__jobs_workers(w->jobs), largest = 0;
    for (int32_t i = 0; i < workers; ++i) {
        largest = found[i].largest_block > largest ? found[i].largest_block : largest;
    }
    for (int32_t i = 0; i < workers; ++i) {
        if (!array_reserve(&found[i].pairs, total + largest)) {
            return false;
        }
    }
    return true;
}

/* The workers' findings as one list sorted by (shape a, shape b), each once, in scratch.new_pairs. */
static bool merge_found(DryWorld *w)
{
    WorldScratch *k = &w->scratch;
    int32_t total = 0;
    for (int32_t i = 0; i < dry__jobs_workers(w->jobs); ++i) {
        if (k->found[i].out_of_memory) {
            return false;
        }
        total += k->found[i].pairs.count;
    }
    if (!level_lists(w, total) || !array_resize(&k->new_pairs, total) ||
        !array_resize(&k->sort_keys, 2 * total) ||
        !array_resize(&k->sort_histogram, dry__sort_histogram_size(total))) {
        return false;
    }
    int32_t n = 0;
    for (int32_t i = 0; i < dry__jobs_workers(w->jobs); ++i) {
        for (int32_t j = 0; j < k->found[i].pairs.count; ++j) {
            TreePair p = k->found[i].pairs.data[j];
            k->sort_keys.data[n++] = (SortKey){ .key = pair_order(oriented(w, p.a, p.b)) };
        }
    }
    const SortKey *sorted = sort_found(w, total);
    int32_t unique = 0;
    for (int32_t i = 0; i < total; ++i) {
        if (i == 0 || sorted[i].key != sorted[i - 1].key) {
            k->new_pairs.data[unique++] =
                (PairKey){ (int32_t)(sorted[i].key >> 32), (int32_t)(uint32_t)sorted[i].key };
        }
    }
    k->new_pairs.count = unique;
    return true;
}

static void forget_search(DryWorld *w)
{
    WorldState *s = &w->state;
    for (int32_t i = 0; i < w->derived.tree.item_count; ++i) {
        if (w->scratch.moved.data[i] != 0) {
            ProxyRecord *p = &s->shapes.proxies.data[w->derived.tree.items.data[i]];
            p->previous = p->fat;
        }
    }
    for (int32_t i = 0; i < s->touched.count; ++i) {
        ProxyRecord *p = &s->shapes.proxies.data[s->touched.data[i]];
        world_shape(w, s->touched.data[i])->flags &= ~(uint32_t)SHAPE_TOUCHED;
        /* a half-space's box is all of space: it would count as found by whatever comes near later */
        if (p->place != PROXY_AWAKE && p->place != PROXY_PLANE) {
            p->previous = p->fat;
        }
    }
    s->touched.count = 0;
}

bool dry__stage_pairs(DryWorld *w)
{
    WorldScratch *k = &w->scratch;
    if (w->state.dirty.count > 0) {
        sweep_pairs(w);
    }
    if (w->derived.tree_stale) {
        absorb_pending(w);
        if (!dry__rebuild_tree(w)) {
            return false;
        }
    }
    if (!flag_moved(w)) {
        return false;
    }
    for (int32_t i = 0; i < dry__jobs_workers(w->jobs); ++i) {
        k->found[i].pairs.count = k->found[i].largest_block = 0;
        k->found[i].out_of_memory = false;
    }
    dry__jobs_for(w->jobs, (w->derived.tree.item_count + 7) / 8, 16, join_self, w);
    dry__jobs_for(w->jobs, w->derived.tree.item_count, 64, join_stored, w);
    join_touched(w);
    if (!merge_found(w) || !dry__contact_reserve_pairs(&w->state.contacts, k->new_pairs.count)) {
        return false;
    }
    for (int32_t i = 0; i < k->new_pairs.count; ++i) {
        PairKey key = k->new_pairs.data[i];
        if (filter_allows(w, key)) {
            dry__contact_add_pair(&w->state.contacts, key.shape_a, key.shape_b);
        }
    }
    forget_search(w);
    return true;
}
