/**
 * Worlds, bodies, shapes, materials, events and queries.
 *
 * Every call names its world, checks its input in release builds too, and on failure leaves the world as it
 * was: functions that return a DryStatus return the reason, those that return an id return the zero id;
 * dry_world_error() then says what was wrong, in which call, with the value. Getters answer a stale id with
 * zero and without a message (dry_..._is_valid tells); queries leave theirs in dry_last_error().
 *
 * Threads: one thread changes a world at a time. Between steps any number of threads may call functions that
 * take a `const DryWorld *`. Different worlds are independent.
 */
#ifndef DRYSTONE_WORLD_H
#define DRYSTONE_WORLD_H

#include <drystone/geometry.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A world: bodies, shapes, joints and everything between them. */
typedef struct DryWorld DryWorld;

/** Which instruction set the kernels use. Never changes a result. */
typedef enum DryKernel {
    DRY_KERNEL_AUTO = 0, /**< the widest this processor has */
    DRY_KERNEL_SCALAR = 1,
    DRY_KERNEL_SSE2 = 2,
    DRY_KERNEL_AVX2 = 3
} DryKernel;

/** Definition of a world; start from dry_world_def_default(). Lengths and speeds scale with length_unit where
 * noted. */
typedef struct DryWorldDef {
    DryVec3 gravity;    /**< m/s^2; (0, -9.81, 0) */
    int32_t substeps;   /**< 1..64; 4 */
    int32_t iterations; /**< solver sweeps per substep, 1..64; 1 */
    int32_t workers;    /**< threads that step the world, the caller included; 0: all cores, 1: none but the
                           caller */
    DryKernel kernel;
    float length_unit; /**< metres that count as one "usual length"; 1. Scales every tolerance below that has
                          one. */
    float contact_hertz;         /**< stiffness of contacts, 1/s; 30 */
    float contact_damping_ratio; /**< 10 */
    float push_speed;            /**< largest speed at which overlap is pushed out, m/s; 3 */
    float joint_hertz;           /**< stiffness of joints, 1/s; 60 */
    float joint_damping_ratio;   /**< 2 */
    float restitution_threshold; /**< slower impacts do not bounce, m/s, >= 0; 0.5 */
    float hit_threshold;         /**< approach speed above which a hit event is reported, m/s; 1 */
    float speculative_distance;  /**< contacts are found this far ahead, m; 0.02 */
    float maximum_speed;         /**< bodies are not faster than this, m/s; 500 */
    float sleep_speed;           /**< bodies slower than this for sleep_time fall asleep, m/s; 0.05 */
    float sleep_time;            /**< s; 0.5 */
    bool sleeping;               /**< bodies may fall asleep; true */
    bool persist_events; /**< contacts that go on are reported every step, with points and impulses; false */
    bool warm_starting;  /**< impulses of the last step start the next; true. Off only to see what it buys. */
    DryEnqueueFn *enqueue_task; /**< the user's task system; both null: own threads */
    DryFinishFn *finish_task;
    void *task_user;
    void *user_data;
} DryWorldDef;

DRY_API DryWorldDef dry_world_def_default(void);

/** Null when the definition is wrong or memory ran out: dry_last_error(). */
DRY_API DryWorld *dry_world_create(const DryWorldDef *def);
/** Destroys the world and all it holds. Null is allowed. */
DRY_API void dry_world_destroy(DryWorld *world);

/** Message of the latest failed call on this world; "" when none failed yet. Never null. */
DRY_API const char *dry_world_error(const DryWorld *world);

/**
 * Advances by `dt` seconds, 0 <= dt <= 1; less than 1e-7 does nothing. DRY_ERROR_ARGUMENT for another dt:
 * nothing has changed. DRY_ERROR_MEMORY when memory ran out: no body has moved, and the step can be tried
 * again; or, when dry_world_step_count() has grown, the step is done and some of its events are missing. Use
 * the same dt every step; see DryStepper for frames of varying length.
 */
DRY_API DryStatus dry_world_step(DryWorld *world, float dt);

/** Turns frames of varying length into fixed steps. */
typedef struct DryStepper {
    float dt;          /**< of one step, s */
    int32_t max_steps; /**< per frame; time beyond it is dropped */
    double remainder;  /**< time not yet stepped, s */
} DryStepper;

/** Steps the world as often as `frame_time` (>= 0, s) asks for; the number of steps done, or -1 on an error.
 */
DRY_API int32_t dry_world_step_frame(DryWorld *world, DryStepper *stepper, double frame_time);

DRY_API DryStatus dry_world_set_gravity(DryWorld *world, DryVec3 gravity);
DRY_API DryVec3 dry_world_gravity(const DryWorld *world);
DRY_API void *dry_world_user_data(const DryWorld *world);
/** Steps taken since creation. */
DRY_API uint64_t dry_world_step_count(const DryWorld *world);

/* ---- bodies ---- */

typedef enum DryBodyType {
    DRY_STATIC = 0,    /**< never moves by itself */
    DRY_KINEMATIC = 1, /**< moves by its velocity or towards a target; nothing pushes it */
    DRY_DYNAMIC = 2    /**< moves by forces */
} DryBodyType;

/** Motion locked along and about the world's axes. */
enum {
    DRY_LOCK_LINEAR_X = 1,
    DRY_LOCK_LINEAR_Y = 2,
    DRY_LOCK_LINEAR_Z = 4,
    DRY_LOCK_ANGULAR_X = 8,
    DRY_LOCK_ANGULAR_Y = 16,
    DRY_LOCK_ANGULAR_Z = 32,
    DRY_LOCK_ROTATION = 56,
    DRY_LOCK_PLANAR = 4 | 8 | 16 /**< the xy plane */
};

/** Definition of a body; start from dry_body_def_default() (static, at the origin). */
typedef struct DryBodyDef {
    DryBodyType type;
    DryPos position;          /**< of the body's frame, finite */
    DryQuat rotation;         /**< unit within 1e-3, else refused */
    DryVec3 velocity;         /**< of the centre of mass, m/s */
    DryVec3 angular_velocity; /**< rad/s, world axes */
    float linear_damping;     /**< 1/s, >= 0 */
    float angular_damping;    /**< 1/s, >= 0 */
    float gravity_scale;      /**< 1 */
    float sleep_speed;        /**< m/s; negative: the world's */
    uint32_t locks;           /**< DRY_LOCK_... */
    bool can_sleep;           /**< true */
    bool awake;               /**< true */
    bool enabled;             /**< true */
    void *user_data;
} DryBodyDef;

DRY_API DryBodyDef dry_body_def_default(void);
DRY_API DryBodyId dry_body_create(DryWorld *world, const DryBodyDef *def);
/** Destroys the body with its shapes, contacts and joints; wakes what touched it. */
DRY_API DryStatus dry_body_destroy(DryWorld *world, DryBodyId body);
DRY_API bool dry_body_is_valid(const DryWorld *world, DryBodyId body);
/** Ids of all living bodies in slot order; returns how many there are, writes at most `capacity`. */
DRY_API int32_t dry_world_bodies(const DryWorld *world, DryBodyId *bodies, int32_t capacity);

DRY_API DryBodyType dry_body_type(const DryWorld *world, DryBodyId body);
DRY_API DryStatus dry_body_set_type(DryWorld *world, DryBodyId body, DryBodyType type);
DRY_API DryPos dry_body_position(const DryWorld *world, DryBodyId body);
DRY_API DryQuat dry_body_rotation(const DryWorld *world, DryBodyId body);
DRY_API DryPose dry_body_pose(const DryWorld *world, DryBodyId body);
/** Teleports. Keeps the velocity; wakes the body and what touched it. */
DRY_API DryStatus dry_body_set_pose(DryWorld *world, DryBodyId body, DryPose pose);
/** Centre of mass in the world. */
DRY_API DryPos dry_body_center(const DryWorld *world, DryBodyId body);
DRY_API DryVec3 dry_body_velocity(const DryWorld *world, DryBodyId body);
DRY_API DryVec3 dry_body_angular_velocity(const DryWorld *world, DryBodyId body);
DRY_API DryStatus dry_body_set_velocity(DryWorld *world, DryBodyId body, DryVec3 velocity);
DRY_API DryStatus dry_body_set_angular_velocity(DryWorld *world, DryBodyId body, DryVec3 angular_velocity);
/** Velocity of the body's material at a world point. */
DRY_API DryVec3 dry_body_point_velocity(const DryWorld *world, DryBodyId body, DryPos point);
/** Kinematic bodies: the pose to be reached at the end of the next step, by constant velocity; then it rests
 * again. */
DRY_API DryStatus dry_body_set_target(DryWorld *world, DryBodyId body, DryPose target);

/** Mass properties in the body's frame. Computed from the shapes' densities unless set here. */
DRY_API DryMass dry_body_mass(const DryWorld *world, DryBodyId body);
/** Sets them: mass > 0, inertia positive definite with the triangle inequality (within 1 %). Kept until
    dry_body_reset_mass. Dynamic bodies use it. */
DRY_API DryStatus dry_body_set_mass(DryWorld *world, DryBodyId body, const DryMass *mass);
DRY_API DryStatus dry_body_reset_mass(DryWorld *world, DryBodyId body);

/** Whether applying a force wakes a sleeping body; without it a sleeping body ignores the force. */
typedef enum DryWake {
    DRY_DONT_WAKE = 0,
    DRY_WAKE = 1
} DryWake;

/** Force (N) and torque (N m) act during the next step, then they are forgotten; also when the body falls
   asleep. DRY_ERROR_RANGE when together they would accelerate the body by more than 1e15 m/s^2 or rad/s^2. */
DRY_API DryStatus dry_body_apply_force(DryWorld *world, DryBodyId body, DryVec3 force, DryPos point,
                                       DryWake wake);
DRY_API DryStatus dry_body_apply_force_center(DryWorld *world, DryBodyId body, DryVec3 force, DryWake wake);
DRY_API DryStatus dry_body_apply_torque(DryWorld *world, DryBodyId body, DryVec3 torque, DryWake wake);
/** Impulses (N s, N m s) change the velocity at once. DRY_ERROR_RANGE when that would exceed 1e6 m/s or
 * rad/s. */
DRY_API DryStatus dry_body_apply_impulse(DryWorld *world, DryBodyId body, DryVec3 impulse, DryPos point,
                                         DryWake wake);
DRY_API DryStatus dry_body_apply_impulse_center(DryWorld *world, DryBodyId body, DryVec3 impulse,
                                                DryWake wake);
DRY_API DryStatus dry_body_apply_angular_impulse(DryWorld *world, DryBodyId body, DryVec3 impulse,
                                                 DryWake wake);

DRY_API DryStatus dry_body_set_damping(DryWorld *world, DryBodyId body, float linear, float angular);
DRY_API DryStatus dry_body_set_gravity_scale(DryWorld *world, DryBodyId body, float scale);
DRY_API DryStatus dry_body_set_locks(DryWorld *world, DryBodyId body, uint32_t locks);
DRY_API DryStatus dry_body_set_can_sleep(DryWorld *world, DryBodyId body, bool can_sleep);
DRY_API bool dry_body_is_awake(const DryWorld *world, DryBodyId body);
/** Wakes the body and its island, or puts its island to sleep at once; an island that touches a moving
   kinematic body or hangs on one stays awake. */
DRY_API DryStatus dry_body_set_awake(DryWorld *world, DryBodyId body, bool awake);
DRY_API DryStatus dry_body_set_enabled(DryWorld *world, DryBodyId body, bool enabled);
DRY_API bool dry_body_is_enabled(const DryWorld *world, DryBodyId body);
/** The body became non-finite (or was set so by a solver failure) and was put out of the simulation at its
 * last finite pose. */
DRY_API bool dry_body_is_quarantined(const DryWorld *world, DryBodyId body);
DRY_API void *dry_body_user_data(const DryWorld *world, DryBodyId body);
DRY_API DryStatus dry_body_set_user_data(DryWorld *world, DryBodyId body, void *user_data);
/** Shapes of the body in order of creation; returns how many there are, writes at most `capacity`. */
DRY_API int32_t dry_body_shapes(const DryWorld *world, DryBodyId body, DryShapeId *shapes, int32_t capacity);
/** Kinetic energy, 1/2 m v^2 + 1/2 w.L, joules; 0 unless dynamic. */
DRY_API double dry_body_kinetic_energy(const DryWorld *world, DryBodyId body);
/** -m g.x * gravity scale of the centre of mass, joules; 0 unless dynamic. */
DRY_API double dry_body_potential_energy(const DryWorld *world, DryBodyId body);

/* ---- shapes ---- */

/** How two values become the pair's. When the two shapes disagree the higher enumerator wins. */
typedef enum DryCombine {
    DRY_COMBINE_GEOMETRIC = 0, /**< square root of the product */
    DRY_COMBINE_AVERAGE = 1,
    DRY_COMBINE_MINIMUM = 2,
    DRY_COMBINE_MULTIPLY = 3,
    DRY_COMBINE_MAXIMUM = 4
} DryCombine;

typedef struct DryMaterial {
    float friction;                 /**< static coefficient, >= 0; 0.6 */
    float dynamic_friction;         /**< kinetic coefficient, 0..friction; negative: same as friction */
    float restitution;              /**< 0..1; 0 */
    float rolling_resistance;       /**< >= 0; 0. Resisting torque <= coefficient * radius * normal force. */
    DryVec3 surface_velocity;       /**< of the material relative to its body, body axes, m/s; 0 */
    DryCombine friction_combine;    /**< DRY_COMBINE_GEOMETRIC */
    DryCombine restitution_combine; /**< DRY_COMBINE_MAXIMUM */
    uint64_t user_tag;
} DryMaterial;

/** Two shapes collide when each one's mask has a bit of the other's category, unless both have the same
   non-zero group: then they collide if the group is positive and do not if it is negative. */
typedef struct DryFilter {
    uint64_t category; /**< 1 */
    uint64_t mask;     /**< all ones */
    int32_t group;     /**< 0 */
} DryFilter;

typedef struct DryShapeOptions {
    DryFrame frame; /**< of the shape in the body; identity */
    DryMaterial material;
    DryFilter filter;
    float density;       /**< kg/m^3, >= 0; 1000. 0: the shape adds no mass. */
    bool sensor;         /**< reports overlap, never pushes */
    bool contact_events; /**< true */
    bool hit_events;     /**< true */
    void *user_data;
} DryShapeOptions;

DRY_API DryMaterial dry_material_default(void);
DRY_API DryFilter dry_filter_default(void);
DRY_API DryShapeOptions dry_shape_options_default(void);

/* Null options: the defaults. The zero id on failure. Half-spaces and meshes only on static and kinematic
   bodies (half-spaces: and meshes on a dynamic body are refused). */
DRY_API DryShapeId dry_shape_add_sphere(DryWorld *world, DryBodyId body, const DrySphere *sphere,
                                        const DryShapeOptions *options);
DRY_API DryShapeId dry_shape_add_capsule(DryWorld *world, DryBodyId body, const DryCapsule *capsule,
                                         const DryShapeOptions *options);
DRY_API DryShapeId dry_shape_add_box(DryWorld *world, DryBodyId body, const DryBox *box,
                                     const DryShapeOptions *options);
DRY_API DryShapeId dry_shape_add_half_space(DryWorld *world, DryBodyId body, const DryHalfSpace *half_space,
                                            const DryShapeOptions *options);
/** The world takes a reference of its own. */
DRY_API DryShapeId dry_shape_add_hull(DryWorld *world, DryBodyId body, DryHull *hull,
                                      const DryShapeOptions *options);
/** `scale`: uneven and mirrored allowed, no component zero; null: (1, 1, 1). A scaled copy is built and
 * shared. */
DRY_API DryShapeId dry_shape_add_mesh(DryWorld *world, DryBodyId body, DryMesh *mesh, const DryVec3 *scale,
                                      const DryShapeOptions *options);
DRY_API DryStatus dry_shape_destroy(DryWorld *world, DryShapeId shape);
DRY_API bool dry_shape_is_valid(const DryWorld *world, DryShapeId shape);
DRY_API DryBodyId dry_shape_body(const DryWorld *world, DryShapeId shape);
DRY_API void *dry_shape_user_data(const DryWorld *world, DryShapeId shape);
DRY_API DryMaterial dry_shape_material(const DryWorld *world, DryShapeId shape);
DRY_API DryStatus dry_shape_set_material(DryWorld *world, DryShapeId shape, const DryMaterial *material);
DRY_API DryFilter dry_shape_filter(const DryWorld *world, DryShapeId shape);
DRY_API DryStatus dry_shape_set_filter(DryWorld *world, DryShapeId shape, DryFilter filter);
/** Bounds in the world at the latest pose. */
DRY_API DryBounds dry_shape_bounds(const DryWorld *world, DryShapeId shape);

/* ---- events: arrays valid until the next call that changes the world; order does not depend on workers ----
 */

typedef struct DryContactPoint {
    DryPos point;
    float separation; /**< negative: overlap, m */
    float impulse;    /**< along the normal, summed over the step's substeps, N s */
    uint32_t feature;
} DryContactPoint;

/** A touching pair of shapes. `points` are valid as long as the events are. */
typedef struct DryContactEvent {
    DryShapeId shape_a, shape_b;
    DryBodyId body_a, body_b;
    DryVec3 normal; /**< from A to B, of the first manifold */
    const DryContactPoint *points;
    int32_t point_count; /**< 0 for an ended contact */
    float impulse;       /**< sum over the points, N s */
} DryContactEvent;

typedef struct DryHitEvent {
    DryShapeId shape_a, shape_b;
    DryPos point;
    DryVec3 normal;
    float speed;   /**< of approach, m/s */
    float impulse; /**< N s */
} DryHitEvent;

typedef struct DryMovedEvent {
    DryBodyId body;
    void *user_data;
    DryPose pose;
    bool fell_asleep;
} DryMovedEvent;

/** A sensor and a visitor began or ceased to overlap. The ids of an end may be stale. */
typedef struct DrySensorEvent {
    DryShapeId sensor, visitor;
} DrySensorEvent;

typedef struct DryEvents {
    const DryContactEvent *contact_begin;
    const DryContactEvent
        *contact_persist; /**< only with DryWorldDef.persist_events; see also dry_body_contacts */
    const DryContactEvent *contact_end;
    const DryHitEvent *hits;
    const DryMovedEvent *moved; /**< awake bodies that moved, in slot order, and those that fell asleep */
    const DrySensorEvent *sensor_begin;
    const DrySensorEvent *sensor_end;
    const DryBodyId *quarantined; /**< bodies that became non-finite */
    const struct DryJointId *broken_joints;
    int32_t contact_begin_count, contact_persist_count, contact_end_count, hit_count, moved_count;
    int32_t sensor_begin_count, sensor_end_count, quarantined_count, broken_joint_count;
} DryEvents;

/** Events of the latest step. */
DRY_API DryEvents dry_world_events(const DryWorld *world);

enum {
    DRY_CONTACT_MAX_POINTS = 24
};

/** A touching pair of shapes with copies of its points. */
typedef struct DryContactRecord {
    DryShapeId shape_a, shape_b;
    DryBodyId body_a, body_b;
    DryVec3 normal; /**< from A to B, of the first manifold */
    DryContactPoint points[DRY_CONTACT_MAX_POINTS];
    int32_t point_count;
} DryContactRecord;

/** Contacts of the body as of the latest step, asleep or not; returns how many there are, writes at most
 * `capacity`. */
DRY_API int32_t dry_body_contacts(const DryWorld *world, DryBodyId body, DryContactRecord *contacts,
                                  int32_t capacity);

/** Shapes inside a sensor as of the latest step; returns how many there are, writes at most `capacity`. */
DRY_API int32_t dry_shape_sensor_overlaps(const DryWorld *world, DryShapeId sensor, DryShapeId *visitors,
                                          int32_t capacity);

/* ---- queries: safe from many threads between steps ---- */

typedef struct DryRay {
    DryPos origin;
    DryVec3 direction; /**< need not be unit; not zero */
    float length;      /**< metres, > 0 */
} DryRay;

typedef struct DryRayHit {
    DryBodyId body;
    DryShapeId shape;
    DryPos point;
    DryVec3 normal;   /**< unit, towards the ray's origin; zero when the ray starts inside */
    float distance;   /**< metres along the ray */
    int32_t triangle; /**< of a mesh, else -1 */
} DryRayHit;

/** Accepts everything. */
DRY_API extern const DryFilter DRY_FILTER_ALL;

/** Closest hit; sensors are ignored. False when nothing is hit or the ray is wrong (dry_last_error()). Ties:
 * lowest shape. */
DRY_API bool dry_world_cast_ray_closest(const DryWorld *world, DryRay ray, DryFilter filter, DryRayHit *hit);
/** All hits ordered by distance, then shape; returns how many there are, writes at most `capacity`; -1 when
 * the ray is wrong. */
DRY_API int32_t dry_world_cast_ray_all(const DryWorld *world, DryRay ray, DryFilter filter, DryRayHit *hits,
                                       int32_t capacity);
/** Shapes that touch the axis-aligned box, ordered by shape; returns how many there are; -1 when the box is
 * wrong. */
DRY_API int32_t dry_world_overlap_box(const DryWorld *world, DryBounds box, DryFilter filter,
                                      DryShapeId *shapes, int32_t capacity);

/* ---- what the step did ---- */

/** Seconds of wall time of the latest step, by stage. */
typedef struct DryProfile {
    double step, pairs, collide, change, prepare, bounce, solve, relax, integrate, store, finish, report;
} DryProfile;

typedef struct DryCounters {
    int32_t bodies, awake_bodies, shapes, joints, islands_asleep;
    int32_t pairs, contacts, touching, manifolds,
        points;               /**< contacts: sleeping ones included; the others: awake ones */
    int32_t colors, overflow; /**< contact colours in use; manifolds solved one by one */
    int32_t bounces;
    float residual;        /**< largest approach speed left at a touching contact, m/s */
    float largest_overlap; /**< metres, >= 0, at the start of the latest step */
    int64_t bytes;         /**< held by the world */
} DryCounters;

DRY_API DryProfile dry_world_profile(const DryWorld *world);
DRY_API DryCounters dry_world_counters(const DryWorld *world);

/** Sums over the dynamic bodies. */
typedef struct DryEnergy {
    double kinetic, potential, total; /**< joules */
} DryEnergy;
DRY_API DryEnergy dry_world_energy(const DryWorld *world);

#ifdef __cplusplus
}
#endif

#endif
