/* Free rotation, pendulums and chains. */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <math.h>

static LabVec body_spin(const LabScene *scene, DryBodyId body)
{
    DryVec3 w = dry_body_angular_velocity(scene->world, body);
    DryVec3 own = dry_quat_rotate_inverse(dry_body_rotation(scene->world, body), w);
    return lab_vec((double)own.x, (double)own.y, (double)own.z);
}

/* Euler's equations for the principal moments 1, 2, 3, one step of Runge and Kutta. */
static LabVec euler_rate(LabVec w)
{
    return lab_vec((2.0 - 3.0) / 1.0 * w.y * w.z, (3.0 - 1.0) / 2.0 * w.z * w.x,
                   (1.0 - 2.0) / 3.0 * w.x * w.y);
}

static LabVec euler_step(LabVec w, double h)
{
    LabVec a = euler_rate(w), b = euler_rate(lab_add_scaled(w, a, 0.5 * h));
    LabVec c = euler_rate(lab_add_scaled(w, b, 0.5 * h)), d = euler_rate(lab_add_scaled(w, c, h));
    LabVec sum = lab_add_scaled(lab_add_scaled(lab_add_scaled(a, b, 2.0), c, 2.0), d, 1.0);
    return lab_add_scaled(w, sum, h / 6.0);
}

/* Dzhanibekov's wing nut: spinning about its middle axis it turns over again and again. */
void lab_tumble(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 0.0f);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "%s", "");
    DryBodyId body = lab_ball(&scene, lab_vec(0.0, 0.0, 0.0), 0.5, NULL);
    DryMass mass = { .mass = 1.0f, .inertia = { .xx = 1.0f, .yy = 2.0f, .zz = 3.0f } };
    dry_body_set_mass(scene.world, body, &mass);
    lab_push(&scene, body, lab_vec(0.0, 0.0, 0.0), lab_vec(0.01, 5.0, 0.01));

    LabVec w = body_spin(&scene, body);
    double momentum = sqrt(w.x * w.x + 4.0 * w.y * w.y + 9.0 * w.z * w.z);
    double energy = w.x * w.x + 2.0 * w.y * w.y + 3.0 * w.z * w.z;
    double worst_momentum = 0.0, worst_energy = 0.0, first = 0.0, last = w.y;
    int flips = 0;
    LabVec exact = w;
    lab_axes(run, "time, s", "spin about the middle axis, rad/s");
    for (int32_t i = 0; i < lab_step_count(&scene, 60.0) && lab_step(&scene); ++i) {
        w = body_spin(&scene, body);
        if (lab_recording(run) && lab_time(&scene) < 20.0) {
            for (int k = 0; k < 8; ++k) {
                exact = euler_step(exact, scene.dt / 8.0);
            }
            lab_record(run, "middle axis", lab_time(&scene), w.y, exact.y);
        }
        if ((last > 0.0) != (w.y > 0.0)) {
            first = flips++ == 0 ? lab_time(&scene) - scene.dt * w.y / (w.y - last) : first;
        }
        last = w.y;
        double l = sqrt(w.x * w.x + 4.0 * w.y * w.y + 9.0 * w.z * w.z);
        double e = w.x * w.x + 2.0 * w.y * w.y + 3.0 * w.z * w.z;
        worst_momentum = fmax(worst_momentum, fabs(l / momentum - 1.0));
        worst_energy = fmax(worst_energy, fabs(e / energy - 1.0));
    }
    lab_expect(run, "flips in 60 s", flips, 12.0, 1.0, "");
    lab_expect_relative(run, "first flip", first, 2.741, 0.02, "s");
    lab_expect(run, "energy error", 100.0 * worst_energy, 0.0, 0.1, "%");
    lab_expect(run, "angular momentum error", 100.0 * worst_momentum, 0.0, 0.1, "%");
    lab_close(&scene);
}

static DryJointId pin(LabScene *scene, DryBodyId a, DryVec3 at_a, DryBodyId b, DryVec3 at_b)
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

/* Kinetic and potential energy of a ball of 1 kg, and both; the last is kept. */
static void record_energy(LabScene *scene, DryBodyId bob)
{
    if (lab_recording(scene->run)) {
        double t = lab_time(scene), all = lab_energy(scene), potential = 10.0 * lab_position(scene, bob).y;
        lab_record(scene->run, "kinetic", t, all - potential, (double)NAN);
        lab_record(scene->run, "potential", t, potential, (double)NAN);
        lab_record(scene->run, "sum", t, all, 0.0);
    }
}

void lab_pendulum(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "90 deg");
    DryBodyId pivot = lab_body(&scene, DRY_STATIC, lab_vec(0.0, 0.0, 0.0), NULL);
    DryBodyId bob = lab_ball(&scene, lab_vec(2.0, 0.0, 0.0), 0.1, NULL);
    lab_set_mass(&scene, bob, 1.0);
    DryJointId joint = pin(&scene, pivot, dry_vec3(0.0f, 0.0f, 0.0f), bob, dry_vec3(-2.0f, 0.0f, 0.0f));

    double start = lab_energy(&scene), worst_gap = 0.0, first = 0.0, latest = 0.0, last_x = 2.0;
    int crossings = 0;
    lab_axes(run, "time, s", "energy, J");
    for (int32_t i = 0; i < lab_step_count(&scene, 60.0) && lab_step(&scene); ++i) {
        double x = lab_position(&scene, bob).x;
        if (last_x > 0.0 && x <= 0.0) {
            latest = lab_time(&scene) - scene.dt * x / (x - last_x);
            first = crossings++ == 0 ? latest : first;
        }
        last_x = x;
        worst_gap = fmax(worst_gap, (double)dry_joint_gap(scene.world, joint));
        if (lab_time(&scene) < 10.0) {
            record_energy(&scene, bob);
        }
    }
    double period = crossings > 1 ? (latest - first) / (crossings - 1) : 0.0;
    /* of the m g L that swings */
    double loss = (start - lab_energy(&scene)) / 20.0;
    lab_expect_relative(run, "period", period, 3.3183, 0.002, "s");
    lab_expect(run, "energy loss per minute", 100.0 * loss, 0.0, 1.0, "%");
    lab_expect(run, "largest gap", worst_gap, 0.0, 1e-3, "m");
    lab_close(&scene);
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
        chain.joints[chain.count++] = pin(scene, last, end, link, dry_vec3(-0.25f, 0.0f, 0.0f));
        last = link;
        end = dry_vec3(0.25f, 0.0f, 0.0f);
    }
    double at = 0.5 * links + 0.3;
    DryBodyId ball = lab_body(scene, DRY_DYNAMIC, lab_vec(at * way.x, at * way.y, at * way.z), &turned);
    lab_add_sphere(scene, ball, 0.3, NULL);
    lab_set_mass(scene, ball, end_mass);
    chain.joints[chain.count++] = pin(scene, last, end, ball, dry_vec3(-0.3f, 0.0f, 0.0f));
    chain.scale = (end_mass * at + 0.25 * links * links) * 10.0;
    return chain;
}

static void run_chain(LabRun *run, LabVec way, int32_t links, double end_mass)
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

void lab_heavy_chain(LabRun *run)
{
    lab_case(run, "hanging");
    run_chain(run, lab_vec(0.0, -1.0, 0.0), 10, 1000.0);
    lab_case(run, "horizontal");
    run_chain(run, lab_vec(1.0, 0.0, 0.0), 10, 1000.0);
}

void lab_light_chain(LabRun *run)
{
    lab_case(run, "horizontal");
    run_chain(run, lab_vec(1.0, 0.0, 0.0), 20, 1.0);
}

enum {
    PULLED_LINKS = 30
};

/* A hinge chain in weightlessness, pulled straight at both ends for two seconds and let go: at rest it stays
 * at rest. */
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
