/**
 * @file
 * Queries: what a ray or a moving shape meets, what a shape touches, how near or how deep it is.
 *
 * Bodies that are disabled, and sensors, are not found by queries of a world. Queries change nothing: between
 * steps any number of threads may make them, except those of many rays or shapes at once, which take the
 * world's workers. A wrong argument is answered by -1 (or false), with the call and the value in
 * dry_last_error(). Casts and gaps are computed in double precision: a fraction is right to about 1e-6 of the
 * two shapes' sizes over the length of the motion.
 */
#ifndef DRYSTONE_QUERY_H
#define DRYSTONE_QUERY_H

#include <drystone/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A shape that belongs to no body. `kind` tells which member counts; what it says in the frame of a body it
 * says in the frame `pose`, with the same limits. DRY_SHAPE_NONE is a point, which has no member.
 *
 *     DryQueryShape s = { .kind = DRY_SHAPE_SPHERE, .sphere = { .radius = 0.5f } };
 *     s.pose = (DryPose){ { 0, 3, 0 }, dry_quat_identity() };
 *
 * DRY_SHAPE_MESH and DRY_SHAPE_HALF_SPACE may only be what is met, not what asks or moves. Hulls and meshes
 * are not retained: they must live as long as the call.
 */
typedef struct DryQueryShape {
    DryShapeKind kind;
    DryPose pose; /**< finite, within 1e12 m, rotation of length 1 within 1e-3 */
    union {
        DrySphere sphere;
        DryCapsule capsule;
        DryBox box;
        DryCylinder cylinder;
        DryCone cone;
        DryTaperedCapsule tapered_capsule;
        DryEllipsoid ellipsoid;
        DryRoundedBox rounded_box;
        DryHalfSpace half_space;
        const DryHull *hull;
        const DryMesh *mesh;
    };
} DryQueryShape;

/** A shape of a world where it is now. False, with a message in dry_last_error(), when the id is stale. What
 * it says of a hull or mesh is valid until the shape is destroyed. */
DRY_API bool dry_shape_to_query(const DryWorld *world, DryShapeId shape, DryQueryShape *out);

/** What a query found. */
typedef struct DryQueryHit {
    DryBodyId body; /**< none where no world was asked */
    DryShapeId shape;
    DryPos point;       /**< on the shape that was found */
    DryPos query_point; /**< on the shape that asks, where it is then; of a ray the same as `point` */
    DryVec3 normal;     /**< unit, from the shape that was found to the one that asks; zero for a ray that
                           starts inside */
    float fraction;     /**< of the motion, 0..1; 0 for queries without one */
    float separation;   /**< metres; negative: how deep the two are in each other, along the normal. 0 for a
                           cast that meets the shape on its way, and for rays */
    int32_t triangle;   /**< of a mesh, else -1 */
    uint64_t material;  /**< user_tag of the material there, a mesh's triangle's own; 0 where no world was
                           asked */
} DryQueryHit;

/** What a cast is after. */
typedef enum DryQueryMode {
    DRY_QUERY_CLOSEST = 0, /**< the first hit */
    DRY_QUERY_ALL = 1,     /**< the first hit on each shape */
    DRY_QUERY_ANY = 2      /**< whether there is one: ends with the first that is found, which need not be the
                              closest */
} DryQueryMode;

/** What counts of shapes that overlap the moving shape, or hold the ray's origin, at the start. Shapes that
 * only touch it there (within 2e-8 of their sizes) are hit if the motion leads into them. */
typedef enum DryStartOverlap {
    /** They are hit at fraction 0, with the normal that leads out and the depth in `separation`. */
    DRY_START_HIT = 0,
    /** They are hit at fraction 0 if the motion leads deeper, and not met at all if it leads out. A ray has
        no way out: it meets none of them. */
    DRY_START_DEEPER = 1,
    /** They are not met at all; of a mesh, those of its triangles. */
    DRY_START_IGNORE = 2
} DryStartOverlap;

/** What a callback says to a hit. */
typedef enum DryQueryVerdict {
    DRY_QUERY_TAKE = 0, /**< it counts, and the query goes on */
    DRY_QUERY_SKIP = 1, /**< as though the shape was not there */
    DRY_QUERY_STOP = 2  /**< it counts, and the query ends */
} DryQueryVerdict;

/** Asked about hits that the filter lets through and that would count: when only the closest is wanted, those
 * closer than what was taken before. The order of calls is not defined, so a query that is stopped may end
 * with other hits in another run. It may make queries, and must not change the world. */
typedef DryQueryVerdict DryQueryFn(const DryQueryHit *hit, void *user);

/** What a query of a world looks for. Start from dry_query_options_default(). */
typedef struct DryQueryOptions {
    DryFilter filter;      /**< as a shape's; DRY_FILTER_ALL */
    DryBodyId ignore_body; /**< is not found; none */
    DryStartOverlap start; /**< of casts; DRY_START_HIT */
    DryQueryFn *accept;    /**< null: all hits count; null */
    void *user;
} DryQueryOptions;

DRY_API DryQueryOptions dry_query_options_default(void);

/* ---- queries of a world. `options` may be null: the defaults. Those that fill an array write at most
   `capacity` hits; it may be null with capacity 0. ---- */

/**
 * Casts a ray. DRY_QUERY_CLOSEST and DRY_QUERY_ANY return 0 or 1 and write one hit, DRY_QUERY_ALL returns how
 * many shapes are hit and writes the closest, by fraction, then shape. -1 on an error.
 */
DRY_API int32_t dry_world_cast_ray(const DryWorld *world, DryRay ray, DryQueryMode mode,
                                   const DryQueryOptions *options, DryQueryHit *hits, int32_t capacity);

/**
 * Moves a shape by `translation` (m, at most 1e12; zero: only what it touches at the start), without turning
 * it, and tells what it meets; answers as dry_world_cast_ray. Hits of the same fraction are ordered by depth,
 * then shape.
 *
 *     DryQueryHit hit;
 *     if (dry_world_cast_shape(world, &s, dry_vec3(0, -10, 0), DRY_QUERY_CLOSEST, NULL, &hit, 1) == 1) {
 *         land(hit.body, hit.point, hit.normal);
 *     }
 */
DRY_API int32_t dry_world_cast_shape(const DryWorld *world, const DryQueryShape *shape, DryVec3 translation,
                                     DryQueryMode mode, const DryQueryOptions *options, DryQueryHit *hits,
                                     int32_t capacity);

/** Shapes that touch or overlap the shape, each with its depth, the way out (`normal`: the shape that asks is
 * free of this one when it moves by -separation along it) and, of a mesh, its deepest triangle, those of a
 * one-sided mesh that face the shape before the others. By depth, then shape. Returns how many there are; -1
 * on an error. */
DRY_API int32_t dry_world_penetration(const DryWorld *world, const DryQueryShape *shape,
                                      const DryQueryOptions *options, DryQueryHit *hits, int32_t capacity);

/** Shapes that touch or overlap the shape, without more: quicker. By shape. The callback's hits say body,
 * shape and nothing else. Returns how many there are; -1 on an error. */
DRY_API int32_t dry_world_overlap_shape(const DryWorld *world, const DryQueryShape *shape,
                                        const DryQueryOptions *options, DryShapeId *shapes, int32_t capacity);

/** Shapes within `distance` (m, 0..1e12) of the shape, with the nearest points; those that overlap it with
 * negative separation. By separation, then shape. Returns how many were written: the nearest; -1 on an error.
 */
DRY_API int32_t dry_world_closest(const DryWorld *world, const DryQueryShape *shape, float distance,
                                  const DryQueryOptions *options, DryQueryHit *hits, int32_t capacity);

/** A motion of a shape, for many at once. */
typedef struct DryShapeCast {
    DryQueryShape shape;
    DryVec3 translation;
} DryShapeCast;

/* Many at once, with the world's workers: not from several threads at the same time. hits[i] is the closest
   of number i, with shape none when there is none; the same bits with any number of workers. The callback is
   called on any worker, and must not make queries of many. Returns how many have hit; -1 on an error: the
   hits are then as they were. */

DRY_API int32_t dry_world_cast_rays(DryWorld *world, const DryRay *rays, int32_t count,
                                    const DryQueryOptions *options, DryQueryHit *hits);
DRY_API int32_t dry_world_cast_shapes(DryWorld *world, const DryShapeCast *casts, int32_t count,
                                      const DryQueryOptions *options, DryQueryHit *hits);

/* ---- one shape or body of a world, whatever its filter, sensor or not, enabled or not. False when it is not
   hit, and on an error. `hit` may be null. ---- */

DRY_API bool dry_shape_cast_ray(const DryWorld *world, DryShapeId shape, DryRay ray, DryQueryHit *hit);
/** The closest hit on the body's shapes. */
DRY_API bool dry_body_cast_ray(const DryWorld *world, DryBodyId body, DryRay ray, DryQueryHit *hit);
/** The closest contact of a moving shape with the body's shapes. */
DRY_API bool dry_body_cast_shape(const DryWorld *world, DryBodyId body, const DryQueryShape *shape,
                                 DryVec3 translation, DryStartOverlap start, DryQueryHit *hit);

/* ---- two shapes, without a world. `a` asks: hit->normal leads from b to a. ---- */

/** Moves `a` by `translation`; see dry_world_cast_shape. False when it does not meet b, and on an error. */
DRY_API bool dry_shape_cast_shape(const DryQueryShape *a, const DryQueryShape *b, DryVec3 translation,
                                  DryStartOverlap start, DryQueryHit *hit);
/** The nearest points of a and b, with their separation; of shapes that overlap the deepest. False on an
 * error only. */
DRY_API bool dry_shape_closest_points(const DryQueryShape *a, const DryQueryShape *b, DryQueryHit *hit);
/** Distance in metres, 0 for shapes that touch or overlap; -1 on an error. */
DRY_API double dry_shape_distance(const DryQueryShape *a, const DryQueryShape *b);
/** Whether they touch or overlap, and if so how deep and where out; see dry_world_penetration. False also on
 * an error. */
DRY_API bool dry_shape_penetration(const DryQueryShape *a, const DryQueryShape *b, DryQueryHit *hit);

/** The material of a shape at a triangle of its mesh (-1, or of other shapes: its own). All zero for a stale
 * id or a triangle that is not there. */
DRY_API DryMaterial dry_shape_triangle_material(const DryWorld *world, DryShapeId shape, int32_t triangle);

#ifdef __cplusplus
}
#endif

#endif
