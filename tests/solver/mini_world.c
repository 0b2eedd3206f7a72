#include "mini_world.h"

#include "math/vec.h"

#include <stdlib.h>
#include <string.h>

MiniWorld *mini_create(void)
{
    MiniWorld *world = calloc(1, sizeof *world);
    world->plane_normal = v3(0.0f, 1.0f, 0.0f);
    world->gravity = v3(0.0f, -10.0f, 0.0f);
    world->material.friction = world->material.dynamic_friction = 0.6f;
    world->settings.dt = 1.0f / 60.0f;
    world->settings.substeps = 4;
    world->settings.iterations = 1;
    world->settings.contact_hertz = 30.0f;
    world->settings.contact_damping_ratio = 10.0f;
    world->settings.push_speed = 3.0f;
    world->settings.joint_hertz = 60.0f;
    world->settings.joint_damping_ratio = 2.0f;
    world->settings.restitution_threshold = 1.0f;
    world->settings.length_unit = 1.0f;
    world->settings.warm_starting = true;
    world->settings.kernel = dry__cpu_best();
    world->max_colors = 24;
    return world;
}

void mini_destroy(MiniWorld *world)
{
    dry__solver_scratch_free(&world->scratch);
    free(world);
}

static MiniBody *add(MiniWorld *world, DryVec3 at)
{
    MiniBody *body = &world->bodies[world->count++];
    body->position = dry_pos((double)at.x, (double)at.y, (double)at.z);
    body->rotation = dry_quat_identity();
    return body;
}

int32_t mini_add_box(MiniWorld *world, DryVec3 at, DryVec3 half, float density)
{
    MiniBody *body = add(world, at);
    float m = 8.0f * half.x * half.y * half.z * density, third = m / 3.0f;
    body->mass = m;
    body->half = half;
    body->inertia =
        v3(third * (half.y * half.y + half.z * half.z), third * (half.x * half.x + half.z * half.z),
           third * (half.x * half.x + half.y * half.y));
    return world->count - 1;
}

int32_t mini_add_ball(MiniWorld *world, DryVec3 at, float radius, float mass)
{
    MiniBody *body = add(world, at);
    float i = 0.4f * mass * radius * radius;
    body->mass = mass;
    body->radius = radius;
    body->inertia = v3(i, i, i);
    return world->count - 1;
}

/* ---- collision ---- */

static float margin_of(const MiniWorld *world, const MiniBody *a, const MiniBody *b)
{
    float margin = 0.02f, dt = world->settings.dt;
    if (world->material.restitution > 0.0f) {
        DryVec3 v = a == NULL ? b->v : v3_sub(b->v, a->v);
        margin = f_max(margin, 1.05f * v3_length(v) * dt + 10.0f * dt * dt);
    }
    return margin;
}

static DryVec3 corner(const MiniBody *box, int k)
{
    DryVec3 local = v3((k & 1) != 0 ? box->half.x : -box->half.x, (k & 2) != 0 ? box->half.y : -box->half.y,
                       (k & 4) != 0 ? box->half.z : -box->half.z);
    return quat_rotate(box->rotation, local);
}

/* Corners of a box below the plane through `origin` (relative to the box) with normal n: the four lowest, in
 * order. */
static void corners_on_plane(const MiniBody *box, DryVec3 n, float height, DryVec3 shift, float margin,
                             Manifold *m)
{
    bool used[8] = { false };
    for (int taken = 0; taken < 4; ++taken) {
        int best = -1;
        float lowest = margin;
        for (int k = 0; k < 8; ++k) {
            float s = v3_dot(corner(box, k), n) + height;
            if (!used[k] && s < lowest - 1e-6f) {
                lowest = s;
                best = k;
            }
        }
        if (best < 0) {
            return;
        }
        used[best] = true;
        ManifoldPoint *p = &m->points[m->count++];
        DryVec3 at = v3_mad(corner(box, best), n, -0.5f * lowest);
        p->position = v3_add(at, shift);
        p->separation = lowest;
        p->feature = (uint32_t)best + 1;
    }
}

static bool collide_plane(const MiniWorld *world, const MiniBody *b, Manifold *m)
{
    DryVec3 n = world->plane_normal, at = dry_pos_sub(b->position, dry_pos(0.0, 0.0, 0.0));
    double height = (double)n.x * b->position.x + (double)n.y * b->position.y + (double)n.z * b->position.z;
    float margin = margin_of(world, NULL, b);
    m->normal = n;
    if (b->radius > 0.0f) {
        float s = (float)(height - (double)b->radius);
        if (s > margin) {
            return false;
        }
        m->count = 1;
        m->points[0].position = v3_mad(at, n, -(b->radius + 0.5f * s));
        m->points[0].separation = s;
        m->points[0].feature = 1;
        return true;
    }
    corners_on_plane(b, n, (float)height, at, margin, m);
    return m->count > 0;
}

static bool collide_balls(const MiniWorld *world, const MiniBody *a, const MiniBody *b, Manifold *m)
{
    DryVec3 d = dry_pos_sub(b->position, a->position);
    float length = v3_length(d), s = length - a->radius - b->radius;
    if (s > margin_of(world, a, b)) {
        return false;
    }
    m->normal = v3_scale(d, 1.0f / length);
    m->count = 1;
    m->points[0].position = v3_scale(m->normal, a->radius + 0.5f * s);
    m->points[0].separation = s;
    m->points[0].feature = 1;
    return true;
}

/* The corners of b on the top face of a. */
static bool collide_stacked(const MiniWorld *world, const MiniBody *a, const MiniBody *b, Manifold *m)
{
    DryVec3 d = dry_pos_sub(b->position, a->position), n = quat_rotate(a->rotation, v3(0.0f, 1.0f, 0.0f));
    DryVec3 local = quat_rotate_inverse(a->rotation, d);
    if (local.y < 0.0f || fabsf(local.x) > a->half.x + b->half.x || fabsf(local.z) > a->half.z + b->half.z) {
        return false;
    }
    m->normal = n;
    corners_on_plane(b, n, v3_dot(d, n) - a->half.y, d, margin_of(world, a, b), m);
    return m->count > 0;
}

static bool collide(const MiniWorld *world, int32_t i, int32_t j, Manifold *m)
{
    const MiniBody *a = &world->bodies[i], *b = &world->bodies[j];
    memset(m, 0, sizeof *m);
    if (a->radius > 0.0f && b->radius > 0.0f) {
        return collide_balls(world, a, b, m);
    }
    return a->radius <= 0.0f && b->radius <= 0.0f && collide_stacked(world, a, b, m);
}

static void keep_impulses(const MiniContact *old, int32_t count, MiniContact *contact)
{
    for (int32_t i = 0; i < count; ++i) {
        if (old[i].a != contact->a || old[i].b != contact->b) {
            continue;
        }
        const Manifold *from = &old[i].manifold;
        Manifold *to = &contact->manifold;
        to->friction_impulse = from->friction_impulse;
        to->twist_impulse = from->twist_impulse;
        to->rolling_impulse = from->rolling_impulse;
        to->flags = from->flags;
        for (int k = 0; k < to->count; ++k) {
            for (int l = 0; l < from->count; ++l) {
                if (to->points[k].feature == from->points[l].feature) {
                    to->normal_impulse[k] = from->normal_impulse[l];
                }
            }
        }
    }
}

static void find_contacts(MiniWorld *world)
{
    static MiniContact old[MINI_MAX_CONTACTS];
    int32_t old_count = world->contact_count;
    memcpy(old, world->contacts, (size_t)old_count * sizeof *old);
    world->contact_count = 0;
    for (int32_t j = 0; j < world->count; ++j) {
        for (int32_t i = -1; i < j; ++i) {
            MiniContact *contact = &world->contacts[world->contact_count];
            contact->a = i;
            contact->b = j;
            if (i < 0) {
                memset(&contact->manifold, 0, sizeof contact->manifold);
                if (!world->has_plane || !collide_plane(world, &world->bodies[j], &contact->manifold)) {
                    continue;
                }
            } else if (!collide(world, i, j, &contact->manifold)) {
                continue;
            }
            keep_impulses(old, old_count, contact);
            ++world->contact_count;
        }
    }
}

/* ---- the step ---- */

typedef struct Arrays {
    SolverVelocity velocity[MINI_MAX_BODIES + 1];
    SolverDelta delta[MINI_MAX_BODIES + 1];
    SolverMass mass[MINI_MAX_BODIES + 1];
    SolverMotion motion[MINI_MAX_BODIES + 1];
    ContactInput contacts[MINI_MAX_CONTACTS];
    Manifold manifolds[MINI_MAX_CONTACTS];
    int32_t color[MINI_MAX_CONTACTS];
} Arrays;

static void load_body(const MiniWorld *world, const MiniBody *body, Arrays *arrays, int32_t at)
{
    SolverMotion *m = &arrays->motion[at];
    arrays->velocity[at].v = body->v;
    arrays->velocity[at].w = body->w;
    m->rotation = body->rotation;
    m->carry_v = body->carry_v;
    m->carry_w = body->carry_w;
    m->lost_v = body->lost_v;
    arrays->mass[at].flags = body->flags;
    if (body->mass <= 0.0f) {
        arrays->mass[at].flags |= SOLVER_KINEMATIC;
        return;
    }
    m->inertia = body->inertia;
    m->inv_inertia = v3(1.0f / body->inertia.x, 1.0f / body->inertia.y, 1.0f / body->inertia.z);
    m->acceleration = v3_mad(world->gravity, body->force, 1.0f / body->mass);
    m->linear_damping = body->linear_damping;
    m->angular_damping = body->angular_damping;
    DryMat3 r = mat3_from_quat(body->rotation);
    arrays->mass[at].inv_mass = 1.0f / body->mass;
    arrays->mass[at].inv_inertia = sym3_rotate_diagonal(&r, m->inv_inertia);
    if (body->inertia.x != body->inertia.y || body->inertia.y != body->inertia.z) {
        arrays->mass[at].flags |= SOLVER_GYROSCOPIC;
    }
}

/* Greedy colours: the first in which neither body that has mass is taken. */
static void choose_colors(const MiniWorld *world, Arrays *arrays)
{
    uint64_t taken[MINI_MAX_BODIES] = { 0 };
    for (int32_t i = 0; i < world->contact_count; ++i) {
        const MiniContact *c = &world->contacts[i];
        bool has_a = c->a >= 0 && world->bodies[c->a].mass > 0.0f, has_b = world->bodies[c->b].mass > 0.0f;
        uint64_t used = (has_a ? taken[c->a] : 0) | (has_b ? taken[c->b] : 0);
        int32_t color = 0;
        while (color < world->max_colors && (used >> color & 1) != 0) {
            ++color;
        }
        arrays->color[i] = color;
        if (color < world->max_colors && has_a) {
            taken[c->a] |= (uint64_t)1 << color;
        }
        if (color < world->max_colors && has_b) {
            taken[c->b] |= (uint64_t)1 << color;
        }
    }
}

static void load_contacts(const MiniWorld *world, Arrays *arrays, SolverInput *input)
{
    int32_t count = 0;
    choose_colors(world, arrays);
    for (int32_t color = 0; color <= world->max_colors; ++color) {
        if (color < world->max_colors) {
            input->contact_begin[color] = count;
        } else {
            input->contact_begin[color] = input->overflow_begin = count;
        }
        for (int32_t i = 0; i < world->contact_count; ++i) {
            if (arrays->color[i] != color) {
                continue;
            }
            const MiniContact *c = &world->contacts[i];
            ContactInput *to = &arrays->contacts[count++];
            DryPos a = c->a < 0 ? dry_pos(0.0, 0.0, 0.0) : world->bodies[c->a].position;
            to->body_a = c->a + 1;
            to->body_b = c->b + 1;
            to->manifold = i;
            to->center_offset = dry_pos_sub(world->bodies[c->b].position, a);
            to->material = world->material;
            arrays->manifolds[i] = c->manifold;
        }
    }
    input->contact_colors = world->max_colors;
    input->overflow_end = count;
}

static void read_back(MiniWorld *world, const Arrays *arrays)
{
    for (int32_t i = 0; i < world->count; ++i) {
        MiniBody *body = &world->bodies[i];
        body->position = dry_pos_add(body->position, arrays->delta[i + 1].p);
        body->rotation = arrays->motion[i + 1].rotation;
        body->v = arrays->velocity[i + 1].v;
        body->w = arrays->velocity[i + 1].w;
        body->carry_v = arrays->motion[i + 1].carry_v;
        body->carry_w = arrays->motion[i + 1].carry_w;
        body->lost_v = arrays->motion[i + 1].lost_v;
        body->force = v3(0.0f, 0.0f, 0.0f);
    }
    for (int32_t i = 0; i < world->contact_count; ++i) {
        world->contacts[i].manifold = arrays->manifolds[i];
    }
}

void mini_step(MiniWorld *world)
{
    static Arrays arrays;
    memset(&arrays, 0, sizeof arrays);
    find_contacts(world);
    for (int32_t i = 0; i < world->count; ++i) {
        load_body(world, &world->bodies[i], &arrays, i + 1);
    }
    SolverInput input;
    memset(&input, 0, sizeof input);
    input.settings = world->settings;
    input.bodies.velocity = arrays.velocity;
    input.bodies.delta = arrays.delta;
    input.bodies.mass = arrays.mass;
    input.bodies.motion = arrays.motion;
    input.bodies.count = world->count + 1;
    input.contacts = arrays.contacts;
    input.manifolds = arrays.manifolds;
    load_contacts(world, &arrays, &input);
    Jobs *own = world->jobs == NULL ? dry__jobs_create(1, NULL, NULL, NULL) : NULL;
    input.jobs = world->jobs != NULL ? world->jobs : own;
    dry__jobs_open(input.jobs);
    if (!dry__solver_step(&input, &world->scratch, &world->output)) {
        abort();
    }
    dry__jobs_close(input.jobs);
    if (own != NULL) {
        dry__jobs_destroy(own);
    }
    read_back(world, &arrays);
}

/* ---- measurements ---- */

double mini_energy(const MiniWorld *world)
{
    double sum = 0.0;
    for (int32_t i = 0; i < world->count; ++i) {
        const MiniBody *b = &world->bodies[i];
        DryVec3 w = quat_rotate_inverse(b->rotation, b->w), g = world->gravity;
        double v2 = (double)b->v.x * (double)b->v.x + (double)b->v.y * (double)b->v.y +
                    (double)b->v.z * (double)b->v.z;
        double spin = (double)b->inertia.x * (double)w.x * (double)w.x +
                      (double)b->inertia.y * (double)w.y * (double)w.y +
                      (double)b->inertia.z * (double)w.z * (double)w.z;
        double height =
            -((double)g.x * b->position.x + (double)g.y * b->position.y + (double)g.z * b->position.z);
        sum += 0.5 * (double)b->mass * v2 + 0.5 * spin + (double)b->mass * height;
    }
    return sum;
}

void mini_momentum(const MiniWorld *world, double linear[3], double angular[3])
{
    memset(linear, 0, 3 * sizeof *linear);
    memset(angular, 0, 3 * sizeof *angular);
    for (int32_t i = 0; i < world->count; ++i) {
        const MiniBody *b = &world->bodies[i];
        DryVec3 spin = quat_rotate(b->rotation, v3_mul(b->inertia, quat_rotate_inverse(b->rotation, b->w)));
        double m = (double)b->mass, p[3] = { m * (double)b->v.x, m * (double)b->v.y, m * (double)b->v.z };
        double at[3] = { b->position.x, b->position.y, b->position.z };
        double own[3] = { (double)spin.x, (double)spin.y, (double)spin.z };
        for (int k = 0; k < 3; ++k) {
            int l = (k + 1) % 3, n = (k + 2) % 3;
            linear[k] += p[k];
            angular[k] += at[l] * p[n] - at[n] * p[l] + own[k];
        }
    }
}

static uint64_t mix(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; ++i) {
        hash = (hash ^ bytes[i]) * 1099511628211u;
    }
    return hash;
}

uint64_t mini_hash(const MiniWorld *world)
{
    uint64_t hash = 14695981039346656037u;
    for (int32_t i = 0; i < world->count; ++i) {
        const MiniBody *b = &world->bodies[i];
        hash = mix(hash, &b->position, sizeof b->position);
        hash = mix(hash, &b->rotation, sizeof b->rotation);
        hash = mix(hash, &b->v, sizeof b->v);
        hash = mix(hash, &b->w, sizeof b->w);
    }
    for (int32_t i = 0; i < world->contact_count; ++i) {
        hash = mix(hash, &world->contacts[i].manifold, sizeof world->contacts[i].manifold);
    }
    return hash;
}
