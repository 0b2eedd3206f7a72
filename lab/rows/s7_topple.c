/* S7. A box twice as high as wide on a slope, with friction enough.

   It falls over its lower edge when its centre is beyond that: when the slope's tangent exceeds width over
   height = 1/2. 1 % below it stands, 1 % above it falls. */
#include "lab/experiments.h"
#include "lab/slope.h"

#include <math.h>

/* Its tilt against the slope after ten seconds, degrees. */
static double tilt_on_slope(LabRun *run, double tangent)
{
    DryWorldDef def = lab_world_def(run, 9.81f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(1.0, 0.0);
    LabSlope slope = lab_slope(&scene, atan(tangent), &options);
    DryBodyId box = lab_slope_box(&scene, &slope, lab_vec(0.25, 0.5, 0.25), &options);
    lab_steps(&scene, lab_step_count(&scene, 10.0));
    DryQuat turned = dry_quat_mul(dry_quat_conjugate(slope.tilt), lab_attitude(&scene, box));
    double sine = sqrt((double)(turned.x * turned.x + turned.y * turned.y + turned.z * turned.z));
    lab_close(&scene);
    return 2.0 * asin(fmin(sine, 1.0)) / LAB_DEGREES;
}

void lab_topple(LabRun *run)
{
    lab_case(run, "1 %% below");
    lab_expect(run, "tilt", tilt_on_slope(run, 0.5 * 0.99), 0.0, 0.1, "deg");
    lab_case(run, "1 %% above");
    lab_expect_bool(run, "falls", tilt_on_slope(run, 0.5 * 1.01) > 45.0, true);
}
