/* Joints as the solver sees them: flat records, and the passes over them that the substep loop calls.

   Frames are relative to each body's centre of mass and principal frame of inertia. Axes are numbered as
   DryJointAxis, after the frames have been turned so that the axis of twist is x (Joint.twist_axis tells
   which of the user's axes that was). */
#ifndef DRY_SOLVER_JOINT_H
#define DRY_SOLVER_JOINT_H

#include "base/cpu.h"
#include "solver/ledger.h"
#include <drystone/joints.h>

/* One awake joint of this step. Inside a colour sort them by kernel: kernels then run in long batches. */
typedef struct JointRef {
    int32_t joint;          /* index into JointSolve.joints */
    int32_t body_a, body_b; /* dense body indices, 0: static */
    DryVec3 center_offset;  /* centre of mass of B minus that of A at the start of the step */
    DryQuat static_rotation_a,
        static_rotation_b; /* principal-frame rotation of a body with dense index 0, else ignored */
    uint8_t kernel, locked_rows, free_rows, rotation_rows; /* see dry__joint_count_rows */
} JointRef;

enum {
    JOINT_AXES = 8,
    JOINT_ROTATION = 8
}; /* DryJointAxis; the rotation drive counts as one more */

/* Which row kernel solves the joint. */
enum {
    JOINT_KERNEL_BALL,
    JOINT_KERNEL_DISTANCE,
    JOINT_KERNEL_SIX_AXIS,
    JOINT_KERNEL_COUNT
};

/* JointLimit.enabled: ends that the position cannot pass anyway are open. */
enum {
    LIMIT_ENABLED = 1,
    LIMIT_OPEN_BELOW = 2,
    LIMIT_OPEN_ABOVE = 4
};

/* As DryLimit and DryDrive, without padding so that records can be hashed. */
typedef struct JointLimit {
    float lower, upper;
    float frequency, damping_ratio, stiffness, damping;
    uint32_t enabled;
} JointLimit;

typedef struct JointDrive {
    uint32_t mode;
    float target, target_velocity;
    float stiffness, damping, frequency, damping_ratio;
    float max_force;
    uint32_t acceleration;
} JointDrive;

/* What acts along or about one axis. */
typedef struct JointAxis {
    JointLimit limit;
    JointDrive drive;
    float friction;
    float impulse; /* of all of them in the latest substep */
} JointAxis;

typedef struct JointRotationDrive {
    DryQuat target;
    DryVec3 target_velocity;
    JointDrive drive; /* target and target_velocity unused */
    float friction;
    DryVec3 impulse; /* world axes */
} JointRotationDrive;

/* Parameters of joints with more than one free axis. */
typedef struct JointAxes {
    JointAxis axis[JOINT_AXES];
    JointRotationDrive rotation;
} JointAxes;

enum {
    JOINT_FRESH = 1 /* Joint.turns not yet chosen */
};

typedef struct Joint {
    uint8_t kind;                    /* DryJointKind */
    uint8_t kernel;                  /* JOINT_KERNEL_... */
    uint8_t flags;                   /* JOINT_FRESH */
    uint8_t twist_axis;              /* 0..2: which of the user's axes is the x axis here */
    uint8_t locked;                  /* bits 0..5 */
    uint8_t linear_set, angular_set; /* axes of DRY_AXIS_RADIUS and DRY_AXIS_CONE, bits 0..2 */
    uint8_t own_axis;                /* the axis that Joint.axis describes */
    uint16_t active; /* bits 0..JOINT_ROTATION: axes on which a limit, drive or friction acts */
    uint16_t pad;
    int32_t axes;  /* index into JointSolve.axes, or -1: its parameters, if any, are in Joint.axis */
    int32_t turns; /* of a hinge: its position is angle + 2 pi turns */
    float angle;   /* -pi..pi */
    DryFrame frame_a, frame_b;
    float locked_impulse[6]; /* of the locked axes in the latest substep, in the order of their rows */
    DryVec3 total_force,
        total_torque; /* impulses on B at and about its anchor over the latest step, world axes */
    float total_time; /* of that step, s; 0: none yet */
    JointAxis axis;
} Joint;

/* Members that all definitions share. */
typedef struct JointCommon {
    DryBodyId body_a, body_b;
    DryFrame frame_a, frame_b; /* in body space, rotations normalised, axes turned by Joint.twist_axis */
    float break_force, break_torque; /* 0: never */
    bool collide_connected;
    void *user_data;
} JointCommon;

/* Check a definition and fill the records. On an error dry_last_error() names the call and the value; the
   outputs are then not to be used. Joint.axes is left -1: where dry__joint_needs_axes, put *axes into the
   table and its index there. Joint.frame_a and frame_b are left zero: common's, seen from each body's centre
   of mass and principal frame, belong there. */
DryStatus dry__joint_from_fixed(const DryFixedDef *def, Joint *joint, JointCommon *common);
DryStatus dry__joint_from_ball(const DryBallDef *def, Joint *joint, JointAxes *axes, JointCommon *common);
DryStatus dry__joint_from_hinge(const DryHingeDef *def, Joint *joint, JointCommon *common);
DryStatus dry__joint_from_prismatic(const DryPrismaticDef *def, Joint *joint, JointCommon *common);
DryStatus dry__joint_from_distance(const DryDistanceDef *def, Joint *joint, JointCommon *common);
DryStatus dry__joint_from_six_axis(const DrySixAxisDef *def, Joint *joint, JointAxes *axes,
                                   JointCommon *common);

bool dry__joint_needs_axes(const Joint *joint);
/* Turns a frame as the user gave it to the joint's axes, and back. */
DryFrame dry__joint_inner_frame(const Joint *joint, DryFrame frame);
DryFrame dry__joint_user_frame(const Joint *joint, DryFrame frame);

/* Changes and readings of one parameter, axes as the user numbers them. `call` names the public function in
   messages. `axes`: the joint's record, or null; a ball joint must have one (zeroed) before a change. */
DryStatus dry__joint_set_limit(Joint *joint, JointAxes *axes, DryJointAxis axis, const DryLimit *limit,
                               const char *call);
DryStatus dry__joint_set_drive(Joint *joint, JointAxes *axes, DryJointAxis axis, const DryDrive *drive,
                               const char *call);
DryStatus dry__joint_set_rotation_drive(Joint *joint, JointAxes *axes, const DryRotationDrive *drive,
                                        const char *call);
DryStatus dry__joint_set_friction(Joint *joint, JointAxes *axes, DryJointAxis axis, float friction,
                                  const char *call);
/* Turns infinite into 0: never. */
DryStatus dry__joint_check_break(float *force, float *torque, const char *call);
/* Null when the joint has no such free axis or nothing acts on it. */
const JointAxis *dry__joint_axis(const Joint *joint, const JointAxes *axes, DryJointAxis axis);
DryLimit dry__joint_limit(const JointAxis *axis);
DryDrive dry__joint_drive(const JointAxis *axis);
DryRotationDrive dry__joint_rotation_drive(const JointRotationDrive *rotation);
/* Checks a frame given by the user and normalises its rotation. */
DryStatus dry__joint_check_frame(DryFrame *frame, const char *call, const char *name);

/* Forgets impulses and counted turns: the next step starts afresh. */
void dry__joint_forget(Joint *joint, JointAxes *axes);

/* The impulses of the latest substep as those of one `scale` times as long. */
void dry__joint_scale_impulses(Joint *joint, JointAxes *axes, float scale);

/* Where the two bodies of a joint are, for readings outside of the solver. */
typedef struct JointPlacement {
    DryQuat rotation_a, rotation_b; /* of the principal frames */
    DryVec3 center_offset;          /* centre of mass of B minus that of A */
    SolverVelocity velocity_a, velocity_b;
} JointPlacement;

/* Position along or about one of the user's axes (and its rate); false when the joint has no such axis:
 * locked ones can be read. */
bool dry__joint_position(const Joint *joint, const JointAxes *axes, const JointPlacement *at,
                         DryJointAxis axis, float *position, float *speed);
/* Errors of the locked axes, m and rad. */
void dry__joint_errors(const Joint *joint, const JointPlacement *at, float *gap, float *skew);

/* Whether the impulses of the latest step, of duration 1 / inv_dt, exceed what the joint bears (0: anything).
 */
bool dry__joint_breaks(const Joint *joint, float inv_dt, float break_force, float break_torque);

/* ---- passes of the substep loop ---- */

enum {
    JOINT_LANES = 8,    /* joints of a group, at most */
    JOINT_ROW_UNIT = 64 /* bytes; rows begin at multiples of it */
};

/* Joints of one colour and kernel that are solved together: what the passes count in. */
typedef struct JointGroup {
    int32_t first, count; /* refs */
    uint32_t rows;        /* where in JointSolve.rows, in JOINT_ROW_UNIT */
    uint32_t kernel;
} JointGroup;

/* Refs of one step: those of colour c are [color_begin[c], color_begin[c + 1]) and share no dynamic body; the
   overflow's may share bodies and are solved one after another. */
typedef struct JointOrder {
    const JointRef *refs;
    const int32_t *color_begin;
    int32_t colors;
    int32_t overflow_begin, overflow_end;
} JointOrder;

/* Fills the ref's kernel and numbers of rows. */
void dry__joint_count_rows(const Joint *joint, JointRef *ref);
/* Divides the refs into groups: those of colour c are [group_begin[c], group_begin[c + 1]), the overflow's
   follow. Returns how many, and the bytes of all rows. With groups null it only counts. */
int32_t dry__joints_group(const JointOrder *order, JointGroup *groups, int32_t *group_begin,
                          size_t *row_bytes);

typedef struct JointSolve {
    float h, inv_h; /* of a substep */
    float hertz;    /* stiffness of locked axes and hard limits; capped here at 0.25 / h */
    float damping_ratio;
    float push_speed;    /* errors of locked axes and hard limits shrink no faster, m/s; 0: no bound */
    float maximum_speed; /* no drive, spring or remembered impulse is meant to exceed it, m/s; 0: no bound */
    bool warm;           /* impulses of the latest substep start the next */
    CpuKernel cpu;       /* changes no bit */
    SolverBodies bodies;
    SolverAccount *accounts; /* or null: no work is counted */
    const JointRef *refs;
    const JointGroup *groups;
    Joint *joints;
    JointAxes *axes;
    void *rows; /* aligned to JOINT_ROW_UNIT */
} JointSolve;

/* All passes take ranges of groups.

   Once per step, before the first substep. Writes only joints and rows: any ranges may run at the same time.
 */
void dry__joints_prepare(const JointSolve *solve, int32_t begin, int32_t end);
/* Once per substep, after velocities have been integrated. Changes velocities: colour by colour, as the next.
 */
void dry__joints_warm_start(const JointSolve *solve, int32_t begin, int32_t end);
/* use_bias: before positions are integrated, else after. Any number of sweeps of each; rows are brought to
   the new positions by the first one after the move. */
void dry__joints_solve(const JointSolve *solve, int32_t begin, int32_t end, bool use_bias);
/* Once per step, at the end. Any ranges at the same time. */
void dry__joints_store(const JointSolve *solve, int32_t begin, int32_t end);

#endif
