/* The contact kernels against each other (the same bits) and against a double reference (the same physics).
 */
#include "contact_reference.h"
#include "solver/contact_kernel.h"
#include "support/random.h"

#include "math/vec.h"
#include <drystone/laws.h>

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define SEED 20261130u
#define TOUCHING 1e-5f /* ContactStep.gap */

enum {
    CONTACTS = 8,
    BODIES = 1 + 2 * CONTACTS
};

/* Eight contacts of sixteen bodies, one batch. */
typedef struct Setup {
    SolverVelocity velocity[BODIES];
    SolverDelta delta[BODIES];
    SolverMass mass[BODIES];
    SolverMotion motion[BODIES];
    SolverVelocity late[BODIES];
    ContactInput contacts[CONTACTS];
    Manifold manifolds[CONTACTS];
} Setup;

static float uniform(Random *random, double low, double high)
{
    return (float)random_double(random, low, high);
}

static DryVec3 vector(Random *random, double size)
{
    return v3(uniform(random, -size, size), uniform(random, -size, size), uniform(random, -size, size));
}

static void random_body(Random *random, Setup *setup, int i)
{
    DryQuat q = { uniform(random, -1.0, 1.0), uniform(random, -1.0, 1.0), uniform(random, -1.0, 1.0), 0.3f };
    DryMat3 r = mat3_from_quat(quat_normalize(q));
    float m = uniform(random, 0.3, 3.0);
    setup->mass[i].inv_mass = m;
    setup->mass[i].inv_inertia = sym3_rotate_diagonal(
        &r, v3(m * uniform(random, 2.0, 9.0), m * uniform(random, 2.0, 9.0), m * uniform(random, 2.0, 9.0)));
    setup->motion[i].acceleration = v3(0.0f, -10.0f, 0.0f);
    setup->velocity[i].v = vector(random, random_int(random, 2) != 0 ? 1.0 : 0.02);
    setup->velocity[i].w = vector(random, random_int(random, 2) != 0 ? 1.0 : 0.02);
    setup->delta[i].p = vector(random, 0.001);
    setup->delta[i].r = vector(random, 0.001);
}

/* Points on a turned, slightly skewed rectangle. */
static void random_manifold(Random *random, Manifold *m, DryVec3 center)
{
    m->normal = v3_normalize(vector(random, 1.0));
    m->count = 1 + random_int(random, 4);
    DryVec3 t1, t2;
    v3_basis(m->normal, &t1, &t2);
    float a = uniform(random, 0.1, 0.5), b = uniform(random, 0.1, 0.5), turn = uniform(random, 0.0, 6.0);
    DryVec3 x = v3_mad(v3_scale(t1, cosf(turn)), t2, sinf(turn)), y = v3_cross(m->normal, x);
    int first = random_int(random, 4);
    float base = uniform(random, -0.004, 0.002);
    for (int k = 0; k < m->count; ++k) {
        int corner = (first + k) % 4;
        float sx = corner == 0 || corner == 3 ? -a : a, sy = corner < 2 ? -b : b;
        ManifoldPoint *p = &m->points[k];
        p->position = v3_mad(v3_mad(center, x, sx + uniform(random, -0.03, 0.03)), y,
                             sy + uniform(random, -0.03, 0.03));
        p->separation = base + uniform(random, -0.001, 0.001);
        m->normal_impulse[k] = random_int(random, 3) == 0 ? 0.0f : uniform(random, 0.0, 0.1);
    }
    m->friction_impulse =
        v3_mad(v3_scale(t1, uniform(random, -0.03, 0.03)), t2, uniform(random, -0.03, 0.03));
    m->twist_impulse = m->count > 1 ? uniform(random, -0.003, 0.003) : 0.0f;
    m->flags = random_int(random, 2) != 0 ? MANIFOLD_SLIPPING : 0;
}

static void random_setup(Random *random, Setup *setup, bool extras)
{
    memset(setup, 0, sizeof *setup);
    for (int i = 1; i < BODIES; ++i) {
        random_body(random, setup, i);
    }
    for (int i = 0; i < CONTACTS; ++i) {
        ContactInput *c = &setup->contacts[i];
        c->body_a = random_int(random, 3) == 0 ? 0 : 1 + 2 * i;
        c->body_b = 2 + 2 * i;
        c->manifold = i;
        c->origin_a = vector(random, 0.3);
        c->center_offset = vector(random, 1.0);
        c->material.friction = uniform(random, 0.0, 1.0);
        c->material.dynamic_friction = c->material.friction * uniform(random, 0.5, 1.0);
        c->material.restitution = random_int(random, 4) == 0 ? 0.5f : 0.0f;
        random_manifold(random, &setup->manifolds[i], vector(random, 0.5));
        if (extras) {
            c->material.surface_velocity =
                random_int(random, 2) == 0 ? vector(random, 1.0) : v3(0.0f, 0.0f, 0.0f);
            c->material.rolling = random_int(random, 2) == 0 ? 0.1f : 0.0f;
            c->material.rolling_radius = 0.5f;
            setup->manifolds[i].rolling_impulse =
                c->material.rolling > 0.0f ? vector(random, 0.001) : v3(0.0f, 0.0f, 0.0f);
            setup->mass[c->body_b].flags = (uint32_t)random_int(random, 8); /* locks */
        }
    }
}

static ContactSoftness softness(float hertz, float damping_ratio, float h)
{
    float omega = 2.0f * 3.14159265f * hertz, a1 = 2.0f * damping_ratio + h * omega, a2 = h * omega * a1;
    ContactSoftness soft = { omega / a1, a2 / (1.0f + a2), 1.0f / (1.0f + a2), 1.0f / a2, 1.0f / a2 };
    return soft;
}

/* Prepares the contacts [0, count) of the setup as one batch. */
typedef struct Bench {
    ContactStep step;
    ContactBatch batch;
    ContactExtra extra;
    int32_t contact_begin[2], batch_begin[2];
} Bench;

static void set_up(Bench *bench, Setup *setup, int count)
{
    memset(bench, 0, sizeof *bench);
    ContactStep *s = &bench->step;
    s->batches = &bench->batch;
    s->extras = (char *)&bench->extra;
    s->extra_size = sizeof bench->extra;
    s->contacts = setup->contacts;
    s->manifolds = setup->manifolds;
    s->bodies.velocity = setup->velocity;
    s->bodies.delta = setup->delta;
    s->bodies.mass = setup->mass;
    s->bodies.motion = setup->motion;
    s->bodies.count = BODIES;
    s->late = setup->late;
    s->drift = 1e-3f; /* about half of the lanes */
    s->h = 1.0f / 240.0f;
    s->inv_h = 240.0f;
    s->soft[0] = softness(30.0f, 10.0f, s->h);
    s->soft[1] = softness(60.0f, 5.0f, s->h);
    s->gap = TOUCHING;
    s->push_speed = 3.0f;
    s->slip_start = 0.05f;
    s->slip_end = 0.01f;
    s->warm_starting = true;
    bench->contact_begin[1] = count;
    bench->batch_begin[1] = 1;
    s->contact_begin = bench->contact_begin;
    s->batch_begin = bench->batch_begin;
    s->colors = 1;
}

/* The bodies of the tests have moved before their first pass. */
static void prepare(const ContactKernel *kernel, Bench *bench)
{
    kernel->prepare(&bench->step, 0, 1);
    bench->batch.settled = 0;
}

static void run(const ContactKernel *kernel, Setup *setup, int count)
{
    Bench bench;
    set_up(&bench, setup, count);
    prepare(kernel, &bench);
    kernel->warm_start(&bench.step, 0, 1, false);
    kernel->solve(&bench.step, 0, 1, false);
    kernel->relax(&bench.step, 0, 1, false);
    kernel->solve(&bench.step, 0, 1, false);
    kernel->relax(&bench.step, 0, 1, true);
    kernel->store(&bench.step, 0, 1);
}

static void kernels_give_the_same_bits(void **state)
{
    (void)state;
    Random random = random_seeded(SEED);
    int drifted = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        static Setup start, first, other;
        random_setup(&random, &start, trial % 2 == 1);
        int count = 1 + random_int(&random, CONTACTS);
        first = start;
        run(&dry__contact_kernel_scalar, &first, count);
        for (int k = 1; k < CPU_KERNEL_COUNT; ++k) {
            if (!dry__cpu_supports((CpuKernel)k)) {
                continue;
            }
            other = start;
            run(dry__contact_kernel((CpuKernel)k), &other, count);
            assert_memory_equal(first.velocity, other.velocity, sizeof first.velocity);
            assert_memory_equal(first.manifolds, other.manifolds, sizeof first.manifolds);
            assert_memory_equal(first.late, other.late, sizeof first.late);
        }
        assert_memory_equal(&first.velocity[0], &start.velocity[0], sizeof start.velocity[0]);
        drifted += memcmp(first.late, start.late, sizeof first.late) != 0;
    }
    assert_true(drifted > 1000);
}

/* Each contact of a batch alone, in the first lane. */
static void lanes_do_not_depend_on_companions(void **state)
{
    (void)state;
    Random random = random_seeded(SEED + 1);
    const ContactKernel *kernel = dry__contact_kernel(dry__cpu_best());
    for (int trial = 0; trial < 2000; ++trial) {
        static Setup start, together, alone;
        random_setup(&random, &start, trial % 2 == 1);
        together = start;
        run(kernel, &together, CONTACTS);
        for (int i = 0; i < CONTACTS; ++i) {
            alone = start;
            alone.contacts[0] = start.contacts[i];
            run(kernel, &alone, 1);
            ContactInput c = start.contacts[i];
            assert_memory_equal(&alone.manifolds[i], &together.manifolds[i], sizeof(Manifold));
            assert_memory_equal(&alone.velocity[c.body_a], &together.velocity[c.body_a],
                                sizeof(SolverVelocity));
            assert_memory_equal(&alone.velocity[c.body_b], &together.velocity[c.body_b],
                                sizeof(SolverVelocity));
        }
    }
}

static void take(DryVec3 v, double *out)
{
    out[0] = (double)v.x;
    out[1] = (double)v.y;
    out[2] = (double)v.z;
}

static void load_body(const Setup *setup, int i, ReferenceBody *body)
{
    memset(body, 0, sizeof *body);
    const DrySym3 *s = &setup->mass[i].inv_inertia;
    double inertia[3][3] = { { (double)s->xx, (double)s->xy, (double)s->xz },
                             { (double)s->xy, (double)s->yy, (double)s->yz },
                             { (double)s->xz, (double)s->yz, (double)s->zz } };
    memcpy(body->inv_inertia, inertia, sizeof inertia);
    body->inv_mass = (double)setup->mass[i].inv_mass;
    take(setup->velocity[i].v, body->v);
    take(setup->velocity[i].w, body->w);
    take(setup->delta[i].p, body->p);
    take(setup->delta[i].r, body->r);
    take(setup->motion[i].acceleration, body->acceleration);
}

static void load_contact(const Setup *setup, int i, ReferenceBody *a, ReferenceBody *b, ReferenceContact *c)
{
    memset(c, 0, sizeof *c);
    const ContactInput *from = &setup->contacts[i];
    load_body(setup, from->body_a, a);
    load_body(setup, from->body_b, b);
    c->a = a;
    c->b = b;
    c->manifold = setup->manifolds[i];
    c->material = from->material;
    take(from->origin_a, c->origin_a);
    take(from->center_offset, c->center_offset);
    c->gap = (double)TOUCHING;
    reference_prepare(c);
    for (int k = 0; k < 4; ++k) {
        c->normal_impulse[k] = (double)c->manifold.normal_impulse[k];
    }
    double friction[3];
    take(c->manifold.friction_impulse, friction);
    for (int axis = 0; axis < 2; ++axis) {
        for (int k = 0; k < 3; ++k) {
            c->x[axis] += friction[k] * c->axis[1 + axis][k];
        }
    }
    c->x[2] = c->radius > 0.0 ? (double)c->manifold.twist_impulse / c->radius : 0.0;
    c->slipping = (c->manifold.flags & MANIFOLD_SLIPPING) != 0;
}

static double difference(const double *reference, DryVec3 v)
{
    double x[3], worst = 0.0;
    take(v, x);
    for (int i = 0; i < 3; ++i) {
        worst = fmax(worst, fabs(x[i] - reference[i]));
    }
    return worst;
}

/* One step of two substeps; anew: every pass finds out again where the bodies are. */
static bool run_settled(const ContactKernel *kernel, Setup *setup, float drift, bool anew)
{
    Bench bench;
    set_up(&bench, setup, CONTACTS);
    bench.step.drift = drift;
    prepare(kernel, &bench);
    kernel->warm_start(&bench.step, 0, 1, false);
    bool settled = bench.batch.settled != 0;
    for (int pass = 0; pass < 4; ++pass) {
        bench.batch.settled = anew ? 0 : bench.batch.settled;
        (pass % 2 == 0 ? kernel->solve : kernel->relax)(&bench.step, 0, 1, pass == 3);
    }
    bench.batch.settled = anew ? 0 : bench.batch.settled;
    kernel->store(&bench.step, 0, 1);
    return settled;
}

static void settled_batches_keep_their_bits(void **state)
{
    (void)state;
    Random random = random_seeded(SEED + 11);
    const ContactKernel *kernel = dry__contact_kernel(dry__cpu_best());
    int settled = 0;
    for (int trial = 0; trial < 200; ++trial) {
        static Setup first, second;
        random_setup(&random, &first, trial % 3 == 0);
        second = first;
        float drift = trial % 2 == 0 ? 1.0f : 1e-3f;
        settled += run_settled(kernel, &first, drift, false) ? 1 : 0;
        run_settled(kernel, &second, drift, true);
        assert_memory_equal(first.velocity, second.velocity, sizeof first.velocity);
        assert_memory_equal(first.manifolds, second.manifolds, sizeof first.manifolds);
    }
    assert_in_range(settled, 50, 150);
}

static void passes_match_the_reference(void **state)
{
    (void)state;
    Random random = random_seeded(SEED + 2);
    const ContactKernel *kernel = dry__contact_kernel(dry__cpu_best());
    int checked = 0, close = 0, single = 0, mismatches = 0;
    double worst = 0.0;
    for (int trial = 0; trial < 4000; ++trial) {
        static Setup setup;
        ReferenceBody bodies[CONTACTS][2];
        ReferenceContact contacts[CONTACTS];
        random_setup(&random, &setup, false);
        bool soft = trial % 2 == 0;
        for (int i = 0; i < CONTACTS; ++i) {
            load_contact(&setup, i, &bodies[i][0], &bodies[i][1], &contacts[i]);
        }
        Bench bench;
        set_up(&bench, &setup, CONTACTS);
        bench.step.drift = 1.0f; /* the reference keeps its arms */
        prepare(kernel, &bench);
        (soft ? kernel->solve : kernel->relax)(&bench.step, 0, 1, false);
        kernel->store(&bench.step, 0, 1);
        for (int i = 0; i < CONTACTS; ++i) {
            ReferenceContact *c = &contacts[i];
            reference_pass(c, &bench.step, soft);
            if (c->close) {
                ++close;
                continue;
            }
            ++checked;
            single += c->manifold.count == 1;
            double error = fabs(c->radius - (double)bench.batch.radius[i]) / fmax(c->radius, 0.01),
                   most = 0.01;
            for (int k = 0; k < c->manifold.count; ++k) {
                most = fmax(most, c->normal_impulse[k]);
            }
            for (int k = 0; k < c->manifold.count; ++k) {
                error = fmax(
                    error, fabs((double)setup.manifolds[i].normal_impulse[k] - c->normal_impulse[k]) / most);
            }
            mismatches += ((setup.manifolds[i].flags & MANIFOLD_SLIPPING) != 0) != c->slipping;
            const SolverVelocity *b = &setup.velocity[setup.contacts[i].body_b];
            const SolverVelocity *a = &setup.velocity[setup.contacts[i].body_a];
            double speed = 1.0 + (double)v3_length(b->v) + (double)v3_length(b->w);
            error = fmax(error, difference(c->b->v, b->v) / speed);
            error = fmax(error, difference(c->b->w, b->w) / speed);
            error = fmax(error, difference(c->a->v, a->v) / speed);
            error = fmax(error, difference(c->a->w, a->w) / speed);
            worst = fmax(worst, error);
        }
    }
    print_message("seed %u: %d contacts, %d too close to a decision, worst difference %.2g\n", SEED, checked,
                  close, worst);
    assert_true(checked > 25000 && single > 4000);
    assert_int_equal(mismatches, 0);
    assert_true(worst < 2e-4);
}

/* |f|^2 + (twist / radius)^2 <= (mu N)^2, and no normal impulse pulls: after any pass, in every lane. */
static void c1_1_friction_stays_in_the_ellipsoid(void **state)
{
    (void)state;
    Random random = random_seeded(SEED + 3);
    const ContactKernel *kernel = dry__contact_kernel(dry__cpu_best());
    int on_the_rim = 0;
    for (int trial = 0; trial < 4000; ++trial) {
        static Setup setup;
        random_setup(&random, &setup, trial % 4 == 3);
        Bench bench;
        set_up(&bench, &setup, CONTACTS);
        prepare(kernel, &bench);
        (trial % 2 == 0 ? kernel->solve : kernel->relax)(&bench.step, 0, 1, false);
        for (int i = 0; i < CONTACTS; ++i) {
            double load = 0.0, length2 = 0.0;
            for (int k = 0; k < 4; ++k) {
                assert_true(bench.batch.impulse[k][i] >= 0.0f);
                load += (double)bench.batch.impulse[k][i];
            }
            for (int k = 0; k < 3; ++k) {
                length2 += (double)bench.batch.friction[k][i] * (double)bench.batch.friction[k][i];
            }
            bool slips = (bench.batch.slipping >> i & 1) != 0;
            double mu = (double)(slips ? setup.contacts[i].material.dynamic_friction
                                       : setup.contacts[i].material.friction);
            assert_true(sqrt(length2) <= mu * load * (1.0 + 1e-6) + 1e-9);
            on_the_rim += load > 0.0 && sqrt(length2) > mu * load * (1.0 - 1e-5);
        }
    }
    assert_true(on_the_rim > 3000);
}

/* One body of mass 1 on a plane, one point: K = 1 in all three directions. */
static void single_point(Setup *setup, DryVec3 v)
{
    memset(setup, 0, sizeof *setup);
    setup->mass[1].inv_mass = 1.0f;
    setup->velocity[1].v = v;
    setup->contacts[0].body_b = 1;
    setup->contacts[0].material.friction = setup->contacts[0].material.dynamic_friction = 0.5f;
    setup->manifolds[0].normal = v3(0.0f, 0.0f, 1.0f);
    setup->manifolds[0].count = 1;
}

/* Approaching at 2 m/s needs Jn = 2; sliding at (2, 2) with mu = 0.5 then gets Jt = (-0.7071, -0.7071), never
 * one bound per axis. */
static void c1_1_single_point_numbers(void **state)
{
    (void)state;
    for (int k = 0; k < CPU_KERNEL_COUNT; ++k) {
        static Setup setup;
        single_point(&setup, v3(2.0f, 2.0f, -2.0f));
        Bench bench;
        set_up(&bench, &setup, 1);
        const ContactKernel *kernel = dry__contact_kernel((CpuKernel)k);
        prepare(kernel, &bench);
        kernel->relax(&bench.step, 0, 1, true);
        kernel->store(&bench.step, 0, 1);
        assert_true(fabsf(setup.velocity[1].v.x - 1.292893f) < 1e-6f);
        assert_true(fabsf(setup.velocity[1].v.y - 1.292893f) < 1e-6f);
        assert_true(fabsf(setup.velocity[1].v.z) < 1e-6f);
        assert_true(fabsf(setup.manifolds[0].friction_impulse.x + 0.707107f) < 1e-6f);
        assert_true(fabsf(setup.manifolds[0].total_impulse[0] - 2.0f) < 1e-6f);
    }
}

/* A load that falls shrinks the disk, and the friction impulse kept from before gives back the difference. */
static void c1_5_smaller_load_gives_friction_back(void **state)
{
    (void)state;
    static Setup setup;
    single_point(&setup, v3(0.0f, 0.0f, 1.0f)); /* another row has pushed it away: the load of 2 falls to 1 */
    setup.manifolds[0].normal_impulse[0] = 2.0f;
    setup.manifolds[0].friction_impulse = v3(-1.0f, 0.0f, 0.0f);
    Bench bench;
    set_up(&bench, &setup, 1);
    const ContactKernel *kernel = dry__contact_kernel(dry__cpu_best());
    prepare(kernel, &bench);
    kernel->relax(&bench.step, 0, 1, true);
    kernel->store(&bench.step, 0, 1);
    assert_true(fabsf(setup.manifolds[0].normal_impulse[0] - 1.0f) < 1e-6f);
    assert_true(fabsf(setup.manifolds[0].friction_impulse.x + 0.5f) < 1e-6f);
    assert_true(fabsf(setup.velocity[1].v.x - 0.5f) < 1e-6f);
}

/* One point, arms of zero length: the three directions are independent, and every lane must do what the
 * scalar laws say. */
static void c0_2_c1_4_lanes_agree_with_the_laws(void **state)
{
    (void)state;
    Random random = random_seeded(193030);
    const ContactKernel *kernel = dry__contact_kernel(dry__cpu_best());
    int sliding = 0, leaving = 0;
    for (int trial = 0; trial < 1250; ++trial) {
        static Setup setup, start;
        memset(&setup, 0, sizeof setup);
        for (int i = 0; i < CONTACTS; ++i) {
            ContactInput *c = &setup.contacts[i];
            c->body_b = 1 + i;
            c->manifold = i;
            c->material.friction = c->material.dynamic_friction = uniform(&random, 0.0, 1.5);
            setup.mass[1 + i].inv_mass = uniform(&random, 0.1, 10.0);
            setup.velocity[1 + i].v = vector(&random, 10.0);
            Manifold *m = &setup.manifolds[i];
            m->normal = v3(0.0f, 0.0f, 1.0f); /* tangents x and y */
            m->count = 1;
            m->normal_impulse[0] = uniform(&random, 0.0, 5.0);
            m->friction_impulse = v3(uniform(&random, -1.0, 1.0), uniform(&random, -1.0, 1.0), 0.0f);
        }
        start = setup;
        Bench bench;
        set_up(&bench, &setup, CONTACTS);
        prepare(kernel, &bench);
        kernel->relax(&bench.step, 0, 1, true);
        kernel->store(&bench.step, 0, 1);
        for (int i = 0; i < CONTACTS; ++i) {
            double k = (double)start.mass[1 + i].inv_mass;
            DryVec3 v = start.velocity[1 + i].v, f = start.manifolds[i].friction_impulse;
            DryRestitutionRow row = { 0.0, k };
            DryRowState normal = { (double)v.z, (double)start.manifolds[i].normal_impulse[0] };
            assert_int_equal(dry_restitution_solve(&row, &normal), DRY_OK);
            DryFrictionState friction = { { (double)v.x, (double)v.y }, { (double)f.x, (double)f.y } };
            double mu = (double)start.contacts[i].material.friction;
            assert_int_equal(dry_friction_disk_solve(k, mu, normal.lambda, &friction), DRY_OK);
            DryVec3 after = setup.velocity[1 + i].v, impulse = setup.manifolds[i].friction_impulse;
            double scale = 1.0 + 10.0 / k;
            assert_true(fabs((double)setup.manifolds[i].normal_impulse[0] - normal.lambda) < 1e-5 * scale);
            assert_true(fabs((double)after.z - normal.velocity) < 1e-5 * (10.0 + 5.0 * k));
            assert_true(fabs((double)impulse.x - friction.impulse.x) < 1e-5 * scale);
            assert_true(fabs((double)impulse.y - friction.impulse.y) < 1e-5 * scale);
            assert_true(fabs((double)after.x - friction.velocity.x) < 1e-5 * (10.0 + 5.0 * k));
            sliding += hypot(friction.velocity.x, friction.velocity.y) > 1e-3 && normal.lambda > 0.0;
            leaving += normal.lambda == 0.0;
        }
    }
    assert_true(sliding > 2000 && leaving > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_give_the_same_bits),
        cmocka_unit_test(lanes_do_not_depend_on_companions),
        cmocka_unit_test(settled_batches_keep_their_bits),
        cmocka_unit_test(passes_match_the_reference),
        cmocka_unit_test(c1_1_friction_stays_in_the_ellipsoid),
        cmocka_unit_test(c0_2_c1_4_lanes_agree_with_the_laws),
        cmocka_unit_test(c1_1_single_point_numbers),
        cmocka_unit_test(c1_5_smaller_load_gives_friction_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
