#include "world/edit/proxy_edit.h"

float dry__proxy_margin(const DryWorld *w)
{
    return 0.1f * w->def.length_unit;
}

bool dry__proxy_reserve(DryWorld *w)
{
    WorldState *s = &w->state;
    int32_t shapes = s->shapes.ids.generation.count + 1;
    return array_reserve(&s->awake_shapes, shapes) && array_reserve(&s->planes, shapes) &&
           array_reserve(&s->touched, shapes) && array_reserve(&s->dirty, shapes) &&
           /* every insertion asks for room for one more leaf than it needs */
           dry__dynamic_tree_reserve(&s->stored, shapes - s->stored.leaf_count + 1);
}

void dry__shape_place(DryWorld *w, int32_t shape)
{
    const ShapeRecord *r = world_shape(w, shape);
    const BodyMotion *m = world_motion(w, r->body);
    CollideShape *c = &w->state.shapes.collide.data[shape];
    c->position = pos_add(m->center, quat_rotate(m->rotation, r->local.position));
    c->rotation = quat_mul(m->rotation, r->local.rotation);
}

BoxF dry__shape_tight_bounds(const DryWorld *w, int32_t shape, float margin)
{
    const CollideShape *c = &w->state.shapes.collide.data[shape];
    DryPose pose = { c->position, c->rotation };
    return dry__shape_bounds(&c->geometry, pose, margin);
}

static bool is_plane(const DryWorld *w, int32_t shape)
{
    return world_shape(w, shape)->kind == (int32_t)SHAPE_HALF_SPACE;
}

void dry__shape_mark_dirty(DryWorld *w, int32_t shape)
{
    ShapeRecord *r = world_shape(w, shape);
    if ((r->flags & SHAPE_DIRTY) == 0) {
        r->flags |= SHAPE_DIRTY;
        (void)array_push(&w->state.dirty, shape);
    }
}

/* The shape looks for awake proxies in the next step; those that did not move would not find it. */
static void list_touched(DryWorld *w, int32_t shape)
{
    ShapeRecord *r = world_shape(w, shape);
    if ((r->flags & SHAPE_TOUCHED) == 0) {
        r->flags |= SHAPE_TOUCHED;
        (void)array_push(&w->state.touched, shape);
    }
}

void dry__proxy_insert(DryWorld *w, int32_t shape)
{
    WorldState *s = &w->state;
    ProxyRecord *p = &s->shapes.proxies.data[shape];
    p->previous = boxf_empty();
    p->fat = dry__shape_tight_bounds(w, shape, dry__proxy_margin(w));
    if (is_plane(w, shape)) {
        p->place = PROXY_PLANE;
        p->index = s->planes.count;
        (void)array_push(&s->planes, shape);
    } else {
        p->place = PROXY_STORED;
        p->index = dry__dynamic_tree_insert(&s->stored, &p->fat, shape);
    }
    list_touched(w, shape);
}

/* Out of the awake list, whether it is in the packed tree or still pending. */
static void leave_awake(DryWorld *w, ProxyRecord *p)
{
    WorldState *s = &w->state;
    if (p->pending >= 0) {
        dry__dynamic_tree_remove(&s->stored, p->pending);
        p->pending = -1;
    } else if (p->order >= 0 && !w->stepping) {
        dry__packed_tree_hide(&w->derived.tree, p->order);
    }
    w->derived.tree_stale = true;
    p->order = -1;
    int32_t place = p->index;
    array_remove_swap(&s->awake_shapes, place);
    if (place < s->awake_shapes.count) {
        s->shapes.proxies.data[s->awake_shapes.data[place]].index = place;
    }
}

void dry__proxy_remove(DryWorld *w, int32_t shape)
{
    WorldState *s = &w->state;
    ProxyRecord *p = &s->shapes.proxies.data[shape];
    if (p->place == PROXY_STORED) {
        dry__dynamic_tree_remove(&s->stored, p->index);
    } else if (p->place == PROXY_AWAKE) {
        leave_awake(w, p);
    } else if (p->place == PROXY_PLANE) {
        int32_t place = p->index;
        array_remove_swap(&s->planes, place);
        if (place < s->planes.count) {
            s->shapes.proxies.data[s->planes.data[place]].index = place;
        }
    }
    p->place = PROXY_NONE;
    p->index = -1;
    dry__shape_mark_dirty(w, shape);
}

void dry__proxy_wake(DryWorld *w, int32_t shape)
{
    WorldState *s = &w->state;
    ProxyRecord *p = &s->shapes.proxies.data[shape];
    if (p->place != PROXY_STORED) {
        return;
    }
    p->pending = p->index;
    p->place = PROXY_AWAKE;
    p->index = s->awake_shapes.count;
    p->order = -1;
    p->previous = boxf_empty();
    (void)array_push(&s->awake_shapes, shape);
    w->derived.tree_stale = true;
}

void dry__proxy_sleep(DryWorld *w, int32_t shape)
{
    WorldState *s = &w->state;
    ProxyRecord *p = &s->shapes.proxies.data[shape];
    if (p->place != PROXY_AWAKE) {
        return;
    }
    leave_awake(w, p);
    s->shapes.travel.data[shape] = (ProxyTravel){ 0 };
    p->place = PROXY_STORED;
    p->index = dry__dynamic_tree_insert(&s->stored, &p->fat, shape);
    dry__shape_mark_dirty(w, shape);
    list_touched(w, shape);
}

void dry__proxy_touch(DryWorld *w, int32_t shape)
{
    WorldState *s = &w->state;
    ProxyRecord *p = &s->shapes.proxies.data[shape];
    p->previous = boxf_empty();
    dry__shape_mark_dirty(w, shape);
    if (p->place != PROXY_AWAKE) {
        list_touched(w, shape);
    }
    if (p->place == PROXY_NONE || p->place == PROXY_PLANE) {
        return;
    }
    BoxF fat = dry__shape_tight_bounds(w, shape, dry__proxy_margin(w));
    if (p->place == PROXY_STORED) {
        dry__dynamic_tree_remove(&s->stored, p->index);
        p->index = dry__dynamic_tree_insert(&s->stored, &fat, shape);
    } else {
        /* until the next step queries find it in the persistent tree */
        if (p->pending >= 0) {
            dry__dynamic_tree_remove(&s->stored, p->pending);
        } else if (p->order >= 0 && !w->stepping) {
            dry__packed_tree_hide(&w->derived.tree, p->order);
        }
        p->order = -1;
        p->pending = dry__dynamic_tree_insert(&s->stored, &fat, shape);
        w->derived.tree_stale = true;
    }
    p->fat = fat;
}

static BoxF grown(BoxF box, DryVec3 travel, float margin)
{
    const float t[3] = { travel.x, travel.y, travel.z };
    for (int axis = 0; axis < 3; ++axis) {
        box.lower[axis] += f_min(t[axis], 0.0f) - margin;
        box.upper[axis] += f_max(t[axis], 0.0f) + margin;
    }
    return box;
}

BoxF dry__proxy_fit(const DryWorld *w, int32_t shape, float dt)
{
    const ShapeRecord *r = world_shape(w, shape);
    const BodyMotion *m = world_motion(w, r->body);
    const ProxyRecord *p = &w->state.shapes.proxies.data[shape];
    DryVec3 travel = v3_scale(m->v, dt);
    float spin = f_min(v3_length(m->w) * dt, 4.0f) * r->extent;
    BoxF needed = grown(dry__shape_tight_bounds(w, shape, w->def.speculative_distance), travel, spin);
    if (boxf_contains(&p->fat, &needed)) {
        return p->fat;
    }
    return grown(needed, travel, dry__proxy_margin(w));
}

void dry__proxy_stretch(DryWorld *w, int32_t body)
{
    const BodyMotion *m = world_motion(w, body);
    float dt = w->state.latest_dt;
    for (int32_t s = world_body(w, body)->shape_head; s >= 0; s = world_shape(w, s)->next) {
        ProxyRecord *p = &w->state.shapes.proxies.data[s];
        ProxyTravel *travel = &w->state.shapes.travel.data[s];
        travel->ahead = v3_scale(m->v, dt);
        travel->spin = v3_length(m->w) * dt * world_shape(w, s)->extent;
        if (p->place == PROXY_AWAKE) {
            BoxF fat = dry__proxy_fit(w, s, dt);
            if (!boxf_contains(&p->fat, &fat)) {
                p->fat = fat;
                w->derived.tree_stale = true;
            }
        }
    }
}
