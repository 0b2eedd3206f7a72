/* The one list of the arrays and values that make up a world's state: snapshot, restore and size all walk it.
 */
#ifndef DRY_STATE_FIELDS_H
#define DRY_STATE_FIELDS_H

#include "world/store/world.h"

typedef struct StateArray {
    ArrayView *array;
    size_t element;
} StateArray;

enum {
    STATE_MAX_ARRAYS = 192
};

/* Plain values of WorldState that are no arrays. */
typedef struct StateValues {
    uint64_t step_count;
    DryVec3 gravity;
    float latest_dt;
    DrySleepSettings sleep;
    int32_t counting; /* work */
    int32_t stiff;
    int32_t regrouped, dense; /* contacts */
    int32_t alive[7];         /* of the id pools */
    int32_t map_used;
    int32_t tree_root, tree_free, tree_leaves;
} StateValues;

/* Fills `arrays` in a fixed order, returns how many there are. */
int32_t dry__state_arrays(WorldState *s, StateArray *arrays);

StateValues dry__state_values(const WorldState *s);
void dry__state_set_values(WorldState *s, const StateValues *v);

#endif
