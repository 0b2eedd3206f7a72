/* B10. Weightless, a ball of r = 10 cm comes down at 4 to 40 m/s on ground that does not move, with 2 m/s
   along it, e = 0 and 0.5, from 20 heights within one step's way. It grips.

   Friction turns the ball until its lowest point stands: 5/7 of the speed along the ground are left, wherever
   in the step it lands. */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <math.h>

enum {
    HEIGHTS = 20
};

static const double radius = 0.1, along = 2.0;

/* The largest error of the speed of the centre and of that at the rim, over the heights. */
static double worst_landing(LabRun *run, double speed, double restitution, double *rim)
{
    double worst = 0.0, kept = along * 5.0 / 7.0;
    *rim = 0.0;
    for (int i = 0; i < HEIGHTS; ++i) {
        DryWorldDef def = lab_world_def(run, 0.0f);
        LabScene scene = lab_open(run, &def);
        DryShapeOptions options = lab_material(5.0, restitution);
        (void)lab_ground(&scene, &options);
        double height = radius + speed * scene.dt * (2.0 + (double)i / HEIGHTS);
        DryBodyId ball = lab_ball(&scene, lab_vec(0.0, height, 0.0), radius, &options);
        lab_push(&scene, ball, lab_vec(along, -speed, 0.0), lab_vec(0.0, 0.0, 0.0));
        lab_steps(&scene, 6);
        worst = fmax(worst, fabs(lab_velocity(&scene, ball).x - kept));
        *rim = fmax(*rim, fabs(-lab_spin(&scene, ball).z * radius - kept));
        lab_close(&scene);
    }
    return worst;
}

void lab_landing(LabRun *run)
{
    const double speeds[] = { 4.0, 10.0, 20.0, 40.0 };
    for (int e = 0; e < 2; ++e) {
        for (int i = 0; i < 4; ++i) {
            double rim, worst = worst_landing(run, speeds[i], 0.5 * e, &rim);
            lab_case(run, "e %g, %g m/s", 0.5 * e, speeds[i]);
            lab_expect(run, "error of the speed along", worst, 0.0, 1e-4, "m/s");
            lab_expect(run, "error of the speed of the rim", rim, 0.0, 1e-4, "m/s");
        }
    }
}
