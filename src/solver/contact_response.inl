/* How contacts answer to impulses: the matrices K of the manifolds, of their points and of their friction,
   and the inverses of these. */

/* Separation of a point that is not there: never a gap, which would keep the block from being accepted. */
#define NO_POINT (-1e9f)

/* A body's inverse inertia and arm turned into the axes of the manifold, and what they add to K. */
typedef struct Inertia8 {
    f8 i[SYM3_SIZE]; /* over (n, t1, t2) */
    f8 m[3][3];      /* row j: inverse inertia times (arm x axis j) */
    f8 k[SYM3_SIZE]; /* force to velocity */
} Inertia8;

KERNEL_INLINE Inertia8 inertia_in_manifold(const Lanes *inv_inertia, V8 arm, V8 n, V8 t1, V8 t2)
{
    Inertia8 r;
    V8 in = sym8_mul(inv_inertia, n), i1 = sym8_mul(inv_inertia, t1), i2 = sym8_mul(inv_inertia, t2);
    r.i[SYM3_00] = v8_dot(n, in);
    r.i[SYM3_01] = v8_dot(t1, in);
    r.i[SYM3_02] = v8_dot(t2, in);
    r.i[SYM3_11] = v8_dot(t1, i1);
    r.i[SYM3_12] = v8_dot(t2, i1);
    r.i[SYM3_22] = v8_dot(t2, i2);
    f8 r0 = v8_dot(arm, n), r1 = v8_dot(arm, t1), r2 = v8_dot(arm, t2);
    const f8 *column[3][3] = { { &r.i[SYM3_00], &r.i[SYM3_01], &r.i[SYM3_02] },
                               { &r.i[SYM3_01], &r.i[SYM3_11], &r.i[SYM3_12] },
                               { &r.i[SYM3_02], &r.i[SYM3_12], &r.i[SYM3_22] } };
    for (int j = 0; j < 3; ++j) {
        f8 a = *column[j][0], b = *column[j][1], c = *column[j][2];
        r.m[0][j] = f8_nmadd(r1, c, f8_mul(r2, b)); /* arm x n = (0, r2, -r1) */
        r.m[1][j] = f8_nmadd(r2, a, f8_mul(r0, c)); /* arm x t1 = (-r2, 0, r0) */
        r.m[2][j] = f8_nmadd(r0, b, f8_mul(r1, a)); /* arm x t2 = (r1, -r0, 0) */
    }
    r.k[SYM3_00] = f8_nmadd(r1, r.m[0][2], f8_mul(r2, r.m[0][1]));
    r.k[SYM3_01] = f8_nmadd(r2, r.m[0][0], f8_mul(r0, r.m[0][2]));
    r.k[SYM3_02] = f8_nmadd(r0, r.m[0][1], f8_mul(r1, r.m[0][0]));
    r.k[SYM3_11] = f8_nmadd(r2, r.m[1][0], f8_mul(r0, r.m[1][2]));
    r.k[SYM3_12] = f8_nmadd(r0, r.m[1][1], f8_mul(r1, r.m[1][0]));
    r.k[SYM3_22] = f8_nmadd(r0, r.m[2][1], f8_mul(r1, r.m[2][0]));
    return r;
}

/* Share of its inverse mass that rows take a body to have along locked axes. Where the free ones hardly
   answer, what they answer is the sine of a small angle, or rounding, and an impulse from that alone would
   send the body off at the speed over that sine: at most 16 times the speed with this share. */
#define LOCKED_SHARE 1e-3f

/* The masses' part of K. With locked axes a force moves the bodies along the free ones only. */
KERNEL_INLINE void add_masses(const ContactBatch *b, const ContactExtra *e, bool locked, V8 n, V8 t1, V8 t2,
                              f8 k[SYM3_SIZE])
{
    f8 mass_a = f8_load(b->inv_mass_a), mass_b = f8_load(b->inv_mass_b);
    f8 plain[SYM3_SIZE];
    memcpy(plain, k, sizeof plain);
    f8 mass = f8_add(mass_a, mass_b);
    k[SYM3_00] = f8_add(k[SYM3_00], mass);
    k[SYM3_11] = f8_add(k[SYM3_11], mass);
    k[SYM3_22] = f8_add(k[SYM3_22], mass);
    if (locked) {
        V8 free_a = v8_load(e->free_a), free_b = v8_load(e->free_b);
        f8 least = f8_set(LOCKED_SHARE);
        V8 least_a = { f8_max(free_a.x, least), f8_max(free_a.y, least), f8_max(free_a.z, least) };
        V8 least_b = { f8_max(free_b.x, least), f8_max(free_b.y, least), f8_max(free_b.z, least) };
        V8 m = v8_mad(v8_scale(mass_a, least_a), mass_b, least_b);
        m8 all = f8_eq(row3(free_a.x, free_b.x, free_a.y, free_b.y, free_a.z, free_b.z), f8_set(3.0f));
        V8 mn = v8_mul(m, n), m1 = v8_mul(m, t1), m2 = v8_mul(m, t2);
        k[SYM3_00] = f8_select(all, k[SYM3_00], f8_add(plain[SYM3_00], v8_dot(n, mn)));
        k[SYM3_01] = f8_select(all, k[SYM3_01], f8_add(plain[SYM3_01], v8_dot(t1, mn)));
        k[SYM3_02] = f8_select(all, k[SYM3_02], f8_add(plain[SYM3_02], v8_dot(t2, mn)));
        k[SYM3_11] = f8_select(all, k[SYM3_11], f8_add(plain[SYM3_11], v8_dot(t1, m1)));
        k[SYM3_12] = f8_select(all, k[SYM3_12], f8_add(plain[SYM3_12], v8_dot(t2, m1)));
        k[SYM3_22] = f8_select(all, k[SYM3_22], f8_add(plain[SYM3_22], v8_dot(t2, m2)));
    }
}

KERNEL_INLINE void prepare_response(ContactBatch *b, const ContactExtra *e, bool locked,
                                    const ContactFrame *frame)
{
    V8 n = v8_load(frame->normal), t1 = v8_load(frame->tangent_1), t2 = v8_load(frame->tangent_2);
    Inertia8 a = inertia_in_manifold(b->inv_inertia_a, v8_load(frame->arm_a), n, t1, t2);
    Inertia8 o = inertia_in_manifold(b->inv_inertia_b, v8_load(frame->arm_b), n, t1, t2);
    f8 k[SYM3_SIZE], i[SYM3_SIZE], m[3][3];
    for (int j = 0; j < SYM3_SIZE; ++j) {
        k[j] = f8_add(a.k[j], o.k[j]);
        i[j] = f8_add(a.i[j], o.i[j]);
    }
    for (int j = 0; j < 9; ++j) {
        m[j / 3][j % 3] = f8_add(a.m[j / 3][j % 3], o.m[j / 3][j % 3]);
    }
    add_masses(b, e, locked, n, t1, t2, k);
    f8_store(b->k_normal[SYM3_00], k[SYM3_00]);
    f8_store(b->k_normal[SYM3_01], m[0][1]);
    f8_store(b->k_normal[SYM3_02], m[0][2]);
    f8_store(b->k_normal[SYM3_11], i[SYM3_11]);
    f8_store(b->k_normal[SYM3_12], i[SYM3_12]);
    f8_store(b->k_normal[SYM3_22], i[SYM3_22]);
    f8_store(b->k_cross[0], k[SYM3_01]);
    f8_store(b->k_cross[1], m[1][1]);
    f8_store(b->k_cross[2], m[1][2]);
    f8_store(b->k_cross[3], k[SYM3_02]);
    f8_store(b->k_cross[4], m[2][1]);
    f8_store(b->k_cross[5], m[2][2]);
    f8_store(b->k_cross[6], m[0][0]);
    f8_store(b->k_cross[7], i[SYM3_01]);
    f8_store(b->k_cross[8], i[SYM3_02]);
    f8_store(b->k_friction[SYM3_00], k[SYM3_11]);
    f8_store(b->k_friction[SYM3_01], k[SYM3_12]);
    f8_store(b->k_friction[SYM3_02], m[1][0]);
    f8_store(b->k_friction[SYM3_11], k[SYM3_22]);
    f8_store(b->k_friction[SYM3_12], m[2][0]);
    f8_store(b->k_friction[SYM3_22], i[SYM3_00]);
}

/* Mean radius of the patch the points span, for the twist: 2 points L/4, one point 0, else the rms radius of
   the polygon times a factor fitted to rectangles (docs/laws/friction.md). Points of a convex quadrilateral
   are in cyclic order when its diagonals' cross product is largest, which needs no angles. */
KERNEL_INLINE f8 patch_radius(const f8 u[4], const f8 w[4], f8 count)
{
    f8 zero = f8_zero();
    m8 three = f8_lt(count, f8_set(3.5f)); /* the fourth point repeats the third */
    f8 x[4] = { u[0], u[1], u[2], f8_select(three, u[2], u[3]) };
    f8 y[4] = { w[0], w[1], w[2], f8_select(three, w[2], w[3]) };
    f8 x01 = f8_sub(x[1], x[0]), y01 = f8_sub(y[1], y[0]), x02 = f8_sub(x[2], x[0]), y02 = f8_sub(y[2], y[0]);
    f8 x03 = f8_sub(x[3], x[0]), y03 = f8_sub(y[3], y[0]), x12 = f8_sub(x[2], x[1]), y12 = f8_sub(y[2], y[1]);
    f8 x13 = f8_sub(x[3], x[1]), y13 = f8_sub(y[3], y[1]), x23 = f8_sub(x[3], x[2]), y23 = f8_sub(y[3], y[2]);
    f8 straight = f8_abs(f8_nmadd(y02, x13, f8_mul(x02, y13))); /* order 0123 */
    f8 swap_23 = f8_abs(f8_nmadd(y03, x12, f8_mul(x03, y12)));  /* order 0132 */
    f8 swap_12 = f8_abs(f8_nmadd(y01, x23, f8_mul(x01, y23)));  /* order 0213 */
    m8 is_12 = m8_and(f8_gt(swap_12, straight), f8_gt(swap_12, swap_23));
    m8 is_23 = m8_andnot(is_12, f8_gt(swap_23, straight));
    f8 px[4] = { x[0], f8_select(is_12, x[2], x[1]), f8_select(is_12, x[1], f8_select(is_23, x[3], x[2])),
                 f8_select(is_23, x[2], x[3]) };
    f8 py[4] = { y[0], f8_select(is_12, y[2], y[1]), f8_select(is_12, y[1], f8_select(is_23, y[3], y[2])),
                 f8_select(is_23, y[2], y[3]) };
    /* area, centroid and second moments by the shoelace sums, with their factors 2, 6, 12 and 24 */
    f8 area = zero, cx = zero, cy = zero, xx = zero, yy = zero, xy = zero, corner2 = zero;
    for (int k = 0; k < 4; ++k) {
        f8 x0 = px[k], y0 = py[k], x1 = px[(k + 1) & 3], y1 = py[(k + 1) & 3];
        f8 c = f8_nmadd(x1, y0, f8_mul(x0, y1)), sx = f8_add(x0, x1), sy = f8_add(y0, y1);
        area = f8_add(area, c);
        cx = f8_madd(sx, c, cx);
        cy = f8_madd(sy, c, cy);
        xx = f8_madd(f8_madd(x0, sx, f8_mul(x1, x1)), c, xx);
        yy = f8_madd(f8_madd(y0, sy, f8_mul(y1, y1)), c, yy);
        xy = f8_madd(f8_add(f8_mul(sx, sy), f8_madd(x0, y0, f8_mul(x1, y1))), c, xy);
        corner2 = f8_max(corner2, f8_madd(x0, x0, f8_mul(y0, y0)));
    }
    f8 inverse = f8_div(f8_set(1.0f), area);
    cx = f8_mul(cx, f8_mul(inverse, f8_set(1.0f / 3.0f)));
    cy = f8_mul(cy, f8_mul(inverse, f8_set(1.0f / 3.0f)));
    xx = f8_nmadd(cx, cx, f8_mul(xx, f8_mul(inverse, f8_set(1.0f / 6.0f))));
    yy = f8_nmadd(cy, cy, f8_mul(yy, f8_mul(inverse, f8_set(1.0f / 6.0f))));
    xy = f8_nmadd(cx, cy, f8_mul(xy, f8_mul(inverse, f8_set(1.0f / 12.0f))));
    f8 mean = f8_mul(f8_set(0.5f), f8_add(xx, yy)), half = f8_mul(f8_set(0.5f), f8_sub(xx, yy));
    f8 spread = f8_sqrt(f8_madd(half, half, f8_mul(xy, xy)));
    f8 small = f8_max(f8_sub(mean, spread), zero), large = f8_add(mean, spread);
    f8 root = f8_sqrt(f8_sqrt(f8_div(small, large))); /* root of the ratio of the sides */
    f8 rms = f8_sqrt(f8_add(xx, yy));
    f8 wide = f8_mul(rms, f8_madd(f8_set(0.071f), root, f8_set(0.866f)));
    f8 thin = f8_mul(f8_set(0.5f), f8_sqrt(corner2));
    m8 is_wide = f8_gt(f8_abs(area), f8_mul(f8_set(1e-4f), corner2));
    f8 line = f8_mul(f8_set(0.25f), f8_sqrt(f8_madd(x01, x01, f8_mul(y01, y01))));
    f8 radius = f8_select(f8_gt(count, f8_set(2.5f)), f8_select(is_wide, wide, thin), line);
    return f8_and_mask(f8_gt(count, f8_set(1.5f)), radius);
}

/* Inverse of a symmetric positive definite 4x4 by LDL^T. */
KERNEL_INLINE void inverse4(const f8 a[SYM4_SIZE], f8 g[SYM4_SIZE])
{
    f8 one = f8_set(1.0f);
    f8 i0 = f8_div(one, a[SYM4_00]);
    f8 l1 = f8_mul(a[SYM4_01], i0), l2 = f8_mul(a[SYM4_02], i0), l3 = f8_mul(a[SYM4_03], i0);
    f8 i1 = f8_div(one, f8_nmadd(l1, a[SYM4_01], a[SYM4_11]));
    f8 e12 = f8_nmadd(l1, a[SYM4_02], a[SYM4_12]), e13 = f8_nmadd(l1, a[SYM4_03], a[SYM4_13]);
    f8 m2 = f8_mul(e12, i1), m3 = f8_mul(e13, i1);
    f8 i2 = f8_div(one, f8_nmadd(m2, e12, f8_nmadd(l2, a[SYM4_02], a[SYM4_22])));
    f8 e23 = f8_nmadd(m2, e13, f8_nmadd(l2, a[SYM4_03], a[SYM4_23]));
    f8 n3 = f8_mul(e23, i2);
    f8 d3 = f8_nmadd(n3, e23, f8_nmadd(m3, e13, f8_nmadd(l3, a[SYM4_03], a[SYM4_33])));
    f8 i3 = f8_div(one, d3);
    /* P = L^-1, G = P^T D^-1 P */
    f8 p10 = f8_neg(l1), p21 = f8_neg(m2), p32 = f8_neg(n3);
    f8 p20 = f8_neg(f8_madd(m2, p10, l2));
    f8 p30 = f8_neg(f8_madd(n3, p20, f8_madd(m3, p10, l3)));
    f8 p31 = f8_neg(f8_madd(n3, p21, m3));
    g[SYM4_33] = i3;
    g[SYM4_23] = f8_mul(p32, i3);
    g[SYM4_13] = f8_mul(p31, i3);
    g[SYM4_03] = f8_mul(p30, i3);
    f8 q21 = f8_mul(p21, i2), q20 = f8_mul(p20, i2);
    g[SYM4_22] = f8_madd(p32, g[SYM4_23], i2);
    g[SYM4_12] = f8_madd(p31, g[SYM4_23], q21);
    g[SYM4_02] = f8_madd(p30, g[SYM4_23], q20);
    f8 q10 = f8_mul(p10, i1);
    g[SYM4_11] = f8_madd(p31, g[SYM4_13], f8_madd(p21, q21, i1));
    g[SYM4_01] = f8_madd(p30, g[SYM4_13], f8_madd(p20, q21, q10));
    g[SYM4_00] = f8_madd(p30, g[SYM4_03], f8_madd(p20, q20, f8_madd(p10, q10, i0)));
}

/* Springs that a substep can follow have at most so many radians in it. */
#define SPRING_ANGLE 1.0f
/* The far stiffer ones take out 1 / (1 + SPRING_EASE) of their overlap in a substep. */
#define SPRING_EASE 4.0f

/* The rows of springs and dampers. What is far too stiff for the substep would push out all overlap within
   it, also what the sweeps have left between bodies that press on each other, and lift stacks by that: it is
   damped so far that it takes some substeps. What it carries at rest stays the same. */
static __attribute__((noinline)) void prepare_springs(const ContactStep *step, const ContactBatch *b,
                                                      ContactExtra *e)
{
    f8 h = f8_set(step->h), zero = f8_zero(), one = f8_set(1.0f), diagonal = zero;
    f8 k = f8_load(e->spring_stiffness), c = f8_load(e->spring_damping);
    for (int i = 0; i < MANIFOLD_MAX_POINTS; ++i) {
        diagonal = f8_max(diagonal, f8_load(b->diagonal[i]));
    }
    m8 spring = f8_gt(k, zero);
    f8 hk = f8_mul(h, k), angle = f8_sqrt(f8_mul(f8_mul(h, hk), diagonal));
    f8 followed = f8_min(f8_div(f8_set(SPRING_ANGLE), f8_max(angle, f8_set(1e-20f))), one);
    c = f8_max(c, f8_mul(f8_mul(f8_set(SPRING_EASE), f8_sub(one, followed)), hk));
    f8_store(e->spring_relax, followed);
    f8 both = f8_add(c, hk);
    f8_store(e->spring_compliance, f8_and_mask(spring, f8_div(one, f8_mul(h, both))));
    f8_store(e->spring_rate, f8_and_mask(spring, f8_div(k, both)));
}

/* The points' own 4x4 matrix, and its two softened inverses. A point that nothing can move has no row. */
KERNEL_INLINE void prepare_blocks(const ContactStep *step, ContactBatch *b, ContactExtra *e, const f8 u[4],
                                  const f8 w[4], f8 count)
{
    f8 one = f8_set(1.0f);
    f8 k00 = f8_load(b->k_normal[SYM3_00]), k01 = f8_load(b->k_normal[SYM3_01]),
       k02 = f8_load(b->k_normal[SYM3_02]);
    f8 k11 = f8_load(b->k_normal[SYM3_11]), k12 = f8_load(b->k_normal[SYM3_12]),
       k22 = f8_load(b->k_normal[SYM3_22]);
    f8 a[4][4];
    m8 has[4];
    for (int i = 0; i < 4; ++i) {
        f8 r0 = f8_nmadd(u[i], k02, f8_madd(w[i], k01, k00));
        f8 r1 = f8_nmadd(u[i], k12, f8_madd(w[i], k11, k01));
        f8 r2 = f8_nmadd(u[i], k22, f8_madd(w[i], k12, k02));
        for (int j = i; j < 4; ++j) {
            a[i][j] = f8_nmadd(u[j], r2, f8_madd(w[j], r1, r0));
        }
        has[i] = m8_and(f8_gt(count, f8_set((float)i + 0.5f)), f8_gt(a[i][i], f8_set(1e-25f)));
        f8_store(b->diagonal[i], f8_and_mask(has[i], a[i][i]));
    }
    f8 rest = f8_select(m8_from_bits(b->resting), f8_set(step->soft[1].block), f8_set(step->soft[0].block));
    /* one point needs no help against redundant rows */
    f8 firm = f8_and_mask(f8_gt(count, f8_set(1.5f)), f8_set(1e-3f)), eased = f8_zero(), relaxed = eased;
    if ((b->extras & EXTRA_SOFT) != 0) {
        rest = f8_load(e->soft_block);
    }
    if ((b->extras & EXTRA_SPRINGS) != 0) {
        prepare_springs(step, b, e);
        eased = f8_load(e->spring_compliance);
        relaxed = f8_mul(eased, f8_load(e->spring_relax));
        rest = f8_select(f8_gt(eased, f8_zero()), firm, rest);
    }
    for (int soft = 0; soft < 2; ++soft) {
        f8 more = f8_add(one, soft ? rest : firm), m[SYM4_SIZE], g[SYM4_SIZE];
        for (int i = 0, n = 0; i < 4; ++i) {
            m[n++] = f8_select(has[i], f8_madd(a[i][i], more, soft ? eased : relaxed), one);
            for (int j = i + 1; j < 4; ++j) {
                m[n++] = f8_and_mask(m8_and(has[i], has[j]), a[i][j]);
            }
        }
        inverse4(m, g);
        Lanes *out = soft ? b->block_bias : b->block_relax;
        for (int i = 0, n = 0; i < 4; ++i) {
            for (int j = i; j < 4; ++j, ++n) {
                f8_store(out[n], i == j ? f8_and_mask(has[i], g[n]) : g[n]);
            }
        }
    }
}

/* Inverse of a symmetric 3x3, and 1 over a bound of its largest eigenvalue. Directions that nothing can move
   (planar scenes) get a large inverse instead of none: with no velocity along them it does not matter. */
KERNEL_INLINE void inverse3(const f8 k[SYM3_SIZE], m8 two_by_two, Lanes *inverse, float *step)
{
    f8 half = f8_set(0.5f), one = f8_set(1.0f), zero = f8_zero();
    f8 mean = f8_mul(half, f8_add(k[SYM3_00], k[SYM3_11])),
       dev = f8_mul(half, f8_sub(k[SYM3_00], k[SYM3_11]));
    f8 large = f8_add(mean, f8_sqrt(f8_madd(dev, dev, f8_mul(k[SYM3_01], k[SYM3_01]))));
    f8 side2 = f8_madd(k[SYM3_02], k[SYM3_02], f8_mul(k[SYM3_12], k[SYM3_12]));
    f8 mean3 = f8_mul(half, f8_add(large, k[SYM3_22])), dev3 = f8_mul(half, f8_sub(large, k[SYM3_22]));
    f8 bound = f8_add(mean3, f8_sqrt(f8_madd(dev3, dev3, side2)));
    f8 r = f8_and_mask(f8_gt(bound, f8_set(1e-30f)), f8_div(one, bound));
    f8_store(step, r);
    f8 little = f8_set(1e-5f);
    f8 a = f8_madd(k[SYM3_00], r, little), b = f8_mul(k[SYM3_01], r), c = f8_mul(k[SYM3_02], r);
    f8 d = f8_madd(k[SYM3_11], r, little), e = f8_mul(k[SYM3_12], r), f = f8_madd(k[SYM3_22], r, little);
    f = f8_select(two_by_two, one, f);
    f8 c0 = f8_nmadd(e, e, f8_mul(d, f)), c1 = f8_nmadd(b, f, f8_mul(c, e)),
       c2 = f8_nmadd(c, d, f8_mul(b, e));
    f8 det = row3(a, c0, b, c1, c, c2);
    f8 s = f8_div(r, det);
    f8_store(inverse[SYM3_00], f8_mul(c0, s));
    f8_store(inverse[SYM3_01], f8_mul(c1, s));
    f8_store(inverse[SYM3_02], f8_mul(c2, s));
    f8_store(inverse[SYM3_11], f8_mul(f8_nmadd(c, c, f8_mul(a, f)), s));
    f8_store(inverse[SYM3_12], f8_mul(f8_nmadd(a, e, f8_mul(b, c)), s));
    f8_store(inverse[SYM3_22], f8_select(two_by_two, zero, f8_mul(f8_nmadd(b, b, f8_mul(a, d)), s)));
}

KERNEL_INLINE void prepare_friction(ContactBatch *b, f8 radius)
{
    const Lanes *from = b->k_friction;
    f8 k[SYM3_SIZE] = { f8_load(from[SYM3_00]),
                        f8_load(from[SYM3_01]),
                        f8_mul(f8_load(from[SYM3_02]), radius),
                        f8_load(from[SYM3_11]),
                        f8_mul(f8_load(from[SYM3_12]), radius),
                        f8_mul(f8_mul(f8_load(from[SYM3_22]), radius), radius) };
    inverse3(k, f8_le(radius, f8_zero()), b->friction_inverse, b->friction_step);
}

KERNEL_INLINE void prepare_rolling(ContactBatch *b, ContactExtra *e)
{
    const Lanes *k = b->k_normal, *c = b->k_cross;
    f8 spin[SYM3_SIZE] = { f8_load(b->k_friction[SYM3_22]),
                           f8_load(c[7]),
                           f8_load(c[8]),
                           f8_load(k[SYM3_11]),
                           f8_load(k[SYM3_12]),
                           f8_load(k[SYM3_22]) };
    inverse3(spin, m8_none(), e->rolling_inverse, e->rolling_step);
}

/* The friction matrix stretched to a ball, for lanes with a grain: see ContactExtra.elliptic. */
static __attribute__((noinline)) void prepare_elliptic(const ContactBatch *b, ContactExtra *e)
{
    static const int row[SYM3_SIZE] = { 0, 0, 0, 1, 1, 2 }, column[SYM3_SIZE] = { 0, 1, 2, 1, 2, 2 };
    f8 stretch[3], k[SYM3_SIZE], bound = f8_zero(), little = f8_set(1e-6f);
    for (int i = 0; i < 3; ++i) {
        stretch[i] = f8_load(e->axes[i]);
    }
    stretch[2] = f8_mul(stretch[2], f8_load(b->radius));
    for (int i = 0; i < SYM3_SIZE; ++i) {
        k[i] = f8_mul(f8_mul(f8_load(b->k_friction[i]), stretch[row[i]]), stretch[column[i]]);
    }
    /* the trace bounds the largest eigenvalue */
    bound = f8_add(k[SYM3_00], f8_add(k[SYM3_11], k[SYM3_22]));
    f8 r = f8_and_mask(f8_gt(bound, f8_set(1e-30f)), f8_div(f8_set(1.0f), bound));
    f8_store(e->elliptic_step, r);
    for (int i = 0; i < SYM3_SIZE; ++i) {
        f8 scaled = f8_mul(k[i], r);
        f8_store(e->elliptic[i], row[i] == column[i] ? f8_add(scaled, little) : scaled);
    }
}

/* From this turn on, rad, rows answer by the inertia of now: a rod that is a hundred times easier to turn
   about its axis than across it answers otherwise after a few degrees, and sweeps that count on what it was
   overshoot. For bodies of one to four between their axes a larger turn is the matter of a quarter. */
#define FOLLOWED_TURN 0.02f
#define FOLLOWED_TURN_COMPACT 0.3f

/* Lanes whose inverse inertia is more than about four times as large about one axis as about the others:
   three times the sum of the squares of the principal values over the square of their sum is above 1.5. */
KERNEL_INLINE m8 slender(const Lanes *i)
{
    f8 xx = f8_load(i[SYM3_00]), yy = f8_load(i[SYM3_11]), zz = f8_load(i[SYM3_22]);
    f8 xy = f8_load(i[SYM3_01]), xz = f8_load(i[SYM3_02]), yz = f8_load(i[SYM3_12]);
    f8 beside = row3(xy, xy, xz, xz, yz, yz), sum = f8_add(f8_add(xx, yy), zz);
    f8 squares = f8_add(row3(xx, xx, yy, yy, zz, zz), f8_add(beside, beside));
    return f8_gt(f8_add(squares, squares), f8_mul(sum, sum));
}

/* Makes the response anew where bodies have turned since the step's start; frame: of now. */
static __attribute__((noinline)) void follow_turns(const ContactStep *step, ContactBatch *b, ContactExtra *e,
                                                   const ContactFrame *frame)
{
    Motion8 a = gather_motion(step->bodies.delta, b->body_a),
            o = gather_motion(step->bodies.delta, b->body_b);
    m8 turned = m8_or(longer(a.angular, FOLLOWED_TURN), longer(o.angular, FOLLOWED_TURN));
    m8 far = m8_or(longer(a.angular, FOLLOWED_TURN_COMPACT), longer(o.angular, FOLLOWED_TURN_COMPACT));
    m8 long_ones = m8_or(slender(b->inv_inertia_a), slender(b->inv_inertia_b));
    turned = m8_or(m8_and(turned, long_ones), far);
    turned = m8_and(turned, m8_from_bits(b->turning));
    if (m8_bits(turned) == 0) {
        return;
    }
    gather_inertia(step, b->body_a, turned, b->inv_inertia_a, b->inv_inertia_a);
    gather_inertia(step, b->body_b, turned, b->inv_inertia_b, b->inv_inertia_b);
    f8 u[MANIFOLD_MAX_POINTS], w[MANIFOLD_MAX_POINTS], count = f8_zero();
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        u[k] = f8_load(b->u[k]);
        w[k] = f8_load(b->w[k]);
        m8 has = f8_gt(f8_load(b->separation[k]), f8_set(0.5f * NO_POINT));
        count = f8_add(count, f8_and_mask(has, f8_set(1.0f)));
    }
    prepare_response(b, e, b->extras != 0, frame);
    prepare_blocks(step, b, e, u, w, count);
    prepare_friction(b, f8_load(b->radius));
    if (b->elliptic != 0) {
        prepare_elliptic(b, e);
    }
    if (b->extras) {
        prepare_rolling(b, e);
    }
}
