/* What a field does to one body. */
#ifndef DRY_KIT_FIELD_LAW_H
#define DRY_KIT_FIELD_LAW_H

#include "kit/dvec.h"

#include <drystone/fields.h>

/* A body as a field sees it. */
typedef struct FieldBody {
    DryBodyId id;
    double mass;
    DrySym3 inertia;         /* about the centre of mass, body axes */
    DryPose pose, pose_soon; /* now, and where forces are taken */
    DryPos center, center_soon;
    DVec velocity, spin;
    DVec gravity; /* its own, scaled */
} FieldBody;

/* About the centre of mass, world axes. */
typedef struct FieldForce {
    DVec force, torque;
} FieldForce;

/* `ahead`: seconds until the pose at which forces are taken. */
FieldBody dry__field_body(const DryWorld *world, DryBodyId id, float ahead);

/* False, and no force, when the body is not in the field. `dt`: of the step. */
bool dry__field_law(const DryWorld *world, const DryField *field, const FieldBody *body, float dt,
                    FieldForce *out);

bool dry__field_accepts(DryFilter field, DryFilter shape);

/* The fluid's law, field_fluid.c. */
bool dry__field_fluid(const DryWorld *world, const DryField *field, const FieldBody *body, float dt,
                      FieldForce *out);

#endif
