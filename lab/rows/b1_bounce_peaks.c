/* B1. A ball falls from a gap of h = 5 m and bounces with e = 1, 0.8 and 0.5, g = 10.

   Each bounce leaves the part e of the speed and so e^2 of the height: the n-th peak is at h e^(2n). */
#include "lab/drop.h"
#include "lab/experiments.h"

void lab_bounce_peaks(LabRun *run)
{
    const double restitutions[] = { 1.0, 0.8, 0.5 };
    lab_axes(run, "time, s", "height, m");
    for (int i = 0; i < 3; ++i) {
        double e = restitutions[i], exact = 5.0;
        lab_case(run, "e %g", e);
        /* the sixth bounce at e = 0.5 arrives with 0.31 m/s, less than the default threshold */
        LabPeaks peaks = lab_drop(run, 1.0, e, 0.1, LAB_PEAKS);
        for (int n = 0; n < LAB_PEAKS; ++n) {
            exact *= e * e;
            lab_case(run, "e %g, peak %d", e, n + 1);
            if (i == 0) {
                lab_expect_range(run, "height", peaks.heights[n], exact, 4.95, 5.005, "m");
            } else {
                lab_expect_relative(run, "height", peaks.heights[n], exact, 0.01, "m");
            }
        }
    }
}
