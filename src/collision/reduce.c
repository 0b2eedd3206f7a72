#include "collision/reduce.h"

/* Moves point i to place k, keeping the order of those between. */
static void take(ManifoldPoint *points, int k, int i)
{
    ManifoldPoint taken = points[i];
    for (; i > k; --i) {
        points[i] = points[i - 1];
    }
    points[k] = taken;
}

static int first_deepest(const ManifoldPoint *points, int count, float tie)
{
    float least = points[0].separation;
    for (int i = 1; i < count; ++i) {
        least = f_min(points[i].separation, least);
    }
    int i = 0;
    while (points[i].separation > least + tie) {
        ++i;
    }
    return i;
}

/* Square of the distance between two points along the surface. */
static float surface_distance2(const ManifoldPoint *a, const ManifoldPoint *b, DryVec3 normal)
{
    DryVec3 d = v3_sub(a->position, b->position);
    d = v3_mad(d, normal, -v3_dot(d, normal));
    return v3_length_squared(d);
}

static int first_farthest(const ManifoldPoint *points, int count, DryVec3 normal, float *distance2)
{
    float most = 0.0f;
    for (int i = 1; i < count; ++i) {
        most = f_max(surface_distance2(&points[i], &points[0], normal), most);
    }
    *distance2 = most;
    int i = 1;
    while (i < count - 1 && surface_distance2(&points[i], &points[0], normal) < 0.96f * most) {
        ++i;
    }
    return i;
}

/* The first with nearly the largest triangle to the left (side 1) or right (-1) of the first two; 0 if none.
 */
static int first_widest(const ManifoldPoint *points, int from, int count, DryVec3 across, float side,
                        float least)
{
    float most = 0.0f;
    for (int i = from; i < count; ++i) {
        most = f_max(side * v3_dot(v3_sub(points[i].position, points[0].position), across), most);
    }
    if (!(most > least)) {
        return 0;
    }
    int i = from;
    while (side * v3_dot(v3_sub(points[i].position, points[0].position), across) < 0.96f * most) {
        ++i;
    }
    return i;
}

static int choose(ManifoldPoint *points, int count, DryVec3 normal, float tie, float merge)
{
    take(points, 0, first_deepest(points, count, tie));
    float distance2;
    int kept = 1, i = count > 1 ? first_farthest(points, count, normal, &distance2) : 0;
    if (i == 0 || !(distance2 > merge * merge)) {
        return kept;
    }
    take(points, kept++, i);
    DryVec3 across = v3_cross(normal, v3_sub(points[1].position, points[0].position));
    for (int k = 0; k < 2; ++k) {
        i = first_widest(points, kept, count, across, k == 0 ? 1.0f : -1.0f, 1e-4f * distance2);
        if (i > 0) {
            take(points, kept++, i);
        }
    }
    return kept;
}

void dry__manifold_reduce(Manifold *m, ManifoldPoint *points, int count, float tie, float merge)
{
    int kept = count > 0 ? choose(points, count, m->normal, tie, merge) : 0;
    for (int i = 0; i < kept; ++i) {
        int k = i;
        for (; k > 0 && m->points[k - 1].feature > points[i].feature; --k) {
            m->points[k] = m->points[k - 1];
        }
        m->points[k] = points[i];
    }
    m->count = kept;
}
