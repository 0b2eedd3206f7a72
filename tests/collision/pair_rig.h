/* What the tests of pairs share: random poses, running single pairs, and exact references in double
 * precision. */
#ifndef TESTS_COLLISION_PAIR_RIG_H
#define TESTS_COLLISION_PAIR_RIG_H

#include "collision/pair.h"

/* Fails with both values when they differ by more than the tolerance, or when one is not a number. */
#define assert_near(value, expected, tolerance) \
    check_near((double)(value), (double)(expected), (double)(tolerance), __FILE__, __LINE__)
void check_near(double value, double expected, double tolerance, const char *file, int line);

typedef struct Random {
    uint64_t state;
} Random;

double random_unit(Random *r); /* [0, 1) */
double random_range(Random *r, double low, double high);
double random_log(Random *r, double low, double high); /* evenly spread logarithm */
DryVec3 random_vector(Random *r, double size);         /* components in [-size, size) */
DryVec3 random_direction(Random *r);
DryQuat random_rotation(Random *r);
/* q turned a little more, by twice an angle spread evenly over the magnitudes from low to high. */
DryQuat random_nudge(Random *r, DryQuat q, double low, double high);
DryQuat turned(DryVec3 axis, float half_angle_tangent);

CollideShape shape_box(DryVec3 half, DryPos position, DryQuat rotation);
CollideShape shape_sphere(float radius, DryPos position);
CollideShape shape_capsule(float half_height, float radius, DryPos position, DryQuat rotation);
CollideShape shape_hull(const DryHull *hull, DryPos position, DryQuat rotation);
CollideShape shape_half_space(DryPos position, DryQuat rotation);

/* A pair with everything it gives back; zeroed caches unless `cache` is set before. */
typedef struct PairRun {
    PairResult result;
    Manifold manifold;
    PairCache cache;
} PairRun;

void run_pair(PairFn *fn, const CollideShape *a, const CollideShape *b, float margin, PairRun *run);

/* Smallest separation of the points; the count must not be 0. */
float least_separation(const Manifold *m);

/* The point's ends on the surfaces of A and B, relative to A's position. */
DryVec3 point_on_a(const Manifold *m, int i);
DryVec3 point_on_b(const Manifold *m, int i);

typedef struct Vec3d {
    double x, y, z;
} Vec3d;

/* A convex solid in double precision, relative to some origin. */
enum {
    SOLID_MAX = 400
};
typedef struct Solid {
    int vertex_count, normal_count, edge_count, triangle_count;
    Vec3d vertex[SOLID_MAX], normal[SOLID_MAX], edge[SOLID_MAX];
    double offset[SOLID_MAX]; /* of the face planes */
    int triangle[SOLID_MAX][3];
} Solid;

void solid_box(Solid *s, const CollideShape *box, DryPos origin);
void solid_hull(Solid *s, const CollideShape *hull, DryPos origin);

double solid_distance_to_planes(const Solid *s, Vec3d p); /* largest plane distance: <= 0 inside */
/* Separation along n (unit, from a to b). */
double solid_separation(const Solid *a, const Solid *b, Vec3d n);
/* Largest separation over all face normals and edge pairs: the depth when negative. */
double solid_best_separation(const Solid *a, const Solid *b, Vec3d *axis);
/* The smallest separation of a manifold of overlapping solids, and that along its normal, against the best
   axis. A contact may be of another axis whose normal is within a few degrees, if the depth is the same
   within `alike`. */
void check_depth(const Manifold *m, const Solid *a, const Solid *b, double best, Vec3d axis, double tolerance,
                 double alike);

/* Distance of a point, and of the segment from p to q, to the solid; 0 inside. */
double solid_point_distance(const Solid *s, Vec3d p);
double solid_segment_distance(const Solid *s, Vec3d p, Vec3d q);

Vec3d vec3d(DryVec3 v);
double vec3d_dot(Vec3d a, Vec3d b);
Vec3d vec3d_unit(Vec3d a);

#endif
