/**
 * What a closed system keeps: energy, momentum, angular momentum.
 */
#ifndef DRYSTONE_LAB_CONSERVED_H
#define DRYSTONE_LAB_CONSERVED_H

#include "lab/scene.h"

/** How the energy of a world strays from what it was at the start, J. */
typedef struct LabEnergyWatch {
    double start;
    double mean_square; /**< of the error, over the steps, J^2 */
    double highest;
} LabEnergyWatch;

/** Runs the scene and watches its energy. */
LabEnergyWatch lab_watch_energy(LabScene *scene, double seconds);

/** Momentum, and angular momentum about the scene's origin. */
typedef struct LabMomenta {
    LabVec linear, angular;
} LabMomenta;

LabMomenta lab_momenta(const LabScene *scene, const DryBodyId *bodies, int32_t count);

#endif
