#include "scene/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct SceneChunk {
    struct SceneChunk *next;
    size_t used;
    size_t capacity;
    alignas(max_align_t) char data[];
} SceneChunk;

#define CHUNK_SIZE ((size_t)32 << 10)

static SceneChunk *add_chunk(SceneArena *arena, size_t capacity)
{
    SceneChunk *chunk = calloc(1, sizeof(SceneChunk) + capacity);
    if (!chunk)
        return NULL;
    chunk->capacity = capacity;
    chunk->next = arena->first;
    arena->first = chunk;
    return chunk;
}

void *dry__arena_alloc(SceneArena *arena, size_t count, size_t size)
{
    if (size == 0 || count > (SIZE_MAX / 4) / size)
        return NULL;
    size_t align = alignof(max_align_t);
    size_t bytes = (count * size + align - 1) / align * align;
    SceneChunk *chunk = arena->first;
    if (!chunk || chunk->capacity - chunk->used < bytes)
        chunk = add_chunk(arena, bytes > CHUNK_SIZE ? bytes : CHUNK_SIZE);
    if (!chunk)
        return NULL;
    void *memory = chunk->data + chunk->used;
    chunk->used += bytes;
    return memory;
}

char *dry__arena_text(SceneArena *arena, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = dry__arena_alloc(arena, size, 1);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

void dry__arena_release(SceneArena *arena)
{
    SceneChunk *chunk = arena->first;
    while (chunk) {
        SceneChunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
    arena->first = NULL;
}
