/* F4. The box of F1 is pushed with 5 m/s and spun at 20 rad/s.

   Friction acts against the velocity of each point of the base, so that a spin takes some of it from the
   slide: the box goes further than the v^2 / (2 mu g) = 2.5 m without spin. Integrated over an evenly pressed
   square (the limit surface) it is 5.46 m; the usual ellipsoid in place of that surface gives 4.78 m. Both
   pass. */
#include "lab/experiments.h"
#include "lab/slide.h"

void lab_slide_and_spin(LabRun *run)
{
    LabScene scene = lab_slide_open(run);
    lab_case(run, "%s", "");
    DryBodyId body = lab_slide_box(&scene, lab_vec(0.5, 0.25, 0.5));
    LabSlide slide = lab_slide_to_stop(&scene, body, lab_vec(1.0, 0.0, 0.0), 5.0, 20.0, NULL);
    lab_expect_range(run, "distance", slide.distance, 5.46, 4.75, 5.6, "m");
    lab_close(&scene);
}
