#include "lab/cradle.h"

enum {
    CRADLE = 6
};

void lab_cradle_expect(LabRun *run, double gap, double tolerance)
{
    DryWorldDef def = lab_world_def(run, 0.0f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.0, 1.0);
    DryBodyId balls[CRADLE];
    for (int i = 0; i < CRADLE; ++i) {
        /* the first one comes from a metre away */
        double x = i == 0 ? -2.0 : (double)(i - 1) * (1.0 + gap);
        balls[i] = lab_ball(&scene, lab_vec(x, 0.0, 0.0), 0.5, &options);
        lab_set_mass(&scene, balls[i], 1.0);
    }
    lab_push(&scene, balls[0], lab_vec(4.0, 0.0, 0.0), lab_vec(0.0, 0.0, 0.0));
    lab_steps(&scene, 60);
    for (int i = 0; i < CRADLE; ++i) {
        lab_case(run, "ball %d", i + 1);
        lab_expect(run, "speed", lab_velocity(&scene, balls[i]).x, i == CRADLE - 1 ? 4.0 : 0.0, tolerance,
                   "m/s");
    }
    lab_close(&scene);
}
