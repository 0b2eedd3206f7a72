/* C1.7 and C4.5 in the engine: friction by direction, torsion, rolling, and how materials combine. */
#include "contracts/check.h"

#include <drystone/drystone.h>

#define PI 3.14159265358979323846

static const double g = 10.0;

static DryWorld *open_world(DryMixFn *mix, void *user)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.gravity = dry_vec3(0.0f, -10.0f, 0.0f);
    def.sleeping = false;
    def.mix_materials = mix;
    def.mix_user = user;
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    return world;
}

static void step(DryWorld *world, int steps)
{
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(dry_world_step(world, 1.0f / 60.0f), DRY_OK);
    }
}

static DryBodyId add_body(DryWorld *world, DryBodyType type, DryPos position, DryQuat rotation)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = position;
    def.rotation = rotation;
    return dry_body_create(world, &def);
}

static DryShapeId add_box(DryWorld *world, DryBodyId body, DryVec3 half_extents, const DryMaterial *material)
{
    DryShapeOptions options = dry_shape_options_default();
    options.material = *material;
    DryBox box = { half_extents };
    DryShapeId shape = dry_shape_add_box(world, body, &box, &options);
    assert_int_not_equal(shape.index, 0);
    return shape;
}

static DryQuat about_y(double angle)
{
    return dry_quat_from_axis_angle(dry_vec3(0.0f, 1.0f, 0.0f), (float)angle);
}

static DryMaterial plain(float friction, DryCombine mode)
{
    DryMaterial m = dry_material_default();
    m.friction = friction;
    m.friction_combine = mode;
    return m;
}

/* ---- C1.7 ---- */

/* Where a point on a floor with friction `along` x and `across` it stops: v' = -g M M v / |M v|. */
static void ellipse_path(double along, double across, double v[2], double p[2])
{
    const double h = 1e-5;
    double friction[2] = { along, across };
    p[0] = p[1] = 0.0;
    while (v[0] * v[0] + v[1] * v[1] > 1e-6) {
        double pull = hypot(along * v[0], across * v[1]);
        for (int i = 0; i < 2; ++i) {
            p[i] += h * v[i];
            v[i] -= h * g * friction[i] * friction[i] * v[i] / pull;
        }
    }
}

/* A flat block pushed at 30 degrees to the grain of the floor. The floor's box stands turned by `floor`, and
   the block by `block`, about y; the grain stays where it is in the world. */
static void slide_on_grain(double floor, double block, double end[2])
{
    DryWorld *world = open_world(NULL, NULL);
    DryMaterial ground = plain(0.1f, DRY_COMBINE_MULTIPLY), body = plain(1.0f, DRY_COMBINE_MULTIPLY);
    ground.friction_direction = dry_vec3((float)cos(floor), 0.0f, (float)sin(floor));
    ground.friction_across = 6.0f;
    DryBodyId below = add_body(world, DRY_STATIC, dry_pos(0.0, -1.0, 0.0), about_y(floor));
    add_box(world, below, dry_vec3(60.0f, 1.0f, 60.0f), &ground);
    DryBodyId above = add_body(world, DRY_DYNAMIC, dry_pos(0.0, 0.1, 0.0), about_y(block));
    add_box(world, above, dry_vec3(0.5f, 0.1f, 0.5f), &body);
    step(world, 30);
    DryPos start = dry_body_position(world, above);
    dry_body_set_velocity(world, above,
                          dry_vec3((float)(5.0 * cos(PI / 6.0)), 0.0f, (float)(5.0 * sin(PI / 6.0))));
    step(world, 420);
    DryPos stop = dry_body_position(world, above);
    end[0] = stop.x - start.x;
    end[1] = stop.z - start.z;
    dry_world_destroy(world);
}

static void c1_7_a_block_follows_the_ellipse_of_a_grain(void **unused)
{
    (void)unused;
    double v[2] = { 5.0 * cos(PI / 6.0), 5.0 * sin(PI / 6.0) }, exact[2], end[2];
    ellipse_path(0.1, 0.6, v, exact);
    slide_on_grain(0.0, 0.0, end);
    print_message("stops at (%.4f, %.4f), exact (%.4f, %.4f)\n", end[0], end[1], exact[0], exact[1]);
    assert_close(end[0], exact[0], 0.02 * exact[0]);
    assert_close(end[1], exact[1], 0.02 * exact[0]);
}

static void c1_7_a_grain_does_not_depend_on_the_basis(void **unused)
{
    (void)unused;
    double first[2], end[2];
    slide_on_grain(0.0, 0.0, first);
    const double turns[5][2] = { { 0.0, 0.7 }, { 1.0, 0.0 }, { 2.0, -1.1 }, { -2.6, 0.4 }, { PI, 0.1 } };
    for (int i = 0; i < 5; ++i) {
        slide_on_grain(turns[i][0], turns[i][1], end);
        assert_close(end[0], first[0], 0.01 * first[0]);
        assert_close(end[1], first[1], 0.01 * first[0]);
    }
}

/* On a slope of tan 0.3 along the grain's across direction it holds, along the grain it slides. */
static double moved_on_slope(double heading)
{
    DryWorld *world = open_world(NULL, NULL);
    DryMaterial ground = plain(0.2f, DRY_COMBINE_MULTIPLY), body = plain(1.0f, DRY_COMBINE_MULTIPLY);
    ground.friction_direction = dry_vec3((float)cos(heading), 0.0f, (float)sin(heading));
    ground.friction_across = 2.0f;
    double angle = atan(0.3);
    DryQuat tilt = dry_quat_from_axis_angle(dry_vec3(0.0f, 0.0f, 1.0f), (float)-angle);
    DryBodyId below = add_body(world, DRY_STATIC, dry_pos(-sin(angle), -cos(angle), 0.0), tilt);
    add_box(world, below, dry_vec3(60.0f, 1.0f, 60.0f), &ground);
    DryBodyId above = add_body(world, DRY_DYNAMIC, dry_pos(0.25 * sin(angle), 0.25 * cos(angle), 0.0), tilt);
    add_box(world, above, dry_vec3(0.5f, 0.25f, 0.5f), &body);
    step(world, 15);
    DryPos start = dry_body_position(world, above);
    step(world, 120);
    DryPos stop = dry_body_position(world, above);
    dry_world_destroy(world);
    return hypot(stop.x - start.x, stop.y - start.y);
}

static void c1_7_a_grain_holds_across_and_lets_go_along(void **unused)
{
    (void)unused;
    assert_close(moved_on_slope(PI / 2.0), 0.0, 1e-3);
    double angle = atan(0.3), a = g * (sin(angle) - 0.2 * cos(angle));
    double from = 0.5 * a * 0.25 * 0.25, to = 0.5 * a * 2.25 * 2.25;
    assert_close(moved_on_slope(0.0), to - from, 0.02 * to);
}

static void c1_7_a_grain_of_one_is_none(void **unused)
{
    (void)unused;
    double ends[2];
    for (int i = 0; i < 2; ++i) {
        DryWorld *world = open_world(NULL, NULL);
        DryMaterial m = plain(0.5f, DRY_COMBINE_GEOMETRIC);
        m.friction_direction = i == 0 ? dry_vec3(0.0f, 0.0f, 0.0f) : dry_vec3(1.0f, 2.0f, 3.0f);
        DryBodyId below = add_body(world, DRY_STATIC, dry_pos(0.0, -1.0, 0.0), dry_quat_identity());
        add_box(world, below, dry_vec3(60.0f, 1.0f, 60.0f), &m);
        DryBodyId above = add_body(world, DRY_DYNAMIC, dry_pos(0.0, 0.25, 0.0), about_y(0.3));
        add_box(world, above, dry_vec3(0.5f, 0.25f, 0.5f), &m);
        dry_body_set_velocity(world, above, dry_vec3(3.0f, 0.0f, 1.0f));
        step(world, 60);
        ends[i] = dry_body_position(world, above).x;
        dry_world_destroy(world);
    }
    assert_true(ends[0] == ends[1]);
}

/* ---- C4.5 ---- */

static void c4_5_a_ball_spins_down_by_its_torsion_radius(void **unused)
{
    (void)unused;
    const float radius = 0.03f, mu = 0.5f;
    for (int i = 0; i < 2; ++i) {
        DryWorld *world = open_world(NULL, NULL);
        DryMaterial m = plain(mu, DRY_COMBINE_GEOMETRIC);
        DryBodyId below = add_body(world, DRY_STATIC, dry_pos(0.0, -1.0, 0.0), dry_quat_identity());
        add_box(world, below, dry_vec3(60.0f, 1.0f, 60.0f), &m);
        m.torsion_radius = i == 0 ? 0.0f : radius;
        DryBodyId ball = add_body(world, DRY_DYNAMIC, dry_pos(0.0, 0.5, 0.0), dry_quat_identity());
        DryShapeOptions options = dry_shape_options_default();
        options.material = m;
        DrySphere sphere = { { 0.0f, 0.0f, 0.0f }, 0.5f };
        dry_shape_add_sphere(world, ball, &sphere, &options);
        step(world, 10);
        dry_body_set_angular_velocity(world, ball, dry_vec3(0.0f, 10.0f, 0.0f));
        step(world, 60);
        double slowing = (double)mu * g * (double)m.torsion_radius / (0.4 * 0.5 * 0.5);
        assert_close((double)dry_body_angular_velocity(world, ball).y, 10.0 - slowing, 0.01);
        dry_world_destroy(world);
    }
}

/* The coefficients of a pair, told by the user's function. */
typedef struct Seen {
    DryContactMaterial mixed, answer;
    uint64_t tags[2];
    int calls;
    bool answers;
    DryWorld *world;
    DryStatus inside;
} Seen;

static void watch(DryContactMaterial *mixed, const DryMaterial *a, const DryMaterial *b, void *user)
{
    Seen *seen = user;
    seen->mixed = *mixed;
    seen->tags[0] = a->user_tag;
    seen->tags[1] = b->user_tag;
    ++seen->calls;
    if (seen->world) {
        seen->inside = dry_world_set_gravity(seen->world, dry_vec3(0.0f, 0.0f, 0.0f));
    }
    if (seen->answers) {
        *mixed = seen->answer;
    }
}

static DryBodyId touch(DryWorld *world, const DryMaterial *a, const DryMaterial *b)
{
    DryBodyId below = add_body(world, DRY_STATIC, dry_pos(0.0, -1.0, 0.0), dry_quat_identity());
    add_box(world, below, dry_vec3(60.0f, 1.0f, 60.0f), a);
    DryBodyId above = add_body(world, DRY_DYNAMIC, dry_pos(0.0, 0.5, 0.0), dry_quat_identity());
    add_box(world, above, dry_vec3(0.5f, 0.5f, 0.5f), b);
    step(world, 1);
    return above;
}

/* The other one counts the same in all directions, by the mean of its two coefficients. */
static void c1_7_the_stronger_of_two_grains_counts(void **unused)
{
    (void)unused;
    for (int order = 0; order < 2; ++order) {
        Seen seen = { .calls = 0 };
        DryWorld *world = open_world(watch, &seen);
        DryMaterial strong = plain(0.5f, DRY_COMBINE_MULTIPLY), weak = strong;
        strong.friction_direction = dry_vec3(1.0f, 0.0f, 0.0f);
        strong.friction_across = 0.25f;
        weak.friction_direction = dry_vec3(0.0f, 0.0f, 1.0f);
        weak.friction_across = 2.0f;
        touch(world, order == 0 ? &strong : &weak, order == 0 ? &weak : &strong);
        assert_close((double)seen.mixed.friction, 0.5 * 0.5 * sqrt(2.0), 1e-6);
        assert_close((double)seen.mixed.friction_across, 0.25, 1e-6);
        dry_world_destroy(world);
    }
}

static void c4_5_every_property_combines_by_its_mode(void **unused)
{
    (void)unused;
    const DryCombine modes[5] = { DRY_COMBINE_AVERAGE, DRY_COMBINE_MINIMUM, DRY_COMBINE_MAXIMUM,
                                  DRY_COMBINE_MULTIPLY, DRY_COMBINE_GEOMETRIC };
    const double wanted[5] = { 0.5, 0.2, 0.8, 0.16, 0.4 };
    for (int i = 0; i < 5; ++i) {
        Seen seen = { .calls = 0 };
        DryWorld *world = open_world(watch, &seen);
        DryMaterial a = dry_material_default(), b;
        a.friction_combine = a.restitution_combine = a.rolling_combine = a.torsion_combine = modes[i];
        b = a;
        a.friction = a.restitution = a.rolling_resistance = a.torsion_radius = 0.2f;
        b.friction = b.restitution = b.rolling_resistance = b.torsion_radius = 0.8f;
        touch(world, &a, &b);
        assert_int_equal(seen.calls, 1);
        assert_close((double)seen.mixed.friction, wanted[i], 1e-6);
        assert_close((double)seen.mixed.dynamic_friction, wanted[i], 1e-6);
        assert_close((double)seen.mixed.restitution, wanted[i], 1e-6);
        assert_close((double)seen.mixed.rolling_resistance, wanted[i], 1e-6);
        assert_close((double)seen.mixed.torsion_radius, wanted[i], 1e-6);
        dry_world_destroy(world);
    }
}

static void c4_5_springs_act_one_behind_the_other_and_the_softer_contact_rules(void **unused)
{
    (void)unused;
    Seen seen = { .calls = 0 };
    DryWorld *world = open_world(watch, &seen);
    DryMaterial a = dry_material_default(), b = a;
    a.stiffness = 3e4f, a.damping = 30.0f, b.stiffness = 6e4f, b.damping = 60.0f;
    a.contact_hertz = 20.0f, a.contact_damping_ratio = 3.0f, b.contact_hertz = 10.0f,
    b.contact_damping_ratio = 2.0f;
    touch(world, &a, &b);
    assert_close((double)seen.mixed.stiffness, 2e4, 0.1);
    assert_close((double)seen.mixed.damping, 20.0, 1e-4);
    assert_close((double)seen.mixed.contact_hertz, 10.0, 0.0);
    assert_close((double)seen.mixed.contact_damping_ratio, 2.0, 0.0);
    dry_world_destroy(world);
    world = open_world(watch, &seen);
    b.stiffness = 0.0f;
    touch(world, &a, &b);
    assert_close((double)seen.mixed.stiffness, 3e4, 0.1);
    assert_close((double)seen.mixed.damping, 30.0, 1e-4);
    dry_world_destroy(world);
}

static void c4_5_a_user_decides_for_a_pair(void **unused)
{
    (void)unused;
    Seen seen = { .answers = true };
    seen.answer =
        (DryContactMaterial){ .friction = 0.0f, .friction_across = 1.0f, .contact_damping_ratio = 1.0f };
    DryWorld *world = open_world(watch, &seen);
    DryMaterial a = plain(0.9f, DRY_COMBINE_GEOMETRIC), b = a;
    a.user_tag = 7;
    b.user_tag = 9000000000u;
    DryBodyId above = touch(world, &a, &b);
    assert_true((seen.tags[0] == 7 && seen.tags[1] == 9000000000u) ||
                (seen.tags[1] == 7 && seen.tags[0] == 9000000000u));
    dry_body_set_velocity(world, above, dry_vec3(1.0f, 0.0f, 0.0f));
    step(world, 60);
    assert_close((double)dry_body_velocity(world, above).x, 1.0, 1e-4);
    assert_int_equal(seen.calls, 1);
    /* a change of material asks again; nonsense counts for nothing, and the world is closed meanwhile */
    seen.answer.friction = seen.answer.dynamic_friction = -3.0f;
    seen.answer.restitution = 7.0f;
    seen.answer.stiffness = (float)NAN_DOUBLE;
    seen.world = world;
    DryContactRecord contact;
    assert_int_equal(dry_body_contacts(world, above, &contact, 1), 1);
    assert_int_equal(dry_shape_set_material(world, contact.shape_b, &b), DRY_OK);
    assert_int_equal(seen.calls, 2);
    assert_int_equal(seen.inside, DRY_ERROR_STATE);
    seen.world = NULL;
    step(world, 60);
    assert_close((double)dry_body_velocity(world, above).x, 0.0, 1e-4);
    assert_close(dry_body_position(world, above).y, 0.5, 5e-3);
    dry_world_destroy(world);
}

/* ---- materials of triangles ---- */

/* A floor of two rectangles: number 0 where x < 0, number 1 beyond. */
static DryMesh *two_floors(void)
{
    const DryVec3 v[6] = { { -20, 0, -20 }, { 0, 0, -20 }, { 20, 0, -20 },
                           { -20, 0, 20 },  { 0, 0, 20 },  { 20, 0, 20 } };
    const uint32_t t[12] = { 0, 3, 1, 1, 3, 4, 1, 4, 2, 2, 4, 5 };
    const uint16_t materials[4] = { 0, 0, 1, 1 };
    DryMeshSource source = {
        .vertices = v, .vertex_count = 6, .indices = t, .triangle_count = 4, .materials = materials
    };
    DryMesh *mesh = dry_mesh_create(&source, NULL);
    assert_non_null(mesh);
    assert_int_equal(dry_mesh_triangle_material(mesh, 1), 0);
    assert_int_equal(dry_mesh_triangle_material(mesh, 2), 1);
    return mesh;
}

typedef struct Floors {
    DryWorld *world;
    DryShapeId floor;
    DryBodyId block;
    DryMaterial materials[2];
} Floors;

/* Friction 0 and 0.5 below a block of 1 x 0.2 x 1 at x; the mesh stretched by 2 along x when scaled. */
static Floors open_floors(double x, bool scaled)
{
    Floors f = { .world = open_world(NULL, NULL) };
    f.materials[0] = plain(0.0f, DRY_COMBINE_MULTIPLY);
    f.materials[1] = plain(0.5f, DRY_COMBINE_MULTIPLY);
    DryMesh *mesh = two_floors();
    DryShapeOptions options = dry_shape_options_default();
    options.materials = f.materials;
    options.material_count = 2;
    DryVec3 scale = { 2.0f, 1.0f, -1.0f };
    DryBodyId below = add_body(f.world, DRY_STATIC, dry_pos(0.0, 0.0, 0.0), dry_quat_identity());
    f.floor = dry_shape_add_mesh(f.world, below, mesh, scaled ? &scale : NULL, &options);
    assert_int_not_equal(f.floor.index, 0);
    dry_mesh_release(mesh);
    DryMaterial one = plain(1.0f, DRY_COMBINE_MULTIPLY);
    f.block = add_body(f.world, DRY_DYNAMIC, dry_pos(x, 0.1, 0.3), dry_quat_identity());
    add_box(f.world, f.block, dry_vec3(0.5f, 0.1f, 0.5f), &one);
    step(f.world, 20);
    return f;
}

static void c4_5_a_block_slides_over_triangles_of_two_materials(void **unused)
{
    (void)unused;
    for (int scaled = 0; scaled < 2; ++scaled) {
        Floors f = open_floors(-3.0, scaled == 1);
        dry_body_set_velocity(f.world, f.block, dry_vec3(4.0f, 0.0f, 0.0f));
        step(f.world, 30);
        assert_close((double)dry_body_velocity(f.world, f.block).x, 4.0, 1e-3);
        step(f.world, 150);
        /* on the seam the load lies evenly, so that all of v^2 / 2 is spent in 0.5 g s, counted from the
         * middle */
        assert_close(dry_body_position(f.world, f.block).x, 16.0 / 2.0 / 5.0, 0.03);
        assert_close((double)dry_body_velocity(f.world, f.block).x, 0.0, 1e-4);
        dry_world_destroy(f.world);
    }
}

static void c4_5_a_block_on_the_seam_has_both_materials(void **unused)
{
    (void)unused;
    Floors f = open_floors(0.0, false);
    DryContactRecord contact;
    assert_int_equal(dry_body_contacts(f.world, f.block, &contact, 1), 1);
    assert_int_equal(contact.point_count, 8);
    /* pushed along the seam: half the load on each side */
    dry_body_set_velocity(f.world, f.block, dry_vec3(0.0f, 0.0f, 3.0f));
    dry_body_set_locks(f.world, f.block, DRY_LOCK_ROTATION);
    step(f.world, 30);
    assert_close((double)dry_body_velocity(f.world, f.block).z, 3.0 - 0.25 * g * 0.5, 0.1);
    dry_world_destroy(f.world);
}

/* Begin and hit events name the materials on both sides, that of the triangle where it has its own. */
static void c4_5_events_name_the_material_of_the_triangle(void **unused)
{
    (void)unused;
    for (int side = 0; side < 2; ++side) {
        Floors f = open_floors(side == 0 ? -3.0 : 3.0, false);
        f.materials[0].user_tag = 70;
        f.materials[1].user_tag = 71;
        assert_int_equal(dry_shape_set_materials(f.world, f.floor, f.materials, 2), DRY_OK);
        DryShapeOptions options = dry_shape_options_default();
        options.material.user_tag = 5;
        options.hit_events = options.contact_events = true;
        DryBodyId ball =
            add_body(f.world, DRY_DYNAMIC, dry_pos(side == 0 ? -8.0 : 8.0, 2.0, 3.0), dry_quat_identity());
        DrySphere sphere = { { 0, 0, 0 }, 0.5f };
        assert_int_not_equal(dry_shape_add_sphere(f.world, ball, &sphere, &options).index, 0);
        int hits = 0, begins = 0;
        for (int i = 0; i < 60; ++i) {
            step(f.world, 1);
            DryEvents e = dry_world_events(f.world);
            for (int k = 0; k < e.hit_count; ++k, ++hits) {
                assert_int_equal(e.hits[k].material_a + e.hits[k].material_b, 75 + side);
                assert_true(e.hits[k].material_a == 5 || e.hits[k].material_b == 5);
            }
            for (int k = 0; k < e.contact_begin_count; ++k, ++begins) {
                uint64_t a = e.contact_begin[k].material_a, b = e.contact_begin[k].material_b;
                assert_int_equal(a + b, 75 + side);
            }
        }
        assert_true(hits == 1 && begins == 1);
        dry_world_destroy(f.world);
    }
}

/* Adds up, over the manifolds of one call, the tags of both sides. */
static void add_tags(DryContactModification *c, int32_t worker, void *user)
{
    uint64_t *sums = user;
    (void)worker;
    sums[0] += c->material_a->user_tag + c->material_b->user_tag;
    for (int32_t i = 0; i < c->manifold_count; ++i) {
        sums[1] += c->manifolds[i].material_a->user_tag + c->manifolds[i].material_b->user_tag;
        c->manifolds[i].friction = c->manifolds[i].dynamic_friction =
            c->manifolds[i].material_a->user_tag == 71 || c->manifolds[i].material_b->user_tag == 71 ? 0.0f
                                                                                                     : 1.0f;
    }
}

/* The contact modifier is told the materials of both sides, for each manifold those of its triangles. */
static void c4_5_a_modifier_sees_the_materials_of_triangles(void **unused)
{
    (void)unused;
    Floors f = open_floors(0.0, false);
    uint64_t sums[2] = { 0, 0 };
    f.materials[0].user_tag = 70;
    f.materials[1].user_tag = 71;
    assert_int_equal(dry_shape_set_materials(f.world, f.floor, f.materials, 2), DRY_OK);
    DryShapeId block;
    assert_int_equal(dry_body_shapes(f.world, f.block, &block, 1), 1);
    DryMaterial own = dry_shape_material(f.world, block);
    own.user_tag = 5;
    assert_int_equal(dry_shape_set_material(f.world, block, &own), DRY_OK);
    assert_int_equal(dry_shape_set_modify_contacts(f.world, block, true), DRY_OK);
    DryContactModifier modifier = { .modify = add_tags, .user = sums };
    assert_int_equal(dry_world_set_contact_modifier(f.world, &modifier), DRY_OK);
    step(f.world, 1);
    assert_int_equal(sums[0], 5);
    assert_int_equal(sums[1], 70 + 5 + 71 + 5);
    /* and can decide by them: the friction of the two sides changes places */
    DryPose pose = dry_body_pose(f.world, f.block);
    pose.position.x = 5.0;
    assert_int_equal(dry_body_set_pose(f.world, f.block, pose), DRY_OK);
    dry_body_set_velocity(f.world, f.block, dry_vec3(2.0f, 0.0f, 0.0f));
    step(f.world, 30);
    assert_close((double)dry_body_velocity(f.world, f.block).x, 2.0, 1e-3);
    dry_world_destroy(f.world);
}

static void c4_5_materials_of_triangles_can_be_changed_and_restored(void **unused)
{
    (void)unused;
    Floors f = open_floors(5.0, false);
    assert_int_equal(dry_shape_material_count(f.world, f.floor), 2);
    assert_close((double)dry_shape_material_at(f.world, f.floor, 1).friction, 0.5, 0.0);
    dry_body_set_velocity(f.world, f.block, dry_vec3(2.0f, 0.0f, 0.0f));
    size_t size = dry_world_save(f.world, NULL, 0);
    void *data = test_malloc(size);
    assert_int_equal(dry_world_save(f.world, data, size), size);
    uint64_t before = dry_world_hash(f.world);
    step(f.world, 60);
    double rubber = dry_body_position(f.world, f.block).x;
    uint64_t after = dry_world_hash(f.world);
    assert_close(rubber, 5.0 + 4.0 / 2.0 / 5.0, 0.01);
    /* ice in its place, and then none: the shape's own */
    f.materials[1].friction = 0.0f;
    assert_int_equal(dry_world_restore(f.world, data, size), DRY_OK);
    assert_int_equal(dry_shape_set_materials(f.world, f.floor, f.materials, 2), DRY_OK);
    assert_true(dry_world_hash(f.world) != before);
    step(f.world, 60);
    assert_close((double)dry_body_velocity(f.world, f.block).x, 2.0, 1e-3);
    assert_int_equal(dry_shape_set_materials(f.world, f.floor, NULL, 0), DRY_OK);
    assert_int_equal(dry_shape_material_count(f.world, f.floor), 0);
    step(f.world, 60);
    assert_close((double)dry_body_velocity(f.world, f.block).x, 0.0, 1e-3);
    /* back to the first ones, bit by bit */
    assert_int_equal(dry_world_restore(f.world, data, size), DRY_OK);
    assert_true(dry_world_hash(f.world) == before);
    step(f.world, 60);
    assert_true(dry_world_hash(f.world) == after);
    /* once trimmed, a snapshot that names them is refused */
    assert_int_equal(dry_shape_set_materials(f.world, f.floor, NULL, 0), DRY_OK);
    dry_world_trim(f.world);
    assert_int_equal(dry_world_restore(f.world, data, size), DRY_ERROR_FORMAT);
    test_free(data);
    dry_world_destroy(f.world);
    assert_int_equal(dry_allocated_bytes(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c1_7_a_block_follows_the_ellipse_of_a_grain),
        cmocka_unit_test(c1_7_a_grain_does_not_depend_on_the_basis),
        cmocka_unit_test(c1_7_a_grain_holds_across_and_lets_go_along),
        cmocka_unit_test(c1_7_a_grain_of_one_is_none),
        cmocka_unit_test(c4_5_a_ball_spins_down_by_its_torsion_radius),
        cmocka_unit_test(c1_7_the_stronger_of_two_grains_counts),
        cmocka_unit_test(c4_5_every_property_combines_by_its_mode),
        cmocka_unit_test(c4_5_springs_act_one_behind_the_other_and_the_softer_contact_rules),
        cmocka_unit_test(c4_5_a_user_decides_for_a_pair),
        cmocka_unit_test(c4_5_a_block_slides_over_triangles_of_two_materials),
        cmocka_unit_test(c4_5_a_block_on_the_seam_has_both_materials),
        cmocka_unit_test(c4_5_events_name_the_material_of_the_triangle),
        cmocka_unit_test(c4_5_a_modifier_sees_the_materials_of_triangles),
        cmocka_unit_test(c4_5_materials_of_triangles_can_be_changed_and_restored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
