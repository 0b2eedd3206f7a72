#include "support/api_program.h"

#include "support/invariants.h"
#include "support/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BODIES = 48,
    SHAPES = 96,
    JOINTS = 32,
    WORLDS = 2,
    SAVES = 2,
    MAX_ALIVE = 28,
    HULLS = 3,
    MESHES = 3
};

/* Ids that were given out, stale ones included; the same in every world. */
typedef struct Known {
    DryBodyId bodies[BODIES];
    DryShapeId shapes[SHAPES];
    DryJointId joints[JOINTS];
    int body_count, shape_count, joint_count;
} Known;

typedef struct Saved {
    void *data;
    size_t size;
    uint64_t hash;
} Saved;

typedef struct Run {
    const ApiProgram *program;
    Choices choices;
    DryWorld *worlds[WORLDS];
    Saved saved[WORLDS][SAVES];
    int active; /* the world that the present call is made on */
    Known known;
    DryHull *hulls[HULLS];
    DryMesh *meshes[MESHES];
    ApiReport report;
} Run;

/* What one call answered: equal in every world. */
typedef struct Answer {
    uint64_t value;
    int refused;
} Answer;

typedef Answer CallFn(Run *r, DryWorld *w);

/* ---- choices ---- */

static uint32_t choose_u32(Run *r)
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

static int choose(Run *r, int count)
{
    return (int)((uint64_t)choose_u32(r) * (uint64_t)count >> 32);
}

static bool wild(Run *r)
{
    return r->program->wild > 0 && choose(r, r->program->wild) == 0;
}

static bool coin(Run *r)
{
    return choose(r, 2) != 0;
}

static float number(Run *r, float low, float high)
{
    static const float extremes[] = { NAN,    INFINITY, -INFINITY, 0.0f,   -0.0f, 1e-44f, -1e-40f,
                                      1e-30f, 1e-7f,    1e6f,      -1e6f,  1e12f, 1e30f,  -1e30f,
                                      3e38f,  -3e38f,   -1.0f,     1e-20f, 5e8f,  1e20f };
    if (wild(r)) {
        return extremes[choose(r, (int)(sizeof extremes / sizeof extremes[0]))];
    }
    return low + (high - low) * (float)(choose_u32(r) >> 8) * 0x1p-24f;
}

static double coordinate(Run *r, double low, double high)
{
    static const double extremes[] = { (double)NAN, (double)INFINITY, 1e300, -1e300, 1e12, -1e12, 1e7,
                                       0.0,         1e-310,           1.1e12 };
    if (wild(r)) {
        return extremes[choose(r, (int)(sizeof extremes / sizeof extremes[0]))];
    }
    return low + (high - low) * (double)choose_u32(r) * 0x1p-32;
}

static DryVec3 vector(Run *r, float size)
{
    float x = number(r, -size, size), y = number(r, -size, size), z = number(r, -size, size);
    return dry_vec3(x, y, z);
}

static DryPos place(Run *r)
{
    double x = coordinate(r, -3, 3), y = coordinate(r, 0, 6), z = coordinate(r, -3, 3);
    return dry_pos(x, y, z);
}

static DryQuat rotation(Run *r)
{
    if (coin(r)) {
        return dry_quat_identity();
    }
    DryVec3 axis = vector(r, 1.0f);
    DryQuat q = dry_quat_from_axis_angle(axis, number(r, -3.0f, 3.0f));
    if (wild(r)) {
        q.w = number(r, -2.0f, 2.0f);
    }
    return q;
}

static DryPose pose(Run *r)
{
    DryPose p;
    p.position = place(r);
    p.rotation = rotation(r);
    return p;
}

static DryFrame frame(Run *r, float reach)
{
    DryFrame f;
    f.position = coin(r) ? dry_vec3(0, 0, 0) : vector(r, reach);
    f.rotation = rotation(r);
    return f;
}

static DryBodyId body(Run *r)
{
    if (wild(r)) {
        uint32_t index = (uint32_t)choose(r, 70), generation = (uint32_t)choose(r, 5);
        return (DryBodyId){ coin(r) ? index : choose_u32(r), generation };
    }
    return r->known.body_count > 0 ? r->known.bodies[choose(r, r->known.body_count)] : (DryBodyId){ 0, 0 };
}

static DryShapeId shape(Run *r)
{
    if (wild(r)) {
        uint32_t index = (uint32_t)choose(r, 70), generation = (uint32_t)choose(r, 5);
        return (DryShapeId){ coin(r) ? index : choose_u32(r), generation };
    }
    return r->known.shape_count > 0 ? r->known.shapes[choose(r, r->known.shape_count)] : (DryShapeId){ 0, 0 };
}

static DryJointId joint(Run *r)
{
    if (wild(r)) {
        uint32_t index = (uint32_t)choose(r, 70), generation = (uint32_t)choose(r, 5);
        return (DryJointId){ coin(r) ? index : choose_u32(r), generation };
    }
    return r->known.joint_count > 0 ? r->known.joints[choose(r, r->known.joint_count)] : (DryJointId){ 0, 0 };
}

static DryFilter filter(Run *r)
{
    DryFilter f = dry_filter_default();
    if (choose(r, 4) == 0) {
        f.category = (uint64_t)1 << choose(r, 3);
        f.mask = (uint64_t)choose(r, 8);
        f.group = choose(r, 4) - 2;
    }
    return f;
}

static DryMaterial material(Run *r)
{
    DryMaterial m = dry_material_default();
    m.friction = number(r, 0.0f, 1.5f);
    m.dynamic_friction = coin(r) ? -1.0f : number(r, 0.0f, m.friction);
    m.restitution = coin(r) ? 0.0f : number(r, 0.0f, 1.0f);
    m.rolling_resistance = coin(r) ? 0.0f : number(r, 0.0f, 0.2f);
    if (choose(r, 6) == 0) {
        m.surface_velocity = vector(r, 2.0f);
    }
    m.friction_combine = (DryCombine)choose(r, wild(r) ? 9 : 5);
    m.restitution_combine = (DryCombine)choose(r, 5);
    return m;
}

static DryShapeOptions options(Run *r)
{
    DryShapeOptions o = dry_shape_options_default();
    if (coin(r)) {
        o.frame = frame(r, 0.7f);
        o.material = material(r);
        o.filter = filter(r);
        o.density = choose(r, 8) == 0 ? 0.0f : number(r, 1.0f, 3000.0f);
        o.sensor = choose(r, 6) == 0;
        o.contact_events = choose(r, 4) != 0;
        o.hit_events = choose(r, 4) != 0;
    }
    return o;
}

/* ---- answers ---- */

static Answer status(DryStatus s)
{
    return (Answer){ (uint64_t)s, s != DRY_OK };
}

static uint64_t mix(uint64_t h, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; ++i) {
        h = (h ^ bytes[i]) * 0x100000001b3ull;
    }
    return h;
}

#define MIX(h, value) mix((h), &(value), sizeof(value))

static Answer read_value(uint64_t h)
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

static Answer new_body(Run *r, DryBodyId id)
{
    if (id.index != 0) {
        forget_oldest(r->known.bodies, &r->known.body_count, BODIES, sizeof id);
        r->known.bodies[r->known.body_count++] = id;
    }
    return (Answer){ (uint64_t)id.index << 32 | id.generation, id.index == 0 };
}

static Answer new_shape(Run *r, DryShapeId id)
{
    if (id.index != 0) {
        forget_oldest(r->known.shapes, &r->known.shape_count, SHAPES, sizeof id);
        r->known.shapes[r->known.shape_count++] = id;
    }
    return (Answer){ (uint64_t)id.index << 32 | id.generation, id.index == 0 };
}

static Answer new_joint(Run *r, DryJointId id)
{
    if (id.index != 0) {
        forget_oldest(r->known.joints, &r->known.joint_count, JOINTS, sizeof id);
        r->known.joints[r->known.joint_count++] = id;
    }
    return (Answer){ (uint64_t)id.index << 32 | id.generation, id.index == 0 };
}

/* ---- calls: bodies ---- */

static Answer create_body(Run *r, DryWorld *w)
{
    if (dry_world_counters(w).bodies >= MAX_ALIVE) {
        return status(dry_body_destroy(w, body(r)));
    }
    DryBodyDef d = dry_body_def_default();
    d.type = (DryBodyType)(choose(r, 5) > 1 ? 2 : choose(r, wild(r) ? 5 : 3));
    d.position = place(r);
    d.rotation = rotation(r);
    if (choose(r, 4) == 0) {
        d.velocity = vector(r, 8.0f);
        d.angular_velocity = vector(r, 8.0f);
        d.linear_damping = number(r, 0.0f, 2.0f);
        d.angular_damping = number(r, 0.0f, 2.0f);
        d.gravity_scale = number(r, -1.0f, 2.0f);
        d.sleep_speed = number(r, -1.0f, 0.5f);
        d.locks = (uint32_t)choose(r, wild(r) ? 80 : 64);
        d.can_sleep = coin(r);
        d.awake = coin(r);
        d.enabled = choose(r, 4) != 0;
    }
    return new_body(r, dry_body_create(w, wild(r) ? NULL : &d));
}

static Answer destroy_body(Run *r, DryWorld *w)
{
    return status(dry_body_destroy(w, body(r)));
}

static Answer set_type(Run *r, DryWorld *w)
{
    DryBodyId b = body(r);
    return status(dry_body_set_type(w, b, (DryBodyType)choose(r, wild(r) ? 6 : 3)));
}

static Answer set_pose(Run *r, DryWorld *w)
{
    DryBodyId b = body(r);
    return status(dry_body_set_pose(w, b, pose(r)));
}

static Answer set_velocity(Run *r, DryWorld *w)
{
    DryBodyId b = body(r);
    DryVec3 v = choose(r, 4) == 0 ? dry_vec3(0, 0, 0) : vector(r, 12.0f);
    return status(coin(r) ? dry_body_set_velocity(w, b, v) : dry_body_set_angular_velocity(w, b, v));
}

static Answer set_target(Run *r, DryWorld *w)
{
    DryBodyId b = body(r);
    return status(dry_body_set_target(w, b, pose(r)));
}

static Answer set_mass(Run *r, DryWorld *w)
{
    DryBodyId b = body(r);
    if (choose(r, 3) == 0) {
        return status(dry_body_reset_mass(w, b));
    }
    float i = number(r, 0.1f, 10.0f);
    DryMass m = { .mass = number(r, 0.1f, 1000.0f), .center = coin(r) ? dry_vec3(0, 0, 0) : vector(r, 0.5f) };
    m.inertia = (DrySym3){ i, number(r, -0.1f, 0.1f) * i, 0.0f, i, 0.0f, number(r, 0.2f, 1.8f) * i };
    return status(dry_body_set_mass(w, b, wild(r) ? NULL : &m));
}

static Answer push(Run *r, DryWorld *w)
{
    DryBodyId b = body(r);
    int which = choose(r, 6);
    DryVec3 v = vector(r, which < 3 ? 20000.0f : 2000.0f);
    DryPos p = place(r);
    DryWake wake = coin(r) ? DRY_WAKE : DRY_DONT_WAKE;
    switch (which) {
    case 0:
        return status(dry_body_apply_force(w, b, v, p, wake));
    case 1:
        return status(dry_body_apply_force_center(w, b, v, wake));
    case 2:
        return status(dry_body_apply_torque(w, b, v, wake));
    case 3:
        return status(dry_body_apply_impulse(w, b, v, p, wake));
    case 4:
        return status(dry_body_apply_impulse_center(w, b, v, wake));
    default:
        return status(dry_body_apply_angular_impulse(w, b, v, wake));
    }
}

static Answer set_body_option(Run *r, DryWorld *w)
{
    DryBodyId b = body(r);
    switch (choose(r, 5)) {
    case 0: {
        float linear = number(r, 0.0f, 3.0f);
        return status(dry_body_set_damping(w, b, linear, number(r, 0.0f, 3.0f)));
    }
    case 1:
        return status(dry_body_set_gravity_scale(w, b, number(r, -1.0f, 2.0f)));
    case 2:
        return status(dry_body_set_locks(w, b, (uint32_t)choose(r, wild(r) ? 90 : 64)));
    case 3:
        return status(dry_body_set_can_sleep(w, b, coin(r)));
    default:
        return status(dry_body_set_user_data(w, b, NULL));
    }
}

static Answer set_awake(Run *r, DryWorld *w)
{
    DryBodyId b = body(r);
    return status(dry_body_set_awake(w, b, choose(r, 3) == 0));
}

static Answer set_enabled(Run *r, DryWorld *w)
{
    DryBodyId b = body(r);
    return status(dry_body_set_enabled(w, b, choose(r, 3) != 0));
}

static Answer read_body(Run *r, DryWorld *w)
{
    DryBodyId b = body(r), all[8];
    DryShapeId shapes[4];
    DryJointId joints[4];
    static DryContactRecord records[4];
    uint64_t h = 0;
    DryPose p = dry_body_pose(w, b);
    DryVec3 v = dry_body_velocity(w, b), spin = dry_body_angular_velocity(w, b),
            at = dry_body_point_velocity(w, b, place(r));
    int32_t counts[5] = { dry_world_bodies(w, all, 8), dry_body_shapes(w, b, shapes, 4),
                          dry_body_joints(w, b, joints, 4), dry_body_contacts(w, b, records, 4),
                          (int32_t)dry_body_type(w, b) };
    DryMass m = dry_body_mass(w, b);
    double energy = dry_body_kinetic_energy(w, b) + dry_body_potential_energy(w, b);
    bool flags[4] = { dry_body_is_valid(w, b), dry_body_is_awake(w, b), dry_body_is_enabled(w, b),
                      dry_body_is_quarantined(w, b) };
    h = MIX(MIX(MIX(MIX(h, p), v), spin), counts);
    h = MIX(MIX(MIX(MIX(h, m), energy), flags), at.x);
    for (int i = 0; i < counts[3] && i < 4; ++i) {
        h = MIX(h, records[i].normal);
        for (int k = 0; k < records[i].point_count; ++k) {
            h = MIX(h, records[i].points[k].point);
        }
    }
    return read_value(h);
}

/* ---- calls: shapes ---- */

static Answer add_simple(Run *r, DryWorld *w)
{
    DryBodyId b = body(r);
    DryShapeOptions o = options(r);
    const DryShapeOptions *given = coin(r) ? &o : NULL;
    bool none = wild(r);
    switch (choose(r, 3)) {
    case 0: {
        DrySphere s = { coin(r) ? dry_vec3(0, 0, 0) : vector(r, 0.5f), number(r, 0.1f, 0.8f) };
        return new_shape(r, dry_shape_add_sphere(w, b, none ? NULL : &s, given));
    }
    case 1: {
        DryCapsule s = { vector(r, 0.6f), vector(r, 0.6f), number(r, 0.1f, 0.5f) };
        return new_shape(r, dry_shape_add_capsule(w, b, none ? NULL : &s, given));
    }
    default: {
        DryBox s = { { number(r, 0.1f, 0.8f), number(r, 0.1f, 0.8f), number(r, 0.1f, 0.8f) } };
        return new_shape(r, dry_shape_add_box(w, b, none ? NULL : &s, given));
    }
    }
}

static Answer add_geometry(Run *r, DryWorld *w)
{
    DryBodyId b = body(r);
    DryShapeOptions o = options(r);
    const DryShapeOptions *given = coin(r) ? &o : NULL;
    bool none = wild(r);
    switch (choose(r, 4)) {
    case 0: {
        DryHalfSpace s = { coin(r) ? dry_vec3(0, 1, 0) : vector(r, 1.0f), number(r, -1.0f, 0.5f) };
        return new_shape(r, dry_shape_add_half_space(w, b, none ? NULL : &s, given));
    }
    case 1: {
        DryMesh *mesh = r->meshes[choose(r, MESHES)];
        DryVec3 scale = { number(r, -2.0f, 2.0f), coin(r) ? 1.0f : -0.5f, number(r, 0.5f, 1.5f) };
        const DryVec3 *scaled = coin(r) ? &scale : NULL;
        return new_shape(r, dry_shape_add_mesh(w, b, none ? NULL : mesh, scaled, given));
    }
    default: {
        DryHull *hull = r->hulls[choose(r, HULLS)];
        return new_shape(r, dry_shape_add_hull(w, b, none ? NULL : hull, given));
    }
    }
}

static Answer destroy_shape(Run *r, DryWorld *w)
{
    return status(dry_shape_destroy(w, shape(r)));
}

static Answer change_shape(Run *r, DryWorld *w)
{
    DryShapeId s = shape(r);
    if (coin(r)) {
        return status(dry_shape_set_filter(w, s, filter(r)));
    }
    DryMaterial m = material(r);
    return status(dry_shape_set_material(w, s, wild(r) ? NULL : &m));
}

static Answer read_shape(Run *r, DryWorld *w)
{
    DryShapeId s = shape(r), visitors[4];
    DryBodyId b = dry_shape_body(w, s);
    DryBounds bounds = dry_shape_bounds(w, s);
    DryMaterial m = dry_shape_material(w, s);
    DryFilter f = dry_shape_filter(w, s);
    int32_t count = dry_shape_sensor_overlaps(w, s, visitors, 4);
    uint64_t h = MIX(MIX(0, b), bounds);
    h = MIX(MIX(MIX(h, m.friction), f.mask), count);
    h ^= (uint64_t)dry_shape_is_valid(w, s) ^ (uint64_t)(uintptr_t)dry_shape_user_data(w, s);
    return read_value(h);
}

/* ---- calls: joints ---- */

static DryLimit limit(Run *r, float low, float high)
{
    DryLimit l = { .enabled = coin(r), .lower = number(r, low, 0.0f), .upper = number(r, 0.0f, high) };
    if (choose(r, 4) == 0) {
        l.frequency = number(r, 0.5f, 20.0f);
        l.damping_ratio = number(r, 0.0f, 1.0f);
    }
    return l;
}

static DryDrive drive(Run *r)
{
    DryDrive d = dry_drive_default();
    d.mode = (DryDriveMode)choose(r, wild(r) ? 6 : 3);
    d.target = number(r, -1.0f, 1.0f);
    d.target_velocity = number(r, -3.0f, 3.0f);
    if (coin(r)) {
        d.frequency = number(r, 0.5f, 10.0f);
        d.damping_ratio = number(r, 0.0f, 2.0f);
    } else {
        d.stiffness = number(r, 0.0f, 1000.0f);
        d.damping = number(r, 0.0f, 100.0f);
    }
    d.max_force = coin(r) ? d.max_force : number(r, 0.0f, 5000.0f);
    d.acceleration = coin(r);
    return d;
}

static DryRotationDrive rotation_drive(Run *r)
{
    DryRotationDrive d = dry_rotation_drive_default();
    d.mode = (DryDriveMode)choose(r, wild(r) ? 6 : 3);
    d.target = rotation(r);
    d.target_velocity = vector(r, 2.0f);
    d.frequency = number(r, 0.0f, 5.0f);
    d.damping_ratio = number(r, 0.0f, 2.0f);
    d.damping = number(r, 0.0f, 10.0f);
    d.acceleration = coin(r);
    return d;
}

/* The members that all definitions begin with. */
#define FILL(d)                                                                  \
    do {                                                                         \
        (d).body_a = body(r);                                                    \
        (d).body_b = body(r);                                                    \
        (d).frame_a = frame(r, 1.0f);                                            \
        (d).frame_b = frame(r, 1.0f);                                            \
        (d).collide_connected = coin(r);                                         \
        (d).break_force = choose(r, 6) == 0 ? number(r, 1.0f, 20000.0f) : 0.0f;  \
        (d).break_torque = choose(r, 6) == 0 ? number(r, 1.0f, 20000.0f) : 0.0f; \
    } while (0)

static Answer create_ball(Run *r, DryWorld *w)
{
    DryBallDef d = dry_ball_def_default();
    FILL(d);
    if (coin(r)) {
        d.cone = limit(r, 0.0f, 1.5f);
        d.twist = limit(r, -2.0f, 2.0f);
        d.drive = rotation_drive(r);
        d.friction_torque = number(r, 0.0f, 5.0f);
    }
    return new_joint(r, dry_ball_create(w, wild(r) ? NULL : &d));
}

static Answer create_hinge(Run *r, DryWorld *w)
{
    DryHingeDef d = dry_hinge_def_default();
    FILL(d);
    d.limit = limit(r, -2.0f, 2.0f);
    d.drive = drive(r);
    d.friction_torque = number(r, 0.0f, 5.0f);
    return new_joint(r, dry_hinge_create(w, &d));
}

static Answer create_slider(Run *r, DryWorld *w)
{
    if (coin(r)) {
        DryPrismaticDef d = dry_prismatic_def_default();
        FILL(d);
        d.limit = limit(r, -1.0f, 1.0f);
        d.drive = drive(r);
        d.friction_force = number(r, 0.0f, 50.0f);
        return new_joint(r, dry_prismatic_create(w, &d));
    }
    DryFixedDef d = dry_fixed_def_default();
    FILL(d);
    return new_joint(r, dry_fixed_create(w, wild(r) ? NULL : &d));
}

static Answer create_distance(Run *r, DryWorld *w)
{
    DryDistanceDef d = dry_distance_def_default();
    FILL(d);
    d.min_length = number(r, 0.0f, 1.0f);
    d.max_length = d.min_length + number(r, 0.0f, 1.0f);
    if (coin(r)) {
        d.rest_length = number(r, 0.0f, 1.0f);
        d.frequency = number(r, 0.0f, 10.0f);
        d.damping_ratio = number(r, 0.0f, 1.0f);
    }
    return new_joint(r, dry_distance_create(w, &d));
}

static DryAxisDef axis_def(Run *r)
{
    DryAxisDef a = { .motion = (DryAxisMotion)choose(r, wild(r) ? 5 : 3),
                     .limit = limit(r, -1.0f, 1.0f),
                     .drive = dry_drive_default() };
    if (a.motion != DRY_AXIS_LOCKED && coin(r)) {
        a.drive = drive(r);
        a.friction = number(r, 0.0f, 5.0f);
    }
    return a;
}

static Answer create_six_axis(Run *r, DryWorld *w)
{
    DrySixAxisDef d = dry_six_axis_def_default();
    FILL(d);
    for (int i = 0; i < 3; ++i) {
        d.linear[i] = coin(r) ? axis_def(r) : d.linear[i];
        d.angular[i] = coin(r) ? axis_def(r) : d.angular[i];
    }
    if (choose(r, 4) == 0) {
        d.linear_set = (DryAxisSetLimit){ (uint32_t)choose(r, 9), limit(r, 0.0f, 1.0f) };
        d.angular_set = (DryAxisSetLimit){ (uint32_t)choose(r, 9), limit(r, 0.0f, 1.0f) };
        d.rotation_drive = rotation_drive(r);
    }
    return new_joint(r, dry_six_axis_create(w, &d));
}

static Answer destroy_joint(Run *r, DryWorld *w)
{
    return status(dry_joint_destroy(w, joint(r)));
}

static DryJointAxis axis(Run *r)
{
    return (DryJointAxis)choose(r, wild(r) ? 20 : 8);
}

static Answer change_joint(Run *r, DryWorld *w)
{
    DryJointId j = joint(r);
    DryJointAxis a = axis(r);
    DryLimit l = limit(r, -1.0f, 1.0f);
    DryDrive d = drive(r);
    DryRotationDrive rd = rotation_drive(r);
    bool none = wild(r);
    switch (choose(r, 8)) {
    case 0:
        return status(dry_joint_set_limit(w, j, a, none ? NULL : &l));
    case 1:
        return status(dry_joint_set_drive(w, j, a, none ? NULL : &d));
    case 2:
        return status(dry_joint_set_rotation_drive(w, j, none ? NULL : &rd));
    case 3:
        return status(dry_joint_set_friction(w, j, a, number(r, 0.0f, 10.0f)));
    case 4: {
        DryFrame fa = frame(r, 1.0f);
        return status(dry_joint_set_frames(w, j, fa, frame(r, 1.0f)));
    }
    case 5:
        return status(dry_joint_set_enabled(w, j, coin(r)));
    case 6:
        return status(dry_joint_set_collide_connected(w, j, coin(r)));
    default: {
        float force = number(r, 0.0f, 5000.0f);
        return status(dry_joint_set_break(w, j, force, number(r, 0.0f, 5000.0f)));
    }
    }
}

static Answer read_joint(Run *r, DryWorld *w)
{
    DryJointId j = joint(r), all[4];
    DryJointAxis a = axis(r);
    float values[7] = { dry_joint_angle(w, j, a),      dry_joint_offset(w, j, a), dry_joint_speed(w, j, a),
                        dry_joint_gap(w, j),           dry_joint_skew(w, j),      dry_joint_friction(w, j, a),
                        dry_joint_limit(w, j, a).lower };
    DryVec3 f = dry_joint_force(w, j), t = dry_joint_torque(w, j);
    DryBodyId ba = dry_joint_body_a(w, j), bb = dry_joint_body_b(w, j);
    DryFrame fa = dry_joint_frame_a(w, j), fb = dry_joint_frame_b(w, j);
    int32_t counts[2] = { dry_world_joints(w, all, 4), (int32_t)dry_joint_kind(w, j) };
    float target = dry_joint_drive(w, j, a).target + dry_joint_rotation_drive(w, j).frequency;
    uint64_t h = MIX(MIX(MIX(MIX(0, values), f), t), counts);
    h = MIX(MIX(MIX(MIX(MIX(h, ba), bb), fa), fb), target);
    h ^= (uint64_t)dry_joint_is_valid(w, j) + 2u * (uint64_t)dry_joint_is_enabled(w, j) +
         4u * (uint64_t)dry_joint_collide_connected(w, j);
    return read_value(h);
}

/* ---- calls: the world ---- */

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
    }
    for (int i = 0; i < e.moved_count; ++i) {
        h = MIX(MIX(h, e.moved[i].body), e.moved[i].pose);
    }
    for (int i = 0; i < e.sensor_begin_count; ++i) {
        h = MIX(h, e.sensor_begin[i].visitor);
    }
    for (int i = 0; i < e.sensor_end_count; ++i) {
        h = MIX(h, e.sensor_end[i].visitor);
    }
    h = MIX(h, e.quarantined_count);
    return MIX(h, e.broken_joint_count);
}

static Answer step(Run *r, DryWorld *w)
{
    static const float steps[] = { 1.0f / 60.0f, 1.0f / 60.0f, 1.0f / 60.0f, 1.0f / 120.0f, 1.0f / 30.0f,
                                   0.0f,         1e-9f,        1e-6f,        1.0f };
    float dt = wild(r) ? number(r, 0.0f, 1.5f) : steps[choose(r, choose(r, 4) == 0 ? 9 : 3)];
    int count = choose(r, 4) == 0 ? 1 + choose(r, 40) : 1;
    for (int i = 0; i < count; ++i) {
        DryStatus s = dry_world_step(w, dt);
        if (s != DRY_OK) {
            return status(s);
        }
        const char *broken = broken_invariant(w, false);
        if (broken != NULL) {
            snprintf(r->report.message, sizeof r->report.message, "in step %d of %d with dt %g: %s", i + 1,
                     count, (double)dt, broken);
            return read_value(0);
        }
        if (r->active == 0) {
            r->report.steps++;
        }
    }
    return read_value(read_events(w));
}

static Answer step_frame(Run *r, DryWorld *w)
{
    DryStepper s = { number(r, 0.005f, 0.02f), choose(r, 4), (double)number(r, 0.0f, 0.01f) };
    int32_t steps = dry_world_step_frame(w, wild(r) ? NULL : &s, (double)number(r, 0.0f, 0.05f));
    return (Answer){ (uint64_t)(uint32_t)steps, steps < 0 };
}

static Answer set_gravity(Run *r, DryWorld *w)
{
    return status(dry_world_set_gravity(w, coin(r) ? dry_vec3(0, -10, 0) : vector(r, 12.0f)));
}

static Answer read_world(Run *r, DryWorld *w)
{
    DryCounters c = dry_world_counters(w);
    DryEnergy e = dry_world_energy(w);
    DryProfile p = dry_world_profile(w);
    DryVec3 g = dry_world_gravity(w);
    int32_t counts[8] = { c.bodies,         c.awake_bodies, c.shapes,   c.joints,
                          c.islands_asleep, c.pairs,        c.contacts, c.touching };
    uint64_t h = MIX(MIX(MIX(0, counts), e), g);
    (void)p;
    (void)r;
    (void)dry_world_user_data(w);
    return read_value(h + dry_world_step_count(w));
}

static Answer trim(Run *r, DryWorld *w)
{
    (void)r;
    dry_world_trim(w);
    return read_value(0);
}

/* The closest hit must be the first of all, and no shape may be found twice. */
static Answer cast_ray(Run *r, DryWorld *w)
{
    DryRay ray = { place(r), vector(r, 1.0f), number(r, 0.1f, 20.0f) };
    DryFilter f = coin(r) ? DRY_FILTER_ALL : filter(r);
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
    return read_value(hit ? MIX(MIX(h, closest.shape), closest.point) : h);
}

static Answer overlap_box(Run *r, DryWorld *w)
{
    DryBounds b;
    b.lower = place(r);
    b.upper = place(r);
    if (!wild(r)) {
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
    ink->hash = mix(MIX(MIX(ink->hash, p), color), text, strlen(text));
}

static Answer draw(Run *r, DryWorld *w)
{
    Ink ink = { 0 };
    DryDebugDraw d = dry_debug_draw_default();
    d.line = coin(r) ? ink_line : NULL;
    d.triangle = coin(r) ? ink_triangle : NULL;
    d.point = ink_point;
    d.text = ink_text;
    d.user = &ink;
    d.bounds = d.impulses = d.centers = d.sleeping = coin(r);
    d.impulse_scale = number(r, 0.0f, 1.0f);
    d.origin = place(r);
    if (coin(r)) {
        d.region.lower = place(r);
        d.region.upper = place(r);
    }
    DryStatus s = dry_world_draw(w, wild(r) ? NULL : &d);
    return (Answer){ ink.hash + (uint64_t)s, s != DRY_OK };
}

static Answer save(Run *r, DryWorld *w)
{
    Saved *s = &r->saved[r->active][choose(r, SAVES)];
    free(s->data);
    s->size = dry_world_save(w, NULL, 0);
    s->data = malloc(s->size);
    s->hash = dry_world_hash(w);
    size_t written = dry_world_save(w, s->data, s->size);
    if (written != s->size) {
        snprintf(r->report.message, sizeof r->report.message, "save: %zu bytes announced, %zu written",
                 s->size, written);
    }
    return read_value(s->size);
}

static Answer restore(Run *r, DryWorld *w)
{
    const Saved *s = &r->saved[r->active][choose(r, SAVES)];
    size_t size = wild(r) ? (size_t)choose(r, (int)s->size + 1) : s->size;
    DryStatus done = dry_world_restore(w, s->data, size);
    if (done == DRY_OK) {
        r->report.restores += r->active == 0;
        if (dry_world_hash(w) != s->hash) {
            snprintf(r->report.message, sizeof r->report.message,
                     "restore: another hash than when it was saved");
        }
    } else if (s->data != NULL && done != DRY_ERROR_FORMAT) {
        snprintf(r->report.message, sizeof r->report.message, "restore: %s", dry_world_error(w));
    }
    return status(done);
}

/* Saved, stepped, restored and stepped again: the same bits. */
static Answer step_again(Run *r, DryWorld *w)
{
    int count = 1 + choose(r, 12);
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
    return read_value(hashes[0]);
}

/* ---- programs ---- */

typedef struct Call {
    const char *name;
    CallFn *fn;
    int weight;
} Call;

static const Call calls[] = {
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
    { "add simple shape", add_simple, 22 },
    { "add geometry", add_geometry, 12 },
    { "shape_destroy", destroy_shape, 6 },
    { "change shape", change_shape, 5 },
    { "read shape", read_shape, 2 },
    { "ball_create", create_ball, 3 },
    { "hinge_create", create_hinge, 3 },
    { "slider_create", create_slider, 4 },
    { "distance_create", create_distance, 3 },
    { "six_axis_create", create_six_axis, 4 },
    { "joint_destroy", destroy_joint, 3 },
    { "change joint", change_joint, 8 },
    { "read joint", read_joint, 2 },
    { "step", step, 40 },
    { "step_frame", step_frame, 2 },
    { "set_gravity", set_gravity, 1 },
    { "read world", read_world, 1 },
    { "trim", trim, 1 },
    { "cast_ray", cast_ray, 5 },
    { "overlap_box", overlap_box, 4 },
    { "draw", draw, 1 },
    { "save", save, 3 },
    { "restore", restore, 3 },
    { "step again", step_again, 3 },
};

static int choose_call(Run *r)
{
    int total = 0;
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; ++i) {
        total += calls[i].weight;
    }
    int at = choose(r, total), which = 0;
    while (at >= calls[which].weight) {
        at -= calls[which++].weight;
    }
    return which;
}

static DryHull *make_hull(uint64_t seed, int points)
{
    Random random = random_seeded(seed);
    DryVec3 cloud[32];
    for (int i = 0; i < points; ++i) {
        float x = random_float(&random, -0.6f, 0.6f), y = random_float(&random, -0.6f, 0.6f);
        cloud[i] = dry_vec3(x, y, random_float(&random, -0.6f, 0.6f));
    }
    DryHullSource source = { .points = cloud, .point_count = points };
    return dry_hull_create(&source, NULL);
}

/* A bumpy floor of n by n squares with its middle at the origin. */
static DryMesh *make_mesh(int n, float size, bool two_sided)
{
    DryVec3 vertices[81];
    uint32_t indices[6 * 64];
    int count = 0;
    for (int i = 0; i < (n + 1) * (n + 1); ++i) {
        int x = i % (n + 1), z = i / (n + 1);
        vertices[i] = dry_vec3(((float)x - 0.5f * (float)n) * size, 0.2f * (float)((3 * x + 5 * z) % 3),
                               ((float)z - 0.5f * (float)n) * size);
    }
    for (int z = 0; z < n; ++z) {
        for (int x = 0; x < n; ++x) {
            uint32_t a = (uint32_t)(z * (n + 1) + x), b = a + 1, c = a + (uint32_t)n + 1, d = c + 1;
            const uint32_t corners[6] = { a, c, b, b, c, d };
            memcpy(&indices[count], corners, sizeof corners);
            count += 6;
        }
    }
    DryMeshSource source = { .vertices = vertices,
                             .vertex_count = (n + 1) * (n + 1),
                             .indices = indices,
                             .triangle_count = count / 3,
                             .two_sided = two_sided };
    return dry_mesh_create(&source, NULL);
}

static DryWorld *make_world(Run *r, int index)
{
    DryWorldDef d = dry_world_def_default();
    d.gravity = dry_vec3(0, -10, 0);
    d.workers = index == 0 ? 1 : 2;
    d.kernel = index == 0 ? DRY_KERNEL_SCALAR : DRY_KERNEL_AUTO;
    d.sleep_time = coin(r) ? 0.1f : 0.5f;
    d.persist_events = coin(r);
    d.warm_starting = choose(r, 5) != 0;
    d.substeps = 1 + choose(r, 4);
    return dry_world_create(&d);
}

static void set_up(Run *r)
{
    for (int i = 0; i < HULLS; ++i) {
        r->hulls[i] = make_hull(17u + (uint64_t)i, 6 + 9 * i);
    }
    r->meshes[0] = make_mesh(8, 1.0f, false);
    r->meshes[1] = make_mesh(1, 5.0f, true);
    r->meshes[2] = make_mesh(3, 0.4f, false);
    Choices begin = r->choices;
    for (int i = 0; i < r->program->worlds; ++i) {
        r->choices = begin;
        r->worlds[i] = make_world(r, i);
    }
}

static void tear_down(Run *r)
{
    for (int i = 0; i < WORLDS; ++i) {
        dry_world_destroy(r->worlds[i]);
        for (int k = 0; k < SAVES; ++k) {
            free(r->saved[i][k].data);
        }
    }
    for (int i = 0; i < HULLS; ++i) {
        dry_hull_release(r->hulls[i]);
    }
    for (int i = 0; i < MESHES; ++i) {
        dry_mesh_release(r->meshes[i]);
    }
    if (r->report.message[0] == '\0' && dry_allocated_bytes() != 0) {
        snprintf(r->report.message, sizeof r->report.message, "%zu bytes are left over",
                 dry_allocated_bytes());
    }
}

/* The call on one world, with everything that must hold after it. */
static Answer perform(Run *r, const Call *call, int world)
{
    DryWorld *w = r->worlds[world];
    r->active = world;
    uint64_t before = dry_world_hash(w);
    Answer answer = call->fn(r, w);
    if (r->report.message[0] == '\0' && answer.refused != 0 && dry_world_hash(w) != before) {
        snprintf(r->report.message, sizeof r->report.message, "refused (%s), and yet the hash changed",
                 dry_world_error(w));
    }
    if (r->report.message[0] == '\0') {
        const char *broken = broken_invariant(w, false);
        if (broken != NULL) {
            snprintf(r->report.message, sizeof r->report.message, "%s", broken);
        }
    }
    return answer;
}

/* One call on every world with the same choices. */
static void next_call(Run *r)
{
    const Call *call = &calls[choose_call(r)];
    Choices choices = r->choices;
    Known known = r->known;
    Answer first = { 0, 0 };
    for (int i = 0; i < r->program->worlds && r->report.message[0] == '\0'; ++i) {
        r->choices = choices;
        r->known = known;
        Answer answer = perform(r, call, i);
        if (i == 0) {
            first = answer;
        } else if (r->report.message[0] == '\0' &&
                   (answer.value != first.value || answer.refused != first.refused)) {
            snprintf(r->report.message, sizeof r->report.message, "world %d answers otherwise", i);
        } else if (r->report.message[0] == '\0' &&
                   dry_world_hash(r->worlds[i]) != dry_world_hash(r->worlds[0])) {
            snprintf(r->report.message, sizeof r->report.message, "world %d has another hash", i);
        }
    }
    r->report.refused += first.refused;
    if (r->report.message[0] != '\0') {
        char why[400];
        snprintf(why, sizeof why, "%.399s", r->report.message);
        snprintf(r->report.message, sizeof r->report.message, "call %d, %s: %s", r->report.calls, call->name,
                 why);
    }
    r->report.calls++;
}

ApiReport run_api_program(const ApiProgram *program, Choices choices)
{
    Run *r = calloc(1, sizeof *r);
    r->program = program;
    r->choices = choices;
    set_up(r);
    while (r->report.calls < program->calls && r->report.message[0] == '\0' &&
           !(program->stop_with_bytes && r->choices.at >= r->choices.size)) {
        next_call(r);
    }
    tear_down(r);
    ApiReport report = r->report;
    free(r);
    return report;
}
