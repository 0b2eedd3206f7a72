/* S5. A semicircular arch of 20 stones without mortar, mean radius R = 5, mu = 1, its ends on the ground.

   It stands as long as a line of thrust fits into it: from a thickness of 0.1075 R on (Couplet 1730, Heyman
   1969). At 0.113 R it is where it was after ten seconds, at 0.10 R it falls. */
#include "lab/experiments.h"
#include "lab/parts.h"

#include <math.h>

enum {
    VOUSSOIRS = 20
};

/* The wedge between two joints of a semicircle of radius 5 about the origin. */
static void add_voussoir(LabScene *scene, LabParts *parts, int index, double thickness)
{
    const double radius = 5.0, depth = 1.0;
    LabVec corners[8], middle = lab_vec(0.0, 0.0, 0.0);
    for (int i = 0; i < 8; ++i) {
        double angle = 180.0 * LAB_DEGREES * (index + (i & 1)) / VOUSSOIRS;
        double r = radius + ((i & 2) ? 0.5 : -0.5) * thickness;
        corners[i] = lab_vec(r * cos(angle), r * sin(angle), (i & 4) ? 0.5 * depth : -0.5 * depth);
        middle = lab_add_scaled(middle, corners[i], 0.125);
    }
    DryVec3 points[8];
    for (int i = 0; i < 8; ++i) {
        LabVec p = lab_sub(corners[i], middle);
        points[i] = dry_vec3((float)p.x, (float)p.y, (float)p.z);
    }
    DryHullSource source = { .points = points, .point_count = 8 };
    DryShapeOptions options = lab_material(1.0, 0.0);
    lab_add_hull(scene, lab_part(scene, parts, middle, NULL), dry_hull_create(&source, NULL), &options);
}

/* How far the worst of its stones is from its place after ten seconds. */
static double arch(LabRun *run, double thickness_to_radius)
{
    DryWorldDef def = lab_world_def(run, 9.81f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(1.0, 0.0);
    lab_ground(&scene, &options);
    LabParts parts = { .count = 0 };
    for (int i = 0; i < VOUSSOIRS; ++i) {
        add_voussoir(&scene, &parts, i, 5.0 * thickness_to_radius);
    }
    lab_steps(&scene, lab_step_count(&scene, 10.0));
    double moved = lab_largest_move(&scene, &parts);
    lab_close(&scene);
    return moved;
}

void lab_arch(LabRun *run)
{
    lab_case(run, "thickness .113 R");
    double moved = arch(run, 0.113);
    lab_expect(run, "largest move", moved, 0.0, 0.02, "m");
    lab_case(run, "thickness .10 R");
    lab_expect_bool(run, "falls", arch(run, 0.10) > 1.0, true);
}
