/* F2. As F1 with long boxes, pushed with 10 m/s at 45 and 30 degrees to their axes.

   Friction acts below the centre and so shifts the load forward: by balance of moments the centre of pressure
   lies on the line of the path, mu times the half height ahead. Friction passes through it, against the
   velocity, and has no arm that could turn the box: it goes 10 m, with no drift and no yaw. */
#include "lab/experiments.h"
#include "lab/slide.h"

void lab_slide_long_box(LabRun *run)
{
    const LabVec sizes[] = { { 1.0, 0.5, 0.2 }, { 2.0, 0.2, 0.2 } };
    const double headings[] = { 45.0, 30.0 };
    for (int i = 0; i < 2; ++i) {
        lab_case(run, "h(%g,%g,%g)", sizes[i].x, sizes[i].y, sizes[i].z);
        LabSlide slide = lab_slide_of_box(run, sizes[i], headings[i]);
        lab_expect_relative(run, "distance", slide.distance, 10.0, 0.005, "m");
        lab_expect(run, "drift", slide.sideways, 0.0, 0.005, "m");
        lab_expect(run, "largest yaw", slide.yaw, 0.0, 0.5, "deg");
    }
}
