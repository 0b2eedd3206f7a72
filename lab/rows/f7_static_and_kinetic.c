/* F7. A cube with static friction 0.6 and kinetic friction 0.4 on slopes, g = 10.

   tan = 0.55 lies between the two: at rest it holds (0.55 < 0.6); kicked with v = 1 m/s it slides on and on,
   by v t + g (sin a - 0.4 cos a) t^2 / 2. At tan = 0.35 the kick dies: it stands after v^2 / 2b with the
   brake b = g (0.4 cos a - sin a). */
#include "lab/experiments.h"
#include "lab/slope.h"

#include <math.h>

/* How far down the slope the cube goes in `seconds` after a kick, and its speed then. */
static double slope_run(LabRun *run, double tangent, double kick, double seconds, double *last_speed)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.6, 0.0);
    options.material.dynamic_friction = 0.4f;
    LabSlope slope = lab_slope(&scene, atan(tangent), &options);
    DryBodyId cube = lab_slope_box(&scene, &slope, lab_vec(0.5, 0.5, 0.5), &options);
    lab_steps(&scene, 30);

    LabVec start = lab_position(&scene, cube), still = lab_vec(0.0, 0.0, 0.0);
    if (kick > 0.0) {
        lab_push(&scene, cube, lab_add_scaled(still, slope.down, kick), still);
    }
    lab_steps(&scene, lab_step_count(&scene, seconds));
    LabVec moved = lab_sub(lab_position(&scene, cube), start);
    *last_speed = lab_length(lab_velocity(&scene, cube));
    lab_close(&scene);
    return lab_dot(moved, slope.down);
}

void lab_static_and_kinetic(LabRun *run)
{
    double speed = 0.0;
    lab_case(run, "tan 0.55 at rest");
    lab_expect(run, "creep in 4 s", slope_run(run, 0.55, 0.0, 4.0, &speed), 0.0, 1e-4, "m");

    lab_case(run, "tan 0.55 kicked");
    double angle = atan(0.55), pull = 10.0 * (sin(angle) - 0.4 * cos(angle));
    double distance = slope_run(run, 0.55, 1.0, 4.0, &speed);
    lab_expect_relative(run, "distance in 4 s", distance, 4.0 + 8.0 * pull, 0.01, "m");

    lab_case(run, "tan 0.35 kicked");
    angle = atan(0.35);
    double brake = 10.0 * (0.4 * cos(angle) - sin(angle));
    distance = slope_run(run, 0.35, 1.0, 5.0, &speed);
    lab_expect_relative(run, "distance", distance, 0.5 / brake, 0.01, "m");
    lab_expect(run, "speed after 5 s", speed, 0.0, 1e-4, "m/s");
}
