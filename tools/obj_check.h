/* Finds the first wrong line of a Wavefront OBJ file, which its reader does not name. */
#ifndef TOOLS_OBJ_CHECK_H
#define TOOLS_OBJ_CHECK_H

#include <stdbool.h>
#include <stddef.h>

/* Vertices that are no finite numbers, faces with fewer than three corners or with corners that are not
   there. False when there is one: `message` then is "12: reason". */
bool obj_check(const char *text, size_t size, char *message, size_t room);

#endif
