/* Welding (collision/weld.h): the pairs of bodies with what does not give way, gathered body by body. */
#include "collision/weld.h"

#include "world/pipeline/stages.h"

static int32_t mover_of(const DryWorld *w, int32_t held)
{
    return held < 0 ? w->scratch.work.data[~held].shape_b : w->scratch.work.data[held].shape_a;
}

static int32_t manifolds_of(const DryWorld *w, int32_t held)
{
    return w->scratch.results.data[held < 0 ? ~held : held].manifold_count;
}

/* Most bodies touch one such shape at most, in one plane, and are done with here. */
static bool count_touching(DryWorld *w)
{
    WorldScratch *k = &w->scratch;
    bool some = false;
    for (int32_t i = 0; i < k->held.count; ++i) {
        int32_t manifolds = manifolds_of(w, k->held.data[i]);
        if (manifolds > 0) {
            uint8_t *count = &k->held_count.data[world_shape(w, mover_of(w, k->held.data[i]))->body];
            *count = (uint8_t)(*count + manifolds < 2 ? *count + manifolds : 2);
            some = some || *count == 2;
        }
    }
    return some;
}

static void forget_counts(DryWorld *w)
{
    WorldScratch *k = &w->scratch;
    for (int32_t i = 0; i < k->held.count; ++i) {
        k->held_count.data[world_shape(w, mover_of(w, k->held.data[i]))->body] = 0;
    }
}

/* The pair is one that a body can be held by: not of sensors, and only one of the two gives way. */
static bool holds(const DryWorld *w, int32_t mover, int32_t fixed)
{
    const ShapeRecord *a = world_shape(w, mover), *b = world_shape(w, fixed);
    return ((a->flags | b->flags) & SHAPE_SENSOR) == 0 && body_is_dynamic(world_body(w, a->body)) &&
           !body_is_dynamic(world_body(w, b->body));
}

/* Keys of the touching pairs of bodies with two manifolds at least: the body, then the shape that does not
   give way. */
static bool list_touching(DryWorld *w)
{
    WorldScratch *k = &w->scratch;
    int32_t count = 0;
    if (!array_resize(&k->sort_keys, 2 * k->held.count)) {
        return false;
    }
    for (int32_t i = 0; i < k->held.count; ++i) {
        int32_t held = k->held.data[i], mover = mover_of(w, held), body = world_shape(w, mover)->body;
        if (k->held_count.data[body] < 2 || manifolds_of(w, held) == 0) {
            continue;
        }
        int32_t fixed = held < 0 ? k->work.data[~held].shape_a : k->work.data[held].shape_b;
        if (holds(w, mover, fixed)) {
            uint64_t key = (uint64_t)(uint32_t)body << 32 | (uint32_t)fixed;
            k->sort_keys.data[count++] = (SortKey){ .key = key, .index = held };
        }
    }
    k->sort_keys.count = count;
    return true;
}

/* A few keys are sorted faster in place than by digits. */
static const SortKey *sort_touching(DryWorld *w)
{
    WorldScratch *k = &w->scratch;
    SortKey *keys = k->sort_keys.data;
    int32_t count = k->sort_keys.count;
    if (count > 48) {
        return array_resize(&k->sort_histogram, dry__sort_histogram_size(count))
                   ? dry__sort_keys(keys, keys + count, k->sort_histogram.data, count, 64, w->jobs)
                   : NULL;
    }
    for (int32_t i = 1; i < count; ++i) {
        SortKey key = keys[i];
        int32_t j = i;
        for (; j > 0 && keys[j - 1].key > key.key; --j) {
            keys[j] = keys[j - 1];
        }
        keys[j] = key;
    }
    return keys;
}

static WeldPair weld_pair(const DryWorld *w, int32_t index)
{
    const WorldScratch *k = &w->scratch;
    bool mover_is_a = index >= 0;
    int32_t item = mover_is_a ? index : ~index;
    const PairWork *work = &k->work.data[item];
    int32_t mover = mover_is_a ? work->shape_a : work->shape_b,
            fixed = mover_is_a ? work->shape_b : work->shape_a;
    int32_t kind_a = world_shape(w, work->shape_a)->kind, kind_b = world_shape(w, work->shape_b)->kind;
    int32_t kind = kind_a * SHAPE_KIND_COUNT + kind_b;
    return (WeldPair){ .mover = &w->state.shapes.collide.data[mover],
                       .fixed = &w->state.shapes.collide.data[fixed],
                       .mover_is_a = mover_is_a,
                       .margin = work->margin,
                       .size = world_shape(w, mover)->inner_radius,
                       .fn = w->pair_table.fn[kind_a][kind_b],
                       .manifolds = k->found_manifolds.data + k->kind_manifolds[kind] +
                                    (ptrdiff_t)k->kind_stride[kind] * (item - k->kind_begin[kind]),
                       .result = &k->results.data[item] };
}

/* Groups of pairs of one body whose normals differ: scratch.weld_pairs and weld_groups. */
static bool list_groups(DryWorld *w, const SortKey *keys, int32_t count)
{
    WorldScratch *k = &w->scratch;
    k->weld_pairs.count = k->weld_groups.count = 0;
    for (int32_t i = 0; i < count;) {
        int32_t first = k->weld_pairs.count, end = i, manifolds = 0;
        for (; end < count && keys[end].key >> 32 == keys[i].key >> 32; ++end) {
            WeldPair pair = weld_pair(w, keys[end].index);
            manifolds += pair.result->manifold_count;
            if (!array_push(&k->weld_pairs, pair)) {
                return false;
            }
        }
        WeldGroup group = { .first = first, .count = end - i };
        if (manifolds < 2 || !dry__weld_wanted(k->weld_pairs.data + first, group.count)) {
            k->weld_pairs.count = first;
        } else if (!array_push(&k->weld_groups, group)) {
            return false;
        }
        i = end;
    }
    return true;
}

static void weld_range(void *context, int32_t begin, int32_t end, int32_t worker)
{
    DryWorld *w = context;
    for (int32_t i = begin; i < end; ++i) {
        WeldGroup *group = &w->scratch.weld_groups.data[i];
        group->welded =
            dry__weld(&w->scratch.weld_sets.data[worker], w->scratch.weld_pairs.data + group->first,
                      group->count, w->def.length_unit);
    }
}

bool dry__stage_weld(DryWorld *w)
{
    WorldScratch *k = &w->scratch;
    w->counters.welded_contacts = 0;
    if (k->held.count == 0) {
        return true;
    }
    if (!array_resize(&k->held_count, w->state.bodies.cold.count)) {
        return false;
    }
    bool some = count_touching(w), listed = !some || list_touching(w);
    forget_counts(w);
    if (!some || !listed) {
        return listed;
    }
    const SortKey *keys = sort_touching(w);
    if (keys == NULL || !list_groups(w, keys, k->sort_keys.count)) {
        return false;
    }
    if (k->weld_groups.count > 0 && !array_resize(&k->weld_sets, dry__jobs_workers(w->jobs))) {
        return false;
    }
    dry__jobs_for(w->jobs, k->weld_groups.count, 1, weld_range, w);
    for (int32_t i = 0; i < k->weld_groups.count; ++i) {
        w->counters.welded_contacts += k->weld_groups.data[i].welded;
    }
    return true;
}
