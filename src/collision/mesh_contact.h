/* Contacts of a moving shape with a triangle mesh.

   All work is done in the work frame: the mesh's axes, with the origin at the mover's position, so that a
   mesh of kilometres loses nothing. A visit of the mesh's tree hands each triangle near the mover, seen from
   the side it collides with, to the test of the mover's kind. The test adds points to clusters, one cluster
   per direction of normals; the clusters become manifolds.

   A contact normal must lie in the normal cone of what it touches (Voronoi region of the edge or vertex,
   taken over all triangles there). Inside one mesh this alone keeps a sliding body from catching on edges
   that stick out of nothing.      */
#ifndef DRY_COLLISION_MESH_CONTACT_H
#define DRY_COLLISION_MESH_CONTACT_H

#include "collision/pair.h"
#include "geometry/mesh.h"

enum {
    CLUSTER_DIRECTIONS = 8,
    CLUSTER_MAX = 24
};

typedef struct MeshPoint {
    DryVec3 position; /* work frame, midway between the surfaces */
    float separation;
    uint32_t feature;
} MeshPoint;

/* Points on triangles of one material whose normals agree within 1.5 degrees: the deepest, the outermost in
   fixed directions of the plane, and those that would be the deepest if the mover tilted a little that way.
   What remains does not depend on the order in which points come. */
typedef struct MeshCluster {
    DryVec3 normal, t1, t2; /* basis of the first normal */
    DryVec3 deepest_normal;
    int32_t deepest_triangle;
    uint16_t material; /* of all its triangles */
    MeshPoint deepest, extreme[CLUSTER_DIRECTIONS], tilted[CLUSTER_DIRECTIONS];
    float reach[CLUSTER_DIRECTIONS], tilted_reach[CLUSTER_DIRECTIONS];
} MeshCluster;

/* A point as a test of a triangle gave it. */
typedef struct MeshRaw {
    int32_t triangle;
    DryVec3 normal; /* work frame */
    MeshPoint point;
} MeshRaw;

typedef struct MeshRawList {
    MeshRaw *items;
    int32_t count, room;
    bool full; /* some were left out */
} MeshRawList;

typedef struct MeshContacts {
    int32_t count;
    uint16_t boundary; /* MANIFOLD_BOUNDARY when a point is on a triangle at a boundary of the mesh */
    MeshRawList *raw;  /* where points go instead of clusters; null: nowhere */
    float gap;         /* lower bound on the separation so far */
    float size;        /* of the mover: points closer than a hundredth of it are one */
    MeshCluster clusters[CLUSTER_MAX];
} MeshContacts;

/* A point on a triangle of the mesh; normal: unit, mesh to mover, work frame. */
void dry__mesh_contacts_add(MeshContacts *contacts, const DryMesh *mesh, int32_t triangle, DryVec3 normal,
                            MeshPoint point);

/* Writes the deepest clusters as manifolds with world axes; returns how many (0..MESH_MANIFOLD_MAX). A
   cluster more than four points of which bear the mover has a second manifold, as far as there is room. */
int32_t dry__mesh_contacts_finish(MeshContacts *contacts, DryQuat mesh_rotation, Manifold *manifolds,
                                  float *gap);

uint32_t dry__mesh_feature(uint32_t kind, uint32_t a, uint32_t b);

/* Kinds of features. */
enum {
    FEATURE_ROUND = 1,
    FEATURE_MOVER_VERTEX,
    FEATURE_MESH_VERTEX,
    FEATURE_CROSSING,
    FEATURE_EDGES
};

/* The undirected edge k of a triangle as a number. */
uint32_t dry__mesh_edge_id(const DryMesh *mesh, int32_t triangle, int k);

/* A triangle in the work frame, turned to the side it collides with. */
typedef struct MeshFace {
    const DryMesh *mesh;
    int32_t triangle;
    bool flipped; /* of a two-sided mesh, seen from behind: n is the negated normal, corners keep their order
                   */
    DryVec3 p[3];
    DryVec3 n;
    DryVec3 side[3]; /* in the plane, outward across edge k, as long as the edge */
} MeshFace;

/* Edge k can be hit from this side. */
bool dry__mesh_edge_is_real(const MeshFace *face, int k);

/* The direction (unit, mesh axes, mesh to mover) lies in the normal cone of edge k, or of corner k, within a
 * milliradian. */
bool dry__mesh_edge_admits(const MeshFace *face, int k, DryVec3 direction);
bool dry__mesh_vertex_admits(const MeshFace *face, int k, DryVec3 direction);

/* What the visit must know of a mover. */
typedef struct MeshMover {
    const DryMesh *mesh;
    DryMat3 axes;         /* the mover's axes in the work frame */
    bool oriented;        /* its box says more along those axes than along the mesh's: not for a sphere */
    DryVec3 center, half; /* bounding box in the mover's frame */
    DryVec3 core;         /* mover's frame: the point whose side of a triangle counts */
    float behind; /* how far behind a one-sided triangle the core may be and still be pushed out in front */
    float margin;
    float position_high[3], position_low[3]; /* of the mover in the mesh frame */
} MeshMover;

/* Fills mesh, axes, margin and position from a pair; the caller fills the rest. */
void dry__mesh_mover_place(MeshMover *mover, const CollideShape *shape, const CollideShape *mesh,
                           float margin);

/* Calls fn for every triangle that may be within the margin. Returns true when some were left out only
   because the core is on their other side. */
typedef void MeshFaceFn(const MeshFace *face, void *context);
bool dry__mesh_visit(const MeshMover *mover, MeshFaceFn *fn, void *context);

#endif
