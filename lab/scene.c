#include "lab/scene.h"

#include <drystone/state.h>

#include <math.h>

double lab_dot(LabVec a, LabVec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

LabVec lab_sub(LabVec a, LabVec b)
{
    return lab_vec(a.x - b.x, a.y - b.y, a.z - b.z);
}

LabVec lab_add_scaled(LabVec a, LabVec b, double s)
{
    return lab_vec(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

LabVec lab_cross(LabVec a, LabVec b)
{
    return lab_vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

double lab_length(LabVec a)
{
    return sqrt(lab_dot(a, a));
}

DryVec3 lab_to_world(const LabScene *scene, LabVec v)
{
    const double(*m)[3] = scene->rows;
    return dry_vec3((float)(m[0][0] * v.x + m[0][1] * v.y + m[0][2] * v.z),
                    (float)(m[1][0] * v.x + m[1][1] * v.y + m[1][2] * v.z),
                    (float)(m[2][0] * v.x + m[2][1] * v.y + m[2][2] * v.z));
}

DryPos lab_to_world_point(const LabScene *scene, LabVec p)
{
    const double(*m)[3] = scene->rows;
    return dry_pos(m[0][0] * p.x + m[0][1] * p.y + m[0][2] * p.z,
                   m[1][0] * p.x + m[1][1] * p.y + m[1][2] * p.z,
                   m[2][0] * p.x + m[2][1] * p.y + m[2][2] * p.z);
}

LabVec lab_from_world_point(const LabScene *scene, DryPos p)
{
    const double(*m)[3] = scene->rows;
    return lab_vec(m[0][0] * p.x + m[1][0] * p.y + m[2][0] * p.z,
                   m[0][1] * p.x + m[1][1] * p.y + m[2][1] * p.z,
                   m[0][2] * p.x + m[1][2] * p.y + m[2][2] * p.z);
}

LabVec lab_from_world(const LabScene *scene, DryVec3 v)
{
    return lab_from_world_point(scene, dry_pos((double)v.x, (double)v.y, (double)v.z));
}

/* The matrix of a rotation, from the quaternion normalised in double. */
static void fill_rows(double rows[3][3], DryQuat q)
{
    double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    double s = 2.0 / (x * x + y * y + z * z + w * w);
    rows[0][0] = 1.0 - s * (y * y + z * z);
    rows[0][1] = s * (x * y - w * z);
    rows[0][2] = s * (x * z + w * y);
    rows[1][0] = s * (x * y + w * z);
    rows[1][1] = 1.0 - s * (x * x + z * z);
    rows[1][2] = s * (y * z - w * x);
    rows[2][0] = s * (x * z - w * y);
    rows[2][1] = s * (y * z + w * x);
    rows[2][2] = 1.0 - s * (x * x + y * y);
}

DryWorldDef lab_world_def(const LabRun *run, float gravity)
{
    DryWorldDef def = dry_world_def_default();
    def.gravity = dry_vec3(0.0f, -gravity, 0.0f);
    def.workers = run->options.workers;
    def.kernel = run->options.kernel;
    return def;
}

LabScene lab_open(LabRun *run, const DryWorldDef *def)
{
    LabScene scene = { .run = run, .turn = dry_quat_identity(), .dt = 1.0 / 60.0 };
    if (run->options.turned) {
        /* no axis of the scene stays near one of the world's, and none of the world's lies in the ground */
        scene.turn = dry_quat_from_axis_angle(dry_vec3(0.53f, -0.26f, 0.81f), 1.1f);
    }
    fill_rows(scene.rows, scene.turn);
    DryWorldDef turned = *def;
    turned.gravity =
        lab_to_world(&scene, lab_vec((double)def->gravity.x, (double)def->gravity.y, (double)def->gravity.z));
    scene.world = dry_world_create(&turned);
    if (!scene.world) {
        lab_trouble(run, "dry_world_create", dry_last_error());
    }
    return scene;
}

void lab_close(LabScene *scene)
{
    if (scene->world) {
        /* order matters, so that two swapped worlds are noticed */
        uint64_t hash = scene->run->report->hash;
        scene->run->report->hash = (hash ^ dry_world_hash(scene->world)) * 0x100000001b3ull + 1u;
        dry_world_destroy(scene->world);
    }
    scene->world = NULL;
}

/* Remembers a failed call; true when it succeeded. */
static bool succeeded(LabScene *scene, DryStatus status, const char *what)
{
    if (status != DRY_OK) {
        lab_trouble(scene->run, what, scene->world ? dry_world_error(scene->world) : dry_status_name(status));
    }
    return status == DRY_OK;
}

static void shape_made(LabScene *scene, DryShapeId shape)
{
    if (shape.index == 0) {
        succeeded(scene, DRY_ERROR_ARGUMENT, "dry_shape_add");
    }
}

bool lab_step(LabScene *scene)
{
    if (scene->run->trouble[0] != '\0' ||
        !succeeded(scene, dry_world_step(scene->world, (float)scene->dt), "dry_world_step")) {
        return false;
    }
    ++scene->steps;
    return true;
}

bool lab_steps(LabScene *scene, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        if (!lab_step(scene)) {
            return false;
        }
    }
    return true;
}

double lab_time(const LabScene *scene)
{
    return scene->steps * scene->dt;
}

int32_t lab_step_count(const LabScene *scene, double seconds)
{
    return (int32_t)floor(seconds / scene->dt + 0.5);
}

double lab_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / 16777216.0;
}

DryQuat lab_rotation(LabVec axis, double degrees)
{
    double length = lab_length(axis);
    double half = degrees * LAB_PI / 360.0;
    double s = length > 0.0 ? sin(half) / length : 0.0;
    DryQuat q = { (float)(s * axis.x), (float)(s * axis.y), (float)(s * axis.z), (float)cos(half) };
    return q;
}

DryShapeOptions lab_material(double friction, double restitution)
{
    DryShapeOptions options = dry_shape_options_default();
    options.material.friction = (float)friction;
    options.material.restitution = (float)restitution;
    return options;
}

DryBodyId lab_body(LabScene *scene, DryBodyType type, LabVec position, const DryQuat *rotation)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = lab_to_world_point(scene, position);
    def.rotation = rotation ? dry_quat_normalize(dry_quat_mul(scene->turn, *rotation)) : scene->turn;
    DryBodyId body = dry_body_create(scene->world, &def);
    if (body.index == 0) {
        succeeded(scene, DRY_ERROR_ARGUMENT, "dry_body_create");
    }
    return body;
}

void lab_add_box(LabScene *scene, DryBodyId body, LabVec half_extents, const DryShapeOptions *options)
{
    DryBox box = { { (float)half_extents.x, (float)half_extents.y, (float)half_extents.z } };
    shape_made(scene, dry_shape_add_box(scene->world, body, &box, options));
}

void lab_add_sphere(LabScene *scene, DryBodyId body, double radius, const DryShapeOptions *options)
{
    DrySphere sphere = { { 0.0f, 0.0f, 0.0f }, (float)radius };
    shape_made(scene, dry_shape_add_sphere(scene->world, body, &sphere, options));
}

void lab_add_hull(LabScene *scene, DryBodyId body, DryHull *hull, const DryShapeOptions *options)
{
    if (!hull || dry_shape_add_hull(scene->world, body, hull, options).index == 0) {
        lab_trouble(scene->run, "hull", hull ? dry_world_error(scene->world) : dry_last_error());
    }
    dry_hull_release(hull);
}

DryBodyId lab_ground(LabScene *scene, const DryShapeOptions *options)
{
    DryBodyId ground = lab_body(scene, DRY_STATIC, lab_vec(0.0, -1.0, 0.0), NULL);
    lab_add_box(scene, ground, lab_vec(60.0, 1.0, 60.0), options);
    return ground;
}

DryBodyId lab_box(LabScene *scene, LabVec position, LabVec half_extents, const DryShapeOptions *options)
{
    DryBodyId body = lab_body(scene, DRY_DYNAMIC, position, NULL);
    lab_add_box(scene, body, half_extents, options);
    return body;
}

DryBodyId lab_ball(LabScene *scene, LabVec position, double radius, const DryShapeOptions *options)
{
    DryBodyId body = lab_body(scene, DRY_DYNAMIC, position, NULL);
    lab_add_sphere(scene, body, radius, options);
    return body;
}

void lab_set_mass(LabScene *scene, DryBodyId body, double mass)
{
    DryMass properties = dry_body_mass(scene->world, body);
    float scale = (float)(mass / (double)properties.mass);
    DrySym3 *inertia = &properties.inertia;
    properties.mass = (float)mass;
    inertia->xx *= scale;
    inertia->xy *= scale;
    inertia->xz *= scale;
    inertia->yy *= scale;
    inertia->yz *= scale;
    inertia->zz *= scale;
    succeeded(scene, dry_body_set_mass(scene->world, body, &properties), "dry_body_set_mass");
}

void lab_push(LabScene *scene, DryBodyId body, LabVec velocity, LabVec angular_velocity)
{
    DryWorld *world = scene->world;
    succeeded(scene, dry_body_set_awake(world, body, true), "dry_body_set_awake");
    succeeded(scene, dry_body_set_velocity(world, body, lab_to_world(scene, velocity)),
              "dry_body_set_velocity");
    succeeded(scene, dry_body_set_angular_velocity(world, body, lab_to_world(scene, angular_velocity)),
              "dry_body_set_angular_velocity");
}

LabVec lab_position(const LabScene *scene, DryBodyId body)
{
    return lab_from_world_point(scene, dry_body_position(scene->world, body));
}

LabVec lab_velocity(const LabScene *scene, DryBodyId body)
{
    return lab_from_world(scene, dry_body_velocity(scene->world, body));
}

LabVec lab_spin(const LabScene *scene, DryBodyId body)
{
    return lab_from_world(scene, dry_body_angular_velocity(scene->world, body));
}

DryQuat lab_attitude(const LabScene *scene, DryBodyId body)
{
    return dry_quat_mul(dry_quat_conjugate(scene->turn), dry_body_rotation(scene->world, body));
}

double lab_yaw(const LabScene *scene, DryBodyId body)
{
    DryQuat q = lab_attitude(scene, body);
    return 2.0 * atan2((double)q.y, (double)q.w) * 180.0 / LAB_PI;
}

double lab_energy(const LabScene *scene)
{
    return dry_world_energy(scene->world).total;
}

bool lab_all_asleep(const LabScene *scene, const DryBodyId *bodies, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        if (dry_body_is_awake(scene->world, bodies[i])) {
            return false;
        }
    }
    return true;
}
