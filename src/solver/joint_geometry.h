/* Where a joint's frames are, and the rows (gradients of positions) of its axes. Joint axes as inside the
   solver.

   A row's velocity is lin . (vB - vA) + ang_b . wB - ang_a . wA. */
#ifndef DRY_SOLVER_JOINT_GEOMETRY_H
#define DRY_SOLVER_JOINT_GEOMETRY_H

#include "solver/joint.h"

typedef struct JointGeometry {
    DryMat3 axes;         /* of A's frame, world */
    DryVec3 arm_a, arm_b; /* from the centres of mass to the anchors */
    DryVec3 d;            /* from A's anchor to B's */
    DryQuat q;            /* B's frame seen from A's, w >= 0 */
    DryVec3 b;            /* x axis of B's frame seen from A's */
} JointGeometry;

typedef struct JointRow {
    DryVec3 lin, ang_a, ang_b;
} JointRow;

/* Bits of Joint.locked. */
enum {
    JOINT_LOCKED_LINEAR = 7,
    JOINT_LOCKED_ANGULAR = 56,
    JOINT_LOCKED_SWING = 48
};

/* Moves the arms of a point joint to the middle of its gap d: pushing both bodies at one point keeps their
   angular momentum. Where rotation is not `locked` too, an overstretched chain would get its leverage from
   the gap, so they move no further than they are long. */
static inline void joint_meet(DryVec3 d, bool locked, DryVec3 *arm_a, DryVec3 *arm_b)
{
    float gap = locked ? 0.0f : v3_length(d), most = 0.5f * (v3_length(*arm_a) + v3_length(*arm_b));
    float share = gap > most ? 0.5f * most / gap : 0.5f;
    *arm_a = v3_mad(*arm_a, d, share);
    *arm_b = v3_mad(*arm_b, d, -share);
}

void dry__joint_geometry(const Joint *joint, DryQuat rotation_a, DryQuat rotation_b, DryVec3 center_offset,
                         JointGeometry *g);
/* The row of one axis; returns its position. Angles within [-pi, pi]. */
float dry__joint_axis_row(const Joint *joint, const JointGeometry *g, int axis, JointRow *row);
/* Rows and errors of the locked axes; returns how many. Linear ones come first. */
int dry__joint_locked_rows(const Joint *joint, const JointGeometry *g, JointRow rows[6], float errors[6]);
/* True when the twist is the only rotation left, so that turns can be counted. */
bool dry__joint_is_hinge(const Joint *joint);
/* Position of a hinge whose twist is `angle`, an angle in [-pi, pi], and the full turns in it: the ones
   closest to what the joint has counted, or to its limits when it is new. */
float dry__joint_hinge_position(const Joint *joint, const JointAxis *axis, float angle, int32_t *turns);

#endif
