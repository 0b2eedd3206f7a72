/* The state hash: everything that decides the future, in slot and list order, without pointers, padding or
 * derived data. */
#include "state/fields.h"

#include <drystone/state.h>

#define MIX(hash, value) dry__hash_bytes((hash), &(value), sizeof(value))
#define MIX_ARRAY(hash, array) \
    dry__hash_bytes((hash), (array).data, (size_t)(array).count * sizeof *(array).data)

/* Which slots will be given out next. */
static uint64_t hash_pool(uint64_t h, const IdPool *pool)
{
    h = MIX_ARRAY(h, pool->generation);
    return MIX_ARRAY(h, pool->free_slots);
}

static uint64_t hash_settings(uint64_t h, const BodyCold *c)
{
    const float settings[4] = { c->linear_damping, c->angular_damping, c->gravity_scale, c->sleep_speed };
    h = MIX(h, settings);
    return (c->flags & BODY_MASS_GIVEN) != 0 ? MIX(h, c->given_mass) : h;
}

static uint64_t hash_body(uint64_t h, const BodyMotion *m, const BodyCold *c)
{
    h = MIX(h, *m);
    h = hash_settings(h, c);
    h = MIX(h, c->carry_v);
    h = MIX(h, c->carry_w);
    h = MIX(h, c->lost_v);
    h = MIX(h, c->force);
    h = MIX(h, c->torque);
    h = MIX(h, c->sleep_timer);
    h = MIX(h, c->rest_value);
    h = MIX(h, c->rest_v);
    h = MIX(h, c->rest_w);
    h = MIX(h, c->mass);
    h = MIX(h, c->inertia);
    h = MIX(h, c->local_center);
    h = MIX(h, c->principal);
    h = MIX(h, c->awake_index);
    h = MIX(h, c->island);
    if ((c->stiff_substeps | c->stiff_steps) != 0) {
        uint8_t stiff[3] = { c->stiff_substeps, c->stiff_steps, c->stiff_level };
        h = MIX(h, stiff);
    }
    uint32_t bits[4] = { c->type, c->flags, c->locks, (uint32_t)c->shape_count };
    return MIX(h, bits);
}

static uint64_t hash_bodies(uint64_t h, const BodyTable *t)
{
    h = hash_pool(h, &t->ids);
    for (int32_t i = 0; i < t->ids.generation.count; ++i) {
        if (id_alive(&t->ids, i)) {
            h = hash_body(h, &t->motion.data[i], &t->cold.data[i]);
            h = t->averaging ? MIX(h, t->means.data[i]) : h;
        }
    }
    return h;
}

/* What a material has beside its coefficients. */
static uint64_t hash_special(uint64_t h, const DryMaterial *m)
{
    const float special[9] = { m->friction_direction.x,
                               m->friction_direction.y,
                               m->friction_direction.z,
                               m->friction_across,
                               m->torsion_radius,
                               m->stiffness,
                               m->damping,
                               m->contact_hertz,
                               m->contact_damping_ratio };
    const int32_t more[2] = { (int32_t)m->rolling_combine, (int32_t)m->torsion_combine };
    h = MIX(h, special);
    return MIX(h, more);
}

/* Most are. */
static bool is_plain(const DryMaterial *m)
{
    return v3_length_squared(m->friction_direction) == 0.0f && m->friction_across == 1.0f &&
           m->torsion_radius == 0.0f && m->stiffness == 0.0f && m->contact_hertz == 0.0f &&
           m->rolling_combine == DRY_COMBINE_MAXIMUM && m->torsion_combine == DRY_COMBINE_MAXIMUM;
}

static uint64_t hash_material(uint64_t h, const DryMaterial *m)
{
    const float numbers[7] = { m->friction,           m->dynamic_friction,   m->restitution,
                               m->rolling_resistance, m->surface_velocity.x, m->surface_velocity.y,
                               m->surface_velocity.z };
    const int32_t modes[2] = { (int32_t)m->friction_combine, (int32_t)m->restitution_combine };
    h = MIX(h, numbers);
    h = MIX(h, modes);
    return is_plain(m) ? h : hash_special(h, m);
}

static uint64_t hash_palette(uint64_t h, const GeometryRecord *r)
{
    for (int32_t i = 0; i < r->palette_count; ++i) {
        h = hash_material(h, &r->palette[i]);
    }
    return h;
}

static uint64_t hash_shapes(uint64_t h, const ShapeTable *t, const GeometryTable *geometry)
{
    h = hash_pool(h, &t->ids);
    for (int32_t i = 0; i < t->ids.generation.count; ++i) {
        if (!id_alive(&t->ids, i)) {
            continue;
        }
        const ShapeRecord *r = &t->records.data[i];
        const int32_t key[4] = { r->body, r->next, (int32_t)dry__shape_public_kind(r) - 1, r->geometry };
        h = MIX(h, key);
        h = MIX(h, r->size);
        h = r->rounding > 0.0f ? MIX(h, r->rounding) : h;
        h = MIX(h, r->density);
        h = MIX(h, r->frame);
        h = hash_material(h, &r->material);
        h = r->palette >= 0 ? hash_palette(h, &geometry->records.data[r->palette]) : h;
        h = MIX(h, r->filter.category);
        h = MIX(h, r->filter.mask);
        h = MIX(h, r->filter.group);
        h = MIX(h, r->flags);
        h = MIX(h, t->proxies.data[i].fat);
        h = MIX(h, t->proxies.data[i].place);
    }
    return h;
}

static uint64_t hash_contacts(uint64_t h, const ContactTable *t)
{
    h = MIX_ARRAY(h, t->pair_keys);
    h = MIX_ARRAY(h, t->pair_gaps);
    h = MIX_ARRAY(h, t->pair_caches);
    h = MIX_ARRAY(h, t->pair_contacts);
    for (int32_t i = 0; i < t->contacts.count; ++i) {
        if (!id_alive(&t->ids, i)) {
            continue;
        }
        const Contact *c = &t->contacts.data[i];
        int32_t key[4] = { c->pair, c->shape_a, c->shape_b, c->manifold_count };
        h = MIX(h, key);
        const uint32_t marks = c->flags & (uint32_t)(CONTACT_ASKED | CONTACT_FILTERED);
        h = marks != 0 ? MIX(h, marks) : h;
        for (int32_t m = c->manifold; m >= 0; m = t->links.data[m].next) {
            h = MIX(h, t->manifolds.data[m]);
            h = MIX(h, t->links.data[m].color);
            h = marks != 0 ? MIX(h, t->links.data[m].marks) : h;
        }
    }
    return h;
}

static uint64_t hash_link(uint64_t h, const JointLink *link)
{
    const int32_t key[4] = { link->body[0], link->body[1], link->color, (int32_t)link->flags };
    const float most[2] = { link->break_force, link->break_torque };
    h = MIX(h, key);
    return MIX(h, most);
}

static uint64_t hash_joints(uint64_t h, const JointTable *t)
{
    h = hash_pool(h, &t->ids);
    for (int32_t i = 0; i < t->joints.count; ++i) {
        if (!id_alive(&t->ids, i)) {
            continue;
        }
        const Joint *j = &t->joints.data[i];
        const int32_t key[4] = { j->kind, j->turns, j->locked, j->flags };
        h = MIX(h, key);
        h = hash_link(h, &t->links.data[i]);
        h = MIX(h, j->frame_a);
        h = MIX(h, j->frame_b);
        h = MIX(h, j->locked_impulse);
        h = MIX(h, j->axis);
        if (j->axes >= 0) {
            h = MIX(h, t->axes.data[j->axes]);
        }
    }
    return h;
}

static uint64_t hash_targets(uint64_t h, const WorldState *s)
{
    for (int32_t i = 0; i < s->targets.count; ++i) {
        h = MIX(h, s->targets.data[i].body);
        h = MIX(h, s->targets.data[i].pose.position);
        h = MIX(h, s->targets.data[i].pose.rotation);
    }
    return h;
}

static uint64_t hash_sleep(uint64_t h, const DrySleepSettings *s)
{
    if (s->criterion == DRY_SLEEP_SPEED && !(s->calming_damping > 0.0f)) {
        return h; /* nothing else decides */
    }
    const float numbers[4] = { s->momentum, s->energy, s->mean_time, s->calming_damping };
    const int32_t criterion = (int32_t)s->criterion;
    h = MIX(h, numbers);
    return MIX(h, criterion);
}

uint64_t dry_world_hash(const DryWorld *world)
{
    if (world == NULL) {
        return 0;
    }
    const WorldState *s = &world->state;
    uint64_t h = HASH_SEED;
    h = MIX(h, s->step_count);
    h = MIX(h, s->gravity);
    h = MIX(h, s->latest_dt);
    h = MIX(h, s->contacts.regrouped);
    h = MIX(h, s->contacts.dense);
    h = s->stiff ? MIX(h, s->stiff) : h;
    h = hash_sleep(h, &s->sleep);
    h = hash_bodies(h, &s->bodies);
    h = hash_shapes(h, &s->shapes, &world->geometry);
    h = hash_contacts(h, &s->contacts);
    h = hash_joints(h, &s->joints);
    h = hash_targets(h, s);
    h = MIX_ARRAY(h, s->awake);
    h = MIX_ARRAY(h, s->awake_shapes);
    h = MIX_ARRAY(h, s->planes);
    h = MIX_ARRAY(h, s->touched);
    return MIX_ARRAY(h, s->dirty);
}
