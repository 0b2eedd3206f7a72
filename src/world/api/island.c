#include "world/api/island.h"

#include "base/memory.h"

static bool belongs(const BodyCold *c)
{
    return body_is_dynamic(c) && (c->flags & BODY_ENABLED) != 0;
}

typedef struct Search {
    const DryWorld *w;
    int32_t *stack;
    int32_t count;
    uint8_t *seen; /* per slot */
} Search;

static void visit(Search *s, int32_t body)
{
    if (s->seen[body] == 0 && belongs(world_body(s->w, body))) {
        s->seen[body] = 1;
        s->stack[s->count++] = body;
    }
}

static void visit_neighbours(Search *s, int32_t body)
{
    const DryWorld *w = s->w;
    for (int32_t e = world_body(w, body)->contact_head; e >= 0;) {
        const Contact *c = &w->state.contacts.contacts.data[e >> 1];
        if ((c->flags & CONTACT_SENSOR) == 0) {
            visit(s, c->body[(e & 1) ^ 1]);
        }
        e = c->next[e & 1];
    }
    for (int32_t e = world_body(w, body)->joint_head; e >= 0;) {
        const JointLink *link = &w->state.joints.links.data[e >> 1];
        if ((link->flags & JOINT_ENABLED) != 0) {
            visit(s, link->body[(e & 1) ^ 1]);
        }
        e = link->next[e & 1];
    }
}

bool dry__island_list(const DryWorld *w, int32_t body, IslandList *list)
{
    size_t slots = (size_t)w->state.bodies.cold.count;
    *list = (IslandList){ .bytes = slots * sizeof(int32_t) };
    if (!body_is_dynamic(world_body(w, body))) {
        return true;
    }
    list->bodies = dry__alloc(list->bytes);
    Search s = { .w = w, .stack = list->bodies, .seen = dry__alloc(slots) };
    if (list->bodies == NULL || s.seen == NULL) {
        dry__free(s.seen, slots);
        dry__island_free(list);
        return false;
    }
    s.seen[body] = 1;
    s.stack[s.count++] = body;
    for (int32_t i = 0; i < s.count && belongs(world_body(w, s.stack[i])); ++i) {
        visit_neighbours(&s, s.stack[i]);
    }
    list->count = 0;
    for (int32_t i = 0; i < (int32_t)slots; ++i) {
        if (s.seen[i] != 0) {
            list->bodies[list->count++] = i;
        }
    }
    dry__free(s.seen, slots);
    return true;
}

void dry__island_free(IslandList *list)
{
    dry__free(list->bodies, list->bytes);
    *list = (IslandList){ 0 };
}
