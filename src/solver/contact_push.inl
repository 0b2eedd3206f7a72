/* The position pass: overlap that was there from the start must not become speed, so it is pushed out by
   velocities of its own, which move the bodies in one substep and are forgotten. Solved beside the
   soft step instead of inside it, because one relaxation cannot take a push through a long row of bodies back
   out of their velocities. */

/* Largest share of the overlap that it takes out in a substep: more, swept a few times through a stack, lifts
   it further than it had sunk. */
#define MOST_PUSH_SHARE 0.2f

KERNEL_INLINE PointRows push_rows(const ContactStep *step, const ContactBatch *b, ContactExtra *e,
                                  Twist8 moved)
{
    PointRows rows = point_rows(step, b, e, moved, false, true);
    m8 rest = m8_from_bits(b->resting), apart = m8_from_bits(b->apart);
    f8 rate = f8_select(rest, f8_set(step->soft[1].rate), f8_set(step->soft[0].rate));
    rate = f8_min(rate, f8_set(MOST_PUSH_SHARE * step->inv_h));
    f8 most = f8_set(-step->push_speed), zero = f8_zero();
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        f8 change = point_normal(moved.vn, moved.w1, moved.w2, f8_load(b->u[k]), f8_load(b->w[k]));
        f8 overlap = f8_min(f8_add(f8_load(b->separation[k]), change), zero);
        f8 push = f8_and_mask(apart, f8_max(f8_mul(rate, overlap), most));
        rows.bias[k] = f8_select(rows.gap[k], rows.bias[k], push);
    }
    rows.passing = rows.spring; /* springs push by themselves */
    rows.held = 0;
    return rows;
}

/* step: its velocities are those of the pass. */
KERNEL_INLINE void push_batch(const ContactStep *step, ContactBatch *b, ContactExtra *e, bool first)
{
    if (b->apart == 0) {
        return;
    }
    if (first) {
        memset(e->push, 0, sizeof e->push);
    }
    Motion8 a = gather_motion(step->bodies.velocity, b->body_a),
            o = gather_motion(step->bodies.velocity, b->body_b);
    Arms8 arms;
    find_arms(step, b, e, false, &arms);
    PointRows rows = push_rows(step, b, e, arms.moved);
    f8 zero = f8_zero(), impulse[MANIFOLD_MAX_POINTS];
    Twist8 v = relative_twist(arms.frame, a, o), p = { zero, zero, zero, zero, zero, zero };
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        impulse[k] = f8_load(e->push[k]);
    }
    solve_normals(step, b, e, &rows, false, true, impulse, &v, &p);
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        f8_store(e->push[k], impulse[k]);
    }
    apply_impulse(step, b, e, &arms, p, a, o, b->dynamic_a, b->dynamic_b);
}

static void push_batches(const ContactStep *step, int32_t begin, int32_t end, bool first)
{
    ContactStep pass = *step;
    pass.bodies.velocity = step->push;
    for (int32_t i = begin; i < end; ++i) {
        push_batch(&pass, &step->batches[i], contact_extra(step, i), first);
    }
}
