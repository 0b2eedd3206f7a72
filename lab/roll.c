#include "lab/roll.h"

double lab_slip(const LabScene *scene, DryBodyId body, LabVec up, double radius)
{
    LabVec arm = lab_vec(-radius * up.x, -radius * up.y, -radius * up.z);
    LabVec turned = lab_cross(lab_spin(scene, body), arm);
    return lab_length(lab_add_scaled(lab_velocity(scene, body), turned, 1.0));
}
