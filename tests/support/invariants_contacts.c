#include "support/invariants_check.h"

#include <stdlib.h>

/* ---- contacts and pairs ---- */

static bool wanted(const Check *c, const Contact *contact)
{
    bool sensor = (contact->flags & CONTACT_SENSOR) != 0;
    for (int side = 0; side < 2; ++side) {
        if (world_body_awake(c->w, contact->body[side]) && (sensor || is_dynamic(c, contact->body[side]))) {
            return true;
        }
    }
    return false;
}

static void check_manifolds(Check *c, int32_t contact)
{
    const ContactTable *t = &c->s->contacts;
    const Contact *k = &t->contacts.data[contact];
    bool colored = k->pair >= 0 && (k->flags & CONTACT_SENSOR) == 0;
    int32_t count = 0;
    for (int32_t m = k->manifold; m >= 0; m = t->links.data[m].next) {
        const ManifoldLink *link = &t->links.data[m];
        HOLDS(id_alive(&t->manifold_ids, m) && link->contact == contact, "contact %d lists manifold %d",
              contact, m);
        HOLDS(++count <= k->manifold_count, "contact %d has more manifolds than its count", contact);
        HOLDS((link->color >= 0) == colored, "contact %d: manifold %d has colour %d", contact, m,
              link->color);
        HOLDS(t->manifolds.data[m].count >= 0 && t->manifolds.data[m].count <= MANIFOLD_MAX_POINTS,
              "manifold %d: %d points", m, t->manifolds.data[m].count);
    }
    HOLDS(count == k->manifold_count && count > 0, "contact %d: %d manifolds, counted %d", contact,
          k->manifold_count, count);
}

static void check_contact(Check *c, int32_t contact)
{
    const ContactTable *t = &c->s->contacts;
    const Contact *k = &t->contacts.data[contact];
    HOLDS(shape_alive(c, k->shape_a) && shape_alive(c, k->shape_b), "contact %d: shapes %d, %d", contact,
          k->shape_a, k->shape_b);
    HOLDS(world_shape(c->w, k->shape_a)->body == k->body[0] &&
              world_shape(c->w, k->shape_b)->body == k->body[1],
          "contact %d: bodies %d, %d are not its shapes'", contact, k->body[0], k->body[1]);
    int32_t low = k->shape_a < k->shape_b ? k->shape_a : k->shape_b,
            high = low == k->shape_a ? k->shape_b : k->shape_a;
    int32_t mapped = dry__pair_map_find(&t->map, low, high);
    HOLDS((k->pair >= 0) == wanted(c, k), "contact %d is %s", contact,
          k->pair >= 0 ? "active, but nobody is awake" : "dormant");
    if (k->pair >= 0) {
        HOLDS(k->pair < t->pair_keys.count && t->pair_contacts.data[k->pair] == contact,
              "contact %d: pair %d", contact, k->pair);
        PairKey key = t->pair_keys.data[k->pair];
        HOLDS(key.shape_a == k->shape_a && key.shape_b == k->shape_b,
              "contact %d: its pair is of other shapes", contact);
        HOLDS(mapped == k->pair, "contact %d: pair %d, the map says %d", contact, k->pair, mapped);
    } else {
        HOLDS(mapped == PAIR_DORMANT, "contact %d is dormant, the map says %d", contact, mapped);
        const BodyCold *a = world_body(c->w, k->body[0]), *b = world_body(c->w, k->body[1]);
        bool apart = body_is_dynamic(a) && body_is_dynamic(b) && (k->flags & CONTACT_SENSOR) == 0 &&
                     a->island != b->island;
        HOLDS(!apart, "contact %d: touching sleepers %d and %d in islands %d and %d", contact, k->body[0],
              k->body[1], a->island, b->island);
    }
    check_manifolds(c, contact);
}

static void check_contact_list(Check *c, int32_t body, int32_t *edges)
{
    const ContactTable *t = &c->s->contacts;
    const BodyCold *b = world_body(c->w, body);
    int32_t count = 0, previous = -1;
    for (int32_t e = b->contact_head; e >= 0; e = t->contacts.data[e >> 1].next[e & 1]) {
        HOLDS(id_alive(&t->ids, e >> 1) && t->contacts.data[e >> 1].body[e & 1] == body,
              "body %d lists contact %d", body, e >> 1);
        HOLDS(t->contacts.data[e >> 1].previous[e & 1] == previous,
              "body %d: contact %d has another predecessor", body, e >> 1);
        HOLDS(++count <= b->contact_count, "body %d has more contacts than its count", body);
        previous = e;
    }
    HOLDS(count == b->contact_count, "body %d: %d contacts, counted %d", body, b->contact_count, count);
    *edges += count;
}

void invariants_pairs(Check *c)
{
    const ContactTable *t = &c->s->contacts;
    int32_t n = t->pair_keys.count, keys = 0;
    HOLDS(t->pair_gaps.count == n && t->pair_caches.count == n && t->pair_contacts.count == n,
          "the pair stream is uneven");
    for (int32_t i = 0; i < n; ++i) {
        PairKey key = t->pair_keys.data[i];
        int32_t low = key.shape_a < key.shape_b ? key.shape_a : key.shape_b,
                high = low == key.shape_a ? key.shape_b : key.shape_a;
        HOLDS(dry__pair_map_find(&t->map, low, high) == i, "pair %d: the map says %d", i,
              dry__pair_map_find(&t->map, low, high));
        int32_t contact = t->pair_contacts.data[i];
        HOLDS(contact < 0 || (id_alive(&t->ids, contact) && t->contacts.data[contact].pair == i),
              "pair %d: contact %d", i, contact);
        const ShapeRecord *a = world_shape(c->w, key.shape_a), *b = world_shape(c->w, key.shape_b);
        if (((a->flags | b->flags) & SHAPE_DIRTY) != 0) {
            continue;
        }
        HOLDS(shape_alive(c, key.shape_a) && shape_alive(c, key.shape_b), "pair %d: shape %d or %d is gone",
              i, key.shape_a, key.shape_b);
        HOLDS(world_body_awake(c->w, a->body) || world_body_awake(c->w, b->body), "pair %d of two sleepers",
              i);
    }
    for (int32_t i = 0; i < t->map.keys.count; ++i) {
        keys += t->map.keys.data[i] != 0;
    }
    int32_t dormant = 0;
    for (int32_t i = 0; i < t->contacts.count; ++i) {
        dormant += id_alive(&t->ids, i) && t->contacts.data[i].pair < 0;
    }
    HOLDS(keys == t->map.used && keys == n + dormant,
          "the map has %d keys, %d used, for %d pairs and %d dormant contacts", keys, t->map.used, n,
          dormant);
    HOLDS(n == 0 || t->pair_keys.capacity >= n + dormant, "no room to wake every dormant contact");
}

void invariants_contacts(Check *c)
{
    const ContactTable *t = &c->s->contacts;
    int32_t edges = 0, manifolds = 0;
    for (int32_t i = 0; i < t->contacts.count && !c->wrong; ++i) {
        if (id_alive(&t->ids, i)) {
            check_contact(c, i);
            manifolds += t->contacts.data[i].manifold_count;
        }
    }
    for (int32_t body = 0; body < c->s->bodies.ids.generation.count && !c->wrong; ++body) {
        if (body_alive(c, body)) {
            check_contact_list(c, body, &edges);
        }
    }
    HOLDS(edges == 2 * t->ids.alive, "%d contacts, %d edges in lists", t->ids.alive, edges);
    HOLDS(manifolds == t->manifold_ids.alive, "%d manifolds, %d in contacts", t->manifold_ids.alive,
          manifolds);
}

/* ---- joints ---- */

static void check_joint(Check *c, int32_t joint)
{
    const JointTable *t = &c->s->joints;
    const JointLink *link = &t->links.data[joint];
    HOLDS(body_alive(c, link->body[0]) && body_alive(c, link->body[1]) && link->body[0] != link->body[1],
          "joint %d: bodies %d, %d", joint, link->body[0], link->body[1]);
    const BodyCold *a = world_body(c->w, link->body[0]), *b = world_body(c->w, link->body[1]);
    bool simulated =
        (a->inv_mass > 0.0f && a->awake_index >= 0) || (b->inv_mass > 0.0f && b->awake_index >= 0);
    bool enabled = (link->flags & JOINT_ENABLED) != 0 && (a->flags & b->flags & BODY_ENABLED) != 0;
    HOLDS((link->color >= 0) == (enabled && simulated), "joint %d has colour %d", joint, link->color);
    if (enabled && !simulated && a->inv_mass > 0.0f && b->inv_mass > 0.0f) {
        HOLDS(a->island == b->island, "joint %d: sleepers %d and %d in islands %d and %d", joint,
              link->body[0], link->body[1], a->island, b->island);
    }
    int32_t axes = t->joints.data[joint].axes;
    HOLDS(axes < 0 || id_alive(&t->axes_ids, axes), "joint %d: axes %d", joint, axes);
}

static void check_joint_list(Check *c, int32_t body, int32_t *edges)
{
    const JointTable *t = &c->s->joints;
    const BodyCold *b = world_body(c->w, body);
    int32_t count = 0, previous = -1;
    for (int32_t e = b->joint_head; e >= 0; e = t->links.data[e >> 1].next[e & 1]) {
        HOLDS(id_alive(&t->ids, e >> 1) && t->links.data[e >> 1].body[e & 1] == body,
              "body %d lists joint %d", body, e >> 1);
        HOLDS(t->links.data[e >> 1].previous[e & 1] == previous, "body %d: joint %d has another predecessor",
              body, e >> 1);
        HOLDS(++count <= b->joint_count, "body %d has more joints than its count", body);
        previous = e;
    }
    HOLDS(count == b->joint_count, "body %d: %d joints, counted %d", body, b->joint_count, count);
    *edges += count;
}

void invariants_joints(Check *c)
{
    const JointTable *t = &c->s->joints;
    int32_t edges = 0, axes = 0;
    for (int32_t i = 0; i < t->links.count && !c->wrong; ++i) {
        if (id_alive(&t->ids, i)) {
            check_joint(c, i);
            axes += t->joints.data[i].axes >= 0;
        }
    }
    for (int32_t body = 0; body < c->s->bodies.ids.generation.count && !c->wrong; ++body) {
        if (body_alive(c, body)) {
            check_joint_list(c, body, &edges);
        }
    }
    HOLDS(edges == 2 * t->ids.alive, "%d joints, %d edges in lists", t->ids.alive, edges);
    HOLDS(axes == t->axes_ids.alive, "%d records of axes, %d used", t->axes_ids.alive, axes);
}

/* ---- colours ---- */

/* Counts one coloured row; no dynamic body may come twice in a colour. `union_of` gathers each body's
 * colours. */
static void check_row(Check *c, int32_t color, bool overflow, const int32_t body[2], uint64_t *union_of,
                      const char *name)
{
    uint64_t bit = overflow ? 0 : (uint64_t)1 << color;
    for (int side = 0; side < 2; ++side) {
        if (is_dynamic(c, body[side])) {
            HOLDS((union_of[body[side]] & bit) == 0, "%s colour %d has body %d twice", name, color,
                  body[side]);
            union_of[body[side]] |= bit;
        }
    }
}

static void check_contact_colors(Check *c, uint64_t *union_of)
{
    const ContactTable *t = &c->s->contacts;
    int32_t listed = 0, colored = 0;
    for (int32_t color = 0; color < CONTACT_COLOR_LISTS && !c->wrong; ++color) {
        for (int32_t i = 0; i < t->colors[color].manifolds.count && !c->wrong; ++i) {
            int32_t m = t->colors[color].manifolds.data[i];
            HOLDS(id_alive(&t->manifold_ids, m) && t->links.data[m].color == color &&
                      t->links.data[m].place == i,
                  "colour %d lists manifold %d", color, m);
            const Contact *k = &t->contacts.data[t->links.data[m].contact];
            bool both = is_dynamic(c, k->body[0]) && is_dynamic(c, k->body[1]);
            HOLDS(color == CONTACT_OVERFLOW || both == (color < CONTACT_DYNAMIC_COLORS),
                  "manifold %d in colour %d", m, color);
            check_row(c, color, color == CONTACT_OVERFLOW, k->body, union_of, "contact");
            ++listed;
        }
    }
    for (int32_t m = 0; m < t->links.count; ++m) {
        colored += id_alive(&t->manifold_ids, m) && t->links.data[m].color >= 0;
    }
    HOLDS(listed == colored, "%d manifolds listed by colour, %d say so", listed, colored);
    HOLDS(t->manifold_ids.alive <= t->colors[CONTACT_OVERFLOW].manifolds.capacity,
          "no room to colour every manifold");
}

static void check_joint_colors(Check *c, uint64_t *union_of)
{
    const JointTable *t = &c->s->joints;
    int32_t listed = 0, colored = 0;
    for (int32_t color = 0; color < JOINT_COLOR_LISTS && !c->wrong; ++color) {
        for (int32_t i = 0; i < t->colors[color].joints.count && !c->wrong; ++i) {
            int32_t j = t->colors[color].joints.data[i];
            HOLDS(id_alive(&t->ids, j) && t->links.data[j].color == color && t->links.data[j].place == i,
                  "colour %d lists joint %d", color, j);
            check_row(c, color, color == JOINT_OVERFLOW, t->links.data[j].body, union_of, "joint");
            ++listed;
        }
    }
    for (int32_t j = 0; j < t->links.count; ++j) {
        colored += id_alive(&t->ids, j) && t->links.data[j].color >= 0;
    }
    HOLDS(listed == colored, "%d joints listed by colour, %d say so", listed, colored);
}

void invariants_colors(Check *c)
{
    int32_t bodies = c->s->bodies.ids.generation.count;
    uint64_t *contacts = calloc((size_t)bodies + 1u, sizeof *contacts),
             *joints = calloc((size_t)bodies + 1u, sizeof *joints);
    check_contact_colors(c, contacts);
    check_joint_colors(c, joints);
    for (int32_t b = 0; b < bodies && !c->wrong; ++b) {
        if (body_alive(c, b) && is_dynamic(c, b) &&
            (world_body(c->w, b)->contact_colors != contacts[b] ||
             world_body(c->w, b)->joint_colors != joints[b])) {
            invariants_report(c, "body %d: its colours are not those of its contacts and joints", b);
        }
    }
    free(contacts);
    free(joints);
}
