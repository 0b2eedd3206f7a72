/* Joints: the solver's records, their parameters, and a place in both bodies' lists. Indexed by slot. */
#ifndef DRY_WORLD_JOINT_TABLE_H
#define DRY_WORLD_JOINT_TABLE_H

#include "base/idpool.h"
#include "solver/joint.h"

enum {
    JOINT_COLORS = 63,
    JOINT_OVERFLOW = 63,
    JOINT_COLOR_LISTS = 64
};

enum {
    JOINT_ENABLED = 1,
    JOINT_COLLIDE = 2 /* the joined bodies may touch */
};

typedef struct JointLink {
    int32_t body[2];
    int32_t next[2], previous[2]; /* edges (joint * 2 + side) in the bodies' lists, or -1 */
    int32_t color;                /* -1: not active */
    int32_t place;                /* in the colour's list */
    uint32_t flags;
    float break_force, break_torque; /* 0: never breaks */
    DryFrame frame_a, frame_b;       /* in the bodies' own frames; axes as the joint numbers them */
    void *user_data;
} JointLink;

typedef struct JointColorList {
    ARRAY(int32_t) joints;
} JointColorList;

typedef struct JointTable {
    IdPool ids;
    ARRAY(Joint) joints;
    ARRAY(JointLink) links;
    IdPool axes_ids;
    ARRAY(JointAxes) axes; /* parameters of joints that need them: Joint.axes is a slot here, or -1 */
    JointColorList colors[JOINT_COLOR_LISTS];
} JointTable;

/* Takes a slot (and a slot of axes when asked); -1: out of memory. */
int32_t dry__joint_table_take(JointTable *t, bool with_axes);
/* Gives a joint that has none a zeroed record of axes; false: out of memory. */
bool dry__joint_table_add_axes(JointTable *t, int32_t joint);
void dry__joint_table_release(JointTable *t, int32_t joint);
/* Lists the joint under the colour, or under JOINT_OVERFLOW when that list cannot grow; returns which. */
int32_t dry__joint_set_color(JointTable *t, int32_t joint, int32_t color);
void dry__joint_clear_color(JointTable *t, int32_t joint);
void dry__joint_table_free(JointTable *t);

#endif
