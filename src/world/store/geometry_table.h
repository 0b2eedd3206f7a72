/* The hulls and meshes a world holds references of. Slots stay until dry_world_trim, so that snapshots can
 * name them. */
#ifndef DRY_WORLD_GEOMETRY_TABLE_H
#define DRY_WORLD_GEOMETRY_TABLE_H

#include "base/array.h"
#include <drystone/geometry.h>

typedef struct GeometryRecord {
    DryHull *hull; /* one of the two, or neither: free slot */
    DryMesh *mesh;
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
void dry__geometry_trim(GeometryTable *table);
void dry__geometry_table_free(GeometryTable *table);

#endif
