/**
 * @file
 * Saving, restoring and hashing the state of a world.
 */
#ifndef DRYSTONE_STATE_H
#define DRYSTONE_STATE_H

#include <drystone/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Writes the whole state into `buffer` when `capacity` suffices; returns the size needed (0: null world, or
 * called during the step). Geometry is stored by reference: hulls and meshes stay with the world until
 * dry_world_trim. Stepping after a restore gives the same bits as never having saved, also when bodies were
 * created or destroyed in between. Allocates nothing.
 */
DRY_API size_t dry_world_save(const DryWorld *world, void *buffer, size_t capacity);

/**
 * Puts the world back to a saved state of the same world. DRY_ERROR_SIZE when the data is cut off,
 * DRY_ERROR_FORMAT when it is damaged, of another protocol version, of another build, of another world, or
 * names geometry that was trimmed; the world is then as before. Events are empty afterwards. The world's
 * settings and its own user_data stay as they are; those of bodies, shapes and joints go back.
 */
DRY_API DryStatus dry_world_restore(DryWorld *world, const void *data, size_t size);

/** 64-bit hash of everything in the state that decides the future: equal on every platform, worker count and
 * kernel. The world's settings other than gravity, and user data, are not in it. 0 for a null world. */
DRY_API uint64_t dry_world_hash(const DryWorld *world);

/** Releases geometry that no shape uses; older snapshots that need it can no longer be restored. Ignored
 * during the step. */
DRY_API void dry_world_trim(DryWorld *world);

#ifdef __cplusplus
}
#endif

#endif
