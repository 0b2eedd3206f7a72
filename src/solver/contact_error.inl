/* What a sweep over the contacts has left undone. */

/* The largest error of a row's velocity, per lane: of rows that push in both directions, of the others only
   against the direction they would push in. Lanes of the direct solver and those with a largest impulse have
   their own measure and are not looked at. */
KERNEL_INLINE f8 row_error(const ContactStep *step, ContactBatch *b, ContactExtra *e, bool bias, bool special)
{
    Arms8 arms;
    find_arms(step, b, e, !bias || !step->impacts, &arms);
    PointRows rows = point_rows(step, b, e, arms.moved, bias, special);
    Motion8 a = gather_motion(step->bodies.velocity, b->body_a),
            o = gather_motion(step->bodies.velocity, b->body_b);
    rows.passing = bias ? passing_balls(step, b, &arms, a, o) : m8_none();
    Twist8 v = relative_twist(arms.frame, a, o);
    f8 worst = f8_zero(), zero = f8_zero(), lead = f8_load(b->half_h_acceleration);
    m8 bouncing = bias ? m8_none() : m8_from_bits(b->bouncing);
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        f8 impulse = f8_load(b->impulse[k]);
        f8 error = point_normal(v.vn, v.w1, v.w2, f8_load(b->u[k]), f8_load(b->w[k]));
        error = f8_add(error, rows.bias[k]);
        m8 idle = m8_or(m8_and(rows.gap[k], m8_or(f8_gt(error, lead), bouncing)), rows.passing);
        idle = m8_and(idle, f8_eq(impulse, zero));
        error = f8_madd(rows.compliance[k], impulse, error);
        error = f8_select(f8_gt(impulse, zero), f8_abs(error), f8_max(f8_neg(error), zero));
        m8 there = f8_gt(f8_load(b->diagonal[k]), zero);
        worst = f8_max(f8_and_mask(m8_andnot(idle, there), error), worst);
    }
    m8 others = m8_from_bits(b->direct | b->capped);
    return f8_and_mask(m8_andnot(others, m8_from_bits((1 << b->count) - 1)), worst);
}

static float error_batches(const ContactStep *step, int32_t begin, int32_t end, bool bias)
{
    float worst = 0.0f;
    for (int32_t i = begin; i < end; ++i) {
        ContactBatch *b = &step->batches[i];
        _Alignas(32) Lanes error;
        f8_store(error, row_error(step, b, contact_extra(step, i), bias, has_special(b)));
        for (int lane = 0; lane < BATCH_LANES; ++lane) {
            worst = f_max(error[lane], worst);
        }
    }
    return worst;
}
