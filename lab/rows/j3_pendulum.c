/* J3. A ball of 1 kg and r = 0.1 on an arm of L = 2 m is let go from the horizontal, g = 10, and swings for
   60 s.

   As a physical pendulum of length l = L + 2/5 r^2 / L at an amplitude of 90 degrees its period is
   4 K(sin 45) sqrt(l / g) = 1.18034 times 2 pi sqrt(l / g): 3.3183 s. Nothing takes energy, and the joint
   stays closed. */
#include "lab/chain.h"
#include "lab/experiments.h"

#include <math.h>

/* Kinetic and potential energy of a ball of 1 kg, and both; the last is kept. */
static void record_energy(LabScene *scene, DryBodyId bob)
{
    if (lab_recording(scene->run)) {
        double t = lab_time(scene), all = lab_energy(scene), potential = 10.0 * lab_position(scene, bob).y;
        lab_record(scene->run, "kinetic", t, all - potential, (double)NAN);
        lab_record(scene->run, "potential", t, potential, (double)NAN);
        lab_record(scene->run, "sum", t, all, 0.0);
    }
}

void lab_pendulum(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "90 deg");
    DryBodyId pivot = lab_body(&scene, DRY_STATIC, lab_vec(0.0, 0.0, 0.0), NULL);
    DryBodyId bob = lab_ball(&scene, lab_vec(2.0, 0.0, 0.0), 0.1, NULL);
    lab_set_mass(&scene, bob, 1.0);
    DryJointId joint = lab_pin(&scene, pivot, dry_vec3(0.0f, 0.0f, 0.0f), bob, dry_vec3(-2.0f, 0.0f, 0.0f));

    double start = lab_energy(&scene), worst_gap = 0.0, first = 0.0, latest = 0.0, last_x = 2.0;
    int crossings = 0;
    lab_axes(run, "time, s", "energy, J");
    for (int32_t i = 0; i < lab_step_count(&scene, 60.0) && lab_step(&scene); ++i) {
        double x = lab_position(&scene, bob).x;
        if (last_x > 0.0 && x <= 0.0) {
            latest = lab_time(&scene) - scene.dt * x / (x - last_x);
            first = crossings++ == 0 ? latest : first;
        }
        last_x = x;
        worst_gap = fmax(worst_gap, (double)dry_joint_gap(scene.world, joint));
        if (lab_time(&scene) < 10.0) {
            record_energy(&scene, bob);
        }
    }
    double period = crossings > 1 ? (latest - first) / (crossings - 1) : 0.0;
    /* of the m g L that swings */
    double loss = (start - lab_energy(&scene)) / 20.0;
    lab_expect_relative(run, "period", period, 3.3183, 0.002, "s");
    lab_expect(run, "energy loss per minute", 100.0 * loss, 0.0, 1.0, "%");
    lab_expect(run, "largest gap", worst_gap, 0.0, 1e-3, "m");
    lab_close(&scene);
}
