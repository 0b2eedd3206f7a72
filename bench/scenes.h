/**
 * The scenes: how each is built and what is done to it before a step.
 */
#ifndef DRYSTONE_BENCH_SCENES_H
#define DRYSTONE_BENCH_SCENES_H

#include <drystone/world.h>

enum {
    BENCH_KEPT = 100
};

/** A scene that is being run. */
typedef struct BenchWorld {
    DryWorld *world;
    DryBodyId kept[BENCH_KEPT]; /**< bodies that the step function moves */
    int32_t kept_count;
    bool failed; /**< a call was refused: dry_world_error() */
} BenchWorld;

/** A scene. */
typedef struct BenchScene {
    const char *name, *title;
    int32_t steps;
    bool sleeping;
    void (*build)(BenchWorld *bench);
    void (*before_step)(BenchWorld *bench, int32_t step); /**< may be null */
    void (*define)(DryWorldDef *def);                     /**< changes settings; may be null */
} BenchScene;

/** Null when the index is wrong. */
const BenchScene *bench_scene(int32_t index);

/* box_scenes.c */
void bench_build_large_pyramid(BenchWorld *bench);
void bench_build_many_pyramids(BenchWorld *bench);
void bench_build_large_world(BenchWorld *bench);
void bench_before_large_world(BenchWorld *bench, int32_t step);

/* hull_scenes.c */
void bench_build_convex_pile(BenchWorld *bench);
void bench_build_junkyard(BenchWorld *bench);
void bench_before_junkyard(BenchWorld *bench, int32_t step);
void bench_build_washer(BenchWorld *bench);

/* contact_scenes.c */
void bench_define_swept(DryWorldDef *def);
void bench_define_apart(DryWorldDef *def);
void bench_build_contacts_plain(BenchWorld *bench);
void bench_build_contacts_heavy(BenchWorld *bench);
void bench_build_contacts_bounce(BenchWorld *bench);
void bench_build_contacts_rolling(BenchWorld *bench);
void bench_build_contacts_spring(BenchWorld *bench);
void bench_build_contacts_grain(BenchWorld *bench);

/* tree_scenes.c */
void bench_build_trees_100(BenchWorld *bench);
void bench_build_trees_50(BenchWorld *bench);
void bench_build_trees_25(BenchWorld *bench);

/* joint_scenes.c */
void bench_build_joint_grid(BenchWorld *bench);

/* build.c: bricks of the scenes. A refused call is remembered in `failed`. */

/** Gravity, time step settings and material common to all scenes. */
DryWorldDef bench_world_def(bool sleeping);
DryShapeOptions bench_options(void);
DryBodyDef bench_body_def(DryBodyType type, double x, double y, double z);
DryBodyId bench_add_body(BenchWorld *bench, const DryBodyDef *def);
void bench_add_box(BenchWorld *bench, DryBodyId body, DryVec3 half_extents, const DryShapeOptions *options);
void bench_add_hull(BenchWorld *bench, DryBodyId body, DryHull *hull, const DryShapeOptions *options);
/** Remembers a call that was refused. */
void bench_check(BenchWorld *bench, bool good);
/** A static box of these half-extents whose centre is at y = -1. */
DryBodyId bench_add_ground(BenchWorld *bench, float x, float y, float z);
/** A hull of points; null (and `failed`) when it cannot be built. To be released. */
DryHull *bench_hull(BenchWorld *bench, const DryVec3 *points, int32_t count);

#endif
