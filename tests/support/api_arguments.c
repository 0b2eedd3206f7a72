#include "support/api_run.h"
#include "support/random.h"

#include <math.h>
#include <string.h>

/* ---- choices ---- */

uint32_t api_choose_u32(ApiRun *r)
{
    Choices *c = &r->choices;
    if (c->at + 2 <= c->size) {
        uint32_t low = c->bytes[c->at], high = c->bytes[c->at + 1];
        c->at += 2;
        return (high << 24 | low << 16) | (low * 257u ^ high);
    }
    Random random = { c->random };
    uint32_t x = random_u32(&random);
    c->random = random.state;
    return x;
}

int api_choose(ApiRun *r, int count)
{
    return (int)((uint64_t)api_choose_u32(r) * (uint64_t)count >> 32);
}

bool api_wild(ApiRun *r)
{
    return r->program->wild > 0 && api_choose(r, r->program->wild) == 0;
}

bool api_coin(ApiRun *r)
{
    return api_choose(r, 2) != 0;
}

float api_number(ApiRun *r, float low, float high)
{
    static const float extremes[] = { NAN,    INFINITY, -INFINITY, 0.0f,   -0.0f, 1e-44f, -1e-40f,
                                      1e-30f, 1e-7f,    1e6f,      -1e6f,  1e12f, 1e30f,  -1e30f,
                                      3e38f,  -3e38f,   -1.0f,     1e-20f, 5e8f,  1e20f };
    if (api_wild(r)) {
        return extremes[api_choose(r, (int)(sizeof extremes / sizeof extremes[0]))];
    }
    return low + (high - low) * (float)(api_choose_u32(r) >> 8) * 0x1p-24f;
}

double api_coordinate(ApiRun *r, double low, double high)
{
    static const double extremes[] = { (double)NAN, (double)INFINITY, 1e300, -1e300, 1e12, -1e12, 1e7,
                                       0.0,         1e-310,           1.1e12 };
    if (api_wild(r)) {
        return extremes[api_choose(r, (int)(sizeof extremes / sizeof extremes[0]))];
    }
    return low + (high - low) * (double)api_choose_u32(r) * 0x1p-32;
}

DryVec3 api_vector(ApiRun *r, float size)
{
    float x = api_number(r, -size, size), y = api_number(r, -size, size), z = api_number(r, -size, size);
    return dry_vec3(x, y, z);
}

DryPos api_place(ApiRun *r)
{
    double x = api_coordinate(r, -3, 3), y = api_coordinate(r, 0, 6), z = api_coordinate(r, -3, 3);
    return dry_pos(x, y, z);
}

DryQuat api_rotation(ApiRun *r)
{
    if (api_coin(r)) {
        return dry_quat_identity();
    }
    DryVec3 axis = api_vector(r, 1.0f);
    DryQuat q = dry_quat_from_axis_angle(axis, api_number(r, -3.0f, 3.0f));
    if (api_wild(r)) {
        q.w = api_number(r, -2.0f, 2.0f);
    }
    return q;
}

DryPose api_pose(ApiRun *r)
{
    DryPose p;
    p.position = api_place(r);
    p.rotation = api_rotation(r);
    return p;
}

DryFrame api_frame(ApiRun *r, float reach)
{
    DryFrame f;
    f.position = api_coin(r) ? dry_vec3(0, 0, 0) : api_vector(r, reach);
    f.rotation = api_rotation(r);
    return f;
}

DryBodyId api_body(ApiRun *r)
{
    if (api_wild(r)) {
        uint32_t index = (uint32_t)api_choose(r, 70), generation = (uint32_t)api_choose(r, 5);
        return (DryBodyId){ api_coin(r) ? index : api_choose_u32(r), generation };
    }
    return r->known.body_count > 0 ? r->known.bodies[api_choose(r, r->known.body_count)]
                                   : (DryBodyId){ 0, 0 };
}

DryShapeId api_shape(ApiRun *r)
{
    if (api_wild(r)) {
        uint32_t index = (uint32_t)api_choose(r, 70), generation = (uint32_t)api_choose(r, 5);
        return (DryShapeId){ api_coin(r) ? index : api_choose_u32(r), generation };
    }
    return r->known.shape_count > 0 ? r->known.shapes[api_choose(r, r->known.shape_count)]
                                    : (DryShapeId){ 0, 0 };
}

DryJointId api_joint(ApiRun *r)
{
    if (api_wild(r)) {
        uint32_t index = (uint32_t)api_choose(r, 70), generation = (uint32_t)api_choose(r, 5);
        return (DryJointId){ api_coin(r) ? index : api_choose_u32(r), generation };
    }
    return r->known.joint_count > 0 ? r->known.joints[api_choose(r, r->known.joint_count)]
                                    : (DryJointId){ 0, 0 };
}

DryFilter api_filter(ApiRun *r)
{
    DryFilter f = dry_filter_default();
    if (api_choose(r, 4) == 0) {
        f.category = (uint64_t)1 << api_choose(r, 3);
        f.mask = (uint64_t)api_choose(r, 8);
        f.group = api_choose(r, 4) - 2;
    }
    return f;
}

DryMaterial api_material(ApiRun *r)
{
    DryMaterial m = dry_material_default();
    m.friction = api_number(r, 0.0f, 1.5f);
    m.dynamic_friction = api_coin(r) ? -1.0f : api_number(r, 0.0f, m.friction);
    m.restitution = api_coin(r) ? 0.0f : api_number(r, 0.0f, 1.0f);
    m.rolling_resistance = api_coin(r) ? 0.0f : api_number(r, 0.0f, 0.2f);
    if (api_choose(r, 6) == 0) {
        m.surface_velocity = api_vector(r, 2.0f);
    }
    m.friction_combine = (DryCombine)api_choose(r, api_wild(r) ? 9 : 5);
    m.restitution_combine = (DryCombine)api_choose(r, 5);
    switch (api_choose(r, 8)) {
    case 0:
        m.friction_direction = api_vector(r, 1.0f);
        m.friction_across = api_number(r, 0.0f, 4.0f);
        break;
    case 1:
        m.torsion_radius = api_number(r, 0.0f, 0.1f);
        m.torsion_combine = (DryCombine)api_choose(r, 5);
        m.rolling_combine = (DryCombine)api_choose(r, 5);
        break;
    case 2:
        m.stiffness = api_number(r, 1e3f, 1e6f);
        m.damping = api_number(r, 0.0f, 1e4f);
        break;
    case 3:
        m.contact_hertz = api_number(r, 1.0f, 60.0f);
        m.contact_damping_ratio = api_number(r, 0.5f, 10.0f);
        break;
    default:
        break;
    }
    return m;
}

DryShapeOptions api_options(ApiRun *r)
{
    DryShapeOptions o = dry_shape_options_default();
    if (api_coin(r)) {
        o.frame = api_frame(r, 0.7f);
        o.material = api_material(r);
        o.filter = api_filter(r);
        o.density = api_choose(r, 8) == 0 ? 0.0f : api_number(r, 1.0f, 3000.0f);
        o.sensor = api_choose(r, 6) == 0;
        o.contact_events = api_choose(r, 4) != 0;
        o.hit_events = api_choose(r, 4) != 0;
        o.modify_contacts = api_choose(r, 4) == 0;
    }
    return o;
}

/* ---- answers ---- */

Answer api_status(DryStatus s)
{
    return (Answer){ (uint64_t)s, s != DRY_OK };
}

uint64_t api_mix(uint64_t h, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; ++i) {
        h = (h ^ bytes[i]) * 0x100000001b3ull;
    }
    return h;
}

Answer api_read_value(uint64_t h)
{
    return (Answer){ h, 0 };
}

static void forget_oldest(void *ids, int *count, int capacity, size_t size)
{
    if (*count == capacity) {
        memmove(ids, (char *)ids + size, size * (size_t)(capacity - 1));
        --*count;
    }
}

Answer api_new_body(ApiRun *r, DryBodyId id)
{
    if (id.index != 0) {
        forget_oldest(r->known.bodies, &r->known.body_count, BODIES, sizeof id);
        r->known.bodies[r->known.body_count++] = id;
    }
    return (Answer){ (uint64_t)id.index << 32 | id.generation, id.index == 0 };
}

Answer api_new_shape(ApiRun *r, DryShapeId id)
{
    if (id.index != 0) {
        forget_oldest(r->known.shapes, &r->known.shape_count, SHAPES, sizeof id);
        r->known.shapes[r->known.shape_count++] = id;
    }
    return (Answer){ (uint64_t)id.index << 32 | id.generation, id.index == 0 };
}

Answer api_new_joint(ApiRun *r, DryJointId id)
{
    if (id.index != 0) {
        forget_oldest(r->known.joints, &r->known.joint_count, JOINTS, sizeof id);
        r->known.joints[r->known.joint_count++] = id;
    }
    return (Answer){ (uint64_t)id.index << 32 | id.generation, id.index == 0 };
}
