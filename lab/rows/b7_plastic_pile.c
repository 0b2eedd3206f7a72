/* B7. The heap of B6 set down on the ground, e = 0, no friction: it runs apart.

   Rigid balls do not overlap: the sum over all pairs, and over balls and ground, of the squared overlap is
   zero; its mean over the steps is measured. */
#include "lab/experiments.h"
#include "lab/heap.h"

#include <math.h>

/* Sum over ground and pairs of the squared overlap of balls. */
static double overlap_squared(const LabScene *scene, const DryBodyId balls[LAB_HEAP])
{
    LabVec places[LAB_HEAP];
    double sum = 0.0;
    for (int i = 0; i < LAB_HEAP; ++i) {
        places[i] = lab_position(scene, balls[i]);
        double depth = fmax(0.1 - places[i].y, 0.0);
        sum += depth * depth;
        for (int k = 0; k < i; ++k) {
            depth = fmax(0.2 - lab_length(lab_sub(places[i], places[k])), 0.0);
            sum += depth * depth;
        }
    }
    return sum;
}

void lab_plastic_pile(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 9.81f);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "216 balls");
    DryShapeOptions options = lab_material(0.0, 0.0);
    lab_ground(&scene, &options);
    DryBodyId balls[LAB_HEAP];
    lab_heap(&scene, balls, 0.101, &options);
    int32_t steps = lab_step_count(&scene, 10.0);
    double sum = 0.0;
    for (int32_t i = 0; i < steps && lab_step(&scene); ++i) {
        sum += overlap_squared(&scene, balls) / steps;
    }
    lab_expect(run, "mean of summed squared overlap", sum, 0.0, 1e-5, "m2");
    lab_close(&scene);
}
