/* Criteria of sleep, and why a body is awake. */
#include "world/api/check.h"
#include "world/api/island.h"
#include "world/edit/wake_edit.h"
#include "world/pipeline/rest.h"

DrySleepSettings dry_sleep_settings_default(void)
{
    return (DrySleepSettings){ .criterion = DRY_SLEEP_SPEED,
                               .momentum = 0.05f,
                               .energy = 0.00125f,
                               .mean_time = 0.25f,
                               .calming_damping = 0.0f };
}

static DryStatus check_settings(DryWorld *w, const DrySleepSettings *s, const char *call)
{
    const struct {
        const char *name, *unit;
        float value, most;
    } fields[] = { { "criterion", "", (float)s->criterion, (float)DRY_SLEEP_SUPPORTED },
                   { "momentum", " kg m/s", s->momentum, 1e30f },
                   { "energy", " J/kg", s->energy, 1e12f },
                   { "mean_time", " s", s->mean_time, 1e6f },
                   { "calming_damping", " 1/s", s->calming_damping, 1e6f } };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; ++i) {
        if (!(fields[i].value >= 0.0f && fields[i].value <= fields[i].most)) {
            return dry__fail(w, DRY_ERROR_ARGUMENT, call, "%s is %g%s, must be in [0, %g]", fields[i].name,
                             (double)fields[i].value, fields[i].unit, (double)fields[i].most);
        }
    }
    return DRY_OK;
}

DryStatus dry_world_set_sleep_settings(DryWorld *world, const DrySleepSettings *settings)
{
    const char *call = "dry_world_set_sleep_settings";
    DryStatus status = dry__begin_edit(world, call);
    if (status == DRY_OK && settings == NULL) {
        return dry__fail(world, DRY_ERROR_ARGUMENT, call, "the settings are null");
    }
    status = status != DRY_OK ? status : check_settings(world, settings, call);
    if (status != DRY_OK) {
        return status;
    }
    bool averaging = settings->criterion == DRY_SLEEP_MEAN_MOMENTUM;
    if (!dry__body_table_average(&world->state.bodies, averaging)) {
        return dry__fail(world, DRY_ERROR_MEMORY, call, "out of memory");
    }
    world->state.sleep = *settings;
    for (int32_t i = 0; i < world->state.awake.count; ++i) {
        world_body(world, world->state.awake.data[i])->sleep_timer = 0.0f;
    }
    return DRY_OK;
}

DrySleepSettings dry_world_sleep_settings(const DryWorld *world)
{
    return world == NULL ? (DrySleepSettings){ 0 } : world->state.sleep;
}

/* ---- why a body is awake ---- */

static float speed_of(const DryWorld *w, int32_t body)
{
    const BodyMotion *m = world_motion(w, body);
    return v3_length(m->v) + v3_length(m->w) * world_body(w, body)->extent;
}

/* What keeps this body awake by itself; DRY_AWAKE_NOT: nothing. */
static DryAwakeReason own_reason(const DryWorld *w, int32_t body)
{
    const BodyCold *c = world_body(w, body);
    if ((c->flags & BODY_CAN_SLEEP) == 0) {
        return DRY_AWAKE_NOT_ALLOWED;
    }
    if (c->sleep_timer >= w->def.sleep_time) {
        bool balance = w->state.sleep.criterion != DRY_SLEEP_SUPPORTED || dry__rest_supported(w, body);
        return balance ? DRY_AWAKE_NOT : DRY_AWAKE_UNSUPPORTED;
    }
    if (c->sleep_timer > 0.0f) {
        return DRY_AWAKE_TIMER;
    }
    return (c->flags & BODY_PUSHED) != 0 ? DRY_AWAKE_PUSHED : DRY_AWAKE_MOVING;
}

/* The moving kinematic body that this one touches or hangs on, or -1. */
static int32_t carrier(const DryWorld *w, int32_t body)
{
    int32_t found = -1;
    for (int32_t e = world_body(w, body)->contact_head; e >= 0;) {
        const Contact *c = &w->state.contacts.contacts.data[e >> 1];
        int32_t other = c->body[(e & 1) ^ 1];
        bool moves = world_body(w, other)->type == (uint8_t)DRY_KINEMATIC && world_body_awake(w, other);
        if (moves && (c->flags & CONTACT_SENSOR) == 0 && (found < 0 || other < found)) {
            found = other;
        }
        e = c->next[e & 1];
    }
    for (int32_t e = world_body(w, body)->joint_head; e >= 0;) {
        const JointLink *link = &w->state.joints.links.data[e >> 1];
        int32_t other = link->body[(e & 1) ^ 1];
        bool moves = world_body(w, other)->type == (uint8_t)DRY_KINEMATIC && world_body_awake(w, other);
        if (moves && (link->flags & JOINT_ENABLED) != 0 && (found < 0 || other < found)) {
            found = other;
        }
        e = link->next[e & 1];
    }
    return found;
}

/* Of the others: a moving kinematic body first, then bodies that may not sleep, are not in balance, are
   pushed or move; of those that move the fastest one. */
static DryAwakeReason island_reason(const DryWorld *w, int32_t body, const IslandList *list, int32_t *culprit)
{
    static const DryAwakeReason order[] = { DRY_AWAKE_NOT_ALLOWED, DRY_AWAKE_UNSUPPORTED, DRY_AWAKE_PUSHED };
    for (int32_t i = 0; i < list->count; ++i) {
        *culprit = carrier(w, list->bodies[i]);
        if (*culprit >= 0) {
            return DRY_AWAKE_KINEMATIC;
        }
    }
    for (size_t k = 0; k < sizeof order / sizeof order[0]; ++k) {
        for (int32_t i = 0; i < list->count; ++i) {
            if (own_reason(w, list->bodies[i]) == order[k]) {
                *culprit = list->bodies[i];
                return order[k];
            }
        }
    }
    int32_t fastest = -1;
    for (int32_t i = 0; i < list->count; ++i) {
        int32_t other = list->bodies[i];
        bool blamed = other != body && own_reason(w, other) != DRY_AWAKE_NOT;
        if (blamed && (fastest < 0 || speed_of(w, other) > speed_of(w, fastest))) {
            fastest = other;
        }
    }
    *culprit = fastest >= 0 ? fastest : body;
    return fastest >= 0 ? DRY_AWAKE_NEIGHBOUR : DRY_AWAKE_TIMER; /* it falls asleep in the next step */
}

static DryAwakeReason find_reason(const DryWorld *w, int32_t body, int32_t *culprit)
{
    const BodyCold *c = world_body(w, body);
    *culprit = -1;
    if (c->awake_index < 0) {
        return DRY_AWAKE_NOT;
    }
    *culprit = body;
    if (c->type == (uint8_t)DRY_KINEMATIC) {
        return DRY_AWAKE_KINEMATIC;
    }
    if (!w->def.sleeping) {
        *culprit = -1;
        return DRY_AWAKE_NOT_ALLOWED;
    }
    DryAwakeReason own = own_reason(w, body);
    if (own != DRY_AWAKE_NOT) {
        return own;
    }
    IslandList list;
    if (!dry__island_list(w, body, &list)) {
        (void)dry__fail(NULL, DRY_ERROR_MEMORY, "dry_body_awake_reason", "out of memory");
        *culprit = -1;
        return DRY_AWAKE_NOT;
    }
    DryAwakeReason reason = island_reason(w, body, &list, culprit);
    dry__island_free(&list);
    return reason;
}

DryAwakeReason dry_body_awake_reason(const DryWorld *world, DryBodyId id, DryBodyId *culprit)
{
    int32_t body = dry__find_body(world, id), blamed = -1;
    DryAwakeReason reason = body < 0 || world->stepping ? DRY_AWAKE_NOT : find_reason(world, body, &blamed);
    if (culprit != NULL) {
        *culprit = blamed >= 0 ? world_body_id(world, blamed) : (DryBodyId){ 0, 0 };
    }
    return reason;
}
