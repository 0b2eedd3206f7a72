/* E10. A box, a ball, a capsule and a cylinder slide at 9 m/s, without friction, over level
   floors that are put together in five ways, in three directions.

   Nothing sticks out, so nothing may happen: no speed upwards, none lost. */
#include "lab/experiments.h"
#include "lab/mesh.h"

#include <drystone/geometry.h>

#include <math.h>
#include <stdlib.h>

typedef enum Floor {
    ONE_MESH,    /* its triangles share their edges */
    T_JUNCTIONS, /* squares of 1, 4 and 16 cells side by side */
    TWO_MESHES,  /* strips of two meshes in turn, the same cells */
    BOXES,       /* unit boxes side by side */
    TWO_GRIDS,   /* as two height fields meet: strips of two meshes with cells of different size */
    FLOOR_COUNT
} Floor;

typedef enum Slider {
    BOX,
    BALL,
    CAPSULE,
    CYLINDER,
    SLIDER_COUNT
} Slider;

static const char *const floor_names[] = { "one mesh", "T-junctions", "two meshes", "boxes", "two grids" };
static const char *const slider_names[] = { "box", "ball", "capsule", "cylinder" };

enum {
    SQUARES = 11, /* floors cover -2 to 9 both ways */
    BEFORE = 2,
    ROOM = SQUARES * SQUARES * 16 * 6
};

static void add_square(LabTriangles *triangles, int x, int z, int cells_x, int cells_z)
{
    for (int i = 0; i < cells_x; ++i) {
        for (int k = 0; k < cells_z; ++k) {
            float u = 1.0f / (float)cells_x, v = 1.0f / (float)cells_z;
            float a = (float)x + (float)i * u, b = (float)x + (float)(i + 1) * u;
            float c = (float)z + (float)k * v, d = (float)z + (float)(k + 1) * v;
            const DryVec3 corners[6] = { dry_vec3(a, 0.0f, c), dry_vec3(a, 0.0f, d), dry_vec3(b, 0.0f, c),
                                         dry_vec3(b, 0.0f, c), dry_vec3(a, 0.0f, d), dry_vec3(b, 0.0f, d) };
            lab_add_corners(triangles, corners, 6);
        }
    }
}

/* The squares that belong to one of the floor's meshes. */
static void add_mesh(LabScene *scene, DryBodyId body, Floor floor, int mesh, const DryShapeOptions *options)
{
    LabTriangles triangles = lab_triangles(ROOM);
    for (int x = -BEFORE; x < SQUARES - BEFORE; ++x) {
        for (int z = -BEFORE; z < SQUARES - BEFORE; ++z) {
            bool odd = (x & 1) != 0;
            int fine = 1 << (x * 7 + z * 5 + 30) % 3;
            if (floor == ONE_MESH) {
                add_square(&triangles, x, z, 2, 2);
            } else if (floor == T_JUNCTIONS) {
                add_square(&triangles, x, z, fine, fine);
            } else if ((mesh == 1) == odd) {
                add_square(&triangles, x, z, floor == TWO_GRIDS && odd ? 4 : 2,
                           floor == TWO_GRIDS && odd ? 5 : 2);
            }
        }
    }
    lab_add_triangles(scene, body, &triangles, options);
}

static void add_floor(LabScene *scene, Floor floor, const DryShapeOptions *options)
{
    if (floor != BOXES) {
        DryBodyId body = lab_body(scene, DRY_STATIC, lab_vec(0.0, 0.0, 0.0), NULL);
        for (int mesh = 0; mesh < (floor == TWO_MESHES || floor == TWO_GRIDS ? 2 : 1); ++mesh) {
            add_mesh(scene, body, floor, mesh, options);
        }
        return;
    }
    for (int x = -BEFORE; x < SQUARES - BEFORE; ++x) {
        for (int z = -BEFORE; z < SQUARES - BEFORE; ++z) {
            LabVec place = lab_vec(x + 0.5, -0.5, z + 0.5);
            lab_add_box(scene, lab_body(scene, DRY_STATIC, place, NULL), lab_vec(0.5, 0.5, 0.5), options);
        }
    }
}

static DryBodyId add_slider(LabScene *scene, Slider slider, const DryShapeOptions *options)
{
    const double heights[] = { 0.25, 0.3, 0.3, 0.25 };
    DryQuat yaw = lab_rotation(lab_vec(0.0, 1.0, 0.0), -10.0);
    DryBodyId body = lab_body(scene, DRY_DYNAMIC, lab_vec(0.3, heights[slider], 0.4), &yaw);
    if (slider == BOX) {
        lab_add_box(scene, body, lab_vec(0.4, 0.25, 0.3), options);
    } else if (slider == BALL) {
        lab_add_sphere(scene, body, 0.3, options);
    } else if (slider == CAPSULE) {
        DryCapsule capsule = { { -0.3f, 0.0f, 0.0f }, { 0.3f, 0.0f, 0.0f }, 0.3f };
        dry_shape_add_capsule(scene->world, body, &capsule, options);
    } else {
        DryCylinder cylinder = { { 0.0f, -0.25f, 0.0f }, { 0.0f, 0.25f, 0.0f }, 0.3f };
        dry_shape_add_cylinder(scene->world, body, &cylinder, options);
    }
    return body;
}

/* The largest speeds upwards and lost, over the headings. */
static void slide(LabRun *run, Slider slider, Floor floor)
{
    static const double headings[] = { 0.0, 17.0, 45.0 };
    double up = 0.0, lost = 0.0;
    lab_case(run, "%s on %s", slider_names[slider], floor_names[floor]);
    for (int i = 0; i < 3; ++i) {
        DryWorldDef def = lab_world_def(run, 9.81f);
        LabScene scene = lab_open(run, &def);
        DryShapeOptions options = lab_material(0.0, 0.0);
        add_floor(&scene, floor, &options);
        DryBodyId body = add_slider(&scene, slider, &options);
        LabVec way = lab_vec(cos(headings[i] * LAB_DEGREES), 0.0, sin(headings[i] * LAB_DEGREES));
        lab_push(&scene, body, lab_vec(9.0 * way.x, 0.0, 9.0 * way.z), lab_vec(0.0, 0.0, 0.0));
        for (int32_t k = 0; k < lab_step_count(&scene, 0.9) && lab_step(&scene); ++k) {
            LabVec v = lab_velocity(&scene, body);
            up = fmax(up, v.y);
            lost = fmax(lost, 9.0 - lab_dot(v, way));
        }
        lab_close(&scene);
    }
    lab_expect_range(run, "speed upwards", up, 0.0, 0.0, 0.1, "m/s");
    lab_expect_range(run, "speed lost", lost, 0.0, 0.0, 0.1, "m/s");
}

void lab_flat_floor(LabRun *run)
{
    for (int slider = 0; slider < SLIDER_COUNT; ++slider) {
        for (int floor = 0; floor < FLOOR_COUNT; ++floor) {
            slide(run, (Slider)slider, (Floor)floor);
        }
    }
}
