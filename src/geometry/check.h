/* Checks of shapes given by a user, and their folding into the internal form. The message of a refusal goes
   to dry_last_error(); put the public call's name before it with dry__check_named. */
#ifndef DRY_GEOMETRY_CHECK_H
#define DRY_GEOMETRY_CHECK_H

#include "geometry/shape.h"

/* Radii and half-extents lie between these, metres: squares and ratios of sizes then stay inside single
 * precision. */
#define SHAPE_MIN_SIZE 1e-6f
#define SHAPE_MAX_SIZE 1e8f

/* Null, non-finite or out of range: DRY_ERROR_ARGUMENT with the value in the message. */
DryStatus dry__check_sphere(const DrySphere *sphere);
DryStatus dry__check_capsule(const DryCapsule *capsule);
DryStatus dry__check_box(const DryBox *box);
DryStatus dry__check_cylinder(const DryCylinder *cylinder);
DryStatus dry__check_cone(const DryCone *cone);
DryStatus dry__check_tapered_capsule(const DryTaperedCapsule *capsule);
DryStatus dry__check_ellipsoid(const DryEllipsoid *ellipsoid);
DryStatus dry__check_rounded_box(const DryRoundedBox *box);
DryStatus dry__check_half_space(const DryHalfSpace *half_space);
DryStatus dry__check_hull(const DryHull *hull);
DryStatus dry__check_mesh(const DryMesh *mesh);
DryStatus dry__check_frame(const DryFrame *frame); /* finite, rotation of length 1 within 1e-3 */

/* Parts of the checks. */
DryStatus dry__refuse_null(const char *what);
DryStatus dry__check_size(const char *what, float size); /* SHAPE_MIN_SIZE to SHAPE_MAX_SIZE */
DryStatus dry__check_point(const char *what, DryVec3 p);

/* Where a shape's own origin and turning end up in its body. */
DryFrame dry__shape_fold(DryFrame at, DryVec3 position, DryQuat rotation);

/* Puts "call: " before the latest message; returns `status`. DRY_OK passes through. */
DryStatus dry__check_named(const char *call, DryStatus status);

/* Check the shape and the frame it is given in, then write geometry and the frame with centres and axes
   folded in. On an error nothing is written. A capsule whose points coincide becomes a sphere, and so does a
   tapered capsule one of whose balls holds the other; one with equal radii becomes a capsule, such a cone a
   cylinder. */
DryStatus dry__shape_from_sphere(const DrySphere *sphere, DryFrame at, ShapeGeometry *shape, DryFrame *frame);
DryStatus dry__shape_from_capsule(const DryCapsule *capsule, DryFrame at, ShapeGeometry *shape,
                                  DryFrame *frame);
DryStatus dry__shape_from_box(const DryBox *box, DryFrame at, ShapeGeometry *shape, DryFrame *frame);
DryStatus dry__shape_from_cylinder(const DryCylinder *cylinder, DryFrame at, ShapeGeometry *shape,
                                   DryFrame *frame);
DryStatus dry__shape_from_cone(const DryCone *cone, DryFrame at, ShapeGeometry *shape, DryFrame *frame);
DryStatus dry__shape_from_tapered_capsule(const DryTaperedCapsule *capsule, DryFrame at, ShapeGeometry *shape,
                                          DryFrame *frame);
DryStatus dry__shape_from_ellipsoid(const DryEllipsoid *ellipsoid, DryFrame at, ShapeGeometry *shape,
                                    DryFrame *frame);
DryStatus dry__shape_from_rounded_box(const DryRoundedBox *box, DryFrame at, ShapeGeometry *shape,
                                      DryFrame *frame);
DryStatus dry__shape_from_half_space(const DryHalfSpace *half_space, DryFrame at, ShapeGeometry *shape,
                                     DryFrame *frame);

/* The geometry points at the hull or mesh; the caller retains it. */
DryStatus dry__shape_from_hull(const DryHull *hull, DryFrame at, ShapeGeometry *shape, DryFrame *frame);
DryStatus dry__shape_from_mesh(const DryMesh *mesh, DryFrame at, ShapeGeometry *shape, DryFrame *frame);

#endif
