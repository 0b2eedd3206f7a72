/* F8. A block is pushed with 5 m/s at 30 degrees to a grain along which friction is 0.1, across which it is
   0.6, g = 10; on a box and on a mesh, with the ground and the block turned.

   Friction lies on the ellipse of the greatest dissipation: v' = -g M^2 v / |M v| with M = diag(0.1, 0.6) in
   the grain's frame, which is integrated here in steps of 1e-5 s. However the ground stands, the grain along
   the scene's x stays. */
#include "lab/experiments.h"
#include "lab/mesh.h"

#include <math.h>

static const char grain_curve[] = "path of the block";

/* Where a point with friction `mu` along and across a grain stops, v' = -g M M v / |M v| from v = (x, z).
   Records its path. */
static LabVec ellipse_stop(LabRun *run, const double mu[2], LabVec v)
{
    const double h = 1e-5;
    LabVec p = lab_vec(0.0, 0.0, 0.0);
    for (int32_t i = 0; lab_length(v) > 1e-3; ++i) {
        if (i % 1000 == 0) {
            lab_record(run, grain_curve, p.x, (double)NAN, p.z);
        }
        double pull = hypot(mu[0] * v.x, mu[1] * v.z);
        p = lab_add_scaled(p, v, h);
        v = lab_vec(v.x - h * 10.0 * mu[0] * mu[0] * v.x / pull, 0.0,
                    v.z - h * 10.0 * mu[1] * mu[1] * v.z / pull);
    }
    return p;
}

/* A block pushed at 30 degrees to the grain along the scene's x, on a box or a mesh that stands turned by
 * `ground` degrees, itself turned by `block`. */
static LabVec grain_slide(LabRun *run, bool on_mesh, double ground, double block)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.1, 0.0);
    options.material.friction_combine = DRY_COMBINE_MULTIPLY;
    options.material.friction_direction =
        dry_vec3((float)cos(ground * LAB_DEGREES), 0.0f, (float)sin(ground * LAB_DEGREES));
    options.material.friction_across = 6.0f;
    DryQuat turn = lab_rotation(lab_vec(0.0, 1.0, 0.0), ground);
    if (on_mesh) {
        lab_mesh_ground(&scene, &turn, &options);
    } else {
        DryBodyId below = lab_body(&scene, DRY_STATIC, lab_vec(0.0, -1.0, 0.0), &turn);
        lab_add_box(&scene, below, lab_vec(60.0, 1.0, 60.0), &options);
    }
    DryShapeOptions even = lab_material(1.0, 0.0);
    DryQuat yaw = lab_rotation(lab_vec(0.0, 1.0, 0.0), block);
    DryBodyId body = lab_body(&scene, DRY_DYNAMIC, lab_vec(0.0, 0.1, 0.0), &yaw);
    lab_add_box(&scene, body, lab_vec(0.5, 0.1, 0.5), &even);
    lab_steps(&scene, 30);
    LabVec start = lab_position(&scene, body);
    lab_push(&scene, body, lab_vec(5.0 * cos(30.0 * LAB_DEGREES), 0.0, 5.0 * sin(30.0 * LAB_DEGREES)),
             lab_vec(0.0, 0.0, 0.0));
    LabVec moved = lab_vec(0.0, 0.0, 0.0);
    bool shown = !on_mesh && ground == 0.0 && block == 0.0;
    for (int32_t i = 0; i < lab_step_count(&scene, 7.0) && lab_step(&scene); ++i) {
        moved = lab_sub(lab_position(&scene, body), start);
        if (shown) {
            lab_record(run, grain_curve, moved.x, moved.z, (double)NAN);
        }
    }
    lab_close(&scene);
    return moved;
}

void lab_grain(LabRun *run)
{
    const double mu[2] = { 0.1, 0.6 };
    lab_axes(run, "along the grain, m", "across it, m");
    LabVec exact =
        ellipse_stop(run, mu, lab_vec(5.0 * cos(30.0 * LAB_DEGREES), 0.0, 5.0 * sin(30.0 * LAB_DEGREES)));
    const double turns[4][2] = { { 0.0, 0.0 }, { 0.0, 40.0 }, { 65.0, 0.0 }, { -140.0, 20.0 } };
    for (int i = 0; i < 4; ++i) {
        for (int on_mesh = 0; on_mesh < 2; ++on_mesh) {
            lab_case(run, "%s %g, block %g", on_mesh ? "mesh" : "box", turns[i][0], turns[i][1]);
            LabVec moved = grain_slide(run, on_mesh != 0, turns[i][0], turns[i][1]);
            lab_expect(run, "along", moved.x, exact.x, 0.02 * exact.x, "m");
            lab_expect(run, "across", moved.z, exact.z, 0.02 * exact.z, "m");
        }
    }
}
