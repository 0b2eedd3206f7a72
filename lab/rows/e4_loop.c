/* E4. A ball of R/10 rolls down a ramp and through a loop of radius R, a track of 1440 facets to the circle,
   mu = 1.

   At the top of its path, whose radius is R - r, it needs v^2 = g (R - r), and a rolling ball has 7/10 m v^2:
   let go with its centre 2.7 (R - r) over its lowest place it passes, from 2.6 (R - r) it falls. */
#include "lab/experiments.h"
#include "lab/mesh.h"

#include <math.h>
#include <stdlib.h>

enum {
    FACETS = 1440, /* of the whole circle */
    RAMP = 30      /* degrees: slope of the ramp, which is tangent to the circle */
};

/* Cross-section of the track at vertex i: the ramp's upper end, then the circle anticlockwise from where the
   ramp touches it to three quarters round. */
static LabVec track_point(int i, double radius, double ramp)
{
    double slope = RAMP * LAB_DEGREES, angle = i == 0 ? -slope : -slope + 2.0 * LAB_PI * (i - 1) / FACETS;
    LabVec on = lab_vec(radius * sin(angle), radius - radius * cos(angle), 0.0);
    return i > 0 ? on : lab_vec(on.x - ramp * cos(slope), on.y + ramp * sin(slope), 0.0);
}

/* Whether a ball let go on the ramp, its centre `height` times radius of its path over the lowest point,
   stays on the track past the top. */
static bool passes_loop(LabRun *run, double radius, double height)
{
    const double small = 0.1 * radius, ramp = 6.0 * radius;
    enum {
        POINTS = 2 + FACETS * 3 / 4
    };
    DryWorldDef def = lab_world_def(run, 9.81f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(1.0, 0.0);
    DryVec3 *points = malloc((size_t)2 * POINTS * sizeof *points);
    for (int i = 0; points && i < POINTS; ++i) {
        LabVec p = track_point(i, radius, ramp);
        points[2 * i] = dry_vec3((float)p.x, (float)p.y, (float)(-2.0 * small));
        points[2 * i + 1] = dry_vec3((float)p.x, (float)p.y, (float)(2.0 * small));
    }
    lab_add_grid(&scene, lab_body(&scene, DRY_STATIC, lab_vec(0.0, 0.0, 0.0), NULL), points, POINTS, 2,
                 &options);
    free(points);
    double path = radius - small, slope = RAMP * LAB_DEGREES;
    /* on the ramp the centre is `small` over it */
    LabVec touch = lab_vec(-path * sin(slope), radius - path * cos(slope), 0.0);
    double along = (small + height * path - touch.y) / sin(slope);
    LabVec start = lab_vec(touch.x - along * cos(slope), touch.y + along * sin(slope), 0.0);
    DryBodyId ball = lab_ball(&scene, start, small, &options);
    bool passed = false, on_track = true;
    while (lab_time(&scene) < 6.0 * sqrt(radius) && on_track && !passed && lab_step(&scene)) {
        LabVec at = lab_sub(lab_position(&scene, ball), lab_vec(0.0, radius, 0.0));
        if (at.y > 0.5 * path) {
            on_track = hypot(at.x, at.y) > path - 0.02 * radius || at.x < -path * 1.05;
            passed = on_track && at.x < -0.5 * path && at.x > -path;
        }
    }
    lab_close(&scene);
    return passed;
}

void lab_loop(LabRun *run)
{
    const double sizes[] = { 50.0, 5.0 }, heights[] = { 2.7, 2.6 };
    for (int size = 0; size < 2; ++size) {
        for (int i = 0; i < 2; ++i) {
            lab_case(run, "R %g m, from %g", sizes[size], heights[i]);
            lab_expect_bool(run, "passes the top", passes_loop(run, sizes[size], heights[i]), i == 0);
        }
    }
}
