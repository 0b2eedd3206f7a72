/* S8. A tub into which 300 prisms are set down inside each other, closer than they are wide and high, as
   constraints and as springs, mu = 0.6, g = 10.

   No exact course is known, but the overlaps must not turn into speed: nothing is ever faster than 3 m/s, and
   after 10 s all has settled. */
#include "lab/experiments.h"
#include "lab/parts.h"

#include <math.h>

static void add_tub(LabScene *scene)
{
    DryShapeOptions options = lab_material(0.6, 0.0);
    lab_ground(scene, &options);
    for (int i = 0; i < 4; ++i) {
        double side = i % 2 ? -3.5 : 3.5;
        LabVec place = i < 2 ? lab_vec(side, 4.0, 0.0) : lab_vec(0.0, 4.0, side);
        DryBodyId wall = lab_body(scene, DRY_STATIC, place, NULL);
        lab_add_box(scene, wall, i < 2 ? lab_vec(1.0, 5.0, 5.0) : lab_vec(5.0, 5.0, 1.0), &options);
    }
}

static void full_tub(LabRun *run, bool penalty)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    add_tub(&scene);
    DryShapeOptions options = lab_material(0.6, 0.0);
    options.material.stiffness = penalty ? 1e5f : options.material.stiffness;
    options.material.damping = penalty ? 5e4f : options.material.damping;
    LabParts parts = { .count = 0 };
    for (int i = 0; i < LAB_PARTS_MAX; ++i) {
        int k = i % 100;
        double shift = 0.05 * sin(1.0 + 7.0 * i), other = 0.05 * sin(2.0 + 11.0 * i);
        LabVec place = lab_vec(-2.025 + 0.45 * (k % 10) + shift, 0.2 + 0.3 * (i / 100),
                               -2.025 + 0.45 * (k / 10) + other);
        lab_add_hull(&scene, lab_part(&scene, &parts, place, NULL), dry_hull_create_cylinder(0.25f, 0.25f, 8),
                     &options);
    }
    double fastest = 0.0;
    for (int32_t i = lab_step_count(&scene, 10.0); i > 0 && lab_step(&scene); --i) {
        fastest = fmax(fastest, lab_largest_speed(&scene, &parts));
    }
    lab_expect_range(run, "largest speed", fastest, 0.0, 0.0, 3.0, "m/s");
    lab_expect(run, "speed after 10 s", lab_largest_speed(&scene, &parts), 0.0, 0.3, "m/s");
    lab_close(&scene);
}

void lab_tub(LabRun *run)
{
    lab_case(run, "constraints");
    full_tub(run, false);
    lab_case(run, "springs");
    full_tub(run, true);
}
