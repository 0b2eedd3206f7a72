/* C1: the friction disk. */
#include "contracts/check.h"
#include "support/random.h"

#include <drystone/laws.h>

#include <float.h>

static const double PI = 3.14159265358979323846, SQRT_TWO = 1.41421356237309504880,
                    SQRT_HALF = 0.70710678118654752440;

static double length(DryVec2d v)
{
    return sqrt(v.x * v.x + v.y * v.y);
}

static double distance(DryVec2d a, DryVec2d b)
{
    return length((DryVec2d){ a.x - b.x, a.y - b.y });
}

static DryVec2d wide(DryVec2 v)
{
    return (DryVec2d){ (double)v.x, (double)v.y };
}

static DryVec2d turned(DryVec2d v, double angle)
{
    return (DryVec2d){ cos(angle) * v.x - sin(angle) * v.y, sin(angle) * v.x + cos(angle) * v.y };
}

/* Wrong: each component clamped on its own. */
static DryVec2d box_clamped(DryVec2d v, double limit)
{
    return (DryVec2d){ fmin(fmax(v.x, -limit), limit), fmin(fmax(v.y, -limit), limit) };
}

static DryVec2d projected(DryVec2d candidate, double radius)
{
    DryVec2d impulse = { NAN_DOUBLE, NAN_DOUBLE };
    assert_int_equal(dry_friction_disk_project(candidate, radius, &impulse), DRY_OK);
    return impulse;
}

static DryFrictionState solved(DryFrictionState state, double k, double friction, double normal_impulse)
{
    assert_int_equal(dry_friction_disk_solve(k, friction, normal_impulse, &state), DRY_OK);
    return state;
}

static void c1_1_the_length_is_limited_not_the_components(void **unused)
{
    (void)unused;
    DryFrictionState state = solved((DryFrictionState){ { 2.0, 2.0 }, { 0.0, 0.0 } }, 1.0, 0.5, 2.0);
    assert_close(state.impulse.x, -0.707107, 5e-7);
    assert_close(state.impulse.y, -0.707107, 5e-7);
    assert_close(state.velocity.x, 1.292893, 5e-7);
    assert_close(state.velocity.y, 1.292893, 5e-7);
    assert_close(length(state.impulse), 1.0, 1e-15);

    DryVec2 v = { 2.0f, 2.0f }, j = { 0.0f, 0.0f };
    assert_int_equal(dry_friction_disk_solve_float(1.0f, 0.5f, 2.0f, &v, &j), DRY_OK);
    assert_close((double)j.x, -0.707107, 5e-7);
    assert_close((double)v.y, 1.292893, 5e-7);
}

static void c1_1_clamping_per_axis_is_too_strong(void **unused)
{
    (void)unused;
    DryVec2d box = box_clamped((DryVec2d){ -2.0, -2.0 }, 1.0);
    assert_close(length(box), 1.414214, 5e-7);
    /* and depends on the basis: turned by an eighth of a turn, the same sliding gets 1 */
    assert_close(length(box_clamped(turned((DryVec2d){ -2.0, -2.0 }, -0.25 * PI), 1.0)), 1.0, 1e-12);
}

static void c1_2_inside_is_taken_as_it_is(void **unused)
{
    (void)unused;
    DryVec2d inside = { 0.3, -0.4 };
    DryVec2d same = projected(inside, 1.0);
    assert_memory_equal(&same, &inside, sizeof same);
    DryVec2d rim = projected((DryVec2d){ 0.6, 0.8 }, 1.0);
    assert_close(rim.x, 0.6, 0.0);
    assert_close(rim.y, 0.8, 0.0);
    DryVec2d outside = projected((DryVec2d){ 3.0, -4.0 }, 1.0);
    assert_close(outside.x, 0.6, 1e-15);
    assert_close(outside.y, -0.8, 1e-15);
    DryFrictionState sticking = solved((DryFrictionState){ { 0.1, -0.2 }, { 0.0, 0.0 } }, 2.0, 0.5, 2.0);
    assert_close(sticking.impulse.x, -0.05, 1e-16);
    assert_close(sticking.impulse.y, 0.1, 1e-16);
    assert_close(length(sticking.velocity), 0.0, 1e-16);
}

static DryVec2 turned_float(DryVec2 v, float c, float s)
{
    return (DryVec2){ c * v.x - s * v.y, s * v.x + c * v.y };
}

static DryVec2 box_clamped_float(DryVec2 v, float limit)
{
    return (DryVec2){ fminf(fmaxf(v.x, -limit), limit), fminf(fmaxf(v.y, -limit), limit) };
}

static void c1_3_turning_the_basis_changes_nothing(void **unused)
{
    (void)unused;
    const uint64_t seed = 193030;
    Random random = random_seeded(seed);
    double worst = 0.0, worst_box = 0.0, overshoot = 0.0;
    for (int i = 0; i < 10000; ++i) {
        DryVec2 candidate = { random_float(&random, -10.0f, 10.0f), random_float(&random, -10.0f, 10.0f) };
        float radius = random_float(&random, 0.1f, 2.1f);
        double angle = random_double(&random, 0.0, 2.0 * PI);
        float c = (float)cos(angle), s = (float)sin(angle);
        DryVec2 direct, detour, basis = turned_float(candidate, c, s);
        assert_int_equal(dry_friction_disk_project_float(candidate, radius, &direct), DRY_OK);
        assert_int_equal(dry_friction_disk_project_float(basis, radius, &detour), DRY_OK);
        detour = turned_float(detour, c, -s);
        worst = fmax(worst, distance(wide(direct), wide(detour)));
        overshoot = fmax(overshoot, length(wide(direct)) - (double)radius);
        DryVec2 box = turned_float(box_clamped_float(basis, radius), c, -s);
        worst_box = fmax(worst_box, distance(wide(box_clamped_float(candidate, radius)), wide(box)));
    }
    print_message("seed %u: disk %.3g, box %.3g, overshoot %.3g N s\n", (unsigned)seed, worst, worst_box,
                  overshoot);
    assert_close(worst, 0.0, 4e-7);
    assert_close(overshoot, 0.0, 3e-7);
    assert_true(worst_box > 1.0);
}

static void c1_3_in_double_too(void **unused)
{
    (void)unused;
    Random random = random_seeded(193030);
    for (int i = 0; i < 10000; ++i) {
        DryVec2d candidate = { random_double(&random, -10.0, 10.0), random_double(&random, -10.0, 10.0) };
        double radius = random_double(&random, 0.1, 2.1), angle = random_double(&random, 0.0, 2.0 * PI);
        DryVec2d detour = turned(projected(turned(candidate, angle), radius), -angle);
        assert_close(distance(projected(candidate, radius), detour), 0.0, 4e-15);
    }
}

static void c1_4_the_accumulated_impulse_is_projected(void **unused)
{
    (void)unused;
    /* velocity (-0.8, -0.8) already contains the old impulse (0.8, 0); K = 1, so the increment is (0.8, 0.8)
     */
    DryFrictionState state = { { -0.8, -0.8 }, { 0.8, 0.0 } }, next = solved(state, 1.0, 0.5, 2.0);
    assert_close(length(next.impulse), 1.0, 1e-15);
    assert_close(next.velocity.x - state.velocity.x, next.impulse.x - state.impulse.x, 1e-15);
    assert_close(next.velocity.y - state.velocity.y, next.impulse.y - state.impulse.y, 1e-15);
    DryFrictionState again = solved(next, 1.0, 0.5, 2.0);
    assert_close(distance(again.impulse, next.impulse), 0.0, 1e-6);
    assert_close(distance(again.velocity, next.velocity), 0.0, 1e-6);

    DryVec2 v = { -0.8f, -0.8f }, j = { 0.8f, 0.0f };
    assert_int_equal(dry_friction_disk_solve_float(1.0f, 0.5f, 2.0f, &v, &j), DRY_OK);
    DryVec2 first = j;
    assert_int_equal(dry_friction_disk_solve_float(1.0f, 0.5f, 2.0f, &v, &j), DRY_OK);
    assert_close(distance(wide(first), wide(j)), 0.0, 1e-6);
}

static void c1_4_clamping_the_increment_alone_exceeds_the_limit(void **unused)
{
    (void)unused;
    DryVec2d increment = projected((DryVec2d){ 0.8, 0.8 }, 1.0);
    assert_close(length((DryVec2d){ 0.8 + increment.x, increment.y }), 1.6647435, 5e-7);
}

static void c1_4_applying_the_whole_impulse_again_drifts(void **unused)
{
    (void)unused;
    DryFrictionState state = { { -0.8, -0.8 }, { 0.8, 0.0 } }, next = solved(state, 1.0, 0.5, 2.0);
    DryFrictionState wrong = { { state.velocity.x + next.impulse.x, state.velocity.y + next.impulse.y },
                               next.impulse };
    assert_true(distance(solved(wrong, 1.0, 0.5, 2.0).impulse, next.impulse) > 0.1);
}

static void c1_5_friction_is_given_back_when_the_load_falls(void **unused)
{
    (void)unused;
    DryFrictionState state = solved((DryFrictionState){ { 2.0, 2.0 }, { 0.0, 0.0 } }, 1.0, 0.5, 2.0);
    DryFrictionState less = solved(state, 1.0, 0.5, 1.0);
    assert_close(length(less.impulse), 0.5, 1e-15);
    assert_close(less.velocity.x, 2.0 - 0.5 * SQRT_HALF, 1e-15);
    DryFrictionState none = solved(less, 1.0, 0.5, 0.0);
    assert_close(length(none.impulse), 0.0, 0.0);
    assert_close(none.velocity.x, 2.0, 1e-15);
    assert_close(none.velocity.y, 2.0, 1e-15);
}

static void c1_6_large_finite_numbers_do_not_overflow(void **unused)
{
    (void)unused;
    DryVec2 impulse;
    DryVec2 huge = { FLT_MAX, -FLT_MAX };
    assert_int_equal(dry_friction_disk_project_float(huge, 2.0f, &impulse), DRY_OK);
    assert_close((double)impulse.x, SQRT_TWO, 2e-7);
    assert_close((double)impulse.y, -SQRT_TWO, 2e-7);
    assert_int_equal(dry_friction_disk_project_float((DryVec2){ 3e38f, 0.0f }, 3.2e38f, &impulse), DRY_OK);
    assert_close((double)impulse.x, (double)3e38f, 0.0);
    DryVec2d wide_impulse = projected((DryVec2d){ DBL_MAX, DBL_MAX }, 1.0);
    assert_close(wide_impulse.x, SQRT_HALF, 1e-15);
    wide_impulse = projected((DryVec2d){ 3e-320, 4e-320 }, 1e-320);
    assert_true(wide_impulse.x > 0.0 && length(wide_impulse) <= 1.01e-320);
}

static void refuse_solve(double k, double friction, double normal_impulse, DryFrictionState state,
                         DryStatus status, const char *word)
{
    DryFrictionState copy = state;
    DrySym2d matrix = { k, 0.0, k };
    assert_refused(dry_friction_disk_solve(k, friction, normal_impulse, &copy), status, word);
    assert_non_null(strstr(dry_last_error(), "dry_friction_disk_solve"));
    assert_refused(dry_friction_disk_solve_coupled(&matrix, friction, normal_impulse, &copy), status, word);
    assert_memory_equal(&copy, &state, sizeof state);
    DryVec2 v = { (float)state.velocity.x, (float)state.velocity.y };
    DryVec2 j = { (float)state.impulse.x, (float)state.impulse.y }, old = j;
    assert_refused(dry_friction_disk_solve_float((float)k, (float)friction, (float)normal_impulse, &v, &j),
                   status, word);
    assert_memory_equal(&j, &old, sizeof j);
}

static void c1_6_bad_input_is_refused(void **unused)
{
    (void)unused;
    const DryFrictionState good = { { 2.0, 2.0 }, { 0.1, 0.2 } };
    const double bad[] = { NAN_DOUBLE, INFINITE_DOUBLE, -INFINITE_DOUBLE };
    const DryStatus argument = DRY_ERROR_ARGUMENT;
    for (int i = 0; i < 3; ++i) {
        refuse_solve(bad[i], 0.5, 2.0, good, argument, "inverse_mass");
        refuse_solve(1.0, bad[i], 2.0, good, argument, "friction");
        refuse_solve(1.0, 0.5, bad[i], good, argument, "normal_impulse");
        refuse_solve(1.0, 0.5, 2.0, (DryFrictionState){ { bad[i], 0.0 }, { 0.0, 0.0 } }, argument,
                     "velocity");
        refuse_solve(1.0, 0.5, 2.0, (DryFrictionState){ { 0.0, bad[i] }, { 0.0, 0.0 } }, argument,
                     "velocity");
        refuse_solve(1.0, 0.5, 2.0, (DryFrictionState){ { 0.0, 0.0 }, { bad[i], 0.0 } }, argument, "impulse");
        refuse_solve(1.0, 0.5, 2.0, (DryFrictionState){ { 0.0, 0.0 }, { 0.0, bad[i] } }, argument, "impulse");
    }
    refuse_solve(0.0, 0.5, 2.0, good, argument, "inverse_mass");
    refuse_solve(-1.0, 0.5, 2.0, good, argument, "inverse_mass");
    refuse_solve(1.0, -0.5, 2.0, good, argument, "friction");
    refuse_solve(1.0, 0.5, -2.0, good, argument, "normal_impulse");

    DryFrictionState state = good;
    assert_refused(dry_friction_disk_solve(1.0, 1e200, 1e200, &state), DRY_ERROR_RANGE,
                   "friction * normal_impulse");
    assert_memory_equal(&state, &good, sizeof state);
    DryVec2 v = { 1.0f, 0.0f }, j = { 0.0f, 0.0f };
    assert_refused(dry_friction_disk_solve_float(1.0f, 1e30f, 1e30f, &v, &j), DRY_ERROR_RANGE,
                   "friction * normal_impulse");
    assert_refused(
        dry_friction_disk_solve(1e-300, 0.5, 1e308, &(DryFrictionState){ { 1e300, 0.0 }, { 0.0, 0.0 } }),
        DRY_ERROR_RANGE, "impulse");
    assert_refused(dry_friction_disk_solve(1.0, 0.5, 2.0, NULL), argument, "state");
    assert_refused(dry_friction_disk_solve_float(1.0f, 0.5f, 2.0f, NULL, &j), argument, "velocity");
    assert_refused(dry_friction_disk_solve_float(1.0f, 0.5f, 2.0f, &v, NULL), argument, "impulse");
}

static void c1_6_projections_refuse_bad_input(void **unused)
{
    (void)unused;
    const DryStatus argument = DRY_ERROR_ARGUMENT;
    DryVec2d out = { 7.0, 8.0 };
    DryVec2 out_float = { 7.0f, 8.0f };
    assert_refused(dry_friction_disk_project((DryVec2d){ NAN_DOUBLE, 0.0 }, 1.0, &out), argument,
                   "candidate");
    assert_refused(dry_friction_disk_project((DryVec2d){ 0.0, INFINITE_DOUBLE }, 1.0, &out), argument,
                   "candidate");
    assert_refused(dry_friction_disk_project((DryVec2d){ 0.0, 0.0 }, -1.0, &out), argument, "radius");
    assert_refused(dry_friction_disk_project((DryVec2d){ 0.0, 0.0 }, INFINITE_DOUBLE, &out), argument,
                   "radius");
    assert_refused(dry_friction_disk_project((DryVec2d){ 0.0, 0.0 }, 1.0, NULL), argument, "impulse");
    assert_refused(dry_friction_disk_project_float((DryVec2){ NAN, 0.0f }, 1.0f, &out_float), argument,
                   "candidate");
    assert_refused(dry_friction_disk_project_float((DryVec2){ 0.0f, 0.0f }, -1.0f, &out_float), argument,
                   "radius");
    assert_refused(dry_friction_disk_project_float((DryVec2){ 0.0f, 0.0f }, 1.0f, NULL), argument, "impulse");
    assert_close(out.x, 7.0, 0.0);
    assert_close((double)out_float.y, 8.0, 0.0);
}

static void c1_7_no_load_or_no_friction_gives_no_impulse(void **unused)
{
    (void)unused;
    DryFrictionState sliding = { { 2.0, -3.0 }, { 0.0, 0.0 } };
    const double limits[2][2] = { { 0.5, 0.0 }, { 0.0, 2.0 } };
    for (int i = 0; i < 2; ++i) {
        DryFrictionState state = solved(sliding, 1.0, limits[i][0], limits[i][1]);
        assert_close(length(state.impulse), 0.0, 0.0);
        assert_close(distance(state.velocity, sliding.velocity), 0.0, 0.0);
        DrySym2d k = { 1.0, 0.3, 2.0 };
        state = sliding;
        assert_int_equal(dry_friction_disk_solve_coupled(&k, limits[i][0], limits[i][1], &state), DRY_OK);
        assert_close(length(state.impulse), 0.0, 0.0);
        DryFrictionEllipse ellipse = { { 0.6, 0.8 }, limits[i][0], 2.0 * limits[i][0] };
        assert_int_equal(dry_friction_ellipse_solve(&k, &ellipse, limits[i][1], &state), DRY_OK);
        assert_close(length(state.impulse), 0.0, 0.0);
    }
}

static DrySym2d random_mass(Random *random)
{
    double large = random_double(random, 0.2, 5.0), small = large * random_double(random, 0.02, 1.0);
    double angle = random_double(random, 0.0, 2.0 * PI), c = cos(angle), s = sin(angle);
    return (DrySym2d){ c * c * large + s * s * small, c * s * (large - small),
                       s * s * large + c * c * small };
}

static DryVec2d mul(DrySym2d m, DryVec2d v)
{
    return (DryVec2d){ m.xx * v.x + m.xy * v.y, m.xy * v.x + m.yy * v.y };
}

static void c1_7_off_centre_uses_the_coupled_mass(void **unused)
{
    (void)unused;
    Random random = random_seeded(1701);
    int sticking = 0;
    for (int i = 0; i < 10000; ++i) {
        DrySym2d k = random_mass(&random);
        DryFrictionState old = { { random_double(&random, -5.0, 5.0), random_double(&random, -5.0, 5.0) },
                                 { random_double(&random, -1.0, 1.0), random_double(&random, -1.0, 1.0) } };
        double friction = random_double(&random, 0.05, 1.5), load = random_double(&random, 0.01, 8.0);
        double radius = friction * load;
        DryFrictionState state = old;
        assert_int_equal(dry_friction_disk_solve_coupled(&k, friction, load, &state), DRY_OK);
        DryVec2d change =
            mul(k, (DryVec2d){ state.impulse.x - old.impulse.x, state.impulse.y - old.impulse.y });
        assert_close(old.velocity.x + change.x, state.velocity.x, 1e-13);
        assert_close(old.velocity.y + change.y, state.velocity.y, 1e-13);
        double size = length(state.impulse);
        assert_true(size <= radius * (1.0 + 1e-15));
        if (size < radius * (1.0 - 1e-9)) { /* sticks */
            ++sticking;
            assert_close(length(state.velocity), 0.0, 1e-12);
        } else { /* slides, against the friction exactly */
            double across = state.velocity.x * state.impulse.y - state.velocity.y * state.impulse.x;
            double along = state.velocity.x * state.impulse.x + state.velocity.y * state.impulse.y;
            assert_close(across, 0.0, 1e-11);
            assert_true(along <= 1e-11);
        }
        DryFrictionState again = state;
        assert_int_equal(dry_friction_disk_solve_coupled(&k, friction, load, &again), DRY_OK);
        assert_close(distance(again.impulse, state.impulse), 0.0, 1e-11);
    }
    assert_in_range(sticking, 500, 9500);
}

static void c1_7_equal_masses_agree_with_the_plain_disk(void **unused)
{
    (void)unused;
    DrySym2d k = { 0.7, 0.0, 0.7 };
    DryFrictionState a = { { 2.0, -1.0 }, { 0.3, 0.2 } }, b = solved(a, 0.7, 0.4, 1.5);
    assert_int_equal(dry_friction_disk_solve_coupled(&k, 0.4, 1.5, &a), DRY_OK);
    assert_close(distance(a.impulse, b.impulse), 0.0, 1e-15);
    assert_close(distance(a.velocity, b.velocity), 0.0, 1e-15);
}

static void c1_7_a_mass_that_is_no_mass_is_refused(void **unused)
{
    (void)unused;
    const DrySym2d bad[] = {
        { 1.0, 1.0, 1.0 }, { 1.0, 2.0, 1.0 }, { 0.0, 0.0, 1.0 }, { 1.0, 0.0, -1.0 }, { 1.0, NAN_DOUBLE, 1.0 }
    };
    for (int i = 0; i < 5; ++i) {
        DryFrictionState state = { { 2.0, 2.0 }, { 0.0, 0.0 } }, old = state;
        DryFrictionEllipse ellipse = { { 1.0, 0.0 }, 0.5, 0.5 };
        assert_refused(dry_friction_disk_solve_coupled(&bad[i], 0.5, 2.0, &state), DRY_ERROR_ARGUMENT,
                       "inverse_mass");
        assert_refused(dry_friction_ellipse_solve(&bad[i], &ellipse, 2.0, &state), DRY_ERROR_ARGUMENT,
                       "inverse_mass");
        assert_memory_equal(&state, &old, sizeof state);
    }
}

/* Kinetic energy that an impulse leaves, up to a constant: J.KJ/2 + v.J */
static double energy_after(DrySym2d k, DryVec2d free_velocity, DryVec2d j)
{
    DryVec2d kj = mul(k, j);
    return 0.5 * (kj.x * j.x + kj.y * j.y) + free_velocity.x * j.x + free_velocity.y * j.y;
}

static void c1_7_an_ellipse_leaves_the_least_energy(void **unused)
{
    (void)unused;
    Random random = random_seeded(1702);
    for (int i = 0; i < 2000; ++i) {
        DrySym2d k = random_mass(&random);
        double angle = random_double(&random, 0.0, 2.0 * PI);
        DryFrictionEllipse ellipse = { { cos(angle), sin(angle) },
                                       random_double(&random, 0.05, 1.0),
                                       random_double(&random, 0.05, 1.0) };
        if (i % 10 == 0) {
            ellipse.along = 0.0; /* slippery along, and nothing may be divided by that */
        }
        double load = random_double(&random, 0.1, 4.0);
        DryFrictionState state = { { random_double(&random, -5.0, 5.0), random_double(&random, -5.0, 5.0) },
                                   { 0.0, 0.0 } };
        DryVec2d free_velocity = state.velocity;
        assert_int_equal(dry_friction_ellipse_solve(&k, &ellipse, load, &state), DRY_OK);
        DryVec2d own = turned(state.impulse, -angle);
        double a = ellipse.along * load, b = ellipse.across * load;
        if (a > 0.0) {
            assert_true(own.x * own.x / (a * a) + own.y * own.y / (b * b) <= 1.0 + 1e-12);
        } else {
            assert_close(own.x, 0.0, 1e-15);
            assert_true(fabs(own.y) <= b * (1.0 + 1e-12));
        }
        double best = energy_after(k, free_velocity, state.impulse);
        for (int step = 0; step < 64; ++step) {
            double t = 2.0 * PI * step / 64.0;
            DryVec2d rim = turned((DryVec2d){ a * cos(t), b * sin(t) }, angle);
            assert_true(best <= energy_after(k, free_velocity, rim) + 1e-11);
        }
    }
}

static void c1_7_an_ellipse_is_fixed_to_the_material(void **unused)
{
    (void)unused;
    Random random = random_seeded(1703);
    DryVec3d material = { 1.0, 2.0, 0.5 };
    DryVec3d x = { 1.0, 0.0, 0.0 }, y = { 0.0, 1.0, 0.0 };
    double spread = 0.0;
    for (int i = 0; i < 1000; ++i) {
        double angle = random_double(&random, 0.0, 2.0 * PI);
        DryVec3d tx = { cos(angle), sin(angle), 0.0 }, ty = { -sin(angle), cos(angle), 0.0 };
        DryVec2d candidate = { random_double(&random, -10.0, 10.0), random_double(&random, -10.0, 10.0) };
        DryFrictionEllipse plain = { .along = 0.2, .across = 0.9 }, other = plain;
        assert_int_equal(dry_friction_direction(material, x, y, &plain.direction), DRY_OK);
        assert_int_equal(dry_friction_direction(material, tx, ty, &other.direction), DRY_OK);
        DryVec2d direct, detour;
        assert_int_equal(dry_friction_ellipse_project(&plain, 2.0, candidate, &direct), DRY_OK);
        assert_int_equal(dry_friction_ellipse_project(&other, 2.0, turned(candidate, -angle), &detour),
                         DRY_OK);
        assert_close(distance(direct, turned(detour, angle)), 0.0, 1e-12);
        /* the box in the contact's basis is another material in every basis */
        DryVec2d box = turned(box_clamped(turned(candidate, -angle), 0.4), angle);
        spread = fmax(spread, distance(box, box_clamped(candidate, 0.4)));
    }
    assert_true(spread > 0.2);
    DryFrictionEllipse ellipse = { { 1.0, 0.0 }, 0.2, 0.9 };
    DryVec2d out;
    assert_int_equal(dry_friction_ellipse_project(&ellipse, 2.0, (DryVec2d){ 5.0, 0.0 }, &out), DRY_OK);
    assert_close(out.x, 0.4, 1e-15);
    assert_int_equal(dry_friction_ellipse_project(&ellipse, 2.0, (DryVec2d){ 0.0, 5.0 }, &out), DRY_OK);
    assert_close(out.y, 1.8, 1e-15);
}

static void c1_7_an_ellipse_that_is_none_is_refused(void **unused)
{
    (void)unused;
    const DryStatus argument = DRY_ERROR_ARGUMENT;
    DryVec2d out = { 7.0, 8.0 }, candidate = { 1.0, 1.0 };
    const DryFrictionEllipse bad[] = { { { 2.0, 0.0 }, 0.5, 0.5 }, { { NAN_DOUBLE, 0.0 }, 0.5, 0.5 } };
    assert_refused(dry_friction_ellipse_project(&bad[0], 2.0, candidate, &out), argument, "direction");
    assert_refused(dry_friction_ellipse_project(&bad[1], 2.0, candidate, &out), argument, "direction");
    const DryFrictionEllipse negative = { { 1.0, 0.0 }, 0.5, -0.5 }, huge = { { 1.0, 0.0 }, 0.5, 1e200 };
    assert_refused(dry_friction_ellipse_project(&negative, 2.0, candidate, &out), argument, "friction");
    assert_refused(dry_friction_ellipse_project(&huge, 1e200, candidate, &out), DRY_ERROR_RANGE, "friction");
    DryVec3d x = { 1.0, 0.0, 0.0 }, y = { 0.0, 1.0, 0.0 }, z = { 0.0, 0.0, 3.0 };
    assert_refused(dry_friction_direction(z, x, y, &out), argument, "normal");
    assert_refused(dry_friction_direction(x, x, z, &out), argument, "tangents");
    assert_refused(dry_friction_direction((DryVec3d){ 0.0, 0.0, 0.0 }, x, y, &out), argument, "zero");
    assert_refused(dry_friction_direction((DryVec3d){ NAN_DOUBLE, 0.0, 0.0 }, x, y, &out), argument,
                   "material");
    assert_close(out.x, 7.0, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c1_1_the_length_is_limited_not_the_components),
        cmocka_unit_test(c1_1_clamping_per_axis_is_too_strong),
        cmocka_unit_test(c1_2_inside_is_taken_as_it_is),
        cmocka_unit_test(c1_3_turning_the_basis_changes_nothing),
        cmocka_unit_test(c1_3_in_double_too),
        cmocka_unit_test(c1_4_the_accumulated_impulse_is_projected),
        cmocka_unit_test(c1_4_clamping_the_increment_alone_exceeds_the_limit),
        cmocka_unit_test(c1_4_applying_the_whole_impulse_again_drifts),
        cmocka_unit_test(c1_5_friction_is_given_back_when_the_load_falls),
        cmocka_unit_test(c1_6_large_finite_numbers_do_not_overflow),
        cmocka_unit_test(c1_6_bad_input_is_refused),
        cmocka_unit_test(c1_6_projections_refuse_bad_input),
        cmocka_unit_test(c1_7_no_load_or_no_friction_gives_no_impulse),
        cmocka_unit_test(c1_7_off_centre_uses_the_coupled_mass),
        cmocka_unit_test(c1_7_equal_masses_agree_with_the_plain_disk),
        cmocka_unit_test(c1_7_a_mass_that_is_no_mass_is_refused),
        cmocka_unit_test(c1_7_an_ellipse_leaves_the_least_energy),
        cmocka_unit_test(c1_7_an_ellipse_is_fixed_to_the_material),
        cmocka_unit_test(c1_7_an_ellipse_that_is_none_is_refused),
    };
    return cmocka_run_group_tests_name("c1_friction", tests, NULL, NULL);
}
