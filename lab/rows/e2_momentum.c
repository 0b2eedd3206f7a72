/* E2. 500 balls, boxes, capsules and hulls collide for 10 s, weightless, in a hollow cube that is itself free
   to move: the system is closed.

   Contacts act equally and oppositely at one point: momentum and angular momentum about the origin are kept.
 */
#include "lab/conserved.h"
#include "lab/experiments.h"

#include <math.h>

enum {
    STORM = 500
};

static DryBodyId storm_body(LabScene *scene, int kind, LabVec place, DryHull *hull,
                            const DryShapeOptions *options)
{
    DryBodyId body = lab_body(scene, DRY_DYNAMIC, place, NULL);
    if (kind == 0) {
        lab_add_sphere(scene, body, 0.3, options);
    } else if (kind == 1) {
        lab_add_box(scene, body, lab_vec(0.3, 0.2, 0.25), options);
    } else if (kind == 2) {
        DryCapsule capsule = { { -0.2f, 0.0f, 0.0f }, { 0.2f, 0.0f, 0.0f }, 0.2f };
        dry_shape_add_capsule(scene->world, body, &capsule, options);
    } else {
        dry_shape_add_hull(scene->world, body, hull, options);
    }
    return body;
}

/* A hollow cube, about as heavy as all it holds and itself free to move, that keeps the storm together: the
   system is closed. */
static DryBodyId storm_cell(LabScene *scene, const DryShapeOptions *options)
{
    DryBodyId cell = lab_body(scene, DRY_DYNAMIC, lab_vec(0.0, 0.0, 0.0), NULL);
    for (int i = 0; i < 6; ++i) {
        float way = i % 2 ? 6.0f : -6.0f;
        DryShapeOptions wall = *options;
        wall.density = 20.0f;
        wall.frame.position =
            dry_vec3(i / 2 == 0 ? way : 0.0f, i / 2 == 1 ? way : 0.0f, i / 2 == 2 ? way : 0.0f);
        DryBox box = { { i / 2 == 0 ? 1.0f : 7.0f, i / 2 == 1 ? 1.0f : 7.0f, i / 2 == 2 ? 1.0f : 7.0f } };
        dry_shape_add_box(scene->world, cell, &box, &wall);
    }
    return cell;
}

/* From `lowest` on by up to `size` each way. */
static LabVec random_vector(uint32_t *seed, double size, LabVec lowest)
{
    double z = lowest.z + size * lab_random(seed);
    double y = lowest.y + size * lab_random(seed);
    double x = lowest.x + size * lab_random(seed);
    return lab_vec(x, y, z);
}

void lab_momentum(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 0.0f);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "500 bodies, 10 s");
    DryShapeOptions options = lab_material(0.4, 0.6);
    DryHull *hull = dry_hull_create_cylinder(0.3f, 0.25f, 7);
    DryBodyId bodies[STORM + 1];
    uint32_t seed = 4711u;
    for (int i = 0; i < STORM; ++i) {
        LabVec place = lab_vec(1.1 * (i % 8) - 3.85, 1.1 * (i / 8 % 8) - 3.85, 1.1 * (i / 64) - 3.85);
        bodies[i] = storm_body(&scene, i % 4, place, hull, &options);
        LabVec v = random_vector(&seed, 10.0, lab_vec(-3.0, -5.0, -6.0));
        /* and a common rotation, so that both totals are large */
        v = lab_add_scaled(v, lab_cross(lab_vec(0.3, 0.8, -0.5), place), 1.0);
        lab_push(&scene, bodies[i], v, random_vector(&seed, 4.0, lab_vec(-2.0, 0.0, -3.0)));
    }
    dry_hull_release(hull);
    bodies[STORM] = storm_cell(&scene, &options);

    LabMomenta start = lab_momenta(&scene, bodies, STORM + 1);
    double linear = 0.0, angular = 0.0;
    for (int32_t i = 0; i < lab_step_count(&scene, 10.0) && lab_step(&scene); ++i) {
        LabMomenta now = lab_momenta(&scene, bodies, STORM + 1);
        linear = fmax(linear, lab_length(lab_sub(now.linear, start.linear)));
        angular = fmax(angular, lab_length(lab_sub(now.angular, start.angular)));
    }
    lab_expect(run, "largest change of momentum", linear / lab_length(start.linear), 0.0, 1e-4, "of total");
    lab_expect(run, "of angular momentum", angular / lab_length(start.angular), 0.0, 1e-4, "of total");
    lab_close(&scene);
}
