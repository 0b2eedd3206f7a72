/* Rays and moving shapes through worlds. */
#include "world/query_rig.h"

#include <math.h>
#include <string.h>

static DryWorld *world_of(DryMesh *mesh, DryBodyId *ground)
{
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    *ground = build_body(w, DRY_STATIC, 0, 0, 0);
    assert_int_not_equal(dry_shape_add_mesh(w, *ground, mesh, NULL, NULL).index, 0);
    return w;
}

static DryPos at_fraction(DryPos p, DryVec3 way, double t)
{
    return dry_pos(p.x + t * (double)way.x, p.y + t * (double)way.y, p.z + t * (double)way.z);
}

/* First fraction at which the shape touches anything, by the test for overlap: dense samples, then halving.
 * 2: none. */
static double first_touch(const DryWorld *w, DryQueryShape s, DryVec3 way, double until)
{
    enum {
        SAMPLES = 400
    };
    DryPos from = s.pose.position;
    for (int i = 0; i <= SAMPLES; ++i) {
        double t = until * i / SAMPLES;
        s.pose.position = at_fraction(from, way, t);
        if (dry_world_overlap_shape(w, &s, NULL, NULL, 0) > 0) {
            double low = i == 0 ? t : until * (i - 1) / SAMPLES, high = t;
            for (int k = 0; k < 40; ++k) {
                double middle = 0.5 * (low + high);
                s.pose.position = at_fraction(from, way, middle);
                if (dry_world_overlap_shape(w, &s, NULL, NULL, 0) > 0) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            return high;
        }
    }
    return 2.0;
}

/* Every kind on a wavy two-sided mesh and on bodies above it. */
static void a_cast_ends_where_the_first_touch_is(void **unused)
{
    (void)unused;
    Random r = random_seeded(41);
    DryHull *hull = rig_hull();
    DryMesh *mesh = rig_grid(12, 0.7f, true);
    DryBodyId ground;
    DryWorld *w = world_of(mesh, &ground);
    for (int i = 0; i < 12; ++i) {
        DryQueryShape s = rig_shape(&r, i % 9, 0.6f, NULL);
        DryVec3 at = rig_vector(&r, 4.0f);
        DryBodyId body = build_body(w, DRY_STATIC, (double)at.x, (double)at.y + 3.0, (double)at.z);
        assert_int_not_equal(rig_add(w, body, &s).index, 0);
    }
    int hits = 0, starts = 0;
    double worst = 0.0;
    for (int kind = 0; kind < RIG_KINDS; ++kind) {
        for (int i = 0; i < 25; ++i) {
            DryQueryShape s = rig_shape(&r, kind, 0.8f, hull);
            DryVec3 from = rig_vector(&r, 5.0f), way = rig_vector(&r, 6.0f);
            way.y -= 6.0f;
            s.pose.position = dry_pos((double)from.x, (double)from.y + 5.0, (double)from.z);
            DryQueryHit hit;
            int32_t found = dry_world_cast_shape(w, &s, way, DRY_QUERY_CLOSEST, NULL, &hit, 1);
            assert_true(found >= 0);
            double length = (double)dry_vec3_length(way);
            double until = found == 1 ? (double)hit.fraction - 1e-4 / length : 1.0;
            double touch = first_touch(w, s, way, until);
            if (found == 1 && hit.fraction == 0.0f) {
                ++starts;
                assert_true(hit.separation < 0.0f);
                continue;
            }
            if (touch <= 1.0) {
                fail_msg("kind %d: touches at %.9g, the cast said %d at %.9g", kind, touch, found,
                         found == 1 ? (double)hit.fraction : -1.0);
            }
            if (found == 0) {
                continue;
            }
            ++hits;
            /* and there it does touch */
            s.pose.position = at_fraction(s.pose.position, way, (double)hit.fraction);
            DryQueryHit near;
            assert_int_equal(dry_world_closest(w, &s, 0.1f, NULL, &near, 1), 1);
            worst = fmax(worst, fabs((double)near.separation));
            assert_true(fabs((double)dry_vec3_length(hit.normal) - 1.0) < 1e-5);
            assert_true(dry_vec3_dot(hit.normal, way) < 1e-3f);
        }
    }
    print_message("%d hits, %d starts, worst gap %.1e m\n", hits, starts, worst);
    assert_true(hits > 100 && worst < 1e-5);
    dry_world_destroy(w);
    dry_mesh_release(mesh);
    dry_hull_release(hull);
}

/* The mesh under a capsule that lies is hit by its middle or its ends, whichever is first. */
static void g11_a_lying_capsule_hits_with_its_whole_length(void **unused)
{
    (void)unused;
    DryMesh *mesh = rig_grid(2, 0.0f, false);
    DryBodyId ground;
    DryWorld *w = world_of(mesh, &ground);
    DryQueryShape s = { .kind = DRY_SHAPE_CAPSULE,
                        .capsule = { { -2, 0, 0 }, { 2, 0, 0 }, 0.25f },
                        .pose = { { 0, 3, 0 }, dry_quat_identity() } };
    for (int i = -12; i <= 12; ++i) {
        s.pose.position.x = 0.25 * i; /* ends at 3.25 from the middle of a mesh that ends at 1 */
        DryQueryHit hit;
        bool over = fabs(s.pose.position.x) <= 3.0;
        assert_int_equal(dry_world_cast_shape(w, &s, dry_vec3(0, -5, 0), DRY_QUERY_CLOSEST, NULL, &hit, 1),
                         over ? 1 : 0);
        if (over) {
            assert_float_equal(hit.fraction, 2.75f / 5.0f, 1e-6f);
            assert_float_equal(hit.normal.y, 1.0f, 1e-5f);
            assert_true(hit.triangle >= 0);
        }
    }
    dry_world_destroy(w);
    dry_mesh_release(mesh);
}

static void n9_a_sphere_of_six_kilometres_meets_a_triangle(void **unused)
{
    (void)unused;
    const DryVec3 corners[3] = { { 0, 0, 0 }, { 0, 0, 1 }, { 1, 0, 0 } };
    const uint32_t indices[3] = { 0, 1, 2 };
    DryMeshSource source = {
        .vertices = corners, .vertex_count = 3, .indices = indices, .triangle_count = 1
    };
    DryMesh *mesh = dry_mesh_create(&source, NULL);
    DryBodyId ground;
    DryWorld *w = world_of(mesh, &ground);
    DryQueryShape s = { .kind = DRY_SHAPE_SPHERE,
                        .sphere.radius = 6000.0f,
                        .pose = { { 0.2, 6010, 0.2 }, dry_quat_identity() } };
    DryQueryHit hit;
    assert_int_equal(dry_world_cast_shape(w, &s, dry_vec3(0, -100, 0), DRY_QUERY_CLOSEST, NULL, &hit, 1), 1);
    assert_float_equal(hit.fraction, 0.1f, 1e-5f);
    assert_float_equal(hit.normal.y, 1.0f, 1e-5f);
    dry_world_destroy(w);
    dry_mesh_release(mesh);
}

/* A one-sided mesh is met from its outside only, by shapes as by rays. */
static void a_mesh_is_met_from_the_sides_it_has(void **unused)
{
    (void)unused;
    for (int sides = 1; sides <= 2; ++sides) {
        DryMesh *mesh = rig_grid(4, 0.0f, sides == 2);
        DryBodyId ground;
        DryWorld *w = world_of(mesh, &ground);
        for (int kind = 0; kind < RIG_KINDS; ++kind) {
            Random r = random_seeded((uint64_t)kind);
            DryQueryShape s = rig_shape(&r, kind, 0.5f, NULL);
            for (int up = 0; up < 2; ++up) {
                s.pose.position = dry_pos(0.1, up != 0 ? -3.0 : 3.0, 0.2);
                DryVec3 way = { 0, up != 0 ? 6.0f : -6.0f, 0 };
                int32_t hit = dry_world_cast_shape(w, &s, way, DRY_QUERY_ANY, NULL, NULL, 0);
                assert_int_equal(hit, up == 0 || sides == 2 ? 1 : 0);
            }
        }
        dry_world_destroy(w);
        dry_mesh_release(mesh);
    }
}

static void what_overlaps_at_the_start_is_told_or_left_out(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId first = build_box(w, DRY_STATIC, 0, 0, 0, 1.0f),
              second = build_box(w, DRY_STATIC, 0, -5, 0, 1.0f);
    DryQueryShape s = { .kind = DRY_SHAPE_SPHERE,
                        .sphere.radius = 0.5f,
                        .pose = { { 0, 1.4, 0 }, dry_quat_identity() } };
    DryVec3 down = { 0, -10, 0 }, up = { 0, 10, 0 };
    DryQueryOptions o = dry_query_options_default();
    DryQueryHit hit;
    assert_int_equal(dry_world_cast_shape(w, &s, up, DRY_QUERY_CLOSEST, &o, &hit, 1), 1);
    assert_true(hit.fraction == 0.0f);
    assert_float_equal(hit.separation, -0.1f, 1e-5f);
    assert_float_equal(hit.normal.y, 1.0f, 1e-5f);
    o.start = DRY_START_DEEPER;
    assert_int_equal(dry_world_cast_shape(w, &s, up, DRY_QUERY_CLOSEST, &o, &hit, 1), 0);
    assert_int_equal(dry_world_cast_shape(w, &s, down, DRY_QUERY_CLOSEST, &o, &hit, 1), 1);
    assert_int_equal(hit.body.index, first.index);
    o.start = DRY_START_IGNORE;
    assert_int_equal(dry_world_cast_shape(w, &s, down, DRY_QUERY_CLOSEST, &o, &hit, 1), 1);
    assert_int_equal(hit.body.index, second.index);
    assert_float_equal(hit.fraction, 0.49f, 1e-5f);
    DryRay ray = { { 0, 0, 0 }, { 0, -1, 0 }, 10 };
    assert_int_equal(dry_world_cast_ray(w, ray, DRY_QUERY_CLOSEST, &o, &hit, 1), 1);
    assert_int_equal(hit.body.index, second.index);
    o.start = DRY_START_HIT;
    assert_int_equal(dry_world_cast_ray(w, ray, DRY_QUERY_CLOSEST, &o, &hit, 1), 1);
    assert_int_equal(hit.body.index, first.index);
    /* a shape that stands on another slides along it, and does not stand where the way leads into it */
    s.pose.position = dry_pos(0, 1.5, 0);
    assert_int_equal(dry_world_cast_shape(w, &s, dry_vec3(5, 0, 0), DRY_QUERY_CLOSEST, NULL, &hit, 1), 0);
    assert_int_equal(dry_world_cast_shape(w, &s, dry_vec3(0, 0, 0), DRY_QUERY_CLOSEST, NULL, &hit, 1), 0);
    assert_int_equal(dry_world_cast_shape(w, &s, dry_vec3(5, -1, 0), DRY_QUERY_CLOSEST, NULL, &hit, 1), 1);
    assert_float_equal(hit.fraction, 0.0f, 1e-6f);
    dry_world_destroy(w);
}

typedef struct Asked {
    int calls;
    DryQueryVerdict first, others;
    uint32_t skip; /* body */
} Asked;

static DryQueryVerdict ask(const DryQueryHit *hit, void *user)
{
    Asked *a = user;
    if (hit->body.index == a->skip) {
        return DRY_QUERY_SKIP;
    }
    return a->calls++ == 0 ? a->first : a->others;
}

static void callbacks_skip_stop_and_go_on(void **unused)
{
    (void)unused;
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId body[4];
    for (int i = 0; i < 4; ++i) {
        body[i] = build_box(w, i % 2 == 0 ? DRY_STATIC : DRY_DYNAMIC, 3.0 * i, 0, 0, 0.5f);
    }
    DryQueryShape s = { .kind = DRY_SHAPE_BOX,
                        .box = { { 0.2f, 0.2f, 0.2f } },
                        .pose = { { -5, 0, 0 }, dry_quat_identity() } };
    DryVec3 way = { 30, 0, 0 };
    DryRay ray = { { -5, 0.1, 0.1 }, { 1, 0, 0 }, 30 };
    for (int shape = 0; shape < 2; ++shape) {
        Asked asked = { .skip = body[0].index };
        DryQueryOptions o = dry_query_options_default();
        o.accept = ask;
        o.user = &asked;
        DryQueryHit hits[4];
#define CAST(mode)                                               \
    (shape ? dry_world_cast_shape(w, &s, way, mode, &o, hits, 4) \
           : dry_world_cast_ray(w, ray, mode, &o, hits, 4))
        assert_int_equal(CAST(DRY_QUERY_CLOSEST), 1);
        assert_int_equal(hits[0].body.index, body[1].index);
        assert_int_equal(CAST(DRY_QUERY_ALL), 3);
        for (int i = 0; i < 3; ++i) {
            assert_int_equal(hits[i].body.index, body[i + 1].index);
        }
        o.ignore_body = body[1];
        assert_int_equal(CAST(DRY_QUERY_ALL), 2);
        assert_int_equal(hits[0].body.index, body[2].index);
        asked = (Asked){ .first = DRY_QUERY_STOP };
        assert_int_equal(CAST(DRY_QUERY_ALL), 1);
        assert_int_equal(asked.calls, 1);
        asked = (Asked){ .first = DRY_QUERY_SKIP, .others = DRY_QUERY_SKIP };
        assert_int_equal(CAST(DRY_QUERY_ANY), 0);
        assert_int_equal(asked.calls, 3);
        asked = (Asked){ 0 };
        assert_int_equal(CAST(DRY_QUERY_ANY), 1);
        assert_int_equal(asked.calls, 1);
        o.filter.mask = 0;
        assert_int_equal(CAST(DRY_QUERY_ALL), 0);
#undef CAST
    }
    dry_world_destroy(w);
}

/* What stands where: all queries agree with those that exist. */
static void rays_of_both_kinds_agree(void **unused)
{
    (void)unused;
    Random r = random_seeded(77);
    DryMesh *mesh = rig_grid(10, 0.5f, false);
    DryBodyId ground;
    DryWorld *w = world_of(mesh, &ground);
    for (int i = 0; i < 60; ++i) {
        DryQueryShape s = rig_shape(&r, i % 9, 0.5f, NULL);
        DryVec3 at = rig_vector(&r, 5.0f);
        DryBodyId body = build_body(w, DRY_DYNAMIC, (double)at.x, (double)at.y + 5.0, (double)at.z);
        assert_int_not_equal(rig_add(w, body, &s).index, 0);
    }
    run_steps(w, 3);
    DryRay rays[500];
    DryQueryHit many[500];
    int hits = 0;
    for (int i = 0; i < 500; ++i) {
        DryVec3 from = rig_vector(&r, 6.0f);
        DryRay ray = { { (double)from.x, 8.0, (double)from.z }, rig_vector(&r, 0.5f), 20.0f };
        ray.direction.y -= 1.0f;
        rays[i] = ray;
        DryRayHit old, all[8];
        DryQueryHit hit, one, some[8];
        bool found = dry_world_cast_ray_closest(w, ray, DRY_FILTER_ALL, &old);
        assert_int_equal(dry_world_cast_ray(w, ray, DRY_QUERY_CLOSEST, NULL, &hit, 1), found ? 1 : 0);
        int32_t count = dry_world_cast_ray_all(w, ray, DRY_FILTER_ALL, all, 8);
        assert_int_equal(dry_world_cast_ray(w, ray, DRY_QUERY_ALL, NULL, some, 8), count);
        for (int k = 0; k < count && k < 8; ++k) {
            assert_int_equal(some[k].shape.index, all[k].shape.index);
        }
        if (!found) {
            continue;
        }
        ++hits;
        assert_int_equal(hit.shape.index, old.shape.index);
        assert_true(memcmp(&hit.point, &old.point, sizeof hit.point) == 0 && hit.triangle == old.triangle);
        assert_true(dry_shape_cast_ray(w, old.shape, ray, &one) && one.fraction == hit.fraction);
        assert_true(dry_body_cast_ray(w, old.body, ray, &one) && one.fraction == hit.fraction);
    }
    assert_true(hits > 200);
    assert_int_equal(dry_world_cast_rays(w, rays, 500, NULL, many), hits);
    dry_world_destroy(w);
    dry_mesh_release(mesh);
}

static void a_hit_names_the_material_of_its_triangle(void **unused)
{
    (void)unused;
    const DryVec3 corners[4] = { { -1, 0, -1 }, { -1, 0, 1 }, { 1, 0, 1 }, { 1, 0, -1 } };
    const uint32_t indices[6] = { 0, 1, 2, 0, 2, 3 };
    const uint16_t materials[2] = { 0, 1 };
    DryMeshSource source = { corners, 4, indices, 2, 0, false, materials };
    DryMesh *mesh = dry_mesh_create(&source, NULL);
    DryWorld *w = build_world(1, DRY_KERNEL_AUTO);
    DryBodyId ground = build_body(w, DRY_STATIC, 0, 0, 0);
    DryMaterial palette[2] = { dry_material_default(), dry_material_default() };
    palette[0].user_tag = 100;
    palette[1].user_tag = 101;
    DryShapeOptions o = dry_shape_options_default();
    o.materials = palette;
    o.material_count = 2;
    DryShapeId shape = dry_shape_add_mesh(w, ground, mesh, NULL, &o);
    for (int i = 0; i < 2; ++i) {
        double x = i == 0 ? -0.5 : 0.5;
        DryRay ray = { { x, 1, -x }, { 0, -1, 0 }, 3 };
        DryRayHit old;
        DryQueryHit hit;
        assert_true(dry_world_cast_ray_closest(w, ray, DRY_FILTER_ALL, &old));
        assert_int_equal(old.material, 100 + i);
        DryQueryShape s = { .pose = { ray.origin, dry_quat_identity() } };
        assert_int_equal(dry_world_cast_shape(w, &s, dry_vec3(0, -3, 0), DRY_QUERY_CLOSEST, NULL, &hit, 1),
                         1);
        assert_int_equal(hit.material, 100 + i);
        assert_int_equal(hit.triangle, old.triangle);
        assert_int_equal(dry_shape_triangle_material(w, shape, hit.triangle).user_tag, 100 + i);
    }
    assert_int_equal(dry_shape_triangle_material(w, shape, 2).user_tag, 0);
    dry_world_destroy(w);
    dry_mesh_release(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cast_ends_where_the_first_touch_is),
        cmocka_unit_test(g11_a_lying_capsule_hits_with_its_whole_length),
        cmocka_unit_test(n9_a_sphere_of_six_kilometres_meets_a_triangle),
        cmocka_unit_test(a_mesh_is_met_from_the_sides_it_has),
        cmocka_unit_test(what_overlaps_at_the_start_is_told_or_left_out),
        cmocka_unit_test(callbacks_skip_stop_and_go_on),
        cmocka_unit_test(rays_of_both_kinds_agree),
        cmocka_unit_test(a_hit_names_the_material_of_its_triangle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
