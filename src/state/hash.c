/* The state hash: everything that decides the future, in slot and list order, without pointers, padding or derived data. */
#include "state/fields.h"

#include <drystone/state.h>

#define MIX(hash, value) dry__hash_bytes((hash), &(value), sizeof(value))
#define MIX_ARRAY(hash, array) dry__hash_bytes((hash), (array).data, (size_t)(array).count * sizeof *(array).data)

static uint64_t hash_body(uint64_t h, const BodyMotion *m, const BodyCold *c)
{
    h = MIX(h, *m);
    h = MIX(h, c->carry_v);
    h = MIX(h, c->carry_w);
    h = MIX(h, c->lost_v);
    h = MIX(h, c->force);
    h = MIX(h, c->torque);
    h = MIX(h, c->sleep_timer);
    h = MIX(h, c->rest_speed);
    h = MIX(h, c->mass);
    h = MIX(h, c->inertia);
    h = MIX(h, c->local_center);
    h = MIX(h, c->awake_index);
    uint32_t bits[4] = {c->type, c->flags, c->locks, (uint32_t)c->shape_count};
    return MIX(h, bits);
}

static uint64_t hash_bodies(uint64_t h, const BodyTable *t)
{
    h = MIX_ARRAY(h, t->ids.generation);
    for (int32_t i = 0; i < t->ids.generation.count; ++i) {
        if (id_alive(&t->ids, i)) {
            h = hash_body(h, &t->motion.data[i], &t->cold.data[i]);
        }
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
        int32_t key[4] = {c->pair, c->shape_a, c->shape_b, c->manifold_count};
        h = MIX(h, key);
        for (int32_t m = c->manifold; m >= 0; m = t->links.data[m].next) {
            h = MIX(h, t->manifolds.data[m]);
            h = MIX(h, t->links.data[m].color);
        }
    }
    return h;
}

static uint64_t hash_joints(uint64_t h, const JointTable *t)
{
    for (int32_t i = 0; i < t->joints.count; ++i) {
        if (!id_alive(&t->ids, i)) {
            continue;
        }
        const Joint *j = &t->joints.data[i];
        int32_t key[3] = {j->kind, j->turns, t->links.data[i].color};
        h = MIX(h, key);
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

uint64_t dry_world_hash(const DryWorld *world)
{
    if (world == NULL) {
        return 0;
    }
    const WorldState *s = &world->state;
    uint64_t h = HASH_SEED;
    h = MIX(h, s->step_count);
    h = MIX(h, s->gravity);
    h = hash_bodies(h, &s->bodies);
    h = hash_contacts(h, &s->contacts);
    h = hash_joints(h, &s->joints);
    h = MIX_ARRAY(h, s->awake);
    h = MIX_ARRAY(h, s->awake_shapes);
    for (int32_t i = 0; i < s->shapes.ids.generation.count; ++i) {
        if (id_alive(&s->shapes.ids, i)) {
            h = MIX(h, s->shapes.proxies.data[i].fat);
        }
    }
    return h;
}
