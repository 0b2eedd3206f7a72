/**
 * @file
 * Energy of bodies, islands and the world, and the work that changed it.
 */
#ifndef DRYSTONE_ENERGY_H
#define DRYSTONE_ENERGY_H

#include <drystone/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* DryEnergy and dry_world_energy: world.h. The potential energy is that of gravity, -m g.x times the body's
   gravity scale: zero at the origin's height. All of it zero for bodies that are not dynamic. */

DRY_API DryEnergy dry_body_energy(const DryWorld *world, DryBodyId body);
/** Sum over the body's island: the dynamic bodies connected to it by touching contacts and enabled joints,
 * asleep or not. Zero with DRY_ERROR_MEMORY in dry_last_status() when memory ran out. */
DRY_API DryEnergy dry_island_energy(const DryWorld *world, DryBodyId body);
/** Ids of the dynamic bodies of that island in slot order; returns how many there are, writes at most
 * `capacity`; 0 for a body that is not dynamic, -1 when memory ran out or the arguments are wrong. */
DRY_API int32_t dry_body_island(const DryWorld *world, DryBodyId body, DryBodyId *bodies, int32_t capacity);

/**
 * Work done on bodies since they were created or counting began, joules; positive where the body gained
 * energy.
 *
 * The kinetic energy has changed by the sum of all members, kinetic and potential energy together by the sum
 * of all but `gravity`, to rounding. That holds for what the world does and for applied forces and impulses;
 * setting velocity, pose, mass, gravity or type changes the energy without being counted.
 *
 * The work of an impulse P in a substep is P . (v0 + v3) / 2, with the velocity before and after the substep:
 * of force times way it differs by half a substep's way at the beginning and at the end.
 */
typedef struct DryWork {
    double gravity;  /**< minus the change of potential energy */
    double forces;   /**< applied forces, torques, impulses and explosions */
    double damping;  /**< linear and angular damping; never positive but for rounding */
    double contacts; /**< normal and rolling impulses, and all that happens in a bounce */
    double friction; /**< of contacts that touch; positive where a conveyor or a moving body drives */
    double joints;   /**< what holds joints together; distance joints with all they do */
    double
        drives; /**< along and about the free axes of the other joints: drives, springs, limits, friction */
    /** Everything else: what integrating in finite steps adds or takes, overlap that was pushed apart against
       gravity, the limit of speed, the rest of velocity that a body loses as it falls asleep */
    double correction;
} DryWork;

/** Begins or ends to count work; beginning sets all of it to zero. Costs time and memory only while it is
 * on. Off at first. Part of snapshots, but not of the state hash. */
DRY_API DryStatus dry_world_set_track_work(DryWorld *world, bool track);
DRY_API bool dry_world_track_work(const DryWorld *world);
/** Sets the work of all bodies to zero. DRY_ERROR_STATE when work is not counted. */
DRY_API DryStatus dry_world_reset_work(DryWorld *world);

/** Zero while work is not counted, and for bodies that are not dynamic. */
DRY_API DryWork dry_body_work(const DryWorld *world, DryBodyId body);
/** Sum over the bodies of the island that the body belongs to now. */
DRY_API DryWork dry_island_work(const DryWorld *world, DryBodyId body);
/** Sum over the bodies there are. */
DRY_API DryWork dry_world_work(const DryWorld *world);

#ifdef __cplusplus
}
#endif

#endif
