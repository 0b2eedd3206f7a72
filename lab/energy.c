/* What is conserved in flight and in a storm of collisions. */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <drystone/geometry.h>

#include <math.h>

/* Thrown and tumbling, a body's centre flies a parabola. */
void lab_ballistics(LabRun *run)
{
    const double steps_per_second[] = { 30.0, 60.0, 60.0, 240.0 };
    const int32_t substeps[] = { 4, 1, 4, 4 };
    const LabVec v = { 20.0, 40.0, 5.0 };
    lab_axes(run, "time, s", "height, m");
    for (int i = 0; i < 4; ++i) {
        lab_case(run, "dt 1/%g, %d substeps", steps_per_second[i], (int)substeps[i]);
        DryWorldDef def = lab_world_def(run, 9.81f);
        def.substeps = substeps[i];
        LabScene scene = lab_open(run, &def);
        scene.dt = 1.0 / steps_per_second[i];
        DryBodyId body = lab_box(&scene, lab_vec(0.0, 10.0, 0.0), lab_vec(0.3, 0.2, 0.5), NULL);
        lab_push(&scene, body, v, lab_vec(1.0, 3.0, -2.0));
        for (int32_t k = 0; k < lab_step_count(&scene, 10.0) && lab_step(&scene); ++k) {
            if (i > 0) {
                continue; /* all cases fly the same curve: one is enough */
            }
            double now = scene.steps * (double)(float)scene.dt;
            lab_record(run, run->variant, now, lab_position(&scene, body).y,
                       10.0 + v.y * now - 0.5 * (double)9.81f * now * now);
        }
        /* the time the world has counted: its step is a float */
        double t = scene.steps * (double)(float)scene.dt, fall = 0.5 * (double)9.81f * t * t;
        LabVec exact = lab_vec(v.x * t, 10.0 + v.y * t - fall, v.z * t);
        double error = lab_length(lab_sub(lab_position(&scene, body), exact));
        double way = lab_length(lab_vec(v.x * t, v.y * t - fall, v.z * t));
        lab_expect(run, "relative error after 10 s", error / way, 0.0, 1e-5, "");
        lab_close(&scene);
    }
}

enum {
    STORM = 500
};

/* Momentum and angular momentum about the scene's origin. */
typedef struct Momenta {
    LabVec linear, angular;
} Momenta;

static Momenta momenta(const LabScene *scene, const DryBodyId *bodies, int32_t count)
{
    Momenta sum = { { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 } };
    for (int32_t i = 0; i < count; ++i) {
        DryMass mass = dry_body_mass(scene->world, bodies[i]);
        LabVec v = lab_velocity(scene, bodies[i]);
        LabVec r = lab_from_world_point(scene, dry_body_center(scene->world, bodies[i]));
        sum.linear = lab_add_scaled(sum.linear, v, (double)mass.mass);
        sum.angular = lab_add_scaled(sum.angular, lab_cross(r, v), (double)mass.mass);

        DryQuat q = dry_body_rotation(scene->world, bodies[i]);
        DryVec3 w = dry_quat_rotate_inverse(q, dry_body_angular_velocity(scene->world, bodies[i]));
        const DrySym3 *n = &mass.inertia;
        DryVec3 own =
            dry_vec3(n->xx * w.x + n->xy * w.y + n->xz * w.z, n->xy * w.x + n->yy * w.y + n->yz * w.z,
                     n->xz * w.x + n->yz * w.y + n->zz * w.z);
        sum.angular = lab_add_scaled(sum.angular, lab_from_world(scene, dry_quat_rotate(q, own)), 1.0);
    }
    return sum;
}

static double random_unit(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / 16777216.0;
}

static DryBodyId storm_body(LabScene *scene, int kind, LabVec place, DryHull *hull,
                            const DryShapeOptions *options)
{
    DryBodyId body = lab_body(scene, DRY_DYNAMIC, place, NULL);
    if (kind == 0) {
        lab_add_sphere(scene, body, 0.3, options);
    } else if (kind == 1) {
        lab_add_box(scene, body, lab_vec(0.3, 0.2, 0.25), options);
    } else if (kind == 2) {
        DryCapsule capsule = { { -0.2f, 0.0f, 0.0f }, { 0.2f, 0.0f, 0.0f }, 0.2f };
        dry_shape_add_capsule(scene->world, body, &capsule, options);
    } else {
        dry_shape_add_hull(scene->world, body, hull, options);
    }
    return body;
}

/* A hollow cube, about as heavy as all it holds and itself free to move, that keeps the storm together: the
   system is closed. */
static DryBodyId storm_cell(LabScene *scene, const DryShapeOptions *options)
{
    DryBodyId cell = lab_body(scene, DRY_DYNAMIC, lab_vec(0.0, 0.0, 0.0), NULL);
    for (int i = 0; i < 6; ++i) {
        float way = i % 2 ? 6.0f : -6.0f;
        DryShapeOptions wall = *options;
        wall.density = 20.0f;
        wall.frame.position =
            dry_vec3(i / 2 == 0 ? way : 0.0f, i / 2 == 1 ? way : 0.0f, i / 2 == 2 ? way : 0.0f);
        DryBox box = { { i / 2 == 0 ? 1.0f : 7.0f, i / 2 == 1 ? 1.0f : 7.0f, i / 2 == 2 ? 1.0f : 7.0f } };
        dry_shape_add_box(scene->world, cell, &box, &wall);
    }
    return cell;
}

void lab_momentum(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 0.0f);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "500 bodies, 10 s");
    DryShapeOptions options = lab_material(0.4, 0.6);
    DryHull *hull = dry_hull_create_cylinder(0.3f, 0.25f, 7);
    DryBodyId bodies[STORM + 1];
    uint32_t seed = 4711u;
    for (int i = 0; i < STORM; ++i) {
        LabVec place = lab_vec(1.1 * (i % 8) - 3.85, 1.1 * (i / 8 % 8) - 3.85, 1.1 * (i / 64) - 3.85);
        bodies[i] = storm_body(&scene, i % 4, place, hull, &options);
        LabVec v = lab_vec(10.0 * random_unit(&seed) - 3.0, 10.0 * random_unit(&seed) - 5.0,
                           10.0 * random_unit(&seed) - 6.0);
        /* and a common rotation, so that both totals are large */
        v = lab_add_scaled(v, lab_cross(lab_vec(0.3, 0.8, -0.5), place), 1.0);
        lab_push(&scene, bodies[i], v,
                 lab_vec(4.0 * random_unit(&seed) - 2.0, 4.0 * random_unit(&seed),
                         4.0 * random_unit(&seed) - 3.0));
    }
    dry_hull_release(hull);
    bodies[STORM] = storm_cell(&scene, &options);

    Momenta start = momenta(&scene, bodies, STORM + 1);
    double linear = 0.0, angular = 0.0;
    for (int32_t i = 0; i < lab_step_count(&scene, 10.0) && lab_step(&scene); ++i) {
        Momenta now = momenta(&scene, bodies, STORM + 1);
        linear = fmax(linear, lab_length(lab_sub(now.linear, start.linear)));
        angular = fmax(angular, lab_length(lab_sub(now.angular, start.angular)));
    }
    lab_expect(run, "largest change of momentum", linear / lab_length(start.linear), 0.0, 1e-4, "of total");
    lab_expect(run, "of angular momentum", angular / lab_length(start.angular), 0.0, 1e-4, "of total");
    lab_close(&scene);
}

/* Weightless, a ball of 2 kg strikes a plank near its end with 3 m/s. */
static void strike_plank(LabRun *run, double restitution)
{
    const double mass = 2.0, speed = 3.0, at = 0.9;
    DryWorldDef def = lab_world_def(run, 0.0f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.0, restitution);
    DryBodyId bodies[2] = { lab_box(&scene, lab_vec(0.0, 0.0, 0.0), lab_vec(1.0, 0.05, 0.1), &options),
                            lab_ball(&scene, lab_vec(at, 0.5, 0.0), 0.1, &options) };
    lab_set_mass(&scene, bodies[1], mass);
    lab_push(&scene, bodies[1], lab_vec(0.0, -speed, 0.0), lab_vec(0.0, 0.0, 0.0));
    Momenta before = momenta(&scene, bodies, 2);
    double start = lab_energy(&scene);
    lab_steps(&scene, 30);
    Momenta after = momenta(&scene, bodies, 2);
    DryMass plank = dry_body_mass(scene.world, bodies[0]);
    double k = 1.0 / mass + 1.0 / (double)plank.mass + at * at / (double)plank.inertia.zz;
    double lost = 0.5 * (1.0 - restitution * restitution) * speed * speed / k;
    lab_case(run, "e %g", restitution);
    lab_expect_relative(run, "energy after", lab_energy(&scene), start - lost, 1e-4, "J");
    lab_expect(run, "change of momentum",
               lab_length(lab_sub(after.linear, before.linear)) / lab_length(before.linear), 0.0, 1e-4,
               "of it");
    lab_expect(run, "change of angular momentum",
               lab_length(lab_sub(after.angular, before.angular)) / lab_length(before.angular), 0.0, 1e-4,
               "of it");
    lab_close(&scene);
}

void lab_off_centre_plank(LabRun *run)
{
    strike_plank(run, 1.0);
    strike_plank(run, 0.5);
}
