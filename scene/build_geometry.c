#include "scene/build_geometry.h"

#include "scene/limits.h"
#include "scene/node_walk.h"
#include "scene/points.h"

#include <stdlib.h>
#include <string.h>

/* Points and triangles on their way into a builder. */
typedef struct Soup {
    DryVec3 *points;
    uint32_t *indices;
    int32_t point_count, triangle_count;
    bool finite;
} Soup;

static DryAffine linear_map(double r[3][3])
{
    DryAffine a = { .t = { 0, 0, 0 } };
    memcpy(a.r, r, sizeof a.r);
    return a;
}

static void add_point(Soup *soup, const DryAffine *map, const double point[3])
{
    double p[3];
    dry__affine_point(map, point, p);
    DryVec3 v = dry_vec3((float)p[0], (float)p[1], (float)p[2]);
    soup->finite = soup->finite && isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
    soup->points[soup->point_count++] = v;
}

/* A mirrored mesh has its triangles turned, so that their outside stays outside. */
static void add_mesh(Soup *soup, const DryAffine *map, const DrySceneMesh *mesh)
{
    uint32_t base = (uint32_t)soup->point_count;
    size_t second = dry__affine_determinant(map) < 0 ? 2 : 1;
    for (int32_t i = 0; i < mesh->point_count; ++i) {
        double point[3] = { (double)mesh->points[i].x, (double)mesh->points[i].y, (double)mesh->points[i].z };
        add_point(soup, map, point);
    }
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        const uint32_t *from = mesh->indices + 3 * (size_t)i;
        uint32_t *to = soup->indices + 3 * (size_t)soup->triangle_count++;
        to[0] = from[0] + base;
        to[1] = from[second] + base;
        to[2] = from[3 - second] + base;
    }
}

static bool allocate_soup(Soup *soup, int64_t points, int64_t triangles)
{
    *soup = (Soup){ .finite = true };
    soup->points = malloc((size_t)(points ? points : 1) * sizeof *soup->points);
    soup->indices = malloc((size_t)(triangles ? triangles : 1) * 3 * sizeof *soup->indices);
    if (soup->points && soup->indices)
        return true;
    free(soup->points);
    free(soup->indices);
    return false;
}

/* The meshes of a node and all below it, in that node's own space and then stretched. */
static bool gather_tree(const DryScene *scene, int32_t root, const DryAffine *stretch, Soup *soup)
{
    int64_t points = 0;
    int64_t triangles = 0;
    for (NodeWalk walk = dry__walk_begin(root); walk.node >= 0; dry__walk_next(scene, &walk)) {
        int32_t mesh = scene->nodes[walk.node].mesh;
        points += mesh >= 0 ? scene->meshes[mesh].point_count : 0;
        triangles += mesh >= 0 ? scene->meshes[mesh].triangle_count : 0;
    }
    DryAffine *maps = malloc((DRY_SCENE_MAX_DEPTH + 1) * sizeof *maps);
    if (!maps || !allocate_soup(soup, points, triangles)) {
        free(maps);
        return false;
    }
    for (NodeWalk walk = dry__walk_begin(root); walk.node >= 0; dry__walk_next(scene, &walk)) {
        const DrySceneNode *node = &scene->nodes[walk.node];
        maps[walk.depth] = walk.depth == 0 ? *stretch : dry__affine_mul(&maps[walk.depth - 1], &node->local);
        if (node->mesh >= 0)
            add_mesh(soup, &maps[walk.depth], &scene->meshes[node->mesh]);
    }
    free(maps);
    return true;
}

/* A finite plane: a sheet of two triangles, normal along +y. */
static void add_sheet(Soup *soup, const DryAffine *map, const DrySceneShape *shape)
{
    static const uint32_t indices[6] = { 0, 1, 2, 0, 2, 3 };
    double x = 0.5 * shape->size_x;
    double z = 0.5 * shape->size_z;
    const double corners[4][3] = { { -x, 0, -z }, { -x, 0, z }, { x, 0, z }, { x, 0, -z } };
    for (int i = 0; i < 4; ++i)
        add_point(soup, map, corners[i]);
    bool mirrored = dry__affine_determinant(map) < 0;
    for (int i = 0; i < 6; ++i)
        soup->indices[i] = indices[mirrored ? 5 - i : i];
    soup->triangle_count = 2;
}

static bool gather(const DryScene *scene, const DrySceneCollider *collider, double stretch[3][3], Soup *soup)
{
    DryAffine map = linear_map(stretch);
    if (collider->mesh_node >= 0)
        return gather_tree(scene, collider->mesh_node, &map, soup);
    if (collider->mesh >= 0) {
        const DrySceneMesh *mesh = &scene->meshes[collider->mesh];
        if (!allocate_soup(soup, mesh->point_count, mesh->triangle_count))
            return false;
        add_mesh(soup, &map, mesh);
        return true;
    }
    const DrySceneShape *shape = &scene->shapes[collider->shape];
    if (!allocate_soup(soup, SHAPE_POINTS, 2))
        return false;
    if (shape->kind == DRY_SCENE_PLANE) {
        add_sheet(soup, &map, shape);
        return true;
    }
    double points[SHAPE_POINTS][3];
    int32_t count = dry__shape_points(shape, points);
    for (int32_t i = 0; i < count; ++i)
        add_point(soup, &map, points[i]);
    return true;
}

/* Points are all that counts for a hull, and points on a mesh that no triangle uses count too. */
static void build_hull(SceneBuilder *builder, const Soup *soup, bool is_mesh, const char *place,
                       GeometryEntry *entry)
{
    DryHullReport report;
    DryHullSource source = { .points = soup->points, .point_count = soup->point_count };
    entry->built_hull = dry_hull_create(&source, &report);
    if (entry->built_hull) {
        if (is_mesh && report.dropped > 0)
            dry__warnings_add(&builder->map->warnings, place,
                              "the hull was simplified to %d vertices, %.2g m off at most", report.vertices,
                              (double)report.max_error);
        return;
    }
    if (report.status == DRY_ERROR_MEMORY)
        (void)dry__report_memory(builder->report);
    else
        dry__warnings_add(&builder->map->warnings, place, "left out: %s", report.message);
}

static void build_mesh(SceneBuilder *builder, const Soup *soup, bool two_sided, const char *place,
                       GeometryEntry *entry)
{
    DryMeshReport report;
    DryMeshSource source = { .vertices = soup->points,
                             .vertex_count = soup->point_count,
                             .indices = soup->indices,
                             .triangle_count = soup->triangle_count,
                             .two_sided = two_sided };
    entry->built_mesh = dry_mesh_create(&source, &report);
    if (entry->built_mesh) {
        ++builder->map->meshes;
        builder->map->welded += report.welded;
        builder->map->degenerate += report.degenerate;
        if (report.flipped_edges > 0)
            dry__warnings_add(&builder->map->warnings, place,
                              "%d edges whose triangles disagree on the outside", report.flipped_edges);
        return;
    }
    if (report.status == DRY_ERROR_MEMORY)
        (void)dry__report_memory(builder->report);
    else
        dry__warnings_add(&builder->map->warnings, place, "left out: %s", report.message);
}

static bool same(const GeometryEntry *entry, const DrySceneCollider *collider, bool hull,
                 double stretch[3][3])
{
    return entry->shape == collider->shape && entry->mesh_node == collider->mesh_node &&
           entry->mesh == collider->mesh && entry->hull == hull &&
           memcmp(entry->stretch, stretch, sizeof entry->stretch) == 0;
}

static uint32_t bucket_of(const DrySceneCollider *collider, double stretch[3][3])
{
    uint32_t hash = 2166136261u;
    const unsigned char *bytes = (const unsigned char *)stretch;
    for (size_t i = 0; i < 9 * sizeof(double); ++i)
        hash = (hash ^ bytes[i]) * 16777619u;
    hash ^= (uint32_t)(collider->shape * 73 + collider->mesh_node * 7919 + collider->mesh * 104729);
    return (hash ^ hash >> 15) % HULL_CACHE_BUCKETS;
}

const GeometryEntry *dry__build_geometry(SceneBuilder *builder, const DrySceneCollider *collider, bool hull,
                                         double stretch[3][3], const char *place)
{
    GeometryEntry **bucket = &builder->geometry[bucket_of(collider, stretch)];
    for (GeometryEntry *entry = *bucket; entry; entry = entry->next)
        if (same(entry, collider, hull, stretch))
            return entry;
    Soup soup;
    GeometryEntry *entry = calloc(1, sizeof *entry);
    if (!entry || !gather(builder->scene, collider, stretch, &soup)) {
        free(entry);
        (void)dry__report_memory(builder->report);
        return NULL;
    }
    entry->shape = collider->shape;
    entry->mesh_node = collider->mesh_node;
    entry->mesh = collider->mesh;
    entry->hull = hull;
    memcpy(entry->stretch, stretch, sizeof entry->stretch);
    if (!soup.finite)
        dry__warnings_add(&builder->map->warnings, place, "left out: larger than single precision can hold");
    else if (hull)
        build_hull(builder, &soup, collider->shape < 0, place, entry);
    else
        build_mesh(builder, &soup,
                   collider->shape >= 0 && builder->scene->shapes[collider->shape].double_sided, place,
                   entry);
    free(soup.points);
    free(soup.indices);
    if (!entry->built_hull && !entry->built_mesh) {
        free(entry);
        return NULL;
    }
    entry->next = *bucket;
    *bucket = entry;
    return entry;
}

void dry__build_release_geometry(SceneBuilder *builder)
{
    for (int32_t i = 0; i < HULL_CACHE_BUCKETS; ++i) {
        GeometryEntry *entry = builder->geometry[i];
        while (entry) {
            GeometryEntry *next = entry->next;
            dry_hull_release(entry->built_hull);
            dry_mesh_release(entry->built_mesh);
            free(entry);
            entry = next;
        }
        builder->geometry[i] = NULL;
    }
}
