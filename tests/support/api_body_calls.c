/* Calls on bodies. */
#include "support/api_run.h"

#include <stdio.h>

static Answer create_body(ApiRun *r, DryWorld *w)
{
    if (dry_world_counters(w).bodies >= MAX_ALIVE) {
        return api_status(dry_body_destroy(w, api_body(r)));
    }
    DryBodyDef d = dry_body_def_default();
    d.type = (DryBodyType)(api_choose(r, 5) > 1 ? 2 : api_choose(r, api_wild(r) ? 5 : 3));
    d.position = api_place(r);
    d.rotation = api_rotation(r);
    if (api_choose(r, 4) == 0) {
        d.velocity = api_vector(r, 8.0f);
        d.angular_velocity = api_vector(r, 8.0f);
        d.linear_damping = api_number(r, 0.0f, 2.0f);
        d.angular_damping = api_number(r, 0.0f, 2.0f);
        d.gravity_scale = api_number(r, -1.0f, 2.0f);
        d.sleep_speed = api_number(r, -1.0f, 0.5f);
        d.locks = (uint32_t)api_choose(r, api_wild(r) ? 80 : 64);
        d.can_sleep = api_coin(r);
        d.awake = api_coin(r);
        d.enabled = api_choose(r, 4) != 0;
    }
    return api_new_body(r, dry_body_create(w, api_wild(r) ? NULL : &d));
}

static Answer destroy_body(ApiRun *r, DryWorld *w)
{
    return api_status(dry_body_destroy(w, api_body(r)));
}

static Answer set_type(ApiRun *r, DryWorld *w)
{
    DryBodyId b = api_body(r);
    return api_status(dry_body_set_type(w, b, (DryBodyType)api_choose(r, api_wild(r) ? 6 : 3)));
}

static Answer set_pose(ApiRun *r, DryWorld *w)
{
    DryBodyId b = api_body(r);
    return api_status(dry_body_set_pose(w, b, api_pose(r)));
}

static Answer set_velocity(ApiRun *r, DryWorld *w)
{
    DryBodyId b = api_body(r);
    DryVec3 v = api_choose(r, 4) == 0 ? dry_vec3(0, 0, 0) : api_vector(r, 12.0f);
    return api_status(api_coin(r) ? dry_body_set_velocity(w, b, v) : dry_body_set_angular_velocity(w, b, v));
}

static Answer set_target(ApiRun *r, DryWorld *w)
{
    DryBodyId b = api_body(r);
    return api_status(dry_body_set_target(w, b, api_pose(r)));
}

static Answer set_mass(ApiRun *r, DryWorld *w)
{
    DryBodyId b = api_body(r);
    if (api_choose(r, 3) == 0) {
        return api_status(dry_body_reset_mass(w, b));
    }
    float i = api_number(r, 0.1f, 10.0f);
    DryMass m = { .mass = api_number(r, 0.1f, 1000.0f),
                  .center = api_coin(r) ? dry_vec3(0, 0, 0) : api_vector(r, 0.5f) };
    m.inertia = (DrySym3){ i, api_number(r, -0.1f, 0.1f) * i, 0.0f, i, 0.0f, api_number(r, 0.2f, 1.8f) * i };
    return api_status(dry_body_set_mass(w, b, api_wild(r) ? NULL : &m));
}

static Answer push(ApiRun *r, DryWorld *w)
{
    DryBodyId b = api_body(r);
    int which = api_choose(r, 6);
    DryVec3 v = api_vector(r, which < 3 ? 20000.0f : 2000.0f);
    DryPos p = api_place(r);
    DryWake wake = api_coin(r) ? DRY_WAKE : DRY_DONT_WAKE;
    switch (which) {
    case 0:
        return api_status(dry_body_apply_force(w, b, v, p, wake));
    case 1:
        return api_status(dry_body_apply_force_center(w, b, v, wake));
    case 2:
        return api_status(dry_body_apply_torque(w, b, v, wake));
    case 3:
        return api_status(dry_body_apply_impulse(w, b, v, p, wake));
    case 4:
        return api_status(dry_body_apply_impulse_center(w, b, v, wake));
    default:
        return api_status(dry_body_apply_angular_impulse(w, b, v, wake));
    }
}

static Answer set_body_option(ApiRun *r, DryWorld *w)
{
    DryBodyId b = api_body(r);
    switch (api_choose(r, 8)) {
    case 0: {
        float linear = api_number(r, 0.0f, 3.0f);
        return api_status(dry_body_set_damping(w, b, linear, api_number(r, 0.0f, 3.0f)));
    }
    case 1:
        return api_status(dry_body_set_gravity_scale(w, b, api_number(r, -1.0f, 2.0f)));
    case 2:
        return api_status(dry_body_set_locks(w, b, (uint32_t)api_choose(r, api_wild(r) ? 90 : 64)));
    case 3:
        return api_status(dry_body_set_can_sleep(w, b, api_coin(r)));
    case 4:
        return api_status(dry_body_set_sleep_speed(w, b, api_number(r, -0.5f, 0.5f)));
    case 5:
        return api_status(dry_body_clear_forces(w, b));
    case 6:
        return api_status(dry_body_set_fast(w, b, api_coin(r)));
    default:
        return api_status(dry_body_set_user_data(w, b, NULL));
    }
}

static Answer set_awake(ApiRun *r, DryWorld *w)
{
    DryBodyId b = api_body(r);
    return api_status(dry_body_set_awake(w, b, api_choose(r, 3) == 0));
}

static Answer set_enabled(ApiRun *r, DryWorld *w)
{
    DryBodyId b = api_body(r);
    return api_status(dry_body_set_enabled(w, b, api_choose(r, 3) != 0));
}

static Answer read_body(ApiRun *r, DryWorld *w)
{
    DryBodyId b = api_body(r), all[8];
    DryShapeId shapes[4];
    DryJointId joints[4];
    static DryContactRecord records[4];
    uint64_t h = 0;
    DryPose p = dry_body_pose(w, b);
    DryVec3 v = dry_body_velocity(w, b), spin = dry_body_angular_velocity(w, b),
            at = dry_body_point_velocity(w, b, api_place(r));
    int32_t counts[5] = { dry_world_bodies(w, all, 8), dry_body_shapes(w, b, shapes, 4),
                          dry_body_joints(w, b, joints, 4), dry_body_contacts(w, b, records, 4),
                          (int32_t)dry_body_type(w, b) };
    DryMass m = dry_body_mass(w, b);
    double energy = dry_body_kinetic_energy(w, b) + dry_body_potential_energy(w, b);
    DryEnergy sums[2] = { dry_body_energy(w, b), dry_island_energy(w, b) };
    DryWork work[2] = { dry_body_work(w, b), dry_island_work(w, b) };
    DryBodyId island[8] = { { 0, 0 } }, culprit = { 0, 0 };
    int32_t islanders = dry_body_island(w, b, island, 8);
    DryAwakeReason why = dry_body_awake_reason(w, b, &culprit);
    if ((why != DRY_AWAKE_NOT) != dry_body_is_awake(w, b)) {
        snprintf(r->report.message, sizeof r->report.message, "body %u: awake, but for no reason", b.index);
    }
    h = MIX(MIX(MIX(MIX(MIX(MIX(h, sums), work), island), islanders), why), culprit);
    DryPose target = { 0 };
    bool flags[7] = { dry_body_is_valid(w, b),       dry_body_is_awake(w, b),  dry_body_is_enabled(w, b),
                      dry_body_is_quarantined(w, b), dry_body_can_sleep(w, b), dry_body_is_mass_given(w, b),
                      dry_body_target(w, b, &target) };
    float settings[4] = { dry_body_linear_damping(w, b), dry_body_angular_damping(w, b),
                          dry_body_gravity_scale(w, b), dry_body_sleep_speed(w, b) };
    DryVec3 force = dry_body_force(w, b), torque = dry_body_torque(w, b);
    h = MIX(MIX(MIX(MIX(h, settings), force), torque), target.position);
    h += dry_body_locks(w, b);
    DryBodyId next_body = dry_world_next_body(w, b);
    DryShapeId next_shape = dry_body_next_shape(w, b, api_shape(r));
    h = MIX(MIX(h, next_body), next_shape);
    h = MIX(MIX(MIX(MIX(h, p), v), spin), counts);
    h = MIX(MIX(MIX(MIX(h, m), energy), flags), at.x);
    for (int i = 0; i < counts[3] && i < 4; ++i) {
        h = MIX(h, records[i].normal);
        for (int k = 0; k < records[i].point_count; ++k) {
            h = MIX(h, records[i].points[k].point);
        }
    }
    return api_read_value(h);
}

const Call api_body_calls[] = {
    { "body_create", create_body, 14 },
    { "body_destroy", destroy_body, 5 },
    { "set_type", set_type, 4 },
    { "set_pose", set_pose, 6 },
    { "set_velocity", set_velocity, 5 },
    { "set_target", set_target, 5 },
    { "set_mass", set_mass, 3 },
    { "push", push, 6 },
    { "body option", set_body_option, 4 },
    { "set_awake", set_awake, 6 },
    { "set_enabled", set_enabled, 5 },
    { "read body", read_body, 3 },
    { NULL, NULL, 0 },
};
