/* Point clouds that break hull builders: flat, thin, sharp, doubled, noisy, at all scales. */
#include "geometry/hull.h"

#include "hull_check.h"
#include "support/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum {
    LARGEST = 1024
};

static double size_of(const DryVec3 *points, int32_t count)
{
    double low[3] = { 1e300, 1e300, 1e300 }, high[3] = { -1e300, -1e300, -1e300 }, size = 0.0;
    for (int32_t i = 0; i < count; ++i) {
        const double p[3] = { (double)points[i].x, (double)points[i].y, (double)points[i].z };
        for (int k = 0; k < 3; ++k) {
            low[k] = fmin(low[k], p[k]);
            high[k] = fmax(high[k], p[k]);
            size = fmax(size, high[k] - low[k]);
        }
    }
    return size;
}

static double reach_of(const DryVec3 *points, int32_t count)
{
    double reach = 0.0;
    for (int32_t i = 0; i < count; ++i) {
        reach = fmax(reach, (double)dry_vec3_length(points[i]));
    }
    return reach;
}

/* A hull that is sound and holds the cloud within the reported error, or a refusal with a reason. True for a
 * hull. */
static bool build_and_check(const char *name, const DryVec3 *points, int32_t count, int32_t budget)
{
    DryHullReport report;
    DryHullSource source = { points, count, budget, 0.0f };
    DryHull *hull = dry_hull_create(&source, &report);
    if (hull == NULL) {
        if (report.status != DRY_ERROR_GEOMETRY || report.message[0] == '\0' || report.vertices != 0) {
            fail_msg("%s: refused without a proper reason: %d %s", name, report.status, report.message);
        }
        if (strstr(report.message, "within") == NULL && strstr(report.message, "same") == NULL &&
            size_of(points, count) > 1e-6) {
            fail_msg("%s: refused, but not as flat: %s", name, report.message);
        }
        return false;
    }
    double noise = 2e-6 * reach_of(points, count), tolerance = 1e-4 * size_of(points, count);
    const char *fault = hull_fault(&hull->data, 2.0 * tolerance + noise);
    if (fault != NULL) {
        fail_msg("%s: %s", name, fault);
    }
    if (report.message[0] != '\0' || report.status != DRY_OK ||
        report.vertices > (budget > 0 ? budget : 64)) {
        fail_msg("%s: odd report: %d vertices, status %d, %s", name, report.vertices, report.status,
                 report.message);
    }
    Random random = random_seeded(99);
    for (int i = 0; i < 30; ++i) {
        double u[3] = { random_double(&random, -1.0, 1.0), random_double(&random, -1.0, 1.0),
                        random_double(&random, -1.0, 1.0) };
        double length = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
        double inner = hull_support(&hull->data, u), outer = cloud_support(points, count, u);
        /* the error is measured from the faces' planes, and their corners may lie behind those */
        if (inner > outer + noise * length ||
            outer - inner > ((double)report.max_error + 2.0 * tolerance + noise) * length) {
            fail_msg("%s: the hull misses the cloud by %g, reported %g, size %g", name,
                     (outer - inner) / length, (double)report.max_error, size_of(points, count));
        }
    }
    if (report.vertices < (budget > 0 ? budget : 60) && (double)report.max_error > 2.0 * tolerance + noise) {
        /* with vertices to spare nothing may be left outside, unless a face would have too many corners */
        int largest = 0;
        for (int i = 0; i < report.faces; ++i) {
            int corners = dry_hull_face(hull, i, NULL, 0);
            largest = corners > largest ? corners : largest;
        }
        if (largest < HULL_MAX_LOOP) {
            fail_msg("%s: %g of %g left outside with only %d vertices", name, (double)report.max_error,
                     size_of(points, count), report.vertices);
        }
    }
    dry_hull_release(hull);
    return true;
}

/* The cloud as it is, moved away, and at scales from 1e-3 to 1e4. Returns how many gave a hull. */
static int build_at_scales(const char *name, const DryVec3 *points, int32_t count, int32_t budget)
{
    static const float scales[] = { 1.0f, 0.01f, 1e-3f, 37.0f, 1e4f };
    DryVec3 moved[LARGEST];
    int hulls = 0;
    for (int s = 0; s < 5; ++s) {
        for (int32_t i = 0; i < count; ++i) {
            moved[i] = dry_vec3_scale(points[i], scales[s]);
        }
        hulls += build_and_check(name, moved, count, budget);
        for (int32_t i = 0; i < count; ++i) {
            moved[i] = dry_vec3_add(moved[i], dry_vec3_scale(dry_vec3(1.0f, -2.0f, 3.0f), scales[s]));
        }
        hulls += build_and_check(name, moved, count, budget);
    }
    return hulls;
}

static float noise(Random *random, float amplitude)
{
    return random_float(random, -amplitude, amplitude);
}

static void i1_nearly_coplanar_slab_and_needle(void **state)
{
    (void)state;
    const DryVec3 five[5] = { { -1.04f, 0.30f, 0.72f },
                              { 0.98f, 0.30000004f, 0.70f },
                              { 1.1f, 0.29999998f, -0.9f },
                              { -0.95f, 0.3000001f, -1.0f },
                              { 0.02f, 0.3000002f, 0.01f } };
    assert_int_equal(build_at_scales("five nearly coplanar", five, 5, 0), 0);

    DryVec3 slab[13];
    Random random = random_seeded(1);
    for (int i = 0; i < 13; ++i) {
        float x = i < 8 ? ((i & 1) != 0 ? 637.5f : -637.5f) : random_float(&random, -637.0f, 637.0f);
        float z = i < 8 ? ((i & 2) != 0 ? 492.5f : -492.5f) : random_float(&random, -492.0f, 492.0f);
        float y = i < 8 ? ((i & 4) != 0 ? 0.63f : -0.63f) : random_float(&random, -0.63f, 0.63f);
        slab[i] = dry_vec3_scale(dry_vec3(x, y, z), 0.01f); /* 1275 and 985 at a scale of 0.01 and more */
    }
    assert_int_equal(build_at_scales("slab", slab, 13, 0), 10);

    DryVec3 needle[8];
    for (int i = 0; i < 8; ++i) {
        needle[i] = dry_vec3((i & 1) != 0 ? 1e-3f : -1e-3f, (i & 2) != 0 ? 2.0f : -2.0f,
                             (i & 4) != 0 ? 1e-3f : -1.1e-3f);
    }
    assert_int_equal(build_at_scales("needle", needle, 8, 0), 10);
    for (int i = 0; i < 8; ++i) {
        needle[i].x *= 0.01f;
        needle[i].z *= 0.01f;
    }
    assert_int_equal(build_at_scales("hair", needle, 8, 0), 0);
}

/* Two crescent blades on a shaft that tapers, with many points inside and on concave parts. */
static void i2_double_headed_axe(void **state)
{
    (void)state;
    DryVec3 points[1000];
    Random random = random_seeded(2);
    for (int i = 0; i < 1000; ++i) {
        float t = random_float(&random, -1.0f, 1.0f);
        if (i < 300) {
            points[i] = dry_vec3(noise(&random, 0.04f + 0.02f * t), 1.4f * t, noise(&random, 0.03f));
        } else {
            float side = (i & 1) != 0 ? 1.0f : -0.7f, arc = 1.3f * t;
            float radius = random_float(&random, 0.5f, 0.9f), thickness = 0.06f * (0.95f - radius);
            points[i] = dry_vec3(side * radius * (1.0f - 0.5f * arc * arc + arc * arc * arc * arc / 24.0f),
                                 0.8f + radius * (arc - arc * arc * arc / 6.0f), noise(&random, thickness));
        }
    }
    assert_int_equal(build_at_scales("axe", points, 1000, 0), 10);
    assert_int_equal(build_at_scales("axe of 16", points, 1000, 16), 10);
    assert_int_equal(build_at_scales("axe of 4", points, 1000, 4), 10);
}

static void i3_near_coplanar_pairs_and_rings(void **state)
{
    (void)state;
    Random random = random_seeded(3);
    DryVec3 p[LARGEST];
    /* a roof whose two halves differ by a hair */
    const DryVec3 roof[8] = { { -1.0f, 0.0f, -1.0f }, { 1.0f, 0.0f, -1.0f },    { 1.0f, 0.0f, 1.0f },
                              { -1.0f, 0.0f, 1.0f },  { -1.0f, 1.0f, -1.0f },   { 1.0f, 1.00001f, -1.0f },
                              { 1.0f, 1.0f, 1.0f },   { -1.0f, 1.00002f, 1.0f } };
    assert_int_equal(build_at_scales("near-coplanar pair", roof, 8, 0), 10);

    int count = 0;
    for (int i = 0; i < 40; ++i) { /* a flat ring with duplicates */
        float angle = 0.157079633f * (float)(i % 30);
        p[count++] = dry_vec3(cosf(angle) + noise(&random, 1e-5f), noise(&random, 1e-5f), sinf(angle));
    }
    assert_int_equal(build_at_scales("flat ring", p, count, 0), 0);
    for (int i = 0; i < 30; ++i) { /* with some height */
        p[count++] = dry_vec3_add(p[i], dry_vec3(0.0f, 0.01f + noise(&random, 1e-6f), 0.0f));
    }
    assert_int_equal(build_at_scales("low ring", p, count, 0), 10);

    for (int i = 0; i < 16; ++i) { /* two nearly parallel quads with bumps */
        p[i] = dry_vec3(noise(&random, 0.01f), (i & 1) != 0 ? 0.002f : noise(&random, 2e-6f),
                        noise(&random, 0.01f));
    }
    assert_int_equal(build_at_scales("two centimetres", p, 16, 0), 10);
}

static void i3_wedge_grid_and_disc(void **state)
{
    (void)state;
    DryVec3 p[LARGEST];
    for (int i = 0; i < 6; ++i) { /* a wedge of about a tenth of a degree; its edge must not be cut off */
        float x = (i < 2) ? 1.0f : 0.0f;
        p[i] = dry_vec3(x, i < 2 ? 0.0f : (i < 4 ? 1e-3f : -1e-3f), (i & 1) != 0 ? 0.5f : -0.5f);
    }
    assert_int_equal(build_at_scales("wedge", p, 6, 0), 10);

    int count = 0;
    for (int i = 0; i < 10; ++i) {
        for (int j = 0; j < 10; ++j) {
            for (int k = 0; k < 10; ++k) {
                p[count++] = dry_vec3(0.1f * (float)i, 0.1f * (float)j, 0.1f * (float)k);
            }
        }
    }
    assert_int_equal(build_at_scales("grid", p, count, 0), 10);
    DryHullSource source = { p, count, 0, 0.0f };
    DryHullReport report;
    DryHull *hull = dry_hull_create(&source, &report);
    assert_int_equal(report.vertices, 8);
    assert_int_equal(report.faces, 6);
    assert_int_equal(report.interior, 992);
    dry_hull_release(hull);

    for (int rim = 12; rim <= 200; rim += 47) {
        for (int i = 0; i < rim; ++i) {
            float angle = 6.28318531f * (float)i / (float)rim;
            p[2 * i] = dry_vec3(cosf(angle), 0.02f, sinf(angle));
            p[2 * i + 1] = dry_vec3(cosf(angle), -0.02f, sinf(angle));
        }
        assert_int_equal(build_at_scales("disc", p, 2 * rim, 0), 10);
        assert_int_equal(build_at_scales("disc of 128", p, 2 * rim, 128), 10);
    }
}

static DryVec3 degenerate_point(Random *random, int kind, float amplitude)
{
    float a = random_float(random, -1.0f, 1.0f), b = random_float(random, -1.0f, 1.0f),
          c = random_float(random, -1.0f, 1.0f);
    switch (kind) {
    case 0: /* a plane */
        return dry_vec3(a, b, amplitude * c);
    case 1: /* a line */
        return dry_vec3(a, amplitude * b, amplitude * c);
    case 2: /* a tilted plane */
        return dry_vec3(a, b, 0.3f * a - 0.7f * b + amplitude * c);
    case 3: /* corners of a cube, each many times */
        return dry_vec3((a > 0.0f ? 1.0f : -1.0f) + noise(random, amplitude),
                        (b > 0.0f ? 1.0f : -1.0f) + noise(random, amplitude),
                        (c > 0.0f ? 1.0f : -1.0f) + noise(random, amplitude));
    case 4: /* faces of a box */
        return dry_vec3(a, (b > 0.0f ? 1.0f : -1.0f) + noise(random, amplitude), c);
    case 5: /* a lattice */
        return dry_vec3(floorf(3.0f * a) + noise(random, amplitude), floorf(3.0f * b), floorf(3.0f * c));
    case 6: { /* a cone with a flat base */
        float h = random_int(random, 3) == 0 ? 1.0f : 0.0f, r = 1.0f - h;
        return dry_vec3(r * a + noise(random, amplitude), h, r * b);
    }
    case 7: /* two points and their surroundings */
        return dry_vec3((a > 0.0f ? 1.0f : -1.0f) + amplitude * b, amplitude * c,
                        amplitude * noise(random, 1.0f));
    default: /* a thin lens */
        return dry_vec3(a, b, (amplitude + 1e-3f) * (2.0f - a * a - b * b) * (c > 0.0f ? 1.0f : -1.0f));
    }
}

static void i3_ten_thousand_near_degenerate_clouds(void **state)
{
    (void)state;
    const uint64_t seed = 424242;
    print_message("seed %llu\n", (unsigned long long)seed);
    Random random = random_seeded(seed);
    int hulls = 0;
    for (int round = 0; round < 10000; ++round) {
        DryVec3 points[48];
        char name[64];
        int kind = round % 9, count = 4 + random_int(&random, 45);
        float amplitude = (float)pow(10.0, random_double(&random, -8.0, 0.0));
        float scale = (float)pow(10.0, random_double(&random, -3.0, 4.0));
        DryVec3 offset = dry_vec3(noise(&random, 3.0f), noise(&random, 3.0f), noise(&random, 3.0f));
        for (int i = 0; i < count; ++i) {
            DryVec3 p = i > 4 && random_int(&random, 10) == 0
                            ? dry_vec3_scale(points[random_int(&random, i)], 1.0f / scale)
                            : degenerate_point(&random, kind, amplitude);
            points[i] = dry_vec3_scale((round & 1) != 0 ? dry_vec3_add(p, offset) : p, scale);
        }
        snprintf(name, sizeof name, "round %d, kind %d, %d points", round, kind, count);
        hulls += build_and_check(name, points, count, 0);
    }
    print_message("%d hulls, %d refused\n", hulls, 10000 - hulls);
    assert_in_range(hulls, 5000, 9500);
}

static void i5_planar_cloud_is_an_error(void **state)
{
    (void)state;
    DryVec3 points[50];
    Random random = random_seeded(5);
    for (int i = 0; i < 50; ++i) {
        float a = noise(&random, 1.0f), b = noise(&random, 1.0f);
        points[i] = dry_vec3(a, 0.25f * a + 0.5f * b, b);
    }
    DryHullSource source = { points, 50, 0, 0.0f };
    DryHullReport report;
    assert_null(dry_hull_create(&source, &report));
    assert_int_equal(report.status, DRY_ERROR_GEOMETRY);
    assert_non_null(strstr(report.message, "all 50 points lie within"));
    assert_non_null(strstr(report.message, "of a plane"));
    for (int i = 0; i < 50; ++i) {
        points[i] = dry_vec3_scale(dry_vec3(1.0f, 2.0f, 3.0f), noise(&random, 1.0f));
    }
    assert_null(dry_hull_create(&source, &report));
    assert_non_null(strstr(report.message, "of a line"));
    for (int i = 0; i < 50; ++i) {
        points[i] = dry_vec3(1.0f, 2.0f, 3.0f);
    }
    assert_null(dry_hull_create(&source, &report));
    assert_int_equal(report.status, DRY_ERROR_GEOMETRY);
    assert_non_null(strstr(report.message, "the same"));
}

static void i6_duplicates_and_tiny_faces_have_unit_normals(void **state)
{
    (void)state;
    /* a box with every corner cut by a hair and every point doubled */
    DryVec3 points[48];
    int count = 0;
    for (int i = 0; i < 8; ++i) {
        float s[3] = { (i & 1) != 0 ? 1.0f : -1.0f, (i & 2) != 0 ? 1.0f : -1.0f,
                       (i & 4) != 0 ? 1.0f : -1.0f };
        for (int k = 0; k < 3; ++k) {
            float p[3] = { s[0], s[1], s[2] };
            p[k] *= 0.9997f;
            points[count++] = dry_vec3(p[0], p[1], p[2]);
            points[count++] = dry_vec3(p[0], p[1], p[2]);
        }
    }
    assert_int_equal(build_at_scales("cut corners", points, count, 0), 10);
    for (int i = 0; i < count; ++i) {
        points[i].x *= 1e-3f;
    }
    assert_int_equal(build_at_scales("cut corners, flat", points, count, 0), 10);
}

/* Balls from the smallest to the largest size allowed. */
static void smallest_and_largest_clouds(void **state)
{
    (void)state;
    static const float sizes[] = { 1.0001e-6f, 1e-4f, 1e4f, 9.99e5f };
    for (int s = 0; s < 4; ++s) {
        DryVec3 points[200];
        Random random = random_seeded(66);
        for (int i = 0; i < 200; ++i) {
            float x = noise(&random, 0.5f), y = noise(&random, 0.5f);
            points[i] = dry_vec3_scale(dry_vec3(x, y, noise(&random, 0.5f)), sizes[s]);
        }
        points[0] = dry_vec3_scale(dry_vec3(-0.5f, 0.0f, 0.0f), sizes[s]);
        points[1] = dry_vec3_scale(dry_vec3(0.5f, 0.0f, 0.0f), sizes[s]);
        assert_true(build_and_check("size", points, 200, 0));
        assert_true(build_and_check("size, of 12", points, 200, 12));
    }
}

/* What a smaller hull keeps of the whole one, whose vertices all fit the largest budget. */
static void budget_keeps_the_volume_it_states(void **state)
{
    (void)state;
    enum {
        POINTS = 100
    };
    static const int32_t budgets[] = { 8, 16, 32, 64 };
    DryVec3 points[POINTS];
    Random random = random_seeded(12);
    for (int i = 0; i < POINTS; ++i) {
        float x = noise(&random, 1.0f), y = noise(&random, 1.0f);
        DryVec3 p = dry_vec3(x, y, noise(&random, 1.0f));
        points[i] = dry_vec3_scale(p, 1.0f / dry_vec3_length(p));
    }
    DryHullReport full, report;
    DryHullSource source = { points, POINTS, HULL_MAX_VERTICES, 1e-6f };
    dry_hull_release(dry_hull_create(&source, &full));
    assert_int_equal(full.vertices, POINTS);
    assert_true(full.volume_kept > 0.9999f && full.volume_kept <= 1.0f);
    float before = 0.0f;
    for (int i = 0; i < 4; ++i) {
        source.vertex_budget = budgets[i];
        dry_hull_release(dry_hull_create(&source, &report));
        float kept = report.volume / full.volume;
        print_message("%d vertices: %.1f %% of the volume, at least %.1f %% stated\n", (int)report.vertices,
                      100.0 * (double)kept, 100.0 * (double)report.volume_kept);
        assert_true(report.volume_kept <= kept && report.volume_kept > 0.3f * kept);
        assert_true(report.vertices == budgets[i] && kept > before);
        before = kept;
    }
    assert_true(before > 0.93f);
}

/* Time grows with the number of points, not with its square. */
static void hundred_thousand_points_take_seconds(void **state)
{
    (void)state;
    enum {
        POINTS = 100000
    };
    static DryVec3 points[POINTS];
    Random random = random_seeded(31);
    double taken[2];
    for (int large = 0; large < 2; ++large) {
        int count = large ? POINTS : POINTS / 10;
        for (int i = 0; i < count; ++i) { /* on a ball: none lies inside */
            float x = noise(&random, 1.0f), y = noise(&random, 1.0f);
            DryVec3 p = dry_vec3(x, y, noise(&random, 1.0f));
            points[i] = dry_vec3_scale(p, 1.0f / dry_vec3_length(p));
        }
        DryHullReport report;
        DryHullSource source = { points, count, HULL_MAX_VERTICES, 0.0f };
        clock_t start = clock();
        DryHull *hull = dry_hull_create(&source, &report);
        taken[large] = (double)(clock() - start) / CLOCKS_PER_SEC;
        assert_non_null(hull);
        assert_null(hull_fault(&hull->data, 3e-4));
        dry_hull_release(hull);
        print_message("%d points: %.3f s, %d vertices, %g off\n", count, taken[large], (int)report.vertices,
                      (double)report.max_error);
    }
    if (taken[1] > 15.0) {
        fail_msg("%d points took %.1f s of processor time", POINTS, taken[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(i1_nearly_coplanar_slab_and_needle),
        cmocka_unit_test(i2_double_headed_axe),
        cmocka_unit_test(i3_near_coplanar_pairs_and_rings),
        cmocka_unit_test(i3_wedge_grid_and_disc),
        cmocka_unit_test(i3_ten_thousand_near_degenerate_clouds),
        cmocka_unit_test(i5_planar_cloud_is_an_error),
        cmocka_unit_test(i6_duplicates_and_tiny_faces_have_unit_normals),
        cmocka_unit_test(smallest_and_largest_clouds),
        cmocka_unit_test(budget_keeps_the_volume_it_states),
        cmocka_unit_test(hundred_thousand_points_take_seconds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
