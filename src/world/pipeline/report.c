/* Events and counters of the step, in an order that does not depend on workers. */
#include "world/pipeline/stages.h"

#include "world/edit/contact_edit.h"
#include "world/edit/joint_edit.h"
#include "world/edit/material_mix.h"

enum {
    EVENT_NONE = 0,
    EVENT_BEGIN = 1,
    EVENT_PERSIST = 2,
    EVENT_END = 4
};

/* Sums of one block of contacts, folded in block order. */
typedef struct BlockSums {
    int32_t points, touching;
    float overlap;
} BlockSums;

enum {
    CONTACT_BLOCK = 256
};

/* Touching: it carried an impulse in this step, or overlaps. A sensor's contact exists only while it
 * overlaps. */
static bool touches(const DryWorld *w, const Contact *c, BlockSums *sums)
{
    const ContactTable *t = &w->state.contacts;
    bool touching = false;
    if ((c->flags & CONTACT_SENSOR) != 0) {
        return true; /* and its overlap is none that anything should push out */
    }
    for (int32_t m = c->manifold; m >= 0; m = t->links.data[m].next) {
        const Manifold *manifold = &t->manifolds.data[m];
        for (int32_t p = 0; p < manifold->count; ++p) {
            if (link_drops(&t->links.data[m], p)) {
                continue;
            }
            sums->points++;
            float separation = manifold->points[p].separation;
            touching = touching || manifold->total_impulse[p] > 0.0f || separation <= 0.0f;
            sums->overlap = f_max(sums->overlap, -separation);
        }
    }
    return touching;
}

static void inspect_range(void *context, int32_t begin, int32_t end, int32_t worker)
{
    (void)worker;
    DryWorld *w = context;
    const ContactTable *t = &w->state.contacts;
    for (int32_t block = begin; block < end; ++block) {
        BlockSums sums = { 0 };
        int32_t last = (block + 1) * CONTACT_BLOCK;
        last = last < t->contacts.count ? last : t->contacts.count;
        for (int32_t i = block * CONTACT_BLOCK; i < last; ++i) {
            const Contact *c = &t->contacts.data[i];
            uint8_t event = EVENT_NONE;
            if (id_alive(&t->ids, i) && c->pair >= 0) {
                bool touching = touches(w, c, &sums), before = (c->flags & CONTACT_TOUCHING) != 0;
                event = touching ? (before ? EVENT_PERSIST : EVENT_BEGIN) : (before ? EVENT_END : EVENT_NONE);
                sums.touching += touching ? 1 : 0;
            }
            w->scratch.contact_events.data[i] = event;
        }
        w->scratch.block_points.data[block] = sums.points;
        w->scratch.block_touching.data[block] = sums.touching;
        w->scratch.block_overlap.data[block] = sums.overlap;
    }
}

static DryContactEvent contact_event(const DryWorld *w, const Contact *c)
{
    return (DryContactEvent){ .shape_a = world_shape_id(w, c->shape_a),
                              .shape_b = world_shape_id(w, c->shape_b),
                              .body_a = world_body_id(w, c->body[0]),
                              .body_b = world_body_id(w, c->body[1]) };
}

static bool add_points(DryWorld *w, const Contact *c, DryContactEvent *event)
{
    const ContactTable *t = &w->state.contacts;
    DryPos origin = w->state.shapes.collide.data[c->shape_a].position;
    for (int32_t m = c->manifold; m >= 0; m = t->links.data[m].next) {
        const Manifold *manifold = &t->manifolds.data[m];
        if (m == c->manifold) {
            event->normal = manifold->normal;
            dry__contact_tags(w, c, manifold, &event->material_a, &event->material_b);
        }
        for (int32_t p = 0; p < manifold->count; ++p) {
            if (link_drops(&t->links.data[m], p)) {
                continue;
            }
            DryContactPoint point = { .point = pos_add(origin, manifold->points[p].position),
                                      .separation = manifold->points[p].separation,
                                      .impulse = manifold->total_impulse[p],
                                      .feature = manifold->points[p].feature };
            if (!array_push(&w->events.points, point)) {
                return false;
            }
            event->point_count++;
            event->impulse += point.impulse;
        }
    }
    return true;
}

static bool report_touch(DryWorld *w, const Contact *c, bool begins)
{
    DryContactEvent event = contact_event(w, c);
    int32_t first = w->events.points.count;
    if (!add_points(w, c, &event)) {
        return false;
    }
    return begins ? array_push(&w->events.begin_points, first) && array_push(&w->events.begin, event)
                  : array_push(&w->events.persist_points, first) && array_push(&w->events.persist, event);
}

static bool report_hit(DryWorld *w, const Contact *c)
{
    const ContactTable *t = &w->state.contacts;
    DryHitEvent hit = { .shape_a = world_shape_id(w, c->shape_a),
                        .shape_b = world_shape_id(w, c->shape_b),
                        .body_a = world_body_id(w, c->body[0]),
                        .body_b = world_body_id(w, c->body[1]) };
    float strongest = 0.0f;
    for (int32_t m = c->manifold; m >= 0; m = t->links.data[m].next) {
        const Manifold *manifold = &t->manifolds.data[m];
        hit.speed = f_max(hit.speed, t->links.data[m].approach);
        for (int32_t p = 0; p < manifold->count; ++p) {
            hit.impulse += manifold->total_impulse[p];
            if (manifold->total_impulse[p] > strongest) {
                strongest = manifold->total_impulse[p];
                hit.point =
                    pos_add(w->state.shapes.collide.data[c->shape_a].position, manifold->points[p].position);
                hit.normal = manifold->normal;
                dry__contact_tags(w, c, manifold, &hit.material_a, &hit.material_b);
            }
        }
    }
    return hit.speed < w->def.hit_threshold || hit.impulse <= 0.0f || array_push(&w->events.hits, hit);
}

static bool report_sensor(DryWorld *w, const Contact *c)
{
    return array_push(&w->events.sensor_begin, dry__sensor_event(w, c));
}

static bool report_end(DryWorld *w, const Contact *c)
{
    DryContactEvent event = contact_event(w, c);
    return (c->flags & CONTACT_EVENTS) == 0 || array_push(&w->events.end, event);
}

static bool report_contact(DryWorld *w, int32_t contact, uint8_t event)
{
    Contact *c = &w->state.contacts.contacts.data[contact];
    if (event == EVENT_END) {
        c->flags &= ~(uint32_t)CONTACT_TOUCHING;
        return report_end(w, c);
    }
    bool begins = event == EVENT_BEGIN, ok = true;
    c->flags |= CONTACT_TOUCHING;
    if ((c->flags & CONTACT_SENSOR) != 0) {
        return !begins || report_sensor(w, c);
    }
    if ((c->flags & CONTACT_EVENTS) != 0 && (begins || w->def.persist_events)) {
        ok = report_touch(w, c, begins);
    }
    if ((c->flags & CONTACT_HITS) != 0) {
        ok = report_hit(w, c) && ok;
    }
    return ok;
}

/* A contact that went on touching and yet came together fast, e.g. a ball that bounced inside one step. */
static bool hit_again(const DryWorld *w, int32_t contact)
{
    const ContactTable *t = &w->state.contacts;
    const Contact *c = &t->contacts.data[contact];
    if ((c->flags & CONTACT_HITS) == 0) {
        return false;
    }
    for (int32_t m = c->manifold; m >= 0; m = t->links.data[m].next) {
        if (t->links.data[m].approach >= w->def.hit_threshold) {
            return true;
        }
    }
    return false;
}

static bool report_contacts(DryWorld *w)
{
    WorldScratch *k = &w->scratch;
    int32_t count = w->state.contacts.contacts.count, blocks = (count + CONTACT_BLOCK - 1) / CONTACT_BLOCK;
    if (!array_resize(&k->contact_events, count) || !array_resize(&k->block_points, blocks) ||
        !array_resize(&k->block_touching, blocks) || !array_resize(&k->block_overlap, blocks)) {
        return false;
    }
    dry__jobs_for(w->jobs, blocks, 4, inspect_range, w);
    w->counters.points = 0;
    w->counters.touching = 0;
    w->counters.largest_overlap = 0.0f;
    for (int32_t b = 0; b < blocks; ++b) {
        w->counters.points += k->block_points.data[b];
        w->counters.touching += k->block_touching.data[b];
        w->counters.largest_overlap = f_max(w->counters.largest_overlap, k->block_overlap.data[b]);
    }
    bool ok = true;
    for (int32_t i = 0; i < count; ++i) {
        uint8_t event = k->contact_events.data[i];
        bool news = event == EVENT_BEGIN || event == EVENT_END;
        if (news || (event == EVENT_PERSIST && (w->def.persist_events || hit_again(w, i)))) {
            ok = report_contact(w, i, event) && ok;
        }
    }
    return ok;
}

static bool report_moved(DryWorld *w)
{
    const WorldState *s = &w->state;
    bool ok = true;
    for (int32_t body = 0; body < s->bodies.ids.generation.count; ++body) {
        const BodyCold *c = world_body(w, body);
        bool slept = (c->flags & BODY_JUST_SLEPT) != 0;
        if (!id_alive(&s->bodies.ids, body) || (c->awake_index < 0 && !slept)) {
            continue;
        }
        world_body(w, body)->flags &= (uint16_t)~BODY_JUST_SLEPT;
        DryMovedEvent event = { .body = world_body_id(w, body),
                                .user_data = c->user_data,
                                .pose = body_pose(world_motion(w, body), c),
                                .fell_asleep = slept };
        ok = array_push(&w->events.moved, event) && ok;
    }
    return ok;
}

/* Joints that bore more than they can are destroyed, and said to be. */
static bool break_joints(DryWorld *w, float dt)
{
    JointTable *t = &w->state.joints;
    bool ok = true;
    for (int32_t color = 0; color < JOINT_COLOR_LISTS; ++color) {
        for (int32_t i = t->colors[color].joints.count - 1; i >= 0; --i) {
            int32_t joint = t->colors[color].joints.data[i];
            const JointLink *link = &t->links.data[joint];
            if (dry__joint_breaks(&t->joints.data[joint], 1.0f / dt, link->break_force, link->break_torque)) {
                DryBrokenJointEvent event = { .joint = world_joint_id(w, joint),
                                              .body_a = world_body_id(w, link->body[0]),
                                              .body_b = world_body_id(w, link->body[1]),
                                              .user_data = link->user_data };
                ok = array_push(&w->events.broken, event) && ok;
                dry__joint_destroy(w, joint);
            }
        }
    }
    return ok;
}

static bool move_ended(DryWorld *w)
{
    WorldEvents *e = &w->events;
    bool ok = true;
    for (int32_t i = 0; i < e->ended.count; ++i) {
        ok = array_push(&e->end, e->ended.data[i]) && ok;
    }
    for (int32_t i = 0; i < e->sensor_ended.count; ++i) {
        ok = array_push(&e->sensor_end, e->sensor_ended.data[i]) && ok;
    }
    e->ended.count = 0;
    e->sensor_ended.count = 0;
    return ok;
}

void dry__clear_events(DryWorld *w)
{
    WorldEvents *e = &w->events;
    e->begin.count = 0;
    e->persist.count = 0;
    e->end.count = 0;
    e->points.count = 0;
    e->begin_points.count = 0;
    e->persist_points.count = 0;
    e->hits.count = 0;
    e->moved.count = 0;
    e->sensor_begin.count = 0;
    e->sensor_end.count = 0;
    e->quarantined.count = 0;
    e->broken.count = 0;
}

/* The points have their final place only now. */
static void resolve_points(WorldEvents *e)
{
    for (int32_t i = 0; i < e->begin.count; ++i) {
        e->begin.data[i].points = e->points.data + e->begin_points.data[i];
    }
    for (int32_t i = 0; i < e->persist.count; ++i) {
        e->persist.data[i].points = e->points.data + e->persist_points.data[i];
    }
}

bool dry__stage_report(DryWorld *w, float dt)
{
    bool ok = report_contacts(w);
    resolve_points(&w->events);
    ok = move_ended(w) && ok;
    ok = report_moved(w) && ok;
    return break_joints(w, dt) && ok;
}
