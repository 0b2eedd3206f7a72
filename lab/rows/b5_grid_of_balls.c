/* B5. 49 balls of 10 kg far from each other fall from 5 m, e = 1, no friction, and bounce for 20 s.

   Nothing takes energy, so the error of kinetic and potential energy is zero at all times: its mean square
   over the steps is measured, of some 24 kJ. */
#include "lab/conserved.h"
#include "lab/experiments.h"

void lab_grid_of_balls(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 9.81f);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "49 balls");
    DryShapeOptions options = lab_material(0.0, 1.0);
    lab_ground(&scene, &options);
    for (int i = 0; i < 49; ++i) {
        DryBodyId ball =
            lab_ball(&scene, lab_vec(2.0 * (i % 7) - 6.0, 5.0, 2.0 * (i / 7) - 6.0), 0.1, &options);
        lab_set_mass(&scene, ball, 10.0);
    }
    LabEnergyWatch watch = lab_watch_energy(&scene, 20.0);
    lab_expect(run, "mean square energy error", watch.mean_square, 0.0, 1.0, "J2");
    lab_close(&scene);
}
