/* Rays through the edges and corners that triangles share: none passes between them. */
#include "world/query_rig.h"

#include <math.h>

static const float wave = 0.6f;

/* The height field's own cell borders, straight down. */
static void g13_rays_on_cell_borders_hit(void **unused)
{
    (void)unused;
    DryMesh *mesh = rig_grid(64, wave, false);
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyDef def = dry_body_def_default();
    def.position = dry_pos(32, 0, 32);
    DryBodyId ground = dry_body_create(w, &def);
    assert_int_not_equal(dry_shape_add_mesh(w, ground, mesh, NULL, NULL).index, 0);
    const DryPos from[4] = {
        { 5, 10, 2.63113 }, { 9.50162, 10, 5 }, { 10, 10, 5.26226 }, { 30, 10, 15.78678 }
    };
    for (int i = 0; i < 4; ++i) {
        DryRay ray = { from[i], { 0, -1, 0 }, 20 };
        assert_true(dry_world_cast_ray_closest(w, ray, DRY_FILTER_ALL, NULL));
    }
    dry_world_destroy(w);
    dry_mesh_release(mesh);
}

/* A place on an edge or corner of a triangle, body frame. */
static DryVec3 place_on_edge(Random *r, const DryMesh *mesh)
{
    DryVec3 c[3];
    int k = random_int(r, 3);
    dry_mesh_triangle(mesh, random_int(r, dry_mesh_triangle_count(mesh)), c);
    float t = random_int(r, 4) == 0 ? 0.0f : random_float(r, 0.0f, 1.0f);
    return dry_vec3_add_scaled(c[k], dry_vec3_sub(c[(k + 1) % 3], c[k]), t);
}

/* Steeper than the waves, so that a ray to a place on the mesh comes from above it; those to the outermost
   cells may pass the rim. */
static int missed(DryWorld *w, DryPose pose, const DryMesh *mesh, int n, int count, uint64_t seed)
{
    Random r = random_seeded(seed);
    int lost = 0;
    for (int i = 0; i < count;) {
        DryVec3 at = place_on_edge(&r, mesh);
        if (fabsf(at.x) > 0.5f * (float)n - 1.5f || fabsf(at.z) > 0.5f * (float)n - 1.5f) {
            continue;
        }
        DryVec3 tilt = { random_float(&r, -0.3f, 0.3f), 1.0f, 0.0f };
        tilt.z = random_float(&r, -0.3f, 0.3f);
        float away = random_float(&r, 2.0f, 30.0f);
        if (random_int(&r, 3) == 0) { /* straight along an axis */
            tilt = dry_vec3(0, 1, 0);
        }
        DryRay ray = { dry_pose_point(pose, dry_vec3_add_scaled(at, tilt, away)),
                       dry_quat_rotate(pose.rotation, dry_vec3_scale(tilt, -1.0f)), 2.0f * away + 5.0f };
        lost += dry_world_cast_ray_closest(w, ray, DRY_FILTER_ALL, NULL) ? 0 : 1;
        ++i;
    }
    return lost;
}

static void no_ray_passes_between_triangles(void **unused)
{
    (void)unused;
    enum {
        CELLS = 24,
        RAYS = 25000
    };
    const DryPose poses[4] = { { { 0, 0, 0 }, { 0, 0, 0, 1 } },
                               { { 3, -2, 7 }, { 0, 0, 0, 1 } },
                               { { 100.3, 20.7, -55.1 }, { 0, 0, 0, 1 } },
                               { { 1e5, 1e4, -3e5 }, { 0, 0, 0, 1 } } };
    int lost = 0;
    for (int i = 0; i < 4; ++i) {
        for (int flat = 0; flat < 2; ++flat) {
            DryMesh *mesh = rig_grid(CELLS, flat != 0 ? 0.0f : wave, flat != 0);
            DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
            DryBodyDef def = dry_body_def_default();
            DryPose pose = poses[i];
            if (i >= 2) {
                pose.rotation = dry_quat_from_axis_angle(dry_vec3(1, 2, 0.5f), 0.7f * (float)i);
            }
            def.position = pose.position;
            def.rotation = pose.rotation;
            DryBodyId ground = dry_body_create(w, &def);
            assert_int_not_equal(dry_shape_add_mesh(w, ground, mesh, NULL, NULL).index, 0);
            lost += missed(w, pose, mesh, CELLS, RAYS / 2, 100 + (uint64_t)(2 * i + flat));
            dry_world_destroy(w);
            dry_mesh_release(mesh);
        }
    }
    print_message("100000 rays, %d lost\n", lost);
    assert_int_equal(lost, 0);
}

/* Shapes as small as points, and small balls, meet the same edges. */
static void no_small_shape_passes_between_triangles(void **unused)
{
    (void)unused;
    DryMesh *mesh = rig_grid(16, wave, false);
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId ground = build_body(w, DRY_STATIC, 0, 0, 0);
    assert_int_not_equal(dry_shape_add_mesh(w, ground, mesh, NULL, NULL).index, 0);
    Random r = random_seeded(9);
    int lost = 0;
    for (int i = 0; i < 4000; ++i) {
        DryVec3 at = place_on_edge(&r, mesh);
        if (fabsf(at.x) > 6.0f || fabsf(at.z) > 6.0f) {
            continue;
        }
        DryQueryShape s = { .pose = { { (double)at.x, 8.0, (double)at.z }, dry_quat_identity() } };
        if (i % 2 == 0) {
            s.kind = DRY_SHAPE_SPHERE;
            s.sphere.radius = 1e-3f;
        }
        lost += dry_world_cast_shape(w, &s, dry_vec3(0, -20, 0), DRY_QUERY_ANY, NULL, NULL, 0) == 1 ? 0 : 1;
    }
    assert_int_equal(lost, 0);
    dry_world_destroy(w);
    dry_mesh_release(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(g13_rays_on_cell_borders_hit),
        cmocka_unit_test(no_ray_passes_between_triangles),
        cmocka_unit_test(no_small_shape_passes_between_triangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
