/* Fuzzes the hull builder: the bytes are a cloud of points, a budget and a tolerance. It may refuse a cloud
   as wrong or flat, never for a fault of its own, and what it builds is a sound convex body of points of the
   cloud that holds all others as closely as the report says. */
#include "geometry/hull_check.h"
#include "read_bytes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_POINTS = 400,
    FACE_CORNERS = HULL_MAX_LOOP
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Reasons that lie in the cloud. */
static bool blames_cloud(const char *message)
{
    static const char *const reasons[] = {
        "a hull needs at least 4", "are the same", "of one another", "of a line", "of a plane", "a hull spans"
    };
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; ++i) {
        if (strstr(message, reasons[i]) != NULL) {
            return true;
        }
    }
    return false;
}

static void check_refusal(const DryHullReport *report)
{
    bool right = report->status == DRY_ERROR_ARGUMENT ||
                 (report->status == DRY_ERROR_GEOMETRY && blames_cloud(report->message));
    if (!right || report->message[0] == '\0' || report->vertices != 0 || report->faces != 0) {
        fuzz_failed("refused with status %d, %d vertices, \"%s\"", (int)report->status, report->vertices,
                    report->message);
    }
}

static double largest(const DryHullSource *source, double *reach)
{
    double low[3] = { 1e300, 1e300, 1e300 }, high[3] = { -1e300, -1e300, -1e300 }, extent = 0.0;
    *reach = 0.0;
    for (int32_t i = 0; i < source->point_count; ++i) {
        double p[3] = { (double)source->points[i].x, (double)source->points[i].y,
                        (double)source->points[i].z };
        for (int k = 0; k < 3; ++k) {
            low[k] = fmin(low[k], p[k]);
            high[k] = fmax(high[k], p[k]);
            *reach = fmax(*reach, fabs(p[k]));
        }
    }
    for (int k = 0; k < 3; ++k) {
        extent = fmax(extent, high[k] - low[k]);
    }
    return extent;
}

static void check_vertices(const DryHullSource *source, const HullData *hull)
{
    for (int32_t i = 0; i < hull->vertex_count; ++i) {
        bool found = false;
        for (int32_t k = 0; k < source->point_count && !found; ++k) {
            DryVec3 p = source->points[k];
            found = p.x == hull->vx[i] && p.y == hull->vy[i] && p.z == hull->vz[i];
        }
        if (!found) {
            fuzz_failed("vertex %d is no point of the cloud", i);
        }
    }
}

static void check_points(const DryHullSource *source, const HullData *hull, double most)
{
    for (int32_t face = 0; face < hull->face_count; ++face) {
        double n[3] = { (double)hull->fx[face], (double)hull->fy[face], (double)hull->fz[face] };
        double outside = cloud_support(source->points, source->point_count, n) - (double)hull->fo[face];
        if (!(outside <= most)) {
            fuzz_failed("a point is %g m in front of face %d, at most %g m reported", outside, face, most);
        }
    }
}

static void check_mass(const DryHull *hull)
{
    DryMass mass;
    if (dry_hull_mass(hull, 1000.0f, &mass) != DRY_OK || !(mass.mass >= 0.0f) || !isfinite(mass.mass) ||
        !isfinite(mass.inertia.xx + mass.inertia.yy + mass.inertia.zz)) {
        fuzz_failed("mass %g kg", (double)mass.mass);
    }
}

static void check_hull(const DryHullSource *source, const DryHull *hull, const DryHullReport *report)
{
    const HullData *body = &hull->data;
    double reach, extent = largest(source, &reach), noise = 1e-6 * reach;
    double wanted = source->tolerance > 0.0f ? (double)source->tolerance : 1e-4 * extent;
    double tolerance = fmax(wanted, 0.5 * noise);
    int32_t budget = source->vertex_budget > 0 ? source->vertex_budget : 64;
    const char *fault = hull_fault(body, 2.0 * tolerance + noise);
    if (fault != NULL) {
        fuzz_failed("%s (size %g m, reach %g m, tolerance %g m)", fault, extent, reach, tolerance);
    }
    if (report->status != DRY_OK || report->message[0] != '\0' || report->vertices != body->vertex_count ||
        report->faces != body->face_count || report->edges != body->edge_count ||
        body->vertex_count > budget) {
        fuzz_failed("the report is wrong: status %d, %d vertices of %d, \"%s\"", (int)report->status,
                    report->vertices, budget, report->message);
    }
    if (source->point_count <= budget && source->point_count <= FACE_CORNERS && report->dropped != 0) {
        fuzz_failed("%d points of %d dropped, up to %g m outside", report->dropped, source->point_count,
                    (double)report->max_error);
    }
    if (!(report->volume >= 0.0f) || report->volume != hull->unit_mass.mass ||
        !(report->volume_kept >= 0.0f && report->volume_kept <= 1.0f)) {
        fuzz_failed("volume %g m^3, kept %g", (double)report->volume, (double)report->volume_kept);
    }
    check_vertices(source, body);
    check_points(source, body, (double)report->max_error * 1.000001 + noise);
    check_mass(hull);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static DryVec3 points[MOST_POINTS];
    Bytes bytes = { .data = data, .size = size };
    PointKind kind = read_point_kind(&bytes);
    unsigned budget = read_byte(&bytes), tolerance = read_byte(&bytes);
    DryHullSource source = { .points = points };
    source.vertex_budget = (int32_t)(budget < 128 ? 0 : budget - 125);
    source.tolerance = tolerance < 128 ? 0.0f : kind.scale * (float)(tolerance - 127) / 64.0f;
    while (bytes.at < size && source.point_count < MOST_POINTS) {
        points[source.point_count++] = read_point(&bytes, &kind);
    }
    DryHullReport report;
    DryHull *hull = dry_hull_create(&source, &report);
    if (hull == NULL) {
        check_refusal(&report);
    } else {
        check_hull(&source, hull, &report);
        dry_hull_release(hull);
    }
    return 0;
}
