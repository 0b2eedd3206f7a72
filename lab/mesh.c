#include "lab/mesh.h"

#include <drystone/geometry.h>

#include <stdlib.h>

void lab_add_grid(LabScene *scene, DryBodyId body, const DryVec3 *points, uint32_t rows, uint32_t columns,
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

LabTriangles lab_triangles(int32_t room)
{
    return (LabTriangles){ .corners = malloc((size_t)room * sizeof(DryVec3)), .room = room };
}

void lab_add_corners(LabTriangles *triangles, const DryVec3 *corners, int32_t count)
{
    for (int32_t i = 0; i < count; ++i, ++triangles->count) {
        if (triangles->corners && triangles->count < triangles->room) {
            triangles->corners[triangles->count] = corners[i];
        }
    }
}

void lab_add_triangles(LabScene *scene, DryBodyId body, LabTriangles *triangles,
                       const DryShapeOptions *options)
{
    uint32_t *indices = malloc((size_t)triangles->room * sizeof *indices);
    DryMesh *mesh = NULL;
    if (triangles->corners && indices && triangles->count <= triangles->room) {
        for (int32_t i = 0; i < triangles->count; ++i) {
            indices[i] = (uint32_t)i;
        }
        DryMeshSource source = { .vertices = triangles->corners,
                                 .vertex_count = triangles->count,
                                 .indices = indices,
                                 .triangle_count = triangles->count / 3 };
        mesh = dry_mesh_create(&source, NULL);
    }
    if (!mesh || dry_shape_add_mesh(scene->world, body, mesh, NULL, options).index == 0) {
        lab_trouble(scene->run, "mesh", mesh ? dry_world_error(scene->world) : dry_last_error());
    }
    dry_mesh_release(mesh);
    free(indices);
    free(triangles->corners);
    *triangles = (LabTriangles){ 0 };
}

enum {
    SIDE = 25 /* vertices */
};

void lab_mesh_ground(LabScene *scene, const DryQuat *rotation, const DryShapeOptions *options)
{
    static const float cell = 1.7f;
    DryVec3 *points = malloc((size_t)SIDE * SIDE * sizeof *points);
    for (int i = 0; points && i < SIDE; ++i) {
        for (int k = 0; k < SIDE; ++k) {
            points[i * SIDE + k] = dry_vec3(((float)i - 6.3f) * cell, 0.0f, ((float)k - 6.7f) * cell);
        }
    }
    DryBodyId ground = lab_body(scene, DRY_STATIC, lab_vec(0.0, 0.0, 0.0), rotation);
    lab_add_grid(scene, ground, points, SIDE, SIDE, options);
    free(points);
}
