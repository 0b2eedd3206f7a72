#include "solver/solver.h"

#include "base/memory.h"
#include "math/trig.h"
#include "solver/substeps.h"

#include <string.h>

/* Speeds of the static and kinetic friction law per length unit: docs/laws/friction.md. */
#define SLIP_START 0.05f
#define SLIP_END 0.01f
/* A closing speculative row lands exactly on zero; rounding must not choose between gap and overlap. */
#define GAP_TOLERANCE 1e-5f
/* Bodies that move past each other more slowly than some cm/s keep the arms of their contacts for the step;
   per length unit. */
#define DRIFT 1e-3f
/* s; contact_hertz is meant for it. In smaller substeps contacts are stiffer in proportion. */
#define USUAL_SUBSTEP (1.0f / 240.0f)
/* Contacts with something immovable are stiffer. */
#define RESTING_STIFFER 2.0f
/* Speed at which parts of a joint that are far from where they belong come back, per length unit. */
#define JOINT_PUSH 10.0f
/* Contacts that would sink more under their load are solved directly; per length unit. */
#define HEAVY_SINK 5e-4f
/* Contacts that begin more slowly may carry any load at once; per length unit. */
#define SET_DOWN_SPEED 0.1f
/* Where the world sets no maximum speed, m/s: the largest that it could set. */
#define FASTEST 1e6f
/* Largest turn of a body in a substep, rad. */
#define MAXIMUM_TURN (0.5f * DRY_PI)

static size_t place(size_t *size, size_t bytes)
{
    size_t offset = *size;
    *size = (offset + bytes + 63) / 64 * 64;
    return offset;
}

/* The parts of the scratch block. */
typedef struct Layout {
    size_t batches, extras, bouncing, late, push, joint_groups, joint_rows, loop, size;
    int32_t batch_begin[SOLVER_MAX_COLORS + 2], batch_count;
    int32_t joint_group_count;
    size_t extra_size; /* ContactStep.extra_size */
} Layout;

static JointOrder joint_order(const SolverInput *input)
{
    return (JointOrder){ input->joints, input->joint_begin, input->joint_colors, input->joint_overflow_begin,
                         input->joint_overflow_end };
}

static bool has_extras(const ContactMaterial *m)
{
    DryVec3 s = m->surface_velocity;
    return m->special != 0 || m->rolling * m->rolling_radius > 0.0f || s.x != 0.0f || s.y != 0.0f ||
           s.z != 0.0f;
}

/* Most worlds have nothing for the larger part of the records. */
static size_t extra_size(const SolverInput *input)
{
    const uint32_t flags = SOLVER_LOCK_X | SOLVER_LOCK_Y | SOLVER_LOCK_Z | SOLVER_APART;
    bool whole = input->limits != NULL;
    for (int32_t i = 1; i < input->bodies.count && !whole; ++i) {
        whole = (input->bodies.mass[i].flags & flags) != 0;
    }
    int32_t colored = input->contact_begin[input->contact_colors];
    for (int32_t i = 0; i < colored && !whole; ++i) {
        whole = has_extras(&input->contacts[i].material);
    }
    for (int32_t i = input->overflow_begin; i < input->overflow_end && !whole; ++i) {
        whole = has_extras(&input->contacts[i].material);
    }
    return whole ? sizeof(ContactExtra) : CONTACT_EXTRA_DRIFT;
}

static Layout lay_out(const SolverInput *input)
{
    Layout layout = { 0 };
    int32_t count = 0;
    for (int32_t c = 0; c < input->contact_colors; ++c) {
        layout.batch_begin[c] = count;
        count += (input->contact_begin[c + 1] - input->contact_begin[c] + BATCH_LANES - 1) / BATCH_LANES;
    }
    layout.batch_begin[input->contact_colors] = count;
    layout.batch_count = count + (input->overflow_end - input->overflow_begin);
    size_t batches = (size_t)layout.batch_count;
    layout.extra_size = extra_size(input);
    layout.loop = place(&layout.size, sizeof(Substeps));
    layout.batches = place(&layout.size, batches * sizeof(ContactBatch));
    layout.extras = place(&layout.size, batches * layout.extra_size);
    layout.late = place(&layout.size, (size_t)input->bodies.count * sizeof(SolverVelocity));
    layout.push = place(&layout.size, (size_t)input->bodies.count * sizeof(SolverVelocity));
    layout.bouncing = place(&layout.size, batches * sizeof(int32_t));
    JointOrder order = joint_order(input);
    size_t row_bytes = 0;
    layout.joint_group_count = dry__joints_group(&order, NULL, NULL, &row_bytes);
    layout.joint_groups = place(&layout.size, (size_t)layout.joint_group_count * sizeof(JointGroup));
    layout.joint_rows = place(&layout.size, row_bytes);
    return layout;
}

static bool make_room(SolverScratch *scratch, size_t size)
{
    if (size <= scratch->size) {
        return true;
    }
    size_t wanted = size + size / 2;
    void *block = dry__alloc(wanted);
    if (block == NULL) {
        wanted = size;
        block = dry__alloc(wanted);
    }
    if (block == NULL) {
        return false;
    }
    dry__free(scratch->block, scratch->size);
    scratch->block = block;
    scratch->size = wanted;
    return true;
}

float dry__contact_hertz(float wanted, float h)
{
    return f_min(wanted * f_max(1.0f, USUAL_SUBSTEP / h), CONTACT_HERTZ_PER_RATE / h);
}

static void set_up_contacts(Substeps *loop, const SolverInput *input, float h)
{
    const SolverSettings *settings = &input->settings;
    ContactStep *c = &loop->contacts;
    c->contacts = input->contacts;
    c->specials = input->specials;
    c->manifolds = input->manifolds;
    c->limits = input->limits;
    c->limited_begin = input->limited_begin;
    c->share = 1.0f / (float)settings->substeps;
    c->bodies = input->bodies;
    float hertz = dry__contact_hertz(settings->contact_hertz, h);
    c->soft[0] = contact_softness(hertz, settings->contact_damping_ratio, h);
    c->soft[1] =
        contact_softness(RESTING_STIFFER * hertz, settings->contact_damping_ratio / RESTING_STIFFER, h);
    /* sink of a soft row under a load: load / (mass omega^2) */
    float load_h = settings->dt / (float)settings->load_substeps;
    float omega = 2.0f * DRY_PI * f_min(settings->load_hertz, CONTACT_HERTZ_PER_RATE / load_h);
    float heavy_load = HEAVY_SINK * settings->length_unit * omega * omega * h;
    c->heavy_load = settings->direct && settings->warm_starting ? heavy_load : 0.0f;
    c->strained_load = settings->strain * heavy_load;
    c->set_down_speed = SET_DOWN_SPEED * settings->length_unit;
    c->h = h;
    c->inv_h = 1.0f / h;
    c->gap = GAP_TOLERANCE * settings->length_unit;
    c->drift = DRIFT * settings->length_unit;
    c->push_speed = settings->push_speed;
    c->maximum_speed = settings->maximum_speed > 0.0f ? settings->maximum_speed : FASTEST;
    c->maximum_spin = MAXIMUM_TURN / h;
    c->slip_start = SLIP_START * settings->length_unit;
    c->slip_end = SLIP_END * settings->length_unit;
    c->warm_starting = settings->warm_starting;
    c->contact_begin = input->contact_begin;
    c->batch_begin = loop->batch_begin;
    c->colors = input->contact_colors;
    c->overflow_begin = input->overflow_begin;
}

static void set_up_joints(Substeps *loop, const SolverInput *input, const Layout *layout, char *block,
                          float h)
{
    JointSolve *j = &loop->joints;
    JointGroup *groups = (JointGroup *)(void *)(block + layout->joint_groups);
    JointOrder order = joint_order(input);
    size_t row_bytes;
    loop->joint_group_count = dry__joints_group(&order, groups, loop->joint_group_begin, &row_bytes);
    j->groups = groups;
    j->rows = block + layout->joint_rows;
    j->cpu = input->settings.kernel;
    j->h = h;
    j->inv_h = 1.0f / h;
    j->hertz = input->settings.joint_hertz;
    j->damping_ratio = input->settings.joint_damping_ratio;
    j->push_speed = JOINT_PUSH * input->settings.length_unit;
    j->maximum_speed = input->settings.maximum_speed;
    j->warm = input->settings.warm_starting;
    j->bodies = input->bodies;
    j->accounts = input->accounts;
    j->refs = input->joints;
    j->joints = input->joint_table;
    j->axes = input->joint_axes;
}

bool dry__solver_prepare(const SolverInput *input, SolverScratch *scratch, SolverOutput *output)
{
    Layout layout = lay_out(input);
    memset(output, 0, sizeof *output);
    if (!make_room(scratch, layout.size)) {
        return false;
    }
    const SolverSettings *settings = &input->settings;
    float h = settings->dt / (float)settings->substeps;
    char *block = scratch->block;
    Substeps *loop = (Substeps *)(void *)(block + layout.loop);
    memset(loop, 0, sizeof *loop);
    loop->input = input;
    loop->output = output;
    loop->kernel = dry__contact_kernel(settings->kernel);
    memcpy(loop->batch_begin, layout.batch_begin, sizeof loop->batch_begin);
    loop->batch_count = layout.batch_count;
    set_up_contacts(loop, input, h);
    loop->contacts.batches = (ContactBatch *)(void *)(block + layout.batches);
    loop->contacts.extras = block + layout.extras;
    loop->contacts.extra_size = layout.extra_size;
    loop->contacts.late = (SolverVelocity *)(void *)(block + layout.late);
    loop->contacts.push = (SolverVelocity *)(void *)(block + layout.push);
    set_up_joints(loop, input, &layout, block, h);
    loop->motion.bodies = input->bodies;
    loop->motion.late = loop->contacts.late;
    loop->motion.h = h;
    loop->motion.maximum_speed = loop->contacts.maximum_speed;
    loop->motion.maximum_spin = loop->contacts.maximum_spin;
    loop->motion.warm_starting = settings->warm_starting;
    loop->ledger = (Ledger){ .accounts = input->accounts,
                             .bodies = input->bodies,
                             .batches = loop->contacts.batches,
                             .batch_count = layout.batch_count,
                             .jobs = input->jobs,
                             .h = h };
    loop->bouncing = (int32_t *)(void *)(block + layout.bouncing);
    loop->bounces.threshold = settings->restitution_threshold;
    loop->bounces.batches = loop->bouncing;
    loop->direct_scratch = scratch->direct;
    return dry__substeps_prepare(loop);
}

void dry__solver_run(SolverScratch *scratch)
{
    dry__substeps_run((Substeps *)scratch->block); /* the first part of the layout */
}

bool dry__solver_step(const SolverInput *input, SolverScratch *scratch, SolverOutput *output)
{
    if (!dry__solver_prepare(input, scratch, output)) {
        return false;
    }
    dry__solver_run(scratch);
    return true;
}

void dry__solver_scratch_free(SolverScratch *scratch)
{
    dry__free(scratch->block, scratch->size);
    scratch->block = NULL;
    scratch->size = 0;
    dry__direct_scratch_free(&scratch->direct[0]);
    dry__direct_scratch_free(&scratch->direct[1]);
}
