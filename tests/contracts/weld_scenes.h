/* Grounds made of pieces, and bodies that slide over them. */
#ifndef TESTS_WELD_SCENES_H
#define TESTS_WELD_SCENES_H

#include <drystone/geometry.h>
#include <drystone/world.h>

typedef enum Ground {
    GROUND_ONE_BOX,     /* nothing to weld: what the others must equal */
    GROUND_ONE_MESH,    /* connected */
    GROUND_T_JUNCTIONS, /* one mesh, squares of 1, 2 and 4 cells side by side, not connected */
    GROUND_TWO_MESHES,  /* columns of unit squares of two meshes in turn, of other tessellation */
    GROUND_BOXES,       /* unit boxes side by side */
    GROUND_GRIDS,       /* two meshes of different cells that meet at a seam, in strips of a metre */
    GROUND_COMPOUND,    /* unit boxes of one body */
    GROUND_COUNT
} Ground;

typedef enum Slider {
    SLIDER_BOX,
    SLIDER_SPHERE,
    SLIDER_CAPSULE,
    SLIDER_CYLINDER,
    SLIDER_PRISM, /* of 16 sides */
    SLIDER_ROUNDED_BOX,
    SLIDER_COUNT
} Slider;

extern const char *const ground_names[GROUND_COUNT];
extern const char *const slider_names[SLIDER_COUNT];

/* Flat, `squares` metres long: from `at` along x and 7 m to both sides along z, turned about y by `yaw`
   degrees about the origin. Of `type`, which is static or kinematic. Returns the (first) body. */
DryBodyId add_ground(DryWorld *world, Ground ground, DryVec3 at, int squares, float yaw, DryBodyType type,
                     const DryShapeOptions *options);
/* A static box. */
DryBodyId add_block(DryWorld *world, DryVec3 lower, DryVec3 upper, const DryShapeOptions *options);
/* A static mesh of loose triangles. */
void add_triangles(DryWorld *world, const DryVec3 *corners, int32_t triangles,
                   const DryShapeOptions *options);

/* Half its height as it slides. */
float slider_height(Slider slider);
DryBodyId add_slider(DryWorld *world, Slider slider, DryPos position, float yaw, DryVec3 velocity,
                     const DryShapeOptions *options);

#endif
