#include "base/idpool.h"

int32_t dry__id_take(IdPool *pool)
{
    if (pool->free_slots.count > 0) {
        int32_t slot = pool->free_slots.data[--pool->free_slots.count];
        ++pool->generation.data[slot];
        ++pool->alive;
        return slot;
    }
    int32_t slot = pool->generation.count;
    if (slot == INT32_MAX || !array_reserve(&pool->free_slots, slot + 1) ||
        !array_push(&pool->generation, 1u)) {
        return -1;
    }
    ++pool->alive;
    return slot;
}

void dry__id_release(IdPool *pool, int32_t slot)
{
    if (!id_alive(pool, slot)) {
        return;
    }
    ++pool->generation.data[slot];
    pool->free_slots.data[pool->free_slots.count++] = slot;
    --pool->alive;
}

void dry__id_pool_free(IdPool *pool)
{
    array_free(&pool->generation);
    array_free(&pool->free_slots);
    pool->alive = 0;
}
