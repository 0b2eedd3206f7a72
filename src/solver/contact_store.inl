/* Impulses back into the manifolds. */

/* Steps for which the direct solver leaves a cluster alone on which it has failed twice running. */
#define WAIT 60

/* The largest approach speed at a point that touches, per lane. */
KERNEL_INLINE f8 approach_speed(const ContactStep *step, ContactBatch *b, ContactExtra *e)
{
    Arms8 arms;
    find_arms(step, b, e, true, &arms);
    Twist8 v = relative_twist(arms.frame, gather_motion(step->bodies.velocity, b->body_a),
                              gather_motion(step->bodies.velocity, b->body_b));
    f8 worst = f8_zero(), gap = f8_set(step->gap);
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        f8 u = f8_load(b->u[k]), w = f8_load(b->w[k]);
        f8 s = f8_add(f8_load(b->separation[k]),
                      point_normal(arms.moved.vn, arms.moved.w1, arms.moved.w2, u, w));
        m8 touches = m8_and(f8_le(s, gap), f8_gt(f8_load(b->diagonal[k]), f8_zero()));
        f8 approach = f8_and_mask(touches, f8_neg(point_normal(v.vn, v.w1, v.w2, u, w)));
        worst = f8_max(approach, worst);
    }
    return worst;
}

static float store_batch(const ContactStep *step, ContactBatch *b, ContactExtra *e)
{
    f8 zero = f8_zero();
    V8 t1 = v8_load(b->frame.tangent_1), t2 = v8_load(b->frame.tangent_2);
    V8 friction = v8_mad(v8_scale(f8_load(b->friction[0]), t1), f8_load(b->friction[1]), t2);
    V8 rolling = { zero, zero, zero };
    if (b->extras) {
        V8 r = v8_load(e->rolling);
        rolling = v8_mad(v8_mad(v8_scale(r.x, v8_load(b->frame.normal)), r.y, t1), r.z, t2);
        m8 has = f8_gt(f8_load(e->rolling_limit), zero);
        rolling.x = f8_and_mask(has, rolling.x);
        rolling.y = f8_and_mask(has, rolling.y);
        rolling.z = f8_and_mask(has, rolling.z);
    }
    f8 normal[8] = { f8_load(b->impulse[0]), f8_load(b->impulse[1]), f8_load(b->impulse[2]),
                     f8_load(b->impulse[3]), f8_load(b->total[0]),   f8_load(b->total[1]),
                     f8_load(b->total[2]),   f8_load(b->total[3]) };
    f8 rest[8] = { friction.x, friction.y, friction.z, f8_mul(f8_load(b->friction[2]), f8_load(b->radius)),
                   rolling.x,  rolling.y,  rolling.z,  f8_load(b->last_word) };
    f8_transpose(normal);
    f8_transpose(rest);
    for (int lane = 0; lane < b->count; ++lane) {
        int32_t index = step->contacts[b->first + lane].manifold;
        if (index < 0) {
            continue;
        }
        Manifold *m = &step->manifolds[index];
        float *words = (float *)(void *)m;
        f8_storeu(words + offsetof(Manifold, normal_impulse) / sizeof(float),
                  normal[lane]); /* and the totals */
        f8_storeu(words + offsetof(Manifold, friction_impulse) / sizeof(float), rest[lane]);
        int waiting = m->flags / MANIFOLD_WAITING;
        bool refused = (b->refused >> lane & 1) != 0;
        waiting = refused && (m->flags & MANIFOLD_REFUSED) != 0 ? WAIT : waiting > 0 ? waiting - 1 : 0;
        m->flags =
            (uint16_t)(waiting * MANIFOLD_WAITING | ((b->slipping >> lane & 1) != 0 ? MANIFOLD_SLIPPING : 0) |
                       (refused ? MANIFOLD_REFUSED : 0) |
                       ((b->loaded >> lane & 1) != 0 ? MANIFOLD_HEAVY : 0));
    }
    _Alignas(32) Lanes approach;
    f8 speed = approach_speed(step, b, e);
    if ((b->extras & EXTRA_SPRINGS) != 0) {
        speed = f8_and_mask(f8_le(f8_load(e->spring_compliance), zero), speed); /* springs may give way */
    }
    f8_store(approach, speed);
    float worst = 0.0f;
    for (int lane = 0; lane < BATCH_LANES; ++lane) {
        worst = f_max(approach[lane], worst);
    }
    return worst;
}

static float store_batches(const ContactStep *step, int32_t begin, int32_t end)
{
    float worst = 0.0f;
    for (int32_t i = begin; i < end; ++i) {
        worst = f_max(store_batch(step, &step->batches[i], contact_extra(step, i)), worst);
    }
    return worst;
}
