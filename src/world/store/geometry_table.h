/* The hulls and meshes a world holds references of, and the sets of materials of meshes. Slots stay until
 * dry_world_trim, so that snapshots can name them. */
#ifndef DRY_WORLD_GEOMETRY_TABLE_H
#define DRY_WORLD_GEOMETRY_TABLE_H

#include "base/array.h"
#include <drystone/world.h>

typedef struct GeometryRecord {
    DryHull *hull; /* one of the three, or none: free slot */
    DryMesh *mesh;
    DryMaterial *palette; /* never changed; freed with the slot */
    int32_t palette_count;
    const DryMesh *source; /* the unscaled mesh that `mesh` was made of, retained */
    DryVec3 scale;
    int32_t users; /* shapes */
    uint32_t generation;
} GeometryRecord;

typedef struct GeometryTable {
    ARRAY(GeometryRecord) records;
} GeometryTable;

/* Slot that holds this hull, taking a reference when it is new; -1: out of memory. */
int32_t dry__geometry_add_hull(GeometryTable *table, DryHull *hull);
/* Slot of the mesh scaled by `scale`, building it when it is new; -1: *status says why, and unless memory ran
   out dry_last_error() too. */
int32_t dry__geometry_add_mesh(GeometryTable *table, DryMesh *mesh, DryVec3 scale, DryStatus *status);
/* Slot that holds just these materials, copied when they are new; -1: out of memory. */
int32_t dry__geometry_add_palette(GeometryTable *table, const DryMaterial *materials, int32_t count);
void dry__geometry_trim(GeometryTable *table);
void dry__geometry_table_free(GeometryTable *table);

#endif
