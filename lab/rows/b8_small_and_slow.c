/* B8. Bounces of all sizes, restitution threshold 0: the ball of B1 with e = 0.8 and all lengths, the world's
   unit included, 0.01 to 100 times as large; impacts of 0.01 to 100 m/s; a ball of 1.4 cm, with the world's
   unit at 1 m and at its own size.

   Restitution is a ratio and has no scale: peaks over the scale are 5 e^(2n), the part of the speed kept is
   e. */
#include "lab/drop.h"
#include "lab/experiments.h"

#include <math.h>

/* What a ball of `radius` keeps of its speed when it meets the ground with it. */
static double kept_speed(LabRun *run, double radius, double unit, double speed)
{
    DryWorldDef def = lab_world_def(run, 0.0f);
    def.length_unit = (float)unit;
    def.restitution_threshold = 0.0f;
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.6, 0.5);
    lab_ground(&scene, &options);
    DryBodyId ball = lab_ball(&scene, lab_vec(0.0, radius + 0.1 * speed, 0.0), radius, &options);
    lab_push(&scene, ball, lab_vec(0.0, -speed, 0.0), lab_vec(0.0, 0.0, 0.0));
    lab_steps(&scene, 12);
    double kept = lab_velocity(&scene, ball).y / speed;
    lab_close(&scene);
    return kept;
}

void lab_small_and_slow(LabRun *run)
{
    for (int power = -2; power <= 2; ++power) {
        double scale = pow(10.0, power);
        LabPeaks peaks = lab_drop(run, scale, 0.8, 0.0, 3);
        for (int n = 0; n < 3; ++n) {
            lab_case(run, "scale %g, peak %d", scale, n + 1);
            lab_expect_relative(run, "height over scale", peaks.heights[n] / scale,
                                5.0 * pow(0.8, 2.0 * (n + 1)), 0.01, "m");
        }
        lab_case(run, "%g m/s", scale);
        lab_expect_relative(run, "part of the speed kept", kept_speed(run, 0.5, 1.0, scale), 0.5, 0.01, "");
    }
    lab_case(run, "ball of 1.4 cm, 1 m/s");
    lab_expect_relative(run, "part of the speed kept", kept_speed(run, 0.007, 1.0, 1.0), 0.5, 0.01, "");
    lab_case(run, "the same, unit 1.4 cm");
    lab_expect_relative(run, "part of the speed kept", kept_speed(run, 0.007, 0.014, 1.0), 0.5, 0.01, "");
}
