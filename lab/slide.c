#include "lab/slide.h"

#include <math.h>

LabScene lab_slide_open(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, LAB_SLIDE_GRAVITY);
    return lab_open(run, &def);
}

DryBodyId lab_slide_box(LabScene *scene, LabVec half_extents)
{
    DryShapeOptions options = lab_material(LAB_SLIDE_FRICTION, 0.0);
    lab_ground(scene, &options);
    DryBodyId body = lab_box(scene, lab_vec(0.0, half_extents.y, 0.0), half_extents, &options);
    lab_steps(scene, 30);
    return body;
}

LabSlide lab_slide_to_stop(LabScene *scene, DryBodyId body, LabVec heading, double speed, double spin,
                           const char *curve)
{
    LabSlide slide = { 0 };
    LabVec start = lab_position(scene, body);
    double yaw = lab_yaw(scene, body), push_time = lab_time(scene);
    lab_push(scene, body, lab_vec(heading.x * speed, 0.0, heading.z * speed), lab_vec(0.0, spin, 0.0));

    double last = speed;
    for (int32_t i = 0; i < lab_step_count(scene, 6.0) && lab_step(scene); ++i) {
        double now = lab_length(lab_velocity(scene, body));
        if (now > 0.02 * speed && now < last) {
            slide.stop_time = lab_time(scene) - push_time + scene->dt * now / (last - now);
        }
        last = now;
        if (curve) {
            double t = lab_time(scene) - push_time;
            lab_record(scene->run, curve, t, now,
                       fmax(speed - LAB_SLIDE_FRICTION * (double)LAB_SLIDE_GRAVITY * t, 0.0));
        }
        slide.yaw = fmax(slide.yaw, fabs(lab_yaw(scene, body) - yaw));
    }
    LabVec moved = lab_sub(lab_position(scene, body), start);
    slide.distance = moved.x * heading.x + moved.z * heading.z;
    slide.sideways = fabs(moved.x * heading.z - moved.z * heading.x);
    return slide;
}

LabSlide lab_slide_of_box(LabRun *run, LabVec half_extents, double heading)
{
    LabScene scene = lab_slide_open(run);
    DryBodyId body = lab_slide_box(&scene, half_extents);
    LabVec direction = lab_vec(cos(heading * LAB_DEGREES), 0.0, sin(heading * LAB_DEGREES));
    /* all headings give the same curve: one is enough */
    const char *curve = heading == 22.5 ? "at 22.5° to its axes" : NULL;
    LabSlide slide = lab_slide_to_stop(&scene, body, direction, 10.0, 0.0, curve);
    lab_close(&scene);
    return slide;
}
