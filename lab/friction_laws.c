/* What friction can do beyond one coefficient: static and kinetic, any shape on any ground, moving surfaces,
 * rolling. */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <drystone/geometry.h>

#include <math.h>
#include <stdlib.h>

#define DEGREES (3.14159265358979323846 / 180.0)

/* A cube on a slope, with its own static and kinetic friction, pushed down the slope; how far it goes in
 * `seconds`. */
static double slope_run(LabRun *run, double tangent, double kick, double seconds, double *last_speed)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.6, 0.0);
    options.material.dynamic_friction = 0.4f;
    double angle = atan(tangent), c = cos(angle), s = sin(angle);
    DryQuat tilt = lab_rotation(lab_vec(0.0, 0.0, 1.0), -angle / DEGREES);
    DryBodyId ground = lab_body(&scene, DRY_STATIC, lab_vec(-s, -c, 0.0), &tilt);
    lab_add_box(&scene, ground, lab_vec(60.0, 1.0, 60.0), &options);
    DryBodyId cube = lab_body(&scene, DRY_DYNAMIC, lab_vec(0.5 * s, 0.5 * c, 0.0), &tilt);
    lab_add_box(&scene, cube, lab_vec(0.5, 0.5, 0.5), &options);
    lab_steps(&scene, 30);

    LabVec start = lab_position(&scene, cube);
    if (kick > 0.0) {
        lab_push(&scene, cube, lab_vec(kick * c, -kick * s, 0.0), lab_vec(0.0, 0.0, 0.0));
    }
    lab_steps(&scene, lab_step_count(&scene, seconds));
    LabVec moved = lab_sub(lab_position(&scene, cube), start);
    *last_speed = lab_length(lab_velocity(&scene, cube));
    lab_close(&scene);
    return moved.x * c - moved.y * s;
}

void lab_static_and_kinetic(LabRun *run)
{
    double speed = 0.0;
    lab_case(run, "tan 0.55 at rest");
    lab_expect(run, "creep in 4 s", slope_run(run, 0.55, 0.0, 4.0, &speed), 0.0, 1e-4, "m");

    lab_case(run, "tan 0.55 kicked");
    double angle = atan(0.55), pull = 10.0 * (sin(angle) - 0.4 * cos(angle));
    double distance = slope_run(run, 0.55, 1.0, 4.0, &speed);
    lab_expect_relative(run, "distance in 4 s", distance, 4.0 + 8.0 * pull, 0.01, "m");

    lab_case(run, "tan 0.35 kicked");
    angle = atan(0.35);
    double brake = 10.0 * (0.4 * cos(angle) - sin(angle));
    distance = slope_run(run, 0.35, 1.0, 5.0, &speed);
    lab_expect_relative(run, "distance", distance, 0.5 / brake, 0.01, "m");
    lab_expect(run, "speed after 5 s", speed, 0.0, 1e-4, "m/s");
}

enum {
    GRID = 24,
    GRID_POINTS = (GRID + 1) * (GRID + 1)
};

/* A flat mesh of right triangles, cells of 1.7 m, that slide headings cross at odd places. */
static void add_mesh_ground(LabScene *scene, const DryQuat *rotation, const DryShapeOptions *options)
{
    static const float cell = 1.7f;
    DryVec3 *points = malloc(GRID_POINTS * sizeof *points);
    uint32_t *indices = malloc((size_t)6 * GRID * GRID * sizeof *indices);
    DryMesh *mesh = NULL;
    if (points && indices) {
        int32_t n = 0;
        for (uint32_t i = 0; i <= GRID; ++i) {
            for (uint32_t k = 0; k <= GRID; ++k) {
                points[n++] = dry_vec3(((float)i - 6.3f) * cell, 0.0f, ((float)k - 6.7f) * cell);
            }
        }
        n = 0;
        for (uint32_t i = 0; i < GRID; ++i) {
            for (uint32_t k = 0; k < GRID; ++k) {
                uint32_t a = i * (GRID + 1) + k, b = a + GRID + 1;
                const uint32_t two[6] = { a, a + 1, b, b, a + 1, b + 1 };
                for (int j = 0; j < 6; ++j) {
                    indices[n++] = two[j];
                }
            }
        }
        DryMeshSource source = { .vertices = points,
                                 .vertex_count = GRID_POINTS,
                                 .indices = indices,
                                 .triangle_count = 2 * GRID * GRID };
        mesh = dry_mesh_create(&source, NULL);
    }
    DryBodyId ground = lab_body(scene, DRY_STATIC, lab_vec(0.0, 0.0, 0.0), rotation);
    if (!mesh || dry_shape_add_mesh(scene->world, ground, mesh, NULL, options).index == 0) {
        lab_trouble(scene->run, "mesh", mesh ? dry_world_error(scene->world) : dry_last_error());
    }
    dry_mesh_release(mesh);
    free(points);
    free(indices);
}

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
        dry_vec3((float)cos(ground * DEGREES), 0.0f, (float)sin(ground * DEGREES));
    options.material.friction_across = 6.0f;
    DryQuat turn = lab_rotation(lab_vec(0.0, 1.0, 0.0), ground);
    if (on_mesh) {
        add_mesh_ground(&scene, &turn, &options);
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
    lab_push(&scene, body, lab_vec(5.0 * cos(30.0 * DEGREES), 0.0, 5.0 * sin(30.0 * DEGREES)),
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
    LabVec exact = ellipse_stop(run, mu, lab_vec(5.0 * cos(30.0 * DEGREES), 0.0, 5.0 * sin(30.0 * DEGREES)));
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

typedef enum Slider {
    SLIDER_BOX,
    SLIDER_BALL,
    SLIDER_CAPSULE,
    SLIDER_HULL,
    SLIDER_COUNT
} Slider;

static const char *const slider_names[] = { "box", "ball", "capsule", "hull" };

static DryBodyId add_slider(LabScene *scene, Slider kind, const DryShapeOptions *options, double heading)
{
    const double heights[] = { 0.25, 0.5, 0.25, 0.25 };
    DryQuat yaw = lab_rotation(lab_vec(0.0, 1.0, 0.0), -heading);
    DryBodyId body = lab_body(scene, DRY_DYNAMIC, lab_vec(0.0, heights[kind], 0.0), &yaw);
    if (kind == SLIDER_BOX) {
        lab_add_box(scene, body, lab_vec(0.5, 0.25, 0.5), options);
    } else if (kind == SLIDER_BALL) {
        lab_add_sphere(scene, body, 0.5, options);
        dry_body_set_locks(scene->world, body, DRY_LOCK_ROTATION);
    } else if (kind == SLIDER_CAPSULE) {
        DryCapsule capsule = { { -0.5f, 0.0f, 0.0f }, { 0.5f, 0.0f, 0.0f }, 0.25f };
        dry_shape_add_capsule(scene->world, body, &capsule, options);
    } else {
        DryHull *hull = dry_hull_create_cylinder(0.5f, 0.25f, 12);
        dry_shape_add_hull(scene->world, body, hull, options);
        dry_hull_release(hull);
    }
    return body;
}

static double shape_slide(LabRun *run, Slider kind, bool on_mesh)
{
    const double heading = 22.5;
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    DryShapeOptions options = lab_material(0.5, 0.0);
    if (on_mesh) {
        add_mesh_ground(&scene, NULL, &options);
    } else {
        lab_ground(&scene, &options);
    }
    DryBodyId body = add_slider(&scene, kind, &options, heading);
    lab_steps(&scene, 30);
    LabVec start = lab_position(&scene, body);
    double c = cos(heading * DEGREES), s = sin(heading * DEGREES);
    lab_push(&scene, body, lab_vec(10.0 * c, 0.0, 10.0 * s), lab_vec(0.0, 0.0, 0.0));
    lab_steps(&scene, lab_step_count(&scene, 4.0));
    LabVec moved = lab_sub(lab_position(&scene, body), start);
    lab_close(&scene);
    return moved.x * c + moved.z * s;
}

void lab_slide_of_shapes(LabRun *run)
{
    double reference = 0.0;
    for (int kind = 0; kind < SLIDER_COUNT; ++kind) {
        for (int on_mesh = 0; on_mesh < 2; ++on_mesh) {
            lab_case(run, "%s on %s", slider_names[kind], on_mesh ? "mesh" : "box");
            double distance = shape_slide(run, (Slider)kind, on_mesh != 0);
            if (kind == 0 && !on_mesh) {
                reference = distance;
                lab_expect_relative(run, "distance", distance, 10.0, 0.01, "m");
            } else {
                lab_expect_relative(run, "distance as box on box", distance, reference, 0.01, "m");
            }
        }
    }
}

void lab_conveyor(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "%s", "");
    DryShapeOptions options = lab_material(0.5, 0.0);
    DryBodyId body = lab_box(&scene, lab_vec(0.0, 0.25, 0.0), lab_vec(0.5, 0.25, 0.5), &options);
    /* the ground's frame is the scene's, so that its own axes are the belt's */
    options.material.surface_velocity = dry_vec3(2.0f, 0.0f, 0.0f);
    lab_ground(&scene, &options);
    double early = 0.0, late = 0.0;
    lab_axes(run, "time, s", "speed, m/s");
    for (int32_t i = 1; i <= 60 && lab_step(&scene); ++i) {
        double now = lab_velocity(&scene, body).x, t = lab_time(&scene);
        early = i == 6 ? now : early;
        late = i == 18 ? now : late;
        lab_record(run, "box on the belt", t, now, fmin(5.0 * t, 2.0));
    }
    double time = (18.0 + (2.0 - late) * 12.0 / (late - early)) * scene.dt;
    lab_expect_relative(run, "reaches the belt's speed at", time, 0.4, 0.02, "s");
    lab_expect_relative(run, "speed after 1 s", lab_velocity(&scene, body).x, 2.0, 0.02, "m/s");
    lab_close(&scene);
}

/* Rolling, the kinetic energy is 7/10 m v^2, and the resisting force of a torque c R N is c N. */
void lab_rolling_resistance(LabRun *run)
{
    DryWorldDef def = lab_world_def(run, 10.0f);
    LabScene scene = lab_open(run, &def);
    lab_case(run, "%s", "");
    DryShapeOptions options = lab_material(0.5, 0.0);
    options.material.rolling_resistance = 0.02f;
    lab_ground(&scene, &options);
    DryBodyId ball = lab_ball(&scene, lab_vec(0.0, 0.5, 0.0), 0.5, &options);
    lab_steps(&scene, 10);
    LabVec start = lab_position(&scene, ball);
    lab_push(&scene, ball, lab_vec(2.0, 0.0, 0.0), lab_vec(0.0, 0.0, -4.0));
    double pushed_at = lab_time(&scene);
    lab_axes(run, "time, s", "speed, m/s");
    for (int32_t i = 0; i < lab_step_count(&scene, 18.0) && lab_step(&scene); ++i) {
        double t = lab_time(&scene) - pushed_at;
        lab_record(run, "rolling ball", t, lab_velocity(&scene, ball).x, fmax(2.0 - 0.2 / 1.4 * t, 0.0));
    }
    double distance = lab_position(&scene, ball).x - start.x;
    lab_expect_relative(run, "distance", distance, 0.7 * 4.0 / (0.02 * 10.0), 0.03, "m");
    lab_expect(run, "speed at the end", lab_velocity(&scene, ball).x, 0.0, 1e-3, "m/s");
    lab_close(&scene);
}
