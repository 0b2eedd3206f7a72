/* The contact modifier. The solver gets the contacts' manifolds and its own input of each; what the user's
   callback changes in points, normal and limits is written into copies behind the table's manifolds, what it
   changes in material into the input. Both last for the step: nothing is left of them but the impulses and
   the marks that say which points were left out. */
#include "world/edit/material_mix.h"
#include "world/pipeline/classes.h"
#include "world/pipeline/stages.h"

#include <float.h>

_Static_assert((int)DRY_MODIFY_MAX_MANIFOLDS == (int)MESH_MANIFOLD_MAX, "one array for both");
_Static_assert((int)DRY_MODIFY_MAX_POINTS == (int)MANIFOLD_MAX_POINTS, "one array for both");

enum {
    CONTACT_MARKS = CONTACT_ASKED | CONTACT_FILTERED,
    ASK_GRAIN = 8
};

typedef struct ModifyContext {
    DryWorld *w;
    SolverInput *input;
    int32_t color_first[CONTACT_COLOR_LISTS]; /* place in the input of the colour's first manifold */
} ModifyContext;

/* ---- which contacts ---- */

static void clear_marks(ContactTable *t, Contact *c)
{
    c->flags &= ~(uint32_t)CONTACT_MARKS;
    for (int32_t m = c->manifold; m >= 0; m = t->links.data[m].next) {
        t->links.data[m].marks = 0;
    }
}

/* In slot order; forgets the marks of contacts that are no longer asked about. The number of manifolds goes
 * to *manifolds. */
static bool list_contacts(DryWorld *w, int32_t *manifolds)
{
    ContactTable *t = &w->state.contacts;
    for (int32_t i = 0; i < t->contacts.count; ++i) {
        Contact *c = &t->contacts.data[i];
        if ((c->flags & (CONTACT_MODIFY | CONTACT_MARKS)) == 0 || !id_alive(&t->ids, i)) {
            continue;
        }
        bool wanted = w->modifier.modify != NULL && (c->flags & CONTACT_MODIFY) != 0;
        if (!wanted) {
            clear_marks(t, c);
        } else if (c->pair >= 0 && (c->flags & CONTACT_SENSOR) == 0) {
            ModifyItem item = { .contact = i, .copies = t->manifolds.count + *manifolds };
            if (!array_push(&w->scratch.modify, item)) {
                return false;
            }
            *manifolds += c->manifold_count;
        }
    }
    return true;
}

/* ---- the question ---- */

static ContactInput *input_of(const ModifyContext *context, int32_t manifold)
{
    const ManifoldLink *link = &context->w->state.contacts.links.data[manifold];
    return &context->w->scratch.inputs.data[context->color_first[link->color] + link->place];
}

static DryVec3 relative_velocity(const DryWorld *w, const Contact *c, const ContactInput *in, DryVec3 at)
{
    const BodyMotion *a = world_motion(w, c->body[0]), *b = world_motion(w, c->body[1]);
    DryVec3 arm = v3_add(in->origin_a, at);
    DryVec3 va = v3_add(a->v, v3_cross(a->w, arm));
    DryVec3 vb = v3_add(b->v, v3_cross(b->w, v3_sub(arm, in->center_offset)));
    return v3_sub(vb, va);
}

static void describe_manifold(const DryWorld *w, const Contact *c, const ContactInput *in, const Manifold *m,
                              DryModifyManifold *out)
{
    float substeps = (float)dry__latest_substeps(w, c->body);
    DryPos origin = w->state.shapes.collide.data[c->shape_a].position;
    out->normal = m->normal;
    out->point_count = m->count;
    out->material_a = dry__triangle_material(w, world_shape(w, c->shape_a), m->material);
    out->material_b = dry__triangle_material(w, world_shape(w, c->shape_b), m->material);
    for (int32_t p = 0; p < m->count; ++p) {
        out->points[p] = (DryModifyPoint){ .point = pos_add(origin, m->points[p].position),
                                           .separation = m->points[p].separation,
                                           .feature = m->points[p].feature,
                                           .impulse = m->normal_impulse[p] * substeps,
                                           .velocity = relative_velocity(w, c, in, m->points[p].position),
                                           .maximum_impulse = INFINITY };
    }
    out->friction = in->material.friction;
    out->dynamic_friction = in->material.dynamic_friction;
    out->restitution = in->material.restitution;
    out->rolling_resistance = in->material.rolling;
    out->target_velocity = in->material.surface_velocity;
}

static void describe(const ModifyContext *context, const Contact *c, DryContactModification *out)
{
    DryWorld *w = context->w;
    const ContactTable *t = &w->state.contacts;
    *out = (DryContactModification){ .world = w,
                                     .shape_a = world_shape_id(w, c->shape_a),
                                     .shape_b = world_shape_id(w, c->shape_b),
                                     .body_a = world_body_id(w, c->body[0]),
                                     .body_b = world_body_id(w, c->body[1]),
                                     .material_a = &world_shape(w, c->shape_a)->material,
                                     .material_b = &world_shape(w, c->shape_b)->material,
                                     .dt = context->input->settings.dt,
                                     .is_new = (c->flags & CONTACT_ASKED) == 0,
                                     .touching = (c->flags & CONTACT_TOUCHING) != 0,
                                     .filtered = (c->flags & CONTACT_FILTERED) != 0,
                                     .manifold_count = c->manifold_count };
    int32_t i = 0;
    for (int32_t m = c->manifold; m >= 0; m = t->links.data[m].next) {
        describe_manifold(w, c, input_of(context, m), &t->manifolds.data[m], &out->manifolds[i++]);
    }
}

/* ---- the answer ---- */

static bool within(ModifyItem *item, const char *member, float value, float low, float high)
{
    if (value >= low && value <= high) {
        return true;
    }
    item->flaw = member;
    item->flaw_value = value;
    return false;
}

static bool check_manifold(ModifyItem *item, const DryModifyManifold *m, int32_t points, float unit)
{
    bool ok = within(item, "friction", m->friction, 0.0f, 1e6f) &&
              within(item, "dynamic_friction", m->dynamic_friction, 0.0f, 1e6f) &&
              within(item, "restitution", m->restitution, 0.0f, 1.0f) &&
              within(item, "rolling_resistance", m->rolling_resistance, 0.0f, 1e6f) &&
              within(item, "length of target_velocity", v3_length(m->target_velocity), 0.0f, 1e6f) &&
              within(item, "length of normal", v3_length(m->normal), 1e-6f, 1e6f);
    for (int32_t p = 0; ok && p < points; ++p) {
        ok = within(item, "offset", m->points[p].offset, -1e6f * unit, 1e6f * unit) &&
             within(item, "maximum_impulse", m->points[p].maximum_impulse, 0.0f, INFINITY);
    }
    return ok;
}

/* The counts are ours: those in the answer may have been written over. */
static bool check_answer(const DryWorld *w, const Contact *c, const DryContactModification *answer,
                         ModifyItem *item)
{
    const ContactTable *t = &w->state.contacts;
    int32_t i = 0;
    for (int32_t m = c->manifold; m >= 0; m = t->links.data[m].next, ++i) {
        if (!check_manifold(item, &answer->manifolds[i], t->manifolds.data[m].count, w->def.length_unit)) {
            return false;
        }
    }
    return true;
}

static void forget_impulses(Manifold *m)
{
    for (int32_t p = 0; p < MANIFOLD_MAX_POINTS; ++p) {
        m->normal_impulse[p] = 0.0f;
    }
    m->friction_impulse = v3(0.0f, 0.0f, 0.0f);
    m->twist_impulse = 0.0f;
    m->rolling_impulse = v3(0.0f, 0.0f, 0.0f);
}

/* The points that stay, moved together, with their impulses and limits. */
static void copy_points(const Manifold *from, const DryModifyManifold *answer, uint32_t marks, Manifold *to,
                        ContactLimit *limit)
{
    int32_t n = 0;
    *to = *from;
    for (int32_t p = 0; p < from->count; ++p) {
        if ((marks >> p & 1u) == 0) {
            to->points[n] = from->points[p];
            to->points[n].separation += answer->points[p].offset;
            to->normal_impulse[n] = from->normal_impulse[p];
            limit->most[n++] = f_min(answer->points[p].maximum_impulse, FLT_MAX);
        }
    }
    to->count = n;
    for (; n < MANIFOLD_MAX_POINTS; ++n) {
        to->points[n] = (ManifoldPoint){ 0 };
        to->normal_impulse[n] = 0.0f;
        limit->most[n] = FLT_MAX;
    }
}

static bool same(DryVec3 a, DryVec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static void change_material(ContactMaterial *material, const DryModifyManifold *answer)
{
    material->friction = answer->friction;
    material->dynamic_friction = f_min(answer->dynamic_friction, answer->friction);
    material->restitution = answer->restitution;
    material->rolling = answer->rolling_resistance;
    material->surface_velocity = answer->target_velocity;
}

/* Whether the answer asks for more than another material; its marks go to *marks. */
static bool changes_geometry(const Manifold *from, const DryContactModification *answer, int32_t index,
                             uint32_t *marks)
{
    const DryModifyManifold *m = &answer->manifolds[index];
    bool changes = answer->hold_a || answer->hold_b;
    *marks = same(m->normal, from->normal) ? 0u : (uint32_t)LINK_TURNED;
    for (int32_t p = 0; p < from->count; ++p) {
        *marks |= answer->drop || m->points[p].drop ? 1u << p : 0u;
        changes = changes || m->points[p].offset != 0.0f || m->points[p].maximum_impulse < FLT_MAX;
    }
    return changes || *marks != 0;
}

static void take_answer(const ModifyContext *context, ModifyItem *item, const DryContactModification *answer)
{
    DryWorld *w = context->w;
    ContactTable *t = &w->state.contacts;
    int32_t i = 0;
    for (int32_t m = t->contacts.data[item->contact].manifold; m >= 0; m = t->links.data[m].next, ++i) {
        ContactInput *in = input_of(context, m);
        const Manifold *from = &t->manifolds.data[m];
        uint32_t before = t->links.data[m].marks;
        change_material(&in->material, &answer->manifolds[i]);
        bool changes = changes_geometry(from, answer, i, &item->marks[i]);
        bool turns = ((before ^ item->marks[i]) & LINK_TURNED) != 0;
        if (!changes && !turns) {
            continue;
        }
        Manifold *copy = &t->manifolds.data[item->copies + i];
        ContactLimit *limit = &w->scratch.limits.data[item->copies + i - t->manifolds.count];
        copy_points(from, &answer->manifolds[i], item->marks[i], copy, limit);
        limit->hold[0] = answer->hold_a;
        limit->hold[1] = answer->hold_b;
        if ((item->marks[i] & LINK_TURNED) != 0) {
            DryVec3 n = answer->manifolds[i].normal;
            copy->normal = v3_scale(n, 1.0f / v3_length(n));
            copy->flags &= (uint16_t) ~(unsigned)MANIFOLD_OWNED; /* no face turns it */
        }
        if (turns) {
            forget_impulses(copy); /* they were along another normal */
        }
        in->manifold = item->copies + i;
        item->copied |= 1u << i;
    }
}

static void ask_range(void *context, int32_t begin, int32_t end, int32_t worker)
{
    const ModifyContext *modify = context;
    DryWorld *w = modify->w;
    for (int32_t i = begin; i < end; ++i) {
        ModifyItem *item = &w->scratch.modify.data[i];
        const Contact *c = &w->state.contacts.contacts.data[item->contact];
        DryContactModification answer;
        describe(modify, c, &answer);
        w->modifier.modify(&answer, worker, w->modifier.user);
        if (check_answer(w, c, &answer, item)) {
            take_answer(modify, item, &answer);
        }
    }
}

/* ---- what is left of it ---- */

/* Marks, and whose overlap is pushed apart: that was left open for contacts that might be dropped. */
static void note_answer(DryWorld *w, const ModifyItem *item)
{
    ContactTable *t = &w->state.contacts;
    Contact *c = &t->contacts.data[item->contact];
    bool was_filtered = (c->flags & CONTACT_FILTERED) != 0, filtered = true;
    int32_t i = 0;
    for (int32_t m = c->manifold; m >= 0; m = t->links.data[m].next, ++i) {
        ManifoldLink *link = &t->links.data[m];
        uint32_t all = (1u << t->manifolds.data[m].count) - 1u;
        bool gone = (item->marks[i] & LINK_DROPPED) == all;
        link->marks = item->marks[i];
        link->approach = gone ? 0.0f : link->approach;
        filtered = filtered && gone;
    }
    c->flags = (c->flags & ~(uint32_t)CONTACT_FILTERED) | CONTACT_ASKED;
    if (filtered) {
        c->flags |= CONTACT_FILTERED;
        c->flags &= ~(uint32_t)CONTACT_APART;
        return;
    }
    if (was_filtered) {
        dry__note_overlap_back(w, c);
    }
    dry__mark_apart(w, c);
}

static void note_answers(DryWorld *w)
{
    for (int32_t i = 0; i < w->scratch.modify.count; ++i) {
        const ModifyItem *item = &w->scratch.modify.data[i];
        note_answer(w, item);
        if (item->flaw != NULL) {
            w->counters.refused_modifications++;
            const Contact *c = &w->state.contacts.contacts.data[item->contact];
            dry__log("contact modifier, shapes %d and %d: %s is %g: contact left as it was", c->shape_a + 1,
                     c->shape_b + 1, item->flaw, (double)item->flaw_value);
        }
    }
}

bool dry__modify_contacts(DryWorld *w, SolverInput *input)
{
    WorldScratch *k = &w->scratch;
    ContactTable *t = &w->state.contacts;
    k->modify.count = 0;
    w->counters.modified_contacts = 0;
    w->counters.refused_modifications = 0;
    if (w->modifier.modify == NULL && !w->modified) {
        return true;
    }
    int32_t manifolds = 0;
    w->modified = w->modifier.modify != NULL;
    if (!list_contacts(w, &manifolds) || !array_reserve(&t->manifolds, t->manifolds.count + manifolds) ||
        !array_resize(&k->limits, manifolds)) {
        k->modify.count = 0;
        return false;
    }
    ModifyContext context = { .w = w, .input = input };
    for (int32_t c = 0, place = 0; c < CONTACT_COLOR_LISTS; ++c) {
        context.color_first[c] = place;
        place += t->colors[c].manifolds.count;
    }
    if (w->modifier.serial) {
        ask_range(&context, 0, k->modify.count, 0);
    } else {
        dry__jobs_for(w->jobs, k->modify.count, ASK_GRAIN, ask_range, &context);
    }
    note_answers(w);
    w->counters.modified_contacts = k->modify.count;
    input->manifolds = t->manifolds.data;
    input->limits = manifolds > 0 ? k->limits.data : NULL;
    input->limited_begin = t->manifolds.count;
    return true;
}

static void take_back(ContactTable *t, int32_t manifold, const Manifold *copy)
{
    Manifold *m = &t->manifolds.data[manifold];
    int32_t n = 0;
    for (int32_t p = 0; p < m->count; ++p) {
        bool dropped = link_drops(&t->links.data[manifold], p);
        m->normal_impulse[p] = dropped ? 0.0f : copy->normal_impulse[n];
        m->total_impulse[p] = dropped ? 0.0f : copy->total_impulse[n];
        n += dropped ? 0 : 1;
    }
    m->friction_impulse = copy->friction_impulse;
    m->twist_impulse = copy->twist_impulse;
    m->rolling_impulse = copy->rolling_impulse;
    m->flags = copy->flags;
}

void dry__modify_take_back(DryWorld *w)
{
    ContactTable *t = &w->state.contacts;
    for (int32_t i = 0; i < w->scratch.modify.count; ++i) {
        const ModifyItem *item = &w->scratch.modify.data[i];
        int32_t index = 0;
        for (int32_t m = t->contacts.data[item->contact].manifold; m >= 0; m = t->links.data[m].next) {
            if ((item->copied >> index & 1u) != 0) {
                take_back(t, m, &t->manifolds.data[item->copies + index]);
            }
            ++index;
        }
    }
}
