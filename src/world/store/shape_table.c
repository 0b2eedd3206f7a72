#include "world/store/shape_table.h"

ShapeGeometry dry__shape_geometry(const ShapeRecord *r, const GeometryTable *geometry)
{
    ShapeGeometry g = { .kind = (ShapeKind)r->kind };
    switch (g.kind) {
    case SHAPE_SPHERE:
        g.u.sphere.radius = r->size[0];
        break;
    case SHAPE_CAPSULE:
        g.u.capsule.half_height = r->size[0];
        g.u.capsule.radius = r->size[1];
        break;
    case SHAPE_BOX:
        g.u.box.half = v3(r->size[0], r->size[1], r->size[2]);
        break;
    case SHAPE_HULL:
        g.u.hull = geometry->records.data[r->geometry].hull;
        break;
    case SHAPE_MESH:
        g.u.mesh.mesh = geometry->records.data[r->geometry].mesh;
        break;
    default:
        break;
    }
    return g;
}

int32_t dry__shape_table_take(ShapeTable *table)
{
    int32_t count = id_records(&table->ids);
    if (!array_reserve(&table->records, count) || !array_reserve(&table->proxies, count) ||
        !array_reserve(&table->travel, count) || !array_reserve(&table->collide, count)) {
        return -1;
    }
    int32_t slot = dry__id_take(&table->ids);
    if (slot < 0) {
        return -1;
    }
    (void)array_resize(&table->records, count);
    (void)array_resize(&table->proxies, count);
    (void)array_resize(&table->travel, count);
    (void)array_resize(&table->collide, count);
    /* the slot's former shape may still be listed */
    uint32_t listed = table->records.data[slot].flags & (SHAPE_DIRTY | SHAPE_TOUCHED);
    table->records.data[slot] = (ShapeRecord){ .body = -1, .next = -1, .geometry = -1, .flags = listed };
    table->proxies.data[slot] = (ProxyRecord){
        .fat = boxf_empty(), .previous = boxf_empty(), .index = -1, .order = -1, .pending = -1
    };
    table->travel.data[slot] = (ProxyTravel){ 0 };
    table->collide.data[slot] = (CollideShape){ .rotation = dry_quat_identity() };
    return slot;
}

void dry__shape_table_release(ShapeTable *table, int32_t slot)
{
    table->records.data[slot].body = -1;
    dry__id_release(&table->ids, slot);
}

void dry__shape_table_free(ShapeTable *table)
{
    dry__id_pool_free(&table->ids);
    array_free(&table->records);
    array_free(&table->proxies);
    array_free(&table->travel);
    array_free(&table->collide);
}
