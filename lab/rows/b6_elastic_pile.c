/* B6. A heap of 216 elastic balls falls by a metre and bounces for 10 s, e = 1 at any speed, no friction.

   Energy is kept: it never rises by more than 0.1 %, and its mean square error over the steps is zero. */
#include "lab/conserved.h"
#include "lab/experiments.h"
#include "lab/heap.h"

void lab_elastic_pile(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 9.81f);
    /* with a threshold, slow impacts are plastic */
    def.restitution_threshold = 0.0f;
    LabScene scene = lab_open(run, &def);
    lab_case(run, "216 balls");
    DryShapeOptions options = lab_material(0.0, 1.0);
    lab_ground(&scene, &options);
    DryBodyId balls[LAB_HEAP];
    lab_heap(&scene, balls, 1.101, &options);
    LabEnergyWatch watch = lab_watch_energy(&scene, 10.0);
    double rise = (watch.highest - watch.start) / watch.start;
    lab_expect_range(run, "highest energy rise", 100.0 * rise, 0.0, 0.0, 0.1, "%");
    lab_expect(run, "mean square energy error", watch.mean_square, 0.0, 10.0, "J2");
    lab_close(&scene);
}
