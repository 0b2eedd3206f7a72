/* F11. A ball of radius R = 0.5 rolls at v = 2 m/s against a rolling resistance c = 0.02, g = 10.

   The resisting torque c R m g is a force of c m g along the way. It uses up the rolling ball's energy, 7/10
   m v^2, after 7/10 v^2 / (c g) = 14 m; the speed falls evenly, by c g / 1.4 a second. */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <math.h>

void lab_rolling_resistance(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "%s", "");
    DryShapeOptions options = lab_material(0.5, 0.0);
    options.material.rolling_resistance = 0.02f;
    lab_ground(&scene, &options);
    DryBodyId ball = lab_ball(&scene, lab_vec(0.0, 0.5, 0.0), 0.5, &options);
    lab_steps(&scene, 10);
    LabVec start = lab_position(&scene, ball);
    lab_push(&scene, ball, lab_vec(2.0, 0.0, 0.0), lab_vec(0.0, 0.0, -4.0));
    double pushed_at = lab_time(&scene);
    lab_axes(run, "time, s", "speed, m/s");
    for (int32_t i = 0; i < lab_step_count(&scene, 18.0) && lab_step(&scene); ++i) {
        double t = lab_time(&scene) - pushed_at;
        lab_record(run, "rolling ball", t, lab_velocity(&scene, ball).x, fmax(2.0 - 0.2 / 1.4 * t, 0.0));
    }
    double distance = lab_position(&scene, ball).x - start.x;
    lab_expect_relative(run, "distance", distance, 0.7 * 4.0 / (0.02 * 10.0), 0.03, "m");
    lab_expect(run, "speed at the end", lab_velocity(&scene, ball).x, 0.0, 1e-3, "m/s");
    lab_close(&scene);
}
