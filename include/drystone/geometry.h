/**
 * @file
 * Shapes and their builders. Hulls and meshes are built once, immutable, shared and reference counted.
 *
 * All sizes are metres in the shape's own frame. Inputs must be finite. Radii and half-extents lie between
 * 1e-6 and 1e8 m, so that squares and ratios of sizes stay inside single precision; hulls and meshes have
 * limits of their own below. What is outside is refused with DRY_ERROR_ARGUMENT.
 */
#ifndef DRYSTONE_GEOMETRY_H
#define DRYSTONE_GEOMETRY_H

#include <drystone/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A ball; radius 1e-6..1e8. */
typedef struct DrySphere {
    DryVec3 center;
    float radius;
} DrySphere;

/** All points within `radius` (1e-6..1e8) of the segment from point_a to point_b, at most 1e8 long; equal
 * points make a ball. */
typedef struct DryCapsule {
    DryVec3 point_a, point_b;
    float radius;
} DryCapsule;

/** A box centred on its frame; every half-extent 1e-6..1e8. */
typedef struct DryBox {
    DryVec3 half_extents;
} DryBox;

/** A straight circular cylinder; its caps are centred at point_a and point_b, which lie 2e-6..2e8 m apart.
 * Radius 1e-6..1e8. */
typedef struct DryCylinder {
    DryVec3 point_a, point_b;
    float radius;
} DryCylinder;

/** A cone, or what is left of one when the tip is cut off: caps centred at point_a and point_b, which lie
 * 2e-6..2e8 m apart. Radii 0 (a tip) or 1e-6..1e8, not both 0. Two equal radii make a cylinder. */
typedef struct DryCone {
    DryVec3 point_a, point_b;
    float radius_a, radius_b;
} DryCone;

/** The hull of two balls of different size. Radii 1e-6..1e8, points at most 1e8 m apart. Equal radii make a
 * capsule; when one ball holds the other it is a ball. */
typedef struct DryTaperedCapsule {
    DryVec3 point_a, point_b;
    float radius_a, radius_b;
} DryTaperedCapsule;

/** An ellipsoid centred on its frame, its semi-axes (1e-6..1e8) along the frame's. */
typedef struct DryEllipsoid {
    DryVec3 radii;
} DryEllipsoid;

/** All points within `radius` (1e-6..1e8) of a box (half-extents 1e-6..1e8) centred on its frame: the radius
 * comes on top of the half-extents. */
typedef struct DryRoundedBox {
    DryVec3 half_extents;
    float radius;
} DryRoundedBox;

/** All points with normal·x <= offset. The normal need not be unit (the offset counts for the normal as
 * given); it must be longer than 1e-30, and the plane within 1e8 m of the frame. Only on static and kinematic
 * bodies. */
typedef struct DryHalfSpace {
    DryVec3 normal;
    float offset;
} DryHalfSpace;

/** Mass properties about a shape's own frame. */
typedef struct DryMass {
    float mass;      /**< kg */
    DryVec3 center;  /**< centre of mass */
    DrySym3 inertia; /**< about the centre of mass, along the frame's axes, kg m^2 */
} DryMass;

/** Convex hull: vertices, planar faces with their loops, edges. Immutable. */
typedef struct DryHull DryHull;

/** Triangle mesh with adjacency. Immutable. */
typedef struct DryMesh DryMesh;

enum {
    DRY_HULL_MAX_VERTICES = 128,
    DRY_REPORT_MESSAGE = 160
};

/** Points to build a hull from. Zero-initialise and fill. */
typedef struct DryHullSource {
    /** Finite; the largest side of their bounding box 1e-6..1e6 m, no coordinate beyond 4e6 m. Their order
     * does not matter to the shape. */
    const DryVec3 *points;
    int32_t point_count;
    /** Largest number of vertices, 4..DRY_HULL_MAX_VERTICES; 0: 64. Beyond it the hull is simplified from
     * outside in. */
    int32_t vertex_budget;
    /** Points closer than this to a face plane count as on it, metres, >= 0; 0: 1e-4 of the cloud's size. */
    float tolerance;
} DryHullSource;

/** What the hull builder did, also when it failed. */
typedef struct DryHullReport {
    int32_t vertices, faces, edges; /**< of the result; 0 on failure */
    int32_t duplicates;             /**< points merged with another */
    int32_t interior;               /**< points inside or on the hull that are no vertex */
    int32_t dropped;                /**< hull vertices dropped by the budget */
    float max_error;                /**< largest distance of an input point outside the result, metres */
    float volume;                   /**< of the result, m^3 */
    /** The result has at least this share of the volume of the hull of all points, 0..1: that hull lies
     * within max_error of it, and by Steiner's formula is no larger than V + A e + M e^2 + 4/3 pi e^3. */
    float volume_kept;
    DryStatus status;
    char message[DRY_REPORT_MESSAGE]; /**< "" when all is well, else the reason */
} DryHullReport;

/**
 * Builds the convex hull. Null when the source is wrong (DRY_ERROR_ARGUMENT, also when the points span more
 * than 1e6 m or lie beyond 4e6 m), degenerate (DRY_ERROR_GEOMETRY: fewer than 4 points, spanning less than
 * 1e-6 m, all equal, collinear or coplanar within the tolerance) or memory ran out; the report and
 * dry_last_error() say why. `report` may be null. The result has one reference.
 */
DRY_API DryHull *dry_hull_create(const DryHullSource *source, DryHullReport *report);

/** Builds the hull of a prism-like cylinder along y with `sides` (3..64) sides; with more than 32 every
 * second corner is set back along y by at most 0.2 % of the radius, since a face has at most 32 corners. Null
 * as above; dry_last_error() says why. */
DRY_API DryHull *dry_hull_create_cylinder(float radius, float half_height, int32_t sides);

/** Takes one more reference. Null is allowed. References may be taken and given up on any thread. */
DRY_API void dry_hull_retain(DryHull *hull);
/** Gives up one reference; the hull is freed with the last one. Null is allowed. */
DRY_API void dry_hull_release(DryHull *hull);
DRY_API int32_t dry_hull_vertex_count(const DryHull *hull);
DRY_API DryVec3 dry_hull_vertex(const DryHull *hull, int32_t index);
DRY_API int32_t dry_hull_face_count(const DryHull *hull);
/** Number of corners of a face; its vertex indices, counter-clockwise seen from outside, go to `loop` (null:
 * count only). */
DRY_API int32_t dry_hull_face(const DryHull *hull, int32_t face, int32_t *loop, int32_t capacity);

/** Triangles to build a mesh from. Zero-initialise and fill. */
typedef struct DryMeshSource {
    const DryVec3 *vertices; /**< finite, every coordinate within 1e9 m */
    int32_t vertex_count;    /**< 1..2^28 */
    const uint32_t *indices; /**< 3 per triangle; counter-clockwise seen from the solid's outside */
    int32_t triangle_count;  /**< 1..2^27 */
    /** Vertices closer than this are one, metres, 0..1e9; 0: only equal ones. */
    float weld_distance;
    /** The mesh collides from both sides. */
    bool two_sided;
    /** A number per triangle, into DryShapeOptions.materials; null: all 0. */
    const uint16_t *materials;
} DryMeshSource;

/** What can be wrong with a mesh. The builder mends or tolerates all of it, and tells where it is. */
typedef enum DryMeshFault {
    DRY_MESH_DEGENERATE,   /**< a triangle without area, or with a repeated corner: dropped */
    DRY_MESH_DUPLICATE,    /**< a triangle with the corners and the outside of an earlier one: dropped */
    DRY_MESH_OPEN_EDGE,    /**< an edge with one triangle: the rim of a sheet, or a hole */
    DRY_MESH_NON_MANIFOLD, /**< an edge with more than two triangles */
    DRY_MESH_FLIPPED,      /**< an edge whose two triangles disagree on the outside */
    DRY_MESH_T_JUNCTION,   /**< an open edge on which, between its ends, a vertex of another open edge lies */
    DRY_MESH_UNUSED_VERTEX /**< a vertex of the result that no triangle uses */
} DryMeshFault;

enum {
    DRY_MESH_FAULTS = 7,  /**< kinds of them */
    DRY_MESH_EXAMPLES = 4 /**< of a kind that a report holds */
};

/** Where a fault is. Numbers are those of the source; -1: does not apply. */
typedef struct DryMeshPlace {
    int32_t triangle; /**< the triangle, or one that has the edge */
    int32_t other;    /**< the earlier triangle of a duplicate, another one at the edge */
    int32_t vertex;   /**< the vertex that is not used, or lies on the edge */
    DryVec3 point;    /**< middle of the triangle or edge, or the vertex */
} DryMeshPlace;

/** What the mesh builder did and found, also when it failed. */
typedef struct DryMeshReport {
    int32_t vertices, triangles; /**< of the result */
    int32_t welded;              /**< vertices merged into another */
    int32_t degenerate;          /**< DRY_MESH_DEGENERATE */
    int32_t duplicates;          /**< DRY_MESH_DUPLICATE */
    int32_t boundary_edges;      /**< DRY_MESH_OPEN_EDGE */
    int32_t non_manifold_edges;  /**< DRY_MESH_NON_MANIFOLD */
    int32_t flipped_edges;       /**< DRY_MESH_FLIPPED */
    /** DRY_MESH_T_JUNCTION. On an edge means: within the weld distance, 1e-5 of the edge's length or 4e-7 of
     * its distance from the origin, whichever is largest; and farther from its ends than the weld distance
     * and ten times the other two. */
    int32_t t_junctions;
    bool t_junctions_cut;    /**< there may be more: too many edges lie across each other to look at all */
    int32_t unused_vertices; /**< DRY_MESH_UNUSED_VERTEX */
    bool closed;             /**< every edge is walked as often one way as the other: there is an inside */
    double volume;           /**< of a closed mesh, m^3; below 0 when it is inside out. Not closed: 0 */
    /** Of each kind the first ones by their triangles, as many as there are and at most DRY_MESH_EXAMPLES. */
    DryMeshPlace examples[DRY_MESH_FAULTS][DRY_MESH_EXAMPLES];
    DryStatus status;
    char message[DRY_REPORT_MESSAGE];
} DryMeshReport;

/** How many faults of a kind a report counts; 0, and a message in dry_last_error(), when there is no such
 * kind or the report is null. */
DRY_API int32_t dry_mesh_report_count(const DryMeshReport *report, DryMeshFault fault);

/**
 * Builds a mesh with adjacency and its own bounding-volume tree. Null when the source is wrong
 * (DRY_ERROR_ARGUMENT: an index out of range, a vertex not finite or beyond 1e9 m), no triangle is left
 * (DRY_ERROR_GEOMETRY) or memory ran out; the report and dry_last_error() say where. `report` may be null.
 * The result has one reference.
 */
DRY_API DryMesh *dry_mesh_create(const DryMeshSource *source, DryMeshReport *report);
/** Takes one more reference. Null is allowed. References may be taken and given up on any thread. */
DRY_API void dry_mesh_retain(DryMesh *mesh);
/** Gives up one reference; the mesh is freed with the last one. Null is allowed. */
DRY_API void dry_mesh_release(DryMesh *mesh);
DRY_API int32_t dry_mesh_triangle_count(const DryMesh *mesh);
/** Its number in DryMeshSource.materials; 0, and a message in dry_last_error(), when there is no such
 * triangle. */
DRY_API int32_t dry_mesh_triangle_material(const DryMesh *mesh, int32_t triangle);
/** The corners of a triangle; zeros, and a message in dry_last_error(), when there is no such triangle. */
DRY_API void dry_mesh_triangle(const DryMesh *mesh, int32_t triangle, DryVec3 corners[3]);

/** Mass properties of a solid of uniform density (kg/m^3, > 0). DRY_ERROR_ARGUMENT for a wrong shape or
 * density, DRY_ERROR_RANGE when mass or a moment leaves single precision (1e-37..3e38), as very small, very
 * large or very dense solids do; `mass` is then left as it was. */
DRY_API DryStatus dry_sphere_mass(const DrySphere *sphere, float density, DryMass *mass);
DRY_API DryStatus dry_capsule_mass(const DryCapsule *capsule, float density, DryMass *mass);
DRY_API DryStatus dry_box_mass(const DryBox *box, float density, DryMass *mass);
DRY_API DryStatus dry_cylinder_mass(const DryCylinder *cylinder, float density, DryMass *mass);
DRY_API DryStatus dry_cone_mass(const DryCone *cone, float density, DryMass *mass);
DRY_API DryStatus dry_tapered_capsule_mass(const DryTaperedCapsule *capsule, float density, DryMass *mass);
DRY_API DryStatus dry_ellipsoid_mass(const DryEllipsoid *ellipsoid, float density, DryMass *mass);
DRY_API DryStatus dry_rounded_box_mass(const DryRoundedBox *box, float density, DryMass *mass);
DRY_API DryStatus dry_hull_mass(const DryHull *hull, float density, DryMass *mass);
/** Of the inside of a closed mesh, by integrals over its surface; where it goes through itself, what is
 * inside twice counts twice. DRY_ERROR_GEOMETRY when it has no inside (the message tells how many edges are
 * open, flipped or not manifold) or is inside out. */
DRY_API DryStatus dry_mesh_mass(const DryMesh *mesh, float density, DryMass *mass);

#ifdef __cplusplus
}
#endif

#endif
