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
    case SHAPE_CYLINDER:
    case SHAPE_CONE:
    case SHAPE_TAPERED_CAPSULE:
        g.u.frustum.half_height = r->size[0];
        g.u.frustum.bottom = r->size[1];
        g.u.frustum.top = r->size[2];
        break;
    case SHAPE_ELLIPSOID:
        g.u.ellipsoid.radii = v3(r->size[0], r->size[1], r->size[2]);
        break;
    case SHAPE_ROUNDED_BOX:
        g.u.rounded_box.half = v3(r->size[0], r->size[1], r->size[2]);
        g.u.rounded_box.radius = r->rounding;
        break;
    case SHAPE_MESH:
        g.u.mesh.mesh = geometry->records.data[r->geometry].mesh;
        break;
    default:
        break;
    }
    return g;
}

void dry__shape_set_geometry(ShapeRecord *r, const ShapeGeometry *g)
{
    r->kind = (int32_t)g->kind;
    switch (g->kind) {
    case SHAPE_SPHERE:
        r->size[0] = g->u.sphere.radius;
        break;
    case SHAPE_CAPSULE:
        r->size[0] = g->u.capsule.half_height;
        r->size[1] = g->u.capsule.radius;
        break;
    case SHAPE_BOX:
        r->size[0] = g->u.box.half.x;
        r->size[1] = g->u.box.half.y;
        r->size[2] = g->u.box.half.z;
        break;
    case SHAPE_CYLINDER:
    case SHAPE_CONE:
    case SHAPE_TAPERED_CAPSULE:
        r->size[0] = g->u.frustum.half_height;
        r->size[1] = g->u.frustum.bottom;
        r->size[2] = g->u.frustum.top;
        break;
    case SHAPE_ELLIPSOID:
        r->size[0] = g->u.ellipsoid.radii.x;
        r->size[1] = g->u.ellipsoid.radii.y;
        r->size[2] = g->u.ellipsoid.radii.z;
        break;
    case SHAPE_ROUNDED_BOX:
        r->size[0] = g->u.rounded_box.half.x;
        r->size[1] = g->u.rounded_box.half.y;
        r->size[2] = g->u.rounded_box.half.z;
        r->rounding = g->u.rounded_box.radius;
        break;
    default:
        break;
    }
    r->inner_radius = dry__shape_inner_radius(g);
}

DryShapeKind dry__shape_public_kind(const ShapeRecord *r)
{
    static const DryShapeKind kinds[SHAPE_KIND_COUNT] = { [SHAPE_SPHERE] = DRY_SHAPE_SPHERE,
                                                          [SHAPE_CAPSULE] = DRY_SHAPE_CAPSULE,
                                                          [SHAPE_BOX] = DRY_SHAPE_BOX,
                                                          [SHAPE_HULL] = DRY_SHAPE_HULL,
                                                          [SHAPE_CYLINDER] = DRY_SHAPE_CYLINDER,
                                                          [SHAPE_CONE] = DRY_SHAPE_CONE,
                                                          [SHAPE_ELLIPSOID] = DRY_SHAPE_ELLIPSOID,
                                                          [SHAPE_TAPERED_CAPSULE] = DRY_SHAPE_TAPERED_CAPSULE,
                                                          [SHAPE_MESH] = DRY_SHAPE_MESH,
                                                          [SHAPE_ROUNDED_BOX] = DRY_SHAPE_ROUNDED_BOX,
                                                          [SHAPE_HALF_SPACE] = DRY_SHAPE_HALF_SPACE };
    return kinds[r->kind];
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
