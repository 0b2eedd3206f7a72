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

/* A body far heavier than what bears it, in terms of mass. */
#define UNEVEN 10.0f

/* Lanes that the step should not leave to its soft rows. */
typedef struct Strain {
    int loaded; /* the soft step would sink under what they bear */
    int begun;  /* something has just been set down on them, and is about to press */
} Strain;

/* Of the lanes those whose heavier body is drawn towards the lighter one. */
static __attribute__((noinline)) int pressed_lanes(const ContactStep *step, const ContactBatch *b, int lanes)
{
    int pressed = 0;
    for (int lane = 0; lane < BATCH_LANES; ++lane) {
        bool a_presses = b->inv_mass_a[lane] < b->inv_mass_b[lane];
        DryVec3 pull = step->bodies.motion[a_presses ? b->body_a[lane] : b->body_b[lane]].acceleration;
        DryVec3 n = v3(b->frame.normal[0][lane], b->frame.normal[1][lane], b->frame.normal[2][lane]);
        float along = a_presses ? v3_dot(pull, n) : -v3_dot(pull, n);
        pressed |= along > 0.0f && along * along > 0.25f * v3_length_squared(pull) ? 1 << lane : 0;
    }
    return pressed & lanes;
}

/* Lanes between two bodies of which one has more than UNEVEN times the mass of the other, and which the
   direct solver did not hold. Contacts of jointed bodies are not counted, nor those that are pushed apart or
   have limits or a softness of their own. */
KERNEL_INLINE Strain find_strain(const ContactStep *step, const ContactBatch *b)
{
    f8 mass_a = f8_load(b->inv_mass_a), mass_b = f8_load(b->inv_mass_b), uneven = f8_set(UNEVEN);
    m8 far = m8_or(f8_gt(mass_a, f8_mul(uneven, mass_b)), f8_gt(mass_b, f8_mul(uneven, mass_a)));
    int others = b->jointed_a | b->jointed_b | b->apart | b->limited | b->direct;
    int lanes = m8_bits(far) & b->dynamic_a & b->dynamic_b & ~others & ((1 << b->count) - 1);
    Strain strain = { 0, lanes & b->heavy & ~b->loaded };
    if (lanes != 0) {
        f8 load = f8_add(f8_add(f8_load(b->impulse[0]), f8_load(b->impulse[1])),
                         f8_add(f8_load(b->impulse[2]), f8_load(b->impulse[3])));
        m8 loaded = f8_gt(f8_mul(load, f8_add(mass_a, mass_b)), f8_set(step->strained_load));
        strain.loaded = lanes & m8_bits(loaded);
    }
    if ((strain.begun | strain.loaded) != 0) {
        int pressed = pressed_lanes(step, b, strain.begun | strain.loaded);
        strain.begun &= pressed;
        strain.loaded &= pressed;
    }
    return strain;
}

static int strain_flags(Strain strain, int lane, int before)
{
    if ((strain.begun >> lane & 1) != 0) {
        return MANIFOLD_STRAINED_MOST | MANIFOLD_SINKING;
    }
    if ((strain.loaded >> lane & 1) == 0) {
        return 0;
    }
    /* a blow is over sooner */
    int steps = before & MANIFOLD_STRAINED_MOST;
    return steps == MANIFOLD_STRAINED_MOST ? steps | MANIFOLD_SINKING : steps + MANIFOLD_STRAINED;
}

static float store_batch(const ContactStep *step, ContactBatch *b, ContactExtra *e, bool *sinking)
{
    Strain strain = { 0, 0 };
    if (step->strained_load > 0.0f) {
        strain = find_strain(step, b);
    }
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
        int strained = strain_flags(strain, lane, m->flags);
        *sinking |= (strained & MANIFOLD_SINKING) != 0;
        m->flags =
            (uint16_t)(waiting * MANIFOLD_WAITING | ((b->slipping >> lane & 1) != 0 ? MANIFOLD_SLIPPING : 0) |
                       (refused ? MANIFOLD_REFUSED : 0) |
                       ((b->loaded >> lane & 1) != 0 ? MANIFOLD_HEAVY : 0) | strained);
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

static ContactsLeft store_batches(const ContactStep *step, int32_t begin, int32_t end)
{
    ContactsLeft left = { 0.0f, false };
    for (int32_t i = begin; i < end; ++i) {
        float approach = store_batch(step, &step->batches[i], contact_extra(step, i), &left.sinking);
        left.approach = f_max(approach, left.approach);
    }
    return left;
}
