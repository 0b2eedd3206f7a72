/* Contacts, sensors, filters and hits, as a user sees them. */
#include "support/build.h"
#include "world/store/world.h"

#include <math.h>

static void contacts_begin_persist_and_end(void **unused)
{
    (void)unused;
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.persist_events = true;
    DryWorld *w = dry_world_create(&def);
    build_ground(w);
    DryBodyId box = build_box(w, DRY_DYNAMIC, 0, 1.0, 0, 0.5f);
    int begins = 0, persists = 0, ends = 0;
    for (int i = 0; i < 80; ++i) {
        if (i == 60) {
            dry_body_set_velocity(w, box, (DryVec3){ 0, 5, 0 });
        }
        run_steps(w, 1);
        DryEvents e = dry_world_events(w);
        begins += e.contact_begin_count;
        persists += e.contact_persist_count;
        ends += e.contact_end_count;
        for (int k = 0; k < e.contact_begin_count; ++k) {
            assert_int_equal(e.contact_begin[k].point_count, 4);
            assert_true(fabsf(fabsf(e.contact_begin[k].normal.y) - 1.0f) < 1e-5f);
        }
    }
    assert_int_equal(begins, 1);
    assert_int_equal(ends, 1);
    assert_true(persists > 20);
    dry_world_destroy(w);
}

static void resting_impulse_is_weight_times_time(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    build_ground(w);
    DryBodyId box = build_box(w, DRY_DYNAMIC, 0, 0.5, 0, 0.5f);
    run_steps(w, 25);
    DryContactRecord c;
    assert_int_equal(dry_body_contacts(w, box, &c, 1), 1);
    float sum = 0.0f;
    for (int i = 0; i < c.point_count; ++i) {
        sum += c.points[i].impulse;
    }
    assert_float_equal(sum, 1000.0f * 10.0f * STEP, 0.5f);
    dry_world_destroy(w);
}

static void destroying_a_body_ends_its_contacts(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    build_ground(w);
    DryBodyId box = build_box(w, DRY_DYNAMIC, 0, 0.5, 0, 0.5f);
    DryShapeId shape = first_shape(w, box);
    run_steps(w, 10);
    dry_body_destroy(w, box);
    run_steps(w, 1);
    DryEvents e = dry_world_events(w);
    assert_int_equal(e.contact_end_count, 1);
    assert_true(e.contact_end[0].shape_a.index == shape.index ||
                e.contact_end[0].shape_b.index == shape.index);
    dry_world_destroy(w);
}

static void filters_and_groups_decide(void **unused)
{
    (void)unused;
    struct {
        DryFilter a, b;
        bool collide;
    } cases[] = {
        { { 1, ~0ull, 0 }, { 1, ~0ull, 0 }, true },    { { 1, 2, 0 }, { 2, 1, 0 }, true },
        { { 1, 2, 0 }, { 2, 4, 0 }, false },           { { 1, 0, 3 }, { 2, 0, 3 }, true },
        { { 1, ~0ull, -3 }, { 2, ~0ull, -3 }, false }, { { 1, ~0ull, -3 }, { 2, ~0ull, -4 }, true },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
        DryBodyId a = build_body(w, DRY_STATIC, 0, 0, 0), b = build_body(w, DRY_DYNAMIC, 0, 0.9, 0);
        DryBox box = { { 0.5f, 0.5f, 0.5f } };
        DryShapeOptions o = dry_shape_options_default();
        o.filter = cases[i].a;
        dry_shape_add_box(w, a, &box, &o);
        o.filter = cases[i].b;
        dry_shape_add_box(w, b, &box, &o);
        run_steps(w, 60);
        assert_int_equal(dry_body_position(w, b).y > 0.5, cases[i].collide);
        dry_world_destroy(w);
    }
}

static void a_sensor_reports_and_does_not_push(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId zone = build_body(w, DRY_STATIC, 0, 0, 0);
    DryShapeOptions o = dry_shape_options_default();
    o.sensor = true;
    DryBox box = { { 1.0f, 1.0f, 1.0f } };
    DryShapeId sensor = dry_shape_add_box(w, zone, &box, &o);
    DryBodyId visitor = build_box(w, DRY_DYNAMIC, 0, 4, 0, 0.25f);
    DryShapeId visitor_shape = first_shape(w, visitor);
    int begins = 0, ends = 0, inside = 0;
    for (int i = 0; i < 120; ++i) {
        run_steps(w, 1);
        DryEvents e = dry_world_events(w);
        begins += e.sensor_begin_count;
        ends += e.sensor_end_count;
        assert_int_equal(e.contact_begin_count, 0);
        assert_true(dry_world_counters(w).largest_overlap == 0.0f);
        DryShapeId in[2];
        int n = dry_shape_sensor_overlaps(w, sensor, in, 2);
        inside += n;
        if (n > 0) {
            assert_int_equal(in[0].index, visitor_shape.index);
            double y = dry_body_position(w, visitor).y;
            assert_true(y < 1.5 && y > -1.7);
        }
    }
    assert_int_equal(begins, 1);
    assert_int_equal(ends, 1);
    assert_true(inside > 10);
    assert_true(dry_body_position(w, visitor).y < -10.0);
    dry_world_destroy(w);
}

static void shapes_of_one_body_do_not_touch_each_other(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    dry_world_set_gravity(w, (DryVec3){ 0, 0, 0 });
    DryBodyId body = build_body(w, DRY_DYNAMIC, 0, 0, 0);
    DryBox box = { { 0.5f, 0.5f, 0.5f } };
    DryShapeOptions o = dry_shape_options_default();
    dry_shape_add_box(w, body, &box, &o);
    o.frame.position = (DryVec3){ 0.5f, 0, 0 };
    dry_shape_add_box(w, body, &box, &o);
    run_steps(w, 10);
    assert_int_equal(dry_world_counters(w).pairs, 0);
    dry_world_destroy(w);
}

static void every_moving_pair_of_shapes_rests(void **unused)
{
    (void)unused;
    DryVec3 corner[8];
    for (int i = 0; i < 8; ++i) {
        corner[i] = (DryVec3){ (i & 1) ? 0.5f : -0.5f, (i & 2) ? 0.5f : -0.5f, (i & 4) ? 0.5f : -0.5f };
    }
    DryHull *hull = dry_hull_create(&(DryHullSource){ .points = corner, .point_count = 8 }, NULL);
    assert_non_null(hull);
    DryVec3 big[8];
    for (int i = 0; i < 8; ++i) {
        big[i] = (DryVec3){ corner[i].x * 20.0f, corner[i].y, corner[i].z * 20.0f };
    }
    DryHull *slab = dry_hull_create(&(DryHullSource){ .points = big, .point_count = 8 }, NULL);
    const DryVec3 quad[4] = { { -10, 0.5f, -10 }, { 10, 0.5f, -10 }, { 10, 0.5f, 10 }, { -10, 0.5f, 10 } };
    const uint32_t index[6] = { 0, 2, 1, 0, 3, 2 };
    DryMesh *mesh = dry_mesh_create(
        &(DryMeshSource){ .vertices = quad, .vertex_count = 4, .indices = index, .triangle_count = 2 }, NULL);
    assert_non_null(mesh);
    for (int mover = 0; mover < 4; ++mover) {
        for (int floor = 0; floor < 4; ++floor) {
            DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
            DryBodyId base = build_body(w, DRY_STATIC, 0, -0.5, 0),
                      body = build_body(w, DRY_DYNAMIC, 0.1, 0.6, 0.2);
            DryShapeId a = { 0, 0 }, b = { 0, 0 };
            DryBox box = { { 10, 0.5f, 10 } }, small = { { 0.5f, 0.5f, 0.5f } };
            DryHalfSpace half = { { 0, 1, 0 }, 0.5f };
            DrySphere ball = { { 0, 0, 0 }, 0.5f };
            DryCapsule capsule = { { -0.5f, 0, 0 }, { 0.5f, 0, 0 }, 0.5f };
            a = floor == 0   ? dry_shape_add_box(w, base, &box, NULL)
                : floor == 1 ? dry_shape_add_half_space(w, base, &half, NULL)
                : floor == 2 ? dry_shape_add_mesh(w, base, mesh, NULL, NULL)
                             : dry_shape_add_hull(w, base, slab, NULL);
            b = mover == 0   ? dry_shape_add_sphere(w, body, &ball, NULL)
                : mover == 1 ? dry_shape_add_capsule(w, body, &capsule, NULL)
                : mover == 2 ? dry_shape_add_box(w, body, &small, NULL)
                             : dry_shape_add_hull(w, body, hull, NULL);
            assert_true(a.index != 0 && b.index != 0);
            run_steps(w, 120);
            DryPos p = dry_body_position(w, body);
            if (!(fabs(p.y - 0.5) < 0.01 && fabs(p.x - 0.1) < 0.01 && !dry_body_is_awake(w, body))) {
                fail_msg("mover %d on floor %d: at (%g, %g, %g), awake %d", mover, floor, p.x, p.y, p.z,
                         dry_body_is_awake(w, body));
            }
            dry_world_destroy(w);
        }
    }
    dry_hull_release(hull);
    dry_hull_release(slab);
    dry_mesh_release(mesh);
}

static void meshes_and_half_spaces_are_for_static_bodies(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId body = build_body(w, DRY_DYNAMIC, 0, 0, 0);
    DryHalfSpace half = { { 0, 1, 0 }, 0.0f };
    assert_int_equal(dry_shape_add_half_space(w, body, &half, NULL).index, 0);
    DryBodyId base = build_body(w, DRY_STATIC, 0, 0, 0);
    assert_int_not_equal(dry_shape_add_half_space(w, base, &half, NULL).index, 0);
    assert_int_equal(dry_body_set_type(w, base, DRY_DYNAMIC), DRY_ERROR_ARGUMENT);
    dry_world_destroy(w);
}

static void a_body_that_leaves_the_numbers_is_quarantined_alone(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO), *without = build_world(1, DRY_KERNEL_AUTO);
    DryWorld *both[2] = { w, without };
    DryBodyId victim = { 0, 0 }, witness[2];
    for (int k = 0; k < 2; ++k) {
        build_ground(both[k]);
        witness[k] = build_box(both[k], DRY_DYNAMIC, 3, 2, 0, 0.5f);
    }
    victim = build_box(w, DRY_DYNAMIC, -3, 2, 0, 0.5f);
    /* no public call lets a body get there, so the table is changed underneath it */
    world_motion(w, (int32_t)victim.index - 1)->v.x = NAN;
    run_steps(w, 1);
    run_steps(without, 1);
    assert_true(dry_body_is_quarantined(w, victim));
    assert_int_equal(dry_world_events(w).quarantined_count, 1);
    assert_true(fabs(dry_body_position(w, victim).y - 2.0) < 1e-6);
    run_steps(w, 60);
    run_steps(without, 60);
    DryPos a = dry_body_position(w, witness[0]), b = dry_body_position(without, witness[1]);
    assert_true(a.x == b.x && a.y == b.y && a.z == b.z);
    dry_world_destroy(w);
    dry_world_destroy(without);
}

/* It stays where it was, not where it was to be. */
static void a_quarantined_body_does_not_reach_its_target(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId body = build_box(w, DRY_KINEMATIC, 3, 0, 0, 0.5f);
    DryPose target = { { 4, 0, 0 }, { 0, 0, 0, 1 } };
    assert_int_equal(dry_body_set_target(w, body, target), DRY_OK);
    w->state.targets.data[0].pose.position.x = 2e12; /* farther than any call allows */
    run_steps(w, 1);
    assert_true(dry_body_is_quarantined(w, body));
    assert_int_equal(dry_world_events(w).quarantined_count, 1);
    assert_true(dry_body_position(w, body).x == 3.0 && !dry_body_target(w, body, NULL));
    assert_int_equal(dry_body_set_enabled(w, body, true), DRY_OK);
    assert_false(dry_body_is_quarantined(w, body));
    assert_int_equal(dry_body_set_target(w, body, target), DRY_OK);
    run_steps(w, 1);
    assert_true(fabs(dry_body_position(w, body).x - 4.0) < 1e-6);
    dry_world_destroy(w);
}

/* Non-finite numbers spread inside an island, never beyond it; nobody keeps a pose that is none. */
static void quarantine_stays_inside_the_island(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    build_ground(w);
    DryBodyId victim = build_box(w, DRY_DYNAMIC, -3, 0.5, 0, 0.5f),
              above = build_box(w, DRY_DYNAMIC, -3, 1.5, 0, 0.5f),
              apart = build_box(w, DRY_DYNAMIC, 3, 0.5, 0, 0.5f);
    run_steps(w, 3);
    world_motion(w, (int32_t)victim.index - 1)->v.x = NAN;
    run_steps(w, 1);
    DryEvents e = dry_world_events(w);
    assert_true(dry_body_is_quarantined(w, victim) && !dry_body_is_enabled(w, victim));
    assert_int_equal(e.quarantined_count, 1 + (dry_body_is_quarantined(w, above) ? 1 : 0));
    assert_false(dry_body_is_quarantined(w, apart));
    assert_true(fabs(dry_body_position(w, victim).y - 0.5) < 1e-2);
    assert_true(fabs(dry_body_position(w, above).y - 1.5) < 1e-2);
    dry_world_destroy(w);
}

/* A ball that is free along z alone is hit along x, at slopes down to rounding: wedges that would have to
   send it off at the speed over the slope. */
static void a_locked_body_is_not_shot_away(void **unused)
{
    (void)unused;
    for (double slope = 1e-3; slope > 1e-8; slope *= 0.1) {
        DryWorldDef def = dry_world_def_default();
        def.gravity = dry_vec3(0, 0, 0);
        def.maximum_speed = 0.0f;
        DryWorld *w = dry_world_create(&def);
        DryBodyId locked = build_ball(w, DRY_DYNAMIC, 0.99, 0, slope, 0.5f),
                  pusher = build_ball(w, DRY_KINEMATIC, 0, 0, 0, 0.5f);
        assert_int_equal(dry_body_set_locks(w, locked, DRY_LOCK_LINEAR_X | DRY_LOCK_LINEAR_Y), DRY_OK);
        assert_int_equal(dry_body_set_velocity(w, pusher, dry_vec3(5, 0, 0)), DRY_OK);
        for (int i = 0; i < 30; ++i) {
            run_steps(w, 1);
            DryVec3 v = dry_body_velocity(w, locked);
            assert_true(fabsf(v.z) < 500.0f && v.x == 0.0f && v.y == 0.0f);
        }
        dry_world_destroy(w);
    }
}

/* Impulses whose squares are beyond single precision, on a surface with a grain. */
static void a_grain_bears_what_is_heavy_and_fast(void **unused)
{
    (void)unused;
    DryWorldDef def = dry_world_def_default();
    def.maximum_speed = 0.0f;
    DryWorld *w = dry_world_create(&def);
    DryBodyId ground = build_ground(w), ball = build_ball(w, DRY_DYNAMIC, 0, 0.5, 0, 0.5f);
    DryMaterial m = dry_material_default();
    m.friction_direction = dry_vec3(1, 0, 0.3f);
    m.friction_across = 0.0f;
    assert_int_equal(dry_shape_set_material(w, first_shape(w, ground), &m), DRY_OK);
    DryMass mass = dry_body_mass(w, ball);
    mass.mass = 1e20f;
    mass.inertia = (DrySym3){ .xx = 1e19f, .yy = 1e19f, .zz = 1e19f };
    assert_int_equal(dry_body_set_mass(w, ball, &mass), DRY_OK);
    assert_int_equal(dry_body_set_velocity(w, ball, dry_vec3(4e4f, -2e4f, 1e4f)), DRY_OK);
    run_steps(w, 5);
    assert_false(dry_body_is_quarantined(w, ball));
    dry_world_destroy(w);
}

static bool same_pair(DryBodyId a, DryBodyId b, DryBodyId x, DryBodyId y)
{
    return (a.index == x.index && b.index == y.index) || (a.index == y.index && b.index == x.index);
}

/* Whoever gets an event need not look the shapes up, which at an end may be gone. */
static void events_name_both_bodies(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId ground = build_ground(w), zone = build_body(w, DRY_STATIC, 0, 0, 0),
              box = build_box(w, DRY_DYNAMIC, 0, 2.5, 0, 0.5f);
    DryShapeOptions o = dry_shape_options_default();
    o.sensor = true;
    DryBox inside = { { 1, 1, 1 } };
    assert_true(dry_shape_add_box(w, zone, &inside, &o).index != 0);
    int hits = 0, begins = 0, entries = 0;
    for (int i = 0; i < 60; ++i) {
        run_steps(w, 1);
        DryEvents e = dry_world_events(w);
        for (int k = 0; k < e.hit_count; ++k, ++hits) {
            assert_true(same_pair(e.hits[k].body_a, e.hits[k].body_b, ground, box));
            DryBodyId a = dry_shape_body(w, e.hits[k].shape_a);
            assert_int_equal(a.index, e.hits[k].body_a.index);
        }
        for (int k = 0; k < e.contact_begin_count; ++k, ++begins) {
            assert_true(same_pair(e.contact_begin[k].body_a, e.contact_begin[k].body_b, ground, box));
        }
        for (int k = 0; k < e.sensor_begin_count; ++k, ++entries) {
            assert_memory_equal(&e.sensor_begin[k].sensor_body, &zone, sizeof zone);
            assert_memory_equal(&e.sensor_begin[k].visitor_body, &box, sizeof box);
        }
    }
    assert_true(hits == 1 && begins == 1 && entries == 1);
    assert_int_equal(dry_body_destroy(w, box), DRY_OK);
    run_steps(w, 1);
    DryEvents e = dry_world_events(w);
    assert_true(e.contact_end_count == 1 && e.sensor_end_count == 1);
    assert_true(same_pair(e.contact_end[0].body_a, e.contact_end[0].body_b, ground, box));
    assert_memory_equal(&e.sensor_end[0].sensor_body, &zone, sizeof zone);
    assert_memory_equal(&e.sensor_end[0].visitor_body, &box, sizeof box);
    dry_world_destroy(w);
}

/* Average wins over minimum, that over maximum, that over multiply; the geometric mean gives way to all. */
static void of_two_combine_modes_one_wins(void **unused)
{
    (void)unused;
    const DryCombine by_rank[5] = { DRY_COMBINE_AVERAGE, DRY_COMBINE_MINIMUM, DRY_COMBINE_MAXIMUM,
                                    DRY_COMBINE_MULTIPLY, DRY_COMBINE_GEOMETRIC };
    const float friction[5] = { 0.5f, 0.1f, 0.9f, 0.09f, 0.3f }, bounce[5] = { 0.4f, 0.0f, 0.8f, 0.0f, 0.0f };
    DryMaterial standard = dry_material_default();
    assert_int_equal(standard.friction_combine, DRY_COMBINE_GEOMETRIC);
    assert_int_equal(standard.restitution_combine, DRY_COMBINE_MAXIMUM);
    for (int a = 0; a < 5; ++a) {
        for (int b = 0; b < 5; ++b) {
            DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
            DryShapeId floor = first_shape(w, build_ground(w)),
                       ball = first_shape(w, build_ball(w, DRY_DYNAMIC, 0, 0.5, 0, 0.5f));
            DryMaterial m = { .friction = 0.1f, .dynamic_friction = -1.0f };
            m.friction_combine = m.restitution_combine = by_rank[a];
            assert_int_equal(dry_shape_set_material(w, floor, &m), DRY_OK);
            m.friction = 0.9f;
            m.restitution = 0.8f;
            m.friction_combine = m.restitution_combine = by_rank[b];
            assert_int_equal(dry_shape_set_material(w, ball, &m), DRY_OK);
            run_steps(w, 1);
            assert_int_equal(w->state.contacts.ids.alive, 1);
            int wins = a < b ? a : b;
            assert_float_equal(w->state.contacts.contacts.data[0].friction, friction[wins], 1e-6f);
            assert_float_equal(w->state.contacts.contacts.data[0].restitution, bounce[wins], 1e-6f);
            dry_world_destroy(w);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contacts_begin_persist_and_end),
        cmocka_unit_test(resting_impulse_is_weight_times_time),
        cmocka_unit_test(destroying_a_body_ends_its_contacts),
        cmocka_unit_test(filters_and_groups_decide),
        cmocka_unit_test(a_sensor_reports_and_does_not_push),
        cmocka_unit_test(shapes_of_one_body_do_not_touch_each_other),
        cmocka_unit_test(every_moving_pair_of_shapes_rests),
        cmocka_unit_test(meshes_and_half_spaces_are_for_static_bodies),
        cmocka_unit_test(a_body_that_leaves_the_numbers_is_quarantined_alone),
        cmocka_unit_test(a_quarantined_body_does_not_reach_its_target),
        cmocka_unit_test(quarantine_stays_inside_the_island),
        cmocka_unit_test(a_locked_body_is_not_shot_away),
        cmocka_unit_test(a_grain_bears_what_is_heavy_and_fast),
        cmocka_unit_test(events_name_both_bodies),
        cmocka_unit_test(of_two_combine_modes_one_wins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
