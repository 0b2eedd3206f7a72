#include "scene/gltf_mesh.h"

#include "scene/gltf_accessor.h"
#include "scene/limits.h"
#include "scene/node_walk.h"

#include <stdlib.h>
#include <string.h>

enum {
    MODE_TRIANGLES = 4,
    MODE_STRIP = 5,
    MODE_FAN = 6
};

typedef struct Primitive {
    int32_t position, indices;
    int64_t mode;
    int32_t corners; /**< indices, or vertices without them */
    int32_t triangles;
} Primitive;

static int32_t triangles_of(int64_t mode, int32_t corners)
{
    if (mode == MODE_TRIANGLES)
        return corners / 3;
    return (mode == MODE_STRIP || mode == MODE_FAN) && corners > 2 ? corners - 2 : 0;
}

static bool read_primitive(SceneReader *reader, const JsonPlace *at, Primitive *primitive)
{
    JsonPlace attributes;
    JsonPlace extensions;
    const GltfFile *file = reader->file;
    *primitive = (Primitive){ -1, -1, MODE_TRIANGLES, 0, 0 };
    if (!dry__json_expect_object(reader->report, at) ||
        !dry__json_object(reader->report, at, "attributes", &attributes) ||
        !dry__json_object(reader->report, at, "extensions", &extensions) ||
        !dry__json_index(reader->report, &attributes, "POSITION", file->accessor_count, "accessors",
                         &primitive->position) ||
        !dry__json_index(reader->report, at, "indices", file->accessor_count, "accessors",
                         &primitive->indices) ||
        !dry__json_integer(reader->report, at, "mode", 0, 6, &primitive->mode))
        return false;
    if (primitive->position < 0)
        return true;
    bool draco = json_object_get(extensions.value, "KHR_draco_mesh_compression") != NULL;
    if (draco && file->accessors[primitive->position].view < 0)
        return dry__json_fail(
            reader->report, at,
            "a collider needs data compressed with KHR_draco_mesh_compression, which is not supported");
    int32_t corners = primitive->indices >= 0 ? primitive->indices : primitive->position;
    primitive->corners = file->accessors[corners].count;
    primitive->triangles = triangles_of(primitive->mode, primitive->corners);
    return true;
}

/* The corners of triangle `i` of a strip or fan keep the orientation of the first. */
static void triangle_corners(int64_t mode, uint32_t i, uint32_t corners[3])
{
    uint32_t odd = i & 1u;
    switch (mode) {
    case MODE_STRIP:
        corners[0] = i;
        corners[1] = i + 1 + odd;
        corners[2] = i + 2 - odd;
        break;
    case MODE_FAN:
        corners[0] = i + 1;
        corners[1] = i + 2;
        corners[2] = 0;
        break;
    default:
        for (uint32_t k = 0; k < 3; ++k)
            corners[k] = 3 * i + k;
        break;
    }
}

static bool append_primitive(SceneReader *reader, const JsonPlace *at, const Primitive *primitive,
                             DrySceneMesh *mesh)
{
    int32_t count = reader->file->accessors[primitive->position].count;
    const DryVec3 *points = dry__gltf_read_points(reader->file, reader->report, at, primitive->position);
    if (!points)
        return false;
    const uint32_t *indices = NULL;
    if (primitive->indices >= 0) {
        indices =
            dry__gltf_read_indices(reader->file, reader->report, at, primitive->indices, (uint32_t)count);
        if (!indices)
            return false;
    }
    memcpy(mesh->points + mesh->point_count, points, (size_t)count * sizeof *points);
    for (int32_t i = 0; i < primitive->triangles; ++i) {
        uint32_t corners[3];
        triangle_corners(primitive->mode, (uint32_t)i, corners);
        for (int k = 0; k < 3; ++k) {
            uint32_t vertex = indices ? indices[corners[k]] : corners[k];
            mesh->indices[3 * (size_t)mesh->triangle_count + (size_t)k] =
                vertex + (uint32_t)mesh->point_count;
        }
        ++mesh->triangle_count;
    }
    mesh->point_count += count;
    return true;
}

static bool fill_mesh(SceneReader *reader, const JsonPlace *primitives, int32_t count, DrySceneMesh *mesh,
                      int64_t points, int64_t triangles)
{
    mesh->points = dry__read_alloc(reader, (int32_t)points, sizeof *mesh->points);
    mesh->indices = dry__read_alloc(reader, (int32_t)triangles, 3 * sizeof *mesh->indices);
    if (!mesh->points || !mesh->indices)
        return false;
    for (int32_t i = 0; i < count; ++i) {
        JsonPlace item = dry__json_item(primitives, (size_t)i);
        Primitive primitive;
        if (!read_primitive(reader, &item, &primitive))
            return false;
        if (primitive.position >= 0 && !append_primitive(reader, &item, &primitive, mesh))
            return false;
    }
    return true;
}

static bool decode_mesh(SceneReader *reader, int32_t index)
{
    DrySceneMesh *mesh = &reader->scene->meshes[index];
    if (mesh->decoded)
        return true;
    mesh->decoded = true;
    JsonPlace meshes = dry__json_member(&reader->root, "meshes");
    JsonPlace item = dry__json_item(&meshes, (size_t)index);
    JsonPlace primitives;
    int32_t count = 0;
    int64_t points = 0;
    int64_t triangles = 0;
    if (!dry__json_expect_object(reader->report, &item) ||
        !dry__json_array(reader->report, &item, "primitives", DRY_SCENE_MAX_ITEMS, &primitives, &count))
        return false;
    for (int32_t i = 0; i < count; ++i) {
        JsonPlace at = dry__json_item(&primitives, (size_t)i);
        Primitive primitive;
        if (!read_primitive(reader, &at, &primitive))
            return false;
        points += primitive.position >= 0 ? reader->file->accessors[primitive.position].count : 0;
        triangles += primitive.triangles;
        if (points > DRY_SCENE_MAX_VERTICES || triangles > DRY_SCENE_MAX_TRIANGLES)
            return dry__json_fail(reader->report, &item,
                                  "a collider of more than %d vertices or %d triangles",
                                  DRY_SCENE_MAX_VERTICES, DRY_SCENE_MAX_TRIANGLES);
        if (primitive.position >= 0 && primitive.mode < MODE_TRIANGLES)
            dry__json_warn(reader->report, &at, "points and lines of a collider count for its hull only");
    }
    return fill_mesh(reader, &primitives, count, mesh, points, triangles);
}

/* Decodes the meshes of the tree below a node, and adds up their sizes. */
static bool decode_tree(SceneReader *reader, const JsonPlace *at, int32_t root, int64_t *total)
{
    DryScene *scene = reader->scene;
    int64_t points = 0;
    for (NodeWalk walk = dry__walk_begin(root); walk.node >= 0; dry__walk_next(scene, &walk)) {
        DrySceneNode *node = &scene->nodes[walk.node];
        node->is_geometry = true;
        ++points;
        if (node->mesh < 0)
            continue;
        if (!decode_mesh(reader, node->mesh))
            return false;
        if (node->is_deformed)
            dry__json_warn(reader->report, at,
                           "nodes[%d] has a skin or weights, which do not deform the collider", walk.node);
        points += scene->meshes[node->mesh].point_count + scene->meshes[node->mesh].triangle_count;
    }
    if (points > DRY_SCENE_MAX_VERTICES)
        return dry__json_fail(reader->report, at, "a collider of more than %d nodes, vertices and triangles",
                              DRY_SCENE_MAX_VERTICES);
    *total += points;
    return true;
}

bool dry__read_collider_meshes(SceneReader *reader)
{
    DryScene *scene = reader->scene;
    JsonPlace nodes = dry__json_member(&reader->root, "nodes");
    int64_t total = 0;
    for (int32_t i = 0; i < scene->collider_count; ++i) {
        const DrySceneCollider *collider = &scene->colliders[i];
        JsonPlace node = dry__json_item(&nodes, (size_t)collider->node);
        JsonPlace extensions = dry__json_member(&node, "extensions");
        JsonPlace physics = dry__json_member(&extensions, "KHR_physics_rigid_bodies");
        JsonPlace at = dry__json_member(&physics, collider->trigger ? "trigger" : "collider");
        if (collider->mesh_node >= 0 && !decode_tree(reader, &at, collider->mesh_node, &total))
            return false;
        if (collider->mesh >= 0) {
            if (!decode_mesh(reader, collider->mesh))
                return false;
            total += scene->meshes[collider->mesh].point_count + scene->meshes[collider->mesh].triangle_count;
        }
        if (total > DRY_SCENE_MAX_COLLIDER_DATA)
            return dry__json_fail(reader->report, &at,
                                  "the colliders' meshes have more than %lld vertices and triangles",
                                  (long long)DRY_SCENE_MAX_COLLIDER_DATA);
    }
    return true;
}
