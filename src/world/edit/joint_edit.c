#include "world/edit/joint_edit.h"

#include "base/bits.h"
#include "world/edit/contact_edit.h"
#include "world/edit/proxy_edit.h"

static void link_edge(DryWorld *w, int32_t joint, int32_t side)
{
    JointLink *links = w->state.joints.links.data;
    JointLink *link = &links[joint];
    BodyCold *body = world_body(w, link->body[side]);
    link->previous[side] = -1;
    link->next[side] = body->joint_head;
    if (body->joint_head >= 0) {
        links[body->joint_head >> 1].previous[body->joint_head & 1] = joint * 2 + side;
    }
    body->joint_head = joint * 2 + side;
    body->joint_count++;
}

static void unlink_edge(DryWorld *w, int32_t joint, int32_t side)
{
    JointLink *links = w->state.joints.links.data;
    JointLink *link = &links[joint];
    BodyCold *body = world_body(w, link->body[side]);
    int32_t next = link->next[side], previous = link->previous[side];
    if (previous >= 0) {
        links[previous >> 1].next[previous & 1] = next;
    } else {
        body->joint_head = next;
    }
    if (next >= 0) {
        links[next >> 1].previous[next & 1] = previous;
    }
    body->joint_count--;
}

/* Contacts between two bodies that a joint forbids to touch. */
static void end_contacts_between(DryWorld *w, int32_t body_a, int32_t body_b)
{
    for (int32_t edge = world_body(w, body_a)->contact_head; edge >= 0;) {
        const Contact *c = &w->state.contacts.contacts.data[edge >> 1];
        int32_t next = c->next[edge & 1];
        if (c->body[(edge & 1) ^ 1] == body_b) {
            dry__contact_end(w, edge >> 1);
        }
        edge = next;
    }
}

/* Every pair of the body's shapes is looked at again. */
static void touch_shapes(DryWorld *w, int32_t body)
{
    for (int32_t s = world_body(w, body)->shape_head; s >= 0; s = world_shape(w, s)->next) {
        dry__proxy_touch(w, s);
    }
}

void dry__joint_link(DryWorld *w, int32_t joint)
{
    const JointLink *link = &w->state.joints.links.data[joint];
    link_edge(w, joint, 0);
    link_edge(w, joint, 1);
    if ((link->flags & JOINT_COLLIDE) == 0) {
        end_contacts_between(w, link->body[0], link->body[1]);
        touch_shapes(w, link->body[0]);
    }
    dry__joint_rebase(w, joint);
    dry__joint_update(w, joint);
}

void dry__joint_refilter(DryWorld *w, int32_t joint)
{
    const JointLink *link = &w->state.joints.links.data[joint];
    if ((link->flags & JOINT_COLLIDE) == 0 && (link->flags & JOINT_ENABLED) != 0) {
        end_contacts_between(w, link->body[0], link->body[1]);
    }
    touch_shapes(w, link->body[0]);
    touch_shapes(w, link->body[1]);
}

void dry__joint_uncolor(DryWorld *w, int32_t joint)
{
    JointLink *link = &w->state.joints.links.data[joint];
    if (link->color < 0) {
        return;
    }
    if (link->color != JOINT_OVERFLOW) {
        uint64_t keep = ~((uint64_t)1 << link->color);
        world_body(w, link->body[0])->joint_colors &= keep;
        world_body(w, link->body[1])->joint_colors &= keep;
    }
    dry__joint_clear_color(&w->state.joints, joint);
}

static void color(DryWorld *w, int32_t joint)
{
    JointLink *link = &w->state.joints.links.data[joint];
    BodyCold *a = world_body(w, link->body[0]), *b = world_body(w, link->body[1]);
    uint64_t taken = (body_is_dynamic(a) ? a->joint_colors : 0) | (body_is_dynamic(b) ? b->joint_colors : 0);
    uint64_t open = ~taken & (((uint64_t)1 << JOINT_COLORS) - 1u);
    int32_t c = dry__joint_set_color(&w->state.joints, joint, open != 0 ? bits_lowest(open) : JOINT_OVERFLOW);
    if (c != JOINT_OVERFLOW) {
        uint64_t bit = (uint64_t)1 << c;
        a->joint_colors |= body_is_dynamic(a) ? bit : 0;
        b->joint_colors |= body_is_dynamic(b) ? bit : 0;
    }
}

/* A body without mass cannot be pushed: a joint of nothing else has nothing to solve. */
static bool simulated(const DryWorld *w, int32_t body)
{
    return world_body(w, body)->inv_mass > 0.0f && world_body_awake(w, body);
}

void dry__joint_update(DryWorld *w, int32_t joint)
{
    JointLink *link = &w->state.joints.links.data[joint];
    bool usable =
        (world_body(w, link->body[0])->flags & world_body(w, link->body[1])->flags & BODY_ENABLED) != 0;
    bool active = (link->flags & JOINT_ENABLED) != 0 && usable &&
                  (simulated(w, link->body[0]) || simulated(w, link->body[1]));
    if (!active) {
        dry__joint_uncolor(w, joint);
    } else if (link->color < 0) {
        color(w, joint);
    }
}

void dry__joint_destroy(DryWorld *w, int32_t joint)
{
    dry__joint_uncolor(w, joint);
    unlink_edge(w, joint, 0);
    unlink_edge(w, joint, 1);
    const JointLink *link = &w->state.joints.links.data[joint];
    if ((link->flags & JOINT_COLLIDE) == 0) {
        touch_shapes(w, link->body[0]);
    }
    dry__joint_table_release(&w->state.joints, joint);
}

static DryFrame rebased(const DryWorld *w, int32_t body, DryFrame frame)
{
    const BodyCold *c = world_body(w, body);
    DryQuat inverse = quat_conjugate(c->principal);
    DryFrame r;
    r.position = quat_rotate(inverse, v3_sub(frame.position, c->local_center));
    r.rotation = quat_mul(inverse, frame.rotation);
    return r;
}

void dry__joint_rebase(DryWorld *w, int32_t joint)
{
    const JointLink *link = &w->state.joints.links.data[joint];
    Joint *j = &w->state.joints.joints.data[joint];
    j->frame_a = rebased(w, link->body[0], link->frame_a);
    j->frame_b = rebased(w, link->body[1], link->frame_b);
}

void dry__body_forget_joints(DryWorld *w, int32_t body)
{
    JointTable *t = &w->state.joints;
    for (int32_t edge = world_body(w, body)->joint_head; edge >= 0;
         edge = t->links.data[edge >> 1].next[edge & 1]) {
        Joint *joint = &t->joints.data[edge >> 1];
        dry__joint_forget(joint, joint->axes >= 0 ? &t->axes.data[joint->axes] : NULL);
    }
}

bool dry__body_is_jointed(const DryWorld *w, int32_t body)
{
    for (int32_t edge = world_body(w, body)->joint_head; edge >= 0;) {
        const JointLink *link = &w->state.joints.links.data[edge >> 1];
        if ((link->flags & JOINT_ENABLED) != 0) {
            return true;
        }
        edge = link->next[edge & 1];
    }
    return false;
}
