#include "base/array.h"

#include <string.h>

enum {
    FIRST_CAPACITY = 8
};

/* Every ARRAY(T) has the layout of ArrayView but its own type, so it is read and written as bytes only. */
static ArrayView view_read(const ArrayView *array)
{
    ArrayView view;
    memcpy(&view, array, sizeof view);
    return view;
}

static bool view_grow(ArrayView *array, ArrayView view, int32_t capacity, size_t element_size)
{
    if ((size_t)capacity > SIZE_MAX / element_size) {
        return false;
    }
    void *data =
        dry__realloc(view.data, (size_t)view.capacity * element_size, (size_t)capacity * element_size);
    if (data == NULL) {
        return false;
    }
    view.data = data;
    view.capacity = capacity;
    memcpy(array, &view, sizeof view);
    return true;
}

bool dry__array_reserve(ArrayView *array, int32_t capacity, size_t element_size)
{
    ArrayView view = view_read(array);
    if (capacity < 0) {
        return false;
    }
    if (capacity <= view.capacity) {
        return true;
    }
    int32_t doubled = view.capacity > INT32_MAX / 2 ? INT32_MAX : 2 * view.capacity;
    int32_t wanted = capacity > doubled ? capacity : doubled;
    if (wanted < FIRST_CAPACITY) {
        wanted = FIRST_CAPACITY;
    }
    /* When memory is short, what is needed may still fit where twice as much does not. */
    return view_grow(array, view, wanted, element_size) ||
           (wanted > capacity && view_grow(array, view, capacity, element_size));
}

bool dry__array_resize(ArrayView *array, int32_t count, size_t element_size)
{
    if (!dry__array_reserve(array, count, element_size)) {
        return false;
    }
    ArrayView view = view_read(array);
    if (count > view.count) {
        memset((char *)view.data + (size_t)view.count * element_size, 0,
               (size_t)(count - view.count) * element_size);
    }
    view.count = count;
    memcpy(array, &view, sizeof view);
    return true;
}

void dry__array_free(ArrayView *array, size_t element_size)
{
    ArrayView view = view_read(array);
    dry__free(view.data, (size_t)view.capacity * element_size);
    memset(array, 0, sizeof *array);
}
