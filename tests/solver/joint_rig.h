/* A few bodies, their joints and a plain substep loop, to try joint rows without a world. */
#ifndef DRY_TESTS_JOINT_RIG_H
#define DRY_TESTS_JOINT_RIG_H

#include "solver/joint.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    RIG_BODIES = 32,
    RIG_JOINTS = 32
};

typedef struct RigBody {
    double x[3];
    float mass; /* 0: static */
    uint32_t flags;
} RigBody;

typedef struct Rig {
    RigBody body[RIG_BODIES]; /* body 0: static, at the origin */
    SolverVelocity velocity[RIG_BODIES];
    SolverDelta delta[RIG_BODIES];
    SolverMass mass[RIG_BODIES];
    SolverMotion motion[RIG_BODIES];
    int count;
    Joint joints[RIG_JOINTS];
    JointAxes axes[RIG_JOINTS];
    JointRef refs[RIG_JOINTS];
    int joint_count;
    DryVec3 gravity;
    float dt, hertz, damping_ratio;
    int substeps;
    bool warm;
    CpuKernel cpu;
    bool one_color; /* no two joints share a dynamic body; else they are solved one after another */
} Rig;

static inline void rig_reset(Rig *r)
{
    memset(r, 0, sizeof *r);
    r->count = 1;
    r->motion[0].rotation = dry_quat_identity();
    r->gravity = v3(0.0f, -10.0f, 0.0f);
    r->dt = 1.0f / 60.0f;
    r->hertz = 60.0f;
    r->damping_ratio = 2.0f;
    r->substeps = 4;
    r->warm = true;
    r->cpu = dry__cpu_best();
}

static inline int rig_add(Rig *r, DryVec3 at, float mass, DryVec3 inertia)
{
    int i = r->count++;
    r->body[i] = (RigBody){ { (double)at.x, (double)at.y, (double)at.z }, mass, 0 };
    r->motion[i].rotation = dry_quat_identity();
    r->motion[i].inertia = inertia;
    r->motion[i].inv_inertia = v3(1.0f / inertia.x, 1.0f / inertia.y, 1.0f / inertia.z);
    return i;
}

/* A solid box with half edges h. */
static inline int rig_add_box(Rig *r, DryVec3 at, float mass, DryVec3 h)
{
    float s = mass / 3.0f;
    return rig_add(r, at, mass,
                   v3(s * (h.y * h.y + h.z * h.z), s * (h.x * h.x + h.z * h.z), s * (h.x * h.x + h.y * h.y)));
}

/* Takes over a joint just made by dry__joint_from_...; frames are relative to the centres of mass here. */
static inline int rig_join(Rig *r, DryStatus status, const JointCommon *common, int a, int b)
{
    if (status != DRY_OK) {
        fail_msg("%s", dry_last_error());
    }
    int k = r->joint_count++;
    Joint *joint = &r->joints[k];
    joint->frame_a = common->frame_a;
    joint->frame_b = common->frame_b;
    joint->axes = dry__joint_needs_axes(joint) ? k : -1;
    r->refs[k] =
        (JointRef){ .joint = k,
                    .body_a = r->body[a].mass > 0.0f || (r->body[a].flags & SOLVER_KINEMATIC) ? a : 0,
                    .body_b = r->body[b].mass > 0.0f || (r->body[b].flags & SOLVER_KINEMATIC) ? b : 0,
                    .center_offset = v3((float)(r->body[b].x[0] - r->body[a].x[0]),
                                        (float)(r->body[b].x[1] - r->body[a].x[1]),
                                        (float)(r->body[b].x[2] - r->body[a].x[2])),
                    .static_rotation_a = r->motion[a].rotation,
                    .static_rotation_b = r->motion[b].rotation };
    return k;
}

/* Ids so that definitions pass their check; the rig does not use them. */
static inline DryBodyId rig_id(int i)
{
    return (DryBodyId){ (uint32_t)i + 1u, 1u };
}

static inline int rig_fixed(Rig *r, const DryFixedDef *def, int a, int b)
{
    DryFixedDef d = *def;
    d.body_a = rig_id(a);
    d.body_b = rig_id(b);
    JointCommon common;
    return rig_join(r, dry__joint_from_fixed(&d, &r->joints[r->joint_count], &common), &common, a, b);
}

static inline int rig_ball(Rig *r, const DryBallDef *def, int a, int b)
{
    DryBallDef d = *def;
    d.body_a = rig_id(a);
    d.body_b = rig_id(b);
    JointCommon common;
    return rig_join(r,
                    dry__joint_from_ball(&d, &r->joints[r->joint_count], &r->axes[r->joint_count], &common),
                    &common, a, b);
}

static inline int rig_hinge(Rig *r, const DryHingeDef *def, int a, int b)
{
    DryHingeDef d = *def;
    d.body_a = rig_id(a);
    d.body_b = rig_id(b);
    JointCommon common;
    return rig_join(r, dry__joint_from_hinge(&d, &r->joints[r->joint_count], &common), &common, a, b);
}

static inline int rig_prismatic(Rig *r, const DryPrismaticDef *def, int a, int b)
{
    DryPrismaticDef d = *def;
    d.body_a = rig_id(a);
    d.body_b = rig_id(b);
    JointCommon common;
    return rig_join(r, dry__joint_from_prismatic(&d, &r->joints[r->joint_count], &common), &common, a, b);
}

static inline int rig_distance(Rig *r, const DryDistanceDef *def, int a, int b)
{
    DryDistanceDef d = *def;
    d.body_a = rig_id(a);
    d.body_b = rig_id(b);
    JointCommon common;
    return rig_join(r, dry__joint_from_distance(&d, &r->joints[r->joint_count], &common), &common, a, b);
}

static inline int rig_six_axis(Rig *r, const DrySixAxisDef *def, int a, int b)
{
    DrySixAxisDef d = *def;
    d.body_a = rig_id(a);
    d.body_b = rig_id(b);
    JointCommon common;
    return rig_join(
        r, dry__joint_from_six_axis(&d, &r->joints[r->joint_count], &r->axes[r->joint_count], &common),
        &common, a, b);
}

/* Flight of a free body: Strang splitting about the principal axes, each turn in Cayley form. */
static inline void rig_rotate(SolverMotion *m, DryVec3 *w, float h)
{
    static const int order[5] = { 0, 1, 2, 1, 0 };
    DryVec3 local = quat_rotate_inverse(m->rotation, *w);
    DryVec3 momentum = v3_mul(m->inertia, local);
    DryQuat q = m->rotation;
    for (int s = 0; s < 5; ++s) {
        int k = order[s], k1 = (k + 1) % 3, k2 = (k + 2) % 3;
        float t = (s == 2 ? 0.5f : 0.25f) * h * v3_get(momentum, k) * v3_get(m->inv_inertia, k);
        float d = 1.0f / (1.0f + t * t), c = (1.0f - t * t) * d, sine = 2.0f * t * d;
        float a = v3_get(momentum, k1), b = v3_get(momentum, k2);
        v3_set(&momentum, k1, c * a + sine * b);
        v3_set(&momentum, k2, c * b - sine * a);
        DryVec3 axis = v3(0.0f, 0.0f, 0.0f);
        v3_set(&axis, k, t);
        q = quat_mul(q, (DryQuat){ axis.x, axis.y, axis.z, 1.0f });
    }
    m->rotation = quat_normalize(q);
    *w = quat_rotate(m->rotation, v3_mul(momentum, m->inv_inertia));
}

static inline bool rig_dynamic(const Rig *r, int i)
{
    return r->body[i].mass > 0.0f;
}

static inline void rig_begin_step(Rig *r)
{
    for (int i = 1; i < r->count; ++i) {
        r->delta[i] = (SolverDelta){ 0 };
        r->mass[i] = (SolverMass){ .flags = r->body[i].flags };
        if (rig_dynamic(r, i)) {
            DryMat3 axes = mat3_from_quat(r->motion[i].rotation);
            r->mass[i].inv_mass = 1.0f / r->body[i].mass;
            r->mass[i].inv_inertia = sym3_rotate_diagonal(&axes, r->motion[i].inv_inertia);
        }
    }
}

static inline DryVec3 rig_offset(const Rig *r, int a, int b)
{
    return v3((float)(r->body[b].x[0] - r->body[a].x[0]), (float)(r->body[b].x[1] - r->body[a].x[1]),
              (float)(r->body[b].x[2] - r->body[a].x[2]));
}

static inline void rig_substep(Rig *r, const JointSolve *solve, int32_t groups, float h)
{
    for (int i = 1; i < r->count; ++i) {
        if (rig_dynamic(r, i)) {
            r->velocity[i].v = v3_mad(r->velocity[i].v, r->gravity, h);
        }
    }
    dry__joints_warm_start(solve, 0, groups);
    dry__joints_solve(solve, 0, groups, true);
    for (int i = 1; i < r->count; ++i) {
        if (rig_dynamic(r, i)) {
            r->delta[i].p = v3_mad(r->delta[i].p, r->velocity[i].v, h);
            rig_rotate(&r->motion[i], &r->velocity[i].w, h);
        } else if ((r->body[i].flags & SOLVER_KINEMATIC) != 0) {
            r->delta[i].p = v3_mad(r->delta[i].p, r->velocity[i].v, h);
        }
    }
    dry__joints_solve(solve, 0, groups, false);
}

static inline void rig_step(Rig *r)
{
    static _Alignas(64) unsigned char rows[RIG_JOINTS * 4096];
    JointGroup groups[RIG_JOINTS];
    memset(rows, 0xEE, sizeof rows); /* nothing may be remembered there between steps */
    rig_begin_step(r);
    for (int k = 0; k < r->joint_count; ++k) {
        r->refs[k].center_offset = rig_offset(r, r->refs[k].body_a, r->refs[k].body_b);
        dry__joint_count_rows(&r->joints[k], &r->refs[k]);
    }
    const int32_t one_color[2] = { 0, r->joint_count };
    JointOrder order = { .refs = r->refs, .color_begin = one_color, .colors = 1 };
    if (!r->one_color) {
        order = (JointOrder){ .refs = r->refs, .overflow_end = r->joint_count };
    }
    int32_t group_begin[2];
    size_t row_bytes;
    int32_t group_count = dry__joints_group(&order, groups, group_begin, &row_bytes);
    assert_true(row_bytes <= sizeof rows);
    float h = r->dt / (float)r->substeps;
    JointSolve solve = { .h = h,
                         .inv_h = 1.0f / h,
                         .hertz = r->hertz,
                         .damping_ratio = r->damping_ratio,
                         .warm = r->warm,
                         .bodies = { r->velocity, r->delta, r->mass, r->motion, r->count },
                         .cpu = r->cpu,
                         .refs = r->refs,
                         .groups = groups,
                         .joints = r->joints,
                         .axes = r->axes,
                         .rows = rows };
    dry__joints_prepare(&solve, 0, group_count);
    for (int s = 0; s < r->substeps; ++s) {
        rig_substep(r, &solve, group_count, h);
    }
    dry__joints_store(&solve, 0, group_count);
    for (int i = 1; i < r->count; ++i) {
        DryVec3 p = r->delta[i].p;
        r->body[i].x[0] += (double)p.x;
        r->body[i].x[1] += (double)p.y;
        r->body[i].x[2] += (double)p.z;
        assert_true(v3_finite(r->velocity[i].v) && v3_finite(r->velocity[i].w) &&
                    quat_finite(r->motion[i].rotation));
        r->delta[i].p = v3(0.0f, 0.0f, 0.0f);
    }
}

static inline double rig_energy(const Rig *r)
{
    double e = 0.0;
    for (int i = 1; i < r->count; ++i) {
        if (rig_dynamic(r, i)) {
            DryVec3 v = r->velocity[i].v, w = quat_rotate_inverse(r->motion[i].rotation, r->velocity[i].w);
            double m = (double)r->body[i].mass;
            e += 0.5 * m * (double)v3_dot(v, v) + 0.5 * (double)v3_dot(w, v3_mul(r->motion[i].inertia, w));
            e -= m * (r->body[i].x[0] * (double)r->gravity.x + r->body[i].x[1] * (double)r->gravity.y +
                      r->body[i].x[2] * (double)r->gravity.z);
        }
    }
    return e;
}

static inline JointPlacement rig_placement(const Rig *r, int k)
{
    int a = r->refs[k].body_a, b = r->refs[k].body_b;
    return (JointPlacement){ a != 0 ? r->motion[a].rotation : r->refs[k].static_rotation_a,
                             b != 0 ? r->motion[b].rotation : r->refs[k].static_rotation_b,
                             rig_offset(r, a, b), r->velocity[a], r->velocity[b] };
}

static inline float rig_position(const Rig *r, int k, DryJointAxis axis)
{
    const Joint *joint = &r->joints[k];
    JointPlacement at = rig_placement(r, k);
    float position = 0.0f, speed = 0.0f;
    assert_true(dry__joint_position(joint, joint->axes >= 0 ? &r->axes[joint->axes] : NULL, &at, axis,
                                    &position, &speed));
    return position;
}

static inline float rig_speed(const Rig *r, int k, DryJointAxis axis)
{
    const Joint *joint = &r->joints[k];
    JointPlacement at = rig_placement(r, k);
    float position = 0.0f, speed = 0.0f;
    assert_true(dry__joint_position(joint, joint->axes >= 0 ? &r->axes[joint->axes] : NULL, &at, axis,
                                    &position, &speed));
    return speed;
}

static inline float rig_gap(const Rig *r, int k)
{
    JointPlacement at = rig_placement(r, k);
    float gap, skew;
    dry__joint_errors(&r->joints[k], &at, &gap, &skew);
    return gap;
}

static inline float rig_skew(const Rig *r, int k)
{
    JointPlacement at = rig_placement(r, k);
    float gap, skew;
    dry__joint_errors(&r->joints[k], &at, &gap, &skew);
    return skew;
}

#endif
