/* Everything convex against half-spaces: B is { x : y <= 0 } in its frame. The height of a shape's centre is
   taken in double precision, since the frame of a plane may be far away. */
#include "collision/each_pair.h"
#include "collision/reduce.h"

typedef struct Plane {
    DryVec3 normal; /* unit, out of the half-space, world axes */
    float height;   /* of A's position above the plane */
} Plane;

static Plane plane_under(const CollideShape *a, const CollideShape *b)
{
    double qx = (double)b->rotation.x, qy = (double)b->rotation.y, qz = (double)b->rotation.z,
           qw = (double)b->rotation.w;
    double scale = 1.0 / (qx * qx + qy * qy + qz * qz + qw * qw);
    double x = 2.0 * (qx * qy - qw * qz) * scale, y = 1.0 - 2.0 * (qx * qx + qz * qz) * scale,
           z = 2.0 * (qy * qz + qw * qx) * scale;
    double height = x * (a->position.x - b->position.x) + y * (a->position.y - b->position.y) +
                    z * (a->position.z - b->position.z);
    return (Plane){ v3((float)x, (float)y, (float)z), (float)height };
}

/* Adds the point of A that is at `arm` from its position. */
static float add_arm(Manifold *m, const Plane *plane, DryVec3 arm, float separation, uint32_t feature,
                     float margin)
{
    if (separation <= margin) {
        add_point(m, v3_mad(arm, plane->normal, -0.5f * separation), separation, feature);
    }
    return separation;
}

static float sphere_half_space(const CollideShape *a, const CollideShape *b, float margin, PairCache *cache,
                               Manifold *m)
{
    (void)cache;
    Plane plane = plane_under(a, b);
    float radius = a->geometry.u.sphere.radius, separation = plane.height - radius;
    m->normal = v3_neg(plane.normal);
    add_arm(m, &plane, v3_scale(plane.normal, -radius), separation, 1, margin);
    return m->count > 0 ? separation : gap_below(separation, fabsf(plane.height) + radius);
}

static float capsule_half_space(const CollideShape *a, const CollideShape *b, float margin, PairCache *cache,
                                Manifold *m)
{
    (void)cache;
    Plane plane = plane_under(a, b);
    float radius = a->geometry.u.capsule.radius, half = a->geometry.u.capsule.half_height;
    DryVec3 axis = quat_rotate(a->rotation, v3(0.0f, half, 0.0f));
    float rise = v3_dot(axis, plane.normal), low = plane.height - radius - rise,
          high = plane.height - radius + rise;
    m->normal = v3_neg(plane.normal);
    add_arm(m, &plane, v3_mad(v3_neg(axis), plane.normal, -radius), low, 1, margin);
    if (half > 1e-3f * radius) {
        add_arm(m, &plane, v3_mad(axis, plane.normal, -radius), high, 2, margin);
    }
    return m->count > 0 ? f_min(low, high) : gap_below(f_min(low, high), fabsf(plane.height) + radius + half);
}

/* The corners of the box's face that looks at the plane. */
static float box_half_space(const CollideShape *a, const CollideShape *b, float margin, PairCache *cache,
                            Manifold *m)
{
    (void)cache;
    Plane plane = plane_under(a, b);
    DryVec3 half = a->geometry.u.box.half, n = quat_rotate_inverse(a->rotation, plane.normal),
            size = v3_abs(n);
    int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    float reach = v3_dot(size, half);
    if (!(plane.height - reach <= margin)) {
        return gap_below(plane.height - reach, fabsf(plane.height) + reach);
    }
    m->normal = v3_neg(plane.normal);
    m->flags = MANIFOLD_OWNED_B;
    uint32_t side = v3_get(n, axis) > 0.0f ? 0u : 1u;
    for (uint32_t vertex = 0; vertex < 8; ++vertex) {
        if ((vertex >> axis & 1) != side) {
            continue;
        }
        DryVec3 corner = v3((vertex & 1) != 0 ? half.x : -half.x, (vertex & 2) != 0 ? half.y : -half.y,
                            (vertex & 4) != 0 ? half.z : -half.z);
        float separation = plane.height + v3_dot(n, corner);
        add_arm(m, &plane, quat_rotate(a->rotation, corner), separation, 1 + vertex, margin);
    }
    return m->count > 0 ? least_of(m) : gap_below(plane.height - reach, fabsf(plane.height) + reach);
}

static int hull_face_along(const HullData *hull, DryVec3 n)
{
    int best = 0;
    float most = -2.0f;
    for (int i = 0; i < hull->face_count; ++i) {
        float cosine = hull->fx[i] * n.x + hull->fy[i] * n.y + hull->fz[i] * n.z;
        if (cosine > most) {
            most = cosine;
            best = i;
        }
    }
    return best;
}

static DryVec3 hull_vertex(const HullData *hull, int i)
{
    return v3(hull->vx[i], hull->vy[i], hull->vz[i]);
}

/* The face that looks at the plane, and the deepest vertex, which may belong to another. */
static float hull_half_space(const CollideShape *a, const CollideShape *b, float margin, PairCache *cache,
                             Manifold *m)
{
    (void)cache;
    const HullData *hull = &a->geometry.u.hull->data;
    Plane plane = plane_under(a, b);
    DryVec3 down = v3_neg(quat_rotate_inverse(a->rotation, plane.normal));
    int deepest = dry__hull_support(hull, down);
    float depth = v3_dot(hull_vertex(hull, deepest), down);
    if (!(plane.height - depth <= margin)) {
        return gap_below(plane.height - depth, fabsf(plane.height) + fabsf(depth) + hull->outer_radius);
    }
    m->normal = v3_neg(plane.normal);
    m->flags = MANIFOLD_OWNED_B;
    ManifoldPoint points[HULL_MAX_LOOP + 1];
    int count = 0, face = hull_face_along(hull, down), end = hull->face_start[face + 1];
    bool seen = false;
    for (int k = hull->face_start[face]; k < end + (seen ? 0 : 1); ++k) {
        int vertex = k < end ? hull->loop_vertex[k] : deepest;
        DryVec3 local = hull_vertex(hull, vertex), arm = quat_rotate(a->rotation, local);
        float separation = plane.height - v3_dot(local, down);
        seen = seen || vertex == deepest;
        if (separation <= margin) {
            points[count].position = v3_mad(arm, plane.normal, -0.5f * separation);
            points[count].separation = separation;
            points[count++].feature = 1 + (uint32_t)vertex;
        }
    }
    float tie = f_min(2e-5f, 1e-3f * hull->inner_radius) + 2e-7f * hull->outer_radius;
    dry__manifold_reduce(m, points, count, tie, 1e-3f * hull->inner_radius);
    return least_of(m);
}

void dry__pair_sphere_half_space(const PairBatch *batch, int32_t begin, int32_t end)
{
    each_pair(batch, begin, end, sphere_half_space);
}

void dry__pair_capsule_half_space(const PairBatch *batch, int32_t begin, int32_t end)
{
    each_pair(batch, begin, end, capsule_half_space);
}

void dry__pair_box_half_space(const PairBatch *batch, int32_t begin, int32_t end)
{
    each_pair(batch, begin, end, box_half_space);
}

void dry__pair_hull_half_space(const PairBatch *batch, int32_t begin, int32_t end)
{
    each_pair(batch, begin, end, hull_half_space);
}
