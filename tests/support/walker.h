/* Worlds for characters, and short ways to walk through them. */
#ifndef SUPPORT_WALKER_H
#define SUPPORT_WALKER_H

#include "support/build.h"

#include <math.h>

#define WALK_GRAVITY 9.81

static inline DryWorld *walk_world(float unit, int32_t workers)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = workers;
    def.length_unit = unit;
    def.gravity = dry_vec3(0.0f, -9.81f * unit, 0.0f);
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    return world;
}

static inline DryBodyId walk_box_at(DryWorld *world, DryBodyType type, DryPose pose, DryVec3 half,
                                    float density)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = pose.position;
    def.rotation = pose.rotation;
    DryBodyId body = dry_body_create(world, &def);
    DryShapeOptions options = dry_shape_options_default();
    options.density = density;
    DryBox box = { half };
    assert_int_not_equal(dry_shape_add_box(world, body, &box, &options).index, 0);
    return body;
}

/* A static box between two corners. */
static inline DryBodyId walk_block(DryWorld *world, DryPos lower, DryPos upper)
{
    DryPose pose = { dry_pos((lower.x + upper.x) / 2, (lower.y + upper.y) / 2, (lower.z + upper.z) / 2),
                     dry_quat_identity() };
    DryVec3 half = dry_vec3((float)(upper.x - lower.x) / 2, (float)(upper.y - lower.y) / 2,
                            (float)(upper.z - lower.z) / 2);
    return walk_box_at(world, DRY_STATIC, pose, half, 1000.0f);
}

/* A static box with its top through `at`, turned about z by `angle`: it rises along x. */
static inline DryBodyId walk_ramp(DryWorld *world, DryPos at, float angle)
{
    DryPose pose = { at, dry_quat_from_axis_angle(dry_vec3(0.0f, 0.0f, 1.0f), angle) };
    pose.position = dry_pos_add(at, dry_quat_rotate(pose.rotation, dry_vec3(0.0f, -1.0f, 0.0f)));
    return walk_box_at(world, DRY_STATIC, pose, dry_vec3(20.0f, 1.0f, 20.0f), 1000.0f);
}

static inline DryBodyId walk_floor(DryWorld *world)
{
    DryBodyId body = build_body(world, DRY_STATIC, 0.0, 0.0, 0.0);
    DryHalfSpace plane = { { 0.0f, 1.0f, 0.0f }, 0.0f };
    assert_int_not_equal(dry_shape_add_half_space(world, body, &plane, NULL).index, 0);
    return body;
}

static inline DryCharacter *walk_character(DryWorld *world, DryPos feet)
{
    DryCharacterDef def = dry_character_def_default(world);
    def.position = feet;
    DryCharacter *c = dry_character_create(world, &def);
    if (c == NULL) {
        fail_msg("%s", dry_last_error());
    }
    return c;
}

static inline void walk_update(DryCharacter *c, DryVec3 velocity, float jump_speed, float dt)
{
    float speed = dry_vec3_length(velocity);
    DryCharacterInput input = { .move = dry_vec3_normalize(velocity),
                                .speed = speed,
                                .jump = jump_speed > 0.0f,
                                .jump_speed = jump_speed };
    if (dry_character_update(c, &input, dt) != DRY_OK) {
        fail_msg("%s", dry_last_error());
    }
}

/* Updates and steps `count` times. */
static inline void walk_steps(DryCharacter *c, DryVec3 velocity, int count)
{
    for (int i = 0; i < count; ++i) {
        walk_update(c, velocity, 0.0f, STEP);
        if (dry_world_step(dry_character_world(c), STEP) != DRY_OK) {
            fail_msg("%s", dry_last_error());
        }
    }
}

static inline DryGroundState walk_state(const DryCharacter *c)
{
    return dry_character_ground(c).state;
}

#endif
