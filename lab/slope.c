#include "lab/slope.h"

#include <math.h>

LabSlope lab_slope(LabScene *scene, double angle, const DryShapeOptions *options)
{
    double c = cos(angle), s = sin(angle);
    LabSlope slope = { .up = lab_vec(s, c, 0.0),
                       .down = lab_vec(c, -s, 0.0),
                       .tilt = lab_rotation(lab_vec(0.0, 0.0, 1.0), -angle / LAB_DEGREES) };
    DryBodyId ground = lab_body(scene, DRY_STATIC, lab_slope_place(&slope, -1.0), &slope.tilt);
    lab_add_box(scene, ground, lab_vec(60.0, 1.0, 60.0), options);
    return slope;
}

LabVec lab_slope_place(const LabSlope *slope, double height)
{
    return lab_vec(height * slope->up.x, height * slope->up.y, 0.0);
}

DryBodyId lab_slope_box(LabScene *scene, const LabSlope *slope, LabVec half_extents,
                        const DryShapeOptions *options)
{
    LabVec place = lab_slope_place(slope, half_extents.y);
    DryBodyId body = lab_body(scene, DRY_DYNAMIC, place, &slope->tilt);
    lab_add_box(scene, body, half_extents, options);
    return body;
}

LabVec lab_slope_slide(LabRun *run, double tangent)
{
    const double friction = 0.5;
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(friction, 0.0);
    double angle = atan(tangent);
    LabSlope slope = lab_slope(&scene, angle, &options);
    DryBodyId cube = lab_slope_box(&scene, &slope, lab_vec(0.5, 0.5, 0.5), &options);

    LabVec start = lab_position(&scene, cube), moved = lab_vec(0.0, 0.0, 0.0);
    double pull = fmax(10.0 * (sin(angle) - friction * cos(angle)), 0.0);
    lab_axes(run, "time, s", "distance down the slope, m");
    for (int32_t i = 0; i < lab_step_count(&scene, 10.0) && lab_step(&scene); ++i) {
        double t = lab_time(&scene);
        moved = lab_sub(lab_position(&scene, cube), start);
        lab_record(run, run->variant, t, lab_dot(moved, slope.down), 0.5 * pull * t * t);
    }
    LabVec result = lab_vec(lab_dot(moved, slope.down), lab_dot(moved, slope.up), moved.z);
    lab_close(&scene);
    return result;
}
