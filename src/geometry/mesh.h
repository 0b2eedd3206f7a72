/* Triangle meshes: welded, with adjacency, edge convexity and a bounding-volume tree with eight-wide leaves.
 */
#ifndef DRY_GEOMETRY_MESH_H
#define DRY_GEOMETRY_MESH_H

#include "base/array.h"
#include "geometry/ray_hit.h"
#include <drystone/geometry.h>

/* Flags per triangle edge k (from corner k to corner k+1). Neither flat nor convex nor boundary: the edge is
 * a valley. */
enum {
    MESH_EDGE_CONVEX = 1, /* the neighbour bends away: a real edge that can be hit */
    MESH_EDGE_BOUNDARY =
        2,             /* no neighbour, more than one, or one that disagrees on the outside: real as well */
    MESH_EDGE_FLAT = 4 /* the neighbour lies in the same plane within 1/100 rad */
};

typedef struct MeshTriangle {
    int32_t vertex[3];
    int32_t neighbour[3]; /* triangle across edge k, or -1 */
    uint8_t edge_flags[3];
    uint8_t at_boundary; /* 1: a corner lies on a boundary edge */
} MeshTriangle;

/* Leaf of the tree: up to 8 triangles in lanes; empty lanes repeat the last triangle and have index -1. */
typedef struct MeshLeaf {
    _Alignas(32) float v[3][3][8]; /* corner, axis, lane */
    float n[3][8], o[8];           /* plane: unit normal . x = o */
    int32_t triangle[8];
} MeshLeaf;

typedef struct MeshNode {
    float lower[3];
    int32_t first; /* inner: index of the left child (right = first + 1); leaf: index of the MeshLeaf */
    float upper[3];
    int32_t leaf; /* 1: leaf */
} MeshNode;

enum {
    MESH_TREE_DEPTH = 64 /* no path from the root is longer */
};

/* One block of memory. */
struct DryMesh {
    int32_t vertex_count, triangle_count, node_count, leaf_count;
    DryVec3 *vertices;
    MeshTriangle *triangles;
    DryVec3 *normals;    /* per triangle, unit */
    uint16_t *materials; /* per triangle, or null: all 0 */
    MeshNode *nodes;
    MeshLeaf *leaves;
    bool two_sided;
    DryVec3 lower, upper;
    int32_t open_edges, non_manifold_edges, flipped_edges; /* of its report */
    bool closed;
    double volume; /* of its report */
    _Atomic int32_t references;
    size_t bytes;
    uint64_t hash;
};

/* Triangles before they are a mesh: arrays of dry__alloc, of the sizes given. */
typedef struct MeshDraft {
    int32_t vertex_count, triangle_count, vertex_room, triangle_room;
    DryVec3 *vertices;
    int32_t *vertex_source; /* per vertex: the first one of the source that became it */
    MeshTriangle *triangles;
    int32_t *triangle_source; /* per triangle: its number in the source */
    DryVec3 *normals;
    uint16_t *materials;       /* null: the source has none */
    ARRAY(int32_t) open_edges; /* half-edges (3 triangle + edge) without a partner */
    float weld_distance;
} MeshDraft;

/* Fills vertices from the source, equal or close ones merged into the first of them; remap[i] is the new
   index of source vertex i. False: memory ran out. */
bool dry__mesh_weld(MeshDraft *draft, const DryMeshSource *source, int32_t *remap, int32_t *welded);

/* Drops triangles with the corners and the outside of an earlier one. False: memory ran out. */
bool dry__mesh_drop_duplicates(MeshDraft *draft, DryMeshReport *report);

/* Fills neighbours, edge flags and open_edges, tells of edges in the report. False: memory ran out. */
bool dry__mesh_connect(MeshDraft *draft, DryMeshReport *report);

/* Tells of T-junctions among the open edges. False: memory ran out. */
bool dry__mesh_find_junctions(const MeshDraft *draft, DryMeshReport *report);

/* Tells of vertices that no triangle uses. False: memory ran out. */
bool dry__mesh_find_unused(const MeshDraft *draft, DryMeshReport *report);

/* Counts a fault, and keeps its place when it is one of the first. */
void dry__mesh_note(DryMeshReport *report, DryMeshFault fault, const DryMeshPlace *place);

/* The volume that closed triangles enclose; below 0: inside out. */
double dry__mesh_volume(const MeshDraft *draft);

/* The tree over a draft. False: memory ran out. */
typedef struct MeshTree {
    ARRAY(MeshNode) nodes;
    ARRAY(MeshLeaf) leaves;
} MeshTree;
bool dry__mesh_tree_build(MeshTree *tree, const MeshDraft *draft);

/* Calls visit for every leaf whose box overlaps [lower, upper] (mesh frame); visit returns false to stop.
   Order depends on the mesh only. */
typedef bool MeshLeafFn(const MeshLeaf *leaf, void *context);
void dry__mesh_query(const DryMesh *mesh, DryVec3 lower, DryVec3 upper, MeshLeafFn *visit, void *context);

/* Closest hit of a ray; watertight on shared edges; equal hits go to the lowest triangle. A one-sided mesh is
   hit from its outside only: a ray passes through triangles that face away from it. */
bool dry__mesh_cast_ray(const DryMesh *mesh, DryVec3 origin, DryVec3 translation, float max_fraction,
                        ShapeRayHit *hit);

/* True when a triangle touches the oriented box given by `frame` and `half` (mesh frame), whichever side it
 * shows. */
bool dry__mesh_overlaps_box(const DryMesh *mesh, DryFrame frame, DryVec3 half);

#endif
