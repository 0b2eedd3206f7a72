/**
 * What the steps of building a world from a scene share.
 */
#ifndef DRYSTONE_SCENE_BUILD_H
#define DRYSTONE_SCENE_BUILD_H

#include "scene/scene.h"

enum {
    HULL_CACHE_BUCKETS = 1024
};

/** Geometry that several colliders share. */
typedef struct GeometryEntry {
    struct GeometryEntry *next;
    int32_t shape, mesh_node, mesh;
    bool hull;
    double stretch[3][3];
    DryHull *built_hull; /**< one of the two */
    DryMesh *built_mesh;
} GeometryEntry;

typedef struct SceneBuilder {
    const DryScene *scene;
    DryWorld *world;
    DrySceneMap *map;
    SceneReport *report;
    GeometryEntry *geometry[HULL_CACHE_BUCKETS];
} SceneBuilder;

enum {
    BUILD_PLACE_SIZE = 96
};

/** "nodes[3].extensions.KHR_physics_rigid_bodies.collider" */
void dry__build_place(int32_t node, const char *member, char place[BUILD_PLACE_SIZE]);

/** How a node lies in a body: x -> r x + t in the body's frame. */
DryAffine dry__build_relative(const DrySceneBody *body, const DryAffine *world);

/** The file says zero and means infinity. */
bool dry__build_infinite_mass(const DrySceneBody *body);
bool dry__build_infinite_inertia(const DrySceneBody *body);
/** What the engine simulates the body as. */
DryBodyType dry__build_type(const DrySceneBody *body);

#endif
