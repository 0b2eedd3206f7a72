/* What a field does to one body. */
#ifndef DRY_KIT_FIELD_LAW_H
#define DRY_KIT_FIELD_LAW_H

#include "kit/field_body.h"

/* False, and no force, when the body is not in the field. `dt`: of the step. */
bool dry__field_law(const DryWorld *world, const DryField *field, const FieldBody *body, float dt,
                    FieldForce *out);

#endif
