#include "collision/mesh_contact.h"

#if defined(__SSE2__)
#define LANES_SSE2
#else
#define LANES_SCALAR
#endif
#include "base/bits.h"
#include "base/lanes.h"

void dry__mesh_mover_place(MeshMover *mover, const CollideShape *shape, const CollideShape *mesh,
                           float margin)
{
    /* in double: a mover may be far from its mesh's origin */
    const DryQuat q = mesh->rotation;
    const double u[3] = { -(double)q.x, -(double)q.y, -(double)q.z }, w = (double)q.w;
    const double v[3] = { shape->position.x - mesh->position.x, shape->position.y - mesh->position.y,
                          shape->position.z - mesh->position.z };
    double t[3];
    for (int k = 0; k < 3; ++k) {
        t[k] = 2.0 * (u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
    }
    for (int k = 0; k < 3; ++k) {
        double p = v[k] + w * t[k] + (u[(k + 1) % 3] * t[(k + 2) % 3] - u[(k + 2) % 3] * t[(k + 1) % 3]);
        mover->position_high[k] = (float)p;
        mover->position_low[k] = (float)(p - (double)mover->position_high[k]);
    }
    mover->mesh = mesh->geometry.u.mesh.mesh;
    mover->axes = mat3_from_quat(quat_normalize(quat_mul(quat_conjugate(q), shape->rotation)));
    mover->margin = margin;
}

typedef struct Visit {
    const MeshMover *mover;
    MeshFaceFn *fn;
    void *context;
    DryVec3 lower, upper; /* bounds of the mover and its margin, work frame */
    DryVec3 center, core; /* work frame */
    bool other_side;
} Visit;

/* Corners in the work frame. */
static void localise(const MeshMover *mover, const MeshLeaf *leaf, f8 p[3][3])
{
    for (int axis = 0; axis < 3; ++axis) {
        f8 high = f8_set(mover->position_high[axis]), low = f8_set(mover->position_low[axis]);
        for (int k = 0; k < 3; ++k) {
            p[k][axis] = f8_sub(f8_sub(f8_load(leaf->v[k][axis]), high), low);
        }
    }
}

/* Lanes whose bounds meet the mover's. */
static m8 near_lanes(const Visit *visit, f8 p[3][3])
{
    m8 near = m8_all();
    for (int axis = 0; axis < 3; ++axis) {
        f8 low = f8_min(f8_min(p[0][axis], p[1][axis]), p[2][axis]);
        f8 high = f8_max(f8_max(p[0][axis], p[1][axis]), p[2][axis]);
        near = m8_and(near, f8_le(low, f8_set(v3_get(visit->upper, axis))));
        near = m8_and(near, f8_le(f8_set(v3_get(visit->lower, axis)), high));
    }
    return near;
}

static f8 dot_lanes(const f8 n[3], DryVec3 v)
{
    return f8_madd(n[2], f8_set(v.z), f8_madd(n[1], f8_set(v.y), f8_mul(n[0], f8_set(v.x))));
}

/* Lanes whose plane meets the mover's box; *height is that of the core over the plane. */
static m8 plane_lanes(const Visit *visit, const f8 n[3], f8 p[3][3], f8 *height)
{
    const MeshMover *mover = visit->mover;
    f8 offset = f8_madd(n[2], p[0][2], f8_madd(n[1], p[0][1], f8_mul(n[0], p[0][0])));
    f8 reach = f8_set(mover->margin);
    reach = f8_madd(f8_abs(dot_lanes(n, mover->axes.cx)), f8_set(mover->half.x), reach);
    reach = f8_madd(f8_abs(dot_lanes(n, mover->axes.cy)), f8_set(mover->half.y), reach);
    reach = f8_madd(f8_abs(dot_lanes(n, mover->axes.cz)), f8_set(mover->half.z), reach);
    f8 distance = f8_sub(dot_lanes(n, visit->center), offset);
    *height = f8_sub(dot_lanes(n, visit->core), offset);
    return f8_le(f8_abs(distance), reach);
}

/* Lanes that reach into the mover's box along one of its own axes. */
static m8 axis_lanes(const Visit *visit, DryVec3 axis, float half, f8 p[3][3])
{
    f8 a = dot_lanes(p[0], axis), b = dot_lanes(p[1], axis), c = dot_lanes(p[2], axis);
    float center = v3_dot(visit->center, axis), reach = half + visit->mover->margin;
    m8 below = f8_le(f8_min(f8_min(a, b), c), f8_set(center + reach));
    return m8_and(below, f8_le(f8_set(center - reach), f8_max(f8_max(a, b), c)));
}

static m8 oriented_lanes(const Visit *visit, f8 p[3][3])
{
    const MeshMover *mover = visit->mover;
    m8 near = axis_lanes(visit, mover->axes.cx, mover->half.x, p);
    near = m8_and(near, axis_lanes(visit, mover->axes.cy, mover->half.y, p));
    return m8_and(near, axis_lanes(visit, mover->axes.cz, mover->half.z, p));
}

static void make_face(const Visit *visit, const MeshLeaf *leaf, int lane, const float *p, const float *height,
                      MeshFace *face)
{
    const DryMesh *mesh = visit->mover->mesh;
    DryVec3 n = v3(leaf->n[0][lane], leaf->n[1][lane], leaf->n[2][lane]);
    face->mesh = mesh;
    face->triangle = leaf->triangle[lane];
    face->flipped = mesh->two_sided && height[lane] < 0.0f;
    face->n = face->flipped ? v3_neg(n) : n;
    for (int k = 0; k < 3; ++k) {
        face->p[k] = v3(p[24 * k + lane], p[24 * k + 8 + lane], p[24 * k + 16 + lane]);
    }
    for (int k = 0; k < 3; ++k) {
        face->side[k] = v3_cross(v3_sub(face->p[(k + 1) % 3], face->p[k]), n);
    }
}

static bool visit_leaf(const MeshLeaf *leaf, void *context)
{
    Visit *visit = context;
    const MeshMover *mover = visit->mover;
    f8 p[3][3], height;
    localise(mover, leaf, p);
    m8 mask = near_lanes(visit, p);
    if (m8_bits(mask) == 0) {
        return true;
    }
    if (mover->oriented) {
        mask = m8_and(mask, oriented_lanes(visit, p));
    }
    const f8 n[3] = { f8_load(leaf->n[0]), f8_load(leaf->n[1]), f8_load(leaf->n[2]) };
    mask = m8_and(mask, plane_lanes(visit, n, p, &height));
    int lanes = m8_bits(mask);
    if (!mover->mesh->two_sided) {
        int front = m8_bits(f8_ge(height, f8_set(-mover->behind)));
        visit->other_side = visit->other_side || (lanes & ~front) != 0;
        lanes &= front;
    }
    if (lanes == 0) {
        return true;
    }
    _Alignas(32) float corners[72], heights[8];
    for (int k = 0; k < 3; ++k) {
        for (int axis = 0; axis < 3; ++axis) {
            f8_store(corners + 24 * k + 8 * axis, p[k][axis]);
        }
    }
    f8_store(heights, height);
    for (; lanes != 0; lanes &= lanes - 1) {
        int lane = bits_lowest((uint64_t)(uint32_t)lanes);
        if (leaf->triangle[lane] >= 0) {
            MeshFace face;
            make_face(visit, leaf, lane, corners, heights, &face);
            visit->fn(&face, visit->context);
        }
    }
    return true;
}

bool dry__mesh_visit(const MeshMover *mover, MeshFaceFn *fn, void *context)
{
    Visit visit = { .mover = mover, .fn = fn, .context = context };
    visit.center = mat3_mul(&mover->axes, mover->center);
    visit.core = mat3_mul(&mover->axes, mover->core);
    DryVec3 reach = v3_add(v3_scale(v3_abs(mover->axes.cx), mover->half.x),
                           v3_scale(v3_abs(mover->axes.cy), mover->half.y));
    reach = v3_mad(reach, v3_abs(mover->axes.cz), mover->half.z);
    reach = v3_add(reach, v3(mover->margin, mover->margin, mover->margin));
    visit.lower = v3_sub(visit.center, reach);
    visit.upper = v3_add(visit.center, reach);
    /* for the tree, rounded outward by a few units in the last place of the mesh coordinates */
    DryVec3 position = v3(mover->position_high[0], mover->position_high[1], mover->position_high[2]);
    DryVec3 slack = v3_scale(v3_add(v3_abs(position), v3_add(reach, v3_abs(visit.center))), 5e-7f);
    DryVec3 lower = v3_sub(v3_add(position, visit.lower), slack),
            upper = v3_add(v3_add(position, visit.upper), slack);
    dry__mesh_query(mover->mesh, lower, upper, visit_leaf, &visit);
    return visit.other_side;
}
