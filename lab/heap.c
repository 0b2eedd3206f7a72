#include "lab/heap.h"

void lab_heap(LabScene *scene, DryBodyId balls[LAB_HEAP], double lowest, const DryShapeOptions *options)
{
    uint32_t seed = 12345u;
    for (int i = 0; i < LAB_HEAP; ++i) {
        double jitter[3];
        for (int k = 0; k < 3; ++k) {
            jitter[k] = 1e-3 * lab_random(&seed);
        }
        LabVec place = lab_vec(0.21 * (i % 6) - 0.525 + jitter[0], lowest + 0.21 * (i / 36) + jitter[1],
                               0.21 * (i / 6 % 6) - 0.525 + jitter[2]);
        balls[i] = lab_ball(scene, place, 0.1, options);
        lab_set_mass(scene, balls[i], 10.0);
    }
}
