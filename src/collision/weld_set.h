/* All contacts of one body, for welding (weld.h). */
#ifndef DRY_COLLISION_WELD_SET_H
#define DRY_COLLISION_WELD_SET_H

#include "collision/mesh_contact.h"

enum {
    WELD_CONTACTS = 384, /* a body that touches more pieces than this is left as it is */
    WELD_POINTS = 3072,
    WELD_CORNERS = 6144,
    WELD_REFIT_MAX = 96
};

/* A touching pair of a shape of the body and one that does not give way. */
typedef struct WeldPair {
    const CollideShape *mover, *fixed;
    bool mover_is_a;
    float margin; /* PairWork.margin */
    float size;   /* of the mover: its inner radius */
    PairFn *fn;   /* of the pair's kind */
    Manifold *manifolds;
    PairResult *result;
} WeldPair;

/* Part of a plane; frame of the set, which has world axes. No corners: all of the plane. */
typedef struct WeldFace {
    DryVec3 normal;
    float offset;
    int32_t first, count; /* corners, counter-clockwise seen from outside */
} WeldFace;

typedef struct WeldPoint {
    DryVec3 position; /* on the fixed surface */
    float separation;
    uint32_t feature;
    int32_t source; /* of the mesh's raw points, or -1 */
} WeldPoint;

typedef enum WeldState {
    WELD_OPEN,
    WELD_SOLID, /* on a face that nothing covers */
    WELD_VOID,  /* false: replaced by its refit */
    WELD_KEPT   /* would be false, but the body is deep behind its face */
} WeldState;

/* What touches one convex piece, or one triangle, along one normal. */
typedef struct WeldContact {
    int32_t pair, triangle; /* triangle: -1 for a convex shape */
    int32_t parent; /* of a triangle without points, flush with one that is touched: that contact; else -1 */
    DryVec3 normal; /* fixed to mover */
    int32_t point_first, point_count;
    float deepest;
    WeldFace plane;     /* of the triangle */
    WeldFace feature;   /* what is touched: a face (has_face), else an edge or a vertex: plane unused */
    bool has_face;      /* a face within 5 degrees of the normal */
    bool connected;     /* on a triangle that others surround: never false */
    bool exact;         /* within a milliradian */
    bool edge;          /* scratch: an edge touched across it; `feature` has the contact's plane */
    bool ridge;         /* scratch: `refit` is the face beside the normal */
    bool has_refit;     /* `refit` is a face of the piece */
    uint8_t state;      /* WeldState */
    int32_t covered_by; /* scratch of one round */
    WeldFace refit;
    int32_t refit_first, refit_count;
    float refit_deepest;
} WeldContact;

typedef struct WeldSet {
    const WeldPair *pairs;
    DryPos origin; /* of the set's frame */
    float scale;   /* of lengths: 1 for bodies of usual size */
    float tolerance;
    bool full;
    int32_t contact_count, point_count, corner_count, raw_count;
    WeldContact contacts[WELD_CONTACTS];
    WeldPoint points[WELD_POINTS];
    DryVec3 corners[WELD_CORNERS];
    MeshRaw raw[WELD_POINTS];
} WeldSet;

/* Add to the set; it is full when there was no room. */
void dry__weld_corner(WeldSet *set, WeldFace *face, DryVec3 corner);
void dry__weld_point(WeldSet *set, WeldPoint point);

#endif
