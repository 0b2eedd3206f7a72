/* What the tests of queries share. */
#ifndef TESTS_WORLD_QUERY_RIG_H
#define TESTS_WORLD_QUERY_RIG_H

#include "support/build.h"
#include "support/random.h"

enum {
    RIG_KINDS = 10 /* convex kinds, the point among them */
};

/* A convex shape of the kind with that number, about `size` large, at the origin. `hull` may be null: a box
 * instead. */
DryQueryShape rig_shape(Random *r, int kind, float size, const DryHull *hull);
DryShapeId rig_add(DryWorld *w, DryBodyId body, const DryQueryShape *shape);
DryVec3 rig_vector(Random *r, float size);
DryQuat rig_rotation(Random *r);
DryHull *rig_hull(void);
/* Cells of one metre, n by n about the origin, waves of that height. */
DryMesh *rig_grid(int n, float height, bool two_sided);

#endif
