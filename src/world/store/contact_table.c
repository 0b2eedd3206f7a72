#include "world/store/contact_table.h"

bool dry__contact_reserve_pairs(ContactTable *t, int32_t extra)
{
    /* every dormant contact may come back with its pair */
    int32_t n = t->pair_keys.count + t->ids.alive + extra;
    return array_reserve(&t->pair_keys, n) && array_reserve(&t->pair_gaps, n) &&
           array_reserve(&t->pair_caches, n) && array_reserve(&t->pair_contacts, n) &&
           dry__pair_map_reserve(&t->map, t->map.used + extra);
}

static bool reserve_pool(IdPool *ids, int32_t extra)
{
    int32_t n = ids->generation.count + extra;
    return array_reserve(&ids->generation, n) && array_reserve(&ids->free_slots, n);
}

bool dry__contact_reserve(ContactTable *t, int32_t extra, int32_t manifolds)
{
    int32_t m = t->manifold_ids.generation.count + manifolds;
    if (!reserve_pool(&t->ids, extra) || !array_reserve(&t->contacts, t->ids.generation.count + extra) ||
        !array_reserve(&t->mixes, t->ids.generation.count + extra) || !dry__contact_reserve_pairs(t, extra) ||
        !reserve_pool(&t->manifold_ids, manifolds) || !array_reserve(&t->manifolds, m) ||
        !array_reserve(&t->links, m)) {
        return false;
    }
    /* the overflow list takes whatever finds no room elsewhere, so that giving a colour cannot fail */
    return array_reserve(&t->colors[CONTACT_OVERFLOW].manifolds, t->manifold_ids.alive + manifolds);
}

int32_t dry__contact_add_pair(ContactTable *t, int32_t shape_a, int32_t shape_b)
{
    int32_t pair = t->pair_keys.count;
    PairKey key = { shape_a, shape_b };
    PairCache cache = { 0 };
    (void)array_push(&t->pair_keys, key);
    (void)array_push(&t->pair_gaps, 0.0f);
    (void)array_push(&t->pair_caches, cache);
    (void)array_push(&t->pair_contacts, -1);
    int32_t low = shape_a < shape_b ? shape_a : shape_b;
    int32_t high = shape_a < shape_b ? shape_b : shape_a;
    (void)dry__pair_map_insert(&t->map, low, high, pair);
    return pair;
}

static void map_set(ContactTable *t, PairKey key, int32_t value)
{
    int32_t low = key.shape_a < key.shape_b ? key.shape_a : key.shape_b;
    int32_t high = key.shape_a < key.shape_b ? key.shape_b : key.shape_a;
    if (value < 0) {
        dry__pair_map_remove(&t->map, low, high);
    } else {
        (void)dry__pair_map_insert(&t->map, low, high, value);
    }
}

void dry__contact_remove_pair(ContactTable *t, int32_t pair, bool dormant)
{
    int32_t last = t->pair_keys.count - 1;
    map_set(t, t->pair_keys.data[pair], dormant ? PAIR_DORMANT : -1);
    if (pair != last) {
        t->pair_keys.data[pair] = t->pair_keys.data[last];
        t->pair_gaps.data[pair] = t->pair_gaps.data[last];
        t->pair_caches.data[pair] = t->pair_caches.data[last];
        t->pair_contacts.data[pair] = t->pair_contacts.data[last];
        map_set(t, t->pair_keys.data[pair], pair);
        if (t->pair_contacts.data[pair] >= 0) {
            t->contacts.data[t->pair_contacts.data[pair]].pair = pair;
        }
    }
    t->pair_keys.count = last;
    t->pair_gaps.count = last;
    t->pair_caches.count = last;
    t->pair_contacts.count = last;
}

int32_t dry__contact_take(ContactTable *t)
{
    int32_t slot = dry__id_take(&t->ids);
    if (slot < 0 || !array_resize(&t->contacts, t->ids.generation.count) ||
        !array_resize(&t->mixes, t->ids.generation.count)) {
        return -1;
    }
    t->contacts.data[slot] =
        (Contact){ .pair = -1, .next = { -1, -1 }, .previous = { -1, -1 }, .manifold = -1 };
    return slot;
}

void dry__contact_release(ContactTable *t, int32_t contact)
{
    dry__id_release(&t->ids, contact);
}

int32_t dry__manifold_take(ContactTable *t, int32_t contact)
{
    int32_t slot = dry__id_take(&t->manifold_ids);
    if (slot < 0 || !array_resize(&t->manifolds, t->manifold_ids.generation.count) ||
        !array_resize(&t->links, t->manifold_ids.generation.count)) {
        return -1;
    }
    t->manifolds.data[slot] = (Manifold){ 0 };
    t->links.data[slot] = (ManifoldLink){ .contact = contact, .next = -1, .color = -1, .place = -1 };
    Contact *c = &t->contacts.data[contact];
    int32_t *tail = &c->manifold;
    while (*tail >= 0) {
        tail = &t->links.data[*tail].next;
    }
    *tail = slot;
    c->manifold_count++;
    return slot;
}

void dry__manifold_release(ContactTable *t, int32_t manifold)
{
    t->links.data[manifold].contact = -1;
    dry__id_release(&t->manifold_ids, manifold);
}

int32_t dry__manifold_set_color(ContactTable *t, int32_t manifold, int32_t color)
{
    if (!array_push(&t->colors[color].manifolds, manifold)) {
        color = CONTACT_OVERFLOW;
        (void)array_push(&t->colors[color].manifolds, manifold);
    }
    t->regrouped = true;
    t->links.data[manifold].color = color;
    t->links.data[manifold].place = t->colors[color].manifolds.count - 1;
    return color;
}

void dry__manifold_clear_color(ContactTable *t, int32_t manifold)
{
    ManifoldLink *link = &t->links.data[manifold];
    ColorList *list = &t->colors[link->color];
    int32_t place = link->place;
    array_remove_swap(&list->manifolds, place);
    if (place < list->manifolds.count) {
        t->links.data[list->manifolds.data[place]].place = place;
    }
    link->color = -1;
    link->place = -1;
    t->regrouped = true;
}

void dry__contact_table_free(ContactTable *t)
{
    array_free(&t->pair_keys);
    array_free(&t->pair_gaps);
    array_free(&t->pair_caches);
    array_free(&t->pair_contacts);
    dry__pair_map_free(&t->map);
    dry__id_pool_free(&t->ids);
    array_free(&t->contacts);
    array_free(&t->mixes);
    dry__id_pool_free(&t->manifold_ids);
    array_free(&t->manifolds);
    array_free(&t->links);
    for (int32_t c = 0; c < CONTACT_COLOR_LISTS; ++c) {
        array_free(&t->colors[c].manifolds);
    }
}
