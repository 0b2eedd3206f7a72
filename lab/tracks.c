/* Balls on curved tracks, which are meshes of many facets. */
#include "lab/experiments.h"
#include "lab/scene.h"

#include <drystone/geometry.h>

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846
#define DEGREES (PI / 180.0)

/* Vertices on a grid of rows x columns, two triangles a cell that face up for a grid seen with rows along x
   and columns along z. */
static void add_grid(LabScene *scene, DryBodyId body, const DryVec3 *points, uint32_t rows, uint32_t columns,
                     const DryShapeOptions *options)
{
    uint32_t *indices = malloc((size_t)6 * rows * columns * sizeof *indices);
    DryMesh *mesh = NULL;
    if (points && indices) {
        int32_t n = 0;
        for (uint32_t i = 0; i + 1 < rows; ++i) {
            for (uint32_t k = 0; k + 1 < columns; ++k) {
                uint32_t a = i * columns + k, b = a + columns;
                const uint32_t two[6] = { a, a + 1, b, b, a + 1, b + 1 };
                for (int j = 0; j < 6; ++j) {
                    indices[n++] = two[j];
                }
            }
        }
        DryMeshSource source = { .vertices = points,
                                 .vertex_count = (int32_t)(rows * columns),
                                 .indices = indices,
                                 .triangle_count = n / 3 };
        mesh = dry_mesh_create(&source, NULL);
    }
    if (!mesh || dry_shape_add_mesh(scene->world, body, mesh, NULL, options).index == 0) {
        lab_trouble(scene->run, "mesh", mesh ? dry_world_error(scene->world) : dry_last_error());
    }
    dry_mesh_release(mesh);
    free(indices);
}

enum {
    BOWL = 97 /* vertices along a side */
};

/* The lowest part of a hemisphere of `radius`, whose bottom is at the origin: a square of half a radius each
   way. */
static void add_bowl(LabScene *scene, double radius, const DryShapeOptions *options)
{
    DryVec3 *points = malloc((size_t)BOWL * BOWL * sizeof *points);
    for (int i = 0; points && i < BOWL; ++i) {
        for (int k = 0; k < BOWL; ++k) {
            /* off the middle, so that the ball crosses edges at odd places */
            double x = radius * ((i + 0.27) / (BOWL - 1) - 0.5) * 0.6,
                   z = radius * ((k + 0.41) / (BOWL - 1) - 0.5) * 0.6;
            double y = radius - sqrt(radius * radius - x * x - z * z);
            points[i * BOWL + k] = dry_vec3((float)x, (float)y, (float)z);
        }
    }
    add_grid(scene, lab_body(scene, DRY_STATIC, lab_vec(0.0, 0.0, 0.0), NULL), points, BOWL, BOWL, options);
    free(points);
}

void lab_bowl(LabRun *run)
{
    const double big = 5.0, small = 0.5, swing = 8.0 * DEGREES;
    DryWorldDef def = lab_world_def(run, 9.81f);
    def.sleeping = false;
    LabScene scene = lab_open(run, &def);
    lab_case(run, "%s", "");
    DryShapeOptions options = lab_material(1.0, 0.0);
    add_bowl(&scene, big, &options);
    double arm = big - small;
    DryBodyId ball =
        lab_ball(&scene, lab_vec(arm * sin(swing), big - arm * cos(swing), 0.0), small, &options);
    double last = 1.0, first_time = 0.0, last_time = 0.0;
    int32_t crossings = 0;
    while (crossings < 5 && lab_time(&scene) < 20.0 && lab_step(&scene)) {
        double x = lab_position(&scene, ball).x;
        if (last * x < 0.0) {
            last_time = lab_time(&scene) - scene.dt * x / (x - last);
            first_time = crossings == 0 ? last_time : first_time;
            ++crossings;
        }
        last = x;
    }
    lab_expect_relative(run, "period", crossings == 5 ? (last_time - first_time) / 2.0 : 0.0,
                        2.0 * PI * sqrt(7.0 * arm / (5.0 * 9.81)), 0.01, "s");
    lab_close(&scene);
}

enum {
    FACETS = 1440, /* of the whole circle */
    RAMP = 30      /* degrees: slope of the ramp, which is tangent to the circle */
};

/* Cross-section of the track at vertex i: the ramp's upper end, then the circle anticlockwise from where the
   ramp touches it to three quarters round. */
static LabVec track_point(int i, double radius, double ramp)
{
    double slope = RAMP * DEGREES, angle = i == 0 ? -slope : -slope + 2.0 * PI * (i - 1) / FACETS;
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
    add_grid(&scene, lab_body(&scene, DRY_STATIC, lab_vec(0.0, 0.0, 0.0), NULL), points, POINTS, 2, &options);
    free(points);
    double path = radius - small, slope = RAMP * DEGREES;
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
