#include "world/edit/material_mix.h"

/* Directions this near to the normal, by the squared sine, leave no direction in the contact's plane. */
#define UPRIGHT_GRAIN 1e-4f
#define LARGEST_COEFFICIENT 1e18f

static float combine(DryCombine mode, float a, float b)
{
    switch (mode) {
    case DRY_COMBINE_AVERAGE:
        return 0.5f * (a + b);
    case DRY_COMBINE_MINIMUM:
        return f_min(a, b);
    case DRY_COMBINE_MAXIMUM:
        return f_max(a, b);
    case DRY_COMBINE_MULTIPLY:
        return a * b;
    case DRY_COMBINE_GEOMETRIC:
    default:
        return a == b ? a : sqrtf(a * b);
    }
}

static DryCombine stronger(DryCombine a, DryCombine b)
{
    return a > b ? a : b;
}

static float dynamic_friction(const DryMaterial *m)
{
    return m->dynamic_friction < 0.0f ? m->friction : m->dynamic_friction;
}

/* How far from the same in all directions: 1 is none. */
static float grain_strength(const DryMaterial *m)
{
    if (v3_length_squared(m->friction_direction) == 0.0f) {
        return 1.0f;
    }
    return m->friction_across >= 1.0f  ? m->friction_across
           : m->friction_across > 0.0f ? 1.0f / m->friction_across
                                       : INFINITY;
}

/* The stronger grain decides the direction; the other counts by the mean of its two coefficients. Returns
   CONTACT_GRAIN_A or _B, or 0. */
static uint32_t mix_friction(const DryMaterial *a, const DryMaterial *b, DryContactMaterial *mix)
{
    DryCombine mode = stronger(a->friction_combine, b->friction_combine);
    float grain_a = grain_strength(a), grain_b = grain_strength(b);
    bool first = grain_a >= grain_b;
    float mean_a = grain_a > 1.0f && !first ? sqrtf(a->friction_across) : 1.0f;
    float mean_b = grain_b > 1.0f && first ? sqrtf(b->friction_across) : 1.0f;
    float static_a = a->friction * mean_a, static_b = b->friction * mean_b;
    mix->friction = combine(mode, static_a, static_b);
    mix->dynamic_friction =
        f_min(mix->friction, combine(mode, dynamic_friction(a) * mean_a, dynamic_friction(b) * mean_b));
    mix->friction_across = 1.0f;
    if (!(f_max(grain_a, grain_b) > 1.0f)) {
        return 0;
    }
    float across = combine(mode, static_a * (first ? a->friction_across : 1.0f),
                           static_b * (first ? 1.0f : b->friction_across));
    if (mix->friction > 0.0f) {
        mix->friction_across = f_min(across / mix->friction, 1e6f);
    }
    return first ? CONTACT_GRAIN_A : CONTACT_GRAIN_B;
}

/* One behind the other; 0 stands for rigid. */
static float in_series(float a, float b)
{
    return a > 0.0f && b > 0.0f ? a * (b / (a + b)) : f_max(a, b);
}

/* Two Kelvin-Voigt elements one behind the other, exact when c / k is the same in both; beside a rigid one
   the other is alone. */
static void mix_spring(const DryMaterial *a, const DryMaterial *b, DryContactMaterial *mix)
{
    bool both = a->stiffness > 0.0f && b->stiffness > 0.0f;
    mix->stiffness = in_series(a->stiffness, b->stiffness);
    mix->damping = !both                                    ? (a->stiffness > 0.0f ? a->damping : b->damping)
                   : a->damping > 0.0f && b->damping > 0.0f ? in_series(a->damping, b->damping)
                                                            : 0.0f;
    mix->damping = mix->stiffness > 0.0f ? mix->damping : 0.0f;
}

static void mix_softness(const DryMaterial *a, const DryMaterial *b, DryContactMaterial *mix)
{
    const DryMaterial *softer = a;
    if (a->contact_hertz == 0.0f || (b->contact_hertz > 0.0f && b->contact_hertz < a->contact_hertz)) {
        softer = b;
    }
    mix->contact_hertz = softer->contact_hertz;
    mix->contact_damping_ratio = a->contact_hertz == b->contact_hertz
                                     ? f_max(a->contact_damping_ratio, b->contact_damping_ratio)
                                     : softer->contact_damping_ratio;
}

static bool within(float x, float low, float high)
{
    return x >= low && x <= high;
}

/* What the user's function made of it; a value that is out of its range is taken from `own`. */
static void keep_valid(DryContactMaterial *mix, const DryContactMaterial *own)
{
    const float most = LARGEST_COEFFICIENT;
    mix->friction = within(mix->friction, 0.0f, most) ? mix->friction : own->friction;
    mix->dynamic_friction =
        within(mix->dynamic_friction, 0.0f, most) ? mix->dynamic_friction : own->dynamic_friction;
    mix->dynamic_friction = f_min(mix->dynamic_friction, mix->friction);
    mix->friction_across =
        within(mix->friction_across, 0.0f, 1e6f) ? mix->friction_across : own->friction_across;
    mix->restitution = within(mix->restitution, 0.0f, 1.0f) ? mix->restitution : own->restitution;
    mix->rolling_resistance =
        within(mix->rolling_resistance, 0.0f, most) ? mix->rolling_resistance : own->rolling_resistance;
    mix->rolling_radius = within(mix->rolling_radius, 0.0f, 1e8f) ? mix->rolling_radius : own->rolling_radius;
    mix->torsion_radius = within(mix->torsion_radius, 0.0f, 1e8f) ? mix->torsion_radius : own->torsion_radius;
    if (mix->stiffness != 0.0f && !within(mix->stiffness, 1e-6f, 1e12f)) {
        mix->stiffness = own->stiffness;
    }
    mix->damping = within(mix->damping, 0.0f, 1e12f) ? mix->damping : own->damping;
    if (mix->contact_hertz != 0.0f && !within(mix->contact_hertz, 0.01f, 1e5f)) {
        mix->contact_hertz = own->contact_hertz;
    }
    mix->contact_damping_ratio = within(mix->contact_damping_ratio, 0.0f, 1e3f) ? mix->contact_damping_ratio
                                                                                : own->contact_damping_ratio;
}

static uint32_t flags_of(const DryContactMaterial *mix, uint32_t grain)
{
    uint32_t special = mix->friction_across != 1.0f ? grain : 0u;
    special |= mix->torsion_radius > 0.0f ? CONTACT_TORSION : 0u;
    special |= mix->stiffness > 0.0f ? CONTACT_SPRING : 0u;
    special |= mix->contact_hertz > 0.0f ? CONTACT_SOFT : 0u;
    return special | (mix->restitution > 0.0f ? CONTACT_BOUNCY : 0u);
}

static float rolling_radius(const ShapeRecord *r)
{
    switch ((ShapeKind)r->kind) {
    case SHAPE_SPHERE:
    case SHAPE_CAPSULE:
    case SHAPE_ELLIPSOID:
        return r->inner_radius;
    case SHAPE_CYLINDER:
    case SHAPE_CONE:
    case SHAPE_TAPERED_CAPSULE:
        return 0.5f * (r->size[1] + r->size[2]);
    default:
        return 0.0f;
    }
}

/* Returns CONTACT_ flags. */
static uint32_t mix_pair(const DryWorld *w, const Contact *c, const DryMaterial *a, const DryMaterial *b,
                         DryContactMaterial *mix)
{
    float ra = rolling_radius(world_shape(w, c->shape_a)), rb = rolling_radius(world_shape(w, c->shape_b));
    uint32_t grain = mix_friction(a, b, mix);
    mix->restitution =
        combine(stronger(a->restitution_combine, b->restitution_combine), a->restitution, b->restitution);
    mix->rolling_resistance = combine(stronger(a->rolling_combine, b->rolling_combine), a->rolling_resistance,
                                      b->rolling_resistance);
    mix->rolling_radius = ra > 0.0f && rb > 0.0f ? f_min(ra, rb) : f_max(ra, rb);
    mix->torsion_radius =
        combine(stronger(a->torsion_combine, b->torsion_combine), a->torsion_radius, b->torsion_radius);
    mix_spring(a, b, mix);
    mix_softness(a, b, mix);
    if (w->def.mix_materials != NULL) {
        DryContactMaterial own = *mix;
        w->def.mix_materials(mix, a, b, w->def.mix_user);
        keep_valid(mix, &own);
    }
    if (mix->stiffness > 0.0f) {
        mix->restitution = 0.0f; /* spring and damper decide it */
    }
    return flags_of(mix, grain);
}

const DryMaterial *dry__triangle_material(const DryWorld *w, const ShapeRecord *r, uint16_t index)
{
    if (r->palette >= 0) {
        const GeometryRecord *palette = &w->geometry.records.data[r->palette];
        if (index < palette->palette_count) {
            return &palette->palette[index];
        }
    }
    return &r->material;
}

static bool moves_along(const DryMaterial *m)
{
    return v3_length_squared(m->surface_velocity) > 0.0f;
}

void dry__contact_mix(DryWorld *w, int32_t index)
{
    Contact *contact = &w->state.contacts.contacts.data[index];
    DryContactMaterial *mix = &w->state.contacts.mixes.data[index];
    const ShapeRecord *a = world_shape(w, contact->shape_a), *b = world_shape(w, contact->shape_b);
    contact->flags &= ~(uint32_t)(CONTACT_BOUNCY | CONTACT_SURFACE | CONTACT_SPECIAL | CONTACT_PALETTE);
    contact->flags |= mix_pair(w, contact, &a->material, &b->material, mix);
    contact->friction = mix->friction;
    contact->dynamic_friction = mix->dynamic_friction;
    contact->restitution = mix->restitution;
    contact->rolling = mix->rolling_resistance;
    contact->rolling_radius = mix->rolling_radius;
    if (moves_along(&a->material) || moves_along(&b->material)) {
        contact->flags |= CONTACT_SURFACE;
    }
    if (a->palette >= 0 || b->palette >= 0) {
        contact->flags |= CONTACT_PALETTE | CONTACT_BOUNCY; /* one of them may bounce */
    }
}

static DryVec3 material_velocity(const DryWorld *w, int32_t shape, const DryMaterial *m)
{
    const ShapeRecord *r = world_shape(w, shape);
    DryPose pose = body_pose(world_motion(w, r->body), world_body(w, r->body));
    return quat_rotate(pose.rotation, m->surface_velocity);
}

/* Where the direction is along the normal, all of the contact's plane is across it. */
static void fill_grain(const DryWorld *w, int32_t shape, DryVec3 direction, DryVec3 normal, float across,
                       ContactMaterial *out, ContactSpecial *special)
{
    DryVec3 d = quat_rotate(w->state.shapes.collide.data[shape].rotation, v3_normalize(direction));
    d = v3_mad(d, normal, -v3_dot(d, normal));
    if (v3_length_squared(d) < UPRIGHT_GRAIN) {
        out->friction *= across;
        out->dynamic_friction *= across;
        return;
    }
    out->special |= MATERIAL_GRAIN;
    special->grain = v3_normalize(d);
    special->across = across;
}

static void fill_special(const DryContactMaterial *mix, uint32_t flags, ContactMaterial *out,
                         ContactSpecial *special)
{
    if ((flags & CONTACT_TORSION) != 0) {
        out->special |= MATERIAL_TORSION;
        special->torsion_radius = mix->torsion_radius;
    }
    if ((flags & CONTACT_SPRING) != 0) {
        out->special |= MATERIAL_SPRING;
        special->stiffness = mix->stiffness;
        special->damping = mix->damping;
    }
    if ((flags & CONTACT_SOFT) != 0) {
        out->special |= MATERIAL_SOFT;
        special->hertz = mix->contact_hertz;
        special->damping_ratio = mix->contact_damping_ratio;
    }
}

static void fill_rare(const DryWorld *w, int32_t index, const Manifold *manifold, ContactMaterial *material,
                      ContactSpecial *special)
{
    const Contact *contact = &w->state.contacts.contacts.data[index];
    const DryMaterial *a = dry__triangle_material(w, world_shape(w, contact->shape_a), manifold->material);
    const DryMaterial *b = dry__triangle_material(w, world_shape(w, contact->shape_b), manifold->material);
    DryContactMaterial mix = w->state.contacts.mixes.data[index];
    uint32_t flags = contact->flags;
    if ((flags & CONTACT_PALETTE) != 0) {
        flags = mix_pair(w, contact, a, b, &mix);
        flags |= moves_along(a) || moves_along(b) ? CONTACT_SURFACE : 0u;
    }
    *material = (ContactMaterial){ .friction = mix.friction,
                                   .dynamic_friction = mix.dynamic_friction,
                                   .restitution = mix.restitution,
                                   .rolling = mix.rolling_resistance,
                                   .rolling_radius = mix.rolling_radius };
    if ((flags & CONTACT_SURFACE) != 0) {
        /* no slip when vA + sA = vB + sB */
        material->surface_velocity =
            v3_sub(material_velocity(w, contact->shape_a, a), material_velocity(w, contact->shape_b, b));
    }
    if ((flags & (CONTACT_GRAIN_A | CONTACT_GRAIN_B)) != 0) {
        bool first = (flags & CONTACT_GRAIN_A) != 0;
        fill_grain(w, first ? contact->shape_a : contact->shape_b,
                   first ? a->friction_direction : b->friction_direction, manifold->normal,
                   mix.friction_across, material, special);
    }
    fill_special(&mix, flags, material, special);
}

void dry__contact_fill_material(const DryWorld *w, int32_t index, const Manifold *manifold,
                                ContactMaterial *material, ContactSpecial *special)
{
    const Contact *c = &w->state.contacts.contacts.data[index];
    if ((c->flags & (CONTACT_SURFACE | CONTACT_PALETTE | CONTACT_SPECIAL)) != 0) {
        fill_rare(w, index, manifold, material, special);
        return;
    }
    *material = (ContactMaterial){ .friction = c->friction,
                                   .dynamic_friction = c->dynamic_friction,
                                   .restitution = c->restitution,
                                   .rolling = c->rolling,
                                   .rolling_radius = c->rolling_radius };
}

void dry__contact_tags(const DryWorld *w, const Contact *contact, const Manifold *manifold, uint64_t *tag_a,
                       uint64_t *tag_b)
{
    *tag_a = dry__triangle_material(w, world_shape(w, contact->shape_a), manifold->material)->user_tag;
    *tag_b = dry__triangle_material(w, world_shape(w, contact->shape_b), manifold->material)->user_tag;
}
