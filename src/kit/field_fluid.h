/* Buoyancy and drag. */
#ifndef DRY_KIT_FIELD_FLUID_H
#define DRY_KIT_FIELD_FLUID_H

#include "kit/field_body.h"

/* The law of a fluid; as dry__field_law. */
bool dry__field_fluid(const DryWorld *world, const DryField *field, const FieldBody *body, float dt,
                      FieldForce *out);

#endif
