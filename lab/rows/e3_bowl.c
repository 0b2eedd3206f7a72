/* E3. A ball of r = 0.5 rolls to and fro in a bowl of R = 5, a mesh, let go at 8 degrees, mu = 1.

   Its centre swings on a circle of R - r, and rolling adds 2/5 to its inertia: the period of small swings is
   2 pi sqrt(7 (R - r) / 5 g). At 8 degrees it is 0.12 % longer. */
#include "lab/experiments.h"
#include "lab/mesh.h"

#include <math.h>
#include <stdlib.h>

enum {
    BOWL = 97 /* vertices along a side */
};

/* The lowest part of a hemisphere of `radius`, whose bottom is at the origin: a square of half a radius each
   way. */
static void add_bowl(LabScene *scene, double radius, const DryShapeOptions *options)
{
    DryVec3 *points = malloc((size_t)BOWL * BOWL * sizeof *points);
    for (int i = 0; points && i < BOWL; ++i) {
        for (int k = 0; k < BOWL; ++k) {
            /* off the middle, so that the ball crosses edges at odd places */
            double x = radius * ((i + 0.27) / (BOWL - 1) - 0.5) * 0.6,
                   z = radius * ((k + 0.41) / (BOWL - 1) - 0.5) * 0.6;
            double y = radius - sqrt(radius * radius - x * x - z * z);
            points[i * BOWL + k] = dry_vec3((float)x, (float)y, (float)z);
        }
    }
    lab_add_grid(scene, lab_body(scene, DRY_STATIC, lab_vec(0.0, 0.0, 0.0), NULL), points, BOWL, BOWL,
                 options);
    free(points);
}

void lab_bowl(LabRun *run)
{
    const double big = 5.0, small = 0.5, swing = 8.0 * LAB_DEGREES;
    DryWorldDef def = lab_world_def(run, 9.81f);
    def.sleeping = false;
    LabScene scene = lab_open(run, &def);
    lab_case(run, "%s", "");
    DryShapeOptions options = lab_material(1.0, 0.0);
    add_bowl(&scene, big, &options);
    double arm = big - small;
    DryBodyId ball =
        lab_ball(&scene, lab_vec(arm * sin(swing), big - arm * cos(swing), 0.0), small, &options);
    double last = 1.0, first_time = 0.0, last_time = 0.0;
    int32_t crossings = 0;
    while (crossings < 5 && lab_time(&scene) < 20.0 && lab_step(&scene)) {
        double x = lab_position(&scene, ball).x;
        if (last * x < 0.0) {
            last_time = lab_time(&scene) - scene.dt * x / (x - last);
            first_time = crossings == 0 ? last_time : first_time;
            ++crossings;
        }
        last = x;
    }
    lab_expect_relative(run, "period", crossings == 5 ? (last_time - first_time) / 2.0 : 0.0,
                        2.0 * LAB_PI * sqrt(7.0 * arm / (5.0 * 9.81)), 0.01, "s");
    lab_close(&scene);
}
