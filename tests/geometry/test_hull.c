/* The hull builder against brute force and known shapes. */
#include "geometry/hull.h"

#include "hull_check.h"
#include "support/random.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static DryHull *create(const DryVec3 *points, int32_t count, int32_t budget, float tolerance,
                       DryHullReport *report)
{
    DryHullSource source = { points, count, budget, tolerance };
    DryHull *hull = dry_hull_create(&source, report);
    if (hull == NULL) {
        fail_msg("no hull: %s", report->message);
    }
    return hull;
}

static void assert_sound(const DryHull *hull, double tolerance)
{
    const char *fault = hull_fault(&hull->data, tolerance);
    if (fault != NULL) {
        fail_msg("%s", fault);
    }
}

static void fill_box(DryVec3 *points, float x, float y, float z)
{
    for (int i = 0; i < 8; ++i) {
        points[i] = dry_vec3((i & 1) != 0 ? x : -x, (i & 2) != 0 ? y : -y, (i & 4) != 0 ? z : -z);
    }
}

static void box_has_six_faces_at_every_scale(void **state)
{
    (void)state;
    static const float scales[] = { 1e-3f, 1e-2f, 0.1f, 1.0f, 10.0f, 100.0f, 1e3f, 1e4f };
    for (int s = 0; s < 8; ++s) {
        float scale = scales[s];
        DryVec3 points[8];
        DryHullReport report;
        fill_box(points, scale, 2.0f * scale, 3.0f * scale);
        DryHull *hull = create(points, 8, 0, 0.0f, &report);
        assert_int_equal(report.vertices, 8);
        assert_int_equal(report.faces, 6);
        assert_int_equal(report.edges, 12);
        assert_float_equal(hull->data.inner_radius / scale, 1.0f, 1e-4f);
        assert_float_equal(hull->unit_mass.mass / (scale * scale * scale), 48.0f, 1e-4f);
        assert_sound(hull, 0.0);
        dry_hull_release(hull);
    }
}

static void duplicates_and_inner_points_are_counted(void **state)
{
    (void)state;
    DryVec3 points[30];
    DryHullReport report;
    fill_box(points, 1.0f, 1.0f, 1.0f);
    memcpy(points + 8, points, 8 * sizeof points[0]);
    memcpy(points + 16, points, 8 * sizeof points[0]);
    for (int i = 24; i < 30; ++i) {
        points[i] = dry_vec3(0.1f * (float)(i - 24), 1.0f, 0.0f); /* on a face */
    }
    DryHull *hull = create(points, 30, 0, 0.0f, &report);
    assert_int_equal(report.vertices, 8);
    assert_int_equal(report.duplicates, 16);
    assert_int_equal(report.interior, 6);
    assert_int_equal(report.dropped, 0);
    assert_true(report.max_error <= 1e-7f);
    assert_sound(hull, 0.0);
    dry_hull_release(hull);
}

static bool same_place(DryVec3 a, DryVec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static double height_over(const DryVec3 *p, int a, int b, int c, int d)
{
    double u[3] = { (double)p[b].x - (double)p[a].x, (double)p[b].y - (double)p[a].y,
                    (double)p[b].z - (double)p[a].z };
    double v[3] = { (double)p[c].x - (double)p[a].x, (double)p[c].y - (double)p[a].y,
                    (double)p[c].z - (double)p[a].z };
    double w[3] = { (double)p[d].x - (double)p[a].x, (double)p[d].y - (double)p[a].y,
                    (double)p[d].z - (double)p[a].z };
    return (u[1] * v[2] - u[2] * v[1]) * w[0] + (u[2] * v[0] - u[0] * v[2]) * w[1] +
           (u[0] * v[1] - u[1] * v[0]) * w[2];
}

/* Every triple with all other points on one side is a face. */
static int brute_force(const DryVec3 *points, int count, bool *extreme)
{
    int faces = 0;
    memset(extreme, 0, (size_t)count);
    for (int a = 0; a < count; ++a) {
        for (int b = a + 1; b < count; ++b) {
            for (int c = b + 1; c < count; ++c) {
                int above = 0, below = 0;
                for (int d = 0; d < count; ++d) {
                    double height = d == a || d == b || d == c ? 0.0 : height_over(points, a, b, c, d);
                    above += height > 0.0;
                    below += height < 0.0;
                }
                if (above == 0 || below == 0) {
                    extreme[a] = extreme[b] = extreme[c] = true;
                    ++faces;
                }
            }
        }
    }
    return faces;
}

static void random_clouds_match_brute_force(void **state)
{
    (void)state;
    Random random = random_seeded(20260101);
    print_message("seed 20260101\n");
    for (int round = 0; round < 400; ++round) {
        DryVec3 points[24];
        bool extreme[24];
        int count = 4 + random_int(&random, 21), vertices = 0;
        for (int i = 0; i < count; ++i) {
            points[i].x = random_float(&random, -1.0f, 1.0f);
            points[i].y = random_float(&random, -1.0f, 1.0f);
            points[i].z = random_float(&random, -1.0f, 1.0f);
        }
        int faces = brute_force(points, count, extreme);
        DryHullReport report;
        DryHull *hull = create(points, count, DRY_HULL_MAX_VERTICES, 1e-7f, &report);
        for (int i = 0; i < count; ++i) {
            vertices += extreme[i];
        }
        assert_int_equal(report.vertices, vertices);
        assert_int_equal(report.faces, faces);
        for (int i = 0; i < vertices; ++i) {
            DryVec3 v = dry_hull_vertex(hull, i);
            int found = -1;
            for (int k = 0; k < count; ++k) {
                found = same_place(v, points[k]) ? k : found;
            }
            assert_true(found >= 0 && extreme[found]);
        }
        assert_sound(hull, 1e-6);
        dry_hull_release(hull);
    }
}

/* Points of a small lattice, full of collinear and coplanar ones: the corners do not depend on the order of
 * the points. */
static void lattice_clouds_have_one_answer(void **state)
{
    (void)state;
    Random random = random_seeded(2718);
    int built = 0;
    for (int round = 0; round < 2000; ++round) {
        DryVec3 points[40], shuffled[40];
        int count = 6 + random_int(&random, 35), side = 3 + random_int(&random, 4);
        for (int i = 0; i < count; ++i) {
            points[i] = dry_vec3((float)random_int(&random, side), (float)random_int(&random, side),
                                 (float)random_int(&random, side));
            int at = random_int(&random, i + 1);
            shuffled[i] = shuffled[at];
            shuffled[at] = points[i];
        }
        DryHullReport report;
        DryHullSource source = { points, count, DRY_HULL_MAX_VERTICES, 1e-5f }, other = source;
        other.points = shuffled;
        DryHull *a = dry_hull_create(&source, &report), *b = dry_hull_create(&other, NULL);
        assert_true((a == NULL) == (b == NULL));
        if (a == NULL) {
            assert_non_null(strstr(report.message, "within"));
            continue;
        }
        assert_sound(a, 1e-5);
        assert_sound(b, 1e-5);
        assert_int_equal(dry_hull_vertex_count(a), dry_hull_vertex_count(b));
        assert_int_equal(dry_hull_face_count(a), dry_hull_face_count(b));
        for (int i = 0; i < dry_hull_vertex_count(a); ++i) {
            bool found = false;
            for (int k = 0; k < dry_hull_vertex_count(b); ++k) {
                found = found || same_place(dry_hull_vertex(a, i), dry_hull_vertex(b, k));
            }
            assert_true(found);
        }
        dry_hull_release(a);
        dry_hull_release(b);
        ++built;
    }
    assert_true(built > 1900);
}

static void budget_is_kept_and_error_reported(void **state)
{
    (void)state;
    enum {
        COUNT = 2000
    };
    static DryVec3 points[COUNT];
    Random random = random_seeded(5);
    for (int i = 0; i < COUNT; ++i) {
        DryVec3 p;
        do {
            p = dry_vec3(random_float(&random, -1.0f, 1.0f), random_float(&random, -1.0f, 1.0f),
                         random_float(&random, -1.0f, 1.0f));
        } while (dry_vec3_length(p) > 1.0f);
        points[i] = dry_vec3_normalize(p);
    }
    float error = 10.0f;
    for (int budget = 4; budget <= DRY_HULL_MAX_VERTICES; budget *= 2) {
        DryHullReport report;
        DryHull *hull = create(points, COUNT, budget, 0.0f, &report);
        assert_true(report.vertices <= budget);
        assert_true(report.max_error < error); /* more vertices, closer fit */
        error = report.max_error;
        double worst = 0.0;
        for (int i = 0; i < 5000; ++i) {
            double u[3] = { (double)points[i % COUNT].x, (double)points[i % COUNT].y,
                            (double)points[i % COUNT].z };
            worst = fmax(worst, cloud_support(points, COUNT, u) - hull_support(&hull->data, u));
        }
        assert_true(worst <= (double)error + 1e-6);
        assert_true(worst >= 0.7 * (double)error); /* the figure is no idle bound */
        assert_int_equal(report.dropped + report.interior + report.vertices, COUNT);
        assert_sound(hull, 2e-4); /* 1e-4 of the size */
        dry_hull_release(hull);
    }
    /* 64 points spread evenly over a ball leave caps of height about 2 / 64 */
    assert_true(error < 0.05f);
}

/* Noise far below the tolerance must not break up faces. */
static void noisy_prism_keeps_its_faces(void **state)
{
    (void)state;
    Random random = random_seeded(6);
    for (int round = 0; round < 20; ++round) {
        DryVec3 points[80];
        DryHullReport report;
        float noise = round % 2 == 0 ? 1e-6f : 2e-5f;
        for (int i = 0; i < 80; ++i) {
            float angle = 0.392699082f * (float)(i / 5);
            points[i].x = cosf(angle) + random_float(&random, -noise, noise);
            points[i].y = 0.5f * (float)(i % 5) + random_float(&random, -noise, noise);
            points[i].z = sinf(angle) + random_float(&random, -noise, noise);
        }
        DryHull *hull = create(points, 80, 128, 0.0f, &report);
        assert_int_equal(report.vertices, 32);
        assert_int_equal(report.faces, 18);
        assert_true(report.max_error <= 2.0f * noise);
        assert_sound(hull, 2e-4);
        dry_hull_release(hull);
    }
}

static void same_points_same_bits(void **state)
{
    (void)state;
    DryVec3 points[300];
    Random random = random_seeded(11);
    for (int i = 0; i < 300; ++i) {
        points[i] = dry_vec3(random_float(&random, -1.0f, 1.0f), random_float(&random, -2.0f, 2.0f),
                             random_float(&random, -1.0f, 3.0f));
    }
    DryHullReport report;
    DryHull *a = create(points, 300, 40, 0.0f, &report), *b = create(points, 300, 40, 0.0f, &report);
    assert_int_equal(a->hash, b->hash);
    assert_int_equal(a->bytes, b->bytes);
    assert_memory_equal(a->data.edges, b->data.edges, (size_t)a->data.edge_padded * sizeof(HullEdge));
    assert_memory_equal(&a->unit_mass, &b->unit_mass, sizeof a->unit_mass);
    points[299].x = 9.0f;
    DryHull *c = create(points, 300, 40, 0.0f, &report);
    assert_true(c->hash != a->hash);
    dry_hull_release(a);
    dry_hull_release(b);
    dry_hull_release(c);
}

static void cylinders_of_all_sides(void **state)
{
    (void)state;
    for (int sides = 3; sides <= 64; ++sides) {
        DryHull *hull = dry_hull_create_cylinder(0.5f, 1.0f, sides);
        assert_non_null(hull);
        assert_sound(hull, 1e-5);
        assert_int_equal(hull->data.vertex_count, 2 * sides);
        int largest = 0;
        for (int i = 0; i < dry_hull_face_count(hull); ++i) {
            int corners = dry_hull_face(hull, i, NULL, 0);
            largest = corners > largest ? corners : largest;
        }
        assert_int_equal(largest, sides <= 32 ? (sides < 4 ? 4 : sides) : (sides + 1) / 2);
        double prism = 0.5 * sides * sin(6.283185307179586 / sides) * 0.25 * 2.0;
        assert_true(fabs((double)hull->unit_mass.mass - prism) < (sides <= 32 ? 1e-5 : 1e-4) * prism);
        dry_hull_release(hull);
    }
    assert_null(dry_hull_create_cylinder(0.5f, 1.0f, 2));
    assert_non_null(strstr(dry_last_error(), "sides is 2"));
    assert_null(dry_hull_create_cylinder(0.5f, 1.0f, 65));
    assert_null(dry_hull_create_cylinder(-0.5f, 1.0f, 12));
    assert_null(dry_hull_create_cylinder(0.5f, NAN, 12));
    assert_non_null(strstr(dry_last_error(), "dry_hull_create_cylinder: radius is 0.5, half_height is nan"));
}

static void wrong_sources_are_refused_with_the_value(void **state)
{
    (void)state;
    DryVec3 points[8];
    fill_box(points, 1.0f, 1.0f, 1.0f);
    DryHullReport report;
    DryHullSource source = { points, 8, 0, 0.0f };
    size_t before = dry_allocated_bytes();
    assert_null(dry_hull_create(NULL, &report));
    assert_int_equal(report.status, DRY_ERROR_ARGUMENT);
    source.vertex_budget = 129;
    assert_null(dry_hull_create(&source, &report));
    assert_int_equal(report.status, DRY_ERROR_ARGUMENT);
    assert_non_null(strstr(report.message, "129"));
    source.vertex_budget = 3;
    assert_null(dry_hull_create(&source, &report));
    source.vertex_budget = 0;
    source.tolerance = -0.5f;
    assert_null(dry_hull_create(&source, &report));
    assert_non_null(strstr(dry_last_error(), "dry_hull_create: tolerance is -0.5"));
    source.tolerance = 0.0f;
    source.point_count = -1;
    assert_null(dry_hull_create(&source, &report));
    assert_int_equal(report.status, DRY_ERROR_ARGUMENT);
    source.point_count = 3;
    assert_null(dry_hull_create(&source, NULL));
    assert_null(dry_hull_create(&source, &report));
    assert_int_equal(report.status, DRY_ERROR_GEOMETRY);
    source.point_count = 0;
    source.points = NULL;
    assert_null(dry_hull_create(&source, &report));
    assert_int_equal(report.status, DRY_ERROR_GEOMETRY);
    source.points = points;
    source.point_count = 8;
    points[5].y = INFINITY;
    assert_null(dry_hull_create(&source, &report));
    assert_int_equal(report.status, DRY_ERROR_ARGUMENT);
    assert_non_null(strstr(report.message, "point 5 is (1, inf, 1)"));
    fill_box(points, 1e20f, 1e20f, 1e20f);
    assert_null(dry_hull_create(&source, &report));
    assert_int_equal(report.status, DRY_ERROR_ARGUMENT);
    fill_box(points, 1e-8f, 1e-8f, 1e-8f);
    assert_null(dry_hull_create(&source, &report));
    assert_int_equal(report.status, DRY_ERROR_GEOMETRY);
    assert_int_equal(report.vertices, 0);
    assert_int_equal(dry_allocated_bytes(), before);
}

static void accessors_and_references(void **state)
{
    (void)state;
    DryVec3 points[8];
    DryHullReport report;
    fill_box(points, 1.0f, 2.0f, 3.0f);
    size_t before = dry_allocated_bytes();
    DryHull *hull = create(points, 8, 0, 0.0f, &report);
    dry_hull_retain(hull);
    dry_hull_release(hull);
    assert_int_equal(dry_hull_vertex_count(hull), 8);
    assert_int_equal(dry_hull_face_count(hull), 6);
    int32_t loop[4] = { -1, -1, -1, -1 };
    assert_int_equal(dry_hull_face(hull, 0, loop, 2), 4);
    assert_true(loop[0] >= 0 && loop[1] >= 0 && loop[2] == -1);
    assert_int_equal(dry_hull_face(hull, 6, loop, 4), 0);
    assert_int_equal(dry_hull_face(hull, -1, loop, 4), 0);
    assert_float_equal(dry_hull_vertex(hull, 8).x, 0.0f, 0.0f);
    dry_hull_release(hull);
    dry_hull_release(NULL);
    dry_hull_retain(NULL);
    assert_int_equal(dry_hull_vertex_count(NULL), 0);
    assert_int_equal(dry_allocated_bytes(), before);
}

static void box_as_hull_is_a_hull(void **state)
{
    (void)state;
    BoxHull box;
    dry__hull_from_box(&box, dry_vec3(0.5f, 2.0f, 7.0f));
    const char *fault = hull_fault(&box.data, 0.0);
    if (fault != NULL) {
        fail_msg("%s", fault);
    }
    assert_float_equal((float)hull_volume(&box.data), 56.0f, 1e-4f);
    assert_float_equal(box.data.inner_radius, 0.5f, 0.0f);
    for (int i = 0; i < 8; ++i) {
        assert_true((box.data.vx[i] > 0.0f) == ((i & 1) != 0));
        assert_true((box.data.vy[i] > 0.0f) == ((i & 2) != 0));
        assert_true((box.data.vz[i] > 0.0f) == ((i & 4) != 0));
    }
}

static void support_prefers_the_lowest_index(void **state)
{
    (void)state;
    BoxHull box;
    dry__hull_from_box(&box, dry_vec3(1.0f, 1.0f, 1.0f));
    assert_int_equal(dry__hull_support(&box.data, dry_vec3(1.0f, 2.0f, 3.0f)), 7);
    assert_int_equal(dry__hull_support(&box.data, dry_vec3(0.0f, 1.0f, 0.0f)), 2);
    assert_int_equal(dry__hull_support(&box.data, dry_vec3(0.0f, 0.0f, 0.0f)), 0);
    assert_int_equal(dry__hull_support(&box.data, dry_vec3(-1.0f, 0.0f, 1.0f)), 4);
}

typedef struct Meter {
    int allowed;
} Meter;

static void *metered_allocate(size_t size, size_t alignment, void *user)
{
    Meter *meter = user;
    return meter->allowed-- > 0 ? aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment)
                                : NULL;
}

static void metered_release(void *memory, size_t size, void *user)
{
    (void)size;
    (void)user;
    free(memory);
}

static void running_out_of_memory_is_an_error(void **state)
{
    (void)state;
    DryVec3 points[8];
    fill_box(points, 1.0f, 1.0f, 1.0f);
    DryHullSource source = { points, 8, 0, 0.0f };
    Meter meter = { 0 };
    DryAllocator allocator = { metered_allocate, metered_release, &meter };
    assert_int_equal(dry_set_allocator(&allocator), DRY_OK);
    int failures = 0;
    DryHull *hull = NULL;
    for (; hull == NULL && failures < 50; ++failures) {
        DryHullReport report;
        meter.allowed = failures;
        hull = dry_hull_create(&source, &report);
        if (hull == NULL) {
            assert_int_equal(report.status, DRY_ERROR_MEMORY);
            assert_non_null(strstr(report.message, "out of memory for 8 points"));
            assert_int_equal(dry_allocated_bytes(), 0);
        }
    }
    assert_in_range(failures, 5, 20);
    dry_hull_release(hull);
    assert_int_equal(dry_allocated_bytes(), 0);
    assert_int_equal(dry_set_allocator(NULL), DRY_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(box_has_six_faces_at_every_scale),
        cmocka_unit_test(duplicates_and_inner_points_are_counted),
        cmocka_unit_test(random_clouds_match_brute_force),
        cmocka_unit_test(lattice_clouds_have_one_answer),
        cmocka_unit_test(budget_is_kept_and_error_reported),
        cmocka_unit_test(noisy_prism_keeps_its_faces),
        cmocka_unit_test(same_points_same_bits),
        cmocka_unit_test(cylinders_of_all_sides),
        cmocka_unit_test(wrong_sources_are_refused_with_the_value),
        cmocka_unit_test(accessors_and_references),
        cmocka_unit_test(box_as_hull_is_a_hull),
        cmocka_unit_test(support_prefers_the_lowest_index),
        cmocka_unit_test(running_out_of_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
