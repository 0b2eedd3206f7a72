/* E5. A slender block is tilted about one edge to 1/4, 1/2 and 3/4 of the angle alpha at which it would stay,
   and let go.

   It is an inverted pendulum of inertia 4/3 m R^2 about that edge, R its half diagonal: it comes down on its
   base after acosh(1 / (1 - theta / alpha)) / sqrt(3 g / 4 R) (Housner 1963). */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <math.h>

static void rock(LabRun *run, double part)
{
    const double half_width = 0.1, half_height = 1.0;
    double radius = sqrt(half_width * half_width + half_height * half_height);
    double alpha = atan(half_width / half_height), theta = part * alpha;
    DryWorldDef def = lab_world_def(run, 9.81f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(1.0, 0.0);
    lab_ground(&scene, &options);
    DryQuat tilt = lab_rotation(lab_vec(0.0, 0.0, 1.0), -theta / LAB_DEGREES);
    LabVec place = lab_vec(radius * sin(theta - alpha), radius * cos(theta - alpha), 0.0);
    DryBodyId block = lab_body(&scene, DRY_DYNAMIC, place, &tilt);
    lab_add_box(&scene, block, lab_vec(half_width, half_height, half_width), &options);
    double time = 0.0, last = theta;
    for (int32_t i = 0; i < lab_step_count(&scene, 3.0) && time <= 0.0 && lab_step(&scene); ++i) {
        /* where its base meets the ground at this step's end it has lost its spin */
        DryQuat q = lab_attitude(&scene, block);
        double now = -2.0 * atan2((double)q.z, (double)q.w);
        if (now < 1e-3) {
            time = lab_time(&scene) - scene.dt + scene.dt * fmin(last / fmax(last - now, 1e-9), 1.0);
        }
        last = now;
    }
    lab_case(run, "from %g of the limit", part);
    lab_expect_relative(run, "time to the base", time,
                        acosh(1.0 / (1.0 - part)) / sqrt(3.0 * 9.81 / (4.0 * radius)), 0.03, "s");
    lab_close(&scene);
}

void lab_rocking_block(LabRun *run)
{
    rock(run, 0.25);
    rock(run, 0.5);
    rock(run, 0.75);
}
