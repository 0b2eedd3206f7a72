#include "world/api/shape_add.h"
#include "world/edit/body_edit.h"
#include "world/edit/contact_edit.h"
#include "world/edit/proxy_edit.h"
#include "world/edit/wake_edit.h"

#include "geometry/check.h"

const DryFilter DRY_FILTER_ALL = { ~(uint64_t)0, ~(uint64_t)0, 0 };

DryFilter dry_filter_default(void)
{
    return (DryFilter){ .category = 1, .mask = ~(uint64_t)0 };
}

DryShapeOptions dry_shape_options_default(void)
{
    return (DryShapeOptions){ .frame = { .rotation = { 0.0f, 0.0f, 0.0f, 1.0f } },
                              .material = dry_material_default(),
                              .filter = dry_filter_default(),
                              .density = 1000.0f,
                              .contact_events = true,
                              .hit_events = true };
}

static DryStatus check_options(DryWorld *w, const DryShapeOptions *o, const char *call)
{
    DryStatus status = dry__check_material(w, &o->material, call);
    status = status != DRY_OK ? status : dry__check_materials(w, o->materials, o->material_count, call);
    return status != DRY_OK ? status : dry__check_density(w, o->density, call);
}

/* The new shape comes to life: mass, proxy, pairs; sleeping bodies it overlaps wake. */
static void begin_life(DryWorld *w, int32_t body, int32_t shape)
{
    BodyCold *c = world_body(w, body);
    world_shape(w, shape)->flags |= SHAPE_FRESH;
    dry__shape_attach(w, body, shape);
    dry__body_update_mass(w, body);
    dry__shape_mark_dirty(w, shape);
    if ((c->flags & BODY_ENABLED) == 0) {
        return;
    }
    dry__proxy_insert(w, shape);
    if (c->awake_index >= 0) {
        dry__proxy_wake(w, shape);
        dry__proxy_stretch(w, body);
    } else if (body_is_dynamic(c) && (c->shape_count > 1 || c->joint_count > 0)) {
        dry__wake_body(w, body);
    }
    if (!body_is_dynamic(c)) {
        dry__wake_overlapping(w, shape);
    }
}

/* Farther from its body's frame single precision has no room for the shape, m. */
#define SHAPE_FARTHEST 1e8f

/* What the shape makes of its body must stay within finite numbers. */
static DryStatus check_part(DryWorld *w, int32_t body, const ShapeGeometry *g, DryFrame frame, float density,
                            const char *call)
{
    if (!(v3_length(frame.position) <= SHAPE_FARTHEST)) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call,
                         "the shape lies at (%g, %g, %g) in its body, must be within %g m",
                         (double)frame.position.x, (double)frame.position.y, (double)frame.position.z,
                         (double)SHAPE_FARTHEST);
    }
    MassPart part = { g, frame, density };
    if (!dry__body_can_carry(w, body, &part, body_is_dynamic(world_body(w, body)))) {
        return dry__fail(w, DRY_ERROR_RANGE, call,
                         "with density %g the body's mass or inertia would exceed %g", (double)density,
                         (double)MASS_MOST);
    }
    return DRY_OK;
}

DryShapeId dry__shape_add_finish(DryWorld *w, int32_t body, const ShapeGeometry *g, DryFrame frame,
                                 int32_t geometry, const DryShapeOptions *o, const char *call)
{
    DryShapeId none = { 0, 0 };
    if (check_part(w, body, g, frame, o->density, call) != DRY_OK) {
        return none;
    }
    if (o->material_count > 0 && g->kind != SHAPE_MESH) {
        (void)dry__fail(w, DRY_ERROR_ARGUMENT, call, "%d materials for a shape that is no mesh",
                        o->material_count);
        return none;
    }
    int32_t palette = o->material_count == 0
                          ? -1
                          : dry__geometry_add_palette(&w->geometry, o->materials, o->material_count);
    bool kept = palette >= 0 || o->material_count == 0;
    int32_t shape = kept && dry__proxy_reserve(w) ? dry__shape_table_take(&w->state.shapes) : -1;
    if (shape < 0) {
        (void)dry__fail(w, DRY_ERROR_MEMORY, call, "out of memory");
        return none;
    }
    ShapeRecord *r = world_shape(w, shape);
    dry__shape_set_geometry(r, g);
    r->geometry = geometry;
    r->palette = palette;
    r->frame = frame;
    r->material = o->material;
    r->filter = o->filter;
    r->density = o->density;
    r->flags |= (o->sensor ? SHAPE_SENSOR : 0u) | (o->contact_events ? SHAPE_CONTACT_EVENTS : 0u) |
                (o->hit_events ? SHAPE_HIT_EVENTS : 0u) | (o->modify_contacts ? SHAPE_MODIFY : 0u);
    r->user_data = o->user_data;
    w->state.shapes.collide.data[shape].geometry = *g;
    begin_life(w, body, shape);
    return world_shape_id(w, shape);
}

DryStatus dry__shape_add_begin(DryWorld *w, DryBodyId id, const DryShapeOptions *options, const char *call,
                               int32_t *body, DryShapeOptions *o)
{
    DryStatus status = dry__edit_body(w, id, call, body);
    if (status != DRY_OK) {
        return status;
    }
    *o = options != NULL ? *options : dry_shape_options_default();
    return check_options(w, o, call);
}

DryShapeId dry_shape_add_sphere(DryWorld *world, DryBodyId id, const DrySphere *sphere,
                                const DryShapeOptions *options)
{
    const char *call = "dry_shape_add_sphere";
    DryShapeId none = { 0, 0 };
    int32_t body;
    DryShapeOptions o;
    ShapeGeometry g;
    DryFrame frame;
    if (dry__shape_add_begin(world, id, options, call, &body, &o) != DRY_OK) {
        return none;
    }
    DryStatus status = dry__shape_from_sphere(sphere, o.frame, &g, &frame);
    if (status != DRY_OK) {
        (void)dry__fail_last(world, status, call);
        return none;
    }
    return dry__shape_add_finish(world, body, &g, frame, -1, &o, call);
}

DryShapeId dry_shape_add_capsule(DryWorld *world, DryBodyId id, const DryCapsule *capsule,
                                 const DryShapeOptions *options)
{
    const char *call = "dry_shape_add_capsule";
    DryShapeId none = { 0, 0 };
    int32_t body;
    DryShapeOptions o;
    ShapeGeometry g;
    DryFrame frame;
    if (dry__shape_add_begin(world, id, options, call, &body, &o) != DRY_OK) {
        return none;
    }
    DryStatus status = dry__shape_from_capsule(capsule, o.frame, &g, &frame);
    if (status != DRY_OK) {
        (void)dry__fail_last(world, status, call);
        return none;
    }
    return dry__shape_add_finish(world, body, &g, frame, -1, &o, call);
}

DryShapeId dry_shape_add_box(DryWorld *world, DryBodyId id, const DryBox *box, const DryShapeOptions *options)
{
    const char *call = "dry_shape_add_box";
    DryShapeId none = { 0, 0 };
    int32_t body;
    DryShapeOptions o;
    ShapeGeometry g;
    DryFrame frame;
    if (dry__shape_add_begin(world, id, options, call, &body, &o) != DRY_OK) {
        return none;
    }
    DryStatus status = dry__shape_from_box(box, o.frame, &g, &frame);
    if (status != DRY_OK) {
        (void)dry__fail_last(world, status, call);
        return none;
    }
    return dry__shape_add_finish(world, body, &g, frame, -1, &o, call);
}

static DryStatus refuse_dynamic(DryWorld *w, int32_t body, const char *call, const char *noun)
{
    if (body_is_dynamic(world_body(w, body))) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "a dynamic body cannot carry a %s", noun);
    }
    return DRY_OK;
}

DryShapeId dry_shape_add_half_space(DryWorld *world, DryBodyId id, const DryHalfSpace *half_space,
                                    const DryShapeOptions *options)
{
    const char *call = "dry_shape_add_half_space";
    DryShapeId none = { 0, 0 };
    int32_t body;
    DryShapeOptions o;
    ShapeGeometry g;
    DryFrame frame;
    if (dry__shape_add_begin(world, id, options, call, &body, &o) != DRY_OK ||
        refuse_dynamic(world, body, call, "half-space") != DRY_OK) {
        return none;
    }
    DryStatus status = dry__shape_from_half_space(half_space, o.frame, &g, &frame);
    if (status != DRY_OK) {
        (void)dry__fail_last(world, status, call);
        return none;
    }
    return dry__shape_add_finish(world, body, &g, frame, -1, &o, call);
}

DryShapeId dry_shape_add_hull(DryWorld *world, DryBodyId id, DryHull *hull, const DryShapeOptions *options)
{
    const char *call = "dry_shape_add_hull";
    DryShapeId none = { 0, 0 };
    int32_t body;
    DryShapeOptions o;
    ShapeGeometry g;
    DryFrame frame;
    if (dry__shape_add_begin(world, id, options, call, &body, &o) != DRY_OK) {
        return none;
    }
    DryStatus status = dry__shape_from_hull(hull, o.frame, &g, &frame);
    if (status != DRY_OK) {
        (void)dry__fail_last(world, status, call);
        return none;
    }
    int32_t geometry = dry__geometry_add_hull(&world->geometry, hull);
    if (geometry < 0) {
        (void)dry__fail(world, DRY_ERROR_MEMORY, call, "out of memory");
        return none;
    }
    return dry__shape_add_finish(world, body, &g, frame, geometry, &o, call);
}

DryShapeId dry_shape_add_mesh(DryWorld *world, DryBodyId id, DryMesh *mesh, const DryVec3 *scale,
                              const DryShapeOptions *options)
{
    const char *call = "dry_shape_add_mesh";
    DryShapeId none = { 0, 0 };
    int32_t body;
    DryShapeOptions o;
    ShapeGeometry g;
    DryFrame frame;
    if (dry__shape_add_begin(world, id, options, call, &body, &o) != DRY_OK ||
        refuse_dynamic(world, body, call, "mesh") != DRY_OK) {
        return none;
    }
    DryStatus status = dry__shape_from_mesh(mesh, o.frame, &g, &frame);
    if (status != DRY_OK) {
        (void)dry__fail_last(world, status, call);
        return none;
    }
    DryVec3 s = scale != NULL ? *scale : v3(1.0f, 1.0f, 1.0f);
    if (!v3_finite(s) || fabsf(s.x) < 1e-6f || fabsf(s.y) < 1e-6f || fabsf(s.z) < 1e-6f ||
        v3_length(s) > 1e6f) {
        (void)dry__fail(world, DRY_ERROR_ARGUMENT, call,
                        "scale is (%g, %g, %g), each must be in 1e-6..1e6 in magnitude", (double)s.x,
                        (double)s.y, (double)s.z);
        return none;
    }
    int32_t geometry = dry__geometry_add_mesh(&world->geometry, mesh, s, &status);
    if (geometry < 0 && status == DRY_ERROR_MEMORY) {
        (void)dry__fail(world, status, call, "out of memory");
        return none;
    }
    if (geometry < 0) {
        (void)dry__fail(world, status, call, "the mesh cannot be scaled by (%g, %g, %g): %s", (double)s.x,
                        (double)s.y, (double)s.z, dry_last_error());
        return none;
    }
    g.u.mesh.mesh = world->geometry.records.data[geometry].mesh;
    return dry__shape_add_finish(world, body, &g, frame, geometry, &o, call);
}

DryStatus dry_shape_destroy(DryWorld *world, DryShapeId id)
{
    int32_t shape;
    DryStatus status = dry__edit_shape(world, id, "dry_shape_destroy", &shape);
    if (status == DRY_OK) {
        int32_t body = world_shape(world, shape)->body;
        dry__wake_touching(world, body);
        dry__wake_body(world, body);
        dry__shape_destroy(world, shape);
        dry__body_update_mass(world, body);
    }
    return status;
}

bool dry_shape_is_valid(const DryWorld *world, DryShapeId shape)
{
    return dry__find_shape(world, shape) >= 0;
}

DryBodyId dry_shape_body(const DryWorld *world, DryShapeId id)
{
    int32_t shape = dry__find_shape(world, id);
    return shape < 0 ? (DryBodyId){ 0, 0 } : world_body_id(world, world_shape(world, shape)->body);
}

void *dry_shape_user_data(const DryWorld *world, DryShapeId id)
{
    int32_t shape = dry__find_shape(world, id);
    return shape < 0 ? NULL : world_shape(world, shape)->user_data;
}

DryFilter dry_shape_filter(const DryWorld *world, DryShapeId id)
{
    int32_t shape = dry__find_shape(world, id);
    return shape < 0 ? (DryFilter){ 0 } : world_shape(world, shape)->filter;
}

DryStatus dry_shape_set_filter(DryWorld *world, DryShapeId id, DryFilter filter)
{
    int32_t shape;
    DryStatus status = dry__edit_shape(world, id, "dry_shape_set_filter", &shape);
    if (status != DRY_OK) {
        return status;
    }
    ShapeRecord *r = world_shape(world, shape);
    dry__wake_touching(world, r->body);
    dry__wake_body(world, r->body);
    r->filter = filter;
    dry__contact_end_shape(world, shape);
    dry__proxy_touch(world, shape);
    dry__wake_overlapping(world, shape);
    return DRY_OK;
}

DryBounds dry_shape_bounds(const DryWorld *world, DryShapeId id)
{
    int32_t shape = dry__find_shape(world, id);
    DryBounds bounds = { { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 } };
    if (shape >= 0) {
        BoxF box = dry__shape_tight_bounds(world, shape, 0.0f);
        bounds.lower = dry_pos((double)box.lower[0], (double)box.lower[1], (double)box.lower[2]);
        bounds.upper = dry_pos((double)box.upper[0], (double)box.upper[1], (double)box.upper[2]);
    }
    return bounds;
}
