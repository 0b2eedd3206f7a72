#include "state/fields.h"

#define POOLS(X)             \
    X(bodies.ids)            \
    X(shapes.ids)            \
    X(contacts.ids)          \
    X(contacts.manifold_ids) \
    X(joints.ids)            \
    X(joints.axes_ids)       \
    X(island_ids)

#define ARRAYS(X)             \
    X(bodies.motion)          \
    X(bodies.cold)            \
    X(bodies.work)            \
    X(bodies.means)           \
    X(shapes.records)         \
    X(shapes.proxies)         \
    X(shapes.travel)          \
    X(contacts.pair_keys)     \
    X(contacts.pair_gaps)     \
    X(contacts.pair_caches)   \
    X(contacts.pair_contacts) \
    X(contacts.map.keys)      \
    X(contacts.map.values)    \
    X(contacts.contacts)      \
    X(contacts.mixes)         \
    X(contacts.manifolds)     \
    X(contacts.links)         \
    X(joints.joints)          \
    X(joints.links)           \
    X(joints.axes)            \
    X(islands)                \
    X(awake)                  \
    X(awake_shapes)           \
    X(planes)                 \
    X(touched)                \
    X(dirty)                  \
    X(targets)                \
    X(stored.nodes)

int32_t dry__state_arrays(WorldState *s, StateArray *arrays)
{
    int32_t n = 0;
#define ADD(field) arrays[n++] = (StateArray){ (ArrayView *)(void *)&s->field, sizeof *s->field.data };
    /* a member's name takes no parentheses: NOLINTNEXTLINE(bugprone-macro-parentheses) */
#define ADD_POOL(field) ADD(field.generation) ADD(field.free_slots)
    POOLS(ADD_POOL)
    ARRAYS(ADD)
    for (int32_t c = 0; c < CONTACT_COLOR_LISTS; ++c) {
        ADD(contacts.colors[c].manifolds)
    }
    for (int32_t c = 0; c < JOINT_COLOR_LISTS; ++c) {
        ADD(joints.colors[c].joints)
    }
    return n;
}

StateValues dry__state_values(const WorldState *s)
{
    StateValues v = { .step_count = s->step_count,
                      .gravity = s->gravity,
                      .latest_dt = s->latest_dt,
                      .sleep = s->sleep,
                      .counting = s->bodies.counting ? 1 : 0,
                      .stiff = s->stiff ? 1 : 0,
                      .regrouped = s->contacts.regrouped ? 1 : 0,
                      .dense = s->contacts.dense ? 1 : 0,
                      .map_used = s->contacts.map.used,
                      .tree_root = s->stored.root,
                      .tree_free = s->stored.free_list,
                      .tree_leaves = s->stored.leaf_count };
    int32_t n = 0;
#define ALIVE(field) v.alive[n++] = s->field.alive;
    POOLS(ALIVE)
    return v;
}

void dry__state_set_values(WorldState *s, const StateValues *v)
{
    s->step_count = v->step_count;
    s->gravity = v->gravity;
    s->latest_dt = v->latest_dt;
    s->sleep = v->sleep;
    s->bodies.counting = v->counting != 0;
    s->stiff = v->stiff != 0;
    s->contacts.regrouped = v->regrouped != 0;
    s->contacts.dense = v->dense != 0;
    s->bodies.averaging = s->sleep.criterion == DRY_SLEEP_MEAN_MOMENTUM;
    s->contacts.map.used = v->map_used;
    s->stored.root = v->tree_root;
    s->stored.free_list = v->tree_free;
    s->stored.leaf_count = v->tree_leaves;
    int32_t n = 0;
#define SET_ALIVE(field) s->field.alive = v->alive[n++];
    POOLS(SET_ALIVE)
}
