/* A shape in its own frame, and what can be asked of a single one. */
#ifndef DRY_GEOMETRY_SHAPE_H
#define DRY_GEOMETRY_SHAPE_H

#include "geometry/hull.h"
#include "geometry/ray_hit.h"
#include "math/vec.h"

/* Order matters: a pair is always looked up as (smaller kind, larger kind); movers first, static-only kinds
 * last. */
typedef enum ShapeKind {
    SHAPE_SPHERE = 0,
    SHAPE_CAPSULE,
    SHAPE_BOX,
    SHAPE_HULL,
    SHAPE_CYLINDER,
    SHAPE_CONE,
    SHAPE_TAPERED_CAPSULE,
    SHAPE_ELLIPSOID,
    SHAPE_ROUNDED_BOX,
    SHAPE_MESH,
    SHAPE_HALF_SPACE,
    SHAPE_KIND_COUNT
} ShapeKind;

/* Geometry in the shape's frame. Sphere centres, and capsule centres and axes, are folded into the frame: a
   sphere is at the frame's origin, a capsule along its y axis from -half_height to +half_height, cylinders,
   cones and tapered capsules alike with the first radius below, a half-space is { x : y <= 0 }. */
typedef struct ShapeGeometry {
    ShapeKind kind;
    union {
        struct {
            float radius;
        } sphere;
        struct {
            float half_height, radius;
        } capsule;
        struct {
            DryVec3 half;
        } box;
        const DryHull *hull;
        struct {
            float half_height, bottom, top;
        } frustum; /* cylinder, cone, tapered capsule */
        struct {
            DryVec3 radii;
        } ellipsoid;
        struct {
            DryVec3 half; /* of the core */
            float radius;
        } rounded_box;
        struct {
            const DryMesh *mesh;
        } mesh;
    } u;
} ShapeGeometry;

/* Single-precision box, relative to the world's origin unless said otherwise. Conversions round outward. */
typedef struct BoxF {
    float lower[3], upper[3];
} BoxF;

static inline bool boxf_overlap(const BoxF *a, const BoxF *b)
{
    return a->lower[0] <= b->upper[0] && b->lower[0] <= a->upper[0] && a->lower[1] <= b->upper[1] &&
           b->lower[1] <= a->upper[1] && a->lower[2] <= b->upper[2] && b->lower[2] <= a->upper[2];
}

static inline bool boxf_contains(const BoxF *outer, const BoxF *inner)
{
    return outer->lower[0] <= inner->lower[0] && outer->lower[1] <= inner->lower[1] &&
           outer->lower[2] <= inner->lower[2] && inner->upper[0] <= outer->upper[0] &&
           inner->upper[1] <= outer->upper[1] && inner->upper[2] <= outer->upper[2];
}

/* Bounds of the geometry at a pose, grown by margin on all sides, rounded outward. A half-space gives +-1e30
 * (all space). */
BoxF dry__shape_bounds(const ShapeGeometry *shape, DryPose pose, float margin);

/* Distance from `center` (shape frame) to the farthest point of the shape, or little more; infinite kinds
 * give 1e30f. */
float dry__shape_extent(const ShapeGeometry *shape, DryVec3 center);

/* Radius of a ball inside the shape (for speculative margins); a half-space or mesh gives 0. */
float dry__shape_inner_radius(const ShapeGeometry *shape);

/* Centre of that ball, shape frame. */
DryVec3 dry__shape_inner_center(const ShapeGeometry *shape);

/* Volume properties at density 1 in the shape's frame; false for meshes and half-spaces. */
bool dry__shape_unit_mass(const ShapeGeometry *shape, DryMass *mass);

/* Ray origin + t translation, t in [0, max_fraction], in the shape's frame. A ray that starts inside a solid
 * hits at 0. */
bool dry__shape_cast_ray(const ShapeGeometry *shape, DryVec3 origin, DryVec3 translation, float max_fraction,
                         ShapeRayHit *hit);

/* True when the shape at `frame` (relative to the box's centre and axes = world axes) touches the box of
 * half-extents `half`. */
bool dry__shape_overlaps_box(const ShapeGeometry *shape, DryFrame frame, DryVec3 half);

#endif
