/* Triangles out of what assimp reads. */
#include "tools/mesh_import.h"

#ifdef DRYSTONE_HAS_ASSIMP

#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_CORNERS = 1 << 28, /* of a part */
    MOST_DEPTH = 256
};

/* Rows of a matrix that maps points; the last row is 0 0 0 1. */
typedef struct Map {
    double m[3][4];
} Map;

typedef struct Walk {
    MeshFile *file;
    const struct aiScene *scene;
    int32_t room;
} Walk;

static Map map_of(const struct aiMatrix4x4 *t)
{
    Map map = { { { (double)t->a1, (double)t->a2, (double)t->a3, (double)t->a4 },
                  { (double)t->b1, (double)t->b2, (double)t->b3, (double)t->b4 },
                  { (double)t->c1, (double)t->c2, (double)t->c3, (double)t->c4 } } };
    return map;
}

static Map map_mul(const Map *a, const Map *b)
{
    Map map;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 4; ++column) {
            double sum = column == 3 ? a->m[row][3] : 0.0;
            for (int k = 0; k < 3; ++k) {
                sum += a->m[row][k] * b->m[k][column];
            }
            map.m[row][column] = sum;
        }
    }
    return map;
}

static double determinant(const Map *map)
{
    const double(*m)[4] = map->m;
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

static bool fail(MeshFile *file, const char *reason)
{
    snprintf(file->message, sizeof file->message, "%s", reason);
    return false;
}

/* Adds a mesh; that of a mirrored node has its triangles turned, so that their outside stays outside. */
static void add_mesh(MeshPart *part, const struct aiMesh *mesh, const Map *map)
{
    uint32_t base = (uint32_t)part->point_count;
    unsigned second = determinant(map) < 0.0 ? 2 : 1;
    for (unsigned i = 0; i < mesh->mNumVertices; ++i) {
        const struct aiVector3D *v = &mesh->mVertices[i];
        double p[3];
        for (int row = 0; row < 3; ++row) {
            const double *m = map->m[row];
            p[row] = m[0] * (double)v->x + m[1] * (double)v->y + m[2] * (double)v->z + m[3];
        }
        part->points[part->point_count++] = dry_vec3((float)p[0], (float)p[1], (float)p[2]);
    }
    for (unsigned i = 0; i < mesh->mNumFaces; ++i) {
        const struct aiFace *face = &mesh->mFaces[i];
        if (face->mNumIndices != 3) {
            ++part->skipped;
            continue;
        }
        uint32_t *to = part->indices + 3 * (size_t)part->triangle_count++;
        to[0] = base + face->mIndices[0];
        to[1] = base + face->mIndices[second];
        to[2] = base + face->mIndices[3 - second];
    }
}

/* The meshes of a node, glTF calls them primitives, are one surface. */
static bool add_part(Walk *walk, const struct aiNode *node, const Map *map)
{
    MeshFile *file = walk->file;
    size_t points = 0, faces = 0;
    for (unsigned i = 0; i < node->mNumMeshes; ++i) {
        points += walk->scene->mMeshes[node->mMeshes[i]]->mNumVertices;
        faces += walk->scene->mMeshes[node->mMeshes[i]]->mNumFaces;
    }
    if (points > MOST_CORNERS || faces > MOST_CORNERS / 3) {
        return fail(file, " a mesh of more than 89 million triangles");
    }
    if (file->count == walk->room) {
        int32_t room = walk->room > 0 ? 2 * walk->room : 16;
        MeshPart *parts = realloc(file->parts, (size_t)room * sizeof *parts);
        if (!parts) {
            return fail(file, " out of memory");
        }
        file->parts = parts;
        walk->room = room;
    }
    MeshPart *part = &file->parts[file->count++];
    *part = (MeshPart){ .points = malloc((points + 1) * sizeof *part->points),
                        .indices = malloc((3 * faces + 1) * sizeof *part->indices) };
    if (!part->points || !part->indices) {
        return fail(file, " out of memory");
    }
    const char *name = node->mName.data;
    if (name[0] == '\0') {
        name = walk->scene->mMeshes[node->mMeshes[0]]->mName.data;
    }
    snprintf(part->name, sizeof part->name, "%.*s", (int)sizeof part->name - 1, name);
    if (name[0] == '\0') {
        snprintf(part->name, sizeof part->name, "mesh %d", (int)file->count - 1);
    }
    for (unsigned i = 0; i < node->mNumMeshes; ++i) {
        add_mesh(part, walk->scene->mMeshes[node->mMeshes[i]], map);
    }
    if (part->triangle_count == 0) { /* points and lines only */
        free(part->points);
        free(part->indices);
        --file->count;
    }
    return true;
}

static bool visit(Walk *walk, const struct aiNode *node, const Map *parent, int depth)
{
    Map own = map_of(&node->mTransformation), map = map_mul(parent, &own);
    if (depth > MOST_DEPTH) {
        return fail(walk->file, " nodes within nodes, more than 256 deep");
    }
    if (node->mNumMeshes > 0 && !add_part(walk, node, &map)) {
        return false;
    }
    for (unsigned i = 0; i < node->mNumChildren; ++i) {
        if (!visit(walk, node->mChildren[i], &map, depth + 1)) {
            return false;
        }
    }
    return true;
}

static bool convert(MeshFile *file, const struct aiScene *scene, double scale)
{
    Walk walk = { .file = file, .scene = scene };
    Map map = { { { scale, 0.0, 0.0, 0.0 }, { 0.0, scale, 0.0, 0.0 }, { 0.0, 0.0, scale, 0.0 } } };
    if (!scene->mRootNode) {
        return fail(file, " no nodes");
    }
    if (!visit(&walk, scene->mRootNode, &map, 0)) {
        return false;
    }
    return file->count > 0 ? true : fail(file, " no triangles");
}

bool mesh_import(MeshFile *file, const char *path, double scale)
{
    /* without the first, indices that are out of range are followed */
    const struct aiScene *scene = aiImportFile(path, aiProcess_ValidateDataStructure | aiProcess_Triangulate);
    if (!scene) {
        snprintf(file->message, sizeof file->message, " %.300s", aiGetErrorString());
        file->message[strcspn(file->message, "\r\n")] = '\0';
        return false;
    }
    bool good = convert(file, scene, scale);
    aiReleaseImport(scene);
    return good;
}

#else

bool mesh_import(MeshFile *file, const char *path, double scale)
{
    (void)path;
    (void)scale;
    *file = (MeshFile){ .message = " this program was built without assimp, which reads mesh files "
                                   "(Debian: libassimp-dev)" };
    return false;
}

#endif
