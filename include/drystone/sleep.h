/**
 * @file
 * When bodies at rest fall asleep, and why one does not.
 */
#ifndef DRYSTONE_SLEEP_H
#define DRYSTONE_SLEEP_H

#include <drystone/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * What counts as rest. An island falls asleep when all of its bodies have been at rest for
 * DryWorldDef.sleep_time without getting faster. Linear and angular motion are taken from velocity or, when
 * that is more, from the way gone in the step.
 */
typedef enum DrySleepCriterion {
    /** |v| + |w| extent below sleep_speed, m/s; the extent is the farthest point from the centre of mass */
    DRY_SLEEP_SPEED = 0,
    /** |m v| + |I w| / extent below DrySleepSettings.momentum: heavy bodies must be slower */
    DRY_SLEEP_MOMENTUM = 1,
    /** likewise of the moving averages of m v and I w over about DrySleepSettings.mean_time: what only
       trembles sleeps */
    DRY_SLEEP_MEAN_MOMENTUM = 2,
    /** kinetic energy per mass below DrySleepSettings.energy: size does not count */
    DRY_SLEEP_ENERGY = 3,
    /** as DRY_SLEEP_SPEED, and supported and in balance: seen along gravity, the centre of mass lies inside
       the polygon of at least three contact points that bear it. Without gravity, and for bodies held by
       joints, as DRY_SLEEP_SPEED. A single ball on a floor never sleeps. */
    DRY_SLEEP_SUPPORTED = 4
} DrySleepCriterion;

/** Start from dry_sleep_settings_default(). */
typedef struct DrySleepSettings {
    DrySleepCriterion criterion; /**< DRY_SLEEP_SPEED */
    float momentum;              /**< kg m/s, 0..1e30; 0.05 */
    float energy;                /**< J/kg, 0..1e12; 0.00125 */
    float mean_time;             /**< s, 0..1e6; 0.25 */
    /** Damping that rises towards sleep, 1/s, 0..1e6; 0: none. A body at rest for the time t is damped by
       calming_damping * t / sleep_time in addition to its own damping; a body that moves is not. */
    float calming_damping;
} DrySleepSettings;

DRY_API DrySleepSettings dry_sleep_settings_default(void);
/** Of the whole world, kept in snapshots. Wakes nobody; the time at rest of bodies awake begins anew. */
DRY_API DryStatus dry_world_set_sleep_settings(DryWorld *world, const DrySleepSettings *settings);
/** All zero for a null world. */
DRY_API DrySleepSettings dry_world_sleep_settings(const DryWorld *world);

/** Why a body is awake. */
typedef enum DryAwakeReason {
    DRY_AWAKE_NOT = 0,       /**< it is not: asleep, static, resting kinematic, disabled or a stale id */
    DRY_AWAKE_MOVING = 1,    /**< it moves itself: the criterion has not held in the latest step */
    DRY_AWAKE_TIMER = 2,     /**< it rests, but not yet for sleep_time */
    DRY_AWAKE_NEIGHBOUR = 3, /**< another body of its island moves or has not rested long enough */
    DRY_AWAKE_KINEMATIC =
        4, /**< it is, or a body of its island touches or hangs on, a moving kinematic one */
    DRY_AWAKE_NOT_ALLOWED = 5, /**< the world does not let bodies sleep, or a body of the island may not */
    DRY_AWAKE_PUSHED = 6,      /**< overlap is being pushed apart */
    DRY_AWAKE_UNSUPPORTED = 7  /**< DRY_SLEEP_SUPPORTED: a body of its island rests, but not in balance */
} DryAwakeReason;

/** Why the body is awake; a body that moves or rests too short itself answers so before it names others.
 * `culprit` (may be null): the body that is to blame, the moving neighbour with the largest speed among them;
 * the zero id when it is the world or nobody. Safe from many threads between steps. DRY_AWAKE_NOT with
 * DRY_ERROR_MEMORY in dry_last_status() when memory ran out. */
DRY_API DryAwakeReason dry_body_awake_reason(const DryWorld *world, DryBodyId body, DryBodyId *culprit);

#ifdef __cplusplus
}
#endif

#endif
