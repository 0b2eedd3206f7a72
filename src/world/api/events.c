/* What the latest step did: events, contacts, counters. */
#include "world/api/check.h"

DryEvents dry_world_events(const DryWorld *world)
{
    DryEvents r = { 0 };
    if (world == NULL) {
        return r;
    }
    const WorldEvents *e = &world->events;
    r.contact_begin = e->begin.data;
    r.contact_begin_count = e->begin.count;
    r.contact_persist = e->persist.data;
    r.contact_persist_count = e->persist.count;
    r.contact_end = e->end.data;
    r.contact_end_count = e->end.count;
    r.hits = e->hits.data;
    r.hit_count = e->hits.count;
    r.moved = e->moved.data;
    r.moved_count = e->moved.count;
    r.sensor_begin = e->sensor_begin.data;
    r.sensor_begin_count = e->sensor_begin.count;
    r.sensor_end = e->sensor_end.data;
    r.sensor_end_count = e->sensor_end.count;
    r.quarantined = e->quarantined.data;
    r.quarantined_count = e->quarantined.count;
    r.broken_joints = e->broken.data;
    r.broken_joint_count = e->broken.count;
    return r;
}

static void fill_record(const DryWorld *w, const Contact *c, DryContactRecord *r)
{
    const ContactTable *t = &w->state.contacts;
    *r = (DryContactRecord){ .shape_a = world_shape_id(w, c->shape_a),
                             .shape_b = world_shape_id(w, c->shape_b),
                             .body_a = world_body_id(w, c->body[0]),
                             .body_b = world_body_id(w, c->body[1]) };
    DryPos origin = w->state.shapes.collide.data[c->shape_a].position;
    for (int32_t m = c->manifold; m >= 0; m = t->links.data[m].next) {
        const Manifold *manifold = &t->manifolds.data[m];
        if (m == c->manifold) {
            r->normal = manifold->normal;
        }
        for (int32_t p = 0; p < manifold->count && r->point_count < DRY_CONTACT_MAX_POINTS; ++p) {
            if (link_drops(&t->links.data[m], p)) {
                continue;
            }
            r->points[r->point_count++] =
                (DryContactPoint){ .point = pos_add(origin, manifold->points[p].position),
                                   .separation = manifold->points[p].separation,
                                   .impulse = manifold->total_impulse[p],
                                   .feature = manifold->points[p].feature };
        }
    }
}

int32_t dry_body_contacts(const DryWorld *world, DryBodyId id, DryContactRecord *contacts, int32_t capacity)
{
    int32_t body = dry__find_body(world, id), n = 0;
    if (body < 0) {
        return 0;
    }
    for (int32_t e = world_body(world, body)->contact_head; e >= 0;) {
        const Contact *c = &world->state.contacts.contacts.data[e >> 1];
        if ((c->flags & CONTACT_TOUCHING) != 0 && (c->flags & CONTACT_SENSOR) == 0) {
            if (contacts != NULL && n < capacity) {
                fill_record(world, c, &contacts[n]);
            }
            ++n;
        }
        e = c->next[e & 1];
    }
    return n;
}

int32_t dry_shape_sensor_overlaps(const DryWorld *world, DryShapeId id, DryShapeId *visitors,
                                  int32_t capacity)
{
    int32_t shape = dry__find_shape(world, id), n = 0;
    if (shape < 0) {
        return 0;
    }
    for (int32_t e = world_body(world, world_shape(world, shape)->body)->contact_head; e >= 0;) {
        const Contact *c = &world->state.contacts.contacts.data[e >> 1];
        bool mine = c->shape_a == shape || c->shape_b == shape;
        if (mine && (c->flags & CONTACT_SENSOR) != 0 && (c->flags & CONTACT_TOUCHING) != 0) {
            if (visitors != NULL && n < capacity) {
                visitors[n] = world_shape_id(world, c->shape_a == shape ? c->shape_b : c->shape_a);
            }
            ++n;
        }
        e = c->next[e & 1];
    }
    return n;
}

#define BYTES(array) ((int64_t)(array).capacity * (int64_t)sizeof(*(array).data))

static int64_t state_bytes(const WorldState *s)
{
    const ContactTable *c = &s->contacts;
    int64_t sum = BYTES(s->bodies.motion) + BYTES(s->bodies.cold) + BYTES(s->bodies.ids.generation) +
                  BYTES(s->bodies.work) + BYTES(s->bodies.means);
    sum += BYTES(s->shapes.records) + BYTES(s->shapes.proxies) + BYTES(s->shapes.travel) +
           BYTES(s->shapes.collide);
    sum += BYTES(c->pair_keys) + BYTES(c->pair_gaps) + BYTES(c->pair_caches) + BYTES(c->pair_contacts) +
           BYTES(c->map.keys) + BYTES(c->map.values) + BYTES(c->contacts) + BYTES(c->manifolds) +
           BYTES(c->links);
    sum += BYTES(s->joints.joints) + BYTES(s->joints.links) + BYTES(s->joints.axes) + BYTES(s->stored.nodes);
    return sum + BYTES(s->awake) + BYTES(s->awake_shapes) + BYTES(s->touched) + BYTES(s->dirty) +
           BYTES(s->islands);
}

static int64_t scratch_bytes(const WorldScratch *k)
{
    int64_t sum = BYTES(k->work) + BYTES(k->results) + BYTES(k->found_manifolds) + BYTES(k->inputs) +
                  BYTES(k->margins) + BYTES(k->reach) + BYTES(k->held) + BYTES(k->weld_pairs) +
                  BYTES(k->weld_sets);
    sum += BYTES(k->modify) + BYTES(k->limits);
    sum += BYTES(k->velocity) + BYTES(k->delta) + BYTES(k->mass) + BYTES(k->motion) + BYTES(k->boxes) +
           BYTES(k->accounts);
    for (int32_t i = 0; i < SOLVER_MAX_CLASSES; ++i) {
        sum += (int64_t)k->classes.solver[i].size;
    }
    return sum + (int64_t)k->solver.size + (int64_t)k->classes.block.size;
}

DryCounters dry_world_counters(const DryWorld *world)
{
    if (world == NULL) {
        return (DryCounters){ 0 };
    }
    DryCounters r = world->counters;
    const WorldState *s = &world->state;
    r.bodies = s->bodies.ids.alive;
    r.awake_bodies = s->awake.count;
    r.shapes = s->shapes.ids.alive;
    r.joints = s->joints.ids.alive;
    r.islands_asleep = s->island_ids.alive;
    r.pairs = s->contacts.pair_keys.count;
    r.contacts = s->contacts.ids.alive;
    r.bytes = (int64_t)sizeof *world + state_bytes(s) + scratch_bytes(&world->scratch) +
              BYTES(world->derived.tree.nodes);
    return r;
}
