/* Calls on the world: steps, queries, drawing, snapshots. */
#include "support/api_run.h"
#include "support/invariants.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t read_events(const DryWorld *w)
{
    DryEvents e = dry_world_events(w);
    uint64_t h = 0;
    for (int i = 0; i < e.contact_begin_count; ++i) {
        h = MIX(MIX(h, e.contact_begin[i].shape_a), e.contact_begin[i].normal);
        for (int k = 0; k < e.contact_begin[i].point_count; ++k) {
            h = MIX(h, e.contact_begin[i].points[k].impulse);
        }
    }
    for (int i = 0; i < e.contact_persist_count; ++i) {
        h = MIX(h, e.contact_persist[i].points[0].separation);
    }
    for (int i = 0; i < e.contact_end_count; ++i) {
        h = MIX(MIX(h, e.contact_end[i].shape_a), e.contact_end[i].shape_b);
    }
    for (int i = 0; i < e.hit_count; ++i) {
        h = MIX(MIX(h, e.hits[i].speed), e.hits[i].point);
        h = MIX(MIX(h, e.hits[i].body_a), e.hits[i].body_b);
    }
    for (int i = 0; i < e.moved_count; ++i) {
        h = MIX(MIX(h, e.moved[i].body), e.moved[i].pose);
    }
    for (int i = 0; i < e.sensor_begin_count; ++i) {
        h = MIX(MIX(h, e.sensor_begin[i].visitor), e.sensor_begin[i].visitor_body);
    }
    for (int i = 0; i < e.sensor_end_count; ++i) {
        h = MIX(MIX(h, e.sensor_end[i].visitor), e.sensor_end[i].sensor_body);
    }
    for (int i = 0; i < e.broken_joint_count; ++i) {
        h = MIX(MIX(h, e.broken_joints[i].joint), e.broken_joints[i].body_b);
    }
    return MIX(h, e.quarantined_count);
}

static Answer step(ApiRun *r, DryWorld *w)
{
    static const float steps[] = { 1.0f / 60.0f, 1.0f / 60.0f, 1.0f / 60.0f, 1.0f / 120.0f, 1.0f / 30.0f,
                                   0.0f,         1e-9f,        1e-6f,        1.0f };
    float dt = api_wild(r) ? api_number(r, 0.0f, 1.5f) : steps[api_choose(r, api_choose(r, 4) == 0 ? 9 : 3)];
    int count = api_choose(r, 4) == 0 ? 1 + api_choose(r, 40) : 1;
    for (int i = 0; i < count; ++i) {
        DryStatus s = dry_world_step(w, dt);
        if (s != DRY_OK) {
            return api_status(s);
        }
        const char *broken = broken_invariant(w, false);
        if (broken != NULL) {
            snprintf(r->report.message, sizeof r->report.message, "in step %d of %d with dt %g: %s", i + 1,
                     count, (double)dt, broken);
            return api_read_value(0);
        }
        if (r->active == 0) {
            r->report.steps++;
        }
    }
    return api_read_value(read_events(w));
}

static Answer step_frame(ApiRun *r, DryWorld *w)
{
    /* one choice after the other: the order of arguments is the compiler's */
    DryStepper s = { .dt = api_number(r, 0.005f, 0.02f) };
    s.max_steps = api_choose(r, 4);
    s.remainder = (double)api_number(r, 0.0f, 0.01f);
    double time = (double)api_number(r, 0.0f, 0.05f);
    int32_t steps = dry_world_step_frame(w, api_wild(r) ? NULL : &s, time);
    return (Answer){ (uint64_t)(uint32_t)steps, steps < 0 };
}

static Answer set_gravity(ApiRun *r, DryWorld *w)
{
    return api_status(dry_world_set_gravity(w, api_coin(r) ? dry_vec3(0, -10, 0) : api_vector(r, 12.0f)));
}

static float blast_strength(float distance, void *user)
{
    (void)user;
    return 1.0f / (1.0f + distance);
}

static Answer explode(ApiRun *r, DryWorld *w)
{
    DryExplosion e = dry_explosion_default();
    e.position = api_place(r);
    e.radius = api_number(r, 0.0f, 3.0f);
    e.falloff = api_number(r, 0.0f, 8.0f);
    e.law = (DryFalloff)api_choose(r, api_wild(r) ? 8 : 6);
    e.blast = (DryBlast)api_choose(r, api_wild(r) ? 3 : 2);
    e.impulse = api_number(r, -20.0f, 200.0f);
    e.filter = api_coin(r) ? DRY_FILTER_ALL : api_filter(r);
    e.occlusion = api_coin(r);
    e.strength = api_wild(r) ? NULL : blast_strength;
    int32_t pushed = dry_world_explode(w, api_wild(r) ? NULL : &e);
    return (Answer){ (uint64_t)(uint32_t)pushed, pushed < 0 };
}

static DryField some_field(ApiRun *r)
{
    DryField f = dry_field_default();
    f.kind = (DryFieldKind)api_choose(r, api_wild(r) ? 7 : 5);
    f.region.kind =
        (DryRegionKind)(f.kind == DRY_FIELD_VENT ? 2 + api_choose(r, 4) : api_choose(r, api_wild(r) ? 8 : 6));
    f.region.pose = api_pose(r);
    f.region.half_extents = dry_vec3(3.0f, api_number(r, 1.0f, 5.0f), 4.0f);
    f.region.radius = api_number(r, 0.5f, 5.0f);
    f.region.half_height = api_number(r, 0.5f, 3.0f);
    f.filter = api_coin(r) ? DRY_FILTER_ALL : api_filter(r);
    f.enabled = api_choose(r, 8) != 0;
    f.wake = api_coin(r);
    f.per_mass = api_coin(r);
    f.strength = api_number(r, -10.0f, 30.0f);
    f.damping = api_number(r, 0.0f, 5.0f);
    f.flow = api_vector(r, 3.0f);
    f.density = api_number(r, 0.0f, 3000.0f);
    f.acceleration = api_vector(r, 10.0f);
    f.frequency = api_number(r, 0.0f, 20.0f);
    f.spin = api_number(r, -3.0f, 3.0f);
    return f;
}

static Answer apply_fields(ApiRun *r, DryWorld *w)
{
    DryField fields[2] = { some_field(r), dry_field_default() };
    fields[1] = some_field(r);
    int32_t count = 1 + api_choose(r, 2);
    int32_t pushed = dry_fields_apply(w, api_wild(r) ? NULL : fields, count, 1.0f / 60.0f);
    return (Answer){ (uint64_t)(uint32_t)pushed, pushed < 0 };
}

static Answer wake_field(ApiRun *r, DryWorld *w)
{
    DryField field = some_field(r);
    return api_status(dry_field_wake(w, &field));
}

static Answer set_sleep(ApiRun *r, DryWorld *w)
{
    DrySleepSettings s = dry_world_sleep_settings(w);
    s.criterion = (DrySleepCriterion)api_choose(r, api_wild(r) ? 8 : 5);
    s.momentum = api_number(r, 0.0f, 100.0f);
    s.energy = api_number(r, 0.0f, 0.1f);
    s.mean_time = api_number(r, 0.0f, 1.0f);
    s.calming_damping = api_coin(r) ? 0.0f : api_number(r, 0.0f, 5.0f);
    return api_status(dry_world_set_sleep_settings(w, api_wild(r) ? NULL : &s));
}

static Answer track_work(ApiRun *r, DryWorld *w)
{
    DryStatus status =
        api_coin(r) ? dry_world_set_track_work(w, api_choose(r, 3) != 0) : dry_world_reset_work(w);
    return (Answer){ (uint64_t)status + (dry_world_track_work(w) ? 100u : 0u), status != DRY_OK };
}

static Answer read_world(ApiRun *r, DryWorld *w)
{
    DryCounters c = dry_world_counters(w);
    DryEnergy e = dry_world_energy(w);
    DryProfile p = dry_world_profile(w);
    DryVec3 g = dry_world_gravity(w), set = dry_world_def(w).gravity;
    if (memcmp(&g, &set, sizeof g) != 0) {
        snprintf(r->report.message, sizeof r->report.message, "two answers on gravity");
    }
    int32_t counts[8] = { c.bodies,         c.awake_bodies, c.shapes,   c.joints,
                          c.islands_asleep, c.pairs,        c.contacts, c.touching };
    int32_t modified[4] = { c.modified_contacts, c.refused_modifications, c.capped_bounces,
                            c.welded_contacts };
    uint64_t h = MIX(MIX(MIX(MIX(0, counts), e), g), modified);
    DryWork work = dry_world_work(w);
    DrySleepSettings sleep = dry_world_sleep_settings(w);
    h = MIX(MIX(h, work), sleep.criterion);
    (void)p;
    (void)dry_world_set_user_data(w, dry_world_user_data(w));
    return api_read_value(h + dry_world_step_count(w));
}

/* Answers that depend on nothing but what is asked, right ones and (where `user` is not null) wrong ones. */
static void modify_some(DryContactModification *c, int32_t worker, void *user)
{
    uint32_t mix = c->shape_a.index * 7u + c->shape_b.index * 13u + (worker < 0 ? 1u : 0u);
    c->drop = mix % 11u == 0 && (c->is_new || c->filtered);
    c->hold_a = mix % 7u == 0;
    for (int32_t i = 0; i < c->manifold_count; ++i) {
        DryModifyManifold *m = &c->manifolds[i];
        m->friction *= 0.5f;
        m->restitution = mix % 5u == 0 ? 0.6f : m->restitution;
        m->target_velocity.x += mix % 3u == 0 ? 1.0f : 0.0f;
        m->normal.x += mix % 4u == 0 ? 0.1f : 0.0f;
        for (int32_t p = 0; p < m->point_count; ++p) {
            m->points[p].drop = (m->points[p].feature + mix) % 13u == 0;
            m->points[p].offset = mix % 6u == 0 ? 0.01f : 0.0f;
            m->points[p].maximum_impulse = mix % 4u == 0 ? 20.0f : INFINITY;
        }
        m->rolling_resistance = user != NULL && mix % 2u == 0 ? NAN : m->rolling_resistance;
    }
}

static bool filter_some(const DryPairCandidate *pair, void *user)
{
    return user != NULL || (pair->shape_a.index + pair->shape_b.index) % 5u != 0;
}

static Answer set_callbacks(ApiRun *r, DryWorld *w)
{
    static int some;
    if (api_choose(r, 3) == 0) {
        return api_status(dry_world_set_pair_filter(w, api_choose(r, 3) == 0 ? NULL : filter_some,
                                                    api_choose(r, 3) == 0 ? &some : NULL));
    }
    DryContactModifier m = { .modify = modify_some,
                             .user = api_choose(r, 4) == 0 ? &some : NULL,
                             .serial = api_coin(r) };
    DryStatus s = dry_world_set_contact_modifier(w, api_choose(r, 4) == 0 ? NULL : &m);
    void *user = NULL;
    (void)dry_world_pair_filter(w, &user);
    return (Answer){ (uint64_t)s + dry_world_contact_modifier(w).serial + (user != NULL), s != DRY_OK };
}

static Answer trim(ApiRun *r, DryWorld *w)
{
    (void)r;
    dry_world_trim(w);
    return api_read_value(0);
}

/* The closest hit must be the first of all, and no shape may be found twice. */
static Answer cast_ray(ApiRun *r, DryWorld *w)
{
    DryRay ray = { api_place(r), api_vector(r, 1.0f), api_number(r, 0.1f, 20.0f) };
    DryFilter f = api_coin(r) ? DRY_FILTER_ALL : api_filter(r);
    DryRayHit closest = { 0 }, all[SHAPES];
    bool hit = dry_world_cast_ray_closest(w, ray, f, &closest);
    int32_t count = dry_world_cast_ray_all(w, ray, f, all, SHAPES);
    if (count < 0) {
        return (Answer){ 1, !hit };
    }
    if (hit != (count > 0) ||
        (hit && (closest.shape.index != all[0].shape.index || closest.distance != all[0].distance))) {
        snprintf(r->report.message, sizeof r->report.message,
                 "closest hit: shape %u at %.9g; of %d hits the first: %u at %.9g", closest.shape.index,
                 (double)closest.distance, count, count > 0 ? all[0].shape.index : 0,
                 count > 0 ? (double)all[0].distance : 0.0);
    }
    for (int i = 0; i < count && i < SHAPES; ++i) {
        for (int k = 0; k < i; ++k) {
            if (all[i].shape.index == all[k].shape.index) {
                snprintf(r->report.message, sizeof r->report.message, "a ray hits shape %u twice",
                         all[i].shape.index);
            }
        }
    }
    uint64_t h = MIX(0, count);
    return api_read_value(hit ? MIX(MIX(h, closest.shape), closest.point) : h);
}

static Answer overlap_box(ApiRun *r, DryWorld *w)
{
    DryBounds b;
    b.lower = api_place(r);
    b.upper = api_place(r);
    if (!api_wild(r)) {
        DryPos low = b.lower, high = b.upper;
        b.lower = dry_pos(fmin(low.x, high.x), fmin(low.y, high.y), fmin(low.z, high.z));
        b.upper = dry_pos(fmax(low.x, high.x), fmax(low.y, high.y), fmax(low.z, high.z));
    }
    DryShapeId shapes[SHAPES];
    int32_t count = dry_world_overlap_box(w, b, DRY_FILTER_ALL, shapes, SHAPES);
    for (int i = 1; i < count && i < SHAPES; ++i) {
        if (shapes[i].index <= shapes[i - 1].index) {
            snprintf(r->report.message, sizeof r->report.message, "the box finds shape %u after shape %u",
                     shapes[i].index, shapes[i - 1].index);
        }
    }
    return (Answer){ (uint64_t)(uint32_t)count, count < 0 };
}

typedef struct Ink {
    uint64_t hash;
} Ink;

static void ink_line(DryVec3 a, DryVec3 b, DryColor color, void *user)
{
    Ink *ink = user;
    ink->hash = MIX(MIX(MIX(ink->hash, a), b), color);
}

static void ink_triangle(DryVec3 a, DryVec3 b, DryVec3 c, DryColor color, void *user)
{
    Ink *ink = user;
    ink->hash = MIX(MIX(MIX(MIX(ink->hash, a), b), c), color);
}

static void ink_point(DryVec3 p, float size, DryColor color, void *user)
{
    Ink *ink = user;
    ink->hash = MIX(MIX(MIX(ink->hash, p), size), color);
}

static void ink_text(DryVec3 p, const char *text, DryColor color, void *user)
{
    Ink *ink = user;
    ink->hash = api_mix(MIX(MIX(ink->hash, p), color), text, strlen(text));
}

static Answer draw(ApiRun *r, DryWorld *w)
{
    Ink ink = { 0 };
    DryDebugDraw d = dry_debug_draw_default();
    d.line = api_coin(r) ? ink_line : NULL;
    d.triangle = api_coin(r) ? ink_triangle : NULL;
    d.point = ink_point;
    d.text = ink_text;
    d.user = &ink;
    d.bounds = d.impulses = d.centers = d.sleeping = api_coin(r);
    d.impulse_scale = api_number(r, 0.0f, 1.0f);
    d.origin = api_place(r);
    if (api_coin(r)) {
        d.region.lower = api_place(r);
        d.region.upper = api_place(r);
    }
    DryStatus s = dry_world_draw(w, api_wild(r) ? NULL : &d);
    return (Answer){ ink.hash + (uint64_t)s, s != DRY_OK };
}

static Answer save(ApiRun *r, DryWorld *w)
{
    ApiSaved *s = &r->saved[r->active][api_choose(r, SAVES)];
    free(s->data);
    s->size = dry_world_save(w, NULL, 0);
    s->data = malloc(s->size);
    s->hash = dry_world_hash(w);
    size_t written = dry_world_save(w, s->data, s->size);
    if (written != s->size) {
        snprintf(r->report.message, sizeof r->report.message, "save: %zu bytes announced, %zu written",
                 s->size, written);
    }
    return api_read_value(s->size);
}

static Answer restore(ApiRun *r, DryWorld *w)
{
    const ApiSaved *s = &r->saved[r->active][api_choose(r, SAVES)];
    size_t size = api_wild(r) ? (size_t)api_choose(r, (int)s->size + 1) : s->size;
    DryStatus done = dry_world_restore(w, s->data, size);
    if (done == DRY_OK) {
        r->report.restores += r->active == 0;
        if (dry_world_hash(w) != s->hash) {
            snprintf(r->report.message, sizeof r->report.message,
                     "restore: another hash than when it was saved");
        }
    } else if (s->data != NULL && done != (size < s->size ? DRY_ERROR_SIZE : DRY_ERROR_FORMAT)) {
        snprintf(r->report.message, sizeof r->report.message, "restore: %s", dry_world_error(w));
    }
    return api_status(done);
}

/* Saved, stepped, restored and stepped again: the same bits. */
static Answer step_again(ApiRun *r, DryWorld *w)
{
    int count = 1 + api_choose(r, 12);
    size_t size = dry_world_save(w, NULL, 0);
    void *data = malloc(size);
    (void)dry_world_save(w, data, size);
    uint64_t hashes[2] = { 0, 0 };
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < count; ++i) {
            (void)dry_world_step(w, 1.0f / 60.0f);
        }
        hashes[pass] = dry_world_hash(w);
        if (pass == 0 && dry_world_restore(w, data, size) != DRY_OK) {
            snprintf(r->report.message, sizeof r->report.message, "%s", dry_world_error(w));
        }
    }
    free(data);
    if (hashes[0] != hashes[1]) {
        snprintf(r->report.message, sizeof r->report.message, "%d steps after a restore give other bits",
                 count);
    }
    return api_read_value(hashes[0]);
}

const Call api_world_calls[] = {
    { "step", step, 40 },
    { "step_frame", step_frame, 2 },
    { "set_gravity", set_gravity, 1 },
    { "explode", explode, 2 },
    { "apply fields", apply_fields, 2 },
    { "wake field", wake_field, 1 },
    { "sleep settings", set_sleep, 1 },
    { "track work", track_work, 2 },
    { "read world", read_world, 1 },
    { "trim", trim, 1 },
    { "set_callbacks", set_callbacks, 2 },
    { "cast_ray", cast_ray, 5 },
    { "overlap_box", overlap_box, 4 },
    { "draw", draw, 1 },
    { "save", save, 3 },
    { "restore", restore, 3 },
    { "step again", step_again, 3 },
    { NULL, NULL, 0 },
};
