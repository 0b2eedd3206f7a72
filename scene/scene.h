/**
 * Scene files: glTF 2.0 with KHR_physics_rigid_bodies and KHR_implicit_shapes, read into a description from
 * which a world is built. Nothing of the file is lost: it is kept for writing the scene back (recorder.h).
 *
 * Errors: functions return a DryStatus and, when it is not DRY_OK, one line "file: place: reason" in
 * `message` (which may be null). DRY_ERROR_FORMAT: the file is wrong; DRY_ERROR_ARGUMENT: the call is wrong,
 * or the file cannot be opened; DRY_ERROR_MEMORY. What a file asks for and cannot be honoured is a warning
 * with its place in the file. docs/scene-files.md says what is read and how; limits.h what is refused as too
 * large.
 */
#ifndef DRYSTONE_SCENE_H
#define DRYSTONE_SCENE_H

#include "scene/affine.h"
#include "scene/report.h"

#include <drystone/drystone.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A node of the file, whether or not it is part of the scene. */
typedef struct DrySceneNode {
    const char *name; /**< "" when it has none */
    int32_t parent, first_child, next_sibling;
    int32_t mesh;
    int32_t body;     /**< of DryScene.bodies, that moves with the node or contains it; -1: none */
    bool in_scene;    /**< of the scene shown; others only lend their geometry */
    bool is_matrix;   /**< given as a matrix, of which the three below are a decomposition */
    bool has_physics; /**< it or a node below is a body or a collider */
    bool is_geometry; /**< it or a node above lends its meshes to a collider */
    bool is_deformed; /**< has a skin, or its mesh has weights */
    double translation[3], rotation[4], scale[3];
    DryAffine local, world;
} DrySceneNode;

/** Triangles and points of a mesh, all primitives together. Decoded only when a collider needs them. */
typedef struct DrySceneMesh {
    bool decoded;
    DryVec3 *points;
    uint32_t *indices; /**< 3 per triangle */
    int32_t point_count, triangle_count;
} DrySceneMesh;

typedef enum DrySceneShapeKind {
    DRY_SCENE_SPHERE = 0, /**< radius_top */
    DRY_SCENE_BOX = 1,
    DRY_SCENE_CAPSULE = 2,
    DRY_SCENE_CYLINDER = 3,
    DRY_SCENE_PLANE = 4,
    DRY_SCENE_UNKNOWN = 5 /**< of another extension */
} DrySceneShapeKind;

/** A shape of KHR_implicit_shapes, metres. */
typedef struct DrySceneShape {
    DrySceneShapeKind kind;
    double size[3];                           /**< box */
    double radius_top, radius_bottom, height; /**< along y */
    double size_x, size_z;                    /**< plane; 0: infinite */
    bool double_sided;                        /**< plane */
} DrySceneShape;

/** A collider or trigger: geometry on a node. */
typedef struct DrySceneCollider {
    int32_t node, body;
    int32_t shape;     /**< of DryScene.shapes, or -1 */
    int32_t mesh_node; /**< whose meshes, with those of the nodes below, are the geometry; or -1 */
    int32_t mesh;      /**< a mesh by itself (earlier drafts of the extension), or -1 */
    int32_t material, filter;
    bool hull;    /**< the convex hull of the geometry */
    bool trigger; /**< reports overlap only */
} DrySceneCollider;

typedef struct DrySceneBody {
    int32_t node;
    DryBodyType type;
    double position[3], rotation[4]; /**< of the node in the world, without scale */
    bool singular;                   /**< the node has no rotation: scaled to nothing. Not simulated. */
    bool has_mass, has_center, has_inertia;
    double mass;                               /**< kg; 0: infinite */
    double center[3];                          /**< in the body's frame */
    double inertia[3], inertia_orientation[4]; /**< kg m^2; 0: infinite */
    double velocity[3], angular_velocity[3];   /**< world axes */
    double gravity_factor;
} DrySceneBody;

/** Range over one or more axes, bits 1, 2, 4 for x, y, z. */
typedef struct DrySceneLimit {
    uint32_t linear_axes, angular_axes; /**< one of them is 0 */
    double min, max;                    /**< may be infinite */
    bool soft;
    double stiffness, damping;
} DrySceneLimit;

typedef struct DrySceneDrive {
    bool angular, acceleration;
    int32_t axis;
    double max_force; /**< may be infinite */
    double position_target, velocity_target, stiffness, damping;
} DrySceneDrive;

typedef struct DrySceneJointKind {
    DrySceneLimit *limits;
    DrySceneDrive *drives;
    int32_t limit_count, drive_count;
} DrySceneJointKind;

typedef struct DrySceneJoint {
    int32_t node, connected_node;
    int32_t kind; /**< of DryScene.joint_kinds */
    bool collide;
} DrySceneJoint;

typedef struct DryScene {
    char *name; /**< of the file, without its folders */
    DrySceneNode *nodes;
    int32_t *order; /**< the scene's nodes, parents first */
    DrySceneMesh *meshes;
    DrySceneShape *shapes;
    DryMaterial *materials;
    DryFilter *filters;
    DrySceneBody *bodies;
    DrySceneCollider *colliders;
    DrySceneJointKind *joint_kinds;
    DrySceneJoint *joints;
    int32_t node_count, order_count, mesh_count, shape_count, material_count, filter_count;
    int32_t body_count, collider_count, joint_kind_count, joint_count;
    DrySceneWarnings warnings;
    struct GltfFile *file; /**< the file as it was read */
    struct SceneArena *arena;
} DryScene;

/** Reads a file. External buffers are looked for beside it and below; nowhere else. */
DryStatus dry_scene_read(const char *path, DryScene **scene, DrySceneMessage *message);
/** Reads from memory, which is copied. `name` is the file's name in messages. External buffers are refused.
 */
DryStatus dry_scene_read_memory(const void *data, size_t size, const char *name, DryScene **scene,
                                DrySceneMessage *message);
/** Null is allowed. */
void dry_scene_destroy(DryScene *scene);

/** Of colliders that name no material: friction 0.6, restitution 0, and the other collider's combine modes.
 */
DryMaterial dry__scene_material_default(void);

/** What of a world belongs to what of a scene. */
typedef struct DrySceneMap {
    DryBodyId *bodies;  /**< one per body of the scene; none: not simulated */
    DryShapeId *shapes; /**< one per collider; none: left out, see the warnings */
    DryJointId *joints; /**< one per joint; none: left out */
    DryBodyId anchor;   /**< static body to which joints are tied that name no body; none: not needed */
    int32_t body_count, shape_count, joint_count;
    int32_t welded;            /**< mesh vertices merged, of all meshes */
    int32_t degenerate;        /**< mesh triangles dropped */
    int32_t meshes;            /**< triangle meshes built */
    DrySceneWarnings warnings; /**< what could not be honoured in the world */
} DrySceneMap;

/** dry_world_def_default(), with a maximum_speed that leaves the scene's fastest body 500 m/s to gain. */
DryWorldDef dry_scene_world_def(const DryScene *scene);

/**
 * Creates the scene's bodies, shapes and joints in the world, whose gravity and settings are the caller's. On
 * an error some may have been created already: destroy the world. The map, to be released, names them; the
 * user data of a body is its number in the scene plus one.
 */
DryStatus dry_scene_build(const DryScene *scene, DryWorld *world, DrySceneMap *map, DrySceneMessage *message);
/** Adds a warning to the map for each dynamic body that starts faster, or turns faster, than a world of this
 * definition in steps of `dt` seconds lets it. */
void dry_scene_check_speeds(const DryScene *scene, const DryWorldDef *def, double dt, DrySceneMap *map);
void dry_scene_map_release(DrySceneMap *map);

#ifdef __cplusplus
}
#endif

#endif
