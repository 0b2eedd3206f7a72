#include "support/invariants.h"
#include "support/invariants_check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char message[256];

void invariants_report(Check *c, const char *format, ...)
{
    if (c->wrong) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    c->wrong = true;
}

/* ---- id pools ---- */

static void check_pool(Check *c, const IdPool *pool, const char *name, int32_t records)
{
    int32_t slots = pool->generation.count, alive = 0;
    for (int32_t i = 0; i < slots; ++i) {
        alive += (int32_t)(pool->generation.data[i] & 1u);
    }
    HOLDS(alive == pool->alive, "%s: %d alive, counted %d", name, pool->alive, alive);
    HOLDS(pool->free_slots.count == slots - alive, "%s: %d of %d slots in the free list, %d alive", name,
          pool->free_slots.count, slots, alive);
    HOLDS(pool->free_slots.capacity >= slots, "%s: no room to free every slot", name);
    HOLDS(records >= slots, "%s: %d records for %d slots", name, records, slots);
    char *seen = calloc((size_t)slots + 1u, 1);
    for (int32_t i = 0; i < pool->free_slots.count && !c->wrong; ++i) {
        int32_t slot = pool->free_slots.data[i];
        if (slot < 0 || slot >= slots || id_alive(pool, slot) || seen[slot] != 0) {
            invariants_report(c, "%s: free list holds slot %d, alive, twice or out of range", name, slot);
        } else {
            seen[slot] = 1;
        }
    }
    free(seen);
}

static void check_pools(Check *c)
{
    const WorldState *s = c->s;
    check_pool(c, &s->bodies.ids, "bodies", s->bodies.cold.count);
    check_pool(c, &s->bodies.ids, "body motions", s->bodies.motion.count);
    check_pool(c, &s->shapes.ids, "shapes", s->shapes.records.count);
    check_pool(c, &s->shapes.ids, "proxies", s->shapes.proxies.count);
    check_pool(c, &s->shapes.ids, "travel", s->shapes.travel.count);
    check_pool(c, &s->shapes.ids, "collide shapes", s->shapes.collide.count);
    check_pool(c, &s->contacts.ids, "contacts", s->contacts.contacts.count);
    check_pool(c, &s->contacts.manifold_ids, "manifolds", s->contacts.manifolds.count);
    check_pool(c, &s->contacts.manifold_ids, "manifold links", s->contacts.links.count);
    check_pool(c, &s->joints.ids, "joints", s->joints.joints.count);
    check_pool(c, &s->joints.ids, "joint links", s->joints.links.count);
    check_pool(c, &s->joints.axes_ids, "joint axes", s->joints.axes.count);
    check_pool(c, &s->island_ids, "islands", s->islands.count);
}

/* ---- bodies, islands, targets ---- */

static void check_motion(Check *c, int32_t body)
{
    const BodyCold *b = world_body(c->w, body);
    const BodyMotion *m = world_motion(c->w, body);
    HOLDS(pos_finite(m->center) && quat_finite(m->rotation) && v3_finite(m->v) && v3_finite(m->w),
          "body %d is not finite", body);
    float length = sqrtf(m->rotation.x * m->rotation.x + m->rotation.y * m->rotation.y +
                         m->rotation.z * m->rotation.z + m->rotation.w * m->rotation.w);
    HOLDS(fabsf(length - 1.0f) < 1e-3f, "body %d: rotation of length %g", body, (double)length);
    bool usable = isfinite(b->mass) && isfinite(b->inv_mass) && v3_finite(b->inertia) &&
                  v3_finite(b->local_center) && quat_finite(b->principal) && isfinite(b->extent);
    HOLDS(usable, "body %d: mass %g, inverse %g, extent %g", body, (double)b->mass, (double)b->inv_mass,
          (double)b->extent);
    if (b->type != (uint8_t)DRY_DYNAMIC) {
        HOLDS(b->mass == 0.0f && b->inv_mass == 0.0f && b->contact_colors == 0 && b->joint_colors == 0,
              "body %d is not dynamic, but has mass or colours", body);
    }
    if (b->awake_index < 0 && b->type != (uint8_t)DRY_STATIC && (b->flags & BODY_ENABLED) != 0) {
        HOLDS(m->v.x == 0.0f && m->v.y == 0.0f && m->v.z == 0.0f && m->w.x == 0.0f && m->w.y == 0.0f &&
                  m->w.z == 0.0f,
              "body %d moves in its sleep", body);
        HOLDS(v3_length(b->force) == 0.0f && v3_length(b->torque) == 0.0f,
              "body %d: a force acts on a sleeper", body);
    }
}

static void check_body(Check *c, int32_t body)
{
    const BodyCold *b = world_body(c->w, body);
    bool enabled = (b->flags & BODY_ENABLED) != 0, quarantined = (b->flags & BODY_QUARANTINED) != 0;
    HOLDS((b->flags & (BODY_TOUCHED | BODY_JUST_SLEPT)) == 0, "body %d: scratch flags 0x%x", body, b->flags);
    HOLDS(!(enabled && quarantined), "body %d is enabled and quarantined", body);
    if (b->awake_index >= 0) {
        HOLDS(b->awake_index < c->s->awake.count && c->s->awake.data[b->awake_index] == body,
              "body %d: awake index %d", body, b->awake_index);
        HOLDS(enabled && b->type != (uint8_t)DRY_STATIC && b->island < 0,
              "body %d is awake and disabled, static or asleep", body);
    } else {
        HOLDS(!(b->type == (uint8_t)DRY_DYNAMIC && enabled) || b->island >= 0,
              "body %d sleeps without an island", body);
    }
    if (b->island >= 0) {
        HOLDS(id_alive(&c->s->island_ids, b->island) && b->type == (uint8_t)DRY_DYNAMIC && enabled,
              "body %d: island %d of a body that cannot sleep", body, b->island);
    } else {
        HOLDS(b->island_next < 0, "body %d: next in no island", body);
    }
    HOLDS(enabled || b->contact_count == 0, "body %d is disabled and has contacts", body);
    check_motion(c, body);
}

static void check_bodies(Check *c)
{
    for (int32_t i = 0; i < c->s->awake.count; ++i) {
        int32_t body = c->s->awake.data[i];
        HOLDS(body_alive(c, body) && world_body(c->w, body)->awake_index == i, "awake place %d holds body %d",
              i, body);
    }
    for (int32_t body = 0; body < c->s->bodies.ids.generation.count && !c->wrong; ++body) {
        if (body_alive(c, body)) {
            check_body(c, body);
        }
    }
}

static void check_islands(Check *c)
{
    int32_t members = 0, asleep = 0;
    for (int32_t i = 0; i < c->s->islands.count; ++i) {
        if (!id_alive(&c->s->island_ids, i)) {
            continue;
        }
        int32_t count = 0;
        for (int32_t b = c->s->islands.data[i].first; b >= 0; b = world_body(c->w, b)->island_next) {
            HOLDS(body_alive(c, b) && world_body(c->w, b)->island == i, "island %d holds body %d", i, b);
            HOLDS(++count <= c->s->islands.data[i].count, "island %d has more bodies than its count", i);
        }
        HOLDS(count == c->s->islands.data[i].count && count > 0, "island %d: %d bodies, counted %d", i,
              c->s->islands.data[i].count, count);
        members += count;
    }
    for (int32_t body = 0; body < c->s->bodies.ids.generation.count; ++body) {
        asleep += body_alive(c, body) && world_body(c->w, body)->island >= 0;
    }
    HOLDS(members == asleep, "%d bodies in islands, %d say so", members, asleep);
}

static void check_targets(Check *c)
{
    int32_t flagged = 0;
    for (int32_t body = 0; body < c->s->bodies.ids.generation.count; ++body) {
        flagged += body_alive(c, body) && (world_body(c->w, body)->flags & BODY_HAS_TARGET) != 0;
    }
    HOLDS(flagged == c->s->targets.count, "%d targets, %d bodies say so", c->s->targets.count, flagged);
    for (int32_t i = 0; i < c->s->targets.count; ++i) {
        int32_t body = c->s->targets.data[i].body;
        HOLDS(body_alive(c, body) && world_body(c->w, body)->type == (uint8_t)DRY_KINEMATIC &&
                  (world_body(c->w, body)->flags & BODY_HAS_TARGET) != 0,
              "target %d is of body %d", i, body);
    }
}

/* ---- shapes and geometry ---- */

static void check_shape_lists(Check *c)
{
    int32_t total = 0;
    for (int32_t body = 0; body < c->s->bodies.ids.generation.count; ++body) {
        if (!body_alive(c, body)) {
            continue;
        }
        const BodyCold *b = world_body(c->w, body);
        int32_t count = 0, last = -1;
        for (int32_t s = b->shape_head; s >= 0; s = world_shape(c->w, s)->next) {
            HOLDS(shape_alive(c, s) && world_shape(c->w, s)->body == body, "body %d lists shape %d", body, s);
            HOLDS(++count <= b->shape_count, "body %d has more shapes than its count", body);
            last = s;
        }
        HOLDS(count == b->shape_count && last == b->shape_tail, "body %d: %d shapes, counted %d", body,
              b->shape_count, count);
        total += count;
    }
    HOLDS(total == c->s->shapes.ids.alive, "%d shapes alive, %d in lists", c->s->shapes.ids.alive, total);
}

static void check_geometry(Check *c)
{
    const GeometryTable *g = &c->w->geometry;
    int32_t *users = calloc((size_t)g->records.count + 1u, sizeof *users);
    for (int32_t s = 0; s < c->s->shapes.records.count && !c->wrong; ++s) {
        int32_t slot = world_shape(c->w, s)->geometry, palette = world_shape(c->w, s)->palette;
        if (shape_alive(c, s) && palette >= 0) {
            if (palette < g->records.count && g->records.data[palette].palette != NULL) {
                users[palette]++;
            } else {
                invariants_report(c, "shape %d: slot %d holds no materials", s, palette);
            }
        }
        if (!shape_alive(c, s) || slot < 0) {
            continue;
        }
        const ShapeGeometry *own = &c->s->shapes.collide.data[s].geometry;
        bool found =
            slot < g->records.count &&
            ((own->kind == SHAPE_HULL && own->u.hull != NULL && own->u.hull == g->records.data[slot].hull) ||
             (own->kind == SHAPE_MESH && own->u.mesh.mesh != NULL &&
              own->u.mesh.mesh == g->records.data[slot].mesh));
        if (found) {
            users[slot]++;
        } else {
            invariants_report(c, "shape %d: geometry slot %d holds something else", s, slot);
        }
    }
    for (int32_t i = 0; i < g->records.count && !c->wrong; ++i) {
        if (users[i] != g->records.data[i].users) {
            invariants_report(c, "geometry %d: %d users, counted %d", i, g->records.data[i].users, users[i]);
        }
    }
    free(users);
}

/* ---- proxies and trees ---- */

static bool same_box(const BoxF *a, const BoxF *b)
{
    return boxf_contains(a, b) && boxf_contains(b, a);
}

static bool is_leaf_of(const Check *c, int32_t leaf, int32_t shape)
{
    const DynamicTree *t = &c->s->stored;
    return leaf >= 0 && leaf < t->nodes.count && t->nodes.data[leaf].child[0] < 0 &&
           t->nodes.data[leaf].item == shape;
}

static bool visible(const PackedTree *t, int32_t place)
{
    const PackedNode *node = &t->nodes.data[place / 8];
    return node->lower[0][place % 8] <= node->upper[0][place % 8];
}

static ProxyPlace wanted_place(const Check *c, int32_t shape)
{
    const ShapeRecord *r = world_shape(c->w, shape);
    const BodyCold *b = world_body(c->w, r->body);
    if ((b->flags & BODY_ENABLED) == 0) {
        return PROXY_NONE;
    }
    return r->kind == (int32_t)SHAPE_HALF_SPACE ? PROXY_PLANE
           : b->awake_index >= 0                ? PROXY_AWAKE
                                                : PROXY_STORED;
}

static void check_pose(Check *c, int32_t shape)
{
    const ShapeRecord *r = world_shape(c->w, shape);
    const BodyMotion *m = world_motion(c->w, r->body);
    const CollideShape *at = &c->s->shapes.collide.data[shape];
    DryPos p = pos_add(m->center, quat_rotate(m->rotation, r->local.position));
    DryQuat q = quat_mul(m->rotation, r->local.rotation);
    HOLDS(p.x == at->position.x && p.y == at->position.y && p.z == at->position.z && q.x == at->rotation.x &&
              q.y == at->rotation.y && q.z == at->rotation.z && q.w == at->rotation.w,
          "shape %d is not where its body is", shape);
}

static void check_proxy(Check *c, int32_t shape, bool after_failure)
{
    const ProxyRecord *p = &c->s->shapes.proxies.data[shape];
    const PackedTree *t = &c->w->derived.tree;
    ProxyPlace place = wanted_place(c, shape);
    HOLDS(p->place == (int32_t)place, "shape %d: proxy at place %d, should be %d", shape, p->place,
          (int)place);
    switch (place) {
    case PROXY_AWAKE:
        HOLDS(p->index >= 0 && p->index < c->s->awake_shapes.count &&
                  c->s->awake_shapes.data[p->index] == shape,
              "shape %d: awake place %d", shape, p->index);
        HOLDS(p->pending < 0 || is_leaf_of(c, p->pending, shape), "shape %d: pending leaf %d", shape,
              p->pending);
        HOLDS(p->pending < 0 || p->order < 0, "shape %d is pending and in the packed tree", shape);
        HOLDS(p->pending >= 0 || p->order >= 0 || after_failure, "shape %d is in no tree", shape);
        if (p->order >= 0 && !after_failure) {
            HOLDS(p->order < t->item_count && t->items.data[p->order] == shape && visible(t, p->order),
                  "shape %d is not at place %d of the packed tree", shape, p->order);
        }
        break;
    case PROXY_STORED:
        HOLDS(is_leaf_of(c, p->index, shape), "shape %d: leaf %d", shape, p->index);
        HOLDS(same_box(&c->s->stored.nodes.data[p->index].box, &p->fat),
              "shape %d: another box than its leaf's", shape);
        break;
    case PROXY_PLANE:
        HOLDS(p->index >= 0 && p->index < c->s->planes.count && c->s->planes.data[p->index] == shape,
              "shape %d: plane place %d", shape, p->index);
        return;
    default:
        return;
    }
    HOLDS(place == PROXY_AWAKE || (p->pending < 0 && p->order < 0),
          "shape %d: pending %d, order %d of a stored proxy", shape, p->pending, p->order);
    const CollideShape *at = &c->s->shapes.collide.data[shape];
    BoxF tight = dry__shape_bounds(&at->geometry, (DryPose){ at->position, at->rotation }, 0.0f);
    HOLDS(boxf_contains(&p->fat, &tight), "shape %d sticks out of its fat box", shape);
}

static void check_proxies(Check *c, bool after_failure)
{
    int32_t awake = 0, planes = 0, leaves = 0;
    for (int32_t s = 0; s < c->s->shapes.records.count && !c->wrong; ++s) {
        if (shape_alive(c, s)) {
            const ProxyRecord *p = &c->s->shapes.proxies.data[s];
            check_pose(c, s);
            check_proxy(c, s, after_failure);
            awake += p->place == (int32_t)PROXY_AWAKE;
            planes += p->place == (int32_t)PROXY_PLANE;
            leaves += p->place == (int32_t)PROXY_STORED || p->pending >= 0;
        }
    }
    HOLDS(awake == c->s->awake_shapes.count, "%d awake proxies, counted %d", c->s->awake_shapes.count, awake);
    HOLDS(planes == c->s->planes.count, "%d planes, counted %d", c->s->planes.count, planes);
    HOLDS(leaves == c->s->stored.leaf_count, "%d leaves, counted %d", c->s->stored.leaf_count, leaves);
    const PackedTree *t = &c->w->derived.tree;
    for (int32_t i = 0; i < t->item_count; ++i) {
        int32_t s = t->items.data[i];
        HOLDS(!visible(t, i) || (shape_alive(c, s) && c->s->shapes.proxies.data[s].order == i),
              "place %d of the packed tree shows shape %d", i, s);
    }
}

/* Each flagged shape is listed once and each listed one flagged. */
static void check_marks(Check *c, const int32_t *list, int32_t count, uint32_t flag, const char *name)
{
    int32_t flagged = 0;
    char *seen = calloc((size_t)c->s->shapes.records.count + 1u, 1);
    for (int32_t s = 0; s < c->s->shapes.records.count; ++s) {
        flagged += (world_shape(c->w, s)->flags & flag) != 0;
    }
    for (int32_t i = 0; i < count && !c->wrong; ++i) {
        bool good = list[i] >= 0 && list[i] < c->s->shapes.records.count && seen[list[i]] == 0 &&
                    (world_shape(c->w, list[i])->flags & flag) != 0;
        if (good) {
            seen[list[i]] = 1;
        } else {
            invariants_report(c, "%s shapes: shape %d is listed twice or without its flag", name, list[i]);
        }
    }
    free(seen);
    HOLDS(flagged == count, "%d %s shapes, %d flagged", count, name, flagged);
}

static void check_tree_node(Check *c, int32_t index, int32_t *inner, int32_t *leaves)
{
    const DynamicTree *t = &c->s->stored;
    const DynamicNode *node = &t->nodes.data[index];
    HOLDS(*inner + *leaves <= t->nodes.count, "the stored tree has a circle");
    if (node->child[0] < 0) {
        ++*leaves;
        HOLDS(shape_alive(c, node->item), "leaf %d holds shape %d, which is gone", index, node->item);
        return;
    }
    ++*inner;
    int32_t height = 0;
    for (int k = 0; k < 2 && !c->wrong; ++k) {
        int32_t child = node->child[k];
        HOLDS(child >= 0 && child < t->nodes.count && t->nodes.data[child].parent == index,
              "node %d: child %d", index, child);
        HOLDS(boxf_contains(&node->box, &t->nodes.data[child].box), "node %d does not contain its child %d",
              index, child);
        int32_t h = t->nodes.data[child].child[0] < 0 ? 0 : t->nodes.data[child].item;
        height = h > height ? h : height;
        check_tree_node(c, child, inner, leaves);
    }
    HOLDS(node->item == height + 1, "node %d: height %d, should be %d", index, node->item, height + 1);
}

static void check_stored_tree(Check *c)
{
    const DynamicTree *t = &c->s->stored;
    int32_t inner = 0, leaves = 0, spare = 0;
    if (t->root >= 0) {
        HOLDS(t->root < t->nodes.count && t->nodes.data[t->root].parent < 0, "the root has a parent");
        check_tree_node(c, t->root, &inner, &leaves);
    }
    for (int32_t i = t->free_list; i >= 0 && spare <= t->nodes.count; i = t->nodes.data[i].parent) {
        ++spare;
    }
    HOLDS(leaves == t->leaf_count, "%d leaves, counted %d", t->leaf_count, leaves);
    HOLDS(inner + leaves + spare == t->nodes.count, "%d nodes: %d inner, %d leaves, %d free", t->nodes.count,
          inner, leaves, spare);
    /* putting every shape there must not need memory */
    int32_t most = 2 * c->s->shapes.ids.generation.count;
    HOLDS(t->nodes.capacity >= (t->nodes.count > most ? t->nodes.count : most),
          "the stored tree may need memory: %d of %d nodes", t->nodes.count, t->nodes.capacity);
}

const char *broken_invariant(const DryWorld *world, bool after_failure)
{
    Check check = { .w = world, .s = &world->state };
    static void (*const parts[])(Check *) = { check_pools,         check_shape_lists, check_bodies,
                                              check_islands,       check_targets,     check_geometry,
                                              invariants_contacts, invariants_pairs,  invariants_joints,
                                              invariants_colors,   check_stored_tree };

    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && !check.wrong; ++i) {
        parts[i](&check);
    }
    if (!check.wrong) {
        check_proxies(&check, after_failure);
        check_marks(&check, world->state.dirty.data, world->state.dirty.count, SHAPE_DIRTY, "dirty");
        check_marks(&check, world->state.touched.data, world->state.touched.count, SHAPE_TOUCHED, "touched");
    }
    return check.wrong ? message : NULL;
}
