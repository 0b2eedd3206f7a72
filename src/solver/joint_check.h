/* Checks of what users say about joints, and the solver's form of it. `call` and `name` appear in messages.
 */
#ifndef DRY_SOLVER_JOINT_CHECK_H
#define DRY_SOLVER_JOINT_CHECK_H

#include "solver/joint.h"

/* What the positions of an axis can be. */
typedef enum AxisRange {
    RANGE_LINE,   /* anything */
    RANGE_TURNS,  /* a hinge: anything */
    RANGE_ANGLE,  /* -pi..pi; a limit at or beyond the end is none */
    RANGE_LENGTH, /* >= 0 */
    RANGE_CONE    /* 0..pi */
} AxisRange;

DryStatus dry__check_limit(const DryLimit *limit, AxisRange range, const char *call, const char *name,
                           JointLimit *out);
DryStatus dry__check_drive(const DryDrive *drive, const char *call, const char *name, JointDrive *out);
DryStatus dry__check_rotation_drive(const DryRotationDrive *drive, const char *call, const char *name,
                                    JointRotationDrive *out);
DryStatus dry__check_friction(float friction, const char *call, const char *name);
/* Finite or infinite, not negative. */
DryStatus dry__check_not_negative(float value, const char *call, const char *name, const char *member);

/* Axes of the joint's own numbering, and what may happen on them. */
int dry__joint_inner_axis(const Joint *joint, DryJointAxis axis);
bool dry__joint_has_axis(const Joint *joint, int inner_axis);
/* Recomputes Joint.active and the kernel of ball joints. */
void dry__joint_activate(Joint *joint, const JointAxes *axes);

#endif
