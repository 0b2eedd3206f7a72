/**
 * @file
 * Debug drawing: the world calls back with lines, triangles and text; the user draws them as it likes.
 */
#ifndef DRYSTONE_DEBUG_H
#define DRYSTONE_DEBUG_H

#include <drystone/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/** 0xRRGGBB */
typedef uint32_t DryColor;

/** What to draw and with what. Null callbacks draw nothing. All points are relative to `origin`, so that
 * single precision does. */
typedef struct DryDebugDraw {
    void (*line)(DryVec3 a, DryVec3 b, DryColor color, void *user);
    void (*triangle)(DryVec3 a, DryVec3 b, DryVec3 c, DryColor color, void *user);
    void (*point)(DryVec3 p, float size, DryColor color, void *user);
    void (*text)(DryVec3 p, const char *text, DryColor color, void *user);
    void *user;
    DryPos origin;
    bool shapes, bounds, contacts, normals, impulses, joints, centers, sleeping;
    float impulse_scale; /**< metres per N s */
    DryBounds region;    /**< only what touches it is drawn, when lower < upper on every axis */
} DryDebugDraw;

/** Shapes, contacts with normals, and joints; no callbacks. */
DRY_API DryDebugDraw dry_debug_draw_default(void);
/** Calls back on this thread, in an order that depends on the state alone; the callbacks must not change the
 * world. DRY_ERROR_ARGUMENT when one of them is null, the origin or impulse_scale is not finite, or the world
 * is in its step.
 */
DRY_API DryStatus dry_world_draw(const DryWorld *world, const DryDebugDraw *draw);

#ifdef __cplusplus
}
#endif

#endif
