/* Vectors in eight lanes, for the kernels of hulls; comes after base/lanes.h, whose instruction set it takes
 * on. */
#ifndef DRY_COLLISION_HULL_LANES_H
#define DRY_COLLISION_HULL_LANES_H

#include "geometry/hull.h"

typedef struct Vec8 {
    f8 x, y, z;
} Vec8;

LANES_INLINE Vec8 vec8(DryVec3 v)
{
    return (Vec8){ f8_set(v.x), f8_set(v.y), f8_set(v.z) };
}

LANES_INLINE f8 dot8(Vec8 a, Vec8 b)
{
    return f8_add(f8_add(f8_mul(a.x, b.x), f8_mul(a.y, b.y)), f8_mul(a.z, b.z));
}

LANES_INLINE Vec8 sub8(Vec8 a, Vec8 b)
{
    return (Vec8){ f8_sub(a.x, b.x), f8_sub(a.y, b.y), f8_sub(a.z, b.z) };
}

/* a + s b */
LANES_INLINE Vec8 mad8(Vec8 a, Vec8 b, f8 s)
{
    return (Vec8){ f8_madd(s, b.x, a.x), f8_madd(s, b.y, a.y), f8_madd(s, b.z, a.z) };
}

LANES_INLINE Vec8 cross8(Vec8 a, Vec8 b)
{
    return (Vec8){ f8_sub(f8_mul(a.y, b.z), f8_mul(a.z, b.y)), f8_sub(f8_mul(a.z, b.x), f8_mul(a.x, b.z)),
                   f8_sub(f8_mul(a.x, b.y), f8_mul(a.y, b.x)) };
}

/* The largest of a stream of values and where it was; among equals the lowest index. */
typedef struct Largest {
    f8 value, index;
} Largest;

LANES_INLINE Largest largest_none(void)
{
    return (Largest){ f8_set(-1e30f), f8_zero() };
}

LANES_INLINE void largest_add(Largest *l, f8 value, f8 index)
{
    m8 wins = f8_gt(value, l->value);
    l->value = f8_select(wins, value, l->value);
    l->index = f8_select(wins, index, l->index);
}

LANES_INLINE float largest_take(const Largest *l, int32_t *index)
{
    float value[8], place[8];
    f8_storeu(value, l->value);
    f8_storeu(place, l->index);
    int best = 0;
    for (int i = 1; i < 8; ++i) {
        if (value[i] > value[best] || (value[i] == value[best] && place[i] < place[best])) {
            best = i;
        }
    }
    *index = (int32_t)place[best];
    return value[best];
}

LANES_INLINE f8 lane_numbers(void)
{
    static const float numbers[8] = { 0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 7.0f };
    return f8_loadu(numbers);
}

typedef struct Edges8 {
    Vec8 n0, n1, d, tail;
} Edges8;

LANES_INLINE Edges8 load_edges(const HullEdge *edges)
{
    f8 low[8], high[8];
    for (int i = 0; i < 8; ++i) {
        const float *row = edges[i].n0;
        low[i] = f8_load(row);
        high[i] = f8_load(row + 8);
    }
    f8_transpose(low);
    f8_transpose(high);
    return (Edges8){ { low[0], low[1], low[2] },
                     { low[3], low[4], low[5] },
                     { low[6], low[7], high[0] },
                     { high[1], high[2], high[3] } };
}

#endif
