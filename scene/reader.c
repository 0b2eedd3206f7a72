#include "scene/reader.h"

void *dry__read_alloc(SceneReader *reader, int32_t count, size_t size)
{
    void *memory = dry__arena_alloc(reader->scene->arena, (size_t)count, size);
    if (!memory)
        (void)dry__report_memory(reader->report);
    return memory;
}
