#include "weld_scenes.h"

#include <math.h>
#include <stdlib.h>

const char *const ground_names[GROUND_COUNT] = { "one box", "one mesh",   "T-junctions", "two meshes",
                                                 "boxes",   "grid seams", "compound" };
const char *const slider_names[SLIDER_COUNT] = { "box",      "sphere", "capsule",
                                                 "cylinder", "prism",  "rounded box" };

enum {
    WIDE = 7, /* half the number of unit squares across */
    TRIANGLES_MAX = 60000
};

typedef struct Soup {
    DryVec3 *corners;
    int32_t count;
} Soup;

static void corner(Soup *soup, float x, float z)
{
    soup->corners[soup->count++] = dry_vec3(x, 0.0f, z);
}

/* A square of cells x cells, two triangles each, whose diagonals turn about. */
static void add_square(Soup *soup, float x, float z, int cells_x, int cells_z, int turn)
{
    float u = 1.0f / (float)cells_x, v = 1.0f / (float)cells_z;
    for (int i = 0; i < cells_x; ++i) {
        for (int k = 0; k < cells_z; ++k) {
            float x0 = x + (float)i * u, z0 = z + (float)k * v, x1 = x + (float)(i + 1) * u,
                  z1 = z + (float)(k + 1) * v;
            bool other = turn < 0 ? false : ((i + k + turn) & 1) != 0;
            corner(soup, x0, z0);
            corner(soup, other ? x1 : x0, z1);
            corner(soup, x1, z0);
            corner(soup, other ? x0 : x1, z0);
            corner(soup, x0, z1);
            corner(soup, x1, z1);
        }
    }
}

static DryMesh *mesh_of(const Soup *soup)
{
    uint32_t *indices = malloc((size_t)soup->count * sizeof *indices);
    for (int32_t i = 0; i < soup->count; ++i) {
        indices[i] = (uint32_t)i;
    }
    DryMeshSource source = { .vertices = soup->corners,
                             .vertex_count = soup->count,
                             .indices = indices,
                             .triangle_count = soup->count / 3,
                             .weld_distance = 1e-4f };
    DryMesh *mesh = dry_mesh_create(&source, NULL);
    free(indices);
    return mesh;
}

static DryBodyId make_body(DryWorld *world, DryBodyType type, DryPos position, float yaw)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = position;
    float half = yaw * 0.00872664626f;
    def.rotation = (DryQuat){ 0.0f, sinf(half), 0.0f, cosf(half) };
    return dry_body_create(world, &def);
}

/* Of the squares of a mesh ground: which mesh, and how many cells. */
static int mesh_of_square(Ground ground, int i, int *cells_x, int *cells_z, int k)
{
    *cells_x = *cells_z = 2;
    switch (ground) {
    case GROUND_T_JUNCTIONS:
        *cells_x = *cells_z = 1 << ((unsigned)(i * 7 + k * 5 + 70) % 3u);
        return 0;
    case GROUND_TWO_MESHES:
        *cells_x = *cells_z = (i & 1) != 0 ? 3 : 1;
        return i & 1;
    case GROUND_GRIDS:
        *cells_x = (i & 1) != 0 ? 4 : 2;
        *cells_z = (i & 1) != 0 ? 5 : 3;
        return i & 1;
    default:
        return 0;
    }
}

static void add_mesh_ground(DryWorld *world, DryBodyId body, Ground ground, int squares,
                            const DryShapeOptions *options)
{
    for (int mesh = 0; mesh < 2; ++mesh) {
        Soup soup = { malloc((size_t)(3 * TRIANGLES_MAX) * sizeof(DryVec3)), 0 };
        for (int i = 0; i < squares; ++i) {
            for (int k = -WIDE; k < WIDE; ++k) {
                int cells_x, cells_z;
                if (mesh_of_square(ground, i, &cells_x, &cells_z, k) == mesh) {
                    int turn = ground == GROUND_GRIDS ? -1 : i + k + 2 * WIDE;
                    add_square(&soup, (float)i, (float)k, cells_x, cells_z, turn);
                }
            }
        }
        if (soup.count > 0) {
            DryMesh *made = mesh_of(&soup);
            dry_shape_add_mesh(world, body, made, NULL, options);
            dry_mesh_release(made);
        }
        free(soup.corners);
    }
}

static void add_piece(DryWorld *world, DryBodyId body, DryVec3 center, DryVec3 half,
                      const DryShapeOptions *options)
{
    DryShapeOptions placed = *options;
    placed.frame.position = center;
    DryBox box = { half };
    dry_shape_add_box(world, body, &box, &placed);
}

DryBodyId add_ground(DryWorld *world, Ground ground, DryVec3 at, int squares, float yaw, DryBodyType type,
                     const DryShapeOptions *options)
{
    float c = cosf(yaw * 0.0174532925f), s = sinf(yaw * 0.0174532925f);
    DryPos place = { (double)(c * at.x + s * at.z), (double)at.y, (double)(c * at.z - s * at.x) };
    DryBodyId body = make_body(world, type, place, yaw);
    if (ground == GROUND_ONE_BOX) {
        float half = 0.5f * (float)squares;
        add_piece(world, body, dry_vec3(half, -0.5f, 0.0f), dry_vec3(half, 0.5f, (float)WIDE), options);
    } else if (ground == GROUND_BOXES || ground == GROUND_COMPOUND) {
        for (int i = 0; i < squares; ++i) {
            for (int k = -WIDE; k < WIDE; ++k) {
                DryVec3 center = dry_vec3((float)i + 0.5f, -0.5f, (float)k + 0.5f);
                bool own = ground == GROUND_BOXES && (i > 0 || k > -WIDE);
                DryBodyId owner = own ? make_body(world, type, place, yaw) : body;
                add_piece(world, owner, center, dry_vec3(0.5f, 0.5f, 0.5f), options);
            }
        }
    } else {
        add_mesh_ground(world, body, ground, squares, options);
    }
    return body;
}

DryBodyId add_block(DryWorld *world, DryVec3 lower, DryVec3 upper, const DryShapeOptions *options)
{
    DryPos zero = { 0.0, 0.0, 0.0 };
    DryBodyId body = make_body(world, DRY_STATIC, zero, 0.0f);
    DryVec3 center =
        dry_vec3(0.5f * (lower.x + upper.x), 0.5f * (lower.y + upper.y), 0.5f * (lower.z + upper.z));
    DryVec3 half =
        dry_vec3(0.5f * (upper.x - lower.x), 0.5f * (upper.y - lower.y), 0.5f * (upper.z - lower.z));
    add_piece(world, body, center, half, options);
    return body;
}

void add_triangles(DryWorld *world, const DryVec3 *corners, int32_t triangles, const DryShapeOptions *options)
{
    DryPos zero = { 0.0, 0.0, 0.0 };
    Soup soup = { malloc((size_t)(3 * triangles) * sizeof(DryVec3)), 3 * triangles };
    for (int32_t i = 0; i < 3 * triangles; ++i) {
        soup.corners[i] = corners[i];
    }
    DryMesh *mesh = mesh_of(&soup);
    dry_shape_add_mesh(world, make_body(world, DRY_STATIC, zero, 0.0f), mesh, NULL, options);
    dry_mesh_release(mesh);
    free(soup.corners);
}

float slider_height(Slider slider)
{
    return slider == SLIDER_SPHERE || slider == SLIDER_CAPSULE ? 0.3f : 0.25f;
}

DryBodyId add_slider(DryWorld *world, Slider slider, DryPos position, float yaw, DryVec3 velocity,
                     const DryShapeOptions *options)
{
    DryBodyId body = make_body(world, DRY_DYNAMIC, position, yaw);
    if (slider == SLIDER_BOX) {
        DryBox box = { { 0.4f, 0.25f, 0.3f } };
        dry_shape_add_box(world, body, &box, options);
    } else if (slider == SLIDER_SPHERE) {
        DrySphere sphere = { { 0.0f, 0.0f, 0.0f }, 0.3f };
        dry_shape_add_sphere(world, body, &sphere, options);
    } else if (slider == SLIDER_CAPSULE) {
        DryCapsule capsule = { { -0.3f, 0.0f, 0.0f }, { 0.3f, 0.0f, 0.0f }, 0.3f };
        dry_shape_add_capsule(world, body, &capsule, options);
    } else if (slider == SLIDER_CYLINDER) {
        DryCylinder cylinder = { { 0.0f, -0.25f, 0.0f }, { 0.0f, 0.25f, 0.0f }, 0.3f };
        dry_shape_add_cylinder(world, body, &cylinder, options);
    } else if (slider == SLIDER_ROUNDED_BOX) {
        DryRoundedBox box = { { 0.35f, 0.2f, 0.25f }, 0.05f };
        dry_shape_add_rounded_box(world, body, &box, options);
    } else {
        DryHull *hull = dry_hull_create_cylinder(0.3f, 0.25f, 16);
        dry_shape_add_hull(world, body, hull, options);
        dry_hull_release(hull);
    }
    dry_body_set_velocity(world, body, velocity);
    return body;
}
