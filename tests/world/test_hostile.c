/* Scenes nobody would build: every setting at some end of its range, masses apart by 1e15, materials at odds,
   callbacks that answer with anything. Bodies may look wrong then, but all stay finite and no faster than the
   world allows, with the same bits on any number of workers. */
#include "support/build.h"

#include "support/random.h"

#include <math.h>

enum {
    SCENES = 140,
    STEPS = 12,
    PASSIVE = 900,
    MOST_BODIES = 64
};

static float pick(Random *random, const float *of, int count)
{
    return of[random_int(random, count)];
}
#define PICK(random, ...)                        \
    pick(random, (const float[]){ __VA_ARGS__ }, \
         (int)(sizeof((const float[]){ __VA_ARGS__ }) / sizeof(float)))

static bool one_in(Random *random, int count)
{
    return random_int(random, count) == 0;
}

/* ---- callbacks: wild, but only from what they are given ---- */

static void wild_modifier(DryContactModification *c, int32_t worker, void *user)
{
    (void)worker;
    (void)user;
    uint64_t now = dry_world_step_count(c->world);
    Random random = random_seeded(c->shape_a.index * 65537ull + c->shape_b.index * 257ull + now);
    c->drop = one_in(&random, 6);
    c->hold_a = one_in(&random, 6);
    c->hold_b = one_in(&random, 6);
    for (int i = 0; i < c->manifold_count; ++i) {
        DryModifyManifold *m = &c->manifolds[i];
        switch (random_int(&random, 8)) {
        case 0:
            m->normal = dry_vec3(0, 0, 0);
            break;
        case 1:
            m->normal = dry_vec3(-m->normal.x, -m->normal.y, -m->normal.z);
            break;
        case 2:
            m->friction = NAN;
            break;
        case 3:
            m->target_velocity = dry_vec3(1e6f, 0, 0);
            break;
        default:
            break;
        }
        for (int k = 0; k < m->point_count; ++k) {
            m->points[k].drop = one_in(&random, 8);
            if (one_in(&random, 4)) {
                m->points[k].maximum_impulse = PICK(&random, 0.0f, 1e-3f, 1e30f);
            }
            if (one_in(&random, 8)) {
                m->points[k].offset = PICK(&random, 1e6f, -1e6f);
            }
        }
    }
}

static void wild_mix(DryContactMaterial *mix, const DryMaterial *a, const DryMaterial *b, void *user)
{
    (void)user;
    Random random = random_seeded(a->user_tag * 31 + b->user_tag * 17);
    float *values[] = { &mix->friction, &mix->dynamic_friction, &mix->restitution, &mix->rolling_resistance,
                        &mix->stiffness };
    *values[random_int(&random, 5)] = PICK(&random, NAN, INFINITY, -1.0f, 1e30f, 0.0f);
}

static float wild_strength(float distance, void *user)
{
    (void)user;
    return distance < 1.0f ? NAN : distance < 2.0f ? INFINITY : distance < 3.0f ? 1e30f : 1.0f;
}

static bool some_pairs(const DryPairCandidate *pair, void *user)
{
    (void)user;
    return (pair->shape_a.index + pair->shape_b.index) * 7 % 11 != 0;
}

/* ---- scenes ---- */

static DryMaterial wild_material(Random *random)
{
    DryMaterial m = dry_material_default();
    m.user_tag = random_u32(random) % 100u;
    switch (random_int(random, 10)) {
    case 0:
        m.stiffness = PICK(random, 1e-6f, 1.0f, 1e4f, 1e8f, 1e12f);
        m.damping = PICK(random, 0.0f, 1.0f, 1e4f, 1e12f);
        break;
    case 1:
        m.friction = 1e6f;
        break;
    case 2:
        m.restitution = 1.0f;
        m.friction = 0.0f;
        break;
    case 3:
        m.rolling_resistance = PICK(random, 0.1f, 1e6f);
        break;
    case 4:
        m.friction_direction = dry_vec3(1, 0, random_float(random, -1, 1));
        m.friction_across = PICK(random, 1e3f, 0.0f);
        break;
    case 5:
        m.torsion_radius = PICK(random, 1e8f, 0.1f);
        break;
    case 6:
        m.contact_hertz = PICK(random, 1e5f, 0.01f);
        m.contact_damping_ratio = PICK(random, 1e3f, 0.0f);
        break;
    case 7:
        m.surface_velocity = dry_vec3(random_float(random, -5, 5), 0, PICK(random, 1e6f, 0.0f));
        break;
    case 8:
        m.restitution = random_float(random, 0, 1);
        break;
    default:
        break;
    }
    return m;
}

static DryWorldDef wild_world(Random *random)
{
    DryWorldDef d = dry_world_def_default();
    float aside = one_in(random, 8) ? 3.0f : 0.0f;
    d.gravity = dry_vec3(aside, -PICK(random, 0.0f, 10.0f, 10.0f, 100.0f, 1e5f, -1e3f), 0);
    d.substeps = random_int(random, 6) == 0 ? 24 : 1 << random_int(random, 4);
    d.iterations = one_in(random, 4) ? 4 : 1;
    d.position_pass = one_in(random, 3);
    d.joints_first = one_in(random, 3);
    d.direct_contacts = !one_in(random, 8);
    d.warm_starting = !one_in(random, 10);
    d.length_unit = PICK(random, 1.0f, 1.0f, 1.0f, 0.01f, 100.0f, 1e-4f, 1e4f);
    d.maximum_speed = one_in(random, 6) ? 0.0f : fminf(500.0f, 1e6f / d.length_unit);
    d.contact_hertz = PICK(random, 30.0f, 30.0f, 30.0f, 1e5f, 0.01f);
    d.contact_damping_ratio = one_in(random, 9) ? 0.0f : d.contact_damping_ratio;
    d.push_speed = one_in(random, 6) ? 1e5f : d.push_speed;
    d.sleep_time = PICK(random, 0.1f, 0.5f);
    d.mix_materials = one_in(random, 4) ? wild_mix : NULL;
    return d;
}

/* How the bodies of one scene are laid out and what they may be. */
typedef struct Layout {
    int kind, count, masses, locks;
    bool same, modified;
    float unit, top;
    DryMaterial material;
} Layout;

static DryPos place(Random *random, Layout *l, int i, float half)
{
    float u = l->unit;
    if (l->kind == 0) { /* a column */
        float aside = random_float(random, -0.01f, 0.01f) * u;
        DryPos at = dry_pos((double)aside, (double)(l->top + half), 0);
        l->top += 2.0f * half;
        return at;
    }
    if (l->kind == 1) { /* a heap, inside each other */
        double x = random_double(random, -1, 1), y = random_double(random, 0, 3);
        double z = random_double(random, -1, 1);
        return dry_pos(x * (double)u, y * (double)u, z * (double)u);
    }
    if (l->kind == 2) { /* a wall */
        return dry_pos((double)((float)(i % 6) * u), (double)((float)(i / 6) * u + half), 0);
    }
    return dry_pos((double)((float)i * 0.9f * u), (double)half, 0); /* a row, pressed together */
}

static void set_mass(Random *random, DryWorld *world, DryBodyId body, const Layout *l, int i)
{
    float wanted = l->masses == 1   ? PICK(random, 1e-6f, 1e9f, 1.0f, 1e3f, 1e-3f, 1e6f)
                   : l->masses == 2 ? (i + 1 == l->count ? 1e9f : 1e-6f)
                                    : (i % 2 != 0 ? 1e6f : 1e-4f);
    DryMass m = dry_body_mass(world, body);
    float scale = wanted / m.mass;
    m.mass = wanted;
    m.inertia = (DrySym3){ m.inertia.xx * scale, m.inertia.xy * scale, m.inertia.xz * scale,
                           m.inertia.yy * scale, m.inertia.yz * scale, m.inertia.zz * scale };
    (void)dry_body_set_mass(world, body, &m); /* may be out of range */
}

static DryBodyId add_body(Random *random, DryWorld *world, Layout *l, int i)
{
    float half = l->unit * (l->same ? 0.5f : random_float(random, 0.1f, 0.6f));
    DryBodyDef def = dry_body_def_default();
    def.type = one_in(random, 40) ? DRY_KINEMATIC : DRY_DYNAMIC;
    def.position = place(random, l, i, half);
    uint32_t locks = random_u32(random) % 64u;
    def.locks = l->locks == 2 ? (uint32_t)DRY_LOCK_PLANAR : l->locks == 1 && one_in(random, 3) ? locks : 0u;
    DryBodyId body = dry_body_create(world, &def);
    assert_int_not_equal(body.index, 0);
    DryShapeOptions options = dry_shape_options_default();
    options.material = l->same ? l->material : wild_material(random);
    options.modify_contacts = l->modified || one_in(random, 10);
    int shape = l->kind == 1 || one_in(random, 20) ? random_int(random, 3) : 0;
    if (shape == 0) {
        DryBox box = { { half, half, half } };
        (void)dry_shape_add_box(world, body, &box, &options);
    } else if (shape == 1) {
        DrySphere ball = { { 0, 0, 0 }, half };
        (void)dry_shape_add_sphere(world, body, &ball, &options);
    } else {
        DryCapsule capsule = { { -half, 0, 0 }, { half, 0, 0 }, 0.5f * half };
        (void)dry_shape_add_capsule(world, body, &capsule, &options);
    }
    if (def.type == DRY_DYNAMIC && l->masses != 0) {
        set_mass(random, world, body, l, i);
    }
    if (def.type == DRY_KINEMATIC) {
        (void)dry_body_set_velocity(world, body, dry_vec3(PICK(random, 0.0f, 1.0f, 1e3f), 0, 0));
    }
    return body;
}

static void build_scene(Random *random, DryWorld *world)
{
    float u = dry_world_def(world).length_unit;
    DryBodyId ground = build_body(world, DRY_STATIC, 0, -(double)u, 0);
    DryShapeOptions options = dry_shape_options_default();
    options.material = wild_material(random);
    options.modify_contacts = one_in(random, 3);
    DryBox slab = { { 50.0f * u, u, 50.0f * u } };
    (void)dry_shape_add_box(world, ground, &slab, &options);
    Layout l = { .unit = u };
    l.kind = random_int(random, 4);
    l.count = 10 + random_int(random, 30);
    l.masses = random_int(random, 4);
    l.locks = random_int(random, 3);
    l.same = one_in(random, 2);
    l.modified = one_in(random, 3);
    l.material = wild_material(random);
    DryBodyId last = { 0, 0 };
    for (int i = 0; i < l.count; ++i) {
        DryBodyId body = add_body(random, world, &l, i);
        if (l.kind == 1 && i > 0 && one_in(random, 6)) {
            DryBallDef def = dry_ball_def_default();
            def.body_a = last, def.body_b = body;
            def.frame_a.position = dry_vec3(0.5f * u, 0, 0);
            def.frame_b.position = dry_vec3(-0.5f * u, 0, 0);
            (void)dry_ball_create(world, &def);
        }
        last = body;
    }
    if (l.modified || one_in(random, 4)) {
        DryContactModifier modifier = { wild_modifier, NULL, one_in(random, 2) };
        assert_int_equal(dry_world_set_contact_modifier(world, &modifier), DRY_OK);
    }
    if (one_in(random, 4)) {
        assert_int_equal(dry_world_set_pair_filter(world, some_pairs, NULL), DRY_OK);
    }
}

static void explode(Random *random, DryWorld *world)
{
    DryExplosion e = dry_explosion_default();
    e.radius = PICK(random, 0.0f, 1.0f, 1e6f, 1e30f);
    e.falloff = PICK(random, 0.0f, 1.0f, 1e6f, 1e30f);
    e.impulse = PICK(random, 1.0f, 1e3f, 1e12f, -10.0f, 1e30f);
    e.law = (DryFalloff)random_int(random, 5);
    e.blast = (DryBlast)random_int(random, 2);
    double x = random_double(random, -1, 1);
    e.position = dry_pos(x, 0.5, 0);
    e.occlusion = one_in(random, 2);
    e.strength = one_in(random, 2) ? wild_strength : NULL;
    (void)dry_world_explode(world, &e); /* some are refused */
}

/* What a user does between two steps. */
static void meddle(Random *random, DryWorld *world, int step)
{
    DryBodyId ids[MOST_BODIES];
    int count = dry_world_bodies(world, ids, MOST_BODIES);
    if (step % 7 == 3) {
        explode(random, world);
    }
    if (step % 5 == 2) {
        DryBodyId body = ids[random_int(random, count)];
        (void)dry_body_set_locks(world, body, random_u32(random) % 64u);
    }
    if (step % 4 == 1) {
        DryMaterial m = wild_material(random);
        (void)dry_shape_set_material(world, first_shape(world, ids[random_int(random, count)]), &m);
    }
    if (step % 9 == 5) {
        (void)dry_body_destroy(world, ids[random_int(random, count)]);
    }
}

/* ---- checks ---- */

static double length(DryVec3 v)
{
    return sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y + (double)v.z * (double)v.z);
}

static bool finite_vector(DryVec3 v)
{
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static void check_bodies(const DryWorld *world, uint64_t seed, int step)
{
    DryWorldDef def = dry_world_def(world);
    double most = def.maximum_speed > 0.0f ? (double)def.maximum_speed * (double)def.length_unit : 1e6;
    DryBodyId ids[MOST_BODIES];
    int count = dry_world_bodies(world, ids, MOST_BODIES);
    for (int i = 0; i < count; ++i) {
        DryVec3 v = dry_body_velocity(world, ids[i]), w = dry_body_angular_velocity(world, ids[i]);
        DryPos p = dry_body_position(world, ids[i]);
        bool finite = finite_vector(v) && finite_vector(w) && isfinite(p.x) && isfinite(p.y) && isfinite(p.z);
        if (!finite || dry_body_is_quarantined(world, ids[i])) {
            fail_msg("scene %llu, step %d: body %d has left", (unsigned long long)seed, step, i);
        }
        if (dry_body_type(world, ids[i]) == DRY_DYNAMIC && length(v) > 1.001 * most) {
            fail_msg("scene %llu, step %d: body %d has %g m/s", (unsigned long long)seed, step, i, length(v));
        }
    }
}

static DryWorld *make_scene(Random *random, int32_t workers)
{
    DryWorldDef def = wild_world(random);
    def.workers = workers;
    DryWorld *world = dry_world_create(&def);
    if (world == NULL) {
        fail_msg("%s", dry_last_error());
    }
    build_scene(random, world);
    return world;
}

static void run_scene(uint64_t seed)
{
    Random random[2] = { random_seeded(seed), random_seeded(seed) };
    DryWorld *world[2] = { make_scene(&random[0], 1), make_scene(&random[1], 3) };
    float dt = 0.0f;
    for (int i = 0; i < 2; ++i) {
        dt = PICK(&random[i], 1.0f / 60.0f, 1.0f / 60.0f, 1e-6f, 0.5f, 1.0f / 30.0f);
    }
    for (int step = 0; step < STEPS; ++step) {
        for (int i = 0; i < 2; ++i) {
            meddle(&random[i], world[i], step);
            if (dry_world_step(world[i], dt) != DRY_OK) {
                fail_msg("scene %llu, step %d: %s", (unsigned long long)seed, step,
                         dry_world_error(world[i]));
            }
        }
        check_bodies(world[0], seed, step);
        if (dry_world_hash(world[0]) != dry_world_hash(world[1])) {
            fail_msg("scene %llu, step %d: one and three workers differ", (unsigned long long)seed, step);
        }
    }
    dry_world_destroy(world[0]);
    dry_world_destroy(world[1]);
}

static void nobody_leaves_and_nobody_is_too_fast(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= SCENES; ++seed) {
        run_scene(seed);
    }
}

/* ---- energy ---- */

/* Materials that give nothing: no surface that moves. */
static DryMaterial passive_material(Random *random)
{
    DryMaterial m = wild_material(random);
    m.surface_velocity = dry_vec3(0, 0, 0);
    return m;
}

/* A column or a wall of boxes that touch, and nothing that works on them but gravity. Returns the mass. */
static double build_passive(Random *random, DryWorld *world)
{
    float u = dry_world_def(world).length_unit;
    DryBodyId ground = build_body(world, DRY_STATIC, 0, -(double)u, 0);
    DryShapeOptions options = dry_shape_options_default();
    options.material = passive_material(random);
    DryBox slab = { { 50.0f * u, u, 50.0f * u } };
    (void)dry_shape_add_box(world, ground, &slab, &options);
    Layout l = { .kind = 2 * random_int(random, 2), .unit = u, .same = true };
    l.count = 5 + random_int(random, 20);
    l.masses = random_int(random, 4);
    options.material = passive_material(random);
    double mass = 0.0;
    for (int i = 0; i < l.count; ++i) {
        DryBodyDef def = dry_body_def_default();
        def.type = DRY_DYNAMIC;
        def.position = place(random, &l, i, 0.5f * u);
        DryBodyId body = dry_body_create(world, &def);
        DryBox box = { { 0.5f * u, 0.5f * u, 0.5f * u } };
        (void)dry_shape_add_box(world, body, &box, &options);
        if (l.masses != 0) {
            set_mass(random, world, body, &l, i);
        }
        DryVec3 v = dry_vec3(0, 0, 0);
        v.x = random_float(random, -1, 1) * u;
        v.z = random_float(random, -1, 1) * u;
        (void)dry_body_set_velocity(world, body, v);
        mass += (double)dry_body_mass(world, body).mass;
    }
    return mass;
}

/* Kinetic and potential energy together never rise by more than a thousandth of what the bodies could fall or
   are thrown with: within one length unit, and at one unit a second. Where a substep's fall is no longer
   small against the bodies they end up inside each other, and pushing them apart may lift them. */
static bool run_passive(uint64_t seed, double *gain)
{
    Random random = random_seeded(seed);
    DryWorldDef def = wild_world(&random);
    float dt = PICK(&random, 1.0f / 60.0f, 1.0f / 60.0f, 1e-6f, 1.0f / 30.0f);
    double g = length(def.gravity), h = (double)dt / def.substeps, unit = (double)def.length_unit;
    if (g * h * h > 0.1 * unit) {
        return false;
    }
    def.workers = 1;
    def.mix_materials = NULL;
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    double scale = build_passive(&random, world) * (g * unit + 0.5 * unit * unit);
    double first = dry_world_energy(world).total;
    for (int step = 0; step < 40; ++step) {
        assert_int_equal(dry_world_step(world, dt), DRY_OK);
        *gain = fmax(*gain, (dry_world_energy(world).total - first) / scale);
    }
    dry_world_destroy(world);
    return true;
}

static void passive_scenes_gain_nothing(void **unused)
{
    (void)unused;
    double worst = 0.0;
    int scenes = 0;
    for (uint64_t seed = 1; seed <= PASSIVE; ++seed) {
        double gain = 0.0;
        scenes += run_passive(seed, &gain) ? 1 : 0;
        if (gain >= 1e-3) {
            fail_msg("scene %llu gains %g", (unsigned long long)seed, gain);
        }
        worst = fmax(worst, gain);
    }
    print_message("largest gain in %d scenes: %g\n", scenes, worst);
    assert_true(scenes > 600);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_leaves_and_nobody_is_too_fast),
        cmocka_unit_test(passive_scenes_gain_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
