/* S3. Pyramids of five layers of cubes, in a plane and in space, mu = 0.6.

   They are set down at rest and stay there: nothing moves, and all sleep within 2 s (0.5 s is the time that
   calm takes to count as sleep). */
#include "lab/experiments.h"
#include "lab/parts.h"

#include <math.h>

static void pyramid(LabRun *run, bool planar)
{
    DryWorldDef def = lab_world_def(run, 9.81f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.6, 0.0);
    lab_ground(&scene, &options);
    LabParts parts = { .count = 0 };
    if (planar) {
        lab_planar_pyramid(&scene, &parts, 5, &options);
    } else {
        for (int i = 0; i < 5; ++i) {
            for (int k = 0; k < (5 - i) * (5 - i); ++k) {
                double x = k % (5 - i) - 0.5 * (4 - i), z = k / (5 - i) - 0.5 * (4 - i);
                lab_part_cube(&scene, &parts, lab_vec(x, i + 0.5, z), &options);
            }
        }
    }
    double asleep_at = (double)INFINITY, worst = 0.0;
    lab_axes(run, "time, s", "speed of the fastest cube, m/s");
    while (lab_time(&scene) < 5.0 && lab_step(&scene)) {
        if (lab_time(&scene) < 1.5) {
            lab_record(run, run->variant, lab_time(&scene), lab_largest_speed(&scene, &parts), 0.0);
        }
        worst = fmax(worst, lab_largest_move(&scene, &parts));
        if (asleep_at > 5.0 && lab_all_asleep(&scene, parts.bodies, parts.count)) {
            asleep_at = lab_time(&scene);
        }
    }
    lab_expect_range(run, "asleep at", asleep_at, 0.5, 0.0, 2.0, "s");
    lab_expect(run, "largest move", worst, 0.0, 0.002, "m");
    lab_close(&scene);
}

void lab_pyramids(LabRun *run)
{
    lab_case(run, "planar");
    pyramid(run, true);
    lab_case(run, "3D");
    pyramid(run, false);
}
