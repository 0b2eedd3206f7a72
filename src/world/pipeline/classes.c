#include "world/pipeline/classes.h"

#include "math/trig.h"

enum {
    CLASS_SMALL,
    CLASS_LARGE,
    CLASS_STIFF, /* level 1; level 2 follows */
    STIFF_LEVELS = SOLVER_MAX_CLASSES - CLASS_STIFF,
    STIFF_STEPS = 60, /* for which an island stays stiff after it was last seen sinking */
    MOST_SUBSTEPS = 64
};

/* Stiffness of contacts that level 1 is for, 1/s; twice as much for each one more. */
#define STIFF_HERTZ 120.0f
/* Where an island is stiff, it stays so down to this part of the load that made it so. */
#define STRAIN_TO_STAY 0.5f
/* Sink under a load that a higher level is to bring down; per length unit. */
#define MOST_SINK 5e-4f

static float usual_hertz(const DryWorldDef *d, float dt)
{
    return dry__contact_hertz(d->contact_hertz, dt / (float)d->substeps);
}

static float level_hertz(int32_t level)
{
    return STIFF_HERTZ * (float)(1 << (level - 1));
}

/* As many as let the contacts be so stiff. */
static int32_t level_substeps(const DryWorldDef *d, float dt, int32_t level)
{
    int32_t wanted = (int32_t)ceilf(0.999f * dt * level_hertz(level) / CONTACT_HERTZ_PER_RATE);
    wanted = wanted < MOST_SUBSTEPS ? wanted : MOST_SUBSTEPS;
    return wanted > d->substeps ? wanted : d->substeps;
}

/* What the level's contacts get: they are stiffer through its substeps alone, so that contacts that are meant
   to be soft do not push out in one step what they have given way to before. */
static float reached_hertz(const DryWorldDef *d, float dt, int32_t level)
{
    return dry__contact_hertz(d->contact_hertz, dt / (float)level_substeps(d, dt, level));
}

float dry__classes_strain(const DryWorld *w, float dt)
{
    const DryWorldDef *d = &w->def;
    bool helps = reached_hertz(d, dt, STIFF_LEVELS) > 1.5f * usual_hertz(d, dt);
    return d->stiff_islands && d->warm_starting && helps ? 1.0f : 0.0f;
}

static bool was_stiff(const BodyCold *c)
{
    return body_is_dynamic(c) && (c->stiff_steps | c->stiff_substeps) != 0;
}

bool dry__classes_wanted(const DryWorld *w)
{
    if (w->def.large_island > 0) {
        return true;
    }
    for (int32_t i = 0; w->state.stiff && i < w->state.awake.count; ++i) {
        if (was_stiff(world_body(w, w->state.awake.data[i]))) {
            return true;
        }
    }
    return false;
}

int32_t dry__latest_substeps(const DryWorld *w, const int32_t body[2])
{
    for (int side = 0; side < 2; ++side) {
        const BodyCold *c = world_body(w, body[side]);
        if (body_is_dynamic(c) && c->stiff_substeps != 0) {
            return c->stiff_substeps;
        }
    }
    return w->def.substeps;
}

/* ---- islands ---- */

/* Union-find over dense indices: the root of a set is its smallest member, so the sets do not depend on the
 * order of unions. */
static int32_t find_root(int32_t *roots, int32_t i)
{
    while (roots[i] != i) {
        roots[i] = roots[roots[i]];
        i = roots[i];
    }
    return i;
}

static bool has_mass(const SolverInput *input, int32_t body)
{
    return input->bodies.mass[body].inv_mass > 0.0f;
}

static void unite(int32_t *roots, const SolverInput *input, int32_t a, int32_t b)
{
    if (has_mass(input, a) && has_mass(input, b)) {
        int32_t ra = find_root(roots, a), rb = find_root(roots, b);
        roots[ra < rb ? rb : ra] = ra < rb ? ra : rb;
    }
}

static int32_t row_body(const SolverInput *input, int32_t a, int32_t b)
{
    return has_mass(input, a) ? a : b;
}

static void find_islands(DryWorld *w, const SolverInput *input)
{
    int32_t *roots = w->scratch.roots.data;
    for (int32_t i = 0; i < input->bodies.count; ++i) {
        roots[i] = i;
    }
    for (int32_t i = 0; i < w->scratch.inputs.count; ++i) {
        unite(roots, input, input->contacts[i].body_a, input->contacts[i].body_b);
    }
    for (int32_t i = 0; i < w->scratch.joint_refs.count; ++i) {
        unite(roots, input, input->joints[i].body_a, input->joints[i].body_b);
    }
    for (int32_t i = 0; i < input->bodies.count; ++i) {
        roots[i] = find_root(roots, i);
    }
}

static void add_body(IslandLoad *load, const BodyCold *c)
{
    bool longer = c->stiff_steps > load->stiff_steps ||
                  (c->stiff_steps == load->stiff_steps && c->stiff_level > load->stiff_level);
    load->stiff_steps = longer ? c->stiff_steps : load->stiff_steps;
    load->stiff_level = longer ? c->stiff_level : load->stiff_level;
}

static void measure_islands(DryWorld *w, const SolverInput *input)
{
    const int32_t *roots = w->scratch.roots.data;
    IslandLoad *loads = w->scratch.loads.data;
    for (int32_t i = 0; i < input->bodies.count; ++i) {
        loads[i] = (IslandLoad){ 0 };
    }
    for (int32_t i = 1; i < input->bodies.count; ++i) {
        if (has_mass(input, i)) {
            add_body(&loads[roots[i]], world_body(w, w->state.awake.data[i - 1]));
        }
    }
    for (int32_t i = 0; i < w->scratch.inputs.count; ++i) {
        const ContactInput *in = &input->contacts[i];
        IslandLoad *load = &loads[roots[row_body(input, in->body_a, in->body_b)]];
        ++load->manifolds;
        ++load->constraints;
    }
    for (int32_t i = 0; i < w->scratch.joint_refs.count; ++i) {
        const JointRef *ref = &input->joints[i];
        ++loads[roots[row_body(input, ref->body_a, ref->body_b)]].constraints;
    }
}

static uint8_t class_of(const DryWorld *w, const IslandLoad *load)
{
    if (load->stiff_steps > 0) {
        return (uint8_t)(CLASS_STIFF + load->stiff_level - 1);
    }
    bool large = w->def.large_island > 0 && load->constraints >= w->def.large_island;
    return large ? CLASS_LARGE : CLASS_SMALL;
}

/* ---- a change of substeps ---- */

static void scale_manifold(Manifold *m, float scale)
{
    for (int32_t p = 0; p < MANIFOLD_MAX_POINTS; ++p) {
        m->normal_impulse[p] *= scale;
    }
    m->friction_impulse = v3_scale(m->friction_impulse, scale);
    m->twist_impulse *= scale;
    m->rolling_impulse = v3_scale(m->rolling_impulse, scale);
}

/* Substeps that a row's impulses are of over those that they are to be of. */
static float row_scale(const DryWorld *w, const SolverInput *input, const IslandClasses *classes,
                       int32_t body_a, int32_t body_b)
{
    int32_t body = row_body(input, body_a, body_b);
    uint8_t into = w->scratch.body_class.data[body];
    if (body == 0 || into == SOLVER_EVERY_CLASS) {
        return 1.0f;
    }
    const BodyCold *c = world_body(w, w->state.awake.data[body - 1]);
    int32_t from = c->stiff_substeps != 0 ? c->stiff_substeps : w->def.substeps;
    return (float)from / (float)classes->solver.settings[into].substeps;
}

static void scale_rows(DryWorld *w, const SolverInput *input, const IslandClasses *classes)
{
    for (int32_t i = 0; i < w->scratch.inputs.count; ++i) {
        const ContactInput *in = &input->contacts[i];
        float scale = row_scale(w, input, classes, in->body_a, in->body_b);
        if (scale != 1.0f) {
            scale_manifold(&input->manifolds[in->manifold], scale);
        }
    }
    for (int32_t i = 0; i < w->scratch.joint_refs.count; ++i) {
        const JointRef *ref = &input->joints[i];
        float scale = row_scale(w, input, classes, ref->body_a, ref->body_b);
        if (scale != 1.0f) {
            Joint *joint = &input->joint_table[ref->joint];
            JointAxes *axes = joint->axes >= 0 ? &input->joint_axes[joint->axes] : NULL;
            dry__joint_scale_impulses(joint, axes, scale);
        }
    }
}

/* Bodies follow their rows: what they carry over, and what their next step is to know. */
static void advance_bodies(DryWorld *w, const SolverInput *input, const IslandClasses *classes)
{
    for (int32_t i = 1; i < input->bodies.count; ++i) {
        if (!has_mass(input, i)) {
            continue;
        }
        BodyCold *c = world_body(w, w->state.awake.data[i - 1]);
        SolverMotion *motion = &input->bodies.motion[i];
        float scale = row_scale(w, input, classes, i, 0);
        c->carry_v = motion->carry_v = v3_scale(motion->carry_v, scale);
        c->carry_w = motion->carry_w = v3_scale(motion->carry_w, scale);
        const IslandLoad *load = &w->scratch.loads.data[w->scratch.roots.data[i]];
        bool stiff = load->stiff_steps > 0;
        uint8_t into = w->scratch.body_class.data[i];
        c->stiff_substeps = stiff ? (uint8_t)classes->solver.settings[into].substeps : 0;
        c->stiff_steps = stiff ? (uint8_t)(load->stiff_steps - 1) : 0;
        c->stiff_level = c->stiff_steps > 0 ? load->stiff_level : 0;
    }
}

/* ---- the choice ---- */

/* Sweeps of islands that have more substeps: no more in a step than the usual ones would have, if there is at
   least one in each substep, because the substeps do more than the sweeps would. */
static int32_t shared_iterations(const SolverSettings *usual, int32_t substeps)
{
    int32_t sweeps = usual->iterations * usual->substeps;
    return (sweeps + substeps - 1) / substeps;
}

static SolverSettings class_settings(const DryWorld *w, SolverSettings usual, int32_t of)
{
    usual.iterations = of == CLASS_LARGE ? w->def.large_iterations : usual.iterations;
    if (of >= CLASS_STIFF) {
        int32_t level = of - CLASS_STIFF + 1;
        int32_t substeps = level_substeps(&w->def, usual.dt, level);
        usual.iterations = shared_iterations(&usual, substeps);
        usual.substeps = substeps;
        usual.strain *= STRAIN_TO_STAY;
    }
    return usual;
}

static void sort_bodies(DryWorld *w, const SolverInput *input, IslandClasses *classes)
{
    const int32_t *roots = w->scratch.roots.data;
    uint8_t *of = w->scratch.body_class.data;
    of[0] = SOLVER_EVERY_CLASS;
    for (int32_t i = 1; i < input->bodies.count; ++i) {
        const IslandLoad *load = &w->scratch.loads.data[roots[i]];
        of[i] = has_mass(input, i) ? class_of(w, load) : SOLVER_EVERY_CLASS;
        if (of[i] == SOLVER_EVERY_CLASS) {
            continue;
        }
        classes->solver.used[of[i]] = true;
        if (roots[i] == i && load->constraints > 0) {
            ++classes->islands[of[i]];
            classes->manifolds[of[i]] += load->manifolds;
        }
    }
}

/* Nothing is stiff any more among the awake; the sleeping keep what they were. */
static void look_for_stiff(DryWorld *w)
{
    bool found = false;
    for (int32_t i = 0; !found && i < w->state.bodies.ids.generation.count; ++i) {
        found = id_alive(&w->state.bodies.ids, i) && was_stiff(world_body(w, i));
    }
    w->state.stiff = found;
}

bool dry__classes_choose(DryWorld *w, const SolverInput *input, IslandClasses *classes)
{
    WorldScratch *k = &w->scratch;
    if (!array_resize(&k->roots, input->bodies.count) || !array_resize(&k->loads, input->bodies.count) ||
        !array_resize(&k->body_class, input->bodies.count)) {
        return false;
    }
    find_islands(w, input);
    measure_islands(w, input);
    sort_bodies(w, input, classes);
    bool stiff = false;
    for (int32_t i = 0; i < SOLVER_MAX_CLASSES; ++i) {
        classes->count += classes->solver.used[i] ? 1 : 0;
        classes->solver.settings[i] = class_settings(w, input->settings, i);
        stiff |= i >= CLASS_STIFF && classes->solver.used[i];
    }
    classes->solver.body_class = k->body_class.data;
    if (w->state.stiff) {
        scale_rows(w, input, classes);
        advance_bodies(w, input, classes);
    }
    if (w->state.stiff && !stiff) {
        look_for_stiff(w);
    }
    return true;
}

/* ---- what makes islands stiff ---- */

/* The level that brings the sink under the manifold's load down to MOST_SINK, or the highest: also of what
   has just been set down, whose load is not known yet. */
static int32_t level_for(const DryWorld *w, const SolverInput *input, const ContactInput *in,
                         const int32_t body[2])
{
    const Manifold *m = &input->manifolds[in->manifold];
    float load = 0.0f;
    for (int32_t p = 0; p < m->count; ++p) {
        load += m->normal_impulse[p];
    }
    float dt = input->settings.dt;
    float inv_mass = world_body(w, body[0])->inv_mass + world_body(w, body[1])->inv_mass;
    float pull = load * inv_mass * (float)dry__latest_substeps(w, body) / dt;
    float sink = MOST_SINK * w->def.length_unit, omega = 2.0f * DRY_PI * usual_hertz(&w->def, dt);
    int32_t level = 1, before = world_body(w, body[0])->stiff_level;
    if (pull <= STRAIN_TO_STAY * sink * omega * omega) {
        return STIFF_LEVELS;
    }
    for (; level < STIFF_LEVELS; ++level) {
        float keep = before > level ? STRAIN_TO_STAY : 1.0f;
        omega = 2.0f * DRY_PI * reached_hertz(&w->def, dt, level);
        if (pull <= keep * sink * omega * omega) {
            break;
        }
    }
    return level;
}

void dry__classes_note_sinking(DryWorld *w, const SolverInput *input)
{
    for (int32_t i = 0; i < w->scratch.inputs.count; ++i) {
        const ContactInput *in = &input->contacts[i];
        if ((input->manifolds[in->manifold].flags & MANIFOLD_SINKING) == 0) {
            continue;
        }
        const int32_t body[2] = { w->state.awake.data[in->body_a - 1], w->state.awake.data[in->body_b - 1] };
        uint8_t level = (uint8_t)level_for(w, input, in, body);
        for (int side = 0; side < 2; ++side) {
            BodyCold *c = world_body(w, body[side]);
            bool higher = c->stiff_steps < STIFF_STEPS || c->stiff_level < level;
            c->stiff_level = higher ? level : c->stiff_level;
            c->stiff_steps = STIFF_STEPS;
        }
        w->state.stiff = true;
    }
}

void dry__classes_count(DryWorld *w, const IslandClasses *classes)
{
    DryCounters *c = &w->counters;
    const int32_t *islands = classes->islands, *manifolds = classes->manifolds;
    c->small_islands = islands[CLASS_SMALL];
    c->large_islands = islands[CLASS_LARGE];
    c->small_manifolds = classes->count > 0 ? manifolds[CLASS_SMALL] : c->manifolds;
    c->large_manifolds = manifolds[CLASS_LARGE];
    c->stiff_islands = c->stiff_manifolds = c->stiff_substeps = 0;
    for (int32_t i = CLASS_STIFF; i < SOLVER_MAX_CLASSES; ++i) {
        c->stiff_islands += islands[i];
        c->stiff_manifolds += manifolds[i];
        c->stiff_substeps = islands[i] > 0 ? classes->solver.settings[i].substeps : c->stiff_substeps;
    }
}
