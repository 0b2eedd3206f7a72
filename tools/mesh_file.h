/* Mesh files: OBJ, STL, PLY and glTF as triangles, read by assimp. */
#ifndef TOOLS_MESH_FILE_H
#define TOOLS_MESH_FILE_H

#include <drystone/math.h>

#include <stdbool.h>
#include <stdint.h>

/* The triangles of a node of the file, where the node is. */
typedef struct MeshPart {
    char name[128];
    DryVec3 *points;
    uint32_t *indices;
    int32_t point_count, triangle_count;
    int32_t skipped; /* points and lines of the file, which are no surface */
} MeshPart;

typedef struct MeshFile {
    MeshPart *parts;
    int32_t count;
    char message[320]; /* "" or what is wrong, to stand behind "FILE:": " reason" or "LINE: reason" */
} MeshFile;

/* False when the file cannot be read, or has no triangles. Free in either case. */
bool mesh_file_read(MeshFile *file, const char *path, double scale);
void mesh_file_free(MeshFile *file);

#endif
