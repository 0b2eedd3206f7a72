/* Hashing of bytes (state hashes) and a table from pairs of integers to an integer. */
#ifndef DRY_BASE_HASH_H
#define DRY_BASE_HASH_H

#include "base/array.h"

#define HASH_SEED 0xcbf29ce484222325ull

/* Mixes `size` bytes into `hash`; the same result on every platform for the same bytes. 8 bytes at a time. */
uint64_t dry__hash_bytes(uint64_t hash, const void *bytes, size_t size);

/* Open-addressing map from an unordered pair key (a, b), a < b, to a value >= 0. Never iterated: order cannot
 * leak. */
typedef struct PairMap {
    ARRAY(uint64_t) keys; /* 0: empty; else ((a+1) << 32) | (b+1); capacity a power of two */
    ARRAY(int32_t) values;
    int32_t used;
} PairMap;

int32_t dry__pair_map_find(const PairMap *map, int32_t a, int32_t b); /* -1: absent */
bool dry__pair_map_insert(PairMap *map, int32_t a, int32_t b,
                          int32_t value);                      /* false: out of memory; replaces */
void dry__pair_map_remove(PairMap *map, int32_t a, int32_t b); /* absent: nothing happens */
bool dry__pair_map_reserve(PairMap *map, int32_t count);
void dry__pair_map_clear(PairMap *map);
void dry__pair_map_free(PairMap *map);

#endif
