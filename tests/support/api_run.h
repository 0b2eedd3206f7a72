/* What the parts of random programs share: the state of a run, its choices of arguments, and the answers of
 * calls. */
#ifndef SUPPORT_API_RUN_H
#define SUPPORT_API_RUN_H

#include "support/api_program.h"

#include <drystone/drystone.h>

enum {
    BODIES = 48,
    SHAPES = 96,
    JOINTS = 32,
    WORLDS = 2,
    SAVES = 2,
    MAX_ALIVE = 28,
    HULLS = 3,
    MESHES = 3
};

/* Ids that were given out, stale ones included; the same in every world. */
typedef struct ApiKnown {
    DryBodyId bodies[BODIES];
    DryShapeId shapes[SHAPES];
    DryJointId joints[JOINTS];
    int body_count, shape_count, joint_count;
} ApiKnown;

typedef struct ApiSaved {
    void *data;
    size_t size;
    uint64_t hash;
} ApiSaved;

typedef struct ApiRun {
    const ApiProgram *program;
    Choices choices;
    DryWorld *worlds[WORLDS];
    ApiSaved saved[WORLDS][SAVES];
    int active; /* the world that the present call is made on */
    ApiKnown known;
    DryHull *hulls[HULLS];
    DryMesh *meshes[MESHES];
    ApiReport report;
} ApiRun;

/* What one call answered: equal in every world. */
typedef struct Answer {
    uint64_t value;
    int refused;
} Answer;

typedef Answer CallFn(ApiRun *r, DryWorld *w);

typedef struct Call {
    const char *name; /* null ends a list */
    CallFn *fn;
    int weight;
} Call;

extern const Call api_body_calls[], api_shape_calls[], api_joint_calls[], api_world_calls[],
    api_query_calls[], api_character_calls[];

/* ---- choices; one in ApiProgram.wild is a wrong or an extreme one ---- */

uint32_t api_choose_u32(ApiRun *r);
/* 0 .. count - 1 */
int api_choose(ApiRun *r, int count);
bool api_wild(ApiRun *r);
bool api_coin(ApiRun *r);
float api_number(ApiRun *r, float low, float high);
double api_coordinate(ApiRun *r, double low, double high);
DryVec3 api_vector(ApiRun *r, float size);
DryPos api_place(ApiRun *r);
DryQuat api_rotation(ApiRun *r);
DryPose api_pose(ApiRun *r);
DryFrame api_frame(ApiRun *r, float reach);
DryBodyId api_body(ApiRun *r);
DryShapeId api_shape(ApiRun *r);
DryJointId api_joint(ApiRun *r);
DryFilter api_filter(ApiRun *r);
DryMaterial api_material(ApiRun *r);
DryShapeOptions api_options(ApiRun *r);

/* ---- answers ---- */

Answer api_status(DryStatus status);
Answer api_read_value(uint64_t h);
/* A new id is known from now on. */
Answer api_new_body(ApiRun *r, DryBodyId id);
Answer api_new_shape(ApiRun *r, DryShapeId id);
Answer api_new_joint(ApiRun *r, DryJointId id);
uint64_t api_mix(uint64_t hash, const void *data, size_t size);
#define MIX(h, value) api_mix((h), &(value), sizeof(value))

#endif
