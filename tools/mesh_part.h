/* What is read of a mesh file. */
#ifndef TOOLS_MESH_PART_H
#define TOOLS_MESH_PART_H

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

#endif
