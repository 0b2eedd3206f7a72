#include "world/edit/wake_edit.h"

#include "world/edit/contact_edit.h"
#include "world/edit/joint_edit.h"
#include "world/edit/proxy_edit.h"
#include "world/store/energy.h"

bool dry__wake_reserve(DryWorld *w)
{
    WorldState *s = &w->state;
    int32_t bodies = s->bodies.ids.generation.count + 1;
    return array_reserve(&s->awake, bodies) && array_reserve(&s->targets, bodies) &&
           array_reserve(&s->islands, bodies) && array_reserve(&s->island_ids.generation, bodies) &&
           array_reserve(&s->island_ids.free_slots, bodies) && array_reserve(&w->scratch.stack, bodies) &&
           array_reserve(&w->scratch.roots, bodies);
}

static void join_awake(DryWorld *w, int32_t body)
{
    BodyCold *c = world_body(w, body);
    c->awake_index = w->state.awake.count;
    c->sleep_timer = 0.0f;
    (void)array_push(&w->state.awake, body);
    w->derived.kinematics += c->type == (uint8_t)DRY_KINEMATIC ? 1 : 0;
    for (int32_t s = c->shape_head; s >= 0; s = world_shape(w, s)->next) {
        dry__proxy_wake(w, s);
    }
}

/* The other body of an edge of a list; both lists have the same form. */
static int32_t contact_other(const DryWorld *w, int32_t edge)
{
    return w->state.contacts.contacts.data[edge >> 1].body[(edge & 1) ^ 1];
}

static int32_t contact_next(const DryWorld *w, int32_t edge)
{
    return w->state.contacts.contacts.data[edge >> 1].next[edge & 1];
}

static int32_t joint_other(const DryWorld *w, int32_t edge)
{
    return w->state.joints.links.data[edge >> 1].body[(edge & 1) ^ 1];
}

static int32_t joint_next(const DryWorld *w, int32_t edge)
{
    return w->state.joints.links.data[edge >> 1].next[edge & 1];
}

/* Sensors and disabled joints hold nothing together. */
static bool contact_connects(const DryWorld *w, int32_t edge)
{
    return (w->state.contacts.contacts.data[edge >> 1].flags & CONTACT_SENSOR) == 0;
}

static bool joint_connects(const DryWorld *w, int32_t edge)
{
    return (w->state.joints.links.data[edge >> 1].flags & JOINT_ENABLED) != 0;
}

static bool sleeps(const DryWorld *w, int32_t body)
{
    const BodyCold *c = world_body(w, body);
    return body_is_dynamic(c) && c->awake_index < 0 && (c->flags & BODY_ENABLED) != 0 &&
           (c->flags & BODY_QUARANTINED) == 0;
}

/* Takes a sleeping body out of its island and puts it on the stack of bodies to be woken. */
static void push_sleeper(DryWorld *w, int32_t body)
{
    if (sleeps(w, body) && (world_body(w, body)->flags & BODY_TOUCHED) == 0) {
        world_body(w, body)->flags |= BODY_TOUCHED;
        (void)array_push(&w->scratch.stack, body);
    }
}

static void push_island(DryWorld *w, int32_t body)
{
    int32_t island = world_body(w, body)->island;
    if (island < 0) {
        push_sleeper(w, body);
        return;
    }
    int32_t member = w->state.islands.data[island].first;
    while (member >= 0) {
        BodyCold *c = world_body(w, member);
        int32_t next = c->island_next;
        c->island = -1;
        c->island_next = -1;
        push_sleeper(w, member);
        member = next;
    }
    dry__id_release(&w->state.island_ids, island);
}

static void push_neighbours(DryWorld *w, int32_t body)
{
    for (int32_t e = world_body(w, body)->contact_head; e >= 0; e = contact_next(w, e)) {
        if (contact_connects(w, e) && sleeps(w, contact_other(w, e))) {
            push_island(w, contact_other(w, e));
        }
    }
    for (int32_t e = world_body(w, body)->joint_head; e >= 0; e = joint_next(w, e)) {
        if (joint_connects(w, e) && sleeps(w, joint_other(w, e))) {
            push_island(w, joint_other(w, e));
        }
    }
}

/* A contact is simulated when one of its bodies is an awake dynamic one, or it is a sensor's with an awake
 * body. */
static bool contact_wanted(const DryWorld *w, const Contact *c)
{
    bool sensor = (c->flags & CONTACT_SENSOR) != 0;
    for (int32_t side = 0; side < 2; ++side) {
        if (world_body_awake(w, c->body[side]) && (sensor || body_is_dynamic(world_body(w, c->body[side])))) {
            return true;
        }
    }
    return false;
}

static void refresh_edges(DryWorld *w, int32_t body)
{
    for (int32_t e = world_body(w, body)->contact_head; e >= 0; e = contact_next(w, e)) {
        if (contact_wanted(w, &w->state.contacts.contacts.data[e >> 1])) {
            dry__contact_activate(w, e >> 1);
        } else {
            dry__contact_deactivate(w, e >> 1);
        }
    }
    for (int32_t e = world_body(w, body)->joint_head; e >= 0; e = joint_next(w, e)) {
        dry__joint_update(w, e >> 1);
    }
}

/* Everything on the stack wakes; what that touches is pushed behind it. */
static void wake_stack(DryWorld *w)
{
    for (int32_t i = 0; i < w->scratch.stack.count; ++i) {
        int32_t body = w->scratch.stack.data[i];
        world_body(w, body)->flags &= (uint16_t)~BODY_TOUCHED;
        join_awake(w, body);
        push_neighbours(w, body);
    }
    for (int32_t i = 0; i < w->scratch.stack.count; ++i) {
        refresh_edges(w, w->scratch.stack.data[i]);
    }
    w->scratch.stack.count = 0;
}

void dry__wake_body(DryWorld *w, int32_t body)
{
    BodyCold *c = world_body(w, body);
    if ((c->flags & BODY_ENABLED) == 0 || (c->flags & BODY_QUARANTINED) != 0) {
        return;
    }
    w->scratch.stack.count = 0;
    if (c->type == (uint8_t)DRY_KINEMATIC) {
        if (c->awake_index < 0) {
            join_awake(w, body);
            push_neighbours(w, body);
            wake_stack(w);
            refresh_edges(w, body);
        }
    } else if (body_is_dynamic(c)) {
        if (c->awake_index < 0) {
            push_island(w, body);
            wake_stack(w);
        } else {
            c->sleep_timer = 0.0f;
        }
    }
}

void dry__wake_touching(DryWorld *w, int32_t body)
{
    w->scratch.stack.count = 0;
    push_neighbours(w, body);
    wake_stack(w);
}

/* The body leaves the list of awake ones; its proxies go to the persistent tree. */
static void leave_awake(DryWorld *w, int32_t body)
{
    BodyCold *c = world_body(w, body);
    int32_t place = c->awake_index;
    array_remove_swap(&w->state.awake, place);
    if (place < w->state.awake.count) {
        world_body(w, w->state.awake.data[place])->awake_index = place;
    }
    c->awake_index = -1;
    w->derived.kinematics -= c->type == (uint8_t)DRY_KINEMATIC ? 1 : 0;
    for (int32_t s = c->shape_head; s >= 0; s = world_shape(w, s)->next) {
        dry__proxy_sleep(w, s);
    }
}

void dry__sleep_island(DryWorld *w, const int32_t *bodies, int32_t count)
{
    WorldState *s = &w->state;
    int32_t island = dry__id_take(&s->island_ids);
    (void)array_resize(&s->islands, s->island_ids.generation.count);
    s->islands.data[island] = (Island){ .first = -1, .count = count };
    for (int32_t i = count - 1; i >= 0; --i) {
        BodyCold *c = world_body(w, bodies[i]);
        BodyMotion *m = world_motion(w, bodies[i]);
        leave_awake(w, bodies[i]);
        if (w->state.bodies.counting) {
            w->state.bodies.work.data[bodies[i]].correction -= body_kinetic_energy(c, m);
        }
        if (w->state.bodies.averaging) {
            w->state.bodies.means.data[bodies[i]] = (BodyMean){ 0 };
        }
        m->v = v3(0.0f, 0.0f, 0.0f);
        m->w = v3(0.0f, 0.0f, 0.0f);
        c->carry_v = v3(0.0f, 0.0f, 0.0f);
        c->carry_w = v3(0.0f, 0.0f, 0.0f);
        c->lost_v = v3(0.0f, 0.0f, 0.0f);
        c->force = v3(0.0f, 0.0f, 0.0f);
        c->torque = v3(0.0f, 0.0f, 0.0f);
        c->island = island;
        c->island_next = s->islands.data[island].first;
        s->islands.data[island].first = bodies[i];
    }
    for (int32_t i = 0; i < count; ++i) {
        refresh_edges(w, bodies[i]);
    }
}

void dry__body_leave(DryWorld *w, int32_t body)
{
    if (world_body(w, body)->awake_index >= 0) {
        leave_awake(w, body);
    }
    refresh_edges(w, body);
}

void dry__island_remove(DryWorld *w, int32_t body)
{
    BodyCold *c = world_body(w, body);
    if (c->island < 0) {
        return;
    }
    Island *island = &w->state.islands.data[c->island];
    int32_t *link = &island->first;
    while (*link != body) {
        link = &world_body(w, *link)->island_next;
    }
    *link = c->island_next;
    if (--island->count == 0) {
        dry__id_release(&w->state.island_ids, c->island);
    }
    c->island = -1;
    c->island_next = -1;
}

int32_t dry__collect_island(DryWorld *w, int32_t body)
{
    w->scratch.stack.count = 0;
    (void)array_push(&w->scratch.stack, body);
    world_body(w, body)->flags |= BODY_TOUCHED;
    for (int32_t i = 0; i < w->scratch.stack.count; ++i) {
        int32_t member = w->scratch.stack.data[i];
        for (int32_t pass = 0; pass < 2; ++pass) {
            int32_t e = pass == 0 ? world_body(w, member)->contact_head : world_body(w, member)->joint_head;
            while (e >= 0) {
                int32_t other = pass == 0 ? contact_other(w, e) : joint_other(w, e);
                BodyCold *o = world_body(w, other);
                bool connects = pass == 0 ? contact_connects(w, e) : joint_connects(w, e);
                if (connects && body_is_dynamic(o) && o->awake_index >= 0 && (o->flags & BODY_TOUCHED) == 0) {
                    o->flags |= BODY_TOUCHED;
                    (void)array_push(&w->scratch.stack, other);
                }
                e = pass == 0 ? contact_next(w, e) : joint_next(w, e);
            }
        }
    }
    for (int32_t i = 0; i < w->scratch.stack.count; ++i) {
        world_body(w, w->scratch.stack.data[i])->flags &= (uint16_t)~BODY_TOUCHED;
    }
    return w->scratch.stack.count;
}

static bool moving(const DryWorld *w, int32_t body)
{
    return world_body(w, body)->type == (uint8_t)DRY_KINEMATIC && world_body_awake(w, body);
}

bool dry__touches_moving_kinematic(const DryWorld *w, int32_t body)
{
    for (int32_t e = world_body(w, body)->contact_head; e >= 0; e = contact_next(w, e)) {
        if (moving(w, contact_other(w, e)) &&
            (w->state.contacts.contacts.data[e >> 1].flags & CONTACT_SENSOR) == 0) {
            return true;
        }
    }
    for (int32_t e = world_body(w, body)->joint_head; e >= 0; e = joint_next(w, e)) {
        if (moving(w, joint_other(w, e)) && w->state.joints.links.data[e >> 1].color >= 0) {
            return true;
        }
    }
    return false;
}
