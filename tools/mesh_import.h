/* Reading mesh files with assimp, unguarded: mesh_file.h is what to use. */
#ifndef TOOLS_MESH_IMPORT_H
#define TOOLS_MESH_IMPORT_H

#include "tools/mesh_part.h"

/* False, with a message, when the file cannot be read or has no triangles. */
bool mesh_import(MeshFile *file, const char *path, double scale);

#endif
