/* Islands at rest fall asleep as a whole. Islands are only looked for when some body has rested long enough.
 */
#include "world/pipeline/stages.h"

#include "world/edit/wake_edit.h"
#include "world/pipeline/rest.h"

#include <stdlib.h>

static bool some_body_is_ready(const DryWorld *w)
{
    for (int32_t i = 0; i < w->state.awake.count; ++i) {
        const BodyCold *c = world_body(w, w->state.awake.data[i]);
        if (body_is_dynamic(c) && c->sleep_timer >= w->def.sleep_time) {
            return true;
        }
    }
    return false;
}

/* Union-find over awake indices: the root of a set is its smallest member, so the sets do not depend on the
 * order of unions. */
static int32_t find_root(int32_t *roots, int32_t i)
{
    while (roots[i] != i) {
        roots[i] = roots[roots[i]];
        i = roots[i];
    }
    return i;
}

static void unite(int32_t *roots, int32_t a, int32_t b)
{
    int32_t ra = find_root(roots, a), rb = find_root(roots, b);
    if (ra < rb) {
        roots[rb] = ra;
    } else {
        roots[ra] = rb;
    }
}

/* Two awake dynamic bodies belong together; a dynamic one with a moving kinematic stays awake. */
static void connect(DryWorld *w, int32_t body_a, int32_t body_b)
{
    const BodyCold *a = world_body(w, body_a), *b = world_body(w, body_b);
    if (a->awake_index < 0 || b->awake_index < 0) {
        return;
    }
    if (body_is_dynamic(a) && body_is_dynamic(b)) {
        unite(w->scratch.roots.data, a->awake_index, b->awake_index);
    } else {
        w->scratch.timers.data[a->awake_index] = 0.0f;
        w->scratch.timers.data[b->awake_index] = 0.0f;
    }
}

static void connect_all(DryWorld *w)
{
    const ContactTable *contacts = &w->state.contacts;
    for (int32_t color = 0; color < CONTACT_COLOR_LISTS; ++color) {
        for (int32_t i = 0; i < contacts->colors[color].manifolds.count; ++i) {
            int32_t m = contacts->colors[color].manifolds.data[i];
            const Contact *c = &contacts->contacts.data[contacts->links.data[m].contact];
            connect(w, c->body[0], c->body[1]);
        }
    }
    const JointTable *joints = &w->state.joints;
    for (int32_t color = 0; color < JOINT_COLOR_LISTS; ++color) {
        for (int32_t i = 0; i < joints->colors[color].joints.count; ++i) {
            const JointLink *link = &joints->links.data[joints->colors[color].joints.data[i]];
            connect(w, link->body[0], link->body[1]);
        }
    }
}

/* Each set's shortest rest, kept at its root. */
static void spread_timers(DryWorld *w)
{
    int32_t *roots = w->scratch.roots.data;
    float *timers = w->scratch.timers.data;
    for (int32_t i = 0; i < w->state.awake.count; ++i) {
        int32_t root = find_root(roots, i);
        timers[root] = f_min(timers[root], timers[i]);
    }
}

/* Total: no two keys are equal. */
static int compare_keys(const void *a, const void *b)
{
    uint64_t x = ((const SortKey *)a)->key, y = ((const SortKey *)b)->key;
    return (x > y) - (x < y);
}

/* The ready bodies as (root, body), then islands as runs of equal roots in slot order. */
static void sleep_ready(DryWorld *w)
{
    WorldScratch *k = &w->scratch;
    int32_t count = w->state.awake.count, ready = 0;
    for (int32_t i = 0; i < count; ++i) {
        int32_t body = w->state.awake.data[i];
        int32_t root = find_root(k->roots.data, i);
        if (body_is_dynamic(world_body(w, body)) && k->timers.data[root] >= w->def.sleep_time) {
            k->sort_keys.data[ready++] =
                (SortKey){ .key = (uint64_t)(uint32_t)w->state.awake.data[root] << 32 | (uint32_t)body,
                           .index = body };
        }
    }
    qsort(k->sort_keys.data, (size_t)ready, sizeof(SortKey), compare_keys);
    for (int32_t begin = 0; begin < ready;) {
        int32_t end = begin;
        k->stack.count = 0;
        while (end < ready && k->sort_keys.data[end].key >> 32 == k->sort_keys.data[begin].key >> 32) {
            (void)array_push(&k->stack, k->sort_keys.data[end].index);
            ++end;
        }
        dry__sleep_island(w, k->stack.data, k->stack.count);
        for (int32_t i = 0; i < k->stack.count; ++i) {
            world_body(w, k->stack.data[i])->flags |= BODY_JUST_SLEPT;
        }
        begin = end;
    }
    k->stack.count = 0;
}

/* Bodies that rest, but not in balance, keep their islands awake. */
static void hold_unsupported(DryWorld *w)
{
    for (int32_t i = 0; i < w->state.awake.count; ++i) {
        int32_t body = w->state.awake.data[i];
        float *timer = &w->scratch.timers.data[i];
        if (*timer >= w->def.sleep_time && body_is_dynamic(world_body(w, body)) &&
            !dry__rest_supported(w, body)) {
            *timer = 0.0f;
        }
    }
}

void dry__stage_sleep(DryWorld *w)
{
    WorldScratch *k = &w->scratch;
    int32_t count = w->state.awake.count;
    if (!w->def.sleeping || !some_body_is_ready(w)) {
        return;
    }
    /* without room for the search nobody falls asleep yet */
    if (!array_resize(&k->roots, count) || !array_resize(&k->timers, count) ||
        !array_resize(&k->sort_keys, count)) {
        return;
    }
    for (int32_t i = 0; i < count; ++i) {
        const BodyCold *c = world_body(w, w->state.awake.data[i]);
        k->roots.data[i] = i;
        k->timers.data[i] = c->sleep_timer;
    }
    if (w->state.sleep.criterion == DRY_SLEEP_SUPPORTED) {
        hold_unsupported(w);
    }
    connect_all(w);
    spread_timers(w);
    sleep_ready(w);
}
