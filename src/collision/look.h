/* What a convex shape shows in a direction: the faces, discs, lines and points that contacts are made of. */
#ifndef DRY_COLLISION_LOOK_H
#define DRY_COLLISION_LOOK_H

#include "geometry/convex.h"

/* What of a surface looks in a direction. */
typedef enum FeatureKind {
    LOOK_POINT,
    LOOK_SEGMENT,
    LOOK_POLYGON,
    LOOK_DISC,
    LOOK_PLANE /* without end */
} FeatureKind;

enum {
    LOOK_MAX = HULL_MAX_LOOP
};

/* Points of the surface, the ball included. */
typedef struct Look {
    FeatureKind kind;
    int count;          /* of points of a segment or polygon */
    D3 point[LOOK_MAX]; /* polygon: counter-clockwise about the normal; disc, plane: [0] its centre */
    uint32_t id[LOOK_MAX];
    D3 normal;     /* out of the shape, unit; of a polygon, disc, plane */
    double radius; /* of a disc */
    D3 lowest;     /* the farthest point along the direction */
    uint32_t lowest_id;
} Look;

/* What c shows along the unit vector d: the face, disc, line or point nearest to it. */
Look dry__look(const Convex *c, D3 d);

/* A straight line of the surface within two degrees of square to d, or a point. */
Look dry__look_line(const Convex *c, D3 d);

/* Flat parts of the surface: faces and caps. Normals are unit, out of the shape. */
int dry__flat_count(const Convex *c);
D3 dry__flat_normal(const Convex *c, int flat);
Look dry__look_flat(const Convex *c, int flat);
/* Of the surface over the origin along that normal. */
double dry__flat_height(const Convex *c, int flat, D3 normal);

#endif
