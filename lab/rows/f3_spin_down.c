/* F3. A box with a square base of side 1 spins at 10 rad/s about the vertical on the ground.

   Even pressure resists a spin with the torque mu m g r, where r, the torsional radius, is the mean distance
   of the base's points from its centre: (sqrt 2 + ln(1 + sqrt 2)) / 6 = 0.3826. With I = m (1 + 1) / 12 = m /
   6 the spin falls by 6 mu g r a second, from which r is measured between steps 5 and 40. */
#include "lab/experiments.h"
#include "lab/slide.h"

#include <math.h>

void lab_spin_down(LabRun *run)
{
    LabScene scene = lab_slide_open(run);
    lab_case(run, "%s", "");
    DryBodyId body = lab_slide_box(&scene, lab_vec(0.5, 0.25, 0.5));
    lab_push(&scene, body, lab_vec(0.0, 0.0, 0.0), lab_vec(0.0, 10.0, 0.0));
    double early = 0.0, late = 0.0, mu_g = LAB_SLIDE_FRICTION * (double)LAB_SLIDE_GRAVITY;
    lab_axes(run, "time, s", "spin, rad/s");
    for (int32_t i = 1; i <= 60 && lab_step(&scene); ++i) {
        double now = lab_spin(&scene, body).y, t = (double)i * scene.dt;
        early = i == 5 ? now : early;
        late = i == 40 ? now : late;
        lab_record(run, "spin", t, now, fmax(10.0 - 6.0 * mu_g * 0.3826 * t, 0.0));
    }
    double deceleration = (early - late) / (35.0 * scene.dt);
    double radius = deceleration / 6.0 / mu_g;
    lab_expect_relative(run, "torsional radius", radius, 0.3826, 0.01, "m");
    lab_close(&scene);
}
