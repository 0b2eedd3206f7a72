/* Mesh files: OBJ, STL, PLY and glTF as triangles, read by assimp. */
#ifndef TOOLS_MESH_FILE_H
#define TOOLS_MESH_FILE_H

#include "tools/mesh_part.h"

/* False when the file cannot be read, or has no triangles. Free in either case. */
bool mesh_file_read(MeshFile *file, const char *path, double scale);
void mesh_file_free(MeshFile *file);

#endif
