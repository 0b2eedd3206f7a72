/* The hull builder: check, snap to an exact grid, hull, merge flat faces, pack, verify.

   A face keeps at most HULL_MAX_LOOP corners, so that clipping works in fixed registers. Splitting a larger
   face into coplanar ones would leave a body standing on a part of its base, so corners are dropped instead,
   those that lie nearest to their neighbours' chord first, and the hull is built again from what is left. */
#include "base/error.h"
#include "base/memory.h"
#include "geometry/hull_pack.h"
#include "geometry/solid.h"
#include "math/trig.h"

#include <stdatomic.h>
#include <string.h>

static const float min_size = 1e-6f,
                   max_size = 1e6f; /* of a hull, metres: volume and inertia fit single precision */

typedef struct Builder {
    const DryHullSource *source;
    DryHullReport *report;
    double size;      /* largest extent of the cloud */
    double noise;     /* of single precision at the cloud's coordinates */
    double tolerance; /* metres */
    int32_t budget;
    D3 origin;   /* of the grid */
    double step; /* of the grid, a power of two */
    size_t room; /* points the arrays have memory for */
    int32_t count;
    int32_t *index; /* point of the source; distinct ones only */
    GridPoint *grid;
    D3 *position; /* relative to the origin */
    QuickHull *quick;
    HullSurface *surface;
} Builder;

static DryStatus check_source(const DryHullSource *source, DryHullReport *report)
{
    char *text = report->message;
    size_t room = sizeof report->message;
    if (source == NULL) {
        return dry__error_format(text, room, DRY_ERROR_ARGUMENT, "source is null");
    }
    if (source->point_count < 0 || (source->points == NULL && source->point_count > 0)) {
        return dry__error_format(text, room, DRY_ERROR_ARGUMENT, "points are %s, point_count is %d",
                                 source->points == NULL ? "null" : "given", source->point_count);
    }
    if (source->vertex_budget != 0 &&
        (source->vertex_budget < 4 || source->vertex_budget > HULL_MAX_VERTICES)) {
        return dry__error_format(text, room, DRY_ERROR_ARGUMENT, "vertex_budget is %d, must be 0 or 4..%d",
                                 source->vertex_budget, HULL_MAX_VERTICES);
    }
    if (!isfinite(source->tolerance) || source->tolerance < 0.0f) {
        return dry__error_format(text, room, DRY_ERROR_ARGUMENT, "tolerance is %g, must be finite and >= 0",
                                 (double)source->tolerance);
    }
    for (int32_t i = 0; i < source->point_count; ++i) {
        DryVec3 p = source->points[i];
        if (!v3_finite(p)) {
            return dry__error_format(text, room, DRY_ERROR_ARGUMENT,
                                     "point %d is (%g, %g, %g), must be finite", i, (double)p.x, (double)p.y,
                                     (double)p.z);
        }
    }
    if (source->point_count < 4) {
        return dry__error_format(text, room, DRY_ERROR_GEOMETRY, "%d points, a hull needs at least 4",
                                 source->point_count);
    }
    return DRY_OK;
}

/* Size, tolerance and grid. The step is a power of two below the spacing of the cloud's largest coordinates,
   and the origin a multiple of it: points are moved by far less than single precision resolves across the
   cloud, most of them not at all. */
static DryStatus measure(Builder *b)
{
    const DryHullSource *source = b->source;
    DryVec3 lower = source->points[0], upper = lower;
    for (int32_t i = 1; i < source->point_count; ++i) {
        lower = v3_min(source->points[i], lower);
        upper = v3_max(source->points[i], upper);
    }
    D3 low = d3_from(lower), high = d3_from(upper), extent = d3_sub(high, low);
    b->size = d_max(d_max(extent.x, extent.y), extent.z);
    double reach = d_max(d_max(fabs(low.x), fabs(low.y)), d_max(fabs(low.z), fabs(high.x)));
    reach = d_max(reach, d_max(fabs(high.y), fabs(high.z)));
    if (!(b->size > 0.0)) {
        return dry__error_format(b->report->message, sizeof b->report->message, DRY_ERROR_GEOMETRY,
                                 "all %d points are the same", source->point_count);
    }
    if (!(b->size >= (double)min_size && b->size <= (double)max_size) || reach > 4.0 * (double)max_size) {
        DryStatus status = b->size >= (double)min_size ? DRY_ERROR_ARGUMENT : DRY_ERROR_GEOMETRY;
        return dry__error_format(
            b->report->message, sizeof b->report->message, status,
            "the points span %g m, up to %g m from the origin; a hull spans %g to %g m and reaches %g m",
            b->size, reach, (double)min_size, (double)max_size, 4.0 * (double)max_size);
    }
    b->noise = 1e-6 * reach;
    double wanted = source->tolerance > 0.0f ? (double)source->tolerance : 1e-4 * b->size;
    b->tolerance = d_max(wanted, 0.5 * b->noise);
    b->budget = source->vertex_budget > 0 ? source->vertex_budget : 64;
    b->step = 1.0;
    double half = 0.5 * b->size;
    while (b->step * (QUICK_GRID / 2) > half) {
        b->step *= 0.5;
    }
    while (b->step * (QUICK_GRID / 2) < half) {
        b->step *= 2.0;
    }
    D3 middle = d3_scale(d3_add(low, high), 0.5 / b->step);
    b->origin = d3_scale(d3(floor(middle.x + 0.5), floor(middle.y + 0.5), floor(middle.z + 0.5)), b->step);
    return DRY_OK;
}

static bool allocate(Builder *b)
{
    b->room = (size_t)b->source->point_count;
    b->index = dry__alloc(b->room * sizeof(int32_t));
    b->grid = dry__alloc(b->room * sizeof(GridPoint));
    b->position = dry__alloc(b->room * sizeof(D3));
    b->quick = dry__alloc(sizeof(QuickHull));
    b->surface = dry__alloc(sizeof(HullSurface));
    return b->index != NULL && b->grid != NULL && b->position != NULL && b->quick != NULL &&
           b->surface != NULL;
}

static void release(Builder *b)
{
    if (b->quick != NULL) {
        dry__quick_destroy(b->quick);
    }
    dry__free(b->index, b->room * sizeof(int32_t));
    dry__free(b->grid, b->room * sizeof(GridPoint));
    dry__free(b->position, b->room * sizeof(D3));
    dry__free(b->quick, sizeof(QuickHull));
    dry__free(b->surface, sizeof(HullSurface));
}

/* A total order: by place, then by number. */
static bool goes_before(const Builder *b, int32_t i, int32_t j)
{
    const int32_t *p = b->grid[i].x, *q = b->grid[j].x;
    for (int k = 0; k < 3; ++k) {
        if (p[k] != q[k]) {
            return p[k] < q[k];
        }
    }
    return i < j;
}

static void sift(const Builder *b, int32_t *heap, int32_t count, int32_t at)
{
    int32_t moved = heap[at];
    for (int32_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && goes_before(b, heap[child], heap[child + 1])) {
            ++child;
        }
        if (!goes_before(b, moved, heap[child])) {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = moved;
}

static void sort_points(const Builder *b, int32_t *order, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        order[i] = i;
    }
    for (int32_t i = count / 2 - 1; i >= 0; --i) {
        sift(b, order, count, i);
    }
    for (int32_t i = count - 1; i > 0; --i) {
        int32_t last = order[0];
        order[0] = order[i];
        order[i] = last;
        sift(b, order, i, 0);
    }
}

static int32_t snap(float x, double origin, double step)
{
    return (int32_t)floor(((double)x - origin) / step + 0.5);
}

/* Fills the grid with the distinct points, in the source's order. */
static void place_points(Builder *b)
{
    int32_t count = b->source->point_count;
    for (int32_t i = 0; i < count; ++i) {
        DryVec3 p = b->source->points[i];
        b->grid[i].x[0] = snap(p.x, b->origin.x, b->step);
        b->grid[i].x[1] = snap(p.y, b->origin.y, b->step);
        b->grid[i].x[2] = snap(p.z, b->origin.z, b->step);
    }
    sort_points(b, b->index, count);
    int32_t first = 0; /* of a run of equal points: the one with the lowest number */
    for (int32_t i = 1; i < count; ++i) {
        const int32_t *p = b->grid[b->index[first]].x, *q = b->grid[b->index[i]].x;
        if (p[0] == q[0] && p[1] == q[1] && p[2] == q[2]) {
            b->position[b->index[i]].x = 1.0; /* marks a copy until the positions are filled in below */
            ++b->report->duplicates;
        } else {
            first = i;
        }
    }
    b->count = 0;
    for (int32_t i = 0; i < count; ++i) {
        if (b->position[i].x > 0.0) {
            continue;
        }
        b->index[b->count] = i;
        b->grid[b->count++] = b->grid[i];
    }
    for (int32_t i = 0; i < b->count; ++i) {
        b->position[i] = d3_sub(d3_from(b->source->points[b->index[i]]), b->origin);
    }
}

static DryStatus refuse(Builder *b, QuickResult result, double measured)
{
    char *text = b->report->message;
    size_t room = sizeof b->report->message;
    double metres = measured * b->step;
    switch (result) {
    case QUICK_POINT:
        return dry__error_format(text, room, DRY_ERROR_GEOMETRY,
                                 "all %d points lie within %g m of one another, tolerance %g m",
                                 b->source->point_count, metres, b->tolerance);
    case QUICK_LINE:
        return dry__error_format(text, room, DRY_ERROR_GEOMETRY,
                                 "all %d points lie within %g m of a line, tolerance %g m",
                                 b->source->point_count, metres, b->tolerance);
    case QUICK_PLANE:
        return dry__error_format(text, room, DRY_ERROR_GEOMETRY,
                                 "all %d points lie within %g m of a plane, tolerance %g m",
                                 b->source->point_count, metres, b->tolerance);
    case QUICK_MEMORY:
        return dry__error_format(text, room, DRY_ERROR_MEMORY, "out of memory for %d points",
                                 b->source->point_count);
    default:
        return dry__error_format(text, room, DRY_ERROR_GEOMETRY, "the surface of %d points did not close",
                                 b->source->point_count);
    }
}

/* Thins a loop to HULL_MAX_LOOP corners and marks those that go. False when it is short enough already. */
static bool thin_loop(const HullSurface *surface, const SurfaceFace *face, bool *gone)
{
    uint8_t loop[HULL_MAX_VERTICES];
    int32_t count = face->count;
    memcpy(loop, face->loop, (size_t)count);
    for (; count > HULL_MAX_LOOP; --count) {
        int32_t least = 0;
        double least_off = 1e300;
        for (int32_t k = 0; k < count; ++k) {
            D3 before = surface->p[loop[(k + count - 1) % count]], after = surface->p[loop[(k + 1) % count]];
            double off = d3_segment_distance2(surface->p[loop[k]], before, after);
            if (off < least_off) {
                least_off = off;
                least = k;
            }
        }
        gone[loop[least]] = true;
        memmove(loop + least, loop + least + 1, (size_t)(count - least - 1));
    }
    return face->count > HULL_MAX_LOOP;
}

/* Leaves only the surface's vertices in the cloud, without the corners that faces have too many of. False
 * when no face has. */
static bool thin_cloud(Builder *b)
{
    const HullSurface *surface = b->surface;
    bool gone[HULL_MAX_VERTICES] = { false }, thinned = false;
    for (int32_t i = 0; i < surface->face_count; ++i) {
        thinned |= thin_loop(surface, surface->face + i, gone);
    }
    if (!thinned) {
        return false;
    }
    bool *kept = (bool *)(void *)b->quick->heap; /* free between builds, and larger */
    memset(kept, 0, (size_t)b->count);
    for (int32_t i = 0; i < surface->vertex_count; ++i) {
        kept[surface->source[i]] = !gone[i];
    }
    int32_t count = 0;
    for (int32_t i = 0; i < b->count; ++i) {
        if (kept[i]) {
            b->index[count] = b->index[i];
            b->grid[count] = b->grid[i];
            b->position[count++] = b->position[i];
        }
    }
    b->count = b->quick->point_count = count;
    return true;
}

/* Merges flat faces, with ever smaller tolerances while the result is not sound; the exact triangles always
 * are. */
static void merge_surface(Builder *b, double *tolerance)
{
    dry__surface_from_quick(b->surface, b->quick, b->position);
    /* a thin hull must keep its sides */
    *tolerance = d_min(b->tolerance, 0.05 * dry__surface_width(b->surface));
    for (int attempt = 0; attempt < 3; ++attempt) {
        dry__surface_merge(b->surface, *tolerance);
        if (dry__surface_fault(b->surface, 2.0 * *tolerance) == NULL) {
            return;
        }
        dry__surface_from_quick(b->surface, b->quick, b->position);
        *tolerance *= 0.1;
    }
}

static DryStatus build_surface(Builder *b, double *merge_tolerance)
{
    if (!dry__quick_create(b->quick, b->grid, b->count)) {
        return refuse(b, QUICK_MEMORY, 0.0);
    }
    do {
        double measured = 0.0;
        QuickResult result = dry__quick_build(b->quick, b->tolerance / b->step, b->budget, &measured);
        if (result != QUICK_OK) {
            return refuse(b, result, measured);
        }
        merge_surface(b, merge_tolerance);
    } while (thin_cloud(b));
    return DRY_OK;
}

static double distance_to_face(const HullSurface *surface, const SurfaceFace *face, D3 p)
{
    double best = 1e300;
    D3 a = surface->p[face->loop[0]];
    for (int32_t k = 1; k + 1 < face->count; ++k) {
        D3 b = surface->p[face->loop[k]], c = surface->p[face->loop[k + 1]];
        D3 ab = d3_sub(b, a), ac = d3_sub(c, a), across = d3_cross(ab, ac);
        /* a merged face is bent: its parts have normals of their own */
        double area = d3_length(across);
        bool sliver = area < 1e-9 * (d3_dot(ab, ab) + d3_dot(ac, ac));
        D3 normal = sliver ? face->n : d3_scale(across, 1.0 / area);
        best = d_min(best, d3_triangle_distance2(p, a, b, c, normal));
    }
    return best;
}

/* Distance of a point from the hull, 0 when no supporting plane has it in front. The nearest point lies on a
   face that sees the point, or nearly so where faces are bent by the tolerance; and no nearer than the face's
   plane. */
static double distance_outside(const Builder *b, const double *offsets, D3 p)
{
    const HullSurface *surface = b->surface;
    double best = 1e300;
    bool outside = false;
    for (int32_t i = 0; i < surface->face_count; ++i) {
        const SurfaceFace *face = surface->face + i;
        double height = d3_dot(face->n, p) - offsets[i];
        outside = outside || height > 0.0;
        if (height > -4.0 * b->tolerance && !(height > 0.0 && height * height >= best)) {
            best = d_min(best, distance_to_face(surface, face, p));
        }
    }
    return outside ? sqrt(best) : 0.0;
}

static void fill_report(Builder *b)
{
    DryHullReport *report = b->report;
    const HullSurface *surface = b->surface;
    int32_t corners = 0, outside = 0;
    double error = 0.0, offsets[HULL_MAX_FACES];
    for (int32_t i = 0; i < surface->face_count; ++i) {
        corners += surface->face[i].count;
        offsets[i] = dry__surface_offset(surface, surface->face + i);
    }
    for (int32_t i = 0; i < b->source->point_count; ++i) {
        double distance = distance_outside(b, offsets, d3_sub(d3_from(b->source->points[i]), b->origin));
        error = d_max(error, distance);
        outside += distance > 2.0 * b->tolerance;
    }
    report->vertices = surface->vertex_count;
    report->faces = surface->face_count;
    report->edges = corners / 2;
    report->dropped = outside;
    report->interior = b->source->point_count - report->duplicates - report->vertices - outside;
    report->interior = report->interior > 0 ? report->interior : 0; /* copies may lie outside too */
    report->max_error = (float)error;
}

/* At least this share of the whole cloud's hull is in the hull, which misses no point by more than e: the
   whole one lies within e of it, and the body of all points within e of a convex body has the volume
   V + A e + M e^2 + 4/3 pi e^3 (Steiner), with A its surface and M half the sum of each edge's length times
   the angle between its faces' normals. That angle is at most pi / 2 times the distance between the
   normals. */
static double volume_kept(const DryHull *hull, double e)
{
    const HullData *h = &hull->data;
    double volume = (double)hull->unit_mass.mass, area = 0.0, bend = 0.0;
    for (int32_t i = 0; i < h->face_count; ++i) {
        const uint8_t *loop = h->loop_vertex + h->face_start[i];
        int32_t count = h->face_start[i + 1] - h->face_start[i];
        D3 a = d3((double)h->vx[loop[0]], (double)h->vy[loop[0]], (double)h->vz[loop[0]]);
        for (int32_t k = 1; k + 1 < count; ++k) {
            int32_t v = loop[k], w = loop[k + 1];
            D3 to_v = d3_sub(d3((double)h->vx[v], (double)h->vy[v], (double)h->vz[v]), a);
            D3 to_w = d3_sub(d3((double)h->vx[w], (double)h->vy[w], (double)h->vz[w]), a);
            area += 0.5 * d3_length(d3_cross(to_v, to_w));
        }
    }
    for (int32_t i = 0; i < h->edge_count; ++i) {
        const HullEdge *edge = h->edges + i;
        D3 along = d3((double)edge->d[0], (double)edge->d[1], (double)edge->d[2]);
        D3 turn = d3((double)edge->n1[0] - (double)edge->n0[0], (double)edge->n1[1] - (double)edge->n0[1],
                     (double)edge->n1[2] - (double)edge->n0[2]);
        bend += 0.25 * SOLID_PI * d3_length(along) * d3_length(turn);
    }
    double most = volume + e * (area + e * (bend + e * (4.0 / 3.0) * SOLID_PI));
    return volume > 0.0 ? volume / most : 0.0;
}

static DryHull *pack(Builder *b, double merge_tolerance)
{
    HullSurface *surface = b->surface;
    fill_report(b);
    for (int32_t i = 0; i < surface->vertex_count; ++i) {
        surface->source[i] = b->index[surface->source[i]];
    }
    DryHull *hull = dry__hull_pack(surface, b->source->points);
    if (hull == NULL) {
        b->report->status = refuse(b, QUICK_MEMORY, 0.0);
        return NULL;
    }
    const char *fault = dry__hull_fault(hull, 2.0 * merge_tolerance + b->noise);
    if (fault != NULL) {
        b->report->status =
            dry__error_format(b->report->message, sizeof b->report->message, DRY_ERROR_GEOMETRY,
                              "%s (size %g m, tolerance %g m)", fault, b->size, b->tolerance);
        dry_hull_release(hull);
        return NULL;
    }
    b->report->volume = hull->unit_mass.mass;
    b->report->volume_kept = (float)volume_kept(hull, (double)b->report->max_error);
    return hull;
}

static DryHull *build(const char *call, const DryHullSource *source, DryHullReport *report)
{
    DryHullReport local;
    report = report != NULL ? report : &local;
    memset(report, 0, sizeof *report);
    Builder b = { 0 };
    b.source = source;
    b.report = report;
    DryHull *hull = NULL;
    double merge_tolerance = 0.0;
    report->status = check_source(source, report);
    if (report->status == DRY_OK) {
        report->status = measure(&b);
    }
    if (report->status == DRY_OK && !allocate(&b)) {
        report->status = refuse(&b, QUICK_MEMORY, 0.0);
    }
    if (report->status == DRY_OK) {
        place_points(&b);
        report->status = build_surface(&b, &merge_tolerance);
    }
    if (report->status == DRY_OK) {
        hull = pack(&b, merge_tolerance);
    }
    release(&b);
    if (hull == NULL) {
        report->vertices = report->faces = report->edges = report->interior = report->dropped = 0;
        report->max_error = 0.0f;
        dry__error_set(report->status, "%s: %s", call, report->message);
    }
    return hull;
}

DryHull *dry_hull_create(const DryHullSource *source, DryHullReport *report)
{
    return build("dry_hull_create", source, report);
}

/* With more than HULL_MAX_LOOP sides a cap would have too many corners: every second corner of both rims is
   then set back a little along the axis, so that the caps keep half of them and the mantle all sides. */
DryHull *dry_hull_create_cylinder(float radius, float half_height, int32_t sides)
{
    static const char call[] = "dry_hull_create_cylinder";
    if (!(radius > 0.0f && radius <= max_size) || !(half_height > 0.0f && half_height <= max_size)) {
        dry__error_set(DRY_ERROR_ARGUMENT,
                       "%s: radius is %g, half_height is %g, must be finite and > 0, at most %g m", call,
                       (double)radius, (double)half_height, (double)max_size);
        return NULL;
    }
    if (sides < 3 || sides > DRY_HULL_MAX_VERTICES / 2) {
        dry__error_set(DRY_ERROR_ARGUMENT, "%s: sides is %d, must be 3..%d", call, sides,
                       DRY_HULL_MAX_VERTICES / 2);
        return NULL;
    }
    DryVec3 points[DRY_HULL_MAX_VERTICES];
    float setback = sides > HULL_MAX_LOOP ? f_min(0.002f * radius, 0.25f * half_height) : 0.0f;
    for (int32_t i = 0; i < sides; ++i) {
        float sine, cosine;
        dry__sin_cos(2.0f * DRY_PI * (float)i / (float)sides, &sine, &cosine);
        float height = half_height - (float)(i & 1) * setback;
        points[2 * i] = v3(radius * cosine, -height, radius * sine);
        points[2 * i + 1] = v3(radius * cosine, height, radius * sine);
    }
    DryHullSource source = { points, 2 * sides, HULL_MAX_VERTICES, 1e-6f * f_max(radius, half_height) };
    return build(call, &source, NULL);
}

void dry_hull_retain(DryHull *hull)
{
    if (hull != NULL) {
        atomic_fetch_add(&hull->references, 1);
    }
}

void dry_hull_release(DryHull *hull)
{
    if (hull != NULL && atomic_fetch_sub(&hull->references, 1) == 1) {
        dry__free(hull, hull->bytes);
    }
}

int32_t dry_hull_vertex_count(const DryHull *hull)
{
    return hull != NULL ? hull->data.vertex_count : 0;
}

DryVec3 dry_hull_vertex(const DryHull *hull, int32_t index)
{
    if (hull == NULL || index < 0 || index >= hull->data.vertex_count) {
        return v3(0.0f, 0.0f, 0.0f);
    }
    return v3(hull->data.vx[index], hull->data.vy[index], hull->data.vz[index]);
}

int32_t dry_hull_face_count(const DryHull *hull)
{
    return hull != NULL ? hull->data.face_count : 0;
}

int32_t dry_hull_face(const DryHull *hull, int32_t face, int32_t *loop, int32_t capacity)
{
    if (hull == NULL || face < 0 || face >= hull->data.face_count) {
        return 0;
    }
    int32_t start = hull->data.face_start[face], count = hull->data.face_start[face + 1] - start;
    for (int32_t k = 0; loop != NULL && k < count && k < capacity; ++k) {
        loop[k] = hull->data.loop_vertex[start + k];
    }
    return count;
}
