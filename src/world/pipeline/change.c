/* Contacts follow what collision found. Those that go on with as many manifolds as before are updated in
   parallel; beginnings, ends and changes of number follow one by one in the order of the work list. */
#include "world/edit/contact_edit.h"
#include "world/edit/wake_edit.h"
#include "world/pipeline/match.h"
#include "world/pipeline/stages.h"

enum {
    CHANGE_NONE = 0,
    CHANGE_BEGIN = 1,
    CHANGE_END = 2,
    CHANGE_NUMBER = 3,
    CHANGE_APART = 4 /* no change, but its bodies are being pushed apart */
};

typedef struct KindSpan {
    DryWorld *w;
    int32_t kind;
} KindSpan;

static Manifold *found_at(const DryWorld *w, int32_t kind, int32_t item)
{
    const WorldScratch *k = &w->scratch;
    return k->found_manifolds.data + k->kind_manifolds[kind] +
           (ptrdiff_t)k->kind_stride[kind] * (item - k->kind_begin[kind]);
}

static bool any_overlap(const Manifold *manifolds, int32_t count)
{
    for (int32_t m = 0; m < count; ++m) {
        for (int32_t p = 0; p < manifolds[m].count; ++p) {
            if (manifolds[m].points[p].separation <= 0.0f) {
                return true;
            }
        }
    }
    return false;
}

/* How many manifolds the pair's contact is to have: a sensor has one while it overlaps, for its place in the
 * tables only. */
static int32_t wanted_manifolds(const DryWorld *w, int32_t kind, int32_t item)
{
    const PairWork *work = &w->scratch.work.data[item];
    int32_t count = w->scratch.results.data[item].manifold_count;
    if (count == 0) {
        return 0; /* most pairs: no look at the shapes */
    }
    uint32_t flags = world_shape(w, work->shape_a)->flags | world_shape(w, work->shape_b)->flags;
    if ((flags & SHAPE_SENSOR) != 0) {
        return any_overlap(found_at(w, kind, item), count) ? 1 : 0;
    }
    return count;
}

/* Points this near to one of the last step may continue it. */
static float match_reach(const DryWorld *w, const Contact *c)
{
    float a = world_shape(w, c->shape_a)->extent, b = world_shape(w, c->shape_b)->extent;
    return 0.05f * f_min(a, b);
}

/* Contacts begin as gaps, which the solver closes. One that is new and already deep was made so: its overlap
   must not become speed. The same holds where pushing others apart has made it deeper. Per length unit. */
#define BEGAN_DEEP 5e-4f
/* The soft step takes over again what is shallower; and what carries a load, which it alone holds calmly,
   once it comes apart no further and is no deeper than loads press bodies into each other. */
#define CAME_APART 1e-4f
#define LOADED_DEEP 5e-3f
#define LOADED_SPEED 0.01f

static float deepest(const Manifold *manifolds, int32_t count)
{
    float s = 0.0f;
    for (int32_t m = 0; m < count; ++m) {
        for (int32_t p = 0; p < manifolds[m].count; ++p) {
            s = f_min(s, manifolds[m].points[p].separation);
        }
    }
    return -s;
}

static bool was_pushed(const DryWorld *w, const Contact *c)
{
    return ((world_body(w, c->body[0])->flags | world_body(w, c->body[1])->flags) & BODY_PUSHED) != 0;
}

/* How much deeper the way the two went in the latest step can have brought them. */
static float brought(const DryWorld *w, const Contact *c, DryVec3 normal)
{
    const ProxyTravel *a = &w->state.shapes.travel.data[c->shape_a],
                      *b = &w->state.shapes.travel.data[c->shape_b];
    return f_max(v3_dot(v3_sub(a->moved, b->moved), normal), 0.0f) + a->turned + b->turned;
}

/* Whether the impulses of the latest step changed the bodies' velocities more than rounding would. */
static bool is_loaded(const DryWorld *w, const Contact *c, const Manifold *manifolds, int32_t count)
{
    float impulse = 0.0f;
    for (int32_t m = 0; m < count; ++m) {
        for (int32_t p = 0; p < manifolds[m].count; ++p) {
            impulse += manifolds[m].total_impulse[p];
        }
    }
    float inverse = world_body(w, c->body[0])->inv_mass + world_body(w, c->body[1])->inv_mass;
    return impulse * inverse > LOADED_SPEED * w->def.length_unit;
}

static void note_overlap(const DryWorld *w, Contact *c, const Manifold *fresh, int32_t count,
                         const Manifold *old, int32_t old_count)
{
    float now = deepest(fresh, count), unit = w->def.length_unit;
    if ((c->flags & CONTACT_SPRING) != 0) {
        return; /* overlap is what a spring acts by */
    }
    if (now < CAME_APART * unit) {
        c->flags &= ~(uint32_t)CONTACT_APART;
        return;
    }
    float before = deepest(old, old_count);
    if ((c->flags & CONTACT_APART) != 0) {
        if (now < LOADED_DEEP * unit && now > 0.98f * before && is_loaded(w, c, old, old_count)) {
            c->flags &= ~(uint32_t)CONTACT_APART;
        }
    } else if (now - before > BEGAN_DEEP * unit) {
        bool made = old_count == 0 && now > BEGAN_DEEP * unit + brought(w, c, fresh->normal);
        c->flags |= made || (old_count > 0 && was_pushed(w, c)) ? CONTACT_APART : 0u;
    }
}

/* Writes the found manifolds, with the impulses they continue, into the contact's own. */
static void store_manifolds(DryWorld *w, int32_t contact, Manifold *fresh, int32_t count, const Manifold *old,
                            int32_t old_count)
{
    ContactTable *t = &w->state.contacts;
    Contact *c = &t->contacts.data[contact];
    note_overlap(w, c, fresh, count, old, old_count);
    dry__match_manifolds(fresh, count, old, old_count, match_reach(w, c));
    int32_t m = c->manifold;
    for (int32_t i = 0; i < count; ++i, m = t->links.data[m].next) {
        t->manifolds.data[m] = fresh[i];
    }
}

static int32_t copy_manifolds(const DryWorld *w, const Contact *c, Manifold *copies)
{
    const ContactTable *t = &w->state.contacts;
    int32_t n = 0;
    for (int32_t m = c->manifold; m >= 0 && n < MESH_MANIFOLD_MAX; m = t->links.data[m].next) {
        copies[n++] = t->manifolds.data[m];
    }
    return n;
}

static void update_range(void *context, int32_t begin, int32_t end, int32_t worker)
{
    (void)worker;
    const KindSpan *span = context;
    DryWorld *w = span->w;
    ContactTable *t = &w->state.contacts;
    int32_t first = w->scratch.kind_begin[span->kind];
    for (int32_t item = first + begin; item < first + end; ++item) {
        const PairResult *result = &w->scratch.results.data[item];
        int32_t pair = w->scratch.work.data[item].cache;
        int32_t contact = t->pair_contacts.data[pair];
        int32_t wanted = wanted_manifolds(w, span->kind, item);
        t->pair_gaps.data[pair] = wanted > 0 ? 0.0f : f_max(result->gap, 0.0f);
        uint8_t change = CHANGE_NONE;
        if (contact < 0) {
            change = wanted > 0 ? CHANGE_BEGIN : CHANGE_NONE;
        } else if (wanted == 0) {
            change = CHANGE_END;
        } else if (t->contacts.data[contact].manifold_count != wanted) {
            change = CHANGE_NUMBER;
        } else {
            Manifold old[MESH_MANIFOLD_MAX];
            int32_t n = copy_manifolds(w, &t->contacts.data[contact], old);
            store_manifolds(w, contact, found_at(w, span->kind, item), wanted, old, n);
            change = (t->contacts.data[contact].flags & CONTACT_APART) != 0 ? CHANGE_APART : CHANGE_NONE;
        }
        w->scratch.changed.data[item] = change;
    }
}

/* Room for everything the serial pass may add, so that it cannot fail. */
static bool reserve_changes(DryWorld *w)
{
    int32_t begins = 0, manifolds = 0;
    for (int32_t kind = 0; kind < PAIR_KIND_COUNT; ++kind) {
        for (int32_t i = w->scratch.kind_begin[kind]; i < w->scratch.kind_end[kind]; ++i) {
            uint8_t change = w->scratch.changed.data[i];
            if (change == CHANGE_BEGIN || change == CHANGE_NUMBER) {
                begins += change == CHANGE_BEGIN ? 1 : 0;
                manifolds += w->scratch.results.data[i].manifold_count;
            }
        }
    }
    return dry__contact_reserve(&w->state.contacts, begins, manifolds);
}

static void wake_both(DryWorld *w, const Contact *c)
{
    if ((c->flags & CONTACT_SENSOR) != 0) {
        return;
    }
    for (int32_t side = 0; side < 2; ++side) {
        if (body_is_dynamic(world_body(w, c->body[side])) && !world_body_awake(w, c->body[side])) {
            dry__wake_body(w, c->body[side]);
        }
    }
}

/* All their contacts are treated alike in this step: a push would make new overlap of the others. */
void dry__mark_apart(DryWorld *w, const Contact *c)
{
    for (int32_t side = 0; side < 2; ++side) {
        BodyCold *body = world_body(w, c->body[side]);
        if ((c->flags & CONTACT_APART) != 0 && body_is_dynamic(body)) {
            body->flags |= BODY_APART;
        }
    }
}

/* Contacts the modifier may yet drop are marked after it has been asked. */
static void mark_apart(DryWorld *w, const Contact *c)
{
    if ((c->flags & CONTACT_MODIFY) == 0 || w->modifier.modify == NULL) {
        dry__mark_apart(w, c);
    }
}

void dry__note_overlap_back(DryWorld *w, Contact *c)
{
    const ContactTable *t = &w->state.contacts;
    float depth = 0.0f;
    for (int32_t m = c->manifold; m >= 0; m = t->links.data[m].next) {
        depth = f_max(depth, deepest(&t->manifolds.data[m], 1));
    }
    c->flags |= depth > BEGAN_DEEP * w->def.length_unit ? CONTACT_APART : 0u;
}

static void apply_change(DryWorld *w, int32_t kind, int32_t item)
{
    ContactTable *t = &w->state.contacts;
    int32_t pair = w->scratch.work.data[item].cache;
    int32_t contact = t->pair_contacts.data[pair];
    switch (w->scratch.changed.data[item]) {
    case CHANGE_BEGIN:
        contact = dry__contact_begin(w, pair);
        wake_both(w, &t->contacts.data[contact]);
        break;
    case CHANGE_END:
        dry__contact_end(w, contact);
        return;
    case CHANGE_APART:
        mark_apart(w, &t->contacts.data[contact]);
        return;
    default:
        break;
    }
    int32_t wanted = wanted_manifolds(w, kind, item);
    Manifold old[MESH_MANIFOLD_MAX];
    int32_t n = copy_manifolds(w, &t->contacts.data[contact], old);
    dry__contact_set_manifolds(w, contact, wanted);
    store_manifolds(w, contact, found_at(w, kind, item), wanted, old, n);
    mark_apart(w, &t->contacts.data[contact]);
}

/* From the last pair down, so that moving the last one into a gap disturbs none still to be visited. */
static void remove_stale(DryWorld *w, int32_t pairs)
{
    for (int32_t i = pairs - 1; i >= 0; --i) {
        if (w->scratch.work_kind.data[i] == WORK_STALE) {
            dry__remove_pair(w, i);
        }
    }
}

bool dry__stage_change(DryWorld *w)
{
    int32_t pairs = w->state.contacts.pair_keys.count;
    for (int32_t kind = 0; kind < PAIR_KIND_COUNT; ++kind) {
        KindSpan span = { w, kind };
        dry__jobs_for(w->jobs, w->scratch.kind_end[kind] - w->scratch.kind_begin[kind], 128, update_range,
                      &span);
    }
    if (!reserve_changes(w)) {
        return false;
    }
    for (int32_t kind = 0; kind < PAIR_KIND_COUNT; ++kind) {
        for (int32_t i = w->scratch.kind_begin[kind]; i < w->scratch.kind_end[kind]; ++i) {
            if (w->scratch.changed.data[i] != CHANGE_NONE) {
                apply_change(w, kind, i);
            }
        }
    }
    remove_stale(w, pairs);
    return true;
}
