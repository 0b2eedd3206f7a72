/* C4.12: regions that push: vents, fluids, other gravity, tractor beams, whirls; and the tow rope. */
#include "contracts/check.h"
#include "support/build.h"
#include "support/random.h"

#define PI 3.14159265358979323846

static const double g = 10.0; /* of build_world */

/* Bodies that come to rest slowly are not put to sleep on their way. */
static DryWorld *open_world(void)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.gravity = dry_vec3(0.0f, -10.0f, 0.0f);
    def.sleeping = false;
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    return world;
}

static void drive(DryWorld *world, const DryField *fields, int32_t count, int steps)
{
    for (int i = 0; i < steps; ++i) {
        assert_true(dry_fields_apply(world, fields, count, STEP) >= 0);
        run_steps(world, 1);
    }
}

static DryField box_field(DryFieldKind kind, double x, double y, double z, DryVec3 half)
{
    DryField f = dry_field_default();
    f.kind = kind;
    f.region.kind = DRY_REGION_BOX;
    f.region.pose.position = dry_pos(x, y, z);
    f.region.half_extents = half;
    return f;
}

/* Still water up to y = 0, everywhere. */
static DryField sea(void)
{
    DryField f = dry_field_default();
    f.kind = DRY_FIELD_FLUID;
    f.region.kind = DRY_REGION_HALF_SPACE;
    return f;
}

static void set_density(DryWorld *world, DryBodyId body, float density)
{
    assert_int_equal(dry_shape_set_density(world, first_shape(world, body), density), DRY_OK);
}

static double height(const DryWorld *world, DryBodyId body)
{
    return dry_body_position(world, body).y;
}

/* Runs until the body has come through y = level upwards `count` times; the mean period. */
static double period(DryWorld *world, const DryField *field, DryBodyId body, double level, int count)
{
    double first = 0.0, latest = 0.0, last = height(world, body);
    for (int i = 1, seen = 0; seen <= count; ++i) {
        assert_true(i < 20000);
        drive(world, field, 1, 1);
        double y = height(world, body);
        if (last < level && y >= level) {
            latest = (i - (y - level) / (y - last)) * (double)STEP;
            first = seen++ == 0 ? latest : first;
        }
        last = y;
    }
    return (latest - first) / count;
}

/* The largest height over the next `steps`. */
static double peak(DryWorld *world, const DryField *field, DryBodyId body, int steps)
{
    double most = -1e30;
    for (int i = 0; i < steps; ++i) {
        drive(world, field, 1, 1);
        most = fmax(most, height(world, body));
    }
    return most;
}

/* ---- vents ---- */

static DryField draught(void)
{
    DryField vent = box_field(DRY_FIELD_VENT, 0.0, 0.0, 0.0, dry_vec3(1.0f, 4.0f, 1.0f));
    vent.per_mass = true;
    vent.strength = 20.0f;
    return vent;
}

static void c4_12_a_vent_holds_what_is_in_it(void **unused)
{
    (void)unused;
    DryWorld *world = open_world();
    DryBodyId ball = build_ball(world, DRY_DYNAMIC, 0.0, 3.0, 0.0, 0.3f);
    DryBodyId outside = build_ball(world, DRY_DYNAMIC, 5.0, 3.0, 0.0, 0.3f);
    DryField vent = draught();
    vent.damping = 2.0f;
    drive(world, &vent, 1, 600);
    assert_close(height(world, ball), 0.0, 1e-3); /* where half of 2 g is left */
    assert_close(height(world, outside), 3.0 - 0.5 * g * 100.0, 2.0);
    dry_world_destroy(world);
}

static void c4_12_a_vent_without_damping_keeps_the_energy(void **unused)
{
    (void)unused;
    DryWorld *world = open_world();
    DryBodyId ball = build_ball(world, DRY_DYNAMIC, 0.0, 1.0, 0.0, 0.3f);
    DryField vent = draught();
    assert_close(period(world, &vent, ball, 0.0, 10), 2.0 * PI / sqrt(20.0 / 8.0), 0.002);
    assert_close(peak(world, &vent, ball, 600), 1.0, 0.002);
    dry_world_destroy(world);
}

static void c4_12_a_vent_blows_along_its_axis_with_its_falloff(void **unused)
{
    (void)unused;
    const DryFalloff laws[3] = { DRY_FALLOFF_CONSTANT, DRY_FALLOFF_LINEAR, DRY_FALLOFF_QUADRATIC };
    const double factors[3] = { 1.0, 0.25, 0.0625 };
    for (int i = 0; i < 3; ++i) {
        DryWorld *world = open_world();
        DryBodyId ball = build_ball(world, DRY_DYNAMIC, 2.0, 0.0, 0.0, 0.3f);
        DryField vent = draught(); /* turned: it blows along x, from -4 to 4 */
        vent.region.pose.rotation = dry_quat_between(dry_vec3(0.0f, 1.0f, 0.0f), dry_vec3(1.0f, 0.0f, 0.0f));
        vent.falloff = laws[i];
        vent.per_mass = false;
        vent.strength = 1000.0f;
        assert_int_equal(dry_fields_apply(world, &vent, 1, STEP), 1);
        DryVec3 force = dry_body_force(world, ball);
        assert_close((double)force.x, 1000.0 * factors[i], 1e-2);
        assert_close((double)force.y, 0.0, 1e-2);
        dry_world_destroy(world);
    }
}

/* ---- fluids ---- */

static void c4_12_bodies_float_as_deep_as_archimedes_says(void **unused)
{
    (void)unused;
    DryWorld *world = open_world();
    DryBodyId box = build_box(world, DRY_DYNAMIC, 0.0, 1.0, 0.0, 0.5f);
    DryBodyId half = build_ball(world, DRY_DYNAMIC, 4.0, 1.0, 0.0, 0.5f);
    DryBodyId light = build_ball(world, DRY_DYNAMIC, 8.0, 1.0, 0.0, 0.5f);
    set_density(world, box, 600.0f);
    set_density(world, half, 500.0f);
    set_density(world, light, 1000.0f * 5.0f / 32.0f);
    DryField water = sea();
    water.linear_drag = 3.0f;
    drive(world, &water, 1, 900);
    assert_close(height(world, box), 0.5 - 0.6, 2e-4);
    assert_close(height(world, half), 0.0, 2e-4);
    /* a cap of half the radius is 5/32 of a ball: the middle stands a quarter of the diameter high */
    assert_close(height(world, light), 0.25, 2e-4);
    dry_world_destroy(world);
}

static void c4_12_a_bobbing_box_keeps_its_energy_and_period(void **unused)
{
    (void)unused;
    DryWorld *world = open_world();
    DryBodyId box = build_box(world, DRY_DYNAMIC, 0.0, 0.2, 0.0, 0.5f);
    set_density(world, box, 600.0f);
    dry_body_set_locks(world, box, DRY_LOCK_ROTATION);
    DryField water = sea();
    water.linear_drag = water.quadratic_drag = water.angular_drag = 0.0f;
    assert_close(period(world, &water, box, -0.1, 20), 2.0 * PI * sqrt(0.6 / g), 0.004);
    assert_close(peak(world, &water, box, 600), 0.2, 0.003); /* 45 s later */
    dry_world_destroy(world);
}

static void c4_12_a_heavy_ball_sinks_at_its_terminal_speed(void **unused)
{
    (void)unused;
    const double radii[2] = { 0.2, 0.01 };
    for (int i = 0; i < 2; ++i) {
        DryWorld *world = open_world();
        double r = radii[i], volume = 4.0 / 3.0 * PI * r * r * r, weight = (3000.0 - 1000.0) * volume * g;
        DryBodyId ball = build_ball(world, DRY_DYNAMIC, 0.0, -1.0, 0.0, (float)r);
        set_density(world, ball, 3000.0f);
        DryField water = sea();
        water.linear_drag = 0.0f;
        drive(world, &water, 1, 600);
        double speed = sqrt(weight / (0.5 * 1000.0 * 0.47 * PI * r * r));
        assert_close(-(double)dry_body_velocity(world, ball).y / speed, 1.0, 1e-4);
        water.linear_drag = 4.0f; /* and in honey */
        water.quadratic_drag = 0.0f;
        drive(world, &water, 1, 600);
        speed = weight / (1000.0 * volume * 4.0);
        assert_close(-(double)dry_body_velocity(world, ball).y / speed, 1.0, 1e-4);
        dry_world_destroy(world);
    }
}

static void c4_12_a_current_takes_along_what_floats(void **unused)
{
    (void)unused;
    DryWorld *world = open_world();
    DryBodyId ball = build_ball(world, DRY_DYNAMIC, 0.0, 0.0, 0.0, 0.5f);
    set_density(world, ball, 500.0f);
    dry_body_set_locks(world, ball, DRY_LOCK_ROTATION); /* else it begins to roll, and is dragged less */
    DryField river = sea();
    river.flow = dry_vec3(2.0f, 0.0f, 0.0f);
    river.linear_drag = 0.8f;
    river.quadratic_drag = river.angular_drag = 0.0f;
    drive(world, &river, 1, 60);
    /* it displaces its own mass, so m v' = m 0.8 (2 - v) */
    assert_close((double)dry_body_velocity(world, ball).x, 2.0 * (1.0 - exp(-0.8)), 0.01);
    drive(world, &river, 1, 600);
    assert_close((double)dry_body_velocity(world, ball).x, 2.0, 2e-3);
    /* a river that is turned flows along its own axes */
    river.region.pose.rotation = dry_quat_from_axis_angle(dry_vec3(0.0f, 1.0f, 0.0f), (float)(-0.5 * PI));
    drive(world, &river, 1, 900);
    assert_close((double)dry_body_velocity(world, ball).x, 0.0, 2e-3);
    assert_close((double)dry_body_velocity(world, ball).z, 2.0, 2e-3);
    dry_world_destroy(world);
}

static void c4_12_drag_never_turns_a_motion_round(void **unused)
{
    (void)unused;
    DryWorld *world = open_world();
    dry_world_set_gravity(world, dry_vec3(0.0f, 0.0f, 0.0f));
    DryBodyId ball = build_ball(world, DRY_DYNAMIC, 0.0, -5.0, 0.0, 0.1f);
    set_density(world, ball, 1.0f);
    dry_body_set_velocity(world, ball, dry_vec3(100.0f, 0.0f, 0.0f));
    dry_body_set_angular_velocity(world, ball, dry_vec3(0.0f, 50.0f, 0.0f));
    DryField water = sea();
    water.linear_drag = 1e5f;
    water.angular_drag = 1e5f;
    double last = 100.0;
    for (int i = 0; i < 20; ++i) {
        drive(world, &water, 1, 1);
        double v = (double)dry_body_velocity(world, ball).x,
               w = (double)dry_body_angular_velocity(world, ball).y;
        assert_true(v > -1e-3 && v < last + 1e-3 && w > -1e-3 && w <= 50.0);
        last = v;
    }
    assert_close(last, 0.0, 1e-3);
    dry_world_destroy(world);
}

/* A plank set down on its end lies flat in the end; a keel keeps a boat upright. */
static void c4_12_what_floats_finds_its_balance(void **unused)
{
    (void)unused;
    DryWorld *world = open_world();
    DryBodyDef def = dry_body_def_default();
    def.type = DRY_DYNAMIC;
    def.rotation = dry_quat_from_axis_angle(dry_vec3(0.0f, 0.0f, 1.0f), 1.4f);
    DryBodyId plank = dry_body_create(world, &def);
    DryBox board = { { 1.0f, 0.1f, 0.6f } };
    dry_shape_add_box(world, plank, &board, NULL);
    set_density(world, plank, 500.0f);
    def.position = dry_pos(10.0, 0.0, 0.0);
    def.rotation = dry_quat_from_axis_angle(dry_vec3(0.0f, 0.0f, 1.0f), 2.9f); /* keel up, nearly */
    DryBodyId boat = dry_body_create(world, &def);
    DryCapsule hull = { { 0.0f, 0.0f, -1.0f }, { 0.0f, 0.0f, 1.0f }, 0.5f };
    DrySphere keel = { { 0.0f, -0.6f, 0.0f }, 0.2f };
    DryShapeOptions options = dry_shape_options_default();
    options.density = 300.0f;
    dry_shape_add_capsule(world, boat, &hull, &options);
    options.density = 8000.0f;
    dry_shape_add_sphere(world, boat, &keel, &options);
    DryField water = sea();
    drive(world, &water, 1, 1800);
    DryVec3 up = dry_vec3(0.0f, 1.0f, 0.0f);
    assert_close(fabs((double)dry_quat_rotate(dry_body_rotation(world, plank), up).y), 1.0, 1e-3);
    assert_close((double)dry_quat_rotate(dry_body_rotation(world, boat), up).y, 1.0, 1e-3);
    dry_world_destroy(world);
}

/* ---- volumes ---- */

static DryBodyId turned_body(DryWorld *world, DryQuat rotation)
{
    DryBodyDef def = dry_body_def_default();
    def.type = DRY_DYNAMIC;
    def.position = dry_pos(1e5, -2.0, 3.0);
    def.rotation = rotation;
    return dry_body_create(world, &def);
}

/* Volume and middle of what of the shape is under the plane y = level, by counting points of a grid. */
static double count_under(bool (*inside)(DryVec3), DryQuat q, double level, int n, double reach,
                          double *middle)
{
    double count = 0.0, sum = 0.0, cell = 2.0 * reach / n;
    for (int i = 0; i < n * n * n; ++i) {
        DryVec3 p = dry_vec3((float)((i % n + 0.5) * cell - reach), (float)((i / n % n + 0.5) * cell - reach),
                             (float)((i / n / n + 0.5) * cell - reach));
        double y = (double)dry_quat_rotate(q, p).y;
        if (y <= level && inside(p)) {
            count += 1.0;
            sum += y;
        }
    }
    *middle = count > 0.0 ? sum / count : 0.0;
    return count * cell * cell * cell;
}

static bool in_box(DryVec3 p)
{
    return fabsf(p.x) <= 0.5f && fabsf(p.y) <= 0.3f && fabsf(p.z) <= 0.8f;
}

static bool in_capsule(DryVec3 p)
{
    float y = fabsf(p.y) > 0.6f ? fabsf(p.y) - 0.6f : 0.0f;
    return p.x * p.x + y * y + p.z * p.z <= 0.09f;
}

static void c4_12_volumes_under_a_plane_are_right(void **unused)
{
    (void)unused;
    const DryVec3 up = { 0.0f, 1.0f, 0.0f };
    Random r = random_seeded(4);
    for (int i = 0; i < 6; ++i) {
        float x = random_float(&r, -1.0f, 1.0f);
        float z = random_float(&r, -1.0f, 1.0f);
        DryQuat q = dry_quat_from_axis_angle(dry_vec3(x, 0.3f, z), (float)i);
        DryWorld *world = open_world();
        DryBodyId boxes = turned_body(world, q), capsules = turned_body(world, q);
        DryBox box = { { 0.5f, 0.3f, 0.8f } };
        DryShapeId of_box = dry_shape_add_box(world, boxes, &box, NULL);
        DryVec3 corners[8];
        for (int c = 0; c < 8; ++c) {
            corners[c] = dry_vec3((c & 1) != 0 ? 0.5f : -0.5f, (c & 2) != 0 ? 0.3f : -0.3f,
                                  (c & 4) != 0 ? 0.8f : -0.8f);
        }
        DryHullSource source = { .points = corners, .point_count = 8 };
        DryHull *hull = dry_hull_create(&source, NULL);
        DryShapeId of_hull = dry_shape_add_hull(world, boxes, hull, NULL);
        dry_hull_release(hull);
        DryCapsule capsule = { { 0.0f, -0.6f, 0.0f }, { 0.0f, 0.6f, 0.0f }, 0.3f };
        DryShapeId of_capsule = dry_shape_add_capsule(world, capsules, &capsule, NULL);
        for (double level = -1.2; level < 1.3; level += 0.3) {
            DryPos surface = dry_pos(0.0, -2.0 + level, 0.0), a = { 0, 0, 0 }, b = { 0, 0, 0 };
            double middle, counted = count_under(in_box, q, level, 60, 0.8, &middle);
            double v = dry_shape_volume_below(world, of_box, surface, up, &a);
            assert_close(v, counted, 0.012 * 1.92);
            assert_close(dry_shape_volume_below(world, of_hull, surface, up, &b), v, 1e-6);
            if (v > 0.05) {
                assert_close(a.y, -2.0 + middle, 0.01);
                assert_close(b.y, a.y, 1e-5);
            }
            double whole = PI * 0.09 * (1.2 + 0.4);
            counted = count_under(in_capsule, q, level, 90, 0.9, &middle);
            v = dry_shape_volume_below(world, of_capsule, surface, up, &a);
            assert_close(v, counted, 0.02 * whole);
            if (v > 0.1 * whole) {
                assert_close(a.y, -2.0 + middle, 0.01);
            }
        }
        dry_world_destroy(world);
    }
}

static bool in_cone(DryVec3 p)
{
    float r = 0.5f - 0.3f * (p.y + 0.6f) / 1.2f;
    return fabsf(p.y) <= 0.6f && p.x * p.x + p.z * p.z <= r * r;
}

static bool in_cylinder(DryVec3 p)
{
    return fabsf(p.y) <= 0.6f && p.x * p.x + p.z * p.z <= 0.16f;
}

/* Nearest of the segment's balls, whose radius falls from .4 to .2. */
static bool in_tapered(DryVec3 p)
{
    for (int i = 0; i <= 60; ++i) {
        float y = -0.4f + 0.8f * (float)i / 60.0f, r = 0.4f - 0.2f * (float)i / 60.0f;
        if (p.x * p.x + (p.y - y) * (p.y - y) + p.z * p.z <= r * r) {
            return true;
        }
    }
    return false;
}

static bool in_ellipsoid(DryVec3 p)
{
    return p.x * p.x / 0.25f + p.y * p.y / 0.09f + p.z * p.z / 0.49f <= 1.0f;
}

static bool in_rounded(DryVec3 p)
{
    float x = fmaxf(fabsf(p.x) - 0.3f, 0.0f), y = fmaxf(fabsf(p.y) - 0.2f, 0.0f);
    float z = fmaxf(fabsf(p.z) - 0.5f, 0.0f);
    return x * x + y * y + z * z <= 0.04f;
}

static void c4_12_volumes_of_all_solids_are_right(void **unused)
{
    (void)unused;
    bool (*const inside[5])(DryVec3) = { in_cone, in_cylinder, in_tapered, in_ellipsoid, in_rounded };
    const DryVec3 a = { 0.0f, -0.6f, 0.0f }, b = { 0.0f, 0.6f, 0.0f };
    const DryCone cone = { a, b, 0.5f, 0.2f };
    const DryCylinder cylinder = { a, b, 0.4f };
    const DryTaperedCapsule tapered = { { 0.0f, -0.4f, 0.0f }, { 0.0f, 0.4f, 0.0f }, 0.4f, 0.2f };
    const DryEllipsoid ellipsoid = { { 0.5f, 0.3f, 0.7f } };
    const DryRoundedBox rounded = { { 0.3f, 0.2f, 0.5f }, 0.2f };
    for (int i = 0; i < 3; ++i) {
        DryQuat q = dry_quat_from_axis_angle(dry_vec3(1.0f, 0.3f, -0.5f), 1.1f * (float)i);
        DryWorld *world = open_world();
        DryBodyId body = turned_body(world, q);
        const DryShapeId shapes[5] = { dry_shape_add_cone(world, body, &cone, NULL),
                                       dry_shape_add_cylinder(world, body, &cylinder, NULL),
                                       dry_shape_add_tapered_capsule(world, body, &tapered, NULL),
                                       dry_shape_add_ellipsoid(world, body, &ellipsoid, NULL),
                                       dry_shape_add_rounded_box(world, body, &rounded, NULL) };
        for (int k = 0; k < 5; ++k) {
            double middle, whole = count_under(inside[k], q, 9.0, 70, 0.85, &middle);
            for (double level = -0.5; level < 1.0; level += 0.25) {
                DryPos c = { 0.0, 0.0, 0.0 };
                double counted = count_under(inside[k], q, level, 70, 0.85, &middle);
                double v = dry_shape_volume_below(world, shapes[k], dry_pos(0.0, -2.0 + level, 0.0),
                                                  dry_vec3(0.0f, 1.0f, 0.0f), &c);
                assert_close(v / whole, counted / whole, 0.02);
                if (v > 0.1 * whole) {
                    assert_close(c.y, -2.0 + middle, 0.015);
                }
            }
        }
        dry_world_destroy(world);
    }
}

/* Upright, and lying: the cap's and the segment's formulas. */
static void c4_12_a_capsule_is_within_half_a_percent(void **unused)
{
    (void)unused;
    DryWorld *world = open_world();
    DryBodyId body = build_body(world, DRY_DYNAMIC, 0.0, 0.0, 0.0);
    DryCapsule capsule = { { 0.0f, -0.6f, 0.0f }, { 0.0f, 0.6f, 0.0f }, 0.3f };
    DryShapeId shape = dry_shape_add_capsule(world, body, &capsule, NULL);
    double r = 0.3, whole = PI * r * r * (1.2 + 4.0 / 3.0 * r), worst = 0.0;
    for (double h = -0.9; h <= 0.9; h += 0.05) {
        double s = (h < -0.6 ? h + 0.6 : h > 0.6 ? h - 0.6 : 0.0) / r;
        double ends = PI * r * r * r * (2.0 / 3.0 + s - s * s * s / 3.0);
        double straight = PI * r * r * (fmin(fmax(h, -0.6), 0.6) + 0.6);
        double v =
            dry_shape_volume_below(world, shape, dry_pos(0.0, h, 0.0), dry_vec3(0.0f, 1.0f, 0.0f), NULL);
        worst = fmax(worst, fabs(v - ends - straight) / whole);
    }
    for (double h = -0.3; h <= 0.3; h += 0.02) {
        double s = h / r, segment = r * r * (acos(-s) + s * sqrt(fmax(1.0 - s * s, 0.0)));
        double ends = PI * r * r * r * (2.0 / 3.0 + s - s * s * s / 3.0);
        double v =
            dry_shape_volume_below(world, shape, dry_pos(h, 0.0, 0.0), dry_vec3(1.0f, 0.0f, 0.0f), NULL);
        worst = fmax(worst, fabs(v - ends - 1.2 * segment) / whole);
    }
    print_message("largest error of a capsule's volume: %.2f %%\n", 100.0 * worst);
    assert_true(worst < 0.005);
    dry_world_destroy(world);
}

/* ---- gravity, tractor, whirl ---- */

static void c4_12_gravity_may_be_another_inside(void **unused)
{
    (void)unused;
    DryWorld *world = open_world();
    DryBodyId floating = build_ball(world, DRY_DYNAMIC, 0.0, 0.0, 0.0, 0.3f);
    DryBodyId rising = build_ball(world, DRY_DYNAMIC, 0.0, 20.0, 0.0, 0.3f);
    dry_body_set_gravity_scale(world, rising, 2.0f);
    DryField still = box_field(DRY_FIELD_GRAVITY, 0.0, 0.0, 0.0, dry_vec3(2.0f, 2.0f, 2.0f));
    DryField up = box_field(DRY_FIELD_GRAVITY, 0.0, 24.0, 0.0, dry_vec3(2.0f, 20.0f, 2.0f));
    up.gravity_scale = -0.1f; /* of the 20 m/s^2 that the body has */
    up.acceleration = dry_vec3(0.0f, 1.0f, 0.0f);
    DryField fields[2] = { still, up };
    fields[0].region.kind = DRY_REGION_CYLINDER;
    fields[0].region.radius = 1.0f;
    fields[0].region.half_height = 1.0f;
    drive(world, fields, 2, 120);
    double t = 120.0 * (double)STEP;
    assert_close(height(world, floating), 0.0, 1e-5);
    assert_close((double)dry_body_velocity(world, rising).y, 3.0 * t, 1e-4);
    dry_world_destroy(world);
}

static void c4_12_a_tractor_beam_pulls_holds_and_has_a_limit(void **unused)
{
    (void)unused;
    DryWorld *world = open_world();
    DryBodyId crate = build_box(world, DRY_DYNAMIC, 3.0, 0.0, -2.0, 0.5f);
    DryField beam = dry_field_default();
    beam.kind = DRY_FIELD_TRACTOR;
    beam.region.kind = DRY_REGION_BALL;
    beam.region.radius = 8.0f;
    beam.region.pose.position = dry_pos(0.0, 2.0, 0.0);
    beam.frequency = 1.0f;
    drive(world, &beam, 1, 300);
    DryPos p = dry_body_position(world, crate);
    assert_close(p.x, 0.0, 1e-3);
    assert_close(p.z, 0.0, 1e-3);
    assert_close(p.y, 2.0 - g / (4.0 * PI * PI), 1e-3);
    beam.frequency = 1000.0f; /* stiffer than any step */
    drive(world, &beam, 1, 120);
    assert_close(height(world, crate), 2.0, 1e-3);
    beam.max_force = 9990.0f; /* the crate weighs 10 kN */
    drive(world, &beam, 1, 60);
    assert_close((double)dry_body_velocity(world, crate).y, -0.01, 1e-3);
    beam.max_force = INFINITY;
    beam.along_axis = true; /* towards the axis, free along it */
    double before = (double)dry_body_velocity(world, crate).y;
    drive(world, &beam, 1, 30);
    assert_close((double)dry_body_velocity(world, crate).y - before, -0.5 * g, 1e-3);
    dry_world_destroy(world);
}

static void c4_12_a_whirl_leads_in_circles(void **unused)
{
    (void)unused;
    DryWorld *world = open_world();
    dry_world_set_gravity(world, dry_vec3(0.0f, 0.0f, 0.0f));
    DryBodyId ball = build_ball(world, DRY_DYNAMIC, 2.0, 0.0, 0.0, 0.2f);
    dry_body_set_velocity(world, ball, dry_vec3(0.0f, 0.0f, -3.0f));
    DryField whirl = dry_field_default();
    whirl.kind = DRY_FIELD_WHIRL;
    whirl.region.kind = DRY_REGION_CYLINDER;
    whirl.region.radius = 5.0f;
    whirl.region.half_height = 1.0f;
    whirl.strength = 4.5f; /* v^2 / r */
    whirl.spin = 1.5f;
    drive(world, &whirl, 1, 600);
    DryPos p = dry_body_position(world, ball);
    assert_close(sqrt(p.x * p.x + p.z * p.z), 2.0, 0.02);
    assert_close((double)dry_vec3_length(dry_body_velocity(world, ball)), 3.0, 0.02);
    whirl.strength = 0.0f; /* driven from rest it follows the whirl, and leaves it outwards */
    whirl.damping = 5.0f;
    dry_body_set_velocity(world, ball, dry_vec3(0.0f, 0.0f, 0.0f));
    dry_body_set_pose(world, ball, (DryPose){ dry_pos(2.0, 0.0, 0.0), dry_quat_identity() });
    drive(world, &whirl, 1, 60);
    p = dry_body_position(world, ball);
    double r = sqrt(p.x * p.x + p.z * p.z);
    DryVec3 v = dry_body_velocity(world, ball);
    assert_close(((double)v.x * p.z - (double)v.z * p.x) / r / (1.5 * r), 1.0, 0.15);
    assert_true(r > 2.0);
    dry_world_destroy(world);
}

/* ---- energy, sleep, who is pushed ---- */

static void c4_12_the_work_of_a_field_is_that_of_forces(void **unused)
{
    (void)unused;
    DryWorld *world = open_world();
    DryBodyId box = build_box(world, DRY_DYNAMIC, 0.0, 0.5, 0.0, 0.5f);
    set_density(world, box, 600.0f);
    dry_body_set_angular_velocity(world, box, dry_vec3(1.0f, 0.5f, 2.0f));
    dry_world_set_track_work(world, true);
    DryEnergy before = dry_world_energy(world);
    DryField water = sea();
    water.flow = dry_vec3(1.0f, 0.0f, 0.0f);
    drive(world, &water, 1, 300);
    DryEnergy after = dry_world_energy(world);
    DryWork work = dry_world_work(world);
    double change = after.total - before.total;
    assert_true(fabs(change) > 100.0);
    assert_close(work.forces + work.correction, change, 1e-3 * fabs(change));
    assert_true(fabs(work.correction) < 1e-2 * fabs(change));
    assert_close(work.contacts + work.joints + work.damping + work.friction, 0.0, 0.0);
    dry_world_destroy(world);
}

static void c4_12_what_floats_sleeps_until_the_field_wakes_it(void **unused)
{
    (void)unused;
    DryWorld *world = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId box = build_box(world, DRY_DYNAMIC, 0.0, -0.05, 0.0, 0.5f);
    set_density(world, box, 600.0f);
    DryField water = sea();
    water.linear_drag = 4.0f;
    drive(world, &water, 1, 600);
    assert_false(dry_body_is_awake(world, box));
    double y = height(world, box);
    drive(world, &water, 1, 60);
    assert_int_equal(dry_fields_apply(world, &water, 1, STEP), 0);
    assert_close(height(world, box), y, 0.0);

    water.region.pose.position.y = -0.5; /* the tide goes out */
    drive(world, &water, 1, 60);
    assert_close(height(world, box), y, 0.0);
    assert_int_equal(dry_field_wake(world, &water), DRY_OK);
    assert_true(dry_body_is_awake(world, box));
    drive(world, &water, 1, 900);
    assert_close(height(world, box), y - 0.5, 2e-3);
    assert_false(dry_body_is_awake(world, box));

    DryField far = sea(); /* not its water */
    far.region.pose.position.y = -20.0;
    assert_int_equal(dry_field_wake(world, &far), DRY_OK);
    assert_false(dry_body_is_awake(world, box));

    water.wake = true;
    assert_int_equal(dry_fields_apply(world, &water, 1, STEP), 1);
    assert_true(dry_body_is_awake(world, box));
    dry_world_destroy(world);
}

static void c4_12_a_field_pushes_whom_it_should(void **unused)
{
    (void)unused;
    DryWorld *world = open_world();
    DryBodyId of_kind[3];
    for (int i = 0; i < 3; ++i) {
        of_kind[i] = build_ball(world, (DryBodyType)i, 2.0 * i, 0.0, 0.0, 0.3f);
    }
    DryBodyId disabled = build_ball(world, DRY_DYNAMIC, 0.0, 0.0, 4.0, 0.3f);
    dry_body_set_enabled(world, disabled, false);
    DryBodyId ghost = build_ball(world, DRY_DYNAMIC, 0.0, 0.0, 8.0, 0.3f);
    dry_shape_set_sensor(world, first_shape(world, ghost), true);
    build_body(world, DRY_DYNAMIC, 0.0, 0.0, 12.0); /* without a shape */
    DryField fields[2] = { sea(), dry_field_default() };
    fields[0].region.pose.position.y = 10.0;
    fields[1].kind = DRY_FIELD_GRAVITY;
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(dry_fields_apply(world, &fields[i], 1, STEP), 1);
        assert_true(dry_body_force(world, of_kind[2]).y > 0.0f);
        dry_body_clear_forces(world, of_kind[2]);
        fields[i].filter.mask = 2;
        assert_int_equal(dry_fields_apply(world, &fields[i], 1, STEP), 0);
        fields[i].filter = DRY_FILTER_ALL;
        fields[i].enabled = false;
        assert_int_equal(dry_fields_apply(world, &fields[i], 1, STEP), 0);
        fields[i].enabled = true;
    }
    assert_int_equal(dry_fields_apply(world, fields, 2, STEP), 2);
    assert_int_equal(dry_fields_apply(world, NULL, 0, STEP), 0);
    dry_world_destroy(world);
}

static void c4_12_regions_hold_what_is_inside(void **unused)
{
    (void)unused;
    DryRegion region = {
        .kind = DRY_REGION_BOX, .half_extents = { 1.0f, 2.0f, 3.0f }, .radius = 1.0f, .half_height = 2.0f
    };
    region.pose = (DryPose){ dry_pos(1e6, 0.0, 0.0),
                             dry_quat_between(dry_vec3(0.0f, 1.0f, 0.0f), dry_vec3(1.0f, 0.0f, 0.0f)) };
    /* local (x, y, z) is world (y, -x, z) turned: the axis y lies along the world's x */
    const struct {
        DryRegionKind kind;
        double along, across;
        bool inside;
    } rows[] = {
        { DRY_REGION_BOX, 1.9, 0.9, true },         { DRY_REGION_BOX, 2.1, 0.0, false },
        { DRY_REGION_BOX, 0.0, 1.1, false },        { DRY_REGION_BALL, 0.0, 0.9, true },
        { DRY_REGION_BALL, 0.8, 0.8, false },       { DRY_REGION_CAPSULE, 2.9, 0.0, true },
        { DRY_REGION_CAPSULE, 2.8, 0.8, false },    { DRY_REGION_CAPSULE, -1.0, 0.9, true },
        { DRY_REGION_CYLINDER, 1.9, 0.9, true },    { DRY_REGION_CYLINDER, 2.1, 0.0, false },
        { DRY_REGION_CYLINDER, 0.0, 1.1, false },   { DRY_REGION_HALF_SPACE, -0.1, 99.0, true },
        { DRY_REGION_HALF_SPACE, 0.1, 0.0, false }, { DRY_REGION_EVERYWHERE, 1e5, 1e5, true },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        region.kind = rows[i].kind;
        bool inside = dry_region_contains(&region, dry_pos(1e6 + rows[i].along, rows[i].across, 0.0));
        if (inside != rows[i].inside) {
            fail_msg("row %d", (int)i);
        }
    }
}

static void c4_12_a_bad_field_changes_nothing(void **unused)
{
    (void)unused;
    DryWorld *world = open_world();
    DryBodyId ball = build_ball(world, DRY_DYNAMIC, 0.0, 0.0, 0.0, 0.3f);
    DryField good[5];
    for (int kind = 0; kind < 5; ++kind) {
        good[kind] = box_field((DryFieldKind)kind, 0.0, 0.0, 0.0, dry_vec3(9.0f, 9.0f, 9.0f));
        assert_int_equal(dry_fields_apply(world, &good[kind], 1, STEP), 1);
    }
    dry_body_clear_forces(world, ball);
#define BAD(of, change, member)                                                    \
    do {                                                                           \
        DryField pair[2] = { good[DRY_FIELD_GRAVITY], good[of] };                  \
        DryField *f = &pair[1];                                                    \
        change;                                                                    \
        assert_int_equal(dry_fields_apply(world, pair, 2, STEP), -1);              \
        assert_refused(dry_last_status(), DRY_ERROR_ARGUMENT, "field 1: " member); \
        assert_refused(dry_field_wake(world, f), DRY_ERROR_ARGUMENT, member);      \
        assert_true(dry_body_force(world, ball).y == 0.0f);                        \
    } while (0)
    BAD(0, f->kind = (DryFieldKind)9, "kind");
    BAD(0, f->region.kind = (DryRegionKind)9, "region.kind");
    BAD(0, f->region.kind = DRY_REGION_HALF_SPACE, "region.kind");
    BAD(0, f->region.pose.position.x = NAN_DOUBLE, "region.pose");
    BAD(0, f->region.pose.rotation.w = 2.0f, "region.pose");
    BAD(0, f->region.half_extents.z = -1.0f, "region.half_extents");
    BAD(1, (f->region.kind = DRY_REGION_BALL, f->region.radius = 0.0f), "region.radius");
    BAD(1, (f->region.kind = DRY_REGION_CYLINDER, f->region.radius = 1.0f), "region.radius and region.half");
    BAD(0, f->strength = NAN, "strength");
    BAD(0, f->falloff = DRY_FALLOFF_INVERSE, "falloff");
    BAD(0, f->damping = -1.0f, "damping");
    BAD(1, f->flow.y = INFINITY, "flow");
    BAD(1, f->density = -1.0f, "density");
    BAD(1, f->linear_drag = NAN, "linear_drag");
    BAD(1, f->quadratic_drag = -1.0f, "quadratic_drag");
    BAD(1, f->angular_drag = 1e7f, "angular_drag");
    BAD(2, f->gravity_scale = NAN, "gravity_scale");
    BAD(2, f->acceleration.x = 1e7f, "acceleration");
    BAD(3, f->frequency = -1.0f, "frequency");
    BAD(3, f->damping_ratio = 1e4f, "damping_ratio");
    BAD(3, f->max_force = NAN, "max_force");
    BAD(4, f->spin = NAN, "spin");
    BAD(4, f->strength = 1e13f, "strength");
    BAD(4, f->damping = NAN, "damping");
    assert_int_equal(dry_fields_apply(world, good, 1, -1.0f), -1);
    assert_refused(dry_last_status(), DRY_ERROR_ARGUMENT, "dt is -1");
    assert_int_equal(dry_fields_apply(world, good, 1, NAN), -1);
    assert_int_equal(dry_fields_apply(NULL, good, 1, STEP), -1);
    assert_int_equal(dry_fields_apply(world, NULL, 1, STEP), -1);
    assert_int_equal(dry_fields_apply(world, good, -1, STEP), -1);
    assert_refused(dry_field_wake(world, NULL), DRY_ERROR_ARGUMENT, "null");
    assert_false(dry_region_contains(NULL, dry_pos(0.0, 0.0, 0.0)));
    assert_false(dry_region_contains(&good[0].region, dry_pos(NAN_DOUBLE, 0.0, 0.0)));
    DryShapeId shape = first_shape(world, ball), none = { 0, 0 };
    assert_close(dry_shape_volume_below(world, none, dry_pos(0, 0, 0), dry_vec3(0, 1, 0), NULL), 0.0, 0.0);
    assert_refused(dry_last_status(), DRY_ERROR_ID, "stale");
    assert_close(dry_shape_volume_below(world, shape, dry_pos(0, 0, 0), dry_vec3(0, 2, 0), NULL), 0.0, 0.0);
    assert_refused(dry_last_status(), DRY_ERROR_ARGUMENT, "normal");
    dry_world_destroy(world);
}

static uint64_t river_hash(int32_t workers)
{
    DryWorld *world = build_world(workers, DRY_KERNEL_AUTO);
    build_ground(world);
    for (int i = 0; i < 40; ++i) {
        DryBodyId body = i % 2 == 0 ? build_box(world, DRY_DYNAMIC, i % 5, 1.0 + i / 5, i % 3, 0.3f)
                                    : build_ball(world, DRY_DYNAMIC, i % 5, 1.0 + i / 5, i % 3, 0.3f);
        set_density(world, body, 300.0f + 30.0f * (float)i);
    }
    DryField fields[2] = { box_field(DRY_FIELD_FLUID, 0.0, 1.0, 0.0, dry_vec3(20.0f, 1.0f, 20.0f)),
                           box_field(DRY_FIELD_VENT, 2.0, 3.0, 1.0, dry_vec3(1.0f, 3.0f, 1.0f)) };
    fields[0].flow = dry_vec3(1.0f, 0.0f, 0.2f);
    fields[1].strength = 2000.0f;
    drive(world, fields, 2, 240);
    uint64_t hash = dry_world_hash(world);
    dry_world_destroy(world);
    return hash;
}

static void c4_12_fields_give_the_same_bits_on_any_workers(void **unused)
{
    (void)unused;
    uint64_t one = river_hash(1);
    assert_true(river_hash(1) == one);
    assert_true(river_hash(3) == one);
}

/* ---- the tow rope: a distance joint with a longest length alone ---- */

static void c4_12_a_tow_rope_is_slack_then_taut_then_breaks(void **unused)
{
    (void)unused;
    DryWorld *world = open_world();
    build_ground(world);
    DryBodyId truck = build_box(world, DRY_KINEMATIC, 0.0, 0.5, 0.0, 0.5f);
    DryBodyId crate = build_box(world, DRY_DYNAMIC, -3.0, 0.5, 0.0, 0.5f); /* 1000 kg, friction .6 */
    DryDistanceDef def = dry_distance_def_default();
    def.body_a = truck;
    def.body_b = crate;
    def.max_length = 4.0f;
    def.break_force = 15000.0f;
    DryJointId rope = dry_distance_create(world, &def);
    assert_int_not_equal(rope.index, 0);
    dry_body_set_velocity(world, truck, dry_vec3(0.2f, 0.0f, 0.0f));
    run_steps(world, 250); /* 0.83 m of the slack metre */
    assert_close(dry_body_position(world, crate).x, -3.0, 1e-3);
    assert_close((double)dry_vec3_length(dry_joint_force(world, rope)), 0.0, 0.0);
    run_steps(world, 150);
    assert_close((double)dry_body_velocity(world, crate).x, 0.2, 1e-3);
    assert_close(dry_body_position(world, truck).x - dry_body_position(world, crate).x, 4.0, 2e-3);
    assert_close((double)dry_vec3_length(dry_joint_force(world, rope)), 0.6 * 1000.0 * g, 100.0);
    assert_true(dry_joint_is_valid(world, rope));
    DryBodyId load = build_box(world, DRY_DYNAMIC, dry_body_position(world, crate).x, 1.5, 0.0, 0.5f);
    set_density(world, load, 4000.0f); /* now 30 kN of friction */
    bool broken = false;
    for (int i = 0; i < 120 && !broken; ++i) {
        run_steps(world, 1);
        DryEvents events = dry_world_events(world);
        broken = events.broken_joint_count == 1 && events.broken_joints[0].joint.index == rope.index;
    }
    assert_true(broken && !dry_joint_is_valid(world, rope));
    run_steps(world, 60);
    assert_close((double)dry_body_velocity(world, crate).x, 0.0, 1e-2);
    dry_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c4_12_a_vent_holds_what_is_in_it),
        cmocka_unit_test(c4_12_a_vent_without_damping_keeps_the_energy),
        cmocka_unit_test(c4_12_a_vent_blows_along_its_axis_with_its_falloff),
        cmocka_unit_test(c4_12_bodies_float_as_deep_as_archimedes_says),
        cmocka_unit_test(c4_12_a_bobbing_box_keeps_its_energy_and_period),
        cmocka_unit_test(c4_12_a_heavy_ball_sinks_at_its_terminal_speed),
        cmocka_unit_test(c4_12_a_current_takes_along_what_floats),
        cmocka_unit_test(c4_12_drag_never_turns_a_motion_round),
        cmocka_unit_test(c4_12_what_floats_finds_its_balance),
        cmocka_unit_test(c4_12_volumes_under_a_plane_are_right),
        cmocka_unit_test(c4_12_volumes_of_all_solids_are_right),
        cmocka_unit_test(c4_12_a_capsule_is_within_half_a_percent),
        cmocka_unit_test(c4_12_gravity_may_be_another_inside),
        cmocka_unit_test(c4_12_a_tractor_beam_pulls_holds_and_has_a_limit),
        cmocka_unit_test(c4_12_a_whirl_leads_in_circles),
        cmocka_unit_test(c4_12_the_work_of_a_field_is_that_of_forces),
        cmocka_unit_test(c4_12_what_floats_sleeps_until_the_field_wakes_it),
        cmocka_unit_test(c4_12_a_field_pushes_whom_it_should),
        cmocka_unit_test(c4_12_regions_hold_what_is_inside),
        cmocka_unit_test(c4_12_a_bad_field_changes_nothing),
        cmocka_unit_test(c4_12_fields_give_the_same_bits_on_any_workers),
        cmocka_unit_test(c4_12_a_tow_rope_is_slack_then_taut_then_breaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
