#include "hull_check.h"

#include "support/random.h"

#include <math.h>
#include <stdint.h>

#define MIN_CONCAVE_COSINE 0.949

typedef struct Point {
    double x, y, z;
} Point;

static Point vertex(const HullData *hull, int32_t i)
{
    Point p = { (double)hull->vx[i], (double)hull->vy[i], (double)hull->vz[i] };
    return p;
}

static Point sub(Point a, Point b)
{
    Point r = { a.x - b.x, a.y - b.y, a.z - b.z };
    return r;
}

static Point cross(Point a, Point b)
{
    Point r = { a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
    return r;
}

static double dot(Point a, Point b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static double length(Point a)
{
    return sqrt(dot(a, a));
}

static Point normal(const HullData *hull, int32_t i)
{
    Point p = { (double)hull->fx[i], (double)hull->fy[i], (double)hull->fz[i] };
    return p;
}

static double reach_of(const HullData *hull)
{
    double reach = 0.0;
    for (int32_t i = 0; i < hull->vertex_count; ++i) {
        reach = fmax(reach, length(vertex(hull, i)));
    }
    return reach;
}

static int same_edge(const HullEdge *a, const HullEdge *b)
{
    int same = a->tolerance == b->tolerance;
    for (int k = 0; k < 3; ++k) {
        same =
            same && a->n0[k] == b->n0[k] && a->n1[k] == b->n1[k] && a->d[k] == b->d[k] && a->p[k] == b->p[k];
    }
    return same;
}

static const char *padding_fault(const HullData *hull)
{
    const void *arrays[] = { hull->vx, hull->vy, hull->vz,    hull->fx, hull->fy,
                             hull->fz, hull->fo, hull->edges, hull->ek };
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; ++i) {
        if ((uintptr_t)arrays[i] % 32 != 0) {
            return "an array is not aligned to 32 bytes";
        }
    }
    if (hull->vertex_padded != ((hull->vertex_count + 7) & ~7) ||
        hull->face_padded != ((hull->face_count + 7) & ~7) ||
        hull->edge_padded != ((hull->edge_count + 7) & ~7)) {
        return "a padded count is wrong";
    }
    for (int32_t i = hull->vertex_count; i < hull->vertex_padded; ++i) {
        if (hull->vx[i] != hull->vx[0] || hull->vy[i] != hull->vy[0] || hull->vz[i] != hull->vz[0]) {
            return "vertex padding does not repeat element 0";
        }
    }
    for (int32_t i = hull->face_count; i < hull->face_padded; ++i) {
        if (hull->fx[i] != hull->fx[0] || hull->fy[i] != hull->fy[0] || hull->fz[i] != hull->fz[0] ||
            hull->fo[i] != hull->fo[0]) {
            return "face padding does not repeat element 0";
        }
    }
    for (int32_t i = hull->edge_count; i < hull->edge_padded; ++i) {
        if (!same_edge(hull->edges + i, hull->edges) || hull->ek[i] != hull->ek[0] ||
            hull->edge_tail[i] != hull->edge_tail[0] || hull->edge_head[i] != hull->edge_head[0] ||
            hull->edge_face0[i] != hull->edge_face0[0] || hull->edge_face1[i] != hull->edge_face1[0]) {
            return "edge padding does not repeat element 0";
        }
    }
    return NULL;
}

static const char *face_fault(const HullData *hull, int32_t face, double tolerance, double noise)
{
    int32_t start = hull->face_start[face], count = hull->face_start[face + 1] - start;
    if (count < 3 || count > HULL_MAX_LOOP) {
        return "a face has too few or too many corners";
    }
    Point n = normal(hull, face);
    double offset = (double)hull->fo[face], best = -1e300;
    if (fabs(length(n) - 1.0) > 1e-6) {
        return "a normal is not unit";
    }
    for (int32_t i = 0; i < hull->vertex_count; ++i) {
        double height = dot(n, vertex(hull, i)) - offset;
        best = fmax(best, height);
        if (height > noise) {
            return "a vertex is in front of a plane";
        }
    }
    if (best < -noise) {
        return "a plane does not support the hull";
    }
    for (int32_t k = 0; k < count; ++k) {
        const uint8_t *loop = hull->loop_vertex + start;
        Point a = vertex(hull, loop[k]), b = vertex(hull, loop[(k + 1) % count]),
              c = vertex(hull, loop[(k + 2) % count]);
        if (offset - dot(n, a) > tolerance + noise) {
            return "a corner is behind its plane";
        }
        if (dot(cross(sub(b, a), sub(c, b)), n) < -(tolerance + noise) * length(sub(c, a))) {
            return "a face is not convex, or turns clockwise";
        }
        const float *side = hull->side[start + k];
        Point m = { (double)side[0], (double)side[1], (double)side[2] };
        if (fabs(length(m) - 1.0) > 1e-6 || fabs(dot(m, n)) > 1e-6) {
            return "a side plane is not unit or not perpendicular to its face";
        }
        if (fabs(dot(m, a) - (double)side[3]) > tolerance + noise ||
            fabs(dot(m, b) - (double)side[3]) > tolerance + noise) {
            return "a side plane misses its edge";
        }
        for (int32_t i = 0; i < count; ++i) {
            if (dot(m, vertex(hull, loop[i])) - (double)side[3] > 2.0 * tolerance + noise) {
                return "a corner is outside a side plane";
            }
        }
    }
    return NULL;
}

/* Whether the loop of `face` walks from a to b. */
static int walks(const HullData *hull, int32_t face, int32_t a, int32_t b)
{
    int32_t start = hull->face_start[face], end = hull->face_start[face + 1];
    for (int32_t k = start; k < end; ++k) {
        if (hull->loop_vertex[k] == a && hull->loop_vertex[k + 1 < end ? k + 1 : start] == b) {
            return 1;
        }
    }
    return 0;
}

static const char *edge_fault(const HullData *hull, int32_t i, double noise)
{
    const HullEdge *edge = hull->edges + i;
    int32_t tail = hull->edge_tail[i], head = hull->edge_head[i], left = hull->edge_face0[i],
            right = hull->edge_face1[i];
    if (!walks(hull, left, tail, head) || !walks(hull, right, head, tail)) {
        return "an edge's faces do not walk it";
    }
    Point d = { (double)edge->d[0], (double)edge->d[1], (double)edge->d[2] };
    Point p = { (double)edge->p[0], (double)edge->p[1], (double)edge->p[2] };
    Point n0 = { (double)edge->n0[0], (double)edge->n0[1], (double)edge->n0[2] };
    Point n1 = { (double)edge->n1[0], (double)edge->n1[1], (double)edge->n1[2] };
    if (length(sub(p, vertex(hull, tail))) > 0.0 ||
        length(sub(d, sub(vertex(hull, head), vertex(hull, tail)))) > noise) {
        return "an edge's geometry is not that of its vertices";
    }
    if (length(sub(n0, normal(hull, left))) > 0.0 || length(sub(n1, normal(hull, right))) > 0.0) {
        return "an edge's normals are not those of its faces";
    }
    /* left to right over a convex edge the normal turns about the edge's direction against the walk of the
       left face: n0 x n1 points along d. A merged face may bend an edge the other way; an axis between its
       normals is then off the true support by no more than the corners' depth / cos(half the angle), so only
       a large angle would do harm */
    if (dot(cross(n0, n1), d) < -1e-5 * length(d) && dot(n0, n1) < MIN_CONCAVE_COSINE) {
        return "an edge is concave";
    }
    Point sum = { n0.x + n1.x, n0.y + n1.y, n0.z + n1.z };
    double bound = 2.0 / fmax(length(sum), 2e-9);
    if ((double)hull->ek[i] < bound || (double)hull->ek[i] > bound * 1.00001) {
        return "an edge's bound factor is wrong";
    }
    return fabs((double)edge->tolerance - 1e-6 * dot(d, d)) <= 1e-11 * dot(d, d)
               ? NULL
               : "an edge's tolerance is wrong";
}

static const char *ball_fault(const HullData *hull, double noise)
{
    Random random = random_seeded(7);
    Point c = { (double)hull->center.x, (double)hull->center.y, (double)hull->center.z };
    double outer = 0.0;
    for (int32_t i = 0; i < hull->vertex_count; ++i) {
        outer = fmax(outer, length(sub(vertex(hull, i), c)));
    }
    if (outer > (double)hull->outer_radius || outer < (double)hull->outer_radius * 0.99999) {
        return "the outer radius is wrong";
    }
    for (int32_t i = 0; i < 200 + hull->face_count; ++i) {
        Point u = { random_double(&random, -1.0, 1.0), random_double(&random, -1.0, 1.0),
                    random_double(&random, -1.0, 1.0) };
        u = i < hull->face_count ? normal(hull, i) : u;
        double direction[3] = { u.x, u.y, u.z };
        if (hull_support(hull, direction) - dot(c, u) < (double)hull->inner_radius * length(u) - noise) {
            return "the inner ball sticks out";
        }
    }
    return NULL;
}

const char *hull_fault(const HullData *hull, double tolerance)
{
    double noise = 1e-6 * reach_of(hull);
    int32_t valence[HULL_MAX_VERTICES] = { 0 };
    const char *fault = padding_fault(hull);
    for (int32_t i = 0; fault == NULL && i < hull->face_count; ++i) {
        fault = face_fault(hull, i, tolerance, noise);
    }
    for (int32_t i = 0; fault == NULL && i < hull->edge_count; ++i) {
        fault = edge_fault(hull, i, noise);
    }
    if (fault != NULL) {
        return fault;
    }
    for (int32_t k = 0; k < hull->face_start[hull->face_count]; ++k) {
        ++valence[hull->loop_vertex[k]];
    }
    for (int32_t i = 0; i < hull->vertex_count; ++i) {
        if (valence[i] < 3) {
            return "a vertex has fewer than three faces";
        }
    }
    if (hull->face_start[hull->face_count] != 2 * hull->edge_count ||
        hull->vertex_count - hull->edge_count + hull->face_count != 2) {
        return "Euler's formula fails";
    }
    return ball_fault(hull, noise);
}

double cloud_support(const DryVec3 *points, int32_t count, const double direction[3])
{
    double best = -1e300;
    for (int32_t i = 0; i < count; ++i) {
        best = fmax(best, direction[0] * (double)points[i].x + direction[1] * (double)points[i].y +
                              direction[2] * (double)points[i].z);
    }
    return best;
}

double hull_support(const HullData *hull, const double direction[3])
{
    double best = -1e300;
    for (int32_t i = 0; i < hull->vertex_count; ++i) {
        best = fmax(best, direction[0] * (double)hull->vx[i] + direction[1] * (double)hull->vy[i] +
                              direction[2] * (double)hull->vz[i]);
    }
    return best;
}

double hull_volume(const HullData *hull)
{
    double volume = 0.0;
    Point c = { (double)hull->center.x, (double)hull->center.y, (double)hull->center.z };
    for (int32_t i = 0; i < hull->face_count; ++i) {
        const uint8_t *loop = hull->loop_vertex + hull->face_start[i];
        int32_t count = hull->face_start[i + 1] - hull->face_start[i];
        double area = 0.0;
        Point a = vertex(hull, loop[0]);
        for (int32_t k = 1; k + 1 < count; ++k) {
            area += 0.5 * dot(normal(hull, i),
                              cross(sub(vertex(hull, loop[k]), a), sub(vertex(hull, loop[k + 1]), a)));
        }
        volume += area * ((double)hull->fo[i] - dot(normal(hull, i), c)) / 3.0;
    }
    return volume;
}
