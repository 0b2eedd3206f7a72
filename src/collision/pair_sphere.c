/* Spheres against spheres, capsules and boxes. */
#include "collision/each_pair.h"

/* One point between a sphere (A) and a core point of B with radius rb around it; d leads from the sphere's
   centre to that point, `fallback` is the normal when they coincide. */
static float round_contact(DryVec3 d, float ra, float rb, DryVec3 fallback, float margin, Manifold *m)
{
    float distance = v3_length(d), separation = distance - ra - rb;
    if (!(separation <= margin)) {
        return gap_below(separation, distance + ra + rb);
    }
    m->normal = distance > 1e-15f ? v3_scale(d, 1.0f / distance) : fallback;
    add_point(m, v3_scale(m->normal, ra + 0.5f * separation), separation, 1);
    return separation;
}

static float sphere_sphere(const CollideShape *a, const CollideShape *b, float margin, PairCache *cache,
                           Manifold *m)
{
    (void)cache;
    return round_contact(pos_sub(b->position, a->position), a->geometry.u.sphere.radius,
                         b->geometry.u.sphere.radius, v3(0.0f, 1.0f, 0.0f), margin, m);
}

static float sphere_capsule(const CollideShape *a, const CollideShape *b, float margin, PairCache *cache,
                            Manifold *m)
{
    (void)cache;
    DryVec3 d = pos_sub(b->position, a->position), axis = quat_rotate(b->rotation, v3(0.0f, 1.0f, 0.0f));
    float h = b->geometry.u.capsule.half_height;
    DryVec3 nearest = v3_mad(d, axis, f_clamp(-v3_dot(d, axis), -h, h));
    return round_contact(nearest, a->geometry.u.sphere.radius, b->geometry.u.capsule.radius,
                         upright_normal(axis), margin, m);
}

/* From a centre inside the box the shortest way out is through the nearest face. */
static float inside_box(DryVec3 center, DryVec3 half, DryVec3 *outward)
{
    DryVec3 depth = v3_sub(half, v3_abs(center));
    int axis = depth.x <= depth.y && depth.x <= depth.z ? 0 : depth.y <= depth.z ? 1 : 2;
    *outward = v3(0.0f, 0.0f, 0.0f);
    v3_set(outward, axis, v3_get(center, axis) < 0.0f ? -1.0f : 1.0f);
    return -v3_get(depth, axis);
}

static float sphere_box(const CollideShape *a, const CollideShape *b, float margin, PairCache *cache,
                        Manifold *m)
{
    (void)cache;
    float radius = a->geometry.u.sphere.radius;
    DryVec3 half = b->geometry.u.box.half;
    DryVec3 center = quat_rotate_inverse(b->rotation, pos_sub(a->position, b->position));
    DryVec3 outside = v3_sub(center, v3_max(v3_min(center, half), v3_neg(half)));
    float distance = v3_length(outside);
    float size = v3_length(center) + v3_length(half) + radius;
    if (!(distance - radius <= margin)) {
        return gap_below(distance - radius, size);
    }
    DryVec3 outward;
    if (distance > 1e-15f) {
        outward = v3_scale(outside, 1.0f / distance);
    } else {
        distance = inside_box(center, half, &outward);
    }
    float separation = distance - radius;
    m->normal = v3_neg(quat_rotate(b->rotation, outward));
    add_point(m, v3_scale(m->normal, radius + 0.5f * separation), separation, 1);
    return separation;
}

void dry__pair_sphere_sphere(const PairBatch *batch, int32_t begin, int32_t end)
{
    each_pair(batch, begin, end, sphere_sphere);
}

void dry__pair_sphere_capsule(const PairBatch *batch, int32_t begin, int32_t end)
{
    each_pair(batch, begin, end, sphere_capsule);
}

void dry__pair_sphere_box(const PairBatch *batch, int32_t begin, int32_t end)
{
    each_pair(batch, begin, end, sphere_box);
}
