/* Contacts of faces and corners that turn with their bodies within the step. */

/* A frame goes no further ahead than this, rad: bodies that turn faster are likely to be stopped. */
#define MOST_AHEAD 0.25f

KERNEL_INLINE V8 turn_ahead(Motion8 speed, float time)
{
    V8 turn = v8_scale(f8_set(time), speed.angular);
    f8 most = f8_set(MOST_AHEAD), length = f8_sqrt(v8_dot(turn, turn));
    return v8_scale(f8_div(most, f8_max(length, most)), turn);
}

/* The vector turned by the rotation vector, in Cayley's form: keeps its length, and is of fifth order. */
KERNEL_INLINE V8 turn8(V8 r, V8 v)
{
    f8 one = f8_set(1.0f);
    V8 half = v8_scale(f8_madd(f8_set(1.0f / 24.0f), v8_dot(r, r), f8_set(0.5f)), r);
    V8 once = v8_cross(half, v);
    f8 scale = f8_div(f8_set(2.0f), f8_add(one, v8_dot(half, half)));
    return v8_mad(v, scale, v8_add(once, v8_cross(half, once)));
}

/* Where a manifold acts. */
typedef struct Placement {
    V8 axes[3];                     /* n, t1, t2 */
    V8 arm_a, arm_b;                /* to the mean of the points */
    V8 spread[MANIFOLD_MAX_POINTS]; /* from the mean to the points */
} Placement;

/* Two unit vectors beside the unit vector n, right-handed (n, t1, t2); the rule depends on n only. */
KERNEL_INLINE void basis8(V8 n, V8 *t1, V8 *t2)
{
    f8 one = f8_set(1.0f), sign = f8_select(f8_ge(n.z, f8_zero()), one, f8_set(-1.0f));
    f8 a = f8_div(f8_set(-1.0f), f8_add(sign, n.z));
    f8 xya = f8_mul(f8_mul(n.x, n.y), a);
    t1->x = f8_madd(f8_mul(sign, f8_mul(n.x, n.x)), a, one);
    t1->y = f8_mul(sign, xya);
    t1->z = f8_neg(f8_mul(sign, n.x));
    t2->x = xya;
    t2->y = f8_madd(f8_mul(n.y, n.y), a, sign);
    t2->z = f8_neg(n.y);
}

/* Points lie midway between the surfaces. A body that comes down on one that does not give way meets it with
   its own surface: there its arm ends, not half of the gap beyond. (Arms of two bodies with mass have to
   meet: they follow the drift, see find_arms().) The nearest point touches first; what touches already stays
   as it is. */
KERNEL_INLINE void end_at_surfaces(const ContactStep *step, const ContactBatch *b, f8 nearest, Placement *p)
{
    m8 coming = m8_and(m8_from_bits(b->dynamic_a ^ b->dynamic_b), f8_gt(nearest, f8_set(step->gap)));
    f8 half = f8_and_mask(coming, f8_mul(f8_set(0.5f), nearest));
    p->arm_a = v8_mad(p->arm_a, f8_neg(half), p->axes[0]);
    p->arm_b = v8_mad(p->arm_b, half, p->axes[0]);
}

/* The placement at the start of the step, from the first words of contacts and manifolds; returns B's centre
   seen from A's. */
KERNEL_INLINE V8 placement(const ContactStep *step, const ContactBatch *b, const f8 c[8], const f8 d[8],
                           f8 (*m)[8], f8 count, Placement *p)
{
    f8 zero = f8_zero();
    V8 n = { m[0][0], m[0][1], m[0][2] };
    p->axes[0] = n;
    basis8(n, &p->axes[1], &p->axes[2]);
    V8 point[4] = { { m[0][4], m[0][5], m[0][6] },
                    { m[1][1], m[1][2], m[1][3] },
                    { m[1][6], m[1][7], m[2][0] },
                    { m[2][3], m[2][4], m[2][5] } };
    const f8 separation[4] = { m[0][7], m[1][4], m[2][1], m[2][6] };
    V8 mean = { zero, zero, zero };
    f8 nearest = separation[0];
    for (int k = 0; k < 4; ++k) {
        m8 has = f8_gt(count, f8_set((float)k + 0.5f));
        V8 there = { f8_and_mask(has, point[k].x), f8_and_mask(has, point[k].y),
                     f8_and_mask(has, point[k].z) };
        mean = v8_add(mean, there);
        nearest = f8_select(has, f8_min(separation[k], nearest), nearest);
    }
    mean = v8_scale(f8_div(f8_set(1.0f), f8_max(count, f8_set(1.0f))), mean);
    V8 origin = { c[3], c[4], c[5] }, between = { c[6], c[7], d[0] };
    p->arm_a = v8_add(origin, mean);
    p->arm_b = v8_sub(p->arm_a, between);
    end_at_surfaces(step, b, nearest, p);
    for (int k = 0; k < 4; ++k) {
        p->spread[k] = v8_sub(point[k], mean);
    }
    return between;
}

/* Moves lanes to the middle of the step, if bodies go on turning as they do: the face turns with the body
   that owns it, the corners that touch it with the other one. One frame serves the whole step; right in the
   middle it leaves errors of second order, where that of the start leaves some of first. Arms of two bodies
   with mass still meet where they did: what those drift apart is the matter of find_arms(). */
static __attribute__((noinline)) void place_halfway(const ContactStep *step, const ContactBatch *b,
                                                    int facing, int owned_b, V8 between, Placement *p)
{
    float time = 0.5f * step->h / step->share;
    m8 lanes = m8_from_bits(facing), of_b = m8_from_bits(owned_b);
    Motion8 a = gather_motion(step->bodies.velocity, b->body_a),
            o = gather_motion(step->bodies.velocity, b->body_b);
    V8 turn_a = turn_ahead(a, time), turn_b = turn_ahead(o, time);
    V8 owner = v8_select(of_b, turn_b, turn_a), other = v8_select(of_b, turn_a, turn_b);
    for (int i = 0; i < 3; ++i) {
        p->axes[i] = v8_select(lanes, turn8(owner, p->axes[i]), p->axes[i]);
    }
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        p->spread[k] = v8_select(lanes, turn8(other, p->spread[k]), p->spread[k]);
    }
    f8 alone = f8_and_mask(m8_from_bits(~drifting_lanes(b) & 0xFF), f8_set(time));
    between = v8_mad(between, alone, v8_sub(o.linear, a.linear));
    V8 corner = turn8(other, v8_select(of_b, p->arm_a, p->arm_b));
    V8 arm_a = v8_select(of_b, corner, v8_add(corner, between));
    V8 arm_b = v8_select(of_b, v8_sub(corner, between), corner);
    p->arm_a = v8_select(lanes, arm_a, p->arm_a);
    p->arm_b = v8_select(lanes, arm_b, p->arm_b);
}
