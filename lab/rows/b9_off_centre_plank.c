/* B9. Weightless, a ball of m = 2 kg strikes a plank near its end with v = 3 m/s, e = 1 and 0.5.

   The impact sees the inverse mass K = 1/m + 1/M + x^2/I of both, x = 0.9 from the plank's centre, and takes
   (1 - e^2) v^2 / 2K of the energy. Momentum and angular momentum are kept. */
#include "lab/conserved.h"
#include "lab/experiments.h"

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
    LabMomenta before = lab_momenta(&scene, bodies, 2);
    double start = lab_energy(&scene);
    lab_steps(&scene, 30);
    LabMomenta after = lab_momenta(&scene, bodies, 2);
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
