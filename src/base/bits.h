/* Bit tricks that compilers spell differently. */
#ifndef DRY_BASE_BITS_H
#define DRY_BASE_BITS_H

#include <stdint.h>

/* Index of the lowest set bit; v must not be zero. */
static inline int bits_lowest(uint64_t v)
{
    return __builtin_ctzll(v);
}

static inline int bits_count(uint64_t v)
{
    return __builtin_popcountll(v);
}

#endif
