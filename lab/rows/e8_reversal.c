/* E8. Rigid bodies that do what one would not expect. A rattleback: an ellipsoid of semi-axes 0.2, 0.04
   and 0.03 (upright), whose principal axes of inertia are turned against the ellipsoid's by 0.1 rad about the
   vertical, spun by 3 rad/s to one side and the other for ten seconds. And Painleve's rod: at 60 degrees it
   slides on its tip over ground so rough, mu = 2, that rigid bodies can have no force there that keeps them
   apart.

   The rattleback turns back from one side and goes on to the other (Bondi 1986). Of both, and of any body
   left to itself, the energy never rises; the rod comes to rest. */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <math.h>

static DryBodyId add_stone(LabScene *scene, const DryShapeOptions *options)
{
    DryBodyId stone = lab_body(scene, DRY_DYNAMIC, lab_vec(0.0, 0.03, 0.0), NULL);
    DryEllipsoid ellipsoid = { { 0.2f, 0.03f, 0.04f } };
    if (dry_shape_add_ellipsoid(scene->world, stone, &ellipsoid, options).index == 0) {
        lab_trouble(scene->run, "ellipsoid", dry_world_error(scene->world));
    }
    const double a = 0.2, b = 0.04, c = 0.03, turn = 0.1;
    double mass = 1.0, long_axis = mass * (b * b + c * c) / 5.0, short_axis = mass * (a * a + c * c) / 5.0;
    double co = cos(turn), si = sin(turn);
    DryMass m = dry_body_mass(scene->world, stone);
    m.mass = (float)mass;
    m.center = dry_vec3(0.0f, 0.0f, 0.0f);
    m.inertia = (DrySym3){ .xx = (float)(long_axis * co * co + short_axis * si * si),
                           .zz = (float)(long_axis * si * si + short_axis * co * co),
                           .xz = (float)((long_axis - short_axis) * co * si),
                           .yy = (float)(mass * (a * a + b * b) / 5.0) };
    if (dry_body_set_mass(scene->world, stone, &m) != DRY_OK) {
        lab_trouble(scene->run, "mass", dry_world_error(scene->world));
    }
    return stone;
}

/* Spun by 3 rad/s to one side or the other: the least spin in that direction in ten seconds, and how far the
   energy rises. */
static double least_spin(LabRun *run, double side, double *rise)
{
    DryWorldDef def = lab_world_def(run, 9.81f);
    def.length_unit = 0.1f;
    def.sleeping = false;
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(1.0, 0.0);
    lab_ground(&scene, &options);
    DryBodyId stone = add_stone(&scene, &options);
    scene.dt = 1e-4; /* a contact point stays for a step, while the stone rocks at 38 rad/s */
    lab_steps(&scene, 5);
    lab_push(&scene, stone, lab_vec(0.0, 0.0, 0.0), lab_vec(0.05, side * 3.0, 0.05));
    double start = lab_energy(&scene), least = 3.0;
    while (lab_time(&scene) < 10.0 && lab_step(&scene)) {
        least = fmin(least, side * lab_spin(&scene, stone).y);
        *rise = fmax(*rise, (lab_energy(&scene) - start) / start);
    }
    lab_close(&scene);
    return least;
}

static void slide_rod(LabRun *run)
{
    const double half = 1.0, lean = 60.0 * LAB_PI / 180.0;
    DryWorldDef def = lab_world_def(run, 9.81f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(2.0, 0.0);
    lab_ground(&scene, &options);
    DryQuat turned = lab_rotation(lab_vec(0.0, 0.0, 1.0), 180.0 / LAB_PI * lean);
    DryBodyId rod = lab_body(&scene, DRY_DYNAMIC, lab_vec(0.0, 0.02 + half * sin(lean), 0.0), &turned);
    DryCapsule capsule = { { (float)-half, 0.0f, 0.0f }, { (float)half, 0.0f, 0.0f }, 0.02f };
    dry_shape_add_capsule(scene.world, rod, &capsule, &options);
    lab_push(&scene, rod, lab_vec(-5.0, 0.0, 0.0), lab_vec(0.0, 0.0, 0.0));
    double start = lab_energy(&scene), highest = start;
    for (int32_t i = 0; i < lab_step_count(&scene, 5.0) && lab_step(&scene); ++i) {
        highest = fmax(highest, lab_energy(&scene));
    }
    lab_case(run, "Painleve rod");
    lab_expect_range(run, "highest energy rise", (highest - start) / start, 0.0, 0.0, 1e-3, "of it");
    lab_expect(run, "speed after 5 s", lab_length(lab_velocity(&scene, rod)), 0.0, 1e-3, "m/s");
    lab_close(&scene);
}

void lab_reversal(LabRun *run)
{
    double rise = 0.0;
    lab_case(run, "rattleback");
    double stubborn = least_spin(run, -1.0, &rise), willing = least_spin(run, 1.0, &rise);
    lab_expect_bool(run, "turns back from one side", fmin(stubborn, willing) < -0.1, true);
    lab_expect_bool(run, "goes on to the other", fmax(stubborn, willing) > -0.1, true);
    lab_expect_range(run, "highest energy rise", rise, 0.0, 0.0, 1e-3, "of it");
    slide_rod(run);
}
