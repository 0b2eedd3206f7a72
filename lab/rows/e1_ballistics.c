/* E1. A tumbling box is thrown with (20, 40, 5) m/s and flies for 10 s, at four steps and substeps.

   Its centre flies the parabola p + v t - g t^2 / 2, whatever the step; the error counts against the way. */
#include "lab/experiments.h"
#include "lab/scene.h"

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
