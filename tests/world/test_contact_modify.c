/* The contact modifier: what it is told, and what it may change. */
#include "support/invariants.h"
#include "world/modify_rig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what it is told ---- */

typedef struct Seen {
    int calls, fresh, touching, workers;
    DryContactModification last;
} Seen;

static void see(DryContactModification *c, int32_t worker, void *user)
{
    Seen *seen = user;
    seen->calls++;
    seen->fresh += c->is_new;
    seen->touching += c->touching;
    seen->workers |= 1 << worker;
    seen->last = *c;
}

static void it_is_told_all_of_the_contact(void **unused)
{
    (void)unused;
    Seen seen = { 0 };
    ModifyRig r = modify_rig(false, 1, DRY_KERNEL_AUTO, see, &seen);
    dry_body_set_velocity(r.w, r.body, (DryVec3){ 0.5f, 0, 0 });
    run_steps(r.w, 1);
    assert_int_equal(seen.calls, 1);
    assert_int_equal(seen.fresh, 1);
    assert_int_equal(seen.touching, 0);
    const DryContactModification *c = &seen.last;
    bool box_is_b = c->body_b.index == r.body.index;
    assert_int_equal(box_is_b ? c->body_a.index : c->body_b.index, r.floor.index);
    assert_int_equal(dry_shape_body(r.w, c->shape_a).index, c->body_a.index);
    assert_int_equal(c->manifold_count, 1);
    assert_int_equal(c->manifolds[0].point_count, 4);
    assert_float_equal(c->manifolds[0].normal.y, (box_is_b ? 1.0f : -1.0f), 1e-6f);
    assert_float_equal(c->manifolds[0].friction, 0.6f, 1e-6f);
    assert_float_equal(c->material_a->friction, 0.6f, 0.0f);
    assert_float_equal(c->dt, STEP, 0.0f);
    for (int p = 0; p < 4; ++p) {
        const DryModifyPoint *point = &c->manifolds[0].points[p];
        assert_float_equal(point->velocity.x, (box_is_b ? 0.5f : -0.5f), 1e-6f);
        assert_float_equal(fabs(point->point.x), 0.5, 0.02);
        assert_float_equal(point->point.y, 0.0, 0.01);
        assert_true(isinf(point->maximum_impulse) && !point->drop);
    }
    run_steps(r.w, 9);
    assert_int_equal(seen.calls, 10); /* every step, also when nothing has moved */
    assert_int_equal(seen.fresh, 1);
    assert_int_equal(seen.touching, 9);
    float sum = 0.0f;
    for (int p = 0; p < 4; ++p) {
        sum += seen.last.manifolds[0].points[p].impulse;
    }
    assert_float_equal(sum, 1000.0f * 10.0f * STEP, 2.0f);
    assert_int_equal(dry_world_counters(r.w).modified_contacts, 1);
    run_steps(r.w, 200);
    assert_false(dry_body_is_awake(r.w, r.body));
    int calls = seen.calls;
    run_steps(r.w, 10);
    assert_int_equal(seen.calls, calls);
    assert_int_equal(dry_world_counters(r.w).modified_contacts, 0);
    dry_world_destroy(r.w);
}

static void shapes_that_did_not_ask_are_left_alone(void **unused)
{
    (void)unused;
    Seen seen = { 0 };
    ModifyRig r = modify_rig(false, 1, DRY_KERNEL_AUTO, see, &seen);
    assert_true(dry_shape_modify_contacts(r.w, r.floor_shape));
    assert_int_equal(dry_shape_set_modify_contacts(r.w, r.floor_shape, false), DRY_OK);
    assert_false(dry_shape_modify_contacts(r.w, r.floor_shape));
    run_steps(r.w, 5);
    assert_int_equal(seen.calls, 0);
    assert_int_equal(dry_shape_set_modify_contacts(r.w, first_shape(r.w, r.body), true), DRY_OK);
    run_steps(r.w, 5); /* also of a contact that is there already */
    assert_int_equal(seen.calls, 5);
    DryContactModifier now = dry_world_contact_modifier(r.w);
    assert_true(now.modify == see && now.user == &seen && !now.serial);
    assert_int_equal(dry_world_set_contact_modifier(r.w, NULL), DRY_OK);
    assert_true(dry_world_contact_modifier(r.w).modify == NULL);
    run_steps(r.w, 5);
    assert_int_equal(seen.calls, 5);
    dry_world_destroy(r.w);
}

/* ---- changes nothing when it changes nothing ---- */

static void do_nothing(DryContactModification *c, int32_t worker, void *user)
{
    (void)c;
    (void)worker;
    (void)user;
}

static void without_changes_the_bits_are_those_without_a_modifier(void **unused)
{
    (void)unused;
    DryWorld *with = build_world(1, DRY_KERNEL_AUTO), *without = build_world(1, DRY_KERNEL_AUTO);
    drop_heap(with, true);
    drop_heap(without, false);
    dry_world_set_contact_modifier(with, &(DryContactModifier){ .modify = do_nothing });
    DryBodyId bodies[32], others[32];
    for (int i = 0; i < 150; ++i) {
        run_steps(with, 1);
        run_steps(without, 1);
        int n = dry_world_bodies(with, bodies, 32);
        assert_int_equal(dry_world_bodies(without, others, 32), n);
        for (int k = 0; k < n; ++k) {
            DryPose a = dry_body_pose(with, bodies[k]), b = dry_body_pose(without, others[k]);
            assert_memory_equal(&a.position, &b.position, sizeof a.position);
            assert_memory_equal(&a.rotation, &b.rotation, sizeof a.rotation);
        }
    }
    dry_world_destroy(with);
    dry_world_destroy(without);
}

/* ---- material ---- */

typedef struct Wanted {
    float friction, kinetic, restitution, rolling; /* kinetic 0: the same as friction */
    DryVec3 surface;                               /* of the floor's material */
    bool serial;
} Wanted;

static void set_material(DryContactModification *c, int32_t worker, void *user)
{
    (void)worker;
    const Wanted *wanted = user;
    bool floor_is_a = dry_body_type(c->world, c->body_a) == DRY_STATIC;
    for (int i = 0; i < c->manifold_count; ++i) {
        c->manifolds[i].friction = wanted->friction;
        c->manifolds[i].dynamic_friction = wanted->kinetic > 0.0f ? wanted->kinetic : wanted->friction;
        c->manifolds[i].restitution = wanted->restitution;
        c->manifolds[i].rolling_resistance = wanted->rolling;
        c->manifolds[i].target_velocity = dry_vec3_scale(wanted->surface, floor_is_a ? 1.0f : -1.0f);
    }
}

/* The same by the modifier as by materials, to the bit. */
static void like_the_material(bool ball, const Wanted *wanted, DryVec3 velocity)
{
    ModifyRig modified = modify_rig(ball, 1, DRY_KERNEL_AUTO, set_material, (void *)(uintptr_t)wanted);
    ModifyRig material = modify_rig(ball, 1, DRY_KERNEL_AUTO, NULL, NULL);
    DryShapeId shapes[2] = { material.floor_shape, first_shape(material.w, material.body) };
    for (int i = 0; i < 2; ++i) {
        DryMaterial m = dry_shape_material(material.w, shapes[i]);
        m.friction = wanted->friction;
        m.dynamic_friction = wanted->kinetic > 0.0f ? wanted->kinetic : -1.0f;
        m.restitution = wanted->restitution;
        m.rolling_resistance = wanted->rolling;
        m.surface_velocity = i == 0 ? wanted->surface : dry_vec3(0, 0, 0);
        assert_int_equal(dry_shape_set_material(material.w, shapes[i], &m), DRY_OK);
    }
    ModifyRig *both[2] = { &modified, &material };
    for (int i = 0; i < 100; ++i) {
        for (int k = 0; k < 2; ++k) {
            if (i == 0) {
                dry_body_set_velocity(both[k]->w, both[k]->body, velocity);
            }
            run_steps(both[k]->w, 1);
        }
        DryPos a = dry_body_position(modified.w, modified.body);
        DryPos b = dry_body_position(material.w, material.body);
        if (a.x != b.x || a.y != b.y || a.z != b.z) {
            fail_msg("step %d: (%.9g, %.9g, %.9g) by the modifier, (%.9g, %.9g, %.9g) by the material", i,
                     a.x, a.y, a.z, b.x, b.y, b.z);
        }
    }
    dry_world_destroy(modified.w);
    dry_world_destroy(material.w);
}

static void friction_restitution_and_rolling_are_as_by_material(void **unused)
{
    (void)unused;
    like_the_material(false, &(Wanted){ .friction = 0.2f }, dry_vec3(3, 0, 1));
    like_the_material(false, &(Wanted){ .friction = 0.8f, .kinetic = 0.3f }, dry_vec3(3, 0, 1));
    like_the_material(true, &(Wanted){ .friction = 0.6f, .rolling = 0.1f }, dry_vec3(3, 0, 0));
    like_the_material(true, &(Wanted){ .friction = 0.3f, .restitution = 0.7f }, dry_vec3(1, 4, 0));
}

static void target_velocity_is_as_the_materials_surface_velocity(void **unused)
{
    (void)unused;
    like_the_material(false, &(Wanted){ .friction = 0.5f, .surface = { 2, 0, 1 } }, dry_vec3(0, 0, 0));
    Wanted belt = { .friction = 0.5f, .surface = { 2, 0, 0 } };
    ModifyRig r = modify_rig(false, 1, DRY_KERNEL_AUTO, set_material, &belt);
    run_steps(r.w, 90);
    assert_float_equal(dry_body_velocity(r.w, r.body).x, 2.0f, 0.01f);
    dry_world_destroy(r.w);
}

/* ---- largest impulse ---- */

static void limit_impulse(DryContactModification *c, int32_t worker, void *user)
{
    (void)worker;
    for (int i = 0; i < c->manifold_count; ++i) {
        for (int p = 0; p < c->manifolds[i].point_count; ++p) {
            c->manifolds[i].points[p].maximum_impulse = *(const float *)user;
        }
    }
}

static float contact_impulse(const ModifyRig *r)
{
    DryContactRecord record;
    float sum = 0.0f;
    int n = dry_body_contacts(r->w, r->body, &record, 1) > 0 ? record.point_count : 0;
    for (int p = 0; p < n; ++p) {
        sum += record.points[p].impulse;
    }
    return sum;
}

static void a_floor_bears_what_it_may(void **unused)
{
    (void)unused;
    for (int ball = 0; ball < 2; ++ball) {
        int points = ball ? 1 : 4;
        float most = 0.0f;
        ModifyRig r = modify_rig(ball != 0, 1, DRY_KERNEL_AUTO, limit_impulse, &most);
        float weight = dry_body_mass(r.w, r.body).mass * 10.0f * STEP;
        most = 0.5f * weight / (float)points;
        run_steps(r.w, 12);
        /* it falls with half of gravity from where it began */
        float time = 12.0f * STEP;
        assert_float_equal(body_height(&r), 0.5f - 0.5f * 5.0f * time * time, 3e-3f);
        assert_float_equal(dry_body_velocity(r.w, r.body).y, -5.0f * time, 0.02f);
        assert_float_equal(contact_impulse(&r), 0.5f * weight, 1e-3f * weight);
        dry_world_destroy(r.w);

        r = modify_rig(ball != 0, 1, DRY_KERNEL_AUTO, limit_impulse, &most);
        most = 2.0f * weight / (float)points;
        run_steps(r.w, 120);
        assert_float_equal(body_height(&r), 0.5, 2e-3);
        dry_world_destroy(r.w);
    }
}

/* A fast body loses just the impulse, whether it bounces or not, in every kernel. */
static void a_blow_is_limited(void **unused)
{
    (void)unused;
    for (int bouncy = 0; bouncy < 2; ++bouncy) {
        for (int kernel = DRY_KERNEL_SCALAR; kernel <= DRY_KERNEL_AVX2; ++kernel) {
            float most = 0.0f;
            ModifyRig r = modify_rig(true, 1, (DryKernel)kernel, limit_impulse, &most);
            DryShapeId shape = first_shape(r.w, r.body);
            DryMaterial m = dry_shape_material(r.w, shape);
            m.restitution = bouncy ? 0.8f : 0.0f;
            dry_shape_set_material(r.w, shape, &m);
            dry_world_set_gravity(r.w, dry_vec3(0, 0, 0));
            float mass = dry_body_mass(r.w, r.body).mass;
            dry_body_set_velocity(r.w, r.body, dry_vec3(0, -6, 0));
            most = 2.0f * mass; /* takes 2 m/s */
            run_steps(r.w, 1);
            assert_float_equal(dry_body_velocity(r.w, r.body).y, -4.0f, 1e-3f);
            assert_float_equal(contact_impulse(&r), 2.0f * mass, 1e-3f * mass);
            run_steps(r.w, 1);
            assert_float_equal(dry_body_velocity(r.w, r.body).y, -2.0f, 1e-3f);
            dry_world_destroy(r.w);
        }
    }
}

/* ---- geometry ---- */

static void tilt(DryContactModification *c, int32_t worker, void *user)
{
    (void)worker;
    float sign = dry_body_type(c->world, c->body_a) == DRY_STATIC ? 1.0f : -1.0f;
    for (int i = 0; i < c->manifold_count; ++i) {
        c->manifolds[i].normal = dry_vec3_scale(*(const DryVec3 *)user, sign);
        c->manifolds[i].friction = c->manifolds[i].dynamic_friction = 0.0f;
    }
}

/* Without friction. The impulse acts at the point below the ball, beside its centre: with the effective mass
   1/m + (r x n)^2 / I = 1.9/m it takes 10 * 0.8 / 1.9 m/s^2 along the normal. */
static void another_normal_pushes_along_itself(void **unused)
{
    (void)unused;
    DryVec3 slope = { 3.0f, 4.0f, 0.0f }; /* not unit */
    ModifyRig r = modify_rig(true, 1, DRY_KERNEL_AUTO, tilt, &slope);
    run_steps(r.w, 2);
    DryVec3 before = dry_body_velocity(r.w, r.body);
    run_steps(r.w, 6);
    DryVec3 after = dry_body_velocity(r.w, r.body);
    DryVec3 a = dry_vec3_scale(dry_vec3_sub(after, before), 1.0f / (6.0f * STEP));
    assert_float_equal(a.x, 8.0f / 1.9f * 0.6f, 0.15f);
    assert_float_equal(a.y, -10.0f + 8.0f / 1.9f * 0.8f, 0.15f);
    dry_world_destroy(r.w);
}

static void float_above(DryContactModification *c, int32_t worker, void *user)
{
    (void)worker;
    for (int i = 0; i < c->manifold_count; ++i) {
        for (int p = 0; p < c->manifolds[i].point_count; ++p) {
            c->manifolds[i].points[p].offset = *(const float *)user;
        }
    }
}

static void an_offset_moves_the_surface(void **unused)
{
    (void)unused;
    float offset = 0.05f;
    ModifyRig r = modify_rig(false, 1, DRY_KERNEL_AUTO, float_above, &offset);
    run_steps(r.w, 120);
    assert_float_equal(body_height(&r), 0.45, 3e-3);
    dry_world_destroy(r.w);
}

/* ---- dropping ---- */

typedef struct Dropping {
    bool whole;
    float left_of, right_of; /* points with x below the one or above the other are dropped */
} Dropping;

static void drop_points(DryContactModification *c, int32_t worker, void *user)
{
    (void)worker;
    const Dropping *d = user;
    c->drop = d->whole;
    for (int i = 0; i < c->manifold_count; ++i) {
        for (int p = 0; p < c->manifolds[i].point_count; ++p) {
            DryModifyPoint *point = &c->manifolds[i].points[p];
            point->drop = point->point.x < (double)d->left_of || point->point.x > (double)d->right_of;
        }
    }
}

/* Drops the points on one side: -1 left, 1 right. */
static void topple(float side)
{
    Dropping d = { .left_of = -9.0f, .right_of = 9.0f };
    ModifyRig r = modify_rig(false, 1, DRY_KERNEL_AUTO, drop_points, &d);
    run_steps(r.w, 20);
    *(side < 0.0f ? &d.left_of : &d.right_of) = 0.0f;
    DryContactRecord record;
    for (int i = 0; i < 5; ++i) {
        run_steps(r.w, 1);
        DryEvents e = dry_world_events(r.w);
        assert_int_equal(e.contact_begin_count + e.contact_end_count, 0);
        assert_int_equal(dry_body_contacts(r.w, r.body, &record, 1), 1);
        assert_int_equal(record.point_count, 2);
        for (int p = 0; p < 2; ++p) { /* those that are left bear it, each half */
            assert_true(record.points[p].point.x * (double)side < 0.0);
            assert_true(record.points[p].impulse > 0.0f);
            assert_float_equal(record.points[p].impulse, record.points[1 - p].impulse,
                               0.05f * record.points[p].impulse);
        }
        assert_int_equal(dry_world_counters(r.w).points, 2);
        assert_null(broken_invariant(r.w, false));
    }
    assert_true(dry_body_angular_velocity(r.w, r.body).z * -side > 0.3f);
    dry_world_destroy(r.w);
}

static void dropped_points_bear_nothing(void **unused)
{
    (void)unused;
    topple(-1.0f);
    topple(1.0f);
}

static void a_dropped_contact_ends_and_begins_once(void **unused)
{
    (void)unused;
    Dropping d = { .left_of = -9.0f, .right_of = 9.0f };
    ModifyRig r = modify_rig(false, 1, DRY_KERNEL_AUTO, drop_points, &d);
    dry_body_set_can_sleep(r.w, r.body, false);
    run_steps(r.w, 20);
    dry_world_set_gravity(r.w, dry_vec3(0, -1, 0));
    d.whole = true;
    int begins = 0, ends = 0;
    for (int i = 0; i < 20; ++i) {
        d.whole = i < 10;
        run_steps(r.w, 1);
        DryEvents e = dry_world_events(r.w);
        begins += e.contact_begin_count;
        ends += e.contact_end_count;
        assert_int_equal(e.hit_count, 0);
        assert_int_equal(dry_body_contacts(r.w, r.body, NULL, 0), d.whole ? 0 : 1);
        if (d.whole) {
            assert_true(dry_world_counters(r.w).largest_overlap == 0.0f);
        }
    }
    assert_int_equal(ends, 1);
    assert_int_equal(begins, 1);
    /* it fell 13 mm into the floor meanwhile, and is pushed out without a jump */
    assert_true(body_height(&r) < 0.5 && dry_body_velocity(r.w, r.body).y < 0.05f);
    run_steps(r.w, 200);
    assert_float_equal(body_height(&r), 0.5, 6e-3);
    dry_world_destroy(r.w);
}

static void hold_floor_side(DryContactModification *c, int32_t worker, void *user)
{
    (void)worker;
    DryBodyId held = *(const DryBodyId *)user;
    c->hold_a = c->body_a.index == held.index;
    c->hold_b = c->body_b.index == held.index;
}

/* Of two equal bodies that meet the held one goes on as though nothing were there. */
static void a_held_body_is_not_pushed(void **unused)
{
    (void)unused;
    for (int bouncy = 0; bouncy < 2; ++bouncy) {
        DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
        dry_world_set_gravity(w, dry_vec3(0, 0, 0));
        DryBodyId body[2];
        for (int i = 0; i < 2; ++i) {
            body[i] = build_body(w, DRY_DYNAMIC, 1.5 * i, 0, 0);
            DryShapeOptions o = dry_shape_options_default();
            o.modify_contacts = true;
            o.material.restitution = bouncy ? 1.0f : 0.0f;
            DrySphere ball = { { 0, 0, 0 }, 0.5f };
            dry_shape_add_sphere(w, body[i], &ball, &o);
        }
        dry_world_set_contact_modifier(w,
                                       &(DryContactModifier){ .modify = hold_floor_side, .user = &body[0] });
        dry_body_set_velocity(w, body[0], dry_vec3(3, 0, 0));
        run_steps(w, 30);
        assert_true(dry_body_velocity(w, body[0]).x == 3.0f);
        assert_float_equal(dry_body_velocity(w, body[1]).x, (bouncy ? 6.0f : 3.0f), 0.02f);
        dry_world_destroy(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_told_all_of_the_contact),
        cmocka_unit_test(shapes_that_did_not_ask_are_left_alone),
        cmocka_unit_test(without_changes_the_bits_are_those_without_a_modifier),
        cmocka_unit_test(friction_restitution_and_rolling_are_as_by_material),
        cmocka_unit_test(target_velocity_is_as_the_materials_surface_velocity),
        cmocka_unit_test(a_floor_bears_what_it_may),
        cmocka_unit_test(a_blow_is_limited),
        cmocka_unit_test(another_normal_pushes_along_itself),
        cmocka_unit_test(an_offset_moves_the_surface),
        cmocka_unit_test(dropped_points_bear_nothing),
        cmocka_unit_test(a_dropped_contact_ends_and_begins_once),
        cmocka_unit_test(a_held_body_is_not_pushed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
