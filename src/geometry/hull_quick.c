/* Incremental convex hull after Barber, Dobkin, Huhdanpaa, "The Quickhull Algorithm for Convex Hulls" (1996),
   with exact integer predicates in place of its facet merging, and a lazily updated heap in place of its
   outside sets. */
#include "geometry/hull_quick.h"

#include "base/memory.h"

static D3 point_of(const QuickHull *hull, int32_t index)
{
    const int32_t *x = hull->points[index].x;
    return d3((double)x[0], (double)x[1], (double)x[2]);
}

static int64_t floor_shift(int64_t value)
{
    const int64_t unit = (int64_t)1 << 31;
    return value >= 0 ? value / unit : -((-value + unit - 1) / unit);
}

/* Sign of n . d. With |n| < 2^60 and |d| < 2^30 per component the sums stay inside 64 bits. */
static int exact_sign(const int64_t n[3], const int64_t d[3])
{
    const int64_t unit = (int64_t)1 << 31;
    int64_t high = 0, low = 0;
    for (int k = 0; k < 3; ++k) {
        int64_t upper = floor_shift(n[k]);
        high += upper * d[k];
        low += (n[k] - upper * unit) * d[k];
    }
    int64_t carry = floor_shift(low);
    int64_t rest = low - carry * unit;
    high += carry;
    return high > 0 ? 1 : high < 0 ? -1 : rest > 0 ? 1 : 0;
}

/* 1: the point sees the face's outside, 0: lies in its plane, -1: is behind it. */
static int side_of(const QuickHull *hull, const QuickFace *face, int32_t point)
{
    const int32_t *p = hull->points[point].x, *o = hull->points[face->v[0]].x;
    int64_t d[3];
    for (int k = 0; k < 3; ++k) {
        d[k] = (int64_t)p[k] - o[k];
    }
    /* rounding moves this by less than 1e-5, so a clear answer needs no long arithmetic */
    double height = d3_dot(face->unit, d3((double)d[0], (double)d[1], (double)d[2]));
    if (height > 1e-3 || height < -1e-3) {
        return height > 0.0 ? 1 : -1;
    }
    return exact_sign(face->n, d);
}

static void set_plane(const QuickHull *hull, QuickFace *face)
{
    const int32_t *a = hull->points[face->v[0]].x;
    const int32_t *b = hull->points[face->v[1]].x;
    const int32_t *c = hull->points[face->v[2]].x;
    int64_t u[3], w[3];
    for (int k = 0; k < 3; ++k) {
        u[k] = (int64_t)b[k] - a[k];
        w[k] = (int64_t)c[k] - a[k];
    }
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        face->n[k] = u[i] * w[j] - u[j] * w[i];
    }
    face->unit = d3_normalize(d3((double)face->n[0], (double)face->n[1], (double)face->n[2]));
}

static int32_t add_face(QuickHull *hull, int32_t a, int32_t b, int32_t c)
{
    int32_t slot = 0;
    while (slot < hull->face_slots && hull->faces[slot].alive) {
        ++slot;
    }
    if (slot == QUICK_MAX_FACES) {
        return -1;
    }
    if (slot == hull->face_slots) {
        ++hull->face_slots;
    }
    QuickFace *face = hull->faces + slot;
    face->v[0] = a;
    face->v[1] = b;
    face->v[2] = c;
    face->across[0] = face->across[1] = face->across[2] = -1;
    face->alive = true;
    face->visible = false;
    set_plane(hull, face);
    ++hull->face_count;
    return slot;
}

/* Distance of a point from the hull, 0 when it is not outside. The nearest point of a convex body lies on a
 * face that sees the point, so only those are measured. */
static void examine(QuickHull *hull, int32_t point)
{
    D3 p = point_of(hull, point);
    double best = -1.0;
    for (int32_t i = 0; i < hull->face_slots; ++i) {
        const QuickFace *face = hull->faces + i;
        if (!face->alive) {
            continue;
        }
        /* the height over the plane tells most faces off: behind, or farther than the best */
        double height = d3_dot(face->unit, d3_sub(p, point_of(hull, face->v[0])));
        if (height < -1e-3 || (best >= 0.0 && height > 0.0 && height * height >= best)) {
            continue;
        }
        if (height <= 1e-3 && side_of(hull, face, point) <= 0) {
            continue;
        }
        double d2 = d3_triangle_distance2(p, point_of(hull, face->v[0]), point_of(hull, face->v[1]),
                                          point_of(hull, face->v[2]), face->unit);
        if (best < 0.0 || d2 < best) {
            best = d2;
        }
    }
    hull->distance[point] = best > 0.0 ? sqrt(best) : 0.0;
    hull->examined[point] = hull->version;
}

static bool farther(const QuickHull *hull, int32_t a, int32_t b)
{
    double da = hull->distance[a], db = hull->distance[b];
    return da > db || (da == db && a < b);
}

static void sift_down(QuickHull *hull, int32_t at)
{
    int32_t moved = hull->heap[at];
    for (;;) {
        int32_t child = 2 * at + 1;
        if (child >= hull->heap_count) {
            break;
        }
        if (child + 1 < hull->heap_count && farther(hull, hull->heap[child + 1], hull->heap[child])) {
            ++child;
        }
        if (!farther(hull, hull->heap[child], moved)) {
            break;
        }
        hull->heap[at] = hull->heap[child];
        at = child;
    }
    hull->heap[at] = moved;
}

static void pop(QuickHull *hull)
{
    hull->heap[0] = hull->heap[--hull->heap_count];
    if (hull->heap_count > 0) {
        sift_down(hull, 0);
    }
}

static void fill_heap(QuickHull *hull)
{
    hull->heap_count = 0;
    for (int32_t i = 0; i < hull->point_count; ++i) {
        examine(hull, i);
        if (hull->distance[i] > 0.0) {
            hull->heap[hull->heap_count++] = i;
        }
    }
    for (int32_t i = hull->heap_count / 2 - 1; i >= 0; --i) {
        sift_down(hull, i);
    }
}

/* The point farthest outside, taken off the heap, or -1 when none is farther than the tolerance. */
static int32_t take_farthest(QuickHull *hull, double tolerance)
{
    while (hull->heap_count > 0) {
        int32_t point = hull->heap[0];
        if (hull->distance[point] <= tolerance) {
            return -1;
        }
        if (hull->examined[point] == hull->version) {
            pop(hull);
            return point;
        }
        examine(hull, point);
        if (hull->distance[point] > 0.0) {
            sift_down(hull, 0);
        } else {
            pop(hull);
        }
    }
    return -1;
}

/* Replaces the faces a point sees by a fan around it. Faces in whose plane it lies go too: the visible region
   is then the one of a point a little farther out, hence a disc, and no triangle of the fan is degenerate. */
static bool add_point(QuickHull *hull, int32_t point)
{
    struct {
        int32_t from, to, outside;
    } horizon[HULL_MAX_VERTICES];
    int32_t horizon_count = 0, fan[HULL_MAX_VERTICES];
    for (int32_t i = 0; i < hull->face_slots; ++i) {
        QuickFace *face = hull->faces + i;
        face->visible = face->alive && side_of(hull, face, point) >= 0;
    }
    for (int32_t i = 0; i < hull->face_slots; ++i) {
        const QuickFace *face = hull->faces + i;
        for (int k = 0; face->visible && k < 3; ++k) {
            if (hull->faces[face->across[k]].visible) {
                continue;
            }
            if (horizon_count == HULL_MAX_VERTICES) {
                return false;
            }
            horizon[horizon_count].from = face->v[k];
            horizon[horizon_count].to = face->v[(k + 1) % 3];
            horizon[horizon_count++].outside = face->across[k];
        }
    }
    for (int32_t i = 0; i < hull->face_slots; ++i) {
        if (hull->faces[i].visible) {
            hull->faces[i].alive = hull->faces[i].visible = false;
            --hull->face_count;
        }
    }
    for (int32_t i = 0; i < horizon_count; ++i) {
        fan[i] = add_face(hull, horizon[i].from, horizon[i].to, point);
        if (fan[i] < 0) {
            return false;
        }
        hull->faces[fan[i]].across[0] = horizon[i].outside;
        QuickFace *outside = hull->faces + horizon[i].outside;
        for (int k = 0; k < 3; ++k) {
            if (outside->v[k] == horizon[i].to && outside->v[(k + 1) % 3] == horizon[i].from) {
                outside->across[k] = fan[i];
            }
        }
    }
    for (int32_t i = 0; i < horizon_count; ++i) {
        int32_t next = 0;
        while (next < horizon_count && horizon[next].from != horizon[i].to) {
            ++next;
        }
        if (next == horizon_count || hull->faces[fan[next]].across[2] >= 0) {
            return false;
        }
        hull->faces[fan[i]].across[1] = fan[next];
        hull->faces[fan[next]].across[2] = fan[i];
    }
    ++hull->version;
    return horizon_count >= 3;
}

/* The two points farthest apart among the extremes along the axes. */
static double pick_pair(const QuickHull *hull, int32_t corner[4])
{
    int32_t extreme[6];
    for (int axis = 0; axis < 3; ++axis) {
        int32_t low = 0, high = 0;
        for (int32_t i = 1; i < hull->point_count; ++i) {
            int32_t x = hull->points[i].x[axis];
            low = x < hull->points[low].x[axis] ? i : low;
            high = x > hull->points[high].x[axis] ? i : high;
        }
        extreme[2 * axis] = low;
        extreme[2 * axis + 1] = high;
    }
    double best = 0.0;
    corner[0] = corner[1] = extreme[0];
    for (int i = 0; i < 6; ++i) {
        for (int j = i + 1; j < 6; ++j) {
            double length = d3_length(d3_sub(point_of(hull, extreme[j]), point_of(hull, extreme[i])));
            if (length > best) {
                best = length;
                corner[0] = extreme[i];
                corner[1] = extreme[j];
            }
        }
    }
    return best;
}

static double pick_third(const QuickHull *hull, int32_t corner[4])
{
    D3 a = point_of(hull, corner[0]);
    D3 u = d3_normalize(d3_sub(point_of(hull, corner[1]), a));
    double best = 0.0;
    for (int32_t i = 0; i < hull->point_count; ++i) {
        double off = d3_length(d3_cross(u, d3_sub(point_of(hull, i), a)));
        if (off > best) {
            best = off;
            corner[2] = i;
        }
    }
    return best;
}

static double pick_fourth(const QuickHull *hull, int32_t corner[4])
{
    QuickFace base;
    for (int k = 0; k < 3; ++k) {
        base.v[k] = corner[k];
    }
    set_plane(hull, &base);
    D3 a = point_of(hull, corner[0]);
    double best = 0.0;
    for (int32_t i = 0; i < hull->point_count; ++i) {
        double off = fabs(d3_dot(base.unit, d3_sub(point_of(hull, i), a)));
        if (off > best) {
            best = off;
            corner[3] = i;
        }
    }
    if (best > 0.0 && side_of(hull, &base, corner[3]) > 0) {
        int32_t swap = corner[1]; /* the fourth corner must lie behind the first three */
        corner[1] = corner[2];
        corner[2] = swap;
    }
    return best;
}

static QuickResult start_simplex(QuickHull *hull, double tolerance, double *measure)
{
    int32_t c[4] = { 0, 0, 0, 0 };
    *measure = pick_pair(hull, c);
    if (*measure <= tolerance) {
        return QUICK_POINT;
    }
    *measure = pick_third(hull, c);
    if (*measure <= tolerance) {
        return QUICK_LINE;
    }
    *measure = pick_fourth(hull, c);
    if (*measure <= tolerance) {
        return QUICK_PLANE;
    }
    add_face(hull, c[0], c[1], c[2]);
    add_face(hull, c[1], c[0], c[3]);
    add_face(hull, c[2], c[1], c[3]);
    add_face(hull, c[0], c[2], c[3]);
    static const int32_t across[4][3] = { { 1, 2, 3 }, { 0, 3, 2 }, { 0, 1, 3 }, { 0, 2, 1 } };
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) {
            hull->faces[i].across[k] = across[i][k];
        }
        if (side_of(hull, hull->faces, c[3]) >= 0) {
            return QUICK_INTERNAL;
        }
    }
    return QUICK_OK;
}

bool dry__quick_create(QuickHull *hull, const GridPoint *points, int32_t point_count)
{
    size_t count = (size_t)point_count;
    hull->points = points;
    hull->point_count = hull->room = point_count;
    hull->heap = dry__alloc(count * sizeof(int32_t));
    hull->distance = dry__alloc(count * sizeof(double));
    hull->examined = dry__alloc(count * sizeof(int32_t));
    if (hull->heap != NULL && hull->distance != NULL && hull->examined != NULL) {
        return true;
    }
    dry__quick_destroy(hull);
    return false;
}

void dry__quick_destroy(QuickHull *hull)
{
    size_t count = (size_t)hull->room;
    dry__free(hull->heap, count * sizeof(int32_t));
    dry__free(hull->distance, count * sizeof(double));
    dry__free(hull->examined, count * sizeof(int32_t));
    hull->heap = hull->examined = NULL;
    hull->distance = NULL;
}

QuickResult dry__quick_build(QuickHull *hull, double tolerance, int32_t budget, double *measure)
{
    hull->face_slots = hull->face_count = 0;
    hull->version = 1;
    QuickResult result = start_simplex(hull, tolerance, measure);
    if (result != QUICK_OK) {
        return result;
    }
    fill_heap(hull);
    /* a closed surface of F triangles has F / 2 + 2 vertices */
    while (hull->face_count / 2 + 2 < budget) {
        int32_t point = take_farthest(hull, tolerance);
        if (point < 0) {
            break;
        }
        if (!add_point(hull, point)) {
            return QUICK_INTERNAL;
        }
    }
    return QUICK_OK;
}
