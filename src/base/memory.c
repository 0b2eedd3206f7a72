#include "base/memory.h"

#include "base/error.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <malloc.h>
#endif

enum {
    ALIGNMENT = 64
};

static void *default_allocate(size_t size, size_t alignment, void *user)
{
    (void)user;
#ifdef _WIN32
    return _aligned_malloc(size, alignment);
#else
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
#endif
}

static void default_release(void *memory, size_t size, void *user)
{
    (void)size;
    (void)user;
#ifdef _WIN32
    _aligned_free(memory);
#else
    free(memory);
#endif
}

/* Set at start only, while nothing is allocated, so reading them needs no lock. */
static DryAllocator hooks = { default_allocate, default_release, NULL };
static atomic_size_t held;

DryStatus dry_set_allocator(const DryAllocator *allocator)
{
    bool custom = allocator != NULL && (allocator->allocate != NULL || allocator->release != NULL);
    if (custom && (allocator->allocate == NULL || allocator->release == NULL)) {
        return dry__error_set(DRY_ERROR_ARGUMENT, "dry_set_allocator: %s is null, the other member is not",
                              allocator->allocate == NULL ? "allocate" : "release");
    }
    size_t bytes = dry_allocated_bytes();
    if (bytes != 0) {
        return dry__error_set(DRY_ERROR_STATE, "dry_set_allocator: %zu bytes are still allocated", bytes);
    }
    hooks = custom ? *allocator : (DryAllocator){ default_allocate, default_release, NULL };
    return DRY_OK;
}

size_t dry_allocated_bytes(void)
{
    return atomic_load_explicit(&held, memory_order_relaxed);
}

void *dry__alloc(size_t size)
{
    if (size == 0 || size > (size_t)PTRDIFF_MAX - ALIGNMENT) {
        return NULL;
    }
    void *memory = hooks.allocate(size, ALIGNMENT, hooks.user);
    if (memory == NULL) {
        return NULL;
    }
    if (((uintptr_t)memory & (ALIGNMENT - 1)) !=
        0) { /* a hook that ignores the alignment must not crash the lanes */
        hooks.release(memory, size, hooks.user);
        return NULL;
    }
    atomic_fetch_add_explicit(&held, size, memory_order_relaxed);
    return memset(memory, 0, size);
}

void dry__free(void *memory, size_t size)
{
    if (memory == NULL) {
        return;
    }
    atomic_fetch_sub_explicit(&held, size, memory_order_relaxed);
    hooks.release(memory, size, hooks.user);
}

void *dry_memory_allocate(size_t size)
{
    return dry__alloc(size);
}

void dry_memory_release(void *memory, size_t size)
{
    dry__free(memory, size);
}

void *dry__realloc(void *memory, size_t old_size, size_t new_size)
{
    void *grown = dry__alloc(new_size);
    if (grown == NULL || memory == NULL) {
        return grown;
    }
    memcpy(grown, memory, old_size < new_size ? old_size : new_size);
    dry__free(memory, old_size);
    return grown;
}
