/* Sliding boxes: distance, drift, spin, slopes. */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <math.h>

#define DEGREES (3.14159265358979323846 / 180.0)

static const double friction = 0.5;
static const float gravity = 10.0f;

/* How a body slid to a stop. */
typedef struct Slide {
    double distance; /* along the heading */
    double sideways;
    double stop_time; /* found by extending the last fast samples to zero speed, finer than a step */
    double yaw;       /* degrees, largest on the way */
} Slide;

/* Pushes a resting body and lets it slide until it stands. Records its speed as `curve` unless null. */
static Slide slide_to_stop(LabScene *scene, DryBodyId body, LabVec heading, double speed, double spin,
                           const char *curve)
{
    Slide slide = { 0 };
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
            lab_record(scene->run, curve, t, now, fmax(speed - friction * (double)gravity * t, 0.0));
        }
        slide.yaw = fmax(slide.yaw, fabs(lab_yaw(scene, body) - yaw));
    }
    LabVec moved = lab_sub(lab_position(scene, body), start);
    slide.distance = moved.x * heading.x + moved.z * heading.z;
    slide.sideways = fabs(moved.x * heading.z - moved.z * heading.x);
    return slide;
}

/* A box that has rested for half a second on the ground. */
static DryBodyId resting_box(LabScene *scene, LabVec half_extents)
{
    DryShapeOptions options = lab_material(friction, 0.0);
    lab_ground(scene, &options);
    DryBodyId body = lab_box(scene, lab_vec(0.0, half_extents.y, 0.0), half_extents, &options);
    lab_steps(scene, 30);
    return body;
}

static Slide slide_box(LabRun *run, LabVec half_extents, double heading)
{
    DryWorldDef def = lab_world_def(run, gravity);
    LabScene scene = lab_open(run, &def);
    DryBodyId body = resting_box(&scene, half_extents);
    LabVec direction = lab_vec(cos(heading * DEGREES), 0.0, sin(heading * DEGREES));
    /* all headings give the same curve: one is enough */
    const char *curve = heading == 22.5 ? "at 22.5° to its axes" : NULL;
    Slide slide = slide_to_stop(&scene, body, direction, 10.0, 0.0, curve);
    lab_close(&scene);
    return slide;
}

void lab_slide(LabRun *run)
{
    const double headings[] = { 0.0, 22.5, 45.0 };
    lab_axes(run, "time, s", "speed, m/s");
    for (int i = 0; i < 3; ++i) {
        lab_case(run, "%g deg", headings[i]);
        Slide slide = slide_box(run, lab_vec(0.5, 0.25, 0.5), headings[i]);
        lab_expect_relative(run, "distance", slide.distance, 10.0, 0.005, "m");
        lab_expect_relative(run, "stops at", slide.stop_time, 2.0, 0.005, "s");
        lab_expect(run, "sideways", slide.sideways, 0.0, 0.005, "m");
    }
}

void lab_slide_long_box(LabRun *run)
{
    const LabVec sizes[] = { { 1.0, 0.5, 0.2 }, { 2.0, 0.2, 0.2 } };
    const double headings[] = { 45.0, 30.0 };
    for (int i = 0; i < 2; ++i) {
        lab_case(run, "h(%g,%g,%g)", sizes[i].x, sizes[i].y, sizes[i].z);
        Slide slide = slide_box(run, sizes[i], headings[i]);
        lab_expect_relative(run, "distance", slide.distance, 10.0, 0.005, "m");
        lab_expect(run, "drift", slide.sideways, 0.0, 0.005, "m");
        lab_expect(run, "largest yaw", slide.yaw, 0.0, 0.5, "deg");
    }
}

/* Torsional radius from the deceleration: friction * m * g * radius = I_y * deceleration, and I_y = m (1 + 1)
 * / 12. */
void lab_spin_down(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, gravity);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "%s", "");
    DryBodyId body = resting_box(&scene, lab_vec(0.5, 0.25, 0.5));
    lab_push(&scene, body, lab_vec(0.0, 0.0, 0.0), lab_vec(0.0, 10.0, 0.0));
    double early = 0.0, late = 0.0, brake = 6.0 * friction * (double)gravity * 0.3826;
    lab_axes(run, "time, s", "spin, rad/s");
    for (int32_t i = 1; i <= 60 && lab_step(&scene); ++i) {
        double now = lab_spin(&scene, body).y, t = (double)i * scene.dt;
        early = i == 5 ? now : early;
        late = i == 40 ? now : late;
        lab_record(run, "spin", t, now, fmax(10.0 - brake * t, 0.0));
    }
    double deceleration = (early - late) / (35.0 * scene.dt);
    double radius = deceleration / 6.0 / (friction * (double)gravity);
    lab_expect_relative(run, "torsional radius", radius, 0.3826, 0.01, "m");
    lab_close(&scene);
}

void lab_slide_and_spin(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, gravity);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "%s", "");
    DryBodyId body = resting_box(&scene, lab_vec(0.5, 0.25, 0.5));
    Slide slide = slide_to_stop(&scene, body, lab_vec(1.0, 0.0, 0.0), 5.0, 20.0, NULL);
    lab_expect_range(run, "distance", slide.distance, 5.46, 4.75, 5.6, "m");
    lab_close(&scene);
}

/* Distance that a cube set down at rest on a slope moves in ten seconds: down the slope, and in any
 * direction. */
static LabVec ramp(LabRun *run, double tangent)
{
    DryWorldDef def = lab_world_def(run, gravity);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(friction, 0.0);
    double angle = atan(tangent), c = cos(angle), s = sin(angle);
    DryQuat tilt = lab_rotation(lab_vec(0.0, 0.0, 1.0), -angle / DEGREES);
    LabVec up = lab_vec(s, c, 0.0), down = lab_vec(c, -s, 0.0);

    DryBodyId ground = lab_body(&scene, DRY_STATIC, lab_vec(-up.x, -up.y, 0.0), &tilt);
    lab_add_box(&scene, ground, lab_vec(60.0, 1.0, 60.0), &options);
    DryBodyId cube = lab_body(&scene, DRY_DYNAMIC, lab_vec(0.5 * up.x, 0.5 * up.y, 0.0), &tilt);
    lab_add_box(&scene, cube, lab_vec(0.5, 0.5, 0.5), &options);

    LabVec start = lab_position(&scene, cube), moved = lab_vec(0.0, 0.0, 0.0);
    double pull = fmax((double)gravity * (s - friction * c), 0.0);
    lab_axes(run, "time, s", "distance down the slope, m");
    for (int32_t i = 0; i < lab_step_count(&scene, 10.0) && lab_step(&scene); ++i) {
        double t = lab_time(&scene);
        moved = lab_sub(lab_position(&scene, cube), start);
        lab_record(run, run->variant, t, lab_dot(moved, down), 0.5 * pull * t * t);
    }
    LabVec result = lab_vec(lab_dot(moved, down), lab_dot(moved, up), moved.z);
    lab_close(&scene);
    return result;
}

void lab_ramp_holds(LabRun *run)
{
    const double tangents[] = { 0.49, 0.499 };
    for (int i = 0; i < 2; ++i) {
        lab_case(run, "tan %g", tangents[i]);
        LabVec moved = ramp(run, tangents[i]);
        lab_expect(run, "creep", hypot(moved.x, moved.z), 0.0, 1e-4, "m");
    }
}

void lab_ramp_slides(LabRun *run)
{
    lab_case(run, "tan 0.51");
    double angle = atan(0.51);
    double exact = 0.5 * (double)gravity * (sin(angle) - friction * cos(angle)) * 100.0;
    LabVec moved = ramp(run, 0.51);
    lab_expect_relative(run, "distance", moved.x, exact, 0.005, "m");
}
