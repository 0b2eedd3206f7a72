/* Random numbers for tests: the same sequence for the same seed everywhere. */
#ifndef SUPPORT_RANDOM_H
#define SUPPORT_RANDOM_H

#include <stdint.h>

typedef struct Random {
    uint64_t state;
} Random;

static inline Random random_seeded(uint64_t seed)
{
    Random random = { seed };
    return random;
}

/* splitmix64: Steele, Lea & Flood, "Fast Splittable Pseudorandom Number Generators", 2014 */
static inline uint64_t random_u64(Random *random)
{
    uint64_t z = (random->state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

static inline uint32_t random_u32(Random *random)
{
    return (uint32_t)(random_u64(random) >> 32);
}

/* 0 .. count - 1 */
static inline int random_int(Random *random, int count)
{
    return (int)((uint64_t)random_u32(random) * (uint64_t)count >> 32);
}

/* [low, high) */
static inline double random_double(Random *random, double low, double high)
{
    return low + (high - low) * ((double)(random_u64(random) >> 11) * 0x1p-53);
}

static inline float random_float(Random *random, float low, float high)
{
    return low + (high - low) * ((float)(random_u32(random) >> 8) * 0x1p-24f);
}

#endif
