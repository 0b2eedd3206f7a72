/* Spheres, capsules and half-spaces, against closed forms and brute force. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "pair_rig.h"

enum {
    HULL_COUNT = 4
};
static DryHull *hulls[HULL_COUNT];

static DryHull *build_rock(Random *r, int count, DryVec3 size)
{
    DryVec3 points[64];
    for (int i = 0; i < count; ++i) {
        points[i] = v3_mul(random_direction(r), size);
    }
    DryHullSource source = { .points = points, .point_count = count };
    return dry_hull_create(&source, NULL);
}

static int build_hulls(void **state)
{
    (void)state;
    Random r = { 0x5eed0020u };
    hulls[0] = build_rock(&r, 10, dry_vec3(0.5f, 0.5f, 0.5f));
    hulls[1] = build_rock(&r, 32, dry_vec3(0.7f, 0.4f, 0.5f));
    hulls[2] = build_rock(&r, 14, dry_vec3(0.03f, 1.0f, 0.05f));
    hulls[3] = dry_hull_create_cylinder(0.3f, 0.4f, 16);
    for (int i = 0; i < HULL_COUNT; ++i) {
        if (hulls[i] == NULL) {
            return -1;
        }
    }
    return 0;
}

static int release_hulls(void **state)
{
    (void)state;
    for (int i = 0; i < HULL_COUNT; ++i) {
        dry_hull_release(hulls[i]);
    }
    return 0;
}

static const DryPos origin = { 0.0, 0.0, 0.0 };

static PairFn *function_of(ShapeKind a, ShapeKind b)
{
    PairTable table;
    dry__pair_table_fill(&table, dry__cpu_best());
    assert_non_null(table.fn[a][b]);
    return table.fn[a][b];
}

static void run(const CollideShape *a, const CollideShape *b, float margin, PairRun *out)
{
    memset(&out->cache, 0, sizeof out->cache);
    run_pair(function_of(a->geometry.kind, b->geometry.kind), a, b, margin, out);
    assert_true(isfinite(out->result.gap));
    if (out->result.manifold_count == 0) {
        assert_true(out->manifold.count == 0);
        return;
    }
    assert_in_range(out->manifold.count, 1, 4);
    assert_near(dry_vec3_length(out->manifold.normal), 1.0, 1e-5);
    assert_near(out->result.gap, least_separation(&out->manifold), 0.0);
    for (int i = 0; i < out->manifold.count; ++i) {
        assert_true(v3_finite(out->manifold.points[i].position));
        assert_true(out->manifold.points[i].separation <= margin);
        for (int k = 0; k < i; ++k) {
            assert_true(out->manifold.points[k].feature != out->manifold.points[i].feature);
        }
    }
}

/* `exact` is the true separation: a manifold when it is within the margin, a lower bound when not. */
static void check_separation(const PairRun *out, double exact, float margin, double tolerance)
{
    if (out->result.manifold_count == 0) {
        assert_true((double)out->result.gap <= exact);
        assert_true((double)out->result.gap > (double)margin - 2.0 * tolerance ||
                    exact > (double)margin - tolerance);
        assert_true(exact > (double)margin - tolerance);
    } else {
        assert_near(out->result.gap, exact, tolerance);
    }
}

static void axis_ends(const CollideShape *capsule, Vec3d *p, Vec3d *q)
{
    DryVec3 axis =
        quat_rotate(capsule->rotation, dry_vec3(0.0f, capsule->geometry.u.capsule.half_height, 0.0f));
    DryVec3 at = pos_sub(capsule->position, origin);
    *p = vec3d(dry_vec3_sub(at, axis));
    *q = vec3d(dry_vec3_add(at, axis));
}

static void spheres(void **state)
{
    (void)state;
    Random r = { 0x5eed0021u };
    print_message("seed 0x5eed0021\n");
    const double places[2] = { 0.0, 1e6 };
    for (int i = 0; i < 20000; ++i) {
        DryPos at = dry_pos(places[i % 2], places[i % 2], 0.0);
        float ra = (float)random_log(&r, 1e-3, 10.0), rb = (float)random_log(&r, 1e-3, 10.0);
        DryVec3 d = random_direction(&r);
        d = dry_vec3_scale(d, (ra + rb) * (float)random_range(&r, 0.0, 1.3));
        CollideShape a = shape_sphere(ra, at), b = shape_sphere(rb, dry_pos_add(at, d));
        PairRun out;
        run(&a, &b, 0.02f, &out);
        d = pos_sub(b.position, a.position);
        double distance = sqrt(vec3d_dot(vec3d(d), vec3d(d)));
        check_separation(&out, distance - (double)ra - (double)rb, 0.02f, 1e-6 * (double)(ra + rb));
        if (out.manifold.count == 1) {
            DryVec3 on_a = point_on_a(&out.manifold, 0), on_b = dry_vec3_sub(point_on_b(&out.manifold, 0), d);
            assert_near(dry_vec3_length(on_a), ra, 4e-6f * (ra + rb));
            assert_near(dry_vec3_length(on_b), rb, 4e-6f * (ra + rb));
        }
    }
}

static void concentric_spheres_part_along_y(void **state)
{
    (void)state;
    CollideShape a = shape_sphere(0.5f, dry_pos(1.0, 2.0, 3.0)),
                 b = shape_sphere(0.2f, dry_pos(1.0, 2.0, 3.0));
    PairRun out;
    run(&a, &b, 0.02f, &out);
    assert_int_equal(out.manifold.count, 1);
    assert_near(out.manifold.normal.y, 1.0, 0.0);
    assert_near(out.manifold.points[0].separation, -0.7, 1e-6);
}

static void spheres_and_capsules_on_capsules(void **state)
{
    (void)state;
    Random r = { 0x5eed0022u };
    print_message("seed 0x5eed0022\n");
    for (int i = 0; i < 20000; ++i) {
        CollideShape b = shape_capsule(0.3f * (float)(i % 5), 0.3f, origin, random_rotation(&r));
        DryPos at = dry_pos_add(origin, random_vector(&r, 1.2));
        DryQuat q = i % 4 == 0 ? b.rotation : random_rotation(&r);
        CollideShape a = i % 3 == 0 ? shape_sphere(0.2f, at)
                                    : shape_capsule((float)random_range(&r, 0.0, 1.0), 0.2f, at, q);
        Vec3d p, q0, s, e;
        axis_ends(&b, &p, &q0);
        if (a.geometry.kind == SHAPE_SPHERE) {
            s = e = vec3d(pos_sub(a.position, origin));
        } else {
            axis_ends(&a, &s, &e);
        }
        static Solid rod; /* a needle without width: two vertices, one triangle */
        memset(&rod, 0, sizeof rod);
        rod.vertex_count = 2;
        rod.vertex[0] = p;
        rod.vertex[1] = q0;
        rod.normal_count = 1;
        rod.offset[0] = -1.0; /* never inside */
        rod.triangle_count = 1;
        rod.triangle[0][1] = rod.triangle[0][2] = 1;
        double exact = solid_segment_distance(&rod, s, e) - 0.5;
        PairRun out;
        run(&a, &b, 0.02f, &out);
        /* Two points of nearly parallel capsules may be a trace deeper than the closest points. */
        check_separation(&out, exact, 0.02f, 1e-3);
        if (out.manifold.count == 1) {
            assert_near(out.result.gap, exact, 1e-5);
        }
    }
}

static void parallel_capsules_touch_in_two_points(void **state)
{
    (void)state;
    DryQuat lying = dry_quat_normalize((DryQuat){ 0.0f, 0.0f, 1.0f, 1.0f });
    CollideShape a = shape_capsule(1.0f, 0.2f, origin, lying),
                 b = shape_capsule(0.5f, 0.3f, dry_pos(0.7, 0.49, 0.0), lying);
    PairRun out;
    run(&a, &b, 0.02f, &out);
    assert_int_equal(out.manifold.count, 2);
    assert_near(out.manifold.normal.y, 1.0, 1e-5);
    for (int i = 0; i < 2; ++i) {
        assert_near(out.manifold.points[i].separation, -0.01, 1e-5);
        assert_near(out.manifold.points[i].position.y, 0.195, 1e-5);
    }
    float x0 = out.manifold.points[0].position.x, x1 = out.manifold.points[1].position.x;
    assert_near(fabsf(x0 - x1), 0.8, 1e-5); /* from 0.2, B's end, to 1, A's end */
    assert_near(x0 + x1, 1.2, 1e-5);
}

static void spheres_on_boxes(void **state)
{
    (void)state;
    Random r = { 0x5eed0023u };
    print_message("seed 0x5eed0023\n");
    static Solid solid;
    for (int i = 0; i < 20000; ++i) {
        DryVec3 half;
        half.x = (float)random_log(&r, 0.1, 2.0);
        half.y = (float)random_log(&r, 0.1, 2.0);
        half.z = (float)random_log(&r, 0.1, 2.0);
        CollideShape b = shape_box(half, origin, random_rotation(&r));
        CollideShape a = shape_sphere(0.3f, dry_pos_add(origin, random_vector(&r, 1.5)));
        PairRun out;
        run(&a, &b, 0.02f, &out);
        solid_box(&solid, &b, origin);
        Vec3d center = vec3d(pos_sub(a.position, origin));
        double planes = solid_distance_to_planes(&solid, center);
        check_separation(&out, (planes <= 0.0 ? planes : solid_point_distance(&solid, center)) - 0.3, 0.02f,
                         2e-6);
    }
}

static void n7_large_box_and_ball(void **state)
{
    (void)state;
    CollideShape box = shape_box(dry_vec3(10.0f, 10.0f, 10.0f), origin, dry_quat_identity());
    for (double distance = 1e-4; distance < 2e4; distance *= 10.0) {
        for (float margin = 0.0f; margin < 2e4f; margin = margin * 10.0f + 1.0f) {
            CollideShape ball = shape_sphere(1.0f, dry_pos(11.0 + distance, 0.5, -0.25));
            PairRun out;
            run(&ball, &box, margin, &out);
            check_separation(&out, distance, margin, 1e-3);
        }
    }
    for (double depth = 0.0; depth < 11.0; depth += 0.5) {
        CollideShape ball = shape_sphere(1.0f, dry_pos(11.0 - depth, 0.0, 0.0));
        PairRun out;
        run(&ball, &box, 0.02f, &out);
        check_separation(&out, -depth, 0.02f, 1e-3);
        assert_near(out.manifold.normal.x, -1.0, 1e-6);
    }
}

static void n10_centre_on_a_face(void **state)
{
    (void)state;
    CollideShape box = shape_box(dry_vec3(1.0f, 2.0f, 3.0f), origin, dry_quat_identity());
    CollideShape drum = shape_hull(hulls[3], origin, dry_quat_identity());
    CollideShape ball = shape_sphere(0.5f, dry_pos(0.25, 2.0, -0.5)),
                 low = shape_sphere(0.1f, dry_pos(0.1, 0.4, 0.0));
    CollideShape rod = shape_capsule(0.2f, 0.1f, dry_pos(0.0, 2.0, 0.0),
                                     dry_quat_normalize((DryQuat){ 0.0f, 0.0f, 1.0f, 1.0f }));
    PairRun out;
    run(&ball, &box, 0.02f, &out);
    assert_near(out.manifold.normal.y, -1.0, 1e-6);
    assert_near(out.manifold.points[0].separation, -0.5, 1e-6);
    run(&low, &drum, 0.02f, &out);
    assert_near(out.manifold.normal.y, -1.0, 1e-5);
    assert_near(out.manifold.points[0].separation, -0.1, 1e-5);
    run(&rod, &box, 0.02f, &out);
    assert_near(out.manifold.normal.y, -1.0, 1e-5);
    assert_int_equal(out.manifold.count, 2);
}

/* A segment as a solid for the separating axes. */
static void segment_solid(Solid *s, Vec3d p, Vec3d q)
{
    memset(s, 0, sizeof *s);
    s->vertex_count = 2;
    s->vertex[0] = p;
    s->vertex[1] = q;
    Vec3d d = { q.x - p.x, q.y - p.y, q.z - p.z };
    if (vec3d_dot(d, d) > 0.0) {
        s->edge_count = 1;
        s->edge[0] = vec3d_unit(d);
    }
}

static void check_round_on_solid(const CollideShape *a, const CollideShape *b, const Solid *solid,
                                 double tolerance)
{
    static Solid axis_solid;
    Vec3d p, q, axis;
    float radius;
    if (a->geometry.kind == SHAPE_SPHERE) {
        p = q = vec3d(pos_sub(a->position, origin));
        radius = a->geometry.u.sphere.radius;
    } else {
        axis_ends(a, &p, &q);
        radius = a->geometry.u.capsule.radius;
    }
    PairRun out;
    run(a, b, 0.02f, &out);
    double distance = solid_segment_distance(solid, p, q);
    if (distance <= 1e-4) { /* the axis reaches into the solid: depth along the best axis */
        segment_solid(&axis_solid, p, q);
        distance = solid_best_separation(&axis_solid, solid, &axis);
        tolerance += 1e-4;
    }
    check_separation(&out, distance - (double)radius, 0.02f,
                     tolerance + 1e-3 * (double)radius * (out.manifold.count == 2));
}

static void rounds_on_hulls_and_boxes(void **state)
{
    (void)state;
    Random r = { 0x5eed0024u };
    print_message("seed 0x5eed0024\n");
    static Solid solid;
    for (int i = 0; i < 4000; ++i) {
        DryPos at = dry_pos_add(origin, random_vector(&r, 0.9));
        CollideShape b = i % 3 == 0 ? shape_box(dry_vec3(0.5f, 0.3f, 0.7f), origin, random_rotation(&r))
                                    : shape_hull(hulls[i % HULL_COUNT], origin, random_rotation(&r));
        if (b.geometry.kind == SHAPE_BOX) {
            solid_box(&solid, &b, origin);
        } else {
            solid_hull(&solid, &b, origin);
        }
        float half = i % 5 == 0 ? 0.0f : (float)random_range(&r, 0.0, 0.6);
        CollideShape a =
            i % 4 == 0 ? shape_sphere(0.15f, at) : shape_capsule(half, 0.15f, at, random_rotation(&r));
        if (i % 7 == 0) {
            a.rotation = b.rotation;
        }
        check_round_on_solid(&a, &b, &solid, 3e-5);
    }
}

static void capsule_lies_on_a_face(void **state)
{
    (void)state;
    DryQuat lying = dry_quat_normalize((DryQuat){ 0.0f, 0.0f, 1.0f, 1.0f });
    CollideShape box = shape_box(dry_vec3(1.0f, 0.5f, 1.0f), origin, dry_quat_identity());
    CollideShape inside = shape_capsule(0.4f, 0.2f, dry_pos(0.1, 0.699, 0.3), lying);
    CollideShape over = shape_capsule(0.8f, 0.2f, dry_pos(0.6, 0.699, 0.3), lying);
    CollideShape deep = shape_capsule(0.4f, 0.2f, dry_pos(0.1, 0.4, 0.3), lying);
    PairRun out;
    run(&inside, &box, 0.02f, &out);
    assert_int_equal(out.manifold.count, 2);
    assert_near(out.manifold.normal.y, -1.0, 1e-5);
    assert_near(fabsf(out.manifold.points[0].position.x), 0.4, 1e-5);
    assert_near(fabsf(out.manifold.points[1].position.x), 0.4, 1e-5);
    run(&over, &box, 0.02f, &out);
    assert_int_equal(out.manifold.count, 2);
    assert_near(out.manifold.points[0].separation, -0.001, 1e-5);
    assert_near(out.manifold.points[1].separation, -0.001, 1e-5);
    assert_near(fabsf(out.manifold.points[0].position.x - out.manifold.points[1].position.x), 1.2,
                1e-3); /* -0.2 to 1 */
    run(&deep, &box, 0.02f, &out);
    assert_int_equal(out.manifold.count, 2);
    assert_near(out.manifold.normal.y, -1.0, 1e-5);
    assert_near(least_separation(&out.manifold), -0.3, 1e-5);
}

/* Least height over the plane of the corners of a solid. */
static double lowest(const Solid *s, Vec3d normal, double offset)
{
    double low = 1e300;
    for (int i = 0; i < s->vertex_count; ++i) {
        double h = vec3d_dot(s->vertex[i], normal) - offset;
        low = h < low ? h : low;
    }
    return low;
}

static void everything_on_half_spaces(void **state)
{
    (void)state;
    Random r = { 0x5eed0025u };
    print_message("seed 0x5eed0025\n");
    static Solid solid;
    for (int i = 0; i < 20000; ++i) {
        DryPos at = dry_pos_add(origin, random_vector(&r, 1.0));
        CollideShape plane = shape_half_space(at, random_rotation(&r));
        DryQuat q = i % 5 == 0 ? plane.rotation : random_rotation(&r);
        at = dry_pos_add(origin, random_vector(&r, 1.0));
        CollideShape a = i % 4 == 0   ? shape_sphere(0.3f, at)
                         : i % 4 == 1 ? shape_capsule(0.4f, 0.2f, at, q)
                         : i % 4 == 2 ? shape_box(dry_vec3(0.5f, 0.2f, 0.3f), at, q)
                                      : shape_hull(hulls[i / 4 % HULL_COUNT], at, q);
        double radius = 0.0;
        Vec3d normal = vec3d(quat_rotate(plane.rotation, dry_vec3(0.0f, 1.0f, 0.0f)));
        double offset = vec3d_dot(normal, vec3d(pos_sub(plane.position, origin)));
        if (a.geometry.kind == SHAPE_BOX) {
            solid_box(&solid, &a, origin);
        } else if (a.geometry.kind == SHAPE_HULL) {
            solid_hull(&solid, &a, origin);
        } else {
            Vec3d p = vec3d(pos_sub(a.position, origin)), e = p;
            radius = 0.3;
            if (a.geometry.kind == SHAPE_CAPSULE) {
                axis_ends(&a, &p, &e);
                radius = 0.2;
            }
            segment_solid(&solid, p, e);
        }
        PairRun out;
        run(&a, &plane, 0.02f, &out);
        check_separation(&out, lowest(&solid, normal, offset) - radius, 0.02f, 2.5e-5);
    }
}

static void resting_on_a_half_space(void **state)
{
    (void)state;
    DryQuat lying = dry_quat_normalize((DryQuat){ 0.0f, 0.0f, 1.0f, 1.0f });
    /* The plane's frame is a thousand kilometres away. */
    CollideShape plane = shape_half_space(dry_pos(1e6, 0.0, -1e6), dry_quat_identity());
    CollideShape box = shape_box(dry_vec3(0.5f, 0.2f, 0.3f), dry_pos(3.0, 0.199, 2.0), dry_quat_identity());
    CollideShape plate =
        shape_box(dry_vec3(0.5f, 0.002f, 0.3f), dry_pos(3.0, 0.0015, 2.0), dry_quat_identity());
    CollideShape drum = shape_hull(hulls[3], dry_pos(3.0, 0.399, 2.0), dry_quat_identity());
    CollideShape rod = shape_capsule(0.4f, 0.2f, dry_pos(3.0, 0.199, 2.0), lying);
    const CollideShape *shapes[4] = { &box, &plate, &drum, &rod };
    const int points[4] = { 4, 4, 4, 2 };
    const float depths[4] = { -0.001f, -0.0005f, -0.001f, -0.001f };
    for (int i = 0; i < 4; ++i) {
        PairRun out;
        run(shapes[i], &plane, 0.02f, &out);
        assert_int_equal(out.manifold.count, points[i]);
        assert_near(out.manifold.normal.y, -1.0, 0.0);
        for (int k = 0; k < points[i]; ++k) {
            assert_near(out.manifold.points[k].separation, depths[i], 1e-6);
        }
    }
}

static void degenerate_input_gives_numbers(void **state)
{
    (void)state;
    const DryQuat id = dry_quat_identity();
    const CollideShape shapes[6] = {
        shape_sphere(0.3f, origin),
        shape_capsule(0.0f, 0.3f, origin, id),
        shape_capsule(1e-9f, 0.3f, origin, id),
        shape_capsule(0.5f, 0.3f, origin, id),
        shape_box(dry_vec3(0.5f, 0.5f, 0.5f), origin, id),
        shape_hull(hulls[3], origin, id),
    };
    for (int i = 0; i < 6; ++i) {
        for (int k = i; k < 6; ++k) {
            PairRun out;
            run(&shapes[i], &shapes[k], 0.02f, &out);
            assert_in_range(out.manifold.count, 1, 4);
            assert_true(out.result.gap < 0.0f);
        }
        CollideShape plane = shape_half_space(origin, id);
        PairRun out;
        run(&shapes[i], &plane, 0.02f, &out);
        assert_in_range(out.manifold.count, 1, 4);
    }
}

/* A box whose corners are cut by a hair, every point doubled: the hull's faces are as small as its tolerance
   allows, and the capsule is pushed on and into them. */
static void i6_tiny_faces_and_duplicates_give_unit_normals(void **state)
{
    (void)state;
    Random r = { 0x5eed0030u };
    DryVec3 points[48];
    for (int i = 0; i < 48; ++i) {
        int corner = i % 8, cut = i / 8 % 3;
        DryVec3 p = dry_vec3((corner & 1) != 0 ? 0.5f : -0.5f, (corner & 2) != 0 ? 0.5f : -0.5f,
                             (corner & 4) != 0 ? 0.5f : -0.5f);
        v3_set(&p, cut, v3_get(p, cut) * 0.9997f);
        points[i] = p;
    }
    DryHull *hull = dry_hull_create(&(DryHullSource){ .points = points, .point_count = 48 }, NULL);
    assert_non_null(hull);
    for (int i = 0; i < 3000; ++i) {
        DryVec3 towards = random_direction(&r);
        float far = (float)random_range(&r, 0.0, 1.2);
        if (i % 2 == 0) { /* at a corner */
            towards = v3_scale(points[i % 48], 1.0f / v3_length(points[i % 48]));
        }
        CollideShape a = shape_capsule((float)random_range(&r, 0.0, 0.5), 0.1f,
                                       dry_pos_add(origin, v3_scale(towards, far)), random_rotation(&r));
        CollideShape b = shape_hull(hull, origin, dry_quat_identity());
        PairRun out;
        run(&a, &b, 0.02f, &out);
        if (out.manifold.count > 0) {
            assert_near(v3_length(out.manifold.normal), 1.0, 1e-5);
        }
        for (int k = 0; k < out.manifold.count; ++k) {
            assert_true(isfinite(out.manifold.points[k].separation));
        }
    }
    dry_hull_release(hull);
}

static void tiny_and_huge(void **state)
{
    (void)state;
    Random r = { 0x5eed0026u };
    print_message("seed 0x5eed0026\n");
    static Solid solid;
    const float scales[2] = { 1e-3f, 1e3f };
    for (int i = 0; i < 2000; ++i) {
        float scale = scales[i % 2];
        CollideShape b =
            shape_box(dry_vec3(0.5f * scale, 0.3f * scale, 0.7f * scale), origin, random_rotation(&r));
        DryPos at = dry_pos_add(origin, random_vector(&r, 0.9 * (double)scale));
        CollideShape a = shape_capsule(0.4f * scale, 0.15f * scale, at, random_rotation(&r));
        solid_box(&solid, &b, origin);
        Vec3d p, q, axis;
        axis_ends(&a, &p, &q);
        double distance = solid_segment_distance(&solid, p, q);
        if (distance <= 1e-4 * (double)scale) {
            static Solid segment;
            segment_solid(&segment, p, q);
            distance = solid_best_separation(&segment, &solid, &axis);
        }
        PairRun out;
        run(&a, &b, 0.02f * scale, &out);
        check_separation(&out, distance - 0.15 * (double)scale, 0.02f * scale, 3e-4 * (double)scale);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spheres),
        cmocka_unit_test(concentric_spheres_part_along_y),
        cmocka_unit_test(spheres_and_capsules_on_capsules),
        cmocka_unit_test(parallel_capsules_touch_in_two_points),
        cmocka_unit_test(spheres_on_boxes),
        cmocka_unit_test(n7_large_box_and_ball),
        cmocka_unit_test(n10_centre_on_a_face),
        cmocka_unit_test(rounds_on_hulls_and_boxes),
        cmocka_unit_test(capsule_lies_on_a_face),
        cmocka_unit_test(everything_on_half_spaces),
        cmocka_unit_test(resting_on_a_half_space),
        cmocka_unit_test(degenerate_input_gives_numbers),
        cmocka_unit_test(i6_tiny_faces_and_duplicates_give_unit_normals),
        cmocka_unit_test(tiny_and_huge),
    };
    return cmocka_run_group_tests(tests, build_hulls, release_hulls);
}
