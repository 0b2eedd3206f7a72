/* Bodies on a mesh that is not quite flat: many corners of the ground nearly touch, and bear a body in turn.
 */
#include "support/build.h"
#include "support/random.h"

#include <math.h>

enum {
    CELLS = 60, /* of the ground, each way */
    ROWS = 10,
    BODIES = ROWS * ROWS,
    BOULDER_POINTS = 24,
    MAY_BE_AWAKE = 3
};

#define CELL 0.5f

/* A square sheet about the origin, its corners up to `bump` of a cell above or below the plane. */
static void add_ground(DryWorld *world, Random *random, float bump)
{
    static DryVec3 vertices[(CELLS + 1) * (CELLS + 1)];
    static uint32_t indices[CELLS * CELLS * 6];
    int32_t count = 0;
    for (int z = 0; z <= CELLS; ++z) {
        for (int x = 0; x <= CELLS; ++x) {
            float height = random_float(random, -bump * CELL, bump * CELL);
            vertices[z * (CELLS + 1) + x] =
                dry_vec3(CELL * (float)(x - CELLS / 2), height, CELL * (float)(z - CELLS / 2));
        }
    }
    for (uint32_t z = 0; z < CELLS; ++z) {
        for (uint32_t x = 0; x < CELLS; ++x) {
            uint32_t a = z * (CELLS + 1) + x, b = a + 1, c = a + CELLS + 1, d = c + 1;
            uint32_t two[6] = { a, c, b, b, c, d };
            for (int i = 0; i < 6; ++i) {
                indices[count++] = two[i];
            }
        }
    }
    DryMeshSource source = {
        .vertices = vertices,
        .vertex_count = (CELLS + 1) * (CELLS + 1),
        .indices = indices,
        .triangle_count = CELLS * CELLS * 2,
    };
    DryMesh *mesh = dry_mesh_create(&source, NULL);
    assert_non_null(mesh);
    DryShapeOptions options = dry_shape_options_default();
    DryBodyId body = build_body(world, DRY_STATIC, 0.0, 0.0, 0.0);
    assert_int_not_equal(dry_shape_add_mesh(world, body, mesh, NULL, &options).index, 0);
    dry_mesh_release(mesh);
}

static void add_slab(DryWorld *world, DryBodyId body, Random *random)
{
    DryShapeOptions options = dry_shape_options_default();
    DryBox box;
    box.half_extents.x = random_float(random, 0.3f, 0.6f);
    box.half_extents.y = random_float(random, 0.1f, 0.3f);
    box.half_extents.z = random_float(random, 0.3f, 0.6f);
    assert_int_not_equal(dry_shape_add_box(world, body, &box, &options).index, 0);
}

static void add_boulder(DryWorld *world, DryBodyId body, Random *random)
{
    DryVec3 points[BOULDER_POINTS];
    for (int i = 0; i < BOULDER_POINTS; ++i) {
        points[i].x = random_float(random, -1.0f, 1.0f);
        points[i].y = random_float(random, -0.6f, 0.6f);
        points[i].z = random_float(random, -1.0f, 1.0f);
        /* a flat belly, with more corners than four */
        points[i].y = points[i].y < -0.1f ? -0.5f : points[i].y;
    }
    DryHullSource source = { .points = points, .point_count = BOULDER_POINTS };
    DryHull *hull = dry_hull_create(&source, NULL);
    assert_non_null(hull);
    DryShapeOptions options = dry_shape_options_default();
    assert_int_not_equal(dry_shape_add_hull(world, body, hull, &options).index, 0);
    dry_hull_release(hull);
}

/* Slabs and boulders, each turned some way about the vertical. */
static void add_bodies(DryWorld *world, Random *random, DryBodyId bodies[BODIES])
{
    for (int i = 0; i < BODIES; ++i) {
        double x = 2.6 * (i % ROWS - 0.5 * (ROWS - 1)), z = 2.6 * (i / ROWS - 0.5 * (ROWS - 1));
        bodies[i] = build_body(world, DRY_DYNAMIC, x, 0.6, z);
        if (i % 2 == 0) {
            add_slab(world, bodies[i], random);
        } else {
            add_boulder(world, bodies[i], random);
        }
        DryPose pose = dry_body_pose(world, bodies[i]);
        float turn = random_float(random, 0.0f, 1.5f);
        pose.rotation = (DryQuat){ 0.0f, sinf(turn), 0.0f, cosf(turn) };
        assert_int_equal(dry_body_set_pose(world, bodies[i], pose), DRY_OK);
    }
}

static int awake_after(float bump, uint64_t seed, int steps)
{
    Random random = random_seeded(seed);
    DryWorld *world = build_world(1, DRY_KERNEL_AUTO);
    add_ground(world, &random, bump);
    DryBodyId bodies[BODIES];
    add_bodies(world, &random, bodies);
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(dry_world_step(world, STEP), DRY_OK);
    }
    int awake = 0;
    for (int i = 0; i < BODIES; ++i) {
        awake += dry_body_is_awake(world, bodies[i]) ? 1 : 0;
    }
    print_message("bumps of %.3f cells, seed %llu: %d of %d awake\n", (double)bump, (unsigned long long)seed,
                  awake, BODIES);
    dry_world_destroy(world);
    return awake;
}

/* Nothing drives them, so they must come to rest. A corner of the ground that is left out while the body
   sinks on it, and chosen again when it has, would keep them rocking. */
static void bodies_come_to_rest_on_uneven_ground(void **state)
{
    (void)state;
    const float bumps[] = { 0.001f, 0.002f, 0.004f, 0.01f };
    for (int i = 0; i < 4; ++i) {
        for (uint64_t seed = 20261; seed <= 20262; ++seed) {
            assert_true(awake_after(bumps[i], seed, 15 * 60) <= MAY_BE_AWAKE);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_come_to_rest_on_uneven_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
