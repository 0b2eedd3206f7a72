/* F9. The slide of F1 for a box, a ball that may not turn, a capsule and a hull, on a box and on a mesh.

   Friction depends on load and coefficient, not on the shape or area of what touches: all go v^2 / (2 mu g) =
   10 m. */
#include "lab/experiments.h"
#include "lab/mesh.h"

#include <math.h>

typedef enum Slider {
    SLIDER_BOX,
    SLIDER_BALL,
    SLIDER_CAPSULE,
    SLIDER_HULL,
    SLIDER_COUNT
} Slider;

static const char *const slider_names[] = { "box", "ball", "capsule", "hull" };

static DryBodyId add_slider(LabScene *scene, Slider kind, const DryShapeOptions *options, double heading)
{
    const double heights[] = { 0.25, 0.5, 0.25, 0.25 };
    DryQuat yaw = lab_rotation(lab_vec(0.0, 1.0, 0.0), -heading);
    DryBodyId body = lab_body(scene, DRY_DYNAMIC, lab_vec(0.0, heights[kind], 0.0), &yaw);
    if (kind == SLIDER_BOX) {
        lab_add_box(scene, body, lab_vec(0.5, 0.25, 0.5), options);
    } else if (kind == SLIDER_BALL) {
        lab_add_sphere(scene, body, 0.5, options);
        dry_body_set_locks(scene->world, body, DRY_LOCK_ROTATION);
    } else if (kind == SLIDER_CAPSULE) {
        DryCapsule capsule = { { -0.5f, 0.0f, 0.0f }, { 0.5f, 0.0f, 0.0f }, 0.25f };
        dry_shape_add_capsule(scene->world, body, &capsule, options);
    } else {
        DryHull *hull = dry_hull_create_cylinder(0.5f, 0.25f, 12);
        dry_shape_add_hull(scene->world, body, hull, options);
        dry_hull_release(hull);
    }
    return body;
}

static double shape_slide(LabRun *run, Slider kind, bool on_mesh)
{
    const double heading = 22.5;
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.5, 0.0);
    if (on_mesh) {
        lab_mesh_ground(&scene, NULL, &options);
    } else {
        lab_ground(&scene, &options);
    }
    DryBodyId body = add_slider(&scene, kind, &options, heading);
    lab_steps(&scene, 30);
    LabVec start = lab_position(&scene, body);
    double c = cos(heading * LAB_DEGREES), s = sin(heading * LAB_DEGREES);
    lab_push(&scene, body, lab_vec(10.0 * c, 0.0, 10.0 * s), lab_vec(0.0, 0.0, 0.0));
    lab_steps(&scene, lab_step_count(&scene, 4.0));
    LabVec moved = lab_sub(lab_position(&scene, body), start);
    lab_close(&scene);
    return moved.x * c + moved.z * s;
}

void lab_slide_of_shapes(LabRun *run)
{
    double reference = 0.0;
    for (int kind = 0; kind < SLIDER_COUNT; ++kind) {
        for (int on_mesh = 0; on_mesh < 2; ++on_mesh) {
            lab_case(run, "%s on %s", slider_names[kind], on_mesh ? "mesh" : "box");
            double distance = shape_slide(run, (Slider)kind, on_mesh != 0);
            if (kind == 0 && !on_mesh) {
                reference = distance;
                lab_expect_relative(run, "distance", distance, 10.0, 0.01, "m");
            } else {
                lab_expect_relative(run, "distance as box on box", distance, reference, 0.01, "m");
            }
        }
    }
}
