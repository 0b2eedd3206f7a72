/**
 * @file
 * Foundation of the public face: status codes, allocator and log hooks, task callbacks, ids.
 *
 * Units throughout the library: SI (metres, kilograms, seconds, radians), right-handed axes.
 * Nothing in the library aborts on user data: a wrong argument is answered by a status or a zero id.
 */
#ifndef DRYSTONE_BASE_H
#define DRYSTONE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(DRYSTONE_SHARED)
#if defined(DRYSTONE_BUILDING)
#define DRY_API __declspec(dllexport)
#else
#define DRY_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define DRY_API __attribute__((visibility("default")))
#else
#define DRY_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Library version, as in the release's name. */
#define DRY_VERSION_MAJOR 0
#define DRY_VERSION_MINOR 1
#define DRY_VERSION_PATCH 0

/**
 * Version of the simulation's defaults and arithmetic. Two libraries with the same protocol version give the
 * same bits for the same calls; a snapshot of another protocol version is refused.
 */
#define DRY_PROTOCOL_VERSION 2

/** What a call answers. Everything but DRY_OK means that the call changed nothing (dry_world_step has one
 * exception). */
typedef enum DryStatus {
    DRY_OK = 0,
    /** An argument is outside its documented range (null, non-finite, negative, not normalised, ...). */
    DRY_ERROR_ARGUMENT = 1,
    /** An id is none, stale, or of another world. */
    DRY_ERROR_ID = 2,
    /** Memory ran out. */
    DRY_ERROR_MEMORY = 3,
    /** The call is not allowed now: from a callback during the step, on a disabled body, with objects alive.
     */
    DRY_ERROR_STATE = 4,
    /** Data has the wrong size: a snapshot is cut off, or a result exceeds what its file format can hold. */
    DRY_ERROR_SIZE = 5,
    /** The data was written by another protocol version, by another build, or is damaged. */
    DRY_ERROR_FORMAT = 6,
    /** The geometry is degenerate: flat, empty, or smaller than the tolerance; so is a mesh when scaled. */
    DRY_ERROR_GEOMETRY = 7,
    /** Arguments that are right one by one lead out of the range of numbers: too heavy, too fast, not finite.
     */
    DRY_ERROR_RANGE = 8
} DryStatus;

/** Short English name of a status, e.g. "argument". Never null. */
DRY_API const char *dry_status_name(DryStatus status);

/** Status of the latest failed call on this thread; DRY_OK when none failed yet. For calls that return an id,
 * a pointer or a number: it is not reset by those that succeed. */
DRY_API DryStatus dry_last_status(void);

/** Message of the latest failed call on this thread, whether or not a world keeps it too; "" when none failed
 * yet. Never null. */
DRY_API const char *dry_last_error(void);

/** For code on top of the library that answers as the library does: makes dry_last_status() and
 * dry_last_error() of this thread answer `status` and `message` (copied, at most 239 bytes; null: ""), and
 * returns `status`. DRY_OK changes nothing. */
DRY_API DryStatus dry_set_last_error(DryStatus status, const char *message);

/** Version of the linked library as text, "0.1.0". */
DRY_API const char *dry_version(void);

/** Memory hooks. `allocate` returns `size` bytes aligned to `alignment` (a power of two) or null; `release`
 * gets the same size. Both may be called from any thread that calls the library, and from its workers. */
typedef struct DryAllocator {
    void *(*allocate)(size_t size, size_t alignment, void *user);
    void (*release)(void *memory, size_t size, void *user);
    void *user;
} DryAllocator;

/**
 * Sets the allocator of the whole process; null, or both members null, restores the default;
 * DRY_ERROR_ARGUMENT when only one is. Must be called while no object of the library exists, else
 * DRY_ERROR_STATE.
 */
DRY_API DryStatus dry_set_allocator(const DryAllocator *allocator);

/** Bytes now held through the allocator by the whole library. */
DRY_API size_t dry_allocated_bytes(void);

/** For code on top of the library: `size` bytes of zeros from the library's allocator, counted as its own;
 * null when `size` is 0 or memory ran out. */
DRY_API void *dry_memory_allocate(size_t size);

/** Gives them back; `size` as it was then. Null is allowed. */
DRY_API void dry_memory_release(void *memory, size_t size);

/** Receives one line of text without a line end. May be called from worker threads. */
typedef void DryLogFn(const char *message, void *user);

/** Sets the process-wide log hook; null turns logging off (the default). */
DRY_API void dry_set_log(DryLogFn *log, void *user);

/** Work handed to a user's task system: call it once with the same `context`, on any thread. */
typedef void DryTaskFn(void *context);

/** Starts `task(context)` on another thread if it can, and returns a handle for `finish`. It may also run it
 * at once. */
typedef void *DryEnqueueFn(DryTaskFn *task, void *context, void *user);

/** Returns once the task behind `handle` has run. */
typedef void DryFinishFn(void *handle, void *user);

/** Identity of a body. Zero-initialised means none. A stale id (its body destroyed) is answered with an
 * error, never followed to what lives in its place now. */
typedef struct DryBodyId {
    uint32_t index;      /**< slot + 1; 0: none */
    uint32_t generation; /**< of the slot: changes when it is reused */
} DryBodyId;

/** Identity of a shape attached to a body. */
typedef struct DryShapeId {
    uint32_t index;
    uint32_t generation;
} DryShapeId;

/** Identity of a joint. */
typedef struct DryJointId {
    uint32_t index;
    uint32_t generation;
} DryJointId;

#ifdef __cplusplus
}
#endif

#endif
