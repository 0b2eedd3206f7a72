#include "lab/chain.h"

#include <math.h>

DryJointId lab_pin(LabScene *scene, DryBodyId a, DryVec3 at_a, DryBodyId b, DryVec3 at_b)
{
    DryBallDef def = dry_ball_def_default();
    def.body_a = a;
    def.frame_a.position = at_a;
    def.body_b = b;
    def.frame_b.position = at_b;
    DryJointId joint = dry_ball_create(scene->world, &def);
    if (joint.index == 0) {
        lab_trouble(scene->run, "dry_ball_create", dry_world_error(scene->world));
    }
    return joint;
}

enum {
    CHAIN_MAX = 32
};

/* A chain on a static anchor. */
typedef struct Chain {
    DryJointId joints[CHAIN_MAX];
    int32_t count; /* of joints */
    double scale;  /* energy that its end may lose, J */
} Chain;

/* Links of 1 kg and half a metre along `way`, and a ball on the end. */
static Chain add_chain(LabScene *scene, LabVec way, int32_t links, double end_mass)
{
    Chain chain = { .count = 0 };
    bool down = way.y < -0.5;
    DryQuat turned = down ? lab_rotation(lab_vec(0.0, 0.0, 1.0), -90.0) : dry_quat_identity();
    DryBodyId last = lab_body(scene, DRY_STATIC, lab_vec(0.0, 0.0, 0.0), &turned);
    DryVec3 end = dry_vec3(0.0f, 0.0f, 0.0f);
    for (int32_t i = 0; i < links; ++i) {
        double at = 0.25 + 0.5 * i;
        DryBodyId link = lab_body(scene, DRY_DYNAMIC, lab_vec(at * way.x, at * way.y, at * way.z), &turned);
        lab_add_box(scene, link, lab_vec(0.22, 0.04, 0.04), NULL);
        lab_set_mass(scene, link, 1.0);
        chain.joints[chain.count++] = lab_pin(scene, last, end, link, dry_vec3(-0.25f, 0.0f, 0.0f));
        last = link;
        end = dry_vec3(0.25f, 0.0f, 0.0f);
    }
    double at = 0.5 * links + 0.3;
    DryBodyId ball = lab_body(scene, DRY_DYNAMIC, lab_vec(at * way.x, at * way.y, at * way.z), &turned);
    lab_add_sphere(scene, ball, 0.3, NULL);
    lab_set_mass(scene, ball, end_mass);
    chain.joints[chain.count++] = lab_pin(scene, last, end, ball, dry_vec3(-0.3f, 0.0f, 0.0f));
    chain.scale = (end_mass * at + 0.25 * links * links) * 10.0;
    return chain;
}

void lab_chain_expect(LabRun *run, LabVec way, int32_t links, double end_mass)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    Chain chain = add_chain(&scene, way, links, end_mass);
    double start = lab_energy(&scene), highest = start, worst_gap = 0.0;
    for (int32_t i = 0; i < lab_step_count(&scene, 10.0) && lab_step(&scene); ++i) {
        for (int32_t k = 0; k < chain.count; ++k) {
            worst_gap = fmax(worst_gap, (double)dry_joint_gap(scene.world, chain.joints[k]));
        }
        highest = fmax(highest, lab_energy(&scene));
    }
    lab_expect(run, "largest gap", worst_gap, 0.0, 1e-3, "m");
    lab_expect_range(run, "highest energy rise", 100.0 * (highest - start) / chain.scale, 0.0, 0.0, 0.5, "%");
    lab_close(&scene);
}
