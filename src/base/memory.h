/* All memory of the library goes through here: the user's allocator, and a running total. */
#ifndef DRY_BASE_MEMORY_H
#define DRY_BASE_MEMORY_H

#include <drystone/base.h>

/* Cache-line aligned, zero-filled memory, or null when memory ran out. size 0 gives null. */
void *dry__alloc(size_t size);

/* Releases memory of dry__alloc; `size` as given there. Null is allowed. */
void dry__free(void *memory, size_t size);

/* Grows a block and zero-fills the new part; null (and the old block untouched) when memory ran out. */
void *dry__realloc(void *memory, size_t old_size, size_t new_size);

#endif
