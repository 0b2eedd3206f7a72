#include "world/edit/contact_edit.h"

#include "base/bits.h"
#include "world/edit/material_mix.h"

static bool filters_agree(const DryFilter *a, const DryFilter *b)
{
    if (a->group == b->group && a->group != 0) {
        return a->group > 0;
    }
    return (a->mask & b->category) != 0 && (b->mask & a->category) != 0;
}

static bool joined(const DryWorld *w, int32_t body_a, int32_t body_b)
{
    const BodyCold *a = world_body(w, body_a), *b = world_body(w, body_b);
    int32_t body = a->joint_count <= b->joint_count ? body_a : body_b;
    int32_t other = body == body_a ? body_b : body_a;
    for (int32_t edge = world_body(w, body)->joint_head; edge >= 0;) {
        const JointLink *link = &w->state.joints.links.data[edge >> 1];
        if (link->body[(edge & 1) ^ 1] == other &&
            (link->flags & (JOINT_COLLIDE | JOINT_ENABLED)) == JOINT_ENABLED) {
            return true;
        }
        edge = link->next[edge & 1];
    }
    return false;
}

bool dry__shapes_collide(const DryWorld *w, int32_t shape_a, int32_t shape_b)
{
    const ShapeRecord *a = world_shape(w, shape_a), *b = world_shape(w, shape_b);
    if (a->body == b->body || !filters_agree(&a->filter, &b->filter)) {
        return false;
    }
    const BodyCold *ca = world_body(w, a->body), *cb = world_body(w, b->body);
    if ((ca->flags & cb->flags & BODY_ENABLED) == 0) {
        return false; /* its fat boxes stay as they were when it was disabled */
    }
    bool sensor_a = (a->flags & SHAPE_SENSOR) != 0, sensor_b = (b->flags & SHAPE_SENSOR) != 0;
    if (sensor_a && sensor_b) {
        return false;
    }
    if (sensor_a || sensor_b) {
        if (ca->type == (uint8_t)DRY_STATIC && cb->type == (uint8_t)DRY_STATIC) {
            return false;
        }
    } else if (!body_is_dynamic(ca) && !body_is_dynamic(cb)) {
        return false;
    }
    int32_t low = a->kind < b->kind ? a->kind : b->kind, high = a->kind < b->kind ? b->kind : a->kind;
    if (w->pair_table.fn[low][high] == NULL) {
        return false;
    }
    return !((ca->joint_count > 0 && cb->joint_count > 0) && joined(w, a->body, b->body));
}

static void link_edge(DryWorld *w, int32_t contact, int32_t side)
{
    Contact *c = &w->state.contacts.contacts.data[contact];
    BodyCold *body = world_body(w, c->body[side]);
    int32_t edge = contact * 2 + side;
    c->previous[side] = -1;
    c->next[side] = body->contact_head;
    if (body->contact_head >= 0) {
        w->state.contacts.contacts.data[body->contact_head >> 1].previous[body->contact_head & 1] = edge;
    }
    body->contact_head = edge;
    body->contact_count++;
}

static void unlink_edge(DryWorld *w, int32_t contact, int32_t side)
{
    Contact *contacts = w->state.contacts.contacts.data;
    Contact *c = &contacts[contact];
    BodyCold *body = world_body(w, c->body[side]);
    int32_t next = c->next[side], previous = c->previous[side];
    if (previous >= 0) {
        contacts[previous >> 1].next[previous & 1] = next;
    } else {
        body->contact_head = next;
    }
    if (next >= 0) {
        contacts[next >> 1].previous[next & 1] = previous;
    }
    body->contact_count--;
}

/* The lowest colour free on both bodies; pairs with one dynamic body come after all others, so that supports
 * are solved last. */
static int32_t pick_color(uint64_t taken, bool both_dynamic)
{
    int32_t begin = both_dynamic ? 0 : CONTACT_DYNAMIC_COLORS;
    int32_t end = both_dynamic ? CONTACT_DYNAMIC_COLORS : CONTACT_COLORS;
    uint64_t open = ~taken & ((end == 64 ? 0 : (uint64_t)1 << end) - 1u) & ~(((uint64_t)1 << begin) - 1u);
    return open != 0 ? bits_lowest(open) : CONTACT_OVERFLOW;
}

static void color_manifold(DryWorld *w, const Contact *c, int32_t manifold)
{
    BodyCold *a = world_body(w, c->body[0]), *b = world_body(w, c->body[1]);
    bool da = body_is_dynamic(a), db = body_is_dynamic(b);
    uint64_t taken = (da ? a->contact_colors : 0) | (db ? b->contact_colors : 0);
    int32_t color = dry__manifold_set_color(&w->state.contacts, manifold, pick_color(taken, da && db));
    if (color != CONTACT_OVERFLOW) {
        uint64_t bit = (uint64_t)1 << color;
        a->contact_colors |= da ? bit : 0;
        b->contact_colors |= db ? bit : 0;
    }
}

static void uncolor_manifold(DryWorld *w, const Contact *c, int32_t manifold)
{
    int32_t color = w->state.contacts.links.data[manifold].color;
    if (color < 0) {
        return;
    }
    if (color != CONTACT_OVERFLOW) {
        uint64_t keep = ~((uint64_t)1 << color);
        world_body(w, c->body[0])->contact_colors &= keep;
        world_body(w, c->body[1])->contact_colors &= keep;
    }
    dry__manifold_clear_color(&w->state.contacts, manifold);
}

void dry__contact_choose_events(const DryWorld *w, Contact *contact)
{
    uint32_t any = world_shape(w, contact->shape_a)->flags | world_shape(w, contact->shape_b)->flags;
    contact->flags &= ~(uint32_t)(CONTACT_EVENTS | CONTACT_HITS | CONTACT_MODIFY);
    contact->flags |= (any & SHAPE_MODIFY) != 0 ? CONTACT_MODIFY : 0u;
    contact->flags |= ((any & SHAPE_CONTACT_EVENTS) != 0 ? CONTACT_EVENTS : 0u) |
                      ((any & SHAPE_HIT_EVENTS) != 0 ? CONTACT_HITS : 0u);
}

int32_t dry__contact_begin(DryWorld *w, int32_t pair)
{
    ContactTable *t = &w->state.contacts;
    int32_t contact = dry__contact_take(t);
    Contact *c = &t->contacts.data[contact];
    PairKey key = t->pair_keys.data[pair];
    const ShapeRecord *a = world_shape(w, key.shape_a), *b = world_shape(w, key.shape_b);
    c->pair = pair;
    c->shape_a = key.shape_a;
    c->shape_b = key.shape_b;
    c->body[0] = a->body;
    c->body[1] = b->body;
    c->flags = ((a->flags | b->flags) & SHAPE_SENSOR) != 0 ? CONTACT_SENSOR : 0u;
    dry__contact_choose_events(w, c);
    dry__contact_mix(w, contact);
    link_edge(w, contact, 0);
    link_edge(w, contact, 1);
    t->pair_contacts.data[pair] = contact;
    return contact;
}

DrySensorEvent dry__sensor_event(const DryWorld *w, const Contact *c)
{
    int32_t sensor = (world_shape(w, c->shape_a)->flags & SHAPE_SENSOR) != 0 ? 0 : 1;
    const int32_t shapes[2] = { c->shape_a, c->shape_b };
    return (DrySensorEvent){ .sensor = world_shape_id(w, shapes[sensor]),
                             .visitor = world_shape_id(w, shapes[sensor ^ 1]),
                             .sensor_body = world_body_id(w, c->body[sensor]),
                             .visitor_body = world_body_id(w, c->body[sensor ^ 1]) };
}

static void report_end(DryWorld *w, const Contact *c)
{
    if ((c->flags & CONTACT_TOUCHING) == 0) {
        return;
    }
    if ((c->flags & CONTACT_SENSOR) != 0) {
        (void)array_push(&w->events.sensor_ended, dry__sensor_event(w, c));
    } else if ((c->flags & CONTACT_EVENTS) != 0) {
        DryContactEvent event = { .shape_a = world_shape_id(w, c->shape_a),
                                  .shape_b = world_shape_id(w, c->shape_b),
                                  .body_a = world_body_id(w, c->body[0]),
                                  .body_b = world_body_id(w, c->body[1]) };
        (void)array_push(&w->events.ended, event);
    }
}

static void drop_manifolds(DryWorld *w, Contact *c, int32_t keep)
{
    ContactTable *t = &w->state.contacts;
    int32_t *link = &c->manifold;
    for (int32_t i = 0; i < keep; ++i) {
        link = &t->links.data[*link].next;
    }
    int32_t manifold = *link;
    *link = -1;
    while (manifold >= 0) {
        int32_t next = t->links.data[manifold].next;
        uncolor_manifold(w, c, manifold);
        dry__manifold_release(t, manifold);
        manifold = next;
    }
    c->manifold_count = keep;
}

void dry__contact_end(DryWorld *w, int32_t contact)
{
    ContactTable *t = &w->state.contacts;
    Contact *c = &t->contacts.data[contact];
    report_end(w, c);
    drop_manifolds(w, c, 0);
    unlink_edge(w, contact, 0);
    unlink_edge(w, contact, 1);
    if (c->pair >= 0) {
        t->pair_contacts.data[c->pair] = -1;
    } else {
        int32_t low = c->shape_a < c->shape_b ? c->shape_a : c->shape_b;
        dry__pair_map_remove(&t->map, low, low == c->shape_a ? c->shape_b : c->shape_a);
    }
    dry__contact_release(t, contact);
}

void dry__contact_set_manifolds(DryWorld *w, int32_t contact, int32_t count)
{
    ContactTable *t = &w->state.contacts;
    Contact *c = &t->contacts.data[contact];
    if (c->manifold_count > count) {
        drop_manifolds(w, c, count);
    }
    while (c->manifold_count < count) {
        int32_t manifold = dry__manifold_take(t, contact);
        if ((c->flags & CONTACT_SENSOR) == 0) {
            color_manifold(w, c, manifold);
        }
    }
}

void dry__contact_activate(DryWorld *w, int32_t contact)
{
    ContactTable *t = &w->state.contacts;
    Contact *c = &t->contacts.data[contact];
    if (c->pair >= 0) {
        return;
    }
    c->pair = dry__contact_add_pair(t, c->shape_a, c->shape_b);
    t->pair_caches.data[c->pair] = c->cache;
    t->pair_contacts.data[c->pair] = contact;
    if ((c->flags & CONTACT_SENSOR) == 0) {
        for (int32_t m = c->manifold; m >= 0; m = t->links.data[m].next) {
            color_manifold(w, c, m);
        }
    }
}

void dry__contact_deactivate(DryWorld *w, int32_t contact)
{
    ContactTable *t = &w->state.contacts;
    Contact *c = &t->contacts.data[contact];
    if (c->pair < 0) {
        return;
    }
    for (int32_t m = c->manifold; m >= 0; m = t->links.data[m].next) {
        uncolor_manifold(w, c, m);
    }
    c->cache = t->pair_caches.data[c->pair];
    dry__contact_remove_pair(t, c->pair, true);
    c->pair = -1;
}

void dry__contact_end_all(DryWorld *w, int32_t body)
{
    while (world_body(w, body)->contact_head >= 0) {
        dry__contact_end(w, world_body(w, body)->contact_head >> 1);
    }
}

void dry__contact_end_shape(DryWorld *w, int32_t shape)
{
    int32_t edge = world_body(w, world_shape(w, shape)->body)->contact_head;
    while (edge >= 0) {
        const Contact *c = &w->state.contacts.contacts.data[edge >> 1];
        int32_t next = c->next[edge & 1];
        if (c->shape_a == shape || c->shape_b == shape) {
            dry__contact_end(w, edge >> 1);
        }
        edge = next;
    }
}
