/* J1. Dzhanibekov's wing nut: a free body with the principal moments 1, 2 and 3 spins at 5 rad/s about its
   middle axis, and at 0.01 about the others.

   That axis is unstable, so it turns over again and again. Euler's equations, I w' = I w x w, give 12 flips
   in 60 s, the first at 2.741 s; energy and angular momentum are kept. */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <math.h>

static LabVec body_spin(const LabScene *scene, DryBodyId body)
{
    DryVec3 w = dry_body_angular_velocity(scene->world, body);
    DryVec3 own = dry_quat_rotate_inverse(dry_body_rotation(scene->world, body), w);
    return lab_vec((double)own.x, (double)own.y, (double)own.z);
}

/* Euler's equations for the principal moments 1, 2, 3, one step of Runge and Kutta. */
static LabVec euler_rate(LabVec w)
{
    return lab_vec((2.0 - 3.0) / 1.0 * w.y * w.z, (3.0 - 1.0) / 2.0 * w.z * w.x,
                   (1.0 - 2.0) / 3.0 * w.x * w.y);
}

static LabVec euler_step(LabVec w, double h)
{
    LabVec a = euler_rate(w), b = euler_rate(lab_add_scaled(w, a, 0.5 * h));
    LabVec c = euler_rate(lab_add_scaled(w, b, 0.5 * h)), d = euler_rate(lab_add_scaled(w, c, h));
    LabVec sum = lab_add_scaled(lab_add_scaled(lab_add_scaled(a, b, 2.0), c, 2.0), d, 1.0);
    return lab_add_scaled(w, sum, h / 6.0);
}

void lab_tumble(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 0.0f);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "%s", "");
    DryBodyId body = lab_ball(&scene, lab_vec(0.0, 0.0, 0.0), 0.5, NULL);
    DryMass mass = { .mass = 1.0f, .inertia = { .xx = 1.0f, .yy = 2.0f, .zz = 3.0f } };
    dry_body_set_mass(scene.world, body, &mass);
    lab_push(&scene, body, lab_vec(0.0, 0.0, 0.0), lab_vec(0.01, 5.0, 0.01));

    LabVec w = body_spin(&scene, body);
    double momentum = sqrt(w.x * w.x + 4.0 * w.y * w.y + 9.0 * w.z * w.z);
    double energy = w.x * w.x + 2.0 * w.y * w.y + 3.0 * w.z * w.z;
    double worst_momentum = 0.0, worst_energy = 0.0, first = 0.0, last = w.y;
    int flips = 0;
    LabVec exact = w;
    lab_axes(run, "time, s", "spin about the middle axis, rad/s");
    for (int32_t i = 0; i < lab_step_count(&scene, 60.0) && lab_step(&scene); ++i) {
        w = body_spin(&scene, body);
        if (lab_recording(run) && lab_time(&scene) < 20.0) {
            for (int k = 0; k < 8; ++k) {
                exact = euler_step(exact, scene.dt / 8.0);
            }
            lab_record(run, "middle axis", lab_time(&scene), w.y, exact.y);
        }
        if ((last > 0.0) != (w.y > 0.0)) {
            first = flips++ == 0 ? lab_time(&scene) - scene.dt * w.y / (w.y - last) : first;
        }
        last = w.y;
        double l = sqrt(w.x * w.x + 4.0 * w.y * w.y + 9.0 * w.z * w.z);
        double e = w.x * w.x + 2.0 * w.y * w.y + 3.0 * w.z * w.z;
        worst_momentum = fmax(worst_momentum, fabs(l / momentum - 1.0));
        worst_energy = fmax(worst_energy, fabs(e / energy - 1.0));
    }
    lab_expect(run, "flips in 60 s", flips, 12.0, 1.0, "");
    lab_expect_relative(run, "first flip", first, 2.741, 0.02, "s");
    lab_expect(run, "energy error", 100.0 * worst_energy, 0.0, 0.1, "%");
    lab_expect(run, "angular momentum error", 100.0 * worst_momentum, 0.0, 0.1, "%");
    lab_close(&scene);
}
