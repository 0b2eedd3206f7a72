/* F1. A box that rests on the ground is pushed with v = 10 m/s, along its axes and at 22.5 and 45 degrees to
   them.

   Coulomb friction takes mu g = 5 m/s^2 from its speed whatever the heading, so that it stands after v / (mu
   g) = 2 s and v^2 / (2 mu g) = 10 m, and does not leave its line. */
#include "lab/experiments.h"
#include "lab/slide.h"

void lab_slide(LabRun *run)
{
    const double headings[] = { 0.0, 22.5, 45.0 };
    lab_axes(run, "time, s", "speed, m/s");
    for (int i = 0; i < 3; ++i) {
        lab_case(run, "%g deg", headings[i]);
        LabSlide slide = lab_slide_of_box(run, lab_vec(0.5, 0.25, 0.5), headings[i]);
        lab_expect_relative(run, "distance", slide.distance, 10.0, 0.005, "m");
        lab_expect_relative(run, "stops at", slide.stop_time, 2.0, 0.005, "s");
        lab_expect(run, "sideways", slide.sideways, 0.0, 0.005, "m");
    }
}
