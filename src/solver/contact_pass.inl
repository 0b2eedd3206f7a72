/* Warm start, solve, relax (docs/laws/friction.md: two rounds of {normals as one block, rolling, friction}
 * inside each manifold). */

/* What stays the same during the rounds of one pass. */
typedef struct PointRows {
    f8 bias[MANIFOLD_MAX_POINTS];       /* added to the normal velocity */
    f8 compliance[MANIFOLD_MAX_POINTS]; /* softness on the accumulated impulse */
    m8 gap[MANIFOLD_MAX_POINTS];
    m8 firm[MANIFOLD_MAX_POINTS]; /* no softness: a gap, or overlap that is left to the position pass */
    int held;                     /* lanes whose normals the direct solver has found */
    m8 passing; /* balls that bounce, and have done so or will not meet in this substep: no row for them */
    f8 mass_scale, impulse_scale;
    m8 spring; /* lanes whose points are springs and dampers; only in special passes */
} PointRows;

/* Rows of springs and dampers (docs/laws/penalty.md): with the impulse p = h (-k (s + h v) - c v), implicit
   in v, the row is v + s k / (c + h k) + gamma p = 0. A gap acts only when it closes within the substep.
   Being a physical force it acts in the relaxation as well, at the new separation. */
static __attribute__((noinline)) void spring_rows(const ContactStep *step, const ContactBatch *b,
                                                  const ContactExtra *e, const Twist8 *moved, bool soft,
                                                  PointRows *rows)
{
    f8 zero = f8_zero(), compliance = f8_load(e->spring_compliance), rate = f8_load(e->spring_rate);
    f8 inv_h = f8_set(step->inv_h), part = soft ? f8_set(1.0f) : f8_load(e->spring_relax);
    m8 spring = f8_gt(compliance, zero);
    compliance = f8_mul(compliance, part);
    rate = f8_mul(rate, part);
    rows->spring = spring;
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        f8 change = point_normal(moved->vn, moved->w1, moved->w2, f8_load(b->u[k]), f8_load(b->w[k]));
        f8 s = f8_add(f8_load(b->separation[k]), change);
        f8 bias = f8_mul(s, f8_select(f8_gt(s, zero), inv_h, rate));
        rows->bias[k] = f8_select(spring, bias, rows->bias[k]);
        rows->compliance[k] = f8_select(spring, compliance, rows->compliance[k]);
        rows->gap[k] = m8_andnot(spring, rows->gap[k]);
        rows->firm[k] = m8_andnot(spring, rows->firm[k]);
    }
}

KERNEL_INLINE PointRows point_rows(const ContactStep *step, const ContactBatch *b, const ContactExtra *e,
                                   Twist8 moved, bool soft, bool special)
{
    PointRows rows;
    const ContactSoftness *free = &step->soft[0], *resting = &step->soft[1];
    m8 rest = m8_from_bits(b->resting), apart = m8_from_bits(b->apart);
    f8 zero = f8_zero(), inv_h = f8_set(step->inv_h), gap = f8_set(step->gap),
       push = f8_set(-step->push_speed);
    f8 rate = f8_select(rest, f8_set(resting->rate), f8_set(free->rate));
    f8 compliance = f8_select(rest, f8_set(resting->compliance), f8_set(free->compliance));
    rows.mass_scale = f8_select(rest, f8_set(resting->mass_scale), f8_set(free->mass_scale));
    rows.impulse_scale = f8_select(rest, f8_set(resting->impulse_scale), f8_set(free->impulse_scale));
    if (special && (b->extras & EXTRA_SOFT) != 0) {
        rate = f8_load(e->soft_rate);
        compliance = f8_load(e->soft_compliance);
        rows.mass_scale = f8_load(e->soft_mass_scale);
        rows.impulse_scale = f8_load(e->soft_impulse_scale);
    }
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        f8 change = point_normal(moved.vn, moved.w1, moved.w2, f8_load(b->u[k]), f8_load(b->w[k]));
        f8 s = f8_add(f8_load(b->separation[k]), change);
        rows.gap[k] = f8_gt(s, gap);
        rows.firm[k] = special ? m8_or(rows.gap[k], apart) : rows.gap[k];
        f8 rigid = f8_and_mask(rows.gap[k], f8_mul(s, inv_h));
        if (soft) {
            f8 overlap = f8_max(f8_mul(rate, f8_min(s, zero)), push);
            rows.bias[k] = f8_select(rows.firm[k], rigid, overlap);
            f8 c = f8_mul(f8_load(b->diagonal[k]), compliance);
            rows.compliance[k] = f8_select(rows.firm[k], zero, c);
        } else {
            rows.bias[k] = rigid;
            rows.compliance[k] = zero;
        }
    }
    rows.spring = m8_none();
    if (special && (b->extras & EXTRA_SPRINGS) != 0) {
        Twist8 way = moved;
        PointRows with_springs = rows;
        spring_rows(step, b, e, &way, soft, &with_springs);
        rows = with_springs;
    }
    return rows;
}

/* The largest impulse of a point in this substep, where ContactBatch.capped: its share, or what bounces and
   the substeps before have left. */
KERNEL_INLINE f8 largest_impulse(const ContactStep *step, const ContactBatch *b, const ContactExtra *e, int k)
{
    f8 most = f8_load(e->most[k]), left = f8_sub(most, f8_load(b->total[k]));
    return f8_max(f8_min(f8_mul(f8_set(step->share), most), left), f8_zero());
}

/* A gap without impulse: nothing to do before the free path (or, for bouncing contacts, the next bounce)
   closes it. */
LANES_INLINE m8 idle_point(const ContactBatch *b, const PointRows *rows, int k, f8 error, f8 impulse,
                           bool soft)
{
    m8 idle = f8_gt(error, f8_load(b->half_h_acceleration));
    if (!soft) {
        idle = m8_or(idle, m8_from_bits(b->bouncing));
    }
    idle = m8_or(m8_and(idle, rows->gap[k]), rows->passing);
    return m8_and(idle, f8_eq(impulse, f8_zero()));
}

/* Two Gauss-Seidel sweeps over the points, for manifolds whose block solution would pull. */
KERNEL_INLINE void sweep_normals(const ContactStep *step, const ContactBatch *b, const ContactExtra *e,
                                 const PointRows *rows, Twist8 v, bool soft, bool special,
                                 f8 impulse[MANIFOLD_MAX_POINTS])
{
    f8 zero = f8_zero(), one = f8_set(1.0f);
    f8 k00 = f8_load(b->k_normal[SYM3_00]), k01 = f8_load(b->k_normal[SYM3_01]),
       k02 = f8_load(b->k_normal[SYM3_02]);
    f8 k11 = f8_load(b->k_normal[SYM3_11]), k12 = f8_load(b->k_normal[SYM3_12]),
       k22 = f8_load(b->k_normal[SYM3_22]);
    f8 mass[MANIFOLD_MAX_POINTS];
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        f8 diagonal = f8_load(b->diagonal[k]);
        mass[k] = f8_and_mask(f8_gt(diagonal, zero), f8_div(one, diagonal));
        if (soft) {
            mass[k] = f8_select(rows->firm[k], mass[k], f8_mul(mass[k], rows->mass_scale));
        }
        if (special) {
            f8 eased = f8_div(one, f8_add(diagonal, rows->compliance[k]));
            mass[k] = f8_select(rows->spring, f8_and_mask(f8_gt(diagonal, zero), eased), mass[k]);
        }
    }
    for (int sweep = 0; sweep < 2; ++sweep) {
        for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
            f8 u = f8_load(b->u[k]), w = f8_load(b->w[k]);
            f8 error = f8_add(point_normal(v.vn, v.w1, v.w2, u, w), rows->bias[k]);
            f8 wanted = f8_nmadd(mass[k], error, impulse[k]);
            if (soft) {
                f8 leak = f8_select(rows->firm[k], zero, rows->impulse_scale);
                wanted = f8_nmadd(leak, impulse[k], wanted);
            }
            if (special) {
                f8 row = f8_madd(rows->compliance[k], impulse[k], error);
                wanted = f8_select(rows->spring, f8_nmadd(mass[k], row, impulse[k]), wanted);
            }
            wanted = f8_max(wanted, zero);
            if (special && b->capped != 0) {
                wanted = f8_min(wanted, largest_impulse(step, b, e, k));
            }
            m8 idle = idle_point(b, rows, k, error, impulse[k], soft);
            wanted = f8_select(idle, impulse[k], wanted);
            f8 d = f8_sub(wanted, impulse[k]), d1 = f8_mul(w, d), d2 = f8_neg(f8_mul(u, d));
            impulse[k] = wanted;
            v.vn = f8_add(v.vn, row3(k00, d, k01, d1, k02, d2));
            v.w1 = f8_add(v.w1, row3(k01, d, k11, d1, k12, d2));
            v.w2 = f8_add(v.w2, row3(k02, d, k12, d1, k22, d2));
        }
    }
}

/* One block solve of the points' normals, swept instead in lanes where a point would pull, has only a gap, or
   would push too hard.
   Adds to the impulse p and takes its effect on v. */
KERNEL_INLINE void solve_normals(const ContactStep *step, const ContactBatch *b, const ContactExtra *e,
                                 const PointRows *rows, bool soft, bool special,
                                 f8 impulse[MANIFOLD_MAX_POINTS], Twist8 *v, Twist8 *p)
{
    f8 zero = f8_zero(), r[MANIFOLD_MAX_POINTS], solved[MANIFOLD_MAX_POINTS];
    m8 refused = m8_none(), quiet = m8_all(); /* quiet: a sweep would change nothing */
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        f8 error =
            f8_add(point_normal(v->vn, v->w1, v->w2, f8_load(b->u[k]), f8_load(b->w[k])), rows->bias[k]);
        r[k] = soft ? f8_madd(rows->compliance[k], impulse[k], error) : error;
        if (special && !soft) {
            r[k] = f8_select(rows->spring, f8_madd(rows->compliance[k], impulse[k], error), r[k]);
        }
        refused = m8_or(refused, m8_and(m8_or(rows->gap[k], rows->passing), f8_eq(impulse[k], zero)));
        m8 parts = m8_or(f8_ge(error, zero), f8_eq(f8_load(b->diagonal[k]), zero));
        m8 still =
            m8_or(m8_and(parts, f8_eq(impulse[k], zero)), idle_point(b, rows, k, error, impulse[k], soft));
        quiet = m8_and(quiet, still);
    }
    static const uint8_t at[MANIFOLD_MAX_POINTS][MANIFOLD_MAX_POINTS] = {
        { SYM4_00, SYM4_01, SYM4_02, SYM4_03 },
        { SYM4_01, SYM4_11, SYM4_12, SYM4_13 },
        { SYM4_02, SYM4_12, SYM4_22, SYM4_23 },
        { SYM4_03, SYM4_13, SYM4_23, SYM4_33 }
    };
    const Lanes *g = soft ? b->block_bias : b->block_relax;
    m8 pushes = m8_all();
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        f8 d = f8_madd(f8_load(g[at[k][0]]), r[0], f8_mul(f8_load(g[at[k][1]]), r[1]));
        d = f8_add(d, f8_madd(f8_load(g[at[k][2]]), r[2], f8_mul(f8_load(g[at[k][3]]), r[3])));
        solved[k] = f8_sub(impulse[k], d);
        pushes = m8_and(pushes, f8_ge(solved[k], zero));
        if (special && b->capped != 0) {
            pushes = m8_and(pushes, f8_le(solved[k], largest_impulse(step, b, e, k)));
        }
    }
    m8 accepted = m8_andnot(refused, pushes);
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        solved[k] = f8_select(accepted, solved[k], impulse[k]);
    }
    if (m8_bits(m8_or(accepted, quiet)) != 0xff) {
        f8 swept[MANIFOLD_MAX_POINTS];
        memcpy(swept, impulse, sizeof swept);
        sweep_normals(step, b, e, rows, *v, soft, special, swept);
        for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
            solved[k] = f8_select(accepted, solved[k], swept[k]);
        }
    }
    if (special && rows->held != 0) {
        m8 held = m8_from_bits(rows->held);
        for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
            solved[k] = f8_select(held, impulse[k], solved[k]);
        }
    }
    f8 d = zero, d1 = zero, d2 = zero;
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        f8 more = f8_sub(solved[k], impulse[k]);
        d = f8_add(d, more);
        d1 = f8_madd(f8_load(b->w[k]), more, d1);
        d2 = f8_nmadd(f8_load(b->u[k]), more, d2);
        impulse[k] = solved[k];
    }
    p->vn = f8_add(p->vn, d);
    p->w1 = f8_add(p->w1, d1);
    p->w2 = f8_add(p->w2, d2);
    const Lanes *k = b->k_normal, *c = b->k_cross;
    f8 k01 = f8_load(k[SYM3_01]), k02 = f8_load(k[SYM3_02]), k12 = f8_load(k[SYM3_12]);
    v->vn = f8_add(v->vn, row3(f8_load(k[SYM3_00]), d, k01, d1, k02, d2));
    v->w1 = f8_add(v->w1, row3(k01, d, f8_load(k[SYM3_11]), d1, k12, d2));
    v->w2 = f8_add(v->w2, row3(k02, d, k12, d1, f8_load(k[SYM3_22]), d2));
    v->v1 = f8_add(v->v1, row3(f8_load(c[0]), d, f8_load(c[1]), d1, f8_load(c[2]), d2));
    v->v2 = f8_add(v->v2, row3(f8_load(c[3]), d, f8_load(c[4]), d1, f8_load(c[5]), d2));
    v->wn = f8_add(v->wn, row3(f8_load(c[6]), d, f8_load(c[7]), d1, f8_load(c[8]), d2));
}

/* Takes the effect of three impulses of the friction kind (v1, v2, wn) on v. */
KERNEL_INLINE void respond_to_friction(const ContactBatch *b, f8 d1, f8 d2, f8 dn, Twist8 *v)
{
    const Lanes *k = b->k_friction, *c = b->k_cross;
    f8 k01 = f8_load(k[SYM3_01]), k02 = f8_load(k[SYM3_02]), k12 = f8_load(k[SYM3_12]);
    v->v1 = f8_add(v->v1, row3(f8_load(k[SYM3_00]), d1, k01, d2, k02, dn));
    v->v2 = f8_add(v->v2, row3(k01, d1, f8_load(k[SYM3_11]), d2, k12, dn));
    v->wn = f8_add(v->wn, row3(k02, d1, k12, d2, f8_load(k[SYM3_22]), dn));
    v->vn = f8_add(v->vn, row3(f8_load(c[0]), d1, f8_load(c[3]), d2, f8_load(c[6]), dn));
    v->w1 = f8_add(v->w1, row3(f8_load(c[1]), d1, f8_load(c[4]), d2, f8_load(c[7]), dn));
    v->w2 = f8_add(v->w2, row3(f8_load(c[2]), d1, f8_load(c[5]), d2, f8_load(c[8]), dn));
}

LANES_INLINE f8 length_squared3(const f8 a[3])
{
    return row3(a[0], a[0], a[1], a[1], a[2], a[2]);
}

/* The exact step to rest, x - inverse v. */
KERNEL_INLINE void exact_step(const Lanes *inverse, const f8 x[3], const f8 v[3], f8 out[3])
{
    f8 i01 = f8_load(inverse[SYM3_01]), i02 = f8_load(inverse[SYM3_02]), i12 = f8_load(inverse[SYM3_12]);
    out[0] = f8_sub(x[0], row3(f8_load(inverse[SYM3_00]), v[0], i01, v[1], i02, v[2]));
    out[1] = f8_sub(x[1], row3(i01, v[0], f8_load(inverse[SYM3_11]), v[1], i12, v[2]));
    out[2] = f8_sub(x[2], row3(i02, v[0], i12, v[1], f8_load(inverse[SYM3_22]), v[2]));
}

/* The gradient step x - step v, brought back into the ball of the bound. */
KERNEL_INLINE void projected_step(f8 step, f8 bound, const f8 x[3], const f8 v[3], f8 out[3])
{
    for (int i = 0; i < 3; ++i) {
        out[i] = f8_nmadd(step, v[i], x[i]);
    }
    f8 length = f8_sqrt(length_squared3(out));
    f8 shrink = f8_div(bound, f8_max(length, f8_set(1e-30f)));
    shrink = f8_select(f8_gt(length, bound), shrink, f8_set(1.0f));
    for (int i = 0; i < 3; ++i) {
        out[i] = f8_mul(out[i], shrink);
    }
}

/* Squared length in units of the half axes. */
KERNEL_INLINE f8 elliptic_length_squared(const ContactExtra *e, const f8 x[3])
{
    f8 y[3];
    for (int i = 0; i < 3; ++i) {
        y[i] = f8_mul(f8_load(e->inv_axes[i]), x[i]);
    }
    return length_squared3(y);
}

/* y = (a + s I)^-1 x by cofactors; a symmetric, positive definite and at most about 1. */
KERNEL_INLINE void solve_shifted(const Lanes *a, f8 s, const f8 x[3], f8 y[3])
{
    f8 a00 = f8_add(f8_load(a[SYM3_00]), s), a01 = f8_load(a[SYM3_01]), a02 = f8_load(a[SYM3_02]);
    f8 a11 = f8_add(f8_load(a[SYM3_11]), s), a12 = f8_load(a[SYM3_12]), a22 = f8_add(f8_load(a[SYM3_22]), s);
    f8 c00 = f8_nmadd(a12, a12, f8_mul(a11, a22)), c01 = f8_nmadd(a01, a22, f8_mul(a02, a12));
    f8 c02 = f8_nmadd(a02, a11, f8_mul(a01, a12)), c11 = f8_nmadd(a02, a02, f8_mul(a00, a22));
    f8 c12 = f8_nmadd(a00, a12, f8_mul(a01, a02)), c22 = f8_nmadd(a01, a01, f8_mul(a00, a11));
    f8 inverse = f8_div(f8_set(1.0f), row3(a00, c00, a01, c01, a02, c02));
    y[0] = f8_mul(inverse, row3(c00, x[0], c01, x[1], c02, x[2]));
    y[1] = f8_mul(inverse, row3(c01, x[0], c11, x[1], c12, x[2]));
    y[2] = f8_mul(inverse, row3(c02, x[0], c12, x[1], c22, x[2]));
}

/* Shifts beyond it no longer turn the result. */
#define LARGEST_SHIFT 1e8f

/* The impulse in the ellipsoid that leaves the least energy: maximum dissipation. In units of the half axes
   it is a ball |y| <= bound, and on its rim (A + s I) y = -w with the one s > 0 that makes |y| the bound. 1 /
   |y(s)| is concave and almost straight, so that Newton's steps from 0 climb to the root without passing it.
 */
static __attribute__((noinline)) void elliptic_projection(const ContactBatch *b, const ContactExtra *e,
                                                          const f8 *limit, const f8 x[3], const f8 v[3],
                                                          f8 out[3])
{
    f8 tiny = f8_set(1e-30f), one = f8_set(1.0f), s = f8_zero();
    f8 length = one, y[3], w[3], r = f8_load(e->elliptic_step);
    const Lanes *a = e->elliptic;
    for (int i = 0; i < 3; ++i) {
        y[i] = f8_mul(f8_load(e->inv_axes[i]), x[i]);
    }
    f8 a01 = f8_load(a[SYM3_01]), a02 = f8_load(a[SYM3_02]), a12 = f8_load(a[SYM3_12]);
    w[0] = row3(f8_load(a[SYM3_00]), y[0], a01, y[1], a02, y[2]);
    w[1] = row3(a01, y[0], f8_load(a[SYM3_11]), y[1], a12, y[2]);
    w[2] = row3(a02, y[0], a12, y[1], f8_load(a[SYM3_22]), y[2]);
    for (int i = 0; i < 3; ++i) {
        w[i] = f8_nmadd(f8_mul(r, f8_load(e->axes[i])), v[i], w[i]);
    }
    /* in units of the largest part: squares of what fast heavy bodies have would overflow */
    f8 unit = f8_max(f8_max(f8_abs(w[0]), f8_abs(w[1])), f8_max(f8_abs(w[2]), tiny));
    f8 bound = f8_div(*limit, unit);
    for (int i = 0; i < 3; ++i) {
        w[i] = f8_div(w[i], unit);
    }
    for (int newton = 0; newton < 4; ++newton) {
        solve_shifted(a, s, w, y);
        length = f8_max(f8_sqrt(length_squared3(y)), tiny);
        f8 z[3];
        solve_shifted(a, s, y, z);
        f8 slope = f8_max(row3(y[0], z[0], y[1], z[1], y[2], z[2]), tiny);
        f8 excess = f8_max(f8_sub(f8_div(length, f8_max(bound, tiny)), one), f8_zero());
        if (newton < 3) {
            f8 climb = f8_mul(f8_min(excess, f8_set(LARGEST_SHIFT)), f8_div(f8_mul(length, length), slope));
            s = f8_min(f8_add(s, climb), f8_set(LARGEST_SHIFT));
        }
    }
    f8 shrink = f8_mul(f8_select(f8_gt(length, bound), f8_div(bound, length), one), unit);
    m8 elliptic = m8_from_bits(b->elliptic);
    for (int i = 0; i < 3; ++i) {
        out[i] = f8_select(elliptic, f8_mul(f8_mul(y[i], shrink), f8_load(e->axes[i])), out[i]);
    }
}

/* Sliding and twist share one budget: |f|^2 + (torque / radius)^2 <= (mu N)^2, with a grain an ellipsoid.
 * While the exact step stays inside it sticks. */
KERNEL_INLINE void solve_friction(const ContactStep *step, const ContactBatch *b, const ContactExtra *e,
                                  bool special, int held, f8 load, V8 surface, m8 *slipping, f8 x[3],
                                  Twist8 *v, Twist8 *p)
{
    f8 radius = f8_load(b->radius);
    f8 at_rest = f8_mul(f8_load(b->friction_static), load),
       moving = f8_mul(f8_load(b->friction_kinetic), load);
    f8 slip[3] = { f8_sub(v->v1, surface.x), f8_sub(v->v2, surface.y), f8_mul(radius, v->wn) };
    f8 exact[3], slid[3];
    exact_step(b->friction_inverse, x, slip, exact);
    f8 bound = f8_select(*slipping, moving, at_rest);
    f8 pull2 = special && b->elliptic != 0 ? elliptic_length_squared(e, exact) : length_squared3(exact);
    m8 sticks = f8_le(pull2, f8_mul(bound, bound));
    /* static and kinetic: slipping starts when the static bound binds at some speed, and ends when it sticks
     * slowly */
    f8 speed2 = length_squared3(slip);
    m8 fast = m8_and(f8_gt(speed2, f8_set(step->slip_start * step->slip_start)), f8_gt(load, f8_zero()));
    m8 slow = f8_lt(speed2, f8_set(step->slip_end * step->slip_end));
    *slipping = m8_or(m8_andnot(m8_and(sticks, slow), *slipping), m8_andnot(sticks, fast));
    bound = f8_select(*slipping, moving, at_rest);
    projected_step(f8_load(b->friction_step), bound, x, slip, slid);
    if (special && b->elliptic != 0) {
        elliptic_projection(b, e, &bound, x, slip, slid);
    }
    m8 stays = m8_from_bits(held);
    if (special) {
        *slipping = m8_or(m8_andnot(stays, *slipping), m8_and(stays, m8_from_bits(b->slipping)));
    }
    f8 d[3];
    for (int i = 0; i < 3; ++i) {
        f8 next = f8_select(sticks, exact[i], slid[i]);
        next = special ? f8_select(stays, x[i], next) : next;
        d[i] = f8_sub(next, x[i]);
        x[i] = next;
    }
    d[2] = f8_mul(d[2], radius);
    p->v1 = f8_add(p->v1, d[0]);
    p->v2 = f8_add(p->v2, d[1]);
    p->wn = f8_add(p->wn, d[2]);
    respond_to_friction(b, d[0], d[1], d[2], v);
}

/* Rolling resistance: a torque against all relative rotation, |torque| <= limit N. Lanes without it stay
 * bitwise as they are. */
KERNEL_INLINE void solve_rolling(const ContactBatch *b, ContactExtra *e, f8 load, Twist8 *v, Twist8 *p)
{
    f8 limit = f8_load(e->rolling_limit), bound = f8_mul(limit, load);
    m8 has = f8_gt(limit, f8_zero());
    f8 x[3] = { f8_load(e->rolling[0]), f8_load(e->rolling[1]), f8_load(e->rolling[2]) };
    f8 spin[3] = { v->wn, v->w1, v->w2 }, exact[3], slid[3], d[3];
    exact_step(e->rolling_inverse, x, spin, exact);
    m8 sticks = f8_le(length_squared3(exact), f8_mul(bound, bound));
    projected_step(f8_load(e->rolling_step), bound, x, spin, slid);
    for (int i = 0; i < 3; ++i) {
        f8 next = f8_select(sticks, exact[i], slid[i]);
        d[i] = f8_sub(next, x[i]);
        f8_store(e->rolling[i], f8_select(has, next, x[i]));
    }
    const Lanes *k = b->k_normal, *c = b->k_cross;
    f8 k01 = f8_load(k[SYM3_01]), k02 = f8_load(k[SYM3_02]), k12 = f8_load(k[SYM3_12]);
    f8 c1 = f8_load(c[7]), c2 = f8_load(c[8]), f02 = f8_load(b->k_friction[SYM3_02]);
    f8 f12 = f8_load(b->k_friction[SYM3_12]), f22 = f8_load(b->k_friction[SYM3_22]);
    f8 vn = row3(f8_load(c[6]), d[0], k01, d[1], k02, d[2]);
    f8 v1 = row3(f02, d[0], f8_load(c[1]), d[1], f8_load(c[2]), d[2]);
    f8 v2 = row3(f12, d[0], f8_load(c[4]), d[1], f8_load(c[5]), d[2]);
    f8 wn = row3(f22, d[0], c1, d[1], c2, d[2]);
    f8 w1 = row3(c1, d[0], f8_load(k[SYM3_11]), d[1], k12, d[2]);
    f8 w2 = row3(c2, d[0], k12, d[1], f8_load(k[SYM3_22]), d[2]);
    v->vn = f8_select(has, f8_add(v->vn, vn), v->vn);
    v->v1 = f8_select(has, f8_add(v->v1, v1), v->v1);
    v->v2 = f8_select(has, f8_add(v->v2, v2), v->v2);
    v->wn = f8_select(has, f8_add(v->wn, wn), v->wn);
    v->w1 = f8_select(has, f8_add(v->w1, w1), v->w1);
    v->w2 = f8_select(has, f8_add(v->w2, w2), v->w2);
    p->wn = f8_select(has, f8_add(p->wn, d[0]), p->wn);
    p->w1 = f8_select(has, f8_add(p->w1, d[1]), p->w1);
    p->w2 = f8_select(has, f8_add(p->w2, d[2]), p->w2);
}

/* How a pass treats the impulses it finds and leaves. */
typedef enum PassEnd {
    PASS_GOES_ON,
    PASS_FRESH, /* solve: they start from zero */
    PASS_LAST   /* relax: they are added to the totals of the step */
} PassEnd;

/* The distance of two balls bends: at the end of the substep it is more than the normal of its start says. */
KERNEL_INLINE m8 passing_balls(const ContactStep *step, const ContactBatch *b, const Arms8 *arms, Motion8 a,
                               Motion8 o)
{
    int lanes = b->round & b->bouncing;
    if (lanes == 0) {
        return m8_none();
    }
    V8 now = v8_sub(v8_load(arms->frame->arm_a), v8_load(arms->frame->arm_b)),
       speed = v8_sub(o.linear, a.linear);
    V8 end = v8_mad(now, f8_set(step->h), speed);
    f8 touching = f8_sub(f8_sqrt(v8_dot(now, now)), f8_add(f8_load(b->separation[0]), arms->moved.vn));
    m8 away = m8_or(f8_ge(f8_sqrt(v8_dot(end, end)), touching), f8_ge(v8_dot(end, speed), f8_zero()));
    return m8_and(m8_from_bits(lanes), away);
}

/* All that the impulses found in the batch come to, in the space of the manifold. */
KERNEL_INLINE Twist8 found_impulse(const ContactBatch *b, const ContactExtra *e)
{
    f8 d = f8_zero(), d1 = f8_zero(), d2 = f8_zero();
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        f8 impulse = f8_load(b->impulse[k]);
        d = f8_add(d, impulse);
        d1 = f8_madd(f8_load(b->w[k]), impulse, d1);
        d2 = f8_nmadd(f8_load(b->u[k]), impulse, d2);
    }
    f8 turn = f8_mul(f8_load(b->friction[2]), f8_load(b->radius));
    Twist8 p = { d, f8_load(b->friction[0]), f8_load(b->friction[1]), turn, d1, d2 };
    if (b->extras) {
        m8 has = f8_gt(f8_load(e->rolling_limit), f8_zero());
        p.wn = f8_select(has, f8_add(p.wn, f8_load(e->rolling[0])), p.wn);
        p.w1 = f8_select(has, f8_add(p.w1, f8_load(e->rolling[1])), p.w1);
        p.w2 = f8_select(has, f8_add(p.w2, f8_load(e->rolling[2])), p.w2);
    }
    return p;
}

/* Lanes that drift from now on: what has been applied so far acted along the arms of the start. */
KERNEL_INLINE void begin_drift(ContactBatch *b, ContactExtra *e, int lanes)
{
    Twist8 p = found_impulse(b, e);
    V8 zero = { f8_zero(), f8_zero(), f8_zero() };
    m8 old = m8_from_bits(b->drifted);
    v8_store(e->drift_force,
             v8_select(old, v8_load(e->drift_force), world_vector(&b->frame, p.vn, p.v1, p.v2)));
    v8_store(e->drift_moment, v8_select(old, v8_load(e->drift_moment), zero));
    b->drifted |= lanes;
}

/* The bodies' warm start repeats impulses along the arms they had. Adds what it lacks against the same forces
   along the arms of now: a torque on both. */
KERNEL_INLINE void add_lacking_moment(const ContactBatch *b, ContactExtra *e, const Arms8 *arms, Motion8 *a,
                                      Motion8 *o)
{
    V8 wanted = v8_cross(arms->drift, v8_load(e->drift_force));
    V8 lack = v8_sub(wanted, v8_load(e->drift_moment));
    v8_store(e->drift_moment, wanted);
    m8 drifted = m8_from_bits(b->drifted);
    f8 share_a = f8_and_mask(drifted, f8_load(e->share_a)),
       share_b = f8_and_mask(drifted, f8_load(e->share_b));
    a->angular = v8_sub(a->angular, sym8_mul(arms->inv_inertia_a, v8_scale(share_a, lack)));
    o->angular = v8_sub(o->angular, sym8_mul(arms->inv_inertia_b, v8_scale(share_b, lack)));
}

/* Impacts have moved the bodies since their warm start was made good. Jointed bodies have none. */
KERNEL_INLINE void correct_warm_start(const ContactBatch *b, ContactExtra *e, const Arms8 *arms, Motion8 *a,
                                      Motion8 *o)
{
    V8 w_a = a->angular, w_b = o->angular;
    add_lacking_moment(b, e, arms, a, o);
    a->angular = v8_select(m8_from_bits(b->jointed_a), w_a, a->angular);
    o->angular = v8_select(m8_from_bits(b->jointed_b), w_b, o->angular);
}

/* Notes the impulse of a pass, and after the last one makes the next warm start good: collected body by body,
   because the single amounts vanish beside the velocity of a heavy body. */
KERNEL_INLINE void keep_moment(const ContactStep *step, const ContactBatch *b, ContactExtra *e,
                               const Arms8 *arms, Twist8 p, bool last)
{
    V8 force = world_vector(arms->frame, p.vn, p.v1, p.v2);
    v8_store(e->drift_force, v8_add(v8_load(e->drift_force), force));
    v8_store(e->drift_moment, v8_add(v8_load(e->drift_moment), v8_cross(arms->drift, force)));
    if (last) {
        Motion8 a = gather_motion(step->late, b->body_a), o = gather_motion(step->late, b->body_b);
        add_lacking_moment(b, e, arms, &a, &o);
        scatter_motion(step->late, b->body_a, b->dynamic_a, a);
        scatter_motion(step->late, b->body_b, b->dynamic_b, o);
    }
}

/* In the bias pass the lanes of the direct solver are done: their friction waits for the relaxation. */
KERNEL_INLINE void leave_alone(ContactBatch *b, ContactExtra *e, int lanes, const Lanes rolling[3], f8 x[3],
                               m8 *slipping, Twist8 *p)
{
    m8 held = m8_from_bits(lanes);
    for (int i = 0; i < 3; ++i) {
        x[i] = f8_select(held, f8_load(b->friction[i]), x[i]);
        if (b->extras) {
            f8_store(e->rolling[i], f8_select(held, f8_load(rolling[i]), f8_load(e->rolling[i])));
        }
    }
    *slipping = m8_or(m8_andnot(held, *slipping), m8_and(held, m8_from_bits(b->slipping)));
    f8 zero = f8_zero();
    p->vn = f8_select(held, zero, p->vn);
    p->v1 = f8_select(held, zero, p->v1);
    p->v2 = f8_select(held, zero, p->v2);
    p->wn = f8_select(held, zero, p->wn);
    p->w1 = f8_select(held, zero, p->w1);
    p->w2 = f8_select(held, zero, p->w2);
}

KERNEL_INLINE void pass_batch(const ContactStep *step, ContactBatch *b, ContactExtra *e, bool soft,
                              bool special, PassEnd end)
{
    if (special && soft && b->direct == (1 << b->count) - 1) {
        return;
    }
    Arms8 arms;
    /* bodies move before the relaxation, and in impacts */
    find_arms(step, b, e, soft && !step->impacts, &arms);
    if (!soft && b->turning != 0) {
        follow_turns(step, b, e, arms.frame);
    }
    PointRows rows = point_rows(step, b, e, arms.moved, soft, special);
    Motion8 a = gather_motion(step->bodies.velocity, b->body_a),
            o = gather_motion(step->bodies.velocity, b->body_b);
    rows.passing = soft ? passing_balls(step, b, &arms, a, o) : m8_none();
    rows.held = special ? b->direct : 0;
    bool drifts = (arms.drifted | b->drifted) != 0 && step->warm_starting;
    if (drifts && (arms.drifted & ~b->drifted) != 0) {
        begin_drift(b, e, arms.drifted);
    }
    if (drifts && soft && step->impacts) {
        correct_warm_start(b, e, &arms, &a, &o);
    }
    Twist8 v = relative_twist(arms.frame, a, o);
    f8 zero = f8_zero(), impulse[MANIFOLD_MAX_POINTS], x[3];
    Twist8 p = { zero, zero, zero, zero, zero, zero };
    V8 surface = { zero, zero, zero };
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        impulse[k] = end == PASS_FRESH ? zero : f8_load(b->impulse[k]);
    }
    for (int i = 0; i < 3; ++i) {
        x[i] = end == PASS_FRESH ? zero : f8_load(b->friction[i]);
    }
    if (b->extras) {
        surface.x = f8_load(e->surface[0]);
        surface.y = f8_load(e->surface[1]);
        if (end == PASS_FRESH) {
            memset(e->rolling, 0, sizeof e->rolling);
        }
    }
    m8 slipping = m8_from_bits(b->slipping);
    _Alignas(32) Lanes rolling[3];
    if (special && b->extras) {
        memcpy(rolling, e->rolling, sizeof rolling);
    }
    for (int round = 0; round < 2; ++round) {
        solve_normals(step, b, e, &rows, soft, special, impulse, &v, &p);
        f8 load = f8_add(f8_add(impulse[0], impulse[1]), f8_add(impulse[2], impulse[3]));
        if (b->extras) {
            solve_rolling(b, e, load, &v, &p);
        }
        solve_friction(step, b, e, special, rows.held, load, surface, &slipping, x, &v, &p);
    }
    if (special && soft && b->direct != 0) {
        leave_alone(b, e, b->direct, (const Lanes *)rolling, x, &slipping, &p);
    }
    b->slipping = m8_bits(slipping);
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        f8_store(b->impulse[k], impulse[k]);
        if (end == PASS_LAST) {
            f8_store(b->total[k], f8_add(f8_load(b->total[k]), impulse[k]));
        }
    }
    for (int i = 0; i < 3; ++i) {
        f8_store(b->friction[i], x[i]);
    }
    if (drifts) {
        keep_moment(step, b, e, &arms, p, end == PASS_LAST);
    }
    apply_impulse(step, b, e, &arms, p, a, o, b->dynamic_a, b->dynamic_b);
}

/* Grains, springs and softness are kept out of the pass that most contacts take. */
LANES_INLINE bool has_special(const ContactBatch *b)
{
    return ((b->extras & (EXTRA_SPRINGS | EXTRA_SOFT)) | b->elliptic | b->apart | b->direct | b->capped) != 0;
}

static __attribute__((noinline)) void pass_special(const ContactStep *step, ContactBatch *b, ContactExtra *e,
                                                   bool soft, PassEnd end)
{
    if (soft) {
        pass_batch(step, b, e, true, true, end);
    } else {
        pass_batch(step, b, e, false, true, end);
    }
}

static void solve_batches(const ContactStep *step, int32_t begin, int32_t end, bool fresh)
{
    for (int32_t i = begin; i < end; ++i) {
        ContactBatch *b = &step->batches[i];
        PassEnd impulses = fresh ? PASS_FRESH : PASS_GOES_ON;
        if (has_special(b)) {
            pass_special(step, b, contact_extra(step, i), true, impulses);
        } else {
            pass_batch(step, b, contact_extra(step, i), true, false, impulses);
        }
    }
}

static void relax_batches(const ContactStep *step, int32_t begin, int32_t end, bool last)
{
    for (int32_t i = begin; i < end; ++i) {
        ContactBatch *b = &step->batches[i];
        PassEnd impulses = last ? PASS_LAST : PASS_GOES_ON;
        if (has_special(b)) {
            pass_special(step, b, contact_extra(step, i), false, impulses);
        } else {
            pass_batch(step, b, contact_extra(step, i), false, false, impulses);
        }
    }
}

static void warm_start_batches(const ContactStep *step, int32_t begin, int32_t end, bool jointed_only)
{
    for (int32_t i = begin; i < end; ++i) {
        ContactBatch *b = &step->batches[i];
        ContactExtra *e = contact_extra(step, i);
        int bits_a = jointed_only ? b->dynamic_a & b->jointed_a : b->dynamic_a;
        int bits_b = jointed_only ? b->dynamic_b & b->jointed_b : b->dynamic_b;
        if ((bits_a | bits_b) == 0) {
            continue;
        }
        Arms8 arms;
        find_arms(step, b, e, !step->impacts, &arms);
        Twist8 p = found_impulse(b, e);
        if (!jointed_only && arms.drifted != 0) {
            V8 force = world_vector(arms.frame, p.vn, p.v1, p.v2);
            v8_store(e->drift_force, force);
            v8_store(e->drift_moment, v8_cross(arms.drift, force));
            b->drifted = arms.drifted;
        }
        Motion8 a = gather_motion(step->bodies.velocity, b->body_a);
        Motion8 o = gather_motion(step->bodies.velocity, b->body_b);
        apply_impulse(step, b, e, &arms, p, a, o, bits_a, bits_b);
    }
}
