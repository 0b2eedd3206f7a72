/* Shapes: records, their proxies in the broad phase, and the derived poses the collision kernels read.
 * Indexed by slot. */
#ifndef DRY_WORLD_SHAPE_TABLE_H
#define DRY_WORLD_SHAPE_TABLE_H

#include "base/idpool.h"
#include "collision/pair.h"
#include "world/store/geometry_table.h"
#include <drystone/world.h>

enum {
    SHAPE_SENSOR = 1,
    SHAPE_CONTACT_EVENTS = 2,
    SHAPE_HIT_EVENTS = 4,
    SHAPE_DIRTY = 8,    /* listed in WorldState.dirty: its pairs are swept before the next step */
    SHAPE_TOUCHED = 16, /* listed in WorldState.touched */
    SHAPE_MODIFY = 64,  /* its contacts go through the contact modifier */
    SHAPE_ASK = 128,    /* dirty, and the pair filter is to be asked about its pairs */
    SHAPE_FRESH = 32    /* created since the last sweep: pairs of its slot belong to a shape that is gone */
};

/* Where a shape's proxy is. */
typedef enum ProxyPlace {
    PROXY_NONE = 0,   /* body disabled */
    PROXY_AWAKE = 1,  /* leaf of the packed tree, listed in WorldState.awake_shapes */
    PROXY_STORED = 2, /* leaf of the persistent tree */
    PROXY_PLANE = 3   /* half-space: in WorldState.planes */
} ProxyPlace;

typedef struct ShapeRecord {
    int32_t body, next; /* next shape of the body, or -1 */
    int32_t kind;       /* ShapeKind */
    int32_t geometry;   /* slot in the geometry table, or -1 */
    int32_t palette;    /* slot there of the materials of a mesh's triangles, or -1 */
    float size[3];      /* radius; half height, radius; half-extents; half height and two radii; semi-axes */
    float rounding;     /* of a rounded box, else 0 */
    float inner_radius;
    float extent; /* farthest point from the body's centre of mass */
    float density;
    DryFrame frame; /* in the body's frame */
    DryFrame local; /* relative to centre of mass and principal frame */
    DryMaterial material;
    DryFilter filter;
    uint32_t flags;
    void *user_data;
} ShapeRecord;

typedef struct ProxyRecord {
    BoxF fat,
        previous; /* previous: as of the last pair search; empty for a proxy that has not been searched yet */
    int32_t place;   /* ProxyPlace */
    int32_t index;   /* awake: place in awake_shapes; stored: leaf; plane: place in planes */
    int32_t order;   /* awake: place in the packed tree's items, or -1 when not in the tree yet */
    int32_t pending; /* awake, but still to be found in the persistent tree by queries: leaf, or -1 */
} ProxyRecord;

/* How far a proxy moved since the last pair pass, and how far it may move in the coming step. */
typedef struct ProxyTravel {
    _Alignas(32) DryVec3 moved; /* displacement of the centre of mass */
    float turned;               /* rotation angle times extent */
    DryVec3 ahead;              /* velocity times dt */
    float spin;                 /* angular speed times dt times extent */
} ProxyTravel;

typedef struct ShapeTable {
    IdPool ids;
    ARRAY(ShapeRecord) records;
    ARRAY(ProxyRecord) proxies;
    ARRAY(ProxyTravel) travel;
    ARRAY(CollideShape) collide; /* derived from records and body motion */
} ShapeTable;

/* The geometry a record describes, for the collision kernels. */
ShapeGeometry dry__shape_geometry(const ShapeRecord *r, const GeometryTable *geometry);

/* The other way: kind, size and inner radius. */
void dry__shape_set_geometry(ShapeRecord *r, const ShapeGeometry *g);

/* The kind's number outside, which stays the same when kinds are added. */
DryShapeKind dry__shape_public_kind(const ShapeRecord *r);

int32_t dry__shape_table_take(ShapeTable *table);
void dry__shape_table_release(ShapeTable *table, int32_t slot);
void dry__shape_table_free(ShapeTable *table);

static inline BoxF boxf_empty(void)
{
    return (BoxF){ { 1e30f, 1e30f, 1e30f }, { -1e30f, -1e30f, -1e30f } };
}

#endif
