#include "base/hash.h"

#include <string.h>

/* Eight bytes as a little-endian number, whatever the machine. */
static uint64_t word_load(const unsigned char *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* Multiplying carries differences upwards only, so the high half is folded back down after it. */
static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
    return hash ^ (hash >> 32);
}

uint64_t dry__hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *p = bytes;
    size_t left = size;
    for (; left >= 8; left -= 8, p += 8) {
        hash = mix(hash, word_load(p));
    }
    uint64_t tail = 0;
    for (size_t i = 0; i < left; ++i) {
        tail |= (uint64_t)p[i] << (8 * i);
    }
    hash = mix(hash, tail);
    return mix(hash, (uint64_t)size);
}

static uint64_t pair_key(int32_t a, int32_t b)
{
    uint32_t low = (uint32_t)(a < b ? a : b), high = (uint32_t)(a < b ? b : a);
    return ((uint64_t)(low + 1u) << 32) | (uint64_t)(high + 1u);
}

static uint32_t key_home(uint64_t key, uint32_t mask)
{
    return (uint32_t)mix(HASH_SEED, key) & mask;
}

/* The place of the key, or the empty place where it would go. The table is never full. */
static uint32_t probe(const uint64_t *keys, uint32_t mask, uint64_t key)
{
    uint32_t i = key_home(key, mask);
    while (keys[i] != 0 && keys[i] != key) {
        i = (i + 1u) & mask;
    }
    return i;
}

int32_t dry__pair_map_find(const PairMap *map, int32_t a, int32_t b)
{
    if (map->used == 0) {
        return -1;
    }
    uint64_t key = pair_key(a, b);
    uint32_t i = probe(map->keys.data, (uint32_t)map->keys.count - 1u, key);
    return map->keys.data[i] == key ? map->values.data[i] : -1;
}

static bool pair_map_rehash(PairMap *map, int32_t size)
{
    PairMap grown = { 0 };
    if (!array_resize(&grown.keys, size) || !array_resize(&grown.values, size)) {
        dry__pair_map_free(&grown);
        return false;
    }
    grown.used = map->used;
    for (int32_t i = 0; i < map->keys.count; ++i) {
        if (map->keys.data[i] != 0) {
            uint32_t place = probe(grown.keys.data, (uint32_t)size - 1u, map->keys.data[i]);
            grown.keys.data[place] = map->keys.data[i];
            grown.values.data[place] = map->values.data[i];
        }
    }
    dry__pair_map_free(map);
    *map = grown;
    return true;
}

bool dry__pair_map_reserve(PairMap *map, int32_t count)
{
    /* At most two thirds full. */
    int64_t size = map->keys.count > 0 ? map->keys.count : 16;
    while (size * 2 < (int64_t)count * 3) {
        size *= 2;
    }
    if (count < 0 || size > INT32_MAX) {
        return false;
    }
    return size == map->keys.count || pair_map_rehash(map, (int32_t)size);
}

bool dry__pair_map_insert(PairMap *map, int32_t a, int32_t b, int32_t value)
{
    if (map->used == INT32_MAX || !dry__pair_map_reserve(map, map->used + 1)) {
        return false;
    }
    uint64_t key = pair_key(a, b);
    uint32_t i = probe(map->keys.data, (uint32_t)map->keys.count - 1u, key);
    if (map->keys.data[i] == 0) {
        map->keys.data[i] = key;
        ++map->used;
    }
    map->values.data[i] = value;
    return true;
}

/* Later members of the run move up into the hole, so that there are no tombstones. */
void dry__pair_map_remove(PairMap *map, int32_t a, int32_t b)
{
    if (map->used == 0) {
        return;
    }
    uint64_t key = pair_key(a, b), *keys = map->keys.data;
    uint32_t mask = (uint32_t)map->keys.count - 1u;
    uint32_t hole = probe(keys, mask, key);
    if (keys[hole] == 0) {
        return;
    }
    for (uint32_t i = (hole + 1u) & mask; keys[i] != 0; i = (i + 1u) & mask) {
        uint32_t home = key_home(keys[i], mask);
        if (((i - home) & mask) >= ((i - hole) & mask)) { /* its run begins at or before the hole */
            keys[hole] = keys[i];
            map->values.data[hole] = map->values.data[i];
            hole = i;
        }
    }
    keys[hole] = 0;
    map->values.data[hole] = 0;
    --map->used;
}

void dry__pair_map_clear(PairMap *map)
{
    if (map->keys.count > 0) {
        memset(map->keys.data, 0, (size_t)map->keys.count * sizeof *map->keys.data);
        memset(map->values.data, 0, (size_t)map->values.count * sizeof *map->values.data);
    }
    map->used = 0;
}

void dry__pair_map_free(PairMap *map)
{
    array_free(&map->keys);
    array_free(&map->values);
    map->used = 0;
}
