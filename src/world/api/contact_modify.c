/* The callbacks of contacts.h, and which shapes they are about. */
#include "world/api/check.h"
#include "world/edit/body_edit.h"
#include "world/edit/contact_edit.h"
#include "world/edit/proxy_edit.h"
#include "world/edit/wake_edit.h"

DryStatus dry_world_set_contact_modifier(DryWorld *world, const DryContactModifier *modifier)
{
    DryStatus status = dry__begin_edit(world, "dry_world_set_contact_modifier");
    if (status == DRY_OK) {
        world->modifier = modifier != NULL ? *modifier : (DryContactModifier){ 0 };
        world->modified = true;
    }
    return status;
}

DryContactModifier dry_world_contact_modifier(const DryWorld *world)
{
    return world == NULL ? (DryContactModifier){ 0 } : world->modifier;
}

DryStatus dry_shape_set_modify_contacts(DryWorld *world, DryShapeId id, bool modify)
{
    int32_t shape;
    DryStatus status = dry__edit_shape(world, id, "dry_shape_set_modify_contacts", &shape);
    if (status != DRY_OK) {
        return status;
    }
    ShapeRecord *r = world_shape(world, shape);
    if (((r->flags & SHAPE_MODIFY) != 0) == modify) {
        return DRY_OK;
    }
    r->flags ^= (uint32_t)SHAPE_MODIFY;
    dry__wake_touching(world, r->body);
    dry__wake_body(world, r->body);
    for (int32_t e = world_body(world, r->body)->contact_head; e >= 0;) {
        Contact *c = &world->state.contacts.contacts.data[e >> 1];
        if (c->shape_a == shape || c->shape_b == shape) {
            dry__contact_choose_events(world, c);
        }
        e = c->next[e & 1];
    }
    world->modified = true;
    return DRY_OK;
}

bool dry_shape_modify_contacts(const DryWorld *world, DryShapeId id)
{
    int32_t shape = dry__find_shape(world, id);
    return shape >= 0 && (world_shape(world, shape)->flags & SHAPE_MODIFY) != 0;
}

DryStatus dry_world_set_pair_filter(DryWorld *world, DryPairFilterFn *filter, void *user)
{
    DryStatus status = dry__begin_edit(world, "dry_world_set_pair_filter");
    if (status == DRY_OK) {
        world->pair_filter = filter;
        world->pair_filter_user = user;
    }
    return status;
}

DryPairFilterFn *dry_world_pair_filter(const DryWorld *world, void **user)
{
    if (user != NULL) {
        *user = world == NULL ? NULL : world->pair_filter_user;
    }
    return world == NULL ? NULL : world->pair_filter;
}

/* Contacts of bodies that rest have no pair that could be asked about. */
static void wake_contacts(DryWorld *w, int32_t shape)
{
    int32_t body = world_shape(w, shape)->body;
    for (int32_t e = world_body(w, body)->contact_head; e >= 0;) {
        const Contact *c = &w->state.contacts.contacts.data[e >> 1];
        int32_t next = c->next[e & 1];
        if (c->pair < 0 && (c->shape_a == shape || c->shape_b == shape)) {
            dry__wake_body(w, c->body[(e & 1) ^ 1]);
        }
        e = next;
    }
}

static void refilter(DryWorld *w, int32_t shape)
{
    int32_t body = world_shape(w, shape)->body;
    dry__wake_touching(w, body);
    dry__wake_body(w, body);
    wake_contacts(w, shape);
    dry__proxy_touch(w, shape);
    world_shape(w, shape)->flags |= SHAPE_ASK;
    dry__wake_overlapping(w, shape);
}

DryStatus dry_shape_refilter(DryWorld *world, DryShapeId id)
{
    int32_t shape;
    DryStatus status = dry__edit_shape(world, id, "dry_shape_refilter", &shape);
    if (status == DRY_OK) {
        refilter(world, shape);
    }
    return status;
}

DryStatus dry_body_refilter(DryWorld *world, DryBodyId id)
{
    int32_t body;
    DryStatus status = dry__edit_body(world, id, "dry_body_refilter", &body);
    for (int32_t s = status == DRY_OK ? world_body(world, body)->shape_head : -1; s >= 0;
         s = world_shape(world, s)->next) {
        refilter(world, s);
    }
    return status;
}
