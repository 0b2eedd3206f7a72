/* Small symmetric matrices in eight lanes, and impulses in the space of the manifolds. */

LANES_INLINE f8 row3(f8 a0, f8 x0, f8 a1, f8 x1, f8 a2, f8 x2)
{
    return f8_madd(a0, x0, f8_madd(a1, x1, f8_mul(a2, x2)));
}

/* A symmetric matrix times a vector. */
KERNEL_INLINE V8 sym8_mul(const Lanes *s, V8 v)
{
    f8 xy = f8_load(s[SYM3_01]), xz = f8_load(s[SYM3_02]), yz = f8_load(s[SYM3_12]);
    V8 r = { row3(f8_load(s[SYM3_00]), v.x, xy, v.y, xz, v.z),
             row3(xy, v.x, f8_load(s[SYM3_11]), v.y, yz, v.z),
             row3(xz, v.x, yz, v.y, f8_load(s[SYM3_22]), v.z) };
    return r;
}

/* The columns of eight records of eight floats that lie anywhere. */
KERNEL_INLINE void gather_words(const float *const records[BATCH_LANES], ptrdiff_t offset, f8 columns[8])
{
    for (int i = 0; i < BATCH_LANES; ++i) {
        columns[i] = f8_loadu(records[i] + offset);
    }
    f8_transpose(columns);
}

/* The motion of B against A at the contacts, in the space of the manifolds. */
typedef struct Twist8 {
    f8 vn, v1, v2, wn, w1, w2;
} Twist8;

KERNEL_INLINE Twist8 relative_twist(const ContactFrame *f, Motion8 a, Motion8 o)
{
    V8 n = v8_load(f->normal), t1 = v8_load(f->tangent_1), t2 = v8_load(f->tangent_2);
    V8 at_a = v8_add(a.linear, v8_cross(a.angular, v8_load(f->arm_a)));
    V8 at_b = v8_add(o.linear, v8_cross(o.angular, v8_load(f->arm_b)));
    V8 v = v8_sub(at_b, at_a), w = v8_sub(o.angular, a.angular);
    Twist8 t = { v8_dot(n, v), v8_dot(t1, v), v8_dot(t2, v), v8_dot(n, w), v8_dot(t1, w), v8_dot(t2, w) };
    return t;
}

/* Three parts along the axes, as vectors of the world. */
LANES_INLINE V8 world_vector(const ContactFrame *f, f8 n, f8 t1, f8 t2)
{
    return v8_mad(v8_mad(v8_scale(n, v8_load(f->normal)), t1, v8_load(f->tangent_1)), t2,
                  v8_load(f->tangent_2));
}

/* The normal part of the motion of one point. */
LANES_INLINE f8 point_normal(f8 vn, f8 w1, f8 w2, f8 u, f8 w)
{
    return f8_nmadd(u, w2, f8_madd(w, w1, vn));
}

/* What the impulses of the manifolds meet now: where they act, and the inertia that turns there. */
typedef struct Arms8 {
    const ContactFrame *frame;
    V8 drift;     /* of B against A since the start of the step; 0 in lanes whose arms are not shifted */
    int drifted;  /* lanes with drift */
    Twist8 moved; /* change of place in the space of the manifolds */
    const Lanes *inv_inertia_a, *inv_inertia_b;
    ContactFrame shifted; /* room for another frame than the batch's, and for other inertias */
    _Alignas(32) Lanes turned_a[SYM3_SIZE], turned_b[SYM3_SIZE];
} Arms8;

/* The bodies' inverse inertia of now in the given lanes, in the others as before. */
KERNEL_INLINE void gather_inertia(const ContactStep *step, const int32_t *bodies, m8 now, const Lanes *before,
                                  Lanes *inv_inertia)
{
    f8 r[8];
    f8_gather_rows(&step->bodies.mass[0].inv_mass, bodies, 8, r);
    for (int i = 0; i < SYM3_SIZE; ++i) {
        f8_store(inv_inertia[i], f8_select(now, r[1 + i], f8_load(before[i])));
    }
}

LANES_INLINE m8 longer(V8 v, float length)
{
    return f8_gt(v8_dot(v, v), f8_set(length * length));
}

/* Lanes whose arms follow the drift: both bodies have mass. Contacts between two jointed bodies keep their
   arms for the step; following it, overlapping links of a stretched chain gained energy. */
LANES_INLINE int drifting_lanes(const ContactBatch *b)
{
    return b->dynamic_a & b->dynamic_b & ~(b->jointed_a & b->jointed_b);
}

/* Largest squared sine between a ball's arm and the normal: rounding. */
#define BALL_SLACK 1e-6f

/* Which arm the drift shifts: that of the larger body, by the squares of what their moments of inertia say.
   Two balls (one point, both arms along the normal, and no moment of inertia that differs) share the drift
   like the line between their centres, so that both arms stay along it. */
static __attribute__((noinline)) void prepare_shares(const ContactStep *step, ContactBatch *b,
                                                     ContactExtra *e)
{
    enum {
        NO_BALL = SOLVER_GYROSCOPIC | SOLVER_JOINTED | SOLVER_LOCK_X | SOLVER_LOCK_Y | SOLVER_LOCK_Z
    };
    int balls = 0;
    for (int i = 0; i < BATCH_LANES; ++i) {
        uint32_t flags = step->bodies.mass[b->body_a[i]].flags | step->bodies.mass[b->body_b[i]].flags;
        balls |= (flags & NO_BALL) == 0 ? 1 << i : 0;
    }
    f8 one = f8_set(1.0f);
    f8 spin_a = f8_add(f8_add(f8_load(b->inv_inertia_a[SYM3_00]), f8_load(b->inv_inertia_a[SYM3_11])),
                       f8_load(b->inv_inertia_a[SYM3_22]));
    f8 spin_b = f8_add(f8_add(f8_load(b->inv_inertia_b[SYM3_00]), f8_load(b->inv_inertia_b[SYM3_11])),
                       f8_load(b->inv_inertia_b[SYM3_22]));
    f8 size_a = f8_mul(f8_load(b->inv_mass_a), spin_b), size_b = f8_mul(f8_load(b->inv_mass_b), spin_a);
    f8 ratio = f8_div(size_b, f8_max(size_a, f8_set(1e-30f)));
    f8 share_a = f8_div(one, f8_madd(ratio, ratio, one));
    V8 arm_a = v8_load(b->frame.arm_a), arm_b = v8_load(b->frame.arm_b), n = v8_load(b->frame.normal);
    f8 along_a = v8_dot(arm_a, n), along_b = f8_neg(v8_dot(arm_b, n));
    f8 beside_a = f8_sub(v8_dot(arm_a, arm_a), f8_mul(along_a, along_a));
    f8 beside_b = f8_sub(v8_dot(arm_b, arm_b), f8_mul(along_b, along_b));
    f8 second = f8_load(b->diagonal[1]), zero = f8_zero();
    m8 round =
        m8_and(m8_andnot(f8_gt(second, zero), f8_gt(f8_load(b->diagonal[0]), zero)), m8_from_bits(balls));
    round = m8_and(round, m8_and(f8_gt(along_a, zero), f8_gt(along_b, zero)));
    round = m8_and(round, f8_lt(f8_abs(beside_a), f8_mul(f8_set(BALL_SLACK), f8_mul(along_a, along_a))));
    round = m8_and(round, f8_lt(f8_abs(beside_b), f8_mul(f8_set(BALL_SLACK), f8_mul(along_b, along_b))));
    share_a = f8_select(round, f8_div(along_a, f8_add(along_a, along_b)), share_a);
    m8 both = m8_from_bits(drifting_lanes(b));
    b->shared = 1;
    b->round = m8_bits(m8_and(both, round));
    f8_store(e->share_a, f8_and_mask(both, share_a));
    f8 share_b = f8_sub(one, share_a);
    f8_store(e->share_b, f8_and_mask(both, share_b));
    /* about twice the K of before at most: a pass then still converges */
    f8 longer_k = f8_madd(f8_mul(share_a, share_a), spin_a, f8_mul(f8_mul(share_b, share_b), spin_b));
    f8 mass = f8_add(f8_load(b->inv_mass_a), f8_load(b->inv_mass_b));
    f8 both_masses = f8_add(mass, mass), tiny = f8_set(1e-30f); /* finite also where nothing turns */
    f8 least = f8_max(f8_mul(tiny, both_masses), tiny);
    f8 limit = f8_sqrt(f8_div(both_masses, f8_max(longer_k, least)));
    f8_store(e->drift_limit, f8_select(round, f8_set(1e15f), limit));
}

LANES_INLINE void replace(m8 lanes, V8 v, const Lanes *old, Lanes *out)
{
    v8_store(out, v8_select(lanes, v, v8_load(old)));
}

/* The arms of drifted lanes meet again, and the normal of two balls stays on the line between them; how far
   they have come apart then is no matter of the normal alone. */
KERNEL_INLINE void shift_frame(const ContactBatch *b, const ContactExtra *e, m8 drifted, V8 drift,
                               ContactFrame *shifted, f8 *apart)
{
    const ContactFrame *start = &b->frame;
    V8 old_a = v8_load(start->arm_a), old_b = v8_load(start->arm_b), before = v8_sub(old_a, old_b);
    V8 arm_a = v8_mad(old_a, f8_load(e->share_a), drift);
    V8 arm_b = v8_mad(old_b, f8_neg(f8_load(e->share_b)), drift);
    f8 one = f8_set(1.0f);
    V8 n = v8_sub(arm_a, arm_b);
    f8 length = f8_sqrt(v8_dot(n, n)), length_before = f8_sqrt(v8_dot(before, before));
    f8 more = f8_div(v8_dot(v8_add(n, before), drift), f8_add(length, length_before));
    n = v8_scale(f8_div(one, length), n);
    V8 t1 = v8_load(start->tangent_1);
    t1 = v8_mad(t1, f8_neg(v8_dot(t1, n)), n);
    t1 = v8_scale(f8_div(one, f8_sqrt(v8_dot(t1, t1))), t1);
    m8 round = m8_and(drifted, m8_from_bits(b->round));
    *apart = f8_select(round, more, *apart);
    replace(drifted, arm_a, start->arm_a, shifted->arm_a);
    replace(drifted, arm_b, start->arm_b, shifted->arm_b);
    replace(round, n, start->normal, shifted->normal);
    replace(round, t1, start->tangent_1, shifted->tangent_1);
    replace(round, v8_cross(n, t1), start->tangent_2, shifted->tangent_2);
}

/* Makes arms of a batch that is settled; the other parts of `moved` nobody reads. */
KERNEL_INLINE void known_arms(const ContactBatch *b, Arms8 *arms)
{
    f8 zero = f8_zero();
    V8 none = { zero, zero, zero };
    Twist8 moved = { f8_load(b->moved[0]), zero, zero, zero, f8_load(b->moved[1]), f8_load(b->moved[2]) };
    arms->frame = &b->frame;
    arms->moved = moved;
    arms->drift = none;
    arms->drifted = 0;
    arms->inv_inertia_a = b->inv_inertia_a;
    arms->inv_inertia_b = b->inv_inertia_b;
}

/* Arms where the bodies are now. Between one move of the bodies and the next the first call finds them, and
   those that say `stayed` take what it found. */
KERNEL_INLINE void find_arms(const ContactStep *step, ContactBatch *b, ContactExtra *e, bool stayed,
                             Arms8 *arms)
{
    if (stayed && b->settled != 0) {
        known_arms(b, arms);
        return;
    }
    Motion8 a = gather_motion(step->bodies.delta, b->body_a),
            o = gather_motion(step->bodies.delta, b->body_b);
    arms->frame = &b->frame;
    arms->moved = relative_twist(arms->frame, a, o);
    arms->inv_inertia_a = b->inv_inertia_a;
    arms->inv_inertia_b = b->inv_inertia_b;
    /* lanes that hardly move keep what they have, to the bit, and cost nothing */
    V8 drift = v8_sub(o.linear, a.linear);
    m8 drifted = m8_and(longer(drift, step->drift), m8_from_bits(drifting_lanes(b)));
    arms->drifted = m8_bits(drifted);
    if (arms->drifted != 0) {
        if (b->shared == 0) {
            prepare_shares(step, b, e);
        }
        f8 length = f8_sqrt(v8_dot(drift, drift)), limit = f8_load(e->drift_limit);
        f8 shorten = f8_div(limit, f8_max(length, limit));
        drift = v8_scale(shorten, drift);
        shift_frame(b, e, drifted, drift, &arms->shifted, &arms->moved.vn);
        arms->frame = &arms->shifted;
    }
    arms->drift.x = f8_and_mask(drifted, drift.x);
    arms->drift.y = f8_and_mask(drifted, drift.y);
    arms->drift.z = f8_and_mask(drifted, drift.z);
    if (b->turning != 0) {
        m8 turned = m8_or(longer(a.angular, SOLVER_TURN), longer(o.angular, SOLVER_TURN));
        if ((m8_bits(turned) & b->turning) != 0) {
            gather_inertia(step, b->body_a, turned, b->inv_inertia_a, arms->turned_a);
            gather_inertia(step, b->body_b, turned, b->inv_inertia_b, arms->turned_b);
            arms->inv_inertia_a = arms->turned_a;
            arms->inv_inertia_b = arms->turned_b;
        }
    }
    b->settled = arms->drifted == 0 && arms->inv_inertia_a == b->inv_inertia_a;
    f8_store(b->moved[0], arms->moved.vn);
    f8_store(b->moved[1], arms->moved.w1);
    f8_store(b->moved[2], arms->moved.w2);
}

/* Adds the response to an impulse in the space of the manifolds (force along n, t1, t2, torque about them) to
   the velocities, which were gathered into a and o, and writes those of the bits. */
KERNEL_INLINE void apply_impulse(const ContactStep *step, const ContactBatch *b, const ContactExtra *e,
                                 const Arms8 *arms, Twist8 p, Motion8 a, Motion8 o, int bits_a, int bits_b)
{
    V8 force = world_vector(arms->frame, p.vn, p.v1, p.v2);
    V8 torque = world_vector(arms->frame, p.wn, p.w1, p.w2);
    V8 force_a = force, force_b = force;
    if (b->extras) {
        force_a = v8_mul(force, v8_load(e->free_a));
        force_b = v8_mul(force, v8_load(e->free_b));
    }
    if (bits_a != 0) {
        V8 turn = v8_add(v8_cross(v8_load(arms->frame->arm_a), force), torque);
        a.linear = v8_mad(a.linear, f8_neg(f8_load(b->inv_mass_a)), force_a);
        a.angular = v8_sub(a.angular, sym8_mul(arms->inv_inertia_a, turn));
        scatter_motion(step->bodies.velocity, b->body_a, bits_a, a);
    }
    if (bits_b != 0) {
        V8 turn = v8_add(v8_cross(v8_load(arms->frame->arm_b), force), torque);
        o.linear = v8_mad(o.linear, f8_load(b->inv_mass_b), force_b);
        o.angular = v8_add(o.angular, sym8_mul(arms->inv_inertia_b, turn));
        scatter_motion(step->bodies.velocity, b->body_b, bits_b, o);
    }
}
