/* Small scenes behind public bug reports against physics engines, as tests of their kind. The letters are the
   rows of the list of cases: I input, S stacks and sleep, T continuous collision, E energy. */
#include "support/build.h"

#include "support/invariants.h"
#include "support/random.h"
#include "support/scenes.h"

#include "world/store/world.h"

#include <math.h>
#include <stdlib.h>

static void assert_consistent(const DryWorld *w, const char *when)
{
    const char *broken = broken_invariant(w, false);
    if (broken != NULL) {
        fail_msg("%s: %s", when, broken);
    }
}

static bool body_finite(const DryWorld *w, DryBodyId body)
{
    DryPose p = dry_body_pose(w, body);
    DryVec3 v = dry_body_velocity(w, body), s = dry_body_angular_velocity(w, body);
    return isfinite(p.position.x + p.position.y + p.position.z) &&
           isfinite(v.x + v.y + v.z + s.x + s.y + s.z);
}

/* The four shapes that move, all about a metre in size. */
static DryBodyId build_kind(DryWorld *w, int kind, double x, double y, double z)
{
    DryBodyId body = build_body(w, DRY_DYNAMIC, x, y, z);
    DrySphere ball = { { 0, 0, 0 }, 0.5f };
    DryCapsule capsule = { { -0.5f, 0, 0 }, { 0.5f, 0, 0 }, 0.5f };
    DryBox box = { { 0.5f, 0.5f, 0.5f } };
    DryHull *hull = kind == 3 ? dry_hull_create_cylinder(0.5f, 0.5f, 8) : NULL;
    DryShapeId shape = kind == 0   ? dry_shape_add_sphere(w, body, &ball, NULL)
                       : kind == 1 ? dry_shape_add_capsule(w, body, &capsule, NULL)
                       : kind == 2 ? dry_shape_add_box(w, body, &box, NULL)
                                   : dry_shape_add_hull(w, body, hull, NULL);
    assert_int_not_equal(shape.index, 0);
    dry_hull_release(hull);
    return body;
}

/* ---- input ---- */

static void i11_odd_steps_end_no_contact_and_stay_finite(void **unused)
{
    (void)unused;
    const float steps[] = { 0.0f, 1e-9f, 1e-7f, 1e-5f, 1e-3f, 1.0f };
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    build_ground(w);
    DryBodyId bodies[8];
    for (int i = 0; i < 8; ++i) {
        bodies[i] = build_kind(w, i % 4, 3.0 * (i % 4), 0.5 + 1.0 * (i / 4), 0);
    }
    run_steps(w, 60);
    for (size_t k = 0; k < sizeof steps / sizeof steps[0]; ++k) {
        assert_int_equal(dry_world_step(w, steps[k]), DRY_OK);
        if (steps[k] <= 1e-3f && steps[k] > 1e-8f) {
            assert_int_equal(dry_world_events(w).contact_end_count, 0);
        }
        assert_int_equal(dry_world_step(w, -steps[k] - 1e-6f), DRY_ERROR_ARGUMENT);
        for (int i = 0; i < 8; ++i) {
            assert_true(body_finite(w, bodies[i]));
        }
        assert_consistent(w, "after an odd step");
    }
    assert_int_equal(dry_world_step(w, NAN), DRY_ERROR_ARGUMENT);
    run_steps(w, 300);
    for (int i = 0; i < 8; ++i) {
        assert_true(dry_body_position(w, bodies[i]).y > 0.4);
    }
    dry_world_destroy(w);
}

/* What no call lets in is put in by hand, as a failing solver would. */
static void i12_only_the_body_that_is_not_finite_goes(void **unused)
{
    (void)unused;
    for (int what = 0; what < 4; ++what) {
        DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
        build_ground(w);
        DryBodyId bodies[100];
        for (int i = 0; i < 100; ++i) {
            bodies[i] = build_kind(w, i % 4, 2.5 * (i % 10), 0.55, 2.5 * (i / 10));
        }
        run_steps(w, 10);
        BodyMotion *m = world_motion(w, (int32_t)bodies[37].index - 1);
        if (what == 0) {
            m->v.y = NAN;
        } else if (what == 1) {
            m->w.x = INFINITY;
        } else if (what == 2) {
            m->v.x = -INFINITY;
        } else {
            world_body(w, (int32_t)bodies[37].index - 1)->force.x = INFINITY;
        }
        run_steps(w, 1);
        assert_int_equal(dry_world_events(w).quarantined_count, 1);
        assert_int_equal(dry_world_events(w).quarantined[0].index, bodies[37].index);
        run_steps(w, 30);
        for (int i = 0; i < 100; ++i) {
            assert_true(dry_body_is_quarantined(w, bodies[i]) == (i == 37));
            assert_true(body_finite(w, bodies[i]));
            assert_true(dry_body_position(w, bodies[i]).y > 0.4);
        }
        assert_consistent(w, "after a quarantine");
        assert_int_equal(dry_body_set_enabled(w, bodies[37], true), DRY_OK);
        assert_false(dry_body_is_quarantined(w, bodies[37]));
        run_steps(w, 60);
        assert_false(dry_body_is_quarantined(w, bodies[37]));
        dry_world_destroy(w);
    }
}

static void i14_queries_that_find_nothing_say_so(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryRay ray = { { 0, 5, 0 }, { 0, -1, 0 }, 10 };
    DryBounds box = { { -1, -1, -1 }, { 1, 1, 1 } };
    DryFilter nothing = { .category = 0, .mask = 0 };
    for (int full = 0; full < 2; ++full) {
        DryFilter filter = full != 0 ? nothing : DRY_FILTER_ALL;
        for (int step = 0; step < 2; ++step) {
            DryRayHit hit, hits[4];
            DryShapeId shapes[4];
            assert_false(dry_world_cast_ray_closest(w, ray, filter, &hit));
            assert_int_equal(dry_world_cast_ray_all(w, ray, filter, hits, 4), 0);
            assert_int_equal(dry_world_overlap_box(w, box, filter, shapes, 4), 0);
            run_steps(w, 1);
        }
        build_ground(w);
        build_box(w, DRY_DYNAMIC, 0, 0.5, 0, 0.5f);
    }
    dry_world_destroy(w);
}

/* Nothing has a fixed size: a world that was empty finds every one of many pairs in its first step. */
static void i15_a_sudden_crowd_fits(void **unused)
{
    (void)unused;
    enum {
        N = 343
    };
    DryWorld *w = build_world(2, DRY_KERNEL_AUTO);
    run_steps(w, 1);
    DryBodyId bodies[N];
    for (int i = 0; i < N; ++i) {
        bodies[i] = build_box(w, DRY_DYNAMIC, 0.8 * (i % 7), 0.8 * (i / 7 % 7), 0.8 * (i / 49), 0.5f);
    }
    run_steps(w, 1);
    int expected = 0;
    for (int i = 0; i < N; ++i) {
        for (int k = 0; k < i; ++k) {
            expected +=
                abs(i % 7 - k % 7) <= 1 && abs(i / 7 % 7 - k / 7 % 7) <= 1 && abs(i / 49 - k / 49) <= 1;
        }
    }
    assert_int_equal(dry_world_counters(w).contacts, expected);
    assert_consistent(w, "in a crowd");
    run_steps(w, 20);
    for (int i = 0; i < N; ++i) {
        assert_true(body_finite(w, bodies[i]));
    }
    dry_world_destroy(w);
}

static void i17_shapes_destroyed_while_events_are_handled(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < 40; ++seed) {
        Random r = random_seeded(170 + seed);
        DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
        build_ground(w);
        for (int i = 0; i < 24; ++i) {
            DryBodyId body = build_kind(w, i % 4, random_double(&r, -2, 2), random_double(&r, 0.5, 5),
                                        random_double(&r, -2, 2));
            DrySphere extra = { { 0.3f, 0.2f, 0 }, 0.4f };
            (void)dry_shape_add_sphere(w, body, &extra, NULL);
        }
        for (int step = 0; step < 60; ++step) {
            run_steps(w, 1);
            DryShapeId doomed[64];
            int count = 0;
            DryEvents e = dry_world_events(w);
            for (int i = 0; i < e.contact_begin_count && count < 64; ++i) {
                if (random_int(&r, 4) == 0) {
                    doomed[count++] =
                        random_int(&r, 2) == 0 ? e.contact_begin[i].shape_a : e.contact_begin[i].shape_b;
                }
            }
            for (int i = 0; i < count; ++i) {
                DryBodyId body = dry_shape_body(w, doomed[i]);
                if (body.index != 0 && dry_body_type(w, body) != DRY_STATIC) {
                    assert_int_equal(dry_shape_destroy(w, doomed[i]), DRY_OK);
                }
                assert_consistent(w, "a shape destroyed");
            }
        }
        dry_world_destroy(w);
    }
}

static void i18_what_changes_while_touching_keeps_no_contact(void **unused)
{
    (void)unused;
    for (int what = 0; what < 6; ++what) {
        DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
        DryBodyId ground = build_ground(w);
        DryBodyId a = build_box(w, DRY_DYNAMIC, 0, 0.5, 0, 0.5f),
                  b = build_box(w, DRY_DYNAMIC, 0, 1.5, 0, 0.5f);
        DryBallDef joint = dry_ball_def_default();
        joint.body_a = a, joint.body_b = b, joint.collide_connected = true;
        joint.frame_a.position.y = 0.5f, joint.frame_b.position.y = -0.5f;
        (void)dry_ball_create(w, &joint);
        run_steps(w, what % 2 == 0 ? 5 : 120);
        assert_int_equal(dry_body_contacts(w, a, NULL, 0), 2);
        DryBox box = { { 0.5f, 0.5f, 0.5f } };
        switch (what) {
        case 0:
        case 1:
            assert_int_equal(dry_body_set_enabled(w, a, false), DRY_OK);
            break;
        case 2:
            assert_int_equal(dry_body_set_type(w, a, DRY_STATIC), DRY_OK);
            assert_int_equal(dry_body_set_type(w, b, DRY_STATIC), DRY_OK);
            break;
        case 3:
            assert_int_equal(dry_body_destroy(w, a), DRY_OK);
            break;
        case 4: /* its shape goes to another body */
            assert_int_equal(dry_shape_destroy(w, first_shape(w, a)), DRY_OK);
            assert_int_not_equal(dry_shape_add_box(w, ground, &box, NULL).index, 0);
            break;
        default:
            assert_int_equal(dry_body_set_pose(w, a, (DryPose){ { 20, 5, 0 }, { 0, 0, 0, 1 } }), DRY_OK);
            (void)dry_body_destroy(w, b);
            break;
        }
        assert_consistent(w, "while touching");
        if (what != 5) {
            assert_int_equal(dry_body_contacts(w, a, NULL, 0), 0);
        }
        run_steps(w, 2);
        assert_int_equal(dry_body_contacts(w, a, NULL, 0), 0);
        assert_consistent(w, "after a change");
        run_steps(w, 60);
        dry_world_destroy(w);
    }
}

static void i23_twice_in_one_process_is_the_same(void **unused)
{
    (void)unused;
    uint64_t hashes[2][240];
    for (int round = 0; round < 2; ++round) {
        DryWorld *w = build_world(1, DRY_KERNEL_AUTO), *other = build_world(1, DRY_KERNEL_AUTO);
        build_ground(w);
        for (int i = 0; i < 8; ++i) {
            build_ball(w, DRY_DYNAMIC, 0.1 * i, 1.0 + 1.1 * i, 0.05 * i, 0.5f);
        }
        for (int i = 0; i < 240; ++i) {
            run_steps(w, 1);
            hashes[round][i] = dry_world_hash(w);
            if (round == 1) { /* what else goes on does not matter */
                build_ball(other, DRY_DYNAMIC, i, 1, 0, 0.5f);
                run_steps(other, 1);
            }
        }
        dry_world_destroy(w);
        dry_world_destroy(other);
    }
    assert_memory_equal(hashes[0], hashes[1], sizeof hashes[0]);
}

/* ---- stacks, rest, sleep ---- */

static void s10_five_boxes_stand_for_a_minute(void **unused)
{
    (void)unused;
    DryWorldDef def = dry_world_def_default();
    def.workers = 1;
    def.sleeping = false;
    DryWorld *w = dry_world_create(&def);
    build_ground(w);
    DryBodyId stack[5];
    for (int i = 0; i < 5; ++i) {
        stack[i] = build_box(w, DRY_DYNAMIC, 0, 0.5 + i, 0, 0.5f);
    }
    run_steps(w, 3600);
    for (int i = 0; i < 5; ++i) {
        DryPose p = dry_body_pose(w, stack[i]);
        assert_true(fabs(p.position.y - (0.5 + i)) < 0.02);
        assert_true(fabs(p.position.x) < 0.02 && fabs(p.position.z) < 0.02);
        assert_true(fabsf(p.rotation.w) > 0.9999f);
    }
    dry_world_destroy(w);
}

static void s14_a_sleeper_falls_when_its_support_goes(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < 4; ++kind) {
        for (int what = 0; what < 6; ++what) {
            DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
            DryBodyId support = build_box(w, DRY_STATIC, 0, 0, 0, 2.0f);
            DryBodyId sleeper = build_kind(w, kind, 0, 2.5, 0);
            run_steps(w, 240);
            assert_false(dry_body_is_awake(w, sleeper));
            DryBox smaller = { { 2.0f, 1.0f, 2.0f } };
            if (what == 0) {
                assert_int_equal(dry_shape_destroy(w, first_shape(w, support)), DRY_OK);
                assert_int_not_equal(dry_shape_add_box(w, support, &smaller, NULL).index, 0);
            } else if (what == 1) {
                assert_int_equal(dry_body_set_pose(w, support, (DryPose){ { 0, -1, 0 }, { 0, 0, 0, 1 } }),
                                 DRY_OK);
            } else if (what == 2) {
                assert_int_equal(dry_body_destroy(w, support), DRY_OK);
            } else if (what == 3) {
                assert_int_equal(dry_body_set_enabled(w, support, false), DRY_OK);
            } else if (what == 4) {
                assert_int_equal(dry_body_set_type(w, support, DRY_DYNAMIC), DRY_OK);
            } else {
                assert_int_equal(dry_shape_set_filter(w, first_shape(w, support), (DryFilter){ 0, 0, 0 }),
                                 DRY_OK);
            }
            run_steps(w, 60);
            if (!(dry_body_position(w, sleeper).y < 2.0)) {
                fail_msg("kind %d, change %d: still at %g", kind, what, dry_body_position(w, sleeper).y);
            }
            dry_world_destroy(w);
        }
    }
}

static void s15_a_hanging_sleeper_follows_a_moving_kinematic(void **unused)
{
    (void)unused;
    for (int by_pose = 0; by_pose < 2; ++by_pose) {
        DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
        DryBodyId holder = build_box(w, DRY_KINEMATIC, 0, 5, 0, 0.2f),
                  body = build_box(w, DRY_DYNAMIC, 0, 3, 0, 0.3f);
        DryHingeDef def = dry_hinge_def_default();
        def.body_a = holder, def.body_b = body;
        def.frame_a = dry_frame_from_axis((DryVec3){ 0, 0, 0 }, (DryVec3){ 0, 0, 1 });
        def.frame_b = dry_frame_from_axis((DryVec3){ 0, 2, 0 }, (DryVec3){ 0, 0, 1 });
        DryJointId joint = dry_hinge_create(w, &def);
        run_steps(w, 240);
        assert_false(dry_body_is_awake(w, body));
        for (int i = 1; i <= 200; ++i) {
            DryPose to = { { 0.05 * i, 5, 0 }, { 0, 0, 0, 1 } };
            assert_int_equal(
                by_pose != 0 ? dry_body_set_pose(w, holder, to) : dry_body_set_target(w, holder, to), DRY_OK);
            run_steps(w, 1);
            assert_true(dry_body_is_awake(w, body));
        }
        assert_true(dry_joint_gap(w, joint) < 0.05f);
        assert_true(fabs(dry_body_position(w, body).x - 10.0) < 2.05);
        dry_world_destroy(w);
    }
}

/* Put to sleep by hand on a body that moves, it would hang in the air. */
static void s15_nothing_is_put_to_sleep_on_a_moving_kinematic(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId platform = build_box(w, DRY_KINEMATIC, 0, 0, 0, 1.0f),
              box = build_box(w, DRY_DYNAMIC, 0, 1.5, 0, 0.5f);
    run_steps(w, 10);
    (void)dry_body_set_velocity(w, platform, (DryVec3){ 0, 0.5f, 0 });
    run_steps(w, 5);
    assert_int_equal(dry_body_set_awake(w, box, false), DRY_OK);
    run_steps(w, 120);
    assert_true(fabs(dry_body_position(w, box).y - dry_body_position(w, platform).y - 1.5) < 0.02);
    (void)dry_body_set_velocity(w, platform, (DryVec3){ 0, 0, 0 });
    run_steps(w, 2);
    assert_int_equal(dry_body_set_awake(w, box, false), DRY_OK);
    assert_false(dry_body_is_awake(w, box));
    dry_world_destroy(w);
}

static void s16_a_small_steady_force_does_not_flicker(void **unused)
{
    (void)unused;
    for (int wake = 0; wake < 2; ++wake) {
        DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
        build_ground(w);
        DryBodyId box = build_box(w, DRY_DYNAMIC, 0, 0.5, 0, 0.5f);
        int changes = 0;
        bool before = true;
        for (int i = 0; i < 600; ++i) {
            (void)dry_body_apply_force_center(w, box, (DryVec3){ 20, 0, 0 },
                                              wake != 0 ? DRY_WAKE : DRY_DONT_WAKE);
            run_steps(w, 1);
            changes += dry_body_is_awake(w, box) != before;
            before = dry_body_is_awake(w, box);
        }
        assert_true(changes <= 1);
        assert_true(fabs(dry_body_position(w, box).x) < 0.02);
        dry_world_destroy(w);
    }
}

static bool has_begun(const DryWorld *w, DryBodyId a, DryBodyId b)
{
    DryEvents e = dry_world_events(w);
    for (int i = 0; i < e.contact_begin_count; ++i) {
        uint32_t x = e.contact_begin[i].body_a.index, y = e.contact_begin[i].body_b.index;
        if ((x == a.index && y == b.index) || (x == b.index && y == a.index)) {
            return true;
        }
    }
    return false;
}

static void s17_a_hit_on_a_sleeper_is_reported_in_its_step(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < 16; ++kind) {
        DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
        build_ground(w);
        DryBodyId sleeper = build_kind(w, kind % 4, 0, 0.5, 0);
        run_steps(w, 240);
        assert_false(dry_body_is_awake(w, sleeper));
        DryBodyId hitter = build_kind(w, kind / 4, -4, 0.6, 0);
        (void)dry_body_set_gravity_scale(w, hitter, 0.0f);
        (void)dry_body_set_velocity(w, hitter, (DryVec3){ 10, 0, 0 });
        bool reported = false;
        for (int i = 0; i < 60 && !reported; ++i) {
            run_steps(w, 1);
            reported = has_begun(w, sleeper, hitter);
            /* it moves in no step before the one that reports the hit */
            assert_true(reported || dry_body_velocity(w, sleeper).x < 0.01f);
        }
        assert_true(reported && dry_body_is_awake(w, sleeper) && dry_body_velocity(w, sleeper).x > 0.1f);
        dry_world_destroy(w);
    }
}

static DryBodyId wide_ground(DryWorld *w, int kind, float half)
{
    DryBodyId ground = build_body(w, DRY_STATIC, 0, 0, 0);
    if (kind == 0) {
        DryBox box = { { half, 1.0f, half } };
        DryShapeOptions o = dry_shape_options_default();
        o.frame.position.y = -1.0f;
        assert_int_not_equal(dry_shape_add_box(w, ground, &box, &o).index, 0);
    } else if (kind == 1) {
        const DryVec3 v[4] = {
            { -half, 0, -half }, { half, 0, -half }, { -half, 0, half }, { half, 0, half }
        };
        const uint32_t t[6] = { 0, 2, 1, 1, 2, 3 };
        DryMeshSource source = { .vertices = v, .vertex_count = 4, .indices = t, .triangle_count = 2 };
        DryMesh *mesh = dry_mesh_create(&source, NULL);
        assert_int_not_equal(dry_shape_add_mesh(w, ground, mesh, NULL, NULL).index, 0);
        dry_mesh_release(mesh);
    } else {
        DryHalfSpace plane = { { 0, 1, 0 }, 0 };
        assert_int_not_equal(dry_shape_add_half_space(w, ground, &plane, NULL).index, 0);
    }
    return ground;
}

static void s18_boxes_rest_on_huge_grounds(void **unused)
{
    (void)unused;
    const float halves[2] = { 1e4f, 1e6f };
    for (int k = 0; k < 6; ++k) {
        DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
        (void)wide_ground(w, k / 2, halves[k % 2]);
        DryBodyId boxes[3];
        for (int i = 0; i < 3; ++i) {
            boxes[i] = build_box(w, DRY_DYNAMIC, 0.37, 0.6 + 1.1 * i, 0.21, 0.5f);
        }
        run_steps(w, 300);
        for (int i = 0; i < 3; ++i) {
            double y = dry_body_position(w, boxes[i]).y;
            if (!(fabs(y - (0.5 + i)) < 0.1 && dry_vec3_length(dry_body_velocity(w, boxes[i])) < 0.1f)) {
                fail_msg("ground %d of half-width %g: box %d at %g with speed %g", k / 2,
                         (double)halves[k % 2], i, y,
                         (double)dry_vec3_length(dry_body_velocity(w, boxes[i])));
            }
        }
        dry_world_destroy(w);
    }
}

/* ---- continuous collision, energy ---- */

static void t12_moved_events_tell_the_pose(void **unused)
{
    (void)unused;
    for (int s = 0; s < test_scene_count; ++s) {
        DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
        test_scenes[s].build(w);
        DryBodyId bullet = build_ball(w, DRY_DYNAMIC, -30, 2, 0, 0.2f);
        (void)dry_body_set_velocity(w, bullet, (DryVec3){ 300, -8, 0 });
        for (int i = 0; i < 60; ++i) {
            if (test_scenes[s].before_step != NULL) {
                test_scenes[s].before_step(w, i);
            }
            run_steps(w, 1);
            DryEvents e = dry_world_events(w);
            for (int k = 0; k < e.moved_count; ++k) {
                DryPose pose = dry_body_pose(w, e.moved[k].body);
                assert_memory_equal(&pose, &e.moved[k].pose, sizeof pose);
                assert_true(k == 0 || e.moved[k - 1].body.index < e.moved[k].body.index);
            }
        }
        dry_world_destroy(w);
    }
}

static void e18_the_impulse_of_rest_is_the_weight(void **unused)
{
    (void)unused;
    for (int k = 0; k < 8; ++k) {
        DryWorldDef def = dry_world_def_default();
        def.workers = 1;
        def.sleeping = false;
        def.warm_starting = k / 4 == 0;
        DryWorld *w = dry_world_create(&def);
        build_ground(w);
        DryBodyId body = build_kind(w, k % 4, 0, 0.5, 0);
        run_steps(w, 240);
        double impulse = 0.0, weight = 9.81 * (double)dry_body_mass(w, body).mass * (double)STEP;
        for (int i = 0; i < 20; ++i) {
            run_steps(w, 1);
            DryContactRecord record;
            assert_int_equal(dry_body_contacts(w, body, &record, 1), 1);
            for (int p = 0; p < record.point_count; ++p) {
                impulse += (double)record.points[p].impulse / 20.0;
            }
        }
        if (!(fabs(impulse - weight) < 0.01 * weight)) {
            fail_msg("kind %d, warm starting %d: impulse %g, weight times dt %g", k % 4,
                     (int)def.warm_starting, impulse, weight);
        }
        dry_world_destroy(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(i11_odd_steps_end_no_contact_and_stay_finite),
        cmocka_unit_test(i12_only_the_body_that_is_not_finite_goes),
        cmocka_unit_test(i14_queries_that_find_nothing_say_so),
        cmocka_unit_test(i15_a_sudden_crowd_fits),
        cmocka_unit_test(i17_shapes_destroyed_while_events_are_handled),
        cmocka_unit_test(i18_what_changes_while_touching_keeps_no_contact),
        cmocka_unit_test(i23_twice_in_one_process_is_the_same),
        cmocka_unit_test(s10_five_boxes_stand_for_a_minute),
        cmocka_unit_test(s14_a_sleeper_falls_when_its_support_goes),
        cmocka_unit_test(s15_a_hanging_sleeper_follows_a_moving_kinematic),
        cmocka_unit_test(s15_nothing_is_put_to_sleep_on_a_moving_kinematic),
        cmocka_unit_test(s16_a_small_steady_force_does_not_flicker),
        cmocka_unit_test(s17_a_hit_on_a_sleeper_is_reported_in_its_step),
        cmocka_unit_test(s18_boxes_rest_on_huge_grounds),
        cmocka_unit_test(t12_moved_events_tell_the_pose),
        cmocka_unit_test(e18_the_impulse_of_rest_is_the_weight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
