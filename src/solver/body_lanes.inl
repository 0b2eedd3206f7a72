/* Vectors in eight lanes, and the motion of eight bodies to and from lanes. */

typedef struct V8 {
    f8 x, y, z;
} V8;

LANES_INLINE V8 v8_load(const Lanes *p)
{
    V8 r = { f8_load(p[0]), f8_load(p[1]), f8_load(p[2]) };
    return r;
}

LANES_INLINE void v8_store(Lanes *p, V8 v)
{
    f8_store(p[0], v.x);
    f8_store(p[1], v.y);
    f8_store(p[2], v.z);
}

LANES_INLINE V8 v8_add(V8 a, V8 b)
{
    V8 r = { f8_add(a.x, b.x), f8_add(a.y, b.y), f8_add(a.z, b.z) };
    return r;
}

LANES_INLINE V8 v8_sub(V8 a, V8 b)
{
    V8 r = { f8_sub(a.x, b.x), f8_sub(a.y, b.y), f8_sub(a.z, b.z) };
    return r;
}

LANES_INLINE V8 v8_mul(V8 a, V8 b)
{
    V8 r = { f8_mul(a.x, b.x), f8_mul(a.y, b.y), f8_mul(a.z, b.z) };
    return r;
}

/* a + s b */
LANES_INLINE V8 v8_mad(V8 a, f8 s, V8 b)
{
    V8 r = { f8_madd(s, b.x, a.x), f8_madd(s, b.y, a.y), f8_madd(s, b.z, a.z) };
    return r;
}

LANES_INLINE V8 v8_scale(f8 s, V8 a)
{
    V8 r = { f8_mul(s, a.x), f8_mul(s, a.y), f8_mul(s, a.z) };
    return r;
}

LANES_INLINE V8 v8_select(m8 m, V8 a, V8 b)
{
    V8 r = { f8_select(m, a.x, b.x), f8_select(m, a.y, b.y), f8_select(m, a.z, b.z) };
    return r;
}

LANES_INLINE f8 v8_dot(V8 a, V8 b)
{
    return f8_madd(a.x, b.x, f8_madd(a.y, b.y, f8_mul(a.z, b.z)));
}

LANES_INLINE V8 v8_cross(V8 a, V8 b)
{
    V8 r = { f8_nmadd(a.z, b.y, f8_mul(a.y, b.z)), f8_nmadd(a.x, b.z, f8_mul(a.z, b.x)),
             f8_nmadd(a.y, b.x, f8_mul(a.x, b.y)) };
    return r;
}

/* Linear and angular part of eight velocities or changes of place. */
typedef struct Motion8 {
    V8 linear, angular;
    f8 pad[2];
} Motion8;

KERNEL_INLINE Motion8 gather_motion(const void *records, const int32_t *bodies)
{
    f8 r[8];
    f8_gather_rows(records, bodies, 8, r);
    Motion8 m = { { r[0], r[1], r[2] }, { r[4], r[5], r[6] }, { r[3], r[7] } };
    return m;
}

/* Writes the lanes of `bits` and leaves every other record alone. */
KERNEL_INLINE void scatter_motion(void *records, const int32_t *bodies, int bits, Motion8 m)
{
    float *base = records;
    f8 r[8] = {
        m.linear.x, m.linear.y, m.linear.z, m.pad[0], m.angular.x, m.angular.y, m.angular.z, m.pad[1]
    };
    f8_transpose(r);
    if (bits == 0xff) {
        for (int i = 0; i < BATCH_LANES; ++i) {
            f8_store(base + (ptrdiff_t)bodies[i] * 8, r[i]);
        }
        return;
    }
    _Alignas(32) Lanes sink;
    for (int i = 0; i < BATCH_LANES; ++i) {
        float *to = (bits >> i & 1) != 0 ? base + (ptrdiff_t)bodies[i] * 8 : sink;
        f8_store(to, r[i]);
    }
}
