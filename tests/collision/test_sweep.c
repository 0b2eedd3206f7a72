/* A convex shape that moves towards another: the first contact, held against an oracle that shares nothing
   with the code. A number as argument: motions per pair, and the worst errors are printed. */
#include "smooth_oracle.h"

#include "geometry/shape_near.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    TARGETS = SHAPE_MESH,
    POINT = TARGETS, /* as a mover */
    MOVERS
};

static const char *const names[MOVERS] = { "sphere", "capsule", "box",       "hull",        "cylinder",
                                           "cone",   "tapered", "ellipsoid", "rounded box", "point" };
static DryHull *hull;
static int motions = 20;
static bool talk;

static CollideShape shape_of(Random *r, int kind, double size, double aspect)
{
    CollideShape s;
    memset(&s, 0, sizeof s);
    ShapeGeometry *g = &s.geometry;
    float a = (float)(size * random_log(r, 1.0 / aspect, 1.0));
    float b = (float)(size * random_log(r, 1.0 / aspect, 1.0));
    float c = (float)(size * random_log(r, 1.0 / aspect, 1.0));
    s.rotation = random_rotation(r);
    g->kind = kind == POINT ? SHAPE_SPHERE : (ShapeKind)kind;
    switch (kind) {
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
    case SHAPE_CYLINDER:
        c = b;
        /* fall through */
    case SHAPE_CONE:
        g->u.frustum.half_height = a;
        g->u.frustum.bottom = b;
        g->u.frustum.top = kind == SHAPE_CONE ? 0.0f : c;
        break;
    case SHAPE_TAPERED_CAPSULE:
        g->u.frustum.half_height = a;
        g->u.frustum.bottom = b;
        g->u.frustum.top = b + 0.8f * f_min(a, b);
        break;
    case SHAPE_ELLIPSOID:
        g->u.ellipsoid.radii = dry_vec3(a, b, c);
        break;
    case SHAPE_ROUNDED_BOX:
        g->u.rounded_box.half = dry_vec3(a, b, c);
        g->u.rounded_box.radius = 0.3f * a;
        break;
    default:
        break;
    }
    return s;
}

typedef struct Worst {
    double place, normal, missed, depth;
    int hits, misses, starts, doubtful;
} Worst;

static double most(double a, double b)
{
    return a > b ? a : b;
}

static void advance(CollideShape *a, DryVec3 way, double fraction)
{
    a->position.x += (double)way.x * fraction;
    a->position.y += (double)way.y * fraction;
    a->position.z += (double)way.z * fraction;
}

/* The part of the motion that is less than twice the sizes away from b's middle: the oracle does not see
   well along needles. Returns its way. */
static DryVec3 passing(CollideShape *a, const CollideShape *b, DryVec3 way, double size)
{
    Vec3d d = vec3d(way);
    double length2 = vec3d_dot(d, d), part = 2.0 * size / sqrt(length2);
    Vec3d to = { b->position.x - a->position.x, b->position.y - a->position.y,
                 b->position.z - a->position.z };
    double nearest = vec3d_dot(to, d) / length2;
    double from = most(nearest - part, 0.0), until = nearest + part < 1.0 ? nearest + part : 1.0;
    advance(a, way, from);
    return v3_scale(way, (float)most(until - from, 0.0));
}

/* How far apart the normal where they are nearest keeps the shapes at both ends of the motion, and so all
   along it. */
static double kept_apart(const CollideShape *a, const CollideShape *b, DryVec3 way)
{
    double low = 0.0, high = 1.0;
    CollideShape end = *a;
    advance(&end, way, 1.0);
    PlacedShape target = { &b->geometry, b->position, b->rotation };
    ShapeGap gap = { .normal = { 0.0, 1.0, 0.0 } };
    D33 turn = d33_from_quat(b->rotation);
    Vec3d n = { 0.0, 0.0, 0.0 };
    for (int i = 0; i < 60; ++i) {
        CollideShape there = *a;
        double middle = 0.5 * (low + high);
        advance(&there, way, middle);
        PlacedShape mover = { &there.geometry, there.position, there.rotation };
        (void)dry__shape_gap(&mover, &target, 1e300, &gap);
        D3 normal = d33_mul(&turn, gap.normal);
        n = (Vec3d){ -normal.x, -normal.y, -normal.z };
        if (vec3d_dot(n, vec3d(way)) > 0.0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    double first = oracle_separation(a, b, n), last = oracle_separation(&end, b, n);
    return first < last ? first : last;
}

/* What the sweep says of one motion, in parts of the sizes. */
static void judge(const CollideShape *a, const CollideShape *b, DryVec3 way, double size, Worst *worst)
{
    PlacedShape mover = { &a->geometry, a->position, a->rotation },
                target = { &b->geometry, b->position, b->rotation };
    ShapeSweep sweep = { .way = d3_from(way), .limit = 1.0 };
    ShapeGap gap;
    double fraction;
    Vec3d n;
    bool hit = dry__shape_sweep(&mover, &target, &sweep, &fraction, &gap);
    D33 turn = d33_from_quat(b->rotation);
    D3 normal = hit ? d33_mul(&turn, gap.normal) : d3(0.0, 0.0, 0.0);
    Vec3d back = { -normal.x, -normal.y, -normal.z };
    double start = oracle_best(a, b, &n);
    if (fabs(start) < 1e-4 * size) {
        return; /* too close to call */
    }
    if (start < 0.0) {
        assert_true(hit && fraction == 0.0);
        /* the oracle finds no shorter way out, and the one given is one */
        worst->depth = most(worst->depth, (start - gap.separation) / size);
        worst->doubtful += start - gap.separation > 1e-5 * size ? 1 : 0;
        assert_true(fabs(oracle_separation(a, b, back) - gap.separation) <= 1e-4 * size);
        worst->starts++;
        return;
    }
    if (!hit) {
        CollideShape near = *a;
        DryVec3 rest = passing(&near, b, way, size);
        double apart = most(oracle_best_swept(&near, b, vec3d(rest), &n), kept_apart(a, b, way));
        worst->missed = most(worst->missed, -apart / size);
        worst->misses++;
        return;
    }
    assert_true(fraction > 0.0 && fraction <= 1.0);
    CollideShape there = *a;
    advance(&there, way, fraction);
    /* apart by no direction more than by the normal, by which they touch */
    worst->place = most(worst->place, oracle_best(&there, b, &n) / size);
    worst->normal = most(worst->normal, fabs(oracle_separation(&there, b, back)) / size);
    worst->hits++;
}

static void run_pairs(double size, double aspect, double way_length, uint64_t seed)
{
    Random r = { seed };
    print_message("seed %llu, size %g m\n", (unsigned long long)seed, size);
    Worst all = { 0 };
    for (int i = 0; i < MOVERS; ++i) {
        for (int k = 0; k < TARGETS; ++k) {
            Worst worst = { 0 };
            for (int m = 0; m < motions; ++m) {
                CollideShape a = shape_of(&r, i, size, aspect);
                CollideShape b = shape_of(&r, k, size, aspect);
                double both = oracle_size(&a) + oracle_size(&b);
                DryVec3 from = random_direction(&r);
                double away = random_unit(&r) < 0.15 ? random_range(&r, 0.0, 0.2) * both
                                                     : random_range(&r, 0.7, 1.0) * way_length;
                DryVec3 off = random_vector(&r, 0.35 * both);
                a.position = dry_pos((double)from.x * away, (double)from.y * away, (double)from.z * away);
                DryVec3 way = v3_add(v3_scale(from, (float)-way_length), off);
                judge(&a, &b, way, both, &worst);
            }
            if (talk) {
                print_message("%12s on %-12s %3d hits %3d misses %3d starts: place %.1e normal %.1e missed "
                              "%.1e depth %.1e\n",
                              names[i], names[k], worst.hits, worst.misses, worst.starts, worst.place,
                              worst.normal, worst.missed, worst.depth);
            }
            all.place = most(all.place, worst.place);
            all.normal = most(all.normal, worst.normal);
            all.missed = most(all.missed, worst.missed);
            all.depth = most(all.depth, worst.depth);
            all.hits += worst.hits;
            all.misses += worst.misses;
            all.starts += worst.starts;
            all.doubtful += worst.doubtful;
        }
    }
    print_message("%d hits, %d misses, %d overlaps: place %.1e normal %.1e missed %.1e depth %.1e of the "
                  "sizes\n",
                  all.hits, all.misses, all.starts, all.place, all.normal, all.missed, all.depth);
    assert_true(all.hits > 3 * motions * TARGETS && all.misses > 0 && all.starts > 0);
    assert_true(all.place <= 1e-5 && all.normal <= 1e-5 && all.missed <= 1e-5);
    /* a tip or rim deep in a round shape may have a shorter way out */
    assert_true(all.doubtful <= 1 + all.starts / 500 && all.depth <= 2e-3);
}

static void every_pair_meets_where_the_oracle_says(void **state)
{
    (void)state;
    run_pairs(1.0, 4.0, 6.0, 11);
}

static void long_ways_of_thin_shapes(void **state)
{
    (void)state;
    int before = motions;
    motions = motions / 4;
    run_pairs(1.0, 50.0, 300.0, 12);
    motions = before;
}

static int setup(void **state)
{
    (void)state;
    DryVec3 points[40];
    Random r = { 5 };
    for (int i = 0; i < 40; ++i) {
        points[i] = v3_scale(random_direction(&r), 0.7f);
    }
    DryHullSource source = { .points = points, .point_count = 40 };
    hull = dry_hull_create(&source, NULL);
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
        motions = atoi(argv[1]);
        talk = true;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_meets_where_the_oracle_says),
        cmocka_unit_test(long_ways_of_thin_shapes),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
