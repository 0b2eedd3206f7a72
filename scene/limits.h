/**
 * What a scene file may ask for. A file beyond one of these is refused with a message that names the limit,
 * so that a damaged or hostile file costs little memory and time.
 */
#ifndef DRYSTONE_SCENE_LIMITS_H
#define DRYSTONE_SCENE_LIMITS_H

#include <stdint.h>

/** Bytes of the scene file itself: JSON text or .glb container. */
#define DRY_SCENE_MAX_FILE ((int64_t)1 << 30)
/** Bytes of JSON text. Parsed, they take about ten times as much. */
#define DRY_SCENE_MAX_JSON ((int64_t)256 << 20)
/** Bytes of all buffers and embedded images together, decoded. */
#define DRY_SCENE_MAX_BYTES ((int64_t)2 << 30)

enum {
    DRY_SCENE_MAX_NODES = 1000000,
    DRY_SCENE_MAX_DEPTH = 512,        /**< of the node tree */
    DRY_SCENE_MAX_ITEMS = 1000000,    /**< of any other array of the file */
    DRY_SCENE_MAX_ELEMENTS = 1 << 26, /**< of an accessor */
    DRY_SCENE_MAX_VERTICES = 1 << 24, /**< of the geometry of one collider */
    DRY_SCENE_MAX_TRIANGLES = 1 << 24,
    DRY_SCENE_MAX_BODIES = 200000,
    DRY_SCENE_MAX_URI = 1024,     /**< bytes of a file's relative path */
    DRY_SCENE_MAX_WARNINGS = 1000 /**< of different reasons that are kept; further ones are counted */
};

/** Vertices and triangles that all mesh colliders together may hold, instances counted one by one. */
#define DRY_SCENE_MAX_COLLIDER_DATA ((int64_t)1 << 26)

#endif
