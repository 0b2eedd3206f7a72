/* Bodies: hot motion records of one cache line, cold records with everything else. Indexed by slot. */
#ifndef DRY_WORLD_BODY_TABLE_H
#define DRY_WORLD_BODY_TABLE_H

#include "base/idpool.h"
#include "math/vec.h"
#include <drystone/energy.h>

/* The rotation is that of the principal frame of inertia; the body's own is rotation *
 * conj(BodyCold.principal). */
typedef struct BodyMotion {
    DryPos center; /* of mass */
    DryQuat rotation;
    DryVec3 v, w;
} BodyMotion;

enum {
    BODY_CAN_SLEEP = 1,
    BODY_ENABLED = 2,
    BODY_MASS_GIVEN = 4, /* by the user; shapes do not change it */
    BODY_QUARANTINED = 8,
    BODY_HAS_TARGET = 16, /* kinematic: WorldState.targets holds its pose for the next step */
    BODY_GYROSCOPIC = 32,
    BODY_TOUCHED = 64,     /* scratch of one stage */
    BODY_JUST_SLEPT = 128, /* to be reported by this step */
    BODY_APART = 256,      /* scratch of one step: SOLVER_APART */
    BODY_PUSHED = 512,     /* it had SOLVER_APART in the latest step */
    BODY_FAST = 1024       /* held back before moving bodies too */
};

enum {
    BODY_NONE = -1
};

typedef struct BodyCold {
    DryVec3 local_center; /* centre of mass in the body's frame */
    DryQuat principal;    /* principal frame of inertia in the body's frame */
    DryVec3 inertia;      /* principal moments, kg m^2; 0 unless dynamic */
    float mass, inv_mass; /* 0 unless dynamic */
    float linear_damping, angular_damping, gravity_scale, sleep_speed;
    float extent; /* farthest point of its shapes from the centre of mass */
    DryVec3 force, torque;
    DryVec3 carry_v, carry_w, lost_v; /* SolverMotion */
    float sleep_timer;                /* seconds for which the sleep criterion has held */
    float rest_value;                 /* what it measured when half of the time to sleep had passed */
    DryVec3 rest_v, rest_w;           /* velocities then */
    uint32_t locks;
    uint16_t flags;
    uint8_t type;           /* DryBodyType */
    uint8_t stiff_substeps; /* of its latest step, if it was solved stiffly: its contacts' and joints'
                               impulses are of those; else 0 */
    uint8_t stiff_steps;    /* how many more steps its island is solved stiffly */
    uint8_t stiff_level;    /* ... and how much so, from 1; 0 when stiff_steps is */
    uint16_t reserved;
    int32_t awake_index; /* place in WorldState.awake, or -1 */
    int32_t island;      /* sleeping island, or -1 */
    int32_t island_next; /* next body of the sleeping island, or -1 */
    int32_t shape_head, shape_tail, shape_count;
    int32_t contact_head, contact_count; /* list of contact edges: contact * 2 + side */
    int32_t joint_head, joint_count;     /* joint * 2 + side */
    uint64_t contact_colors;             /* colours of its active manifolds; dynamic bodies only */
    uint64_t joint_colors;
    DryMass given_mass; /* valid with BODY_MASS_GIVEN, body frame */
    void *user_data;
} BodyCold;

/* Moving averages, world axes. */
typedef struct BodyMean {
    DryVec3 momentum, spin;
} BodyMean;

typedef struct BodyTable {
    IdPool ids;
    ARRAY(BodyMotion) motion;
    ARRAY(BodyCold) cold;
    ARRAY(DryWork) work;   /* of each slot while counting, else empty */
    ARRAY(BodyMean) means; /* of each slot while averaging, else empty */
    bool counting;         /* dry_world_set_track_work */
    bool averaging;        /* DRY_SLEEP_MEAN_MOMENTUM */
} BodyTable;

/* The body's own frame. */
static inline DryPose body_pose(const BodyMotion *m, const BodyCold *c)
{
    DryPose pose;
    pose.rotation = quat_mul(m->rotation, quat_conjugate(c->principal));
    pose.position = pos_add(m->center, v3_neg(quat_rotate(pose.rotation, c->local_center)));
    return pose;
}

static inline bool body_is_dynamic(const BodyCold *c)
{
    return c->type == (uint8_t)DRY_DYNAMIC;
}

/* Begin (from zero) or end to keep these arrays; false: out of memory, nothing has changed. */
bool dry__body_table_count_work(BodyTable *table, bool counting);
bool dry__body_table_average(BodyTable *table, bool averaging);

/* Takes a slot with zeroed records and empty lists, or -1: out of memory. */
int32_t dry__body_table_take(BodyTable *table);
void dry__body_table_release(BodyTable *table, int32_t slot);
void dry__body_table_free(BodyTable *table);

#endif
