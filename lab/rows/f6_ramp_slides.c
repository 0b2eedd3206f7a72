/* F6. A cube is set down on a slope a little over the angle of friction: tan = 0.51 with mu = 0.5, g = 10.

   The pull exceeds friction by g (sin a - mu cos a), under which it goes half of that times t^2 in t = 10 s.
 */
#include "lab/experiments.h"
#include "lab/slope.h"

#include <math.h>

void lab_ramp_slides(LabRun *run)
{
    lab_case(run, "tan 0.51");
    double angle = atan(0.51);
    double exact = 0.5 * 10.0 * (sin(angle) - 0.5 * cos(angle)) * 100.0;
    LabVec moved = lab_slope_slide(run, 0.51);
    lab_expect_relative(run, "distance", moved.x, exact, 0.005, "m");
}
