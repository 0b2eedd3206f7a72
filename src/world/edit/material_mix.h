/* What the materials of two shapes come to at their contact. */
#ifndef DRY_WORLD_MATERIAL_MIX_H
#define DRY_WORLD_MATERIAL_MIX_H

#include "world/store/world.h"

/* Mixes the materials of the contact's shapes anew. Calls the user's function, if there is one. */
void dry__contact_mix(DryWorld *w, int32_t contact);

/* What the solver wants to know of the material of one manifold; `special` is written only as far as
   material->special says. Where triangles have materials of their own
   they are mixed here, step by step, on any thread. */
void dry__contact_fill_material(const DryWorld *w, int32_t contact, const Manifold *manifold,
                                ContactMaterial *material, ContactSpecial *special);

/* The material that a number of the shape's mesh stands for; the shape's own where it has none. */
const DryMaterial *dry__triangle_material(const DryWorld *w, const ShapeRecord *r, uint16_t index);

/* user_tag of the materials of the contact's shapes at one of its manifolds. */
void dry__contact_tags(const DryWorld *w, const Contact *contact, const Manifold *manifold, uint64_t *tag_a,
                       uint64_t *tag_b);

#endif
