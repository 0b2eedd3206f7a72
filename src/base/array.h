/* Growable arrays of plain data. An array is relocatable: three integers and a block, so that a snapshot is a
   copy.

   struct { ARRAY(BodyRecord) bodies; } s;
   if (!array_push(&s.bodies, record)) return DRY_ERROR_MEMORY;
   s.bodies.data[i]                                                              */
#ifndef DRY_BASE_ARRAY_H
#define DRY_BASE_ARRAY_H

#include "base/memory.h"

#define ARRAY(T)                 \
    struct {                     \
        T *data;                 \
        int32_t count, capacity; \
    }

/* The untyped view of an ARRAY; layout as above. */
typedef struct ArrayView {
    void *data;
    int32_t count, capacity;
} ArrayView;

/* Makes room for `capacity` elements in all; false when memory ran out or the size overflows (array
   unchanged). Grows by doubling at least, so repeated calls stay linear. New room is zero-filled. */
bool dry__array_reserve(ArrayView *array, int32_t capacity, size_t element_size);

/* Frees the block and zeroes the three members. */
void dry__array_free(ArrayView *array, size_t element_size);

#define array_reserve(a, n) dry__array_reserve((ArrayView *)(void *)(a), (n), sizeof(*(a)->data))
#define array_free(a) dry__array_free((ArrayView *)(void *)(a), sizeof(*(a)->data))

/* Appends a copy; false when memory ran out. */
#define array_push(a, value)                                            \
    (((a)->count < (a)->capacity || array_reserve((a), (a)->count + 1)) \
         ? ((a)->data[(a)->count++] = (value), true)                    \
         : false)

/* Sets the count; elements beyond the old count are zero-filled. False when memory ran out. */
#define array_resize(a, n) dry__array_resize((ArrayView *)(void *)(a), (n), sizeof(*(a)->data))
bool dry__array_resize(ArrayView *array, int32_t count, size_t element_size);

/* Removes element i by moving the last one into its place. */
#define array_remove_swap(a, i) ((void)((a)->data[(i)] = (a)->data[(a)->count - 1]), (void)--(a)->count)

#endif
