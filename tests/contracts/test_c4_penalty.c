/* C4.3: penalty contacts, springs and dampers by pair of materials. */
#include "contracts/check.h"
#include "support/random.h"

#include <drystone/drystone.h>

#define PI 3.14159265358979323846

static const double g = 10.0;

typedef struct Effort {
    float dt;
    int32_t substeps;
} Effort;

static DryWorld *open_world(Effort effort)
{
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.gravity = dry_vec3(0.0f, -10.0f, 0.0f);
    def.sleeping = false;
    def.substeps = effort.substeps;
    DryWorld *world = dry_world_create(&def);
    assert_non_null(world);
    return world;
}

static DryMaterial spring(float stiffness, float damping)
{
    DryMaterial m = dry_material_default();
    m.stiffness = stiffness;
    m.damping = damping;
    return m;
}

static DryBodyId add_body(DryWorld *world, DryBodyType type, DryPos position)
{
    DryBodyDef def = dry_body_def_default();
    def.type = type;
    def.position = position;
    return dry_body_create(world, &def);
}

static DryBodyId add_box(DryWorld *world, DryBodyType type, DryPos position, DryVec3 half_extents,
                         const DryMaterial *material, float density)
{
    DryBodyId body = add_body(world, type, position);
    DryShapeOptions options = dry_shape_options_default();
    options.material = *material;
    options.density = density;
    DryBox box = { half_extents };
    assert_int_not_equal(dry_shape_add_box(world, body, &box, &options).index, 0);
    return body;
}

static void add_ground(DryWorld *world, const DryMaterial *material)
{
    add_box(world, DRY_STATIC, dry_pos(0.0, -1.0, 0.0), dry_vec3(60.0f, 1.0f, 60.0f), material, 1.0f);
}

/* Radius 0.5, 1 kg. */
static DryBodyId add_ball(DryWorld *world, DryPos position, const DryMaterial *material)
{
    DryBodyId body = add_body(world, DRY_DYNAMIC, position);
    DryShapeOptions options = dry_shape_options_default();
    options.material = *material;
    options.density = (float)(1.0 / (4.0 / 3.0 * PI * 0.125));
    DrySphere sphere = { { 0.0f, 0.0f, 0.0f }, 0.5f };
    assert_int_not_equal(dry_shape_add_sphere(world, body, &sphere, &options).index, 0);
    return body;
}

static void c4_3_a_load_sinks_by_its_weight_over_the_stiffness(void **unused)
{
    (void)unused;
    const Effort efforts[3] = { { 1.0f / 60.0f, 4 }, { 1.0f / 60.0f, 1 }, { 1.0f / 240.0f, 8 } };
    for (int i = 0; i < 3; ++i) {
        DryWorld *world = open_world(efforts[i]);
        DryMaterial rigid = dry_material_default(), soft = spring(1000.0f, 60.0f);
        add_ground(world, &rigid);
        DryBodyId ball = add_ball(world, dry_pos(0.0, 0.5, 0.0), &soft);
        DryBodyId box =
            add_box(world, DRY_DYNAMIC, dry_pos(5.0, 0.5, 0.0), dry_vec3(0.5f, 0.5f, 0.5f), &soft, 8.0f);
        DryBodyId above =
            add_box(world, DRY_DYNAMIC, dry_pos(5.0, 1.5, 0.0), dry_vec3(0.5f, 0.5f, 0.5f), &rigid, 4.0f);
        for (int k = 0; k < (int)(6.0f / efforts[i].dt); ++k) {
            assert_int_equal(dry_world_step(world, efforts[i].dt), DRY_OK);
        }
        assert_close(dry_body_position(world, ball).y, 0.5 - g / 1000.0, 1e-4);
        /* four points; and another spring between the two boxes */
        assert_close(dry_body_position(world, box).y, 0.5 - 12.0 * g / 4000.0, 1e-4);
        assert_close(dry_body_position(world, above).y, 1.5 - 12.0 * g / 4000.0 - 4.0 * g / 4000.0, 2e-4);
        dry_world_destroy(world);
    }
}

/* Speed after the bounce over that before, without gravity. The spring is left when it would begin to pull:
   with z = c / (2 sqrt(k m)) at the phase where k s + c v = 0, that is e = exp(-z / sqrt(1 - z^2) * acos(2
   z^2 - 1)) (2 z^2 - 1 is the cosine of that phase), half a period for small z. */
static double measured_bounce(double damping, Effort effort)
{
    DryWorld *world = open_world(effort);
    dry_world_set_gravity(world, dry_vec3(0.0f, 0.0f, 0.0f));
    DryMaterial soft = spring(400.0f, (float)damping), rigid = dry_material_default();
    rigid.restitution = 1.0f; /* has no say */
    add_ground(world, &rigid);
    DryBodyId ball = add_ball(world, dry_pos(0.0, 0.75, 0.0), &soft);
    dry_body_set_velocity(world, ball, dry_vec3(0.0f, -1.0f, 0.0f));
    for (int i = 0; i < (int)(2.0f / effort.dt); ++i) {
        assert_int_equal(dry_world_step(world, effort.dt), DRY_OK);
    }
    double speed = (double)dry_body_velocity(world, ball).y;
    dry_world_destroy(world);
    return speed;
}

static void c4_3_a_damped_spring_bounces_by_the_closed_form(void **unused)
{
    (void)unused;
    const double ratios[4] = { 0.0, 0.1, 0.3, 0.7 };
    for (int i = 0; i < 4; ++i) {
        double z = ratios[i], exact = exp(-z / sqrt(1.0 - z * z) * acos(2.0 * z * z - 1.0));
        double e = measured_bounce(2.0 * z * 20.0, (Effort){ 1.0f / 240.0f, 64 });
        print_message("damping ratio %.1f: %.4f, exact %.4f\n", z, e, exact);
        assert_close(e, exact, 0.005);
        /* coarse steps add to the damping, never to the energy */
        double coarse = measured_bounce(2.0 * z * 20.0, (Effort){ 1.0f / 60.0f, 4 });
        assert_true(coarse <= exact + 0.01 && coarse > 0.0);
    }
}

static void c4_3_any_stiffness_is_stable_with_one_substep(void **unused)
{
    (void)unused;
    for (float stiffness = 1e2f; stiffness < 2e9f; stiffness *= 10.0f) {
        for (int damped = 0; damped < 2; ++damped) {
            DryWorld *world = open_world((Effort){ 1.0f / 60.0f, 1 });
            DryMaterial soft = spring(stiffness, damped ? 0.1f * stiffness : 0.0f);
            add_ground(world, &soft);
            DryBodyId boxes[4], ball = add_ball(world, dry_pos(5.0, 1.5, 0.0), &soft);
            for (int i = 0; i < 4; ++i) {
                boxes[i] = add_box(world, DRY_DYNAMIC, dry_pos(0.0, 0.5 + i, 0.0), dry_vec3(0.5f, 0.5f, 0.5f),
                                   &soft, 1.0f);
            }
            double most = dry_world_energy(world).total;
            for (int i = 0; i < 600; ++i) {
                assert_int_equal(dry_world_step(world, 1.0f / 60.0f), DRY_OK);
                double energy = dry_world_energy(world).total;
                assert_true(energy <= 1.01 * most); /* one sweep leaves a residue of about 0.2 % */
            }
            double sink = 4.0 * g / (4.0 * (double)stiffness / 2.0);
            if (stiffness > 1e3f) {
                assert_close(dry_body_position(world, ball).y, 0.5 - g / (0.5 * (double)stiffness), 1e-3);
                assert_true(fabs((double)dry_body_velocity(world, ball).y) < 0.02);
                /* a stack may tremble with one sweep in a step, but stands */
                assert_close(dry_body_position(world, boxes[3]).y, 3.5, 0.05 + 3.0 * sink);
            }
            dry_world_destroy(world);
        }
    }
}

static void c4_3_springs_and_constraints_share_a_batch(void **unused)
{
    (void)unused;
    double with[2], without[2];
    for (int mixed = 0; mixed < 2; ++mixed) {
        DryWorld *world = open_world((Effort){ 1.0f / 60.0f, 4 });
        DryMaterial rigid = dry_material_default(), soft = spring(2000.0f, 50.0f);
        add_ground(world, &rigid);
        DryBodyId bodies[16];
        for (int i = 0; i < 16; ++i) {
            const DryMaterial *m = mixed == 1 && i % 2 == 1 ? &soft : &rigid;
            bodies[i] =
                add_box(world, DRY_DYNAMIC, dry_pos(3.0 * i, 0.6, 0.0), dry_vec3(0.5f, 0.5f, 0.5f), m, 8.0f);
        }
        for (int i = 0; i < 120; ++i) {
            assert_int_equal(dry_world_step(world, 1.0f / 60.0f), DRY_OK);
        }
        double *y = mixed ? with : without;
        y[0] = dry_body_position(world, bodies[2]).y;
        y[1] = dry_body_position(world, bodies[3]).y;
        dry_world_destroy(world);
    }
    assert_true(with[0] == without[0]);
    assert_close(with[1], 0.5 - 8.0 * g / 8000.0, 1e-3);
}

enum {
    TUB = 300
};

/* 300 hulls set down inside each other in a tub: upright cylinders closer than they are wide and high. */
static void settle_tub(bool penalty)
{
    DryWorld *world = open_world((Effort){ 1.0f / 60.0f, 4 });
    DryMaterial hull_material = dry_material_default(), wall = hull_material;
    if (penalty) {
        hull_material = spring(1e5f, 5e4f);
    }
    add_ground(world, &wall);
    for (int i = 0; i < 4; ++i) {
        double x = i == 0 ? 3.5 : i == 1 ? -3.5 : 0.0, z = i == 2 ? 3.5 : i == 3 ? -3.5 : 0.0;
        add_box(world, DRY_STATIC, dry_pos(x, 4.0, z),
                i < 2 ? dry_vec3(1.0f, 5.0f, 5.0f) : dry_vec3(5.0f, 5.0f, 1.0f), &wall, 1.0f);
    }
    DryHull *hull = dry_hull_create_cylinder(0.25f, 0.25f, 8);
    Random random = random_seeded(43);
    DryBodyId bodies[TUB];
    DryShapeOptions options = dry_shape_options_default();
    options.material = hull_material;
    for (int i = 0; i < TUB; ++i) {
        double x = -2.025 + 0.45 * (i % 10), z = -2.025 + 0.45 * (i / 10 % 10), y = 0.2 + 0.3 * (i / 100);
        double jx = random_double(&random, -0.05, 0.05), jz = random_double(&random, -0.05, 0.05);
        bodies[i] = add_body(world, DRY_DYNAMIC, dry_pos(x + jx, y, z + jz));
        assert_int_not_equal(dry_shape_add_hull(world, bodies[i], hull, &options).index, 0);
    }
    dry_hull_release(hull);
    double fastest = 0.0, last = 0.0;
    int when = 0;
    for (int step = 0; step < 600; ++step) {
        assert_int_equal(dry_world_step(world, 1.0f / 60.0f), DRY_OK);
        last = 0.0;
        for (int i = 0; i < TUB; ++i) {
            DryVec3 v = dry_body_velocity(world, bodies[i]);
            last = fmax(last, sqrt((double)(v.x * v.x + v.y * v.y + v.z * v.z)));
        }
        when = last > fastest ? step : when;
        fastest = fmax(fastest, last);
    }
    print_message("%s: fastest %.2f m/s in step %d, at the end %.3f m/s, overlap %.4f m\n",
                  penalty ? "springs" : "constraints", fastest, when, last,
                  (double)dry_world_counters(world).largest_overlap);
    assert_true(fastest < 3.0);
    assert_true(last < 0.3);
    for (int i = 0; i < TUB; ++i) {
        DryPos p = dry_body_position(world, bodies[i]);
        assert_true(fabs(p.x) < 2.6 && fabs(p.z) < 2.6 && p.y > 0.0 && p.y < 9.0);
    }
    dry_world_destroy(world);
}

static void c4_3_a_tub_of_overlapping_hulls_settles_with_springs(void **unused)
{
    (void)unused;
    settle_tub(true);
}

static void c4_3_a_tub_of_overlapping_hulls_settles_with_constraints(void **unused)
{
    (void)unused;
    settle_tub(false);
}

/* A material's own softness: the overlap under a load, m g / (m w^2) for one soft contact. */
static void c4_3_a_material_may_be_softer_than_the_world(void **unused)
{
    (void)unused;
    double sunk[2];
    for (int i = 0; i < 2; ++i) {
        DryWorld *world = open_world((Effort){ 1.0f / 60.0f, 4 });
        DryMaterial m = dry_material_default();
        add_ground(world, &m);
        m.contact_hertz = i == 0 ? 0.0f : 2.0f;
        DryBodyId ball = add_ball(world, dry_pos(0.0, 0.5, 0.0), &m);
        for (int k = 0; k < 600; ++k) {
            assert_int_equal(dry_world_step(world, 1.0f / 60.0f), DRY_OK);
        }
        sunk[i] = 0.5 - dry_body_position(world, ball).y;
        dry_world_destroy(world);
    }
    print_message("sinks %.5f m, softer %.5f m\n", sunk[0], sunk[1]);
    assert_true(sunk[0] < 2e-3);
    assert_true(sunk[1] > 4.0 * sunk[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c4_3_a_load_sinks_by_its_weight_over_the_stiffness),
        cmocka_unit_test(c4_3_a_damped_spring_bounces_by_the_closed_form),
        cmocka_unit_test(c4_3_any_stiffness_is_stable_with_one_substep),
        cmocka_unit_test(c4_3_springs_and_constraints_share_a_batch),
        cmocka_unit_test(c4_3_a_material_may_be_softer_than_the_world),
        cmocka_unit_test(c4_3_a_tub_of_overlapping_hulls_settles_with_springs),
        cmocka_unit_test(c4_3_a_tub_of_overlapping_hulls_settles_with_constraints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
