/* S1. Ten light cubes of side 1 on each other, mu = 0.6, g = 10, for 15 s.

   Rigid, they do not sink: the top one's centre stays at 9.5, over the lowest, and all fall asleep. */
#include "lab/experiments.h"
#include "lab/parts.h"

#include <math.h>

void lab_column(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "%s", "");
    DryShapeOptions options = lab_material(0.6, 0.0);
    options.density = 100.0f;
    lab_ground(&scene, &options);
    LabParts parts = { .count = 0 };
    for (int i = 0; i < 10; ++i) {
        lab_part_cube(&scene, &parts, lab_vec(0.0, 0.5 + i, 0.0), &options);
    }
    lab_axes(run, "time, s", "height of the top cube's centre, m");
    for (int32_t i = 0; i < lab_step_count(&scene, 15.0) && lab_step(&scene); ++i) {
        if (lab_time(&scene) < 2.0) {
            lab_record(run, "top cube", lab_time(&scene), lab_position(&scene, parts.bodies[9]).y, 9.5);
        }
    }
    LabVec top = lab_position(&scene, parts.bodies[9]);
    double sideways = 0.0;
    for (int i = 0; i < 10; ++i) {
        LabVec p = lab_position(&scene, parts.bodies[i]);
        sideways = fmax(sideways, hypot(p.x, p.z));
    }
    lab_expect(run, "top", top.y, 9.5, 1e-3, "m");
    lab_expect(run, "largest sideways", sideways, 0.0, 1e-3, "m");
    lab_expect_bool(run, "asleep", lab_all_asleep(&scene, parts.bodies, parts.count), true);
    lab_close(&scene);
}
