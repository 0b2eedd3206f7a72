/* C3: the impulse between two bodies. */
#include "contracts/check.h"
#include "support/random.h"

#include <drystone/laws.h>

static const DryVec3d X = { 1.0, 0.0, 0.0 };

static DryVec3d add_scaled(DryVec3d a, DryVec3d b, double s)
{
    return (DryVec3d){ a.x + b.x * s, a.y + b.y * s, a.z + b.z * s };
}

static double dot(DryVec3d a, DryVec3d b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static DryVec3d cross(DryVec3d a, DryVec3d b)
{
    return (DryVec3d){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static double length(DryVec3d v)
{
    return sqrt(dot(v, v));
}

static void assert_vector(DryVec3d v, double x, double y, double z)
{
    assert_close(v.x, x, 0.0);
    assert_close(v.y, y, 0.0);
    assert_close(v.z, z, 0.0);
}

static DryVec3d random_vector(Random *random, double size)
{
    double x = random_double(random, -size, size), y = random_double(random, -size, size);
    return (DryVec3d){ x, y, random_double(random, -size, size) };
}

static DryVec3d random_normal(Random *random)
{
    for (;;) {
        DryVec3d v = random_vector(random, 1.0);
        double size = length(v);
        if (size > 0.1 && size < 1.0) {
            return (DryVec3d){ v.x / size, v.y / size, v.z / size };
        }
    }
}

static void c3_1_equal_impulses_and_unequal_velocities(void **unused)
{
    (void)unused;
    DryVec3d a = { 4.0, 2.0, 0.0 }, b = { 0.0, -1.0, 0.0 };
    double j;
    assert_int_equal(dry_impulse_pair(X, 1.0, 1.0 / 3.0, 1.0, &a, &b, &j), DRY_OK);
    assert_close(j, 6.0, 1e-15);
    assert_close(a.x, -2.0, 1e-15);
    assert_close(b.x, 2.0, 1e-15);
    assert_close(a.y, 2.0, 0.0);
    assert_close(b.y, -1.0, 0.0);
    assert_close(1.0 * a.x + 3.0 * b.x, 4.0, 1e-14);
}

/* Wrong: each body mirrors its own velocity at the contact, as at a wall. */
static DryVec3d reflected(DryVec3d velocity, DryVec3d n)
{
    return add_scaled(velocity, n, -2.0 * dot(velocity, n));
}

static void c3_1_reflecting_each_body_loses_momentum(void **unused)
{
    (void)unused;
    DryVec3d a = reflected((DryVec3d){ 4.0, 2.0, 0.0 }, X), b = reflected((DryVec3d){ 0.0, -1.0, 0.0 }, X);
    assert_close(1.0 * a.x + 3.0 * b.x, -4.0, 0.0);
}

static void c3_2_inelastic_bodies_go_on_together(void **unused)
{
    (void)unused;
    DryVec3d a = { 4.0, 0.0, 0.0 }, b = { 0.0, 0.0, 0.0 };
    double before = 0.5 * 1.0 * a.x * a.x + 0.5 * 3.0 * b.x * b.x;
    assert_int_equal(dry_impulse_pair(X, 1.0, 1.0 / 3.0, 0.0, &a, &b, NULL), DRY_OK);
    assert_close(a.x, 1.0, 1e-15);
    assert_close(b.x, 1.0, 1e-15);
    assert_close(before, 8.0, 0.0);
    assert_close(0.5 * 1.0 * a.x * a.x + 0.5 * 3.0 * b.x * b.x, 2.0, 1e-14);
}

static void c3_2_equal_masses_exchange_velocities(void **unused)
{
    (void)unused;
    DryVec3d a = { 3.0, 0.0, 0.0 }, b = { -5.0, 0.0, 0.0 };
    assert_int_equal(dry_impulse_pair(X, 0.5, 0.5, 1.0, &a, &b, NULL), DRY_OK);
    assert_vector(a, -5.0, 0.0, 0.0);
    assert_vector(b, 3.0, 0.0, 0.0);
}

static void c3_3_separating_and_grazing_are_untouched(void **unused)
{
    (void)unused;
    DryVec3d a = { 1.0, 2.0, -0.0 }, b = { 3.0, -1.0, 0.0 }, old_a = a, old_b = b;
    double j = 7.0;
    assert_int_equal(dry_impulse_pair(X, 1.0, 1.0, 1.0, &a, &b, &j), DRY_OK);
    assert_memory_equal(&a, &old_a, sizeof a);
    assert_memory_equal(&b, &old_b, sizeof b);
    assert_close(j, 0.0, 0.0);
    b.x = old_b.x = 1.0;
    assert_int_equal(dry_impulse_pair(X, 1.0, 1.0, 1.0, &a, &b, &j), DRY_OK);
    assert_memory_equal(&a, &old_a, sizeof a);
    assert_memory_equal(&b, &old_b, sizeof b);
}

static void c3_3_both_immovable_are_untouched(void **unused)
{
    (void)unused;
    DryVec3d a = { 4.0, 2.0, 0.0 }, b = { 0.0, -1.0, 0.0 };
    double j = 7.0;
    assert_int_equal(dry_impulse_pair(X, 0.0, 0.0, 1.0, &a, &b, &j), DRY_OK);
    assert_vector(a, 4.0, 2.0, 0.0);
    assert_vector(b, 0.0, -1.0, 0.0);
    assert_close(j, 0.0, 0.0);
}

static void c3_3_a_kinematic_body_hits_and_is_not_changed(void **unused)
{
    (void)unused;
    DryVec3d a = { 3.0, 1.0, 0.0 }, b = { -1.0, 0.0, 0.0 };
    double j;
    assert_int_equal(dry_impulse_pair(X, 0.0, 0.5, 1.0, &a, &b, &j), DRY_OK);
    assert_vector(a, 3.0, 1.0, 0.0);
    assert_vector(b, 7.0, 0.0, 0.0);
    assert_close(j, 16.0, 0.0);
}

/* (a - b) (a + b), exact but for the last bits */
static long double square_difference(double a, double b)
{
    long double wide_a = (long double)a, wide_b = (long double)b;
    return (wide_a - wide_b) * (wide_a + wide_b);
}

/* Kinetic energy given away. Its parts are a thousand times what is looked for, hence not in double. */
static long double energy_lost(DryVec3d before, DryVec3d after, double mass)
{
    return 0.5L * (long double)mass *
           (square_difference(before.x, after.x) + square_difference(before.y, after.y) +
            square_difference(before.z, after.z));
}

static void c3_4_random_pairs_keep_momentum_and_lose_the_right_energy(void **unused)
{
    (void)unused;
    const uint64_t seed = 20261026;
    Random random = random_seeded(seed);
    double worst_momentum = 0.0, worst_restitution = 0.0, worst_energy = 0.0;
    for (int i = 0; i < 10000; ++i) {
        double mass_a = random_double(&random, 0.1, 10.0), mass_b = random_double(&random, 0.1, 10.0);
        double approach = random_double(&random, 0.01, 20.01), e = random_double(&random, 0.0, 1.0);
        DryVec3d n = random_normal(&random);
        /* a common drift, sliding across the normal, and the approach shared by both */
        DryVec3d drift = random_vector(&random, 0.5);
        DryVec3d slide = cross(n, random_vector(&random, 1.0));
        DryVec3d a = add_scaled(drift, n, 0.5 * approach);
        DryVec3d b = add_scaled(add_scaled(drift, n, -0.5 * approach), slide, 1.0);
        DryVec3d old_a = a, old_b = b;
        double j, wa = 1.0 / mass_a, wb = 1.0 / mass_b;
        assert_int_equal(dry_impulse_pair(n, wa, wb, e, &a, &b, &j), DRY_OK);

        double g = dot(add_scaled(old_b, old_a, -1.0), n), after = dot(add_scaled(b, a, -1.0), n);
        DryVec3d change_a = add_scaled(a, old_a, -1.0), change_b = add_scaled(b, old_b, -1.0);
        DryVec3d momentum = add_scaled((DryVec3d){ 0.0, 0.0, 0.0 }, change_a, mass_a);
        momentum = add_scaled(momentum, change_b, mass_b);
        long double loss = energy_lost(old_a, a, mass_a) + energy_lost(old_b, b, mass_b);
        long double gg = (long double)g * (long double)g, sum = (long double)wa + (long double)wb;
        long double expected = square_difference(1.0, e) * gg / (2.0L * sum);
        worst_momentum = fmax(worst_momentum, length(momentum));
        worst_restitution = fmax(worst_restitution, fabs(after + e * g));
        worst_energy = fmax(worst_energy, (double)fabsl(loss - expected));
        assert_true(j > 0.0);
        /* nothing happens across the normal */
        assert_close(length(cross(change_a, n)), 0.0, 1e-13);
    }
    print_message("seed %u: momentum %.3g kg m/s, restitution %.3g m/s, energy %.3g J\n", (unsigned)seed,
                  worst_momentum, worst_restitution, worst_energy);
    assert_close(worst_momentum, 0.0, 6e-14);
    assert_close(worst_restitution, 0.0, 2.5e-14);
    assert_close(worst_energy, 0.0, 1.1e-12);
}

static void refuse(DryVec3d n, double wa, double wb, double e, DryVec3d a, DryVec3d b, DryStatus status,
                   const char *word)
{
    DryVec3d copy_a = a, copy_b = b;
    double j = 7.0;
    assert_refused(dry_impulse_pair(n, wa, wb, e, &copy_a, &copy_b, &j), status, word);
    assert_non_null(strstr(dry_last_error(), "dry_impulse_pair"));
    assert_memory_equal(&copy_a, &a, sizeof a);
    assert_memory_equal(&copy_b, &b, sizeof b);
    assert_close(j, 7.0, 0.0);
}

static void c3_5_bad_input_is_refused(void **unused)
{
    (void)unused;
    const DryVec3d a = { 4.0, 0.0, 0.0 }, b = { 0.0, 0.0, 0.0 };
    const DryStatus argument = DRY_ERROR_ARGUMENT;
    const double bad[] = { NAN_DOUBLE, INFINITE_DOUBLE, -INFINITE_DOUBLE };
    for (int i = 0; i < 3; ++i) {
        refuse((DryVec3d){ bad[i], 0.0, 0.0 }, 1.0, 1.0, 1.0, a, b, argument, "normal");
        refuse(X, bad[i], 1.0, 1.0, a, b, argument, "inverse_mass_a");
        refuse(X, 1.0, bad[i], 1.0, a, b, argument, "inverse_mass_b");
        refuse(X, 1.0, 1.0, bad[i], a, b, argument, "restitution");
        refuse(X, 1.0, 1.0, 1.0, (DryVec3d){ 0.0, bad[i], 0.0 }, b, argument, "velocity_a");
        refuse(X, 1.0, 1.0, 1.0, a, (DryVec3d){ 0.0, 0.0, bad[i] }, argument, "velocity_b");
    }
    refuse((DryVec3d){ 1.001, 0.0, 0.0 }, 1.0, 1.0, 1.0, a, b, argument, "unit");
    refuse((DryVec3d){ 0.0, 0.0, 0.0 }, 1.0, 1.0, 1.0, a, b, argument, "unit");
    refuse(X, -1.0, 1.0, 1.0, a, b, argument, "inverse_mass_a");
    refuse(X, 1.0, -1.0, 1.0, a, b, argument, "inverse_mass_b");
    refuse(X, 1.0, 1.0, -0.1, a, b, argument, "restitution");
    refuse(X, 1.0, 1.0, 1.1, a, b, argument, "restitution");
    DryVec3d v = a;
    assert_refused(dry_impulse_pair(X, 1.0, 1.0, 1.0, NULL, &v, NULL), argument, "velocity_a");
    assert_refused(dry_impulse_pair(X, 1.0, 1.0, 1.0, &v, NULL, NULL), argument, "velocity_b");
    assert_refused(dry_impulse_pair(X, 1.0, 1.0, 1.0, &v, &v, NULL), argument, "same");
}

static void c3_5_overflow_in_the_middle_is_an_error(void **unused)
{
    (void)unused;
    const DryVec3d still = { 0.0, 0.0, 0.0 }, fast = { 1e308, 0.0, 0.0 }, back = { -1e308, 0.0, 0.0 };
    refuse(X, 1e308, 1e308, 1.0, fast, still, DRY_ERROR_RANGE, "sum");
    refuse(X, 1.0, 1.0, 1.0, fast, back, DRY_ERROR_RANGE, "relative velocity");
    refuse(X, 1e-300, 0.0, 1.0, fast, still, DRY_ERROR_RANGE, "impulse");
    /* the relative velocity fits, the velocity after the impulse does not */
    refuse(X, 1.0, 0.0, 0.1, (DryVec3d){ -1e307, 0.0, 0.0 }, (DryVec3d){ -1.7e308, 0.0, 0.0 },
           DRY_ERROR_RANGE, "velocity of A");
}

static DrySym3d random_inertia(Random *random)
{
    /* M M^T + d I */
    DryVec3d r[3] = { random_vector(random, 1.0), random_vector(random, 1.0), random_vector(random, 1.0) };
    double d = random_double(random, 0.1, 1.0);
    return (DrySym3d){ dot(r[0], r[0]) + d, dot(r[0], r[1]), dot(r[0], r[2]),
                       dot(r[1], r[1]) + d, dot(r[1], r[2]), dot(r[2], r[2]) + d };
}

static DryVec3d mul(DrySym3d m, DryVec3d v)
{
    return (DryVec3d){ m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
                       m.xz * v.x + m.yz * v.y + m.zz * v.z };
}

static DrySym3d inverse(DrySym3d m)
{
    double xx = m.yy * m.zz - m.yz * m.yz, xy = m.xz * m.yz - m.xy * m.zz, xz = m.xy * m.yz - m.xz * m.yy;
    double s = 1.0 / (m.xx * xx + m.xy * xy + m.xz * xz);
    return (DrySym3d){ xx * s,
                       xy * s,
                       xz * s,
                       (m.xx * m.zz - m.xz * m.xz) * s,
                       (m.xy * m.xz - m.xx * m.yz) * s,
                       (m.xx * m.yy - m.xy * m.xy) * s };
}

static double point_speed(const DryImpulseBody *a, const DryImpulseBody *b, DryVec3d n)
{
    DryVec3d pa = add_scaled(a->velocity, cross(a->angular_velocity, a->arm), 1.0);
    DryVec3d pb = add_scaled(b->velocity, cross(b->angular_velocity, b->arm), 1.0);
    return dot(add_scaled(pb, pa, -1.0), n);
}

static double energy(const DryImpulseBody *body, double mass, DrySym3d inertia)
{
    return 0.5 * mass * dot(body->velocity, body->velocity) +
           0.5 * dot(body->angular_velocity, mul(inertia, body->angular_velocity));
}

/* About the contact point: the impulses of both bodies act there. */
static DryVec3d angular_momentum(const DryImpulseBody *body, double mass, DrySym3d inertia)
{
    DryVec3d from_contact = { -body->arm.x, -body->arm.y, -body->arm.z };
    return add_scaled(mul(inertia, body->angular_velocity), cross(from_contact, body->velocity), mass);
}

static DryImpulseBody random_body(Random *random, double mass, DrySym3d inertia)
{
    return (DryImpulseBody){ .velocity = random_vector(random, 5.0),
                             .angular_velocity = random_vector(random, 3.0),
                             .inverse_mass = 1.0 / mass,
                             .inverse_inertia = inverse(inertia),
                             .arm = random_vector(random, 1.0) };
}

static void c3_6_off_centre_keeps_angular_momentum(void **unused)
{
    (void)unused;
    Random random = random_seeded(20261026);
    int hits = 0;
    for (int i = 0; i < 10000; ++i) {
        double mass_a = random_double(&random, 0.1, 10.0), mass_b = random_double(&random, 0.1, 10.0);
        double e = random_double(&random, 0.0, 1.0);
        DrySym3d inertia_a = random_inertia(&random), inertia_b = random_inertia(&random);
        DryImpulseBody a = random_body(&random, mass_a, inertia_a),
                       b = random_body(&random, mass_b, inertia_b);
        DryImpulseBody old_a = a, old_b = b;
        DryVec3d n = random_normal(&random);
        double j, g = point_speed(&a, &b, n);
        assert_int_equal(dry_impulse_pair_at(n, e, &a, &b, &j), DRY_OK);
        if (g >= 0.0) {
            assert_memory_equal(&a, &old_a, sizeof a);
            assert_memory_equal(&b, &old_b, sizeof b);
            continue;
        }
        ++hits;
        DryVec3d la = cross(a.arm, n), lb = cross(b.arm, n);
        double k = a.inverse_mass + b.inverse_mass + dot(la, mul(a.inverse_inertia, la)) +
                   dot(lb, mul(b.inverse_inertia, lb));
        assert_close(point_speed(&a, &b, n), -e * g, 1e-12);
        DryVec3d momentum =
            add_scaled((DryVec3d){ 0.0, 0.0, 0.0 }, add_scaled(a.velocity, old_a.velocity, -1.0), mass_a);
        momentum = add_scaled(momentum, add_scaled(b.velocity, old_b.velocity, -1.0), mass_b);
        assert_close(length(momentum), 0.0, 1e-12);
        DryVec3d before = add_scaled(angular_momentum(&old_a, mass_a, inertia_a),
                                     angular_momentum(&old_b, mass_b, inertia_b), 1.0);
        DryVec3d after =
            add_scaled(angular_momentum(&a, mass_a, inertia_a), angular_momentum(&b, mass_b, inertia_b), 1.0);
        assert_close(length(add_scaled(after, before, -1.0)), 0.0, 1e-11);
        double loss = energy(&old_a, mass_a, inertia_a) + energy(&old_b, mass_b, inertia_b) -
                      energy(&a, mass_a, inertia_a) - energy(&b, mass_b, inertia_b);
        assert_close(loss, (1.0 - e * e) * g * g / (2.0 * k), 1e-10);
    }
    assert_in_range(hits, 3000, 7000);
}

/* A uniform rod of 1 kg and 1 m, free, is hit at its end across by an equal ball: with e = 1, by hand,
   k = 1 + 1 + 3 = 5 and j = 2 v / 5. The mass without the arm would give j = v and turn the rod too fast. */
static void c3_6_a_ball_on_the_end_of_a_rod(void **unused)
{
    (void)unused;
    DryImpulseBody ball = { .velocity = { 5.0, 0.0, 0.0 }, .inverse_mass = 1.0 };
    DryImpulseBody rod = { .inverse_mass = 1.0,
                           .inverse_inertia = { 12.0, 0.0, 0.0, 0.0, 0.0,
                                                12.0 }, /* along y: does not turn about it */
                           .arm = { 0.0, 0.5, 0.0 } };
    double j;
    assert_int_equal(dry_impulse_pair_at(X, 1.0, &ball, &rod, &j), DRY_OK);
    assert_close(j, 2.0, 1e-15);
    assert_vector(ball.velocity, 3.0, 0.0, 0.0);
    assert_vector(rod.velocity, 2.0, 0.0, 0.0);
    assert_close(rod.angular_velocity.z, -12.0, 1e-14);
    assert_close(rod.velocity.x - 0.5 * rod.angular_velocity.z, 8.0,
                 1e-14); /* the end leaves at 5 over the ball's 3 */
    /* wrong: contact velocities with the masses alone */
    double wrong = 2.0 * 5.0 / (1.0 + 1.0);
    assert_close((0.0 + wrong + 0.5 * 12.0 * 0.5 * wrong) - (5.0 - wrong), 20.0, 1e-14);
}

static void c3_6_without_arms_it_is_the_plain_pair(void **unused)
{
    (void)unused;
    DryImpulseBody a = { .velocity = { 4.0, 2.0, 0.0 }, .inverse_mass = 1.0 };
    DryImpulseBody b = { .velocity = { 0.0, -1.0, 0.0 }, .inverse_mass = 1.0 / 3.0 };
    a.inverse_inertia = b.inverse_inertia = (DrySym3d){ 2.0, 0.0, 0.0, 2.0, 0.0, 2.0 };
    DryVec3d va = a.velocity, vb = b.velocity;
    double j, plain;
    assert_int_equal(dry_impulse_pair_at(X, 1.0, &a, &b, &j), DRY_OK);
    assert_int_equal(dry_impulse_pair(X, 1.0, 1.0 / 3.0, 1.0, &va, &vb, &plain), DRY_OK);
    assert_close(j, plain, 0.0);
    assert_memory_equal(&a.velocity, &va, sizeof va);
    assert_memory_equal(&b.velocity, &vb, sizeof vb);
}

static void c3_6_bad_input_is_refused(void **unused)
{
    (void)unused;
    const DryImpulseBody good = { .velocity = { 4.0, 0.0, 0.0 },
                                  .inverse_mass = 1.0,
                                  .inverse_inertia = { 1.0, 0.0, 0.0, 1.0, 0.0, 1.0 },
                                  .arm = { 0.0, 0.5, 0.0 } };
    DryImpulseBody bad[7];
    for (int i = 0; i < 7; ++i) {
        bad[i] = good;
    }
    bad[0].velocity.y = NAN_DOUBLE;
    bad[1].angular_velocity.z = INFINITE_DOUBLE;
    bad[2].arm.x = NAN_DOUBLE;
    bad[3].inverse_mass = -1.0;
    bad[4].inverse_inertia.yy = -1.0;
    bad[5].inverse_inertia.xz = NAN_DOUBLE;
    bad[6].inverse_inertia.xy = 2.0; /* indefinite */
    for (int i = 0; i < 7; ++i) {
        DryImpulseBody first = bad[i], second = { 0 }, old = second;
        assert_refused(dry_impulse_pair_at(X, 1.0, &first, &second, NULL), DRY_ERROR_ARGUMENT, ": a ");
        assert_refused(dry_impulse_pair_at(X, 1.0, &second, &first, NULL), DRY_ERROR_ARGUMENT, ": b ");
        assert_memory_equal(&first, &bad[i], sizeof first);
        assert_memory_equal(&second, &old, sizeof second);
    }
    DryImpulseBody a = good, b = { 0 };
    assert_refused(dry_impulse_pair_at((DryVec3d){ 2.0, 0.0, 0.0 }, 1.0, &a, &b, NULL), DRY_ERROR_ARGUMENT,
                   "unit");
    assert_refused(dry_impulse_pair_at(X, 1.5, &a, &b, NULL), DRY_ERROR_ARGUMENT, "restitution");
    assert_refused(dry_impulse_pair_at(X, 1.0, &a, &a, NULL), DRY_ERROR_ARGUMENT, "same");
    assert_refused(dry_impulse_pair_at(X, 1.0, NULL, &b, NULL), DRY_ERROR_ARGUMENT, "null");
    a.arm.y = 1e200;
    assert_refused(dry_impulse_pair_at(X, 1.0, &a, &b, NULL), DRY_ERROR_RANGE, "effective inverse mass");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c3_1_equal_impulses_and_unequal_velocities),
        cmocka_unit_test(c3_1_reflecting_each_body_loses_momentum),
        cmocka_unit_test(c3_2_inelastic_bodies_go_on_together),
        cmocka_unit_test(c3_2_equal_masses_exchange_velocities),
        cmocka_unit_test(c3_3_separating_and_grazing_are_untouched),
        cmocka_unit_test(c3_3_both_immovable_are_untouched),
        cmocka_unit_test(c3_3_a_kinematic_body_hits_and_is_not_changed),
        cmocka_unit_test(c3_4_random_pairs_keep_momentum_and_lose_the_right_energy),
        cmocka_unit_test(c3_5_bad_input_is_refused),
        cmocka_unit_test(c3_5_overflow_in_the_middle_is_an_error),
        cmocka_unit_test(c3_6_off_centre_keeps_angular_momentum),
        cmocka_unit_test(c3_6_a_ball_on_the_end_of_a_rod),
        cmocka_unit_test(c3_6_without_arms_it_is_the_plain_pair),
        cmocka_unit_test(c3_6_bad_input_is_refused),
    };
    return cmocka_run_group_tests_name("c3_impulse", tests, NULL, NULL);
}
