/* J6. A chain of 30 links on hinges, weightless, is pulled straight at both ends with 1e4 N for two seconds
   and let go.

   It is straight from the start, so that the pull does no work: no joint opens, and when let go it stays at
   rest. */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <math.h>

enum {
    PULLED_LINKS = 30
};

void lab_pulled_chain(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 0.0f);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "30 links, 1e4 N");
    DryBodyId links[PULLED_LINKS];
    DryJointId joints[PULLED_LINKS - 1];
    for (int i = 0; i < PULLED_LINKS; ++i) {
        links[i] = lab_box(&scene, lab_vec(0.5 * i, 0.0, 0.0), lab_vec(0.22, 0.04, 0.04), NULL);
        lab_set_mass(&scene, links[i], 1.0);
        if (i > 0) {
            DryHingeDef hinge = dry_hinge_def_default();
            DryVec3 axis = dry_vec3(0.0f, 0.0f, 1.0f);
            hinge.body_a = links[i - 1];
            hinge.frame_a = dry_frame_from_axis(dry_vec3(0.25f, 0.0f, 0.0f), axis);
            hinge.body_b = links[i];
            hinge.frame_b = dry_frame_from_axis(dry_vec3(-0.25f, 0.0f, 0.0f), axis);
            joints[i - 1] = dry_hinge_create(scene.world, &hinge);
        }
    }
    double worst_gap = 0.0, highest = 0.0;
    for (int32_t i = 0; i < lab_step_count(&scene, 7.0); ++i) {
        if (lab_time(&scene) < 2.0) {
            dry_body_apply_force_center(scene.world, links[0], lab_to_world(&scene, lab_vec(-1e4, 0.0, 0.0)),
                                        DRY_WAKE);
            dry_body_apply_force_center(scene.world, links[PULLED_LINKS - 1],
                                        lab_to_world(&scene, lab_vec(1e4, 0.0, 0.0)), DRY_WAKE);
        }
        if (!lab_step(&scene)) {
            break;
        }
        for (int k = 0; k < PULLED_LINKS - 1; ++k) {
            worst_gap = fmax(worst_gap, (double)dry_joint_gap(scene.world, joints[k]));
        }
        highest = lab_time(&scene) > 2.0 ? fmax(highest, dry_world_energy(scene.world).kinetic) : 0.0;
    }
    lab_expect(run, "largest gap", worst_gap, 0.0, 1e-3, "m");
    /* 1 % of what the pull does over a centimetre */
    lab_expect_range(run, "highest energy when let go", highest, 0.0, 0.0, 1.0, "J");
    lab_close(&scene);
}
