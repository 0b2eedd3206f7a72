/* C2.12: the planar case first. Every solver scene exists with its bodies locked to the xy plane and free in
   3D: locked bodies stay in the plane bit for bit, free ones that start in it stay within 1e-5, and both move
   alike. Not with the same bits: a box that may turn about x and y takes the four points of its face in turn
   as levers, one that may not takes them as one, and a sweep leaves more or less over. What differs therefore
   falls with the substeps. */
#include "contracts/check.h"
#include "support/build.h"

enum {
    MOST_BODIES = 64
};

/* A scene in one of its two forms. */
typedef struct Planar {
    DryWorld *world;
    uint32_t locks;
    DryBodyId bodies[MOST_BODIES]; /* the dynamic ones */
    int count;
    float restitution;
} Planar;

typedef void BuildFn(Planar *p);

static Planar open_planar(BuildFn *build, uint32_t locks, int32_t substeps)
{
    Planar p = { .locks = locks };
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.gravity = dry_vec3(0.0f, -10.0f, 0.0f);
    def.substeps = substeps;
    p.world = dry_world_create(&def);
    assert_non_null(p.world);
    build(&p);
    return p;
}

static DryBodyId add_body(Planar *p, double x, double y)
{
    DryBodyDef def = dry_body_def_default();
    def.type = DRY_DYNAMIC;
    def.position = dry_pos(x, y, 0.0);
    def.locks = p->locks;
    DryBodyId body = dry_body_create(p->world, &def);
    assert_true(body.index != 0 && p->count < MOST_BODIES);
    p->bodies[p->count++] = body;
    return body;
}

static DryShapeOptions surface(const Planar *p)
{
    DryShapeOptions options = dry_shape_options_default();
    options.material.restitution = p->restitution;
    return options;
}

static DryBodyId add_box(Planar *p, double x, double y, float half_x, float half_y)
{
    DryBodyId body = add_body(p, x, y);
    DryBox box = { { half_x, half_y, 0.5f } };
    DryShapeOptions options = surface(p);
    assert_int_not_equal(dry_shape_add_box(p->world, body, &box, &options).index, 0);
    return body;
}

static DryBodyId add_ball(Planar *p, double x, double y, float radius)
{
    DryBodyId body = add_body(p, x, y);
    DrySphere ball = { { 0.0f, 0.0f, 0.0f }, radius };
    DryShapeOptions options = surface(p);
    assert_int_not_equal(dry_shape_add_sphere(p->world, body, &ball, &options).index, 0);
    return body;
}

static DryVec3 arm(const Planar *p, DryBodyId body, double x, double y)
{
    return dry_pose_point_inverse(dry_body_pose(p->world, body), dry_pos(x, y, 0.0));
}

/* Bodies turn against each other about the world's z at the point. */
static DryJointId add_hinge(Planar *p, DryBodyId a, DryBodyId b, double x, double y)
{
    DryHingeDef def = dry_hinge_def_default();
    def.body_a = a;
    def.body_b = b;
    def.frame_a = dry_frame_from_axis(arm(p, a, x, y), dry_vec3(0.0f, 0.0f, 1.0f));
    def.frame_b = dry_frame_from_axis(arm(p, b, x, y), dry_vec3(0.0f, 0.0f, 1.0f));
    DryJointId joint = dry_hinge_create(p->world, &def);
    assert_int_not_equal(joint.index, 0);
    return joint;
}

static void add_pin(Planar *p, DryBodyId a, DryBodyId b, double x, double y)
{
    DryBallDef def = dry_ball_def_default();
    def.body_a = a;
    def.body_b = b;
    def.frame_a.position = arm(p, a, x, y);
    def.frame_b.position = arm(p, b, x, y);
    assert_int_not_equal(dry_ball_create(p->world, &def).index, 0);
}

/* ---- the scenes ---- */

static void build_pyramid(Planar *p)
{
    build_ground(p->world);
    for (int row = 0; row < 6; ++row) {
        for (int i = 0; i < 6 - row; ++i) {
            add_box(p, 1.05 * (i - 0.5 * (5 - row)), 0.5 + row, 0.5f, 0.5f);
        }
    }
}

static void build_stack(Planar *p)
{
    build_ground(p->world);
    for (int i = 0; i < 8; ++i) {
        add_box(p, 0.02 * (i % 3), 0.5 + i, 0.5f, 0.5f);
    }
    DryBodyId ball = add_ball(p, -6.0, 1.0, 0.5f); /* rolls against it */
    dry_body_set_velocity(p->world, ball, dry_vec3(3.0f, 0.0f, 0.0f));
}

static void build_rope(Planar *p)
{
    DryBodyId last = build_body(p->world, DRY_STATIC, 0.0, 0.0, 0.0);
    for (int i = 0; i < 10; ++i) {
        DryBodyId ball = add_ball(p, 0.5 + i, 0.0, 0.25f);
        add_pin(p, last, ball, i, 0.0);
        last = ball;
    }
}

/* A double pendulum, and a door that swings between two stops. */
static void build_hinges(Planar *p)
{
    DryBodyId wall = build_body(p->world, DRY_STATIC, 0.0, 0.0, 0.0);
    DryBodyId upper = add_box(p, 1.0, 0.0, 1.0f, 0.1f), lower = add_box(p, 3.0, 0.0, 1.0f, 0.1f);
    add_hinge(p, wall, upper, 0.0, 0.0);
    add_hinge(p, upper, lower, 2.0, 0.0);
    DryBodyId door = add_box(p, 11.0, 0.0, 1.0f, 0.1f);
    DryJointId hinge = add_hinge(p, wall, door, 10.0, 0.0);
    DryLimit limit = { .enabled = true, .lower = -1.0f, .upper = 1.0f };
    assert_int_equal(dry_joint_set_limit(p->world, hinge, DRY_AXIS_ANGULAR_X, &limit), DRY_OK);
}

static void build_cradle(Planar *p)
{
    p->restitution = 1.0f;
    DryBodyId frame = build_body(p->world, DRY_STATIC, 0.0, 0.0, 0.0);
    for (int i = 0; i < 5; ++i) {
        bool lifted = i == 0;
        DryBodyId ball = add_ball(p, i - (lifted ? 3.0 : 0.0), lifted ? -1.0 : -4.0, 0.5f);
        add_hinge(p, frame, ball, i, lifted ? -1.0 : 0.0);
    }
}

/* All at once: a wall of boxes, a chain of balls that swings, and a train of hinged boxes that slides into
   the wall. It pushes the wall together and does not bring it down: boxes that tumble over their edges leave
   the plane from any rounding, as a coin does. */
static void build_yard(Planar *p)
{
    build_pyramid(p);
    DryBodyId last = build_body(p->world, DRY_STATIC, -9.0, 5.0, 0.0);
    for (int i = 0; i < 4; ++i) {
        DryBodyId ball = add_ball(p, -9.5 - i, 5.0, i == 3 ? 0.5f : 0.2f);
        add_pin(p, last, ball, -9.0 - i, 5.0);
        last = ball;
    }
    DryBodyId cart = { 0, 0 };
    for (int i = 0; i < 5; ++i) {
        DryBodyId next = add_box(p, 3.9 + 1.5 * i, 0.3, 0.6f, 0.3f);
        dry_body_set_velocity(p->world, next, dry_vec3(-2.0f, 0.0f, 0.0f));
        if (i > 0) {
            add_hinge(p, cart, next, 3.9 + 1.5 * i - 0.75, 0.3);
        }
        cart = next;
    }
}

/* ---- what must hold ---- */

static void check_locked(const Planar *p)
{
    for (int i = 0; i < p->count; ++i) {
        DryPose pose = dry_body_pose(p->world, p->bodies[i]);
        DryVec3 v = dry_body_velocity(p->world, p->bodies[i]);
        DryVec3 w = dry_body_angular_velocity(p->world, p->bodies[i]);
        if (pose.position.z != 0.0 || pose.rotation.x != 0.0f || pose.rotation.y != 0.0f || v.z != 0.0f ||
            w.x != 0.0f || w.y != 0.0f) {
            fail_msg("locked body %d: z %g, rotation %g %g, velocity %g, spin %g %g", i, pose.position.z,
                     (double)pose.rotation.x, (double)pose.rotation.y, (double)v.z, (double)w.x, (double)w.y);
        }
    }
}

/* How far the free form is out of the plane. */
static double out_of_plane(const Planar *p)
{
    double worst = 0.0;
    for (int i = 0; i < p->count; ++i) {
        DryPose pose = dry_body_pose(p->world, p->bodies[i]);
        worst = fmax(worst, fabs(pose.position.z));
        worst = fmax(worst, 2.0 * fabs((double)pose.rotation.x));
        worst = fmax(worst, 2.0 * fabs((double)pose.rotation.y));
    }
    return worst;
}

/* The largest distance of a body of one form from that of the other. */
static double apart(const Planar *a, const Planar *b)
{
    double worst = 0.0;
    for (int i = 0; i < a->count; ++i) {
        DryPos p = dry_body_position(a->world, a->bodies[i]), q = dry_body_position(b->world, b->bodies[i]);
        worst = fmax(worst, fmax(fabs(p.x - q.x), fabs(p.y - q.y)));
    }
    return worst;
}

/* Both forms over `steps`; alike within `tolerance`, m, until step `alike`. */
static void compare(BuildFn *build, int32_t substeps, int steps, int alike, double tolerance)
{
    Planar locked = open_planar(build, DRY_LOCK_PLANAR, substeps), free = open_planar(build, 0, substeps);
    double out = 0.0, difference = 0.0;
    for (int i = 0; i < steps; ++i) {
        run_steps(locked.world, 1);
        run_steps(free.world, 1);
        check_locked(&locked);
        out = fmax(out, out_of_plane(&free));
        difference = i < alike ? fmax(difference, apart(&locked, &free)) : difference;
    }
    print_message("out of the plane %.2g, apart %.2g\n", out, difference);
    assert_true(out < 1e-5);
    assert_true(difference <= tolerance);
    dry_world_destroy(locked.world);
    dry_world_destroy(free.world);
}

static void c2_12_a_pyramid_is_planar(void **unused)
{
    (void)unused;
    compare(build_pyramid, 4, 600, 600, 2e-3);
    compare(build_pyramid, 16, 600, 600, 2e-4);
}

static void c2_12_a_stack_that_is_struck_is_planar(void **unused)
{
    (void)unused;
    compare(build_stack, 4, 600, 600, 1e-2);
    compare(build_stack, 16, 600, 600, 2e-3);
}

static void c2_12_a_rope_of_balls_is_planar(void **unused)
{
    (void)unused;
    compare(build_rope, 4, 600, 600, 1e-6);
}

static void c2_12_hinges_are_planar(void **unused)
{
    (void)unused;
    compare(build_hinges, 4, 600, 240, 1e-3);
}

static void c2_12_newtons_cradle_is_planar(void **unused)
{
    (void)unused;
    compare(build_cradle, 4, 600, 600, 1e-4);
}

static void c2_12_contacts_and_joints_together_are_planar_for_1000_steps(void **unused)
{
    (void)unused;
    compare(build_yard, 4, 1000, 1000, 1e-2);
    compare(build_yard, 16, 1000, 600, 2e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c2_12_a_pyramid_is_planar),
        cmocka_unit_test(c2_12_a_stack_that_is_struck_is_planar),
        cmocka_unit_test(c2_12_a_rope_of_balls_is_planar),
        cmocka_unit_test(c2_12_hinges_are_planar),
        cmocka_unit_test(c2_12_newtons_cradle_is_planar),
        cmocka_unit_test(c2_12_contacts_and_joints_together_are_planar_for_1000_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
