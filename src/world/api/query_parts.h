/* What the queries share: checks, the shapes they look at, and the hits they collect. */
#ifndef DRY_WORLD_QUERY_PARTS_H
#define DRY_WORLD_QUERY_PARTS_H

#include "geometry/shape_near.h"
#include "world/store/world.h"
#include <drystone/query.h>

/* ---- checks: the message of a refusal names the call ---- */

bool dry__query_refuses_world(const DryWorld *w, const char *call);
/* Of a callback or array: capacity with null. */
bool dry__query_refuses_array(const void *array, int32_t capacity, const char *call);
bool dry__query_refuses_vector(DryVec3 translation, const char *call);
bool dry__query_refuses_start(DryStartOverlap start, const char *call);
bool dry__query_refuses_options(const DryQueryOptions *options, const char *call);
/* What `shape` says; `target`: meshes and half-spaces are allowed. `geometry` must live as long as `place`.
 */
bool dry__query_refuses_shape(const DryQueryShape *shape, bool target, const char *call,
                              ShapeGeometry *geometry, PlacedShape *place);

typedef struct RayPath {
    DryPos origin;
    DryVec3 translation;
} RayPath;

bool dry__query_refuses_ray(const DryWorld *w, DryRay ray, const char *call, RayPath *path);

/* ---- single shapes ---- */

bool dry__ray_meets_shape(const DryWorld *w, int32_t shape, const RayPath *ray, float limit,
                          ShapeRayHit *hit);
/* user_tag at a triangle of the shape, or at the shape itself. */
uint64_t dry__query_material(const DryWorld *w, int32_t shape, int32_t triangle);

static inline PlacedShape query_shape_at(const DryWorld *w, int32_t shape)
{
    const CollideShape *c = &w->state.shapes.collide.data[shape];
    return (PlacedShape){ &c->geometry, c->position, c->rotation };
}

/* From a gap in the target's frame. */
DryQueryHit dry__query_hit(const PlacedShape *target, const ShapeGap *gap, double fraction);
/* Adds who was hit. */
void dry__query_name(const DryWorld *w, int32_t shape, DryQueryHit *hit);

/* ---- a cast through a world ---- */

typedef struct Cast {
    const DryWorld *w;
    const DryQueryOptions *options;
    DryQueryMode mode;
    int32_t ignored; /* body */
    bool is_ray;
    RayPath ray;       /* of the origin, or of the middle of the mover's bounds */
    PlacedShape mover; /* unless it is a ray */
    double half[3];    /* of the mover's bounds */
    DryQueryHit *hits; /* in order; `kept` of the `found` ones */
    int32_t capacity, kept, found;
    bool done;
} Cast;

Cast dry__cast_of_ray(const DryWorld *w, const RayPath *path, const DryQueryOptions *options);
Cast dry__cast_of_shape(const DryWorld *w, const PlacedShape *mover, DryVec3 translation,
                        const DryQueryOptions *options);
/* With mode, hits and capacity (at least 1 unless all are wanted) set. */
void dry__cast_run(Cast *cast);
/* Against one shape, whatever its filter; adds to the hits. */
void dry__cast_meet(Cast *cast, int32_t shape);

/* Fraction, then depth, then shape. */
bool dry__query_precedes(const DryQueryHit *a, const DryQueryHit *b);
/* Places the hit among `kept` ordered ones; returns how many there are then. */
int32_t dry__query_insert(DryQueryHit *hits, int32_t kept, int32_t capacity, const DryQueryHit *hit);
/* Asks the callback; false: the hit does not count. */
bool dry__query_takes(const DryQueryOptions *options, const DryQueryHit *hit, bool *done);

extern const DryQueryOptions dry__query_defaults;

#endif
