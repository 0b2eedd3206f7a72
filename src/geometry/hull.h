/* Convex hulls as the collision kernels want them: arrays of eights, built once. */
#ifndef DRY_GEOMETRY_HULL_H
#define DRY_GEOMETRY_HULL_H

#include "math/vec.h"
#include <drystone/geometry.h>

enum {
    HULL_MAX_VERTICES = DRY_HULL_MAX_VERTICES,
    HULL_MAX_FACES = 2 * HULL_MAX_VERTICES, /* 2V - 4 at most */
    HULL_MAX_EDGES = 3 * HULL_MAX_VERTICES, /* 3V - 6 at most */
    HULL_MAX_LOOP = 32 /* corners of a face: the builder drops corners of larger faces, see hull_build.c */
};

/* One undirected edge with its two faces, 16 floats, 32-byte aligned, so that 8 edges transpose into lanes.
 */
typedef struct HullEdge {
    float n0[3];     /* normal of the face to the left of tail -> head, seen from outside */
    float n1[3];     /* normal of the other face */
    float d[3];      /* head - tail */
    float p[3];      /* tail */
    float tolerance; /* 1e-6 |d|^2: an edge pair whose normals span less than this is parallel */
    float pad[3];
} HullEdge;

/* Vertex, face and edge arrays are padded to a multiple of 8 by repeating element 0, and 32-byte aligned. The
   hull's geometry is relative to its frame; `center` is the centre of mass of the solid, and the bounds below
   are about it. */
typedef struct HullData {
    int32_t vertex_count, face_count, edge_count;
    int32_t vertex_padded, face_padded, edge_padded;
    const float *vx, *vy, *vz;      /* vertices */
    const float *fx, *fy, *fz, *fo; /* face planes: n.x = o, outward unit normals */
    const HullEdge *edges;          /* undirected edges */
    const float *ek; /* per edge: 1 / cos(half the angle between its two normals), for the edge bound */
    const int32_t *edge_face0, *edge_face1; /* faces left and right of the edge */
    const int32_t *edge_tail, *edge_head;   /* vertices */
    const int32_t *face_start;              /* face_count + 1 offsets into the loops */
    const uint8_t *loop_vertex;             /* face loops, counter-clockwise seen from outside */
    const float (*side)[4]; /* per loop edge k (from loop vertex k to its successor): outward side plane m.x =
                               o, m = normalised(d x n), perpendicular to the face */
    DryVec3 center;
    float inner_radius;   /* largest ball about center inside the hull */
    float outer_radius;   /* smallest ball about center around it */
    DryVec3 lower, upper; /* bounds in the hull's frame */
} HullData;

struct DryHull {
    HullData data; /* first, arrays live in the same block */
    _Atomic int32_t references;
    size_t bytes;      /* of the block */
    DryMass unit_mass; /* at density 1 */
    uint64_t hash;     /* of the geometry, for state hashes and snapshots */
};

/* Storage for a box seen as a hull, so that box against hull and queries need no allocation. */
typedef struct BoxHull {
    _Alignas(32) float floats[8 * 7];
    _Alignas(32) HullEdge edges[16];
    float ek[16];
    int32_t ints[16 * 4 + 8];
    float side[24][4];
    HullData data;
    uint8_t loops[24];
} BoxHull;

/* Vertex i of a box is (bit 0 of i ? +x : -x, bit 1 ? +y : -y, bit 2 ? +z : -z); faces -x +x -y +y -z +z. */
void dry__hull_from_box(BoxHull *hull, DryVec3 half_extents);

/* Index of the vertex with the largest v.d; ties go to the lowest index. */
int32_t dry__hull_support(const HullData *hull, DryVec3 direction);

#endif
