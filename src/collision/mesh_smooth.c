/* Cylinders, cones, tapered capsules, ellipsoids and rounded polytopes against mesh. */
#include "collision/mesh_contact.h"
#include "collision/patch.h"
#include "geometry/convex_distance.h"

typedef struct SmoothTest {
    MeshContacts contacts;
    Convex mover; /* in the work frame */
    double margin, bias, thin;
} SmoothTest;

static void add(SmoothTest *test, const MeshFace *face, DryVec3 normal, const PatchPoint *p, uint32_t feature)
{
    MeshPoint point = { d3_round(d3_scale(d3_add(p->on_reference, p->on_other), 0.5)), (float)p->separation,
                        feature };
    dry__mesh_contacts_add(&test->contacts, face->mesh, face->triangle, normal, point);
}

/* Counter-clockwise about the side it collides with. */
static Look look_of(const MeshFace *face)
{
    Look look = { .kind = LOOK_POLYGON, .count = 3, .normal = d3_normalize(d3_from(face->n)) };
    for (int i = 0; i < 3; ++i) {
        int k = face->flipped ? (3 - i) % 3 : i;
        look.point[i] = d3_from(face->p[k]);
        look.id[i] = (uint32_t)i;
    }
    look.lowest = look.point[0];
    return look;
}

static DryVec3 unit_normal(const MeshFace *face, int32_t triangle)
{
    return face->flipped ? v3_neg(face->mesh->normals[triangle]) : face->mesh->normals[triangle];
}

/* How far the mover is above the plane of a triangle that has corner k; -1e300 when that looks away from it.
 */
static double height_over(const SmoothTest *test, const MeshFace *face, int k, DryVec3 normal)
{
    D3 n = d3_from(normal), corner = d3_from(face->p[k]);
    if (d3_dot(d3_sub(test->mover.center, corner), n) < -0.5 * test->thin) {
        return -1e300;
    }
    D3 p = dry__convex_support(&test->mover, d3_scale(n, -1.0));
    return d3_dot(d3_sub(p, corner), n) - test->mover.radius;
}

static bool is_ridge(const MeshFace *face, const MeshTriangle *triangle, int k)
{
    return triangle->neighbour[k] >= 0 &&
           (triangle->edge_flags[k] & (MESH_EDGE_BOUNDARY | MESH_EDGE_FLAT)) == 0 &&
           ((triangle->edge_flags[k] & MESH_EDGE_CONVEX) != 0) != face->flipped;
}

/* A triangle over a ridge, or over the next one of a flat neighbour, holds the mover farther away. */
static bool belongs_over_ridge(const SmoothTest *test, const MeshFace *face, double separation)
{
    const DryMesh *mesh = face->mesh;
    const MeshTriangle *triangle = &mesh->triangles[face->triangle];
    for (int k = 0; k < 3; ++k) {
        int32_t other = triangle->neighbour[k];
        if (is_ridge(face, triangle, k) &&
            height_over(test, face, k, unit_normal(face, other)) > separation) {
            return true;
        }
        if (other < 0 || (triangle->edge_flags[k] & MESH_EDGE_FLAT) == 0) {
            continue;
        }
        const MeshTriangle *next = &mesh->triangles[other];
        for (int i = 0; i < 3; ++i) {
            bool at_first =
                next->vertex[i] == triangle->vertex[k] || next->vertex[(i + 1) % 3] == triangle->vertex[k];
            if (is_ridge(face, next, i) && height_over(test, face, at_first ? k : (k + 1) % 3,
                                                       unit_normal(face, next->neighbour[i])) > separation) {
                return true;
            }
        }
    }
    return false;
}

/* The edge (0..2) or corner (3..5) of the triangle that may be touched along the direction; -1 when that is
   for others. */
static int touched_part(const MeshFace *face, DryVec3 direction)
{
    int best = 0;
    for (int k = 1; k < 3; ++k) {
        best = v3_dot(direction, face->p[k]) > v3_dot(direction, face->p[best]) ? k : best;
    }
    for (int i = 0; i < 2; ++i) {
        int k = i == 0 ? best : (best + 2) % 3;
        DryVec3 edge = v3_sub(face->p[(k + 1) % 3], face->p[k]);
        if (fabsf(v3_dot(edge, direction)) <= 0.0175f * v3_length(edge) && dry__mesh_edge_is_real(face, k) &&
            dry__mesh_edge_admits(face, k, direction)) {
            return k;
        }
    }
    return dry__mesh_vertex_admits(face, best, direction) ? 3 + best : -1;
}

static void touch_edge(SmoothTest *test, const MeshFace *face, const Convex *triangle, const ConvexGap *gap,
                       int part)
{
    const int32_t *vertex = face->mesh->triangles[face->triangle].vertex;
    uint32_t id = part < 3 ? dry__mesh_edge_id(face->mesh, face->triangle, part) : (uint32_t)vertex[part - 3];
    uint32_t kind = part < 3 ? FEATURE_EDGES : FEATURE_MESH_VERTEX;
    DryVec3 normal = d3_round(gap->normal);
    Look a = dry__look_line(triangle, gap->normal),
         b = dry__look_line(&test->mover, d3_scale(gap->normal, -1.0));
    Patch patch;
    if (dry__patch_lines(&a, &b, gap->normal, &patch) && patch.least <= gap->separation + 1e-3 * test->thin) {
        for (int i = 0; i < patch.count; ++i) {
            if (patch.point[i].separation <= test->margin) {
                add(test, face, normal, &patch.point[i], dry__mesh_feature(kind, id, patch.point[i].feature));
            }
        }
        return;
    }
    PatchPoint p = { gap->on_a, gap->on_b, gap->separation, 0 };
    add(test, face, normal, &p, dry__mesh_feature(kind, id, 0));
}

/* Points over the triangle no deeper than `deepest`. */
static void touch_face(SmoothTest *test, const MeshFace *face, const Patch *patch, double deepest)
{
    for (int i = 0; i < patch->count; ++i) {
        const PatchPoint *p = &patch->point[i];
        if (p->separation > test->margin || p->separation < deepest) {
            continue;
        }
        bool cut = p->feature >> 16 == 5; /* by one of the triangle's edges: its name must be the mesh's */
        int side = (int)(p->feature & 3u) % 3, k = face->flipped ? 2 - side : side;
        uint32_t part = cut ? dry__mesh_edge_id(face->mesh, face->triangle, k) : 0u;
        uint32_t own = p->feature >> 19 != 0 ? p->feature + 16u * (uint32_t)face->triangle : p->feature;
        add(test, face, face->n, p,
            dry__mesh_feature(cut ? FEATURE_CROSSING : FEATURE_MOVER_VERTEX, own, part));
    }
}

static void smooth_face(const MeshFace *face, void *context)
{
    SmoothTest *test = context;
    double separation = height_over(test, face, 0, face->n);
    if (separation > test->margin) {
        return;
    }
    Look ground = look_of(face), seen = dry__look(&test->mover, d3_scale(ground.normal, -1.0));
    Patch patch;
    D3 right = fabs(ground.normal.x) < 0.8 ? d3(1.0, 0.0, 0.0) : d3(0.0, 0.0, 1.0);
    dry__patch_over(&ground, &seen, right, 1e-5 * test->thin, &patch);
    bool over = patch.count > 0 && patch.least <= separation + test->bias;
    Convex triangle = dry__convex_triangle(face->p, test->thin);
    ConvexGap gap = { .separation = separation };
    if (!over || separation < -0.5 * test->thin) {
        if (!dry__convex_gap(&triangle, &test->mover, test->margin, &gap)) {
            test->contacts.gap = f_min((float)gap.separation, test->contacts.gap);
            return;
        }
    }
    test->contacts.gap = f_min((float)gap.separation, test->contacts.gap);
    if (belongs_over_ridge(test, face, (over ? separation : gap.separation) + test->bias)) {
        return;
    }
    if (over) {
        touch_face(test, face, &patch, gap.separation > 0.0 ? 0.0 : -1e300);
        return;
    }
    int part = d3_dot(gap.normal, ground.normal) > 0.9998 ? -1 : touched_part(face, d3_round(gap.normal));
    if (part >= 0) {
        touch_edge(test, face, &triangle, &gap, part);
    } else {
        touch_face(test, face, &patch, -test->bias);
    }
}

static void bound_mover(const ShapeGeometry *g, MeshMover *mover)
{
    DryPose rest = { { 0.0, 0.0, 0.0 }, { 0.0f, 0.0f, 0.0f, 1.0f } };
    BoxF box = dry__shape_bounds(g, rest, 0.0f);
    DryVec3 lower = v3(box.lower[0], box.lower[1], box.lower[2]),
            upper = v3(box.upper[0], box.upper[1], box.upper[2]);
    mover->center = v3_lerp(lower, upper, 0.5f);
    mover->half = v3_scale(v3_sub(upper, lower), 0.5f);
    mover->oriented = true;
}

void dry__pair_smooth_mesh(const PairBatch *batch, int32_t begin, int32_t end)
{
    for (int32_t i = begin; i < end; ++i) {
        const PairWork *work = &batch->work[i];
        const CollideShape *shape = &batch->shapes[work->shape_a], *mesh = &batch->shapes[work->shape_b];
        SmoothTest test;
        BoxHull box;
        MeshMover mover = { 0 };
        bound_mover(&shape->geometry, &mover);
        dry__mesh_mover_place(&mover, shape, mesh, work->margin);
        D33 axes = d33_from_quat(quat_mul(quat_conjugate(mesh->rotation), shape->rotation));
        test.mover = dry__convex_from(&shape->geometry, axes, d3(0.0, 0.0, 0.0), &box);
        mover.core = d3_round(d33_mul_transposed(&test.mover.axes, test.mover.center));
        mover.behind = (float)(0.5 * test.mover.inner);
        test.contacts.count = 0;
        test.contacts.boundary = 0;
        test.contacts.raw = batch->raw;
        test.contacts.gap = work->margin;
        test.contacts.size = (float)test.mover.inner;
        test.margin = (double)work->margin;
        test.thin = test.mover.inner;
        test.bias = d_min(2.5e-3, 0.02 * test.thin);
        if (dry__mesh_visit(&mover, smooth_face, &test)) {
            test.contacts.gap = f_min(test.contacts.gap, 0.0f);
        }
        PairResult *result = &batch->results[i];
        result->manifold_count =
            dry__mesh_contacts_finish(&test.contacts, mesh->rotation,
                                      &batch->manifolds[(size_t)i * (size_t)batch->stride], &result->gap);
    }
}
