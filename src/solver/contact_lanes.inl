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

KERNEL_INLINE Twist8 relative_twist(const ContactBatch *b, Motion8 a, Motion8 o)
{
    V8 n = v8_load(b->normal), t1 = v8_load(b->tangent_1), t2 = v8_load(b->tangent_2);
    V8 at_a = v8_add(a.linear, v8_cross(a.angular, v8_load(b->arm_a)));
    V8 at_b = v8_add(o.linear, v8_cross(o.angular, v8_load(b->arm_b)));
    V8 v = v8_sub(at_b, at_a), w = v8_sub(o.angular, a.angular);
    Twist8 t = { v8_dot(n, v), v8_dot(t1, v), v8_dot(t2, v), v8_dot(n, w), v8_dot(t1, w), v8_dot(t2, w) };
    return t;
}

/* The normal part of the motion of one point. */
LANES_INLINE f8 point_normal(f8 vn, f8 w1, f8 w2, f8 u, f8 w)
{
    return f8_nmadd(u, w2, f8_madd(w, w1, vn));
}

/* Adds the response to an impulse in the space of the manifolds (force along n, t1, t2, torque about them) to
   the velocities, which were gathered into a and o, and writes those of the bits. */
KERNEL_INLINE void apply_impulse(const ContactStep *step, const ContactBatch *b, const ContactExtra *e,
                                 Twist8 p, Motion8 a, Motion8 o, int bits_a, int bits_b)
{
    V8 n = v8_load(b->normal), t1 = v8_load(b->tangent_1), t2 = v8_load(b->tangent_2);
    V8 force = v8_mad(v8_mad(v8_scale(p.vn, n), p.v1, t1), p.v2, t2);
    V8 torque = v8_mad(v8_mad(v8_scale(p.wn, n), p.w1, t1), p.w2, t2);
    V8 force_a = force, force_b = force;
    if (b->extras) {
        force_a = v8_mul(force, v8_load(e->free_a));
        force_b = v8_mul(force, v8_load(e->free_b));
    }
    if (bits_a != 0) {
        V8 turn = v8_add(v8_cross(v8_load(b->arm_a), force), torque);
        a.linear = v8_mad(a.linear, f8_neg(f8_load(b->inv_mass_a)), force_a);
        a.angular = v8_sub(a.angular, sym8_mul(b->inv_inertia_a, turn));
        scatter_motion(step->bodies.velocity, b->body_a, bits_a, a);
    }
    if (bits_b != 0) {
        V8 turn = v8_add(v8_cross(v8_load(b->arm_b), force), torque);
        o.linear = v8_mad(o.linear, f8_load(b->inv_mass_b), force_b);
        o.angular = v8_add(o.angular, sym8_mul(b->inv_inertia_b, turn));
        scatter_motion(step->bodies.velocity, b->body_b, bits_b, o);
    }
}
