/* Rows from manifolds and bodies, eight at a time. */

static const ContactInput no_contact = { .manifold = -1 };
static const Manifold no_manifold;
static const float no_words[8];

_Static_assert(offsetof(Manifold, normal_impulse) == 24 * sizeof(float), "read by word");
_Static_assert(offsetof(Manifold, friction_impulse) == 32 * sizeof(float), "read by word");
_Static_assert(sizeof(Manifold) == 40 * sizeof(float), "read by word");
_Static_assert(offsetof(ContactInput, origin_a) == 3 * sizeof(float), "read by word");
_Static_assert(offsetof(ContactInput, material) == 9 * sizeof(float), "read by word");
_Static_assert(sizeof(ContactInput) >= 16 * sizeof(float), "read by word");
_Static_assert(sizeof(SolverMass) == 8 * sizeof(float) && sizeof(SolverVelocity) == 8 * sizeof(float),
               "read by word");

/* Bytes of a cache line: only speed depends on it. */
enum {
    FETCH_LINE = 64
};

/* The contacts and manifolds of a batch; empty lanes point to empty records. */
typedef struct Sources {
    const float *contact[BATCH_LANES], *manifold[BATCH_LANES], *acceleration_a[BATCH_LANES],
        *acceleration_b[BATCH_LANES];
    f8 count; /* points */
    bool rolling, surface, locked;
    uint32_t special; /* MATERIAL_ flags of all lanes */
    int facing;       /* lanes whose frame is that of the middle of the step */
    int owned_b;      /* MANIFOLD_OWNED_B */
} Sources;

static void set_lane(uint8_t *bits, int lane, bool value)
{
    *bits = (uint8_t)(*bits | (value ? 1 << lane : 0));
}

/* Bit i is lane i. Kept apart from the batch until all lanes are there: bytes may alias anything, and the
   compiler would read and write all of them for every lane. */
typedef struct LaneBits {
    int dynamic_a, dynamic_b, jointed_a, jointed_b, resting, slipping, bouncing, turning;
    int apart, loaded, waiting, limited;
    int owned_a, owned_b, spinning;
} LaneBits;

static inline void set_body_bits(const ContactStep *step, const ContactInput *contact, int lane,
                                 LaneBits *bits, Sources *from)
{
    const SolverMass *a = &step->bodies.mass[contact->body_a], *o = &step->bodies.mass[contact->body_b];
    enum {
        LOCKS = SOLVER_LOCK_X | SOLVER_LOCK_Y | SOLVER_LOCK_Z
    };
    int has_a = a->inv_mass > 0.0f, has_b = o->inv_mass > 0.0f;
    bits->dynamic_a |= has_a << lane;
    bits->dynamic_b |= has_b << lane;
    bits->resting |= (has_a & has_b ? 0 : 1) << lane;
    bits->jointed_a |= ((a->flags & SOLVER_JOINTED) != 0) << lane;
    bits->jointed_b |= ((o->flags & SOLVER_JOINTED) != 0) << lane;
    bits->turning |= (solver_turns(a) || solver_turns(o)) << lane;
    bits->apart |= (((a->flags | o->flags) & SOLVER_APART) != 0) << lane;
    bits->spinning |= (((a->flags | o->flags) & SOLVER_SPINNING) != 0) << lane;
    from->locked |= ((a->flags | o->flags) & LOCKS) != 0;
    const float *acceleration_a = &step->bodies.motion[contact->body_a].acceleration.x;
    const float *acceleration_b = &step->bodies.motion[contact->body_b].acceleration.x;
    from->acceleration_a[lane] = has_a ? acceleration_a : no_words;
    from->acceleration_b[lane] = has_b ? acceleration_b : no_words;
}

static void store_bits(const LaneBits *bits, ContactBatch *b)
{
    b->dynamic_a = bits->dynamic_a;
    b->dynamic_b = bits->dynamic_b;
    b->jointed_a = bits->jointed_a;
    b->jointed_b = bits->jointed_b;
    b->resting = bits->resting;
    b->slipping = bits->slipping;
    b->bouncing = bits->bouncing;
    b->turning = bits->turning;
    b->apart = (uint8_t)bits->apart;
    b->loaded = (uint8_t)bits->loaded;
    b->waiting = (uint8_t)bits->waiting;
    b->limited = (uint8_t)bits->limited;
    b->drifted = b->round = 0;
    b->heavy = b->direct = b->refused = b->capped = b->shared = b->elliptic = 0;
}

static void find_sources(const ContactStep *step, ContactBatch *b, Sources *from)
{
    _Alignas(32) Lanes counts;
    LaneBits bits = { 0 };
    from->rolling = from->surface = from->locked = false;
    from->special = 0;
    for (int lane = 0; lane < BATCH_LANES; ++lane) {
        const ContactInput *contact = lane < b->count ? &step->contacts[b->first + lane] : &no_contact;
        const Manifold *manifold =
            contact->manifold >= 0 ? &step->manifolds[contact->manifold] : &no_manifold;
        from->contact[lane] = (const float *)(const void *)contact;
        from->manifold[lane] = (const float *)(const void *)manifold;
        b->body_a[lane] = contact->body_a;
        b->body_b[lane] = contact->body_b;
        counts[lane] = (float)manifold->count;
        bits.slipping |= ((manifold->flags & MANIFOLD_SLIPPING) != 0) << lane;
        bits.loaded |= ((manifold->flags & MANIFOLD_HEAVY) != 0) << lane;
        bits.waiting |= (manifold->flags >= MANIFOLD_WAITING) << lane;
        bits.owned_a |= ((manifold->flags & MANIFOLD_OWNED_A) != 0) << lane;
        bits.owned_b |= ((manifold->flags & MANIFOLD_OWNED_B) != 0) << lane;
        bits.bouncing |= (contact->material.restitution > 0.0f) << lane;
        DryVec3 surface = contact->material.surface_velocity;
        from->rolling |= contact->material.rolling * contact->material.rolling_radius > 0.0f;
        from->surface |= surface.x != 0.0f || surface.y != 0.0f || surface.z != 0.0f;
        from->special |= contact->material.special;
        bits.limited |= (contact->material.special != 0) << lane; /* only the sweeps know them */
        set_body_bits(step, contact, lane, &bits, from);
    }
    store_bits(&bits, b);
    int left_out = bits.bouncing | bits.limited | (bits.jointed_a & bits.jointed_b);
    from->facing = bits.spinning & (bits.owned_a | bits.owned_b) & ~left_out;
    from->owned_b = bits.owned_b;
    from->count = f8_load(counts);
}

/* Flags and record of one lane. */
static uint32_t special_of(const ContactStep *step, const ContactBatch *b, int lane, ContactSpecial *special)
{
    static const ContactSpecial none;
    int32_t index = b->first + lane;
    uint32_t flags = lane < b->count ? step->contacts[index].material.special : 0u;
    *special = flags != 0 ? step->specials[index] : none;
    return flags;
}

/* In elliptic lanes t1 follows the grain. */
static __attribute__((noinline)) void turn_to_grain(const ContactStep *step, ContactBatch *b, V8 axes[3])
{
    _Alignas(32) Lanes grain[3];
    for (int lane = 0; lane < BATCH_LANES; ++lane) {
        ContactSpecial special;
        set_lane(&b->elliptic, lane, (special_of(step, b, lane, &special) & MATERIAL_GRAIN) != 0);
        grain[0][lane] = special.grain.x;
        grain[1][lane] = special.grain.y;
        grain[2][lane] = special.grain.z;
    }
    V8 g = v8_load(grain), n = axes[0];
    g = v8_mad(g, f8_neg(v8_dot(g, n)), n);
    m8 elliptic = m8_from_bits(b->elliptic);
    f8 length = f8_select(elliptic, f8_sqrt(v8_dot(g, g)), f8_set(1.0f));
    g = v8_scale(f8_div(f8_set(1.0f), length), g);
    axes[1] = v8_select(elliptic, g, axes[1]);
    axes[2] = v8_select(elliptic, v8_cross(n, g), axes[2]);
}

/* The ellipsoid of friction in lanes with a grain, a ball in the others. A patch twists against the mean over
   all directions, which is the circumference of the ellipse over 2 pi (Ramanujan's). */
static void prepare_axes(ContactBatch *b, ContactExtra *e, int lane, bool grain, const ContactSpecial *m)
{
    float across = grain ? m->across : 1.0f, largest = f_max(across, 1.0f);
    float axes[3] = { 1.0f / largest, across / largest, 0.0f };
    float sum = axes[0] + axes[1];
    axes[2] = 0.5f * (3.0f * sum - sqrtf((3.0f * axes[0] + axes[1]) * (axes[0] + 3.0f * axes[1])));
    b->friction_static[lane] *= largest;
    b->friction_kinetic[lane] *= largest;
    for (int i = 0; i < 3; ++i) {
        e->axes[i][lane] = grain ? axes[i] : 1.0f;
        e->inv_axes[i][lane] = !grain ? 1.0f : axes[i] > 0.0f ? 1.0f / axes[i] : 0.0f;
    }
}

static void prepare_spring(ContactExtra *e, int lane, bool spring, const ContactSpecial *m)
{
    e->spring_stiffness[lane] = spring ? m->stiffness : 0.0f;
    e->spring_damping[lane] = spring ? m->damping : 0.0f;
}

static void prepare_softness(const ContactStep *step, const ContactBatch *b, ContactExtra *e, int lane,
                             bool given, const ContactSpecial *m)
{
    ContactSoftness soft = step->soft[b->resting >> lane & 1];
    if (given) {
        float most = CONTACT_HERTZ_PER_RATE * step->inv_h;
        soft = contact_softness(f_min(m->hertz, most), m->damping_ratio, step->h);
    }
    e->soft_rate[lane] = soft.rate;
    e->soft_mass_scale[lane] = soft.mass_scale;
    e->soft_impulse_scale[lane] = soft.impulse_scale;
    e->soft_compliance[lane] = soft.compliance;
    e->soft_block[lane] = soft.block;
}

/* What materials seldom have, lane by lane. Fields of the flags that are not set are not read. */
static __attribute__((noinline)) f8 prepare_special(const ContactStep *step, ContactBatch *b, ContactExtra *e,
                                                    uint32_t special)
{
    _Alignas(32) Lanes torsion;
    b->extras |= ((special & MATERIAL_SPRING) != 0 ? EXTRA_SPRINGS : 0) |
                 ((special & MATERIAL_SOFT) != 0 ? EXTRA_SOFT : 0);
    for (int lane = 0; lane < BATCH_LANES; ++lane) {
        ContactSpecial m;
        uint32_t flags = special_of(step, b, lane, &m);
        torsion[lane] = (flags & MATERIAL_TORSION) != 0 ? m.torsion_radius : 0.0f;
        prepare_axes(b, e, lane, (flags & MATERIAL_GRAIN) != 0, &m);
        prepare_spring(e, lane, (flags & MATERIAL_SPRING) != 0, &m);
        prepare_softness(step, b, e, lane, (flags & MATERIAL_SOFT) != 0, &m);
    }
    return f8_load(torsion);
}

/* Surface velocity and locks, lane by lane: rare. Rolling resistance keeps its impulses of last step. */
static void prepare_extras(const ContactStep *step, ContactBatch *b, ContactExtra *e)
{
    for (int lane = 0; lane < BATCH_LANES; ++lane) {
        const ContactInput *contact = lane < b->count ? &step->contacts[b->first + lane] : &no_contact;
        const Manifold *manifold =
            contact->manifold >= 0 ? &step->manifolds[contact->manifold] : &no_manifold;
        const ContactMaterial *m = &contact->material;
        DryVec3 t1 =
            v3(b->frame.tangent_1[0][lane], b->frame.tangent_1[1][lane], b->frame.tangent_1[2][lane]);
        DryVec3 t2 =
            v3(b->frame.tangent_2[0][lane], b->frame.tangent_2[1][lane], b->frame.tangent_2[2][lane]);
        e->rolling_limit[lane] = f_max(m->rolling * m->rolling_radius, 0.0f);
        bool keep = step->warm_starting && e->rolling_limit[lane] > 0.0f;
        e->rolling[0][lane] = keep ? v3_dot(manifold->rolling_impulse, manifold->normal) : 0.0f;
        e->rolling[1][lane] = keep ? v3_dot(manifold->rolling_impulse, t1) : 0.0f;
        e->rolling[2][lane] = keep ? v3_dot(manifold->rolling_impulse, t2) : 0.0f;
        e->surface[0][lane] = v3_dot(m->surface_velocity, t1);
        e->surface[1][lane] = v3_dot(m->surface_velocity, t2);
        uint32_t lock_a = step->bodies.mass[contact->body_a].flags,
                 lock_b = step->bodies.mass[contact->body_b].flags;
        static const uint32_t lock[3] = { SOLVER_LOCK_X, SOLVER_LOCK_Y, SOLVER_LOCK_Z };
        for (int axis = 0; axis < 3; ++axis) {
            e->free_a[axis][lane] = (lock_a & lock[axis]) != 0 ? 0.0f : 1.0f;
            e->free_b[axis][lane] = (lock_b & lock[axis]) != 0 ? 0.0f : 1.0f;
        }
    }
}

/* Normal part of the free acceleration of B against A. */
KERNEL_INLINE f8 normal_acceleration(const Sources *from, const ContactBatch *b, const ContactExtra *e, V8 n)
{
    f8 a[8], o[8];
    gather_words(from->acceleration_a, 0, a);
    gather_words(from->acceleration_b, 0, o);
    V8 free_a = { a[0], a[1], a[2] }, free_b = { o[0], o[1], o[2] };
    if (b->extras) {
        free_a = v8_mul(free_a, v8_load(e->free_a));
        free_b = v8_mul(free_b, v8_load(e->free_b));
    }
    return v8_dot(n, v8_sub(free_b, free_a));
}

/* Without a loop: in pieces, as some compilers store it then, it cannot be loaded for a while. */
LANES_INLINE void store_sym8(Lanes *out, const f8 s[SYM3_SIZE])
{
    f8_store(out[SYM3_00], s[SYM3_00]);
    f8_store(out[SYM3_01], s[SYM3_01]);
    f8_store(out[SYM3_02], s[SYM3_02]);
    f8_store(out[SYM3_11], s[SYM3_11]);
    f8_store(out[SYM3_12], s[SYM3_12]);
    f8_store(out[SYM3_22], s[SYM3_22]);
}

KERNEL_INLINE void prepare_masses(const ContactStep *step, ContactBatch *b)
{
    f8 a[8], o[8];
    f8_gather_rows(&step->bodies.mass[0].inv_mass, b->body_a, 8, a);
    f8_gather_rows(&step->bodies.mass[0].inv_mass, b->body_b, 8, o);
    f8_store(b->inv_mass_a, a[0]);
    f8_store(b->inv_mass_b, o[0]);
    store_sym8(b->inv_inertia_a, a + 1);
    store_sym8(b->inv_inertia_b, o + 1);
}

/* Lanes that touch, carry nothing yet and hardly move: they may be about to carry anything, and a column that
   stands near its limit does not forgive one badly solved step. */
KERNEL_INLINE m8 set_down(const ContactStep *step, const ContactBatch *b, m8 unloaded)
{
    if (m8_bits(unloaded) == 0) {
        return unloaded;
    }
    f8 gap = f8_set(step->gap);
    m8 touches = m8_none();
    for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
        m8 has = f8_gt(f8_load(b->separation[k]), f8_set(0.5f * NO_POINT));
        touches = m8_or(touches, m8_and(has, f8_le(f8_load(b->separation[k]), gap)));
    }
    touches = m8_and(unloaded, touches);
    if (m8_bits(touches) == 0) {
        return touches;
    }
    Twist8 v = relative_twist(&b->frame, gather_motion(step->bodies.velocity, b->body_a),
                              gather_motion(step->bodies.velocity, b->body_b));
    f8 speed2 = row3(v.vn, v.vn, v.v1, v.v1, v.v2, v.v2), slow = f8_set(step->set_down_speed);
    return m8_and(touches, f8_lt(speed2, f8_mul(slow, slow)));
}

/* Contacts under more load than the soft step carries without a visible sink: under heavy bodies on light
   ones, and low down in columns. What was loaded stays so down to half the limit. Contacts of jointed and of
   bouncing bodies, and those with limits or special materials, are left to what knows them. */
KERNEL_INLINE void find_heavy(const ContactStep *step, ContactBatch *b, const f8 impulse[8], f8 count)
{
    f8 mass_a = f8_load(b->inv_mass_a), mass_b = f8_load(b->inv_mass_b), half = f8_set(0.5f),
       one = f8_set(1.0f);
    f8 share = f8_select(m8_from_bits(b->loaded & ~b->slipping), half, one);
    f8 load = f8_add(f8_add(impulse[0], impulse[1]), f8_add(impulse[2], impulse[3]));
    m8 loaded = f8_gt(f8_mul(load, f8_add(mass_a, mass_b)), f8_mul(share, f8_set(step->heavy_load)));
    m8 has = f8_gt(count, f8_zero());
    m8 begun = set_down(step, b, m8_and(has, f8_le(load, f8_zero())));
    int others = b->jointed_a | b->jointed_b | b->bouncing | b->apart | b->limited;
    b->loaded = (uint8_t)(m8_bits(m8_and(loaded, has)) & ~others);
    b->heavy = (uint8_t)(b->loaded | (m8_bits(begun) & ~(others | b->slipping)));
}

/* A contact that does not change a body's velocity is as one with a body without mass. */
static void hold_lane(ContactBatch *b, int lane, int side)
{
    Lanes *inv_inertia = side == 0 ? b->inv_inertia_a : b->inv_inertia_b;
    (side == 0 ? b->inv_mass_a : b->inv_mass_b)[lane] = 0.0f;
    for (int i = 0; i < SYM3_SIZE; ++i) {
        inv_inertia[i][lane] = 0.0f;
    }
    *(side == 0 ? &b->dynamic_a : &b->dynamic_b) &= ~(1 << lane);
    b->resting |= 1 << lane;
    b->turning &= ~(1 << lane);
}

/* Lane by lane: rare. Impulses of the last step begin within the limits of this one. */
static __attribute__((noinline)) void prepare_limits(const ContactStep *step, ContactBatch *b,
                                                     ContactExtra *e)
{
    for (int lane = 0; lane < BATCH_LANES; ++lane) {
        static const ContactLimit none = { { FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX }, { false, false } };
        int32_t manifold = lane < b->count ? step->contacts[b->first + lane].manifold : -1;
        bool limited = manifold >= step->limited_begin;
        set_lane(&b->limited, lane, limited);
        const ContactLimit *limit = limited ? &step->limits[manifold - step->limited_begin] : &none;
        for (int k = 0; k < MANIFOLD_MAX_POINTS; ++k) {
            e->most[k][lane] = limit->most[k];
            set_lane(&b->capped, lane, limit->most[k] < FLT_MAX);
            b->impulse[k][lane] = f_min(b->impulse[k][lane], limit->most[k] * step->share);
        }
        for (int side = 0; side < 2; ++side) {
            if (limit->hold[side]) {
                hold_lane(b, lane, side);
            }
        }
    }
}

static void prepare_batch(const ContactStep *step, ContactBatch *b, ContactExtra *e)
{
    Sources from;
    find_sources(step, b, &from);
    f8 c[8], d[8], m[5][8], zero = f8_zero(), count = from.count;
    gather_words(from.contact, 0, c);
    gather_words(from.contact, 8, d);
    for (int i = 0; i < 5; ++i) {
        gather_words(from.manifold, 8 * i, m[i]);
    }
    Placement p;
    V8 between = placement(step, b, c, d, m, count, &p);
    if ((from.special & MATERIAL_GRAIN) != 0) {
        V8 axes[3] = { p.axes[0], p.axes[1], p.axes[2] }; /* copies: the others may stay in registers */
        turn_to_grain(step, b, axes);
        p.axes[1] = axes[1];
        p.axes[2] = axes[2];
    }
    if (from.facing != 0) {
        Placement ahead = p;
        place_halfway(step, b, from.facing, from.owned_b, between, &ahead);
        p = ahead;
    }
    V8 n = p.axes[0], t1 = p.axes[1], t2 = p.axes[2];
    f8 separation[4] = { m[0][7], m[1][4], m[2][1], m[2][6] }, u[4], w[4];
    v8_store(b->frame.normal, n);
    v8_store(b->frame.tangent_1, t1);
    v8_store(b->frame.tangent_2, t2);
    v8_store(b->frame.arm_a, p.arm_a);
    v8_store(b->frame.arm_b, p.arm_b);
    for (int k = 0; k < 4; ++k) {
        m8 has = f8_gt(count, f8_set((float)k + 0.5f));
        u[k] = f8_and_mask(has, v8_dot(p.spread[k], t1));
        w[k] = f8_and_mask(has, v8_dot(p.spread[k], t2));
        f8_store(b->u[k], u[k]);
        f8_store(b->w[k], w[k]);
        f8_store(b->separation[k], f8_select(has, separation[k], f8_set(NO_POINT)));
        has = step->warm_starting ? has : m8_none();
        f8_store(b->impulse[k], f8_and_mask(has, m[3][k]));
        f8_store(b->total[k], zero);
    }
    f8_store(b->friction_static, d[1]);
    f8_store(b->friction_kinetic, f8_min(d[2], d[1]));
    prepare_masses(step, b);
    if (step->limits != NULL) {
        prepare_limits(step, b, e);
    }
    if (step->heavy_load > 0.0f) {
        find_heavy(step, b, m[3], count);
    }
    b->extras = from.rolling || from.surface || from.locked || from.special != 0 ? EXTRA_ANY : 0;
    if (b->extras) {
        prepare_extras(step, b, e);
    }
    f8 torsion = from.special != 0 ? prepare_special(step, b, e, from.special) : zero;
    f8_store(b->half_h_acceleration, f8_mul(f8_set(0.5f * step->h), normal_acceleration(&from, b, e, n)));
    prepare_response(b, e, from.locked, &b->frame);
    prepare_blocks(step, b, e, u, w, count);
    if (b->bouncing != 0) {
        prepare_shares(step, b, e);
    }
    f8 radius = patch_radius(u, w, count);
    if (from.special != 0) {
        radius = f8_add(radius, torsion);
    }
    f8_store(b->radius, radius);
    prepare_friction(b, radius);
    if (b->elliptic != 0) {
        prepare_elliptic(b, e);
    }
    if (b->extras) {
        prepare_rolling(b, e);
    }
    m8 warm = m8_and(step->warm_starting ? m8_all() : m8_none(), f8_gt(count, zero));
    V8 friction = { f8_and_mask(warm, m[4][0]), f8_and_mask(warm, m[4][1]), f8_and_mask(warm, m[4][2]) };
    f8_store(b->friction[0], v8_dot(friction, t1));
    f8_store(b->friction[1], v8_dot(friction, t2));
    m8 twists = m8_and(warm, f8_gt(radius, zero));
    f8_store(b->friction[2], f8_and_mask(twists, f8_div(m[4][3], radius)));
    f8_store(b->last_word, m[4][7]);
    b->settled = 1; /* where they start */
    for (int i = 0; i < 3; ++i) {
        f8_store(b->moved[i], zero);
    }
}

/* Manifolds lie anywhere; those of the next batch are fetched while this one is worked on. */
static void fetch_manifolds(const ContactStep *step, int32_t first, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        int32_t manifold = step->contacts[first + i].manifold;
        if (manifold >= 0) {
            const char *bytes = (const char *)&step->manifolds[manifold];
            for (size_t at = 0; at < sizeof(Manifold); at += FETCH_LINE) {
                __builtin_prefetch(bytes + at);
            }
        }
    }
}

static uint32_t prepare_batches(const ContactStep *step, int32_t begin, int32_t end)
{
    int32_t color = 0, first = 0, count = 0;
    uint32_t found = 0;
    if (begin < end) {
        contact_batch_range(step, begin, &color, &first, &count);
    }
    for (int32_t i = begin; i < end; ++i) {
        ContactBatch *b = &step->batches[i];
        b->first = first;
        b->count = count;
        if (i + 1 < end) {
            contact_batch_range(step, i + 1, &color, &first, &count);
            fetch_manifolds(step, first, count);
        }
        prepare_batch(step, b, contact_extra(step, i));
        found |= (b->jointed_a | b->jointed_b) != 0 ? PREPARED_JOINTED : 0u;
        found |= b->bouncing != 0 ? PREPARED_BOUNCING : 0u;
        found |= b->apart != 0 ? PREPARED_APART : 0u;
        found |= b->heavy != 0 ? PREPARED_HEAVY : 0u;
    }
    return found;
}
