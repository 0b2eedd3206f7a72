/* The world: settings, state, what is derived from the state, and scratch memory. */
#ifndef DRY_WORLD_STORE_WORLD_H
#define DRY_WORLD_STORE_WORLD_H

#include "base/error.h"
#include "collision/weld.h"
#include "geometry/sort.h"
#include "geometry/tree.h"
#include "solver/classes.h"
#include "world/store/body_table.h"
#include "world/store/contact_table.h"
#include "world/store/geometry_table.h"
#include "world/store/joint_table.h"
#include "world/store/shape_table.h"
#include <drystone/contacts.h>

#include <drystone/sleep.h>

typedef struct Island {
    int32_t first; /* chain through BodyCold.island_next */
    int32_t count;
} Island;

typedef struct BodyTarget {
    int32_t body;
    DryPose pose;
} BodyTarget;

/* Everything that decides the future. Plain data in arrays, so that a snapshot is a copy. */
typedef struct WorldState {
    uint64_t step_count;
    DryVec3 gravity;
    float latest_dt; /* of the latest step; 1/60 before the first */
    DrySleepSettings sleep;
    bool stiff; /* BodyCold.stiff_steps or stiff_substeps may be set somewhere */
    BodyTable bodies;
    ShapeTable shapes;
    ContactTable contacts;
    JointTable joints;
    IdPool island_ids;
    ARRAY(Island) islands;
    ARRAY(int32_t) awake;        /* bodies: slot of dense index i + 1 */
    ARRAY(int32_t) awake_shapes; /* proxies of the packed tree */
    ARRAY(int32_t) planes;       /* half-spaces */
    ARRAY(int32_t)
    touched; /* shapes outside the packed tree that must look for awake ones in the next step */
    ARRAY(int32_t)
    dirty; /* shapes whose pairs are to be swept: destroyed, refiltered, moved by hand, asleep */
    ARRAY(BodyTarget) targets;
    DynamicTree stored; /* static and sleeping proxies, and awake ones not yet in the packed tree */
} WorldState;

/* The packed tree is a function of the fat boxes; after edits it is out of date until the next step begins.
 */
typedef struct WorldDerived {
    PackedTree tree;
    bool tree_stale;
    int32_t kinematics; /* kinematic bodies in the awake list */
} WorldDerived;

typedef struct WorldEvents {
    ARRAY(DryContactEvent) begin, persist, end;
    ARRAY(DryContactEvent) ended; /* since the last step, to be reported by the next one */
    ARRAY(DryContactPoint) points;
    ARRAY(int32_t)
    begin_points, persist_points; /* first point of each event; made pointers when handed out */
    ARRAY(DryHitEvent) hits;
    ARRAY(DryMovedEvent) moved;
    ARRAY(DrySensorEvent) sensor_begin, sensor_end, sensor_ended;
    ARRAY(DryBodyId) quarantined;
    ARRAY(DryBrokenJointEvent) broken;
} WorldEvents;

/* Kinds of pair as one number, for work lists. */
enum {
    PAIR_KIND_COUNT = SHAPE_KIND_COUNT * SHAPE_KIND_COUNT
};

/* A contact that the contact modifier is asked about. Its manifolds have room for changed copies behind the
   table's own: `copies` is the number of the first. */
typedef struct ModifyItem {
    int32_t contact, copies;
    uint32_t marks[MESH_MANIFOLD_MAX]; /* ManifoldLink.marks of this step */
    uint32_t copied;                   /* bit i: the solver works on the copy of manifold i */
    const char *flaw;                  /* member that was out of range, or null */
    float flaw_value;
} ModifyItem;

/* What decides how an island is solved. */
typedef struct IslandLoad {
    int32_t constraints, manifolds;
    uint8_t stiff_steps, stiff_level; /* the longest of its bodies, and that one's */
} IslandLoad;

/* Touching pairs of one body that welding looks at together: part of weld_pairs. */
typedef struct WeldGroup {
    int32_t first, count;
    int32_t welded; /* false contacts found */
} WeldGroup;

/* Where continuous collision ends the step of a body: part of its way, and from the solver's place to there.
 */
typedef struct StepHold {
    double fraction;
    DryVec3 shift;
} StepHold;

/* What the stages hand to each other inside one step. */
typedef struct WorldScratch {
    TreePairList found[JOBS_MAX_WORKERS];
    ARRAY(PairKey) new_pairs;
    ARRAY(SortKey) sort_keys;
    ARRAY(int32_t) sort_histogram;
    ARRAY(uint8_t) moved;      /* per place in the packed tree */
    ARRAY(int32_t) tree_items; /* shapes that go into the packed tree, and their boxes */
    ARRAY(BoxF) boxes;
    ARRAY(uint8_t) work_kind; /* per pair: what tier 0 decided */
    ARRAY(float) margins;     /* per pair */
    ARRAY(float) reach;       /* per shape, twice: how far bounces may take it in the step */
    ARRAY(PairWork) work;     /* sorted by kind; its cache index is the pair's place in the stream */
    int32_t kind_begin[PAIR_KIND_COUNT], kind_end[PAIR_KIND_COUNT]; /* work items of each kind */
    int32_t kind_stride[PAIR_KIND_COUNT], kind_manifolds[PAIR_KIND_COUNT];
    ARRAY(PairResult) results;
    ARRAY(Manifold) found_manifolds; /* of each kind from kind_manifolds on, with its stride per work item */
    ARRAY(uint8_t) changed;          /* per work item */
    ARRAY(int32_t) block_counts;
    ARRAY(int32_t) held;       /* work items one of whose shapes may not give way: B; or A, then ~item */
    ARRAY(uint8_t) held_count; /* per body: manifolds with such shapes, up to 2; zero between steps */
    ARRAY(int32_t) block_held;
    ARRAY(WeldPair) weld_pairs; /* of bodies with two manifolds at least, body by body */
    ARRAY(WeldGroup) weld_groups;
    ARRAY(WeldSet) weld_sets; /* one for each worker */
    ARRAY(SolverVelocity) velocity;
    ARRAY(SolverDelta) delta;
    ARRAY(SolverMass) mass;
    ARRAY(SolverMotion) motion;
    ARRAY(SolverAccount) accounts; /* while work is counted */
    ARRAY(ContactInput) inputs;
    ARRAY(ContactSpecial) specials; /* beside inputs, written where they have one */
    ARRAY(JointRef) joint_refs;
    ARRAY(int32_t) roots; /* union-find over the awake bodies */
    ARRAY(int32_t) stack; /* of wake and sleep; room for every body */
    ARRAY(float) timers;
    ARRAY(uint8_t) contact_events; /* per contact slot */
    ARRAY(int32_t) block_points, block_touching;
    ARRAY(float) block_overlap;
    ARRAY(uint8_t) body_flags;  /* per awake body: what continuous collision and then finish found */
    ARRAY(StepHold) holds;      /* per awake body */
    bool far[JOBS_MAX_WORKERS]; /* some body goes far in this step */
    SolverScratch solver;
    SolverClassScratch classes;
    ARRAY(uint8_t) body_class; /* by dense index: SolverClasses */
    ARRAY(IslandLoad) loads;   /* by dense index, of roots */
    ARRAY(ModifyItem) modify;
    ARRAY(ContactLimit) limits; /* of the changed manifolds */
} WorldScratch;

struct DryWorld {
    DryWorldDef def;   /* lengths and speeds multiplied by its length_unit */
    DryWorldDef given; /* as the user gave it */
    CpuKernel kernel;
    Jobs *jobs;
    PairTable pair_table;
    GeometryTable geometry;
    WorldState state;
    WorldDerived derived;
    WorldEvents events;
    WorldScratch scratch;
    DryProfile profile;
    DryCounters counters;
    bool stepping;
    DryContactModifier modifier;
    bool modified; /* contacts may hold marks of the contact modifier */
    DryPairFilterFn *pair_filter;
    void *pair_filter_user;
    DryWorldWatch *watches;
    double created; /* dry__time_seconds() then: tells this world from another at the same address */
    char error[ERROR_CAPACITY];
};

/* Shape B's record, body and pose are looked up often; these keep the lines short. */
static inline ShapeRecord *world_shape(const DryWorld *w, int32_t shape)
{
    return &w->state.shapes.records.data[shape];
}

static inline BodyCold *world_body(const DryWorld *w, int32_t body)
{
    return &w->state.bodies.cold.data[body];
}

static inline BodyMotion *world_motion(const DryWorld *w, int32_t body)
{
    return &w->state.bodies.motion.data[body];
}

/* A moving body: dynamic or kinematic, in the awake list. */
static inline bool world_body_awake(const DryWorld *w, int32_t body)
{
    return world_body(w, body)->awake_index >= 0;
}

static inline DryBodyId world_body_id(const DryWorld *w, int32_t body)
{
    DryBodyId id = { (uint32_t)body + 1u, w->state.bodies.ids.generation.data[body] };
    return id;
}

static inline DryShapeId world_shape_id(const DryWorld *w, int32_t shape)
{
    DryShapeId id = { (uint32_t)shape + 1u, w->state.shapes.ids.generation.data[shape] };
    return id;
}

static inline DryJointId world_joint_id(const DryWorld *w, int32_t joint)
{
    DryJointId id = { (uint32_t)joint + 1u, w->state.joints.ids.generation.data[joint] };
    return id;
}

#endif
