/* What the tests of meshes share: grids and blocks, movers of all kinds, and running a mover against a
   mesh. */
#ifndef TESTS_COLLISION_MESH_RIG_H
#define TESTS_COLLISION_MESH_RIG_H

#include "collision/pair.h"
#include "geometry/mesh.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    SEED = 90125
};

typedef float HeightFn(float x, float z);

typedef struct Outcome {
    PairResult result;
    Manifold manifolds[MESH_MANIFOLD_MAX];
} Outcome;

static const DryPose home = { { 0.0, 0.0, 0.0 }, { 0.0f, 0.0f, 0.0f, 1.0f } };

/* Of the random numbers; tests set it to SEED. */
extern uint64_t mesh_random_state;
float mesh_random(float low, float high);
DryQuat mesh_random_rotation(void);
/* Heights for make_grid. */
float flat(float x, float z);
/* A roof along z with its ridge at x = 0, 30 degrees each side. */
float roof(float x, float z);
float valley(float x, float z);
/* Grid over [-extent, extent]^2, outside up. */
DryMesh *make_grid(int32_t cells, float extent, HeightFn *height, bool two_sided);
DryMesh *make_triangle(DryVec3 a, DryVec3 b, DryVec3 c, bool two_sided);
/* A closed box with corners at +-half, two triangles a side. */
DryMesh *make_block(DryVec3 half);
PairFn *pair_fn(ShapeKind kind);
float smallest_separation(const Outcome *outcome);
/* Runs the pair and checks what holds of every answer: finite, within the margin, features once each. */
Outcome collide(ShapeGeometry mover, DryPose at, const DryMesh *mesh, DryPose mesh_at, float margin);
DryPose pose_at(double x, double y, double z);
ShapeGeometry sphere(float radius);
ShapeGeometry capsule(float half_height, float radius);
ShapeGeometry box(float x, float y, float z);
/* One hull for all; free_hull ends it. */
ShapeGeometry hull(void);
/* Lowest point of the mover over its origin, in world axes. */
float lowest_point(const ShapeGeometry *g, DryQuat q);
/* A ball, a capsule, a hull, and boxes of several proportions. */
int mover_count(void);
ShapeGeometry mover(int which);
/* The rotation a mover would rest in, with some heading. */
DryQuat resting_rotation(const ShapeGeometry *g, float yaw);
/* The manifold whose normal is within the cosine of a direction, or null. */
const Manifold *find_normal(const Outcome *outcome, DryVec3 normal, float cosine);
int free_hull(void **state);

#endif
