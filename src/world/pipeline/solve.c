/* From tables to the solver's flat arrays and into the solver. */
#include "world/pipeline/stages.h"

#include "world/edit/joint_edit.h"
#include "world/edit/material_mix.h"
#include "world/pipeline/classes.h"
#include "world/pipeline/rest.h"

/* World inverse inertia with rotation locked about some world axes: the inverse of the tensor restricted to
 * the free ones. */
static DrySym3 locked_inverse(DrySym3 inertia, uint32_t locks)
{
    double m[3][3] = { { (double)inertia.xx, (double)inertia.xy, (double)inertia.xz },
                       { (double)inertia.xy, (double)inertia.yy, (double)inertia.yz },
                       { (double)inertia.xz, (double)inertia.yz, (double)inertia.zz } };
    bool open[3];
    for (int i = 0; i < 3; ++i) {
        open[i] = (locks & ((uint32_t)DRY_LOCK_ANGULAR_X << i)) == 0;
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            if (!open[i] || !open[j]) {
                m[i][j] = i == j ? 1.0 : 0.0;
            }
        }
    }
    double c00 = m[1][1] * m[2][2] - m[1][2] * m[1][2], c01 = m[0][2] * m[1][2] - m[0][1] * m[2][2];
    double c02 = m[0][1] * m[1][2] - m[0][2] * m[1][1], det = m[0][0] * c00 + m[0][1] * c01 + m[0][2] * c02;
    double s = det > 0.0 ? 1.0 / det : 0.0;
    DrySym3 r = { 0 };
    r.xx = open[0] ? (float)(c00 * s) : 0.0f;
    r.xy = open[0] && open[1] ? (float)(c01 * s) : 0.0f;
    r.xz = open[0] && open[2] ? (float)(c02 * s) : 0.0f;
    r.yy = open[1] ? (float)((m[0][0] * m[2][2] - m[0][2] * m[0][2]) * s) : 0.0f;
    r.yz = open[1] && open[2] ? (float)((m[0][1] * m[0][2] - m[0][0] * m[1][2]) * s) : 0.0f;
    r.zz = open[2] ? (float)((m[0][0] * m[1][1] - m[0][1] * m[0][1]) * s) : 0.0f;
    return r;
}

static float inverse_or_zero(float x)
{
    return x > 0.0f ? 1.0f / x : 0.0f;
}

static void gather_dynamic(const DryWorld *w, const BodyCold *c, const BodyMotion *m, SolverMass *mass,
                           SolverMotion *motion)
{
    DryMat3 r = mat3_from_quat(m->rotation);
    bool locked = (c->locks & (uint32_t)DRY_LOCK_ROTATION) != 0;
    DryVec3 inverse =
        v3(inverse_or_zero(c->inertia.x), inverse_or_zero(c->inertia.y), inverse_or_zero(c->inertia.z));
    mass->inv_mass = c->inv_mass;
    mass->inv_inertia = locked && c->inv_mass > 0.0f
                            ? locked_inverse(sym3_rotate_diagonal(&r, c->inertia), c->locks)
                            : sym3_rotate_diagonal(&r, inverse);
    mass->flags = c->locks & 7u;
    if ((c->flags & BODY_GYROSCOPIC) != 0 && !locked) {
        mass->flags |= SOLVER_GYROSCOPIC;
    }
    motion->inertia = c->inertia;
    motion->inv_inertia = locked ? v3(0.0f, 0.0f, 0.0f) : inverse;
    DryVec3 a = v3_mad(v3_scale(w->state.gravity, c->gravity_scale), c->force, c->inv_mass);
    motion->acceleration =
        v3((c->locks & DRY_LOCK_LINEAR_X) != 0 ? 0.0f : a.x, (c->locks & DRY_LOCK_LINEAR_Y) != 0 ? 0.0f : a.y,
           (c->locks & DRY_LOCK_LINEAR_Z) != 0 ? 0.0f : a.z);
    motion->angular_acceleration = sym3_mul(&mass->inv_inertia, c->torque);
    float calming = dry__rest_damping(w, c);
    motion->linear_damping = c->linear_damping + calming;
    motion->angular_damping = c->angular_damping + calming;
}

typedef struct GatherContext {
    DryWorld *w;
    float dt;
} GatherContext;

static void gather_range(void *context, int32_t begin, int32_t end, int32_t worker)
{
    (void)worker;
    const GatherContext *gather = context;
    DryWorld *w = gather->w;
    WorldScratch *k = &w->scratch;
    for (int32_t i = begin; i < end; ++i) {
        int32_t body = w->state.awake.data[i];
        BodyCold *c = world_body(w, body);
        const BodyMotion *m = world_motion(w, body);
        int32_t dense = i + 1;
        k->velocity.data[dense] = (SolverVelocity){ .v = m->v, .w = m->w };
        k->delta.data[dense] = (SolverDelta){ 0 };
        SolverMass *mass = &k->mass.data[dense];
        SolverMotion *motion = &k->motion.data[dense];
        *mass = (SolverMass){ 0 };
        *motion = (SolverMotion){
            .rotation = m->rotation, .carry_v = c->carry_v, .carry_w = c->carry_w, .lost_v = c->lost_v
        };
        if (body_is_dynamic(c)) {
            gather_dynamic(w, c, m, mass, motion);
        } else {
            mass->flags = SOLVER_KINEMATIC;
        }
        bool apart = (c->flags & BODY_APART) != 0 || (w->def.position_pass && body_is_dynamic(c));
        mass->flags |= apart ? SOLVER_APART : 0u;
        mass->flags |= v3_length(m->w) * gather->dt > SOLVER_SPIN ? SOLVER_SPINNING : 0u;
        c->flags = (uint16_t)((c->flags & ~(BODY_APART | BODY_PUSHED)) | (apart ? BODY_PUSHED : 0));
        if (c->joint_count > 0 && dry__body_is_jointed(w, body)) {
            mass->flags |= SOLVER_JOINTED;
        }
    }
}

static int32_t dense_index(const DryWorld *w, int32_t body)
{
    return world_body(w, body)->awake_index + 1;
}

static DryVec3 point_velocity(const DryWorld *w, int32_t body, DryVec3 arm)
{
    const BodyMotion *m = world_motion(w, body);
    return v3_add(m->v, v3_cross(m->w, arm));
}

/* Largest approach speed over the points, before the solver touches anything. */
static float approach_speed(const DryWorld *w, const Contact *c, const Manifold *m, const ContactInput *in)
{
    float approach = 0.0f;
    for (int32_t p = 0; p < m->count; ++p) {
        DryVec3 arm = v3_add(in->origin_a, m->points[p].position);
        DryVec3 va = point_velocity(w, c->body[0], arm);
        DryVec3 vb = point_velocity(w, c->body[1], v3_sub(arm, in->center_offset));
        approach = f_max(approach, v3_dot(v3_sub(va, vb), m->normal));
    }
    return approach;
}

typedef struct FillContext {
    DryWorld *w;
    int32_t color, first; /* first: place in inputs of the colour's first manifold */
} FillContext;

static void fill_range(void *context, int32_t begin, int32_t end, int32_t worker)
{
    (void)worker;
    const FillContext *fill = context;
    DryWorld *w = fill->w;
    ContactTable *t = &w->state.contacts;
    const int32_t *list = t->colors[fill->color].manifolds.data;
    for (int32_t i = begin; i < end; ++i) {
        ContactInput *in = &w->scratch.inputs.data[fill->first + i];
        ManifoldLink *link = &t->links.data[list[i]];
        const Contact *c = &t->contacts.data[link->contact];
        in->body_a = dense_index(w, c->body[0]);
        in->body_b = dense_index(w, c->body[1]);
        in->manifold = list[i];
        const BodyMotion *a = world_motion(w, c->body[0]), *b = world_motion(w, c->body[1]);
        in->origin_a = pos_sub(w->state.shapes.collide.data[c->shape_a].position, a->center);
        in->center_offset = pos_sub(b->center, a->center);
        dry__contact_fill_material(w, link->contact, &t->manifolds.data[list[i]], &in->material,
                                   &w->scratch.specials.data[fill->first + i]);
        /* a contact that already touches is hit again only if it can have left in between */
        bool may_hit = (c->flags & CONTACT_TOUCHING) == 0 || (c->flags & CONTACT_BOUNCY) != 0;
        link->approach = may_hit && (c->flags & CONTACT_HITS) != 0
                             ? approach_speed(w, c, &t->manifolds.data[list[i]], in)
                             : 0.0f;
    }
}

static bool fill_contacts(DryWorld *w, SolverInput *input)
{
    ContactTable *t = &w->state.contacts;
    int32_t total = 0;
    for (int32_t c = 0; c < CONTACT_COLOR_LISTS; ++c) {
        total += t->colors[c].manifolds.count;
    }
    if (!array_resize(&w->scratch.inputs, total) || !array_resize(&w->scratch.specials, total)) {
        return false;
    }
    int32_t place = 0, colors = 0;
    for (int32_t c = 0; c < CONTACT_COLOR_LISTS; ++c) {
        int32_t count = t->colors[c].manifolds.count;
        FillContext fill = { w, c, place };
        if (count == 0) {
            continue;
        }
        if (c != CONTACT_OVERFLOW) {
            input->contact_begin[colors++] = place;
        } else {
            input->overflow_begin = place;
            input->overflow_end = place + count;
        }
        dry__jobs_for(w->jobs, count, 128, fill_range, &fill);
        place += count;
    }
    input->contact_begin[colors] = input->overflow_end > 0 ? input->overflow_begin : place;
    input->contact_colors = colors;
    input->contacts = w->scratch.inputs.data;
    input->specials = w->scratch.specials.data;
    input->manifolds = t->manifolds.data;
    w->counters.colors = colors;
    w->counters.overflow = input->overflow_end - input->overflow_begin;
    w->counters.manifolds = total;
    return true;
}

static JointRef joint_ref(const DryWorld *w, int32_t joint)
{
    const JointLink *link = &w->state.joints.links.data[joint];
    const BodyMotion *a = world_motion(w, link->body[0]), *b = world_motion(w, link->body[1]);
    JointRef ref = { .joint = joint,
                     .body_a = dense_index(w, link->body[0]),
                     .body_b = dense_index(w, link->body[1]),
                     .center_offset = pos_sub(b->center, a->center),
                     .static_rotation_a = a->rotation,
                     .static_rotation_b = b->rotation };
    dry__joint_count_rows(&w->state.joints.joints.data[joint], &ref);
    return ref;
}

static bool fill_joints(DryWorld *w, SolverInput *input)
{
    JointTable *t = &w->state.joints;
    int32_t total = 0;
    for (int32_t c = 0; c < JOINT_COLOR_LISTS; ++c) {
        total += t->colors[c].joints.count;
    }
    if (!array_resize(&w->scratch.joint_refs, total)) {
        return false;
    }
    int32_t place = 0, colors = 0;
    for (int32_t c = 0; c < JOINT_COLOR_LISTS; ++c) {
        int32_t begin = place;
        /* kernel by kernel, so that each runs in long batches */
        for (int32_t kernel = 0; kernel < JOINT_KERNEL_COUNT; ++kernel) {
            for (int32_t i = 0; i < t->colors[c].joints.count; ++i) {
                int32_t joint = t->colors[c].joints.data[i];
                if (t->joints.data[joint].kernel == kernel) {
                    w->scratch.joint_refs.data[place++] = joint_ref(w, joint);
                }
            }
        }
        if (place > begin && c != JOINT_OVERFLOW) {
            input->joint_begin[colors++] = begin;
        } else if (place > begin) {
            input->joint_overflow_begin = begin;
            input->joint_overflow_end = place;
        }
    }
    input->joint_begin[colors] = input->joint_overflow_end > 0 ? input->joint_overflow_begin : place;
    input->joint_colors = colors;
    input->joints = w->scratch.joint_refs.data;
    input->joint_table = t->joints.data;
    input->joint_axes = t->axes.data;
    return true;
}

static SolverSettings settings(const DryWorld *w, float dt)
{
    const DryWorldDef *d = &w->def;
    return (SolverSettings){ .dt = dt,
                             .substeps = d->substeps,
                             .iterations = d->iterations,
                             .residual_tolerance = d->residual_tolerance,
                             .contact_hertz = d->contact_hertz,
                             .load_hertz = d->contact_hertz,
                             .load_substeps = d->substeps,
                             .strain = dry__classes_strain(w, dt),
                             .contact_damping_ratio = d->contact_damping_ratio,
                             .push_speed = d->push_speed,
                             .joint_hertz = d->joint_hertz,
                             .joint_damping_ratio = d->joint_damping_ratio,
                             .restitution_threshold = d->restitution_threshold,
                             .length_unit = d->length_unit,
                             .maximum_speed = d->maximum_speed,
                             .warm_starting = d->warm_starting,
                             .direct = d->direct_contacts &&
                                       (!w->state.contacts.dense || w->state.contacts.regrouped),
                             .joints_first = d->joints_first,
                             .kernel = w->kernel };
}

static bool reserve_bodies(DryWorld *w, int32_t count)
{
    WorldScratch *k = &w->scratch;
    if (!array_resize(&k->velocity, count) || !array_resize(&k->delta, count) ||
        !array_resize(&k->mass, count) || !array_resize(&k->motion, count) ||
        !array_resize(&k->body_flags, count) || !array_resize(&k->holds, count)) {
        return false;
    }
    k->velocity.data[0] = (SolverVelocity){ 0 };
    k->delta.data[0] = (SolverDelta){ 0 };
    k->mass.data[0] = (SolverMass){ 0 };
    k->motion.data[0] = (SolverMotion){ .rotation = dry_quat_identity() };
    return true;
}

/* One class, or none told apart: the step as it is. */
static bool run_solver(DryWorld *w, SolverInput *input, const IslandClasses *classes, SolverOutput *output)
{
    if (classes->count > 1) {
        return dry__solver_step_in_classes(input, &classes->solver, &w->scratch.classes, output);
    }
    for (int32_t i = 0; i < SOLVER_MAX_CLASSES; ++i) {
        input->settings = classes->solver.used[i] ? classes->solver.settings[i] : input->settings;
    }
    return dry__solver_step(input, &w->scratch.solver, output);
}

bool dry__stage_solve(DryWorld *w, float dt)
{
    WorldScratch *k = &w->scratch;
    int32_t count = w->state.awake.count + 1;
    if (!reserve_bodies(w, count)) {
        return false;
    }
    SolverInput input = { .settings = settings(w, dt), .jobs = w->jobs };
    if (!fill_contacts(w, &input) || !dry__modify_contacts(w, &input) || !fill_joints(w, &input)) {
        return false;
    }
    GatherContext gather = { w, dt };
    dry__jobs_for(w->jobs, w->state.awake.count, 128, gather_range, &gather);
    input.bodies = (SolverBodies){ k->velocity.data, k->delta.data, k->mass.data, k->motion.data, count };
    IslandClasses classes = { .count = 0 };
    if (dry__classes_wanted(w) && !dry__classes_choose(w, &input, &classes)) {
        return false;
    }
    if (w->state.bodies.counting) {
        if (!dry__account_open(w)) {
            return false;
        }
        input.accounts = k->accounts.data;
    }
    SolverOutput output = { 0 };
    if (!run_solver(w, &input, &classes, &output)) {
        return false;
    }
    if (output.sinking) {
        dry__classes_note_sinking(w, &input);
    }
    dry__modify_take_back(w);
    w->profile.prepare = output.times.prepare;
    w->profile.warm_start = output.times.warm_start;
    w->profile.bounce = output.times.bounce;
    w->profile.direct = output.times.direct;
    w->profile.solve = output.times.solve;
    w->profile.push = output.times.push;
    w->profile.relax = output.times.relax;
    w->profile.joints = output.times.joints;
    w->profile.integrate = output.times.integrate;
    w->profile.store = output.times.store;
    w->state.contacts.dense = input.settings.direct ? output.direct_impossible : w->state.contacts.dense;
    w->state.contacts.regrouped = false;
    w->counters.bounces = output.bounces;
    w->counters.capped_bounces = output.bounce_capped;
    w->counters.direct_clusters = output.direct_clusters;
    w->counters.direct_contacts = output.direct_manifolds;
    w->counters.direct_failures = output.direct_failures;
    w->counters.residual = output.residual;
    w->counters.sweeps = output.sweeps;
    w->counters.sweeps_saved = output.sweeps_saved;
    w->counters.early_exits = output.early_exits;
    dry__classes_count(w, &classes);
    return true;
}
