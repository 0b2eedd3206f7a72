/* R1. A ball rolls from rest down a slope of 20 degrees, mu = 1, g = 10.

   Rolling, 2/5 of its mass is in its rotation: v = 5/7 g sin a t, and its lowest point does not slip in any
   step. */
#include "lab/experiments.h"
#include "lab/roll.h"
#include "lab/slope.h"

#include <math.h>

void lab_roll_down(LabRun *run)
{
    const double angle = 20.0 * LAB_DEGREES;
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "20 deg");
    DryShapeOptions options = lab_material(1.0, 0.0);
    LabSlope slope = lab_slope(&scene, angle, &options);
    DryBodyId ball = lab_ball(&scene, lab_slope_place(&slope, 0.5), 0.5, &options);

    double worst = 0.0;
    for (int32_t i = 0; i < lab_step_count(&scene, 3.0) && lab_step(&scene); ++i) {
        worst = fmax(worst, lab_slip(&scene, ball, slope.up, 0.5));
    }
    double speed = lab_dot(lab_velocity(&scene, ball), slope.down);
    lab_expect_relative(run, "speed after 3 s", speed, 5.0 / 7.0 * 10.0 * sin(angle) * 3.0, 0.001, "m/s");
    lab_expect(run, "largest slip", worst, 0.0, 1e-3, "m/s");
    lab_close(&scene);
}
