/* Short ways to put worlds together in tests. */
#ifndef SUPPORT_BUILD_H
#define SUPPORT_BUILD_H

#include <drystone/drystone.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <stdio.h>

#define STEP (1.0f / 60.0f)

static inline DryWorld *build_world(int32_t workers, DryKernel kernel)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = workers;
    def.kernel = kernel;
    def.gravity = (DryVec3){ 0.0f, -10.0f, 0.0f };
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    return world;
}

static inline DryBodyId build_body(DryWorld *world, DryBodyType type, double x, double y, double z)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = dry_pos(x, y, z);
    DryBodyId body = dry_body_create(world, &def);
    assert_int_not_equal(body.index, 0);
    return body;
}

static inline DryBodyId build_box(DryWorld *world, DryBodyType type, double x, double y, double z, float half)
{
    DryBodyId body = build_body(world, type, x, y, z);
    DryBox box = { { half, half, half } };
    assert_int_not_equal(dry_shape_add_box(world, body, &box, NULL).index, 0);
    return body;
}

static inline DryBodyId build_ball(DryWorld *world, DryBodyType type, double x, double y, double z,
                                   float radius)
{
    DryBodyId body = build_body(world, type, x, y, z);
    DrySphere ball = { { 0.0f, 0.0f, 0.0f }, radius };
    assert_int_not_equal(dry_shape_add_sphere(world, body, &ball, NULL).index, 0);
    return body;
}

/* A static box of 100 m by 100 m with its top at y = 0. */
static inline DryBodyId build_ground(DryWorld *world)
{
    DryBodyId ground = build_body(world, DRY_STATIC, 0.0, -1.0, 0.0);
    DryBox box = { { 50.0f, 1.0f, 50.0f } };
    assert_int_not_equal(dry_shape_add_box(world, ground, &box, NULL).index, 0);
    return ground;
}

static inline void run_steps(DryWorld *world, int count)
{
    for (int i = 0; i < count; ++i) {
        if (dry_world_step(world, STEP) != DRY_OK) {
            fail_msg("%s", dry_world_error(world));
        }
    }
}

static inline DryShapeId first_shape(const DryWorld *world, DryBodyId body)
{
    DryShapeId shape = { 0, 0 };
    (void)dry_body_shapes(world, body, &shape, 1);
    return shape;
}

#endif
