/* Calls on shapes. */
#include "support/api_run.h"

static Answer add_simple(ApiRun *r, DryWorld *w)
{
    DryBodyId b = api_body(r);
    DryShapeOptions o = api_options(r);
    const DryShapeOptions *given = api_coin(r) ? &o : NULL;
    bool none = api_wild(r);
    switch (api_choose(r, 3)) {
    case 0: {
        DrySphere s = { api_coin(r) ? dry_vec3(0, 0, 0) : api_vector(r, 0.5f), api_number(r, 0.1f, 0.8f) };
        return api_new_shape(r, dry_shape_add_sphere(w, b, none ? NULL : &s, given));
    }
    case 1: {
        DryCapsule s = { api_vector(r, 0.6f), api_vector(r, 0.6f), api_number(r, 0.1f, 0.5f) };
        return api_new_shape(r, dry_shape_add_capsule(w, b, none ? NULL : &s, given));
    }
    default: {
        DryBox s = { { api_number(r, 0.1f, 0.8f), api_number(r, 0.1f, 0.8f), api_number(r, 0.1f, 0.8f) } };
        return api_new_shape(r, dry_shape_add_box(w, b, none ? NULL : &s, given));
    }
    }
}

static Answer add_smooth(ApiRun *r, DryWorld *w)
{
    DryBodyId b = api_body(r);
    DryShapeOptions o = api_options(r);
    const DryShapeOptions *given = api_coin(r) ? &o : NULL;
    bool none = api_wild(r);
    switch (api_choose(r, 5)) {
    case 0: {
        DryCylinder s = { api_vector(r, 0.6f), api_vector(r, 0.6f), api_number(r, 0.1f, 0.5f) };
        return api_new_shape(r, dry_shape_add_cylinder(w, b, none ? NULL : &s, given));
    }
    case 1: {
        DryCone s = { .point_a = api_vector(r, 0.6f), .radius_a = api_coin(r) ? 0.0f : 0.3f };
        s.point_b = api_vector(r, 0.6f);
        s.radius_b = api_number(r, 0.1f, 0.5f);
        return api_new_shape(r, dry_shape_add_cone(w, b, none ? NULL : &s, given));
    }
    case 2: {
        DryTaperedCapsule s = { .point_a = api_vector(r, 0.6f), .radius_a = api_number(r, 0.1f, 0.5f) };
        s.point_b = api_vector(r, 0.6f);
        s.radius_b = api_number(r, 0.1f, 0.5f);
        return api_new_shape(r, dry_shape_add_tapered_capsule(w, b, none ? NULL : &s, given));
    }
    case 3: {
        DryEllipsoid s = { { 0.3f, 0.3f, 0.3f } };
        s.radii.x = api_number(r, 0.1f, 0.8f);
        s.radii.y = api_number(r, 0.1f, 0.8f);
        return api_new_shape(r, dry_shape_add_ellipsoid(w, b, none ? NULL : &s, given));
    }
    default: {
        DryRoundedBox s = { .half_extents = { 0.2f, 0.4f, 0.3f }, .radius = api_number(r, 0.05f, 0.3f) };
        s.half_extents.x = api_number(r, 0.05f, 0.6f);
        return api_new_shape(r, dry_shape_add_rounded_box(w, b, none ? NULL : &s, given));
    }
    }
}

static Answer add_geometry(ApiRun *r, DryWorld *w)
{
    DryBodyId b = api_body(r);
    DryShapeOptions o = api_options(r);
    const DryShapeOptions *given = api_coin(r) ? &o : NULL;
    bool none = api_wild(r);
    switch (api_choose(r, 4)) {
    case 0: {
        DryHalfSpace s = { api_coin(r) ? dry_vec3(0, 1, 0) : api_vector(r, 1.0f),
                           api_number(r, -1.0f, 0.5f) };
        return api_new_shape(r, dry_shape_add_half_space(w, b, none ? NULL : &s, given));
    }
    case 1: {
        DryMesh *mesh = r->meshes[api_choose(r, MESHES)];
        DryVec3 scale = { api_number(r, -2.0f, 2.0f), api_coin(r) ? 1.0f : -0.5f, api_number(r, 0.5f, 1.5f) };
        const DryVec3 *scaled = api_coin(r) ? &scale : NULL;
        DryMaterial materials[3] = { api_material(r), api_material(r), api_material(r) };
        o.materials = materials;
        o.material_count = api_choose(r, 4);
        return api_new_shape(r, dry_shape_add_mesh(w, b, none ? NULL : mesh, scaled, given));
    }
    default: {
        DryHull *hull = r->hulls[api_choose(r, HULLS)];
        return api_new_shape(r, dry_shape_add_hull(w, b, none ? NULL : hull, given));
    }
    }
}

static Answer destroy_shape(ApiRun *r, DryWorld *w)
{
    return api_status(dry_shape_destroy(w, api_shape(r)));
}

static Answer change_shape(ApiRun *r, DryWorld *w)
{
    DryShapeId s = api_shape(r);
    DryMaterial m;
    switch (api_choose(r, 10)) {
    case 7:
        return api_status(dry_shape_set_modify_contacts(w, s, api_coin(r)));
    case 8:
        return api_status(api_coin(r) ? dry_shape_refilter(w, s) : dry_body_refilter(w, api_body(r)));
    case 9: {
        DryMaterial materials[2] = { api_material(r), api_material(r) };
        return api_status(dry_shape_set_materials(w, s, materials, api_choose(r, 3)));
    }
    case 0:
    case 1:
        return api_status(dry_shape_set_filter(w, s, api_filter(r)));
    case 2:
        return api_status(dry_shape_set_density(w, s, api_coin(r) ? 0.0f : api_number(r, 1.0f, 3000.0f)));
    case 3:
        return api_status(dry_shape_set_sensor(w, s, api_choose(r, 3) == 0));
    case 4:
        return api_status(api_coin(r) ? dry_shape_set_contact_events(w, s, api_coin(r))
                                      : dry_shape_set_hit_events(w, s, api_coin(r)));
    default:
        m = api_material(r);
        return api_status(dry_shape_set_material(w, s, api_wild(r) ? NULL : &m));
    }
}

static Answer read_shape(ApiRun *r, DryWorld *w)
{
    DryShapeId s = api_shape(r), visitors[4];
    DryBodyId b = dry_shape_body(w, s);
    DryBounds bounds = dry_shape_bounds(w, s);
    DryMaterial m = dry_shape_material(w, s);
    DryFilter f = dry_shape_filter(w, s);
    int32_t count = dry_shape_sensor_overlaps(w, s, visitors, 4);
    uint64_t h = MIX(MIX(0, b), bounds);
    h = MIX(MIX(MIX(h, m.friction), f.mask), count);
    DryMaterial at = dry_shape_material_at(w, s, dry_shape_material_count(w, s) - 1);
    h = MIX(MIX(h, at.friction), at.stiffness) +
        (uint64_t)dry_mesh_triangle_material(dry_shape_mesh(w, s), 0);
    DryMass solid = { 0 };
    h += (uint64_t)dry_mesh_mass(dry_shape_mesh(w, s), 1000.0f, &solid);
    h ^= (uint64_t)dry_shape_is_valid(w, s) ^ (uint64_t)(uintptr_t)dry_shape_user_data(w, s);
    DryFrame frame = dry_shape_frame(w, s);
    float density = dry_shape_density(w, s);
    int32_t bits[5] = { (int32_t)dry_shape_kind(w, s), dry_shape_is_sensor(w, s), dry_shape_hit_events(w, s),
                        dry_shape_contact_events(w, s), dry_shape_modify_contacts(w, s) };
    h = MIX(MIX(MIX(h, frame), density), bits);
    DrySphere sphere = { 0 };
    DryCapsule capsule = { 0 };
    DryBox box = { 0 };
    DryHalfSpace plane = { 0 };
    DryCylinder cylinder = { 0 };
    DryCone cone = { 0 };
    DryTaperedCapsule tapered = { 0 };
    DryEllipsoid ellipsoid = { 0 };
    DryRoundedBox rounded = { 0 };
    (void)(dry_shape_cylinder(w, s, &cylinder) || dry_shape_cone(w, s, &cone) ||
           dry_shape_tapered_capsule(w, s, &tapered) || dry_shape_ellipsoid(w, s, &ellipsoid) ||
           dry_shape_rounded_box(w, s, &rounded));
    h = MIX(MIX(MIX(MIX(MIX(h, cylinder), cone), tapered), ellipsoid), rounded);
    (void)(dry_shape_sphere(w, s, &sphere) || dry_shape_capsule(w, s, &capsule) ||
           dry_shape_box(w, s, &box) || dry_shape_half_space(w, s, &plane));
    h = MIX(MIX(MIX(MIX(h, sphere), capsule), box), plane);
    h += (uint64_t)dry_hull_vertex_count(dry_shape_hull(w, s)) +
         (uint64_t)dry_mesh_triangle_count(dry_shape_mesh(w, s));
    return api_read_value(h);
}

const Call api_shape_calls[] = {
    { "add simple shape", add_simple, 22 },
    { "add smooth shape", add_smooth, 12 },
    { "add geometry", add_geometry, 12 },
    { "shape_destroy", destroy_shape, 6 },
    { "change shape", change_shape, 5 },
    { "read shape", read_shape, 2 },
    { NULL, NULL, 0 },
};
