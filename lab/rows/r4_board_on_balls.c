/* R4. A board of M = 10 kg under n = 25 balls of m = 1 kg is pulled with F = 150 N; friction 0.4 between
   ground and board, 0.8 between board and balls.

   The balls roll on the board: each one's centre gets 2/7 of the board's acceleration, for which the board
   pays 2/7 m. So a_board = (F - 0.4 (M + n m) g) / (M + 2/7 n m) = 0.7385 and a_ball = 0.211 m/s^2, from the
   first step on. */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <math.h>

enum {
    BALLS = 25
};

/* Mean over steps and bodies of the squared difference to the exact velocities. */
static double board_error(LabRun *run, double dt, double heading)
{
    DryWorldDef def = lab_world_def(run, 9.81f);
    LabScene scene = lab_open(run, &def);
    scene.dt = dt;
    LabVec push = lab_vec(sin(heading * LAB_DEGREES), 0.0, cos(heading * LAB_DEGREES));

    /* multiplied, 0.4 between board and ground and 0.8 between ball and board; a ball never touches the
     * ground */
    DryShapeOptions ground = lab_material(0.4, 0.0), board = lab_material(1.0, 0.0),
                    ball = lab_material(0.8, 0.0);
    ground.material.friction_combine = DRY_COMBINE_MULTIPLY;
    board.material.friction_combine = DRY_COMBINE_MULTIPLY;
    ball.material.friction_combine = DRY_COMBINE_MULTIPLY;
    lab_ground(&scene, &ground);
    DryBodyId plank = lab_box(&scene, lab_vec(0.0, 0.5, 0.0), lab_vec(10.0, 0.5, 10.0), &board);
    lab_set_mass(&scene, plank, 10.0);
    DryBodyId balls[BALLS];
    for (int i = 0; i < BALLS; ++i) {
        double x = 2.0 * (i % 5) - 4.0, z = 2.0 * (i / 5) - 4.0;
        balls[i] = lab_ball(&scene, lab_vec(x, 1.5, z), 0.5, &ball);
        lab_set_mass(&scene, balls[i], 1.0);
    }

    /* F - mu (M + n m) g - n m a_ball = M a_board and a_ball = 2/7 a_board */
    double a_board = (150.0 - 0.4 * 35.0 * 9.81) / (10.0 + 25.0 * 2.0 / 7.0), a_ball = 2.0 / 7.0 * a_board;
    double sum = 0.0;
    int32_t steps = lab_step_count(&scene, 4.0);
    for (int32_t i = 0; i < steps; ++i) {
        dry_body_apply_force_center(
            scene.world, plank, lab_to_world(&scene, lab_vec(150.0 * push.x, 0.0, 150.0 * push.z)), DRY_WAKE);
        if (!lab_step(&scene)) {
            break;
        }
        double t = lab_time(&scene);
        LabVec error = lab_add_scaled(lab_velocity(&scene, plank), push, -a_board * t);
        sum += lab_dot(error, error);
        for (int k = 0; k < BALLS; ++k) {
            error = lab_add_scaled(lab_velocity(&scene, balls[k]), push, -a_ball * t);
            sum += lab_dot(error, error);
        }
    }
    lab_close(&scene);
    return sum / ((double)steps * (BALLS + 1));
}

void lab_board_on_balls(LabRun *run)
{
    const double headings[] = { 0.0, 30.0 };
    for (int i = 0; i < 2; ++i) {
        lab_case(run, "1/60 s, %g deg", headings[i]);
        lab_expect(run, "mean square velocity error", board_error(run, 1.0 / 60.0, headings[i]), 0.0, 1e-6,
                   "m2/s2");
    }
    lab_case(run, "1 ms");
    lab_expect(run, "mean square velocity error", board_error(run, 1e-3, 0.0), 0.0, 1e-7, "m2/s2");
}
