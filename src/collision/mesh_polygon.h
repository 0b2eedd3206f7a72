/* A convex polygon being clipped, whose corners know between which lines they lie. */
#ifndef DRY_COLLISION_MESH_POLYGON_H
#define DRY_COLLISION_MESH_POLYGON_H

#include "geometry/hull.h"

enum {
    POLYGON_MAX = HULL_MAX_LOOP + 8
};

typedef struct Polygon {
    int32_t count;
    DryVec3 point[POLYGON_MAX];
    int32_t line[POLYGON_MAX]; /* of the side from this corner to the next */
} Polygon;

static inline void polygon_push(Polygon *polygon, DryVec3 point, int32_t line)
{
    if (polygon->count < POLYGON_MAX) {
        polygon->point[polygon->count] = point;
        polygon->line[polygon->count++] = line;
    }
}

static inline int32_t polygon_line_into(const Polygon *polygon, int32_t corner)
{
    return polygon->line[corner > 0 ? corner - 1 : polygon->count - 1];
}

/* Writes to `out` the part of `in` with n.x <= offset; the new side is called `line` (Sutherland and Hodgman
 * 1974). */
static inline void polygon_clip(const Polygon *in, Polygon *out, DryVec3 n, float offset, int32_t line)
{
    out->count = 0;
    float first = in->count > 0 ? v3_dot(n, in->point[0]) - offset : 0.0f, here = first;
    for (int32_t i = 0; i < in->count; ++i) {
        int32_t next = i + 1 < in->count ? i + 1 : 0;
        float there = next == 0 ? first : v3_dot(n, in->point[next]) - offset;
        if (here <= 0.0f) {
            /* on the plane and leaving: the new side starts here */
            polygon_push(out, in->point[i], here == 0.0f && there > 0.0f ? line : in->line[i]);
        }
        if ((here < 0.0f && there > 0.0f) || (here > 0.0f && there < 0.0f)) {
            DryVec3 cut = v3_lerp(in->point[i], in->point[next], here / (here - there));
            polygon_push(out, cut, here < 0.0f ? line : in->line[i]);
        }
        here = there;
    }
}

#endif
