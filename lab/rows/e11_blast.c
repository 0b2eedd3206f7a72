/* E11. An explosion among five free balls of radius r = 0.25 and density 1000, without gravity: J = 500 N
   s/m^2 within 1 m, in open space. A ball whose surface is d away shows the area pi r^2 and gets J pi r^2 /
   d^2, straight away from the blast: it flies off with 3 J / (4 density r d^2). One that stands behind a wall
   gets nothing, where shelter counts. */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <drystone/explosion.h>
#include <math.h>

#define DENSITY 1000.0
#define RADIUS 0.25

enum {
    BALLS = 5
};

static LabVec direction(int i)
{
    static const double angles[BALLS] = { 0.3, 1.4, 2.8, 4.0, 5.3 };
    return lab_vec(cos(angles[i]), 0.3 * i - 0.5, sin(angles[i]));
}

static void blast(LabRun *run, bool sheltered)
{
    DryWorldDef def = lab_world_def(run, 0.0f);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "%s", sheltered ? "behind a wall" : "in the open");
    DryShapeOptions options = lab_material(0.5, 0.0);
    options.density = (float)DENSITY;
    DryBodyId balls[BALLS];
    LabVec places[BALLS];
    for (int i = 0; i < BALLS; ++i) {
        LabVec away = direction(i);
        places[i] = lab_add_scaled(lab_vec(0, 0, 0), away, (1.5 + i) / lab_length(away));
        balls[i] = lab_ball(&scene, places[i], RADIUS, &options);
    }
    if (sheltered) { /* between the blast and the ball that would get most */
        DryBodyId wall = lab_body(&scene, DRY_STATIC, lab_add_scaled(lab_vec(0, 0, 0), places[0], 0.5), NULL);
        lab_add_box(&scene, wall, lab_vec(0.3, 0.6, 0.3), &options);
    }
    DryExplosion e = dry_explosion_default();
    e.position = lab_to_world_point(&scene, lab_vec(0, 0, 0));
    e.law = DRY_FALLOFF_INVERSE_SQUARE;
    e.falloff = 100.0f;
    e.impulse = 500.0f;
    e.occlusion = sheltered;
    if (dry_world_explode(scene.world, &e) < 0) {
        lab_trouble(run, "explosion", dry_world_error(scene.world));
    }
    lab_steps(&scene, 30);
    double worst = 0.0, aside = 0.0;
    lab_axes(run, "distance, m", "speed, m/s");
    for (int i = sheltered ? 1 : 0; i < BALLS; ++i) {
        LabVec v = lab_velocity(&scene, balls[i]), away = places[i];
        double d = lab_length(away), gap = d - RADIUS, along = lab_dot(v, away) / d;
        double exact = 500.0 * 3.0 / (4.0 * DENSITY * RADIUS) / (gap * gap);
        worst = fmax(worst, fabs(along / exact - 1.0));
        if (!sheltered) {
            lab_record(run, "speed", gap, along, exact);
        }
        aside = fmax(aside, lab_length(lab_cross(v, away)) / d / exact);
    }
    lab_expect(run, "speeds off by at most", worst, 0.0, 1e-4, "");
    lab_expect(run, "aside", aside, 0.0, 1e-4, "");
    if (sheltered) {
        lab_expect(run, "speed behind it", lab_length(lab_velocity(&scene, balls[0])), 0.0, 1e-9, "m/s");
    }
    lab_close(&scene);
}

void lab_blast(LabRun *run)
{
    blast(run, false);
    blast(run, true);
}
