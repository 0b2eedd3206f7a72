/* F5. A cube is set down on slopes a little under the angle of friction: tan = 0.49 and 0.499 with mu = 0.5,
   g = 10.

   g sin a < mu g cos a: it holds, and after ten seconds has not crept either down the slope or across. */
#include "lab/experiments.h"
#include "lab/slope.h"

#include <math.h>

void lab_ramp_holds(LabRun *run)
{
    const double tangents[] = { 0.49, 0.499 };
    for (int i = 0; i < 2; ++i) {
        lab_case(run, "tan %g", tangents[i]);
        LabVec moved = lab_slope_slide(run, tangents[i]);
        lab_expect(run, "creep", hypot(moved.x, moved.z), 0.0, 1e-4, "m");
    }
}
