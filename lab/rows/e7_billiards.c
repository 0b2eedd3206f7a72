/* E7. Balls of 0.17 kg and r = 28.6 mm on a table without friction, e = 1: cuts by 15 to 60 degrees, and a
   break of a rack of 15, half a millimetre off the centre, to one side and the other.

   Of two equal balls, one at rest, an elastic impact leaves velocities at a right angle, the struck ball's
   along the line of centres. And a mirrored start has a mirrored course, though a rack amplifies differences.
 */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <math.h>

#define RADIUS 0.028575

static LabScene open_table(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 9.81f);
    def.length_unit = 0.05f;
    LabScene scene = lab_open(run, &def);
    DryShapeOptions cloth = lab_material(0.0, 0.0);
    cloth.material.restitution_combine = DRY_COMBINE_MINIMUM;
    lab_ground(&scene, &cloth);
    return scene;
}

static DryBodyId add_ball(LabScene *scene, double x, double z)
{
    DryShapeOptions options = lab_material(0.0, 1.0);
    options.material.restitution_combine = DRY_COMBINE_MINIMUM;
    DryBodyId ball = lab_ball(scene, lab_vec(x, RADIUS, z), RADIUS, &options);
    lab_set_mass(scene, ball, 0.17);
    return ball;
}

/* The cue ball, which does not spin when it arrives, and the ball it strikes part at a right angle. */
static void stun_shot(LabRun *run, double cut)
{
    LabScene scene = open_table(run);
    LabVec none = lab_vec(0.0, 0.0, 0.0);
    lab_case(run, "cut %g deg", cut);
    DryBodyId cue = add_ball(&scene, -0.5, 0.0);
    DryBodyId object =
        add_ball(&scene, 2.0 * RADIUS * cos(cut * LAB_DEGREES), 2.0 * RADIUS * sin(cut * LAB_DEGREES));
    lab_push(&scene, cue, lab_vec(2.0, 0.0, 0.0), none);
    lab_steps(&scene, lab_step_count(&scene, 0.5));
    LabVec a = lab_velocity(&scene, cue), b = lab_velocity(&scene, object);
    double angle = acos(lab_dot(a, b) / (lab_length(a) * lab_length(b))) / LAB_DEGREES;
    lab_expect(run, "angle between the balls", angle, 90.0, 0.1, "deg");
    lab_expect(run, "way of the object ball", atan2(b.z, b.x) / LAB_DEGREES, cut, 0.1, "deg");
    lab_close(&scene);
}

enum {
    RACK = 15
};

/* A break half a millimetre off centre, to one side or the other: where the balls are a second later. */
static void break_rack(LabRun *run, double side, LabVec places[RACK + 1])
{
    LabScene scene = open_table(run);
    DryBodyId balls[RACK + 1];
    int count = 0;
    balls[count++] = add_ball(&scene, -0.6, side * 0.0005);
    for (int row = 0; row < 5; ++row) {
        for (int k = 0; k <= row; ++k) {
            double z = (2.0 * k - row) * RADIUS;
            balls[count++] = add_ball(&scene, row * sqrt(3.0) * RADIUS * 1.0005, side * z * 1.0005);
        }
    }
    lab_push(&scene, balls[0], lab_vec(5.0, 0.0, 0.0), lab_vec(0.0, 0.0, 0.0));
    lab_steps(&scene, lab_step_count(&scene, 1.0));
    for (int i = 0; i < count; ++i) {
        places[i] = lab_position(&scene, balls[i]);
    }
    lab_close(&scene);
}

void lab_billiards(LabRun *run)
{
    const double cuts[] = { 15.0, 30.0, 45.0, 60.0 };
    for (int i = 0; i < 4; ++i) {
        stun_shot(run, cuts[i]);
    }
    lab_case(run, "mirrored break");
    LabVec left[RACK + 1], right[RACK + 1];
    break_rack(run, -1.0, left);
    break_rack(run, 1.0, right);
    double worst = 0.0, spread = 0.0;
    for (int i = 0; i <= RACK; ++i) {
        worst = fmax(worst, lab_length(lab_sub(left[i], lab_vec(right[i].x, right[i].y, -right[i].z))));
        spread = fmax(spread, lab_length(lab_sub(right[i], right[0])));
    }
    lab_expect(run, "largest distance to the mirrored", worst, 0.0, 1e-5, "m");
    lab_expect_bool(run, "the balls part by more than 1 m", spread > 1.0, true);
}
