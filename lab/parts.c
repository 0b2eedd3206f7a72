#include "lab/parts.h"

#include <math.h>

DryBodyId lab_part(LabScene *scene, LabParts *parts, LabVec place, const DryQuat *rotation)
{
    DryBodyId body = lab_body(scene, DRY_DYNAMIC, place, rotation);
    parts->bodies[parts->count] = body;
    parts->places[parts->count++] = place;
    return body;
}

DryBodyId lab_part_box(LabScene *scene, LabParts *parts, LabVec place, LabVec half_extents,
                       const DryShapeOptions *options)
{
    DryBodyId body = lab_part(scene, parts, place, NULL);
    lab_add_box(scene, body, half_extents, options);
    return body;
}

DryBodyId lab_part_cube(LabScene *scene, LabParts *parts, LabVec place, const DryShapeOptions *options)
{
    return lab_part_box(scene, parts, place, lab_vec(0.5, 0.5, 0.5), options);
}

void lab_planar_pyramid(LabScene *scene, LabParts *parts, int rows, const DryShapeOptions *options)
{
    for (int i = 0; i < rows; ++i) {
        for (int k = i; k < rows; ++k) {
            double x = 0.5 * i + (k - i) - 0.5 * (rows - 1);
            lab_part_cube(scene, parts, lab_vec(x, i + 0.5, 0.0), options);
        }
    }
}

double lab_largest_move(const LabScene *scene, const LabParts *parts)
{
    double worst = 0.0;
    for (int32_t i = 0; i < parts->count; ++i) {
        worst = fmax(worst, lab_length(lab_sub(lab_position(scene, parts->bodies[i]), parts->places[i])));
    }
    return worst;
}

double lab_largest_speed(const LabScene *scene, const LabParts *parts)
{
    double worst = 0.0;
    for (int32_t i = 0; i < parts->count; ++i) {
        worst = fmax(worst, lab_length(lab_velocity(scene, parts->bodies[i])));
    }
    return worst;
}
