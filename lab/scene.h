/**
 * Scenes of the lab. Everything goes through the scene's own frame: an experiment speaks of x, y (up) and z,
 * and the whole scene may stand turned in the world without the experiment noticing. What is measured is
 * turned back.
 *
 * A call that fails is remembered in the run (lab_trouble) and answered by zero, so that experiments need not
 * check.
 */
#ifndef DRYSTONE_LAB_SCENE_H
#define DRYSTONE_LAB_SCENE_H

#include "lab/run.h"

#include <drystone/geometry.h>
#include <drystone/joints.h>

#define LAB_PI 3.14159265358979323846
/** One degree in radians. */
#define LAB_DEGREES (LAB_PI / 180.0)

/** A vector in the scene's frame, in double. */
typedef struct LabVec {
    double x, y, z;
} LabVec;

typedef struct LabScene {
    LabRun *run;
    DryWorld *world; /**< null when it could not be created */
    DryQuat turn;    /**< from the scene's frame to the world's */
    double rows[3][3];
    double dt;
    int32_t steps; /**< taken so far */
} LabScene;

static inline LabVec lab_vec(double x, double y, double z)
{
    LabVec v = { x, y, z };
    return v;
}

double lab_dot(LabVec a, LabVec b);
LabVec lab_sub(LabVec a, LabVec b);
LabVec lab_add_scaled(LabVec a, LabVec b, double s);
LabVec lab_cross(LabVec a, LabVec b);
double lab_length(LabVec a);

/** The definition to open a scene with: defaults, the run's workers and kernel, gravity straight down (m/s^2,
 * positive). */
DryWorldDef lab_world_def(const LabRun *run, float gravity);
/** `def->gravity` is in the scene's frame. dt is 1/60 s unless changed before the first step. */
LabScene lab_open(LabRun *run, const DryWorldDef *def);
/** Adds the hash of the final state to the report and destroys the world. */
void lab_close(LabScene *scene);

/** One step; false after trouble, so that loops end. */
bool lab_step(LabScene *scene);
/** `count` steps. */
bool lab_steps(LabScene *scene, int32_t count);
/** Steps taken times dt, s. */
double lab_time(const LabScene *scene);
/** The number of whole steps in `seconds`. */
int32_t lab_step_count(const LabScene *scene, double seconds);

/** From the scene's frame to the world's and back. */
DryVec3 lab_to_world(const LabScene *scene, LabVec v);
DryPos lab_to_world_point(const LabScene *scene, LabVec p);
LabVec lab_from_world(const LabScene *scene, DryVec3 v);
LabVec lab_from_world_point(const LabScene *scene, DryPos p);

/** The next number of a sequence, from 0 (included) to 1 (excluded). */
double lab_random(uint32_t *seed);

/** Rotation about an axis of the scene by degrees. */
DryQuat lab_rotation(LabVec axis, double degrees);

/** Shape options with friction and restitution, default density. */
DryShapeOptions lab_material(double friction, double restitution);

/** A body at a place of the scene; `rotation` null: upright. */
DryBodyId lab_body(LabScene *scene, DryBodyType type, LabVec position, const DryQuat *rotation);
void lab_add_box(LabScene *scene, DryBodyId body, LabVec half_extents, const DryShapeOptions *options);
void lab_add_sphere(LabScene *scene, DryBodyId body, double radius, const DryShapeOptions *options);
/** Takes over the caller's reference to the hull; null, as a failed creation gives, is trouble. */
void lab_add_hull(LabScene *scene, DryBodyId body, DryHull *hull, const DryShapeOptions *options);
/** The static ground: a box of half-extents (60, 1, 60) with its top at y = 0. */
DryBodyId lab_ground(LabScene *scene, const DryShapeOptions *options);
/** A dynamic body with one box, or one sphere. */
DryBodyId lab_box(LabScene *scene, LabVec position, LabVec half_extents, const DryShapeOptions *options);
DryBodyId lab_ball(LabScene *scene, LabVec position, double radius, const DryShapeOptions *options);
/** Scales mass and inertia to `mass` kg. */
void lab_set_mass(LabScene *scene, DryBodyId body, double mass);
/** Wakes the body and sets its velocity; angular velocity likewise. */
void lab_push(LabScene *scene, DryBodyId body, LabVec velocity, LabVec angular_velocity);

LabVec lab_position(const LabScene *scene, DryBodyId body);
/** Of the centre of mass. */
LabVec lab_velocity(const LabScene *scene, DryBodyId body);
LabVec lab_spin(const LabScene *scene, DryBodyId body);
/** Rotation of the body in the scene's frame. */
DryQuat lab_attitude(const LabScene *scene, DryBodyId body);
/** Heading about y by which the body has turned, degrees. */
double lab_yaw(const LabScene *scene, DryBodyId body);
/** Kinetic and potential energy of all bodies, J. */
double lab_energy(const LabScene *scene);
bool lab_all_asleep(const LabScene *scene, const DryBodyId *bodies, int32_t count);

#endif
