/**
 * @file
 * Worlds, bodies, shapes, materials, events and queries.
 *
 * Every call names its world, checks its input in release builds too, and on failure leaves the world as it
 * was: functions that return a DryStatus return the reason, those that return an id return the zero id and
 * leave the reason in dry_last_status(); dry_world_error() then says what was wrong, in which call, with the
 * value. Getters answer a stale id with zero and without a message (dry_..._is_valid tells); queries leave
 * theirs in dry_last_error().
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

/** Surfaces and what two of them come to: see below. */
typedef struct DryMaterial DryMaterial;
typedef struct DryContactMaterial DryContactMaterial;

/**
 * The user's rule for a pair of materials: may change `mixed`, which holds what the materials' own rules
 * give; what is then out of range is taken back. Tell materials by their user_tag. Called when a contact
 * begins and when a material changes, on the thread that steps or changes the world; for meshes whose
 * triangles have materials also in every step, on any worker. It must depend on its arguments alone, else a
 * restored or repeated run takes another course, and must not call the world.
 */
typedef void DryMixFn(DryContactMaterial *mixed, const DryMaterial *a, const DryMaterial *b, void *user);

/** Definition of a world; start from dry_world_def_default(). Lengths and speeds marked "times length_unit"
 * are multiplied by it. The settings are for the world's life, except gravity and user_data. */
typedef struct DryWorldDef {
    DryVec3 gravity;    /**< m/s^2; (0, -9.81, 0) */
    int32_t substeps;   /**< 1..64; 4 */
    int32_t iterations; /**< solver sweeps per substep, 1..64; 1 */
    /** Islands with at least so many contact patches and joints are large, 1..1e9; 0: none are told apart; 0.
     * An island is what moves and hangs together through contacts and joints. */
    int32_t large_island;
    int32_t large_iterations; /**< `iterations` of large islands, 1..64; 1 */
    /** Each pass of a substep does no more sweeps once no normal velocity of a contact is farther from what
     * its row wants, and the relaxation one last one: m/s times length_unit, >= 0; 0: all sweeps are done; 0.
     * Small, large and stiff islands each end for themselves. Where there are joints no sweep is left out. */
    float residual_tolerance;
    int32_t workers;   /**< threads that step the world, the caller included; 0: all cores, 1: none but the
                          caller */
    DryKernel kernel;  /**< refused when the processor or the build does not have it; DRY_KERNEL_AUTO */
    float length_unit; /**< metres that count as one "usual length", 1e-4..1e4; 1. Also scales the tolerances
                          that have no member here. */
    /** Stiffness of contacts, 1/s, 0.01..1e5; 30. In substeps shorter than 1/240 s it rises in proportion to
     *  1 / substep; at most 0.125 / substep is used. */
    float contact_hertz;
    float contact_damping_ratio; /**< 0..1e3; 10 */
    float push_speed;  /**< largest speed at which overlap is pushed out, m/s times length_unit, >= 0; 3 */
    float joint_hertz; /**< stiffness of joints, 1/s, 0.01..1e5; 60 */
    float joint_damping_ratio;   /**< 0..1e3; 2 */
    float restitution_threshold; /**< slower impacts do not bounce, m/s times length_unit, >= 0; 0.5 */
    float hit_threshold; /**< approach speed from which a hit is reported, m/s times length_unit, >= 0; 1 */
    float speculative_distance; /**< contacts are found this far ahead, m times length_unit, >= 0; 0.02 */
    float maximum_speed; /**< bodies are not faster, m/s times length_unit, at most 1e6 m/s, as 0 says too;
                            500 */
    float sleep_speed; /**< bodies slower than this for sleep_time fall asleep, m/s times length_unit; 0.05 */
    float sleep_time;  /**< s, >= 0; 0.5 */
    bool sleeping;     /**< bodies may fall asleep; true */
    bool persist_events; /**< contacts that go on are reported every step, with points and impulses; false */
    bool warm_starting;  /**< impulses of the last step start the next; true. Off only to see what it buys. */
    bool direct_contacts; /**< loaded contacts of columns and small groups are solved together and exactly, so
                             that heavy bodies stand on light ones; true */
    bool stiff_islands; /**< islands in which a body bears one more than ten times as heavy, and which are not
                           solved directly, get more substeps and stiffer contacts; true */
    bool weld_contacts; /**< a body that moves over separate pieces of ground, or over seams of meshes, does
                           not touch the edges between pieces that lie flush; true */
    bool continuous;    /**< bodies that a step would take through static or kinematic ones, or past
                           DryBodyDef.fast ones, are set down before them; true */
    bool position_pass; /**< overlap is taken out by a position pass of its own, instead of by the soft step
                           with   relaxation, for all contacts and not only for those that began as overlap;
                           false */
    bool joints_first;  /**< each sweep solves joints before contacts; false */
    DryMixFn *mix_materials; /**< null: the materials' own rules alone */
    void *mix_user;
    DryEnqueueFn *enqueue_task; /**< the user's task system; both null: own threads */
    DryFinishFn *finish_task;
    void *task_user;
    void *user_data;
} DryWorldDef;

DRY_API DryWorldDef dry_world_def_default(void);

/** Null when the definition is wrong or memory ran out: dry_last_error(). */
DRY_API DryWorld *dry_world_create(const DryWorldDef *def);
/** Destroys the world and all it holds. Null is allowed. Ignored during the world's step. */
DRY_API void dry_world_destroy(DryWorld *world);

/** Wants to know when a world ends: for objects on top of the library that hold a world. The memory is the
 * caller's, and must last until the world ends or the watch is taken off. */
typedef struct DryWorldWatch {
    /** Called from dry_world_destroy, before anything is freed, with the watch already off; must not call the
     * world. */
    void (*ended)(struct DryWorldWatch *watch);
    struct DryWorldWatch *next, *previous; /**< the world's own */
} DryWorldWatch;

/** DRY_ERROR_ARGUMENT when something is null. A watch is on one world at a time, once. */
DRY_API DryStatus dry_world_watch(DryWorld *world, DryWorldWatch *watch);
/** Takes it off the world that it is on. */
DRY_API DryStatus dry_world_unwatch(DryWorld *world, DryWorldWatch *watch);

/** Message of the latest failed call on this world; "" when none failed yet. Never null; of a null world:
 * dry_last_error(). */
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
DRY_API DryStatus dry_world_set_user_data(DryWorld *world, void *user_data);
/** The world's settings: what it was created with, but `gravity` and `user_data` as they are now, `kernel`
 * and `workers` those in use. All zero for a null world. */
DRY_API DryWorldDef dry_world_def(const DryWorld *world);
/** Steps done since creation, those of length zero not counted; goes back with dry_world_restore. */
DRY_API uint64_t dry_world_step_count(const DryWorld *world);

/* ---- bodies ---- */

/** What moves a body. */
typedef enum DryBodyType {
    DRY_STATIC = 0,    /**< never moves by itself */
    DRY_KINEMATIC = 1, /**< moves by its velocity or towards a target; nothing pushes it */
    DRY_DYNAMIC = 2    /**< moves by forces */
} DryBodyType;

/** Motion locked along and about the world's axes; of dynamic bodies. */
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
    DryVec3 velocity;         /**< of the centre of mass, m/s, within 1e6; ignored for static bodies */
    DryVec3 angular_velocity; /**< rad/s, world axes, within 1e6; ignored for static bodies */
    float linear_damping;     /**< 1/s, 0..1e6; 0 */
    float angular_damping;    /**< 1/s, 0..1e6; 0 */
    float gravity_scale;      /**< within 1e6; 1 */
    float sleep_speed;        /**< m/s, within 1e6; negative: the world's; -1 */
    uint32_t locks;           /**< DRY_LOCK_... */
    bool can_sleep;           /**< true */
    bool fast;                /**< does not pass through moving bodies either, nor they through it: see
                                   dry_body_set_fast; false */
    bool awake;               /**< false: a dynamic body begins asleep; true */
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
/** The living body in the next slot after that of `after`, which may be stale by now; the first one after the
 * zero id; the zero id after the last one. Walks over all bodies without memory for their ids. */
DRY_API DryBodyId dry_world_next_body(const DryWorld *world, DryBodyId after);

DRY_API DryBodyType dry_body_type(const DryWorld *world, DryBodyId body);
/** Keeps pose, shapes, joints and (unless it becomes static) velocity; ends its contacts, forgets its forces
 * and target, lifts a quarantine, and wakes what touched it. DRY_ERROR_ARGUMENT when a body with a mesh or a
 * half-space would become dynamic, DRY_ERROR_RANGE when one that is too heavy would. */
DRY_API DryStatus dry_body_set_type(DryWorld *world, DryBodyId body, DryBodyType type);
DRY_API DryPos dry_body_position(const DryWorld *world, DryBodyId body);
DRY_API DryQuat dry_body_rotation(const DryWorld *world, DryBodyId body);
DRY_API DryPose dry_body_pose(const DryWorld *world, DryBodyId body);
/** Teleports the body's frame, also that of a disabled body. Keeps the velocity; wakes the body and what it
 * touched and touches. Position within 1e12 m, rotation unit within 1e-3. */
DRY_API DryStatus dry_body_set_pose(DryWorld *world, DryBodyId body, DryPose pose);
/** Centre of mass in the world. */
DRY_API DryPos dry_body_center(const DryWorld *world, DryBodyId body);
DRY_API DryVec3 dry_body_velocity(const DryWorld *world, DryBodyId body);
DRY_API DryVec3 dry_body_angular_velocity(const DryWorld *world, DryBodyId body);
/** Of the centre of mass, within 1e6 m/s; locked components become zero. A velocity other than zero wakes the
 * body. Refused for static bodies. */
DRY_API DryStatus dry_body_set_velocity(DryWorld *world, DryBodyId body, DryVec3 velocity);
/** Likewise, within 1e6 rad/s, world axes. */
DRY_API DryStatus dry_body_set_angular_velocity(DryWorld *world, DryBodyId body, DryVec3 angular_velocity);
/** Velocity of the body's material at a world point. */
DRY_API DryVec3 dry_body_point_velocity(const DryWorld *world, DryBodyId body, DryPos point);
/** Kinematic bodies: the pose to be reached at the end of the next step, by constant velocity; then it rests
 * again. DRY_ERROR_ARGUMENT for another type of body, DRY_ERROR_STATE for a disabled one, which does not
 * move. Disabling the body or changing its type forgets the target. */
DRY_API DryStatus dry_body_set_target(DryWorld *world, DryBodyId body, DryPose target);
/** Whether the body is on its way to a target, which then goes to `target` (may be null). */
DRY_API bool dry_body_target(const DryWorld *world, DryBodyId body, DryPose *target);

/** Mass properties in the body's frame, from the shapes' densities unless set. Zero unless dynamic: the
 * others are not moved by forces. */
DRY_API DryMass dry_body_mass(const DryWorld *world, DryBodyId body);
/** Sets them: mass 1e-30..1e30 kg, centre within 1e8 m of the body's frame, inertia positive definite with
 * the triangle inequality (within 1 %). Kept until dry_body_reset_mass, whatever happens to the shapes; a
 * body of another type uses it once it is dynamic. Wakes the body. */
DRY_API DryStatus dry_body_set_mass(DryWorld *world, DryBodyId body, const DryMass *mass);
/** Back to the shapes' mass. Wakes the body. */
DRY_API DryStatus dry_body_reset_mass(DryWorld *world, DryBodyId body);
/** Whether dry_body_set_mass decides the mass. */
DRY_API bool dry_body_is_mass_given(const DryWorld *world, DryBodyId body);

/** Whether applying a force wakes a sleeping body; without it a sleeping body ignores the force. */
typedef enum DryWake {
    DRY_DONT_WAKE = 0,
    DRY_WAKE = 1
} DryWake;

/** Forces (N) and torques (N m) add up, act during the next step and are then forgotten; also when the body
   falls asleep or is disabled. Dynamic bodies only; a disabled one ignores them. DRY_ERROR_RANGE when
   together they would accelerate the body by more than 1e15 m/s^2 or rad/s^2. */
DRY_API DryStatus dry_body_apply_force(DryWorld *world, DryBodyId body, DryVec3 force, DryPos point,
                                       DryWake wake);
DRY_API DryStatus dry_body_apply_force_center(DryWorld *world, DryBodyId body, DryVec3 force, DryWake wake);
DRY_API DryStatus dry_body_apply_torque(DryWorld *world, DryBodyId body, DryVec3 torque, DryWake wake);
/** Force on the centre of mass, and torque about it, that the calls above have summed for the next step. */
DRY_API DryVec3 dry_body_force(const DryWorld *world, DryBodyId body);
DRY_API DryVec3 dry_body_torque(const DryWorld *world, DryBodyId body);
/** Forgets them. */
DRY_API DryStatus dry_body_clear_forces(DryWorld *world, DryBodyId body);
/** Impulses (N s, N m s) change the velocity at once. Dynamic bodies only; a disabled one ignores them.
 * DRY_ERROR_RANGE when the velocity would exceed 1e6 m/s or rad/s. */
DRY_API DryStatus dry_body_apply_impulse(DryWorld *world, DryBodyId body, DryVec3 impulse, DryPos point,
                                         DryWake wake);
DRY_API DryStatus dry_body_apply_impulse_center(DryWorld *world, DryBodyId body, DryVec3 impulse,
                                                DryWake wake);
DRY_API DryStatus dry_body_apply_angular_impulse(DryWorld *world, DryBodyId body, DryVec3 impulse,
                                                 DryWake wake);

/* Settings of a body, as in DryBodyDef; with the same ranges. */

/** Every substep of h seconds divides the velocity by 1 + damping * h: it falls about as exp(-damping * time)
 * when nothing else acts; 1/s. Does not wake. */
DRY_API DryStatus dry_body_set_damping(DryWorld *world, DryBodyId body, float linear, float angular);
DRY_API float dry_body_linear_damping(const DryWorld *world, DryBodyId body);
DRY_API float dry_body_angular_damping(const DryWorld *world, DryBodyId body);
/** Wakes the body when it changes. */
DRY_API DryStatus dry_body_set_gravity_scale(DryWorld *world, DryBodyId body, float scale);
DRY_API float dry_body_gravity_scale(const DryWorld *world, DryBodyId body);
/** Velocity along and about what is now locked becomes zero. Wakes the body. */
DRY_API DryStatus dry_body_set_locks(DryWorld *world, DryBodyId body, uint32_t locks);
DRY_API uint32_t dry_body_locks(const DryWorld *world, DryBodyId body);
/** Speed below which the body counts as at rest, m/s; negative: the world's. Does not wake. */
DRY_API DryStatus dry_body_set_sleep_speed(DryWorld *world, DryBodyId body, float speed);
DRY_API float dry_body_sleep_speed(const DryWorld *world, DryBodyId body);
/** A body that may not sleep is woken, and keeps its island awake. */
DRY_API DryStatus dry_body_set_can_sleep(DryWorld *world, DryBodyId body, bool can_sleep);
DRY_API bool dry_body_can_sleep(const DryWorld *world, DryBodyId body);
/** A fast dynamic body is held back before moving bodies as well, where the step would take it past them or
 * them past it (DryWorldDef.continuous); before static and kinematic ones all are. Does not wake. */
DRY_API DryStatus dry_body_set_fast(DryWorld *world, DryBodyId body, bool fast);
DRY_API bool dry_body_is_fast(const DryWorld *world, DryBodyId body);
/** Moves at present: a dynamic body that is not asleep, a kinematic one with a velocity or a target. */
DRY_API bool dry_body_is_awake(const DryWorld *world, DryBodyId body);
/** Wakes the body and its island, or puts its island to sleep at once; an island that touches a moving
   kinematic body or hangs on one stays awake. */
DRY_API DryStatus dry_body_set_awake(DryWorld *world, DryBodyId body, bool awake);
/** A disabled body keeps its pose, velocity, shapes and joints, but does not move, touches nothing, is found
 * by no query, and its joints do nothing. Its contacts end, its forces and target are forgotten; what touched
 * it wakes. Enabling wakes the body and lifts a quarantine. */
DRY_API DryStatus dry_body_set_enabled(DryWorld *world, DryBodyId body, bool enabled);
DRY_API bool dry_body_is_enabled(const DryWorld *world, DryBodyId body);
/**
 * Quarantined: in some step the body's new velocity or pose was not finite (or it was farther than 1e12 m
 * from the origin, or, dynamic, faster than 1e12 m/s or rad/s). It stands disabled, without velocity, at the
 * pose it had before that step. Inside one step non-finite numbers spread through contacts and joints, so
 * bodies of the same island, touching or jointed to it directly or through others, may be quarantined along
 * with the one where they began; bodies of other islands never are. DryEvents.quarantined names all of them,
 * in an order that tells nothing of the cause. dry_body_set_enabled(world, body, true) puts a body back.
 */
DRY_API bool dry_body_is_quarantined(const DryWorld *world, DryBodyId body);
DRY_API void *dry_body_user_data(const DryWorld *world, DryBodyId body);
DRY_API DryStatus dry_body_set_user_data(DryWorld *world, DryBodyId body, void *user_data);
/** Shapes of the body in order of creation; returns how many there are, writes at most `capacity`. */
DRY_API int32_t dry_body_shapes(const DryWorld *world, DryBodyId body, DryShapeId *shapes, int32_t capacity);
/** The body's shape that was created after `after`; its first one after the zero id; the zero id after the
 * last one, and when `after` is no shape of the body. */
DRY_API DryShapeId dry_body_next_shape(const DryWorld *world, DryBodyId body, DryShapeId after);
/** Kinetic energy, 1/2 m v^2 + 1/2 w.I w, joules; 0 unless dynamic. */
DRY_API double dry_body_kinetic_energy(const DryWorld *world, DryBodyId body);
/** -m g.x * gravity scale of the centre of mass, joules; 0 unless dynamic. */
DRY_API double dry_body_potential_energy(const DryWorld *world, DryBodyId body);

/* ---- shapes ---- */

/**
 * How two values become the pair's. When the two shapes disagree the higher enumerator wins: average before
 * minimum before maximum before multiply, as in KHR_physics_rigid_bodies, which has no geometric mean; that
 * one is the default of friction and gives way to whatever the other shape asks for.
 */
typedef enum DryCombine {
    DRY_COMBINE_GEOMETRIC = 0, /**< square root of the product */
    DRY_COMBINE_MULTIPLY = 1,
    DRY_COMBINE_MAXIMUM = 2,
    DRY_COMBINE_MINIMUM = 3,
    DRY_COMBINE_AVERAGE = 4
} DryCombine;

/** Surface of a shape. Start from dry_material_default(). */
struct DryMaterial {
    float friction;         /**< static coefficient, 0..1e6; 0.6 */
    float dynamic_friction; /**< kinetic coefficient, 0..friction; negative: same as friction; -1 */
    float restitution;      /**< 0..1; 0 */
    /** 0..1e6; 0. Resisting torque <= coefficient * radius * normal force; of a pair the smaller radius of
     * those that are round: that of a sphere, capsule or cylinder, the mean of a cone's or tapered capsule's
     * two, the smallest of an ellipsoid. Others do not roll. */
    float rolling_resistance;
    DryVec3 surface_velocity; /**< of the material relative to its body, body axes, within 1e6 m/s; 0 */
    /** Direction of a grain, in dry_shape_frame(), of any length up to 1e6; (0, 0, 0): friction is the same
     * in all directions; 0. Its part in the contact's plane counts; where it has none (within 0.6 degrees of
     * the normal) all of the plane is across. Of two materials the one whose friction_across is farther from
     * 1 (as a ratio; equal: shape A's) gives the direction, the other counts with its coefficients times the
     * root of friction_across. */
    DryVec3 friction_direction;
    /** Coefficients across the direction over those along it, 0..1e3; 1. Friction is bounded by the ellipse.
     * Of a pair the coefficients along and across are combined each for itself. A bounce takes the larger
     * one. */
    float friction_across;
    /** Added to the mean radius of a contact patch, which resists twisting with friction * radius * normal
     * force; single points have none of their own. m, 0..1e8; 0. */
    float torsion_radius;
    /** Not 0: a penalty contact. Each point is a spring and damper, pushing with -k s - c v, never pulling,
     * where s <= 0 is the separation; implicit, so stable at any step, but each adds about sqrt(k /
     * m) h (h: the substep) to the damping ratio. N/m per point, 0 or 1e-6..1e12; 0. Restitution has no
     * effect. Of two materials with stiffness the springs, and the dampers, act one behind the other (1/k =
     * 1/k_a + 1/k_b); one alone counts as it is. */
    float stiffness;
    float damping; /**< c, N s/m per point, 0..1e12, only with stiffness; 0 */
    /** Softness in place of DryWorldDef.contact_hertz, 1/s, 0 or 0.01..1e5; 0: the world's. Of a pair the
     * softer. */
    float contact_hertz;
    float contact_damping_ratio;    /**< likewise, 0..1e3, only with contact_hertz; 1 */
    DryCombine friction_combine;    /**< of all coefficients; DRY_COMBINE_GEOMETRIC */
    DryCombine restitution_combine; /**< DRY_COMBINE_MAXIMUM */
    DryCombine rolling_combine;     /**< DRY_COMBINE_MAXIMUM */
    DryCombine torsion_combine;     /**< DRY_COMBINE_MAXIMUM */
    uint64_t user_tag;              /**< the user's own; the library does not look at it */
};

/** What the materials of two touching shapes come to; ranges as in DryMaterial. */
struct DryContactMaterial {
    float friction, dynamic_friction; /**< along the direction, if there is one */
    float friction_across; /**< those across it over those along it; without effect if there is none */
    float restitution;
    float rolling_resistance, rolling_radius;
    float torsion_radius;
    float stiffness, damping;
    float contact_hertz, contact_damping_ratio;
};

/** Two shapes collide when each one's mask has a bit of the other's category, unless both have the same
   non-zero group: then they collide if the group is positive and do not if it is negative. */
typedef struct DryFilter {
    uint64_t category; /**< 1 */
    uint64_t mask;     /**< all ones */
    int32_t group;     /**< 0 */
} DryFilter;

/** What a shape has beside its geometry. Start from dry_shape_options_default(). */
typedef struct DryShapeOptions {
    DryFrame frame; /**< of the shape in the body, origin within 1e8 m; identity */
    DryMaterial material;
    DryFilter filter;
    /** kg/m^3, 0..1e20; 1000. 0: the shape adds no mass. Meshes and half-spaces have none. A body has the sum
     * of its shapes, each moved to where it is (parallel axes): what lies in two shapes counts twice. */
    float density;
    bool sensor;          /**< reports overlap, never pushes; weighs as much as any other shape; false */
    bool contact_events;  /**< contacts are reported when one of the two shapes wants it; true */
    bool hit_events;      /**< hits are reported when one of the two shapes wants it; true */
    bool modify_contacts; /**< contacts go through the world's contact modifier when one of the two shapes
                             wants it, see contacts.h; false */
    void *user_data;
    /** Of a mesh: materials of triangles by DryMeshSource.materials, copied; null: none. Triangles whose
     * number is beyond them have `material`. Points on triangles of different numbers are different
     * manifolds. */
    const DryMaterial *materials;
    int32_t material_count; /**< 0..65535; 0 */
} DryShapeOptions;

DRY_API DryMaterial dry_material_default(void);
DRY_API DryFilter dry_filter_default(void);
DRY_API DryShapeOptions dry_shape_options_default(void);

/* Adding shapes. `options` may be null: the defaults. The zero id on failure; dry_world_error() says why:
   DRY_ERROR_RANGE is a body too heavy, more than 1e30 kg or kg m^2. The shape is fixed in its body; a body
   that was at rest alone sleeps on, one with other shapes or joints wakes, and so does what the shape
   overlaps. Half-spaces and meshes go on static and kinematic bodies only. */
DRY_API DryShapeId dry_shape_add_sphere(DryWorld *world, DryBodyId body, const DrySphere *sphere,
                                        const DryShapeOptions *options);
DRY_API DryShapeId dry_shape_add_capsule(DryWorld *world, DryBodyId body, const DryCapsule *capsule,
                                         const DryShapeOptions *options);
DRY_API DryShapeId dry_shape_add_box(DryWorld *world, DryBodyId body, const DryBox *box,
                                     const DryShapeOptions *options);
DRY_API DryShapeId dry_shape_add_cylinder(DryWorld *world, DryBodyId body, const DryCylinder *cylinder,
                                          const DryShapeOptions *options);
DRY_API DryShapeId dry_shape_add_cone(DryWorld *world, DryBodyId body, const DryCone *cone,
                                      const DryShapeOptions *options);
DRY_API DryShapeId dry_shape_add_tapered_capsule(DryWorld *world, DryBodyId body,
                                                 const DryTaperedCapsule *capsule,
                                                 const DryShapeOptions *options);
DRY_API DryShapeId dry_shape_add_ellipsoid(DryWorld *world, DryBodyId body, const DryEllipsoid *ellipsoid,
                                           const DryShapeOptions *options);
DRY_API DryShapeId dry_shape_add_rounded_box(DryWorld *world, DryBodyId body, const DryRoundedBox *box,
                                             const DryShapeOptions *options);
DRY_API DryShapeId dry_shape_add_half_space(DryWorld *world, DryBodyId body, const DryHalfSpace *half_space,
                                            const DryShapeOptions *options);
/** The world takes a reference of its own, and keeps it until dry_world_trim after the last shape is gone. */
DRY_API DryShapeId dry_shape_add_hull(DryWorld *world, DryBodyId body, DryHull *hull,
                                      const DryShapeOptions *options);
/** Likewise. `scale`: uneven and mirrored allowed, each component 1e-6..1e6 in magnitude; null: (1, 1, 1). A
 * scaled copy is built and shared by all shapes of the same mesh and scale. DRY_ERROR_GEOMETRY when nothing
 * is left of the scaled mesh. */
DRY_API DryShapeId dry_shape_add_mesh(DryWorld *world, DryBodyId body, DryMesh *mesh, const DryVec3 *scale,
                                      const DryShapeOptions *options);
/** Destroys the shape; its body's mass follows. Wakes the body and what touched it. */
DRY_API DryStatus dry_shape_destroy(DryWorld *world, DryShapeId shape);
DRY_API bool dry_shape_is_valid(const DryWorld *world, DryShapeId shape);
DRY_API DryBodyId dry_shape_body(const DryWorld *world, DryShapeId shape);
DRY_API void *dry_shape_user_data(const DryWorld *world, DryShapeId shape);
DRY_API DryStatus dry_shape_set_user_data(DryWorld *world, DryShapeId shape, void *user_data);
DRY_API DryMaterial dry_shape_material(const DryWorld *world, DryShapeId shape);
/** Also of the contacts there are. Wakes the body and what it touches. */
DRY_API DryStatus dry_shape_set_material(DryWorld *world, DryShapeId shape, const DryMaterial *material);
/** How many materials the triangles of a mesh choose from. */
DRY_API int32_t dry_shape_material_count(const DryWorld *world, DryShapeId shape);
/** One of them; all zero when there is no such one. */
DRY_API DryMaterial dry_shape_material_at(const DryWorld *world, DryShapeId shape, int32_t index);
/** Of a mesh: as DryShapeOptions.materials. Wakes as dry_shape_set_material. The former ones are kept until
 * dry_world_trim, for snapshots that name them. */
DRY_API DryStatus dry_shape_set_materials(DryWorld *world, DryShapeId shape, const DryMaterial *materials,
                                          int32_t count);
DRY_API DryFilter dry_shape_filter(const DryWorld *world, DryShapeId shape);
/** The shape's contacts end, and begin anew where the filter allows it. Wakes the body and what it touches.
 */
DRY_API DryStatus dry_shape_set_filter(DryWorld *world, DryShapeId shape, DryFilter filter);
DRY_API float dry_shape_density(const DryWorld *world, DryShapeId shape);
/** The body's mass follows, unless it was given. Wakes the body. DRY_ERROR_RANGE as when adding a shape. */
DRY_API DryStatus dry_shape_set_density(DryWorld *world, DryShapeId shape, float density);
DRY_API bool dry_shape_is_sensor(const DryWorld *world, DryShapeId shape);
/** The shape's contacts or overlaps end, and begin anew as the other kind. Wakes the body and what it
 * touches. */
DRY_API DryStatus dry_shape_set_sensor(DryWorld *world, DryShapeId shape, bool sensor);
DRY_API bool dry_shape_contact_events(const DryWorld *world, DryShapeId shape);
/** From the next step on, also for contacts there are; a contact whose begin was not reported still reports
 * its end. */
DRY_API DryStatus dry_shape_set_contact_events(DryWorld *world, DryShapeId shape, bool events);
DRY_API bool dry_shape_hit_events(const DryWorld *world, DryShapeId shape);
/** Likewise. */
DRY_API DryStatus dry_shape_set_hit_events(DryWorld *world, DryShapeId shape, bool events);

/** Kinds of shape. */
typedef enum DryShapeKind {
    DRY_SHAPE_NONE = 0, /**< of a stale id */
    DRY_SHAPE_SPHERE = 1,
    DRY_SHAPE_CAPSULE = 2,
    DRY_SHAPE_BOX = 3,
    DRY_SHAPE_HULL = 4,
    DRY_SHAPE_MESH = 5,
    DRY_SHAPE_HALF_SPACE = 6,
    DRY_SHAPE_CYLINDER = 7,
    DRY_SHAPE_CONE = 8,
    DRY_SHAPE_TAPERED_CAPSULE = 9,
    DRY_SHAPE_ELLIPSOID = 10,
    DRY_SHAPE_ROUNDED_BOX = 11
} DryShapeKind;

/** A capsule whose two points are (nearly) equal is a sphere; a cone or tapered capsule whose radii are equal
 * is a cylinder or capsule, a tapered capsule one of whose balls holds the other a sphere. */
DRY_API DryShapeKind dry_shape_kind(const DryWorld *world, DryShapeId shape);
/** Place of a box, rounded box, ellipsoid, hull or mesh in its body; of the others: of its centre (halfway
 * between the two points of those that have such), with the axis from point_a to point_b, or the half-space's
 * normal, along y. Identity for a stale id. */
DRY_API DryFrame dry_shape_frame(const DryWorld *world, DryShapeId shape);

/* The geometry in use; false, and nothing is written, when the shape is of another kind or stale. */

/** In the body's frame, as are all kinds with points, and half-spaces: what was given, moved by
 * DryShapeOptions.frame. */
DRY_API bool dry_shape_sphere(const DryWorld *world, DryShapeId shape, DrySphere *sphere);
DRY_API bool dry_shape_capsule(const DryWorld *world, DryShapeId shape, DryCapsule *capsule);
DRY_API bool dry_shape_half_space(const DryWorld *world, DryShapeId shape, DryHalfSpace *half_space);
DRY_API bool dry_shape_cylinder(const DryWorld *world, DryShapeId shape, DryCylinder *cylinder);
DRY_API bool dry_shape_cone(const DryWorld *world, DryShapeId shape, DryCone *cone);
DRY_API bool dry_shape_tapered_capsule(const DryWorld *world, DryShapeId shape, DryTaperedCapsule *capsule);
/** In dry_shape_frame(), as are ellipsoid and rounded box. */
DRY_API bool dry_shape_box(const DryWorld *world, DryShapeId shape, DryBox *box);
DRY_API bool dry_shape_ellipsoid(const DryWorld *world, DryShapeId shape, DryEllipsoid *ellipsoid);
DRY_API bool dry_shape_rounded_box(const DryWorld *world, DryShapeId shape, DryRoundedBox *box);
/** In dry_shape_frame(); null when it is no hull. Retain it to keep it longer than the shape. */
DRY_API DryHull *dry_shape_hull(const DryWorld *world, DryShapeId shape);
/** In dry_shape_frame(), scaled; null when it is no mesh. Retain it to keep it longer than the shape. */
DRY_API DryMesh *dry_shape_mesh(const DryWorld *world, DryShapeId shape);
/** Bounds in the world at the latest pose, in single precision; a half-space's reach 1e30 m. */
DRY_API DryBounds dry_shape_bounds(const DryWorld *world, DryShapeId shape);

/* ---- events: arrays valid until the next step, restore or destruction of the world; their order does not
   depend on workers. Ids in them may be stale by then, those of an ended contact or overlap already are when
   the shape or body was destroyed. ---- */

/** A point at which two shapes touch or nearly do. */
typedef struct DryContactPoint {
    DryPos point;
    float separation; /**< negative: overlap, m */
    float impulse;    /**< along the normal, summed over the step's substeps, N s */
    uint32_t feature; /**< what of the two shapes meets here: the same as long as the point goes on */
} DryContactPoint;

/** A touching pair of shapes. `points` are valid as long as the events are. */
typedef struct DryContactEvent {
    DryShapeId shape_a, shape_b;
    DryBodyId body_a, body_b;
    DryVec3 normal; /**< from A to B, of the first manifold */
    const DryContactPoint *points;
    int32_t point_count; /**< 0 for an ended contact */
    float impulse;       /**< sum over the points, N s */
    /** user_tag of the materials of A and of B, where a mesh's triangles have their own that of the triangle
     * of the first manifold; 0 for an ended contact */
    uint64_t material_a, material_b;
} DryContactEvent;

/** Two shapes met at hit_threshold or faster. */
typedef struct DryHitEvent {
    DryShapeId shape_a, shape_b;
    DryBodyId body_a, body_b;
    DryPos point;                    /**< that with the strongest impulse */
    DryVec3 normal;                  /**< there, from A to B */
    float speed;                     /**< of approach, m/s */
    float impulse;                   /**< sum over all points, N s */
    uint64_t material_a, material_b; /**< user_tag of the materials there, a mesh's triangle's own */
} DryHitEvent;

/** A body at the end of a step in which it moved or fell asleep. */
typedef struct DryMovedEvent {
    DryBodyId body;
    void *user_data;
    DryPose pose;
    bool fell_asleep;
} DryMovedEvent;

/** A sensor and a visitor began or ceased to overlap. */
typedef struct DrySensorEvent {
    DryShapeId sensor, visitor;
    DryBodyId sensor_body, visitor_body;
} DrySensorEvent;

/** A joint bore more than its break_force or break_torque and was destroyed: its id is stale. */
typedef struct DryBrokenJointEvent {
    DryJointId joint;
    DryBodyId body_a, body_b;
    void *user_data; /**< of the joint */
} DryBrokenJointEvent;

/** What the latest step reports; see dry_world_events. */
typedef struct DryEvents {
    const DryContactEvent *contact_begin;
    const DryContactEvent
        *contact_persist; /**< only with DryWorldDef.persist_events; see also dry_body_contacts */
    const DryContactEvent *contact_end;
    const DryHitEvent *hits;
    const DryMovedEvent *moved; /**< awake bodies that moved, in slot order, and those that fell asleep */
    const DrySensorEvent *sensor_begin;
    const DrySensorEvent *sensor_end;
    const DryBodyId *quarantined; /**< see dry_body_is_quarantined */
    const DryBrokenJointEvent *broken_joints;
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

/** Shapes that overlap a sensor as of the latest step; returns how many there are, writes at most `capacity`.
 */
DRY_API int32_t dry_shape_sensor_overlaps(const DryWorld *world, DryShapeId sensor, DryShapeId *visitors,
                                          int32_t capacity);

/* ---- queries: safe from many threads between steps; query.h has more of them. They find the shapes of
   enabled bodies that are no sensors and that the filter, as a shape's would, allows to collide ---- */

/** A ray of finite length, in the world. */
typedef struct DryRay {
    DryPos origin;
    DryVec3 direction; /**< need not be unit; not zero */
    float length;      /**< metres, > 0, <= 1e12 */
} DryRay;

/** Where a ray enters a shape. */
typedef struct DryRayHit {
    DryBodyId body;
    DryShapeId shape;
    DryPos point;
    DryVec3 normal;    /**< unit, towards the ray's origin; zero when the ray starts inside */
    float distance;    /**< metres along the ray */
    int32_t triangle;  /**< of a mesh, else -1 */
    uint64_t material; /**< user_tag of the material there, a mesh's triangle's own */
} DryRayHit;

/** Accepts everything. */
DRY_API extern const DryFilter DRY_FILTER_ALL;

/** Closest hit, to `hit` (may be null). False when nothing is hit or the ray is wrong (dry_last_error()).
 * Ties: lowest shape. */
DRY_API bool dry_world_cast_ray_closest(const DryWorld *world, DryRay ray, DryFilter filter, DryRayHit *hit);
/** The closest hit on each shape, ordered by distance, then shape; returns how many there are, writes at most
 * `capacity`; -1 when the ray is wrong or memory ran out. */
DRY_API int32_t dry_world_cast_ray_all(const DryWorld *world, DryRay ray, DryFilter filter, DryRayHit *hits,
                                       int32_t capacity);
/** Shapes that touch the axis-aligned box, ordered by shape; returns how many there are, writes at most
 * `capacity`; -1 when the box is wrong. */
DRY_API int32_t dry_world_overlap_box(const DryWorld *world, DryBounds box, DryFilter filter,
                                      DryShapeId *shapes, int32_t capacity);

/* ---- what the step did ---- */

/** Seconds of wall time of the latest step, by stage. They follow each other: together they are the step. */
typedef struct DryProfile {
    double step;
    double pairs, collide, change; /**< what is near each other, where it touches, what has begun and ended */
    double prepare;                /**< rows of the contacts, and gathering bodies, contacts and joints */
    double warm_start;             /**< of the contacts, one by one */
    double bounce, direct;         /**< restitution; contacts that are solved directly */
    double solve, push, relax;     /**< of the contacts: soft pass, position pass, rigid pass */
    double joints;                 /**< all that is done to their rows */
    double integrate, store;       /**< motion of the bodies; impulses back into the contacts */
    double finish, report;
} DryProfile;

/** What the world holds, and what the latest step did. */
typedef struct DryCounters {
    int32_t bodies, awake_bodies, shapes, joints, islands_asleep;
    int32_t pairs, contacts, touching, manifolds,
        points;               /**< contacts: sleeping ones included; the others: awake ones */
    int32_t colors, overflow; /**< contact colours in use; manifolds solved one by one */
    int32_t bounces;
    int32_t
        capped_bounces; /**< substeps in which bounces were left over: more than the sweeps could resolve */
    int32_t direct_clusters,
        direct_contacts;     /**< groups of loaded contacts solved directly, manifolds in them */
    int32_t direct_failures; /**< passes in which the direct solver gave up on a group */
    int32_t sweeps;          /**< of the solver over its rows, both passes of all substeps; summed over the
                                classes of islands */
    int32_t sweeps_saved;    /**< that `residual_tolerance` made needless */
    int32_t early_exits;     /**< passes that it ended */
    int32_t small_islands, large_islands, stiff_islands; /**< with contacts or joints; all 0 in steps that
                                                            need not tell them apart */
    int32_t small_manifolds, large_manifolds,
        stiff_manifolds;    /**< in such islands; in other steps all are counted as small */
    int32_t stiff_substeps; /**< most substeps that a stiff island had; 0: there was none */
    int32_t modified_contacts, refused_modifications; /**< contacts the contact modifier was asked about, and
                                                         those it answered wrongly about */
    int32_t welded_contacts; /**< false contacts taken out, at edges between pieces that lie flush */
    int32_t held_back;       /**< bodies that continuous collision has set down before something */
    float residual;          /**< largest approach speed left at a touching contact, m/s */
    float largest_overlap;   /**< metres, >= 0, at the start of the latest step */
    int64_t bytes;           /**< held by the world */
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
