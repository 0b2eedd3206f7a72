/* E6. A wave runs through a row of 24 dominoes of height 1, 0.1 and 10, the world's unit being the height.

   Speed over sqrt(g h) is a number without scale: it is the same for any height, at the same time step and at
   one that goes with sqrt(h). */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <math.h>

enum {
    DOMINOES = 24,
    FIRST_TIMED = 8,
    LAST_TIMED = 20
};

/* Speed of the wave over sqrt(g h), from when the dominoes have turned by a tenth. `h` is their height. */
static double domino_wave(LabRun *run, double h, double dt)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    def.length_unit = (float)h;
    LabScene scene = lab_open(run, &def);
    scene.dt = dt;
    DryShapeOptions options = lab_material(0.3, 0.0);
    lab_ground(&scene, &options);
    DryBodyId dominoes[DOMINOES];
    double times[DOMINOES] = { 0.0 }, last[DOMINOES] = { 0.0 }, spacing = 0.4 * h;
    for (int i = 0; i < DOMINOES; ++i) {
        dominoes[i] = lab_box(&scene, lab_vec(spacing * (i - DOMINOES / 2), 0.5 * h, 0.0),
                              lab_vec(0.06 * h, 0.5 * h, 0.25 * h), &options);
    }
    double spin = 1.5 * sqrt(10.0 / h);
    lab_push(&scene, dominoes[0], lab_vec(0.5 * h * spin, 0.0, 0.0), lab_vec(0.0, 0.0, -spin));
    double seconds = 10.0 * sqrt(h);
    while (lab_time(&scene) < seconds && times[LAST_TIMED] <= 0.0 && lab_step(&scene)) {
        for (int i = 0; i < DOMINOES; ++i) {
            double turned = -2.0 * (double)lab_attitude(&scene, dominoes[i]).z;
            if (times[i] <= 0.0 && turned >= 0.1) {
                times[i] = lab_time(&scene) - scene.dt * (turned - 0.1) / fmax(turned - last[i], 1e-9);
            }
            last[i] = turned;
        }
    }
    lab_close(&scene);
    double time = times[LAST_TIMED] - times[FIRST_TIMED];
    return time > 0.0 ? spacing * (LAST_TIMED - FIRST_TIMED) / (time * sqrt(10.0 * h)) : 0.0;
}

void lab_dominoes(LabRun *run)
{
    const double scales[] = { 0.1, 10.0 }, dt = 1.0 / 60.0;
    double reference = domino_wave(run, 1.0, dt);
    lab_case(run, "height 1");
    lab_expect_bool(run, "the wave goes through", reference > 0.0, true);
    for (int i = 0; i < 2; ++i) {
        lab_case(run, "height %g", scales[i]);
        lab_expect_relative(run, "as at height 1", domino_wave(run, scales[i], dt), reference, 0.02, "");
        lab_case(run, "height and step^2 %g", scales[i]);
        lab_expect_relative(run, "as at height 1", domino_wave(run, scales[i], dt * sqrt(scales[i])),
                            reference, 0.02, "");
    }
}
