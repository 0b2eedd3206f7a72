/* Balls that roll. */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <drystone/geometry.h>

#include <math.h>

#define DEGREES (3.14159265358979323846 / 180.0)

/* Velocity of the ball's lowest material point. */
static double slip(const LabScene *scene, DryBodyId ball, LabVec up, double radius)
{
    LabVec arm = lab_vec(-radius * up.x, -radius * up.y, -radius * up.z);
    LabVec turned = lab_cross(lab_spin(scene, ball), arm);
    return lab_length(lab_add_scaled(lab_velocity(scene, ball), turned, 1.0));
}

void lab_roll_down(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "20 deg");
    DryShapeOptions options = lab_material(1.0, 0.0);
    double c = cos(20.0 * DEGREES), s = sin(20.0 * DEGREES);
    LabVec up = lab_vec(s, c, 0.0);
    DryQuat tilt = lab_rotation(lab_vec(0.0, 0.0, 1.0), -20.0);
    DryBodyId ground = lab_body(&scene, DRY_STATIC, lab_vec(-up.x, -up.y, 0.0), &tilt);
    lab_add_box(&scene, ground, lab_vec(60.0, 1.0, 60.0), &options);
    DryBodyId ball = lab_ball(&scene, lab_vec(0.5 * up.x, 0.5 * up.y, 0.0), 0.5, &options);

    double worst = 0.0;
    for (int32_t i = 0; i < lab_step_count(&scene, 3.0) && lab_step(&scene); ++i) {
        worst = fmax(worst, slip(&scene, ball, up, 0.5));
    }
    LabVec v = lab_velocity(&scene, ball);
    lab_expect_relative(run, "speed after 3 s", v.x * c - v.y * s, 5.0 / 7.0 * 10.0 * s * 3.0, 0.001, "m/s");
    lab_expect(run, "largest slip", worst, 0.0, 1e-3, "m/s");
    lab_close(&scene);
}

typedef enum Roller {
    ROLLER_BALL,
    ROLLER_CAPSULE, /* with the inertia of a cylinder */
    ROLLER_HULL,    /* a cylinder of 64 sides */
    ROLLER_HOOP,    /* two balls on an axle, with the inertia of a hoop */
    ROLLER_COUNT
} Roller;

static const char *const roller_names[] = { "ball", "capsule", "cylinder hull", "hoop" };
/* moment of inertia about the axle over m R^2 */
static const double roller_inertia[] = { 0.4, 0.5, 0.5, 1.0 };

/* Of radius 0.5, on its axle along z. */
static DryBodyId add_roller(LabScene *scene, Roller kind, LabVec place, const DryShapeOptions *options)
{
    DryQuat lying = lab_rotation(lab_vec(1.0, 0.0, 0.0), 90.0);
    DryBodyId body = lab_body(scene, DRY_DYNAMIC, place, kind == ROLLER_HULL ? &lying : NULL);
    if (kind == ROLLER_BALL) {
        lab_add_sphere(scene, body, 0.5, options);
        return body;
    }
    if (kind == ROLLER_HULL) {
        DryHull *hull = dry_hull_create_cylinder(0.5f, 0.5f, 64);
        dry_shape_add_hull(scene->world, body, hull, options);
        dry_hull_release(hull);
        return body;
    }
    if (kind == ROLLER_CAPSULE) {
        DryCapsule capsule = { { 0.0f, 0.0f, -0.5f }, { 0.0f, 0.0f, 0.5f }, 0.5f };
        dry_shape_add_capsule(scene->world, body, &capsule, options);
    } else {
        DrySphere ends[2] = { { { 0.0f, 0.0f, -0.5f }, 0.5f }, { { 0.0f, 0.0f, 0.5f }, 0.5f } };
        dry_shape_add_sphere(scene->world, body, &ends[0], options);
        dry_shape_add_sphere(scene->world, body, &ends[1], options);
    }
    DryMass mass = dry_body_mass(scene->world, body);
    mass.inertia.zz = (float)roller_inertia[kind] * mass.mass * 0.25f;
    dry_body_set_mass(scene->world, body, &mass);
    return body;
}

/* Two seconds down 30 degrees: speed, and slip at the end. */
static double roller_speed(LabRun *run, Roller kind, double friction, double *last_slip)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(friction, 0.0);
    double c = cos(30.0 * DEGREES), s = sin(30.0 * DEGREES);
    LabVec up = lab_vec(s, c, 0.0);
    DryQuat tilt = lab_rotation(lab_vec(0.0, 0.0, 1.0), -30.0);
    DryBodyId ground = lab_body(&scene, DRY_STATIC, lab_vec(-up.x, -up.y, 0.0), &tilt);
    lab_add_box(&scene, ground, lab_vec(60.0, 1.0, 60.0), &options);
    DryBodyId body = add_roller(&scene, kind, lab_vec(0.5 * up.x, 0.5 * up.y, 0.0), &options);
    lab_steps(&scene, lab_step_count(&scene, 2.0));
    LabVec v = lab_velocity(&scene, body);
    *last_slip = slip(&scene, body, up, 0.5);
    lab_close(&scene);
    return v.x * c - v.y * s;
}

void lab_roll_shapes(LabRun *run)
{
    double c = cos(30.0 * DEGREES), s = sin(30.0 * DEGREES);
    for (int kind = 0; kind < ROLLER_COUNT; ++kind) {
        double k = roller_inertia[kind], enough = k / (1.0 + k) * s / c, left = 0.0;
        lab_case(run, "%s, sticks", roller_names[kind]);
        lab_expect_relative(run, "speed after 2 s", roller_speed(run, (Roller)kind, 1.1 * enough, &left),
                            10.0 * s * 2.0 / (1.0 + k), 0.005, "m/s");
        lab_case(run, "%s, slides", roller_names[kind]);
        double friction = 0.9 * enough;
        lab_expect_relative(run, "speed after 2 s", roller_speed(run, (Roller)kind, friction, &left),
                            10.0 * (s - friction * c) * 2.0, 0.005, "m/s");
        /* a = g (s - mu c) less R alpha = mu g c / k */
        lab_expect_relative(run, "slip after 2 s", left, 20.0 * (s - friction * c * (1.0 + 1.0 / k)), 0.05,
                            "m/s");
    }
}

/* The slip falls evenly, by 7/2 mu g, from v0 to nothing. */
void lab_slide_to_roll(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 9.81f);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "%s", "");
    DryShapeOptions options = lab_material(0.2, 0.0);
    lab_ground(&scene, &options);
    LabVec up = lab_vec(0.0, 1.0, 0.0);
    DryBodyId ball = lab_ball(&scene, lab_vec(0.0, 0.5, 0.0), 0.5, &options);
    lab_steps(&scene, 10);
    double start = lab_time(&scene), last = 7.0, rolls_at = 0.0;
    lab_push(&scene, ball, lab_vec(7.0, 0.0, 0.0), lab_vec(0.0, 0.0, 0.0));
    lab_axes(run, "time, s", "m/s");
    for (int32_t i = 0; i < lab_step_count(&scene, 2.0) && lab_step(&scene); ++i) {
        double now = slip(&scene, ball, up, 0.5), t = lab_time(&scene) - start, brake = 0.2 * 9.81;
        lab_record(run, "speed", t, lab_velocity(&scene, ball).x, fmax(7.0 - brake * t, 5.0));
        lab_record(run, "slip", t, now, fmax(7.0 - 3.5 * brake * t, 0.0));
        if (now > 0.1 && now < last) {
            rolls_at = lab_time(&scene) - start + scene.dt * now / (last - now);
        }
        last = now;
    }
    lab_expect_relative(run, "rolls at", rolls_at, 2.0 * 7.0 / (7.0 * 0.2 * 9.81), 0.005, "s");
    lab_expect_relative(run, "speed", lab_velocity(&scene, ball).x, 5.0, 0.005, "m/s");
    lab_expect(run, "slip when rolling", last, 0.0, 1e-3, "m/s");
    lab_close(&scene);
}

enum {
    BALLS = 25
};

/* Mean over steps and bodies of the squared difference to the exact velocities. */
static double board_error(LabRun *run, double dt, double heading)
{
    DryWorldDef def = lab_world_def(run, 9.81f);
    LabScene scene = lab_open(run, &def);
    scene.dt = dt;
    LabVec push = lab_vec(sin(heading * DEGREES), 0.0, cos(heading * DEGREES));

    /* multiplied, 0.4 between board and ground and 0.8 between ball and board; a ball never touches the
     * ground */
    DryShapeOptions ground = lab_material(0.4, 0.0), board = lab_material(1.0, 0.0),
                    ball = lab_material(0.8, 0.0);
    ground.material.friction_combine = DRY_COMBINE_MULTIPLY;
    board.material.friction_combine = DRY_COMBINE_MULTIPLY;
    ball.material.friction_combine = DRY_COMBINE_MULTIPLY;
    lab_ground(&scene, &ground);
    DryBodyId plank = lab_box(&scene, lab_vec(0.0, 0.5, 0.0), lab_vec(10.0, 0.5, 10.0), &board);
    lab_set_mass(&scene, plank, 10.0);
    DryBodyId balls[BALLS];
    for (int i = 0; i < BALLS; ++i) {
        double x = 2.0 * (i % 5) - 4.0, z = 2.0 * (i / 5) - 4.0;
        balls[i] = lab_ball(&scene, lab_vec(x, 1.5, z), 0.5, &ball);
        lab_set_mass(&scene, balls[i], 1.0);
    }

    /* F - mu (M + n m) g - n m a_ball = M a_board and a_ball = 2/7 a_board */
    double a_board = (150.0 - 0.4 * 35.0 * 9.81) / (10.0 + 25.0 * 2.0 / 7.0), a_ball = 2.0 / 7.0 * a_board;
    double sum = 0.0;
    int32_t steps = lab_step_count(&scene, 4.0);
    for (int32_t i = 0; i < steps; ++i) {
        dry_body_apply_force_center(
            scene.world, plank, lab_to_world(&scene, lab_vec(150.0 * push.x, 0.0, 150.0 * push.z)), DRY_WAKE);
        if (!lab_step(&scene)) {
            break;
        }
        double t = lab_time(&scene);
        LabVec error = lab_add_scaled(lab_velocity(&scene, plank), push, -a_board * t);
        sum += lab_dot(error, error);
        for (int k = 0; k < BALLS; ++k) {
            error = lab_add_scaled(lab_velocity(&scene, balls[k]), push, -a_ball * t);
            sum += lab_dot(error, error);
        }
    }
    lab_close(&scene);
    return sum / ((double)steps * (BALLS + 1));
}

void lab_board_on_balls(LabRun *run)
{
    const double headings[] = { 0.0, 30.0 };
    for (int i = 0; i < 2; ++i) {
        lab_case(run, "1/60 s, %g deg", headings[i]);
        lab_expect(run, "mean square velocity error", board_error(run, 1.0 / 60.0, headings[i]), 0.0, 1e-6,
                   "m2/s2");
    }
    lab_case(run, "1 ms");
    lab_expect(run, "mean square velocity error", board_error(run, 1e-3, 0.0), 0.0, 1e-7, "m2/s2");
}
