/* R3. A ball that does not spin is pushed with v = 7 m/s over ground of mu = 0.2.

   Friction slows it by mu g and spins it up: the slip falls evenly, by 7/2 mu g, from v to nothing after 2 v
   / (7 mu g); from then on it rolls at 5/7 v, because the angular momentum about a point of the ground is
   kept. */
#include "lab/experiments.h"
#include "lab/roll.h"

#include <math.h>

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
        double now = lab_slip(&scene, ball, up, 0.5), t = lab_time(&scene) - start, brake = 0.2 * 9.81;
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
