/* The loop of the kinds of pairs that are tested one by one. */
#ifndef DRY_COLLISION_EACH_PAIR_H
#define DRY_COLLISION_EACH_PAIR_H

#include "collision/pair.h"

/* Fills normal, count and points of a manifold whose count, material and flags are 0 on entry; returns the
 * gap of PairResult. */
typedef float PairOneFn(const CollideShape *a, const CollideShape *b, float margin, PairCache *cache,
                        Manifold *m);

static inline void each_pair(const PairBatch *batch, int32_t begin, int32_t end, PairOneFn *one)
{
    for (int32_t i = begin; i < end; ++i) {
        const PairWork *work = &batch->work[i];
        Manifold *m = &batch->manifolds[(ptrdiff_t)i * batch->stride];
        m->count = 0;
        m->material = 0;
        m->flags = 0;
        batch->results[i].gap = one(&batch->shapes[work->shape_a], &batch->shapes[work->shape_b],
                                    work->margin, &batch->caches[work->cache], m);
        batch->results[i].manifold_count = m->count > 0 ? 1 : 0;
    }
}

/* Lower bound of a separation computed from lengths up to `size`. */
static inline float gap_below(float separation, float size)
{
    return separation - 2e-6f * size;
}

static inline void add_point(Manifold *m, DryVec3 position, float separation, uint32_t feature)
{
    ManifoldPoint *p = &m->points[m->count++];
    p->position = position;
    p->separation = separation;
    p->feature = feature;
}

/* Of a manifold with points. */
static inline float least_of(const Manifold *m)
{
    float least = m->points[0].separation;
    for (int i = 1; i < m->count; ++i) {
        least = f_min(m->points[i].separation, least);
    }
    return least;
}

/* A box as a hull, built anew only when the size differs from that of the box before; none has been while it
   has no faces. */
static inline const HullData *box_as_hull(BoxHull *box, DryVec3 *built, DryVec3 half)
{
    if (box->data.face_count == 0 || built->x != half.x || built->y != half.y || built->z != half.z) {
        dry__hull_from_box(box, half);
        *built = half;
    }
    return &box->data;
}

/* A unit vector square to the unit vector u, as upright as can be. */
static inline DryVec3 upright_normal(DryVec3 u)
{
    DryVec3 up = fabsf(u.y) < 0.999f ? v3(0.0f, 1.0f, 0.0f) : v3(1.0f, 0.0f, 0.0f);
    return v3_normalize(v3_mad(up, u, -v3_dot(up, u)));
}

#endif
