/**
 * Memory that is freed all at once.
 */
#ifndef DRYSTONE_SCENE_ARENA_H
#define DRYSTONE_SCENE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

typedef struct SceneArena {
    struct SceneChunk *first;
} SceneArena;

/** Zeroed memory for `count` things of `size` bytes; null when memory ran out. A count of 0 gives a valid
 * pointer. */
void *dry__arena_alloc(SceneArena *arena, size_t count, size_t size);
/** A copy of the text, or null. */
char *dry__arena_text(SceneArena *arena, const char *text);
void dry__arena_release(SceneArena *arena);

#endif
