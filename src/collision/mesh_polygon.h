/* A convex polygon being clipped, whose corners know between which lines they lie. */
#ifndef DRY_COLLISION_MESH_POLYGON_H
#define DRY_COLLISION_MESH_POLYGON_H

#include "geometry/hull.h"

enum { POLYGON_MAX = HULL_MAX_LOOP + 8 };

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

/* Keeps the part with n.x <= offset; the new side is called `line` (Sutherland and Hodgman 1974). */
static inline void polygon_clip(Polygon *polygon, DryVec3 n, float offset, int32_t line)
{
    Polygon in = *polygon;
    polygon->count = 0;
    for (int32_t i = 0; i < in.count; ++i) {
        int32_t next = i + 1 < in.count ? i + 1 : 0;
        float here = v3_dot(n, in.point[i]) - offset, there = v3_dot(n, in.point[next]) - offset;
        if (here <= 0.0f) {
            polygon_push(polygon, in.point[i], in.line[i]);
        }
        if ((here < 0.0f && there > 0.0f) || (here > 0.0f && there < 0.0f)) {
            /* leaving: the new side starts here; entering: the old side goes on */
            DryVec3 cut = v3_lerp(in.point[i], in.point[next], here / (here - there));
            polygon_push(polygon, cut, here < 0.0f ? line : in.line[i]);
        } else if (here == 0.0f && there > 0.0f) {
            polygon->line[polygon->count - 1] = line;
        }
    }
}

#endif
