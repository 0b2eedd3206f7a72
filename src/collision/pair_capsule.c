/* Capsules against capsules. */
#include "collision/each_pair.h"

/* The two axes relative to A's centre: points s u and d + t w. */
typedef struct Axes {
    DryVec3 u, w, d;
    float ha, hb, radii;
} Axes;

enum {
    A_LOWER = 1,
    A_UPPER,
    B_LOWER,
    B_UPPER,
    CROSSING
};

static DryVec3 between(const Axes *x, float s, float t)
{
    return v3_mad(v3_mad(x->d, x->w, t), x->u, -s);
}

/* Closest points of two segments; Ericson, "Real-Time Collision Detection", 5.1.9, for unit directions about
 * their middles. */
static void closest(const Axes *x, float *s, float *t)
{
    float cosine = v3_dot(x->u, x->w), along_u = v3_dot(x->d, x->u), along_w = v3_dot(x->d, x->w);
    float sine2 = v3_length_squared(v3_cross(x->u, x->w));
    float s0 = sine2 > 1e-8f ? f_clamp((along_u - cosine * along_w) / sine2, -x->ha, x->ha) : 0.0f;
    *t = f_clamp(s0 * cosine - along_w, -x->hb, x->hb);
    *s = f_clamp(along_u + *t * cosine, -x->ha, x->ha);
    *t = f_clamp(*s * cosine - along_w, -x->hb, x->hb);
}

/* Nearly parallel capsules touch along a line: its two ends, unless the axes diverge so much that the
 * surfaces are apart there. */
static bool line_contact(const Axes *x, float separation, float radius_a, float margin, Manifold *m)
{
    float cosine = v3_dot(x->u, x->w), middle = v3_dot(x->d, x->u), reach = x->hb * fabsf(cosine);
    if (v3_length_squared(v3_cross(x->u, x->w)) > 3e-3f) {
        return false;
    }
    float low = f_max(middle - reach, -x->ha), high = f_min(middle + reach, x->ha);
    if (!(high - low > 1e-3f * (x->radii + f_min(x->ha, x->hb)))) {
        return false;
    }
    float s[2] = { low, high }, gap[2];
    bool upright = cosine >= 0.0f;
    uint32_t feature[2] = { low == -x->ha ? A_LOWER
                            : upright     ? B_LOWER
                                          : B_UPPER,
                            high == x->ha ? A_UPPER
                            : upright     ? B_UPPER
                                          : B_LOWER };
    DryVec3 offset[2];
    for (int i = 0; i < 2; ++i) {
        float t = f_clamp(s[i] * cosine - v3_dot(x->d, x->w), -x->hb, x->hb);
        offset[i] = between(x, s[i], t);
        gap[i] = v3_dot(offset[i], m->normal);
        if (v3_length(v3_mad(offset[i], m->normal, -gap[i])) > 0.05f * x->radii) {
            return false;
        }
        gap[i] -= x->radii;
    }
    if (!(f_min(gap[0], gap[1]) <= separation + 1e-3f * x->radii)) {
        return false;
    }
    for (int i = 0; i < 2; ++i) {
        if (gap[i] <= margin) {
            DryVec3 on_axis = v3_scale(x->u, s[i]);
            add_point(m, v3_mad(on_axis, m->normal, radius_a + 0.5f * gap[i]), gap[i], feature[i]);
        }
    }
    return m->count > 0;
}

static float capsule_capsule(const CollideShape *a, const CollideShape *b, float margin, PairCache *cache,
                             Manifold *m)
{
    (void)cache;
    const DryVec3 up = v3(0.0f, 1.0f, 0.0f);
    float ra = a->geometry.u.capsule.radius, rb = b->geometry.u.capsule.radius;
    Axes x = { .u = quat_rotate(a->rotation, up),
               .w = quat_rotate(b->rotation, up),
               .d = pos_sub(b->position, a->position),
               .ha = a->geometry.u.capsule.half_height,
               .hb = b->geometry.u.capsule.half_height,
               .radii = ra + rb };
    float s, t;
    closest(&x, &s, &t);
    DryVec3 offset = between(&x, s, t);
    float distance = v3_length(offset), separation = distance - x.radii;
    if (!(separation <= margin)) {
        return gap_below(separation, v3_length(x.d) + x.ha + x.hb + x.radii);
    }
    DryVec3 square = v3_cross(x.u, x.w);
    if (distance > 1e-6f * x.radii) {
        m->normal = v3_scale(offset, 1.0f / distance);
    } else if (v3_length_squared(square) > 1e-4f) {
        m->normal = v3_normalize(v3_dot(square, x.d) < 0.0f ? v3_neg(square) : square);
    } else {
        m->normal = upright_normal(x.u);
    }
    if (!line_contact(&x, separation, ra, margin, m)) {
        add_point(m, v3_mad(v3_scale(x.u, s), m->normal, ra + 0.5f * separation), separation, CROSSING);
        return separation;
    }
    return least_of(m);
}

void dry__pair_capsule_capsule(const PairBatch *batch, int32_t begin, int32_t end)
{
    each_pair(batch, begin, end, capsule_capsule);
}
