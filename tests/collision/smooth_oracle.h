/* An independent measure of how far apart two convex shapes are: the largest separation over directions,
   found by sampling and pattern search in double precision. */
#ifndef TESTS_COLLISION_SMOOTH_ORACLE_H
#define TESTS_COLLISION_SMOOTH_ORACLE_H

#include "pair_rig.h"

/* Largest product of n with a point of the shape (n unit, world axes), relative to `origin`. */
double oracle_support(const CollideShape *shape, DryPos origin, Vec3d n);

/* Separation along n, from a to b. */
double oracle_separation(const CollideShape *a, const CollideShape *b, Vec3d n);

/* Largest separation; negative: the depth. Right within about 1e-6 of the sizes for pairs that are apart,
   1e-5 for pairs that are not. */
double oracle_best(const CollideShape *a, const CollideShape *b, Vec3d *normal);

/* The same of b and all that a covers when it moves by `way`: positive when they do not meet. */
double oracle_best_swept(const CollideShape *a, const CollideShape *b, Vec3d way, Vec3d *normal);

/* Length of the longest line in the shape, about. */
double oracle_size(const CollideShape *shape);

#endif
