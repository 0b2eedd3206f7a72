/* How bodies will move in the step to come. */
#ifndef DRY_KIT_RIDE_H
#define DRY_KIT_RIDE_H

#include "kit/dvec.h"

#include <drystone/world.h>

/* The pose after `dt` seconds, without what contacts and forces will do. */
DryPose dry__ride_pose(const DryWorld *world, DryBodyId body, double dt);

/* Place in the frame of a pose, and back; exact for rotations that are not quite unit. */
DVec dry__ride_local(DryPose pose, DryPos point);
DryPos dry__ride_point(DryPose pose, DVec local);

/* Way of the body's material at the point, m. */
DVec dry__ride_way(const DryWorld *world, DryBodyId body, DryPos point, double dt);

/* Angle in radians by which one rotation is turned about `up` against another. */
double dry__ride_yaw(DryQuat from, DryQuat to, DVec up);

#endif
