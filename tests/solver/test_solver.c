/* The substep loop on small worlds with known answers. */
#include "mini_world.h"
#include "support/random.h"

#include "math/vec.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void steps(MiniWorld *world, int count)
{
    for (int i = 0; i < count; ++i) {
        mini_step(world);
    }
}

static double distance(DryPos a, DryPos b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

static void c0_9_bounce_does_not_depend_on_effort(void **state)
{
    (void)state;
    for (int substeps = 1; substeps <= 16; ++substeps) {
        for (int iterations = 1; iterations <= 64; iterations *= 4) {
            MiniWorld *world = mini_create();
            world->has_plane = true;
            world->gravity = v3(0.0f, 0.0f, 0.0f);
            world->material.restitution = 0.5f;
            world->settings.restitution_threshold = 0.2f;
            world->settings.substeps = substeps;
            world->settings.iterations = iterations;
            mini_add_ball(world, v3(0.0f, 0.63f, 0.0f), 0.5f, 2.0f);
            world->bodies[0].v = v3(0.0f, -4.0f, 0.0f);
            float total = 0.0f;
            for (int i = 0; i < 8; ++i) {
                mini_step(world);
                total += world->contact_count > 0 ? world->contacts[0].manifold.total_impulse[0] : 0.0f;
            }
            assert_true(fabsf(world->bodies[0].v.y - 2.0f) < 1e-5f);
            assert_true(fabsf(total - 12.0f) < 1e-4f); /* the bounce is part of the total */
            mini_destroy(world);
        }
    }
}

static void bounces_keep_their_height(void **state)
{
    (void)state;
    const float restitution[] = { 1.0f, 0.8f, 0.5f };
    for (int r = 0; r < 3; ++r) {
        MiniWorld *world = mini_create();
        world->has_plane = true;
        world->material.restitution = restitution[r];
        world->settings.restitution_threshold = 0.0f;
        mini_add_ball(world, v3(0.0f, 5.5f, 0.0f), 0.5f, 10.0f);
        double exact = 5.0;
        bool rises = false;
        for (int peaks = 0, i = 0; peaks < 4 && i < 2000; ++i) {
            mini_step(world);
            const MiniBody *ball = &world->bodies[0];
            if (rises && ball->v.y < 0.0f) {
                exact *= (double)restitution[r] * (double)restitution[r];
                double peak = ball->position.y - 0.5 + (double)ball->v.y * (double)ball->v.y / 20.0;
                assert_true(fabs(peak / exact - 1.0) < 1e-3);
                ++peaks;
            }
            rises = ball->v.y > 0.0f;
        }
        mini_destroy(world);
    }
}

static void cradle_passes_the_blow_on(void **state)
{
    (void)state;
    for (int gap = 0; gap < 2; ++gap) {
        MiniWorld *world = mini_create();
        world->gravity = v3(0.0f, 0.0f, 0.0f);
        world->material.restitution = 1.0f;
        for (int i = 0; i < 5; ++i) {
            mini_add_ball(world, v3((float)i * (gap != 0 ? 1.01f : 1.0f), 0.0f, 0.0f), 0.5f, 1.0f);
        }
        int32_t first = mini_add_ball(world, v3(-2.0f, 0.0f, 0.0f), 0.5f, 1.0f);
        world->bodies[first].v = v3(4.0f, 0.0f, 0.0f);
        steps(world, 60);
        for (int i = 0; i < 6; ++i) {
            assert_true(fabsf(world->bodies[i].v.x - (i == 4 ? 4.0f : 0.0f)) < 1e-3f);
        }
        mini_destroy(world);
    }
}

/* Changes of both momenta over the next second, relative to what they are. */
static void run_and_compare_momenta(MiniWorld *world, double *linear, double *angular)
{
    double p0[3], l0[3], p1[3], l1[3], sums[4] = { 0.0, 0.0, 0.0, 0.0 };
    mini_momentum(world, p0, l0);
    steps(world, 60);
    mini_momentum(world, p1, l1);
    for (int i = 0; i < 3; ++i) {
        sums[0] += (p1[i] - p0[i]) * (p1[i] - p0[i]);
        sums[1] += p0[i] * p0[i];
        sums[2] += (l1[i] - l0[i]) * (l1[i] - l0[i]);
        sums[3] += l0[i] * l0[i];
    }
    *linear = sqrt(sums[0] / sums[1]);
    *angular = sqrt(sums[2] / sums[3]);
}

/* An off-centre blow with friction between two free bodies that spin: the energy does not grow. */
static void c3_6_blow_keeps_both_momenta(void **state)
{
    (void)state;
    for (int trial = 0; trial < 4; ++trial) {
        MiniWorld *world = mini_create();
        world->gravity = v3(0.0f, 0.0f, 0.0f);
        world->material.restitution = trial % 2 == 0 ? 0.0f : 0.6f;
        if (trial < 2) {
            mini_add_box(world, v3(0.0f, 0.0f, 0.0f), v3(0.5f, 0.3f, 0.7f), 10.0f);
            mini_add_box(world, v3(-0.9f, 1.2f, 0.2f), v3(0.4f, 0.25f, 0.3f), 15.0f);
            world->bodies[1].v = v3(6.0f, -5.0f, 1.0f);
            world->bodies[1].w = v3(1.0f, 2.0f, -3.0f);
        } else {
            mini_add_ball(world, v3(0.0f, 0.0f, 0.0f), 0.5f, 2.0f);
            mini_add_ball(world, v3(1.5f, 0.6f, 0.1f), 0.5f, 3.0f);
            world->bodies[0].v = v3(5.0f, 0.0f, 0.0f);
            world->bodies[0].w = v3(1.0f, 4.0f, -7.0f);
        }
        DryVec3 before = world->bodies[1].v;
        double energy = mini_energy(world), linear, angular;
        run_and_compare_momenta(world, &linear, &angular);
        assert_true(v3_length(v3_sub(world->bodies[1].v, before)) > 1.0f);
        print_message("trial %d: momenta %.2g, %.2g\n", trial, linear, angular);
        assert_true(linear < 1e-5);
        assert_true(angular < 1e-5);
        assert_true(mini_energy(world) < energy);
        mini_destroy(world);
    }
}

/* A box drawn to a larger free slab by impulses between steps (exactly along one line), sliding over it and
   turning it. */
static void c3_6_sliding_keeps_both_momenta(void **state)
{
    (void)state;
    MiniWorld *world = mini_create();
    world->gravity = v3(0.0f, 0.0f, 0.0f);
    world->material.friction = world->material.dynamic_friction = 0.3f;
    int32_t slab = mini_add_box(world, v3(0.0f, 0.0f, 0.0f), v3(3.0f, 0.2f, 2.0f), 10.0f);
    int32_t box = mini_add_box(world, v3(-1.5f, 0.45f, 0.3f), v3(0.3f, 0.25f, 0.3f), 10.0f);
    world->bodies[slab].w = v3(0.3f, 0.2f, -0.4f);
    world->bodies[box].v = v3(3.0f, 0.4f, 0.0f);
    world->bodies[box].w = v3(0.3f, 0.2f, -0.4f);
    double p0[3], l0[3], p1[3], l1[3], off = 0.0, size = 0.0;
    mini_momentum(world, p0, l0);
    for (int i = 0; i < 60; ++i) {
        MiniBody *a = &world->bodies[slab], *b = &world->bodies[box];
        DryVec3 pull = v3_scale(v3_normalize(dry_pos_sub(a->position, b->position)), 0.3f);
        b->v = v3_mad(b->v, pull, 1.0f / b->mass);
        a->v = v3_mad(a->v, pull, -1.0f / a->mass);
        mini_step(world);
    }
    mini_momentum(world, p1, l1);
    for (int i = 0; i < 3; ++i) {
        off += (l1[i] - l0[i]) * (l1[i] - l0[i]);
        size += l0[i] * l0[i];
    }
    print_message("angular momentum %.2g, contacts %d, speed %.3g\n", sqrt(off / size),
                  (int)world->contact_count, (double)v3_length(world->bodies[box].v));
    assert_int_equal(world->contact_count, 1);
    assert_true(sqrt(off / size) < 1e-5);
    mini_destroy(world);
}

static void free_flight_is_a_parabola(void **state)
{
    (void)state;
    const int substeps[] = { 1, 4 };
    const float rate[] = { 30.0f, 60.0f, 240.0f };
    for (int s = 0; s < 6; ++s) {
        MiniWorld *world = mini_create();
        world->settings.substeps = substeps[s % 2];
        world->settings.dt = 1.0f / rate[s / 2];
        world->gravity = v3(0.0f, -9.81f, 0.0f);
        mini_add_ball(world, v3(0.0f, 0.0f, 0.0f), 0.5f, 1.0f);
        world->bodies[0].v = v3(20.0f, 40.0f, 5.0f);
        steps(world, 10 * (int)rate[s / 2]);
        double t = 10.0 * (double)rate[s / 2] * (double)world->settings.dt;
        DryPos exact = { 20.0 * t, 40.0 * t - 0.5 * (double)9.81f * t * t, 5.0 * t };
        double error = distance(exact, world->bodies[0].position) / distance(exact, dry_pos(0.0, 0.0, 0.0));
        assert_true(error < 1e-5);
        mini_destroy(world);
    }
}

static void tumbling_body_flips_in_time(void **state)
{
    (void)state;
    MiniWorld *world = mini_create();
    world->gravity = v3(0.0f, 0.0f, 0.0f);
    mini_add_ball(world, v3(0.0f, 0.0f, 0.0f), 0.5f, 1.0f);
    world->bodies[0].inertia = v3(1.0f, 2.0f, 3.0f);
    world->bodies[0].w = v3(0.01f, 5.0f, 0.01f);
    double p[3], l0[3], l1[3], energy = mini_energy(world), first = 0.0;
    mini_momentum(world, p, l0);
    int flips = 0;
    float sign = 1.0f;
    for (int i = 1; i <= 3600; ++i) {
        mini_step(world);
        const MiniBody *b = &world->bodies[0];
        if (quat_rotate_inverse(b->rotation, b->w).y * sign < 0.0f) {
            sign = -sign;
            first = flips++ == 0 ? i / 60.0 : first;
        }
    }
    mini_momentum(world, p, l1);
    double off = 0.0, size = 0.0;
    for (int i = 0; i < 3; ++i) {
        off += (l1[i] - l0[i]) * (l1[i] - l0[i]);
        size += l0[i] * l0[i];
    }
    assert_in_range(flips, 11, 13);
    assert_true(fabs(first - 2.741) < 0.02 * 2.741);
    assert_true(fabs(mini_energy(world) / energy - 1.0) < 1e-4);
    assert_true(sqrt(off / size) < 1e-3);
    mini_destroy(world);
}

static void box_on_the_ground_stays(void **state)
{
    (void)state;
    MiniWorld *world = mini_create();
    world->has_plane = true;
    mini_add_box(world, v3(0.0f, 0.5f, 0.0f), v3(0.5f, 0.5f, 0.5f), 100.0f);
    steps(world, 120);
    DryPos settled = world->bodies[0].position;
    assert_true(0.5 - settled.y < 1e-4 && settled.y < 0.5);
    steps(world, 600);
    assert_true(distance(world->bodies[0].position, settled) < 1e-6);
    assert_true(v3_length(world->bodies[0].v) < 1e-6f && world->output.residual < 1e-6f);
    float load = 0.0f;
    for (int k = 0; k < 4; ++k) {
        load += world->contacts[0].manifold.total_impulse[k];
    }
    assert_true(fabsf(load * 60.0f / 1000.0f - 1.0f) < 1e-4f); /* weight times the step */
    mini_destroy(world);
}

static void stack_stands_straight(void **state)
{
    (void)state;
    MiniWorld *world = mini_create();
    world->has_plane = true;
    for (int i = 0; i < 10; ++i) {
        mini_add_box(world, v3(0.0f, 0.5f + (float)i, 0.0f), v3(0.5f, 0.5f, 0.5f), 100.0f);
    }
    steps(world, 600);
    for (int i = 0; i < 10; ++i) {
        assert_true(fabs(world->bodies[i].position.x) + fabs(world->bodies[i].position.z) < 1e-3);
        assert_true(v3_length(world->bodies[i].v) < 1e-4f);
    }
    assert_true(9.5 - world->bodies[9].position.y < 0.03);
    mini_destroy(world);
}

static double slide(DryVec3 half, float angle, float v, float spin)
{
    MiniWorld *world = mini_create();
    world->has_plane = true;
    world->material.friction = world->material.dynamic_friction = 0.5f;
    mini_add_box(world, v3(0.0f, half.y, 0.0f), half, 1000.0f);
    steps(world, 30);
    world->bodies[0].v = v3(v * cosf(angle), 0.0f, v * sinf(angle));
    world->bodies[0].w = v3(0.0f, spin, 0.0f);
    steps(world, 240);
    DryPos p = world->bodies[0].position;
    double c = cos((double)angle), s = sin((double)angle), along = p.x * c + p.z * s,
           side = p.z * c - p.x * s;
    if (spin == 0.0f) {
        assert_true(fabs(side) < 5e-3);
    }
    assert_true(v3_length(world->bodies[0].v) < 1e-3f);
    mini_destroy(world);
    return along;
}

static void sliding_boxes_stop_where_they_should(void **state)
{
    (void)state;
    assert_true(fabs(slide(v3(0.5f, 0.25f, 0.5f), 0.0f, 10.0f, 0.0f) - 10.0) < 0.05);
    assert_true(fabs(slide(v3(0.5f, 0.25f, 0.5f), 0.3927f, 10.0f, 0.0f) - 10.0) < 0.05);
    assert_true(fabs(slide(v3(1.0f, 0.5f, 0.2f), 0.7854f, 10.0f, 0.0f) - 10.0) < 0.05);
    double spun = slide(v3(0.5f, 0.25f, 0.5f), 0.0f, 5.0f, 20.0f);
    assert_true(spun > 4.75 && spun < 5.6);
}

/* Static friction holds what kinetic would let slide, until it is kicked. */
static void c2_2_static_friction_holds_and_kinetic_slides(void **state)
{
    (void)state;
    MiniWorld *world = mini_create();
    float slope = atanf(0.55f);
    DryVec3 down = v3(cosf(slope), -sinf(slope), 0.0f);
    world->has_plane = true;
    world->plane_normal = v3(sinf(slope), cosf(slope), 0.0f);
    world->material.friction = 0.6f;
    world->material.dynamic_friction = 0.4f;
    mini_add_box(world, v3_scale(world->plane_normal, 0.5f), v3(0.5f, 0.5f, 0.5f), 1000.0f);
    world->bodies[0].rotation = (DryQuat){ 0.0f, 0.0f, -sinf(0.5f * slope), cosf(0.5f * slope) };
    steps(world, 300);
    assert_true(v3_length(world->bodies[0].v) < 1e-4f);
    assert_int_equal(world->contacts[0].manifold.flags & MANIFOLD_SLIPPING, 0);
    world->bodies[0].v = v3_add(world->bodies[0].v, down);
    steps(world, 60);
    double exact = 1.0 + 10.0 * (sin((double)slope) - 0.4 * cos((double)slope));
    assert_true(fabs((double)v3_dot(world->bodies[0].v, down) - exact) < 0.01);
    assert_true((world->contacts[0].manifold.flags & MANIFOLD_SLIPPING) != 0);
    mini_destroy(world);
}

static void conveyor_carries_a_box(void **state)
{
    (void)state;
    MiniWorld *world = mini_create();
    world->has_plane = true;
    world->material.friction = world->material.dynamic_friction = 0.5f;
    world->material.surface_velocity = v3(2.0f, 0.0f, 0.0f);
    mini_add_box(world, v3(0.0f, 0.25f, 0.0f), v3(0.5f, 0.25f, 0.5f), 1000.0f);
    steps(world, 12);
    assert_true(fabsf(world->bodies[0].v.x - 1.0f) < 0.03f); /* mu g t */
    steps(world, 48);
    assert_true(fabsf(world->bodies[0].v.x - 2.0f) < 1e-3f);
    mini_destroy(world);
}

static void rolling_resistance_stops_a_ball(void **state)
{
    (void)state;
    MiniWorld *world = mini_create();
    world->has_plane = true;
    world->material.rolling = 0.02f;
    world->material.rolling_radius = 0.5f;
    mini_add_ball(world, v3(0.0f, 0.5f, 0.0f), 0.5f, 10.0f);
    steps(world, 30);
    world->bodies[0].v = v3(2.0f, 0.0f, 0.0f);
    world->bodies[0].w = v3(0.0f, 0.0f, -4.0f);
    double start = world->bodies[0].position.x;
    steps(world, 900);
    double exact = 0.7 * 4.0 / (0.02 * 10.0); /* 7/10 m v^2 = c m g x */
    assert_true(fabs((world->bodies[0].position.x - start) / exact - 1.0) < 0.03);
    assert_true(v3_length(world->bodies[0].v) < 1e-3f);
    mini_destroy(world);
}

static void locked_axes_never_move(void **state)
{
    (void)state;
    MiniWorld *world = mini_create();
    world->has_plane = true;
    world->plane_normal = v3_normalize(v3(0.3f, 1.0f, 0.4f));
    mini_add_ball(world, v3(0.0f, 1.0f, 0.0f), 0.5f, 1.0f);
    world->bodies[0].flags = SOLVER_LOCK_Z;
    steps(world, 120);
    assert_true(world->bodies[0].position.z == 0.0 && world->bodies[0].v.z == 0.0f);
    assert_true(world->bodies[0].position.x > 0.5);
    DryVec3 n = world->plane_normal;
    double s = (double)n.x * world->bodies[0].position.x + (double)n.y * world->bodies[0].position.y - 0.5;
    assert_true(fabs(s) < 1e-3);
    mini_destroy(world);
}

/* A kinematic body turns by exactly its velocity, and nothing changes that. */
static void kinematic_bodies_keep_their_course(void **state)
{
    (void)state;
    MiniWorld *world = mini_create();
    world->gravity = v3(0.0f, 0.0f, 0.0f);
    mini_add_ball(world, v3(0.0f, 0.0f, 0.0f), 0.5f, 1.0f);
    mini_add_ball(world, v3(2.0f, 0.0f, 0.0f), 0.5f, 1.0f);
    world->bodies[0].mass = 0.0f;
    world->bodies[0].v = v3(1.0f, 0.0f, 0.0f);
    world->bodies[0].w = v3(0.0f, 90.0f, 0.0f);
    steps(world, 120);
    assert_true(world->bodies[0].v.x == 1.0f && world->bodies[0].w.y == 90.0f);
    assert_true(fabs(world->bodies[0].position.x - 2.0) < 1e-5);
    assert_true(world->bodies[1].position.x > 2.99);
    float half = 0.5f * 90.0f * 2.0f; /* angle 180 rad */
    float turned = fabsf(world->bodies[0].rotation.w * cosf(half) + world->bodies[0].rotation.y * sinf(half));
    assert_true(turned > 1.0f - 1e-6f);
    mini_destroy(world);
}

/* A heap that falls and settles: every kernel and any number of workers give the same bits. */
static uint64_t heap(CpuKernel kernel, int32_t workers, int32_t max_colors, bool warm)
{
    MiniWorld *world = mini_create();
    Random random = random_seeded(77);
    world->has_plane = true;
    world->settings.kernel = kernel;
    world->settings.warm_starting = warm;
    world->max_colors = max_colors;
    world->material.restitution = 0.3f;
    world->material.dynamic_friction = 0.4f;
    world->jobs = dry__jobs_create(workers, NULL, NULL, NULL);
    assert_non_null(world->jobs);
    for (int i = 0; i < 120; ++i) {
        DryVec3 at = v3(random_float(&random, -1.5f, 1.5f), 0.6f + 0.1f * (float)i,
                        random_float(&random, -1.5f, 1.5f));
        mini_add_ball(world, at, random_float(&random, 0.2f, 0.4f), 1.0f);
    }
    steps(world, 90);
    uint64_t hash = mini_hash(world);
    for (int i = 0; i < world->count; ++i) {
        assert_true(world->bodies[i].position.y > 0.1 && v3_length(world->bodies[i].v) < 30.0f);
    }
    dry__jobs_destroy(world->jobs);
    mini_destroy(world);
    return hash;
}

static void workers_and_kernels_give_the_same_bits(void **state)
{
    (void)state;
    for (int variant = 0; variant < 3; ++variant) {
        int32_t colors = variant == 1 ? 2 : 24; /* two colours: most contacts overflow */
        bool warm = variant != 2;
        uint64_t hash = heap(dry__cpu_best(), 1, colors, warm);
        assert_true(hash == heap(dry__cpu_best(), 2, colors, warm));
        assert_true(hash == heap(dry__cpu_best(), 4, colors, warm));
        assert_true(hash == heap(CPU_SCALAR, 1, colors, warm));
        assert_true(hash == heap(CPU_SSE2, 2, colors, warm));
    }
}

/* Warm starting is what keeps a stack up with one sweep. */
static void c2_1_warm_starting_can_be_switched_off(void **state)
{
    (void)state;
    double sunk[2];
    for (int warm = 0; warm < 2; ++warm) {
        MiniWorld *world = mini_create();
        world->has_plane = true;
        world->settings.warm_starting = warm != 0;
        for (int i = 0; i < 6; ++i) {
            mini_add_box(world, v3(0.0f, 0.5f + (float)i, 0.0f), v3(0.5f, 0.5f, 0.5f), 100.0f);
        }
        steps(world, 120);
        sunk[warm] = 5.5 - world->bodies[5].position.y;
        mini_destroy(world);
    }
    assert_true(sunk[1] < 0.02 && sunk[0] > 3.0 * sunk[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c0_9_bounce_does_not_depend_on_effort),
        cmocka_unit_test(bounces_keep_their_height),
        cmocka_unit_test(cradle_passes_the_blow_on),
        cmocka_unit_test(c3_6_blow_keeps_both_momenta),
        cmocka_unit_test(c3_6_sliding_keeps_both_momenta),
        cmocka_unit_test(free_flight_is_a_parabola),
        cmocka_unit_test(tumbling_body_flips_in_time),
        cmocka_unit_test(box_on_the_ground_stays),
        cmocka_unit_test(stack_stands_straight),
        cmocka_unit_test(sliding_boxes_stop_where_they_should),
        cmocka_unit_test(c2_2_static_friction_holds_and_kinetic_slides),
        cmocka_unit_test(conveyor_carries_a_box),
        cmocka_unit_test(rolling_resistance_stops_a_ball),
        cmocka_unit_test(locked_axes_never_move),
        cmocka_unit_test(kinematic_bodies_keep_their_course),
        cmocka_unit_test(workers_and_kernels_give_the_same_bits),
        cmocka_unit_test(c2_1_warm_starting_can_be_switched_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
