/* Slots with generations. Freed slots are reused last in, first out; the whole state is plain data. */
#ifndef DRY_BASE_IDPOOL_H
#define DRY_BASE_IDPOOL_H

#include "base/array.h"

typedef struct IdPool {
    ARRAY(uint32_t) generation; /* per slot: odd while alive */
    ARRAY(int32_t) free_slots;
    int32_t alive;
} IdPool;

/* Records needed once one more slot is taken: reserve them first, then a take that fails leaves no slot
 * without a record. */
static inline int32_t id_records(const IdPool *pool)
{
    return pool->free_slots.count > 0 ? pool->generation.count : pool->generation.count + 1;
}

/* Takes a slot, or -1 when memory ran out. The caller's tables must then hold `generation.count` records.
   Freeing never needs memory: room in free_slots is reserved here. */
int32_t dry__id_take(IdPool *pool);

/* Undoes the latest dry__id_take of `slot` or frees a living slot. */
void dry__id_release(IdPool *pool, int32_t slot);

static inline bool id_alive(const IdPool *pool, int32_t slot)
{
    return slot >= 0 && slot < pool->generation.count && (pool->generation.data[slot] & 1u) != 0;
}

void dry__id_pool_free(IdPool *pool);

#endif
