#include "lab/conserved.h"

#include <math.h>

LabEnergyWatch lab_watch_energy(LabScene *scene, double seconds)
{
    int32_t steps = lab_step_count(scene, seconds);
    double start = lab_energy(scene);
    LabEnergyWatch watch = { .start = start, .highest = start };
    for (int32_t i = 0; i < steps && lab_step(scene); ++i) {
        double energy = lab_energy(scene), error = energy - start;
        watch.mean_square += error * error / steps;
        watch.highest = fmax(watch.highest, energy);
    }
    return watch;
}

LabMomenta lab_momenta(const LabScene *scene, const DryBodyId *bodies, int32_t count)
{
    LabMomenta sum = { { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 } };
    for (int32_t i = 0; i < count; ++i) {
        DryMass mass = dry_body_mass(scene->world, bodies[i]);
        LabVec v = lab_velocity(scene, bodies[i]);
        LabVec r = lab_from_world_point(scene, dry_body_center(scene->world, bodies[i]));
        sum.linear = lab_add_scaled(sum.linear, v, (double)mass.mass);
        sum.angular = lab_add_scaled(sum.angular, lab_cross(r, v), (double)mass.mass);

        DryQuat q = dry_body_rotation(scene->world, bodies[i]);
        DryVec3 w = dry_quat_rotate_inverse(q, dry_body_angular_velocity(scene->world, bodies[i]));
        const DrySym3 *n = &mass.inertia;
        DryVec3 own =
            dry_vec3(n->xx * w.x + n->xy * w.y + n->xz * w.z, n->xy * w.x + n->yy * w.y + n->yz * w.z,
                     n->xz * w.x + n->yz * w.y + n->zz * w.z);
        sum.angular = lab_add_scaled(sum.angular, lab_from_world(scene, dry_quat_rotate(q, own)), 1.0);
    }
    return sum;
}
