/* Sphere and capsule against mesh. */
#include "collision/mesh_contact.h"

typedef struct RoundTest {
    MeshContacts contacts;
    DryVec3 a, b; /* ends of the core segment in the work frame; equal for a sphere */
    float radius, margin, behind;
} RoundTest;

typedef enum Region {
    REGION_FACE,
    REGION_EDGE,
    REGION_VERTEX
} Region;

typedef struct Closest {
    DryVec3 point;
    Region region;
    int k; /* edge or corner */
} Closest;

static Closest closest_on_edge(const MeshFace *face, int k, DryVec3 x)
{
    DryVec3 a = face->p[k], along = v3_sub(face->p[(k + 1) % 3], a);
    float t = v3_dot(v3_sub(x, a), along) / v3_length_squared(along);
    if (t <= 0.0f) {
        return (Closest){ a, REGION_VERTEX, k };
    }
    if (t >= 1.0f) {
        return (Closest){ face->p[(k + 1) % 3], REGION_VERTEX, (k + 1) % 3 };
    }
    return (Closest){ v3_mad(a, along, t), REGION_EDGE, k };
}

/* Closest point of the triangle to x: inside all three side planes it is the foot on the plane, else on one
   of the edges whose plane x is beyond. */
static Closest closest_on_triangle(const MeshFace *face, DryVec3 x)
{
    Closest best = { .region = REGION_FACE };
    float best_distance = INFINITY;
    for (int k = 0; k < 3; ++k) {
        if (v3_dot(v3_sub(x, face->p[k]), face->side[k]) > 0.0f) {
            Closest candidate = closest_on_edge(face, k, x);
            float distance = v3_length_squared(v3_sub(x, candidate.point));
            if (distance < best_distance) {
                best_distance = distance;
                best = candidate;
            }
        }
    }
    if (best.region == REGION_FACE) {
        best.point = v3_mad(x, face->n, -v3_dot(v3_sub(x, face->p[0]), face->n));
    }
    return best;
}

static bool region_admits(const MeshFace *face, Region region, int k, DryVec3 direction)
{
    return region == REGION_EDGE ? dry__mesh_edge_admits(face, k, direction)
                                 : dry__mesh_vertex_admits(face, k, direction);
}

static void add_point(RoundTest *test, const MeshFace *face, DryVec3 normal, DryVec3 core, DryVec3 on_mesh,
                      float separation, uint32_t feature)
{
    DryVec3 on_mover = v3_mad(core, normal, -test->radius);
    MeshPoint point = { v3_lerp(on_mover, on_mesh, 0.5f), separation, feature };
    dry__mesh_contacts_add(&test->contacts, face->mesh, face->triangle, normal, point);
}

static void sphere_face(const MeshFace *face, void *context)
{
    RoundTest *test = context;
    Closest closest = closest_on_triangle(face, test->a);
    DryVec3 offset = v3_sub(test->a, closest.point);
    float distance = v3_length(offset), height = v3_dot(offset, face->n);
    test->contacts.gap = f_min(test->contacts.gap, distance - test->radius);
    if (distance > test->radius + test->margin) {
        return;
    }
    const uint32_t feature = dry__mesh_feature(FEATURE_ROUND, 0, 0);
    if (closest.region == REGION_FACE || distance < 1e-6f * test->radius) {
        if (height >= -test->behind) {
            add_point(test, face, face->n, test->a, closest.point, height - test->radius, feature);
        }
        return;
    }
    DryVec3 direction = v3_scale(offset, 1.0f / distance);
    if (region_admits(face, closest.region, closest.k, direction)) {
        add_point(test, face, direction, test->a, closest.point, distance - test->radius, feature);
    } else if (height < 0.0f && distance <= test->behind &&
               region_admits(face, closest.region, closest.k, v3_neg(direction))) {
        /* never for a convex edge: its cone is in front */
        add_point(test, face, v3_neg(direction), test->a, closest.point, -distance - test->radius, feature);
    }
}

/* The part of the segment a + t (b - a) inside the side planes; false when empty. */
static bool clip_to_prism(const MeshFace *face, DryVec3 a, DryVec3 b, float t[2], uint32_t feature[2])
{
    const float slack = 1e-5f * v3_length(v3_sub(b, a));
    t[0] = 0.0f;
    t[1] = 1.0f;
    feature[0] = dry__mesh_feature(FEATURE_ROUND, 0, 0);
    feature[1] = dry__mesh_feature(FEATURE_ROUND, 1, 0);
    for (int k = 0; k < 3; ++k) {
        float shift = slack * v3_length(face->side[k]);
        float da = v3_dot(v3_sub(a, face->p[k]), face->side[k]) - shift;
        float db = v3_dot(v3_sub(b, face->p[k]), face->side[k]) - shift;
        if (da > 0.0f && db > 0.0f) {
            return false;
        }
        if (da > 0.0f || db > 0.0f) {
            float cut = da / (da - db);
            int end = da > 0.0f ? 0 : 1;
            if (end == 0 ? cut > t[0] : cut < t[1]) {
                t[end] = cut;
                feature[end] =
                    dry__mesh_feature(FEATURE_CROSSING, dry__mesh_edge_id(face->mesh, face->triangle, k), 0);
            }
        }
    }
    return t[0] <= t[1];
}

/* Points of the segment over the face. Returns the smallest height over it, infinite when none of the segment
 * is there. */
static float capsule_over_face(RoundTest *test, const MeshFace *face)
{
    float t[2];
    uint32_t feature[2];
    if (!clip_to_prism(face, test->a, test->b, t, feature)) {
        return INFINITY;
    }
    DryVec3 x[2];
    float height[2];
    for (int i = 0; i < 2; ++i) {
        x[i] = v3_lerp(test->a, test->b, t[i]);
        height[i] = v3_dot(v3_sub(x[i], face->p[0]), face->n);
    }
    float highest = f_max(height[0], height[1]), lowest = f_min(height[0], height[1]);
    if (highest < -test->behind) {
        return -highest; /* all of it behind: it has come round the rim, not through the face */
    }
    for (int i = 0; i < 2; ++i) {
        if (height[i] - test->radius <= test->margin) {
            add_point(test, face, face->n, x[i], v3_mad(x[i], face->n, -height[i]), height[i] - test->radius,
                      feature[i]);
        }
    }
    return lowest;
}

/* Two segments a + s u and p + t v. */
typedef struct SegmentPair {
    DryVec3 a, u, p, v;
    float uu, vv, uv, ur, vr; /* products; r = a - p */
} SegmentPair;

static SegmentPair segment_pair(DryVec3 a, DryVec3 b, DryVec3 p, DryVec3 q)
{
    SegmentPair pair = { .a = a, .u = v3_sub(b, a), .p = p, .v = v3_sub(q, p) };
    DryVec3 r = v3_sub(a, p);
    pair.uu = v3_dot(pair.u, pair.u);
    pair.vv = v3_dot(pair.v, pair.v);
    pair.uv = v3_dot(pair.u, pair.v);
    pair.ur = v3_dot(pair.u, r);
    pair.vr = v3_dot(pair.v, r);
    return pair;
}

/* Places on the first segment whose contacts with the second are wanted: the closest point (Lumelsky 1985),
   or both ends of the common stretch when the two are parallel within 2 degrees. */
static int contact_places(const SegmentPair *pair, float s[2])
{
    const float parallel = 1e-3f;
    float determinant = pair->uu * pair->vv - pair->uv * pair->uv;
    if (determinant <= parallel * pair->uu * pair->vv) {
        s[0] = f_clamp(-pair->ur / pair->uu, 0.0f, 1.0f);
        s[1] = f_clamp((pair->uv - pair->ur) / pair->uu, 0.0f, 1.0f);
        return s[0] == s[1] ? 1 : 2;
    }
    s[0] = f_clamp((pair->uv * pair->vr - pair->vv * pair->ur) / determinant, 0.0f, 1.0f);
    float t = (pair->uv * s[0] + pair->vr) / pair->vv;
    if (t < 0.0f || t > 1.0f) {
        s[0] = f_clamp(((t < 0.0f ? 0.0f : pair->uv) - pair->ur) / pair->uu, 0.0f, 1.0f);
    }
    return 1;
}

/* A place of the capsule's axis against edge k; returns the distance. A contact where the edge is real and
 * admits it. */
static float capsule_edge_point(RoundTest *test, const MeshFace *face, int k, DryVec3 core, int which,
                                bool real)
{
    Closest closest = closest_on_edge(face, k, core);
    DryVec3 offset = v3_sub(core, closest.point);
    float distance = v3_length(offset);
    if (!real || distance > test->radius + test->margin || distance < 1e-6f * test->radius) {
        return distance;
    }
    DryVec3 direction = v3_scale(offset, 1.0f / distance);
    if (region_admits(face, closest.region, closest.k, direction)) {
        bool on_edge = closest.region == REGION_EDGE;
        uint32_t id = on_edge ? dry__mesh_edge_id(face->mesh, face->triangle, k)
                              : (uint32_t)face->mesh->triangles[face->triangle].vertex[closest.k];
        uint32_t feature =
            dry__mesh_feature(on_edge ? FEATURE_EDGES : FEATURE_MESH_VERTEX, id, (uint32_t)which);
        add_point(test, face, direction, core, closest.point, distance - test->radius, feature);
    }
    return distance;
}

static float capsule_at_edge(RoundTest *test, const MeshFace *face, int k)
{
    SegmentPair pair = segment_pair(test->a, test->b, face->p[k], face->p[(k + 1) % 3]);
    bool real = dry__mesh_edge_is_real(face, k);
    float s[2], closest = INFINITY;
    int count = contact_places(&pair, s);
    for (int i = 0; i < count; ++i) {
        int which = s[i] == 0.0f ? 1 : s[i] == 1.0f ? 2 : 0;
        float distance = capsule_edge_point(test, face, k, v3_mad(pair.a, pair.u, s[i]), which, real);
        closest = f_min(distance, closest);
    }
    return closest;
}

static void capsule_face(const MeshFace *face, void *context)
{
    RoundTest *test = context;
    float height_a = v3_dot(v3_sub(test->a, face->p[0]), face->n);
    float height_b = v3_dot(v3_sub(test->b, face->p[0]), face->n);
    if (f_min(height_a, height_b) - test->radius > test->margin) {
        return;
    }
    float distance = capsule_over_face(test, face);
    for (int k = 0; k < 3; ++k) {
        distance = f_min(capsule_at_edge(test, face, k), distance);
    }
    test->contacts.gap = f_min(test->contacts.gap, distance - test->radius);
}

static void test_round(const PairBatch *batch, int32_t i, float half_height, float radius, MeshFaceFn *fn)
{
    const PairWork *work = &batch->work[i];
    const CollideShape *shape = &batch->shapes[work->shape_a], *mesh = &batch->shapes[work->shape_b];
    MeshMover mover = { .half = v3(radius, half_height + radius, radius), .behind = 0.5f * radius };
    mover.oriented = half_height > 0.0f;
    dry__mesh_mover_place(&mover, shape, mesh, work->margin);
    RoundTest test;
    test.contacts.count = 0;
    test.contacts.boundary = 0;
    test.contacts.raw = batch->raw;
    test.contacts.gap = work->margin;
    test.contacts.size = radius;
    test.a = v3_scale(mover.axes.cy, -half_height);
    test.b = v3_scale(mover.axes.cy, half_height);
    test.radius = radius;
    test.margin = work->margin;
    test.behind = mover.behind;
    if (dry__mesh_visit(&mover, fn, &test)) {
        test.contacts.gap = f_min(test.contacts.gap, 0.0f);
    }
    PairResult *result = &batch->results[i];
    result->manifold_count = dry__mesh_contacts_finish(
        &test.contacts, mesh->rotation, &batch->manifolds[(size_t)i * (size_t)batch->stride], &result->gap);
}

void dry__pair_sphere_mesh(const PairBatch *batch, int32_t begin, int32_t end)
{
    for (int32_t i = begin; i < end; ++i) {
        const ShapeGeometry *sphere = &batch->shapes[batch->work[i].shape_a].geometry;
        test_round(batch, i, 0.0f, sphere->u.sphere.radius, sphere_face);
    }
}

void dry__pair_capsule_mesh(const PairBatch *batch, int32_t begin, int32_t end)
{
    for (int32_t i = begin; i < end; ++i) {
        const ShapeGeometry *capsule = &batch->shapes[batch->work[i].shape_a].geometry;
        test_round(batch, i, capsule->u.capsule.half_height, capsule->u.capsule.radius, capsule_face);
    }
}
