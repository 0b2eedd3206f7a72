/* Sorting of 64-bit keys, the same for any number of workers. */
#ifndef DRY_GEOMETRY_SORT_H
#define DRY_GEOMETRY_SORT_H

#include "base/jobs.h"

typedef struct SortKey {
    uint64_t key;
    int32_t index, pad; /* index: what the caller wants to know about the key */
} SortKey;

/* Room that dry__sort_keys needs in `histogram`. */
int32_t dry__sort_histogram_size(int32_t count);

/* Sorts by the low `bits` bits of the key; equal keys keep their order. Works back and forth between `keys`
   and `other` (room for count each) and returns the one that holds the result. jobs may be null. */
SortKey *dry__sort_keys(SortKey *keys, SortKey *other, int32_t *histogram, int32_t count, int bits,
                        Jobs *jobs);

/* dry__jobs_for, or on the caller when jobs is null. */
void dry__jobs_run(Jobs *jobs, int32_t count, int32_t grain, RangeFn *fn, void *context);

#endif
