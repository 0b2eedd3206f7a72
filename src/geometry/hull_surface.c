#include "geometry/hull_surface.h"

#include <string.h>

/* Loops are simple and short; all tables are rebuilt after each change rather than patched. */
static void refresh(HullSurface *surface)
{
    memset(surface->owner, 0, sizeof surface->owner);
    memset(surface->valence, 0, sizeof surface->valence);
    for (int32_t i = 0; i < surface->face_count; ++i) {
        const SurfaceFace *face = surface->face + i;
        for (int32_t k = 0; k < face->count; ++k) {
            int32_t a = face->loop[k], b = face->loop[k + 1 < face->count ? k + 1 : 0];
            surface->owner[a][b] = (int16_t)(i + 1);
            ++surface->valence[a];
        }
    }
}

/* Twice the area, along the outward normal (Newell). */
static D3 loop_area(const HullSurface *surface, const uint8_t *loop, int32_t count)
{
    D3 area = d3(0.0, 0.0, 0.0), origin = surface->p[loop[0]];
    for (int32_t k = 1; k + 1 < count; ++k) {
        area = d3_add(area,
                      d3_cross(d3_sub(surface->p[loop[k]], origin), d3_sub(surface->p[loop[k + 1]], origin)));
    }
    return area;
}

void dry__surface_from_quick(HullSurface *surface, const QuickHull *hull, const D3 *positions)
{
    surface->vertex_count = surface->face_count = 0;
    for (int32_t i = 0; i < hull->face_slots; ++i) {
        const QuickFace *from = hull->faces + i;
        if (!from->alive) {
            continue;
        }
        SurfaceFace *face = surface->face + surface->face_count++;
        face->count = 3;
        for (int k = 0; k < 3; ++k) {
            int32_t vertex = 0;
            while (vertex < surface->vertex_count && surface->source[vertex] != from->v[k]) {
                ++vertex;
            }
            if (vertex == surface->vertex_count) {
                surface->source[vertex] = from->v[k];
                surface->p[vertex] = positions[from->v[k]];
                ++surface->vertex_count;
            }
            face->loop[k] = (uint8_t)vertex;
        }
        face->n = from->unit;
    }
    refresh(surface);
}

static double highest(const HullSurface *surface, D3 n)
{
    double high = -1e300;
    for (int32_t i = 0; i < surface->vertex_count; ++i) {
        if (surface->valence[i] > 0) {
            high = d_max(high, d3_dot(n, surface->p[i]));
        }
    }
    return high;
}

double dry__surface_offset(const HullSurface *surface, const SurfaceFace *face)
{
    return highest(surface, face->n);
}

/* Depth of the face's lowest corner behind its supporting plane. */
static double depth_of(const HullSurface *surface, const SurfaceFace *face)
{
    double low = 1e300;
    for (int32_t k = 0; k < face->count; ++k) {
        low = d_min(low, d3_dot(face->n, surface->p[face->loop[k]]));
    }
    return highest(surface, face->n) - low;
}

double dry__surface_width(const HullSurface *surface)
{
    double width = 1e300;
    for (int32_t i = 0; i < surface->face_count; ++i) {
        const SurfaceFace *face = surface->face + i;
        if (face->count > 0) {
            double depth = highest(surface, face->n) + highest(surface, d3_scale(face->n, -1.0));
            width = d_min(width, depth);
        }
    }
    return width;
}

/* What a merge would leave behind. */
typedef struct Plan {
    int32_t faces[HULL_MAX_VERTICES]; /* to be joined */
    int32_t face_count;
    uint8_t loop[HULL_MAX_VERTICES];
    int32_t loop_count;
    D3 n;
    double thickness; /* of the new face */
    struct {
        int32_t vertex, face; /* corner that also leaves the one face on its other side */
    } drop[HULL_MAX_VERTICES];
    int32_t drop_count;
} Plan;

static bool in_plan(const Plan *plan, int32_t face)
{
    for (int32_t i = 0; i < plan->face_count; ++i) {
        if (plan->faces[i] == face) {
            return true;
        }
    }
    return false;
}

/* The outline of the joined faces; false when it is not one simple loop. */
static bool trace_outline(const HullSurface *surface, Plan *plan)
{
    int16_t next[HULL_MAX_VERTICES];
    memset(next, -1, sizeof next);
    int32_t edges = 0, first = HULL_MAX_VERTICES;
    for (int32_t i = 0; i < plan->face_count; ++i) {
        const SurfaceFace *face = surface->face + plan->faces[i];
        for (int32_t k = 0; k < face->count; ++k) {
            int32_t a = face->loop[k], b = face->loop[k + 1 < face->count ? k + 1 : 0];
            if (in_plan(plan, surface->owner[b][a] - 1)) {
                continue;
            }
            if (next[a] >= 0) {
                return false;
            }
            next[a] = (int16_t)b;
            first = a < first ? a : first;
            ++edges;
        }
    }
    if (edges < 3) {
        return false;
    }
    plan->loop_count = 0;
    int32_t at = first;
    do {
        plan->loop[plan->loop_count++] = (uint8_t)at;
        at = next[at];
    } while (at >= 0 && at != first && plan->loop_count < edges);
    return at == first && plan->loop_count == edges;
}

static int32_t faces_in_plan_at(const HullSurface *surface, const Plan *plan, int32_t vertex)
{
    int32_t count = 0;
    for (int32_t i = 0; i < plan->face_count; ++i) {
        const SurfaceFace *face = surface->face + plan->faces[i];
        count += memchr(face->loop, vertex, (size_t)face->count) != NULL;
    }
    return count;
}

/* A corner left with two faces lies on a straight edge between them: it goes, if the edge is straight enough
   and the other face stays a polygon. False when it must go and cannot. */
static bool drop_corners(const HullSurface *surface, Plan *plan, double tolerance)
{
    plan->drop_count = 0;
    for (int32_t k = 0; k < plan->loop_count;) {
        int32_t vertex = plan->loop[k];
        if (surface->valence[vertex] - faces_in_plan_at(surface, plan, vertex) != 1) {
            ++k;
            continue;
        }
        int32_t before = plan->loop[(k + plan->loop_count - 1) % plan->loop_count];
        int32_t after = plan->loop[(k + 1) % plan->loop_count];
        double off2 = d3_segment_distance2(surface->p[vertex], surface->p[before], surface->p[after]);
        /* the outline's edge at this corner is walked the other way by the face outside */
        int32_t other = -1;
        for (int32_t i = 0; i < surface->vertex_count && other < 0; ++i) {
            int32_t face = surface->owner[vertex][i] - 1;
            other = face >= 0 && !in_plan(plan, face) ? face : -1;
        }
        int32_t left = surface->face[other].count - 1;
        for (int32_t i = 0; i < plan->drop_count; ++i) {
            left -= plan->drop[i].face == other;
        }
        if (off2 > tolerance * tolerance || left < 3 || plan->loop_count < 4) {
            return false;
        }
        plan->drop[plan->drop_count].vertex = vertex;
        plan->drop[plan->drop_count++].face = other;
        memmove(plan->loop + k, plan->loop + k + 1, (size_t)(plan->loop_count - k - 1));
        --plan->loop_count;
    }
    return true;
}

static bool loop_is_convex(const HullSurface *surface, const uint8_t *loop, int32_t count, D3 n,
                           double tolerance)
{
    for (int32_t k = 0; k < count; ++k) {
        D3 a = surface->p[loop[k]], b = surface->p[loop[(k + 1) % count]],
           c = surface->p[loop[(k + 2) % count]];
        D3 chord = d3_sub(c, a);
        double turn = d3_dot(d3_cross(d3_sub(b, a), d3_sub(c, b)), n);
        if (turn < -tolerance * d3_length(chord)) { /* the corner dents inward by more than the tolerance */
            return false;
        }
        if (turn <= 0.0 && d3_dot(d3_sub(b, a), d3_sub(c, b)) < 0.0) { /* and never folds back */
            return false;
        }
    }
    return true;
}

static bool flat_enough(const HullSurface *surface, Plan *plan, double tolerance)
{
    D3 area = loop_area(surface, plan->loop, plan->loop_count);
    if (!(d3_dot(area, area) > 0.0)) {
        return false;
    }
    plan->n = d3_normalize(area);
    double low = 1e300, high = -1e300;
    for (int32_t i = 0; i < plan->face_count; ++i) {
        const SurfaceFace *face = surface->face + plan->faces[i];
        if (d3_dot(face->n, plan->n) <= 0.0) {
            return false;
        }
        for (int32_t k = 0; k < face->count; ++k) {
            double height = d3_dot(plan->n, surface->p[face->loop[k]]);
            low = d_min(low, height);
            high = d_max(high, height);
        }
    }
    if (high - low > tolerance) {
        return false;
    }
    plan->thickness = d_max(highest(surface, plan->n), high) - low;
    return plan->thickness <= tolerance;
}

/* Fills the rest of a plan whose faces are set; false when they may not be joined. */
static bool plan_merge(const HullSurface *surface, Plan *plan, double tolerance)
{
    if (!trace_outline(surface, plan) || !flat_enough(surface, plan, tolerance)) {
        return false;
    }
    if (!drop_corners(surface, plan, tolerance)) {
        return false;
    }
    if (plan->drop_count > 0 && !flat_enough(surface, plan, tolerance)) {
        return false;
    }
    return loop_is_convex(surface, plan->loop, plan->loop_count, plan->n, 0.1 * tolerance);
}

static void apply(HullSurface *surface, const Plan *plan)
{
    for (int32_t i = 0; i < plan->face_count; ++i) {
        surface->face[plan->faces[i]].count = 0;
    }
    SurfaceFace *face = surface->face + plan->faces[0];
    face->count = plan->loop_count;
    face->n = plan->n;
    memcpy(face->loop, plan->loop, (size_t)plan->loop_count);
    for (int32_t i = 0; i < plan->drop_count; ++i) {
        SurfaceFace *other = surface->face + plan->drop[i].face;
        uint8_t *at = memchr(other->loop, plan->drop[i].vertex, (size_t)other->count);
        size_t behind = (size_t)(other->loop + other->count - at - 1);
        memmove(at, at + 1, behind);
        --other->count;
        other->n = d3_normalize(loop_area(surface, other->loop, other->count));
    }
    refresh(surface);
}

/* Joins all faces around a vertex that is only a bump on a flat region. */
static bool merge_around(HullSurface *surface, int32_t vertex, double tolerance)
{
    Plan plan;
    plan.face_count = 0;
    D3 n = d3(0.0, 0.0, 0.0);
    for (int32_t i = 0; i < surface->vertex_count; ++i) {
        int32_t face = surface->owner[vertex][i] - 1;
        if (face >= 0) {
            plan.faces[plan.face_count++] = face;
            n = d3_add(n, loop_area(surface, surface->face[face].loop, surface->face[face].count));
        }
    }
    /* quick refusal: a real corner stands out of its neighbourhood */
    n = d3_normalize(n);
    double height = d3_dot(n, surface->p[vertex]);
    for (int32_t i = 0; i < surface->vertex_count; ++i) {
        if (surface->owner[vertex][i] > 0 && height - d3_dot(n, surface->p[i]) > 4.0 * tolerance) {
            return false;
        }
    }
    if (plan.face_count < 3 || !plan_merge(surface, &plan, tolerance)) {
        return false;
    }
    apply(surface, &plan);
    return true;
}

static double depth_behind(const HullSurface *surface, const SurfaceFace *plane, const SurfaceFace *face)
{
    double offset = d3_dot(plane->n, surface->p[plane->loop[0]]), low = offset;
    for (int32_t k = 0; k < face->count; ++k) {
        low = d_min(low, d3_dot(plane->n, surface->p[face->loop[k]]));
    }
    return offset - low;
}

/* Joins the pair of neighbours that gives the flattest face. */
static bool merge_best_pair(HullSurface *surface, double tolerance)
{
    Plan best, plan;
    best.face_count = 0;
    best.thickness = 1e300;
    for (int32_t i = 0; i < surface->face_count; ++i) {
        const SurfaceFace *face = surface->face + i;
        for (int32_t k = 0; k < face->count; ++k) {
            int32_t a = face->loop[k], b = face->loop[k + 1 < face->count ? k + 1 : 0];
            int32_t other = surface->owner[b][a] - 1;
            if (other <= i) {
                continue;
            }
            /* the joined face is at least half as thick as the nearer of the two is deep behind the other's
             * plane */
            if (depth_behind(surface, face, surface->face + other) > 4.0 * tolerance &&
                depth_behind(surface, surface->face + other, face) > 4.0 * tolerance) {
                continue;
            }
            plan.faces[0] = i;
            plan.faces[1] = other;
            plan.face_count = 2;
            if (plan_merge(surface, &plan, tolerance) && plan.thickness < best.thickness) {
                best = plan;
            }
        }
    }
    if (best.face_count == 0) {
        return false;
    }
    apply(surface, &best);
    return true;
}

static void compact(HullSurface *surface)
{
    uint8_t renamed[HULL_MAX_VERTICES];
    int32_t vertices = 0, faces = 0;
    for (int32_t i = 0; i < surface->vertex_count; ++i) {
        if (surface->valence[i] > 0) {
            surface->p[vertices] = surface->p[i];
            surface->source[vertices] = surface->source[i];
            renamed[i] = (uint8_t)vertices++;
        }
    }
    surface->vertex_count = vertices;
    for (int32_t i = 0; i < surface->face_count; ++i) {
        SurfaceFace *face = surface->face + i;
        if (face->count == 0) {
            continue;
        }
        for (int32_t k = 0; k < face->count; ++k) {
            face->loop[k] = renamed[face->loop[k]];
        }
        surface->face[faces++] = *face;
    }
    surface->face_count = faces;
    refresh(surface);
}

void dry__surface_merge(HullSurface *surface, double tolerance)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (int32_t i = 0; i < surface->vertex_count; ++i) {
            if (surface->valence[i] > 0 && merge_around(surface, i, tolerance)) {
                changed = true;
            }
        }
        while (merge_best_pair(surface, tolerance)) {
            changed = true;
        }
    }
    compact(surface);
}

/* A merged face may bend an edge inward. An axis between its two normals is then off the true support by at
   most the corners' depth / cos(half the angle): harmless while the angle is small. */
static bool edge_is_concave(const HullSurface *surface, const SurfaceFace *left, int32_t tail, int32_t head)
{
    const SurfaceFace *right = surface->face + surface->owner[head][tail] - 1;
    D3 d = d3_sub(surface->p[head], surface->p[tail]);
    return d3_dot(d3_cross(left->n, right->n), d) < -1e-5 * d3_length(d) && d3_dot(left->n, right->n) < 0.95;
}

const char *dry__surface_fault(const HullSurface *surface, double tolerance)
{
    int32_t half_edges = 0;
    for (int32_t i = 0; i < surface->face_count; ++i) {
        const SurfaceFace *face = surface->face + i;
        half_edges += face->count;
        for (int32_t k = 0; k < face->count; ++k) {
            int32_t a = face->loop[k], b = face->loop[k + 1 < face->count ? k + 1 : 0];
            if (surface->owner[a][b] != i + 1 || surface->owner[b][a] == 0 || surface->owner[b][a] == i + 1) {
                return "the surface is not closed";
            }
            if (edge_is_concave(surface, face, a, b)) {
                return "an edge is concave";
            }
        }
        if (!loop_is_convex(surface, face->loop, face->count, face->n, tolerance)) {
            return "a face is not convex";
        }
        if (!(depth_of(surface, face) <= tolerance)) {
            return "a face is not flat";
        }
    }
    for (int32_t i = 0; i < surface->vertex_count; ++i) {
        if (surface->valence[i] < 3) {
            return "a corner has fewer than three faces";
        }
    }
    return surface->vertex_count - half_edges / 2 + surface->face_count == 2 ? NULL
                                                                             : "the surface is not a sphere";
}
