/**
 * @file
 * Joints: constraints between two bodies.
 *
 * Every joint has two frames, frame_a in the space of body_a and frame_b in that of body_b. The joint wants
 * frame_b to coincide with frame_a, but for the motion it leaves free. "Position" along and about an axis
 * means that of frame_b seen from frame_a: metres along frame_a's axes, radians about them.
 *
 * The bodies may be of any type. A joint does something while at least one of them is dynamic, awake and
 * enabled; between two bodies that are not dynamic it exists, can be read and changed, and does nothing until
 * dry_body_set_type makes one of them dynamic.
 *
 * Directions: hinge and prismatic joint turn about, or slide along, the x axis of their frames; the twist of
 * a ball joint is about x, its cone opens around x. dry_frame_from_axis() puts a given direction on x.
 *
 * What has come apart is pulled together at no more than 10 m/s per length unit, or 10 rad/s: an error,
 * however large, does not become energy.
 *
 * Units: m, rad, N, N m, kg. Angles may exceed half a turn where one axis alone is free to turn: limits of
 * several turns are tracked. Definitions are copied; start from the dry_..._def_default() functions.
 *
 * Errors: creating functions return the zero id, and dry_last_status() and dry_world_error() say what was
 * wrong; functions that return a DryStatus return DRY_ERROR_ID for a stale joint, DRY_ERROR_ARGUMENT for a
 * value out of range or an axis the joint does not have; getters return zero. A failed call changes nothing.
 */
#ifndef DRYSTONE_JOINTS_H
#define DRYSTONE_JOINTS_H

#include <drystone/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A world; see world.h. The definitions below need no more of it, so that the solver may read them. */
typedef struct DryWorld DryWorld;

/** Kinds of joint. */
typedef enum DryJointKind {
    DRY_JOINT_NONE = 0, /**< of a stale id */
    DRY_JOINT_FIXED = 1,
    DRY_JOINT_BALL = 2,
    DRY_JOINT_HINGE = 3,
    DRY_JOINT_PRISMATIC = 4,
    DRY_JOINT_DISTANCE = 5,
    DRY_JOINT_SIX_AXIS = 6
} DryJointKind;

/**
 * Axes of a joint, for limits, drives and readings.
 * Hinge: DRY_AXIS_ANGULAR_X. Prismatic: DRY_AXIS_LINEAR_X. Distance: DRY_AXIS_RADIUS. Ball:
 * DRY_AXIS_ANGULAR_X (twist) and DRY_AXIS_CONE. Six-axis: all.
 */
typedef enum DryJointAxis {
    DRY_AXIS_LINEAR_X = 0,
    DRY_AXIS_LINEAR_Y = 1,
    DRY_AXIS_LINEAR_Z = 2,
    DRY_AXIS_ANGULAR_X = 3,
    DRY_AXIS_ANGULAR_Y = 4,
    DRY_AXIS_ANGULAR_Z = 5,
    DRY_AXIS_RADIUS = 6, /**< distance over a set of linear axes */
    DRY_AXIS_CONE = 7    /**< angle over a set of angular axes */
} DryJointAxis;

/**
 * Range of a position. lower <= upper; either may be infinite. lower == upper holds the position.
 * Hard by default; soft when frequency or stiffness is given: outside the range a spring pushes back.
 * `frequency` (1/s) with `damping_ratio` choose stiffness and damping from the mass that moves along the
 * axis; otherwise `stiffness` (N/m or N m/rad) with `damping` (N s/m or N m s/rad) are used. All >= 0;
 * frequency and damping_ratio beyond 1e5, stiffness and damping beyond 1e20 count as that. Zero-initialised:
 * no limit.
 */
typedef struct DryLimit {
    bool enabled;
    float lower, upper;
    float frequency, damping_ratio;
    float stiffness, damping;
} DryLimit;

/** What a drive aims at. */
typedef enum DryDriveMode {
    DRY_DRIVE_OFF = 0,
    DRY_DRIVE_VELOCITY = 1, /**< towards target_velocity: force = damping * (target_velocity - velocity) */
    DRY_DRIVE_POSITION = 2  /**< and towards target: + stiffness * (target - position) */
} DryDriveMode;

/**
 * A motor or spring along one axis, integrated implicitly: stable at any stiffness. Start from
 * dry_drive_default() or from the joint's drive: in a drive that is zero-initialised, also by an initialiser
 * that does not name it, max_force is 0, and it does nothing. A velocity drive without damping is rigid: it
 * reaches its speed at once, as far as max_force lets it. A position drive needs frequency, stiffness or
 * damping; frequency > 0 (1/s) with damping_ratio overrides the other two and chooses them from the mass that
 * moves along the axis. `acceleration`: stiffness and damping are per unit of that mass (1/s^2, 1/s), so that
 * the motion does not depend on it; max_force remains a force. The force never exceeds max_force (N or N m),
 * >= 0, may be infinite; 0 is no force at all, not "no limit": a motor may be turned down to nothing.
 */
typedef struct DryDrive {
    DryDriveMode mode;
    float target;          /**< m or rad */
    float target_velocity; /**< m/s or rad/s */
    float stiffness, damping;
    float frequency, damping_ratio;
    float max_force;
    bool acceleration;
} DryDrive;

/**
 * A drive of all three rotations at once along the shortest way (as DryDrive otherwise, also in what a
 * max_torque of 0 means; start from dry_rotation_drive_default()).
 * `target`: of frame_b seen from frame_a; all zero counts as the identity. `target_velocity`: of B relative
 * to A in frame_a's axes, rad/s.
 */
typedef struct DryRotationDrive {
    DryDriveMode mode;
    DryQuat target;
    DryVec3 target_velocity;
    float stiffness, damping;
    float frequency, damping_ratio;
    float max_torque;
    bool acceleration;
} DryRotationDrive;

/** Off; max_force infinite. */
DRY_API DryDrive dry_drive_default(void);
/** Off; target the identity; max_torque infinite. */
DRY_API DryRotationDrive dry_rotation_drive_default(void);

/*
 * Every definition begins with the same members:
 *   body_a, body_b     two different living bodies of the world, of any type
 *   frame_a, frame_b   in each body's own space, within 1e7 m of its origin; rotations unit within 1e-3
 *   collide_connected  whether the two bodies touch each other; false
 *   break_force        the joint is destroyed after a step in which the mean of its force exceeded this, N;
 *                      0 or infinite: never; see DryEvents.broken_joints
 *   break_torque       likewise, N m
 *   user_data
 */

/** No relative motion. */
typedef struct DryFixedDef {
    DryBodyId body_a, body_b;
    DryFrame frame_a, frame_b;
    bool collide_connected;
    float break_force, break_torque;
    void *user_data;
} DryFixedDef;

/** Point to point; turns freely, or within a circular cone and a range of twist. */
typedef struct DryBallDef {
    DryBodyId body_a, body_b;
    DryFrame frame_a, frame_b;
    bool collide_connected;
    float break_force, break_torque;
    void *user_data;
    DryLimit cone;          /**< angle between the x axes, 0 <= lower <= upper <= pi */
    DryLimit twist;         /**< about x, within [-pi, pi] */
    DryRotationDrive drive; /**< motor or spring towards a rotation */
    float friction_torque;  /**< resists turning, N m, >= 0 */
} DryBallDef;

/** Turns about the x axis. */
typedef struct DryHingeDef {
    DryBodyId body_a, body_b;
    DryFrame frame_a, frame_b;
    bool collide_connected;
    float break_force, break_torque;
    void *user_data;
    DryLimit limit; /**< rad; any number of turns */
    DryDrive drive;
    float friction_torque; /**< N m, >= 0 */
} DryHingeDef;

/** Slides along the x axis without turning. */
typedef struct DryPrismaticDef {
    DryBodyId body_a, body_b;
    DryFrame frame_a, frame_b;
    bool collide_connected;
    float break_force, break_torque;
    void *user_data;
    DryLimit limit; /**< m */
    DryDrive drive;
    float friction_force; /**< N, >= 0 */
} DryPrismaticDef;

/**
 * Keeps the distance of the frames' origins in [min_length, max_length]: a rod when they are equal, a rope
 * when min_length is 0. With frequency, stiffness or damping given also a spring of length rest_length within
 * that range.
 */
typedef struct DryDistanceDef {
    DryBodyId body_a, body_b;
    DryFrame frame_a, frame_b; /**< only the positions matter */
    bool collide_connected;
    float break_force, break_torque;
    void *user_data;
    float min_length, max_length; /**< m, 0 <= min <= max, max may be infinite; 0, infinite */
    float rest_length;            /**< m, >= 0 */
    float frequency, damping_ratio, stiffness, damping; /**< as in DryDrive; all zero: no spring */
    float max_force;                                    /**< of the spring, N; infinite */
} DryDistanceDef;

/** How far an axis of a six-axis joint lets the bodies move. */
typedef enum DryAxisMotion {
    DRY_AXIS_LOCKED = 0,
    DRY_AXIS_FREE = 1,
    DRY_AXIS_LIMITED = 2 /**< within `limit`; its `enabled` is then ignored */
} DryAxisMotion;

/** One axis of a six-axis joint. A drive or friction on a locked axis is refused. */
typedef struct DryAxisDef {
    DryAxisMotion motion;
    DryLimit limit;
    DryDrive drive;
    float friction; /**< N or N m, >= 0 */
} DryAxisDef;

/**
 * A limit over a set of axes together. `axes`: bits 1, 2, 4 for x, y, z; two or three of them; 0: none. None
 * may be locked. Linear: the distance from frame_a's origin over these axes (a cylinder or a ball), lower >=
 * 0. Angular, two axes: the angle by which the third axis swings (a circular cone around it); three axes: the
 * angle of the whole rotation. 0 <= lower <= upper <= pi. `limit.enabled` is ignored.
 */
typedef struct DryAxisSetLimit {
    uint32_t axes;
    DryLimit limit;
} DryAxisSetLimit;

/**
 * The general joint: each axis locked, free or limited.
 *
 * Angles: with one axis not locked it is a hinge about that axis. Otherwise rotation is split into a twist
 * about x followed by a swing about y and z (the split is about the third axis when a two-axis cone is
 * given); the swing about y alone is twice the arc tangent of the swing quaternion's y/w, likewise z. So each
 * angle is exact when the other swing is zero.
 *
 * A joint of KHR_physics_rigid_bodies maps onto this one: an axis no limit names is free; a limit of one axis
 * is `limit`, of several with min = max = 0 locks them, of several otherwise is linear_set or angular_set; a
 * drive is the axis's `drive` with mode POSITION (VELOCITY when its stiffness is 0; nothing when damping is 0
 * as well), "acceleration" its `acceleration`.
 */
typedef struct DrySixAxisDef {
    DryBodyId body_a, body_b;
    DryFrame frame_a, frame_b;
    bool collide_connected;
    float break_force, break_torque;
    void *user_data;
    DryAxisDef linear[3];
    DryAxisDef angular[3];
    DryAxisSetLimit linear_set;
    DryAxisSetLimit angular_set;
    DryRotationDrive rotation_drive; /**< needs three unlocked angular axes without drives of their own */
} DrySixAxisDef;

DRY_API DryFixedDef dry_fixed_def_default(void);
DRY_API DryBallDef dry_ball_def_default(void);
DRY_API DryHingeDef dry_hinge_def_default(void);
DRY_API DryPrismaticDef dry_prismatic_def_default(void);
DRY_API DryDistanceDef dry_distance_def_default(void);
/** All axes locked. */
DRY_API DrySixAxisDef dry_six_axis_def_default(void);

/* Create: wakes both bodies (static ones do not wake). The zero id on failure. */
DRY_API DryJointId dry_fixed_create(DryWorld *world, const DryFixedDef *def);
DRY_API DryJointId dry_ball_create(DryWorld *world, const DryBallDef *def);
DRY_API DryJointId dry_hinge_create(DryWorld *world, const DryHingeDef *def);
DRY_API DryJointId dry_prismatic_create(DryWorld *world, const DryPrismaticDef *def);
DRY_API DryJointId dry_distance_create(DryWorld *world, const DryDistanceDef *def);
DRY_API DryJointId dry_six_axis_create(DryWorld *world, const DrySixAxisDef *def);

/** Destroys the joint and wakes its bodies. */
DRY_API DryStatus dry_joint_destroy(DryWorld *world, DryJointId joint);
DRY_API bool dry_joint_is_valid(const DryWorld *world, DryJointId joint);
/** Ids of all living joints in slot order; returns how many there are, writes at most `capacity`. */
DRY_API int32_t dry_world_joints(const DryWorld *world, DryJointId *joints, int32_t capacity);
/** Joints of a body, ordered by slot; returns how many there are, writes at most `capacity`. */
DRY_API int32_t dry_body_joints(const DryWorld *world, DryBodyId body, DryJointId *joints, int32_t capacity);

DRY_API DryJointKind dry_joint_kind(const DryWorld *world, DryJointId joint);
DRY_API DryBodyId dry_joint_body_a(const DryWorld *world, DryJointId joint);
DRY_API DryBodyId dry_joint_body_b(const DryWorld *world, DryJointId joint);
DRY_API DryFrame dry_joint_frame_a(const DryWorld *world, DryJointId joint);
DRY_API DryFrame dry_joint_frame_b(const DryWorld *world, DryJointId joint);
/** Moves the frames; rotations unit within 1e-3. Wakes the bodies. */
DRY_API DryStatus dry_joint_set_frames(DryWorld *world, DryJointId joint, DryFrame frame_a, DryFrame frame_b);

/** A disabled joint does nothing; its bodies touch each other again. Wakes the bodies. */
DRY_API DryStatus dry_joint_set_enabled(DryWorld *world, DryJointId joint, bool enabled);
DRY_API bool dry_joint_is_enabled(const DryWorld *world, DryJointId joint);
/** Wakes the bodies when it changes. */
DRY_API DryStatus dry_joint_set_collide_connected(DryWorld *world, DryJointId joint, bool collide);
DRY_API bool dry_joint_collide_connected(const DryWorld *world, DryJointId joint);
DRY_API void *dry_joint_user_data(const DryWorld *world, DryJointId joint);
DRY_API DryStatus dry_joint_set_user_data(DryWorld *world, DryJointId joint, void *user_data);

/** The range of a free axis; DRY_AXIS_RADIUS and DRY_AXIS_CONE are the limits over sets, the former also the
 * lengths of a distance joint. A locked axis is refused. Wakes the bodies. */
DRY_API DryStatus dry_joint_set_limit(DryWorld *world, DryJointId joint, DryJointAxis axis,
                                      const DryLimit *limit);
DRY_API DryLimit dry_joint_limit(const DryWorld *world, DryJointId joint, DryJointAxis axis);
/** The motor or spring of a free axis (distance joint: DRY_AXIS_RADIUS, the target is its rest length). Wakes
 * the bodies. */
DRY_API DryStatus dry_joint_set_drive(DryWorld *world, DryJointId joint, DryJointAxis axis,
                                      const DryDrive *drive);
DRY_API DryDrive dry_joint_drive(const DryWorld *world, DryJointId joint, DryJointAxis axis);
/** Of ball joints and six-axis joints with three unlocked angular axes. Wakes the bodies. */
DRY_API DryStatus dry_joint_set_rotation_drive(DryWorld *world, DryJointId joint,
                                               const DryRotationDrive *drive);
DRY_API DryRotationDrive dry_joint_rotation_drive(const DryWorld *world, DryJointId joint);
/** Friction of a free axis, N or N m, >= 0; a ball joint's is DRY_AXIS_ANGULAR_X and acts about all axes. */
DRY_API DryStatus dry_joint_set_friction(DryWorld *world, DryJointId joint, DryJointAxis axis,
                                         float friction);
DRY_API float dry_joint_friction(const DryWorld *world, DryJointId joint, DryJointAxis axis);
/** N and N m, >= 0; 0 or infinite: never breaks. Wakes the bodies. */
DRY_API DryStatus dry_joint_set_break(DryWorld *world, DryJointId joint, float force, float torque);
/** 0: never, also when infinity was set. */
DRY_API float dry_joint_break_force(const DryWorld *world, DryJointId joint);
DRY_API float dry_joint_break_torque(const DryWorld *world, DryJointId joint);

/** Angle of B relative to A about an angular axis or DRY_AXIS_CONE, rad, at the latest poses; turns are
 * counted for hinges. */
DRY_API float dry_joint_angle(const DryWorld *world, DryJointId joint, DryJointAxis axis);
/** Offset of B's anchor from A's along a linear axis of frame_a or DRY_AXIS_RADIUS, m, at the latest poses.
 */
DRY_API float dry_joint_offset(const DryWorld *world, DryJointId joint, DryJointAxis axis);
/** Rate of change of that angle or offset, rad/s or m/s. */
DRY_API float dry_joint_speed(const DryWorld *world, DryJointId joint, DryJointAxis axis);
/** How far the anchors are apart along the axes that the joint locks, m; a distance joint: outside its range.
 */
DRY_API float dry_joint_gap(const DryWorld *world, DryJointId joint);
/** By what angle the frames are turned against each other about the axes that the joint locks, rad. */
DRY_API float dry_joint_skew(const DryWorld *world, DryJointId joint);
/** Force on body B at its anchor, mean over the latest step in which the joint did something, N, world axes;
 * body A feels the opposite. */
DRY_API DryVec3 dry_joint_force(const DryWorld *world, DryJointId joint);
/** Torque on body B about its anchor, likewise, N m, world axes. */
DRY_API DryVec3 dry_joint_torque(const DryWorld *world, DryJointId joint);

#ifdef __cplusplus
}
#endif

#endif
