#include "solver/substeps.h"

#include "solver/torn.h"

#include <string.h>

enum {
    BODY_GRAIN = 128,
    PREPARE_GRAIN = 8,
    BATCH_GRAIN = 4,
    JOINT_GRAIN = 4, /* groups */
    PUSH_SWEEPS = 8
};

static void run_stage(Substeps *loop, int32_t begin, int32_t end, int32_t grain, RangeFn *fn)
{
    if (begin < end) {
        loop->offset = begin;
        dry__jobs_for(loop->input->jobs, end - begin, grain, fn, loop);
    }
}

/* Whose the latest changes of velocity are. */
static void note(Substeps *loop, LedgerSource source)
{
    if (loop->ledger.accounts != NULL) {
        dry__ledger_note(&loop->ledger, source);
    }
}

/* ---- bodies ---- */

static void run_bodies(Substeps *loop, RangeFn *fn)
{
    run_stage(loop, 1, loop->input->bodies.count, BODY_GRAIN, fn);
}

/* Forces of the next substep; flag: it is the first of the step. */
static void accelerate(void *context, int32_t begin, int32_t end, int32_t worker)
{
    Substeps *loop = context;
    begin += loop->offset;
    end += loop->offset;
    if (loop->flag) {
        dry__motion_reset_late(&loop->motion, begin, end);
    } else if (dry__motion_keep_carry(&loop->motion, begin, end)) {
        loop->notes[worker].torn = true;
    }
    dry__motion_accelerate(&loop->motion, begin, end);
    if (loop->bounces.count == 0) {
        dry__motion_begin_impulses(&loop->motion, begin, end, loop->flag);
    }
}

static void begin_impulses(void *context, int32_t begin, int32_t end, int32_t worker)
{
    Substeps *loop = context;
    (void)worker;
    dry__motion_begin_impulses(&loop->motion, begin + loop->offset, end + loop->offset, loop->flag);
}

static void move(void *context, int32_t begin, int32_t end, int32_t worker)
{
    Substeps *loop = context;
    if (dry__motion_move(&loop->motion, begin + loop->offset, end + loop->offset)) {
        loop->notes[worker].torn = true;
    }
}

static void shift(void *context, int32_t begin, int32_t end, int32_t worker)
{
    Substeps *loop = context;
    (void)worker;
    dry__motion_shift(&loop->motion, loop->contacts.push, begin + loop->offset, end + loop->offset);
}

static void keep_carry(void *context, int32_t begin, int32_t end, int32_t worker)
{
    Substeps *loop = context;
    if (dry__motion_keep_carry(&loop->motion, begin + loop->offset, end + loop->offset)) {
        loop->notes[worker].torn = true;
    }
}

/* Velocities that have been cut down to what is allowed no longer hold the impulses that asked for more:
   contacts that built on those, or took them back, would drive bodies up further from substep to substep.
   taken_back: all that impulses have done in this substep goes with them. */
static void let_go_of_torn(Substeps *loop, bool taken_back)
{
    bool torn = false;
    for (int32_t i = 0; i < JOBS_MAX_WORKERS; ++i) {
        torn |= loop->notes[i].torn;
        loop->notes[i].torn = false;
    }
    if (torn) {
        dry__torn_let_go(&loop->contacts, loop->batch_count, taken_back);
    }
}

/* ---- contacts ---- */

static void prepare_contacts(void *context, int32_t begin, int32_t end, int32_t worker)
{
    Substeps *loop = context;
    loop->notes[worker].prepared |=
        loop->kernel->prepare(&loop->contacts, begin + loop->offset, end + loop->offset);
}

static void warm_start_contacts(void *context, int32_t begin, int32_t end, int32_t worker)
{
    Substeps *loop = context;
    (void)worker;
    loop->kernel->warm_start(&loop->contacts, begin + loop->offset, end + loop->offset, loop->flag);
}

static void solve_contacts(void *context, int32_t begin, int32_t end, int32_t worker)
{
    Substeps *loop = context;
    (void)worker;
    loop->kernel->solve(&loop->contacts, begin + loop->offset, end + loop->offset, loop->flag);
}

static void push_contacts(void *context, int32_t begin, int32_t end, int32_t worker)
{
    Substeps *loop = context;
    (void)worker;
    loop->kernel->push(&loop->contacts, begin + loop->offset, end + loop->offset, loop->flag);
}

static void relax_contacts(void *context, int32_t begin, int32_t end, int32_t worker)
{
    Substeps *loop = context;
    (void)worker;
    loop->kernel->relax(&loop->contacts, begin + loop->offset, end + loop->offset, loop->flag);
}

static void store_contacts(void *context, int32_t begin, int32_t end, int32_t worker)
{
    Substeps *loop = context;
    ContactsLeft left = loop->kernel->store(&loop->contacts, begin + loop->offset, end + loop->offset);
    WorkerNotes *notes = &loop->notes[worker];
    notes->residual = f_max(left.approach, notes->residual);
    notes->sinking |= left.sinking;
}

static void measure_contacts(void *context, int32_t begin, int32_t end, int32_t worker)
{
    Substeps *loop = context;
    float error = loop->kernel->error(&loop->contacts, begin + loop->offset, end + loop->offset, loop->flag);
    loop->notes[worker].error = f_max(error, loop->notes[worker].error);
}

/* Colour after colour, then the overflow one after another on this thread. */
static void run_contacts(Substeps *loop, RangeFn *fn, bool flag)
{
    int32_t colors = loop->input->contact_colors;
    loop->flag = flag;
    for (int32_t c = 0; c < colors; ++c) {
        run_stage(loop, loop->batch_begin[c], loop->batch_begin[c + 1], BATCH_GRAIN, fn);
    }
    loop->offset = 0;
    if (loop->batch_begin[colors] < loop->batch_count) {
        fn(loop, loop->batch_begin[colors], loop->batch_count, 0);
    }
    note(loop, LEDGER_CONTACTS);
}

/* ---- joints ---- */

static void prepare_joints(void *context, int32_t begin, int32_t end, int32_t worker)
{
    Substeps *loop = context;
    (void)worker;
    dry__joints_prepare(&loop->joints, begin + loop->offset, end + loop->offset);
}

static void warm_start_joints(void *context, int32_t begin, int32_t end, int32_t worker)
{
    Substeps *loop = context;
    (void)worker;
    dry__joints_warm_start(&loop->joints, begin + loop->offset, end + loop->offset);
}

static void solve_joints(void *context, int32_t begin, int32_t end, int32_t worker)
{
    Substeps *loop = context;
    (void)worker;
    dry__joints_solve(&loop->joints, begin + loop->offset, end + loop->offset, loop->flag);
}

static void store_joints(void *context, int32_t begin, int32_t end, int32_t worker)
{
    Substeps *loop = context;
    (void)worker;
    dry__joints_store(&loop->joints, begin + loop->offset, end + loop->offset);
}

static void run_joints(Substeps *loop, RangeFn *fn, bool flag)
{
    const int32_t *begin = loop->joint_group_begin;
    int32_t colors = loop->input->joint_colors;
    loop->flag = flag;
    for (int32_t c = 0; c < colors; ++c) {
        run_stage(loop, begin[c], begin[c + 1], JOINT_GRAIN, fn);
    }
    loop->offset = 0;
    if (begin[colors] < loop->joint_group_count) {
        fn(loop, begin[colors], loop->joint_group_count, 0);
    }
    note(loop, LEDGER_JOINTS);
}

/* All joints in any order. */
static void run_all_joints(Substeps *loop, RangeFn *fn)
{
    run_stage(loop, 0, loop->joint_group_count, JOINT_GRAIN, fn);
}

/* ---- the order of the stages ---- */

static double lap(double *mark)
{
    double now = dry__time_seconds(), passed = now - *mark;
    *mark = now;
    return passed;
}

static void list_bounces(Substeps *loop)
{
    for (int32_t i = 0; i < loop->batch_count; ++i) {
        if (loop->contacts.batches[i].bouncing != 0) {
            loop->bouncing[loop->bounces.count++] = i;
        }
    }
}

bool dry__substeps_prepare(Substeps *loop)
{
    SolverTimes *times = &loop->output->times;
    double start = dry__time_seconds(), *mark = &start;
    run_stage(loop, 0, loop->batch_count, PREPARE_GRAIN, prepare_contacts);
    times->prepare += lap(mark);
    run_all_joints(loop, prepare_joints);
    times->joints += lap(mark);
    for (int32_t i = 0; i < JOBS_MAX_WORKERS; ++i) {
        loop->prepared |= loop->notes[i].prepared;
    }
    if ((loop->prepared & PREPARED_BOUNCING) != 0) {
        list_bounces(loop);
        loop->contacts.impacts = true;
    }
    if ((loop->prepared & PREPARED_APART) != 0) {
        memset(loop->contacts.push, 0, (size_t)loop->input->bodies.count * sizeof *loop->contacts.push);
    }
    times->prepare += lap(mark);
    bool planned = (loop->prepared & PREPARED_HEAVY) == 0 ||
                   dry__direct_plan(&loop->contacts, loop->batch_count, loop->direct_scratch, &loop->direct);
    times->direct += lap(mark);
    return planned;
}

static void bounce(Substeps *loop, bool first)
{
    BounceReport report = dry__bounce(&loop->contacts, &loop->bounces);
    loop->output->bounces += report.impacts;
    loop->output->bounce_capped += report.capped ? 1 : 0;
    loop->flag = first;
    run_bodies(loop, begin_impulses);
}

/* Contacts are warm started one by one in the first substep, whose bodies have no carry, and later for bodies
 * with joints. */
static void warm_start(Substeps *loop, bool first, double *mark)
{
    SolverTimes *times = &loop->output->times;
    if (loop->contacts.warm_starting && (first || (loop->prepared & PREPARED_JOINTED) != 0)) {
        run_contacts(loop, warm_start_contacts, !first);
        times->warm_start += lap(mark);
    }
    run_joints(loop, warm_start_joints, false);
    times->joints += lap(mark);
}

/* The position pass. */
static void push_apart(Substeps *loop)
{
    for (int i = 0; i < PUSH_SWEEPS; ++i) {
        run_contacts(loop, push_contacts, i == 0);
    }
    run_bodies(loop, shift);
}

/* One sweep over all rows in the order of the settings. flag: of the contacts' kernel. */
static void sweep(Substeps *loop, int pass, bool flag, double *mark)
{
    SolverTimes *times = &loop->output->times;
    bool bias = pass == DIRECT_BIAS, joints_first = loop->input->settings.joints_first;
    if (joints_first) {
        run_joints(loop, solve_joints, bias);
        times->joints += lap(mark);
    }
    dry__direct_solve(&loop->contacts, &loop->direct, pass);
    times->direct += lap(mark);
    run_contacts(loop, bias ? solve_contacts : relax_contacts, flag);
    *(bias ? &times->solve : &times->relax) += lap(mark);
    if (!joints_first) {
        run_joints(loop, solve_joints, bias);
        times->joints += lap(mark);
    }
}

/* Whether no normal velocity is farther off than the settings tolerate. Joints have no such measure: beside
   them nothing is done early. */
static bool good_enough(Substeps *loop, int pass)
{
    float tolerance = loop->input->settings.residual_tolerance, worst = 0.0f;
    if (!(tolerance > 0.0f) || loop->joint_group_count > 0) {
        return false;
    }
    for (int32_t i = 0; i < JOBS_MAX_WORKERS; ++i) {
        loop->notes[i].error = 0.0f;
    }
    loop->flag = pass == DIRECT_BIAS;
    run_stage(loop, 0, loop->batch_count, PREPARE_GRAIN, measure_contacts);
    for (int32_t i = 0; i < JOBS_MAX_WORKERS; ++i) {
        worst = f_max(loop->notes[i].error, worst);
    }
    return worst <= tolerance;
}

/* The sweeps of a pass, or as many as it takes; the relaxation always does a last one, which adds up. */
static void sweep_often(Substeps *loop, int pass, double *mark)
{
    SolverOutput *output = loop->output;
    int32_t most = loop->input->settings.iterations, closing = pass == DIRECT_RELAX ? 1 : 0, done = 0;
    while (done < most) {
        bool fresh = done == 0 && !loop->contacts.warm_starting;
        sweep(loop, pass, pass == DIRECT_BIAS ? fresh : done + 1 == most, mark);
        ++done;
        if (done + closing < most && good_enough(loop, pass)) {
            output->sweeps_saved += most - done - closing;
            output->early_exits++;
            most = done + closing;
        }
    }
    output->sweeps += done;
}

static void substep(Substeps *loop, bool first, double *mark)
{
    SolverTimes *times = &loop->output->times;
    bool counted = loop->ledger.accounts != NULL;
    if (counted) {
        dry__ledger_open(&loop->ledger);
    }
    loop->flag = first;
    run_bodies(loop, accelerate);
    let_go_of_torn(loop, loop->bounces.count == 0);
    if (counted) {
        dry__ledger_forces(&loop->ledger, loop->bounces.count == 0);
    }
    times->integrate += lap(mark);
    if (loop->bounces.count > 0) {
        bounce(loop, first);
        note(loop, LEDGER_CONTACTS);
        times->bounce += lap(mark);
    }
    warm_start(loop, first, mark);
    sweep_often(loop, DIRECT_BIAS, mark);
    run_bodies(loop, move);
    let_go_of_torn(loop, true);
    note(loop, LEDGER_NOBODY);
    times->integrate += lap(mark);
    if ((loop->prepared & PREPARED_APART) != 0) {
        push_apart(loop);
        times->push += lap(mark);
    }
    sweep_often(loop, DIRECT_RELAX, mark);
    if (counted) {
        dry__ledger_close(&loop->ledger);
    }
    times->integrate += lap(mark);
}

void dry__substeps_run(Substeps *loop)
{
    SolverTimes *times = &loop->output->times;
    double mark = dry__time_seconds();
    for (int32_t i = 0; i < loop->input->settings.substeps; ++i) {
        substep(loop, i == 0, &mark);
    }
    run_bodies(loop, keep_carry);
    let_go_of_torn(loop, false);
    times->integrate += lap(&mark);
    run_stage(loop, 0, loop->batch_count, PREPARE_GRAIN, store_contacts);
    times->store += lap(&mark);
    run_all_joints(loop, store_joints);
    times->joints += lap(&mark);
    for (int32_t i = 0; i < JOBS_MAX_WORKERS; ++i) {
        loop->output->residual = f_max(loop->notes[i].residual, loop->output->residual);
        loop->output->sinking |= loop->notes[i].sinking;
    }
    loop->output->direct_clusters = loop->direct.cluster_count;
    loop->output->direct_manifolds = loop->direct.manifold_count;
    loop->output->direct_failures = loop->direct.failures;
    loop->output->direct_impossible = loop->direct.impossible;
}
