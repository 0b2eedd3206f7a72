/* F10. A box is set down at rest on a belt that runs with v = 2 m/s, mu = 0.5, g = 10.

   Friction drives it with mu g until it has the belt's speed, after v / (mu g) = 0.4 s; then it rides along.
 */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <math.h>

void lab_conveyor(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "%s", "");
    DryShapeOptions options = lab_material(0.5, 0.0);
    DryBodyId body = lab_box(&scene, lab_vec(0.0, 0.25, 0.0), lab_vec(0.5, 0.25, 0.5), &options);
    /* the ground's frame is the scene's, so that its own axes are the belt's */
    options.material.surface_velocity = dry_vec3(2.0f, 0.0f, 0.0f);
    lab_ground(&scene, &options);
    double early = 0.0, late = 0.0;
    lab_axes(run, "time, s", "speed, m/s");
    for (int32_t i = 1; i <= 60 && lab_step(&scene); ++i) {
        double now = lab_velocity(&scene, body).x, t = lab_time(&scene);
        early = i == 6 ? now : early;
        late = i == 18 ? now : late;
        lab_record(run, "box on the belt", t, now, fmin(5.0 * t, 2.0));
    }
    double time = (18.0 + (2.0 - late) * 12.0 / (late - early)) * scene.dt;
    lab_expect_relative(run, "reaches the belt's speed at", time, 0.4, 0.02, "s");
    lab_expect_relative(run, "speed after 1 s", lab_velocity(&scene, body).x, 2.0, 0.02, "m/s");
    lab_close(&scene);
}
