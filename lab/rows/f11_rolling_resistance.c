/* F11. A ball and a capsule of radius R = 0.5 roll at v = 2 m/s against a rolling resistance c = 0.02, g
   = 10.

   The resisting torque c R m g is a force of c m g along the way. It uses up the rolling body's energy,
   (1 + k) m v^2 / 2 with the moment of inertia k m R^2, after (1 + k) v^2 / (2 c g): 14 m for the ball, k =
   2/5. The capsule's middle is as long as it is wide: 3/5 of it is a cylinder, k = 1/2, 2/5 the ball of its
   ends, so k = 0.46. The speed falls evenly, by c g / (1 + k) a second. */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <math.h>

/* On its axle along z. */
static DryBodyId add_capsule(LabScene *scene, LabVec place, const DryShapeOptions *options)
{
    DryBodyId body = lab_body(scene, DRY_DYNAMIC, place, NULL);
    DryCapsule capsule = { { 0.0f, 0.0f, -0.5f }, { 0.0f, 0.0f, 0.5f }, 0.5f };
    if (dry_shape_add_capsule(scene->world, body, &capsule, options).index == 0) {
        lab_trouble(scene->run, "capsule", dry_world_error(scene->world));
    }
    return body;
}

static void roll_out(LabRun *run, bool is_capsule, double k)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "%s", is_capsule ? "capsule" : "ball");
    DryShapeOptions options = lab_material(0.5, 0.0);
    options.material.rolling_resistance = 0.02f;
    lab_ground(&scene, &options);
    LabVec place = lab_vec(0.0, 0.5, 0.0);
    DryBodyId body =
        is_capsule ? add_capsule(&scene, place, &options) : lab_ball(&scene, place, 0.5, &options);
    lab_steps(&scene, 10);
    LabVec start = lab_position(&scene, body);
    lab_push(&scene, body, lab_vec(2.0, 0.0, 0.0), lab_vec(0.0, 0.0, -4.0));
    double pushed_at = lab_time(&scene), braking = 0.02 * 10.0 / (1.0 + k);
    lab_axes(run, "time, s", "speed, m/s");
    for (int32_t i = 0; i < lab_step_count(&scene, 18.0) && lab_step(&scene); ++i) {
        double t = lab_time(&scene) - pushed_at;
        lab_record(run, is_capsule ? "rolling capsule" : "rolling ball", t, lab_velocity(&scene, body).x,
                   fmax(2.0 - braking * t, 0.0));
    }
    double distance = lab_position(&scene, body).x - start.x;
    lab_expect_relative(run, "distance", distance, 4.0 / (2.0 * braking), 0.03, "m");
    lab_expect(run, "speed at the end", lab_velocity(&scene, body).x, 0.0, 1e-3, "m/s");
    lab_close(&scene);
}

void lab_rolling_resistance(LabRun *run)
{
    roll_out(run, false, 0.4);
    roll_out(run, true, 0.46);
}
