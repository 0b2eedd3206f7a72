/* Cylinders, cones, tapered capsules, ellipsoids and rounded boxes against every convex shape: depth and
   normal held against an oracle that shares nothing with the code. A number as argument: poses per pair, and
   the worst errors are printed. */
#include "smooth_oracle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    KINDS = SHAPE_MESH
};

static const char *const names[KINDS] = { "sphere", "capsule", "box",       "hull",       "cylinder",
                                          "cone",   "tapered", "ellipsoid", "rounded box" };
static DryHull *hull;
static PairTable table;
static int poses = 60;
static bool talk;
static double doubt; /* of the oracle, over the sizes: its search ends early on needles */

static CollideShape shape_of(Random *r, int kind, double size, double aspect)
{
    CollideShape s;
    memset(&s, 0, sizeof s);
    s.rotation = dry_quat_identity();
    ShapeGeometry *g = &s.geometry;
    g->kind = (ShapeKind)kind;
    float a = (float)(size * random_log(r, 1.0 / aspect, 1.0));
    float b = (float)(size * random_log(r, 1.0 / aspect, 1.0));
    float c = (float)(size * random_log(r, 1.0 / aspect, 1.0));
    switch (g->kind) {
    case SHAPE_SPHERE:
        g->u.sphere.radius = a;
        break;
    case SHAPE_CAPSULE:
        g->u.capsule.half_height = a;
        g->u.capsule.radius = b;
        break;
    case SHAPE_BOX:
        g->u.box.half = dry_vec3(a, b, c);
        break;
    case SHAPE_HULL:
        g->u.hull = hull;
        break;
    case SHAPE_CONE:
        c = random_unit(r) < 0.5 ? 0.0f : c;
        /* fall through */
    case SHAPE_CYLINDER:
        g->u.frustum.half_height = a;
        g->u.frustum.bottom = b;
        g->u.frustum.top = g->kind == SHAPE_CYLINDER ? b : c;
        break;
    case SHAPE_TAPERED_CAPSULE:
        g->u.frustum.half_height = a;
        g->u.frustum.bottom = b;
        g->u.frustum.top = b + (random_unit(r) < 0.5 ? 1.9f : -1.0f) * (float)random_unit(r) * f_min(a, b);
        break;
    case SHAPE_ELLIPSOID:
        g->u.ellipsoid.radii = dry_vec3(a, b, c);
        break;
    case SHAPE_ROUNDED_BOX:
        g->u.rounded_box.half = dry_vec3(a, b, c);
        g->u.rounded_box.radius = (float)(size * random_log(r, 0.5 / aspect, 0.5));
        break;
    default:
        break;
    }
    return s;
}

static double thin_of(const CollideShape *s)
{
    return s->geometry.kind == SHAPE_HULL ? 0.3 : (double)dry__shape_inner_radius(&s->geometry);
}

/* A quarter turn about some axis, now and then with a little more. */
static DryQuat straight(Random *r)
{
    DryVec3 axis = { 0.0f, 0.0f, 0.0f };
    int k = (int)random_range(r, 0.0, 3.0);
    axis = k == 0   ? dry_vec3(1.0f, 0.0f, 0.0f)
           : k == 1 ? dry_vec3(0.0f, 1.0f, 0.0f)
                    : dry_vec3(0.0f, 0.0f, 1.0f);
    DryQuat q = turned(axis, random_unit(r) < 0.5 ? 1.0f : 0.0f);
    return random_unit(r) < 0.5 ? q : random_nudge(r, q, 1e-7, 1e-1);
}

typedef struct Worst {
    double depth, normal, surface;
    int contacts, missing;
} Worst;

/* Places b so that it is `target` away from a along some direction. */
static void set_apart(const CollideShape *a, CollideShape *b, DryVec3 direction, double target)
{
    Vec3d n = vec3d(direction);
    b->position = a->position;
    double s = target - oracle_separation(a, b, n);
    b->position = (DryPos){ a->position.x + s * n.x, a->position.y + s * n.y, a->position.z + s * n.z };
}

/* How far a point is outside the shape, at least. */
static double outside(const CollideShape *shape, DryPos origin, Vec3d p, Vec3d normal)
{
    double most = vec3d_dot(p, normal) - oracle_support(shape, origin, normal);
    for (int k = 0; k < 60; ++k) {
        double z = 1.0 - (2.0 * k + 1.0) / 60.0, w = sqrt(1.0 - z * z), turn = 2.4 * k;
        Vec3d n = { w * cos(turn), w * sin(turn), z };
        double d = vec3d_dot(p, n) - oracle_support(shape, origin, n);
        most = d > most ? d : most;
    }
    return most;
}

static void check_pose(const CollideShape *a, const CollideShape *b, double margin, Worst *worst)
{
    PairRun run;
    memset(&run, 0, sizeof run);
    run_pair(table.fn[a->geometry.kind][b->geometry.kind], a, b, (float)margin, &run);
    Vec3d normal;
    double best = oracle_best(a, b, &normal), size = oracle_size(a) + oracle_size(b);
    double thin_a = thin_of(a), thin_b = thin_of(b), thin = thin_a < thin_b ? thin_a : thin_b;
    if (run.result.manifold_count > 0) { /* any direction says something for sure */
        double sure = oracle_separation(a, b, vec3d_unit(vec3d(run.manifold.normal)));
        best = sure > best ? sure : best;
    }
    double slack = 2e-3 * thin + (1e-5 + doubt) * size;
    assert_true(isfinite(run.result.gap));
    if (run.result.manifold_count == 0) {
        assert_true((double)run.result.gap <= best + slack);
    } else {
        assert_true(run.result.gap <= least_separation(&run.manifold));
    }
    if (run.result.manifold_count == 0) {
        worst->missing += best < margin - slack ? 1 : 0;
        if (best < margin - slack && talk) {
            printf("missing: %s %s best %g margin %g size %g\n", names[a->geometry.kind],
                   names[b->geometry.kind], best, margin, size);
        }
        return;
    }
    ++worst->contacts;
    const Manifold *m = &run.manifold;
    assert_true(isfinite(m->normal.x) && fabsf(dry_vec3_length(m->normal) - 1.0f) < 1e-5f);
    Vec3d n = vec3d_unit(vec3d(m->normal));
    double least = (double)least_separation(m);
    double depth = fabs(least - best) / slack, along = (best - oracle_separation(a, b, n)) / slack;
    if ((depth > 1.0 || (along > 1.0 && vec3d_dot(n, normal) < 0.9994)) && talk) {
        printf("%s %s: least %.7g along %.7g best %.7g (normal %g %g %g, %g %g %g) thin %g size %g count %d "
               "f %x\n",
               names[a->geometry.kind], names[b->geometry.kind], least, oracle_separation(a, b, n), best, n.x,
               n.y, n.z, normal.x, normal.y, normal.z, thin, size, m->count, m->points[0].feature);
    }
    worst->depth = depth > worst->depth ? depth : worst->depth;
    /* within two degrees of a face its normal is taken, since a steady one is worth more */
    bool alike = vec3d_dot(n, normal) > 0.9994;
    worst->normal = !alike && along > worst->normal ? along : worst->normal;
    for (int i = 0; i < m->count; ++i) {
        assert_true(isfinite(m->points[i].position.x + m->points[i].separation));
        Vec3d minus = { -n.x, -n.y, -n.z };
        double out = outside(a, a->position, vec3d(point_on_a(m, i)), n);
        double out_b = outside(b, a->position, vec3d(point_on_b(m, i)), minus);
        out = (out > out_b ? out : out_b) / size;
        worst->surface = out > worst->surface ? out : worst->surface;
    }
}

static void check_pair(int i, int j, Random *r, double size, double aspect, Worst *worst)
{
    for (int k = 0; k < poses; ++k) {
        CollideShape a = shape_of(r, i, size, aspect), b = shape_of(r, j, size, aspect);
        bool neat = random_unit(r) < 0.4;
        a.rotation = neat ? straight(r) : random_rotation(r);
        b.rotation = neat ? straight(r) : random_rotation(r);
        double thin = thin_of(&a) < thin_of(&b) ? thin_of(&a) : thin_of(&b);
        double kind = random_unit(r);
        double target = kind < 0.4   ? -random_log(r, 1e-6, 0.3) * thin
                        : kind < 0.5 ? -random_range(r, 0.2, 1.5) * thin
                        : kind < 0.6 ? 0.0
                                     : random_log(r, 1e-6, 1.0) * thin;
        DryVec3 direction = random_direction(r);
        if (neat && random_unit(r) < 0.7) {
            int axis = (int)random_range(r, 0.0, 3.0);
            direction = quat_rotate(a.rotation, dry_vec3(axis == 0 ? 1.0f : 0.0f, axis == 1 ? 1.0f : 0.0f,
                                                         axis == 2 ? 1.0f : 0.0f));
        }
        set_apart(&a, &b, direction, target);
        check_pose(&a, &b, 0.2 * size, worst);
    }
}

static void each_pair_of(uint64_t seed, double size, double aspect, bool with_hull)
{
    Random r = { seed };
    for (int j = SHAPE_CYLINDER; j < KINDS; ++j) {
        for (int i = 0; i <= j; ++i) {
            if (i == SHAPE_HULL && !with_hull) {
                continue;
            }
            Worst worst = { 0 };
            check_pair(i, j, &r, size, aspect, &worst);
            if (talk) {
                printf("%-11s %-11s depth %6.3f normal %6.3f surface %.2g contacts %d missing %d\n", names[i],
                       names[j], worst.depth, worst.normal, worst.surface, worst.contacts, worst.missing);
                continue;
            }
            assert_int_equal(worst.missing, 0);
            assert_true(worst.contacts > poses / 3);
            assert_true(worst.depth <= 1.0);
            assert_true(worst.normal <= 1.0);
            assert_true(worst.surface <= 2e-3);
        }
    }
}

static void every_pair_agrees_with_the_oracle(void **state)
{
    (void)state;
    each_pair_of(0x5eed01u, 0.5, 5.0, true);
}

static void long_and_flat_shapes(void **state)
{
    (void)state;
    doubt = 1e-4;
    each_pair_of(0x5eed02u, 1.0, 1000.0, false);
    doubt = 0.0;
}

static void a_millimetre(void **state)
{
    (void)state;
    each_pair_of(0x5eed03u, 1e-3, 4.0, false);
}

static void a_kilometre(void **state)
{
    (void)state;
    each_pair_of(0x5eed04u, 1e3, 4.0, false);
}

static int setup(void **state)
{
    (void)state;
    DryVec3 points[24];
    Random r = { 77u };
    for (int i = 0; i < 24; ++i) {
        points[i] = dry_vec3_scale(random_direction(&r), 0.4f);
    }
    DryHullSource source = { .points = points, .point_count = 24 };
    hull = dry_hull_create(&source, NULL);
    dry__pair_table_fill(&table, CPU_SCALAR);
    return hull == NULL ? 1 : 0;
}

static int teardown(void **state)
{
    (void)state;
    dry_hull_release(hull);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        poses = atoi(argv[1]);
        talk = true;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_agrees_with_the_oracle),
        cmocka_unit_test(long_and_flat_shapes),
        cmocka_unit_test(a_millimetre),
        cmocka_unit_test(a_kilometre),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
