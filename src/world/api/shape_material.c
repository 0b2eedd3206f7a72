/* Materials of shapes. */
#include "world/api/check.h"
#include "world/edit/material_mix.h"
#include "world/edit/wake_edit.h"

enum {
    MAX_MATERIALS = 65535
};

DryMaterial dry_material_default(void)
{
    return (DryMaterial){ .friction = 0.6f,
                          .dynamic_friction = -1.0f,
                          .friction_across = 1.0f,
                          .contact_damping_ratio = 1.0f,
                          .friction_combine = DRY_COMBINE_GEOMETRIC,
                          .restitution_combine = DRY_COMBINE_MAXIMUM,
                          .rolling_combine = DRY_COMBINE_MAXIMUM,
                          .torsion_combine = DRY_COMBINE_MAXIMUM };
}

static DryStatus check_modes(DryWorld *w, const DryMaterial *m, const char *call)
{
    const DryCombine modes[4] = { m->friction_combine, m->restitution_combine, m->rolling_combine,
                                  m->torsion_combine };
    static const char *const names[4] = { "friction", "restitution", "rolling", "torsion" };
    for (int i = 0; i < 4; ++i) {
        if ((uint32_t)modes[i] > (uint32_t)DRY_COMBINE_AVERAGE) {
            return dry__fail(w, DRY_ERROR_ARGUMENT, call, "%s_combine is %d, no mode", names[i],
                             (int)modes[i]);
        }
    }
    return DRY_OK;
}

static DryStatus check_grain(DryWorld *w, const DryMaterial *m, const char *call)
{
    DryVec3 d = m->friction_direction;
    if (!v3_finite(d) || v3_length(d) > 1e6f ||
        (v3_length(d) < 1e-6f && (d.x != 0.0f || d.y != 0.0f || d.z != 0.0f))) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call,
                         "friction_direction is (%g, %g, %g), its length must be 0 or in [1e-6, 1e6]",
                         (double)d.x, (double)d.y, (double)d.z);
    }
    if (!(m->friction_across >= 0.0f && m->friction_across <= 1e3f)) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "friction_across is %g, must be in [0, 1e3]",
                         (double)m->friction_across);
    }
    if (!(m->torsion_radius >= 0.0f && m->torsion_radius <= 1e8f)) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "torsion_radius is %g m, must be in [0, 1e8]",
                         (double)m->torsion_radius);
    }
    return DRY_OK;
}

static DryStatus check_penalty(DryWorld *w, const DryMaterial *m, const char *call)
{
    if (m->stiffness != 0.0f && !(m->stiffness >= 1e-6f && m->stiffness <= 1e12f)) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "stiffness is %g N/m, must be 0 or in [1e-6, 1e12]",
                         (double)m->stiffness);
    }
    if (!(m->damping >= 0.0f && m->damping <= 1e12f)) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "damping is %g N s/m, must be in [0, 1e12]",
                         (double)m->damping);
    }
    if (m->contact_hertz != 0.0f && !(m->contact_hertz >= 0.01f && m->contact_hertz <= 1e5f)) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "contact_hertz is %g 1/s, must be 0 or in [0.01, 1e5]",
                         (double)m->contact_hertz);
    }
    if (!(m->contact_damping_ratio >= 0.0f && m->contact_damping_ratio <= 1e3f)) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "contact_damping_ratio is %g, must be in [0, 1e3]",
                         (double)m->contact_damping_ratio);
    }
    return DRY_OK;
}

DryStatus dry__check_material(DryWorld *w, const DryMaterial *m, const char *call)
{
    if (!(m->friction >= 0.0f && m->friction <= 1e6f)) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "friction is %g, must be in [0, 1e6]",
                         (double)m->friction);
    }
    if (!(m->dynamic_friction <= m->friction)) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "dynamic_friction is %g, must not exceed friction %g",
                         (double)m->dynamic_friction, (double)m->friction);
    }
    if (!(m->restitution >= 0.0f && m->restitution <= 1.0f)) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "restitution is %g, must be in [0, 1]",
                         (double)m->restitution);
    }
    if (!(m->rolling_resistance >= 0.0f && m->rolling_resistance <= 1e6f)) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "rolling_resistance is %g, must be in [0, 1e6]",
                         (double)m->rolling_resistance);
    }
    if (!v3_finite(m->surface_velocity) || v3_length(m->surface_velocity) > 1e6f) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "surface_velocity is not finite or beyond 1e6 m/s");
    }
    DryStatus status = check_modes(w, m, call);
    status = status != DRY_OK ? status : check_grain(w, m, call);
    return status != DRY_OK ? status : check_penalty(w, m, call);
}

DryStatus dry__check_materials(DryWorld *w, const DryMaterial *materials, int32_t count, const char *call)
{
    if (count < 0 || count > MAX_MATERIALS || (materials == NULL && count > 0)) {
        return dry__fail(w, DRY_ERROR_ARGUMENT, call, "materials: %s, count %d, must be in 0..%d",
                         materials == NULL ? "null" : "given", count, (int)MAX_MATERIALS);
    }
    DryStatus status = DRY_OK;
    for (int32_t i = 0; i < count && status == DRY_OK; ++i) {
        status = dry__check_material(w, &materials[i], call);
    }
    return status;
}

/* Bodies wake; during the user's function the world is closed. */
static void mix_again(DryWorld *w, int32_t shape)
{
    int32_t body = world_shape(w, shape)->body;
    dry__wake_body(w, body);
    dry__wake_touching(w, body);
    w->stepping = true;
    for (int32_t e = world_body(w, body)->contact_head; e >= 0;) {
        const Contact *c = &w->state.contacts.contacts.data[e >> 1];
        if (c->shape_a == shape || c->shape_b == shape) {
            dry__contact_mix(w, e >> 1);
        }
        e = c->next[e & 1];
    }
    w->stepping = false;
}

DryMaterial dry_shape_material(const DryWorld *world, DryShapeId id)
{
    int32_t shape = dry__find_shape(world, id);
    return shape < 0 ? (DryMaterial){ 0 } : world_shape(world, shape)->material;
}

DryStatus dry_shape_set_material(DryWorld *world, DryShapeId id, const DryMaterial *material)
{
    const char *call = "dry_shape_set_material";
    int32_t shape;
    DryStatus status = dry__edit_shape(world, id, call, &shape);
    if (status == DRY_OK && material == NULL) {
        return dry__fail(world, DRY_ERROR_ARGUMENT, call, "the material is null");
    }
    status = status != DRY_OK ? status : dry__check_material(world, material, call);
    if (status != DRY_OK) {
        return status;
    }
    ShapeRecord *r = world_shape(world, shape);
    r->material = *material;
    mix_again(world, shape);
    return DRY_OK;
}

static const GeometryRecord *find_palette(const DryWorld *w, DryShapeId id)
{
    int32_t shape = dry__find_shape(w, id);
    int32_t palette = shape < 0 ? -1 : world_shape(w, shape)->palette;
    return palette < 0 ? NULL : &w->geometry.records.data[palette];
}

int32_t dry_shape_material_count(const DryWorld *world, DryShapeId id)
{
    const GeometryRecord *palette = find_palette(world, id);
    return palette == NULL ? 0 : palette->palette_count;
}

DryMaterial dry_shape_material_at(const DryWorld *world, DryShapeId id, int32_t index)
{
    const GeometryRecord *palette = find_palette(world, id);
    bool has = palette != NULL && index >= 0 && index < palette->palette_count;
    return has ? palette->palette[index] : (DryMaterial){ 0 };
}

DryStatus dry_shape_set_materials(DryWorld *world, DryShapeId id, const DryMaterial *materials, int32_t count)
{
    const char *call = "dry_shape_set_materials";
    int32_t shape;
    DryStatus status = dry__edit_shape(world, id, call, &shape);
    status = status != DRY_OK ? status : dry__check_materials(world, materials, count, call);
    if (status != DRY_OK) {
        return status;
    }
    if (count > 0 && world_shape(world, shape)->kind != (int32_t)SHAPE_MESH) {
        return dry__fail(world, DRY_ERROR_ARGUMENT, call, "%d materials for a shape that is no mesh", count);
    }
    int32_t palette = count > 0 ? dry__geometry_add_palette(&world->geometry, materials, count) : -1;
    if (palette < 0 && count > 0) {
        return dry__fail(world, DRY_ERROR_MEMORY, call, "out of memory");
    }
    ShapeRecord *r = world_shape(world, shape);
    if (r->palette >= 0) {
        world->geometry.records.data[r->palette].users--;
    }
    if (palette >= 0) {
        world->geometry.records.data[palette].users++;
    }
    r->palette = palette;
    mix_again(world, shape);
    return DRY_OK;
}
