/* B2. A ball meets the ground with v = 4 m/s, e = 0.5, without gravity, at 1 to 16 substeps and 1 to 64
   iterations.

   However much or little the solver works, it leaves with e v = 2 m/s. */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <math.h>

static double bounce_speed(LabRun *run, int32_t iterations, int32_t substeps)
{
    DryWorldDef def = lab_world_def(run, 0.0f);
    def.iterations = iterations;
    def.substeps = substeps;
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.6, 0.5);
    lab_ground(&scene, &options);
    DryBodyId ball = lab_ball(&scene, lab_vec(0.0, 0.7, 0.0), 0.5, &options);
    lab_push(&scene, ball, lab_vec(0.0, -4.0, 0.0), lab_vec(0.0, 0.0, 0.0));
    lab_steps(&scene, 15);
    double speed = lab_velocity(&scene, ball).y;
    lab_close(&scene);
    return speed;
}

void lab_bounce_any_effort(LabRun *run)
{
    for (int32_t substeps = 1; substeps <= 16; substeps *= 2) {
        double worst = 2.0;
        lab_case(run, "%d substeps", (int)substeps);
        for (int32_t iterations = 1; iterations <= 64; iterations *= 2) {
            double speed = bounce_speed(run, iterations, substeps);
            if (!(fabs(speed - 2.0) <= fabs(worst - 2.0))) {
                worst = speed;
            }
        }
        lab_expect(run, "worst speed of 1..64 iterations", worst, 2.0, 1e-3, "m/s");
    }
}
