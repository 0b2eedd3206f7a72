/* Rays and boxes against a world whose proxies are in every possible place. */
#include "support/build.h"
#include "support/random.h"

#include <math.h>

static void a_ray_hits_the_closest(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    build_ground(w);
    DryBodyId near = build_ball(w, DRY_STATIC, 0, 3, 0, 0.5f), far = build_box(w, DRY_STATIC, 0, 1, 0, 0.5f);
    DryRay ray = { { 0, 10, 0 }, { 0, -2, 0 }, 100.0f };
    DryRayHit hit;
    assert_true(dry_world_cast_ray_closest(w, ray, DRY_FILTER_ALL, &hit));
    assert_int_equal(hit.body.index, near.index);
    assert_float_equal(hit.distance, 6.5f, 1e-4f);
    assert_float_equal(hit.normal.y, 1.0f, 1e-5f);
    DryRayHit hits[2];
    assert_int_equal(dry_world_cast_ray_all(w, ray, DRY_FILTER_ALL, hits, 2), 3);
    assert_int_equal(hits[0].body.index, near.index);
    assert_int_equal(hits[1].body.index, far.index);
    DryFilter none = { .category = 1, .mask = 0 };
    assert_false(dry_world_cast_ray_closest(w, ray, none, &hit));
    dry_world_destroy(w);
}

static void wrong_rays_are_refused(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryRayHit hit;
    DryRay rays[4] = { { { 0, 0, 0 }, { 0, 0, 0 }, 1 },
                       { { (double)NAN, 0, 0 }, { 1, 0, 0 }, 1 },
                       { { 0, 0, 0 }, { 1, 0, 0 }, -1 },
                       { { 0, 0, 0 }, { 1, INFINITY, 0 }, 1 } };
    for (int i = 0; i < 4; ++i) {
        assert_false(dry_world_cast_ray_closest(w, rays[i], DRY_FILTER_ALL, &hit));
        assert_int_equal(dry_world_cast_ray_all(w, rays[i], DRY_FILTER_ALL, NULL, 0), -1);
    }
    DryBounds bad = { { 1, 0, 0 }, { 0, 1, 1 } };
    assert_int_equal(dry_world_overlap_box(w, bad, DRY_FILTER_ALL, NULL, 0), -1);
    DryBounds good = { { 0, 0, 0 }, { 1, 1, 1 } };
    assert_int_equal(dry_world_overlap_box(w, good, DRY_FILTER_ALL, NULL, 0), 0);
    dry_world_destroy(w);
}

/* Awake, asleep, just created, just moved: found where it is and not where it was. */
static void queries_follow_every_edit(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    build_ground(w);
    DryBodyId box = build_box(w, DRY_DYNAMIC, 5, 0.5, 0, 0.5f);
    DryRay at5 = { { 5, 10, 0 }, { 0, -1, 0 }, 9.9f }, at8 = { { 8, 10, 0 }, { 0, -1, 0 }, 9.9f };
    assert_true(dry_world_cast_ray_closest(w, at5, DRY_FILTER_ALL, NULL));
    run_steps(w, 10);
    assert_true(dry_world_cast_ray_closest(w, at5, DRY_FILTER_ALL, NULL));
    dry_body_set_pose(w, box, (DryPose){ { 8, 0.5, 0 }, dry_quat_identity() });
    assert_false(dry_world_cast_ray_closest(w, at5, DRY_FILTER_ALL, NULL));
    assert_true(dry_world_cast_ray_closest(w, at8, DRY_FILTER_ALL, NULL));
    run_steps(w, 120);
    assert_false(dry_body_is_awake(w, box));
    assert_true(dry_world_cast_ray_closest(w, at8, DRY_FILTER_ALL, NULL));
    dry_body_set_awake(w, box, true);
    assert_true(dry_world_cast_ray_closest(w, at8, DRY_FILTER_ALL, NULL));
    dry_body_set_enabled(w, box, false);
    assert_false(dry_world_cast_ray_closest(w, at8, DRY_FILTER_ALL, NULL));
    dry_body_set_enabled(w, box, true);
    assert_true(dry_world_cast_ray_closest(w, at8, DRY_FILTER_ALL, NULL));
    dry_body_destroy(w, box);
    assert_false(dry_world_cast_ray_closest(w, at8, DRY_FILTER_ALL, NULL));
    dry_world_destroy(w);
}

static void boxes_find_what_brute_force_finds(void **unused)
{
    (void)unused;
    const uint64_t seed = 20261130;
    print_message("seed %llu\n", (unsigned long long)seed);
    Random r = random_seeded(seed);
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    enum {
        COUNT = 300
    };
    DryPos at[COUNT];
    DryShapeId shape[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        at[i] = dry_pos(random_double(&r, -20, 20), random_double(&r, -20, 20), random_double(&r, -20, 20));
        DryBodyId body =
            build_ball(w, i % 3 == 0 ? DRY_DYNAMIC : DRY_STATIC, at[i].x, at[i].y, at[i].z, 0.5f);
        dry_body_set_gravity_scale(w, body, 0.0f);
        shape[i] = first_shape(w, body);
    }
    for (int k = 0; k < 200; ++k) {
        DryPos c =
            dry_pos(random_double(&r, -20, 20), random_double(&r, -20, 20), random_double(&r, -20, 20));
        double h = random_double(&r, 0.1, 6.0);
        DryBounds box = { { c.x - h, c.y - h, c.z - h }, { c.x + h, c.y + h, c.z + h } };
        DryShapeId found[COUNT];
        int n = dry_world_overlap_box(w, box, DRY_FILTER_ALL, found, COUNT), expected = 0;
        for (int i = 0; i < COUNT; ++i) {
            double dx = fmax(fabs(at[i].x - c.x) - h, 0), dy = fmax(fabs(at[i].y - c.y) - h, 0),
                   dz = fmax(fabs(at[i].z - c.z) - h, 0);
            double d = sqrt(dx * dx + dy * dy + dz * dz);
            if (fabs(d - 0.5) < 1e-4) {
                expected = -1; /* too close to call */
                break;
            }
            if (d < 0.5) {
                assert_true(expected < n);
                assert_int_equal(found[expected].index, shape[i].index);
                ++expected;
            }
        }
        if (expected >= 0) {
            assert_int_equal(n, expected);
        }
    }
    dry_world_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ray_hits_the_closest),
        cmocka_unit_test(wrong_rays_are_refused),
        cmocka_unit_test(queries_follow_every_edit),
        cmocka_unit_test(boxes_find_what_brute_force_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
