/* Overlap, penetration and nearest shapes, pairs of shapes, and what is refused. */
#include "world/query_rig.h"

#include <math.h>
#include <string.h>

enum {
    BODIES = 120
};

static DryWorld *crowd(Random *r, DryQueryShape *shapes)
{
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    for (int i = 0; i < BODIES; ++i) {
        shapes[i] = rig_shape(r, i % 9, 0.8f, NULL);
        DryVec3 at = rig_vector(r, 5.0f);
        DryBodyDef def = dry_body_def_default();
        def.type = i % 3 == 0 ? DRY_DYNAMIC : DRY_STATIC;
        def.position = dry_pos((double)at.x, (double)at.y, (double)at.z);
        def.rotation = shapes[i].pose.rotation;
        DryBodyId body = dry_body_create(w, &def);
        DryShapeId id = rig_add(w, body, &shapes[i]);
        assert_int_equal(id.index, i + 1);
        assert_true(dry_shape_to_query(w, id, &shapes[i]));
    }
    return w;
}

static void worlds_find_what_pairs_find(void **unused)
{
    (void)unused;
    Random r = random_seeded(51);
    DryQueryShape shapes[BODIES];
    DryWorld *w = crowd(&r, shapes);
    int touching = 0;
    for (int i = 0; i < 200; ++i) {
        DryQueryShape s = rig_shape(&r, i % RIG_KINDS, 1.0f, NULL);
        DryVec3 at = rig_vector(&r, 5.0f);
        s.pose.position = dry_pos((double)at.x, (double)at.y, (double)at.z);
        DryShapeId found[BODIES];
        DryQueryHit deep[BODIES], near[BODIES];
        int32_t overlaps = dry_world_overlap_shape(w, &s, NULL, found, BODIES);
        int32_t depths = dry_world_penetration(w, &s, NULL, deep, BODIES);
        int32_t all = dry_world_closest(w, &s, 1.5f, NULL, near, BODIES), first = 0, within = 0;
        for (int k = 0; k < BODIES; ++k) {
            DryQueryHit pair;
            assert_true(dry_shape_closest_points(&s, &shapes[k], &pair));
            assert_int_equal(dry_shape_penetration(&s, &shapes[k], NULL), pair.separation <= 0.0f);
            within += pair.separation <= 1.5f ? 1 : 0;
            if (pair.separation <= 0.0f) {
                assert_true(first < overlaps);
                assert_int_equal(found[first++].index, k + 1);
            }
        }
        assert_true(overlaps == first && depths == first && all == within);
        touching += overlaps;
        for (int k = 1; k < all; ++k) {
            assert_true(near[k - 1].separation <= near[k].separation);
        }
        for (int k = 1; k < depths; ++k) {
            assert_true(deep[k - 1].separation <= deep[k].separation);
        }
        /* the nearest few alone are the first of all */
        DryQueryHit few[3];
        int32_t some = dry_world_closest(w, &s, 1.5f, NULL, few, 3);
        assert_int_equal(some, all < 3 ? all : 3);
        for (int k = 0; k < some; ++k) {
            assert_int_equal(few[k].shape.index, near[k].shape.index);
        }
    }
    assert_true(touching > 100);
    dry_world_destroy(w);
}

/* Moved out along the normal the shapes touch and no more; the nearest points are as far apart as said. */
static void the_way_out_leads_out(void **unused)
{
    (void)unused;
    Random r = random_seeded(52);
    DryHull *hull = rig_hull();
    DryMesh *mesh = rig_grid(6, 0.3f, true);
    DryQueryShape ground = { .kind = DRY_SHAPE_MESH, .pose = { { 0, 0, 0 }, dry_quat_identity() } };
    ground.mesh = mesh;
    DryQueryShape floor = { .kind = DRY_SHAPE_HALF_SPACE,
                            .half_space = { { 0, 1, 0 }, -0.2f },
                            .pose = { { 0, 0, 0 }, rig_rotation(&r) } };
    int overlaps = 0, apart = 0;
    for (int i = 0; i < 1200; ++i) {
        DryQueryShape a = rig_shape(&r, i % RIG_KINDS, 1.0f, hull), b = rig_shape(&r, i / 10 % 9, 1.0f, hull);
        DryVec3 at = rig_vector(&r, 1.4f);
        a.pose.position = dry_pos((double)at.x, (double)at.y, (double)at.z);
        b = i % 12 == 10 ? ground : i % 12 == 11 ? floor : b;
        DryQueryHit hit, after;
        assert_true(dry_shape_closest_points(&a, &b, &hit));
        assert_true(dry_shape_distance(&a, &b) == (hit.separation > 0.0f ? dry_shape_distance(&a, &b) : 0.0));
        assert_float_equal(dry_vec3_length(hit.normal), 1.0f, 1e-5f);
        DryVec3 between = dry_pos_sub(hit.query_point, hit.point);
        assert_float_equal(dry_vec3_dot(between, hit.normal), hit.separation, 2e-4f);
        if (hit.separation > 0.0f) {
            assert_float_equal(dry_vec3_length(between), hit.separation, 2e-4f);
            ++apart;
            continue;
        }
        ++overlaps;
        a.pose.position = dry_pos_add(a.pose.position, dry_vec3_scale(hit.normal, -hit.separation + 1e-4f));
        assert_true(dry_shape_closest_points(&a, &b, &after));
        if (b.kind != DRY_SHAPE_MESH) { /* other triangles may be in the way */
            assert_true(after.separation > 0.0f && after.separation < 5e-4f);
        }
    }
    print_message("%d overlap, %d apart\n", overlaps, apart);
    assert_true(overlaps > 200 && apart > 200);
    dry_mesh_release(mesh);
    dry_hull_release(hull);
}

/* Sphere and half-space, sphere and box: known numbers. */
static void simple_pairs_have_known_answers(void **unused)
{
    (void)unused;
    DryQueryShape ball = { .kind = DRY_SHAPE_SPHERE,
                           .sphere.radius = 0.5f,
                           .pose = { { 1e6 + 3.0, 1, 0 }, dry_quat_identity() } };
    DryQueryShape box = { .kind = DRY_SHAPE_BOX,
                          .box = { { 1, 1, 1 } },
                          .pose = { { 1e6, 1, 0 }, dry_quat_identity() } };
    DryQueryHit hit;
    assert_true(fabs(dry_shape_distance(&ball, &box) - 1.5) < 1e-9);
    assert_true(dry_shape_cast_shape(&ball, &box, dry_vec3(-6, 0, 0), DRY_START_HIT, &hit));
    assert_float_equal(hit.fraction, 0.25f, 1e-7f);
    assert_true(fabs(hit.point.x - (1e6 + 1.0)) < 1e-7);
    ball.pose.position.x -= 1.75;
    assert_true(dry_shape_penetration(&ball, &box, &hit));
    assert_float_equal(hit.separation, -0.25f, 1e-6f);
    assert_float_equal(hit.normal.x, 1.0f, 1e-6f);
    DryQueryShape plane = { .kind = DRY_SHAPE_HALF_SPACE,
                            .half_space = { { 0, 2, 0 }, 0.5f },
                            .pose = { { 0, 0, 0 }, dry_quat_identity() } };
    assert_true(fabs(dry_shape_distance(&ball, &plane) - 0.25) < 1e-6);
    assert_false(dry_shape_cast_shape(&ball, &plane, dry_vec3(9, 0, 0), DRY_START_HIT, &hit));
}

static void i14_an_empty_world_and_a_filter_that_rejects_all_give_none(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryQueryShape s = { .kind = DRY_SHAPE_SPHERE, .sphere.radius = 1, .pose = { { 0 }, { 0, 0, 0, 1 } } };
    DryRay ray = { { 0, 5, 0 }, { 0, -1, 0 }, 10 };
    DryQueryOptions o = dry_query_options_default();
    DryQueryHit hit;
    DryShapeId id;
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(dry_world_closest(w, &s, 1e6f, &o, &hit, 1), 0);
        assert_int_equal(dry_world_penetration(w, &s, &o, &hit, 1), 0);
        assert_int_equal(dry_world_overlap_shape(w, &s, &o, &id, 1), 0);
        assert_int_equal(dry_world_cast_shape(w, &s, dry_vec3(0, -9, 0), DRY_QUERY_ALL, &o, &hit, 1), 0);
        assert_int_equal(dry_world_cast_ray(w, ray, DRY_QUERY_ANY, &o, &hit, 1), 0);
        assert_int_equal(dry_world_cast_rays(w, &ray, 1, &o, &hit), 0);
        assert_int_equal(hit.shape.index, 0);
        build_box(w, DRY_STATIC, 0, 0, 0, 1.0f);
        o.filter.mask = 0;
    }
    dry_world_destroy(w);
}

static void says(const char *call, const char *what)
{
    if (strstr(dry_last_error(), call) != dry_last_error() || strstr(dry_last_error(), what) == NULL) {
        fail_msg("%s, %s: the message is \"%s\"", call, what, dry_last_error());
    }
}

static void refused_shape(DryWorld *w, const DryQueryShape *s, const char *what)
{
    DryVec3 way = { 1, 0, 0 };
    DryQueryHit hit;
    DryQueryShape good = { .pose = { { 0, 0, 0 }, { 0, 0, 0, 1 } } };
    DryBodyId body = { 1, 0 };
    (void)dry_world_bodies(w, &body, 1);
    assert_int_equal(dry_world_cast_shape(w, s, way, DRY_QUERY_ALL, NULL, NULL, 0), -1);
    says("dry_world_cast_shape", what);
    assert_int_equal(dry_world_overlap_shape(w, s, NULL, NULL, 0), -1);
    says("dry_world_overlap_shape", what);
    assert_int_equal(dry_world_penetration(w, s, NULL, NULL, 0), -1);
    says("dry_world_penetration", what);
    assert_int_equal(dry_world_closest(w, s, 1, NULL, &hit, 1), -1);
    says("dry_world_closest", what);
    assert_false(dry_body_cast_shape(w, body, s, way, DRY_START_HIT, &hit));
    says("dry_body_cast_shape", what);
    assert_false(dry_shape_cast_shape(s, &good, way, DRY_START_HIT, &hit));
    says("dry_shape_cast_shape", what);
    assert_false(dry_shape_closest_points(s, &good, &hit));
    says("dry_shape_closest_points", what);
    assert_true(dry_shape_distance(s, &good) == -1.0);
    says("dry_shape_distance", what);
    assert_false(dry_shape_penetration(s, &good, &hit));
    says("dry_shape_penetration", what);
    if (s != NULL) {
        DryShapeCast cast = { *s, way };
        assert_int_equal(dry_world_cast_shapes(w, &cast, 1, NULL, &hit), -1);
        says("dry_world_cast_shapes", what);
    }
}

static void wrong_shapes_are_refused(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    build_box(w, DRY_STATIC, 0, 0, 0, 1.0f);
    const DryQueryShape good = { .kind = DRY_SHAPE_SPHERE,
                                 .sphere.radius = 1,
                                 .pose.rotation = { 0, 0, 0, 1 } };
    const float bad[] = { NAN, INFINITY, -1.0f, 0.0f, 1e9f };
    refused_shape(w, NULL, "null");
    for (int i = 0; i < 5; ++i) {
        DryQueryShape s = good;
        s.sphere.radius = bad[i];
        refused_shape(w, &s, "radius");
        s = (DryQueryShape){ .kind = DRY_SHAPE_BOX, .box = { { 1, bad[i], 1 } }, .pose = good.pose };
        refused_shape(w, &s, "box");
    }
    DryQueryShape s = good;
    s.pose.position.y = (double)NAN;
    refused_shape(w, &s, "position");
    s.pose.position.y = 1e13;
    refused_shape(w, &s, "position");
    s = good;
    s.pose.rotation.w = 0.0f;
    refused_shape(w, &s, "rotation");
    s = good;
    s.kind = DRY_SHAPE_HALF_SPACE;
    refused_shape(w, &s, "kind");
    s.kind = (DryShapeKind)77;
    refused_shape(w, &s, "kind");
    s = (DryQueryShape){ .kind = DRY_SHAPE_HULL, .pose = good.pose };
    refused_shape(w, &s, "hull");
    dry_world_destroy(w);
}

static void other_wrong_arguments_are_refused(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId body = build_box(w, DRY_STATIC, 0, 0, 0, 1.0f);
    const DryQueryShape s = { .kind = DRY_SHAPE_SPHERE, .sphere.radius = 1, .pose.rotation = { 0, 0, 0, 1 } };
    const DryVec3 way = { 1, 0, 0 }, ways[3] = { { NAN, 0, 0 }, { 0, INFINITY, 0 }, { 0, 0, 2e12f } };
    DryRay ray = { { 0, 5, 0 }, { 0, -1, 0 }, 10 }, flat = { { 0, 5, 0 }, { 0, 0, 0 }, 10 };
    DryQueryHit hit, before;
    DryQueryOptions o = dry_query_options_default();
    memset(&hit, 7, sizeof hit);
    before = hit;
    for (int i = 0; i < 3; ++i) {
        DryShapeCast casts[2] = { { s, way }, { s, ways[i] } };
        DryQueryHit hits[2] = { before, before };
        assert_int_equal(dry_world_cast_shape(w, &s, ways[i], DRY_QUERY_ANY, NULL, &hit, 1), -1);
        says("dry_world_cast_shape", "translation");
        assert_int_equal(dry_world_cast_shapes(w, casts, 2, NULL, hits), -1);
        says("dry_world_cast_shapes", "translation");
        assert_memory_equal(&hits[0], &before, sizeof before);
    }
    assert_int_equal(dry_world_cast_shape(w, &s, way, (DryQueryMode)3, NULL, &hit, 1), -1);
    says("dry_world_cast_shape", "mode is 3");
    assert_int_equal(dry_world_cast_ray(w, ray, DRY_QUERY_ALL, NULL, NULL, 1), -1);
    says("dry_world_cast_ray", "1 places in no array");
    assert_int_equal(dry_world_cast_ray(w, ray, DRY_QUERY_ALL, NULL, &hit, -1), -1);
    assert_int_equal(dry_world_cast_ray(w, flat, DRY_QUERY_ALL, NULL, &hit, 1), -1);
    says("dry_world_cast_ray", "direction");
    assert_int_equal(dry_world_cast_rays(w, &flat, 1, NULL, &hit), -1);
    says("dry_world_cast_rays", "direction");
    assert_int_equal(dry_world_cast_rays(w, &ray, -1, NULL, &hit), -1);
    assert_int_equal(dry_world_cast_rays(w, NULL, 0, NULL, NULL), 0);
    o.start = (DryStartOverlap)9;
    assert_int_equal(dry_world_cast_ray(w, ray, DRY_QUERY_ALL, &o, &hit, 1), -1);
    says("dry_world_cast_ray", "start is 9");
    assert_int_equal(dry_world_closest(w, &s, -1.0f, NULL, &hit, 1), -1);
    says("dry_world_closest", "distance is -1");
    assert_int_equal(dry_world_closest(w, &s, NAN, NULL, &hit, 1), -1);
    assert_int_equal(dry_world_closest(NULL, &s, 1, NULL, &hit, 1), -1);
    says("dry_world_closest", "world is null");
    assert_false(dry_shape_cast_ray(w, (DryShapeId){ 9, 9 }, ray, &hit));
    says("dry_shape_cast_ray", "id 9 generation 9");
    assert_false(dry_body_cast_ray(w, (DryBodyId){ 0, 0 }, ray, &hit));
    says("dry_body_cast_ray", "no such body");
    assert_false(dry_body_cast_shape(w, body, &s, way, (DryStartOverlap)-1, &hit));
    says("dry_body_cast_shape", "start");
    DryQueryShape out;
    assert_false(dry_shape_to_query(w, (DryShapeId){ 0, 0 }, &out));
    says("dry_shape_to_query", "no such shape");
    assert_memory_equal(&hit, &before, sizeof before);
    dry_world_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_find_what_pairs_find),
        cmocka_unit_test(the_way_out_leads_out),
        cmocka_unit_test(simple_pairs_have_known_answers),
        cmocka_unit_test(i14_an_empty_world_and_a_filter_that_rejects_all_give_none),
        cmocka_unit_test(wrong_shapes_are_refused),
        cmocka_unit_test(other_wrong_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
