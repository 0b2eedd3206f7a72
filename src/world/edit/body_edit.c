#include "world/edit/body_edit.h"

#include "math/eigen.h"
#include "world/edit/contact_edit.h"
#include "world/edit/joint_edit.h"
#include "world/edit/proxy_edit.h"
#include "world/edit/wake_edit.h"

/* Mass and centre, in double: shapes may lie far from the body's own frame. */
typedef struct MassSum {
    double mass, x, y, z;
} MassSum;

static bool part_mass(const MassPart *part, DryMass *m)
{
    if (!(part->density > 0.0f) || !dry__shape_unit_mass(part->geometry, m)) {
        return false;
    }
    m->mass *= part->density;
    DrySym3 *i = &m->inertia;
    i->xx *= part->density;
    i->xy *= part->density;
    i->xz *= part->density;
    i->yy *= part->density;
    i->yz *= part->density;
    i->zz *= part->density;
    return true;
}

/* A solid so large that its mass is no number of single precision would count as one without mass. */
static bool part_too_heavy(const MassPart *part)
{
    DryMass m;
    return part->density > 0.0f && part->geometry->kind < SHAPE_MESH && !part_mass(part, &m);
}

static DryVec3 part_center(const MassPart *part, const DryMass *m)
{
    return v3_add(part->frame.position, quat_rotate(part->frame.rotation, m->center));
}

static void add_center(MassSum *sum, const MassPart *part)
{
    DryMass m;
    if (part_mass(part, &m)) {
        DryVec3 c = part_center(part, &m);
        sum->mass += (double)m.mass;
        sum->x += (double)m.mass * (double)c.x;
        sum->y += (double)m.mass * (double)c.y;
        sum->z += (double)m.mass * (double)c.z;
    }
}

/* Inertia of the part about sum->center, along the body's axes. */
static void add_inertia(DryMass *sum, const MassPart *part)
{
    DryMass m;
    if (!part_mass(part, &m)) {
        return;
    }
    DryMat3 r = mat3_from_quat(part->frame.rotation);
    DryVec3 ix = mat3_mul(&r, sym3_mul(&m.inertia, v3(r.cx.x, r.cy.x, r.cz.x)));
    DryVec3 iy = mat3_mul(&r, sym3_mul(&m.inertia, v3(r.cx.y, r.cy.y, r.cz.y)));
    DryVec3 iz = mat3_mul(&r, sym3_mul(&m.inertia, v3(r.cx.z, r.cy.z, r.cz.z)));
    DryVec3 d = v3_sub(part_center(part, &m), sum->center);
    float k = m.mass;
    sum->inertia.xx += ix.x + k * (d.y * d.y + d.z * d.z);
    sum->inertia.xy += ix.y - k * d.x * d.y;
    sum->inertia.xz += ix.z - k * d.x * d.z;
    sum->inertia.yy += iy.y + k * (d.z * d.z + d.x * d.x);
    sum->inertia.yz += iy.z - k * d.y * d.z;
    sum->inertia.zz += iz.z + k * (d.x * d.x + d.y * d.y);
}

static MassPart part_of(const DryWorld *w, int32_t shape)
{
    const ShapeRecord *r = world_shape(w, shape);
    return (MassPart){ &w->state.shapes.collide.data[shape].geometry, r->frame, r->density };
}

/* Mass properties from the shapes' densities, and from one more part if given, about the centre of mass, in
 * the body's frame. */
static DryMass shapes_mass(const DryWorld *w, const BodyCold *body, const MassPart *more)
{
    MassSum sum = { 0 };
    for (int32_t s = body->shape_head; s >= 0; s = world_shape(w, s)->next) {
        MassPart part = part_of(w, s);
        add_center(&sum, &part);
    }
    if (more != NULL) {
        add_center(&sum, more);
    }
    DryMass mass = { .mass = (float)sum.mass };
    if (!(sum.mass > 0.0)) {
        return mass;
    }
    mass.center = v3((float)(sum.x / sum.mass), (float)(sum.y / sum.mass), (float)(sum.z / sum.mass));
    for (int32_t s = body->shape_head; s >= 0; s = world_shape(w, s)->next) {
        MassPart part = part_of(w, s);
        add_inertia(&mass, &part);
    }
    if (more != NULL) {
        add_inertia(&mass, more);
    }
    return mass;
}

bool dry__mass_in_range(const DryMass *mass)
{
    const DrySym3 *i = &mass->inertia;
    return mass->mass <= MASS_MOST && v3_finite(mass->center) && i->xx <= MASS_MOST && i->yy <= MASS_MOST &&
           i->zz <= MASS_MOST && isfinite(i->xy + i->xz + i->yz);
}

bool dry__body_can_carry(const DryWorld *w, int32_t body, const MassPart *more, bool dynamic)
{
    const BodyCold *c = world_body(w, body);
    for (int32_t s = c->shape_head; dynamic && s >= 0; s = world_shape(w, s)->next) {
        MassPart part = part_of(w, s);
        if (part_too_heavy(&part)) {
            return false;
        }
    }
    if (dynamic && more != NULL && part_too_heavy(more)) {
        return false;
    }
    DryMass mass = shapes_mass(w, c, more);
    return dry__mass_in_range(&mass);
}

static bool is_diagonal(const DrySym3 *s)
{
    float size = 1e-6f * (s->xx + s->yy + s->zz);
    return fabsf(s->xy) <= size && fabsf(s->xz) <= size && fabsf(s->yz) <= size;
}

/* Principal moments and axes; the axes stay the body's own where the tensor is diagonal already. */
static void set_inertia(BodyCold *c, const DrySym3 *inertia)
{
    if (is_diagonal(inertia)) {
        c->inertia = v3(inertia->xx, inertia->yy, inertia->zz);
        c->principal = dry_quat_identity();
    } else {
        dry__sym3_eigen(inertia, &c->inertia, &c->principal);
    }
    /* about an axis without a moment that could be inverted the body does not turn */
    c->inertia.x = c->inertia.x >= MOMENT_LEAST ? c->inertia.x : 0.0f;
    c->inertia.y = c->inertia.y >= MOMENT_LEAST ? c->inertia.y : 0.0f;
    c->inertia.z = c->inertia.z >= MOMENT_LEAST ? c->inertia.z : 0.0f;
    float largest = f_max(c->inertia.x, f_max(c->inertia.y, c->inertia.z));
    float smallest = f_min(c->inertia.x, f_min(c->inertia.y, c->inertia.z));
    c->flags &= (uint16_t)~BODY_GYROSCOPIC;
    if (smallest > 0.0f && largest - smallest > 1e-5f * largest) {
        c->flags |= BODY_GYROSCOPIC;
    }
}

/* About another centre of mass, far off, the shape may be placed elsewhere by rounding. */
static void refit(DryWorld *w, int32_t shape)
{
    const ProxyRecord *p = &w->state.shapes.proxies.data[shape];
    if (p->place == (int32_t)PROXY_AWAKE || p->place == (int32_t)PROXY_STORED) {
        BoxF tight = dry__shape_tight_bounds(w, shape, 0.0f);
        if (!boxf_contains(&p->fat, &tight)) {
            dry__proxy_touch(w, shape);
        }
    }
}

static void update_locals(DryWorld *w, int32_t body)
{
    BodyCold *c = world_body(w, body);
    DryQuat inverse = quat_conjugate(c->principal);
    c->extent = 0.0f;
    for (int32_t s = c->shape_head; s >= 0; s = world_shape(w, s)->next) {
        ShapeRecord *r = world_shape(w, s);
        r->local.position = quat_rotate(inverse, v3_sub(r->frame.position, c->local_center));
        r->local.rotation = quat_mul(inverse, r->frame.rotation);
        /* the centre of mass seen from the shape */
        DryVec3 center = quat_rotate_inverse(r->local.rotation, v3_neg(r->local.position));
        r->extent = dry__shape_extent(&w->state.shapes.collide.data[s].geometry, center);
        c->extent = f_max(c->extent, r->extent);
        dry__shape_place(w, s);
        refit(w, s);
    }
    for (int32_t e = c->joint_head; e >= 0; e = w->state.joints.links.data[e >> 1].next[e & 1]) {
        dry__joint_rebase(w, e >> 1);
        dry__joint_update(w, e >> 1);
    }
}

void dry__body_update_mass(DryWorld *w, int32_t body)
{
    BodyCold *c = world_body(w, body);
    BodyMotion *m = world_motion(w, body);
    DryPose pose = body_pose(m, c);
    DryPos old_center = m->center;
    w->state.contacts.regrouped = true; /* which bodies have mass may change */
    DryMass mass = (c->flags & BODY_MASS_GIVEN) != 0 ? c->given_mass : shapes_mass(w, c, NULL);
    bool has_mass = body_is_dynamic(c) && mass.mass >= MASS_LEAST;
    c->mass = has_mass ? mass.mass : 0.0f;
    c->inv_mass = has_mass ? 1.0f / mass.mass : 0.0f;
    c->local_center = has_mass ? mass.center : v3(0.0f, 0.0f, 0.0f);
    DrySym3 none = { 0 };
    set_inertia(c, has_mass ? &mass.inertia : &none);
    m->center = dry_pose_point(pose, c->local_center);
    m->rotation = quat_mul(pose.rotation, c->principal);
    m->v = v3_add(m->v, v3_cross(m->w, pos_sub(m->center, old_center)));
    update_locals(w, body);
}

void dry__body_set_pose(DryWorld *w, int32_t body, DryPose pose)
{
    const BodyCold *c = world_body(w, body);
    BodyMotion *m = world_motion(w, body);
    m->rotation = quat_normalize(quat_mul(pose.rotation, c->principal));
    m->center = dry_pose_point(pose, c->local_center);
    for (int32_t s = c->shape_head; s >= 0; s = world_shape(w, s)->next) {
        dry__shape_place(w, s);
        dry__proxy_touch(w, s);
    }
    for (int32_t e = c->contact_head; e >= 0;) {
        Contact *contact = &w->state.contacts.contacts.data[e >> 1];
        contact->flags |= CONTACT_APART; /* wherever it is now, it did not come there by its velocity */
        e = contact->next[e & 1];
    }
}

static bool note_sleeper(int32_t shape, void *context)
{
    DryWorld *w = context;
    int32_t body = world_shape(w, shape)->body;
    const BodyCold *c = world_body(w, body);
    if (body_is_dynamic(c) && c->awake_index < 0 && (c->flags & BODY_TOUCHED) == 0) {
        world_body(w, body)->flags |= BODY_TOUCHED;
        (void)array_push(&w->scratch.roots, body);
    }
    return true;
}

void dry__wake_overlapping(DryWorld *w, int32_t shape)
{
    if (w->state.island_ids.alive == 0) {
        return;
    }
    BoxF box = dry__shape_tight_bounds(w, shape, w->def.speculative_distance);
    w->scratch.roots.count = 0;
    dry__dynamic_tree_query(&w->state.stored, &box, note_sleeper, w);
    for (int32_t i = 0; i < w->scratch.roots.count; ++i) {
        world_body(w, w->scratch.roots.data[i])->flags &= (uint16_t)~BODY_TOUCHED;
    }
    for (int32_t i = 0; i < w->scratch.roots.count; ++i) {
        dry__wake_body(w, w->scratch.roots.data[i]);
    }
    w->scratch.roots.count = 0;
}

void dry__shape_attach(DryWorld *w, int32_t body, int32_t shape)
{
    BodyCold *c = world_body(w, body);
    ShapeRecord *r = world_shape(w, shape);
    r->body = body;
    r->next = -1;
    if (c->shape_tail >= 0) {
        world_shape(w, c->shape_tail)->next = shape;
    } else {
        c->shape_head = shape;
    }
    c->shape_tail = shape;
    c->shape_count++;
    if (r->geometry >= 0) {
        w->geometry.records.data[r->geometry].users++;
    }
    if (r->palette >= 0) {
        w->geometry.records.data[r->palette].users++;
    }
}

void dry__shape_destroy(DryWorld *w, int32_t shape)
{
    ShapeRecord *r = world_shape(w, shape);
    BodyCold *c = world_body(w, r->body);
    dry__contact_end_shape(w, shape);
    dry__proxy_remove(w, shape);
    int32_t *link = &c->shape_head;
    int32_t previous = -1;
    while (*link != shape) {
        previous = *link;
        link = &world_shape(w, *link)->next;
    }
    *link = r->next;
    if (c->shape_tail == shape) {
        c->shape_tail = previous;
    }
    c->shape_count--;
    if (r->geometry >= 0) {
        w->geometry.records.data[r->geometry].users--;
    }
    if (r->palette >= 0) {
        w->geometry.records.data[r->palette].users--;
    }
    dry__shape_table_release(&w->state.shapes, shape);
}

static void remove_target(DryWorld *w, int32_t body)
{
    if ((world_body(w, body)->flags & BODY_HAS_TARGET) == 0) {
        return;
    }
    for (int32_t i = 0; i < w->state.targets.count; ++i) {
        if (w->state.targets.data[i].body == body) {
            array_remove_swap(&w->state.targets, i);
            break;
        }
    }
    world_body(w, body)->flags &= (uint16_t)~BODY_HAS_TARGET;
}

void dry__body_destroy(DryWorld *w, int32_t body)
{
    dry__wake_touching(w, body);
    dry__island_remove(w, body);
    remove_target(w, body);
    BodyCold *c = world_body(w, body);
    while (c->joint_head >= 0) {
        dry__joint_destroy(w, c->joint_head >> 1);
    }
    dry__contact_end_all(w, body);
    dry__body_leave(w, body);
    while (c->shape_head >= 0) {
        dry__shape_destroy(w, c->shape_head);
    }
    dry__body_table_release(&w->state.bodies, body);
}

void dry__body_rebuild(DryWorld *w, int32_t body, DryBodyType type, bool enabled)
{
    BodyCold *c = world_body(w, body);
    dry__wake_touching(w, body);
    dry__island_remove(w, body);
    remove_target(w, body);
    dry__contact_end_all(w, body);
    dry__body_leave(w, body);
    for (int32_t e = c->joint_head; e >= 0; e = w->state.joints.links.data[e >> 1].next[e & 1]) {
        dry__joint_uncolor(w, e >> 1);
    }
    for (int32_t s = c->shape_head; s >= 0; s = world_shape(w, s)->next) {
        dry__proxy_remove(w, s);
    }
    c->type = (uint8_t)type;
    c->flags =
        (uint16_t)((c->flags & ~(uint32_t)(BODY_ENABLED | BODY_QUARANTINED)) | (enabled ? BODY_ENABLED : 0u));
    c->contact_colors = 0;
    c->joint_colors = 0;
    c->force = v3(0.0f, 0.0f, 0.0f);
    c->torque = v3(0.0f, 0.0f, 0.0f);
    dry__body_update_mass(w, body);
    if (enabled) {
        for (int32_t s = c->shape_head; s >= 0; s = world_shape(w, s)->next) {
            dry__proxy_insert(w, s);
        }
    }
    for (int32_t e = c->joint_head; e >= 0; e = w->state.joints.links.data[e >> 1].next[e & 1]) {
        dry__joint_update(w, e >> 1);
    }
    if (type != DRY_STATIC) {
        dry__wake_body(w, body);
    } else {
        for (int32_t s = c->shape_head; s >= 0; s = world_shape(w, s)->next) {
            dry__wake_overlapping(w, s);
        }
    }
}
