/* R2. Round bodies of moment of inertia k m R^2 from rest down 30 degrees for t = 2 s, g = 10: a ball (k =
   2/5), a capsule and a cylinder (1/2), a hoop (1).

   Rolling takes friction of k / (1 + k) tan a. With 10 % more they roll, at g sin a t / (1 + k); with 10 %
   less they slide, at g (sin a - mu cos a) t, and friction spins them up by mu g cos a / k, which leaves the
   slip. */
#include "lab/experiments.h"
#include "lab/roll.h"
#include "lab/slope.h"

#include <math.h>

typedef enum Roller {
    ROLLER_BALL,
    ROLLER_CAPSULE, /* with the inertia of a cylinder */
    ROLLER_CYLINDER,
    ROLLER_HOOP, /* two balls on an axle, with the inertia of a hoop */
    ROLLER_COUNT
} Roller;

static const char *const roller_names[] = { "ball", "capsule", "cylinder", "hoop" };
/* moment of inertia about the axle over m R^2 */
static const double roller_inertia[] = { 0.4, 0.5, 0.5, 1.0 };

/* Of radius 0.5, on its axle along z. */
static DryBodyId add_roller(LabScene *scene, Roller kind, LabVec place, const DryShapeOptions *options)
{
    DryQuat lying = lab_rotation(lab_vec(1.0, 0.0, 0.0), 90.0);
    DryBodyId body = lab_body(scene, DRY_DYNAMIC, place, kind == ROLLER_CYLINDER ? &lying : NULL);
    if (kind == ROLLER_BALL) {
        lab_add_sphere(scene, body, 0.5, options);
        return body;
    }
    if (kind == ROLLER_CYLINDER) {
        DryCylinder cylinder = { { 0.0f, -0.5f, 0.0f }, { 0.0f, 0.5f, 0.0f }, 0.5f };
        dry_shape_add_cylinder(scene->world, body, &cylinder, options);
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
    LabSlope slope = lab_slope(&scene, 30.0 * LAB_DEGREES, &options);
    DryBodyId body = add_roller(&scene, kind, lab_slope_place(&slope, 0.5), &options);
    lab_steps(&scene, lab_step_count(&scene, 2.0));
    double speed = lab_dot(lab_velocity(&scene, body), slope.down);
    *last_slip = lab_slip(&scene, body, slope.up, 0.5);
    lab_close(&scene);
    return speed;
}

void lab_roll_shapes(LabRun *run)
{
    double c = cos(30.0 * LAB_DEGREES), s = sin(30.0 * LAB_DEGREES);
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
