/* A body as a field sees it, and what a field does to it. */
#ifndef DRY_KIT_FIELD_BODY_H
#define DRY_KIT_FIELD_BODY_H

#include "kit/dvec.h"

#include <drystone/fields.h>

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

bool dry__field_accepts(DryFilter field, DryFilter shape);

#endif
