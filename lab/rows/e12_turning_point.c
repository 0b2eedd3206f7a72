/* E12. A pendulum of L = 100 m, a ball of r = 0.5 let go 1 m aside, in a world with the usual sleep: below
   0.05 m/s for half a second.

   At each turning point it is slower than that for a whole second, but it is not at rest: it does not fall
   asleep and turns after every pi sqrt((L^2 + 2/5 r^2) / (g L)). */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <math.h>

#define LENGTH 100.0
#define SWING 1.0
#define GRAVITY 10.0

void lab_turning_point(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, (float)GRAVITY);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "%s", "");
    DryShapeOptions options = lab_material(0.5, 0.0);
    DryBodyId hook = lab_body(&scene, DRY_STATIC, lab_vec(0.0, 0.0, 0.0), NULL);
    double drop = sqrt(LENGTH * LENGTH - SWING * SWING);
    DryBodyId ball = lab_ball(&scene, lab_vec(SWING, -drop, 0.0), 0.5, &options);
    DryBallDef joint = dry_ball_def_default();
    joint.body_a = hook;
    joint.body_b = ball;
    joint.frame_b.position =
        dry_vec3((float)-SWING, (float)drop, 0.0f); /* bodies stand turned with the scene */
    if (dry_ball_create(scene.world, &joint).index == 0) {
        lab_trouble(run, "joint", dry_world_error(scene.world));
    }
    double half = acos(-1.0) * sqrt((LENGTH * LENGTH + 0.4 * 0.25) / (GRAVITY * LENGTH));
    double before = 0.0, turned_at = 0.0;
    int32_t turns = 0, slept = 0;
    for (int32_t i = 0; turns < 4 && i < lab_step_count(&scene, 4.2 * half) && lab_step(&scene); ++i) {
        double now = lab_velocity(&scene, ball).x;
        if (before * now < 0.0) {
            turned_at = lab_time(&scene) - scene.dt * now / (now - before);
            ++turns;
        }
        before = now;
        slept += dry_body_is_awake(scene.world, ball) ? 0 : 1;
    }
    lab_expect(run, "steps asleep", slept, 0.0, 0.0, "");
    lab_expect(run, "turns", turns, 4.0, 0.0, "");
    lab_expect_relative(run, "time of the last turn", turned_at, 4.0 * half, 0.002, "s");
    lab_close(&scene);
}
