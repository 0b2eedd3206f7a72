#include "contracts/wake_scenes.h"

static const float dt = 1.0f / 60.0f;

void step(Scene *s, int steps)
{
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(dry_world_step(s->world, dt), DRY_OK);
    }
}

DryBodyId body_at(DryWorld *world, DryBodyType type, double x, double y, double z)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = dry_pos(x, y, z);
    return dry_body_create(world, &def);
}

DryShapeId box_on(DryWorld *world, DryBodyId body, float hx, float hy, float hz)
{
    DryBox box = { { hx, hy, hz } };
    DryShapeId shape = dry_shape_add_box(world, body, &box, NULL);
    assert_int_not_equal(shape.index, 0);
    return shape;
}

DryShapeId shape_of(const Scene *s, DryBodyId body)
{
    DryShapeId shape = { 0, 0 };
    (void)dry_body_shapes(s->world, body, &shape, 1);
    return shape;
}

DryPos at(const Scene *s)
{
    return dry_body_position(s->world, s->box);
}

void fall_asleep(Scene *s)
{
    step(s, 120);
    assert_false(dry_body_is_awake(s->world, s->box));
}

Scene open_scene(void)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    Scene s = { .world = dry_world_create(&def) };
    assert_non_null(s.world);
    return s;
}

/* A cube asleep at (0, 0.5, 0) on a support whose top is at 0. */
static Scene on_support(DryBodyType type)
{
    Scene s = open_scene();
    s.support = body_at(s.world, type, 0.0, -0.5, 0.0);
    box_on(s.world, s.support, 5.0f, 0.5f, 5.0f);
    s.box = body_at(s.world, DRY_DYNAMIC, 0.0, 0.5, 0.0);
    box_on(s.world, s.box, 0.5f, 0.5f, 0.5f);
    fall_asleep(&s);
    return s;
}

Scene on_static(void)
{
    return on_support(DRY_STATIC);
}

Scene on_kinematic(void)
{
    return on_support(DRY_KINEMATIC);
}

Scene on_dynamic(void)
{
    Scene s = open_scene();
    DryBodyId ground = body_at(s.world, DRY_STATIC, 0.0, -0.5, 0.0);
    box_on(s.world, ground, 5.0f, 0.5f, 5.0f);
    s.support = body_at(s.world, DRY_DYNAMIC, 0.0, 0.5, 0.0);
    box_on(s.world, s.support, 0.5f, 0.5f, 0.5f);
    s.box = body_at(s.world, DRY_DYNAMIC, 0.0, 1.5, 0.0);
    box_on(s.world, s.box, 0.5f, 0.5f, 0.5f);
    fall_asleep(&s);
    return s;
}

Scene on_slope(void)
{
    Scene s = open_scene();
    DryQuat tilt = dry_quat_from_axis_angle(dry_vec3(0.0f, 0.0f, 1.0f), 0.3f);
    DryBodyDef def = dry_body_def_default();
    def.rotation = tilt;
    s.support = dry_body_create(s.world, &def);
    box_on(s.world, s.support, 20.0f, 0.5f, 5.0f);
    DryVec3 above = dry_quat_rotate(tilt, dry_vec3(0.0f, 1.0f, 0.0f));
    def.type = DRY_DYNAMIC;
    def.position = dry_pos_add(dry_pos(0.0, 0.0, 0.0), above);
    s.box = dry_body_create(s.world, &def);
    box_on(s.world, s.box, 0.5f, 0.5f, 0.5f);
    fall_asleep(&s);
    return s;
}

/* Hangs 2 m below the support by a hinge about z, without touching anything. */
static Scene hanging(DryBodyType type)
{
    Scene s = open_scene();
    s.support = body_at(s.world, type, 0.0, 0.0, 0.0);
    box_on(s.world, s.support, 0.2f, 0.2f, 0.2f);
    s.box = body_at(s.world, DRY_DYNAMIC, 0.0, -2.0, 0.0);
    box_on(s.world, s.box, 0.5f, 0.5f, 0.5f);
    DryHingeDef def = dry_hinge_def_default();
    def.body_a = s.support;
    def.body_b = s.box;
    def.frame_a = dry_frame_from_axis(dry_vec3(0.0f, 0.0f, 0.0f), dry_vec3(0.0f, 0.0f, 1.0f));
    def.frame_b = dry_frame_from_axis(dry_vec3(0.0f, 2.0f, 0.0f), dry_vec3(0.0f, 0.0f, 1.0f));
    s.joint = dry_hinge_create(s.world, &def);
    assert_int_not_equal(s.joint.index, 0);
    fall_asleep(&s);
    return s;
}

Scene hanging_static(void)
{
    return hanging(DRY_STATIC);
}

Scene hanging_kinematic(void)
{
    return hanging(DRY_KINEMATIC);
}

bool stays(Scene *s)
{
    DryPos before = at(s);
    step(s, 20);
    return fabs(at(s).x - before.x) < 0.01 && fabs(at(s).y - before.y) < 0.01;
}
